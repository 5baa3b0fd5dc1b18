/* spans.c: where the state of a box of cells lies. Source edges and links are in none that the
 * core asks for. */
#include "../common/spans.h"
#include "../common/orient.h"
#include "plan.h"

/* Words of the sections of points [0, k) of a row. */
static int64_t words_before(const plan *p, int c, int64_t row, int64_t k)
{
    const int64_t begin = p->grid.begin[c][2], end = p->grid.end[c][2];
    int64_t words = 0;
    for (int64_t n = begin; n < k && n < end; n++)
        words += p->medium[point_medium(p, c, row * p->grid.extent[c][2] + n)].words;
    return words;
}

/* Words lie packed in a row, so that each row has a span of its own. */
static yee_status section_spans(plan *p, int c, const int64_t b[3], const int64_t e[3],
                                yee_state_spans *to)
{
    yee_status status = YEE_OK;
    for (int64_t i = b[0]; i < e[0]; i++)
        for (int64_t j = b[1]; j < e[1] && !status; j++) {
            const int64_t row = i * p->grid.extent[c][1] + j;
            if (p->first[c][row] == p->first[c][row + 1])
                continue;
            const int64_t from = words_before(p, c, row, b[2]);
            const int64_t count = words_before(p, c, row, e[2]) - from;
            const yee_state_span s = {.base = (char *)p->state[c] +
                                              (p->first[c][row] + from) * (int64_t)p->word,
                                      .bytes = count * (int64_t)p->word,
                                      .count = {1, 1}};
            status = count ? to->add(to, &s) : YEE_OK;
        }
    return status;
}

/* psi has the positions of the layers alone, those of the high one behind those of the low. */
static yee_status layer_spans(plan *p, int c, int axis, const int64_t b[3], const int64_t e[3],
                              yee_state_spans *to)
{
    const line *l = &p->line[axis][yee_half(c, axis)];
    int64_t extent[3] = {p->grid.extent[c][0], p->grid.extent[c][1], p->grid.extent[c][2]};
    yee_status status = YEE_OK;
    extent[axis] = l->slab;
    for (int side = 0; side < 2 && !status; side++) {
        int64_t from[3] = {b[0], b[1], b[2]}, end[3] = {e[0], e[1], e[2]};
        spans_in_layer(&p->grid.axis[axis], side, l->count, &from[axis], &end[axis]);
        from[axis] -= side ? l->high - l->low : 0;
        end[axis] -= side ? l->high - l->low : 0;
        status = spans_box(to, p->psi[c][axis], extent, from, end, (int64_t)p->word);
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
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++) {
            const int t = orient_axis(p->turn, a);
            yee_box_points(&p->problem->grid, n, a, low[a], high[a], &b[t], &e[t]);
        }
        status = spans_box(to, p->field[c], p->grid.extent[c], b, e, (int64_t)p->word);
        if (!status && p->state[c])
            status = section_spans(p, c, b, e, to);
        for (int a = 0; a < 3 && !status; a++)
            if (p->psi[c][a])
                status = layer_spans(p, c, a, b, e, to);
    }
    if (!status)
        status = edge_laws_spans(&p->laws, low, high, to);
    if (!status)
        status = cell_laws_spans(&p->cells, low, high, to);
    return status ? status : cell_laws_spans(&p->tensors, low, high, to);
}
