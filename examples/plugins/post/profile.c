/* profile.c: the largest field in every plane across an axis, from what an output `peak` wrote.
 *
 * Writes /post/<name>/largest over /post/<name>/plane, the index along the axis. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yee/yee.h>

typedef struct config {
    const char *output;
    int axis;
} config;

static const yee_param params[] = {
    YEE_PARAM_REF(config, output, "output", NULL, "The output of type peak."),
    YEE_PARAM_CHOICE(config, axis, "z", "x|y|z", "Across which the planes lie."),
    YEE_PARAM_AXES("axis"),
    YEE_PARAM_END,
};

static yee_status needs(const yee_host *host, const void *config_, const yee_plan *plan)
{
    const config *c = config_;
    const char *type;
    const yee_status status = plan->output_key(plan, c->output, "type", &type);
    if (!status && (!type || strcmp(type, "peak")))
        return host->fail(host, YEE_INPUT, "[output.%s] is not of type peak", c->output);
    return status; /* output_key() has said why, with the nearest name */
}

static bool first(void *user, const yee_result *result) /* the component that was looked at */
{
    snprintf(user, 512, "%s", result->path);
    return false;
}

static yee_status write(const yee_host *host, const yee_results *results, const char *name,
                        int64_t n, const double *v, const char *units, const char *x)
{
    const yee_record *record = host->extension(host, YEE_RECORD);
    char path[512];
    yee_file *file = record->file(host, NULL);
    snprintf(path, sizeof path, "%s/%s", results->group, name);
    yee_dataset *set = file ? record->dataset(host, file, path, YEE_NUMBER_F64, 1, &n) : NULL;
    if (!set || record->append(host, set, n, v) ||
        record->text(host, file, path, "units", units) ||
        (x && record->text(host, file, path, "x", x))) /* `yee plot` draws what has one */
        return YEE_IO;
    return YEE_OK;
}

static yee_status process(const yee_host *host, const void *config_, const yee_results *results)
{
    const config *c = config_;
    char group[256], path[512] = "/peak", at[520];
    int rank;
    int64_t dims[8], i[3];
    snprintf(group, sizeof group, "/peak/%s", c->output);
    yee_status status = results->each(results, NULL, group, "units", NULL, first, path);
    const double *v = status ? NULL : results->read(results, NULL, path, &rank, dims);
    if (!v)
        return status ? status : YEE_INPUT; /* read() has named the nearest path */
    if (rank != 3)
        return host->fail(host, YEE_INPUT, "%s has %d axes, not 3", path, rank);
    const int64_t n = dims[c->axis];
    double *plane = host->alloc(host, (size_t)n * sizeof *plane);
    double *largest = host->alloc(host, (size_t)n * sizeof *largest);
    if (!plane || !largest)
        return host->fail(host, YEE_MEMORY, "no memory for %lld planes", (long long)n);
    for (i[0] = 0; i[0] < dims[0]; i[0]++)
        for (i[1] = 0; i[1] < dims[1]; i[1]++)
            for (i[2] = 0; i[2] < dims[2]; i[2]++)
                largest[i[c->axis]] = fmax(largest[i[c->axis]], *v++);
    for (int64_t k = 0; k < n; k++)
        plane[k] = (double)k;
    snprintf(at, sizeof at, "%s@units", path);
    const char *units = results->text(results, NULL, at);
    status = write(host, results, "plane", n, plane, "1", NULL);
    return status ? status
                  : write(host, results, "largest", n, largest, units ? units : "1", "plane");
}

static const yee_post_ops ops = {
    .size = sizeof ops,
    .needs = needs,
    .process = process,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_POST,
    .name = "profile",
    .summary = "largest field in every plane across an axis",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
