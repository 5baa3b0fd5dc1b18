/* tests/physics/test_graded.c: media whose permittivity varies from cell to cell.
 *
 * Between x = 0 and L (periodic) Ez = cos(k x) phi(y), k = 2 pi/L, is a mode of eps = E (1 - (g
 * y)^2) where phi'' + (K^2 (1 - g^2 y^2) - k^2) phi = 0, K = omega sqrt(E)/c: the equation of an
 * oscillator. It falls off for phi = H_m(s) exp(-s^2/2), s = sqrt(K g) y, and
 *
 *     K^2 - k^2 = (2 m + 1) K g.
 *
 * Walls at y = +-Y change K by less than the square of what phi has left there, exp(-K g Y^2) times
 * a polynomial: K g Y^2 > 30, so by less than 1e-9.
 *
 * On the grid, phi at the nodes obeys (phi_{j+1} - 2 phi_j + phi_{j-1})/h^2 + (W^2 eps_j - q) phi_j
 * = 0, W = 2/(c dt) sin(omega dt/2), q = (2/h sin(k h/2))^2, where eps_j is what the edge Ez has:
 * the mean of the cells beside it. */
#include "lab.h"

enum { MOST = 512 };

static const double middle = 6, slope = 90, half = 10e-3,
                    length = 2e-3; /* E; g, 1/m; Y, L, m */

/* omega (rad/s) of the continuous mode */
static double analytic(int m)
{
    const double k = 2 * YEE_PI / length, b = (2 * m + 1) * slope;
    return YEE_C0 / sqrt(middle) * 0.5 * (b + sqrt(b * b + 4 * k * k));
}

static void open_guide(lab *l, int cells)
{
    lab_open(
        l,
        "[grid]\nsize = 2 mm, 20 mm\nspacing = %.17g mm\ninvariant = z\nmode = tm\n"
        "[run]\nsteps = 100000\nprecision = f64\n[boundary.x]\ntype = periodic\nfaces = x\n"
        "[boundary.y]\ntype = pec\nfaces = y\n"
        "[shape.rod]\ntype = graded\nprofile = parabolic\nfrom = 0, 10, 0 mm\n"
        "to = 2, 10, 0 mm\nradius = 10 mm\neps = 6\npitch = %.17g m\nlevels = 1000000\n",
        2. / cells, 2 * YEE_PI / slope);
}

static double formula(double y) { return middle * (1 - slope * slope * y * y); }

/* eps of the edges at all nodes along y, held against the mean of the formula in the cells. Each
 * cell has it to half a level of the 1e6 between the rim and the middle. */
static void read_eps(const lab *l, double eps[MOST])
{
    const yee_axis_data *y = &l->grid->axis[1];
    const double h = y->node[1] - y->node[0], level = (middle - formula(half)) / 1e6;
    for (int64_t j = 1; j < y->cells; j++) {
        const int64_t at = yee_grid_index(l->grid, YEE_EZ, 3, j, 0);
        const double from = y->node[j] - half;
        eps[j] = l->problem->medium[yee_problem_medium(l->problem, YEE_EZ, at)].response.inf;
        ck_assert_double_eq_tol(
            eps[j], 0.5 * (formula(from - 0.5 * h) + formula(from + 0.5 * h)), 0.51 * level);
    }
}

/* From the low wall to the middle, as the mode grows. 0 where an even mode has no slope there, or
 * an odd one no value. */
static double shoot(int64_t cells, const double eps[MOST], double h, double square, double q,
                    int m, double *phi)
{
    phi[0] = 0;
    phi[1] = 1e-20;
    for (int64_t j = 1; j <= cells / 2; j++)
        phi[j + 1] = 2 * phi[j] - phi[j - 1] - h * h * (square * eps[j] - q) * phi[j];
    return m % 2 ? phi[cells / 2] : phi[cells / 2 + 1] - phi[cells / 2 - 1];
}

