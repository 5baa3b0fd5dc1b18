/* tests/physics/test_link.c: links, laws in time between two terminals: lumped elements and
 * diodes, against closed forms of the grid and against their own differential equations. */
#include "lab.h"
#include <complex.h>

/* ---- at the end of a line ---- */

/* The line of test_port.c, whose derivation holds with the impedance of the element at s' =
 * (2j/dt) tan(omega dt/2), where the trapezoidal rule has it, in place of R. */
#define CELLS 160
#define D 1e-3
#define F 7.5e9

static double z0(void) { return YEE_ETA0 * 3 / 4; }

static double complex coil(double complex s) { return 100 + s * 3e-9; }
static double complex condenser(double complex s) { return 200 + 1 / (s * 50e-15); }
static double complex series(double complex s) { return 150 + s * 4e-9 + 1 / (s * 0.05e-12); }
static double complex parallel(double complex s)
{
    return 1 / (1.0 / 400 + s * 0.05e-12 + 1 / (s * 5e-9));
}
static double complex bare_coil(double complex s) { return s * 5e-9; }
static double complex bare_condenser(double complex s) { return 1 / (s * 0.05e-12); }

static const struct load {
    const char *keys;
    double complex (*z)(double complex s);
} loads[] = {
    {"resistance = 100 Ohm\ninductance = 3 nH\n", coil},
    {"resistance = 200 Ohm\ncapacitance = 50 fF\n", condenser},
    {"resistance = 150 Ohm\ninductance = 4 nH\ncapacitance = 0.05 pF\n", series},
    {"kind = parallel\nresistance = 400 Ohm\ninductance = 5 nH\ncapacitance = 0.05 pF\n",
     parallel},
    {"inductance = 5 nH\n", bare_coil},
    {"kind = parallel\ninductance = 5 nH\n", bare_coil},
    {"capacitance = 0.05 pF\n", bare_condenser},
    {"kind = parallel\ncapacitance = 0.05 pF\n", bare_condenser},
};
enum { LOADS = sizeof loads / sizeof *loads };

static double complex spectrum(const lab *l, int tap, int64_t from, int64_t to, double omega)
{
    double complex sum = 0;
    for (int64_t n = from; n < to; n++)
        sum += l->trace[tap].v[2 * n] * cexp(-I * omega * ((double)n + 0.5) * l->grid->dt);
    return sum;
}

/* The pulse lasts some 80 cells of its way and comes back after 320; the slowest element, 50 fF
 * over 577 Ohm, has forgotten it to e^-22 when it would come back a second time, 640 cells or
 * 2.1 ns after it began. */
START_TEST(an_element_reflects_as_its_impedance_says)
{
    const struct load *load = &loads[_i];
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 1 mm\ncells = %d, 4, 3\n"
             "[run]\nsteps = 1100\nprecision = f64\n"
             "[boundary.wall]\ntype = pmc\nfaces = x, y\n"
             "[boundary.plate]\ntype = pec\nfaces = z\n"
             "[waveform.w]\ntype = gaussian_derivative\nfrequency = 15 GHz\n"
             "[source.feed]\ntype = voltage\nnegative = 0, 0, 0\npositive = 0, 0, 3 mm\n"
             "across = 0, 4 mm, 0\nresistance = %.17g Ohm\nvoltage = 2 V\nwaveform = w\n"
             "[source.load]\ntype = lumped\nnegative = %d mm, 0, 3 mm\n"
             "positive = %d mm, 0, 0\nacross = 0, 4 mm, 0\n%s"
             "[output.v]\ntype = probe\nports = feed, load\n",
             CELLS, z0(), CELLS, CELLS, load->keys);
    lab_run(&l, 1100);
    const double dt = l.grid->dt;
    const int64_t cut = (int64_t)(1.7 * CELLS * D / YEE_C0 / dt);
    const int64_t end = (int64_t)(3.7 * CELLS * D / YEE_C0 / dt);
    ck_assert_int_lt(end, 1100);
    for (int m = 1; m <= 4; m++) {
        const double omega = YEE_PI * F * m;
        const double k = 2 / D * asin(D / (YEE_C0 * dt) * sin(0.5 * omega * dt));
        const double turn = cos(0.5 * k * D) / cos(0.5 * omega * dt);
        const double feed = (turn * z0() - z0()) / (turn * z0() + z0());
        const double complex z = turn * load->z(2 * I / dt * tan(0.5 * omega * dt));
        const double complex want = (z - z0()) / (z + z0());
        const double complex out = spectrum(&l, 0, 0, cut, omega);
        const double complex back = spectrum(&l, 0, cut, end, omega);
        const double complex got = back / out / (1 + feed) * cexp(2 * I * k * CELLS * D);
        ck_assert_msg(cabs(got - want) < 1e-6, "%s%g GHz: %g %+gj, not %g %+gj", load->keys,
                      omega / (2e9 * YEE_PI), creal(got), cimag(got), creal(want), cimag(want));
    }
    lab_close(&l);
}
END_TEST

