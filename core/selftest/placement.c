/* core/selftest/placement.c: objects that lie far outside of the grid, as a unit that is wrong by
 * a thousand puts them.
 *
 * Objects may reach out of the grid on purpose: half-spaces, slabs, rods that run through
 * absorbing layers, and whose author writes a number that is large enough. What is told from
 * these, by the bounds of an object along the axes that have cells:
 *
 *     far         an end FAR lengths of the grid or more beyond the grid. A coordinate of more
 *                 than a tenth of the grid that is a thousand times too large is.
 *     one-sided   the other end of that axis is not far. Where no axis has two far ends that is a
 *                 slip; where one has, far numbers stand for "no end". An axis
 *                 without cells counts there, by the longest of the others.
 *     drowned     both ends of two axes, or of all, are far, and the grid lies within the object
 *                 although it is no box (a ball whose radius is wrong), or along all axes.
 *     sliver      the object is no longer than the grid along any axis, and less than an eighth
 *                 of its bounds lies within, which a ball in a corner of three walls has.
 *
 * docs/objects.md states the rule. */
#include "base/units.h"
#include "plugin/call.h"
#include "problem/paint.h"
#include "selftest.h"

#include <math.h>
#include <stdio.h>

#define FAR 100.0    /* lengths of the grid */
#define SLIVER 0.12  /* of the bounds */
#define INWARDS 1e-6 /* of a length: as far within its ends points are tried */
#define ENDLESS 1e15 /* cells: a shape that paints cells up to there means no end */

/* The bounds of an object along the axes that count. */
typedef struct bounds {
    double lo[3], hi[3];       /* m */
    double below[3], above[3]; /* reach beyond the grid, in lengths of it */
    double length[3];          /* m, of the grid */
    bool counts[3];
    bool endless; /* both ends of an axis without cells are far, by the longest of the others */
    int axes, one_sided, two_sided;
    int worst;     /* the axis of the end that is farthest */
    double inside; /* part of the bounds */
} bounds;

/* False: nothing is known of the bounds. */
static bool asked_bounds(const yee_model *m, size_t object, double lo[3], double hi[3])
{
    const yee_asked *asked = &m->voxels->asked[object];
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &m->problem.grid.axis[a];
        const double cell = (x->node[x->cells] - x->node[0]) / (double)x->cells;
        if (asked->lo[a] > asked->hi[a])
            return false;
        lo[a] = (double)asked->lo[a] < -ENDLESS ? -INFINITY
                                                : x->node[0] + cell * (double)asked->lo[a];
        hi[a] = (double)asked->hi[a] > ENDLESS ? INFINITY
                                               : x->node[0] + cell * (double)asked->hi[a];
    }
    return true;
}

/* Infinite ends are not far: they are meant. */
static double reach(double beyond, double length)
{
    return isfinite(beyond) && beyond > 0 ? beyond / length : 0;
}

static void measure(const yee_grid *g, bounds *b)
{
    double farthest = -1, longest = 0;
    b->inside = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        const double from = x->node[0], to = x->node[x->cells];
        b->counts[a] = !x->invariant && x->cells > 1;
        if (!b->counts[a])
            continue;
        b->length[a] = to - from;
        longest = fmax(longest, b->length[a]);
        b->below[a] = reach(from - b->lo[a], b->length[a]);
        b->above[a] = reach(b->hi[a] - to, b->length[a]);
        const bool below = b->below[a] >= FAR, above = b->above[a] >= FAR;
        b->axes++;
        b->one_sided += below != above;
        b->two_sided += below && above;
        if (fmax(b->below[a], b->above[a]) > farthest) {
            farthest = fmax(b->below[a], b->above[a]);
            b->worst = a;
        }
        if (b->hi[a] > b->lo[a])
            b->inside *=
                fmax(0, fmin(b->hi[a], to) - fmax(b->lo[a], from)) / (b->hi[a] - b->lo[a]);
    }
    for (int a = 0; a < 3; a++)
        if (!b->counts[a] && reach(g->axis[a].node[0] - b->lo[a], longest) >= FAR &&
            reach(b->hi[a] - g->axis[a].node[0], longest) >= FAR) /* its cell has any width */
            b->endless = true;
}

