/* core/run/subdomain_state.c: checkpoints of a plan, that of subdomains and that of a whole grid.
 *
 * A checkpoint is one file, that of the first process, and the same one for any number of processes.
 * The running sums are those of the whole grid. The state of points is kept by boxes of them
 * (placed.h), so that any other cut, or none, goes on from it: each process is shown every box, and
 * takes what its own cells have of it; halos are exchanged then. Where a scheme has state of which
 * it does not tell the place, its pieces are kept as they are, and belong to their cut. */
#include "placed.h"
#include "plugin/call.h"
#include "remote_state.h"
#include "subdomain_points.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef yee_subdomain_plan plan;

typedef struct pieces {
    yee_state state;
    plan *p;
    int64_t part;
    yee_state *to; /* the first process's */
    bool load;
    bool whole; /* the scheme's own names do: nothing is cut */
    bool sums;  /* the sums alone are wanted, or given */
    void **sum; /* of the whole grid's transforms, shape [taps] */
} pieces;

static yee_status no_memory(const plan *p)
{
    return yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a checkpoint's state");
}

/* ---- what a scheme names: sums, the step, and pieces as they are ---- */

/* The running sum of a tap of a subdomain, from or to that of the whole grid. */
static yee_status move_sum(const pieces *s, const char *name, void *data, int64_t bytes)
{
    const plan *p = s->p;
    const yee_local *l = &p->part[s->part].local;
    const int64_t tap = strtoll(name + 4, NULL, 10);
    if (tap < 0 || tap >= l->problem.taps ||
        bytes != l->problem.tap[tap].values * (int64_t)sizeof(double) ||
        !s->sum[l->tap ? l->tap[tap] : tap])
        return yee_diag_fail(p->diag, YEE_PLUGIN, &p->scheme->place,
                             "scheme '%s' has no Fourier sums '%s' of %lld bytes",
                             p->scheme->plugin->name, name, (long long)bytes);
    void *whole = s->sum[l->tap ? l->tap[tap] : tap];
    if (!l->tap) /* nothing is cut */
        memcpy(s->load ? data : whole, s->load ? whole : data, (size_t)bytes);
    else if (s->load)
        yee_assembly_get(p->whole, l, tap, whole, data);
    else if (s->sums)
        yee_assembly_put(p->whole, l, tap, whole, data);
    return YEE_OK;
}

static yee_status forward(yee_state *state, const char *name, void *data, int64_t bytes)
{
    const pieces *s = state->core;
    const plan *p = s->p;
    char full[256];
    if (!strncmp(name, "dft_", 4))
        return move_sum(s, name, data, bytes);
    if (s->sums && s->load && !strcmp(name, "step") && bytes == (int64_t)sizeof p->step)
        memcpy(data, &p->step, sizeof p->step);
    if (s->sums)
        return YEE_OK;
    if (!s->whole)
        snprintf(full, sizeof full, "subdomain_%lld_%s", (long long)s->part, name);
    else
        snprintf(full, sizeof full, "%s", name);
    return p->part[s->part].rank ? yee_remote_piece(p->communicator, s->load, full, data, bytes)
                                 : s->to->piece(s->to, full, data, bytes);
}

static yee_status scheme_pieces(pieces *s)
{
    const plan *p = s->p;
    void *made = p->part[s->part].plan;
    s->whole = !p->part[s->part].local.tap;
    return s->load ? YEE_CALL(p->scheme, p->ops, load, made, &s->state)
                   : YEE_CALL(p->scheme, p->ops, save, made, &s->state);
}

/* One subdomain after the other, each by the process that has it. */
static yee_status each(pieces *s, yee_status (*own)(pieces *s))
{
    plan *p = s->p;
    yee_communicator *m = p->communicator;
    yee_status status = YEE_OK;
    s->state =
        (yee_state){.size = sizeof s->state, .core = s, .piece = forward, .apart = s->sums};
    for (s->part = 0; s->part < p->count && !(m && m->lost); s->part++) {
        const yee_planned *part = &p->part[s->part];
        const bool remote = part->rank && !s->sums;
        yee_status one = YEE_OK;
        if (part->plan && !status)
            status = own(s);
        if (part->plan && remote)
            one = yee_remote_end(m);
        if (remote && !m->rank)
            one = yee_remote_answer(m, part->rank, s->to, s->load);
        status = status ? status : one;
    }
    return yee_agree(m, status);
}

