/* oracle_laws.c: the laws of random problems, point by point in long double. */
#include "oracle_world.h"

/* wobble.law.h, the only law of random problems. */
const double *oracle_law_numbers(const world *w, int c, int64_t index)
{
    const uint32_t medium = yee_problem_medium(w->p, c, index);
    return yee_problem_law(w->p, medium) < 0 ? NULL : w->p->law_medium[medium].param[c];
}

static void begin_wobble(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    const yee_law_place here = {sizeof here, c, w->p->grid.dt, 0, 0};
    double where[3], state[2], map[1];
    if (!oracle_law_numbers(w, c, index))
        return;
    for (int a = 0; a < 3; a++)
        where[a] = yee_grid_position(&w->p->grid, c, a, at.x[a]);
    w->p->law[0].law->begin(NULL, &here, where, state, map);
    w->wobble[c][index][0] = state[0];
    w->wobble[c][index][1] = state[1];
    w->wobble[c][index][2] = map[0];
}

static void wobble(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    const double *p = oracle_law_numbers(w, c, index);
    if (!p)
        return;
    double signal;
    w->p->law[0].signals->fill(NULL, w->step, &signal);
    num *s = w->wobble[c][index], e = w->old[c][index], *x = &w->f[c][index];
    const num g = p[2] * s[2] * (1 + signal), before = *x + g * s[0] * e - p[3] * s[1];
    s[0] += p[0] * (e * e - s[0]);
    s[1] += p[1] * (e - s[1]);
    *x = before / (1 + g * s[0]);
}

/* swirl.law.h, the only law of cells of random problems; n counts along a run. */
static num *swirl_at(const world *w, const int64_t x[3])
{
    const yee_axis_data *a = w->p->grid.axis;
    return w->swirl[(x[0] * a[1].cells + x[1]) * a[2].cells + x[2]];
}

typedef void visit_cell(world *w, const yee_law_use *use, const int64_t x[3]);
static void each_cell(world *w, const yee_cell_run *run, int64_t runs, visit_cell *visit)
{
    for (int64_t r = 0; r < runs; r++)
        for (int64_t n = 0; n < run[r].n; n++) {
            const int64_t *first = run[r].cell;
            visit(w, &w->p->law[run[r].law],
                  (const int64_t[3]){first[0], first[1], first[2] + n});
        }
}

/* Four words and the map of a cell. */
static void begin_words(const world *w, const yee_law_use *use, const int64_t x[3], num *words)
{
    const yee_law_place here = {sizeof here, -1, w->p->grid.dt, 0, 0};
    double where[3], state[4], map[1];
    for (int a = 0; a < 3; a++)
        where[a] = (w->p->grid.axis[a].node[x[a]] + w->p->grid.axis[a].node[x[a] + 1]) / 2;
    use->law->begin(NULL, &here, where, state, map);
    for (int n = 0; n < 4; n++)
        words[n] = state[n];
    words[4] = map[0];
}

static void begin_swirl(world *w, const yee_law_use *use, const int64_t x[3])
{
    begin_words(w, use, x, swirl_at(w, x));
}

/* The mean of E over the edges at the corners of a cell. */
static num mean_in(const world *w, int c, const int64_t x[3])
{
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    const int64_t u = !w->p->grid.axis[a].invariant, v = !w->p->grid.axis[b].invariant;
    num sum = 0;
    for (int64_t n = 0; n < 4; n++)
        sum += field(w, c,
                     moved(moved((place){{x[0], x[1], x[2]}}, a, u * (n / 2)), b, v * (n % 2)));
    return w->p->grid.active[c] ? sum / 4 : 0;
}

static void swirl(world *w, const yee_law_use *use, const int64_t x[3])
{
    const double *p = use->cell_param;
    double signal;
    num e[3], *s = swirl_at(w, x);
    const num old[3] = {s[0], s[1], s[2]};
    for (int c = 0; c < 3; c++)
        e[c] = mean_in(w, c, x);
    use->signals->fill(NULL, w->step, &signal);
    s[3] += p[0] * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] - s[3]);
    for (int c = 0; c < 3; c++) {
        static const int b[3] = {1, 2, -1};
        const int a = (c + 1) % 3, q = (c + 2) % 3;
        s[c] = p[1] * old[c] + p[2] * (b[a] * old[q] - b[q] * old[a]) +
               p[3] * s[4] * (1 + signal + s[3] / (1 + s[3])) * e[c];
    }
}

/* The mean at an edge of component c of cells: by lengths of the parts of its dual face. */
static num mean_around(const world *w, num (*cells_of)[5], int c, place at)
{
    const yee_axis_data *axis = w->p->grid.axis;
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    num sum = 0, whole = 0;
    for (int n = 0; n < 4; n++) {
        place cell = moved(moved(at, a, n / 2 - 1), b, n % 2 - 1);
        num part = 1;
        for (int q = 1; q < 3; q++) {
            const int d = (c + q) % 3;
            const int64_t cells = axis[d].cells;
            if (axis[d].invariant)
                cell.x[d] = 0;
            else if (axis[d].periodic)
                cell.x[d] = (cell.x[d] + cells) % cells;
            part = cell.x[d] < 0 || cell.x[d] >= cells || part == 0
                       ? 0
                       : part * (axis[d].node[cell.x[d] + 1] - axis[d].node[cell.x[d]]);
        }
        whole += part;
        if (part > 0)
            sum += part * cells_of[(cell.x[0] * axis[1].cells + cell.x[1]) * axis[2].cells +
                                   cell.x[2]][c];
    }
    return whole > 0 ? sum / whole : 0;
}

