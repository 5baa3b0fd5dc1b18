/* tiled/record.c: blocks of steps: signals in, what rows add and record, records out. */
#include "../common/points.h"
#include "../common/ports.h"
#include "visit.h"
#include <math.h>
#include <string.h>

int64_t tiled_block(const tiled_plan *t, int64_t steps)
{
    const tiled_extras *x = t->extras;
    steps = steps < x->block ? steps : x->block;
    for (int64_t n = 0; n < t->p->taps; n++) {
        const yee_tap *tap = &t->p->tap[n];
        if (!x->tap[n].fence)
            continue;
        int64_t next = t->step + 1 > tap->first ? t->step + 1 : tap->first;
        next += (tap->every - (next - tap->first) % tap->every) % tap->every;
        if (next <= tap->last && next - t->step < steps)
            steps = next - t->step;
    }
    return steps;
}

/* weight exp(-j 2 pi f t) of a step; H is sampled at its own time. */
static void phases(const tiled_plan *t, const yee_tap *tap, int64_t step, double *phase)
{
    const double dt = t->p->grid.dt, weight = (double)tap->every * dt;
    const double time = ((double)step - (yee_is_electric(tap->component) ? 0 : 0.5)) * dt;
    for (int64_t f = 0; f < tap->frequencies; f++) {
        const double angle = 2 * YEE_PI * fmod(tap->frequency[f] * time, 1.0);
        phase[2 * f] = weight * cos(angle);
        phase[2 * f + 1] = -weight * sin(angle);
    }
}

void tiled_block_begin(tiled_plan *t, int64_t steps)
{
    const tiled_extras *x = t->extras;
    for (int64_t p = 0; p < x->players; p++) {
        const yee_signals *s = x->player[p].signals;
        for (int64_t n = 0; n < steps; n++)
            s->fill(s->self, t->step + n, x->player[p].value + n * s->count);
    }
    for (int64_t p = 0; p < t->p->taps; p++) {
        const yee_tap *tap = &t->p->tap[p];
        const tiled_tap *own = &x->tap[p];
        if (own->fence)
            continue;
        int32_t records = 0;
        for (int64_t n = 0; n < steps; n++) {
            own->due[n] = yee_tap_due(tap, t->step + n + 1) ? records++ : -1;
            if (own->phase && own->due[n] >= 0)
                phases(t, tap, t->step + n + 1, own->phase + 2 * n * tap->frequencies);
        }
    }
}

void tiled_spots(const tiled_plan *t, const tiled_item *from, const tiled_item *to, void *f,
                 int64_t n)
{
    for (const tiled_item *s = from; s < to; s++) {
        const tiled_player *player = &t->extras->player[s->owner];
        const double *v = player->value + n * player->signals->count + s->slot;
        const double value = s->cubic ? yee_cubic(v, s->fraction) : *v;
        if (s->near >= 0)
            tiled_near_add(t, s->near, s->amplitude * value);
        else
            tiled_store_real(t, f, s->at, tiled_load_real(t, f, s->at) + s->amplitude * value);
    }
}

static void transform(const tiled_plan *t, const tiled_item *s, const void *f, int64_t n)
{
    const tiled_tap *own = &t->extras->tap[s->owner];
    const yee_tap *tap = &t->p->tap[s->owner];
    const double *phase = own->phase + 2 * n * tap->frequencies;
    const int64_t points = tap->values / 2 / tap->frequencies;
    for (int64_t w = 0; w < tap->frequencies; w++) {
        double *sum = own->sum + 2 * (w * points + s->slot);
        const double re = phase[2 * w], im = phase[2 * w + 1];
        for (int64_t m = 0; m < s->count; m++, sum += 2 * s->slots) {
            const double v = tiled_load_real(t, f, s->at + m * s->stride);
            sum[0] += v * re;
            sum[1] += v * im;
        }
    }
}

static void copy(const tiled_plan *t, const tiled_item *s, const void *f, char *record)
{
    for (int64_t m = 0; m < s->count; m++)
        memcpy(record + (s->slot + m * s->slots) * t->real,
               (const char *)f + (s->at + m * s->stride) * t->real, (size_t)t->real);
}

static void probe(const tiled_plan *t, const tiled_item *from, const tiled_item *to,
                  const void *f, int64_t n)
{
    for (const tiled_item *s = from; s < to; s++) {
        const tiled_tap *own = &t->extras->tap[s->owner];
        if (own->due[n] < 0)
            continue;
        if (own->sum)
            transform(t, s, f, n);
        else
            copy(t, s, f, own->record + own->due[n] * t->p->tap[s->owner].values * t->real);
    }
}

static char *edge(const tiled_plan *t, const yee_port *q, const yee_port_edge *x, int64_t *at)
{
    int c;
    int64_t place[3];
    tiled_locate(t, q->component, x->index, &c, place);
    *at = t->slot[c] * t->n + place[2];
    return tiled_row_at(t, place[0], place[1])->f;
}

static double voltage(const tiled_plan *t, int64_t port)
{
    const yee_port *q = &t->p->port[port];
    double sum = 0;
    for (const yee_port_edge *x = q->edge; x < q->edge + q->count; x++) {
        int64_t at;
        const char *f = edge(t, q, x, &at);
        sum += x->voltage * tiled_load_real(t, f, at);
    }
    return sum;
}