/* Whether there is nothing but the step, sums, and spans with places. */
static yee_status note_other(yee_state *state, const char *name, void *data, int64_t bytes)
{
    bool *other = state->core;
    (void)data, (void)bytes;
    *other = *other || (strcmp(name, "step") && strncmp(name, "dft_", 4));
    return YEE_OK;
}

static yee_status has_places(const plan *p, const yee_planned *part, bool *all)
{
    yee_placed placed = {0};
    bool other = YEE_HAS(p->ops, connect) && !YEE_HAS(p->ops, pack);
    yee_state state = {
        .size = sizeof state, .core = &other, .piece = note_other, .apart = true};
    yee_status status = YEE_CALL(p->scheme, p->ops, save, part->plan, &state);
    if (!status && !other)
        status = yee_placed_collect(p->diag, p->scheme, p->ops, part, true, &placed);
    *all = *all && !other && placed.known;
    yee_placed_free(&placed);
    return status;
}

/* Whether the state of all plans can be kept by points. */
static yee_status by_points(const plan *p, bool *points)
{
    yee_status status = YEE_OK;
    *points = YEE_HAS(p->ops, spans);
    for (int64_t n = 0; n < p->count && *points && !status; n++)
        if (p->part[n].plan)
            status = has_places(p, &p->part[n], points);
    unsigned other = !*points;
    status = yee_agree(p->communicator, status == YEE_MEMORY ? no_memory(p) : status);
    if (!status)
        status = yee_unite(p->communicator, &other);
    *points = !other;
    return status;
}

static yee_status put_points(pieces *s)
{
    return yee_subdomain_put_points(s->p, s->part, &s->state);
}

/* ---- sums ---- */

/* The sums of the other processes' subdomains come to the first. A number that a process has no
 * point of is all zero bits there, so that a union of bits keeps the sign of a zero. */
static yee_status gather_sums(plan *p, void **sum)
{
    yee_communicator *m = p->communicator;
    yee_status status = YEE_OK;
    for (int64_t t = 0; t < p->whole->taps && m && !status; t++) {
        const int64_t values = sum[t] ? p->whole->tap[t].values : 0;
        uint64_t *own = sum[t],
                 *other = m->rank ? NULL : malloc((size_t)values * sizeof *other + 1);
        if (!m->rank && !other) {
            m->lost = true; /* messages would be missed */
            return YEE_MEMORY;
        }
        if (m->rank && values)
            status = yee_communicator_send(m, 0, own, values * (int64_t)sizeof *own);
        if (m->rank && !status)
            status = yee_communicator_wait(m, (double)INFINITY);
        for (int n = 1; n < m->ranks && !m->rank && values && !status; n++) {
            status = yee_communicator_receive(m, n, other, values * (int64_t)sizeof *other);
            if (!status)
                status = yee_communicator_wait(m, (double)INFINITY);
            for (int64_t k = 0; k < values && !status; k++)
                own[k] |= other[k];
        }
        free(other);
    }
    return status;
}

/* The step, and the sums of the whole grid. */
static yee_status state_sums(plan *p, yee_state *shared, void **sum, bool load)
{
    bool any = false;
    yee_status status = shared->piece(shared, "steps", &p->step, sizeof p->step);
    for (int64_t t = 0; t < p->whole->taps; t++)
        any = any || sum[t];
    status = yee_agree(p->communicator, status);
    if (any && !load && !status) {
        status = each(&(pieces){.p = p, .sum = sum, .sums = true}, scheme_pieces);
        if (!status)
            status = gather_sums(p, sum);
    }
    for (int64_t t = 0; t < p->whole->taps && !status; t++) {
        char name[32];
        snprintf(name, sizeof name, "dft_%lld", (long long)t);
        if (sum[t])
            status = shared->piece(shared, name, sum[t],
                                   p->whole->tap[t].values * (int64_t)sizeof(double));
    }
    return yee_agree(p->communicator, status);
}

/* ---- all of it ---- */

/* The form of a checkpoint, which stands before the rest. */
typedef struct form {
    int64_t points, parts, count[3]; /* points: kept by points */
} form;

