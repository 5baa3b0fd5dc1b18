/* Responses against the closed form of the bilinear transform, and their recursions in f64 and
 * f32. */
#include "problem/media/section.h"
#include "suite.h"

#include <check.h>
#include <complex.h>
#include <math.h>
#include <stdlib.h>

typedef struct medium {
    const char *name;
    yee_response response;
    double base, dt;
} medium;

#define W0 (2.0 * YEE_PI * 400e12)
static const yee_pole water[] = {{0, 75.2, 1, 9.231e-12, 0}};
static const yee_pole soil[] = {{0, 3.1, 1, 9e-12, 0}, {0, 1.2, 1, 8e-11, 0}};
static const yee_pole gold[] = {{0, 1.3e16 * 1.3e16, 0, 1e14, 1}};
static const yee_pole plasma[] = {{0, 2e11 * 2e11, 0, 0, 1}};
static const yee_pole line[] = {{0, 1.5 * W0 *W0, W0 *W0, 2 * YEE_PI * 10e12, 1}};
static const yee_pole broad[] = {{0, 1.5 * W0 *W0, W0 *W0, 5 * W0, 1}};
static const yee_pole critical[] = {{1e14, 1.1 * W0 *W0, W0 *W0, 0.4 * W0, 1}};
static const yee_pole mixed[] = {{0, 0.4 * W0 *W0, W0 *W0, 0.05 * W0, 1},
                                 {0, 0.5 * W0 *W0, 0, 0.1 * W0, 1},
                                 {0, 0.7, 1, 2e-15, 0},
                                 {0, 3e13, 0, 1, 0},
                                 {0, 0, 1, 1, 1},
                                 {0, 0.25, 1, 0, 0}};
#define POLES(p) sizeof(p) / sizeof *(p), p

static const medium media[] = {
    {"vacuum", {1, 0, 0, NULL}, YEE_EPS0, 1e-12},
    {"wet ground", {9, 0.02, 0, NULL}, YEE_EPS0, 1e-12},
    {"water", {4.9, 0, POLES(water)}, YEE_EPS0, 1e-12},
    {"soil", {3.2, 1e-3, POLES(soil)}, YEE_EPS0, 1.9e-12},
    {"gold", {1, 0, POLES(gold)}, YEE_EPS0, 2e-18},
    {"plasma", {1, 0, POLES(plasma)}, YEE_EPS0, 1e-13},
    {"line", {2.25, 0, POLES(line)}, YEE_EPS0, 1.5e-17},
    {"broad line", {2.25, 0, POLES(broad)}, YEE_EPS0, 1.5e-17},
    {"critical point", {1.1, 0, POLES(critical)}, YEE_EPS0, 1.5e-17},
    {"mixture", {2, 100, POLES(mixed)}, YEE_EPS0, 1e-17},
    {"magnetic line", {1.2, 1e5, POLES(line)}, YEE_MU0, 1.5e-17},
};
enum { MEDIA = sizeof media / sizeof *media, ROOM = 8 };

/* The response under the bilinear transform: s = j (2/dt) tan(omega dt/2) in the poles;
 * sigma, taken as the mean of two times, gets the factor cos(omega dt/2) over Omega. */
static double complex bilinear(const medium *m, double omega)
{
    const double x = 0.5 * omega * m->dt;
    const double complex s = I * (2 / m->dt) * tan(x);
    double complex sum =
        m->response.inf + m->response.sigma * cos(x) / (I * (2 / m->dt) * sin(x) * m->base);
    for (size_t i = 0; i < m->response.pole_count; i++) {
        const yee_pole *p = &m->response.poles[i];
        sum += (p->b1 * s + p->b0) / (p->d2 * s * s + p->d1 * s + p->d0);
    }
    return sum;
}

static double complex number(yee_complex z) { return z.re + I * z.im; }

START_TEST(discrete_response_is_the_bilinear_transform_of_the_analytic_one)
{
    const medium *m = &media[_i];
    yee_update update;
    yee_section section[ROOM];
    yee_update_make(&m->response, m->base, m->dt, &update, section);
    for (double x = 0.01; x < 3; x *= 1.5) {
        const double omega = x / m->dt;
        const double complex is =
            number(yee_update_value(&update, section, m->base, m->dt, omega));
        const double complex due = bilinear(m, omega);
        /* A few roundings of 1.1e-16 in ca, against z - 1 of size 0.01: 1e-14 of the largest
         * term; a pole near a zero of its denominator loses at most two more digits. */
        ck_assert_msg(cabs(is - due) <= 1e-12 * cabs(due),
                      "%s: omega dt %g: %g%+gj, due %g%+gj", m->name, x, creal(is), cimag(is),
                      creal(due), cimag(due));
    }
}
END_TEST

