/* Included models that are moved, turned and mirrored. */
#include "command.h"
#include "suite.h"

#include <math.h>

#define PULSE "[waveform.pulse]\ntype = gaussian\nfrequency = 10 GHz\n"
#define HEAD \
    "[grid]\ncells = 36, 36, 20\nspacing = 1 mm\n[run]\nsteps = 60\n[boundary.all]\ntype = " \
    "pec\n" PULSE

/* Copies the models of tests/cases/placement. */
static void copy_models(void)
{
    ck_assert_int_eq(system("cp " SOURCE_DIR "/tests/cases/placement/*.ini ."), 0);
}

START_TEST(a_model_placed_four_times_has_the_bits_of_one_that_is_written_out)
{
    copy_models();
    MUST("written.ini", "--set", "run.output=a.h5");
    MUST("m.ini", "--set", "run.output=b.h5");
    same_files("a.h5", "b.h5");
    ck_assert_int_eq(
        system("for f in a b; do h5dump -d /provenance/resolved $f.h5 | tail -n +2 "
               "| sed 's/[ab].h5//' > $f.txt; done; cmp a.txt b.txt"),
        0);
    MUST("m.ini", "--set", "run.output=c.h5", "--set", "include.b.at=26.3, 25.4, 10.1 mm");
    ck_assert_int_ne(system("h5diff -q a.h5 c.h5 /port/b.p.feed"), 0);
    ck_assert_int_eq(system("h5diff -q a.h5 b.h5 /port/b.p.feed"), 0);
}
END_TEST

/* -- the same physics -- */

/* Numbers of a dataset, which the caller frees. */
static double *read_set(const char *name, const char *path, size_t *count)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s %s", name, path);
    const hid_t space = H5Dget_space(set);
    *count = (size_t)H5Sget_simple_extent_npoints(space);
    double *v = calloc(*count, sizeof *v);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return v;
}

/* In a cube, a body that is turned or mirrored as a whole, with its sources, gives the numbers
 * that have no direction, in another order of sums: a few hundred roundings of 1e-16, times the
 * gain of a diode's law, are far below 1e-10. A sign that is wrong changes them by some per cent. */
START_TEST(a_body_that_is_placed_with_its_sources_has_the_same_voltages_and_powers)
{
    static const char *const set[] = {"/port/a.feed/v",        "/port/a.load/i",
                                      "/port/a.junction/v",    "/flux/a.flat/power",
                                      "/flux/a.cut/power",     "/flux/a.cube/power",
                                      "/energy/a.energy/total"};
    static const char *const way[][2] = {
        {"mirror=x", "rotate=x 0 deg"},
        {"mirror=x, y, z", "rotate=z 90 deg"},
        {"at=0, 0, 0 m", "rotate=y 270 deg, x 90 deg"},
    };
    copy_models();
    write_file("m.ini", "[grid]\nsize = 24, 24, 24 mm\nspacing = 1 mm\n"
                        "origin = -12, -12, -12 mm\n[run]\nsteps = 100\nprecision = f64\n"
                        "scheme = plain\n[boundary.all]\ntype = pec\n[include.a]\n"
                        "file = body.ini\n");
    MUST("m.ini", "--set", "run.output=a.h5");
    for (size_t n = 0; n < sizeof way / sizeof *way; n++) {
        char one[80], two[80];
        snprintf(one, sizeof one, "include.a.%s", way[n][0]);
        snprintf(two, sizeof two, "include.a.%s", way[n][1]);
        MUST("m.ini", "--force", "--set", "run.output=b.h5", "--set", one, "--set", two);
        for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
            size_t na, nb;
            double *a = read_set("a.h5", set[i], &na), *b = read_set("b.h5", set[i], &nb);
            double most = 0, off = 0;
            ck_assert_uint_eq(na, nb);
            for (size_t k = 0; k < na; k++) {
                most = fmax(most, fabs(a[k]));
                off = fmax(off, fabs(a[k] - b[k]));
            }
            ck_assert_msg(most > 0 && off < 1e-10 * most, "%s, %s: %s is off by %g of %g",
                          way[n][0], way[n][1], set[i], off, most);
            free(a);
            free(b);
        }
    }
}
END_TEST

/* -- mistakes -- */

