/* core/mixture.c: the media of a problem, each kept once.
 *
 * Tangential E is continuous across a surface, so an E edge sees the arithmetic mean of eps
 * over its dual cell; an H component is normal to the face it sits on, where B is continuous,
 * so mu takes the harmonic mean; K.-P. Hwang and A. C. Cangellaris, IEEE Microw. Wireless
 * Compon. Lett. 11 (2001) 158. The arithmetic mean holds at every frequency: the mean's poles
 * are the poles of all parts, each with its share. */
#include "mixture.h"
#include "room.h"

/* Open addressing; a slot holds a number + 1. */
typedef struct table {
    size_t slots, used; /* slots: a power of two */
    uint32_t *slot;
    uint64_t *hash;
} table;

typedef struct known {
    yee_blend blend;
    uint32_t medium;
} known;

struct yee_mixer {
    yee_arena *arena;
    size_t media, media_room;
    yee_medium *medium;
    table by_content;
    size_t blends, blend_room;
    known *blend;
    table by_blend;
};

static uint64_t hash_bytes(uint64_t h, const void *data, size_t bytes)
{
    const unsigned char *p = data; /* FNV-1a */
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    return h;
}

static bool grow(table *t)
{
    const size_t slots = t->slots ? 2 * t->slots : 64;
    table next = {slots, t->used, calloc(slots, sizeof(uint32_t)),
                  calloc(slots, sizeof(uint64_t))};
    if (!next.slot || !next.hash) {
        free(next.slot);
        free(next.hash);
        return false;
    }
    for (size_t i = 0; i < t->slots; i++) {
        if (!t->slot[i])
            continue;
        size_t at = t->hash[i] & (slots - 1);
        while (next.slot[at])
            at = (at + 1) & (slots - 1);
        next.slot[at] = t->slot[i];
        next.hash[at] = t->hash[i];
    }
    free(t->slot);
    free(t->hash);
    *t = next;
    return true;
}

/* The slot where the search for a hash continues: the next one that holds this hash, or an
 * empty one. start: (size_t)-1 first, then the slot that did not match. */
static size_t probe(const table *t, uint64_t hash, size_t start)
{
    size_t at = start == (size_t)-1 ? hash & (t->slots - 1) : (start + 1) & (t->slots - 1);
    while (t->slot[at] && t->hash[at] != hash)
        at = (at + 1) & (t->slots - 1);
    return at;
}

static void put(table *t, size_t at, uint64_t hash, uint32_t number)
{
    t->slot[at] = number + 1;
    t->hash[at] = hash;
    t->used++;
}

yee_mixer *yee_mixer_new(yee_arena *arena)
{
    yee_mixer *m = calloc(1, sizeof *m);
    if (m)
        m->arena = arena;
    return m;
}

void yee_mixer_free(yee_mixer *m)
{
    if (!m)
        return;
    free(m->medium);
    free(m->blend);
    free(m->by_content.slot);
    free(m->by_content.hash);
    free(m->by_blend.slot);
    free(m->by_blend.hash);
    free(m);
}

static uint64_t hash_medium(const yee_medium *v)
{
    const double kind = (v->magnetic ? 8 : 0) + (double)v->conductor;
    uint64_t h = hash_bytes(UINT64_C(0xcbf29ce484222325), &kind, sizeof kind);
    h = hash_bytes(h, &v->response.inf, sizeof v->response.inf);
    h = hash_bytes(h, &v->response.sigma, sizeof v->response.sigma);
    return hash_bytes(h, v->response.poles, v->response.pole_count * sizeof(yee_pole));
}

static bool same_medium(const yee_medium *a, const yee_medium *b)
{
    const yee_response *r = &a->response, *q = &b->response;
    return a->magnetic == b->magnetic && a->conductor == b->conductor && r->inf == q->inf &&
           r->sigma == q->sigma && r->pole_count == q->pole_count &&
           (r->pole_count == 0 ||
            memcmp(r->poles, q->poles, r->pole_count * sizeof(yee_pole)) == 0);
}

/* Takes over v. */
static uint32_t intern(yee_mixer *m, const yee_medium *v)
{
    if (2 * m->by_content.used >= m->by_content.slots && !grow(&m->by_content))
        return YEE_NO_MEDIUM;
    const uint64_t hash = hash_medium(v);
    size_t at = probe(&m->by_content, hash, (size_t)-1);
    for (; m->by_content.slot[at]; at = probe(&m->by_content, hash, at))
        if (same_medium(&m->medium[m->by_content.slot[at] - 1], v))
            return m->by_content.slot[at] - 1;
    if (m->media >= UINT32_MAX - 1 ||
        !yee_room(&m->medium, m->media, &m->media_room, sizeof *m->medium))
        return YEE_NO_MEDIUM;
    m->medium[m->media] = *v;
    put(&m->by_content, at, hash, (uint32_t)m->media);
    return (uint32_t)m->media++;
}

uint32_t yee_mixer_pure(yee_mixer *mixer, bool magnetic, yee_conductor conductor,
                        const yee_response *response, const char *name)
{
    yee_medium v = {magnetic, conductor, *response, name};
    if (conductor != YEE_NOT_CONDUCTOR)
        v.response = (yee_response){.inf = 1};
    return intern(mixer, &v);
}

