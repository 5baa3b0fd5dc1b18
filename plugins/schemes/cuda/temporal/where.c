/* where.c: which blocks of cells have media with poles or losses, so that bricks that see none
 * take kernels that know none. */
#include "temporal.h"
#include <stdlib.h>

enum { BLOCK_PLANES = 4, BLOCK_ROWS = 4, BLOCK_COLUMNS = 8 };
static const int block_size[3] = {BLOCK_PLANES, BLOCK_ROWS, BLOCK_COLUMNS};

static int64_t block_at(const media_map *m, int64_t i, int64_t j, int64_t k)
{
    return (i * m->count[1] + j) * m->count[2] + k;
}

static void look_at_row(const plan *p, const media_map *m, int c, int64_t i, int64_t j,
                        const uint16_t *needs)
{
    const int64_t *n = p->grid.extent[c];
    const uint32_t *id = p->id[c] ? p->id[c] + (i * n[1] + j) * n[2] : NULL;
    uint16_t *found = m->found + block_at(m, i / BLOCK_PLANES, j / BLOCK_ROWS, 0);
    for (int64_t k = p->grid.begin[c][2]; k < p->grid.end[c][2]; k++)
        found[k / BLOCK_COLUMNS] |= needs[id ? id[k] : p->d.uniform[c]];
}

bool pass_look(plan *p)
{
    const yee_problem *q = p->problem;
    temporal *t = temporal_of(p);
    media_map *m = &t->map;
    const approach *w = &t->way[t->taken];
    const int forms = w->forms;
    int64_t total = 1;
    free(m->found);
    m->found = NULL;
    if (!(forms & FORM_IDS) || !(forms & (FORM_POLE | FORM_LOSSES)))
        return true;
    uint16_t *needs = plan_scratch(p, q->media, sizeof *needs);
    for (int a = 0; a < 3; a++)
        total *= m->count[a] = p->d.cells[a] / block_size[a] + 1;
    m->found = calloc((size_t)total, sizeof *m->found);
    if (!needs || !m->found)
        return false;
    for (int64_t n = 0; n < q->media; n++) {
        const yee_update *u = &q->update[n];
        const bool two = u->sections > 1 || (u->sections && q->section[u->section].words > 1);
        needs[n] =
            (uint16_t)(t->strange[n] & w->apart ? 0
                       : u->sections > 0 ? FORM_POLE | FORM_LOSSES | (two ? FORM_PAIR : 0)
                       : u->ca != 1 && u->cb != 0 ? FORM_LOSSES
                                                  : 0);
    }
    for (int c = 0; c < 3; c++)
        for (int64_t i = p->grid.begin[c][0]; p->grid.active[c] && i < p->grid.end[c][0]; i++)
            for (int64_t j = p->grid.begin[c][1]; j < p->grid.end[c][1]; j++)
                look_at_row(p, m, c, i, j, needs);
    return true;
}

static int clamp(int at, int end) { return at < 0 ? 0 : at < end ? at : end; }

int pass_needs(const plan *p, const int from[3], const int to[3])
{
    const media_map *m = &temporal_of(p)->map;
    int low[3], high[3], needs = 0;
    for (int a = 0; a < 3; a++) {
        const bool round = p->d.periodic >> a & 1 && (from[a] < 0 || to[a] > p->d.cells[a]);
        low[a] = round ? 0 : clamp(from[a], p->d.cells[a]) / block_size[a];
        high[a] = (round ? p->d.cells[a] : clamp(to[a] - 1, p->d.cells[a])) / block_size[a];
    }
    for (int i = low[0]; i <= high[0]; i++)
        for (int j = low[1]; j <= high[1]; j++)
            for (int k = low[2]; k <= high[2]; k++)
                needs |= m->found[block_at(m, i, j, k)];
    return needs;
}
