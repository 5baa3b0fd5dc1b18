/* Every shape against the set of cells or edges it must cover, through whole models. */
#include "model/model.h"
#include "suite.h"

#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static yee_session *session;
static yee_model *model;
static char logged[8192], file[] = "/tmp/yee_voxels_XXXXXX";

static void keep(void *user, yee_level level, const char *line)
{
    (void)user;
    (void)level;
    strncat(logged, line, sizeof logged - strlen(logged) - 1);
}

static void setup(void)
{
    yee_session_options options = {.size = sizeof options, .log = keep};
    logged[0] = 0;
    model = NULL;
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
}

static void teardown(void)
{
    yee_model_free(model);
    yee_session_close(session);
}

#define CUBE "[grid]\nspacing = 1 mm\ncells = 20, 20, 20\n"
#define PLANE(axis, mode) \
    "[grid]\nspacing = 1 mm\ncells = 20, 20\ninvariant = " axis "\nmode = " mode "\n"
static const char rest[] = "[run]\nsteps = 1\n[boundary.all]\ntype = pec\n[material.a]\ntype = "
                           "dielectric\neps = 2\n[material.b]\ntype = dielectric\neps = 3\n";

static yee_status attempt(const char *grid, const char *shapes)
{
    char text[8192];
    snprintf(text, sizeof text, "%s%s%s", grid, rest, shapes);
    yee_model_free(model);
    model = NULL;
    logged[0] = 0;
    return yee_model_parse(session, "t.ini", text, 0, NULL, &model);
}

static void make(const char *grid, const char *shapes)
{
    ck_assert_msg(attempt(grid, shapes) == YEE_OK, "%s", yee_session_error(session));
}

static void refused(const char *shapes, const char *part)
{
    ck_assert_int_ne(attempt(CUBE, shapes), YEE_OK);
    ck_assert_msg(strstr(yee_session_error(session), part), "'%s' lacks '%s'",
                  yee_session_error(session), part);
}

/* "a", "b", ... of a cell */
static bool is(const char *name, int64_t i, int64_t j, int64_t k)
{
    const yee_view *view = yee_model_view(model);
    return !strcmp(view->material(view, i, j, k), name);
}

static int count(const char *name)
{
    const yee_grid *g = &yee_model_problem(model)->grid;
    int n = 0;
    for (int64_t i = 0; i < g->axis[0].cells; i++)
        for (int64_t j = 0; j < g->axis[1].cells; j++)
            for (int64_t k = 0; k < g->axis[2].cells; k++)
                n += is(name, i, j, k);
    return n;
}

static bool metal(int c, int64_t i, int64_t j, int64_t k)
{
    const yee_problem *p = yee_model_problem(model);
    const int64_t index = yee_grid_index(&p->grid, c, i, j, k);
    return p->medium[yee_problem_medium(p, c, index)].conductor == YEE_PERFECT_ELECTRIC;
}

static int count_metal(int c)
{
    const int64_t *n = yee_model_problem(model)->grid.extent[c];
    int sum = 0;
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t k = 0; k < n[2]; k++)
                sum += metal(c, i, j, k);
    return sum;
}

/* Every cell whose centre, in mm, has the property is of a, and no other. */
#define EACH_CENTRE(property) \
    for (int64_t i = 0; i < 20; i++) \
        for (int64_t j = 0; j < 20; j++) \
            for (int64_t k = 0; k < 20; k++) { \
                const double x = (double)i + 0.5, y = (double)j + 0.5, z = (double)k + 0.5; \
                ck_assert_msg(is("a", i, j, k) == (property), "cell %d %d %d", (int)i, (int)j, \
                              (int)k); \
            }

START_TEST(a_box_holds_the_centres_between_its_corners)
{
    make(CUBE,
         "[shape.s]\ntype = box\nfrom = 3, 15, 7.2 mm\nto = 8, 4, 9.6 mm\nmaterial = a\n");
    EACH_CENTRE(x > 3 && x < 8 && y > 4 && y < 15 && z > 7.2 && z < 9.6)
}
END_TEST

START_TEST(boxes_that_touch_at_cell_centres_share_no_cell_and_leave_no_gap)
{
    /* 0.1 mm is no binary fraction: every side falls on a centre but for rounding. */
    make("[grid]\nspacing = 0.1 mm\ncells = 60, 2, 2\norigin = -0.7, 0, 0 mm\n",
         "[shape.1]\ntype = box\nfrom = -0.65, 0, 0 mm\nto = 1.35, 1, 1 mm\nmaterial = a\n"
         "[shape.2]\ntype = box\nfrom = 3.35, 0, 0 mm\nto = 1.35, 1, 1 mm\nmaterial = b\n");
    for (int64_t i = 0; i < 60; i++) {
        ck_assert_int_eq(is("a", i, 0, 0), i < 20);
        ck_assert_int_eq(is("b", i, 0, 0), i >= 20 && i < 40);
    }
}
END_TEST

