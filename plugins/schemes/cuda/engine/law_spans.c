/* law_spans.c: where the words of laws in a box of cells lie on the device (plan_spans()). Runs of
 * points end where the law changes, and so within a box at the same points in every subdomain. */
#include "../../common/spans.h"
#include "law_cells.h"

/* A box of cells, [low, high) by the problem's axes. */
typedef struct span_box {
    const int64_t *low, *high;
} span_box;

/* n points from x on along the problem's axis z, of an array that lies as a field does, `words` words
 * of each. where: of point (0, 0, 0); shift: added to all of them. */
static yee_status add(const plan *p, char *where, const int64_t x[3], int64_t n, int64_t shift,
                      int words, int64_t apart, yee_state_spans *to)
{
    const int64_t word = (int64_t)p->word;
    const int64_t stride[3] = {p->d.plane, p->d.pitch, 1};
    const int along = (2 + p->rotation) % 3; /* the plan's axis that z is */
    int64_t at[3];
    law_turn(p, x, at);
    const yee_state_span s = {
        .base = where + (plan_offset(p, at) + shift) * word,
        .bytes = along == 2 ? n * word : word,
        .count = {words, along == 2 ? 1 : n},
        .pitch = {apart * word, stride[along] * word},
    };
    return n > 0 && words > 0 ? to->add(to, &s) : YEE_OK;
}

/* Likewise, and the copies along the plan's axis z, where that is periodic, of its position `first`. */
static yee_status add_copied(const plan *p, char *where, const int64_t x[3], int64_t n,
                             int64_t first, int64_t shift, int words, int64_t apart,
                             yee_state_spans *to)
{
    const int axis = (2 + 3 - p->rotation) % 3; /* the problem's axis that the plan's z is */
    int64_t from[3] = {x[0], x[1], x[2]};
    yee_status status = add(p, where, x, n, 0, words, apart, to);
    if (status != YEE_OK || !(p->d.periodic & 4))
        return status;
    if (axis == 2 ? first < x[2] || first >= x[2] + n : first != x[axis])
        return YEE_OK;
    from[axis] = first;
    return add(p, where, from, axis == 2 ? 1 : n, shift, words, apart, to);
}

/* Cuts a run along z to a box; what is left of it begins at x[2]. */
static int64_t clip(const span_box *b, int64_t x[3], int64_t n)
{
    const int64_t from = x[2] > b->low[2] ? x[2] : b->low[2];
    const int64_t end = x[2] + n < b->high[2] ? x[2] + n : b->high[2];
    for (int a = 0; a < 2; a++)
        if (x[a] < b->low[a] || x[a] >= b->high[a])
            return 0;
    x[2] = from;
    return end - from;
}

/* Words of cells; the first three have copies of the last cell's before the first. */
static yee_status cell_spans(const plan *p, const yee_cell_run *run, int64_t runs,
                             const cell_tables *x, const span_box *b, yee_state_spans *to)
{
    const int64_t cells = p->d.cells[2];
    yee_status status = YEE_OK;
    for (const yee_cell_run *r = run; r < run + runs && status == YEE_OK; r++) {
        const int words = (int)p->problem->law[r->law].law->cell_words;
        int64_t at[3] = {r->cell[0], r->cell[1], r->cell[2]};
        const int64_t n = clip(b, at, r->n);
        if (n <= 0)
            continue;
        status = add_copied(p, x->state, at, n, cells - 1, -cells, 3, x->words, to);
        if (status == YEE_OK)
            status = add(p, (char *)x->state + 3 * x->words * (int64_t)p->word, at, n, 0,
                         words - 3, x->words, to);
    }
    return status;
}

/* L of edges; that of node 0 has a copy behind the last one. */
static yee_status linear_spans(const plan *p, const yee_field_run *run, int64_t runs,
                               const field_tables *f, const span_box *b, yee_state_spans *to)
{
    const int64_t cells = p->d.cells[2];
    yee_status status = YEE_OK;
    for (const yee_field_run *r = run; r < run + runs && status == YEE_OK; r++) {
        const int c = p->component_of[r->component];
        int64_t low[3], high[3], at[3] = {r->edge[0], r->edge[1], r->edge[2]};
        for (int a = 0; a < 3; a++)
            yee_box_points(&p->problem->grid, r->component, a, b->low[a], b->high[a], &low[a],
                           &high[a]);
        const int64_t n = clip(&(span_box){low, high}, at, r->n);
        if (n > 0)
            status = add_copied(p, f->linear[c % 3], at, n, c < 2 ? 0 : -1, cells, 1, 0, to);
    }
    return status;
}

