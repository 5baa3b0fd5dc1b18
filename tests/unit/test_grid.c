/* The axes: nodes, extents, update ranges, stretches, and what is said of wrong ones. */
#include "problem/grid.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static yee_diag diag;
static yee_arena *arena;
static yee_grid grid;
static yee_grid_config config;

static void setup(void)
{
    yee_diag_init(&diag, NULL, NULL);
    arena = yee_arena_new();
    grid = (yee_grid){.size = sizeof grid};
    config = (yee_grid_config){.growth = 1.2, .background = "vacuum"};
}

static void teardown(void)
{
    yee_arena_free(arena);
    yee_diag_end(&diag);
}

#define LIST(...) \
    (yee_reals) \
    { \
        sizeof((double[]){__VA_ARGS__}) / sizeof(double), (const double[]) { __VA_ARGS__ } \
    }

static yee_status build_grid(void)
{
    return yee_grid_build(&diag, NULL, arena, &config, &grid);
}

static void refused(const char *part)
{
    ck_assert_int_eq(build_grid(), YEE_INPUT);
    ck_assert_msg(strstr(diag.error, part) != NULL, "'%s' lacks '%s'", diag.error, part);
    yee_diag_clear(&diag);
}

START_TEST(size_and_spacing_give_equal_cells)
{
    config.spacing = LIST(2e-3);
    config.size = LIST(0.05, 0.02, 0.06);
    config.origin = (yee_vec3){{-0.01, 0, 0.5}};
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(grid.axis[0].cells, 25);
    ck_assert_int_eq(grid.axis[1].cells, 10);
    ck_assert_int_eq(grid.axis[2].cells, 30);
    ck_assert(grid.axis[0].node[0] == -0.01);
    ck_assert(grid.axis[0].node[25] == -0.01 + 0.05);
    ck_assert_double_eq_tol(grid.axis[2].node[15], 0.53, 1e-16);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        ck_assert(grid.active[c]);
}
END_TEST

START_TEST(cells_and_three_spacings_give_equal_cells)
{
    config.spacing = LIST(1e-3, 2e-3, 3e-3);
    config.cells = LIST(4, 5, 6);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(grid.axis[1].cells, 5);
    ck_assert_double_eq_tol(grid.axis[2].node[6], 18e-3, 1e-17);
}
END_TEST

START_TEST(size_and_cells_give_the_spacing)
{
    config.size = LIST(22.86e-3, 10.16e-3, 30e-3);
    config.cells = LIST(45, 20, 60);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(grid.axis[0].cells, 45);
    ck_assert_double_eq_tol(grid.axis[0].node[1], 22.86e-3 / 45, 1e-17);
    ck_assert_double_eq(grid.axis[0].node[45], 22.86e-3);
    config.cells = LIST(45, 20.5, 60);
    refused("no spacing");
}
END_TEST

START_TEST(an_invariant_axis_is_one_cell_of_one_metre_unless_a_width_is_given)
{
    config.invariant = 1 + YEE_Y;
    config.spacing = LIST(1e-3);
    config.size = LIST(0.01, 0.02);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert(grid.axis[1].invariant && !grid.axis[0].invariant && !grid.axis[2].invariant);
    ck_assert_int_eq(grid.axis[1].cells, 1);
    ck_assert(grid.axis[1].node[1] - grid.axis[1].node[0] == 1);
    ck_assert_int_eq(grid.axis[0].cells, 10);
    ck_assert_int_eq(grid.axis[2].cells, 20);
    config.spacing = LIST(1e-3, 5e-3, 1e-3);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_double_eq_tol(grid.axis[1].node[1], 5e-3, 1e-18);
    config.size = LIST(0.01, 0.02, 0.02);
    refused("one cell");
    config.y = LIST(7e-3);
    config.spacing = LIST(1e-3);
    config.size = LIST(0.01, 0.02);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert(grid.axis[1].invariant);
    ck_assert(grid.axis[1].node[1] == 7e-3);
}
END_TEST

START_TEST(tm_and_te_carry_three_components_each)
{
    /* Along z: TM has Ez, Hx, Hy. Along x: TE has Hx, Ey, Ez. */
    config.spacing = LIST(1e-3);
    config.size = LIST(0.01, 0.02);
    config.invariant = 1 + YEE_Z;
    ck_assert_int_eq(build_grid(), YEE_OK);
    const bool tm_z[6] = {false, false, true, true, true, false};
    ck_assert_mem_eq(grid.active, tm_z, sizeof tm_z);
    config.invariant = 1 + YEE_X;
    config.mode = 1;
    ck_assert_int_eq(build_grid(), YEE_OK);
    const bool te_x[6] = {false, true, true, true, false, false};
    ck_assert_mem_eq(grid.active, te_x, sizeof te_x);
}
END_TEST

