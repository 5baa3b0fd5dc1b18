/* tiled/state.c: fields out and in, energy, vital signs, checkpoints. */
#include "visit.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields ---- */

static int own_component(const tiled_plan *t, int user)
{
    return user - user % 3 + (user % 3 + 3 - t->perm) % 3;
}

yee_status tiled_read(void *plan, int component, double *values)
{
    const tiled_plan *t = plan;
    const int c = own_component(t, component);
    const int64_t *e = t->extent[c], *s = t->stride[c];
    for (int64_t i = 0; i < e[0]; i++)
        for (int64_t j = 0; j < e[1]; j++) {
            const char *f = tiled_row_at(t, i, j)->f;
            double *to = values + i * s[0] + j * s[1];
            for (int64_t k = 0; k < e[2]; k++)
                to[k * s[2]] =
                    t->slot[c] < 0 ? 0 : tiled_load_real(t, f, t->slot[c] * t->n + k);
        }
    return YEE_OK;
}

static void wrap(const tiled_plan *t)
{
    for (int64_t i = 0; i < t->nx && t->wrap[2]; i++)
        for (int64_t j = 0; j < t->ny; j++) {
            tiled_wrap_e(t, tiled_row_at(t, i, j));
            tiled_wrap_h(t, tiled_row_at(t, i, j));
        }
}

/* Points on a PEC face stay 0; edges of fields get L. */
yee_status tiled_write(void *plan, int component, const double *values)
{
    const tiled_plan *t = plan;
    const int c = own_component(t, component);
    const int64_t *b = t->begin[c], *e = t->end[c], *s = t->stride[c];
    const int edges = c < 3 ? X_JOIN : X_JOIN_H;
    tiled_part_all(t, edges);
    for (int64_t i = b[0]; i < e[0]; i++)
        for (int64_t j = b[1]; j < e[1]; j++)
            for (int64_t k = b[2]; k < e[2]; k++)
                tiled_store_real(t, tiled_row_at(t, i, j)->f, t->slot[c] * t->n + k,
                                 values[i * s[0] + j * s[1] + k * s[2]]);
    tiled_join_all(t, edges);
    wrap(t);
    tiled_near_reset(t);
    return YEE_OK;
}

/* ---- energy ---- */

typedef struct energy_job {
    const tiled_plan *t;
    char *scratch; /* shape [threads][widest] */
    yee_sum *sum;  /* J, shape [threads][2] */
} energy_job;

/* The energy that the sections of a medium hold at place k of component c, J/m^3; f: the
 * field there. */
static double held(const tiled_plan *t, const tiled_row *r, int c, int64_t k,
                   const yee_update *m, double f)
{
    const tiled_seg *s = r->seg;
    while (k >= s->to)
        s++;
    const int h = c >= 3, words = s->words[h];
    const int64_t own = s->slots[h] * words * t->chunk, within = (k - s->from) % t->chunk;
    const int64_t at = s->pole[h] + 3 * own * ((k - s->from) / t->chunk) + c % 3 * own + within;
    const double unit = h ? 1 : s->unit;
    double sum = 0;
    for (int n = 0; n < m->sections; n++) {
        const yee_section *x = &t->p->section[m->section + n];
        const int64_t place = at + n * words * t->chunk;
        const double s1 = unit * tiled_load_real(t, r->f, place);
        const double s2 = x->words == 2 ? unit * tiled_load_real(t, r->f, place + t->chunk) : 0;
        const double *e = x->energy;
        sum += f * (e[0] * s1 + e[1] * s2) + s1 * (e[2] * s1 + e[3] * s2) + e[4] * s2 * s2;
    }
    return sum;
}

