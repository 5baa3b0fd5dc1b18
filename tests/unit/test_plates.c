/* Plates and wires against the set of edges they must cover, through whole models. */
#include "shapes.h"

#include <math.h>

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

/* A helix of hundreds of points would bury what is said of its staircase. */
START_TEST(a_wire_says_once_how_many_points_were_moved_and_the_farthest)
{
    make(CUBE, "[shape.s]\ntype = wire\n"
               "points = 3, 3, 10, 9.2, 3, 10, 9.2, 3.4, 10, 9.2, 8, 4 mm\nmaterial = pec\n");
    ck_assert_ptr_nonnull(strstr(logged, "3 of the 4 points of the wire were moved"));
    ck_assert_ptr_nonnull(
        strstr(logged, "by 40 % of a cell: point 3, y = 0.0034 m to 0.003 m"));
    ck_assert_ptr_null(strstr(logged, "20 %"));
    make(CUBE, "[shape.s]\ntype = wire\npoints = 3, 3, 10, 9.2, 3, 10 mm\nmaterial = pec\n");
    ck_assert_ptr_nonnull(
        strstr(logged, "a point of the wire: x = 0.0092 m was moved by 20 %"));
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

int main(void)
{
    Suite *suite = suite_create("plates");
    TCase *all = tcase_create("plates");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, a_plate_claims_the_edges_of_its_rectangle_and_its_rim);
    tcase_add_test(all, plates_wires_ports_and_probes_move_to_one_node);
    tcase_add_test(all, a_polygon_plate_covers_the_faces_whose_centres_it_holds);
    tcase_add_test(all, a_plate_may_end_outside_the_grid_but_not_lie_there);
    tcase_add_test(all, a_wire_follows_its_path_along_the_axes);
    tcase_add_test(all, a_wire_says_once_how_many_points_were_moved_and_the_farthest);
    tcase_add_test(all, an_oblique_wire_is_a_connected_staircase_near_its_line);
    tcase_add_test(all, sheets_and_wires_know_two_dimensions);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
