/* stencils.c: the difference at one point, less the one that all points have. */
#include "builder.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sum over all pairs that reach at least as far. */
static double link_weight(const stencil *s, int64_t number, const int o[3])
{
    const int d = yee_direction(s->c), across = (o[1] ? 1 : 0) + (o[2] ? 2 : 0);
    const set *from = &s->b->set[number];
    const double(*w)[WIDE_ACROSS] = from->w[yee_is_electric(s->c)][s->axis][d];
    double sum = 0;
    for (int p = abs(o[0]); p < WIDE_REACH; p++)
        sum += w[p][across];
    return sum;
}

/* o: along the axis, the component's direction and the source's. */
static void moved(const stencil *s, const int64_t x[3], const int o[3], int64_t y[3])
{
    memcpy(y, x, 3 * sizeof *y);
    y[s->axis] += o[0];
    y[yee_direction(s->c)] += o[1];
    y[yee_direction(s->source)] += o[2];
}

static uint32_t code_at(const builder *b, int c, int64_t x[3])
{
    builder_fold(b->grid, c, x);
    return b->code[c][yee_grid_index(b->grid, c, x[0], x[1], x[2])];
}

/* The weight of the link from x to x + o among the points of c. */
static double linked(const stencil *s, int c, const int64_t x[3], const int o[3])
{
    static const int nowhere[3] = {0, 0, 0};
    const builder *b = s->b;
    int64_t from[3], to[3];
    moved(s, x, nowhere, from);
    moved(s, x, o, to);
    const uint32_t i = code_at(b, c, from), j = code_at(b, c, to);
    if (i >= BUILDER_CUT || j >= BUILDER_CUT || b->site[i].medium != b->site[j].medium)
        return 0;
    return 0.5 * (link_weight(s, b->site[i].set, o) + link_weight(s, b->site[j].set, o));
}

static void add(stencil *s, int along, const int o[3], double weight)
{
    s->w[s->b->scheme->reach - 1 + along + o[0]][1 + o[1]][1 + o[2]] += weight;
}

static void add_pair(stencil *s, const int o[3], double weight)
{
    add(s, 1, o, weight);
    add(s, 0, o, -weight);
}

/* Minus what all points have. */
static void subtract_bulk(stencil *s)
{
    const int reach = s->b->scheme->reach, d = yee_direction(s->c);
    const set *bulk = &s->b->set[0];
    const double(*w)[WIDE_ACROSS] = bulk->w[yee_is_electric(s->c)][s->axis][d];
    for (int p = 0; p < reach; p++)
        for (int m = -1; m <= 1; m++)
            for (int n = -1; n <= 1; n++) {
                const double weight = w[p][(m ? 1 : 0) + (n ? 2 : 0)];
                s->w[reach + p][1 + m][1 + n] -= weight;
                s->w[reach - 1 - p][1 + m][1 + n] += weight;
            }
}

static void add_links(stencil *s, const int o[3])
{
    static const int nowhere[3] = {0, 0, 0};
    const bool hybrid = s->b->scheme->inside == WIDE_HYBRID;
    if (hybrid) {
        const double weight = 0.5 * linked(s, s->c, s->x, o);
        add_pair(s, o, weight);
        add_pair(s, nowhere, -weight);
    }
    for (int side = 0; side < 2; side++) {
        int64_t y[3] = {s->x[0], s->x[1], s->x[2]};
        y[s->axis] += side - yee_half(s->source, s->axis);
        const double weight = (side ? 1 : -1) * (hybrid ? 0.5 : 1) * linked(s, s->source, y, o);
        add(s, side, o, weight);
        add(s, side, nowhere, -weight);
    }
}

void stencil_open(stencil *s)
{
    const int far = s->b->scheme->reach - 1;
    int o[3];
    s->offsets = 0;
    for (o[0] = -far; o[0] <= far; o[0]++)
        for (o[1] = -1; o[1] <= 1; o[1]++)
            for (o[2] = -1; o[2] <= 1; o[2]++) {
                bool any = false;
                for (int64_t n = 0; n < s->b->sets && (o[0] || o[1] || o[2]); n++)
                    any = any || link_weight(s, n, o) != 0;
                if (any)
                    memcpy(s->offset[s->offsets++], o, sizeof o);
            }
}

static void difference(stencil *s)
{
    static const int nowhere[3] = {0, 0, 0};
    memset(s->w, 0, sizeof s->w);
    add_pair(s, nowhere, 1);
    for (int n = 0; n < s->offsets; n++)
        add_links(s, s->offset[n]);
    subtract_bulk(s);
}

/* Rounding of weights near 1. */
static const double NOTHING = 1e-14;

/* The terms of a stencil on the points that are there; fields in conductors are 0. */
static int64_t collect(const stencil *s, int64_t base, link_term *term)
{
    const builder *b = s->b;
    const yee_axis_data *l = &b->grid->axis[s->axis];
    const int64_t at = s->x[s->axis], last = b->grid->extent[s->c][s->axis] - 1;
    const bool node = !yee_half(s->c, s->axis) && !l->periodic;
    /* the spacing of a node on a PMC face is that of the half cell inside */
    const bool wall = node && ((at == 0 && l->face[0] == YEE_FACE_PMC) ||
                               (at == last && l->face[1] == YEE_FACE_PMC));
    const int reach = b->scheme->reach, low = -yee_half(s->source, s->axis) - (reach - 1);
    int64_t count = 0;
    for (int q = 0; q < 2 * reach; q++)
        for (int m = -1; m <= 1; m++)
            for (int n = -1; n <= 1; n++) {
                const int o[3] = {low + q, m, n};
                const double weight = s->w[q][1 + m][1 + n] * (wall ? 0.5 : 1);
                int64_t y[3];
                if (fabs(weight) < NOTHING)
                    continue;
                moved(s, s->x, o, y);
                const int sign = builder_fold(b->grid, s->source, y);
                const int64_t index = yee_grid_index(b->grid, s->source, y[0], y[1], y[2]);
                if (b->code[s->source][index] != BUILDER_METAL)
                    term[count++] = (link_term){index - base, sign * weight};
            }
    return patterns_merge(term, count, NOTHING);
}

int64_t stencil_terms(stencil *s, int64_t base, link_term *term)
{
    difference(s);
    return collect(s, base, term);
}
