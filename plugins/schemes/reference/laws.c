/* reference/laws.c: laws of cells and of fields, steps 1a, 3a, 5b and 2a of yee/problem.h. The means are
 * written once, for numbers of type REAL: the file includes itself for float and for double. */
#ifndef REAL
#include "../common/leapfrog.h"
#include "../common/places.h"
#include "plan.h"

#define REAL float
#define TYPED(name) name##_f32
#include "laws.c"
#undef REAL
#undef TYPED
#define REAL double
#define TYPED(name) name##_f64
#include "laws.c"
#undef REAL
#undef TYPED
#else

/* The mean of component c in a cell, steps 1a, 5b and 2a: along the axes on whose nodes it lies. */
static REAL TYPED(cell_mean)(const plan *p, int c, const int64_t x[3])
{
    const yee_grid *g = &p->problem->grid;
    REAL sum = 0;
    int points = 0;
    for (int n = 0; g->active[c] && n < 4; n++) {
        int64_t y[3] = {x[0], x[1], x[2]};
        int means = 0;
        bool there = true;
        for (int q = 0; q < 3; q++) {
            const int axis = (c + q) % 3;
            if (yee_half(c, axis))
                continue;
            const int by = means++ ? n % 2 : n / 2;
            y[axis] += by;
            there = there && !(by && g->axis[axis].invariant);
            y[axis] = g->axis[axis].periodic && y[axis] == g->extent[c][axis] ? 0 : y[axis];
        }
        if (!there || (means == 1 && n % 2))
            continue;
        sum += ((const REAL *)p->field[c])[yee_grid_index(g, c, y[0], y[1], y[2])];
        points++;
    }
    return points ? sum / (REAL)points : 0;
}

/* The mean at an edge of what the cells around it have, real, shape [cells, 3]. */
static REAL TYPED(edge_mean)(const plan *p, const void *cells, int c, const int64_t x[3])
{
    const yee_grid *g = &p->problem->grid;
    REAL sum = 0;
    for (int n = 0; n < 4; n++) {
        int64_t y[3];
        double part;
        if (yee_cell_around(g, c, x, n, y, &part))
            sum +=
                (REAL)part *
                ((const REAL *)
                     cells)[3 * ((y[0] * g->axis[1].cells + y[1]) * g->axis[2].cells + y[2]) +
                            c % 3];
    }
    return sum;
}

static REAL TYPED(edge_loss)(const plan *p, int c, const int64_t x[3])
{
    const int64_t at = yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2]);
    return (REAL)p->problem->update[yee_problem_medium(p->problem, c, at)].cb *
           TYPED(edge_mean)(p, p->form[CURRENTS].shown, c, x);
}

/* An edge of a law of fields at x: L and what the cells around it add. */
static void TYPED(join_edge)(const plan *p, const law_cells *f, const yee_field_run *r,
                             const int64_t x[3], int64_t edge)
{
    const int c = r->component;
    ((REAL *)p->field[c])[yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2])] =
        ((const REAL *)f->linear)[edge] +
        (REAL)r->to_edge * TYPED(edge_mean)(p, f->shown, c, x);
}

static void TYPED(lose_currents)(const plan *p)
{
    const yee_grid *g = &p->problem->grid;
    int64_t x[3];
    for (int c = 0; c < 3 && p->form[CURRENTS].runs; c++)
        for (x[0] = g->begin[c][0]; g->active[c] && x[0] < g->end[c][0]; x[0]++)
            for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
                for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++)
                    ((REAL *)p->field[c])[yee_grid_index(g, c, x[0], x[1], x[2])] -=
                        TYPED(edge_loss)(p, c, x);
}
#endif
#ifndef REAL

static void mean_of(const plan *p, int first, const int64_t cell[3], int64_t pitch, void *mean)
{
    for (int c = 0; c < 3; c++)
        set(p, mean, c * pitch,
            p->single ? (double)cell_mean_f32(p, first + c, cell)
                      : cell_mean_f64(p, first + c, cell));
}

static void multiply(const plan *p, void *array, int64_t n, double factor)
{
    if (p->single)
        ((float *)array)[n] *= (float)factor;
    else
        ((double *)array)[n] *= factor;
}

static void show_cells(const plan *p, const law_cells *f)
{
    const yee_axis_data *a = p->problem->grid.axis;
    int64_t words = 0;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        const int64_t first = (r->cell[0] * a[1].cells + r->cell[1]) * a[2].cells + r->cell[2];
        for (int64_t n = 0; n < 3 * r->n; n++)
            set(p, f->shown, 3 * (first + n % r->n) + n / r->n, get(p, f->state, words + n));
        words += p->problem->law[r->law].law->cell_words * r->n;
    }
}

