/* channel.c: halos between the plans of a process, on the device, or by way of a message in the
 * host's memory (yee_scheme_ops.connect).
 *
 * A copy runs behind all that was launched for either plan, and what is launched for them later
 * runs behind it: streams wait for events, and the host waits for messages alone. */
#include "channel.h"
#include "nccl.h"
#include <stdlib.h>

static bool multiple(const yee_state_span *s, int64_t of)
{
    return (intptr_t)s->base % of == 0 && s->bytes % of == 0 && s->pitch[0] % of == 0 &&
           s->pitch[1] % of == 0;
}

/* The most bytes that a copy between both takes at a time. NULL: packed memory. */
static int unit_of(const yee_state_span *from, const yee_state_span *to, int64_t packed,
                   size_t word)
{
    enum { MOST = 16 };
    int unit = MOST;
    while (unit > (int)word &&
           (packed % unit || (from && !multiple(from, unit)) || (to && !multiple(to, unit))))
        unit /= 2;
    return unit;
}

/* Where an address of a buffer of the state is in another one. */
static char *in_buffer(const plan *p, char *address, int buffer)
{
    for (int n = 0; n < p->state.count; n++)
        for (int b = 0; b < p->state.buffers; b++) {
            const state_array *k = &p->state.array[n];
            char *first = k->buffer[b];
            if (address >= first && address < first + (size_t)k->words * p->word)
                return (char *)k->buffer[buffer] + (address - first);
        }
    return address;
}

/* Spans of one side, on the host, for every buffer of its state; NULL: no memory. */
static halo_span *convert(const plan *p, const yee_state_span *span, const halo_span *shape,
                          int spans)
{
    halo_span *list = malloc((size_t)(p->state.buffers * spans + 1) * sizeof *list);
    for (int n = 0; list && n < p->state.buffers * spans; n++) {
        const yee_state_span *s = &span[n % spans];
        list[n] = shape[n % spans];
        list[n].base = in_buffer(p, s->base, n / spans);
        list[n].pitch[0] = s->pitch[0];
        list[n].pitch[1] = s->pitch[1];
    }
    return list;
}

/* What both sides of each span have in common; the bytes of all. */
static int64_t find_shapes(const yee_state_span *from, const yee_state_span *to, int spans,
                           size_t word, halo_span *shape)
{
    int64_t bytes = 0;
    for (int n = 0; n < spans; n++) {
        const yee_state_span *s = from ? &from[n] : &to[n];
        const int unit = unit_of(from ? &from[n] : NULL, to ? &to[n] : NULL, bytes, word);
        shape[n] = (halo_span){
            .first = bytes, .row = s->bytes / unit, .rows = s->count[1], .unit = unit};
        bytes += s->bytes * s->count[0] * s->count[1];
    }
    return bytes;
}

/* Cuts spans into pieces: their number, and with a list the pieces themselves. */
static int64_t cut(const halo_span *shape, const yee_state_span *span, int spans,
                   halo_piece *list)
{
    int64_t pieces = 0;
    for (int n = 0; n < spans; n++) {
        const int64_t row = shape[n].row, all = row * span[n].count[0] * span[n].count[1];
        for (int64_t at = 0; at < all; at += HALO_PIECE, pieces++)
            if (list)
                list[pieces] =
                    (halo_piece){n, (int)(at / row), (unsigned)(at % row),
                                 (unsigned)(all - at < HALO_PIECE ? all - at : HALO_PIECE)};
    }
    return pieces;
}

/* Host memory until all is on the device. */
typedef struct channel_lists {
    halo_span *shape, *source, *target;
    halo_piece *piece;
} channel_lists;

static bool ask(plan_channel *c, const yee_state_span *from, const yee_state_span *to,
                channel_lists *l)
{
    const size_t spans = (size_t)c->spans;
    const yee_state_span *any = c->from ? from : to;
    if (!(l->shape = calloc(spans + 1, sizeof *l->shape)))
        return false;
    c->bytes = find_shapes(c->from ? from : NULL, c->to ? to : NULL, c->spans,
                           channel_owner(c)->word, l->shape);
    c->pieces = cut(l->shape, any, c->spans, NULL);
    if (!(l->piece = malloc((size_t)(c->pieces + 1) * sizeof *l->piece)))
        return false;
    cut(l->shape, any, c->spans, l->piece);
    if (c->from && !(l->source = convert(c->from, from, l->shape, c->spans)))
        return false;
    if (c->to && !(l->target = convert(c->to, to, l->shape, c->spans)))
        return false;
    return device_ask(&c->memory, &c->piece, c->pieces, sizeof *l->piece, l->piece) &&
           (!c->from || device_ask(&c->memory, &c->source, c->spans * c->from->state.buffers,
                                   sizeof *l->source, l->source)) &&
           (!c->to || device_ask(&c->memory, &c->target, c->spans * c->to->state.buffers,
                                 sizeof *l->target, l->target)) &&
           ((c->from && c->to) || device_ask(&c->memory, &c->packed, c->bytes, 1, NULL));
}

