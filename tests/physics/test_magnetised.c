/* tests/physics/test_magnetised.c: a magnetised plasma, whose current is in cells, against the exact
 * relations of its discrete equations. With s = sin(w dt/2), c = cos(w dt/2), and + or - for the two
 * senses in which E turns about B, from the formulas in materials/magnetised_plasma.c with the mean
 * of J over a step and, of a wave along z, the mean of E and J over a cell, cos(k d/2) each:
 *
 *     uniform field   (2/dt)^2 s^2 -+ wc (2/dt) s c = wp^2
 *     along B         sin^2(kd/2) (c0 dt/d)^2 = s^2 (1 - cos^2(kd/2) (wp dt)^2/(2 s (2 s -+ wc dt c)))
 *
 * In steps of none they are the Appleton-Hartree formulas (K. G. Budden, The Propagation of Radio
 * Waves, 1985, ch. 4). */
#include "trace.h"

#define FP 1e9                   /* Hz */
#define TURN 0.6                 /* wc/wp */
#define CYCLOTRON 175.88200108e9 /* e/m, rad/s in 1 T (CODATA 2018) */

static const char *const scheme[] = {"reference", "plain", "tiled"};

static char material[256];

/* B along z and of wc = TURN wp. */
static const char *plasma(double x, double y, double z)
{
    const double field = TURN * 2 * YEE_PI * FP / CYCLOTRON;
    snprintf(material, sizeof material,
             "[material.p]\ntype = magnetised_plasma\nfp = %.17g Hz\n"
             "magnetic_field = %.17g, %.17g, %.17g T\n",
             FP, x * field, y * field, z * field);
    return material;
}

/* The two frequencies of a sum of two sines at equal steps: with D x = x[1] - 2 x + x[-1] and
 * A, B = (2 sin(w dt/2))^2 of the two it satisfies D D x + (A + B) D x + A B x = 0. */
static void two_frequencies(const trace *t, int64_t from, double w[2])
{
    double a = 0, b = 0, d = 0, e = 0, f = 0;
    for (int64_t n = from + 2; n < t->steps - 2; n++) {
        const int64_t p = t->points;
        const double *x = t->value + p * n, u = x[p] - 2 * x[0] + x[-p], v = x[0];
        const double y = 4 * (x[p] + x[-p]) - 6 * x[0] - x[2 * p] - x[-2 * p];
        a += u * u;
        b += u * v;
        d += v * v;
        e += u * y;
        f += v * y;
    }
    const double sum = (e * d - f * b) / (a * d - b * b);
    const double product = (a * f - b * e) / (a * d - b * b);
    const double root = sqrt(sum * sum / 4 - product);
    w[0] = 2 * asin(sqrt(sum / 2 + root) / 2) / t->dt;
    w[1] = 2 * asin(sqrt(sum / 2 - root) / 2) / t->dt;
}

/* How much of Ex + j Ey turns from x to y at w, against how much turns back. */
static double sense_of(const trace *t, int64_t from, double w)
{
    double complex there = 0, back = 0;
    for (int64_t n = from; n < t->steps; n++) {
        const double complex e = t->value[2 * n] + t->value[2 * n + 1] * I;
        there += e * cexp(-I * w * t->dt * (double)n);
        back += e * cexp(I * w * t->dt * (double)n);
    }
    return cabs(there) / cabs(back);
}

/* D D x is 1e-3 of x and has the roundings of x, 1e-16 of it, 16 times: 2e-12 of itself in every
 * one of 2000 equations, with any sign; the constants e/m and those of the field have 12 digits.
 * Limit 1e-10. The upper field turns with the electrons, from x to y about a B along z; 2000 steps
 * are 67 and 37 periods, of which a sum sees other frequencies with some hundredths. In 40 steps of a
 * plasma period; without steps they are 1.34403 and 0.74403. */
