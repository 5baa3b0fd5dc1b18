/* core/run/subdomain_state.c: fields and checkpoints of subdomains.
 *
 * A checkpoint is one file, that of the first process, and the same one for any number of
 * processes: the running sums are those of the whole grid, and all else is of subdomains, halos too.
 * The first asks one process after the other, which sends or gets every piece that its scheme
 * names. */
#include "plugin/call.h"
#include "subdomain_plan.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef yee_subdomain_plan plan;

/* ---- fields ---- */

/* Where own values lie in an array of the whole grid. */
typedef struct own_box {
    int64_t begin[3], end[3]; /* local indices */
} own_box;

static own_box own_of(const yee_local *l, int c)
{
    own_box b;
    for (int a = 0; a < 3; a++)
        yee_box_points(&l->problem.grid, c, a, l->subdomain.low[a], l->subdomain.high[a],
                       &b.begin[a], &b.end[a]);
    return b;
}

/* Values of a component between the whole grid and a local one: all of them to a plan, the own
 * ones from it. */
static void move(const plan *p, const yee_local *l, int c, double *local, double *whole,
                 bool to_plan)
{
    const yee_grid *g = &l->problem.grid, *w = &p->whole->grid;
    own_box b = {{0, 0, 0}, {g->extent[c][0], g->extent[c][1], g->extent[c][2]}};
    if (!to_plan)
        b = own_of(l, c);
    for (int64_t i = b.begin[0]; i < b.end[0]; i++)
        for (int64_t j = b.begin[1]; j < b.end[1]; j++) {
            double *here = local + yee_grid_index(g, c, i, j, 0);
            double *there = whole + yee_grid_index(w, c, yee_local_whole(l, 0, i),
                                                   yee_local_whole(l, 1, j), 0);
            for (int64_t k = b.begin[2]; k < b.end[2]; k++)
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
        if (!s->plan)
            continue;
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
    return yee_agree(p->communicator, status);
}

/* The own values of a subdomain that another process has: from it into the first one's array. */
static yee_status bring(plan *p, const yee_planned *s, int c, double *values)
{
    yee_communicator *m = p->communicator;
    const yee_local *l = &s->local;
    const own_box b = own_of(l, c);
    const int64_t rows = (b.end[0] - b.begin[0]) * (b.end[1] - b.begin[1]);
    const int64_t length = b.end[2] - b.begin[2], width = b.end[1] - b.begin[1];
    double *packed = malloc((size_t)(rows * length) * sizeof *packed + 1);
    yee_status status = YEE_OK;
    if (!packed)
        m->lost = true; /* a message would be missed */
    for (int64_t pass = 0; pass < 2 && packed && !status; pass++) {
        /* the owner packs and sends, the first receives and unpacks */
        for (int64_t n = 0; n < rows && (pass == 0) == (m->rank > 0); n++) {
            double *at =
                values + yee_grid_index(&p->whole->grid, c,
                                        yee_local_whole(l, 0, b.begin[0] + n / width),
                                        yee_local_whole(l, 1, b.begin[1] + n % width), 0);
            for (int64_t k = 0; k < length; k++) {
                double *one = at + yee_local_whole(l, 2, b.begin[2] + k);
                if (m->rank)
                    packed[n * length + k] = *one;
                else
                    *one = packed[n * length + k];
            }
        }
        const int64_t bytes = rows * length * (int64_t)sizeof *packed;
        if (pass == 0)
            status = m->rank ? yee_communicator_send(m, 0, packed, bytes)
                             : yee_communicator_receive(m, s->rank, packed, bytes);
        if (pass == 0 && !status)
            status = yee_communicator_wait(m, (double)INFINITY);
    }
    free(packed);
    return packed ? status : yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a field");
}

yee_status yee_subdomains_read(void *made, int c, double *values)
{
    plan *p = made;
    const yee_communicator *m = p->communicator;
    yee_status status = move_all(p, c, values, false);
    for (int64_t n = 0; n < p->count && m && !status; n++)
        if (p->part[n].rank && (m->rank == 0 || m->rank == p->part[n].rank))
            status = bring(p, &p->part[n], c, values);
    return status
               ? status
               : yee_broadcast(p->communicator, values,
                               yee_grid_points(&p->whole->grid, c) * (int64_t)sizeof *values);
}

/* The E of a law of fields tells its L with the cells around it alone, which a halo has not at its
 * ends. */
yee_status yee_subdomains_write(void *made, int c, const double *values)
{
    plan *p = made;
    yee_status status = move_all(p, c, (double *)(uintptr_t)values, true);
    if (!p->whole->field_runs || !yee_is_electric(c))
        return status;
    status = yee_agree(p->communicator, status);
    return status ? status : yee_exchange_run(p->exchange, 0);
}

/* ---- pieces of other processes ---- */

/* A message to the first process: a piece follows, or with bytes < 0 its last one has gone. */
typedef struct request {
    int64_t bytes;
    char name[256];
} request;

/* On the owner's side: a piece goes to the first process, or comes from it. */
static yee_status ask_first(plan *p, bool load, const char *name, void *data, int64_t bytes)
{
    yee_communicator *m = p->communicator;
    request r = {.bytes = bytes};
    int told = YEE_OK;
    snprintf(r.name, sizeof r.name, "%s", name);
    yee_status status = yee_communicator_send(m, 0, &r, sizeof r);
    if (!status && !load)
        status = yee_communicator_send(m, 0, data, bytes);
    if (!status)
        status = yee_communicator_receive(m, 0, &told, sizeof told);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    if (!status && load && !told) {
        status = yee_communicator_receive(m, 0, data, bytes);
        if (!status)
            status = yee_communicator_wait(m, (double)INFINITY);
    }
    /* the first process has the sentence */
    return status ? status
           : told ? yee_diag_fail(p->diag, (yee_status)told, NULL, "the checkpoint failed")
                  : YEE_OK;
}

/* On the first process: one request; *last: there are no more. */
static yee_status answer(plan *p, int rank, yee_state *to, bool load, bool *last)
{
    yee_communicator *m = p->communicator;
    request r;
    yee_status status = yee_communicator_receive(m, rank, &r, sizeof r);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    *last = status || r.bytes < 0;
    if (*last)
        return status;
    char *data = malloc((size_t)r.bytes + 1);
    if (!data) {
        m->lost = *last = true;
        return yee_diag_fail(p->diag, YEE_MEMORY, NULL,
                             "no memory for the state of subdomains");
    }
    if (!load)
        status = yee_communicator_receive(m, rank, data, r.bytes);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    const yee_status done = status || !to ? status : to->piece(to, r.name, data, r.bytes);
    int told = (int)done;
    if (!status)
        status = yee_communicator_send(m, rank, &told, sizeof told);
    if (!status && load && !done)
        status = yee_communicator_send(m, rank, data, r.bytes);
    if (!status)
        status = yee_communicator_wait(m, (double)INFINITY);
    free(data);
    *last = *last || status;
    return status ? status : done;
}

/* ---- checkpoints ---- */

typedef struct pieces {
    yee_state state;
    plan *p;
    int64_t part;
    yee_state *to; /* of the first process; NULL: the sums alone are wanted */
    bool sums, load;
    void **sum; /* of the whole grid's transforms, shape [taps] */
} pieces;

static yee_status forward(yee_state *state, const char *name, void *data, int64_t bytes)
{
    const pieces *s = state->core;
    const plan *p = s->p;
    const yee_local *l = &p->part[s->part].local;
    char full[256];
    if (!strncmp(name, "dft_", 4)) {
        const int64_t tap = strtoll(name + 4, NULL, 10);
        if (tap < 0 || tap >= l->problem.taps ||
            bytes != l->problem.tap[tap].values * (int64_t)sizeof(double))
            return yee_diag_fail(p->diag, YEE_PLUGIN, &p->scheme->place,
                                 "scheme '%s' has no Fourier sums '%s' of %lld bytes",
                                 p->scheme->plugin->name, name, (long long)bytes);
        if (!s->sums && s->load)
            yee_assembly_get(p->whole, l, tap, s->sum[l->tap[tap]], data);
        if (s->sums)
            yee_assembly_put(p->whole, l, tap, s->sum[l->tap[tap]], data);
        return YEE_OK;
    }
    snprintf(full, sizeof full, "subdomain_%lld_%s", (long long)s->part, name);
    if (s->sums)
        return YEE_OK;
    if (p->part[s->part].rank)
        return ask_first(s->p, s->load, full, data, bytes);
    return s->to->piece(s->to, full, data, bytes);
}

/* One subdomain after the other, each by the process that has it. */
static yee_status each(pieces *s)
{
    plan *p = s->p;
    yee_communicator *m = p->communicator;
    yee_status status = YEE_OK;
    s->state = (yee_state){sizeof s->state, s, forward};
    for (s->part = 0; s->part < p->count && !(m && m->lost); s->part++) {
        const yee_planned *own = &p->part[s->part];
        const bool remote = own->rank && !s->sums;
        if (own->plan && !status)
            status = s->load ? YEE_CALL(p->scheme, p->ops, load, own->plan, &s->state)
                             : YEE_CALL(p->scheme, p->ops, save, own->plan, &s->state);
        if (own->plan && remote) {
            const request end = {.bytes = -1};
            const yee_status sent = yee_communicator_send(m, 0, &end, sizeof end);
            status = status ? status : sent;
            if (!sent)
                yee_communicator_wait(m, (double)INFINITY);
        }
        for (bool last = !remote || m->rank; !last;) {
            const yee_status one = answer(p, own->rank, s->to, s->load, &last);
            status = status ? status : one;
        }
    }
    return yee_agree(m, status);
}

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

static yee_status state_sums(plan *p, yee_state *shared, void **sum, bool load)
{
    yee_status status = YEE_OK;
    if (!load) {
        status = each(&(pieces){.p = p, .sum = sum, .sums = true});
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
    return status;
}

/* state: the first process's. */
static yee_status exchange_state(plan *p, yee_state *state, bool load)
{
    yee_shared_state share;
    yee_state *shared = yee_share_state(&share, p->communicator,
                                        yee_first(p->communicator) ? state : NULL, load);
    void **sum = calloc((size_t)p->whole->taps + 1, sizeof *sum);
    yee_status status =
        sum ? shared->piece(shared, "step", &p->step, sizeof p->step) : YEE_MEMORY;
    bool any = false;
    for (int64_t t = 0; t < p->whole->taps && !status; t++)
        if (p->whole->tap[t].kind == YEE_TAP_DFT) {
            any = true;
            sum[t] = calloc((size_t)p->whole->tap[t].values + 1, sizeof(double));
            status = sum[t] ? YEE_OK : YEE_MEMORY;
        }
    status = yee_agree(p->communicator, status);
    if (any && !status)
        status = yee_agree(p->communicator, state_sums(p, shared, sum, load));
    if (!status)
        status = each(&(pieces){.p = p, .to = state, .load = load, .sum = sum});
    for (int64_t t = 0; sum && t < p->whole->taps; t++)
        free(sum[t]);
    free(sum);
    return status == YEE_MEMORY
               ? yee_diag_fail(p->diag, status, NULL, "no memory for the state of subdomains")
               : status;
}

yee_status yee_subdomains_save(void *made, yee_state *state)
{
    return exchange_state(made, state, false);
}

yee_status yee_subdomains_load(void *made, yee_state *state)
{
    return exchange_state(made, state, true);
}
