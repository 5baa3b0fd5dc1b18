/* core/config/scan.h: the own pass of config.c over the text of a model. */
#ifndef YEE_CORE_SCAN_H
#define YEE_CORE_SCAN_H

#include "config.h"

/* Characters of a line; iniparser holds lines in 1024 bytes. */
#define YEE_LINE_LIMIT 1000

typedef struct yee_scan {
    yee_diag *diag;
    yee_arena *arena;
    yee_config *config; /* filled, but for the values */
    yee_place place;
    char *valid_text; /* "[block]\n" and "key=value\n", values quoted where they must be */
    size_t length;    /* of valid_text */
    size_t *begin;    /* shape [config->count]: where in valid_text each block starts */
    size_t blocks, entries; /* capacities; entries: of the last block */
    yee_origins *lines;
} yee_scan;

yee_status yee_scan_text(yee_scan *scan, const char *text, size_t length);
/* A copy of the name of a block or a key (what), lower-case up to the first dot; NULL with a
 * sentence when it is none. */
const char *yee_scan_name(yee_diag *diag, yee_arena *arena, const yee_place *place,
                          const char *what, const char *s, size_t length, bool dot);
/* Splits the name of a block into kind and instance; only grid, run, plugins and sweep stand alone. */
yee_status yee_scan_split(yee_diag *diag, yee_arena *arena, const yee_place *place,
                          yee_block *block);
/* Room for one more element in an array of the arena; NULL: no memory. */
void *yee_scan_grow(yee_arena *arena, void *array, size_t size, size_t count, size_t *capacity);

#endif
