/* tests/physics/test_laws_stable.c: passive laws over many steps in random models: bodies that cut
 * each other, metal, poles, a resistor and a diode on edges of laws, all faces, 2-D and 3-D, graded
 * grids, both precisions, at 0.99 of the limit.
 *
 * What leapfrog keeps, with laws too, is no less than 1 - 0.99^2 of E.E + H.H, for the waves at the
 * limit, and no more than all of it; no passive law or port adds to it. So what the energy of the
 * field can grow from any time to a later one is a factor of 1/(1 - 0.99^2) = 50.
 * $YEE_TEST_LONG=1: 1e5 steps of six models a law in place of 3000 of two (of few one, by turns).
 * $YEE_TEST_LAW: that law alone. */
#include "lab.h"

/* A passive law: material.NAME in 3-D and in a plane, and the largest field it is meant for, V/m. */
static const struct medium {
    const char *name, *solid, *flat;
    double field; /* 0: any */
    const char *mode, *scheme;
    bool
        in_layers; /* absorbing layers take it: of isotropic media only (docs/writing-a-law.md) */
} media[] = {
    {"kerr", "type = kerr\neps = 2.25\nchi3 = 9e-14 m^2/V^2\nreach = 1e6 V/m\n", NULL, 7e5,
     "te", "tiled", true},
    {"kerr_negative", "type = kerr\neps = 4\nchi3 = -3e-14 m^2/V^2\nreach = 1e6 V/m\n", NULL,
     7e5, "tm", "tiled", true},
    {"kerr_conserving",
     "type = kerr\neps = 2\nchi3 = 1e-12 m^2/V^2\nform = conserving\nreach = 1e6 V/m\n", NULL,
     9e5, "te", "tiled", true},
    {"kerr_vector",
     "type = kerr\neps = 2.25\nchi3 = 9e-14 m^2/V^2\nkind = vector\nreach = 1e6 V/m\n", NULL,
     7e5, "te", "tiled", true},
    {"two_photon",
     "type = kerr\neps = 4\nchi3 = 4e-14 m^2/V^2\nbeta = 1e-9 m/W\nwavelength = 7.5 mm\n"
     "reach = 1e6 V/m\n",
     NULL, 7e5, "te", "tiled", true},
    {"chi2", "type = chi2\neps = 4.6\nchi2 = 1.5e-7 m/V\naxis = x\nreach = 1e6 V/m\n", NULL,
     7e5, "te", "tiled", true},
    {"raman",
     "type = raman\neps = 2.1\nchi3 = 8e-14 m^2/V^2\nt1 = 5 ps\nt2 = 15 ps\nreach = 1e6 V/m\n",
     NULL, 7e5, "te", "tiled", true},
    {"magnetised_plasma",
     "type = magnetised_plasma\nfp = 30 GHz\ngamma_hz = 0.1 GHz\nmagnetic_field = 0.3, 0.5, 1 "
     "T\n",
     "type = magnetised_plasma\nfp = 30 GHz\ngamma_hz = 0.1 GHz\nmagnetic_field = 0, 0, 1 T\n",
     0, "te", "tiled", false},
    {"tensor", "type = tensor\neps = 6, 2\naxis = 1, 2, 3\n",
     "type = tensor\neps = 6, 2\naxis = 1, 2, 0\n", 0, "te", "tiled", false},
    {"ferrite_linear",
     "type = ferrite\nsaturation_magnetization = 140 kA/m\nbias = 30, 50, 100 kA/m\neps = 4\n"
     "linewidth = 2 kA/m\nlinewidth_frequency = 9.4 GHz\n",
     "type = ferrite\nsaturation_magnetization = 140 kA/m\nbias = 0, 0, 100 kA/m\neps = 4\n"
     "linewidth = 2 kA/m\nlinewidth_frequency = 9.4 GHz\n",
     0, "tm", "plain", false},
    {"ferrite_full",
     "type = ferrite\nmodel = full\nsaturation_magnetization = 140 kA/m\n"
     "bias = 30, 50, 100 kA/m\neps = 4\ndamping = 0.01\n",
     "type = ferrite\nmodel = full\nsaturation_magnetization = 140 kA/m\n"
     "bias = 0, 0, 100 kA/m\neps = 4\ndamping = 0.01\n",
     1e6, "tm", "plain", false},
};
enum { MEDIA = sizeof media / sizeof *media };

static const double MOST_GROWTH = 1 / (1 - 0.99 * 0.99);

