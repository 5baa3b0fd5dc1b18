/* Every shape that is a volume against the set of cells it must cover, through whole models. */
#include "shapes.h"

#include <math.h>

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

int main(void)
{
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
    tcase_add_test(all, wrong_shapes_are_refused_with_their_values);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
