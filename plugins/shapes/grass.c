/* plugins/shapes/grass.c: blades that grow from a surface, and their roots.
 *
 * A blade of height h stands at a random point, leans in a random direction and bends as
 *
 *     (u, v, w)(t) = foot + (l h t^2 cos a, l h t^2 sin a, h t),  0 <= t <= 1
 *
 * with 0 <= l <= lean. A root goes down in steps of a fifth of its depth, each of them aside
 * at random by no more than it goes down. Both are as wide as `width`, one cell at least. The
 * numbers of blade n belong to the seed and n (philox.h), so that more blades leave the first
 * ones as they are. The surface is that of a rough_surface with the same box sides, heights,
 * spectrum and seed; rms = 0 is flat ground. */
#include "common/philox.h"
#include "common/surface.h"

#include <math.h>

enum {
    ROOT_PARTS = 5,
    BLADES = 1 << 20 /* streams of random numbers begin beyond the field's */
};

typedef struct config {
    surface_keys keys;
    int64_t blades;
    double height_min, height_max, lean, roots, width;
    rough_keys rough;
} config;

static const yee_param params[] = {
    SURFACE_BOX_PARAMS(config),
    YEE_PARAM_INT(config, blades, NULL, 1, 1e7, "Number of blades."),
    YEE_PARAM_REAL(config, height_min, "m", NULL, 0, YEE_INFINITY, "Least height of a blade."),
    YEE_PARAM_REAL(config, height_max, "m", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Largest height of a blade."),
    YEE_PARAM_REAL(config, lean, NULL, "0.5", 0, 10,
                   "How far a tip is aside at most, in heights of its blade."),
    YEE_PARAM_REAL(config, roots, "m", "0", 0, YEE_INFINITY, "Largest depth of a root."),
    YEE_PARAM_REAL(config, width, "m", "0", 0, YEE_INFINITY,
                   "Width of blades and roots; at least one cell."),
    ROUGH_PARAMS(config),
    YEE_PARAM_END,
};

/* A config and the ground that its blades stand on. */
typedef struct meadow {
    const config *c;
    surface surface;
} meadow;

/* A blade at work. */
typedef struct pen {
    const config *c;
    const surface *s;
    const yee_grid *grid;
    yee_painter *painter;
    double step; /* m: half of the smallest cell */
} pen;

/* The cell of an axis that holds a point; -1: none. */
static int64_t cell_of(const yee_axis_data *axis, double at)
{
    int64_t lo = 0, hi = axis->cells;
    if (axis->invariant)
        return 0;
    if (!(at >= axis->node[0]) || !(at < axis->node[hi]))
        return -1;
    while (hi - lo > 1) {
        const int64_t mid = (lo + hi) / 2;
        if (axis->node[mid] <= at)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

/* The cells within half a width of a point, as far as it is in the grid. */
static yee_status dab(const pen *p, const double at[3])
{
    int64_t lo[3], hi[3];
    for (int a = 0; a < 3; a++) {
        const double half = a == p->s->axis ? 0 : 0.5 * p->c->width;
        const int64_t here = cell_of(&p->grid->axis[a], at[a]);
        const int64_t from = cell_of(&p->grid->axis[a], at[a] - half);
        const int64_t to = cell_of(&p->grid->axis[a], at[a] + half);
        if (here < 0)
            return YEE_OK;
        lo[a] = from < 0 ? here : from;
        hi[a] = (to < 0 ? here : to) + 1;
    }
    return p->painter->cells(p->painter, lo, hi, 0);
}

/* Along a straight line, from its first point on. */
static yee_status stroke(const pen *p, const double from[3], const double to[3])
{
    double length = 0;
    yee_status status = YEE_OK;
    for (int a = 0; a < 3; a++)
        length += (to[a] - from[a]) * (to[a] - from[a]);
    const int64_t parts = (int64_t)ceil(sqrt(length) / p->step) + 1;
    for (int64_t n = 0; !status && n <= parts; n++) {
        double at[3];
        for (int a = 0; a < 3; a++)
            at[a] = from[a] + (to[a] - from[a]) * (double)n / (double)parts;
        status = dab(p, at);
    }
    return status;
}

static yee_status draw_blade(const pen *p, const double foot[3], double height, double lean,
                             double angle)
{
    enum { PARTS = 32 };
    const surface *s = p->s;
    double from[3] = {foot[0], foot[1], foot[2]};
    yee_status status = YEE_OK;
    for (int n = 1; !status && n <= PARTS; n++) {
        const double t = (double)n / PARTS;
        double to[3] = {foot[0], foot[1], foot[2]};
        to[s->u] += lean * height * t * t * cos(angle);
        to[s->v] += lean * height * t * t * sin(angle);
        to[s->axis] += height * t;
        status = stroke(p, from, to);
        for (int a = 0; a < 3; a++)
            from[a] = to[a];
    }
    return status;
}

static yee_status draw_root(const pen *p, const double foot[3], uint32_t blade, double depth)
{
    const surface *s = p->s;
    double from[3] = {foot[0], foot[1], foot[2]};
    yee_status status = YEE_OK;
    for (uint32_t n = 0; !status && n < ROOT_PARTS; n++) {
        const philox r =
            philox_at((uint64_t)p->c->rough.field.seed, blade, n, 2, (uint32_t)BLADES);
        const double part = depth / ROOT_PARTS;
        double to[3] = {from[0], from[1], from[2]};
        to[s->u] += part * (2 * philox_unit(r.v[0]) - 1);
        to[s->v] += part * (2 * philox_unit(r.v[1]) - 1);
        to[s->axis] -= part;
        status = stroke(p, from, to);
        for (int a = 0; a < 3; a++)
            from[a] = to[a];
    }
    return status;
}

static yee_status grow(const pen *p, uint32_t blade)
{
    const config *c = p->c;
    const surface *s = p->s;
    const uint64_t seed = (uint64_t)c->rough.field.seed;
    const philox r = philox_at(seed, blade, 0, 0, (uint32_t)BLADES);
    const philox q = philox_at(seed, blade, 0, 1, (uint32_t)BLADES);
    double foot[3];
    foot[s->u] = s->lo[s->u] + philox_unit(r.v[0]) * (s->hi[s->u] - s->lo[s->u]);
    foot[s->v] = s->lo[s->v] + philox_unit(r.v[1]) * (s->hi[s->v] - s->lo[s->v]);
    /* in 2-D all blades stand in the plane that is seen */
    for (int a = 0; a < 3; a++)
        if (p->grid->axis[a].invariant && a != s->axis)
            foot[a] = 0.5 * (s->lo[a] + s->hi[a]);
    foot[s->axis] = surface_height(s, foot[s->u], foot[s->v]);
    const double height = c->height_min + philox_unit(r.v[2]) * (c->height_max - c->height_min);
    const yee_status status = draw_blade(p, foot, height, c->lean * philox_unit(r.v[3]),
                                         2 * YEE_PI * philox_unit(q.v[0]));
    return status || !(c->roots > 0)
               ? status
               : draw_root(p, foot, blade, c->roots * philox_unit(q.v[1]));
}

static yee_status open_grass(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    meadow *m = host->alloc(host, sizeof *m);
    if (!m)
        return host->fail(host, YEE_MEMORY, "no memory for a surface");
    if (c->height_max < c->height_min)
        return host->fail(host, YEE_INPUT, "height_max = %g m is below height_min = %g m",
                          c->height_max, c->height_min);
    *out = m;
    m->c = c;
    const yee_status status = surface_begin(host, &c->keys, &m->surface);
    return status ? status : surface_random(host, &c->rough, &m->surface);
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const meadow *m = self;
    pen p = {
        .c = m->c, .s = &m->surface, .grid = view->grid, .painter = painter, .step = INFINITY};
    yee_status status = YEE_OK;
    (void)host;
    for (int a = 0; a < 3; a++)
        for (int64_t i = 0; !view->grid->axis[a].invariant && i < view->grid->axis[a].cells;
             i++)
            p.step = fmin(
                p.step, 0.5 * (view->grid->axis[a].node[i + 1] - view->grid->axis[a].node[i]));
    for (int64_t blade = 0; !status && blade < p.c->blades; blade++)
        status = grow(&p, (uint32_t)blade);
    return status;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .open = open_grass,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "grass",
    .summary = "blades and roots on a surface: vegetation",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.meadow]\n"
               "type = grass\n"
               "from = 0, 0, 0 mm\n"
               "to = 30, 30, 25 mm\n"
               "axis = z\n"
               "blades = 40\n"
               "height_min = 4 mm\n"
               "height_max = 9 mm\n"
               "roots = 5 mm\n"
               "level = 12 mm\n"
               "rms = 1 mm\n"
               "exponent = 1.5\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
