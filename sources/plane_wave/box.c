/* sources/plane_wave/box.c: the surface of a total-field box, and the terms of the scheme's
 * differences that cross it. */
#include "box.h"
#include "../common/position.h"
#include <math.h>
#include <string.h>

yee_status box_find(const yee_host *host, struct box *b, const double direction[3],
                    const yee_vec3 *from, const yee_vec3 *to)
{
    bool any = false;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &b->grid->axis[a];
        if ((axis->periodic || axis->invariant) && direction[a] != 0)
            return host->fail(host, YEE_INPUT,
                              "the wave's direction has %.3g along %c, a%s axis; it must "
                              "have none there",
                              direction[a], ("xyz"[a]),
                              axis->periodic ? " periodic" : "n invariant");
        if ((b->closed[a] = !axis->periodic && !axis->invariant)) {
            any = true;
            b->lo[a] = yee_axis_nearest(axis, fmin(from->v[a], to->v[a]));
            b->hi[a] = yee_axis_nearest(axis, fmax(from->v[a], to->v[a]));
            int64_t first = yee_axis_absorbing(axis, 0) + b->reach;
            int64_t last = axis->cells - yee_axis_absorbing(axis, 1) - b->reach;
            if (b->lo[a] >= b->hi[a])
                return host->fail(host, YEE_INPUT,
                                  "the box has no cell along %c, from %.9g to %.9g m",
                                  ("xyz"[a]), from->v[a], to->v[a]);
            if (b->lo[a] < first || b->hi[a] > last)
                return host->fail(host, YEE_INPUT,
                                  "the box reaches from %.9g to %.9g m along %c; to stay %d "
                                  "cell%s clear of absorbing layers and walls it must lie "
                                  "within %.9g and %.9g m",
                                  axis->node[b->lo[a]], axis->node[b->hi[a]], ("xyz"[a]),
                                  b->reach, b->reach > 1 ? "s" : "", axis->node[first],
                                  axis->node[last < 0 ? 0 : last]);
        }
    }
    return any ? YEE_OK
               : host->fail(host, YEE_INPUT,
                            "every axis is periodic or invariant, so the box has no face");
}

int box_differences(const struct box *b, struct difference list[BOX_DIFFERENCES])
{
    int count = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int axis = 0; axis < 3; axis++) {
            const int d = yee_direction(c);
            if (b->grid->active[c] && b->closed[axis] && d != axis)
                list[count++] =
                    (struct difference){.c = c,
                                        .o = 3 - d - axis + (yee_is_electric(c) ? 3 : 0),
                                        .axis = axis,
                                        .sign = (axis - d + 3) % 3 == 1 ? 1 : -1};
        }
    return count;
}

/* Whether a point lies inside the surface, where fields are total ones, at least so many cells
 * deep. */
static bool inside(const struct box *b, int c, const int64_t i[3], int64_t cells)
{
    for (int a = 0; a < 3; a++) {
        const int64_t at = 2 * i[a] + yee_half(c, a);
        if (b->closed[a] && (at < 2 * (b->lo[a] + cells) || at > 2 * (b->hi[a] - cells)))
            return false;
    }
    return true;
}

/* Whether a difference at the current point may cross the surface and is taken at all. */
static bool wanted(const struct box *b, int c, const struct box_walk *walk)
{
    return !inside(b, c, walk->i, b->reach + 1) && source_updated(b->grid, c, walk->i);
}

bool box_next(const struct box *b, int c, struct box_walk *walk)
{
    do {
        int a = 2;
        while (++walk->i[a] == walk->hi[a]) {
            if (a == 0)
                return false;
            walk->i[a] = walk->lo[a];
            a--;
        }
    } while (!wanted(b, c, walk));
    return true;
}

bool box_start(const struct box *b, int c, struct box_walk *walk)
{
    for (int a = 0; a < 3; a++) {
        const int64_t n = b->grid->extent[c][a];
        const int64_t lo = b->closed[a] ? b->lo[a] - b->reach : 0;
        const int64_t hi = b->closed[a] ? b->hi[a] + b->reach + 1 : n;
        walk->i[a] = walk->lo[a] = lo < 0 ? 0 : lo;
        walk->hi[a] = hi > n ? n : hi;
    }
    return wanted(b, c, walk) || box_next(b, c, walk);
}

int box_terms(const struct box *b, const struct wave *wave, const struct difference *difference,
              const int64_t i[3], struct box_term list[BOX_TERMS])
{
    const int axis = difference->axis, d = yee_direction(difference->c);
    const int s = yee_direction(difference->o), up = 1 - yee_half(difference->o, axis);
    const double(*w)[YEE_ACROSS] = wave->w[yee_is_electric(difference->c)][axis][d];
    const bool own = inside(b, difference->c, i, 0);
    int count = 0;
    for (int p = 0; p < b->reach; p++)
        for (int m = -1; m <= 1; m++)
            for (int n = -1; n <= 1; n++)
                for (int side = 0; side < 2; side++) {
                    const double weight = w[p][(m ? 1 : 0) + (n ? 2 : 0)];
                    int64_t j[3] = {i[0], i[1], i[2]};
                    j[axis] += side ? up + p : up - 1 - p;
                    j[d] += m;
                    j[s] += n;
                    if (weight == 0 || inside(b, difference->o, j, 0) == own)
                        continue;
                    struct box_term *term = &list[count++];
                    memcpy(term->at, j, sizeof j);
                    term->weight = (side ? weight : -weight) * (own ? 1 : -1);
                }
    return count;
}
