/* heater.c: a resistor along one edge of the grid that its own power heats, as a lamp's filament.
 *
 *     R = R0 (1 + alpha T),   C dT/dt = R i^2 - T C/tau
 *
 * with T above the surroundings, C the heat capacity and tau the time in which it cools. */
#include <yee/yee.h>

typedef struct config {
    yee_vec3 position;
    int axis;
    double resistance, alpha, capacity, tau;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, position, "m", NULL, 0, 0, "A point of the edge."),
    YEE_PARAM_CHOICE(config, axis, "z", "x|y|z", "The direction of the edge."),
    YEE_PARAM_REAL(config, resistance, "Ohm", "50 Ohm", YEE_POSITIVE, YEE_INFINITY,
                   "Resistance R0 when it is cold."),
    YEE_PARAM_REAL(config, alpha, "1/K", "4e-3 1/K", 0, YEE_INFINITY,
                   "How much the resistance rises with the temperature."),
    YEE_PARAM_REAL(config, capacity, "J/K", "1e-12 J/K", YEE_POSITIVE, YEE_INFINITY,
                   "Heat capacity C."),
    YEE_PARAM_REAL(config, tau, "s", "1 ns", YEE_POSITIVE, YEE_INFINITY,
                   "Time in which it cools."),
    YEE_PARAM_POINTS("position"),
    YEE_PARAM_AXES("axis"),
    YEE_PARAM_END,
};

#define LAW_NAME heater
#define LAW_FILE "heater.law.h"
#define LAW_WORDS 1
#include <yee/port_law.h>

static yee_status prepare(const yee_host *host, const void *self, double dt, double *param)
{
    const config *c = self;
    (void)host;
    param[0] = c->resistance;
    param[1] = c->alpha;
    param[2] = dt / c->capacity;
    param[3] = dt / c->tau;
    return YEE_OK;
}

static const yee_port_law law = {
    YEE_PORT_LAW(heater, 1),
    .params = 4,
    .prepare = prepare,
};

static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = self;
    const yee_grid *g = view->grid;
    const int component = YEE_EX + c->axis;
    int64_t at[3];
    double area = 1;
    (void)host;
    for (int a = 0; a < 3; a++) {
        at[a] = yee_component_nearest(g, component, a, c->position.v[a]);
        area *= a == c->axis ? 1 : yee_grid_width(g, component, a, at[a]);
    }
    const double length = yee_grid_width(g, component, c->axis, at[c->axis]);
    const yee_status status = emitter->port_law(emitter, component, &law, c);
    return status ? status : emitter->edge(emitter, at[0], at[1], at[2], -length, 1 / area);
}

static int64_t links(const void *self)
{
    (void)self;
    return 1;
}

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .links = links,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SOURCE,
    .name = "heater",
    .summary = "resistor that its own power heats",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.filament]\n"
               "type = heater\n"
               "position = 5, 5, 5.5 mm\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