START_TEST(analytic_response_is_the_limit_of_a_small_step)
{
    medium m = media[_i];
    const double omega = 0.3 / m.dt;
    const double complex due = number(yee_response_value(&m.response, m.base, omega));
    double error[2];
    for (int i = 0; i < 2; i++) {
        yee_update update;
        yee_section section[ROOM];
        m.dt = media[_i].dt / (i ? 16 : 8);
        yee_update_make(&m.response, m.base, m.dt, &update, section);
        error[i] = cabs(number(yee_update_value(&update, section, m.base, m.dt, omega)) - due);
    }
    /* Second order: half the step leaves a quarter of the error. The next term is of the order
     * (omega dt)^2/12 < 1e-3, times the contrast of the pole; rounding stays below 1e-12. */
    if (error[0] > 1e-9 * cabs(due))
        ck_assert_double_eq_tol(error[0] / error[1], 4, 0.1);
    else
        ck_assert_double_le(error[1], 1e-12 * cabs(due));
}
END_TEST

START_TEST(recursion_of_a_run_has_the_discrete_response)
{
    const medium *m = &media[_i];
    yee_update update;
    yee_section section[ROOM];
    yee_update_make(&m->response, m->base, m->dt, &update, section);
    const double omega = 0.2 / m->dt;
    const double complex due =
        number(yee_update_value(&update, section, m->base, m->dt, omega));

    /* E^n = z^n exactly; the curl that keeps it going is measured. The state starts in its
     * steady state, which the two lines of a section give for z = e^{j omega dt}. */
    const double complex d = cexp(I * omega * m->dt) - 1;
    double complex s1[ROOM], s2[ROOM];
    for (int q = 0; q < update.sections; q++) {
        const yee_section *s = &section[q];
        s1[q] = s->words == 1 ? s->r1 / (d + s->c1)
                              : (s->r1 * d + s->rd) / (d * d + s->c1 * d + s->c0);
        s2[q] = s->words == 1 ? 0 : (s->rd - s->c0 * s1[q]) / d;
    }
    double complex curl = 0;
    const int steps = 200;
    for (int n = 0; n <= steps; n++) {
        const double complex old = cexp(I * omega * m->dt * n);
        double complex sum = 0;
        for (int q = 0; q < update.sections; q++) {
            const yee_section *s = &section[q];
            const double complex s1_old = s1[q];
            sum += s1_old;
            s1[q] = s1_old + s2[q] - s->c1 * s1_old + s->r1 * old;
            s2[q] += s->rd * old - s->c0 * s1_old;
        }
        curl = (cexp(I * omega * m->dt * (n + 1)) - update.ca * old) / update.cb + sum;
    }
    const double complex is = curl * cexp(-I * omega * m->dt * (steps + 0.5)) /
                              (I * (2 / m->dt) * sin(0.5 * omega * m->dt) * m->base);
    /* 200 steps of a few roundings each, 1.1e-16: 1e-13, times the terms' cancellation. */
    ck_assert_msg(cabs(is - due) <= 1e-11 * cabs(due), "%s: %g%+gj, due %g%+gj", m->name,
                  creal(is), cimag(is), creal(due), cimag(due));
}
END_TEST

START_TEST(sections_of_damped_media_are_stable)
{
    const medium *m = &media[_i];
    yee_update update;
    yee_section section[ROOM];
    for (int octave = 0; octave < 20; octave++) {
        const double dt = m->dt * pow(2, octave - 10);
        yee_update_make(&m->response, m->base, dt, &update, section);
        for (int q = 0; q < update.sections; q++)
            ck_assert_double_le(yee_section_radius(&section[q]), 1 + 1e-15);
    }
}
END_TEST

START_TEST(radius_is_that_of_the_transformed_poles)
{
    /* Lightly damped: z = (2 + s dt)/(2 - s dt) at s = -delta +- j sqrt(w0^2 - delta^2). */
    const double dt = 1.5e-17, damping = YEE_PI * 10e12;
    const double complex s = -damping + I * sqrt(W0 * W0 - damping * damping);
    yee_update update;
    yee_section section[ROOM];
    yee_update_make(&media[6].response, YEE_EPS0, dt, &update, section);
    ck_assert_double_eq_tol(yee_section_radius(section), cabs((2 + s * dt) / (2 - s * dt)),
                            1e-15);
    /* Overdamped: real poles, the slower one decides. */
    const double half = 2.5 * W0, slow = -half + sqrt(half * half - W0 * W0);
    yee_update_make(&media[7].response, YEE_EPS0, dt, &update, section);
    ck_assert_double_eq_tol(yee_section_radius(section), (2 + slow * dt) / (2 - slow * dt),
                            1e-15);
    /* Growing: negative damping leaves the unit circle. */
    const yee_pole growing = {0, W0 * W0, W0 * W0, -1e13, 1};
    const yee_response active = {1, 0, 1, &growing};
    yee_update_make(&active, YEE_EPS0, dt, &update, section);
    ck_assert_double_gt(yee_section_radius(section), 1 + 1e-5);
}
END_TEST

