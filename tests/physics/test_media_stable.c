/* tests/physics/test_media_stable.c: random bodies of random media through layers, over very
 * many steps.
 *
 * Half-spaces, corners, rods, balls and cylinders of dispersive, lossy and magnetic media,
 * plain ones beside them, in layers of five to eight cells, 2-D and 3-D, uniform and graded,
 * both precisions, at 0.99 of the limit. Where the plan says that waves run backward in a
 * medium, or along a film, an absorber stands for the layer, as it asks for. $YEE_TEST_LONG=1:
 * 1e5 steps of 200 models in place of 5000 of 12. $YEE_TEST_FROM, $YEE_TEST_TO: those models
 * alone. */
#include "interface.h"
#include "tensors.h"

static const char *const media[] = {
    "type = drude\nfp = %g GHz\ngamma_hz = 0.2 GHz\n",
    "type = drude\neps_inf = 2\nfp = %g GHz\ngamma_hz = 2 GHz\n",
    "type = lorentz\neps_inf = 2\ndelta_eps = 3\nf0 = %g GHz\ngamma_hz = 0.05 GHz\n",
    "type = lorentz\ndelta_eps = 1.5\nf0 = %g GHz\ngamma_hz = 2 GHz\n",
    "type = drude\nmagnetic = yes\nfp = %g GHz\ngamma_hz = 0.2 GHz\n",
    "type = lorentz\nmagnetic = yes\neps_inf = 1.5\ndelta_eps = 2\nf0 = %g GHz\ngamma_hz = 0.1 "
    "GHz\n",
    "type = debye\neps_inf = 3\ndelta_eps = 20\ntau = %g ps\n",
    "type = dielectric\neps = 6\nsigma = 0.%03.0f S/m\n",
    "type = dielectric\neps = 1, 4, 9\nmu = 2\nsigma_m = %g kOhm/m\n",
};
enum { MEDIA = sizeof media / sizeof *media };

/* A box whose faces lie within the grid, clear of layers, or beyond it; a ball there; a
 * cylinder through the whole grid. */
static void say_shape(writer *w, int n, bool flat)
{
    say(w, "[shape.s%d]\nmaterial = m%d\n", n, n);
    const int kind = rand() % 4;
    const double r = between(2, 4);
    double at[3], from[3], to[3];
    for (int a = 0; a < 3; a++) {
        at[a] = between(13, 15);
        from[a] = rand() % 3 ? -99 : at[a] - r;
        to[a] = rand() % 3 ? 99 : at[a] + r;
        if (from[a] < -9 && to[a] > 90 && rand() % 2)
            *(rand() % 2 ? &from[a] : &to[a]) = at[a];
    }
    if (flat)
        from[2] = -99, to[2] = 99, at[2] = 0;
    if (kind == 0 && !flat)
        say(w, "type = sphere\ncenter = %g, %g, %g mm\nradius = %g mm\n", at[0], at[1], at[2],
            r);
    else if (kind == 1)
        say(w, "type = cylinder\nfrom = %g, %g, -90 mm\nto = %g, %g, 90 mm\nradius = %g mm\n",
            at[0], at[1], at[0], at[1], r);
    else
        say(w, "type = box\nfrom = %g, %g, %g mm\nto = %g, %g, %g mm\n", from[0], from[1],
            from[2], to[0], to[1], to[2]);
}

