/* tiled/segment.c: the segments of a row, and where what they need lies behind its fields.
 *
 * Auxiliary state lies there only where a segment has it; what does not change lies behind the
 * state. Rows that need the same share their segments. */
#include "segment.h"
#include <stddef.h>
#include <string.h>

tiled_cutter *tiled_cutter_new(tiled_plan *t)
{
    tiled_cutter *c = tiled_alloc(t, sizeof *c);
    const int64_t chunks = t->to / t->chunk;
    if (!c)
        return NULL;
    c->t = t;
    c->seg = tiled_alloc(t, chunks * (int64_t)sizeof *c->seg);
    c->poles = tiled_alloc(t, t->p->media * (int64_t)sizeof *c->poles);
    for (int64_t m = 0; c->poles && m < t->p->media; m++) {
        medium_poles *own = &c->poles[m];
        own->slots = (int16_t)t->p->update[m].sections;
        for (int n = 0; n < own->slots; n++) {
            const int words = section(t, m, n)->words;
            own->words = (int16_t)(words > own->words ? words : own->words);
        }
        c->slots = own->slots > c->slots ? own->slots : c->slots;
    }
    return c->poles && c->seg ? c : NULL;
}

/* Bit masks of a row's first, inner and last chunk for the components in `set`. */
static void *mask(tiled_cutter *c, int set)
{
    const tiled_plan *t = c->t;
    if (c->mask[set])
        return c->mask[set];
    char *m = c->mask[set] = tiled_alloc(c->t, 18 * TILED_LINE);
    for (int64_t part = 0; m && part < 3; part++)
        for (int q = 0; q < 6; q++)
            for (int64_t l = 0; l < t->chunk; l++) {
                const int64_t k = l + (part == 2 ? t->to - t->chunk : 0);
                const bool inner = part == 1 || (k >= t->begin[q][2] && k < t->end[q][2]);
                if (inner && (set >> q & 1))
                    memset(m + ((part * 6 + q) * t->chunk + l) * t->real, 0xff,
                           (size_t)t->real);
            }
    return m;
}

/* One segment; *at: the first free real behind the row's fields. */
static bool make(tiled_cutter *c, const stretch *s, const media_set *sets, int set, int64_t i,
                 int64_t j, int64_t *at, tiled_seg *g)
{
    tiled_plan *t = c->t;
    const int64_t length = s->to - s->from;
    const bool xy = g->psi_x || g->psi_y;
    const bool e = set & 7, h = set & 56;
    int ek, hk;
    g->from = s->from;
    g->to = s->to;
    if (!tiled_choose(c, s, sets, i, j, g, &ek, &hk))
        return false;
    g->e = e ? t->isa->e[t->dim][xy][ek] : NULL;
    g->h = h ? t->isa->h[t->dim][xy][hk] : NULL;
    if (e && h && hk == H_VACUUM)
        g->both = t->isa->both[t->dim][xy][ek];
    g->coef[0] = e && (ek == E_ARRAY || ek == E_ARRAY_ANY); /* placed by constants() */
    g->coef[1] = h && (hk == H_ARRAY || hk == H_ARRAY_ANY);
    t->count[ek] += e ? length / t->chunk : 0;
    for (int m = 0; m < 2; m++) {
        g->pole[m] = *at;
        *at += 3 * g->slots[m] * g->words[m] * length;
    }
    return true;
}

/* Places the constants of a row behind its state. */
static void constants(const tiled_plan *t, int64_t segs, tiled_seg *seg, int64_t *at)
{
    for (tiled_seg *g = seg; g < seg + segs; g++) {
        const int64_t length = g->to - g->from;
        for (int m = 0; m < 2; m++)
            if (g->coef[m]) {
                g->coef[m] = *at;
                *at += 3 * (2 + M_SLOT * g->slots[m]) * length;
            }
        if (g->palette) {
            g->id = *at * t->real;
            *at += tiled_round_up(3 * length, TILED_LINE) / t->real;
        }
    }
}

static bool in_layer(const tiled_plan *t, const char *table, int64_t at)
{
    const char *p = table + at * A_COUNT * t->real;
    return tiled_load_real(t, p, A_HALF_C) != 0 || tiled_load_real(t, p, A_NODE_C) != 0;
}

