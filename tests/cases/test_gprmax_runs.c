/* Input files of gprMax that are run, and the records in gprMax's own form. */
#include "gprmax_record.h"
#include "suite.h"
#include <math.h>

#define C0 299792458.0
#define MU0 1.25663706212e-6
#define EPS0 (1 / (MU0 * C0 * C0))
#define PI 3.14159265358979323846
#define F 1.5e9 /* of the line source */

static void attribute(const char *name, const char *path, const char *key, hid_t type, void *v)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    const hid_t at = H5Aopen_by_name(file, path, key, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(at >= 0, "%s of %s has no %s", path, name, key);
    ck_assert_int_ge(H5Aread(at, type, v), 0);
    H5Aclose(at);
    H5Fclose(file);
}

static double number(const char *name, const char *path, const char *key)
{
    double v = NAN;
    attribute(name, path, key, H5T_NATIVE_DOUBLE, &v);
    return v;
}

/* The kind of type and the number of values of an attribute. */
static void shaped(const char *name, const char *path, const char *key, hid_t type, int count)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t at = H5Aopen_by_name(file, path, key, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(at >= 0, "%s has no %s", path, key);
    const hid_t own = H5Aget_type(at), space = H5Aget_space(at);
    if (type == H5T_STRING) {
        ck_assert_msg(H5Tis_variable_str(own) > 0, "%s is no text of variable length", key);
        ck_assert_int_eq(H5Tget_cset(own), H5T_CSET_UTF8);
    } else {
        ck_assert_msg(H5Tequal(own, type) > 0, "%s has another type", key);
    }
    ck_assert_int_eq(H5Sget_simple_extent_npoints(space), count);
    ck_assert_int_eq(H5Sget_simple_extent_ndims(space), count > 1);
    H5Sclose(space);
    H5Tclose(own);
    H5Aclose(at);
    H5Fclose(file);
}

static const char *words(const char *name, const char *path, const char *key)
{
    static char kept[200];
    char *v = NULL;
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    attribute(name, path, key, type, &v);
    snprintf(kept, sizeof kept, "%s", v ? v : "");
    H5free_memory(v);
    H5Tclose(type);
    return kept;
}

/* -- a line source in 2-D -- */

#define LINE \
    "#domain: 0.200 0.200 0.001\n#dx_dy_dz: 0.001 0.001 0.001\n" \
    "#waveform: ricker 1 1.5e9 w\n#hertzian_dipole: z 0.100 0.100 0 w\n" \
    "#rx: 0.150 0.100 0 east\n#rx: 0.100 0.100 0 here Ez Iz\n#time_window: 2.5e-9\n"

static double ricker(double f, double t)
{
    const double y = PI * f * (t - sqrt(2) / f);
    return (1 - 2 * y * y) * exp(-y * y);
}

static double ricker_rate(double t)
{
    const double u = t - sqrt(2) / F, z = PI * PI * F * F;
    return -2 * z * u * (3 - 2 * z * u * u) * exp(-z * u * u);
}

/* The field of a line current I(t) at a distance, from the Green function of the 2-D wave equation,
 * 1/(2 pi sqrt(t^2 - rho^2/c^2)): E = -mu0/(2 pi) int I'(t - rho/c cosh(x)) dx over x > 0, by
 * Simpson's rule; I' is below 1e-9 of its peak before t = 0, so that x = 5 is far enough for 2.5 ns:
 * rho/c cosh(5) = 12 ns. */
static double line_field(double rho, double t)
{
    enum { PARTS = 2000 };
    const double h = 5. / PARTS;
    double sum = 0;
    for (int n = 0; n <= PARTS; n++)
        sum += (n == 0 || n == PARTS ? 1
                : n % 2              ? 4
                                     : 2) *
               ricker_rate(t - rho / C0 * cosh(n * h));
    return -MU0 / (2 * PI) * sum * h / 3;
}

/* Largest difference from the closed form, later by `late` steps, over its peak. */
static double line_error(double late)
{
    static double e[ROWS];
    const int rows = load("line.out", "/rxs/rx1/Ez", e);
    const double dt = number("line.out", "/", "dt");
    double worst = 0, peak = 0;
    for (int n = 0; n < rows; n++) {
        const double exact = line_field(0.05, (n - late) * dt);
        worst = fmax(worst, fabs(e[n] - exact));
        peak = fmax(peak, fabs(exact));
    }
    return worst / peak;
}

