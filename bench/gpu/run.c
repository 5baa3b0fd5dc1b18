/* bench/gpu/run.c: the session, timings, rows of the CSV file. */
#include "base/version.h"
#include "bench.h"
#include "copy.h"
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* STEPS: a multiple of any number of steps that are done at once. */
enum { MOST_TIMINGS = 16, TIMINGS = 5, STEPS = 120, FIRST = 60 };

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

yee_status bench_open(bench *b, const char *csv)
{
    const time_t today = time(NULL);
    const char *parent = getenv("TMPDIR");
    strftime(b->day, sizeof b->day, "%Y-%m-%d", gmtime(&today));
    snprintf(b->folder, sizeof b->folder, "%s/yee-bench-XXXXXX", parent ? parent : "/tmp");
    b->csv = fopen(csv, "a");
    if (!b->csv || !mkdtemp(b->folder)) {
        fprintf(stderr, "%s cannot be written, or there is no room for runs in %s\n", csv,
                b->folder);
        b->folder[0] = 0;
        return YEE_IO;
    }
    if (ftell(b->csv) == 0)
        fputs("date,commit,card,scheme,case,nx,ny,nz,precision,steps,gcells_s,spread_percent,"
              "bytes_per_cell,copy_gb_s,percent_of_copy\n",
              b->csv);
    const yee_status status = yee_session_open(NULL, &b->session);
    if (status)
        fprintf(stderr, "%s\n", yee_session_error(NULL));
    return status;
}

static int drop(const char *path, const struct stat *s, int flag, struct FTW *walk)
{
    (void)s, (void)flag, (void)walk;
    return remove(path);
}

yee_status bench_close(bench *b, yee_status status)
{
    if (b->csv && fclose(b->csv))
        status = status ? status : YEE_IO;
    if (b->folder[0])
        nftw(b->folder, drop, 8, FTW_DEPTH | FTW_PHYS);
    yee_session_close(b->session);
    return status;
}

yee_status bench_fill(const runner *r, const yee_grid *g)
{
    double wave[1024];
    for (int n = 0; n < 1024; n++)
        wave[n] = sin(0.1 * n);
    const int64_t *e = g->extent[YEE_EZ];
    double *v = calloc((size_t)(e[0] * e[1] * e[2]), sizeof *v);
    if (!v)
        return YEE_MEMORY;
    for (int64_t i = 1; i < e[0] - 1; i++)
        for (int64_t j = 1; j < e[1] - 1; j++)
            for (int64_t k = 0; k < e[2]; k++)
                v[(i * e[1] + j) * e[2] + k] = wave[(3 * i + 5 * j + 7 * k) & 1023];
    const yee_status status = r->ops->write(r->plan, YEE_EZ, v);
    free(v);
    return status;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static yee_status advance(const runner *r, int64_t steps)
{
    return r->simulation ? yee_simulation_run(r->simulation, steps, NULL, NULL)
                         : r->ops->run(r->plan, steps, NULL);
}

yee_status bench_measure(const runner *r, double cells, int timings, double seconds,
                         int64_t step, figure *f)
{
    double rate[MOST_TIMINGS], start = bench_now();
    yee_status status = advance(r, FIRST);
    double pace = (bench_now() - start) / FIRST;
    if (!status && pace < 0.02) { /* what takes long need not be warm to be known */
        start = bench_now();
        status = advance(r, FIRST);
        pace = (bench_now() - start) / FIRST;
    }
    f->steps = ((int64_t)(seconds / pace) / step + 1) * step;
    for (int n = 0; n < timings && !status; n++) {
        start = bench_now();
        status = advance(r, f->steps);
        rate[n] = 1e-9 * cells * (double)f->steps / (bench_now() - start);
    }
    if (status)
        return status;
    qsort(rate, (size_t)timings, sizeof *rate, ascending);
    f->rate = rate[timings / 2];
    f->spread = 100 * (rate[timings - 1] - rate[0]) / f->rate;
    return YEE_OK;
}

char *bench_text(const bench *b, const char *file,
                 void (*write)(const bench *b, const char *file, FILE *to))
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return NULL;
    write(b, file, to);
    fclose(to);
    return text;
}

yee_status bench_time_model(yee_model *model, figure *f, double *memory)
{
    yee_simulation *s = NULL;
    yee_scheme_cost cost = {.size = sizeof cost};
    yee_status status = yee_simulation_plan(model, &s);
    if (!status) {
        const void *config;
        runner r = {.simulation = NULL};
        const yee_grid *g = &yee_model_problem(model)->grid;
        const double cells =
            (double)g->axis[0].cells * (double)g->axis[1].cells * (double)g->axis[2].cells;
        r.ops = yee_simulation_scheme(s, &config, &r.plan);
        yee_simulation_quiet(s);
        status = bench_fill(&r, g);
        if (!status && r.ops->size >= sizeof *r.ops && r.ops->cost)
            status = r.ops->cost(r.plan, &cost);
        if (!status)
            status = bench_measure(&r, cells, TIMINGS, 0.3, STEPS, f);
    }
    *memory = cost.memory;
    yee_simulation_free(s);
    return status;
}

yee_status bench_time(bench *b, const char *text, figure *f, double *memory)
{
    yee_model *model = NULL;
    yee_status status = yee_model_parse(b->session, "bench.ini", text, 0, NULL, &model);
    *memory = 0;
    if (!status)
        status = bench_time_model(model, f, memory);
    yee_model_free(model);
    return status;
}

void bench_row(bench *b, const char *scheme, const char *name, const int cells[3],
               const char *precision, double bytes, figure *f)
{
    char counted[32] = "", percent[32] = "";
    if (b->copy_again || !(b->copy > 0)) {
        const double copy = copy_bandwidth();
        b->copy = copy > b->copy ? copy : b->copy;
    }
    f->percent = 100 * f->rate * bytes / b->copy;
    if (bytes > 0) {
        snprintf(counted, sizeof counted, "%.1f", bytes);
        snprintf(percent, sizeof percent, "%.1f", f->percent);
    }
    fprintf(b->csv, "%s,%s,%s,%s,%s,%d,%d,%d,%s,%lld,%.3f,%.2f,%s,%.0f,%s\n", b->day,
            yee_revision(), copy_card(), scheme, name, cells[0], cells[1], cells[2], precision,
            (long long)f->steps, f->rate, f->spread, counted, b->copy, percent);
    fflush(b->csv);
}
