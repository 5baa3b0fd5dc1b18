/* Models that are calculated run to the bits of those that are written out. */
#include "command.h"
#include "suite.h"

static const char written[] = "[grid]\n"
                              "cells = 24, 20, 18\n"
                              "spacing = 1 mm\n"
                              "[run]\n"
                              "steps = 60\n"
                              "[boundary.all]\n"
                              "type = pec\n"
                              "[material.soil]\n"
                              "type = debye\n"
                              "delta_eps = 3\n"
                              "tau = 9 ps\n"
                              "[shape.block]\n"
                              "type = box\n"
                              "from = 5, 5, 5 mm\n"
                              "to = 12, 10, 10 mm\n"
                              "material = soil\n"
                              "[waveform.pulse]\n"
                              "type = gaussian\n"
                              "frequency = 5 GHz\n"
                              "[source.tx]\n"
                              "type = dipole\n"
                              "position = 7, 7, 7.5 mm\n"
                              "direction = z\n"
                              "current = 1 A\n"
                              "waveform = pulse\n"
                              "[output.rx]\n"
                              "type = probe\n"
                              "position = 15, 15, 12, 3, 4, 12 mm\n";

/* The model above by operations that are exact: quotients by powers of two, and whole numbers. */
static const char calculated[] = "[let]\n"
                                 "cell = 1 mm\n"
                                 "wide = 12 mm\n"
                                 "n = 24\n"
                                 "[grid]\n"
                                 "cells = {n}, {n - 4}, {3*n/4}\n"
                                 "spacing = {cell}\n"
                                 "[run]\n"
                                 "steps = {floor(2.5*n + 0.5)}\n"
                                 "[boundary.all]\n"
                                 "type = pec\n"
                                 "[material.soil]\n"
                                 "type = debye\n"
                                 "delta_eps = {sqrt(9)}\n"
                                 "tau = 9 ps\n"
                                 "[shape.block]\n"
                                 "type = box\n"
                                 "from = 5, 5, 5 mm\n"
                                 "to = {wide}, {10*cell}, {min(wide, 10 mm)}\n"
                                 "material = soil\n"
                                 "[waveform.pulse]\n"
                                 "type = gaussian\n"
                                 "frequency = {1/(2*100 ps)}\n"
                                 "[source.tx]\n"
                                 "type = dipole\n"
                                 "position = 7, 7, {n/4 + 1.5} mm\n"
                                 "direction = z\n"
                                 "current = 1 A\n"
                                 "waveform = pulse\n"
                                 "[output.rx]\n"
                                 "type = probe\n"
                                 "position = 15 mm, 15 mm, {wide},\n"
                                 "    {wide/4}, 4 mm, {wide}\n";

/* The resolved texts of two models, and the numbers of their probes, are equal. */
static void same_run(const char *a, const char *b)
{
    char command[400];
    MUST(a, "--force", "--set", "run.output=a.h5");
    MUST(b, "--force", "--set", "run.output=b.h5");
    ck_assert_int_eq(system("h5diff a.h5 b.h5 /probe/rx"), 0);
    snprintf(command, sizeof command,
             "for f in a b; do h5dump -d /provenance/resolved $f.h5 | tail -n +2 | "
             "sed 's/[ab].h5//' > $f.txt; done; cmp a.txt b.txt");
    ck_assert_int_eq(system(command), 0);
}

START_TEST(a_calculated_model_has_the_bits_of_one_that_is_written_out)
{
    write_file("written.ini", written);
    write_file("calculated.ini", calculated);
    same_run("written.ini", "calculated.ini");
    MUST("calculated.ini", "--force", "--set", "let.wide=13 mm", "--set", "run.output=c.h5");
    ck_assert_int_ne(system("h5diff -q a.h5 c.h5 /probe/rx"), 0);
}
END_TEST

START_TEST(a_fault_of_a_calculated_value_names_its_expression)
{
    write_file("m.ini", calculated);
    ck_assert_int_eq(RUN("m.ini", "--set", "let.cell=-1 mm"), YEE_INPUT);
    says("m.ini:7: [grid] spacing: -0.001 m is out of range; it must be greater than 0 m (of "
         "{cell})");
    ck_assert_int_eq(RUN("m.ini", "--set", "let.cell=1 ps"), YEE_INPUT);
    says("m.ini:7: [grid] spacing: unit 's' does not fit");
    ck_assert_int_eq(RUN("m.ini", "--set", "let.n=24 +"), YEE_INPUT);
    says("override: [let] n: in '24 +' a number or a name is missing at the end");
    ck_assert_int_eq(RUN("m.ini", "--set", "let.other=24", "--strict"), YEE_INPUT);
    says("[let] 'other'");
    says("is never used: no expression names it");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.steps={m}"), YEE_INPUT);
    says("override: [run] steps: in '{m}' [let] has no 'm'");
}
END_TEST

