/* tiled/segment.c: rows are cut along z where their physics changes, and every segment gets the
 * cheapest kernel that does it.
 *
 * A stretch of chunks with one medium a component is uniform. Anything else takes media from a
 * palette (one byte a point, coefficients in registers) when no more media occur than fit, and
 * else from coefficient arrays of its own. Auxiliary state lies behind the row's fields only
 * where a segment has it. Rows that need the same share their segments. */
#include "plan.h"
#include <math.h>
#include <string.h>

enum { MIXED = -1, WILD = -2, SHORT = 4 }; /* uniform stretches below SHORT chunks join */

/* Chunks [from, to) and the medium of each component: a number, MIXED, or WILD for none. */
typedef struct stretch {
    int64_t from, to;
    int64_t medium[6];
} stretch;

typedef struct uniform {
    int64_t medium[6];
    void *u, *ze, *zh;
    struct uniform *next;
} uniform;

typedef struct palette {
    int count;
    int64_t medium[32];
    void *tables;
    struct palette *next;
} palette;

struct tiled_cutter {
    tiled_plan *t;
    void *mask[64]; /* by the set of components a row has */
    uniform *uniforms;
    palette *palettes;
    stretch *stretch; /* shape [chunks] */
    tiled_seg *seg;   /* shape [chunks]: of the row at hand */
    int64_t slots;    /* most sections of a medium */
};

tiled_cutter *tiled_cutter_new(tiled_plan *t)
{
    tiled_cutter *c = tiled_take(t, sizeof *c);
    const int64_t chunks = t->to / t->chunk;
    if (!c)
        return NULL;
    c->t = t;
    c->stretch = tiled_take(t, chunks * (int64_t)sizeof *c->stretch);
    c->seg = tiled_take(t, chunks * (int64_t)sizeof *c->seg);
    for (int64_t m = 0; m < t->p->media; m++)
        if (t->p->update[m].sections > c->slots)
            c->slots = t->p->update[m].sections;
    return c->stretch && c->seg ? c : NULL;
}

static bool has_row(const tiled_plan *t, int c, int64_t i, int64_t j)
{
    return i >= t->begin[c][0] && i < t->end[c][0] && j >= t->begin[c][1] && j < t->end[c][1] &&
           t->begin[c][2] < t->end[c][2];
}

