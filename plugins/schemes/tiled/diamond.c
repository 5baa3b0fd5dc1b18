/* tiled/diamond.c: temporal blocking: diamonds in y times a wavefront in x.
 *
 * Level s = 2n is H of step n, at y = j + 1/2; s = 2n + 1 is E, at y = j; with laws of fields n
 * counts passes, two or three a step (fields.c), and so do "steps" in this file. The rows are cut
 * at Y(0), Y(1), ...; with u = 2y + s and v = 2y - s, tile (r, a) holds u in [2Y(a), 2Y(a+1)) and
 * v in [2Y(a-r), 2Y(a-r+1)): a diamond as many rows wide as steps high. A point needs its
 * neighbours of the level before, at u - 2 or v + 2, so a tile needs (r-1, a-1) and (r-1, a). On
 * a periodic y the cuts go on around the ring, Y(a+m) = Y(a) + ny, and tile a + m is tile a.
 * Several rows of diamonds go side by side, so that the third cache has what the next needs.
 *
 * Within a tile planes follow each other like a wave: step s of plane i comes after step s-1 of
 * plane i+1. On a periodic x the wave has no beginning: first come the planes that need
 * nothing from across the seam, one less on each side with every level, then, as a second
 * wave, the rest around it. Threads that outnumber the tiles of a row share them: each takes
 * some steps and follows the one that has the steps before, wave front by wave front.
 *
 * V. Bandishti, I. Pananilath, U. Bondhugula, SC 2012 (diamond tiling); T. Malas et al., SIAM
 * J. Sci. Comput. 37 (2015) C439 (with a wavefront, and tiles shared by threads). */
#include "needed.h"
#include "sweep.h"
#include "visit.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Rows of one step within a tile. */
typedef struct span {
    int64_t h0, h1, e0, e1;
} span;

typedef struct place {
    int64_t r, a;
} place;

/* Threads [first, first + size) that share tiles; take lists what they do. */
typedef struct team {
    int first, size;
    int64_t *next_tile; /* numbers of tiles, the last one -1 */
    tiled_count assigned;
} team;

/* Wave fronts that a thread has done in all tiles so far. */
typedef struct mark {
    _Alignas(2 * TILED_LINE) tiled_count done;
} mark;

typedef struct board {
    tiled_plan *t;
    int64_t steps, cuts, most; /* cuts in ny rows; steps of a tile at most */
    int64_t rows, columns;     /* of done */
    int64_t tiles;
    place *tile;       /* in an order that a queue may follow */
    tiled_count *done; /* 1: the tile is */
    atomic_llong next;
    team *team;
    int teams;          /* as many as there are tiles side by side, or threads */
    mark *mark;         /* shape [threads] */
    span *span;         /* shape [threads][most] */
    tiled_fresh *fresh; /* shape [threads][2 * most] */
} board;

static int64_t down(int64_t a, int64_t b) { return a / b - (a % b < 0); }
static int64_t round_up(int64_t a, int64_t b) { return -down(-a, b); }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t cut(const board *d, int64_t a) { return down(a * d->t->uy, d->cuts); }

/* Doubled y of level s within tile p: [lo, hi). */
static void reach(const board *d, place p, int64_t s, int64_t *lo, int64_t *hi)
{
    const int64_t a = p.a, b = p.a - p.r;
    *lo = most(2 * cut(d, a) - s, 2 * cut(d, b) + s);
    *hi = least(2 * cut(d, a + 1) - s, 2 * cut(d, b + 1) + s);
}

/* The steps and rows of a tile; the number of steps, *first the first one. Between two with rows
 * there may be one without. */
static int64_t spans(const board *d, place p, span *out, int64_t *first)
{
    const int64_t a = p.a, b = p.a - p.r, ny = d->t->uy;
    const int64_t n0 = most(0, down(cut(d, a) - cut(d, b + 1), 2) - 1);
    const int64_t n1 = least(d->steps - 1, down(cut(d, a + 1) - cut(d, b), 2) + 1);
    int64_t count = 0, filled = 0, low[2] = {-ny, -ny}, high[2] = {2 * ny, 2 * ny};
    for (int64_t n = n0; n <= n1; n++) {
        int64_t lo, hi;
        span r;
        if (!d->t->wrap[1])
            tiled_needed(d->t, 1, n, low, high);
        reach(d, p, 2 * n, &lo, &hi);
        r.h0 = most(low[0], round_up(lo - 1, 2));
        r.h1 = most(r.h0, least(high[0], round_up(hi - 1, 2)));
        reach(d, p, 2 * n + 1, &lo, &hi);
        r.e0 = most(low[1], round_up(lo, 2));
        r.e1 = most(r.e0, least(high[1], round_up(hi, 2)));
        const bool any = r.h0 < r.h1 || r.e0 < r.e1;
        if (!any && !count)
            continue;
        if (!count)
            *first = n;
        out[count++] = r;
        filled = any ? count : filled;
    }
    return filled;
}

