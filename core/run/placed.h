/* core/run/placed.h: the state of the own cells of a subdomain, by the points that it is of: what a
 * checkpoint keeps so that any other cut can go on from it. */
#ifndef YEE_CORE_PLACED_H
#define YEE_CORE_PLACED_H

#include "exchange.h"

/* A box of points of one array of the scheme, as a checkpoint has it: its values lie one behind the
 * other, along order[2] first. */
typedef struct yee_kept_box {
    int64_t array, bytes; /* bytes: of a point */
    int64_t order[3];     /* axes */
    int64_t point[3];     /* of the whole grid: the first along x, y and z */
    int64_t count[3];     /* along x, y and z */
} yee_kept_box;

/* A box, and where it lies in a plan. */
typedef struct yee_placed_box {
    yee_kept_box box;
    char *base;
    int64_t pitch[3]; /* along x, y and z */
} yee_placed_box;

/* Those of one array: boxes [begin, end), none longer than `most` along x and y. */
typedef struct yee_placed_array {
    int64_t array, begin, end, most[2];
    int64_t bytes; /* of the boxes */
    bool seen;     /* the checkpoint has some of it */
} yee_placed_array;

typedef struct yee_placed {
    yee_diag *diag;
    const yee_instance *scheme;
    const yee_scheme_ops *ops;
    void *plan;
    const yee_grid *whole;
    int64_t at[3];     /* of the whole grid: its cell that is cell 0 of the plan's */
    yee_placed_box *v; /* by array, then by the first point's x, y and z */
    int64_t count, capacity;
    yee_placed_array *array;
    int64_t arrays;
    bool around[3]; /* boxes have copies of points at the other end of a periodic axis */
    int64_t filled; /* bytes, by yee_placed_take() */
    bool known;     /* every span has a place */
} yee_placed;

/* All of the own cells of a subdomain that this process has planned; for writing, a point has one
 * place, and no box more than 16 MB. YEE_MEMORY without a sentence; yee_placed_free() anyhow. */
yee_status yee_placed_collect(yee_diag *diag, const yee_instance *scheme,
                              const yee_scheme_ops *ops, const yee_planned *subdomain,
                              bool writing, yee_placed *placed);
void yee_placed_free(yee_placed *placed);
int64_t yee_kept_bytes(const yee_kept_box *box);
/* Copies the values of boxes [first, first + count) to a message. */
yee_status yee_placed_give(const yee_placed *placed, int64_t first, int64_t count,
                           char *message);
/* Takes from so many boxes, whose values are the message, what the plan's have of them. */
yee_status yee_placed_take(yee_placed *placed, const yee_kept_box *box, int64_t count,
                           const char *message);
/* Bytes of the boxes; those of arrays of which the checkpoint has nothing are left out: where a part
 * of the grid needs none, they are 0 as the plan begins. */
int64_t yee_placed_wanted(const yee_placed *placed);

#endif
