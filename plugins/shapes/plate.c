/* plugins/shapes/plate.c: an infinitely thin rectangle on a plane of the grid.
 *
 * All edges of the grid within the rectangle, its rim included, take the material; with pec
 * that is a sheet that conducts on both sides. */
#include "snap.h"

typedef struct config {
    yee_vec3 from, to;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "One corner."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0,
                   "The opposite corner; one coordinate is the same as in from."),
    YEE_PARAM_END};

/* The axis across the plate; -1 where not exactly one length is 0. In 2-D the invariant axis
 * does not count. */
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

/* From the first to the last node of the plate along an axis. */
static void span(const yee_host *host, const config *c, const yee_grid *grid, int a,
                 int64_t node[2])
{
    const yee_axis_data *axis = &grid->axis[a];
    const double at[2] = {fmin(c->from.v[a], c->to.v[a]), fmax(c->from.v[a], c->to.v[a])};
    for (int s = 0; s < 2; s++) {
        node[s] = snap_node(axis, at[s]);
        if (s == 0 || at[1] != at[0])
            snap_report(host, axis, a, s ? "the far side" : "the near side", at[s], node[s]);
    }
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const config *c = self;
    const yee_grid *grid = view->grid;
    const int across = normal(c, grid);
    if (across < 0)
        return host->fail(
            host, YEE_INPUT,
            "from and to are %g m, %g m and %g m apart along x, y and z; exactly one of the "
            "three must be 0 (a box has depth, a wire has no width)",
            fabs(c->to.v[0] - c->from.v[0]), fabs(c->to.v[1] - c->from.v[1]),
            fabs(c->to.v[2] - c->from.v[2]));
    int64_t node[3][2];
    for (int a = 0; a < 3; a++)
        span(host, c, grid, a, node[a]);
    /* Edges along one axis of the plane, on all nodes of the other one. */
    yee_status status = YEE_OK;
    for (int d = 0; d < 3 && status == YEE_OK; d++) {
        if (d == across)
            continue;
        int64_t lo[3], hi[3];
        for (int a = 0; a < 3; a++) {
            lo[a] = node[a][0];
            hi[a] = node[a][1] + (a == d && !grid->axis[a].invariant ? 0 : 1);
        }
        status = painter->edges(painter, d, lo, hi);
    }
    return status;
}

static const yee_shape_ops ops = {sizeof ops, NULL, NULL, paint};
static const yee_plugin plugin = {
    sizeof plugin, YEE_SHAPE,
    "plate",       "an infinitely thin rectangle on a plane of the grid",
    NULL,          sizeof(config),
    params,        &ops};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
