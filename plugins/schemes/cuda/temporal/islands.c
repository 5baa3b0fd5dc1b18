/* islands.c: where media are that the kernels of passes do not know. There, steps are done one
 * by one beside the passes, as around sources (spots.c). */
#include "temporal.h"
#include <stdlib.h>

static bool is_island(const temporal *t, int c, uint32_t medium)
{
    return c < 3 ? t->strange[medium] & t->way[t->taken].apart : medium != t->plain[c - 3];
}

static void look_at_row(const plan *p, mosaic *b, int c, int64_t i, int64_t j)
{
    const temporal *t = temporal_of(p);
    const int64_t *n = p->grid.extent[c], end = b->end[2];
    const uint32_t *id = p->id[c] ? p->id[c] + (i * n[1] + j) * n[2] : NULL;
    unsigned char *row = b->marked + mosaic_block(b, i / MOSAIC_PLANES, j / MOSAIC_ROWS, 0);
    for (int64_t k = p->grid.begin[c][2]; k < p->grid.end[c][2] && k < end; k++)
        row[k / MOSAIC_COLUMNS] |= is_island(t, c, id ? id[k] : p->d.uniform[c]);
}

bool pass_islands(plan *p)
{
    temporal *t = temporal_of(p);
    mosaic b;
    t->islands.count = 0;
    t->islands.ok = true;
    const bool poles = t->way[t->taken].apart & ISLAND_POLES;
    const bool electric = t->rare > 0 || poles, magnetic = t->magnetic > 0;
    if (!electric && !magnetic)
        return true;
    if (!mosaic_open(&b, t->passes.x.end))
        return false;
    for (int c = electric ? 0 : 3; c < (magnetic ? YEE_COMPONENTS : 3); c++) {
        const int64_t *begin = p->grid.begin[c], *end = p->grid.end[c];
        for (int64_t i = begin[0]; p->grid.active[c] && i < end[0] && i < b.end[0]; i++)
            for (int64_t j = begin[1]; j < end[1] && j < b.end[1]; j++)
                look_at_row(p, &b, c, i, j);
    }
    mosaic_take_apart(&b, &t->islands);
    free(b.marked);
    return t->islands.ok;
}
