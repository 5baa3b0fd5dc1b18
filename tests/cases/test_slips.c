/* The command over what people write who mean a model: copied from web pages and papers, or in the manner of another
 * program. Every row changes the model below in one place and names the line, the value and what
 * would be right. */
#include "command.h"
#include "suite.h"

static const char model[] = "[grid]\n"
                            "cells = 20, 20\n"
                            "spacing = 1 mm\n"
                            "invariant = z\n"
                            "[run]\n"
                            "steps = 20\n"
                            "[boundary.all]\n"
                            "type = pec\n"
                            "[material.soil]\n"
                            "type = dielectric\n"
                            "eps = 3\n"
                            "sigma = 1 mS/m\n"
                            "[shape.block]\n"
                            "type = box\n"
                            "from = 5, 5, 0 mm\n"
                            "to = 10, 10, 1 mm\n"
                            "material = soil\n"
                            "[waveform.pulse]\n"
                            "type = gaussian\n"
                            "frequency = 3 GHz\n"
                            "[source.tx]\n"
                            "type = dipole\n"
                            "position = 7, 7, 0 mm\n"
                            "direction = z\n"
                            "current = 1 A\n"
                            "waveform = pulse\n"
                            "[output.rx]\n"
                            "type = probe\n"
                            "position = 15, 15, 0 mm\n";

typedef struct row {
    const char *was, *is;
    int line;
    const char *says;
} row;

#define FROM "from = 5, 5, 0 mm"
#define FREQUENCY "frequency = 3 GHz"