bool tiled_cut(tiled_cutter *c, const tiled_seen *seen, int64_t i, int64_t j, int64_t *bytes)
{
    tiled_plan *t = c->t;
    tiled_row *r = tiled_row_at(t, i, j);
    const int set = row_set(t, i, j);
    int all = 0;
    for (int q = 0; q < 6; q++)
        all |= (t->begin[q][2] < t->end[q][2]) << q;
    int64_t at = t->slots * t->n;
    *bytes = r->state = at * t->real;
    if (!set)
        return true;

    tiled_seg common = {.n = t->n,
                        .plain = t->to,
                        .last = t->to - t->chunk,
                        .mask = mask(c, set),
                        .low = t->low,
                        .high = t->high,
                        .z = t->z,
                        .zn = t->zn};
    if (!common.mask)
        return false;
    if (set == all) {
        common.plain = t->low > t->chunk ? t->low : t->chunk;
        const int64_t end = t->high < common.last ? t->high : common.last;
        common.plains = end > common.plain ? end - common.plain : 0;
    }
    if (t->high <= t->to) {
        common.psi_zn = t->low + t->to - t->high;
        common.psi_z = at;
        at += 4 * common.psi_zn;
    }
    if (in_layer(t, t->x, i)) {
        common.psi_x = at;
        at += 4 * t->n;
    }
    if (in_layer(t, t->y, j)) {
        common.psi_y = at;
        at += 4 * t->n;
    }
    const stretch *s;
    const media_set *sets;
    const int64_t segs = tiled_seen_row(seen, i, j, &s, &sets);
    for (int64_t n = 0; n < segs; n++) {
        c->seg[n] = common;
        if (!make(c, &s[n], sets, set, i, j, &at, &c->seg[n]))
            return false;
    }
    r->state = at * t->real;
    constants(t, segs, c->seg, &at);
    *bytes = at * t->real;

    const tiled_row *like[2] = {r - 1, r - (t->ny + 2)};
    const size_t size = (size_t)segs * sizeof *c->seg;
    for (int n = 0; n < 2 && !r->seg; n++)
        if (like[n]->segs == segs && !memcmp(like[n]->seg, c->seg, size))
            r->seg = like[n]->seg;
    if (!r->seg) {
        tiled_seg *own = tiled_alloc(t, (int64_t)size);
        if (!own)
            return false;
        r->seg = memcpy(own, c->seg, size);
    }
    r->segs = (int32_t)segs;
    return true;
}

/* Coefficient arrays of E (0) or H (1) of a segment. */
static void fill_arrays(const tiled_plan *t, const tiled_seg *g, int64_t i, int64_t j, int m)
{
    const tiled_row *r = tiled_row_at(t, i, j);
    const int64_t length = g->to - g->from, numbers = 2 + M_SLOT * g->slots[m];
    for (int q = 3 * m; q < 3 * m + 3; q++) {
        int64_t k = g->from, to = g->to;
        uint32_t one;
        const uint32_t *id = ids(t, q, i, j, &one);
        clip(t, q, &k, &to);
        for (; has_row(t, q, i, j) && k < to; k++) {
            const int64_t medium = id ? id[k * t->stride[q][2]] : one;
            const yee_update *x = &t->p->update[medium];
            const int64_t at = g->coef[m] + q % 3 * numbers * length + k - g->from;
            tiled_store_real(t, r->f, at + M_LOSS * length, 1 - x->ca);
            tiled_store_real(t, r->f, at + M_CB * length, x->cb);
            for (int n = 0; n < x->sections; n++) {
                const yee_section *y = section(t, medium, n);
                const int64_t s = at + M_SLOT * n * length;
                tiled_store_real(t, r->f, s + M_C1 * length, y->c1);
                tiled_store_real(t, r->f, s + M_C0 * length, y->c0);
                tiled_store_real(t, r->f, s + M_R1 * length, y->r1);
                tiled_store_real(t, r->f, s + M_RD * length, y->rd);
            }
        }
    }
}

static void fill_ids(const tiled_plan *t, const tiled_seg *g, int64_t i, int64_t j)
{
    const palette *p = (const palette *)((const char *)g->palette - offsetof(palette, tables));
    for (int q = 0; q < 3; q++) {
        int64_t k = g->from, to = g->to;
        uint32_t one;
        const uint32_t *id = ids(t, q, i, j, &one);
        const int64_t step = t->stride[q][2];
        uint8_t *own = (uint8_t *)tiled_row_at(t, i, j)->f + g->id + q * (g->to - g->from);
        clip(t, q, &k, &to);
        for (int64_t run = 0; has_row(t, q, i, j) && k < to; k += run) {
            run = id ? run_of(id + k * step, step, to - k) : to - k;
            memset(own + k - g->from, entry(&p->has, id ? id[k * step] : one), (size_t)run);
        }
    }
}

void tiled_fill(tiled_cutter *c, int64_t i, int64_t j)
{
    const tiled_row *r = tiled_row_at(c->t, i, j);
    for (const tiled_seg *g = r->seg; g < r->seg + r->segs; g++) {
        for (int m = 0; m < 2; m++)
            if (g->coef[m])
                fill_arrays(c->t, g, i, j, m);
        if (g->palette)
            fill_ids(c->t, g, i, j);
    }
}
