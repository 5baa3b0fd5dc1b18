/* tests/abi/test_modules.c: every bad file is refused with a sentence of its own. */
#include "suite.h"
#include <check.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yee/libyee.h>

static char folder[64]; /* private to one test */

static void make_folder(void)
{
    strcpy(folder, "/tmp/yee-modules-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(unsetenv("YEE_PLUGIN_PATH"), 0);
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char *built(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, MODULE_DIR "/%s.so", name);
    return path;
}

/* Copies the first `part` of a file into the folder under a name. */
static const char *copy(const char *from, const char *name, double part)
{
    static char path[512];
    static char data[1 << 22];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(from, "rb"), *out = fopen(path, "wb");
    ck_assert_ptr_nonnull(in);
    ck_assert_ptr_nonnull(out);
    size_t size = fread(data, 1, sizeof data, in);
    ck_assert_uint_lt(size, sizeof data);
    size = (size_t)(part * (double)size);
    ck_assert_uint_eq(fwrite(data, 1, size, out), size);
    fclose(in);
    fclose(out);
    return path;
}

/* Opens a session on a file that must be refused with all these words. */
static void refused(const char *path, const char *words[])
{
    const yee_session_options options = {.size = sizeof options, .plugin_path = path};
    yee_session *session = NULL;
    yee_status status = yee_session_open(&options, &session);
    ck_assert_msg(status == YEE_PLUGIN, "%s: status %d", path, (int)status);
    ck_assert_ptr_null(session);
    const char *sentence = yee_session_error(NULL);
    for (const char **word = words; *word; word++)
        ck_assert_msg(strstr(sentence, *word) != NULL, "\"%s\" is not in: %s", *word, sentence);
}
#define REFUSED(path, ...) refused(path, (const char *[]){__VA_ARGS__, NULL})

static bool has_fine(const char *plugin_path)
{
    const yee_session_options options = {.size = sizeof options, .plugin_path = plugin_path};
    yee_session *session = NULL;
    ck_assert_msg(!yee_session_open(&options, &session), "%s", yee_session_error(NULL));
    bool has = yee_session_plugin(session, YEE_MATERIAL, "fine") != NULL;
    yee_session_close(session);
    return has;
}

START_TEST(a_good_module_loads) { ck_assert(has_fine(built("bad_fine"))); }
END_TEST

START_TEST(another_major_version_is_refused_with_both_versions)
{
    REFUSED(built("bad_major"), "bad_major.so", "2.0", "this yee has 1.0");
}
END_TEST

START_TEST(a_newer_minor_version_is_refused)
{
    REFUSED(built("bad_minor"), "newer", "1.1", "1.0");
}
END_TEST

START_TEST(a_truncated_file_is_refused_before_it_is_mapped)
{
    REFUSED(copy(built("bad_fine"), "bad_fine.so", 0.5), "truncated");
    REFUSED(copy(built("bad_fine"), "bad_fine.so", 0.97), "truncated");
    REFUSED(copy(built("bad_fine"), "bad_fine.so", 0.002), "truncated");
}
END_TEST

START_TEST(an_undefined_symbol_is_named)
{
    REFUSED(built("bad_undefined"), "undefined symbol nowhere_to_be_found");
}
END_TEST

START_TEST(a_missing_entry_symbol_is_named)
{
    REFUSED(built("bad_no_entry"), "bad_no_entry_LTX_yee_module");
}
END_TEST

START_TEST(a_library_that_is_no_plugin_is_not_loaded)
{
    REFUSED(built("bad_no_entry"), "no yee plugin");
    copy(built("bad_no_entry"), "bad_no_entry.so", 1);
    ck_assert(!has_fine(folder));
    ck_assert_ptr_null(getenv("YEE_TEST_FOREIGN_LIBRARY"));
}
END_TEST

START_TEST(what_is_no_regular_file_is_refused_at_once)
{
    char path[128];
    snprintf(path, sizeof path, "%s/fifo.so", folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    REFUSED(path, "fifo.so", "not a regular file");
    snprintf(path, sizeof path, "%s/device.so", folder);
    ck_assert_int_eq(symlink("/dev/zero", path), 0);
    REFUSED(path, "/dev/zero", "not a regular file");
    snprintf(path, sizeof path, "%s/folder.so", folder);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    copy(built("bad_fine"), "bad_fine.so", 1);
    ck_assert(has_fine(folder)); /* and the others keep nobody waiting */
}
END_TEST

START_TEST(a_renamed_file_is_told_which_symbol_was_expected)
{
    REFUSED(copy(built("bad_fine"), "other-name.so", 1), "other_name_LTX_yee_module");
}
END_TEST

START_TEST(a_text_file_is_no_shared_object)
{
    REFUSED(copy(SOURCE_DIR "/CMakeLists.txt", "text.so", 1), "not an ELF file");
    REFUSED(copy(SOURCE_DIR "/CMakeLists.txt", "empty.so", 0), "not an ELF file");
}
END_TEST

START_TEST(a_program_is_no_shared_object)
{
    const char *path = copy(built("bad_fine"), "program.so", 1);
    FILE *file = fopen(path, "r+b");
    Elf64_Half type = ET_EXEC;
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, offsetof(Elf64_Ehdr, e_type), SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(&type, sizeof type, 1, file), 1);
    fclose(file);
    REFUSED(path, "not a shared object");
}
END_TEST

START_TEST(another_processor_is_recognised)
{
    const char *path = copy(built("bad_fine"), "foreign.so", 1);
    FILE *file = fopen(path, "r+b");
    Elf64_Half machine = EM_SPARCV9;
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, offsetof(Elf64_Ehdr, e_machine), SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(&machine, sizeof machine, 1, file), 1);
    fclose(file);
    REFUSED(path, "another kind of processor");
}
END_TEST

