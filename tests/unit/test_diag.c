/* Where sentences go: the first error and its place, log lines. */
#include "base/diag.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static yee_diag diag;
static char logged[4096];
static yee_level level_seen;
static int lines;

static void keep(void *user, yee_level level, const char *line)
{
    ck_assert_ptr_eq(user, &lines);
    snprintf(logged, sizeof logged, "%s", line);
    level_seen = level;
    lines++;
}

static void setup(void)
{
    lines = 0;
    yee_diag_init(&diag, keep, &lines);
}
static void teardown(void) { yee_diag_end(&diag); }

START_TEST(a_sentence_starts_with_what_is_known_of_its_place)
{
    static const struct {
        yee_place place;
        const char *text;
    } row[] = {
        {{"m.ini", 14, "material.soil"}, "m.ini:14: [material.soil] tau: 3 is wrong"},
        {{"m.ini", 14, NULL}, "m.ini:14: tau: 3 is wrong"},
        {{"m.ini", 0, NULL}, "m.ini: tau: 3 is wrong"},
        {{"m.ini", 0, "run"}, "m.ini: [run] tau: 3 is wrong"},
        {{NULL, 14, "run"}, "[run] tau: 3 is wrong"},
        {{NULL, 0, NULL}, "tau: 3 is wrong"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ck_assert_int_eq(yee_diag_fail(&diag, YEE_INPUT, &row[i].place, "tau: %d is wrong", 3),
                         YEE_INPUT);
        ck_assert_str_eq(diag.error, row[i].text);
        yee_diag_log(&diag, YEE_WARNING, &row[i].place, "tau: %d is wrong", 3);
        ck_assert_str_eq(logged, row[i].text);
        ck_assert_int_eq(level_seen, YEE_WARNING);
        yee_diag_clear(&diag);
    }
    yee_diag_fail(&diag, YEE_IO, NULL, "no place");
    ck_assert_str_eq(diag.error, "no place");
}
END_TEST

START_TEST(the_first_error_stays_until_it_is_cleared)
{
    ck_assert_int_eq(yee_diag_fail(&diag, YEE_INPUT, NULL, "first"), YEE_INPUT);
    ck_assert_int_eq(yee_diag_fail(&diag, YEE_IO, NULL, "second"), YEE_IO);
    ck_assert_str_eq(diag.error, "first");
    ck_assert_int_eq(diag.status, YEE_INPUT);
    yee_diag_clear(&diag);
    ck_assert_str_eq(diag.error, "");
    ck_assert_int_eq(diag.status, YEE_OK);
    yee_diag_fail(&diag, YEE_IO, NULL, "third");
    ck_assert_str_eq(diag.error, "third");
}
END_TEST

START_TEST(a_sentence_that_does_not_fit_ends_in_dots)
{
    char text[5000];
    for (size_t shift = 0; shift < 3;
         shift++) { /* the cut falls on every byte of a character */
        memset(text, 'x', sizeof text);
        for (size_t i = shift; i + 2 < sizeof text; i += 2)
            memcpy(text + i, "\xC2\xB5", 2);
        text[sizeof text - 1] = 0;
        yee_diag_fail(&diag, YEE_INPUT, NULL, "%s", text);
        size_t n = strlen(diag.error);
        ck_assert_uint_gt(n, sizeof diag.error - 6);
        ck_assert_str_eq(diag.error + n - 3, "...");
        ck_assert_int_ne((unsigned char)diag.error[n - 4], 0xC2); /* no half character */
        yee_diag_clear(&diag);
    }
    yee_place place = {text, 3, text};
    yee_diag_fail(&diag, YEE_INPUT, &place, "sentence");
    ck_assert_str_eq(diag.error + strlen(diag.error) - 3, "...");
}
END_TEST

START_TEST(what_a_terminal_would_obey_is_shown_as_such)
{
    static const struct {
        const char *raw, *shown;
    } text[] = {
        {"a\033[2Jb", "a\\x1b[2Jb"},
        {"one\nyee: fine", "one\\nyee: fine"},
        {"tab\tbell\a\r", "tab\\tbell\\x07\\x0d"},
        {"\xC2\xB5m \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC2\xB5m \xE2\x82\xAC \xF0\x9F\x98\x80"},
        {"\x9b"
         "1m",
         "\\x9b"
         "1m"}, /* C1, as a byte */
        {"\xC2\x9b"
         "1m",
         "\\xc2\\x9b"
         "1m"}, /* and in UTF-8 */
        {"\xE2\x80\xAE"
         "x",
         "\\xe2\\x80\\xae"
         "x"}, /* right to left */
        {"cut \xE2\x82", "cut \\xe2\\x82"},
        {"\xC0\x8A long", "\\xc0\\x8a long"}, /* a newline in two bytes */
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        yee_diag_fail(&diag, YEE_INPUT, NULL, "%s", text[i].raw);
        ck_assert_str_eq(diag.error, text[i].shown);
        yee_diag_clear(&diag);
    }
    char kept[16], full[6];
    yee_text_clean(kept, sizeof kept, "a\nb", true);
    ck_assert_str_eq(kept, "a\nb");
    yee_text_clean(full, sizeof full, "abc\033d", false);
    ck_assert_str_eq(full, "abc"); /* no half of what stands for a byte */
}
END_TEST

START_TEST(success_is_no_error)
{
    ck_assert_int_eq(yee_diag_fail(&diag, YEE_OK, NULL, "nothing"), YEE_OK);
    ck_assert_str_eq(diag.error, "");
}
END_TEST

START_TEST(log_lines_without_a_listener_are_dropped)
{
    yee_diag deaf;
    yee_diag_init(&deaf, NULL, NULL);
    yee_diag_log(&deaf, YEE_ERROR, NULL, "unheard");
    ck_assert_str_eq(deaf.error, "");
    yee_diag_end(&deaf);
    ck_assert_int_eq(lines, 0);
}
END_TEST

static void ask_back(void *user, yee_level level, const char *line)
{
    (void)level, (void)line;
    yee_diag_fail(user, YEE_INPUT, NULL, "from the listener");
}

START_TEST(a_listener_may_use_the_diag_itself)
{
    yee_diag own;
    yee_diag_init(&own, ask_back, &own);
    yee_diag_log(&own, YEE_INFO, NULL, "line");
    ck_assert_str_eq(own.error, "from the listener");
    yee_diag_end(&own);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diag");
    TCase *tests = tcase_create("diag");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_sentence_starts_with_what_is_known_of_its_place);
    tcase_add_test(tests, the_first_error_stays_until_it_is_cleared);
    tcase_add_test(tests, a_sentence_that_does_not_fit_ends_in_dots);
    tcase_add_test(tests, what_a_terminal_would_obey_is_shown_as_such);
    tcase_add_test(tests, success_is_no_error);
    tcase_add_test(tests, log_lines_without_a_listener_are_dropped);
    tcase_add_test(tests, a_listener_may_use_the_diag_itself);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
