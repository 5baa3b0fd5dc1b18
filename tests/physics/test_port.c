/* tests/physics/test_port.c: lumped ports on a parallel-plate line.
 *
 * PEC plates a height h apart and magnetic walls a width w apart carry the TEM wave alone, with
 * Z0 = eta0 h/w. A port in the magnetic wall at its end loads half a cell of the line: with the
 * grid's wave V = A e^{-jkx} + B e^{jkx}, whose impedance is Z0 exactly, the end's equation
 *
 *     j Omega (C d/2)(A + B) = (A e^{jkd/2} - B e^{-jkd/2})/Z0 - cos(omega dt/2)(A + B)/R
 *
 * gives B/A = (R' - Z0)/(R' + Z0), R' = R cos(kd/2)/cos(omega dt/2): the textbook value within
 * (kd)^2/16, and this one to rounding and to what the pulse has where it is cut, 1e-8. */
#include "lab.h"
#include <complex.h>

#define CELLS 60
#define D 1e-3
#define F 7.5e9 /* 40 cells per wavelength */

/* feed, load: type and keys of the ports. */
static void open_ports(lab *l, const char *precision, const char *feed, const char *load)
{
    lab_open(l,
             "[grid]\nspacing = 1 mm\ncells = %d, 4, 3\n"
             "[run]\nsteps = 420\nprecision = %s\n"
             "[boundary.wall]\ntype = pmc\nfaces = x, y\n"
             "[boundary.plate]\ntype = pec\nfaces = z\n"
             "[waveform.w]\ntype = gaussian\nfrequency = 7.5 GHz\n"
             "[source.feed]\n%snegative = 0, 0, 0\npositive = 0, 0, 3 mm\n"
             "across = 0, 4 mm, 0\nwaveform = w\n"
             "[source.load]\n%snegative = %d mm, 0, 3 mm\n"
             "positive = %d mm, 0, 0\nacross = 0, 4 mm, 0\n"
             "[output.v]\ntype = probe\nports = feed, load\n",
             CELLS, precision, feed, load, CELLS, CELLS);
}

static void open_line(lab *l, const char *precision, double rs, double rl)
{
    char feed[80], load[80];
    snprintf(feed, sizeof feed, "type = voltage\nresistance = %.17g Ohm\nvoltage = 2 V\n", rs);
    snprintf(load, sizeof load, "type = voltage\nresistance = %.17g Ohm\n", rl);
    open_ports(l, precision, feed, load);
}

static double z0(void) { return YEE_ETA0 * 3 / 4; }

/* Sum of V e^{-j omega t} over steps [from, to). */
static double complex spectrum(const lab *l, int tap, int64_t from, int64_t to, double omega)
{
    double complex sum = 0;
    for (int64_t n = from; n < to; n++)
        sum += l->trace[tap].v[2 * n] * cexp(-I * omega * ((double)n + 0.5) * l->grid->dt);
    return sum;
}

/* Reflection of a load at the end, as the grid has it. */
static double discrete(const lab *l, double r, double omega, double *k)
{
    double dt = l->grid->dt;
    *k = 2 / D * asin(D / (YEE_C0 * dt) * sin(0.5 * omega * dt));
    double seen = r * cos(0.5 * *k * D) / cos(0.5 * omega * dt);
    return (seen - z0()) / (seen + z0());
}

/* The pulse lasts 2/F, 80 cells of its way; it comes back after 120. */
START_TEST(a_load_reflects_as_its_resistance_says)
{
    static const double load[5] = {0, 0.25, 1, 4, 1e9};
    double rl = load[_i] * z0();
    lab l;
    open_line(&l, "f64", z0(), rl);
    lab_run(&l, 420);
    int64_t cut = (int64_t)(1.7 * CELLS * D / YEE_C0 / l.grid->dt);
    int64_t end = (int64_t)(3.7 * CELLS * D / YEE_C0 / l.grid->dt);
    ck_assert_int_lt(end, 420);
    for (int m = 1; m <= 4; m++) {
        double omega = YEE_PI * F * m, k;
        double complex out = spectrum(&l, 0, 0, cut, omega);
        double complex back = spectrum(&l, 0, cut, end, omega);
        double feed = discrete(&l, z0(), omega, &k), want = discrete(&l, rl, omega, &k);
        double complex got = back / out / (1 + feed) * cexp(2 * I * k * CELLS * D);
        ck_assert_msg(cabs(got - want) < 1e-6, "R/Z0 = %g: %g %+gj, not %g", load[_i],
                      creal(got), cimag(got), want);
        /* what a textbook says, at 20 cells per wavelength and more */
        double ideal = (rl - z0()) / (rl + z0());
        ck_assert_double_eq_tol(creal(got), ideal, 0.01);
    }
    lab_close(&l);
}
END_TEST

