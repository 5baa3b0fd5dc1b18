/* Input files of gprMax that are run, and the records in gprMax's own form. */
#include "command.h"
#include "suite.h"
#include <math.h>

#define C0 299792458.0
#define MU0 1.25663706212e-6
#define EPS0 (1 / (MU0 * C0 * C0))
#define PI 3.14159265358979323846
#define F 1.5e9 /* of the line source */

enum { ROWS = 4096 };

/* A dataset of a record as double; returns its length. */
static int load(const char *name, const char *path, double *v)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "%s cannot be opened", name);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s has no %s", name, path);
    const hid_t space = H5Dget_space(set);
    hsize_t dims[4];
    ck_assert_int_eq(H5Sget_simple_extent_dims(space, dims, NULL), 1);
    ck_assert_uint_le(dims[0], ROWS);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return (int)dims[0];
}

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

/* -- objects and views -- */

#define OBJECTS \
    "#domain: 0.026 0.026 0.026\n#dx_dy_dz: 0.001 0.001 0.001\n#time_window: 20\n" \
    "#pml_cells: 6\n#waveform: ricker 1 9e9 w\n#hertzian_dipole: x 0.013 0.012 0.021 w\n" \
    "#rx: 0.016 0.012 0.019\n"

START_TEST(objects_that_are_written_are_read_again)
{
    static short one[10 * 11 * 12], two[10 * 11 * 12];
    static double v[ROWS], w[ROWS];
    write_file("a.in", OBJECTS
               "#material: 6 0.005 1 0 sand\n#material: 3 0.01 2 5 wet\n"
               "#add_dispersion_debye: 2 4 9e-12 1 8e-11 wet\n#material: 2 0 1 0 glass\n"
               "#add_dispersion_lorentz: 1 2 3e10 2e9 glass\n#material: 1 0 1 0 foil\n"
               "#add_dispersion_drude: 1 5e9 1e9 foil\n"
               "#box: 0.007 0.007 0.007 0.017 0.018 0.010 sand n\n"
               "#box: 0.007 0.007 0.010 0.010 0.010 0.019 wet\n"
               "#box: 0.012 0.007 0.010 0.017 0.010 0.019 glass\n"
               "#box: 0.012 0.012 0.010 0.017 0.018 0.012 foil\n"
               "#box: 0.011 0.011 0.010 0.012 0.012 0.019 pec\n"
               "#geometry_objects_write: 0.007 0.007 0.007 0.017 0.018 0.019 body\n");
    MUST("a.in");
    write_file("b.in",
               OBJECTS "#geometry_objects_read: 0.007 0.007 0.007 a_body.h5 "
                       "a_body_materials.txt\n"
                       "#geometry_objects_write: 0.007 0.007 0.007 0.017 0.018 0.019 body\n");
    MUST("b.in");
    short *const into[2] = {one, two};
    static const char *const name[2] = {"a_body.h5", "b_body.h5"};
    for (int k = 0; k < 2; k++) {
        const hid_t file = H5Fopen(name[k], H5F_ACC_RDONLY, H5P_DEFAULT);
        const hid_t set = H5Dopen2(file, "data", H5P_DEFAULT), type = H5Dget_type(set);
        const hid_t space = H5Dget_space(set);
        hsize_t dims[3];
        ck_assert_int_eq(H5Sget_simple_extent_dims(space, dims, NULL), 3);
        ck_assert(dims[0] == 10 && dims[1] == 11 && dims[2] == 12);
        ck_assert_int_gt(H5Tequal(type, H5T_NATIVE_INT16), 0);
        H5Dread(set, H5T_NATIVE_INT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, into[k]);
        H5Sclose(space);
        H5Tclose(type);
        H5Dclose(set);
        H5Fclose(file);
    }
    ck_assert(!memcmp(one, two, sizeof one));
    /* The media are the same: so is the trace, but for air around sand, which b.in writes as
     * voxels, whose edges are their own. */
    ck_assert_int_eq(load("a.out", "/rxs/rx1/Ex", v), 20);
    load("b.out", "/rxs/rx1/Ex", w);
    double worst = 0, peak = 0;
    for (int n = 0; n < 20; n++) {
        worst = fmax(worst, fabs(v[n] - w[n]));
        peak = fmax(peak, fabs(v[n]));
    }
    ck_assert(peak > 0);
    ck_assert_double_lt(worst / peak, 0.01);
    FILE *file = fopen("a_body_materials.txt", "r");
    char lines[1000] = "";
    lines[fread(lines, 1, sizeof lines - 1, file)] = 0;
    fclose(file);
    ck_assert_ptr_nonnull(strstr(lines, "#material: 3 0.01 2 5 wet\n"
                                        "#add_dispersion_debye: 2 4 9e-12 1 8e-11 wet\n"));
    ck_assert_ptr_nonnull(strstr(lines, "#add_dispersion_lorentz: 1 2 30000000000 2000000000"));
    ck_assert_ptr_nonnull(
        strstr(lines, "#add_dispersion_drude: 1 5000000000 1000000000 foil\n"));
    ck_assert_ptr_nonnull(strstr(lines, "#material: 1 inf 1 0 pec\n"));
}
END_TEST