START_TEST(conductivity_costs_no_section_and_a_drude_pole_one_word)
{
    const yee_pole ohmic = {0, 0.5 / YEE_EPS0, 0, 1, 0};
    const yee_response as_pole = {2, 0, 1, &ohmic}, as_sigma = {2, 0.5, 0, NULL};
    yee_update update, same;
    yee_section section[ROOM];
    yee_update_make(&as_sigma, YEE_EPS0, 1e-12, &same, section);
    yee_update_make(&as_pole, YEE_EPS0, 1e-12, &update, section);
    ck_assert_int_eq(update.sections, 0);
    ck_assert_double_eq_tol(update.ca, same.ca, 1e-15);
    ck_assert_double_eq_tol(update.cb / same.cb, 1, 1e-15);
    yee_update_make(&media[4].response, YEE_EPS0, 2e-18, &update, section);
    ck_assert_int_eq(update.sections, 1);
    ck_assert_int_eq(section[0].words, 1);
    ck_assert(section[0].c0 == 0 && section[0].rd == 0);
    yee_update_make(&media[6].response, YEE_EPS0, 2e-18, &update, section);
    ck_assert_int_eq(section[0].words, 2);
}
END_TEST

START_TEST(plain_media_have_the_textbook_coefficients)
{
    /* (1 - sigma dt/2 eps)/(1 + sigma dt/2 eps) and dt/eps over the same. */
    yee_update update;
    yee_update_make(&media[1].response, YEE_EPS0, 1e-12, &update, NULL);
    const double loss = 0.02 * 1e-12 / (2 * 9 * YEE_EPS0);
    ck_assert_double_eq_tol(update.ca, (1 - loss) / (1 + loss), 4e-16);
    ck_assert_double_eq_tol(update.cb / (1e-12 / (9 * YEE_EPS0) / (1 + loss)), 1, 4e-16);
}
END_TEST

START_TEST(passive_media_are_told_from_active_ones)
{
    double omega = 0;
    for (int i = 0; i < MEDIA; i++)
        ck_assert_msg(yee_response_passive(&media[i].response, media[i].base,
                                           1e-4 / media[i].dt, 1 / media[i].dt, &omega),
                      "%s at %g rad/s", media[i].name, omega);
    /* A gain line a thousandth as wide as the step of the sweep is still seen. */
    const yee_pole gain = {0, -1e-3 * W0 * W0, W0 * W0, 1e-6 * W0, 1};
    const yee_response narrow = {2, 0, 1, &gain};
    ck_assert(!yee_response_passive(&narrow, YEE_EPS0, W0 / 100, 10 * W0, &omega));
    ck_assert_double_eq_tol(omega / W0, 1, 1e-3);
    const yee_response ohmic = {2, -1e-3, 0, NULL};
    ck_assert(!yee_response_passive(&ohmic, YEE_EPS0, 0, 10 * W0, &omega));
}
END_TEST

START_TEST(single_precision_follows_double_over_two_hundred_thousand_steps)
{
    enum { n_steps = 200000 };
    const medium *m = &media[_i];
    yee_update update;
    yee_section section[ROOM];
    yee_update_make(&m->response, m->base, m->dt, &update, section);
    for (int q = 0; q < update.sections; q++) {
        const yee_section *s = &section[q];
        const float c1 = (float)s->c1, c0 = (float)s->c0, r1 = (float)s->r1, rd = (float)s->rd;
        float f1 = 0, f2 = 0;
        double d1 = 0, d2 = 0, worst = 0, peak = 0;
        for (int n = 0; n < n_steps; n++) {
            /* A tone with a slow beat: no transient is left out. */
            const float e = (float)(sin(0.03 * n) * sin(0.0007 * n));
            const float f1_old = f1;
            const double d1_old = d1;
            f1 += f2 - c1 * f1_old + r1 * e;
            f2 += rd * e - c0 * f1_old;
            d1 += d2 - s->c1 * d1_old + s->r1 * (double)e;
            d2 += s->rd * (double)e - s->c0 * d1_old;
            worst = fmax(worst, fabs((double)f1 - d1));
            peak = fmax(peak, fabs(d1));
        }
        /* Rounding to 2^-24 of the peak at most, remembered for 1/(1 - radius) steps, walks at
         * random: its root, once more doubled, and four roundings of the coefficients. The
         * media with damping stay below 2.4e-6. */
        const double memory = fmin(n_steps, 1 / (1 - yee_section_radius(s)));
        const double bound = ldexp(1, -24) * (4 + sqrt(2 * memory));
        ck_assert_msg(worst <= bound * peak, "%s, section %d: %.2g of the peak", m->name, q,
                      worst / peak);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("section");
    TCase *all = tcase_create("section");
    tcase_add_loop_test(all, discrete_response_is_the_bilinear_transform_of_the_analytic_one, 0,
                        MEDIA);
    tcase_add_loop_test(all, analytic_response_is_the_limit_of_a_small_step, 0, MEDIA);
    tcase_add_loop_test(all, recursion_of_a_run_has_the_discrete_response, 0, MEDIA);
    tcase_add_loop_test(all, sections_of_damped_media_are_stable, 0, MEDIA);
    tcase_add_test(all, radius_is_that_of_the_transformed_poles);
    tcase_add_test(all, conductivity_costs_no_section_and_a_drude_pole_one_word);
    tcase_add_test(all, plain_media_have_the_textbook_coefficients);
    tcase_add_test(all, passive_media_are_told_from_active_ones);
    tcase_add_loop_test(all, single_precision_follows_double_over_two_hundred_thousand_steps, 0,
                        MEDIA);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
