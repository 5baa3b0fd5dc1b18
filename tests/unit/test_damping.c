/* Damped copies of media: the shift of the complex frequency against its definition, and which
 * points get them. */
#include "painting.h"
#include "problem/media/damping.h"
#include "suite.h"
#include <complex.h>

#define W0 (2.0 * YEE_PI * 10e9)
static const yee_pole relaxation[] = {{0, 75.2, 1, 9.231e-12, 0}};
static const yee_pole metal_pole[] = {{0, 9 * W0 *W0, 0, 0.1 * W0, 1}};
static const yee_pole lossless[] = {{0, 9 * W0 *W0, 0, 0, 1}};
static const yee_pole resonance[] = {{0, 11 * W0 *W0, W0 *W0, 0.02 * W0, 1}};
static const yee_pole general[] = {{0.3 * W0, 2 * W0 *W0, W0 *W0, 0.4 * W0, 1},
                                   {0.5e-12, 2, 1, 3e-12, 0}};
static const yee_pole conduction[] = {{0, 3e10, 0, 1, 0}, {0.5, 1e10, 0, 2, 0}};
#define POLES(p) sizeof(p) / sizeof *(p), p
static const struct medium {
    yee_response response;
    double base;
} media[] = {
    {{1, 0, 0, NULL}, YEE_EPS0},
    {{4, 0.3, 0, NULL}, YEE_EPS0},
    {{4.9, 0, POLES(relaxation)}, YEE_EPS0},
    {{1, 0, POLES(metal_pole)}, YEE_EPS0},
    {{1.5, 0.1, POLES(lossless)}, YEE_EPS0},
    {{2.25, 0.02, POLES(resonance)}, YEE_EPS0},
    {{2.25, 0, POLES(general)}, YEE_EPS0},
    {{2, 0, POLES(conduction)}, YEE_EPS0},
    {{1.5, 2e3, POLES(resonance)}, YEE_MU0},
};
enum { MEDIA = sizeof media / sizeof *media };

/* *size: of the largest term, for rounding. */
static double complex value(const yee_response *r, double base, double complex s, double *size)
{
    double complex sum = r->inf + r->sigma / (s * base);
    *size = fmax(r->inf, cabs(r->sigma / (s * base)));
    for (size_t i = 0; i < r->pole_count; i++) {
        const yee_pole *p = &r->poles[i];
        const double complex term = (p->b1 * s + p->b0) / (p->d2 * s * s + p->d1 * s + p->d0);
        sum += term;
        *size = fmax(*size, cabs(term));
    }
    return sum;
}

/* Off the axis too, so that the poles' and zeros' places count. A value comes from a dozen
 * roundings of its largest term, and of those within the poles' own differences. */
START_TEST(a_damped_response_is_that_of_the_shifted_frequency)
{
    const struct medium *m = &media[_i];
    for (int n = 0; n < 8; n++) {
        const double a = W0 * pow(10, 0.5 * n - 3);
        yee_response r;
        ck_assert(yee_response_damp(arena, &m->response, m->base, a, &r));
        ck_assert_double_eq(r.inf, m->response.inf);
        for (int k = 0; k < 30; k++) {
            const double complex s =
                W0 * pow(10, 0.1 * k - 1.5) * cexp(I * (0.5 * YEE_PI - 0.04 * k));
            double size, other;
            const double complex want =
                (s + a) * value(&m->response, m->base, s + a, &other) / s;
            const double complex got = value(&r, m->base, s, &size);
            other *= cabs((s + a) / s);
            ck_assert_msg(cabs(got - want) <= 50 * 2.3e-16 * fmax(size, other),
                          "medium %d, a = %g, s = %g %+gj: %g %+gj, not %g %+gj", _i, a,
                          creal(s), cimag(s), creal(got), cimag(got), creal(want), cimag(want));
        }
    }
}
END_TEST

/* By the self-test's own look, at any rate. */
START_TEST(a_damped_medium_is_passive_and_its_sections_are_stable)
{
    const struct medium *m = &media[_i];
    const double dt = 2e-12;
    for (int n = 0; n < 12; n++) {
        yee_response r;
        yee_section section[4];
        yee_update u;
        double omega;
        ck_assert(yee_response_damp(arena, &m->response, m->base, pow(10, n - 1) * 1e3, &r));
        ck_assert(yee_response_passive(&r, m->base, 1e-6 * YEE_PI / dt, YEE_PI / dt, &omega));
        yee_update_make(&r, m->base, dt, &u, section);
        for (int s = 0; s < u.sections; s++)
            ck_assert_double_le(yee_section_radius(&section[s]), 1 + 1e-15);
    }
}
END_TEST

