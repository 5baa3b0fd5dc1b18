/* unfit.c: a source whose port law has a fault. */
#include <stdlib.h>
#include <yee/yee.h>

#define LAW_NAME unfit
#define LAW_FILE "unfit.law.h"
#define LAW_WORDS 1
#include <yee/port_law.h>

typedef struct config {
    yee_vec3 position;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, position, "m", NULL, 0, 0, "A point of the edge along z."),
    YEE_PARAM_POINTS("position"),
    YEE_PARAM_END,
};

static yee_status prepare(const yee_host *host, const void *self, double dt, double *param)
{
    const char *fault = getenv("UNFIT"); /* `yee check` would try all values of a key */
    (void)host, (void)self, (void)dt;
    param[0] = fault ? atoi(fault) : 0;
    return YEE_OK;
}

static const yee_port_law law = {
    YEE_PORT_LAW(unfit, 1),
    .params = 1,
    .prepare = prepare,
};

static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = self;
    int64_t at[3];
    (void)host;
    for (int a = 0; a < 3; a++)
        at[a] = yee_component_nearest(view->grid, YEE_EZ, a, c->position.v[a]);
    const yee_status status = emitter->port_law(emitter, YEE_EZ, &law, c);
    return status ? status : emitter->edge(emitter, at[0], at[1], at[2], -1e-3, 1e6);
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
    .name = "unfit",
    .summary = "port law with a fault",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.load]\n"
               "type = unfit\n"
               "position = 5, 5, 5.5 mm\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
