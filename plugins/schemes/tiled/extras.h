/* tiled/extras.h: what happens to single rows besides the update: points, ports, taps.
 *
 * A run goes in blocks of steps. Before a block the signals of its steps are played into
 * tables; within it every row adds and records what is its own, at its own place in the order
 * of tiles; after it the records are handed over in the order of steps. A tap that is too large
 * to be recorded, or that needs all rows at one step, is a fence: the block ends there. */
#ifndef YEE_TILED_EXTRAS_H
#define YEE_TILED_EXTRAS_H

#include "plan.h"

enum { X_SPOT_H, X_PROBE_H, X_SPOT_E, X_PORT, X_PROBE_E, X_KINDS };

/* One thing that a row does; taps' POINTS are probes with count 1. */
typedef struct tiled_item {
    int64_t row;
    int32_t kind;
    int32_t owner; /* player, tap or port */
    int64_t at;    /* reals from the row's start */
    int64_t slot;  /* signal of a spot; first place in a tap's record or sum */
    union {
        struct {
            double amplitude, fraction;
            bool cubic;
        };
        struct {
            int64_t count, stride; /* points, reals between two */
            int64_t slots;         /* places between two in the record */
        };
    };
} tiled_item;

typedef struct tiled_extra {
    int64_t first[X_KINDS + 1];
} tiled_extra;

typedef struct tiled_player {
    const yee_signals *signals;
    double *value; /* shape [block][count] */
} tiled_player;

typedef struct tiled_tap {
    bool fence;
    int32_t *due;  /* shape [block]: number of the record, -1: none */
    char *record;  /* shape [records][values] */
    double *phase; /* DFT, shape [block][frequencies][2] */
    double *sum;   /* DFT, shape [values] */
} tiled_tap;

struct tiled_extras {
    int64_t block; /* most steps of a block */
    tiled_item *item;
    tiled_extra *extra;
    int64_t players;
    tiled_player *player;
    int64_t *port_player;
    double *port;        /* shape [ports][block][2]: V, I */
    double *port_before; /* shape [ports] */
    tiled_tap *tap;
    int64_t fences;
};

yee_status tiled_extras_new(tiled_plan *t);
/* Steps from t->step on that one block may do, at most `steps`. */
int64_t tiled_block(const tiled_plan *t, int64_t steps);
void tiled_block_begin(tiled_plan *t, int64_t steps);
/* t->step is the end of the block. */
yee_status tiled_block_end(tiled_plan *t, int64_t steps, const yee_sink *sink);
yee_status tiled_extras_finish(tiled_plan *t, const yee_sink *sink);

/* What row r does at step n of the block: after H; before E changes; after E its currents, then
 * its ports once all rows of its unit are there, then its records. */
void tiled_after_h(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_before(const tiled_plan *t, const tiled_row *r);
void tiled_add_e(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_ports(const tiled_plan *t, const tiled_row *r, int64_t n);
void tiled_probe_e(const tiled_plan *t, const tiled_row *r, int64_t n);

/* Magnetic currents of step n of a block, added to a row elsewhere (energy). */
void tiled_spots(const tiled_plan *t, const tiled_item *from, const tiled_item *to, void *f,
                 int64_t n);

#endif