/* Second-order errors of the grid at 200 cells a wavelength, (pi/200)^2/6 = 4e-5 of the phase
 * velocity, and 4 times as much at twice the frequency, over 2 pi/4 and pi/2 rad of way: below
 * 3e-4; what the layers reflect of waves that come at most 1.2 ns later adds to it. Half a step is
 * 2 pi f dt/2 = 1.1e-2 at the peak of the spectrum. */
START_TEST(a_line_source_has_the_field_of_its_closed_form)
{
    write_file("line.in", LINE);
    MUST("line.in");
    const double error = line_error(0);
    printf("line source, 50 cells away: %.2e of the peak, at most 5e-4\n", error);
    ck_assert_double_lt(error, 5e-4);
    ck_assert_double_gt(line_error(0.5), 5e-3);
    MUST("line.in", "--force", "--set", "importer.gprmax.timing=gprmax3");
    ck_assert_double_lt(line_error(0.5), 5e-4);
    ck_assert_double_gt(line_error(0), 5e-3);
}
END_TEST

/* Ampere's law of the grid on the source's own edge, at (n - 1/2) dt: the circulation of H is the
 * current and eps0 times the change of E. In double the terms cancel to rounding, 1e-16 times the
 * field's largest term, eps0 dx dy/dt E, which is 0.3 A here. */
START_TEST(the_circulation_around_a_dipole_is_its_current)
{
    static double e[ROWS], i[ROWS];
    write_file("line.in", LINE);
    MUST("line.in", "--set", "run.precision=f64", "--set", "importer.gprmax.record=gprmax4");
    const double dt = number("line_gprmax.h5", "/", "dt");
    const int rows = load("line_gprmax.h5", "/rxs/rx2/Iz", i);
    ck_assert_int_eq(load("line_gprmax.h5", "/rxs/rx2/Ez", e), rows);
    ck_assert_str_eq(words("line_gprmax.h5", "/rxs/rx2", "Name"), "here");
    double worst = 0;
    for (int n = 1; n < rows; n++)
        worst = fmax(worst, fabs(i[n] - ricker(F, (n - 0.5) * dt) -
                                 EPS0 * 1e-6 / dt * (e[n] - e[n - 1])));
    printf("Ampere's law around the source: %.2e A\n", worst);
    ck_assert_double_lt(worst, 1e-12);
}
END_TEST

/* -- the form of the record -- */

#define SOLID \
    "#title: a title\n#domain: 0.026 0.026 0.026\n#dx_dy_dz: 0.001 0.001 0.001\n" \
    "#time_window: 60\n#pml_cells: 6\n#waveform: ricker 1 9e9 w\n" \
    "#hertzian_dipole: x 0.013 0.012 0.011 w\n#magnetic_dipole: z 0.010 0.012 0.011 w\n" \
    "#voltage_source: z 0.015 0.015 0.011 50 w\n#transmission_line: y 0.010 0.010 0.015 75 " \
    "w\n" \
    "#rx: 0.016 0.012 0.010\n#rx: 0.014 0.016 0.013 b Ix Iy Iz\n#rx: 0.016 0.014 0.013 a\n"