static void lose(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    w->f[c][index] -=
        w->p->update[yee_problem_medium(w->p, c, index)].cb * mean_around(w, w->swirl, c, at);
}

/* twist.law.h, the only law of fields. */
static num *twist_at(const world *w, const int64_t x[3])
{
    const yee_axis_data *a = w->p->grid.axis;
    return w->twist[(x[0] * a[1].cells + x[1]) * a[2].cells + x[2]];
}

static void begin_twist(world *w, const yee_law_use *use, const int64_t x[3])
{
    begin_words(w, use, x, twist_at(w, x));
}

static void twist(world *w, const yee_law_use *use, const int64_t x[3])
{
    const double *p = use->cell_param;
    double signal;
    num d[3], *s = twist_at(w, x);
    for (int c = 0; c < 3; c++)
        d[c] = mean_in(w, c, x);
    use->signals->fill(NULL, w->step, &signal);
    s[3] += p[0] * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - s[3]);
    for (int c = 0; c < 3; c++)
        s[c] = s[4] * (1 + signal + s[3] / (1 + s[3])) *
               (p[1 + c] * d[(c + 1) % 3] + p[1 + (c + 2) % 3] * d[(c + 2) % 3]);
}

static void give_cell(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    if (w->parted[c][index])
        w->f[c][index] *= w->part[c][0][index];
}

static void add_cells(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    if (w->parted[c][index])
        w->f[c][index] =
            w->linear[c][index] + w->part[c][1][index] * mean_around(w, w->twist, c, at);
}

static void each_of_fields(world *w, void (*visit)(world *, int, place))
{
    for (int c = 0; c < 3 && w->p->field_cells; c++)
        if (w->p->grid.active[c])
            each(w, c, visit);
}

void oracle_mark_fields(world *w)
{
    for (int64_t r = 0; r < w->p->field_runs; r++)
        for (int64_t n = 0; n < w->p->field_run[r].n; n++) {
            const yee_field_run *run = &w->p->field_run[r];
            const int64_t at = yee_grid_index(&w->p->grid, run->component, run->edge[0],
                                              run->edge[1], run->edge[2] + n);
            w->parted[run->component][at] = true;
            w->part[run->component][0][at] = run->to_cell;
            w->part[run->component][1][at] = run->to_edge;
        }
}

num oracle_cell_energy(const world *w)
{
    num sum = 0;
    for (int64_t r = 0; r < w->p->cell_runs; r++)
        for (int64_t n = 0; n < w->p->cell_run[r].n; n++) {
            const int64_t *first = w->p->cell_run[r].cell;
            const int64_t x[3] = {first[0], first[1], first[2] + n};
            const double *p = w->p->law[w->p->cell_run[r].law].cell_param;
            const num *s = swirl_at(w, x);
            num volume = 1, held = 0;
            for (int c = 0; c < 3; c++) {
                const double *node = w->p->grid.axis[c].node + x[c];
                volume *= node[1] - node[0];
                held += p[4] * s[c] * s[c] + p[5] * mean_in(w, c, x) * s[c];
            }
            sum += volume * held;
        }
    return sum;
}

static void take_linear(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    if (w->parted[c][index])
        w->f[c][index] = w->linear[c][index];
}

static void keep_linear(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    w->linear[c][index] = w->f[c][index];
}

/* ---- in the order of a step ---- */

static void each_active(world *w, void (*visit)(world *, int, place))
{
    for (int c = 0; c < 3; c++)
        if (w->p->grid.active[c])
            each(w, c, visit);
}

void oracle_begin_laws(world *w)
{
    each_active(w, begin_wobble);
    each_cell(w, w->p->cell_run, w->p->cell_runs, begin_swirl);
    each_cell(w, w->p->field_cell, w->p->field_cells, begin_twist);
    each_of_fields(w, keep_linear);
    each_of_fields(w, add_cells);
}

void oracle_swirl(world *w) { each_cell(w, w->p->cell_run, w->p->cell_runs, swirl); }

void oracle_take_linear(world *w) { each_active(w, take_linear); }

void oracle_lose(world *w)
{
    if (w->p->cell_runs)
        each_active(w, lose);
}

void oracle_wobble(world *w) { each_active(w, wobble); }

void oracle_twist(world *w)
{
    each_of_fields(w, keep_linear);
    each_of_fields(w, give_cell);
    each_cell(w, w->p->field_cell, w->p->field_cells, twist);
    each_of_fields(w, add_cells);
}
