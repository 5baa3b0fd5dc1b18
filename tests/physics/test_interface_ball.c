/* tests/physics/test_interface_ball.c: a dielectric ball with average = tensor against Mie's
 * series, at two resolutions.
 *
 * Two shares make the error of Q. Dispersion makes k inside too large by (k d)^2/24 (3/5 - (c
 * dt/n d)^2), 3/5 the mean of cos^4 over all directions: the series itself is asked with that
 * index. What is left is the surface's. A mean of second order sees a plane in each cell, so a
 * curved surface may be as far off as the sagitta over the cell's diagonal, 3 d^2/(8 a); moved by
 * that everywhere it changes Q by |d ln Q/d ln a| 3/8 (d/a)^2. That falls with the square of the
 * cells, of which an order of 1.5 is asked for. The mean by normal, whose part off the diagonal is
 * left out, has 4.1e-2 and 1.5e-2, an order of 1.44, and is refused by both. */
#include "ball.h"
#include "mie.h"

#define SIZE 2.0 /* 2 pi a/lambda */
#define EPS 4.0

static double pulse; /* Hz */
static double spectrum(double f)
{
    return exp(-0.5 * f * f / (pulse * pulse)) / (pulse * sqrt(2 * YEE_PI));
}

/* The ball's efficiency over that of the series with the grid's index, less 1; radius in cells. */
static double error_of(int radius)
{
    const double a = 1e-3 * radius, f = SIZE * YEE_C0 / (2 * YEE_PI * a);
    const double dt = 0.99e-3 / (YEE_C0 * sqrt(3)), step = 0.99 / sqrt(3 * EPS);
    const double kd = sqrt(EPS) * SIZE / radius, index = 1 + kd * kd / 24 * (0.6 - step * step);
    double scattered, absorbed;
    pulse = 0.7 * f;
    char *waveform = trace_text("type = gaussian\nfrequency = %.17g Hz\n", pulse);
    ball_run(&(ball){"type = dielectric\neps = 4\n", radius, a, 160 * radius * dt, 1, &f,
                     waveform, spectrum},
             &scattered, &absorbed);
    free(waveform);
    const double off = scattered / mie_sphere(SIZE, EPS * index * index).scattering - 1;
    fprintf(stderr,
            "%d cells a radius: Q %.5f, of the series %.5f, of the grid's index %+.5f\n",
            radius, scattered, mie_sphere(SIZE, EPS).scattering, off);
    return fabs(off);
}

START_TEST(a_ball_with_tensors_comes_to_mie_by_the_second_order)
{
    static const int radius[2] = {7, 14};
    const double up = mie_sphere(1.01 * SIZE, EPS).scattering * 1.01 * 1.01;
    const double down = mie_sphere(0.99 * SIZE, EPS).scattering * 0.99 * 0.99;
    const double slope = fabs(log(up / down)) / log(1.01 / 0.99); /* of the power, by a */
    double error[2];
    bool holds = true;
    setenv("YEE_TEST_AVERAGE", "tensor", 1);
    for (int n = 0; n < 2; n++) {
        char what[64];
        error[n] = error_of(radius[n]);
        snprintf(what, sizeof what, "%d cells a radius", radius[n]);
        holds =
            interface_holds(what, error[n], slope * 0.375 / (radius[n] * radius[n])) && holds;
    }
    holds = interface_order(error[0], error[1], 1.5) && holds;
    ck_assert_msg(holds, "a figure above exceeds its limit");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interface_ball");
    TCase *tcase = tcase_create("ball");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 600);
    tcase_add_test(tcase, a_ball_with_tensors_comes_to_mie_by_the_second_order);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
