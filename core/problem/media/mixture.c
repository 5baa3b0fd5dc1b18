/* core/problem/media/mixture.c: the media of a problem, each kept once. */
#include "base/grow.h"
#include "mixer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

yee_mixer *yee_mixer_new(yee_arena *arena, const double band[2])
{
    yee_mixer *m = calloc(1, sizeof *m);
    if (m) {
        m->arena = arena;
        m->band[0] = band[0];
        m->band[1] = band[1];
    }
    return m;
}

void yee_mixer_free(yee_mixer *m)
{
    if (!m)
        return;
    free(m->medium);
    free(m->law);
    free(m->blend);
    yee_hash_free(&m->by_content);
    yee_hash_free(&m->by_blend);
    yee_hash_free(&m->by_family);
    free(m->family);
    free(m->exact);
    free(m->sign);
    free(m);
}

static uint64_t hash_medium(const yee_medium *v, const yee_medium_law *law)
{
    const double kind = (v->magnetic ? 8 : 0) + (double)v->conductor;
    uint64_t h = yee_hash_bytes(YEE_HASH_START, &kind, sizeof kind);
    h = yee_hash_bytes(h, &v->response.inf, sizeof v->response.inf);
    h = yee_hash_bytes(h, &v->response.sigma, sizeof v->response.sigma);
    if (law->law) {
        h = yee_hash_bytes(h, &law->self, sizeof law->self);
        h = yee_hash_bytes(h, &law->share, sizeof law->share);
    }
    return yee_hash_bytes(h, v->response.poles, v->response.pole_count * sizeof(yee_pole));
}

static bool same_law(const yee_medium_law *a, const yee_medium_law *b)
{
    return a->law == b->law && a->self == b->self && a->share == b->share &&
           a->dropped == b->dropped;
}

static bool same_medium(const yee_medium *a, const yee_medium *b)
{
    const yee_response *r = &a->response, *q = &b->response;
    return a->magnetic == b->magnetic && a->conductor == b->conductor && r->inf == q->inf &&
           r->sigma == q->sigma && r->pole_count == q->pole_count &&
           (r->pole_count == 0 ||
            memcmp(r->poles, q->poles, r->pole_count * sizeof(yee_pole)) == 0);
}

uint32_t yee_mixer_intern(yee_mixer *m, const yee_medium *v, const yee_medium_law *law)
{
    static const yee_medium_law none;
    law = law ? law : &none;
    if (!yee_hash_grow(&m->by_content))
        return YEE_NO_MEDIUM;
    const uint64_t hash = hash_medium(v, law);
    size_t at = yee_hash_probe(&m->by_content, hash, YEE_HASH_FIRST);
    for (; m->by_content.slot[at]; at = yee_hash_probe(&m->by_content, hash, at))
        if (same_medium(&m->medium[m->by_content.slot[at] - 1], v) &&
            same_law(&m->law[m->by_content.slot[at] - 1], law))
            return m->by_content.slot[at] - 1;
    if (m->media >= UINT32_MAX - 1 ||
        !yee_grow(&m->medium, m->media, &m->media_capacity, sizeof *m->medium) ||
        !yee_grow(&m->law, m->media, &m->law_capacity, sizeof *m->law))
        return YEE_NO_MEDIUM;
    m->medium[m->media] = *v;
    m->law[m->media] = *law;
    yee_hash_put(&m->by_content, at, hash, (uint32_t)m->media);
    return (uint32_t)m->media++;
}

uint32_t yee_mixer_pure(yee_mixer *mixer, bool magnetic, yee_conductor conductor,
                        const yee_response *response, const yee_medium_law *law,
                        const char *name)
{
    const bool empty = magnetic && conductor == YEE_NOT_CONDUCTOR && response->inf == 1 &&
                       response->sigma == 0 && response->pole_count == 0;
    /* all that is not magnetic shares one medium, whichever of it is met first */
    yee_medium v = {magnetic, conductor, *response, empty ? "vacuum" : name};
    if (conductor != YEE_NOT_CONDUCTOR)
        v.response = (yee_response){.inf = 1};
    return yee_mixer_intern(mixer, &v, conductor == YEE_NOT_CONDUCTOR ? law : NULL);
}

const char *yee_mixer_names(const yee_mixer *m, uint32_t count, const uint32_t *medium)
{
    static const char between[] = " + ";
    const char *part[YEE_BLEND_PARTS];
    size_t parts = 0, length = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *own = m->medium[medium[i]].name;
        bool seen = false;
        for (size_t k = 0; k < parts && !seen; k++)
            seen = !strcmp(part[k], own);
        if (seen)
            continue;
        part[parts++] = own;
        length += strlen(own) + strlen(between);
    }
    char *name = yee_arena_alloc(m->arena, length + 1), *at = name;
    for (size_t k = 0; k < parts && name; k++) {
        at = k ? stpcpy(at, between) : at;
        at = stpcpy(at, part[k]);
    }
    return name;
}

double yee_mixer_number(const yee_mixer *m, uint32_t medium)
{
    return yee_mixer_simple(m, medium) ? m->medium[medium].response.inf : (double)NAN;
}

int64_t yee_mixer_count(const yee_mixer *mixer) { return (int64_t)mixer->media; }

const yee_medium *yee_mixer_media(const yee_mixer *mixer)
{
    return yee_arena_copy(mixer->arena, mixer->medium, mixer->media * sizeof *mixer->medium);
}

yee_medium_law *yee_mixer_laws(const yee_mixer *mixer)
{
    return yee_arena_copy(mixer->arena, mixer->law, mixer->media * sizeof *mixer->law);
}
