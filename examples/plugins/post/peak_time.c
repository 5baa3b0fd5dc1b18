/* peak_time.c: the largest magnitude in the record of a probe, and the time at which it is there.
 *
 * Writes /post/<name>/value, in the unit of the record, and /post/<name>/time. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yee/yee.h>

typedef struct config {
    const char *output;
    int component;
} config;

static const yee_param params[] = {
    YEE_PARAM_REF(config, output, "output", NULL, "The output of type probe."),
    YEE_PARAM_CHOICE(config, component, "ez", "ex|ey|ez|hx|hy|hz", "The component."),
    YEE_PARAM_COMPONENTS("component"),
    YEE_PARAM_END,
};

static yee_status needs(const yee_host *host, const void *self, const yee_plan *plan)
{
    const config *c = self;
    const char *type;
    const yee_status status = plan->output_key(plan, c->output, "type", &type);
    if (!status && (!type || strcmp(type, "probe")))
        return host->fail(host, YEE_INPUT, "[output.%s] is not of type probe", c->output);
    return status; /* output_key() has said why, with the nearest name */
}

static yee_status write(const yee_host *host, const yee_results *results, const char *name,
                        double value, const char *units)
{
    const yee_record *record = host->extension(host, YEE_RECORD);
    const int64_t one = 1;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", results->group, name);
    yee_file *file = record->file(host, NULL);
    yee_dataset *set = file ? record->dataset(host, file, path, YEE_NUMBER_F64, 1, &one) : NULL;
    if (!set || record->append(host, set, 1, &value) ||
        record->text(host, file, path, "units", units))
        return YEE_IO; /* the record has said why */
    return YEE_OK;
}

static yee_status process(const yee_host *host, const void *self, const yee_results *results)
{
    const config *c = self;
    char path[256], at[300];
    int rank;
    int64_t dims[8], n = 0;
    snprintf(path, sizeof path, "/probe/%s/%s", c->output, yee_component_key(c->component));
    const double *v = results->read(results, NULL, path, &rank, dims);
    if (!v)
        return YEE_INPUT; /* read() has named the nearest path */
    if (rank != 1)
        return host->fail(host, YEE_INPUT, "%s has %d axes, not one", path, rank);
    const int64_t count = dims[0];
    if (!count)
        return host->fail(host, YEE_INPUT, "%s is empty", path);
    snprintf(at, sizeof at, "%s@time_first", path);
    const double *first = results->read(results, NULL, at, &rank, dims);
    snprintf(at, sizeof at, "%s@time_step", path);
    const double *step = first ? results->read(results, NULL, at, &rank, dims) : NULL;
    if (!step)
        return YEE_INPUT;
    for (int64_t i = 1; i < count; i++)
        if (fabs(v[i]) > fabs(v[n]))
            n = i;
    snprintf(at, sizeof at, "%s@units", path);
    const char *units = results->text(results, NULL, at);
    const yee_status status = write(host, results, "value", v[n], units ? units : "1");
    return status ? status : write(host, results, "time", *first + (double)n * *step, "s");
}

static const yee_post_ops ops = {
    .size = sizeof ops,
    .needs = needs,
    .process = process,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_POST,
    .name = "peak_time",
    .summary = "largest magnitude of a record, and its time",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[post.arrival]\n"
               "type = peak_time\n"
               "output = trace\n"
               "[output.trace]\n"
               "type = probe\n"
               "position = 20, 15, 15 mm\n"
               "components = ez\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