START_TEST(a_sphere_holds_the_centres_within_its_radius)
{
    make(CUBE, "[shape.s]\ntype = sphere\ncenter = 9, 10.25, 11 mm\nradius = 6.3 mm\n"
               "material = a\n");
    EACH_CENTRE((x - 9) * (x - 9) + (y - 10.25) * (y - 10.25) + (z - 11) * (z - 11) < 6.3 * 6.3)
}
END_TEST

START_TEST(a_sphere_through_cell_centres_is_symmetric)
{
    /* Around a centre, radius 5 cells: (5, 0, 0), (3, 4, 0), ... are on the surface. There are
     * 515 lattice points within radius 5. */
    make("[grid]\nspacing = 0.1 mm\ncells = 20, 20, 20\norigin = 0.7, 0, 0 mm\n",
         "[shape.s]\ntype = sphere\ncenter = 1.65, 0.95, 0.95 mm\nradius = 0.5 mm\n"
         "material = a\n");
    ck_assert_int_eq(count("a"), 515);
}
END_TEST

START_TEST(an_ellipsoid_has_its_three_half_axes)
{
    make(CUBE,
         "[shape.s]\ntype = ellipsoid\ncenter = 10, 9, 10.1 mm\nradii = 8.1, 3.3, 5.2 mm\n"
         "material = a\n");
    EACH_CENTRE(pow((x - 10) / 8.1, 2) + pow((y - 9) / 3.3, 2) + pow((z - 10.1) / 5.2, 2) < 1)
}
END_TEST

START_TEST(a_cone_has_its_radius_at_each_end)
{
    make(CUBE, "[shape.s]\ntype = cone\nfrom = 4, 10.3, 9 mm\nto = 15, 10.3, 9 mm\n"
               "radius_from = 8.3 mm\nradius_to = 1.9 mm\nmaterial = a\n");
    EACH_CENTRE(x > 4 && x < 15 && hypot(y - 10.3, z - 9) < 8.3 + (x - 4) / 11 * (1.9 - 8.3))
    make(CUBE, "[shape.s]\ntype = cone\nfrom = 10, 10, 2 mm\nto = 10, 10, 18 mm\n"
               "radius_from = 0 mm\nradius_to = 9.7 mm\nmaterial = a\n");
    EACH_CENTRE(z > 2 && z < 18 && hypot(x - 10, y - 10) < (z - 2) / 16 * 9.7)
}
END_TEST

/* Degrees from the first axis to the second, in [0, 360). */
static double turn(double a, double b)
{
    const double angle = atan2(b, a) * 180 / YEE_PI;
    return angle < 0 ? angle + 360 : angle;
}

START_TEST(a_sector_goes_from_its_start_over_its_sweep)
{
    make(CUBE,
         "[shape.s]\ntype = sector\naxis = z\ncenter = 10, 9 mm\nfrom = 3 mm\n"
         "to = 17 mm\nradius = 7.7 mm\nstart = 20 deg\nsweep = 130.1 deg\nmaterial = a\n");
    EACH_CENTRE(z > 3 && z < 17 && hypot(x - 10, y - 9) < 7.7 && turn(x - 10, y - 9) > 20 &&
                turn(x - 10, y - 9) < 150.1)
    /* Over the first axis again, and of more than half a turn; from x to z across y. */
    make(CUBE,
         "[shape.s]\ntype = sector\naxis = y\ncenter = 10, 9 mm\nfrom = 17 mm\n"
         "to = 3 mm\nradius = 7.7 mm\nstart = 200.1 deg\nsweep = 290 deg\nmaterial = a\n");
    EACH_CENTRE(y > 3 && y < 17 && hypot(x - 10, z - 9) < 7.7 &&
                !(turn(x - 10, z - 9) > 130.1 && turn(x - 10, z - 9) < 200.1))
    make(CUBE, "[shape.s]\ntype = sector\naxis = x\ncenter = 10, 9 mm\nfrom = 3 mm\n"
               "to = 17 mm\nradius = 7.7 mm\nsweep = 89.9 deg\nmaterial = a\n");
    EACH_CENTRE(x > 3 && x < 17 && hypot(y - 10, z - 9) < 7.7 && y > 10 && z > 9)
}
END_TEST

START_TEST(a_cylinder_lies_between_its_end_points)
{
    make(CUBE, "[shape.s]\ntype = cylinder\nfrom = 4, 10.3, 9 mm\nto = 15, 10.3, 9 mm\n"
               "radius = 4.4 mm\nmaterial = a\n");
    EACH_CENTRE(x > 4 && x < 15 && pow(y - 10.3, 2) + pow(z - 9, 2) < 4.4 * 4.4)
    /* Oblique: |p x a| is the distance from the axis times |a|. */
    make(CUBE, "[shape.s]\ntype = cylinder\nfrom = 15, 4, 3 mm\nto = 6, 14, 17 mm\n"
               "radius = 4.4 mm\nmaterial = a\n");
    const double a[3] = {-9, 10, 14}, square = 81 + 100 + 196;
    EACH_CENTRE((x - 15) * a[0] + (y - 4) * a[1] + (z - 3) * a[2] > 0 &&
                (x - 15) * a[0] + (y - 4) * a[1] + (z - 3) * a[2] < square &&
                pow((y - 4) * a[2] - (z - 3) * a[1], 2) +
                        pow((z - 3) * a[0] - (x - 15) * a[2], 2) +
                        pow((x - 15) * a[1] - (y - 4) * a[0], 2) <
                    4.4 * 4.4 * square)
}
END_TEST

