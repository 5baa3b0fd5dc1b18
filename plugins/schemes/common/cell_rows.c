/* schemes/common/cell_rows.c: the rows of cells and the edges about them of cell_laws.h. */
#include "cell_laws.h"
#include "places.h"
#include <stdlib.h>
#include <string.h>

static void set(const cell_laws *l, void *array, int64_t n, double value)
{
    if (l->word == sizeof(float))
        ((float *)array)[n] = (float)value;
    else
        ((double *)array)[n] = value;
}

/* Real numbers, and room for a vector; NULL: no memory. */
static char *room(const cell_laws *l, int64_t count)
{
    return calloc((size_t)count + 8, l->word);
}

static int64_t cells(const cell_laws *l, int q)
{
    return l->problem->grid.axis[l->axis[q]].cells;
}

/* The place of the row of a cell among all rows, and the cell's position in it. */
static int64_t place(const cell_laws *l, const int64_t cell[3], int64_t *k)
{
    *k = cell[l->axis[2]];
    return cell[l->axis[0]] * cells(l, 1) + cell[l->axis[1]];
}

/* Calls back for every cell with a law, or for every run of cells where rows lie along z. */
typedef void each_cell(cell_laws *l, int64_t row, int64_t k, int64_t n, int64_t law, void *to);
static void each(cell_laws *l, each_cell *visit, void *to)
{
    const yee_problem *p = l->problem;
    const yee_cell_run *first = l->first    ? p->magnetic_cell
                                : l->fields ? p->field_cell
                                            : p->cell_run;
    const int64_t runs = l->first    ? p->magnetic_cells
                         : l->fields ? p->field_cells
                                     : p->cell_runs;
    for (const yee_cell_run *run = first; run < first + runs; run++) {
        const bool along = l->axis[2] == YEE_Z;
        for (int64_t n = 0; n < (along ? 1 : run->n); n++) {
            const int64_t cell[3] = {run->cell[0], run->cell[1], run->cell[2] + n};
            int64_t k;
            const int64_t row = place(l, cell, &k);
            visit(l, row, k, along ? run->n : 1, run->law, to);
        }
    }
}

/* First and last cell of every row, at each place; end 0: none has a law. */
typedef struct extent {
    int64_t begin, end, row;
} extent;

static void extend(cell_laws *l, int64_t row, int64_t k, int64_t n, int64_t law, void *to)
{
    extent *x = (extent *)to + row;
    (void)l, (void)law;
    x->begin = !x->end || k < x->begin ? k : x->begin;
    x->end = k + n > x->end ? k + n : x->end;
}

/* The law of every cell of the rows, -1: none. */
typedef struct laid {
    extent *extent;
    int32_t *law;
    int64_t *first;
} laid;

static void lay(cell_laws *l, int64_t row, int64_t k, int64_t n, int64_t law, void *to)
{
    const laid *d = to;
    const int64_t own = d->extent[row].row;
    for (int64_t x = k; x < k + n; x++)
        d->law[d->first[own] + x - l->row[own].k0] = (int32_t)law;
}

/* Rows in the order of their places. False: no memory. */
static bool make_rows(cell_laws *l, extent *x)
{
    const int64_t places = cells(l, 0) * cells(l, 1), last = cells(l, 2);
    const bool ring = l->problem->grid.axis[l->axis[2]].periodic;
    each(l, extend, x);
    for (int64_t n = 0; n < places; n++)
        l->rows += x[n].end > 0;
    l->row = calloc((size_t)l->rows + 1, sizeof *l->row);
    int64_t rows = 0;
    for (int64_t n = 0; l->row && n < places; n++) {
        if (!x[n].end)
            continue;
        if (ring && x[n].end == last) /* position 0 sees the last cell */
            x[n].begin = 0;
        x[n].row = rows;
        l->row[rows++] = (cell_law_row){.at = {n / cells(l, 1), n % cells(l, 1)},
                                        .k0 = x[n].begin,
                                        .n = x[n].end - x[n].begin};
    }
    return l->row != NULL;
}

/* Counts the runs of cells, or stores them, with what their rows need. */
static void find_runs(cell_laws *l, const laid *d)
{
    l->runs = 0;
    for (int64_t r = 0; r < l->rows; r++) {
        cell_law_row *row = &l->row[r];
        const int32_t *law = d->law + d->first[r];
        for (int64_t k = 0, n; k < row->n; k += n) {
            n = 1;
            if (law[k] < 0)
                continue;
            while (k + n < row->n && law[k + n] == law[k])
                n++;
            const yee_law *own = l->problem->law[law[k]].law;
            row->words = own->cell_words > row->words ? own->cell_words : row->words;
            row->maps = own->cell_maps > row->maps ? own->cell_maps : row->maps;
            if (l->run)
                l->run[l->runs] = (cell_law_run){r, row->k0 + k, n, law[k]};
            l->runs++;
        }
    }
}

