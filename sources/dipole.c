/* sources/dipole.c: Hertzian dipole, electric or magnetic.
 *
 * A current I along a length dl is the current density J = I dl/(dx dy dz) on one Yee edge. A
 * moment that is given as such, p (charge) or m (loop), makes the current of its derivative,
 * I dl = dp/dt and K dl = mu0 dm/dt, taken as the central difference over one step: the charge
 * on the grid is then p/dl exactly, at every step. The fields: C. A. Balanis, Antenna Theory,
 * 3rd ed. (2005), eq. (4-8) and (4-10). */
#include "common/direction.h"
#include "common/position.h"
#include "common/signal.h"
#include <math.h>
#include <string.h>

typedef struct config {
    yee_vec3 position;
    const char *direction;
    const char *waveform;
    double current, moment, charge_moment;
    double magnetic_current, magnetic_moment, loop_moment;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, position, "m", NULL, 0, 0,
                   "Where it is; moves to the nearest point of its component."),
    YEE_PARAM_TEXT(config, direction, NULL, "x, y, z, -x, ... or a vector: 1, 0, 1."),
    YEE_PARAM_REF(config, waveform, "waveform", NULL,
                  "The waveform that multiplies the strength."),
    YEE_PARAM_REAL(config, current, "A", YEE_UNSET, 0, 0,
                   "Electric current along one cell edge."),
    YEE_PARAM_REAL(config, moment, "A m", YEE_UNSET, 0, 0, "Electric current times length."),
    YEE_PARAM_REAL(config, charge_moment, "C m", YEE_UNSET, 0, 0,
                   "Charge times length; its time derivative is the current moment."),
    YEE_PARAM_REAL(config, magnetic_current, "V", YEE_UNSET, 0, 0,
                   "Magnetic current along one cell edge."),
    YEE_PARAM_REAL(config, magnetic_moment, "V m", YEE_UNSET, 0, 0,
                   "Magnetic current times length."),
    YEE_PARAM_REAL(config, loop_moment, "A m^2", YEE_UNSET, 0, 0,
                   "Current times area of a small loop; mu0 times its derivative is the "
                   "magnetic current moment."),
    YEE_PARAM_ONE_OF(
        "current|moment|charge_moment|magnetic_current|magnetic_moment|loop_moment"),
    YEE_PARAM_POINTS("position"),
    YEE_PARAM_DIRECTIONS("direction"),
    YEE_PARAM_REVERSED("magnetic_current|magnetic_moment|loop_moment"),
    YEE_PARAM_END,
};

/* The ways to give the strength. */
static const struct strength {
    size_t offset;
    double factor;
    bool magnetic, edge, derivative;
} strengths[] = {
    {offsetof(config, current), 1, false, true, false},
    {offsetof(config, moment), 1, false, false, false},
    {offsetof(config, charge_moment), 1, false, false, true},
    {offsetof(config, magnetic_current), 1, true, true, false},
    {offsetof(config, magnetic_moment), 1, true, false, false},
    {offsetof(config, loop_moment), YEE_MU0, true, false, true},
};

/* The one that is given, and its value. */
static const struct strength *choose(const config *c, double *value)
{
    const struct strength *s = NULL;
    *value = NAN;
    for (size_t n = 0; isnan(*value) && n < sizeof strengths / sizeof *strengths; n++) {
        s = &strengths[n];
        memcpy(value, (const char *)c + s->offset, sizeof *value);
    }
    *value *= s->factor;
    return s;
}

/* Puts the part of the dipole that one component carries on its nearest point. */
static yee_status place(const yee_host *host, const config *c, const yee_grid *grid,
                        yee_emitter *emitter, int component, double value, bool edge,
                        const yee_signals *signals)
{
    int64_t i[3] = {0, 0, 0};
    double volume = 1, at[3], moved = 0;

    yee_status status = emitter->group(emitter, component, false, signals);
    if (status)
        return status;
    for (int a = 0; a < 3; a++) {
        i[a] = yee_component_nearest(grid, component, a, c->position.v[a]);
        const double width = yee_grid_whole_width(grid, component, a, i[a]);
        const int mirror = source_mirror(grid, a, c->position.v[a]);
        const bool both = mirror >= 0 && yee_half(component, a);
        if (mirror >= 0 && (status = source_mirrored(host, grid, component, a, mirror)))
            return status;
        at[a] = yee_grid_position(grid, component, a, i[a]);
        if (!(edge && a == yee_direction(component)))
            volume *= width;
        volume *= both ? 2 : 1; /* one half is on the other side of the plane */
        if (!grid->axis[a].invariant && !both && !(grid->axis[a].periodic && i[a] == 0))
            moved = fmax(moved, fabs(at[a] - c->position.v[a]) / width);
    }
    if (moved > 0.01)
        host->log(host, YEE_INFO,
                  "%s moved by %.2g cells to its nearest point, (%.9g, %.9g, %.9g) m",
                  yee_component_name(component), moved, at[0], at[1], at[2]);
    return emitter->current(emitter, i[0], i[1], i[2], value / volume, 0, 0);
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    struct source_signal *signal;
    double value, d[3];
    const struct strength *strength = choose(c, &value);
    yee_status status;

    if ((status = source_direction(host, "direction", c->direction, d)) ||
        (status = source_inside(host, view->grid, "position", c->position.v)))
        return status;
    if ((status =
             source_signal_new(host, view, c->waveform, strength->magnetic ? 0 : 0.5, &signal)))
        return status;
    signal->derivative = strength->derivative;
    for (int a = 0; a < 3; a++)
        if (d[a] != 0 && (status = place(host, c, view->grid, emitter,
                                         a + (strength->magnetic ? YEE_HX : YEE_EX),
                                         value * d[a], strength->edge, &signal->signals)))
            return status;
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
    .name = "dipole",
    .summary = "Hertzian dipole: an electric or magnetic current on one Yee edge",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.antenna]\n"
               "type = dipole\n"
               "position = 12, 14, 15 mm\n"
               "direction = z\n"
               "current = 1 A\n"
               "waveform = pulse\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