START_TEST(a_prism_extrudes_a_concave_polygon_along_any_axis)
{
    /* An L: 2..12 x 3..16 without 6..12 x 8..16, in both orientations. */
    static const char *const outline[2] = {"2, 3, 12, 3, 12, 8, 6, 8, 6, 16, 2, 16 mm",
                                           "2, 16, 6, 16, 6, 8, 12, 8, 12, 3, 2, 3 mm"};
#define L(u, v) (u > 2 && v > 3 && u < 12 && v < 16 && !(u > 6 && v > 8))
    for (int side = 0; side < 2; side++) {
        char text[512];
        for (int axis = 0; axis < 3; axis++) {
            snprintf(
                text, sizeof text,
                "[shape.s]\ntype = prism\npoints = %s\naxis = %c\nfrom = 15 mm\nto = 5 mm\n"
                "material = a\n",
                outline[side], "xyz"[axis]);
            make(CUBE, text);
            EACH_CENTRE(axis == 0   ? L(y, z) && x > 5 && x < 15
                        : axis == 1 ? L(x, z) && y > 5 && y < 15
                                    : L(x, y) && z > 5 && z < 15)
        }
    }
}
END_TEST

START_TEST(prisms_that_share_a_side_share_no_cell_and_leave_no_gap)
{
    /* The diagonal goes through the centres of ten cells. */
    static const char one[] = "[shape.1]\ntype = prism\npoints = 5, 5, 15, 5, 15, 15 mm\n"
                              "from = 0 m\nto = 20 mm\nmaterial = a\n";
    static const char two[] = "[shape.2]\ntype = prism\npoints = 5, 5, 15, 15, 5, 15 mm\n"
                              "from = 0 m\nto = 20 mm\nmaterial = b\n";
    char both[1024];
    make(CUBE, one);
    const int a = count("a");
    make(CUBE, two);
    const int b = count("b");
    ck_assert_int_eq(a + b, 10 * 10 * 20);
    snprintf(both, sizeof both, "%s%s", one, two);
    make(CUBE, both);
    ck_assert_int_eq(count("a"), a);
    ck_assert_int_eq(count("b"), b);
}
END_TEST

START_TEST(a_plate_claims_the_edges_of_its_rectangle_and_its_rim)
{
    make(CUBE,
         "[shape.s]\ntype = plate\nfrom = 4, 5, 6 mm\nto = 9, 5, 14 mm\nmaterial = pec\n");
    /* 5 x 8 cells in the plane y = 5: 5 x 9 edges along x, 6 x 8 along z, none along y. */
    ck_assert_int_eq(count_metal(YEE_EX), 45);
    ck_assert_int_eq(count_metal(YEE_EY), 0);
    ck_assert_int_eq(count_metal(YEE_EZ), 48);
    for (int64_t u = 4; u < 9; u++)
        for (int64_t w = 6; w <= 14; w++)
            ck_assert(metal(YEE_EX, u, 5, w));
    ck_assert_str_eq(logged, "");
    make(CUBE, "[shape.s]\ntype = plate\nfrom = 4, 5.3, 6 mm\nto = 9, 5.3, 14 mm\n"
               "material = pec\n");
    ck_assert_int_eq(count_metal(YEE_EX), 45);
    ck_assert_ptr_nonnull(strstr(logged, "30 %"));
}
END_TEST

/* Half way between two nodes everything takes the upper one: a port drawn on a plate touches it,
 * and a wire drawn in it lies in it. */
START_TEST(plates_wires_ports_and_probes_move_to_one_node)
{
    make(CUBE, "[shape.s]\ntype = plate\nfrom = 4, 5.5, 6 mm\nto = 9, 5.5, 14 mm\n"
               "material = pec\n"
               "[shape.w]\ntype = wire\npoints = 12, 5.5, 8, 16, 5.5, 8 mm\nmaterial = pec\n"
               "[source.p]\ntype = voltage\nnegative = 7, 5.5, 8 mm\npositive = 7, 8.5, 8 mm\n"
               "[output.o]\ntype = probe\nposition = 7, 5.5, 8 mm\ncomponents = ez\n");
    const yee_problem *p = &model->problem;
    ck_assert(metal(YEE_EX, 6, 6, 8) && !metal(YEE_EX, 6, 5, 8));   /* the plate */
    ck_assert(metal(YEE_EX, 13, 6, 8) && !metal(YEE_EX, 13, 5, 8)); /* the wire */
    ck_assert_int_eq(p->ports, 1);
    ck_assert_int_eq(p->port[0].component, YEE_EY);
    ck_assert_int_eq(p->port[0].count, 3);
    ck_assert_int_eq(p->port[0].edge[0].index, yee_grid_index(&p->grid, YEE_EY, 7, 6, 8));
    ck_assert_int_eq(yee_component_nearest(&p->grid, YEE_EZ, 1, 5.5e-3), 6); /* the probe */
}
END_TEST

