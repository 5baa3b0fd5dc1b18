/* bench/gpu/speed.c: a cube of cells with a dipole and a probe, the whole loop. */
#include "bench.h"
#include <string.h>

enum { LAYER = 10 };

typedef struct bench_case {
    const char *name, *ini;
    const char *background;
    int layers;   /* axes that have some */
    double extra; /* bytes per cell and step beyond fields and layers, f32, by count */
    double ids;   /* of these, bytes that double precision does not double */
    const char *grid;
} bench_case;

#define PEC "[boundary.all]\ntype = pec\n"
#define CPML "[boundary.all]\ntype = cpml\ncells = 10\n"
#define WATER \
    "[material.water]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps\n"
#define TWO_POLES \
    "[material.two]\ntype = debye\neps_inf = 2\ndelta_eps = 1\ntau = 9 ps\nadd = other\n" \
    "[material.other]\ntype = debye\ndelta_eps = 2\ntau = 20 ps\n"
#define RESONANT \
    "[material.resonant]\ntype = lorentz\ndelta_eps = 1.5\nf0 = 10 GHz\ngamma_hz = 1 GHz\n"
/* of both kinds, by ids */
#define SLABS \
    "[shape.s]\ntype = box\nmaterial = resonant\naverage = no\nfrom = 0, 0, 0 mm\n" \
    "to = 2000, 120, 2000 mm\n"
#define GOLD \
    "[material.gold]\ntype = drude\neps_inf = 3\nfp = 40 GHz\ngamma_hz = 1 GHz\nadd = bound\n" \
    "[material.bound]\ntype = lorentz\ndelta_eps = 1, 0.5\nf0 = 12 GHz, 18 GHz\n" \
    "gamma_hz = 2 GHz, 3 GHz\n"
#define FERRITE "[material.ferrite]\ntype = dielectric\neps = 10\nmu = 4\nsigma_m = 100 Ohm/m\n"
#define ROUND(faces) "[boundary.round]\ntype = periodic\nfaces = " faces "\n"
/* eight dielectrics in slanting slabs, in PEC, in layers, and in a unit cell that is periodic
 * along x and y */
static char boxes[3][4096];
/* a block and a ball of a 4th of the grid's width that passes do not know, or in which they
 * know one pole */
static char block[4096], balls[2][4096];
static char widths[64]; /* of rows, growing by 10 % from the middle on */

static const bench_case cases[] = {
    {"vacuum", PEC, "vacuum", 0, 0, 0, ""},
    {"dielectric", boxes[0], "vacuum", 0, 0, 3, ""},
    {"cpml", CPML, "vacuum", 3, 0, 0, ""},
    {"cpml_dielectric", boxes[1], "vacuum", 3, 0, 3, ""},
    {"debye", PEC WATER, "water", 0, 24, 0, ""},
    {"debye_cpml", CPML WATER, "water", 3, 24, 0, ""},
    {"graded", PEC, "vacuum", 0, 0, 0, widths},
    {"debye2", PEC TWO_POLES, "two", 0, 48, 0, ""},
    {"debye2_cpml", CPML TWO_POLES, "two", 3, 48, 0, ""},
    {"lorentz", PEC RESONANT, "resonant", 0, 48, 0, ""},
    {"lorentz_debye2", PEC TWO_POLES RESONANT SLABS, "two", 0, 48, 3, ""},
    {"lattice", boxes[2], "vacuum", 1, 0, 3, ""},
    {"ferrite", block, "vacuum", 0, 0, 3, ""},
    {"gold_cpml", balls[0], "vacuum", 3, 0, 3, ""},
    {"water_cpml", balls[1], "vacuum", 3, 0, 3, ""},
    {"periodic", ROUND("x, y, z"), "vacuum", 0, 0, 0, ""},
};

static void make_boxes(char *text, size_t size, const char *boundary, int cells)
{
    size_t used = (size_t)snprintf(text, size, "%s", boundary);
    for (int n = 0; n < 8; n++)
        used += (size_t)snprintf(text + used, size - used,
                                 "[material.m%d]\ntype = dielectric\neps = %g\n"
                                 "[shape.b%d]\ntype = box\nmaterial = m%d\n"
                                 "from = %d mm, %d mm, 0 mm\nto = %d mm, %d mm, %d mm\n",
                                 n, 1.5 + 0.5 * n, n, n, cells * n / 8, cells * n / 16,
                                 cells * (n + 1) / 8, cells, cells * (n + 9) / 17);
}

