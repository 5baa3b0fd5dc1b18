/* balls.c: an importer of text files ".balls": the cells of a cube and their size in mm, then a
 * ball a line: x, y, z, radius (mm) and relative permittivity. */
#include <stdio.h>
#include <yee/yee.h>

typedef struct config {
    int64_t steps;
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(config, steps, "100", 1, 1e9, "Steps of the run."),
    YEE_PARAM_END,
};

static yee_status convert_head(const yee_host *host, const config *c, const char *line,
                               yee_writer *writer)
{
    int cells;
    double mm;
    char text[256];
    if (sscanf(line, "%d %lf", &cells, &mm) != 2)
        return host->fail(host, YEE_INPUT, "is not the number and the size of cells");
    snprintf(text, sizeof text,
             "[grid]\ncells = %d, %d, %d\nspacing = %.17g mm\n[run]\nsteps = %lld\n"
             "[boundary.all]\ntype = cpml\n",
             cells, cells, cells, mm, (long long)c->steps);
    return writer->write(writer, text);
}

static yee_status convert_ball(const yee_host *host, int n, const char *line,
                               yee_writer *writer)
{
    double v[5];
    char text[512];
    if (sscanf(line, "%lf %lf %lf %lf %lf", v, v + 1, v + 2, v + 3, v + 4) != 5)
        return host->fail(host, YEE_INPUT, "is not the five numbers of a ball");
    snprintf(text, sizeof text,
             "[material.m%d]\ntype = dielectric\neps = %.17g\n"
             "[shape.ball%d]\ntype = sphere\ncenter = %.17g, %.17g, %.17g mm\n"
             "radius = %.17g mm\nmaterial = m%d\n",
             n, v[4], n, v[0], v[1], v[2], v[3], n);
    return writer->write(writer, text);
}

/* line() says where the text comes from that follows: whatever is wrong with it, from a word that
 * is no number to a ball outside the grid, is then said of the line of the file. */
static yee_status convert_lines(const yee_host *host, const config *c, FILE *file,
                                yee_writer *writer)
{
    char line[256];
    int lines = 0;
    yee_status status = YEE_OK;
    while (!status && fgets(line, sizeof line, file)) {
        status = writer->line(writer, ++lines);
        if (!status)
            status = lines == 1 ? convert_head(host, c, line, writer)
                                : convert_ball(host, lines, line, writer);
    }
    return status || lines ? status : host->fail(host, YEE_INPUT, "is empty");
}

static yee_status convert(const yee_host *host, const void *self, const char *path,
                          yee_writer *writer)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return host->fail(host, YEE_IO, "cannot be opened");
    const yee_status status = convert_lines(host, self, file, writer);
    fclose(file);
    return status;
}

static const yee_importer_ops ops = {
    .size = sizeof ops,
    .suffixes = ".balls",
    .convert = convert,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_IMPORTER,
    .name = "balls",
    .summary = "balls in a cube of cells",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "30 1\n"
               "12 15 15  4  3\n"
               "20 18 15  5  8\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
