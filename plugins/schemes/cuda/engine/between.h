/* between.h: what happens between the half steps: launches of the lists of between_lists.h, and
 * those that reduce fields or copy them. Plain C. */
#ifndef CUDA_BETWEEN_H
#define CUDA_BETWEEN_H

#include "between_lists.h"
#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <yee/sum.h>

/* A running transform of one box. */
typedef struct transform {
    int64_t first, every, last;
    double dt, lag; /* lag: steps that the component is behind E */
    int component, frequencies;
    int64_t at, stride[3]; /* words: corner, and one step of the box along each axis */
    int64_t count[3];
    const double *frequency;
    double *sum; /* shape [frequencies, box, 2] */
} transform;

/* A strided box, dense in C order. */
typedef struct box {
    int component;
    int64_t at, stride[3], count[3];
} box;

/* The tasks of a launch between half steps, done in this order; bits of a set. */
enum {
    TASK_PORT_VOLTAGE = 1, /* ports' voltage before the step */
    TASK_EDGES = 2,        /* edges in double, with what is added to them if TASK_SOURCES */
    TASK_SOURCES = 4,
    TASK_PORTS = 8,
    TASK_LOG = 16,
    TASK_KEEP_H = 32, /* H edges take H from the field, where TASK_EDGES has not left it so */
    TASK_CLOCK = 64   /* the step ends */
};
enum { LONG_LIST = 4096 }; /* a list of more entries has a launch of its own */

/* The largest magnitude of some values, and the first one that is not finite. */
typedef struct extremum {
    double magnitude;
    int64_t index, not_finite; /* in the component; -1: all are finite */
} extremum;
enum { EXTREMA_BLOCKS = BUSY_BLOCKS };

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t between_available(void); /* whether this card runs kernels of this module */

/* Launches take the bytes of a real as `word`. after_sweep: the launch before was a sweep's, so
 * that this one may begin before that is done. */
cudaError_t between_launch(const domain *d, const between *c, size_t word, int electric,
                           int tasks, bool after_sweep, cudaStream_t stream);
/* Long lists of source points, and of logged taps. */
cudaError_t between_add_many(const domain *d, const between *c, size_t word, int electric,
                             cudaStream_t stream);
cudaError_t between_log_many(const domain *d, const between *c, size_t word,
                             cudaStream_t stream);
/* The voltages of ports after the step; before: their meters before it, shape [ports]. */
cudaError_t between_meter(const domain *d, const between *c, size_t word,
                          const port_meter *before, cudaStream_t stream);
/* E edges in double take E from the field. */
cudaError_t between_reset_edges(const domain *d, const between *c, size_t word,
                                cudaStream_t stream);
/* Those of the transforms t[0] to t[count - 1], on the device, that are due; points: of the
 * largest of them. */
cudaError_t transform_launch(const domain *d, const transform *t, int64_t count, int64_t points,
                             const int64_t *clock, size_t word, cudaStream_t stream);
/* A box to real dense[]; store: from there, points on PEC faces left alone. corner: positions
 * of the box's first point. */
cudaError_t box_launch(const domain *d, const box *b, size_t word, void *dense, bool store,
                       const int64_t corner[3], cudaStream_t stream);

/* Energies (J) of the points that d updates, added to slots[EXACT_SLOTS] without rounding. */
cudaError_t energy_launch(const domain *d, size_t word, int electric, yee_sum *slots,
                          cudaStream_t stream);
enum { ENERGY_PLANES = 8 }; /* of a thread that sums energies */
int64_t energy_tile(const domain *d, int electric, part *all); /* the blocks of such a launch */
int64_t energy_most_blocks(const int cells[3]);
/* The energy that sections hold, and the part of H's that is not in its product with the next
 * H. */
cudaError_t storage_launch(const domain *d, size_t word, int electric, yee_sum *slots,
                           cudaStream_t stream);
/* What the magnetic currents of the step to come add to H- times H+. */
cudaError_t source_energy_launch(const domain *d, const between *c, size_t word, yee_sum *slots,
                                 cudaStream_t stream);
/* *sum becomes the sum of all slots, and of *rounded; NULL: of the slots. */
cudaError_t merge_launch(const yee_sum *slots, const double *rounded, yee_sum *sum,
                         cudaStream_t stream);
/* *sum becomes the sum of partial[count], always in one order; accumulate: it grows by that. */
cudaError_t sum_launch(const double *partial, int64_t count, double *sum, bool accumulate,
                       cudaStream_t stream);
/* An extremum for each of EXTREMA_BLOCKS blocks. */
cudaError_t extrema_launch(const domain *d, size_t word, int component, const int64_t extent[3],
                           extremum *out, cudaStream_t stream);
/* *peak becomes the bits of the largest magnitude in the box where those are larger. */
cudaError_t peak_launch(const domain *d, size_t word, const box *b, unsigned long long *peak,
                        cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
