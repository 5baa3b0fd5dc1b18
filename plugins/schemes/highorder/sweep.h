/* sweep.h: the pass over three components, in place of that of ../plain/fields.h.
 *
 * A row takes the curl from the lines of its two differences and is updated in the same loop;
 * layers, poles and older levels are added up before in a line of their own. Rows along y go
 * in blocks, so that the planes that a difference along x needs stay in the second-level
 * cache. */
#include "poles.h"

/* f += cb*(first*t1 + second*t2 + more) - loss*f; t1 along x or y, t2 too, or along z. With one
 * medium cb is in first and second. */
typedef struct curl {
    real *f;
    const real *u[2], *v[2];
    const real *line[WIDE_REACH], *along;
    const real *more; /* NULL: none */
    real factor[2], cb, loss;
    const real *cbs, *losses; /* of a row with several media */
} curl;

INLINE vec left(const curl *c, int n, int64_t k, bool moved)
{
    const vec u = load(c->u[n] + k);
    return moved ? u + (load(c->v[n] + k - 1) + load(c->v[n] + k + 1)) : u;
}

/* reach: pairs along z, 0: there is another difference across. */
INLINE vec curl_at(const curl *c, int64_t k, vec f, bool moved, int reach, bool several)
{
    vec q = all(c->factor[0]) * left(c, 0, k, moved);
    if (reach) {
        vec t = load(c->line[0] + k) - load(c->line[0] + k - 1);
        if (reach > 1)
            t += load(c->line[1] + k + 1) - load(c->line[1] + k - 2);
        if (reach > 2)
            t += load(c->line[2] + k + 2) - load(c->line[2] + k - 3);
        q += all(c->factor[1]) * (load(c->along + k) * t);
    } else
        q += all(c->factor[1]) * left(c, 1, k, moved);
    if (several) {
        q = c->more ? q + load(c->more + k) : q;
        return f + (load(c->cbs + k) * q - load(c->losses + k) * f);
    }
    if (c->more)
        q += all(c->cb) * load(c->more + k);
    return f + (q - all(c->loss) * f);
}

/* The last vector is taken before the loop, from old values, and may overlap what that does. */
INLINE void curl_row(const curl *from, int64_t k0, int64_t k1, bool moved, int reach,
                     bool several)
{
    const curl own = *from, *const c = &own;
    real *const f = c->f;
    if (k1 - k0 < LANES) {
        const size_t size = (size_t)(k1 - k0) * sizeof *f;
        vec v = {0};
        memcpy(&v, f + k0, size);
        v = curl_at(c, k0, v, moved, reach, several);
        memcpy(f + k0, &v, size);
        return;
    }
    const vec last = curl_at(c, k1 - LANES, load(f + k1 - LANES), moved, reach, several);
    for (int64_t k = k0; k <= k1 - LANES; k += LANES)
        store(f + k, curl_at(c, k, load(f + k), moved, reach, several));
    store(f + k1 - LANES, last);
}

typedef void curling(const curl *c, int64_t k0, int64_t k1);
#define CURL(moved, reach) \
    static void curl_##moved##_##reach(const curl *c, int64_t k0, int64_t k1) \
    { \
        curl_row(c, k0, k1, moved, reach, false); \
    } \
    static void curls_##moved##_##reach(const curl *c, int64_t k0, int64_t k1) \
    { \
        curl_row(c, k0, k1, moved, reach, true); \
    }
CURL(0, 0)
CURL(0, 1)
CURL(0, 2)
CURL(0, 3)
CURL(1, 0)
CURL(1, 1)
CURL(1, 2)
CURL(1, 3)
#undef CURL
/* [several media][moved][reach] */
static curling *const curls[2][2][WIDE_REACH + 1] = {
    {{curl_0_0, curl_0_1, curl_0_2, curl_0_3}, {curl_1_0, curl_1_1, curl_1_2, curl_1_3}},
    {{curls_0_0, curls_0_1, curls_0_2, curls_0_3},
     {curls_1_0, curls_1_1, curls_1_2, curls_1_3}}};

/* A component as its rows need it. */
typedef struct recipe {
    int terms;
    term term[2]; /* the one along z comes last */
    real sign[2], factor[2], cb, loss;
    const real *inverse[2];
    int half; /* along z */
    curling *update;
    real *zero, *more, *cbs, *losses;
} recipe;

