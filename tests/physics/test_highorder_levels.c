/* tests/physics/test_highorder_levels.c: what only S44 has, whose fields have four levels in
 * time: fading, losses, the weight of a source; s44.c and levels.h. */
#include "../highorder_figures.h"
#include "highorder_wave.h"

/* A medium with sigma dt/eps = loss at c dt = step cells. */
static void open_lossy(lab *l, const int n[3], double step, const char *wall, double loss)
{
    char more[256];
    snprintf(more, sizeof more,
             "[boundary.all]\ntype = %s\n[material.filling]\ntype = dielectric\neps = 1\n"
             "sigma = %.17g S/m\n[shape.all]\ntype = box\nmaterial = filling\n"
             "from = 0, 0, 0 m\nto = %d, %d, %d m\n",
             wall, loss * YEE_EPS0 * YEE_C0 / step, n[0], n[1], n[2] ? n[2] : 1);
    open_step(l, &wide_s44, n, "tm", step, more);
}

/* |z| - 1 of the figures' waves, seven digits, from where they come from. */
static const double fading[FIGURE_WAVES] = {-2.559199e-9, -1.623961e-7, -2.044291e-8,
                                            -6.889058e-8, -6.781986e-6};

/* 1e-12 as for the angle: 240 steps of waves of 1 leave 1e-15 in the amplitudes, and the fit
 * divides by omega dt > 0.06. */
START_TEST(a_wave_fades_as_it_should)
{
    static const int box[3] = {FIGURE_BOX, FIGURE_BOX, FIGURE_BOX};
    const int *m = figure_mode[_i];
    const int n[3] = {box[0], box[1], m[2] ? box[2] : 0}; /* the same in 2-D */
    const wide_wave of = {{1, 1, m[2] != 0}, 0.2, INFINITY};
    const figure_row *row = figure_of("s44");
    wave w = {.wall = "periodic"};
    lab l;
    for (int a = 0; a < 3; a++)
        w.k[a] = 2 * YEE_PI * m[a] / FIGURE_BOX;
    wave_polarize(&wide_s44, &of, true, &w);
    open_step(&l, &wide_s44, n, "tm", 0.2, "[boundary.all]\ntype = periodic\n");
    const double complex z = wave_step(&l, &wide_s44, &w);
    lab_close(&l);
    ck_assert_msg(fabs(carg(z) - row->angle[_i]) <= 1e-12, "wave %d: omega dt = %.15g", _i,
                  carg(z));
    ck_assert_msg(fabs(cabs(z) - 1 - fading[_i]) <= 1e-12, "wave %d: |z| - 1 = %.9g", _i,
                  cabs(z) - 1);
}
END_TEST

START_TEST(losses_obey_the_relation)
{
    static const double losses[] = {0.001, 0.01, 0.1};
    const int n[3] = {12, 9, _i < 3 ? 4 : 0};
    const wide_wave of = {{1, 1, _i < 3}, 0.2, INFINITY};
    const wave w = {"pec", {YEE_PI * 2 / 12, YEE_PI / 9, 0}, {0, 0, 1}};
    lab l;
    open_lossy(&l, n, 0.2, w.wall, losses[_i % 3]);
    const double complex z = wave_step(&l, &wide_s44, &w);
    lab_close(&l);
    const double complex want =
        wave_root(0.4 * sqrt(wide_symbol(&wide_s44, &of, w.k)), losses[_i % 3]);
    ck_assert_msg(cabs(z - want) <= 1e-11, "loss %g: z = %.15g%+.15gj, not %.15g%+.15gj",
                  losses[_i % 3], creal(z), cimag(z), creal(want), cimag(want));
}
END_TEST

/* A current in a box of one periodic cell has no curl: E = -1/(eps0 h^2) times the charge,
 * I/(sqrt(2 pi) f) for a Gaussian whose spectrum is exp(-(f'/f)^2/2). The pulse starts 2 pi
 * standard deviations before its peak: 1.7e-10 of its area are cut off; the sum over its
 * samples is exact. In four levels a source weighs 24/22 of what it does in leapfrog. */
START_TEST(a_current_leaves_its_charge)
{
    static const int n[3] = {1, 1, 1};
    const double f = 30e6, want = -1 / (YEE_EPS0 * sqrt(2 * YEE_PI) * f);
    lab l;
    open_part(&l, &wide_s44, n, "", 0.99,
              "[boundary.all]\ntype = periodic\n"
              "[waveform.w]\ntype = gaussian\nfrequency = 30 MHz\n"
              "[source.d]\ntype = dipole\nposition = 0.5 m, 0 m, 0 m\ndirection = x\n"
              "current = 1 A\nwaveform = w\n");
    lab_run(&l, 600);
    const double found = lab_read(&l, YEE_EX)[0];
    lab_close(&l);
    ck_assert_msg(fabs(found / want - 1) <= 1e-9, "%.12g V/m, not %.12g", found, want);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder_levels");
    TCase *t = tcase_create("highorder_levels");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, a_wave_fades_as_it_should, 0, FIGURE_WAVES);
    tcase_add_loop_test(t, losses_obey_the_relation, 0, 6);
    tcase_add_test(t, a_current_leaves_its_charge);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
