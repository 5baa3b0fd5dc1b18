/* mosaic.h: sets of cells: unions of regions in small blocks, taken apart into regions. */
#ifndef CUDA_MOSAIC_H
#define CUDA_MOSAIC_H

#include <stdbool.h>
#include <stdint.h>

/* Cells [from, to) along each axis. */
typedef struct region {
    int from[3], to[3];
} region;

typedef struct regions {
    region *region;
    int64_t count, room;
    bool ok; /* false: there was no host memory for all of them */
} regions;

void regions_add(regions *s, region n);

/* Blocks of some cells each, the last ones of an axis cut off at its end. */
enum { MOSAIC_PLANES = 4, MOSAIC_ROWS = 4, MOSAIC_COLUMNS = 8 };
typedef struct mosaic {
    int end[3];       /* of cells */
    int64_t count[3]; /* of blocks */
    unsigned char *marked;
} mosaic;

/* Without marks, of cells [0, end); false: no host memory. free() what is marked. */
bool mosaic_open(mosaic *b, const int end[3]);
static inline int64_t mosaic_block(const mosaic *b, int64_t i, int64_t j, int64_t k)
{
    return (i * b->count[1] + j) * b->count[2] + k;
}
void mosaic_mark(mosaic *b, const region *s); /* all blocks that it meets */
/* Adds regions that have the marked blocks' cells once each. */
void mosaic_take_apart(const mosaic *b, regions *to);

#endif
