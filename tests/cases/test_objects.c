/* Objects far outside of the grid, arrays that do not fit it, objects in 2-D, and sections that do
 * nothing: each is said, and what is meant is not. */
#include "command.h"
#include "suite.h"

#define PULSE \
    "[boundary.all]\ntype = cpml\ncells = 6\n[waveform.w]\ntype = ricker\nfrequency = 5 GHz\n"
#define SOLID \
    "[grid]\ncells = 24, 20, 16\nspacing = 1 mm\n[run]\nsteps = 2\n" PULSE \
    "[source.s]\ntype = dipole\nposition = 15, 10, 8 mm\ndirection = z\ncurrent = 1 A\n" \
    "waveform = w\n[material.glass]\ntype = dielectric\neps = 4\n"
#define FLAT "[grid]\nsize = 20, 20 um\nspacing = 1 um\ninvariant = z\n[run]\nsteps = 2\n" PULSE

static void setup(void) { enter_folder(); }

static void write_two(const char *text, const char *more)
{
    FILE *file = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "%s%s", text, more);
    fclose(file);
}

static void run_with_modules(const char *text, const char *more)
{
    write_two(text, more);
    MUST("m.ini", "--force", "--plugin-path", MODULE_REACHING);
}

#define OBJECT "[shape.a]\nmaterial = glass\ntype = "

static const struct {
    const char *text, *words; /* NULL: nothing of the object is said */
} places[] = {
    /* a unit that is wrong in one corner, in one number, downwards too */
    {OBJECT "box\nfrom = 12, 14, 9 mm\nto = 5, 5, 5 Mm\n",
     "3.12e+08 lengths of the grid outside"},
    {OBJECT "box\nfrom = 5, 6, 7 mm\nto = 12, 14, 16.5 m\n",
     "along z it goes from 7 mm to 16.5 m"},
    {OBJECT "box\nfrom = 5 mm, 6 mm, 7 mm\nto = 12 mm, 14 m, 9 mm\n",
     "along y it goes from 6 mm to 14 m, the grid from 0 m to 20 mm: it ends 699 lengths"},
    {OBJECT "box\nfrom = -5 mm, -9 m, 7 mm\nto = 12 mm, 14 mm, 9 mm\n", "it ends 450 lengths"},
    {OBJECT "cylinder\nfrom = 9, 9, 5 mm\nto = 9 mm, 9 mm, 12 m\nradius = 3 mm\n",
     "749 lengths"},
    {OBJECT "prism\npoints = 5, 5, 9, 5, 7, 9 mm\nfrom = 3 mm\nto = 8 m\n", "499 lengths"},
    {OBJECT "plate\nfrom = 5, 5, 5 mm\nto = 12 m, 12 m, 5 mm\n", "599 lengths"},
    {"[shape.a]\ntype = graded\nprofile = parabolic\nradius = 3 mm\npitch = 40 mm\nfrom = 9, "
     "9, 5 "
     "mm\nto = 9 mm, 9 mm, 12 m\n",
     "749 lengths"},
    {OBJECT "reaching\ncells = 3000\n", "186 lengths"},
    /* a radius that is wrong: a filling is left */
    {OBJECT "sphere\ncenter = 9, 9, 9 mm\nradius = 5 m\n",
     "all that is left of it is a filling"},
    {OBJECT "ellipsoid\ncenter = 9, 9, 9 mm\nradii = 5, 5, 5 m\n", "is a filling"},
    {OBJECT "cylinder\nfrom = 9, 9, 5 mm\nto = 9, 9, 12 mm\nradius = 5 m\n", "is a filling"},
    {OBJECT "box\nfrom = -9, -9, -9 m\nto = 9, 9, 9 m\n", "is a filling"},
    {"[shape.a]\ntype = graded\nprofile = luneburg\nradius = 9 m\ncenter = 9, 9, 5 mm\n",
     "is a filling"},
    {OBJECT "sphere\ncenter = -4.2, 9, 9 mm\nradius = 5 mm\n", "92 % of it lie outside"},
    /* what users mean: half-spaces, slabs, rods through layers, walls, a ball in a corner */
    {OBJECT "box\nfrom = -1, -1, -1 m\nto = 1 m, 1 m, 8 mm\n", NULL},
    {OBJECT "box\nfrom = -90, -90, -90 m\nto = 90 m, 90 m, 8 mm\n", NULL},
    {OBJECT "box\nfrom = 0, 0, 0 mm\nto = 24, 20, 16 mm\n", NULL},
    {OBJECT "box\nfrom = -20, -20, -20 mm\nto = 500, 500, 8 mm\n", NULL},
    {OBJECT "box\nfrom = -9 m, -9 m, 4 mm\nto = 9 m, 9 m, 8 mm\n", NULL},
    {OBJECT "cylinder\nfrom = 9 mm, 9 mm, -9 m\nto = 9 mm, 9 mm, 9 m\nradius = 3 mm\n", NULL},
    {OBJECT "cylinder\nfrom = -9, -9, -9 m\nto = 9, 9, 9 m\nradius = 3 mm\n", NULL},
    {"[shape.a]\nmaterial = pec\ntype = plate\nfrom = -9 m, -9 m, 8 mm\nto = 9 m, 9 m, 8 mm\n",
     NULL},
    {OBJECT "sphere\ncenter = 0, 0, 0 mm\nradius = 5 mm\n", NULL},
    {OBJECT "sphere\ncenter = 12, 10, 600 mm\nradius = 595 mm\n", NULL},
    {OBJECT "reaching\ncells = 900\n", NULL},
    {OBJECT "reaching\ncells = 1000000000000000000\n", NULL},
};

