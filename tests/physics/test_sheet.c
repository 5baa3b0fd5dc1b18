/* tests/physics/test_sheet.c: what sheets within the grid let through and send back.
 *
 * The E edges on the plane of a sheet are the middle of a dual cell, h wide, and the sheet's
 * current Y E is taken by the trapezoidal rule, as media are: at omega its Y is that of s' = (2j/dt)
 * tan(omega dt/2), times cos(omega dt/2). With A of the wave that comes, B of the one that goes
 * back and T of the one behind, all at the sheet, K = (2/h) sin(kh/2) and Omega = (2/dt) sin(omega
 * dt/2), Ampere's law there is, for E along the sheet with ky across (Ky alike), each side with its
 * own half cell, eps and k,
 *
 *     j Omega sum over both sides (h/2) (eps - Ky^2/(mu Omega^2)) T
 *         = K1/(mu Omega) (A e^{jk1h/2} - B e^{-jk1h/2}) - K2/(mu Omega) T e^{-jk2h/2}
 *           - cos(omega dt/2) Y T,
 *
 * the brackets being K^2/(mu Omega^2), so that (A - B)/Z1 = T/Z2 + Y' T with A + B = T:
 *
 *     T/A = (2/Z1)/(1/Z1 + 1/Z2 + Y'),   Y' = Y(s') cos(omega dt/2),   Z = mu Omega/(K cos(kh/2)),
 *
 * exactly, also with another h on each side. With H along the sheet Z = K/(eps Omega cos(kh/2)) in
 * the same way. For h -> 0 that is 2/(2 + eta Y) in vacuum. */
#include "line.h"

typedef double complex admittance(double complex s);

#define h1 1e-3

static double complex real377(double complex s) { return 1.0 / 377 + 0 * s; }
static double complex real50(double complex s) { return 1.0 / 50 + 0 * s; }
static double complex inductive(double complex s) { return 1 / (50 + s * 2e-9); }
static double complex capacitive(double complex s) { return 1 / (100 + 1 / (s * 50e-15)); }
static double complex resonant(double complex s)
{
    return 1 / (40 + s * 4e-9 + 1 / (s * 60e-15));
}
static double complex tank(double complex s) { return 1.0 / 300 + s * 30e-15 + 1 / (s * 6e-9); }
static double complex condenser(double complex s) { return s * 40e-15; }
static double complex electrons(double complex s) { return 5e-3 / (1 + s / 40e9); }
/* 1 mS + 3e8/(s + 1e11) + (4e8 s + 2e19)/(s^2 + 3e10 s + 4e22), which is passive, and 1/(8 nH s) */
static double complex rational(double complex s)
{
    return 1e-3 + 3e8 / (s + 1e11) + (4e8 * s + 2e18) / (s * s + 3e10 * s + 1.6e22) +
           1 / (8e-9 * s);
}
/* 3 ps and 0.2 eV at 300 K: e^2/(pi hbar^2) (mu + 2 kT log(1 + exp(-mu/kT))) tau/(1 + s tau) */
static double complex graphene(double complex s)
{
    const double e = 1.602176634e-19, hbar = 1.0545718176461565e-34, kt = 1.380649e-23 * 300;
    const double mu = 0.2 * e, tau = 3e-12;
    return e * e / (YEE_PI * hbar * hbar) * (mu + 2 * kt * log(1 + exp(-mu / kt))) * tau /
           (1 + s * tau);
}

#define SHEET "type = impedance_sheet\n"
static const struct sheet {
    const char *keys;
    admittance *y;
} sheets[] = {
    {SHEET "impedance = 377 Ohm\n", real377},
    {SHEET "impedance = 50 Ohm\n", real50},
    {SHEET "resistance = 50 Ohm\ninductance = 2 nH\n", inductive},
    {SHEET "resistance = 100 Ohm\ncapacitance = 50 fF\n", capacitive},
    {SHEET "resistance = 40 Ohm\ninductance = 4 nH\ncapacitance = 60 fF\n", resonant},
    {SHEET "kind = parallel\nresistance = 300 Ohm\ninductance = 6 nH\ncapacitance = 30 fF\n",
     tank},
    {SHEET "capacitance = 40 fF\n", condenser},
    {SHEET "conductivity = 5 mS\ncollision_rate = 40e9 1/s\n", electrons},
    {SHEET "conductance = 1 mS\nb0 = 3e8, 2e18, 1\nb1 = 0, 4e8, 0\nd0 = 1e11, 1.6e22, 0\n"
           "d1 = 1, 3e10, 8e-9\nd2 = 0, 1, 0\n",
     rational},
    {"type = graphene\nchemical_potential = 0.2 eV\nscattering_time = 3 ps\ninterband = no\n",
     graphene},
};
enum { SHEETS = sizeof sheets / sizeof *sheets };

