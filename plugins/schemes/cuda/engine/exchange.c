/* exchange.c: the halos of all subdomains of a process (yee_scheme_ops.transfer_all).
 *
 * The streams of all plans of a GPU meet in the lane of one of them, its leader, where the copies
 * of a round are done by one launch, and go on from there: a kernel for each channel, with its events, waits
 * longer than it copies. Leaders of several GPUs wait for each other by events, the host for none:
 * before a kernel stores to another GPU, all that was launched there is done, and what is launched
 * there later waits for the kernel. Where a key names the route every plan is its own leader, so
 * that one GPU does what several would.
 *
 * A lane is the plan's own stream, or one beside it: a pass that gives what the exchange takes before
 * it has done all of its bricks goes on there while halos are copied. Large runs of memory are then
 * left to the copy engines, since bricks leave no processor free. */
#include "channel.h"
#include <stdlib.h>

/* An exchange that is under way. */
typedef struct exchange {
    plan_channel *const *channel;
    const int64_t *end; /* of the channels of each round */
    int rounds;
    plan **leader; /* shape [leaders] */
    int leaders;
    halo_copy *copy; /* room for those of a launch */
} exchange;

static bool crosses(const plan_channel *c) { return c->from->leader != c->to->leader; }

static bool leads(const plan *leader, const plan *p)
{
    return p->halos == HALO_AUTO && p->device == leader->device;
}

static yee_status record(plan *p, cudaEvent_t event, cudaStream_t stream)
{
    plan_enter(p);
    return DEVICE_CALL(p->host, cudaEventRecord(event, stream));
}

static yee_status await(const plan *p, cudaStream_t stream, cudaEvent_t event)
{
    return DEVICE_CALL(p->host, cudaStreamWaitEvent(stream, event, 0));
}

/* What is launched into a leader's lane runs behind what the other's has reached. */
static yee_status follow(const plan *leader, const plan *other)
{
    return await(leader, leader->lane, other->passed);
}

/* The lane of a plan's leader goes on when all is done that the exchange takes of the plan: what was
 * launched for it, or what the last pass has given. */
static yee_status join_lane(plan *p)
{
    if (p->gives)
        return p->leader == p ? YEE_OK : await(p->leader, p->leader->lane, p->given);
    if (p->leader->lane == p->work)
        return YEE_OK;
    const yee_status status = record(p, p->reached, p->work);
    return status == YEE_OK ? await(p->leader, p->leader->lane, p->reached) : status;
}

/* Finds the leader of a plan; each plan once. */
static yee_status join(exchange *e, plan *p)
{
    if (p->leader)
        return YEE_OK;
    for (int n = 0; n < e->leaders && !p->leader; n++)
        if (leads(e->leader[n], p))
            p->leader = e->leader[n];
    if (!p->leader)
        p->leader = e->leader[e->leaders++] = p;
    return join_lane(p);
}

static yee_status reach_all(const exchange *e)
{
    yee_status status = YEE_OK;
    for (int n = 0; n < e->leaders && status == YEE_OK; n++)
        status = record(e->leader[n], e->leader[n]->passed, e->leader[n]->lane);
    return status;
}

/* All that was launched for a plan that others store to is done before they do. */
static yee_status begin(exchange *e)
{
    const int64_t count = e->end[e->rounds - 1];
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < 2 * count && status == YEE_OK; n++)
        status = join(e, n % 2 ? e->channel[n / 2]->to : e->channel[n / 2]->from);
    if (status == YEE_OK && e->leaders > 1)
        status = reach_all(e);
    for (int64_t n = 0; n < count && status == YEE_OK; n++)
        if (crosses(e->channel[n]))
            status = follow(e->channel[n]->from->leader, e->channel[n]->to->leader);
    return status;
}

/* The copies of a leader's plans, by one launch: those that go out, or those that unpack. */
static yee_status launch(const exchange *e, plan *leader, int64_t from, int64_t to, bool out)
{
    int count = 0;
    yee_status status = YEE_OK;
    plan_enter(leader);
    for (int64_t n = from; n < to && status == YEE_OK; n++) {
        const plan_channel *c = e->channel[n];
        if (out && c->from->leader == leader)
            e->copy[count++] = channel_copy(c->pack ? c->pack : c);
        if (out && c->from->leader == leader)
            status = channel_copy_runs(c, leader->lane);
        if (!out && c->unpack && c->to->leader == leader)
            e->copy[count++] = channel_copy(c->unpack);
    }
    return status == YEE_OK && count > 0
               ? DEVICE_CALL(leader->host, halo_launch(e->copy, count, leader->lane))
               : status;
}

static yee_status do_round(const exchange *e, int64_t from, int64_t to)
{
    yee_status status = YEE_OK;
    for (int n = 0; n < e->leaders && status == YEE_OK; n++)
        status = launch(e, e->leader[n], from, to, true);
    if (status == YEE_OK)
        status = channels_move(e->channel + from, to - from);
    if (status == YEE_OK && e->leaders > 1)
        status = reach_all(e);
    for (int64_t n = from; n < to && status == YEE_OK; n++)
        if (crosses(e->channel[n]))
            status = follow(e->channel[n]->to->leader, e->channel[n]->from->leader);
    for (int n = 0; n < e->leaders && status == YEE_OK; n++)
        status = launch(e, e->leader[n], from, to, false);
    return status;
}

static yee_status go_on(plan *p)
{
    const plan *leader = p->leader;
    p->leader = NULL;
    p->gives = false;
    return leader && leader->lane != p->work ? await(p, p->work, leader->passed) : YEE_OK;
}

/* Every plan goes on behind its leader. */
static yee_status end(const exchange *e)
{
    const int64_t count = e->end[e->rounds - 1];
    yee_status status = reach_all(e);
    for (int64_t n = 0; n < 2 * count; n++) {
        const yee_status next = go_on(n % 2 ? e->channel[n / 2]->to : e->channel[n / 2]->from);
        status = status == YEE_OK ? next : status;
    }
    return status;
}

yee_status plan_transfer_all(plan_channel *const *channel, const int64_t *ends, int rounds)
{
    const int64_t count = rounds > 0 ? ends[rounds - 1] : 0;
    if (count == 0)
        return YEE_OK;
    const yee_host *host = channel[0]->from->host;
    exchange e = {channel, ends,
                  rounds,  malloc((size_t)(2 * count) * sizeof *e.leader),
                  0,       malloc((size_t)count * sizeof *e.copy)};
    yee_status status = e.leader && e.copy
                            ? begin(&e)
                            : host->fail(host, YEE_MEMORY, "no host memory for halos");
    for (int64_t r = 0, n = 0; r < rounds && status == YEE_OK; n = ends[r++])
        status = do_round(&e, n, ends[r]);
    const yee_status ended = e.leader && e.copy ? end(&e) : status;
    free(e.leader);
    free(e.copy);
    return status == YEE_OK ? ended : status;
}
