/* exchange.c: the halos of all subdomains of a process (yee_scheme_ops.transfer_all).
 *
 * The streams of all plans meet in that of one of them, which does the copies of a round by one
 * launch, and go on from there: a kernel for each channel, with its events, waits longer than it
 * copies. */
#include "channel.h"
#include <stdlib.h>

/* The leader goes on when all that was launched for a plan is done; each plan once. */
static yee_status join(plan *leader, plan *p, cudaEvent_t event)
{
    if (p == leader || p->joined)
        return YEE_OK;
    p->joined = true;
    const yee_status status = DEVICE_CALL(p->host, cudaEventRecord(event, p->work));
    return status == YEE_OK ? DEVICE_CALL(p->host, cudaStreamWaitEvent(leader->work, event, 0))
                            : status;
}

static yee_status go_on(plan *p, cudaEvent_t event)
{
    if (!p->joined)
        return YEE_OK;
    p->joined = false;
    return DEVICE_CALL(p->host, cudaStreamWaitEvent(p->work, event, 0));
}

static yee_status copy_rounds(const plan *leader, plan_channel *const *channel,
                              const int64_t *end, int rounds)
{
    halo_copy *copy = malloc((size_t)end[rounds - 1] * sizeof *copy);
    yee_status status =
        copy ? YEE_OK
             : leader->host->fail(leader->host, YEE_MEMORY, "no host memory for halos");
    for (int64_t r = 0, n = 0; r < rounds && status == YEE_OK; r++) {
        int count = 0;
        for (; n < end[r]; n++)
            copy[count++] = channel_copy(channel[n]);
        status = DEVICE_CALL(leader->host, halo_launch(copy, count, leader->work));
    }
    free(copy);
    return status;
}

yee_status plan_transfer_all(plan_channel *const *channel, const int64_t *end, int rounds)
{
    const int64_t count = rounds > 0 ? end[rounds - 1] : 0;
    if (count == 0)
        return YEE_OK;
    plan *leader = channel[0]->to;
    const cudaEvent_t done = channel[0]->ready;
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < count && status == YEE_OK; n++) {
        status = join(leader, channel[n]->from, channel[n]->ready);
        if (status == YEE_OK)
            status = join(leader, channel[n]->to, channel[n]->copied);
    }
    if (status == YEE_OK)
        status = copy_rounds(leader, channel, end, rounds);
    if (status == YEE_OK)
        status = DEVICE_CALL(leader->host, cudaEventRecord(done, leader->work));
    for (int64_t n = 0; n < 2 * count; n++) {
        const plan_channel *c = channel[n / 2];
        const yee_status next = go_on(n % 2 ? c->from : c->to, done);
        status = status == YEE_OK ? next : status;
    }
    return status;
}
