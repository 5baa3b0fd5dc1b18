/* tests/unit/test_symmetry.c: widths, parities and ports at planes of symmetry, and what is refused
 * there. */
#include "problem/symmetry.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yee/libyee.h>

/* 3 x 3 x 3 cells of 1, 2 and 4 m; x- magnetic, y+ electric, z without planes. */
static const double node[4] = {0, 1, 3, 7};
static yee_grid grid;

static void lay_grid(void)
{
    grid = (yee_grid){.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 3, .node = node};
    grid.axis[0].face[0] = YEE_FACE_PMC;
    grid.axis[0].symmetry[0] = grid.axis[1].symmetry[1] = true;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int a = 0; a < 3; a++)
            grid.extent[c][a] = 4 - yee_half(c, a);
}

START_TEST(a_point_on_a_plane_is_twice_as_wide_in_the_whole)
{
    lay_grid();
    ck_assert_double_eq(yee_grid_width(&grid, YEE_EX, 0, 1), 2);
    ck_assert_double_eq(yee_grid_whole_width(&grid, YEE_EX, 0, 0), 1); /* beside it */
    ck_assert_double_eq(yee_grid_width(&grid, YEE_EZ, 0, 1), 1.5);
    ck_assert_double_eq(yee_grid_width(&grid, YEE_EZ, 0, 0), 0.5);
    ck_assert_double_eq(yee_grid_whole_width(&grid, YEE_EZ, 0, 0), 1);
    ck_assert_double_eq(yee_grid_whole_width(&grid, YEE_EZ, 0, 3), 2); /* no plane at x+ */
    ck_assert_double_eq(yee_grid_whole_width(&grid, YEE_HY, 1, 3), 4);
    ck_assert_double_eq(yee_grid_whole_width(&grid, YEE_HY, 1, 0), 0.5);
    ck_assert_int_eq(yee_grid_parts(&grid), 4);
    grid.axis[0].symmetry[1] = true; /* a period of what both mirror: no more parts */
    ck_assert_int_eq(yee_grid_parts(&grid), 4);
    grid.axis[0].symmetry[0] = grid.axis[0].symmetry[1] = false;
    grid.axis[0].periodic = true;
    ck_assert_double_eq(yee_grid_width(&grid, YEE_EZ, 0, 0), 2.5);
}
END_TEST

/* J. D. Jackson, Classical Electrodynamics, 3rd ed. (1999), sec. 6.10: E is a polar vector, H an
 * axial one; about an electric plane charges change their sign with the image. */
START_TEST(images_have_the_parities_of_polar_and_axial_vectors)
{
    for (int a = 0; a < 3; a++)
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            const bool along = yee_direction(c) == a, electric = c < 3;
            ck_assert_int_eq(yee_parity(c, a, true), along == electric ? 1 : -1);
            ck_assert_int_eq(yee_parity(c, a, false), -yee_parity(c, a, true));
        }
}
END_TEST

static yee_port_edge edge_at(int c, int64_t i, int64_t j, int64_t k)
{
    return (yee_port_edge){yee_grid_index(&grid, c, i, j, k), -1, 2};
}

START_TEST(a_port_gets_the_weights_of_the_whole_port)
{
    static const struct {
        int c;
        int64_t i[2][3];
        double voltage, current;
        int apart;
    } want[] = {
        {YEE_EZ, {{1, 1, 0}, {2, 1, 0}}, -1, 2, -1}, /* clear of planes */
        {YEE_EZ, {{0, 1, 0}, {1, 1, 0}}, -1, 1, -1}, /* cut by the magnetic one */
        {YEE_EZ, {{3, 1, 0}, {3, 0, 0}}, -1, 2, -1}, /* at faces that are no planes */
        {YEE_EY, {{1, 1, 1}, {1, 2, 1}}, -2, 2, -1}, /* ends on the electric one */
        {YEE_EY, {{0, 1, 1}, {0, 2, 1}}, -2, 1, -1}, /* and is cut by the other */
        {YEE_EY, {{1, 0, 1}, {1, 1, 1}}, -1, 2, -1},
        {YEE_EX, {{0, 1, 1}, {1, 1, 1}}, -1, 2, 0}, /* ends on the magnetic one: another port */
    };
    lay_grid();
    for (size_t n = 0; n < sizeof want / sizeof *want; n++) {
        yee_port_edge e[2];
        for (int q = 0; q < 2; q++)
            e[q] = edge_at(want[n].c, want[n].i[q][0], want[n].i[q][1], want[n].i[q][2]);
        ck_assert_int_eq(yee_symmetry_port(&grid, want[n].c, 2, e), want[n].apart);
        for (int q = 0; q < 2; q++) {
            ck_assert_double_eq(e[q].voltage, want[n].voltage);
            ck_assert_double_eq(e[q].current, want[n].current);
        }
    }
}
END_TEST