START_TEST(a_polygon_plate_covers_the_faces_whose_centres_it_holds)
{
    /* An L of 10 x 5 and 4 x 8 faces: edges along u, E_u = 10*6 + 4*8 (the row they share is
     * counted once), along w 11*5 + 5*8. */
    for (int axis = 0; axis < 3; axis++) {
        char text[512];
        snprintf(text, sizeof text,
                 "[shape.s]\ntype = plate\npoints = 2, 3, 12, 3, 12, 8, 6, 8, 6, 16, 2, 16 mm\n"
                 "axis = %c\nposition = 7 mm\nmaterial = pec\n",
                 "xyz"[axis]);
        make(CUBE, text);
        ck_assert_int_eq(count_metal(axis), 0);
        ck_assert_int_eq(count_metal(axis == 0 ? 1 : 0), 10 * 6 + 4 * 8);
        ck_assert_int_eq(count_metal(axis == 2 ? 1 : 2), 11 * 5 + 5 * 8);
        ck_assert_str_eq(logged, "");
    }
    ck_assert(metal(YEE_EX, 2, 3, 7) && metal(YEE_EX, 5, 16, 7) && !metal(YEE_EX, 6, 16, 7));
    /* A rectangle as a polygon is the same sheet. */
    make(CUBE, "[shape.s]\ntype = plate\npoints = 4, 6, 9, 6, 9, 14, 4, 14 mm\naxis = y\n"
               "position = 5 mm\nmaterial = pec\n");
    ck_assert_int_eq(count_metal(YEE_EX), 45);
    ck_assert_int_eq(count_metal(YEE_EZ), 48);
}
END_TEST

START_TEST(a_plate_may_end_outside_the_grid_but_not_lie_there)
{
    make(CUBE, "[shape.s]\ntype = plate\nfrom = -0.1, -0.1, 0.006 m\nto = 1, 1, 0.006 m\n"
               "material = pec\n");
    ck_assert_int_eq(count_metal(YEE_EX), 20 * 21);
    ck_assert_int_eq(count_metal(YEE_EY), 20 * 21);
    refused("[shape.s]\ntype = plate\nfrom = 0, 0, 26 mm\nto = 9, 9, 26 mm\nmaterial = pec\n",
            "paints nothing");
}
END_TEST

START_TEST(a_wire_follows_its_path_along_the_axes)
{
    make(CUBE,
         "[shape.s]\ntype = wire\npoints = 3, 3, 10, 9, 3, 10, 9, 3, 4 mm\nmaterial = pec\n");
    ck_assert_int_eq(count_metal(YEE_EX), 6);
    ck_assert_int_eq(count_metal(YEE_EY), 0);
    ck_assert_int_eq(count_metal(YEE_EZ), 6);
    for (int64_t i = 3; i < 9; i++)
        ck_assert(metal(YEE_EX, i, 3, 10));
    for (int64_t k = 4; k < 10; k++)
        ck_assert(metal(YEE_EZ, 9, 3, k));
}
END_TEST

START_TEST(an_oblique_wire_is_a_connected_staircase_near_its_line)
{
    make(CUBE, "[shape.s]\ntype = wire\npoints = 15, 3, 4, 4, 17, 11 mm\nmaterial = pec\n");
    ck_assert_int_eq(count_metal(YEE_EX), 11);
    ck_assert_int_eq(count_metal(YEE_EY), 14);
    ck_assert_int_eq(count_metal(YEE_EZ), 7);
    /* Walk it: from each node one edge leads on. */
    int64_t at[3] = {15, 3, 4};
    const double d[3] = {-11, 14, 7}, square = 121 + 196 + 49;
    for (int step = 0; step < 32; step++) {
        if (at[0] > 0 && metal(YEE_EX, at[0] - 1, at[1], at[2]))
            at[0]--;
        else if (metal(YEE_EY, at[0], at[1], at[2]))
            at[1]++;
        else if (metal(YEE_EZ, at[0], at[1], at[2]))
            at[2]++;
        else
            ck_abort_msg("the wire ends after %d edges", step);
        const double p[3] = {(double)at[0] - 15, (double)at[1] - 3, (double)at[2] - 4};
        const double along = (p[0] * d[0] + p[1] * d[1] + p[2] * d[2]) / square;
        double off = 0;
        for (int a = 0; a < 3; a++)
            off += pow(p[a] - along * d[a], 2);
        ck_assert_double_le(off, 1); /* one cell */
    }
    ck_assert(at[0] == 4 && at[1] == 17 && at[2] == 11);
}
END_TEST

