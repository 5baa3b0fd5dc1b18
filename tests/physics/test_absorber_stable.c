/* The absorber over very many steps, where a CPML diverges: metal films and rods and doubly
 * negative slabs that run through it, at 0.99 of the limit. */
#include "lab.h"

#define PULSE(frequency, bandwidth) \
    "[waveform.w]\ntype = modulated_gaussian\nfrequency = " frequency \
    "\nbandwidth = " bandwidth "\n[source.s]\ntype = dipole\ncurrent = 1 A\nwaveform = w\n"

/* early: the pulse is over and has met the absorbers. With CPML of 10 cells in their place the
 * film diverges after 17000 steps, the slab after 1000, the rod after 16000. */
static const struct scene {
    const char *name, *model;
    int early, steps;
} scenes[] = {
    {"10 nm of gold",
     "[grid]\ncells = 80, 60\nspacing = 1 nm\ninvariant = z\nmode = te\n"
     "[boundary.y]\ntype = cpml\nfaces = y\n"
     "[boundary.x]\ntype = absorber\nfaces = x\ncells = 25\n"
     "[material.m]\ntype = drude\nwp = 1.37e16 rad/s\ngamma = 1e14 rad/s\n"
     "[shape.m]\ntype = box\nmaterial = m\nfrom = -1, 30e-9, -1 m\nto = 1, 40e-9, 1 m\n" PULSE(
         "800 THz", "1400 THz") "position = 40, 28, 0 nm\ndirection = 1, 1, 0\n",
     2000, 300000},
    {"a doubly negative slab",
     "[grid]\ncells = 80, 60\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
     "[boundary.y]\ntype = cpml\nfaces = y\n"
     "[boundary.x]\ntype = absorber\nfaces = x\ncells = 25\n"
     "[material.e]\ntype = drude\nfp = 12 GHz\ngamma_hz = 0.02 GHz\n"
     "[material.m]\ntype = drude\nmagnetic = yes\nadd = e\nfp = 12 GHz\ngamma_hz = 0.02 GHz\n"
     "[shape.m]\ntype = box\nmaterial = m\nfrom = -1, 20e-3, -1 m\nto = 1, 40e-3, 1 m\n" PULSE(
         "9 GHz", "16 GHz") "position = 40, 42, 0 mm\ndirection = z\n",
     2000, 100000},
    {"a rod of Drude metal",
     "[grid]\ncells = 28, 28, 30\nspacing = 1 mm\n"
     "[boundary.all]\ntype = cpml\n"
     "[boundary.rod]\ntype = absorber\nfaces = x-, y-, z\ncells = 12\n"
     "[material.m]\ntype = drude\nfp = 12 GHz\ngamma_hz = 0.2 GHz\n"
     "[shape.m]\ntype = box\nmaterial = m\nfrom = -1, -1, -1 m\n"
     "to = 15.4e-3, 15e-3, 1 m\n" PULSE(
         "9 GHz", "16 GHz") "position = 15, 17, 15 mm\ndirection = 1, 1, 1\n",
     2000, 30000},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static double energy(lab *l)
{
    double w[2];
    ck_assert_int_eq(l->ops->energy(l->plan, w), YEE_OK);
    return w[0] + w[1];
}

/* A mode that grew at all, by a millionth a step, would end above where it began. Every tenth
 * of the run is looked at: what grows for a while and is damped later shows, too. The rounding
 * of float32 keeps a floor, 1e-12 of the first energy at most. */
START_TEST(nothing_grows_where_waves_run_backward)
{
    const int i = few_index(_i, 2);
    const struct scene *s = &scenes[i / 2];
    lab l;
    lab_open(&l, "%s[run]\nsteps = %d\nthreads = 1\nprecision = %s\n", s->model, s->steps,
             i % 2 ? "f64" : "f32");
    lab_run(&l, s->early);
    const double early = energy(&l);
    double before = early;
    ck_assert_double_gt(early, 0);
    for (int part = 0; part < 10; part++) {
        lab_run(&l, (s->steps - s->early) / 10);
        const double now = energy(&l);
        ck_assert_msg(now <= 1.01 * before + 1e-12 * early,
                      "%s: %g J after %g J, %g J at first", s->name, now, before, early);
        before = now;
    }
    ck_assert_double_le(before, 0.01 * early);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stable");
    TCase *tcase = tcase_create("absorber");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, nothing_grows_where_waves_run_backward, 0,
                        2 * SCENES / few_every(2));
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
