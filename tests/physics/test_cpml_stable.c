/* tests/physics/test_cpml_stable.c: the layer over very many steps. */
#include "suite.h"
#include "trace.h"

/* Layers on all sides, with a medium that they touch below the middle. */
static const struct scene {
    const char *grid, *high, *material, *position;
    char direction;
    int layer, component;
} scenes[] = {
    {"cells = 1, 30, 30\nspacing = 1 mm\ninvariant = x\nmode = te\n", "1, 30, 14",
     "type = dielectric\neps = 4\nsigma = 0.1 S/m\n", "0.5, 15, 15.5", 'z', 10, YEE_EZ},
    {"cells = 1, 30, 30\nspacing = 1 mm\ninvariant = x\nmode = tm\n", "1, 30, 14",
     "type = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps\n", "0.5, 15, 15", 'x', 10,
     YEE_EX},
    {"cells = 16, 16, 16\nspacing = 1 mm\n", "16, 16, 7",
     "type = lorentz\neps_inf = 2\ndelta_eps = 1\nf0 = 15 GHz\ngamma_hz = 1 GHz\n", "8, 8, 8.5",
     'z', 6, YEE_EZ},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static double energy_after(const struct scene *s, int steps)
{
    char *ini = trace_text(
        "[grid]\n%s[run]\nsteps = %d\nprecision = f64\nthreads = 1\n"
        "[boundary.all]\ntype = cpml\ncells = %d\n"
        "[material.m]\n%s[shape.s]\ntype = box\nmaterial = m\nfrom = 0, 0, 0 mm\nto = %s mm\n"
        "[waveform.w]\ntype = gaussian_derivative\nfrequency = 8 GHz\n"
        "[source.s]\ntype = dipole\ndirection = %c\ncurrent = 1 A\nwaveform = w\n"
        "position = %s mm\n",
        s->grid, steps, s->layer, s->material, s->high, s->direction, s->position);
    const trace_point point = {s->component, 0, 0, 0};
    trace t = trace_run(ini, 1, &point);
    double energy = t.energy;
    free(t.value);
    free(ini);
    return energy;
}

/* Where cases are few, the slow scheme leaves the grid in space to the fast one, whose fields conformance/test_tiled holds
 * against its own.
 *
 * At 0.99 of the limit. The pulse ends at 150 steps and leaves no charge; at 300 only what the
 * layer holds and the medium stores is there. 1e-6 of it in the end is a decay by 1.4e-4 a step
 * or faster; a layer that grew at all, by a millionth a step,
 * would end above where it began. */
START_TEST(nothing_grows_in_a_hundred_thousand_steps)
{
    double early = energy_after(&scenes[_i], 300), late = energy_after(&scenes[_i], 100000);
    ck_assert_double_gt(early, 0);
    ck_assert_double_le(late, 1e-6 * early);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stable");
    TCase *tcase = tcase_create("layer");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, nothing_grows_in_a_hundred_thousand_steps, 0,
                        few_on() && *trace_quick() ? SCENES - 1 : SCENES);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