START_TEST(tables_of_wrong_size_are_refused_with_both_sizes)
{
    REFUSED(built("bad_module_size"), "yee_module", "size 8", "sizeof");
    REFUSED(built("bad_plugin_size"), "yee_plugin", "sizeof");
    REFUSED(built("bad_ops_size"), "fine", "yee_material_ops", "size 3", "least is 16");
    REFUSED(built("bad_odd_size"), "fine", "yee_material_ops", "size 28");
    REFUSED(built("bad_huge_size"), "fine", "yee_material_ops", "size 4104");
}
END_TEST

START_TEST(larger_tables_of_newer_headers_are_read_as_far_as_they_are_known)
{
    ck_assert(has_fine(built("newer")));
}
END_TEST

START_TEST(tables_with_holes_are_refused)
{
    REFUSED(built("bad_no_plugins"), "no plugins");
    REFUSED(built("bad_no_name"), "lower_snake_case");
    REFUSED(built("bad_bad_name"), "Bad Name", "lower_snake_case");
    REFUSED(built("bad_bad_kind"), "fine", "kind");
    REFUSED(built("bad_no_params"), "fine", "parameter table");
    REFUSED(built("bad_no_ops"), "fine", "table of functions");
    REFUSED(built("bad_no_describe"), "fine", "describe()");
}
END_TEST

START_TEST(unsound_parameter_tables_are_refused_with_the_key)
{
    REFUSED(built("bad_bad_offset"), "fine", "eps");
    REFUSED(built("bad_bad_default"), "fine", "eps");
}
END_TEST

START_TEST(a_key_of_the_kind_is_refused_as_a_plugins_own)
{
    REFUSED(built("bad_kind_key"), "fine", "key 'add': every [material.NAME] has", "another");
}
END_TEST

START_TEST(a_reference_to_what_has_no_sections_is_refused)
{
    REFUSED(built("bad_ref_kind"), "fine", "key 'eps'", "\"scheme\"", "material, boundary");
}
END_TEST

START_TEST(a_rule_about_no_key_is_refused)
{
    REFUSED(built("bad_rule"), "fine", "rule 'eps|mu': 'eps' always has a value", "YEE_UNSET");
}
END_TEST

START_TEST(an_importer_of_every_file_is_refused)
{
    REFUSED(built("ending_0"), "ending_0", "\".ini\" files", "yee's own",
            "--importer ending_0");
    REFUSED(built("ending_1"), "\"ini\"", "a dot and more");
    REFUSED(built("ending_2"), "\"\"", "a dot and more");
    REFUSED(built("ending_3"), "\"\"", "a dot and more");
    REFUSED(built("ending_4"), "\".a/b\"", "a dot and more");
    REFUSED(built("ending_5"), "\".old.INI\" files", "yee's own");
}
END_TEST

static char warned[1024];

static void keep_line(void *user, yee_level level, const char *line)
{
    (void)user;
    if (level == YEE_WARNING)
        snprintf(warned, sizeof warned, "%s", line);
}