/* Bit masks of a row's first, inner and last chunk for the components in `set`. */
static void *mask(tiled_cutter *c, int set)
{
    const tiled_plan *t = c->t;
    if (c->mask[set])
        return c->mask[set];
    char *m = c->mask[set] = tiled_take(c->t, 18 * TILED_LINE);
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

/* Media of a component's row of points; NULL: all are *one. */
static const uint32_t *ids(const tiled_plan *t, int c, int64_t i, int64_t j, uint32_t *one)
{
    const int u = tiled_component(t, c);
    *one = t->p->uniform[u];
    return t->p->id[u] ? t->p->id[u] + i * t->stride[c][0] + j * t->stride[c][1] : NULL;
}

/* The part of [from, to) that a component updates. */
static void clip(const tiled_plan *t, int c, int64_t *from, int64_t *to)
{
    *from = *from > t->begin[c][2] ? *from : t->begin[c][2];
    *to = *to < t->end[c][2] ? *to : t->end[c][2];
}

/* The medium of a component within [from, to). */
static int64_t find(const tiled_plan *t, int c, int64_t i, int64_t j, int64_t from, int64_t to)
{
    uint32_t one;
    const uint32_t *id = ids(t, c, i, j, &one);
    clip(t, c, &from, &to);
    if (from >= to)
        return WILD;
    if (!id)
        return one;
    const int64_t step = t->stride[c][2];
    one = id[from * step];
    for (int64_t k = from + 1; k < to; k++)
        if (id[k * step] != one)
            return MIXED;
    return one;
}

static int64_t unite(int64_t a, int64_t b)
{
    return a == WILD ? b : b == WILD || a == b ? a : MIXED;
}

static void join(stretch *a, const stretch *b)
{
    a->to = b->to;
    for (int c = 0; c < 6; c++)
        a->medium[c] = unite(a->medium[c], b->medium[c]);
}

static bool mixed(const stretch *s, int from)
{
    return s->medium[from] == MIXED || s->medium[from + 1] == MIXED ||
           s->medium[from + 2] == MIXED;
}

/* Cuts a row into stretches; their number. */
static int64_t cut(tiled_cutter *c, int set, int64_t i, int64_t j)
{
    const tiled_plan *t = c->t;
    stretch *s = c->stretch;
    int64_t count = 0;
    for (int64_t k = 0; k < t->to; k += t->chunk) {
        stretch new = {k, k + t->chunk, {0}};
        for (int q = 0; q < 6; q++)
            new.medium[q] = set >> q & 1 ? find(t, q, i, j, new.from, new.to) : WILD;
        bool fits = count > 0;
        for (int q = 0; fits && q < 6; q++) {
            const int64_t a = s[count - 1].medium[q], b = new.medium[q];
            fits = a == b || a == WILD || b == WILD;
        }
        if (fits)
            join(&s[count - 1], &new);
        else
            s[count++] = new;
    }
    for (int64_t n = 0; n < count && count > 1;) {
        if (s[n].to - s[n].from >= SHORT * t->chunk) {
            n++;
            continue;
        }
        const int64_t a = n > 0 ? n - 1 : 0;
        join(&s[a], &s[a + 1]);
        memmove(s + a + 1, s + a + 2, (size_t)(count - a - 2) * sizeof *s);
        count--;
        n = a;
    }
    /* The last chunk of a periodic z stands alone: its H comes before all else. */
    stretch *last = &s[count - 1];
    if (t->wrap[2] && last->to - last->from > t->chunk) {
        s[count] = *last;
        last->to -= t->chunk;
        s[count++].from = last->to;
    }
    return count;
}

static const yee_section *section(const tiled_plan *t, int64_t medium, int slot)
{
    return &t->p->section[t->p->update[medium].section + slot];
}

/* Most sections, and most words of one, among the media of a stretch's E (0) or H (3). */
static void count_poles(const tiled_plan *t, int64_t medium, int32_t *slots, int32_t *words)
{
    const int n = t->p->update[medium].sections;
    *slots = n > *slots ? n : *slots;
    for (int q = 0; q < n; q++)
        *words = section(t, medium, q)->words > *words ? section(t, medium, q)->words : *words;
}

/* Numbers of a uniform stretch; NULL: no memory. */
static const uniform *uniform_of(tiled_cutter *c, const stretch *s)
{
    tiled_plan *t = c->t;
    for (uniform *u = c->uniforms; u; u = u->next)
        if (!memcmp(u->medium, s->medium, sizeof u->medium))
            return u;
    uniform *u = tiled_take(t, sizeof *u);
    if (!u || !(u->u = tiled_take(t, U_COUNT * t->real)) ||
        !(u->ze = tiled_take(t, t->zn * t->real)) || !(u->zh = tiled_take(t, t->zn * t->real)))
        return NULL;
    memcpy(u->medium, s->medium, sizeof u->medium);
    double cb[2] = {0, 0}, loss[2] = {0, 0};
    for (int q = 0; q < 6; q++) {
        if (s->medium[q] < 0)
            continue;
        const yee_update *x = &t->p->update[s->medium[q]];
        cb[q / 3] = x->cb;
        tiled_put(t, u->u, U_LOSS + q, 1 - x->ca);
        tiled_put(t, u->u, U_CB + q, x->cb);
        loss[q / 3] = 1 - x->ca;
        if (q < 3 && x->sections) {
            const yee_section *y = section(t, s->medium[q], 0);
            const double unit = y->words == 2 ? y->rd : y->r1;
            tiled_put(t, u->u, U_POLE, x->cb * unit);
            tiled_put(t, u->u, U_C1, y->c1);
            tiled_put(t, u->u, U_C0, y->c0);
            tiled_put(t, u->u, U_R1, unit != 0 ? y->r1 / unit : 0);
        }
    }
    /* The kernels of one medium for three components take the first one's. */
    for (int q = 0; q < 6; q++)
        if (s->medium[q] == WILD) {
            tiled_put(t, u->u, U_LOSS + q, loss[q / 3]);
            tiled_put(t, u->u, U_CB + q, cb[q / 3]);
        }
    const yee_axis_data *z = &t->p->grid.axis[tiled_axis(t, 2)];
    for (int64_t k = 0; k < t->np && !z->invariant; k++) {
        if (k < z->cells)
            tiled_put(t, u->zh, k, cb[1] * z->half_inverse[k]);
        if (k <= z->cells)
            tiled_put(t, u->ze, k, cb[0] * z->node_inverse[k]);
    }
    u->next = c->uniforms;
    return c->uniforms = u;
}

/* E (0) or H (3) of a stretch has one medium. */
static bool alike(const tiled_plan *t, const stretch *s, int from)
{
    const yee_update *first = NULL;
    for (int q = from; q < from + 3; q++) {
        if (s->medium[q] == WILD)
            continue;
        const yee_update *x = &t->p->update[s->medium[q]];
        first = first ? first : x;
        if (x != first &&
            (x->sections || first->sections || x->ca != first->ca || x->cb != first->cb))
            return false;
    }
    return true;
}

/* It has no loss and no poles either. */
static bool vacuum(const tiled_plan *t, const stretch *s, int from)
{
    for (int q = from; q < from + 3; q++)
        if (s->medium[q] != WILD &&
            (t->p->update[s->medium[q]].ca != 1 || t->p->update[s->medium[q]].sections))
            return false;
    return alike(t, s, from);
}

/* The one section of E can be kept in units of r1 or rd. */
static bool scales(const tiled_plan *t, const stretch *s)
{
    for (int q = 0; q < 3; q++) {
        if (s->medium[q] == WILD)
            continue;
        const yee_section *y = section(t, s->medium[q], 0);
        const double unit = fabs(y->words == 2 ? y->rd : y->r1);
        return unit > 1e-15 && unit < 1e15 && fabs(y->r1) < 1e15 * unit;
    }
    return false;
}

static int entry(const palette *p, int64_t medium)
{
    for (int n = 0; n < p->count; n++)
        if (p->medium[n] == medium)
            return n;
    return -1;
}

/* Adds the media of E in a stretch to a set; false: more than fit. */
static bool collect(const tiled_cutter *c, const stretch *s, int64_t i, int64_t j, palette *set)
{
    const tiled_plan *t = c->t;
    for (int q = 0; q < 3; q++) {
        int64_t from = s->from, to = s->to;
        uint32_t one;
        const uint32_t *id = ids(t, q, i, j, &one);
        clip(t, q, &from, &to);
        if (!has_row(t, q, i, j))
            continue;
        int64_t last = -1;
        for (int64_t k = from; k < to; k++) {
            const int64_t medium = id ? id[k * t->stride[q][2]] : one;
            if (medium == last)
                continue;
            last = medium;
            if (entry(set, medium) >= 0)
                continue;
            if (set->count == t->isa->entries)
                return false;
            set->medium[set->count++] = medium;
        }
    }
    return true;
}

static void enter(tiled_cutter *c, palette *p, int64_t medium)
{
    const tiled_plan *t = c->t;
    const int64_t entries = t->isa->entries, at = p->count++;
    const yee_update *x = &t->p->update[medium];
    p->medium[at] = medium;
    tiled_put(t, p->tables, M_LOSS * entries + at, 1 - x->ca);
    tiled_put(t, p->tables, M_CB * entries + at, x->cb);
    for (int n = 0; n < x->sections; n++) {
        const yee_section *y = section(t, medium, n);
        tiled_put(t, p->tables, (M_C1 + M_SLOT * n) * entries + at, y->c1);
        tiled_put(t, p->tables, (M_C0 + M_SLOT * n) * entries + at, y->c0);
        tiled_put(t, p->tables, (M_R1 + M_SLOT * n) * entries + at, y->r1);
        tiled_put(t, p->tables, (M_RD + M_SLOT * n) * entries + at, y->rd);
    }
}

/* A palette that holds a set, an older one where it has room; NULL: no memory. */
static palette *palette_of(tiled_cutter *c, const palette *set)
{
    tiled_plan *t = c->t;
    palette *p = c->palettes;
    int looks = 0;
    for (; p && looks < 64; p = p->next, looks++) {
        int new = 0;
        for (int n = 0; n < set->count; n++)
            new += entry(p, set->medium[n]) < 0;
        if (p->count + new <= t->isa->entries)
            break;
    }
    if (!p || looks == 64) {
        p = tiled_take(t, sizeof *p);
        if (!p ||
            !(p->tables = tiled_take(t, t->isa->entries * (2 + M_SLOT * c->slots) * t->real)))
            return NULL;
        p->next = c->palettes;
        c->palettes = p;
    }
    for (int n = 0; n < set->count; n++)
        if (entry(p, set->medium[n]) < 0)
            enter(c, p, set->medium[n]);
    return p;
}

static void all_poles(const tiled_plan *t, const stretch *s, int64_t i, int64_t j, int from,
                      int32_t *slots, int32_t *words)
{
    *slots = *words = 0;
    for (int q = from; q < from + 3 && t->p->sections; q++) {
        int64_t k = s->from, to = s->to, last = -1;
        uint32_t one;
        const uint32_t *id = ids(t, q, i, j, &one);
        clip(t, q, &k, &to);
        if (!has_row(t, q, i, j))
            continue;
        for (; k < to; k++) {
            const int64_t medium = id ? id[k * t->stride[q][2]] : one;
            if (medium != last)
                count_poles(t, medium, slots, words);
            last = medium;
        }
    }
}

static bool lossless(const tiled_plan *t, const palette *set)
{
    bool yes = true;
    for (int n = 0; n < set->count; n++)
        yes = yes && t->p->update[set->medium[n]].ca == 1;
    return yes;
}

/* How E of a stretch is done; sets what the kind needs. -1: no memory. */
static int choose_e(tiled_cutter *c, const stretch *s, int64_t i, int64_t j, tiled_seg *g)
{
    const tiled_plan *t = c->t;
    const bool even = !mixed(s, 0);
    if (even && !g->slots[0])
        return vacuum(t, s, 0) ? E_VACUUM : E_UNIFORM;
    if (even && g->slots[0] == 1 && alike(t, s, 0) && scales(t, s))
        return g->words[0] == 2 ? E_TWO : E_ONE;
    palette set = {.count = 0};
    if (t->isa->entries && collect(c, s, i, j, &set)) {
        const palette *p = palette_of(c, &set);
        if (!p)
            return -1;
        g->palette = p->tables;
        return g->slots[0] ? E_PALETTE_ANY : lossless(t, &set) ? E_LOSSLESS : E_PALETTE;
    }
    return g->slots[0] ? E_ARRAY_ANY : E_ARRAY;
}

static int choose_h(const tiled_plan *t, const stretch *s, const tiled_seg *g)
{
    if (g->slots[1])
        return H_ARRAY_ANY;
    if (mixed(s, 3))
        return H_ARRAY;
    return vacuum(t, s, 3) ? H_VACUUM : H_UNIFORM;
}

/* One segment; *at: the first free real behind the row's fields. */
static bool make(tiled_cutter *c, const stretch *s, int set, int64_t i, int64_t j, int64_t *at,
                 tiled_seg *g)
{
    tiled_plan *t = c->t;
    const int64_t length = s->to - s->from;
    const bool xy = g->psi_x || g->psi_y;
    const bool e = set & 7, h = set & 56;
    g->from = s->from;
    g->to = s->to;
    all_poles(t, s, i, j, 0, &g->slots[0], &g->words[0]);
    all_poles(t, s, i, j, 3, &g->slots[1], &g->words[1]);
    const uniform *u = uniform_of(c, s);
    const int ek = choose_e(c, s, i, j, g), hk = choose_h(t, s, g);
    if (!u || ek < 0)
        return false;
    g->u = u->u;
    g->ze = u->ze;
    g->zh = u->zh;
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

/* What is constant in a row: behind its state. */
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
            *at += tiled_up(3 * length, TILED_LINE) / t->real;
        }
    }
}

