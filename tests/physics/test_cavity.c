/* tests/physics/test_cavity.c: the TE101 mode of a cavity of 5 x 2 x 6 cm.
 *
 * Ey = X(x) Z(z) with X, Z eigenvectors of the second difference along an axis, eigenvalues
 * -q_x, -q_z, is a mode of the discrete equations: (2/dt sin(omega dt/2))^2 = c^2 (q_x + q_z).
 * Uniform cells: X = sin(pi i/n), q = (2/d sin(pi d/(2 a)))^2. From E = e and H = 0 the
 * leapfrog gives <E, e>/<e, e> = cos(omega (n + 1/2) dt)/cos(omega dt/2) after n steps,
 * exactly; near a zero of it the phase, and with it omega, is known to rounding. A PMC cavity
 * has the same mode with E and H exchanged: Hy = sin(pi (i+1/2)/n) ..., E = 0. */
#include "lab.h"

static const double width[3] = {0.05, 0.02, 0.06};

static double analytic(void) /* Hz */
{
    return 0.5 * YEE_C0 * sqrt(1 / (width[0] * width[0]) + 1 / (width[2] * width[2]));
}

#define RUN(precision) "[run]\nsteps = 200000\nthreads = 1\nprecision = " precision "\n"
#define WALL "[boundary.wall]\ntype = %s\n"

/* Smallest eigenvalue of the second difference along an axis between walls, and its vector at
 * the nodes, by shooting from the low wall: u_0 = 0, u_1 = 1, and the secant on u_n = 0. */
static double shoot(const yee_axis_data *a, double q, double *u)
{
    const double *x = a->node;
    u[0] = 0;
    u[1] = 1;
    for (int64_t i = 1; i < a->cells; i++) {
        double below = x[i] - x[i - 1], above = x[i + 1] - x[i];
        u[i + 1] =
            u[i] + above * ((u[i] - u[i - 1]) / below - 0.5 * (below + above) * q * u[i]);
    }
    return u[a->cells];
}

static double eigenvalue(const yee_axis_data *a, double *u)
{
    double length = a->node[a->cells] - a->node[0], q = pow(YEE_PI / length, 2);
    double last = 0.99 * q, f = shoot(a, last, u), g = shoot(a, q, u);
    for (int n = 0; n < 30 && g != f && q != last; n++) {
        double next = q - g * (q - last) / (g - f);
        last = q;
        f = g;
        q = next;
        g = shoot(a, q, u);
    }
    return q;
}

/* Ey of the mode at step 0, H = 0; returns omega (rad/s) of the discrete mode. */
static double start_electric(lab *l)
{
    const yee_grid *g = l->grid;
    const int64_t *n = g->extent[YEE_EY];
    double *x = calloc((size_t)n[0], sizeof *x), *z = calloc((size_t)n[2], sizeof *z);
    ck_assert(x && z);
    double q = eigenvalue(&g->axis[0], x) + eigenvalue(&g->axis[2], z);
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t k = 0; k < n[2]; k++)
                l->field[YEE_EY][yee_grid_index(g, YEE_EY, i, j, k)] = x[i] * z[k];
    free(x);
    free(z);
    ck_assert_int_eq(yee_simulation_write(l->simulation, YEE_EY, l->field[YEE_EY]), YEE_OK);
    return 2 / g->dt * asin(0.5 * g->dt * YEE_C0 * sqrt(q));
}

/* Sets Hy to the mode between PMC walls, on uniform cells. */
static double start_magnetic(lab *l)
{
    const yee_grid *g = l->grid;
    const int64_t *n = g->extent[YEE_HY];
    double q = 0;
    for (int a = 0; a < 3; a += 2) {
        double d = width[a] / (double)n[a];
        q += pow(2 / d * sin(YEE_PI * d / (2 * width[a])), 2);
    }
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t k = 0; k < n[2]; k++)
                l->field[YEE_HY][yee_grid_index(g, YEE_HY, i, j, k)] =
                    sin(YEE_PI * ((double)i + 0.5) / (double)n[0]) *
                    sin(YEE_PI * ((double)k + 0.5) / (double)n[2]) / YEE_ETA0;
    ck_assert_int_eq(yee_simulation_write(l->simulation, YEE_HY, l->field[YEE_HY]), YEE_OK);
    return 2 / g->dt * asin(0.5 * g->dt * YEE_C0 * sqrt(q));
}

