/* Numbers with units. */
#include "base/units.h"
#include "short.h"
#include "suite.h"

#include <check.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double read_one(const char *text, const char *unit)
{
    double value = -12345;
    const char *reason = "none given";
    ck_assert_msg(yee_units_read(text, unit, &value, &reason), "'%s': %s", text, reason);
    return value;
}

static const char *refusal(const char *text, const char *unit)
{
    double value = -12345;
    const char *reason = NULL;
    ck_assert_msg(!yee_units_read(text, unit, &value, &reason), "'%s' is read as %g", text,
                  value);
    ck_assert_double_eq(value, -12345); /* untouched */
    ck_assert_ptr_nonnull(reason);
    return reason;
}

/* Equal to the last bit: the power of ten joins the exponent before conversion. */
START_TEST(prefixes_give_the_nearest_double)
{
    static const struct {
        const char *text, *unit;
        double value;
    } row[] = {
        {"2 mm", "m", 0.002},
        {"2mm", "m", 0.002},
        {"5.3 mm", "m", 0.0053},
        {"0.7 um", "m", 0.7e-6},
        {"0.7 \xC2\xB5m", "m", 0.7e-6},
        {"0.7 \xCE\xBCm", "m", 0.7e-6},
        {"633 nm", "m", 633e-9},
        {"1e-3 m", "m", 1e-3},
        {"1e-3m", "m", 1e-3},
        {"3 cm", "m", 0.03},
        {"1.2 km", "m", 1200},
        {"1.5 GHz", "Hz", 1.5e9},
        {"400 THz", "Hz", 400e12},
        {"9.231 ps", "s", 9.231e-12},
        {"40 fs", "s", 40e-15},
        {"7 us", "s", 7e-6},
        {"5 mS/m", "S/m", 5e-3},
        {"1 S/cm", "S/m", 100},
        {"50 Ohm", "Ohm", 50},
        {"4.7 kOhm", "Ohm", 4700},
        {"4.7 k\xCE\xA9", "Ohm", 4700},
        {"4.7 k\xE2\x84\xA6", "Ohm", 4700},
        {"3 Ohm/m", "Ohm/m", 3},
        {"2 mV", "V", 2e-3},
        {"3 mA", "A", 3e-3},
        {"1 kV/m", "V/m", 1e3},
        {"2 A/m", "A/m", 2},
        {"1 A m", "A m", 1},
        {"1 mA mm", "A m", 1e-6},
        {"1 A*m", "A m", 1},
        {"1 C m", "C m", 1},
        {"10 pF", "F", 10e-12},
        {"3 nH", "H", 3e-9},
        {"1 pF/m", "F/m", 1e-12},
        {"1 uH/m", "H/m", 1e-6},
        {"1.3e16 rad/s", "rad/s", 1.3e16},
        {"2 rad", "rad", 2},
        {"2 kg", "kg", 2},
        {"2 g", "kg", 0.002},
        {"-40 dB", "dB", -40},
        {"3 A/m^2", "A/m^2", 3},
        {"3 A/mm^2", "A/m^2", 3e6},
        {"3 m^-1", "1/m", 3},
        {"2 1/s", "Hz", 2},
        {"2 V/Ohm", "A", 2},
        {"2 s/m", "s/m", 2},
        {"0.5", NULL, 0.5},
        {"0.5", "", 0.5},
        {"+.5", NULL, 0.5},
        {"5.", NULL, 5},
        {"1E3", NULL, 1000},
        {"-1e-3", NULL, -0.001},
        {"  7\t", NULL, 7},
        {"\t7 mm ", "m", 0.007},
        {"0", "m", 0},
        {"-0.0e5", "Hz", 0},
        {"4.9406564584124654e-324", NULL, 4.9406564584124654e-324},
        {"1.7976931348623157e308", NULL, DBL_MAX},
        {"0.00000000000000000000000000000001e320 mm", "m", 1e285},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_assert_msg(read_one(row[i].text, row[i].unit) == row[i].value, "'%s' is %.17g",
                      row[i].text, read_one(row[i].text, row[i].unit));
}
END_TEST

/* One product with a rounded factor: two roundings, 2^-52 relative. */
START_TEST(degrees_and_electronvolts_are_converted)
{
    ck_assert_double_eq_tol(read_one("180 deg", "rad"), YEE_PI, YEE_PI * DBL_EPSILON);
    ck_assert_double_eq_tol(read_one("180 deg", "deg"), YEE_PI, YEE_PI * DBL_EPSILON);
    ck_assert_double_eq_tol(read_one("2 eV", "J"), 3.204353268e-19, 3.3e-19 * DBL_EPSILON);
}
END_TEST

START_TEST(what_is_no_number_is_said_to_be_none)
{
    static const char *const row[] = {"abc", "mm", "nan",   "inf",   "-inf", "NaN m", ".",
                                      "-",   "e5", "--1 m", "- 1 m", ",5 m", "$5"};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_assert_ptr_nonnull(strstr(refusal(row[i], "m"), "is not a number"));
    ck_assert_str_eq(refusal("abc", "m"), "'abc' is not a number");
    ck_assert_str_eq(refusal("-inf", "m"), "'-inf' is not a number; numbers are finite");
    ck_assert_str_eq(refusal("", "m"), "a number is missing");
    ck_assert_str_eq(refusal("  ", NULL), "a number is missing");
}
END_TEST

static void says(const char *text, const char *unit, const char *one, const char *two)
{
    const char *reason = refusal(text, unit);
    ck_assert_msg(strstr(reason, one) && strstr(reason, two), "'%s' gives \"%s\"", text,
                  reason);
}

START_TEST(a_missing_unit_is_asked_for_with_an_example)
{
    says("5", "m", "'5' has no unit", "'5 mm'");
    says("1.5e9", "Hz", "'1.5e9' has no unit", "'1.5e9 Hz'");
    says("3", "S/m", "has no unit", "'3 S/m'");
}
END_TEST

START_TEST(a_wrong_unit_is_named_with_the_one_that_fits)
{
    says("5 GHz", "m", "'GHz'", "m is wanted");
    says("5 m", "s", "'m'", "s is wanted");
    says("5 mm mm", "m", "'mm mm'", "m is wanted");
    says("1 A", "A/m", "'A'", "A/m is wanted");
    says("2 GHz", "rad/s", "'GHz'", "2 pi radians");
    says("2 rad/s", "Hz", "'rad/s'", "2 pi radians");
    says("3 dB", "m", "'dB'", "m is wanted");
    says("9 PS", "s", "'PS'", "did you mean 'ps'?");
}
END_TEST

START_TEST(blanks_of_web_pages_are_blanks)
{
    ck_assert(read_one("5\xC2\xA0mm", "m") == 0.005);
    ck_assert(read_one("\xE3\x80\x80"
                       "5\xE2\x80\x89kS\xC2\xA0/\xC2\xA0m\xC2\xA0",
                       "S/m") == 5e3);
}
END_TEST

START_TEST(an_unknown_unit_is_named)
{
    says("5 parsec", "m", "unknown unit 'parsec'", "m is wanted");
    says("5 parsec", "m", "unknown unit 'parsec'", "case matters");
    says("5 ghz", "Hz", "unknown unit 'ghz'", "did you mean 'GHz'?");
    says("5 KHZ", "Hz", "unknown unit 'KHZ'", "did you mean 'kHz'?");
    says("5 MM", "m", "unknown unit 'MM'", "did you mean 'mm'?");
    says("5 OHM", "Ohm", "unknown unit 'OHM'", "did you mean 'Ohm'?");
    says("5 inch", "m", "unknown unit 'inch'", "1 inch is 25.4 mm");
    says("0x10", "m", "unknown unit 'x10'", "m is wanted");
    says("1 mm/", "m", "unknown unit 'mm/'", "m is wanted");
    says("1 m^", "m", "unknown unit 'm^'", "m is wanted");
    says("1 m^22", "m", "unknown unit", "m is wanted");
    says("1 /m", "m", "unknown unit", "m is wanted");
    says("1 mdeg", "rad", "unknown unit 'mdeg'", "rad is wanted");
    says("1e m", "m", "unknown unit 'e'", "m is wanted");
}
END_TEST

START_TEST(a_unit_behind_a_plain_number_is_an_error)
{
    says("5 m", NULL, "'5 m'", "plain number");
    says("5 %", NULL, "'5 %'", "plain number");
    says("1 2", NULL, "'1 2'", "plain number");
}
END_TEST

START_TEST(numbers_no_double_can_hold_are_refused)
{
    says("1e309", NULL, "1e309", "beyond the largest");
    says("1e300 Ym", "m", "1e300", "beyond the largest");
    says("1e99999999999999999999", NULL, "1e9999", "beyond the largest");
    says("1e308 eV/eV^2", "1/J", "beyond the largest", "");
    says("1e346 eV^2", "J^2", "beyond the largest", "");
    says("1e-400", NULL, "1e-400", "below the smallest");
    says("1e-320 ym", "m", "1e-320", "below the smallest");
    char digits[400];
    memset(digits, '1', sizeof digits - 1);
    digits[sizeof digits - 1] = 0;
    says(digits, NULL, "too many digits", "");
}
END_TEST

START_TEST(very_long_texts_are_refused_without_harm)
{
    char text[20000] = "1 ";
    for (size_t i = 2; i + 5 < sizeof text; i += 5)
        memcpy(text + i, "Ym^9 ", 5);
    refusal(text, "m");
    memset(text + 2, 'q', sizeof text - 3);
    refusal(text, "m");
    refusal(text, NULL);
    refusal(text + 2, NULL);
}
END_TEST

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

START_TEST(every_number_is_written_so_that_reading_gives_it_back)
{
    static const char *const unit[] = {NULL, "m", "S/m", "A m", "rad/s", "deg", "dB", "kg"};
    uint64_t state = 1;
    char text[80];
    for (int n = 0; n < 20000; n += short_every(10)) {
        double value;
        uint64_t bits = next_random(&state);
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        const char *u = unit[n % 8];
        ck_assert_int_lt(yee_units_write(text, sizeof text, value, u), (int)sizeof text);
        ck_assert_msg(read_one(text, u) == value, "%.17g is written as '%s'", value, text);
    }
}
END_TEST

START_TEST(numbers_are_written_short_where_that_is_exact)
{
    char text[80];
    ck_assert_int_eq(yee_units_write(text, sizeof text, 0.002, "m"), 7);
    ck_assert_str_eq(text, "0.002 m");
    yee_units_write(text, sizeof text, 1.5e9, "Hz");
    ck_assert_str_eq(text, "1500000000 Hz");
    yee_units_write(text, sizeof text, 0.1 + 0.2, NULL);
    ck_assert_str_eq(text, "0.30000000000000004");
    ck_assert_int_eq(yee_units_write(text, 3, 0.002, "m"), 7); /* as snprintf */
    ck_assert_str_eq(text, "0.");
}
END_TEST

START_TEST(the_unit_behind_a_number_is_found)
{
    ck_assert_str_eq(yee_units_suffix("2 mm"), "mm");
    ck_assert_str_eq(yee_units_suffix(" 2e3mm"), "mm");
    ck_assert_str_eq(yee_units_suffix("2"), "");
    ck_assert_str_eq(yee_units_suffix("2e"), "e");
    ck_assert_ptr_null(yee_units_suffix("mm"));
    ck_assert_ptr_null(yee_units_suffix(""));
}
END_TEST

START_TEST(units_that_are_one_in_si_are_known)
{
    static const char *const good[] = {"m",  "s",     "Hz",  "S/m", "Ohm",
                                       "kg", "rad/s", "A m", "dB"};
    static const char *const bad[] = {"mm", "deg", "GHz", "g", "eV", "nonsense", ""};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_msg(yee_units_coherent(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!yee_units_coherent(bad[i]), "%s", bad[i]);
}
END_TEST

/* Sets a locale with a decimal comma, one of the system's or one made in folder. */
static bool go_comma(const char *folder)
{
    static const char *const name[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8"};
    char command[200];
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (setlocale(LC_ALL, name[i]))
            return true;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1",
             folder, folder);
    return !system(command) && !setenv("LOCPATH", folder, 1) && setlocale(LC_ALL, name[0]);
}

START_TEST(a_decimal_comma_of_the_locale_changes_nothing)
{
    char folder[] = "/tmp/yee-units-XXXXXX", command[80], text[80];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    bool comma = go_comma(folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    if (!comma) {
        puts("note: no locale with a decimal comma can be had here, its test is skipped");
        return;
    }
    ck_assert_str_eq(localeconv()->decimal_point, ",");
    ck_assert_double_eq(read_one("2.5 mm", "m"), 0.0025);
    yee_units_write(text, sizeof text, 0.0025, "m");
    ck_assert_str_eq(text, "0.0025 m");
    ck_assert_str_eq(localeconv()->decimal_point, ",");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("units");
    TCase *tests = tcase_create("units");
    tcase_set_timeout(tests, 60); /* making a locale takes seconds */
    tcase_add_test(tests, prefixes_give_the_nearest_double);
    tcase_add_test(tests, degrees_and_electronvolts_are_converted);
    tcase_add_test(tests, what_is_no_number_is_said_to_be_none);
    tcase_add_test(tests, a_missing_unit_is_asked_for_with_an_example);
    tcase_add_test(tests, a_wrong_unit_is_named_with_the_one_that_fits);
    tcase_add_test(tests, blanks_of_web_pages_are_blanks);
    tcase_add_test(tests, an_unknown_unit_is_named);
    tcase_add_test(tests, a_unit_behind_a_plain_number_is_an_error);
    tcase_add_test(tests, numbers_no_double_can_hold_are_refused);
    tcase_add_test(tests, very_long_texts_are_refused_without_harm);
    tcase_add_test(tests, every_number_is_written_so_that_reading_gives_it_back);
    tcase_add_test(tests, numbers_are_written_short_where_that_is_exact);
    tcase_add_test(tests, the_unit_behind_a_number_is_found);
    tcase_add_test(tests, units_that_are_one_in_si_are_known);
    tcase_add_test(tests, a_decimal_comma_of_the_locale_changes_nothing);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