START_TEST(widths_one_by_one_are_taken_as_they_are)
{
    config.x = LIST(1e-3, 2e-3, 3e-3);
    config.spacing = LIST(1e-3);
    config.cells = LIST(3, 4, 4);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(grid.axis[0].cells, 3);
    ck_assert_double_eq_tol(grid.axis[0].node[3], 6e-3, 1e-17);
    config.cells = LIST(4, 4, 4);
    refused("cells says 4");
    config.cells = (yee_reals){0, NULL};
    config.size = LIST(7e-3, 4e-3, 4e-3);
    refused("0.007");
}
END_TEST

/* One spacing is that of the axes whose widths are not given; a spacing that no axis takes, or that
 * contradicts the widths, is a mistake. */
START_TEST(a_spacing_beside_widths_one_by_one_is_honoured_or_refused)
{
    config.x = LIST(1e-3, 1e-3, 1e-3);
    config.y = LIST(1e-3, 2e-3);
    config.z = LIST(1e-3);
    config.spacing = LIST(2e-3);
    refused("spacing: 0.002 m is the width of no axis");
    config.z = (yee_reals){0, NULL};
    config.size = LIST(3e-3, 3e-3, 8e-3);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(grid.axis[2].cells, 4);
    config.spacing = LIST(1e-3, 1e-3, 2e-3);
    refused("y: width 2 of those given one by one is 0.002 m, but spacing says 0.001 m");
    config.y = LIST(1e-3, 1e-3, 1e-3);
    ck_assert_int_eq(build_grid(), YEE_OK);
    config.size = (yee_reals){0, NULL};
    config.invariant = 1 + YEE_Z;
    config.spacing = LIST(1e-3);
    refused("spacing: 0.001 m is the width of no axis");
    config.spacing = LIST(1e-3, 2e-3);
    refused("y: width 1");
    config.spacing = LIST(1e-3, 1e-3, 0.5);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_double_eq(grid.axis[2].node[1], 0.5);
}
END_TEST

START_TEST(a_mode_of_two_dimensions_needs_an_invariant_axis)
{
    config.spacing = LIST(1e-3);
    config.size = LIST(4e-3, 4e-3, 4e-3);
    config.mode = 1;
    refused("mode = te is that of a grid in 2-D");
}
END_TEST

/* Every pair of neighbours within the growth, every cell within its bound, both ends exact. */
static void check_graded(const yee_axis_data *axis, double low, double high, double coarse,
                         const double *region, size_t regions)
{
    const int64_t n = axis->cells;
    const double *x = axis->node;
    ck_assert(x[0] == low && x[n] == high);
    for (int64_t i = 0; i < n; i++) {
        const double width = x[i + 1] - x[i];
        ck_assert_double_gt(width, 0);
        ck_assert_double_le(width, coarse * (1 + 1e-9));
        if (i) {
            const double ratio = width / (x[i] - x[i - 1]);
            ck_assert_double_le(fmax(ratio, 1 / ratio), config.growth * (1 + 1e-8));
        }
        for (size_t r = 0; r < regions; r++)
            if (0.5 * (x[i] + x[i + 1]) > region[3 * r] &&
                0.5 * (x[i] + x[i + 1]) < region[3 * r + 1])
                ck_assert_double_le(width, region[3 * r + 2] * (1 + 1e-9));
    }
    for (size_t r = 0; r < 2 * regions; r++) {
        const double at = region[3 * (r / 2) + r % 2];
        const int64_t i = yee_grid_cell(&grid, 0, at + 1e-9);
        ck_assert_msg(fabs(x[i] - at) < 1e-12 || fabs(x[i + 1] - at) < 1e-12, "no node at %g",
                      at);
    }
}