/* Whether a volume holds the corners of what its bounds and, where `clipped`, the grid share. */
static bool holds_corners(const yee_instance *it, const yee_grid *g, const bounds *b,
                          bool clipped)
{
    const yee_shape_ops *ops = it->plugin->ops;
    for (int c = 0; c < 8; c++) {
        double at[3];
        for (int a = 0; a < 3; a++) {
            const yee_axis_data *x = &g->axis[a];
            const double lo = clipped ? fmax(b->lo[a], x->node[0]) : b->lo[a];
            const double hi = clipped ? fmin(b->hi[a], x->node[x->cells]) : b->hi[a];
            const double inwards = INWARDS * (hi - lo);
            at[a] = !b->counts[a] ? 0.5 * (b->lo[a] + b->hi[a])
                    : c >> a & 1  ? hi - inwards
                                  : lo + inwards;
        }
        unsigned char in = 0;
        YEE_CALL_VOID(it, ops, inside, yee_instance_self(it), 1, &at[0], at[1], at[2], &in);
        if (!in)
            return false;
    }
    return true;
}

/* Whether nothing of an object's surface across its far axes is in the grid, though it has no
 * faces there that could be meant to lie far away. */
static bool drowned(const yee_instance *it, const yee_grid *g, const bounds *b)
{
    const yee_shape_ops *ops = it->plugin->ops;
    if (b->one_sided || b->two_sided < 2)
        return false;
    const bool all = b->two_sided == b->axes;
    return (all || (ops->inside && !holds_corners(it, g, b, false))) &&
           (!ops->inside || holds_corners(it, g, b, true));
}

static bool is_sliver(const bounds *b)
{
    for (int a = 0; a < 3; a++)
        if (b->counts[a] && !(b->hi[a] - b->lo[a] <= (1 + INWARDS) * b->length[a]))
            return false;
    return b->inside < SLIVER;
}

/* "99.97 %", "more than 99.99 %" */
static const char *percent(double inside, char *text, size_t size)
{
    const double outside = 100 * (1 - inside);
    if (outside > 99.99)
        snprintf(text, size, "more than 99.99 %%");
    else
        snprintf(text, size, "%.4g %%", outside);
    return text;
}

static yee_status say(yee_model *m, const yee_instance *it, const bounds *b)
{
    const yee_axis_data *x = &m->problem.grid.axis[b->worst];
    const double from = x->node[0], to = x->node[x->cells];
    const int a = b->worst;
    char part[32], span[256];
    percent(b->inside, part, sizeof part);
    snprintf(span, sizeof span, "along %c it goes from %s to %s, the grid from %s to %s",
             ("xyz"[a]), yee_units_si(b->lo[a], "m").text, yee_units_si(b->hi[a], "m").text,
             yee_units_si(from, "m").text, yee_units_si(to, "m").text);
    if (drowned(it, &m->problem.grid, b))
        return yee_finding_note(
            m, YEE_WARNING, it->place.block,
            "%s: its surface is %.3g lengths of the grid away, and all that is left of it is a "
            "filling; is a unit wrong? What fills the grid is the key background of [grid]",
            span, fmax(b->below[a], b->above[a]));
    if (b->one_sided && !b->two_sided && !b->endless)
        return yee_finding_note(
            m, YEE_WARNING, it->place.block,
            "%s: it ends %.3g lengths of the grid outside, and %s of it lie there; is a unit "
            "wrong? What is meant to reach out of the grid may do so by up to %g of its "
            "lengths",
            span, fmax(b->below[a], b->above[a]), part, FAR);
    if (is_sliver(b))
        return yee_finding_note(m, YEE_WARNING, it->place.block,
                                "%s: %s of it lie outside; is a number or a unit wrong?", span,
                                part);
    return YEE_OK;
}

yee_status yee_selftest_placement(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_SHAPE].count; i++) {
        const yee_instance *it = m->of[YEE_SHAPE].v[i];
        const yee_shape_ops *ops = it->plugin->ops;
        bounds b = {.lo = {-INFINITY, -INFINITY, -INFINITY},
                    .hi = {INFINITY, INFINITY, INFINITY}};
        if (ops->bounds)
            status = YEE_CALL(it, ops, bounds, &it->host, yee_instance_self(it), b.lo, b.hi);
        else if (!asked_bounds(m, i + 1, b.lo, b.hi))
            continue;
        if (status)
            break;
        measure(&m->problem.grid, &b);
        status = say(m, it, &b);
    }
    return status;
}
