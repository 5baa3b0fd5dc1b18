/* core/config/scan.h: the own pass of config.c over the text of a model. */
#ifndef YEE_CORE_SCAN_H
#define YEE_CORE_SCAN_H

#include "config.h"

#include <stdio.h>

/* iniparser holds lines in 1024 bytes: a longer value goes through it in pieces of so many. Its
 * time grows with the square of the number of lines, so that it gets batches of them. */
#define YEE_PIECE 800
#define YEE_BATCH 1000
#define YEE_NAME_LIMIT 100 /* of a block or a key */

typedef struct yee_scan {
    yee_diag *diag;
    yee_arena *arena;
    yee_config *config; /* filled, but for the values */
    yee_place place;
    yee_origins *lines;
    FILE *valid;           /* lines that iniparser takes: "[block]" and "key=\"piece\"" */
    size_t length, in_use; /* of valid: bytes; pieces in its last batch */
    size_t *batch;         /* shape [batches]: where in valid each batch starts; arena */
    size_t *pieces;        /* shape [values]: of each entry in file order; arena */
    size_t batches, values;
    size_t blocks, entries, batch_capacity,
        piece_capacity; /* capacities; entries: of the last block */
    /* The entry that is being read: the last one of the last block. */
    char *value; /* bytes [value_length] so far; heap */
    size_t value_length, value_capacity, join_capacity;
    int indent; /* columns in front of its key */
    bool open, quoted;
} yee_scan;

/* Frees what the scan has on the heap, but for valid. */
void yee_scan_end(yee_scan *scan);
yee_status yee_scan_text(yee_scan *scan, const char *text, size_t length);
/* One line's part of the value of the last entry; and the end of that value. */
yee_status yee_scan_part(yee_scan *scan, const char *s, const char *end);
yee_status yee_scan_finish(yee_scan *scan);
/* Whether a comment begins at s, behind the first byte of a line: its sign follows a blank. */
bool yee_scan_comment(const char *s);
/* The length up to which a message shows a piece of a line. */
int yee_scan_shown(ptrdiff_t length);
/* The key under which iniparser has a piece of a value: "key" and "key+1", "key+2", ... */
void yee_scan_piece(char *name, size_t size, const char *key, size_t piece);
/* A copy of the name of a block or a key (what), lower-case up to the first dot; NULL with a
 * sentence when it is none. */
const char *yee_scan_name(yee_diag *diag, yee_arena *arena, const yee_place *place,
                          const char *what, const char *s, size_t length, bool dot);
/* Splits the name of a block into kind and instance; only grid, run, plugins, sweep and let
 * stand alone. */
yee_status yee_scan_split(yee_diag *diag, yee_arena *arena, const yee_place *place,
                          yee_block *block);
/* Room for one more element in an array of the arena; NULL: no memory. */
void *yee_scan_grow(yee_arena *arena, void *array, size_t size, size_t count, size_t *capacity);

#endif
