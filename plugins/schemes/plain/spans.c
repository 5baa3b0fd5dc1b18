/* spans.c: where the state of a box of cells lies. */
#include "../common/spans.h"
#include "../common/orient.h"
#include "plan.h"

static int words_at(const plan *p, int c, int64_t row, int64_t k)
{
    const bool updated = k >= p->grid.begin[c][2] && k < p->grid.end[c][2];
    return updated ? p->medium[point_medium(p, c, row * p->grid.extent[c][2] + k)].words : 0;
}

/* Words lie packed in a row: each row has a span of its own; where places are asked for, points that
 * have as many words have one. */
static yee_status row_spans(plan *p, int n, const int64_t x[3], int64_t end,
                            yee_state_spans *to)
{
    const int c = p->as[n], axis = (2 + 3 - p->turn) % 3;
    const int64_t row = x[0] * p->grid.extent[c][1] + x[1];
    char *base = (char *)p->state[c] + p->first[c][row] * (int64_t)p->word;
    yee_state_place place = {.size = sizeof place,
                             .axis = {(axis + 1) % 3, (axis + 2) % 3, axis}};
    const bool places = YEE_HAS(to, places);
    yee_status status = YEE_OK;
    int64_t k = 0, run;
    for (; k < x[2]; k++)
        base += words_at(p, c, row, k) * (int64_t)p->word;
    for (; k < end && !status; k = run) {
        const int words = words_at(p, c, row, k);
        int64_t all = 0;
        for (run = k; run < end && (!places || words_at(p, c, row, run) == words); run++)
            all += words_at(p, c, row, run);
        place.array = spans_number(SPANS_SECTION, n, words);
        place.bytes = words * (int64_t)p->word;
        for (int t = 0; t < 3; t++)
            place.point[(t + 3 - p->turn) % 3] = t == 2 ? k : x[t];
        const yee_state_span s = {
            .base = base, .bytes = all * (int64_t)p->word, .count = {1, 1}};
        status = all ? spans_add(to, &s, &place) : YEE_OK;
        base += s.bytes;
    }
    return status;
}

static yee_status section_spans(plan *p, int n, const int64_t b[3], const int64_t e[3],
                                yee_state_spans *to)
{
    const int c = p->as[n];
    yee_status status = YEE_OK;
    for (int64_t i = b[0]; i < e[0]; i++)
        for (int64_t j = b[1]; j < e[1] && !status; j++) {
            const int64_t row = i * p->grid.extent[c][1] + j, x[3] = {i, j, b[2]};
            if (p->first[c][row] < p->first[c][row + 1])
                status = row_spans(p, n, x, e[2], to);
        }
    return status;
}

/* psi has the positions of the layers alone, those of the high one behind those of the low. */
static yee_status layer_spans(plan *p, int n, int axis, const int64_t b[3], const int64_t e[3],
                              yee_state_spans *to)
{
    const int c = p->as[n], t = orient_axis(p->turn, axis);
    const line *l = &p->line[t][yee_half(c, t)];
    const int64_t *extent = p->grid.extent[c];
    spans_array x = {.base = p->psi[c][t],
                     .number = spans_number(SPANS_PSI + axis, n, 0),
                     .rotation = p->turn,
                     .extent = {extent[0], extent[1], extent[2]},
                     .bytes = (int64_t)p->word};
    yee_status status = YEE_OK;
    x.extent[t] = l->slab;
    for (int side = 0; side < 2 && !status; side++) {
        int64_t from[3] = {b[0], b[1], b[2]}, end[3] = {e[0], e[1], e[2]};
        spans_in_layer(&p->grid.axis[t], side, l->count, &from[t], &end[t]);
        x.shift[t] = side ? l->high - l->low : 0;
        from[t] -= x.shift[t];
        end[t] -= x.shift[t];
        status = spans_box(to, &x, from, end);
    }
    return status;
}

yee_status plan_spans(void *made, const int64_t low[3], const int64_t high[3],
                      yee_state_spans *to)
{
    plan *p = made;
    yee_status status = YEE_OK;
    for (int n = 0; n < YEE_COMPONENTS && !status; n++) {
        const int c = p->as[n];
        const int64_t *extent = p->grid.extent[c];
        const spans_array field = {.base = p->field[c],
                                   .number = spans_number(SPANS_FIELD, n, 0),
                                   .rotation = p->turn,
                                   .extent = {extent[0], extent[1], extent[2]},
                                   .bytes = (int64_t)p->word};
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++) {
            const int t = orient_axis(p->turn, a);
            yee_box_points(&p->problem->grid, n, a, low[a], high[a], &b[t], &e[t]);
        }
        status = spans_box(to, &field, b, e);
        if (!status && p->state[c])
            status = section_spans(p, n, b, e, to);
        for (int a = 0; a < 3 && !status; a++)
            if (p->psi[c][orient_axis(p->turn, a)])
                status = layer_spans(p, n, a, b, e, to);
    }
    if (!status)
        status = source_edges_spans(&p->edges, p->problem, p->edge_value, low, high, to);
    if (!status)
        status = spans_links(to, p->problem, p->link, low, high);
    if (!status)
        status = edge_laws_spans(&p->laws, low, high, to);
    if (!status)
        status = cell_laws_spans(&p->cells, low, high, to);
    if (!status)
        status = cell_laws_spans(&p->tensors, low, high, to);
    return status ? status : cell_laws_spans(&p->magnets, low, high, to);
}
