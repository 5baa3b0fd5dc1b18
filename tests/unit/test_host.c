/* Instances of plugins and their way back. */
#include "instance.h"
#include "suite.h"

#include <stdint.h>
#include <yee/output.h>

START_TEST(an_instance_has_its_config_filled_and_its_place_known)
{
    yee_instance *it = instance_make(YEE_MATERIAL, "type = dielectric\neps = 4\n");
    ck_assert_str_eq(it->plugin->name, "dielectric");
    ck_assert_str_eq(it->host.instance, "it");
    ck_assert_ptr_eq(it->host.core, it);
    ck_assert_str_eq(it->place.file, "test.ini");
    ck_assert_str_eq(it->place.block, "material.it");
    ck_assert_int_eq(it->place.line, 1);
    ck_assert_ptr_nonnull(it->config);
}
END_TEST

START_TEST(a_missing_type_is_told_which_kind_is_wanted)
{
    yee_instance *it = NULL;
    ck_assert_int_eq(instance_try(YEE_MATERIAL, "eps = 4\n", &it), YEE_INPUT);
    ck_assert_ptr_null(it);
    instance_says("test.ini:1");
    instance_says("type");
    instance_says("material");
}
END_TEST

START_TEST(an_unknown_type_is_answered_with_the_nearest_one)
{
    yee_instance *it = NULL;
    ck_assert_int_eq(instance_try(YEE_MATERIAL, "type = dilectric\n", &it), YEE_INPUT);
    ck_assert_ptr_null(it);
    instance_says("test.ini:2");
    instance_says("dilectric");
    instance_says("did you mean dielectric?");
}
END_TEST

START_TEST(a_type_of_another_kind_is_told_where_it_belongs)
{
    yee_instance *it = NULL;
    ck_assert_int_eq(instance_try(YEE_SOURCE, "type = gaussian\n", &it), YEE_INPUT);
    instance_says("gaussian is a plugin of kind waveform, not source");
    instance_says("[waveform.NAME]");
}
END_TEST

START_TEST(an_unknown_key_is_an_error_of_the_instance)
{
    yee_instance *it = NULL;
    ck_assert_int_eq(instance_try(YEE_MATERIAL, "type = dielectric\nsigme = 1 S/m\n", &it),
                     YEE_INPUT);
    ck_assert_ptr_null(it);
    instance_says("test.ini:3");
    instance_says("sigma");
}
END_TEST

START_TEST(an_instance_without_a_block_has_the_defaults)
{
    yee_instance *it = NULL;
    ck_assert_msg(!yee_instance_new(&session->registry, &session->diag, session->arena, NULL,
                                    NULL, YEE_BOUNDARY, "cpml", 0, NULL, &it),
                  "%s", yee_session_error(session));
    ck_assert_str_eq(it->plugin->name, "cpml");
    ck_assert_ptr_null(it->block);
    ck_assert_ptr_nonnull(it->host.instance);
}
END_TEST

START_TEST(the_keys_of_the_core_are_read_with_those_of_the_plugin)
{
    static const char text[] = "[material.it]\ntype = dielectric\nadd = soil\neps = 2\n";
    yee_config *config;
    yee_instance *it = NULL;
    yee_material_config own;
    const yee_bind bind = {yee_material_params, &own};
    ck_assert_int_eq(yee_config_parse(&session->diag, session->arena, "test.ini", text,
                                      strlen(text), &config),
                     YEE_OK);
    ck_assert_msg(!yee_instance_new(&session->registry, &session->diag, session->arena, config,
                                    &config->block[0], YEE_MATERIAL, NULL, 1, &bind, &it),
                  "%s", yee_session_error(session));
    ck_assert_uint_eq(own.add.count, 1);
    ck_assert_str_eq(own.add.v[0], "soil");
}
END_TEST

START_TEST(a_plugins_failure_carries_file_line_and_section)
{
    yee_instance *it = instance_make(YEE_MATERIAL, "type = dielectric\n");
    ck_assert_int_eq((it->host.fail)(&it->host, YEE_INPUT, "%d is too %s", 7, "odd"),
                     YEE_INPUT);
    instance_says("test.ini:1");
    instance_says("[material.it]");
    instance_says("7 is too odd");
}
END_TEST

START_TEST(failing_with_ok_is_a_broken_plugin)
{
    yee_instance *it = instance_make(YEE_MATERIAL, "type = dielectric\n");
    ck_assert_int_eq((it->host.fail)(&it->host, YEE_OK, "all is well"), YEE_PLUGIN);
    instance_says("all is well");
}
END_TEST

START_TEST(a_log_line_names_the_instance)
{
    yee_instance *it = instance_make(YEE_MATERIAL, "type = dielectric\n");
    it->host.log(&it->host, YEE_WARNING, "%d cells", 3);
    ck_assert_ptr_nonnull(strstr(logged, "material.it"));
    ck_assert_ptr_nonnull(strstr(logged, "3 cells"));
}
END_TEST

START_TEST(memory_of_the_host_is_zeroed_and_aligned)
{
    yee_instance *it = instance_make(YEE_MATERIAL, "type = dielectric\n");
    for (size_t bytes = 1; bytes < 5000; bytes = 3 * bytes + 1) {
        const unsigned char *data = it->host.alloc(&it->host, bytes);
        ck_assert_ptr_nonnull(data);
        ck_assert_uint_eq((uintptr_t)data % 64, 0);
        for (size_t i = 0; i < bytes; i++)
            ck_assert_uint_eq(data[i], 0);
    }
}
END_TEST

START_TEST(extensions_are_known_by_name)
{
    yee_instance *it = instance_make(YEE_MATERIAL, "type = dielectric\n");
    const yee_record *record = it->host.extension(&it->host, YEE_RECORD);
    ck_assert_ptr_nonnull(record);
    ck_assert_uint_eq(record->size, sizeof *record);
    ck_assert_ptr_null(it->host.extension(&it->host, "yee.nothing/1"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host");
    TCase *tests = tcase_create("host");
    tcase_add_checked_fixture(tests, instance_setup, instance_teardown);
    tcase_add_test(tests, an_instance_has_its_config_filled_and_its_place_known);
    tcase_add_test(tests, a_missing_type_is_told_which_kind_is_wanted);
    tcase_add_test(tests, an_unknown_type_is_answered_with_the_nearest_one);
    tcase_add_test(tests, a_type_of_another_kind_is_told_where_it_belongs);
    tcase_add_test(tests, an_unknown_key_is_an_error_of_the_instance);
    tcase_add_test(tests, an_instance_without_a_block_has_the_defaults);
    tcase_add_test(tests, the_keys_of_the_core_are_read_with_those_of_the_plugin);
    tcase_add_test(tests, a_plugins_failure_carries_file_line_and_section);
    tcase_add_test(tests, failing_with_ok_is_a_broken_plugin);
    tcase_add_test(tests, a_log_line_names_the_instance);
    tcase_add_test(tests, memory_of_the_host_is_zeroed_and_aligned);
    tcase_add_test(tests, extensions_are_known_by_name);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