/* -- included models -- */

#define HEAD \
    "[grid]\ncells = 24, 20, 18\nspacing = 1 mm\n[run]\nsteps = 80\n[boundary.all]\ntype = " \
    "pec\n"

/* A model of its own, too. */
static const char antenna[] = "[let]\n"
                              "x = 4 mm\n"
                              "eps = 2\n"
                              "[grid]\n"
                              "cells = 12, 20, 18\n"
                              "spacing = 1 mm\n"
                              "[run]\n"
                              "steps = 20\n"
                              "[boundary.walls]\n"
                              "type = pec\n"
                              "[material.core]\n"
                              "type = dielectric\n"
                              "eps = {eps}\n"
                              "[shape.rod]\n"
                              "type = box\n"
                              "from = {x}, 5 mm, 5 mm\n"
                              "to = {x + 2 mm}, 10 mm, 10 mm\n"
                              "material = core\n"
                              "[waveform.pulse]\n"
                              "type = table\n"
                              "file = pulse.csv\n"
                              "[source.feed]\n"
                              "type = dipole\n"
                              "position = {x}, 7 mm, 7.5 mm\n"
                              "direction = z\n"
                              "current = 1 A\n"
                              "waveform = pulse\n"
                              "[output.near]\n"
                              "type = probe\n"
                              "position = {x + 1 mm}, 12 mm, 7 mm\n";

static const char two[] = HEAD "[include.left]\n"
                               "file = parts/antenna.ini\n"
                               "x = 3 mm\n"
                               "[include.right]\n"
                               "file = parts/antenna.ini\n"
                               "x = 15 mm\n"
                               "eps = 3.5\n";

/* The sections of one of the two, written out. */
#define PART(name, from, to, near, eps) \
    "[material." name ".core]\ntype = dielectric\neps = " eps "\n[shape." name \
    ".rod]\ntype = box\nfrom = " from ", 5, 5 mm\nto = " to ", 10, 10 mm\nmaterial = " name \
    ".core\n[waveform." name ".pulse]\ntype = table\nfile = parts/pulse.csv\n[source." name \
    ".feed]\ntype = dipole\nposition = " from \
    ", 7, 7.5 mm\ndirection = z\ncurrent = 1 A\nwaveform = " name ".pulse\n[output." name \
    ".near]\ntype = probe\nposition = " near ", 12, 7 mm\n"

static const char two_written[] =
    HEAD PART("left", "3", "5", "4", "2") PART("right", "15", "17", "16", "3.5");

static void write_parts(void)
{
    ck_assert_int_eq(mkdir("parts", 0700), 0);
    write_file("parts/antenna.ini", antenna);
    write_file("parts/pulse.csv", "0, 0\n1e-10, 1\n2e-10, 0\n");
    write_file("m.ini", two);
}

START_TEST(a_model_that_is_included_twice_has_the_bits_of_one_that_is_written_out)
{
    write_parts();
    write_file("written.ini", two_written);
    MUST("written.ini", "--force", "--set", "run.output=a.h5");
    MUST("m.ini", "--force", "--set", "run.output=b.h5");
    ck_assert_int_eq(system("h5diff a.h5 b.h5 /probe && for f in a b; do h5dump -d "
                            "/provenance/resolved $f.h5 | tail -n +2 | sed 's/[ab].h5//' > "
                            "$f.txt; done && cmp a.txt b.txt"),
                     0);
    ck_assert_int_eq(system("h5dump -d /provenance/inputs b.h5 | grep -q "
                            "'parts/antenna.ini (\\[include.left\\] file)'"),
                     0);
    MUST("parts/antenna.ini", "--force"); /* it runs by itself */
    MUST("m.ini", "--force", "--set", "source.left.feed.current=2 A", "--set",
         "run.output=c.h5");
    ck_assert_int_ne(system("h5diff -q a.h5 c.h5 /probe/left.near"), 0);
}
END_TEST

START_TEST(an_included_model_takes_what_it_lacks_from_the_one_around_it)
{
    write_file("soils.ini", "[material.sand]\ntype = dielectric\neps = 3\n"
                            "[material.clay]\ntype = dielectric\neps = 5\n");
    write_file("pipe.ini", "[include.soils]\nfile = soils.ini\n"
                           "[shape.bed]\ntype = box\nfrom = 2, 2, 2 mm\nto = 9, 9, 9 mm\n"
                           "material = soils.sand\n"
                           "[shape.pipe]\ntype = sphere\ncenter = 5, 5, 5 mm\n"
                           "radius = 2 mm\nmaterial = steel\n");
    write_file("m.ini",
               HEAD "[material.steel]\ntype = dielectric\neps = 9\n"
                    "[include.a]\nfile = pipe.ini\n"
                    "[waveform.w]\ntype = gaussian\nfrequency = 5 GHz\n"
                    "[source.s]\ntype = dipole\nposition = 15, 5, 5 mm\n"
                    "direction = z\ncurrent = 1 A\nwaveform = w\n[output.e]\ntype = energy\n");
    MUST("m.ini", "--set", "run.output=a.h5"); /* and clay, which nothing uses, is no warning */
    ck_assert_int_eq(system("h5dump -d /provenance/resolved a.h5 > a.txt && "
                            "grep -q 'material = a.soils.sand' a.txt && "
                            "grep -q 'material = steel' a.txt"),
                     0);
    ck_assert_ptr_null(strstr(said, "clay"));
}
END_TEST

