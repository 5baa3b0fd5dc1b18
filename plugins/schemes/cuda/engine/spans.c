/* spans.c: where the state of a box of cells lies on the device (yee_scheme_ops.spans). */
#include "../../common/spans.h"
#include "plan.h"
#include <stdlib.h>

typedef struct span_box {
    int64_t begin[3], end[3]; /* positions of a component */
} span_box;

/* An array of rows of points. */
typedef struct rows {
    void *first;        /* point (0, 0, 0) */
    int64_t plane, row; /* words from it to the next plane and row */
    int number;         /* yee_state_place.array */
    int64_t shift[3];   /* the point that lies at index 0 */
} rows;

static yee_state_place place_at(const plan *p, int number, const int64_t x[3])
{
    yee_state_place place = {.size = sizeof place, .array = number, .bytes = (int64_t)p->word};
    for (int a = 0; a < 3; a++) {
        place.axis[a] = (a + 3 - p->rotation) % 3;
        place.point[place.axis[a]] = x[a];
    }
    return place;
}

/* Points of a box. */
static yee_status add(const plan *p, yee_state_spans *to, const rows *r, const span_box *b)
{
    const int64_t word = (int64_t)p->word,
                  n[3] = {b->end[0] - b->begin[0], b->end[1] - b->begin[1],
                          b->end[2] - b->begin[2]},
                  x[3] = {b->begin[0] + r->shift[0], b->begin[1] + r->shift[1],
                          b->begin[2] + r->shift[2]};
    const yee_state_span s = {
        .base = (char *)r->first +
                (b->begin[0] * r->plane + b->begin[1] * r->row + b->begin[2]) * word,
        .bytes = n[2] * word,
        .count = {n[0], n[1]},
        .pitch = {r->plane * word, r->row * word}};
    const yee_state_place place = place_at(p, r->number, x);
    return n[0] > 0 && n[1] > 0 && n[2] > 0 ? spans_add(to, &s, &place) : YEE_OK;
}

/* Rows that a box has whole, and that are one component's, are copied as one run of memory, the
 * words between them too, which stay 0; but where places are asked for. */
