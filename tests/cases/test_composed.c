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

int main(void)
{
    Suite *suite = suite_create("composed");
    TCase *tests = tcase_create("composed");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_calculated_model_has_the_bits_of_one_that_is_written_out);
    tcase_add_test(tests, a_fault_of_a_calculated_value_names_its_expression);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
