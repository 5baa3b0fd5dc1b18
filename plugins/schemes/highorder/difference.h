/* difference.h: the wide difference of a row, in place of Yee's in ../plain/fields.h.
 *
 * First the rows around are summed with their weights to lines, then t[k] is what is left of
 * them: along x or y t = u[k] + v[k-1] + v[k+1], along z a difference of each pair's line.
 * Beyond a face stands the mirror image of the field, so a wall costs no accuracy: rows there
 * are others, perhaps with their sign changed, and lines are closed at their ends. */
#include "cpu.h"
#include "lines.h"
#include "recall.h"

static real *thread_lines(const plan *p)
{
    const cpu *own = p->scheme;
    const uintptr_t all = ((uintptr_t)own->lines + 63) & ~(uintptr_t)63;
    return (real *)all + LINES * thread_number() * own->line + LINE_PAD;
}

/* A difference of a component as its rows need it. */
typedef struct term {
    int source, axis, pairs;
    bool moved;      /* across: something is moved along z */
    int64_t up;      /* the high side of the first pair is at position + up */
    int64_t step[2]; /* of the source, to the next row along x and y; 0: invariant */
    int64_t points;  /* of a row of the source */
    const real *field;
    const real (*weight)[WIDE_ACROSS];
    summing *sum;
    real *to[WIDE_REACH], *spare;
} term;

static term term_of(const plan *p, int c, int source, int axis, int first, real *lines)
{
    const cpu *own = p->scheme;
    const int e = yee_is_electric(c), d = yee_direction(c);
    const int64_t *n = p->grid.extent[source];
    term t = {.source = source,
              .axis = axis,
              .pairs = own->scheme->reach,
              .moved = own->moved[e][axis][d],
              .up = 1 - yee_half(source, axis),
              .step = {n[1] * n[2], n[2]},
              .points = n[2],
              .field = p->field[source],
              .weight = (const real(*)[WIDE_ACROSS])own->weight +
                        (int64_t)((e * 3 + axis) * 3 + d) * WIDE_REACH,
              .sum = sums[own->shape[e][axis][d]][axis == YEE_Z],
              .spare = lines + LINE_NEGATED * own->line};
    for (int a = YEE_X; a <= YEE_Y; a++)
        t.step[a] = p->grid.axis[a].invariant ? 0 : t.step[a];
    for (int q = 0; q < WIDE_REACH; q++)
        t.to[q] = lines + (first + q) * own->line;
    return t;
}

/* Row (i, j) of a component; beyond a face its image, in *spare where it is negative. */
static const real *image_row(const plan *p, int c, int64_t i, int64_t j, real **spare)
{
    const cpu *own = p->scheme;
    const int64_t *e = p->grid.extent[c];
    const int sign = wide_image(&p->grid, c, YEE_X, &i) * wide_image(&p->grid, c, YEE_Y, &j);
    const real *f = (const real *)p->field[c] + (i * e[1] + j) * e[2];
    if (sign > 0)
        return f;
    real *to = *spare;
    for (int64_t k = 0; k < e[2]; k++)
        to[k] = -f[k];
    *spare += own->line;
    return to;
}

static void image_rows(const plan *p, const term *t, int64_t i, int64_t j, around *a)
{
    const int64_t count = t->axis == YEE_Z ? 3 : 2 * t->pairs;
    real *spare = t->spare;
    for (int64_t n = 0; n < count; n++)
        for (int64_t m = -1; m <= 1; m++) {
            int64_t d[2] = {m, n - 1};
            if (t->axis != YEE_Z) {
                d[t->axis] = n % 2 ? t->up - 1 - n / 2 : t->up + n / 2;
                d[1 - t->axis] = m;
            }
            for (int x = YEE_X; x <= YEE_Y; x++)
                d[x] = t->step[x] ? d[x] : 0;
            a->row[n][m + 1] = image_row(p, t->source, i + d[0], j + d[1], &spare);
        }
}