static bool make_runs(cell_laws *l, extent *x)
{
    laid d = {x, NULL, calloc((size_t)l->rows + 1, sizeof *d.first)};
    int64_t all = 0;
    for (int64_t r = 0; d.first && r < l->rows; all += l->row[r++].n)
        d.first[r] = all;
    d.law = malloc((size_t)(all + 1) * sizeof *d.law);
    for (int64_t n = 0; d.law && n < all; n++)
        d.law[n] = -1;
    if (d.law && d.first) {
        each(l, lay, &d);
        find_runs(l, &d);
        l->run = calloc((size_t)l->runs + 1, sizeof *l->run);
        if (l->run)
            find_runs(l, &d);
    }
    free(d.law);
    free(d.first);
    for (int64_t r = 0; r < l->rows; r++) {
        cell_law_row *row = &l->row[r];
        row->pitch = row->n + 2;
        row->state = l->words;
        row->map = l->maps;
        l->words += row->pitch * row->words;
        l->maps += row->pitch * row->maps;
    }
    return l->run != NULL;
}

/* The rows of cells beside an edge row at (at[0], at[1]), with their parts of the mean. */
static void find_parts(const cell_laws *l, const extent *x, const int64_t at[2],
                       cell_law_edges *e)
{
    const yee_axis_data *a[2] = {&l->problem->grid.axis[l->axis[0]],
                                 &l->problem->grid.axis[l->axis[1]]};
    bool two[2];
    for (int q = 0; q < 2; q++)
        two[q] = cell_laws_two(l, e->component, l->axis[q]);
    e->parts = 0;
    for (int n = 0; n < 4; n++) {
        const int side[2] = {n / 2, n % 2};
        int64_t cell[2];
        double weight = 1;
        bool there = true;
        for (int q = 0; q < 2; q++) {
            cell[q] = two[q] ? at[q] - 1 + side[q] : at[q];
            cell[q] += a[q]->periodic && cell[q] < 0 ? a[q]->cells : 0;
            there = there && (two[q] || side[q]) && cell[q] >= 0 && cell[q] < a[q]->cells;
            weight *= there && two[q] ? yee_cell_share(a[q], at[q], side[q]) : 1;
        }
        if (!there || !x[cell[0] * a[1]->cells + cell[1]].end)
            continue;
        e->part[e->parts].row = x[cell[0] * a[1]->cells + cell[1]].row;
        e->part[e->parts++].weight = weight;
    }
}

/* What an edge takes of its cells, and of fields gives them; false: it is none of theirs. */
static bool factors(const cell_laws *l, int c, const int64_t x[3], double *cb, double *to_cell)
{
    const yee_problem *p = l->problem;
    const yee_field_run *run = l->fields ? yee_problem_field_run(p, c, x) : NULL;
    const int64_t at = yee_grid_index(&p->grid, c, x[0], x[1], x[2]);
    *cb = run ? run->to_edge : l->fields ? 0 : p->update[yee_problem_medium(p, c, at)].cb;
    *to_cell = run ? run->to_cell : 0;
    return run || *cb != 0;
}

static bool opens(const cell_laws *l, int q)
{
    return l->problem->grid.axis[l->axis[q]].face[0] == YEE_FACE_OPEN;
}

/* Edges on the first nodes of a halo may be beside cells of a law of fields that lie before it: no
 * mean here is theirs, but their L is the neighbours' to give. */
static void extend_into_halo(const cell_laws *l, const int64_t at[2], int64_t *low,
                             int64_t *high)
{
    const bool all = (opens(l, 0) && !at[0]) || (opens(l, 1) && !at[1]);
    if (!l->fields || !(all || opens(l, 2)))
        return;
    *low = 0;
    *high = all ? INT64_MAX : *high > 1 ? *high : 1;
}

/* Splits one row of edges, between its first and last beside a cell, by what they take. */
static void split(cell_laws *l, const int64_t at[2], cell_law_edges e)
{
    const yee_problem *p = l->problem;
    const int w = l->axis[2], c = e.component;
    const bool two = cell_laws_two(l, c, w);
    int64_t low = INT64_MAX, high = 0, x[3];
    for (int n = 0; n < e.parts; n++) {
        const cell_law_row *r = &l->row[e.part[n].row];
        low = r->k0 < low ? r->k0 : low;
        high = r->k0 + r->n + two > high ? r->k0 + r->n + two : high;
    }
    extend_into_halo(l, at, &low, &high);
    low = low > p->grid.begin[c][w] ? low : p->grid.begin[c][w];
    high = high < p->grid.end[c][w] ? high : p->grid.end[c][w];
    x[l->axis[0]] = at[0];
    x[l->axis[1]] = at[1];
    for (int64_t k = low; k < high; k += e.n) {
        x[w] = k;
        e.k = k;
        e.at = yee_grid_index(&p->grid, c, x[0], x[1], x[2]);
        const bool any = factors(l, c, x, &e.cb, &e.to_cell);
        for (e.n = 1; k + e.n < high; e.n++) {
            double cb, to_cell;
            x[w] = k + e.n;
            if (factors(l, c, x, &cb, &to_cell) != any || cb != e.cb || to_cell != e.to_cell)
                break;
        }
        if (!any)
            continue;
        e.linear = l->linears;
        l->linears += l->fields ? e.n : 0;
        if (l->edge)
            l->edge[l->edges] = e;
        l->edges++;
    }
}

