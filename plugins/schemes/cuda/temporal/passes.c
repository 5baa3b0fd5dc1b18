/* passes.c: the order of launches: passes and the boxes that are done again after them, single
 * steps, and how a stretch of steps is made of both. */
#include "../engine/laws.h"
#include "kernels/stepwise.h"
#include "temporal.h"

/* ---- streams ---- */

yee_status streams_open(plan *p)
{
    temporal *t = temporal_of(p);
    const unsigned flags = cudaEventDisableTiming;
    int least = 0, greatest = 0;
    yee_status status = DEVICE_CALL(p->host, cudaEventCreateWithFlags(&t->start, flags));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaDeviceGetStreamPriorityRange(&least, &greatest));
    /* between halos, which go first, and the bricks that nobody waits for */
    const int middle = greatest < least ? greatest + 1 : least;
    /* a block of boxes is longer under way than most bricks */
    if (status == YEE_OK)
        status = DEVICE_CALL(
            p->host, cudaStreamCreateWithPriority(&t->boxes, cudaStreamNonBlocking, greatest));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventCreateWithFlags(&t->boxes_end, flags));
    for (int n = 0; n < CLASSES; n++)
        for (int k = 0; k < (p->beside ? LISTS : NEEDS) && status == YEE_OK; k++) {
            status = DEVICE_CALL(
                p->host, cudaStreamCreateWithPriority(&t->branch[n][k], cudaStreamNonBlocking,
                                                      p->beside && k < NEEDS ? middle : least));
            if (status == YEE_OK)
                status = DEVICE_CALL(p->host, cudaEventCreateWithFlags(&t->end[n][k], flags));
        }
    return status;
}

void streams_close(temporal *t)
{
    for (int n = 0; n < CLASSES; n++)
        for (int k = 0; k < LISTS; k++) {
            if (t->branch[n][k])
                cudaStreamDestroy(t->branch[n][k]);
            if (t->end[n][k])
                cudaEventDestroy(t->end[n][k]);
        }
    if (t->boxes)
        cudaStreamDestroy(t->boxes);
    if (t->boxes_end)
        cudaEventDestroy(t->boxes_end);
    if (t->start)
        cudaEventDestroy(t->start);
}

/* ---- steps ---- */

yee_status launch_step(plan *p, bool acts)
{
    yee_status status = YEE_OK;
    for (int electric = 0; electric < 2 && status == YEE_OK; electric++) {
        status = steps_sweep(p, electric);
        if (status == YEE_OK)
            status = acts ? steps_between(p, electric, true) : steps_idle(p, electric, true);
    }
    return status;
}

yee_status single_step(plan *p) { return launch_step(p, true); }

static yee_status launch_list(plan *p, const domain *from, const domain *to,
                              const brick_launch *l, cudaStream_t stream)
{
    const passes *w = &temporal_of(p)->passes;
    pass_law law = {.kernel = l->law};
    pass x = w->x;
    if (l->law) {
        law.tables = p->laws->tables;
        law.tables.entry = temporal_of(p)->law_entry;
    }
    x.exchange = l->exchange;
    return DEVICE_CALL(p->host,
                       pass_launch(from, to, &x, p->word, &l->need, l->law ? &law : NULL,
                                   w->list + l->first, l->count, stream));
}

/* The streams of halos go on when the bricks of a list are done. */
static yee_status give_list(plan *p, cudaEvent_t end)
{
    return temporal_of(p)->last_pass
               ? DEVICE_CALL(p->host, cudaStreamWaitEvent(p->lane, end, 0))
               : YEE_OK;
}

/* What an exchange takes is there. */
static yee_status give(plan *p)
{
    if (!temporal_of(p)->last_pass)
        return YEE_OK;
    p->gives = true;
    return DEVICE_CALL(p->host, cudaEventRecord(p->given, p->lane));
}

/* Launches all bricks, classes side by side, those near to cuts first, and those of few long bricks: a
 * processor that has done its bricks of one takes those of another. */
