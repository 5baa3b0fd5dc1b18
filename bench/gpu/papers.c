/* bench/gpu/papers.c: the sweeps of the papers that schemes are named after, on this machine's
 * GPU.
 *
 *     bench_papers papers.md results.csv [PART ...]     takada livesey gprmax demir hadi six
 *
 * "six": all six components of a cell by the schemes of Hadi's operators. papers.md gets a
 * table per part, beside its own figures where its text has them; results.csv
 * a row per run. A figure is the median of three timings of about 0.1 s each, of the whole loop
 * with a source and a probe; the spread is that of the slowest from the fastest. Fields start
 * as waves, so that nothing is zero. Every run is set beside the bytes that its mapping has to
 * move, at the bandwidth of a device copy of the same run. */
#include "base/version.h"
#include "bench.h"
#include "component.h"
#include "copy.h"
#include "model/model.h"
#include <stdarg.h>
#include <string.h>

enum { TIMINGS = 3, GRAPH = 16 };

typedef struct job {
    const char *scheme, *keys; /* keys of the scheme, "a = 1\nb = 2\n" */
    const char *name;          /* of the case, for the CSV file */
    int cells[3];
    bool twice;        /* in double precision */
    const char *extra; /* more of the model */
    const char *background;
    double words, bytes; /* moved per cell and step: reals, and what has one size */
    bool step;           /* the scheme's own, instead of the leapfrog's */
} job;

static FILE *page;
static yee_model *kept; /* of the run before: the next one mostly has the same problem */
static char kept_as[2048];

/* The model of a job; small: a few cells of it, with the scheme and its keys. */
static yee_status parse(bench *b, const job *j, bool small, char *text, size_t size,
                        yee_model **model)
{
    int n[3];
    for (int a = 0; a < 3; a++)
        n[a] = small && j->cells[a] > 1 ? 4 : j->cells[a];
    snprintf(text, size,
             "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\nbackground = %s\n%s"
             "[run]\nsteps = 100000000\nscheme = bench\nprecision = %s\n"
             "[scheme.bench]\ntype = %s\n%s"
             "[boundary.all]\ntype = pec\n[waveform.pulse]\ntype = ricker\nfrequency = 3 GHz\n"
             "[source.s]\ntype = dipole\nposition = %g mm, %g mm, %g mm\ndirection = z\n"
             "current = 1 A\nwaveform = pulse\n"
             "[output.p]\ntype = probe\nposition = %g mm, %g mm, %g mm\n%s",
             n[0], n[1], n[2], j->background, n[2] == 1 ? "invariant = z\n" : "",
             j->twice ? "f64" : "f32", small || j->step ? j->scheme : "cuda.split",
             small ? j->keys : "", 0.5 * n[0], 0.5 * n[1], 0.5 * n[2], 0.7 * n[0], 0.5 * n[1],
             0.5 * n[2], j->extra);
    if (!small && kept && !strcmp(text, kept_as))
        return YEE_OK;
    if (!small) {
        yee_model_free(kept);
        kept = NULL;
        snprintf(kept_as, sizeof kept_as, "%s", text);
    }
    return yee_model_parse(b->session, "papers.ini", text, 0, NULL, model);
}

/* The problem is made once for all settings of a scheme: those come with a few cells. */
static yee_status simulate(bench *b, const job *j, figure *f)
{
    char text[2048];
    yee_model *setting = NULL;
    yee_status status = parse(b, j, false, text, sizeof text, &kept);
    if (!status)
        status = parse(b, j, true, text, sizeof text, &setting);
    if (!status) {
        const yee_instance *scheme = setting->scheme;
        const yee_problem *problem = yee_model_problem(kept);
        runner r = {.ops = scheme->plugin->ops};
        status = r.ops->plan(&scheme->host, scheme->config, problem, &r.plan);
        if (!status) {
            status = bench_fill(&r, &problem->grid);
            if (!status)
                status = bench_measure(&r, (double)j->cells[0] * j->cells[1] * j->cells[2],
                                       TIMINGS, 0.1, GRAPH, f);
            r.ops->destroy(r.plan);
        }
    }
    yee_model_free(setting);
    return status;
}

