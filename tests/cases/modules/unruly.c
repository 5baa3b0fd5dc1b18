/* unruly.c: a material whose law has a fault that its table does not tell of. */
#include <math.h>
#include <stdlib.h>
#include <yee/yee.h>

#define LAW_NAME unruly
#define LAW_FILE "unruly.law.h"
#define LAW_WORDS 0
#define LAW_MAPS 0
#include <yee/law_rows.h>

enum { BEYOND = 4, LENGTH, COUNT };

typedef struct config {
    double gain;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, gain, NULL, "0.01", 0, 1, "How bad it is."),
    YEE_PARAM_END,
};

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const char *fault = getenv("UNRULY"); /* `yee check` would try all values of a key */
    (void)host, (void)place;
    param[0] = c->gain;
    param[1] = fault ? atoi(fault) : 0;
    param[2] = param[1] == COUNT ? (double)NAN : 0;
    return YEE_OK;
}

static double one(const void *self)
{
    (void)self;
    return 1;
}

/* Writes behind the row, or takes its length into account. */
static void row_f64(const yee_law_row *row)
{
    const double *param = row->param;
    double *e = row->e;
    unruly_row_f64(row);
    if (param[1] == BEYOND)
        e[row->n] = 0;
    for (int64_t n = 0; param[1] == LENGTH && n < row->n; n++)
        e[n] *= row->n > 4 ? 1 : 1 - 1e-15;
}

static const yee_law law = {
    .size = sizeof law,
    .name = "unruly",
    .version = 1,
    .has = YEE_LAW_EDGE,
    .edge_row = {unruly_row_f32, row_f64},
    .params = 3,
    .prepare = prepare,
    .least = one,
    .reach = one,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    (void)host, (void)band;
    material->law = &law;
    material->law_self = self;
    return YEE_OK;
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "unruly",
    .summary = "a law that grows by itself",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.unruly]\ntype = unruly\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
