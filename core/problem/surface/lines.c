/* core/problem/surface/lines.c: records of the cells that surfaces cut. */
#include "lines.h"

#include <stdlib.h>

/* Places across an axis. In 3-D there are four lines along each axis, whose cuts are exact and
 * whose parts across come from the lines along the other axes;
 * in 2-D there is one axis across. */
enum { SUB_3D = 2, SUB_2D = 4 };

bool yee_cuts_begin(yee_cuts *cuts, const bool invariant[3])
{
    const bool flat = invariant[0] || invariant[1] || invariant[2];
    *cuts = (yee_cuts){.lines = 0};
    for (int a = 0; a < 3; a++)
        cuts->sub[a] = invariant[a] ? 1 : flat ? SUB_2D : SUB_3D;
    for (int a = 0; a < 3; a++) {
        cuts->first[a] = invariant[a] ? -1 : cuts->lines;
        cuts->lines += invariant[a] ? 0 : cuts->sub[(a + 1) % 3] * cuts->sub[(a + 2) % 3];
    }
    cuts->record = calloc(YEE_CUT_CELL / YEE_CUT_CHUNK, sizeof *cuts->record);
    cuts->more = calloc(YEE_CUT_CELL / YEE_LINES_CHUNK, sizeof *cuts->more);
    return cuts->record && cuts->more;
}

void yee_cuts_end(yee_cuts *cuts)
{
    for (unsigned n = 0; cuts->record && n < cuts->chunks; n++)
        free(cuts->record[n]);
    for (unsigned n = 0; cuts->more && n < cuts->more_chunks; n++)
        free(cuts->more[n]);
    free(cuts->record);
    free(cuts->more);
}

yee_cut_stock yee_cut_stock_begin(void)
{
    return (yee_cut_stock){.unused = YEE_NO_RECORD, .more_unused = YEE_NO_RECORD};
}

/* The number of the first record of a new chunk, of `count` records of `size` bytes;
 * YEE_NO_RECORD: no memory. */
static uint32_t new_chunk(atomic_uint *chunks, uint32_t count, size_t size, void **chunk)
{
    *chunk = malloc(count * size);
    if (!*chunk)
        return YEE_NO_RECORD;
    const unsigned n = atomic_fetch_add(chunks, 1);
    if (n < YEE_CUT_CELL / count)
        return n * count;
    atomic_fetch_sub(chunks, 1);
    free(*chunk);
    return YEE_NO_RECORD;
}

uint32_t yee_cuts_add(yee_cuts *cuts, yee_cut_stock *stock, uint32_t paint, uint32_t object)
{
    uint32_t number = stock->unused;
    if (number != YEE_NO_RECORD) {
        stock->unused = yee_cuts_at(cuts, number)->middle;
    } else {
        if (stock->next == stock->end) {
            void *chunk;
            number = new_chunk(&cuts->chunks, YEE_CUT_CHUNK, sizeof **cuts->record, &chunk);
            if (number == YEE_NO_RECORD)
                return number;
            cuts->record[number / YEE_CUT_CHUNK] = chunk;
            stock->next = number;
            stock->end = number + YEE_CUT_CHUNK;
        }
        number = stock->next++;
    }
    yee_cell_cut *cut = yee_cuts_at(cuts, number);
    *cut = (yee_cell_cut){.middle = paint,
                          .object = object,
                          .more = YEE_NO_RECORD,
                          .paint = {paint, YEE_NO_RECORD}};
    yee_cuts_clear(cut);
    return number;
}

void yee_cuts_remove(yee_cuts *cuts, yee_cut_stock *stock, uint32_t number)
{
    yee_cell_cut *cut = yee_cuts_at(cuts, number);
    if (cut->more != YEE_NO_RECORD) {
        yee_cuts_more(cuts, cut->more)->paints = stock->more_unused;
        stock->more_unused = cut->more;
    }
    cut->middle = stock->unused;
    stock->unused = number;
}

const yee_lines *yee_cuts_lines(const yee_cuts *cuts, const yee_cell_cut *cut, yee_lines *own)
{
    const uint32_t *paint;
    if (cut->more != YEE_NO_RECORD)
        return yee_cuts_more(cuts, cut->more);
    own->paints = yee_cuts_paints(cuts, cut, &paint);
    own->paint[0] = paint[0];
    own->paint[1] = paint[1];
    for (int n = 0; n < cuts->lines; n++) {
        const uint8_t first = cut->turned >> n & 1;
        const bool whole = cut->cut[n] == YEE_LINE_WHOLE;
        own->line[n] = (yee_line){
            .cut = {cut->cut[n]}, .parts = whole ? 1 : 2, .paint = {first, (uint8_t)!first}};
    }
    return own;
}

/* False: no memory. */
static bool make_more(yee_cuts *cuts, yee_cut_stock *stock, yee_cell_cut *cut)
{
    uint32_t number = stock->more_unused;
    if (number != YEE_NO_RECORD) {
        stock->more_unused = yee_cuts_more(cuts, number)->paints;
    } else {
        if (stock->more_next == stock->more_end) {
            void *chunk;
            number =
                new_chunk(&cuts->more_chunks, YEE_LINES_CHUNK, sizeof **cuts->more, &chunk);
            if (number == YEE_NO_RECORD)
                return false;
            cuts->more[number / YEE_LINES_CHUNK] = chunk;
            stock->more_next = number;
            stock->more_end = number + YEE_LINES_CHUNK;
        }
        number = stock->more_next++;
    }
    yee_cuts_lines(cuts, cut, yee_cuts_more(cuts, number));
    cut->more = number;
    return true;
}

/* The paint's index. */
static uint8_t index_of(yee_lines *cut, uint32_t paint)
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

/* On a line of a cell of more than two paints, or of many parts. */
static void cover_more(yee_lines *lines, int line, int from, int to, uint32_t paint)
{
    yee_line *l = &lines->line[line];
    int end[2 * YEE_LINE_PARTS + 1], parts = 0;
    uint8_t of[2 * YEE_LINE_PARTS + 1];
    const uint8_t own = index_of(lines, paint);
    if (from >= to)
        return;
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

bool yee_cuts_cover(yee_cuts *cuts, yee_cut_stock *stock, yee_cell_cut *cut, int line, int from,
                    int to, uint32_t paint)
{
    const int two = yee_cuts_two(cut, paint);
    if (two >= 0 && yee_cuts_cover_two(cut, line, from, to, (unsigned)two))
        return true;
    if (cut->more == YEE_NO_RECORD && !make_more(cuts, stock, cut))
        return false;
    cover_more(yee_cuts_more(cuts, cut->more), line, from, to, paint);
    return true;
}
