/* Variables and expressions: their values, their units, and every sentence about wrong ones. */
#include "base/units.h"
#include "config/let.h"
#include "suite.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static yee_diag diag;
static yee_arena *arena;
static yee_config *config;

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

static yee_status expand(const char *text, const char *set)
{
    ck_assert_msg(!yee_config_parse(&diag, arena, "m.ini", text, strlen(text), &config), "%s",
                  diag.error);
    if (set)
        ck_assert_int_eq(yee_config_set(&diag, arena, config, set), YEE_OK);
    return yee_let_expand(&diag, arena, config);
}

static const yee_entry *entry(const char *block, const char *key)
{
    const yee_block *b = yee_config_block(config, block);
    ck_assert_ptr_nonnull(b);
    const yee_entry *e = yee_block_entry(b, key);
    ck_assert_ptr_nonnull(e);
    return e;
}

/* The value of an expression among a few variables. */
static double number(const char *expression, const char *unit)
{
    char text[2000];
    const char *reason;
    double value;
    snprintf(text, sizeof text,
             "[let]\nhalf = depth/2\ndepth = 120 mm\nh = 3 mm\nn = 7\nf = {2 GHz}\n"
             "[grid]\nx = {%s}\n",
             expression);
    ck_assert_msg(!expand(text, NULL), "%s: %s", expression, diag.error);
    ck_assert_msg(yee_units_read(entry("grid", "x")->value, unit, &value, &reason),
                  "%s: %s is %s", expression, entry("grid", "x")->value, reason);
    return value;
}

