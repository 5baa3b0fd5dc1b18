/* plugins/shapes/prism.c: a polygon extruded along an axis of the grid. */
#include "common/polygon.h"
#include <math.h>

typedef struct config {
    yee_reals points;
    int axis;
    double from, to;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, points, "m", NULL, 0, 0, POLYGON_ORDER),
    YEE_PARAM_CHOICE(config, axis, "z", "x|y|z", "The axis along which it is extruded."),
    YEE_PARAM_REAL(config, from, "m", NULL, 0, 0, "One end along that axis."),
    YEE_PARAM_REAL(config, to, "m", NULL, 0, 0, "The other end."),
    YEE_PARAM_PLANE_POINTS("axis", "points"),
    YEE_PARAM_COORDINATES("axis", "from|to"),
    YEE_PARAM_AXES("axis"),
    YEE_PARAM_END,
};

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    const yee_status status = polygon_check(host, &c->points);
    if (status != YEE_OK)
        return status;
    int u, v;
    polygon_plane(c->axis, &u, &v);
    polygon_extent(&c->points, 0, &lo[u], &hi[u]);
    polygon_extent(&c->points, 1, &lo[v], &hi[v]);
    lo[c->axis] = fmin(c->from, c->to);
    hi[c->axis] = fmax(c->from, c->to);
    for (int a = 0; a < 3; a++) {
        const double slack = POLYGON_SLACK * (hi[a] - lo[a]);
        lo[a] -= slack;
        hi[a] += slack;
    }
    return YEE_OK;
}

static bool within(const config *c, double at)
{
    const double lo = fmin(c->from, c->to), hi = fmax(c->from, c->to);
    at += POLYGON_SLACK * (hi - lo);
    return at >= lo && (at < hi || at == lo);
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const config *c = self;
    if (c->axis == 0) {
        unsigned char one;
        polygon_holds(&c->points, 1, &y, z, &one);
        for (int64_t i = 0; i < n; i++)
            in[i] = one && within(c, x[i]);
    } else if (within(c, c->axis == 1 ? y : z)) {
        polygon_holds(&c->points, n, x, c->axis == 1 ? z : y, in);
    }
}

static int spans(const void *self, int axis, const double at[3], int capacity,
                 double (*span)[2])
{
    const config *c = self;
    int u, v;
    polygon_plane(c->axis, &u, &v);
    if (axis == c->axis) {
        unsigned char in;
        polygon_holds(&c->points, 1, &at[u], at[v], &in);
        if (!in || capacity < 1)
            return 0;
        span[0][0] = fmin(c->from, c->to);
        span[0][1] = fmax(c->from, c->to);
        return 1;
    }
    return within(c, at[c->axis])
               ? polygon_spans(&c->points, axis == v, at[axis == u ? v : u], capacity, span)
               : 0;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .inside = inside,
    .spans = spans,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "prism",
    .summary = "polygon extruded along x, y or z",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.wedge]\n"
               "type = prism\n"
               "points = 18, 5, 28, 5, 23, 14 mm\n"
               "axis = z\n"
               "from = 5 mm\n"
               "to = 25 mm\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
