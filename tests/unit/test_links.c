/* tests/unit/test_links.c: the laws of diodes and of lumped elements, called as a scheme calls
 * them. */
#include "emitted.h"
#include "suite.h"

#define AT \
    {"negative", "3e-3, 4e-3, 8e-3"}, { "positive", "3e-3, 4e-3, 16e-3" }

static uint64_t seed;
static double chance(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

/* I of the last link, and V = drive + load I. */
static double current_at(double before, double drive, double load, double *state, double *v)
{
    const double i = f.link.current(f.link.self, 7, before, drive, load, state);
    *v = drive + load * i;
    return i;
}

START_TEST(a_link_is_opened_on_the_edges_of_its_terminals)
{
    ck_assert_int_eq(EMIT("lumped", AT, {"resistance", "75"}), YEE_OK);
    ck_assert_int_eq(f.links, 1);
    ck_assert_int_eq(f.component, YEE_EZ);
    ck_assert_int_eq(f.count, 2);
    for (int n = 0; n < 2; n++) {
        ck_assert_int_eq(f.item[n].i[2], 2 + n);
        NEAR(f.item[n].a, -4e-3);
        NEAR(f.item[n].b, 1 / 2e-6);
    }
    double state[2] = {0}, v;
    const double i = current_at(0, 3, 25, state, &v);
    NEAR(v, -75 * i);
    NEAR(i, -3.0 / 100);
}
END_TEST

START_TEST(a_lumped_element_needs_an_element)
{
    refused(EMIT("lumped", AT), YEE_INPUT, "none of resistance");
    refused(EMIT("lumped", AT, {"kind", "parallel"}, {"resistance", "0"}), YEE_INPUT, "shorts");
}
END_TEST

/* The energy that goes in, V I dt of every step, is what the resistor takes and what L and C
 * hold: L i^2/2 at n dt is what the words say. R is infinite or 0: nothing is lost. A sum of n
 * steps rounds n times: n eps of its largest term. */
START_TEST(inductors_and_capacitors_give_back_what_they_took)
{
    static const char *const kinds[] = {"series", "parallel"};
    const double load = 40, l = 3e-9, c = 0.2e-12;
    ck_assert_int_eq(EMIT("lumped", AT, {"kind", kinds[_i]}, {"inductance", "3e-9"},
                          {"capacitance", "0.2e-12"}),
                     YEE_OK);
    double state[2] = {0}, before = 0, work = 0, most = 0, v;
    for (int n = 0; n < 4000; n++) {
        const double i = -current_at(before, chance(-1, 1), load, state, &v);
        work += v * i * DT;
        before = 2 * v - before;
        const double held = _i ? 0.5 * l * state[0] * state[0] + 0.5 * c * before * before
                               : 0.5 * l * state[0] * state[0] + 0.5 * state[1] * state[1] / c;
        most = fmax(most, held);
        ck_assert_double_eq_tol(work, held, 4000 * 2.3e-16 * most);
    }
    ck_assert_double_gt(most, 1e-16);
}
END_TEST

/* Discrete impedance at omega' = (2/dt) tan(omega dt/2): a voltage that grows as z^n, |z| = 1,
 * driven until the transient is gone through R. */
START_TEST(a_lumped_element_has_its_impedance_at_the_warped_frequency)
{
    static const char *const kinds[] = {"series", "parallel"};
    const double load = 30, r = 20, l = 1e-9, c = 0.5e-12, omega = 2 * YEE_PI * 11e9;
    ck_assert_int_eq(EMIT("lumped", AT, {"kind", kinds[_i]}, {"resistance", "20"},
                          {"inductance", "1e-9"}, {"capacitance", "0.5e-12"}),
                     YEE_OK);
    enum { STEPS = 40000 };
    double state[2] = {0}, before = 0, v, sum[4] = {0};
    const double warped = 2 / DT * tan(0.5 * omega * DT);
    for (int n = 0; n < STEPS; n++) {
        const double phase = omega * DT * n;
        const double i = -current_at(before, cos(phase), load, state, &v);
        before = 2 * v - before;
        if (n < STEPS / 2)
            continue;
        sum[0] += v * cos(phase), sum[1] -= v * sin(phase);
        sum[2] += i * cos(phase), sum[3] -= i * sin(phase);
    }
    const double x = _i ? warped * c - 1 / (warped * l) : warped * l - 1 / (warped * c);
    const double re = _i ? 1 / r : r, size = sum[2] * sum[2] + sum[3] * sum[3];
    /* V/I, or I/V; 220 periods in the window, where cos is periodic to 1/220 of a period: what
     * does not cancel of 2 omega is 1/(2 pi 440) of a part in 2e4 steps, 4e-4 */
    const double dot = sum[0] * sum[2] + sum[1] * sum[3],
                 cross = sum[1] * sum[2] - sum[0] * sum[3];
    const double norm = sum[0] * sum[0] + sum[1] * sum[1];
    const double got[2] = {_i ? dot / norm : dot / size, _i ? -cross / norm : cross / size};
    const double tolerance = 4e-4 * hypot(re, x);
    ck_assert_double_eq_tol(got[0], re, tolerance);
    ck_assert_double_eq_tol(got[1], x, tolerance);
}
END_TEST

/* i = Is (exp(u/vt) - 1) + g (u - u_n) with u = v - R i, up to the rounding of b/vt in the
 * exponent: 8 roundings of |drive|/vt + 60, relatively. */
START_TEST(a_diode_obeys_its_law_however_hard_it_is_driven)
{
    const double vt = 1.380649e-23 * 300 / 1.602176634e-19, is = 1e-12;
    static const char *const ohms[] = {"0", "5"}, *const farads[] = {"0", "1e-13"};
    for (int q = 0; q < 4; q++) {
        const double r = q & 1 ? 5 : 0, g = q & 2 ? 2 * 1e-13 / DT : 0;
        ck_assert_int_eq(EMIT("diode", AT, {"saturation_current", "1e-12"},
                              {"resistance", ohms[q & 1]}, {"capacitance", farads[q / 2]}),
                         YEE_OK);
        for (int n = 0; n < 4000; n++) {
            const double load = pow(10, chance(-2, 5));
            const double drive = chance(-1, 1) * pow(10, chance(-3, 6)), un = chance(-1, 1);
            double state[1] = {g > 0 ? un : 0}, v;
            const double i = -current_at(0, drive, load, state, &v);
            const double u = g > 0 ? 0.5 * (un + state[0]) : drive - (load + r) * i;
            const double junction = is * expm1(u / vt);
            const double rounding = 8 * 2.3e-16 * (fabs(drive) + fabs(un));
            ck_assert(isfinite(i));
            /* i has the rounding of g u, which R and the load make a voltage */
            ck_assert_double_eq_tol(v - r * i, u, rounding * (1 + 2 * g * (load + r)) + 1e-15);
            /* what the rounding of u is, in the current */
            const double tolerance = (fabs(junction) + is) * (rounding / vt + 60 * 2.3e-16) +
                                     (g + 1 / (load + r)) * rounding;
            ck_assert_msg(fabs(i - junction - g * (u - un)) <= 4 * tolerance,
                          "%d: drive %g, load %g: i = %g, law %g", q, drive, load, i,
                          junction + g * (u - un));
        }
    }
}
END_TEST

START_TEST(a_diode_says_what_it_is)
{
    const yee_source_ops *ops = load("diode")->ops;
    ck_assert_int_eq(ops->links(NULL), 1);
    ck_assert_int_eq(EMIT("diode", AT), YEE_OK);
    double state[1] = {0}, v;
    /* 1 V through 1 kOhm: some 0.6 V at the junction of 1e-14 A */
    const double i = -current_at(0, 1, 1000, state, &v);
    ck_assert_double_eq_tol(v, 0.0258520 * log(1 + i / 1e-14), 1e-5);
    ck_assert(v > 0.55 && v < 0.7);
    /* reverse: -Is */
    ck_assert_double_eq_tol(current_at(0, -5, 1000, state, &v), 1e-14, 1e-20);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("links");
    TCase *t = tcase_create("links");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_link_is_opened_on_the_edges_of_its_terminals);
    tcase_add_test(t, a_lumped_element_needs_an_element);
    tcase_add_loop_test(t, inductors_and_capacitors_give_back_what_they_took, 0, 2);
    tcase_add_loop_test(t, a_lumped_element_has_its_impedance_at_the_warped_frequency, 0, 2);
    tcase_add_test(t, a_diode_obeys_its_law_however_hard_it_is_driven);
    tcase_add_test(t, a_diode_says_what_it_is);
    suite_add_tcase(s, t);
    return suite_run(s);
}