START_TEST(the_cutoffs_are_those_of_the_discrete_equations)
{
    static const double exact[2] = {1.34437765588, 0.744821197253}; /* roots of the relation */
    char *ini = trace_text("[grid]\ncells = 1, 1, 1\nspacing = 20 mm\nbackground = p\n"
                           "[run]\nsteps = 3200\ntime_step = 25 ps\nprecision = f64\n"
                           "threads = 1\nscheme = %s\n"
                           "[boundary.all]\ntype = periodic\n%s"
                           "[waveform.w]\ntype = gaussian\nfrequency = 2 GHz\n"
                           "[source.s]\ntype = dipole\nposition = 10, 0, 0 mm\ndirection = x\n"
                           "current = 1 A\nwaveform = w\n",
                           scheme[_i], plasma(0, 0, 1));
    const trace_point point[2] = {{YEE_EX, 0, 0, 0}, {YEE_EY, 0, 0, 0}};
    const trace t = trace_run(ini, 2, point);
    double w[2];
    two_frequencies(&t, 1200, w);
    ck_assert_double_ge(sense_of(&t, 1200, w[0]), 10);
    ck_assert_double_le(sense_of(&t, 1200, w[1]), 0.1);
    for (int n = 0; n < 2; n++) {
        w[n] /= 2 * YEE_PI * FP;
        printf("%s: cutoff %.12g wp, off by %.1e (limit 1e-10)\n", scheme[_i], w[n],
               w[n] / exact[n] - 1);
        ck_assert_double_le(fabs(w[n] / exact[n] - 1), 1e-10);
    }
    free(t.value);
    free(ini);
}
END_TEST

/* k d/2 of one sense by the relation above. */
static double wave_number(double omega, double sense, double courant, double dt)
{
    const double s = sin(omega * dt / 2), c = cos(omega * dt / 2), wp = 2 * YEE_PI * FP * dt;
    const double r = wp * wp / (2 * s * (2 * s - sense * TURN * wp * c));
    /* sin^2 (C^2 - s^2 r) = s^2 (1 - r) */
    return asin(sqrt(s * s * (1 - r) / (courant * courant - s * s * r)));
}

/* E at w = 2 wp once it is steady, as phasors: those of three nodes in a row give cos(kd) whatever
 * is reflected, (r[-1] + r[1])/(2 r). What a smooth beginning over 60 periods leaves of other
 * frequencies, 1/(2 pi 60 0.33)^3 = 5e-7, has left the grid but for the slow part near the cutoffs:
 * the limit is 1e-7 of the angle. It is 0.6034545071 and 0.6076548655 rad in a plasma wavelength with
 * 20 and 40 cells a vacuum wavelength, 0.609049939967 without cells. */
START_TEST(the_plane_of_polarisation_turns_as_in_the_discrete_equations)
{
    static const double exact[2] = {0.6034545071, 0.6076548655};
    for (int fine = 0; fine < 2; fine++) {
        const int cells = fine ? 40 : 20, period = fine ? 400 : 200; /* 9 periods */
        const double omega = 4 * YEE_PI * FP, d = YEE_C0 / (2 * FP) / cells;
        const double dt = 0.9 * d / YEE_C0,
                     length = 2 * cells; /* a plasma wavelength, in cells */
        char *ini = trace_text(
            "[grid]\nx = %.17g m x 1\ny = %.17g m x 1\nz = %.17g m x %d\nbackground = p\n"
            "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
            "scheme = %s\n"
            "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
            "[boundary.ends]\ntype = cpml\nfaces = z\ncells = 10\n%s"
            "[waveform.w]\ntype = sine\nfrequency = %.17g Hz\nramp = 60\n"
            "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 1 A/m\n"
            "waveform = w\nfrom = 0, 0, %.17g m\nto = %.17g, %.17g, %.17g m\n",
            20 * d, 20 * d, d, 30 + 2 * cells, period * 40, dt, scheme[_i], plasma(0, 0, 1),
            2 * FP, 15 * d, 20 * d, 20 * d, 15 * d);
        trace_point point[6];
        double complex e[6] = {0};
        for (int n = 0; n < 6; n++)
            point[n] = (trace_point){n < 3 ? YEE_EX : YEE_EY, 0, 0, 16 + cells + n % 3};
        const trace t = trace_run(ini, 6, point);
        for (int64_t q = t.steps - period; q < t.steps; q++)
            for (int n = 0; n < 6; n++)
                e[n] += t.value[6 * q + n] * cexp(-omega * dt * (double)q * I);
        double k[2], angle[2];
        for (int sense = 0; sense < 2; sense++) {
            double complex r[3];
            for (int n = 0; n < 3; n++)
                r[n] = e[n] + (sense ? 1 : -1) * I * e[3 + n];
            k[sense] = acos(creal((r[0] + r[2]) / (2 * r[1])));
        }
        angle[0] = fabs(k[1] - k[0]) / 2 * length;
        angle[1] =
            fabs(wave_number(omega, -1, 0.9, dt) - wave_number(omega, 1, 0.9, dt)) * length;
        printf(
            "%s, %d cells: %.10f rad a plasma wavelength, relation %.10f, off by %.1e (limit "
            "1e-7)\n",
            scheme[_i], cells, angle[0], angle[1], angle[0] / exact[fine] - 1);
        ck_assert_double_le(fabs(angle[1] - exact[fine]), 1e-10);
        ck_assert_double_le(fabs(angle[0] / exact[fine] - 1), 1e-7);
        free(t.value);
        free(ini);
    }
}
END_TEST

