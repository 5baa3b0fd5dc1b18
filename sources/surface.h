/* sources/surface.h: the surface of a total-field box, and the terms of the scheme's
 * differences that cross it. */
#ifndef YEE_SOURCES_SURFACE_H
#define YEE_SOURCES_SURFACE_H

#include "incident.h"

struct box {
    const yee_host *host;
    const yee_view *view;
    const yee_grid *grid;
    bool closed[3];
    int64_t lo[3], hi[3]; /* nodes of the surface on closed axes */
    struct wave wave;
    double corner[3]; /* m: where the wave enters */
    bool cubic;       /* off the axes */
    int reach;        /* pairs of the scheme's differences */
    int beyond;       /* cells outside the surface that they reach, less Yee's */
    struct ray *ray[YEE_COMPONENTS];
    const yee_medium *seen; /* checked last */
    bool known[2];          /* eps, mu */
};

/* The differences along an axis that component c takes of component o. */
struct cut {
    int c, o, axis;
    double sign; /* of d_axis F_o in the curl along d */
};

/* The box in nodes, clear of layers and walls. */
static inline yee_status surface_find(struct box *b, const yee_vec3 *from, const yee_vec3 *to)
{
    bool any = false;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &b->grid->axis[a];
        if ((axis->periodic || axis->invariant) && b->wave.direction[a] != 0)
            return b->host->fail(b->host, YEE_INPUT,
                                 "the wave's direction has %.3g along %c, a%s axis; it must "
                                 "have none there",
                                 b->wave.direction[a], ("xyz"[a]),
                                 axis->periodic ? " periodic" : "n invariant");
        if ((b->closed[a] = !axis->periodic && !axis->invariant)) {
            any = true;
            b->lo[a] = source_node(axis, fmin(from->v[a], to->v[a]));
            b->hi[a] = source_node(axis, fmax(from->v[a], to->v[a]));
            int64_t first = yee_axis_absorbing(axis, 0) + b->reach;
            int64_t last = axis->cells - yee_axis_absorbing(axis, 1) - b->reach;
            if (b->lo[a] >= b->hi[a])
                return b->host->fail(b->host, YEE_INPUT,
                                     "the box has no cell along %c, from %.9g to %.9g m",
                                     ("xyz"[a]), from->v[a], to->v[a]);
            if (b->lo[a] < first || b->hi[a] > last)
                return b->host->fail(b->host, YEE_INPUT,
                                     "the box reaches from %.9g to %.9g m along %c; to stay %d "
                                     "cell%s clear of absorbing layers and walls it must lie "
                                     "within %.9g and %.9g m",
                                     axis->node[b->lo[a]], axis->node[b->hi[a]], ("xyz"[a]),
                                     b->reach, b->reach > 1 ? "s" : "", axis->node[first],
                                     axis->node[last < 0 ? 0 : last]);
        }
    }
    return any ? YEE_OK
               : b->host->fail(b->host, YEE_INPUT,
                               "every axis is periodic or invariant, so the box has no face");
}

/* Spacings along the axes on which the wave varies, where they must be uniform. */
static inline yee_status surface_spacing(struct box *b)
{
    int axes = 0;
    for (int a = 0; a < 3; a++) {
        const double *x = b->grid->axis[a].node, u = b->wave.direction[a];
        if (u == 0)
            continue;
        axes++;
        double d = (x[b->hi[a] + 1] - x[b->lo[a] - 1]) / (double)(b->hi[a] - b->lo[a] + 2);
        for (int64_t i = b->lo[a] - 1; i <= b->hi[a]; i++)
            if (fabs(x[i + 1] - x[i] - d) > 1e-6 * d)
                return b->host->fail(b->host, YEE_DECLINED,
                                     "cells along %c are graded inside the box (%.6g m at %.6g "
                                     "m, %.6g m on average) and the wave varies along it; make "
                                     "them uniform there or use a current_sheet",
                                     "xyz"[a], x[i + 1] - x[i], x[i], d);
        b->wave.spacing[a] = d;
        b->corner[a] = x[u > 0 ? b->lo[a] : b->hi[a]];
    }
    b->cubic = axes > 1;
    return YEE_OK;
}

/* 1 where the field at a point is the total one, 0 where it is scattered; -1 where it is that
 * of all points that a difference there may reach. */