START_TEST(an_object_far_outside_is_a_warning_and_what_is_meant_is_not)
{
    run_with_modules(SOLID, places[_i].text);
    if (places[_i].words) {
        says("[shape.a]");
        says(places[_i].words);
    } else {
        ck_assert_msg(!strstr(said, "[shape.a]"), "%s", said);
    }
}
END_TEST

START_TEST(far_ends_along_an_axis_without_cells_are_meant_too)
{
    static const char object[] =
        "[source.s]\ntype = dipole\nposition = 15, 15, 0 um\ndirection = "
        "z\ncurrent = 1 A\nwaveform = w\n[shape.a]\nmaterial = pec\n"
        "type = box\nfrom = 4 um, 4 um, %s\nto = 8 um, 1 m, 1 m\n";
    char text[512];
    snprintf(text, sizeof text, object, "-1 m");
    write_two(FLAT, text);
    MUST("m.ini", "--force");
    ck_assert_msg(!strstr(said, "[shape.a]"), "%s", said);
    snprintf(text, sizeof text, object, "0 m");
    write_two(FLAT, text);
    MUST("m.ini", "--force");
    says("[shape.a] along y it goes from 3.999 um to 1 m");
}
END_TEST

START_TEST(in_2d_an_object_is_as_long_as_the_grid_whatever_its_numbers_say)
{
    static const char source[] =
        "[source.s]\ntype = dipole\nposition = 15, 15, 0 um\ndirection = "
        "z\ncurrent = 1 A\nwaveform = w\n[output.o]\ntype = snapshot\n"
        "components = e\nevery = 2\n",
                      object[] = "[shape.a]\nmaterial = pec\ntype = ";
    static const char *const type[] = {
        "box\nfrom = 4, 4, 0 um\nto = 8, 8, %d um\n",
        "cylinder\nfrom = 8, 8, 0 um\nto = 8, 8, %d um\nradius = 3 um\n",
        "prism\npoints = 5, 5, 9, 5, 7, 9 um\nfrom = 0 um\nto = %d um\n",
        "plate\nfrom = 4, 8, 0 um\nto = 8, 8, %d um\n",
        "wire\npoints = 8, 8, 0, 8, 8, %d um\n",
        "graded\nprofile = parabolic\nfrom = 8, 8, 0 um\nto = 8, 8, %d um\nradius = 3 um\n"
        "pitch = 40 um\neps = 4\n",
    };
    char text[1024], flat[512];
    for (int length = 0; length < 2; length++) {
        snprintf(flat, sizeof flat, type[_i], 1000000 * length);
        snprintf(text, sizeof text, "%s%s%s", source, object, flat);
        write_two(FLAT, text);
        MUST("m.ini", "--set", length ? "run.output=long.h5" : "run.output=short.h5");
        ck_assert_msg(!strstr(said, "[shape.a]"), "%s", said);
    }
    same_files("long_o.vtkhdf", "short_o.vtkhdf");
}
END_TEST

