/* core/cli/check/source.c: a source emits currents that play finite, pure signals, and what
 * charge they leave behind. */
#include "check.h"
#include "plugin/call.h"
#include "problem/emission.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 64, GUARD = 4, VALUES = 1 << 20, CHARGE_STEPS = 20000 };

/* -- signals -- */

/* Values of one step, of which every byte was set before. */
static void fill(const yee_signals *s, int64_t step, int pattern, double *value)
{
    memset(value, pattern, (size_t)(s->count + GUARD) * sizeof *value);
    s->fill(s->self, step, value);
}

/* Whether the guard behind the values is as it was. */
static bool guarded(const yee_signals *s, const double *value, int pattern)
{
    const unsigned char *p = (const unsigned char *)(value + s->count);
    for (size_t i = 0; i < GUARD * sizeof *value; i++)
        if (p[i] != (unsigned char)pattern)
            return false;
    return true;
}

/* The first value in which two steps' worth differ in a bit; count: none. */
static int64_t differs(const double *a, const double *b, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0)
            return i;
    return count;
}

/* One step once more, with other bytes beneath. */
static bool judge_again(check *c, const yee_signals *s, int64_t step, const double *first,
                        double *again, int pattern, const char *when)
{
    fill(s, step, pattern, again);
    const int64_t i = differs(first, again, s->count);
    if (!guarded(s, again, pattern)) {
        check_judge(c, false, "fill() writes more than its count of %" PRId64 " values",
                    s->count);
        return false;
    }
    if (i == s->count)
        return true;
    if (isnan(again[i]) || fabs(again[i]) < 1e-70)
        check_judge(c, false,
                    "fill() leaves value %" PRId64 " of %" PRId64 " unset at step %" PRId64, i,
                    s->count, step);
    else
        check_judge(c, false,
                    "fill() is not pure: value %" PRId64 " of step %" PRId64
                    " is %.17g, and %.17g %s",
                    i, step, first[i], again[i], when);
    return false;
}

static bool judge_steps(check *c, const yee_signals *s, int64_t steps, double *first,
                        double *again)
{
    const size_t row = (size_t)(s->count + GUARD);
    for (int64_t n = 0; n < steps; n++) {
        double *value = first + (size_t)n * row;
        fill(s, n, 0xff, value); /* NaN */
        for (int64_t i = 0; i < s->count; i++)
            if (!isfinite(value[i])) {
                fill(s, n, 0, again);
                if (again[i] == 0) /* still the bytes beneath */
                    check_judge(c, false,
                                "fill() leaves value %" PRId64 " of %" PRId64
                                " unset at step %" PRId64,
                                i, s->count, n);
                else
                    check_judge(c, false,
                                "fill() gives value %" PRId64 " of step %" PRId64
                                " that is no number: %g",
                                i, n, value[i]);
                return false;
            }
        if (!judge_again(c, s, n, value, again, 0, "when asked again"))
            return false;
    }
    fill(s, 1000000, 0, again); /* far ahead, as the sentinel looks */
    for (int64_t n = steps; n-- > 0;)
        if (!judge_again(c, s, n, first + (size_t)n * row, again, 0xff,
                         "when later steps were asked for before"))
            return false;
    return true;
}

static bool judge_signals(check *c, const yee_signals *s, int64_t points)
{
    if (s->count < 1 || s->count > VALUES) {
        check_judge(c, false, "count of signals is %" PRId64 " for %" PRId64 " points",
                    s->count, points);
        return false;
    }
    const int64_t most = VALUES / (s->count + GUARD), steps = most < STEPS ? most : STEPS;
    const size_t row = (size_t)(s->count + GUARD);
    double *first = calloc((size_t)(steps + 1) * row, sizeof *first);
    const bool ok = !first || judge_steps(c, s, steps, first, first + (size_t)steps * row);
    free(first);
    return ok;
}

/* -- charge -- */

/* Charge (C) at the nodes of a grid, and the largest that flows through an edge. */
typedef struct charges {
    const yee_grid *grid;
    double *node; /* shape [cells + 1 of each axis] */
    double flow;
} charges;

static size_t node_of(const yee_grid *g, const int64_t at[3])
{
    return (size_t)((at[0] * (g->axis[1].cells + 1) + at[1]) * (g->axis[2].cells + 1) + at[2]);
}

/* Width (m) of the dual cell of a node; of the cell along an invariant axis. */
static double dual(const yee_axis_data *axis, int64_t i)
{
    const double *x = axis->node;
    if (axis->invariant)
        return x[1] - x[0];
    const double low = i > 0 ? x[i] - x[i - 1] : 0;
    return 0.5 * (low + (i < axis->cells ? x[i + 1] - x[i] : 0));
}

