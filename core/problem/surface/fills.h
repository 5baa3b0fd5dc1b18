/* core/problem/surface/fills.h: what fills the pieces of the cells that surfaces cut, in the
 * cells' order.
 *
 * A cell is divided into pieces, as many along an axis as it has places (lines.h). Where two
 * materials meet in it, each piece is filled by the second one to some part. Points ask for the
 * cells around them row by row, so that these lie side by side here. */
#ifndef YEE_CORE_FILLS_H
#define YEE_CORE_FILLS_H

#include "problem/paint.h"

/* A cell that a surface cuts. */
typedef struct yee_fill {
    uint32_t z;        /* the cell's index along z */
    uint32_t paint[2]; /* of two materials; equal ones: of one */
    bool known;        /* false: columns.h has to be asked: more materials, or unusual paints */
    bool rounded;      /* the parts count as floats, as cells of two paints always had them */
} yee_fill;

typedef struct yee_fills {
    int pieces;     /* of a cell */
    double unit;    /* of `part`, in parts of a piece */
    size_t *first;  /* of each row's cells, shape [nx*ny + 1] */
    yee_fill *cell; /* shape [first[nx*ny]] */
    uint16_t *part; /* of each piece that paint[1] fills, shape [cells, pieces] */
} yee_fills;

/* Whether points around a paint's cells are averaged by fill and normal: neither a conductor
 * nor of an object that is averaged in another way. */
bool yee_fills_usual(const yee_voxels *voxels, uint32_t paint);
/* False: no memory; free them all the same. The voxels' cells must not change meanwhile. */
bool yee_fills_new(yee_fills *fills, const yee_voxels *voxels, int threads);
void yee_fills_free(yee_fills *fills);

#endif
