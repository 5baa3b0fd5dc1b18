/* exchange.c: the halos of all subdomains of a process (yee_scheme_ops.transfer_all).
 *
 * The streams of all plans of a GPU meet in that of one of them, its leader, which does the copies
 * of a round by one launch, and go on from there: a kernel for each channel, with its events, waits
 * longer than it copies. Leaders of several GPUs wait for each other by events, the host for none:
 * before a kernel stores to another GPU, all that was launched there is done, and what is launched
 * there later waits for the kernel. Where a key names the route every plan is its own leader, so
 * that one GPU does what several would. */
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

static yee_status reach(plan *p)
{
    plan_enter(p);
    return DEVICE_CALL(p->host, cudaEventRecord(p->reached, p->work));
}

/* What is launched into a plan's stream runs behind what the other's has reached. */
static yee_status follow(const plan *p, const plan *other)
{
    return DEVICE_CALL(p->host, cudaStreamWaitEvent(p->work, other->reached, 0));
}

/* The leader of a plan goes on when all that was launched for the plan is done; each plan once. */
static yee_status join(exchange *e, plan *p)
{
    if (p->leader)
        return YEE_OK;
    for (int n = 0; n < e->leaders && !p->leader; n++)
        if (leads(e->leader[n], p))
            p->leader = e->leader[n];
    if (!p->leader) {
        p->leader = e->leader[e->leaders++] = p;
        return YEE_OK;
    }
    const yee_status status = reach(p);
    return status == YEE_OK ? follow(p->leader, p) : status;
}

static yee_status reach_all(const exchange *e)
{
    yee_status status = YEE_OK;
    for (int n = 0; n < e->leaders && status == YEE_OK; n++)
        status = reach(e->leader[n]);
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
    for (int64_t n = from; n < to; n++) {
        const plan_channel *c = e->channel[n];
        if (out && c->from->leader == leader)
            e->copy[count++] = channel_copy(c->pack ? c->pack : c);
        if (!out && c->unpack && c->to->leader == leader)
            e->copy[count++] = channel_copy(c->unpack);
    }
    if (count == 0)
        return YEE_OK;
    plan_enter(leader);
    return DEVICE_CALL(leader->host, halo_launch(e->copy, count, leader->work));
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
    return leader && leader != p ? follow(p, leader) : YEE_OK;
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
