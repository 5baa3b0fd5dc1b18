/* core/problem/media/blend.c: the mean of media as one response.
 *
 * E is the mean field along an edge, D the mean flux through its dual face. Along a column of
 * the edge's surroundings D is one, so 1/eps is averaged; across columns E is one, so eps is.
 * Between the bounds of W. Voigt (arithmetic) and A. Reuss (harmonic), exact for plane surfaces
 * along and across the edge: K.-P. Hwang and A. C. Cangellaris, IEEE Microw. Wireless Compon.
 * Lett. 11 (2001) 158. H and mu are alike, by duality. Both means hold at every frequency:
 * poles of parallel parts keep their share, those in series are worked out in series.c. */
#include "base/grow.h"
#include "mixer.h"
#include "series.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDED_BITS = 16, /* of the numbers of further ones */
    ROUNDED_POLES = 32 /* at most, of one that is rounded */
};

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

static void add_response(yee_response *sum, yee_pole *poles, const yee_response *r,
                         double share)
{
    sum->inf += share * r->inf;
    sum->sigma += share * r->sigma;
    for (size_t p = 0; p < r->pole_count; p++)
        add_pole(sum, poles, &r->poles[p], share);
}

/* The response of the part in series. Where it has no fractions (roots too close) the largest
 * part stands for all. */
static void series_response(yee_mixer *m, const yee_blend *b, yee_response *result)
{
    const yee_response *part[YEE_BLEND_PARTS];
    double share[YEE_BLEND_PARTS];
    uint32_t most = 0;
    for (uint32_t i = 0; i < b->parts; i++) {
        part[i] = &m->medium[b->of[i]].response;
        share[i] = (double)b->part[i] / YEE_WHOLE;
        most = b->part[i] > b->part[most] ? i : most;
    }
    const double base = m->medium[b->of[0]].magnetic ? YEE_MU0 : YEE_EPS0;
    if (!yee_series_make(m->arena, base, m->band[0], (int)b->parts, part, share, result))
        *result = *part[most];
}

/* The arithmetic mean of the parallel media from `first` on that have its group; their share of
 * all. NULL: no memory. */
static const yee_response *group_mean(yee_mixer *m, const yee_blend *b, uint32_t first,
                                      uint32_t *share)
{
    size_t poles = 0, members = 0;
    *share = 0;
    for (uint32_t i = first; i < b->parallel; i++)
        if (b->group[i] == first) {
            *share += b->share[i];
            poles += m->medium[b->medium[i]].response.pole_count;
            members++;
        }
    if (members == 1)
        return &m->medium[b->medium[first]].response;
    yee_response *mean = yee_arena_alloc(m->arena, sizeof *mean);
    yee_pole *list = yee_arena_alloc(m->arena, (poles + 1) * sizeof *list);
    if (!mean || !list)
        return NULL;
    *mean = (yee_response){.inf = 0, .poles = list};
    for (uint32_t i = first; i < b->parallel; i++)
        if (b->group[i] == first)
            add_response(mean, list, &m->medium[b->medium[i]].response,
                         (double)b->share[i] / *share);
    return mean;
}

/* 1/eps = n_a^2 <1/eps> + (1 - n_a^2)/<eps>: the media in series with each other and with their
 * arithmetic mean `mix`. False: no memory. */
static bool normal_response(yee_mixer *m, const yee_blend *b, const yee_response *mix,
                            yee_response *result)
{
    const yee_response *part[YEE_SERIES_PARTS];
    double share[YEE_SERIES_PARTS];
    const double along = (double)b->along / YEE_WHOLE;
    int parts = 0;
    for (uint32_t i = 0; i < b->parallel; i++) {
        uint32_t own;
        if (b->group[i] != i)
            continue;
        part[parts] = group_mean(m, b, i, &own);
        if (!part[parts])
            return false;
        share[parts++] = along * own / YEE_WHOLE;
    }
    if (b->along < YEE_WHOLE) {
        part[parts] = mix;
        share[parts++] = 1 - along;
    }
    const double base = m->medium[b->medium[0]].magnetic ? YEE_MU0 : YEE_EPS0;
    if (!yee_series_make(m->arena, base, m->band[0], parts, part, share, result))
        *result = *mix;
    return true;
}

