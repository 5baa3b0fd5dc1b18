/* steps.c: stretches of steps. Within one the host only launches: a graph of many steps where
 * there are that many left, single steps for the rest; then it hands over what the stretch
 * before has brought. */
#include "plan.h"

enum { GRAPH_STEPS = 16 };

/* Values of a step for all players, one block of half a span at a time. */
yee_status steps_supply(plan *p, int64_t step)
{
    const int64_t half = p->c.span / 2, block = step / half, side = block % 2;
    if (p->c.values == 0 || p->supplied[side] == block)
        return YEE_OK;
    double *values = p->signals_pinned + side * half * p->c.values;
    yee_status status = DEVICE_CALL(p->host, cudaEventSynchronize(p->signals_free[side]));
    for (int64_t s = 0; s < half && status == YEE_OK; s++)
        for (int64_t n = 0; n < p->players; n++) {
            const yee_signals *x = p->player[n].signals;
            x->fill(x->self, block * half + s, values + s * p->c.values + p->player[n].at);
        }
    if (status == YEE_OK)
        status = DEVICE_CALL(
            p->host, cudaMemcpyAsync((double *)p->c.signals + side * half * p->c.values, values,
                                     (size_t)(half * p->c.values) * sizeof *values,
                                     cudaMemcpyHostToDevice, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventRecord(p->signals_free[side], p->work));
    p->supplied[side] = status == YEE_OK ? block : -1;
    return status;
}

/* After fields or the step were set: the clock, and what a step expects from the one before. */
yee_status steps_prepare(plan *p)
{
    if (!p->dirty)
        return YEE_OK;
    yee_status status =
        DEVICE_CALL(p->host, cudaMemcpyAsync(p->c.clock, &p->step, sizeof p->step,
                                             cudaMemcpyHostToDevice, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, chores_launch(&p->d, &p->c, p->word, 1,
                                                    TASK_BEFORE | TASK_KEEP, false, p->work));
    p->dirty = status != YEE_OK;
    return status;
}

/* A half step without points is not launched. */
static bool has_points(const domain *d, int electric)
{
    bool some = true;
    for (int a = 0; a < 3; a++)
        some = some && d->sweep[electric][0][a] < d->sweep[electric][1][a];
    return some;
}

static yee_status do_chores(plan *p, int electric, int tasks, bool swept)
{
    return tasks == 0 ? YEE_OK
                      : DEVICE_CALL(p->host, chores_launch(&p->d, &p->c, p->word, electric,
                                                           tasks, swept, p->work));
}

/* Long lists have launches of their own. */
yee_status steps_chores(plan *p, int electric, bool swept)
{
    const chores *c = &p->c;
    yee_status status = YEE_OK;
    int tasks = c->nears[electric] > 0 ? TASK_NEAR : 0;
    swept = swept && has_points(&p->d, electric);
    if (c->targets[electric] > MANY) {
        status = do_chores(p, electric, tasks, swept);
        if (status == YEE_OK)
            status =
                DEVICE_CALL(p->host, chores_add_many(&p->d, c, p->word, electric, p->work));
        tasks = 0;
        swept = false;
    } else if (c->targets[electric] > 0) {
        tasks |= TASK_ADD;
    }
    if (electric && c->ports > 0)
        tasks |= TASK_PORTS;
    if (electric && c->points > MANY) {
        if (status == YEE_OK)
            status = do_chores(p, electric, tasks, swept);
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, chores_watch_many(&p->d, c, p->word, p->work));
        tasks = 0;
        swept = false;
    } else if (electric && c->watches > 0) {
        tasks |= TASK_WATCH;
    }
    if (electric && c->nears[0] > 0 && c->targets[0] > 0)
        tasks |= TASK_KEEP;
    if (electric && (c->values > 0 || c->watches > 0 || p->transforms > 0))
        tasks |= TASK_TICK;
    return status == YEE_OK ? do_chores(p, electric, tasks, swept) : status;
}

yee_status steps_transform(plan *p)
{
    return p->often == 0 ? YEE_OK
                         : DEVICE_CALL(p->host, transform_launch(&p->d, p->transform_there,
                                                                 p->often, p->often_points,
                                                                 p->c.clock, p->word, p->work));
}

yee_status steps_between(plan *p, int electric, bool swept)
{
    const yee_status status = steps_chores(p, electric, swept);
    return status == YEE_OK && electric ? steps_transform(p) : status;
}

/* So many steps (or passes) as one graph: small grids are not bound by launches. */
yee_status steps_graph(plan *p, step_launch one, int times, cudaGraphExec_t *made)
{
    cudaGraph_t graph = NULL;
    yee_status status =
        DEVICE_CALL(p->host, cudaStreamBeginCapture(p->work, cudaStreamCaptureModeThreadLocal));
    for (int n = 0; n < times && status == YEE_OK; n++)
        status = one(p);
    yee_status ended = DEVICE_CALL(p->host, cudaStreamEndCapture(p->work, &graph));
    status = status == YEE_OK ? ended : status;
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaGraphInstantiate(made, graph, 0));
    if (graph)
        cudaGraphDestroy(graph);
    return status;
}

/* Steps one by one, most of them in graphs. */
yee_status steps_launch(plan *p, int64_t steps, step_launch one)
{
    yee_status status = YEE_OK;
    for (; steps > 0 && p->phase != 0 && status == YEE_OK; steps--)
        status = one(p); /* a graph is a whole number of cycles from phase 0 on */
    /* a graph sees the arrays it was made with */
    const bool same = p->side == 0;
    if (status == YEE_OK && same && steps >= GRAPH_STEPS && !p->graph)
        status = steps_graph(p, one, GRAPH_STEPS, &p->graph);
    for (; same && steps >= GRAPH_STEPS && status == YEE_OK; steps -= GRAPH_STEPS)
        status = DEVICE_CALL(p->host, cudaGraphLaunch(p->graph, p->work));
    for (; steps > 0 && status == YEE_OK; steps--)
        status = one(p);
    return status;
}

yee_status steps_run(plan *p, int64_t steps, const yee_sink *sink, stretch_launch launch)
{
    yee_status status = steps_prepare(p);
    for (int64_t end = p->step + steps; p->step < end && status == YEE_OK;) {
        const int64_t from = p->step, next = watch_next(p, from), to = next < end ? next : end;
        status = steps_supply(p, from);
        if (status == YEE_OK)
            status = launch(p, to - from);
        p->step = to;
        if (status == YEE_OK)
            status = watch_load(p, from);
        if (status == YEE_OK)
            status = watch_deliver(p, &p->boat[p->sail], sink);
    }
    if (status == YEE_OK)
        status = watch_deliver(p, &p->boat[1 - p->sail], sink);
    yee_status done = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    return status == YEE_OK ? done : status;
}