/* The sentence of the importer that reads a file, of those in three modules. */
static const char *reader(const char *file, size_t sets, const char *const *set)
{
    static char said[1024];
    static const char *const name[] = {"ending_6", "ending_7", "ending_8"};
    char path[2048];
    size_t at = 0;
    for (int i = 0; i < 3; i++)
        at +=
            (size_t)snprintf(path + at, sizeof path - at, "%s%s", i ? ":" : "", built(name[i]));
    const yee_session_options options = {
        .size = sizeof options, .plugin_path = path, .log = keep_line};
    yee_session *session = NULL;
    yee_model *model = NULL;
    *warned = 0;
    ck_assert_msg(!yee_session_open(&options, &session), "%s", yee_session_error(NULL));
    ck_assert_int_eq(yee_model_read(session, file, sets, set, &model), YEE_INPUT);
    snprintf(said, sizeof said, "%s", yee_session_error(session));
    yee_session_close(session);
    return said;
}

/* The modules take ".a|.b", ".b" and ".a.b". */
START_TEST(of_two_importers_the_first_reads_the_longer_ending_wins_and_an_override_chooses)
{
    const char *const choose = "importer.ending_7.type=ending_7";
    ck_assert_str_eq(reader("m.a", 0, NULL), "m.a: [importer] was read by ending_6");
    ck_assert_str_eq(reader("m.b", 0, NULL), "m.b: [importer] was read by ending_6");
    ck_assert_ptr_nonnull(strstr(warned,
                                 "ending_7.so: importer ending_7 takes .b files, and so "
                                 "does importer ending_6 from "));
    ck_assert_ptr_nonnull(strstr(warned, "--importer ending_7 chooses this one"));
    ck_assert_str_eq(reader("m.a.b", 0, NULL), "m.a.b: [importer] was read by ending_8");
    ck_assert_str_eq(reader("m.b", 1, &choose),
                     "m.b: [importer.ending_7] was read by ending_7");
    ck_assert_str_eq(reader("m.ini", 1, &choose),
                     "m.ini: [importer.ending_7] was read by ending_7");
}
END_TEST

START_TEST(a_missing_file_is_an_error)
{
    REFUSED("/nonexistent/plugin.so", "/nonexistent/plugin.so");
}
END_TEST

START_TEST(a_folder_others_can_write_to_is_refused)
{
    const char *path = copy(built("bad_fine"), "bad_fine.so", 1);
    ck_assert_int_eq(chmod(folder, 0757), 0);
    REFUSED(path, "others can write", "757");
    REFUSED(folder, "others can write");
    ck_assert_int_eq(chmod(folder, 0755), 0);
    ck_assert(has_fine(path));
    ck_assert_int_eq(chmod(path, 0646), 0);
    REFUSED(path, "others can write", "bad_fine.so");
}
END_TEST

START_TEST(a_folder_below_one_that_all_can_write_to_is_refused)
{
    char below[128];
    snprintf(below, sizeof below, "%s/below", folder);
    ck_assert_int_eq(mkdir(below, 0755), 0);
    const char *path = copy(built("bad_fine"), "below/bad_fine.so", 1);
    ck_assert(has_fine(path));
    ck_assert_int_eq(chmod(folder, 0777), 0);
    REFUSED(path, "others can write", folder, "777");
    REFUSED(below, "others can write", folder, "777");
    ck_assert_int_eq(chmod(folder, 01777), 0); /* only an entry's owner can move it away */
    ck_assert(has_fine(path));
    ck_assert(has_fine(below));
}
END_TEST

/* A group of others; only root can give a file to one. */
START_TEST(a_file_that_a_shared_group_can_write_to_is_refused)
{
    const char *path = copy(built("bad_fine"), "bad_fine.so", 1);
    if (geteuid() != 0)
        return;
    ck_assert_int_eq(chown(path, (uid_t)-1, 12345), 0);
    ck_assert_int_eq(chmod(path, 0644), 0);
    ck_assert(has_fine(path));
    ck_assert_int_eq(chmod(path, 0664), 0);
    REFUSED(path, "others can write", "664");
}
END_TEST

/* Only root can give a file away. */
START_TEST(a_file_of_another_user_is_refused)
{
    const char *path = copy(built("bad_fine"), "bad_fine.so", 1);
    if (geteuid() != 0)
        return;
    ck_assert_int_eq(chown(path, 12345, (gid_t)-1), 0);
    REFUSED(path, "12345");
}
END_TEST

static int warnings;
static void count_warnings(void *user, yee_level level, const char *line)
{
    (void)user;
    (void)line;
    warnings += level == YEE_WARNING;
}

START_TEST(one_bad_file_in_a_folder_is_a_warning)
{
    copy(SOURCE_DIR "/CMakeLists.txt", "aaa.so", 1);
    copy(built("bad_fine"), "bad_fine.so", 1);
    const yee_session_options options = {
        .size = sizeof options, .plugin_path = folder, .log = count_warnings};
    yee_session *session = NULL;
    warnings = 0;
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
    ck_assert_int_eq(warnings, 1);
    ck_assert_ptr_nonnull(yee_session_plugin(session, YEE_MATERIAL, "fine"));
    ck_assert_str_eq(yee_session_error(session), "");
    yee_session_close(session);
}
END_TEST

