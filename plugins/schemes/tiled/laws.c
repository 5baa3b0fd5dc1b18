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
    if (!make_runs(t))
        return false;
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

void tiled_laws(const tiled_plan *t, const tiled_row *r, int64_t n, const char *old)
{
    const tiled_extras *x = t->extras;
    const tiled_extra *own = &x->extra[r->extra];
    double signal[YEE_LAW_MOST_SIGNALS]; /* real */
    int64_t played = -1;
    for (const tiled_law *run = own->law, *end = run + own->laws; run < end; run++) {
        const tiled_law_kind *kind = &x->law_kind[run->kind];
        if (kind->law != played)
            tiled_law_signals(t, kind->law, n, signal);
        played = kind->law;
        const yee_law_row row = {.size = sizeof row,
                                 .n = run->n,
                                 .pitch = run->n,
                                 .param = kind->param,
                                 .signal = signal,
                                 .old = old + run->old * t->real,
                                 .e = r->f + run->at * t->real,
                                 .state = run->state,
                                 .map = run->map};
        kind->points(&row);
    }
}
