/* tests/hostile/modules/material.c: a Debye material. */
#include "hostile.h"

static const yee_param params[] = HOSTILE_EMPTY;

static yee_pole shared; /* overwritten by whoever describes next, as a stack would be */

static yee_status describe(const yee_host *host, const void *config, const yee_band *band,
                           yee_material *m)
{
    (void)band;
    static const yee_pole poles[2] = {{.b0 = 1, .d0 = 1, .d1 = 1e-11},
                                      {.b0 = 5, .d0 = 1, .d1 = 3e-11}};
    const yee_pole *own = &poles[!strcmp(host->instance, "last")];
    (void)config;
    shared = *own;
    for (int a = 0; a < 3; a++) {
        m->electric[a].inf = 2;
        m->electric[a].pole_count = 1;
        m->electric[a].poles = hostile_way("describe", "shared") ? &shared : own;
        if (hostile_way("describe", "many"))
            m->electric[a].pole_count = (size_t)1 << 40;
        if (hostile_way("describe", "nowhere"))
            m->electric[a].poles = (const yee_pole *)(uintptr_t)0x10;
        if (hostile_way("describe", "negative"))
            m->electric[a].inf = -1;
        if (hostile_way("describe", "infinite"))
            m->electric[a].sigma = INFINITY;
    }
    return hostile(host, "describe", YEE_OK);
}

static yee_status range(const yee_host *host, const void *config, const yee_band *band,
                        size_t count, yee_material *m)
{
    static const yee_pole pole = {.b0 = 1, .d0 = 1, .d1 = 1e-11};
    (void)config, (void)band;
    for (size_t n = 0; n < count; n++) {
        m[n].electric[0].poles = &pole;
        m[n].electric[0].pole_count = hostile_way("range", "many") ? (size_t)1 << 40 : 1;
        if (hostile_way("range", "negative"))
            m[n].electric[0].inf = -1;
    }
    return hostile(host, "range", YEE_OK);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
    .range = range,
};
static const yee_plugin plugin = HOSTILE_PLUGIN(YEE_MATERIAL, 0, params);
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
