/* tiled/choose.c: every stretch gets the cheapest kernels that do it, and the tables they read.
 *
 * One medium a component needs a few numbers. Anything else takes media from a palette (one
 * byte a point, coefficients in registers) when no more media occur than fit, and else from
 * coefficient arrays of its own. */
#include "segment.h"
#include <math.h>
#include <string.h>

/* Adds the numbers of a medium with one section. Of a lone pole it has a sum
 *
 *     t = F + mix s1,  loss F + cb s1 = loss t,
 *
 * and s1' = t + rest s1 (one word), or s1' = s2 + (r1/unit) t + rest s1 and s2' = s2 + t with
 * mix = -c0, as a field that does not change drives no current. `rest` is made from the rounded
 * mix, so that the rounding of a number near 1 is not one of c1, which is small. */
static void enter_section(const tiled_plan *t, void *u, const yee_update *x,
                          const yee_section *y)
{
    const double loss = 1 - x->ca, unit = y->words == 2 ? y->rd : y->r1;
    const double pole = x->cb * unit, r1 = unit != 0 ? y->r1 / unit : 0;
    tiled_store_real(t, u, U_POLE, pole);
    tiled_store_real(t, u, U_C1, y->c1);
    tiled_store_real(t, u, U_C0, y->c0);
    tiled_store_real(t, u, U_R1, r1);
    tiled_store_real(t, u, U_MIX, y->words == 2 ? -y->c0 : loss != 0 ? pole / loss : 0);
    const double mix = tiled_load_real(t, u, U_MIX);
    tiled_store_real(t, u, U_REST,
                     1 - y->c1 - (y->words == 2 ? tiled_load_real(t, u, U_R1) * mix : mix));
}

/* Whether the bare kinds have c1 and the share of s1 in F as precisely
 * as rounded numbers can. */
static bool bare(const tiled_plan *t, const void *u, const yee_update *x, const yee_section *y)
{
    const double near = t->f64 ? 0x1p-50 : 0x1p-23, slip = 0x1p-51; /* of sums made here */
    const double pole = x->cb * (y->words == 2 ? y->rd : y->r1);
    const double mix = tiled_load_real(t, u, U_MIX), rest = tiled_load_real(t, u, U_REST);
    const double factor = y->words == 2 ? tiled_load_real(t, u, U_R1) : 1;
    return fabs(factor * mix + rest - (1 - y->c1)) <= near * fabs(y->c1) + slip &&
           fabs((1 - x->ca) * mix - pole) <= near * fabs(pole) + slip * fabs(mix) &&
           fabs(mix) <= 1 && fabs(rest) <= 1 + near;
}

/* Numbers of a uniform stretch; NULL: no memory. */
static const uniform *uniform_of(tiled_cutter *c, const stretch *s)
{
    tiled_plan *t = c->t;
    for (uniform *u = c->uniforms; u; u = u->next)
        if (!memcmp(u->medium, s->medium, sizeof u->medium))
            return u;
    uniform *u = tiled_alloc(t, sizeof *u);
    if (!u || !(u->u = tiled_alloc(t, U_COUNT * t->real)) ||
        !(u->ze = tiled_alloc(t, t->zn * t->real)) ||
        !(u->zh = tiled_alloc(t, t->zn * t->real)))
        return NULL;
    memcpy(u->medium, s->medium, sizeof u->medium);
    double cb[2] = {0, 0}, loss[2] = {0, 0};
    for (int q = 0; q < 6; q++) {
        if (s->medium[q] < 0)
            continue;
        const yee_update *x = &t->p->update[s->medium[q]];
        cb[q / 3] = x->cb;
        tiled_store_real(t, u->u, U_LOSS + q, 1 - x->ca);
        tiled_store_real(t, u->u, U_CB + q, x->cb);
        loss[q / 3] = 1 - x->ca;
        if (q < 3 && x->sections)
            enter_section(t, u->u, x, section(t, s->medium[q], 0));
    }
    /* The kernels of one medium for three components take the first one's. */
    for (int q = 0; q < 6; q++)
        if (s->medium[q] == NO_MEDIUM) {
            tiled_store_real(t, u->u, U_LOSS + q, loss[q / 3]);
            tiled_store_real(t, u->u, U_CB + q, cb[q / 3]);
        }
    const yee_axis_data *z = &t->p->grid.axis[tiled_axis(t, 2)];
    for (int64_t k = 0; k < t->np && !z->invariant; k++) {
        if (k < z->cells)
            tiled_store_real(t, u->zh, k, cb[1] * z->half_inverse[k]);
        if (k <= z->cells)
            tiled_store_real(t, u->ze, k, cb[0] * z->node_inverse[k]);
    }
    u->next = c->uniforms;
    return c->uniforms = u;
}

