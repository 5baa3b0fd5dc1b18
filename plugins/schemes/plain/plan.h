/* plan.h: all that the scheme "plain" keeps: arrays of one precision, rounded once.
 *
 * "real" below means float or double as the problem asks; such arrays are void * here and get
 * their type in fields.h, the only file that is compiled for both. */
#ifndef PLAIN_PLAN_H
#define PLAIN_PLAN_H

#include "../common/cell_laws.h"
#include "../common/edge_laws.h"
#include "../common/source_edges.h"
#include <yee/scheme.h>

enum { NODE, HALF };

/* The positions of one kind along an axis. Only [0, low) and [high, count) lie in a layer and
 * have psi; low = high = count = slab where all do. */
typedef struct line {
    int64_t count, low, high;
    int64_t slab;                /* positions with psi */
    const void *inverse, *b, *c; /* real, shape [count]; b, c NULL where slab is 0 */
    const double *width;         /* m, shape [count]: length that a point stands for */
} line;

/* Update coefficients of a medium as the loops use them: F += cb*q - loss*F, q being the curl
 * less the sections. loss = 1 - ca is small where ca is nearly 1: rounding it, not ca, keeps
 * the damping of a weak conductor right in float32. */
typedef struct medium_data {
    double now, next; /* J/m^3: yee_update.energy, of F*F and of F*(next F) */
    double source;    /* what a point's amplitude is multiplied by: 1 in leapfrog */
    int64_t section;  /* first one in plan.section */
    int sections;
    int words; /* of all its sections */
} medium_data;

/* Values of this step that many points share. */
typedef struct player {
    const yee_signals *signals;
    double *value;
} player;

/* fields.h, once per precision. */
struct plan;
typedef struct fields {
    void (*sweep)(struct plan *p, bool electric);
    void (*energy)(struct plan *p, yee_sum sum[2]); /* J, added */
    double (*largest)(const struct plan *p, int c, int64_t *where);
    double (*peak_estimate)(const struct plan *p,
                            int c); /* of every fourth point along x and y */
} fields;
extern const fields fields_f32, fields_f64;

typedef struct plan {
    const yee_host *host;
    const yee_problem *problem;
    const fields *fields;
    int threads;
    size_t word; /* bytes of a real */
    int64_t step;

    /* Rows run along the last axis. A grid that is invariant along z is turned, x y z to z x y,
     * which changes no index and no sign, so that its rows are not one point long. All below is
     * turned; as[c] is the problem's component c. */
    int turn;
    int as[YEE_COMPONENTS];
    yee_grid grid;
    const uint32_t *id[YEE_COMPONENTS];
    uint32_t uniform[YEE_COMPONENTS];
    line line[3][2];     /* [axis][NODE or HALF] */
    int64_t rows[2][2];  /* most rows [E or H][x, y] that are updated */
    medium_data *medium; /* shape [media] */
    const void *loss;    /* real, shape [media] */
    const void *cb;      /* real, shape [media] */
    const void *section; /* real, shape [sections, 4]: c1, c0, r1, rd */
    const int *words;    /* shape [sections] */

    void *field[YEE_COMPONENTS]; /* real, shape extent[c] */
    /* real, shape extent[c] with the axis' extent replaced by its slab; NULL: none */
    void *psi[YEE_COMPONENTS][3];
    int64_t psi_count[YEE_COMPONENTS][3];
    /* Section words of a component in the order of its points, [s1, s2 or not] per section;
     * first: where those of a row (i, j) start, shape [x*y + 1]; NULL: no sections */
    void *state[YEE_COMPONENTS];
    int64_t *first[YEE_COMPONENTS];

    source_edges edges; /* float32: points that are done in double */
    double *edge_value; /* V/m, A/m, shape [edges.count] */
    edge_laws laws;     /* step 5a */
    cell_laws cells;    /* steps 1a and 3a */
    cell_laws tensors;  /* step 5b */
    cell_laws magnets;  /* step 2a */

    void *scratch; /* real, shape [threads, own], of which [2, row] are in use */
    int64_t row;
    int64_t own;      /* 2 row and so many more that two threads never write to one line */
    const void *zero; /* real, shape [row]: H beyond a face */
    /* Points along an axis whose energy counts: [from, to). */
    int64_t counted[YEE_COMPONENTS][3][2];

    /* By the problem's own numbers again. */
    int64_t players;
    player *player;
    int64_t *group_player; /* shape [groups] */
    int64_t *port_player;  /* shape [ports] */
    double *port_before;   /* V at n dt, shape [ports] */
    double *port_current;  /* A at (n-1/2) dt, shape [ports] */
    double *link;          /* words of the ports' links, one port behind the other */
    int64_t *link_first;   /* where those of a port start, shape [ports + 1] */
    double **dft;          /* running sums, shape [taps][values]; NULL for other kinds */

    const void *scheme; /* what another scheme over this plan keeps; NULL: none */

    void **memory; /* all that was allocated, for destroy */
    size_t blocks, room;
    size_t bytes;
} plan;

