/* core/problem/surface/around.h: what lies around a point, as columns.c and moments.c see it. */
#ifndef YEE_CORE_AROUND_H
#define YEE_CORE_AROUND_H

#include "columns.h"

/* A cell beside the point along one axis, and which of its places (quarters or halves) belong
 * to the point. */
typedef struct yee_around_slot {
    int64_t cell;
    int begin, end;
    double width; /* of all of them, m; 1 along an invariant axis */
} yee_around_slot;

/* The search around a point. */
typedef struct yee_around {
    const yee_voxels *v;
    int along, across[2]; /* axes */
    int slots[3];         /* of each axis */
    bool wall[3];         /* half of the surroundings along it lies behind a wall: an image */
    yee_around_slot slot[3][2];
    yee_medium_of *medium;
    void *user;
    bool ok;
    yee_lines lines; /* of the cell at work */
} yee_around;

/* Lengths of media, in the order of meeting them. */
typedef struct yee_tally {
    int count;
    uint32_t medium[YEE_COLUMN_PARTS], object[YEE_COLUMN_PARTS]; /* yee_around_object() */
    double share[YEE_COLUMN_PARTS], total;
    double conductors; /* length of these, which is in no share and not in the total */
} yee_tally;

/* Columns lie along this axis from now on. */
void yee_around_turn(yee_around *around, int along);
/* The number of a cell; voxels.cell. */
uint32_t yee_around_number(const yee_around *around, const int64_t at[3]);
/* The lines of a cell that is cut, until the next one is asked for; NULL: it is not. */
const yee_lines *yee_around_cut(yee_around *around, uint32_t number);
/* The number of an object that paints itself, cell by cell; 0: of any other one. */
uint32_t yee_around_object(const yee_around *around, uint32_t paint);
/* The filling of a piece of the surroundings, one place long and wide. */
yee_tally yee_around_piece(yee_around *around, const yee_lines *cut, const int place[3],
                           double size);
/* All columns. */
void yee_around_columns(yee_around *around, yee_columns *columns);
/* Fills of all media and the normal's component along the columns. */
void yee_around_normal(yee_around *around, yee_columns *columns);

#endif
