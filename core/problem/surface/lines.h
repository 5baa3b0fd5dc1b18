/* core/problem/surface/lines.h: where surfaces lie within the cells that they cut.
 *
 * A cell that a surface cuts is sampled by lines along every axis that is not invariant: across
 * each axis `sub` places a cell, so sub*sub lines along each axis in 3-D and sub in 2-D. Every
 * line says which paints it meets and where one ends and the next begins, as exactly as the
 * shape knows. Cells without a surface have no record. */
#ifndef YEE_CORE_LINES_H
#define YEE_CORE_LINES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    YEE_LINE_PARTS = 4,    /* paints that follow each other along a line; more are joined */
    YEE_CUT_LINES = 12,    /* at most, of a cell */
    YEE_CUT_PAINTS = 8,    /* paints of a cell; further ones count as the latest of these */
    YEE_LINE_WHOLE = 65532 /* a line's length in units of its cuts; its quarters are whole */
};
/* Parts of a cell: more than what numbers of a model and SLACK of the shapes are off by, and too
 * little for any mean. */
#define YEE_LINE_ASIDE 2e-5

/* A number of a cell that is no paint but a record: this bit and the record's number. */
#define YEE_CUT_CELL UINT32_C(0x80000000)

/* Part p of a line reaches from cut[p - 1] (0 for the first) to cut[p] (YEE_LINE_WHOLE for the
 * last), in units of the cell's width / YEE_LINE_WHOLE. */
typedef struct yee_line {
    uint16_t cut[YEE_LINE_PARTS - 1];
    uint8_t parts;
    uint8_t paint[YEE_LINE_PARTS]; /* index into yee_lines.paint */
} yee_line;

/* All lines of a cell. */
typedef struct yee_lines {
    uint32_t paints;
    uint32_t paint[YEE_CUT_PAINTS];
    yee_line line[YEE_CUT_LINES]; /* the first yee_cuts.lines of them */
} yee_lines;

#define YEE_NO_RECORD UINT32_MAX

/* A cell that surfaces cut. Mostly two paints meet in it, at most once on each line; in a cell
 * of more `more` is the number of its lines, yee_cuts_more(), and the members behind it do not
 * count. */
typedef struct yee_cell_cut {
    uint32_t middle;   /* paint at the cell's middle, or the next free record */
    uint32_t object;   /* latest one that cuts it */
    uint32_t more;     /* YEE_NO_RECORD: two paints */
    uint32_t paint[2]; /* [1]: YEE_NO_RECORD as long as there is but one */
    uint16_t
        cut[YEE_CUT_LINES]; /* where a line's first paint ends: YEE_LINE_WHOLE, all of it */
    uint16_t turned;        /* bit n: the first paint on line n is paint[1] */
} yee_cell_cut;

/* Records lie in chunks that stay where they are, so that several threads can make some. */
enum { YEE_CUT_CHUNK = 1 << 12, YEE_LINES_CHUNK = 1 << 12 };

typedef struct yee_cuts {
    int sub[3];            /* places a cell across this axis, 1 where it is invariant */
    int first[3];          /* of the lines along this axis; -1: none, it is invariant */
    int lines;             /* of a cell */
    yee_cell_cut **record; /* chunks, shape [YEE_CUT_CELL / YEE_CUT_CHUNK] */
    yee_lines **more;      /* chunks, shape [YEE_CUT_CELL / YEE_LINES_CHUNK] */
    atomic_uint chunks;    /* of records */
    atomic_uint more_chunks;
} yee_cuts;

/* A stock of records, from which one thread at a time takes. */
typedef struct yee_cut_stock {
    uint32_t next, end;           /* records of the latest chunk that were never used */
    uint32_t unused;              /* first free record, YEE_NO_RECORD: none */
    uint32_t more_next, more_end; /* lines, alike */
    uint32_t more_unused;         /* first free ones, their `paints` the next */
} yee_cut_stock;

