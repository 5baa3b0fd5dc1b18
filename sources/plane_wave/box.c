/* sources/plane_wave/box.c: the surface of a total-field box, and the terms of the scheme's
 * differences that cross it. */
#include "box.h"
#include "../common/position.h"
#include <math.h>
#include <string.h>

/* Fails unless the wave is its own image at the plane of symmetry: it goes along the plane, and its
 * E is along the normal of an electric one, across the normal of a magnetic one. */
static yee_status check_image(const yee_host *host, const struct box *b,
                              const struct wave *wave, int a, int side)
{
    const bool electric = b->grid->axis[a].face[side] == YEE_FACE_PEC;
    const double *k = wave->direction, *e = wave->polarization;
    const double across = hypot(e[(a + 1) % 3], e[(a + 2) % 3]);
    if (k[a] != 0)
        return host->fail(
            host, YEE_INPUT,
            "the box ends on the plane of symmetry %c%c and the wave's direction has "
            "%.3g along %c; it must have none there, or its image would be a second "
            "wave",
            "xyz"[a], "-+"[side], k[a], "xyz"[a]);
    if (fabs(electric ? across : e[a]) < 1e-12)
        return YEE_OK;
    return host->fail(
        host, YEE_INPUT,
        "the box ends on the %s plane of symmetry %c%c, where E of a wave that is "
        "its own image has %s %c; the polarization is (%.3g, %.3g, %.3g)",
        electric ? "electric" : "magnetic", "xyz"[a], "-+"[side],
        electric ? "no part but that along" : "no part along", "xyz"[a], e[0], e[1], e[2]);
}

/* Lays the surface across one closed axis. */
static yee_status find_axis(const yee_host *host, struct box *b, const struct wave *wave, int a,
                            double from, double to)
{
    const yee_axis_data *axis = &b->grid->axis[a];
    const int64_t n = axis->cells, beyond = 2 * b->reach + 2;
    int64_t first = yee_axis_absorbing(axis, 0) + b->reach;
    int64_t last = n - yee_axis_absorbing(axis, 1) - b->reach;
    yee_status status = YEE_OK;
    b->lo[a] = yee_axis_nearest(axis, fmin(from, to));
    b->hi[a] = yee_axis_nearest(axis, fmax(from, to));
    if (b->lo[a] >= b->hi[a])
        return host->fail(host, YEE_INPUT, "the box has no cell along %c, from %.9g to %.9g m",
                          ("xyz"[a]), from, to);
    const bool open[2] = {axis->symmetry[0] && b->lo[a] == 0,
                          axis->symmetry[1] && b->hi[a] == n};
    for (int side = 0; side < 2 && !status; side++)
        status = open[side] ? check_image(host, b, wave, a, side) : YEE_OK;
    if (status)
        return status;
    if ((!open[0] && b->lo[a] < first) || (!open[1] && b->hi[a] > last))
        return host->fail(
            host, YEE_INPUT,
            "the box reaches from %.9g to %.9g m along %c; to stay %d "
            "cell%s clear of absorbing layers and walls it must lie "
            "within %.9g and %.9g m%s",
            axis->node[b->lo[a]], axis->node[b->hi[a]], ("xyz"[a]), b->reach,
            b->reach > 1 ? "s" : "", axis->node[first], axis->node[last < 0 ? 0 : last],
            axis->symmetry[0] || axis->symmetry[1] ? ", or end on the plane of symmetry" : "");
    b->lo[a] = open[0] ? -beyond : b->lo[a];
    b->hi[a] = open[1] ? n + beyond : b->hi[a];
    b->surface = b->surface || !open[0] || !open[1];
    return YEE_OK;
}

yee_status box_find(const yee_host *host, struct box *b, const struct wave *wave,
                    const yee_vec3 *from, const yee_vec3 *to)
{
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++) {
        const yee_axis_data *axis = &b->grid->axis[a];
        if ((axis->periodic || axis->invariant) && wave->direction[a] != 0)
            return host->fail(host, YEE_INPUT,
                              "the wave's direction has %.3g along %c, a%s axis; it must "
                              "have none there",
                              wave->direction[a], ("xyz"[a]),
                              axis->periodic ? " periodic" : "n invariant");
        if ((b->closed[a] = !axis->periodic && !axis->invariant))
            status = find_axis(host, b, wave, a, from->v[a], to->v[a]);
    }
    return status || b->surface
               ? status
               : host->fail(
                     host, YEE_INPUT,
                     "every axis is periodic, invariant or between planes of symmetry, so "
                     "the box has no face");
}

void box_fold(const struct box *b, int component, int64_t at[3])
{
    for (int a = 0; a < 3; a++) {
        const int64_t n = b->grid->extent[component][a];
        const int half = yee_half(component, a);
        if (!b->closed[a]) /* beyond the end of an open axis is its other end */
            at[a] = (at[a] + n) % n;
        else if (at[a] < 0)
            at[a] = -at[a] - half;
        else if (at[a] >= n)
            at[a] = 2 * (n - 1) - at[a] + half;
    }
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
