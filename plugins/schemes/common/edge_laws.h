/* schemes/common/edge_laws.h: the laws of E edges, step 5a of yee/problem.h: edges with a law as
 * runs along the axis of a scheme's rows, old fields, words and maps of the runs one behind the
 * other. */
#ifndef YEE_SCHEMES_EDGE_LAWS_H
#define YEE_SCHEMES_EDGE_LAWS_H

#include <yee/scheme.h>
#include <yee/subdomain.h>
#include <yee/sum.h>

/* Edges at, at + stride, ... of a component of the problem, all of one medium. */
typedef struct edge_law_run {
    int component;
    uint32_t medium;
    int64_t at, n, stride;
    int64_t old, state, map; /* where its numbers begin in the arrays below */
} edge_law_run;

typedef struct edge_laws {
    const yee_problem *problem;
    int axis;    /* of the runs */
    size_t word; /* bytes of a number of the run's precision, "real" below */
    int64_t runs;
    edge_law_run *run;
    int64_t edges, words, maps;
    char *old;       /* real, V/m at n dt, shape [edges]; nothing where the scheme keeps them */
    char *state;     /* real, shape [words]: of a run [edge_words][n] */
    char *map;       /* real, shape [maps]: of a run [edge_maps][n] */
    char **param;    /* real, shape [media][3][params]; an entry is NULL without a law */
    char **signal;   /* real, shape [laws][signals]: of the step at hand */
    double *playing; /* shape [most signals] */
} edge_laws;

/* Nothing where the problem has no laws; words are those of begin(). axis: of the runs; keeps:
 * room for edge_laws_keep(). False: no memory. */
bool edge_laws_make(const yee_problem *problem, int axis, bool keeps, edge_laws *laws);
void edge_laws_free(edge_laws *laws);
/* Adds the J that the laws of the problem's own edges hold. field(): E (V/m) of a point of the
 * problem. */
typedef double edge_laws_field(const void *scheme, int component, int64_t index);
void edge_laws_energy(const edge_laws *laws, edge_laws_field *field, const void *scheme,
                      yee_sum *sum);
/* yee_scheme_ops.spans: the words of the edges in a box of cells. */
yee_status edge_laws_spans(const edge_laws *laws, const int64_t low[3], const int64_t high[3],
                           yee_state_spans *to);

/* For schemes that keep the problem's arrays. Axis along which their edges lie one behind the
 * other. */
static inline int edge_laws_axis(const yee_problem *p)
{
    return p->grid.axis[YEE_Z].invariant ? YEE_Y : YEE_Z;
}
/* The signals of a step; before step 3 the old fields, and step 5a, of runs [begin, end).
 * field: EX, EY, EZ. */
void edge_laws_play(edge_laws *laws, int64_t step);
void edge_laws_keep(edge_laws *laws, void *const field[3], int64_t begin, int64_t end);
void edge_laws_apply(edge_laws *laws, void *const field[3], int64_t begin, int64_t end);
/* save and load: a piece for every law, which has its version in its name. */
yee_status edge_laws_exchange(edge_laws *laws, yee_state *state);

#endif
