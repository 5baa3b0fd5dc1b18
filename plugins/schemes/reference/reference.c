/* reference.c: the scheme "reference": the numbered step of yee/problem.h, point by point, in
 * both precisions, on one thread. Every other scheme is compared with it, and a new one starts
 * as a copy of it: docs/writing-a-scheme.md.
 *
 *     dH/dt = -curl E / mu,  dE/dt = curl H / eps, central differences in space and time
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. Steps 1 and 3 are written once, for
 * numbers of type REAL: the file includes itself for float and for double. */
#ifndef REAL
#include "../common/edge_laws.h"
#include "../common/faces.h"
#include "../common/leapfrog.h"
#include "../common/points.h"
#include "../common/ports.h"
#include "../common/source_edges.h"
#include "../common/spans.h"
#include "../common/taps.h"
#include <stdio.h>
#include <stdlib.h>
#include <yee/yee.h>

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
    /* Words and maps of the cells of each of the problem's runs, [words][n], one run behind the
     * other; of all cells the current, A/m^2, shape [cells, 3]; NULL: no cell has a law. */
    void *cell, *cell_map, *current_density; /* real */
    void *mean, **cell_param; /* real: E of a run's cells, [3][n]; parameters, shape [laws] */
    /* Laws of fields: L of the edges of each of the problem's runs, V/m, one run behind the other;
     * words and maps of their cells as above; of all cells the field that the law adds, V/m,
     * shape [cells, 3]. */
    void *linear, *field_cell, *field_map, *added; /* real */
    double **dft;                                  /* sums so far, shape [taps][values] */
    taps taps;
    char *memory;            /* all arrays; NULL: they are being counted */
    int64_t bytes, changing; /* of all, and of those at the front that steps change */
} plan;

static double get(const plan *p, const void *array, int64_t n)
{
    return p->single ? (double)((const float *)array)[n] : ((const double *)array)[n];
}

static void set(const plan *p, void *array, int64_t n, double value)
{
    if (p->single)
        ((float *)array)[n] = (float)value;
    else
        ((double *)array)[n] = value;
}

#define REAL float
#define TYPED(name) name##_f32
#include "reference.c"
#undef REAL
#undef TYPED
#define REAL double
#define TYPED(name) name##_f64
#include "reference.c"
#undef REAL
#undef TYPED
#else

/* ---- steps 1 and 3, in REAL ---- */

/* A component at x moved by so many points along an axis: periodic axes wrap, and beyond other
 * faces it is 0. */
static REAL TYPED(field)(const plan *p, int c, const int64_t x[3], int axis, int by)
{
    const yee_grid *g = &p->problem->grid;
    const int64_t count = g->extent[c][axis];
    int64_t y[3] = {x[0], x[1], x[2]};
    y[axis] += by;
    if (g->axis[axis].periodic)
        y[axis] += y[axis] < 0 ? count : y[axis] >= count ? -count : 0;
    else if (y[axis] < 0 || y[axis] >= count)
        return 0;
    return ((const REAL *)p->field[c])[yee_grid_index(g, c, y[0], y[1], y[2])];
}

/* D of component `of` along an axis at point x of component c; psi moves on unless `look`. */
static REAL TYPED(slope)(const plan *p, int c, const int64_t x[3], int axis, int of, bool look)
{
    const yee_axis_data *a = &p->problem->grid.axis[axis];
    const int half = yee_half(c, axis); /* F[i+1] - F[i], else F[i] - F[i-1] */
    const int64_t i = x[axis];
    if (a->invariant)
        return 0;
    const REAL difference =
        TYPED(field)(p, of, x, axis, half) - TYPED(field)(p, of, x, axis, half - 1);
    const REAL slope = (REAL)(half ? a->half_inverse[i] : a->node_inverse[i]) * difference;
    REAL *psi = p->psi[c][axis];
    if (!psi)
        return slope;
    psi += yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2]);
    const REAL next = (REAL)(half ? a->half_b[i] : a->node_b[i]) * *psi +
                      (REAL)(half ? a->half_c[i] : a->node_c[i]) * difference;
    if (!look)
        *psi = next;
    return slope + next;
}

/* The new F of point x of component c; psi and sections move on unless `look`. ca*F is taken
 * as F - (1 - ca)*F: the rounding of 1 - ca, not of ca, keeps a weak loss right in float. */
