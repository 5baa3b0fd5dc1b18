/* core/run/subdomains.c: the subdomains of a model: a process does `stride` steps of each of its own
 * in turn, then the halos are exchanged (subdomain_steps.c).
 *
 * Where there are several processes, all functions are collective: one that has failed does no more
 * steps, but takes part in every message, until all agree on that at the end of the call. */
#include "subdomains.h"
#include "plugin/call.h"
#include "subdomain_plan.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef yee_subdomain_plan plan;

static yee_status available(const yee_host *host, const void *config)
{
    const yee_subdomains_config *c = config;
    return YEE_CALL(c->scheme, c->ops, available, host, c->config);
}

static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    const yee_subdomains_config *c = config;
    return YEE_CALL(c->scheme, c->ops, traits, c->config, traits);
}

static void destroy(void *made)
{
    plan *p = made;
    for (int64_t n = 0; p->part && n < p->count; n++)
        if (p->part[n].plan)
            YEE_CALL_VOID(p->scheme, p->ops, destroy, p->part[n].plan);
    yee_assembly_free(p->records);
    yee_arena_free(p->arena);
    free(p);
}

/* The device of subdomain n of this process, neighbours next to each other; -1: the scheme's
 * choice. */
static int device_of(const yee_subdomains_config *c, const plan *p, int64_t n, int rank)
{
    const int64_t first = p->first[rank], own = p->first[rank + 1] - first;
    return c->devices ? c->device[(n - first) * c->devices / own] : -1;
}

/* The subdomains of this process that share the device of number n. */
static int beside(const yee_subdomains_config *c, const plan *p, int64_t n, int rank)
{
    int count = 0;
    for (int64_t m = p->first[rank]; m < p->first[rank + 1]; m++)
        count += device_of(c, p, m, rank) == device_of(c, p, n, rank);
    return count;
}

static yee_status plan_own(const yee_host *host, const yee_subdomains_config *config, plan *p,
                           const yee_local **local)
{
    const int ranks = yee_ranks_of(p->communicator),
              own = ranks > 1 ? p->communicator->rank : 0;
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->count && !status; n++) {
        yee_planned *s = &p->part[n];
        while (n >= p->first[s->rank + 1])
            s->rank++;
        local[n] = &s->local;
        status = yee_cut_local(p->arena, p->whole, &p->cut, n, s->rank == own, &s->local);
        if (!status && s->rank == own) {
            s->local.subdomain.device = device_of(config, p, n, own);
            s->local.subdomain.beside = beside(config, p, n, own);
            status = YEE_CALL(p->scheme, p->ops, plan, host, config->config, &s->local.problem,
                              &s->plan);
        }
    }
    return status;
}

static yee_status plan_all(const yee_host *host, const yee_subdomains_config *config, plan *p)
{
    const int64_t ranks = yee_ranks_of(p->communicator);
    const yee_local **local = yee_arena_alloc(p->arena, (size_t)p->count * sizeof *local);
    p->part = yee_arena_alloc(p->arena, (size_t)p->count * sizeof *p->part);
    p->first = yee_arena_alloc(p->arena, (size_t)(ranks + 1) * sizeof *p->first);
    yee_status status = local && p->part && p->first ? YEE_OK : YEE_MEMORY;
    for (int64_t n = 0; n <= ranks && !status; n++)
        p->first[n] = n * p->count / ranks;
    if (!status)
        status = plan_own(host, config, p, local);
    status = yee_agree(p->communicator, status);
    if (!status)
        status = yee_exchange_new(p->arena, p->diag, p->scheme, p->ops, &p->cut, p->part,
                                  p->communicator, &p->exchange);
    if (!status && !(p->records = yee_assembly_new(p->arena, p->diag, p->whole,
                                                   p->taps ? p->taps->owner : NULL, p->count,
                                                   local, p->communicator, p->first)))
        status = YEE_MEMORY;
    return yee_agree(p->communicator, status);
}

/* Devices make what exchanges need with the first one: it shall not be in the time of steps. Fields are
 * zero. */
static yee_status first_exchange(const plan *p)
{
    const yee_status status = yee_exchange_run(p->exchange, 0);
    return status ? status : yee_subdomains_wait(p);
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **made)
{
    const yee_subdomains_config *c = config;
    yee_diag *diag = c->scheme->diag;
    plan *p = calloc(1, sizeof *p);
    yee_status status = p ? YEE_OK : YEE_MEMORY;
    if (p) {
        *p = (plan){.arena = yee_arena_new(),
                    .diag = diag,
                    .communicator = c->communicator,
                    .scheme = c->scheme,
                    .ops = c->ops,
                    .whole = problem,
                    .taps = c->taps,
                    .cut = c->cut,
                    .stride = c->stride,
                    .count = yee_cut_count(&c->cut)};
        status = p->arena ? plan_all(host, c, p) : YEE_MEMORY;
        if (!status && !p->communicator && YEE_HAS(p->ops, connect))
            status = first_exchange(p);
        if (!status && c->any_stride)
            status = yee_subdomains_choose_stride(p);
    }
    if (status && p)
        destroy(p);
    if (!status)
        *made = p;
    return status == YEE_MEMORY
               ? yee_diag_fail(diag, status, NULL, "no memory for the subdomains")
               : status;
}

