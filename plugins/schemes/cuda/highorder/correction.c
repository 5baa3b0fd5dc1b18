/* correction.c: runs of schemes/highorder/links.h as points and terms in the plan's layout. */
#include "wide_plan.h"

/* Patterns converted to offsets of the plan: the terms of pattern n of the links are at
 * start[n] - 1, 0: not yet. On small grids a pattern's offsets may differ from point to point,
 * so that it may be converted more than once. */
typedef struct term_table {
    correction_term *term;
    int64_t terms, capacity;
    int64_t *start;
} term_table;

/* A point of a run: of the source's array in the problem, and in the plan. On a wall it may be
 * one beyond the end of its row, which only its terms are counted from. */
typedef struct base {
    int64_t index, at;
    int source;
} base;

static int64_t offset(const plan *p, const base *x, const link_term *term)
{
    return plan_padded(p, x->source, x->index + term->offset) - x->at;
}

/* Whether a pattern's terms lie as far from a point as those that were converted last. */
static bool holds(const plan *p, const term_table *b, int64_t number, base x)
{
    const wide_links *l = wide_of(p)->links;
    const link_pattern *pattern = &l->pattern[number];
    const int64_t start = b->start[number];
    bool same = start > 0;
    for (int64_t n = 0; n < pattern->terms && same; n++)
        same = b->term[start - 1 + n].offset == offset(p, &x, &l->term[pattern->first + n]);
    return same;
}

/* The first of a pattern's terms at a point: those that were converted last if they hold there,
 * else new ones. -1: no host memory. */
static int64_t convert(plan *p, term_table *b, int64_t number, base x)
{
    const wide_links *l = wide_of(p)->links;
    const link_pattern *pattern = &l->pattern[number];
    if (holds(p, b, number, x))
        return b->start[number] - 1;
    if (b->terms + pattern->terms > b->capacity) {
        const int64_t capacity = 2 * (b->terms + pattern->terms) + 256;
        correction_term *more = plan_scratch(p, capacity, sizeof *more);
        for (int64_t n = 0; n < b->terms && more; n++)
            more[n] = b->term[n];
        if (!more)
            return -1;
        b->term = more;
        b->capacity = capacity;
    }
    b->start[number] = b->terms + 1;
    for (int64_t n = 0; n < pattern->terms; n++) {
        const link_term *term = &l->term[pattern->first + n];
        b->term[b->terms++] = (correction_term){offset(p, &x, term), term->weight};
    }
    return b->start[number] - 1;
}

/* Points of component c whose difference along a is its own, both of the problem. */
static bool add_points(plan *p, term_table *b, int c, int a, correction_point *point,
                       int64_t *used)
{
    const wide_links *l = wide_of(p)->links;
    const int to = p->component_of[c], electric = yee_is_electric(c);
    const int source = p->component_of[(electric ? YEE_HX : YEE_EX) + 3 - a - yee_direction(c)];
    for (int64_t r = l->first[c][a]; r < l->first[c][a] + l->count[c][a]; r++) {
        const link_run *run = &l->run[r];
        const int64_t at = plan_padded(p, to, run->to), last = run->count - 1;
        const int64_t from = plan_padded(p, source, run->from);
        int64_t first = convert(p, b, run->pattern, (base){run->from, from, source});
        /* a term's place in its row grows with n and may pass the row's end */
        const bool whole =
            holds(p, b, run->pattern, (base){run->from + last, from + last, source});
        for (int64_t n = 0; n < run->count; n++) {
            if (n > 0 && !whole)
                first = convert(p, b, run->pattern, (base){run->from + n, from + n, source});
            if (first < 0)
                return false;
            point[(*used)++] = (correction_point){at + n, from + n, (int)first,
                                                  (int)l->pattern[run->pattern].terms, to};
        }
    }
    return true;
}

bool correction_make(plan *p)
{
    wide_plan *e = wide_of(p);
    const wide_links *l = e->links;
    correction *m = &e->correction;
    if (!l)
        return true;
    term_table b = {.start = plan_scratch(p, l->patterns, sizeof *b.start)};
    correction_point *point = plan_scratch(p, l->points, sizeof *point);
    bool ok = b.start && point;
    for (int electric = 0; electric < 2; electric++)
        for (int a = 0; a < 3; a++) { /* a: axis of the plan */
            const int axis = (a + 3 - p->rotation) % 3;
            m->first[electric][a] = m->points;
            for (int c = electric ? 0 : 3; c < (electric ? 3 : 6) && ok; c++)
                ok = add_points(p, &b, c, axis, point, &m->points);
            m->count[electric][a] = m->points - m->first[electric][a];
        }
    return ok && device_ask(&e->memory, &m->point, m->points, sizeof *point, point) &&
           device_ask(&e->memory, &m->term, b.terms, sizeof *b.term, b.term);
}
