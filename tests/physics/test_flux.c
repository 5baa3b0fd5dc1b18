/* tests/physics/test_flux.c: power through planes and boxes, through the files of whole runs.
 *
 * A slab between two planes: reflection with the incident fields of a reference run subtracted,
 * transmission normalised by it; and the energy a source gives to the grid against the power
 * spectrum that leaves a box around it. */
#include "short.h"
#include "suite.h"
#include <check.h>
#include <complex.h>
#include <hdf5.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yee/libyee.h>

static char folder[64];

static void setup(void)
{
    strcpy(folder, "/tmp/yee_test_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void teardown(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* Runs a model to its end; returns its time step (s). */
static double run_model(const char *format, ...)
{
    char text[8192];
    yee_session *session = NULL;
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    va_list args;
    va_start(args, format);
    ck_assert_int_lt(vsnprintf(text, sizeof text, format, args), (int)sizeof text);
    va_end(args);
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "test.ini", text, 0, NULL, &model) &&
                      !yee_simulation_plan(model, &simulation),
                  "%s", yee_session_error(session));
    const yee_problem *p = yee_model_problem(model);
    const yee_axis_data *axis = p->grid.axis;
    const int64_t steps = short_steps(
        p->steps, 0, (double)axis[0].cells * (double)axis[1].cells * (double)axis[2].cells);
    ck_assert_msg(!yee_simulation_run(simulation, steps, NULL, NULL) &&
                      !yee_simulation_finish(simulation),
                  "%s", yee_session_error(session));
    const double dt = p->grid.dt;
    yee_simulation_free(simulation);
    yee_model_free(model);
    yee_session_close(session);
    return dt;
}