/* One run: its figure, and a row of the CSV file. */
static yee_status run(bench *b, const job *j, figure *f)
{
    const yee_status status = simulate(b, j, f);
    if (status) {
        fprintf(stderr, "%s %s: %s\n", j->scheme, j->name, yee_session_error(b->session));
        return status;
    }
    bench_row(b, j->scheme, j->name, j->cells, j->twice ? "f64" : "f32",
              j->words * (j->twice ? 8 : 4) + j->bytes, f);
    fflush(page);
    return YEE_OK;
}

/* Free text: a key, a name. */
static const char *words(char *text, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(text, size, format, list);
    va_end(list);
    return text;
}

#define VACUUM .extra = "", .background = "vacuum"
#define WATER \
    .extra = "[material.water]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\n" \
             "tau = 9.231 ps\n", \
    .background = "water"

/* ---- Takada ---- */

/* Table 1 of the paper: ms for 1000 steps of 8192 x 8192 on a GeForce GTX 280. */
typedef struct takada_row {
    int x, y;
    double shared, plain;
} takada_row;

static const takada_row takada_table[] = {
    {512, 1, 34910.91, 36148.74},     {256, 2, 27860.34, 35523.61},
    {128, 4, 27023.15, 35283.57},     {64, 8, 28329.08, 36126.11},
    {32, 16, 31408.21, 41103.40},     {16, 32, 43464.29, 60904.04},
    {8, 64, 99550.48, 133583.14},     {4, 128, 240642.34, 299888.72},
    {2, 256, 531257.31, 661946.06},   {1, 512, 1142198.88, 1442981.13},
    {256, 1, 30332.19, 35712.13},     {128, 2, 26828.33, 35412.05},
    {64, 4, 26404.10, 35283.14},      {32, 8, 27766.32, 36836.52},
    {16, 16, 40315.71, 54172.49},     {8, 32, 92666.19, 117666.61},
    {4, 64, 201960.70, 259646.30},    {2, 128, 513940.38, 632672.88},
    {1, 256, 1137908.38, 1422834.38}, {128, 1, 29208.40, 35765.40},
    {64, 2, 26546.84, 35463.31},      {32, 4, 26193.54, 35446.44},
    {16, 8, 31641.55, 41499.72},      {8, 16, 81558.07, 103208.16},
    {4, 32, 179097.02, 219635.84},    {2, 64, 462255.13, 571017.06},
    {1, 128, 1135948.50, 1410071.50}, {64, 1, 31378.07, 36315.55},
    {32, 2, 31021.64, 35510.76},      {16, 4, 32172.59, 36006.95},
    {8, 8, 49528.76, 72708.84},       {4, 16, 151044.05, 188353.81},
    {2, 32, 334621.00, 434315.56},    {1, 64, 1156390.13, 1445463.25},
};
static const double takada_flops = 12; /* of a cell and step */

static yee_status takada(bench *b)
{
    const double l = 8192, work = 1e-6 * takada_flops * l * l * 1000; /* Gflop ms/s */
    job j = {"cuda.split", "", "vacuum2d", {8192, 8192, 1}, false, VACUUM, 9, 0};
    figure f = {.rate = 0};
    yee_status status = run(b, &j, &f);
    fprintf(page,
            "## Takada et al.: `cuda.takada`\n\n"
            "Two-dimensional TMz, 8192 x 8192, f32; Gflop/s at 12 per cell and step. Paper: "
            "GeForce GTX 280, table 1. %%: of 9 words a cell (36 bytes) at copy speed. "
            "`cuda.split` in the same run: %.0f Gflop/s, %.0f %%.\n\n"
            "| block | shared: paper | ours | %% | not shared: paper | ours | %% |\n"
            "|---|---|---|---|---|---|---|\n",
            takada_flops * f.rate, f.percent);
    for (size_t n = 0; n < sizeof takada_table / sizeof *takada_table && !status; n++) {
        const takada_row *t = &takada_table[n];
        figure with[2] = {{.rate = 0}, {.rate = 0}};
        for (int shared = 0; shared < 2 && !status; shared++) {
            char keys[128], name[64];
            j.scheme = "cuda.takada";
            j.keys = words(keys, sizeof keys, "block_x = %d\nblock_y = %d\nshared = %s\n", t->x,
                           t->y, shared ? "yes" : "no");
            j.name = words(name, sizeof name, "takada_%dx%d_%s", t->x, t->y,
                           shared ? "shared" : "plain");
            status = run(b, &j, &with[shared]);
        }
        fprintf(page, "| %d x %d | %.2f | %.0f | %.1f | %.2f | %.0f | %.1f |\n", t->x, t->y,
                work / t->shared, takada_flops * with[1].rate, with[1].percent, work / t->plain,
                takada_flops * with[0].rate, with[0].percent);
    }
    fputs("\nThe GTX 280 read global memory without a cache, so that shared memory saved it a "
          "read of every neighbour; here the L1 cache does that for either variant, and shared "
          "memory adds a barrier.\n\n",
          page);
    return status;
}

