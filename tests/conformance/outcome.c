/* outcome.c: what a scheme has shown of a run, and how far two of them differ. */
#include "battery.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

outcome *outcome_new(const test_case *t)
{
    outcome *o = calloc(1, sizeof *o);
    size_t taps = (size_t)t->problem.taps + 1;
    bool ok = o && (o->deliveries = calloc(taps, sizeof *o->deliveries)) &&
              (o->when = calloc(taps, sizeof *o->when)) &&
              (o->value = calloc(taps, sizeof *o->value));
    if (ok)
        o->of = t;
    for (int c = 0; ok && c < YEE_COMPONENTS; c++) {
        size_t points = (size_t)yee_grid_points(&t->problem.grid, c);
        ok = (o->field[c] = calloc(points, sizeof(double))) != NULL;
    }
    if (ok)
        return o;
    outcome_free(o);
    return NULL;
}

void outcome_free(outcome *o)
{
    if (!o)
        return;
    for (int64_t n = 0; o->of && n < o->of->problem.taps; n++) {
        free(o->when[n]);
        free(o->value[n]);
    }
    for (int c = 0; c < YEE_COMPONENTS; c++)
        free(o->field[c]);
    free(o->deliveries);
    free(o->when);
    free(o->value);
    free(o);
}

static double unit_of(int c) { return yee_is_electric(c) ? 1 : YEE_ETA0; }

/* The largest E or eta0 H that the outcome and the start show. */
static double field_scale(const outcome *o)
{
    const yee_grid *g = &o->of->problem.grid;
    double most = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t i = 0; i < yee_grid_points(g, c); i++)
            most =
                fmax(most, unit_of(c) * fmax(fabs(o->field[c][i]), fabs(o->of->initial[c][i])));
    for (int64_t n = 0; n < o->of->problem.taps; n++) {
        const yee_tap *t = &o->of->problem.tap[n];
        for (int64_t i = 0; i < o->deliveries[n] * t->values; i++)
            if (t->kind == YEE_TAP_BOX)
                most = fmax(most, unit_of(t->component) * fabs(o->value[n][i]));
    }
    return most;
}

/* The error in value i of a tap that one unit of relative error in the fields makes. */
static double tap_scale(const outcome *o, int64_t n, int64_t i, double fields)
{
    const yee_problem *p = &o->of->problem;
    const yee_tap *t = &p->tap[n];
    int64_t v = i % t->values;
    double sum = 0;
    switch (t->kind) {
    case YEE_TAP_BOX:
        return fields / unit_of(t->component);
    case YEE_TAP_POINTS:
        return fields / unit_of(t->point_component[v]);
    case YEE_TAP_DFT: /* up to steps*dt of the field */
        return fields / unit_of(t->component) * (double)p->steps * p->grid.dt;
    case YEE_TAP_PORT:
        for (int64_t k = 0; k < p->port[t->port].count; k++)
            sum += fabs(p->port[t->port].edge[k].voltage) * fields;
        return v == 0 ? sum
                      : (sum + 1) /
                            (p->port[t->port].resistance + 0.5 * p->port[t->port].feedback);
    case YEE_TAP_ENERGY: /* twice the largest sum of this tap */
        for (int64_t k = 0; k < o->deliveries[n] * t->values; k++)
            sum = fmax(sum, fabs(o->value[n][k]));
        return 2 * sum;
    }
    return 1;
}

typedef struct worst {
    double error;
    char *where;
    size_t size;
} worst;

static void note(worst *w, double a, double b, double scale, const char *what, int64_t index)
{
    double error = a == b ? 0 : fabs(a - b) / scale;
    if (error <= w->error)
        return;
    w->error = isnan(error) ? INFINITY : error;
    snprintf(w->where, w->size, "%s[%lld]: %.17g and %.17g", what, (long long)index, a, b);
}

double outcome_difference(const outcome *a, const outcome *b, char *where, size_t size)
{
    static const char *const tap_name[] = {"box tap", "points tap", "dft tap", "port tap",
                                           "energy tap"};
    const yee_problem *p = &a->of->problem;
    double fields = field_scale(a);
    worst w = {0, where, size};
    snprintf(where, size, "no difference");
    if (a->step != b->step)
        note(&w, (double)a->step, (double)b->step, 0, "step", 0);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t i = 0; i < yee_grid_points(&p->grid, c); i++)
            note(&w, a->field[c][i], b->field[c][i], fields / unit_of(c), yee_component_key(c),
                 i);
    for (int64_t n = 0; n < p->taps; n++) {
        const char *name = tap_name[p->tap[n].kind];
        if (a->deliveries[n] != b->deliveries[n]) {
            note(&w, (double)a->deliveries[n], (double)b->deliveries[n], 0, name, n);
            continue;
        }
        for (int64_t i = 0; i < a->deliveries[n]; i++)
            if (a->when[n][i] != b->when[n][i])
                note(&w, (double)a->when[n][i], (double)b->when[n][i], 0, name, n);
        for (int64_t i = 0; i < a->deliveries[n] * p->tap[n].values; i++)
            note(&w, a->value[n][i], b->value[n][i], tap_scale(a, n, i, fields), name, i);
    }
    double total = 2 * fmax(fabs(a->energy[0]), fabs(a->energy[1]));
    for (int i = 0; i < 2; i++)
        note(&w, a->energy[i], b->energy[i], total, "energy", i);
    note(&w, a->extrema.electric, b->extrema.electric, fields, "largest E", 0);
    note(&w, a->extrema.magnetic, b->extrema.magnetic, fields / YEE_ETA0, "largest H", 0);
    return w.error;
}

bool outcome_same(const outcome *a, const outcome *b)
{
    const yee_problem *p = &a->of->problem;
    bool same = a->step == b->step && !memcmp(a->energy, b->energy, sizeof a->energy);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        same = same && !memcmp(a->field[c], b->field[c],
                               (size_t)yee_grid_points(&p->grid, c) * sizeof(double));
    for (int64_t n = 0; n < p->taps && same; n++) {
        size_t count = (size_t)a->deliveries[n];
        same = a->deliveries[n] == b->deliveries[n] &&
               (count == 0 || (!memcmp(a->when[n], b->when[n], count * sizeof **a->when) &&
                               !memcmp(a->value[n], b->value[n],
                                       count * (size_t)p->tap[n].values * sizeof **a->value)));
    }
    return same;
}

double battery_tolerance(const test_case *t)
{
    if (t->problem.precision == YEE_F64)
        return 1e-12;
    return 2 * (double)t->problem.steps * 12 * 0x1p-24;
}
