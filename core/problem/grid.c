/* core/problem/grid.c: the axes, from the [grid] block to positions, extents and update ranges.
 */
#include "grid.h"
#include "refine.h"

#include <math.h>

#define SLACK 1e-6     /* of a cell: how far a length may be from a whole number of cells */
#define MOST_CELLS 1e8 /* along one axis */

#define REALS(field, unit, help) \
    YEE_PARAM_REALS(yee_grid_config, field, unit, YEE_UNSET, YEE_POSITIVE, YEE_INFINITY, help)
#define REGIONS(field) \
    YEE_PARAM_REALS( \
        yee_grid_config, field, "m", YEE_UNSET, 0, 0, \
        "Fine regions of the axis: from, to, largest cell, three for each region.")

const yee_param yee_grid_params[] = {
    REALS(
        spacing, "m",
        "Cell width: one for all axes whose widths are not given one by one, or one for each."),
    REALS(size, "m", "Length of each axis; in 2-D the invariant one may be left out."),
    REALS(cells, NULL, "Number of cells of each axis, instead of size or of spacing."),
    REALS(x, "m", "Cell widths along x, one by one, e.g. 1 mm x 20, 2 mm x 5."),
    REALS(y, "m", "Cell widths along y, one by one."),
    REALS(z, "m", "Cell widths along z, one by one."),
    REGIONS(refine_x),
    REGIONS(refine_y),
    REGIONS(refine_z),
    YEE_PARAM_REAL(yee_grid_config, growth, NULL, "1.2", 1, 10,
                   "Largest ratio of neighbouring cells around fine regions."),
    YEE_PARAM_VEC3(yee_grid_config, origin, "m", "0 m, 0 m, 0 m", 0, 0,
                   "Position of the grid's low corner."),
    YEE_PARAM_CHOICE(
        yee_grid_config, invariant, "none", "none|x|y|z",
        "2-D: the axis along which nothing varies; it is one cell of 1 m unless "
        "its width is given. Ports, lumped elements, currents and powers are those "
        "of that depth."),
    YEE_PARAM_CHOICE(yee_grid_config, mode, "tm", "tm|te",
                     "2-D: tm has E along the invariant axis, te has H along it."),
    YEE_PARAM_REF(yee_grid_config, background, "material", "vacuum",
                  "Material of every cell that no object covers."),
    YEE_PARAM_END,
};

/* The work of laying one axis. */
typedef struct layout {
    yee_diag *diag;
    const yee_place *place;
    yee_arena *arena;
    const yee_grid_config *config;
    int invariant; /* axis, or -1 */
} layout;

static const char *const axis_name[3] = {"x", "y", "z"};

/* The value of a list for an axis: of three, of two in 2-D, or of one for all but the invariant
 * axis. NaN: not given. */
static double pick(const layout *l, const yee_reals *list, int a)
{
    if (list->count == 3)
        return list->v[a];
    if (list->count == 0 || a == l->invariant)
        return NAN;
    if (list->count == 1)
        return list->v[0];
    return list->v[a > l->invariant ? a - 1 : a];
}

static yee_status check_count(const layout *l, const char *key, const yee_reals *list, bool one)
{
    const size_t n = list->count;
    if (n == 0 || n == 3 || (n == 1 && one) || (n == 2 && l->invariant >= 0))
        return YEE_OK;
    return yee_diag_fail(l->diag, YEE_INPUT, l->place, "%s: %zu number%s given; it takes %s%s",
                         key, n, n == 1 ? " is" : "s are", one ? "one or three" : "three",
                         l->invariant >= 0 ? ", or two for the plane" : "");
}

static double *new_nodes(const layout *l, int a, int64_t cells)
{
    double *node = yee_arena_alloc(l->arena, (size_t)(cells + 1) * sizeof *node);
    if (!node)
        yee_diag_fail(l->diag, YEE_MEMORY, l->place, "no memory for %lld nodes along %s",
                      (long long)cells, axis_name[a]);
    return node;
}

