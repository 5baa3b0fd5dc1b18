/* tiled/seen.c: threads look at the media of rows before these are cut.
 *
 * Where a row's stretches lie, and which media are in the mixed ones, depends on nothing but the
 * row: threads find it for some planes at a time. Rows are then cut in their order by one thread, as
 * palettes depend on those made before. */
#include "pool.h"
#include "segment.h"
#include <stdatomic.h>
#include <stdlib.h>

enum { PLANES = 8 }; /* of a thread, that are looked at before their rows are cut */

/* The stretches of all rows of a plane. */
typedef struct seen_plane {
    int64_t *first; /* of each row, shape [ny + 1] */
    stretch *stretch;
    media_set *set;
    int64_t stretches, sets, capacity, set_capacity;
} seen_plane;

struct tiled_seen {
    const tiled_cutter *cutter;
    int64_t from, planes; /* seen: [from, from + planes) */
    int64_t most;         /* planes that are looked at together */
    atomic_bool failed;   /* no memory */
    seen_plane plane[];   /* shape [most] */
};

/* Makes room for one more item; false: no memory. */
static bool reserve(void *items, int64_t count, int64_t *capacity, size_t size)
{
    void **list = items;
    if (count < *capacity)
        return true;
    const int64_t more = 2 * *capacity + 256;
    void *grown = realloc(*list, (size_t)more * size);
    if (!grown)
        return false;
    *list = grown;
    *capacity = more;
    return true;
}

/* A stretch that was found, with the media of a mixed one. False: no memory. */
static bool keep(const tiled_cutter *c, seen_plane *p, stretch *s, int64_t i, int64_t j)
{
    if (!reserve(&p->stretch, p->stretches, &p->capacity, sizeof *p->stretch) ||
        !reserve(&p->set, p->sets, &p->set_capacity, sizeof *p->set))
        return false;
    s->set = SET_NOT_SOUGHT;
    if (mixed(s, 0) && c->t->isa->entries)
        s->set = tiled_collect(c, s, i, j, &p->set[p->sets]) ? p->sets++ : SET_TOO_LARGE;
    p->stretch[p->stretches++] = *s;
    return true;
}

static bool see_plane(tiled_cutter *c, seen_plane *p, int64_t i)
{
    p->stretches = p->sets = 0;
    for (int64_t j = 0; j < c->t->ny; j++) {
        const int set = row_set(c->t, i, j);
        const int64_t count = set ? tiled_stretches(c, set, i, j) : 0;
        p->first[j] = p->stretches;
        for (int64_t n = 0; n < count; n++)
            if (!keep(c, p, &c->stretch[n], i, j))
                return false;
    }
    p->first[c->t->ny] = p->stretches;
    return true;
}

static void see(void *user, int thread)
{
    tiled_seen *seen = user;
    tiled_cutter own = *seen->cutter;
    const int64_t chunks = own.t->to / own.t->chunk + 1;
    own.stretch = malloc((size_t)chunks * sizeof *own.stretch);
    own.whole = malloc((size_t)chunks * sizeof *own.whole);
    bool ok = own.stretch && own.whole;
    for (int64_t n = thread; ok && n < seen->planes; n += tiled_pool_threads(own.t->pool))
        ok = see_plane(&own, &seen->plane[n], seen->from + n);
    free(own.stretch);
    free(own.whole);
    if (!ok)
        atomic_store(&seen->failed, true);
}

tiled_seen *tiled_seen_new(tiled_cutter *cutter)
{
    const tiled_plan *t = cutter->t;
    const int64_t most = PLANES * tiled_pool_threads(t->pool);
    const size_t size = sizeof(tiled_seen) + (size_t)most * sizeof(seen_plane);
    tiled_seen *seen = calloc(1, size);
    bool ok = seen;
    for (int64_t n = 0; ok && n < most; n++) {
        seen->plane[n].first = malloc((size_t)(t->ny + 1) * sizeof(int64_t));
        seen->most = n + 1;
        ok = seen->plane[n].first;
    }
    if (ok) {
        seen->cutter = cutter;
        return seen;
    }
    tiled_seen_free(seen);
    return NULL;
}

void tiled_seen_free(tiled_seen *seen)
{
    for (int64_t n = 0; seen && n < seen->most; n++) {
        free(seen->plane[n].first);
        free(seen->plane[n].stretch);
        free(seen->plane[n].set);
    }
    free(seen);
}

bool tiled_seen_plane(tiled_seen *seen, int64_t i)
{
    const tiled_plan *t = seen->cutter->t;
    if (i < seen->from + seen->planes)
        return true;
    seen->from = i;
    seen->planes = t->nx - i < seen->most ? t->nx - i : seen->most;
    tiled_pool_run(t->pool, see, seen);
    return !seen->failed;
}

int64_t tiled_seen_row(const tiled_seen *seen, int64_t i, int64_t j, const stretch **s,
                       const media_set **sets)
{
    const seen_plane *p = &seen->plane[i - seen->from];
    *s = p->stretch + p->first[j];
    *sets = p->set;
    return p->first[j + 1] - p->first[j];
}
