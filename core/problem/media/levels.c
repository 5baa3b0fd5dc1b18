/* core/problem/media/levels.c: which mean the columns around a point have.
 *
 * Means of plane surfaces are kept as they are, those of curved ones are rounded to levels, so
 * that media stay few. */
#include "base/grow.h"
#include "mixer.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
    /* Levels of means beside cells that join components of E. Half of one is, of eps 4, an error of
     * 1.4e-3 in a shell of a cell's width h: less than second order, (h/a)^2, up to a = 700 h. Two
     * media have fewer of them than the 1022 media that passes take. */
    JOINED_LEVELS = 8 * YEE_MEAN_LEVELS,
    /* Exact means of a family that are made, before settle.c has seen which of them are kept; later
     * ones are rounded at once. */
    MADE = 1 << 14,
};
#define ALIKE 1e-4 /* shares of plane surfaces, which rounding of cuts parts */

/* Adds a medium to a sorted list that has capacity for the first few. */
static void add_medium(yee_family *f, uint32_t medium)
{
    uint32_t i = 0;
    while (i < f->count && f->medium[i] < medium)
        i++;
    if ((i < f->count && f->medium[i] == medium) || f->count == YEE_BLEND_PARTS)
        return;
    for (uint32_t k = f->count++; k > i; k--)
        f->medium[k] = f->medium[k - 1];
    f->medium[i] = medium;
}

static bool all_simple(const yee_mixer *m, const yee_family *f)
{
    bool yes = true;
    for (uint32_t i = 0; i < f->count; i++)
        yes = yes && yee_mixer_simple(m, f->medium[i]);
    return yes;
}

/* The media of columns. More than a mean has capacity for: the first ones. */
static yee_family media_of(const yee_columns *c)
{
    yee_family f = {.count = 0};
    for (int q = 0; q < c->count; q++)
        for (int i = 0; i < c->column[q].parts; i++)
            add_medium(&f, c->column[q].medium[i]);
    for (int i = 0; i < c->media; i++)
        add_medium(&f, c->medium[i]);
    return f;
}

/* The family of the media of columns; NULL: no memory. */
static yee_family *family_of(yee_mixer *m, const yee_columns *c)
{
    yee_family f = media_of(c);
    if (!yee_hash_grow(&m->by_family))
        return NULL;
    const size_t bytes = offsetof(yee_family, metal);
    const uint64_t hash = yee_hash_bytes(YEE_HASH_START, &f, bytes);
    size_t at = yee_hash_probe(&m->by_family, hash, YEE_HASH_FIRST);
    for (; m->by_family.slot[at]; at = yee_hash_probe(&m->by_family, hash, at))
        if (!memcmp(&m->family[m->by_family.slot[at] - 1], &f, bytes))
            return &m->family[m->by_family.slot[at] - 1];
    if (!yee_grow(&m->family, m->families, &m->family_capacity, sizeof *m->family))
        return NULL;
    for (uint32_t i = 0; i < f.count; i++)
        f.metal = f.metal || yee_mixer_metal(m, f.medium[i]);
    m->family[m->families] = f;
    yee_hash_put(&m->by_family, at, hash, (uint32_t)m->families);
    return &m->family[m->families++];
}

static bool plane(double along) { return along < ALIKE || along > 1 - ALIKE; }

/* Whether two columns have the same shares of the same media, which they may meet in any order: lines
 * that end on both sides of a film do. */
static bool alike(const yee_column *a, const yee_column *b)
{
    bool yes = a->parts == b->parts;
    for (int i = 0; i < a->parts && yes; i++) {
        int k = 0;
        while (k < b->parts && b->medium[k] != a->medium[i])
            k++;
        yes = k < b->parts && fabs(a->share[i] - b->share[k]) < ALIKE;
    }
    return yes;
}

/* Plane surfaces across the edge (all columns in series alike) or along it (those that are
 * divided lengthwise alike). */