/* False: no memory. */
bool yee_cuts_begin(yee_cuts *cuts, const bool invariant[3]);
void yee_cuts_end(yee_cuts *cuts);
yee_cut_stock yee_cut_stock_begin(void);
/* A record of a cell that is all of one paint; YEE_NO_RECORD: no memory. */
uint32_t yee_cuts_add(yee_cuts *cuts, yee_cut_stock *stock, uint32_t paint, uint32_t object);
void yee_cuts_remove(yee_cuts *cuts, yee_cut_stock *stock, uint32_t number);
static inline yee_cell_cut *yee_cuts_at(const yee_cuts *cuts, uint32_t number)
{
    return &cuts->record[number / YEE_CUT_CHUNK][number % YEE_CUT_CHUNK];
}
static inline yee_lines *yee_cuts_more(const yee_cuts *cuts, uint32_t number)
{
    return &cuts->more[number / YEE_LINES_CHUNK][number % YEE_LINES_CHUNK];
}
/* All lines of a cell of two paints are of the first one. */
static inline void yee_cuts_clear(yee_cell_cut *cut)
{
    for (int n = 0; n < YEE_CUT_LINES; n++)
        cut->cut[n] = YEE_LINE_WHOLE;
    cut->turned = 0;
}
/* The paints of a cell; returns how many. Some of them may be on no line any more. */
static inline uint32_t yee_cuts_paints(const yee_cuts *cuts, const yee_cell_cut *cut,
                                       const uint32_t **paint)
{
    const yee_lines *more = cut->more == YEE_NO_RECORD ? NULL : yee_cuts_more(cuts, cut->more);
    *paint = more ? more->paint : cut->paint;
    return more ? more->paints : cut->paint[1] == YEE_NO_RECORD ? 1 : 2;
}
/* All lines of a cell, where they are or in own. */
const yee_lines *yee_cuts_lines(const yee_cuts *cuts, const yee_cell_cut *cut, yee_lines *own);
/* Puts a paint over [from, to] (0 to YEE_LINE_WHOLE) of a line. False: no memory. */
bool yee_cuts_cover(yee_cuts *cuts, yee_cut_stock *stock, yee_cell_cut *cut, int line, int from,
                    int to, uint32_t paint);
/* The index of a paint in a cell of two, which takes it where it has but one; -1: it has others, or
 * is a cell of more. */
static inline int yee_cuts_two(yee_cell_cut *cut, uint32_t paint)
{
    if (cut->more != YEE_NO_RECORD)
        return -1;
    if (paint != cut->paint[0] && cut->paint[1] == YEE_NO_RECORD)
        cut->paint[1] = paint;
    return paint == cut->paint[0] ? 0 : paint == cut->paint[1] ? 1 : -1;
}
/* yee_cuts_cover() for a paint of this index in a cell of two. False: nothing is done, for the line
 * would have more than two parts. */
static inline bool yee_cuts_cover_two(yee_cell_cut *cut, int line, int from, int to,
                                      unsigned own)
{
    const unsigned old = cut->turned >> line & 1;
    const bool all = from <= 0 && to >= YEE_LINE_WHOLE;
    const bool whole = cut->cut[line] == YEE_LINE_WHOLE;
    if (from >= to || (whole && old == own))
        return true;
    if (!all && (!whole || (from > 0 && to < YEE_LINE_WHOLE)))
        return false;
    const unsigned first = from > 0 ? old : own;
    cut->cut[line] = (uint16_t)(all ? YEE_LINE_WHOLE : from > 0 ? from : to);
    cut->turned = (uint16_t)((cut->turned & ~(1u << line)) | first << line);
    return true;
}
/* The number of the line along an axis at the places p and q across it (of the other axes,
 * ascending). */
static inline int yee_cuts_line_at(const yee_cuts *cuts, int axis, int p, int q)
{
    return cuts->first[axis] + p * cuts->sub[axis == 2 ? 1 : 2] + q;
}
/* Where the sample lines of a place lie within its cell, in parts of the cell: in its middle, but
 * for YEE_LINE_ASIDE of the cell towards the cell's middle. Faces at a quarter of a cell are as
 * common as numbers like 0.5 mm, and a line within a face would be in the object at its lower face
 * and out of it at its upper one: a model and its mirror image would differ. */
static inline double yee_cuts_place(const yee_cuts *cuts, int axis, int place)
{
    const int sub = cuts->sub[axis], side = 2 * place + 1 - sub;
    return (place + 0.5) / sub - (side > 0 ? YEE_LINE_ASIDE : side < 0 ? -YEE_LINE_ASIDE : 0);
}

#endif