static const struct {
    const char *text, *words;
} refused[] = {
    {OBJECT "box\nfrom = 4, 4, 6 mm\nto = 8, 8, 6 mm\n",
     "[shape.a] from and to are both at z = 0.006 m: the box has no thickness; a sheet is type "
     "= "
     "plate"},
    {OBJECT "cylinder\nfrom = 4, 4, 6 mm\nto = 4, 4, 6 mm\nradius = 2 mm\n", "the same point"},
    {"[shape.a]\ntype = voxels\nfile = v.h5\ndataset = cube\n",
     "material is missing; give it, or the key materials"},
    {"[output.o]\ntype = snapshot\nevery = 4\ntimes = 1 ps\n",
     "give at most one of every, times"},
    {"[output.o]\ntype = flux\nfrequencies = 5 GHz\nplane = x\nat = 8 mm\nfrom = 7, 7, 7 mm\n",
     "plane is all across the grid, and from would count for nothing"},
};

/* A dataset of whole numbers, all `value`. */
static void write_voxels(const char *name, hsize_t x, hsize_t y, hsize_t z, int value)
{
    const hsize_t n[3] = {x, y, z};
    const hid_t file = there("v.h5")
                           ? H5Fopen("v.h5", H5F_ACC_RDWR, H5P_DEFAULT)
                           : H5Fcreate("v.h5", H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, n, NULL);
    const hid_t set =
        H5Dcreate2(file, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    int *number = calloc((size_t)(x * y * z), sizeof *number);
    ck_assert_ptr_nonnull(number);
    for (hsize_t i = 0; i < x * y * z; i++)
        number[i] = i ? value : 0;
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, number), 0);
    free(number);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(file);
}

START_TEST(what_cannot_be_meant_is_refused_with_what_is)
{
    write_voxels("cube", 4, 4, 4, 0);
    write_two(SOLID, refused[_i].text);
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says(refused[_i].words);
}
END_TEST

