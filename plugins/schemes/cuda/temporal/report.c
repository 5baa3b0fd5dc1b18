/* report.c: the sentence of `yee plan` about passes. */
#include "temporal.h"
#include <stdio.h>

int passes_print(const plan *p, char *text, size_t size)
{
    static const char *const name[CLASSES] = {
        "uniform",    "layers x",   "layers y",     "layers x y", "layers z",
        "layers x z", "layers y z", "layers x y z", "edge",       "edge with layers"};
    const temporal *t = temporal_of(p);
    const passes *w = &t->passes;
    char how[768];
    int used;
    if (t->reason) {
        snprintf(how, sizeof how, "cuda.temporal: a step at a time, as cuda.split does (%s)",
                 t->reason);
        return plan_print(p, how, text, size);
    }
    double all = 0, of_need[NEEDS] = {0}, of_class[CLASSES] = {0};
    bool ids = false;
    int64_t count[CLASSES] = {0};
    for (int n = 0; n < CLASSES; n++)
        for (int k = 0; k < LISTS; k++) {
            const brick_launch *l = &w->launch[n][k];
            all += l->cells;
            of_need[k % NEEDS] += l->cells;
            of_class[n] += l->cells;
            count[n] += l->count;
            ids = ids || (l->count > 0 && l->need.media.ids);
        }
    used = snprintf(how, sizeof how, "cuda.temporal: %d step%s a pass (%s); bricks", w->x.steps,
                    w->x.steps > 1 ? "s" : "", t->origin);
    for (int n = 0; n < CLASSES; n++)
        if (count[n] > 0)
            used += snprintf(how + used, sizeof how - (size_t)used, " %s %lld (%.1f %%),",
                             name[n], (long long)count[n], 100 * of_class[n] / all);
    const double cells = (double)w->x.end[0] * w->x.end[1] * w->x.end[2];
    const bool laws = t->variant[t->active_variant].need.laws;
    if (of_need[1] > 0)
        used +=
            snprintf(how + used, sizeof how - (size_t)used, " of these %s %.1f %%,",
                     laws ? "without laws" : "with one word at most", 100 * of_need[1] / all);
    if (of_need[2] + of_need[3] > 0)
        used += snprintf(how + used, sizeof how - (size_t)used,
                         " of these without poles %.1f %%, without losses %.1f %%,",
                         100 * of_need[2] / all, 100 * of_need[3] / all);
    used += snprintf(how + used, sizeof how - (size_t)used, "%s%s step by step %.2f %%",
                     w->x.words == 0   ? ""
                     : w->x.words == 1 ? " with poles,"
                     : w->x.words == 2 ? " with poles of two words,"
                                       : " with poles of more words,",
                     ids ? " with ids," : "", 100 * w->redone_cells / cells);
    if (w->beside)
        used += snprintf(how + used, sizeof how - (size_t)used, " beside the bricks");
    if (w->shared.count > 0)
        used += snprintf(how + used, sizeof how - (size_t)used, " in shared memory");
    if (laws)
        used += snprintf(how + used, sizeof how - (size_t)used, ", with laws");
    const int most_words = t->variant[t->active_variant].most_words;
    const char *poles = t->most_words <= most_words ? ""
                        : most_words == 0           ? " media with poles"
                                                    : " media with poles of more words";
    if (t->excluded_regions.count > 0)
        used += snprintf(
            how + used, sizeof how - (size_t)used, ", also around%s%s%s%s", poles,
            t->excluded_h_points > 0 ? " magnetic media" : "",
            t->rare_points > 0 ? " rare media" : "",
            t->law_points > 0 || (t->bare_law_points > 0 && !laws) ? " media with laws" : "");
    if (pass_laws_refused(p))
        used += snprintf(how + used, sizeof how - (size_t)used,
                         ", for kernels of passes with laws cannot be had");
    if (w->gives)
        used += snprintf(how + used, sizeof how - (size_t)used, ", halos beside passes");
    if (w->transforms_at_ends)
        snprintf(how + used, sizeof how - (size_t)used, ", transforms between passes");
    return plan_print(p, how, text, size);
}