START_TEST(many_bad_files_in_a_folder_are_few_warnings)
{
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "a%02d.so", i);
        copy(SOURCE_DIR "/CMakeLists.txt", name, 1);
    }
    copy(built("bad_fine"), "bad_fine.so", 1);
    const yee_session_options options = {
        .size = sizeof options, .plugin_path = folder, .log = count_warnings};
    yee_session *session = NULL;
    warnings = 0;
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
    ck_assert_int_eq(warnings, 9); /* eight files, and that there are twelve more */
    ck_assert_ptr_nonnull(yee_session_plugin(session, YEE_MATERIAL, "fine"));
    yee_session_close(session);
}
END_TEST

START_TEST(the_working_directory_is_searched_only_when_it_is_named)
{
    copy(built("bad_fine"), "bad_fine.so", 1);
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert(!has_fine(NULL));
    ck_assert(!has_fine(""));
    ck_assert(!has_fine(":::"));
    ck_assert(has_fine("."));
}
END_TEST

START_TEST(the_variable_names_folders_too)
{
    copy(built("bad_fine"), "bad_fine.so", 1);
    ck_assert_int_eq(setenv("YEE_PLUGIN_PATH", folder, 1), 0);
    ck_assert(has_fine(NULL));
    ck_assert_int_eq(setenv("YEE_PLUGIN_PATH", "/nonexistent", 1), 0);
    ck_assert(!has_fine(NULL));
}
END_TEST

/* The lines that `yee help PLUGIN` prints, errors too, with the environment as it is. */
static const char *help(const char *plugin)
{
    static char said[4096];
    char command[1024];
    snprintf(command, sizeof command, "%s help %s 2>&1", YEE_COMMAND, plugin);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    pclose(pipe);
    return said;
}

#define SAYS(plugin, words) ck_assert_msg(strstr(help(plugin), words), "%s", help(plugin))
#define SAYS_NO(plugin, words) ck_assert_msg(!strstr(help(plugin), words), "%s", help(plugin))

START_TEST(the_users_own_folder_comes_before_yees_and_after_the_variable)
{
    char path[256];
    snprintf(path, sizeof path, "mkdir -p %s/.local/lib/yee/1 %s/named", folder, folder);
    ck_assert_int_eq(system(path), 0);
    copy(built("bad_fine"), ".local/lib/yee/1/bad_fine.so", 1);
    copy(PLUGIN_DIR "/material_debye.so", ".local/lib/yee/1/material_debye.so", 1);
    ck_assert_int_eq(setenv("HOME", folder, 1), 0);
    SAYS("fine", "/.local/lib/yee/1/bad_fine.so");
    SAYS("debye", "/.local/lib/yee/1/material_debye.so");
    SAYS("lorentz", PLUGIN_DIR "/material_lorentz.so");
    SAYS_NO("debye", "warning");

    copy(built("bad_fine"), "named/bad_fine.so", 1);
    snprintf(path, sizeof path, "%s/named", folder);
    ck_assert_int_eq(setenv("YEE_PLUGIN_PATH", path, 1), 0);
    SAYS("fine", "/named/bad_fine.so");

    ck_assert_int_eq(unsetenv("YEE_PLUGIN_PATH"), 0);
    snprintf(path, sizeof path, "%s/.local/lib/yee/1", folder);
    ck_assert_int_eq(chmod(path, 0777), 0); /* as any other folder: */
    SAYS("debye", "others can write");
    SAYS("debye", PLUGIN_DIR "/material_debye.so");
    ck_assert_int_eq(chmod(path, 0755), 0);

    ck_assert_int_eq(chdir("/tmp"), 0);
    ck_assert_int_eq(setenv("HOME", folder + strlen("/tmp/"), 1), 0); /* no absolute path */
    SAYS("fine", "nothing is named fine");
    ck_assert_int_eq(unsetenv("HOME"), 0);
    SAYS("fine", "nothing is named fine");
}
END_TEST

static bool count_fine(void *user, const yee_plugin *plugin, const yee_module *module,
                       const char *file)
{
    (void)module;
    (void)file;
    *(int *)user += !strcmp(plugin->name, "fine");
    return true;
}