/* A line along z of cells m times finer than h1: source, probe, sheet, probe; what is behind the
 * sheet has cells `ratio` times as wide, of another medium. Nothing comes back from the ends in the
 * run. `across`: cells along x and y, 0: invariant along x. With keys NULL there is no sheet and one
 * medium. */
enum { FAR = 270, TO_PROBE = 6, TO_SHEET = 10, RANGE = 520 };

typedef struct setup {
    const char *keys;
    double eps[2], ratio, courant;
    int m, across;
    const char *high,
        *end; /* the face z+, and where the sheet is on it: the whole line; NULL */
} setup;

static trace run_line(const setup *u)
{
    const double h = h1 / u->m;
    const int probe = u->m * (FAR + TO_PROBE), sheet = probe + u->m * TO_SHEET;
    const double wide = u->across ? h * u->across : 1e4 * h, where = sheet * h;
    char *z = u->high
                  ? trace_text("%.17g mm x %d", 1.0 / u->m, sheet)
                  : trace_text("%.17g mm x %d, %.17g mm x %d", 1.0 / u->m, sheet,
                               u->ratio / u->m, (int)(u->m * (u->keys ? FAR / u->ratio : FAR)));
    char *plate = u->keys ? trace_text("[material.g]\n%s[shape.g]\ntype = plate\nmaterial = g\n"
                                       "from = 0, 0, %.17g m\nto = %.17g, %.17g, %.17g m\n",
                                       u->keys, where, u->across ? wide : 1, wide, where)
                          : trace_text("\n");
    char *x = u->across ? trace_text("x = %.17g mm x %d\ny = %.17g mm x %d\n", 1.0 / u->m,
                                     u->across, 1.0 / u->m, u->across)
                        : trace_text("x = 1 m\ny = %.17g m\ninvariant = x\nmode = tm\n", wide);
    char *behind =
        u->keys && !u->high
            ? trace_text("[material.b]\ntype = dielectric\neps = %g\n[shape.b]\ntype = box\n"
                         "material = b\nfrom = -1, -1, %.17g m\nto = 20, 20, 20 m\n",
                         u->eps[1], where)
            : trace_text("\n");
    char *ini = trace_text(
        "[grid]\n%sz = %s\n[run]\nsteps = %lld\ncourant = %.17g\nprecision = f64\nthreads = 1\n"
        "[material.a]\ntype = dielectric\neps = %g\n"
        "[shape.a]\ntype = box\nmaterial = a\nfrom = -1, -1, -1 m\nto = 20, 20, 20 m\n%s%s"
        "[boundary.sides]\ntype = periodic\nfaces = %s\n"
        "[boundary.low]\ntype = pec\nfaces = z-\n[boundary.high]\n%sfaces = z+\n"
        "[waveform.w]\ntype = gaussian_derivative\nfrequency = %.17g GHz\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 1 A/m\nwaveform = w\n"
        "from = 0, 0, %.17g m\nto = %.17g, %.17g, %.17g m\n",
        x, z, (long long)(RANGE * u->m / u->courant), u->courant, u->eps[0], behind, plate,
        u->across ? "x, y" : "y", u->high ? u->high : "type = pec\n", 12 / sqrt(u->eps[0]),
        u->m * FAR * h, u->across ? wide : 1, wide, u->m * FAR * h);
    const trace_point point[] = {{YEE_EX, 0, 0, probe},
                                 {YEE_EX, 0, 0, u->high ? sheet : sheet + 5 * u->m}};
    trace t = trace_run(ini, 2, point);
    free(ini);
    free(z);
    free(x);
    free(plate);
    free(behind);
    return t;
}

static double warp(double omega, double dt) { return 2 / dt * tan(0.5 * omega * dt); }

/* The waves that pass and that come back, at the sheet, by runs with and without it. */
static void measure(const setup *u, const trace *with, const trace *without, double omega,
                    double complex *through, double complex *back)
{
    const double h = h1 / u->m;
    const double complex one = line_phase(u->eps[0], h, with->dt, omega) * (TO_SHEET * u->m),
                         two = line_phase(u->eps[1], h * u->ratio, with->dt, omega) *
                               (u->high ? 0 : 5 * u->m);
    const double complex in = trace_spectrum(without, 0, omega);
    *through = trace_spectrum(with, 1, omega) / in * cexp(I * (one + two));
    *back = (trace_spectrum(with, 0, omega) - in) / in * cexp(2 * I * one);
}

