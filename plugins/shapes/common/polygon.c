/* plugins/shapes/common/polygon.c: simple polygons in a plane of two axes of the grid. */
#include "polygon.h"
#include <math.h>

void polygon_plane(int axis, int *u, int *v)
{
    *u = axis == 0 ? 1 : 0;
    *v = axis == 2 ? 1 : 2;
}

double polygon_corner(const yee_reals *p, size_t i, int which)
{
    return p->v[2 * (i % (p->count / 2)) + (size_t)which];
}

void polygon_extent(const yee_reals *p, int which, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t i = 0; i < p->count / 2; i++) {
        *lo = fmin(*lo, polygon_corner(p, i, which));
        *hi = fmax(*hi, polygon_corner(p, i, which));
    }
}

/* On which side of the line through corners a and a + 1 corner b lies. */
static double side(const yee_reals *p, size_t a, size_t b)
{
    const double u = polygon_corner(p, a, 0), v = polygon_corner(p, a, 1);
    return (polygon_corner(p, a + 1, 0) - u) * (polygon_corner(p, b, 1) - v) -
           (polygon_corner(p, a + 1, 1) - v) * (polygon_corner(p, b, 0) - u);
}

static bool crosses(const yee_reals *p, size_t a, size_t b)
{
    return side(p, a, b) * side(p, a, b + 1) < 0 && side(p, b, a) * side(p, b, a + 1) < 0;
}

yee_status polygon_check(const yee_host *host, const yee_reals *p)
{
    const size_t n = p->count / 2;
    if (p->count % 2 || n < 3)
        return host->fail(host, YEE_INPUT,
                          "points: %zu numbers; a polygon takes two for each of at least three "
                          "corners",
                          p->count);
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 2; b < n; b++)
            if (crosses(p, a, b))
                return host->fail(host, YEE_INPUT,
                                  "points: the side behind corner %zu crosses the one behind "
                                  "corner %zu; list the corners in order around the polygon",
                                  a + 1, b + 1);
    double area = 0;
    for (size_t i = 1; i + 1 < n; i++)
        area += (polygon_corner(p, i, 0) - polygon_corner(p, 0, 0)) *
                    (polygon_corner(p, i + 1, 1) - polygon_corner(p, 0, 1)) -
                (polygon_corner(p, i, 1) - polygon_corner(p, 0, 1)) *
                    (polygon_corner(p, i + 1, 0) - polygon_corner(p, 0, 0));
    if (area == 0)
        return host->fail(host, YEE_INPUT,
                          "points: the %zu corners lie on one line; a polygon needs an area",
                          n);
    return YEE_OK;
}

void polygon_holds(const yee_reals *p, int64_t n, const double *u, double v, unsigned char *in)
{
    double lo[2], hi[2];
    polygon_extent(p, 0, &lo[0], &hi[0]);
    polygon_extent(p, 1, &lo[1], &hi[1]);
    const double slack = POLYGON_SLACK * (hi[0] - lo[0]);
    const double line = v + POLYGON_SLACK * (hi[1] - lo[1]);
    for (int64_t i = 0; i < n; i++)
        in[i] = 0;
    for (size_t s = 0; s < p->count / 2; s++) {
        const size_t below = polygon_corner(p, s, 1) <= polygon_corner(p, s + 1, 1) ? s : s + 1;
        const size_t above = below == s ? s + 1 : s;
        const double u0 = polygon_corner(p, below, 0), v0 = polygon_corner(p, below, 1);
        const double u1 = polygon_corner(p, above, 0), v1 = polygon_corner(p, above, 1);
        if ((v0 <= line) == (v1 <= line))
            continue;
        const double crossing = u0 + (u1 - u0) * ((v - v0) / (v1 - v0)) - slack;
        for (int64_t i = 0; i < n; i++)
            in[i] ^= u[i] < crossing;
    }
}

int polygon_spans(const yee_reals *p, int which, double other, int capacity, double (*span)[2])
{
    int crossings = 0;
    double *at = span[0], lo, hi; /* crossings lie two by two in the spans themselves */
    polygon_extent(p, !which, &lo, &hi);
    const double line = other + POLYGON_SLACK * (hi - lo);
    for (size_t s = 0; s < p->count / 2 && capacity > 0; s++) {
        const double u0 = polygon_corner(p, s, which), u1 = polygon_corner(p, s + 1, which);
        const double v0 = polygon_corner(p, s, !which), v1 = polygon_corner(p, s + 1, !which);
        if ((v0 <= line) == (v1 <= line))
            continue;
        const double crossing = u0 + (u1 - u0) * ((line - v0) / (v1 - v0));
        if (crossings == 2 * capacity && crossing >= at[crossings - 1])
            continue;
        int n = crossings < 2 * capacity ? crossings++ : crossings - 1;
        for (; n > 0 && at[n - 1] > crossing; n--)
            at[n] = at[n - 1];
        at[n] = crossing;
    }
    return crossings / 2;
}