START_TEST(a_field_that_is_odd_is_0_on_the_plane)
{
    lay_grid();
    ck_assert_int_eq(yee_symmetry_cancels(&grid, YEE_EZ, (const int64_t[3]){1, 3, 1}), 3);
    ck_assert_int_eq(yee_symmetry_cancels(&grid, YEE_HY, (const int64_t[3]){1, 3, 1}), 3);
    ck_assert_int_eq(yee_symmetry_cancels(&grid, YEE_EY, (const int64_t[3]){1, 2, 1}), -1);
    ck_assert_int_eq(yee_symmetry_cancels(&grid, YEE_EZ, (const int64_t[3]){0, 0, 1}), -1);
    ck_assert_int_eq(yee_symmetry_cancels(&grid, YEE_HX, (const int64_t[3]){0, 0, 1}), -1);
}
END_TEST

/* ---- what is refused ---- */

#define PULSE "[waveform.p]\ntype = gaussian_derivative\nfrequency = 5 GHz\n"
#define DIPOLE(at, direction, strength) \
    PULSE "[source.s]\ntype = dipole\nposition = " at " mm\ndirection = " direction \
          "\n" strength "\nwaveform = p\n"
#define SHEET(from, to, direction, strength) \
    PULSE "[source.s]\ntype = current_sheet\nfrom = " from " mm\nto = " to \
          " mm\ndirection = " direction "\n" strength "\nwaveform = p\n"
#define WAVE(direction, polarization) \
    PULSE "[source.s]\ntype = plane_wave\nfrom = 0, 0, 2 mm\nto = 6, 6, 6 mm\ndirection " \
          "= " direction "\npolarization = " polarization "\nwaveform = p\n"
#define FLUX(keys) "[output.f]\ntype = flux\nfrequencies = 1 GHz\nevery = 1\n" keys

static const struct {
    const char *section, *says;
} refused[] = {
    {DIPOLE("0, 3, 3", "z", "current = 1 A"),
     "its electric current along z is on the electric plane of symmetry x-"},
    {DIPOLE("0.3, 3, 3.5", "z", "current = 1 A"),
     "lies on the electric plane of symmetry x-, where its image cancels it"},
    {DIPOLE("3, 0, 3", "y", "current = 1 A"), "a current along y needs kind = electric"},
    {DIPOLE("0, 3, 3", "x", "magnetic_current = 1 V"),
     "its magnetic current along x is on the electric plane of symmetry x-"},
    {DIPOLE("3, 0, 3", "z", "loop_moment = 1 A m^2"),
     "its magnetic current along z is on the magnetic plane of symmetry y-"},
    {SHEET("0, 0, 3", "5, 5, 3", "y", "current = 1 A/m"),
     "its electric current along y is on the electric plane of symmetry x-"},
    {SHEET("1, 0, 3", "5, 5, 3", "y", "current = 1 A/m"), "the magnetic plane of symmetry y-"},
    {SHEET("0.2, 1, 1", "0.2, 5, 3", "z", "current = 1 A/m"),
     "the electric plane of symmetry x-"},
    {WAVE("x", "z"), "the wave's direction has 1 along x; it must have none there"},
    {WAVE("z", "y"), "on the electric plane of symmetry x-, where E of a wave that is its own"},
    {PULSE "[source.s]\ntype = plane_wave\nfrom = 2, 0, 3 mm\nto = 7, 9, 6 mm\n"
           "direction = z\npolarization = x\nwaveform = p\n",
     "within 0.001 and 0.007 m, or end on the plane of symmetry"},
    {PULSE "[source.s]\ntype = voltage\nnegative = 0, 3, 3 mm\npositive = 0, 3, 4 mm\n"
           "waveform = p\n",
     "lies on the electric plane of symmetry x-, where its image cancels it"},
    {FLUX("from = -3, 0, 3 mm\nto = 5, 5, 5 mm\n"),
     "-0.003 m is outside the grid, 0 m to 0.01 m; what crosses the plane of symmetry ends on "
     "it"},
    {DIPOLE("-1, 3, 3", "z", "current = 1 A"), "what crosses the plane of symmetry ends on it"},
    {DIPOLE("11, 3, 3", "z", "current = 1 A"), "reaches from 0 to 0.01 m"},
    {FLUX("plane = x\nat = 0 mm\n"), "lies on the plane of symmetry x-: nothing flows"},
    {"[boundary.p]\ntype = periodic\nfaces = x+\n",
     "face x+ is periodic and face x- is a plane of symmetry"},
    {"[boundary.q]\ntype = symmetry\nfaces = z-\n", "kind"},
};