/* 1/Z of the grid on one side. */
static double complex grid_admittance(double eps, double h, double dt, double omega)
{
    return sqrt(eps) / YEE_ETA0 * ccos(0.5 * line_phase(eps, h, dt, omega));
}

static double step_of(const setup *u, trace *with, trace *without)
{
    setup none = *u;
    *with = run_line(u);
    none.keys = NULL;
    none.high = NULL;
    none.ratio = 1;
    *without = run_line(&none);
    /* the limit is that of the finest cells */
    ck_assert_double_eq_tol(with->dt, without->dt, 1e-8 * with->dt);
    return with->dt;
}

/* From 100 to 10 cells a wave, at two time steps, in vacuum, between media and behind a step of
 * the cells; the last in three dimensions. The pulse is 1e-9 of its peak where it begins, and the
 * sheets have forgotten it to 1e-7 at the end (the slowest, 4 nH over 135 Ohm, has 270 cells of time,
 * e^-17); what lies above 37 GHz is late in the wider cells: 3e-6. */
START_TEST(a_sheet_passes_waves_as_the_grid_has_it)
{
    static const setup of[] = {
        {.eps = {1, 1}, .ratio = 1, .courant = 0.99, .m = 1},
        {.eps = {2.25, 6}, .ratio = 1, .courant = 0.6, .m = 1},
        {.eps = {1, 1}, .ratio = 1.5, .courant = 0.9, .m = 1},
        {.eps = {1, 2}, .ratio = 1, .courant = 0.99, .m = 1, .across = 2},
    };
    const struct sheet *g = &sheets[_i];
    for (size_t n = 0; n < sizeof of / sizeof *of; n++) {
        if (of[n].across && _i % 3)
            continue; /* the media of the plane are the same ones */
        setup u = of[n];
        u.keys = g->keys;
        trace with, without;
        const double dt = step_of(&u, &with, &without), room = u.ratio > 1 ? 5e-6 : 5e-7;
        for (double f = 3e9; f < 31e9; f += 3e9) {
            const double omega = 2 * YEE_PI * f / sqrt(u.eps[0]);
            const double complex y = g->y(I * warp(omega, dt)) * cos(0.5 * omega * dt),
                                 y1 = grid_admittance(u.eps[0], h1, dt, omega),
                                 y2 = grid_admittance(u.eps[1], h1 * u.ratio, dt, omega);
            const double complex want = 2 * y1 / (y1 + y2 + y);
            double complex through, back;
            measure(&u, &with, &without, omega, &through, &back);
            ck_assert_msg(cabs(through - want) < room && cabs(back + 1 - want) < room,
                          "%s %zu at %g GHz: %g %+gj and back %g %+gj, not %g %+gj", g->keys, n,
                          1e-9 * f, creal(through), cimag(through), creal(back), cimag(back),
                          creal(want), cimag(want));
        }
        free(with.value);
        free(without.value);
    }
}
END_TEST

/* Against the formula of the continuum. The error of the grid, above, is in Y', by (omega dt)^2/12
 * and (omega dt)^2/8, and in both admittances, by (kh)^2/8: halved cells and steps leave a quarter,
 * slopes of 2 within what terms of the fourth order, 0.01 of the second at 19 cells a wave, allow. */
START_TEST(a_sheet_is_of_second_order)
{
    const struct sheet *g = &sheets[_i];
    double error[3];
    setup u = {.keys = g->keys, .eps = {1, 2.25}, .ratio = 1, .courant = 0.5};
    const double omega = 2 * YEE_PI * 10e9;
    const double complex want = 2 / (1 + sqrt(u.eps[1]) + YEE_ETA0 * g->y(I * omega));
    for (int n = 0; n < 3; n++) {
        trace with, without;
        double complex through, back;
        u.m = 1 << n;
        step_of(&u, &with, &without);
        measure(&u, &with, &without, omega, &through, &back);
        error[n] = cabs(through - want);
        free(with.value);
        free(without.value);
    }
    for (int n = 1; n < 3; n++) {
        const double slope = log2(error[n - 1] / error[n]), room = n == 1 ? 0.06 : 0.015;
        ck_assert_msg(fabs(slope - 2) < room, "%s: errors %g, %g: slope %g", g->keys,
                      error[n - 1], error[n], slope);
    }
}
END_TEST

/* On a wall of the rule pmc a sheet is that of an impedance wall, (1 - Y Z)/(1 + Y Z); on a magnetic
 * plane of symmetry the half that is there sees what waves from both sides would do to each other, t
 * + r = (2 - Y Z)/(2 + Y Z). */