static REAL TYPED(update)(const plan *p, int c, const int64_t x[3], bool look)
{
    const int a = (c + 1) % 3, b = (c + 2) % 3, other = yee_is_electric(c) ? YEE_HX : YEE_EX;
    const int64_t at = yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2]);
    const yee_update *u = &p->problem->update[yee_problem_medium(p->problem, c, at)];
    const yee_section *k = p->problem->section + u->section, *end = k + u->sections;
    const REAL old = ((const REAL *)p->field[c])[at];
    const REAL curl =
        TYPED(slope)(p, c, x, a, other + b, look) - TYPED(slope)(p, c, x, b, other + a, look);
    REAL drive = yee_is_electric(c) ? curl : -curl;
    for (REAL *s = (REAL *)p->state[c] + at * p->words; k < end; s += k++->words) {
        const REAL s1 = s[0], s2 = k->words == 2 ? s[1] : 0;
        drive -= s1;
        if (!look)
            s[0] = s1 + (s2 - (REAL)k->c1 * s1 + (REAL)k->r1 * old);
        if (!look && k->words == 2)
            s[1] = s2 + ((REAL)k->rd * old - (REAL)k->c0 * s1);
    }
    return old + ((REAL)u->cb * drive - (REAL)(1 - u->ca) * old);
}

/* The mean of E component c in a cell, step 1a, and the loss of an edge at x, step 3a. */
static REAL TYPED(cell_mean)(const plan *p, int c, const int64_t x[3])
{
    const yee_grid *g = &p->problem->grid;
    REAL sum = 0;
    int points = 0;
    for (int n = 0; g->active[c] && n < 4; n++) {
        int64_t y[3] = {x[0], x[1], x[2]};
        bool there = true;
        for (int q = 0; q < 2; q++) {
            const int axis = (c + 1 + q) % 3, by = q ? n % 2 : n / 2;
            y[axis] += by;
            there = there && !(by && g->axis[axis].invariant);
            y[axis] = g->axis[axis].periodic && y[axis] == g->extent[c][axis] ? 0 : y[axis];
        }
        if (there)
            sum += ((const REAL *)p->field[c])[yee_grid_index(g, c, y[0], y[1], y[2])];
        points += there;
    }
    return points ? sum / (REAL)points : 0;
}

/* The mean at an edge of what the cells around it have, real, shape [cells, 3]. */
static REAL TYPED(edge_mean)(const plan *p, const void *cells, int c, const int64_t x[3])
{
    const yee_grid *g = &p->problem->grid;
    REAL sum = 0;
    for (int n = 0; n < 4; n++) {
        int64_t y[3];
        double part;
        if (yee_cell_around(g, c, x, n, y, &part))
            sum +=
                (REAL)part *
                ((const REAL *)
                     cells)[3 * ((y[0] * g->axis[1].cells + y[1]) * g->axis[2].cells + y[2]) +
                            c];
    }
    return sum;
}

static REAL TYPED(edge_loss)(const plan *p, int c, const int64_t x[3])
{
    const int64_t at = yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2]);
    return (REAL)p->problem->update[yee_problem_medium(p->problem, c, at)].cb *
           TYPED(edge_mean)(p, p->current_density, c, x);
}

/* An edge of a law of fields at x: L and what the cells around it add. */
static void TYPED(join_edge)(const plan *p, const yee_field_run *r, const int64_t x[3],
                             int64_t edge)
{
    const int c = r->component;
    ((REAL *)p->field[c])[yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2])] =
        ((const REAL *)p->linear)[edge] +
        (REAL)r->to_edge * TYPED(edge_mean)(p, p->added, c, x);
}

static void TYPED(lose_currents)(const plan *p)
{
    const yee_grid *g = &p->problem->grid;
    int64_t x[3];
    for (int c = 0; c < 3 && p->current_density; c++)
        for (x[0] = g->begin[c][0]; g->active[c] && x[0] < g->end[c][0]; x[0]++)
            for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
                for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++)
                    ((REAL *)p->field[c])[yee_grid_index(g, c, x[0], x[1], x[2])] -=
                        TYPED(edge_loss)(p, c, x);
}

/* The new E or H goes to `to`. */
static void TYPED(sweep)(const plan *p, bool electric, void *const to[], bool look)
{
    const yee_grid *g = &p->problem->grid;
    int64_t x[3];
    for (int c = electric ? YEE_EX : YEE_HX, last = c + 3; c < last; c++)
        for (x[0] = g->begin[c][0]; g->active[c] && x[0] < g->end[c][0]; x[0]++)
            for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
                for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++)
                    ((REAL *)to[c])[yee_grid_index(g, c, x[0], x[1], x[2])] =
                        TYPED(update)(p, c, x, look);
}
#endif
#ifndef REAL

