/* plan.h: all that a CUDA scheme keeps of a problem: what kernels see, and the host's side.
 *
 * Everything here is shared by the schemes of this module; a scheme adds the order of its
 * launches (see split.c). */
#ifndef CUDA_PLAN_H
#define CUDA_PLAN_H

#include "between.h"
#include "device.h"
#include "sweep.h"
#include <yee/scheme.h>

/* Values of a step that many points share; at: their place among a step's values. */
typedef struct player {
    const yee_signals *signals;
    int64_t at;
} player;

/* A delivery on its way from the device. */
typedef struct parcel {
    int64_t tap;
    size_t at; /* bytes into the boat */
} parcel;

/* Everything the taps take during one stretch of steps. */
typedef struct boat {
    bool loaded;
    char *pinned;     /* host: boxes and energies, then records */
    char *staging;    /* device: boxes and energies */
    int64_t from, to; /* records of these steps, [from, to) */
    parcel *parcel;   /* of step `to`, shape [taps] */
    int64_t parcels;
    cudaEvent_t filled, ready;
} boat;

/* An array of the state, guard words included. Where steps are done in passes there are two: a
 * pass reads one and writes the other. */
typedef struct shelf {
    char name[16];
    void *array[2];
    int64_t words;
} shelf;
enum { MOST_SHELVES = 6 + 6 * 3 + 6 };

/* Where a component's words are: shelf[n - 1] from `from` on; n = 0: nowhere. */
typedef struct shelf_at {
    int n;
    int64_t from;
} shelf_at;

typedef struct plan plan;
struct plan {
    const yee_host *host;
    const yee_problem *problem;
    size_t word; /* bytes of a real */
    int64_t step;
    char card[256]; /* the GPU's name */
    int processors;

    /* Rows run along the last axis. A grid that is invariant along z is turned, x y z to z x y,
     * so that its rows are not one point long; as[c] is the problem's component c. */
    int turn;
    int as[YEE_COMPONENTS];
    yee_grid grid;
    const uint32_t *id[YEE_COMPONENTS];

    domain d;
    chores c;
    cut cut;
    device_memory memory;
    size_t layers_bytes, sections_bytes, ids_bytes; /* of it */
    cudaStream_t work, copies;
    bool bare[2];   /* [H or E]: the sweep leaves out points that stay 0 on PEC faces */
    bool dirty;     /* fields or step were set from outside */
    void *near_own; /* near.c: the same lists on the host, until the upload */

    /* Fields, layers and sections; side: which of two arrays holds them now. */
    shelf shelf[MOST_SHELVES];
    int shelves, sides, side;
    shelf_at field_at[YEE_COMPONENTS], psi_at[YEE_COMPONENTS][3], state_at[YEE_COMPONENTS];
    int abreast; /* components that lie side by side in a row: 1, or all 6 */
    int lead;    /* words of a row before its first point, where components are abreast */
    /* Along a periodic y and z, where passes are done, there is room for copies of so many rows
     * and columns on either side: -1 is the last one of the plane or row before. */
    int margin[3];

    player *player;
    int64_t players;
    double *signals_pinned; /* shape [span, values] */
    cudaEvent_t signals_free[2];
    int64_t supplied[2]; /* block of steps in either half, -1: none */

    transform *transform;       /* shape [transforms], those of every step first */
    transform *transform_there; /* the same on the device */
    int64_t *transform_tap;
    int64_t transforms, often,
        often_points;                 /* of every step: how many, points of the largest */
    int64_t *watch_tap, *watch_begin; /* shape [watches] */
    boat boat[2];
    int sail;           /* the boat that is loaded next */
    size_t boxes_bytes; /* of a boat */
    double *partial;    /* device: sums of energies */
    vital *vital;       /* device, shape [6, VITAL_BLOCKS] */

    cudaGraphExec_t graph; /* GRAPH_STEPS steps; NULL: not yet */

    bool other;           /* see plan_make_other() */
    const double *source; /* while a plan is made: see plan_make_other() */
    void *scheme;         /* what a scheme adds */
    /* A scheme's own sum of the magnetic energy, added up into one double on the device; NULL:
     * that of the two-point curl. */
    yee_status (*magnetic)(plan *p, double *device_sum);
    int phase; /* launches differ from phase to phase; 16 steps come back to the same one */

    void **scratch; /* host memory until everything is uploaded */
    size_t scratches, scratch_room;
};

