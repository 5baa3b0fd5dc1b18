/* channel.c: halos between the plans of a process, on the device, or by way of a message in the
 * host's memory (yee_scheme_ops.connect).
 *
 * A copy runs behind all that was launched for either plan, and what is launched for them later
 * runs behind it: streams wait for events, and the host waits for messages alone. */
#include "halo.h"
#include "plan.h"
#include <stdlib.h>

struct plan_channel {
    plan *from, *to; /* one of them may be NULL: a message */
    plan_channel *next;
    device_memory memory;
    const halo_span *source, *target; /* on the device */
    void *packed;                     /* of a message */
    int spans;
    int64_t words;
    cudaEvent_t ready, copied;
};

static plan *owner_of(const plan_channel *c) { return c->to ? c->to : c->from; }

/* In words, on the host; NULL: no memory. */
static halo_span *convert(const yee_state_span *span, int64_t spans, size_t word,
                          int64_t *words)
{
    halo_span *list = malloc((size_t)(spans + !spans) * sizeof *list);
    const int64_t size = (int64_t)word;
    *words = 0;
    for (int64_t n = 0; list && n < spans; n++) {
        const yee_state_span *s = &span[n];
        list[n] = (halo_span){.base = s->base,
                              .first = *words,
                              .row = s->bytes / size,
                              .rows = s->count[1],
                              .pitch = {s->pitch[0], s->pitch[1]}};
        *words += s->bytes / size * s->count[0] * s->count[1];
    }
    return list;
}

static yee_status build(plan_channel *c, const yee_state_span *from, const yee_state_span *to)
{
    const plan *p = owner_of(c);
    halo_span *source = c->from ? convert(from, c->spans, p->word, &c->words) : NULL;
    halo_span *target = c->to ? convert(to, c->spans, p->word, &c->words) : NULL;
    bool ok = (source || !c->from) && (target || !c->to);
    if (ok && source)
        ok = device_ask(&c->memory, &c->source, c->spans, sizeof *source, source);
    if (ok && target)
        ok = device_ask(&c->memory, &c->target, c->spans, sizeof *target, target);
    if (ok && !(source && target))
        ok = device_ask(&c->memory, &c->packed, c->words, p->word, NULL);
    yee_status status = ok ? device_grant(p->host, &c->memory)
                           : p->host->fail(p->host, YEE_MEMORY, "no host memory for a halo");
    if (status == YEE_OK) /* the uploads went through another stream */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    for (int n = 0; n < 2 && status == YEE_OK; n++)
        status = DEVICE_CALL(p->host, cudaEventCreateWithFlags(n ? &c->copied : &c->ready,
                                                               cudaEventDisableTiming));
    free(source);
    free(target);
    return status;
}

yee_status plan_connect(plan *from, const yee_state_span *from_span, plan *to,
                        const yee_state_span *to_span, int64_t spans, plan_channel **made)
{
    plan *owner = to ? to : from;
    plan_channel *c = calloc(1, sizeof *c);
    if (!c)
        return owner->host->fail(owner->host, YEE_MEMORY, "no host memory for a halo");
    *c = (plan_channel){.from = from, .to = to, .spans = (int)spans, .next = owner->channels};
    owner->channels = c;
    *made = c;
    return build(c, from_span, to_span);
}

/* The second stream goes on when all that was launched into the first one is done. */
static yee_status await(plan_channel *c, cudaStream_t first, cudaEvent_t event,
                        cudaStream_t second)
{
    const yee_host *host = owner_of(c)->host;
    const yee_status status = DEVICE_CALL(host, cudaEventRecord(event, first));
    return status == YEE_OK ? DEVICE_CALL(host, cudaStreamWaitEvent(second, event, 0)) : status;
}

static yee_status copy(plan_channel *c)
{
    const plan *p = owner_of(c);
    return DEVICE_CALL(p->host, halo_launch(c->source, c->target, c->spans, c->words, c->packed,
                                            p->word, p->work));
}

static yee_status copy_message(plan_channel *c, void *message)
{
    const plan *p = owner_of(c);
    const size_t bytes = (size_t)c->words * p->word;
    yee_status status = YEE_OK;
    if (c->to)
        status = DEVICE_CALL(p->host, cudaMemcpyAsync(c->packed, message, bytes,
                                                      cudaMemcpyHostToDevice, p->work));
    if (status == YEE_OK)
        status = copy(c);
    if (status == YEE_OK && c->from)
        status = DEVICE_CALL(p->host, cudaMemcpyAsync(message, c->packed, bytes,
                                                      cudaMemcpyDeviceToHost, p->work));
    return status == YEE_OK ? DEVICE_CALL(p->host, cudaStreamSynchronize(p->work)) : status;
}

yee_status plan_transfer(plan_channel *c, void *message)
{
    if (!c->from || !c->to)
        return copy_message(c, message);
    yee_status status = await(c, c->from->work, c->ready, c->to->work);
    if (status == YEE_OK)
        status = copy(c);
    return status == YEE_OK ? await(c, c->to->work, c->copied, c->from->work) : status;
}

void channels_free(plan *p)
{
    while (p->channels) {
        plan_channel *c = p->channels;
        p->channels = c->next;
        if (c->ready)
            cudaEventDestroy(c->ready);
        if (c->copied)
            cudaEventDestroy(c->copied);
        device_release(&c->memory);
        free(c);
    }
}
