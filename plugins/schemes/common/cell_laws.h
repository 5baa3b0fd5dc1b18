/* schemes/common/cell_laws.h: the laws of cells, steps 1a and 3a of yee/problem.h, those of fields,
 * step 5b, or magnetic ones, step 2a: cells with a law and the edges about them as runs along the
 * axis of a scheme's rows. Where E is said below, it is H of magnetic laws. */
#ifndef YEE_SCHEMES_CELL_LAWS_H
#define YEE_SCHEMES_CELL_LAWS_H

#include "edge_laws.h"

/* Cells k0 to k0 + n - 1 of the row at (at[0], at[1]), from the first to the last with a law. Words
 * are of shape [words][pitch], cell k at 1 + k - k0: J (of fields x) is 0 in cells without a law and in those
 * before and behind, but that on a ring the one before is the last. */
typedef struct cell_law_row {
    int64_t at[2], k0, n;
    int64_t pitch, state, map; /* where its numbers begin in the arrays below */
    int32_t words, maps;
} cell_law_row;

/* Cells of a row with one law. */
typedef struct cell_law_run {
    int64_t row, k, n, law;
} cell_law_run;

/* Edges at, at + stride, ... of a component of the problem, all of one medium (of fields those of
 * one to_cell and to_edge), with such a cell beside them; k: position of the first along the
 * rows. */
typedef struct cell_law_edges {
    int component, parts;
    int64_t at, n, k;
    double cb;      /* to_edge of fields */
    double to_cell; /* of fields, */
    int64_t linear; /* and where L of the first is in the array below */
    struct {
        int64_t row;
        double weight;
    } part[4]; /* rows of cells beside them */
} cell_law_edges;

typedef struct cell_laws {
    const yee_problem *problem;
    bool fields; /* they are laws of fields, */
    int first;   /* of E: YEE_EX, or of H: YEE_HX */
    size_t word; /* bytes of a number of the run's precision, "real" below */
    int axis[3]; /* those of at[0] and at[1], and of the rows */
    int64_t rows, runs, edges;
    cell_law_row *row;
    cell_law_run *run;
    cell_law_edges *edge;
    int64_t words, maps;
    char *state, *map; /* real, shape [words], [maps] */
    int64_t linears;   /* of fields: */
    char *linear;      /* L, real, V/m, shape [linears] */
    char **param;      /* real, shape [laws][params]; an entry is NULL: no law of cells */
    char *share[2];    /* real, shape [cells + 1]: yee_cell_share() along the rows */
} cell_laws;

/* E about a row of cells: rows [component][2*a + b] at (at[0] + a, at[1] + b), from position 0 on;
 * NULL: the mean of the component has no such row. */
typedef struct cell_law_field {
    const void *e[3][4];
} cell_law_field;

/* Nothing where the problem has no cells with a law; words are those of begin(). axis: of the rows;
 * form: YEE_LAW_CELL, YEE_LAW_FIELD, or YEE_LAW_MAGNETIC. False: no memory. */
bool cell_laws_make(const yee_problem *problem, int axis, uint32_t form, cell_laws *laws);
void cell_laws_free(cell_laws *laws);
/* Step 1a of run n, before any E about it changes, or 5b, once every edge about it is to_cell*L;
 * signal: those of its law for the step, real. */
void cell_laws_step_run(cell_laws *laws, int64_t n, const cell_law_field *field,
                        const void *signal);
/* Step 3a of edges n, or their E in 5b; e: the first of them, one behind the other. */
void cell_laws_take_run(const cell_laws *laws, int64_t n, void *e);
/* Of fields: edges n take L for E, before step 3. */
void cell_laws_part_run(const cell_laws *laws, int64_t n, void *e);
/* Of fields, once step 5a is done: what edges n are is their new L, and they become to_cell*L. */
void cell_laws_keep_run(cell_laws *laws, int64_t n, void *e);
/* Whether the mean of a component has two points along an axis. */
static inline bool cell_laws_two(const cell_laws *laws, int component, int axis)
{
    return !yee_half(component, axis) && !laws->problem->grid.axis[axis].invariant;
}
/* Index in the problem's array of position k of a row. */
static inline int64_t cell_laws_index(const cell_laws *laws, int component, const int64_t at[2],
                                      int64_t k)
{
    int64_t x[3];
    x[laws->axis[0]] = at[0];
    x[laws->axis[1]] = at[1];
    x[laws->axis[2]] = k;
    return yee_grid_index(&laws->problem->grid, component, x[0], x[1], x[2]);
}
/* Whether the mean of a component has a row at (at[0] + a, at[1] + b), n being 2*a + b. */
static inline bool cell_laws_there(const cell_laws *laws, int component, int n)
{
    return laws->problem->grid.active[component] &&
           (n < 2 || cell_laws_two(laws, component, laws->axis[0])) &&
           (n % 2 == 0 || cell_laws_two(laws, component, laws->axis[1]));
}
/* Positions (at[0] + a, at[1] + b) of the rows of E about a row of cells, as in cell_law_field;
 * false: there is none. */
bool cell_laws_about(const cell_laws *laws, int64_t row, int component, int n, int64_t at[2]);

/* Adds the J that the cells hold, as edge_laws_energy() does those of edges; of fields, L*E in place
 * of E*E. */
void cell_laws_energy(const cell_laws *laws, edge_laws_field *field, const void *scheme,
                      yee_sum *sum);

/* For schemes that keep the problem's arrays: the steps above of runs or edges [begin, end). field:
 * EX, EY, EZ, or HX, HY, HZ; signal: real, of every law. */
void cell_laws_step(cell_laws *laws, void *const field[3], char *const *signal, int64_t begin,
                    int64_t end);
void cell_laws_take(const cell_laws *laws, void *const field[3], int64_t begin, int64_t end);
void cell_laws_part(const cell_laws *laws, void *const field[3], int64_t begin, int64_t end);
void cell_laws_keep(cell_laws *laws, void *const field[3], int64_t begin, int64_t end);
/* yee_scheme_ops.spans: the words of the cells in a box and, of fields, L of its edges. */
yee_status cell_laws_spans(const cell_laws *laws, const int64_t low[3], const int64_t high[3],
                           yee_state_spans *to);
/* save and load. */
yee_status cell_laws_exchange(cell_laws *laws, yee_state *state);

#endif
