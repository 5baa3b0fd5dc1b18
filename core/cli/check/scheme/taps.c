/* core/cli/check/scheme/taps.c: what taps deliver and what energy() says, against read() after every
 * single step. */
#include "bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run step by step, and the sums that its taps should have. */
typedef struct walk {
    bench *b;
    trial t;
    double *before;   /* fields a step ago, shape [t.count] */
    double **sum;     /* of DFT taps, shape [taps][values] */
    double *weight;   /* sum of |F|*every*dt of a DFT tap's largest field, shape [taps] */
    double energy[2]; /* a step ago */
    double rounding;  /* relative, of a field */
} walk;

static double field_at(const walk *w, const double *field, int c, int64_t index)
{
    return field[trial_offset(&w->b->problem.grid, c) + (size_t)index];
}

/* Calls look() for every point of a box, in C order. */
static void each(walk *w, const yee_tap *x,
                 void (*look)(walk *, const yee_tap *, int64_t, double))
{
    int64_t n = 0;
    for (int64_t i = x->lo[0]; i < x->hi[0]; i += x->stride[0])
        for (int64_t j = x->lo[1]; j < x->hi[1]; j += x->stride[1])
            for (int64_t k = x->lo[2]; k < x->hi[2]; k += x->stride[2])
                look(w, x, n++,
                     field_at(w, w->t.field, x->component,
                              yee_grid_index(&w->b->problem.grid, x->component, i, j, k)));
}

static size_t last_of(const walk *w, const yee_tap *x)
{
    return w->t.sink.series[x - w->b->problem.tap].count - 1;
}

/* Fields go to a tap as they are, in the same precision: no rounding. */
static void match(walk *w, const yee_tap *x, int64_t n, double f)
{
    const int64_t tap = x - w->b->problem.tap;
    const double got = sink_value(&w->t.sink, tap, last_of(w, x), n);
    if (!(got == f))
        bench_fail(w->b,
                   "run() delivers %.9g as number %lld of tap %lld (%s) at step %lld, read() "
                   "says %.9g",
                   got, (long long)n, (long long)tap, x->count ? "points" : "box",
                   (long long)TRIAL_CALL(&w->t, step, w->t.plan), f);
}

static void transform(walk *w, const yee_tap *x, int64_t n, double f)
{
    const int64_t tap = x - w->b->problem.tap, points = x->values / x->frequencies / 2;
    const double dt = w->b->problem.grid.dt, weight = (double)x->every * dt;
    const double step = (double)TRIAL_CALL(&w->t, step, w->t.plan);
    const double time = (step - (yee_is_electric(x->component) ? 0 : 0.5)) * dt;
    for (int64_t k = 0; k < x->frequencies; k++) {
        const double phase = 2 * YEE_PI * fmod(x->frequency[k] * time, 1);
        w->sum[tap][2 * (k * points + n)] += weight * f * cos(phase);
        w->sum[tap][2 * (k * points + n) + 1] -= weight * f * sin(phase);
    }
    w->weight[tap] += weight * fabs(f);
}

/* V is the mean of two fields' sums. The law V = Vs - R I holds in the middle of the step; the
 * port's edges are rounded once they have its current, and four operations make that. */
static void match_port(walk *w, const yee_tap *x)
{
    const yee_port *q = &w->b->problem.port[x->port];
    const int64_t tap = x - w->b->problem.tap;
    const double v = sink_value(&w->t.sink, tap, last_of(w, x), 0);
    const double i = sink_value(&w->t.sink, tap, last_of(w, x), 1);
    double want = 0, size = 0, source;
    for (const yee_port_edge *e = q->edge; e < q->edge + q->count; e++) {
        const double now = field_at(w, w->t.field, q->component, e->index);
        const double old = field_at(w, w->before, q->component, e->index);
        want += 0.5 * e->voltage * (now + old);
        size += fabs(e->voltage) * (fabs(now) + fabs(old) + fabs(e->current * i));
    }
    const double slack = w->rounding * (double)(q->count + 4) * size;
    q->signals->fill(q->signals->self, TRIAL_CALL(&w->t, step, w->t.plan) - 1, &source);
    if (!(fabs(v - want) <= slack))
        bench_fail(w->b, "run() delivers %.9g V of port '%s', read() says %.9g V", v, q->name,
                   want);
    else if (!(fabs(source - q->resistance * i - want) <=
               slack + 4 * w->rounding * fabs(source)))
        bench_fail(w->b,
                   "run() delivers %.9g A of port '%s'; %.9g V behind %g Ohm and %.9g V across "
                   "it make %.9g A",
                   i, q->name, source, q->resistance, want, (source - want) / q->resistance);
}

/* The sums of two calls run over the points in any order: 1e-11 for ten thousand of them. */
static void match_energy(walk *w, const yee_tap *x, const double energy[2])
{
    const double slack = (w->rounding + 1e-11) * (fabs(energy[0]) + fabs(energy[1]));
    for (int n = 0; n < 2; n++) {
        const double got = sink_value(&w->t.sink, x - w->b->problem.tap, last_of(w, x), n);
        if (!(fabs(got - energy[n]) <= slack))
            bench_fail(w->b, "run() delivers an energy of %.9g J in %s, energy() says %.9g J",
                       got, n ? "H" : "E", energy[n]);
    }
}