/* Counts the runs of edges, or stores them. */
static void find_edges(cell_laws *l, const extent *x)
{
    const yee_grid *g = &l->problem->grid;
    const int u = l->axis[0], v = l->axis[1];
    l->edges = l->linears = 0;
    for (int c = l->first; c < l->first + 3; c++)
        for (int64_t i = g->begin[c][u]; g->active[c] && i < g->end[c][u]; i++)
            for (int64_t j = g->begin[c][v]; j < g->end[c][v]; j++) {
                const int64_t at[2] = {i, j};
                cell_law_edges e = {.component = c};
                find_parts(l, x, at, &e);
                split(l, at, e);
            }
}

/* Parameters, shares, and the words and maps before the first step. */
static bool fill(cell_laws *l)
{
    const yee_problem *p = l->problem;
    const yee_axis_data *along = &p->grid.axis[l->axis[2]];
    l->param = calloc((size_t)p->laws, sizeof *l->param);
    bool ok = l->param != NULL;
    for (int64_t n = 0; ok && n < p->laws; n++) {
        const int32_t params = p->law[n].cell_param ? p->law[n].law->params : 0;
        ok = (l->param[n] = room(l, params)) != NULL;
        for (int32_t q = 0; ok && q < params; q++)
            set(l, l->param[n], q, p->law[n].cell_param[q]);
    }
    for (int side = 0; ok && side < 2; side++) {
        ok = (l->share[side] = room(l, along->cells + 1)) != NULL;
        for (int64_t i = 0; ok && i < along->cells + !along->periodic; i++)
            set(l, l->share[side], i, yee_cell_share(along, i, side));
    }
    for (const cell_law_run *r = l->run; ok && r < l->run + l->runs; r++) {
        const yee_law_use *use = &p->law[r->law];
        const cell_law_row *row = &l->row[r->row];
        const yee_law_place about = {sizeof about, -1, p->grid.dt, 0, 0};
        for (int64_t k = r->k; use->law->begin && k < r->k + r->n; k++) {
            const int64_t i[3] = {row->at[0], row->at[1], k}, at = 1 + k - row->k0;
            double x[3], state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
            int64_t cell[3];
            for (int q = 0; q < 3; q++)
                cell[l->axis[q]] = i[q];
            places_cell(p, cell, x);
            use->law->begin(use->self, &about, x, state, map);
            for (int w = 0; w < use->law->cell_words; w++)
                set(l, l->state, row->state + w * row->pitch + at, state[w]);
            for (int w = 0; w < use->law->cell_maps; w++)
                set(l, l->map, row->map + w * row->pitch + at, map[w]);
        }
    }
    for (const cell_law_row *row = l->row; ok && row < l->row + l->rows; row++)
        for (int c = 0; c < 3 && along->periodic && row->k0 + row->n == along->cells; c++)
            memcpy(l->state + (size_t)(row->state + c * row->pitch) * l->word,
                   l->state + (size_t)(row->state + c * row->pitch + row->n) * l->word,
                   l->word);
    return ok;
}

bool cell_laws_make(const yee_problem *p, int axis, uint32_t form, cell_laws *l)
{
    *l = (cell_laws){.problem = p,
                     .fields = form != YEE_LAW_CELL,
                     .first = form == YEE_LAW_MAGNETIC ? YEE_HX : YEE_EX,
                     .word = p->precision == YEE_F32 ? sizeof(float) : sizeof(double),
                     .axis = {(axis + 1) % 3, (axis + 2) % 3, axis}};
    if (!(form == YEE_LAW_MAGNETIC ? p->magnetic_cells + p->magnetic_runs
          : form == YEE_LAW_FIELD  ? p->field_cells + p->field_runs
                                   : p->cell_runs))
        return true;
    extent *x = calloc((size_t)(cells(l, 0) * cells(l, 1)), sizeof *x);
    bool ok = x && make_rows(l, x) && make_runs(l, x);
    if (ok) {
        find_edges(l, x);
        l->edge = calloc((size_t)l->edges + 1, sizeof *l->edge);
        ok = l->edge != NULL;
    }
    if (ok)
        find_edges(l, x);
    free(x);
    return ok && (l->state = room(l, l->words)) && (l->map = room(l, l->maps)) &&
           (l->linear = room(l, l->linears)) && fill(l);
}

void cell_laws_free(cell_laws *l)
{
    for (int64_t n = 0; l->param && n < l->problem->laws; n++)
        free(l->param[n]);
    free(l->row);
    free(l->run);
    free(l->edge);
    free(l->state);
    free(l->map);
    free(l->linear);
    free(l->param);
    free(l->share[0]);
    free(l->share[1]);
    *l = (cell_laws){.rows = 0};
}