static void random_media(writer *w, int seed, int steps, bool absorber)
{
    srand((unsigned)(seed + 1) * 7919u);
    w->length = 0;
    const bool flat = seed % 3 != 2, te = seed % 3 == 1, graded = rand() % 4 == 0;
    say(w, "[grid]\nx = %s\ny = 1 mm x 28\n",
        graded ? "1 mm x 12, 0.7 mm x 8, 1.1 mm x 10" : "1 mm x 28");
    say(w, flat ? "invariant = z\nmode = %s\n" : "z = 1 mm x 28\n", te ? "te" : "tm");
    say(w, "[run]\nsteps = %d\nthreads = 1\nprecision = %s\n", steps, seed % 2 ? "f64" : "f32");
    const int layer = 5 + rand() % 4;
    say(w, "[boundary.all]\ntype = %s\ncells = %d\n", absorber ? "absorber" : "cpml", layer);
    if (rand() % 4 == 0)
        say(w, "[boundary.wall]\ntype = %s\nfaces = y-\n", rand() % 2 ? "pec" : "pmc");
    const int bodies = 1 + rand() % 3;
    for (int n = 0; n < bodies; n++) {
        say(w, "[material.m%d]\n", n);
        char keys[256];
        snprintf(keys, sizeof keys, "%s", media[rand() % MEDIA]);
        const double value = between(6, 20);
        char text[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(text, sizeof text, keys, value);
#pragma GCC diagnostic pop
        say(w, "%s", text);
        say_shape(w, n, flat);
    }
    say(w,
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 9 GHz\nbandwidth = 16 GHz\n"
        "[source.s]\ntype = dipole\nposition = 13.3, 14, %g mm\ndirection = %s\ncurrent = 1 A\n"
        "waveform = w\n",
        flat ? 0 : 14.6,
        !flat ? "1, 1, 1"
        : te  ? "1, 0.8, 0"
              : "z");
}

/* Whether the plan finds a film or a gap in a layer, or media or a surface whose own waves run
 * backward. */
static bool asks_for_absorber(const lab *l)
{
    static const char *const words[] = {"waves in it run backward", "waves along a film",
                                        "in it run backward", "run backward from"};
    const yee_finding *found;
    bool asks = false;
    const size_t count = yee_model_findings(l->model, &found);
    for (size_t n = 0; n < count; n++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            asks = asks || strstr(found[n].text, words[i]);
    return asks;
}

static double energy_now(lab *l)
{
    double w[2];
    ck_assert_int_eq(l->ops->energy(l->plan, w), YEE_OK);
    return w[0] + w[1];
}

/* The pulse is over after 700 steps. A mode of a body swings between fields and poles, so that
 * the energy may go up and down; growth by 1e-4 a step would be a factor of 4e8 in the long
 * runs, by 4e-4 one of 30 in the short ones. Rounding leaves 1e-11 of the first energy at
 * most. */
START_TEST(nothing_grows_in_layers)
{
    const char *from = getenv("YEE_TEST_FROM"), *to = getenv("YEE_TEST_TO");
    const int steps = interface_long() ? 100000 : 5000;
    if ((from && _i < atoi(from)) || (to && _i >= atoi(to)))
        return;
    writer w = {.length = 0};
    random_media(&w, _i, steps + 700, false);
    lab l;
    lab_open(&l, "%s", w.text);
    const bool backward = asks_for_absorber(&l);
    if (backward) {
        lab_close(&l);
        random_media(&w, _i, steps + 700, true);
        lab_open(&l, "%s", w.text);
    }
    lab_run(&l, 700);
    const double early = energy_now(&l);
    double late = early, least = early;
    for (int part = 0; part < 10 && late <= 30 * least; part++) {
        lab_run(&l, steps / 10);
        late = energy_now(&l);
        least = fmax(fmin(least, late), 1e-11 * early);
    }
    fprintf(stderr, "model %d%s: %.3g J, %.3g J after %d steps\n", _i,
            backward ? ", absorber" : "", early, late, steps);
    ck_assert_double_gt(early, 0);
    ck_assert_msg(late <= 30 * least, "%g J after %g J:\n%s", late, least, w.text);
    lab_close(&l);
}
END_TEST

/* Two media that meet in the layers, each negative where the other is positive: half-spaces of
 * a Drude and of a Lorentz medium, on a node and within a cell, the one or the other the later
 * object, of eps in TE and of mu in TM. Their waves run backward where an edge takes one of the
 * two alone: a potential that fades by r a cell, r <= 1, has eps_1 = -eps_2/r (|eps| rises with
 * the wave number, so that the frequency falls) where medium 2 has the edges of the plane, and
 * -eps_2 where both have halves. Fields so grew by 1.003 to 1.004 a step, energies by 2e6 in
 * 2500 steps at least. */
START_TEST(two_negative_media_share_the_edges_of_layers)
{
    static const char *const medium[2] = {
        "type = drude\nfp = 17 GHz\ngamma_hz = 0.2 GHz\n",
        "type = lorentz\neps_inf = 1.5\ndelta_eps = 2\nf0 = 9.67 GHz\ngamma_hz = 0.1 GHz\n"};
    const bool magnetic = _i & 1, swapped = _i & 2, within = _i & 4;
    lab l;
    lab_open(&l,
             "[grid]\nx = 1 mm x 28\ny = 1 mm x 28\ninvariant = z\nmode = %s\n[run]\nsteps = "
             "7000\nprecision = f64\n[boundary.all]\ntype = cpml\ncells = 8\n"
             "[material.a]\n%s%s[material.b]\n%s%s"
             "[shape.a]\ntype = box\nmaterial = a\nfrom = -9, -9, -9 m\nto = 9, 9, 9 m\n"
             "[shape.b]\ntype = box\nmaterial = b\nfrom = -9, %g, -9 m\nto = 9, 9, 9 m\n"
             "[waveform.w]\ntype = modulated_gaussian\nfrequency = 9 GHz\nbandwidth = 16 GHz\n"
             "[source.s]\ntype = dipole\nposition = 13.3, 14, 0 mm\ndirection = %s\n"
             "current = 1 A\nwaveform = w\n",
             magnetic ? "tm" : "te", medium[swapped], magnetic ? "magnetic = yes\n" : "",
             medium[!swapped], magnetic ? "magnetic = yes\n" : "", within ? 14.3e-3 : 14e-3,
             magnetic ? "z" : "1, 0.8, 0");
    lab_run(&l, 2000);
    const double early = energy_now(&l);
    lab_run(&l, 5000);
    const double late = energy_now(&l);
    fprintf(stderr, "two media, %d: %.3g J, %.3g J after 5000 steps\n", _i, early, late);
    ck_assert_double_gt(early, 0);
    ck_assert_double_le(late, early);
    lab_close(&l);
}
END_TEST

/* A metal in the layers, all of it but for what is painted over it above y = 14 mm. */
#define METAL \
    "[material.a]\ntype = drude\nfp = 11.1 GHz\ngamma_hz = 0.2 GHz\n[shape.a]\ntype = box\n" \
    "material = a\nfrom = -9, -9, -9 m\nto = 9, 9, 9 m\n"
#define ABOVE(top, material) \
    "[material.b]\n" material "[shape.b]\ntype = box\nmaterial = b\nfrom = -9, 0.010, -9 m\n" \
    "to = 9, " top ", 9 m\n"

/* Waves along gaps and surfaces: whether the plan names them, and whether they grow. A gap
 * below and above its limit of 7.3 mm (core/model/surface_waves.c), of one cell, and surfaces
 * with a magnetic plasma and with glass. Those that grew did so a million times within 4000
 * steps, the others fell by 1e11. */
static const struct held {
    const char *mode, *above;
    bool grows;
} held[] = {
    {"te", ABOVE("0.014", "type = dielectric\neps = 6\nsigma = 9 mS/m\n"), true},
    {"te", ABOVE("0.019", "type = dielectric\neps = 6\nsigma = 9 mS/m\n"), false},
    {"te", ABOVE("0.011", "type = dielectric\neps = 6\nsigma = 9 mS/m\n"), false},
    {"te", ABOVE("9", "type = drude\nmagnetic = yes\nfp = 14 GHz\ngamma_hz = 0.2 GHz\n"), true},
    {"te", ABOVE("9", "type = dielectric\neps = 6\n"), false},
};
enum { HELD = sizeof held / sizeof *held };

START_TEST(what_grows_in_layers_is_what_the_plan_names)
{
    const struct held *h = &held[_i];
    lab l;
    lab_open(
        &l,
        "[grid]\nx = 1 mm x 28\ny = 1 mm x 28\ninvariant = z\nmode = %s\n[run]\nsteps = "
        "45000\nprecision = f64\n[boundary.all]\ntype = cpml\ncells = 5\n" METAL
        "%s[waveform.w]\ntype = modulated_gaussian\nfrequency = 9 GHz\nbandwidth = 16 GHz\n"
        "[source.s]\ntype = dipole\nposition = 13.3, 10.5, 0 mm\ndirection = 1, 0.8, 0\n"
        "current = 1 A\nwaveform = w\n",
        h->mode, h->above);
    ck_assert_int_eq(asks_for_absorber(&l), h->grows);
    lab_run(&l, 2000);
    const double early = energy_now(&l);
    double late = early;
    int part = 0;
    for (; part < 20 && late < 1e6 * early; part++) {
        lab_run(&l, 2000);
        late = energy_now(&l);
    }
    fprintf(stderr, "held %d: %.3g J, %.3g J after %d steps\n", _i, early, late, part * 2000);
    ck_assert_double_gt(early, 0);
    ck_assert_int_eq(late > early, h->grows);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("media_stable");
    TCase *t = tcase_create("layers");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, nothing_grows_in_layers, 0, interface_long() ? 200 : 12);
    tcase_add_loop_test(t, two_negative_media_share_the_edges_of_layers, 0, 8);
    tcase_add_loop_test(t, what_grows_in_layers_is_what_the_plan_names, 0, HELD);
    suite_add_tcase(s, t);
    return lab_main(s);
}
