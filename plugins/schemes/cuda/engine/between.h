/* between.h: the lists of what happens between the half steps, as kernels see them: edges
 * beside sources, point sources, ports, and taps that are logged on the device; and the
 * launches that reduce fields or copy them. Plain C. All pointers are the device's; offsets
 * are those of the padded layout. */
#ifndef CUDA_BETWEEN_H
#define CUDA_BETWEEN_H

#include "domain.h"
#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <yee/sum.h>

/* A term of a soft source: amplitude * signal, see yee_point. */
typedef struct source_term {
    double amplitude, fraction;
    int signal, cubic;
} source_term;

/* A point and all that is added to it, in the problem's order. */
typedef struct source_point {
    int64_t at, first; /* terms [first, first + count) */
    int count, component;
    int edge; /* the E edge in double that it is, -1: none */
} source_point;

typedef struct port_edge {
    int64_t at;
    double voltage, current;
    int edge; /* the E edge in double that it is, -1: none */
} port_edge;

typedef struct port_relation {
    int64_t first, count; /* port edges */
    double resistance;    /* Ohm: resistance + feedback/2 */
    int component, signal;
} port_relation;

typedef struct port_meter {
    double before, mean, current; /* V at n dt, V and A at (n-1/2) dt */
} port_meter;

/* A tap that is logged on the device at the steps it asks for: points, or a port. */
typedef struct logged_tap {
    int64_t first, every, last;
    int64_t begin, count; /* its values in a record */
    int port;             /* -1: points */
} logged_tap;

typedef struct logged_point {
    int64_t at;
    int component, tap;
} logged_point;

/* A neighbour in the curl of an edge beside a source. */
typedef struct double_term {
    int64_t at;
    double weight;       /* 1/m, with the sign of the difference and of the curl */
    int component, edge; /* edge: the E edge in double that it is, -1: read the field */
} double_term;

/* An edge beside a point source, which float32 plans keep in double; see source_edges.c. */
typedef struct double_edge {
    int64_t at;
    double value; /* E: unrounded; H: before the sweep */
    double cb, loss;
    int component, terms;
    double_term term[4];
} double_edge;

typedef struct between {
    int64_t *clock;        /* the step that is being done */
    const double *signals; /* shape [span, values]: step s at s % span */
    int64_t span, values;
    const source_point *source[2]; /* [H or E], shape [sources] */
    const source_term *term;
    int64_t sources[2];
    double_edge *edge[2]; /* [H or E], shape [edges] */
    int edges[2];
    const int *edge_source; /* the source point at an E edge, -1: none; shape [edges[1]] */
    const port_relation *port;
    const port_edge *port_edge;
    port_meter *meter; /* shape [ports] */
    int ports;
    const logged_tap *tap;
    int taps;
    const logged_point *point; /* shape [points]; value n of a record is point n */
    int64_t points, record;    /* values of a record: points, then ports' */
    double *log;               /* shape [span, record]: step s at s % span */
} between;

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

enum { EXACT_SLOTS = 64 }; /* sums that blocks add to by turns */

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