static void drive(const tiled_plan *t, int64_t port, int64_t n)
{
    const yee_port *q = &t->p->port[port];
    tiled_extras *own = t->extras;
    const double current = ports_current(
        q, t->step + n, own->port_before[port], voltage(t, port),
        own->player[own->port_player[port]].value[n], own->link + own->link_first[port]);
    for (const yee_port_edge *x = q->edge; x < q->edge + q->count; x++) {
        int64_t at;
        char *f = edge(t, q, x, &at);
        const int64_t near = tiled_near_find(t, q->component, x->index);
        if (near >= 0)
            tiled_near_add(t, near, x->current * current);
        else
            tiled_store_real(t, f, at, tiled_load_real(t, f, at) + x->current * current);
    }
    own->port[2 * (port * own->block + n) + 1] = current;
}

/* The mean voltage of the step, once all ports have acted. */
static void meter(const tiled_plan *t, int64_t port, int64_t n)
{
    const tiled_extras *x = t->extras;
    x->port[2 * (port * x->block + n)] = 0.5 * (x->port_before[port] + voltage(t, port));
}

static void update_near(const tiled_plan *t, const tiled_row *r, int kind)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    for (int64_t p = first[kind]; p < first[kind + 1]; p++)
        tiled_near_update(t, x->item[p].slot);
}

void tiled_before_h(const tiled_plan *t, const tiled_row *r)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    for (int64_t p = first[X_NEAR_H]; p < first[X_NEAR_H + 1]; p++)
        tiled_near_keep(t, x->item[p].slot);
}

void tiled_after_h(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    update_near(t, r, X_NEAR_H);
    tiled_spots(t, x->item + first[X_SPOT_H], x->item + first[X_SPOT_H + 1], r->f, n);
}

void tiled_probe_h(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    probe(t, x->item + first[X_PROBE_H], x->item + first[X_PROBE_H + 1], r->f, n);
}

void tiled_before(const tiled_plan *t, const tiled_row *r)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    for (int64_t p = first[X_PORT]; p < first[X_PORT + 1]; p++)
        x->port_before[x->item[p].owner] = voltage(t, x->item[p].owner);
}

void tiled_add_e(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    tiled_take_currents(t, r);
    update_near(t, r, X_NEAR_E);
    tiled_spots(t, x->item + first[X_SPOT_E], x->item + first[X_SPOT_E + 1], r->f, n);
}

void tiled_ports(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    for (int64_t p = first[X_PORT]; p < first[X_PORT + 1]; p++)
        drive(t, x->item[p].owner, n);
}

void tiled_meters(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    for (int64_t p = first[X_PORT]; p < first[X_PORT + 1]; p++)
        meter(t, x->item[p].owner, n);
}

void tiled_probe_e(const tiled_plan *t, const tiled_row *r, int64_t n)
{
    const tiled_extras *x = t->extras;
    const int64_t *first = x->extra[r->extra].first;
    probe(t, x->item + first[X_PROBE_E], x->item + first[X_PROBE_E + 1], r->f, n);
}

/* A box that was not recorded by its rows. */
static void box(const tiled_plan *t, const yee_tap *tap, char *record)
{
    const yee_grid *g = &t->p->grid;
    int64_t at[3];
    for (at[0] = tap->lo[0]; at[0] < tap->hi[0]; at[0] += tap->stride[0])
        for (at[1] = tap->lo[1]; at[1] < tap->hi[1]; at[1] += tap->stride[1])
            for (at[2] = tap->lo[2]; at[2] < tap->hi[2];
                 at[2] += tap->stride[2], record += t->real) {
                int c;
                int64_t own[3];
                tiled_locate(t, tap->component,
                             yee_grid_index(g, tap->component, at[0], at[1], at[2]), &c, own);
                const char *f = tiled_row_at(t, own[0], own[1])->f;
                if (t->slot[c] >= 0)
                    memcpy(record, f + (t->slot[c] * t->n + own[2]) * t->real, (size_t)t->real);
                else
                    memset(record, 0, (size_t)t->real);
            }
}

static yee_status deliver(tiled_plan *t, const yee_sink *sink, int64_t p, int64_t step,
                          int64_t n)
{
    const tiled_extras *x = t->extras;
    const yee_tap *tap = &t->p->tap[p];
    char *record = sink->reserve(sink, p, step);
    if (!record)
        return t->host->fail(t->host, YEE_IO,
                             "there is no room for what output number %lld takes at step %lld",
                             (long long)p, (long long)step);
    if (tap->kind == YEE_TAP_ENERGY)
        tiled_energy(t, (double *)record);
    else if (tap->kind == YEE_TAP_PORT)
        memcpy(record, x->port + 2 * (tap->port * x->block + n), 2 * sizeof(double));
    else if (tap->kind == YEE_TAP_DFT)
        memcpy(record, x->tap[p].sum, (size_t)tap->values * sizeof(double));
    else if (x->tap[p].fence)
        box(t, tap, record);
    else
        memcpy(record, x->tap[p].record + x->tap[p].due[n] * tap->values * t->real,
               (size_t)(tap->values * t->real));
    return sink->commit(sink, p, record);
}

yee_status tiled_block_end(tiled_plan *t, int64_t steps, const yee_sink *sink)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; sink && !status && n < steps; n++)
        for (int64_t p = 0; !status && p < t->p->taps; p++)
            if (t->p->tap[p].kind != YEE_TAP_DFT &&
                yee_tap_due(&t->p->tap[p], t->step - steps + n + 1))
                status = deliver(t, sink, p, t->step - steps + n + 1, n);
    return status;
}

yee_status tiled_extras_finish(tiled_plan *t, const yee_sink *sink)
{
    yee_status status = YEE_OK;
    for (int64_t p = 0; sink && !status && p < t->p->taps; p++)
        if (t->p->tap[p].kind == YEE_TAP_DFT)
            status = deliver(t, sink, p, t->step, 0);
    return status;
}