START_TEST(fine_regions_are_graded_without_a_jump)
{
    static const double one[] = {40e-3, 60e-3, 0.5e-3};
    static const double two[] = {10e-3, 14e-3, 0.25e-3, 70e-3, 71e-3, 0.05e-3};
    static const double ends[] = {0, 3e-3, 1e-3, 97e-3, 100e-3, 0.7e-3};
    static const double close[] = {40e-3, 41e-3, 0.1e-3, 43e-3, 44e-3, 0.3e-3};
    config.spacing = LIST(4e-3);
    config.size = LIST(100e-3, 8e-3, 8e-3);
    for (double growth = 1.05; growth < 2; growth *= 1.15) {
        config.growth = growth;
        config.refine_x = (yee_reals){3, one};
        ck_assert_int_eq(build_grid(), YEE_OK);
        check_graded(&grid.axis[0], 0, 100e-3, 4e-3, one, 1);
        config.refine_x = (yee_reals){6, two};
        ck_assert_int_eq(build_grid(), YEE_OK);
        check_graded(&grid.axis[0], 0, 100e-3, 4e-3, two, 2);
        config.refine_x = (yee_reals){6, ends};
        ck_assert_int_eq(build_grid(), YEE_OK);
        check_graded(&grid.axis[0], 0, 100e-3, 4e-3, ends, 2);
        config.refine_x = (yee_reals){6, close};
        /* From 0.1 to 0.3 mm takes (0.3 - 0.1) g/(g - 1) mm: 2 mm are enough above 1.12. */
        if (growth < 1.12) {
            refused("gap of 0.002 m before");
            continue;
        }
        ck_assert_int_eq(build_grid(), YEE_OK);
        check_graded(&grid.axis[0], 0, 100e-3, 4e-3, close, 2);
    }
}
END_TEST

START_TEST(grading_takes_about_as_few_cells_as_the_growth_allows)
{
    /* 0.5 mm to 4 mm at 1.2: 11 cells of sum 0.5 (1.2^12 - 1.2)/0.2 = 19.3 mm, then (40 -
     * 19.3)/4 = 5.2: 17 cells on either side, 40 in the region. */
    config.spacing = LIST(4e-3);
    config.size = LIST(100e-3, 8e-3, 8e-3);
    config.refine_x = LIST(40e-3, 60e-3, 0.5e-3);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(grid.axis[0].cells, 17 + 40 + 17);
}
END_TEST

START_TEST(wrong_grids_are_refused_with_their_values)
{
    refused("no spacing");
    config.spacing = LIST(3e-3);
    refused("no length");
    config.size = LIST(0.1, 0.03, 0.03);
    refused("0.099 m and 0.102 m");
    config.size = LIST(1e-3, 0.03, 0.03);
    refused("0.003 m and 0.006 m");
    config.size = LIST(0.03, 0.03);
    refused("size: 2 numbers");
    config.size = LIST(1e12, 0.03, 0.03);
    refused("3.33e+14 cells");
    config.size = LIST(0.03, 0.03, 0.03);
    config.cells = LIST(10, 10, 10);
    refused("both size and cells");
    config.size = (yee_reals){0, NULL};
    config.cells = LIST(10, 10.5, 10);
    refused("10.5");
    config.cells = LIST(10, 10, 0.4);
    refused("at least 1");
    config.cells = LIST(1e9, 1e9, 1e9);
    config.spacing = LIST(3e-3, 3e-3);
    refused("spacing: 2 numbers");
}
END_TEST

START_TEST(wrong_fine_regions_are_refused_with_their_values)
{
    config.spacing = LIST(4e-3);
    config.size = LIST(100e-3, 8e-3, 8e-3);
    config.refine_x = LIST(40e-3, 60e-3);
    refused("2 numbers");
    config.refine_x = LIST(40e-3, 60e-3, 5e-3);
    refused("0.005 m");
    config.refine_x = LIST(40e-3, 60e-3, -1e-3);
    refused("-0.001 m");
    config.refine_x = LIST(60e-3, 40e-3, 1e-3);
    refused("empty");
    config.refine_x = LIST(-1e-3, 40e-3, 1e-3);
    refused("-0.001 m");
    config.refine_x = LIST(60e-3, 101e-3, 1e-3);
    refused("beyond the grid");
    config.refine_x = LIST(10e-3, 40e-3, 1e-3, 30e-3, 50e-3, 1e-3);
    refused("begins before 0.04 m");
    config.refine_x = LIST(0.5e-3, 40e-3, 1e-3);
    refused("gap of 0.0005 m before");
    config.refine_x = LIST(10e-3, 40e-3, 1e-3, 40e-3, 50e-3, 3e-3);
    refused("jump");
    config.refine_x = LIST(10e-3, 40e-3, 1e-3);
    config.x = LIST(1e-3);
    refused("drop one");
}
END_TEST

static void build_small(void)
{
    config.x = LIST(1e-3, 2e-3, 4e-3, 3e-3);
    config.spacing = LIST(1e-3);
    config.cells = LIST(4, 5, 6);
    ck_assert_int_eq(build_grid(), YEE_OK);
}