/* n equal cells; the last node is exactly length away from the first. */
static yee_status equal(const layout *l, int a, int64_t n, double length, yee_axis_data *axis)
{
    double *node = new_nodes(l, a, n);
    if (!node)
        return YEE_MEMORY;
    for (int64_t i = 0; i <= n; i++)
        node[i] = l->config->origin.v[a] + length * ((double)i / (double)n);
    axis->cells = n;
    axis->node = node;
    return YEE_OK;
}

/* A spacing of this axis says what its widths are, too; one for all is that of the other axes. */
static yee_status check_widths(const layout *l, int a, const yee_reals *list)
{
    const double spacing = l->config->spacing.count > 1 ? pick(l, &l->config->spacing, a) : NAN;
    for (size_t i = 0; i < list->count; i++)
        if (fabs(list->v[i] - spacing) > SLACK * spacing)
            return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                                 "%s: width %zu of those given one by one is %.9g m, but "
                                 "spacing says %.9g m along %s; drop one of the two, or give "
                                 "one spacing for the other axes",
                                 axis_name[a], i + 1, list->v[i], spacing, axis_name[a]);
    return YEE_OK;
}

static yee_status listed(const layout *l, int a, const yee_reals *list, yee_axis_data *axis)
{
    if (check_widths(l, a, list))
        return YEE_INPUT;
    double *node = new_nodes(l, a, (int64_t)list->count);
    if (!node)
        return YEE_MEMORY;
    double sum = 0;
    node[0] = l->config->origin.v[a];
    for (size_t i = 0; i < list->count; i++) {
        sum += list->v[i];
        node[i + 1] = l->config->origin.v[a] + sum;
    }
    axis->cells = (int64_t)list->count;
    axis->node = node;
    const double size = pick(l, &l->config->size, a), cells = pick(l, &l->config->cells, a);
    if (fabs(size - sum) > SLACK * list->v[0])
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "%s: the widths add up to %.9g m, but size says %.9g m",
                             axis_name[a], sum, size);
    if (isfinite(cells) && cells != (double)list->count)
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "%s: %zu width%s given, but cells says %.9g", axis_name[a],
                             list->count, list->count == 1 ? " is" : "s are", cells);
    return YEE_OK;
}

static yee_status refined(const layout *l, int a, const yee_reals *regions, double spacing,
                          double size, yee_axis_data *axis)
{
    if (regions->count % 3)
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "refine_%s: %zu number%s given; each region takes three: from, "
                             "to, largest cell",
                             axis_name[a], regions->count,
                             regions->count == 1 ? " is" : "s are");
    if (isnan(size))
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "refine_%s: the number of cells follows from the regions; give "
                             "size instead of cells",
                             axis_name[a]);
    const double low = l->config->origin.v[a];
    const yee_refinement r = {.axis = axis_name[a],
                              .low = low,
                              .high = low + size,
                              .coarse = spacing,
                              .regions = regions->count / 3,
                              .region = regions->v,
                              .growth = l->config->growth};
    double *node;
    const yee_status status = yee_refine(l->diag, l->place, l->arena, &r, &node, &axis->cells);
    if (status == YEE_OK)
        axis->node = node;
    return status;
}