START_TEST(a_record_has_names_shapes_and_types_as_gprmax_writes_them)
{
    static double v[ROWS];
    static const char *const column[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz", "Ix", "Iy", "Iz"};
    write_file("m.in", SOLID "#src_steps: 0.002 0 0\n#rx_steps: 0.001 0 0\n");
    MUST("m.in");
    shaped("m.out", "/", "gprMax", H5T_STRING, 1);
    shaped("m.out", "/", "Title", H5T_STRING, 1);
    shaped("m.out", "/", "Iterations", H5T_NATIVE_INT64, 1);
    shaped("m.out", "/", "nx_ny_nz", H5T_NATIVE_INT64, 3);
    shaped("m.out", "/", "dx_dy_dz", H5T_NATIVE_DOUBLE, 3);
    shaped("m.out", "/", "dt", H5T_NATIVE_DOUBLE, 1);
    shaped("m.out", "/", "nsrc", H5T_NATIVE_INT64, 1);
    shaped("m.out", "/", "nrx", H5T_NATIVE_INT64, 1);
    shaped("m.out", "/", "srcsteps", H5T_NATIVE_INT64, 3);
    shaped("m.out", "/", "rxsteps", H5T_NATIVE_INT64, 3);
    shaped("m.out", "/rxs/rx1", "Position", H5T_NATIVE_DOUBLE, 3);
    ck_assert_str_eq(words("m.out", "/", "Title"), "a title");
    ck_assert(number("m.out", "/", "Iterations") == 60);
    ck_assert(number("m.out", "/", "nrx") == 3);
    ck_assert(number("m.out", "/", "nsrc") == 3);
    double steps[3];
    attribute("m.out", "/", "srcsteps", H5T_NATIVE_DOUBLE, steps);
    ck_assert(steps[0] == 2 && steps[1] == 0);
    ck_assert_str_eq(words("m.out", "/srcs/src1", "Type"), "VoltageSource");
    ck_assert_str_eq(words("m.out", "/srcs/src2", "Type"), "HertzianDipole");
    ck_assert_str_eq(words("m.out", "/srcs/src3", "Type"), "MagneticDipole");
    ck_assert_str_eq(words("m.out", "/rxs/rx1", "Name"), "Rx(16,12,10)");
    ck_assert_str_eq(words("m.out", "/rxs/rx2", "Name"), "b");
    double at[3];
    attribute("m.out", "/srcs/src2", "Position", H5T_NATIVE_DOUBLE, at);
    ck_assert_double_eq_tol(at[0], 0.013, 1e-15);
    for (int c = 0; c < 9; c++) {
        char path[40];
        snprintf(path, sizeof path, "/rxs/rx%d/%s", c < 6 ? 1 : 2, column[c]);
        ck_assert_int_eq(load("m.out", path, v), 60);
        ck_assert(v[0] == 0);
        double largest = 0;
        for (int n = 0; n < 60; n++)
            largest = fmax(largest, fabs(v[n]));
        ck_assert_msg(largest > 0, "%s is 0", path);
    }
    ck_assert_int_eq(rows_of("m.out", "/rxs/rx1/Ix"), -1);
    const hid_t file = H5Fopen("m.out", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, "/rxs/rx1/Ez", H5P_DEFAULT), type = H5Dget_type(set);
    ck_assert_int_gt(H5Tequal(type, H5T_NATIVE_FLOAT), 0);
    H5Tclose(type);
    H5Dclose(set);
    H5Fclose(file);
    /* of version 4: in the order of names */
    MUST("m.in", "--force", "--set", "importer.gprmax.record=gprmax4");
    ck_assert_str_eq(words("m_gprmax.h5", "/rxs/rx1", "Name"), "Rx(16,12,10)");
    ck_assert_str_eq(words("m_gprmax.h5", "/rxs/rx2", "Name"), "a");
    MUST("m.in", "--force", "--set", "importer.gprmax.record=no", "--set", "run.output=n.h5");
    ck_assert(!there("n.out"));
}
END_TEST

/* The numbers are those that yee's own probes have, E one row later than theirs; in float32 bit by
 * bit. */
START_TEST(a_record_has_the_numbers_of_the_probes)
{
    static double v[ROWS], w[ROWS];
    write_file("m.in", SOLID);
    MUST("m.in");
    static const char *const pair[][2] = {{"/rxs/rx1/Ex", "/probe/rx/ex"},
                                          {"/rxs/rx1/Hy", "/probe/rx/hy"},
                                          {"/rxs/rx3/Ez", "/probe/a/ez"}};
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(load("m.out", pair[k][0], v), 60);
        ck_assert_int_eq(load("m.h5", pair[k][1], w), 59);
        for (int n = 0; n < 59; n++)
            ck_assert(v[n + 1] == w[n]);
    }
}
END_TEST

START_TEST(a_model_without_receivers_has_a_record_of_its_sources)
{
    int64_t count[2];
    write_file("m.in", "#domain: 0.030 0.030 0.001\n#dx_dy_dz: 0.001 0.001 0.001\n"
                       "#time_window: 7\n#pml_cells: 0\n#waveform: ricker 1 9e9 w\n"
                       "#hertzian_dipole: z 0.015 0.015 0 w\n");
    MUST("m.in");
    attribute("m.out", "/", "nrx", H5T_NATIVE_INT64, &count[0]);
    attribute("m.out", "/", "Iterations", H5T_NATIVE_INT64, &count[1]);
    ck_assert(count[0] == 0 && count[1] == 7);
    ck_assert_str_eq(words("m.out", "/srcs/src1", "Type"), "HertzianDipole");
}
END_TEST