/* omega (rad/s) of the discrete mode, which is phi, by the secant. */
static double discrete(const lab *l, int m, const double eps[MOST], double phi[MOST])
{
    const int64_t cells = l->grid->axis[1].cells;
    const double h = l->grid->axis[1].node[1], k = 2 * YEE_PI / length, dt = l->grid->dt;
    const double q = pow(2 / h * sin(0.5 * k * h), 2);
    double now = pow(analytic(m) / YEE_C0, 2), last = 0.9999 * now;
    double f = shoot(cells, eps, h, last, q, m, phi), g = shoot(cells, eps, h, now, q, m, phi);
    for (int n = 0; n < 60 && g != f && fabs(now / last - 1) > 1e-15; n++) {
        const double next = now - g * (now - last) / (g - f);
        last = now;
        f = g;
        now = next;
        g = shoot(cells, eps, h, now, q, m, phi);
    }
    for (int64_t j = cells / 2 + 1; j <= cells; j++)
        phi[j] = (m % 2 ? -1 : 1) * phi[cells - j];
    return 2 / dt * asin(0.5 * dt * YEE_C0 * sqrt(now));
}

/* omega (rad/s) of a run that begins with the mode and H = 0: its amplitude is cos(omega (n + 1/2)
 * dt)/cos(omega dt/2) after n steps, and near a zero of it the phase is known to rounding. */
static double measure(lab *l, const double phi[MOST], double expected)
{
    const int64_t *n = l->grid->extent[YEE_EZ];
    const double turn = expected * l->grid->dt;
    int64_t steps = 2000;
    double top = 0, bottom = 0, *mode = calloc((size_t)yee_grid_points(l->grid, YEE_EZ), 8);
    ck_assert_ptr_nonnull(mode);
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            mode[i * n[1] + j] = cos(2 * YEE_PI * l->grid->axis[0].node[i] / length) * phi[j];
    ck_assert_int_eq(yee_simulation_write(l->simulation, YEE_EZ, mode), YEE_OK);
    while (fabs(cos(turn * ((double)steps + 0.5))) > 0.51 * turn)
        steps++;
    lab_run(l, steps);
    const double *f = lab_read(l, YEE_EZ);
    for (int64_t i = 0; i < yee_grid_points(l->grid, YEE_EZ); i++) {
        top += f[i] * mode[i];
        bottom += mode[i] * mode[i];
    }
    free(mode);
    double w = turn, at = (double)steps + 0.5, a = top / bottom;
    for (int i = 0; i < 20; i++)
        w -= (cos(at * w) - a * cos(0.5 * w)) / (-at * sin(at * w) + 0.5 * a * sin(0.5 * w));
    return w / l->grid->dt;
}

/* The run has the discrete frequency to 1e-9: rounding leaves some 2000 * 1e-16 of an amplitude in
 * a phase of some 100 rad, and phi obeys its equation to 1e-12 or so. That differs from the closed
 * form by (K h)^2/24 and less, the error of space along x or y without that of time, which has the
 * other sign; the mean of two cells adds (g h)^2/8, ten thousand times less. Terms of the next order
 * are (K h)^2/10 or so of it, 0.012 at 20 cells, and move the slope by less than 0.05. */
START_TEST(modes_of_a_parabolic_guide_have_their_exact_frequencies)
{
    const int m = _i;
    double error[2];
    for (int n = 0; n < 2; n++) {
        static double eps[MOST], phi[MOST];
        const int cells = 20 << n;
        lab l;
        open_guide(&l, cells);
        ck_assert_int_lt(l.grid->axis[1].cells, MOST);
        read_eps(&l, eps);
        const double omega = discrete(&l, m, eps, phi), ran = measure(&l, phi, omega);
        const double kh = omega * sqrt(middle) / YEE_C0 * length / cells;
        error[n] = ran / analytic(m) - 1;
        printf(
            "mode %d, %d cells: %.3g of the discrete frequency (1e-9), %.3g of the closed form "
            "(%.3g)\n",
            m, cells, ran / omega - 1, error[n], kh * kh / 24);
        ck_assert_double_eq_tol(ran / omega, 1, 1e-9);
        ck_assert_double_le(fabs(error[n]), kh * kh / 24);
        lab_close(&l);
    }
    printf("mode %d: slope %.4f (2 +- 0.05)\n", m, log2(error[0] / error[1]));
    ck_assert_double_eq_tol(log2(error[0] / error[1]), 2, 0.05);
}
END_TEST