static yee_status regular(const layout *l, int a, const yee_reals *regions, yee_axis_data *axis)
{
    const double spacing = pick(l, &l->config->spacing, a);
    const double size = pick(l, &l->config->size, a), cells = pick(l, &l->config->cells, a);
    if (isnan(spacing) && cells >= 1 && cells <= MOST_CELLS && cells == round(cells) &&
        size > 0 && !regions->count)
        return equal(l, a, (int64_t)cells, size, axis);
    if (isnan(spacing) || isnan(size) == isnan(cells))
        return yee_diag_fail(
            l->diag, YEE_INPUT, l->place, "the axis %s has %s; give %s", axis_name[a],
            isnan(spacing) ? "no spacing"
            : isnan(size)  ? "no length"
                           : "both size and cells",
            isnan(spacing) ? "spacing, or size and cells, or the widths one by one"
            : isnan(size)  ? "size or cells, or the widths one by one"
                           : "one of the two");
    const double count = isnan(size) ? cells : size / spacing, whole = round(count);
    if (!(count <= MOST_CELLS))
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "the axis %s would have %.3g cells; at most %.0e are possible",
                             axis_name[a], count, MOST_CELLS);
    if (regions->count)
        return refined(l, a, regions, spacing, size, axis);
    const bool fits = whole >= 1 && fabs(count - whole) <= SLACK;
    if (!fits && isnan(size))
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "cells: %.9g along %s; it must be a whole number of at least 1",
                             cells, axis_name[a]);
    const double below = fmax(1, floor(count)) * spacing;
    if (!fits)
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "size: %.9g m along %s is not a whole number of cells of %.9g m; "
                             "the nearest sizes are %.9g m and %.9g m",
                             size, axis_name[a], spacing, below, below + spacing);
    return equal(l, a, (int64_t)whole, isnan(size) ? whole * spacing : size, axis);
}

/* One cell of 1 m, so that a 2-D result is per metre, unless a width is given. */
static yee_status invariant(const layout *l, int a, yee_axis_data *axis)
{
    const double spacing = pick(l, &l->config->spacing, a);
    const double size = pick(l, &l->config->size, a), cells = pick(l, &l->config->cells, a);
    if (isfinite(cells) && cells != 1)
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "cells: %.9g along the invariant axis %s; it has exactly 1", cells,
                             axis_name[a]);
    if (fabs(size - spacing) > SLACK * spacing)
        return yee_diag_fail(
            l->diag, YEE_INPUT, l->place,
            "size: %.9g m along the invariant axis %s; it is one cell, of %.9g "
            "m",
            size, axis_name[a], spacing);
    axis->invariant = true;
    return equal(l, a, 1, isfinite(size) ? size : isfinite(spacing) ? spacing : 1, axis);
}

/* A key that no axis takes is a mistake. */
static yee_status check_used(const layout *l)
{
    const yee_grid_config *c = l->config;
    const yee_reals *const list[3] = {&c->x, &c->y, &c->z};
    int rest = 0;
    if (c->mode && l->invariant < 0)
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "mode = te is that of a grid in 2-D, and this one has no "
                             "invariant axis; give one, as in invariant = z, or drop mode");
    for (int a = 0; a < 3; a++)
        rest += a != l->invariant && !list[a]->count;
    if (rest || c->spacing.count != 1)
        return YEE_OK;
    return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                         "spacing: %.9g m is the width of no axis, for all of them are given "
                         "width by width; drop one of the two",
                         c->spacing.v[0]);
}

static yee_status build_axis(const layout *l, int a, yee_axis_data *axis)
{
    const yee_grid_config *c = l->config;
    const yee_reals *list = a == 0 ? &c->x : a == 1 ? &c->y : &c->z;
    const yee_reals *regions = a == 0 ? &c->refine_x : a == 1 ? &c->refine_y : &c->refine_z;
    *axis = (yee_axis_data){.cells = 0};
    if (regions->count && (list->count || a == l->invariant))
        return yee_diag_fail(l->diag, YEE_INPUT, l->place, "refine_%s: the axis %s %s",
                             axis_name[a], axis_name[a],
                             list->count
                                 ? "is given width by width already; drop one of the two"
                                 : "is invariant and has one cell only");
    if (a == l->invariant && list->count > 1)
        return yee_diag_fail(l->diag, YEE_INPUT, l->place,
                             "%s: %zu widths along the invariant axis; it has exactly 1 cell",
                             axis_name[a], list->count);
    if (list->count) {
        axis->invariant = a == l->invariant;
        return listed(l, a, list, axis);
    }
    return a == l->invariant ? invariant(l, a, axis) : regular(l, a, regions, axis);
}

