/* tests/unit/test_subdomains.c: where a grid is cut (problem/cut.h), and the problem of a part. */
#include "problem/cut.h"
#include "suite.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 128 };

static yee_arena *arena;
static yee_diag diag;
static yee_problem p;
static yee_cut cut;
static double node[MOST + 1], inverse[MOST + 1];

static void setup(void)
{
    arena = yee_arena_new();
    ck_assert_ptr_nonnull(arena);
    yee_diag_init(&diag, NULL, NULL);
    for (int i = 0; i <= MOST; i++) {
        node[i] = i;
        inverse[i] = 1 + i;
    }
}

static void teardown(void)
{
    yee_arena_free(arena);
    yee_diag_end(&diag);
}

static void make(int64_t x, int64_t y, int64_t z)
{
    const int64_t cells[3] = {x, y, z};
    p = (yee_problem){.size = sizeof p, .precision = YEE_F32};
    for (int a = 0; a < 3; a++) {
        p.grid.axis[a] = (yee_axis_data){
            .cells = cells[a], .node = node, .half_inverse = inverse, .node_inverse = inverse};
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            p.grid.extent[c][a] = p.grid.end[c][a] = cells[a] + !yee_half(c, a);
            p.grid.active[c] = true;
        }
    }
}

static const yee_scheme_cuts weights = {
    .size = sizeof weights, .axis = {true, true, true}, .layer = 1.6, .halo = 1};

static yee_status choose(int64_t x, int64_t y, int64_t z, int64_t depth)
{
    yee_diag_clear(&diag);
    const yee_cut_wish wish = {.count = {x, y, z}};
    const yee_status status =
        yee_cut_choose(&diag, NULL, arena, &p, &wish, &weights, depth, &cut);
    ck_assert(!status == !*diag.error);
    return status;
}

static void cuts_are(int axis, int64_t count, const int64_t *at)
{
    ck_assert_int_eq(cut.count[axis], count);
    for (int64_t n = 0; n < count - 1; n++)
        ck_assert_int_eq(cut.at[axis][n + 1], at[n]);
}

static void says(const char *words)
{
    ck_assert_msg(strstr(diag.error, words) != NULL, "'%s' lacks '%s'", diag.error, words);
}

START_TEST(work_is_shared_evenly)
{
    make(100, 10, 10);
    ck_assert_int_eq(choose(4, 1, 1, 1), YEE_OK);
    cuts_are(0, 4, (int64_t[]){26, 50, 75}); /* and 1, 2, 2, 1 planes of halos */
    double mean;
    ck_assert(yee_cut_work(&p, &cut, &weights, &mean) == 27 * 10 * 10);
    ck_assert(mean == 26.5 * 10 * 10);
    /* 30 planes of 2.6 and 70 of 1 are 148; half of it, 74, is 28.5 planes into the layer */
    p.grid.axis[0].layer[0] = 30;
    ck_assert_int_eq(choose(2, 1, 1, 1), YEE_OK);
    cuts_are(0, 2, (int64_t[]){28});
    /* 100 planes and 4 halos of 10, 140: thirds of 46.7, of which the ends own 36.7 */
    p.grid.axis[0].layer[0] = 0;
    ck_assert_int_eq(choose(3, 1, 1, 10), YEE_OK);
    cuts_are(0, 3, (int64_t[]){37, 63});
}
END_TEST

/* Cuts that are given are taken or refused, with their own sentence. */
START_TEST(given_cuts_stay)
{
    const int64_t at[] = {0, 20, 70, 100};
    yee_cut_wish wish = {.count = {3, 2, 1}, .at = {at}};
    make(100, 10, 10);
    ck_assert_int_eq(yee_cut_choose(&diag, NULL, arena, &p, &wish, &weights, 1, &cut), YEE_OK);
    cuts_are(0, 3, (int64_t[]){20, 70});
    cuts_are(1, 2, (int64_t[]){5});
    wish.count[1] = 1;
    ck_assert_int_eq(yee_cut_choose(&diag, NULL, arena, &p, &wish, &weights, 20, &cut),
                     YEE_DECLINED);
    says("do not go with a halo of 20");
}
END_TEST

