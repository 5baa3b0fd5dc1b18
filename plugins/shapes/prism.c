/* plugins/shapes/prism.c: a polygon extruded along an axis of the grid.
 *
 * A point lies inside when a ray from it crosses the outline an odd number of times. Corners
 * and sides belong to the polygon on their upper side only, so that polygons that share a side
 * share no cell. */
#include <math.h>
#include <yee/yee.h>

#define SLACK 1e-9 /* of the extents: a centre on a side must not depend on rounding */

typedef struct config {
    yee_reals points;
    int axis;
    double from, to;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, points, "m", NULL, 0, 0,
                    "Corners of the polygon in order, two numbers each: x, y for axis z; x, z "
                    "for axis y; y, z for axis x."),
    YEE_PARAM_CHOICE(config, axis, "z", "x|y|z", "The axis along which it is extruded."),
    YEE_PARAM_REAL(config, from, "m", NULL, 0, 0, "One end along that axis."),
    YEE_PARAM_REAL(config, to, "m", NULL, 0, 0, "The other end."), YEE_PARAM_END};

/* The two axes of the polygon's plane, ascending. */
static void plane(const config *c, int *u, int *v)
{
    *u = c->axis == 0 ? 1 : 0;
    *v = c->axis == 2 ? 1 : 2;
}

static double corner(const config *c, size_t i, int which)
{
    return c->points.v[2 * (i % (c->points.count / 2)) + (size_t)which];
}

/* Extent of the polygon along u (0) or v (1). */
static void extent(const config *c, int which, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t i = 0; i < c->points.count / 2; i++) {
        *lo = fmin(*lo, corner(c, i, which));
        *hi = fmax(*hi, corner(c, i, which));
    }
}

/* On which side of the line through corners a and a + 1 corner b lies. */
static double side(const config *c, size_t a, size_t b)
{
    return (corner(c, a + 1, 0) - corner(c, a, 0)) * (corner(c, b, 1) - corner(c, a, 1)) -
           (corner(c, a + 1, 1) - corner(c, a, 1)) * (corner(c, b, 0) - corner(c, a, 0));
}

static bool crosses(const config *c, size_t a, size_t b)
{
    return side(c, a, b) * side(c, a, b + 1) < 0 && side(c, b, a) * side(c, b, a + 1) < 0;
}

static yee_status check(const yee_host *host, const config *c)
{
    const size_t n = c->points.count / 2;
    if (c->points.count % 2 || n < 3)
        return host->fail(host, YEE_INPUT,
                          "points: %zu numbers; a polygon takes two for each of at least three "
                          "corners",
                          c->points.count);
    double area = 0;
    for (size_t i = 1; i + 1 < n; i++)
        area += (corner(c, i, 0) - corner(c, 0, 0)) * (corner(c, i + 1, 1) - corner(c, 0, 1)) -
                (corner(c, i, 1) - corner(c, 0, 1)) * (corner(c, i + 1, 0) - corner(c, 0, 0));
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 2; b < n; b++)
            if (crosses(c, a, b))
                return host->fail(host, YEE_INPUT,
                                  "points: the side behind corner %zu crosses the one behind "
                                  "corner %zu; list the corners in order around the polygon",
                                  a + 1, b + 1);
    if (area == 0)
        return host->fail(host, YEE_INPUT,
                          "points: the %zu corners lie on one line; a polygon needs an area",
                          n);
    return YEE_OK;
}

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    const yee_status status = check(host, c);
    if (status != YEE_OK)
        return status;
    int u, v;
    plane(c, &u, &v);
    extent(c, 0, &lo[u], &hi[u]);
    extent(c, 1, &lo[v], &hi[v]);
    lo[c->axis] = fmin(c->from, c->to);
    hi[c->axis] = fmax(c->from, c->to);
    for (int a = 0; a < 3; a++) {
        const double slack = SLACK * (hi[a] - lo[a]);
        lo[a] -= slack;
        hi[a] += slack;
    }
    return YEE_OK;
}

static bool within(const config *c, double at)
{
    const double lo = fmin(c->from, c->to), hi = fmax(c->from, c->to);
    at += SLACK * (hi - lo);
    return at >= lo && (at < hi || at == lo);
}

/* Flips in[i] for every x[i] below the crossing of each side with the line v = at. Polygons
 * that share a side, whichever way they run through it, compute the same crossing, and x moves
 * down from it by a slack so that a centre on the side falls on one side of it. */
static void sweep(const config *c, int64_t n, const double *x, double at, unsigned char *in)
{
    double lo[2], hi[2];
    extent(c, 0, &lo[0], &hi[0]);
    extent(c, 1, &lo[1], &hi[1]);
    const double slack = SLACK * (hi[0] - lo[0]), line = at + SLACK * (hi[1] - lo[1]);
    for (int64_t i = 0; i < n; i++)
        in[i] = 0;
    for (size_t s = 0; s < c->points.count / 2; s++) {
        const size_t below = corner(c, s, 1) <= corner(c, s + 1, 1) ? s : s + 1;
        const size_t above = below == s ? s + 1 : s;
        const double u0 = corner(c, below, 0), v0 = corner(c, below, 1);
        const double u1 = corner(c, above, 0), v1 = corner(c, above, 1);
        if ((v0 <= line) == (v1 <= line))
            continue;
        const double crossing = u0 + (u1 - u0) * ((at - v0) / (v1 - v0)) - slack;
        for (int64_t i = 0; i < n; i++)
            in[i] ^= x[i] < crossing;
    }
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const config *c = self;
    if (c->axis == 0) {
        unsigned char one;
        sweep(c, 1, &y, z, &one);
        for (int64_t i = 0; i < n; i++)
            in[i] = one && within(c, x[i]);
    } else if (within(c, c->axis == 1 ? y : z)) {
        sweep(c, n, x, c->axis == 1 ? z : y, in);
    }
}

static const yee_shape_ops ops = {sizeof ops, bounds, inside, NULL};
static const yee_plugin plugin = {
    sizeof plugin, YEE_SHAPE,      "prism", "a polygon extruded along x, y or z",
    NULL,          sizeof(config), params,  &ops};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