/* clang-format off */
static const row rows[] = {
    /* lists */
    {FROM, "from = (5, 5, 0) mm", 15, "from: '(5, 5, 0) mm' has brackets; a list is written without"},
    {FROM, "from = [5, 5, 0] mm", 15, "has brackets"},
    {FROM, "from = 5 5 0 mm", 15, "'5 5 0 mm' has several numbers without commas"},
    {FROM, "from = 5; 5; 0 mm", 15, "unknown unit '; 5; 0 mm'; m is wanted, as in '5 mm'; commas separate"},
    {FROM, "from = 9.1, 8, -inf um", 15, "'-inf um' is not a number; numbers are finite"},
    {FROM, "from = 9.1, nan, 0 um", 15, "'nan um' is not a number; numbers are finite"},
    {FROM, "from = 5,5, 5,5, 0 mm", 15, "has 5 numbers; three are wanted, as in '1, 2, 3 m', and the decimal "
     "sign is a point"},
    {FROM, "from = 5, 5 mm", 15, "'5, 5 mm' has 2 numbers; three are wanted"},
    {FROM, "from = 5, 5, 0 mm,", 15, "number 4 of the list is missing in '5, 5, 0 mm,'"},
    {FROM, "from = 5,, 5, 0 mm", 15, "number 2 of the list is missing"},
    {FROM, "from = 5 mm, 5, 0 mm", 15, "'5' has no unit; m is wanted, as in '5 mm', or one unit in the whole"},
    {FROM, "from =", 15, "from: has no value"},
    {FROM, "from = 5,\n  5,\n  O mm", 17, "'O mm' is not a number"},
    {FROM, "from = 5,\n5, 0 mm", 16, "'5, 0 mm' is neither [section] nor key = value; a line that goes on "
     "with the value of 'from' is indented more than its key"},
    /* signs that look like others */
    {FROM, "from = \xE2\x88\x92" "5, 5, 0 mm", 15, "its minus sign is not the - of the keyboard"},
    {FROM, "from = \xE2\x80\x93" "5, 5, 0 mm", 15, "its minus sign is not the - of the keyboard"},
    {FROM, "from = \xEF\xBC\x95, 5, 0 mm", 15, "its digits are not those of the keyboard"},
    {FROM, "from = 5\xEF\xBC\x8C 5\xEF\xBC\x8C 0 mm", 15, "its comma is not the , of the keyboard"},
    {FROM, "from \xEF\xBC\x9D 5, 5, 0 mm", 15, "its sign is not the = of the keyboard"},
    {FROM, "from = \xE2\x80\x9C" "5, 5, 0 mm\xE2\x80\x9D", 15, "its quotes are not those of the keyboard"},
    /* numbers */
    {FREQUENCY, "frequency = 30,5 GHz", 20, "has 2 numbers; one is wanted, and its decimal sign is a point"},
    {FREQUENCY, "frequency = 30,000 MHz", 20, "'30,000 MHz' has 2 numbers; one is wanted"},
    {FREQUENCY, "frequency = 30 000 MHz", 20, "has several numbers without commas"},
    {FREQUENCY, "frequency = 30'000 MHz", 20, "the digits of a number are not grouped"},
    {FREQUENCY, "frequency = 30_000 MHz", 20, "the digits of a number are not grouped"},
    {FREQUENCY, "frequency = 3*10^10 Hz", 20, "powers of ten are written as in 3e9"},
    {FREQUENCY, "frequency = 3\xC3\x97" "10^10 Hz", 20, "powers of ten are written as in 3e9"},
    {FREQUENCY, "frequency = 3 x 10^10 Hz", 20, "powers of ten are written as in 3e9"},
    {FREQUENCY, "frequency = 10^10 Hz", 20, "powers of ten are written as in 3e9"},
    {FREQUENCY, "frequency = 3 e10 Hz", 20, "powers of ten are written as in 3e9"},
    {FREQUENCY, "frequency = 3.0.0 GHz", 20, "a number has one decimal point"},
    {FREQUENCY, "frequency = 60/2 GHz", 20, "a model with [let] calculates in braces, {2*3}"},
    {FREQUENCY, "frequency = 2*pi GHz", 20, "a model with [let] calculates in braces, {2*3}"},
    {FREQUENCY, "frequency == 3 GHz", 20, "'= 3 GHz' is not a number; there is a second '='"},
    {FREQUENCY, "frequency = 3e10", 20, "'3e10' has no unit; Hz is wanted, as in '3e10 Hz'"},
    {"eps = 3", "eps = 3+0.1j", 11, "complex numbers are not read"},
    {"eps = 3", "eps = 3 - 0.1i", 11, "complex numbers are not read"},
    {"eps = 3", "eps = 3 %", 11, "3 % is written as 0.03"},
    {"steps = 20", "steps = 2,000", 6, "commas separate numbers, and one is wanted"},
    {"steps = 20", "steps = 20.5", 6, "'20.5' is not a whole number"},
    /* units */
    {FREQUENCY, "frequency = 3 ghz", 20, "unknown unit 'ghz'; Hz is wanted, as in '3 GHz'; did you mean 'GHz'?"},
    {FREQUENCY, "frequency = 3 Ghz", 20, "did you mean 'GHz'?"},
    {FREQUENCY, "frequency = 3000 MHZ", 20, "did you mean 'MHz'?"},
    {FREQUENCY, "frequency = 30 mm", 20, "unit 'mm' does not fit; Hz is wanted"},
    {"spacing = 1 mm", "spacing = 1 MM", 3, "unknown unit 'MM'; m is wanted, as in '1 mm'; did you mean 'mm'?"},
    {"spacing = 1 mm", "spacing = 0.04 in", 3, "1 in is 25.4 mm"},
    {"spacing = 1 mm", "spacing = 40 mil", 3, "1 mil is 25.4 um"},
    {"spacing = 1 mm", "spacing = 1000 microns", 3, "1 microns is 1 um"},
    {"spacing = 1 mm", "spacing = 1 mm // cells", 3, "comments begin with ; or #"},
    /* lines */
    {"steps = 20", "steps: 20", 6, "'steps: 20' is neither [section] nor key = value; between a key and its "
     "value stands ="},
    {"steps = 20", "// short\nsteps = 20", 6, "comments begin with ; or #"},
    {"steps = 20", "% short\nsteps = 20", 6, "comments begin with ; or #"},
    {"steps = 20", "number of steps = 20", 6, "'number of steps' cannot be the name of a key"},
    {"[material.soil]", "[[material.soil]]", 9, "has two brackets; a section's name stands in one pair"},
    {"[material.soil]", "{material.soil}", 9, "a section begins with [ and ends with ]"},
    {"[material.soil]", "material.soil]", 9, "a section begins with [ and ends with ]"},
    {"[material.soil]", "[material.soil", 9, "lacks its closing ']'"},
    {"[material.soil]", "[materials.soil]", 9, "unknown section [materials.soil]; did you mean [material.soil]?"},
    {"[material.soil]", "[soil.material]", 9, "unknown section [soil.material]; did you mean [material.soil]?"},
    {"[output.rx]", "[probe.rx]", 27, "probe is a plugin of kind output: write [output.rx] and type = probe"},
    {"[material.soil]", "[thing.soil]", 9, "unknown section [thing.soil]; sections are [grid], [run]"},
    /* two dimensions */
    {"type = box\n" FROM "\nto = 10, 10, 1 mm", "type = plate\n" FROM "\nto = 10, 10, 0 mm", 13,
     "from and to are 0.005 m and 0.005 m apart along x and y, the plane of this 2-D grid; exactly one of the "
     "two must be 0"},
    {"type = dipole\nposition = 7, 7, 0 mm\ndirection = z\ncurrent = 1 A\n",
     "type = current_sheet\n" FROM "\nto = 9, 9, 0 mm\ndirection = z\ncurrent = 1 A/m\n", 21,
     "from and to share 0 coordinates in the plane of this 2-D grid"},
    /* paths */
    {"gaussian\n" FREQUENCY, "table\nfile = ~/p.csv", 20, "'~/p.csv' is taken as it is; write the path out, "
     "without ~"},
    {"gaussian\n" FREQUENCY, "table\nfile = $HOME/p.csv", 20, "without variables"},
    {"gaussian\n" FREQUENCY, "table\nfile = data\\p.csv", 20, "there is no file 'data\\p.csv'; a path has /, not \\"},
};
/* clang-format on */

