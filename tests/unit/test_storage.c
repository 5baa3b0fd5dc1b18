/* The energy of a pole by its sections, against the pole's differential equation by the
 * trapezoidal rule and the elements of its circuit. */
#include "problem/media/section.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <string.h>

typedef long double num;

#define W0 (2.0 * YEE_PI * 400e12)
static const double dt = 1.5e-17;

/* A capacitor 1/stiff in series with a conductance beside a coil with its resistor, or with a
 * resistor before a capacitor with its conductance: what the second order does. First order: a
 * capacitor, and one with a resistor. */
typedef enum circuit { COIL, SECOND_CAPACITOR, FIRST_ORDER } circuit;

typedef struct law {
    const char *name;
    yee_pole pole;
    circuit circuit;
    bool passive;
    double b1; /* that is counted, where the pole is not passive */
} law;

static const law laws[] = {
    {"Debye", {0, 3.1, 1, 4e-16, 0}, FIRST_ORDER, true, 0},
    {"Debye and a constant", {2e-16, 3.1, 1, 4e-16, 0}, FIRST_ORDER, true, 0},
    {"falling constant", {-2e-16, 1, 1, 4e-16, 0}, FIRST_ORDER, false, 0},
    {"rising constant", {8e-16, 1, 1, 4e-16, 0}, FIRST_ORDER, false, 0},
    {"Drude", {0, 2 * W0 *W0, 0, 0.1 * W0, 1}, COIL, true, 0},
    {"undamped Drude", {0, 2 * W0 *W0, 0, 0, 1}, COIL, true, 0},
    {"Lorentz", {0, 1.5 * W0 *W0, W0 *W0, 0.05 * W0, 1}, COIL, true, 0},
    {"undamped Lorentz", {0, 1.5 * W0 *W0, W0 *W0, 0, 1}, COIL, true, 0},
    {"broad Lorentz", {0, 1.5 * W0 *W0, W0 *W0, 5 * W0, 1}, COIL, true, 0},
    {"critical point", {0.1 * W0, 1.1 * W0 *W0, W0 *W0, 0.4 * W0, 1}, COIL, true, 0},
    {"slow critical point", {3 * W0, W0 *W0, W0 *W0, 4 * W0, 1}, SECOND_CAPACITOR, true, 0},
    {"Debye of second order", {2 * W0, 0, 0, 0.3 * W0, 1}, SECOND_CAPACITOR, true, 0},
    {"Drude with b1", {2 * W0, 0.1 * W0 *W0, 0, 0.3 * W0, 1}, SECOND_CAPACITOR, true, 0},
    {"signs turned", {-0.1 * W0, -1.1 * W0 *W0, -W0 *W0, -0.4 * W0, -1}, COIL, true, 0},
    {"falling b1", {-0.1 * W0, 1.1 * W0 *W0, W0 *W0, 0.4 * W0, 1}, COIL, false, 0},
    {"rising b1", {W0, 1.1 * W0 *W0, W0 *W0, 0.4 * W0, 1}, COIL, false, 0.44 * W0},
    {"little b0", {W0, 0.1 * W0 *W0, W0 *W0, 0.4 * W0, 1}, COIL, false, 0.04 * W0},
    {"falling Drude", {-0.1 * W0, W0 *W0, 0, 0.4 * W0, 1}, COIL, false, 0},
};
enum { LAWS = sizeof laws / sizeof *laws };

/* d2 P'' + d1 P' + d0 P = b1 F' + b0 F at the middle of two times. */
typedef struct state {
    num f, p, q;
} state;

static state next(const yee_pole *x, state s, num f)
{
    const num r =
        (x->b0 * (f + s.f) / 2 + x->b1 * (f - s.f) / dt + 2 * x->d2 * s.q / dt - x->d0 * s.p) /
        (2 * x->d2 / ((num)dt * dt) + x->d1 / (num)dt + x->d0 / (num)2);
    return (state){f, s.p + r, 2 * r / dt - s.q};
}

/* The pole that is counted, and what it does where x does what it does in the pole. */
static yee_pole counted(const law *l)
{
    yee_pole x = l->pole;
    x.b1 = l->passive || l->circuit == FIRST_ORDER ? x.b1 : l->b1;
    return x;
}