/* Two cells at x-, one at y+ and one at z+; most at the walls. */
static const double x_half[4] = {4e9, 1e9, 0, 0}, x_node[5] = {5e9, 2e9, 0, 0, 0};
static const double y_half[4] = {0, 0, 0, 4e9 * (1 + 1e-14)}, y_node[5] = {0, 0, 0, 0, 5e9};
static const double z_half[4] = {0, 0, 0, 1e9}, z_node[5] = {0, 0, 0, 0, 2e9};
static const yee_rates rates[3] = {{x_half, x_node}, {y_half, y_node}, {z_half, z_node}};

/* a of a damped copy of air, from its conductivity. */
static double rate_at(int c, int64_t i, int64_t j, int64_t k)
{
    const yee_medium *m = at(c, i, j, k);
    ck_assert_double_eq(m->response.inf, 1);
    return m->response.sigma / (m->magnetic ? YEE_MU0 : YEE_EPS0);
}

START_TEST(every_point_has_the_largest_rate_of_its_positions)
{
    start();
    freeze();
    ck_assert_int_eq(yee_voxels_damp(voxels, arena, rates, &problem), YEE_OK);
    count_points();
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t i = 0; i < problem.grid.extent[c][0]; i++)
            for (int64_t j = 0; j < problem.grid.extent[c][1]; j++)
                for (int64_t k = 0; k < problem.grid.extent[c][2]; k++) {
                    const double x = (yee_half(c, 0) ? x_half : x_node)[i];
                    const double y = (yee_half(c, 1) ? y_half : y_node)[j];
                    const double z = (yee_half(c, 2) ? z_half : z_node)[k];
                    ck_assert_double_eq_tol(rate_at(c, i, j, k) / 1e9,
                                            fmax(fmax(x, y), z) / 1e9, 1e-6);
                }
    /* four rates that differ by more than rounding, of eps and of mu, and what is not damped */
    ck_assert_int_eq(problem.media, 2 * (4 + 1));
    ck_assert_str_eq(at(YEE_EX, 3, 0, 0)->name, "air");
    ck_assert_str_eq(at(YEE_EX, 0, 0, 0)->name, "air (damped)");
}
END_TEST

START_TEST(conductors_stay_and_means_are_damped_with_their_poles)
{
    start();
    cells(WATER, true, 0, 4, 0, 2, 0, 4);
    cells(PEC, true, 0, 4, 0, 4, 0, 1);
    freeze();
    const yee_medium before = *at(YEE_EX, 0, 2, 3);
    ck_assert_int_eq(yee_voxels_damp(voxels, arena, rates, &problem), YEE_OK);
    count_points();
    ck_assert_int_eq(at(YEE_EX, 0, 2, 1)->conductor, YEE_PERFECT_ELECTRIC);
    ck_assert_str_eq(at(YEE_EX, 0, 2, 1)->name, "pec");
    const yee_medium *after = at(YEE_EX, 0, 2, 3);
    ck_assert_str_eq(before.name, "air + water");
    ck_assert_str_eq(after->name, "air + water (damped)");
    yee_response due;
    ck_assert(yee_response_damp(arena, &before.response, YEE_EPS0, x_half[0], &due));
    ck_assert_double_eq(after->response.sigma, due.sigma);
    ck_assert_mem_eq(after->response.poles, due.poles, sizeof *due.poles);
    /* the updates are those of the copies */
    yee_section section[2];
    yee_update u;
    yee_update_make(&due, YEE_EPS0, problem.grid.dt, &u, section);
    const yee_update *got = &problem.update[after - problem.medium];
    ck_assert_double_eq(got->ca, u.ca);
    ck_assert_double_eq(problem.section[got->section].r1, section[0].r1);
}
END_TEST

START_TEST(without_rates_nothing_changes)
{
    static const double zero[5];
    const yee_rates none[3] = {{NULL, NULL}}, still[3] = {{zero, zero}};
    start();
    cells(WATER, true, 0, 2, 0, 4, 0, 4);
    freeze();
    const yee_problem before = problem;
    ck_assert_int_eq(yee_voxels_damp(voxels, arena, none, &problem), YEE_OK);
    ck_assert_mem_eq(&before, &problem, sizeof before);
    ck_assert_int_eq(yee_voxels_damp(voxels, arena, still, &problem), YEE_OK);
    ck_assert_int_eq(problem.media, before.media);
    ck_assert_ptr_eq(problem.id[0], before.id[0]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("damping");
    TCase *tcase = tcase_create("damping");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, a_damped_response_is_that_of_the_shifted_frequency, 0, MEDIA);
    tcase_add_loop_test(tcase, a_damped_medium_is_passive_and_its_sections_are_stable, 0,
                        MEDIA);
    tcase_add_test(tcase, every_point_has_the_largest_rate_of_its_positions);
    tcase_add_test(tcase, conductors_stay_and_means_are_damped_with_their_poles);
    tcase_add_test(tcase, without_rates_nothing_changes);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
