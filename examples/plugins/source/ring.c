/* ring.c: a current around a circle in a plane of constant z.
 *
 * A current around each cell face whose middle the circle encloses: inside, those of neighbouring
 * faces cancel, and what is left is a closed chain of edges, so that no charge piles up. */
#include <yee/yee.h>

typedef struct config {
    yee_vec3 center;
    double radius, current;
    const char *waveform;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, center, "m", NULL, 0, 0, "Middle of the circle."),
    YEE_PARAM_REAL(config, radius, "m", NULL, YEE_POSITIVE, YEE_INFINITY, "Its radius."),
    YEE_PARAM_REAL(config, current, "A", "1 A", 0, 0, "Current, counter-clockwise around z."),
    YEE_PARAM_REF(config, waveform, "waveform", NULL, "Waveform that multiplies the current."),
    YEE_PARAM_POINTS("center"),
    YEE_PARAM_UNTURNED("radius"), /* its axis is z */
    YEE_PARAM_END,
};

typedef struct signal {
    yee_signals signals;
    yee_waveform waveform;
    double dt;
} signal;

static void fill(void *self, int64_t step, double *v) /* electric currents are at half steps */
{
    const signal *s = self;
    v[0] = yee_waveform_value(&s->waveform, ((double)step + 0.5) * s->dt);
}

/* 1 where the circle encloses the middle of the face above edges (i, j), else 0. */
static int in(const config *c, const yee_grid *g, int64_t i, int64_t j)
{
    const double x = yee_grid_position(g, YEE_EX, 0, i) - c->center.v[0];
    const double y = yee_grid_position(g, YEE_EY, 1, j) - c->center.v[1];
    return x * x + y * y < c->radius * c->radius;
}

static double dual(const yee_axis_data *a, int64_t i) /* m, width around node i */
{
    return a->invariant ? a->node[1] - a->node[0] : 0.5 * (a->node[i + 1] - a->node[i - 1]);
}

static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = self;
    const yee_grid *g = view->grid;
    const yee_axis_data *x = &g->axis[0], *y = &g->axis[1], *z = &g->axis[2];
    const int64_t k = yee_component_nearest(g, YEE_EX, 2, c->center.v[2]);
    for (int a = 0; a < 2; a++)
        if (c->center.v[a] - c->radius < g->axis[a].node[1] ||
            c->center.v[a] + c->radius > g->axis[a].node[g->axis[a].cells - 1])
            return host->fail(host, YEE_INPUT, "the ring leaves the grid along %c", 'x' + a);
    if (!z->invariant && (k < 1 || k >= z->cells))
        return host->fail(host, YEE_INPUT, "z = %g m is on a face of the grid", c->center.v[2]);
    signal *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a ring");
    s->dt = g->dt;
    s->signals = (yee_signals){.size = sizeof s->signals, .count = 1, .self = s, .fill = fill};
    yee_status status = view->waveform(view, c->waveform, &s->waveform);
    for (int component = YEE_EX; component <= YEE_EY && !status; component++) {
        status = emitter->group(emitter, component, false, &s->signals);
        for (int64_t i = 1; i < x->cells && !status; i++)
            for (int64_t j = 1; j < y->cells && !status; j++) {
                const bool ex = component == YEE_EX;
                const int turns = ex ? in(c, g, i, j) - in(c, g, i, j - 1)
                                     : in(c, g, i - 1, j) - in(c, g, i, j);
                const double area = (ex ? dual(y, j) : dual(x, i)) * dual(z, k);
                if (turns)
                    status =
                        emitter->current(emitter, i, j, k, turns * c->current / area, 0, 0);
            }
    }
    return status;
}

static const char *waveform(const void *self) { return ((const config *)self)->waveform; }

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .waveform = waveform,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SOURCE,
    .name = "ring",
    .summary = "current around a circle",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.loop]\n"
               "type = ring\n"
               "center = 15, 15, 15 mm\n"
               "radius = 6 mm\n"
               "waveform = sweep\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