/* ---- alone in one cell ---- */

/* One cell between plates and magnetic walls is a capacitor C = eps0 h of an area h^2 and the
 * height h: with dipoles at its four corners, a quarter of the current w(t) each, and the
 * element across all four edges no H is driven, and C dV/dt = w - i, di of the element. The
 * waveform: modulated_gaussian.c. */
#define CELL_C (YEE_EPS0 * 1e-3)
#define CARRIER 8e9
#define BANDWIDTH 6e9

typedef long double num;

static num drive(num t)
{
    const num s = BANDWIDTH / (2 * sqrtl(2 * logl(100))), u = 2 * acosl(-1) * s;
    const num delay = sqrtl(2 * logl(1e9L)) / u, x = t - delay;
    return 1e-3L * expl(-0.5L * u * u * x * x) * sinl(2 * acosl(-1) * CARRIER * x);
}

static const double vt = 1.380649e-23 * 300 / 1.602176634e-19;

/* i at the voltages of the cell and what else the element holds; d: the rates of those. */
static num ode_series(num v, const num *x, num *d)
{
    d[0] = (v - 60 * x[0] - x[1] / 30e-15L) / 5e-9L;
    d[1] = x[0];
    return x[0];
}
static num ode_parallel(num v, const num *x, num *d)
{
    d[0] = v / 20e-9L;
    return v / 3000 + x[0]; /* the capacitor is in CELL_C, see spare */
}
static num ode_rc(num v, const num *x, num *d)
{
    d[0] = (v - x[0] / 10e-15L) / 1000;
    return d[0];
}
static num ode_diode(num v, const num *x, num *d)
{
    (void)x, (void)d;
    return 1e-9L * expm1l(v / vt);
}
/* 200 Ohm in front of a junction with 4 fF: x[0] is its voltage. */
static num ode_junction(num v, const num *x, num *d)
{
    const num i = (v - x[0]) / 200;
    d[0] = (i - 1e-9L * expm1l(x[0] / vt)) / 4e-15L;
    return i;
}

/* A varactor of C0 10 fF behind 200 Ohm: x[0] is u + bias, the voltage of the junction and its bias. */
static num varied(num v, const num *x, num *d, num grading, num bias, num is)
{
    const num i = (v - x[0]) / 200, u = x[0] - bias, y = u / 0.7L;
    const num c = y < 0.5L ? powl(1 - y, -grading)
                           : powl(0.5L, -grading) * (1 + 2 * grading * (y - 0.5L));
    d[0] = (i - is * (expl(u / vt) - expl(-bias / vt))) / (10e-15L * c);
    return i;
}
static num ode_varactor(num v, const num *x, num *d) { return varied(v, x, d, 0.5L, 0, 0); }
static num ode_biased(num v, const num *x, num *d)
{
    return varied(v, x, d, 1.25L, 0.4L, 1e-9L);
}