/* ---- part files ---- */

yee_status yee_subdomains_parting(void *made, yee_parting *parting)
{
    plan *p = made;
    const yee_local **local = calloc((size_t)p->count, sizeof *local);
    for (int64_t n = 0; n < p->count && local; n++)
        local[n] = &p->part[n].local;
    const bool ok = local && yee_parting_make(p->arena, p->whole, p->taps, p->count, local,
                                              p->first, parting);
    free(local);
    return ok ? YEE_OK
              : yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for the part files");
}

void yee_subdomains_write_parts(void *made, yee_part_writer *writer)
{
    yee_assembly_write_parts(((plan *)made)->records, writer);
}

/* ---- looking: all of every local grid is right, but nodes that stay 0 ---- */

/* Adds the sums of all processes on the first. */
static yee_status add_sums(const plan *p, yee_sum sum[2])
{
    const int ranks = yee_ranks_of(p->communicator);
    yee_sum *all = p->communicator ? malloc((size_t)ranks * 2 * sizeof *all) : NULL;
    if (!all)
        return p->communicator ? YEE_MEMORY : YEE_OK;
    const yee_status status = yee_gather(p->communicator, sum, 2 * sizeof *sum, all);
    for (int n = 2; n < 2 * ranks && yee_first(p->communicator) && !status; n++)
        yee_sum_merge(&sum[n % 2], &all[n]);
    free(all);
    return status;
}

yee_status yee_subdomains_energy(void *made, double energy[2])
{
    plan *p = made;
    yee_sum sum[2] = {0};
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->count && !status; n++)
        if (p->part[n].plan)
            status = YEE_CALL(p->scheme, p->ops, sum_energy, p->part[n].plan, sum);
    status = yee_agree(p->communicator, status);
    if (!status)
        status = add_sums(p, sum);
    for (int n = 0; n < 2; n++)
        energy[n] = yee_sum_value(&sum[n]);
    return status ? status : yee_broadcast(p->communicator, energy, 2 * sizeof *energy);
}

/* The index in the whole grid of a point of a local one. */
static int64_t whole_index(const plan *p, const yee_local *l, int c, int64_t index)
{
    const int64_t *e = l->problem.grid.extent[c];
    return yee_grid_index(&p->whole->grid, c, yee_local_whole(l, 0, index / (e[1] * e[2])),
                          yee_local_whole(l, 1, index / e[2] % e[1]),
                          yee_local_whole(l, 2, index % e[2]));
}

/* Whether extrema a come before b: a value that is not finite, the larger one, the first. */
static bool before(const yee_extrema *a, const yee_extrema *b)
{
    const double size[2] = {a->component < 3 ? a->electric : YEE_ETA0 * a->magnetic,
                            b->component < 3 ? b->electric : YEE_ETA0 * b->magnetic};
    if (a->finite != b->finite)
        return !a->finite;
    if (a->finite && size[0] != size[1])
        return size[0] > size[1];
    return a->component != b->component ? a->component < b->component : a->index < b->index;
}

/* Extrema v of so many subdomains: those of all. */
static void join_extrema(const yee_extrema *v, int count, yee_extrema *all)
{
    double most[2] = {0, 0};
    for (int n = 0; n < count; n++) {
        most[0] = v[n].electric <= most[0] ? most[0] : v[n].electric; /* NaN, too */
        most[1] = v[n].magnetic <= most[1] ? most[1] : v[n].magnetic;
        if (n == 0 || before(&v[n], all))
            *all = v[n];
    }
    all->electric = most[0];
    all->magnetic = most[1];
}

static yee_status extrema(void *made, yee_extrema *v)
{
    plan *p = made;
    yee_status status = YEE_OK;
    const size_t most =
        (size_t)(p->count > yee_ranks_of(p->communicator) ? p->count
                                                          : yee_ranks_of(p->communicator));
    yee_extrema *each = calloc(most, sizeof *each);
    int count = 0;
    for (int64_t n = 0; n < p->count && each && !status; n++) {
        yee_extrema *own = &each[count];
        if (!p->part[n].plan)
            continue;
        own->size = sizeof *own;
        status = YEE_CALL(p->scheme, p->ops, extrema, p->part[n].plan, own);
        own->index = whole_index(p, &p->part[n].local, own->component, own->index);
        count++;
    }
    if (!each)
        status = yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a look at the fields");
    status = yee_agree(p->communicator, status);
    if (!status && each) {
        join_extrema(each, count, v);
        const yee_extrema own = *v;
        status = yee_gather(p->communicator, &own, sizeof own, each);
        if (yee_first(p->communicator))
            join_extrema(each, yee_ranks_of(p->communicator), v);
    }
    free(each);
    return status ? status : yee_broadcast(p->communicator, v, sizeof *v);
}