/* Sorts by medium (at most four entries) and joins equal ones. */
static void tidy(yee_blend *b)
{
    for (uint32_t i = 1; i < b->count; i++)
        for (uint32_t k = i; k > 0 && b->medium[k] < b->medium[k - 1]; k--) {
            const uint32_t medium = b->medium[k], share = b->share[k];
            b->medium[k] = b->medium[k - 1];
            b->share[k] = b->share[k - 1];
            b->medium[k - 1] = medium;
            b->share[k - 1] = share;
        }
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        if (n && b->medium[n - 1] == b->medium[i]) {
            b->share[n - 1] += b->share[i];
        } else {
            b->medium[n] = b->medium[i];
            b->share[n++] = b->share[i];
        }
    }
    for (uint32_t i = n; i < 4; i++)
        b->medium[i] = b->share[i] = 0;
    b->count = n;
}

/* "soil + air": the parts' names, each once. */
static const char *join_names(const yee_mixer *m, const yee_blend *b)
{
    const char *name = m->medium[b->medium[0]].name;
    for (uint32_t i = 1; i < b->count && name; i++) {
        bool seen = false;
        for (uint32_t k = 0; k < i; k++)
            seen = seen || !strcmp(m->medium[b->medium[k]].name, m->medium[b->medium[i]].name);
        if (!seen)
            name = yee_arena_format(m->arena, "%s + %s", name, m->medium[b->medium[i]].name);
    }
    return name;
}

/* Adds a pole with its share; a pole with the same denominator takes it in. */
static void add_pole(yee_response *sum, yee_pole *poles, const yee_pole *p, double share)
{
    for (size_t i = 0; i < sum->pole_count; i++)
        if (poles[i].d0 == p->d0 && poles[i].d1 == p->d1 && poles[i].d2 == p->d2) {
            poles[i].b1 += share * p->b1;
            poles[i].b0 += share * p->b0;
            return;
        }
    poles[sum->pole_count++] = (yee_pole){share * p->b1, share * p->b0, p->d0, p->d1, p->d2};
}

static uint32_t average(yee_mixer *m, const yee_blend *b)
{
    double total = 0, inverse = 0;
    size_t poles = 0;
    bool harmonic = true;
    for (uint32_t i = 0; i < b->count; i++) {
        const yee_medium *part = &m->medium[b->medium[i]];
        total += b->share[i];
        inverse += b->share[i] / part->response.inf;
        poles += part->response.pole_count;
        harmonic = harmonic && part->magnetic && part->response.pole_count == 0 &&
                   part->response.sigma == 0;
    }
    yee_pole *list = yee_arena_alloc(m->arena, poles * sizeof *list);
    yee_medium v = {m->medium[b->medium[0]].magnetic,
                    YEE_NOT_CONDUCTOR,
                    {.inf = harmonic ? total / inverse : 0, .poles = list},
                    join_names(m, b)};
    if (!v.name || !list)
        return YEE_NO_MEDIUM;
    for (uint32_t i = 0; i < b->count && !harmonic; i++) {
        const yee_response *r = &m->medium[b->medium[i]].response;
        const double share = b->share[i] / total;
        v.response.inf += share * r->inf;
        v.response.sigma += share * r->sigma;
        for (size_t p = 0; p < r->pole_count; p++)
            add_pole(&v.response, list, &r->poles[p], share);
    }
    return intern(m, &v);
}

uint32_t yee_mixer_mean(yee_mixer *mixer, yee_blend *blend)
{
    yee_mixer *m = mixer;
    tidy(blend);
    if (blend->count == 1)
        return blend->medium[0];
    if (2 * m->by_blend.used >= m->by_blend.slots && !grow(&m->by_blend))
        return YEE_NO_MEDIUM;
    const uint64_t hash = hash_bytes(UINT64_C(0xcbf29ce484222325), blend, sizeof *blend);
    size_t at = probe(&m->by_blend, hash, (size_t)-1);
    for (; m->by_blend.slot[at]; at = probe(&m->by_blend, hash, at))
        if (!memcmp(&m->blend[m->by_blend.slot[at] - 1].blend, blend, sizeof *blend))
            return m->blend[m->by_blend.slot[at] - 1].medium;
    if (m->blends >= UINT32_MAX - 1 ||
        !yee_room(&m->blend, m->blends, &m->blend_room, sizeof *m->blend))
        return YEE_NO_MEDIUM;
    const uint32_t medium = average(m, blend);
    if (medium == YEE_NO_MEDIUM)
        return medium;
    m->blend[m->blends] = (known){*blend, medium};
    put(&m->by_blend, at, hash, (uint32_t)m->blends++);
    return medium;
}

int64_t yee_mixer_count(const yee_mixer *mixer) { return (int64_t)mixer->media; }

const yee_medium *yee_mixer_media(const yee_mixer *mixer)
{
    return yee_arena_copy(mixer->arena, mixer->medium, mixer->media * sizeof *mixer->medium);
}