static yee_status add_rows(const plan *p, yee_state_spans *to, const rows *r, int64_t points,
                           const span_box *b)
{
    span_box run = *b;
    if (YEE_HAS(to, places) || p->layout.interleaved || p->d.periodic & 4 || b->begin[2] > 0 ||
        b->end[2] < points)
        return add(p, to, r, b);
    run.end[1] = run.begin[1] + (run.end[1] > run.begin[1]);
    run.end[2] = (b->end[1] - b->begin[1]) * r->row;
    return add(p, to, r, &run);
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

/* n: the problem's component. */
static yee_status layer_spans(const plan *p, int n, int axis, const span_box *b,
                              yee_state_spans *to)
{
    const int c = p->component_of[n];
    const int t = (axis + p->rotation) % 3;
    const line *l = &p->d.line[t][yee_half(c, t) ? HALF : NODE];
    rows r = {.first = p->d.psi[c][t],
              .plane = t == 1   ? (int64_t)l->slab * p->d.pitch
                       : t == 2 ? (int64_t)p->d.rows * l->slab
                                : p->d.plane,
              .row = t == 2 ? l->slab : p->d.pitch,
              .number = spans_number(SPANS_PSI + axis, n, 0)};
    yee_status status = YEE_OK;
    if (t == 2 && b->begin[2] <= 0 && b->end[2] >= p->grid.extent[c][2] &&
        !YEE_HAS(to, places)) {
        const span_box all = {{b->begin[0], b->begin[1], 0}, {b->end[0], b->end[1], r.row}};
        return add_rows(p, to, &r, r.row, &all);
    }
    for (int side = 0; side < 2 && status == YEE_OK; side++) {
        span_box in = *b;
        if (side)
            in.begin[t] = in.begin[t] > l->high ? in.begin[t] : l->high;
        else
            in.end[t] = in.end[t] < l->low ? in.end[t] : l->low;
        r.shift[t] = side ? l->shift : 0;
        in.begin[t] -= r.shift[t];
        in.end[t] -= r.shift[t];
        status = add_rows(p, to, &r, p->grid.extent[c][2], &in);
    }
    return status;
}

/* ---- words of sections ---- */

static int words_at(const plan *p, int c, int64_t i, int64_t j, int64_t k)
{
    const int64_t *e = p->grid.extent[c];
    return media_words(p->problem,
                       p->id[c] ? p->id[c][(i * e[1] + j) * e[2] + k] : p->d.uniform[c]);
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
static yee_status run_spans(const plan *p, int n, const state_row *all, int64_t i, int64_t j,
                            const span_box *b, yee_state_spans *to)
{
    const int c = p->component_of[n];
    const state_row *r = &all[i * p->d.rows + j];
    const int64_t low = b->begin[2] > p->grid.begin[c][2] ? b->begin[2] : p->grid.begin[c][2];
    const int64_t high = b->end[2] < p->grid.end[c][2] ? b->end[2] : p->grid.end[c][2];
    yee_status status = YEE_OK;
    bool more = r->width > 0;
    for (int w = p->d.words_as_fields; more && status == YEE_OK; w++) {
        more = false;
        for (int64_t k = low, end; k < high && status == YEE_OK; k = end + 1) {
            for (end = k; end < high && words_at(p, c, i, j, end) > w; end++)
                ;
            const yee_state_span s = {
                .base =
                    (char *)p->d.state[c] +
                    (r->first + (int64_t)(w - p->d.words_as_fields) * r->width + k - r->begin) *
                        (int64_t)p->word,
                .bytes = (end - k) * (int64_t)p->word,
                .count = {1, 1}};
            const int64_t x[3] = {i, j, k};
            const yee_state_place place = place_at(p, spans_number(SPANS_SECTION, n, w), x);
            more = more || end > k;
            status = end > k ? spans_add(to, &s, &place) : YEE_OK;
        }
    }
    return status;
}

/* Where the rows of a whole grid lie, as those of a subdomain are kept; NULL: no memory. */
static state_row *find_rows(const plan *p, int c)
{
    const int64_t media = p->problem->media;
    int64_t widest;
    int *words = calloc((size_t)media + 1, sizeof *words);
    state_row *row = calloc((size_t)(p->d.rows * (p->d.cells[0] + 1)), sizeof *row);
    for (int64_t m = 0; m < media && words; m++)
        words[m] = media_words(p->problem, m);
    if (words && row)
        media_rows(p, c, words, row, &widest);
    else
        free(row);
    row = words ? row : NULL;
    free(words);
    return row;
}

/* Where a box has all own points of its rows, the neighbour along another axis has rows of the
 * same lengths: whole rows are copied, halos of the last axis too, which are exchanged later. */
static yee_status section_spans(const plan *p, int n, const span_box *b, yee_state_spans *to)
{
    const int c = p->component_of[n];
    const yee_subdomain *own = p->problem->subdomain;
    const int last = (2 + 3 - p->rotation) % 3; /* the problem's axis that rows run along */
    const bool whole =
        !YEE_HAS(to, places) && b->begin[2] <= own->low[last] && b->end[2] >= own->high[last];
    state_row *made = p->section_row[c] ? NULL : find_rows(p, c);
    const state_row *row = made ? made : p->section_row[c];
    yee_status status =
        row ? YEE_OK : p->host->fail(p->host, YEE_MEMORY, "no host memory for rows of words");
    for (int64_t i = b->begin[0]; i < b->end[0] && status == YEE_OK; i++) {
        if (whole)
            status = plane_span(p, c, i, b->begin[1], b->end[1], to);
        for (int64_t j = b->begin[1]; j < b->end[1] && !whole && status == YEE_OK; j++)
            status = run_spans(p, n, row, i, j, b, to);
    }
    free(made);
    return status;
}

/* The state of one medium, or of media of few words: it lies as a field does, word by word, a second
 * one in the row of the first. */
static yee_status dense_spans(const plan *p, int n, const span_box *b, yee_state_spans *to)
{
    const int c = p->component_of[n];
    yee_status status = YEE_OK;
    span_box in = *b;
    for (int a = 0; a < 3 && YEE_HAS(to, places); a++) { /* rows have words of these alone */
        in.begin[a] = in.begin[a] > p->grid.begin[c][a] ? in.begin[a] : p->grid.begin[c][a];
        in.end[a] = in.end[a] < p->grid.end[c][a] ? in.end[a] : p->grid.end[c][a];
    }
    const bool single = !p->id[c] && !p->problem->subdomain;
    const int words = single                          ? media_words(p->problem, p->d.uniform[c])
                      : p->d.state_words < p->d.pitch ? 2
                                                      : 1;
    for (int w = 0; w < words && status == YEE_OK; w++) {
        const rows r = {.first =
                            (char *)p->d.state[c] + w * p->d.state_words * (int64_t)p->word,
                        .plane = p->d.plane,
                        .row = p->d.pitch,
                        .number = spans_number(SPANS_SECTION, n, w)};
        status = add_rows(p, to, &r, p->grid.extent[c][2], &in);
    }
    return status;
}

/* ---- edges in double, which lie in no halo ---- */

/* Those of E; those of H are made anew in every step. list: as they are on the device. */
static yee_status edge_spans(const plan *p, const double_edge *list, const int64_t low[3],
                             const int64_t high[3], yee_state_spans *to)
{
    yee_status status = YEE_OK;
    for (int m = 0; m < p->between.edges[1] && status == YEE_OK; m++) {
        const int64_t at = list[m].at,
                      x[3] = {at / p->d.plane, at % p->d.plane / p->d.pitch, at % p->d.pitch};
        int64_t point[3];
        bool inside = true;
        int n = 0;
        while (p->component_of[n] != list[m].component)
            n++;
        for (int a = 0; a < 3; a++) {
            int64_t begin, end;
            point[a] = x[(a + p->rotation) % 3];
            yee_box_points(&p->problem->grid, n, a, low[a], high[a], &begin, &end);
            inside = inside && point[a] >= begin && point[a] < end;
        }
        if (inside)
            status = spans_point(to, &p->between.edge[1][m].value,
                                 spans_number(SPANS_NEAR, n, 0), point, sizeof(double));
    }
    return status;
}

static yee_status near_spans(const plan *p, const int64_t low[3], const int64_t high[3],
                             yee_state_spans *to)
{
    const size_t bytes = (size_t)p->between.edges[1] * sizeof(double_edge);
    if (bytes == 0 || !YEE_HAS(to, places))
        return YEE_OK;
    double_edge *list = malloc(bytes);
    yee_status status =
        list ? DEVICE_CALL(p->host,
                           cudaMemcpy(list, p->between.edge[1], bytes, cudaMemcpyDeviceToHost))
             : p->host->fail(p->host, YEE_MEMORY, "no host memory for edges of sources");
    if (status == YEE_OK)
        status = edge_spans(p, list, low, high, to);
    free(list);
    return status;
}

/* Planes that a box has whole lie one behind the other, with all components and the zeros between
 * rows: one run of memory. Along periodic axes copies of rows lie before the first one. */
static bool has_whole_planes(const plan *p, const span_box all[YEE_COMPONENTS],
                             const yee_state_spans *to)
{
    bool whole = p->layout.interleaved && !YEE_HAS(to, places) && !(p->d.periodic & 6);
    for (int c = 0; c < YEE_COMPONENTS && whole; c++)
        for (int a = 1; a < 3; a++)
            whole = whole && p->grid.active[c] && all[c].begin[a] == 0 &&
                    all[c].end[a] == p->grid.extent[c][a] &&
                    all[c].begin[0] == all[0].begin[0] && all[c].end[0] == all[0].end[0];
    return whole;
}

static yee_status add_planes(const plan *p, const span_box *b, yee_state_spans *to)
{
    const int64_t plane = p->d.plane * (int64_t)p->word;
    const yee_state_span s = {.base = (char *)p->d.field[0] + b->begin[0] * plane,
                              .bytes = (b->end[0] - b->begin[0]) * plane,
                              .count = {1, 1}};
    return b->end[0] > b->begin[0] ? to->add(to, &s) : YEE_OK;
}

yee_status plan_spans(plan *p, const int64_t low[3], const int64_t high[3], yee_state_spans *to)
{
    yee_status status = YEE_OK;
    span_box all[YEE_COMPONENTS]; /* by the plan's components */
    for (int n = 0; n < YEE_COMPONENTS; n++)
        for (int a = 0; a < 3; a++) {
            span_box *b = &all[p->component_of[n]];
            const int t = (a + p->rotation) % 3;
            yee_box_points(&p->problem->grid, n, a, low[a], high[a], &b->begin[t], &b->end[t]);
        }
    const bool planes = has_whole_planes(p, all, to);
    if (planes)
        status = add_planes(p, &all[0], to);
    for (int n = 0; n < YEE_COMPONENTS && status == YEE_OK; n++) {
        const int c = p->component_of[n];
        const span_box b = all[c];
        if (!p->grid.active[c])
            continue;
        const span_box copies = with_copies(p, c, b);
        const rows field = {.first = p->d.field[c],
                            .plane = p->d.plane,
                            .row = p->d.pitch,
                            .number = spans_number(SPANS_FIELD, n, 0)};
        if (!planes)
            status = add_rows(p, to, &field, p->grid.extent[c][2], &copies);
        for (int a = 0; a < 3 && status == YEE_OK; a++)
            if (p->d.psi[c][(a + p->rotation) % 3])
                status = layer_spans(p, n, a, &b, to);
        const bool as_fields = !p->d.row[c] || p->d.words_as_fields > 0;
        if (status == YEE_OK && p->d.row[c])
            status = section_spans(p, n, &b, to);
        if (status == YEE_OK && p->d.state[c] && as_fields)
            status = dense_spans(p, n, &b, to);
    }
    if (status == YEE_OK)
        status = laws_spans(p, low, high, to);
    return status == YEE_OK ? near_spans(p, low, high, to) : status;
}