static yee_status check_form(const plan *p, const form *own, const form *kept)
{
    const int64_t *n = kept->count, *m = own->count;
    if (kept->points && own->points)
        return YEE_OK;
    if (kept->points != own->points)
        return yee_diag_fail(p->diag, YEE_INPUT, NULL,
                             "cannot use the checkpoint: it keeps the state of scheme '%s' in "
                             "another way than this yee does; go on with the build that wrote "
                             "it, or begin anew",
                             p->scheme->plugin->name);
    return !memcmp(n, m, sizeof kept->count)
               ? YEE_OK
               : yee_diag_fail(p->diag, YEE_INPUT, NULL,
                               "cannot use the checkpoint: scheme '%s' has state in it that "
                               "belongs to its cut of %lld x %lld x %lld subdomains, and this "
                               "run has %lld x %lld x %lld; go on with subdomains = %lld, "
                               "%lld, %lld, or begin anew",
                               p->scheme->plugin->name, (long long)n[0], (long long)n[1],
                               (long long)n[2], (long long)m[0], (long long)m[1],
                               (long long)m[2], (long long)n[0], (long long)n[1],
                               (long long)n[2]);
}

static yee_status state_points(plan *p, yee_state *shared, yee_state *state, bool load,
                               int64_t parts, void **sum)
{
    if (!load)
        return each(&(pieces){.p = p, .to = state, .sum = sum}, put_points);
    yee_status status = yee_subdomain_get_points(p, shared, parts);
    if (!status)
        status = each(&(pieces){.p = p, .sum = sum, .sums = true, .load = true}, scheme_pieces);
    if (!status && p->exchange)
        status = yee_agree(p->communicator, yee_exchange_run(p->exchange, 0));
    return status;
}

/* The form, the step and the points or pieces; sum: of the whole grid's transforms. */
static yee_status state_of_all(plan *p, yee_state *shared, yee_state *state, bool load,
                               void **sum)
{
    bool points;
    yee_status status = by_points(p, &points);
    const form own = {points, p->count, {p->cut.count[0], p->cut.count[1], p->cut.count[2]}};
    form kept = own;
    if (!status)
        status = yee_agree(p->communicator, shared->piece(shared, "form", &kept, sizeof kept));
    if (!status && load)
        status = check_form(p, &own, &kept);
    if (!status)
        status = state_sums(p, shared, sum, load);
    if (!status && points)
        status = state_points(p, shared, state, load, kept.parts, sum);
    else if (!status)
        status = each(&(pieces){.p = p, .to = state, .load = load, .sum = sum}, scheme_pieces);
    return status;
}

/* state: the first process's; where its points are apart, the step and the sums are all. */
static yee_status exchange_state(plan *p, yee_state *state, bool load)
{
    yee_shared_state share;
    yee_state *shared = yee_share_state(&share, p->communicator,
                                        yee_first(p->communicator) ? state : NULL, load);
    void **sum = calloc((size_t)p->whole->taps + 1, sizeof *sum);
    yee_status status = sum ? YEE_OK : YEE_MEMORY;
    for (int64_t t = 0; t < p->whole->taps && !status; t++)
        if (p->whole->tap[t].kind == YEE_TAP_DFT) {
            sum[t] = calloc((size_t)p->whole->tap[t].values + 1, sizeof(double));
            status = sum[t] ? YEE_OK : YEE_MEMORY;
        }
    status = yee_agree(p->communicator, status == YEE_MEMORY ? no_memory(p) : status);
    if (!status && state && YEE_HAS(state, apart))
        status = state_sums(p, shared, sum, load);
    else if (!status)
        status = state_of_all(p, shared, state, load, sum);
    for (int64_t t = 0; sum && t < p->whole->taps; t++)
        free(sum[t]);
    free(sum);
    return status == YEE_MEMORY ? no_memory(p) : status;
}

yee_status yee_subdomains_save(void *made, yee_state *state)
{
    return exchange_state(made, state, false);
}

yee_status yee_subdomains_load(void *made, yee_state *state)
{
    return exchange_state(made, state, true);
}

yee_status yee_whole_state(const yee_instance *scheme, const yee_scheme_ops *ops, void *made,
                           const yee_problem *problem, yee_state *state, bool load)
{
    const yee_axis_data *a = problem->grid.axis;
    yee_planned whole = {.local = {.problem = *problem,
                                   .subdomain = {.size = sizeof whole.local.subdomain,
                                                 .whole = &problem->grid,
                                                 .high = {a[0].cells, a[1].cells, a[2].cells}}},
                         .plan = made};
    plan p = {.diag = scheme->diag,
              .scheme = scheme,
              .ops = ops,
              .whole = problem,
              .cut = {.count = {1, 1, 1}},
              .step = YEE_CALL(scheme, ops, step, made),
              .count = 1,
              .part = &whole};
    return exchange_state(&p, state, load);
}
