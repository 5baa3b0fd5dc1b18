/* core/run/subdomain_steps.c: steps of all subdomains of this process, the exchanges between them, and
 * the records. */
#include "base/clock.h"
#include "plugin/call.h"
#include "subdomain_plan.h"
#include <stdio.h>

typedef yee_subdomain_plan plan;

/* Steps until the next energy is due. */
static int64_t until_energy(const plan *p, int64_t most)
{
    int64_t n = most;
    for (int64_t t = 0; t < p->whole->taps; t++)
        for (int64_t k = 1; p->whole->tap[t].kind == YEE_TAP_ENERGY && k < n; k++)
            if (yee_tap_due(&p->whole->tap[t], p->step + k))
                n = k;
    return n;
}

/* Whether plans are handed steps and not waited for: devices do those of several side by side. */
static bool queues(const plan *p)
{
    return YEE_HAS(p->ops, enqueue) && YEE_HAS(p->ops, connect);
}

static yee_status run_one(const plan *p, void *own, int64_t steps, const yee_sink *sink)
{
    if (!queues(p))
        return YEE_CALL(p->scheme, p->ops, run, own, steps, sink);
    int64_t done = YEE_CALL(p->scheme, p->ops, step, own);
    const int64_t end = done + steps;
    yee_status status = YEE_OK;
    while (done < end && !status) {
        const int64_t before = done;
        status = YEE_CALL(p->scheme, p->ops, enqueue, own, end - done, sink);
        done = YEE_CALL(p->scheme, p->ops, step, own);
        if (!status && done <= before)
            status = yee_diag_fail(p->diag, YEE_PLUGIN, &p->scheme->place,
                                   "enqueue() of scheme '%s' has taken none of %lld steps",
                                   p->scheme->plugin->name, (long long)(end - before));
    }
    return status;
}

/* Steps of this process's subdomains. */
static yee_status run_own(const plan *p, int64_t steps, bool records)
{
    yee_status status = YEE_OK;
    for (int64_t k = 0; k < p->count && !status; k++)
        if (p->part[k].plan)
            status = run_one(p, p->part[k].plan, steps,
                             records ? yee_assembly_sink(p->records, k) : NULL);
    return status;
}

/* Records of steps that were not waited for. */
static yee_status collect_own(const plan *p, bool records)
{
    yee_status status = YEE_OK;
    bool any = false;
    for (int64_t t = 0; t < p->whole->taps; t++)
        any = any || p->whole->tap[t].kind != YEE_TAP_DFT;
    for (int64_t k = 0; k < p->count && any && queues(p) && !status; k++)
        if (p->part[k].plan)
            status = YEE_CALL(p->scheme, p->ops, run, p->part[k].plan, 0,
                              records ? yee_assembly_sink(p->records, k) : NULL);
    return status;
}

/* Steps and copies of a device may go on when the functions that began them have returned. */
yee_status yee_subdomains_wait(const yee_subdomain_plan *p)
{
    yee_status status = YEE_OK;
    for (int64_t k = 0; k < p->count && YEE_HAS(p->ops, connect) && !status; k++)
        if (p->part[k].plan)
            status = YEE_CALL(p->scheme, p->ops, run, p->part[k].plan, 0, NULL);
    return status;
}

/* Without its room for records a process cannot know what messages come: it must not go on. */
static yee_status no_room(plan *p, yee_status status)
{
    if (status && p->communicator)
        p->communicator->lost = true;
    return status == YEE_MEMORY
               ? yee_diag_fail(p->diag, status, NULL, "no memory for the records of outputs")
               : status;
}

yee_status yee_subdomains_run(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = made;
    char at[64];
    yee_status status = YEE_OK;
    for (int64_t end = p->step + steps; p->step < end;) {
        const int64_t left = end - p->step, turn = p->stride - p->step % p->stride;
        const int64_t n = until_energy(p, turn < left ? turn : left);
        yee_status room = sink ? no_room(p, yee_assembly_open(p->records, p->step, n)) : YEE_OK;
        if (room || (status && !p->communicator))
            return status ? status : room;
        const double begin = yee_now();
        status = status ? status : run_own(p, n, sink != NULL);
        p->step += n;
        if (p->communicator) {
            snprintf(at, sizeof at, "step %lld", (long long)p->step);
            p->communicator->at = at;
        }
        yee_status next = YEE_OK;
        if (!status || p->communicator)
            next = yee_exchange_run(p->exchange, yee_now() - begin);
        if (p->communicator)
            p->communicator->at = NULL;
        if (!status && !next)
            status = collect_own(p, sink != NULL);
        if (!next && sink && (!status || p->communicator))
            next = yee_assembly_deliver(p->records, sink, yee_subdomains_energy, p);
        if (next == YEE_LOST || next == YEE_MEMORY)
            return no_room(p, next);
        status = status ? status : next;
    }
    return yee_agree(p->communicator, status ? status : yee_subdomains_wait(p));
}

yee_status yee_subdomains_finish(void *made, const yee_sink *sink)
{
    plan *p = made;
    yee_status status = no_room(p, yee_assembly_open_transforms(p->records, p->step));
    if (status)
        return status;
    for (int64_t k = 0; k < p->count && !status; k++)
        if (p->part[k].plan)
            status = YEE_CALL(p->scheme, p->ops, finish, p->part[k].plan,
                              yee_assembly_sink(p->records, k));
    if (!status || p->communicator) {
        const yee_status next =
            yee_assembly_deliver(p->records, sink, yee_subdomains_energy, p);
        if (next == YEE_LOST || next == YEE_MEMORY)
            return no_room(p, next);
        status = status ? status : next;
    }
    return yee_agree(p->communicator, status);
}
