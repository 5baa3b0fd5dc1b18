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

/* The cell becomes one that the object cuts. */
static bool touch(yee_voxels *v, yee_strip *strip, const int64_t at[3], int64_t cell,
                  uint32_t object)
{
    if (!yee_voxels_holds(v, at) || yee_voxels_cut_by(v, cell, object))
        return true;
    if (!yee_grow(&strip->touched, strip->touches, &strip->capacity, sizeof *strip->touched))
        return false;
    const uint32_t number = v->cell[cell];
    uint32_t record = number & ~YEE_CUT_CELL;
    if (number & YEE_CUT_CELL) {
        yee_cuts_at(&v->cuts, record)->object = object;
    } else {
        record = yee_cuts_add(&v->cuts, &strip->stock, number, object);
        if (record == YEE_NO_RECORD)
            return false;
        v->cell[cell] = record | YEE_CUT_CELL;
    }
    strip->touched[strip->touches++] = (yee_touched){{at[0], at[1], at[2]}, record};
    return true;
}

/* Cells at the ends of spans of one line are touched, but not where an end lies on a node; at[]: of
 * the line, across it. */
static bool touch_line(yee_voxels *v, yee_strip *strip, const yee_spans *s, size_t line,
                       int64_t at[3], uint32_t object, last_end last[2])
{
    const int axis = s->axis;
    const yee_axis_data *axis_data = &v->grid->axis[axis];
    const double *x = axis_data->node;
    for (size_t n = s->first[line]; n < s->first[line + 1]; n++)
        for (int e = 0; e < 2; e++) {
            const double end = s->span[n][e];
            last[e].place = at[axis] = cell_near(axis_data, end, last[e].place);
            if (axis == 0 && (at[0] < strip->begin || at[0] >= strip->end))
                continue;
            const double low = x[at[axis]], high = x[at[axis] + 1];
            if (end - low <= ON_NODE * (high - low) || high - end <= ON_NODE * (high - low))
                continue;
            const int64_t cell = (at[0] * v->n[1] + at[1]) * v->n[2] + at[2];
            if (cell == last[e].cell)
                continue;
            if (!touch(v, strip, at, cell, object))
                return false;
            last[e].cell = cell;
        }
    return true;
}

static bool touch_all(yee_voxels *v, yee_strip *strip, const yee_spans *s, uint32_t object)
{
    last_end last[2] = {{0, -1}, {0, -1}};
    const int sub[2] = {v->cuts.sub[s->across[0]], v->cuts.sub[s->across[1]]};
    size_t line = 0;
    int64_t at[3];
    for (int64_t p = s->begin[0]; p < s->end[0]; p++) {
        at[s->across[0]] = p / sub[0];
        for (int64_t q = s->begin[1]; q < s->end[1]; q++, line++) {
            if (s->first[line] == s->first[line + 1])
                continue;
            at[s->across[1]] = q / sub[1];
            if (!touch_line(v, strip, s, line, at, object, last))
                return false;
        }
    }
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

/* Where the spans of a solid cell's lines begin and end, as parts of the lines. False: a line has
 * several. */
static bool find_parts(const yee_voxels *v, const yee_spans spans[3], const int64_t at[3],
                       double part[2][YEE_CUT_LINES])
{
    static const double none[2] = {INFINITY, INFINITY};
    bool single = true;
    for (int a = 0, number = 0; a < 3; a++) {
        const yee_spans *s = &spans[a];
        const double *x = v->grid->axis[a].node + at[a];
        const double low = x[0], width = x[1] - x[0];
        for (int p = 0; p < 2; p++)
            for (int q = 0; q < 2; q++, number++) {
                const int64_t line =
                    yee_spans_line(s, 2 * at[s->across[0]] + p, 2 * at[s->across[1]] + q);
                const size_t first = line < 0 ? 0 : s->first[line];
                const size_t count = line < 0 ? 0 : s->first[line + 1] - first;
                const double *span = count ? s->span[first] : none;
                single = single && count < 2;
                part[0][number] = (span[0] - low) / width;
                part[1][number] = (span[1] - low) / width;
            }
    }
    return single;
}

/* Covers the lines of a solid cell that no object has cut before, all at once: whether a line lies
 * inside or outside cannot be foretold, and branches would be mistaken for it. False: a line has
 * several spans, or one that ends on both sides within it; the lines are as before then. */
static bool cover_first(const yee_voxels *v, const yee_spans spans[3], const int64_t at[3],
                        yee_cell_cut *cut)
{
    enum { WHOLE = YEE_LINE_WHOLE };
    double part[2][YEE_CUT_LINES];
    int end[2][YEE_CUT_LINES], inner = 0, turned = 0;
    if (!find_parts(v, spans, at, part))
        return false;
    for (int e = 0; e < 2; e++)
        for (int n = 0; n < YEE_CUT_LINES; n++) { /* unit() */
            double units = part[e][n] * WHOLE;
            units = units > 1 ? units : 1;
            units = units < WHOLE - 1 ? units : WHOLE - 1;
            units = part[e][n] > ON_NODE ? units : 0;
            units = part[e][n] < 1 - ON_NODE ? units : WHOLE;
            end[e][n] = (int)(units + 0.5);
        }
    for (int n = 0; n < YEE_CUT_LINES; n++)
        inner |= (end[0][n] > 0) & (end[0][n] < end[1][n]) & (end[1][n] < WHOLE);
    if (inner)
        return false;
    for (int n = 0; n < YEE_CUT_LINES; n++) {
        const int some = end[0][n]<end[1][n], begins = end[0][n]> 0;
        const int at_cut = begins ? end[0][n] : end[1][n];
        cut->cut[n] = (uint16_t)(some ? at_cut : WHOLE);
        turned |= (some & !begins) << n;
    }
    cut->turned = (uint16_t)turned;
    return true;
}

/* The lines of a cell take what the volume covers of them. */
static bool cover_cell(yee_voxels *v, yee_strip *strip, const yee_touched *cell, uint32_t paint)
{
    yee_cell_cut *cut = yee_cuts_at(&v->cuts, cell->record);
    if (v->cuts.lines == YEE_CUT_LINES && cut->more == YEE_NO_RECORD &&
        cut->paint[1] == YEE_NO_RECORD && cut->paint[0] != paint) {
        cut->paint[1] = paint;
        if (cover_first(v, strip->spans, cell->at, cut))
            return true;
    }
    for (int a = 0; a < 3; a++)
        if (!v->grid->axis[a].invariant &&
            !cover(v, strip, &strip->spans[a], cell->at, cut, paint))
            return false;
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
    for (size_t n = 0; n < strip->touches; n++)
        if (!cover_cell(v, strip, &strip->touched[n], paint))
            return false;
    return true;
}