static bool is_long(void)
{
    const char *set = getenv("YEE_TEST_LONG");
    return set && *set == '1';
}

typedef struct writer {
    char text[12000];
    size_t length;
} writer;

static void say(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(w->text + w->length, sizeof w->text - w->length, format, args);
    va_end(args);
    ck_assert(n >= 0 && w->length + (size_t)n < sizeof w->text);
    w->length += (size_t)n;
}

static double between(double low, double high)
{
    return low + (high - low) * ((double)rand() / RAND_MAX);
}

static const char *const others[] = {
    "type = debye\neps_inf = 2\ndelta_eps = 6\ntau = 6 ps\n",
    "type = lorentz\neps_inf = 2\ndelta_eps = 2\nf0 = 30 GHz\ngamma_hz = 1 GHz\n",
    "type = kerr\neps = 3\nchi3 = 5e-14 m^2/V^2\nreach = 1e6 V/m\n",
    "type = kerr\neps = 2.25\nchi3 = 9e-14 m^2/V^2\nkind = vector\nreach = 1e6 V/m\n",
    "type = pec\n",
    "type = dielectric\neps = 2, 3, 5\n",
    "type = raman\neps = 2.1\nchi3 = 8e-14 m^2/V^2\nt1 = 5 ps\nt2 = 15 ps\nreach = 1e6 V/m\n",
};
enum { OTHERS = sizeof others / sizeof *others };

/* Bodies that touch layers are of media that these take, without waves that run backward; all others
 * end before them. */
static void say_body(writer *w, int n, const char *material, bool flat, bool in_layers)
{
    const double low = in_layers ? 0 : 5, high = in_layers ? 16 : 11;
    double from[3], to[3];
    for (int a = 0; a < 3; a++) {
        from[a] = floor(between(low, 8));
        to[a] = ceil(between(9, high));
    }
    if (flat)
        from[2] = -9, to[2] = 9;
    say(w, "[material.m%d]\n%s[shape.s%d]\nmaterial = m%d\n", n, material, n, n);
    say(w, "type = box\nfrom = %g, %g, %g mm\nto = %g, %g, %g mm\n", from[0], from[1], from[2],
        to[0], to[1], to[2]);
}

/* A resistor and a diode on edges of the law's body, which holds (8, 8, 8) to (9, 9, 9) mm. */
static void say_ports(writer *w, bool flat, bool in_z)
{
    const double z = flat ? 0 : 8;
    if (flat && in_z)
        return;
    say(w,
        "[source.r]\ntype = lumped\nnegative = 8, 8, %g mm\npositive = 9, 8, %g mm\n"
        "resistance = 80 Ohm\n[source.d]\ntype = diode\nnegative = 8, 8, %g mm\n"
        "positive = 8, 9, %g mm\nsaturation_current = 1e-9 A\nresistance = 20 Ohm\n",
        z, z, z, z);
}

static void random_model(writer *w, const struct medium *m, int seed, int steps, double current)
{
    static const char *const walls[] = {"type = cpml\ncells = 4\n", "type = periodic\n",
                                        "type = pec\n", "type = pmc\n",
                                        "type = absorber\ncells = 4\n"};
    srand((unsigned)(seed + 1) * 7919u);
    const bool flat = seed % 3 == 1, in_z = flat && !strcmp(m->mode, "tm"), graded = rand() % 2;
    const char *all = walls[seed % 5];
    const bool layers = seed % 5 == 0 || seed % 5 == 4;
    w->length = 0;
    say(w, "[grid]\nx = %s\ny = 1 mm x 16\n",
        graded ? "1 mm x 6, 0.5 mm x 4, 1 mm x 8" : "1 mm x 16");
    say(w, flat ? "invariant = z\nmode = %s\n" : "z = 1 mm x 16\n", m->mode);
    say(w, "[run]\nsteps = %d\nthreads = 1\nscheme = %s\nprecision = %s\n", steps, m->scheme,
        rand() % 3 ? "f64" : "f32");
    say(w, "[boundary.all]\n%s", all);
    const int beside = 1 + rand() % 3;
    for (int n = 0; n < beside; n++) {
        const char *other = others[rand() % OTHERS];
        if (!strcmp(m->scheme, "plain") && strstr(other, "vector"))
            other = others[0];
        const bool metal = strstr(other, "pec") != NULL;
        if (metal)
            say(w,
                "[material.m%d]\n%s[shape.s%d]\nmaterial = m%d\ntype = box\n"
                "from = 9, 10, %d mm\nto = 11, 12, %d mm\n",
                n + 1, other, n + 1, n + 1, flat ? -9 : 9, flat ? 9 : 12);
        else
            say_body(w, n + 1, other, flat, !layers || !strstr(other, "lorentz"));
    }
    say_body(w, 0, flat && m->flat ? m->flat : m->solid, flat, !layers || m->in_layers);
    if (rand() % 3)
        say_ports(w, flat, in_z);
    say(w,
        "[waveform.w]\ntype = ricker\nfrequency = 30 GHz\n[source.s]\ntype = dipole\n"
        "position = 8.5, 8.3, %g mm\ndirection = %s\ncurrent = %.17g A\nwaveform = w\n",
        flat ? 0 : 8.6,
        in_z   ? "0, 0, 1"
        : flat ? "1, 0.7, 0"
               : "1, 0.7, 0.5",
        current);
}

