/* fields.h: the two sweeps of a step, for one precision: real, bits (an integer of its size)
 * and TABLE are defined by the file that includes this one.
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
#include "machine.h"
#include "plan.h"
#include <math.h>
#include <string.h>

/* A row of points (i, j, k0 <= k < k1) of a component under way. */
typedef struct row {
    int c;
    int64_t i, j, k0, k1;
    int64_t at;  /* index of point (i, j, 0) */
    real *t, *q; /* scratch, indexed by k */
    bool look;   /* psi and sections stay as they are */
} row;

#ifdef DIFFERENCE
#include DIFFERENCE /* of another scheme over this plan */
#else
/* t[k] = F[hi] - F[lo] of the source component along an axis. */
static void difference(const plan *p, const row *r, int source, int axis)
{
    const int64_t *e = p->grid.extent[source], k0 = r->k0, k1 = r->k1;
    const real *f = p->field[source];
    bool wrap = p->grid.axis[axis].periodic;
    int64_t n = e[axis], up = 1 - yee_half(source, axis); /* hi = position + up, lo = hi - 1 */
    real *restrict t = r->t;

    if (axis == YEE_Z) {
        const real *s = f + (r->i * e[1] + r->j) * e[2];
        int64_t from = k0 < 1 - up ? 1 - up : k0, to = k1 > n - up ? n - up : k1;
        for (int64_t k = from; k < to; k++)
            t[k] = s[k + up] - s[k + up - 1];
        if (k0 < from)
            t[k0] = s[0] - (wrap ? s[n - 1] : 0);
        if (to < k1)
            t[to] = (wrap ? s[0] : 0) - s[n - 1];
        return;
    }
    int64_t hi = (axis == YEE_X ? r->i : r->j) + up, lo = hi - 1;
    if (wrap) {
        hi = hi == n ? 0 : hi;
        lo = lo < 0 ? n - 1 : lo;
    }
    int64_t stride = axis == YEE_X ? e[1] * e[2] : e[2];
    const real *base = axis == YEE_X ? f + r->j * e[2] : f + r->i * e[1] * e[2];
    const real *u = hi < n ? base + hi * stride : p->zero;
    const real *v = lo >= 0 ? base + lo * stride : p->zero;
    for (int64_t k = k0; k < k1; k++)
        t[k] = u[k] - v[k];
}
#endif

/* Points [from, to) of a row that lie in a layer at one end of an axis. */
typedef struct zone {
    int64_t from, to;
    bool each; /* b and c are arrays along the row */
    const real *b, *c;
    real *psi;
} zone;

static zone zone_of(const plan *p, const row *r, int axis, int side)
{
    const line *l = &p->line[axis][yee_half(r->c, axis)];
    const int64_t *e = p->grid.extent[r->c], at = axis == YEE_X ? r->i : r->j;
    zone z = {.from = r->k0, .to = r->k0, .b = l->b, .c = l->c, .psi = p->psi[r->c][axis]};
    if (!z.psi)
        return z;
    if (axis == YEE_Z) {
        if (side)
            z.from = r->k0 > l->high ? r->k0 : l->high;
        z.to = side || r->k1 < l->low ? r->k1 : l->low;
        z.each = true;
        z.b += z.from;
        z.c += z.from;
        z.psi += (r->i * e[1] + r->j) * l->slab + z.from - (side ? l->high - l->low : 0);
    } else if (side ? at >= l->high : at < l->low) {
        const int64_t s = side ? at - l->high + l->low : at;
        z.to = r->k1;
        z.b += at;
        z.c += at;
        z.psi += (axis == YEE_X ? s * e[1] + r->j : r->i * l->slab + s) * e[2] + r->k0;
    }
    return z;
}

/* q += sign*psi, psi = b*psi + c*t. */
static void layer(const row *r, const zone *z, real sign)
{
    const int64_t count = z->to - z->from;
    if (count <= 0)
        return;
    const real *restrict t = r->t + z->from, *b = z->b, *c = z->c, b0 = *b, c0 = *c;
    real *restrict q = r->q + z->from, *restrict psi = z->psi;
    for (int64_t n = 0; n < count; n++) {
        real next = z->each ? b[n] * psi[n] + c[n] * t[n] : b0 * psi[n] + c0 * t[n];
        q[n] += sign * next;
        if (!r->look)
            psi[n] = next;
    }
}

/* q += sign*D: the difference t along an axis with its spacing and stretch. */
static void stretch(const plan *p, const row *r, int axis, real sign)
{
    const real *inverse = p->line[axis][yee_half(r->c, axis)].inverse;
    const int64_t k0 = r->k0, k1 = r->k1;
    const real *restrict t = r->t;
    real *restrict q = r->q;

    if (axis == YEE_Z) {
        for (int64_t k = k0; k < k1; k++)
            q[k] += sign * inverse[k] * t[k];
    } else {
        real factor = sign * inverse[axis == YEE_X ? r->i : r->j];
        for (int64_t k = k0; k < k1; k++)
            q[k] += factor * t[k];
    }
    for (int side = 0; side < 2; side++) {
        const zone z = zone_of(p, r, axis, side);
        layer(r, &z, sign);
    }
}

