/* core/run/subdomains.c: the subdomains of a model in one process: `stride` steps of each in turn,
 * then the halos are exchanged. */
#include "subdomains.h"
#include "assembly.h"
#include "exchange.h"
#include "plugin/call.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plan {
    yee_arena *arena;
    yee_diag *diag;
    const yee_instance *scheme;
    const yee_scheme_ops *ops;
    const yee_problem *whole;
    yee_cut cut;
    int64_t stride, step;
    int64_t count;
    yee_planned *part; /* shape [count] */
    yee_exchange *exchange;
    yee_assembly *records;
} plan;

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

static yee_status plan_all(const yee_host *host, const yee_subdomains_config *config, plan *p)
{
    const yee_local **local = yee_arena_alloc(p->arena, (size_t)p->count * sizeof *local);
    p->part = yee_arena_alloc(p->arena, (size_t)p->count * sizeof *p->part);
    yee_status status = local && p->part ? YEE_OK : YEE_MEMORY;
    for (int64_t n = 0; n < p->count && !status; n++) {
        yee_planned *s = &p->part[n];
        status = yee_cut_local(p->arena, p->whole, &p->cut, n, &s->local);
        if (!status)
            status = YEE_CALL(p->scheme, p->ops, plan, host, config->config, &s->local.problem,
                              &s->plan);
        local[n] = &s->local;
    }
    if (!status)
        status = yee_exchange_new(p->arena, p->diag, p->scheme, p->ops, &p->cut, p->part,
                                  &p->exchange);
    if (!status &&
        !(p->records = yee_assembly_new(p->arena, p->diag, p->whole, p->count, local)))
        status = YEE_MEMORY;
    return status;
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
                    .scheme = c->scheme,
                    .ops = c->ops,
                    .whole = problem,
                    .cut = c->cut,
                    .stride = c->stride,
                    .count = yee_cut_count(&c->cut)};
        status = p->arena ? plan_all(host, c, p) : YEE_MEMORY;
    }
    if (status && p)
        destroy(p);
    if (!status)
        *made = p;
    return status == YEE_MEMORY
               ? yee_diag_fail(diag, status, NULL, "no memory for the subdomains")
               : status;
}

/* ---- looking: all of every local grid is right, but nodes that stay 0 ---- */

static yee_status energy(void *made, double energy[2])
{
    plan *p = made;
    yee_sum sum[2] = {0};
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->count && !status; n++)
        status = YEE_CALL(p->scheme, p->ops, sum_energy, p->part[n].plan, sum);
    for (int n = 0; n < 2; n++)
        energy[n] = yee_sum_value(&sum[n]);
    return status;
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

static yee_status extrema(void *made, yee_extrema *v)
{
    plan *p = made;
    yee_status status = YEE_OK;
    double most[2] = {0, 0};
    for (int64_t n = 0; n < p->count && !status; n++) {
        yee_extrema own = {.size = sizeof own};
        status = YEE_CALL(p->scheme, p->ops, extrema, p->part[n].plan, &own);
        if (status)
            break;
        own.index = whole_index(p, &p->part[n].local, own.component, own.index);
        most[0] = own.electric <= most[0] ? most[0] : own.electric; /* NaN, too */
        most[1] = own.magnetic <= most[1] ? most[1] : own.magnetic;
        if (n == 0 || before(&own, v))
            *v = own;
    }
    v->electric = most[0];
    v->magnetic = most[1];
    return status;
}

static yee_status peak_estimate(void *made, double *electric)
{
    plan *p = made;
    yee_status status = YEE_OK;
    *electric = 0;
    for (int64_t n = 0; n < p->count && !status; n++) {
        double own = 0;
        yee_extrema v = {.size = sizeof v};
        if (YEE_HAS(p->ops, peak_estimate)) {
            status = YEE_CALL(p->scheme, p->ops, peak_estimate, p->part[n].plan, &own);
        } else {
            status = YEE_CALL(p->scheme, p->ops, extrema, p->part[n].plan, &v);
            own = v.finite ? v.electric : INFINITY;
        }
        *electric = own <= *electric ? *electric : own;
    }
    return status;
}

static int64_t step(const void *made) { return ((const plan *)made)->step; }

