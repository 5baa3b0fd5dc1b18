/* excluded.c: the regions whose media the kernels of passes do not know. There steps are done
 * one by one beside the passes, as around sources (redo.c). */
#include "temporal.h"

bool find_excluded(plan *p)
{
    temporal *t = temporal_of(p);
    const variant *v = &t->variant[t->active_variant];
    const int64_t media = p->problem->media;
    block_map b;
    t->excluded_regions.count = 0;
    t->excluded_regions.ok = true;
    if (t->rare_points == 0 && !v->excludes_poles && t->excluded_h_points == 0)
        return true;
    uint16_t *mark = plan_scratch(p, media, sizeof *mark);
    if (!mark || !block_map_open(&b, t->passes.x.end))
        return false;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        for (int64_t m = 0; m < media; m++)
            mark[m] = c < 3 ? excludes(t, v, m) : m != t->common_h[c - 3];
        block_map_add_media(&b, p, c, mark);
    }
    block_map_regions(&b, &t->excluded_regions);
    block_map_close(&b);
    return t->excluded_regions.ok;
}
