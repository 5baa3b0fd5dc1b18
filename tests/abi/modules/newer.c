/* tests/abi/modules/newer.c: a material built against headers that are newer than this yee:
 * its tables are longer, and it needs (YEE_ABI_NEEDS) nothing of what came later. */
#include <yee/yee.h>

#define LONGER(type) \
    struct { \
        type now; \
        const void *later[3]; \
    }

static const yee_param params[] = {YEE_PARAM_END};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    (void)host, (void)self, (void)band;
    material->electric[0].inf = material->electric[1].inf = material->electric[2].inf = 2;
    return YEE_OK;
}

static const LONGER(yee_material_ops) ops = {
    .now = {.size = sizeof ops, .describe = describe},
    .later = {&params, &params},
};
static const LONGER(yee_plugin) plugin = {
    .now = {.size = sizeof plugin,
            .kind = YEE_MATERIAL,
            .name = "fine",
            .summary = "of newer headers",
            .params = params,
            .ops = &ops},
    .later = {&params, &params},
};

/* what YEE_MODULE of the newer headers makes */
static const yee_plugin *const plugins[] = {&plugin.now, NULL};
typedef LONGER(yee_module) longer;
extern YEE_EXPORT const longer YEE_MODULE_SYMBOL;
const longer YEE_MODULE_SYMBOL = {
    .now = {YEE_ABI_MAJOR, YEE_ABI_NEEDS, sizeof(longer), "newer", "1.0", "BSD-3-Clause",
            plugins},
    .later = {&params, &params},
};
