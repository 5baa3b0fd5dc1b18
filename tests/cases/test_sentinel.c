/* Runs that leave the physical range: the sentence holds all that there is to know, the files
 * hold all up to there, the exit code is 8. */
#include "command.h"
#include "faults.h"
#include "suite.h"

#include <math.h>
#include <yee/libyee.h>

static const char *const schemes[] = {"run.scheme=plain", "run.scheme=tiled"};

/* The figures in the sentence of a stopped run. */
typedef struct report {
    long long step, cell[3], distance;
    double at[3], growth;
    char component[4], material[64], face[4], cause[256];
} report;

static report run(const struct fault *f, const char *scheme, const char *every)
{
    char text[2048];
    report r;
    snprintf(text, sizeof text, "%s%s", diverging, f->extra);
    write_file("m.ini", text);
    const int code = RUN("m.ini", "--plugin-path", MODULE_BROKEN, "--set", f->set[0], "--set",
                         f->set[1], "--set", scheme, "--set", every);
    ck_assert_msg(code == YEE_DIVERGED, "%s, %s: exit code %d: %s", f->name, scheme, code,
                  said);
    const char *from = strstr(said, "the run diverged: ");
    ck_assert_ptr_nonnull(from);
    ck_assert_msg(
        sscanf(from,
               "the run diverged: after step %lld %3s is %*s %*s in cell (%lld, %lld, %lld) at "
               "(%lf, %lf, %lf) m in '%63[^']', %lld cells from face %3[xyz+-], growing %lf "
               "times per step; likely cause: %255[^\n]",
               &r.step, r.component, &r.cell[0], &r.cell[1], &r.cell[2], &r.at[0], &r.at[1],
               &r.at[2], r.material, &r.distance, r.face, &r.growth, r.cause) == 13,
        "%s: %s", f->name, said);
    return r;
}

/* |electric| + |magnetic| after every step: above the Courant limit the magnetic energy is
 * negative. */
static double *energies(long long *rows)
{
    *rows = rows_of("m.h5", "/energy/joule/total");
    ck_assert_int_gt(*rows, 0);
    double *w = calloc((size_t)*rows, sizeof *w), *part = calloc((size_t)*rows, sizeof *part);
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int i = 0; i < 2; i++) {
        const hid_t set = H5Dopen2(
            file, i ? "/energy/joule/magnetic" : "/energy/joule/electric", H5P_DEFAULT);
        ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, part),
                         0);
        for (long long n = 0; n < *rows; n++)
            w[n] += fabs(part[n]);
        H5Dclose(set);
    }
    H5Fclose(file);
    free(part);
    return w;
}

/* Largest energy of the same model without the fault, over the time that the source plays. */
static double clean_energy(void)
{
    long long rows;
    double most = 0;
    write_file("m.ini", diverging);
    MUST("m.ini", "--set", "run.steps=300");
    double *w = energies(&rows);
    for (long long i = 0; i < rows; i++)
        most = fmax(most, w[i]);
    free(w);
    return most;
}

static void check_place(const report *r)
{
    static const char *const face[] = {"x-", "x+", "y-", "y+", "z-", "z+"};
    static const char *const component[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    int c = 0, named = 0;
    while (c < 6 && strcmp(r->component, component[c]))
        c++;
    ck_assert_int_lt(c, 6);
    long long least = N;
    for (int a = 0; a < 3; a++) {
        const double half = 0.5 * yee_half(c, a), at = (double)r->cell[a] + half;
        ck_assert(0 <= at && at <= N);
        ck_assert_double_eq_tol(r->at[a], 1e-3 * at, 1e-7); /* printed with 6 digits */
        for (int side = 0; side < 2; side++) { /* whole cells between the point and the face */
            const long long gap = (long long)floor(side ? N - at : at);
            least = gap < least ? gap : least;
            if (!strcmp(r->face, face[2 * a + side])) {
                ck_assert_int_eq(r->distance, gap);
                named++;
            }
        }
    }
    ck_assert_int_eq(named, 1);
    ck_assert_int_eq(r->distance, least);
}

/* The outputs are closed, read, and hold every step up to the end. Returns the growth per step
 * of a field by the last energies. */
static double check_files(const struct fault *f, const report *r, double clean)
{
    enum { BACK = 32 };
    long long rows;
    ck_assert_int_eq(system("h5dump m.h5 >/dev/null 2>&1"), 0);
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), r->step);
    ck_assert_msg(strstr(ended_of("m.h5"), "the run diverged: after step ") != NULL, "%s",
                  ended_of("m.h5"));
    double *w = energies(&rows);
    ck_assert_int_eq(rows, r->step);
    const double last = w[rows - 1], before = w[rows - 1 - BACK];
    ck_assert_msg(last > clean, "%s: stopped at %g J, a sound run has up to %g J", f->name,
                  last, clean);
    free(w);
    return pow(last / before, 0.5 / BACK);
}

