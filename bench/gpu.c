/* bench/gpu.c: times CUDA schemes beside a device copy and adds a row per case to a CSV file.
 *
 *     bench_gpu results.csv [scheme [case ...]]       cuda.split, all cases
 *
 * A case is NAME-CELLS-PRECISION, for example cpml-512-f32. Every figure is the whole loop with
 * a source and a probe, the median of five timings of about 0.3 s each; the spread is that of
 * the slowest from the fastest. Fields are filled with waves first, so that nothing is zero. */
#include "copy.h"
#include "version.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yee/libyee.h>

enum { TIMINGS = 5, LAYER = 10 };

typedef struct bench_case {
    const char *name, *ini;
    const char *background;
    bool layers;
    double extra; /* bytes per cell and step beyond fields and layers, f32, by count */
} bench_case;

#define PEC "[boundary.all]\ntype = pec\n"
#define CPML "[boundary.all]\ntype = cpml\ncells = 10\n"
#define WATER \
    "[material.water]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps\n"
static char boxes[4096]; /* eight dielectrics in slanting slabs */

static const bench_case cases[] = {
    {"vacuum", PEC, "vacuum", false, 0},
    {"dielectric", boxes, "vacuum", false, 3},
    {"cpml", CPML, "vacuum", true, 0},
    {"debye", PEC WATER, "water", false, 24},
    {"debye_cpml", CPML WATER, "water", true, 24},
};

static const char *const standard[] = {
    "vacuum-512-f32",     "dielectric-512-f32", "cpml-512-f32",  "debye-512-f32",
    "debye_cpml-512-f32", "vacuum-512-f64",     "cpml-64-f32",   "vacuum-64-f32",
    "vacuum-256-f32",     "cpml-256-f32",       "debye-256-f32",
};

