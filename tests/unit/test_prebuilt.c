/* Prebuilt kernels of laws: that every plan of one law finds a form of its own among those that are
 * prebuilt, and what is said of files that are of other texts, GPUs or compilers, or not whole. */
#include "suite.h"
#include <check.h>
#include <compile/code_cache.h>
#include <compile/law_list.h>
#include <compile/prebuilt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DRIVER = 13000 };

/* ---- forms ---- */

static const yee_host host = {.size = sizeof host};

static const yee_law edge = {.name = "edge", .has = YEE_LAW_EDGE, .text = "e", .edge_words = 1};
static const yee_law cell = {.name = "cell", .has = YEE_LAW_CELL, .text = "c", .cell_words = 3};
static const yee_law pure = {
    .name = "pure", .has = YEE_LAW_FIELD, .text = "f", .cell_words = 3};
static const yee_law field = {
    .name = "field", .has = YEE_LAW_FIELD, .text = "g", .cell_words = 4};
static const yee_law magnet = {
    .name = "magnet", .has = YEE_LAW_FIELD | YEE_LAW_MAGNETIC, .text = "m", .cell_words = 3};
static const yee_law *const alone[] = {&edge, &cell, &pure, &field, &magnet};
enum { LAWS = sizeof alone / sizeof *alone };
static const yee_port_law port = {.name = "port", .text = "p"};
static const yee_port_law *const ports[] = {&port};

static char *text_of(law_order order)
{
    law_source source;
    ck_assert_int_eq(law_source_make(&host, order, &source), YEE_OK);
    char *text = strdup(source.text);
    law_source_free(&source);
    return text;
}

static bool is_prebuilt(law_order order, const char *text)
{
    law_sweep_form form;
    bool found = false;
    for (int n = 0; !found && law_form_prebuilt(order, n, &form); n++) {
        law_order made = order;
        made.form = form;
        char *other = text_of(made);
        found = !strcmp(text, other);
        free(other);
    }
    return found;
}

/* The forms that plans ask for, as law_code.c makes them: bit by bit all there are. */
static law_sweep_form form_of(const yee_law *law, int n)
{
    const uint32_t has = law->has;
    law_sweep_form f = {.single = n & 1};
    const bool cells = has & YEE_LAW_CELL, fields = has & YEE_LAW_FIELD;
    f.boxes = n >> 1 & 1;
    f.late = n >> 2 & 1;
    f.rotation = n >> 3 & 1;
    f.with_h = cells && n >> 4 & 1;
    f.cells = cells;
    f.magnets = fields && has & YEE_LAW_MAGNETIC;
    f.fields = fields && !f.magnets;
    f.pure = f.fields && law_is_pure(law) && n >> 4 & 1;
    f.e = (sweep_form){1, (n >> 5) % 3, (n >> 5) / 3 % 3, (n >> 5) / 9 % 3};
    if (f.e.sections == 1) /* everywhere one word: without ids */
        f.e.ids = 0;
    f.e.points = f.e.ids == 0 || f.e.sections == 0 ? (f.single ? 4 : 2) : 1;
    f.h = f.e;
    return f;
}
enum { FORMS = 27 << 5 };

START_TEST(every_plan_of_one_law_has_a_prebuilt_form)
{
    for (int m = 0; m < LAWS; m++)
        for (int n = 0; n < FORMS; n++) {
            law_order order = {.law = &alone[m], .laws = 1, .form = form_of(alone[m], n)};
            const law_sweep_form exact = law_form_normal(order);
            order.form = law_form_general(order);
            ck_assert(order.form.late && order.form.boxes && order.form.e.borders > 0);
            ck_assert(
                order.form.e.ids == exact.e.ids && order.form.e.sections == exact.e.sections &&
                order.form.e.points == exact.e.points && order.form.rotation == exact.rotation);
            char *text = text_of(order);
            ck_assert_msg(is_prebuilt(order, text), "%s, form %d", alone[m]->name, n);
            free(text);
        }
}
END_TEST

START_TEST(ports_have_one_form_in_each_precision)
{
    law_sweep_form form;
    for (int single = 0; single < 2; single++) {
        law_order order = {.port = ports, .ports = 1, .form = form_of(&edge, single + 62)};
        order.form = law_form_general(order);
        char *text = text_of(order);
        ck_assert(is_prebuilt(order, text));
        ck_assert(!law_form_prebuilt(order, 1, &form));
        free(text);
    }
}
END_TEST

