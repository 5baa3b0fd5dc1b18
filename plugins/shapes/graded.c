/* plugins/shapes/graded.c: media whose permittivity follows a formula.
 *
 *     parabolic   eps = E (1 - (g r)^2), g = 2 pi/pitch, r from a line: a rod; rays near that
 *                 line obey r'' = -g^2 r and cross it every half pitch
 *     luneburg    eps = E (2 - (r/R)^2), r from a point: brings a plane wave to a point of its
 *                 rim; R. K. Luneburg, Mathematical Theory of Optics (Brown University, 1944)
 *     fisheye     eps = E 4/(1 + (r/R)^2)^2: brings each point of its rim to the opposite one;
 *                 J. C. Maxwell, Camb. Dublin Math. J. 8 (1854) 188
 *     linear      from one material to another along a line: all that these are made of
 *
 * Along an invariant axis nothing changes: in 2-D a ball is a rod. A cell takes the value at its
 * middle, rounded to one of so many levels; its edges take means, as between any materials. */
#include "common/mix.h"

#include <math.h>
#include <string.h>
#include <yee/yee.h>

#define SLACK 1e-9 /* of a length: a centre on the surface must not depend on rounding */

enum { PARABOLIC, LUNEBURG, FISHEYE, LINEAR };

typedef struct config {
    int profile;
    yee_vec3 center, from, to;
    double radius, eps, pitch;
    yee_texts materials;
    int64_t levels;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, profile, NULL, "parabolic|luneburg|fisheye|linear",
                     "parabolic: a rod, eps falls with the square of the distance from its "
                     "axis; luneburg, fisheye: the balls of that name; linear: a slab from one "
                     "material to another."),
    YEE_PARAM_VEC3(config, center, "m", YEE_UNSET, 0, 0, "The middle of a ball."),
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0,
                   "Middle of one end of a rod, or a point of a slab's first face."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0,
                   "Middle of the other end, or the point straight across on the other face."),
    YEE_PARAM_REAL(config, radius, "m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Radius of a rod or ball."),
    YEE_PARAM_REAL(config, eps, NULL, "1", YEE_POSITIVE, YEE_INFINITY,
                   "Relative permittivity on the axis of a rod, or around a ball."),
    YEE_PARAM_REAL(config, pitch, "m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Period of the rays of a rod, 2 pi/g of eps (1 - (g r)^2)."),
    YEE_PARAM_REFS(config, materials, "material", YEE_UNSET,
                   "The two materials of a slab, at from and at to."),
    YEE_PARAM_INT(config, levels, "1000", 1, 1e6,
                  "Values between the least and the largest that are told from each other."),
    YEE_PARAM_POINTS("center|from|to"),
    YEE_PARAM_END,
};

/* The object at work. */
typedef struct graded {
    const yee_host *host;
    const config *c;
    bool varies[3];   /* axes that are not invariant */
    double axis[3];   /* to - from */
    double length;    /* its square, m^2 */
    double low, high; /* eps at the rim, and in the middle */
    const yee_material *end[2];
    int64_t *number; /* of the material of each level, 0: not made; shape [levels + 1] */
} graded;

static yee_status lacks(const graded *g, const char *what)
{
    static const char *const word[] = {"parabolic", "luneburg", "fisheye", "linear"};
    return g->host->fail(g->host, YEE_INPUT, "%s is missing; profile = %s needs it", what,
                         word[g->c->profile]);
}

static yee_status prepare_line(graded *g)
{
    const config *c = g->c;
    if (isnan(c->from.v[0]))
        return lacks(g, "from");
    if (isnan(c->to.v[0]))
        return lacks(g, "to");
    for (int a = 0; a < 3; a++) {
        g->axis[a] = g->varies[a] ? c->to.v[a] - c->from.v[a] : 0;
        g->length += g->axis[a] * g->axis[a];
    }
    const bool along =
        c->profile == PARABOLIC && !(g->varies[0] && g->varies[1] && g->varies[2]);
    return g->length > 0 || along /* a rod along the axis without cells */
               ? YEE_OK
               : g->host->fail(g->host, YEE_INPUT,
                               "from and to are one point of the grid; give two "
                               "points along the %s",
                               c->profile == LINEAR ? "slope" : "rod's axis");
}

static yee_status prepare_slab(graded *g, const yee_view *view)
{
    const yee_texts *names = &g->c->materials;
    if (names->count != 2)
        return g->host->fail(g->host, YEE_INPUT,
                             "materials has %zu names; profile = linear needs two",
                             names->count);
    for (int n = 0; n < 2; n++) {
        const yee_status status = view->material_of(view, names->v[n], &g->end[n]);
        if (status)
            return status;
        if (g->end[n]->conductor != YEE_NOT_CONDUCTOR)
            return g->host->fail(g->host, YEE_INPUT,
                                 "materials: '%s' is a perfect conductor, and there is nothing "
                                 "between it and another material",
                                 names->v[n]);
    }
    return prepare_line(g);
}