/* By weights without layers and halos. The first 50 of 100 planes took twice as long as the others,
 * 75 s of 150 are 37.5 of them, and 37 or 38 take 76. With four subdomains, 2 x 2 x 1, seconds of a
 * slab are those of both. */
START_TEST(measured_times_move_cuts)
{
    static const yee_scheme_cuts light = {.size = sizeof light, .axis = {true, true, true}};
    const double two[] = {100, 50}, four[] = {50, 50, 25, 25};
    yee_cut even;
    double took;
    make(100, 10, 10);
    const yee_cut_wish wish = {.count = {2, 1, 1}}, wish_four = {.count = {2, 2, 1}};
    ck_assert(!yee_cut_choose(&diag, NULL, arena, &p, &wish, &light, 1, &cut));
    ck_assert_int_eq(yee_cut_balance(&diag, arena, &p, &light, &cut, two, &even, &took),
                     YEE_OK);
    ck_assert_int_eq(even.at[0][1], 38);
    ck_assert_double_eq_tol(took, 76, 1e-9);
    ck_assert(!yee_cut_choose(&diag, NULL, arena, &p, &wish_four, &light, 1, &cut));
    ck_assert_int_eq(yee_cut_balance(&diag, arena, &p, &light, &cut, four, &even, &took),
                     YEE_OK);
    ck_assert_int_eq(even.at[0][1], 38);
    ck_assert_int_eq(even.at[1][1], 5);
    ck_assert_double_eq_tol(took, 38, 1e-9);
    /* times as the weights say leave a cut where it is: 28 planes of a layer of 30, 70 others */
    p.grid.axis[0].layer[0] = 30;
    ck_assert_int_eq(choose(2, 1, 1, 1), YEE_OK);
    const double fair[] = {28 * 2.6 + 1, 2 * 2.6 + 70 + 1};
    ck_assert_int_eq(yee_cut_balance(&diag, arena, &p, &weights, &cut, fair, &even, &took),
                     YEE_OK);
    ck_assert_int_eq(even.at[0][1], 28);
}
END_TEST

/* Cells of the largest subdomain with its halos of 1: 8 slabs 15 x 10 x 10, the least; 4 x 2 x 1
 * 27 x 6 x 10; cubes are best where the grid is one. */
START_TEST(a_number_is_cut_along_the_axes_that_leave_the_fewest_cells)
{
    make(100, 10, 10);
    ck_assert_int_eq(choose(8, 0, 0, 1), YEE_OK);
    ck_assert_int_eq(cut.count[0], 8);
    make(64, 64, 64);
    ck_assert_int_eq(choose(8, 0, 0, 1), YEE_OK);
    for (int a = 0; a < 3; a++)
        cuts_are(a, 2, (int64_t[]){32});
    make(10, 10, 10);
    ck_assert_int_eq(choose(7, 0, 0, 1), YEE_DECLINED);
    says("10 x 10 x 10 cells cannot be cut into 7");
}
END_TEST

/* A port at nodes 48 to 52 and a halo of 2: 5 cells more on either side are closed. In float32 a
 * dipole is in the way as well, in float64 it is not. */
START_TEST(cuts_keep_off_ports_and_small_sources)
{
    make(100, 10, 10);
    yee_port_edge edge[5];
    yee_port port = {.component = YEE_EZ, .count = 5, .edge = edge, .name = "feed"};
    for (int n = 0; n < 5; n++)
        edge[n] = (yee_port_edge){.index = yee_grid_index(&p.grid, YEE_EZ, 48 + n, 5, 5)};
    p.ports = 1;
    p.port = &port;
    ck_assert_int_eq(choose(2, 1, 1, 2), YEE_OK);
    cuts_are(0, 2, (int64_t[]){58});
    const yee_point point = {.index = yee_grid_index(&p.grid, YEE_EX, 60, 5, 5)};
    const yee_point_group group = {.component = YEE_EX, .count = 1, .point = &point};
    p.groups = 1;
    p.group = &group;
    ck_assert_int_eq(choose(2, 1, 1, 2), YEE_OK);
    cuts_are(0, 2, (int64_t[]){42});
    p.precision = YEE_F64;
    ck_assert_int_eq(choose(2, 1, 1, 2), YEE_OK);
    cuts_are(0, 2, (int64_t[]){58});
    ck_assert_int_eq(choose(1, 2, 1, 2), YEE_DECLINED);
    says("port 'feed' (cells 5 to 5)");
}
END_TEST

