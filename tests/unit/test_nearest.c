/* The nearest word, and what is text. */
#include "base/nearest.h"
#include "suite.h"

#include <check.h>
#include <string.h>

START_TEST(the_distance_counts_slips_of_typing)
{
    static const struct {
        const char *a, *b;
        size_t distance;
    } row[] = {
        {"", "", 0},           {"drude", "drude", 0},  {"Drude", "dRUDE", 0},
        {"drude", "drud", 1},  {"drude", "drudes", 1}, {"drude", "drode", 1},
        {"drude", "durde", 1}, {"ab", "ba", 1},        {"abc", "ca", 3},
        {"", "debye", 5},      {"debye", "", 5},       {"lorentz", "debye", 6},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ck_assert_uint_eq(yee_text_distance(row[i].a, row[i].b), row[i].distance);
        ck_assert_uint_eq(yee_text_distance(row[i].b, row[i].a), row[i].distance);
    }
}
END_TEST

START_TEST(very_long_words_are_far_from_everything)
{
    char word[2000];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = 0;
    ck_assert_uint_eq(yee_text_distance(word, "aaa"), sizeof word - 1);
    ck_assert_ptr_null(yee_text_nearest(word, 1, (const char *const[]){"box"}));
}
END_TEST

START_TEST(the_nearest_word_is_found_only_where_a_slip_explains_it)
{
    static const char *const words[] = {"eps_r", "sigma", "tau",       "delta_eps",
                                        "x",     "y",     "frequency", "type"};
    static const struct {
        const char *word, *nearest;
    } row[] = {
        {"epsr", "eps_r"},  {"EPS_R", "eps_r"},
        {"simga", "sigma"}, {"delta_esp", "delta_eps"},
        {"tua", "tau"},     {"freq", "frequency"},
        {"typ", "type"},    {"z", NULL},
        {"colour", NULL},   {"", NULL},
        {"w0", NULL},       {"fr", NULL},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *found = yee_text_nearest(row[i].word, sizeof words / sizeof *words, words);
        if (row[i].nearest)
            ck_assert_pstr_eq(found, row[i].nearest);
        else
            ck_assert_pstr_eq(found, NULL);
    }
    ck_assert_ptr_null(yee_text_nearest("tau", 0, NULL));
}
END_TEST

START_TEST(of_two_near_words_the_nearer_one_wins)
{
    static const char *const words[] = {"sizes", "size", "slice"};
    ck_assert_str_eq(yee_text_nearest("size", 3, words), "size");
    ck_assert_str_eq(yee_text_nearest("sizs", 3, words), "sizes");
}
END_TEST

START_TEST(a_suggestion_names_the_near_word_or_what_else_helps)
{
    ck_assert_str_eq(yee_text_suggest("; ", "drude", "; see help").text,
                     "; did you mean 'drude'?");
    ck_assert_str_eq(yee_text_suggest("; ", NULL, "; see help").text, "; see help");
    ck_assert_str_eq(yee_text_suggest(": ", NULL, "").text, "");
}
END_TEST

START_TEST(printable_utf8_and_tabs_are_text)
{
    static const char *const good[] = {"",
                                       "plain text\twith a tab",
                                       "\xC2\xB5m \xCE\xA9",
                                       "\xE2\x84\xA6",
                                       "\xF0\x9F\x93\xA1",
                                       "\xEF\xBF\xBD"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_ptr_null(yee_text_bad(good[i], good[i] + strlen(good[i])));
}
END_TEST

START_TEST(the_first_byte_that_is_no_text_is_found)
{
    static const struct {
        const char *s;
        size_t length, at;
    } row[] = {
        {"ab\0c", 4, 2},            /* NUL */
        {"a\rb", 3, 1},             /* control */
        {"a\x7F", 2, 1},            /* delete */
        {"\xB5m", 2, 0},            /* Latin-1 */
        {"a\xC2", 2, 1},            /* cut off */
        {"a\xC2x", 3, 1},           /* no continuation */
        {"\xC0\x80", 2, 0},         /* overlong */
        {"\xE0\x80\x80", 3, 0},     /* overlong */
        {"\xED\xA0\x80", 3, 0},     /* surrogate */
        {"\xF4\x90\x80\x80", 4, 0}, /* beyond U+10FFFF */
        {"\xFF\xFE[\0", 4, 0},      /* UTF-16 */
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_assert_ptr_eq(yee_text_bad(row[i].s, row[i].s + row[i].length),
                         row[i].s + row[i].at);
}
END_TEST

START_TEST(blanks_are_trimmed_whatever_they_are_made_of)
{
    static const struct {
        const char *s, *rest;
    } row[] = {
        {" \ta b\t ", "a b"},
        {"\xC2\xA0"
         "a\xC2\xA0",
         "a"},
        {"\xE2\x80\xAF\xE3\x80\x80"
         "a",
         "a"},
        {"\xEF\xBB\xBF", ""},
        {"a\xE2\x80\x8B", "a"},
        {"\xE2\x80\x94 a", "\xE2\x80\x94 a"},
        {"\xC3\xA0", "\xC3\xA0"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *s = row[i].s, *end = s + strlen(s);
        yee_text_trim(&s, &end);
        ck_assert_uint_eq((size_t)(end - s), strlen(row[i].rest));
        ck_assert(!strncmp(s, row[i].rest, strlen(row[i].rest)));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nearest");
    TCase *tests = tcase_create("nearest");
    tcase_add_test(tests, the_distance_counts_slips_of_typing);
    tcase_add_test(tests, very_long_words_are_far_from_everything);
    tcase_add_test(tests, the_nearest_word_is_found_only_where_a_slip_explains_it);
    tcase_add_test(tests, of_two_near_words_the_nearer_one_wins);
    tcase_add_test(tests, a_suggestion_names_the_near_word_or_what_else_helps);
    tcase_add_test(tests, printable_utf8_and_tabs_are_text);
    tcase_add_test(tests, the_first_byte_that_is_no_text_is_found);
    tcase_add_test(tests, blanks_are_trimmed_whatever_they_are_made_of);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
