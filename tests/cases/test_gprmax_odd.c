/* Input files of gprMax as other systems and programs leave them: line ends, titles that are no
 * UTF-8, objects smaller than a cell. */
#include "gprmax.h"
#include "suite.h"

#define LINES \
    HEAD "#title: pipes\n" THIN SAND "#box: 0 0 0 0.01 0.01 0.02 sand\n" \
         "#python:\nfrom gprMax.input_cmd_funcs import *\n" \
         "for z in (0.009, 0.011):\n    p = sphere(0.02, 0.015, z, 0.004, 'pec')\n" \
         "print('#rx: {}'.format(p))\n" \
         "print('#rx: {:g} {:g} 0.01'.format(*rotate90_point(0.02, 0.01, (0.01, 0.01))))\n" \
         "#end_python:\n"

START_TEST(lines_end_as_systems_have_it)
{
    static const char *const ends[] = {"\r\n", "\r", " \t\n", "\n"};
    static char other[4096];
    char *to = other;
    for (const char *s = LINES; *s; s++)
        if (*s != '\n')
            *to++ = *s;
        else if (s[1]) /* and the last line has none */
            to = stpcpy(to, ends[_i]);
    *to = 0;
    ck_assert_msg(convert(other, "", "--set importer.gprmax.python=python3") == YEE_OK, "%s",
                  said);
    has(other, "title = \"pipes\"\n");
    has(other, "[material.sand]\ntype = dielectric\neps = 6\nsigma = 0.005 S/m\n");
    has(other, "center = 0.02, 0.015, 0.011 m\n");
    has(other, "position = 0.02025, 0.01525, 0.01125 m\n");
    has(other, "position = 0.01025, 0.02025, 0.01025 m\n"); /* turned about (0.01, 0.01) */
}
END_TEST

/* gprMax leaves lines out whose first sign is no #. */
START_TEST(a_command_behind_a_blank_is_told)
{
    ck_assert_int_eq(convert(HEAD, SAND "\t#box: 0 0 0 0.01 0.01 0.02 sand\n", ""), YEE_OK);
    says("#box: it begins with a blank, so that it is a comment and left out");
    ck_assert_int_eq(
        convert(HEAD, SAND " # a remark: of sand\n  ## box: none\nbox: none\n", ""), YEE_OK);
    ck_assert_ptr_null(strstr(said, "begins with a blank"));
}
END_TEST

static const struct {
    const char *title, *made, *told;
} titles[] = {
    {"a \"b\" it's", "title = \"a 'b' it's\"\n", ""},
    {"50 % {1}; # = [x]", "title = \"50 % {1}; # = [x]\"\n", ""},
    {"caf\xC3\xA9", "title = \"caf\xC3\xA9\"\n", ""},
    {"caf\xE9 \xB5m", "title = \"caf\xC3\xA9 \xC2\xB5m\"\n",
     "line 4, #title: it is no UTF-8 text; it is taken as Latin-1"},
};

START_TEST(titles_are_read_whatever_their_bytes)
{
    char line[200], plain[] = "steps = 39\n";
    snprintf(line, sizeof line, "#title: %s\n", titles[_i].title);
    ck_assert_int_eq(convert(HEAD, line, ""), YEE_OK);
    has(line, titles[_i].made);
    has(line, plain);
    ck_assert_ptr_nonnull(strstr(said, titles[_i].told));
}
END_TEST

START_TEST(a_title_as_long_as_a_page_is_cut)
{
    static char line[6000] = "#title: ";
    memset(line + 8, 'x', 5000);
    strcat(line, "\n");
    ck_assert_int_eq(convert(HEAD, line, ""), YEE_OK);
    ck_assert_ptr_nonnull(strstr(said, "#title: it has 5000 bytes, of which the first 3900"));
}
END_TEST

/* The nearest middle of a cell is sqrt(3)/2 = 0.866 mm away from a node, sqrt(2)/2 = 0.707 mm from the axis
 * of a rod. */
