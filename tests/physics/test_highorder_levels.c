/* tests/physics/test_highorder_levels.c: S44, whose fields have four levels in time, steps as
 * its relation says; s44.c and levels.h.
 *
 * A run starts from one level; what the other three lack is in the roots of P(z) that are no
 * wave, |z| <= 0.64, and is below 1e-23 after 120 steps. From there the projection a(n) of E on
 * its start is A r^n cos(n omega dt + phase), and a(n+1) = 2 r cos(omega dt) a(n) - r^2 a(n-1)
 * is fitted by least squares. */
#include "../../plugins/schemes/highorder/family.h"
#include "lab.h"
#include <complex.h>

enum { SETTLE = 120, STEPS = 240, BOX = 20 };

/* Cells of 1 m of a medium with sigma dt/eps = loss, at c dt = step cells or, below 0, at that
 * part of the limit. */
static void open_box(lab *l, const int n[3], double step, const char *wall, double loss)
{
    static const double node[] = {0, 1};
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 1, .node = node};
    const double limit = wide_courant(&wide_s44, NULL, &grid, 1);
    const double part = step < 0 ? -step : step / limit;
    lab_open(l,
             "[grid]\nspacing = 1 m\ncells = %d, %d, %d\nbackground = filling\n"
             "[material.filling]\ntype = dielectric\neps = 1\nsigma = %.17g S/m\n"
             "[run]\nscheme = s44\nsteps = 100\nprecision = f64\ncourant = %.17g\n"
             "unsafe = yes\n[boundary.all]\ntype = %s\n",
             n[0], n[1], n[2], loss * YEE_EPS0 * YEE_C0 / (part * limit), part, wall);
}

typedef struct wave {
    const char *wall; /* periodic: cos(k.r); pec: a product of sines, k along x and y */
    double k[3], e[3];
} wave;

static double value(const wave *w, const double x[3])
{
    if (strcmp(w->wall, "pec") == 0)
        return sin(w->k[0] * x[0]) * sin(w->k[1] * x[1]);
    return cos(w->k[0] * x[0] + w->k[1] * x[1] + w->k[2] * x[2]);
}

/* z of the wave. */
static double complex step_wave(lab *l, const wave *w)
{
    const yee_grid *g = l->grid;
    double a[STEPS + 1], *start = NULL, m[2][2] = {{0}}, v[2] = {0};
    int best = 0;
    for (int c = 0; c < 3; c++) {
        best = fabs(w->e[c]) > fabs(w->e[best]) ? c : best;
        const int64_t *n = g->extent[c];
        for (int64_t i = 0; i < yee_grid_points(g, c); i++) {
            const double x[3] = {yee_grid_position(g, c, 0, i / n[2] / n[1]),
                                 yee_grid_position(g, c, 1, i / n[2] % n[1]),
                                 yee_grid_position(g, c, 2, i % n[2])};
            l->field[c][i] = w->e[c] * value(w, x);
        }
        ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
    }
    const int64_t points = yee_grid_points(g, best);
    start = malloc((size_t)points * sizeof *start);
    ck_assert_ptr_nonnull(start);
    memcpy(start, l->field[best], (size_t)points * sizeof *start);
    lab_run(l, SETTLE);
    for (int n = 0; n <= STEPS; n++) {
        const double *f = lab_read(l, best);
        a[n] = 0;
        for (int64_t i = 0; i < points; i++)
            a[n] += f[i] * start[i];
        if (n < STEPS)
            lab_run(l, 1);
    }
    free(start);
    /* a(n+1) - 2 a(n) + a(n-1) = u a(n) + d (a(n) - a(n-1)), so that small unknowns are what
     * is solved for; r^2 = 1 + d, 2 r cos = 2 + u + d */
    for (int n = 1; n < STEPS; n++) {
        const double x[2] = {a[n], a[n] - a[n - 1]}, y = a[n + 1] - 2 * a[n] + a[n - 1];
        for (int i = 0; i < 2; i++) {
            v[i] += x[i] * y;
            for (int j = 0; j < 2; j++)
                m[i][j] += x[i] * x[j];
        }
    }
    const double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    const double u = (v[0] * m[1][1] - v[1] * m[0][1]) / det;
    const double d = (v[1] * m[0][0] - v[0] * m[1][0]) / det;
    const double half = 1 + 0.5 * (u + d);
    return half + I * sqrt(1 + d - half * half);
}

/* The root of (P + L (5 z^4 + 15 z^3 - 5 z^2 + z)/16) P = -mu^2 z^7 next to e^{j mu}. */
static double complex root(double mu, double loss)
{
    double complex z = cexp(I * mu - 0.5 * loss), next = z * (1 + 1e-4);
    double complex last = 0;
    for (int pass = 0; pass < 60; pass++) {
        const double complex z3 = next * next * next, z4 = z3 * next;
        const double complex p = (22 * z4 - 17 * z3 - 9 * next * next + 5 * next - 1) / 24;
        const double complex s = loss * (5 * z4 + 15 * z3 - 5 * next * next + next) / 16;
        const double complex f = (p + s) * p + mu * mu * z4 * z3;
        const double complex to =
            pass && f != last ? next - f * (next - z) / (f - last) : next * (1 + 1e-5);
        z = next;
        last = f;
        if (cabs(to - next) < 1e-17)
            break;
        next = to;
    }
    return next;
}

/* omega dt and |z| - 1 of the wave 2 pi m/20 at c dt = 0.2 cells, from a program of its own
 * that steps the same box. 12 and 7 digits are given. 1e-12: 240 steps of waves of 1 leave
 * 1e-15 in the amplitudes, and the fit divides by omega dt > 0.06. */