/* Adds the energy of the own points of one row: of F, and of the next H from the row `after`. */
static void row_energy(const tiled_plan *t, int c, int64_t i, int64_t j, const char *after,
                       yee_sum *sum)
{
    int64_t b[3], e[3];
    const int u = tiled_component(t, c);
    const double area = t->width[0][yee_half(c, 0)][i] * t->width[1][yee_half(c, 1)][j];
    const double *width = t->width[2][yee_half(c, 2)];
    const tiled_row *r = tiled_row_at(t, i, j);
    for (int a = 0; a < 3; a++)
        yee_own_points(t->p, u, tiled_axis(t, a), &b[a], &e[a]);
    if (t->slot[c] < 0 || i < b[0] || i >= e[0] || j < b[1] || j >= e[1] ||
        !t->p->grid.active[u])
        return;
    const int64_t first = i * t->stride[c][0] + j * t->stride[c][1], step = t->stride[c][2];
    const yee_update *m = NULL;
    uint32_t last = 0;
    bool counts = false;
    for (int64_t k = b[2]; k < e[2]; k++) {
        const uint32_t medium = yee_problem_medium(t->p, u, first + k * step);
        const int64_t at = t->slot[c] * t->n + k;
        if (!m || medium != last) {
            last = medium;
            m = &t->p->update[medium];
            counts = t->p->medium[medium].conductor == YEE_NOT_CONDUCTOR;
        }
        if (!counts)
            continue;
        const double f = tiled_load_real(t, r->f, at), next = tiled_load_real(t, after, at);
        double stored =
            m->energy[1] * area * width[k] * f * next + m->energy[0] * area * width[k] * f * f;
        if (m->sections > 0)
            stored += area * width[k] * held(t, r, c, k, m, f);
        if (stored != 0)
            yee_sum_add(sum, stored);
    }
}

static void plane_energy(void *user, int thread)
{
    const energy_job *d = user;
    const tiled_plan *t = d->t;
    char *scratch = d->scratch + thread * t->widest;
    for (int64_t i = thread; i < t->nx; i += tiled_pool_threads(t->pool))
        for (int64_t j = 0; j < t->ny; j++) {
            const tiled_row *r = tiled_row_at(t, i, j);
            tiled_at at;
            tiled_neighbours(t, i, j, &at);
            at.f = memcpy(scratch, r->f, (size_t)t->widest);
            for (const tiled_seg *s = r->seg; s < r->seg + r->segs; s++)
                if (s->h)
                    s->h(s, &at);
            if (r->extra >= 0) {
                const int64_t *first = t->extras->extra[r->extra].first;
                tiled_spots(t, t->extras->item + first[X_SPOT_H],
                            t->extras->item + first[X_SPOT_H + 1], scratch, 0);
            }
            for (int c = 0; c < 6; c++)
                row_energy(t, c, i, j, c < 3 ? r->f : scratch, &d->sum[2 * thread + c / 3]);
        }
}

/* The field at a point of the problem. */
static double edge_field(const void *scheme, int component, int64_t index)
{
    const tiled_plan *t = scheme;
    int c;
    int64_t at[3];
    tiled_locate(t, component, index, &c, at);
    return t->slot[c] < 0 ? 0
                          : tiled_load_real(t, tiled_row_at(t, at[0], at[1])->f,
                                            t->slot[c] * t->n + at[2]);
}

/* H+ is made row by row beside the fields. */
yee_status tiled_sum_energy(void *plan, yee_sum sum[2])
{
    tiled_plan *t = plan;
    const size_t threads = (size_t)tiled_pool_threads(t->pool);
    energy_job d = {t, aligned_alloc(TILED_LINE, threads * (size_t)t->widest),
                    calloc(2 * threads, sizeof *d.sum)};
    const bool ok = d.scratch && d.sum;
    if (ok) {
        for (int64_t p = 0; p < t->extras->players; p++) {
            const tiled_player *player = &t->extras->player[p];
            player->signals->fill(player->signals->self, t->step, player->value);
        }
        tiled_pool_run(t->pool, plane_energy, &d);
        for (size_t n = 0; n < 2 * threads; n++)
            yee_sum_merge(&sum[n % 2], &d.sum[n]);
        edge_laws_energy(&t->extras->laws, edge_field, t, &sum[0]);
        cell_laws_energy(&t->extras->cells, edge_field, t, &sum[0]);
        cell_laws_energy(&t->extras->tensors, edge_field, t, &sum[0]);
        cell_laws_energy(&t->extras->magnets, edge_field, t, &sum[1]);
    }
    free(d.scratch);
    free(d.sum);
    return ok ? YEE_OK : t->host->fail(t->host, YEE_MEMORY, "no memory for the energy");
}

