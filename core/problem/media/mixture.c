/* core/problem/media/mixture.c: the media of a problem, each kept once, and their means.
 *
 * E is the mean field along an edge, D the mean flux through its dual face. Along a column of
 * the edge's surroundings D is one, so 1/eps is averaged; across columns E is one, so eps is.
 * Between the bounds of W. Voigt (arithmetic) and A. Reuss (harmonic), exact for plane surfaces
 * along and across the edge: K.-P. Hwang and A. C. Cangellaris, IEEE Microw. Wireless Compon.
 * Lett. 11 (2001) 158. H and mu are alike, by duality. Both means hold at every frequency:
 * poles of parallel parts keep their share, those in series are worked out in series.c. */
#include "mixture.h"
#include "base/grow.h"
#include "section.h"
#include "series.h"

#include <math.h>
#include <stddef.h>

#define METAL_LOSS 0.5 /* -Im/|Re| of a medium that rings rather than absorbs */

/* Open addressing; a slot holds a number + 1. */
typedef struct table {
    size_t slots, used; /* slots: a power of two */
    uint32_t *slot;
    uint64_t *hash;
} table;

/* A mean in its final form: media in parallel, and one group of media in series. Shares are in
 * units of 1/YEE_WHOLE; those of parallel media and `series` add up to YEE_WHOLE, and so do
 * those in series. */
typedef struct blend {
    uint32_t parallel, medium[YEE_BLEND_PARTS], share[YEE_BLEND_PARTS];
    uint32_t series, parts, of[YEE_BLEND_PARTS], part[YEE_BLEND_PARTS];
    uint32_t along; /* by normal: of parallel media, n_a^2 */
} blend;

typedef struct known {
    blend blend;
    uint32_t medium;
} known;

/* Media that meet somewhere, and how many of their means are kept as they are. */
typedef struct family {
    uint32_t count, medium[YEE_BLEND_PARTS];
    bool metal; /* one of them is, yee_mixer_metal() */
    int exact;
} family;

/* The levels of two media that were asked for last. */
enum { LEVELS = 64 }; /* of log eps between the smallest and the largest medium */
typedef struct pair {
    uint32_t medium[2], level[LEVELS + 1];
    double least, scale;
} pair;

