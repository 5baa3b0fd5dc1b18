/* plugins/shapes/wire.c: an infinitely thin wire along the edges of the grid.
 *
 * Every point of the path moves to the nearest node; between two of them the wire takes the
 * edges that stay nearest to the straight line, a staircase where the line is oblique. A wire
 * of edges acts like one with a radius of exp(-gamma)/sqrt(8) = 0.1985 cells (gamma: Euler's
 * constant), by the potential of a line charge on the lattice; T. Asada, Y. Baba et al., IEEE
 * Trans. Electromagn. Compat. 57 (2015). It is half a cell longer, a quarter at each end, by
 * its charge there: a dipole of 41 cells resonates at 0.4600 wavelengths, one of that radius
 * and length at 0.4596 by the method of moments. */
#include "common/snap.h"
#include "common/staircase.h"
#include "common/thin.h"
#include <math.h>
#include <stdio.h>

#define SHIFT 0.01 /* of a resonance: a lower one is worth a warning */

typedef struct config {
    yee_reals points;
    bool staircase;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(
        config, points, "m", NULL, 0, 0,
        "Points of the path, three numbers each: x1, y1, z1, x2, y2, z2, ... The wire "
        "acts like one with a radius of 0.1985 cells, half a cell longer."),
    YEE_PARAM_BOOL(
        config, staircase, "no",
        "Oblique pieces, which are staircases of edges and resonate lower, are meant: "
        "there is no warning."),
    YEE_PARAM_POINTS("points"),
    YEE_PARAM_END,
};

/* A wire at work. */
typedef struct drawing {
    const yee_host *host;
    const yee_grid *grid;
    yee_painter *painter;
    int64_t oblique;  /* pieces */
    int64_t capacity; /* of path.node */
    staircase path;
} drawing;

/* The path of edges goes on to a node. False: no memory. */
static bool go_on(drawing *w, const int64_t at[3])
{
    staircase *path = &w->path;
    if (path->nodes == w->capacity) {
        w->capacity = 2 * w->capacity + 64;
        double(*more)[3] = w->host->alloc(w->host, (size_t)w->capacity * sizeof *more);
        if (!more)
            return false;
        for (int64_t n = 0; n < path->nodes; n++)
            for (int a = 0; a < 3; a++)
                more[n][a] = path->node[n][a];
        path->node = more;
    }
    for (int a = 0; a < 3; a++)
        path->node[path->nodes][a] = w->grid->axis[a].node[at[a]];
    path->nodes++;
    return true;
}

static yee_status no_memory(const drawing *w)
{
    return w->host->fail(w->host, YEE_MEMORY, "no memory for a wire");
}

static yee_status edge(yee_painter *painter, int axis, const int64_t at[3], int64_t count)
{
    int64_t lo[3], hi[3];
    for (int a = 0; a < 3; a++) {
        lo[a] = at[a];
        hi[a] = at[a] + (a == axis ? count : 1);
    }
    return painter->edges(painter, axis, lo, hi, 0);
}

/* Square of the distance of a node from the line through p along d. */
static double distance(const yee_grid *grid, const int64_t at[3], const double p[3],
                       const double d[3])
{
    double along = 0, length = 0, square = 0;
    for (int a = 0; a < 3; a++) {
        const double q = grid->axis[a].node[at[a]] - p[a];
        along += q * d[a];
        length += d[a] * d[a];
        square += q * q;
    }
    return square - along * along / length;
}

static yee_status segment(drawing *w, const int64_t from[3], const int64_t to[3])
{
    const yee_grid *grid = w->grid;
    int64_t at[3], left[3];
    double p[3], d[3];
    int moving = 0, axis = 0;
    for (int a = 0; a < 3; a++) {
        at[a] = from[a];
        left[a] = to[a] - from[a];
        p[a] = grid->axis[a].node[from[a]];
        d[a] = grid->axis[a].node[to[a]] - p[a];
        moving += left[a] != 0;
    }
    w->oblique += moving > 1;
    while (left[0] || left[1] || left[2]) {
        double least = INFINITY;
        for (int a = 0; a < 3; a++) {
            if (!left[a])
                continue;
            int64_t next[3] = {at[0], at[1], at[2]};
            next[a] += left[a] < 0 ? -1 : 1;
            const double off = distance(grid, next, p, d);
            if (off < least) {
                least = off;
                axis = a;
            }
        }
        const int64_t step = left[axis] < 0 ? -1 : 1;
        if (step < 0)
            at[axis]--;
        if (moving > 1) {
            const yee_status status = edge(w->painter, axis, at, 1);
            if (status != YEE_OK)
                return status;
        }
        if (step > 0)
            at[axis]++;
        left[axis] -= step;
        if (!go_on(w, at))
            return no_memory(w);
    }
    for (int a = 0; a < 3 && moving == 1; a++)
        if (to[a] != from[a]) {
            at[a] = from[a] < to[a] ? from[a] : to[a];
            return edge(w->painter, a, at, from[a] < to[a] ? to[a] - at[a] : from[a] - at[a]);
        }
    return YEE_OK;
}

