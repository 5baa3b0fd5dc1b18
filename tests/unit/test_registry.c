/* Plugins by kind and name. */
#include "plugin/registry.h"

#include "base/arena.h"
#include "suite.h"
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <yee/material.h>
#include <yee/waveform.h>

static yee_registry registry;
static yee_diag diag;
static int warnings, debugs;

static void count_lines(void *user, yee_level level, const char *line)
{
    (void)user;
    (void)line;
    warnings += level == YEE_WARNING;
    debugs += level == YEE_DEBUG;
}

static void setup(void)
{
    registry = (yee_registry){.arena = yee_arena_new()};
    ck_assert_ptr_nonnull(registry.arena);
    yee_diag_init(&diag, count_lines, NULL);
    warnings = debugs = 0;
}

static void teardown(void)
{
    yee_arena_free(registry.arena);
    yee_diag_end(&diag);
}

static yee_status describe(const yee_host *host, const void *config, const yee_band *band,
                           yee_material *material)
{
    (void)band;
    (void)host;
    (void)config;
    (void)material;
    return YEE_OK;
}
static double value(const void *self, double t)
{
    (void)self;
    return t;
}
static yee_status band(const void *self, yee_band *b)
{
    (void)self;
    (void)b;
    return YEE_OK;
}
static const yee_param params[] = {YEE_PARAM_END};
static const yee_material_ops material_ops = {
    .size = sizeof material_ops,
    .describe = describe,
};
static const yee_waveform_ops waveform_ops = {
    .size = sizeof waveform_ops,
    .value = value,
    .band = band,
};

// clang-format off
#define PLUGIN(plugin_kind, plugin_name, plugin_ops) \
    { \
        .size = sizeof(yee_plugin), \
        .kind = plugin_kind, \
        .name = plugin_name, \
        .summary = "summary", \
        .params = params, \
        .ops = plugin_ops, \
    }
// clang-format on
static const yee_plugin glass = PLUGIN(YEE_MATERIAL, "glass", &material_ops);
static const yee_plugin water = PLUGIN(YEE_MATERIAL, "water", &material_ops);
static const yee_plugin pulse = PLUGIN(YEE_WAVEFORM, "pulse", &waveform_ops);

static yee_module module_of(const yee_plugin *const *plugins)
{
    return (yee_module){YEE_ABI_MAJOR,
                        YEE_ABI_MINOR,
                        sizeof(yee_module),
                        "name",
                        "1.0",
                        "BSD-3-Clause",
                        plugins,
                        1};
}

START_TEST(a_plugin_is_found_by_kind_and_name)
{
    const yee_module module = module_of((const yee_plugin *const[]){&glass, &pulse, NULL});
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &module, "dir/one.so"), YEE_OK);
    const yee_registered *found = yee_registry_find(&registry, YEE_MATERIAL, "glass");
    ck_assert_ptr_nonnull(found);
    ck_assert_ptr_eq(found->plugin, &glass);
    ck_assert_ptr_eq(found->module, &module);
    ck_assert_str_eq(found->file, "dir/one.so");
    ck_assert_ptr_null(yee_registry_find(&registry, YEE_WAVEFORM, "glass"));
    ck_assert_ptr_nonnull(yee_registry_find(&registry, YEE_WAVEFORM, "pulse"));
}
END_TEST

START_TEST(the_nearest_name_is_of_the_same_kind)
{
    const yee_module module =
        module_of((const yee_plugin *const[]){&glass, &water, &pulse, NULL});
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &module, "one.so"), YEE_OK);
    ck_assert_str_eq(yee_registry_nearest(&registry, YEE_MATERIAL, "glas"), "glass");
    ck_assert_str_eq(yee_registry_nearest(&registry, YEE_MATERIAL, "watre"), "water");
    ck_assert_ptr_null(yee_registry_nearest(&registry, YEE_MATERIAL, "puls"));
    ck_assert_ptr_null(yee_registry_nearest(&registry, YEE_SOURCE, "glass"));
}
END_TEST

START_TEST(the_first_of_two_plugins_of_one_name_is_kept_and_the_other_reported)
{
    const yee_plugin *const plugins[] = {&glass, NULL};
    const yee_module one = module_of(plugins), two = module_of(plugins);
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &one, "a/one.so"), YEE_OK);
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &two, "b/two.so"), YEE_OK);
    ck_assert_uint_eq(registry.count, 1);
    ck_assert_ptr_eq(registry.entry[0].module, &one);
    ck_assert_int_eq(warnings, 1);
}
END_TEST

