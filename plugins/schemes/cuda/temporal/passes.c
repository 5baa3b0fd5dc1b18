/* passes.c: the order of launches: passes and what is done again after them, single steps, and
 * how a stretch of steps is made of both. */
#include "kernels/stepwise.h"
#include "temporal.h"

/* ---- streams ---- */

yee_status pass_open(plan *p)
{
    temporal *t = temporal_of(p);
    const unsigned flags = cudaEventDisableTiming;
    yee_status status = DEVICE_CALL(p->host, cudaEventCreateWithFlags(&t->start, flags));
    for (int n = 0; n < LISTS && status == YEE_OK; n++) {
        status = DEVICE_CALL(p->host,
                             cudaStreamCreateWithFlags(&t->branch[n], cudaStreamNonBlocking));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaEventCreateWithFlags(&t->end[n], flags));
    }
    return status;
}

void pass_close(temporal *t)
{
    for (int n = 0; n < LISTS; n++) {
        if (t->branch[n])
            cudaStreamDestroy(t->branch[n]);
        if (t->end[n])
            cudaEventDestroy(t->end[n]);
    }
    if (t->start)
        cudaEventDestroy(t->start);
}

/* ---- steps ---- */

yee_status pass_single(plan *p, bool acts)
{
    yee_status status = YEE_OK;
    for (int electric = 0; electric < 2 && status == YEE_OK; electric++) {
        status = steps_sweep(p, electric);
        if (status == YEE_OK && acts)
            status = steps_between(p, electric, true);
    }
    return status;
}

yee_status pass_one_step(plan *p) { return pass_single(p, true); }

static yee_status launch_list(plan *p, const domain *from, const domain *to, int n,
                              cudaStream_t stream)
{
    const passes *w = &temporal_of(p)->passes;
    const bricks *b = &w->bricks[n];
    pass x = w->x;
    x.layers = b->layers;
    x.hand = b->hand;
    return DEVICE_CALL(p->host, pass_launch(from, to, &x, p->word, b->forms, w->list + b->first,
                                            b->count, stream));
}

/* Classes side by side, those of few long bricks first: a processor that has done its bricks
 * of one takes those of another. */
static yee_status launch_bricks(plan *p, const domain *from, const domain *to)
{
    static const int order[CLASSES] = {EDGE, EDGE_LAYERS, 6, 4, 2, 0, 1, 3, 5, ALL_LAYERS};
    temporal *t = temporal_of(p);
    yee_status status = DEVICE_CALL(p->host, cudaEventRecord(t->start, p->work));
    for (int m = 0; m < LISTS && status == YEE_OK; m++) {
        const int n = m / CLASSES * CLASSES + order[m % CLASSES];
        if (t->passes.bricks[n].count == 0)
            continue;
        status = DEVICE_CALL(p->host, cudaStreamWaitEvent(t->branch[n], t->start, 0));
        if (status == YEE_OK)
            status = launch_list(p, from, to, n, t->branch[n]);
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaEventRecord(t->end[n], t->branch[n]));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaStreamWaitEvent(p->work, t->end[n], 0));
    }
    return status;
}

/* A half step once more, where something acts or looks. */
static yee_status redo(plan *p, int electric, bool acts)
{
    const passes *w = &temporal_of(p)->passes;
    const bool swept = w->redo.blocks > 0;
    yee_status status = YEE_OK;
    if (swept)
        status = DEVICE_CALL(p->host, patch_sweep(&p->d, &w->redo, p->word, electric, p->work));
    if (status != YEE_OK || !acts)
        return status;
    return w->apart ? steps_sources_and_probes(p, electric, swept)
                    : steps_between(p, electric, swept);
}

/* Copies around periodic axes of one side. */
static yee_status copy_around(plan *p, const domain *d)
{
    const pass *x = &temporal_of(p)->passes.x;
    return p->d.periodic == 0
               ? YEE_OK
               : DEVICE_CALL(p->host, round_launch(d, x, p->word, x->words > 0, p->work));
}

void pass_turn_to(plan *p, int side)
{
    p->state.current = side;
    plan_bind_buffer(p, side, &p->d);
}

yee_status pass_launch_all(plan *p, bool acts)
{
    const passes *w = &temporal_of(p)->passes;
    const domain from = p->d;
    domain to = p->d;
    plan_bind_buffer(p, 1 - p->state.current, &to);
    yee_status status = launch_bricks(p, &from, &to);
    for (int n = 0; n < 2 * w->x.steps && status == YEE_OK; n++)
        status = redo(p, n % 2, acts);
    if (status == YEE_OK && w->copy.blocks > 0)
        status = DEVICE_CALL(p->host, patch_copy(&from, &to, &w->copy, p->word, p->work));
    if (status == YEE_OK)
        status = copy_around(p, &to);
    pass_turn_to(p, 1 - p->state.current);
    return status == YEE_OK && acts && w->apart ? steps_transform(p) : status;
}

yee_status pass_one(plan *p) { return pass_launch_all(p, true); }

static yee_status two_passes(plan *p)
{
    yee_status status = pass_one(p);
    return status == YEE_OK ? pass_one(p) : status;
}

yee_status pass_stretch(plan *p, int64_t steps)
{
    temporal *t = temporal_of(p);
    const int64_t many = t->reason || t->trimmed != p->trimmed ? 0 : t->passes.x.steps;
    yee_status status = YEE_OK;
    int64_t singly = t->outside && many > 0 ? 1 : 0;
    while (many > 0 && t->passes.apart && (p->step + singly) % many > 0)
        singly++;
    for (; singly > 0 && steps > 0 && status == YEE_OK; singly--, steps--) {
        status = pass_one_step(p);
        t->outside = false;
        t->stale = true;
    }
    if (many > 0 && steps >= many && t->stale && status == YEE_OK) {
        status = copy_around(p, &p->d);
        t->stale = false;
    }
    if (many > 0 && steps >= many && p->state.current == 1 && status == YEE_OK) {
        status = pass_one(p);
        steps -= many;
    }
    if (many > 0 && steps >= 4 * many && !t->graph && status == YEE_OK)
        status = steps_graph(p, two_passes, 1, &t->graph);
    for (; many > 0 && t->graph && steps >= 2 * many && status == YEE_OK; steps -= 2 * many)
        status = DEVICE_CALL(p->host, cudaGraphLaunch(t->graph, p->work));
    for (; many > 0 && steps >= many && status == YEE_OK; steps -= many)
        status = pass_one(p);
    t->stale = t->stale || steps > 0;
    return status == YEE_OK ? steps_launch(p, steps, pass_one_step) : status;
}
