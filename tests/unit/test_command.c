/* The command `yee` as a user meets it: what it prints and its exit code. */
#include "suite.h"
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <yee/types.h>

static char folder[64], said[1 << 16];

static void setup(void)
{
    strcpy(folder, "/tmp/yee-command-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void teardown(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

/* Runs `yee WORDS` with all it prints in `said`; the exit code. */
static int yee(const char *words)
{
    char command[1024];
    snprintf(command, sizeof command, "exec %s %s 2>&1", YEE_COMMAND, words);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    size_t size = fread(said, 1, sizeof said - 1, pipe);
    said[size] = '\0';
    int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status), "yee %s ended by signal %d", words, WTERMSIG(status));
    return WEXITSTATUS(status);
}

static void says(const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "\"%s\" is not in: %s", words, said);
}

static const char small[] = "[grid]\n"
                            "spacing = 1 mm\n"
                            "cells = 12, 12, 12\n"
                            "[run]\n"
                            "steps = 20\n"
                            "[boundary.all]\n"
                            "type = pec\n"
                            "[waveform.pulse]\n"
                            "type = sine\n"
                            "frequency = 30 GHz\n"
                            "[source.s]\n"
                            "type = dipole\n"
                            "position = 6 mm, 6 mm, 6 mm\n"
                            "direction = z\n"
                            "current = 1 A\n"
                            "waveform = pulse\n"
                            "[output.p]\n"
                            "type = probe\n"
                            "position = 8 mm, 6 mm, 6 mm\n"
                            "components = ez\n";

START_TEST(help_documents_commands_and_exit_codes)
{
    ck_assert_int_eq(yee("--help"), YEE_OK);
    says("yee COMMAND");
    says("plan MODEL.ini");
    for (int code = YEE_OK; code <= YEE_LOST; code++) {
        char line[16];
        snprintf(line, sizeof line, "\n  %d  ", code);
        says(line);
    }
    says("--version");
    ck_assert_int_eq(yee("--version"), YEE_OK);
    says("plugin ABI 1.0");
}
END_TEST

START_TEST(a_wrong_command_line_is_exit_code_2)
{
    ck_assert_int_eq(yee(""), YEE_USAGE);
    ck_assert_int_eq(yee("rum m.ini"), YEE_USAGE);
    says("yee run");
    ck_assert_int_eq(yee("run"), YEE_USAGE);
    says("MODEL.ini");
    ck_assert_int_eq(yee("run --quite m.ini"), YEE_USAGE);
    says("--quiet");
    ck_assert_int_eq(yee("run m.ini --set"), YEE_USAGE);
    says("--set needs a value");
    ck_assert_int_eq(yee("run --quiet=yes m.ini"), YEE_USAGE);
    says("takes no value");
    ck_assert_int_eq(yee("help dielektric"), YEE_USAGE);
    says("did you mean dielectric?");
}
END_TEST

START_TEST(help_explains_plugins_kinds_and_sections)
{
    ck_assert_int_eq(yee("help debye"), YEE_OK);
    says("delta_eps");
    says("required");
    says("\n  rule: delta_eps, tau have equally many values\n");
    says("names of [material.NAME], or vacuum, pec, pmc\n");
    ck_assert_int_eq(yee("help plate voltage"), YEE_OK);
    says("\n  rule: exactly one of from/to, points is given\n"
         "  rule: all of from, to are given, or none\n");
    says("name of a [waveform.NAME]\n");
    says("name of a [material.NAME], or vacuum, pec, pmc\n");
    ck_assert_int_eq(yee("help run"), YEE_OK);
    says("name of an [output.NAME]\n");
    says("rule: exactly one of time, steps is given\n");
    ck_assert_int_eq(yee("help material"), YEE_OK);
    says("lorentz");
    says("[material.NAME]");
    if (yee("help cuda.temporal") == YEE_OK) /* built where there is nvcc */
        says("[scheme.NAME]\ntype = cuda.temporal");
    ck_assert_int_eq(yee("help importer"), YEE_OK);
    says("gprmax");
    ck_assert_int_eq(yee("help grid"), YEE_OK);
    says("spacing");
    ck_assert_int_eq(yee("help run"), YEE_OK);
    says("courant");
    says("--set");
    ck_assert_int_eq(yee("help units"), YEE_OK);
    says(" deg");
    ck_assert_int_eq(yee("help plugins"), YEE_OK);
    says("[plugins]");
    says("path");
    ck_assert_int_eq(yee("help scheme.tiled"), YEE_OK);
    says("[scheme.tiled]");
    ck_assert_int_eq(yee("help [material.soil]"), YEE_OK);
    says("A material is");
    ck_assert_int_eq(yee("help waveform"), YEE_OK);
    says("gaussian_derivative  "); /* two blanks behind the longest name */
    ck_assert_int_eq(yee("help unit"), YEE_USAGE);
    says("did you mean units?");
}
END_TEST