START_TEST(a_file_of_the_same_name_hides_the_later_one_without_a_warning)
{
    const yee_plugin *const plugins[] = {&glass, NULL};
    const yee_module one = module_of(plugins), two = module_of(plugins);
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &one, "a/same.so"), YEE_OK);
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &two, "b/same.so"), YEE_OK);
    ck_assert_uint_eq(registry.count, 1);
    ck_assert_int_eq(warnings, 0);
    ck_assert_int_eq(debugs, 1);
}
END_TEST

START_TEST(a_module_that_is_added_twice_counts_once)
{
    const yee_module module = module_of((const yee_plugin *const[]){&glass, NULL});
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(yee_registry_add(&registry, &diag, &module, "one.so"), YEE_OK);
    ck_assert_uint_eq(registry.count, 1);
    ck_assert_int_eq(warnings + debugs, 0);
}
END_TEST

START_TEST(more_plugins_than_the_first_room_are_kept)
{
    enum { MANY = 100 };
    static char name[MANY][8];
    static yee_plugin plugin[MANY];
    const yee_plugin *plugins[MANY + 1] = {NULL};
    for (int i = 0; i < MANY; i++) {
        snprintf(name[i], sizeof name[i], "p%d", i);
        plugin[i] = glass;
        plugin[i].name = name[i];
        plugins[i] = &plugin[i];
    }
    const yee_module module = module_of(plugins);
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &module, "many.so"), YEE_OK);
    ck_assert_uint_eq(registry.count, MANY);
    for (int i = 0; i < MANY; i++)
        ck_assert_ptr_eq(yee_registry_find(&registry, YEE_MATERIAL, name[i])->plugin,
                         &plugin[i]);
}
END_TEST

START_TEST(a_broken_plugin_keeps_its_whole_module_out)
{
    yee_plugin broken = water;
    broken.summary = NULL;
    const yee_module module = module_of((const yee_plugin *const[]){&glass, &broken, NULL});
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &module, "one.so"), YEE_PLUGIN);
    ck_assert_uint_eq(registry.count, 0);
    ck_assert_ptr_nonnull(strstr(diag.error, "one.so"));
    ck_assert_ptr_nonnull(strstr(diag.error, "water"));
    ck_assert_ptr_nonnull(strstr(diag.error, "summary"));
}
END_TEST

START_TEST(texts_that_a_terminal_would_obey_keep_a_module_out)
{
    static const char *const text[] = {"one\ntwo", "\033[2J", "bell\a", "\xC2\x9b"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        yee_plugin loud = water;
        loud.summary = text[i];
        const yee_module module = module_of((const yee_plugin *const[]){&loud, NULL});
        yee_diag_clear(&diag);
        ck_assert_int_eq(yee_registry_add(&registry, &diag, &module, "one.so"), YEE_PLUGIN);
        ck_assert_ptr_nonnull(strstr(diag.error, "control characters"));
        ck_assert_ptr_null(strchr(diag.error, '\033'));
    }
    yee_plugin lines = water;
    lines.example = "[material.it]\ntype = water\n"; /* an example has lines */
    const yee_module module = module_of((const yee_plugin *const[]){&lines, NULL});
    yee_diag_clear(&diag);
    ck_assert_int_eq(yee_registry_add(&registry, &diag, &module, "one.so"), YEE_OK);
}
END_TEST

START_TEST(kinds_have_names_and_names_have_kinds)
{
    for (int kind = 0; kind < YEE_KINDS; kind++)
        ck_assert_int_eq(yee_kind_find(yee_kind_name[kind]), kind);
    ck_assert_int_eq(yee_kind_find("matter"), -1);
    ck_assert_int_eq(yee_kind_find(""), -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("registry");
    TCase *tests = tcase_create("registry");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_plugin_is_found_by_kind_and_name);
    tcase_add_test(tests, the_nearest_name_is_of_the_same_kind);
    tcase_add_test(tests, the_first_of_two_plugins_of_one_name_is_kept_and_the_other_reported);
    tcase_add_test(tests, a_file_of_the_same_name_hides_the_later_one_without_a_warning);
    tcase_add_test(tests, a_module_that_is_added_twice_counts_once);
    tcase_add_test(tests, more_plugins_than_the_first_room_are_kept);
    tcase_add_test(tests, a_broken_plugin_keeps_its_whole_module_out);
    tcase_add_test(tests, texts_that_a_terminal_would_obey_keep_a_module_out);
    tcase_add_test(tests, kinds_have_names_and_names_have_kinds);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
