/* between_lists.h: the lists of what happens between the half steps, as kernels see them: edges
 * beside sources, point sources, ports, and taps that are logged on the device. Plain C. All
 * pointers are the device's; offsets are those of the padded layout. */
#ifndef CUDA_BETWEEN_LISTS_H
#define CUDA_BETWEEN_LISTS_H

#include "domain.h"

enum { EXACT_SLOTS = 64 }; /* sums that blocks add to by turns */

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

#endif
