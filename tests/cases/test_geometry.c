/* yee geometry: a picture with the names of the model, and a file of its cells and edges, without a
 * run. */
#include "command.h"
#include "suite.h"
#include <sys/resource.h>

#define LAYERS "[boundary.all]\ntype = cpml\ncells = 4\n"
#define MODEL \
    "[run]\nsteps = 9\ntitle = A patch on a board\n" LAYERS \
    "[material.board]\ntype = dielectric\neps = 3\n[material.foam]\ntype = dielectric\neps = " \
    "1.2\n" \
    "[waveform.w]\ntype = ricker\nfrequency = 5 GHz\n"
#define SOLID \
    "[shape.base]\ntype = box\nfrom = 0, 0, 0 mm\nto = 24, 20, 6 mm\nmaterial = board\n" \
    "[shape.dome]\ntype = sphere\ncenter = 12, 10, 11 mm\nradius = 3 mm\nmaterial = foam\n" \
    "[shape.patch]\ntype = plate\nfrom = 8, 6, 6 mm\nto = 16, 14, 6 mm\nmaterial = pec\n" \
    "[shape.rod]\ntype = wire\npoints = 18, 10, 6, 18, 10, 9 mm\nmaterial = pec\n" \
    "[source.feed]\ntype = voltage\nnegative = 10, 10, 5 mm\npositive = 10, 10, 6 mm\n" \
    "waveform = w\n" \
    "[source.beacon]\ntype = dipole\nposition = 6, 10, 9 mm\ndirection = z\ncurrent = 1 A\n" \
    "waveform = w\n[output.near]\ntype = probe\nposition = 20, 10, 9 mm\n" \
    "[output.power]\ntype = flux\nfrom = 5, 5, 5 mm\nto = 20, 15, 13 mm\nfrequencies = 5 " \
    "GHz\n"
#define EVEN "[grid]\ncells = 24, 20, 18\nspacing = 1 mm\n"
#define GRADED "[grid]\nx = 1 mm x 20, 2 mm x 2\ny = 1 mm x 20\nz = 0.5 mm x 12, 1 mm x 12\n"

static void write_parts(const char *one, const char *two, const char *three)
{
    FILE *file = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "%s%s%s", one, two, three);
    fclose(file);
}

static int geometry(const char *const *words)
{
    const char *argv[16] = {"yee", "geometry"};
    int count = 2;
    while (*words)
        argv[count++] = *words++;
    argv[count] = NULL;
    return run_with(NULL, argv);
}
#define GEOMETRY(...) geometry((const char *const[]){__VA_ARGS__, NULL})

/* Without --trace the model as it stands is drawn, which is said. */
START_TEST(a_trace_of_a_sweep_is_drawn)
{
    write_parts(EVEN, MODEL SOLID, "[sweep.top]\nkeys = shape.dome.radius\nvalues = 2, 3 mm\n");
    ck_assert_msg(GEOMETRY("m.ini") == YEE_OK, "%s", said);
    says("this is the model as it stands; --trace N draws one of its 2 traces");
    ck_assert_msg(GEOMETRY("m.ini", "--trace", "1") == YEE_OK, "%s", said);
    ck_assert_ptr_null(strstr(said, "as it stands"));
    ck_assert_int_eq(GEOMETRY("m.ini", "--trace", "2"), YEE_INPUT);
    says("trace = 2: the sweep has 2 traces, 0 to 1");
}
END_TEST

/* The text of a file; at most a megabyte. */
static const char *text_of(const char *name)
{
    static char text[1 << 20];
    FILE *file = fopen(name, "r");
    ck_assert_msg(file != NULL, "%s is missing: %s", name, said);
    const size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = 0;
    return text;
}

/* Numbers of a dataset of three axes [z, y, x]. */
static int *numbers(const char *name, const char *path, hsize_t n[3])
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "%s cannot be read", name);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_int_eq(H5Sget_simple_extent_dims(space, n, NULL), 3);
    int *v = malloc((size_t)(n[0] * n[1] * n[2]) * sizeof *v);
    ck_assert_ptr_nonnull(v);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return v;
}

