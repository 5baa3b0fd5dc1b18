/* schemes/nearby.h: in float32, the points next to small sources, which schemes keep in double.
 *
 * The quasi-static field of a dipole or a port is many times the wave it sends out. The
 * rounding of E there, 6e-8 of it with a new sign every step, has a curl, and drives H like a
 * noisy source of its own: 20 cells from a 1 GHz dipole on 1 mm cells H is off by 3e-3 of its
 * peak. The field falls with the cube of the distance, so it is enough that E is double on the
 * edges within one cell of the source, and that its curl there is taken in double; the fields
 * keep a rounded copy. Groups of more points than a dipole or a port has, edges with sections
 * and edges in a layer stay as they are. */
#ifndef YEE_SCHEMES_NEARBY_H
#define YEE_SCHEMES_NEARBY_H

#include <yee/problem.h>

/* A neighbour in the curl: weight (1/m) has the sign of the difference and of the curl. */
typedef struct nearby_term {
    int component;
    int64_t index, slot; /* slot: number of the nearby E edge it is, -1: it is none */
    double weight;
} nearby_term;

/* F += cb * sum weight*neighbour - loss*F; component and index are the problem's. */
typedef struct nearby_point {
    int component;
    int64_t index;
    double cb, loss;
    int terms;
    nearby_term term[4];
} nearby_point;

typedef struct nearby {
    int64_t count;
    nearby_point *point; /* sorted by component and index: E comes before H */
} nearby;

/* Nothing in float64. False: no memory. */
bool nearby_make(const yee_problem *problem, nearby *list);
void nearby_free(nearby *list);
/* The number of a point, -1: it is not nearby. */
int64_t nearby_find(const nearby *list, int component, int64_t index);

#endif