/* Steps 1b and 3b: the new values, in double; the sweep still has to find the old ones. */
static void update_exact(plan *p, bool electric)
{
    for (int64_t n = 0; n < p->near.count; n++) {
        const source_edge *e = &p->near.edge[n];
        const double old = electric ? p->exact[n] : get(p, p->field[e->component], e->index);
        double curl = 0;
        for (const source_edge_term *t = e->term; t < e->term + e->terms; t++)
            curl += t->weight * (t->slot >= 0 ? p->exact[t->slot]
                                              : get(p, p->field[t->component], t->index));
        if (yee_is_electric(e->component) == electric)
            p->exact[n] = old + (e->cb * curl - e->loss * old);
    }
}

static void round_exact(plan *p, bool electric)
{
    for (int64_t n = 0; n < p->near.count; n++)
        if (yee_is_electric(p->near.edge[n].component) == electric)
            set(p, p->field[p->near.edge[n].component], p->near.edge[n].index, p->exact[n]);
}

/* ---- steps 1a and 5b: laws of cells and of fields ---- */

static void mean_of(const plan *p, const int64_t cell[3], int64_t pitch, void *mean)
{
    for (int c = 0; c < 3; c++)
        set(p, mean, c * pitch,
            p->single ? (double)cell_mean_f32(p, c, cell) : cell_mean_f64(p, c, cell));
}

static void multiply(const plan *p, void *array, int64_t n, double factor)
{
    if (p->single)
        ((float *)array)[n] *= (float)factor;
    else
        ((double *)array)[n] *= factor;
}

static char *real_at(const plan *p, void *array, int64_t n)
{
    return (char *)array + (size_t)n * (p->single ? sizeof(float) : sizeof(double));
}

/* The first three words of the cells of runs, once more, to an array of shape [cells, 3]. */
static void show_cells(const plan *p, const yee_cell_run *run, int64_t runs, const void *state,
                       void *shown)
{
    const yee_axis_data *a = p->problem->grid.axis;
    int64_t words = 0;
    for (const yee_cell_run *r = run; r < run + runs; r++) {
        const int64_t first = (r->cell[0] * a[1].cells + r->cell[1]) * a[2].cells + r->cell[2];
        for (int64_t n = 0; n < 3 * r->n; n++)
            set(p, shown, 3 * (first + n % r->n) + n / r->n, get(p, state, words + n));
        words += p->problem->law[r->law].law->cell_words * r->n;
    }
}

/* Words of runs of cells. */
static void step_cells(plan *p, const yee_cell_run *run, int64_t runs, void *state, void *map)
{
    const yee_problem *q = p->problem;
    int64_t words = 0, maps = 0;
    for (const yee_cell_run *r = run; r < run + runs; r++) {
        const yee_law *law = q->law[r->law].law;
        for (int64_t n = 0; n < r->n; n++) {
            const int64_t cell[3] = {r->cell[0], r->cell[1], r->cell[2] + n};
            mean_of(p, cell, r->n, real_at(p, p->mean, n));
        }
        const yee_law_row row = {.size = sizeof row,
                                 .n = r->n,
                                 .pitch = r->n,
                                 .param = p->cell_param[r->law],
                                 .signal = p->laws.signal[r->law],
                                 .e = p->mean,
                                 .state = real_at(p, state, words),
                                 .map = law->cell_maps ? real_at(p, map, maps) : NULL,
                                 .e_pitch = r->n};
        law->cell_row[!p->single](&row);
        words += law->cell_words * r->n;
        maps += law->cell_maps * r->n;
    }
}

/* Step 5b; the edges of a run are L when it begins. Without `act` cells keep the words they have. */
static void join_fields(plan *p, bool act)
{
    const yee_problem *q = p->problem;
    int64_t edges = 0;
    for (const yee_field_run *r = q->field_run; r < q->field_run + q->field_runs; r++)
        for (int64_t n = 0; n < r->n; n++, edges++) {
            void *field = p->field[r->component];
            const int64_t at =
                yee_grid_index(&q->grid, r->component, r->edge[0], r->edge[1], r->edge[2] + n);
            set(p, p->linear, edges, get(p, field, at));
            multiply(p, field, at, r->to_cell);
        }
    if (act)
        step_cells(p, q->field_cell, q->field_cells, p->field_cell, p->field_map);
    show_cells(p, q->field_cell, q->field_cells, p->field_cell, p->added);
    edges = 0;
    for (const yee_field_run *r = q->field_run; r < q->field_run + q->field_runs; r++)
        for (int64_t n = 0; n < r->n; n++, edges++) {
            const int64_t x[3] = {r->edge[0], r->edge[1], r->edge[2] + n};
            (p->single ? join_edge_f32 : join_edge_f64)(p, r, x, edges);
        }
}