static void whole_numbers(const char *name, const char *attribute, int count, const long *want)
{
    long got[9];
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t at = H5Aopen_by_name(file, "/VTKHDF", attribute, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Aget_space(at);
    ck_assert_int_eq(H5Sget_simple_extent_npoints(space), count);
    ck_assert_int_ge(H5Aread(at, H5T_NATIVE_LONG, got), 0);
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(got[i], want[i]);
    H5Sclose(space);
    H5Aclose(at);
    H5Fclose(file);
}

/* Materials are numbered: 0 background, 1 vacuum, 2 pec, 3 pmc, then those of the file. */
enum { BOARD = 4, FOAM = 5 };

START_TEST(the_picture_names_what_is_there_and_nothing_is_run)
{
    static const char *const words[] = {"A patch on a board",
                                        "board",
                                        "foam",
                                        "vacuum",
                                        "feed",
                                        "beacon",
                                        "near",
                                        "power",
                                        "sheets and wires",
                                        "sheet in the plane",
                                        "port",
                                        "source",
                                        "probe",
                                        "box of an output",
                                        "absorbing cells begin",
                                        "lines of the grid",
                                        "sheets at 6 mm"};
    write_parts(_i ? GRADED : EVEN, MODEL, SOLID);
    ck_assert_msg(GEOMETRY("m.ini", "--format", "svg", "--slice", "z=6mm", "--slice",
                           "y = 10 mm", "--slice", "x=10 mm") == YEE_OK,
                  "%s", said);
    const char *text = text_of("m_geometry.svg");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ck_assert_msg(strstr(text, words[i]) != NULL, "no \"%s\" in the picture", words[i]);
    ck_assert(!there("m.h5"));
    ck_assert(!there("m_geometry.vtkhdf.part"));
    ck_assert(there(_i ? "m_geometry.xmf" : "m_geometry.vtkhdf"));
    ck_assert(!there(_i ? "m_geometry.vtkhdf" : "m_geometry.xmf"));
}
END_TEST

START_TEST(by_default_the_planes_go_through_what_there_is)
{
    write_parts(EVEN, MODEL, SOLID);
    ck_assert_int_eq(GEOMETRY("m.ini", "--format", "svg"), YEE_OK);
    const char *text = text_of("m_geometry.svg");
    ck_assert_ptr_nonnull(strstr(text, "board"));
    ck_assert_ptr_nonnull(strstr(text, "foam"));
    ck_assert_ptr_nonnull(strstr(text, "feed"));
    ck_assert_ptr_nonnull(strstr(text, "sheets and wires"));
    ck_assert_int_eq(GEOMETRY("m.ini", "--output", "new/folder", "--size", "120x90mm"), YEE_OK);
    ck_assert(there("new/folder/m_geometry.png"));
    ck_assert(there("new/folder/m_geometry.vtkhdf"));
}
END_TEST

START_TEST(the_file_holds_the_media_of_cells_and_the_edges_of_sheets)
{
    hsize_t n[3];
    const char *file = _i ? "m_geometry.h5" : "m_geometry.vtkhdf";
    write_parts(_i ? GRADED : EVEN, MODEL, SOLID);
    ck_assert_int_eq(GEOMETRY("m.ini"), YEE_OK);
    int *v = numbers(file, "/VTKHDF/CellData/material", n);
    const hsize_t nz = _i ? 24 : 18, ny = 20, nx = _i ? 22 : 24, rise = _i ? 12 : 6;
    ck_assert(n[0] == nz && n[1] == ny && n[2] == nx);
    for (hsize_t k = 0; k < nz; k++)
        for (hsize_t q = 0; q < ny * nx; q++)
            if (k < rise)
                ck_assert_int_eq(v[k * ny * nx + q], BOARD);
            else
                ck_assert_int_ne(v[k * ny * nx + q], BOARD);
    ck_assert_int_eq(v[((rise + 5) * ny + 10) * nx + 12], FOAM); /* 11.5 mm above the ground */
    free(v);
    v = numbers(file, "/VTKHDF/PointData/thin", n);
    ck_assert(n[0] == nz + 1 && n[1] == ny + 1 && n[2] == nx + 1);
    for (hsize_t k = 0; k <= nz; k++)
        for (hsize_t j = 0; j <= ny; j++)
            for (hsize_t i = 0; i <= nx; i++) {
                const bool plate = k == rise && i >= 8 && i <= 16 && j >= 6 && j <= 14;
                const int want = (plate && i < 16 ? 1 : 0) + (plate && j < 14 ? 2 : 0) +
                                 (i == 18 && j == 10 && k >= rise && k < rise + 3 ? 4 : 0);
                ck_assert_int_eq(v[(k * (ny + 1) + j) * (nx + 1) + i], want);
            }
    free(v);
    if (_i) {
        const char *text = text_of("m_geometry.xmf");
        ck_assert_ptr_nonnull(strstr(text, "m_geometry.h5:/VTKHDF/CellData/material"));
        ck_assert_ptr_nonnull(strstr(text, "Dimensions=\"25 21 23\""));
    } else {
        whole_numbers(file, "WholeExtent", 6, (const long[]){0, 24, 0, 20, 0, 18});
        whole_numbers(file, "Version", 2, (const long[]){1, 0});
    }
}
END_TEST

START_TEST(a_plane_model_is_drawn_as_it_is)
{
    hsize_t n[3];
    write_parts(
        "[grid]\nsize = 24, 20 mm\nspacing = 1 mm\ninvariant = z\n", MODEL,
        "[shape.base]\ntype = box\nfrom = 0, 0, 0 mm\nto = 24, 8, 0 mm\nmaterial = board\n"
        "[source.s]\ntype = dipole\nposition = 12, 12, 0 mm\ndirection = z\n"
        "current = 1 A\nwaveform = w\n");
    ck_assert_int_eq(GEOMETRY("m.ini", "--format", "svg"), YEE_OK);
    ck_assert_ptr_nonnull(strstr(text_of("m_geometry.svg"), "board"));
    free(numbers("m_geometry.vtkhdf", "/VTKHDF/CellData/material", n));
    ck_assert(n[0] == 1 && n[1] == 20 && n[2] == 24);
    ck_assert_int_eq(GEOMETRY("m.ini", "--slice", "z=1mm"), YEE_USAGE);
    says("the grid has no cells along z");
}
END_TEST

/* The commands that gnuplot gets for a model's planes. */
static const char *commands_of(const char *format)
{
    FILE *stub = fopen("gnuplot", "w");
    ck_assert_ptr_nonnull(stub);
    fputs("#!/bin/sh\ncat > told\n"
          "f=$(sed -n \"s/^set output '\\(.*\\)'$/\\1/p\" told | head -n 1)\n"
          "printf '%032dIEND\\256B`\\202' 0 > \"$f\"\n",
          stub);
    fclose(stub);
    ck_assert_int_eq(chmod("gnuplot", 0755), 0);
    char *old = strdup(getenv("PATH")), path[4096];
    snprintf(path, sizeof path, "%s:%s", folder, old);
    setenv("PATH", path, 1);
    const int code = GEOMETRY("m.ini", "--format", format);
    setenv("PATH", old, 1);
    free(old);
    ck_assert_msg(code == YEE_OK, "%s", said);
    return text_of("told");
}

/* gnuplot draws nothing of an image that is one pixel wide: the media of a column were white. */
START_TEST(a_column_of_cells_has_colours)
{
    write_parts("[grid]\ncells = 1, 1, 30\nspacing = 1 mm\n"
                "[boundary.sides]\ntype = periodic\nfaces = x, y\n",
                MODEL,
                "[shape.film]\ntype = box\nfrom = 0, 0, 12 mm\nto = 1, 1, 15 mm\n"
                "material = board\n");
    const char *told = commands_of("png");
    ck_assert_ptr_nonnull(strstr(told, "binary array=(2,30)"));
    ck_assert_ptr_null(strstr(told, "binary array=(1,"));
}
END_TEST

/* Two points a millimetre apart, and of 24 mm in all: their names would lie on each other. */
START_TEST(names_stand_clear_of_each_other)
{
    double at[2][2];
    char side[2][16];
    double up[2];
    write_parts("[grid]\nsize = 24, 20 mm\nspacing = 1 mm\ninvariant = z\n", MODEL,
                "[output.a_long_name]\ntype = probe\nposition = 10, 10, 0 mm\n"
                "[output.between]\ntype = probe\nposition = 2, 2, 0 mm\n"
                "[output.another_long_name]\ntype = probe\nposition = 11, 10, 0 mm\n");
    const char *told = commands_of("png"), *const name[] = {"'a_long_name' at ",
                                                            "'another_long_name' at "};
    for (int i = 0; i < 2; i++) {
        const char *found = strstr(told, name[i]);
        ck_assert_msg(found != NULL, "no %s", name[i]);
        ck_assert_int_eq(sscanf(found + strlen(name[i]), "%lf,%lf %15s offset %*f,%lf",
                                &at[i][0], &at[i][1], side[i], &up[i]),
                         4);
    }
    ck_assert_msg(strcmp(side[0], side[1]) != 0 || (up[0] > 0) != (up[1] > 0),
                  "both are %s, %g and %g", side[0], up[0], up[1]);
}
END_TEST

START_TEST(planes_of_symmetry_are_drawn_where_there_are_any)
{
    const char *grid = "[grid]\nsize = 24, 20 mm\nspacing = 1 mm\ninvariant = z\n";
    write_parts(grid, MODEL, "");
    ck_assert_int_eq(GEOMETRY("m.ini", "--format", "svg"), YEE_OK);
    ck_assert_ptr_null(strstr(text_of("m_geometry.svg"), "plane of symmetry"));
    write_parts(grid, MODEL, "[boundary.half]\ntype = symmetry\nkind = magnetic\nfaces = x-\n");
    ck_assert_msg(GEOMETRY("m.ini", "--format", "svg") == YEE_OK, "%s", said);
    ck_assert_ptr_nonnull(strstr(text_of("m_geometry.svg"), "plane of symmetry"));
}
END_TEST

START_TEST(what_is_wrong_ends_as_elsewhere)
{
    write_parts(EVEN, MODEL, SOLID);
    ck_assert_int_eq(GEOMETRY("m.ini", "--slice", "w=3"), YEE_USAGE);
    says("--slice w=3 is not of the form z=2mm");
    ck_assert_int_eq(GEOMETRY("m.ini", "--slice", "z=90mm"), YEE_USAGE);
    says("outside the grid, which has z = 0 m to 18 mm");
    ck_assert_int_eq(GEOMETRY("m.ini", "--format", "gif"), YEE_USAGE);
    ck_assert_int_eq(GEOMETRY("none.ini"), YEE_IO);
    ck_assert_int_eq(GEOMETRY("m.ini", "--set", "shape.base.material=bored"), YEE_INPUT);
    says("there is no material 'bored'");
    ck_assert(!there("m_geometry.png"));
    ck_assert(!there("m_geometry.vtkhdf"));
}
END_TEST

START_TEST(a_file_that_the_model_reads_stays)
{
    const hsize_t dims[3] = {2, 2, 2};
    const int number[8] = {0};
    const hid_t file = H5Fcreate("m_geometry.vtkhdf", H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, dims, NULL);
    const hid_t set =
        H5Dcreate2(file, "data", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, number), 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(file);
    write_parts(EVEN, MODEL,
                "[shape.v]\ntype = voxels\nfile = m_geometry.vtkhdf\nmaterial = board\n");
    ck_assert_int_eq(GEOMETRY("m.ini"), YEE_IO);
    says("m_geometry.vtkhdf is a file that the model reads");
    ck_assert_int_eq(rows_of("m_geometry.vtkhdf", "/data"), 2);
    ck_assert_int_eq(GEOMETRY("m.ini", "--output", "elsewhere"), YEE_OK);
}
END_TEST

static void setup(void) { enter_folder(); }

/* As a full disk: write() fails, of the file and not of the small picture. */
static void limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){20000, 20000});
}

