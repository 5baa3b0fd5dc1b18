/* needs.c: the blocks of cells that have media with poles, losses or laws, so that bricks which see
 * none of them take kernels that know none. */
#include "temporal.h"

/* Marks of a block of cells: the needs of its media. */
enum { SEES_LOSSES = 1, SEES_WORDS = 2, SEES_TWO_WORDS = 4, SEES_LAWS = 8 };

static uint16_t marks_of(const plan *p, int64_t medium)
{
    const temporal *t = temporal_of(p);
    const yee_problem *q = p->problem;
    const yee_update *u = &q->update[medium];
    const bool two = u->sections > 1 || (u->sections && q->section[u->section].words > 1);
    if (excludes(t, &t->variant[t->active_variant], medium))
        return 0;
    const unsigned law = t->excluded[medium].with_bare_law ? SEES_LAWS : 0;
    if (u->sections > 0)
        return (uint16_t)(law | SEES_LOSSES | SEES_WORDS | (two ? SEES_TWO_WORDS : 0));
    return (uint16_t)(law | (u->ca != 1 && u->cb != 0 ? SEES_LOSSES : 0));
}

bool needs_map_make(plan *p)
{
    temporal *t = temporal_of(p);
    const media_need need = t->variant[t->active_variant].need;
    const int *cells = p->d.cells;
    block_map_close(&t->needs);
    if (!need.ids || !(need.losses || need.words == 1 || need.words == 2 || need.laws))
        return true;
    uint16_t *marks = plan_scratch(p, p->problem->media, sizeof *marks);
    const int end[3] = {cells[0] + 1, cells[1] + 1, cells[2] + 1};
    if (!marks || !block_map_open(&t->needs, end))
        return false;
    for (int64_t m = 0; m < p->problem->media; m++)
        marks[m] = marks_of(p, m);
    for (int c = 0; c < 3; c++)
        block_map_add_media(&t->needs, p, c, marks);
    return true;
}

static int clamp(int at, int end) { return at < 0 ? 0 : at < end ? at : end; }

media_need needs_in(const plan *p, const int from[3], const int to[3])
{
    const int *cells = p->d.cells;
    region s;
    for (int a = 0; a < 3; a++) {
        const bool wraps = p->d.periodic >> a & 1 && (from[a] < 0 || to[a] > cells[a]);
        s.from[a] = wraps ? 0 : clamp(from[a], cells[a]);
        s.to[a] = (wraps ? cells[a] : clamp(to[a] - 1, cells[a])) + 1;
    }
    const int marks = block_map_bits(&temporal_of(p)->needs, &s);
    return (media_need){.ids = true,
                        .losses = marks & SEES_LOSSES,
                        .words = marks & SEES_TWO_WORDS ? 2
                                 : marks & SEES_WORDS   ? 1
                                                        : 0,
                        .laws = marks & SEES_LAWS};
}

bool need_covers(media_need known, media_need need)
{
    return (known.ids || !need.ids) && (known.losses || !need.losses) &&
           known.words >= need.words && (known.laws || !need.laws);
}
