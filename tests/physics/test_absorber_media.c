/* The absorber's reflection of waves in dispersive media: a dielectric far from its
 * eps_inf, a doubly negative medium, a mode of a thin film of gold. */
#include "reflection.h"

/* Along x, absorbers at both ends, a source in the middle, and the same with longer ends, from
 * which nothing comes back in time. */
static const struct scene {
    const char *name, *media, *across, *mode, *source, *extra;
    double cell;     /* m */
    int rows, probe; /* cells along y; row of the probe */
    int component;
    int between, cells,
        far; /* cells from the source to the damped ones, these, between there */
    int steps;
    double middle, width; /* Hz, of the pulse */
    double most; /* dB, of what comes back at middle and a quarter of width beside it */
} scenes[] = {
    /* eps 12.3 at 5 GHz, n/c a third of what eps_inf says; two waves of absorber. Measured -49,
     * -56, -76 dB. A conductivity of a eps_inf eps0
     * alone does not keep the impedance and sent back -17 dB at 5 GHz (reflection = 1e-4). */
    {"dielectric",
     "[material.m]\ntype = lorentz\ndelta_eps = 11\nf0 = 30 GHz\ngamma_hz = 0.1 GHz\n",
     "periodic", "tm",
     "type = current_sheet\nfrom = %g, 0, 0 m\nto = %g, 2e-3, 1 m\ndirection = z\ncurrent = 1 "
     "A/m\n",
     "", 0.5e-3, 4, 2, YEE_EZ, 30, 34, 2500, 6000, 5e9, 4e9, -46},
    /* eps -3, mu -1.25; four waves of absorber. Measured -47, -44, -41 dB. */
    {"doubly negative",
     "[material.e]\ntype = drude\nfp = 12 GHz\ngamma_hz = 0.02 GHz\n"
     "[material.m]\ntype = drude\nmagnetic = yes\nadd = e\nfp = 9 GHz\ngamma_hz = 0.02 GHz\n",
     "periodic", "tm",
     "type = current_sheet\nfrom = %g, 0, 0 m\nto = %g, 2e-3, 1 m\ndirection = z\ncurrent = 1 "
     "A/m\n",
     "reflection = 0.1\n", 0.5e-3, 4, 2, YEE_EZ, 30, 68, 3000, 12000, 6e9, 1e9, -38},
    /* 10 nm of gold. Measured -27, -31, -33 dB. */
    {"film", "[material.m]\ntype = drude\nwp = 1.37e16 rad/s\ngamma = 1e14 rad/s\n", "cpml",
     "te", "type = dipole\nposition = %g, 57e-9, 0 m\ndirection = 0, 1, 0\ncurrent = 1 A\n",
     "reflection = 0.1\n", 1e-9, 130, 57, YEE_EY, 60, 40, 900, 12000, 1300e12, 300e12, -25},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static trace run(const struct scene *s, int between, int cells, const char *extra)
{
    const int half = between + cells;
    char *source = NULL;
    ck_assert_int_ge(asprintf(&source, s->source, half * s->cell, half * s->cell), 0);
    char *ini = trace_text(
        "[grid]\ncells = %d, %d\nspacing = %.17g m\ninvariant = z\nmode = %s\n"
        "[run]\nsteps = %d\nprecision = f64\nthreads = 1\n"
        "[boundary.y]\ntype = %s\nfaces = y\n"
        "[boundary.x]\ntype = absorber\nfaces = x\ncells = %d\n%s"
        "%s[shape.s]\ntype = box\nmaterial = m\nfrom = -9, %.17g, -9 m\nto = 9, %.17g, 9 m\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = %.17g Hz\nbandwidth = %.17g Hz\n"
        "[source.s]\nwaveform = w\n%s",
        2 * half, s->rows, s->cell, s->mode, s->steps, s->across, cells, extra, s->media,
        s->rows > 4 ? 60 * s->cell : -9, s->rows > 4 ? 70 * s->cell : 9, s->middle, s->width,
        source);
    const trace_point point = {s->component, half + 2 * s->between / 3, s->probe, 0};
    trace t = trace_run(ini, 1, &point);
    free(ini);
    free(source);
    return t;
}

START_TEST(little_comes_back_of_a_mode_in_a_dispersive_medium)
{
    const struct scene *s = &scenes[few_on() ? 1 : _i];
    trace t = run(s, s->between, s->cells, s->extra), ref = run(s, s->far, 300, "");
    for (int64_t n = 0; n < t.steps; n++)
        t.value[n] -= ref.value[n];
    for (int f = -1; f <= 1; f++) {
        const double omega = 2 * YEE_PI * (s->middle + 0.25 * f * s->width);
        const double db = 20 * log10(cabs(trace_spectrum(&t, 0, omega)) /
                                     cabs(trace_spectrum(&ref, 0, omega)));
        ck_assert_msg(db < s->most, "%s: %.1f dB at %g Hz", s->name, db, omega / (2 * YEE_PI));
    }
    free(t.value);
    free(ref.value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("absorber");
    TCase *tcase = tcase_create("media");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, little_comes_back_of_a_mode_in_a_dispersive_medium, 0,
                        SCENES / few_every(2));
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
