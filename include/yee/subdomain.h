/* yee/subdomain.h: one model cut into boxes of cells, each with a plan of its own.
 *
 * A subdomain owns cells; the grid of its problem has `depth` cells of its neighbours more at
 * every face where it was cut, the halo. Such a face is YEE_FACE_OPEN. What a scheme does there is
 * free, so that its walls will do: fields beyond are 0, and the last nodes of the high side are not
 * updated (yee_grid.end). After `depth` steps of a scheme whose radius is 1 what was not right has
 * come just up to the own cells. Before that the core copies the halo from the neighbours that own
 * it: all that steps change, the fields, the memory of layers and the words of sections
 * (yee_scheme_ops.spans). Then all of the local grid is right but those last nodes.
 *
 * Bits do not depend on the cut where
 *   - the update of a point is a pure function of its neighbours and of the problem's doubles
 *     (the local arrays of an axis are windows of the whole axis');
 *   - what is chosen by size follows `whole` and `group_points`;
 *   - energies are sums of yee_sum over own points.
 * Small sources (steps 1b and 3b of yee/problem.h) and ports lie far enough from every cut to be
 * in one subdomain alone, halo and all. */
#ifndef YEE_SUBDOMAIN_H
#define YEE_SUBDOMAIN_H

#include <yee/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lengths and positions in cells. A layer that covers a subdomain, halo and all, counts one cell
 * more than that has (yee_axis_data.layer), so that its last nodes are in it too. */
typedef struct yee_subdomain {
    uint32_t size;
    const yee_grid *whole;       /* the whole grid */
    int64_t at[3];               /* of the whole grid: its cell that is cell 0 here */
    int64_t low[3], high[3];     /* own cells [low, high), in numbers of this problem */
    int64_t depth;               /* of the halo */
    const int64_t *group_points; /* points of each group before it was cut, shape [groups] */
    int device; /* that its plan is for, of yee_scheme_cuts.devices; -1: the scheme chooses */
    int beside; /* subdomains of this process with plans for that device, this one among them */
} yee_subdomain;

/* Memory that lies at even distances: count[0] x count[1] runs of so many bytes, pitch[0] and
 * pitch[1] bytes apart. */
typedef struct yee_state_span {
    void *base;
    int64_t bytes, count[2], pitch[2];
} yee_state_span;

/* To what points the memory of a span belongs, for checkpoints that another cut goes on from. Its
 * runs lie along axis[2] of the problem, `bytes` a point, and count[0] and count[1] along axis[0]
 * and axis[1]. Memory that no cut divides, as that of a row along an axis which is never cut or of a
 * port's link, counts as one point's, wherever it is. */
typedef struct yee_state_place {
    uint32_t size;
    int array;   /* the scheme's number of the array, the same one in every subdomain and cut */
    int axis[3]; /* all three of them */
    int64_t point[3]; /* local index of the first point along x, y and z */
    int64_t bytes;    /* memory of one point */
} yee_state_place;

/* The core's list of the spans of a box. */
typedef struct yee_state_spans yee_state_spans;
struct yee_state_spans {
    uint32_t size;
    void *core;
    yee_status (*add)(yee_state_spans *spans, const yee_state_span *span);
    /* The core asks for places, and for all memory of the box's points that steps change, that of
     * small sources and ports too; then a span goes to add_at() instead. One that goes to add()
     * all the same has a place that only this cut knows. */
    bool places;
    yee_status (*add_at)(yee_state_spans *spans, const yee_state_span *span,
                         const yee_state_place *place);
};

/* Points [*begin, *end) of a component along an axis that belong to cells [low, high): those at
 * low up to those before high, and at the end of the grid the last nodes too, unless the face is
 * open. */
static inline void yee_box_points(const yee_grid *g, int c, int axis, int64_t low, int64_t high,
                                  int64_t *begin, int64_t *end)
{
    const yee_axis_data *a = &g->axis[axis];
    *begin = low;
    *end = high == a->cells && a->face[1] != YEE_FACE_OPEN ? g->extent[c][axis] : high;
}

/* Points [*begin, *end) of a component along an axis that are updated and that the problem's
 * subdomain owns; without one, all that are updated. */
static inline void yee_own_points(const yee_problem *p, int c, int axis, int64_t *begin,
                                  int64_t *end)
{
    const yee_grid *g = &p->grid;
    int64_t low = 0, high = g->extent[c][axis];
    if (p->subdomain)
        yee_box_points(g, c, axis, p->subdomain->low[axis], p->subdomain->high[axis], &low,
                       &high);
    *begin = g->begin[c][axis] > low ? g->begin[c][axis] : low;
    *end = g->end[c][axis] < high ? g->end[c][axis] : high;
}

/* Whether point x of a component is one of those, along every axis. */
static inline bool yee_owns_point(const yee_problem *p, int c, const int64_t x[3])
{
    bool owned = true;
    for (int a = 0; a < 3; a++) {
        int64_t begin, end;
        yee_own_points(p, c, a, &begin, &end);
        owned = owned && x[a] >= begin && x[a] < end;
    }
    return owned;
}

/* Whether the problem's subdomain owns cells of number i along an axis; without one, it does. */
static inline bool yee_owns_cell(const yee_problem *p, int axis, int64_t i)
{
    return !p->subdomain || (i >= p->subdomain->low[axis] && i < p->subdomain->high[axis]);
}

#ifdef __cplusplus
}
#endif
#endif