static yee_status build(plan_channel *c, const yee_state_span *from, const yee_state_span *to)
{
    const plan *p = plan_enter(channel_owner(c));
    channel_lists lists = {0};
    yee_status status = ask(c, from, to, &lists)
                            ? device_grant(p->host, &c->memory)
                            : p->host->fail(p->host, YEE_MEMORY, "no host memory for a halo");
    if (status == YEE_OK) /* the uploads went through another stream */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    free(lists.shape);
    free(lists.source);
    free(lists.target);
    free(lists.piece);
    return status;
}

/* An event is of one GPU, as the stream that it is recorded in. */
static yee_status make_event(plan *p, cudaEvent_t *event)
{
    plan_enter(p);
    return DEVICE_CALL(p->host, cudaEventCreateWithFlags(event, cudaEventDisableTiming));
}

static yee_status make_parts(plan_channel *c, const yee_state_span *from,
                             const yee_state_span *to, int64_t spans)
{
    const yee_status status = plan_connect(c->from, from, NULL, NULL, spans, &c->pack);
    return status == YEE_OK ? plan_connect(NULL, NULL, c->to, to, spans, &c->unpack) : status;
}

/* Where halos are copied beside a pass, large runs are for the copy engines. */
static bool is_run(const yee_state_span *s)
{
    enum { LEAST = 1 << 16 };
    return s->count[0] == 1 && s->count[1] == 1 && s->bytes >= LEAST;
}

/* Takes the runs out of the spans of both ends; false: no memory. from, to: malloced copies of those
 * that are left, c->spans of them. */
static bool take_runs(plan_channel *c, const yee_state_span *from_span,
                      const yee_state_span *to_span, yee_state_span **from, yee_state_span **to)
{
    const size_t all = (size_t)c->spans + 1;
    int left = 0;
    *from = malloc(all * sizeof **from);
    *to = malloc(all * sizeof **to);
    c->run = malloc(all * sizeof *c->run);
    if (!*from || !*to || !c->run)
        return false;
    for (int n = 0; n < c->spans; n++) {
        if (is_run(&from_span[n]) && is_run(&to_span[n])) {
            c->run[c->runs++] =
                (halo_run){from_span[n].base, to_span[n].base, from_span[n].bytes};
        } else {
            (*from)[left] = from_span[n];
            (*to)[left++] = to_span[n];
        }
    }
    c->spans = left;
    return true;
}

static yee_status build_beside(plan_channel *c, const yee_state_span *from_span,
                               const yee_state_span *to_span)
{
    yee_state_span *from = NULL, *to = NULL;
    const yee_host *host = c->from->host;
    const yee_status status = take_runs(c, from_span, to_span, &from, &to)
                                  ? build(c, from, to)
                                  : host->fail(host, YEE_MEMORY, "no host memory for a halo");
    free(from);
    free(to);
    return status;
}

yee_status plan_connect(plan *from, const yee_state_span *from_span, plan *to,
                        const yee_state_span *to_span, int64_t spans, plan_channel **made)
{
    plan *owner = from ? from : to;
    halo_route route = HALO_AUTO;
    yee_status status = from && to ? peer_route(from, to, &route) : YEE_OK;
    plan_channel *c = calloc(1, sizeof *c);
    if (!c)
        return owner->host->fail(owner->host, YEE_MEMORY, "no host memory for a halo");
    *c = (plan_channel){.from = from, .to = to, .spans = (int)spans, .next = owner->channels};
    owner->channels = c;
    *made = c;
    c->route = route;
    owner->routed[route] = true;
    if (status == YEE_OK && to)
        status = make_event(to, &c->ready);
    if (status == YEE_OK && from)
        status = make_event(from, &c->copied);
    if (status != YEE_OK)
        return status;
    if (route == HALO_STAGED || route == HALO_NCCL)
        return make_parts(c, from_span, to_span, spans);
    return from && to && from->beside ? build_beside(c, from_span, to_span)
                                      : build(c, from_span, to_span);
}

/* The stream of the second plan goes on when all that was launched into that of the first is done;
 * event: of the first one's. */
