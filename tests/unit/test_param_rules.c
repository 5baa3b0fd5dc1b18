/* Parameter tables: references, rules between keys, and tables that a plugin may not have. */
#include "config/param.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ruled {
    const char *pulse;
    yee_texts media;
    double radius, diameter;
    yee_vec3 from, to;
    yee_reals tau, strength, points;
} ruled;

static const yee_param ruled_params[] = {
    YEE_PARAM_REF(ruled, pulse, "waveform", YEE_UNSET, "Waveform."),
    YEE_PARAM_REFS(ruled, media, "material", YEE_UNSET, "Materials."),
    YEE_PARAM_REAL(ruled, radius, "m", YEE_UNSET, 0, 0, "Radius."),
    YEE_PARAM_REAL(ruled, diameter, "m", YEE_UNSET, 0, 0, "Diameter."),
    YEE_PARAM_VEC3(ruled, from, "m", YEE_UNSET, 0, 0, "Corner."),
    YEE_PARAM_VEC3(ruled, to, "m", YEE_UNSET, 0, 0, "Corner."),
    YEE_PARAM_REALS(ruled, points, "m", YEE_UNSET, 0, 0, "Points."),
    YEE_PARAM_REALS(ruled, tau, "s", "1 s", 0, 0, "Times."),
    YEE_PARAM_REALS(ruled, strength, NULL, YEE_UNSET, 0, 0, "Strengths."),
    YEE_PARAM_AT_MOST_ONE("radius|diameter"),
    YEE_PARAM_ONE_OF("from,to|points"),
    YEE_PARAM_TOGETHER("from|to"),
    YEE_PARAM_SAME_COUNT("tau|strength|media"),
    YEE_PARAM_END,
};

static yee_diag diag;
static yee_arena *arena;
static yee_config *config;
static ruled r;

static void setup(void)
{
    yee_diag_init(&diag, NULL, NULL);
    arena = yee_arena_new();
}

static void teardown(void)
{
    yee_arena_free(arena);
    yee_diag_end(&diag);
}

static yee_status read_ruled(const char *keys, const char *set)
{
    char text[1000];
    snprintf(text, sizeof text, "[shape.s]\n%s", keys);
    ck_assert_msg(!yee_config_parse(&diag, arena, "m.ini", text, strlen(text), &config), "%s",
                  diag.error);
    if (set)
        ck_assert_int_eq(yee_config_set(&diag, arena, config, set), YEE_OK);
    return yee_param_read(&diag, arena, config, &config->block[0], 1,
                          &(yee_bind){ruled_params, &r});
}

START_TEST(references_are_read_like_texts)
{
    ck_assert_int_eq(read_ruled("points = 1 m\npulse = My-Pulse\nmedia = \" AIR , Soil_2\"\n"
                                "tau = 1, 2 s\n",
                                NULL),
                     YEE_OK);
    ck_assert_str_eq(r.pulse, "My-Pulse");
    ck_assert_uint_eq(r.media.count, 2);
    ck_assert_str_eq(r.media.v[0], "AIR");
    ck_assert_str_eq(r.media.v[1], "Soil_2");
    char *text = NULL;
    ck_assert(
        yee_param_resolved(&config->block[0], NULL, 1, &(yee_bind){ruled_params, &r}, &text));
    ck_assert_str_eq(text, "[shape.s]\npulse = My-Pulse\nmedia = AIR, Soil_2\npoints = 1 m\n"
                           "tau = 1, 2 s\n");
    free(text);
    ck_assert_int_eq(read_ruled("points = 1 m\npulse =\n", NULL), YEE_OK);
    ck_assert_ptr_null(r.pulse);
    ck_assert_uint_eq(r.media.count, 0);
}
END_TEST

