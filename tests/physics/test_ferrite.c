/* tests/physics/test_ferrite.c: a magnetised ferrite against the closed forms of its rows and the exact
 * relation of its discrete equations. With W = (2/dt) tan(w dt/2), w0 = gamma mu0 H0 and wm = gamma mu0
 * Ms a wave along the bias whose fields turn as electrons do has, by D. Polder's tensor with the means
 * over a step (materials/ferrite/ferrite.c),
 *
 *     mu+ = 1 + wm/(w0 - W),    sin^2(kd/2) (c0 dt/d)^2 = eps mu+ sin^2(w dt/2)
 *
 * and one that turns the other way those of -w: a grid that is uniform across the wave takes no mean of
 * M along it. */
#include "trace.h"

#define TURN (1.602176634e-19 / 9.1093837015e-31 * YEE_MU0) /* gamma mu0 at g = 2, m/(A s) */

enum { SCHEMES = 3 };
static const char *const scheme[SCHEMES] = {"reference", "plain", "tiled"};

/* The law of a ferrite along z with w0 dt and wm dt, in a model of it. */
static yee_model *one_law(const char *keys, double w0, double wm)
{
    char *ini = trace_text(
        "[grid]\ncells = 1, 1, 4\nspacing = 20 mm\nbackground = f\n"
        "[run]\nsteps = 1\ntime_step = 25 ps\nprecision = f64\nthreads = 1\nunsafe = yes\n"
        "scheme = reference\n[boundary.all]\ntype = periodic\n"
        "[material.f]\ntype = ferrite\nbias = 0, 0, %.17g A/m\n"
        "saturation_magnetization = %.17g A/m\n%s"
        "[waveform.w]\ntype = gaussian\nfrequency = 1 GHz\n"
        "[source.s]\ntype = dipole\nposition = 0, 0, 0 mm\ndirection = x\ncurrent = 1 A\n"
        "waveform = w\n",
        w0 / 25e-12 / TURN, wm / 25e-12 / TURN, keys);
    yee_model *model = trace_model(ini);
    free(ini);
    ck_assert_int_eq(model->problem.laws, 1);
    return model;
}

static void turn(const yee_model *model, const double u[3], double words[6])
{
    const yee_law_use *use = &model->problem.law[0];
    double d[3] = {u[0], u[1], u[2]};
    const yee_law_row row = {.size = sizeof row,
                             .n = 1,
                             .pitch = 1,
                             .param = use->cell_param,
                             .e = d,
                             .state = words,
                             .e_pitch = 1};
    use->law->cell_row[1](&row);
}

/* alpha = 0.1, from 2.5 rad about a constant H, gamma H t = 20: Mz = tanh(alpha gamma H t/(1 + alpha^2)
 * + c) is 0.705617319601, which steps miss by their square: 0.705520173 with 1000 (to its nine digits),
 * 0.705593034 with 2000. B is u - M of the wave; |M| is kept to the rounding of 2000 steps, 1e-16 each
 * with any sign: limit 1e-13. */
START_TEST(a_magnetisation_spirals_into_the_field)
{
    static const double exact[2] = {0.705520173, 0.705593034};
    const int steps = _i ? 2000 : 1000;
    const double ms = 2 * 20.0 / steps;
    yee_model *model = one_law("model = full\ndamping = 0.1\n", 20.0 / steps, ms);
    const double *p = model->problem.law[0].cell_param, full = p[5];
    const double u[3] = {0, 0, -full};
    double words[6] = {-full * sin(2.5), 0, full * (1 - cos(2.5)), 0, 0, -full};
    for (int n = 0; n < steps; n++)
        turn(model, u, words);
    const double m[3] = {-words[0] / full, -words[1] / full, 1 - words[2] / full};
    const double length = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    printf("%d steps: Mz %.9f, exact %.9f (limit 6e-10), |M| off by %.1e (limit 1e-13)\n",
           steps, m[2], exact[_i], length - 1);
    ck_assert_double_le(fabs(m[2] - exact[_i]), 6e-10);
    ck_assert_double_le(fabs(length - 1), 1e-13);
    yee_model_free(model);
}
END_TEST

/* w0 = 0.7, wm = 0.5, w = 1 in steps of 0.1: mu+ = -0.662045252829, mu- = 1.293986...; a response that
 * is begun as it goes on stays so, but for 1000 roundings of 1e-16 each: limit 1e-12. */
