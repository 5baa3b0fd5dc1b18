/* core/problem/refine.c: an axis with fine regions, graded in between.
 *
 * A region is cut into equal cells. The gap between two regions gets the fewest cells n for
 * which two sequences that keep the growth enclose its length: the one that rises as fast as it
 * may, and the one that stays as fine as it may. Both constraints w[i+1] <= g w[i] and
 * w[i] <= g w[i+1] are linear, so every mean of the two keeps them, and one mean fits. */
#include "refine.h"

#include <math.h>

#define SLACK 1e-9 /* relative, for lengths that come from sums */

/* A gap of a length between cells of width left and right (INFINITY at the end of the axis). */
typedef struct gap {
    double length, left, right, coarse, growth;
} gap;

static double steepest(const gap *g, int64_t n, int64_t i)
{
    const double up = g->left * pow(g->growth, (double)(i + 1));
    const double down = g->right * pow(g->growth, (double)(n - i));
    return fmin(g->coarse, fmin(up, down));
}

static double flattest(const gap *g, int64_t n, int64_t i)
{
    const double fine = fmin(g->left, g->right);
    double width = fine;
    if (isfinite(g->left))
        width = fmax(width, g->left * pow(g->growth, -(double)(i + 1)));
    if (isfinite(g->right))
        width = fmax(width, g->right * pow(g->growth, -(double)(n - i)));
    return width;
}

/* The number of cells and the weight of the steepest sequence in the mean; 0: none fits. */
static int64_t fit(const gap *g, double *weight)
{
    for (int64_t n = (int64_t)fmax(1, floor(g->length / g->coarse));; n++) {
        double most = 0, least = 0;
        bool valid = true;
        for (int64_t i = 0; i < n; i++) {
            const double high = steepest(g, n, i), low = flattest(g, n, i);
            valid = valid && low <= high * (1 + SLACK);
            most += high;
            least += low;
        }
        if (least > g->length * (1 + SLACK))
            return 0;
        if (valid && most >= g->length * (1 - SLACK)) {
            const double t = most > least ? (g->length - least) / (most - least) : 0;
            *weight = fmin(1, fmax(0, t));
            return n;
        }
    }
}

/* Widths of a gap's cells, added after node[0]; the last node is exact. */
static void grade(const gap *g, int64_t n, double weight, double *node)
{
    const double start = node[0];
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += weight * steepest(g, n, i) + (1 - weight) * flattest(g, n, i);
        node[i + 1] = sum;
    }
    for (int64_t i = 1; i <= n; i++)
        node[i] = start + g->length * (node[i] / sum);
    node[n] = start + g->length;
}

static yee_status check(yee_diag *diag, const yee_place *place, const yee_refinement *r)
{
    double end = r->low;
    for (size_t i = 0; i < r->regions; i++) {
        const double from = r->region[3 * i], to = r->region[3 * i + 1];
        const double width = r->region[3 * i + 2];
        if (!(width > 0 && width <= r->coarse))
            return yee_diag_fail(diag, YEE_INPUT, place,
                                 "refine_%s: a fine width of %g m is not between 0 and the "
                                 "spacing of %g m",
                                 r->axis, width, r->coarse);
        if (!(from < to))
            return yee_diag_fail(diag, YEE_INPUT, place,
                                 "refine_%s: the region from %g m to %g m is empty; from must "
                                 "be less than to",
                                 r->axis, from, to);
        if (from < end - SLACK * width)
            return yee_diag_fail(diag, YEE_INPUT, place,
                                 "refine_%s: the region from %g m begins before %g m, the end "
                                 "of the one before it or the low end of the grid",
                                 r->axis, from, end);
        if (to > r->high + SLACK * width)
            return yee_diag_fail(diag, YEE_INPUT, place,
                                 "refine_%s: the region to %g m ends beyond the grid, which "
                                 "ends at %g m",
                                 r->axis, to, r->high);
        end = to;
    }
    return YEE_OK;
}

static int64_t region_cells(const double *region)
{
    return (int64_t)fmax(1, ceil((region[1] - region[0]) / region[2] * (1 - SLACK)));
}

static double region_width(const yee_refinement *r, size_t i)
{
    const double *region = r->region + 3 * i;
    return (region[1] - region[0]) / (double)region_cells(region);
}

/* The gap before region i, or the last one for i = regions. */
static gap before(const yee_refinement *r, size_t i)
{
    const double from = i == 0 ? r->low : r->region[3 * i - 2];
    const double to = i == r->regions ? r->high : r->region[3 * i];
    return (gap){.length = to - from,
                 .left = i == 0 ? INFINITY : region_width(r, i - 1),
                 .right = i == r->regions ? INFINITY : region_width(r, i),
                 .coarse = r->coarse,
                 .growth = r->growth};
}

/* Cells of the gap before region i; 0 where two regions touch. */
static yee_status gap_cells(yee_diag *diag, const yee_place *place, const yee_refinement *r,
                            size_t i, double *weight, int64_t *cells)
{
    const gap g = before(r, i);
    const double edge = fmin(g.left, g.right), other = fmax(g.left, g.right);
    *cells = 0;
    *weight = 0;
    if (g.length <= SLACK * edge) {
        if (isfinite(other) && other > edge * r->growth * (1 + SLACK))
            return yee_diag_fail(diag, YEE_INPUT, place,
                                 "refine_%s: regions of %g m and %g m cells touch, a jump "
                                 "above the growth of %g; leave a gap between them",
                                 r->axis, g.left, g.right, r->growth);
        return YEE_OK;
    }
    *cells = fit(&g, weight);
    if (*cells == 0)
        return yee_diag_fail(diag, YEE_INPUT, place,
                             "refine_%s: the gap of %g m %s the region at %g m cannot be "
                             "filled with cells that start at %g m and grow by at most %g; "
                             "move the region to leave no gap or a wider one",
                             r->axis, g.length, i < r->regions ? "before" : "after",
                             r->region[3 * (i < r->regions ? i : i - 1)], edge, r->growth);
    return YEE_OK;
}

yee_status yee_refine(yee_diag *diag, const yee_place *place, yee_arena *arena,
                      const yee_refinement *refinement, double **node, int64_t *cells)
{
    const yee_refinement *r = refinement;
    yee_status status = check(diag, place, r);
    int64_t total = 0, n;
    double weight;
    for (size_t i = 0; i <= r->regions && status == YEE_OK; i++) {
        status = gap_cells(diag, place, r, i, &weight, &n);
        total += n + (i < r->regions ? region_cells(r->region + 3 * i) : 0);
    }
    if (status != YEE_OK)
        return status;
    double *x = yee_arena_alloc(arena, (size_t)(total + 1) * sizeof *x);
    if (!x)
        return yee_diag_fail(diag, YEE_MEMORY, place, "no memory for %lld nodes along %s",
                             (long long)total, r->axis);
    int64_t at = 0;
    x[0] = r->low;
    for (size_t i = 0; i <= r->regions; i++) {
        const gap g = before(r, i);
        gap_cells(diag, place, r, i, &weight, &n);
        if (n)
            grade(&g, n, weight, x + at);
        at += n;
        if (i == r->regions)
            break;
        const double *region = r->region + 3 * i;
        n = region_cells(region);
        for (int64_t k = 0; k <= n; k++)
            x[at + k] = region[0] + (region[1] - region[0]) * ((double)k / (double)n);
        at += n;
    }
    x[0] = r->low;
    x[total] = r->high;
    *node = x;
    *cells = total;
    return YEE_OK;
}