START_TEST(a_sheet_on_a_face_is_that_of_a_wall_or_of_the_whole_model)
{
    static const char *const face[] = {"type = pmc\n", "type = symmetry\nkind = magnetic\n"};
    const struct sheet *g = &sheets[3 * _i % SHEETS];
    for (int n = 0; n < 2; n++) {
        setup u = {.keys = g->keys,
                   .eps = {1, 1},
                   .ratio = 1,
                   .courant = 0.9,
                   .m = 1,
                   .high = face[n]};
        trace with, without;
        const double dt = step_of(&u, &with, &without);
        for (double f = 3e9; f < 31e9; f += 9e9) {
            const double omega = 2 * YEE_PI * f;
            const double complex y = g->y(I * warp(omega, dt)) * cos(0.5 * omega * dt) /
                                     grid_admittance(1, h1, dt, omega);
            const double complex want = (n + 1 - y) / (n + 1 + y);
            double complex through, back;
            measure(&u, &with, &without, omega, &through, &back);
            ck_assert_msg(cabs(back - want) < 2e-7, "%s%s: %g %+gj, not %g %+gj", face[n],
                          g->keys, creal(back), cimag(back), creal(want), cimag(want));
        }
        free(with.value);
        free(without.value);
    }
}
END_TEST

/* ---- oblique ---- */

/* A mode between metal plates, as in test_impedance.c. */
enum { M = 8, OBLIQUE = 430, GUIDE = 20 };

static trace run_guide(bool te, const char *keys)
{
    const int probe = OBLIQUE + 4;
    char *sources = trace_text("\n");
    for (int j = te ? 0 : 1; j < M; j++) {
        const double y = te ? j + 0.5 : j,
                     weight = te ? cos(YEE_PI * y / M) : sin(YEE_PI * y / M);
        char *more = trace_text("%s[source.s%d]\ntype = dipole\ndirection = %c\n"
                                "position = %d, %g, 0.5 mm\ncurrent = %.17g A\nwaveform = w\n",
                                sources, j, te ? 'y' : 'z', OBLIQUE, y, weight);
        free(sources);
        sources = more;
    }
    char *plate = keys ? trace_text("[material.g]\n%s[shape.g]\ntype = plate\nmaterial = g\n"
                                    "from = %d, 0, 0 mm\nto = %d, %d, 1 mm\n",
                                    keys, OBLIQUE + GUIDE, OBLIQUE + GUIDE, M)
                       : trace_text("\n");
    char *ini = trace_text(
        "[grid]\ncells = %d, %d, 1\nspacing = 1 mm\ninvariant = z\nmode = %s\n"
        "[run]\nsteps = 1000\ncourant = 0.95\nprecision = f64\nthreads = 1\n"
        "[boundary.all]\ntype = pec\n%s"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 28 GHz\nbandwidth = 8.5 GHz\n%s",
        2 * OBLIQUE, M, te ? "te" : "tm", plate, sources);
    const trace_point point[] = {
        {te ? YEE_EY : YEE_EZ, probe, te ? 0 : M / 2, 0},
        {te ? YEE_EY : YEE_EZ, OBLIQUE + GUIDE + 6, te ? 0 : M / 2, 0}};
    trace t = trace_run(ini, 2, point);
    free(ini);
    free(plate);
    free(sources);
    return t;
}

START_TEST(a_sheet_passes_oblique_waves_of_both_polarisations)
{
    const struct sheet *g = &sheets[_i / 2];
    const bool te = _i % 2;
    const double dispersion = 2 / h1 * sin(YEE_PI / M / 2);
    trace without = run_guide(te, NULL), with = run_guide(te, g->keys);
    for (double f = 25e9; f < 31.1e9; f += 2e9) {
        const double omega = 2 * YEE_PI * f, dt = with.dt;
        const double time = 2 / dt * sin(0.5 * omega * dt), k0 = time / YEE_C0;
        const double along = sqrt(k0 * k0 - dispersion * dispersion);
        const double phase = 2 * asin(0.5 * along * h1); /* of a cell */
        const double own = YEE_ETA0 * (te ? along / k0 : k0 / along) / cos(0.5 * phase);
        const double complex y = g->y(I * warp(omega, dt)) * cos(0.5 * omega * dt);
        const double complex want = 2 / (2 + y * own), in = trace_spectrum(&without, 0, omega);
        const double complex through =
            trace_spectrum(&with, 1, omega) / in * cexp(I * phase * (GUIDE + 2));
        const double complex back =
            (trace_spectrum(&with, 0, omega) - in) / in * cexp(2 * I * phase * (GUIDE - 4));
        ck_assert_msg(cabs(through - want) < 2e-7 && cabs(back + 1 - want) < 2e-7,
                      "%s, %s at %g GHz: %g %+gj and back %g %+gj, not %g %+gj", g->keys,
                      te ? "te" : "tm", 1e-9 * f, creal(through), cimag(through), creal(back),
                      cimag(back), creal(want), cimag(want));
    }
    free(without.value);
    free(with.value);
}
END_TEST

