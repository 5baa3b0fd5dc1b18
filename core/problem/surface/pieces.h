/* core/problem/surface/pieces.h: two media around a Yee point, the common case of columns.h. */
#ifndef YEE_CORE_PIECES_H
#define YEE_CORE_PIECES_H

#include "fills.h"

/* A paint at the component at work is a medium's number, or this where columns.h has to be
 * asked. */
#define YEE_PIECES_UNUSUAL (UINT32_MAX - 1)

enum { YEE_PIECE_PLACES = 4, YEE_PIECE_MEDIA = 2 };

/* A cell beside the point along one axis and its places there that belong to the point. */
typedef struct yee_piece_slot {
    int64_t cell;
    int places, place[YEE_PIECE_PLACES];
    double width, at[YEE_PIECE_PLACES]; /* m; of one place, and of its middle from the point */
} yee_piece_slot;

/* A row of cells along z beside the point. */
typedef struct yee_piece_row {
    const uint32_t *number; /* of its cells; yee_voxels.cell */
    size_t begin, end, at;  /* those that are cut, and the one met last; yee_fills.cell */
} yee_piece_row;

typedef struct yee_pieces {
    const yee_voxels *voxels;
    const yee_fills *fills;
    int component;
    const uint32_t *medium_of; /* of every paint */
    /* Along each axis: the point's index, the slots, their width and first moment together. */
    int64_t index[3];
    int slots[3];
    bool wall[3]; /* half of the surroundings lies behind a wall: an image */
    yee_piece_slot slot[3][2];
    double width[3], moment[3]; /* m, m^2 */
    yee_piece_row row[2][2];    /* by slots of x and y */
    /* The answer: of the point's surroundings the part that the second medium fills and the
     * square of the normal's component along the edge. */
    int media;
    uint32_t medium[YEE_PIECE_MEDIA];
    double fill, along;
} yee_pieces;

/* For the points of a component, best in the order of their indices. */
void yee_pieces_begin(yee_pieces *pieces, const yee_voxels *voxels, const yee_fills *fills,
                      int component, const uint32_t *medium_of);
/* False: there are more media than two, or unusual ones, or they have no moments
 * (YEE_NO_MOMENT); there is no answer then. */
bool yee_pieces_find(yee_pieces *pieces, const int64_t index[3]);

/* yee_pieces_find() where the grid is solid and a point lies, along every axis, at the middle of a
 * cell or between two of equal widths: the eighths of its surroundings are alike then. The answers
 * of both differ by rounding alone. */
bool yee_pieces_find_even(yee_pieces *pieces, const int64_t index[3]);

#endif
