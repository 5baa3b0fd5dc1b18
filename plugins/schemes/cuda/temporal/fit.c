/* fit.c: the passes of a plan: how many steps they do, in which variant, and what memory they take, or
 * why there are none. */
#include "temporal.h"

bool transforms_at_ends(const plan *p, int steps)
{
    for (int64_t n = 0; n < p->transforms.frequent; n++) {
        const yee_tap *t = &p->problem->tap[p->transforms.tap[n]];
        if (t->every % steps != 0 || t->first % steps != 0)
            return false;
    }
    return p->transforms.frequent > 0;
}

yee_status make_passes(plan *p, int wanted)
{
    temporal *t = temporal_of(p);
    passes *w = &t->passes;
    device_release(&w->memory);
    yee_status status = make_bricks(p, t->variant[t->active_variant].need, wanted);
    if (status != YEE_OK || w->x.steps == 0)
        return status;
    status = device_grant(p->host, &w->memory);
    if (status == YEE_OK)
        status = pass_laws_compile(p);
    if (status == YEE_OK && w->x.steps > 0)
        status = redo_make(p);
    if (status == YEE_OK) /* lists went through another stream than the plan's own */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    return status;
}

yee_status fit_passes(plan *p, int *steps)
{
    yee_status status = make_passes(p, *steps);
    while (status == YEE_MEMORY && *steps > 2) {
        temporal_of(p)->origin = "as many as there is room for";
        status = make_passes(p, --*steps);
    }
    return status;
}

yee_status activate_variant(plan *p, int n)
{
    temporal *t = temporal_of(p);
    t->active_variant = n;
    t->passes.x.words = t->variant[n].words;
    return needs_map_make(p) && find_excluded(p)
               ? YEE_OK
               : p->host->fail(p->host, YEE_MEMORY, "no host memory for maps of media");
}

static yee_status fit_variant(plan *p, int n, int steps)
{
    const yee_status status = activate_variant(p, n);
    return status == YEE_OK ? fit_passes(p, &steps) : status;
}

yee_status fit_asked(plan *p, int steps)
{
    temporal *t = temporal_of(p);
    int best = 0, most = -1;
    for (int n = 0; n < t->variants && most < steps; n++) {
        const yee_status status = fit_variant(p, n, steps);
        if (status != YEE_OK)
            return status;
        if (t->passes.x.steps > most) {
            most = t->passes.x.steps;
            best = n;
        }
    }
    return best == t->active_variant ? YEE_OK : fit_variant(p, best, steps);
}

/* Why no passes are made; steps: of a pass, as asked for or found, 0: none was faster. */
static const char *why_not(const plan *p, int steps)
{
    const temporal *t = temporal_of(p);
    if (pass_laws_refused(p))
        return "kernels of passes with the laws cannot be had, and the rest is no faster in "
               "passes";
    if (steps == 0 && t->variant[0].words >= MANY_WORDS)
        return "passes are no faster here: some media, means at surfaces perhaps, have poles "
               "of more than two words, and all bricks take the kernels of any words then; "
               "average = no of the objects makes no such means";
    return steps == 0   ? "passes are no faster here"
           : steps == 1 ? "a pass of one step knows no layers and poles"
                        : "more state of poles or layers than a processor holds";
}

void settle_passes(plan *p)
{
    temporal *t = temporal_of(p);
    if (t->reason || !t->passes.beside) /* some of those that were measured were */
        redo_drop_buffer(p);
    const size_t bytes =
        t->memory.bytes + t->passes.memory.bytes + t->passes.lists.bytes + t->box_buffer.bytes;
    p->memory.bytes += bytes - t->counted;
    t->counted = bytes;
}

yee_status plan_passes(plan *p, int asked, int steps)
{
    temporal *t = temporal_of(p);
    yee_status status = YEE_OK;
    t->trimmed = p->trimmed;
    t->origin = "as asked";
    t->asked = asked;
    if (p->problem->subdomain) {
        t->stride = (int)p->problem->subdomain->depth;
        t->origin = "for halos of as many cells, or a multiple";
    }
    find_axis_facts(p);
    if (!media_make_tables(p))
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for the tables of media");
    status = device_grant(p->host, &t->memory);
    if (status == YEE_OK)
        status = media_upload_ids(p);
    if (status == YEE_OK)
        status = streams_open(p);
    if (status == YEE_OK)
        status = redo_find_room(p);
    if (status == YEE_OK)
        status = steps > 0 ? fit_asked(p, steps) : tune_passes(p, &steps);
    if (status == YEE_MEMORY) {
        t->reason = "no room for passes beside the fields";
        status = YEE_OK;
    } else if (status == YEE_OK && (steps == 0 || t->passes.x.steps == 0))
        t->reason = why_not(p, steps);
    settle_passes(p);
    return status;
}