/* A material in several parts of a blend is one law. */
yee_medium_law yee_mixer_law(const yee_mixer *m, const yee_blend *b)
{
    yee_medium_law found[2 * YEE_BLEND_PARTS], best = {.law = NULL};
    uint32_t count = 0, of[2 * YEE_BLEND_PARTS], latest = 0;
    for (uint32_t i = 0; i < b->parallel + b->parts; i++) {
        const bool parallel = i < b->parallel;
        const uint32_t medium = parallel ? b->medium[i] : b->of[i - b->parallel];
        const double share = parallel ? (double)b->share[i] / YEE_WHOLE
                                      : (double)b->series / YEE_WHOLE *
                                            ((double)b->part[i - b->parallel] / YEE_WHOLE);
        const yee_medium_law *own = &m->law[medium];
        uint32_t n = 0;
        if (!own->law)
            continue;
        while (n < count && (found[n].law != own->law || found[n].self != own->self))
            n++;
        if (n == count) {
            found[n] = (yee_medium_law){own->law, own->self, 0, false};
            of[count++] = medium;
        }
        found[n].share += share * own->share;
        found[n].dropped = found[n].dropped || own->dropped;
        of[n] = medium > of[n] ? medium : of[n];
    }
    for (uint32_t n = 0; n < count; n++)
        if (found[n].share > best.share || (found[n].share == best.share && of[n] > latest)) {
            best = found[n];
            latest = of[n];
        }
    best.dropped = best.dropped || count > 1;
    return best;
}

static uint32_t average(yee_mixer *m, const yee_blend *b, const yee_family *f)
{
    yee_response series = {.inf = 0};
    if (b->series)
        series_response(m, b, &series);
    size_t poles = series.pole_count;
    for (uint32_t i = 0; i < b->parallel; i++)
        poles += m->medium[b->medium[i]].response.pole_count;
    yee_pole *list = yee_arena_alloc(m->arena, (poles + 1) * sizeof *list);
    yee_medium v = {m->medium[f->medium[0]].magnetic,
                    YEE_NOT_CONDUCTOR,
                    {.inf = 0, .poles = list},
                    yee_mixer_names(m, f->count, f->medium)};
    if (!v.name || !list)
        return YEE_NO_MEDIUM;
    for (uint32_t i = 0; i < b->parallel; i++)
        add_response(&v.response, list, &m->medium[b->medium[i]].response,
                     (double)b->share[i] / YEE_WHOLE);
    if (b->series)
        add_response(&v.response, list, &series, (double)b->series / YEE_WHOLE);
    if (b->along) {
        const yee_response mix = v.response;
        if (!normal_response(m, b, &mix, &v.response))
            return YEE_NO_MEDIUM;
    }
    const yee_medium_law law = yee_mixer_law(m, b);
    return yee_mixer_intern(m, &v, &law);
}

/* To 16 bits, which moves it by a part in 65536 at most. */
static double rounded(double x)
{
    int exponent;
    const double part = frexp(x, &exponent);
    return ldexp(round(ldexp(part, ROUNDED_BITS)), exponent - ROUNDED_BITS);
}

