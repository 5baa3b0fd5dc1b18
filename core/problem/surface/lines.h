/* core/problem/surface/lines.h: where surfaces lie within the cells that they cut.
 *
 * A cell that a surface cuts is sampled by lines along every axis that is not invariant: across
 * each axis `sub` places a cell, so sub*sub lines along each axis in 3-D and sub in 2-D. Every
 * line says which paints it meets and where one ends and the next begins, as exactly as the
 * shape knows. Cells without a surface have no record. */
#ifndef YEE_CORE_LINES_H
#define YEE_CORE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    YEE_LINE_PARTS = 4,    /* paints that follow each other along a line; more are joined */
    YEE_CUT_PIECES = 16,   /* at most, of a cell: its places along all axes */
    YEE_CUT_PAINTS = 8,    /* paints of a cell; further ones count as the latest of these */
    YEE_LINE_WHOLE = 65532 /* a line's length in units of its cuts; its quarters are whole */
};

/* A number of a cell that is no paint but a record: this bit and the record's number. */
#define YEE_CUT_CELL UINT32_C(0x80000000)

/* Part p of a line reaches from cut[p - 1] (0 for the first) to cut[p] (YEE_LINE_WHOLE for the
 * last), in units of the cell's width / YEE_LINE_WHOLE. */
typedef struct yee_line {
    uint16_t cut[YEE_LINE_PARTS - 1];
    uint8_t parts;
    uint8_t paint[YEE_LINE_PARTS]; /* index into yee_cut.paint */
} yee_line;

/* A cell that surfaces cut. */
typedef struct yee_cut {
    uint32_t middle; /* paint at the cell's middle, or the next free record */
    uint32_t object; /* latest one that cuts it */
    uint32_t paints;
    uint32_t paint[YEE_CUT_PAINTS];
    bool known;                 /* fill is; pieces.c */
    float fill[YEE_CUT_PIECES]; /* of the second paint, shape sub */
    yee_line line[];            /* shape [yee_cuts.lines] */
} yee_cut;

typedef struct yee_cuts {
    int sub[3];   /* places a cell across this axis, 1 where it is invariant */
    int first[3]; /* of the lines along this axis; -1: none, it is invariant */
    int lines;    /* of a cell */
    size_t bytes; /* of a record */
    size_t used, room;
    unsigned char *record;
    uint32_t unused; /* first free record, UINT32_MAX: none */
} yee_cuts;

void yee_cuts_begin(yee_cuts *cuts, const bool invariant[3]);
void yee_cuts_end(yee_cuts *cuts);
/* A record of a cell that is all of one paint; UINT32_MAX: no memory. */
uint32_t yee_cuts_add(yee_cuts *cuts, uint32_t paint, uint32_t object);
void yee_cuts_remove(yee_cuts *cuts, uint32_t number);
static inline yee_cut *yee_cuts_at(const yee_cuts *cuts, uint32_t number)
{
    return (yee_cut *)(void *)(cuts->record + number * cuts->bytes);
}
/* The line along an axis at the places p and q across it (of the other axes, ascending). */
static inline const yee_line *yee_cut_line(const yee_cuts *cuts, const yee_cut *cut, int axis,
                                           int p, int q)
{
    return &cut->line[cuts->first[axis] + p * cuts->sub[axis == 2 ? 1 : 2] + q];
}
/* A place's middle within its cell, in parts of the cell. */
static inline double yee_cuts_place(const yee_cuts *cuts, int axis, int place)
{
    return (place + 0.5) / cuts->sub[axis];
}
/* Puts a paint over [from, to] (0 to YEE_LINE_WHOLE) of a line. */
void yee_cut_cover(yee_cut *cut, int line, int from, int to, uint32_t paint);

#endif
