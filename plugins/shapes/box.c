/* plugins/shapes/box.c: a box along the axes, between two opposite corners.
 *
 * lo <= x < hi on every axis: boxes that touch share no cell. */
#include <math.h>
#include <yee/yee.h>

#define SLACK 1e-9 /* of the box's length: a centre on a side must not depend on rounding */

typedef struct config {
    yee_vec3 from, to;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "One corner."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "The opposite corner."),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_END,
};

static bool between(double at, double from, double to)
{
    const double lo = fmin(from, to), hi = fmax(from, to);
    at += SLACK * (hi - lo);
    return at >= lo && (at < hi || at == lo); /* a box without depth is a plane */
}

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    (void)host;
    const config *c = self;
    for (int a = 0; a < 3; a++) {
        const double slack = SLACK * fabs(c->to.v[a] - c->from.v[a]);
        lo[a] = fmin(c->from.v[a], c->to.v[a]) - slack;
        hi[a] = fmax(c->from.v[a], c->to.v[a]) + slack;
    }
    return YEE_OK;
}

/* A box without thickness holds cells or none as its plane meets their middles. */
static yee_status fit(const yee_host *host, void *self, const yee_grid *grid)
{
    const config *c = self;
    for (int a = 0; a < 3; a++)
        if (!grid->axis[a].invariant && c->from.v[a] == c->to.v[a])
            return host->fail(host, YEE_INPUT,
                              "from and to are both at %c = %g m: the box has no thickness; a "
                              "sheet is type = plate",
                              ("xyz"[a]), c->from.v[a]);
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const config *c = self;
    if (!between(y, c->from.v[1], c->to.v[1]) || !between(z, c->from.v[2], c->to.v[2]))
        return;
    for (int64_t i = 0; i < n; i++)
        in[i] = between(x[i], c->from.v[0], c->to.v[0]);
}

static int spans(const void *self, int axis, const double at[3], int capacity,
                 double (*span)[2])
{
    const config *c = self;
    for (int a = 0; a < 3; a++)
        if (a != axis && !between(at[a], c->from.v[a], c->to.v[a]))
            return 0;
    if (capacity < 1)
        return 0;
    span[0][0] = fmin(c->from.v[axis], c->to.v[axis]);
    span[0][1] = fmax(c->from.v[axis], c->to.v[axis]);
    return 1;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .inside = inside,
    .spans = spans,
    .fit = fit,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "box",
    .summary = "box along the axes, between two corners",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.block]\n"
               "type = box\n"
               "from = 5, 6, 7 mm\n"
               "to = 12, 14, 16.5 mm\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