/* A port along all of x and y leaves z of a cube, whose axes are cut at equal cost. */
START_TEST(a_number_is_cut_along_another_axis_of_equal_cost)
{
    make(30, 30, 30);
    yee_port_edge edge[30];
    yee_port port = {.component = YEE_EZ, .count = 30, .edge = edge};
    for (int n = 0; n < 30; n++)
        edge[n] = (yee_port_edge){.index = yee_grid_index(&p.grid, YEE_EZ, n, n, 5)};
    p.ports = 1;
    p.port = &port;
    ck_assert_int_eq(choose(2, 0, 0, 1), YEE_OK);
    cuts_are(2, 2, (int64_t[]){15});
}
END_TEST

START_TEST(axes_that_cannot_be_cut_are_named)
{
    make(40, 10, 10);
    p.grid.axis[0].invariant = true;
    ck_assert_int_eq(choose(2, 1, 1, 1), YEE_DECLINED);
    says("the axis x cannot be cut: nothing varies along it");
    make(40, 10, 10);
    p.grid.axis[0].periodic = true;
    ck_assert_int_eq(choose(2, 1, 1, 1), YEE_OK);
    cuts_are(0, 2, (int64_t[]){20});
    double odd[MOST + 1]; /* a width of 0.1 beside -2^24 is rounded */
    for (int i = 0; i <= MOST; i++)
        odd[i] = i < 40 ? 0x1p24 / 39 * (i - 39) : 0.1;
    p.grid.axis[0].node = odd;
    ck_assert_int_eq(choose(2, 1, 1, 1), YEE_DECLINED);
    says("no exact sums");
}
END_TEST

START_TEST(a_local_problem_has_windows_of_the_whole_one)
{
    yee_local l;
    make(20, 6, 6);
    p.grid.axis[0].layer[1] = 7;
    ck_assert_int_eq(choose(2, 1, 1, 3), YEE_OK);
    const int64_t at = cut.at[0][1];
    ck_assert_int_eq(yee_cut_local(arena, &p, &cut, 1, true, &l), YEE_OK);
    const yee_axis_data *x = &l.problem.grid.axis[0];
    ck_assert_int_eq(x->cells, 20 - at + 3);
    ck_assert_int_eq(x->face[0], YEE_FACE_OPEN);
    ck_assert_int_eq(x->face[1], p.grid.axis[0].face[1]);
    ck_assert_ptr_eq(x->node, node + at - 3);
    ck_assert_ptr_eq(x->half_inverse, inverse + at - 3);
    ck_assert_int_eq(l.subdomain.low[0], 3);
    ck_assert_int_eq(l.subdomain.high[0], x->cells);
    ck_assert_int_eq(l.problem.grid.extent[YEE_EY][0], x->cells + 1);
    ck_assert_int_eq(x->layer[1], 7);
    ck_assert_int_eq(yee_cut_local(arena, &p, &cut, 0, true, &l), YEE_OK);
    ck_assert_int_eq(l.problem.grid.axis[0].layer[1], at + 3 > 13 ? at + 3 - 13 : 0);
    ck_assert_int_eq(l.problem.grid.end[YEE_EY][0], at + 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("subdomains");
    TCase *tests = tcase_create("subdomains");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, work_is_shared_evenly);
    tcase_add_test(tests, given_cuts_stay);
    tcase_add_test(tests, measured_times_move_cuts);
    tcase_add_test(tests, a_number_is_cut_along_the_axes_that_leave_the_fewest_cells);
    tcase_add_test(tests, a_number_is_cut_along_another_axis_of_equal_cost);
    tcase_add_test(tests, cuts_keep_off_ports_and_small_sources);
    tcase_add_test(tests, axes_that_cannot_be_cut_are_named);
    tcase_add_test(tests, a_local_problem_has_windows_of_the_whole_one);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
