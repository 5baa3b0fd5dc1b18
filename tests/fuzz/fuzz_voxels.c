/* Fuzz target: choices for a valid HDF5 file, painted into a small grid.
 *
 * Whatever its datasets are, the object paints cells of the grid with names of materials, or
 * there is a sentence. */
#include "hostile.h"

#include <math.h>
#include <yee/shape.h>

extern const yee_module shape_voxels_LTX_yee_module;

enum { CELLS = 5 };

enum { FIRST = 4 }; /* number of a material by name */

static int64_t named(yee_painter *painter, const char *name)
{
    const yee_host *host = painter->core;
    if (strlen(name) <= 30)
        return FIRST + (int64_t)strlen(name);
    host->fail(host, YEE_INPUT, "material '%s' is not there", name);
    return -1;
}

static yee_status cells(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                        int64_t number)
{
    (void)painter;
    for (int a = 0; a < 3; a++)
        must(0 <= lo[a] && lo[a] < hi[a] && hi[a] <= CELLS - a);
    must(number == 0 || (number >= FIRST && number <= FIRST + 30));
    return YEE_OK;
}

static void configure(char *config, const yee_param *param, const char *path, choices *c)
{
    static const double corner[] = {0, -1.5e-3, 1e300, -1e300, 2e-3, 1e-320};
    static const char *const given[] = {"air", "soil", "clay"};
    const unsigned names = pick(c, 4), own = pick(c, 3);
    for (; param->key; param++) {
        if (!yee_param_is_key(param))
            continue;
        void *field = config + param->offset;
        if (!strcmp(param->key, "file"))
            *(const char **)field = path;
        else if (!strcmp(param->key, "dataset") || !strcmp(param->key, "names"))
            *(const char **)field = param->def;
        else if (!strcmp(param->key, "materials"))
            *(yee_texts *)field = (yee_texts){names, names ? given : NULL};
        else if (!strcmp(param->key, "origin"))
            for (int a = 0; a < 3; a++)
                ((yee_vec3 *)field)->v[a] = corner[pick(c, 6)];
        else if (!strcmp(param->key, "spacing"))
            for (int a = 0; a < 3; a++)
                ((yee_vec3 *)field)->v[a] = own == 0 ? NAN : own == 1 ? 1e-3 : 1e-300;
        else
            abort();
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static const double node[CELLS + 1] = {0, 1e-3, 2e-3, 3e-3, 4e-3, 5e-3};
    const yee_plugin *plugin = shape_voxels_LTX_yee_module.plugins[0];
    const yee_shape_ops *ops = plugin->ops;
    choices c = {data, data + size};
    fuzz_host h;
    yee_grid grid = {.size = sizeof grid};
    if (!size)
        return -1;
    char *config = calloc(1, plugin->config_size);
    must(config != NULL);
    configure(config, plugin->params, fuzz_file(), &c);
    for (int a = 0; a < 3; a++) {
        grid.axis[a].cells = CELLS - a;
        grid.axis[a].node = node;
    }
    const unsigned flat = pick(&c, 3);
    grid.axis[flat].invariant = pick(&c, 2);
    const hid_t file = hostile_file();
    hostile_dataset(&c, file, "data");
    hostile_dataset(&c, file, "materials");
    hostile_attribute(&c, file, "dx_dy_dz");
    H5Fclose(file);
    fuzz_host_open(&h);
    yee_view view = {.size = sizeof view, .grid = &grid};
    yee_painter painter = {
        .size = sizeof painter, .core = &h.host, .named = named, .cells = cells};
    const yee_status status = ops->paint(&h.host, config, &view, &painter);
    fuzz_host_close(&h, status);
    free(config);
    return 0;
}