static yee_status await(plan *first, cudaEvent_t event, const plan *second)
{
    plan_enter(first);
    const yee_status status = DEVICE_CALL(first->host, cudaEventRecord(event, first->work));
    return status == YEE_OK
               ? DEVICE_CALL(first->host, cudaStreamWaitEvent(second->work, event, 0))
               : status;
}

halo_copy channel_copy(const plan_channel *c)
{
    return (halo_copy){c->from ? c->source + c->from->state.current * c->spans : NULL,
                       c->to ? c->target + c->to->state.current * c->spans : NULL, c->piece,
                       c->packed, c->pieces};
}

yee_status channel_copy_runs(const plan_channel *c, cudaStream_t stream)
{
    yee_status status = YEE_OK;
    for (int n = 0; n < c->runs && status == YEE_OK; n++) {
        const halo_run *r = &c->run[n];
        status = DEVICE_CALL(
            c->from->host,
            cudaMemcpyPeerAsync(in_buffer(c->to, r->to, c->to->state.current), c->to->device,
                                in_buffer(c->from, r->from, c->from->state.current),
                                c->from->device, (size_t)r->bytes, stream));
    }
    return status;
}

static yee_status copy(plan_channel *c)
{
    const plan *p = channel_owner(c);
    const halo_copy one = channel_copy(c);
    const yee_status status = DEVICE_CALL(p->host, halo_launch(&one, 1, p->work));
    return status == YEE_OK ? channel_copy_runs(c, p->work) : status;
}

static yee_status copy_message(plan_channel *c, void *message)
{
    const plan *p = channel_owner(c);
    const size_t bytes = (size_t)c->bytes;
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

static cudaStream_t stream_of(const plan *p) { return p->leader ? p->leader->lane : p->work; }

static yee_status move(const plan_channel *c)
{
    const plan *from = plan_enter(c->from);
    const size_t bytes = (size_t)c->pack->bytes;
    if (c->route == HALO_NCCL)
        return nccl_send(from->host, c->pack->packed, from->device, stream_of(from),
                         c->unpack->packed, c->to->device, stream_of(c->to), bytes);
    return DEVICE_CALL(from->host,
                       cudaMemcpyPeerAsync(c->unpack->packed, c->to->device, c->pack->packed,
                                           from->device, bytes, stream_of(from)));
}

yee_status channels_move(plan_channel *const *channel, int64_t count)
{
    const yee_host *host = NULL; /* of a channel of NCCL's */
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < count && !host; n++)
        host = channel[n]->route == HALO_NCCL ? channel[n]->from->host : NULL;
    if (host)
        status = nccl_begin(host);
    const bool begun = host && status == YEE_OK;
    for (int64_t n = 0; n < count && status == YEE_OK; n++)
        if (channel[n]->pack)
            status = move(channel[n]);
    const yee_status ended = begun ? nccl_end(host) : YEE_OK;
    return status == YEE_OK ? ended : status;
}

/* The copy itself, in the stream of `from`, and of `to` where that unpacks. */
static yee_status copy_between(plan_channel *c)
{
    plan_enter(c->from);
    if (!c->pack)
        return copy(c);
    const yee_status status = copy(c->pack);
    return status == YEE_OK ? channels_move(&c, 1) : status;
}

yee_status plan_transfer(plan_channel *c, void *message)
{
    plan_enter(channel_owner(c));
    if (!c->from || !c->to)
        return copy_message(c, message);
    yee_status status = await(c->to, c->ready, c->from);
    if (status == YEE_OK)
        status = copy_between(c);
    if (status == YEE_OK)
        status = await(c->from, c->copied, c->to);
    if (status != YEE_OK || !c->unpack)
        return status;
    plan_enter(c->to);
    return copy(c->unpack);
}

/* The channel that was made last. */
static void free_last(plan *p)
{
    plan_channel *c = p->channels;
    p->channels = c->next;
    if (c->ready)
        cudaEventDestroy(c->ready);
    if (c->copied)
        cudaEventDestroy(c->copied);
    device_release(&c->memory);
    free(c->run);
    free(c);
}

yee_status plan_pack(plan *p, const yee_state_span *span, int64_t spans, void *message,
                     bool load)
{
    plan_channel *c = NULL, *before = p->channels;
    if (spans == 0)
        return YEE_OK;
    yee_status status = load ? plan_connect(NULL, NULL, p, span, spans, &c)
                             : plan_connect(p, span, NULL, NULL, spans, &c);
    if (status == YEE_OK)
        status = plan_transfer(c, message);
    if (p->channels != before)
        free_last(p);
    return status;
}

void channels_free(plan *p)
{
    while (p->channels)
        free_last(p);
}