struct yee_mixer {
    pair pair;
    yee_arena *arena;
    double band[2]; /* rad/s */
    size_t media, media_room;
    yee_medium *medium;
    table by_content;
    size_t blends, blend_room;
    known *blend;
    table by_blend;
    size_t families, family_room;
    family *family;
    table by_family;
    size_t signs, sign_room;
    bool *sign; /* of media, whether they are negative somewhere */
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
    free(m->blend);
    free(m->by_content.slot);
    free(m->by_content.hash);
    free(m->by_blend.slot);
    free(m->by_blend.hash);
    free(m->family);
    free(m->sign);
    free(m->by_family.slot);
    free(m->by_family.hash);
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

/* Adds a medium to a sorted list that has room for the first few. */
static void add_medium(family *f, uint32_t medium)
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

/* "soil + air": the media's names, each once. */
static const char *join_names(const yee_mixer *m, const family *f)
{
    const char *name = m->medium[f->medium[0]].name;
    for (uint32_t i = 1; i < f->count && name; i++) {
        bool seen = false;
        for (uint32_t k = 0; k < i; k++)
            seen = seen || !strcmp(m->medium[f->medium[k]].name, m->medium[f->medium[i]].name);
        if (!seen)
            name = yee_arena_format(m->arena, "%s + %s", name, m->medium[f->medium[i]].name);
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

static void add_response(yee_response *sum, yee_pole *poles, const yee_response *r,
                         double share)
{
    sum->inf += share * r->inf;
    sum->sigma += share * r->sigma;
    for (size_t p = 0; p < r->pole_count; p++)
        add_pole(sum, poles, &r->poles[p], share);
}

static bool simple(const yee_response *r) { return !r->pole_count && r->sigma == 0; }

static bool all_simple(const yee_mixer *m, const family *f)
{
    bool yes = true;
    for (uint32_t i = 0; i < f->count; i++)
        yes = yes && simple(&m->medium[f->medium[i]].response);
    return yes;
}

/* The response of the part in series. Where it has no fractions (roots too close) the largest
 * part stands for all. */
static void series_response(yee_mixer *m, const blend *b, yee_response *result)
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

/* 1/eps = n_a^2 <1/eps> + (1 - n_a^2)/<eps>: the media in series with each other and with their
 * arithmetic mean `mix`. */
static void normal_response(yee_mixer *m, const blend *b, const yee_response *mix,
                            yee_response *result)
{
    const yee_response *part[YEE_SERIES_PARTS];
    double share[YEE_SERIES_PARTS];
    const double along = (double)b->along / YEE_WHOLE;
    int parts = 0;
    for (uint32_t i = 0; i < b->parallel; i++) {
        part[parts] = &m->medium[b->medium[i]].response;
        share[parts++] = along * b->share[i] / YEE_WHOLE;
    }
    if (b->along < YEE_WHOLE) {
        part[parts] = mix;
        share[parts++] = 1 - along;
    }
    const double base = m->medium[b->medium[0]].magnetic ? YEE_MU0 : YEE_EPS0;
    if (!yee_series_make(m->arena, base, m->band[0], parts, part, share, result))
        *result = *mix;
}

/* Frequencies at which the sources' band is looked at, rad/s. */
enum { SAMPLES = 48 };
static double sample(const yee_mixer *m, int n)
{
    const double low = fmax(m->band[0], 1e-2 * m->band[1]);
    return low * pow(m->band[1] / low, (double)n / SAMPLES);
}

static bool rings(const yee_medium *v, double omega)
{
    const yee_complex e =
        yee_response_value(&v->response, v->magnetic ? YEE_MU0 : YEE_EPS0, omega);
    return e.re < 0 && -e.im < METAL_LOSS * -e.re;
}

/* Between and beyond the frequencies of its poles. */
static bool negative(const yee_medium *v)
{
    enum { STEPS = 160 };
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < v->response.pole_count; i++) {
        const yee_pole *p = &v->response.poles[i];
        if (p->d2 == 0) /* a relaxation alone never is */
            continue;
        const double own = sqrt(fabs(p->d0 / p->d2));
        const double drive = sqrt(fabs(p->b0 / (p->d2 * v->response.inf)));
        low = fmin(low, own > 0 ? own : 1e-2 * drive);
        high = fmax(high, hypot(own, drive));
    }
    for (int n = 0; n <= STEPS && high > 0; n++) {
        const double omega = low * pow(high / low, (double)n / STEPS);
        if (rings(v, omega))
            return true;
    }
    return false;
}

bool yee_mixer_negative(yee_mixer *m, uint32_t medium)
{
    while (m->signs <= medium && m->signs < m->media) {
        if (!yee_room(&m->sign, m->signs, &m->sign_room, sizeof *m->sign))
            return false;
        m->sign[m->signs] = negative(&m->medium[m->signs]);
        m->signs++;
    }
    return medium < m->signs && m->sign[medium];
}

bool yee_mixer_metal(const yee_mixer *m, uint32_t medium)
{
    const yee_medium *v = &m->medium[medium];
    if (!(m->band[1] > 0) || v->conductor != YEE_NOT_CONDUCTOR || !v->response.pole_count)
        return false;
    for (int n = 0; n <= SAMPLES; n++)
        if (rings(v, sample(m, n)))
            return true;
    return false;
}

static uint32_t average(yee_mixer *m, const blend *b, const family *f)
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
                    join_names(m, f)};
    if (!v.name || !list)
        return YEE_NO_MEDIUM;
    for (uint32_t i = 0; i < b->parallel; i++)
        add_response(&v.response, list, &m->medium[b->medium[i]].response,
                     (double)b->share[i] / YEE_WHOLE);
    if (b->series)
        add_response(&v.response, list, &series, (double)b->series / YEE_WHOLE);
    if (b->along) {
        const yee_response mix = v.response;
        normal_response(m, b, &mix, &v.response);
    }
    return intern(m, &v);
}