START_TEST(pec_faces_hold_the_tangential_e_and_pmc_faces_do_not)
{
    build_small();
    grid.axis[0].face[1] = YEE_FACE_PMC;
    grid.axis[2].face[0] = grid.axis[2].face[1] = YEE_FACE_PERIODIC;
    grid.axis[2].periodic = true;
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &grid), YEE_OK);
    const int64_t extent[6][3] = {{4, 6, 6}, {5, 5, 6}, {5, 6, 6},
                                  {5, 5, 6}, {4, 6, 6}, {4, 5, 6}};
    const int64_t begin[6][3] = {{0, 1, 0}, {1, 0, 0}, {1, 1, 0},
                                 {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    const int64_t end[6][3] = {{4, 5, 6}, {5, 5, 6}, {5, 5, 6},
                               {5, 5, 6}, {4, 6, 6}, {4, 5, 6}};
    ck_assert_mem_eq(grid.extent, extent, sizeof extent);
    ck_assert_mem_eq(grid.begin, begin, sizeof begin);
    ck_assert_mem_eq(grid.end, end, sizeof end);
    grid.axis[1].layer[0] = 3;
    grid.axis[1].layer[1] = 3;
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &grid), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "5 cells along y"));
}
END_TEST

START_TEST(an_invariant_axis_holds_one_point_whatever_its_faces)
{
    config.invariant = 1 + YEE_Z;
    config.spacing = LIST(1e-3);
    config.size = LIST(0.003, 0.004);
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &grid), YEE_OK);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        ck_assert_int_eq(grid.extent[c][2], 1);
        ck_assert_int_eq(grid.begin[c][2], 0);
        ck_assert_int_eq(grid.end[c][2], 1);
    }
    ck_assert_int_eq(grid.begin[YEE_EZ][0], 1);
    ck_assert_int_eq(grid.end[YEE_EZ][0], 3);
    const yee_profile none[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    ck_assert_int_eq(yee_grid_stretch(&diag, arena, none, &grid), YEE_OK);
    ck_assert(grid.axis[2].half_inverse[0] == 0);
    ck_assert(grid.axis[2].node_inverse[0] == 0 && grid.axis[2].node_inverse[1] == 0);
}
END_TEST

/* Nodes are rounded, so widths of equal cells differ in their last bits. */
START_TEST(equal_cells_have_equal_factors)
{
    const yee_profile none[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    config.spacing = LIST(1e-3);
    config.size = LIST(0.512, 0.1, 0.003);
    config.origin = (yee_vec3){{-0.3, 0.7, 0}};
    ck_assert_int_eq(build_grid(), YEE_OK);
    ck_assert_int_eq(yee_grid_stretch(&diag, arena, none, &grid), YEE_OK);
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &grid.axis[a];
        int different = 0;
        for (int64_t i = 1; i < x->cells; i++) {
            ck_assert(x->half_inverse[i] == x->half_inverse[0]);
            ck_assert(x->node_inverse[i] == x->half_inverse[0]);
            different += x->node[i + 1] - x->node[i] != x->node[1] - x->node[0];
        }
        ck_assert(a > 0 || different > 0);
        /* nodes below 1 m, each within 3e-16 m, 3 mm or more apart: 2e-13 */
        ck_assert_double_eq_tol(x->half_inverse[0] * 1e-3, 1, 1e-12);
    }
}
END_TEST

