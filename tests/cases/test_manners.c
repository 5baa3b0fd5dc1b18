/* A plugin that changes the process, or floods the terminal, through the command as a user has
 * it. */
#include "command.h"
#include "suite.h"

static const char model[] =
    "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n[run]\nsteps = 40\nprecision = f64\n"
    "scheme = reference\n[boundary.all]\ntype = cpml\ncells = 4\n"
    "[waveform.w]\ntype = gaussian\nfrequency = 9.5 GHz\n"
    "[source.s]\ntype = dipole\nposition = 6, 6, 6 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n"
    "[output.r]\ntype = rude\nway = %s\n[output.e]\ntype = energy\nevery = 1\n";

static void write_model(const char *way)
{
    char text[1024];
    snprintf(text, sizeof text, model, way);
    write_file("m.ini", text);
}

/* The run of a model without the rude output, for comparison: p.h5. */
static void run_polite(void)
{
    char text[1024];
    snprintf(text, sizeof text, model, "folder");
    *strstr(text, "[output.r]") = '\0';
    strcat(text, "[output.e]\ntype = energy\nevery = 1\n");
    write_file("p.ini", text);
    MUST("p.ini");
}

START_TEST(files_and_numbers_are_those_of_a_run_with_polite_plugins)
{
    static const char *const way[] = {"folder", "mask", "rounding", "traps"};
    struct stat st, polite;
    run_polite();
    write_model(way[_i]);
    MUST("m.ini", "--plugin-path", MODULE_RUDE);
    ck_assert_msg(there("m.h5"), "m.h5 is elsewhere");
    same_files("m.h5", "p.h5");
    ck_assert_int_eq(stat("m.h5", &st) || stat("p.h5", &polite), 0);
    ck_assert_uint_eq(st.st_mode, polite.st_mode);
}
END_TEST

START_TEST(a_source_that_changes_the_process_at_every_step_changes_no_bit)
{
    static const char *const way[] = {"folder", "mask", "rounding", "traps"};
    char type[64];
    snprintf(type, sizeof type, "source.r.way=%s", way[_i]);
    run_polite();
    MUST("p.ini", "--plugin-path", MODULE_RUDE, "--set", "run.output=none.h5", "--set",
         "source.r.type=rude_source", "--set", "source.r.way=none");
    MUST("p.ini", "--plugin-path", MODULE_RUDE, "--set", "run.output=one.h5", "--set",
         "source.r.type=rude_source", "--set", type);
    same_files("one.h5", "none.h5");
}
END_TEST

/* A locale with a decimal comma, made of the system's sources where it has them. */
static bool make_locale(void)
{
    char *here = getcwd(NULL, 0);
    if (system("localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 >comma.log 2>&1") || !here)
        return free(here), false;
    setenv("LOCPATH", here, 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    free(here);
    return true;
}

START_TEST(numbers_have_a_point_whatever_the_locale_is)
{
    if (!make_locale()) {
        printf("not looked at: this system makes no locale with a comma\n");
        return;
    }
    write_model("locale");
    FILE *pipe = popen(YEE_COMMAND " plan m.ini --plugin-path " MODULE_RUDE, "r");
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    says("(0.99 of the stability limit)");
    const int code = RUN("m.ini", "--plugin-path", MODULE_RUDE);
    unsetenv("LOCPATH");
    unsetenv("LC_ALL");
    ck_assert_msg(code == YEE_OK, "%s", said);
    says("half is 0.5");
    ck_assert_ptr_null(strstr(said, "0,5")); /* on the thread that writes, too */
}
END_TEST

static int count(const char *word)
{
    int n = 0;
    for (const char *at = said; (at = strstr(at, word)); at += strlen(word))
        n++;
    return n;
}

#define LOUD(...) \
    run_with(NULL, (const char *const[]){"yee", "plan", "m.ini", "--plugin-path", MODULE_RUDE, \
                                         __VA_ARGS__, NULL})

START_TEST(floods_end_with_a_sentence)
{
    static char big[1 << 16];
    write_model("equal");
    ck_assert_int_eq(LOUD("--set", "run.steps=40"), YEE_OK);
    ck_assert_int_eq(count("again"), 100);
    says("[output.r] repeats one line; further ones are left out");
    ck_assert_int_eq(count("left out"), 1);
    write_model("lines");
    FILE *pipe = popen(YEE_COMMAND " plan m.ini --plugin-path " MODULE_RUDE " 2>&1", "r");
    big[fread(big, 1, sizeof big - 1, pipe)] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    ck_assert_ptr_nonnull(strstr(big, "line 999\n"));
    ck_assert_ptr_null(strstr(big, "line 1000\n"));
    ck_assert_ptr_nonnull(strstr(big, "[output.r] has said 1000 lines; further ones are left"));
}
END_TEST

START_TEST(a_plugin_forges_no_lines_and_every_level_is_one)
{
    write_model("escape");
    MUST("m.ini", "--plugin-path", MODULE_RUDE);
    says("[output.r] \\x1b[2Jfine\\nyee: all is well\n");
    ck_assert_ptr_null(strchr(said, '\033'));
    write_model("level");
    MUST("m.ini", "--force", "--plugin-path", MODULE_RUDE);
    says("warning: m.ini:");
    says("heard");
    ck_assert_ptr_null(strstr(said, "(null)"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("manners");
    TCase *tests = tcase_create("manners");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, files_and_numbers_are_those_of_a_run_with_polite_plugins, 0, 4);
    tcase_add_loop_test(tests, a_source_that_changes_the_process_at_every_step_changes_no_bit,
                        0, 4);
    tcase_add_test(tests, numbers_have_a_point_whatever_the_locale_is);
    tcase_add_test(tests, floods_end_with_a_sentence);
    tcase_add_test(tests, a_plugin_forges_no_lines_and_every_level_is_one);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