/* yee_update.energy without poles, of E now or of H a step ago, whose next value is now there. */
static double stored(const walk *w, bool magnetic, double *size)
{
    const yee_problem *p = &w->b->problem;
    const yee_grid *g = &p->grid;
    double sum = 0;
    for (int c = magnetic ? 3 : 0, end = c + 3; c < end; c++)
        for (int64_t i = g->begin[c][0]; g->active[c] && i < g->end[c][0]; i++)
            for (int64_t j = g->begin[c][1]; j < g->end[c][1]; j++)
                for (int64_t k = g->begin[c][2]; k < g->end[c][2]; k++) {
                    const int64_t at = yee_grid_index(g, c, i, j, k), x[3] = {i, j, k};
                    const yee_update *u = &p->update[yee_problem_medium(p, c, at)];
                    const double next = field_at(w, w->t.field, c, at);
                    const double f = magnetic ? field_at(w, w->before, c, at) : next;
                    const double here = bench_volume(g, c, x) *
                                        (u->energy[0] * f * f + u->energy[1] * f * next);
                    sum += here;
                    *size += fabs(here);
                }
    return sum;
}

/* Each field in a sum is rounded, the next H once more. */
static void check_energy(walk *w, double now[2])
{
    double size[2] = {0, 0};
    const double e = stored(w, false, &size[0]), h = stored(w, true, &size[1]);
    const double slack = 4 * w->rounding + 1e-11;
    if (!(fabs(now[0] - e) <= slack * size[0]))
        bench_fail(w->b, "energy() says %.9g J in E, the fields of read() have %.9g J", now[0],
                   e);
    else if (!(fabs(w->energy[1] - h) <= slack * size[1]))
        bench_fail(
            w->b,
            "energy() says %.9g J in H, the fields of read() before and after a step have "
            "%.9g J",
            w->energy[1], h);
}

static bool walk_open(walk *w)
{
    const yee_problem *p = &w->b->problem;
    w->sum = calloc((size_t)p->taps + 1, sizeof *w->sum);
    w->weight = calloc((size_t)p->taps + 1, sizeof *w->weight);
    w->before = calloc(trial_offset(&p->grid, YEE_COMPONENTS) + 1, sizeof *w->before);
    bool ok = w->sum && w->weight && w->before;
    for (int64_t n = 0; ok && n < p->taps; n++) {
        w->sum[n] = calloc((size_t)p->tap[n].values + 1, sizeof **w->sum);
        ok = w->sum[n];
    }
    return ok && trial_open(&w->t, w->b, w->b->own, 0) && trial_read(&w->t);
}

static void walk_close(walk *w)
{
    for (int64_t n = 0; w->sum && n < w->b->problem.taps; n++)
        free(w->sum[n]);
    free(w->sum);
    free(w->weight);
    free(w->before);
    trial_close(&w->t);
}

static bool walk_on(walk *w)
{
    const yee_problem *p = &w->b->problem;
    double energy[2];
    memcpy(w->before, w->t.field, w->t.count * sizeof *w->before);
    if (!trial_run(&w->t, 1) || !trial_read(&w->t) ||
        !bench_ok(w->b, "energy()", TRIAL_CALL(&w->t, energy, w->t.plan, energy)))
        return false;
    if (p->sections == 0)
        check_energy(w, energy);
    for (const yee_tap *x = p->tap; x < p->tap + p->taps && !w->b->failed; x++) {
        if (!yee_tap_due(x, TRIAL_CALL(&w->t, step, w->t.plan)))
            continue;
        if (x->kind == YEE_TAP_BOX)
            each(w, x, match);
        else if (x->kind == YEE_TAP_DFT)
            each(w, x, transform);
        else if (x->kind == YEE_TAP_PORT)
            match_port(w, x);
        else if (x->kind == YEE_TAP_ENERGY)
            match_energy(w, x, energy);
        for (int64_t n = 0; x->kind == YEE_TAP_POINTS && n < x->count; n++)
            match(w, x, n, field_at(w, w->t.field, x->point_component[n], x->point_index[n]));
    }
    memcpy(w->energy, energy, sizeof energy);
    return !w->b->failed;
}

/* The sums are double: each of the steps rounds a product and a sum, and phases of a few turns
 * are off by 1e-15. */
static void check_sums(walk *w)
{
    for (int64_t n = 0; n < w->b->problem.taps; n++) {
        const yee_tap *x = &w->b->problem.tap[n];
        const double slack = 1e-12 * w->weight[n];
        for (int64_t k = 0; x->kind == YEE_TAP_DFT && k < x->values; k++) {
            const double got = sink_value(&w->t.sink, n, 0, k);
            if (fabs(got - w->sum[n][k]) <= slack)
                continue;
            bench_fail(w->b,
                       "finish() delivers %.9g as number %lld of DFT tap %lld, the sum of "
                       "read() is %.9g",
                       got, (long long)k, (long long)n, w->sum[n][k]);
            return;
        }
    }
}

void compare_taps(bench *b, const trial *whole)
{
    walk w = {.b = b, .rounding = b->problem.precision == YEE_F64 ? 0x1p-52 : 0x1p-23};
    bool ok = walk_open(&w);
    for (int step = 0; ok && step < BENCH_STEPS; step++)
        ok = walk_on(&w);
    if (ok && trial_finish(&w.t)) {
        check_sums(&w);
        compare_same(b, "run() with and without energy() and read() after every step", whole,
                     &w.t);
    }
    walk_close(&w);
}