START_TEST(a_view_has_the_cells_of_the_model)
{
    write_file("a.in",
               OBJECTS "#box: 0.007 0.007 0.007 0.017 0.018 0.010 pec\n"
                       "#geometry_view: 0 0 0 0.026 0.026 0.026 0.001 0.001 0.001 look n\n");
    MUST("a.in");
    FILE *file = fopen("a_look.vti", "rb");
    ck_assert_ptr_nonnull(file);
    static char all[200000];
    const size_t length = fread(all, 1, sizeof all, file);
    fclose(file);
    enum { CELLS = 26 * 26 * 26 };
    ck_assert_uint_gt(length, 6 * CELLS);
    const char *data = strstr(all, "raw\">\n_");
    ck_assert_ptr_nonnull(data);
    data += strlen("raw\">\n_");
    uint32_t bytes, material;
    memcpy(&bytes, data, 4);
    ck_assert_uint_eq(bytes, 4 * CELLS);
#define CELL(x, y, z) ((x) + 26 * ((y) + 26 * (z)))
    memcpy(&material, data + 4 + 4 * CELL(7, 7, 7), 4);
    ck_assert_uint_eq(material, 1);
    memcpy(&material, data + 4 + 4 * CELL(7, 18, 7), 4);
    ck_assert_uint_eq(material, 0);
    const char *marks = data + 4 + 4 * CELLS + 4, *receivers = marks + CELLS + 4;
    ck_assert_int_eq(marks[CELL(5, 12, 12)], 1); /* a layer of 6 cells */
    ck_assert_int_eq(marks[CELL(6, 12, 12)], 0);
    ck_assert_int_eq(marks[CELL(13, 12, 21)], 2);
    ck_assert_int_eq(receivers[CELL(16, 12, 19)], 1);
    ck_assert_ptr_nonnull(strstr(receivers + CELLS, "<Material name=\"pec\">1</Material>"));
}
END_TEST

/* The box of 10, 11 and 3 cells has 10*12*4 edges along x, 11*11*4 along y and 11*12*3 along z; the
 * view as many as its 26^3 cells have, 3*26*27*27. */
START_TEST(a_fine_view_has_the_edges_of_the_model)
{
    enum { NODES = 27 * 27 * 27, LINES = 3 * 26 * 27 * 27, METAL = 480 + 484 + 396 };
    write_file("a.in",
               OBJECTS "#box: 0.007 0.007 0.007 0.017 0.018 0.010 pec\n"
                       "#geometry_view: 0 0 0 0.026 0.026 0.026 0.001 0.001 0.001 look f\n");
    MUST("a.in");
    FILE *file = fopen("a_look.vtp", "rb");
    ck_assert_ptr_nonnull(file);
    static char all[1500000];
    const size_t length = fread(all, 1, sizeof all, file);
    fclose(file);
    const char *data = strstr(all, "raw\">\n_");
    ck_assert_ptr_nonnull(data);
    data += strlen("raw\">\n_");
    ck_assert_uint_gt(length, 12 * NODES + 16 * LINES);
    const char *ends = data + 4 + 12 * NODES, *material = ends + 4 + 12 * LINES + 4;
    uint32_t size;
    memcpy(&size, material, 4);
    ck_assert_uint_eq(size, 4 * LINES);
    const char *names = material + 4 + 4 * LINES;
    ck_assert_ptr_nonnull(strstr(names, "<Material name=\"vacuum\">0</Material>\n"));
    const char *metal = strstr(names, "<Material name=\"pec\">");
    ck_assert_ptr_nonnull(metal);
    const uint32_t pec = (uint32_t)atoi(metal + strlen("<Material name=\"pec\">"));
    int count = 0;
    for (int n = 0; n < LINES; n++) {
        uint32_t of, end[2];
        float at[2][3];
        memcpy(&of, material + 4 + 4 * n, 4);
        if (of != pec)
            continue;
        count++;
        memcpy(end, ends + 4 + 8 * n, 8);
        for (int e = 0; e < 2; e++) {
            memcpy(at[e], data + 4 + 12 * end[e], 12);
            ck_assert(at[e][0] > 0.0069 && at[e][0] < 0.0171 && at[e][1] > 0.0069 &&
                      at[e][1] < 0.0181 && at[e][2] > 0.0069 && at[e][2] < 0.0101);
        }
        ck_assert(fabsf(at[1][0] - at[0][0] + at[1][1] - at[0][1] + at[1][2] - at[0][2] -
                        1e-3f) < 1e-6f);
    }
    ck_assert_int_eq(count, METAL);
}
END_TEST