yee_status plan_make(const yee_host *host, const yee_problem *problem, plan **made);
void plan_free(plan *p);
/* Zeroed memory that dies with the plan; NULL: there is none, and plan_make says so once. */
void *plan_take(plan *p, int64_t count, size_t size);
/* save and load: hands every piece of state over, in the same order. */
yee_status plan_pieces(plan *p, yee_state *state);
int plan_print(const plan *p, char *text, size_t size);

/* steps.c: the functions of yee_scheme_ops on a plan. */
yee_status plan_run(void *made, int64_t steps, const yee_sink *sink);
yee_status plan_read(void *made, int component, double *values);
yee_status plan_write(void *made, int component, const double *values);
yee_status plan_look(void *made, yee_extrema *extrema);
yee_status plan_peak(void *made, double *electric);
yee_status plan_state(void *made, yee_state *state);
int64_t plan_step(const void *made);
void plan_destroy(void *made);

/* spans.c: memory of the points of a box. */
yee_status plan_spans(void *made, const int64_t low[3], const int64_t high[3],
                      yee_state_spans *to);

/* points.c: what is added to fields. */
void points_play(plan *p); /* the signals of this step */
void points_add(plan *p, bool electric);
void ports_before(plan *p);
void ports_apply(plan *p);
double port_voltage(const plan *p, int64_t port); /* V, of E as it is now */
/* Adds the magnetic energy (J) that the magnetic currents of this step add to H- times H+. */
void points_energy(plan *p, yee_sum *sum);

/* edges.c: points beside small sources. */
bool edges_make(plan *p);
void edges_keep(plan *p);
void edges_update(plan *p, bool electric);
/* To a point of the problem's component, on the list or not. */
void edges_add(plan *p, int component, int64_t index, double value);
void edges_reset(plan *p);
yee_status edges_piece(plan *p, yee_state *state);

/* laws.c: what a medium's law makes of E, and the currents of cells. */
void laws_keep(plan *p);
void laws_step_cells(plan *p);
void laws_take_currents(plan *p);
void laws_part_fields(plan *p, cell_laws *laws);
void laws_join_fields(plan *p, cell_laws *laws,
                      bool act); /* else cells keep the words they have */
void laws_apply(plan *p);

/* taps.c: what is read from fields. */
yee_status plan_take_taps(plan *p, const yee_sink *sink);
yee_status plan_exchange_taps(plan *p, yee_state *state);
yee_status plan_finish(void *made, const yee_sink *sink);
yee_status plan_energy(void *made, double energy[2]);
yee_status plan_sum(void *made, yee_sum sum[2]);
void plan_extrema(const plan *p, yee_extrema *extrema);
double plan_peak_estimate(const plan *p);

static inline double field_value(const plan *p, int c, int64_t index)
{
    return p->word == sizeof(float) ? (double)((const float *)p->field[c])[index]
                                    : ((const double *)p->field[c])[index];
}

static inline void field_set(plan *p, int c, int64_t index, double value)
{
    if (p->word == sizeof(float))
        ((float *)p->field[c])[index] = (float)value;
    else
        ((double *)p->field[c])[index] = value;
}

static inline uint32_t point_medium(const plan *p, int c, int64_t index)
{
    return p->id[c] ? p->id[c][index] : p->uniform[c];
}

/* m^3 */
static inline double point_volume(const plan *p, int c, int64_t i, int64_t j, int64_t k)
{
    return p->line[0][yee_half(c, 0)].width[i] * p->line[1][yee_half(c, 1)].width[j] *
           p->line[2][yee_half(c, 2)].width[k];
}

#endif