static const struct element {
    const char *keys;
    num (*current)(num v, const num *x, num *d);
    num spare; /* F: capacitance beside that of the cell */
} elements[] = {
    {"type = lumped\nresistance = 60 Ohm\ninductance = 5 nH\ncapacitance = 30 fF\n", ode_series,
     0},
    {"type = lumped\nkind = parallel\nresistance = 3 kOhm\ninductance = 20 nH\n"
     "capacitance = 6 fF\n",
     ode_parallel, 6e-15L},
    {"type = lumped\nresistance = 1 kOhm\ncapacitance = 10 fF\n", ode_rc, 0},
    {"type = diode\nsaturation_current = 1 nA\n", ode_diode, 0},
    {"type = diode\nsaturation_current = 1 nA\nresistance = 200 Ohm\ncapacitance = 4 fF\n",
     ode_junction, 0},
    {"type = varactor\ncapacitance = 10 fF\nresistance = 200 Ohm\n", ode_varactor, 0},
    {"type = varactor\ncapacitance = 10 fF\nresistance = 200 Ohm\ngrading = 1.25\n"
     "bias = 0.4 V\nsaturation_current = 1 nA\n",
     ode_biased, 0},
};
enum { ELEMENTS = sizeof elements / sizeof *elements };

static void open_cell(lab *l, const char *keys, double courant, int steps, const char *more)
{
    char corners[2048] = "";
    for (int n = 0; n < 4; n++)
        snprintf(corners + strlen(corners), sizeof corners - strlen(corners),
                 "[source.i%d]\ntype = dipole\ndirection = z\nposition = %d, %d, 0.5 mm\n"
                 "current = 0.25 mA\nwaveform = w\n",
                 n, n / 2, n % 2);
    lab_open(l,
             "[grid]\nspacing = 1 mm\ncells = 1, 1, 1\n"
             "[run]\nsteps = %d\ncourant = %.17g\n%s"
             "[boundary.wall]\ntype = pmc\nfaces = x, y\n"
             "[boundary.plate]\ntype = pec\nfaces = z\n"
             "[waveform.w]\ntype = modulated_gaussian\nfrequency = %g Hz\nbandwidth = %g Hz\n"
             "[source.load]\n%snegative = 0, 0, 0\npositive = 0, 0, 1 mm\n"
             "across = 1, 1, 0 mm\n%s[output.v]\ntype = probe\nports = load\n",
             steps, courant, more, CARRIER, BANDWIDTH, keys, corners);
}

typedef struct orbit {
    num v, x[2];
} orbit;

static orbit slope(const struct element *e, num t, const orbit *at)
{
    orbit d = {0};
    d.v = (drive(t) - e->current(at->v, at->x, d.x)) / (CELL_C + e->spare);
    return d;
}

static orbit moved(const orbit *at, num h, const orbit *d)
{
    return (orbit){at->v + h * d->v, {at->x[0] + h * d->x[0], at->x[1] + h * d->x[1]}};
}

/* Runge and Kutta's rule of fourth order over a time h. */
static orbit advance(const struct element *e, num t, const orbit *at, num h)
{
    const orbit a = slope(e, t, at), p = moved(at, h / 2, &a);
    const orbit b = slope(e, t + h / 2, &p), q = moved(at, h / 2, &b);
    const orbit c = slope(e, t + h / 2, &q), r = moved(at, h, &c);
    const orbit d = slope(e, t + h, &r);
    orbit sum = moved(at, h / 6, &a);
    sum = moved(&sum, h / 3, &b);
    sum = moved(&sum, h / 3, &c);
    return moved(&sum, h / 6, &d);
}

/* The largest difference from the equation's V in the middle of steps, over the largest V; the
 * rest: what a diode's rectified charge leaves at the end. */
static double ode_error(const struct element *e, double courant, int steps, double *rest)
{
    enum { PARTS = 16 };
    lab l;
    open_cell(&l, e->keys, courant, steps, "precision = f64\n");
    lab_run(&l, steps);
    const num h = (num)l.grid->dt / PARTS;
    orbit at = {0};
    double worst = 0, most = 0;
    for (int n = 0; n < steps; n++)
        for (int k = 0; k < PARTS; k++) {
            if (k == PARTS / 2) {
                worst = fmax(worst, fabs((double)at.v - l.trace[0].v[2 * n]));
                most = fmax(most, fabs((double)at.v));
            }
            at = advance(e, (n * PARTS + k) * h, &at, h);
        }
    *rest = l.trace[0].v[2 * (steps - 1)];
    lab_close(&l);
    ck_assert_double_gt(most, 0.1);
    return worst / most;
}

