/* twist.c: cells with a law of fields, of E or of H, for random problems. */
#include "builder.h"
#include "drawn_law.h"
#include <math.h>

#define LAW_NAME twist
#define LAW_FILE "twist.law.h"
#define LAW_CELL_WORDS 4
#define LAW_MAPS 1
#include <yee/law_rows.h>

/* A cell that the place tells from its neighbours. */
static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    const double phase = 1e3 * (at[0] + 2 * at[1] + 3 * at[2]);
    (void)self, (void)place;
    for (int n = 0; n < 3; n++)
        state[n] = 0.05 * sin(phase + n);
    state[3] = 0.25 + 0.25 * cos(phase);
    map[0] = 0.5 + 0.5 * cos(2 * phase);
}

static void play(void *self, int64_t step, double *value)
{
    (void)self;
    value[0] = 0.2 * sin(0.3 * (double)step);
}

static const yee_law twist = {
    YEE_CELL_LAW(twist, 1, YEE_LAW_FIELD),
    .params = 4,
    .signals = 1,
    .prepare = prepare,
    .begin = begin,
    .least = one,
    .reach = one,
};
static const yee_law spin = {
    YEE_CELL_LAW(twist, 1, YEE_LAW_FIELD | YEE_LAW_MAGNETIC),
    .params = 4,
    .signals = 1,
    .prepare = prepare,
    .begin = begin,
    .least = one,
    .reach = one,
};
static const yee_signals signals = {.size = sizeof signals, .count = 1, .fill = play};

/* Weak: x is a tenth of E. */
static const double *numbers(builder *b)
{
    double *p = builder_alloc(b, 4, sizeof *p);
    if (!p)
        return NULL;
    p[0] = real(&b->r, 0.01, 0.1);
    for (int n = 1; n < 4; n++)
        p[n] = real(&b->r, -0.04, 0.04);
    return p;
}

/* The parts of a problem that a form fills. */
typedef struct form {
    const yee_cell_run **cell;
    int64_t *cells;
    const yee_field_run **edge;
    int64_t *edges;
    int first; /* YEE_EX or YEE_HX */
} form;

static void draw_cells(builder *b, const form *f)
{
    yee_problem *p = b->p;
    const yee_axis_data *a = p->grid.axis;
    yee_cell_run *run =
        builder_alloc(b, a[0].cells * a[1].cells * (a[2].cells / 2 + 1), sizeof *run);
    if (!run)
        return;
    *f->cell = run;
    for (int64_t i = 0; i < a[0].cells; i++)
        for (int64_t j = 0; j < a[1].cells; j++)
            for (int64_t k = coin(&b->r) ? whole(&b->r, 0, 3) : 0; k < a[2].cells;) {
                const int64_t n = whole(&b->r, 1, a[2].cells - k), law = whole(&b->r, 0, 1);
                run[(*f->cells)++] = (yee_cell_run){{i, j, k}, n, p->laws + law};
                k += n + whole(&b->r, 1, 4);
            }
}

static bool beside(const yee_problem *p, int c, const int64_t x[3])
{
    bool found = false;
    for (int n = 0; n < 4 && !found; n++) {
        int64_t cell[3];
        double share;
        found =
            yee_cell_around(&p->grid, c, x, n, cell, &share) &&
            (c < 3 ? yee_problem_field_law(p, cell) : yee_problem_magnetic_law(p, cell)) >= 0;
    }
    return found;
}

/* Factors of the edges of each medium; 0 with poles or a law. */
static void draw_parts(builder *b, yee_field_run *of)
{
    const yee_problem *p = b->p;
    for (int64_t m = 0; m < p->media; m++) {
        const bool apart = p->update[m].sections || p->update[m].cb == 0 ||
                           yee_problem_law(p, (uint32_t)m) >= 0;
        const double g = apart || !whole(&b->r, 0, 4) ? 0 : real(&b->r, 0.2, 1);
        of[m] = (yee_field_run){.to_cell = g * p->medium[m].response.inf, .to_edge = g};
    }
}

static void draw_edges(builder *b, const form *f)
{
    yee_problem *p = b->p;
    const yee_grid *g = &p->grid;
    int64_t edges = 0, x[3];
    for (int c = f->first; c < f->first + 3; c++)
        edges += yee_grid_points(g, c);
    yee_field_run *run = builder_alloc(b, edges, sizeof *run);
    yee_field_run *of = builder_alloc(b, p->media, sizeof *of);
    if (!run || !of)
        return;
    draw_parts(b, of);
    for (int c = f->first; c < f->first + 3; c++)
        for (x[0] = g->begin[c][0]; g->active[c] && x[0] < g->end[c][0]; x[0]++)
            for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
                for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++) {
                    const uint32_t m =
                        yee_problem_medium(p, c, yee_grid_index(g, c, x[0], x[1], x[2]));
                    yee_field_run *last = *f->edges ? &run[*f->edges - 1] : NULL;
                    if (!beside(p, c, x))
                        continue;
                    if (last && last->component == c && last->edge[0] == x[0] &&
                        last->edge[1] == x[1] && last->edge[2] + last->n == x[2] &&
                        last->to_cell == of[m].to_cell && coin(&b->r)) {
                        last->n++;
                        continue;
                    }
                    run[(*f->edges)++] =
                        (yee_field_run){c, {x[0], x[1], x[2]}, 1, of[m].to_cell, of[m].to_edge};
                }
    *f->edge = run;
}

/* Two instances of the law, in runs of cells here and there. */
static void make(builder *b, const form *f, const yee_law *law)
{
    yee_problem *p = b->p;
    yee_law_use *use = builder_alloc(b, p->laws + 2, sizeof *use);
    yee_law_medium *medium = builder_alloc(b, p->media, sizeof *medium);
    if (!b->ok)
        return;
    for (int64_t m = 0; m < p->media; m++)
        medium[m] = p->laws ? p->law_medium[m] : (yee_law_medium){.law = -1};
    for (int64_t n = 0; n < p->laws; n++)
        use[n] = p->law[n];
    draw_cells(b, f);
    if (!b->ok)
        return;
    draw_edges(b, f);
    for (int n = 0; n < 2; n++)
        use[p->laws + n] = (yee_law_use){law, NULL, &signals, numbers(b)};
    p->laws += 2;
    p->law = use;
    p->law_medium = medium;
}

void make_field_laws(builder *b)
{
    yee_problem *p = b->p;
    make(b, &(form){&p->field_cell, &p->field_cells, &p->field_run, &p->field_runs, YEE_EX},
         &twist);
}

void make_magnetic_laws(builder *b)
{
    yee_problem *p = b->p;
    make(b,
         &(form){&p->magnetic_cell, &p->magnetic_cells, &p->magnetic_run, &p->magnetic_runs,
                 YEE_HX},
         &spin);
}