/* A cell's E is the mean of four edges, H of two faces: of the values that yee's own snapshot has,
 * to the rounding of single precision. */
START_TEST(a_snapshot_has_the_means_of_cells)
{
    enum { N = 26, CELLS = N * N * N };
    static float all[2][(N + 1) * (N + 1) * (N + 1)];
    size_t nx[2], ny[2];
    write_file("a.in",
               OBJECTS "#snapshot: 0 0 0 0.026 0.026 0.026 0.001 0.001 0.001 15 film\n");
    MUST("a.in", "--set", "importer.gprmax.snapshots=gprmax");
    MUST("a.in", "--set", "run.output=b.h5");
    const hid_t file = H5Fopen("b_film.vtkhdf", H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int k = 0; k < 2; k++) {
        const hid_t set =
            H5Dopen2(file, k ? "/VTKHDF/PointData/hz" : "/VTKHDF/PointData/ex", H5P_DEFAULT);
        const hid_t space = H5Dget_space(set);
        hsize_t dims[4] = {0};
        H5Sget_simple_extent_dims(space, dims, NULL);
        nx[k] = dims[3], ny[k] = dims[2];
        ck_assert_uint_le(dims[1] * ny[k] * nx[k], sizeof all[k] / sizeof(float));
        ck_assert_uint_ge(nx[k], N);
        H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, all[k]);
        H5Sclose(space);
        H5Dclose(set);
    }
    H5Fclose(file);
    FILE *vti = fopen("a_film.vti", "rb");
    ck_assert_ptr_nonnull(vti);
    static char bytes[24 * CELLS + 2000];
    const size_t length = fread(bytes, 1, sizeof bytes, vti);
    fclose(vti);
    const char *data = strstr(bytes, "raw\">\n_");
    ck_assert_ptr_nonnull(data);
    ck_assert_uint_gt(length, 24 * CELLS);
    data += strlen("raw\">\n_") + 4;
    double largest = 0;
#define AT(k, x, y, z) ((double)all[k][((size_t)(z)*ny[k] + (size_t)(y)) * nx[k] + (size_t)(x)])
    for (int z = 8; z < 24; z++)
        for (int y = 8; y < 24; y++)
            for (int x = 8; x < 24; x++) {
                const size_t at = 12 * ((size_t)x + N * ((size_t)y + N * (size_t)z));
                float ex, hz;
                memcpy(&ex, data + at, 4);
                memcpy(&hz, data + 12 * CELLS + 4 + at + 8, 4);
                const double e = 0.25 * (AT(0, x, y, z) + AT(0, x, y + 1, z) +
                                         AT(0, x, y, z + 1) + AT(0, x, y + 1, z + 1));
                const double h = 0.5 * (AT(1, x, y, z) + AT(1, x, y, z + 1));
                ck_assert_double_eq_tol((double)ex, e, 1e-7 * fabs(e) + 1e-30);
                ck_assert_double_eq_tol((double)hz, h, 1e-7 * fabs(h) + 1e-30);
                largest = fmax(largest, fabs(h));
            }
    ck_assert(largest > 0);
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
    tcase_add_test(all, objects_that_are_written_are_read_again);
    tcase_add_test(all, a_view_has_the_cells_of_the_model);
    tcase_add_test(all, a_fine_view_has_the_edges_of_the_model);
    tcase_add_test(all, a_snapshot_has_the_means_of_cells);
    tcase_add_test(all, plane_waves_have_their_polarization);
    tcase_add_test(all, layers_of_gprmax_3_share_one_sigma);
    tcase_add_test(all, a_trace_is_the_run_with_everything_moved);
    suite_add_tcase(s, all);
    return suite_run(s);
}
