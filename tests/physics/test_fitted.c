/* tests/physics/test_fitted.c: reflection of laws that are fitted, against the laws
 * themselves.
 *
 * The run is held against what the grid must give for the true law (line.h), so that what is
 * left is the fit: Gamma = (1 - n)/(1 + n) with n^2 = eps changes by |n|/|1 + n|^2 |d
 * eps|/|eps|, at most d/4 for Re n >= 0 and an error d of eps, max_error (0.005); and the end
 * of the run, 1e-4: what the field in the ground still sends back. */
#include "line.h"
#include "suite.h"

static double complex clay(double f)
{
    const double w = 2 * YEE_PI * f;
    return 4 + 12 / cpow(1 + cpow(I * w * 60e-12, 0.85), 0.7) + 0.01 / (I * w * YEE_EPS0);
}
static double complex rock(double f)
{
    return 7.6 + 1.2 / sin(0.4 * YEE_PI) * cpow(I * f / 100e6, -0.2);
}

static const struct half_space {
    line ground;
    line_law *law;
} grounds[] = {
    {{"type = havriliak_negami\neps_inf = 4\ndelta_eps = 12\ntau = 60 ps\nalpha = 0.85\n"
      "beta = 0.7\nsigma = 10 mS/m\n",
      2e-3, 0.99, INFINITY, 6, "type = ricker\nfrequency = 1 GHz\n", false},
     clay},
    {{"type = jonscher\neps_inf = 7.6\nchi = 1.2\nexponent = 0.8\nfrequency = 100 MHz\n", 2e-3,
      0.99, INFINITY, 6, "type = ricker\nfrequency = 1 GHz\n", false},
     rock},
};
enum { GROUNDS = sizeof grounds / sizeof *grounds, FREQUENCIES = 30 };

START_TEST(a_half_space_reflects_as_the_law_that_was_fitted)
{
    const struct half_space *g = &grounds[_i];
    line empty = g->ground;
    empty.material = NULL;
    trace run = line_run(&g->ground), vacuum = line_run(&empty);
    double worst = 0;
    for (int n = 0; n < FREQUENCIES; n++) {
        const double f = 0.2e9 + 2.3e9 * n / (FREQUENCIES - 1);
        const double due = line_discrete(g->law, &g->ground, run.dt, f).gamma;
        worst = fmax(worst, fabs(line_measure(&run, &vacuum, f).gamma - due));
    }
    ck_assert_msg(worst <= 0.005 / 4 + 1e-4, "%s: %.3g", g->ground.material, worst);
    free(run.value);
    free(vacuum.value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fitted");
    TCase *tcase = tcase_create("reflection");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_add_loop_test(tcase, a_half_space_reflects_as_the_law_that_was_fitted, 0, GROUNDS);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
