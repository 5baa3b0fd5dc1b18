/* Files of a form that only an importer reads, through the command as a user has it. */
#include "command.h"
#include "suite.h"

START_TEST(a_file_that_an_importer_takes_runs_like_a_model)
{
    write_file("m.cube", "12\n");
    MUST("m.cube", "--plugin-path", MODULE_FOREIGN);
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 20);
    MUST("m.cube", "--force", "--plugin-path", MODULE_FOREIGN, "--set", "run.steps=7");
    ck_assert_int_eq(rows_of("m.h5", "/energy/e/total"), 7);
}
END_TEST

START_TEST(without_its_importer_it_is_no_model)
{
    write_file("m.cube", "12\n");
    ck_assert_int_eq(RUN("m.cube"), YEE_INPUT);
    says("m.cube:1: '12' is neither [section] nor key = value");
    write_file("m.ini", "12\n"); /* not an ending of the importer's */
    ck_assert_int_eq(RUN("m.ini", "--plugin-path", MODULE_FOREIGN), YEE_INPUT);
    says("m.ini:1: '12' is neither");
}
END_TEST

START_TEST(what_an_importer_finds_wrong_is_said_with_the_file)
{
    write_file("m.foreign", "none\n");
    ck_assert_int_eq(RUN("m.foreign", "--plugin-path", MODULE_FOREIGN), YEE_INPUT);
    says("m.foreign: [importer] holds no number of cells");
    ck_assert_int_eq(RUN("gone.foreign", "--plugin-path", MODULE_FOREIGN), YEE_IO);
    says("gone.foreign: [importer] cannot be opened");
    ck_assert(!there("m.h5"));
}
END_TEST

START_TEST(what_is_wrong_in_its_text_names_the_importer)
{
    write_file("m.foreign", "0\n");
    ck_assert_int_eq(RUN("m.foreign", "--plugin-path", MODULE_FOREIGN), YEE_INPUT);
    says("m.foreign (as foreign reads it):3: [grid] cells");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import");
    TCase *tests = tcase_create("import");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_file_that_an_importer_takes_runs_like_a_model);
    tcase_add_test(tests, without_its_importer_it_is_no_model);
    tcase_add_test(tests, what_an_importer_finds_wrong_is_said_with_the_file);
    tcase_add_test(tests, what_is_wrong_in_its_text_names_the_importer);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
