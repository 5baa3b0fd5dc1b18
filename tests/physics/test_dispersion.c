/* tests/physics/test_dispersion.c: a plane wave in a periodic box travels at the phase velocity
 * of Yee's dispersion relation.
 *
 * With K_a = (2/d_a) sin(k_a d_a/2) and W = (2/dt) sin(omega dt/2) the fields
 *
 *     E = E0 cos(omega t - k.r),  H = K x E0/(mu W) cos(omega t - k.r),  W = c |K|,  K.E0 = 0,
 *
 * each at its own place and time, solve the discrete equations exactly when the box holds whole
 * waves; A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed., ch. 4. So after
 * n steps nothing but rounding is left. Every update rounds a field at most a dozen times by
 * epsilon/2 and leapfrog lets errors add up, not grow: fields differ by at most
 * 2*n*12*epsilon/2 of the amplitude (1.1e-4 f32, 2e-13 f64 at n = 80; the fields tests use
 * that). The phase comes from a mean over all points, where roundings of both signs cancel: its
 * error is far smaller. The tolerances of the phase velocity are the project's:
 * 1e-10 and 1e-5. */
#include "lab.h"

enum { STEPS = 80 };

typedef struct wave {
    double k[3], amplitude[YEE_COMPONENTS]; /* rad/m; V/m, A/m */
    double omega;                           /* rad/s */
} wave;

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double norm(const double a[3]) { return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

/* The wave with waves[a] periods along axis a, E across `toward` in the plane of both. */
static wave make_wave(const yee_grid *g, const int waves[3], const double toward[3])
{
    wave w = {.omega = 0};
    double big[3], h[3], e[3], size;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        double d = x->node[1] - x->node[0];
        w.k[a] = x->invariant ? 0 : 2 * YEE_PI * waves[a] / (d * (double)x->cells);
        big[a] = 2 / d * sin(0.5 * w.k[a] * d);
    }
    w.omega = 2 / g->dt * asin(0.5 * g->dt * YEE_C0 * norm(big));
    cross(big, toward, e);
    size = norm(e);
    for (int a = 0; a < 3; a++)
        w.amplitude[a] = e[a] /= size;
    cross(big, e, h);
    for (int a = 0; a < 3; a++)
        w.amplitude[3 + a] = h[a] / (YEE_MU0 * YEE_C0 * norm(big));
    return w;
}

static double angle(const yee_grid *g, const wave *w, int c, const int64_t at[3])
{
    double sum = 0;
    for (int a = 0; a < 3; a++)
        sum += w->k[a] * yee_grid_position(g, c, a, at[a]);
    return sum;
}

/* The exact field of a component after a step. */
static void fill(const yee_grid *g, const wave *w, int c, int64_t step, double *values)
{
    double time = ((double)step - (yee_is_electric(c) ? 0 : 0.5)) * g->dt;
    const int64_t *n = g->extent[c];
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t k = 0; k < n[2]; k++) {
                const int64_t at[3] = {i, j, k};
                values[yee_grid_index(g, c, i, j, k)] =
                    w->amplitude[c] * cos(w->omega * time - angle(g, w, c, at));
            }
}

/* Measured over predicted phase velocity, from the mean phase of all points after n steps. */
static double velocity_ratio(lab *l, const wave *w)
{
    const yee_grid *g = l->grid;
    double turned = 0, weight = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        if (!g->active[c] || fabs(w->amplitude[c]) * (c < 3 ? 1 : YEE_ETA0) < 0.1)
            continue;
        const double *f = lab_read(l, c);
        double time = (STEPS - (yee_is_electric(c) ? 0 : 0.5)) * g->dt, re = 0, im = 0;
        const int64_t *n = g->extent[c];
        for (int64_t i = 0; i < n[0]; i++)
            for (int64_t j = 0; j < n[1]; j++)
                for (int64_t k = 0; k < n[2]; k++) {
                    const int64_t at[3] = {i, j, k};
                    double p = angle(g, w, c, at) - w->omega * time;
                    re += f[yee_grid_index(g, c, i, j, k)] * cos(p);
                    im += f[yee_grid_index(g, c, i, j, k)] * sin(p);
                }
        double sign = w->amplitude[c] < 0 ? -1 : 1;
        turned += atan2(sign * im, sign * re);
        weight += w->omega * time;
    }
    return 1 + turned / weight;
}

