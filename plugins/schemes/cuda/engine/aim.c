/* aim.c: a plan becomes one of another problem with the same grid and media: arrays, ids and tables
 * stay where they are, so that graphs of other problems alone are recorded anew. Nothing here waits
 * for the work of other plans on the card. */
#include "plan.h"
#include <string.h>

yee_status plan_clear(plan *p)
{
    yee_status status = YEE_OK;
    for (int k = 0; k < p->state.count; k++)
        for (int n = 0; n < p->state.buffers && status == YEE_OK; n++)
            if (p->state.array[k].buffer[n])
                status = DEVICE_CALL(p->host,
                                     cudaMemsetAsync(p->state.array[k].buffer[n], 0,
                                                     (size_t)p->state.array[k].words * p->word,
                                                     p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    if (status == YEE_OK)
        status = laws_begin(p);
    /* uploads go through the default stream */
    return status == YEE_OK ? DEVICE_CALL(p->host, cudaStreamSynchronize(NULL)) : status;
}

/* The former problem's lists, and all that was recorded of them. */
static yee_status forget(plan *p)
{
    yee_status status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->copies));
    if (p->graph.exec)
        cudaGraphExecDestroy(p->graph.exec);
    p->graph = (launch_graph){NULL, 0};
    plan_drop_lists(p);
    memset(&p->between, 0, sizeof p->between);
    memset(&p->feed, 0, sizeof p->feed);
    memset(&p->transforms, 0, sizeof p->transforms);
    memset(&p->log, 0, sizeof p->log);
    memset(&p->staging, 0, sizeof p->staging);
    memset(&p->reduction, 0, sizeof p->reduction);
    return status;
}

static yee_status make_lists(plan *p)
{
    const plan_options options = {.interleaved = p->layout.interleaved};
    p->options = &options;
    yee_status status =
        plan_lists(p)
            ? device_grant(p->host, &p->lists)
            : p->host->fail(p->host, YEE_MEMORY, "no host memory for the sources and outputs");
    if (status == YEE_OK)
        status = taps_open(p);
    p->options = NULL;
    p->edges[0] = p->edges[1] = NULL;
    plan_drop_scratch(p);
    return status;
}

static bool has_laws(const yee_problem *q)
{
    bool any = q->laws > 0;
    for (int64_t n = 0; n < q->ports; n++)
        any = any || q->port[n].law;
    return any;
}

yee_status plan_aim(plan *p, const yee_problem *problem)
{
    yee_status status = plan_decline(p->host, problem);
    if (status != YEE_OK)
        return status;
    if (has_laws(problem) || p->laws) /* their tables know the signals, sources and ports */
        return p->host->fail(p->host, YEE_DECLINED, "a model with laws is planned anew");
    status = forget(p);
    p->problem = problem;
    p->step = 0;
    p->dirty = true;
    p->state.current = 0;
    plan_bind_buffer(p, 0, &p->d);
    if (status == YEE_OK)
        status = make_lists(p);
    return status == YEE_OK ? plan_clear(p) : status; /* which waits for the uploads, too */
}
