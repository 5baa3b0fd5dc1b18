/* tests/abi/test_check.c: `yee check` finds the fault of every faulty plugin, tries the example
 * of every sound one, and says what it did not try. */
#include "modules/faulty_boundary.h"
#include "modules/faulty_scheme.h"
#include "suite.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yee/libyee.h>

#if defined __SANITIZE_ADDRESS__
enum { OWN_HEAP = true }; /* its heap says nothing, and its leak check speaks at the end */
#else
enum { OWN_HEAP = false };
#endif

static char said[1 << 18];

static char folder[64];

static void enter_folder(void)
{
    strcpy(folder, "/tmp/yee-check-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void leave_folder(const char *file)
{
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

/* Runs the command with these words; what it says is in said. */
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

/* Under memcheck a step takes fifty times as long. */
static int check_file(const char *path)
{
    char words[1024];
    snprintf(words, sizeof words, "check --timeout %d %s", getenv("YEE_VALGRIND") ? 200 : 20,
             path);
    return yee(words);
}

/* The lines about one plugin hold these words behind a FAIL. */
static void finds(const char *plugin, const char *words)
{
    char title[64];
    snprintf(title, sizeof title, " %s: faulty\n", plugin);
    const char *begin = strstr(said, title);
    ck_assert_msg(begin != NULL, "nothing about %s in: %.3000s", plugin, said);
    begin += strlen(title);
    const char *end = strstr(begin, ": faulty\n");
    const char *fail = strstr(begin, "  FAIL  ");
    ck_assert_msg(fail && (!end || fail < end), "%s did not fail: %.3000s", plugin, begin);
    const char *found = strstr(fail, words);
    ck_assert_msg(found && found < strchr(fail, '\n'), "%s: not \"%s\" but %.*s", plugin, words,
                  (int)strcspn(fail, "\n"), fail);
}

typedef struct fault {
    const char *plugin, *words;
} fault;

/* Every plugin of a module fails, and with these words. */
static void all_fail(size_t plugins, const fault *list)
{
    char text[64];
    for (size_t i = 0; i < plugins; i++)
        finds(list[i].plugin, list[i].words);
    snprintf(text, sizeof text, "%zu plugins", plugins);
    ck_assert_msg(strstr(said, text) != NULL, "%.3000s", said);
    snprintf(text, sizeof text, " %zu failed", plugins);
    ck_assert_msg(strstr(said, text) != NULL, "%.3000s", said);
}
#define ALL_FAIL(list) all_fail(sizeof(list) / sizeof *(list), list)

START_TEST(every_fault_of_a_plugin_alone_is_found_and_named)
{
    static const fault list[] = {
        {"gain", "eps_y gains energy"},
        {"nothing", "mu_z: numbers are not finite"},
        {"growth", "eps_x gains energy"},
        {"narrow", "outside its band of 0 to 0.4 Hz"},
        {"endless", "after quiet = 7 s"},
        {"jumpy", "before it starts"},
        {"gappy", "is not finite"},
        {"empty", "band 2 to 1 Hz"},
        {"swaying", "value() is not pure"},
        {"squeeze", "kappa = 0.9"},
        {"layer", "has no stretch()"},
        {"feed", "the rate is -"},
        {"damped", "has no damping()"},
        {"half", "is periodic at one face of axis 0 only"},
        {"open", "close() of face 0- says rule"},
        {"leaky", "out of the bounds"},
        {"moody_shape", "outside in a row and inside alone"},
        {"hollow", "holds none"},
        {"mirrored", "bounds along axis 0 from 1 to 0 m"},
        {"curtailed", "is inside, but spans() of the line along z"},
        {"greedy", "2, where there was room for 1"},
        {"backward", "0 to 0.5 m is not behind 1 m"},
    };
    ck_assert_int_eq(check_file(MODULE_DIR "/faulty.so"), YEE_PLUGIN);
    ALL_FAIL(list);
}
END_TEST

START_TEST(every_fault_of_a_source_is_found_and_named)
{
    static const fault list[] = {
        {"nan_density", "a current density of nan"},
        {"outside", "is outside the grid; along x it has points 0 to 30"},
        {"no_signals", "gave Ez no signals"},
        {"silent", "emit() emitted no current and opened no port"},
        {"nan_signal", "fill() gives value 0 of step 30 that is no number"},
        {"counting", "fill() is not pure: value 0 of step 0"},
        {"forgetful", "when later steps were asked for before"},
        {"wide", "fill() writes more than its count of 1 values"},
        {"half_set", "fill() leaves value 1 of 2 unset at step 0"},
        {"loner", "its example is refused: check.ini:6: [source.s] the moon is in"},
        {"misnamed", "its example has no section [source.NAME] with type = misnamed"},
        {"garbled", "lacks its closing ']'"},
    };
    ck_assert_int_eq(check_file(MODULE_DIR "/faulty_sources.so"), YEE_PLUGIN);
    ALL_FAIL(list);
}
END_TEST

START_TEST(every_fault_of_an_output_is_found_and_named)
{
    static const fault list[] = {
        {"forgets", "/rows@sum differs after a restart"},
        {"empty_rows", "/rows/value is empty"},
        {"nan_rows", "/rows/value element 0 of"},
        {"nan_sum", "/rows@sum element 0 of 1 is no finite number"},
        {"no_file", "a run wrote 0 files and no dataset"},
        {"uncut", "a run that is cut: close() failed with status 5; it was told 9"},
        {"hurries", "in plan()"}, /* crashed, or ended by a sanitizer */
        {"refuses", "its example is refused: check.ini:6: [output.o] not on a Monday"},
    };
    ck_assert_int_eq(check_file(MODULE_DIR "/faulty_outputs.so"), YEE_PLUGIN);
    ALL_FAIL(list);
}
END_TEST

/* The last one has no file to convert, which is no fault. */
START_TEST(faults_that_show_in_a_model_are_found_and_named)
{
    static const fault list[] = {
        {"beyond", "paint() paints cells 31 to 32 along x; the grid has 0 to 30 there"},
        {"restless", "paint() is not repeatable"},
        {"blank", "the object paints nothing"},
        {"wrong_sign", "eps_z gains energy"},
        {"never", "no configuration was accepted: [material.sample] nothing is good enough"},
        {"nonsense", "(as nonsense reads it):5: [run] unknown key 'speed'"},
        {"blind", "convert() took a file that is not there"},
        {"mute", "plugin 'mute' returned the failure 3 from convert() without saying why"},
    };
    ck_assert_int_eq(check_file(MODULE_DIR "/faulty_models.so"), YEE_PLUGIN);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        finds(list[i].plugin, list[i].words);
    ck_assert_ptr_nonnull(
        strstr(said, "  not tried  convert(): a file comes with its example"));
    ck_assert_ptr_nonnull(strstr(said, "9 plugins, "));
    ck_assert_ptr_nonnull(strstr(said, " 8 failed, 0 skipped, 1 not tried"));
}
END_TEST

/* How a process ends under a sanitizer is the sanitizer's affair: the function counts. */
START_TEST(a_plugin_that_ends_its_process_fails_with_the_name_of_the_function)
{
    static const fault list[] = {
        {"exits", "ended the process with exit code 0 in describe()"},
        {"crashes", " in value()"},
        {"leaves", "ended the process with exit code 0 in fill()"},
        {"hangs", "hangs in paint()"},
        {"strikes", " in receive()"},
        {"quits", "ended the process with exit code 0 in close()"},
        {"aborts", " in close()"},
        {"stops", "ended the process with exit code 3 in convert()"},
    };
    const char *slow = getenv("YEE_VALGRIND");
    ck_assert_int_eq(yee(slow ? "check --timeout 60 " MODULE_DIR "/faulty_ends.so"
                              : "check --timeout 2 " MODULE_DIR "/faulty_ends.so"),
                     YEE_PLUGIN);
    ALL_FAIL(list);
}
END_TEST

START_TEST(one_plugin_of_a_file_is_checked_alone)
{
    ck_assert_int_eq(yee("check --timeout 20 --plugin crashes " MODULE_DIR "/faulty_ends.so"),
                     YEE_PLUGIN);
    ck_assert_msg(strstr(said, ": 1 plugin,") != NULL, "%.3000s", said);
    ck_assert_int_eq(
        yee("check --plugin crashes --plugin crashs " MODULE_DIR "/faulty_ends.so"), YEE_USAGE);
    ck_assert_msg(strstr(said, "it holds no plugin 'crashs'") != NULL, "%.3000s", said);
}
END_TEST

/* Writes the first configuration that was printed into a file. */
static void write_configuration(const char *path)
{
    static const char indent[] = "          ";
    const char *line = strstr(said, "        with\n");
    ck_assert_msg(line != NULL, "%.3000s", said);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    for (line = strchr(line, '\n') + 1; !strncmp(line, indent, strlen(indent));
         line = strchr(line, '\n') + 1)
        fprintf(out, "%.*s\n", (int)strcspn(line, "\n") - (int)strlen(indent),
                line + strlen(indent));
    ck_assert_int_eq(fclose(out), 0);
}

START_TEST(the_configuration_of_a_failure_fails_a_run_too)
{
    enter_folder();
    check_file(MODULE_DIR "/faulty_sources.so");
    write_configuration("printed.ini");
    ck_assert_int_eq(
        yee("run printed.ini --quiet --plugin-path " MODULE_DIR "/faulty_sources.so"),
        YEE_PLUGIN);
    ck_assert_msg(strstr(said, "printed.ini:6: [source.s] plugin 'nan_density' gave") != NULL,
                  "%.3000s", said);
}
END_TEST

static void write_model(const char *material)
{
    FILE *out = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out,
            "[grid]\nspacing = 1 mm\ncells = 8, 8, 8\n[run]\nsteps = 9\n[boundary.all]\n"
            "type = pec\n[material.m]\ntype = %s\neps = 3\n[shape.s]\ntype = box\n"
            "from = 0, 0, 0 mm\nto = 4, 8, 8 mm\nmaterial = m\n[waveform.w]\n"
            "type = gaussian\nfrequency = 3 GHz\n[source.s]\ntype = dipole\n"
            "position = 4, 4, 4 mm\ndirection = z\ncurrent = 1 A\nwaveform = w\n",
            material);
    ck_assert_int_eq(fclose(out), 0);
}

START_TEST(a_model_of_the_user_is_tried)
{
    enter_folder();
    write_model("fine");
    ck_assert_msg(yee("check --model m.ini " MODULE_DIR "/bad_fine.so") == YEE_OK, "%.3000s",
                  said);
    ck_assert_msg(strstr(said, "/m.ini\n") && strstr(said, ", 0 not tried"), "%.3000s", said);
    write_model("dielectric");
    ck_assert_msg(yee("check --model m.ini " PLUGIN_DIR "/shape_sphere.so") == YEE_OK,
                  "%.3000s", said);
    ck_assert_msg(strstr(said, "/m.ini uses nothing of it\n") && strstr(said, ", 1 not tried"),
                  "%.3000s", said);
    /* a pulse with a mean leaves its charge */
    ck_assert_msg(yee("check --model m.ini " PLUGIN_DIR "/source_dipole.so") == YEE_OK,
                  "%.3000s", said);
    ck_assert_msg(strstr(said, "/m.ini: leaves a charge of 1.33e-10 C behind") != NULL,
                  "%.3000s", said);
    ck_assert_int_eq(yee("check --model nowhere.ini " MODULE_DIR "/bad_fine.so"), YEE_IO);
    leave_folder("m.ini");
}
END_TEST

static bool has_example(void *user, const yee_plugin *plugin, const yee_module *module,
                        const char *file)
{
    size_t *plugins = user;
    (void)module;
    const bool needed = plugin->kind != YEE_SCHEME && plugin->kind != YEE_IMPORTER &&
                        plugin->kind != YEE_TRANSPORT;
    ck_assert_msg(!needed || (plugin->example && *plugin->example), "%s of %s shows no example",
                  plugin->name, file);
    *plugins += needed;
    return true;
}

/* That they run, conformance/check_* show. */
START_TEST(every_plugin_of_the_tree_shows_an_example)
{
    yee_session *session = NULL;
    size_t plugins = 0;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    yee_session_plugins(session, has_example, &plugins);
    ck_assert_uint_ge(plugins, 35);
    yee_session_close(session);
}
END_TEST

/* Every function of a scheme has its faults. */
START_TEST(every_fault_of_a_scheme_is_found_with_the_name_of_the_function)
{
    static const fault list[] = {
#define X(name, words) {#name, words},
        FAULTY_SCHEMES(X)
#undef X
    };
    ck_assert_int_eq(check_file(MODULE_DIR "/faulty_scheme.so"), YEE_PLUGIN);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (!OWN_HEAP || strcmp(list[i].plugin, "destroy_leaks") != 0)
            finds(list[i].plugin, list[i].words);
}
END_TEST

START_TEST(every_fault_of_a_boundary_is_found_with_the_name_of_the_function)
{
    static const fault list[] = {
#define X(name, words) {#name, words},
        FAULTY_BOUNDARIES(X)
#undef X
    };
    ck_assert_int_eq(check_file(MODULE_DIR "/faulty_boundary.so"), YEE_PLUGIN);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        finds(list[i].plugin, list[i].words);
}
END_TEST

START_TEST(a_scheme_with_half_of_the_limit_that_declines_much_passes_with_what_it_takes)
{
    ck_assert_msg(check_file(MODULE_DIR "/modest.so") == YEE_OK, "%s", said);
    ck_assert_ptr_nonnull(strstr(said, "of the bound away from the reference"));
    ck_assert_ptr_nonnull(strstr(said, "without poles, ports, DFT taps: "));
    ck_assert_ptr_null(strstr(said, "  skip  "));
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
    ck_assert_msg(check_file(MODULE_DIR "/bad_fine.so") == YEE_OK, "%.3000s", said);
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
    enter_folder();
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
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("check");
    TCase *tests = tcase_create("check");
    tcase_set_timeout(tests, 240);
    tcase_add_test(tests, every_fault_of_a_plugin_alone_is_found_and_named);
    tcase_add_test(tests, every_fault_of_a_source_is_found_and_named);
    tcase_add_test(tests, every_fault_of_an_output_is_found_and_named);
    tcase_add_test(tests, faults_that_show_in_a_model_are_found_and_named);
    tcase_add_test(tests, a_plugin_that_ends_its_process_fails_with_the_name_of_the_function);
    tcase_add_test(tests, one_plugin_of_a_file_is_checked_alone);
    tcase_add_test(tests, the_configuration_of_a_failure_fails_a_run_too);
    tcase_add_test(tests, a_model_of_the_user_is_tried);
    tcase_add_test(tests, every_plugin_of_the_tree_shows_an_example);

    tcase_add_test(tests, every_fault_of_a_scheme_is_found_with_the_name_of_the_function);
    tcase_add_test(tests, every_fault_of_a_boundary_is_found_with_the_name_of_the_function);
    tcase_add_test(
        tests, a_scheme_with_half_of_the_limit_that_declines_much_passes_with_what_it_takes);
    tcase_add_test(tests, a_file_that_does_not_load_fails_the_check);
    tcase_add_test(tests, a_good_file_passes);
    tcase_add_test(tests, tables_of_older_headers_work_and_nothing_behind_them_is_read);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