uint32_t yee_mixer_sum(yee_mixer *m, const yee_blend *b, const yee_family *f)
{
    yee_medium v = {m->medium[f->medium[0]].magnetic, YEE_NOT_CONDUCTOR, {.inf = 0}, NULL};
    if (b->parallel == 1)
        return b->medium[0];
    for (uint32_t i = 0; i < b->parallel; i++)
        add_response(&v.response, NULL, &m->medium[b->medium[i]].response,
                     (double)b->share[i] / YEE_WHOLE);
    yee_medium_law law = yee_mixer_law(m, b);
    if (m->sums >= YEE_EXACT_MEANS) {
        v.response.inf = rounded(v.response.inf);
        v.response.sigma = rounded(v.response.sigma);
        law.share = rounded(law.share);
    }
    const size_t before = m->media;
    const uint32_t medium = yee_mixer_intern(m, &v, &law);
    if (medium == YEE_NO_MEDIUM || m->media == before)
        return medium;
    m->sums++;
    m->medium[medium].name = yee_mixer_names(m, f->count, f->medium);
    return m->medium[medium].name ? medium : YEE_NO_MEDIUM;
}

/* The mean of media in parallel with rounded numbers, so that many means are one medium where
 * poles have their denominators in common; *medium YEE_NO_MEDIUM: no memory. False: others. */
static bool round_mean(yee_mixer *m, const yee_blend *b, const yee_family *f, uint32_t *medium)
{
    yee_pole poles[ROUNDED_POLES];
    yee_medium v = {
        m->medium[f->medium[0]].magnetic, YEE_NOT_CONDUCTOR, {.poles = poles}, NULL};
    size_t count = 0;
    for (uint32_t i = 0; i < f->count; i++)
        count += m->medium[f->medium[i]].response.pole_count;
    if (b->along || b->series || count > ROUNDED_POLES)
        return false;
    for (uint32_t i = 0; i < b->parallel; i++)
        add_response(&v.response, poles, &m->medium[b->medium[i]].response,
                     (double)b->share[i] / YEE_WHOLE);
    v.response.inf = rounded(v.response.inf);
    v.response.sigma = rounded(v.response.sigma);
    for (size_t p = 0; p < v.response.pole_count; p++)
        if (poles[p].b1 == 0) /* else rounding might make it active */
            poles[p].b0 = rounded(poles[p].b0);
    const size_t before = m->media;
    yee_medium_law law = yee_mixer_law(m, b);
    law.share = rounded(law.share);
    *medium = yee_mixer_intern(m, &v, &law);
    if (*medium == YEE_NO_MEDIUM || m->media == before)
        return true;
    yee_medium *own = &m->medium[*medium];
    own->name = yee_mixer_names(m, f->count, f->medium);
    own->response.poles =
        yee_arena_copy(m->arena, poles, own->response.pole_count * sizeof *poles);
    if (!own->name || !own->response.poles)
        *medium = YEE_NO_MEDIUM;
    return true;
}

uint32_t yee_mixer_blend(yee_mixer *m, const yee_blend *b, const yee_family *f, bool *made)
{
    uint32_t mean;
    if (b->parallel == 1 && !b->series)
        return b->medium[0];
    if (!yee_hash_grow(&m->by_blend))
        return YEE_NO_MEDIUM;
    const uint64_t hash = yee_hash_bytes(YEE_HASH_START, b, sizeof *b);
    size_t at = yee_hash_probe(&m->by_blend, hash, YEE_HASH_FIRST);
    for (; m->by_blend.slot[at]; at = yee_hash_probe(&m->by_blend, hash, at))
        if (!memcmp(&m->blend[m->by_blend.slot[at] - 1].blend, b, sizeof *b))
            return m->blend[m->by_blend.slot[at] - 1].medium;
    if (m->blends >= YEE_EXACT_MEANS && round_mean(m, b, f, &mean))
        return mean;
    if (m->blends >= UINT32_MAX - 1 ||
        !yee_grow(&m->blend, m->blends, &m->blend_capacity, sizeof *m->blend))
        return YEE_NO_MEDIUM;
    const uint32_t medium = average(m, b, f);
    if (medium == YEE_NO_MEDIUM)
        return medium;
    m->blend[m->blends] = (yee_known){*b, medium};
    yee_hash_put(&m->by_blend, at, hash, (uint32_t)m->blends++);
    *made = true;
    return medium;
}