START_TEST(a_module_reached_twice_counts_once)
{
    char path[256];
    copy(built("bad_fine"), "bad_fine.so", 1);
    snprintf(path, sizeof path, "%s:%s/../%s:%s/bad_fine.so", folder, folder,
             strrchr(folder, '/') + 1, folder);
    const yee_session_options options = {
        .size = sizeof options, .plugin_path = path, .log = count_warnings};
    yee_session *session = NULL;
    int count = 0;
    warnings = 0;
    ck_assert_msg(!yee_session_open(&options, &session), "%s", yee_session_error(NULL));
    yee_session_plugins(session, count_fine, &count);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(warnings, 0);
    yee_session_close(session);
}
END_TEST

START_TEST(yee_finds_its_own_plugins_without_being_told)
{
    yee_session *session = NULL;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_ptr_nonnull(yee_session_plugin(session, YEE_SCHEME, "reference"));
    ck_assert_ptr_null(yee_session_plugin(session, YEE_SCHEME, "debye"));
    yee_session_close(session);
}
END_TEST

START_TEST(sessions_of_one_program_do_not_disturb_each_other)
{
    yee_session *one = NULL, *two = NULL;
    ck_assert_int_eq(yee_session_open(NULL, &one), YEE_OK);
    ck_assert_int_eq(yee_session_open(NULL, &two), YEE_OK);
    yee_session_close(one);
    const yee_plugin *plugin = yee_session_plugin(two, YEE_SCHEME, "reference");
    ck_assert_ptr_nonnull(plugin);
    ck_assert_str_eq(plugin->name, "reference");
    yee_session_close(two);
    yee_session_close(NULL);
}
END_TEST

START_TEST(options_without_their_size_are_refused)
{
    const yee_session_options options = {.size = 0};
    yee_session *session = NULL;
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_USAGE);
    ck_assert_ptr_nonnull(strstr(yee_session_error(NULL), "size"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("modules");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, make_folder, remove_folder);
    tcase_add_test(files, a_good_module_loads);
    tcase_add_test(files, another_major_version_is_refused_with_both_versions);
    tcase_add_test(files, a_newer_minor_version_is_refused);
    tcase_add_test(files, a_truncated_file_is_refused_before_it_is_mapped);
    tcase_add_test(files, an_undefined_symbol_is_named);
    tcase_add_test(files, a_missing_entry_symbol_is_named);
    tcase_add_test(files, a_library_that_is_no_plugin_is_not_loaded);
    tcase_add_test(files, what_is_no_regular_file_is_refused_at_once);
    tcase_add_test(files, a_renamed_file_is_told_which_symbol_was_expected);
    tcase_add_test(files, a_text_file_is_no_shared_object);
    tcase_add_test(files, a_program_is_no_shared_object);
    tcase_add_test(files, another_processor_is_recognised);
    tcase_add_test(files, tables_of_wrong_size_are_refused_with_both_sizes);
    tcase_add_test(files, larger_tables_of_newer_headers_are_read_as_far_as_they_are_known);
    tcase_add_test(files, tables_with_holes_are_refused);
    tcase_add_test(files, unsound_parameter_tables_are_refused_with_the_key);
    tcase_add_test(files, a_missing_file_is_an_error);
    tcase_add_test(files, a_folder_others_can_write_to_is_refused);
    tcase_add_test(files, a_folder_below_one_that_all_can_write_to_is_refused);
    tcase_add_test(files, a_file_that_a_shared_group_can_write_to_is_refused);
    tcase_add_test(files, a_file_of_another_user_is_refused);
    tcase_add_test(files, one_bad_file_in_a_folder_is_a_warning);
    tcase_add_test(files, many_bad_files_in_a_folder_are_few_warnings);
    tcase_add_test(files, the_working_directory_is_searched_only_when_it_is_named);
    tcase_add_test(files, the_variable_names_folders_too);
    tcase_add_test(files, a_key_of_the_kind_is_refused_as_a_plugins_own);
    tcase_add_test(files, a_reference_to_what_has_no_sections_is_refused);
    tcase_add_test(files, a_rule_about_no_key_is_refused);
    tcase_add_test(files, an_importer_of_every_file_is_refused);
    tcase_add_test(
        files, of_two_importers_the_first_reads_the_longer_ending_wins_and_an_override_chooses);
    tcase_add_test(files, the_users_own_folder_comes_before_yees_and_after_the_variable);
    tcase_add_test(files, a_module_reached_twice_counts_once);
    suite_add_tcase(suite, files);
    TCase *sessions = tcase_create("sessions");
    tcase_add_test(sessions, yee_finds_its_own_plugins_without_being_told);
    tcase_add_test(sessions, sessions_of_one_program_do_not_disturb_each_other);
    tcase_add_test(sessions, options_without_their_size_are_refused);
    suite_add_tcase(suite, sessions);
    return suite_run(suite);
}