/* ---- Livesey ---- */

static yee_status livesey_row(bench *b, const char *scheme, const char *keys, const char *name,
                              const char *title, int threads)
{
    yee_status status = YEE_OK;
    figure f[2] = {{.rate = 0}, {.rate = 0}};
    for (int twice = 0; twice < 2 && !status; twice++)
        status = run(b, &(job){scheme, keys, name, {256, 256, 256}, twice != 0, VACUUM, 18, 0},
                     &f[twice]);
    fprintf(page, "| %s | %.0f | %.0f | %.1f | %.0f | %.1f |", title, (double)threads,
            1e3 * f[0].rate, f[0].percent, 1e3 * f[1].rate, f[1].percent);
    if (threads > 0)
        fprintf(page, " %.4f |\n", threads / (132.0 * 128));
    else
        fputs(" |\n", page);
    return status;
}

static yee_status livesey(bench *b)
{
    static const char *const own[] = {"chunked", "interleaved"};
    fputs(
        "## Livesey et al.: `cuda.livesey`\n\n"
        "Vacuum, 256^3, PEC walls, soft point source in the middle; Mcells/s. R: threads of a "
        "block over the card's 132 x 128 cores, as in the paper's fig. 11. %: of 72 (f32) and "
        "144 (f64) bytes a cell at copy speed.\n\n"
        "| mapping | threads | f32 | % | f64 | % | R |\n|---|---|---|---|---|---|---|\n",
        page);
    yee_status status = livesey_row(b, "cuda.split", "", "vacuum", "`cuda.split`", 0);
    for (int n = 1; n <= 3 && !status; n++) {
        char keys[64], name[64], title[64];
        status = livesey_row(b, "cuda.livesey", words(keys, sizeof keys, "approach = %d\n", n),
                             words(name, sizeof name, "livesey%d", n),
                             words(title, sizeof title, "approach %d%s", n,
                                   n < 3 ? ", 32 x 8" : ", a thread a cell"),
                             n < 3 ? 256 : 288);
    }
    for (int way = 0; way < 2; way++)
        for (int threads = 1; threads <= 256 && !status; threads *= 2) {
            char keys[64], name[64];
            status = livesey_row(
                b, "cuda.livesey",
                words(keys, sizeof keys, "approach = %s\nthreads = %d\n", own[way], threads),
                words(name, sizeof name, "livesey_%s_%d", own[way], threads), own[way],
                threads);
        }
    fputs(
        "\nThe paper's text has ratios only: on the Tesla T10 the authors' interleaved mapping "
        "was 6.4 times approach 1 and 6.6 times approach 2 (f32), and best near R = 0.15; "
        "that ratio counts the cores of a whole card, 38 times those of the M2050, while a "
        "block still has 1024 threads at most: R = 0.15 cannot be reached any more.\n\n",
        page);
    return status;
}

/* ---- gprMax ---- */