static void write_changed(const char *was, const char *is)
{
    char text[4096];
    const char *at = strstr(model, was);
    ck_assert_msg(at != NULL, "'%s' is not in the model", was);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - model), model, is, at + strlen(was));
    write_file("m.ini", text);
}

START_TEST(a_slip_is_named)
{
    const row *r = &rows[_i];
    char place[40];
    write_changed(r->was, r->is);
    const int code = RUN("m.ini");
    ck_assert_msg(code == YEE_INPUT, "%s: exit code %d: %s", r->is, code, said);
    snprintf(place, sizeof place, "m.ini:%d: ", r->line);
    says(place);
    says(r->says);
}
END_TEST

/* As they stand on web pages, in word processors and on other computers. */
START_TEST(blanks_and_letters_of_other_alphabets_mean_what_they_look_like)
{
    static const char *const same[][2] = {
        {FROM, "from = 5,\xC2\xA0"
               "5,\xE2\x80\x89"
               "0\xE2\x80\xAFmm"},
        {FROM, "from\xC2\xA0=\xC2\xA0"
               "5, 5, 0 mm\xC2\xA0"},
        {FROM, "from = 5000, 5000, 0 \xC2\xB5m"}, /* micro sign */
        {FROM, "from = 5000, 5000, 0 \xCE\xBCm"}, /* Greek letter */
        {FROM, "from =\n\t5,\n\t5,\n\t0 mm"},
        {FROM, "from = 5, 5, 0\tmm\r"},
        {"type = box", "type = box\xC2\xA0"},
    };
    char before[8192], after[8192];
    write_file("m.ini", model);
    MUST("m.ini", "--set", "run.output=a.h5", "--set", "run.steps=200");
    ck_assert_int_eq(system("h5dump -d /probe/rx/ez a.h5 | tail -n +2 > a.txt"), 0);
    FILE *file = fopen("a.txt", "r");
    before[fread(before, 1, sizeof before - 1, file)] = 0;
    fclose(file);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        write_changed(same[i][0], same[i][1]);
        MUST("m.ini", "--force", "--set", "run.output=b.h5", "--set", "run.steps=200");
        ck_assert_int_eq(system("h5dump -d /probe/rx/ez b.h5 | tail -n +2 > b.txt"), 0);
        file = fopen("b.txt", "r");
        after[fread(after, 1, sizeof after - 1, file)] = 0;
        fclose(file);
        ck_assert_msg(!strcmp(before, after), "%s", same[i][1]);
    }
}
END_TEST

START_TEST(a_table_may_have_a_byte_order_mark_and_is_no_folder)
{
    write_changed("gaussian\n" FREQUENCY, "table\nfile = p.csv");
    write_file("p.csv", "\xEF\xBB\xBFtime,value\r\n0,0\r\n1e-11,1\r\n2e-11,0\r\n");
    MUST("m.ini", "--set", "run.steps=40");
    write_file("p.csv", "\xEF\xBB\xBF"
                        "0,0\n");
    ck_assert_int_eq(RUN("m.ini", "--force"), YEE_INPUT);
    says("p.csv has 1 sample; two or more are needed");
    write_file("p.csv", "\xFF\xFE"
                        "0");
    ck_assert_int_eq(RUN("m.ini", "--force"), YEE_INPUT);
    says("p.csv is UTF-16 text; save it as UTF-8");
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", "waveform.pulse.file=."), YEE_IO);
    says("override: [waveform.pulse] file: '.' is a folder, not a file");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("slips");
    TCase *tests = tcase_create("slips");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, a_slip_is_named, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(tests, blanks_and_letters_of_other_alphabets_mean_what_they_look_like);
    tcase_add_test(tests, a_table_may_have_a_byte_order_mark_and_is_no_folder);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
