/* sources/current_sheet.c: a rectangle of electric or magnetic surface current, uniform or with the
 * profile of a guide's mode or a beam.
 *
 * A surface current density K is the volume density K/h on the layer of Yee points nearest to
 * the sheet, h the width of that layer. A sheet that fills a plane radiates a plane wave to
 * each side, E = -eta K/2 (electric) or H = -K/(2 eta) (magnetic) on the sheet; R. F.
 * Harrington, Time-Harmonic Electromagnetic Fields (1961), sec. 3-1. Points whose cells are cut
 * by the rim carry the share that lies inside, so the total current is exact.
 *
 * A profile multiplies the density at each point: sin(n pi s), s from 0 to 1 between the ends, is the
 * field across a guide with electric walls there, on the lattice too, so that a sheet all across it sends
 * out its mode alone, E = -Z K/2 with Z its impedance omega mu/beta; exp(-(x/w)^2) about the middle is
 * a Gaussian beam with its waist w in the sheet (H. Kogelnik and T. Li, Appl. Opt. 5 (1966) 1550,
 * eq. (17)). */
#include "common/direction.h"
#include "common/position.h"
#include "common/signal.h"
#include <math.h>
#include <stdlib.h>

typedef struct config {
    yee_vec3 from, to;
    const char *direction;
    const char *waveform;
    double current, magnetic_current;
    yee_vec3 half_waves, waist;
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
    YEE_PARAM_VEC3(
        config, half_waves, NULL, "0, 0, 0", 0, 1e6,
        "Half sine waves of the current along x, y and z, from end to end, as modes of guides "
        "with electric walls have them: 0, 1, 0 is TE10 of one that is wide along y; 0: "
        "uniform."),
    YEE_PARAM_VEC3(
        config, waist, "m", "0 m, 0 m, 0 m", 0, YEE_INFINITY,
        "Along x, y and z the distance from the middle at which the current has fallen to "
        "1/e, of a Gaussian beam; 0: uniform. The sheet should be four times as wide."),
    YEE_PARAM_ONE_OF("current|magnetic_current"),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_PER_AXIS("half_waves|waist"),
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

/* The ends of the sheet along an axis, those of its images too. */
static void ends(const config *c, const yee_grid *grid, int axis, double end[2])
{
    const double lo = fmin(c->from.v[axis], c->to.v[axis]);
    const double hi = fmax(c->from.v[axis], c->to.v[axis]);
    end[0] = source_mirror(grid, axis, lo) >= 0 ? 2 * lo - hi : lo;
    end[1] = source_mirror(grid, axis, hi) >= 0 ? 2 * hi - lo : hi;
}

/* The part of the whole density that point i has by the sheet's profile along an axis. */
static double profile(const config *c, const yee_grid *grid, int component, int axis, int64_t i)
{
    double end[2];
    if (grid->axis[axis].invariant)
        return 1;
    ends(c, grid, axis, end);
    const double x = yee_grid_position(grid, component, axis, i);
    const double s = fmin(1, fmax(0, (x - end[0]) / (end[1] - end[0])));
    const double n = c->half_waves.v[axis], w = c->waist.v[axis];
    const double off = w > 0 ? (x - 0.5 * (end[0] + end[1])) / w : 0;
    return (n > 0 ? sin(YEE_PI * n * s) : 1) * exp(-off * off);
}

/* Profiles are along the sheet, of whole half waves, and even about planes that it touches. */
static yee_status check_profile(const yee_host *host, const config *c, const yee_grid *grid,
                                int normal)
{
    for (int a = 0; a < 3; a++) {
        const double n = c->half_waves.v[a];
        const bool given = n > 0 || c->waist.v[a] > 0;
        if (given && (a == normal || grid->axis[a].invariant))
            return host->fail(host, YEE_INPUT, "%s along %c, %s; 0 there",
                              n > 0 ? "half_waves" : "waist", "xyz"[a],
                              a == normal ? "the sheet's normal, where it has no width"
                                          : "where nothing changes in this 2-D grid");
        if (n != floor(n))
            return host->fail(host, YEE_INPUT,
                              "half_waves = %g along %c; whole numbers are modes", n, "xyz"[a]);
        double end[2];
        ends(c, grid, a, end);
        const double own = fabs(c->to.v[a] - c->from.v[a]), whole = end[1] - end[0];
        if (given && whole > 2.5 * own)
            return host->fail(host, YEE_INPUT,
                              "%s along %c, where the sheet and its images in both planes of "
                              "symmetry have no end; 0 there",
                              n > 0 ? "half_waves" : "waist", "xyz"[a]);
        const int64_t cells = llabs(yee_axis_nearest(&grid->axis[a], c->to.v[a]) -
                                    yee_axis_nearest(&grid->axis[a], c->from.v[a])) *
                              (whole > 1.5 * own ? 2 : 1);
        if (n > 0 && n >= (double)cells)
            return host->fail(
                host, YEE_INPUT,
                "half_waves = %g along %c, where the sheet has %lld cells; a half "
                "wave needs more than one",
                n, "xyz"[a], (long long)cells);
        if (n > 0 && fmod(n, 2) < 1 && whole > 1.5 * own)
            return host->fail(
                host, YEE_INPUT,
                "half_waves = %g along %c are odd about the plane of symmetry in "
                "the middle of the whole sheet, whose image is even: 1, 3, 5, ...",
                n, "xyz"[a]);
    }
    return YEE_OK;
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
                for (int a = 0; a < 3 && part != 0; a++)
                    if (a != normal)
                        part *= share(grid, component, a, i[a], fmin(c->from.v[a], c->to.v[a]),
                                      fmax(c->from.v[a], c->to.v[a])) *
                                profile(c, grid, component, a, i[a]);
                /* a billionth of a cell is rounding of the rim's position */
                yee_status status =
                    fabs(part) > 1e-9
                        ? emitter->current(emitter, i[0], i[1], i[2], density * part, 0, 0)
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
        (status = find_normal(host, c, view->grid, &normal)) ||
        (status = check_profile(host, c, view->grid, normal)))
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
    .summary =
        "rectangle of surface current, electric or magnetic, uniform or a mode's or beam's",
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