START_TEST(a_diverging_run_is_stopped_with_place_growth_and_cause)
{
    const struct fault *f = &faults[_i / 2];
    const char *scheme = schemes[_i % 2];
    const double clean = clean_energy();
    /* a look after every step says when the run leaves the physical range */
    const report left = run(f, scheme, "run.sentinel=1");
    check_files(f, &left, clean);
    const report r = run(f, scheme, "run.sentinel=100");
    ck_assert_msg(r.step >= left.step && r.step <= left.step + 100,
                  "%s leaves after step %lld and is stopped after %lld", f->name, left.step,
                  r.step);
    check_place(&r);
    const double grown = check_files(f, &r, clean);
    /* The sentence looks 32 steps ahead and this as many back: other modes die out meanwhile. A
     * growth per two steps, or that of the energy, would be off by half and more. */
    ck_assert_msg(fabs(r.growth - grown) < 0.2 * (r.growth - 1), "%s grows by %g, not by %g",
                  f->name, grown, r.growth);
    if (f->growth > 0)
        ck_assert_double_eq_tol(r.growth, f->growth, f->off);
    ck_assert_msg(strstr(r.material, f->material) != NULL, "%s in %s", f->name, r.material);
    ck_assert_str_eq(r.cause, f->cause);
}
END_TEST

START_TEST(a_layer_that_is_broken_is_refused_unless_unsafe)
{
    write_file("m.ini", diverging);
    ck_assert_int_eq(RUN("m.ini", "--plugin-path", MODULE_BROKEN, "--set",
                         "boundary.all.type=broken", "--set", "run.unsafe=no"),
                     YEE_PLUGIN);
    says("plugin 'broken' returned kappa = 0.9");
    ck_assert(!there("m.h5"));
}
END_TEST

/* Nothing is left to see after the first look: 10 times a step leaves float after 38. */
START_TEST(a_run_that_leaves_the_range_of_numbers_says_so)
{
    write_file("m.ini", diverging);
    ck_assert_int_eq(RUN("m.ini", "--set", "run.courant=2"), YEE_DIVERGED);
    says("is not finite in cell");
    says("growing more than ");
    says("the time step is 2 of the stability limit");
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), 100);
}
END_TEST

/* A source so strong that Kerr's index is passed by far before the first look: no cell is a finite
 * number then, and the first of all, which lies in a layer, is not where it began. */