START_TEST(plugins_are_listed_with_file_and_version)
{
    ck_assert_int_eq(yee("plugins"), YEE_OK);
    says("scheme_reference.so");
    says("boundary");
}
END_TEST

START_TEST(a_missing_model_is_exit_code_5)
{
    ck_assert_int_eq(yee("run nowhere.ini"), YEE_IO);
    says("nowhere.ini");
}
END_TEST

START_TEST(a_wrong_model_is_exit_code_3_with_file_and_line)
{
    char text[sizeof small + 32];
    snprintf(text, sizeof text, "%scolour = red\n", small);
    write_file("m.ini", text);
    ck_assert_int_eq(yee("run m.ini"), YEE_INPUT);
    says("m.ini:21");
    says("colour");
    ck_assert_int_eq(access("m.h5", F_OK), -1);
}
END_TEST

START_TEST(a_run_writes_its_file_and_never_over_another)
{
    write_file("m.ini", small);
    ck_assert_msg(yee("run m.ini") == YEE_OK, "%s", said);
    says("20 steps");
    says("wrote m.h5");
    ck_assert_int_eq(access("m.h5", F_OK), 0);
    ck_assert_int_eq(yee("run m.ini"), YEE_IO);
    says("m.h5");
    ck_assert_int_eq(yee("run m.ini --force --quiet"), YEE_OK);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(a_restart_counts_its_own_steps_and_says_where_none_is_left)
{
    write_file("m.ini", small);
    ck_assert_int_eq(yee("run m.ini --set run.checkpoint_at_end=yes"), YEE_OK);
    ck_assert_int_eq(yee("run m.ini --restart"), YEE_OK);
    says("no steps: the checkpoint is of step 20, the last");
    ck_assert_int_eq(yee("run m.ini --restart --set run.steps=27"), YEE_OK);
    says("\n7 steps in ");
}
END_TEST

START_TEST(a_run_names_every_file_it_wrote_and_none_that_is_not_there)
{
    char text[sizeof small + 128];
    snprintf(text, sizeof text, "%s[output.f]\ntype = snapshot\nevery = 10\n", small);
    write_file("m.ini", text);
    ck_assert_int_eq(yee("run m.ini"), YEE_OK);
    says("wrote m.h5\nwrote m_f.vtkhdf\n");
    ck_assert_int_eq(access("m_f.vtkhdf", F_OK), 0);
    snprintf(text, sizeof text, "%.*s", (int)(strstr(small, "[output") - small), small);
    write_file("n.ini", text);
    ck_assert_int_eq(yee("run n.ini"), YEE_OK);
    says("wrote nothing: the model has no [output.NAME]");
    ck_assert_int_eq(access("n.h5", F_OK), -1);
    ck_assert_int_eq(yee("plan n.ini"), YEE_OK);
    says("none: the model has no [output.NAME]");
}
END_TEST

START_TEST(a_key_is_set_from_the_command_line)
{
    write_file("m.ini", small);
    ck_assert_int_eq(yee("run --set run.steps=7 --set=run.output=other.h5 m.ini"), YEE_OK);
    says("7 steps");
    says("wrote other.h5");
    ck_assert_int_eq(access("other.h5", F_OK), 0);
    ck_assert_int_eq(yee("run --set run.time=1ps --force m.ini"), YEE_OK);
    says("1 steps");
    ck_assert_int_eq(yee("run --set run.step=7 m.ini"), YEE_INPUT);
    says("steps");
}
END_TEST

/* Words of the trades, and a page that each must lead to. */
static const char *const words_of_trades[][2] = {
    {"object", "shape"},       {"monitor", "output"},
    {"port", "voltage"},       {"dft", "spectrum"},
    {"TF/SF", "plane_wave"},   {"S11", "s_parameters"},
    {"metal", "pec"},          {"water", "debye"},
    {"PML", "cpml"},           {"'far field'", "flux"},
    {"far field", "flux"},     {"objects", "shape"},
    {"harminv", "resonances"}, {"eigenmode", "current_sheet"},
    {"near2far", "flux"},      {"'Gaussian beam'", "current_sheet"},
    {"nonlinear", "kerr"},
};

START_TEST(words_of_the_trades_lead_to_a_page)
{
    char words[64];
    snprintf(words, sizeof words, "help %s", words_of_trades[_i][0]);
    ck_assert_msg(yee(words) == YEE_OK, "%s", said);
    snprintf(words, sizeof words, "`yee help %s`", words_of_trades[_i][1]);
    says(words);
}
END_TEST

START_TEST(a_plan_says_what_will_run_and_touches_no_file)
{
    write_file("m.ini", small);
    ck_assert_msg(yee("plan m.ini") == YEE_OK, "%s", said);
    says("1728 cells");
    says("20 steps");
    says("dipole");
    says("probe");
    says("memory");
    says(" Mcells/s with all sources and outputs, measured on 20 steps");
    says("disk  ");
    says("tiled");
    ck_assert_int_eq(access("m.h5", F_OK), -1);
    ck_assert_int_eq(yee("model m.ini"), YEE_OK);
    says("courant = 0.99");
}
END_TEST

START_TEST(a_plan_names_the_line_of_what_nothing_uses)
{
    char text[2000];
    snprintf(text, sizeof text, "%s[waveform.spare]\ntype = sine\nfrequency = 1 GHz\n", small);
    write_file("m.ini", text);
    ck_assert_int_eq(yee("plan m.ini --set material.m.type=dielectric"), YEE_OK);
    says("  waveform.spare (line 21)\n             WARNING: never used: no source plays it\n");
    says("  material.m WARNING: never used: no key names it and no shape paints it\n");
}
END_TEST

/* 30 GHz in cells of 3 mm along z: 3.3 of them, which is a warning; of 5 mm: 2. */
START_TEST(a_plan_has_the_exit_code_that_its_run_would_begin_with)
{
    write_file("m.ini", small);
    ck_assert_int_eq(yee("plan m.ini --strict"), YEE_OK);
    ck_assert_int_eq(yee("plan m.ini --set 'grid.spacing=1, 1, 3 mm'"), YEE_OK);
    says("WARNING");
    ck_assert_int_eq(yee("plan m.ini --set 'grid.spacing=1, 1, 3 mm' --strict"), YEE_INPUT);
    says("a run of m.ini is refused for what is marked ERROR or WARNING (strict is on) above");
    ck_assert_int_eq(yee("run m.ini --set 'grid.spacing=1, 1, 3 mm' --strict"), YEE_INPUT);
    ck_assert_int_eq(yee("plan m.ini --set 'grid.spacing=1, 1, 5 mm'"), YEE_INPUT);
    says("a lower frequency of 's', which plays up to 30 GHz");
    says("a run of m.ini is refused for what is marked ERROR above");
    ck_assert_int_eq(yee("run m.ini --set 'grid.spacing=1, 1, 5 mm'"), YEE_INPUT);
    says("yee: m.ini: vacuum: 2 cells per wavelength at 30 GHz");
}
END_TEST

START_TEST(auto_is_tiled_on_a_machine_without_a_gpu)
{
    write_file("m.ini", small);
    setenv("CUDA_VISIBLE_DEVICES", "", 1); /* none, where there are some */
    ck_assert_int_eq(yee("plan --set run.scheme=auto m.ini"), YEE_OK);
    says("scheme       tiled");
    ck_assert_int_eq(yee("run --set run.scheme=auto m.ini"), YEE_OK);
    unsetenv("CUDA_VISIBLE_DEVICES");
}
END_TEST

START_TEST(the_memory_of_the_fields_is_counted_exactly)
{
    write_file("m.ini", small);
    ck_assert_int_eq(yee("plan m.ini"), YEE_OK);
    /* E on n (n+1)^2 points, H on n^2 (n+1), three of each, n = 12: 11700 numbers of 4 bytes */
    says("fields     45.7 KiB");
}
END_TEST

START_TEST(an_interrupted_run_closes_its_files_and_is_exit_code_9)
{
    write_file("m.ini", small);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        execl(YEE_COMMAND, "yee", "run", "--quiet", "--set", "run.steps=1000000000", "m.ini",
              (char *)NULL);
        _exit(127);
    }
    /* once the output file is there the run has begun, and the signals are caught */
    for (int i = 0; i < 1000 && access("m.h5", F_OK); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    ck_assert_int_eq(kill(child, SIGINT), 0);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), YEE_INTERRUPTED);
    ck_assert_int_eq(system("h5dump -H m.h5 > /dev/null"), 0);
}
END_TEST

