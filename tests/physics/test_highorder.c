/* tests/physics/test_highorder.c: the high-order schemes step as their relation says; 3-D waves
 * in periodic boxes are in tests/conformance/test_highorder.c. */
#include "../highorder_figures.h"
#include "highorder_wave.h"

static double step_of(const wide_scheme *s) { return s->time == WIDE_BACKWARD ? 0.2 : 0.4; }

static const char *walls(const char *kind, char text[64])
{
    snprintf(text, 64, "[boundary.all]\ntype = %s\n", kind);
    return text;
}

/* TM and TE. 1e-12: the figures have twelve decimals. */
START_TEST(a_wave_in_2d_has_the_frequency_of_the_relation)
{
    static const int n[3] = {FIGURE_BOX, FIGURE_BOX, 0};
    const wide_scheme *s = scheme_list[_i % SCHEMES];
    const bool tm = _i < SCHEMES;
    const figure_row *row = figure_of(s->name);
    for (int m = 0; m < FIGURE_FLAT; m++) {
        const wide_wave of = {{1, 1, 0}, row->step, 10};
        wave w = {.wall = "periodic"};
        char text[64];
        lab l;
        for (int a = 0; a < 2; a++)
            w.k[a] = 2 * YEE_PI * figure_mode[m][a] / FIGURE_BOX;
        wave_polarize(s, &of, tm, &w);
        open_step(&l, s, n, tm ? "tm" : "te", row->step, walls(w.wall, text));
        const double complex z = wave_step(&l, s, &w);
        lab_close(&l);
        ck_assert_msg(fabs(carg(z) - row->angle[m]) <= 1e-12, "%s, wave %d: %.15g, not %.12f",
                      s->name, m, carg(z), row->angle[m]);
    }
}
END_TEST

/* A box of walls holds the modes of the infinite grid: of PEC and of PMC, in 3-D and in both
 * modes of 2-D. 1e-11: some of the 240 steps' rounding is of images, too. */
START_TEST(a_mode_between_walls_has_the_frequency_of_the_relation)
{
    static const int box[3] = {12, 9, 7}, mode[3] = {2, 1, 1};
    const wide_scheme *s = scheme_list[_i % SCHEMES];
    const int kind = _i / SCHEMES; /* 0: 3-D, 1: TM, 2: TE */
    const int n[3] = {box[0], box[1], kind ? 0 : box[2]};
    const wide_wave of = {{1, 1, !kind}, step_of(s), 10};
    for (int pmc = 0; pmc < 2; pmc++) {
        wave w = {.wall = pmc ? "pmc" : "pec"};
        char text[64];
        lab l;
        for (int a = 0; a < 3 && n[a]; a++)
            w.k[a] = YEE_PI * mode[a] / n[a];
        wave_polarize(s, &of, kind == 1, &w);
        open_step(&l, s, n, kind == 1 ? "tm" : "te", of.travel, walls(w.wall, text));
        const double complex z = wave_step(&l, s, &w), want = wave_predicted(s, &of, w.k);
        lab_close(&l);
        ck_assert_msg(cabs(z - want) <= 1e-11, "%s, %s: z = %.15g%+.15gj, not %.15g%+.15gj",
                      s->name, w.wall, creal(z), cimag(z), creal(want), cimag(want));
    }
}
END_TEST

/* In a box the error of a mode's frequency against c|k|, at some 20 and 40 cells a period with
 * the same Courant number, so that time is refined with space, falls by 2^4. The next term, of
 * sixth order, is (k h)^2 times a factor of order 1 smaller: 0.1. */
START_TEST(frequencies_converge_with_the_fourth_power_of_cell_and_step)
{
    static const wide_scheme *const fourth[] = {&wide_fv24wb, &wide_me44, &wide_me44x,
                                                &wide_hodge44};
    const wide_scheme *s = fourth[_i % 4];
    const int kind = _i / 4; /* 0: 3-D, 1: TM, 2: TE */
    const wide_wave of = {{1, 1, !kind}, 0.4, INFINITY};
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
        const int n[3] = {10 << fine, 12 << fine, kind ? 0 : 14 << fine};
        wave w = {.wall = "pec"};
        double square = 0;
        char text[64];
        lab l;
        for (int a = 0; a < 3 && n[a]; a++) {
            w.k[a] = YEE_PI / n[a];
            square += w.k[a] * w.k[a];
        }
        wave_polarize(s, &of, kind == 1, &w);
        open_step(&l, s, n, kind == 1 ? "tm" : "te", 0.4, walls("pec", text));
        error[fine] = fabs(carg(wave_step(&l, s, &w)) / (0.4 * sqrt(square)) - 1);
        lab_close(&l);
    }
    ck_assert_msg(fabs(log2(error[0] / error[1]) - 4) <= 0.1, "%s: slope %g", s->name,
                  log2(error[0] / error[1]));
}
END_TEST

/* In a medium of index 2 a wave has the frequency of the weights for half the step. */
START_TEST(a_wave_in_a_medium_has_its_own_weights)
{
    static const int box[3] = {20, 16, 5};
    const wide_scheme *s = scheme_list[_i % SCHEMES];
    const bool flat = _i >= SCHEMES;
    const int n[3] = {box[0], box[1], flat ? 0 : box[2]};
    wave w = {"periodic", {2 * YEE_PI / 20, 2 * YEE_PI / 16, 0}, {0, 0, 0}};
    lab l;
    open_part(&l, s, n, "te", 0.8,
              "[boundary.all]\ntype = periodic\n[material.a]\ntype = dielectric\neps = 4\n"
              "[shape.a]\ntype = box\nmaterial = a\nfrom = 0, 0, 0 m\nto = 20, 16, 5 m\n");
    const wide_wave own = {{1, 1, !flat}, 0.5 * YEE_C0 * l.grid->dt, 5};
    wave_polarize(s, &own, false, &w);
    const double complex z = wave_step(&l, s, &w);
    const double complex want = wave_predicted(s, &own, w.k);
    lab_close(&l);
    ck_assert_msg(cabs(z - want) <= 1e-12, "%s: z = %.15g%+.15gj, not %.15g%+.15gj", s->name,
                  creal(z), cimag(z), creal(want), cimag(want));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder");
    TCase *t = tcase_create("highorder");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, a_wave_in_2d_has_the_frequency_of_the_relation, 0, 2 * SCHEMES);
    tcase_add_loop_test(t, a_mode_between_walls_has_the_frequency_of_the_relation, 0,
                        3 * SCHEMES);
    tcase_add_loop_test(t, frequencies_converge_with_the_fourth_power_of_cell_and_step, 0, 12);
    tcase_add_loop_test(t, a_wave_in_a_medium_has_its_own_weights, 0, 2 * SCHEMES);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