/* Rows of H or E or both. */
static void range(const span *r, bool h, bool e, int64_t *from, int64_t *to)
{
    h = h && r->h0 < r->h1;
    e = e && r->e0 < r->e1;
    *from = !h ? r->e0 : !e ? r->h0 : least(r->h0, r->e0);
    *to = !h && !e ? *from : !h ? r->e1 : !e ? r->h1 : most(r->h1, r->e1);
}

/* H and E, as asked for, of the rows of one step on plane i. */
static void rows(const tiled_plan *t, int64_t n, int64_t i, const span *r, bool h, bool e,
                 tiled_prefetch *prefetch, int thread)
{
    const int64_t ends[] = {r->h0, r->h1, r->e0, r->e1};
    int64_t from, to, next;
    range(r, h, e, &from, &to);
    for (int64_t j = from; j < to; j = next) {
        next = to;
        for (int q = 0; q < 4; q++)
            next = ends[q] > j ? least(next, ends[q]) : next;
        tiled_visit(t, n, i, j, next, h && j >= r->h0 && j < r->h1,
                    e && j >= r->e0 && j < r->e1, prefetch, thread);
    }
}

/* A thread's part of a tile: steps [from, to) of those in own. */
typedef struct part {
    const board *d;
    mark *mark,
        *before;  /* its own, for a thread that follows; of the one it follows; or NULL */
    int64_t base; /* fronts done in earlier tiles */
    const span *own;
    int64_t first, from, to;
    tiled_prefetch prefetch;
    int thread;
} part;

/* Rows that no earlier step of a thread's part visits. */
static void find_prefetch(part *w)
{
    tiled_prefetch *a = &w->prefetch;
    int64_t low = INT64_MAX, high = INT64_MIN;
    a->count = a->visits = 0;
    for (int64_t s = w->from; s < w->to; s++) {
        int64_t from, to;
        range(&w->own[s], true, true, &from, &to);
        if ((w->first + s) % w->d->t->passes == 0) { /* others fetch nothing */
            a->visits += w->own[s].h1 - w->own[s].h0;
            a->visits += w->d->t->magnets ? 0 : w->own[s].e1 - w->own[s].e0;
        }
        for (int64_t j = from; j < to; j++)
            if (j < low || j >= high)
                a->fresh[a->count++] = (tiled_fresh){s, tiled_wrap(j, w->d->t->uy)};
        low = least(low, from);
        high = most(high, to);
    }
}

/* Wave fronts: WHOLE planes without a seam; INNER, then SEAM: the two waves of a ring. */
enum { WHOLE, INNER, SEAM };

/* Waits for, or tells of, the front after `fronts` in this tile. */
static void follow(const part *w, int64_t fronts)
{
    if (w->before)
        tiled_count_wait(w->d->t->pool, &w->before->done, (unsigned)(w->base + fronts + 1));
}

static void tell(const part *w, int64_t fronts)
{
    if (w->mark)
        tiled_count_set(&w->mark->done, (unsigned)(w->base + fronts + 1));
}

/* One step of a wave on plane i, counted on beyond the seam. */
static void plane(part *w, int wave, int64_t s, int64_t i)
{
    const tiled_plan *t = w->d->t;
    const int64_t nx = t->ux;
    int64_t low[2], high[2];
    if (wave == WHOLE) {
        tiled_needed(t, 0, w->first + s, low, high);
    } else {
        low[0] = wave == INNER ? s : nx - s;
        low[1] = wave == INNER ? s + 1 : low[0];
        high[0] = wave == INNER ? nx - s : nx + s;
        high[1] = wave == SEAM ? high[0] + 1 : high[0];
    }
    const bool h = i >= low[0] && i < high[0], e = i >= low[1] && i < high[1];
    if (h || e)
        rows(t, w->first + s, tiled_wrap(i, nx), &w->own[s], h, e, &w->prefetch, w->thread);
}

