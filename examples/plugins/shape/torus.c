/* torus.c: the points within `tube` of a circle in a plane of constant z.
 *
 *     (sqrt(x^2 + y^2) - radius)^2 + z^2 <= tube^2,  from the center */
#include <math.h>
#include <yee/yee.h>

typedef struct config {
    yee_vec3 center;
    double radius, tube;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, center, "m", NULL, 0, 0, "Middle of the hole."),
    YEE_PARAM_REAL(config, radius, "m", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "From the center to the middle of the tube."),
    YEE_PARAM_REAL(config, tube, "m", NULL, YEE_POSITIVE, YEE_INFINITY, "Radius of the tube."),
    YEE_PARAM_POINTS("center"),
    YEE_PARAM_UNTURNED("tube"), /* its axis is z */
    YEE_PARAM_END,
};

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    (void)host;
    for (int a = 0; a < 3; a++) {
        const double reach = a == 2 ? c->tube : c->radius + c->tube;
        lo[a] = c->center.v[a] - reach;
        hi[a] = c->center.v[a] + reach;
    }
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const config *c = self;
    const double dy = y - c->center.v[1], dz = z - c->center.v[2];
    for (int64_t i = 0; i < n; i++) {
        const double from_tube = hypot(x[i] - c->center.v[0], dy) - c->radius;
        in[i] = from_tube * from_tube + dz * dz <= c->tube * c->tube;
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
    .name = "torus",
    .summary = "ring of round section",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.core]\n"
               "type = torus\n"
               "center = 20, 20, 15 mm\n"
               "radius = 6 mm\n"
               "tube = 2.5 mm\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