static const struct {
    const char *line;
    bool painted;
} small[] = {
    {"#sphere: 0.02 0.015 0.01 0.00086 pec\n", false},
    {"#sphere: 0.02 0.015 0.01 0.00087 pec\n", true},
    {"#sphere: 0.05 0.015 0.01 0.005 pec\n", false},
    {"#sphere: 0.05 0.015 0.01 0.012 pec\n", true},
    {"#ellipsoid: 0.02 0.015 0.01 0.02 0.00049 0.02 pec\n", false},
    {"#ellipsoid: 0.02 0.015 0.01 0.02 0.00051 0.02 pec\n", true},
    {"#cylinder: 0.02 0.015 0.01 0.02 0.015 0.02 0.0007 pec\n", false},
    {"#cylinder: 0.02 0.015 0.01 0.02 0.015 0.02 0.00071 pec\n", true},
    {"#cylinder: 0.02 0.015 0.022 0.02 0.015 0.03 0.005 pec\n", false},
    {"#cylinder: 0.02 0.015 -0.01 0.02 0.015 0 0.005 pec\n", false},
    {"#cylinder: 0.02 0.015 -0.01 0.02 0.015 0.001 0.005 pec\n", true},
    {"#cylinder: 0.02 0.015 0.01 0.021 0.016 0.01 0.00049 pec\n", false},
    {"#cone: 0.02 0.015 0.01 0.02 0.015 0.02 0.0007 0 pec\n", false},
    {"#cone: 0.02 0.015 0.01 0.02 0.015 0.02 0.0008 0 pec\n", true},
    {"#cylindrical_sector: z 0.02 0.015 0.01 0.02 0.0007 0 90 pec\n", false},
    {"#cylindrical_sector: z 0.02 0.015 0.01 0.02 0.0008 0 90 pec\n", true},
    {"#cylindrical_sector: z 0.02 0.015 0.01 0.01 0.0002 0 90 pec\n", false},
    {"#triangle: 0.02 0.015 0.01 0.021 0.015 0.01 0.02 0.016 0.01 0.002 pec\n", false},
    {"#triangle: 0.02 0.015 0.01 0.021 0.015 0.01 0.021 0.02 0.01 0.002 pec\n", true},
    {"#triangle: 0.02 0.015 0.01 0.021 0.015 0.01 0.022 0.016 0.01 0.002 pec\n", false},
};

START_TEST(objects_without_a_cell_change_nothing)
{
    const char *line = small[_i].line;
    ck_assert_int_eq(convert(HEAD, line, ""), YEE_OK);
    MUST("m.in");
    ck_assert_int_eq(strstr(said, "m.in:4: [shape.") && strstr(said, "it is left out"),
                     !small[_i].painted);
    ck_assert_ptr_null(strstr(said, "cover")); /* no later object is told to */
}
END_TEST

static const struct {
    const char *line, *told;
} flat[] = {
    {"#cylinder: 0.02 0.015 0.01 0.0203 0.015 0.01 0.005 pec\n", "both ends lie at one node"},
    {"#cone: 0.02 0.015 0.01 0.0203 0.015 0.01 0.005 0 pec\n", "both ends lie at one node"},
    {"#triangle: 0 0 0 0.01 0.01 0 0.02 0.02 0 0 pec\n", "its corners lie on one line"},
};

START_TEST(objects_without_extent_change_nothing)
{
    ck_assert_int_eq(convert(HEAD, flat[_i].line, ""), YEE_OK);
    says(flat[_i].told);
    ck_assert_ptr_null(strstr(text, "[shape."));
    MUST("m.in");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_odd");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_loop_test(all, lines_end_as_systems_have_it, 0, 4);
    tcase_add_loop_test(all, titles_are_read_whatever_their_bytes, 0,
                        sizeof titles / sizeof *titles);
    tcase_add_test(all, a_title_as_long_as_a_page_is_cut);
    tcase_add_test(all, a_command_behind_a_blank_is_told);
    tcase_add_loop_test(all, objects_without_a_cell_change_nothing, 0,
                        sizeof small / sizeof *small);
    tcase_add_loop_test(all, objects_without_extent_change_nothing, 0,
                        sizeof flat / sizeof *flat);
    suite_add_tcase(s, all);
    return suite_run(s);
}