START_TEST(the_permeability_is_polders_with_the_tangent)
{
    const double w = 2 / 0.1 * tan(0.05) * (_i ? -1 : 1), chi = 0.5 / (0.7 + 0.5 - w);
    const double mu = 1 + 0.5 / (0.7 - w);
    yee_model *model = one_law("", 0.07, 0.05);
    double words[6] = {-chi, 0, 0, 1, 0, 0};
    double complex least = INFINITY;
    for (int n = 1; n <= 1000; n++) {
        const double a = 0.1 * n * (_i ? -1 : 1), u[3] = {cos(a), sin(a), 0};
        turn(model, u, words);
        least = (u[0] + I * u[1]) / (u[0] + words[0] + I * (u[1] + words[1]));
    }
    printf("mu%c = %.12g, exact %.12g, off by %.1e (limit 1e-12)\n", _i ? '-' : '+',
           creal(least), mu, cabs(least / mu - 1));
    if (_i == 0)
        ck_assert_double_le(fabs(mu + 0.662045252829), 1e-12);
    ck_assert_double_le(cabs(least / mu - 1), 1e-12);
    yee_model_free(model);
}
END_TEST

/* k d/2 of one sense. */
static double wave_number(double omega, double sense, double w0, double wm, double dt,
                          double courant)
{
    const double w = sense * 2 * tan(omega * dt / 2), mu = 1 + wm / (w0 - w);
    return asin(sqrt(2 * mu) * sin(omega * dt / 2) / courant);
}

/* Phasors at w once they are steady, as test_magnetised.c has them: those of three nodes give cos(kd)
 * whatever is reflected. A smooth beginning over 60 periods leaves 1/(2 pi 60 0.5)^3 = 1.5e-7 of slow
 * waves near the resonance at half the frequency, which stay; a sum over one of their two periods may
 * double it in a second difference, (kd)^2 = 0.1 of the field: limit 3e-6. */
START_TEST(the_plane_of_polarisation_turns_as_in_the_discrete_equations)
{
    const int cells = 20, period = 40;
    const double f = 10e9, omega = 2 * YEE_PI * f, dt = 1 / f / period;
    const double d = YEE_C0 * dt / 0.9, w0 = 0.5 * omega * dt, wm = 0.3 * omega * dt;
    char *ini = trace_text(
        "[grid]\nx = %.17g m x 1\ny = %.17g m x 1\nz = %.17g m x %d\nbackground = f\n"
        "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
        "scheme = %s\n"
        "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
        "[boundary.ends]\ntype = cpml\nfaces = z\ncells = 10\n"
        "[material.f]\ntype = ferrite\nbias = 0, 0, %.17g A/m\n"
        "saturation_magnetization = %.17g A/m\neps = 2\n"
        "[waveform.w]\ntype = sine\nfrequency = %.17g Hz\nramp = 60\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 1 A/m\n"
        "waveform = w\nfrom = 0, 0, %.17g m\nto = %.17g, %.17g, %.17g m\n",
        20 * d, 20 * d, d, 30 + 2 * cells, period * 160, dt, scheme[_i], w0 / dt / TURN,
        wm / dt / TURN, f, 15 * d, 20 * d, 20 * d, 15 * d);
    trace_point point[6];
    double complex e[6] = {0};
    for (int n = 0; n < 6; n++)
        point[n] = (trace_point){n < 3 ? YEE_EX : YEE_EY, 0, 0, 16 + cells + n % 3};
    const trace t = trace_run(ini, 6, point);
    for (int64_t q = t.steps - period; q < t.steps; q++)
        for (int n = 0; n < 6; n++)
            e[n] += t.value[6 * q + n] * cexp(-omega * dt * (double)q * I);
    for (int sense = -1; sense < 2; sense += 2) {
        double complex r[3];
        for (int n = 0; n < 3; n++)
            r[n] = e[n] + (double)sense * I * e[3 + n];
        const double half = acos(creal((r[0] + r[2]) / (2 * r[1]))) / 2;
        const double exact = wave_number(omega, sense, w0, wm, dt, 0.9);
        printf("%s, sense %+d: kd/2 %.10f, relation %.10f, off by %.1e (limit 3e-6)\n",
               scheme[_i], sense, half, exact, half / exact - 1);
        ck_assert_double_le(fabs(half / exact - 1), 3e-6);
    }
    free(t.value);
    free(ini);
}
END_TEST

/* wm dt = 1.2 at 0.99 of Yee's limit, in a box of walls, periodic faces and PMC with metal in it: what
 * is kept is kept to rounding, 1e-16 a step with any sign, 1e-14 in 20000 steps, of sums of some
 * hundred terms: limit 1e-11. */
