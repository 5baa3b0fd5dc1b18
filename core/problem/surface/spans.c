/* core/problem/surface/spans.c: where the sample lines of the grid enter and leave a volume.
 *
 * A shape that knows says so (yee_shape_ops.spans). Any other, and a line with 64 spans and
 * more, is asked for points, four in a cell, and each change between two of them is halved
 * down to a part in 10^6 of a cell; what is thinner than a quarter of a cell is not seen then.
 */
#include "base/grow.h"
#include "plugin/call.h"
#include "problem/grid.h"
#include "problem/paint.h"

#include <math.h>
#include <stddef.h>

enum {
    SAMPLES = 4, /* points a cell along a line */
    HALVINGS = 18,
    ASKED = 64 /* spans of a line that a shape is asked for at once */
};

/* A search along the lines of one axis. */
typedef struct search {
    const yee_voxels *v;
    const yee_shape_ops *ops;
    const void *self;
    const double *lo, *hi, *cut;
    yee_spans *s;
    double *at; /* m, of the sampled points along the axis, shape [points] */
    int64_t points;
    size_t first; /* number of the first line that is searched */
    size_t *line; /* of each span found, in the order of finding */
    size_t line_capacity;
    double (*found)[2];
    size_t founds, found_capacity;
    bool ok; /* false: no memory */
} search;

static double place(const search *f, int axis, int64_t p)
{
    const yee_axis_data *x = &f->v->grid->axis[axis];
    if (x->invariant)
        return isfinite(f->cut[axis]) ? f->cut[axis] : f->v->middle[axis][0];
    const int sub = f->v->cuts.sub[axis];
    const int64_t i = p / sub;
    return x->node[i] +
           yee_cuts_place(&f->v->cuts, axis, (int)(p % sub)) * (x->node[i + 1] - x->node[i]);
}

/* Places across the lines that lie within the bounds. */
static void range(const search *f, int axis, double lo, double hi, int64_t *begin, int64_t *end)
{
    const yee_voxels *v = f->v;
    const int sub = v->cuts.sub[axis];
    *begin = 0;
    *end = v->n[axis] * sub;
    if (v->grid->axis[axis].invariant)
        return;
    *begin = yee_grid_cell(v->grid, axis, lo) * sub;
    *end = (yee_grid_cell(v->grid, axis, hi) + 1) * sub;
    *begin = *begin > v->hull[axis][0] * sub ? *begin : v->hull[axis][0] * sub;
    *end = *end < v->hull[axis][1] * sub ? *end : v->hull[axis][1] * sub;
    while (*begin < *end && place(f, axis, *begin) < lo)
        ++*begin;
    while (*end > *begin && place(f, axis, *end - 1) > hi)
        --*end;
}

static void push(search *f, size_t line, double from, double to)
{
    size_t capacity = f->line_capacity;
    if (!(from < to) || !f->ok)
        return;
    f->ok = yee_grow(&f->line, f->founds, &capacity, sizeof *f->line) &&
            yee_grow(&f->found, f->founds, &f->found_capacity, sizeof *f->found);
    f->line_capacity = capacity;
    if (!f->ok)
        return;
    f->line[f->founds] = f->first + line;
    f->found[f->founds][0] = from;
    f->found[f->founds++][1] = to;
}

static bool holds(const search *f, const double at[3])
{
    unsigned char in = 0;
    f->ops->inside(f->self, 1, &at[0], at[1], at[2], &in);
    return in != 0;
}

/* Where a line through at[] changes between two points along the axis; in: what holds at the
 * first one. */
static double change(const search *f, double at[3], double from, double to, bool in)
{
    const int axis = f->s->axis;
    for (int n = 0; n < HALVINGS; n++) {
        at[axis] = 0.5 * (from + to);
        if (holds(f, at) == in)
            from = at[axis];
        else
            to = at[axis];
    }
    return 0.5 * (from + to);
}

