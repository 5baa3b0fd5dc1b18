/* sources/voltage.c: a voltage source with an internal resistance between two nodes.
 *
 * The edges from the negative to the positive terminal are in series, the columns across them
 * in parallel. The port's voltage is V = -sum E dl, averaged over the columns by their areas,
 * and its current I, positive when it leaves the positive terminal, is spread evenly over their
 * area; V = Vs - R I then holds in every step. Without a waveform it is a resistor. M.
 * Piket-May, A. Taflove and J. Baron, IEEE Trans. Microw. Theory Tech. 42 (1994) 1514. */
#include "common/position.h"
#include "common/signal.h"
#include <math.h>

typedef struct config {
    yee_vec3 negative, positive, across;
    double resistance, voltage;
    const char *waveform;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, negative, "m", NULL, 0, 0, "The negative terminal, a grid node."),
    YEE_PARAM_VEC3(config, positive, "m", NULL, 0, 0,
                   "The positive terminal, on the same grid line."),
    YEE_PARAM_VEC3(
        config, across, "m", "0, 0, 0", 0, 0,
        "How far the terminals reach sideways: all columns between are in parallel."),
    YEE_PARAM_REAL(config, resistance, "Ohm", "50 Ohm", 0, YEE_INFINITY,
                   "Internal resistance."),
    YEE_PARAM_REAL(config, voltage, "V", "1 V", 0, 0, "Open-circuit voltage."),
    YEE_PARAM_TEXT(config, waveform, YEE_UNSET,
                   "Name of the waveform that multiplies the voltage; none: a resistor."),
    YEE_PARAM_END,
};

/* Axis that joins the terminals, -1 unless it is exactly one. */
static int find_axis(const config *c, const yee_grid *grid)
{
    int axis = -1;
    for (int a = 0; a < 3; a++) {
        const double *x = grid->axis[a].node;
        double cell = (x[grid->axis[a].cells] - x[0]) / (double)grid->axis[a].cells;
        if (fabs(c->positive.v[a] - c->negative.v[a]) < 1e-6 * cell)
            continue;
        if (axis >= 0)
            return -1;
        axis = a;
    }
    return axis;
}

/* Edges [lo, hi) of the port along each axis: cells between the terminals, nodes sideways. */
static yee_status find_edges(const yee_host *host, const config *c, const yee_grid *grid,
                             int axis, int64_t lo[3], int64_t hi[3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *data = &grid->axis[a];
        double from = c->negative.v[a];
        double to = a == axis ? c->positive.v[a] : from + c->across.v[a];
        lo[a] = data->invariant ? 0 : yee_axis_nearest(data, fmin(from, to));
        hi[a] = data->invariant ? 1 : yee_axis_nearest(data, fmax(from, to)) + (a != axis);
        if (lo[a] >= hi[a])
            return host->fail(host, YEE_INPUT,
                              "negative and positive are the same node along %c (%.9g and %.9g "
                              "m); they need at least one cell between them",
                              "xyz"[a], from, to);
        if (!data->periodic || a == axis || hi[a] <= data->cells)
            continue;
        /* node n is node 0 */
        if (lo[a] > 0 && lo[a] < data->cells)
            return host->fail(host, YEE_INPUT,
                              "the columns from %.9g to %.9g m along %c cross the periodic "
                              "face; keep them on one side or take the whole axis",
                              from, to, "xyz"[a]);
        hi[a] = lo[a] == 0 ? data->cells : 1;
        lo[a] = 0;
    }
    return YEE_OK;
}

/* A terminal beside the metal it should touch is no port of it. */
static void report(const yee_host *host, const config *c, const yee_grid *grid, int axis)
{
    for (int a = 0; a < 3; a++) {
        const double from = c->negative.v[a], side = c->across.v[a];
        source_snapped(host, grid, a, a == axis ? "negative" : "negative and positive", from);
        if (a == axis)
            source_snapped(host, grid, a, "positive", c->positive.v[a]);
        else if (side != 0)
            source_snapped(host, grid, a, "negative + across", from + side);
    }
}

static yee_status connect(const config *c, const yee_grid *grid, yee_emitter *emitter, int axis,
                          const int64_t lo[3], const int64_t hi[3])
{
    int b = (axis + 1) % 3, d = (axis + 2) % 3;
    double up = c->positive.v[axis] > c->negative.v[axis] ? 1 : -1, area = 0;

    for (int64_t m = lo[b]; m < hi[b]; m++)
        for (int64_t n = lo[d]; n < hi[d]; n++)
            area += source_width(grid, axis, b, m) * source_width(grid, axis, d, n);
    int64_t i[3];
    for (i[0] = lo[0]; i[0] < hi[0]; i[0]++)
        for (i[1] = lo[1]; i[1] < hi[1]; i[1]++)
            for (i[2] = lo[2]; i[2] < hi[2]; i[2]++) {
                double part = source_width(grid, axis, b, i[b]) *
                              source_width(grid, axis, d, i[d]) / area;
                double length = source_width(grid, axis, axis, i[axis]);
                yee_status status =
                    emitter->edge(emitter, i[0], i[1], i[2], -up * length * part, up / area);
                if (status)
                    return status;
            }
    return YEE_OK;
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    const yee_grid *grid = view->grid;
    int axis = find_axis(c, grid);
    int64_t lo[3], hi[3];
    double end[3];
    struct source_signal *signal;
    yee_status status;

    if (axis < 0)
        return host->fail(host, YEE_INPUT,
                          "positive - negative = (%.9g, %.9g, %.9g) m; the terminals must "
                          "differ along exactly one axis",
                          c->positive.v[0] - c->negative.v[0],
                          c->positive.v[1] - c->negative.v[1],
                          c->positive.v[2] - c->negative.v[2]);
    for (int a = 0; a < 3; a++)
        end[a] = c->positive.v[a] + (a == axis ? 0 : c->across.v[a]);
    if ((status = source_inside(host, grid, "negative", c->negative.v)) ||
        (status = source_inside(host, grid, "positive + across", end)) ||
        (status = find_edges(host, c, grid, axis, lo, hi)))
        return status;
    report(host, c, grid, axis);
    if ((status = source_signal_new(host, view, c->waveform, 0.5, &signal)))
        return status;
    signal->factor = c->voltage;
    if ((status = emitter->port(emitter, axis, c->resistance, &signal->signals)))
        return status;
    return connect(c, grid, emitter, axis, lo, hi);
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
    .name = "voltage",
    .summary = "lumped port: voltage source with internal resistance, or a resistor",
    .reference = "https://doi.org/10.1109/22.297814",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
