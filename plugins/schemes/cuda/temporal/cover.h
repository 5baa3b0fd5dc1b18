/* cover.h: the grid in tiles, each of a class (temporal.h). */
#ifndef CUDA_COVER_H
#define CUDA_COVER_H

#include "temporal.h"

/* Planes [plane, end) from a row and a column on; last, from: as a brick's. */
typedef struct tile {
    int row, column, plane, end, last[2], from[2];
    int fed;    /* how many hand rows from one to the next down to this one */
    bool hands; /* to the one above */
} tile;

typedef struct tiles {
    tile *tile;
    int64_t count, room;
} tiles;

typedef enum covered { COVERED, NO_KERNEL, NO_MEMORY } covered;

/* Adds planes [plane, end) to the tiles of the classes: of base (0, or 1 where x is not calm)
 * with what rows and columns meet, or of general. NO_KERNEL: some of them need a class that has
 * no shape (0 rows). */
covered cover_planes(const plan *p, const pass *x, const pass_shape shape[CLASSES],
                     tiles t[CLASSES], int base, int general, int plane, int end);

/* Cuts the tiles of a class; neighbours run at the same time and share what they read. NULL: no
 * memory. */
brick *cut_tiles(const plan *p, const tiles *t, const pass *x, const pass_shape *s,
                 int64_t *count);

#endif
