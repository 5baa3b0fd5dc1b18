/* plugins/shapes/common/surface.c: heights over a plane, and the part of a box below or above
 * them. / */
#include "surface.h"

#include <math.h>
#include <string.h>

#define SLACK 1e-9 /* of the box's length: a centre on a side must not depend on rounding */

yee_status surface_begin(const yee_host *host, const surface_keys *keys, surface *s)
{
    *s = (surface){.axis = keys->axis, .side = keys->side};
    s->u = s->axis == 0 ? 1 : 0;
    s->v = s->axis == 2 ? 1 : 2;
    for (int a = 0; a < 3; a++) {
        s->lo[a] = fmin(keys->from.v[a], keys->to.v[a]);
        s->hi[a] = fmax(keys->from.v[a], keys->to.v[a]);
        if (!(s->hi[a] > s->lo[a]))
            return host->fail(host, YEE_INPUT,
                              "from and to are equal along %c; a box has a width", ("xyz"[a]));
    }
    return YEE_OK;
}

yee_status surface_set(const yee_host *host, surface *s, const double *height)
{
    s->height = height;
    s->least = s->most = height[0];
    for (int64_t n = 1; n < s->n[0] * s->n[1]; n++) {
        s->least = fmin(s->least, height[n]);
        s->most = fmax(s->most, height[n]);
    }
    const double lo = s->lo[s->axis], hi = s->hi[s->axis];
    if (s->side == SURFACE_BELOW ? s->most > lo : s->least < hi)
        return YEE_OK;
    return host->fail(host, YEE_INPUT,
                      "the surface, from %g to %g m along %c, has nothing of the box %s it, "
                      "which goes from %g to %g m",
                      s->least, s->most, ("xyz"[s->axis]),
                      s->side == SURFACE_BELOW ? "below" : "above", lo, hi);
}

/* The point below a coordinate along u (0) or v (1), and how far it is from there to the next. */
static int64_t find(const surface *s, int e, double at, double *part)
{
    const double place = (at - s->first[e]) / s->step[e];
    const double last = (double)(s->n[e] - 1);
    const double within = place > 0 ? (place < last ? place : last) : 0;
    const int64_t i = (int64_t)within;
    *part = within - (double)i;
    return i;
}

double surface_height(const surface *s, double u, double v)
{
    double p, q;
    const int64_t i = find(s, 0, u, &p), j = find(s, 1, v, &q);
    const int64_t next = i + 1 < s->n[0] ? s->n[1] : 0, beside = j + 1 < s->n[1];
    const double *h = s->height + i * s->n[1] + j;
    return (1 - p) * ((1 - q) * h[0] + q * h[beside]) +
           p * ((1 - q) * h[next] + q * h[next + beside]);
}

static bool between(const surface *s, int a, double at)
{
    const double slack = SLACK * (s->hi[a] - s->lo[a]);
    return at >= s->lo[a] - slack && at < s->hi[a] - slack;
}

yee_status surface_bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const surface *s = self;
    (void)host;
    for (int a = 0; a < 3; a++) {
        const double slack = SLACK * (s->hi[a] - s->lo[a]);
        lo[a] = s->lo[a] - slack;
        hi[a] = s->hi[a] + slack;
    }
    if (s->side == SURFACE_BELOW)
        hi[s->axis] = fmax(lo[s->axis], fmin(hi[s->axis], s->most));
    else
        lo[s->axis] = fmin(hi[s->axis], fmax(lo[s->axis], s->least));
    return YEE_OK;
}

static bool holds(const surface *s, double u, double v, double at)
{
    const double height = surface_height(s, u, v);
    return s->side == SURFACE_BELOW ? at < height : at >= height;
}

void surface_inside(const void *self, int64_t n, const double *x, double y, double z,
                    unsigned char *in)
{
    const surface *s = self;
    double at[3] = {0, y, z};
    if (!between(s, 1, y) || !between(s, 2, z))
        return;
    for (int64_t i = 0; i < n; i++) {
        at[0] = x[i];
        in[i] = between(s, 0, x[i]) && holds(s, at[s->u], at[s->v], at[s->axis]);
    }
}

/* Along the heights' axis there is one span. */
static int span_up(const surface *s, const double at[3], double (*span)[2])
{
    const double height = surface_height(s, at[s->u], at[s->v]);
    const double lo = s->lo[s->axis], hi = s->hi[s->axis];
    span[0][0] = s->side == SURFACE_BELOW ? lo : fmax(lo, height);
    span[0][1] = s->side == SURFACE_BELOW ? fmin(hi, height) : hi;
    return span[0][1] > span[0][0];
}

/* Across it the height is linear between the points of the lattice. e: along u (0) or v (1). */
static int spans_across(const surface *s, int e, const double at[3], int capacity,
                        double (*span)[2])
{
    const int axis = e ? s->v : s->u;
    const double z = at[s->axis], sign = s->side == SURFACE_BELOW ? 1 : -1;
    double place[3] = {at[0], at[1], at[2]}, from = place[axis] = s->lo[axis];
    double above = sign * (surface_height(s, place[s->u], place[s->v]) - z);
    double begin = from;
    int spans = 0;
    int64_t knot = (int64_t)fmax(0, ceil((from - s->first[e]) / s->step[e]));
    bool last = false;
    while (!last && spans < capacity) {
        double to = s->first[e] + (double)knot++ * s->step[e];
        to = to > from ? to : from;
        last = to >= s->hi[axis] || knot > s->n[e];
        to = last ? s->hi[axis] : to;
        place[axis] = to;
        const double next = sign * (surface_height(s, place[s->u], place[s->v]) - z);
        if ((above > 0) != (next > 0)) {
            const double cross = from + (to - from) * above / (above - next);
            if (above > 0) {
                span[spans][0] = begin;
                span[spans][1] = cross;
                spans += cross > begin;
            }
            begin = cross;
        }
        if (last && next > 0 && spans < capacity) {
            span[spans][0] = begin;
            span[spans][1] = to;
            spans += to > begin;
        }
        above = next;
        from = to;
    }
    return spans;
}

int surface_spans(const void *self, int axis, const double at[3], int capacity,
                  double (*span)[2])
{
    const surface *s = self;
    for (int a = 0; a < 3; a++)
        if (a != axis && !between(s, a, at[a]))
            return 0;
    if (capacity < 1)
        return 0;
    if (axis == s->axis)
        return span_up(s, at, span);
    const double z = at[s->axis];
    if (z < s->least || z >= s->most) { /* all of one side */
        span[0][0] = s->lo[axis];
        span[0][1] = s->hi[axis];
        return (z < s->least) == (s->side == SURFACE_BELOW);
    }
    return spans_across(s, axis == s->v, at, capacity, span);
}
