/* core/problem/emission.h: groups and ports that sources opened, for points.c and freeze.c. */
#ifndef YEE_CORE_EMISSION_H
#define YEE_CORE_EMISSION_H

#include "points.h"
#include "signal_guard.h"

/* A group or a port while its source emits (buffers grow by malloc) and after (arena). */
struct emission {
    int component;
    bool cubic, port;
    bool gap;                   /* a port may end a cell before its conductor */
    const yee_signals *signals; /* a copy: the source may have its own on the stack */
    double resistance;
    const char *name;
    const yee_place *place;
    const yee_instance *source;
    int64_t count, capacity;
    yee_link link;           /* a port's own law; current NULL: none */
    const yee_port_law *law; /* that the link calls; NULL: none, with its parameters and self */
    const double *param;
    const void *self;
    yee_point *point;    /* a group's */
    yee_port_edge *edge; /* a port's */
};

struct yee_points {
    yee_diag *diag;
    yee_arena *arena;
    const yee_problem *problem;
    const yee_instance *source; /* the one that emits now */
    yee_status status;          /* first failure of the source that emits now */
    size_t first;               /* where its groups and ports start in v */
    int64_t links;              /* that it may still open */
    size_t count, capacity;
    struct emission *v; /* arena; doubled as needed */
    yee_signal_guard guard;
};

/* Ohm, of a port. */
static inline double emission_feedback(const struct emission *emission)
{
    double sum = 0;
    for (int64_t n = 0; n < emission->count; n++)
        sum += emission->edge[n].voltage * emission->edge[n].current;
    return sum;
}

#endif