START_TEST(sheets_and_wires_know_two_dimensions)
{
    /* TM: a sheet across x and a wire along z are edges along z. */
    make(PLANE("z", "tm"),
         "[shape.s]\ntype = plate\nfrom = 4, 5, 0 mm\nto = 4, 9, 0 mm\nmaterial = pec\n"
         "[shape.w]\ntype = wire\npoints = 12, 12, 0, 12, 12, 1000 mm\nmaterial = pec\n");
    ck_assert_int_eq(count_metal(YEE_EZ), 5 + 1);
    ck_assert(metal(YEE_EZ, 4, 5, 0) && metal(YEE_EZ, 4, 9, 0) && metal(YEE_EZ, 12, 12, 0));
    /* TE: the same sheet is edges along y. */
    make(PLANE("z", "te"),
         "[shape.s]\ntype = plate\nfrom = 4, 5, 0 mm\nto = 4, 9, 0 mm\nmaterial = pec\n");
    ck_assert_int_eq(count_metal(YEE_EY), 4);
    ck_assert_int_eq(count_metal(YEE_EX), 0);
}
END_TEST

START_TEST(wrong_shapes_are_refused_with_their_values)
{
    refused("[shape.s]\ntype = plate\nfrom = 0, 0, 0 m\nto = 1, 2, 3 mm\nmaterial = pec\n",
            "0.001 m, 0.002 m and 0.003 m");
    refused("[shape.s]\ntype = plate\nfrom = 0, 0, 0 m\nto = 0, 0, 3 mm\nmaterial = pec\n",
            "exactly one");
    refused("[shape.s]\ntype = plate\nmaterial = pec\n", "none of from/to, points is given");
    refused("[shape.s]\ntype = plate\npoints = 1, 1, 5, 1, 1, 5 mm\nmaterial = pec\n",
            "is given without position");
    refused("[shape.s]\ntype = plate\nfrom = 1, 1, 5 mm\nmaterial = pec\n",
            "is given without to; give all of from, to, or none");
    refused("[shape.s]\ntype = plate\npoints = 1, 1 mm\nposition = 0 m\nmaterial = pec\n",
            "2 numbers");
    refused("[shape.s]\ntype = cylinder\nfrom = 1, 2, 3 mm\nto = 1, 2, 3 mm\nradius = 1 mm\n"
            "material = a\n",
            "(0.001, 0.002, 0.003) m");
    refused("[shape.s]\ntype = cone\nfrom = 1, 2, 3 mm\nto = 1, 2, 4 mm\nradius_from = 0 mm\n"
            "radius_to = 0 mm\nmaterial = a\n",
            "one must be greater");
    refused("[shape.s]\ntype = sector\ncenter = 1, 2, 3 mm\nfrom = 0 mm\nto = 1 mm\n"
            "radius = 1 mm\nsweep = 1 deg\nmaterial = a\n",
            "center has 3 numbers; it takes two");
    refused("[shape.s]\ntype = sphere\ncenter = 1, 2, 3 mm\nradius = -1 mm\nmaterial = a\n",
            "greater than");
    refused("[shape.s]\ntype = wire\npoints = 1, 2, 3, 4 mm\nmaterial = pec\n", "4 numbers");
    refused("[shape.s]\ntype = wire\npoints = 1, 2, 3, 1, 25, 3 mm\nmaterial = pec\n",
            "point 2, y = 0.025 m");
    refused("[shape.s]\ntype = prism\npoints = 1, 2, 3, 4 mm\nfrom = 0 m\nto = 1 mm\n"
            "material = a\n",
            "4 numbers");
    refused("[shape.s]\ntype = prism\npoints = 1, 1, 5, 5, 9, 9 mm\nfrom = 0 m\nto = 1 mm\n"
            "material = a\n",
            "one line");
    refused("[shape.s]\ntype = prism\npoints = 1, 1, 9, 9, 9, 1, 1, 9 mm\nfrom = 0 m\n"
            "to = 1 mm\nmaterial = a\n",
            "crosses");
}
END_TEST

/* Numbers of a 2 x 3 x 4 array: -1, 0, 1, -1, 0, 1, ... */
static int voxel(int64_t i, int64_t j, int64_t k) { return (int)((i * 3 + j) * 4 + k) % 3 - 1; }

typedef enum labels { NO_NAMES, FIXED_NAMES, VARIABLE_NAMES } labels;

static void write_voxels(labels kind, double width)
{
    int data[24];
    for (int i = 0; i < 24; i++)
        data[i] = i % 3 - 1;
    const hsize_t n[3] = {2, 3, 4}, two = 2, three = 3;
    const hid_t h = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, n, NULL);
    const hid_t set =
        H5Dcreate2(h, "data", H5T_STD_I16LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), 0);
    H5Dclose(set);
    H5Sclose(space);
    if (kind != NO_NAMES) {
        static const char *const variable[2] = {"a", "b"};
        static const char fixed[2][3] = {"a", "b"};
        const hid_t list = H5Screate_simple(1, &two, NULL), type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, kind == VARIABLE_NAMES ? H5T_VARIABLE : sizeof fixed[0]);
        const hid_t names =
            H5Dcreate2(h, "materials", type, list, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(names, type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                 kind == VARIABLE_NAMES ? (const void *)variable : (const void *)fixed);
        H5Dclose(names);
        H5Tclose(type);
        H5Sclose(list);
    }
    if (width > 0) {
        const double d[3] = {width, width, width};
        const hid_t line = H5Screate_simple(1, &three, NULL);
        const hid_t attribute =
            H5Acreate2(h, "dx_dy_dz", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(attribute, H5T_NATIVE_DOUBLE, d);
        H5Aclose(attribute);
        H5Sclose(line);
    }
    H5Fclose(h);
}