static double strongest(lab *l)
{
    double most = 0;
    for (int c = 0; c < 3; c++) {
        const int64_t points = l->grid->active[c] ? yee_grid_points(l->grid, c) : 0;
        const double *e = points ? lab_read(l, c) : NULL;
        for (int64_t n = 0; n < points; n++)
            most = isfinite(e[n]) ? fmax(most, fabs(e[n])) : (double)INFINITY;
    }
    return most;
}

/* The largest field of 200 steps, the whole pulse, for a current of 1 uA. */
static double strength(const struct medium *m, int seed)
{
    writer w;
    lab l;
    double most = 0;
    random_model(&w, m, seed, 200, 1e-6);
    lab_open(&l, "%s", w.text);
    for (int n = 0; n < 20; n++) {
        lab_run(&l, 10);
        most = fmax(most, strongest(&l));
    }
    lab_close(&l);
    return most;
}

static double energy(lab *l)
{
    double held[2] = {0, 0};
    ck_assert_int_eq(l->ops->energy(l->plan, held), YEE_OK);
    return held[0] + held[1];
}

enum { MODELS = 6, FEW = 2, FIRST = 300, PARTS = 100 };

/* Rounding leaves of a field that was absorbed what is below the least number of its digits; it is
 * no growth where it comes and goes. */
static void stays(const struct medium *m, int seed)
{
    const int steps = is_long() ? 100000 : 3000;
    const double current = m->field > 0 ? 1e-6 * m->field / strength(m, seed) : 1;
    writer w;
    lab l;
    random_model(&w, m, seed, FIRST + steps, current);
    lab_open(&l, "%s", w.text);
    const double digit = l.problem->precision == YEE_F64 ? 0x1p-52 : 0x1p-23;
    lab_run(&l, FIRST);
    const double first = energy(&l);
    double last = first, least = first, growth = 1;
    for (int n = 0; n < PARTS && growth <= MOST_GROWTH; n++) {
        lab_run(&l, steps / PARTS);
        last = energy(&l);
        growth = isfinite(last) ? fmax(growth, last / least) : (double)INFINITY;
        least = fmax(fmin(least, last), digit * first);
    }
    printf("%-18s %d: %s, %.2g A, %.3g J, after %d steps %.3g J; largest growth %.3g of %.3g\n",
           m->name, seed, digit < 1e-10 ? "f64" : "f32", current, first, steps, last, growth,
           MOST_GROWTH);
    fflush(stdout);
    ck_assert_double_gt(first, 0);
    ck_assert_msg(growth <= MOST_GROWTH, "%s: the energy grew by %g, to %g J:\n%s", m->name,
                  growth, last, w.text);
    lab_close(&l);
}

START_TEST(no_passive_law_gives_energy)
{
    const struct medium *m = &media[_i];
    const char *only = getenv("YEE_TEST_LAW");
    if (only && *only && strcmp(only, m->name) != 0)
        return;
    const bool part = few_on() && !is_long();
    const int first_seed = part ? _i % FEW : 0;
    for (int seed = first_seed; seed < (is_long() ? MODELS : FEW); seed += part ? FEW : 1)
        stays(m, seed);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("laws_stable");
    TCase *t = tcase_create("passive");
    tcase_set_timeout(t, 1200);
    tcase_add_loop_test(t, no_passive_law_gives_energy, 0, MEDIA);
    suite_add_tcase(s, t);
    return lab_main(s);
}
