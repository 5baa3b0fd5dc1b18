/* materials/pmc.c: the perfect magnetic conductor: H = 0 on every face
 * of the cells it fills. */
#include <yee/material.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    (void)band;
    (void)host;
    (void)self;
    material->conductor = YEE_PERFECT_MAGNETIC;
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "pmc",
    .summary = "perfect magnetic conductor",
    .params = params,
    .ops = &ops,
    .example = "[material.wall]\n"
               "type = pmc\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
