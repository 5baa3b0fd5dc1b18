/* schemes/common/spans.h: the spans of boxes in arrays of C order (yee_scheme_ops.spans). */
#ifndef YEE_SCHEMES_SPANS_H
#define YEE_SCHEMES_SPANS_H

#include <yee/subdomain.h>

/* An array of points, of axes that are the problem's rotated (orient.h). */
typedef struct spans_array {
    void *base;
    int number, rotation; /* number: yee_state_place.array */
    int64_t extent[3];    /* rotated */
    int64_t bytes;        /* of a point */
    int64_t shift[3];     /* rotated: the point that lies at index 0 */
} spans_array;

enum spans_kind {
    SPANS_FIELD,
    SPANS_PSI,                     /* one an axis */
    SPANS_SECTION = SPANS_PSI + 3, /* words of sections, */
    SPANS_LAW,                     /* of laws */
    SPANS_LINK,                    /* and of the links of ports */
    SPANS_NEAR,                    /* edges of small sources in double */
    SPANS_ROW,                     /* whole rows */
    SPANS_KINDS
};

/* yee_state_place.array of the n-th array of a kind and a component of the problem. */
static inline int spans_number(int kind, int component, int64_t n)
{
    return ((int)n * SPANS_KINDS + kind) * YEE_COMPONENTS + component;
}

/* Adds a span; the core may want to know the place. */
static inline yee_status spans_add(yee_state_spans *to, const yee_state_span *span,
                                   const yee_state_place *place)
{
    return YEE_HAS(to, places) ? to->add_at(to, span, place) : to->add(to, span);
}

/* Adds what `bytes` bytes one point has of an array that is not divided. */
static inline yee_status spans_point(yee_state_spans *to, void *base, int number,
                                     const int64_t point[3], int64_t bytes)
{
    const yee_state_span span = {.base = base, .bytes = bytes, .count = {1, 1}};
    const yee_state_place place = {.size = sizeof place,
                                   .array = number,
                                   .axis = {0, 1, 2},
                                   .point = {point[0], point[1], point[2]},
                                   .bytes = bytes};
    return spans_add(to, &span, &place);
}

/* Points [begin, end) of an array. */
static inline yee_status spans_box(yee_state_spans *to, const spans_array *a,
                                   const int64_t begin[3], const int64_t end[3])
{
    const int64_t n[3] = {end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]};
    yee_state_span s = {
        .bytes = n[2] * a->bytes,
        .count = {n[0], n[1]},
        .pitch = {a->extent[1] * a->extent[2] * a->bytes, a->extent[2] * a->bytes}};
    yee_state_place place = {.size = sizeof place, .array = a->number, .bytes = a->bytes};
    if (!a->base || n[0] <= 0 || n[1] <= 0 || n[2] <= 0)
        return YEE_OK;
    s.base =
        (char *)a->base + begin[0] * s.pitch[0] + begin[1] * s.pitch[1] + begin[2] * a->bytes;
    for (int t = 0; t < 3; t++) {
        place.axis[t] = (t + 3 - a->rotation) % 3;
        place.point[place.axis[t]] = begin[t] + a->shift[t];
    }
    return spans_add(to, &s, &place);
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

/* Whether a point of a component, by its local index, is one of cells [low, high); x: where it
 * lies. */
static inline bool spans_inside(const yee_grid *g, int c, int64_t index, const int64_t low[3],
                                const int64_t high[3], int64_t x[3])
{
    const int64_t *e = g->extent[c];
    bool inside = true;
    x[0] = index / (e[1] * e[2]);
    x[1] = index / e[2] % e[1];
    x[2] = index % e[2];
    for (int a = 0; a < 3; a++) {
        int64_t begin, end;
        yee_box_points(g, c, a, low[a], high[a], &begin, &end);
        inside = inside && x[a] >= begin && x[a] < end;
    }
    return inside;
}

/* How many of the ports before this one have its first edge: a subdomain has not all ports, so that
 * their numbers say nothing. */
static inline int64_t spans_ports_before(const yee_problem *p, int64_t port)
{
    const yee_port *own = &p->port[port];
    int64_t before = 0;
    for (const yee_port *q = p->port; q < own; q++)
        before += q->count && q->component == own->component &&
                  q->edge[0].index == own->edge[0].index;
    return before;
}

/* Words of the links of ports, one port behind the other, where the first edge is in the box. */
static inline yee_status spans_links(yee_state_spans *to, const yee_problem *p, double *link,
                                     const int64_t low[3], const int64_t high[3])
{
    yee_status status = YEE_OK;
    int64_t x[3];
    for (int64_t n = 0; n < p->ports && !status && YEE_HAS(to, places); n++) {
        const yee_port *port = &p->port[n];
        const int64_t words = port->link ? port->link->words : 0;
        if (words && port->count &&
            spans_inside(&p->grid, port->component, port->edge[0].index, low, high, x))
            status = spans_point(
                to, link, spans_number(SPANS_LINK, port->component, spans_ports_before(p, n)),
                x, words * (int64_t)sizeof *link);
        link += words;
    }
    return status;
}

#endif
