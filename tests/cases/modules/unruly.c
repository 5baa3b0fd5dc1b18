/* unruly.c: a material whose law grows by itself, by the key gain a step. */
#include <yee/yee.h>

#define LAW_NAME unruly
#define LAW_FILE "unruly.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

typedef struct config {
    double gain;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, gain, NULL, "0.01", 0, 1, "What a step adds to the field."),
    YEE_PARAM_END,
};

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    (void)host, (void)place;
    param[0] = c->gain;
    return YEE_OK;
}

static double one(const void *self)
{
    (void)self;
    return 1;
}

static const yee_law law = {
    YEE_LAW(unruly, 1, YEE_LAW_EDGE),
    .params = 1,
    .prepare = prepare,
    .least = one,
    .reach = one,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    (void)host, (void)band;
    material->law = &law;
    material->law_self = self;
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "unruly",
    .summary = "a law that grows by itself",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