static void make_boxes(int cells)
{
    size_t used = (size_t)snprintf(boxes, sizeof boxes, PEC);
    for (int n = 0; n < 8; n++)
        used += (size_t)snprintf(boxes + used, sizeof boxes - used,
                                 "[material.m%d]\ntype = dielectric\neps = %g\n"
                                 "[shape.b%d]\ntype = box\nmaterial = m%d\n"
                                 "from = %d mm, %d mm, 0 mm\nto = %d mm, %d mm, %d mm\n",
                                 n, 1.5 + 0.5 * n, n, n, cells * n / 8, cells * n / 16,
                                 cells * (n + 1) / 8, cells, cells * (n + 9) / 17);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waves everywhere but on the faces, where perfect conductors leave none. */
static yee_status fill(yee_simulation *s, const yee_grid *g)
{
    double wave[1024];
    for (int n = 0; n < 1024; n++)
        wave[n] = sin(0.1 * n);
    yee_status status = YEE_OK;
    for (int c = 0; c < YEE_COMPONENTS && !status; c++) {
        const int64_t *e = g->extent[c];
        const double unit = yee_is_electric(c) ? 1 : 1 / YEE_ETA0;
        double *v = calloc((size_t)yee_grid_points(g, c), sizeof *v);
        if (!v)
            return YEE_MEMORY;
        for (int64_t i = 1; i < e[0] - 1; i++)
            for (int64_t j = 1; j < e[1] - 1; j++)
                for (int64_t k = 1; k < e[2] - 1; k++)
                    v[(i * e[1] + j) * e[2] + k] = unit * wave[(3 * i + 5 * j + 7 * k) & 1023];
        status = yee_simulation_write(s, c, v);
        free(v);
    }
    return status;
}

typedef struct figure {
    double rate, spread; /* Gcells/s, percent */
    int64_t steps;
} figure;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static yee_status measure(const yee_scheme_ops *ops, void *plan, double cells, figure *f)
{
    double rate[TIMINGS], start = now();
    yee_status status = ops->run(plan, 20, NULL);
    start = now();
    if (!status)
        status = ops->run(plan, 20, NULL);
    f->steps = (int64_t)(20 * 0.3 / (now() - start)) / 16 * 16 + 16;
    for (int n = 0; n < TIMINGS && !status; n++) {
        start = now();
        status = ops->run(plan, f->steps, NULL);
        rate[n] = 1e-9 * cells * (double)f->steps / (now() - start);
    }
    qsort(rate, TIMINGS, sizeof *rate, ascending);
    f->rate = rate[TIMINGS / 2];
    f->spread = 100 * (rate[TIMINGS - 1] - rate[0]) / f->rate;
    return status;
}

static yee_status execute(yee_session *session, const bench_case *c, const char *scheme,
                          int cells, const char *precision, figure *f)
{
    char text[8192];
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    make_boxes(cells);
    snprintf(text, sizeof text,
             "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\nbackground = %s\n"
             "[run]\nsteps = 100000000\nscheme = %s\nprecision = %s\n"
             "[waveform.pulse]\ntype = ricker\nfrequency = 3 GHz\n"
             "[source.s]\ntype = dipole\nposition = %g mm, %g mm, %g mm\ndirection = z\n"
             "current = 1 A\nwaveform = pulse\n"
             "[output.p]\ntype = probe\nposition = %g mm, %g mm, %g mm\n%s",
             cells, cells, cells, c->background, scheme, precision, 0.5 * cells, 0.5 * cells,
             0.5 * cells, 0.7 * cells, 0.5 * cells, 0.5 * cells, c->ini);
    yee_status status = yee_model_parse(session, "bench.ini", text, 0, NULL, &model);
    if (!status)
        status = yee_simulation_plan(model, &s);
    if (!status)
        status = fill(s, &yee_model_problem(model)->grid);
    if (!status) {
        const void *config;
        void *plan;
        const yee_scheme_ops *ops = yee_simulation_scheme(s, &config, &plan);
        yee_simulation_quiet(s);
        status = measure(ops, plan, pow(cells, 3), f);
    }
    yee_simulation_free(s);
    yee_model_free(model);
    return status;
}

/* Two psi words in either half step, read and written, in the layers of every axis. */
static double bytes_per_cell(const bench_case *c, int cells)
{
    return 72 + c->extra + (c->layers ? 3 * 2.0 * LAYER / cells * 2 * 2 * 8 : 0);
}

static yee_status run(yee_session *session, FILE *csv, const char *scheme, const char *name)
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
        figure f = {0};
        char day[32];
        time_t today = time(NULL);
        yee_status status = execute(session, &cases[n], scheme, cells, precision, &f);
        if (status) {
            fprintf(stderr, "%s: %s\n", name, yee_session_error(session));
            return status;
        }
        const double copy = copy_bandwidth();
        const double bytes =
            bytes_per_cell(&cases[n], cells) * (strcmp(precision, "f64") ? 1 : 2);
        const double percent = 100 * f.rate * bytes / copy;
        strftime(day, sizeof day, "%Y-%m-%d", gmtime(&today));
        printf("| %s | %s | %d^3 | %s | %.2f | %.1f | %.1f | %.0f | %.0f |\n", scheme, kind,
               cells, precision, f.rate, f.spread, bytes, copy, percent);
        fflush(stdout);
        fprintf(csv, "%s,%s,%s,%s,%s,%d,%d,%d,%s,%lld,%.3f,%.2f,%.1f,%.0f,%.1f\n", day,
                yee_revision(), copy_card(), scheme, kind, cells, cells, cells, precision,
                (long long)f.steps, f.rate, f.spread, bytes, copy, percent);
        return YEE_OK;
    }
    fprintf(stderr, "%s: there is no case %s\n", name, kind);
    return YEE_USAGE;
}

int main(int count, char **word)
{
    const char *scheme = count > 2 ? word[2] : "cuda.split";
    const char *const *name = count > 3 ? (const char *const *)word + 3 : standard;
    size_t n = count > 3 ? (size_t)count - 3 : sizeof standard / sizeof *standard;
    if (count < 2) {
        fprintf(stderr, "usage: bench_gpu results.csv [scheme [case ...]]\n");
        return YEE_USAGE;
    }
    if (!copy_card()[0]) {
        fprintf(stderr, "bench_gpu: SKIPPED, this machine has no GPU\n");
        return 77;
    }
    FILE *csv = fopen(word[1], "a");
    yee_session *session = NULL;
    yee_status status = csv ? yee_session_open(NULL, &session) : YEE_IO;
    if (csv && ftell(csv) == 0)
        fputs("date,commit,card,scheme,case,nx,ny,nz,precision,steps,gcells_s,spread_percent,"
              "bytes_per_cell,copy_gb_s,percent_of_copy\n",
              csv);
    puts(
        "| scheme | case | cells | precision | Gcells/s | spread % | B/cell | copy GB/s | % of "
        "copy |\n|---|---|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < n; i++) {
        yee_status one = status ? status : run(session, csv, scheme, name[i]);
        status = one ? one : status;
    }
    if (csv && fclose(csv))
        status = YEE_IO;
    yee_session_close(session);
    return (int)status;
}
