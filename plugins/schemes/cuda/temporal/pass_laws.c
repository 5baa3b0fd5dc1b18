/* pass_laws.c: laws in the kernels of passes: their tables, and the kernels that bricks need. */
#include "../engine/laws.h"
#include "temporal.h"
#include <string.h>

bool pass_laws_make(plan *p, bool ids)
{
    temporal *t = temporal_of(p);
    const int64_t media = t->passes.x.media;
    if (t->bare_law_points == 0)
        return true;
    law_entry *entry = plan_scratch(p, 3 * media, sizeof *entry);
    if (!entry)
        return false;
    for (int64_t n = 0; n < 3 * media; n++)
        entry[n].text = -1;
    for (int64_t m = 0; m < (ids ? p->problem->media : 0); m++)
        if (t->place[m] > 0)
            memcpy(entry + 3 * t->place[m], p->laws->entry + 3 * m, 3 * sizeof *entry);
    return device_ask(&t->memory, &t->law_entry, 3 * media, sizeof *entry, entry);
}

/* Finds the kernels with laws of launches; those that were not made yet are listed. */
static yee_status find_kernels(plan *p, pass_kernel wanted[CLASSES * NEEDS], int *count)
{
    passes *w = &temporal_of(p)->passes;
    yee_status status = YEE_OK;
    *count = 0;
    for (int n = 0; n < CLASSES * NEEDS && status == YEE_OK; n++) {
        brick_launch *l = &w->launch[n / NEEDS][n % NEEDS];
        pass_kernel *next = &wanted[*count];
        bool listed = false;
        if (l->count == 0 || !l->need.media.laws)
            continue;
        status = DEVICE_CALL(p->host, pass_law_name(&w->x, p->word, &l->need, next->name,
                                                    sizeof next->name, &next->ids));
        l->law = status == YEE_OK ? laws_pass(p, next->name) : NULL;
        for (int m = 0; m < *count; m++)
            listed = listed || !strcmp(wanted[m].name, next->name);
        *count += !l->law && !listed;
    }
    return status;
}

bool pass_laws_refused(const plan *p) { return p->laws && p->laws->refusal[0]; }

yee_status pass_laws_compile(plan *p)
{
    pass_kernel wanted[CLASSES * NEEDS];
    int count;
    yee_status status = find_kernels(p, wanted, &count);
    if (status == YEE_OK && count > 0 && !pass_laws_refused(p)) {
        status = laws_make_passes(p, wanted, count);
        if (pass_laws_refused(p))
            p->host->log(p->host, YEE_WARNING,
                         "media with laws are done step by step, for passes need kernels of "
                         "their own for them: %s",
                         p->laws->refusal);
    }
    if (count > 0 && pass_laws_refused(p)) {
        temporal_of(p)->passes.x.steps = 0;
        return YEE_OK;
    }
    return status == YEE_OK ? find_kernels(p, wanted, &count) : status;
}