/* ---- levels ---- */

enum {
    EXACT = 64, /* means of a family that are kept as they are: plane surfaces have few */
    SHARE_LEVELS = 16, /* of shares of media with poles or loss */
    NORMAL_LEVELS = 8, /* of the square of a normal's component */
    PART_LEVELS = 8,   /* of parts in series beside other columns */
};
#define ALIKE 1e-4 /* shares of plane surfaces, which rounding of cuts parts */

/* The family of the media of columns; NULL: no memory. More media than a mean has room for: the
 * first ones. */
static family *family_of(yee_mixer *m, const yee_columns *c)
{
    family f = {.count = 0};
    for (int q = 0; q < c->count; q++)
        for (int i = 0; i < c->column[q].parts; i++)
            add_medium(&f, c->column[q].medium[i]);
    for (int i = 0; i < c->media; i++)
        add_medium(&f, c->medium[i]);
    if (2 * m->by_family.used >= m->by_family.slots && !grow(&m->by_family))
        return NULL;
    const size_t bytes = offsetof(family, metal);
    const uint64_t hash = hash_bytes(UINT64_C(0xcbf29ce484222325), &f, bytes);
    size_t at = probe(&m->by_family, hash, (size_t)-1);
    for (; m->by_family.slot[at]; at = probe(&m->by_family, hash, at))
        if (!memcmp(&m->family[m->by_family.slot[at] - 1], &f, bytes))
            return &m->family[m->by_family.slot[at] - 1];
    if (!yee_room(&m->family, m->families, &m->family_room, sizeof *m->family))
        return NULL;
    for (uint32_t i = 0; i < f.count; i++)
        f.metal = f.metal || yee_mixer_metal(m, f.medium[i]);
    m->family[m->families] = f;
    put(&m->by_family, at, hash, (uint32_t)m->families);
    return &m->family[m->families++];
}

/* Plane surfaces across the edge (all columns in series alike) or along it (those that are
 * divided lengthwise alike). */
static bool flat(const yee_columns *c)
{
    if (c->normal)
        return c->along < ALIKE || c->along > 1 - ALIKE;
    const yee_column *first = NULL;
    int series = 0;
    bool alike = true;
    for (int q = 0; q < c->count; q++) {
        const yee_column *own = &c->column[q];
        series += own->series;
        if (own->parts == 1)
            continue;
        first = first ? first : own;
        alike = alike && own->parts == first->parts;
        for (int i = 0; i < own->parts && alike; i++)
            alike = own->medium[i] == first->medium[i] &&
                    fabs(own->share[i] - first->share[i]) < ALIKE;
    }
    return alike && (!series || series == c->count);
}

/* Of media without poles and loss. */
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
        inverse += c->fill[i] / inf;
    }
    return 1 / (c->along * inverse + (1 - c->along) / sum);
}

/* Media without poles and loss: their mean is a number. */
static uint32_t plain_mean(yee_mixer *m, const yee_columns *c, family *f, bool exact)
{
    double least = INFINITY, most = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const double inf = m->medium[f->medium[i]].response.inf;
        least = fmin(least, inf);
        most = fmax(most, inf);
    }
    const double range = log(most / least), levels = exact ? YEE_WHOLE : LEVELS;
    if (!(range > 0))
        return f->medium[0];
    const double level =
        round(log((c->normal ? by_normal(m, c) : by_columns(m, c)) / least) / range * levels);
    for (uint32_t i = 0; i < f->count; i++) { /* a level at an end of the range is no mean */
        const double own = m->medium[f->medium[i]].response.inf;
        if ((level <= 0 && own == least) || (level >= levels && own == most))
            return f->medium[i];
    }
    yee_medium v = {m->medium[f->medium[0]].magnetic,
                    YEE_NOT_CONDUCTOR,
                    {.inf = least * exp(range * level / levels)},
                    NULL};
    const size_t before = m->media;
    const uint32_t medium = intern(m, &v);
    if (medium == YEE_NO_MEDIUM || m->media == before)
        return medium;
    f->exact += exact;
    m->medium[medium].name = join_names(m, f);
    return m->medium[medium].name ? medium : YEE_NO_MEDIUM;
}

