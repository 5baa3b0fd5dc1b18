/* bench/common/cases.c: the cases as models: N^3 cells of 1 mm (2d: N^2) with a dipole and a
 * probe in the middle, and whatever the case adds to that. */
#include "cases.h"
#include <stdlib.h>
#include <string.h>

static bool is(const bench_case *c, const char *name) { return !strcmp(c->name, name); }

bench_case case_of(const char *scheme, const char *name, int cells, int threads)
{
    bench_case c = {scheme, name, {cells, cells, cells}, threads, false};
    c.f64 = is(&c, "f64");
    if (is(&c, "2d"))
        c.n[2] = 1;
    return c;
}

#define TENSOR "[material.m]\ntype = tensor\neps = 2.749, 2.208\naxis = 1, 2, 3\n"
#define KERR "[material.m]\ntype = kerr\neps = 2.25\nchi3 = 1e-12 m^2/V^2\n"

/* The section of the material "m" that fills the grid; NULL: vacuum. */
static const char *filling(const bench_case *c)
{
    static const struct {
        const char *name, *text;
    } all[] = {
        {"drude", "[material.m]\ntype = drude\nfp = 3 GHz\ngamma_hz = 1 GHz\n"},
        {"debye",
         "[material.m]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps\n"},
        {"lorentz",
         "[material.m]\ntype = lorentz\ndelta_eps = 1.5\nf0 = 10 GHz\ngamma_hz = 1 GHz\n"},
        {"1 pole", "[material.m]\ntype = debye\neps_inf = 2\ndelta_eps = 1\ntau = 9 ps\n"},
        {"2 poles", "[material.m]\ntype = debye\neps_inf = 2\ndelta_eps = 1\ntau = 9 ps\n"
                    "add = a\n"
                    "[material.a]\ntype = debye\ndelta_eps = 2\ntau = 20 ps\n"},
        {"4 poles", "[material.m]\ntype = debye\neps_inf = 2\ndelta_eps = 1\ntau = 9 ps\n"
                    "add = a, b, c\n"
                    "[material.a]\ntype = debye\ndelta_eps = 2\ntau = 20 ps\n"
                    "[material.b]\ntype = debye\ndelta_eps = 3\ntau = 40 ps\n"
                    "[material.c]\ntype = debye\ndelta_eps = 4\ntau = 80 ps\n"},
        {"kerr", KERR},
        {"raman", "[material.m]\ntype = raman\neps = 2.25\nchi3 = 1e-12 m^2/V^2\n"
                  "t1 = 12.2 ps\nt2 = 32 ps\n"},
        {"chi2", "[material.m]\ntype = chi2\neps = 2.25\nchi2 = 1e-6 m/V\naxis = z\n"},
        {"modulated", "[material.m]\ntype = modulated\neps = 2.25\ndepth = 0.01\n"
                      "frequency = 6 GHz\n"},
        {"gain", "[material.m]\ntype = four_level\nwavelength = 30 mm\nlinewidth = 1 GHz\n"
                 "cross_section = 1e-18 m^2\ndensity = 1e17 1/m^3\npump = 1e9 1/s\n"
                 "lifetime_32 = 0.2 ns\nlifetime_21 = 2 ns\nlifetime_10 = 0.1 ns\n"},
        {"two_level", "[material.m]\ntype = two_level\neps = 2.25\nwavelength = 60 mm\n"
                      "linewidth = 1 GHz\nlifetime = 1 us\ncross_section = 1e-6 m^2\n"
                      "density = 1e6 1/m^3\npump = 1e6 1/s\n"},
        {"plasma", "[material.m]\ntype = magnetised_plasma\nfp = 5 GHz\n"
                   "magnetic_field = 0.1, 0, 0.2 T\n"},
        {"tensor", TENSOR},
    };
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        if (is(c, all[n].name))
            return all[n].text;
    return NULL;
}

static unsigned hash(int i, int j, int k)
{
    return ((unsigned)i * 73856093u ^ (unsigned)j * 19349663u ^ (unsigned)k * 83492791u) >> 3;
}

/* 15 dielectrics in blocks of n/10 cells, so that every row meets several. */
static void blocks(const bench_case *c, FILE *to)
{
    const int block = c->n[0] / 10;
    for (int m = 0; m < 15; m++)
        fprintf(to, "[material.m%d]\ntype = dielectric\neps = %g\n", m, 1.2 + 0.2 * m);
    for (int b = 0; b < 1000; b++) {
        const int i = b / 100, j = b / 10 % 10, k = b % 10;
        fprintf(to,
                "[shape.b%d]\ntype = box\nfrom = %d, %d, %d mm\nto = %d, %d, %d mm\n"
                "material = m%u\naverage = no\n",
                b, i * block, j * block, k * block, (i + 1) * block, (j + 1) * block,
                (k + 1) * block, hash(i, j, k) % 15);
    }
}

/* 1000 points on a plane, in 40 outputs of 25. */
static void probes(const bench_case *c, FILE *to)
{
    const double d = (double)c->n[0] / 42;
    for (int a = 1; a <= 40; a++) {
        fprintf(to, "[output.p%d]\ntype = probe\ncomponents = ez\nposition = ", a);
        for (int b = 1; b <= 25; b++)
            fprintf(to, "%s%.1f, %.1f, %d", b > 1 ? ", " : "", d * a, d * b, c->n[2] / 2);
        fprintf(to, " mm\n");
    }
}