static trace closed(int steps, const char *by, const char *model, double current)
{
    const double d = 1e-2, dt = 0.99 * d / (YEE_C0 * sqrt(3)), m = 0.8 / dt / TURN;
    char *ini = trace_text(
        "[grid]\ncells = 5, 6, 7\nspacing = 10 mm\n"
        "[run]\nsteps = %d\ncourant = 0.99\nprecision = f64\nthreads = 1\nscheme = %s\n"
        "unsafe = yes\n"
        "[boundary.x]\ntype = pec\nfaces = x\n"
        "[boundary.y]\ntype = periodic\nfaces = y\n"
        "[boundary.z]\ntype = pmc\nfaces = z\n"
        "[material.p]\ntype = ferrite\nmodel = %s\nsaturation_magnetization = %.17g A/m\n"
        "bias = %.17g, %.17g, %.17g A/m\n"
        "[material.q]\ntype = ferrite\nmodel = %s\nsaturation_magnetization = %.17g A/m\n"
        "bias = %.17g, 0, 0 A/m\neps = 1, 2, 3\n"
        "[shape.p]\ntype = box\nfrom = 0, 0, 0 m\nto = 1, 1, 0.04 m\nmaterial = p\n"
        "[shape.q]\ntype = box\nfrom = 0.01, 0.02, 0.02 m\nto = 0.04, 0.05, 1 m\nmaterial = q\n"
        "[shape.m]\ntype = box\nfrom = 0.02, 0.02, 0.03 m\nto = 0.03, 0.04, 0.04 m\n"
        "material = pec\n"
        "[waveform.w]\ntype = gaussian\nfrequency = 1 GHz\n"
        "[source.s]\ntype = dipole\nposition = 25, 20, 50 mm\ndirection = x\ncurrent = %.17g "
        "A\n"
        "waveform = w\n",
        steps, by, model, m, 0.2 * m, 0.3 * m, 0.4 * m, model, 0.5 * m, -0.4 * m, current);
    const trace_point point = {YEE_EY, 3, 3, 5};
    const trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

START_TEST(a_ferrite_without_damping_keeps_the_energy)
{
    const bool full = _i >= SCHEMES;
    const char *by = scheme[_i % SCHEMES], *model = full ? "full" : "linear";
    const double current = full ? 3e5 : 1;
    const int steps = _i % SCHEMES ? 20000 : 4000; /* reference is slow */
    trace early = closed(600, by, model, current), late = closed(steps, by, model, current);
    const double drift = late.energy / early.energy - 1;
    printf("%s, %s: energy %.6g J, drift in %d steps %.2e (limit 1e-11)\n", by, model,
           late.energy, steps - 600, drift);
    ck_assert_double_gt(late.energy, 0);
    ck_assert_double_le(fabs(drift), 1e-11);
    free(early.value);
    free(late.value);
}
END_TEST

/* To first order in m/Ms, below 1e-6 in a field of 1 A; a hundredth of the current has a hundredth of
 * the difference. */
START_TEST(the_whole_equation_is_linear_in_weak_fields)
{
    double apart[2];
    for (int weak = 0; weak < 2; weak++) {
        const double current = weak ? 0.01 : 1;
        const trace a = closed(600, "plain", "linear", current),
                    b = closed(600, "plain", "full", current);
        double most = 0;
        apart[weak] = 0;
        for (int64_t n = 0; n < a.steps; n++) {
            most = fmax(most, fabs(a.value[n]));
            apart[weak] = fmax(apart[weak], fabs(a.value[n] - b.value[n]));
        }
        apart[weak] /= most;
        free(a.value);
        free(b.value);
    }
    printf("full against linear: %.2e apart, %.2e in a hundredth of the field\n", apart[0],
           apart[1]);
    ck_assert_double_le(apart[0], 1e-3);
    ck_assert_double_ge(apart[0], 50 * apart[1]);
    ck_assert_double_le(apart[0], 200 * apart[1]);
}
END_TEST

/* Both models with damping beside poles, other laws, a port and a dipole in them, at 0.99 of
 * Yee's limit, with metal between walls, and beside a layer. (Metal and a layer together grow in
 * so small a box of vacuum, too.) Sources are over at the first look; what is passive only loses
 * from then on, but for the rounding of what is there, 1e-16 a step with any sign: limit 1e-11 of
 * the first energy. A layer gives back what it keeps, which is none of the grid's energy: there
 * the first look is the bound of all. */
START_TEST(a_ferrite_in_company_never_grows)
{
    enum { LOOKS = 10 };
    const int all = few_on() ? 30000 : 100000;
    double first = 0, last = 0;
    char *ini = trace_text(
        "[grid]\ncells = 13, 7, 9\nspacing = 1 mm\n"
        "[run]\nsteps = %d\ncourant = 0.99\nprecision = f64\nthreads = 1\nscheme = %s\n"
        "unsafe = yes\n"
        "[boundary.x]\ntype = %s\nfaces = x+\n"
        "[boundary.w]\ntype = pec\nfaces = x-, z-\n"
        "[boundary.y]\ntype = periodic\nfaces = y\n"
        "[boundary.z]\ntype = pmc\nfaces = z+\n"
        "[material.f]\ntype = ferrite\nsaturation_magnetization = 400 kA/m\n"
        "bias = 30, 200, 900 kA/m\ndamping = 0.02\neps = 1, 3, 2\n"
        "[material.g]\ntype = ferrite\nmodel = full\nsaturation_magnetization = 200 kA/m\n"
        "bias = 300, 0, -20 kA/m\ndamping = 0.01\n"
        "[material.p]\ntype = magnetised_plasma\nfp = 20 GHz\ngamma_hz = 0.1 GHz\n"
        "magnetic_field = 0.1, 0.2, 0.3 T\n"
        "[material.t]\ntype = tensor\nn = 1.7, 1.5\naxis = 1, 1, 0.5\n"
        "[material.l]\ntype = lorentz\neps_inf = 2\ndelta_eps = 1\nf0 = 10 GHz\n"
        "gamma_hz = 0.5 GHz\n"
        "[shape.f]\ntype = box\nfrom = 0, 0, 0 mm\nto = 13, 4, 4 mm\nmaterial = f\n"
        "[shape.g]\ntype = box\nfrom = 2, 2, 4 mm\nto = 7, 7, 9 mm\nmaterial = g\n"
        "[shape.p]\ntype = box\nfrom = 7, 1, 4 mm\nto = 9, 5, 8 mm\nmaterial = p\n"
        "[shape.t]\ntype = box\nfrom = 1, 4, 1 mm\nto = 4, 7, 4 mm\nmaterial = t\n"
        "[shape.l]\ntype = box\nfrom = 4, 4, 0 mm\nto = 8, 6, 4 mm\nmaterial = l\n"
        "[shape.m]\ntype = box\nfrom = 3, 3, 5 mm\nto = 4, 5, 6 mm\nmaterial = %s\n"
        "[waveform.w]\ntype = gaussian\nfrequency = 12 GHz\n"
        "[source.s]\ntype = dipole\nposition = 5, 4, 6.5 mm\ndirection = z\ncurrent = 1 A\n"
        "waveform = w\n"
        "[source.v]\ntype = voltage\nnegative = 3, 2, 2 mm\npositive = 3, 2, 3 mm\n"
        "resistance = 50 Ohm\nwaveform = w\n",
        all, _i ? "tiled" : "plain", _i ? "cpml\ncells = 4" : "pec", _i ? "vacuum" : "pec");
    yee_model *model = trace_model(ini);
    yee_simulation *sim;
    const void *config;
    void *plan;
    TRACE_OK(yee_simulation_plan(model, &sim));
    const yee_scheme_ops *ops = yee_simulation_scheme(sim, &config, &plan);
    const yee_sink sink = {sizeof sink, NULL, trace_reserve, trace_commit};
    for (int look = 0; look < LOOKS; look++) {
        double energy[2];
        TRACE_OK(ops->run(plan, short_steps(all / LOOKS, 0, 13 * 7 * 9), &sink));
        TRACE_OK(ops->energy(plan, energy));
        const double now = energy[0] + energy[1];
        first = look ? first : now;
        if (look)
            ck_assert_double_le(now, (_i ? first : last) + 1e-11 * first);
        last = now;
    }
    printf("%s: energy after %d steps %.3e J, after %d %.3e J\n", _i ? "tiled" : "plain",
           all / LOOKS, first, all, last);
    ck_assert(first > 0 && last < first);
    yee_simulation_quiet(sim);
    yee_simulation_free(sim);
    yee_model_free(model);
    free(ini);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ferrite");
    TCase *tcase = tcase_create("ferrite");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_add_loop_test(tcase, a_magnetisation_spirals_into_the_field, 0, 2);
    tcase_add_loop_test(tcase, the_permeability_is_polders_with_the_tangent, 0, 2);
    tcase_add_loop_test(tcase, the_plane_of_polarisation_turns_as_in_the_discrete_equations, 0,
                        SCHEMES);
    tcase_add_loop_test(tcase, a_ferrite_without_damping_keeps_the_energy, 0, 2 * SCHEMES);
    tcase_add_test(tcase, the_whole_equation_is_linear_in_weak_fields);
    suite_add_tcase(suite, tcase);
    TCase *company = tcase_create("company");
    tcase_set_timeout(company, 120);
    tcase_add_checked_fixture(company, trace_setup, trace_teardown);
    tcase_add_loop_test(company, a_ferrite_in_company_never_grows, 0, 2);
    suite_add_tcase(suite, company);
    return suite_run(suite);
}