/* The edges of fields take L. */
static void part_fields(plan *p)
{
    const yee_problem *q = p->problem;
    int64_t edges = 0;
    for (const yee_field_run *r = q->field_run; r < q->field_run + q->field_runs; r++)
        for (int64_t n = 0; n < r->n; n++, edges++)
            set(p, p->field[r->component],
                yee_grid_index(&q->grid, r->component, r->edge[0], r->edge[1], r->edge[2] + n),
                get(p, p->linear, edges));
}

/* Parameters of laws of both forms. */
static void set_params(plan *p)
{
    const yee_problem *q = p->problem;
    for (int64_t n = 0; n < q->laws; n++)
        for (int32_t i = 0; q->law[n].cell_param && i < q->law[n].law->params; i++)
            set(p, p->cell_param[n], i, q->law[n].cell_param[i]);
}

/* Words and maps of runs of cells before the first step. */
static void begin_cells(plan *p, const yee_cell_run *run, int64_t runs, void *to_state,
                        void *to_map)
{
    const yee_problem *q = p->problem;
    const yee_law_place about = {sizeof about, -1, q->grid.dt, 0, 0};
    int64_t words = 0, maps = 0;
    for (const yee_cell_run *r = run; r < run + runs; r++) {
        const yee_law *law = q->law[r->law].law;
        for (int64_t n = 0; law->begin && n < r->n; n++) {
            double x[3], state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
            const int64_t cell[3] = {r->cell[0], r->cell[1], r->cell[2] + n};
            edge_laws_middle(q, cell, x);
            law->begin(q->law[r->law].self, &about, x, state, map);
            for (int w = 0; w < law->cell_words; w++)
                set(p, to_state, words + w * r->n + n, state[w]);
            for (int w = 0; w < law->cell_maps; w++)
                set(p, to_map, maps + w * r->n + n, map[w]);
        }
        words += law->cell_words * r->n;
        maps += law->cell_maps * r->n;
    }
}

/* Adds the J that the cells of runs hold; mean: their laws ask for E. */
static void cell_energy(const plan *p, const yee_cell_run *run, int64_t runs, const void *cells,
                        bool mean, yee_sum *sum)
{
    const yee_problem *q = p->problem;
    int64_t words = 0;
    for (const yee_cell_run *r = run; r < run + runs; r++) {
        const yee_law_use *use = &q->law[r->law];
        for (int64_t n = 0; use->law->cell_energy && n < r->n; n++) {
            const int64_t cell[3] = {r->cell[0], r->cell[1], r->cell[2] + n};
            double e[3] = {0}, state[YEE_LAW_MOST_WORDS] = {0}, volume = 1;
            bool owned = true;
            for (int a = 0; a < 3; a++) {
                volume *= q->grid.axis[a].node[cell[a] + 1] - q->grid.axis[a].node[cell[a]];
                owned = owned && yee_owns_cell(q, a, cell[a]);
            }
            if (!owned)
                continue;
            for (int w = 0; w < use->law->cell_words; w++)
                state[w] = get(p, cells, words + w * r->n + n);
            if (mean)
                mean_of(p, cell, 1, p->mean);
            for (int c = 0; mean && c < 3; c++)
                e[c] = get(p, p->mean, c);
            yee_sum_add(sum, volume * use->law->cell_energy(use->cell_param, e, state));
        }
        words += use->law->cell_words * r->n;
    }
}

/* Adds the J of L*E in place of E*E at the edges of fields. */
static void field_energy(const plan *p, yee_sum *sum)
{
    const yee_problem *q = p->problem;
    int64_t edges = 0;
    for (const yee_field_run *r = q->field_run; r < q->field_run + q->field_runs; r++)
        for (int64_t n = 0; n < r->n; n++, edges++) {
            const int64_t x[3] = {r->edge[0], r->edge[1], r->edge[2] + n};
            const int c = r->component;
            const int64_t at = yee_grid_index(&q->grid, c, x[0], x[1], x[2]);
            const double e = get(p, p->field[c], at);
            if (yee_owns_point(q, c, x))
                yee_sum_add(sum, leapfrog_volume(&q->grid, c, x[0], x[1], x[2]) *
                                     q->update[yee_problem_medium(q, c, at)].energy[0] * e *
                                     (get(p, p->linear, edges) - e));
        }
}

/* ---- steps 2, 4 and 5 ---- */

