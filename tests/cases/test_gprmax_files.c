/* Input files of gprMax: files that they include, objects of files, blocks of Python, folders. */
#include "gprmax.h"
#include "suite.h"

START_TEST(files_are_included_and_their_lines_are_named)
{
    write_file("part.txt", SAND "#box: 0 0 0 0.01 0.01 0.02 sand\n");
    ck_assert_int_eq(convert(HEAD, THIN "#include_file: part.txt\n", ""), YEE_OK);
    has("an included box", "[shape.box1]\n");
    write_file("part.txt", SAND "\n#box: 0 0 0 0.01 0.01 sand\n");
    ck_assert_int_eq(convert(HEAD, THIN "#include_file: part.txt\n", ""), YEE_INPUT);
    says("m.in:5: [importer] line 3 of part.txt: #box: has 6 words behind it");
    write_file("part.txt", "#include_file: m.in\n");
    ck_assert_int_eq(convert(HEAD, THIN "#include_file: part.txt\n", ""), YEE_INPUT);
    says("line 1 of part.txt: #include_file: an included file can hold neither");
}
END_TEST

/* A file of 2 x 2 x 3 cells of a width, m. */
static void write_voxels(const char *name, double width)
{
    const int number[12] = {0, 1, -1, 1, 1, 1, 0, 0, 0, 2, 2, -1};
    const double widths[3] = {width, width, width};
    const hsize_t dims[3] = {2, 2, 3}, three[1] = {3};
    const hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, dims, NULL), row = H5Screate_simple(1, three, NULL);
    const hid_t set =
        H5Dcreate2(file, "data", H5T_STD_I16LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t at =
        H5Acreate2(file, "dx_dy_dz", H5T_IEEE_F64LE, row, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, number), 0);
    ck_assert_int_ge(H5Awrite(at, H5T_NATIVE_DOUBLE, widths), 0);
    H5Aclose(at);
    H5Dclose(set);
    H5Sclose(row);
    H5Sclose(space);
    H5Fclose(file);
}

START_TEST(objects_come_from_files)
{
    static const char read[] =
        THIN SAND "#box: 0 0 0 0.01 0.01 0.01 sand\n"
                  "#geometry_objects_read: 0.010 0.010 0.010 body.h5 body.txt\n"
                  "#geometry_objects_read: 0.020 0.010 0.010 body.h5 body.txt\n"
                  "#box: 0 0 0 0.005 0.01 0.01 sand\n";
    write_voxels("body.h5", 1e-3);
    write_file("body.txt",
               "## list\n#material: 3 0 1 0 sand\n#material: 1 inf 1 0 pec\n"
               "#material: 2 0.1 1 0 2e3\n#add_dispersion_debye: 1 4 9e-12 2e3 sand\n");
    ck_assert_int_eq(convert(HEAD, read, ""), YEE_OK);
    has("its own sand", "type = debye\neps_inf = 3\n");
    has("voxels", "[shape.geometry_objects_read2]\ntype = voxels\nfile = \"");
    has("voxels", "body.h5\"\nmaterials = sand_body_txt_, pec, n2e3_body_txt_\n"
                  "origin = 0.01, 0.01, 0.01 m\naverage = own\n");
    has("once more", "body.h5\"\nmaterials = sand_body_txt_, pec, n2e3_body_txt_\n"
                     "origin = 0.02, 0.01, 0.01 m\naverage = own\n");
    MUST("m.in");
    write_voxels("body.h5", 2e-3);
    ck_assert_int_eq(convert(HEAD, read, ""), YEE_INPUT);
    says("are 0.002 m along x, those of the model 0.001 m");
    write_voxels("body.h5", 1e-3);
    write_file("body.txt", "#box: 0 0 0 1 1 1 pec\n");
    ck_assert_int_eq(convert(HEAD, read, ""), YEE_INPUT);
    says("#box: a file of materials has #material and");
}
END_TEST

/* -- Python -- */

