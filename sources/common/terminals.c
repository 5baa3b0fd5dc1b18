/* sources/common/terminals.c: lumped elements between two nodes of a grid line. */
#include "terminals.h"
#include "position.h"
#include <math.h>

/* Axis that joins the terminals, -1 unless it is exactly one. */
static int find_axis(const yee_grid *grid, const double negative[3], const double positive[3])
{
    int axis = -1;
    for (int a = 0; a < 3; a++) {
        const double *x = grid->axis[a].node;
        double cell = (x[grid->axis[a].cells] - x[0]) / (double)grid->axis[a].cells;
        if (fabs(positive[a] - negative[a]) < 1e-6 * cell)
            continue;
        if (axis >= 0)
            return -1;
        axis = a;
    }
    return axis;
}

/* Edges [lo, hi) along each axis: cells between the terminals, nodes sideways. */
static yee_status find_edges(const yee_host *host, const yee_grid *grid,
                             const double negative[3], const double positive[3],
                             const double across[3], source_terminals *t)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *data = &grid->axis[a];
        const bool along = a == t->axis;
        const double from = negative[a], to = along ? positive[a] : from + across[a];
        int64_t lo = data->invariant ? 0 : yee_axis_nearest(data, fmin(from, to));
        int64_t hi = data->invariant ? 1 : yee_axis_nearest(data, fmax(from, to)) + !along;
        if (lo >= hi)
            return host->fail(host, YEE_INPUT,
                              "negative and positive are the same node along %c (%.9g and %.9g "
                              "m); they need at least one cell between them",
                              "xyz"[a], from, to);
        if (data->periodic && !along && hi > data->cells) { /* node n is node 0 */
            if (lo > 0 && lo < data->cells)
                return host->fail(host, YEE_INPUT,
                                  "the columns from %.9g to %.9g m along %c cross the periodic "
                                  "face; keep them on one side or take the whole axis",
                                  from, to, "xyz"[a]);
            hi = lo == 0 ? data->cells : 1;
            lo = 0;
        }
        t->lo[a] = lo;
        t->hi[a] = hi;
    }
    return YEE_OK;
}

/* A terminal beside the metal it should touch is no port of it. */
static void report(const yee_host *host, const yee_grid *grid, int axis,
                   const double negative[3], const double positive[3], const double across[3])
{
    for (int a = 0; a < 3; a++) {
        source_snapped(host, grid, a, a == axis ? "negative" : "negative and positive",
                       negative[a]);
        if (a == axis)
            source_snapped(host, grid, a, "positive", positive[a]);
        else if (across[a] != 0)
            source_snapped(host, grid, a, "negative + across", negative[a] + across[a]);
    }
}

yee_status source_terminals_find(const yee_host *host, const yee_grid *grid,
                                 const yee_vec3 *negative, const yee_vec3 *positive,
                                 const yee_vec3 *across, bool gap, source_terminals *found)
{
    const double *from = negative->v, *to = positive->v;
    double end[3];
    yee_status status;
    *found = (source_terminals){.axis = find_axis(grid, from, to), .gap = gap};
    if (found->axis < 0)
        return host->fail(host, YEE_INPUT,
                          "positive - negative = (%.9g, %.9g, %.9g) m; the terminals must "
                          "differ along exactly one axis",
                          to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    for (int a = 0; a < 3; a++)
        end[a] = to[a] + (a == found->axis ? 0 : across->v[a]);
    if ((status = source_inside(host, grid, "negative", from)) ||
        (status = source_inside(host, grid, "positive + across", end)) ||
        (status = find_edges(host, grid, from, to, across->v, found)))
        return status;
    found->up = to[found->axis] > from[found->axis] ? 1 : -1;
    report(host, grid, found->axis, from, to, across->v);
    return YEE_OK;
}

yee_status source_terminals_connect(const source_terminals *at, const yee_grid *grid,
                                    yee_emitter *emitter)
{
    const int axis = at->axis, b = (axis + 1) % 3, d = (axis + 2) % 3;
    double area = 0;
    for (int64_t m = at->lo[b]; m < at->hi[b]; m++)
        for (int64_t n = at->lo[d]; n < at->hi[d]; n++)
            area += yee_grid_width(grid, axis, b, m) * yee_grid_width(grid, axis, d, n);
    int64_t i[3];
    for (i[0] = at->lo[0]; i[0] < at->hi[0]; i[0]++)
        for (i[1] = at->lo[1]; i[1] < at->hi[1]; i[1]++)
            for (i[2] = at->lo[2]; i[2] < at->hi[2]; i[2]++) {
                const double part = yee_grid_width(grid, axis, b, i[b]) *
                                    yee_grid_width(grid, axis, d, i[d]) / area;
                const double length = yee_grid_width(grid, axis, axis, i[axis]);
                const yee_status status = emitter->edge(emitter, i[0], i[1], i[2],
                                                        -at->up * length * part, at->up / area);
                if (status)
                    return status;
            }
    return at->gap ? emitter->gap_meant(emitter) : YEE_OK;
}

yee_status source_terminals_law(const yee_host *host, const yee_view *view,
                                yee_emitter *emitter, const yee_vec3 *negative,
                                const yee_vec3 *positive, const yee_vec3 *across, bool gap,
                                const yee_port_law *law, const void *self)
{
    source_terminals at;
    yee_status status =
        source_terminals_find(host, view->grid, negative, positive, across, gap, &at);
    if (!status)
        status = emitter->port_law(emitter, at.axis, law, self);
    return status ? status : source_terminals_connect(&at, view->grid, emitter);
}