static void add(plan *p, void *const to[], int c, int64_t at, double value)
{
    const int64_t n = yee_is_electric(c) ? source_edges_find(&p->near, c, at) : -1;
    set(p, to[c], at, n >= 0 ? (p->exact[n] += value) : get(p, to[c], at) + value);
}

static void add_points(plan *p, bool electric, void *const to[])
{
    const yee_point_group *g = p->problem->group, *end = g + p->problem->groups;
    for (; g < end; g++) {
        if (yee_is_electric(g->component) != electric)
            continue;
        g->signals->fill(g->signals->self, p->step, p->signal);
        for (const yee_point *k = g->point; k < g->point + g->count; k++)
            add(p, to, g->component, k->index, k->amplitude * points_value(g, k, p->signal));
    }
}

static double port_voltage(const plan *p, const yee_port *q)
{
    double sum = 0;
    for (const yee_port_edge *e = q->edge; e < q->edge + q->count; e++)
        sum += e->voltage * get(p, p->field[q->component], e->index);
    return sum;
}

static void apply_ports(plan *p)
{
    for (int64_t n = 0; n < p->problem->ports; n++) {
        const yee_port *q = &p->problem->port[n];
        q->signals->fill(q->signals->self, p->step, p->signal);
        p->current[n] = ports_current(q, p->step, p->voltage[n], port_voltage(p, q),
                                      p->signal[0], p->link + ports_words(p->problem, n));
        for (const yee_port_edge *e = q->edge; e < q->edge + q->count; e++)
            add(p, p->field, q->component, e->index, e->current * p->current[n]);
    }
}

/* What a point stores, J/m^3, its next F given: yee_update.energy. */
static double density(const plan *p, int c, int64_t at, double next)
{
    const yee_update *u = &p->problem->update[yee_problem_medium(p->problem, c, at)];
    const yee_section *k = p->problem->section + u->section, *end = k + u->sections;
    const double f = get(p, p->field[c], at);
    double sum = u->energy[0] * f * f + u->energy[1] * f * next;
    for (int64_t s = at * p->words; k < end; s += k++->words) {
        const double s1 = get(p, p->state[c], s), *e = k->energy;
        const double s2 = k->words == 2 ? get(p, p->state[c], s + 1) : 0;
        sum += f * (e[0] * s1 + e[1] * s2) + s1 * (e[2] * s1 + e[3] * s2) + e[4] * s2 * s2;
    }
    return sum;
}

static double tap_field(const void *made, int c, int64_t at)
{
    return get(made, ((const plan *)made)->field[c], at);
}

static yee_status sum_energy(void *made, yee_sum sum[2])
{
    plan *p = made;
    const yee_grid *g = &p->problem->grid;
    (p->single ? sweep_f32 : sweep_f64)(p, false, p->next, true);
    add_points(p, false, p->next);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++)
            yee_own_points(p->problem, c, a, &b[a], &e[a]);
        for (int64_t i = b[0]; g->active[c] && i < e[0]; i++)
            for (int64_t j = b[1]; j < e[1]; j++)
                for (int64_t k = b[2]; k < e[2]; k++) {
                    const int64_t at = yee_grid_index(g, c, i, j, k);
                    yee_sum_add(&sum[c / 3], leapfrog_volume(g, c, i, j, k) *
                                                 density(p, c, at, get(p, p->next[c], at)));
                }
    }
    edge_laws_energy(&p->laws, tap_field, p, &sum[0]);
    cell_energy(p, p->problem->cell_run, p->problem->cell_runs, p->cell, true, &sum[0]);
    cell_energy(p, p->problem->field_cell, p->problem->field_cells, p->field_cell, false,
                &sum[0]);
    field_energy(p, &sum[0]);
    return YEE_OK;
}

static yee_status energy(void *made, double energy[2])
{
    yee_sum sum[2] = {0};
    sum_energy(made, sum);
    for (int n = 0; n < 2; n++)
        energy[n] = yee_sum_value(&sum[n]);
    return YEE_OK;
}

static void tap_port(const void *made, int64_t port, double record[2])
{
    const plan *p = made;
    record[0] = (p->voltage[port] + port_voltage(p, &p->problem->port[port])) / 2;
    record[1] = p->current[port];
}

/* ---- the functions of yee_scheme_ops ---- */