/* The doubles of the same operations in C. */
START_TEST(an_expression_has_the_value_that_c_gives)
{
    const struct {
        const char *text, *unit;
        double value;
    } row[] = {
        {"depth", "m", 0.12},
        {"DEPTH / 2 - 1 mm", "m", 0.12 / 2 - 0.001},
        {"half", "m", 0.12 / 2},
        {"-half", "m", -(0.12 / 2)},
        {"depth*half", "m^2", 0.12 * (0.12 / 2)},
        {"sqrt(depth * half)", "m", sqrt(0.12 * (0.12 / 2))},
        {"299792458 m/s / f", "m", 299792458 / 2e9},
        {"1/f", "s", 1 / 2e9},
        {"2*pi*f", "Hz", 2 * YEE_PI * 2e9},
        {"2*pi*f * 1 rad", "rad/s", 2 * YEE_PI * 2e9},
        {"sin(30 deg)", NULL, sin(30 * (YEE_PI / 180))},
        {"cos(pi/3) + tan(0.5)", NULL, cos(YEE_PI / 3) + tan(0.5)},
        {"exp(-2)*log(10)", NULL, exp(-2) * log(10)},
        {"min(depth, half, 1 m)", "m", 0.12 / 2},
        {"max(n, 3, -9)", NULL, 7},
        {"abs(h - depth)", "m", fabs(0.003 - 0.12)},
        {"floor(n/2) + round(n/2)", NULL, 3 + 4},
        {"n", NULL, 7},
        {"2^3^2", NULL, 512},
        {"-2^2", NULL, -4},
        {"2^-1", NULL, 0.5},
        {"(1 + 2)*(3 - 4)/5", NULL, 3 * -1 / 5.0},
        {"10 - 4 - 3", NULL, 3},
        {"2 h / h", "s/m", 7200 / 0.003}, /* hours by a variable */
        {"3 mm/h", NULL, 0.003 / 0.003},  /* a variable, not hours */
        {"1 mm s / s", "m", 0.001},
        {"5 S/m * 1 m", "S", 5},
        {"4 m^2 / 2 m", "m", 2},
        {"9 m s^-1 * 1 s", "m", 9},
        {"sqrt(4 m^2 kg^-2)", "m/kg", 2},
        {"3 dB + 3 dB", "dB", 6},
        {"0*f", "Hz", 0},
        {"1e-3 + .5", NULL, 1e-3 + .5},
        {" n\xC2\xA0+ 1 ", NULL, 8},
        {"3 \xC2\xB5m", "m", 3e-6},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_assert_msg(number(row[i].text, row[i].unit) == row[i].value, "%s is %.17g",
                      row[i].text, number(row[i].text, row[i].unit));
}
END_TEST

START_TEST(expressions_stand_anywhere_in_values)
{
    ck_assert_msg(!expand("[let]\na = 2 mm\nn = 3\n"
                          "[grid]\ncells = {n}, {n*2}, 1\nx = {a} x {n}, 1 mm\n"
                          "title = a{{b}} is {n}{n}\nplain = }\n",
                          NULL),
                  "%s", diag.error);
    ck_assert_str_eq(entry("grid", "cells")->value, "3, 6, 1");
    ck_assert_str_eq(entry("grid", "x")->value, "0.002 m x 3, 1 mm");
    ck_assert_str_eq(entry("grid", "title")->value, "a{b} is 33");
    ck_assert_str_eq(entry("grid", "plain")->value, "}");
    ck_assert_str_eq(entry("grid", "x")->source, "{a} x {n}, 1 mm");
    ck_assert_ptr_null(entry("let", "a")->source);
}
END_TEST

START_TEST(a_model_without_let_has_no_expressions)
{
    ck_assert_int_eq(expand("[run]\ntitle = {a} {{b}}\n", NULL), YEE_OK);
    ck_assert_str_eq(entry("run", "title")->value, "{a} {{b}}");
    ck_assert_ptr_null(entry("run", "title")->source);
}
END_TEST

START_TEST(an_override_sets_a_variable)
{
    static const char text[] = "[let]\nd = 1 mm\ne = 2*d\n[grid]\nx = {e}\n";
    ck_assert_int_eq(expand(text, "let.d=3 mm"), YEE_OK);
    ck_assert_str_eq(entry("grid", "x")->value, "0.006 m");
    ck_assert_int_eq(expand(text, "grid.x={d + 1 m}"), YEE_OK);
    ck_assert_str_eq(entry("grid", "x")->value, "1.001 m");
    ck_assert_int_eq(expand("[grid]\nx = {d}\n", "let.d=4 s"), YEE_OK);
    ck_assert_str_eq(entry("grid", "x")->value, "4 s");
}
END_TEST

START_TEST(what_no_expression_names_is_known)
{
    ck_assert_int_eq(expand("[let]\na = 1\nb = 2*a\nc = 3\nd = 4\n[grid]\nx = {d}\n", NULL),
                     YEE_OK);
    ck_assert(entry("let", "a")->used && entry("let", "d")->used);
    ck_assert(!entry("let", "b")->used && !entry("let", "c")->used);
}
END_TEST

/* Each behind [let], whose first variable stands in line 2. */
static const struct {
    const char *text, *says;
} faults[] = {
    {"a = 1\n[grid]\nx = {b}\n", "m.ini:4: [grid] x: in '{b}' [let] has no 'b'"},
    {"depth = 1\n[grid]\nx = 1,\n  {depht}\n",
     "m.ini:5: [grid] x: in '{depht}' [let] has no 'depht'; did you mean 'depth'?"},
    {"a = sqr(2)\n", "m.ini:2: [let] a: in 'sqr(2)' [let] has no 'sqr'; did you mean 'sqrt'?"},
    {"a = b\nb = 2*c\nc = a + 1\n",
     "m.ini:2: [let] the variables go round in a circle: a needs b, "
     "which needs c, which needs a"},
    {"a = a\n", "m.ini:2: [let] the variables go round in a circle: a needs a"},
    {"a = 1/0\n", "m.ini:2: [let] a: in '1/0' division by zero"},
    {"a = 0 mm\nb = 1 m/a\n", "m.ini:3: [let] b: in '1 m/a' division by zero"},
    {"a = 0^-1\n", "m.ini:2: [let] a: in '0^-1' division by zero: 0 to the power of -1"},
    {"a = 1 mm + 1 ns\n", "m.ini:2: [let] a: in '1 mm + 1 ns' m and s cannot be added"},
    {"a = 1 mm - 1\n", "m.ini:2: [let] a: in '1 mm - 1' m and no unit cannot be subtracted"},
    {"a = min(1 mm, 2)\n", "in 'min(1 mm, 2)' min() compares m with no unit"},
    {"a = sin(1 mm)\n", "sin() takes an angle, not one in m"},
    {"a = exp(1 s)\n", "exp() takes a number without unit, not one in s"},
    {"a = sqrt(2 m)\n", "sqrt() of m has no unit in whole powers"},
    {"a = sqrt(-1)\n", "the square root of -1 is no real number"},
    {"a = log(0)\n", "the logarithm of 0 is no real number"},
    {"a = (-8)^0.5\n", "-8 to the power of 0.5 is no real number"},
    {"a = (2 m)^0.5\n", "0.5 is no power for a number in m; whole ones up to 9 are"},
    {"a = 2^(1 m)\n", "a power has no unit, and this one is in m"},
    {"a = (1 m)^9*1 m\n", "a unit has a power beyond 9"},
    {"a = exp(1e4)\n", "exp is beyond the largest number"},
    {"a = 1e300*1e300\n", "the product is beyond the largest number"},
    {"a = sin(1, 2)\n", "sin() takes one number, not 2"},
    {"a = min(1,2,3,4,5,6,7,8,9)\n", "min() takes at most 8 numbers"},
    {"a = sqrt(2\n", "the bracket of sqrt( is not closed"},
    {"a = sqrt\n", "sqrt is a function: write sqrt(...)"},
    {"a = (1 + 2\n", "a bracket is not closed"},
    {"a = 1 + 2)\n", "')' stands behind what is complete"},
    {"a = 1 +\n", "a number or a name is missing at the end"},
    {"a =\n", "the expression is empty"},
    {"a = 1 ** 2\n", "a number or a name is wanted at '* 2'"},
    {"a = 1, 2\n", "', 2' stands behind what is complete"},
    {"a = 2 pi\n", "'2 pi' has no unit that is known; between a number and a name stands *"},
    {"a = 2 mm mm x\n", "'x' stands behind what is complete"},
    {"pi = 3\n", "m.ini:2: [let] 'pi' is the name of a function or constant; use another"},
    {"wall-x = 3\n",
     "m.ini:2: [let] 'wall-x' cannot be the name of a variable; letters, digits and "
     "_ can"},
    {"2x = 3\n", "'2x' cannot be the name of a variable"},
    {"a = 1\n[grid]\nx = {a\n", "m.ini:4: [grid] x: in '{a' the brace is not closed"},
    {"a = 1 m\n[grid]\nx = {a} mm\n",
     "m.ini:4: [grid] x: in '{a}' is a unit already, and another "
     "stands behind it"},
    {"a = 1 m\n[grid]\nx = {}\n", "in '{}' the expression is empty"},
};

START_TEST(a_fault_is_said_with_its_line_and_expression)
{
    char text[400];
    snprintf(text, sizeof text, "[let]\n%s", faults[_i].text);
    ck_assert_int_eq(expand(text, NULL), YEE_INPUT);
    ck_assert_msg(strstr(diag.error, faults[_i].says) != NULL, "%s instead of %s", diag.error,
                  faults[_i].says);
}
END_TEST

START_TEST(nothing_is_too_deep_for_the_stack)
{
    char *text = malloc(70000), *end = text + sprintf(text, "[let]\na = ");
    memset(end, '(', 60000);
    strcpy(end + 60000, "1\n");
    ck_assert_int_eq(expand(text, NULL), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "more than 30 brackets and signs"));
    yee_diag_clear(&diag);
    for (int i = 0; i < 60000; i += 2)
        memcpy(end + i, "2^", 2);
    ck_assert_int_eq(expand(text, NULL), YEE_INPUT);
    yee_diag_clear(&diag);
    memset(end, '-', 60000);
    ck_assert_int_eq(expand(text, NULL), YEE_INPUT);
    yee_diag_clear(&diag);
    end = text + sprintf(text, "[let]\n");
    for (int i = 0; i < 900; i++)
        end += sprintf(end, "v%d = v%d + 1\n", i, i + 1);
    sprintf(end, "v900 = 0\n");
    ck_assert_int_eq(expand(text, NULL), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "a chain of more than 30 later variables"));
    yee_diag_clear(&diag);
    end = text + sprintf(text, "[let]\nv0 = 0\n");
    for (int i = 1; i < 900; i++)
        end += sprintf(end, "v%d = v%d + 1\n", i, i - 1);
    sprintf(end, "[grid]\nx = {v899}\n");
    ck_assert_int_eq(expand(text, NULL), YEE_OK);
    ck_assert_str_eq(entry("grid", "x")->value, "899");
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("let");
    TCase *tests = tcase_create("let");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, an_expression_has_the_value_that_c_gives);
    tcase_add_test(tests, expressions_stand_anywhere_in_values);
    tcase_add_test(tests, a_model_without_let_has_no_expressions);
    tcase_add_test(tests, an_override_sets_a_variable);
    tcase_add_test(tests, what_no_expression_names_is_known);
    tcase_add_loop_test(tests, a_fault_is_said_with_its_line_and_expression, 0,
                        (int)(sizeof faults / sizeof *faults));
    tcase_add_test(tests, nothing_is_too_deep_for_the_stack);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