/* All of a dataset, to be freed; complex numbers are pairs. */
static double *read_numbers(const char *file, const char *path, int *count)
{
    char name[128];
    snprintf(name, sizeof name, "%s/%s.h5", folder, file);
    const hid_t f = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(f, path, H5P_DEFAULT), space = H5Dget_space(set);
    const hid_t type = H5Dget_type(set), pair = H5Tcreate(H5T_COMPOUND, 2 * sizeof(double));
    const bool pairs = H5Tget_class(type) == H5T_COMPOUND;
    H5Tinsert(pair, "r", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(pair, "i", sizeof(double), H5T_NATIVE_DOUBLE);
    *count = (int)H5Sget_simple_extent_npoints(space) * (pairs ? 2 : 1);
    ck_assert_int_gt(*count, 0);
    double *v = malloc((size_t)*count * sizeof *v);
    ck_assert_int_ge(
        H5Dread(set, pairs ? pair : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Tclose(pair);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(f);
    return v;
}

#include "short_asserts.h"

/* The slab: 20 mm of eps = 4 in a line of cells along x, so long that no echo from its ends
 * reaches a plane within the run. */

#define EPS 4.0
#define THICK 20e-3
#define LENGTH 1.8
#define LEFT 0.9

static double run_slab(const char *name, double cell, double eps, const char *keys)
{
    /* 5 ns: the pulse needs 0.6 ns through the slab, which rings down by a factor 9 every
     * 0.27 ns; the nearest echo needs 5.5 ns */
    return run_model(
        "[grid]\nsize = %g, 0.002, 1 m\nspacing = %g m\ninvariant = z\n"
        "mode = tm\n[run]\ntime = 5 ns\nprecision = f64\nforce = yes\noutput = %s/%s.h5\n"
        "[boundary.x]\ntype = pec\nfaces = x\n"
        "[boundary.y]\ntype = periodic\nfaces = y\n"
        "[material.glass]\ntype = dielectric\neps = %g\n"
        "[shape.slab]\ntype = box\nmaterial = glass\nfrom = %g, 0, 0 m\n"
        "to = %g, 0.002, 1 m\n"
        "[waveform.pulse]\ntype = modulated_gaussian\nfrequency = 6 GHz\n"
        "bandwidth = 12 GHz\n"
        "[source.sheet]\ntype = current_sheet\nfrom = 0.8, 0, 0 m\nto = 0.8, 0.002, 1 "
        "m\ndirection = z\nwaveform = pulse\ncurrent = 1 A/m\n"
        "[output.r]\ntype = flux\nplane = x\nat = 0.85 m\nfrequency_min = 3 GHz\n"
        "frequency_max = 9 GHz\nfrequency_count = 25\nevery = 1\n%s"
        "[output.t]\ntype = flux\nplane = x\nat = 0.96 m\nfrequency_min = 3 GHz\n"
        "frequency_max = 9 GHz\nfrequency_count = 25\nevery = 1\n%s%s%s",
        LENGTH, cell, folder, name, eps, LEFT, LEFT + THICK, keys, *keys ? "normalize = " : "",
        *keys ? folder : "", *keys ? "/free.h5:/flux/t\n" : "");
}

/* R and T of the slab on the grid, exactly: the 1-D Yee recursion
 * E[i-1] - 2 E[i] + E[i+1] = -eps[i] (2 d/(c dt) sin(w dt/2))^2 E[i], with eps the mean of the
 * two cells on the faces, is marched from a wave that leaves on the right to the two waves on
 * the left. */
static void slab_discrete(double f, double cell, double dt, double *r, double *t)
{
    const double s = cell / (YEE_C0 * dt) * sin(YEE_PI * f * dt);
    const double k = 2 * asin(s); /* rad per cell */
    const int cells = (int)lround(THICK / cell);
    double complex right = cexp(-I * k * (cells + 2)), here = cexp(-I * k * (cells + 1));
    for (int i = cells + 1; i >= -1; i--) {
        const double eps = i < 0 || i > cells     ? 1
                           : i == 0 || i == cells ? 0.5 * (1 + EPS)
                                                  : EPS;
        const double complex left = 2 * here - right - eps * 4 * s * s * here;
        right = here;
        here = left;
    }
    /* here = E[-2], right = E[-1] of a e^{-jki} + b e^{jki} */
    const double complex p = cexp(I * k), det = cpow(p, 2) / p - p / cpow(p, 2);
    const double complex a = (here / p - right / cpow(p, 2)) / det;
    const double complex b = (cpow(p, 2) * right - p * here) / det;
    *r = pow(cabs(b / a), 2);
    *t = pow(cabs(1 / a), 2);
}

/* G. B. Airy's formula of a slab. */
static double slab_exact(double f)
{
    const double n = sqrt(EPS), phase = n * 2 * YEE_PI * f * THICK / YEE_C0;
    return 1 / (1 + pow((n * n - 1) / (2 * n) * sin(phase), 2));
}

/* Largest errors of R and T against the grid's own and against the exact ones. */
static void slab_errors(double cell, double *discrete, double *exact)
{
    char keys[256];
    int count;
    run_slab("free", cell, 1, "");
    snprintf(keys, sizeof keys,
             "reference = %s/free.h5:/flux/r\nnormalize = %s/free.h5:/flux/r\n", folder,
             folder);
    const double dt = run_slab("slab", cell, EPS, keys);
    double *f = read_numbers("slab", "/flux/r/frequency", &count);
    double *r = read_numbers("slab", "/flux/r/ratio", &count);
    double *t = read_numbers("slab", "/flux/t/ratio", &count);
    *discrete = *exact = 0;
    for (int i = 0; i < count; i++) {
        double grid_r, grid_t;
        slab_discrete(f[i], cell, dt, &grid_r, &grid_t);
        /* what comes back counts against the direction of the plane */
        *discrete = fmax(*discrete, fmax(fabs(-r[i] - grid_r), fabs(t[i] - grid_t)));
        *exact = fmax(*exact, fabs(t[i] - slab_exact(f[i])));
    }
    free(f);
    free(r);
    free(t);
}

START_TEST(a_slab_reflects_and_transmits_what_its_grid_says)
{
    double discrete, coarse, fine;
    slab_errors(1e-3, &discrete, &coarse);
    /* Nothing but rounding and the ringing that is left, 9^-(4.4/0.27) = 3e-16. Sums of 2000
     * steps round to 1e-16 sqrt(2000) of the largest term; at the ends of the band the spectrum
     * is a tenth of its peak, a factor 100 in power: 1e-12. */
    ck_assert_double_le(discrete, 1e-11);
    slab_errors(0.5e-3, &discrete, &fine);
    ck_assert_double_le(discrete, 1e-11);
    /* Second order: the error of the phase in the slab, k d (k cell)^2/24 (1 - (c dt/n
     * cell)^2), is 0.039 rad at 9 GHz and 1 mm, and T changes by at most 0.45 a rad of it:
     * 0.018. Its own square, with a curvature below 1, is 8 % of the error found and a quarter
     * of that in the finer grid: the ratio differs from 4 by less than 0.3. */
    ck_assert_double_le(coarse, 0.018);
    ck_assert_double_eq_tol(coarse / fine, 4, 0.3);
}
END_TEST

/* A line current in a box of a 2-D grid that opens into layers on all sides. */
START_TEST(what_leaves_a_box_is_what_the_source_gave)
{
    int count, times;
    const double dt = run_model(
        "[grid]\nsize = 200, 200, 1 mm\nspacing = 1, 1, 1 mm\ninvariant = z\nmode = tm\n"
        "[run]\nsteps = 2600\nprecision = f64\noutput = %s/box.h5\n"
        /* little alpha: what it traps leaves the layers slowly */
        "[boundary.all]\ntype = cpml\nfaces = x, y\nkappa_max = 5\n"
        "alpha_factor = 0.02\nalpha_order = 1\n"
        "[material.glass]\ntype = dielectric\neps = 3\n"
        "[shape.rod]\ntype = box\nmaterial = glass\nfrom = 105, 96, 0 mm\nto = 109, 104, 1 mm\n"
        "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
        "[source.line]\ntype = dipole\nposition = 100, 100, 0.5 mm\ndirection = z\n"
        "waveform = pulse\ncurrent = 1 A\n"
        "[output.box]\ntype = flux\nfrom = 90, 91, 0 mm\nto = 113, 112, 1 mm\n"
        "frequency_min = 0 Hz\nfrequency_max = 60 GHz\nfrequency_count = 601\nevery = 1\n"
        "[output.beside]\ntype = flux\nfrom = 120, 91, 0 mm\nto = 133, 112, 1 mm\n"
        "frequencies = 12 GHz\nevery = 1\n"
        "[output.w]\ntype = energy\nevery = 1\n",
        folder);
    double *f = read_numbers("box", "/flux/box/frequency", &count);
    double *p = read_numbers("box", "/flux/box/power", &count);
    double *w = read_numbers("box", "/energy/w/total", &times);
    /* The grid's energy falls by dt (E[n] + E[n+1])/2 H[n+1/2] through a surface: in the
     * spectrum a factor cos(pi f dt). */
    double sum = 0;
    for (int i = 0; i + 1 < count; i++)
        sum += 0.5 * (p[i] * cos(YEE_PI * f[i] * dt) + p[i + 1] * cos(YEE_PI * f[i + 1] * dt)) *
               (f[i + 1] - f[i]);
    /* The source is over (below 1e-16) 0.25 ns after its start, step 108; the front needs
     * 90 cells = 127 steps to the layers. In between the grid's energy stands still, to the
     * rounding of 2e5 terms. */
    const int still = times > 119 ? 119 : times - 1; /* a short run has fewer */
    const double energy = w[still];
    ck_assert_double_eq_tol(w[still * 112 / 119], energy, 1e-12 * energy);
    /* Sampling the spectrum at 0.1 GHz folds what happens 10 ns later onto the record: nothing,
     * the run has 6.1 ns. Beyond 60 GHz a ricker pulse of 12 GHz has 5^4 exp(-2*24) of its
     * power density, 1e-18. The energy that is left at the end, below 1e-14, has not passed
     * yet, and the step to nothing that ends the record has as much beyond 60 GHz. */
    ck_assert_double_le(w[times - 1], 1e-14 * energy);
    ck_assert_double_eq_tol(sum, energy, 1e-10 * energy);
    double *beside = read_numbers("box", "/flux/beside/power", &times);
    /* No source and no loss inside: what enters leaves, but for the fields that are left at the
     * end, 1e-7 of the pulse's. */
    ck_assert_double_le(fabs(*beside), 1e-7 * p[120]);
    free(f);
    free(p);
    free(w);
    free(beside);
}
END_TEST

/* A dipole beside a brick, spectrum and flux around it; every: a key, or nothing. Returns the
 * interval of the spectrum, which is that of the flux. */
static int64_t run_cadence(const char *name, const char *precision, const char *every)
{
    char file[128];
    int64_t steps[2];
    run_model("[grid]\ncells = 34, 31, 29\nspacing = 4 mm\n"
              "[run]\nsteps = 700\nprecision = %s\noutput = %s/%s.h5\n"
              "[boundary.all]\ntype = cpml\ncells = 6\n"
              "[material.glass]\ntype = dielectric\neps = 2\n"
              "[shape.brick]\ntype = box\nmaterial = glass\nfrom = 72, 54, 54 mm\n"
              "to = 88, 66, 66 mm\n"
              "[waveform.pulse]\ntype = ricker\nfrequency = 3 GHz\n"
              "[source.d]\ntype = dipole\nposition = 64, 60, 58 mm\ndirection = z\n"
              "current = 1 A\nwaveform = pulse\n"
              "[output.s]\ntype = spectrum\nfrom = 36, 36, 36 mm\nto = 52, 80, 80 mm\n"
              "frequency_min = 1 GHz\nfrequency_max = 5 GHz\nfrequency_count = 5\n%s"
              "[output.f]\ntype = flux\nfrom = 36, 36, 36 mm\nto = 96, 88, 84 mm\n"
              "frequency_min = 1 GHz\nfrequency_max = 5 GHz\nfrequency_count = 5\n%s",
              precision, folder, name, every, every);
    snprintf(file, sizeof file, "%s/%s.h5", folder, name);
    const hid_t f = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int n = 0; n < 2; n++) {
        const hid_t a = H5Aopen_by_name(f, n ? "/flux/f" : "/spectrum/s", "every", H5P_DEFAULT,
                                        H5P_DEFAULT);
        ck_assert_int_ge(H5Aread(a, H5T_NATIVE_INT64, &steps[n]), 0);
        H5Aclose(a);
    }
    H5Fclose(f);
    ck_assert_int_eq(steps[0], steps[1]);
    return steps[0];
}

/* Largest difference of a dataset in two files over the largest number there is. */
static double difference(const char *file, const char *path)
{
    int count, others;
    double *a = read_numbers("one", path, &count), *b = read_numbers(file, path, &others);
    double worst = 0, most = 0;
    ck_assert_int_eq(count, others);
    for (int i = 0; i < count; i++) {
        worst = fmax(worst, fabs(a[i] - b[i]));
        most = fmax(most, fabs(a[i]));
    }
    free(a);
    free(b);
    return worst / most;
}

/* The spectrum that is folded onto a frequency comes from the two images nearest to the
 * band, each below 2^-24 of the pulse's spectrum. A dipole of given current radiates in
 * proportion to frequency, so there it is 13.7 GHz/3 GHz = 4.6 times as strong as at the
 * pulse's peak, and the brick, a quarter wave across, takes twice that at most:
 * 2 * 4.6 * 2 * 2^-24 = 1.1e-6. Float32 adds the rounding of fields, a walk of 2^-24 a step
 * over the 60 steps of the pulse, 5e-7 in either run. Power has both factors, and half a wave
 * from a dipole |E||H| is not twice what is radiated: four times as much. At 11 steps the image of
 * 5 GHz is 6.9 GHz, where the pulse still has a tenth of its spectrum; a hundredth of it in
 * phase with what is there is seen surely. */
START_TEST(transforms_at_their_own_pace_are_those_of_every_step)
{
    static const char *const path[] = {"/spectrum/s/ex", "/spectrum/s/ez", "/spectrum/s/hx",
                                       "/spectrum/s/hy", "/flux/f/power"};
    const char *const precision = _i ? "f64" : "f32";
    const double limit = _i ? 1.1e-6 : 2.1e-6;
    ck_assert_int_eq(run_cadence("one", precision, "every = 1\n"), 1);
    ck_assert_int_ge(run_cadence("own", precision, ""), 4);
    ck_assert_int_eq(run_cadence("rare", precision, "every = 11\n"), 11);
    for (int n = 0; n < 5; n++) {
        ck_assert_double_le(difference("own", path[n]), n == 4 ? 4 * limit : limit);
        ck_assert_double_ge(difference("rare", path[n]), 1e-3);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("flux");
    TCase *c = tcase_create("flux");
    tcase_set_timeout(c, 120);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_slab_reflects_and_transmits_what_its_grid_says);
    tcase_add_test(c, what_leaves_a_box_is_what_the_source_gave);
    tcase_add_loop_test(c, transforms_at_their_own_pace_are_those_of_every_step, 0, 2);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