yee_status tiled_energy(void *plan, double energy[2])
{
    yee_sum sum[2] = {0};
    const yee_status status = tiled_sum_energy(plan, sum);
    for (int n = 0; n < 2; n++)
        energy[n] = yee_sum_value(&sum[n]);
    return status;
}

/* ---- vital signs ---- */

typedef struct pulse {
    double top[6];
    bool bad[6];
} pulse;

typedef struct pulse_job {
    const tiled_plan *t;
    pulse *plane; /* shape [nx] */
} pulse_job;

static void plane_pulse(void *user, int thread)
{
    const pulse_job *d = user;
    const tiled_plan *t = d->t;
    for (int64_t i = thread; i < t->nx; i += tiled_pool_threads(t->pool))
        for (int64_t j = 0; j < t->ny; j++)
            for (int c = 0; c < 6; c++) {
                bool bad;
                if (t->slot[c] < 0)
                    continue;
                const char *f = tiled_row_at(t, i, j)->f + t->slot[c] * t->n * t->real;
                const double top = t->isa->peak(f, t->np, &bad);
                if (top > d->plane[i].top[c])
                    d->plane[i].top[c] = top;
                d->plane[i].bad[c] = d->plane[i].bad[c] || bad;
            }
}

/* The first point, by the user's index, of a component whose size is `top`, or which is not
 * finite (bad). */
static int64_t spot(const pulse_job *d, int c, double top, bool bad)
{
    const tiled_plan *t = d->t;
    const int64_t *e = t->extent[c], *s = t->stride[c];
    int64_t where = INT64_MAX;
    for (int64_t i = 0; i < e[0]; i++) {
        if (bad ? !d->plane[i].bad[c] : d->plane[i].top[c] != top)
            continue;
        for (int64_t j = 0; j < e[1]; j++)
            for (int64_t k = 0; k < e[2]; k++) {
                const int64_t index = i * s[0] + j * s[1] + k * s[2];
                const double v =
                    fabs(tiled_load_real(t, tiled_row_at(t, i, j)->f, t->slot[c] * t->n + k));
                if (index < where && (bad ? !isfinite(v) : v == top))
                    where = index;
            }
    }
    return where;
}

yee_status tiled_extrema(void *plan, yee_extrema *extrema)
{
    tiled_plan *t = plan;
    pulse_job d = {t, calloc((size_t)t->nx, sizeof *d.plane)};
    if (!d.plane)
        return t->host->fail(t->host, YEE_MEMORY, "no memory for the check of the fields");
    tiled_pool_run(t->pool, plane_pulse, &d);
    double largest = -1, most[2] = {0, 0}, top = 0;
    extrema->finite = true;
    extrema->component = 0;
    for (int u = 0; u < 6 && extrema->finite; u++) {
        const int c = own_component(t, u);
        double peak = 0;
        for (int64_t i = 0; i < t->nx; i++) {
            peak = d.plane[i].top[c] > peak ? d.plane[i].top[c] : peak;
            extrema->finite = extrema->finite && !d.plane[i].bad[c];
        }
        peak = extrema->finite ? peak : INFINITY;
        most[u / 3] = peak > most[u / 3] ? peak : most[u / 3];
        if (peak * (u < 3 ? 1 : YEE_ETA0) > largest) {
            largest = peak * (u < 3 ? 1 : YEE_ETA0);
            extrema->component = u;
            top = peak;
        }
    }
    extrema->electric = most[0];
    extrema->magnetic = most[1];
    const int c = own_component(t, extrema->component);
    extrema->index = t->slot[c] < 0 ? 0 : spot(&d, c, top, !extrema->finite);
    free(d.plane);
    return YEE_OK;
}

