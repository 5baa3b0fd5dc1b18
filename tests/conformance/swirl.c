/* swirl.c: cells with a law, for random problems. */
#include "builder.h"
#include "drawn_law.h"
#include <math.h>

#define LAW_NAME swirl
#define LAW_FILE "swirl.law.h"
#define LAW_CELL_WORDS 4
#define LAW_MAPS 1
#include <yee/law_rows.h>

/* A cell that the place tells from its neighbours; of 1 V/m, 1e-3 A/m^2 is a small part in a step
 * of a picosecond. */
static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    const double phase = 1e3 * (at[0] + 2 * at[1] + 3 * at[2]);
    (void)self;
    for (int n = 0; n < 3; n++)
        state[n] = YEE_EPS0 / place->dt * 0.05 * sin(phase + n);
    state[3] = 0.25 + 0.25 * cos(phase);
    map[0] = 0.5 + 0.5 * cos(2 * phase);
}

static void play(void *self, int64_t step, double *value)
{
    (void)self;
    value[0] = 0.5 * sin(0.3 * (double)step);
}

static const yee_law swirl = {
    YEE_CELL_LAW(swirl, 1, YEE_LAW_CELL),
    YEE_CELL_LAW_HELD(swirl),
    .params = 6,
    .signals = 1,
    .prepare = prepare,
    .begin = begin,
    .least = one,
    .reach = one,
};
static const yee_signals signals = {.size = sizeof signals, .count = 1, .fill = play};

static const double *numbers(builder *b)
{
    const double unit = YEE_EPS0 / b->p->grid.dt; /* A/m^2 that takes 1 V/m in a step */
    double *p = builder_alloc(b, 6, sizeof *p);
    if (!p)
        return NULL;
    p[0] = real(&b->r, 0.01, 0.1);
    p[1] = real(&b->r, 0.5, 0.9);
    p[2] = real(&b->r, -0.1, 0.1);
    p[3] = unit * real(&b->r, 0.01, 0.05);
    p[4] = real(&b->r, 0.1, 1) / (YEE_EPS0 / (b->p->grid.dt * b->p->grid.dt));
    p[5] = real(&b->r, 0.1, 1) * b->p->grid.dt;
    return p;
}

/* Two instances of the law, in runs of cells here and there. */
void make_cell_laws(builder *b)
{
    yee_problem *p = b->p;
    const yee_axis_data *a = p->grid.axis;
    yee_law_use *use = builder_alloc(b, p->laws + 2, sizeof *use);
    yee_law_medium *medium = builder_alloc(b, p->media, sizeof *medium);
    yee_cell_run *run =
        builder_alloc(b, a[0].cells * a[1].cells * (a[2].cells / 2 + 1), sizeof *run);
    if (!b->ok)
        return;
    for (int64_t m = 0; m < p->media; m++)
        medium[m] = p->laws ? p->law_medium[m] : (yee_law_medium){.law = -1};
    for (int64_t n = 0; n < p->laws; n++)
        use[n] = p->law[n];
    p->cell_run = run;
    for (int64_t i = 0; i < a[0].cells; i++)
        for (int64_t j = 0; j < a[1].cells; j++)
            for (int64_t k = coin(&b->r) ? whole(&b->r, 0, 3) : 0; k < a[2].cells;) {
                const int64_t rest = a[2].cells - k;
                const int64_t n = whole(&b->r, 1, rest), law = whole(&b->r, 0, 1);
                run[p->cell_runs++] = (yee_cell_run){{i, j, k}, n, p->laws + law};
                k += n + whole(&b->r, 1, 4);
            }
    for (int n = 0; n < 2; n++)
        use[p->laws + n] = (yee_law_use){&swirl, NULL, &signals, numbers(b)};
    p->laws += 2;
    p->law = use;
    p->law_medium = medium;
}