static state driven(const law *l, state x)
{
    const yee_pole p = counted(l);
    const num second = (x.f - p.d1 * x.q - p.d0 * x.p) / p.d2;
    return (state){x.f, p.b0 * x.p + p.b1 * x.q, p.b0 * x.q + p.b1 * second};
}

/* The energy that the elements hold in a state (over base), or the power that they lose in
 * it. */
static num elements(const law *l, state s, bool lost)
{
    const yee_pole pole = counted(l), *x = &pole;
    if (l->circuit == FIRST_ORDER) {
        const num high = (num)x->b1 / x->d1, b0 = x->b0 - high * x->d0, slow = s.p - high * s.f;
        const num rate = (b0 * s.f - x->d0 * slow) / x->d1;
        if (b0 < 0)
            return lost ? 0 : high * s.f * s.f / 2;
        return lost ? x->d1 / b0 * rate * rate
                    : (high * s.f * s.f + x->d0 / b0 * slow * slow) / 2;
    }
    const num stiff = x->d0 == 0 ? 0 : (num)x->d0 / x->b0, delta = x->d1 - stiff * x->b1;
    const num v = s.f - stiff * s.p, first = stiff * s.p * s.p / 2;
    if (l->circuit == COIL) {
        const num leak = (num)x->b1 / x->d2, i = s.q - leak * v, rest = x->b0 - leak * delta;
        return lost ? leak * v * v + delta / rest * i * i : first + x->d2 / rest * i * i / 2;
    }
    const num before = (num)x->d2 / x->b1, own = v - before * s.q,
              rest = delta - before * x->b0;
    return lost ? before * s.q * s.q + x->b0 / rest * own * own
                : first + x->b1 / rest * own * own / 2;
}

/* Fast and slow parts, and a rest in which only the pole rings. */
static double play(int n)
{
    return n > 1500 ? 0 : sin(0.37 * n) * sin(0.0071 * n) + 0.3 * cos(1.9 * n) - 0.2;
}

/* Section words are doubles with some roundings a step, each 1.1e-16 of a word, which a pole
 * without losses adds up: sqrt(2000) of them, random signs, are 5e-15 of P or Q, 1e-14 of their
 * squares; ten times that. */
static const double TOLERANCE = 1e-13;

START_TEST(words_hold_what_the_circuit_holds_and_the_rest_is_lost)
{
    const law *l = &laws[_i];
    const yee_response response = {1, 0, 1, &l->pole};
    yee_update update;
    yee_section x;
    yee_update_make(&response, YEE_EPS0, dt, &update, &x);
    ck_assert_int_eq(update.sections, 1);
    ck_assert(update.energy[1] == 0);
    double s1 = 0, s2 = 0, f = 0, most = 0, error = 0, lost = 0, gained = 0, least = 0;
    const bool first = l->circuit == FIRST_ORDER;
    const yee_pole unit = {0, 1, l->pole.d0, l->pole.d1, l->pole.d2};
    state now = {0, 0, 0}, x_now = now;
    num before = 0;
    for (int n = 0; n < 2000; n++) {
        const double old = f, s1_old = s1;
        f = play(n);
        s1 += s2 - x.c1 * s1_old + x.r1 * old;
        s2 += x.rd * old - x.c0 * s1_old;
        const state then = now;
        x_now = next(&unit, x_now, f);
        now = first ? next(&l->pole, then, f) : driven(l, x_now);
        const double *e = x.energy;
        const double is =
            (update.energy[0] / YEE_EPS0 - 0.5) * f * f +
            (f * (e[0] * s1 + e[1] * s2) + s1 * (e[2] * s1 + e[3] * s2) + e[4] * s2 * s2) /
                YEE_EPS0;
        const state mean = {(now.f + then.f) / 2, (now.p + then.p) / 2, (now.q + then.q) / 2};
        const num due = elements(l, now, false), loss = dt * elements(l, mean, true);
        const num work = mean.f * (now.p - then.p);
        most = fmax(most, fabs(is));
        least = fmin(least, is);
        error = fmax(error, fabs((double)(due - is)));
        if (!first || l->passive)
            lost = fmax(lost, fabs((double)(due - before + loss - work)));
        gained = fmin(gained, (double)loss);
        before = due;
    }
    ck_assert_double_gt(most, 0);
    ck_assert_msg(error <= TOLERANCE * most, "%s: %g of %g J/m^3 over base", l->name, error,
                  most);
    ck_assert_msg(lost <= 1e-15 * most, "%s: Poynting's theorem is off by %g of %g", l->name,
                  lost, most);
    if (l->passive || !first)
        ck_assert_msg(least >= -TOLERANCE * most && gained >= 0, "%s: %g, %g", l->name, least,
                      gained);
}
END_TEST