/* 1000 spheres of two dielectrics in one place or another. */
static void spheres(const bench_case *c, FILE *to)
{
    const int n = c->n[0];
    fprintf(to, "[material.a]\ntype = dielectric\neps = 2\n"
                "[material.b]\ntype = dielectric\neps = 3\n");
    for (int s = 0; s < 1000; s++)
        fprintf(to,
                "[shape.s%d]\ntype = sphere\ncenter = %g, %g, %g mm\nradius = %g mm\n"
                "material = %c\n",
                s, 0.1 * (hash(s, 1, 2) % (10 * (unsigned)n)),
                0.1 * (hash(3, s, 4) % (10 * (unsigned)n)),
                0.1 * (hash(5, 6, s) % (10 * (unsigned)n)), 0.03 * n + 0.01 * (s % 50),
                "ab"[s % 2]);
}

bool case_write(const char *folder, const bench_case *c, FILE *to)
{
    static const char *const known[] = {"vacuum",      "periodic",   "f64",
                                        "2d",          "ids",        "cpml",
                                        "probes",      "DFT box",    "DFT box per 10",
                                        "DFT box own", "sentinel",   "snapshot",
                                        "empty",       "spheres",    "cylinder",
                                        "voxels",      "kerr block", "tensor block"};
    static unsigned number; /* of the output file: no two cases share one */
    const bool planar = is(c, "2d"), own = is(c, "DFT box own");
    const char *material = filling(c);
    bool found = material != NULL;
    for (size_t n = 0; n < sizeof known / sizeof *known; n++)
        found = found || is(c, known[n]);
    const int at = c->n[0] / 2;
    fprintf(to,
            "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\n%sbackground = %s\n"
            "[run]\nsteps = 100000000\nscheme = %s\nthreads = %d\nprecision = %s\n"
            "output = %s/run%u.h5\nforce = yes\nsentinel = %d\n"
            "[boundary.all]\ntype = %s\n%s"
            "[waveform.w]\ntype = %s\nfrequency = 3 GHz\n"
            "[source.s]\ntype = dipole\nposition = %d.5, %d.5, %g mm\ndirection = z\n"
            "current = 1 A\nwaveform = w\n"
            "[output.p]\ntype = probe\nposition = %d.5, %d.5, %g mm\ncomponents = ez\n",
            c->n[0], c->n[1], c->n[2], planar ? "invariant = z\nmode = tm\n" : "",
            material ? "m" : "vacuum", c->scheme, c->threads, c->f64 ? "f64" : "f32", folder,
            number++, is(c, "sentinel") ? 100 : 0,
            is(c, "cpml")       ? "cpml"
            : is(c, "periodic") ? "periodic"
                                : "pec",
            material ? material : "", own ? "ricker" : "sine", at, at, planar ? 0.5 : at + 0.5,
            at + 3, at, planar ? 0.5 : at + 0.5);
    if (is(c, "ids"))
        blocks(c, to);
    if (is(c, "probes"))
        probes(c, to);
    if (is(c, "spheres"))
        spheres(c, to);
    if (!strncmp(c->name, "DFT box", 7))
        fprintf(to,
                "[output.d]\ntype = spectrum\ncomponents = ez\nfrequency_min = 1 GHz\n"
                "frequency_max = 10 GHz\nfrequency_count = 10\nfrom = %d, %d, %d mm\n"
                "to = %d, %d, %d mm\n%s",
                at - 15, at - 15, at - 15, at + 15, at + 15, at + 15,
                own          ? ""
                : c->name[7] ? "every = 10\n"
                             : "every = 1\n");
    if (is(c, "snapshot"))
        fprintf(to, "[output.f]\ntype = snapshot\ncomponents = ez\nevery = 100\n");
    if (is(c, "cylinder"))
        fprintf(to,
                "[material.a]\ntype = dielectric\neps = 4\n[shape.c]\ntype = cylinder\n"
                "material = a\nfrom = %g, %g, %g mm\nto = %g, %g, %g mm\nradius = %g mm\n",
                0.1 * at, 0.2 * at, 0.1 * at, 1.8 * at, 1.9 * at, 1.7 * at, 0.4 * at);
    if (is(c, "kerr block") ||
        is(c, "tensor block")) /* a quarter of the grid along each axis */
        fprintf(to,
                "%s[shape.b]\ntype = box\nmaterial = m\nfrom = %d, %d, %d mm\n"
                "to = %d, %d, %d mm\n",
                is(c, "kerr block") ? KERR : TENSOR, at - at / 4, at - at / 4, at - at / 4,
                at + at / 4, at + at / 4, at + at / 4);
    if (is(c, "voxels")) {
        fprintf(to, "[shape.v]\ntype = voxels\nfile = %s/voxels.h5\nmaterials = m0", folder);
        for (int m = 1; m < 8; m++)
            fprintf(to, ", m%d", m);
        for (int m = 0; m < 8; m++)
            fprintf(to, "\n[material.m%d]\ntype = dielectric\neps = %d\n", m, 1 + m);
    }
    return found;
}

char *case_text(const char *folder, const bench_case *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    const bool known = to && case_write(folder, c, to);
    if (to)
        fclose(to);
    if (!known) {
        fprintf(stderr, "%s: there is no such case\n", c->name);
        free(text);
        return NULL;
    }
    return text;
}
