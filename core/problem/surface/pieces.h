/* core/problem/surface/pieces.h: two media around a Yee point, the common case of columns.h. */
#ifndef YEE_CORE_PIECES_H
#define YEE_CORE_PIECES_H

#include "problem/paint.h"

/* What a paint is at the component at work: a medium's number, YEE_PIECES_UNUSUAL where
 * columns.h has to be asked (conductors, objects averaged in another way). */
#define YEE_PIECES_UNUSUAL (UINT32_MAX - 1)
typedef uint32_t yee_paint_medium(void *user, uint32_t paint);

enum { YEE_PIECE_PLACES = 4, YEE_PIECE_MEDIA = 2 };

/* A cell beside the point along one axis and its places there that belong to the point. */
typedef struct yee_piece_slot {
    int64_t cell;
    int places, place[YEE_PIECE_PLACES];
    double width, at[YEE_PIECE_PLACES]; /* m; of one place, and of its middle from the point */
} yee_piece_slot;

typedef struct yee_pieces {
    const yee_voxels *voxels;
    int component;
    yee_paint_medium *medium_of;
    void *user;
    /* Along each axis: the point's index, the slots, their width and first moment together. */
    int64_t index[3];
    int slots[3];
    yee_piece_slot slot[3][2];
    double width[3], moment[3]; /* m, m^2 */
    /* The answer: of the point's surroundings the part that the second medium fills and the
     * square of the normal's component along the edge. */
    int media;
    uint32_t medium[YEE_PIECE_MEDIA];
    double fill, along;
} yee_pieces;

/* For the points of a component, best in the order of their indices. */
void yee_pieces_begin(yee_pieces *pieces, const yee_voxels *voxels, int component,
                      yee_paint_medium *medium_of, void *user);
/* False: there are more media than two, or unusual ones; there is no answer then. */
bool yee_pieces_find(yee_pieces *pieces, const int64_t index[3]);

#endif