static const char *voxels(const char *more)
{
    static char text[512];
    snprintf(text, sizeof text, "[shape.s]\ntype = voxels\nfile = %s\nmaterial = a\n%s", file,
             more);
    return text;
}

/* The array, each voxel `size` cells wide, with its low corner at a cell. */
static void check_voxels(const char *zero, const char *one, int64_t size, int64_t x, int64_t y,
                         int64_t z)
{
    for (int64_t i = 0; i < 20; i++)
        for (int64_t j = 0; j < 20; j++)
            for (int64_t k = 0; k < 20; k++) {
                const bool in = i >= x && i < x + 2 * size && j >= y && j < y + 3 * size &&
                                k >= z && k < z + 4 * size;
                const int number =
                    in ? voxel((i - x) / size, (j - y) / size, (k - z) / size) : -1;
                ck_assert(is(number < 0 ? "vacuum" : number == 0 ? zero : one, i, j, k));
            }
}

START_TEST(voxels_fill_the_cells_of_the_grid_and_minus_one_leaves_them)
{
    write_voxels(NO_NAMES, 0);
    make(CUBE, voxels("materials = a, b\n"));
    check_voxels("a", "b", 1, 0, 0, 0);
    make(CUBE, voxels("materials = b, a\norigin = 3, 4, 15 mm\n"));
    check_voxels("b", "a", 1, 3, 4, 15);
    make(CUBE, voxels("origin = 3, 4, 15 mm\n"));
    check_voxels("a", "a", 1, 3, 4, 15);
}
END_TEST

START_TEST(voxels_take_names_and_spacing_from_the_file)
{
    write_voxels(FIXED_NAMES, 2e-3);
    make(CUBE, voxels("origin = 1, 0, 2 mm\n"));
    check_voxels("a", "b", 2, 1, 0, 2);
    write_voxels(VARIABLE_NAMES, 2e-3);
    make(CUBE, voxels("spacing = 3, 3, 3 mm\n"));
    check_voxels("a", "b", 3, 0, 0, 0);
}
END_TEST

START_TEST(voxels_that_begin_before_the_grid_are_cut_off)
{
    write_voxels(NO_NAMES, 0);
    make(CUBE, voxels("materials = a, b\norigin = -1, -1, -2 mm\n"));
    for (int64_t j = 0; j < 2; j++)
        for (int64_t k = 0; k < 2; k++) {
            const int number = voxel(1, j + 1, k + 2);
            ck_assert(is(number < 0 ? "vacuum" : number == 0 ? "a" : "b", 0, j, k));
        }
    ck_assert_int_eq(count("vacuum"), 8000 - 4 + (voxel(1, 1, 2) < 0) + (voxel(1, 1, 3) < 0) +
                                          (voxel(1, 2, 2) < 0) + (voxel(1, 2, 3) < 0));
}
END_TEST

START_TEST(wrong_voxel_files_are_refused_with_what_they_lack)
{
    write_voxels(NO_NAMES, 0);
    refused(voxels("materials = a\n"), "number 1");
    refused(voxels("materials = a, c\n"), "'c'");
    refused(voxels("dataset = eps\n"), "no dataset 'eps'");
    write_voxels(FIXED_NAMES, 0);
    refused(voxels("dataset = materials\n"), "1 dimensions of other values");
    refused(voxels("names = data\n"), "not a list of texts");
    FILE *text = fopen(file, "w");
    fputs("no HDF5", text);
    fclose(text);
    refused(voxels(""), "not an HDF5 file");
    unlink(file);
    refused(voxels(""), "not an HDF5 file");
}
END_TEST

