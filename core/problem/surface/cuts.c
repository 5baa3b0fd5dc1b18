/* core/problem/surface/cuts.c: the cells that the surface of a volume cuts. */
#include "base/grow.h"
#include "problem/grid.h"
#include "problem/paint.h"
#include "spans.h"

#include <math.h>

/* A surface that close to a node, in cells, lies on it: nodes are rounded, too. */
#define ON_NODE 1e-6

yee_cell_cut *yee_voxels_cut_by(const yee_voxels *v, int64_t cell, uint32_t object)
{
    const uint32_t number = v->cell[cell];
    yee_cell_cut *cut =
        number & YEE_CUT_CELL ? yee_cuts_at(&v->cuts, number & ~YEE_CUT_CELL) : NULL;
    return cut && cut->object == object ? cut : NULL;
}

/* The cell of a position: yee_grid_cell(), from a cell nearby on. */
static int64_t cell_near(const yee_axis_data *x, double position, int64_t near)
{
    while (near + 1 < x->cells && x->node[near + 1] <= position)
        near++;
    while (near > 0 && x->node[near] > position)
        near--;
    return near;
}

/* The ends of spans on neighbouring lines mostly lie in the same or neighbouring cells. */
typedef struct last_end {
    int64_t place; /* of the cell along the axis */
    int64_t cell;  /* its number, -1: none */
} last_end;

/* The cell at the end of a span becomes one that is cut; nothing happens on a node. */
static bool end_in(yee_voxels *v, yee_strip *strip, const yee_spans *s, int64_t p, int64_t q,
                   double end, uint32_t object, last_end *last)
{
    const double *x = v->grid->axis[s->axis].node;
    int64_t at[3];
    last->place = at[s->axis] = cell_near(&v->grid->axis[s->axis], end, last->place);
    if (s->axis == 0 && (at[0] < strip->begin || at[0] >= strip->end))
        return true;
    at[s->across[0]] = p / v->cuts.sub[s->across[0]];
    at[s->across[1]] = q / v->cuts.sub[s->across[1]];
    const double low = x[at[s->axis]], high = x[at[s->axis] + 1];
    if (end - low <= ON_NODE * (high - low) || high - end <= ON_NODE * (high - low))
        return true;
    const int64_t cell = (at[0] * v->n[1] + at[1]) * v->n[2] + at[2];
    if (cell == last->cell || !yee_voxels_holds(v, at))
        return true;
    last->cell = cell;
    if (yee_voxels_cut_by(v, cell, object))
        return true;
    if (!yee_grow(&strip->touched, strip->touches, &strip->capacity, sizeof *strip->touched))
        return false;
    const uint32_t number = v->cell[cell];
    if (number & YEE_CUT_CELL) {
        yee_cuts_at(&v->cuts, number & ~YEE_CUT_CELL)->object = object;
    } else {
        const uint32_t record = yee_cuts_add(&v->cuts, &strip->stock, number, object);
        if (record == YEE_NO_RECORD)
            return false;
        v->cell[cell] = record | YEE_CUT_CELL;
    }
    strip->touched[strip->touches++] = cell;
    return true;
}

static bool touch_all(yee_voxels *v, yee_strip *strip, const yee_spans *s, uint32_t object)
{
    last_end last[2] = {{0, -1}, {0, -1}};
    size_t line = 0;
    for (int64_t p = s->begin[0]; p < s->end[0]; p++)
        for (int64_t q = s->begin[1]; q < s->end[1]; q++, line++)
            for (size_t n = s->first[line]; n < s->first[line + 1]; n++)
                for (int e = 0; e < 2; e++)
                    if (!end_in(v, strip, s, p, q, s->span[n][e], object, &last[e]))
                        return false;
    return true;
}

/* In units of a line's cuts; on a node exactly that. */
static int unit(double at, double low, double high)
{
    if (at <= low || at >= high) /* mostly */
        return at <= low ? 0 : YEE_LINE_WHOLE;
    const double part = (at - low) / (high - low);
    return part <= ON_NODE ? 0
           : part >= 1 - ON_NODE
               ? YEE_LINE_WHOLE
               : (int)lround(fmin(fmax(part * YEE_LINE_WHOLE, 1), YEE_LINE_WHOLE - 1));
}

/* The lines of one axis of a cell that is cut take what the volume covers of them. */
static bool cover(yee_voxels *v, yee_strip *strip, const yee_spans *s, const int64_t at[3],
                  yee_cell_cut *cut, uint32_t paint)
{
    yee_cuts *c = &v->cuts;
    const double *x = v->grid->axis[s->axis].node + at[s->axis];
    const double low = x[0], high = x[1];
    const int sub[2] = {c->sub[s->across[0]], c->sub[s->across[1]]};
    const int64_t place[2] = {at[s->across[0]] * sub[0], at[s->across[1]] * sub[1]};
    const int own = yee_cuts_two(cut, paint);
    for (int p = 0; p < sub[0]; p++)
        for (int q = 0; q < sub[1]; q++) {
            const int64_t line = yee_spans_line(s, place[0] + p, place[1] + q);
            if (line < 0)
                continue;
            const int number = yee_cuts_line_at(c, s->axis, p, q);
            for (size_t n = s->first[line], end = s->first[line + 1]; n < end; n++) {
                if (s->span[n][0] >= high || s->span[n][1] <= low)
                    continue;
                const int from = unit(s->span[n][0], low, high);
                const int to = unit(s->span[n][1], low, high);
                if (own >= 0 && cut->more == YEE_NO_RECORD &&
                    yee_cuts_cover_two(cut, number, from, to, (unsigned)own))
                    continue;
                if (!yee_cuts_cover(c, &strip->stock, cut, number, from, to, paint))
                    return false;
            }
        }
    return true;
}

bool yee_voxels_cut(yee_voxels *v, yee_strip *strip, const yee_instance *shape, uint32_t paint,
                    const double lo[3], const double hi[3], const double cut[3])
{
    const uint32_t object = v->paint[paint].object;
    strip->touches = 0;
    for (int a = 0; a < 3; a++)
        if (!v->grid->axis[a].invariant &&
            (yee_spans_find(v, shape, a, lo, hi, cut, strip->begin, strip->end,
                            &strip->spans[a]) != YEE_OK ||
             !touch_all(v, strip, &strip->spans[a], object)))
            return false;
    for (size_t n = 0; n < strip->touches; n++) {
        const int64_t cell = strip->touched[n];
        const int64_t at[3] = {cell / (v->n[1] * v->n[2]), cell / v->n[2] % v->n[1],
                               cell % v->n[2]};
        yee_cell_cut *record = yee_cuts_at(&v->cuts, v->cell[cell] & ~YEE_CUT_CELL);
        for (int a = 0; a < 3; a++)
            if (!v->grid->axis[a].invariant &&
                !cover(v, strip, &strip->spans[a], at, record, paint))
                return false;
    }
    return true;
}