START_TEST(a_placement_that_is_wrong_is_said)
{
    static const struct {
        const char *set, *says;
    } row[] = {
        {"include.b.rotate=z 45 deg", "rotate: 'z 45 deg' is no multiple of 90 deg"},
        {"include.b.rotate=90 deg", "rotate: '90 deg' is no axis with an angle"},
        {"include.b.rotate=z 90", "rotate: in 'z 90' '90' has no unit"},
        {"include.b.mirror=-x", "mirror: '-x' is no axis"},
        {"include.b.at=1, 2 mm", "at: '1, 2 mm' has 2 numbers"},
        {"include.b.to=1 mm", "pair.ini has no variable 'to'"},
        {"shape.b.q.arm.from=1 mm", "from: '1 mm' has 1 number"},
    };
    copy_models();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ck_assert_int_eq(RUN("m.ini", "--set", row[i].set), YEE_INPUT);
        says(row[i].says);
    }
    write_file("part.ini", "[shape.box]\ntype = box\nfrom = 0, 0, 0 mm\nto = 1, 1 mm\n"
                           "material = pec\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("m.ini:12: ");
    says("/pair.ini:2: ");
    says("/part.ini:4: [shape.a.p.box] to: '1, 1 mm' has 2 numbers");
}
END_TEST

START_TEST(what_cannot_be_placed_is_refused_with_both_files_and_lines)
{
    static const struct {
        const char *text, *set, *says;
    } row[] = {
        {"[source.w]\ntype = plane_wave\nfrom = -3, -3, -3 mm\nto = 3, 3, 3 mm\ntheta = 30 "
         "deg\n"
         "phi = 0 deg\npsi = 0 deg\nwaveform = pulse\n",
         "rotate=z 90 deg", "/part.ini:5: [source.a.w] theta: it is bound to the axes"},
        {"[shape.l]\ntype = layers\nfrom = -3, -3, -3 mm\nto = 3, 3, 3 mm\ndepths = 0 m\n"
         "materials = pec\n",
         "rotate=x 180 deg",
         "/part.ini:1: [shape.a.l] axis: the upper end of this axis counts"},
        {"[output.s]\ntype = snapshot\nfrom = -3, -3, -3 mm\n", "mirror=y",
         "/part.ini:3: [output.a.s] from: one corner alone"},
        {"[shape.f]\ntype = fractal\nfrom = -3, -3, -3 mm\nto = 3, 3, 3 mm\nexponent = 2\n"
         "materials = vacuum, pec\n",
         "rotate=x 90 deg", "/part.ini:1: [shape.a.f] seed: it is bound to the axes"},
        {"[material.c]\ntype = chi2\nchi2 = 1e-9 m/V\naxis = y\n[shape.c]\ntype = sphere\n"
         "center = 0, 0, 0 m\nradius = 3 mm\nmaterial = c\n",
         "mirror=y", "/part.ini:4: [material.a.c] axis: the upper end of this axis counts"},
    };
    write_file("m.ini", HEAD "[include.a]\nfile = part.ini\nat = 9, 9, 9 mm\n");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char set[80];
        snprintf(set, sizeof set, "include.a.%s", row[i].set);
        write_file("part.ini", row[i].text);
        ck_assert_int_eq(RUN("m.ini", "--set", set), YEE_INPUT);
        says("m.ini:11: ");
        says(row[i].says);
        MUST("m.ini", "--force", "--set", "run.steps=1"); /* moved it can be */
    }
#define MODULATED(keys) \
    "[material.m]\ntype = modulated\ndepth = 0.1\nfrequency = 1 GHz\n" keys \
    "[shape.m]\ntype = sphere\ncenter = 0, 0, 0 m\nradius = 3 mm\nmaterial = m\n"
    write_file("part.ini", MODULATED("wave_vector = 0, 0, 20 rad/m\n"));
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("/part.ini:5: [material.a.m] wave_vector: it is bound to cells of the grid");
    write_file("part.ini", MODULATED(""));
    MUST("m.ini", "--force", "--set", "run.steps=1", "--set", "include.a.rotate=y 90 deg");
}
END_TEST

/* Names of ports and components of records are those of the model around; the file that is not
 * beside it is one of the examples. */