/* A largest |E| that any process may have. */
static yee_status most_of(const plan *p, double *electric)
{
    double *all = calloc((size_t)yee_ranks_of(p->communicator), sizeof *all);
    if (!all)
        return yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a look at the fields");
    const yee_status status = yee_gather(p->communicator, electric, sizeof *electric, all);
    for (int n = 0; n < yee_ranks_of(p->communicator) && !status; n++)
        *electric = all[n] <= *electric ? *electric : all[n];
    free(all);
    return status ? status : yee_broadcast(p->communicator, electric, sizeof *electric);
}

static yee_status peak_estimate(void *made, double *electric)
{
    plan *p = made;
    yee_status status = YEE_OK;
    *electric = 0;
    for (int64_t n = 0; n < p->count && !status; n++) {
        double own = 0;
        yee_extrema v = {.size = sizeof v};
        if (!p->part[n].plan)
            continue;
        if (YEE_HAS(p->ops, peak_estimate)) {
            status = YEE_CALL(p->scheme, p->ops, peak_estimate, p->part[n].plan, &own);
        } else {
            status = YEE_CALL(p->scheme, p->ops, extrema, p->part[n].plan, &v);
            own = v.finite ? v.electric : (double)INFINITY;
        }
        *electric = own <= *electric ? *electric : own;
    }
    status = yee_agree(p->communicator, status);
    return status || !p->communicator ? status : most_of(p, electric);
}

double yee_subdomains_bytes(const void *made)
{
    return yee_exchange_bytes(((const plan *)made)->exchange);
}

const yee_subdomain_pace *yee_subdomains_pace(const void *made)
{
    return &((const plan *)made)->pace;
}

static int64_t step(const void *made) { return ((const plan *)made)->step; }

/* Devices that this process deals its subdomains to, which are neighbours on each. */
int yee_subdomains_devices(const void *made)
{
    const plan *p = made;
    int used = 0, last = -1;
    for (int64_t n = 0; n < p->count; n++)
        if (p->part[n].plan && p->part[n].local.subdomain.device != last) {
            last = p->part[n].local.subdomain.device;
            used++;
        }
    return used ? used : 1; /* the scheme's choice */
}

/* Who has the subdomains. */
static void print_place(const plan *p, char *text, size_t size)
{
    char messages[128] = "";
    const yee_communicator *c = p->communicator;
    if (!c) {
        const int devices = yee_subdomains_devices(p);
        snprintf(text, size, devices > 1 ? "in this process on %d GPUs" : "in this process",
                 devices);
        return;
    }
    const yee_transport_ops *ops = c->transport->plugin->ops;
    YEE_CALL(c->transport, ops, print, c->self, messages, sizeof messages);
    snprintf(text, size, "in %d processes (%s: %s)", c->ranks, c->transport->plugin->name,
             messages);
}

/* The first subdomain of this process. */
static const yee_planned *own(const plan *p)
{
    return &p->part[p->communicator ? p->first[p->communicator->rank] : 0];
}

static int print(const void *made, char *text, size_t size)
{
    const plan *p = made;
    char place[256];
    print_place(p, place, sizeof place);
    const int length =
        snprintf(text, size,
                 "%lld subdomains, %lld x %lld x %lld, %s; halos of %lld cell%s, %.4g MB "
                 "exchanged%s every %lld step%s; each:\n",
                 (long long)p->count, (long long)p->cut.count[0], (long long)p->cut.count[1],
                 (long long)p->cut.count[2], place, (long long)p->cut.depth,
                 p->cut.depth == 1 ? "" : "s", 1e-6 * yee_exchange_bytes(p->exchange),
                 p->communicator ? " by the first" : "", (long long)p->stride,
                 p->stride == 1 ? "" : "s");
    const size_t used = length > 0 && (size_t)length < size ? (size_t)length : size;
    const int more = YEE_CALL(p->scheme, p->ops, print, own(p)->plan,
                              size > used ? text + used : NULL, size - used);
    return length + more;
}

const yee_scheme_ops yee_subdomains_ops = {
    .size = sizeof yee_subdomains_ops,
    .available = available,
    .traits = traits,
    .plan = make,
    .run = yee_subdomains_run,
    .finish = yee_subdomains_finish,
    .read = yee_subdomains_read,
    .write = yee_subdomains_write,
    .energy = yee_subdomains_energy,
    .extrema = extrema,
    .save = yee_subdomains_save,
    .load = yee_subdomains_load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .peak_estimate = peak_estimate,
};