/* ---- the media of edges ---- */

static double sigma_at(const yee_model *m, int c, int64_t i, int64_t j, int64_t k)
{
    const yee_problem *p = &m->problem;
    return p->medium[yee_problem_medium(p, c, yee_grid_index(&p->grid, c, i, j, k))]
        .response.sigma;
}

/* Two sheets that cross, one of them twice on a plane, in graded cells 1, 2, 3 mm (x), 2, 1, 1 mm
 * (y): every face gives half of its width to an edge, over the width of the dual cell across. */
START_TEST(faces_give_their_edges_half_of_their_width)
{
    yee_model *m = trace_model(
        "[grid]\nx = 1, 2, 3 mm\ny = 2, 1, 1 mm\nz = 1 mm x 4\n"
        "[run]\nsteps = 1\nprecision = f64\n[boundary.all]\ntype = pmc\n"
        "[material.a]\ntype = impedance_sheet\nimpedance = 1 Ohm\n"
        "[material.b]\ntype = impedance_sheet\nimpedance = 0.1 Ohm\n"
        "[shape.a]\ntype = plate\nmaterial = a\nfrom = 0, 0, 2 mm\nto = 3, 3, 2 mm\n"
        "[shape.b]\ntype = plate\nmaterial = b\nfrom = 3, 0, 0 mm\nto = 3, 4, 3 mm\n"
        "[shape.c]\ntype = plate\nmaterial = b\nfrom = 1, 2, 2 mm\nto = 6, 4, 2 mm\n"
        "[shape.p]\ntype = plate\nmaterial = pec\nfrom = 3, 3, 2 mm\nto = 6, 4, 2 mm\n"
        "[waveform.w]\ntype = ricker\nfrequency = 1 GHz\n"
        "[source.s]\ntype = dipole\nposition = 0, 0, 0 mm\ndirection = z\ncurrent = 1 A\n"
        "waveform = w\n");
    const double close = 1e-9;
    /* Ex at (x = 0.5, y = 0, z = 2 mm): all of the half dual cell at the face y- */
    ck_assert_double_eq_tol(sigma_at(m, YEE_EX, 0, 0, 2), 1 / 1e-3, 1e3 * close);
    /* y = 2: both sides are a's; b's face at y from 2 to 3 begins at x = 1 */
    ck_assert_double_eq_tol(sigma_at(m, YEE_EX, 0, 1, 2), 1 / 1e-3, 1e3 * close);
    ck_assert_double_eq_tol(sigma_at(m, YEE_EX, 1, 1, 2), 1e3 + 10e3 * 0.5 / 1.5, 1e4 * close);
    /* y = 3: a's face on one side of two equal cells, b's on both; metal takes the third cell */
    ck_assert_double_eq_tol(sigma_at(m, YEE_EX, 1, 2, 2), 0.5e3 + 10e3, 1e4 * close);
    ck_assert(sigma_at(m, YEE_EX, 2, 2, 2) == 0);
    /* Ez in the sheet across x, whose dual cell there is 2.5 mm; at its end z = 3 no edge more */
    ck_assert_double_eq_tol(sigma_at(m, YEE_EZ, 2, 1, 0), 10 / 2.5e-3, 1e4 * close);
    ck_assert(sigma_at(m, YEE_EZ, 2, 1, 3) == 0);
    /* Ey at (x = 3, y = 1, z = 2 mm): half of a's dual cell is covered, 1 of 2.5 mm, and the other
     * sheet crosses it */
    ck_assert_double_eq_tol(sigma_at(m, YEE_EY, 2, 0, 2), 1e3 * 1 / 2.5 + 10 / 2.5e-3,
                            1e4 * close);
    /* at its end z = 3 mm the sheet across x has a half */
    ck_assert_double_eq_tol(sigma_at(m, YEE_EY, 2, 0, 3), 0.5 * 10 / 2.5e-3, 1e4 * close);
    yee_model_free(m);
}
END_TEST

/* ---- graphene ---- */

/* Kubo's formula as G. W. Hanson, J. Appl. Phys. 103 (2008) 064302, eq. (1), has it, integrated
 * over the energy by the midpoint rule, whose step is a fifth of the collisions' width. */
