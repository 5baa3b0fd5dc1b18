/* plugins/shapes/rough_surface.c: the part of a box below, or above, a random surface.
 *
 * Its heights are a random field of two dimensions (common/field.h), brought between two limits, or
 * to a mean and a root mean square; F. T. Ulaby, R. K. Moore and A. K. Fung, Microwave Remote
 * Sensing II (Addison-Wesley, 1982), sec. 11-2, on both numbers of natural soils. Two objects with
 * the same from and to across the axis, spectrum and seed have one surface: ground below it, water
 * or air above. In 2-D it is cut through the middle of the box. */
#include "common/surface.h"

#include <math.h>

typedef struct config {
    surface_keys keys;
    double low, high, level, rms;
    field_keys field;
} config;

static const yee_param params[] = {
    SURFACE_PARAMS(config),
    YEE_PARAM_REAL(config, low, "m", YEE_UNSET, 0, 0, "The lowest point of the surface."),
    YEE_PARAM_REAL(config, high, "m", YEE_UNSET, 0, 0, "The highest point of it."),
    YEE_PARAM_REAL(config, level, "m", YEE_UNSET, 0, 0, "The mean height, instead of limits."),
    YEE_PARAM_REAL(config, rms, "m", YEE_UNSET, 0, YEE_INFINITY,
                   "Root mean square of the heights about it."),
    FIELD_PARAMS(config,
                 "Spacing of the points whose heights are drawn; by default 1/512 of the "
                 "longer side."),
    YEE_PARAM_ONE_OF("low,high|level,rms"),
    YEE_PARAM_END,
};

/* Brings heights as they come to those that the keys ask for. */
static yee_status scale(const yee_host *host, const config *c, int64_t points, double *height)
{
    double least = height[0], most = height[0], mean = 0, square = 0;
    if (!isnan(c->low) && !(c->high >= c->low))
        return host->fail(host, YEE_INPUT, "high = %g m is below low = %g m", c->high, c->low);
    for (int64_t n = 0; n < points; n++) {
        least = fmin(least, height[n]);
        most = fmax(most, height[n]);
        mean += height[n] / (double)points;
    }
    for (int64_t n = 0; n < points; n++)
        square += (height[n] - mean) * (height[n] - mean) / (double)points;
    const bool limits = !isnan(c->low);
    const double from = limits ? least : mean, to = limits ? c->low : c->level;
    const double spread = limits ? most - least : sqrt(square);
    const double factor = spread > 0 ? (limits ? c->high - c->low : c->rms) / spread : 0;
    for (int64_t n = 0; n < points; n++)
        height[n] = to + (height[n] - from) * factor;
    return YEE_OK;
}

static yee_status open_surface(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    double *height;
    yee_status status;
    surface *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a surface");
    if ((status = surface_begin(host, &c->keys, s)) ||
        (status = surface_random(host, &c->field, s, &height)) ||
        (status = scale(host, c, s->n[0] * s->n[1], height)))
        return status;
    *out = s;
    return surface_set(host, s, height);
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
