/* spans.c: where the state of a box of cells of a subdomain lies on the device
 * (yee_scheme_ops.spans). Edges in double lie in no box that the core asks for. */
#include "../../common/spans.h"
#include "plan.h"

typedef struct span_box {
    int64_t begin[3], end[3]; /* positions of a component */
} span_box;

/* Points of a box in an array of rows: words from point (0, 0, 0) to the next plane and row. */
static yee_status add(const plan *p, yee_state_spans *to, void *first, int64_t plane,
                      int64_t row, const span_box *b)
{
    const int64_t word = (int64_t)p->word,
                  n[3] = {b->end[0] - b->begin[0], b->end[1] - b->begin[1],
                          b->end[2] - b->begin[2]};
    const yee_state_span s = {
        .base = (char *)first + (b->begin[0] * plane + b->begin[1] * row + b->begin[2]) * word,
        .bytes = n[2] * word,
        .count = {n[0], n[1]},
        .pitch = {plane * word, row * word}};
    return n[0] > 0 && n[1] > 0 && n[2] > 0 ? to->add(to, &s) : YEE_OK;
}

/* Rows that a box has whole, and that are one component's, are copied as one run of memory, the
 * words between them too, which stay 0. */
static yee_status add_rows(const plan *p, yee_state_spans *to, void *first, int64_t plane,
                           int64_t row, int64_t points, const span_box *b)
{
    span_box run = *b;
    if (p->layout.interleaved || p->d.periodic & 4 || b->begin[2] > 0 || b->end[2] < points)
        return add(p, to, first, plane, row, b);
    run.end[1] = run.begin[1] + (run.end[1] > run.begin[1]);
    run.end[2] = (b->end[1] - b->begin[1]) * row;
    return add(p, to, first, plane, row, &run);
}

/* Along a periodic axis that was not cut, fields have copies: node 0 behind the last one, the last
 * half before the first (domain.h). */
static span_box with_copies(const plan *p, int c, span_box b)
{
    for (int a = 0; a < 3; a++)
        if (p->d.periodic >> a & 1 && c % 3 != a) {
            b.begin[a] -= !yee_is_electric(c) && b.begin[a] == 0;
            b.end[a] += yee_is_electric(c) && b.end[a] == p->d.cells[a];
        }
    return b;
}

static yee_status layer_spans(const plan *p, int c, int axis, const span_box *b,
                              yee_state_spans *to)
{
    const line *l = &p->d.line[axis][yee_half(c, axis) ? HALF : NODE];
    const int64_t plane = axis == 1   ? (int64_t)l->slab * p->d.pitch
                          : axis == 2 ? (int64_t)p->d.rows * l->slab
                                      : p->d.plane;
    const int64_t row = axis == 2 ? l->slab : p->d.pitch;
    yee_status status = YEE_OK;
    if (axis == 2 && b->begin[2] <= 0 && b->end[2] >= p->grid.extent[c][2]) {
        const span_box all = {{b->begin[0], b->begin[1], 0}, {b->end[0], b->end[1], row}};
        return add_rows(p, to, p->d.psi[c][axis], plane, row, row, &all);
    }
    for (int side = 0; side < 2 && status == YEE_OK; side++) {
        span_box in = *b;
        if (side)
            in.begin[axis] = in.begin[axis] > l->high ? in.begin[axis] : l->high;
        else
            in.end[axis] = in.end[axis] < l->low ? in.end[axis] : l->low;
        in.begin[axis] -= side ? l->shift : 0;
        in.end[axis] -= side ? l->shift : 0;
        status = add_rows(p, to, p->d.psi[c][axis], plane, row, p->grid.extent[c][2], &in);
    }
    return status;
}

/* ---- words of sections ---- */

static int words_at(const plan *p, int c, int64_t i, int64_t j, int64_t k)
{
    const int64_t *e = p->grid.extent[c];
    const uint32_t medium = p->id[c][(i * e[1] + j) * e[2] + k];
    return media_words(p->problem, medium);
}

/* Words of all of a row. */
static int64_t row_words(const plan *p, int c, int64_t i, int64_t j)
{
    const state_row *r = &p->section_row[c][i * p->d.rows + j];
    int most = 0;
    for (int64_t k = r->begin; k < r->begin + r->width && k < p->grid.end[c][2]; k++) {
        const int words = k < p->grid.begin[c][2] ? 0 : words_at(p, c, i, j, k);
        most = most > words ? most : words;
    }
    return (int64_t)r->width * most;
}

