/* The mean of the cells around every point, against sums done by hand. */
#include "painting.h"
#include "suite.h"
#include <complex.h>

START_TEST(an_empty_grid_is_uniform_and_has_two_media)
{
    start();
    freeze();
    ck_assert_int_eq(problem.media, 2); /* eps and mu of air */
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        ck_assert_ptr_null(problem.id[c]);
        ck_assert(problem.medium[problem.uniform[c]].magnetic == !yee_is_electric(c));
    }
    ck_assert_str_eq(problem.medium[problem.uniform[0]].name, "air");
    yee_update due;
    yee_update_make(&problem.medium[problem.uniform[0]].response, YEE_EPS0, 1e-12, &due, NULL);
    ck_assert(problem.update[problem.uniform[0]].cb == due.cb);
}
END_TEST

START_TEST(edges_of_a_surface_take_the_mean_of_four_cells)
{
    start();
    cells(SAND, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 0, 2);
    cells(WATER, YEE_AVERAGE_CELLS, 2, 4, 0, 4, 0, 2);
    freeze();
    ck_assert(at(YEE_EX, 0, 1, 2)->response.inf == 2); /* sand below, air above */
    NEAR(at(YEE_EY, 2, 1, 2)->response.inf, (5 + 3 + 1 + 1) / 4.);
    ck_assert_str_eq(at(YEE_EX, 0, 1, 2)->name, "air + sand");
    ck_assert(at(YEE_EX, 0, 1, 1)->response.inf == 3);
    ck_assert(at(YEE_EX, 0, 1, 3)->response.inf == 1);
    /* At the walls only the cells that exist count. */
    ck_assert(at(YEE_EX, 0, 0, 0)->response.inf == 3);
    NEAR(at(YEE_EY, 2, 1, 0)->response.inf, 4.);
    /* Along z the edges lie in one layer. */
    NEAR(at(YEE_EZ, 2, 1, 1)->response.inf, 4.);
    ck_assert(at(YEE_EZ, 2, 1, 2)->response.inf == 1);
    /* Nothing here is magnetic. */
    for (int c = YEE_HX; c <= YEE_HZ; c++)
        ck_assert_ptr_null(problem.id[c]);
}
END_TEST

START_TEST(dispersive_neighbours_are_averaged_with_their_poles)
{
    start();
    cells(WATER, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 0, 2);
    cells(METAL, YEE_AVERAGE_CELLS, 0, 2, 0, 4, 2, 4);
    freeze();
    const yee_medium *m = at(YEE_EY, 2, 1, 2); /* two of water, one of metal, one of air */
    NEAR(m->response.inf, (5 + 5 + 1 + 1) / 4.);
    NEAR(m->response.sigma, 0.25);
    ck_assert_uint_eq(m->response.pole_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const yee_pole *p = &m->response.poles[i];
        if (p->d2 == 1)
            NEAR(p->b0, 1e22 / 4);
        else
            NEAR(p->b0, 4.);
    }
    /* The mean holds at every frequency. */
    const double omega = 1e11;
    const yee_complex w = yee_response_value(&law[WATER].electric[0], YEE_EPS0, omega);
    const yee_complex d = yee_response_value(&law[METAL].electric[0], YEE_EPS0, omega);
    const yee_complex v = yee_response_value(&m->response, YEE_EPS0, omega);
    ck_assert_double_eq_tol(v.re / ((2 * w.re + d.re + 1) / 4), 1, 1e-14);
    ck_assert_double_eq_tol(v.im / ((2 * w.im + d.im) / 4), 1, 1e-14);
    const yee_update *u = &problem.update[yee_problem_medium(
        &problem, YEE_EY, yee_grid_index(&problem.grid, YEE_EY, 2, 1, 2))];
    ck_assert_int_eq(u->sections, 2);
    ck_assert_int_le(u->section + 2, problem.sections);
}
END_TEST

START_TEST(equal_poles_of_different_media_become_one)
{
    start();
    cells(WATER, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 0, 2);
    cells(CLAY, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 2, 4);
    freeze();
    const yee_medium *m = at(YEE_EX, 1, 1, 2);
    ck_assert_uint_eq(m->response.pole_count, 1);
    NEAR(m->response.poles[0].b0, (8 + 2) / 2.);
    NEAR(m->response.sigma, 0.3);
    ck_assert_str_eq(m->name, "water + clay");
}
END_TEST