START_TEST(a_wave_has_its_frequency_and_fades_as_it_should)
{
    static const struct {
        int m[3];
        double angle, fading;
    } known[] = {
        {{1, 0, 0}, 0.062828964848, -2.559199e-9}, {{2, 0, 0}, 0.125572890621, -1.623961e-7},
        {{1, 1, 0}, 0.088853421715, -2.044291e-8}, {{1, 1, 1}, 0.108822462732, -6.889058e-8},
        {{1, 2, 3}, 0.234491487819, -6.781986e-6},
    };
    static const int n[3] = {BOX, BOX, BOX};
    wave w = {.wall = "periodic"};
    double d[3];
    lab l;
    for (int a = 0; a < 3; a++) {
        w.k[a] = 2 * YEE_PI * known[_i].m[a] / BOX;
        d[a] = 9.0 / 8 * sin(0.5 * w.k[a]) - sin(1.5 * w.k[a]) / 24;
    }
    w.e[0] = d[1] * 0.5 - d[2] * -0.8; /* d x (0.3, -0.8, 0.5): no static part */
    w.e[1] = d[2] * 0.3 - d[0] * 0.5;
    w.e[2] = d[0] * -0.8 - d[1] * 0.3;
    open_box(&l, n, 0.2, w.wall, 0);
    const double complex z = step_wave(&l, &w);
    lab_close(&l);
    ck_assert_msg(fabs(carg(z) - known[_i].angle) <= 1e-12, "wave %d: omega dt = %.15g, not %g",
                  _i, carg(z), known[_i].angle);
    ck_assert_msg(fabs(cabs(z) - 1 - known[_i].fading) <= 1e-12, "wave %d: |z| - 1 = %.9g", _i,
                  cabs(z) - 1);
}
END_TEST

START_TEST(walls_and_losses_obey_the_relation)
{
    static const int n[3] = {12, 9, 4};
    static const double losses[] = {0, 0.01, 0.1};
    const wave w = {"pec", {YEE_PI * 2 / 12, YEE_PI / 9, 0}, {0, 0, 1}};
    const wide_wave uniform = {{1, 1, 1}, 0.2, INFINITY};
    lab l;
    open_box(&l, n, 0.2, w.wall, losses[_i]);
    const double complex z = step_wave(&l, &w);
    lab_close(&l);
    const double complex want =
        root(0.4 * sqrt(wide_symbol(&wide_s44, &uniform, w.k)), losses[_i]);
    ck_assert_msg(cabs(z - want) <= 1e-11, "loss %g: z = %.15g%+.15gj, not %.15g%+.15gj",
                  losses[_i], creal(z), cimag(z), creal(want), cimag(want));
}
END_TEST

/* Largest |E| after steps from random fields of 1 V/m. */
static double growth(double part, int64_t steps)
{
    static const int n[3] = {8, 8, 8};
    uint32_t random = 1;
    yee_vitals v = {.size = sizeof v};
    lab l;
    open_box(&l, n, -part, "periodic", 0);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
            random = random * 1664525u + 1013904223u;
            l.field[c][i] =
                ((double)random * 0x1p-31 - 1) / (yee_is_electric(c) ? 1 : YEE_ETA0);
        }
        ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
    }
    lab_run(&l, steps);
    ck_assert_int_eq(l.ops->vitals(l.plan, &v), YEE_OK);
    lab_close(&l);
    return v.finite ? v.electric : INFINITY;
}

/* Below the limit no root is outside the unit circle, and every wave but the static one fades:
 * what is left is no more than the norm of 3072 values whose mean square is 1/3, 32, and in
 * fact near the start's 1. At 1.01 the worst mode grows: |z| = 1.0076, e^30 after 4000
 * steps. */
START_TEST(the_limit_is_bracketed_within_a_hundredth)
{
    const double low = growth(0.99, 4000), high = growth(1.01, 4000);
    ck_assert_msg(low < 32, "at 0.99: %g", low);
    ck_assert_msg(high > 1e6, "at 1.01: %g", high);
}
END_TEST

/* A current in a box of one periodic cell has no curl: E = -1/(eps0 h^2) times the charge,
 * I/(sqrt(2 pi) f) for a Gaussian whose spectrum is exp(-(f'/f)^2/2). The pulse starts 2 pi
 * standard deviations before its peak: 1.7e-10 of its area are cut off; the sum over its
 * samples is exact. In four levels a source weighs 24/22 of what it does in leapfrog. */
START_TEST(a_current_leaves_its_charge)
{
    const double f = 30e6, want = -1 / (YEE_EPS0 * sqrt(2 * YEE_PI) * f);
    lab l;
    lab_open(&l, "[grid]\nspacing = 1 m\ncells = 1, 1, 1\n[run]\nscheme = s44\nsteps = 600\n"
                 "precision = f64\n[boundary.all]\ntype = periodic\n"
                 "[waveform.w]\ntype = gaussian\nfrequency = 30 MHz\n"
                 "[source.d]\ntype = dipole\nposition = 0.5 m, 0 m, 0 m\ndirection = x\n"
                 "current = 1 A\nwaveform = w\n");
    lab_run(&l, 600);
    const double found = lab_read(&l, YEE_EX)[0];
    lab_close(&l);
    ck_assert_msg(fabs(found / want - 1) <= 1e-9, "%.12g V/m, not %.12g", found, want);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder_levels");
    TCase *t = tcase_create("highorder_levels");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, a_wave_has_its_frequency_and_fades_as_it_should, 0, 5);
    tcase_add_loop_test(t, walls_and_losses_obey_the_relation, 0, 3);
    tcase_add_test(t, a_current_leaves_its_charge);
    tcase_add_test(t, the_limit_is_bracketed_within_a_hundredth);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
