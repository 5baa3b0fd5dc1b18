/* tests/abi/modules/bad.c: a material that is right but for one thing, chosen by a macro. */
#include <stdlib.h>
#include <yee/yee.h>

typedef struct config {
    double eps;
} config;

static const yee_param params[] = {
#if defined BAD_BAD_OFFSET
    {"eps", YEE_TYPE_REAL, 4096, NULL, "1", 0, 0, NULL, "Outside the struct."},
#elif defined BAD_BAD_DEFAULT
    YEE_PARAM_REAL(config, eps, "m", "two", 0, 0, "A default that is no number."),
#elif defined BAD_KIND_KEY
    {"add", YEE_TYPE_REAL, 0, NULL, "1", 0, 0, NULL, "A key that every material has."},
#elif defined BAD_REF_KIND
    {"eps", YEE_TYPE_REF, 0, NULL, "", 0, 0, "scheme", "A reference to no section."},
#else
    YEE_PARAM_REAL(config, eps, NULL, "1", 0, 0, "Relative permittivity."),
#endif
#if defined BAD_RULE
    YEE_PARAM_ONE_OF("eps|mu"),
#endif
    YEE_PARAM_END,
};

#if defined BAD_UNDEFINED
double nowhere_to_be_found(double x);
#endif

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    (void)band;
    (void)host;
    for (int a = 0; a < 3; a++)
        material->electric[a].inf = c->eps;
#if defined BAD_UNDEFINED
    material->electric[0].inf = nowhere_to_be_found(c->eps);
#endif
    return YEE_OK;
}

static const yee_material_ops ops = {
#if defined BAD_OPS_SIZE
    .size = 3,
#elif defined BAD_ODD_SIZE
    .size = sizeof ops + 4,
#elif defined BAD_HUGE_SIZE
    .size = 4096 + 8,
#else
    .size = sizeof ops,
#endif
#if defined BAD_NO_DESCRIBE
    .describe = 0 ? describe : NULL,
#else
    .describe = describe,
#endif
};

static const yee_plugin plugin = {
#if defined BAD_PLUGIN_SIZE
    .size = offsetof(yee_plugin, ops),
#else
    .size = sizeof plugin,
#endif
#if defined BAD_BAD_KIND
    .kind = (yee_kind)77,
#else
    .kind = YEE_MATERIAL,
#endif
#if defined BAD_NO_NAME
    .name = NULL,
#elif defined BAD_BAD_NAME
    .name = "Bad Name",
#else
    .name = "fine",
#endif
#if defined BAD_TEXTS
    .summary = "a \"quote\", a \\, a word, \303\251 \342\202\254 \360\237\214\212",
#else
    .summary = "eps and nothing else",
#endif
    .config_size = sizeof(config),
#if defined BAD_NO_PARAMS
    .params = 0 ? params : NULL,
#else
    .params = params,
#endif
#if defined BAD_NO_OPS
    .ops = 0 ? (const void *)&ops : NULL,
#else
    .ops = &ops,
#endif
};

#if defined BAD_MAJOR || defined BAD_MINOR || defined BAD_MODULE_SIZE || defined BAD_NO_PLUGINS
static const yee_plugin *const plugins[] = {
#if !defined BAD_NO_PLUGINS
    &plugin,
#endif
    NULL,
#if defined BAD_NO_PLUGINS
    &plugin,
#endif
};
extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL;
const yee_module YEE_MODULE_SYMBOL = {
#if defined BAD_MAJOR
    .abi_major = YEE_ABI_MAJOR + 1,
#else
    .abi_major = YEE_ABI_MAJOR,
#endif
#if defined BAD_MINOR
    .abi_minor = YEE_ABI_MINOR + 1,
#else
    .abi_minor = YEE_ABI_MINOR,
#endif
#if defined BAD_MODULE_SIZE
    .size = 8,
#else
    .size = sizeof(yee_module),
#endif
    .name = "bad",
    .version = "1.0",
    .license = "BSD-3-Clause",
    .plugins = plugins,
};
#elif defined BAD_NO_ENTRY
extern YEE_EXPORT const yee_plugin *const not_the_entry;
const yee_plugin *const not_the_entry = &plugin;

/* Runs when the file is loaded: the test sees that it was not. */
__attribute__((constructor)) static void loaded(void)
{
    setenv("YEE_TEST_FOREIGN_LIBRARY", "loaded", 1);
}
#else
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
#endif