/* A plane wave on Luneburg's cylinder, R = 30 mm and 3.3 wavelengths: the largest field behind the
 * middle lies on the axis, within half a wavelength of the rim, which is the depth of a focus of
 * rays from a half-space, lambda/(2 (1 - cos 90 deg)), and is narrower than a wavelength. A cylinder
 * of the mean eps, 1.5, has it elsewhere. */
static void find_focus(const char *object, double place[2], double *peak, double *width)
{
    lab l;
    lab_open(&l,
             "[grid]\nsize = 120 mm, 90 mm\nspacing = 0.5 mm\ninvariant = z\nmode = tm\n"
             "[run]\nsteps = 4000\n[boundary.all]\ntype = cpml\n%s"
             "[waveform.w]\ntype = sine\nfrequency = 33 GHz\n"
             "[source.s]\ntype = plane_wave\nfrom = 10, 10, 0 mm\nto = 110, 80, 1 mm\n"
             "direction = x\npolarization = z\nwaveform = w\n",
             object);
    const int64_t *n = l.grid->extent[YEE_EZ], points = yee_grid_points(l.grid, YEE_EZ);
    double *most = calloc((size_t)points, sizeof *most);
    lab_run(&l, 1500);             /* four times through */
    for (int q = 0; q < 32; q++) { /* half a period, 13 steps, and more */
        lab_run(&l, 1);
        const double *e = lab_read(&l, YEE_EZ);
        for (int64_t i = 0; i < points; i++)
            most[i] = fmax(most[i], fabs(e[i]));
    }
    int64_t best = 0, across = 0;
    *peak = 0;
    for (int64_t i = 120; i < 216; i++) /* x from the middle to 108 mm */
        for (int64_t j = 22; j < 158; j++)
            if (most[i * n[1] + j] > *peak) {
                *peak = most[i * n[1] + j];
                best = i * n[1] + j;
            }
    for (int64_t j = 22; j < 158; j++)
        across += most[best / n[1] * n[1] + j] > 0.5 * *peak;
    place[0] = l.grid->axis[0].node[best / n[1]];
    place[1] = l.grid->axis[1].node[best % n[1]];
    *width = (double)across * 0.5e-3;
    free(most);
    lab_close(&l);
}

START_TEST(a_luneburg_lens_has_its_focus_on_the_rim)
{
    const double wave = YEE_C0 / 33e9;
    double at[2], peak, width;
    find_focus("[shape.lens]\ntype = graded\nprofile = luneburg\ncenter = 60, 45, 0 mm\n"
               "radius = 30 mm\n",
               at, &peak, &width);
    printf("focus at %.4g, %.4g mm (90 +- %.3g, 45), %.3g times the wave, %.3g wide (%.3g)\n",
           1e3 * at[0], 1e3 * at[1], 0.5e3 * wave, peak, width, wave);
    ck_assert_double_eq_tol(at[0], 90e-3, 0.5 * wave);
    ck_assert_double_eq_tol(at[1], 45e-3, 0.51e-3);
    ck_assert_double_le(width, wave);
    find_focus("[material.glass]\ntype = dielectric\neps = 1.5\n[shape.rod]\ntype = cylinder\n"
               "from = 60, 45, -1 mm\nto = 60, 45, 1 mm\nradius = 30 mm\nmaterial = glass\n",
               at, &peak, &width);
    printf("of glass: %.4g mm\n", 1e3 * at[0]);
    ck_assert_double_ge(fabs(at[0] - 90e-3), 0.5 * wave);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("graded");
    TCase *all = tcase_create("graded");
    tcase_add_loop_test(all, modes_of_a_parabolic_guide_have_their_exact_frequencies, 0, 3);
    tcase_add_test(all, a_luneburg_lens_has_its_focus_on_the_rim);
    suite_add_tcase(suite, all);
    return lab_main(suite);
}