/* Deals out whole units in proportion to shares, so that they add up: the largest remainders
 * are rounded up. */
static void apportion(uint32_t count, const double *share, uint32_t units, uint32_t *due)
{
    double total = 0, rest[YEE_BLEND_PARTS];
    uint32_t left = units;
    for (uint32_t i = 0; i < count; i++)
        total += share[i];
    for (uint32_t i = 0; i < count; i++) {
        due[i] = 0;
        if (!(total > 0))
            continue;
        const double exact = share[i] / total * units;
        due[i] = (uint32_t)(exact + 1e-9);
        rest[i] = exact - due[i];
        left -= due[i] < left ? due[i] : left;
    }
    for (; left && total > 0; left--) {
        uint32_t most = 0;
        for (uint32_t i = 1; i < count; i++)
            most = rest[i] > rest[most] + 1e-9 ? i : most;
        due[most]++;
        rest[most] -= 1;
    }
}

/* Sums over columns, in the order of a family's media. */
typedef struct sums {
    double parallel[YEE_BLEND_PARTS], series[YEE_BLEND_PARTS], all, in_series;
} sums;

static void add_up(const yee_columns *c, const family *f, sums *s)
{
    *s = (sums){.all = 0};
    for (int q = 0; q < c->count; q++) {
        const yee_column *own = &c->column[q];
        s->all += own->weight;
        s->in_series += own->series ? own->weight : 0;
        for (int i = 0; i < own->parts; i++) {
            uint32_t at = 0;
            while (at + 1 < f->count && f->medium[at] != own->medium[i])
                at++;
            (own->series ? s->series : s->parallel)[at] += own->weight * own->share[i];
        }
    }
}

static blend normal_blend(const yee_columns *c, const family *f, bool exact)
{
    double fill[YEE_BLEND_PARTS] = {0};
    uint32_t due[YEE_BLEND_PARTS];
    blend b = {.parallel = 0};
    const uint32_t levels = exact ? YEE_WHOLE : SHARE_LEVELS;
    const uint32_t normals = exact ? 1 : NORMAL_LEVELS;
    for (int q = 0; q < c->media; q++)
        for (uint32_t i = 0; i < f->count; i++)
            fill[i] += f->medium[i] == c->medium[q] ? c->fill[q] : 0;
    apportion(f->count, fill, levels, due);
    for (uint32_t i = 0; i < f->count; i++)
        if (due[i]) {
            b.medium[b.parallel] = f->medium[i];
            b.share[b.parallel++] = due[i] * (YEE_WHOLE / levels);
        }
    if (b.parallel > 1)
        b.along = (uint32_t)lround(c->along * normals) * (YEE_WHOLE / normals);
    return b;
}

static blend blend_of(const yee_columns *c, const family *f, bool exact)
{
    if (c->normal)
        return normal_blend(c, f, exact);
    sums s;
    uint32_t due[YEE_BLEND_PARTS];
    blend b = {.parallel = 0};
    add_up(c, f, &s);
    const uint32_t levels = exact ? YEE_WHOLE : SHARE_LEVELS, unit = YEE_WHOLE / levels;
    const uint32_t series = (uint32_t)lround(s.in_series / s.all * levels);
    const uint32_t parts = exact || series == levels ? levels : PART_LEVELS;
    apportion(f->count, s.series, parts, due);
    for (uint32_t i = 0; i < f->count && series; i++)
        if (due[i]) {
            b.of[b.parts] = f->medium[i];
            b.part[b.parts++] = due[i] * (YEE_WHOLE / parts);
        }
    b.series = series * unit;
    apportion(f->count, s.parallel, levels - series, due);
    if (b.parts == 1) /* all of one medium */
        for (uint32_t i = 0; i < f->count; i++)
            due[i] += f->medium[i] == b.of[0] ? series : 0;
    if (b.parts == 1)
        b.series = b.parts = b.of[0] = b.part[0] = 0;
    for (uint32_t i = 0; i < f->count; i++)
        if (due[i]) {
            b.medium[b.parallel] = f->medium[i];
            b.share[b.parallel++] = due[i] * unit;
        }
    return b;
}

