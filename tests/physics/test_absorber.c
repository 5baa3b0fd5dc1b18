/* The adiabatic absorber's reflection, against the lattice's own exact reflection. */
#include "trace.h"

/* A TM guide along x: one row of Ez between two others, or two walls, has only one mode across,
 * and that is a wave of the lattice with the transverse wave number Ky, so that every frequency
 * is another angle. */
typedef struct guide {
    const char *wall; /* the boundary of y */
    int rows;         /* cells along y */
    double height;    /* m, of a row */
    double square;    /* 1/m^2: Ky^2 as the lattice has it */
    double from, to;  /* Hz */
} guide;

#define DX 1e-3
enum { BEFORE = 120, SOURCE = 140, PROBE = 150, EDGE = 170, FAR = 2200, STEPS = 4000 };

/* Two rows of 8 mm between PEC walls: one free row of Ez, its second difference is -2/h^2. */
static const guide slanted = {"pec", 2, 8e-3, 2 / 64e-6, 9.7e9, 17e9};
static const guide straight = {"periodic", 1, 8e-3, 0, 3e9, 17e9};

/* Ez beside the source, where the absorber at x+ begins at a cell. The one at x- sends back
 * less than 1e-4 at normal incidence, less than 2e-3 at 60 degrees. */
static trace run(const guide *g, int edge, const char *absorber, int cells)
{
    const double middle = 0.5 * (g->from + g->to), j = g->rows / 2;
    char *ini = trace_text(
        "[grid]\ncells = %d, %d\nspacing = %.17g, %.17g m\ninvariant = z\nmode = tm\n"
        "[run]\nsteps = %d\nprecision = f64\nthreads = 1\n"
        "[boundary.y]\ntype = %s\nfaces = y\n"
        "[boundary.low]\ntype = absorber\nfaces = x-\ncells = %d\nreflection = 1e-4\n"
        "[boundary.high]\ntype = absorber\nfaces = x+\ncells = %d\n%s"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = %.17g Hz\nbandwidth = %.17g Hz\n"
        "[source.s]\ntype = dipole\ndirection = z\ncurrent = 1 A\nwaveform = w\n"
        "position = %.17g, %.17g, 0 m\n",
        edge + cells, g->rows, DX, g->height, STEPS, g->wall, BEFORE, cells, absorber, middle,
        1.2 * (g->to - g->from), SOURCE * DX, j * g->height);
    const trace_point point = {YEE_EZ, PROBE, (int64_t)j, 0};
    trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

/* Exact: Ez at node p, Hy at p + 1/2, Hx at node p, all of the time factor z^n with
 *     S(a) = (j (2/dt) sin(w dt/2) + a cos(w dt/2))
 * for dF/dt + a F, so that eps0 S E = curl H, mu0 S H = -curl E. From the wall (E = 0) inwards
 * to where a = 0, and there into two waves. a = a_max (depth/thickness)^m. */
static double exact(const guide *g, double dt, double omega, int cells, double most,
                    double order)
{
    const double complex s = I * (2 / dt) * sin(0.5 * omega * dt);
    const double damp = cos(0.5 * omega * dt), q = YEE_C0 * YEE_C0 / (DX * DX);
    double complex further = 0, here = 1;
    for (int n = cells - 1; n >= -1; n--) {
        double a[3]; /* half a cell outwards, here, half a cell inwards */
        for (int k = 0; k < 3; k++)
            a[k] = damp * most * pow(fmax(0, (n + 0.5 - 0.5 * k) / cells), order);
        const double complex up = s + a[0], own = s + a[1], down = s + a[2];
        const double complex next =
            here - down / q *
                       (q * (further - here) / up - YEE_C0 * YEE_C0 * g->square * here / own -
                        own * here);
        further = here;
        here = next;
    }
    /* here: node -2, further: node -1 */
    const double w = 2 / dt * sin(0.5 * omega * dt) / YEE_C0;
    const double k = 2 / DX * asin(0.5 * DX * sqrt(w * w - g->square));
    const double complex turn = cexp(-I * k * DX);
    const double complex back = (further - here * turn) / (1 / turn - turn);
    return cabs(back / (here - back));
}

static const struct {
    int cells;
    double order, reflection;
} graded[] = {{20, 1, 1e-2}, {20, 3, 1e-3}, {40, 1, 1e-3},
              {40, 2, 1e-3}, {40, 3, 1e-3}, {80, 3, 1e-3}};
enum { GRADED = sizeof graded / sizeof *graded };

static void compare(const guide *g, int which)
{
    const int cells = graded[which].cells;
    const double order = graded[which].order;
    char text[128];
    snprintf(text, sizeof text, "order = %g\nreflection = %g\n", order,
             graded[which].reflection);
    trace ref = run(g, FAR, "", 40), t = run(g, EDGE, text, cells);
    const double most =
        -0.5 * (order + 1) * YEE_C0 * log(graded[which].reflection) / (cells * DX);
    for (int64_t n = 0; n < t.steps; n++) {
        /* what the band has is over before half of the record, waves near cut-off are not */
        const double late = fmax(0, 2.0 * (double)n / STEPS - 1),
                     fade = cos(0.5 * YEE_PI * late);
        t.value[n] = fade * fade * (t.value[n] - ref.value[n]);
        ref.value[n] *= fade * fade;
    }
    for (int f = 0; f <= 8; f++) {
        const double omega = 2 * YEE_PI * (g->from + (g->to - g->from) * f / 8);
        const double got =
            cabs(trace_spectrum(&t, 0, omega)) / cabs(trace_spectrum(&ref, 0, omega));
        const double want = exact(g, t.dt, omega, cells, most, order);
        ck_assert_msg(fabs(got - want) < 0.01 * want + 1e-6,
                      "%d cells, order %g, %g GHz: %.5g, exact %.5g (%.1f dB)", cells, order,
                      1e-9 * omega / (2 * YEE_PI), got, want, 20 * log10(want));
    }
    free(t.value);
    free(ref.value);
}

/* Light does not come back from the end of the reference, 4060 cells there and back. What is
 * left: the way back to x- and the record's end, both below 1 % of the reflection. */
START_TEST(waves_along_the_axis_come_back_as_the_lattice_has_it) { compare(&straight, _i); }
END_TEST

START_TEST(slanted_waves_come_back_as_the_lattice_has_it) { compare(&slanted, _i); }
END_TEST

int main(void)
{
    Suite *suite = suite_create("absorber");
    TCase *tcase = tcase_create("lattice");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, waves_along_the_axis_come_back_as_the_lattice_has_it, 0, GRADED);
    tcase_add_loop_test(tcase, slanted_waves_come_back_as_the_lattice_has_it, 0, GRADED);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