static double complex hanson(double mu, double kt, double tau, double omega)
{
    const double e = 1.602176634e-19, hbar = 1.0545718176461565e-34, step = 0.1 * hbar / tau;
    const double complex p = I * omega + 1 / tau;
    double complex sum = 0;
    const int n = 200000;
    for (int q = 0; q < n; q++) {
        const double at = (q + 0.5) * step;
        const double edge = 0.5 * (tanh(0.5 * (at + mu) / kt) + tanh(0.5 * (at - mu) / kt));
        sum += edge / (p * p + 4 * at * at / (hbar * hbar)) * step;
    }
    sum += hbar * hbar / (4 * n * step); /* beyond: 1/(4 at^2/hbar^2) */
    return e * e / (YEE_PI * hbar * hbar) *
           (p * sum + (mu + 2 * kt * log(1 + exp(-mu / kt))) / p);
}

/* The sheet over its width in vacuum is the formula's, to the error that its fit is held to (the
 * midpoint rule is right to 1e-5 of e^2/(4 hbar), and its end to (mu/70 eV)^2). */
START_TEST(graphene_has_kubos_conductivity)
{
    static const double mu[] = {0.1, 0.3, 0.6}, top[] = {150, 120, 260};
    const double e = 1.602176634e-19, floor = e * e / (4 * 1.0545718176461565e-34);
    char *ini = trace_text(
        "[grid]\ncells = 4, 4, 4\nspacing = 20 nm\n[run]\nsteps = 1\nprecision = f64\n"
        "[boundary.all]\ntype = pec\n[material.g]\ntype = graphene\nchemical_potential = %g "
        "eV\n"
        "scattering_time = 0.1 ps\nfrequency_min = 10 THz\nfrequency_max = %g THz\n"
        "[shape.g]\ntype = plate\nmaterial = g\nfrom = 0, 0, 40 nm\nto = 80, 80, 40 nm\n"
        "[waveform.w]\ntype = ricker\nfrequency = 60 THz\n"
        "[source.s]\ntype = dipole\nposition = 30, 40, 20 nm\ndirection = x\ncurrent = 1 A\n"
        "waveform = w\n",
        mu[_i], top[_i]);
    yee_model *m = trace_model(ini);
    const yee_problem *p = &m->problem;
    const yee_response *r =
        &p->medium[yee_problem_medium(p, YEE_EX, yee_grid_index(&p->grid, YEE_EX, 1, 2, 2))]
             .response;
    for (double f = 10e12; f < 1e12 * top[_i]; f *= 1.3) {
        const double omega = 2 * YEE_PI * f;
        const double complex want = hanson(mu[_i] * e, 1.380649e-23 * 300, 0.1e-12, omega);
        double complex eps = r->inf - 1 + r->sigma / (I * omega * YEE_EPS0);
        for (size_t n = 0; n < r->pole_count; n++)
            eps +=
                (r->poles[n].b0 + I * omega * r->poles[n].b1) /
                (r->poles[n].d0 + I * omega * r->poles[n].d1 - omega * omega * r->poles[n].d2);
        const double complex own = I * omega * YEE_EPS0 * eps * 20e-9;
        ck_assert_msg(cabs(own - want) < 0.0201 * fmax(cabs(want), floor),
                      "%g eV at %g THz: %g %+gj S, not %g %+gj S", mu[_i], 1e-12 * f,
                      creal(own), cimag(own), creal(want), cimag(want));
    }
    free(ini);
    yee_model_free(m);
}
END_TEST

/* A plasmon along y, one wave of L = 16 cells: H across the plane, fields that fall off by
 * exp(-alpha h) a cell on both sides. With Ky = (2/h) sin(pi/16), the law above for k = -j alpha
 * becomes 2/Z + Y' = 0, Z = K/(eps Omega cos(kh/2)), K^2 = Omega^2/c^2 - Ky^2, all at a complex
 * frequency, which rings and fades in the run. It is found by Newton's method from omega^2 = e^2 mu
 * ky/(2 pi hbar^2 eps0) (M. Jablan, H. Buljan and M. Soljacic, Phys. Rev. B 80 (2009) 245435, eq.
 * (13)) and compared by what a step multiplies the field with, from three equations of linear
 * prediction. */
static double complex plasmon(double complex omega, double h, double dt, double ky)
{
    const double e = 1.602176634e-19, hbar = 1.0545718176461565e-34;
    const double complex time = 2 / dt * csin(0.5 * omega * dt), k0 = time / YEE_C0;
    const double complex s = 2 * I / dt * ctan(0.5 * omega * dt);
    const double complex kk = csqrt(ky * ky - k0 * k0); /* j K */
    const double complex half = casinh(0.5 * kk * h);   /* alpha h/2 */
    const double kt = 1.380649e-23 * 300, mu = 0.4 * e, tau = 0.2e-12;
    const double complex y = e * e / (YEE_PI * hbar * hbar) *
                             (mu + 2 * kt * log(1 + exp(-mu / kt))) / (s + 1 / tau) *
                             ccos(0.5 * omega * dt);
    /* 1/Z = eps Omega cosh(alpha h/2)/K, K = -j kk */
    return 2 * I * YEE_EPS0 * time * ccosh(half) / kk + y;
}