/* 20 cells of 1 mm; depths from the top at 18 mm, the first layer begins 2 mm below it. */
START_TEST(layers_begin_at_their_depths)
{
    make(CUBE, "[shape.s]\ntype = layers\nfrom = 2, 0, 3 mm\nto = 20, 20, 18 mm\n"
               "depths = 2, 6.4, 30 mm\nmaterials = a, b, a\n");
    for (int64_t k = 0; k < 20; k++) {
        ck_assert(is(k < 3 || k >= 16 ? "vacuum" : k >= 12 ? "a" : "b", 9, 9, k));
        ck_assert(is("vacuum", 1, 9, k));
    }
    FILE *text = fopen(file, "w");
    fputs("depth,material\n# centimetres\n0.2, \"a\"\n0.64; b\n", text);
    fclose(text);
    char lines[512];
    snprintf(lines, sizeof lines,
             "[shape.s]\ntype = layers\nfrom = 0, 3, 0 mm\nto = 20, 18, 20 mm\naxis = y\n"
             "unit = 1 cm\nfile = %s\n",
             file);
    make(PLANE("z", "te"), lines);
    for (int64_t j = 0; j < 20; j++)
        ck_assert(is(j < 3 || j >= 16 ? "vacuum" : j >= 12 ? "a" : "b", 9, j, 0));
    text = fopen(file, "w");
    fputs("0.2, a\n0.1, b\n", text);
    fclose(text);
    refused(lines, "order them by depth");
    text = fopen(file, "w");
    fputs("0.2, a\nb\n", text);
    fclose(text);
    refused(lines, ":2: 'b'");
    text = fopen(file, "w");
    fputs("0.2, aa\n", text);
    fclose(text);
    refused(lines, "'aa'");
}
END_TEST

/* The law of a cell, where one was made. */
static const yee_material *law_at(int64_t i, int64_t j, int64_t k)
{
    const yee_view *view = yee_model_view(model);
    const yee_material *law = NULL;
    ck_assert_int_eq(view->material_of(view, view->material(view, i, j, k), &law), YEE_OK);
    return law;
}

/* Each cell has its formula's value to half a level, and is vacuum outside. */
#define EACH_EPS(within, formula, level) \
    for (int64_t i = 0; i < 20; i++) \
        for (int64_t j = 0; j < 20; j++) \
            for (int64_t k = 0; k < 20; k++) { \
                const double x = (double)i + 0.5, y = (double)j + 0.5, z = (double)k + 0.5; \
                const double due = (within) ? (formula) : 1; \
                ck_assert_double_eq_tol(law_at(i, j, k)->electric[1].inf, due, \
                                        0.5001 * (level)); \
                ck_assert_int_eq(is("vacuum", i, j, k), !(within)); \
            }

START_TEST(graded_balls_follow_their_formulas)
{
    make(CUBE, "[shape.g]\ntype = graded\nprofile = luneburg\ncenter = 9, 10.25, 11 mm\n"
               "radius = 6.3 mm\neps = 3\nlevels = 200\n");
#define SQUARE(R) \
    (((x - 9) * (x - 9) + (y - 10.25) * (y - 10.25) + (z - 11) * (z - 11)) / (R) / (R))
    EACH_EPS(SQUARE(6.3) < 1, 3 * (2 - SQUARE(6.3)), 3. / 200)
    make(CUBE, "[shape.g]\ntype = graded\nprofile = fisheye\ncenter = 9, 10.25, 11 mm\n"
               "radius = 6.3 mm\n");
    EACH_EPS(SQUARE(6.3) < 1, 4 / pow(1 + SQUARE(6.3), 2), 3. / 1000)
}
END_TEST

START_TEST(a_graded_rod_follows_its_formula)
{
    make(CUBE, "[shape.g]\ntype = graded\nprofile = parabolic\nfrom = 2, 9, 9 mm\n"
               "to = 15, 9, 9 mm\nradius = 5.2 mm\neps = 4\npitch = 40 mm\n");
    const double g = 2 * YEE_PI / 40;
#define ACROSS ((y - 9) * (y - 9) + (z - 9) * (z - 9))
    EACH_EPS(x > 2 && x < 15 && ACROSS < 5.2 * 5.2, 4 * (1 - g * g * ACROSS),
             4 * g * g * 5.2 * 5.2 / 1000)
    /* Obliquely, through (10, 10, 10) mm: on the axis it has the most. */
    make(CUBE, "[shape.g]\ntype = graded\nprofile = parabolic\nfrom = 5.5, 5.5, 5.5 mm\n"
               "to = 14.5, 14.5, 14.5 mm\nradius = 5.2 mm\neps = 4\npitch = 40 mm\n");
    ck_assert_double_eq_tol(law_at(9, 9, 9)->electric[0].inf, 4, 1e-12);
    ck_assert_double_eq_tol(law_at(9, 10, 11)->electric[0].inf, 4 * (1 - g * g * 2), 4e-3);
}
END_TEST

START_TEST(a_graded_slab_mixes_all_that_materials_are_made_of)
{
    make(CUBE, "[material.wet]\ntype = debye\neps_inf = 5\ndelta_eps = 8\ntau = 9 ps\n"
               "sigma = 1 S/m\n[shape.g]\ntype = graded\nprofile = linear\n"
               "from = 3, 4, 0 mm\nto = 13, 4, 0 mm\nmaterials = b, wet\n");
    for (int64_t i = 0; i < 20; i++) {
        const double t = ((double)i + 0.5 - 3) / 10;
        const yee_response *r = &law_at(i, i, i)->electric[2];
        ck_assert_int_eq(is("vacuum", i, i, i), t < 0 || t > 1);
        if (t < 0 || t > 1)
            continue;
        ck_assert_double_eq_tol(r->inf, 3 + 2 * t, 1.01e-3);
        ck_assert_double_eq_tol(r->sigma, t, 0.51e-3);
        ck_assert_uint_eq(r->pole_count, 1);
        ck_assert_double_eq_tol(r->poles[0].b0, 8 * t, 4.1e-3);
        ck_assert_double_eq(r->poles[0].d1, 9e-12);
    }
}
END_TEST

