/* core/cli/compare/measure.c: the rows run in turn, A B C A B C, so that what else the machine
 * does falls on all of them alike. No output of the model sees anything: its taps are taken and
 * dropped. */
#include "base/clock.h"
#include "base/parallel.h"
#include "compare.h"
#include "plugin/call.h"
#include "selftest/cost.h"
#include <math.h>
#include <stdlib.h>

#define REPEAT_LONG 2.0  /* s that a repeat of the slowest row takes */
#define REPEAT_SHORT 0.2 /* s that one of any row takes at least */

static bool runs(const compare_row *r) { return !*r->reason; }

/* Does the steps and returns the seconds they took. */
static double advance(compare *c, compare_row *r, int64_t steps)
{
    const void *config;
    void *plan;
    const yee_scheme_ops *ops = yee_simulation_scheme(r->simulation, &config, &plan);
    yee_diag_clear(&c->session->diag);
    const double start = yee_now();
    if (YEE_CALL(r->model->scheme, ops, run, plan, steps, NULL))
        snprintf(r->reason, sizeof r->reason, "%s", yee_session_error(c->session));
    return yee_now() - start;
}

static void show(const compare *c, const compare_row *r, const char *what, int64_t number)
{
    char text[160];
    if (c->quiet || !cli_terminal())
        return;
    snprintf(text, sizeof text, "%s %lld of %lld: %s %s", what, (long long)number,
             (long long)c->repeats, r->label, r->f64 ? "f64" : "f32");
    cli_bar_show(text);
}

/* Brings every row to the same step, the first one at which errors can be told: the first step
 * is cold, the second says about how fast the row is. */
static void warm_up(compare *c)
{
    double slowest = 0;
    for (size_t i = 0; i < c->rows; i++) {
        compare_row *r = &c->row[i];
        if (runs(r)) {
            show(c, r, "repeat", 0);
            r->pace = advance(c, r, 1);
        }
        if (runs(r) && c->steps != 1)
            r->pace = advance(c, r, 1);
        slowest = runs(r) ? fmax(slowest, r->pace) : slowest;
    }
    int64_t most = INT64_MAX; /* no row does more than its own run has */
    for (size_t i = 0; i < c->rows; i++)
        if (runs(&c->row[i]) && c->row[i].most < most)
            most = c->row[i].most;
    c->first = c->steps;
    if (!c->first) {
        const double steps = slowest > 0 ? floor(REPEAT_LONG / slowest) : 2;
        c->first = steps < (double)most ? (int64_t)steps : most;
        c->first = c->first < 2 ? 2 : c->first;
    }
    for (size_t i = 0; i < c->rows && c->first > 2; i++)
        if (runs(&c->row[i]))
            c->row[i].pace = advance(c, &c->row[i], c->first - 2) / (double)(c->first - 2);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of sorted numbers. */
static double middle(const double *v, int64_t n)
{
    return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

static void sum_up(const compare *c, compare_row *r)
{
    double *sorted = malloc((size_t)c->repeats * sizeof *sorted);
    for (int64_t n = 0; sorted && n < c->repeats; n++)
        sorted[n] = r->rate[n];
    if (sorted) {
        qsort(sorted, (size_t)c->repeats, sizeof *sorted, ascending);
        r->median = middle(sorted, c->repeats);
        r->spread = (sorted[c->repeats - 1] - sorted[0]) / r->median;
    }
    free(sorted);
    const double bandwidth = r->cost.copy > 0 ? r->cost.copy
                             : r->cost.device ? NAN
                                              : c->bandwidth;
    r->part = 1e6 * r->median * r->bytes / bandwidth;
}

static void time_rows(compare *c)
{
    for (size_t i = 0; i < c->rows; i++) {
        if (!runs(&c->row[i]))
            continue;
        const double steps = c->steps ? 0 : ceil(REPEAT_SHORT / fmax(c->row[i].pace, 1e-9));
        c->row[i].steps = steps > (double)c->first ? (int64_t)steps : c->first;
    }
    for (int64_t n = 0; n < c->repeats; n++)
        for (size_t i = 0; i < c->rows; i++) {
            compare_row *r = &c->row[i];
            if (!runs(r))
                continue;
            show(c, r, "repeat", n + 1);
            const double took = advance(c, r, r->steps);
            r->rate[n] = 1e-6 * r->cells * (double)r->steps / fmax(took, 1e-9);
        }
    for (size_t i = 0; i < c->rows; i++)
        if (runs(&c->row[i]))
            sum_up(c, &c->row[i]);
}

/* A run that left the physical range is no figure. */
static void check_fields(compare *c)
{
    for (size_t i = 0; i < c->rows; i++) {
        compare_row *r = &c->row[i];
        yee_extrema v = {.size = sizeof v};
        const void *config;
        void *plan;
        if (!runs(r))
            continue;
        const yee_scheme_ops *ops = yee_simulation_scheme(r->simulation, &config, &plan);
        yee_diag_clear(&c->session->diag);
        if (YEE_CALL(r->model->scheme, ops, extrema, plan, &v))
            snprintf(r->reason, sizeof r->reason, "%s", yee_session_error(c->session));
        else if (!v.finite)
            snprintf(r->reason, sizeof r->reason, "its fields are not finite after %lld steps",
                     (long long)YEE_CALL(r->model->scheme, ops, step, plan));
    }
}

/* As many threads as a scheme may use; all models ask for the same. */
static int threads(const compare *c)
{
    int asked = 0;
    for (size_t i = 0; i < c->rows; i++)
        if (c->row[i].model)
            asked = c->row[i].model->problem.threads;
    return yee_thread_count(asked);
}

void compare_measure(compare *c)
{
    c->threads = threads(c);
    c->bandwidth = yee_bandwidth_measure(c->threads);
    if (!(c->bandwidth > 0))
        c->bandwidth = NAN;
    warm_up(c);
    cli_bar_hide();
    compare_errors(c);
    time_rows(c);
    check_fields(c);
    cli_bar_hide();
}
