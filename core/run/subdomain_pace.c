/* core/run/subdomain_pace.c: the steps between two exchanges of halos that are fastest, by the clock.
 *
 * All subdomains wait for the slowest device at every exchange, so that the number is the one which
 * takes that device the least time, with its share of an exchange. Schemes measure their own steps; an
 * exchange is timed here, of fields that are zero. Every process hears all numbers and does the same
 * arithmetic on them. */
#include "base/clock.h"
#include "plugin/call.h"
#include "subdomain_plan.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef yee_subdomain_plan plan;

enum { MOST = 16 /* steps between two exchanges */, TIMES = 4 };

/* The seconds of the devices of one process, or of all. */
typedef struct times {
    /* s of a step, [steps between two exchanges - 1]: of devices, and of the slowest subdomain */
    double slowest[MOST], sum[MOST], subdomain[MOST];
    double exchange;
    int devices;
} times;

static void add_device(times *t, const double *seconds, int64_t most)
{
    for (int64_t n = 0; n < most; n++) {
        t->slowest[n] = fmax(t->slowest[n], seconds[n]);
        t->sum[n] += seconds[n];
    }
    t->devices++;
}

/* Neighbours of one device are next to each other, and take their turns there. each: s of a step of
 * each subdomain, as those of times. */
static yee_status measure_steps(const plan *p, int64_t most, times *t, double (*each)[MOST])
{
    yee_status status = YEE_OK;
    double device[MOST] = {0};
    int last = 0;
    bool any = false;
    for (int64_t k = 0; k < p->count && !status; k++) {
        const yee_planned *s = &p->part[k];
        double seconds[MOST];
        if (!s->plan)
            continue;
        if (any && s->local.subdomain.device != last) {
            add_device(t, device, most);
            memset(device, 0, sizeof device);
        }
        any = true;
        last = s->local.subdomain.device;
        for (int64_t n = 0; n < most; n++)
            seconds[n] = INFINITY;
        status = YEE_CALL(p->scheme, p->ops, stride_seconds, s->plan, most, seconds);
        for (int64_t n = 0; n < most; n++) {
            device[n] += seconds[n];
            t->subdomain[n] = fmax(t->subdomain[n], seconds[n]);
            each[k][n] = seconds[n];
        }
    }
    if (any)
        add_device(t, device, most);
    return status;
}

/* The first exchange may make what later ones need. A process in which one has failed takes part in
 * the messages of the others. */
static yee_status measure_exchange(plan *p, times *t)
{
    double begin = 0;
    yee_status status = YEE_OK, next = YEE_OK;
    for (int n = 0; n <= TIMES && next != YEE_LOST && (!status || p->communicator); n++) {
        if (n == 1 && !status)
            status = yee_subdomains_wait(p);
        if (n == 1)
            begin = yee_now();
        next = yee_exchange_run(p->exchange, 0);
        status = status ? status : next;
    }
    if (!status)
        status = yee_subdomains_wait(p);
    t->exchange = (yee_now() - begin) / TIMES;
    return status;
}

/* All processes get the times of all. */
static yee_status gather(const plan *p, times *t)
{
    const int ranks = yee_ranks_of(p->communicator);
    times *all = calloc((size_t)ranks, sizeof *all), sum = {0};
    yee_status status = all ? YEE_OK : YEE_MEMORY;
    if (!p->communicator)
        goto done;
    status = yee_agree(p->communicator, status);
    if (!status)
        status = yee_gather(p->communicator, t, sizeof *t, all);
    for (int r = 0; r < ranks && yee_first(p->communicator) && !status; r++) {
        for (int n = 0; n < MOST; n++) {
            sum.slowest[n] = fmax(sum.slowest[n], all[r].slowest[n]);
            sum.subdomain[n] = fmax(sum.subdomain[n], all[r].subdomain[n]);
            sum.sum[n] += all[r].sum[n];
        }
        sum.exchange = fmax(sum.exchange, all[r].exchange);
        sum.devices += all[r].devices;
    }
    *t = sum;
    if (!status)
        status = yee_broadcast(p->communicator, t, sizeof *t);
done:
    free(all);
    return status;
}

/* The seconds of a step of every subdomain, of which this process has its own, n steps between two
 * exchanges. */
static yee_status gather_parts(plan *p, double (*each)[MOST], int64_t n)
{
    const int ranks = yee_ranks_of(p->communicator);
    const size_t bytes = (size_t)p->count * sizeof(double);
    double *own = yee_arena_alloc(p->arena, bytes);
    double *all = calloc((size_t)ranks, bytes);
    yee_status status = yee_agree(p->communicator, own && all ? YEE_OK : YEE_MEMORY);
    for (int64_t k = 0; k < p->count && !status; k++)
        own[k] = p->part[k].plan ? each[k][n - 1] : 0;
    if (!status)
        status = yee_gather(p->communicator, own, (int64_t)bytes, all);
    for (int64_t k = 0; k < p->count && yee_first(p->communicator) && !status; k++) {
        own[k] = 0;
        for (int r = 0; r < ranks; r++)
            own[k] += all[r * p->count + k];
    }
    if (!status)
        status = yee_broadcast(p->communicator, own, (int64_t)bytes);
    p->pace.seconds = own;
    free(all);
    return status;
}

/* The number of steps, 0: none was measured. */
static int64_t fastest(const times *t, int64_t most)
{
    int64_t found = 0;
    double best = INFINITY;
    for (int64_t n = 1; n <= most; n++) {
        const double took = t->slowest[n - 1] + t->exchange / (double)n;
        if (took < best) {
            best = took;
            found = n;
        }
    }
    return found;
}

static yee_status set_stride(plan *p, int64_t steps)
{
    yee_status status = YEE_OK;
    for (int64_t k = 0; k < p->count && YEE_HAS(p->ops, set_stride) && !status; k++)
        if (p->part[k].plan)
            status = YEE_CALL(p->scheme, p->ops, set_stride, p->part[k].plan, steps);
    p->stride = steps;
    return status;
}

static yee_status choose(yee_subdomain_plan *p, double (*each)[MOST])
{
    times t = {0};
    const int64_t most = p->stride < MOST ? p->stride : MOST;
    yee_status status =
        yee_agree(p->communicator, each ? measure_steps(p, most, &t, each) : YEE_MEMORY);
    if (!status)
        status = yee_agree(p->communicator, measure_exchange(p, &t));
    if (!status)
        status = gather(p, &t);
    const int64_t steps = status ? 0 : fastest(&t, most);
    if (steps) {
        p->pace = (yee_subdomain_pace){.steps = steps,
                                       .devices = t.devices,
                                       .slowest = t.slowest[steps - 1],
                                       .mean = t.sum[steps - 1] / t.devices,
                                       .subdomain = t.subdomain[steps - 1],
                                       .exchange = t.exchange};
        status = yee_agree(p->communicator, set_stride(p, steps));
        status = status ? status : gather_parts(p, each, steps);
    }
    return yee_agree(p->communicator, status);
}

yee_status yee_subdomains_choose_stride(yee_subdomain_plan *p)
{
    if (!YEE_HAS(p->ops, stride_seconds))
        return YEE_OK;
    double(*each)[MOST] = calloc((size_t)p->count, sizeof *each);
    const yee_status status = choose(p, each);
    free(each);
    return status;
}