/* A probe holds 2000 of them, the record all. */
START_TEST(thousands_of_receivers_are_recorded)
{
    static double v[ROWS];
    write_file("m.in", "#domain: 0.050 0.050 0.001\n#dx_dy_dz: 0.001 0.001 0.001\n"
                       "#time_window: 4\n#waveform: ricker 1 9e9 w\n"
                       "#hertzian_dipole: z 0.025 0.025 0 w\n"
                       "#rx_array: 0.005 0.005 0 0.045 0.045 0 0.001 0.001 0\n"
                       "#rx_array: 0.004 0.010 0 0.004 0.045 0 0.001 0.001 0\n"
                       "#rx_array: 0.005 0.005 0 0.045 0.015 0 0.001 0.001 0\n");
    MUST("m.in");
    int64_t receivers = 0;
    attribute("m.out", "/", "nrx", H5T_NATIVE_INT64, &receivers);
    ck_assert_int_eq(receivers, 41 * 41 + 36 + 41 * 11);
    ck_assert_int_eq(load("m.out", "/rxs/rx2168/Hx", v), 4);
    ck_assert_str_eq(words("m.out", "/rxs/rx2168", "Name"), "Rx(45,15,0)");
    ck_assert_str_eq(words("m.out", "/rxs/rx1682", "Name"), "Rx(4,10,0)");
}
END_TEST

/* V = 2 f - R I at every half step, and so for the means of two. f comes late by what the wave
 * takes to the antenna, 5 cells of sqrt(3) steps. */
START_TEST(a_line_has_the_waves_of_its_source)
{
    static double incident[ROWS], total[ROWS], current[ROWS], wave[ROWS];
    write_file("m.in", SOLID);
    MUST("m.in");
    const int rows = load("m.out", "/tls/tl1/Vinc", incident);
    load("m.out", "/tls/tl1/Vtotal", total);
    load("m.out", "/tls/tl1/Itotal", current);
    load("m.out", "/tls/tl1/Iinc", wave);
    const double dt = number("m.out", "/", "dt"), late = 5 * sqrt(3) * dt;
    ck_assert(number("m.out", "/tls/tl1", "Resistance") == 75);
    ck_assert_double_eq_tol(number("m.out", "/tls/tl1", "dl"), sqrt(3) * C0 * dt, 1e-12);
    double largest = 0;
    for (int n = 1; n + 1 < rows; n++) {
        const double mean = 0.5 * (current[n] + current[n + 1]);
        largest = fmax(largest, fabs(incident[n]));
        /* single precision of numbers up to 1 V */
        ck_assert_double_eq_tol(total[n], 2 * incident[n] - 75 * mean, 1e-6);
        ck_assert_double_eq_tol(wave[n] * 75, ricker(9e9, (n - 0.5) * dt - late), 1e-6);
    }
    ck_assert_double_gt(largest, 0.2);
}
END_TEST

/* A wave along x: with psi = 90 degrees E is along z and H along -y, with psi = 0 E along -y, as the
 * vectors of planewaves.c say. A Gaussian of 5 GHz has a deviation of 1/(2 pi f) = 32 ps, so that a
 * peak between two samples loses (0.96/32)^2/2 = 5e-4; the phase of its mean wavelength of 60 cells is
 * off by 10*2 pi/60*(pi/60)^2/6 = 5e-4 on the 10 cells from the box. Twice the sum is allowed. */
START_TEST(plane_waves_have_their_polarization)
{
    static const char *const field[2][2] = {{"/rxs/rx1/Ez", "/rxs/rx1/Hy"},
                                            {"/rxs/rx1/Ey", "/rxs/rx1/Hz"}};
    static double e[ROWS], h[ROWS], other[ROWS];
    for (int turn = 0; turn < 2; turn++) {
        char text[500];
        snprintf(text, sizeof text,
                 "#domain: 0.040 0.030 0.030\n#dx_dy_dz: 0.001 0.001 0.001\n#time_window: 260\n"
                 "#pml_cells: 6\n#waveform: gaussian 1 5e9 w\n#rx: 0.020 0.015 0.015\n"
                 "#plane_wave_vector: 0.010 0.008 0.008 0.030 0.022 0.022 1 0 0 %d w\n",
                 turn ? 0 : 90);
        write_file("m.in", text);
        MUST("m.in", "--force");
        const int rows = load("m.out", field[turn][0], e);
        load("m.out", field[turn][1], h);
        load("m.out", field[!turn][0], other);
        double peak = 0, current = 0, across = 0;
        for (int n = 0; n < rows; n++) {
            peak = fabs(e[n]) > fabs(peak) ? e[n] : peak;
            current = fabs(h[n]) > fabs(current) ? h[n] : current;
            across = fmax(across, fabs(other[n]));
        }
        const double sign = turn ? -1 : 1;
        printf("psi %d: E %.4f V/m, eta0 H %.4f V/m\n", turn ? 0 : 90, peak,
               current * MU0 * C0);
        ck_assert_double_lt(fabs(peak - sign), 2e-3);
        ck_assert_double_lt(fabs(current * MU0 * C0 + 1), 2e-3); /* x cross E */
        ck_assert_double_lt(across, 1e-4);
    }
}
END_TEST