START_TEST(along_an_invariant_axis_a_graded_ball_is_a_rod)
{
    make(PLANE("z", "tm"), "[shape.g]\ntype = graded\nprofile = luneburg\n"
                           "center = 10, 10, 700 mm\nradius = 6 mm\n");
    ck_assert_double_eq_tol(law_at(9, 9, 0)->electric[2].inf, 2 - 0.5 / 36, 0.5e-3);
    ck_assert(is("vacuum", 3, 9, 0));
}
END_TEST

START_TEST(graded_shapes_need_the_keys_of_their_profile)
{
#define GRADED "[shape.g]\ntype = graded\nprofile = "
    refused(GRADED "luneburg\nradius = 1 mm\n", "center is missing; profile = luneburg needs");
    refused(GRADED "fisheye\ncenter = 1, 1, 1 mm\n", "radius is missing; profile = fisheye");
    refused(GRADED "parabolic\nradius = 1 mm\n", "pitch is missing");
    refused(GRADED "parabolic\nradius = 1 mm\npitch = 9 mm\nto = 1, 1, 1 mm\n",
            "from is missing");
    refused(GRADED "parabolic\nradius = 3 mm\npitch = 9 mm\n", "below pitch/(2 pi)");
    refused(GRADED "linear\nfrom = 1, 1, 1 mm\nto = 2, 1, 1 mm\n", "materials has 0 names");
    refused(GRADED "linear\nmaterials = a, b\nfrom = 1, 1, 1 mm\n", "to is missing");
    refused(GRADED "linear\nmaterials = a, b\nfrom = 1, 1, 1 mm\nto = 1, 1, 1 mm\n",
            "from and to are one point");
    refused(GRADED "linear\nmaterials = a, bb\n", "there is no material 'bb'");
    refused(GRADED "linear\nmaterials = a, pec\n", "'pec' is a perfect conductor");
    refused(GRADED "luneburg\ncenter = 900, 1, 1 mm\nradius = 1 mm\n", "paints nothing");
}
END_TEST

int main(void)
{
    const int temporary = mkstemp(file);
    if (temporary < 0)
        return EXIT_FAILURE;
    close(temporary);
    Suite *suite = suite_create("shapes");
    TCase *all = tcase_create("shapes");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, a_box_holds_the_centres_between_its_corners);
    tcase_add_test(all, boxes_that_touch_at_cell_centres_share_no_cell_and_leave_no_gap);
    tcase_add_test(all, a_sphere_holds_the_centres_within_its_radius);
    tcase_add_test(all, a_sphere_through_cell_centres_is_symmetric);
    tcase_add_test(all, an_ellipsoid_has_its_three_half_axes);
    tcase_add_test(all, a_cone_has_its_radius_at_each_end);
    tcase_add_test(all, a_sector_goes_from_its_start_over_its_sweep);
    tcase_add_test(all, a_cylinder_lies_between_its_end_points);
    tcase_add_test(all, a_prism_extrudes_a_concave_polygon_along_any_axis);
    tcase_add_test(all, prisms_that_share_a_side_share_no_cell_and_leave_no_gap);
    tcase_add_test(all, a_plate_claims_the_edges_of_its_rectangle_and_its_rim);
    tcase_add_test(all, plates_wires_ports_and_probes_move_to_one_node);
    tcase_add_test(all, a_polygon_plate_covers_the_faces_whose_centres_it_holds);
    tcase_add_test(all, a_plate_may_end_outside_the_grid_but_not_lie_there);
    tcase_add_test(all, a_wire_follows_its_path_along_the_axes);
    tcase_add_test(all, an_oblique_wire_is_a_connected_staircase_near_its_line);
    tcase_add_test(all, sheets_and_wires_know_two_dimensions);
    tcase_add_test(all, wrong_shapes_are_refused_with_their_values);
    tcase_add_test(all, voxels_fill_the_cells_of_the_grid_and_minus_one_leaves_them);
    tcase_add_test(all, voxels_take_names_and_spacing_from_the_file);
    tcase_add_test(all, voxels_that_begin_before_the_grid_are_cut_off);
    tcase_add_test(all, wrong_voxel_files_are_refused_with_what_they_lack);
    tcase_add_test(all, layers_begin_at_their_depths);
    tcase_add_test(all, graded_balls_follow_their_formulas);
    tcase_add_test(all, a_graded_rod_follows_its_formula);
    tcase_add_test(all, a_graded_slab_mixes_all_that_materials_are_made_of);
    tcase_add_test(all, along_an_invariant_axis_a_graded_ball_is_a_rod);
    tcase_add_test(all, graded_shapes_need_the_keys_of_their_profile);
    suite_add_tcase(suite, all);
    const int result = suite_run(suite);
    unlink(file);
    return result;
}
