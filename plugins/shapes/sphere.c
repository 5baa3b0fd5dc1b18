/* plugins/shapes/sphere.c: the points within a radius of a center.
 *
 * A sphere of pec acts like a larger one: its scattering at wavelengths far above the radius
 * (Rayleigh) is that of 0.46, 0.41 and 0.45 cells more at 10, 14 and 20 cells a radius. */
#include <math.h>
#include <yee/yee.h>

#define SLACK 1e-9 /* of the radius: a centre on the surface must not depend on rounding */

typedef struct config {
    yee_vec3 center;
    double radius;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, center, "m", NULL, 0, 0, "The middle."),
    YEE_PARAM_REAL(config, radius, "m", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "The radius. Made of cells, a sphere of pec acts like one about 0.45 cells "
                   "larger in radius."),
    YEE_PARAM_POINTS("center"),
    YEE_PARAM_END,
};

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    (void)host;
    const config *c = self;
    for (int a = 0; a < 3; a++) {
        lo[a] = c->center.v[a] - c->radius * (1 + SLACK);
        hi[a] = c->center.v[a] + c->radius * (1 + SLACK);
    }
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const config *c = self;
    const double r = c->radius * (1 + SLACK);
    const double dy = y - c->center.v[1], dz = z - c->center.v[2];
    const double rest = r * r - dy * dy - dz * dz;
    for (int64_t i = 0; i < n; i++) {
        const double dx = x[i] - c->center.v[0];
        in[i] = dx * dx <= rest;
    }
}

static int spans(const void *self, int axis, const double at[3], int capacity,
                 double (*span)[2])
{
    const config *c = self;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double du = at[u] - c->center.v[u], dv = at[v] - c->center.v[v];
    const double rest = c->radius * c->radius - du * du - dv * dv;
    if (!(rest > 0) || capacity < 1)
        return 0;
    span[0][0] = c->center.v[axis] - sqrt(rest);
    span[0][1] = c->center.v[axis] + sqrt(rest);
    return 1;
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
    .name = "sphere",
    .summary = "ball",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.ball]\n"
               "type = sphere\n"
               "center = 20, 20, 15 mm\n"
               "radius = 6 mm\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
