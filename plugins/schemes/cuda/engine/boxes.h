/* boxes.h: boxes of cells in which a half step is done, whatever is between them. Plain C. */
#ifndef CUDA_BOXES_H
#define CUDA_BOXES_H

#include "domain.h"

/* The work of a block of threads: a block of a part. */
typedef struct box_block {
    int part, block;
} box_block;

/* Boxes on the device. */
typedef struct stepwise_boxes {
    const part *part;
    const box_block *block; /* shape [blocks] */
    int64_t blocks;         /* blocks of all boxes */
    int planes;             /* planes that a thread marches over */
} stepwise_boxes;

#endif
