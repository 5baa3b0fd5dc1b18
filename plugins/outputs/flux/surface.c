/* plugins/outputs/flux/surface.c: a rectangle of a plane of nodes, the fields on it and the
 * power through it. */
#include "surface.h"
#include <string.h>

/* Points of a component within [lo, hi] of an axis. A periodic axis has no node n: where the
 * rectangle reaches it, node 0 stands for it. */
static void range(const yee_grid *g, int c, int a, int64_t lo, int64_t hi, int64_t *first,
                  int64_t *end)
{
    const yee_axis_data *axis = &g->axis[a];
    *first = lo;
    *end = yee_half(c, a) || axis->invariant ? hi : hi + 1;
    if (axis->periodic && *end > axis->cells) {
        *first = 0;
        *end = axis->cells;
    }
}

void surface_build(surface *s, const yee_grid *g, int axis, int64_t node, double sign,
                   const int64_t lo[3], const int64_t hi[3])
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const int component[4] = {u, v, 3 + u, 3 + v};
    const double *x = g->axis[axis].node;
    s->axis = axis;
    s->sign = sign;
    s->above = (x[node] - x[node - 1]) / (x[node + 1] - x[node - 1]);
    memcpy(s->lo, lo, sizeof s->lo);
    memcpy(s->hi, hi, sizeof s->hi);
    s->lo[axis] = s->hi[axis] = node;
    for (int q = 0; q < 4; q++) {
        surface_field *f = &s->field[q];
        f->component = component[q];
        /* E and the H it crosses share their fate in 2-D */
        f->active = g->active[component[q]] && g->active[component[3 - q]];
        f->points = 1;
        for (int a = 0; a < 3; a++) {
            if (a == axis) {
                f->lo[a] = q < 2 ? node : node - 1;
                f->hi[a] = node + 1;
                f->count[a] = 1;
            } else {
                range(g, component[q], a, lo[a], hi[a], &f->lo[a], &f->hi[a]);
                f->count[a] = f->hi[a] - f->lo[a];
            }
            f->points *= f->count[a];
        }
    }
}

void surface_store(surface *s, int q, int64_t frequencies, const double *data)
{
    surface_field *f = &s->field[q];
    const int64_t planes = f->hi[s->axis] - f->lo[s->axis];
    int64_t inner = 1; /* numbers within one plane that follow each other */
    for (int a = s->axis + 1; a < 3; a++)
        inner *= f->count[a];
    const int64_t outer = frequencies * (f->points / inner);
    const double weight[2] = {planes == 1 ? 1 : 1 - s->above, s->above};
    for (int64_t o = 0; o < outer; o++)
        for (int64_t i = 0; i < inner; i++) {
            yee_complex sum = {0, 0};
            for (int64_t p = 0; p < planes; p++) {
                const double *z = data + 2 * ((o * planes + p) * inner + i);
                sum.re += weight[p] * z[0];
                sum.im += weight[p] * z[1];
            }
            f->v[o * inner + i] = sum;
        }
}

/* Width (m) that point i of a component stands for within nodes [lo, hi] of an axis. */
static double width(const yee_grid *g, int c, int a, int64_t i, int64_t lo, int64_t hi)
{
    const yee_axis_data *axis = &g->axis[a];
    const double *x = axis->node;
    if (yee_half(c, a) || axis->invariant)
        return x[i + 1] - x[i];
    double width = 0;
    if (i > lo && i <= hi)
        width += 0.5 * (x[i] - x[i - 1]);
    if (i >= lo && i < hi)
        width += 0.5 * (x[i + 1] - x[i]);
    if (axis->periodic && !i && hi == axis->cells) /* it is node n too */
        width += 0.5 * (x[hi] - x[hi - 1]);
    return width;
}

/* 2 Re sum E H* dA of one pair that shares its places. */
static double product(const surface *s, const yee_grid *g, const surface_field *e,
                      const surface_field *h, int64_t f)
{
    const int u = (s->axis + 1) % 3, v = (s->axis + 2) % 3;
    double sum = 0;
    if (!e->active)
        return 0;
    for (int64_t n = 0; n < e->points; n++) {
        const int64_t at[3] = {n / (e->count[1] * e->count[2]), n / e->count[2] % e->count[1],
                               n % e->count[2]};
        const double area = width(g, e->component, u, e->lo[u] + at[u], s->lo[u], s->hi[u]) *
                            width(g, e->component, v, e->lo[v] + at[v], s->lo[v], s->hi[v]);
        yee_complex a = e->v[f * e->points + n], b = h->v[f * h->points + n];
        if (e->reference) {
            a.re -= e->reference[f * e->points + n].re;
            a.im -= e->reference[f * e->points + n].im;
            b.re -= h->reference[f * h->points + n].re;
            b.im -= h->reference[f * h->points + n].im;
        }
        sum += 2 * (a.re * b.re + a.im * b.im) * area;
    }
    return sum;
}

double surface_power(const surface *s, const yee_grid *g, int64_t f)
{
    return s->sign * (product(s, g, &s->field[0], &s->field[3], f) -
                      product(s, g, &s->field[1], &s->field[2], f));
}
