/* shared_boxes.h: all steps of a pass in boxes around sources and probes by one launch beside the
 * bricks, a block of threads each, with the fields of its box and psi of layers in shared memory.
 * Plain C.
 *
 * It stands for the launches of stepwise.h and between.h, two and more a half step, where boxes are
 * small enough and hold nothing but point sources and logged points. */
#ifndef CUDA_SHARED_BOXES_H
#define CUDA_SHARED_BOXES_H

#include "../../engine/between_lists.h"
#include <cuda_runtime_api.h>

/* The cells of a box, [from, to), and those of them that are right after the last step, in which
 * alone sources act and points are logged; no two boxes have a cell of those in common. */
typedef struct shared_box {
    int from[3], to[3], keep_from[3], keep_to[3];
    /* Positions that have psi along each axis, of either kind: [from, low) and [high, to). */
    int low[3], high[3];
    /* Sources act in it: what is kept replaces what the bricks have written. Cells of other such boxes
     * that are put down before its own; -1: none do. */
    int first;
} shared_box;

enum { MOST_SHARED_BOXES = 16 };
typedef struct shared_boxes {
    shared_box box[MOST_SHARED_BOXES];
    int count, steps;
    int end[3];     /* planes, rows and columns that are ever updated */
    int nodes[3];   /* nodes of the arrays */
    int layers;     /* whether any box has psi */
    int64_t words;  /* of fields and psi in shared memory, those of the largest box */
    unsigned *done; /* blocks of this launch that are through; 0 before and after it */
    /* real, shape [6, cells], with layers [18, cells]: what replaces cells that bricks have written:
     * fields, then psi, four components an axis */
    void *result;
    int cells;
} shared_boxes;

/* Bytes of shared memory of a block. */
static inline size_t shared_box_bytes(int64_t words, int64_t edges, size_t word)
{
    return (size_t)(words + 1) / 2 * 2 * word + (size_t)edges * sizeof(double);
}

#ifdef __cplusplus
extern "C" {
#endif

/* The most bytes that the card has for a block. */
cudaError_t shared_boxes_most(size_t word, size_t *bytes);
/* Reads the state of a buffer, does the steps and leaves what is kept in s->result; bricks may read the
 * buffer meanwhile. acts: with all that acts on fields or looks at them; else nothing but the result
 * changes. */
cudaError_t shared_boxes_launch(const domain *from, const between *c, const shared_boxes *s,
                                size_t word, int acts, cudaStream_t stream);
/* Copies the result over what bricks have written. */
cudaError_t shared_boxes_put(const domain *to, const shared_boxes *s, size_t word,
                             cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
