/* tiled/laws.c: the laws of a row's edges, in the visit that updates them.
 *
 * What a law needs of an edge before the update, its old field, stays in the first cache until
 * the law asks for it: every thread keeps the runs of one unit of rows, one behind the other. */
#include "visit.h"
#include <string.h>

/* Runs as their items lie, row after row. False: no memory. */
static bool make_runs(tiled_plan *t)
{
    tiled_extras *x = t->extras;
    const edge_laws *l = &x->laws;
    tiled_law *run = x->law = tiled_alloc(t, l->runs * (int64_t)sizeof *run);
    x->law_kind = tiled_alloc(t, 3 * t->p->media * (int64_t)sizeof *x->law_kind);
    if (!run || !x->law_kind)
        return false;
    for (int64_t m = 0; m < t->p->media; m++)
        for (int c = 0; c < 3 && t->p->law_medium[m].law >= 0; c++) {
            const int64_t law = t->p->law_medium[m].law;
            x->law_kind[3 * m + c] =
                (tiled_law_kind){.points = t->p->law[law].law->edge_row[t->f64],
                                 .param = l->param[3 * m + c],
                                 .law = law};
        }
    for (int64_t row = 0; row < t->nx * t->ny; row++) {
        const int32_t extra = tiled_row_at(t, row / t->ny, row % t->ny)->extra;
        if (extra < 0)
            continue;
        tiled_extra *own = &x->extra[extra];
        own->law = run;
        for (int64_t n = own->first[X_LAW]; n < own->first[X_LAW + 1]; n++, run++) {
            const edge_law_run *r = &l->run[x->item[n].owner];
            const yee_law *law = t->p->law[t->p->law_medium[r->medium].law].law;
            *run = (tiled_law){
                .at = x->item[n].at, .n = r->n, .kind = 3 * (int64_t)r->medium + r->component};
            run->state = law->edge_words ? l->state + r->state * t->real : NULL;
            run->map = law->edge_maps ? l->map + r->map * t->real : NULL;
        }
        own->laws = run - own->law;
        own->only_laws = own->laws == own->first[X_KINDS] - own->first[0];
    }
    return true;
}

/* Counts the parts of a row's E that change and have no law, or stores them; *points: all points
 * of E that change. */
static int64_t find_gaps(const tiled_plan *t, int64_t i, int64_t j, bool *has, tiled_gap *gap,
                         int64_t *points)
{
    const tiled_extra *own = &t->extras->extra[tiled_row_at(t, i, j)->extra];
    int64_t gaps = 0;
    *points = 0;
    for (int c = 0; c < 3; c++) {
        const int64_t *b = t->begin[c], *e = t->end[c], base = t->slot[c] * t->n;
        if (t->slot[c] < 0 || i < b[0] || i >= e[0] || j < b[1] || j >= e[1])
            continue;
        memset(has, 0, (size_t)t->n);
        for (const tiled_law *run = own->law; run < own->law + own->laws; run++)
            if (run->at >= base && run->at < base + t->n)
                memset(has + run->at - base, true, (size_t)run->n);
        *points += e[2] > b[2] ? e[2] - b[2] : 0;
        for (int64_t k = b[2], n; k < e[2]; k += n) {
            for (n = 1; k + n < e[2] && has[k + n] == has[k]; n++)
                continue;
            if (has[k])
                continue;
            if (gap)
                gap[gaps] = (tiled_gap){(base + k) * t->real, n * t->real};
            gaps++;
        }
    }
    return gaps;
}

/* Rows of units of their own to which nothing happens but laws of most edges: old fields stay where
 * they are. */
static bool choose_aside(tiled_plan *t)
{
    tiled_extras *x = t->extras;
    bool *has = tiled_alloc(t, t->n);
    int64_t all = 0;
    for (int store = 0; has && store < 2; store++) {
        if (store && !(x->gap = tiled_alloc(t, all * (int64_t)sizeof *x->gap)))
            return false;
        all = 0;
        for (int64_t unit = 0; unit < t->ux * t->uy; unit++) {
            const int64_t *xs = &t->xs[unit / t->uy], *ys = &t->ys[unit % t->uy];
            const int64_t i = xs[0], j = ys[0];
            const int32_t extra = tiled_row_at(t, i, j)->extra;
            tiled_extra *own = extra < 0 ? NULL : &x->extra[extra];
            const bool alone = xs[1] == i + 1 && ys[1] == j + 1;
            int64_t points, edges = 0;
            if (!alone || !own || !own->only_laws || (store && !own->aside))
                continue;
            for (const tiled_law *run = own->law; run < own->law + own->laws; run++)
                edges += run->n;
            own->gap = store ? x->gap + all : NULL;
            own->gaps = find_gaps(t, i, j, has, own->gap, &points);
            own->aside = 2 * edges >= points;
            all += own->aside ? own->gaps : 0;
        }
    }
    return has != NULL;
}

