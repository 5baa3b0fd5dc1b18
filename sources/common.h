/* sources/common.h: what several sources need: nearest Yee points, widths, directions. */
#ifndef YEE_SOURCES_COMMON_H
#define YEE_SOURCES_COMMON_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yee/yee.h>

static inline const char *source_component(int c)
{
    static const char *const name[YEE_COMPONENTS] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    return name[c];
}

/* Width (m) that point i of a component stands for along an axis: the cell where it sits on
 * half positions, else half of each neighbouring cell. */
static inline double source_width(const yee_grid *grid, int c, int axis, int64_t i)
{
    const yee_axis_data *a = &grid->axis[axis];
    const double *x = a->node;
    if (yee_half(c, axis) || a->invariant)
        return x[i + 1] - x[i];
    double below = i > 0 ? x[i] - x[i - 1] : a->periodic ? x[a->cells] - x[a->cells - 1] : 0;
    double above = i < a->cells ? x[i + 1] - x[i] : 0;
    return 0.5 * (below + above);
}

/* Point of a component nearest to a position that lies in the grid. Half way between two points
 * it is the upper one, whatever the last digit of the position. */
static inline int64_t source_nearest(const yee_grid *grid, int c, int axis, double position)
{
    int64_t lo = 0, hi = grid->extent[c][axis] - 1;
    const yee_axis_data *a = &grid->axis[axis];
    double slack = 1e-9 * (a->node[a->cells] - a->node[0]) / (double)a->cells;

    if (a->periodic && !yee_half(c, axis) &&
        position >= 0.5 * (a->node[a->cells - 1] + a->node[a->cells]) - slack)
        return 0; /* node n is node 0 */
    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        double middle = 0.5 * (yee_grid_position(grid, c, axis, mid) +
                               yee_grid_position(grid, c, axis, mid + 1));
        if (position >= middle - slack)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Node of an axis nearest to a position; half way between two it is the upper one. */
static inline int64_t source_node(const yee_axis_data *a, double position)
{
    double slack = 1e-9 * (a->node[a->cells] - a->node[0]) / (double)a->cells;
    int64_t i = 0;
    while (i < a->cells && position >= 0.5 * (a->node[i] + a->node[i + 1]) - slack)
        i++;
    return i;
}

/* Says where a coordinate was moved to when that is more than 1 % of the cell there. */
static inline void source_moved(const yee_host *host, const yee_grid *grid, int a,
                                const char *key, double from, double to, double cell)
{
    const yee_axis_data *axis = &grid->axis[a];
    double far = fabs(to - from);
    if (axis->periodic) /* node n is node 0 */
        far = fabs(remainder(far, axis->node[axis->cells] - axis->node[0]));
    if (!axis->invariant && far > 0.01 * cell)
        host->log(host, YEE_INFO,
                  "%s: %c = %.9g m was moved by %.0f %% of a cell to the grid's %.9g m", key,
                  "xyz"[a], from, 100 * far / cell, to);
}

/* The same of a coordinate that became a node. */
static inline void source_snapped(const yee_host *host, const yee_grid *grid, int a,
                                  const char *key, double from)
{
    const yee_axis_data *axis = &grid->axis[a];
    const int64_t i = source_node(axis, from);
    const int64_t cell = i > 0 && from < axis->node[i] ? i - 1 : i < axis->cells ? i : i - 1;
    source_moved(host, grid, a, key, from, axis->node[i],
                 axis->node[cell + 1] - axis->node[cell]);
}

/* Whether a point is updated at all; those that are not stay 0. */
static inline bool source_updated(const yee_grid *grid, int c, const int64_t i[3])
{
    for (int a = 0; a < 3; a++)
        if (i[a] < grid->begin[c][a] || i[a] >= grid->end[c][a])
            return false;
    return true;
}

/* Fails unless the position is in the grid; invariant axes do not count. */
static inline yee_status source_inside(const yee_host *host, const yee_grid *grid,
                                       const char *key, const double position[3])
{
    for (int a = 0; a < 3; a++) {
        const double *x = grid->axis[a].node, end = x[grid->axis[a].cells];
        double slack = 1e-9 * (end - x[0]);
        if (grid->axis[a].invariant)
            continue;
        if (!(position[a] >= x[0] - slack && position[a] <= end + slack))
            return host->fail(host, YEE_INPUT,
                              "%s: %c = %.9g m is outside the grid, which reaches from %.9g to "
                              "%.9g m",
                              key, "xyz"[a], position[a], x[0], end);
    }
    return YEE_OK;
}

/* Reads "x", "-z" or three numbers into a unit vector. */
static inline yee_status source_direction(const yee_host *host, const char *key,
                                          const char *text, double d[3])
{
    const char *rest = text + strspn(text, " \t");
    double sign = *rest == '-' ? -1 : 1, norm = 0;

    d[0] = d[1] = d[2] = 0;
    const char *letter = rest + (*rest == '-' || *rest == '+');
    if (letter[0] >= 'x' && letter[0] <= 'z' && !letter[1]) {
        d[letter[0] - 'x'] = sign;
        return YEE_OK;
    }
    for (int a = 0; a < 3; a++) {
        char *end;
        d[a] = strtod(rest, &end);
        if (end == rest)
            break;
        rest = end + strspn(end, " \t,");
        norm = a == 2 && !*rest ? hypot(hypot(d[0], d[1]), d[2]) : 0;
    }
    if (!(norm > 0) || !isfinite(norm))
        return host->fail(host, YEE_INPUT,
                          "%s = %s is no direction; write x, y, z, -x, ... or a vector such as "
                          "1, 0, 1",
                          key, text);
    for (int a = 0; a < 3; a++)
        d[a] /= norm;
    return YEE_OK;
}

#endif
