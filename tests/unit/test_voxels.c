/* Which cells are whose after painting, and what is known of them then. */
#include "painting.h"
#include "suite.h"

START_TEST(a_volume_covers_the_cells_whose_centres_it_holds)
{
    build_grid(20, 22, 24, 0);
    double sphere[4] = {10.2e-3, 11e-3, 9e-3, 6e-3};
    start();
    add(&balls, sphere, SAND, YEE_AVERAGE_CELLS, 3);
    for (int64_t i = 0; i < 20; i++)
        for (int64_t j = 0; j < 22; j++)
            for (int64_t k = 0; k < 24; k++) {
                const double x = (double)i + 0.5 - 10.2, y = (double)j + 0.5 - 11;
                const double z = (double)k + 0.5 - 9;
                ck_assert_int_eq(yee_voxels_material(voxels, i, j, k),
                                 x * x + y * y + z * z <= 36 ? SAND : AIR);
            }
    ck_assert_int_eq(yee_voxels_material(voxels, 0, 22, 0), -1);
}
END_TEST

START_TEST(along_an_invariant_axis_a_volume_is_cut_through_its_middle)
{
    for (int axis = 0; axis < 3; axis++) {
        build_grid(axis == 0 ? 1 : 20, axis == 1 ? 1 : 20, axis == 2 ? 1 : 20, 1 + axis);
        double sphere[4] = {10e-3, 10e-3, 10e-3, 6e-3}; /* the layer's own middle is at 0.5 m */
        start();
        add(&balls, sphere, SAND, YEE_AVERAGE_CELLS, 3);
        int count = 0;
        for (int64_t p = 0; p < 400; p++) {
            const int64_t u = p / 20, w = p % 20;
            count += yee_voxels_material(voxels, axis == 0 ? 0 : u,
                                         axis == 1   ? 0
                                         : axis == 0 ? u
                                                     : w,
                                         axis == 2 ? 0 : w) == SAND;
        }
        ck_assert_int_eq(count, 112); /* lattice points (i + 1/2, j + 1/2) within radius 6 */
        yee_voxels_free(voxels);
        voxels = NULL;
    }
}
END_TEST

START_TEST(objects_that_paint_nothing_are_refused_with_their_place)
{
    double outside[4] = {1, 1, 1, 1e-3}, between[4] = {1e-3, 1e-3, 1e-3, 0.1e-3};
    start();
    ck_assert_int_eq(try(&balls, outside, SAND, YEE_AVERAGE_CELLS, 11), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "m.ini:11"));
    ck_assert_ptr_nonnull(strstr(diag.error, "paints nothing"));
    yee_diag_clear(&diag);
    ck_assert_int_eq(try(&balls, between, SAND, YEE_AVERAGE_CELLS, 12), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "m.ini:12"));
}
END_TEST

START_TEST(an_object_of_which_nothing_is_left_is_known)
{
    start();
    cells(WATER, YEE_AVERAGE_CELLS, 1, 2, 1, 2, 1, 2);
    cells(SAND, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 0, 3);
    bool *covered = yee_voxels_covered(voxels);
    ck_assert_ptr_nonnull(covered);
    ck_assert(!covered[0] && covered[1] && !covered[2]);
    free(covered);
}
END_TEST

START_TEST(an_unknown_material_is_refused_with_the_nearest_name)
{
    order o = {-1, {0, 0, 0}, {1, 1, 1}, "wter"};
    start();
    yee_instance it = {.plugin = &orders, .config = &o, .place = {"m.ini", 4, "shape.s"}};
    const yee_object object = {&it, SAND, YEE_AVERAGE_CELLS, false, NULL};
    ck_assert_int_eq(yee_voxels_paint(voxels, 1, &object, 1), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "wter"));
    ck_assert_ptr_nonnull(strstr(diag.error, "water"));
}
END_TEST

START_TEST(faces_and_the_fastest_medium_are_known)
{
    start();
    cells(SAND, YEE_AVERAGE_CELLS, 0, 4, 0, 2, 0, 4);
    cells(WATER, YEE_AVERAGE_CELLS, 0, 4, 2, 4, 0, 4);
    double eps, mu;
    yee_voxels_face(voxels, 0, 1, &eps, &mu);
    ck_assert(eps == 4 && mu == 1);
    yee_voxels_face(voxels, 1, 1, &eps, &mu);
    ck_assert(eps == 5 && mu == 1);
    ck_assert(yee_voxels_slowness(voxels) == 3);
    cells(PEC, YEE_AVERAGE_CELLS, 0, 4, 0, 2, 0, 4);
    ck_assert(yee_voxels_slowness(voxels) == 5);
    yee_voxels_face(voxels, 1, 0, &eps, &mu);
    ck_assert(eps == 1 && mu == 1);
}
END_TEST

/* Widths of their own in 40 x 12 x 70 cells, more than the census compares at once; boxes at
 * random places. Held against every cell by itself. */
START_TEST(the_widest_cells_of_every_material_are_known)
{
    uint64_t chance = 7;
    build_grid(40, 12, 70, 0);
    for (int a = 0; a < 3; a++) {
        double *node = yee_arena_alloc(arena, 71 * sizeof *node);
        for (int64_t i = 0; i < problem.grid.axis[a].cells; i++) {
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            node[i + 1] = node[i] + 1e-3 + 1e-6 * (double)(chance >> 54);
        }
        problem.grid.axis[a].node = node;
    }
    start();
    for (int n = 0; n < 30; n++) {
        int64_t lo[3];
        for (int a = 0; a < 3; a++) {
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            lo[a] = (int64_t)(chance >> 33) % (problem.grid.axis[a].cells - 3);
        }
        cells(1 + n % (FILM - 1), YEE_AVERAGE_CELLS, lo[0], lo[0] + 1 + n % 3, lo[1], lo[1] + 2,
              lo[2], lo[2] + 3);
    }
    double width[MATERIALS][3] = {{0}}, due[MATERIALS][3] = {{0}};
    for (int64_t i = 0; i < 40; i++)
        for (int64_t j = 0; j < 12; j++)
            for (int64_t k = 0; k < 70; k++) {
                const int64_t c[3] = {i, j, k};
                double *d = due[yee_voxels_material(voxels, i, j, k)];
                for (int a = 0; a < 3; a++) {
                    const double *x = problem.grid.axis[a].node + c[a];
                    d[a] = fmax(d[a], x[1] - x[0]);
                }
            }
    yee_voxels_widest(voxels, width);
    for (int m = 0; m < MATERIALS; m++)
        for (int a = 0; a < 3; a++) /* within a part in 10^9 of the axis' widest */
            ck_assert_double_eq_tol(width[m][a], due[m][a], 3e-12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("voxels");
    TCase *all = tcase_create("voxels");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, a_volume_covers_the_cells_whose_centres_it_holds);
    tcase_add_test(all, along_an_invariant_axis_a_volume_is_cut_through_its_middle);
    tcase_add_test(all, objects_that_paint_nothing_are_refused_with_their_place);
    tcase_add_test(all, an_object_of_which_nothing_is_left_is_known);
    tcase_add_test(all, an_unknown_material_is_refused_with_the_nearest_name);
    tcase_add_test(all, faces_and_the_fastest_medium_are_known);
    tcase_add_test(all, the_widest_cells_of_every_material_are_known);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