static inline int surface_inside(const struct box *b, int c, const int64_t i[3], int64_t margin)
{
    bool in = true, deep = true;
    for (int a = 0; a < 3; a++) {
        const int64_t at = 2 * i[a] + yee_half(c, a), lo = 2 * b->lo[a], hi = 2 * b->hi[a];
        in = in && (!b->closed[a] || (at >= lo && at <= hi));
        deep = deep && (!b->closed[a] || (at >= lo + 2 * margin && at <= hi - 2 * margin));
    }
    return deep && margin > 0 ? -1 : in;
}

/* Calls visit for every point of component c
 * that a difference across the surface may update. */
static inline yee_status surface_walk(struct box *b, const struct cut *cut,
                                      yee_emitter *emitter,
                                      yee_status (*visit)(struct box *, const struct cut *,
                                                          yee_emitter *, const int64_t i[3]))
{
    int64_t lo[3], hi[3], i[3];
    for (int a = 0; a < 3; a++) {
        const int64_t n = b->grid->extent[cut->c][a];
        lo[a] = b->closed[a] ? b->lo[a] - b->reach : 0;
        hi[a] = b->closed[a] ? b->hi[a] + b->reach + 1 : n;
        lo[a] = lo[a] < 0 ? 0 : lo[a];
        hi[a] = hi[a] > n ? n : hi[a];
    }
    for (i[0] = lo[0]; i[0] < hi[0]; i[0]++)
        for (i[1] = lo[1]; i[1] < hi[1]; i[1]++)
            for (i[2] = lo[2]; i[2] < hi[2]; i[2]++) {
                if (surface_inside(b, cut->c, i, b->reach + 1) < 0 ||
                    !source_updated(b->grid, cut->c, i))
                    continue;
                yee_status status = visit(b, cut, emitter, i);
                if (status)
                    return status;
            }
    return YEE_OK;
}

/* Every component with each one it is coupled to across a closed axis. */
static inline yee_status surface_each(struct box *b, yee_emitter *emitter,
                                      yee_status (*open)(struct box *, const struct cut *,
                                                         yee_emitter *, bool *skip),
                                      yee_status (*visit)(struct box *, const struct cut *,
                                                          yee_emitter *, const int64_t i[3]))
{
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int axis = 0; axis < 3; axis++) {
            int d = yee_direction(c);
            if (!b->grid->active[c] || !b->closed[axis] || d == axis)
                continue;
            struct cut cut = {.c = c,
                              .o = 3 - d - axis + (yee_is_electric(c) ? 3 : 0),
                              .axis = axis,
                              .sign = (axis - d + 3) % 3 == 1 ? 1 : -1};
            bool skip = false;
            yee_status status = open ? open(b, &cut, emitter, &skip) : YEE_OK;
            if (!status && !skip)
                status = surface_walk(b, &cut, emitter, visit);
            if (status)
                return status;
        }
    return YEE_OK;
}

/* Calls take for every term of the difference at i whose field is of the other kind, with its
 * weight in what the difference lacks. */
static inline yee_status
surface_terms(struct box *b, const struct cut *cut, const int64_t i[3], yee_emitter *emitter,
              yee_status (*take)(struct box *, const struct cut *, yee_emitter *,
                                 const int64_t i[3], const int64_t j[3], double weight))
{
    const int d = yee_direction(cut->c), s = yee_direction(cut->o);
    const int own = surface_inside(b, cut->c, i, 0), up = 1 - yee_half(cut->o, cut->axis);
    double(*const w)[YEE_ACROSS] = b->wave.w[yee_is_electric(cut->c)][cut->axis][d];
    yee_status status = YEE_OK;
    for (int p = 0; p < b->reach && !status; p++)
        for (int m = -1; m <= 1; m++)
            for (int n = -1; n <= 1; n++)
                for (int side = 0; side < 2 && !status; side++) {
                    const double weight = w[p][(m ? 1 : 0) + (n ? 2 : 0)];
                    int64_t j[3] = {i[0], i[1], i[2]};
                    j[cut->axis] += side ? up + p : up - 1 - p;
                    j[d] += m;
                    j[s] += n;
                    if (weight != 0 && surface_inside(b, cut->o, j, 0) != own)
                        status = take(b, cut, emitter, i, j,
                                      (side ? weight : -weight) * (own ? 1 : -1));
                }
    return status;
}

#endif
