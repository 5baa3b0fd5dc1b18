/* tests/abi/test_help.c: `yee help --json` is JSON (RFC 8259), whatever the texts of a plugin are,
 * and has what the tables have. */
#include "suite.h"
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <yee/types.h>

static char said[1 << 20];

/* Runs `yee help WORDS` with what it prints in `said`; the exit code. */
static int help(const char *words)
{
    char command[1024];
    snprintf(command, sizeof command, "exec %s help %s", YEE_COMMAND, words);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t size = fread(said, 1, sizeof said - 1, pipe);
    ck_assert_uint_lt(size, sizeof said - 1);
    said[size] = '\0';
    const int status = pclose(pipe);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void says(const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "\"%s\" is not in: %.2000s", words, said);
}

/* -- a reader of JSON: each function returns what follows, NULL where the text is none -- */

static const char *space(const char *s) { return s + strspn(s, " \t\r\n"); }

static const char *string(const char *s)
{
    for (s++; *s && *s != '"'; s++) {
        if ((unsigned char)*s < 0x20)
            return NULL;
        if (*s != '\\')
            continue;
        if (!strchr("\"\\/bfnrtu", *++s) || !*s)
            return NULL;
        for (int i = 0; *s == 'u' && i < 4; i++)
            if (!isxdigit((unsigned char)s[1 + i]))
                return NULL;
    }
    return *s ? s + 1 : NULL;
}

static const char *number(const char *s)
{
    char *end;
    s += *s == '-';
    if (!isdigit((unsigned char)*s) || (*s == '0' && isdigit((unsigned char)s[1])))
        return NULL;
    strtod(s, &end);
    return end[-1] == '.' ? NULL : end;
}

static const char *value(const char *s, int depth);

static const char *items(const char *s, char end, int depth)
{
    if (*(s = space(s + 1)) == end)
        return s + 1;
    for (;; s = space(s + 1)) {
        if (end == '}') {
            if (*s != '"' || !(s = string(s)) || *(s = space(s)) != ':')
                return NULL;
            s = space(s + 1);
        }
        if (!(s = value(s, depth + 1)))
            return NULL;
        s = space(s);
        if (*s == end)
            return s + 1;
        if (*s != ',')
            return NULL;
    }
}

static const char *value(const char *s, int depth)
{
    static const char *const word[] = {"true", "false", "null"};
    if (depth > 16)
        return NULL;
    for (int i = 0; i < 3; i++)
        if (!strncmp(s, word[i], strlen(word[i])))
            return s + strlen(word[i]);
    return *s == '{'   ? items(s, '}', depth)
           : *s == '[' ? items(s, ']', depth)
           : *s == '"' ? string(s)
                       : number(s);
}

static bool is_json(const char *text)
{
    const char *end = value(space(text), 0);
    return end && !*space(end);
}

/* -- */

START_TEST(the_reader_knows_json_from_what_is_none)
{
    static const char *const good[] = {"{}", "[1, -2.5e-3, \"a\\u00e9\\n\", {\"k\": null}]\n"};
    static const char *const bad[] = {"",         "{\"a\" 1}", "[1,]",    "[1 2]",
                                      "{\"a\":}", "\"\t\"",    "[inf]",   "[nan]",
                                      "[.5]",     "[01]",      "\"\\x\"", "{} {}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_msg(is_json(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!is_json(bad[i]), "%s", bad[i]);
}
END_TEST

START_TEST(all_tables_are_one_document)
{
    ck_assert_int_eq(help("--json"), YEE_OK);
    ck_assert_msg(is_json(said), "%.2000s", said);
    says("{\"format\": 1, \"yee\": \"");
    says("\"abi\": \"1.0\"");
    says("{\"section\": \"grid\", \"keys\": [\n    {\"key\": \"");
    says("{\"section\": \"plugins\"");
    says("{\"kind\": \"material\", \"role\": \"");
    says("{\"plugin\": \"debye\", \"kind\": \"material\", \"summary\": \"");
    says("{\"plugin\": \"reference\", \"kind\": \"scheme\"");
    says("\"license\": \"BSD-3-Clause\"");
    says("{\"unit\": \"Hz\", \"prefixes\": true}");
}
END_TEST

START_TEST(a_key_has_what_its_table_says)
{
    ck_assert_int_eq(help("--json run"), YEE_OK);
    ck_assert(is_json(said));
    says("{\"key\": \"courant\", \"type\": \"real\", \"unit\": null, \"default\": \"0.99\", "
         "\"required\": false, \"min\": 0, \"min_excluded\": true, \"max\": 10, "
         "\"choices\": null, \"kind\": null, \"help\": \"");
    says("{\"key\": \"precision\", \"type\": \"choice\", \"unit\": null, \"default\": \"f32\", "
         "\"required\": false, \"min\": null, \"min_excluded\": false, \"max\": null, "
         "\"choices\": [\"f32\", \"f64\"], \"kind\": null, \"help\": \"");
    ck_assert_ptr_null(strstr(said, "\"section\": \"grid\""));
    ck_assert_ptr_null(strstr(said, "\"plugin\": "));
}
END_TEST

START_TEST(a_name_gives_its_plugins_and_the_keys_of_their_kinds)
{
    ck_assert_int_eq(help("--json debye"), YEE_OK);
    ck_assert(is_json(said));
    says("{\"key\": \"tau\", \"type\": \"reals\", \"unit\": \"s\", \"default\": null, "
         "\"required\": true");
    says("{\"key\": \"add\"");
    ck_assert_ptr_null(strstr(said, "\"plugin\": \"drude\""));
    ck_assert_int_eq(help("--json material"), YEE_OK);
    ck_assert(is_json(said));
    says("\"plugin\": \"drude\"");
    ck_assert_ptr_null(strstr(said, "\"kind\": \"shape\""));
    ck_assert_int_eq(help("--json debye nothing_of_that_name 2>/dev/null"), YEE_USAGE);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(texts_with_quotes_and_other_letters_stay_json)
{
    ck_assert_int_eq(help("--json fine --plugin-path " MODULE_DIR "/bad_texts.so"), YEE_OK);
    ck_assert_msg(is_json(said), "%s", said);
    says("a \\\"quote\\\", a \\\\, a word, \xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\x8a\"");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("help");
    TCase *tests = tcase_create("json");
    tcase_add_test(tests, the_reader_knows_json_from_what_is_none);
    tcase_add_test(tests, all_tables_are_one_document);
    tcase_add_test(tests, a_key_has_what_its_table_says);
    tcase_add_test(tests, a_name_gives_its_plugins_and_the_keys_of_their_kinds);
    tcase_add_test(tests, texts_with_quotes_and_other_letters_stay_json);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