static yee_status gprmax(bench *b)
{
    fputs("## gprMax's engine: `cuda.gprmax`\n\n"
          "Cubes with a dipole, PEC walls; Mcells/s. Paper: 3405 Mcells/s at most (f32, on the "
          "Pascal cards). %: of 96 (f32) and 168 (f64) bytes a cell, the six ids of 4 bytes "
          "among them.\n\n"
          "| cells | f32 | % | f64 | % |\n|---|---|---|---|---|\n",
          page);
    yee_status status = YEE_OK;
    for (int n = 100; n <= 450 && !status; n += 50) {
        figure f[2] = {{.rate = 0}, {.rate = 0}};
        for (int twice = 0; twice < 2 && !status; twice++)
            status = run(
                b, &(job){"cuda.gprmax", "", "gprmax", {n, n, n}, twice != 0, VACUUM, 18, 24},
                &f[twice]);
        fprintf(page, "| %d^3 | %.0f | %.1f | %.0f | %.1f |\n", n, 1e3 * f[0].rate,
                f[0].percent, 1e3 * f[1].rate, f[1].percent);
    }
    figure f = {.rate = 0};
    if (!status)
        status = run(
            b, &(job){"cuda.gprmax", "", "gprmax_debye", {400, 400, 400}, false, WATER, 24, 24},
            &f);
    fprintf(page,
            "\nA Debye pole in every cell, 400^3, f32: %.0f Mcells/s, %.1f %% of 120 bytes a "
            "cell.\n\nThe engine was bound by bandwidth on its cards and is here; the ids it "
            "reads for every edge, a quarter of its bytes, are what a vacuum without a map of "
            "ids saves.\n\n",
            1e3 * f.rate, f.percent);
    return status;
}

/* ---- Demir and Elsherbeni ---- */

static yee_status demir(bench *b)
{
    fputs("## Demir and Elsherbeni: `cuda.demir`\n\n"
          "Vacuum, f32; Mcells/s. The text at hand has no figures. %: of 144 bytes a cell: 18 "
          "coefficients beside the fields.\n\n"
          "| threads | 256^3 | % | 400^3 | % | 512^3 | % |\n|---|---|---|---|---|---|---|\n",
          page);
    yee_status status = YEE_OK;
    for (int threads = 32; threads <= 512 && !status; threads *= 2) {
        static const int sizes[] = {256, 400, 512};
        fprintf(page, "| %d |", threads);
        for (int n = 0; n < 3 && !status; n++) {
            const int size = sizes[n];
            char keys[64], name[64];
            figure f = {.rate = 0};
            status = run(b,
                         &(job){"cuda.demir",
                                words(keys, sizeof keys, "threads = %d\n", threads),
                                words(name, sizeof name, "demir_%d", threads),
                                {size, size, size},
                                false,
                                VACUUM,
                                36,
                                0},
                         &f);
            fprintf(page, " %.0f | %.1f |", 1e3 * f.rate, f.percent);
        }
        fputs("\n", page);
    }
    fputs("\nA thread has all planes of its column, so blocks run in waves: 256^3 has too few "
          "threads to fill the card (24 % of its warps by the counters), 400^3 fills it once, "
          "512^3 needs 1.4 waves and pays for two.\n\n",
          page);
    return status;
}

/* ---- Hadi ---- */

/* All six components, by the schemes of the same operators. */
static yee_status hadi_schemes(bench *b)
{
    static const struct {
        const char *scheme, *name;
        double words;
    } rows[] = {{"cuda.split", "FDTD", 18},     {"cuda.fang24", "(2,4)", 18},
                {"cuda.t26", "(2,6)", 18},      {"cuda.fv24", "FV24", 18},
                {"cuda.fv24wb", "FV24-WB", 18}, {"cuda.ztc", "balanced", 18},
                {"cuda.s44", "S44", 36},        {"cuda.me44", "-", 18},
                {"cuda.me44x", "-", 18},        {"cuda.hodge44", "-", 18},
                {"cuda.ckc", "-", 18}};
    yee_status status = YEE_OK;
    double first = 0;
    fputs("## All six components, by the schemes of Hadi's operators\n\n"
          "300^3, vacuum, PEC walls, f32; Mcells/s. %: of "
          "72 bytes a cell, S44 of 144, at copy speed.\n\n"
          "| algorithm | scheme | ours | % | FDTD/it |\n|---|---|---|---|---|\n",
          page);
    for (size_t n = 0; n < sizeof rows / sizeof *rows && !status; n++) {
        figure f = {0};
        status = run(b,
                     &(job){rows[n].scheme,
                            "",
                            "vacuum",
                            {300, 300, 300},
                            false,
                            VACUUM,
                            rows[n].words,
                            0,
                            true},
                     &f);
        first = n == 0 ? f.rate : first;
        fprintf(page, "| %s | `%s` | %.0f | %.1f | %.2f |\n", rows[n].name, rows[n].scheme,
                1e3 * f.rate, f.percent, first / f.rate);
    }
    fputs("\n", page);
    return status;
}