START_TEST(a_file_that_the_disk_has_no_room_for_is_one_sentence)
{
    write_parts(EVEN, MODEL, SOLID);
    ck_assert_int_eq(
        run_with(limit, (const char *const[]){"yee", "geometry", "--size", "160x120", "--slice",
                                              "z=6mm", "m.ini", NULL}),
        YEE_IO);
    says("yee: cannot write m_geometry.vtkhdf");
    ck_assert_ptr_null(strstr(said, "HDF5-DIAG"));
    ck_assert(!there("m_geometry.vtkhdf") && !there("m_geometry.vtkhdf.part"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("geometry");
    TCase *tests = tcase_create("geometry");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, setup, leave_folder);
    tcase_add_loop_test(tests, the_picture_names_what_is_there_and_nothing_is_run, 0, 2);
    tcase_add_test(tests, a_trace_of_a_sweep_is_drawn);
    tcase_add_test(tests, by_default_the_planes_go_through_what_there_is);
    tcase_add_loop_test(tests, the_file_holds_the_media_of_cells_and_the_edges_of_sheets, 0, 2);
    tcase_add_test(tests, a_plane_model_is_drawn_as_it_is);
    tcase_add_test(tests, a_column_of_cells_has_colours);
    tcase_add_test(tests, names_stand_clear_of_each_other);
    tcase_add_test(tests, planes_of_symmetry_are_drawn_where_there_are_any);
    tcase_add_test(tests, what_is_wrong_ends_as_elsewhere);
    tcase_add_test(tests, a_file_that_the_model_reads_stays);
    tcase_add_test(tests, a_file_that_the_disk_has_no_room_for_is_one_sentence);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
