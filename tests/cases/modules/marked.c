/* tests/cases/modules/marked.c: an importer of INI text in a file ".marked": lines that begin with
 * "//" are left out, and every other one says where it comes from. */
#include <stdio.h>
#include <string.h>
#include <yee/yee.h>

typedef struct config {
    int64_t steps, stop;
    bool zero, nothing;
    const char *title;
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(config, steps, YEE_UNSET, 1, 1000, "Steps that it adds to the end."),
    YEE_PARAM_INT(config, stop, YEE_UNSET, 1, 1000, "Line at which it fails."),
    YEE_PARAM_BOOL(config, zero, "no", "Says that text comes from line 0."),
    YEE_PARAM_BOOL(config, nothing, "no", "Makes no text."),
    YEE_PARAM_TEXT(config, title, YEE_UNSET, "A text that is only kept."),
    YEE_PARAM_AT_MOST_ONE("steps|stop"),
    YEE_PARAM_END,
};

static yee_status read_lines(const yee_host *host, const config *c, FILE *file,
                             yee_writer *writer)
{
    char line[2000];
    yee_status status = YEE_OK;
    for (int n = 1; !status && fgets(line, sizeof line, file); n++) {
        if ((status = writer->line(writer, n)))
            return status;
        if (n == c->stop)
            return host->fail(host, YEE_INPUT, "stops here");
        if (strncmp(line, "//", 2))
            status = writer->write(writer, line);
    }
    if (!status && c->steps != INT64_MIN) {
        snprintf(line, sizeof line, "[run]\nsteps = %d\n", (int)c->steps);
        status = writer->write(writer, line);
    }
    return status;
}

static yee_status convert(const yee_host *host, const void *self, const char *path,
                          yee_writer *writer)
{
    const config *c = self;
    FILE *file = fopen(path, "r");
    if (!file)
        return host->fail(host, YEE_IO, "cannot be opened");
    const yee_status status = c->nothing ? YEE_OK : read_lines(host, c, file, writer);
    if (c->zero)
        writer->line(writer, 0); /* and does not look at what it returns */
    fclose(file);
    return status;
}

static const yee_importer_ops ops = {
    .size = sizeof ops,
    .suffixes = ".marked",
    .convert = convert,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_IMPORTER,
    .name = "marked",
    .summary = "INI text with comments of another form",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};
YEE_MODULE("2.5", "BSD-3-Clause", &plugin)
