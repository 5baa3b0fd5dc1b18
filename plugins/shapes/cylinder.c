/* plugins/shapes/cylinder.c: a round rod between two points of its axis, in any direction.
 *
 * With a = to - from and p = x - from, t = p.a/a^2 runs from 0 to 1 along the axis and
 * |p - t a| is the distance from it; 0 <= t < 1, so that rods in line share no cell. In 2-D a rod
 * whose ends are one point runs along the axis without cells. */
#include <math.h>
#include <yee/yee.h>

#define SLACK \
    1e-9 /* of length and radius: a centre on the surface must not depend on rounding */

typedef struct config {
    yee_vec3 from, to;
    double radius;
} config; /* as open() copies it, also self */

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "Middle of one end."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "Middle of the other end."),
    YEE_PARAM_REAL(config, radius, "m", NULL, YEE_POSITIVE, YEE_INFINITY, "The radius."),
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

static yee_status copy(const yee_host *host, const void *config_, void **self)
{
    config *c = host->alloc(host, sizeof *c);
    if (!c)
        return host->fail(host, YEE_MEMORY, "no memory for a rod");
    *c = *(const config *)config_;
    *self = c;
    return YEE_OK;
}

static yee_status fit(const yee_host *host, void *self, const yee_grid *grid)
{
    config *c = self;
    double a[3];
    if (span(c, a) > 0)
        return YEE_OK;
    for (int d = 0; d < 3; d++)
        if (grid->axis[d].invariant) {
            c->to.v[d] = c->from.v[d] + 2 * c->radius; /* as good as any length */
            return YEE_OK;
        }
    return host->fail(host, YEE_INPUT,
                      "from and to are the same point (%g, %g, %g) m; give two different "
                      "points of the axis",
                      c->from.v[0], c->from.v[1], c->from.v[2]);
}

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    (void)host;
    const config *c = self;
    double a[3];
    const double square = span(c, a);
    for (int d = 0; d < 3; d++) {
        const double rim = c->radius * sqrt(fmax(0, 1 - a[d] * a[d] / square));
        const double slack = SLACK * (sqrt(square) + c->radius);
        lo[d] = fmin(c->from.v[d], c->to.v[d]) - rim - slack;
        hi[d] = fmax(c->from.v[d], c->to.v[d]) + rim + slack;
    }
    return YEE_OK;
}

/* Where a row along x runs inside, px from the end of the rod: [0] as far as it may, [1] as far as
 * it surely does. */
typedef struct limits {
    double lo[2], hi[2];
} limits;

static void narrow(limits *l, double lo, double hi, double margin)
{
    l->lo[0] = fmax(l->lo[0], lo - margin);
    l->hi[0] = fmin(l->hi[0], hi + margin);
    l->lo[1] = fmax(l->lo[1], lo + margin);
    l->hi[1] = fmin(l->hi[1], hi - margin);
}

/* With k = py a_y + pz a_z: 0 <= px a_x + k < a^2 between the ends, and across px^2 - 2 half px <= rest
 * within the radius. The margin is far above rounding, which next to a tangent grows to its root, 1e-8;
 * rows that a limit says nothing of, next to the axis' own direction, are left to the points. */
static limits find_limits(const config *c, const double a[3], double square, double r,
                          double py, double pz)
{
    enum { NEAR_AXIS = 1000000 };
    limits l = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    const double k = py * a[1] + pz * a[2], margin = 1e-5 * (sqrt(square) + c->radius);
    const double across = 1 - a[0] * a[0] / square, half = k * a[0] / square;
    const double rest = r * r - (py * py + pz * pz - k * k / square);
    if (fabs(a[0]) * NEAR_AXIS > sqrt(square))
        narrow(&l, fmin(-k / a[0], (square - k) / a[0]), fmax(-k / a[0], (square - k) / a[0]),
               margin * sqrt(square) / fabs(a[0]));
    else
        l.lo[1] = INFINITY;
    const double root = half * half + across * rest;
    if (across * NEAR_AXIS > 1 && root > 0)
        narrow(&l, (half - sqrt(root)) / across, (half + sqrt(root)) / across, margin / across);
    else if (across * NEAR_AXIS > 1 && root < -1e-6 * (half * half + across * r * r))
        l.hi[0] = -INFINITY;
    else
        l.lo[1] = INFINITY;
    return l;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const config *c = self;
    double a[3];
    const double square = span(c, a), r = c->radius * (1 + SLACK);
    const double py = y - c->from.v[1], pz = z - c->from.v[2];
    const limits l = find_limits(c, a, square, r, py, pz);
    for (int64_t i = 0; i < n; i++) {
        const double px = x[i] - c->from.v[0];
        if (px < l.lo[0] || px > l.hi[0])
            continue;
        if (px > l.lo[1] && px < l.hi[1]) {
            in[i] = 1;
            continue;
        }
        const double t = (px * a[0] + py * a[1] + pz * a[2]) / square;
        const double qx = px - t * a[0], qy = py - t * a[1], qz = pz - t * a[2];
        in[i] = t >= -SLACK && t < 1 - SLACK && qx * qx + qy * qy + qz * qz <= r * r;
    }
}

/* On the line p + x e along an axis, with the direction b of the rod: what lies between the
 * ends is an interval of x, and what lies within the radius is, |p - (p.b) b + x (e - b_e b)|
 * <= r. */
static int spans(const void *self, int axis, const double at[3], int capacity,
                 double (*span_)[2])
{
    const config *c = self;
    double a[3], p[3], along = 0, lo = -INFINITY, hi = INFINITY;
    const double square = span(c, a), length = sqrt(square);
    for (int d = 0; d < 3; d++) {
        p[d] = d == axis ? 0 : at[d] - c->from.v[d];
        along += p[d] * a[d] / length;
    }
    const double e = a[axis] / length, across = 1 - e * e;
    double rest = c->radius * c->radius, half = 0;
    for (int d = 0; d < 3; d++) {
        const double q = p[d] - along * a[d] / length;
        half += q * ((d == axis) - e * a[d] / length);
        rest -= q * q;
    }
    if (across > 1e-14) { /* across x^2 + 2 half x <= rest */
        const double root = half * half + across * rest;
        if (!(root > 0))
            return 0;
        lo = (-half - sqrt(root)) / across;
        hi = (-half + sqrt(root)) / across;
    } else if (!(rest > 0)) {
        return 0;
    }
    if (fabs(e) > 1e-14) { /* 0 <= along + e x < length */
        lo = fmax(lo, fmin(-along / e, (length - along) / e));
        hi = fmin(hi, fmax(-along / e, (length - along) / e));
    } else if (along < 0 || along >= length) {
        return 0;
    }
    if (!(lo < hi) || capacity < 1)
        return 0;
    span_[0][0] = c->from.v[axis] + lo;
    span_[0][1] = c->from.v[axis] + hi;
    return 1;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .open = copy,
    .bounds = bounds,
    .inside = inside,
    .spans = spans,
    .fit = fit,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "cylinder",
    .summary = "round rod between two points, in any direction",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.rod]\n"
               "type = cylinder\n"
               "from = 20, 20, 0 mm\n"
               "to = 20, 20, 30 mm\n"
               "radius = 4.3 mm\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
