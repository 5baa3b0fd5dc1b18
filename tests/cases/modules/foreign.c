/* tests/cases/modules/foreign.c: an importer. A file holds the number of cells of a cube. */
#include <stdio.h>
#include <yee/yee.h>

typedef struct config {
    int64_t steps;
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(config, steps, "20", 1, 1000, "Steps of the run."),
    YEE_PARAM_END,
};

static yee_status convert(const yee_host *host, const void *self, const char *path,
                          yee_writer *writer)
{
    const config *c = self;
    FILE *file = fopen(path, "r");
    int n;
    char text[256];
    if (!file)
        return host->fail(host, YEE_IO, "cannot be opened");
    const int found = fscanf(file, "%d", &n);
    fclose(file);
    if (found != 1)
        return host->fail(host, YEE_INPUT, "holds no number of cells");
    snprintf(text, sizeof text, "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\n", n, n, n);
    yee_status status = writer->write(writer, text);
    if (status)
        return status;
    snprintf(text, sizeof text, "[run]\nsteps = %d\n", (int)c->steps);
    status = writer->write(writer, text);
    return status ? status
                  : writer->write(writer, "[boundary.all]\ntype = pec\n"
                                          "[output.e]\ntype = energy\nevery = 1\n");
}

static const yee_importer_ops ops = {
    .size = sizeof ops,
    .suffixes = ".cube|.foreign",
    .convert = convert,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_IMPORTER,
    .name = "foreign",
    .summary = "the number of cells of a cube",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