/* Lines along x: all points of a line at once. */
static void sample_rows(search *f, unsigned char *in)
{
    const yee_spans *s = f->s;
    size_t line = 0;
    for (int64_t p = s->begin[0]; p < s->end[0]; p++)
        for (int64_t q = s->begin[1]; q < s->end[1]; q++, line++) {
            double at[3] = {0, place(f, 1, p), place(f, 2, q)}, from = f->at[0];
            memset(in, 0, (size_t)f->points);
            f->ops->inside(f->self, f->points, f->at, at[1], at[2], in);
            for (int64_t n = 1; n < f->points; n++) {
                if (!in[n] == !in[n - 1])
                    continue;
                const double to = change(f, at, f->at[n - 1], f->at[n], in[n - 1]);
                if (in[n])
                    from = to;
                else
                    push(f, line, from, to);
            }
            if (in[f->points - 1])
                push(f, line, from, f->at[f->points - 1]);
        }
}

/* Lines along y or z: a point of many lines at once, which lie side by side along x. */
static void sample_columns(search *f, unsigned char *in, double *x, double *from)
{
    const yee_spans *s = f->s;
    const int64_t lines = s->end[0] - s->begin[0], rows = s->end[1] - s->begin[1];
    unsigned char *now = in, *before = in + lines;
    for (int64_t p = 0; p < lines; p++)
        x[p] = place(f, 0, s->begin[0] + p);
    for (int64_t q = 0; q < rows; q++) {
        double at[3];
        at[s->across[1]] = place(f, s->across[1], s->begin[1] + q);
        memset(before, 0, (size_t)lines);
        for (int64_t n = 0; n <= f->points; n++) {
            memset(now, 0, (size_t)lines); /* behind the last point nothing is inside */
            if (n < f->points) {
                at[s->axis] = f->at[n];
                f->ops->inside(f->self, lines, x, at[1], at[2], now);
            }
            for (int64_t p = 0; p < lines; p++) {
                if (!now[p] == !before[p])
                    continue;
                at[0] = x[p];
                const double to = n == 0 ? f->at[0]
                                  : n == f->points
                                      ? f->at[n - 1]
                                      : change(f, at, f->at[n - 1], f->at[n], before[p]);
                if (now[p])
                    from[p] = to;
                else
                    push(f, (size_t)(p * rows + q), from[p], to);
            }
            unsigned char *other = now;
            now = before;
            before = other;
        }
    }
}

/* The points along the axis that may see the volume. */
static bool sample_points(search *f, double lo, double hi)
{
    const yee_axis_data *x = &f->v->grid->axis[f->s->axis];
    const int64_t *hull = f->v->hull[f->s->axis];
    const int64_t first = yee_grid_cell(f->v->grid, f->s->axis, lo);
    const int64_t last = yee_grid_cell(f->v->grid, f->s->axis, hi) + 1;
    const int64_t begin = first < hull[0] ? hull[0] : first < hull[1] ? first : hull[1] - 1;
    const int64_t end = last > hull[1] ? hull[1] : last > begin ? last : begin + 1;
    f->points = SAMPLES * (end - begin) + 1;
    f->at = malloc((size_t)f->points * sizeof *f->at);
    for (int64_t n = 0; f->at && n < f->points; n++) {
        const int64_t i = begin + n / SAMPLES;
        const double part = (double)(n % SAMPLES) / SAMPLES;
        f->at[n] = n + 1 < f->points ? x->node[i] + part * (x->node[i + 1] - x->node[i])
                                     : x->node[end];
    }
    return f->at != NULL;
}

static void sample(search *f)
{
    const yee_spans *s = f->s;
    if (!sample_points(f, f->lo[s->axis], f->hi[s->axis])) {
        f->ok = false;
        return;
    }
    const size_t lines = (size_t)(s->end[0] - s->begin[0]);
    const size_t most = (size_t)f->points > 2 * lines ? (size_t)f->points : 2 * lines;
    unsigned char *in = malloc(most);
    double *x = malloc(2 * lines * sizeof *x);
    f->ok = f->ok && in && x;
    if (f->ok && s->axis == 0)
        sample_rows(f, in);
    else if (f->ok)
        sample_columns(f, in, x, x + lines);
    free(in);
    free(x);
    free(f->at);
}

/* One line of a shape that has more spans there than it was asked for. */
static void search_line(search *f, int64_t p, int64_t q, size_t line)
{
    yee_spans *s = f->s;
    const yee_spans all = *s;
    s->begin[0] = p;
    s->end[0] = p + 1;
    s->begin[1] = q;
    s->end[1] = q + 1;
    f->first = line;
    sample(f);
    f->first = 0;
    *s = all;
}

