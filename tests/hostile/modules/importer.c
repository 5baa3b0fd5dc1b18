/* tests/hostile/modules/importer.c: a file in which nothing is read. */
#include "hostile.h"

static const yee_param params[] = HOSTILE_EMPTY;

static yee_status convert(const yee_host *host, const void *config, const char *path,
                          yee_writer *writer)
{
    (void)config, (void)path;
    const yee_status status = writer->write(
        writer, "[grid]\nspacing = 1 mm\ncells = 4, 4, 4\n[run]\nsteps = 10\nscheme = plain\n"
                "[boundary.all]\ntype = pec\n[output.e]\ntype = energy\nevery = 1\n");
    if (hostile_way("convert", "garbage"))
        writer->write(writer, "\1\2\3 [[[\n");
    return status ? status : hostile(host, "convert", YEE_OK);
}

static const yee_importer_ops ops = {
    .size = sizeof ops,
    .suffixes = ".hostile",
    .convert = convert,
};
static const yee_plugin plugin = HOSTILE_PLUGIN(YEE_IMPORTER, 0, params);
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