/* E of every fourth row of every fourth plane, by one thread. */
yee_status tiled_peak_estimate(void *plan, double *electric)
{
    enum { STRIDE = 4 };
    const tiled_plan *t = plan;
    const int64_t i0 = t->nx > STRIDE ? STRIDE / 2 : t->nx / 2;
    const int64_t j0 = t->ny > STRIDE ? STRIDE / 2 : t->ny / 2;
    *electric = 0;
    for (int64_t i = i0; i < t->nx; i += STRIDE)
        for (int64_t j = j0; j < t->ny; j += STRIDE)
            for (int u = 0; u < 3; u++) {
                const int c = own_component(t, u);
                bool bad;
                if (t->slot[c] < 0)
                    continue;
                const char *f = tiled_row_at(t, i, j)->f + t->slot[c] * t->n * t->real;
                const double top = t->isa->peak(f, t->np, &bad);
                *electric = fmax(*electric, bad ? INFINITY : top);
            }
    return YEE_OK;
}

/* ---- checkpoints ---- */

/* Plane after plane: what changes of its rows, one behind the other. */
static yee_status planes(tiled_plan *t, yee_state *state, bool load)
{
    char *buffer = malloc((size_t)(t->ny * t->widest));
    if (!buffer)
        return t->host->fail(t->host, YEE_MEMORY, "no memory for a plane of the checkpoint");
    yee_status status = YEE_OK;
    for (int64_t i = 0; i < t->nx && !status; i++) {
        char name[32];
        int64_t bytes = 0;
        for (int64_t j = 0; j < t->ny; j++) {
            const tiled_row *r = tiled_row_at(t, i, j);
            memcpy(buffer + bytes, r->f, (size_t)r->state);
            bytes += r->state;
        }
        snprintf(name, sizeof name, "rows_%lld", (long long)i);
        status = state->piece(state, name, buffer, bytes);
        bytes = 0;
        for (int64_t j = 0; j < t->ny && load && !status; j++) {
            const tiled_row *r = tiled_row_at(t, i, j);
            memcpy(r->f, buffer + bytes, (size_t)r->state);
            bytes += r->state;
        }
    }
    free(buffer);
    return status;
}

static yee_status pieces(tiled_plan *t, yee_state *state, bool load)
{
    yee_status status = state->piece(state, "step", &t->step, sizeof t->step);
    const bool apart = YEE_HAS(state, apart);
    if (!status && !apart)
        status = planes(t, state, load);
    if (!status && !apart)
        status = tiled_near_piece(t, state);
    const int64_t words = t->extras->link_first[t->p->ports];
    if (!status && words && !apart)
        status = state->piece(state, "links", t->extras->link, words * (int64_t)sizeof(double));
    if (!status)
        status = edge_laws_exchange(&t->extras->laws, state);
    if (!status)
        status = cell_laws_exchange(&t->extras->cells, state);
    if (!status)
        status = cell_laws_exchange(&t->extras->tensors, state);
    if (!status)
        status = cell_laws_exchange(&t->extras->magnets, state);
    for (int64_t n = 0; n < t->p->taps && !status; n++) {
        char name[32];
        snprintf(name, sizeof name, "dft_%lld", (long long)n);
        if (t->extras->tap[n].sum)
            status = state->piece(state, name, t->extras->tap[n].sum,
                                  t->p->tap[n].values * (int64_t)sizeof(double));
    }
    return status;
}

yee_status tiled_save(void *plan, yee_state *state) { return pieces(plan, state, false); }
yee_status tiled_load(void *plan, yee_state *state) { return pieces(plan, state, true); }