static yee_status run(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = made;
    yee_status status = YEE_OK;
    for (int64_t end = p->step + steps; p->step < end && !status;) {
        for (int64_t n = 0; n < p->problem->ports; n++)
            p->voltage[n] = port_voltage(p, &p->problem->port[n]);
        edge_laws_play(&p->laws, p->step);
        edge_laws_keep(&p->laws, p->field, 0, p->laws.runs);
        step_cells(p, p->problem->cell_run, p->problem->cell_runs, p->cell, p->cell_map);
        show_cells(p, p->problem->cell_run, p->problem->cell_runs, p->cell, p->current_density);
        for (int electric = 0; electric < 2; electric++) { /* 1, 1b, 2; then 3, 3a, 3b, 4 */
            update_exact(p, electric);
            if (electric)
                part_fields(p);
            (p->single ? sweep_f32 : sweep_f64)(p, electric, p->field, false);
            if (electric)
                (p->single ? lose_currents_f32 : lose_currents_f64)(p);
            round_exact(p, electric);
            add_points(p, electric, p->field);
        }
        apply_ports(p);
        edge_laws_apply(&p->laws, p->field, 0, p->laws.runs);
        join_fields(p, true);
        p->step++;
        status = taps_take(&p->taps, p->step, sink);
    }
    return status;
}

static yee_status finish(void *made, const yee_sink *sink)
{
    return taps_finish(&((const plan *)made)->taps, ((const plan *)made)->step, sink);
}

static yee_status read(void *made, int c, double *values)
{
    const plan *p = made;
    for (int64_t n = 0; n < yee_grid_points(&p->problem->grid, c); n++)
        values[n] = get(p, p->field[c], n);
    return YEE_OK;
}

/* Points that are not updated, on PEC faces, stay 0; edges of fields get L. */
static yee_status write(void *made, int c, const double *values)
{
    plan *p = made;
    const yee_grid *g = &p->problem->grid;
    if (yee_is_electric(c))
        part_fields(p);
    for (int64_t i = g->begin[c][0]; i < g->end[c][0]; i++)
        for (int64_t j = g->begin[c][1]; j < g->end[c][1]; j++)
            for (int64_t k = g->begin[c][2]; k < g->end[c][2]; k++) {
                const int64_t at = yee_grid_index(g, c, i, j, k);
                set(p, p->field[c], at, values[at]);
            }
    if (yee_is_electric(c))
        join_fields(p, false);
    for (int64_t n = 0; n < p->near.count; n++)
        if (p->near.edge[n].component == c)
            p->exact[n] = get(p, p->field[c], p->near.edge[n].index);
    return YEE_OK;
}

/* The largest value is the larger of |E| and eta0 |H|. */
static yee_status extrema(void *made, yee_extrema *v)
{
    const plan *p = made;
    double most[2] = {0, 0}, largest = -1;
    v->finite = true;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t n = 0; v->finite && n < yee_grid_points(&p->problem->grid, c); n++) {
            const double f = fabs(get(p, p->field[c], n)), scaled = c < 3 ? f : YEE_ETA0 * f;
            v->finite = isfinite(f);
            most[c / 3] = f <= most[c / 3] ? most[c / 3] : f; /* NaN, too */
            if (!(scaled <= largest)) {
                largest = scaled;
                v->component = c;
                v->index = n;
            }
        }
    v->electric = most[0];
    v->magnetic = most[1];
    return YEE_OK;
}

static yee_status save_or_load(void *made, yee_state *state)
{
    plan *p = made;
    const bool apart = YEE_HAS(state, apart),
               cells = p->problem->cell_runs || p->problem->field_cells;
    yee_status status = state->piece(state, "step", &p->step, sizeof p->step);
    if (!status && (!apart || cells)) /* words of cells are in no span */
        status = state->piece(state, "fields", p->memory, p->changing);
    if (!status)
        status = edge_laws_exchange(&p->laws, state);
    return status ? status : taps_exchange(&p->taps, state);
}

/* Numbers of a run along z, of `words` words each, that lie from low to high; no other cut knows their
 * places. */
static yee_status run_span(const plan *p, void *run, int64_t words, int64_t first, int64_t n,
                           int64_t low, int64_t high, yee_state_spans *to)
{
    const int64_t real = p->single ? sizeof(float) : sizeof(double);
    const int64_t begin = low > first ? low - first : 0,
                  end = high - first < n ? high - first : n;
    const yee_state_span span = {.base = (char *)run + begin * real,
                                 .bytes = (end - begin) * real,
                                 .count = {1, words},
                                 .pitch = {0, n * real}};
    return begin < end ? to->add(to, &span) : YEE_OK;
}

/* The words of runs of cells that lie in a box. */
static yee_status cell_spans(const plan *p, const yee_cell_run *run, int64_t runs, void *state,
                             const int64_t low[3], const int64_t high[3], yee_state_spans *to)
{
    yee_status status = YEE_OK;
    for (const yee_cell_run *r = run; r < run + runs && !status; r++) {
        const int32_t words = p->problem->law[r->law].law->cell_words;
        if (r->cell[0] >= low[0] && r->cell[0] < high[0] && r->cell[1] >= low[1] &&
            r->cell[1] < high[1])
            status = run_span(p, state, words, r->cell[2], r->n, low[2], high[2], to);
        state = real_at(p, state, words * r->n);
    }
    return status;
}

