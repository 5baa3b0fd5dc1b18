/* tests/physics/test_posts.c: post-processing steps against exact results.
 *
 * s_parameters: a parallel-plate line of n cells d between two lumped ports, as in test_port.c.
 * With the grid's wave V = A e^{-jkx} + B e^{jkx} and the half cell of shunt capacitance at its
 * end, Omega d/(2 c) = sin(kd/2), the current into the line is
 *
 *     I Z0 = j sin(kd/2) (A + B) + A e^{-jkd/2} - B e^{jkd/2} = cos(kd/2) (A - B)
 *
 * and the port's voltage of the same instant the mean of two steps, V cos(omega dt/2). So
 *
 *     Z = Z0 cos(omega dt/2)/cos(kd/2) (1 + G)/(1 - G),  G = (R' - Z0)/(R' + Z0) e^{-2jk n d},
 *
 * R' = R cos(kd/2)/cos(omega dt/2) of the far port. The record goes on until what is left of
 * the pulse, after 13 ways of 60 cells with two reflections of 1/3 and less between them, has
 * fallen below 1e-10.
 *
 * resonances: modes of a cavity of PEC walls, (2/dt sin(omega dt/2))^2 = c^2 sum_a (2/d sin(pi
 * m_a d/(2 L_a)))^2. */
#include "short.h"
#include "suite.h"
#include <check.h>
#include <complex.h>
#include <hdf5.h>
#include <math.h>
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
    ck_assert_int_eq(chdir(folder), 0);
}