static bool flat(const yee_columns *c)
{
    if (c->normal)
        return plane(c->along);
    const yee_column *first = NULL;
    int series = 0;
    bool yes = true;
    for (int q = 0; q < c->count; q++) {
        const yee_column *own = &c->column[q];
        series += own->series;
        if (own->parts == 1)
            continue;
        first = first ? first : own;
        yes = yes && alike(own, first);
    }
    return yes && (!series || series == c->count);
}

/* The mean of media without poles and loss, a number. */
static double by_columns(const yee_mixer *m, const yee_columns *c)
{
    double sum = 0, total = 0;
    for (int q = 0; q < c->count; q++) {
        const yee_column *own = &c->column[q];
        double mean = 0;
        for (int i = 0; i < own->parts; i++) {
            const double inf = m->medium[own->medium[i]].response.inf;
            mean += own->series ? own->share[i] / inf : own->share[i] * inf;
        }
        sum += own->weight * (own->series ? 1 / mean : mean);
        total += own->weight;
    }
    return sum / total;
}

static double by_normal(const yee_mixer *m, const yee_columns *c)
{
    double sum = 0, inverse = 0;
    for (int i = 0; i < c->media; i++) {
        const double inf = m->medium[c->medium[i]].response.inf;
        sum += c->fill[i] * inf;
        if (!c->group[i])
            inverse += c->fill[i] / inf;
    }
    for (int i = 0; i < c->media; i++) {
        double fill = 0, own = 0; /* of the group whose first medium this is */
        for (int k = 0; k < c->media && c->group[i]; k++)
            if (c->group[k] == c->group[i]) {
                if (k < i)
                    break;
                fill += c->fill[k];
                own += c->fill[k] * m->medium[c->medium[k]].response.inf;
            }
        inverse += fill > 0 ? fill * fill / own : 0;
    }
    return 1 / (c->along * inverse + (1 - c->along) / sum);
}

double yee_mixer_range(const yee_mixer *m, const yee_family *f, double *least)
{
    double most = 0;
    *least = INFINITY;
    for (uint32_t i = 0; i < f->count; i++) {
        const double inf = m->medium[f->medium[i]].response.inf;
        *least = fmin(*least, inf);
        most = fmax(most, inf);
    }
    return log(most / *least);
}

/* Notes an exact mean that was made last. False: no memory. */
static bool note(yee_mixer *m, yee_family *f, uint32_t medium, uint32_t blend)
{
    if (!yee_grow(&m->exact, m->exacts, &m->exact_capacity, sizeof *m->exact))
        return false;
    m->exact[m->exacts++] = (yee_exact_mean){medium, (uint32_t)(f - m->family), blend};
    f->exact++;
    return true;
}

uint32_t yee_mixer_of_level(yee_mixer *m, yee_family *f, double level, double levels,
                            bool exact)
{
    double least;
    const double range = yee_mixer_range(m, f, &least);
    for (uint32_t i = 0; i < f->count; i++) { /* a level at an end of the range is no mean */
        const double from = log(m->medium[f->medium[i]].response.inf / least);
        if ((level <= 0 && from == 0) || (level >= levels && from == range))
            return f->medium[i];
    }
    yee_medium v = {m->medium[f->medium[0]].magnetic,
                    YEE_NOT_CONDUCTOR,
                    {.inf = least * exp(range * level / levels)},
                    NULL};
    const size_t before = m->media;
    const uint32_t medium = yee_mixer_intern(m, &v, NULL);
    if (medium == YEE_NO_MEDIUM || m->media == before)
        return medium;
    m->medium[medium].name = yee_mixer_names(m, f->count, f->medium);
    return m->medium[medium].name && (!exact || note(m, f, medium, YEE_NO_MEDIUM))
               ? medium
               : YEE_NO_MEDIUM;
}

/* Media without poles and loss: their mean is a number. */
static uint32_t plain_mean(yee_mixer *m, const yee_columns *c, yee_family *f, bool exact)
{
    double least;
    const double range = yee_mixer_range(m, f, &least);
    const double levels = exact ? YEE_WHOLE : c->joined ? JOINED_LEVELS : YEE_MEAN_LEVELS;
    if (!(range > 0))
        return f->medium[0];
    const double mean = c->normal ? by_normal(m, c) : by_columns(m, c);
    return yee_mixer_of_level(m, f, round(log(mean / least) / range * levels), levels, exact);
}

