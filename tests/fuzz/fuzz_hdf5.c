/* Fuzz target: any bytes as the HDF5 file of the voxels and of a table of samples.
 *
 * Most of what this reaches is the HDF5 library itself, which damaged files crash (1.10.8): it is
 * run by hand, not by ctest. */
#include "hostile.h"

#include <math.h>
#include <yee/shape.h>
#include <yee/waveform.h>

extern const yee_module shape_voxels_LTX_yee_module, waveform_table_LTX_yee_module;

static int64_t named(yee_painter *painter, const char *name)
{
    (void)painter, (void)name;
    return 0;
}

static yee_status cells(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                        int64_t number)
{
    (void)painter, (void)lo, (void)hi, (void)number;
    return YEE_OK;
}

/* The defaults of the keys that are texts; numbers stay 0, points are not given. */
static char *configured(const yee_plugin *plugin, const char *path)
{
    char *config = calloc(1, plugin->config_size);
    must(config != NULL);
    for (const yee_param *p = plugin->params; p->key; p++) {
        if (!yee_param_is_key(p))
            continue;
        void *field = config + p->offset;
        if (p->type == YEE_TYPE_PATH)
            *(const char **)field = path;
        else if (p->type == YEE_TYPE_TEXT)
            *(const char **)field = p->def;
        else if (p->type == YEE_TYPE_VEC3 && !*p->def)
            *(yee_vec3 *)field = (yee_vec3){{NAN, NAN, NAN}};
    }
    return config;
}

static void paint(const char *path)
{
    static const double node[] = {0, 1e-3, 2e-3, 3e-3};
    const yee_plugin *plugin = shape_voxels_LTX_yee_module.plugins[0];
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++) {
        grid.axis[a].cells = 3;
        grid.axis[a].node = node;
    }
    fuzz_host h;
    fuzz_host_open(&h);
    yee_view view = {.size = sizeof view, .grid = &grid};
    yee_painter painter = {
        .size = sizeof painter, .core = &h.host, .named = named, .cells = cells};
    char *config = configured(plugin, path);
    const yee_shape_ops *ops = plugin->ops;
    fuzz_host_close(&h, ops->paint(&h.host, config, &view, &painter));
    free(config);
}

static void play(const char *path)
{
    const yee_plugin *plugin = waveform_table_LTX_yee_module.plugins[0];
    const yee_waveform_ops *ops = plugin->ops;
    void *self = NULL;
    fuzz_host h;
    fuzz_host_open(&h);
    char *config = configured(plugin, path);
    fuzz_host_close(&h, ops->open(&h.host, config, &self));
    free(config);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    hostile_quiet();
    const char *path = fuzz_file_write(data, size);
    paint(path);
    play(path);
    return 0;
}