/* Steps of 0.19, 0.1 and 0.05 ps, where the diode's 26 mV over 2 mA and 9 fF are 0.1 ps; the
 * rule's fourth-order terms leave slopes of 1.9 and above there and are a quarter as large with
 * each halving. */
START_TEST(an_element_follows_its_equation_to_second_order)
{
    const struct element *e = &elements[_i];
    double error[3], rest[3];
    for (int n = 0; n < 3; n++)
        error[n] = ode_error(e, 0.1 / (1 << n), 6000 << n, &rest[n]);
    ck_assert_double_lt(error[0], 0.02);
    ck_assert_double_eq_tol(log2(error[0] / error[1]), 2, 0.12);
    ck_assert_double_eq_tol(log2(error[1] / error[2]), 2, 0.04);
    /* what a diode lets through is missing afterwards */
    if (strstr(e->keys, "= diode"))
        ck_assert_double_lt(rest[2], -0.3);
}
END_TEST

/* From the record: C dV/dt = w - i and i = Is (exp(V/vt) - 1) in every step, at the largest
 * step and at currents that an exponential would overflow with: 1 mA into 9 fF would be 0.2 V a
 * step, 8 vt, and 100 times that. Roundings: of V in the exponent, and of V's difference. */
START_TEST(current_and_voltage_of_a_diode_hold_together_in_every_step)
{
    lab l;
    open_cell(&l, "type = diode\nsaturation_current = 1e-14 A\n", 0.99, 900,
              "precision = f64\n");
    lab_run(&l, 900);
    const double dt = l.grid->dt;
    double old = 0, most = 0;
    for (int64_t n = 0; n < l.trace[0].count; n++) {
        const double v = l.trace[0].v[2 * n], i = -l.trace[0].v[2 * n + 1];
        const double next = 2 * v - old, w = (double)drive(((num)n + 0.5L) * dt);
        const double law = 1e-14 * expm1(v / vt);
        ck_assert_double_eq_tol(i, law, 1e-12 * (fabs(law) + fabs(w)) + 1e-15);
        /* 900 steps of roundings of 1 V */
        ck_assert_double_eq_tol(CELL_C * (next - old) / dt, w - i, 1e-12 * CELL_C / dt);
        most = fmax(most, i);
        old = next;
    }
    ck_assert_double_gt(most, 2e-4);
    lab_close(&l);
}
END_TEST

/* Schemes share the arithmetic of a law. In float32 edges beside a small source are in double, and
 * a voltage is read from the rounded copy: 2^-24 a step, of random sign, sqrt(800) 2^-24 = 1.7e-6
 * in an element that adds it up. */
START_TEST(an_element_is_the_same_in_all_schemes_and_in_float)
{
    static const char *const runs[] = {
        "precision = f64\nscheme = reference\n", "precision = f64\nscheme = plain\n",
        "precision = f64\nscheme = tiled\n",     "precision = f32\nscheme = reference\n",
        "precision = f32\nscheme = plain\n",     "precision = f32\nscheme = tiled\n"};
    for (int e = 0; e < ELEMENTS; e++) {
        double *truth = NULL, most = 0;
        for (int n = 0; n < 6; n++) {
            lab l;
            open_cell(&l, elements[e].keys, 0.5, 800, runs[n]);
            lab_run(&l, 800);
            if (!truth) {
                truth = malloc(1600 * sizeof *truth);
                memcpy(truth, l.trace[0].v, 1600 * sizeof *truth);
            }
            for (int k = 0; k < 1600; k += 2) {
                most = fmax(most, fabs(truth[k]));
                ck_assert_double_eq_tol(l.trace[0].v[k], truth[k],
                                        (n < 3 ? 1e-11 : 4e-6) * most + 1e-30);
            }
            lab_close(&l);
        }
        free(truth);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("link");
    TCase *t = tcase_create("link");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, an_element_reflects_as_its_impedance_says, 0, LOADS);
    tcase_add_loop_test(t, an_element_follows_its_equation_to_second_order, 0, ELEMENTS);
    tcase_add_test(t, current_and_voltage_of_a_diode_hold_together_in_every_step);
    tcase_add_test(t, an_element_is_the_same_in_all_schemes_and_in_float);
    suite_add_tcase(s, t);
    return lab_main(s);
}