/* omega (rad/s) that the run has, near the expected one. Runs to the first step past `steps`
 * where the mode is near a zero. */
static double measure(lab *l, int component, double expected, int64_t steps)
{
    const yee_grid *g = l->grid;
    int64_t points = yee_grid_points(g, component);
    double *mode = calloc((size_t)points, sizeof *mode), top = 0, bottom = 0;
    double turn = expected * g->dt;
    ck_assert_ptr_nonnull(mode);
    memcpy(mode, l->field[component], (size_t)points * sizeof *mode);
    while (fabs(cos(turn * ((double)steps + 0.5))) > 0.51 * turn)
        steps++;
    lab_run(l, steps);
    const double *f = lab_read(l, component);
    for (int64_t i = 0; i < points; i++) {
        top += f[i] * mode[i];
        bottom += mode[i] * mode[i];
    }
    free(mode);
    /* Newton's method for w = omega dt: cos((n +- 1/2) w) = a cos(w/2) */
    double at = (double)steps + (yee_is_electric(component) ? 0.5 : -0.5);
    double a = top / bottom, w = turn;
    for (int n = 0; n < 20; n++)
        w -= (cos(at * w) - a * cos(0.5 * w)) / (-at * sin(at * w) + 0.5 * a * sin(0.5 * w));
    return w / g->dt;
}

/* 1e-8 is the project's; what rounding leaves after n steps is 2*n*12*epsilon/2 of the mode's
 * amplitude, 3e-12 at 1000 steps, in a phase of 90 rad: 4e-14. */
START_TEST(a_pec_cavity_has_its_discrete_frequency)
{
    lab l;
    lab_open(&l, "[grid]\nspacing = 2 mm\nsize = 5, 2, 6 cm\n" RUN("f64") WALL, "pec");
    double omega = start_electric(&l), f = measure(&l, YEE_EY, omega, 1000) / (2 * YEE_PI);
    ck_assert_double_eq_tol(f, omega / (2 * YEE_PI), 1e-8 * f);
    ck_assert_double_eq_tol(f, 3.901598e9, 0.5e3); /* as printed, to 7 digits */
    ck_assert_double_eq_tol(analytic(), 3.902423e9, 0.5e3);
    lab_close(&l);
}
END_TEST

START_TEST(a_pmc_cavity_has_the_same_frequency)
{
    lab l;
    lab_open(&l, "[grid]\nspacing = 2 mm\nsize = 5, 2, 6 cm\n" RUN("f64") WALL, "pmc");
    double omega = start_magnetic(&l), f = measure(&l, YEE_HY, omega, 1000) / (2 * YEE_PI);
    ck_assert_double_eq_tol(f, omega / (2 * YEE_PI), 1e-8 * f);
    ck_assert_double_eq_tol(f, 3.901598e9, 0.5e3);
    lab_close(&l);
}
END_TEST

/* Error against the exact frequency at 10, 20, 40 cells along x: the slope between the last two
 * differs from 2 by the next term of the series, (pi d/a)^2/20 < 0.001 at 20 cells. */
START_TEST(its_frequency_converges_with_the_square_of_the_cell)
{
    double error[3];
    for (int n = 0; n < 3; n++) {
        lab l;
        lab_open(&l, "[grid]\nspacing = %g mm\nsize = 5, 2, 6 cm\n" RUN("f64") WALL,
                 5.0 / (1 << n), "pec");
        double f = measure(&l, YEE_EY, start_electric(&l), 200) / (2 * YEE_PI);
        error[n] = fabs(f - analytic());
        lab_close(&l);
    }
    ck_assert_double_eq_tol(log2(error[0] / error[1]), 2, 0.02);
    ck_assert_double_eq_tol(log2(error[1] / error[2]), 2, 0.02);
}
END_TEST

/* Widths of n cells that grow and shrink: nodes at L (t + sin(2 pi t)/(4 pi)), t = i/n, a ratio
 * of three between the largest and the smallest. */
static const char *graded(char *text, size_t size, double length, int n)
{
    size_t used = 0;
    double last = 0;
    for (int i = 1; i <= n && used < size; i++) {
        double t = (double)i / n, x = length * (t + sin(2 * YEE_PI * t) / (4 * YEE_PI));
        used += (size_t)snprintf(text + used, size - used, "%s%.6f mm", i > 1 ? ", " : "",
                                 1e3 * (x - last));
        last = x;
    }
    return text;
}