/* Whether two rows whose E goes aside differ in nothing: neither has words or maps. */
static bool alike(const tiled_extra *a, const tiled_extra *b)
{
    bool same = a->aside && b->aside && a->laws == b->laws && a->gaps == b->gaps;
    for (int64_t n = 0; same && n < a->laws; n++) {
        const tiled_law *p = &a->law[n], *q = &b->law[n];
        same = p->at == q->at && p->n == q->n && p->kind == q->kind && !p->state && !q->state &&
               !p->map && !q->map;
    }
    for (int64_t n = 0; same && n < a->gaps; n++)
        same = a->gap[n].at == b->gap[n].at && a->gap[n].bytes == b->gap[n].bytes;
    return same;
}

/* Rows alike share what says so: it would else take part of the caches. */
static void share(tiled_plan *t)
{
    const tiled_extra *extra = t->extras->extra;
    for (int64_t i = 0; i < t->nx; i++)
        for (int64_t j = 0; j < t->ny; j++) {
            tiled_row *r = tiled_row_at(t, i, j), *const before[2] = {r - 1, r - (t->ny + 2)};
            for (int n = 0; n < 2 && r->extra >= 0; n++)
                if ((n ? i : j) && before[n]->extra >= 0 &&
                    alike(&extra[r->extra], &extra[before[n]->extra])) {
                    r->extra = before[n]->extra;
                    break;
                }
        }
}

/* Places of the old fields of a unit's runs: on the bytes of a line where their edges are. */
static void place_old(tiled_plan *t)
{
    tiled_extras *x = t->extras;
    for (int64_t u = 0; u < t->ux * t->uy; u++) {
        const int64_t i = u / t->uy, j = u % t->uy;
        int64_t at = 0;
        for (int64_t p = t->xs[i]; p < t->xs[i + 1]; p++)
            for (int64_t q = t->ys[j]; q < t->ys[j + 1]; q++) {
                const int32_t extra = tiled_row_at(t, p, q)->extra;
                for (int64_t n = 0; extra >= 0 && n < x->extra[extra].laws; n++) {
                    tiled_law *run = &x->extra[extra].law[n];
                    const int64_t before = run->at % t->chunk;
                    run->old = at + before;
                    run->line = (run->at - before) * t->real;
                    run->line_old = at * t->real;
                    run->bytes = tiled_round_up(before + run->n, t->chunk) * t->real;
                    at += run->bytes / t->real;
                }
            }
        x->old_bytes = at * t->real > x->old_bytes ? at * t->real : x->old_bytes;
    }
}

bool tiled_laws_new(tiled_plan *t)
{
    tiled_extras *x = t->extras;
    if (!t->p->laws)
        return true;
    if (!make_runs(t) || !choose_aside(t))
        return false;
    share(t);
    place_old(t);
    /* Threads' fields lie in lines, and pages of a prefetcher, of their own. */
    x->old_bytes = tiled_round_up(x->old_bytes, 256) + 256;
    x->old = tiled_alloc(t, tiled_pool_threads(t->pool) * x->old_bytes);
    return x->old != NULL;
}

void tiled_keep_laws(const tiled_plan *t, const tiled_row *r, char *old)
{
    const tiled_extra *own = &t->extras->extra[r->extra];
    for (const tiled_law *run = own->law, *end = run + own->laws; run < end; run++)
        memcpy(old + run->line_old, r->f + run->line, (size_t)run->bytes);
}

void tiled_law_signals(const tiled_plan *t, int64_t law, int64_t n, double *signal)
{
    const tiled_extras *x = t->extras;
    const tiled_player *player = x->law_player[law] < 0 ? NULL : &x->player[x->law_player[law]];
    const int64_t count = player ? player->signals->count : 0;
    for (int64_t q = 0; q < count; q++)
        tiled_store_real(t, signal, q, player->value[n * count + q]);
}

/* The laws of a row; old: where old fields are kept, NULL: in place; aside: reals from E to E^. */
static void apply(const tiled_plan *t, const tiled_row *r, int64_t n, const char *old,
                  int64_t aside)
{
    const tiled_extras *x = t->extras;
    const tiled_extra *own = &x->extra[r->extra];
    double signal[YEE_LAW_MOST_SIGNALS]; /* real */
    int64_t played = -1;
    for (const tiled_law *run = own->law, *end = run + own->laws; run < end; run++) {
        const tiled_law_kind *kind = &x->law_kind[run->kind];
        char *e = r->f + run->at * t->real;
        if (kind->law != played)
            tiled_law_signals(t, kind->law, n, signal);
        played = kind->law;
        const yee_law_row row = {.size = sizeof row,
                                 .n = run->n,
                                 .pitch = run->n,
                                 .param = kind->param,
                                 .signal = signal,
                                 .old = old ? old + run->old * t->real : e,
                                 .e = e,
                                 .state = run->state,
                                 .map = run->map,
                                 .linear = e + aside * t->real};
        kind->points(&row);
    }
}

void tiled_laws(const tiled_plan *t, const tiled_row *r, int64_t n, const char *old)
{
    apply(t, r, n, old, 0);
}

void tiled_laws_aside(const tiled_plan *t, const tiled_row *r, int64_t n, int64_t aside)
{
    const tiled_extra *own = &t->extras->extra[r->extra];
    for (const tiled_gap *gap = own->gap; gap < own->gap + own->gaps; gap++)
        memcpy(r->f + gap->at, r->f + gap->at + aside * t->real, (size_t)gap->bytes);
    apply(t, r, n, NULL, aside);
}
