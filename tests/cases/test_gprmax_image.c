/* Snapshots and views in the forms of gprMax 4: the numbers are those of the forms of gprMax 3. */
#include "command.h"
#include "suite.h"
#include <math.h>

enum { NX = 12, NY = 9, NZ = 7, CELLS = NX * NY * NZ };

#define MODEL \
    "#domain: 0.024 0.018 0.014\n#dx_dy_dz: 0.002 0.002 0.002\n#time_window: 20\n" \
    "#pml_cells: 2 0 0 2 0 0\n#material: 4 0 1 0 clay\n#box: 0 0 0 0.024 0.008 0.014 clay\n" \
    "#waveform: gaussian 1 5e9 w\n#hertzian_dipole: z 0.010 0.012 0.006 w\n" \
    "#rx: 0.016 0.010 0.008\n" \
    "#snapshot: 0 0 0 0.024 0.018 0.014 0.002 0.002 0.002 15 film\n" \
    "#geometry_view: 0 0 0 0.024 0.018 0.014 0.002 0.002 0.002 look n\n"

/* The appended numbers of an array of a .vti, which begins so many bytes behind the first. */
static const char *appended(const char *name, size_t offset)
{
    static char bytes[1 << 16];
    FILE *file = fopen(name, "rb");
    ck_assert_msg(file != NULL, "no %s", name);
    ck_assert_uint_lt(fread(bytes, 1, sizeof bytes, file), sizeof bytes);
    fclose(file);
    const char *data = strstr(bytes, "raw\">\n_");
    ck_assert_ptr_nonnull(data);
    return data + strlen("raw\">\n_") + offset + 4;
}

static void load(const char *name, const char *path, hid_t type, const hsize_t *dims, void *v)
{
    hsize_t own[4] = {0};
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "%s cannot be opened", name);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s has no %s", name, path);
    const hid_t space = H5Dget_space(set);
    ck_assert_int_le(H5Sget_simple_extent_dims(space, own, NULL), 3);
    for (int a = 0; a < 3 && dims[a]; a++)
        ck_assert_uint_eq(own[a], dims[a]);
    ck_assert_int_ge(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
}

static double attribute(const char *name, const char *key)
{
    double v[3] = {NAN, NAN, NAN};
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t a = H5Aopen(file, key, H5P_DEFAULT);
    ck_assert_msg(a >= 0, "%s has no %s", name, key);
    H5Aread(a, H5T_NATIVE_DOUBLE, v);
    H5Aclose(a);
    H5Fclose(file);
    return v[0];
}

#define RUN_AS(stem, form, version) \
    MUST("a.in", "--set", "run.output=" stem ".h5", "--set", "importer.snapshots=" form, \
         "--set", "importer.record=" version)

START_TEST(snapshots_of_every_form_have_the_same_means)
{
    static const char *const component[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    static const hsize_t reversed[] = {NZ, NY, NX}, plain[] = {NX, NY, NZ};
    static float image[CELLS], flat[CELLS];
    double largest = 0;
    char path[64];
    write_file("a.in", MODEL);
    RUN_AS("three", "gprmax", "gprmax3");
    RUN_AS("four", "gprmax", "gprmax4");
    RUN_AS("flat", "h5", "gprmax4");
    for (int c = 0; c < 6; c++) {
        const char *data = appended("three_film.vti", c < 3 ? 0 : 12 * CELLS + 4);
        snprintf(path, sizeof path, "/VTKHDF/CellData/%s", component[c]);
        load("four_film.vtkhdf", path, H5T_NATIVE_FLOAT, reversed, image);
        load("flat_film.h5", component[c], H5T_NATIVE_FLOAT, plain, flat);
        for (int x = 0; x < NX; x++)
            for (int y = 0; y < NY; y++)
                for (int z = 0; z < NZ; z++) {
                    float v;
                    const int cell = x + NX * (y + NY * z);
                    memcpy(&v, data + 12 * cell + 4 * (c % 3), 4);
                    ck_assert(v == image[cell] && v == flat[(x * NY + y) * NZ + z]);
                    largest = fmax(largest, fabs((double)v));
                }
    }
    ck_assert(largest > 0);
    ck_assert(attribute("flat_film.h5", "iteration") == 15);
    const double time = attribute("flat_film.h5", "time");
    ck_assert(fabs(time / attribute("flat_film.h5", "magnetic_time") - 14 / 13.5) < 1e-12);
    ck_assert(attribute("flat_film.h5", "dx_dy_dz") == 0.002);
}
END_TEST

START_TEST(views_of_both_forms_have_the_same_materials)
{
    static const hsize_t reversed[] = {NZ, NY, NX}, six[] = {6, 0, 0}, one[] = {1, 3, 0};
    static uint32_t material[CELLS];
    int64_t layers[6];
    double place[3];
    char *name[2];
    write_file("a.in", MODEL);
    RUN_AS("three", "gprmax", "gprmax3");
    RUN_AS("four", "gprmax", "gprmax4");
    const char *data = appended("three_look.vti", 0);
    load("four_look.vtkhdf", "/VTKHDF/CellData/Material", H5T_NATIVE_UINT32, reversed,
         material);
    ck_assert_mem_eq(data, material, sizeof material);
    ck_assert_uint_ne(material[0], material[CELLS - 1]);
    load("four_look.vtkhdf", "/VTKHDF/FieldData/pml_thickness", H5T_NATIVE_INT64, six, layers);
    for (int f = 0; f < 6; f++)
        ck_assert_int_eq(layers[f], f % 3 == 0 ? 2 : 0);
    load("four_look.vtkhdf", "/VTKHDF/FieldData/sources", H5T_NATIVE_DOUBLE, one, place);
    ck_assert(fabs(place[0] - 0.010) < 1e-12 && fabs(place[1] - 0.012) < 1e-12 &&
              fabs(place[2] - 0.006) < 1e-12);
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, H5T_VARIABLE);
    load("four_look.vtkhdf", "/VTKHDF/FieldData/material_ids", text, (hsize_t[]){2, 0, 0},
         name);
    ck_assert_str_eq(name[material[0]], "clay");
    load("four_look.vtkhdf", "/VTKHDF/FieldData/receiver_ids", text, (hsize_t[]){1, 0, 0},
         name);
    ck_assert_str_eq(name[0], "Rx(8,5,4)");
    H5Tclose(text);
    write_file("b.ini", "[grid]\ncells = 8, 8, 8\nspacing = 1 mm\n[run]\nsteps = 1\n"
                        "[boundary.all]\ntype = pec\n[output.v]\ntype = gprmax_view\n"
                        "show = edges\nform = vtkhdf\n");
    ck_assert_int_eq(RUN("b.ini"), YEE_INPUT);
    says("form = vtkhdf has cells; show = edges takes xml");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_image");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_test(all, snapshots_of_every_form_have_the_same_means);
    tcase_add_test(all, views_of_both_forms_have_the_same_materials);
    suite_add_tcase(s, all);
    return suite_run(s);
}
