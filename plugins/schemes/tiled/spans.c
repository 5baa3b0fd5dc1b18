/* tiled/spans.c: where the state of a box of cells lies (yee_scheme_ops.spans). */
#include "../common/spans.h"
#include "visit.h"

/* Rows are whole, as they are not cut: all that changes of one, but words of laws, is one span, and
 * that of its first point. */
yee_status tiled_spans(void *plan, const int64_t low[3], const int64_t high[3],
                       yee_state_spans *to)
{
    tiled_plan *t = plan;
    yee_status status = YEE_OK;
    const int64_t count[2] = {t->nx, t->ny};
    int64_t b[2], e[2];
    for (int a = 0; a < 2; a++) {
        const int user = tiled_axis(t, a);
        const yee_axis_data *axis = &t->p->grid.axis[user];
        b[a] = low[user];
        e[a] =
            high[user] == axis->cells && axis->face[1] != YEE_FACE_OPEN ? count[a] : high[user];
    }
    for (int64_t i = b[0]; i < e[0]; i++)
        for (int64_t j = b[1]; j < e[1] && !status; j++) {
            const tiled_row *r = tiled_row_at(t, i, j);
            int64_t x[3] = {0};
            x[tiled_axis(t, 0)] = i;
            x[tiled_axis(t, 1)] = j;
            status = spans_point(to, r->f, spans_number(SPANS_ROW, 0, 0), x, r->state);
        }
    if (!status)
        status = tiled_near_spans(t, low, high, to);
    if (!status)
        status = spans_links(to, t->p, t->extras->link, low, high);
    if (!status)
        status = edge_laws_spans(&t->extras->laws, low, high, to);
    if (!status)
        status = cell_laws_spans(&t->extras->cells, low, high, to);
    if (!status)
        status = cell_laws_spans(&t->extras->tensors, low, high, to);
    return status ? status : cell_laws_spans(&t->extras->magnets, low, high, to);
}
