/* tests/unit/test_backward.c: what the self-test says of media that a layer amplifies, and of
 * those that it does not. */
#include "findings.h"

#define PULSE(frequency, bandwidth) \
    "[waveform.w]\ntype = modulated_gaussian\nfrequency = " frequency \
    "\nbandwidth = " bandwidth "\n"
#define DIPOLE(at) \
    "[source.s]\ntype = dipole\nwaveform = w\ncurrent = 1 A\ndirection = " at "\n"
#define PLANE(cells, cell, mode) \
    "[grid]\ncells = " cells "\nspacing = " cell "\ninvariant = z\nmode = " mode "\n"
#define RUN "[run]\nsteps = 10\nscheme = plain\n[boundary.a]\ntype = cpml\n"
#define FILM(low, high) \
    "[shape.m]\ntype = box\nmaterial = m\nfrom = -1, " low ", -1 m\nto = 1, " high ", 1 m\n"
#define GOLD "[material.m]\ntype = drude\nwp = 1.37e16 rad/s\ngamma = 1e14 rad/s\n"
#define NANO \
    PLANE("60, 60", "1 nm", "te") \
    RUN PULSE("800 THz", "1400 THz") DIPOLE("y\nposition = 30, 28, 0 nm")
#define MILLI(mode, d) \
    PLANE("60, 60", "1 mm", mode) \
    RUN PULSE("9 GHz", "16 GHz") DIPOLE(d "\nposition = 30, 32, 0 mm")

#define METAL "[material.m]\ntype = drude\nfp = 11.1 GHz\ngamma_hz = 0.2 GHz\n"
#define OTHER(material, low, high) \
    "[material.n]\n" material "[shape.n]\ntype = box\nmaterial = n\nfrom = -1, " low \
    ", -1 m\nto = 1, " high ", 1 m\n"
#define GAP(low, high) OTHER("type = dielectric\neps = 6\n", low, high)
#define MAGNETIC(fp) \
    OTHER("type = drude\nmagnetic = yes\nfp = " fp " GHz\ngamma_hz = 0.2 GHz\n", "30e-3", "1")

