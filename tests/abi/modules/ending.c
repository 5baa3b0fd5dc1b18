/* tests/abi/modules/ending.c: an importer NAME of the files that ENDINGS say. */
#include <yee/yee.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status convert(const yee_host *host, const void *config, const char *path,
                          yee_writer *writer)
{
    (void)config, (void)path, (void)writer;
    return host->fail(host, YEE_INPUT, "was read by " NAME);
}

static const yee_importer_ops ops = {
    .size = sizeof ops,
    .suffixes = ENDINGS,
    .convert = convert,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_IMPORTER,
    .name = NAME,
    .summary = "an importer",
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