/* Says what a staircase does to the wire. In 2-D it is a sheet, for which no number is known. */
static yee_status report(const drawing *w)
{
    const double asked = staircase_asked(&w->path), taken = staircase_taken(&w->path);
    const yee_axis_data *x = w->grid->axis;
    char lengths[160];
    snprintf(
        lengths, sizeof lengths,
        "it runs oblique in the grid (%lld piece%s) and becomes a staircase of edges, %.4g "
        "m long instead of %.4g m",
        (long long)w->oblique, w->oblique == 1 ? "" : "s", taken, asked);
    if (x[0].invariant || x[1].invariant || x[2].invariant) {
        w->host->log(w->host, YEE_WARNING,
                     "%s; let it run along the axes, or accept that by staircase = yes",
                     lengths);
        return YEE_OK;
    }
    const double ratio = staircase_slowness(w->host, &w->path);
    if (!(ratio > 0))
        return no_memory(w);
    w->host->log(
        w->host, ratio < 1 - SHIFT ? YEE_WARNING : YEE_INFO,
        "%s (%.3g %% more): it resonates about %.2g %% lower than a straight wire, and "
        "smaller cells help little; turn the model so that it runs along an axis, "
        "shorten it by as much, or accept that by staircase = yes",
        lengths, 100 * (taken / asked - 1), 100 * (1 - ratio));
    return YEE_OK;
}

/* In 2-D a piece whose ends are one node of the plane runs along the invariant axis. */
static yee_status piece(drawing *w, const int64_t from[3], const int64_t to[3])
{
    const yee_grid *grid = w->grid;
    for (int a = 0; a < 3; a++)
        if (grid->axis[a].invariant && from[(a + 1) % 3] == to[(a + 1) % 3] &&
            from[(a + 2) % 3] == to[(a + 2) % 3])
            return edge(w->painter, a, from, 1);
    return segment(w, from, to);
}

/* How far points were moved to nodes: how many, and the coordinate that was moved farthest. */
typedef struct moves {
    size_t points, coordinates, farthest; /* farthest: the number of the point */
    int axis;
    double part, at;
    int64_t node;
} moves;

static void count_moves(moves *m, const yee_grid *grid, const double *at, const int64_t *node,
                        size_t point)
{
    const size_t before = m->coordinates;
    for (int a = 0; a < 3; a++) {
        const double part = snap_part(&grid->axis[a], at[a], node[a]);
        m->coordinates += part > 0;
        if (part > m->part) {
            m->farthest = point;
            m->axis = a;
            m->part = part;
            m->at = at[a];
            m->node = node[a];
        }
    }
    m->points += m->coordinates > before;
}

/* One sentence, however many points there are. */
static void report_moves(const yee_host *host, const yee_grid *grid, const moves *m,
                         size_t points)
{
    const yee_axis_data *axis = &grid->axis[m->axis];
    if (m->coordinates == 1)
        snap_report(host, axis, m->axis, "a point of the wire", m->at, m->node);
    else if (m->coordinates)
        host->log(host, YEE_INFO,
                  "%zu of the %zu points of the wire were moved to nodes of the grid, the "
                  "farthest by %.0f %% of a cell: point %zu, %c = %g m to %g m",
                  m->points, points, 100 * m->part, m->farthest, ("xyz"[m->axis]), m->at,
                  axis->node[m->node]);
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const config *c = self;
    const size_t n = c->points.count / 3;
    if (c->points.count % 3 || n < 2)
        return host->fail(host, YEE_INPUT,
                          "points: %zu numbers; a wire takes three for each of at least two "
                          "points",
                          c->points.count);
    yee_status status = YEE_OK;
    int64_t last[3] = {0, 0, 0};
    drawing w = {.host = host, .grid = view->grid, .painter = painter};
    moves moved = {.points = 0};
    w.path.points = &c->points;
    thin_report(host, painter, "wire");
    for (size_t i = 0; i < n && status == YEE_OK; i++) {
        int64_t node[3];
        for (int a = 0; a < 3; a++) {
            const yee_axis_data *axis = &view->grid->axis[a];
            const double at = c->points.v[3 * i + (size_t)a];
            node[a] = snap_node(axis, at);
            if (node[a] < 0 || node[a] > axis->cells)
                return host->fail(host, YEE_INPUT,
                                  "points: point %zu, %c = %g m, is outside the grid, which "
                                  "goes from %g m to %g m",
                                  i + 1, ("xyz"[a]), at, axis->node[0],
                                  axis->node[axis->cells]);
        }
        count_moves(&moved, view->grid, &c->points.v[3 * i], node, i + 1);
        if (i > 0)
            status = piece(&w, last, node);
        else if (!go_on(&w, node))
            status = no_memory(&w);
        for (int a = 0; a < 3; a++)
            last[a] = node[a];
    }
    if (!status)
        report_moves(host, view->grid, &moved, n);
    return !status && w.oblique && !c->staircase ? report(&w) : status;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "wire",
    .summary = "infinitely thin wire along the edges of the grid",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.loop]\n"
               "type = wire\n"
               "points = 20, 8, 15, 20, 22, 15, 26, 22, 15 mm\n"
               "material = pec\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
