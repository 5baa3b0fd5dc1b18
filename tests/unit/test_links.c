/* tests/unit/test_links.c: the laws of diodes, varactors, lumped elements and nonlinear resistors,
 * called as a scheme calls them. */
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

/* I of the last port law, and V = drive + load I. */
static double current_at(double before, double drive, double load, double *state, double *v)
{
    const double i = f.law->current(f.param, NULL, before, drive, load, state);
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

/* At the end of a line of 50 Ohm a wave a makes V = 2 a - 50 I. 1 pA and 25.85 mV; the numbers are
 * of Lambert's W to 12 digits: 0.3 V and 1 V, and the harmonics of what 1 V sin sends back, V - a,
 * which 2048 phases resolve: the amplitudes have fallen by e^-30 at the 1024th. */
START_TEST(a_diode_at_the_end_of_a_line_rectifies_as_lamberts_function_says)
{
    static const double wave[] = {0.3, 1}, volts[] = {0.540285945013, 0.621435064169},
                        amps[] = {1.19428110e-3, 27.5712987e-3},
                        harmonic[] = {-0.363677519, 0.382373501, 0.358522502, 0.102490497};
    char kelvin[64];
    snprintf(kelvin, sizeof kelvin, "%.17g", 25.85e-3 * 1.602176634e-19 / 1.380649e-23);
    ck_assert_int_eq(
        EMIT("diode", AT, {"saturation_current", "1e-12"}, {"temperature", kelvin}), YEE_OK);
    double state[1] = {0}, v;
    for (int n = 0; n < 2; n++) {
        const double i = -current_at(0, 2 * wave[n], 50, state, &v);
        ck_assert_double_eq_tol(v, volts[n], 6e-13);
        ck_assert_double_eq_tol(i, amps[n], 6e-11); /* 9 digits */
    }
    enum { PHASES = 2048 };
    double sum[4][2] = {{0}};
    for (int n = 0; n < PHASES; n++) {
        const double phase = 2 * YEE_PI * n / PHASES;
        current_at(0, 2 * sin(phase), 50, state, &v);
        for (int k = 0; k < 4; k++) {
            sum[k][0] += (v - sin(phase)) * cos(k * phase) * (k ? 2.0 : 1.0) / PHASES;
            sum[k][1] += (v - sin(phase)) * sin(k * phase) * (k ? 2.0 : 1.0) / PHASES;
        }
    }
    ck_assert_double_eq_tol(sum[0][0], harmonic[0], 1e-9);
    for (int k = 1; k < 4; k++)
        ck_assert_double_eq_tol(hypot(sum[k][0], sum[k][1]), harmonic[k], 1e-9);
}
END_TEST

/* V + load i(V) = drive to 16 roundings of the current's terms, which the load makes a voltage, and
 * of V and the drive, in the current. */
START_TEST(a_polynomial_resistor_obeys_its_law)
{
    ck_assert_int_eq(
        EMIT("nonlinear_resistor", AT, {"polynomial", "1e-4, 1e-3, 2e-3, 5e-3, 0, 1e-5"}),
        YEE_OK);
    for (int n = 0; n < 4000; n++) {
        const double load = pow(10, chance(-2, 5)),
                     drive = chance(-1, 1) * pow(10, chance(-3, 4));
        double state[1] = {0}, v;
        const double i = -current_at(0, drive, load, state, &v);
        const double law = 1e-4 + v * (1e-3 + v * (2e-3 + v * (5e-3 + v * v * 1e-5)));
        const double slope = 1e-3 + v * (4e-3 + v * (15e-3 + v * v * 5e-5));
        const double rounding =
            (fabs(i) + 1e-4) * (1 + slope * load) + slope * (fabs(v) + fabs(drive));
        ck_assert_msg(fabs(i - law) <= 16 * 2.3e-16 * rounding,
                      "drive %g, load %g: i = %g, law %g", drive, load, i, law);
    }
}
END_TEST

/* The current goes through the points, rises between them, goes on straight beyond,
 * and is 0 all along a flat piece. */
START_TEST(a_curve_goes_through_its_points_and_rises)
{
    static const double v[] = {-2, -1, 0, 0.5, 1, 1.25, 1.5},
                        i[] = {-1e-3, 0, 0, 1e-3, 0.01, 0.02, 0.05};
    ck_assert_int_eq(
        EMIT("nonlinear_resistor", AT,
             {"curve", "-2, -1e-3, -1, 0, 0, 0, 0.5, 1e-3, 1, 0.01, 1.25, 0.02, 1.5, "
                       "0.05"}),
        YEE_OK);
    double state[1] = {0}, at, last = -INFINITY;
    for (int n = 0; n < 7; n++) {
        const double got = -current_at(0, v[n] + 30 * i[n], 30, state, &at);
        ck_assert_double_eq_tol(got, i[n], 1e-15);
        ck_assert_double_eq_tol(at, v[n], 1e-14);
    }
    for (double drive = -3; drive < 4; drive += 1e-3) {
        const double got = -current_at(0, drive, 10, state, &at);
        ck_assert(got >= last - 1e-17);
        ck_assert_double_eq_tol(at + 10 * got, drive, 1e-14);
        if (at > -1 && at < 0)
            ck_assert(got == 0);
        last = got;
    }
    ck_assert_double_eq_tol(-current_at(0, -3 - 10 * 2e-3, 10, state, &at), -2e-3, 1e-15);
    ck_assert_double_eq_tol(-current_at(0, 1.75 + 10 * 0.08, 10, state, &at), 0.08, 1e-15);
}
END_TEST

/* The energy that the element has taken, v i dt a step, is never below 0 by more than its roundings,
 * and where no current leaks all of it comes back with the voltage: 4 V of reverse bias and drives
 * that carry the junction from -300 V to far above its potential, 10 V in a step and more. */
START_TEST(a_varactor_gives_back_what_it_took)
{
    static const struct {
        const char *grading, *bias, *is;
    } row[] = {{"0", "0", "0"},        {"0.33", "4", "0"}, {"0.5", "0", "1e-14"},
               {"0.5", "4", "1e-14"},  {"1", "4", "0"},    {"1.25", "0", "1e-14"},
               {"1.25", "4", "1e-14"}, {"1.9", "0", "0"}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        ck_assert_int_eq(EMIT("varactor", AT, {"capacitance", "1e-12"},
                              {"grading", row[k].grading}, {"bias", row[k].bias},
                              {"saturation_current", row[k].is}),
                         YEE_OK);
        const bool leaks = strcmp(row[k].is, "0") != 0;
        double state[1] = {0}, taken = 0, flow = 0, v;
        for (int n = 0; n < 6000; n++) {
            const double drive = n % 100 == 7 ? 300 : 20 * sin(0.003 * n) * cos(0.37 * n);
            const double i = -current_at(0, drive, 50, state, &v);
            taken += v * i;
            flow += fabs(v * i);
            ck_assert_msg(taken >= -1e-13 * flow, "row %zu, step %d: %g of %g", k, n, taken,
                          flow);
        }
        /* it empties into a resistance */
        for (int n = 0; n < 4000 && !leaks; n++)
            taken += -current_at(0, 0, 1e12 * DT, state, &v) * v; /* 1 R C a step */
        if (!leaks)
            ck_assert_msg(fabs(taken) <= 1e-12 * flow, "row %zu: %g of %g", k, taken, flow);
        else
            ck_assert_double_gt(taken, 0.01 * flow);
    }
}
END_TEST

START_TEST(a_curve_that_has_no_one_solution_is_refused)
{
    refused(EMIT("nonlinear_resistor", AT, {"curve", "0, 0, 1"}), YEE_INPUT, "3 numbers");
    refused(EMIT("nonlinear_resistor", AT, {"curve", "0, 0, 0, 1"}), YEE_INPUT,
            "voltages have to rise");
    refused(EMIT("nonlinear_resistor", AT, {"curve", "0, 0, 1, 2e-3, 2, 1e-3"}), YEE_INPUT,
            "the current falls from 0.002 A to 0.001 A");
    refused(EMIT("nonlinear_resistor", AT, {"polynomial", "0, 1, 0, -1"}), YEE_INPUT,
            "the current falls with the voltage at");
}
END_TEST

/* A table that begins above 0 V goes on straight to a current at 0 V, and so may be a battery. */
START_TEST(a_resistor_with_a_current_at_0_v_says_that_it_gives_energy)
{
    static const struct {
        const char *key, *value, *says;
    } row[] = {
        {"curve", "0.5, 0, 1, 0.1", "its current at 0 V is -0.1 A"},
        {"curve", "0, 0, 0.5, 0, 1, 0.1", ""},
        {"curve", "-1, -0.1, 1, 0.1", ""},
        {"polynomial", "1e-4, 1e-3", "its current at 0 V is 0.0001 A"},
        {"polynomial", "0, 1e-3", ""},
    };
    for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
        ck_assert_int_eq(EMIT("nonlinear_resistor", AT, {row[n].key, row[n].value}), YEE_OK);
        ck_assert_msg(*row[n].says ? strstr(f.log, row[n].says) != NULL : !*f.log, "%s: %s",
                      row[n].value, f.log);
        ck_assert_msg(f.law->active == (*row[n].says != 0), "%s", row[n].value);
    }
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
    tcase_add_test(t, a_diode_at_the_end_of_a_line_rectifies_as_lamberts_function_says);
    tcase_add_test(t, a_polynomial_resistor_obeys_its_law);
    tcase_add_test(t, a_curve_goes_through_its_points_and_rises);
    tcase_add_test(t, a_curve_that_has_no_one_solution_is_refused);
    tcase_add_test(t, a_varactor_gives_back_what_it_took);
    tcase_add_test(t, a_resistor_with_a_current_at_0_v_says_that_it_gives_energy);
    suite_add_tcase(s, t);
    return suite_run(s);
}