static void step_cells(const plan *p, const law_cells *f)
{
    const yee_problem *q = p->problem;
    int64_t words = 0, maps = 0;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        const yee_law *law = q->law[r->law].law;
        for (int64_t n = 0; n < r->n; n++) {
            const int64_t cell[3] = {r->cell[0], r->cell[1], r->cell[2] + n};
            mean_of(p, f->first, cell, r->n, plan_at(p, p->mean, n));
        }
        const yee_law_row row = {.size = sizeof row,
                                 .n = r->n,
                                 .pitch = r->n,
                                 .param = p->cell_param[r->law],
                                 .signal = p->laws.signal[r->law],
                                 .e = p->mean,
                                 .state = plan_at(p, f->state, words),
                                 .map = law->cell_maps ? plan_at(p, f->map, maps) : NULL,
                                 .e_pitch = r->n};
        law->cell_row[!p->single](&row);
        words += law->cell_words * r->n;
        maps += law->cell_maps * r->n;
    }
}

void laws_step_cells(plan *p)
{
    step_cells(p, &p->form[CURRENTS]);
    show_cells(p, &p->form[CURRENTS]);
}

void laws_lose_currents(const plan *p)
{
    (p->single ? lose_currents_f32 : lose_currents_f64)(p);
}

static int64_t index_of(const plan *p, const yee_field_run *r, int64_t n)
{
    return yee_grid_index(&p->problem->grid, r->component, r->edge[0], r->edge[1],
                          r->edge[2] + n);
}

void laws_join_fields(plan *p, int form, bool act)
{
    const law_cells *f = &p->form[form];
    int64_t edges = 0;
    for (const yee_field_run *r = f->edge; r < f->edge + f->edges; r++)
        for (int64_t n = 0; n < r->n; n++, edges++) {
            void *field = p->field[r->component];
            const int64_t at = index_of(p, r, n);
            set(p, f->linear, edges, get(p, field, at));
            multiply(p, field, at, r->to_cell);
        }
    if (act)
        step_cells(p, f);
    show_cells(p, f);
    edges = 0;
    for (const yee_field_run *r = f->edge; r < f->edge + f->edges; r++)
        for (int64_t n = 0; n < r->n; n++, edges++) {
            const int64_t x[3] = {r->edge[0], r->edge[1], r->edge[2] + n};
            (p->single ? join_edge_f32 : join_edge_f64)(p, f, r, x, edges);
        }
}

void laws_part_fields(plan *p, int form)
{
    const law_cells *f = &p->form[form];
    int64_t edges = 0;
    for (const yee_field_run *r = f->edge; r < f->edge + f->edges; r++)
        for (int64_t n = 0; n < r->n; n++, edges++)
            set(p, p->field[r->component], index_of(p, r, n), get(p, f->linear, edges));
}

/* ---- memory and energy ---- */

static int64_t longest(const law_cells *f)
{
    int64_t most = 0;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++)
        most = r->n > most ? r->n : most;
    return most;
}

void laws_lay_out(plan *p, bool changing)
{
    const yee_problem *q = p->problem;
    const yee_axis_data *a = q->grid.axis;
    const size_t real = p->single ? sizeof(float) : sizeof(double);
    int64_t most = 0;
    law_cells *currents = &p->form[CURRENTS], *fields = &p->form[FIELDS],
              *magnetic = &p->form[MAGNETIC];
    currents->run = q->cell_run;
    currents->runs = q->cell_runs;
    fields->run = q->field_cell;
    fields->runs = q->field_cells;
    fields->edge = q->field_run;
    fields->edges = q->field_runs;
    magnetic->run = q->magnetic_cell;
    magnetic->runs = q->magnetic_cells;
    magnetic->edge = q->magnetic_run;
    magnetic->edges = q->magnetic_runs;
    magnetic->first = YEE_HX;
    fields->fields = magnetic->fields = true;
    for (law_cells *f = p->form; f < p->form + FORMS; f++) {
        int64_t words = 0, maps = 0, edges = 0;
        for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
            words += q->law[r->law].law->cell_words * r->n;
            maps += q->law[r->law].law->cell_maps * r->n;
        }
        for (int64_t n = 0; n < f->edges; n++)
            edges += f->edge[n].n;
        most = longest(f) > most ? longest(f) : most;
        if (changing) {
            f->state = plan_take(p, words, real);
            f->linear = plan_take(p, edges, real);
        } else {
            f->shown =
                plan_take(p, f->runs ? 3 * a[0].cells * a[1].cells * a[2].cells : 0, real);
            f->map = plan_take(p, maps, real);
        }
    }
    if (changing)
        return;
    p->mean = plan_take(p, 3 * most, real);
    p->cell_param = plan_take(p, q->laws, sizeof *p->cell_param);
    for (int64_t n = 0; n < q->laws; n++) {
        void *param = plan_take(p, q->law[n].cell_param ? q->law[n].law->params : 0, real);
        if (p->memory)
            p->cell_param[n] = param;
    }
}

