/* reference/spans.c: where the state of a box of cells lies. */
#include "../common/ports.h"
#include "plan.h"

/* Numbers of a run along z, of `words` words each, that lie from low to high; no other cut knows their
 * places. */
static yee_status run_span(const plan *p, void *run, int64_t words, int64_t first, int64_t n,
                           int64_t low, int64_t high, yee_state_spans *to)
{
    const int64_t real = p->single ? sizeof(float) : sizeof(double);
    const int64_t begin = low > first ? low - first : 0,
                  end = high - first < n ? high - first : n;
    const yee_state_span span = {.base = (char *)run + begin * real,
                                 .bytes = (end - begin) * real,
                                 .count = {1, words},
                                 .pitch = {0, n * real}};
    return begin < end ? to->add(to, &span) : YEE_OK;
}

/* The words of runs of cells that lie in a box. */
static yee_status cell_spans(const plan *p, const law_cells *f, const int64_t low[3],
                             const int64_t high[3], yee_state_spans *to)
{
    void *state = f->state;
    yee_status status = YEE_OK;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs && !status; r++) {
        const int32_t words = p->problem->law[r->law].law->cell_words;
        if (r->cell[0] >= low[0] && r->cell[0] < high[0] && r->cell[1] >= low[1] &&
            r->cell[1] < high[1])
            status = run_span(p, state, words, r->cell[2], r->n, low[2], high[2], to);
        state = plan_at(p, state, words * r->n);
    }
    return status;
}

/* L of the edges of fields in a box. */
static yee_status linear_spans(const plan *p, const law_cells *f, const int64_t low[3],
                               const int64_t high[3], yee_state_spans *to)
{
    const yee_problem *q = p->problem;
    yee_status status = YEE_OK;
    int64_t edges = 0;
    for (const yee_field_run *r = f->edge; r < f->edge + f->edges && !status; edges += r++->n) {
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++)
            yee_box_points(&q->grid, r->component, a, low[a], high[a], &b[a], &e[a]);
        if (r->edge[0] >= b[0] && r->edge[0] < e[0] && r->edge[1] >= b[1] && r->edge[1] < e[1])
            status =
                run_span(p, plan_at(p, f->linear, edges), 1, r->edge[2], r->n, b[2], e[2], to);
    }
    return status;
}

/* The fields, psi and words of sections, laws, links and cells, L and source edges at the points of a
 * box. */
yee_status plan_spans(void *made, const int64_t low[3], const int64_t high[3],
                      yee_state_spans *to)
{
    plan *p = made;
    const yee_problem *q = p->problem;
    const yee_grid *g = &q->grid;
    const int64_t real = p->single ? sizeof(float) : sizeof(double);
    yee_status status = YEE_OK;
    for (int c = 0; c < YEE_COMPONENTS && !status; c++) {
        const int64_t *n = g->extent[c];
        spans_array x = {.extent = {n[0], n[1], n[2]}, .bytes = real};
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++)
            yee_box_points(g, c, a, low[a], high[a], &b[a], &e[a]);
        x.base = p->field[c];
        x.number = spans_number(SPANS_FIELD, c, 0);
        status = spans_box(to, &x, b, e);
        for (int side = 0; side < 6 && !status; side++) {
            const int a = side / 2;
            int64_t from[3] = {b[0], b[1], b[2]}, to_end[3] = {e[0], e[1], e[2]};
            spans_in_layer(&g->axis[a], side % 2, n[a], &from[a], &to_end[a]);
            x.base = p->psi[c][a];
            x.number = spans_number(SPANS_PSI + a, c, 0);
            status = spans_box(to, &x, from, to_end);
        }
        x.base = p->state[c];
        x.number = spans_number(SPANS_SECTION, c, 0);
        x.bytes = real * p->words;
        if (!status)
            status = spans_box(to, &x, b, e);
    }
    if (!status)
        status = source_edges_spans(&p->near, p->problem, p->exact, low, high, to);
    if (!status)
        status = spans_links(to, p->problem, p->link, low, high);
    if (!status)
        status = edge_laws_spans(&p->laws, low, high, to);
    for (int n = 0; n < FORMS && !status; n++)
        status = cell_spans(p, &p->form[n], low, high, to);
    if (!status)
        status = linear_spans(p, &p->form[FIELDS], low, high, to);
    return status ? status : linear_spans(p, &p->form[MAGNETIC], low, high, to);
}