static recipe recipe_of(const plan *p, int c)
{
    const cpu *own = p->scheme;
    const int d = yee_direction(c), e = yee_is_electric(c), other = e ? YEE_HX : YEE_EX;
    real *const lines = thread_lines(p);
    const uint32_t medium = p->uniform[c];
    recipe x = {.cb = p->id[c] ? 1 : ((const real *)p->cb)[medium],
                .loss = ((const real *)p->loss)[medium],
                .half = yee_half(c, YEE_Z),
                .zero = lines + LINE_ZERO * own->line,
                .more = lines + LINE_MORE * own->line,
                .cbs = lines + LINE_CB * own->line,
                .losses = lines + LINE_LOSS * own->line};
    bool moved = false;
    int reach = 0;
    for (int n = 1; n < 3; n++) {
        const int axis = (d + n) % 3, source = other + (d + 3 - n) % 3;
        const int at = axis == YEE_Z || (x.terms > 0 && d == YEE_Z) ? 1 : 0;
        if (p->grid.axis[axis].invariant)
            continue;
        x.term[at] = term_of(p, c, source, axis, at ? LINE_SECOND : LINE_FIRST, lines);
        x.sign[at] = (n == 1) == e ? 1 : -1;
        x.factor[at] = x.sign[at] * x.cb;
        x.inverse[at] = p->line[axis][yee_half(c, axis)].inverse;
        x.terms |= 1 << at;
        moved = moved || x.term[at].moved;
        reach = axis == YEE_Z ? own->scheme->reach : reach;
    }
    x.update = curls[p->id[c] != NULL][moved][reach];
    return x;
}

/* Layers, poles and older levels of a row; its lines are there already. */
static bool add_more(const plan *p, const recipe *x, const row *r)
{
    const cpu *own = p->scheme;
    const int64_t *first = p->first[r->c], number = r->i * p->grid.extent[r->c][1] + r->j;
    const bool disperses = first && first[number] < first[number + 1];
    zone zones[2][2];
    bool layers = false;
    for (int n = 0; n < 2; n++)
        for (int side = 0; side < 2; side++)
            if (x->terms & 1 << n) {
                zones[n][side] = zone_of(p, r, x->term[n].axis, side);
                layers = layers || zones[n][side].from < zones[n][side].to;
            }
    if (!layers && !disperses && !own->levels)
        return false;
    memset(r->q + r->k0, 0, (size_t)(r->k1 - r->k0) * sizeof *r->q);
    for (int n = 0; n < 2 && layers; n++)
        for (int side = 0; side < 2; side++)
            if (x->terms & 1 << n) {
                const zone *z = &zones[n][side];
                leave(p, &x->term[n], r, z->from, z->to);
                layer(r, z, x->sign[n]);
            }
    if (disperses)
        poles(p, r);
    recall(p, r);
    return true;
}

static void update(const plan *p, const recipe *x, row *r)
{
    const cpu *own = p->scheme;
    curl c = {.f = (real *)p->field[r->c] + r->at, .cb = x->cb, .loss = x->loss};
    for (int n = 0; n < 2; n++) {
        const term *t = &x->term[n];
        c.u[n] = c.v[n] = x->zero;
        if (!(x->terms & 1 << n))
            continue;
        sum_rows(p, t, r);
        c.factor[n] = x->factor[n];
        if (t->axis == YEE_Z) {
            for (int q = 0; q < t->pairs; q++)
                c.line[q] = t->to[q] + t->up;
            c.along = own->along[x->half];
        } else {
            const int64_t at = t->axis == YEE_X ? r->i : r->j;
            c.factor[n] *= x->inverse[n][at] * (on_pmc(p, r->c, t->axis, at) ? (real)0.5 : 1);
            c.u[n] = t->to[0];
            c.v[n] = t->moved ? t->to[1] : x->zero;
        }
    }
    r->q = x->more;
    if (add_more(p, x, r))
        c.more = x->more;
    if (p->id[r->c]) {
        const uint32_t *id = p->id[r->c] + r->at;
        const real *cb = p->cb, *loss = p->loss;
        for (int64_t k = r->k0; k < r->k1; k++) {
            x->cbs[k] = cb[id[k]];
            x->losses[k] = loss[id[k]];
        }
        c.cbs = x->cbs;
        c.losses = x->losses;
    }
    x->update(&c, r->k0, r->k1);
}

static void sweep(plan *p, bool electric)
{
    const cpu *own = p->scheme;
    const int from = electric ? YEE_EX : YEE_HX;
    const int64_t rows = p->rows[electric][1];
    PARALLEL(p->threads)
    {
        unsigned mode = denormals_off();
        const recipe recipes[] = {recipe_of(p, from), recipe_of(p, from + 1),
                                  recipe_of(p, from + 2)};
        for (int64_t start = 0; start < rows; start += own->block) {
            const int64_t end = start + own->block < rows ? start + own->block : rows;
            SHARED_LOOP
            for (int64_t i = 0; i < p->rows[electric][0]; i++)
                for (int64_t j = start; j < end; j++)
                    for (int c = from; c < from + 3; c++) {
                        row r;
                        if (open_row(p, c, i, j, false, &r))
                            update(p, &recipes[c - from], &r);
                    }
        }
        denormals_restore(mode);
    }
}
