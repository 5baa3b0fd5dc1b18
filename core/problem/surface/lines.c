/* core/problem/surface/lines.c: records of the cells that surfaces cut. */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

/* Places across an axis. In 3-D there are four lines along each axis, whose cuts are exact and
 * whose parts across come from the lines along the other axes;
 * in 2-D there is one axis across. */
enum { SUB_3D = 2, SUB_2D = 4 };

void yee_cuts_begin(yee_cuts *cuts, const bool invariant[3])
{
    const bool flat = invariant[0] || invariant[1] || invariant[2];
    *cuts = (yee_cuts){.unused = UINT32_MAX};
    for (int a = 0; a < 3; a++)
        cuts->sub[a] = invariant[a] ? 1 : flat ? SUB_2D : SUB_3D;
    for (int a = 0; a < 3; a++) {
        cuts->first[a] = invariant[a] ? -1 : cuts->lines;
        cuts->lines += invariant[a] ? 0 : cuts->sub[(a + 1) % 3] * cuts->sub[(a + 2) % 3];
    }
    cuts->bytes = sizeof(yee_cut) + (size_t)cuts->lines * sizeof(yee_line);
    cuts->bytes = (cuts->bytes + 3) / 4 * 4;
}

void yee_cuts_end(yee_cuts *cuts) { free(cuts->record); }

uint32_t yee_cuts_add(yee_cuts *cuts, uint32_t paint, uint32_t object)
{
    uint32_t number = cuts->unused;
    if (number != UINT32_MAX) {
        cuts->unused = yee_cuts_at(cuts, number)->middle;
    } else {
        if (cuts->used == cuts->room) {
            const size_t room = cuts->room ? 2 * cuts->room : 64;
            unsigned char *record =
                room < YEE_CUT_CELL ? realloc(cuts->record, room * cuts->bytes) : NULL;
            if (!record)
                return UINT32_MAX;
            cuts->record = record;
            cuts->room = room;
        }
        number = (uint32_t)cuts->used++;
    }
    yee_cut *cut = yee_cuts_at(cuts, number);
    memset(cut, 0, cuts->bytes);
    *cut = (yee_cut){.middle = paint, .object = object, .paints = 1, .paint = {paint}};
    for (int n = 0; n < cuts->lines; n++)
        cut->line[n].parts = 1;
    return number;
}

void yee_cuts_remove(yee_cuts *cuts, uint32_t number)
{
    yee_cuts_at(cuts, number)->middle = cuts->unused;
    cuts->unused = number;
}

/* The paint's index in the record. */
static uint8_t index_of(yee_cut *cut, uint32_t paint)
{
    for (uint32_t n = 0; n < cut->paints; n++)
        if (cut->paint[n] == paint)
            return (uint8_t)n;
    if (cut->paints < YEE_CUT_PAINTS)
        cut->paint[cut->paints++] = paint;
    return (uint8_t)(cut->paints - 1);
}

/* Joins neighbours of one paint, then the shortest part to its longer neighbour until the parts
 * fit; end[p]: where part p ends. */
static int join(int parts, int *end, uint8_t *paint)
{
    for (;;) {
        int n = 0;
        for (int p = 0; p < parts; p++) {
            const int from = n ? end[n - 1] : 0;
            if (end[p] <= from)
                continue;
            if (n && paint[n - 1] == paint[p]) {
                end[n - 1] = end[p];
            } else {
                end[n] = end[p];
                paint[n++] = paint[p];
            }
        }
        parts = n;
        if (parts <= YEE_LINE_PARTS)
            return parts;
        int least = 0, length = YEE_LINE_WHOLE + 1;
        for (int p = 0; p < parts; p++)
            if (end[p] - (p ? end[p - 1] : 0) < length) {
                length = end[p] - (p ? end[p - 1] : 0);
                least = p;
            }
        const int before = least ? end[least - 1] - (least > 1 ? end[least - 2] : 0) : -1;
        const int after = least + 1 < parts ? end[least + 1] - end[least] : -1;
        paint[least] = before > after ? paint[least - 1] : paint[least + 1];
    }
}

void yee_cut_cover(yee_cut *cut, int line, int from, int to, uint32_t paint)
{
    yee_line *l = &cut->line[line];
    int end[2 * YEE_LINE_PARTS + 1], parts = 0;
    uint8_t of[2 * YEE_LINE_PARTS + 1];
    const uint8_t own = index_of(cut, paint);
    if (from >= to)
        return;
    cut->known = false;
    for (int p = 0, begin = 0; p < l->parts; p++) {
        const int stop = p + 1 < l->parts ? l->cut[p] : YEE_LINE_WHOLE;
        if (begin < from) {
            end[parts] = stop < from ? stop : from;
            of[parts++] = l->paint[p];
        }
        if (begin <= from && from < stop) {
            end[parts] = to;
            of[parts++] = own;
        }
        if (stop > to) {
            end[parts] = stop;
            of[parts++] = l->paint[p];
        }
        begin = stop;
    }
    parts = join(parts, end, of);
    l->parts = (uint8_t)parts;
    for (int p = 0; p < parts; p++) {
        l->paint[p] = of[p];
        if (p + 1 < parts)
            l->cut[p] = (uint16_t)end[p];
    }
}