/* A wave over `steps` steps; the number of fronts done before and with it. */
static int64_t wave(part *w, int kind, int64_t steps, int64_t fronts)
{
    const int64_t nx = w->d->t->ux, start = kind == SEAM ? nx : 0;
    const int64_t count = kind == WHOLE ? nx + steps - 1 : kind == INNER ? nx : 2 * steps - 1;
    for (int64_t f = 0; f < count; f++, fronts++) {
        follow(w, fronts);
        tiled_prefetch_begin(w->d->t, &w->prefetch, start + f);
        for (int64_t s = most(w->from, start + f - 2 * nx); s < least(w->to, start + f + 1);
             s++)
            plane(w, kind, s, start + f - s);
        tell(w, fronts);
    }
    return fronts;
}

/* A ring too short for two waves: one step after the other. */
static int64_t turns(part *w, int64_t steps)
{
    const tiled_plan *t = w->d->t;
    follow(w, 0);
    w->prefetch.budget = 0;
    for (int64_t s = 0; s < steps && !w->before; s++) {
        for (int64_t i = 0; i < t->ux; i++)
            rows(t, w->first + s, i, &w->own[s], true, i > 0, &w->prefetch, w->thread);
        rows(t, w->first + s, 0, &w->own[s], false, true, &w->prefetch, w->thread);
    }
    tell(w, 0);
    return 1;
}

/* The steps that thread q of `size` takes, so that all have as many rows. */
static int64_t share(const span *own, int64_t steps, int q, int size)
{
    int64_t all = 0, sum = 0, s = 0;
    for (int64_t n = 0; n < steps; n++)
        all += own[n].h1 - own[n].h0 + own[n].e1 - own[n].e0;
    for (; s < steps && size * sum < q * all; s++)
        sum += own[s].h1 - own[s].h0 + own[s].e1 - own[s].e0;
    return q == size ? steps : s;
}

static tiled_count *flag(const board *d, place p)
{
    const int64_t a = d->t->wrap[1] ? p.a - d->cuts * down(p.a, d->cuts) : p.a + 2;
    return &d->done[(p.r + 1) * d->columns + a];
}

/* The next tile of a team: its first thread takes it from the queue. -1: none is left. */
static int64_t next_tile(board *d, team *own, bool leads, int64_t turn)
{
    if (!leads)
        tiled_count_wait(d->t->pool, &own->assigned, (unsigned)turn + 1);
    else {
        const int64_t q = atomic_fetch_add_explicit(&d->next, 1, memory_order_relaxed);
        own->next_tile[turn] = q < d->tiles ? q : -1;
        tiled_count_set(&own->assigned, (unsigned)turn + 1);
    }
    return own->next_tile[turn];
}

static void work(void *user, int thread)
{
    board *d = user;
    const tiled_plan *t = d->t;
    team *own = d->team;
    while (thread >= own->first + own->size)
        own++;
    const int q = thread - own->first;
    span *own_steps = d->span + thread * d->most;
    part w = {.d = d,
              .mark = q + 1 < own->size ? &d->mark[thread] : NULL,
              .before = q ? &d->mark[thread - 1] : NULL,
              .own = own_steps,
              .prefetch = {.fresh = d->fresh + thread * 2 * d->most},
              .thread = thread};
    for (int64_t turn = 0;; turn++) {
        const int64_t number = next_tile(d, own, q == 0, turn);
        if (number < 0)
            return;
        const place p = d->tile[number];
        const int64_t steps = spans(d, p, own_steps, &w.first);
        w.from = share(own_steps, steps, q, own->size);
        w.to = share(own_steps, steps, q + 1, own->size);
        find_prefetch(&w);
        if (q == 0) {
            tiled_count_wait(t->pool, flag(d, (place){p.r - 1, p.a - 1}), 1);
            tiled_count_wait(t->pool, flag(d, (place){p.r - 1, p.a}), 1);
        }
        if (!t->wrap[0])
            w.base += wave(&w, WHOLE, steps, 0);
        else if (2 * steps - 1 <= t->ux)
            w.base += wave(&w, SEAM, steps, wave(&w, INNER, steps, 0));
        else
            w.base += turns(&w, steps);
        if (q == own->size - 1)
            tiled_count_set(flag(d, p), 1);
    }
}

static void start(tiled_count *count, unsigned value)
{
    atomic_init(&count->value, value);
    atomic_init(&count->sleepers, 0);
}

/* Rows of diamonds that go together, each `lag` tiles behind the one before: what a tile's
 * rows have left in the third cache the next one up finds there. A row of diamonds begins half
 * a tile before the one below, so the group reaches over 1 + (lag + 1/2)(rows - 1) tiles, which
 * may take half of that cache, and 64 MiB where processors with many others in one report all
 * of it. Tiles that depend on each other are lag rows + 1 apart in the queue: enough for all
 * teams. On a ring a row of diamonds must end before the next can begin; teams on a grid that
 * fits as it is wait less for each other when rows go alone. */