/* q -= s1 of every section of a row; the sections take the field, which is the old one yet. */
static void sections(const plan *p, const row *r)
{
    const real *f = (const real *)p->field[r->c] + r->at;
    real *s = (real *)p->state[r->c] + p->first[r->c][r->i * p->grid.extent[r->c][1] + r->j];
    for (int64_t k = r->k0; k < r->k1; k++) {
        const medium_data *m = &p->medium[point_medium(p, r->c, r->at + k)];
        const real *x = (const real *)p->section + 4 * m->section;
        const int *words = p->words + m->section;
        for (int n = 0; n < m->sections; n++, x += 4) {
            real s1 = s[0], s2 = words[n] == 2 ? s[1] : 0;
            r->q[k] -= s1;
            if (!r->look)
                s[0] = s1 + (s2 - x[0] * s1 + x[2] * f[k]);
            if (!r->look && words[n] == 2)
                s[1] = s2 + (x[3] * f[k] - x[1] * s1);
            s += words[n];
        }
    }
}

/* q of a row. */
static void drive(const plan *p, const row *r)
{
    int d = yee_direction(r->c), other = yee_is_electric(r->c) ? YEE_HX : YEE_EX;
    memset(r->q + r->k0, 0, (size_t)(r->k1 - r->k0) * sizeof *r->q);
    for (int n = 1; n < 3; n++) {
        int axis = (d + n) % 3, source = other + (d + 3 - n) % 3;
        if (p->grid.axis[axis].invariant)
            continue;
        difference(p, r, source, axis);
        stretch(p, r, axis, (n == 1) == yee_is_electric(r->c) ? 1 : -1);
    }
    const int64_t *first = p->first[r->c];
    int64_t number = r->i * p->grid.extent[r->c][1] + r->j;
    if (first && first[number] < first[number + 1])
        sections(p, r);
#ifdef DIFFERENCE
    recall(p, r);
#endif
}

/* Row (i, j) of a component, with this thread's scratch; false where nothing is updated. */
static bool open_row(const plan *p, int c, int64_t i, int64_t j, bool look, row *r)
{
    const int64_t *b = p->grid.begin[c], *e = p->grid.end[c], *n = p->grid.extent[c];
    real *scratch = (real *)p->scratch + p->own * thread_number();
    *r = (row){c, i, j, b[2], e[2], (i * n[1] + j) * n[2], scratch, scratch + p->row, look};
    return p->grid.active[c] && i >= b[0] && i < e[0] && j >= b[1] && j < e[1] && b[2] < e[2];
}

#ifdef SWEEP
#include SWEEP
#else
/* F += cb*q - loss*F */
static void apply(const plan *p, const row *r)
{
    const real *loss = p->loss, *cb = p->cb, *restrict q = r->q;
    real *restrict f = (real *)p->field[r->c] + r->at;
    const uint32_t *id = p->id[r->c];
    if (id) {
        id += r->at;
        for (int64_t k = r->k0; k < r->k1; k++)
            f[k] += cb[id[k]] * q[k] - loss[id[k]] * f[k];
    } else {
        real u = cb[p->uniform[r->c]], v = loss[p->uniform[r->c]];
        for (int64_t k = r->k0; k < r->k1; k++)
            f[k] += u * q[k] - v * f[k];
    }
}

/* One pass over three components: H from (n-1/2) dt to (n+1/2) dt, or E from n dt to (n+1) dt.
 * Planes are independent of each other, so the number of threads changes nothing. */
static void sweep(plan *p, bool electric)
{
    int from = electric ? YEE_EX : YEE_HX;
    PARALLEL(p->threads)
    {
        unsigned mode = denormals_off();
        SHARED_LOOP
        for (int64_t i = 0; i < p->rows[electric][0]; i++)
            for (int64_t j = 0; j < p->rows[electric][1]; j++)
                for (int c = from; c < from + 3; c++) {
                    row r;
                    if (!open_row(p, c, i, j, false, &r))
                        continue;
                    drive(p, &r);
                    apply(p, &r);
                }
        denormals_restore(mode);
    }
}
#endif

/* What the sections of a point hold, J/m^3; *state: their words, moved on. */
static double held(const plan *p, const medium_data *m, double f, const real **state)
{
    double sum = 0;
    for (const yee_section *x = p->problem->section + m->section, *end = x + m->sections;
         x < end; x++) {
        const double s1 = (double)(*state)[0], s2 = x->words == 2 ? (double)(*state)[1] : 0;
        const double *e = x->energy;
        sum += f * (e[0] * s1 + e[1] * s2) + s1 * (e[2] * s1 + e[3] * s2) + e[4] * s2 * s2;
        *state += x->words;
    }
    return sum;
}

