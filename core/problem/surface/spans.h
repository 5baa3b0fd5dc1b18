/* core/problem/surface/spans.h: where the sample lines of the grid enter and leave a volume. */
#ifndef YEE_CORE_SPANS_H
#define YEE_CORE_SPANS_H

#include "plugin/host.h"
#include "problem/voxels.h"

/* Lines along one axis that a volume may meet: places [begin, end) across it, of the grid's
 * other two axes in ascending order; a cell has yee_cuts.sub places. */
typedef struct yee_spans {
    int axis, across[2];
    int64_t begin[2], end[2];
    size_t *first; /* of each line's spans, shape [lines + 1] */
    size_t spans, capacity, line_capacity;
    double (*span)[2]; /* m, [from, to] along the axis, ascending on each line */
} yee_spans;

/* Fills s (begun as zeros, used again for the next axis or object) with the spans of a volume
 * on the lines within its bounds and the cells [from, to) along x; lines along x are whole.
 * cut: where it is looked at along an invariant axis, m. */
yee_status yee_spans_find(const yee_voxels *voxels, const yee_instance *shape, int axis,
                          const double lo[3], const double hi[3], const double cut[3],
                          int64_t from, int64_t to, yee_spans *s);
void yee_spans_free(yee_spans *s);
/* The number of a line, -1: out of the range. */
static inline int64_t yee_spans_line(const yee_spans *s, int64_t p, int64_t q)
{
    if (p < s->begin[0] || p >= s->end[0] || q < s->begin[1] || q >= s->end[1])
        return -1;
    return (p - s->begin[0]) * (s->end[1] - s->begin[1]) + q - s->begin[1];
}

#endif