/* In a smoothly graded grid the scheme is of second order too, although its truncation error is
 * of first: P. Monk and E. Sueli, SIAM J. Numer. Anal. 31 (1994) 393. The slope is 2 +- 0.02
 * here as well, and the discrete frequency, from the axes' own eigenvalues, holds to 1e-8. */
START_TEST(a_graded_cavity_has_its_discrete_frequency_and_slope_2)
{
    double error[2];
    for (int n = 0; n < 2; n++) {
        char x[4096], z[4096];
        lab l;
        lab_open(&l, "[grid]\nx = %s\ny = 10 mm, 4 mm, 6 mm\nz = %s\n" RUN("f64") WALL,
                 graded(x, sizeof x, width[0], 20 << n), graded(z, sizeof z, width[2], 24 << n),
                 "pec");
        double omega = start_electric(&l), f = measure(&l, YEE_EY, omega, 600) / (2 * YEE_PI);
        ck_assert_double_eq_tol(f, omega / (2 * YEE_PI), 1e-8 * f);
        error[n] = fabs(f - analytic());
        lab_close(&l);
    }
    ck_assert_double_eq_tol(log2(error[0] / error[1]), 2, 0.02);
}
END_TEST

/* Largest change of the energy over 1e5 steps, looked at every 1000, relative to the first. */
static double drift(lab *l)
{
    double first[2], now[2], most = 0;
    ck_assert_int_eq(yee_simulation_energy(l->simulation, first), YEE_OK);
    for (int n = 0; n < 100; n++) {
        lab_run(l, 1000);
        ck_assert_int_eq(yee_simulation_energy(l->simulation, now), YEE_OK);
        most = fmax(most, fabs(now[0] + now[1] - first[0] - first[1]));
    }
    ck_assert_double_gt(first[0] + first[1], 0);
    return most / (first[0] + first[1]);
}

/* <eps E, E> + <mu H-, H+> is what leapfrog conserves exactly; roundings of 1e5 steps of both
 * signs leave sqrt(2*12e5)*epsilon/2 = 1e-4 (f32), 2e-13 (f64) at one point and less in the sum
 * of all. The bounds are the project's. The run starts from all modes: a random field. */
START_TEST(the_energy_stays_over_1e5_steps)
{
    lab l;
    bool single = _i % 2;
    lab_open(&l, "[grid]\nspacing = 5 mm\nsize = 5, 2, 6 cm\n%s" WALL,
             single ? RUN("f32") : RUN("f64"), _i / 2 ? "pmc" : "pec");
    uint32_t random = 1;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
            random = random * 1664525u + 1013904223u;
            l.field[c][i] =
                ((double)random * 0x1p-31 - 1) / (yee_is_electric(c) ? 1 : YEE_ETA0);
        }
        ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
    }
    double change = drift(&l);
    ck_assert_msg(change <= (single ? 1e-4 : 1e-11), "the energy changes by %g", change);
    lab_close(&l);
}
END_TEST

START_TEST(the_energy_of_the_mode_stays_over_1e5_steps)
{
    lab l;
    lab_open(&l, "[grid]\nspacing = 5 mm\nsize = 5, 2, 6 cm\n%s" WALL,
             _i ? RUN("f32") : RUN("f64"), "pec");
    start_electric(&l);
    double change = drift(&l);
    ck_assert_msg(change <= (_i ? 1e-4 : 1e-11), "the energy changes by %g", change);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("cavity");
    TCase *t = tcase_create("cavity");
    tcase_set_timeout(t, 300);
    tcase_add_test(t, a_pec_cavity_has_its_discrete_frequency);
    tcase_add_test(t, a_pmc_cavity_has_the_same_frequency);
    tcase_add_test(t, its_frequency_converges_with_the_square_of_the_cell);
    tcase_add_test(t, a_graded_cavity_has_its_discrete_frequency_and_slope_2);
    tcase_add_loop_test(t, the_energy_stays_over_1e5_steps, 0, 4);
    tcase_add_loop_test(t, the_energy_of_the_mode_stays_over_1e5_steps, 0, 2);
    suite_add_tcase(s, t);
    return lab_main(s);
}
