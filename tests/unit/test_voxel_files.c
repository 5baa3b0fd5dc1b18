/* Shapes of files, voxels and layers, against the cells they must fill, through whole models. */
#include "shapes.h"

#include <hdf5.h>
#include <stdlib.h>
#include <unistd.h>

static char file[] = "/tmp/yee_voxels_XXXXXX";

/* Numbers of a 2 x 3 x 4 array: -1, 0, 1, -1, 0, 1, ... */
static int voxel(int64_t i, int64_t j, int64_t k) { return (int)((i * 3 + j) * 4 + k) % 3 - 1; }

typedef enum labels { NO_NAMES, FIXED_NAMES, VARIABLE_NAMES } labels;

static void write_voxels(labels kind, double width)
{
    int data[24];
    for (int i = 0; i < 24; i++)
        data[i] = i % 3 - 1;
    const hsize_t n[3] = {2, 3, 4}, two = 2, three = 3;
    const hid_t h = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, n, NULL);
    const hid_t set =
        H5Dcreate2(h, "data", H5T_STD_I16LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), 0);
    H5Dclose(set);
    H5Sclose(space);
    if (kind != NO_NAMES) {
        static const char *const variable[2] = {"a", "b"};
        static const char fixed[2][3] = {"a", "b"};
        const hid_t list = H5Screate_simple(1, &two, NULL), type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, kind == VARIABLE_NAMES ? H5T_VARIABLE : sizeof fixed[0]);
        const hid_t names =
            H5Dcreate2(h, "materials", type, list, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(names, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                 kind == VARIABLE_NAMES ? (const void *)variable : (const void *)fixed);
        H5Dclose(names);
        H5Tclose(type);
        H5Sclose(list);
    }
    if (width != 0) {
        const double d[3] = {width, width, width};
        const hid_t line = H5Screate_simple(1, &three, NULL);
        const hid_t attribute =
            H5Acreate2(h, "dx_dy_dz", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(attribute, H5T_NATIVE_DOUBLE, d);
        H5Aclose(attribute);
        H5Sclose(line);
    }
    H5Fclose(h);
}

static const char *voxels(const char *more)
{
    static char text[512];
    snprintf(text, sizeof text, "[shape.s]\ntype = voxels\nfile = %s\nmaterial = a\n%s", file,
             more);
    return text;
}

/* The array, each voxel `size` cells wide, with its low corner at a cell. */
static void check_voxels(const char *zero, const char *one, int64_t size, int64_t x, int64_t y,
                         int64_t z)
{
    for (int64_t i = 0; i < 20; i++)
        for (int64_t j = 0; j < 20; j++)
            for (int64_t k = 0; k < 20; k++) {
                const bool in = i >= x && i < x + 2 * size && j >= y && j < y + 3 * size &&
                                k >= z && k < z + 4 * size;
                const int number =
                    in ? voxel((i - x) / size, (j - y) / size, (k - z) / size) : -1;
                ck_assert(is(number < 0 ? "vacuum" : number == 0 ? zero : one, i, j, k));
            }
}

START_TEST(voxels_fill_the_cells_of_the_grid_and_minus_one_leaves_them)
{
    write_voxels(NO_NAMES, 0);
    make(CUBE, voxels("materials = a, b\n"));
    check_voxels("a", "b", 1, 0, 0, 0);
    make(CUBE, voxels("materials = b, a\norigin = 3, 4, 15 mm\n"));
    check_voxels("b", "a", 1, 3, 4, 15);
    make(CUBE, voxels("origin = 3, 4, 15 mm\n"));
    check_voxels("a", "a", 1, 3, 4, 15);
}
END_TEST

START_TEST(voxels_take_names_and_spacing_from_the_file)
{
    write_voxels(FIXED_NAMES, 2e-3);
    make(CUBE, voxels("origin = 1, 0, 2 mm\n"));
    check_voxels("a", "b", 2, 1, 0, 2);
    write_voxels(VARIABLE_NAMES, 2e-3);
    make(CUBE, voxels("spacing = 3, 3, 3 mm\n"));
    check_voxels("a", "b", 3, 0, 0, 0);
}
END_TEST

START_TEST(voxels_that_begin_before_the_grid_are_cut_off)
{
    write_voxels(NO_NAMES, 0);
    make(CUBE, voxels("materials = a, b\norigin = -1, -1, -2 mm\n"));
    for (int64_t j = 0; j < 2; j++)
        for (int64_t k = 0; k < 2; k++) {
            const int number = voxel(1, j + 1, k + 2);
            ck_assert(is(number < 0 ? "vacuum" : number == 0 ? "a" : "b", 0, j, k));
        }
    ck_assert_int_eq(count("vacuum"), 8000 - 4 + (voxel(1, 1, 2) < 0) + (voxel(1, 1, 3) < 0) +
                                          (voxel(1, 2, 2) < 0) + (voxel(1, 2, 3) < 0));
}
END_TEST

