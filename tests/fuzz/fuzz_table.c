/* Fuzz target: a file of times and values as a waveform.
 *
 * The first byte says which: the bytes behind it as a file of text, or choices for the datasets
 * of a valid HDF5 file. A table that opens has a band and finite values at any time. */
#include "hostile.h"

#include <math.h>
#include <yee/waveform.h>

extern const yee_module waveform_table_LTX_yee_module;

/* The reader's own config, in the order of its parameter table. */
static void configure(char *config, const yee_param *param, const char *path, choices *c)
{
    static const double factor[] = {1, -2, 1e300, 0}, delay[] = {0, 1e-9, -1e300, 1e-320};
    for (; param->key; param++) {
        if (!yee_param_is_key(param))
            continue;
        void *field = config + param->offset;
        if (!strcmp(param->key, "file"))
            *(const char **)field = path;
        else if (!strcmp(param->key, "times") || !strcmp(param->key, "values"))
            *(const char **)field = param->def;
        else if (!strcmp(param->key, "amplitude"))
            *(double *)field = factor[pick(c, 4)];
        else if (!strcmp(param->key, "delay"))
            *(double *)field = delay[pick(c, 4)];
        else if (!strcmp(param->key, "interpolation"))
            *(int *)field = (int)pick(c, 2);
        else
            abort();
    }
}

static void play(const yee_waveform_ops *ops, const void *self)
{
    static const double times[] = {0, 1e-12, 1e-9, 0.5, 1, 1.5, 2.25, 3, 1e300, -1};
    yee_band band = {.size = sizeof band};
    must(!ops->band(self, &band));
    must(isfinite(band.low) && isfinite(band.high) && band.low >= 0 && band.low <= band.high);
    must(!isnan(band.end_time));
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        must(isfinite(ops->value(self, times[i])));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    const yee_plugin *plugin = waveform_table_LTX_yee_module.plugins[0];
    const yee_waveform_ops *ops = plugin->ops;
    choices c = {data, data + size};
    fuzz_host h;
    void *self = NULL;
    if (!size)
        return -1;
    const bool text = pick(&c, 2);
    char *config = calloc(1, plugin->config_size);
    must(config != NULL);
    configure(config, plugin->params, fuzz_file(), &c);
    if (text) {
        fuzz_file_write(c.at, (size_t)(c.end - c.at));
    } else {
        const hid_t file = hostile_file();
        hostile_dataset(&c, file, "time");
        hostile_dataset(&c, file, "value");
        H5Fclose(file);
    }
    fuzz_host_open(&h);
    const yee_status status = ops->open(&h.host, config, &self);
    if (!status)
        play(ops, self);
    fuzz_host_close(&h, status);
    free(config);
    return 0;
}