static void teardown(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* Runs a model, its steps too, and returns its dt (s). */
static double run(const char *text)
{
    yee_session *session = NULL;
    yee_model *model = NULL;
    yee_simulation *sim = NULL;
    ck_assert_msg(!yee_session_open(NULL, &session), "%s", yee_session_error(NULL));
    const bool ok = !yee_model_parse(session, "m.ini", text, 0, NULL, &model) &&
                    !yee_simulation_plan(model, &sim) &&
                    !yee_simulation_run(sim, -1, NULL, NULL) && !yee_simulation_finish(sim);
    ck_assert_msg(ok, "%s", yee_session_error(session));
    const double dt = yee_model_problem(model)->grid.dt;
    yee_simulation_free(sim);
    yee_model_free(model);
    yee_session_close(session);
    return dt;
}

/* A dataset of m.h5 as doubles, pairs as two; the number of rows. */
static size_t load(const char *path, double *v, size_t most)
{
    hsize_t dims[8];
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
    const hid_t type = H5Dget_type(set);
    const bool pairs = H5Tget_class(type) == H5T_COMPOUND;
    ck_assert_msg(set >= 0, "m.h5 has no %s", path);
    ck_assert_int_eq(H5Sget_simple_extent_dims(space, dims, NULL), 1);
    ck_assert_uint_le(dims[0] * (pairs ? 2 : 1), most);
    ck_assert_int_ge(
        H5Dread(set, pairs ? type : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return dims[0];
}

#define CELLS 60
#define D 1e-3

START_TEST(the_reflection_of_a_line_is_that_of_the_grid)
{
    static double f[401], s[401][2], t[401][2];
    char text[2048];
    const double z0 = YEE_ETA0 * 3 / 4, far = 100;
    snprintf(text, sizeof text,
             "[grid]\nspacing = 1 mm\ncells = %d, 4, 3\n"
             "[run]\nsteps = 3000\nprecision = f64\noutput = m.h5\n"
             "[boundary.wall]\ntype = pmc\nfaces = x, y\n"
             "[boundary.plate]\ntype = pec\nfaces = z\n"
             "[waveform.w]\ntype = gaussian\nfrequency = 7.5 GHz\n"
             "[source.feed]\ntype = voltage\nnegative = 0, 0, 0\npositive = 0, 0, 3 mm\n"
             "across = 0, 4 mm, 0\nresistance = 200 Ohm\nvoltage = 2 V\nwaveform = w\n"
             "[source.load]\ntype = voltage\nnegative = %d mm, 0, 3 mm\n"
             "positive = %d mm, 0, 0\nacross = 0, 4 mm, 0\nresistance = %g Ohm\n"
             "[output.v]\ntype = probe\nports = feed, load\n"
             "[post.s]\ntype = s_parameters\nport = feed\nothers = load\n",
             CELLS, CELLS, CELLS, far);
    const double dt = run(text);
    const size_t n = load("/post/s/frequency", f, 401);
    ck_assert_uint_eq(n, 401);
    load("/post/s/s11", s[0], 802);
    load("/post/s/s_load", t[0], 802);
    double worst = 0, power = 0;
    for (size_t i = 0; i < n && !short_on(); i++) {
        const double omega = 2 * YEE_PI * f[i];
        const double k = 2 / D * asin(D / (YEE_C0 * dt) * sin(0.5 * omega * dt));
        const double ratio = cos(0.5 * omega * dt) / cos(0.5 * k * D), seen = far / ratio;
        const double complex g = (seen - z0) / (seen + z0) * cexp(-2 * I * k * CELLS * D);
        const double complex z = z0 * ratio * (1 + g) / (1 - g);
        const double complex want = (z - 200) / (z + 200), got = s[i][0] + I * s[i][1];
        worst = fmax(worst, cabs(got - want));
        power =
            fmax(power, fabs(pow(cabs(got), 2) + t[i][0] * t[i][0] + t[i][1] * t[i][1] - 1));
    }
    printf("S11 of a line: %.2g of the grid's own; |S11|^2 + |S21|^2 - 1: %.2g (both < 1e-9)\n",
           worst, power);
    ck_assert_double_lt(worst, 1e-9);
    /* nothing is lost in a line without loss: both from the same record, to its tail */
    ck_assert_double_lt(power, 1e-9);
}
END_TEST

/* Relative distance of a frequency from the cavity's nearest mode. */
static double off(double f, double dt)
{
    static const double length[3] = {0.05, 0.02, 0.06}, d = 2e-3;
    double least = INFINITY;
    for (int m = 0; m < 5 * 5 * 5; m++) {
        const int order[3] = {m % 5, m / 5 % 5, m / 25};
        double q = 0;
        for (int a = 0; a < 3; a++)
            q += pow(2 / d * sin(YEE_PI * order[a] * d / (2 * length[a])), 2);
        const double mode = asin(0.5 * YEE_C0 * dt * sqrt(q)) / (YEE_PI * dt);
        least = fmin(least, fabs(f / mode - 1));
    }
    return least;
}

/* The pulse has ended by 2.5 ns. From then on: of 1 ns, four periods, the strongest mode to
 * 1e-6 (what lies beside the band is there too, and is what limits it); of 2 ns all three. */
START_TEST(modes_of_a_cavity_are_found_in_few_periods)
{
    static const struct {
        const char *end;
        size_t modes; /* that are held to 1e-6 */
    } record[] = {{"3.5 ns", 1}, {"4.5 ns", 3}};
    static double f[64], decay[64];
    char text[2048];
    snprintf(text, sizeof text,
             "[grid]\nsize = 50, 20, 60 mm\nspacing = 2 mm\n"
             "[run]\ntime = 4.6 ns\nprecision = f64\noutput = m.h5\n"
             "[boundary.wall]\ntype = pec\n"
             "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4.5 GHz\nbandwidth = 4 GHz\n"
             "[source.s]\ntype = dipole\nposition = 18, 8, 22 mm\ndirection = y\n"
             "current = 1 A\nwaveform = w\n"
             "[output.p]\ntype = probe\nposition = 16, 8, 26 mm\ncomponents = ey\n"
             "[post.modes]\ntype = resonances\nprobe = p\ncomponent = ey\nbegin = 2.5 ns\n"
             "end = %s\nfrequency_min = 3 GHz\nfrequency_max = 7 GHz\n",
             record[_i].end);
    if (short_on())
        return;
    const double dt = run(text);
    const size_t n = load("/post/modes/frequency", f, 64);
    load("/post/modes/decay", decay, 64);
    ck_assert_uint_eq(n, 3);
    for (size_t i = 0; i < record[_i].modes; i++) {
        printf("mode of %.6g GHz up to %s: %.2g (1e-6), decay %.2g of the frequency (1e-6)\n",
               1e-9 * f[i], record[_i].end, off(f[i], dt), fabs(decay[i]) / f[i]);
        ck_assert_double_lt(off(f[i], dt), 1e-6);
        ck_assert_double_lt(fabs(decay[i]) / f[i], 1e-6); /* the walls lose nothing */
    }
}
END_TEST

/* A mode that loses: a filling of sigma and eps makes every mode decay with sigma/(2 eps). */
START_TEST(a_lossy_filling_gives_every_mode_its_decay)
{
    static double f[64], decay[64];
    const double sigma = 2e-3, want = sigma / (2 * YEE_EPS0);
    if (short_on())
        return;
    run("[grid]\nsize = 50, 20, 60 mm\nspacing = 2 mm\n"
        "[run]\ntime = 5 ns\nprecision = f64\noutput = m.h5\n"
        "[boundary.wall]\ntype = pec\n"
        "[material.air]\ntype = dielectric\neps = 1\nsigma = 2 mS/m\n"
        "[shape.all]\ntype = box\nfrom = 0, 0, 0 m\nto = 50, 20, 60 mm\nmaterial = air\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4.5 GHz\nbandwidth = 4 GHz\n"
        "[source.s]\ntype = dipole\nposition = 18, 8, 22 mm\ndirection = y\n"
        "current = 1 A\nwaveform = w\n"
        "[output.p]\ntype = probe\nposition = 16, 8, 26 mm\ncomponents = ey\n"
        "[post.modes]\ntype = resonances\nprobe = p\ncomponent = ey\nbegin = 2.5 ns\n"
        "frequency_min = 3 GHz\nfrequency_max = 7 GHz\n");
    const size_t n = load("/post/modes/frequency", f, 64);
    load("/post/modes/decay", decay, 64);
    ck_assert_uint_eq(n, 3);
    /* Leapfrog with a semi-implicit loss s = sigma dt/(2 eps) per step has |z|^2 = (1 - s)/(1 +
     * s): alpha dt = atanh(s), sigma/(2 eps) but for s^2/3 = 6e-8. */
    for (size_t i = 0; i < 3; i++) {
        printf("decay %zu: %.3g of sigma/(2 eps) (1e-6)\n", i, decay[i] / want - 1);
        ck_assert_double_lt(fabs(decay[i] / want - 1), i ? 1e-4 : 1e-6);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("posts");
    TCase *tests = tcase_create("posts");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_reflection_of_a_line_is_that_of_the_grid);
    tcase_add_loop_test(tests, modes_of_a_cavity_are_found_in_few_periods, 0, 2);
    tcase_add_test(tests, a_lossy_filling_gives_every_mode_its_decay);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
