/* plugins/shapes/cone.c: a round cone, or what is left of one between two planes across its axis.
 *
 * With a = to - from and p = x - from, t = p.a/a^2 runs from 0 to 1 along the axis, |p - t a| is
 * the distance from it, and the radius there r(t) = radius_from + t (radius_to - radius_from);
 * 0 <= t < 1, so that cones in line share no cell. */
#include <math.h>
#include <yee/yee.h>

#define SLACK \
    1e-9 /* of length and radius: a centre on the surface must not depend on rounding */

typedef struct config {
    yee_vec3 from, to;
    double radius_from, radius_to;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "Middle of one end."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "Middle of the other end."),
    YEE_PARAM_REAL(config, radius_from, "m", NULL, 0, YEE_INFINITY, "The radius at from."),
    YEE_PARAM_REAL(config, radius_to, "m", NULL, 0, YEE_INFINITY, "The radius at to."),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_END,
};

/* a = to - from; returns its square. */
static double span(const config *c, double a[3])
{
    double square = 0;
    for (int d = 0; d < 3; d++) {
        a[d] = c->to.v[d] - c->from.v[d];
        square += a[d] * a[d];
    }
    return square;
}

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    double a[3];
    const double square = span(c, a);
    if (!(square > 0))
        return host->fail(host, YEE_INPUT,
                          "from and to are the same point (%g, %g, %g) m; give two different "
                          "points of the axis",
                          c->from.v[0], c->from.v[1], c->from.v[2]);
    if (!(c->radius_from + c->radius_to > 0))
        return host->fail(host, YEE_INPUT,
                          "radius_from and radius_to are 0; one must be greater");
    for (int d = 0; d < 3; d++) {
        const double across = sqrt(fmax(0, 1 - a[d] * a[d] / square));
        const double slack = SLACK * (sqrt(square) + c->radius_from + c->radius_to);
        const double rim[2] = {c->radius_from * across + slack, c->radius_to * across + slack};
        lo[d] = fmin(c->from.v[d] - rim[0], c->to.v[d] - rim[1]);
        hi[d] = fmax(c->from.v[d] + rim[0], c->to.v[d] + rim[1]);
    }
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const config *c = self;
    double a[3];
    const double square = span(c, a);
    const double py = y - c->from.v[1], pz = z - c->from.v[2];
    for (int64_t i = 0; i < n; i++) {
        const double px = x[i] - c->from.v[0];
        const double t = (px * a[0] + py * a[1] + pz * a[2]) / square;
        const double qx = px - t * a[0], qy = py - t * a[1], qz = pz - t * a[2];
        const double r = (c->radius_from + t * (c->radius_to - c->radius_from)) * (1 + SLACK);
        in[i] = t >= -SLACK && t < 1 - SLACK && r >= 0 && qx * qx + qy * qy + qz * qz <= r * r;
    }
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .inside = inside,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "cone",
    .summary = "round cone or truncated cone between two points, in any direction",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.horn]\n"
               "type = cone\n"
               "from = 15, 15, 8 mm\n"
               "to = 15, 15, 22 mm\n"
               "radius_from = 2 mm\n"
               "radius_to = 7.5 mm\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