/* E (0) or H (3) of a stretch has one medium. */
static bool alike(const tiled_plan *t, const stretch *s, int from)
{
    const yee_update *first = NULL;
    for (int q = from; q < from + 3; q++) {
        if (s->medium[q] == NO_MEDIUM)
            continue;
        const yee_update *x = &t->p->update[s->medium[q]];
        first = first ? first : x;
        if (x != first &&
            (x->sections || first->sections || x->ca != first->ca || x->cb != first->cb))
            return false;
    }
    return true;
}

/* Whether a stretch has one medium of E or H (from: 0, 3) without loss and poles. */
static bool vacuum(const tiled_plan *t, const stretch *s, int from)
{
    for (int q = from; q < from + 3; q++)
        if (s->medium[q] != NO_MEDIUM &&
            (t->p->update[s->medium[q]].ca != 1 || t->p->update[s->medium[q]].sections))
            return false;
    return alike(t, s, from);
}

/* The kind for one section of E: in units of r1 or rd,
 * or E_KINDS where it cannot be kept so. */
static int one_section(const tiled_plan *t, const stretch *s, const void *u, double *kept)
{
    int q = 0;
    while (q < 2 && s->medium[q] == NO_MEDIUM)
        q++;
    const yee_section *y = section(t, s->medium[q], 0);
    const double unit = fabs(y->words == 2 ? y->rd : y->r1);
    if (!(unit > 1e-15 && unit < 1e15 && fabs(y->r1) < 1e15 * unit))
        return E_KINDS;
    *kept = y->words == 2 ? y->rd : y->r1;
    if (bare(t, u, &t->p->update[s->medium[q]], y))
        return y->words == 2 ? E_TWO_BARE : E_ONE_BARE;
    return y->words == 2 ? E_TWO : E_ONE;
}

static void clear(media_set *p)
{
    p->count = 0;
    p->bits = 0;
    for (int n = 0; n < PALETTE_MOST; n++)
        p->medium[n] = NO_ENTRY;
}

bool tiled_collect(const tiled_cutter *c, const stretch *s, int64_t i, int64_t j,
                   media_set *set)
{
    const tiled_plan *t = c->t;
    clear(set);
    for (int q = 0; q < 3; q++) {
        int64_t from = s->from, to = s->to;
        uint32_t one;
        const uint32_t *id = ids(t, q, i, j, &one);
        clip(t, q, &from, &to);
        if (!has_row(t, q, i, j))
            continue;
        const int64_t step = t->stride[q][2];
        for (int64_t k = from, run; k < to; k += run) {
            const uint32_t medium = id ? id[k * step] : one;
            run = id ? run_of(id + k * step, step, to - k) : to - k;
            if (has_entry(set, medium))
                continue;
            if (set->count == t->isa->entries)
                return false;
            set->bits |= bit_of(medium);
            set->medium[set->count++] = medium;
        }
    }
    return true;
}

static void enter(tiled_cutter *c, palette *p, uint32_t medium)
{
    const tiled_plan *t = c->t;
    const int64_t entries = t->isa->entries, at = p->has.count++;
    const yee_update *x = &t->p->update[medium];
    p->has.medium[at] = medium;
    p->has.bits |= bit_of(medium);
    tiled_store_real(t, p->tables, M_LOSS * entries + at, 1 - x->ca);
    tiled_store_real(t, p->tables, M_CB * entries + at, x->cb);
    for (int n = 0; n < x->sections; n++) {
        const yee_section *y = section(t, medium, n);
        tiled_store_real(t, p->tables, (M_C1 + M_SLOT * n) * entries + at, y->c1);
        tiled_store_real(t, p->tables, (M_C0 + M_SLOT * n) * entries + at, y->c0);
        tiled_store_real(t, p->tables, (M_R1 + M_SLOT * n) * entries + at, y->r1);
        tiled_store_real(t, p->tables, (M_RD + M_SLOT * n) * entries + at, y->rd);
    }
}

