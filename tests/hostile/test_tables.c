/* Tables whose pointers lead nowhere, and files that hold nothing: a sentence, never a crash. */
#include "command.h"
#include "suite.h"

static const struct lost {
    const char *name, *words;
} lost[] = {
    {"no_end", "the key of line 2 of its parameter table is no text; the table's last line is "
               "YEE_PARAM_END"},
    {"key", "the key of line 1 of its parameter table is no text"},
    {"unit", "the unit of line 1 of its parameter table is no text"},
    {"help", "the help of line 1 of its parameter table is no text"},
    {"summary", "its summary, reference or example is no text"},
    {"params", "its parameter table has no end"},
    {"ops", "its table of functions lies in no file that is loaded"},
    {"function", "its table's describe() is no code of a file that is loaded"},
    {"plugins", "its list of plugins has no end; the last entry is NULL"},
    {"list", "its list of plugins has no end; the last entry is NULL"},
    {"version", "its name, version or license is no text"},
};
enum { LOST = sizeof lost / sizeof *lost };

static int list(const char *path)
{
    const char *const argv[] = {"yee", "plugins", "--plugin-path", path, NULL};
    return run_with(NULL, argv);
}

START_TEST(a_pointer_that_leads_nowhere_is_a_sentence_with_the_file)
{
    char path[512];
    snprintf(path, sizeof path, TABLES "/table_%s.so", lost[_i].name);
    const int code = list(path);
    ck_assert_msg(code == YEE_PLUGIN, "exit code %d: %s", code, said);
    says(path);
    says(lost[_i].words);
}
END_TEST

START_TEST(in_a_folder_it_is_a_warning)
{
    ck_assert_int_eq(list(TABLES), YEE_OK);
    int told = 0; /* eight files of a folder are, the rest is counted */
    for (int i = 0; i < LOST; i++)
        told += strstr(said, lost[i].words) != NULL;
    ck_assert_int_ge(told, 7); /* of the eight two may say the same */
    says("warning: " TABLES "/table_");
    says("more of its files could not be loaded");
    ck_assert_int_eq(list(TABLES "/table_fine.so"), YEE_OK);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(a_pipe_named_as_a_plugin_is_not_waited_for)
{
    ck_assert_int_eq(mkfifo("pipe.so", 0600), 0);
    alarm(20);
    ck_assert_int_eq(list("."), YEE_OK);
    says("pipe.so: not a regular file");
    ck_assert_int_eq(list("pipe.so"), YEE_PLUGIN);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tables");
    TCase *tests = tcase_create("tables");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, a_pointer_that_leads_nowhere_is_a_sentence_with_the_file, 0,
                        LOST);
    tcase_add_test(tests, in_a_folder_it_is_a_warning);
    tcase_add_test(tests, a_pipe_named_as_a_plugin_is_not_waited_for);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