START_TEST(a_mistake_in_an_included_model_names_both_files_and_lines)
{
    static const struct {
        const char *was, *is, *says;
    } row[] = {
        {"eps = {eps}", "eps = {ep}", "m.ini:8: [include.left] "},
        {"eps = {eps}", "eps = {ep}",
         "parts/antenna.ini:13: [material.core] eps: in '{ep}' [let] "
         "has no 'ep'; did you mean 'eps'?"},
        {"eps = {eps}", "eps = -1", "m.ini:8: "},
        {"eps = {eps}", "eps = -1",
         "parts/antenna.ini:13: [material.left.core] eps: -1 is out of"},
        {"material = core", "material = cor",
         "parts/antenna.ini:18: [shape.left.rod] material: "
         "there is no material 'cor'"},
        {"[shape.rod]", "[shape.rod", "parts/antenna.ini:14: '[shape.rod' lacks its closing"},
        {"current = 1 A\n", "", "parts/antenna.ini:22: [source.left.feed] none of current"},
        {"type = box", "type = bax", "parts/antenna.ini:15: [shape.left.rod] type = bax"},
    };
    write_parts();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[4096];
        const char *at = strstr(antenna, row[i].was);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - antenna), antenna, row[i].is,
                 at + strlen(row[i].was));
        write_file("parts/antenna.ini", text);
        ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
        says(row[i].says);
    }
}
END_TEST

START_TEST(an_include_that_is_wrong_is_said_with_its_line)
{
    static const struct {
        const char *set, *says;
        int code;
    } row[] = {
        {"include.left.file=none.ini", "m.ini:8: [include.left] ", YEE_IO},
        {"include.left.file=none.ini", "none.ini: cannot be opened: No such file", YEE_IO},
        {"include.left.file=parts", "override: [include.left] file: 'parts' is a folder",
         YEE_IO},
        {"include.left.file=m.ini", "m.ini includes itself, by way of 1 file", YEE_INPUT},
        {"include.left.y=3 mm", "override: [include.left] ", YEE_INPUT},
        {"include.left.y=3 mm", "parts/antenna.ini has no variable 'y' in a section [let]",
         YEE_INPUT},
        {"include.left.rotate=90 deg", "rotate: '90 deg' is no axis with an angle", YEE_INPUT},
        {"include.left.x=3 ps", "s and m cannot be added", YEE_INPUT},
        {"include.a.b.file=parts/antenna.ini",
         "[include.a.b] the name of an included model has no "
         "dot",
         YEE_INPUT},
        {"include.third.x=3 mm", "key 'file' is missing: Model file whose sections are taken",
         YEE_INPUT},
        {"shape.left.rood.material=core", "the file has no such section", YEE_INPUT},
    };
    write_parts();
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const int code = RUN("m.ini", "--set", row[i].set);
        ck_assert_msg(code == row[i].code, "%s: %d: %s", row[i].set, code, said);
        says(row[i].says);
    }
    write_file("m.ini", HEAD "[material.a.core]\ntype = dielectric\n[include.a]\n"
                             "file = parts/antenna.ini\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("m.ini:10: [include.a] ");
    says("has [material.core] for [material.a.core], which is in line 8 already");
    write_file("m.ini", HEAD "[include.a]\nfile = b.ini\n");
    write_file("b.ini", "[include.c]\nfile = c.ini\n");
    write_file("c.ini", "[include.b]\nfile = b.ini\n");
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("b.ini includes itself, by way of 2 files");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("composed");
    TCase *tests = tcase_create("composed");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_calculated_model_has_the_bits_of_one_that_is_written_out);
    tcase_add_test(tests, a_fault_of_a_calculated_value_names_its_expression);
    tcase_add_test(tests,
                   a_model_that_is_included_twice_has_the_bits_of_one_that_is_written_out);
    tcase_add_test(tests, an_included_model_takes_what_it_lacks_from_the_one_around_it);
    tcase_add_test(tests, a_mistake_in_an_included_model_names_both_files_and_lines);
    tcase_add_test(tests, an_include_that_is_wrong_is_said_with_its_line);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
