/* fields.h: the two sweeps of a step, for one precision: real and NAME(x) are defined by
 * fields.c.
 *
 * A point of component c along d, with a and b the next two axes, takes
 *
 *     t = difference of the neighbours along a (then b)
 *     psi = b*psi + c*t                        in a layer
 *     q = +-[(inverse*t + psi)_a - (inverse*t + psi)_b] - sum s1      + for E, - for H
 *     s1, s2 advance with the old F
 *     F += cb*q - loss*F
 *
 * row by row along z, so that every loop below is one contiguous pass. */

/* t[k] = F[hi] - F[lo] of the source component along an axis, k in [k0, k1). */
static void NAME(difference)(const plan *p, int source, int axis, int64_t i, int64_t j,
                             int64_t k0, int64_t k1, real *restrict t)
{
    const yee_grid *g = &p->grid;
    const int64_t *e = g->extent[source];
    const real *f = p->field[source];
    bool wrap = g->axis[axis].periodic;
    int64_t n = e[axis], up = 1 - yee_half(source, axis); /* lo + 1 = hi = position + up */

    if (axis == YEE_Z) {
        const real *s = f + (i * e[1] + j) * e[2];
        int64_t from = k0 < 1 - up ? 1 - up : k0, to = k1 > n - up ? n - up : k1;
        for (int64_t k = from; k < to; k++)
            t[k] = s[k + up] - s[k + up - 1];
        if (k0 < from)
            t[k0] = s[0] - (wrap ? s[n - 1] : 0);
        if (to < k1)
            t[to] = (wrap ? s[0] : 0) - s[n - 1];
        return;
    }
    int64_t hi = (axis == YEE_X ? i : j) + up, lo = hi - 1;
    if (wrap) {
        hi = hi == n ? 0 : hi;
        lo = lo < 0 ? n - 1 : lo;
    }
    int64_t stride = axis == YEE_X ? e[1] * e[2] : e[2];
    const real *base = axis == YEE_X ? f + j * e[2] : f + i * e[1] * e[2];
    const real *u = hi < n ? base + hi * stride : p->zero;
    const real *v = lo >= 0 ? base + lo * stride : p->zero;
    for (int64_t k = k0; k < k1; k++)
        t[k] = u[k] - v[k];
}

/* q += sign*psi, psi = b*psi + c*t over a part of a row; step is 0 where b and c are the same
 * for all of it. Without store psi stays as it is. */
static void NAME(layer)(real sign, const real *b, const real *c, int64_t step, int64_t count,
                        const real *restrict t, real *restrict psi, real *restrict q,
                        bool store)
{
    for (int64_t k = 0; k < count; k++) {
        real next = b[k * step] * psi[k] + c[k * step] * t[k];
        if (store)
            psi[k] = next;
        q[k] += sign * next;
    }
}

/* q += sign*D: the difference t along an axis with its spacing and stretch. */
static void NAME(stretch)(const plan *p, int c, int axis, int64_t i, int64_t j, int64_t k0,
                          int64_t k1, real sign, const real *restrict t, real *restrict q,
                          bool store)
{
    const line *l = &p->line[axis][yee_half(c, axis)];
    const int64_t *e = p->grid.extent[c];
    const real *inverse = l->inverse, *lb = l->b, *lc = l->c;
    real *psi = p->psi[c][axis];

    if (axis == YEE_Z) {
        for (int64_t k = k0; k < k1; k++)
            q[k] += sign * inverse[k] * t[k];
        if (!psi)
            return;
        psi += (i * e[1] + j) * l->slab;
        int64_t to = k1 < l->low ? k1 : l->low, from = k0 > l->high ? k0 : l->high;
        if (k0 < to)
            NAME(layer)(sign, lb + k0, lc + k0, 1, to - k0, t + k0, psi + k0, q + k0, store);
        if (from < k1)
            NAME(layer)
        (sign, lb + from, lc + from, 1, k1 - from, t + from, psi + l->low + from - l->high,
         q + from, store);
        return;
    }
    int64_t at = axis == YEE_X ? i : j;
    real factor = sign * inverse[at];
    for (int64_t k = k0; k < k1; k++)
        q[k] += factor * t[k];
    if (psi && (at < l->low || at >= l->high)) {
        int64_t s = at < l->low ? at : at - l->high + l->low;
        psi += (axis == YEE_X ? s * e[1] + j : i * l->slab + s) * e[2];
        NAME(layer)(sign, lb + at, lc + at, 0, k1 - k0, t + k0, psi + k0, q + k0, store);
    }
}

/* q -= s1 of every section of a row, and the sections take the old field f. */
static void NAME(sections)(const plan *p, int c, int64_t i, int64_t j, int64_t k0, int64_t k1,
                           const real *restrict f, real *restrict q, bool store)
{
    const int64_t *e = p->grid.extent[c];
    int64_t row = i * e[1] + j;
    real *s = (real *)p->state[c] + p->first[c][row];
    for (int64_t k = k0; k < k1; k++) {
        const law *m = &p->law[point_medium(p, c, row * e[2] + k)];
        const real *x = (const real *)p->section + 4 * m->section;
        const int *words = p->words + m->section;
        for (int n = 0; n < m->sections; n++, x += 4) {
            real s1 = s[0], s2 = words[n] == 2 ? s[1] : 0;
            q[k] -= s1;
            if (store) {
                s[0] = s1 + (s2 - x[0] * s1 + x[2] * f[k]);
                if (words[n] == 2)
                    s[1] = s2 + (x[3] * f[k] - x[1] * s1);
            }
            s += words[n];
        }
    }
}