START_TEST(rules_are_kept)
{
    static const char *const kept[] = {
        "points = 1 m\n",
        "points = 1 m\nradius = 1 m\n",
        "points = 1 m\nradius =\ndiameter = 2 m\n",
        "from = 0, 0, 0\nto = 1, 1, 1 m\n",
        "points = 1 m\nstrength = 3\n",
        "points = 1 m\nstrength = 3, 4\ntau = 1, 2 s\nmedia = a, b\n",
        "points = 1 m\ntau = 1, 2 s\n",
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        ck_assert_msg(read_ruled(kept[i], NULL) == YEE_OK, "%s", diag.error);
}
END_TEST

START_TEST(broken_rules_say_which_keys_where_and_what_would_be_right)
{
    static const struct {
        const char *keys, *set, *sentence;
    } row[] = {
        {"points = 1 m\nradius = 1 m\ndiameter = 2 m\n", NULL,
         "m.ini:4: [shape.s] radius (line 3) and diameter (line 4) are both given; give at "
         "most "
         "one of radius, diameter"},
        {"points = 1 m\ndiameter = 1 m\n", "shape.s.radius=2 m",
         "m.ini:3: [shape.s] radius (override) and diameter (line 3) are both given; give at "
         "most one of radius, diameter"},
        {"radius = 1 m\n", NULL,
         "m.ini:1: [shape.s] none of from/to, points is given; give exactly one of them"},
        {"to = 0, 0, 0\npoints = 1 m\n", NULL,
         "m.ini:3: [shape.s] to (line 2) and points (line 3) are both given; give exactly one "
         "of "
         "from/to, points"},
        {"from = 0, 0, 0\n", NULL,
         "m.ini:2: [shape.s] from (line 2) is given without to; give all of from, to, or none"},
        {"to = 0, 0, 0\n", NULL,
         "m.ini:2: [shape.s] to (line 2) is given without from; give all of from, to, or none"},
        {"points = 1 m\nstrength = 1, 2\n", NULL,
         "m.ini:3: [shape.s] strength (line 3) has 2 values and tau (by default) has 1; give "
         "as "
         "many of one as of the other"},
        {"points = 1 m\ntau = 1, 2 s\nmedia = a\n", NULL,
         "m.ini:4: [shape.s] media (line 4) has 1 value and tau (line 3) has 2; give as many "
         "of "
         "one as of the other"},
        {"points = 1 m\n", "shape.s.points=",
         "m.ini:1: [shape.s] none of from/to, points is given; give exactly one of them"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ck_assert_int_eq(read_ruled(row[i].keys, row[i].set), YEE_INPUT);
        ck_assert_str_eq(diag.error, row[i].sentence);
        yee_diag_clear(&diag);
    }
}
END_TEST

START_TEST(sound_rules_are_accepted_and_unsound_ones_refused)
{
    static const struct {
        yee_param rule;
        const char *reason;
    } row[] = {
        {YEE_PARAM_ONE_OF("radius"),
         "rule 'radius': a rule is about two keys or more, with '|' between them"},
        {YEE_PARAM_ONE_OF("from,to"),
         "rule 'from,to': a rule is about two keys or more, with '|' between them"},
        {YEE_PARAM_ONE_OF("radius|"), "rule 'radius|': '' is no key of the table"},
        {YEE_PARAM_ONE_OF("radius|width"),
         "rule 'radius|width': 'width' is no key of the table"},
        {YEE_PARAM_ONE_OF("radius|radius"), "rule 'radius|radius': 'radius' is there twice"},
        {YEE_PARAM_ONE_OF("from,to|points,from"),
         "rule 'from,to|points,from': 'from' is there twice"},
        {YEE_PARAM_TOGETHER("radius|tau"), "rule 'radius|tau': 'tau' always has a value; its "
                                           "default must be YEE_UNSET"},
        {YEE_PARAM_SAME_COUNT("radius|tau"),
         "rule 'radius|tau': 'radius' is no list and has no count"},
    };
    const char *reason = "none";
    ck_assert_msg(yee_param_valid(ruled_params, sizeof(ruled), &reason), "%s", reason);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        yee_param table[sizeof ruled_params / sizeof *ruled_params + 1];
        const size_t n = sizeof ruled_params / sizeof *ruled_params;
        table[0] = row[i].rule;
        memcpy(table + 1, ruled_params, n * sizeof *table);
        ck_assert(!yee_param_valid(table, sizeof(ruled), &reason));
        ck_assert_str_eq(reason, row[i].reason);
    }
}
END_TEST

START_TEST(unsound_tables_are_refused)
{
    static const struct {
        yee_param param;
        const char *reason;
    } row[] = {
        {{"Tau", YEE_TYPE_REAL, 0, NULL, "1", 0, 0, NULL, "."},
         "key 'Tau': a key must be written in lower_snake_case"},
        {{"", YEE_TYPE_REAL, 0, NULL, "1", 0, 0, NULL, "."},
         "key '': a key must be written in lower_snake_case"},
        {{"type", YEE_TYPE_TEXT, 0, NULL, "1", 0, 0, NULL, "."},
         "key 'type': the key is the core's own"},
        {{"a", (yee_type)99, 0, NULL, "1", 0, 0, NULL, "."}, "key 'a': the type is unknown"},
        {{"a", YEE_TYPE_REAL, 12, NULL, "1", 0, 0, NULL, "."},
         "key 'a': the field lies outside the config struct"},
        {{"a", YEE_TYPE_REAL, (size_t)-8, NULL, "1", 0, 0, NULL, "."},
         "key 'a': the field lies outside the config struct"},
        {{"a", YEE_TYPE_VEC3, 0, NULL, "1", 0, 0, NULL, "."},
         "key 'a': the field lies outside the config struct"},
        {{"a", YEE_TYPE_CHOICE, 0, NULL, "1", 0, 0, NULL, "."},
         "key 'a': a choice needs its words and a reference its kind, and nothing else has "
         "any"},
        {{"a", YEE_TYPE_REF, 0, NULL, "", 0, 0, NULL, "."},
         "key 'a': a choice needs its words and a reference its kind, and nothing else has "
         "any"},
        {{"a", YEE_TYPE_TEXT, 0, NULL, "", 0, 0, "material", "."},
         "key 'a': a choice needs its words and a reference its kind, and nothing else has "
         "any"},
        {{"a", YEE_TYPE_CHOICE, 0, NULL, "b", 0, 0, "b||c", "."},
         "key 'a': a word of the choice is empty"},
        {{"a", YEE_TYPE_CHOICE, 0, NULL, "d", 0, 0, "b|c", "."}, "key 'a': 'd' is none of b|c"},
        {{"a", YEE_TYPE_CHOICE, 0, NULL, "", 0, 0, "b|c", "."},
         "key 'a': a switch or a choice cannot be unset"},
        {{"a", YEE_TYPE_REAL, 0, "mm", "1 mm", 0, 0, NULL, "."},
         "key 'a': the unit is not an SI unit without prefix"},
        {{"a", YEE_TYPE_REAL, 0, "deg", "1 deg", 0, 0, NULL, "."},
         "key 'a': the unit is not an SI unit without prefix"},
        {{"a", YEE_TYPE_REAL, 0, NULL, "1", 2, 1, NULL, "."}, "key 'a': the range is empty"},
        {{"a", YEE_TYPE_REAL, 0, NULL, "1", 0, 0, NULL, NULL},
         "key 'a': the sentence of help is missing"},
        {{"a", YEE_TYPE_REAL, 0, "m", "1", 0, 0, NULL, "."},
         "key 'a': '1' has no unit; m is wanted, as in '1 mm'"},
        {{"a", YEE_TYPE_REAL, 0, NULL, "5", 0, 1, NULL, "."},
         "key 'a': 5 is out of range; it must be at least 0 and at most 1"},
    };
    const char *reason;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        yee_param table[] = {row[i].param, YEE_PARAM_END};
        ck_assert_msg(!yee_param_valid(table, 16, &reason), "row %zu", i);
        ck_assert_str_eq(reason, row[i].reason);
    }
    yee_param twice[] = {{"a", YEE_TYPE_REAL, 0, NULL, "1", 0, 0, NULL, "."},
                         {"a", YEE_TYPE_REAL, 8, NULL, "1", 0, 0, NULL, "."},
                         YEE_PARAM_END};
    ck_assert(!yee_param_valid(twice, 16, &reason));
    ck_assert_str_eq(reason, "key 'a': the key is there twice");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("param_rules");
    TCase *tests = tcase_create("param_rules");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, references_are_read_like_texts);
    tcase_add_test(tests, rules_are_kept);
    tcase_add_test(tests, broken_rules_say_which_keys_where_and_what_would_be_right);
    tcase_add_test(tests, sound_rules_are_accepted_and_unsound_ones_refused);
    tcase_add_test(tests, unsound_tables_are_refused);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
