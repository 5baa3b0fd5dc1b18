/* sources/current_sheet.c: a rectangle of electric or magnetic surface current.
 *
 * A surface current density K is the volume density K/h on the layer of Yee points nearest to
 * the sheet, h the width of that layer. A sheet that fills a plane radiates a plane wave to
 * each side, E = -eta K/2 (electric) or H = -K/(2 eta) (magnetic) on the sheet; R. F.
 * Harrington, Time-Harmonic Electromagnetic Fields (1961), sec. 3-1. Points whose cells are cut
 * by the rim carry the share that lies inside, so the total current is exact. */
#include "common/direction.h"
#include "common/position.h"
#include "common/signal.h"
#include <math.h>

typedef struct config {
    yee_vec3 from, to;
    const char *direction;
    const char *waveform;
    double current, magnetic_current;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0,
                   "A corner of the rectangle; exactly one coordinate is that of 'to'."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "The opposite corner."),
    YEE_PARAM_TEXT(config, direction, NULL,
                   "Of the current: x, y, z, -x, ... or a vector: 1, 0, 1."),
    YEE_PARAM_REF(config, waveform, "waveform", NULL,
                  "The waveform that multiplies the current."),
    YEE_PARAM_REAL(config, current, "A/m", YEE_UNSET, 0, 0,
                   "Electric surface current density."),
    YEE_PARAM_REAL(config, magnetic_current, "V/m", YEE_UNSET, 0, 0,
                   "Magnetic surface current density."),
    YEE_PARAM_ONE_OF("current|magnetic_current"),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_DIRECTIONS("direction"),
    YEE_PARAM_REVERSED("magnetic_current"),
    YEE_PARAM_END,
};

static double overlap(double a0, double a1, double b0, double b1)
{
    return fmax(0, fmin(a1, b1) - fmax(a0, b0));
}

/* Part of the width of point i that lies within [lo, hi]; the cell of node 0 of a periodic axis
 * is half at each end, and that of a node on a plane of symmetry is half an image. */
static double share(const yee_grid *grid, int c, int axis, int64_t i, double lo, double hi)
{
    const yee_axis_data *a = &grid->axis[axis];
    const double *x = a->node;

    if (a->invariant)
        return 1;
    if (yee_half(c, axis))
        return overlap(x[i], x[i + 1], lo, hi) / (x[i + 1] - x[i]);
    double low = i > 0 ? 0.5 * (x[i - 1] + x[i]) : x[i];
    double high = i < a->cells ? 0.5 * (x[i] + x[i + 1]) : x[i];
    double inside = overlap(low, high, lo, hi);
    if (a->periodic && i == 0)
        inside += overlap(0.5 * (x[a->cells - 1] + x[a->cells]), x[a->cells], lo, hi);
    return inside / yee_grid_width(grid, c, axis, i);
}

/* The sheet goes on to its image beyond a plane of symmetry that it touches. Where it lies in the
 * plane, components half a cell beside it carry one half on each side. */
static yee_status mirror(const yee_host *host, const config *c, const yee_grid *grid,
                         int component, int normal, double *value)
{
    for (int a = 0; a < 3; a++)
        for (int end = 0; end < (a == normal ? 1 : 2); end++) {
            const int side = source_mirror(grid, a, end ? c->to.v[a] : c->from.v[a]);
            const yee_status status =
                side < 0 ? YEE_OK : source_mirrored(host, grid, component, a, side);
            if (status)
                return status;
            if (side >= 0 && a == normal && yee_half(component, a))
                *value *= 0.5;
        }
    return YEE_OK;
}

