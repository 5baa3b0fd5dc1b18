/* The absorber's reflection of the slow waves of 10 nm of gold, forward and backward, against
 * the lattice's own exact one. */
#include "film.h"
#include "trace.h"

enum { LOW = 200, SOURCE = LOW + 40, EDGE = LOW + 110 };
enum { STEPS = 72000 };

/* The film of film.h, a dipole 2 nm below it, and a trace of Ey in all rows of a column. The end at
 * x- is one of 200 cells. */
static trace run(const film_end *end)
{
    char *ini = trace_text(
        "[grid]\ncells = %d, %d\nspacing = 1 nm\ninvariant = z\nmode = te\n"
        "[run]\nsteps = %d\nprecision = f64\nthreads = 1\n"
        "[boundary.y]\ntype = pec\nfaces = y\n"
        "[boundary.low]\ntype = absorber\nfaces = x-\ncells = %d\n"
        "[boundary.high]\ntype = absorber\nfaces = x+\ncells = %d\nreflection = %.17g\n"
        "[material.m]\ntype = drude\nwp = %.17g rad/s\ngamma = %.17g rad/s\n"
        "[shape.s]\ntype = box\nmaterial = m\nfrom = -1, %de-9, -1 m\nto = 1, %de-9, 1 m\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 1500 THz\nbandwidth = 1000 THz\n"
        "[source.s]\ntype = dipole\nposition = %d, %d, 0 nm\ndirection = 1, 1, 0\n"
        "current = 1 A\nwaveform = w\n",
        EDGE + end->cells, FILM_ROWS, STEPS, LOW, end->cells, end->reflection, FILM_WP,
        FILM_GAMMA, FILM_BELOW, FILM_BELOW + FILM_CELLS, SOURCE, FILM_BELOW - 2);
    trace_point point[FILM_ROWS];
    for (int j = 0; j < FILM_ROWS; j++)
        point[j] = (trace_point){YEE_EY, EDGE, j, 0};
    trace t = trace_run(ini, FILM_ROWS, point);
    free(ini);
    return t;
}

static const film_end further = {120, 3, 1e-3}, other = {LOW, 3, 1e-3};
static const double complex none[FILM_ROWS];

static void column(const trace *t, double omega, double complex e[FILM_ROWS])
{
    for (int j = 0; j < FILM_ROWS; j++)
        e[j] = trace_spectrum(t, j, omega);
}

/* sqrt of the sum of |a - b|^2 */
static double apart(const double complex *a, const double complex *b)
{
    double sum = 0;
    for (int j = 0; j < FILM_ROWS; j++)
        sum += creal((a[j] - b[j]) * conj(a[j] - b[j]));
    return sqrt(sum);
}

/* Both ends begin at the column of the trace: with the incident field E the runs have (1 + R) E and
 * (1 + Rfar) E there, so the first less the second is (R - Rfar) (1 + Rfar)^-1 of the second. */
static void expect(film_matrix r, film_matrix far, const double complex ref[FILM_ROWS],
                   double complex want[FILM_ROWS])
{
    film_matrix both, less;
    double complex in[FILM_ROWS];
    memcpy(both, far, sizeof both);
    for (int j = 0; j < FILM_ROWS; j++) {
        both[j][j] += 1;
        for (int k = 0; k < FILM_ROWS; k++)
            less[j][k] = r[j][k] - far[j][k];
    }
    film_invert(both);
    film_apply(both, ref, in);
    film_apply(less, in, want);
}

/* Prints the mode's reflection in itself and compares all that comes back. The lattice is exact
 * but for the poles' own difference equations, (omega dt)^2/12 = 6e-5 of chi. What rings on at the
 * record's end is exp(-gamma t/2) = 2e-4 of what began. 5e-3 allows for both. What comes back goes
 * on to the end at x-, and comes from there once more: as much as that end's own R leaves of it,
 * which is most where the two modes of the upper branch are near each other. */
static void compare(const film_end *end, double hertz, bool upper, const trace *t,
                    const trace *ref)
{
    double complex e[FILM_ROWS], whole[FILM_ROWS], want[FILM_ROWS], again[FILM_ROWS];
    film_mode mode;
    film_matrix r, far, low;
    film_mode_find(&mode, hertz, t->dt, upper);
    film_reflections(&mode, end, r);
    film_reflections(&mode, &further, far);
    film_reflections(&mode, &other, low);
    column(t, mode.omega, e);
    column(ref, mode.omega, whole);
    expect(r, far, whole, want);
    film_apply(low, want, again);
    for (int j = 0; j < FILM_ROWS; j++)
        e[j] -= whole[j];
    const double size = apart(want, none), off = apart(e, want) / size;
    const double limit = 5e-3 + apart(again, none) / size;
    film_apply(r, mode.e, again);
    fprintf(stderr,
            "%d cells, reflection %g, %g THz, %s: %.1f dB; all that comes back %.1f dB, exact "
            "%.1f, off by %.1e, limit %.1e\n",
            end->cells, end->reflection, 1e-12 * hertz, upper ? "backward" : "forward",
            20 * log10(cabs(film_amplitude(&mode, again))),
            20 * log10(apart(e, none) / apart(whole, none)),
            20 * log10(size / apart(whole, none)), off, limit);
    ck_assert_double_le(off, limit);
}

START_TEST(modes_of_a_film_come_back_as_the_lattice_has_them)
{
    static const double forward[] = {1225e12, 1300e12, 1375e12},
                        backward[] = {1600e12, 1650e12, 1700e12};
    static const film_end ends[] = {{40, 3, 1e-3}, {40, 3, 0.1}, {80, 3, 0.1}};
    const trace ref = run(&further);
    /* of few the end in the middle: the cells of the first, the reflection of the last */
    for (size_t n = few_on() ? 1 : 0; n < sizeof ends / sizeof *ends;
         n += (size_t)few_every(2)) {
        trace t = run(&ends[n]);
        for (int f = 0; f < 3; f++) {
            compare(&ends[n], forward[f], false, &t, &ref);
            compare(&ends[n], backward[f], true, &t, &ref);
        }
        free(t.value);
    }
    free(ref.value);
}
END_TEST

int main(void)
{
    return trace_main(
        "absorber_film", 300, 1,
        (const TTest *const[]){modes_of_a_film_come_back_as_the_lattice_has_them});
}