/* A constant chi holds 1/2 chi F^2; a conductivity, a pole of nothing and one that has no
 * circuit hold nothing; of a conductivity written in second order nothing is in the field. */
START_TEST(what_has_no_words_is_in_the_field)
{
    const yee_pole poles[] = {{0, 3e13, 0, 1, 0}, {2, 3e13, 0, 1, 0}, {0, 0.25, 1, 0, 0},
                              {0, 0, 1, 1, 1},    {2, 0, 0, 0, 1},    {1, 0, 2, 3, 4}};
    const double due[] = {0, 1, 0.125, 0, 0, 0};
    for (int n = 0; n < 6; n++) {
        double square = 0, words[5];
        yee_pole_energy(&poles[n], 2, dt, &square, words);
        ck_assert_double_eq_tol(square, 2 * due[n], 1e-15);
        for (int k = 0; k < 5; k++)
            ck_assert(words[k] == 0 || n == 4);
    }
    const yee_response plain = {3, 0, 0, NULL};
    yee_update update;
    yee_update_make(&plain, YEE_MU0, dt, &update, NULL);
    ck_assert(update.energy[0] == 0 && update.energy[1] == 0.5 * YEE_MU0 * 3);
}
END_TEST

/* H edge: energy[0] H H + energy[1] H (next H) + ... + dt/2 H curl E is what an E edge of the
 * same numbers would hold, whatever the words and the curl are. */
START_TEST(an_h_edge_holds_as_much_less_the_curl)
{
    const law *l = &laws[_i];
    const yee_response response = {1.3, 1e5, 1, &l->pole};
    const double scale = YEE_EPS0 / YEE_MU0;
    const yee_response other = {1.3, 1e5 * scale, 1, &l->pole};
    yee_update h, e;
    yee_section hs, es;
    yee_update_make(&response, YEE_MU0, dt, &h, &hs);
    yee_update_make(&other, YEE_EPS0, dt, &e, &es);
    const double f = 0.7, curl = 1e5 * YEE_MU0 / dt;
    const double s1 = 0.2 * hs.r1, s2 = -0.03 * hs.r1; /* in the unit of the curl, V/m^2 */
    const double after = h.ca * f + h.cb * (-curl - s1);
    const double held = f * (hs.energy[0] * s1 + hs.energy[1] * s2) +
                        s1 * (hs.energy[2] * s1 + hs.energy[3] * s2) + hs.energy[4] * s2 * s2;
    const double is =
        h.energy[0] * f * f + h.energy[1] * f * after + held + 0.5 * dt * f * curl;
    const double t1 = scale * s1, t2 = scale * s2;
    const double same = e.energy[0] * f * f + f * (es.energy[0] * t1 + es.energy[1] * t2) +
                        t1 * (es.energy[2] * t1 + es.energy[3] * t2) + es.energy[4] * t2 * t2;
    /* A dozen roundings of numbers of the size of 1e5 MU0, which the curl cancels. */
    ck_assert_msg(fabs(is - same / scale) <= 12 * 1.2e-16 * dt * f * curl,
                  "%s: %.17g, due %.17g", l->name, is, same / scale);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("storage");
    TCase *all = tcase_create("storage");
    tcase_add_loop_test(all, words_hold_what_the_circuit_holds_and_the_rest_is_lost, 0, LAWS);
    tcase_add_test(all, what_has_no_words_is_in_the_field);
    tcase_add_loop_test(all, an_h_edge_holds_as_much_less_the_curl, 0, LAWS);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