START_TEST(magnetic_media_take_the_harmonic_mean_with_their_losses)
{
    start();
    cells(FERRITE, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 0, 2);
    cells(LOSSY_FERRITE, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 3, 4);
    freeze();
    NEAR(at(YEE_HZ, 1, 1, 2)->response.inf, 2 / (1 + 1 / 4.));
    /* Air above lossy ferrite: at every frequency the mean of 1/mu. */
    const double omega = 1e9;
    const yee_complex r =
        yee_response_value(&law[LOSSY_FERRITE].magnetic[YEE_Z], YEE_MU0, omega);
    const yee_complex v = yee_response_value(&at(YEE_HZ, 1, 1, 3)->response, YEE_MU0, omega);
    const double complex due = 2 / (1 + 1 / (r.re + I * r.im));
    ck_assert_double_eq_tol(v.re, creal(due), 1e-12);
    ck_assert_double_eq_tol(v.im, cimag(due), 1e-12);
    ck_assert(at(YEE_HX, 1, 1, 1)->response.inf == 4);
    ck_assert(at(YEE_HX, 1, 1, 2)->response.inf == 1);
    ck_assert_ptr_null(problem.id[YEE_EX]);
}
END_TEST

START_TEST(anisotropic_media_give_every_component_its_own_entry)
{
    start();
    cells(CRYSTAL, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 0, 2);
    freeze();
    ck_assert(at(YEE_EX, 1, 1, 1)->response.inf == 2);
    ck_assert(at(YEE_EY, 1, 1, 1)->response.inf == 6);
    ck_assert(at(YEE_EZ, 1, 1, 1)->response.inf == 10);
    ck_assert(at(YEE_EY, 1, 1, 2)->response.inf == 3.5);
}
END_TEST