static void ask_shape(search *f)
{
    yee_spans *s = f->s;
    const yee_axis_data *x = &f->v->grid->axis[s->axis];
    const double low = x->node[0], high = x->node[x->cells];
    double span[ASKED][2], at[3];
    size_t line = 0;
    for (int64_t p = s->begin[0]; p < s->end[0]; p++)
        for (int64_t q = s->begin[1]; q < s->end[1]; q++, line++) {
            at[s->axis] = low;
            at[s->across[0]] = place(f, s->across[0], p);
            at[s->across[1]] = place(f, s->across[1], q);
            const int count = f->ops->spans(f->self, s->axis, at, ASKED, span);
            for (int n = 0; n < count && count < ASKED; n++)
                push(f, line, fmax(span[n][0], low), fmin(span[n][1], high));
            if (count >= ASKED)
                search_line(f, p, q, line);
        }
}

/* Spans line by line; on each they come in ascending order already. */
static bool sort(search *f, size_t lines)
{
    yee_spans *s = f->s;
    if (lines + 1 > s->line_capacity) {
        size_t *first = realloc(s->first, (lines + 1) * sizeof *first);
        if (!first)
            return false;
        s->first = first;
        s->line_capacity = lines + 1;
    }
    if (f->founds > s->capacity) {
        double(*span)[2] = realloc(s->span, f->founds * sizeof *span);
        if (!span)
            return false;
        s->span = span;
        s->capacity = f->founds;
    }
    s->spans = f->founds;
    memset(s->first, 0, (lines + 1) * sizeof *s->first);
    for (size_t n = 0; n < f->founds; n++)
        s->first[f->line[n] + 1]++;
    for (size_t n = 0; n < lines; n++)
        s->first[n + 1] += s->first[n];
    for (size_t n = f->founds; n-- > 0;) { /* fills each line from its end */
        double *to = s->span[--s->first[f->line[n] + 1]];
        to[0] = f->found[n][0];
        to[1] = f->found[n][1];
    }
    /* first[l + 1] is now where line l begins: one place too far. */
    for (size_t n = 0; n < lines; n++)
        s->first[n] = s->first[n + 1];
    s->first[lines] = f->founds;
    return true;
}

yee_status yee_spans_find(const yee_voxels *voxels, const yee_instance *shape, int axis,
                          const double lo[3], const double hi[3], const double cut[3],
                          int64_t from, int64_t to, yee_spans *s)
{
    search f = {.v = voxels,
                .ops = shape->plugin->ops,
                .self = yee_instance_self(shape),
                .lo = lo,
                .hi = hi,
                .cut = cut,
                .s = s,
                .ok = true};
    s->axis = axis;
    s->across[0] = axis == 0 ? 1 : 0;
    s->across[1] = axis == 2 ? 1 : 2;
    size_t lines = 1;
    for (int n = 0; n < 2; n++) {
        const int a = s->across[n];
        const int sub = voxels->cuts.sub[a];
        range(&f, a, lo[a], hi[a], &s->begin[n], &s->end[n]);
        if (a == 0) {
            s->begin[n] = s->begin[n] > from * sub ? s->begin[n] : from * sub;
            s->end[n] = s->end[n] < to * sub ? s->end[n] : to * sub;
        }
        lines *= s->end[n] > s->begin[n] ? (size_t)(s->end[n] - s->begin[n]) : 0;
    }
    /* one call to the books for all points of the lines: to ask for one costs as little as to
     * note it */
    yee_call call;
    const bool asks = YEE_HAS(f.ops, spans);
    yee_call_begin(&call, shape, asks ? "spans" : "inside");
    if (lines && asks)
        ask_shape(&f);
    else if (lines)
        sample(&f);
    yee_call_end();
    f.ok = f.ok && sort(&f, lines);
    free(f.line);
    free(f.found);
    return f.ok ? YEE_OK : YEE_MEMORY;
}

void yee_spans_free(yee_spans *s)
{
    free(s->first);
    free(s->span);
}
