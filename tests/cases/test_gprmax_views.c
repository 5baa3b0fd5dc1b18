/* The files of objects, geometry views and snapshots that input files of gprMax ask for. */
#include "gprmax_record.h"
#include "suite.h"
#include <math.h>

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

int main(void)
{
    Suite *s = suite_create("gprmax_views");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_test(all, objects_that_are_written_are_read_again);
    tcase_add_test(all, a_view_has_the_cells_of_the_model);
    tcase_add_test(all, a_fine_view_has_the_edges_of_the_model);
    tcase_add_test(all, a_snapshot_has_the_means_of_cells);
    suite_add_tcase(s, all);
    return suite_run(s);
}