/* -- gprMax 3's own -- */

/* The sigma of all layers is that at x0, whose cells have the mean permittivity 3.5:
 * 0.8*5/(eta0 d sqrt(3.5)) = 5.6754 S/m. A sigma that is wrong by the tenth digit changes what layers
 * reflect by as little, and by less than a hundredth of what another sigma for two of six faces does. */
START_TEST(layers_of_gprmax_3_share_one_sigma)
{
    static double v[ROWS], w[ROWS], own[ROWS];
    const double sigma = 0.8 * 5 / (MU0 * C0 * 1e-3 * sqrt(3.5));
    char key[80];
    snprintf(key, sizeof key, "boundary.pml.sigma_max=%.10g S/m", sigma);
    write_file("m.in", "#domain: 0.026 0.026 0.026\n#dx_dy_dz: 0.001 0.001 0.001\n"
                       "#time_window: 300\n#pml_cells: 6\n#waveform: ricker 1 9e9 w\n"
                       "#material: 6 0 1 0 ground\n#box: 0 0 0 0.026 0.026 0.013 ground\n"
                       "#hertzian_dipole: x 0.013 0.012 0.015 w\n#rx: 0.016 0.012 0.014\n");
    MUST("m.in", "--set", "importer.pml=gprmax3");
    const int rows = load("m.out", "/rxs/rx1/Ex", v);
    MUST("m.in", "--force", "--set", key);
    load("m.out", "/rxs/rx1/Ex", w);
    MUST("m.in", "--force");
    load("m.out", "/rxs/rx1/Ex", own);
    double largest = 0, differs = 0, from_own = 0;
    for (int n = 200; n < rows; n++) { /* the pulse has gone by, what layers reflect is left */
        largest = fmax(largest, fabs(v[n]));
        differs = fmax(differs, fabs(v[n] - w[n]));
        from_own = fmax(from_own, fabs(v[n] - own[n]));
    }
    printf("one sigma: %.1e, with its own %.1e of the peak\n", differs / largest,
           from_own / largest);
    ck_assert_double_lt(differs, 0.01 * from_own);
    ck_assert_double_gt(from_own, 1e-3 * largest);
}
END_TEST

/* -- scans -- */

START_TEST(a_trace_is_the_run_with_everything_moved)
{
    static double v[ROWS], w[ROWS];
    write_file("m.in", SOLID "#src_steps: 0.001 0 0\n#rx_steps: 0.001 0 0\n");
    MUST("m.in", "--set", "importer.gprmax.trace=3");
    write_file(
        "moved.in",
        "#domain: 0.026 0.026 0.026\n#dx_dy_dz: 0.001 0.001 0.001\n#time_window: 60\n"
        "#pml_cells: 6\n#waveform: ricker 1 9e9 w\n"
        "#hertzian_dipole: x 0.015 0.012 0.011 w\n#magnetic_dipole: z 0.012 0.012 0.011 w\n"
        "#voltage_source: z 0.015 0.015 0.011 50 w\n"
        "#transmission_line: y 0.010 0.010 0.015 75 w\n#rx: 0.018 0.012 0.010\n");
    MUST("moved.in");
    ck_assert_int_eq(load("m3.out", "/rxs/rx1/Ex", v), 60);
    load("moved.out", "/rxs/rx1/Ex", w);
    for (int n = 0; n < 60; n++)
        ck_assert(v[n] == w[n]);
    ck_assert(there("m3.h5") && !there("m.h5"));
    ck_assert_int_eq(RUN("m.in", "--set", "importer.gprmax.trace=3"), YEE_IO);
    says("m3.");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_runs");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_test(all, a_line_source_has_the_field_of_its_closed_form);
    tcase_add_test(all, the_circulation_around_a_dipole_is_its_current);
    tcase_add_test(all, a_record_has_names_shapes_and_types_as_gprmax_writes_them);
    tcase_add_test(all, a_record_has_the_numbers_of_the_probes);
    tcase_add_test(all, a_model_without_receivers_has_a_record_of_its_sources);
    tcase_add_test(all, thousands_of_receivers_are_recorded);
    tcase_add_test(all, a_line_has_the_waves_of_its_source);
    tcase_add_test(all, plane_waves_have_their_polarization);
    tcase_add_test(all, layers_of_gprmax_3_share_one_sigma);
    tcase_add_test(all, a_trace_is_the_run_with_everything_moved);
    suite_add_tcase(s, all);
    return suite_run(s);
}