START_TEST(a_file_of_voxels_that_is_not_there_or_cut_off_is_said)
{
    write_two(SOLID, OBJECT "voxels\nfile = v.h5\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_IO);
    says("v.h5 cannot be read: No such file or directory");
    write_voxels("data", 4, 4, 4, 0);
    ck_assert_int_eq(truncate("v.h5", 1000), 0);
    ck_assert_int_eq(RUN("m.ini"), YEE_IO);
    says("v.h5 is no HDF5 file, or a damaged one");
}
END_TEST

static void voxels(const char *name, const char *words)
{
    char text[256];
    snprintf(text, sizeof text, "%svoxels\nfile = v.h5\ndataset = %s\n", OBJECT, name);
    run_with_modules(SOLID, text);
    if (words)
        says(words);
    else
        ck_assert_msg(!strstr(said, "voxels"), "%s", said);
}

START_TEST(an_array_in_another_order_or_of_which_most_is_lost_is_a_warning)
{
    write_voxels("fits", 24, 20, 16, 0);
    write_voxels("zyx", 16, 20, 24, 0);
    write_voxels("part", 16, 20, 16, 0);
    write_voxels("more", 30, 20, 16, 0); /* 80 % of them are in the grid */
    write_voxels("large", 48, 40, 32, 0);
    write_voxels("holes", 24, 20, 16, -1);
    voxels("fits", NULL);
    voxels("part", NULL);
    voxels("more", NULL);
    voxels("holes", NULL);
    voxels("zyx",
           "33.3 % of the 16 x 20 x 24 voxels lie outside of the grid; taken in the order "
           "z, y, x all of them would lie within");
    voxels("large", "87.5 % of the 48 x 40 x 32 voxels lie outside of the grid, which has room "
                    "for 24 x 20 x 16");
}
END_TEST

START_TEST(rows_and_columns_of_a_picture_are_told_apart_in_2d)
{
    static const char text[] =
        "[source.s]\ntype = dipole\nposition = 15, 5, 0 um\ndirection = z\ncurrent = 1 A\n"
        "waveform = w\n[shape.a]\ntype = voxels\nmaterial = pec\nfile = v.h5\ndataset = p\n";
    write_voxels("p", 12, 20, 1, -1);
    write_two(FLAT, text);
    MUST("m.ini", "--set", "grid.size=20, 12 um", "--set", "boundary.all.cells=4");
    says("taken in the order y, x, z all of them would lie within: is the array [ny, nx, nz]?");
}
END_TEST

static const struct {
    const char *text, *words;
} idle[] = {
    {"[source.b]\ntype = dipole\nposition = 9, 9, 9 mm\ndirection = x\ncurrent = 0 A\nwaveform "
     "= "
     "w\n",
     "[source.b] it plays nothing: it has no current other than 0"},
    {"[source.b]\ntype = current_sheet\nfrom = 7, 7, 8 mm\nto = 9, 9, 8 mm\ndirection = "
     "x\ncurrent = 0 A/m\nwaveform = w\n",
     "[source.b] it plays nothing"},
    {"[source.b]\ntype = voltage\nnegative = 9, 9, 8 mm\npositive = 9, 9, 9 mm\nvoltage = 0 "
     "V\nwaveform = w\n",
     "voltage is 0 V and the waveform plays nothing"},
    {"[source.b]\ntype = plane_wave\nfrom = 7, 7, 7 mm\nto = 12, 12, 9 mm\ndirection = "
     "x\npolarization = z\namplitude = 0 V/m\nwaveform = w\n",
     "amplitude is 0 V/m"},
    {"[material.thin]\ntype = dielectric\neps = 0.5\n" OBJECT
     "box\nfrom = 7, 7, 7 mm\nto = 9, 9, "
     "9 mm\n[shape.b]\ntype = box\nmaterial = thin\nfrom = 9, 7, 7 mm\nto = 12, 9, 9 mm\n",
     "its permittivity is 0.5 at all frequencies"},
    {OBJECT "wire\npoints = 7, 7, 7, 7, 7, 12 mm\n",
     "its material conducts nothing, and a wire of edges then acts like one that is a cell "
     "thick"},
    {OBJECT "plate\nfrom = 7, 7, 7 mm\nto = 9, 7, 12 mm\n", "and a sheet of edges then acts"},
    {"[shape.b]\ntype = wire\nmaterial = pec\npoints = 7, 7, 7, 12, 12, 7 mm\n",
     "[shape.b] it runs oblique in the grid (1 piece) and becomes a staircase of edges, 0.01 m "
     "long instead of 0.007071 m (41.4 % more): it resonates about"},
    /* a port without a waveform is a load */
    {"[source.b]\ntype = voltage\nnegative = 9, 9, 8 mm\npositive = 9, 9, 9 mm\n", NULL},
};

START_TEST(what_does_nothing_is_a_warning)
{
    run_with_modules(SOLID, idle[_i].text);
    if (idle[_i].words)
        says(idle[_i].words);
    else
        ck_assert_msg(!strstr(said, "[source.b]"), "%s", said);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("objects");
    TCase *tests = tcase_create("objects");
    tcase_add_checked_fixture(tests, setup, leave_folder);
    tcase_add_loop_test(tests, an_object_far_outside_is_a_warning_and_what_is_meant_is_not, 0,
                        sizeof places / sizeof *places);
    tcase_add_loop_test(tests, in_2d_an_object_is_as_long_as_the_grid_whatever_its_numbers_say,
                        0, 6);
    tcase_add_test(tests, far_ends_along_an_axis_without_cells_are_meant_too);
    tcase_add_loop_test(tests, what_cannot_be_meant_is_refused_with_what_is, 0,
                        sizeof refused / sizeof *refused);
    tcase_add_test(tests, a_file_of_voxels_that_is_not_there_or_cut_off_is_said);
    tcase_add_test(tests, an_array_in_another_order_or_of_which_most_is_lost_is_a_warning);
    tcase_add_test(tests, rows_and_columns_of_a_picture_are_told_apart_in_2d);
    tcase_add_loop_test(tests, what_does_nothing_is_a_warning, 0, sizeof idle / sizeof *idle);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