static uint32_t blend_mean(yee_mixer *m, const blend *b, const family *f, bool *made)
{
    if (b->parallel == 1 && !b->series)
        return b->medium[0];
    if (2 * m->by_blend.used >= m->by_blend.slots && !grow(&m->by_blend))
        return YEE_NO_MEDIUM;
    const uint64_t hash = hash_bytes(UINT64_C(0xcbf29ce484222325), b, sizeof *b);
    size_t at = probe(&m->by_blend, hash, (size_t)-1);
    for (; m->by_blend.slot[at]; at = probe(&m->by_blend, hash, at))
        if (!memcmp(&m->blend[m->by_blend.slot[at] - 1].blend, b, sizeof *b))
            return m->blend[m->by_blend.slot[at] - 1].medium;
    if (m->blends >= UINT32_MAX - 1 ||
        !yee_room(&m->blend, m->blends, &m->blend_room, sizeof *m->blend))
        return YEE_NO_MEDIUM;
    const uint32_t medium = average(m, b, f);
    if (medium == YEE_NO_MEDIUM)
        return medium;
    m->blend[m->blends] = (known){*b, medium};
    put(&m->by_blend, at, hash, (uint32_t)m->blends++);
    *made = true;
    return medium;
}

uint32_t yee_mixer_mean(yee_mixer *m, const yee_columns *c)
{
    family *f = family_of(m, c);
    if (!f)
        return YEE_NO_MEDIUM;
    if (f->count == 1)
        return f->medium[0];
    const bool plane = c->cells || flat(c);
    if (f->metal && c->solid && c->normal && !plane)
        return YEE_OWNED;
    const bool exact = c->cells || (f->exact < EXACT && plane);
    if (!c->cells && all_simple(m, f))
        return plain_mean(m, c, f, exact);
    const blend b = blend_of(c, f, exact);
    bool made = false;
    const uint32_t medium = blend_mean(m, &b, f, &made);
    f->exact += made && exact && !c->cells;
    return medium;
}

uint32_t yee_mixer_pair(yee_mixer *m, const uint32_t medium[2], double fill, double along,
                        bool solid)
{
    const yee_columns c = {.normal = true,
                           .solid = solid,
                           .media = 2,
                           .medium = {medium[0], medium[1]},
                           .fill = {1 - fill, fill},
                           .along = along};
    const yee_response *a = &m->medium[medium[0]].response, *b = &m->medium[medium[1]].response;
    pair *p = &m->pair;
    if (!simple(a) || !simple(b) || flat(&c))
        return yee_mixer_mean(m, &c);
    if (p->medium[0] != medium[0] || p->medium[1] != medium[1]) {
        *p = (pair){.medium = {medium[0], medium[1]}};
        for (int n = 0; n <= LEVELS; n++)
            p->level[n] = YEE_NO_MEDIUM;
        p->scale = LEVELS / fabs(log(a->inf / b->inf));
        p->least = fmin(a->inf, b->inf);
    }
    const double mean = 1 / (along * ((1 - fill) / a->inf + fill / b->inf) +
                             (1 - along) / ((1 - fill) * a->inf + fill * b->inf));
    const double level = round(log(mean / p->least) * p->scale);
    if (!(level >= 0 && level <= LEVELS)) /* equal media have no range */
        return yee_mixer_mean(m, &c);
    uint32_t *own = &p->level[(int)level];
    if (*own == YEE_NO_MEDIUM)
        *own = yee_mixer_mean(m, &c);
    return *own;
}

int64_t yee_mixer_count(const yee_mixer *mixer) { return (int64_t)mixer->media; }

const yee_medium *yee_mixer_media(const yee_mixer *mixer)
{
    return yee_arena_copy(mixer->arena, mixer->medium, mixer->media * sizeof *mixer->medium);
}
