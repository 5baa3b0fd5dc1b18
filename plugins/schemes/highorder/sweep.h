/* sweep.h: the pass over three components, in place of that of ../reference/fields.h.
 *
 * Rows of one medium without poles and layers, and of the others the parts between the layers
 * at the ends, take the curl from the lines of their two differences and are updated in the
 * same loop; all else goes through drive() and apply(). Rows along y go in blocks, so that the
 * planes that a difference along x needs stay in the second-level cache. */

/* f += first*t1 + second*t2 + cb*more - loss*f; t1 along x or y, t2 too, or along z. */
typedef struct curl {
    real *f;
    const real *u[2], *v[2]; /* v NULL: nothing is moved along z */
    const real *line[WIDE_REACH], *along;
    const real *more; /* NULL: none */
    real factor[2], cb, loss;
} curl;

INLINE vec left(const curl *c, int n, int64_t k, bool moved)
{
    const vec u = load(c->u[n] + k);
    return moved ? u + (load(c->v[n] + k - 1) + load(c->v[n] + k + 1)) : u;
}

/* reach: pairs along z, 0: there is another difference across. */
INLINE vec curl_at(const curl *c, int64_t k, vec f, bool moved, int reach)
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
    if (c->more)
        q += all(c->cb) * load(c->more + k);
    return f + (q - all(c->loss) * f);
}

/* The last vector is taken before the loop, from old values, and may overlap what that does. */
INLINE void curl_row(const curl *from, int64_t k0, int64_t k1, bool moved, int reach)
{
    const curl own = *from, *const c = &own;
    real *const f = c->f;
    if (k1 - k0 < LANES) {
        const size_t size = (size_t)(k1 - k0) * sizeof *f;
        vec v = {0};
        memcpy(&v, f + k0, size);
        v = curl_at(c, k0, v, moved, reach);
        memcpy(f + k0, &v, size);
        return;
    }
    const vec last = curl_at(c, k1 - LANES, load(f + k1 - LANES), moved, reach);
    for (int64_t k = k0; k <= k1 - LANES; k += LANES)
        store(f + k, curl_at(c, k, load(f + k), moved, reach));
    store(f + k1 - LANES, last);
}

typedef void curling(const curl *c, int64_t k0, int64_t k1);
#define CURL(moved, reach) \
    static void curl_##moved##_##reach(const curl *c, int64_t k0, int64_t k1) \
    { \
        curl_row(c, k0, k1, moved, reach); \
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
static curling *const curls[2][WIDE_REACH + 1] = {{curl_0_0, curl_0_1, curl_0_2, curl_0_3},
                                                  {curl_1_0, curl_1_1, curl_1_2, curl_1_3}};

static bool within_layer(const plan *p, const row *r, int axis)
{
    const line *l = &p->line[axis][yee_half(r->c, axis)];
    const int64_t at = axis == YEE_X ? r->i : r->j;
    return p->psi[r->c][axis] && (at < l->low || at >= l->high);
}

/* A component as its rows need it. */
typedef struct recipe {
    int terms;
    term term[2]; /* the one along z comes last */
    real sign[2], cb, loss;
    const real *inverse[2];
    int half; /* along z */
    curling *update;
    real *zero, *more;
} recipe;

static recipe recipe_of(const plan *p, int c)
{
    const cpu *own = p->scheme;
    const int d = yee_direction(c), e = yee_is_electric(c), other = e ? YEE_HX : YEE_EX;
    real *const lines = thread_lines(p);
    recipe x = {.cb = ((const real *)p->cb)[p->uniform[c]],
                .loss = ((const real *)p->loss)[p->uniform[c]],
                .half = yee_half(c, YEE_Z),
                .zero = lines + LINE_ZERO * own->line,
                .more = lines + LINE_MORE * own->line};
    bool moved = false;
    int reach = 0;
    for (int n = 1; n < 3; n++) {
        const int axis = (d + n) % 3, source = other + (d + 3 - n) % 3;
        const int at = axis == YEE_Z || (x.terms > 0 && d == YEE_Z) ? 1 : 0;
        if (p->grid.axis[axis].invariant)
            continue;
        x.term[at] = term_of(p, c, source, axis, at ? LINE_SECOND : LINE_FIRST, lines);
        x.sign[at] = (n == 1) == e ? x.cb : -x.cb;
        x.inverse[at] = p->line[axis][yee_half(c, axis)].inverse;
        x.terms |= 1 << at;
        moved = moved || x.term[at].moved;
        reach = axis == YEE_Z ? own->scheme->reach : reach;
    }
    x.update = curls[moved][reach];
    return x;
}

/* The curl of [k0, k1) from its lines. */
static void quick(const plan *p, const recipe *x, const row *r)
{
    const cpu *own = p->scheme;
    curl c = {.f = (real *)p->field[r->c] + r->at, .cb = x->cb, .loss = x->loss};
    for (int n = 0; n < 2; n++) {
        const term *t = &x->term[n];
        c.u[n] = c.v[n] = x->zero;
        if (!(x->terms & 1 << n))
            continue;
        sum_rows(p, t, r);
        if (t->axis == YEE_Z) {
            for (int q = 0; q < t->pairs; q++)
                c.line[q] = t->to[q] + t->up;
            c.along = own->along[x->half];
            c.factor[n] = x->sign[n];
        } else {
            const int64_t at = t->axis == YEE_X ? r->i : r->j;
            c.factor[n] = x->sign[n] * x->inverse[n][at];
            if (on_pmc(p, r->c, t->axis, at))
                c.factor[n] *= (real)0.5;
            c.u[n] = t->to[0];
            c.v[n] = t->moved ? t->to[1] : x->zero;
        }
    }
    if (own->levels) {
        row more = *r;
        c.more = more.q = x->more;
        memset(more.q + r->k0, 0, (size_t)(r->k1 - r->k0) * sizeof *more.q);
        recall(p, &more);
    }
    x->update(&c, r->k0, r->k1);
}

static void plain(const plan *p, const row *r)
{
    if (r->k0 >= r->k1)
        return;
    drive(p, r);
    apply(p, r);
}

static void update(const plan *p, const recipe *x, const row *r)
{
    const int64_t *first = p->first[r->c], number = r->i * p->grid.extent[r->c][1] + r->j;
    const bool poles = first && first[number] < first[number + 1];
    if (p->id[r->c] || poles || within_layer(p, r, YEE_X) || within_layer(p, r, YEE_Y)) {
        plain(p, r);
        return;
    }
    row low = *r, middle = *r, high = *r;
    if (p->psi[r->c][YEE_Z]) {
        const line *l = &p->line[YEE_Z][yee_half(r->c, YEE_Z)];
        low.k1 = middle.k0 = l->low < r->k0 ? r->k0 : l->low > r->k1 ? r->k1 : l->low;
        middle.k1 = high.k0 = l->high > r->k1       ? r->k1
                              : l->high < middle.k0 ? middle.k0
                                                    : l->high;
    } else
        low.k1 = high.k0 = -1; /* none */
    plain(p, &low);
    if (middle.k0 < middle.k1)
        quick(p, x, &middle);
    if (p->psi[r->c][YEE_Z])
        plain(p, &high);
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