static void add_point(charges *q, const yee_problem *p, int component, const yee_point *point,
                      double sum, double size)
{
    const yee_grid *g = q->grid;
    const int64_t *n = g->extent[component];
    int64_t at[3] = {point->index / (n[1] * n[2]), point->index / n[2] % n[1],
                     point->index % n[2]};
    double area = 1;
    for (int a = 0; a < 3; a++)
        area *= a == component ? 1 : dual(&g->axis[a], at[a]);
    const double cb = p->update[yee_problem_medium(p, component, point->index)].cb;
    const double per_signal = -point->amplitude / cb * area;
    q->flow = fmax(q->flow, fabs(per_signal) * size);
    if (g->axis[component].invariant)
        return;
    q->node[node_of(g, at)] -= per_signal * sum;
    at[component]++;
    if (g->axis[component].periodic && at[component] == g->axis[component].cells)
        at[component] = 0;
    q->node[node_of(g, at)] += per_signal * sum;
}

/* sum, size: integrals over time of each signal and of its magnitude. */
static void add_group(charges *q, const yee_problem *p, const yee_point_group *group,
                      const double *sum, const double *size)
{
    for (int64_t i = 0; i < group->count; i++) {
        const yee_point *point = &group->point[i];
        const double *s = sum + point->signal;
        add_point(q, p, group->component, point,
                  group->cubic ? yee_cubic(s, point->fraction) : *s, size[point->signal]);
    }
}

/* Steps until the longest waveform has ended; 0: one never does, or the run would be long. */
static int64_t steps_of_waveforms(const yee_model *m)
{
    double end = 0;
    for (size_t i = 0; i < m->of[YEE_WAVEFORM].count; i++) {
        yee_band band = {.size = sizeof band};
        if (m->waveform[i].ops->band(m->waveform[i].self, &band))
            return 0;
        end = fmax(end, band.end_time);
    }
    const double steps = ceil(end / m->problem.grid.dt) + 1;
    return end > 0 && steps < CHARGE_STEPS ? (int64_t)steps : 0;
}

static void integrate(const yee_signals *s, int64_t steps, double dt, double *value,
                      double *sum, double *size)
{
    for (int64_t i = 0; i < s->count; i++)
        sum[i] = size[i] = 0;
    for (int64_t n = 0; n < steps; n++) {
        s->fill(s->self, n, value);
        for (int64_t i = 0; i < s->count; i++) {
            sum[i] += value[i] * dt;
            size[i] += fabs(value[i]) * dt;
        }
    }
}

/* A current whose integral over time is not zero where it begins and ends leaves a charge there,
 * whose field stays: d rho/dt = -div J. A pulse that starts with a small jump, as waveforms may
 * by 1e-3 of their peak, leaves about as much. */
static void report_charge(check *c, const yee_model *m)
{
    const yee_problem *p = &m->problem;
    const yee_grid *g = &p->grid;
    const int64_t steps = steps_of_waveforms(m);
    size_t nodes = 1;
    double largest = 0;
    for (int a = 0; a < 3; a++)
        nodes *= (size_t)g->axis[a].cells + 1;
    charges q = {g, steps ? calloc(nodes, sizeof *q.node) : NULL, 0};
    for (int64_t n = 0; q.node && n < p->groups; n++) {
        const yee_signals *s = p->group[n].signals;
        if (!yee_is_electric(p->group[n].component) || s->count * steps > 32 * VALUES)
            continue;
        double *value = malloc(3 * (size_t)s->count * sizeof *value);
        if (value) {
            double *sum = value + s->count, *size = sum + s->count;
            integrate(s, steps, g->dt, value, sum, size);
            add_group(&q, p, &p->group[n], sum, size);
        }
        free(value);
    }
    for (size_t i = 0; q.node && i < nodes; i++)
        largest = fmax(largest, fabs(q.node[i]));
    free(q.node);
    if (largest > 2e-3 * q.flow)
        snprintf(c->note, sizeof c->note,
                 "leaves a charge of %.3g C behind, %.2g of what flows through an edge",
                 largest, largest / q.flow);
}

/* Calls of the plugin are calls over the border here, too. */
static void fill_of(void *self, int64_t step, double *value)
{
    const struct emission *e = self;
    yee_call call;
    yee_call_begin(&call, e->source, "fill");
    e->signals->fill(e->signals->self, step, value);
    yee_call_end();
}

void check_emission(check *c, yee_model *model)
{
    const yee_instances *of = &model->of[YEE_SOURCE];
    const int failed = c->failed;
    int64_t points = 0;
    bool any = false, own = true;
    for (size_t n = 0; c->failed == failed && n < model->points->count; n++) {
        struct emission *e = &model->points->v[n];
        const yee_signals signals = {sizeof signals, e->signals->count, e, fill_of};
        if (e->source->plugin != c->plugin)
            continue;
        points += e->count;
        judge_signals(c, &signals, e->count);
        if (e->law && c->failed == failed)
            check_port_law(c, e->source, e->law, e->self);
    }
    for (size_t n = 0; n < of->count; n++) {
        any = any || of->v[n]->plugin == c->plugin;
        own = own && of->v[n]->plugin == c->plugin;
    }
    if (c->failed == failed && !points && any)
        check_judge(c, false, "emit() emitted no current and opened no port");
    if (c->failed == failed && own)
        report_charge(c, model);
}