START_TEST(differences_are_divided_by_the_width_they_span)
{
    build_small(); /* x: 1, 2, 4, 3 mm */
    const yee_profile none[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    const double half[4] = {1e-3, 2e-3, 4e-3, 3e-3};
    const double wall[5] = {0.5e-3, 1.5e-3, 3e-3, 3.5e-3, 1.5e-3};
    const double wrapped[5] = {2e-3, 1.5e-3, 3e-3, 3.5e-3, 2e-3};
    for (int periodic = 0; periodic < 2; periodic++) {
        grid.axis[0].periodic = periodic == 1;
        ck_assert_int_eq(yee_grid_stretch(&diag, arena, none, &grid), YEE_OK);
        for (int i = 0; i < 4; i++)
            ck_assert_double_eq_tol(grid.axis[0].half_inverse[i] * half[i], 1, 1e-14);
        for (int i = 0; i < 5; i++)
            ck_assert_double_eq_tol(
                grid.axis[0].node_inverse[i] * (periodic ? wrapped[i] : wall[i]), 1, 1e-14);
        for (int i = 0; i < 5; i++)
            ck_assert(grid.axis[0].node_b[i] == 0 && grid.axis[0].node_c[i] == 0);
    }
}
END_TEST

START_TEST(the_stretched_difference_has_the_response_of_1_over_s)
{
    /* A constant difference of 1 for t > 0: (1/kappa) + psi tends to the static value of 1/s =
     * 1/(kappa + sigma/alpha), over the width. */
    build_small();
    yee_stretch half[4] = {{3, 5, 0.1}, {2, 1, 0.05}, {1, 0, 0}, {1, 0, 0}};
    yee_stretch node[5] = {{4, 6, 0.2}, {3, 2, 0.1}, {1.5, 0, 0.1}, {1, 0, 0}, {1, 0, 0}};
    const yee_profile profile[3] = {{half, node}, {NULL, NULL}, {NULL, NULL}};
    grid.dt = 1e-12;
    ck_assert_int_eq(yee_grid_stretch(&diag, arena, profile, &grid), YEE_OK);
    const yee_axis_data *a = &grid.axis[0];
    for (int i = 0; i < 2; i++) {
        const double width = a->node[i + 1] - a->node[i];
        const double psi = a->half_c[i] / (1 - a->half_b[i]); /* fixed point of the recursion */
        const double s = half[i].kappa + half[i].sigma / half[i].alpha;
        ck_assert_double_eq_tol((a->half_inverse[i] + psi) * width * s, 1, 1e-12);
        ck_assert_double_eq_tol(
            log(a->half_b[i]),
            -(half[i].sigma / half[i].kappa + half[i].alpha) * 1e-12 / YEE_EPS0, 1e-12);
    }
    const double psi = a->node_c[0] / (1 - a->node_b[0]);
    ck_assert_double_eq_tol((a->node_inverse[0] + psi) * 0.5e-3 * (4 + 6 / 0.2), 1, 1e-12);
    ck_assert(a->node_c[2] == 0 && a->node_b[2] == 0);
    ck_assert_double_eq_tol(a->node_inverse[2] * 3e-3 * 1.5, 1, 1e-14);
}
END_TEST

START_TEST(positions_find_their_cell_and_their_nearest_point)
{
    build_small(); /* nodes 0, 1, 3, 7, 10 mm */
    ck_assert_int_eq(yee_grid_cell(&grid, 0, -1), 0);
    ck_assert_int_eq(yee_grid_cell(&grid, 0, 0.5e-3), 0);
    ck_assert_int_eq(yee_grid_cell(&grid, 0, 3.5e-3), 2);
    ck_assert_int_eq(yee_grid_cell(&grid, 0, 9.9e-3), 3);
    ck_assert_int_eq(yee_grid_cell(&grid, 0, 1), 3);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EZ, 0, 4.9e-3), 2);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EZ, 0, 5.1e-3), 3);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EZ, 0, 9e-3), 4);
    /* Cell 2 holds 3.2 mm, but the centre of cell 1 (2 mm) is nearer than
     * that of cell 2 (5). */
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EX, 0, 3.2e-3), 1);
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EX, 0, 1), 3);
    grid.axis[0].periodic = true;
    ck_assert_int_eq(yee_component_nearest(&grid, YEE_EZ, 0, 9e-3), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("grid");
    TCase *all = tcase_create("grid");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, size_and_spacing_give_equal_cells);
    tcase_add_test(all, cells_and_three_spacings_give_equal_cells);
    tcase_add_test(all, size_and_cells_give_the_spacing);
    tcase_add_test(all, an_invariant_axis_is_one_cell_of_one_metre_unless_a_width_is_given);
    tcase_add_test(all, tm_and_te_carry_three_components_each);
    tcase_add_test(all, widths_one_by_one_are_taken_as_they_are);
    tcase_add_test(all, a_spacing_beside_widths_one_by_one_is_honoured_or_refused);
    tcase_add_test(all, a_mode_of_two_dimensions_needs_an_invariant_axis);
    tcase_add_test(all, fine_regions_are_graded_without_a_jump);
    tcase_add_test(all, grading_takes_about_as_few_cells_as_the_growth_allows);
    tcase_add_test(all, wrong_grids_are_refused_with_their_values);
    tcase_add_test(all, wrong_fine_regions_are_refused_with_their_values);
    tcase_add_test(all, pec_faces_hold_the_tangential_e_and_pmc_faces_do_not);
    tcase_add_test(all, an_invariant_axis_holds_one_point_whatever_its_faces);
    tcase_add_test(all, equal_cells_have_equal_factors);
    tcase_add_test(all, differences_are_divided_by_the_width_they_span);
    tcase_add_test(all, the_stretched_difference_has_the_response_of_1_over_s);
    tcase_add_test(all, positions_find_their_cell_and_their_nearest_point);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