/* All voxels have one number, of 64 bits. */
static void write_wide_voxels(int64_t number)
{
    int64_t data[24];
    for (int i = 0; i < 24; i++)
        data[i] = number;
    write_voxels(NO_NAMES, 0);
    const hid_t h = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT),
                old = H5Dopen2(h, "data", H5P_DEFAULT);
    const hid_t space = H5Dget_space(old);
    H5Dclose(old);
    H5Ldelete(h, "data", H5P_DEFAULT);
    const hid_t set =
        H5Dcreate2(h, "data", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(h);
}

START_TEST(wrong_voxel_files_are_refused_with_what_they_lack)
{
    write_wide_voxels(INT64_C(4294967297));
    refused(voxels("materials = a, b\n"), "number 4294967297");
    write_wide_voxels(-INT64_C(4294967296));
    refused(voxels("materials = a, b\n"), "paints nothing");
    write_voxels(NO_NAMES, 0);
    refused(voxels("materials = a\n"), "number 1");
    refused(voxels("materials = a, c\n"), "'c'");
    refused(voxels("dataset = eps\n"), "no dataset 'eps'");
    static const double width[] = {-2e-3, NAN, INFINITY};
    for (size_t i = 0; i < sizeof width / sizeof *width; i++) {
        write_voxels(NO_NAMES, width[i]);
        refused(voxels("materials = a, b\n"), "dx_dy_dz");
        make(CUBE, voxels("materials = a, b\nspacing = 1, 1, 1 mm\n"));
    }
    write_voxels(FIXED_NAMES, 0);
    refused(voxels("dataset = materials\n"), "1 dimensions of other values");
    refused(voxels("names = data\n"), "not a list of texts");
    FILE *text = fopen(file, "w");
    fputs("no HDF5", text);
    fclose(text);
    refused(voxels(""), "is no HDF5 file, or a damaged one");
    unlink(file);
    refused(voxels(""), "cannot be read: No such file");
}
END_TEST

/* 20 cells of 1 mm; depths from the top at 18 mm, the first layer begins 2 mm below it. */
START_TEST(layers_begin_at_their_depths)
{
    make(CUBE, "[shape.s]\ntype = layers\nfrom = 2, 0, 3 mm\nto = 20, 20, 18 mm\n"
               "depths = 2, 6.4, 30 mm\nmaterials = a, b, a\n");
    for (int64_t k = 0; k < 20; k++) {
        ck_assert(is(k < 3 || k >= 16 ? "vacuum" : k >= 12 ? "a" : "b", 9, 9, k));
        ck_assert(is("vacuum", 1, 9, k));
    }
    FILE *text = fopen(file, "w");
    fputs("\xEF\xBB\xBF"
          "depth [cm],material\n# centimetres\n0.2, \"a\"\n0.64; b\n",
          text);
    fclose(text);
    char lines[512];
    snprintf(lines, sizeof lines,
             "[shape.s]\ntype = layers\nfrom = 0, 3, 0 mm\nto = 20, 18, 20 mm\naxis = y\n"
             "unit = 1 cm\nfile = %s\n",
             file);
    make(PLANE("z", "te"), lines);
    for (int64_t j = 0; j < 20; j++)
        ck_assert(is(j < 3 || j >= 16 ? "vacuum" : j >= 12 ? "a" : "b", 9, j, 0));
    text = fopen(file, "w");
    fputs("depth (mm), material\n2, a\n", text);
    fclose(text);
    refused(lines, "says mm, and 1 in the file is 0.01 m; give unit = 1 mm");
    text = fopen(file, "w");
    fputs("0.2, a\n0.1, b\n", text);
    fclose(text);
    refused(lines, "order them by depth");
    text = fopen(file, "w");
    fputs("0.2, a\nb\n", text);
    fclose(text);
    refused(lines, ":2: 'b'");
    text = fopen(file, "w");
    fputs("0.2, aa\n", text);
    fclose(text);
    refused(lines, "'aa'");
}
END_TEST

int main(void)
{
    const int temporary = mkstemp(file);
    if (temporary < 0)
        return EXIT_FAILURE;
    close(temporary);
    Suite *suite = suite_create("voxel_files");
    TCase *all = tcase_create("voxel_files");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, voxels_fill_the_cells_of_the_grid_and_minus_one_leaves_them);
    tcase_add_test(all, voxels_take_names_and_spacing_from_the_file);
    tcase_add_test(all, voxels_that_begin_before_the_grid_are_cut_off);
    tcase_add_test(all, wrong_voxel_files_are_refused_with_what_they_lack);
    tcase_add_test(all, layers_begin_at_their_depths);
    suite_add_tcase(suite, all);
    const int result = suite_run(suite);
    unlink(file);
    return result;
}