static const char text[] = "[run]\nsteps = 10\n[grid]\ncells = 10, 10, 10\nspacing = 1 mm\n"
                           "[boundary.all]\ntype = cpml\ncells = 2\n"
                           "[boundary.e]\ntype = symmetry\nkind = electric\nfaces = x-\n"
                           "[boundary.m]\ntype = symmetry\nkind = magnetic\nfaces = y-\n";

START_TEST(what_an_image_cancels_is_refused_by_a_sentence)
{
    char model_text[4096];
    yee_session *session = NULL;
    yee_model *model = NULL;
    snprintf(model_text, sizeof model_text, "%s%s", text, refused[_i].section);
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_int_eq(yee_model_parse(session, "m.ini", model_text, 0, NULL, &model), YEE_INPUT);
    ck_assert_msg(strstr(yee_session_error(session), refused[_i].says) != NULL,
                  "'%s' is not in %s", refused[_i].says, yee_session_error(session));
    yee_session_close(session);
}
END_TEST

static void hear(void *user, yee_level level, const char *line)
{
    if (level == YEE_WARNING)
        snprintf(user, 512, "%s", line);
}

START_TEST(a_port_whose_image_is_a_port_is_warned_of)
{
    char said[512] = "", model_text[4096];
    const yee_session_options options = {.size = sizeof options, .log = hear, .user = said};
    yee_session *session = NULL;
    yee_model *model = NULL;
    snprintf(model_text, sizeof model_text,
             "%s" PULSE "[source.s]\ntype = voltage\nnegative = 3, 0, 3 mm\n"
             "positive = 3, 1, 3 mm\nwaveform = p\n",
             text);
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
    ck_assert_msg(!yee_model_parse(session, "m.ini", model_text, 0, NULL, &model), "%s",
                  yee_session_error(session));
    ck_assert_msg(strstr(said, "its image is a second port") != NULL, "%s", said);
    yee_model_free(model);
    yee_session_close(session);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("symmetry");
    TCase *t = tcase_create("symmetry");
    tcase_add_test(t, a_point_on_a_plane_is_twice_as_wide_in_the_whole);
    tcase_add_test(t, images_have_the_parities_of_polar_and_axial_vectors);
    tcase_add_test(t, a_port_gets_the_weights_of_the_whole_port);
    tcase_add_test(t, a_field_that_is_odd_is_0_on_the_plane);
    tcase_add_loop_test(t, what_an_image_cancels_is_refused_by_a_sentence, 0,
                        (int)(sizeof refused / sizeof *refused));
    tcase_add_test(t, a_port_whose_image_is_a_port_is_warned_of);
    suite_add_tcase(s, t);
    return suite_run(s);
}