/* Words of edges along a row of the plan, word by word. x: by the plan's axes. */
static yee_status run_spans(const plan *p, int c, const int64_t x[3], int64_t n, int words,
                            yee_state_spans *to)
{
    const plan_laws *l = p->laws;
    const state_row *row = l->row[c] ? &l->row[c][x[0] * p->d.rows + x[1]] : NULL;
    const int64_t first = row ? row->first + x[2] - row->begin : plan_offset(p, x);
    const int64_t apart = row ? row->width : l->tables.state_words, word = (int64_t)p->word;
    yee_state_place place = {.size = sizeof place, .bytes = word};
    yee_status status = YEE_OK;
    int component = 0;
    while (p->component_of[component] != c)
        component++;
    for (int a = 0; a < 3; a++) {
        place.axis[a] = (a + 3 - p->rotation) % 3;
        place.point[place.axis[a]] = x[a];
    }
    for (int w = 0; w < words && status == YEE_OK; w++) {
        const yee_state_span s = {.base =
                                      (char *)l->tables.state[c] + (first + w * apart) * word,
                                  .bytes = n * word,
                                  .count = {1, 1}};
        place.array = spans_number(SPANS_LAW, component, w);
        status = spans_add(to, &s, &place);
    }
    return status;
}

static int words_at(const plan *p, int c, const int64_t x[3])
{
    const int64_t *e = p->grid.extent[c];
    const uint32_t medium =
        p->id[c] ? p->id[c][(x[0] * e[1] + x[1]) * e[2] + x[2]] : p->d.uniform[c];
    const yee_law *law = laws_of(p, medium);
    return law ? (int)law->edge_words : 0;
}

static yee_status edge_spans(const plan *p, int n, const span_box *b, yee_state_spans *to)
{
    const int c = p->component_of[n];
    int64_t low[3], high[3], x[3], end;
    yee_status status = YEE_OK;
    for (int a = 0; a < 3; a++) {
        const int t = (a + p->rotation) % 3;
        yee_box_points(&p->problem->grid, n, a, b->low[a], b->high[a], &low[t], &high[t]);
        low[t] = low[t] > p->grid.begin[c][t] ? low[t] : p->grid.begin[c][t];
        high[t] = high[t] < p->grid.end[c][t] ? high[t] : p->grid.end[c][t];
    }
    for (x[0] = low[0]; x[0] < high[0]; x[0]++)
        for (x[1] = low[1]; x[1] < high[1]; x[1]++)
            for (x[2] = low[2]; x[2] < high[2] && status == YEE_OK; x[2] = end) {
                const int words = words_at(p, c, x);
                int64_t next[3] = {x[0], x[1], x[2]};
                while (next[2] < high[2] && words_at(p, c, next) == words)
                    next[2]++;
                end = next[2];
                status = run_spans(p, c, x, end - x[2], words, to);
            }
    return status;
}

bool laws_have_places(const plan *p)
{
    return !p->laws || (!law_cells_any(p) && !law_fields_any(p) && !law_magnets_any(p) &&
                        p->laws->port_words == 0);
}

yee_status laws_spans(plan *p, const int64_t low[3], const int64_t high[3], yee_state_spans *to)
{
    const yee_problem *q = p->problem;
    const plan_laws *l = p->laws;
    const span_box b = {low, high};
    yee_status status = YEE_OK;
    if (!l || l->texts == 0)
        return YEE_OK;
    for (int n = 0; n < 3 && status == YEE_OK; n++)
        if (l->state[p->component_of[n]].n > 0)
            status = edge_spans(p, n, &b, to);
    if (status == YEE_OK)
        status = cell_spans(p, q->cell_run, q->cell_runs, &l->tables.cells, &b, to);
    if (status == YEE_OK)
        status = cell_spans(p, q->field_cell, q->field_cells, &l->tables.field_cells, &b, to);
    if (status == YEE_OK)
        status = cell_spans(p, q->magnetic_cell, q->magnetic_cells, &l->magnet_cells, &b, to);
    if (status == YEE_OK)
        status = linear_spans(p, q->field_run, q->field_runs, &l->tables.fields, &b, to);
    return status == YEE_OK
               ? linear_spans(p, q->magnetic_run, q->magnetic_runs, &l->magnets, &b, to)
               : status;
}
