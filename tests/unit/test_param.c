/* Parameter tables: from a block to a struct and back, and every sentence in between. */
#include "config/param.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct all {
    bool on;
    int64_t count;
    double tau, factor, width;
    yee_vec3 at;
    yee_reals spacing;
    const char *title;
    yee_texts names;
    int mode;
    const char *file;
} all;

static const yee_param params[] = {
    YEE_PARAM_BOOL(all, on, "yes", "A switch."),
    YEE_PARAM_INT(all, count, YEE_UNSET, 1, 1e6, "How many."),
    YEE_PARAM_REAL(all, tau, "s", NULL, YEE_POSITIVE, YEE_INFINITY, "Relaxation time."),
    YEE_PARAM_REAL(all, factor, NULL, "0.99", YEE_POSITIVE, 1, "Courant factor."),
    YEE_PARAM_REAL(all, width, "m", YEE_UNSET, 0, 0, "Width."),
    YEE_PARAM_VEC3(all, at, "m", YEE_UNSET, 0, 0, "Where."),
    YEE_PARAM_REALS(all, spacing, "m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY, "Cells."),
    YEE_PARAM_TEXT(all, title, YEE_UNSET, "Title."),
    YEE_PARAM_TEXTS(all, names, YEE_UNSET, "Names."),
    YEE_PARAM_CHOICE(all, mode, "gaussian", "gaussian|ricker|sine", "Which."),
    YEE_PARAM_PATH(all, file, YEE_UNSET, "A file."),
    YEE_PARAM_END};

typedef struct core_keys {
    const char *material;
} core_keys;
static const yee_param core_params[] = {
    YEE_PARAM_TEXT(core_keys, material, "air", "Material of the object."), YEE_PARAM_END};

static yee_diag diag;
static yee_arena *arena;
static yee_config *config;
static all a;
static core_keys core;

static void setup(void)
{
    yee_diag_init(&diag, NULL, NULL);
    arena = yee_arena_new();
    memset(&a, 0x5A, sizeof a);
}

static void teardown(void)
{
    yee_arena_free(arena);
    yee_diag_end(&diag);
}

/* A block [shape.s] whose first key stands in line 2. */
static yee_status read_block(const char *keys)
{
    char text[8000];
    snprintf(text, sizeof text, "[shape.s]\n%s", keys);
    ck_assert_msg(!yee_config_parse(&diag, arena, "m.ini", text, strlen(text), &config), "%s",
                  diag.error);
    yee_bind bind[] = {{params, &a}, {core_params, &core}};
    return yee_param_read(&diag, arena, config, &config->block[0], 2, bind);
}

static void good(const char *keys)
{
    ck_assert_msg(read_block(keys) == YEE_OK, "%s", diag.error);
}

static void refused(const char *keys, const char *sentence)
{
    ck_assert_int_eq(read_block(keys), YEE_INPUT);
    ck_assert_str_eq(diag.error, sentence);
    yee_diag_clear(&diag);
}

START_TEST(defaults_fill_what_the_block_leaves_out)
{
    good("type = thing\ntau = 9 ps\n");
    ck_assert(a.on);
    ck_assert_int_eq(a.count, INT64_MIN);
    ck_assert_double_eq(a.tau, 9e-12);
    ck_assert_double_eq(a.factor, 0.99);
    ck_assert_double_nan(a.width);
    for (int i = 0; i < 3; i++)
        ck_assert_double_nan(a.at.v[i]);
    ck_assert_uint_eq(a.spacing.count, 0);
    ck_assert_ptr_null(a.spacing.v);
    ck_assert_ptr_null(a.title);
    ck_assert_uint_eq(a.names.count, 0);
    ck_assert_int_eq(a.mode, 0);
    ck_assert_ptr_null(a.file);
    ck_assert_str_eq(core.material, "air");
    ck_assert(config->block[0].used);
    ck_assert(config->block[0].entry[0].used && config->block[0].entry[1].used);
}
END_TEST

START_TEST(every_type_is_read)
{
    good("tau = 1 ps\non = no\ncount = 12\nfactor = 0.5\nwidth = -3 mm\nat = 1 mm, 2 cm, 0\n"
         "spacing = 1 mm x 3, 0.5 mm\ntitle = A Title\nnames = x-, y+\nmode = Ricker\n"
         "file = data/pulse.csv\nmaterial = soil\n");
    ck_assert(!a.on);
    ck_assert_int_eq(a.count, 12);
    ck_assert_double_eq(a.factor, 0.5);
    ck_assert_double_eq(a.width, -0.003);
    ck_assert_double_eq(a.at.v[0], 0.001);
    ck_assert_double_eq(a.at.v[1], 0.02);
    ck_assert_double_eq(a.at.v[2], 0);
    ck_assert_uint_eq(a.spacing.count, 4);
    ck_assert_double_eq(a.spacing.v[2], 0.001);
    ck_assert_double_eq(a.spacing.v[3], 0.0005);
    ck_assert_str_eq(a.title, "A Title");
    ck_assert_uint_eq(a.names.count, 2);
    ck_assert_str_eq(a.names.v[0], "x-");
    ck_assert_str_eq(a.names.v[1], "y+");
    ck_assert_int_eq(a.mode, 1);
    char path[2000];
    snprintf(path, sizeof path, "%s/data/pulse.csv", config->folder);
    ck_assert_str_eq(a.file, path);
    ck_assert_str_eq(core.material, "soil");
}
END_TEST

START_TEST(an_empty_value_unsets_an_optional_key)
{
    good("tau = 1 ps\nwidth =\ntitle = \"\"\nspacing = ; none\n");
    ck_assert_double_nan(a.width);
    ck_assert_ptr_null(a.title);
    ck_assert_uint_eq(a.spacing.count, 0);
    refused("tau =\n", "m.ini:2: [shape.s] tau: has no value");
    refused("tau = 1 s\nfactor =\n", "m.ini:3: [shape.s] factor: has no value");
}
END_TEST

START_TEST(switches_are_yes_or_no)
{
    static const char *const yes[] = {"yes", "Yes", "true", "on"}, *const no[] = {"no", "NO",
                                                                                  "false",
                                                                                  "off"};
    char keys[60];
    for (int i = 0; i < 4; i++) {
        snprintf(keys, sizeof keys, "tau = 1 s\non = %s\n", yes[i]);
        good(keys);
        ck_assert(a.on);
        snprintf(keys, sizeof keys, "tau = 1 s\non = %s\n", no[i]);
        good(keys);
        ck_assert(!a.on);
    }
    refused("tau = 1 s\non = maybe\n", "m.ini:3: [shape.s] on: 'maybe' is neither yes nor no");
}
END_TEST

START_TEST(whole_numbers_are_whole)
{
    good("tau = 1 s\ncount = 1e5\n");
    ck_assert_int_eq(a.count, 100000);
    good("tau = 1 s\ncount = 2.50e1\n");
    ck_assert_int_eq(a.count, 25);
    refused("tau = 1 s\ncount = 2.5\n",
            "m.ini:3: [shape.s] count: '2.5' is not a whole number");
    refused("tau = 1 s\ncount = 1e300\n",
            "m.ini:3: [shape.s] count: '1e300' is not a whole number that fits");
    refused("tau = 1 s\ncount = 99999999999999999999\n",
            "m.ini:3: [shape.s] count: "
            "'99999999999999999999' is not a whole "
            "number that fits");
    refused("tau = 1 s\ncount = -9223372036854775808\n",
            "m.ini:3: [shape.s] count: -9223372036854775808 is out of range; it must be at "
            "least 1 and at most 1000000");
    refused("tau = 1 s\ncount = three\n", "m.ini:3: [shape.s] count: 'three' is not a number");
    refused("tau = 1 s\ncount = 3 m\n", "m.ini:3: [shape.s] count: '3 m' has something behind "
                                        "the number, where a plain number is wanted");
    refused("tau = 1 s\ncount = 0\n", "m.ini:3: [shape.s] count: 0 is out of range; it must be "
                                      "at least 1 and at most 1000000");
}
END_TEST

START_TEST(numbers_need_their_unit)
{
    refused("tau = 9\n", "m.ini:2: [shape.s] tau: '9' has no unit; s is wanted, as in '9 ns'");
    refused("tau = 9 mm\n",
            "m.ini:2: [shape.s] tau: unit 'mm' does not fit; s is wanted, as in '9 ns'");
    refused("tau = 9 parsec\n",
            "m.ini:2: [shape.s] tau: unknown unit 'parsec'; s is wanted, as "
            "in '9 ns' (case matters)");
    refused("tau = fast\n", "m.ini:2: [shape.s] tau: 'fast' is not a number");
    refused("tau = 1 s\nfactor = 0.5 m\n",
            "m.ini:3: [shape.s] factor: '0.5 m' has something behind the number, where a plain "
            "number is wanted");
    refused("tau = 1 s, 2 s\n",
            "m.ini:2: [shape.s] tau: '1 s, 2 s' has 2 numbers; one is wanted, and its decimal "
            "sign is a point");
}
END_TEST

START_TEST(ranges_are_checked_at_their_ends)
{
    good("tau = 1e-300 s\nfactor = 1\n");
    refused("tau = 0 s\n", "m.ini:2: [shape.s] tau: 0 s is out of range; it must be greater "
                           "than 0 s");
    refused("tau = -1 ps\n",
            "m.ini:2: [shape.s] tau: -1 ps is out of range; it must be greater "
            "than 0 s");
    refused("tau = 1 s\nfactor = 1.0000000000000002\n",
            "m.ini:3: [shape.s] factor: 1.0000000000000002 is out of range; it must be greater "
            "than 0 and at most 1");
    refused("tau = 1 s\nfactor = 0\n",
            "m.ini:3: [shape.s] factor: 0 is out of range; it must be "
            "greater than 0 and at most 1");
    refused("tau = 1 s\nspacing = 1, 0, 2 mm\n",
            "m.ini:3: [shape.s] spacing: 0 mm is out of range; it must be greater than 0 m");
}
END_TEST

/* A table that yee_param_valid would have refused. */
START_TEST(a_wrong_default_is_the_plugins_fault)
{
    static const yee_param faulty[] = {
        YEE_PARAM_REAL(all, tau, "s", "fast", 0, 0, "Relaxation time."), YEE_PARAM_END};
    good("tau = 1 s\n");
    config->block[0].count = 0;
    ck_assert_int_eq(
        yee_param_read(&diag, arena, config, &config->block[0], 1, &(yee_bind){faulty, &a}),
        YEE_PLUGIN);
    ck_assert_str_eq(diag.error, "m.ini:1: [shape.s] tau: the plugin's own default is wrong: "
                                 "'fast' is not a number");
}
END_TEST

START_TEST(a_range_may_be_open_below)
{
    static const yee_param table[] = {
        YEE_PARAM_REAL(all, tau, "s", "0", -YEE_INFINITY, -1, "Time."), YEE_PARAM_END};
    const char *reason;
    ck_assert(!yee_param_valid(table, sizeof(all), &reason));
    ck_assert_str_eq(reason, "key 'tau': 0 is out of range; it must be at most -1 s");
}
END_TEST

START_TEST(one_unit_at_the_end_serves_a_whole_list)
{
    good("tau = 1 s\nat = 1, 2, 3 mm\nspacing = 1 x 20, 0.5 x 4, 2 mm\n");
    ck_assert_double_eq(a.at.v[0], 0.001);
    ck_assert_double_eq(a.at.v[2], 0.003);
    ck_assert_uint_eq(a.spacing.count, 25);
    ck_assert_double_eq(a.spacing.v[19], 0.001);
    ck_assert_double_eq(a.spacing.v[20], 0.0005);
    ck_assert_double_eq(a.spacing.v[24], 0.002);
    good("tau = 1 s\nat = 0, 5 mm, 0\nspacing = 1mm x2,2 mm X 2\n");
    ck_assert_double_eq(a.at.v[1], 0.005);
    ck_assert_uint_eq(a.spacing.count, 4);
    good("tau = 1 s\nspacing = 3 um\nat = 0, 0, 0\n");
    ck_assert_uint_eq(a.spacing.count, 1);
    refused("tau = 1 s\nat = 1, 2 mm, 3 mm\n", "m.ini:3: [shape.s] at: '1' has no unit; m is "
                                               "wanted, as in '1 mm', or one unit in the "
                                               "whole list, behind the last number");
    refused("tau = 1 s\nat = 1 mm, 2, 3\n", "m.ini:3: [shape.s] at: '2' has no unit; m is "
                                            "wanted, as in '2 mm', or one unit in the whole "
                                            "list, behind the last number");
    refused("tau = 1 s\nat = 1, 2, 3\n", "m.ini:3: [shape.s] at: '1' has no unit; m is wanted, "
                                         "as in '1 mm'");
}
END_TEST

START_TEST(broken_lists_are_refused)
{
    refused("tau = 1 s\nat = 1, 2 mm\n",
            "m.ini:3: [shape.s] at: '1, 2 mm' has 2 numbers; three "
            "are wanted, as in '1, 2, 3 m'");
    refused("tau = 1 s\nat = 1 mm\n", "m.ini:3: [shape.s] at: '1 mm' has 1 number; three are "
                                      "wanted, as in '1, 2, 3 m'");
    refused("tau = 1 s\nat = 1,, 2 mm\n",
            "m.ini:3: [shape.s] at: number 2 of the list is missing in '1,, 2 mm'");
    refused("tau = 1 s\nspacing = 1 mm,\n",
            "m.ini:3: [shape.s] spacing: number 2 of the list is missing in '1 mm,'");
    const char *count =
        "m.ini:3: [shape.s] spacing: '1 mm x %s' must be a number, or a number x "
        "how many, as in '1 mm x 20'";
    static const char *const wrong[] = {"0",  "-3", "2.5", "many", "99999999999999999999",
                                        "3 m"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char keys[80], sentence[200];
        snprintf(keys, sizeof keys, "tau = 1 s\nspacing = 1 mm x %s\n", wrong[i]);
        snprintf(sentence, sizeof sentence, count, wrong[i]);
        refused(keys, sentence);
    }
    refused("tau = 1 s\nspacing = 1 mm x 6000000, 1 mm x 6000000\n",
            "m.ini:3: [shape.s] spacing: the list has 12000000 numbers; at most 10000000 are "
            "read");
    refused("tau = 1 s\nnames = a,,b\n",
            "m.ini:3: [shape.s] names: name 2 of the list is missing in 'a,,b'");
}
END_TEST

START_TEST(choices_name_all_words_and_the_nearest)
{
    refused("tau = 1 s\nmode = rickre\n", "m.ini:3: [shape.s] mode: 'rickre' is none of "
                                          "gaussian|ricker|sine; did you mean 'ricker'?");
    refused("tau = 1 s\nmode = xyz\n",
            "m.ini:3: [shape.s] mode: 'xyz' is none of gaussian|ricker|sine");
}
END_TEST

START_TEST(unknown_keys_name_the_nearest_or_all)
{
    refused("tau = 1 s\nwidht = 3 mm\n",
            "m.ini:3: [shape.s] unknown key 'widht'; did you mean 'width'?");
    refused("tau = 1 s\nmaterail = air\n",
            "m.ini:3: [shape.s] unknown key 'materail'; did you mean 'material'?");
    refused(
        "colour = red\n",
        "m.ini:2: [shape.s] unknown key 'colour'; the keys here are on, count, tau, factor, "
        "width, at, spacing, title, names, mode, file, material");
}
END_TEST

START_TEST(missing_keys_say_what_they_are)
{
    refused("type = thing\n",
            "m.ini:1: [shape.s] key 'tau' (in s) is missing: Relaxation time.");
}
END_TEST

START_TEST(an_override_has_no_line)
{
    good("tau = 1 s\n");
    ck_assert_int_eq(yee_config_set(&diag, arena, config, "shape.s.factor=1.2"), YEE_OK);
    yee_bind bind[] = {{params, &a}, {core_params, &core}};
    ck_assert_int_eq(yee_param_read(&diag, arena, config, &config->block[0], 2, bind),
                     YEE_INPUT);
    ck_assert_str_eq(diag.error, "override: [shape.s] factor: 1.2 is out of range; it must be "
                                 "greater than 0 and at most 1");
}
END_TEST

/* Resolves, parses the result, reads it again and compares it with what was there before. */
static void round_trip(const char *keys)
{
    good(keys);
    const all first = a;
    yee_bind bind[] = {{params, &a}, {core_params, &core}};
    char *text = NULL, *again = NULL;
    ck_assert(yee_param_resolved(&config->block[0], "thing", 2, bind, &text));
    memset(&a, 0x5A, sizeof a);
    ck_assert_msg(!yee_config_parse(&diag, arena, "m.ini", text, strlen(text), &config),
                  "%s in\n%s", diag.error, text);
    ck_assert_msg(!yee_param_read(&diag, arena, config, &config->block[0], 2, bind), "%s",
                  diag.error);
    ck_assert(a.on == first.on && a.count == first.count && a.mode == first.mode);
    ck_assert(a.tau == first.tau && a.factor == first.factor);
    ck_assert(a.width == first.width || (isnan(a.width) && isnan(first.width)));
    for (int i = 0; i < 3; i++)
        ck_assert(a.at.v[i] == first.at.v[i] || isnan(a.at.v[i]));
    ck_assert_uint_eq(a.spacing.count, first.spacing.count);
    for (size_t i = 0; i < a.spacing.count; i++)
        ck_assert(a.spacing.v[i] == first.spacing.v[i]);
    ck_assert_uint_eq(a.names.count, first.names.count);
    for (size_t i = 0; i < a.names.count; i++)
        ck_assert_str_eq(a.names.v[i], first.names.v[i]);
    ck_assert_pstr_eq(a.title, first.title);
    ck_assert_pstr_eq(a.file, first.file);
    ck_assert(yee_param_resolved(&config->block[0], "thing", 2, bind, &again));
    ck_assert_str_eq(again, text); /* a fixed point */
    free(text);
    free(again);
}

START_TEST(resolved_text_reads_back_to_the_same_values)
{
    round_trip("tau = 9.231 ps\n");
    round_trip("tau = 0.1 fs\non = off\ncount = 7\nfactor = 0.7\nwidth = 1e-30 m\n"
               "at = 0.1, 0.2, 0.3 mm\nspacing = 1 mm x 20, 0.7 mm x 2, 0.1 mm\n"
               "title = \"a; b # 'c'\"\nnames = x-, \"y+\", z\nmode = sine\nfile = p.csv\n"
               "material = soil\n");
    round_trip("tau = 1 s\ntitle = say \"hi\" to 'him'\nat = 0, 0, 0\nnames = \"a;b, c#d\"\n");
    round_trip("tau = 1 s\nnames = x\"y,#z,;w, it's\ntitle =# a \"comment', not a title\n");
    round_trip("tau = 1 s\ntitle = \"'\"\nfile = \"/dir/with;semicolon\\\"\n");
}
END_TEST

START_TEST(resolved_text_is_complete_and_in_si)
{
    good("tau = 9 ps\nat = 1, 2, 3 mm\nspacing = 1 mm x 20, 2 mm\nfile = /p.csv\n");
    yee_bind bind[] = {{params, &a}, {core_params, &core}};
    char *text = strdup("[run]\nsteps = 3\n");
    ck_assert(yee_param_resolved(&config->block[0], "box", 2, bind, &text));
    ck_assert_str_eq(text, "[run]\nsteps = 3\n\n[shape.s]\ntype = box\non = yes\n"
                           "tau = 9e-12 s\nfactor = 0.99\nat = 0.001, 0.002, 0.003 m\n"
                           "spacing = 0.001 x 20, 0.002 m\nmode = gaussian\nfile = /p.csv\n"
                           "material = air\n");
    free(text);
}
END_TEST

START_TEST(a_long_list_is_resolved_in_several_lines)
{
    char keys[6000] = "tau = 1 s\nspacing = ";
    size_t n = strlen(keys);
    for (int i = 0; i < 700; i++)
        n += (size_t)snprintf(keys + n, sizeof keys - n, "%s%d.7", i ? "," : "", 100 + i);
    strcpy(keys + n, " nm\n");
    round_trip(keys);
    ck_assert_uint_eq(a.spacing.count, 700);
    yee_bind bind[] = {{params, &a}, {core_params, &core}};
    char *text = NULL;
    ck_assert(yee_param_resolved(&config->block[0], "thing", 2, bind, &text));
    for (const char *s = text; s; s = strchr(s, '\n'), s = s ? s + 1 : NULL)
        ck_assert_msg(strcspn(s, "\n") <= 100, "%s", s);
    ck_assert_ptr_nonnull(strstr(text, "spacing =\n    1.007e-07, 1.017e-07,"));
    free(text);
}
END_TEST

/* A unit may begin with a digit: it is no second number. */
START_TEST(one_over_a_unit_is_a_unit)
{
    static const yee_param rate[] = {YEE_PARAM_REAL(all, tau, "1/s", NULL, 0, 0, "Rate."),
                                     YEE_PARAM_REALS(all, spacing, "1/m", NULL, 0, 0, "Rates."),
                                     YEE_PARAM_END};
    static const char text[] = "[shape.s]\ntau = 8e9 1/s\nspacing = 3, 4 1/mm\n";
    ck_assert_int_eq(yee_config_parse(&diag, arena, "m.ini", text, strlen(text), &config),
                     YEE_OK);
    ck_assert_msg(
        !yee_param_read(&diag, arena, config, &config->block[0], 1, &(yee_bind){rate, &a}),
        "%s", diag.error);
    ck_assert(a.tau == 8e9 && a.spacing.v[0] == 3e3 && a.spacing.v[1] == 4e3);
}
END_TEST

START_TEST(a_fault_has_the_line_of_the_part_that_is_wrong)
{
    refused("tau = 1 s\nspacing = 1 mm,\n  2 mm,\n  3 m m m,\n  4 mm\n",
            "m.ini:5: [shape.s] spacing: unit 'm m m' does not fit; m is wanted, as in '3 mm'");
    refused("tau = 1 s\nspacing = 1 mm,\n  2 mm,\n\n  -3 mm\n",
            "m.ini:6: [shape.s] spacing: -3 mm is out of range; it must be greater than 0 m");
    refused("tau = 1 s\nnames = a,\n  b,\n  , c\n",
            "m.ini:5: [shape.s] names: name 3 of the list is missing in 'a, b, , c'");
    refused("tau = 1 s\nspacing =\n  1, 2,\n  3 4 mm\n",
            "m.ini:5: [shape.s] spacing: '3 4 mm' has several numbers without commas between "
            "them; write them as in '1, 2, 3 mm'");
}
END_TEST

START_TEST(a_title_of_any_length_is_no_title)
{
    char keys[5000] = "tau=1 s\ntitle=", *end = keys + strlen(keys);
    memset(end, 'x', 4000);
    round_trip(keys);
    strcat(keys, "x");
    refused(keys, "m.ini:3: [shape.s] title: the text has 4001 bytes; at most 4000 are read");
}
END_TEST

START_TEST(sound_tables_are_accepted)
{
    const char *reason = "none";
    ck_assert_msg(yee_param_valid(params, sizeof(all), &reason), "%s", reason);
    ck_assert_msg(yee_param_valid(core_params, sizeof(core_keys), &reason), "%s", reason);
    ck_assert(yee_param_valid((const yee_param[]){YEE_PARAM_END}, 0, &reason));
    ck_assert(yee_param_valid(NULL, 0, &reason));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("param");
    TCase *tests = tcase_create("param");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, defaults_fill_what_the_block_leaves_out);
    tcase_add_test(tests, every_type_is_read);
    tcase_add_test(tests, an_empty_value_unsets_an_optional_key);
    tcase_add_test(tests, switches_are_yes_or_no);
    tcase_add_test(tests, whole_numbers_are_whole);
    tcase_add_test(tests, numbers_need_their_unit);
    tcase_add_test(tests, ranges_are_checked_at_their_ends);
    tcase_add_test(tests, a_wrong_default_is_the_plugins_fault);
    tcase_add_test(tests, a_range_may_be_open_below);
    tcase_add_test(tests, one_unit_at_the_end_serves_a_whole_list);
    tcase_add_test(tests, broken_lists_are_refused);
    tcase_add_test(tests, choices_name_all_words_and_the_nearest);
    tcase_add_test(tests, unknown_keys_name_the_nearest_or_all);
    tcase_add_test(tests, missing_keys_say_what_they_are);
    tcase_add_test(tests, an_override_has_no_line);
    tcase_add_test(tests, resolved_text_reads_back_to_the_same_values);
    tcase_add_test(tests, resolved_text_is_complete_and_in_si);
    tcase_add_test(tests, a_long_list_is_resolved_in_several_lines);
    tcase_add_test(tests, one_over_a_unit_is_a_unit);
    tcase_add_test(tests, a_fault_has_the_line_of_the_part_that_is_wrong);
    tcase_add_test(tests, a_title_of_any_length_is_no_title);
    tcase_add_test(tests, sound_tables_are_accepted);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