START_TEST(a_conductor_owns_every_edge_of_its_cells)
{
    start();
    cells(PEC, YEE_AVERAGE_CELLS, 1, 2, 1, 2, 1, 2);
    cells(FERRITE, YEE_AVERAGE_CELLS, 2, 3, 1, 2, 1, 2);
    freeze();
    for (int64_t j = 1; j <= 2; j++)
        for (int64_t k = 1; k <= 2; k++)
            ck_assert_int_eq(at(YEE_EX, 1, j, k)->conductor, YEE_PERFECT_ELECTRIC);
    ck_assert_int_eq(at(YEE_EX, 0, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
    ck_assert_int_eq(at(YEE_EX, 2, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
    const int64_t index = yee_grid_index(&problem.grid, YEE_EX, 1, 1, 1);
    const yee_update *u = &problem.update[problem.id[YEE_EX][index]];
    ck_assert(u->ca == 0 && u->cb == 0 && u->sections == 0);
    /* H between metal and ferrite is that of the ferrite. */
    ck_assert(at(YEE_HX, 2, 1, 1)->response.inf == 4);
    ck_assert_int_eq(at(YEE_HX, 2, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
}
END_TEST

START_TEST(a_magnetic_conductor_owns_every_face_of_its_cells)
{
    start();
    cells(PMC, YEE_AVERAGE_CELLS, 1, 2, 1, 2, 1, 2);
    cells(SAND, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 2, 4);
    freeze();
    ck_assert_int_eq(at(YEE_HX, 1, 1, 1)->conductor, YEE_PERFECT_MAGNETIC);
    ck_assert_int_eq(at(YEE_HX, 2, 1, 1)->conductor, YEE_PERFECT_MAGNETIC);
    ck_assert_int_eq(at(YEE_HX, 3, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
    /* Two of sand, one of air, one magnetic conductor, which leaves E to the others. */
    ck_assert_double_eq_tol(at(YEE_EX, 1, 1, 2)->response.inf, 7 / 3., 1e-5);
    ck_assert_int_eq(at(YEE_EX, 1, 1, 2)->conductor, YEE_NOT_CONDUCTOR);
}
END_TEST

START_TEST(an_object_that_does_not_average_owns_its_surface)
{
    start();
    cells(SAND, YEE_AVERAGE_NO, 1, 3, 1, 3, 1, 3);
    cells(WATER, YEE_AVERAGE_CELLS, 1, 3, 1, 3, 3, 4);
    freeze();
    ck_assert(at(YEE_EX, 1, 1, 1)->response.inf == 3);
    ck_assert(at(YEE_EX, 1, 3, 1)->response.inf == 3);
    ck_assert(at(YEE_EX, 0, 1, 1)->response.inf == 1);
    /* The water came later and averages. */
    NEAR(at(YEE_EX, 1, 2, 3)->response.inf, 4.);
}
END_TEST

START_TEST(an_object_keeps_its_edges_from_later_ones_that_do_not)
{
    start();
    edges(PEC, YEE_EX, 0, 4, 1, 2, 2, 3);
    edges(PEC, YEE_EX, 0, 4, 3, 4, 4, 5);
    cells(SAND, YEE_AVERAGE_OWN, 1, 3, 1, 3, 1, 3);
    cells(WATER, YEE_AVERAGE_CELLS, 1, 3, 1, 3, 3, 4);
    cells(PEC, YEE_AVERAGE_NO, 1, 3, 3, 4, 1, 2);
    cells(CRYSTAL, YEE_AVERAGE_OWN, 1, 2, 0, 1, 1, 2);
    freeze();
    ck_assert(at(YEE_EX, 1, 2, 3)->response.inf == 3); /* not the water's mean */
    ck_assert_int_eq(at(YEE_EX, 1, 3, 1)->conductor, YEE_NOT_CONDUCTOR); /* nor the metal's */
    ck_assert(at(YEE_EX, 1, 3, 1)->response.inf == 3);
    ck_assert(at(YEE_EX, 1, 1, 1)->response.inf == 2); /* the later one of two that keep them */
    ck_assert(at(YEE_EX, 2, 1, 1)->response.inf == 3);
    /* A sheet beside it is covered, another one is not. */
    ck_assert(at(YEE_EX, 2, 1, 2)->response.inf == 3);
    ck_assert_int_eq(at(YEE_EX, 1, 3, 4)->conductor, YEE_PERFECT_ELECTRIC);
}
END_TEST

/* One ferrite beside another of a different name, and a third object of the first one. */
START_TEST(mu_between_two_media_is_that_of_vacuum_where_only_eps_is_averaged)
{
    start();
    cells(FERRITE, YEE_AVERAGE_ELECTRIC, 0, 2, 0, 4, 0, 4);
    cells(FERRITE, YEE_AVERAGE_ELECTRIC, 0, 2, 0, 4, 0, 2);
    cells(SAND, YEE_AVERAGE_ELECTRIC, 2, 4, 0, 4, 0, 2);
    freeze();
    ck_assert(at(YEE_HX, 1, 1, 1)->response.inf == 4);
    ck_assert(at(YEE_HX, 2, 1, 1)->response.inf == 1); /* 1.6 with a mean */
    ck_assert(at(YEE_HX, 2, 1, 3)->response.inf == 1);
    ck_assert(at(YEE_HY, 1, 1, 1)->response.inf == 4);
    ck_assert(at(YEE_HZ, 1, 1, 2)->response.inf == 4); /* both sides are one material */
    NEAR(at(YEE_EY, 2, 1, 1)->response.inf, 2.);       /* eps has the mean as ever */
}
END_TEST

START_TEST(mu_is_so_between_two_materials_of_one_mu)
{
    start();
    cells(FERRITE, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 0, 4);
    cells(FERRITE_TOO, YEE_AVERAGE_ELECTRIC, 2, 4, 0, 4, 0, 4);
    freeze();
    ck_assert(at(YEE_HX, 1, 1, 1)->response.inf == 4);
    ck_assert(at(YEE_HX, 2, 1, 1)->response.inf == 1);
    ck_assert(at(YEE_HX, 3, 1, 1)->response.inf == 4);
}
END_TEST

START_TEST(sheets_hide_only_behind_later_objects_on_all_sides)
{
    start();
    edges(PEC, YEE_EX, 0, 4, 1, 2, 2, 3);
    edges(PEC, YEE_EX, 0, 4, 3, 4, 2, 3);
    cells(SAND, YEE_AVERAGE_CELLS, 0, 4, 0, 4, 2, 4); /* above: the sheet is its surface now */
    cells(SAND, YEE_AVERAGE_CELLS, 0, 4, 2, 4, 0, 2); /* around the second one on all sides */
    freeze();
    for (int64_t i = 0; i < 4; i++) {
        ck_assert_int_eq(at(YEE_EX, i, 1, 2)->conductor, YEE_PERFECT_ELECTRIC);
        ck_assert_int_eq(at(YEE_EX, i, 3, 2)->conductor, YEE_NOT_CONDUCTOR);
    }
    bool *covered = yee_voxels_covered(voxels);
    ck_assert_ptr_nonnull(covered);
    ck_assert(!covered[1] && covered[2] && !covered[3] && !covered[4]);
    free(covered);
}
END_TEST

START_TEST(a_periodic_axis_wraps)
{
    problem.grid.axis[0].periodic = true;
    problem.grid.axis[0].face[0] = problem.grid.axis[0].face[1] = YEE_FACE_PERIODIC;
    start();
    cells(SAND, YEE_AVERAGE_CELLS, 3, 4, 0, 4, 0, 4);
    edges(PEC, YEE_EZ, 4, 5, 2, 3, 0, 4); /* node 4 is node 0 */
    freeze();
    ck_assert(at(YEE_EY, 0, 1, 1)->response.inf == 2);
    ck_assert(at(YEE_EY, 3, 1, 1)->response.inf == 2);
    ck_assert(at(YEE_EY, 1, 1, 1)->response.inf == 1);
    ck_assert_int_eq(at(YEE_EZ, 0, 2, 0)->conductor, YEE_PERFECT_ELECTRIC);
}
END_TEST

START_TEST(unequal_cells_count_by_their_part)
{
    yee_grid_config config = {.spacing = {1, (const double[]){1e-3}},
                              .cells = {3, (const double[]){2, 2, 2}},
                              .x = {2, (const double[]){1e-3, 3e-3}}};
    ck_assert_int_eq(yee_grid_build(&diag, NULL, arena, &config, &problem.grid), YEE_OK);
    start();
    cells(CRYSTAL, YEE_AVERAGE_CELLS, 1, 2, 0, 2, 0, 2);
    cells(FERRITE, YEE_AVERAGE_CELLS, 0, 1, 0, 2, 0, 2);
    freeze();
    /* Shares are kept to 2^-20. */
    ck_assert_double_eq_tol(at(YEE_EZ, 1, 1, 1)->response.inf, 0.25 * 1 + 0.75 * 10, 1e-5);
    ck_assert_double_eq_tol(at(YEE_HX, 1, 1, 1)->response.inf, 1 / (0.25 / 4 + 0.75), 1e-5);
}
END_TEST

START_TEST(two_dimensions_have_one_layer_of_edges)
{
    build_grid(4, 4, 1, 1 + YEE_Z);
    start();
    cells(SAND, YEE_AVERAGE_CELLS, 0, 2, 0, 4, 0, 1);
    freeze();
    ck_assert(at(YEE_EZ, 2, 1, 0)->response.inf == 2);
    ck_assert(at(YEE_EZ, 1, 1, 0)->response.inf == 3);
    ck_assert_ptr_null(problem.id[YEE_EX]); /* not active in TM */
}
END_TEST

START_TEST(thousands_of_media_are_kept_apart)
{
    /* Every cell its own eps, 1 + number: the mean of any four is known. */
    enum { N = 12, COUNT = N * N * N };
    static yee_material own[COUNT + 1];
    static const yee_material *all[COUNT + 1];
    static char label[COUNT + 1][16];
    static const char *labels[COUNT + 1];
    for (int i = 0; i <= COUNT; i++) {
        own[i] = law[AIR];
        for (int a = 0; a < 3; a++)
            own[i].electric[a].inf = 1 + i;
        all[i] = &own[i];
        snprintf(label[i], sizeof label[i], "m%d", i);
        labels[i] = label[i];
    }
    build_grid(N, N, N, 0);
    ck_assert_int_eq(yee_voxels_new(&diag, &problem.grid, COUNT + 1, all, labels, &voxels),
                     YEE_OK);
    for (int i = 0; i < COUNT; i++) {
        order o = {-1,
                   {i / (N * N), i / N % N, i % N},
                   {i / (N * N) + 1, i / N % N + 1, i % N + 1},
                   NULL};
        add(&orders, &o, 1 + (i * 787) % COUNT, YEE_AVERAGE_CELLS, 1);
    }
    freeze();
#define EPS(i, j, k) (2. + (((i)*N + (j)) * N + (k)) * 787 % COUNT)
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            for (int k = 1; k < N; k++) {
                const double due = (EPS(i, j, k) + EPS(i, j - 1, k) + EPS(i, j, k - 1) +
                                    EPS(i, j - 1, k - 1)) /
                                   4;
                NEAR(at(YEE_EX, i, j, k)->response.inf, due);
            }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edges");
    TCase *all = tcase_create("edges");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, an_empty_grid_is_uniform_and_has_two_media);
    tcase_add_test(all, edges_of_a_surface_take_the_mean_of_four_cells);
    tcase_add_test(all, dispersive_neighbours_are_averaged_with_their_poles);
    tcase_add_test(all, equal_poles_of_different_media_become_one);
    tcase_add_test(all, magnetic_media_take_the_harmonic_mean_with_their_losses);
    tcase_add_test(all, anisotropic_media_give_every_component_its_own_entry);
    tcase_add_test(all, a_conductor_owns_every_edge_of_its_cells);
    tcase_add_test(all, a_magnetic_conductor_owns_every_face_of_its_cells);
    tcase_add_test(all, an_object_that_does_not_average_owns_its_surface);
    tcase_add_test(all, mu_between_two_media_is_that_of_vacuum_where_only_eps_is_averaged);
    tcase_add_test(all, mu_is_so_between_two_materials_of_one_mu);
    tcase_add_test(all, an_object_keeps_its_edges_from_later_ones_that_do_not);
    tcase_add_test(all, sheets_hide_only_behind_later_objects_on_all_sides);
    tcase_add_test(all, a_periodic_axis_wraps);
    tcase_add_test(all, unequal_cells_count_by_their_part);
    tcase_add_test(all, two_dimensions_have_one_layer_of_edges);
    tcase_add_test(all, thousands_of_media_are_kept_apart);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
