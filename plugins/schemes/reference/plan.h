/* reference/plan.h: the plan of the scheme "reference", which reference.c makes and steps. */
#ifndef YEE_SCHEMES_REFERENCE_PLAN_H
#define YEE_SCHEMES_REFERENCE_PLAN_H

#include "../common/edge_laws.h"
#include "../common/source_edges.h"
#include "../common/spans.h"
#include "../common/taps.h"
#include <yee/yee.h>

/* Laws of cells, or of fields: what the problem says of them and what they keep, in "real". */
typedef struct law_cells {
    const yee_cell_run *run;
    int64_t runs;
    const yee_field_run *edge; /* of fields */
    int64_t edges;
    bool fields;
    int first; /* YEE_EX, or YEE_HX of magnetic ones */
    void *state,
        *map;     /* words and maps of each run's cells, [words][n], one run behind the other */
    void *shown;  /* the first three words of all cells, J or x, shape [cells, 3] */
    void *linear; /* of fields: L of each run's edges, V/m, one run behind the other */
} law_cells;

enum { CURRENTS, FIELDS, MAGNETIC, FORMS };

/* What a plan keeps; "real" is float or double, as the problem asks. */
typedef struct plan {
    const yee_problem *problem;
    int64_t step;
    bool single;                  /* real is float */
    void *field[YEE_COMPONENTS];  /* real, shape extent[c] */
    void *psi[YEE_COMPONENTS][3]; /* real, shape extent[c]; NULL: the axis has no layer */
    void *state[YEE_COMPONENTS];  /* real, shape [points, words]: s1 (and s2) of the sections */
    int64_t words;                /* twice the most sections that a medium has */
    void *next[YEE_COMPONENTS];   /* real, shape extent[c]: H half a step later, for energies */
    source_edges near;            /* float: what steps 1b and 3b do in double, */
    double *exact;                /* and its values, V/m and A/m, shape [near.count] */
    double *signal;               /* values of the signals at hand */
    double *voltage, *current;    /* V before the step and A in its middle, shape [ports] */
    double *link;                 /* words of the ports' links, one port behind the other */
    edge_laws laws;               /* step 5a */
    law_cells form[FORMS];        /* steps 1a, 3a, 5b and 2a */
    void *mean, **cell_param; /* real: E of a run's cells, [3][n]; parameters, shape [laws] */
    double **dft;             /* sums so far, shape [taps][values] */
    taps taps;
    char *memory;            /* all arrays; NULL: they are being counted */
    int64_t bytes, changing; /* of all, and of those at the front that steps change */
} plan;

static inline double get(const plan *p, const void *array, int64_t n)
{
    return p->single ? (double)((const float *)array)[n] : ((const double *)array)[n];
}

static inline void set(const plan *p, void *array, int64_t n, double value)
{
    if (p->single)
        ((float *)array)[n] = (float)value;
    else
        ((double *)array)[n] = value;
}

/* The next `count` numbers of the plan's memory. */
static inline void *plan_take(plan *p, int64_t count, size_t size)
{
    void *at = p->memory ? p->memory + p->bytes : NULL;
    p->bytes += (count * (int64_t)size + 63) / 64 * 64;
    return at;
}

/* The place of number n of an array. */
static inline char *plan_at(const plan *p, void *array, int64_t n)
{
    return (char *)array + (size_t)n * (p->single ? sizeof(float) : sizeof(double));
}

/* laws.c: counts or places the arrays that steps change, or all others. */
void laws_lay_out(plan *p, bool changing);
/* Parameters, words and maps before the first step. */
void laws_begin(plan *p);
/* Steps 1a and 3a. */
void laws_step_cells(plan *p);
void laws_lose_currents(const plan *p);
/* Edges of FIELDS take L for E, before step 3, those of MAGNETIC for H, before 1. */
void laws_part_fields(plan *p, int form);
/* Steps 5b and 2a; edges of the form are L when it begins. Without `act` cells keep the words they
 * have. */
void laws_join_fields(plan *p, int form, bool act);
/* Adds what cells and edges of fields hold, J, electric and magnetic. */
void laws_energy(const plan *p, yee_sum sum[2]);

/* spans.c: yee_scheme_ops.spans */
yee_status plan_spans(void *made, const int64_t low[3], const int64_t high[3],
                      yee_state_spans *to);

#endif
