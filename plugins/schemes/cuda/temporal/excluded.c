/* excluded.c: the regions whose media the kernels of passes do not know. There steps are done
 * one by one beside the passes, as around sources (redo.c). */
#include "../compile/law_source.h"
#include "temporal.h"

bool find_excluded(plan *p)
{
    temporal *t = temporal_of(p);
    const variant *v = &t->variant[t->active_variant];
    const int64_t media = p->problem->media;
    block_map b;
    t->excluded_regions.count = 0;
    t->excluded_regions.ok = true;
    if (t->rare_points == 0 && t->law_points == 0 && t->most_words <= v->most_words &&
        !v->excludes_laws && t->excluded_h_points == 0)
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

/* Whether a medium has a law that passes do not know. */
static bool has_law(const yee_problem *q, uint32_t medium)
{
    const int64_t n = yee_problem_law(q, medium);
    return n >= 0 && !law_is_bare(q->law[n].law);
}

const char *laws_everywhere(const yee_problem *q, bool asked)
{
    enum { SHARE = 2 }; /* where more than one of so many edges have a law */
    int64_t all = 0, with = 0;
    if (q->cell_runs > 0 || q->field_cells > 0 || q->magnetic_cells > 0)
        return "laws join components of the field";
    for (int c = 0; c < 3 && q->laws > 0; c++) {
        const int64_t points = q->grid.active[c] ? yee_grid_points(&q->grid, c) : 0;
        if (points > 0 && !q->id[c] && has_law(q, q->uniform[c]))
            return "laws are everywhere";
        all += points;
        for (int64_t n = 0, run; q->id[c] && n < points;
             n += run) { /* media lie in stretches */
            const uint32_t *id = q->id[c] + n;
            for (run = 1; n + run < points && id[run] == id[0]; run++)
                ;
            with += has_law(q, id[0]) ? run : 0;
        }
    }
    return SHARE * with > all && !asked ? "laws are almost everywhere" : NULL;
}