static int64_t together(const board *d, int64_t *lag)
{
    const tiled_plan *t = d->t;
    const long found = sysconf(_SC_LEVEL3_CACHE_SIZE);
    const double cache = fmin(0.5 * (double)found, (double)(64 << 20));
    const double row = (double)(t->end_memory - t->memory) / (double)(t->nx * t->ny);
    const double capacity = cache * (double)d->cuts / (row * (double)(t->ux * t->uy));
    const bool alone = t->wrap[1] || (d->teams > 1 && capacity >= (double)d->cuts);
    for (int64_t rows = alone ? 1 : d->rows - 1; rows > 1; rows--) {
        *lag = round_up(d->teams - 1, rows);
        if (1 + ((double)*lag + 0.5) * (double)(rows - 1) <= capacity)
            return rows;
    }
    *lag = 0;
    return 1;
}

static void add(board *d, place p)
{
    const int64_t ny = d->t->uy;
    int64_t first;
    if (!d->t->wrap[1] && (cut(d, p.a) + cut(d, p.a - p.r) > 2 * ny ||
                           cut(d, p.a + 1) + cut(d, p.a - p.r + 1) < 0))
        return;
    if (!spans(d, p, d->span, &first))
        return;
    d->tile[d->tiles++] = p;
    start(flag(d, p), 0);
}

/* Lists the tiles that hold anything, group after group of rows of diamonds, and marks all
 * others done. */
static void list(board *d)
{
    int64_t lag;
    const int64_t count = together(d, &lag);
    for (int64_t n = 0; n < d->rows * d->columns; n++)
        start(&d->done[n], 1);
    for (int64_t low = 0; low + 1 < d->rows; low += count) {
        const int64_t high = least(low + count, d->rows - 1);
        const int64_t from = d->t->wrap[1] ? (low + 1) / 2 : -1;
        const int64_t to = d->t->wrap[1] ? from + d->cuts : d->columns - 2;
        for (int64_t q = from; q < to + lag * (count - 1); q++)
            for (int64_t r = low; r < high; r++) {
                const int64_t a = q - lag * (r - low);
                if (a >= from && a < to)
                    add(d, (place){r, a});
            }
    }
}

/* The threads are spread over the teams. */
static bool make_teams(board *d, int threads)
{
    d->team = calloc((size_t)d->teams, sizeof *d->team);
    for (int g = 0; d->team && g < d->teams; g++) {
        team *own = &d->team[g];
        own->first = threads * g / d->teams;
        own->size = threads * (g + 1) / d->teams - own->first;
        own->next_tile = malloc((size_t)(d->tiles + 1) * sizeof *own->next_tile);
        start(&own->assigned, 0);
        if (!own->next_tile)
            return false;
    }
    for (int q = 0; q < threads; q++)
        start(&d->mark[q].done, 0);
    return d->team != NULL;
}

bool tiled_diamonds(tiled_plan *t, int64_t passes)
{
    const int64_t threads = tiled_pool_threads(t->pool), ny = t->uy;
    board d = {.t = t, .steps = passes, .cuts = most(1, round_up(ny, t->tile))};
    d.teams = (int)least(threads, d.cuts);
    d.most = round_up(ny, d.cuts) + 6;
    d.rows = 2 * passes * d.cuts / ny + 5;
    d.columns = t->wrap[1] ? d.cuts : d.cuts + d.rows / 2 + 6;
    const size_t flags = (size_t)(d.rows * d.columns);
    d.done = malloc(flags * sizeof *d.done);
    d.tile = malloc(flags * sizeof *d.tile);
    d.span = malloc((size_t)(threads * d.most) * sizeof *d.span);
    d.mark = aligned_alloc(_Alignof(mark), (size_t)threads * sizeof *d.mark);
    d.fresh = malloc((size_t)(2 * threads * d.most) * sizeof *d.fresh);
    bool ok = d.done && d.tile && d.span && d.mark && d.fresh;
    if (ok) {
        atomic_init(&d.next, 0);
        list(&d);
        ok = make_teams(&d, (int)threads);
    }
    if (ok)
        tiled_pool_run(t->pool, work, &d);
    for (int g = 0; d.team && g < d.teams; g++)
        free(d.team[g].next_tile);
    free(d.team);
    free(d.done);
    free(d.tile);
    free(d.span);
    free(d.fresh);
    free(d.mark);
    return ok;
}
