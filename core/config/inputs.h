/* core/config/inputs.h: the files that a model reads, which its run may not replace. */
#ifndef YEE_CORE_INPUTS_H
#define YEE_CORE_INPUTS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct yee_input {
    const char *path;
    const char *reader; /* "the model itself", "[waveform.w] file", "[output.t]" */
    struct yee_input *next;
    bool summed;
    uint64_t sum; /* of its bytes, once it is summed */
} yee_input;

/* The files of one model; the list lives in the arena of its configuration. */
typedef struct yee_inputs {
    yee_arena *arena;
    yee_input *first;
} yee_inputs;

/* Notes a file by any of its paths; both texts are copied. False: no memory. */
bool yee_inputs_add(yee_inputs *inputs, const char *path, const char *reader);
/* The input that is the file at a path, whatever links lead to it; NULL: none is, or inputs is
 * NULL. */
const yee_input *yee_inputs_find(const yee_inputs *inputs, const char *path);

/* Writes a line, behind `before`, of each file that waveforms, materials, objects and sources are made of,
 * with a sum over its bytes: what a model is beyond its text. Each file is read once. False: no memory. */
bool yee_inputs_write_sums(const yee_inputs *inputs, const char *before, FILE *out);

#endif
