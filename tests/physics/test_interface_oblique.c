/* tests/physics/test_interface_oblique.c: stripes of eps 4 in vacuum across the diagonal of a
 * periodic 2-D box, TE: the frequency of the lowest wave with q = pi/period along the stripes, which
 * has E across them as well.
 *
 * Stripes of a period P = L/sqrt 2 across fit a box of L x L that repeats along x and y. A shift by L
 * along x goes by P across and by P along the stripes, one along y by P and -P: a wave exp(jqv), v
 * along them, with q = pi/P repeats if its phase across a period is pi. P. Yeh, A. Yariv, C.-S. Hong,
 * J. Opt. Soc. Am. 67 (1977) 423, eq. (37) to (41), for H along z:
 *
 *     -1 = cos(k1 d1) cos(k2 d2) - (p + 1/p)/2 sin(k1 d1) sin(k2 d2),  p = k1 eps2/(k2 eps1)
 *
 * k_i^2 = eps_i (w/c)^2 - q^2, d1 + d2 = P. Yee's dispersion makes w too small by w (k h)^2/24 (3/4 -
 * (c dt/n h)^2) at most, with k = n w/c and n = 2 (all of the wave in eps 4), beside what the surface
 * is worth: of second order, (q h)^2/24 as that of a wave of q, and of first order without the
 * tensor's part off the diagonal. Fills come from four places a cell, here alike in all cells along a
 * surface, so that the order is held to 1.7. */
#include "interface.h"

#define FILL 0.6
#define PLACE 0.113 /* so that surfaces lie within cells */
enum { SIZES = 3 };

/* The right side of the relation and 1, w in c/L. */
static double mismatch(double w)
{
    const double period = sqrt(0.5), q = YEE_PI / period;
    const double complex k1 = csqrt(4 * w * w - q * q), k2 = csqrt(w * w - q * q);
    const double complex p = k1 / (4 * k2);
    const double complex a = k1 * FILL * period, b = k2 * (1 - FILL) * period;
    return creal(ccos(a) * ccos(b) - 0.5 * (p + 1 / p) * csin(a) * csin(b)) + 1;
}

/* Root number n, c/L. */
static double root(int n)
{
    double low = 0.01, step = 0.001;
    for (;; low += step)
        if (mismatch(low) * mismatch(low + step) < 0 && n-- == 0)
            break;
    double high = low + step;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *(mismatch(low) * mismatch(middle) > 0 ? &low : &high) = middle;
    }
    return low;
}

/* |sum of v exp(-jwt)| with Hann's window. */
static double size_at(const trace *t, double w)
{
    double complex sum = 0;
    for (int64_t n = t->steps / 20; n < t->steps; n++) {
        const double part = (double)(n - t->steps / 20) / (double)(t->steps - t->steps / 20);
        sum += t->value[n] * (1 - cos(2 * YEE_PI * part)) *
               cexp(-I * w * (double)n * t->dt * YEE_C0);
    }
    return cabs(sum);
}

/* The largest one near w. */
static double peak(const trace *t, double w, double around)
{
    for (int round = 0; round < 4; round++) {
        double best = w, most = 0;
        for (int n = -20; n <= 20; n++) {
            const double at = w + around * n / 20, own = size_at(t, at);
            best = own > most ? at : best;
            most = fmax(most, own);
        }
        w = best;
        around /= 10;
    }
    return w;
}

static double run(int cells, const char *average, double w)
{
    const trace_point point = {YEE_EX, cells * 3 / 10, cells / 5, 0};
    char *ini = trace_text(
        "[grid]\ncells = %d, %d\nspacing = %.17g m\ninvariant = z\nmode = te\n"
        "[run]\ntime = %.17g s\nprecision = f64\nscheme = plain\n[boundary.p]\ntype = "
        "periodic\n"
        "[material.m]\ntype = dielectric\neps = 4\n"
        "[shape.a]\ntype = prism\nmaterial = m\naverage = %s\nfrom = -1 m\nto = 2 m\n"
        "points = %.17g, -1, %.17g, -1, -1, %.17g, -1, %.17g m\n"
        "[shape.b]\ntype = prism\nmaterial = m\naverage = %s\nfrom = -1 m\nto = 2 m\n"
        "points = %.17g, -1, %.17g, -1, -1, %.17g, -1, %.17g m\n"
        "[waveform.w]\ntype = ricker\nfrequency = %.17g Hz\n"
        "[source.s]\ntype = dipole\nposition = 0.55, 0.6, 0 m\ndirection = 1, 0.4, 0\n"
        "current = 1 A\nwaveform = w\n",
        cells, cells, 1.0 / cells, 600 / YEE_C0, average, PLACE + 1, PLACE + FILL + 1,
        PLACE + FILL + 1, PLACE + 1, average, PLACE + 2, PLACE + FILL + 2, PLACE + FILL + 2,
        PLACE + 2, w * YEE_C0 / (2 * YEE_PI));
    trace t = trace_run(ini, 1, &point);
    const double found = peak(&t, w, 0.04 * w);
    free(t.value);
    free(ini);
    return found;
}

START_TEST(stripes_have_their_frequency)
{
    const double w = root(0), q = YEE_PI / sqrt(0.5);
    double coarse = 0;
    bool holds = true;
    fprintf(stderr, "w L/c = %.9g, %.9g, %.9g; q L %.9g\n", w, root(1), root(2), q);
    for (int n = 0; n < (interface_long() ? SIZES : 2); n++) {
        const int cells = 20 << n;
        const double h = 1.0 / cells, k = 2 * w * h, step = 0.99 * sqrt(0.5) / 2;
        const double error = run(cells, "tensor", w) / w - 1;
        char what[64];
        snprintf(what, sizeof what, "stripes, %d cells, tensor (%+.1e)", cells, error);
        holds = interface_holds(what, fabs(error),
                                k * k / 24 * (0.75 - step * step) + q * q * h * h / 24) &&
                holds;
        if (n > 0)
            holds = interface_order(fabs(coarse), fabs(error), 1.7) && holds;
        coarse = error;
        const double before = run(cells, "normal", w) / w - 1;
        fprintf(stderr, "%d cells, normal: %+.2e\n", cells, before);
        holds = fabs(before) > 2 * fabs(error) && holds;
    }
    ck_assert_msg(holds, "a figure above exceeds its limit");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interface_oblique");
    TCase *tcase = tcase_create("oblique");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, stripes_have_their_frequency);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