/* The mean of whole cells. There are as many as quartets of materials that meet. */
static uint32_t cells_mean(yee_mixer *m, const yee_columns *c)
{
    const yee_family f = media_of(c);
    if (f.count == 1)
        return f.medium[0];
    const yee_blend b = yee_mixer_blend_of(c, &f, true);
    bool made = false, poles = false;
    for (uint32_t i = 0; i < f.count; i++)
        poles = poles || m->medium[f.medium[i]].response.pole_count;
    return poles || b.series ? yee_mixer_blend(m, &b, &f, &made) : yee_mixer_sum(m, &b, &f);
}

uint32_t yee_mixer_mean(yee_mixer *m, const yee_columns *columns)
{
    yee_columns across;
    const yee_columns *c = columns;
    if (c->cells)
        return cells_mean(m, c);
    yee_family *f = family_of(m, c);
    if (!f)
        return YEE_NO_MEDIUM;
    if (f->count == 1)
        return f->medium[0];
    const bool even = flat(c);
    if (c->joined) {
        across = *c;
        across.along = 0;
        c = &across;
    }
    if (f->metal && c->solid && c->normal && !even && !c->joined)
        return YEE_OWNED;
    const bool exact = f->exact < MADE && even;
    if (all_simple(m, f))
        return plain_mean(m, c, f, exact);
    const yee_blend b = yee_mixer_blend_of(c, f, exact);
    bool made = false;
    const size_t before = m->media;
    const uint32_t medium = yee_mixer_blend(m, &b, f, &made);
    if (made && exact && m->media > before && !note(m, f, medium, (uint32_t)(m->blends - 1)))
        return YEE_NO_MEDIUM;
    return medium;
}

yee_pair yee_pair_make(const uint32_t medium[2], const double inf[2])
{
    yee_pair p = {.medium = {medium[0], medium[1]}, .inf = {inf[0], inf[1]}};
    if (isnan(inf[0]) || isnan(inf[1]) || inf[0] == inf[1])
        return p;
    p.scale = YEE_MEAN_LEVELS / fabs(log(inf[0] / inf[1]));
    p.least = fmin(inf[0], inf[1]);
    return p;
}

int yee_pair_level(const yee_pair *p, double fill, double along)
{
    if (p->scale == 0 || plane(along))
        return -1;
    const double mean = 1 / (along * ((1 - fill) / p->inf[0] + fill / p->inf[1]) +
                             (1 - along) / ((1 - fill) * p->inf[0] + fill * p->inf[1]));
    const double level = log(mean / p->least) * p->scale;
    return level > -0.5 && level < YEE_MEAN_LEVELS + 0.5 ? (int)(level + 0.5) : -1;
}

uint32_t yee_mixer_pair(yee_mixer *m, const uint32_t medium[2], double fill, double along,
                        bool solid, int level)
{
    yee_level_table *t = &m->table[(medium[0] * 31 + medium[1]) % YEE_LEVEL_TABLES];
    if (level >= 0 && (!t->used || t->medium[0] != medium[0] || t->medium[1] != medium[1])) {
        *t = (yee_level_table){.used = true, .medium = {medium[0], medium[1]}};
        for (int n = 0; n <= YEE_MEAN_LEVELS; n++)
            t->level[n] = YEE_NO_MEDIUM;
    }
    if (level >= 0 && t->level[level] != YEE_NO_MEDIUM)
        return t->level[level];
    const yee_columns c = {.normal = true,
                           .solid = solid,
                           .media = 2,
                           .medium = {medium[0], medium[1]},
                           .fill = {1 - fill, fill},
                           .along = along};
    if (level < 0)
        return yee_mixer_mean(m, &c);
    /* By the level alone: which point of it comes first is no matter. */
    yee_family *f = family_of(m, &c);
    const uint32_t mean =
        f ? yee_mixer_of_level(m, f, level, YEE_MEAN_LEVELS, false) : YEE_NO_MEDIUM;
    return t->level[level] = mean;
}