static yee_status launch_bricks(plan *p, const domain *from, const domain *to)
{
    static const int order[CLASSES] = {EDGE, EDGE_WITH_LAYERS, 6, 4, 2, UNIFORM, 1, 3,
                                       5,    ALL_LAYERS};
    temporal *t = temporal_of(p);
    yee_status status = DEVICE_CALL(p->host, cudaEventRecord(t->start, p->work));
    if (status == YEE_OK)
        status = give_list(p, t->start);
    for (int m = 0; m < LISTS * CLASSES && status == YEE_OK; m++) {
        const int n = order[m % CLASSES], k = m / CLASSES;
        cudaStream_t stream = t->branch[n][k];
        if (t->passes.launch[n][k].count == 0)
            continue;
        status = DEVICE_CALL(p->host, cudaStreamWaitEvent(stream, t->start, 0));
        if (status == YEE_OK)
            status = launch_list(p, from, to, &t->passes.launch[n][k], stream);
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaEventRecord(t->end[n][k], stream));
        if (status == YEE_OK && k < NEEDS)
            status = give_list(p, t->end[n][k]);
    }
    return status == YEE_OK ? give(p) : status;
}

/* What follows in the plan's stream waits for all bricks. */
static yee_status join_bricks(plan *p)
{
    const temporal *t = temporal_of(p);
    yee_status status = YEE_OK;
    for (int n = 0; n < CLASSES; n++)
        for (int k = 0; k < LISTS && status == YEE_OK; k++)
            if (t->passes.launch[n][k].count > 0)
                status = DEVICE_CALL(p->host, cudaStreamWaitEvent(p->work, t->end[n][k], 0));
    return status;
}

/* The boxes to redo, in BOX_BUFFER from here on. */
static yee_status fetch_boxes(plan *p, const domain *from)
{
    plan_bind_buffer(p, BOX_BUFFER, &p->d);
    return DEVICE_CALL(
        p->host, stepwise_copy(from, &p->d, &temporal_of(p)->passes.redo[0], p->word, p->work));
}

/* Does a half step of a step once more in the boxes to redo. */
static yee_status redo(plan *p, int step, int electric, bool acts)
{
    const passes *w = &temporal_of(p)->passes;
    const int last = w->redo_lists - 1;
    const stepwise_boxes *boxes = &w->redo[step < last ? step : last];
    const bool swept = boxes->blocks > 0;
    yee_status status = YEE_OK;
    if (electric && laws_act(p))
        status = laws_sweep_boxes(p, boxes);
    else if (swept)
        status = DEVICE_CALL(p->host, stepwise_sweep(&p->d, boxes, p->word, electric, p->work));
    if (status != YEE_OK)
        return status;
    if (!acts)
        return steps_idle(p, electric, swept);
    return w->transforms_at_ends ? steps_sources_and_probes(p, electric, swept)
                                 : steps_between(p, electric, swept);
}

/* Does all steps once more in the boxes to redo by one launch, which bricks run beside. */
static yee_status begin_shared(plan *p, const domain *from, bool acts)
{
    temporal *t = temporal_of(p);
    yee_status status = DEVICE_CALL(p->host, cudaEventRecord(t->start, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamWaitEvent(t->boxes, t->start, 0));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, shared_boxes_launch(from, &p->between, &t->passes.shared,
                                                          p->word, acts, t->boxes));
    return status == YEE_OK ? DEVICE_CALL(p->host, cudaEventRecord(t->boxes_end, t->boxes))
                            : status;
}

/* Copies what these boxes have over the results of the bricks. */
static yee_status end_shared(plan *p, const domain *to)
{
    const temporal *t = temporal_of(p);
    const yee_status status =
        DEVICE_CALL(p->host, cudaStreamWaitEvent(p->work, t->boxes_end, 0));
    return status == YEE_OK && t->passes.shared.cells > 0
               ? DEVICE_CALL(p->host, shared_boxes_put(to, &t->passes.shared, p->word, p->work))
               : status;
}

