/* core/problem/media/settle.c: which means of plane surfaces are kept as they are.
 *
 * Plane surfaces have few means, and these are kept as they are; where many planes lie at places
 * of their own, the means that most points have are, and the others are rounded to levels. So it
 * does not matter in which order means were met: a model has the media of its mirror image. */
#include "base/grow.h"
#include "mixer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT = 64 /* means of a family that are kept as they are */ };

void yee_mixer_kept(const yee_mixer *m, int64_t kept[2])
{
    kept[0] = 0;
    kept[1] = (int64_t)m->blends + (int64_t)m->sums;
    for (size_t n = 0; n < m->families; n++)
        kept[0] = m->family[n].exact > kept[0] ? m->family[n].exact : kept[0];
}

bool yee_mixer_in_any_order(const int64_t kept[2])
{
    return kept[0] <= EXACT && kept[1] <= YEE_EXACT_MEANS;
}

/* A mean beside others of its family. */
typedef struct rank {
    const yee_exact_mean *mean;
    int64_t points;
    double inf, sigma;
} rank;

/* By families; then those that most points have, of as many points by their numbers. */
static int by_points(const void *a, const void *b)
{
    const rank *p = a, *q = b;
    if (p->mean->family != q->mean->family)
        return p->mean->family < q->mean->family ? -1 : 1;
    if (p->points != q->points)
        return p->points > q->points ? -1 : 1;
    if (p->inf != q->inf)
        return p->inf < q->inf ? -1 : 1;
    return p->sigma != q->sigma ? (p->sigma < q->sigma ? -1 : 1) : 0;
}

/* The medium of a mean's level; YEE_NO_MEDIUM: no memory. */
static uint32_t rounded(yee_mixer *m, const yee_exact_mean *mean)
{
    yee_family *f = &m->family[mean->family];
    if (mean->blend != YEE_NO_MEDIUM) {
        const yee_blend b = yee_blend_rounded(&m->blend[mean->blend].blend);
        bool made = false;
        return yee_mixer_blend(m, &b, f, &made);
    }
    double least;
    const double range = yee_mixer_range(m, f, &least);
    const double part = log(m->medium[mean->medium].response.inf / least) / range;
    return yee_mixer_of_level(m, f, round(part * YEE_MEAN_LEVELS), YEE_MEAN_LEVELS, false);
}

static bool any(const yee_mixer *m)
{
    bool yes = false;
    for (size_t n = 0; n < m->families; n++)
        yes = yes || m->family[n].exact > EXACT;
    return yes;
}

/* Takes media out that became others: map[] leads to what is left. False: no memory. */
static bool close_up(yee_mixer *m, uint32_t *map)
{
    size_t left = 0;
    uint32_t *place = malloc(m->media * sizeof *place);
    if (!place)
        return false;
    for (size_t n = 0; n < m->media; n++)
        if (map[n] == n) {
            m->medium[left] = m->medium[n];
            m->law[left] = m->law[n];
            place[n] = (uint32_t)left++;
        }
    for (size_t n = 0; n < m->media; n++)
        map[n] = place[map[n]];
    m->media = left;
    free(place);
    return true;
}

bool yee_mixer_settle(yee_mixer *m, const int64_t *points, size_t count, uint32_t **map)
{
    *map = NULL;
    if (!any(m))
        return true;
    rank *r = malloc(m->exacts * sizeof *r);
    uint32_t *to = r ? malloc(m->exacts * sizeof *to) : NULL;
    bool ok = to != NULL;
    for (size_t n = 0; ok && n < m->exacts; n++) {
        const yee_exact_mean *e = &m->exact[n];
        const yee_response *own = &m->medium[e->medium].response;
        r[n] = (rank){e, e->medium < count ? points[e->medium] : 0, own->inf, own->sigma};
    }
    if (ok)
        qsort(r, m->exacts, sizeof *r, by_points);
    for (size_t n = 0, place = 0; ok && n < m->exacts; n++) {
        place = n && r[n].mean->family == r[n - 1].mean->family ? place + 1 : 0;
        to[n] = place < EXACT ? r[n].mean->medium : rounded(m, r[n].mean);
        ok = to[n] != YEE_NO_MEDIUM;
    }
    *map = ok ? malloc(m->media * sizeof **map) : NULL;
    ok = *map != NULL;
    for (size_t n = 0; ok && n < m->media; n++)
        (*map)[n] = (uint32_t)n;
    for (size_t n = 0; ok && n < m->exacts; n++)
        (*map)[r[n].mean->medium] = to[n];
    /* a level may be another exact mean that became one */
    for (size_t n = 0; ok && n < m->media; n++)
        while ((*map)[(*map)[n]] != (*map)[n])
            (*map)[n] = (*map)[(*map)[n]];
    ok = ok && close_up(m, *map);
    free(r);
    free(to);
    if (!ok) {
        free(*map);
        *map = NULL;
    }
    return ok;
}