/* L of the edges of fields in a box. */
static yee_status linear_spans(const plan *p, const int64_t low[3], const int64_t high[3],
                               yee_state_spans *to)
{
    const yee_problem *q = p->problem;
    yee_status status = YEE_OK;
    int64_t edges = 0;
    for (const yee_field_run *r = q->field_run; r < q->field_run + q->field_runs && !status;
         edges += r++->n) {
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++)
            yee_box_points(&q->grid, r->component, a, low[a], high[a], &b[a], &e[a]);
        if (r->edge[0] >= b[0] && r->edge[0] < e[0] && r->edge[1] >= b[1] && r->edge[1] < e[1])
            status =
                run_span(p, real_at(p, p->linear, edges), 1, r->edge[2], r->n, b[2], e[2], to);
    }
    return status;
}

/* The fields, psi and words of sections, laws, links and cells, L and source edges at the points of a
 * box. */
static yee_status spans(void *made, const int64_t low[3], const int64_t high[3],
                        yee_state_spans *to)
{
    plan *p = made;
    const yee_problem *q = p->problem;
    const yee_grid *g = &q->grid;
    const int64_t real = p->single ? sizeof(float) : sizeof(double);
    yee_status status = YEE_OK;
    for (int c = 0; c < YEE_COMPONENTS && !status; c++) {
        const int64_t *n = g->extent[c];
        spans_array x = {.extent = {n[0], n[1], n[2]}, .bytes = real};
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++)
            yee_box_points(g, c, a, low[a], high[a], &b[a], &e[a]);
        x.base = p->field[c];
        x.number = spans_number(SPANS_FIELD, c, 0);
        status = spans_box(to, &x, b, e);
        for (int side = 0; side < 6 && !status; side++) {
            const int a = side / 2;
            int64_t from[3] = {b[0], b[1], b[2]}, to_end[3] = {e[0], e[1], e[2]};
            spans_in_layer(&g->axis[a], side % 2, n[a], &from[a], &to_end[a]);
            x.base = p->psi[c][a];
            x.number = spans_number(SPANS_PSI + a, c, 0);
            status = spans_box(to, &x, from, to_end);
        }
        x.base = p->state[c];
        x.number = spans_number(SPANS_SECTION, c, 0);
        x.bytes = real * p->words;
        if (!status)
            status = spans_box(to, &x, b, e);
    }
    if (!status)
        status = source_edges_spans(&p->near, p->problem, p->exact, low, high, to);
    if (!status)
        status = spans_links(to, p->problem, p->link, low, high);
    if (!status)
        status = edge_laws_spans(&p->laws, low, high, to);
    if (!status)
        status = cell_spans(p, q->cell_run, q->cell_runs, p->cell, low, high, to);
    if (!status)
        status = cell_spans(p, q->field_cell, q->field_cells, p->field_cell, low, high, to);
    return status ? status : linear_spans(p, low, high, to);
}

static int64_t step(const void *made) { return ((const plan *)made)->step; }

static int print(const void *made, char *text, size_t size)
{
    const plan *p = made;
    return snprintf(text, size, "reference: point by point, float%d, one thread, %.1f MB",
                    p->single ? 32 : 64, (double)p->bytes / 1e6);
}

static void destroy(void *made)
{
    plan *p = made;
    source_edges_free(&p->near);
    edge_laws_free(&p->laws);
    free(p->memory);
    free(p);
}

/* The next `count` numbers of the plan's memory. */
static void *take(plan *p, int64_t count, size_t size)
{
    void *at = p->memory ? p->memory + p->bytes : NULL;
    p->bytes += (count * (int64_t)size + 63) / 64 * 64;
    return at;
}

