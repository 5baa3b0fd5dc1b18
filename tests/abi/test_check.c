/* tests/abi/test_check.c: `yee check` finds the fault of every faulty plugin. */
#include "suite.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yee/types.h>

static char said[1 << 16];

/* Exit status of the command with these words; what it prints is in `said`. */
static int yee(const char *words)
{
    char command[1280];
    snprintf(command, sizeof command, "%s %s 2>&1", YEE_COMMAND, words);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t size = fread(said, 1, sizeof said - 1, pipe);
    said[size] = '\0';
    int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status), "%s: %s", words, said);
    return WEXITSTATUS(status);
}

static int check_file(const char *path)
{
    char words[1024];
    snprintf(words, sizeof words, "check %s", path);
    return yee(words);
}

/* The lines about one plugin hold these words behind a FAIL. */
static void finds(const char *plugin, const char *words)
{
    char title[64];
    snprintf(title, sizeof title, " %s: faulty\n", plugin);
    const char *begin = strstr(said, title);
    ck_assert_msg(begin != NULL, "nothing about %s in: %s", plugin, said);
    begin += strlen(title);
    const char *end = strstr(begin, ": faulty\n");
    const char *fail = strstr(begin, "  FAIL  ");
    ck_assert_msg(fail && (!end || fail < end), "%s did not fail: %s", plugin, said);
    const char *found = strstr(fail, words);
    ck_assert_msg(found && found < strchr(fail, '\n'), "%s: not \"%s\" but %.*s", plugin, words,
                  (int)strcspn(fail, "\n"), fail);
}

START_TEST(every_fault_is_found_and_named)
{
    static const struct {
        const char *plugin, *words;
    } fault[] = {
        {"gain", "eps_y gains energy"},
        {"nothing", "mu_z: numbers are not finite"},
        {"growth", "eps_x gains energy"},
        {"narrow", "outside its band of 0 to 0.4 Hz"},
        {"endless", "after quiet = 7 s"},
        {"jumpy", "before it starts"},
        {"gappy", "is not finite"},
        {"empty", "band 2 to 1 Hz"},
        {"squeeze", "kappa = 0.9"},
        {"layer", "has no stretch()"},
        {"feed", "the rate is -"},
        {"damped", "has no damping()"},
        {"half", "is periodic at one face of axis 0 only"},
        {"open", "closes face 0- with rule"},
        {"leaky", "out of the bounds"},
        {"moody_shape", "outside in a row and inside alone"},
        {"hollow", "holds none"},
        {"mirrored", "bounds along axis 0 from 1 to 0 m"},
        {"curtailed", "is inside, but spans() of the line along z"},
        {"greedy", "2, where there was room for 1"},
        {"backward", "0 to 0.5 m is not behind 1 m"},
    };
    ck_assert_int_eq(check_file(MODULE_DIR "/faulty.so"), YEE_PLUGIN);
    for (size_t i = 0; i < sizeof fault / sizeof *fault; i++)
        finds(fault[i].plugin, fault[i].words);
    ck_assert_ptr_nonnull(strstr(said, "21 plugins"));
    ck_assert_ptr_nonnull(strstr(said, "21 failed"));
}
END_TEST

START_TEST(a_file_that_does_not_load_fails_the_check)
{
    ck_assert_int_eq(check_file(MODULE_DIR "/bad_undefined.so"), YEE_PLUGIN);
    ck_assert_ptr_nonnull(strstr(said, "nowhere_to_be_found"));
}
END_TEST

START_TEST(a_good_file_passes)
{
    ck_assert_msg(check_file(MODULE_DIR "/bad_fine.so") == YEE_OK, "%s", said);
}
END_TEST

/* Every table of it ends behind the last function that its kind needs, and what is behind that
 * ends the process where somebody reads it. */
START_TEST(tables_of_older_headers_work_and_nothing_behind_them_is_read)
{
    static const char model[] =
        "[run]\nsteps = 20\nscheme = older\ncheckpoint_at_end = yes\n"
        "[grid]\nspacing = 1 mm\ncells = 8, 8, 8\n[boundary.all]\ntype = older\n"
        "[material.glass]\ntype = dielectric\neps = 2\n"
        "[shape.cube]\ntype = older\nmaterial = glass\n[source.own]\ntype = older\n"
        "[waveform.tone]\ntype = sine\nfrequency = 8 GHz\nramp = 1\n"
        "[source.dipole]\ntype = dipole\nposition = 3, 3, 3 mm\ndirection = z\n"
        "current = 1 A\nwaveform = tone\n"
        "[output.own]\ntype = older\n"
        "[output.lines]\ntype = spectrum\nfrequencies = 8 GHz\n"
        "components = ez\n";
    char folder[] = "/tmp/yee-older-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    FILE *file = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(file);
    fputs(model, file);
    ck_assert_int_eq(fclose(file), 0);
    static const char *const what[] = {"plan m.ini --plugin-path", "run m.ini --plugin-path",
                                       "run m.ini --set run.steps=30 --restart --plugin-path",
                                       "help older --plugin-path"};
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        char words[1024];
        snprintf(words, sizeof words, "%s " MODULE_DIR "/older.so", what[i]);
        ck_assert_msg(yee(words) == YEE_OK, "%s: %s", words, said);
    }
    ck_assert_msg(check_file(MODULE_DIR "/older.so") == YEE_OK, "%s", said);
    ck_assert_int_eq(chdir("/"), 0);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("check");
    TCase *tests = tcase_create("check");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_fault_is_found_and_named);
    tcase_add_test(tests, a_file_that_does_not_load_fails_the_check);
    tcase_add_test(tests, a_good_file_passes);
    tcase_add_test(tests, tables_of_older_headers_work_and_nothing_behind_them_is_read);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