static bool in_layer(const tiled_plan *t, const char *table, int64_t at)
{
    const char *p = table + at * A_COUNT * t->real;
    return tiled_get(t, p, A_HALF_C) != 0 || tiled_get(t, p, A_NODE_C) != 0;
}

bool tiled_cut(tiled_cutter *c, int64_t i, int64_t j, int64_t *bytes)
{
    tiled_plan *t = c->t;
    tiled_row *r = tiled_row_at(t, i, j);
    int set = 0, all = 0;
    for (int q = 0; q < 6; q++) {
        set |= has_row(t, q, i, j) << q;
        all |= (t->begin[q][2] < t->end[q][2]) << q;
    }
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
    const int64_t segs = cut(c, set, i, j);
    for (int64_t n = 0; n < segs; n++) {
        c->seg[n] = common;
        if (!make(c, &c->stretch[n], set, i, j, &at, &c->seg[n]))
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
        tiled_seg *own = tiled_take(t, (int64_t)size);
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
            tiled_put(t, r->f, at + M_LOSS * length, 1 - x->ca);
            tiled_put(t, r->f, at + M_CB * length, x->cb);
            for (int n = 0; n < x->sections; n++) {
                const yee_section *y = section(t, medium, n);
                const int64_t s = at + M_SLOT * n * length;
                tiled_put(t, r->f, s + M_C1 * length, y->c1);
                tiled_put(t, r->f, s + M_C0 * length, y->c0);
                tiled_put(t, r->f, s + M_R1 * length, y->r1);
                tiled_put(t, r->f, s + M_RD * length, y->rd);
            }
        }
    }
}

static void fill_ids(const tiled_cutter *c, const tiled_seg *g, int64_t i, int64_t j)
{
    const tiled_plan *t = c->t;
    const palette *p = c->palettes;
    while (p->tables != g->palette)
        p = p->next;
    for (int q = 0; q < 3; q++) {
        int64_t k = g->from, to = g->to, last = -1;
        uint8_t number = 0;
        uint32_t one;
        const uint32_t *id = ids(t, q, i, j, &one);
        uint8_t *own = (uint8_t *)tiled_row_at(t, i, j)->f + g->id + q * (g->to - g->from);
        clip(t, q, &k, &to);
        for (; has_row(t, q, i, j) && k < to; k++) {
            const int64_t medium = id ? id[k * t->stride[q][2]] : one;
            if (medium != last)
                number = (uint8_t)entry(p, medium);
            last = medium;
            own[k - g->from] = number;
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
            fill_ids(c, g, i, j);
    }
}