static int print(const void *made, char *text, size_t size)
{
    const plan *p = made;
    const int length =
        snprintf(text, size,
                 "%lld subdomains, %lld x %lld x %lld, in this process; halos of %lld cell%s, "
                 "%.4g MB exchanged every %lld step%s; each:\n",
                 (long long)p->count, (long long)p->cut.count[0], (long long)p->cut.count[1],
                 (long long)p->cut.count[2], (long long)p->cut.depth,
                 p->cut.depth == 1 ? "" : "s", 1e-6 * yee_exchange_bytes(p->exchange),
                 (long long)p->stride, p->stride == 1 ? "" : "s");
    const size_t used = length > 0 && (size_t)length < size ? (size_t)length : size;
    const int own = YEE_CALL(p->scheme, p->ops, print, p->part[0].plan,
                             size > used ? text + used : NULL, size - used);
    return length + own;
}

/* ---- steps ---- */

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

static yee_status run(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = made;
    yee_status status = YEE_OK;
    for (int64_t end = p->step + steps; p->step < end && !status;) {
        const int64_t left = end - p->step, turn = p->stride - p->step % p->stride;
        const int64_t n = until_energy(p, turn < left ? turn : left);
        if (sink)
            status = yee_assembly_open(p->records, p->step, n);
        for (int64_t k = 0; k < p->count && !status; k++)
            status = YEE_CALL(p->scheme, p->ops, run, p->part[k].plan, n,
                              sink ? yee_assembly_sink(p->records, k) : NULL);
        p->step += n;
        if (!status)
            yee_exchange_run(p->exchange);
        if (!status && sink)
            status = yee_assembly_deliver(p->records, sink, energy, p);
    }
    return status == YEE_MEMORY
               ? yee_diag_fail(p->diag, status, NULL, "no memory for the records of outputs")
               : status;
}

static yee_status finish(void *made, const yee_sink *sink)
{
    plan *p = made;
    yee_status status = yee_assembly_open_transforms(p->records, p->step);
    for (int64_t k = 0; k < p->count && !status; k++)
        status = YEE_CALL(p->scheme, p->ops, finish, p->part[k].plan,
                          yee_assembly_sink(p->records, k));
    if (!status)
        status = yee_assembly_deliver(p->records, sink, energy, p);
    return status == YEE_MEMORY
               ? yee_diag_fail(p->diag, status, NULL, "no memory for the transforms")
               : status;
}

/* ---- fields ---- */

/* Values of a component between the whole grid and a local one: all of them to a plan, the own
 * ones from it. */
static void move(const plan *p, const yee_local *l, int c, double *local, double *whole,
                 bool to_plan)
{
    const yee_grid *g = &l->problem.grid, *w = &p->whole->grid;
    int64_t b[3] = {0, 0, 0}, e[3] = {g->extent[c][0], g->extent[c][1], g->extent[c][2]};
    for (int a = 0; a < 3 && !to_plan; a++)
        yee_box_points(g, c, a, l->subdomain.low[a], l->subdomain.high[a], &b[a], &e[a]);
    for (int64_t i = b[0]; i < e[0]; i++)
        for (int64_t j = b[1]; j < e[1]; j++) {
            double *here = local + yee_grid_index(g, c, i, j, 0);
            double *there = whole + yee_grid_index(w, c, yee_local_whole(l, 0, i),
                                                   yee_local_whole(l, 1, j), 0);
            for (int64_t k = b[2]; k < e[2]; k++)
                if (to_plan)
                    here[k] = there[yee_local_whole(l, 2, k)];
                else
                    there[yee_local_whole(l, 2, k)] = here[k];
        }
}

static yee_status move_all(plan *p, int c, double *values, bool to_plan)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->count && !status; n++) {
        yee_planned *s = &p->part[n];
        double *own = malloc((size_t)yee_grid_points(&s->local.problem.grid, c) * sizeof *own);
        if (!own)
            return yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a field");
        if (to_plan) {
            move(p, &s->local, c, own, values, true);
            status = YEE_CALL(p->scheme, p->ops, write, s->plan, c, own);
        } else {
            status = YEE_CALL(p->scheme, p->ops, read, s->plan, c, own);
            move(p, &s->local, c, own, values, false);
        }
        free(own);
    }
    return status;
}

