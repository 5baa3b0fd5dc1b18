/* core/problem/stretch.c: what every difference along an axis is multiplied by, and its memory.
 *
 * A stretched difference quotient is (1/kappa) D + psi with D = difference/width and
 *
 *     psi = b psi + a D,  b = exp(-(sigma/kappa + alpha) dt/eps0),
 *     a = sigma/(sigma kappa + kappa^2 alpha) (b - 1);
 *
 * J. A. Roden and S. D. Gedney, Microw. Opt. Technol. Lett. 27 (2000) 334. The width is put
 * into 1/kappa and a, so that schemes see plain differences. */
#include "grid.h"

#include <float.h>
#include <math.h>

typedef struct row {
    double *inverse, *b, *c;
} row;

static bool new_row(yee_arena *arena, int64_t n, row *r)
{
    r->inverse = yee_arena_alloc(arena, (size_t)n * sizeof(double));
    r->b = yee_arena_alloc(arena, (size_t)n * sizeof(double));
    r->c = yee_arena_alloc(arena, (size_t)n * sizeof(double));
    return r->inverse && r->b && r->c;
}

static void fill(const row *r, int64_t i, double width, const yee_stretch *stretch, double dt)
{
    static const yee_stretch none = {.kappa = 1};
    const yee_stretch *s = stretch ? &stretch[i] : &none;
    r->inverse[i] = 1 / (s->kappa * width);
    if (s->sigma > 0) {
        r->b[i] = exp(-(s->sigma / s->kappa + s->alpha) * dt / YEE_EPS0);
        r->c[i] = s->sigma / (s->sigma * s->kappa + s->kappa * s->kappa * s->alpha) *
                  (r->b[i] - 1) / width;
    }
}

/* The width of all cells, if they differ by no more than the rounding of nodes, else 0: equal
 * cells have equal factors then, and there are kernels that know one. A node is origin +
 * length*(i/n), each operation rounded: within 2.5 epsilon of the farthest one, so a width
 * within 5, the mean within 1. */
static double even_width(const yee_axis_data *axis)
{
    const double *x = axis->node;
    const int64_t n = axis->cells;
    const double mean = (x[n] - x[0]) / (double)n;
    const double rounding = 6 * DBL_EPSILON * fmax(fabs(x[0]), fabs(x[n]));
    for (int64_t i = 0; i < n; i++)
        if (fabs(x[i + 1] - x[i] - mean) > rounding)
            return 0;
    return mean;
}

/* even: of even_width(). */
static double cell_width(const yee_axis_data *axis, double even, int64_t i)
{
    return even > 0 ? even : axis->node[i + 1] - axis->node[i];
}

/* Width of the dual cell around node i: half of both cells; at a wall only the inner half. */
static double dual_width(const yee_axis_data *axis, double even, int64_t i)
{
    const int64_t n = axis->cells;
    const double below = i > 0            ? cell_width(axis, even, i - 1)
                         : axis->periodic ? cell_width(axis, even, n - 1)
                                          : 0;
    const double above = i < n            ? cell_width(axis, even, i)
                         : axis->periodic ? cell_width(axis, even, 0)
                                          : 0;
    return 0.5 * (below + above);
}

yee_status yee_grid_stretch(yee_diag *diag, yee_arena *arena, const yee_profile profile[3],
                            yee_grid *grid)
{
    for (int a = 0; a < 3; a++) {
        yee_axis_data *axis = &grid->axis[a];
        const int64_t n = axis->cells;
        row half, node;
        if (!new_row(arena, n, &half) || !new_row(arena, n + 1, &node))
            return yee_diag_fail(diag, YEE_MEMORY, NULL,
                                 "no memory for the profiles of %lld "
                                 "cells",
                                 (long long)n);
        const double even = even_width(axis);
        for (int64_t i = 0; i < n && !axis->invariant; i++)
            fill(&half, i, cell_width(axis, even, i), profile[a].half, grid->dt);
        for (int64_t i = 0; i <= n && !axis->invariant; i++)
            fill(&node, i, dual_width(axis, even, i), profile[a].node, grid->dt);
        axis->half_inverse = half.inverse;
        axis->half_b = half.b;
        axis->half_c = half.c;
        axis->node_inverse = node.inverse;
        axis->node_b = node.b;
        axis->node_c = node.c;
    }
    return YEE_OK;
}
