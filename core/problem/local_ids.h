/* core/problem/local_ids.h: the ids of a grid that is cut, kept by subdomain: each has those of its
 * own points and of its halo, and no array has those of the whole grid. */
#ifndef YEE_CORE_LOCAL_IDS_H
#define YEE_CORE_LOCAL_IDS_H

#include "subdomain.h"

typedef struct yee_local_ids {
    yee_cut cut;
    int64_t steps; /* between two exchanges */
    int64_t count; /* of subdomains */
    /* Subdomains [first, end) are this process's, and have ids; the others have none. */
    int64_t first, end;
    struct yee_answers *answers; /* about points of which this process has no id; NULL: none */
    /* Grid, ids and uniform of each; the rest of its problem is empty. Shape [count]. */
    yee_local *local;
} yee_local_ids;

/* The subdomains of a cut, without ids as yet, all of them this process's; what cut points to must
 * live as long. Memory is the arena's. NULL: there is none. */
yee_local_ids *yee_local_ids_new(yee_arena *arena, const yee_grid *whole, const yee_cut *cut,
                                 int64_t steps);
static inline yee_local *yee_local_ids_of(const yee_local_ids *ids, int64_t number)
{
    return &ids->local[number];
}
/* Whether a subdomain of this process owns a point. */
bool yee_local_ids_owns(const yee_problem *whole, int component, int64_t index);
/* yee_problem.medium_at of the whole problem; UINT32_MAX of a point that neither a subdomain of
 * this process nor a halo of one has, and of which nothing is known. */
uint32_t yee_local_ids_medium(const yee_problem *whole, int component, int64_t index);
/* Bytes of the ids of a component, of this process. */
double yee_local_ids_bytes(const yee_local_ids *ids, int component);

/* An array of ids that is being made: of the whole grid, or of a subdomain. */
typedef struct yee_id_target {
    yee_problem *problem;   /* whose id and uniform they are */
    const yee_local *local; /* NULL: of the whole grid */
} yee_id_target;

/* Number n of this process's targets of a whole problem; false: there are no more. */
bool yee_id_target_of(yee_problem *whole, int64_t n, yee_id_target *target);
/* The index in the whole grid of a target's point along an axis. */
static inline int64_t yee_id_target_whole(const yee_id_target *t, int axis, int64_t i)
{
    return t->local ? yee_local_whole(t->local, axis, i) : i;
}
/* Points [*begin, *end) of a target at points [low, high) of the whole grid. */
static inline void yee_id_target_range(const yee_id_target *t, int c, int axis, int64_t low,
                                       int64_t high, int64_t *begin, int64_t *end)
{
    *begin = low;
    *end = high;
    if (t->local)
        yee_local_range(t->local, c, axis, low, high, begin, end);
}
/* Points [*begin, *end) that the target owns: each point of the grid is one target's. */
static inline void yee_id_target_own(const yee_id_target *t, int c, int axis, int64_t *begin,
                                     int64_t *end)
{
    *begin = 0;
    *end = t->problem->grid.extent[c][axis];
    if (t->local)
        yee_box_points(&t->problem->grid, c, axis, t->local->subdomain.low[axis],
                       t->local->subdomain.high[axis], begin, end);
}

/* A sum over all points that says what is where, whatever the numbers of media and the cut: over
 * those of this process, and the processes' sums add up to it. */
uint64_t yee_problem_cells_sum(const yee_problem *whole);

#endif
