/* schemes/common/source_edges.h: in float32, the points beside small sources, which schemes
 * keep in double: steps 1b and 3b of yee/problem.h.
 *
 * The quasi-static field of a dipole or a port is many times the wave it sends out. The
 * rounding of E there, 6e-8 of it with a new sign every step, has a curl, and drives H like a
 * noisy source of its own: 20 cells from a 1 GHz dipole on 1 mm cells H is off by 3e-3 of its
 * peak. The field falls with the cube of the distance, so it is enough that E is double on the
 * edges within one cell of the source, and that its curl there is taken in double; the fields
 * keep a rounded copy. Groups of more points than a dipole or a port has, points with sections
 * and points in a layer stay as they are. */
#ifndef YEE_SCHEMES_SOURCE_EDGES_H
#define YEE_SCHEMES_SOURCE_EDGES_H

#include <yee/subdomain.h>

/* A neighbour in the curl: weight (1/m) has the sign of the difference and of the curl. */
typedef struct source_edge_term {
    int component;
    int64_t index, slot; /* slot: number in the list of the E edge it is, -1: it is not there */
    double weight;
} source_edge_term;

/* F += cb * sum weight*neighbour - loss*F; component is the problem's. */
typedef struct source_edge {
    int component;
    int64_t index;
    double cb, loss;
    int terms;
    source_edge_term term[4];
} source_edge;

typedef struct source_edges {
    int64_t count;
    source_edge *edge; /* sorted by component and index: E comes before H */
} source_edges;

/* Where a scheme keeps point x of the problem's component: what it wants for an index. */
typedef int64_t source_edges_index(const void *scheme, int component, const int64_t x[3]);

/* The list is empty in float64. index NULL: indices are those of the problem's arrays. False:
 * no memory. */
bool source_edges_make(const yee_problem *problem, source_edges_index *index,
                       const void *scheme, source_edges *list);
void source_edges_free(source_edges *list);
/* The number of a point in the list, -1: it is not there. */
int64_t source_edges_find(const source_edges *list, int component, int64_t index);
/* yee_scheme_ops.spans: the values of the points in a box of cells, shape [count]; indices are the
 * problem's. */
yee_status source_edges_spans(const source_edges *list, const yee_problem *problem,
                              double *value, const int64_t low[3], const int64_t high[3],
                              yee_state_spans *to);

#endif
