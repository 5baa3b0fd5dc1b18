/* plugins/shapes/sector.c: a part of a round disc, like a slice of cake, extruded along an axis.
 *
 * Angles are counted from the first axis of the plane to the second one: from x to y across z,
 * from x to z across y, from y to z across x. */
#include <math.h>
#include <yee/yee.h>

#define SLACK \
    1e-9 /* of lengths and of a turn: a centre on the surface must not depend on rounding */

typedef struct config {
    int axis;
    yee_reals center;
    double from, to, radius, start, sweep;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, axis, "z", "x|y|z", "The axis along which it is extruded."),
    YEE_PARAM_REALS(config, center, "m", NULL, 0, 0,
                    "Its tip, two numbers: x, y for axis z; x, z for axis y; y, z for axis x."),
    YEE_PARAM_REAL(config, from, "m", NULL, 0, 0, "One end along that axis."),
    YEE_PARAM_REAL(config, to, "m", NULL, 0, 0, "The other end."),
    YEE_PARAM_REAL(config, radius, "m", NULL, YEE_POSITIVE, YEE_INFINITY, "The radius."),
    YEE_PARAM_REAL(config, start, "rad", "0 deg", 0, 0, "Angle at which it begins."),
    YEE_PARAM_REAL(config, sweep, "rad", NULL, YEE_POSITIVE, 2 * YEE_PI,
                   "Angle over which it goes from there."),
    YEE_PARAM_PLANE_POINTS("axis", "center"),
    YEE_PARAM_COORDINATES("axis", "from|to"),
    YEE_PARAM_ARC("axis", "start|sweep"),
    YEE_PARAM_AXES("axis"),
    YEE_PARAM_END,
};

/* The axes of the plane. */
static void plane(const config *c, int *u, int *v)
{
    *u = c->axis == 0 ? 1 : 0;
    *v = c->axis == 2 ? 1 : 2;
}

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    int u, v;
    if (c->center.count != 2)
        return host->fail(host, YEE_INPUT, "center has %zu numbers; it takes two",
                          c->center.count);
    if (c->from == c->to)
        return host->fail(host, YEE_INPUT, "from and to are both %g m; it has no depth",
                          c->from);
    plane(c, &u, &v);
    lo[u] = c->center.v[0] - c->radius * (1 + SLACK);
    hi[u] = c->center.v[0] + c->radius * (1 + SLACK);
    lo[v] = c->center.v[1] - c->radius * (1 + SLACK);
    hi[v] = c->center.v[1] + c->radius * (1 + SLACK);
    lo[c->axis] = fmin(c->from, c->to);
    hi[c->axis] = fmax(c->from, c->to);
    return YEE_OK;
}

static bool holds(const config *c, const double at[3])
{
    int u, v;
    plane(c, &u, &v);
    const double lo = fmin(c->from, c->to), hi = fmax(c->from, c->to);
    const double along = at[c->axis] + SLACK * (hi - lo), r = c->radius * (1 + SLACK);
    const double a = at[u] - c->center.v[0], b = at[v] - c->center.v[1];
    if (along < lo || along >= hi || a * a + b * b > r * r)
        return false;
    const double turn = 2 * YEE_PI, behind = fmod(atan2(b, a) - c->start, turn);
    const double angle = behind < -SLACK * turn ? behind + turn : behind;
    return angle <= c->sweep + SLACK * turn;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    for (int64_t i = 0; i < n; i++)
        in[i] = holds(self, (const double[3]){x[i], y, z});
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .inside = inside,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "sector",
    .summary = "slice of a round disc, extruded along x, y or z",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.slice]\n"
               "type = sector\n"
               "axis = z\n"
               "center = 15, 15 mm\n"
               "from = 10 mm\n"
               "to = 20 mm\n"
               "radius = 9 mm\n"
               "start = 30 deg\n"
               "sweep = 240 deg\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