static void make_islands(int cells)
{
    const double low = 0.375 * cells, high = 0.625 * cells, middle = 0.3 * cells;
    snprintf(block, sizeof block,
             PEC FERRITE "[shape.s]\ntype = box\nmaterial = ferrite\nfrom = %g, %g, %g mm\n"
                         "to = %g, %g, %g mm\n",
             low, low, low, high, high, high);
    for (int n = 0; n < 2; n++)
        snprintf(balls[n], sizeof balls[n],
                 CPML "%s[shape.s]\ntype = sphere\nmaterial = %s\ncenter = %g, %g, %g mm\n"
                      "radius = %g mm\n",
                 n ? WATER : GOLD, n ? "water" : "gold", middle, middle, middle, 0.125 * cells);
}

/* Two psi words in either half step, read and written, in the layers of every axis. S44 reads
 * three older levels of every field, too. */
static double bytes_per_cell(const bench *b, const bench_case *c, int cells, bool twice)
{
    const double layers = c->layers * 2.0 * LAYER / cells * 2 * 2 * 8;
    const double fields = strcmp(b->scheme, "cuda.s44") ? 72 : 144;
    return (fields + c->extra + layers) * (twice ? 2 : 1) + c->ids;
}

static yee_status execute(bench *b, const bench_case *c, int cells, const char *precision,
                          figure *f, double *memory)
{
    char text[8192];
    make_boxes(boxes[0], sizeof boxes[0], PEC, cells);
    make_boxes(boxes[1], sizeof boxes[1], CPML, cells);
    make_boxes(boxes[2], sizeof boxes[2], CPML ROUND("x, y"), cells);
    make_islands(cells);
    snprintf(widths, sizeof widths, "y = 1 mm x %d, 1.1 mm x %d\n", cells / 2,
             cells - cells / 2);
    snprintf(text, sizeof text,
             "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\nbackground = %s\n%s"
             "[run]\nsteps = 100000000\nscheme = %s\nprecision = %s\n"
             "[waveform.pulse]\ntype = ricker\nfrequency = 3 GHz\n"
             "[source.s]\ntype = dipole\nposition = %g mm, %g mm, %g mm\ndirection = z\n"
             "current = 1 A\nwaveform = pulse\n"
             "[output.p]\ntype = probe\nposition = %g mm, %g mm, %g mm\n%s%s",
             cells, cells, cells, c->background, c->grid, b->run, precision, 0.5 * cells,
             0.5 * cells, 0.5 * cells, 0.7 * cells, 0.5 * cells, 0.5 * cells, c->ini, b->keys);
    return bench_time(b, text, f, memory);
}

static void print_row(const bench *b, const char *kind, int cells, const char *precision,
                      double bytes, double memory, const figure *f)
{
    static bool begun;
    if (!begun)
        puts("\n| scheme | case | cells | precision | Gcells/s | spread % | B/cell | copy GB/s "
             "| % of copy | GB |\n|---|---|---|---|---|---|---|---|---|---|");
    begun = true;
    printf("| %s | %s | %d^3 | %s | %.2f | %.1f | %.1f | %.0f | %.0f | %.2f |\n", b->scheme,
           kind, cells, precision, f->rate, f->spread, bytes, b->copy, f->percent,
           1e-9 * memory);
    fflush(stdout);
}

yee_status speed_case(bench *b, const char *name)
{
    char kind[64] = "", precision[8] = "";
    int cells = 0;
    if (sscanf(name, "%63[^-]-%d-%7s", kind, &cells, precision) != 3) {
        fprintf(stderr, "%s: a case is NAME-CELLS-PRECISION\n", name);
        return YEE_USAGE;
    }
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        if (strcmp(cases[n].name, kind))
            continue;
        figure f = {.rate = 0};
        double memory = 0;
        const yee_status status = execute(b, &cases[n], cells, precision, &f, &memory);
        if (status) {
            fprintf(stderr, "%s: %s\n", name, yee_session_error(b->session));
            return status;
        }
        const double bytes = bytes_per_cell(b, &cases[n], cells, !strcmp(precision, "f64"));
        bench_row(b, b->scheme, kind, (const int[3]){cells, cells, cells}, precision, bytes,
                  &f);
        print_row(b, kind, cells, precision, bytes, memory, &f);
        return YEE_OK;
    }
    fprintf(stderr, "%s: there is no case %s\n", name, kind);
    return YEE_USAGE;
}