/* V = Vs - R I at the middle of every step, with V and I of the record; the load's positive
 * terminal is its lower one. */
START_TEST(the_law_of_a_port_holds_in_every_step)
{
    lab l;
    double worst = 0;
    open_line(&l, "f64", 20, 75);
    lab_run(&l, 420);
    for (int64_t n = 0; n < l.trace[0].count; n++) {
        double x = 2 * YEE_PI * F * (((double)n + 0.5) * l.grid->dt - 1 / F);
        double vs = 2 * exp(-0.5 * x * x);
        worst = fmax(worst, fabs(l.trace[0].v[2 * n] + 20 * l.trace[0].v[2 * n + 1] - vs));
        worst = fmax(worst, fabs(l.trace[1].v[2 * n] + 75 * l.trace[1].v[2 * n + 1]));
    }
    ck_assert_double_lt(worst, 2e-14); /* a hundred roundings of 1 V, of random sign */
    lab_close(&l);
}
END_TEST

/* The feed's first pulse is Vs Z0/(Z0 + R) with the current V/Z0, and reaches the load, whose
 * terminals are turned round, with the other sign and (1 + Gamma) times as large. */
START_TEST(a_port_feeds_the_line_through_its_resistance)
{
    lab l;
    double most = 0, least = 0, current = 0;
    open_line(&l, "f32", 50, 3 * z0());
    lab_run(&l, 420);
    for (int64_t n = 0; n < 230; n++) {
        most = fmax(most, l.trace[0].v[2 * n]);
        current = fmax(current, l.trace[0].v[2 * n + 1]);
        least = fmin(least, l.trace[1].v[2 * n]);
    }
    /* the peak may fall half a step beside a sample, (2 pi F dt/2)^2/2 = 1e-3, and the half
     * cell at the end shunts (k d)^2/8 of the band, up to 1e-2 at its edge */
    ck_assert_double_eq_tol(most * (z0() + 50) / 2, z0(), 5e-3 * z0());
    ck_assert_double_eq_tol(current * (z0() + 50) / 2, 1, 5e-3);
    ck_assert_double_eq_tol(least, -1.5 * most, 5e-3 * most);
    lab_close(&l);
}
END_TEST

/* A line of 20 Ohm that brings 1 V, at one end, and one of 75 Ohm that brings nothing at the other:
 * what comes back leaves, as from ports of that resistance, bit by bit. */
START_TEST(a_transmission_line_is_a_port_that_is_matched_to_it)
{
    lab ports, lines;
    open_line(&ports, "f32", 20, 75);
    lab_run(&ports, 420);
    open_ports(&lines, "f32", "type = transmission_line\nimpedance = 20 Ohm\nvoltage = 1 V\n",
               "type = transmission_line\nimpedance = 75 Ohm\n");
    lab_run(&lines, 420);
    for (int tap = 0; tap < 2; tap++) {
        ck_assert_int_eq(lines.trace[tap].count, ports.trace[tap].count);
        ck_assert_mem_eq(lines.trace[tap].v, ports.trace[tap].v,
                         2 * (size_t)ports.trace[tap].count * sizeof(double));
    }
    lab_close(&ports);
    lab_close(&lines);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("port");
    TCase *t = tcase_create("port");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_load_reflects_as_its_resistance_says, 0, 5);
    tcase_add_test(t, the_law_of_a_port_holds_in_every_step);
    tcase_add_test(t, a_port_feeds_the_line_through_its_resistance);
    tcase_add_test(t, a_transmission_line_is_a_port_that_is_matched_to_it);
    suite_add_tcase(s, t);
    return lab_main(s);
}
