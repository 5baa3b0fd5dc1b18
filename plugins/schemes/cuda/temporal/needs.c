/* needs.c: which blocks of cells have media with poles or losses, so that bricks that see none
 * take kernels that know none. */
#include "temporal.h"

static uint16_t needs_of(const plan *p, int64_t medium)
{
    const temporal *t = temporal_of(p);
    const yee_problem *q = p->problem;
    const yee_update *u = &q->update[medium];
    const bool two = u->sections > 1 || (u->sections && q->section[u->section].words > 1);
    if (t->strange[medium] & t->way[t->taken].islands)
        return 0;
    if (u->sections > 0)
        return FORM_POLE | FORM_LOSSES | (two ? FORM_PAIR : 0);
    return u->ca != 1 && u->cb != 0 ? FORM_LOSSES : 0;
}

bool pass_look(plan *p)
{
    temporal *t = temporal_of(p);
    const int forms = t->way[t->taken].forms, *cells = p->d.cells;
    mosaic_close(&t->map);
    if (!(forms & FORM_IDS) || !(forms & (FORM_POLE | FORM_LOSSES)))
        return true;
    uint16_t *needs = plan_scratch(p, p->problem->media, sizeof *needs);
    const int end[3] = {cells[0] + 1, cells[1] + 1, cells[2] + 1};
    if (!needs || !mosaic_open(&t->map, end))
        return false;
    for (int64_t m = 0; m < p->problem->media; m++)
        needs[m] = needs_of(p, m);
    for (int c = 0; c < 3; c++)
        mosaic_look(&t->map, p, c, needs);
    return true;
}

static int clamp(int at, int end) { return at < 0 ? 0 : at < end ? at : end; }

int pass_needs(const plan *p, const int from[3], const int to[3])
{
    const int *cells = p->d.cells;
    region s;
    for (int a = 0; a < 3; a++) {
        const bool round = p->d.periodic >> a & 1 && (from[a] < 0 || to[a] > cells[a]);
        s.from[a] = round ? 0 : clamp(from[a], cells[a]);
        s.to[a] = (round ? cells[a] : clamp(to[a] - 1, cells[a])) + 1;
    }
    return mosaic_bits(&temporal_of(p)->map, &s);
}
