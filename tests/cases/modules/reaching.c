/* tests/cases/modules/reaching.c: a shape that paints cells, as many as it is told, and says
 * nothing of its bounds. */
#include <yee/yee.h>

typedef struct config {
    int64_t cells;
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(config, cells, NULL, 1, 1e18, "The end of the cells along every axis."),
    YEE_PARAM_END,
};

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const int64_t n = ((const config *)self)->cells, lo[3] = {10, 10, 10}, hi[3] = {n, n, n};
    (void)host;
    (void)view;
    return painter->cells(painter, lo, hi, 0);
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "reaching",
    .summary = "cells from the tenth on",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.r]\n"
               "type = reaching\n"
               "cells = 12\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
