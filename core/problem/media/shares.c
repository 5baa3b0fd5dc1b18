/* core/problem/media/shares.c: the shares of a mean's media, exact or rounded to levels. */
#include "mixer.h"

#include <math.h>

enum {
    SHARE_LEVELS = 16, /* of shares of media with poles or loss */
    NORMAL_LEVELS = 8, /* of the square of a normal's component */
    PART_LEVELS = 8,   /* of parts in series beside other columns */
};

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

static void add_up(const yee_columns *c, const yee_family *f, sums *s)
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

static yee_blend normal_blend(const yee_columns *c, const yee_family *f, bool exact)
{
    double fill[YEE_BLEND_PARTS] = {0};
    uint32_t due[YEE_BLEND_PARTS], group[YEE_BLEND_PARTS] = {0}, sides = 0;
    yee_blend b = {.parallel = 0};
    const uint32_t levels = exact ? YEE_WHOLE : SHARE_LEVELS;
    const uint32_t normals = exact ? 1 : NORMAL_LEVELS;
    for (int q = 0; q < c->media; q++)
        for (uint32_t i = 0; i < f->count; i++)
            if (f->medium[i] == c->medium[q]) {
                fill[i] += c->fill[q];
                group[i] = c->group[q];
            }
    apportion(f->count, fill, levels, due);
    for (uint32_t i = 0; i < f->count; i++) {
        if (!due[i])
            continue;
        uint32_t first = 0, at = 0; /* of the group; its index among those that are due */
        while (first < i && (!due[first] || !group[i] || group[first] != group[i]))
            at += due[first++] > 0;
        b.group[b.parallel] = at;
        sides += first == i;
        b.medium[b.parallel] = f->medium[i];
        b.share[b.parallel++] = due[i] * (YEE_WHOLE / levels);
    }
    if (sides > 1)
        b.along = (uint32_t)lround(c->along * normals) * (YEE_WHOLE / normals);
    return b;
}

yee_blend yee_mixer_blend_of(const yee_columns *c, const yee_family *f, bool exact)
{
    if (c->normal)
        return normal_blend(c, f, exact);
    sums s;
    uint32_t due[YEE_BLEND_PARTS];
    yee_blend b = {.parallel = 0};
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

yee_blend yee_blend_rounded(const yee_blend *b)
{
    yee_blend own = {.series = b->series, .along = b->along};
    double share[YEE_BLEND_PARTS] = {0};
    uint32_t due[YEE_BLEND_PARTS], kept[YEE_BLEND_PARTS];
    const uint32_t unit = YEE_WHOLE / SHARE_LEVELS;
    for (uint32_t i = 0; i < b->parts; i++)
        share[i] = b->part[i];
    apportion(b->parts, share, SHARE_LEVELS, due);
    for (uint32_t i = 0; i < b->parts; i++)
        if (due[i]) {
            own.of[own.parts] = b->of[i];
            own.part[own.parts++] = due[i] * unit;
        }
    for (uint32_t i = 0; i < b->parallel; i++)
        share[i] = b->share[i];
    apportion(b->parallel, share, SHARE_LEVELS, due);
    bool sides = false;
    for (uint32_t i = 0; i < b->parallel; i++) {
        if (!due[i])
            continue;
        kept[own.parallel] = i;
        uint32_t first = 0; /* of its group */
        while (first < own.parallel && b->group[kept[first]] != b->group[i])
            first++;
        own.group[own.parallel] = first;
        sides = sides || first > 0;
        own.medium[own.parallel] = b->medium[i];
        own.share[own.parallel++] = due[i] * unit;
    }
    own.along = sides ? own.along : 0;
    if (own.parts == 1) /* all of one medium */
        own = (yee_blend){.parallel = 1, .medium = {own.of[0]}, .share = {YEE_WHOLE}};
    return own;
}
