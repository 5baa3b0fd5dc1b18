/* between.h: what happens between the half steps, as kernels see it: edges next to sources,
 * points, ports, and the taps that are taken every few steps. Plain C. All pointers are the
 * device's; offsets are those of the padded layout. */
#ifndef CUDA_CHORES_H
#define CUDA_CHORES_H

#include "domain.h"
#include <cuda_runtime_api.h>

/* One term of a soft addition: amplitude * signal, see yee_point. */
typedef struct share {
    double amplitude, fraction;
    int signal, cubic;
} share;

/* A point and all that is added to it, in the problem's order. */
typedef struct target {
    int64_t at, first; /* shares [first, first + count) */
    int count, component;
    int near; /* -1: none */
} target;

typedef struct port_edge {
    int64_t at;
    double voltage, current;
    int near;
} port_edge;

typedef struct port_law {
    int64_t first, count; /* edges */
    double resistance;    /* Ohm: resistance + feedback/2 */
    int component, signal;
} port_law;

/* A tap that is taken on the device at the steps it asks for: points, or a port. */
typedef struct watch {
    int64_t first, every, last;
    int64_t begin, count; /* of its values in a record */
    int port;             /* -1: points */
} watch;

typedef struct watch_point {
    int64_t at;
    int component, watch;
} watch_point;

/* float32: an edge next to a point source, kept in double; see near.c. */
typedef struct near_term {
    int64_t at;
    double weight;
    int component, slot; /* slot: E edge of the list, -1: read the field */
} near_term;

typedef struct near_edge {
    int64_t at;
    double value; /* E: unrounded; H: from before the sweep */
    double cb, loss;
    int component, terms;
    near_term term[4];
} near_edge;

typedef struct port_meter {
    double before, mean, current; /* V at n dt, V and A at (n-1/2) dt */
} port_meter;

typedef struct chores {
    int64_t *clock;        /* the step that is being done */
    const double *signals; /* shape [span, values]: step s at s % span */
    int64_t span, values;
    const target *target[2]; /* [H or E], shape [targets] */
    const share *share;
    int64_t targets[2];
    near_edge *near[2]; /* [H or E], shape [nears] */
    int nears[2];
    const int *near_target; /* of an E edge, -1: none; shape [nears[1]] */
    const port_law *port;
    const port_edge *edge;
    port_meter *meter; /* shape [ports] */
    int ports;
    const watch *watch;
    int watches;
    const watch_point *watched; /* shape [points]; value n of a record is point n */
    int64_t points, record;     /* values of a record: points, then ports' */
    double *log;                /* shape [span, record]: step s at s % span */
} chores;

/* Running transform of one box. */
typedef struct transform {
    int64_t first, every, last;
    double dt, lag; /* lag: of the component behind E, steps */
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

enum {                  /* what a launch of chores does, in this order */
       TASK_BEFORE = 1, /* ports' voltage before the step */
       TASK_NEAR = 2,
       TASK_ADD = 4,
       TASK_PORTS = 8,
       TASK_WATCH = 16,
       TASK_KEEP = 32, /* H next to sources, where it is not that of TASK_NEAR */
       TASK_TICK = 64
};
enum { MANY = 4096 }; /* from here on a list has a launch of its own */

typedef struct vital {
    double top;         /* largest magnitude */
    int64_t where, bad; /* index in the component; bad: first that is not finite, -1: none */
} vital;
enum { VITAL_BLOCKS = BUSY_BLOCKS };

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t chores_probe(void); /* whether this card runs kernels of this module */

/* word: bytes of a real; swept: the launch before was that of a sweep, so this one may begin
 * before that is done. */
cudaError_t chores_launch(const domain *d, const chores *c, size_t word, int electric,
                          int tasks, int swept, cudaStream_t stream);
cudaError_t chores_add_many(const domain *d, const chores *c, size_t word, int electric,
                            cudaStream_t stream);
cudaError_t chores_watch_many(const domain *d, const chores *c, size_t word,
                              cudaStream_t stream);
/* E next to sources as the fields hold it. */
cudaError_t chores_reset(const domain *d, const chores *c, size_t word, cudaStream_t stream);
/* Magnetic energy (J) that the magnetic currents of the step to come add to H- times H+. */
cudaError_t chores_energy(const domain *d, const chores *c, size_t word, double *sum,
                          cudaStream_t stream);

/* Transforms t[0] to t[count - 1], on the device, that are due; the largest has so many points.
 */
cudaError_t transform_launch(const domain *d, const transform *t, int64_t count, int64_t points,
                             const int64_t *clock, size_t word, cudaStream_t stream);
/* real dense[] from a box, or (store) to it, points on PEC faces left alone. */
cudaError_t box_launch(const domain *d, const box *b, size_t word, void *dense, int store,
                       const int64_t corner[3], cudaStream_t stream);

/* Energies: partial sums of *blocks blocks; their number is never above energy_most_blocks().
 */
int64_t energy_most_blocks(const int cells[3]);
cudaError_t energy_launch(const domain *d, size_t word, int electric, double *partial,
                          int64_t *blocks, cudaStream_t stream);
/* What sections hold, and of H what else is not in the product with the next H. */
cudaError_t held_launch(const domain *d, size_t word, int electric, double *partial,
                        int64_t *blocks, cudaStream_t stream);
/* Adds up partial[count] into *sum, always in the same order; more: to what is there. */
cudaError_t total_launch(const double *partial, int64_t count, double *sum, int more,
                         cudaStream_t stream);
cudaError_t vitals_launch(const domain *d, size_t word, int component, const int64_t extent[3],
                          vital *out, cudaStream_t stream);
/* *top becomes the bits of the largest magnitude in the box where those are larger. */
cudaError_t glance_launch(const domain *d, size_t word, const box *b, unsigned long long *top,
                          cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