static yee_status read(void *made, int c, double *values)
{
    return move_all(made, c, values, false);
}

static yee_status write(void *made, int c, const double *values)
{
    return move_all(made, c, (double *)(uintptr_t)values, true);
}

/* ---- checkpoints: the running sums are those of the whole grid, and all else is of subdomains,
 * halos too ---- */

typedef struct pieces {
    yee_state state;
    plan *p;
    int64_t part;
    yee_state *to; /* NULL: the sums alone are wanted */
    bool load;
    void **sum; /* of the whole grid's transforms, shape [taps] */
} pieces;

static yee_status forward(yee_state *state, const char *name, void *data, int64_t bytes)
{
    const pieces *s = state->core;
    const yee_local *l = &s->p->part[s->part].local;
    char full[256];
    if (!strncmp(name, "dft_", 4)) {
        const int64_t tap = strtoll(name + 4, NULL, 10);
        if (tap < 0 || tap >= l->problem.taps ||
            bytes != l->problem.tap[tap].values * (int64_t)sizeof(double))
            return yee_diag_fail(s->p->diag, YEE_PLUGIN, &s->p->scheme->place,
                                 "scheme '%s' has no Fourier sums '%s' of %lld bytes",
                                 s->p->scheme->plugin->name, name, (long long)bytes);
        if (s->to && s->load)
            yee_assembly_get(s->p->whole, l, tap, s->sum[l->tap[tap]], data);
        if (!s->to)
            yee_assembly_put(s->p->whole, l, tap, s->sum[l->tap[tap]], data);
        return YEE_OK;
    }
    snprintf(full, sizeof full, "subdomain_%lld_%s", (long long)s->part, name);
    return s->to ? s->to->piece(s->to, full, data, bytes) : YEE_OK;
}

static yee_status each(pieces *s)
{
    plan *p = s->p;
    yee_status status = YEE_OK;
    s->state = (yee_state){sizeof s->state, s, forward};
    for (s->part = 0; s->part < p->count && !status; s->part++)
        status = s->load ? YEE_CALL(p->scheme, p->ops, load, p->part[s->part].plan, &s->state)
                         : YEE_CALL(p->scheme, p->ops, save, p->part[s->part].plan, &s->state);
    return status;
}

static yee_status exchange_state(plan *p, yee_state *state, bool load)
{
    void **sum = calloc((size_t)p->whole->taps + 1, sizeof *sum);
    yee_status status =
        sum ? state->piece(state, "step", &p->step, sizeof p->step) : YEE_MEMORY;
    bool any = false;
    for (int64_t t = 0; t < p->whole->taps && !status; t++)
        if (p->whole->tap[t].kind == YEE_TAP_DFT) {
            any = true;
            sum[t] = calloc((size_t)p->whole->tap[t].values + 1, sizeof(double));
            status = sum[t] ? YEE_OK : YEE_MEMORY;
        }
    if (any && !load && !status)
        status = each(&(pieces){.p = p, .sum = sum});
    for (int64_t t = 0; t < p->whole->taps && !status; t++) {
        char name[32];
        snprintf(name, sizeof name, "dft_%lld", (long long)t);
        if (sum[t])
            status = state->piece(state, name, sum[t],
                                  p->whole->tap[t].values * (int64_t)sizeof(double));
    }
    if (!status)
        status = each(&(pieces){.p = p, .to = state, .load = load, .sum = sum});
    for (int64_t t = 0; sum && t < p->whole->taps; t++)
        free(sum[t]);
    free(sum);
    return status == YEE_MEMORY
               ? yee_diag_fail(p->diag, status, NULL, "no memory for the state of subdomains")
               : status;
}

static yee_status save(void *made, yee_state *state)
{
    return exchange_state(made, state, false);
}
static yee_status load(void *made, yee_state *state)
{
    return exchange_state(made, state, true);
}

const yee_scheme_ops yee_subdomains_ops = {
    .size = sizeof yee_subdomains_ops,
    .available = available,
    .traits = traits,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = read,
    .write = write,
    .energy = energy,
    .extrema = extrema,
    .save = save,
    .load = load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .peak_estimate = peak_estimate,
};
