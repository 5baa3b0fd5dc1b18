/* tests/abi/folder/pair/pair.c: a material whose module is a folder with two C files. */
#include "law.h"

typedef struct config {
    double eps;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, eps, NULL, "3", YEE_POSITIVE, YEE_INFINITY, "Permittivity."),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    (void)band;
    (void)host;
    law_set(material, ((const config *)self)->eps);
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "pair",
    .summary = "eps and nothing else, from two files",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