/* Rows of one plane lie one behind the other. */
static yee_status plane_span(const plan *p, int c, int64_t i, int64_t from, int64_t to,
                             yee_state_spans *list)
{
    const state_row *row = p->section_row[c] + i * p->d.rows;
    while (from < to && row[from].width == 0)
        from++;
    while (to > from && row[to - 1].width == 0)
        to--;
    if (from == to)
        return YEE_OK;
    const int64_t words = row[to - 1].first + row_words(p, c, i, to - 1) - row[from].first;
    const yee_state_span s = {.base =
                                  (char *)p->d.state[c] + row[from].first * (int64_t)p->word,
                              .bytes = words * (int64_t)p->word,
                              .count = {1, 1}};
    return list->add(list, &s);
}

/* Runs of points with words, word by word: a neighbour's row begins elsewhere. */
static yee_status run_spans(const plan *p, int c, int64_t i, int64_t j, const span_box *b,
                            yee_state_spans *to)
{
    const state_row *r = &p->section_row[c][i * p->d.rows + j];
    const int64_t low = b->begin[2] > p->grid.begin[c][2] ? b->begin[2] : p->grid.begin[c][2];
    const int64_t high = b->end[2] < p->grid.end[c][2] ? b->end[2] : p->grid.end[c][2];
    yee_status status = YEE_OK;
    bool more = r->width > 0;
    for (int w = 0; more && status == YEE_OK; w++) {
        more = false;
        for (int64_t k = low, end; k < high && status == YEE_OK; k = end + 1) {
            for (end = k; end < high && words_at(p, c, i, j, end) > w; end++)
                ;
            const yee_state_span s = {
                .base = (char *)p->d.state[c] +
                        (r->first + (int64_t)w * r->width + k - r->begin) * (int64_t)p->word,
                .bytes = (end - k) * (int64_t)p->word,
                .count = {1, 1}};
            more = more || end > k;
            status = end > k ? to->add(to, &s) : YEE_OK;
        }
    }
    return status;
}

/* Where a box has all own points of its rows, the neighbour along another axis has rows of the
 * same lengths: whole rows are copied, halos of the last axis too, which are exchanged later. */
static yee_status section_spans(const plan *p, int c, const span_box *b, yee_state_spans *to)
{
    const yee_subdomain *own = p->problem->subdomain;
    const int last = (2 + 3 - p->rotation) % 3; /* the problem's axis that rows run along */
    const bool rows = b->begin[2] <= own->low[last] && b->end[2] >= own->high[last];
    yee_status status = YEE_OK;
    for (int64_t i = b->begin[0]; i < b->end[0] && status == YEE_OK; i++) {
        if (rows)
            status = plane_span(p, c, i, b->begin[1], b->end[1], to);
        for (int64_t j = b->begin[1]; j < b->end[1] && !rows && status == YEE_OK; j++)
            status = run_spans(p, c, i, j, b, to);
    }
    return status;
}

/* The state of one medium, or of media of few words: it lies as a field does, word by word, a second
 * one in the row of the first. */
static yee_status dense_spans(const plan *p, int c, const span_box *b, yee_state_spans *to)
{
    yee_status status = YEE_OK;
    const int words = !p->id[c]                       ? media_words(p->problem, p->d.uniform[c])
                      : p->d.state_words < p->d.pitch ? 2
                                                      : 1;
    for (int w = 0; w < words && status == YEE_OK; w++)
        status =
            add_rows(p, to, (char *)p->d.state[c] + w * p->d.state_words * (int64_t)p->word,
                     p->d.plane, p->d.pitch, p->grid.extent[c][2], b);
    return status;
}

yee_status plan_spans(plan *p, const int64_t low[3], const int64_t high[3], yee_state_spans *to)
{
    yee_status status = YEE_OK;
    for (int n = 0; n < YEE_COMPONENTS && status == YEE_OK; n++) {
        const int c = p->component_of[n];
        span_box b;
        if (!p->grid.active[c])
            continue;
        for (int a = 0; a < 3; a++) {
            const int t = (a + p->rotation) % 3;
            yee_box_points(&p->problem->grid, n, a, low[a], high[a], &b.begin[t], &b.end[t]);
        }
        const span_box copies = with_copies(p, c, b);
        status = add_rows(p, to, p->d.field[c], p->d.plane, p->d.pitch, p->grid.extent[c][2],
                          &copies);
        for (int a = 0; a < 3 && status == YEE_OK; a++)
            if (p->d.psi[c][a])
                status = layer_spans(p, c, a, &b, to);
        if (status == YEE_OK && p->d.row[c])
            status = section_spans(p, c, &b, to);
        else if (status == YEE_OK && p->d.state[c])
            status = dense_spans(p, c, &b, to);
    }
    return status;
}