static void travel(lab *l, const int waves[3], const double toward[3])
{
    const yee_grid *g = l->grid;
    bool single = l->problem->precision == YEE_F32;
    wave w = make_wave(g, waves, toward);
    double worst = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        if (!g->active[c])
            continue;
        fill(g, &w, c, 0, l->field[c]);
        ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
    }
    lab_run(l, STEPS);
    double ratio = velocity_ratio(l, &w);
    ck_assert_msg(fabs(ratio - 1) <= (single ? 1e-5 : 1e-10), "phase velocity is %.15g of %g",
                  ratio, w.omega / norm(w.k));
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        if (!g->active[c])
            continue;
        double *exact = calloc((size_t)yee_grid_points(g, c), sizeof *exact);
        ck_assert_ptr_nonnull(exact);
        const double *f = lab_read(l, c);
        fill(g, &w, c, STEPS, exact);
        for (int64_t i = 0; i < yee_grid_points(g, c); i++)
            worst = fmax(worst, fabs(f[i] - exact[i]) * (yee_is_electric(c) ? 1 : YEE_ETA0));
        free(exact);
    }
    double bound = 2 * STEPS * 12 * (single ? 0x1p-24 : 0x1p-53);
    ck_assert_msg(worst <= bound, "fields differ by %g of the amplitude, bound %g", worst,
                  bound);
}

#define RUN \
    "[run]\nsteps = 80\ncourant = 0.9\nprecision = %s\n" \
    "[boundary.all]\ntype = periodic\n"
static const char *const precision[2] = {"f32", "f64"};

/* Along an axis, along the diagonal of a face, and askew; 10 and 20 cells per wavelength: the
 * box of one wave an axis holds 10.0, 14/sqrt(2) = 9.9,
 * and 10.3 cells a wave; then twice that. */
START_TEST(a_wave_in_3d_has_the_phase_velocity_of_the_grid)
{
    static const int box[3][3] = {{10, 3, 2}, {14, 14, 2}, {12, 24, 36}};
    static const int waves[3][3] = {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
    const double toward[3] = {0.3, -0.8, 0.5};
    int fine = 1 + _i % 2;
    for (int n = 0; n < 3; n++) {
        lab l;
        lab_open(&l, "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\n" RUN, fine * box[n][0],
                 fine * box[n][1], fine * box[n][2], precision[_i / 2]);
        travel(&l, waves[n], toward);
        lab_close(&l);
    }
}
END_TEST

/* TM has E along the invariant axis, which is across k and (k x axis); TE has H there, and E
 * across the axis. All three planes. */
START_TEST(a_wave_in_2d_has_the_phase_velocity_of_the_grid)
{
    static const int box[3][2] = {{10, 3}, {14, 14}, {12, 18}};
    static const int waves[3][2] = {{1, 0}, {1, 1}, {1, 1}};
    int fine = 1 + _i % 2, axis = _i / 2 % 3, te = _i / 6 % 2;
    for (int n = 0; n < 3; n++) {
        int in_plane[3] = {0, 0, 0}, first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
        in_plane[first] = waves[n][0];
        in_plane[second] = waves[n][1];
        double toward[3] = {0, 0, 0};
        lab l;
        lab_open(&l, "[grid]\nspacing = 1 mm\ncells = %d, %d\ninvariant = %c\nmode = %s\n" RUN,
                 fine * box[n][0], fine * box[n][1], "xyz"[axis], te ? "te" : "tm",
                 precision[_i / 12]);
        if (te) {
            toward[axis] = 1;
        } else { /* k x toward along the axis: toward = axis x k, K in place of k */
            double d = 1e-3, big[3], unit[3] = {0, 0, 0};
            for (int a = 0; a < 3; a++)
                big[a] = a == axis ? 0
                                   : sin(YEE_PI * in_plane[a] / (double)l.grid->axis[a].cells) *
                                         2 / d;
            unit[axis] = 1;
            cross(unit, big, toward);
        }
        travel(&l, in_plane, toward);
        lab_close(&l);
    }
}
END_TEST

/* The scheme's own relation agrees with the closed form that the waves above are made from:
 * the residual is a difference of numbers near |K|^2/4, a few of whose roundings are left. */
START_TEST(the_relation_of_the_scheme_is_the_one_of_the_waves)
{
    lab l;
    lab_open(&l, "[grid]\nspacing = 1 mm\ncells = 12, 24, 36\n" RUN, "f64");
    const int waves[3] = {1, 1, 1};
    const double toward[3] = {1, 0, 0}, d[3] = {1e-3, 1e-3, 1e-3};
    wave w = make_wave(l.grid, waves, toward);
    const void *config;
    void *plan;
    const yee_scheme_ops *ops = yee_simulation_scheme(l.simulation, &config, &plan);
    double scale = 0.25 * norm(w.k) * norm(w.k);
    double at = ops->dispersion(config, d, l.grid->dt, YEE_C0, w.omega, w.k);
    double off = ops->dispersion(config, d, l.grid->dt, YEE_C0, 1.001 * w.omega, w.k);
    ck_assert_double_le(fabs(at), 1e-14 * scale);
    ck_assert_double_gt(fabs(off), 1e-3 * scale);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("dispersion");
    TCase *t = tcase_create("dispersion");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, a_wave_in_3d_has_the_phase_velocity_of_the_grid, 0, 4);
    tcase_add_loop_test(t, a_wave_in_2d_has_the_phase_velocity_of_the_grid, 0, 24);
    tcase_add_test(t, the_relation_of_the_scheme_is_the_one_of_the_waves);
    suite_add_tcase(s, t);
    return lab_main(s);
}