/* Rotation, where an edge's law knows none, and sweeps of H that have no law. */
START_TEST(plans_that_differ_in_what_their_laws_do_not_see_have_one_source)
{
    law_order order = {.law = alone, .laws = 1, .form = form_of(&edge, 5)};
    order.form = law_form_normal(order);
    char *text = text_of(order);
    order.form.rotation = 1;
    order.form.h.borders = 2;
    order.form = law_form_normal(order);
    char *other = text_of(order);
    ck_assert_str_eq(text, other);
    free(text);
    free(other);
}
END_TEST

START_TEST(laws_are_listed_once_and_by_name)
{
    const yee_law_use use[] = {{.law = &pure}, {.law = &edge}, {.law = &pure}, {.law = &cell}};
    const yee_problem problem = {.laws = 4, .law = use};
    const yee_law *list[4];
    char text[64];
    const int count = law_list_make(&problem, list);
    ck_assert_int_eq(count, 3);
    ck_assert(list[0] == &cell && list[1] == &edge && list[2] == &pure);
    law_list_name((law_order){.law = list, .laws = 3, .port = ports, .ports = 1}, text,
                  sizeof text);
    ck_assert_str_eq(text, "the laws cell, edge, pure and port");
}
END_TEST

/* ---- files ---- */

static prebuilt_folders folders;
static char data[5000], why[1024];
static const nvrtc_header old_header = {"a.law.h", "one"}, new_header = {"a.law.h", "two"};

static nvrtc_job job_of(const nvrtc_header *header, int architecture)
{
    return (nvrtc_job){"the law a", "#include \"a.law.h\"", header, 1, architecture};
}

static bool finds(const nvrtc_header *header, int architecture, int driver)
{
    const nvrtc_job job = job_of(header, architecture);
    size_t bytes;
    void *key = code_cache_key(&job, &bytes);
    nvrtc_code code = {0};
    const bool found =
        prebuilt_find(&folders, &job, key, bytes, driver, &code, why, sizeof why);
    if (found) {
        ck_assert_uint_eq(code.bytes, sizeof data);
        ck_assert_mem_eq(code.data, data, sizeof data);
    }
    free(code.data);
    free(key);
    return found;
}

static void store(const nvrtc_header *header, int architecture)
{
    const nvrtc_job job = job_of(header, architecture);
    size_t bytes;
    void *key = code_cache_key(&job, &bytes);
    const nvrtc_code code = {data, sizeof data, {13, 0}};
    ck_assert(prebuilt_store(folders.path[1], &job, key, bytes, &code, "yee 7.8.9 (abc)"));
    free(key);
}

static void open_folder(void)
{
    char path[] = "/tmp/yee-laws-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(path));
    folders.count = 0;
    prebuilt_add(&folders, "/nowhere/laws");
    prebuilt_add(&folders, path);
    prebuilt_add(&folders, path);
    ck_assert_int_eq(folders.count, 2);
    for (size_t n = 0; n < sizeof data; n++)
        data[n] = (char)(n * 13 % 241);
    store(&old_header, 90);
}

static void run(const char *format)
{
    char command[PREBUILT_PATH + 64];
    snprintf(command, sizeof command, format, folders.path[1]);
    ck_assert_int_eq(system(command), 0);
}

static void close_folder(void) { run("rm -rf %s"); }

/* Changes a byte of the only file. */
static void damage(long at)
{
    char command[PREBUILT_PATH + 64], path[PREBUILT_PATH];
    snprintf(command, sizeof command, "ls -d %s/*", folders.path[1]);
    FILE *list = popen(command, "r");
    ck_assert(list && fscanf(list, "%4095s", path) == 1);
    pclose(list);
    FILE *f = fopen(path, "r+");
    fseek(f, at, SEEK_SET);
    const int c = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(c ^ 1, f);
    fclose(f);
}

static void says(const char *part)
{
    ck_assert_msg(strstr(why, part) != NULL, "it says \"%s\", not \"%s\"", why, part);
}

START_TEST(code_is_found_in_the_folder_that_has_it)
{
    ck_assert(finds(&old_header, 90, DRIVER));
}
END_TEST

