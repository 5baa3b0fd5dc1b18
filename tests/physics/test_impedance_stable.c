/* tests/physics/test_impedance_stable.c: walls of random impedances over very many steps. */
#include "lab.h"

/* Faces of a box by turns: random networks, some with a resistor, a layer, metal, a magnetic
 * wall, damped cells, periodic ones; a medium with a pole and metal touch them. */
static void scene(char *text, size_t size, int seed, int steps, const char *precision)
{
    static const char *const walls[] = {
        "impedance = %d Ohm\n",
        "matched = yes\n; %d\n",
        "resistance = %d Ohm\ninductance = 3 nH\n",
        "resistance = %d Ohm\ncapacitance = 30 fF\n",
        "resistance = %d Ohm\ninductance = 1 nH\ncapacitance = 80 fF\n",
        "kind = parallel\nresistance = %d Ohm\ninductance = 2 nH\ncapacitance = 20 fF\n",
        "conductivity = 4 mS\ncollision_rate = %de8 1/s\n",
        "kind = parallel\nresistance = %d Ohm\ncapacitance = 1 pF\n"};
    static const char *const faces[] = {"x-", "x+", "y-", "y+", "z-", "z+"};
    static const char *const others[] = {"type = cpml\ncells = 4\n", "type = pec\n",
                                         "type = pmc\n", "type = absorber\ncells = 5\n"};
    srand((unsigned)seed);
    int n =
        snprintf(text, size,
                 "[grid]\n%s\n[run]\nsteps = %d\ncourant = 0.99\nprecision = %s\n"
                 "[material.m]\ntype = debye\neps_inf = 3\ndelta_eps = 5\ntau = 5 ps\n"
                 "[shape.m]\ntype = box\nmaterial = m\nfrom = 0, 0, 0 mm\nto = 14, 14, 6 mm\n"
                 "[shape.p]\ntype = box\nmaterial = pec\nfrom = 0, 4, 4 mm\nto = 4, 5, 8 mm\n"
                 "[waveform.w]\ntype = gaussian_derivative\nfrequency = 15 GHz\n"
                 "[source.s]\ntype = dipole\ndirection = 1, 1, 1\ncurrent = 1 A\n"
                 "waveform = w\nposition = 9, 8, 8.5 mm\n",
                 seed % 2 ? "cells = 14, 13, 12\nspacing = 1 mm"
                          : "x = 1 mm x 9, 0.8 mm x 4, 0.6 mm x 4\n"
                            "y = 0.7 mm x 4, 1 mm x 11\nz = 1 mm x 10, 0.7 mm x 3",
                 steps, precision);
    for (int f = 0; f < 6; f++) {
        const bool wall = f < 2 || rand() % 3;
        char keys[256];
        snprintf(keys, sizeof keys, walls[rand() % 8], 5 + rand() % 900);
        n += snprintf(text + n, size - (size_t)n, "[boundary.b%d]\nfaces = %s\n%s%s", f,
                      faces[f], wall ? "type = impedance\n" : others[rand() % 4],
                      wall ? keys : "");
    }
}

static double energy_after(int seed, int steps, const char *precision)
{
    char text[4096];
    double energy[2];
    lab l;
    scene(text, sizeof text, seed, steps, precision);
    lab_open(&l, "%s", text);
    lab_run(&l, steps);
    ck_assert_int_eq(l.ops->energy(l.plan, energy), YEE_OK);
    lab_close(&l);
    return energy[0] + energy[1];
}

/* The pulse ends at 150 steps. Growth by a thousandth a step would be a factor of 1e43 in the
 * energy; what is lost here falls to a thousandth and below, or to what a charge that the
 * dipole left beside a capacitor keeps for ever, which does not grow. Of few a quarter of the steps. */
START_TEST(walls_do_not_let_anything_grow)
{
    const int i = few_index(_i, 2);
    const char *precision = i % 2 ? "f32" : "f64";
    const double early = energy_after(i, 300, precision);
    const double late = energy_after(i, few_on() ? 25000 : 100000, precision);
    ck_assert_double_gt(early, 0);
    ck_assert_msg(late <= 1e-3 * early, "%d: %g J became %g J", i, early, late);
}
END_TEST

/* Energy of a closed box never rises between walls, step by step: lossless ones keep what
 * YEE_TAP_ENERGY counts, poles and all, to rounding. */
START_TEST(the_energy_between_walls_is_counted)
{
    static const char *const walls[] = {
        "impedance = 200 Ohm\n", "inductance = 2 nH\n", "capacitance = 60 fF\n",
        "inductance = 1 nH\ncapacitance = 60 fF\n", "resistance = 30 Ohm\ninductance = 2 nH\n"};
    const bool lossy = _i == 0 || _i == 4;
    lab l;
    lab_open(&l,
             "[grid]\nx = 1 mm x 6, 0.6 mm x 3\ny = 1 mm x 7\nz = 0.7 mm x 9\n"
             "[run]\nsteps = 20000\ncourant = 0.99\nprecision = f64\n"
             "[boundary.all]\ntype = impedance\n%s[boundary.metal]\ntype = pec\nfaces = z-\n"
             "[waveform.w]\ntype = gaussian_derivative\nfrequency = 30 GHz\n"
             "[source.s]\ntype = dipole\ndirection = 1, 1, 1\ncurrent = 1 A\nwaveform = w\n"
             "position = 3, 3, 3 mm\n",
             walls[_i]);
    double energy[2], first = 0, last = 0;
    lab_run(&l, 400); /* the source is silent */
    for (int n = 0; n < 50; n++) {
        ck_assert_int_eq(l.ops->energy(l.plan, energy), YEE_OK);
        const double now = energy[0] + energy[1];
        first = n ? first : now;
        /* rounding of 2e4 steps, each of 1e-16 of the whole; test_energy.c */
        if (n && lossy)
            ck_assert_double_le(now, last + 1e-12 * first);
        else if (n)
            ck_assert_double_eq_tol(now, first, 1e-11 * first);
        last = now;
        lab_run(&l, 200);
    }
    if (lossy)
        ck_assert_double_lt(last, 0.5 * first);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("impedance_stable");
    TCase *t = tcase_create("walls");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, walls_do_not_let_anything_grow, 0, 6 / few_every(2));
    tcase_add_loop_test(t, the_energy_between_walls_is_counted, 0, 5);
    suite_add_tcase(s, t);
    return lab_main(s);
}