START_TEST(steps_of_an_included_model_find_what_it_records)
{
    write_file(
        "part.ini",
        "[source.feed]\ntype = transmission_line\nnegative = 0, 0, 0 mm\n"
        "positive = 0, 0, 2 mm\nwaveform = pulse\n[output.p]\ntype = probe\n"
        "ports = feed\nposition = 3, 1, 0.5 mm\ncomponents = ez\n[output.record]\n"
        "type = gprmax\nposition = 3, 1, 0 mm\n[post.match]\n"
        "type = s_parameters\nport = feed\n[post.ring]\ntype = resonances\nprobe = p\n"
        "component = ez\nbegin = 0.4 ns\nfrequency_min = 4 GHz\nfrequency_max = 12 GHz\n");
    write_file("m.ini", HEAD "[include.a]\nfile = part.ini\nat = 9, 9, 9 mm\n"
                             "rotate = x 90 deg\n");
    MUST("m.ini", "--set", "run.steps=2000");
    ck_assert_int_eq(rows_of("m.h5", "/post/a.match/s11"), 401);
    ck_assert_int_gt(rows_of("m.h5", "/probe/a.p/ey"), 0);
    ck_assert_int_eq(rows_of("m.h5", "/probe/a.p/ez"), -1);
    ck_assert_int_gt(rows_of("m.h5", "/post/a.ring/frequency"), 0);
    ck_assert_int_eq(system("h5dump -a /rxs/rx1/Name m.out | grep -q 'Rx(12,9,10)'"), 0);
}
END_TEST

/* Names in files of a part's objects are those of its own materials. */
START_TEST(materials_that_a_file_names_are_the_parts_own)
{
    write_file("layers.txt", "0 sand\n0.002 clay\n");
    write_file("part.ini",
               "[material.sand]\ntype = dielectric\neps = 3\n[shape.l]\ntype = layers\n"
               "from = -3, -3, -3 mm\nto = 3, 3, 3 mm\nfile = layers.txt\n");
    write_file("m.ini", HEAD "[material.clay]\ntype = dielectric\neps = 9\n"
                             "[include.a]\nfile = part.ini\nat = 9, 9, 9 mm\n");
    MUST("m.ini", "--set", "run.steps=1");
    write_file("layers.txt", "0 sand\n0.002 loam\n");
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", "run.steps=1"), YEE_INPUT);
    says("[shape.a.l] there is no material 'loam'");
}
END_TEST

START_TEST(an_example_is_found_by_its_name)
{
    write_file("m.ini", HEAD "[include.a]\nfile = dipole.ini\n");
    RUN("m.ini", "--set", "run.steps=1");
    says("/examples/dipole.ini:");
    write_file("dipole.ini", "[shape.s]\ntype = sphere\ncenter = 5, 5, 5 mm\nradius = 2 mm\n"
                             "material = pec\n");
    MUST("m.ini", "--force", "--set", "run.steps=1"); /* the file beside the model counts */
    ck_assert_int_eq(RUN("m.ini", "--set", "include.a.file=none.ini"), YEE_IO);
    says("m.ini:11: [include.a] ");
    says("/none.ini: cannot be opened");
}
END_TEST

/* A folder of the module alone: its tables do not say where the keys' numbers lie. */
START_TEST(a_plugin_that_does_not_say_what_its_keys_are_is_refused_and_told)
{
    char set[256];
    const int length = (int)(strrchr(MODULE_SILENT, '/') - MODULE_SILENT);
    snprintf(set, sizeof set, "plugins.path=%.*s", length, MODULE_SILENT);
    write_file("part.ini", "[shape.s]\ntype = silent\nmiddle = 1, 2, 3 mm\nmaterial = pec\n");
    write_file("m.ini", HEAD "[include.a]\nfile = part.ini\n");
    MUST("m.ini", "--set", set);
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", set, "--set", "include.a.at=1, 1, 1 mm"),
                     YEE_INPUT);
    says("/part.ini:3: [shape.a.s] middle: its plugin does not say what this is in space");
    ck_assert_int_eq(system(YEE_COMMAND " check " MODULE_SILENT
                                        " | grep -q 'no row says what the key middle is'"),
                     0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("placement");
    TCase *tests = tcase_create("placement");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_model_placed_four_times_has_the_bits_of_one_that_is_written_out);
    tcase_add_test(tests,
                   a_body_that_is_placed_with_its_sources_has_the_same_voltages_and_powers);
    tcase_add_test(tests, a_placement_that_is_wrong_is_said);
    tcase_add_test(tests, what_cannot_be_placed_is_refused_with_both_files_and_lines);
    tcase_add_test(tests, a_plugin_that_does_not_say_what_its_keys_are_is_refused_and_told);
    tcase_add_test(tests, steps_of_an_included_model_find_what_it_records);
    tcase_add_test(tests, materials_that_a_file_names_are_the_parts_own);
    tcase_add_test(tests, an_example_is_found_by_its_name);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