yee_status plan_make(const yee_host *host, const yee_problem *problem, plan **made);
/* The same for a scheme of other curls: without fields in double next to sources (near.c);
 * source: what a medium multiplies points by, shape [media], NULL: nothing. */
yee_status plan_make_other(const yee_host *host, const yee_problem *problem,
                           const double *source, plan **made);
/* The same with all components side by side in every row, `lead` words before each, and
 * everything twice. */
yee_status plan_make_twice(const yee_host *host, const yee_problem *problem, int lead,
                           plan **made);
void plan_face(const plan *p, int side, domain *d); /* d sees one side */
/* Asks for an array of the state; false: no host memory. */
bool plan_shelve(plan *p, shelf_at *at, int64_t words, const char *format, ...);
static inline int64_t plan_row(const plan *p) { return p->d.pitch / p->abreast; } /* words */
/* Words before the first point of what lies in rows like fields: copies, and the lead. */
int64_t plan_guard(const plan *p);
void plan_free(plan *p);
int plan_print(const plan *p, const char *scheme, char *text, size_t size);
/* trim.c. Sweeps leave out what stays 0 on PEC faces, or no longer do (electric: 0 or 1). */
void plan_trim(plan *p, bool bare);
bool plan_trimmed_point(const plan *p, int c, int64_t index);

/* Zeroed host memory that lives until the upload; NULL: there is none. */
void *plan_scratch(plan *p, int64_t count, size_t size);
void plan_drop_scratch(plan *p);
/* Rounded to the plan's precision, `room` words long; NULL source: zeros. */
void *plan_rounded(plan *p, const double *from, int64_t count, int64_t room);
int64_t plan_offset(const plan *p, int c, const int64_t x[3]);
/* From an index of the problem to the padded layout. */
int64_t plan_padded(const plan *p, int c, int64_t index);
void plan_split(const plan *p, int c, int64_t index, int64_t x[3]); /* into three */

/* media.c: laws, ids, sections. */
bool media_make(plan *p);
yee_status media_upload(plan *p);

/* lists.c: points and ports; watch.c: taps. */
bool lists_make(plan *p);
bool watch_make(plan *p);
yee_status watch_open(plan *p); /* host buffers and events */
void watch_close(plan *p);

/* near.c: fields next to point sources. */
bool near_make(plan *p);
int near_find(const plan *p, int c, int64_t at); /* slot of an E edge, -1: none */

/* steps.c: the sequence of a step and how long stretches of it are launched. */
typedef yee_status (*step_launch)(plan *p);
typedef yee_status (*stretch_launch)(plan *p, int64_t steps);
yee_status steps_run(plan *p, int64_t steps, const yee_sink *sink, stretch_launch launch);
yee_status steps_launch(plan *p, int64_t steps, step_launch one);
yee_status steps_graph(plan *p, step_launch one, int times, cudaGraphExec_t *made);
yee_status steps_supply(plan *p, int64_t step); /* the signals of a step are on the device */
yee_status steps_prepare(plan *p);
/* What follows a half step, all of it but transforms, transforms of every few steps. swept:
 * nothing was launched since a sweep. */
yee_status steps_between(plan *p, int electric, bool swept);
yee_status steps_chores(plan *p, int electric, bool swept);
yee_status steps_transform(plan *p);

/* watch.c */
int64_t watch_next(const plan *p, int64_t step); /* the next step that ends a stretch */
yee_status watch_load(plan *p, int64_t from);
yee_status watch_deliver(plan *p, boat *b, const yee_sink *sink);
yee_status watch_finish(plan *p, const yee_sink *sink);
yee_status plan_energy_to(plan *p, double *device_sum); /* two doubles on the device */

/* cost.c: what a plan takes of the card, and a thread of the kernel that has most threads. */
yee_status plan_cost(plan *p, yee_scheme_cost *cost);
yee_status plan_registers(plan *p, step_launch one, int *registers);

/* fields.c: from and to the host. */
yee_status fields_read(plan *p, int component, double *values);
yee_status fields_write(plan *p, int component, const double *values);
yee_status fields_energy(plan *p, double energy[2]);
yee_status fields_vitals(plan *p, yee_vitals *vitals);
yee_status fields_glance(plan *p, double *electric);
yee_status fields_pieces(plan *p, yee_state *state, bool load);
yee_status fields_piece(plan *p, yee_state *state, bool load, const char *name, void *device,
                        size_t bytes);

#endif
