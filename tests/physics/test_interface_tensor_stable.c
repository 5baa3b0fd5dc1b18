/* tests/physics/test_interface_tensor_stable.c: surfaces with average = tensor over many steps,
 * beside all that keeps the mean by normal; and the limit of their time step.
 *
 * problem/surface/oblique.h: E = xi D/eps0 with xi <= (1 + M'M)/eps, eps the least one of the
 * model and M the mean over a cell's edges. Leapfrog is stable while no eigenvalue of C xi C' is
 * larger than that of Yee's scheme in eps alone, 4 (1/dx^2 + 1/dy^2 + 1/dz^2)/eps.
 * $YEE_TEST_LONG=1: 1e5 steps of 200 random models in place of 4000 steps of 24. */
#include "interface.h"
#include "tensors.h"

/* The largest eigenvalue of a symmetric 3 x 3 matrix: O. K. Smith, Commun. ACM 4 (1961) 168. */
static double largest(double k[3][3])
{
    const double mean = (k[0][0] + k[1][1] + k[2][2]) / 3;
    const double off = k[0][1] * k[0][1] + k[0][2] * k[0][2] + k[1][2] * k[1][2];
    double a[3] = {k[0][0] - mean, k[1][1] - mean, k[2][2] - mean};
    const double p = sqrt((a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + 2 * off) / 6);
    if (!(p > 0))
        return mean;
    const double det = a[0] * (a[1] * a[2] - k[1][2] * k[1][2]) -
                       k[0][1] * (k[0][1] * a[2] - k[1][2] * k[0][2]) +
                       k[0][2] * (k[0][1] * k[1][2] - a[1] * k[0][2]);
    return mean + 2 * p * cos(acos(fmax(-1, fmin(1, det / (2 * p * p * p)))) / 3);
}

/* C (1 + M'M) C' of the plane wave with sin^2(k_a d_a/2) = t[a], over 4; weight: 1/d_a^2. */
static double symbol(const double t[3], const double weight[3])
{
    double k[3][3] = {{0}};
    for (int d = 0; d < 3; d++) { /* E_d = s_b H_c - s_c H_b, times what d's edges have */
        const int b = (d + 1) % 3, c = (d + 2) % 3;
        const double with = 1 + (1 - t[b]) * (1 - t[c]);
        const double sb = sqrt(weight[b] * t[b]), sc = sqrt(weight[c] * t[c]);
        k[c][c] += with * sb * sb;
        k[b][b] += with * sc * sc;
        k[b][c] -= with * sb * sc;
        k[c][b] -= with * sb * sc;
    }
    return largest(k);
}

/* 33^3 waves of cells of 60 proportions. Where all t are 1 it is Yee's own. Rounding: acos() near
 * its ends takes the root of 1e-16. */
START_TEST(no_wave_is_faster_than_in_the_thinnest_medium)
{
    enum { WAVES = 32 };
    srand(1);
    for (int n = 0; n < 60; n++) {
        double weight[3], most = 0, t[3];
        for (int a = 0; a < 3; a++)
            weight[a] = n ? pow(10, -2.0 * rand() / RAND_MAX) : 1;
        for (int i = 0; i <= WAVES; i++)
            for (int j = 0; j <= WAVES; j++)
                for (int k = 0; k <= WAVES; k++) {
                    t[0] = (double)i / WAVES, t[1] = (double)j / WAVES,
                    t[2] = (double)k / WAVES;
                    most = fmax(most, symbol(t, weight));
                }
        const double yee = weight[0] + weight[1] + weight[2];
        ck_assert_double_le(most, yee * (1 + 1e-7));
        ck_assert_double_ge(most, yee * (1 - 1e-7));
    }
}
END_TEST

/* Waves that are kept in a box meet at one edge now and then, so that the largest field goes up and
 * down; 30 times the least that was seen at the end of a tenth would be 900 times the energy at an
 * edge. A mode that grew by 1e-3 a step had 55 times its size after 4000 steps; one that grew by
 * 1e-4, 2e4 times after 1e5. Rounding leaves 1e-12 of the first field at most. */
START_TEST(nothing_grows_beside_anything)
{
    const int steps = interface_long() ? 100000 : 4000;
    writer w = {.length = 0};
    lab l;
    const int model = few_index(_i, 3);
    random_model(&w, model, steps + 200, "plain", 1);
    lab_open(&l, "%s", w.text);
    lab_run(&l, 200);
    const double early = strongest(&l);
    double late = early, least = early;
    for (int part = 0; part < 10 && late <= 30 * least; part++) {
        lab_run(&l, steps / 10);
        late = strongest(&l);
        least = fmax(fmin(least, late), 1e-12 * early);
    }
    fprintf(stderr, "model %d: %.3g V/m, %.3g V/m after %d steps\n", model, early, late, steps);
    ck_assert_double_gt(early, 0);
    ck_assert_msg(late <= 30 * least, "%g V/m after %g V/m:\n%s", late, least, w.text);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("interface_tensor_stable");
    TCase *t = tcase_create("stable");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, no_wave_is_faster_than_in_the_thinnest_medium);
    tcase_add_loop_test(t, nothing_grows_beside_anything, 0,
                        (interface_long() ? 200 : 24) / few_every(3));
    suite_add_tcase(s, t);
    return lab_main(s);
}
