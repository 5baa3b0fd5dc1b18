/* A flux box says where its fields lie, so that a far field can be computed of the file alone. */
#include "command.h"
#include "suite.h"

static const char model[] =
    "[run]\nsteps = 60\n"
    "[grid]\nx = 1 mm x 6, 2 mm x 6\ny = 1 mm x 14\nz = 1 mm x 14\n"
    "[boundary.all]\ntype = pec\n"
    "[waveform.w]\ntype = gaussian\nfrequency = 9 GHz\n"
    "[source.s]\ntype = dipole\nposition = 6, 7, 7 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n"
    "[output.box]\ntype = flux\nfrom = 4, 4, 4 mm\nto = 10, 9, 11 mm\n"
    "frequencies = 2 GHz, 6 GHz\nfields = yes\n";

static void read_numbers(const char *path, const char *attribute, int count, double *v)
{
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "there is no %s", path);
    const hid_t of = attribute ? H5Aopen(set, attribute, H5P_DEFAULT) : set;
    const hid_t space = attribute ? H5Aget_space(of) : H5Dget_space(of);
    ck_assert_int_eq((int)H5Sget_simple_extent_npoints(space), count);
    ck_assert_int_ge(attribute
                         ? H5Aread(of, H5T_NATIVE_DOUBLE, v)
                         : H5Dread(of, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v),
                     0);
    H5Sclose(space);
    if (attribute)
        H5Aclose(of);
    H5Dclose(set);
    H5Fclose(file);
}

static hsize_t length_of(const char *path, int axis)
{
    hsize_t dims[8] = {0};
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_int_eq(H5Sget_simple_extent_dims(space, dims, NULL), 4);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return dims[1 + axis];
}

START_TEST(every_component_of_a_face_has_its_places)
{
    static const double x[] = {4e-3, 5e-3, 6e-3, 8e-3, 10e-3}; /* the spacing changes at 6 mm */
    double v[16], offset[3];
    write_file("m.ini", model);
    MUST("m.ini");
    read_numbers("/flux/box/+y/x", NULL, 5, v);
    for (int i = 0; i < 5; i++)
        ck_assert_double_eq_tol(v[i], x[i], 1e-15);
    read_numbers("/flux/box/+y/y", NULL, 1, v);
    ck_assert_double_eq_tol(v[0], 9e-3, 1e-15);
    read_numbers("/flux/box/+y/z", NULL, 8, v);
    /* Ex lies in the middles along x and on the nodes along z, Hx the other way round */
    read_numbers("/flux/box/+y/ex", "offset", 3, offset);
    ck_assert(offset[0] == 0.5 && offset[1] == 0 && offset[2] == 0);
    ck_assert_uint_eq(length_of("/flux/box/+y/ex", 0), 4);
    ck_assert_uint_eq(length_of("/flux/box/+y/ex", 2), 8);
    read_numbers("/flux/box/+y/hx", "offset", 3, offset);
    ck_assert(offset[0] == 0 && offset[1] == 0 && offset[2] == 0.5);
    ck_assert_uint_eq(length_of("/flux/box/+y/hx", 0), 5);
    ck_assert_uint_eq(length_of("/flux/box/+y/hx", 2), 7);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("far field");
    TCase *tests = tcase_create("far field");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, every_component_of_a_face_has_its_places);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
