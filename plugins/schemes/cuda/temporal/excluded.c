/* excluded.c: where media are that the kernels of passes do not know. There, steps are done one
 * by one beside the passes, as around sources (spots.c). */
#include "temporal.h"

bool pass_islands(plan *p)
{
    temporal *t = temporal_of(p);
    const int islands = t->way[t->taken].islands;
    const bool poles = islands & ISLAND_POLES;
    const int64_t media = p->problem->media;
    mosaic b;
    t->islands.count = 0;
    t->islands.ok = true;
    if (t->rare == 0 && !poles && t->magnetic == 0)
        return true;
    uint16_t *bits = plan_scratch(p, media, sizeof *bits);
    if (!bits || !mosaic_open(&b, t->passes.x.end))
        return false;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        for (int64_t m = 0; m < media; m++)
            bits[m] = c < 3 ? (t->strange[m] & islands) != 0 : m != t->plain[c - 3];
        mosaic_look(&b, p, c, bits);
    }
    mosaic_take_apart(&b, &t->islands);
    mosaic_close(&b);
    return t->islands.ok;
}