yee_status yee_grid_build(yee_diag *diag, const yee_place *place, yee_arena *arena,
                          const yee_grid_config *config, yee_grid *grid)
{
    const layout l = {diag, place, arena, config, config->invariant - 1};
    yee_status status = check_count(&l, "spacing", &config->spacing, true);
    if (status == YEE_OK)
        status = check_count(&l, "size", &config->size, false);
    if (status == YEE_OK)
        status = check_count(&l, "cells", &config->cells, false);
    if (status == YEE_OK)
        status = check_used(&l);
    double total = 1;
    for (int a = 0; a < 3 && status == YEE_OK; a++) {
        status = build_axis(&l, a, &grid->axis[a]);
        total *= (double)grid->axis[a].cells;
    }
    if (status != YEE_OK)
        return status;
    if (total > 1e17)
        return yee_diag_fail(diag, YEE_INPUT, place,
                             "the grid would have %.3g cells; at most 1e17 can be counted",
                             total);
    /* TM: E along the invariant axis and H across it; TE: the other three. */
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const bool tm = yee_is_electric(c) == (yee_direction(c) == l.invariant);
        grid->active[c] = l.invariant < 0 || tm == (config->mode == 0);
    }
    return YEE_OK;
}

yee_status yee_grid_close(yee_diag *diag, const yee_place *place, yee_grid *grid)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        if (!axis->invariant && axis->layer[0] + axis->layer[1] > axis->cells)
            return yee_diag_fail(
                diag, YEE_INPUT, place,
                "the layers of %lld and %lld cells do not fit into the %lld cells along %s",
                (long long)axis->layer[0], (long long)axis->layer[1], (long long)axis->cells,
                axis_name[a]);
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            const bool on_nodes = !yee_half(c, a) && !axis->periodic && !axis->invariant;
            const int64_t points = axis->invariant ? 1 : axis->cells + (on_nodes ? 1 : 0);
            /* E on the nodes of an axis is tangential to its faces. */
            const bool fixed = on_nodes && yee_is_electric(c);
            grid->extent[c][a] = points;
            grid->begin[c][a] = fixed && axis->face[0] == YEE_FACE_PEC ? 1 : 0;
            grid->end[c][a] = fixed && axis->face[1] == YEE_FACE_PEC ? points - 1 : points;
        }
    }
    return YEE_OK;
}

int64_t yee_grid_cell(const yee_grid *grid, int axis, double position)
{
    const double *node = grid->axis[axis].node;
    int64_t low = 0, high = grid->axis[axis].cells;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (node[middle] <= position)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const char *const yee_face_name[6] = {"x-", "x+", "y-", "y+", "z-", "z+"};

/* Whole cells between a point of a component and a face. */
static int64_t gap(const yee_grid *g, int c, const int64_t at[3], int face)
{
    const int a = face / 2;
    return face % 2 ? g->axis[a].cells - at[a] - yee_half(c, a) : at[a];
}

int yee_grid_layer(const yee_grid *g, int c, const int64_t at[3])
{
    for (int face = 0; face < 6; face++)
        if (gap(g, c, at, face) < yee_axis_absorbing(&g->axis[face / 2], face % 2))
            return face;
    return -1;
}

bool yee_grid_in_layer(const yee_grid *g, int c, const int64_t at[3], int face)
{
    return gap(g, c, at, face) < g->axis[face / 2].layer[face % 2];
}

double yee_grid_cells(const yee_grid *g)
{
    return (double)g->axis[0].cells * (double)g->axis[1].cells * (double)g->axis[2].cells;
}

double yee_grid_smallest_cell(const yee_grid *g)
{
    double volume = 1;
    for (int a = 0; a < 3; a++) {
        double least = INFINITY;
        for (int64_t i = 0; i < g->axis[a].cells; i++)
            least = fmin(least, g->axis[a].node[i + 1] - g->axis[a].node[i]);
        volume *= least;
    }
    return volume;
}
