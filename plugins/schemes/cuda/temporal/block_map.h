/* block_map.h: small blocks of cells, and what is marked in them: bits of media, or unions of
 * regions, which are taken apart into others. */
#ifndef CUDA_MOSAIC_H
#define CUDA_MOSAIC_H

#include "../engine/plan.h"

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
typedef struct mosaic {
    int end[3];       /* of cells */
    int64_t count[3]; /* of blocks */
    uint16_t *marked; /* shape count; NULL: closed */
} mosaic;

/* Without marks, of cells [0, end); false: no host memory. */
bool mosaic_open(mosaic *b, const int end[3]);
void mosaic_close(mosaic *b);
/* Marks blocks with the bits of the media that updated points of a component have; bits: shape
 * [media]. */
void mosaic_look(mosaic *b, const plan *p, int c, const uint16_t *bits);
/* Bits of all blocks that meet a region, which is not empty. */
int mosaic_bits(const mosaic *b, const region *s);
void mosaic_mark(mosaic *b, const region *s); /* all blocks that it meets */
/* Adds regions that have the marked blocks' cells once each. */
void mosaic_take_apart(const mosaic *b, regions *to);

#endif
