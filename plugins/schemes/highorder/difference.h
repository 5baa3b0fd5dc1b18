/* difference.h: the wide difference of a row, in place of Yee's in ../reference/fields.h.
 *
 * Along x or y the rows of a pair are summed with the weights of those moved along the other
 * one of x and y, u, and with those that are also moved along z, v; then t = u[k] + v[k-1] +
 * v[k+1]. Along z all rows of a pair are summed first and one difference is left. Beyond a face
 * stands the mirror image of the field: on a PEC face what sits on nodes is odd and what sits
 * on half positions even, on a PMC face the reverse. So a wall costs no accuracy. */
#include "cpu.h"
#include "recall.h"

/* Where a point beyond the ends of an axis has its image: *at inside, and its sign. */
static int image(const plan *p, int c, int axis, int64_t *at)
{
    const yee_axis_data *x = &p->grid.axis[axis];
    const int64_t n = p->grid.extent[c][axis];
    const int half = yee_half(c, axis);
    int64_t i = *at;
    int sign = 1;
    while (i < 0 || i >= n) {
        const int side = i >= n;
        if (x->periodic) {
            i += side ? -n : n;
            continue;
        }
        i = side ? 2 * (n - 1) + half - i : -half - i;
        sign *= (x->face[side] == YEE_FACE_PMC) == (half == 1) ? -1 : 1;
    }
    *at = i;
    return sign;
}

/* sum[k] += weight*F of the row moved by di, dj, for the whole length of the component. */
static void gather_row(const plan *p, const row *r, int source, int64_t di, int64_t dj,
                       double weight, real *restrict sum)
{
    const int64_t *e = p->grid.extent[source];
    int64_t i = r->i + di, j = r->j + dj;
    const int sign = image(p, source, YEE_X, &i) * image(p, source, YEE_Y, &j);
    const real *restrict f = (const real *)p->field[source] + (i * e[1] + j) * e[2];
    const real w = (real)(sign * weight);
    for (int64_t k = 0; k < e[2]; k++)
        sum[k] += w * f[k];
}

/* A row at an offset along an axis, with its neighbours across. */
static void gather_pair(const plan *p, const row *r, int source, int axis, int64_t at,
                        const double w[2], real *sum)
{
    for (int m = -1; m <= 1; m++)
        if (w[m != 0] != 0)
            gather_row(p, r, source, axis == YEE_X ? at : m, axis == YEE_X ? m : at, w[m != 0],
                       sum);
}

/* Halo of a line along z. */
static void close_line(const plan *p, int source, real *sum)
{
    const int64_t n = p->grid.extent[source][2];
    for (int64_t h = 1; h <= WIDE_REACH; h++) {
        int64_t low = -h, high = n - 1 + h;
        const int a = image(p, source, YEE_Z, &low), b = image(p, source, YEE_Z, &high);
        sum[-h] = (real)a * sum[low];
        sum[n - 1 + h] = (real)b * sum[high];
    }
}

static real *clear_line(const plan *p, int64_t number)
{
    const cpu *own = p->scheme;
    real *sum = (real *)own->lines + (2 * thread_number() + number) * own->line + WIDE_REACH;
    memset(sum - WIDE_REACH, 0, (size_t)own->line * sizeof *sum);
    return sum;
}

static void difference(const plan *p, const row *r, int source, int axis)
{
    const cpu *own = p->scheme;
    const int d = yee_direction(r->c), across = axis == YEE_Z ? YEE_X : 1 - axis;
    const double(*w)[WIDE_ACROSS] = own->weights[yee_is_electric(r->c)][axis][d];
    const int64_t up = 1 - yee_half(source, axis);
    /* classes of an offset along `across`, and along the third axis */
    const int first = across == d ? 1 : 2, second = 3 - first;
    real *restrict t = r->t;
    if (axis == YEE_Z) {
        memset(t + r->k0, 0, (size_t)(r->k1 - r->k0) * sizeof *t);
        for (int q = 0; q < own->scheme->reach; q++) {
            real *sum = clear_line(p, 0);
            for (int m = -1; m <= 1; m++) {
                const double part[2] = {w[q][m ? first : 0], w[q][m ? 3 : second]};
                gather_pair(p, r, source, YEE_X, m, part, sum);
            }
            close_line(p, source, sum);
            for (int64_t k = r->k0; k < r->k1; k++)
                t[k] += sum[k + up + q] - sum[k + up - 1 - q];
        }
    } else {
        real *u = clear_line(p, 0), *v = clear_line(p, 1);
        bool moved = false;
        for (int q = 0; q < own->scheme->reach; q++)
            for (int side = -1; side <= 1; side += 2) {
                const double here[2] = {side * w[q][0], side * w[q][first]};
                const double there[2] = {side * w[q][second], side * w[q][3]};
                const int64_t at = side > 0 ? up + q : up - 1 - q;
                gather_pair(p, r, source, axis, at, here, u);
                gather_pair(p, r, source, axis, at, there, v);
                moved = moved || there[0] != 0 || there[1] != 0;
            }
        if (moved)
            close_line(p, source, v);
        for (int64_t k = r->k0; k < r->k1 && moved; k++)
            t[k] = u[k] + (v[k - 1] + v[k + 1]);
        for (int64_t k = r->k0; k < r->k1 && !moved; k++)
            t[k] = u[k];
    }
    /* the spacing of a node on a PMC face is that of the half cell inside */
    const int64_t last = p->grid.extent[r->c][axis] - 1;
    if (yee_half(r->c, axis) || p->grid.axis[axis].periodic)
        return;
    for (int side = 0; side < 2; side++) {
        const int64_t at = side ? last : 0;
        if (p->grid.axis[axis].face[side] != YEE_FACE_PMC)
            continue;
        if (axis == YEE_Z)
            t[at] *= (real)0.5;
        else if ((axis == YEE_X ? r->i : r->j) == at)
            for (int64_t k = r->k0; k < r->k1; k++)
                t[k] *= (real)0.5;
    }
}
