/* schemes/common/spans.h: the spans of boxes in arrays of C order (yee_scheme_ops.spans). */
#ifndef YEE_SCHEMES_SPANS_H
#define YEE_SCHEMES_SPANS_H

#include <yee/subdomain.h>

/* Points [begin, end) of an array of shape extent, of so many bytes each. */
static inline yee_status spans_box(yee_state_spans *to, void *array, const int64_t extent[3],
                                   const int64_t begin[3], const int64_t end[3], int64_t bytes)
{
    const int64_t n[3] = {end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]};
    yee_state_span s = {.bytes = n[2] * bytes,
                        .count = {n[0], n[1]},
                        .pitch = {extent[1] * extent[2] * bytes, extent[2] * bytes}};
    if (!array || n[0] <= 0 || n[1] <= 0 || n[2] <= 0)
        return YEE_OK;
    s.base = (char *)array + begin[0] * s.pitch[0] + begin[1] * s.pitch[1] + begin[2] * bytes;
    return to->add(to, &s);
}

/* Of positions [begin, end) along an axis, `points` in all, those in the layer at one side. */
static inline void spans_in_layer(const yee_axis_data *a, int side, int64_t points,
                                  int64_t *begin, int64_t *end)
{
    const int64_t low = a->layer[0] < points ? a->layer[0] : points;
    const int64_t high = points - a->layer[1] > low ? points - a->layer[1] : low;
    if (side && *begin < high)
        *begin = high;
    if (!side && *end > low)
        *end = low;
}

#endif
