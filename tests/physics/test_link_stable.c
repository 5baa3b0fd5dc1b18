/* tests/physics/test_link_stable.c: random passive links over very many steps. */
#include "lab.h"

/* Random passive links on edges in air, in a medium with a pole, beside metal and between
 * layers, at 0.99 of the limit. After the pulse has left what links and medium hold is lost in
 * their resistors or to the layers. Growth by a thousandth a step would be a factor of 1e43 in
 * the energy, the slowest passive decay that is allowed here is 7e-5 a step. */
static double energy_after(int seed, int steps, const char *precision)
{
    static const char *const kinds[] = {
        "type = lumped\nresistance = %g Ohm\ninductance = %g nH\n",
        "type = lumped\nkind = parallel\nresistance = %g Ohm\ncapacitance = %g pF\n",
        "type = lumped\nkind = parallel\nresistance = %g Ohm\ninductance = %g nH\n"
        "capacitance = 0.1 pF\n",
        "type = lumped\nresistance = %g Ohm\ninductance = %g nH\ncapacitance = 0.05 pF\n",
        "type = diode\nsaturation_current = 1e-6 A\nresistance = %g Ohm\ncapacitance = %g "
        "pF\n"};
    char links[4096] = "";
    srand((unsigned)seed);
    for (int n = 0; n < 10; n++) {
        char keys[256];
        const int axis = rand() % 3, at[3] = {1 + 2 * n, 5 + rand() % 5, 5 + rand() % 5};
        int to[3] = {at[0], at[1], at[2]};
        to[axis] += 1;
        snprintf(keys, sizeof keys, kinds[n % 5], 5.0 + rand() % 300,
                 0.05 + 0.01 * (rand() % 100));
        snprintf(links + strlen(links), sizeof links - strlen(links),
                 "[source.l%d]\n%snegative = %d, %d, %d mm\npositive = %d, %d, %d mm\n", n,
                 keys, at[0], at[1], at[2], to[0], to[1], to[2]);
    }
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 1 mm\ncells = 20, 16, 16\n"
             "[run]\nsteps = %d\ncourant = 0.99\nprecision = %s\n"
             "[boundary.all]\ntype = cpml\ncells = 4\n[boundary.side]\ntype = pec\nfaces = x-\n"
             "[boundary.other]\ntype = pmc\nfaces = x+\n"
             "[material.m]\ntype = debye\neps_inf = 3\ndelta_eps = 5\ntau = 5 ps\n"
             "[shape.m]\ntype = box\nmaterial = m\nfrom = 0, 0, 0 mm\nto = 20, 16, 7.3 mm\n"
             "[shape.p]\ntype = box\nmaterial = pec\nfrom = 8, 4, 4 mm\nto = 10, 5, 12 mm\n"
             "[waveform.w]\ntype = gaussian_derivative\nfrequency = 15 GHz\n"
             "[source.s]\ntype = dipole\ndirection = 1, 1, 1\ncurrent = 1 A\nwaveform = w\n"
             "position = 10, 11, 11.5 mm\n%s",
             steps, precision, links);
    lab_run(&l, steps);
    double energy[2];
    ck_assert_int_eq(l.ops->energy(l.plan, energy), YEE_OK);
    lab_close(&l);
    return energy[0] + energy[1];
}

/* Few take one model for a quarter of the time: test_link.c has each element's equation in both precisions. */
START_TEST(passive_links_do_not_let_anything_grow)
{
    const char *precision = _i % 2 ? "f32" : "f64";
    const double early = energy_after(_i, 300, precision);
    const double late = energy_after(_i, few_on() ? 25000 : 100000, precision);
    ck_assert_double_gt(early, 0);
    ck_assert_double_le(late, 1e-3 * early);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("link_stable");
    TCase *t = tcase_create("links");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, passive_links_do_not_let_anything_grow, 0, few_on() ? 1 : 3);
    suite_add_tcase(s, t);
    return lab_main(s);
}
