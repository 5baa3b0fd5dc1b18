/* plugins/shapes/rough_surface.c: the part of a box below, or above, a random surface.
 *
 * Its heights are a random field of two dimensions (common/field.h), brought between two
 * limits, or to a mean and a root mean square; F. T. Ulaby, R. K. Moore and A. K. Fung,
 * Microwave Remote Sensing II (Addison-Wesley, 1982), on both numbers of natural soils. Two
 * objects with the same from and to across the axis, spectrum and seed have one surface:
 * ground below it, water or air above. In 2-D it is cut through the middle of the box. */
#include "common/surface.h"

typedef struct config {
    surface_keys keys;
    rough_keys rough;
} config;

static const yee_param params[] = {
    SURFACE_PARAMS(config),
    ROUGH_PARAMS(config),
    YEE_PARAM_END,
};

static yee_status open_surface(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    surface *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a surface");
    *out = s;
    const yee_status status = surface_begin(host, &c->keys, s);
    return status ? status : surface_random(host, &c->rough, s);
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .open = open_surface,
    .bounds = surface_bounds,
    .inside = surface_inside,
    .spans = surface_spans,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "rough_surface",
    .summary = "part of a box below or above a random surface: soil, puddles",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.ground]\n"
               "type = rough_surface\n"
               "from = 0, 0, 0 mm\n"
               "to = 30, 30, 25 mm\n"
               "axis = z\n"
               "low = 12 mm\n"
               "high = 20 mm\n"
               "exponent = 1.5\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