/* Does all steps once more in the boxes to redo, one by one. */
static yee_status redo_stepwise(plan *p, const domain *from, bool acts)
{
    const passes *w = &temporal_of(p)->passes;
    yee_status status = w->beside ? fetch_boxes(p, from) : YEE_OK;
    for (int n = 0; n < 2 * w->x.steps && status == YEE_OK; n++)
        status = redo(p, n / 2, n % 2, acts);
    return status;
}

/* Makes the copies around periodic axes in one buffer. */
static yee_status copy_around(plan *p, const domain *d)
{
    const pass *x = &temporal_of(p)->passes.x;
    return p->d.periodic == 0
               ? YEE_OK
               : DEVICE_CALL(p->host, periodic_launch(d, x, p->word, x->words > 0, p->work));
}

void bind_buffer(plan *p, int side)
{
    p->state.current = side;
    plan_bind_buffer(p, side, &p->d);
}

yee_status launch_pass(plan *p, bool acts)
{
    const passes *w = &temporal_of(p)->passes;
    const bool shared = w->shared.count > 0;
    const domain from = p->d;
    domain to = p->d;
    plan_bind_buffer(p, 1 - p->state.current, &to);
    yee_status status = shared ? begin_shared(p, &from, acts) : YEE_OK;
    if (status == YEE_OK)
        status = launch_bricks(p, &from, &to);
    if (status == YEE_OK && !w->beside)
        status = join_bricks(p);
    if (status == YEE_OK)
        status = shared ? end_shared(p, &to) : redo_stepwise(p, &from, acts);
    if (status == YEE_OK && w->beside)
        status = join_bricks(p);
    if (status == YEE_OK && !shared && w->copy.blocks > 0)
        status = DEVICE_CALL(p->host, stepwise_copy(&p->d, &to, &w->copy, p->word, p->work));
    if (status == YEE_OK)
        status = copy_around(p, &to);
    bind_buffer(p, 1 - p->state.current);
    return status == YEE_OK && acts && w->transforms_at_ends ? steps_transform(p) : status;
}

yee_status single_pass(plan *p) { return launch_pass(p, true); }

static yee_status two_passes(plan *p)
{
    yee_status status = single_pass(p);
    return status == YEE_OK ? single_pass(p) : status;
}

yee_status run_stretch(plan *p, int64_t steps)
{
    temporal *t = temporal_of(p);
    const int64_t many = t->reason || t->trimmed != p->trimmed ? 0 : t->passes.x.steps;
    yee_status status = YEE_OK;
    t->ghosts_stale = t->ghosts_stale || p->problem->subdomain; /* its halo came from others */
    int64_t singly = t->set_from_outside && many > 0 ? 1 : 0;
    while (many > 0 && t->passes.transforms_at_ends && (p->step + singly) % many > 0)
        singly++;
    for (; singly > 0 && steps > 0 && status == YEE_OK; singly--, steps--) {
        status = single_step(p);
        t->set_from_outside = false;
        t->ghosts_stale = true;
    }
    if (many > 0 && steps >= many && t->ghosts_stale && status == YEE_OK) {
        status = copy_around(p, &p->d);
        t->ghosts_stale = false;
    }
    if (many > 0 && steps > many && p->state.current == 1 && status == YEE_OK) {
        /* graphs begin with the first buffer */
        status = single_pass(p);
        steps -= many;
    }
    if (many > 0 && steps >= 4 * many && !t->graph && status == YEE_OK)
        status = steps_graph(p, two_passes, 1, &t->graph);
    for (; many > 0 && t->graph && steps >= 2 * many && status == YEE_OK; steps -= 2 * many)
        status = DEVICE_CALL(p->host, cudaGraphLaunch(t->graph, p->work));
    for (; many > 0 && steps >= many && status == YEE_OK; steps -= many) {
        t->last_pass = t->passes.gives && steps == many;
        status = single_pass(p);
        t->last_pass = false;
    }
    t->ghosts_stale = t->ghosts_stale || steps > 0;
    return status == YEE_OK ? steps_launch(p, steps, single_step) : status;
}