/* Counts or places all arrays: what steps change first, as checkpoints keep it in one piece. */
static void lay_out(plan *p)
{
    const yee_problem *q = p->problem;
    const size_t real = p->single ? sizeof(float) : sizeof(double);
    int64_t signals = 1;
    p->bytes = 0;
    for (int64_t m = 0; m < q->media; m++)
        p->words = 2 * q->update[m].sections > p->words ? 2 * q->update[m].sections : p->words;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t points = yee_grid_points(&q->grid, c);
        p->field[c] = take(p, points, real);
        for (int a = 0; a < 3; a++)
            if (a != yee_direction(c) && q->grid.axis[a].layer[0] + q->grid.axis[a].layer[1])
                p->psi[c][a] = take(p, points, real);
        p->state[c] = take(p, points * p->words, real);
    }
    int64_t words[2] = {0}, maps[2] = {0}, longest = 0, edges = 0;
    for (int field = 0; field < 2; field++) {
        const yee_cell_run *run = field ? q->field_cell : q->cell_run;
        for (int64_t n = 0; n < (field ? q->field_cells : q->cell_runs); n++) {
            words[field] += q->law[run[n].law].law->cell_words * run[n].n;
            maps[field] += q->law[run[n].law].law->cell_maps * run[n].n;
            longest = run[n].n > longest ? run[n].n : longest;
        }
    }
    for (int64_t n = 0; n < q->field_runs; n++)
        edges += q->field_run[n].n;
    p->cell = take(p, words[0], real);
    p->field_cell = take(p, words[1], real);
    p->linear = take(p, edges, real);
    p->exact = take(p, p->near.count, sizeof *p->exact);
    p->link = take(p, ports_words(q, q->ports), sizeof *p->link);
    p->changing = p->bytes;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        p->next[c] = take(p, yee_grid_points(&q->grid, c), real);
    const yee_axis_data *a = q->grid.axis;
    void *currents = take(p, q->cell_runs ? 3 * a[0].cells * a[1].cells * a[2].cells : 0, real);
    p->current_density = q->cell_runs ? currents : NULL;
    p->added = take(p, q->field_cells ? 3 * a[0].cells * a[1].cells * a[2].cells : 0, real);
    p->cell_map = take(p, maps[0], real);
    p->field_map = take(p, maps[1], real);
    p->mean = take(p, 3 * longest, real);
    p->cell_param = take(p, q->laws, sizeof *p->cell_param);
    for (int64_t n = 0; n < q->laws; n++) {
        void *param = take(p, q->law[n].cell_param ? q->law[n].law->params : 0, real);
        if (p->memory)
            p->cell_param[n] = param;
    }
    for (int64_t n = 0; n < q->groups; n++)
        signals = q->group[n].signals->count > signals ? q->group[n].signals->count : signals;
    p->signal = take(p, signals, sizeof *p->signal);
    p->voltage = take(p, q->ports, sizeof *p->voltage);
    p->current = take(p, q->ports, sizeof *p->current);
    p->dft = take(p, q->taps, sizeof *p->dft);
    for (int64_t n = 0; n < q->taps; n++) {
        const bool summed = q->tap[n].kind == YEE_TAP_DFT;
        double *sums = take(p, summed ? q->tap[n].values : 0, sizeof *sums);
        if (p->memory)
            p->dft[n] = sums;
    }
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *q,
                       void **made)
{
    (void)config;
    yee_status status = faces_check_subdomain(host, q, "reference");
    if (status || (status = ports_check(host, q)))
        return status;
    plan *p = calloc(1, sizeof *p);
    if (!p)
        return host->fail(host, YEE_MEMORY, "no memory for a plan");
    *p = (plan){.problem = q, .single = q->precision == YEE_F32};
    if (edge_laws_make(q, edge_laws_axis(q), true, &p->laws) &&
        source_edges_make(q, NULL, NULL, &p->near)) {
        lay_out(p);
        p->memory = calloc(1, (size_t)p->bytes);
    }
    if (!p->memory) {
        destroy(p);
        return host->fail(host, YEE_MEMORY, "the fields need more memory than there is");
    }
    lay_out(p);
    set_params(p);
    begin_cells(p, q->cell_run, q->cell_runs, p->cell, p->cell_map);
    begin_cells(p, q->field_cell, q->field_cells, p->field_cell, p->field_map);
    p->taps = (taps){host, q, p->dft, p, tap_field, tap_port, energy};
    *made = p;
    return YEE_OK;
}

static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    traits->subdomains = true;
    traits->laws = traits->subdomain_laws = YEE_LAW_EDGE | YEE_LAW_CELL | YEE_LAW_FIELD;
    return leapfrog_traits(config, traits);
}

static const yee_param params[] = {YEE_PARAM_END};

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = leapfrog_available,
    .traits = traits,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = read,
    .write = write,
    .energy = energy,
    .extrema = extrema,
    .save = save_or_load,
    .load = save_or_load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .spans = spans,
    .sum_energy = sum_energy,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SCHEME,
    .name = "reference",
    .summary = "Yee's leapfrog point by point: every form, both precisions, the definition",
    .reference = "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    .params = params,
    .ops = &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
#endif