/* A palette that holds a set, an older one where it has space; NULL: no memory. */
static palette *palette_of(tiled_cutter *c, const media_set *set)
{
    tiled_plan *t = c->t;
    palette *p = c->palettes;
    int tried = 0;
    for (; p && tried < 64; p = p->next, tried++) {
        /* Every bit that it has not is at least one medium more. */
        int new = __builtin_popcountll(set->bits & ~p->has.bits);
        if (p->has.count + new > t->isa->entries)
            continue;
        new = 0;
        for (int n = 0; n < set->count; n++)
            new += !has_entry(&p->has, set->medium[n]);
        if (p->has.count + new <= t->isa->entries)
            break;
    }
    if (!p || tried == 64) {
        p = tiled_alloc(t, (int64_t)sizeof *p +
                               t->isa->entries * (2 + M_SLOT * c->slots) * t->real);
        if (!p)
            return NULL;
        clear(&p->has);
        p->next = c->palettes;
        c->palettes = p;
    }
    for (int n = 0; n < set->count; n++)
        if (!has_entry(&p->has, set->medium[n]))
            enter(c, p, set->medium[n]);
    return p;
}

void tiled_count_sections(const tiled_cutter *c, const stretch *s, int64_t i, int64_t j,
                          int from, int32_t *slots, int32_t *words)
{
    const tiled_plan *t = c->t;
    *slots = *words = 0;
    for (int q = from; q < from + 3 && t->p->sections; q++) {
        int64_t k = s->from, to = s->to;
        uint32_t one;
        const uint32_t *id = ids(t, q, i, j, &one);
        clip(t, q, &k, &to);
        if (!has_row(t, q, i, j))
            continue;
        to = id || k >= to ? to : k + 1; /* all points have the same medium */
        for (; k < to; k++) {
            const medium_poles own = c->poles[id ? id[k * t->stride[q][2]] : one];
            *slots = own.slots > *slots ? own.slots : *slots;
            *words = own.words > *words ? own.words : *words;
        }
    }
}

static bool lossless(const tiled_plan *t, const media_set *set)
{
    bool yes = true;
    for (int n = 0; n < set->count; n++)
        yes = yes && t->p->update[set->medium[n]].ca == 1;
    return yes;
}

/* How E of a stretch is done; sets what the kind needs. -1: no memory. */
static int choose_e(tiled_cutter *c, const stretch *s, const media_set *sets, int64_t i,
                    int64_t j, tiled_seg *g, const void *u)
{
    const tiled_plan *t = c->t;
    const bool even = !mixed(s, 0);
    if (even && !g->slots[0])
        return vacuum(t, s, 0) ? E_VACUUM : E_UNIFORM;
    if (even && g->slots[0] == 1 && alike(t, s, 0)) {
        const int kind = one_section(t, s, u, &g->unit);
        if (kind != E_KINDS)
            return kind;
    }
    media_set own;
    const media_set *set = s->set >= 0 ? &sets[s->set] : NULL;
    if (s->set == SET_NOT_SOUGHT && t->isa->entries && tiled_collect(c, s, i, j, &own))
        set = &own;
    if (set) {
        const palette *p = palette_of(c, set);
        if (!p)
            return -1;
        g->palette = p->tables;
        return g->slots[0] ? E_PALETTE_ANY : lossless(t, set) ? E_LOSSLESS : E_PALETTE;
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

bool tiled_choose(tiled_cutter *c, const stretch *s, const media_set *sets, int64_t i,
                  int64_t j, tiled_seg *g, int *e, int *h)
{
    tiled_count_sections(c, s, i, j, 0, &g->slots[0], &g->words[0]);
    tiled_count_sections(c, s, i, j, 3, &g->slots[1], &g->words[1]);
    for (int m = 0; m < 2; m++)
        g->words[m] = g->words[m] > s->words[m] ? g->words[m] : s->words[m];
    const uniform *u = uniform_of(c, s);
    if (!u)
        return false;
    g->unit = 1;
    *e = choose_e(c, s, sets, i, j, g, u->u);
    *h = choose_h(c->t, s, g);
    if (*e < 0)
        return false;
    g->u = u->u;
    g->ze = u->ze;
    g->zh = u->zh;
    return true;
}