START_TEST(a_plugin_file_is_checked)
{
    ck_assert_msg(yee("check " PLUGIN_DIR "/material_lorentz.so") == YEE_OK, "%s", said);
    says("order of the time step 2.0");
    says("0 failed");
    ck_assert_int_eq(yee("check m.ini"), YEE_PLUGIN);
}
END_TEST

START_TEST(a_reader_that_goes_away_is_no_failure)
{
    char command[512];
    snprintf(command, sizeof command, "bash -c '%s plugins | head -n 1; exit ${PIPESTATUS[0]}'",
             YEE_COMMAND);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(a_full_disk_under_standard_output_is_exit_code_5)
{
    char command[512];
    snprintf(command, sizeof command, "%s plugins > /dev/full 2> /dev/null", YEE_COMMAND);
    ck_assert_int_eq(WEXITSTATUS(system(command)), YEE_IO);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command");
    TCase *tests = tcase_create("command");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, help_documents_commands_and_exit_codes);
    tcase_add_test(tests, a_wrong_command_line_is_exit_code_2);
    tcase_add_test(tests, help_explains_plugins_kinds_and_sections);
    tcase_add_loop_test(tests, words_of_the_trades_lead_to_a_page, 0,
                        (int)(sizeof words_of_trades / sizeof *words_of_trades));
    tcase_add_test(tests, plugins_are_listed_with_file_and_version);
    tcase_add_test(tests, a_missing_model_is_exit_code_5);
    tcase_add_test(tests, a_wrong_model_is_exit_code_3_with_file_and_line);
    tcase_add_test(tests, a_run_writes_its_file_and_never_over_another);
    tcase_add_test(tests, a_restart_counts_its_own_steps_and_says_where_none_is_left);
    tcase_add_test(tests, a_run_names_every_file_it_wrote_and_none_that_is_not_there);
    tcase_add_test(tests, a_key_is_set_from_the_command_line);
    tcase_add_test(tests, a_plan_says_what_will_run_and_touches_no_file);
    tcase_add_test(tests, a_plan_names_the_line_of_what_nothing_uses);
    tcase_add_test(tests, a_plan_has_the_exit_code_that_its_run_would_begin_with);
    tcase_add_test(tests, auto_is_tiled_on_a_machine_without_a_gpu);
    tcase_add_test(tests, the_memory_of_the_fields_is_counted_exactly);
    tcase_add_test(tests, an_interrupted_run_closes_its_files_and_is_exit_code_9);
    tcase_add_test(tests, a_plugin_file_is_checked);
    tcase_add_test(tests, a_reader_that_goes_away_is_no_failure);
    tcase_add_test(tests, a_full_disk_under_standard_output_is_exit_code_5);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
