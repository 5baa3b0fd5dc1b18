/* core/problem/media/list.c: media of several processes, each once. */
#include "list.h"
#include "base/grow.h"
#include "mixture.h"
#include "problem/local_ids.h"
#include "problem/paint.h"
#include <stdlib.h>
#include <string.h>

void yee_media_list_free(yee_media_list *list)
{
    free(list->v);
    yee_hash_free(&list->known);
    list->v = NULL;
    list->known = (yee_hash){0};
    list->count = list->capacity = 0;
}

static bool same(const yee_listed_medium *a, const yee_listed_medium *b)
{
    return !memcmp(&a->key, &b->key, sizeof a->key) &&
           (!a->key.poles || !memcmp(a->pole, b->pole, (size_t)a->key.poles * sizeof *a->pole));
}

static uint64_t hash_of(const yee_listed_medium *m)
{
    const uint64_t h = yee_hash_bytes(YEE_HASH_START, &m->key, sizeof m->key);
    return m->key.poles ? yee_hash_bytes(h, m->pole, (size_t)m->key.poles * sizeof *m->pole)
                        : h;
}

/* Its number, or where it would be; *slot: of the table, which has room. */
static size_t find(const yee_media_list *list, const yee_listed_medium *m, uint64_t hash,
                   size_t *slot)
{
    *slot = YEE_HASH_FIRST;
    while ((*slot = yee_hash_probe(&list->known, hash, *slot)), list->known.slot[*slot])
        if (same(&list->v[list->known.slot[*slot] - 1], m))
            return list->known.slot[*slot] - 1;
    return list->count;
}

/* Lists a medium, whose poles and name are copied when it is met first. */
static bool add(yee_media_list *list, yee_listed_medium m)
{
    const uint64_t hash = hash_of(&m);
    size_t slot;
    if (!yee_hash_grow(&list->known))
        return false;
    const size_t n = find(list, &m, hash, &slot);
    if (n < list->count) {
        list->v[n].points += m.points;
        return true;
    }
    m.name = yee_arena_text(list->arena, m.name);
    if (m.key.poles)
        m.pole = yee_arena_copy(list->arena, m.pole, (size_t)m.key.poles * sizeof *m.pole);
    if (!m.name || (m.key.poles && !m.pole) ||
        !yee_grow(&list->v, list->count, &list->capacity, sizeof *list->v))
        return false;
    yee_hash_put(&list->known, slot, hash, (uint32_t)list->count);
    list->v[list->count++] = m;
    return true;
}

static yee_listed_medium listed(const yee_medium *m, int64_t points, bool copy)
{
    yee_listed_medium v;
    memset(&v, 0, sizeof v); /* keys are compared by their bytes */
    v.key.inf = m->response.inf;
    v.key.sigma = m->response.sigma;
    v.key.poles = (int64_t)m->response.pole_count;
    v.key.magnetic = m->magnetic;
    v.key.conductor = (int32_t)m->conductor;
    v.key.copy = copy;
    v.pole = m->response.poles;
    v.name = m->name ? m->name : "";
    v.points = points;
    return v;
}

bool yee_media_list_add(yee_media_list *list, const yee_problem *p, const int64_t *points,
                        int64_t first_copy)
{
    bool ok = true;
    for (int64_t n = 0; n < p->media && ok; n++)
        ok = add(list, listed(&p->medium[n], points[n], n >= first_copy));
    return ok;
}

/* In front of its poles and its name in the bytes. */
typedef struct head {
    yee_medium_key key;
    int64_t points, name;
} head;

