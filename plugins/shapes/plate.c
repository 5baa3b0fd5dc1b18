/* plugins/shapes/plate.c: an infinitely thin sheet on a plane of the grid, a rectangle or a
 * polygon.
 *
 * The sheet covers faces of cells, and all four edges of a covered face take the material; with
 * pec it conducts on both sides. A material that is a sheet itself (graphene, impedance_sheet)
 * adds its surface current to what is there. A rectangle's sides move to the grid's nodes; a
 * polygon covers the faces whose centres it holds. */
#include "common/polygon.h"
#include "common/snap.h"
#include "common/thin.h"
#include <math.h>

typedef struct config {
    yee_vec3 from, to;
    yee_reals points;
    int axis;
    double position;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0, "Rectangle: one corner."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0,
                   "Rectangle: the opposite corner; one coordinate is the same as in from."),
    YEE_PARAM_REALS(config, points, "m", YEE_UNSET, 0, 0, POLYGON_ORDER),
    YEE_PARAM_CHOICE(config, axis, "z", "x|y|z", "Polygon: the axis across it."),
    YEE_PARAM_REAL(config, position, "m", YEE_UNSET, 0, 0,
                   "Polygon: where on that axis it lies."),
    YEE_PARAM_ONE_OF("from,to|points"),
    YEE_PARAM_TOGETHER("from|to"),
    YEE_PARAM_TOGETHER("points|position"),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_PLANE_POINTS("axis", "points"),
    YEE_PARAM_COORDINATES("axis", "position"),
    YEE_PARAM_AXES("axis"),
    YEE_PARAM_END,
};

/* The faces between nodes [from, to] of each axis; both are equal across. */
static yee_status cover(const yee_grid *grid, yee_painter *painter, int across,
                        const int64_t from[3], const int64_t to[3])
{
    int64_t hi[3];
    for (int a = 0; a < 3; a++)
        hi[a] = to[a] + (a == across || grid->axis[a].invariant ? 1 : 0);
    return painter->faces(painter, across, from, hi, 0);
}

/* The axis across the rectangle; -1 where not exactly one length is 0. In 2-D the invariant
 * axis does not count. */
static int normal(const config *c, const yee_grid *grid)
{
    int found = -1, count = 0;
    for (int a = 0; a < 3; a++)
        if (!grid->axis[a].invariant && c->from.v[a] == c->to.v[a]) {
            found = a;
            count++;
        }
    return count == 1 ? found : -1;
}

static yee_status no_rectangle(const yee_host *host, const config *c, const yee_grid *grid)
{
    int axis[3] = {0, 1, 2}, n = 0;
    double apart[3] = {0, 0, 0};
    for (int a = 0; a < 3; a++)
        if (!grid->axis[a].invariant) {
            axis[n] = a;
            apart[n++] = fabs(c->to.v[a] - c->from.v[a]);
        }
    return n == 3 ? host->fail(host, YEE_INPUT,
                               "from and to are %g m, %g m and %g m apart along x, y and z; "
                               "exactly one of the three must be 0 (a box has depth, a wire "
                               "has no width)",
                               apart[0], apart[1], apart[2])
                  : host->fail(host, YEE_INPUT,
                               "from and to are %g m and %g m apart along %c and %c, the plane "
                               "of this 2-D grid; exactly one of the two must be 0",
                               apart[0], apart[1], "xyz"[axis[0]], "xyz"[axis[1]]);
}

static yee_status rectangle(const yee_host *host, const config *c, const yee_grid *grid,
                            yee_painter *painter)
{
    const int across = normal(c, grid);
    if (across < 0)
        return no_rectangle(host, c, grid);
    int64_t from[3], to[3];
    for (int a = 0; a < 3; a++) {
        const double lo = fmin(c->from.v[a], c->to.v[a]), hi = fmax(c->from.v[a], c->to.v[a]);
        from[a] = snap_node(&grid->axis[a], lo);
        to[a] = snap_node(&grid->axis[a], hi);
        snap_report(host, &grid->axis[a], a, a == across ? "the plane" : "the near side", lo,
                    from[a]);
        if (a != across)
            snap_report(host, &grid->axis[a], a, "the far side", hi, to[a]);
    }
    return cover(grid, painter, across, from, to);
}

/* Centres of the cells along an axis; along an invariant one the polygon is cut
 * in its middle. */
static double *centers(const yee_host *host, const config *c, const yee_axis_data *axis,
                       int which)
{
    double lo, hi, *at = host->alloc(host, (size_t)axis->cells * sizeof *at);
    polygon_extent(&c->points, which, &lo, &hi);
    for (int64_t i = 0; at && i < axis->cells; i++)
        at[i] = axis->invariant ? 0.5 * (lo + hi) : 0.5 * (axis->node[i] + axis->node[i + 1]);
    return at;
}

static yee_status polygon(const yee_host *host, const config *c, const yee_grid *grid,
                          yee_painter *painter)
{
    yee_status status = polygon_check(host, &c->points);
    if (status != YEE_OK)
        return status;
    if (grid->axis[c->axis].invariant)
        return host->fail(host, YEE_INPUT,
                          "a polygon across %c has no edges in 2-D, where nothing varies along "
                          "that axis; use a prism",
                          "xyz"[c->axis]);
    int u, v;
    polygon_plane(c->axis, &u, &v);
    const int64_t n = grid->axis[u].cells, rows = grid->axis[v].cells;
    const double *at = centers(host, c, &grid->axis[u], 0);
    const double *row = centers(host, c, &grid->axis[v], 1);
    unsigned char *in = host->alloc(host, (size_t)n);
    if (!at || !row || !in)
        return host->fail(host, YEE_MEMORY, "no memory for %lld x %lld faces", (long long)n,
                          (long long)rows);
    int64_t from[3], to[3];
    from[c->axis] = to[c->axis] = snap_node(&grid->axis[c->axis], c->position);
    snap_report(host, &grid->axis[c->axis], c->axis, "the plane", c->position, from[c->axis]);
    for (int64_t j = 0; j < rows && status == YEE_OK; j++) {
        polygon_holds(&c->points, n, at, row[j], in);
        from[v] = j;
        to[v] = grid->axis[v].invariant ? 0 : j + 1;
        for (int64_t i = 0, end; i < n && status == YEE_OK; i = end) {
            for (end = i + 1; end < n && in[end] == in[i];)
                end++;
            from[u] = i;
            to[u] = grid->axis[u].invariant ? 0 : end;
            if (in[i])
                status = cover(grid, painter, c->axis, from, to);
        }
    }
    return status;
}

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    int u, v;
    (void)host;
    for (int a = 0; a < 3 && !c->points.count; a++) {
        lo[a] = fmin(c->from.v[a], c->to.v[a]);
        hi[a] = fmax(c->from.v[a], c->to.v[a]);
    }
    if (!c->points.count)
        return YEE_OK;
    polygon_plane(c->axis, &u, &v);
    polygon_extent(&c->points, 0, &lo[u], &hi[u]);
    polygon_extent(&c->points, 1, &lo[v], &hi[v]);
    lo[c->axis] = hi[c->axis] = c->position;
    return YEE_OK;
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const config *c = self;
    thin_report(host, painter, "sheet");
    return c->points.count ? polygon(host, c, view->grid, painter)
                           : rectangle(host, c, view->grid, painter);
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "plate",
    .summary = "infinitely thin rectangle or polygon on a plane of the grid",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.sheet]\n"
               "type = plate\n"
               "from = 20, 5, 5 mm\n"
               "to = 20, 25, 25 mm\n"
               "material = pec\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
