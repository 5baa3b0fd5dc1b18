/* cover.h: the grid in tiles, each of a class (temporal.h), and tiles in bricks. */
#ifndef CUDA_COVER_H
#define CUDA_COVER_H

#include "temporal.h"

/* A tile of planes [plane, end); other members as those of a brick. */
typedef struct tile {
    int row, column, plane, end, write_end[2], read_from[2];
    int depth;  /* tiles of its chain that come before it: each sends rows to the next */
    bool sends; /* rows to the tile above */
} tile;

typedef struct tiles {
    tile *tile;
    int64_t count, capacity;
} tiles;

typedef enum covered { COVERED, NO_KERNEL, NO_MEMORY } covered;

/* Adds planes [plane, end) to the tiles of the classes. Where rows and columns are uniform,
 * these are of class base (UNIFORM, or that of layers along x), elsewhere of base with the
 * layers that they meet, or of class general. NO_KERNEL: some of them need a class without a
 * shape (0 rows). */
covered cover_planes(const plan *p, const pass *x, const pass_shape shape[CLASSES],
                     tiles t[CLASSES], int base, int general, int plane, int end);

/* Cuts the tiles of a class in bricks, in the order in which they begin: neighbours run at the
 * same time and share what they read. NULL: no memory. */
brick *cut_tiles(const plan *p, const tiles *t, const pass *x, const pass_shape *s,
                 int64_t *count);

#endif