static yee_status hadi(bench *b)
{
    static const struct {
        int block[3];
        double paper;
    } rows[] = {{{4, 4, 4}, 177},  {{8, 8, 8}, 221},  {{16, 8, 4}, 301},
                {{16, 8, 8}, 249}, {{32, 8, 4}, 350}, {{32, 2, 3}, 383}};
    fputs(
        "## Hadi's standard kernel: `cuda.hadi`\n\n"
        "300^3, f32; Mcells/s. Paper: Tesla C2050, table 2, and its best block of tables 3 and "
        "4. %: of 120 bytes a cell: 12 coefficients beside the fields.\n\n"
        "| block | paper | ours | % |\n|---|---|---|---|\n",
        page);
    yee_status status = YEE_OK;
    for (size_t n = 0; n < sizeof rows / sizeof *rows && !status; n++) {
        const int *x = rows[n].block;
        char keys[128], name[64];
        figure f = {.rate = 0};
        status =
            run(b,
                &(job){"cuda.hadi",
                       words(keys, sizeof keys, "block_x = %d\nblock_y = %d\nblock_z = %d\n",
                             x[0], x[1], x[2]),
                       words(name, sizeof name, "hadi_%dx%dx%d", x[0], x[1], x[2]),
                       {300, 300, 300},
                       false,
                       VACUUM,
                       30,
                       0},
                &f);
        fprintf(page, "| %d x %d x %d | %.0f | %.0f | %.1f |\n", x[0], x[1], x[2],
                rows[n].paper, 1e3 * f.rate, f.percent);
    }
    fputs("\nBlocks of whole warps along a row were the best then and are now.\n\n", page);
    if (!status) {
        char row[256];
        words(row, sizeof row, "%s,%s,%s", b->day, yee_revision(), copy_card());
        if (!component_tables(page, b->csv, row, b->copy)) {
            fputs("bench_papers: a kernel of bench/hadi.cu failed\n", stderr);
            status = YEE_INTERNAL;
        }
    }
    return status;
}

static const struct {
    const char *name;
    yee_status (*run)(bench *b);
} papers[] = {{"takada", takada}, {"livesey", livesey}, {"gprmax", gprmax},
              {"demir", demir},   {"hadi", hadi},       {"six", hadi_schemes}};

static bool wanted(int count, char **word, const char *name)
{
    bool any = count <= 3;
    for (int n = 3; n < count; n++)
        any = any || !strcmp(word[n], name);
    return any;
}

int main(int count, char **word)
{
    if (count < 3) {
        fprintf(stderr, "usage: bench_papers papers.md results.csv [paper ...]\n");
        return YEE_USAGE;
    }
    if (!copy_card()[0]) {
        fprintf(stderr, "bench_papers: SKIPPED, this machine has no GPU\n");
        return 77;
    }
    bench b = {.copy = copy_bandwidth()};
    page = fopen(word[1], "w");
    yee_status status = bench_open(&b, word[2]);
    status = page ? status : YEE_IO;
    const double start = bench_now();
    if (!status)
        fprintf(page,
                "# The papers' mappings on one %s\n\n"
                "%s, revision %s. Written by `bench_papers`; device copy in the same run: %.0f "
                "GB/s. Median of three timings of about 0.1 s each.\n\n",
                copy_card(), b.day, yee_revision(), b.copy);
    for (size_t n = 0; n < sizeof papers / sizeof *papers && !status; n++)
        if (wanted(count, word, papers[n].name))
            status = papers[n].run(&b);
    printf("bench_papers: %.0f s\n", bench_now() - start);
    yee_model_free(kept);
    if (page && fclose(page))
        status = status ? status : YEE_IO;
    return (int)bench_close(&b, status);
}