/* wp dt = 1.9 at 0.99 of Yee's limit, in a box of walls, periodic faces and PMC: what is kept is kept
 * to rounding, 1e-16 a step with any sign, 1e-14 in 20000 steps, of sums of some hundred terms: limit
 * 1e-11. With J on the edges it would grow 4.7 times a step. The energy's part of the cells is of
 * the size of the whole: without it nothing is kept. */
static trace closed(int steps, const char *by)
{
    const double d = 1e-2, dt = 0.99 * d / (YEE_C0 * sqrt(3)), fp = 1.9 / dt / (2 * YEE_PI);
    char *ini = trace_text(
        "[grid]\ncells = 5, 6, 7\nspacing = 10 mm\n"
        "[run]\nsteps = %d\ncourant = 0.99\nprecision = f64\nthreads = 1\nscheme = %s\n"
        "unsafe = yes\n"
        "[boundary.x]\ntype = pec\nfaces = x\n"
        "[boundary.y]\ntype = periodic\nfaces = y\n"
        "[boundary.z]\ntype = pmc\nfaces = z\n"
        "[material.p]\ntype = magnetised_plasma\nfp = %.17g Hz\n"
        "magnetic_field = %.17g, %.17g, %.17g T\n"
        "[material.q]\ntype = magnetised_plasma\nfp = %.17g Hz\ncarriers = holes\nmass = 0.5\n"
        "magnetic_field = %.17g, 0, 0 T\neps = 1, 2, 3\n"
        "[shape.p]\ntype = box\nfrom = 0, 0, 0 m\nto = 1, 1, 0.04 m\nmaterial = p\n"
        "[shape.q]\ntype = box\nfrom = 0.01, 0.02, 0.02 m\nto = 0.04, 0.05, 1 m\nmaterial = q\n"
        "[shape.m]\ntype = box\nfrom = 0.02, 0.02, 0.03 m\nto = 0.03, 0.04, 0.04 m\n"
        "material = pec\n"
        "[waveform.w]\ntype = gaussian\nfrequency = 1 GHz\n"
        "[source.s]\ntype = dipole\nposition = 25, 20, 50 mm\ndirection = x\ncurrent = 1 A\n"
        "waveform = w\n",
        steps, by, fp, 0.3 * fp / 28e9, 0.5 * fp / 28e9, 0.8 * fp / 28e9, 0.5 * fp, fp / 28e9);
    const trace_point point = {YEE_EY, 3, 3, 5};
    const trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

START_TEST(a_plasma_without_collisions_keeps_the_energy)
{
    const int steps = _i ? 20000 : 4000; /* reference is slow */
    trace early = closed(600, scheme[_i]), late = closed(steps, scheme[_i]);
    const double drift = late.energy / early.energy - 1;
    printf("%s: energy %.6g J, drift in %d steps %.2e (limit 1e-11)\n", scheme[_i], late.energy,
           steps - 600, drift);
    ck_assert_double_gt(late.energy, 0);
    ck_assert_double_le(fabs(drift), 1e-11);
    free(early.value);
    free(late.value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("magnetised");
    TCase *tcase = tcase_create("magnetised");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_add_loop_test(tcase, the_cutoffs_are_those_of_the_discrete_equations, 0, 3);
    tcase_add_loop_test(tcase, the_plane_of_polarisation_turns_as_in_the_discrete_equations, 0,
                        3);
    tcase_add_loop_test(tcase, a_plasma_without_collisions_keeps_the_energy, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