static yee_status find_normal(const yee_host *host, const config *c, const yee_grid *grid,
                              int *normal)
{
    int count = 0;
    bool flat = false;
    for (int a = 0; a < 3; a++) {
        flat = flat || grid->axis[a].invariant;
        double cell = (grid->axis[a].node[grid->axis[a].cells] - grid->axis[a].node[0]) /
                      (double)grid->axis[a].cells;
        if (!grid->axis[a].invariant && fabs(c->to.v[a] - c->from.v[a]) < 1e-6 * cell) {
            *normal = a;
            count++;
        }
    }
    if (count != 1)
        return host->fail(
            host, YEE_INPUT,
            "from and to share %d coordinates%s; a sheet needs exactly one, the one "
            "along its normal",
            count, flat ? " in the plane of this 2-D grid" : "");
    return YEE_OK;
}

static yee_status cover(const yee_host *host, const config *c, const yee_grid *grid,
                        yee_emitter *emitter, int component, int normal, double value)
{
    int64_t first[3], last[3], i[3];
    const yee_status fits = mirror(host, c, grid, component, normal, &value);

    if (fits)
        return fits;
    for (int a = 0; a < 3; a++) {
        first[a] = a == normal ? yee_component_nearest(grid, component, a, c->from.v[a]) : 0;
        last[a] = a == normal ? first[a] : grid->extent[component][a] - 1;
    }
    const double cell = yee_grid_whole_width(grid, component, normal, first[normal]);
    double density = value / cell;
    if (source_mirror(grid, normal, c->from.v[normal]) < 0)
        source_moved(host, grid, normal, "the sheet", c->from.v[normal],
                     yee_grid_position(grid, component, normal, first[normal]), cell);
    for (int a = 0; a < 3; a++)
        i[a] = a == normal ? first[a] : grid->begin[component][a];
    if (!source_updated(grid, component, i)) /* all of it is on a conductor: the core says so */
        return emitter->current(emitter, i[0], i[1], i[2], density, 0, 0);
    for (i[0] = first[0]; i[0] <= last[0]; i[0]++)
        for (i[1] = first[1]; i[1] <= last[1]; i[1]++)
            for (i[2] = first[2]; i[2] <= last[2]; i[2]++) {
                double part = source_updated(grid, component, i) ? 1 : 0;
                for (int a = 0; a < 3 && part > 0; a++)
                    if (a != normal)
                        part *= share(grid, component, a, i[a], fmin(c->from.v[a], c->to.v[a]),
                                      fmax(c->from.v[a], c->to.v[a]));
                /* a billionth of a cell is rounding of the rim's position */
                yee_status status = part > 1e-9 ? emitter->current(emitter, i[0], i[1], i[2],
                                                                   density * part, 0, 0)
                                                : YEE_OK;
                if (status)
                    return status;
            }
    return YEE_OK;
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    bool magnetic = isnan(c->current);
    double d[3], value = magnetic ? c->magnetic_current : c->current;
    int normal = 0;
    struct source_signal *signal;
    yee_status status;

    if ((status = source_direction(host, "direction", c->direction, d)) ||
        (status = source_inside(host, view->grid, "from", c->from.v)) ||
        (status = source_inside(host, view->grid, "to", c->to.v)) ||
        (status = find_normal(host, c, view->grid, &normal)))
        return status;
    if ((status = source_signal_new(host, view, c->waveform, magnetic ? 0 : 0.5, &signal)))
        return status;
    for (int a = 0; a < 3; a++) {
        int component = a + (magnetic ? YEE_HX : YEE_EX);
        if (d[a] != 0 &&
            ((status = emitter->group(emitter, component, false, &signal->signals)) ||
             (status = cover(host, c, view->grid, emitter, component, normal, value * d[a]))))
            return status;
    }
    return YEE_OK;
}

static const char *waveform(const void *cfg) { return ((const config *)cfg)->waveform; }

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .waveform = waveform,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SOURCE,
    .name = "current_sheet",
    .summary = "rectangle of uniform surface current, electric or magnetic",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.sheet]\n"
               "type = current_sheet\n"
               "from = 10, 5, 0 mm\n"
               "to = 10, 25, 30 mm\n"
               "direction = z\n"
               "current = 1 A/m\n"
               "waveform = pulse\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