char *yee_media_list_bytes(const yee_media_list *list, int64_t *size)
{
    size_t all = 0;
    for (size_t n = 0; n < list->count; n++)
        all += sizeof(head) + (size_t)list->v[n].key.poles * sizeof(yee_pole) +
               strlen(list->v[n].name) + 1;
    char *bytes = malloc(all + 1), *at = bytes;
    *size = (int64_t)all;
    for (int copy = 0; bytes && copy < 2; copy++)
        for (size_t n = 0; n < list->count; n++) {
            const yee_listed_medium *m = &list->v[n];
            const size_t poles = (size_t)m->key.poles * sizeof(yee_pole);
            const head h = {m->key, m->points, (int64_t)strlen(m->name) + 1};
            if (m->key.copy != copy)
                continue;
            memcpy(at, &h, sizeof h);
            at += sizeof h;
            if (poles)
                memcpy(at, m->pole, poles);
            at += poles;
            memcpy(at, m->name, (size_t)h.name);
            at += h.name;
        }
    return bytes;
}

bool yee_media_list_add_bytes(yee_media_list *list, const char *bytes, int64_t size)
{
    bool ok = true;
    for (const char *at = bytes; ok && at < bytes + size;) {
        head h;
        memcpy(&h, at, sizeof h);
        at += sizeof h;
        const size_t poles = (size_t)h.key.poles * sizeof(yee_pole);
        yee_pole *pole = malloc(poles + 1);
        yee_listed_medium m;
        memset(&m, 0, sizeof m);
        if (!pole)
            return false;
        memcpy(pole, at, poles); /* the bytes are not aligned */
        at += poles;
        m.key = h.key;
        m.pole = pole;
        m.name = at;
        m.points = h.points;
        ok = add(list, m);
        free(pole);
        at += h.name;
    }
    return ok;
}

static void renumber(const uint32_t *number, yee_problem *whole)
{
    yee_id_target t;
    for (int64_t n = 0; yee_id_target_of(whole, n, &t); n++)
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            yee_problem *p = t.problem;
            uint32_t *id = (uint32_t *)(uintptr_t)p->id[c]; /* the arena's own */
            if (!whole->grid.active[c])
                continue;
            for (int64_t i = 0; id && i < yee_grid_points(&p->grid, c); i++)
                id[i] = number[id[i]];
            if (!id)
                p->uniform[c] = number[p->uniform[c]];
        }
}

bool yee_media_list_take(yee_media_list *list, yee_voxels *v, yee_arena *arena, yee_problem *p,
                         int64_t *first_copy)
{
    uint32_t *number = malloc((size_t)p->media * sizeof *number + 1);
    int64_t *points = malloc(list->count * sizeof *points + 1);
    yee_medium *medium = yee_arena_alloc(arena, list->count * sizeof *medium + 1);
    yee_medium_law *law = yee_arena_alloc(arena, list->count * sizeof *law + 1);
    bool ok = number && points && medium && law && yee_hash_grow(&list->known);
    for (int64_t n = 0; n < p->media && ok; n++) {
        const yee_listed_medium m = listed(&p->medium[n], 0, n >= *first_copy);
        size_t slot;
        const size_t at = find(list, &m, hash_of(&m), &slot);
        ok = at < list->count;
        number[n] = (uint32_t)at;
    }
    *first_copy = (int64_t)list->count;
    for (size_t n = list->count; ok && n-- > 0;) {
        const yee_listed_medium *m = &list->v[n];
        medium[n] = (yee_medium){.magnetic = m->key.magnetic,
                                 .conductor = (yee_conductor)m->key.conductor,
                                 .response = {.inf = m->key.inf,
                                              .sigma = m->key.sigma,
                                              .pole_count = (size_t)m->key.poles,
                                              .poles = m->key.poles ? m->pole : NULL},
                                 .name = m->name};
        points[n] = m->points;
        *first_copy = m->key.copy ? (int64_t)n : *first_copy;
    }
    if (ok) {
        renumber(number, p);
        p->medium = medium;
        p->media = (int64_t)list->count;
        v->law = law;
        free(v->points);
        v->points = points;
        points = NULL;
        ok = yee_voxels_updates(arena, p);
    }
    free(number);
    free(points);
    return ok;
}
