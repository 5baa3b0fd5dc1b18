/* steps.c: stretches of steps. Within one the host only launches: a graph of many steps where
 * there are that many left, single steps for the rest; then it hands over the deliveries of the
 * stretch before. */
#include "plan.h"

enum { GRAPH_STEPS = 20 }; /* the 100 between two looks at the fields are five graphs */

/* Values of a step for all signals, one block of half a span of steps at a time. */
yee_status steps_supply(plan *p, int64_t step)
{
    const int64_t half = p->between.span / 2, block = step / half, side = block % 2;
    if (p->between.values == 0 || p->feed.block[side] == block)
        return YEE_OK;
    double *values = p->feed.pinned + side * half * p->between.values;
    yee_status status = DEVICE_CALL(p->host, cudaEventSynchronize(p->feed.copied[side]));
    for (int64_t s = 0; s < half && status == YEE_OK; s++)
        for (int64_t n = 0; n < p->feed.slots; n++) {
            const yee_signals *x = p->feed.slot[n].signals;
            x->fill(x->self, block * half + s,
                    values + s * p->between.values + p->feed.slot[n].at);
        }
    if (status == YEE_OK)
        status = DEVICE_CALL(
            p->host,
            cudaMemcpyAsync((double *)p->between.signals + side * half * p->between.values,
                            values, (size_t)(half * p->between.values) * sizeof *values,
                            cudaMemcpyHostToDevice, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventRecord(p->feed.copied[side], p->work));
    p->feed.block[side] = status == YEE_OK ? block : -1;
    return status;
}

/* After fields or the step were set: the clock, the ports' voltages and the H edges in double,
 * which a step expects from the one before. */
yee_status steps_prepare(plan *p)
{
    if (!p->dirty)
        return YEE_OK;
    yee_status status =
        DEVICE_CALL(p->host, cudaMemcpyAsync(p->between.clock, &p->step, sizeof p->step,
                                             cudaMemcpyHostToDevice, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host,
                             between_launch(&p->d, &p->between, p->word, 1,
                                            TASK_PORT_VOLTAGE | TASK_KEEP_H, false, p->work));
    p->dirty = status != YEE_OK;
    return status;
}

/* Whether a half step has points; one without any is not launched. */
static bool has_points(const domain *d, int electric)
{
    bool some = true;
    for (int a = 0; a < 3; a++)
        some = some && d->sweep[electric][0][a] < d->sweep[electric][1][a];
    return some;
}

/* The cells of a subdomain that its own ones need: in so many steps a value goes as many cells, and
 * H of the cell before an own one goes into its E. */
static void shrink(const plan *p, int electric, part *all)
{
    enum { LINE = 32 }; /* words: threads start where lines of memory do */
    const yee_subdomain *s = p->problem->subdomain;
    for (int n = 0; s && p->ahead >= 0 && n < 3; n++) {
        const int a = (n + p->rotation) % 3;
        const yee_axis_data *axis = &p->grid.axis[a];
        const int64_t low = s->low[n] - p->ahead - !electric, high = s->high[n] + p->ahead;
        const int64_t from = a == 2 ? low / LINE * LINE : low;
        if (axis->face[0] == YEE_FACE_OPEN && from > all->from[a])
            all->from[a] = (int)from;
        if (axis->face[1] == YEE_FACE_OPEN && high < all->to[a])
            all->to[a] = (int)high;
    }
}

yee_status steps_sweep(plan *p, int electric)
{
    if (laws_act(p))
        return electric ? laws_sweep(p) : laws_sweep_h(p);
    tiling t = p->tiling;
    shrink(p, electric, &t.all[electric]);
    return DEVICE_CALL(p->host, sweep_launch(&p->d, &t, p->word, electric, p->work));
}

static yee_status do_tasks(plan *p, int electric, int tasks, bool after_sweep)
{
    return tasks == 0
               ? YEE_OK
               : DEVICE_CALL(p->host, between_launch(&p->d, &p->between, p->word, electric,
                                                     tasks, after_sweep, p->work));
}

/* Long lists have launches of their own. */
yee_status steps_sources_and_probes(plan *p, int electric, bool after_sweep)
{
    const between *c = &p->between;
    yee_status status = YEE_OK;
    int tasks = c->edges[electric] > 0 ? TASK_EDGES : 0;
    after_sweep = after_sweep && has_points(&p->d, electric);
    if (electric && laws_have_guests(p)) {
        status = laws_before(p);
        after_sweep = false;
    }
    if (status == YEE_OK && c->sources[electric] > LONG_LIST) {
        status = do_tasks(p, electric, tasks, after_sweep);
        if (status == YEE_OK)
            status =
                DEVICE_CALL(p->host, between_add_many(&p->d, c, p->word, electric, p->work));
        tasks = 0;
        after_sweep = false;
    } else if (c->sources[electric] > 0) {
        tasks |= TASK_SOURCES;
    }
    if (electric && c->ports > 0 && !laws_ports(p))
        tasks |= TASK_PORTS;
    const bool after = electric && laws_act_after(p);
    if (electric && (after || c->points > LONG_LIST)) {
        if (status == YEE_OK)
            status = do_tasks(p, electric, tasks, after_sweep);
        if (status == YEE_OK && after)
            status = laws_after(p);
        if (status == YEE_OK && c->taps > 0)
            status = DEVICE_CALL(p->host, between_log_many(&p->d, c, p->word, p->work));
        tasks = 0;
        after_sweep = false;
    } else if (electric && c->taps > 0) {
        tasks |= TASK_LOG;
    }
    if (electric && c->edges[0] > 0 && c->sources[0] > 0)
        tasks |= TASK_KEEP_H;
    if (electric && (c->values > 0 || c->taps > 0 || p->transforms.count > 0))
        tasks |= TASK_CLOCK;
    return status == YEE_OK ? do_tasks(p, electric, tasks, after_sweep) : status;
}

yee_status steps_idle(plan *p, int electric, bool after_sweep)
{
    const between *c = &p->between;
    const bool any =
        c->edges[electric] > 0 || c->sources[electric] > 0 || (electric && c->taps > 0);
    return any ? DEVICE_CALL(p->host, between_launch(&p->d, c, p->word, electric,
                                                     c->edges[electric] > 0 ? TASK_EDGES : 0,
                                                     after_sweep && has_points(&p->d, electric),
                                                     p->work))
               : YEE_OK;
}

yee_status steps_transform(plan *p)
{
    return p->transforms.frequent == 0
               ? YEE_OK
               : DEVICE_CALL(p->host,
                             transform_launch(&p->d, p->transforms.on_device,
                                              p->transforms.frequent, p->transforms.most_points,
                                              p->between.clock, p->word, p->work));
}

yee_status steps_between(plan *p, int electric, bool after_sweep)
{
    const yee_status status = steps_sources_and_probes(p, electric, after_sweep);
    if (status == YEE_OK && !electric && laws_act_after_h(p))
        return laws_after_h(p);
    return status == YEE_OK && electric ? steps_transform(p) : status;
}

static yee_status launch_one(plan *p, step_launch one)
{
    p->ahead -= p->ahead >= 0;
    return one(p);
}

/* A graph of so many steps (or passes), for launches bind small grids. */
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
    for (; steps > 0 && p->graph.phase != 0 && status == YEE_OK; steps--)
        status = launch_one(p, one); /* a graph is a whole number of cycles from phase 0 on */
    /* a graph sees the arrays it was made with, and its steps are all alike */
    const bool recorded = p->state.current == 0 && p->ahead < 0;
    if (status == YEE_OK && recorded && steps >= GRAPH_STEPS && !p->graph.exec)
        status = steps_graph(p, one, GRAPH_STEPS, &p->graph.exec);
    for (; recorded && steps >= GRAPH_STEPS && status == YEE_OK; steps -= GRAPH_STEPS)
        status = DEVICE_CALL(p->host, cudaGraphLaunch(p->graph.exec, p->work));
    for (; steps > 0 && status == YEE_OK; steps--)
        status = launch_one(p, one);
    return status;
}

/* The steps to `end`, or to where a stretch ends; delivers the stretch before. */
static yee_status do_stretch(plan *p, int64_t end, const yee_sink *sink, stretch_launch launch)
{
    const int64_t from = p->step, next = taps_next(p, from), to = next < end ? next : end;
    yee_status status = steps_supply(p, from);
    if (status == YEE_OK)
        status = launch(p, to - from);
    p->step = to;
    if (status == YEE_OK)
        status = taps_stage(p, from);
    return status == YEE_OK ? taps_deliver(p, &p->staging.buffer[p->staging.index], sink)
                            : status;
}

yee_status steps_enqueue(plan *p, int64_t steps, const yee_sink *sink, stretch_launch launch)
{
    const yee_status status = steps_prepare(p);
    return status == YEE_OK ? do_stretch(p, p->step + steps, sink, launch) : status;
}

/* A subdomain's steps go on while the host launches those of its neighbours; run() of 0 steps waits
 * for them. */
yee_status steps_run(plan *p, int64_t steps, const yee_sink *sink, stretch_launch launch)
{
    yee_status status = steps_prepare(p);
    for (const int64_t end = p->step + steps; p->step < end && status == YEE_OK;)
        status = do_stretch(p, end, sink, launch);
    if (status == YEE_OK)
        status = taps_deliver(p, &p->staging.buffer[1 - p->staging.index], sink);
    const bool waits = steps == 0 || !p->problem->subdomain || status != YEE_OK;
    const yee_status done =
        waits ? DEVICE_CALL(p->host, cudaStreamSynchronize(p->work)) : YEE_OK;
    return status == YEE_OK ? done : status;
}