/* words NULL: nothing is to be said. */
static const struct scene {
    const char *name, *text, *words[3];
} scenes[] = {
    {"a film of gold",
     NANO GOLD FILM("30e-9", "40e-9"),
     {"its eps is negative from 100 THz to 1.5 PHz", "layers at x-, x+",
      "a film of 10 nm across y"}},
    {"a film of gold that ends before the layers",
     NANO GOLD
     "[shape.m]\ntype = box\nmaterial = m\nfrom = 11, 30, -99 nm\nto = 49, 40, 99 nm\n",
     {NULL}},
    {"a half-space of gold",
     NANO GOLD FILM("-1", "30e-9"),
     {"its eps is negative", "layers at x-, x+", "waves along its surface may"}},
    {"gold all over", NANO GOLD FILM("-1", "1"), {NULL}},
    {"gold where E lies along it",
     PLANE("60, 60", "1 nm", "tm") RUN PULSE("800 THz", "1400 THz")
         DIPOLE("z\nposition = 30, 28, 0 nm") GOLD FILM("30e-9", "40e-9"),
     {NULL}},
    {"gold below an absorber",
     NANO GOLD FILM("30e-9", "40e-9") "[boundary.x]\ntype = absorber\nfaces = x\ncells = 15\n",
     {NULL}},
    {"a magnetic half-space",
     MILLI("tm", "z") "[material.m]\ntype = drude\nmagnetic = yes\n"
                      "fp = 12 GHz\ngamma_hz = 0.2 GHz\n" FILM("-1", "30e-3"),
     {"its mu is negative from 1 GHz to 11.", "layers at x-, x+",
      "waves along its surface may"}},
    {"a doubly negative medium",
     MILLI("tm", "z") "[material.m]\ntype = drude\nmagnetic = yes\n"
                      "fp = 12 GHz\ngamma_hz = 0.2 GHz\nadd = e\n[material.e]\ntype = "
                      "drude\nfp = 8 GHz\n"
                      "gamma_hz = 0.2 GHz\n" FILM("-1", "1"),
     {"its eps and mu are negative", "layers at x-, x+, y-, y+", "will diverge"}},
    /* eps_1 = -6 at 4.2 GHz, where a quarter of a wave in eps 6 is 7.3 mm */
    {"a gap between metals",
     MILLI("te", "y") METAL FILM("-1", "1") GAP("30e-3", "37e-3"),
     {"its eps is negative from 1 GHz to 11.0", "layers at x-, x+",
      "a gap of 7 mm across y in it run backward"}},
    {"a wide gap between metals",
     MILLI("te", "y") METAL FILM("-1", "1") GAP("30e-3", "38e-3"),
     {"its eps is negative", "layers at x-, x+", "waves along its surface may"}},
    {"a gap of one cell",
     MILLI("te", "y") METAL FILM("-1", "1") GAP("30e-3", "31e-3"),
     {"its eps is negative", "layers at x-, x+", "waves along its surface may"}},
    /* |eps_1| < 1 above 11.1/sqrt 2 = 7.85 GHz, |mu_2| > 1/|eps_1| below 8.70, 1/f^2 = 1/11.1^2
     * + 1/14^2 */
    {"negative eps beside negative mu",
     MILLI("te", "y") METAL FILM("-1", "1") MAGNETIC("14"),
     {"its eps is negative", "layers at x-, x+",
      "waves along its surface with 'n' run backward from 7.8"}},
    {"negative eps beside negative mu, E along both",
     MILLI("tm", "z") "[material.m]\ntype = drude\nfp = 11.1 GHz\ngamma_hz = 0.2 GHz\n" FILM(
         "-1", "1"),
     {NULL}},
    {"a narrow line",
     MILLI("te", "y") "[material.m]\ntype = lorentz\neps_inf = 2\n"
                      "delta_eps = 0.02\nf0 = 8 GHz\ngamma_hz = 0.005 GHz\n" FILM("30e-3",
                                                                                  "33e-3"),
     {"its eps is negative from 8.00", "layers at x-, x+", "a film of 3 mm across y"}},
    {"a broad line, eps above 0",
     MILLI("te", "y") "[material.m]\ntype = lorentz\neps_inf = 2\n"
                      "delta_eps = 1\nf0 = 8 GHz\ngamma_hz = 6 GHz\n" FILM("30e-3", "33e-3"),
     {NULL}},
    {"a line above the band",
     MILLI("te", "y") "[material.m]\ntype = lorentz\neps_inf = 2\n"
                      "delta_eps = 1\nf0 = 30 GHz\ngamma_hz = 0.1 GHz\n" FILM("30e-3", "33e-3"),
     {NULL}},
    {"water",
     MILLI("te", "y") "[material.m]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\n"
                      "tau = 9.231 ps\n" FILM("-1", "30e-3"),
     {NULL}},
    {"wet ground",
     MILLI("te", "y") "[material.m]\ntype = dielectric\neps = 6\nsigma = 1 S/m\n" FILM("-1",
                                                                                       "30e-3"),
     {NULL}},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

START_TEST(media_that_a_layer_amplifies_are_named_and_no_others)
{
    const struct scene *s = &scenes[_i];
    bench b;
    ck_assert_int_eq(yee_session_open(NULL, &b.session), YEE_OK);
    ck_assert_msg(!yee_model_parse(b.session, "test.ini", s->text, 0, NULL, &b.model), "%s: %s",
                  s->name, yee_session_error(b.session));
    b.findings = yee_model_findings(b.model, &b.finding);
    const yee_finding *f = find(&b, "m", "which a layer amplifies");
    ck_assert_msg((f != NULL) == (s->words[0] != NULL), "%s: %s", s->name,
                  f ? f->text : "nothing is said");
    for (int w = 0; f && w < 3; w++)
        ck_assert_msg(strstr(f->text, s->words[w]) != NULL, "%s: '%s' is not in '%s'", s->name,
                      s->words[w], f->text);
    if (f) {
        ck_assert_int_eq(f->level, YEE_WARNING);
        ck_assert_ptr_nonnull(strstr(f->text, "type = absorber"));
    }
    close_model(&b);
}
END_TEST

/* A medium of a rod: a film across both of its axes. */
START_TEST(a_rod_in_three_dimensions_is_named_at_the_faces_that_it_meets)
{
    static const char rod[] = "[material.m]\ntype = drude\nfp = 30 GHz\ngamma_hz = 0.2 GHz\n"
                              "[shape.m]\ntype = box\nmaterial = m\nfrom = -1, 0.013, 0.013 "
                              "m\nto = 1, 0.017, 0.016 m\n";
    bench b;
    open_model(&b, "15 GHz", "10", rod, 0, NULL);
    const yee_finding *f =
        find(&b, "m", "layers at x-, x+: waves along a film of 3 mm across z");
    ck_assert_ptr_nonnull(f);
    close_model(&b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("backward");
    TCase *tcase = tcase_create("backward");
    tcase_add_loop_test(tcase, media_that_a_layer_amplifies_are_named_and_no_others, 0, SCENES);
    tcase_add_test(tcase, a_rod_in_three_dimensions_is_named_at_the_faces_that_it_meets);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