#define PYTHON "--set importer.gprmax.python=python3"

START_TEST(blocks_of_python_run_where_the_user_says_so)
{
    static const char blocks[] =
        "#python:\nfrom gprMax.input_cmd_funcs import *\nn = 2\nprint('no command')\n"
        "#end_python:\n#pml_cells: 5\n#python:\nfor i in range(n):\n"
        "    a, b = box(0.001*i, 0, 0, 0.01, 0.02, 0.01, 'pec')\n"
        "edge(a.x, a.y, a.z, a.x, b.y, a.z, 'pec')\nw = waveform('ricker', 1, 1.5e9, 'w')\n"
        "hertzian_dipole('z', 0.01*current_model_run, 0.02, 0.01, w)\n"
        "rx(0.01, 0.02, 0.01, 'r', ['Ez', 'Hx'])\ncylinder(0, 0, 0, 0.01, 0, 0, 0.003, 'pec', "
        "'n', "
        "rotate90origin=(0.01, 0.01))\nprint('#title: %.1f' % z0)\n#end_python:\n";
    if (system("python3 -c 1")) {
        printf("not looked at: there is no python3\n");
        return;
    }
    ck_assert_int_eq(convert(HEAD, blocks, PYTHON " --set importer.gprmax.trace=2"), YEE_OK);
    has("boxes", "[shape.box2]\ntype = box\nfrom = 0.001, 0, 0 m\nto = 0.01, 0.02, 0.01 m\n");
    has("an edge of what a box returned", "points = 0.001, 0, 0, 0.001, 0.02, 0 m\n");
    has("the number of the run", "position = 0.02, 0.02, 0.0105 m\n");
    has("components", "[output.r]\ntype = probe\nposition = 0.01025, 0.02025, 0.01025 m\n"
                      "components = ez, hx\n");
    has("turned by 90 degrees", "from = 0.02, 0, 0 m\nto = 0.02, 0.01, 0 m\n");
    has("a constant", "title = \"376.7\"\n");
    ck_assert_int_eq(convert(HEAD, "#python:\nprint('#bix: 1')\n#end_python:\n", PYTHON),
                     YEE_INPUT);
    says("m.in:4: [importer.gprmax] #bix: gprMax has no such command");
    ck_assert_int_eq(convert(HEAD, "\n#python:\n1/0\n#end_python:\n", PYTHON), YEE_INPUT);
    says("m.in\", line 6, in <module>");
    says("m.in:5: [importer.gprmax] #python: Python ended with an error");
    ck_assert_int_eq(convert(HEAD, "#python:\nexit(0)\n#end_python:\n", PYTHON), YEE_INPUT);
    says("Python ended before its last block did");
}
END_TEST

START_TEST(a_python_that_is_not_there_is_said)
{
    ck_assert_int_eq(
        convert(HEAD, "#python:\n#end_python:\n", "--set importer.gprmax.python=no_python"),
        YEE_INPUT);
    says("#python: no_python cannot be run: No such file");
}
END_TEST

START_TEST(a_folder_that_is_missing_is_made)
{
    struct stat st;
    ck_assert_int_eq(convert(HEAD, "#output_dir: all/of it\n#rx: 0.02 0.015 0.01\n", ""),
                     YEE_OK);
    has("head", "output = \"all/of it/m.h5\"\nmake_folder = yes\n");
    ck_assert(stat("all", &st));
    MUST("m.in");
    ck_assert_int_eq(stat("all/of it/m.h5", &st), 0);
    ck_assert_int_eq(stat("all/of it/m.out", &st), 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_files");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_test(all, files_are_included_and_their_lines_are_named);
    tcase_add_test(all, objects_come_from_files);
    tcase_add_test(all, blocks_of_python_run_where_the_user_says_so);
    tcase_add_test(all, a_python_that_is_not_there_is_said);
    tcase_add_test(all, a_folder_that_is_missing_is_made);
    suite_add_tcase(s, all);
    return suite_run(s);
}
