/* block_map.h: a map of small blocks of cells and their marks: bits of media, or unions of
 * regions, which it cuts in disjoint ones. */
#ifndef CUDA_BLOCK_MAP_H
#define CUDA_BLOCK_MAP_H

#include "../engine/plan.h"

/* Cells [from, to) along each axis. */
typedef struct region {
    int from[3], to[3];
} region;

typedef struct regions {
    region *region;
    int64_t count, capacity;
    bool ok; /* false: there was no host memory for all of them */
} regions;

void regions_add(regions *s, region n);

/* Marks of blocks of some cells each; the last ones of an axis are cut off at its end. */
typedef struct block_map {
    int end[3];       /* cells */
    int64_t count[3]; /* blocks */
    uint16_t *marked; /* shape count; NULL: closed */
} block_map;

/* Makes a map without marks of cells [0, end). False: no host memory. */
bool block_map_open(block_map *b, const int end[3]);
void block_map_close(block_map *b);
/* Marks blocks with the bits of the media that updated points of a component have; bits: shape
 * [media]. */
void block_map_add_media(block_map *b, const plan *p, int c, const uint16_t *bits);
/* The bits of all blocks that meet a region, which is not empty. */
int block_map_bits(const block_map *b, const region *s);
/* Marks all blocks that meet a region. */
void block_map_mark(block_map *b, const region *s);
/* Adds disjoint regions of all cells of the marked blocks. */
void block_map_regions(const block_map *b, regions *to);

#endif