START_TEST(a_plasmon_rings_as_the_grid_has_it)
{
    const double h = 10e-9, ky = 2 / h * sin(YEE_PI / 16);
    yee_model *m = trace_model(
        "[grid]\ncells = 120, 16, 1\nspacing = 10 nm\ninvariant = z\nmode = te\n"
        "[run]\nsteps = 24000\ncourant = 0.9\nprecision = f64\nthreads = 1\n"
        "[boundary.x]\ntype = pec\nfaces = x\n[boundary.y]\ntype = periodic\nfaces = y\n"
        "[material.g]\ntype = graphene\nchemical_potential = 0.4 eV\nscattering_time = 0.2 ps\n"
        "interband = no\n"
        "[shape.g]\ntype = plate\nmaterial = g\nfrom = 600, 0, 0 nm\nto = 600, 160, 10 nm\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 47 THz\nbandwidth = 30 THz\n"
        "[source.s]\ntype = dipole\ndirection = y\nposition = 620, 45, 5 nm\ncurrent = 1 A\n"
        "waveform = w\n"
        "[source.t]\ntype = dipole\ndirection = y\nposition = 620, 125, 5 nm\ncurrent = -1 A\n"
        "waveform = w\n");
    const trace_point point = {YEE_EY, 60, 6, 0};
    trace t = trace_run_model(m, 1, &point);
    yee_model_free(m);
    const double e = 1.602176634e-19, hbar = 1.0545718176461565e-34;
    double complex omega =
        sqrt(e * e * 0.4 * e * ky / (2 * YEE_PI * hbar * hbar * YEE_EPS0)) + 2.5e12 * I;
    for (int n = 0; n < 50; n++) {
        const double complex step = 1e-6 * omega, f = plasmon(omega, h, t.dt, ky);
        omega -= f * step / (plasmon(omega + step, h, t.dt, ky) - f);
    }
    ck_assert_double_lt(cabs(plasmon(omega, h, t.dt, ky)), 1e-12);
    /* v(n+1) + v(n-1) times what fades = 2 cos .. v(n), by least squares over the last third, every
     * twentieth step */
    double a[2][2] = {{0}}, b[2] = {0};
    const int64_t each = 20;
    for (int64_t n = t.steps * 2 / 3; n < t.steps - each; n++) {
        const double v0 = t.value[n - each], v1 = t.value[n], v2 = t.value[n + each];
        a[0][0] += v1 * v1;
        a[0][1] += v1 * v0;
        a[1][1] += v0 * v0;
        b[0] += v1 * v2;
        b[1] += v0 * v2;
    }
    const double det = a[0][0] * a[1][1] - a[0][1] * a[0][1];
    const double p = (b[0] * a[1][1] - b[1] * a[0][1]) / det,
                 q = (b[1] * a[0][0] - b[0] * a[0][1]) / det;
    const double complex root = 0.5 * p + csqrt(0.25 * p * p + q);
    const double complex got = clog(root) / (I * (double)each * t.dt);
    const double complex own = creal(got) < 0 ? -conj(got) : got;
    ck_assert_msg(cabs(own - omega) < 1e-6 * cabs(omega),
                  "rings with %.9g %+.9gj rad/s, not %.9g %+.9gj", creal(own), cimag(own),
                  creal(omega), cimag(omega));
    free(t.value);
}
END_TEST

/* Sheets of every kind, crossing each other, dielectrics, a metal, the layers, a plane of symmetry
 * and a wall, in graded cells at 0.99 of the limit: what a source leaves fades. After the source 5000
 * steps are 30 ways through the grid. */