static void find_rows(const plan *p, const term *t, int64_t i, int64_t j, around *a)
{
    const int64_t *e = p->grid.extent[t->source], far = t->pairs + 1;
    if (i < far || j < far || i + far >= e[0] || j + far >= e[1]) {
        image_rows(p, t, i, j, a);
        return;
    }
    const real *f = t->field + (i * e[1] + j) * e[2];
    if (t->axis == YEE_Z) {
        f -= t->step[1];
        for (int n = 0; n < 3; n++, f += t->step[1]) {
            a->row[n][0] = f - t->step[0];
            a->row[n][1] = f;
            a->row[n][2] = f + t->step[0];
        }
        return;
    }
    const int64_t along = t->step[t->axis], across = t->step[1 - t->axis];
    const real *high = f + t->up * along, *low = high - along;
    for (int q = 0; q < t->pairs; q++, high += along, low -= along) {
        a->row[2 * q][0] = high - across;
        a->row[2 * q][1] = high;
        a->row[2 * q][2] = high + across;
        a->row[2 * q + 1][0] = low - across;
        a->row[2 * q + 1][1] = low;
        a->row[2 * q + 1][2] = low + across;
    }
}

/* Halo of a line along z. */
static void close_line(const plan *p, const term *t, real *sum, int side, int64_t count)
{
    const cpu *own = p->scheme;
    const mirror *m = own->halo[t->source][side];
    real *end = side ? sum + t->points : sum - 1;
    for (int64_t h = 0; h < count; h++, end += side ? 1 : -1)
        *end = (real)m[h].sign * sum[m[h].at];
}

/* The lines of a difference, for what is left of them at [k0, k1). */
static void sum_rows(const plan *p, const term *t, const row *r)
{
    const int64_t n = t->points, reach = t->axis == YEE_Z ? t->pairs : t->moved;
    const bool low = r->k0<reach, high = r->k1 + reach> n;
    /* images lie at the other end, or at both */
    const bool whole = (p->grid.axis[YEE_Z].periodic && (low || high)) || n < 4 * WIDE_REACH;
    const int64_t k0 = low || whole ? 0 : r->k0 - reach;
    const int64_t k1 = high || whole ? n : r->k1 + reach;
    around a = {.weight = t->weight};
    find_rows(p, t, r->i, r->j, &a);
    t->sum(&a, t->to, k0, k1);
    if (reach == 0)
        return;
    const int first = t->axis == YEE_Z ? 0 : 1, end = t->axis == YEE_Z ? t->pairs : 2;
    for (int q = first; q < end; q++) {
        if (low || whole)
            close_line(p, t, t->to[q], 0, reach);
        if (high || whole)
            close_line(p, t, t->to[q], 1, reach);
    }
}

/* The spacing of a node on a PMC face is that of the half cell inside. */
static bool on_pmc(const plan *p, int c, int axis, int64_t at)
{
    const yee_axis_data *x = &p->grid.axis[axis];
    return !yee_half(c, axis) && !x->periodic &&
           (at == 0 || at == p->grid.extent[c][axis] - 1) && x->face[at > 0] == YEE_FACE_PMC;
}

/* t at [k0, k1), from the lines. */
static void leave(const plan *p, const term *x, const row *r, int64_t k0, int64_t k1)
{
    const real *u = x->to[0], *v = x->to[1];
    real *restrict t = r->t;
    if (x->axis == YEE_Z) {
        u += x->up;
        for (int64_t k = k0; k < k1; k++)
            t[k] = u[k] - u[k - 1];
        for (int q = 1; q < x->pairs; q++) {
            u = x->to[q] + x->up;
            for (int64_t k = k0; k < k1; k++)
                t[k] += u[k + q] - u[k - 1 - q];
        }
        const int64_t last = p->grid.extent[r->c][YEE_Z] - 1;
        if (k0 == 0 && k1 > 0 && on_pmc(p, r->c, YEE_Z, 0))
            t[0] *= (real)0.5;
        if (k1 > last && k0 <= last && on_pmc(p, r->c, YEE_Z, last))
            t[last] *= (real)0.5;
        return;
    }
    const real half = on_pmc(p, r->c, x->axis, x->axis == YEE_X ? r->i : r->j) ? (real)0.5 : 1;
    if (x->moved)
        for (int64_t k = k0; k < k1; k++)
            t[k] = half * (u[k] + (v[k - 1] + v[k + 1]));
    else
        for (int64_t k = k0; k < k1; k++)
            t[k] = half * u[k];
}

static void difference(const plan *p, const row *r, int source, int axis)
{
    const term x = term_of(p, r->c, source, axis, LINE_FIRST, thread_lines(p));
    sum_rows(p, &x, r);
    leave(p, &x, r, r->k0, r->k1);
}
