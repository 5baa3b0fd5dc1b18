/* mend.c: the runs of schemes/highorder/links.h as points and terms in the plan's layout. */
#include "engine.h"

/* Converted patterns: terms of pattern n of the links from start[n] - 1 on, 0: not yet. One
 * offset may mean several on small grids, so that a pattern may come more than once. */
typedef struct book {
    mend_term *term;
    int64_t terms, room;
    int64_t *start;
} book;

/* Offsets of a run's terms, words; they are those of its pattern so far, or it gets new ones.
 * -1: no host memory. */
static int64_t enter(plan *p, book *b, const link_run *run, int source)
{
    const wide_links *l = engine_of(p)->links;
    const link_pattern *pattern = &l->pattern[run->pattern];
    const link_term *from = l->term + pattern->first;
    const int64_t base = plan_padded(p, source, run->from);
    int64_t *start = &b->start[run->pattern];
    bool same = *start > 0;
    for (int64_t n = 0; n < pattern->terms && same; n++)
        same = b->term[*start - 1 + n].offset ==
               plan_padded(p, source, run->from + from[n].offset) - base;
    if (same)
        return *start - 1;
    if (b->terms + pattern->terms > b->room) {
        const int64_t room = 2 * (b->terms + pattern->terms) + 256;
        mend_term *more = plan_scratch(p, room, sizeof *more);
        for (int64_t n = 0; n < b->terms && more; n++)
            more[n] = b->term[n];
        if (!more)
            return -1;
        b->term = more;
        b->room = room;
    }
    *start = b->terms + 1;
    for (int64_t n = 0; n < pattern->terms; n++)
        b->term[b->terms++] = (mend_term){
            plan_padded(p, source, run->from + from[n].offset) - base, from[n].weight};
    return *start - 1;
}

/* Whether the run's last point has its terms where the first one has them; a term's place in
 * its row grows with the point's, so that all others have, too. */
static bool whole(const plan *p, const book *b, const link_run *run, int source, int64_t first)
{
    const wide_links *l = engine_of(p)->links;
    const link_pattern *pattern = &l->pattern[run->pattern];
    const int64_t last = run->count - 1, base = plan_padded(p, source, run->from) + last;
    bool same = true;
    for (int64_t n = 0; n < pattern->terms && same; n++)
        same = plan_padded(p, source, run->from + last + l->term[pattern->first + n].offset) -
                   base ==
               b->term[first + n].offset;
    return same;
}

/* Points of component c whose difference along a is its own, both of the problem. */
static bool add_points(plan *p, book *b, int c, int a, mend_point *point, int64_t *used)
{
    const wide_links *l = engine_of(p)->links;
    const int to = p->as[c], electric = yee_is_electric(c);
    const int source = p->as[(electric ? YEE_HX : YEE_EX) + 3 - a - yee_direction(c)];
    for (int64_t r = l->first[c][a]; r < l->first[c][a] + l->count[c][a]; r++) {
        const link_run *run = &l->run[r];
        const int64_t first = enter(p, b, run, source);
        const int64_t at = plan_padded(p, to, run->to),
                      from = plan_padded(p, source, run->from);
        if (first < 0)
            return false;
        engine_of(p)->torn = engine_of(p)->torn || !whole(p, b, run, source, first);
        for (int64_t n = 0; n < run->count; n++)
            point[(*used)++] = (mend_point){at + n, from + n, (int)first,
                                            (int)l->pattern[run->pattern].terms, to};
    }
    return true;
}

bool mend_make(plan *p)
{
    engine *e = engine_of(p);
    const wide_links *l = e->links;
    mend *m = &e->mend;
    if (!l)
        return true;
    book b = {.start = plan_scratch(p, l->patterns, sizeof *b.start)};
    mend_point *point = plan_scratch(p, l->points, sizeof *point);
    bool ok = b.start && point;
    for (int electric = 0; electric < 2; electric++)
        for (int a = 0; a < 3; a++) { /* of the plan; the problem's is turned back */
            const int axis = (a + 3 - p->turn) % 3;
            m->first[electric][a] = m->points;
            for (int c = electric ? 0 : 3; c < (electric ? 3 : 6) && ok; c++)
                ok = add_points(p, &b, c, axis, point, &m->points);
            m->count[electric][a] = m->points - m->first[electric][a];
        }
    return ok && device_ask(&e->memory, &m->point, m->points, sizeof *point, point) &&
           device_ask(&e->memory, &m->term, b.terms, sizeof *b.term, b.term);
}
