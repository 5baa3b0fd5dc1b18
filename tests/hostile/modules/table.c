/* tests/hostile/modules/table.c: a material that is right but for one pointer of its tables. */
#include <yee/yee.h>

typedef struct config {
    double eps;
} config;

#define NOWHERE 0x10
#define TEXT ((const char *)(uintptr_t)NOWHERE)

/* A table, and the memory behind it. */
static const struct {
    yee_param line[1];
    uintptr_t behind[32];
#if !defined TABLE_NO_END
    yee_param end;
#endif
} params = {
    .line =
        {
#if defined TABLE_KEY
            {TEXT, YEE_TYPE_REAL, 0, NULL, "1", 0, 0, NULL, "A number."},
#elif defined TABLE_UNIT
            {"eps", YEE_TYPE_REAL, 0, TEXT, "1", 0, 0, NULL, "A number."},
#elif defined TABLE_HELP
            {"eps", YEE_TYPE_REAL, 0, NULL, "1", 0, 0, NULL, TEXT},
#else
            YEE_PARAM_REAL(config, eps, NULL, "1", 0, 0, "A number."),
#endif
        },
#if defined TABLE_NO_END
    .behind = {NOWHERE, 1, 2, 3, 4, 5, 6, 7, 8, 9},
#endif
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    return (void)host, (void)self, (void)band, (void)material, YEE_OK;
}

#if defined TABLE_FUNCTION
static yee_material_ops ops = {.size = sizeof ops};
__attribute__((constructor)) static void set(void)
{
    const uintptr_t data = (uintptr_t)&ops; /* data is no code */
    __builtin_memcpy(&ops.describe, &data, sizeof data);
    (void)describe;
}
#else
static const yee_material_ops ops = {.size = sizeof ops, .describe = describe};
#endif

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "lost",
#if defined TABLE_SUMMARY
    .summary = TEXT,
#else
    .summary = "one pointer leads nowhere",
#endif
    .config_size = sizeof(config),
#if defined TABLE_PARAMS
    .params = 0 ? params.line : (const yee_param *)(uintptr_t)NOWHERE,
#else
    .params = params.line,
#endif
#if defined TABLE_OPS
    .ops = 0 ? (const void *)&ops : (const void *)(uintptr_t)-8,
#else
    .ops = &ops,
#endif
};

static const struct {
    const yee_plugin *entry[2];
    uintptr_t behind[2];
} list = {
#if defined TABLE_PLUGINS
    .entry = {0 ? &plugin : (const yee_plugin *)(uintptr_t)NOWHERE},
#elif defined TABLE_LIST
    .entry = {&plugin, &plugin},
    .behind = {NOWHERE},
#else
    .entry = {&plugin},
#endif
};

extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL;
const yee_module YEE_MODULE_SYMBOL = {
    .abi_major = YEE_ABI_MAJOR,
    .abi_minor = YEE_ABI_MINOR,
    .size = sizeof(yee_module),
    .name = "lost",
#if defined TABLE_VERSION
    .version = TEXT,
#else
    .version = "1.0",
#endif
    .license = "BSD-3-Clause",
    .plugins = list.entry,
};