START_TEST(code_of_another_text_is_told_with_its_maker)
{
    ck_assert(!finds(&new_header, 90, DRIVER));
    says("made by yee 7.8.9 (abc), is of another text of the law or of yee's kernels: make it "
         "anew");
    says(folders.path[1]);
    store(&new_header, 90); /* in its place */
    ck_assert(finds(&new_header, 90, DRIVER) && !finds(&old_header, 90, DRIVER));
}
END_TEST

START_TEST(code_for_other_gpus_is_told)
{
    store(&old_header, 80);
    ck_assert(finds(&old_header, 80, DRIVER));
    ck_assert(!finds(&old_header, 100, DRIVER));
    says("compute capability 8.0 9.0, and none for 10.0");
}
END_TEST

START_TEST(code_that_the_driver_is_too_old_for_is_told)
{
    ck_assert(!finds(&old_header, 90, 12080));
    says("is code of CUDA 13, but this machine's driver of CUDA 12");
}
END_TEST

/* One bit of the head, of what it is known by, of the code; and a file cut short. */
START_TEST(a_file_that_is_not_whole_is_told)
{
    static const long at[] = {0, 9, 30, 100, 4000};
    for (size_t n = 0; n < sizeof at / sizeof *at; n++) {
        damage(at[n]);
        ck_assert_msg(!finds(&old_header, 90, DRIVER), "byte %ld", at[n]);
        says("is damaged: make it anew");
        damage(at[n]);
        ck_assert(finds(&old_header, 90, DRIVER));
    }
    run("truncate -s 4000 %s/*");
    ck_assert(!finds(&old_header, 90, DRIVER));
    says("is damaged");
}
END_TEST

START_TEST(what_others_may_write_to_is_not_used)
{
    run("chmod 666 %s/*");
    ck_assert(!finds(&old_header, 90, DRIVER));
    says("others than you and root may write to it");
    run("chmod 644 %s/*");
    ck_assert(finds(&old_header, 90, DRIVER));
    run("chmod 777 %s");
    ck_assert(!finds(&old_header, 90, DRIVER));
    run("chmod 755 %s");
    if (geteuid() == 0) { /* only root can give a file away */
        run("chown 65534 %s/*");
        ck_assert(!finds(&old_header, 90, DRIVER));
    }
}
END_TEST

START_TEST(where_nothing_is_prebuilt_nothing_is_said)
{
    const nvrtc_job job = {"the law b", "another source", NULL, 0, 90};
    nvrtc_code code = {0};
    ck_assert(!prebuilt_find(&folders, &job, "key", 3, DRIVER, &code, why, sizeof why));
    ck_assert_str_eq(why, "");
    ck_assert_ptr_null(code.data);
}
END_TEST

/* The program that this is, and the user's own folder. */
START_TEST(folders_are_beside_the_module_and_the_users_own)
{
    prebuilt_folders all = {.count = 0};
    setenv("HOME", "/home/somebody", 1);
    prebuilt_add_module(&all, &edge);
    prebuilt_add_user(&all);
    ck_assert_int_eq(all.count, 2);
    const size_t length = strlen(all.path[0]);
    ck_assert(length > 5 && !strcmp(all.path[0] + length - 5, "/laws"));
    ck_assert_ptr_nonnull(strstr(all.path[1], "/home/somebody/.local/lib/yee/"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("prebuilt");
    TCase *forms = tcase_create("forms"), *files = tcase_create("files");
    tcase_set_timeout(forms, 60);
    tcase_add_test(forms, every_plan_of_one_law_has_a_prebuilt_form);
    tcase_add_test(forms, ports_have_one_form_in_each_precision);
    tcase_add_test(forms, plans_that_differ_in_what_their_laws_do_not_see_have_one_source);
    tcase_add_test(forms, laws_are_listed_once_and_by_name);
    suite_add_tcase(suite, forms);
    tcase_add_checked_fixture(files, open_folder, close_folder);
    tcase_add_test(files, code_is_found_in_the_folder_that_has_it);
    tcase_add_test(files, code_of_another_text_is_told_with_its_maker);
    tcase_add_test(files, code_for_other_gpus_is_told);
    tcase_add_test(files, code_that_the_driver_is_too_old_for_is_told);
    tcase_add_test(files, a_file_that_is_not_whole_is_told);
    tcase_add_test(files, what_others_may_write_to_is_not_used);
    tcase_add_test(files, where_nothing_is_prebuilt_nothing_is_said);
    tcase_add_test(files, folders_are_beside_the_module_and_the_users_own);
    suite_add_tcase(suite, files);
    return suite_run(suite);
}