static yee_status prepare(graded *g, const yee_view *view)
{
    const config *c = g->c;
    for (int a = 0; a < 3; a++)
        g->varies[a] = !view->grid->axis[a].invariant;
    g->number = g->host->alloc(g->host, (size_t)(c->levels + 1) * sizeof *g->number);
    if (!g->number)
        return g->host->fail(g->host, YEE_MEMORY, "no memory for %lld levels",
                             (long long)c->levels);
    if (c->profile == LINEAR)
        return prepare_slab(g, view);
    if (isnan(c->radius))
        return lacks(g, "radius");
    if (c->profile != PARABOLIC) {
        g->low = c->eps;
        g->high = c->eps * (c->profile == LUNEBURG ? 2 : 4);
        return isnan(c->center.v[0]) ? lacks(g, "center") : YEE_OK;
    }
    if (isnan(c->pitch))
        return lacks(g, "pitch");
    const double most = 2 * YEE_PI * c->radius / c->pitch;
    g->high = c->eps;
    g->low = c->eps * (1 - most * most);
    if (!(g->low > 0))
        return g->host->fail(
            g->host, YEE_INPUT,
            "radius: eps is %g at the rod's rim, %g m from its axis; it must be "
            "above 0, so radius must be below pitch/(2 pi) = %g m",
            g->low, c->radius, c->pitch / (2 * YEE_PI));
    return prepare_line(g);
}

/* How far the point is from the least value (0) to the largest (1); -1: it is outside. */
static double place(const graded *g, const double at[3])
{
    const config *c = g->c;
    const bool line = c->profile == PARABOLIC || c->profile == LINEAR;
    double along = 0, square = 0;
    for (int a = 0; a < 3; a++)
        along += line && g->varies[a] && g->length > 0
                     ? (at[a] - c->from.v[a]) * g->axis[a] / g->length
                     : 0;
    if (line && !(along >= -SLACK && along < 1 - SLACK))
        return -1;
    if (c->profile == LINEAR)
        return fmin(1, fmax(0, along));
    for (int a = 0; a < 3; a++) {
        const double d =
            line ? at[a] - c->from.v[a] - along * g->axis[a] : at[a] - c->center.v[a];
        square += g->varies[a] ? d * d / (c->radius * c->radius) : 0;
    }
    if (square > 1 + SLACK)
        return -1;
    square = fmin(1, square);
    return c->profile == FISHEYE ? (4 / ((1 + square) * (1 + square)) - 1) / 3 : 1 - square;
}

/* The number of a level's material; -1 after storing an error. */
static int64_t level(graded *g, yee_painter *painter, int64_t n)
{
    const double t = (double)n / (double)g->c->levels;
    yee_material m = yee_material_vacuum();
    if (g->number[n])
        return g->number[n];
    if (g->c->profile == LINEAR && mix_laws(g->host, g->end[0], g->end[1], t, &m))
        return -1;
    for (int a = 0; a < 3 && g->c->profile != LINEAR; a++)
        m.electric[a].inf = g->low + t * (g->high - g->low);
    return g->number[n] = painter->make(painter, NULL, &m);
}

static double middle(const yee_grid *grid, int a, int64_t i)
{
    return 0.5 * (grid->axis[a].node[i] + grid->axis[a].node[i + 1]);
}

/* As it is painted: what paint() would refuse has no bounds. */
static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    const bool ball = c->profile == LUNEBURG || c->profile == FISHEYE;
    (void)host;
    for (int a = 0; a < 3 && c->profile != LINEAR; a++) {
        lo[a] = (ball ? c->center.v[a] : fmin(c->from.v[a], c->to.v[a])) - c->radius;
        hi[a] = (ball ? c->center.v[a] : fmax(c->from.v[a], c->to.v[a])) + c->radius;
    }
    return YEE_OK;
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const yee_grid *grid = view->grid;
    graded g = {.host = host, .c = self};
    yee_status status = prepare(&g, view);
    const int64_t ny = grid->axis[1].cells, nz = grid->axis[2].cells;
    uint32_t *plane = status ? NULL : host->alloc(host, (size_t)(ny * nz) * sizeof *plane);
    if (!status && !plane)
        return host->fail(host, YEE_MEMORY, "no memory for a plane of %lld x %lld cells",
                          (long long)ny, (long long)nz);
    for (int64_t i = 0; !status && i < grid->axis[0].cells; i++) {
        for (int64_t q = 0; q < ny * nz; q++) {
            const double t =
                place(&g, (const double[]){middle(grid, 0, i), middle(grid, 1, q / nz),
                                           middle(grid, 2, q % nz)});
            const int64_t number =
                t < 0 ? YEE_UNPAINTED : level(&g, painter, llround(t * (double)g.c->levels));
            if (number < 0)
                return YEE_INPUT;
            plane[q] = (uint32_t)number;
        }
        status = painter->fill(painter, (const int64_t[]){i, 0, 0},
                               (const int64_t[]){i + 1, ny, nz}, plane);
    }
    return status;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "graded",
    .summary = "graded index: parabolic rod, Luneburg lens, Maxwell's fish-eye, linear slab",
    .reference =
        "R. K. Luneburg, Mathematical Theory of Optics (1944); J. C. Maxwell, Camb. Dublin "
        "Math. J. 8 (1854) 188",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.lens]\n"
               "type = graded\n"
               "profile = luneburg\n"
               "center = 15, 15, 15 mm\n"
               "radius = 10 mm\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