static void set_params(const plan *p)
{
    const yee_problem *q = p->problem;
    for (int64_t n = 0; n < q->laws; n++)
        for (int32_t i = 0; q->law[n].cell_param && i < q->law[n].law->params; i++)
            set(p, p->cell_param[n], i, q->law[n].cell_param[i]);
}

/* Words and maps of runs of cells before the first step. */
static void begin_cells(const plan *p, const law_cells *f)
{
    const yee_problem *q = p->problem;
    const yee_law_place about = {sizeof about, -1, q->grid.dt, 0, 0};
    int64_t words = 0, maps = 0;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        const yee_law *law = q->law[r->law].law;
        for (int64_t n = 0; law->begin && n < r->n; n++) {
            double x[3], state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
            const int64_t cell[3] = {r->cell[0], r->cell[1], r->cell[2] + n};
            places_cell(q, cell, x);
            law->begin(q->law[r->law].self, &about, x, state, map);
            for (int w = 0; w < law->cell_words; w++)
                set(p, f->state, words + w * r->n + n, state[w]);
            for (int w = 0; w < law->cell_maps; w++)
                set(p, f->map, maps + w * r->n + n, map[w]);
        }
        words += law->cell_words * r->n;
        maps += law->cell_maps * r->n;
    }
}

void laws_begin(plan *p)
{
    set_params(p);
    for (const law_cells *f = p->form; f < p->form + FORMS; f++)
        begin_cells(p, f);
}

/* Adds the J that cells hold; those of fields need no E. */
static void cell_energy(const plan *p, const law_cells *f, yee_sum *sum)
{
    const yee_problem *q = p->problem;
    int64_t words = 0;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        const yee_law_use *use = &q->law[r->law];
        for (int64_t n = 0; use->law->cell_energy && n < r->n; n++) {
            const int64_t cell[3] = {r->cell[0], r->cell[1], r->cell[2] + n};
            double e[3] = {0}, state[YEE_LAW_MOST_WORDS] = {0}, volume = 1;
            bool owned = true;
            for (int a = 0; a < 3; a++) {
                volume *= q->grid.axis[a].node[cell[a] + 1] - q->grid.axis[a].node[cell[a]];
                owned = owned && yee_owns_cell(q, a, cell[a]);
            }
            if (!owned)
                continue;
            for (int w = 0; w < use->law->cell_words; w++)
                state[w] = get(p, f->state, words + w * r->n + n);
            if (!f->fields)
                mean_of(p, f->first, cell, 1, p->mean);
            for (int c = 0; !f->fields && c < 3; c++)
                e[c] = get(p, p->mean, c);
            yee_sum_add(sum, volume * use->law->cell_energy(use->cell_param, e, state));
        }
        words += use->law->cell_words * r->n;
    }
}

/* Adds the J of L*E in place of E*E at the edges of fields, of L*H in place of H*H at magnetic
 * ones. */
static void field_energy(const plan *p, const law_cells *f, yee_sum *sum)
{
    const yee_problem *q = p->problem;
    int64_t edges = 0;
    for (const yee_field_run *r = f->edge; r < f->edge + f->edges; r++)
        for (int64_t n = 0; n < r->n; n++, edges++) {
            const int64_t x[3] = {r->edge[0], r->edge[1], r->edge[2] + n};
            const int c = r->component;
            const int64_t at = yee_grid_index(&q->grid, c, x[0], x[1], x[2]);
            const double e = get(p, p->field[c], at);
            if (yee_owns_point(q, c, x))
                yee_sum_add(sum, leapfrog_volume(&q->grid, c, x[0], x[1], x[2]) *
                                     q->update[yee_problem_medium(q, c, at)].energy[0] * e *
                                     (get(p, f->linear, edges) - e));
        }
}

void laws_energy(const plan *p, yee_sum sum[2])
{
    for (const law_cells *f = p->form; f < p->form + FORMS; f++) {
        cell_energy(p, f, &sum[f->first / 3]);
        field_energy(p, f, &sum[f->first / 3]);
    }
}
#endif