/* q of one row, k in [k0, k1); t is scratch. */
static void NAME(drive)(const plan *p, int c, int64_t i, int64_t j, int64_t k0, int64_t k1,
                        real *restrict t, real *restrict q, bool store)
{
    const yee_grid *g = &p->grid;
    int d = yee_direction(c), other = yee_is_electric(c) ? YEE_HX : YEE_EX;
    memset(q + k0, 0, (size_t)(k1 - k0) * sizeof *q);
    for (int n = 1; n < 3; n++) {
        int axis = (d + n) % 3, source = other + (d + 3 - n) % 3;
        if (g->axis[axis].invariant)
            continue;
        NAME(difference)(p, source, axis, i, j, k0, k1, t);
        NAME(stretch)
        (p, c, axis, i, j, k0, k1, (n == 1) == yee_is_electric(c) ? 1 : -1, t, q, store);
    }
    const int64_t *first = p->first[c];
    int64_t row = i * g->extent[c][1] + j, at = row * g->extent[c][2];
    if (first && first[row] < first[row + 1])
        NAME(sections)(p, c, i, j, k0, k1, (const real *)p->field[c] + at, q, store);
}

/* F += cb*q - loss*F */
static void NAME(apply)(const plan *p, int c, int64_t at, int64_t k0, int64_t k1,
                        const real *restrict q)
{
    const real *loss = p->loss, *cb = p->cb;
    real *restrict f = (real *)p->field[c] + at;
    const uint32_t *id = p->id[c];
    if (id) {
        id += at;
        for (int64_t k = k0; k < k1; k++)
            f[k] += cb[id[k]] * q[k] - loss[id[k]] * f[k];
    } else {
        real u = cb[p->uniform[c]], v = loss[p->uniform[c]];
        for (int64_t k = k0; k < k1; k++)
            f[k] += u * q[k] - v * f[k];
    }
}

/* One pass over three components: H from (n-1/2) dt to (n+1/2) dt, or E from n dt to (n+1) dt.
 * Planes are independent of each other, so the number of threads changes nothing. */
void NAME(fields_sweep)(plan *p, bool electric)
{
    const yee_grid *g = &p->grid;
    int from = electric ? YEE_EX : YEE_HX;
    PARALLEL(num_threads(p->threads))
    {
        unsigned mode = denormals_off();
        real *t = (real *)p->scratch + 2 * p->row * thread_number(), *q = t + p->row;
        SHARED_LOOP
        for (int64_t i = 0; i < p->rows[electric][0]; i++)
            for (int64_t j = 0; j < p->rows[electric][1]; j++)
                for (int c = from; c < from + 3; c++) {
                    const int64_t *b = g->begin[c], *e = g->end[c], *n = g->extent[c];
                    if (!g->active[c] || i < b[0] || i >= e[0] || j < b[1] || j >= e[1])
                        continue;
                    NAME(drive)(p, c, i, j, b[2], e[2], t, q, true);
                    NAME(apply)(p, c, (i * n[1] + j) * n[2], b[2], e[2], q);
                }
        denormals_restore(mode);
    }
}

/* Energy of one row: E*E, or H- times the H+ that the next sweep would make. */
static double NAME(row_energy)(const plan *p, int c, int64_t i, int64_t j, real *t, real *q)
{
    const yee_grid *g = &p->grid;
    const real *loss = p->loss, *cb = p->cb;
    int64_t k0 = g->begin[c][2], k1 = g->end[c][2];
    int64_t at = (i * g->extent[c][1] + j) * g->extent[c][2];
    const real *f = (const real *)p->field[c] + at;
    double sum = 0;
    if (!yee_is_electric(c))
        NAME(drive)(p, c, i, j, k0, k1, t, q, false);
    for (int64_t k = k0; k < k1; k++) {
        uint32_t m = point_medium(p, c, at + k);
        double now = (double)f[k];
        double next = yee_is_electric(c) ? now : now + (double)(cb[m] * q[k] - loss[m] * f[k]);
        sum += p->law[m].energy * point_volume(p, c, i, j, k) * now * next;
    }
    return sum;
}

/* Sums over planes first, then over the planes in order: the same for any number of threads. */
void NAME(fields_energy)(plan *p, double energy[2])
{
    const yee_grid *g = &p->grid;
    int64_t planes = p->rows[0][0] > p->rows[1][0] ? p->rows[0][0] : p->rows[1][0];
    int64_t rows = p->rows[0][1] > p->rows[1][1] ? p->rows[0][1] : p->rows[1][1];
    PARALLEL(num_threads(p->threads))
    {
        real *t = (real *)p->scratch + 2 * p->row * thread_number(), *q = t + p->row;
        SHARED_LOOP
        for (int64_t i = 0; i < planes; i++) {
            double sum[2] = {0, 0};
            for (int64_t j = 0; j < rows; j++)
                for (int c = 0; c < YEE_COMPONENTS; c++) {
                    const int64_t *b = g->begin[c], *e = g->end[c];
                    if (g->active[c] && i >= b[0] && i < e[0] && j >= b[1] && j < e[1])
                        sum[c / 3] += NAME(row_energy)(p, c, i, j, t, q);
                }
            p->partial[2 * i] = sum[0];
            p->partial[2 * i + 1] = sum[1];
        }
    }
    energy[0] = energy[1] = 0;
    for (int64_t i = 0; i < planes; i++) {
        energy[0] += p->partial[2 * i];
        energy[1] += p->partial[2 * i + 1];
    }
}
