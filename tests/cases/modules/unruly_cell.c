/* unruly_cell.c: a material whose law of cells has a fault that its table does not tell of. */
#include <math.h>
#include <stdlib.h>
#include <yee/yee.h>

#define LAW_NAME unruly_cell
#define LAW_FILE "unruly_cell.law.h"
#define LAW_CELL_WORDS 3
#define LAW_MAPS 0
#include <yee/law_rows.h>

enum { WRITES = 3, BEYOND, LENGTH, COUNT, FEW };

typedef struct config {
    double gain;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, gain, NULL, "0.01", 0, 1, "How bad it is."),
    YEE_PARAM_END,
};

static int fault(void)
{
    const char *number = getenv("UNRULY"); /* `yee check` would try all values of a key */
    return number ? atoi(number) : 0;
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    (void)host;
    param[0] = c->gain;
    param[1] = fault();
    param[2] = fault() == COUNT ? (double)NAN : 0.1 * YEE_EPS0 / place->dt;
    return YEE_OK;
}

static double one(const void *self)
{
    (void)self;
    return 1;
}

/* Writes to E, behind the row, or takes its length into account. */
static void row_f64(const yee_law_row *row)
{
    double *e = row->e, *state = row->state;
    unruly_cell_row_f64(row);
    if (fault() == WRITES)
        e[0] = 0;
    if (fault() == BEYOND)
        state[row->n] = 0;
    for (int64_t n = 0; fault() == LENGTH && n < row->n; n++)
        state[n] *= row->n > 4 ? 1 : 1 - 1e-15;
}

static const yee_law law = {
    .size = sizeof law,
    .name = "unruly_cell",
    .version = 1,
    .has = YEE_LAW_CELL,
    .cell_words = 3,
    .cell_row = {unruly_cell_row_f32, row_f64},
    .params = 3,
    .prepare = prepare,
    .least = one,
    .reach = one,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    static yee_law two; /* words: no room for a current */
    (void)host, (void)band;
    two = law;
    two.cell_words = 2;
    material->law = fault() == FEW ? &two : &law;
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
    .name = "unruly_cell",
    .summary = "a law of cells that grows by itself",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.unruly]\ntype = unruly_cell\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
