/* bench/cpu/rows.c: opening a row, its turns, its median. */
#include "bench.h"
#include "common/cases.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

row row_of(const char *scheme, const char *name, int cells, int threads)
{
    const bench_case c = case_of(scheme, name, cells, threads);
    return (row){.scheme = c.scheme,
                 .name = c.name,
                 .n = {c.n[0], c.n[1], c.n[2]},
                 .threads = c.threads,
                 .f64 = c.f64};
}

char *row_text(const options *o, const row *r)
{
    const bench_case c = {r->scheme, r->name, {r->n[0], r->n[1], r->n[2]}, r->threads, r->f64};
    return case_text(o->folder, &c);
}

/* Schemes that block in time need many steps at once. */
enum { MANY = 32 };

/* Bytes a cell and step: the plan's own count, else what the card says of vacuum. */
static double bytes_of(const row *r)
{
    const void *config;
    void *plan;
    yee_scheme_traits traits = {.size = sizeof traits};
    yee_scheme_cost cost = {.size = sizeof cost};
    const yee_scheme_ops *ops = yee_simulation_scheme(r->simulation, &config, &plan);
    if (ops->cost && !ops->cost(plan, &cost) && cost.traffic > 0)
        return cost.traffic;
    const bool counts = !strcmp(r->name, "vacuum") || !strcmp(r->name, "f64");
    return counts && !ops->traits(config, &traits) ? traits.bytes_per_cell * (r->f64 ? 2 : 1)
                                                   : 0;
}

yee_status row_open(const options *o, row *r)
{
    char *text = row_text(o, r);
    if (!text)
        return YEE_USAGE;
    const bool own = o->set && !strcmp(r->scheme, split(o->scheme).word[0]);
    yee_status status =
        yee_model_parse(o->session, "bench.ini", text, own ? 1 : 0, &o->set, &r->model);
    free(text);
    if (!status)
        status = yee_simulation_plan(r->model, &r->simulation);
    if (status)
        return status;
    r->bytes = bytes_of(r);
    /* The first steps are not counted; they say how many make a turn.
     * Quick ones say it twice. */
    const int64_t few = strcmp(r->scheme, "tiled") ? 2 : MANY;
    double pace = 0;
    for (int attempt = 0; attempt < 2 && !status && pace * (double)few < 0.1; attempt++) {
        const double start = now(o);
        status = yee_simulation_run(r->simulation, few, NULL, NULL);
        pace = (now(o) - start) / (double)few;
    }
    /* A turn is no shorter than what the core asks such a scheme for at once. */
    const double least = few == MANY ? fmin(128 * pace, 2) : 0;
    r->steps = (int64_t)ceil(fmax(o->seconds, least) / pace / (double)few) * few;
    return status;
}

yee_status row_turn(const options *o, row *r)
{
    if (r->peer)
        return peer_turn(o, r);
    const double cells = (double)r->n[0] * r->n[1] * r->n[2], start = now(o);
    const yee_status status = yee_simulation_run(r->simulation, r->steps, NULL, NULL);
    r->took = now(o) - start;
    r->rate[r->turns++] = 1e-6 * cells * (double)r->steps / r->took;
    return status;
}

void row_close(row *r)
{
    yee_simulation_free(r->simulation);
    yee_model_free(r->model);
    r->simulation = NULL;
    r->model = NULL;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double row_rate(const row *r)
{
    double rate[MOST_TURNS];
    if (!r->turns)
        return 0;
    memcpy(rate, r->rate, sizeof rate);
    qsort(rate, (size_t)r->turns, sizeof *rate, ascending);
    const int half = r->turns / 2;
    return r->turns % 2 ? rate[half] : 0.5 * (rate[half - 1] + rate[half]);
}

double row_spread(const row *r)
{
    double least = INFINITY, most = 0;
    for (int n = 0; n < r->turns; n++) {
        least = fmin(least, r->rate[n]);
        most = fmax(most, r->rate[n]);
    }
    return r->turns > 1 ? 100 * (most - least) / row_rate(r) : 0;
}