/* Adds the energy of one row's own points: of E, or of H and the next H that a sweep would
 * make. */
static void row_energy(const plan *p, const row *r, yee_sum *sum)
{
    const real *loss = p->loss, *cb = p->cb, *f = (const real *)p->field[r->c] + r->at;
    const int64_t *first = p->first[r->c], number = r->i * p->grid.extent[r->c][1] + r->j;
    const real *state = first ? (const real *)p->state[r->c] + first[number] : NULL;
    const int64_t *own = p->counted[r->c][YEE_Z];
    const double *width = p->line[2][yee_half(r->c, 2)].width;
    const double area =
        p->line[0][yee_half(r->c, 0)].width[r->i] * p->line[1][yee_half(r->c, 1)].width[r->j];
    if (!yee_is_electric(r->c))
        drive(p, r);
    for (int64_t k = r->k0; k < own[1]; k++) {
        const uint32_t m = point_medium(p, r->c, r->at + k);
        const medium_data *l = &p->medium[m];
        if (k < own[0]) {
            state += l->words;
            continue;
        }
        const double volume = area * width[k], now = (double)f[k];
        double next = now;
        if (!yee_is_electric(r->c))
            next += (double)(cb[m] * r->q[k] - loss[m] * f[k]);
        double stored = l->next * volume * now * next + l->now * volume * now * now;
        if (l->sections > 0)
            stored += volume * held(p, l, now, &state);
        if (stored != 0)
            yee_sum_add(sum, stored);
    }
}

static bool counts(const plan *p, int c, int axis, int64_t i)
{
    return i >= p->counted[c][axis][0] && i < p->counted[c][axis][1];
}

/* Every thread has sums of its own: in which order they come together changes nothing. */
static void sum_energy(plan *p, yee_sum sum[2])
{
    int64_t planes = p->rows[0][0] > p->rows[1][0] ? p->rows[0][0] : p->rows[1][0];
    int64_t rows = p->rows[0][1] > p->rows[1][1] ? p->rows[0][1] : p->rows[1][1];
    PARALLEL(p->threads)
    {
        yee_sum own[2] = {0};
        SHARED_LOOP
        for (int64_t i = 0; i < planes; i++)
            for (int64_t j = 0; j < rows; j++)
                for (int c = 0; c < YEE_COMPONENTS; c++) {
                    row r;
                    if (counts(p, c, YEE_X, i) && counts(p, c, YEE_Y, j) &&
                        open_row(p, c, i, j, true, &r))
                        row_energy(p, &r, &own[c / 3]);
                }
        ONE_BY_ONE
        {
            yee_sum_merge(&sum[0], &own[0]);
            yee_sum_merge(&sum[1], &own[1]);
        }
    }
}

static bits magnitude(real value)
{
    const bits sign = (bits)((uint64_t)1 << (8 * sizeof(bits) - 1));
    bits b;
    memcpy(&b, &value, sizeof b);
    return b & ~sign;
}

/* Largest |F| of a component and the first point that has it, or the first that is not finite.
 * The bits of magnitudes are in the order of the magnitudes, infinity and NaN above all. */
static double largest(const plan *p, int c, int64_t *where)
{
    const real *f = p->field[c];
    const bits infinite = magnitude((real)INFINITY);
    int64_t points = yee_grid_points(&p->grid, c), i = 0;
    bits top = 0;
    for (int64_t n = 0; n < points; n++)
        top = magnitude(f[n]) > top ? magnitude(f[n]) : top;
    top = top > infinite ? infinite : top;
    while (i < points - 1 && magnitude(f[i]) < top)
        i++;
    *where = i;
    return fabs((double)f[i]);
}

static double peak_estimate(const plan *p, int c)
{
    enum { STRIDE = 4 };
    const int64_t *e = p->grid.extent[c];
    const int64_t i0 = e[0] > STRIDE ? STRIDE / 2 : e[0] / 2;
    const int64_t j0 = e[1] > STRIDE ? STRIDE / 2 : e[1] / 2;
    bits top = 0;
    for (int64_t i = i0; i < e[0]; i += STRIDE)
        for (int64_t j = j0; j < e[1]; j += STRIDE) {
            const real *all = p->field[c], *f = all + (i * e[1] + j) * e[2];
            for (int64_t k = 0; k < e[2]; k++)
                top = magnitude(f[k]) > top ? magnitude(f[k]) : top;
        }
    if (top >= magnitude((real)INFINITY))
        return INFINITY;
    real size;
    memcpy(&size, &top, sizeof size);
    return (double)size;
}

const fields TABLE = {sweep, sum_energy, largest, peak_estimate};