START_TEST(a_law_whose_range_was_passed_between_two_looks_is_named_as_the_cause)
{
    write_file("m.ini",
               "[grid]\ncells = 24, 24, 24\nspacing = 1 mm\nbackground = k\n"
               "[run]\nsteps = 200\nforce = yes\nscheme = plain\n"
               "[boundary.all]\ntype = cpml\ncells = 6\n"
               "[material.k]\ntype = kerr\neps = 2\nchi3 = 1e-8 m^2/V^2\nreach = 1 kV/m\n"
               "[waveform.w]\ntype = gaussian\nfrequency = 5 GHz\n"
               "[source.s]\ntype = dipole\nposition = 12, 12, 12 mm\ndirection = z\n"
               "current = 1e9 A\nwaveform = w\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_DIVERGED);
    says("is not finite in cell");
    says("likely cause: fields beyond the 1e+03 V/m that a law is meant for, reached between "
         "two "
         "looks; weaker sources, or sentinel = 1 to see where it begins");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.sentinel=1"), YEE_DIVERGED);
    ck_assert_ptr_null(strstr(said, "between two looks"));
}
END_TEST

/* 10 nm of gold through layers, whose upper mode runs backward. */
START_TEST(a_film_in_a_layer_is_named_as_the_cause)
{
    write_file("m.ini",
               "[grid]\ncells = 60, 60\nspacing = 1 nm\ninvariant = z\nmode = te\n"
               "[run]\nsteps = 100000\nflush = 0 s\nforce = yes\nscheme = tiled\n"
               "[boundary.all]\ntype = cpml\n"
               "[material.gold]\ntype = drude\nwp = 1.37e16 rad/s\ngamma = 1e14 rad/s\n"
               "[shape.film]\ntype = box\nmaterial = gold\nfrom = -1, 30e-9, -1 m\n"
               "to = 1, 40e-9, 1 m\n"
               "[waveform.w]\ntype = modulated_gaussian\nfrequency = 800 THz\n"
               "bandwidth = 1400 THz\n"
               "[source.s]\ntype = dipole\nposition = 30, 28, 0 nm\ndirection = 1, 1, 0\n"
               "current = 1 A\nwaveform = w\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_DIVERGED);
    says("likely cause: the absorbing layer at x");
    says("which amplifies waves that run backward, and 'gold' in it carries such waves (its "
         "eps is "
         "negative); take type = absorber at that face");
    MUST("m.ini", "--set", "run.steps=30000", "--set", "grid.cells=80, 60", "--set",
         "boundary.all.faces=y", "--set", "boundary.x.type=absorber", "--set",
         "boundary.x.faces=x", "--set", "boundary.x.cells=20");
}
END_TEST

/* A metal box holds a wave of 16.3 GHz, below the guide's cutoff of 16.65 GHz, before a layer of few
 * cells: docs/absorber.md. Its energy grows by 1.002 a step there. Behind other layers the magnetic
 * energy, in which the static field of the dipole's charge has no part, swings over ten thousands of
 * steps; 20 times in 25000 steps would be 1.00012 a step. */
static void holds(const char *first, const char *second, const char *third)
{
    double w[6];
    MUST("m.ini", "--set", first, "--set", second, "--set", third);
    ck_assert_int_eq(rows_of("m.h5", "/energy/joule/magnetic"), 6);
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, "/energy/joule/magnetic", H5P_DEFAULT);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, w), 0);
    H5Dclose(set);
    H5Fclose(file);
    ck_assert_msg(fabs(w[5]) < 20 * fabs(w[0]), "%s: the energy goes from %g to %g J", second,
                  w[0], w[5]);
}

START_TEST(a_wave_below_a_cutoff_that_a_layer_feeds_is_named_as_the_cause)
{
    write_file("m.ini",
               "[grid]\ncells = 13, 7, 9\nspacing = 1 mm\n"
               "[run]\nsteps = 30000\nflush = 0 s\nforce = yes\nscheme = plain\nthreads = 1\n"
               "precision = f64\n[boundary.x]\ntype = cpml\nfaces = x+\ncells = 4\n"
               "[boundary.w]\ntype = pec\nfaces = x-, z\n"
               "[boundary.y]\ntype = periodic\nfaces = y\n"
               "[shape.m]\ntype = box\nmaterial = pec\nfrom = 3, 3, 5 mm\nto = 4, 5, 6 mm\n"
               "[waveform.w]\ntype = gaussian\nfrequency = 12 GHz\n"
               "[source.s]\ntype = dipole\nposition = 5, 4, 6.5 mm\ndirection = z\n"
               "current = 1 A\nwaveform = w\n"
               "[output.joule]\ntype = energy\nevery = 5000\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_DIVERGED);
    says("growing 1.00");
    says(
        "likely cause: a wave just below a cutoff, held by objects near the layer at x+, which "
        "gives power to what decays within it");
    holds("grid.cells=29, 7, 9", "boundary.x.cells=20", "run.steps=30000");
    holds("grid.cells=17, 7, 9", "boundary.x.cells=8", "boundary.x.kappa_max=30");
    holds("grid.cells=13, 7, 9", "boundary.x.type=absorber", "run.steps=30000");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sentinel");
    TCase *tests = tcase_create("sentinel");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, a_diverging_run_is_stopped_with_place_growth_and_cause, 0,
                        2 * FAULTS);
    tcase_add_test(tests, a_layer_that_is_broken_is_refused_unless_unsafe);
    tcase_add_test(tests, a_run_that_leaves_the_range_of_numbers_says_so);
    tcase_add_test(tests, a_law_whose_range_was_passed_between_two_looks_is_named_as_the_cause);
    tcase_add_test(tests, a_film_in_a_layer_is_named_as_the_cause);
    tcase_add_test(tests, a_wave_below_a_cutoff_that_a_layer_feeds_is_named_as_the_cause);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