START_TEST(sheets_are_stable_everywhere)
{
    char *plates = trace_text("\n");
    for (int n = 0; n < SHEETS; n++) {
        const int a = n % 3;
        double from[3] = {0, 0, 0}, to[3] = {25, 25, 25};
        from[a] = to[a] = 4 + 2 * (n % 8);
        from[(a + 1) % 3] = n % 4 ? 0 : 7;
        char *more = trace_text(
            "%s[material.m%d]\n%s[shape.s%d]\ntype = plate\nmaterial = m%d\n"
            "from = %g, %g, %g mm\nto = %g, %g, %g mm\n",
            plates, n, sheets[n].keys, n, n, from[0], from[1], from[2], to[0], to[1], to[2]);
        free(plates);
        plates = more;
    }
    char *ini = trace_text(
        "[grid]\nx = 1 mm x 8, 2 mm x 6, 1 mm x 5\ny = 1 mm x 10, 2 mm x 5\n"
        "z = 1 mm x 12, 1.5 mm x 8\n"
        "[run]\nsteps = 15000\ncourant = 0.99\nprecision = f64\nthreads = 1\n"
        "[boundary.x]\ntype = cpml\ncells = 5\nfaces = x\n"
        "[boundary.y]\ntype = symmetry\nkind = magnetic\nfaces = y-\n"
        "[boundary.w]\ntype = impedance\nimpedance = 300 Ohm\nfaces = y+\n"
        "[boundary.z]\ntype = periodic\nfaces = z\n"
        "[material.a]\ntype = dielectric\neps = 6\nsigma = 0.01 S/m\n"
        "[shape.a]\ntype = box\nmaterial = a\nfrom = 0, 6, 0 mm\nto = 25, 13, 30 mm\n"
        "[shape.b]\ntype = sphere\nmaterial = pec\ncenter = 14, 8, 10 mm\nradius = 3 mm\n"
        "%s[source.p]\ntype = voltage\nnegative = 10, 2, 9 mm\npositive = 10, 2, 10 mm\n"
        "waveform = w\n[waveform.w]\ntype = gaussian_derivative\nfrequency = 20 GHz\n",
        plates);
    const trace_point point = {YEE_EZ, 9, 3, 7};
    trace t = trace_run(ini, 1, &point);
    double first = 0, last = 0;
    for (int64_t n = 0; n < t.steps; n++)
        *(n < t.steps / 2 ? &first : &last) =
            fmax(n < t.steps / 2 ? first : last, fabs(t.value[n]));
    ck_assert_msg(last < 1e-3 * first, "%g V/m at first, %g V/m at last", first, last);
    free(t.value);
    free(plates);
    free(ini);
}
END_TEST

/* R, L and C in series are poles whose admittance has no b0. */
START_TEST(numbers_of_poles_that_are_0_need_not_be_given)
{
    static const char *const keys[] = {"b0 = 0\n", ""};
    yee_response r[2];
    yee_model *m[2];
    for (int n = 0; n < 2; n++) {
        char *ini = trace_text(
            "[grid]\ncells = 4, 4, 4\nspacing = 1 mm\n[run]\nsteps = 1\nprecision = f64\n"
            "[boundary.all]\ntype = pec\n[material.g]\n" SHEET
            "%sb1 = 1\nd0 = 1e22\nd1 = 1e10\nd2 = 1\n"
            "[shape.g]\ntype = plate\nmaterial = g\nfrom = 0, 0, 2 mm\nto = 4, 4, 2 mm\n"
            "[waveform.w]\ntype = ricker\nfrequency = 9 GHz\n"
            "[source.s]\ntype = dipole\nposition = 1.5, 2, 1 mm\ndirection = x\n"
            "current = 1 A\nwaveform = w\n",
            keys[n]);
        m[n] = trace_model(ini);
        const yee_problem *p = &m[n]->problem;
        const int64_t at = yee_grid_index(&p->grid, YEE_EX, 1, 2, 2);
        r[n] = p->medium[yee_problem_medium(p, YEE_EX, at)].response;
        free(ini);
    }
    ck_assert_uint_eq(r[0].pole_count, 1);
    ck_assert_uint_eq(r[1].pole_count, 1);
    ck_assert(!memcmp(r[0].poles, r[1].poles, sizeof *r[0].poles));
    yee_model_free(m[0]);
    yee_model_free(m[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sheet");
    TCase *tcase = tcase_create("sheet");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_sheet_passes_waves_as_the_grid_has_it, 0, SHEETS);
    tcase_add_loop_test(tcase, a_sheet_is_of_second_order, 0, SHEETS);
    tcase_add_loop_test(tcase, a_sheet_on_a_face_is_that_of_a_wall_or_of_the_whole_model, 0, 3);
    tcase_add_loop_test(tcase, a_sheet_passes_oblique_waves_of_both_polarisations, 0,
                        2 * SHEETS);
    tcase_add_test(tcase, faces_give_their_edges_half_of_their_width);
    tcase_add_loop_test(tcase, graphene_has_kubos_conductivity, 0, 3);
    tcase_add_test(tcase, numbers_of_poles_that_are_0_need_not_be_given);
    tcase_add_test(tcase, a_plasmon_rings_as_the_grid_has_it);
    tcase_add_test(tcase, sheets_are_stable_everywhere);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
