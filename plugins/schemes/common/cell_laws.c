/* schemes/common/cell_laws.c: the steps of cell_laws.h, written once for numbers of type REAL: the
 * file includes itself for float and for double. rows of cells and edges: cell_rows.c. */
#ifndef REAL
#include "cell_laws.h"
#include "denormals.h"
#include <string.h>

enum { BLOCK = 256 }; /* cells or edges at a time */

/* One function for each set of vector instructions, as the rows of laws have it (yee/law_rows.h):
 * without contraction all have the same bits. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__x86_64__) && \
    defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#define REAL float
#define TYPED(name) name##_f32
#include "cell_laws.c"
#undef REAL
#undef TYPED
#define REAL double
#define TYPED(name) name##_f64
#include "cell_laws.c"
#undef REAL
#undef TYPED
#else

/* The mean of one, two or four rows, at x or at x and x + 1. */
CLONES static void TYPED(add_rows)(const REAL *const row[4], int rows, bool two, int64_t n,
                                   REAL *restrict out)
{
    const REAL part = (REAL)1 / (REAL)(rows * (two ? 2 : 1));
    const REAL *a = row[0], *b = row[1], *c = row[2], *d = row[3];
    if (rows == 1)
        for (int64_t x = 0; x < n; x++)
            out[x] = part * (two ? a[x] + a[x + 1] : a[x]);
    else if (rows == 2 && two)
        for (int64_t x = 0; x < n; x++)
            out[x] = part * ((a[x] + b[x]) + (a[x + 1] + b[x + 1]));
    else if (rows == 2)
        for (int64_t x = 0; x < n; x++)
            out[x] = part * (a[x] + b[x]);
    else
        for (int64_t x = 0; x < n; x++)
            out[x] = part * ((a[x] + b[x]) + (c[x] + d[x]));
}

/* The mean of a component in cells k to k + n - 1; four rows are those of the component along them,
 * which has no second position. */
static void TYPED(mean)(const cell_laws *l, int c, const cell_law_field *field, int64_t k,
                        int64_t n, REAL *out)
{
    const yee_axis_data *along = &l->problem->grid.axis[l->axis[2]];
    const bool two = cell_laws_two(l, c, l->axis[2]);
    const int64_t ring = two && along->periodic && k + n == along->cells;
    const REAL *row[4] = {NULL}, *first[4] = {NULL};
    int rows = 0;
    for (int q = 0; q < 4; q++)
        if (field->e[c % 3][q]) {
            first[rows] = field->e[c % 3][q];
            row[rows] = first[rows] + k;
            rows++;
        }
    if (rows)
        TYPED(add_rows)(row, rows, two, n - ring, out);
    for (int64_t x = 0; !rows && x < n; x++)
        out[x] = 0;
    for (int q = 0; q < rows && ring; q++)
        out[n - 1] = (q ? out[n - 1] : 0) + (row[q][n - 1] + first[q][0]) / (REAL)(rows * 2);
}

static void TYPED(step)(cell_laws *l, const cell_law_run *r, const cell_law_field *field,
                        const void *signal)
{
    const cell_law_row *own = &l->row[r->row];
    const yee_law *law = l->problem->law[r->law].law;
    const yee_axis_data *along = &l->problem->grid.axis[l->axis[2]];
    REAL *state = (REAL *)l->state + own->state, *map = (REAL *)l->map + own->map;
    REAL e[3][BLOCK];
    for (int64_t k = r->k; k < r->k + r->n; k += BLOCK) {
        const int64_t n = r->k + r->n - k < BLOCK ? r->k + r->n - k : BLOCK;
        for (int c = 0; c < 3; c++)
            TYPED(mean)(l, l->first + c, field, k, n, e[c]);
        const yee_law_row row = {
            .size = sizeof row,
            .n = n,
            .pitch = own->pitch,
            .param = l->param[r->law],
            .signal = signal,
            .e = e,
            .state = state + 1 + k - own->k0,
            .map = law->cell_maps ? map + 1 + k - own->k0 : NULL,
            .e_pitch = BLOCK,
        };
        law->cell_row[sizeof(REAL) == sizeof(double)](&row);
    }
    if (along->periodic && r->k + r->n == along->cells)
        for (int c = 0; c < 3; c++)
            state[c * own->pitch] = state[c * own->pitch + own->n];
}

/* Edges all of which have two or four rows of cells beside them, in one pass that adds in the order
 * of take(); false: they have not. */
CLONES static bool TYPED(take_whole)(const cell_laws *l, const cell_law_edges *r, REAL factor,
                                     REAL *restrict e)
{
    const bool two = cell_laws_two(l, r->component, l->axis[2]);
    const REAL *j[4] = {NULL};
    const REAL *below = (const REAL *)l->share[0] + r->k;
    const REAL *above = (const REAL *)l->share[1] + r->k;
    REAL weight[4] = {0};
    if (r->parts != (two ? 2 : 4))
        return false;
    for (int q = 0; q < r->parts; q++) {
        const cell_law_row *own = &l->row[r->part[q].row];
        if (own->k0 > r->k || own->k0 + own->n + two < r->k + r->n)
            return false;
        weight[q] = (REAL)r->part[q].weight;
        j[q] = (const REAL *)l->state + own->state + r->component % 3 * own->pitch + 1 + r->k -
               own->k0;
    }
    const REAL *a = j[0], *b = j[1], *c = j[2], *d = j[3];
    const REAL p = weight[0], q = weight[1], s = weight[2], t = weight[3];
    if (two)
        for (int64_t x = 0; x < r->n; x++)
            e[x] += factor * (((REAL)0 + p * (below[x] * a[x - 1] + above[x] * a[x])) +
                              q * (below[x] * b[x - 1] + above[x] * b[x]));
    else
        for (int64_t x = 0; x < r->n; x++)
            e[x] += factor * (((((REAL)0 + p * a[x]) + q * b[x]) + s * c[x]) + t * d[x]);
    return true;
}

CLONES static void TYPED(take)(const cell_laws *l, const cell_law_edges *r, REAL *restrict e)
{
    const REAL *below = (const REAL *)l->share[0], *above = (const REAL *)l->share[1];
    const bool two = cell_laws_two(l, r->component, l->axis[2]);
    const REAL factor = (REAL)(l->fields ? r->cb : -r->cb);
    REAL sum[BLOCK];
    if (l->fields)
        memcpy(e, (const REAL *)l->linear + r->linear, (size_t)r->n * sizeof *e);
    if (TYPED(take_whole)(l, r, factor, e))
        return;
    for (int64_t k = r->k; k < r->k + r->n; k += BLOCK) {
        const int64_t n = r->k + r->n - k < BLOCK ? r->k + r->n - k : BLOCK;
        for (int64_t x = 0; x < n; x++)
            sum[x] = 0;
        for (int q = 0; q < r->parts; q++) {
            const cell_law_row *own = &l->row[r->part[q].row];
            const REAL weight = (REAL)r->part[q].weight;
            const REAL *j =
                (const REAL *)l->state + own->state + r->component % 3 * own->pitch + 1;
            const int64_t lo = own->k0 > k ? own->k0 - k : 0;
            const int64_t end = own->k0 + own->n + two - k, hi = end < n ? end : n;
            j += k - own->k0;
            if (two)
                for (int64_t x = lo; x < hi; x++)
                    sum[x] += weight * (below[k + x] * j[x - 1] + above[k + x] * j[x]);
            else
                for (int64_t x = lo; x < hi; x++)
                    sum[x] += weight * j[x];
        }
        REAL *to = e + (k - r->k);
        for (int64_t x = 0; x < n; x++)
            to[x] += factor * sum[x];
    }
}

CLONES static void TYPED(keep)(cell_laws *l, const cell_law_edges *r, REAL *restrict e)
{
    REAL *restrict linear = (REAL *)l->linear + r->linear;
    for (int64_t x = 0; x < r->n; x++) {
        linear[x] = e[x];
        e[x] *= (REAL)r->to_cell;
    }
}
#endif
#ifndef REAL

void cell_laws_step_run(cell_laws *l, int64_t n, const cell_law_field *field,
                        const void *signal)
{
    (l->word == sizeof(float) ? step_f32 : step_f64)(l, &l->run[n], field, signal);
}

void cell_laws_take_run(const cell_laws *l, int64_t n, void *e)
{
    if (l->word == sizeof(float))
        take_f32(l, &l->edge[n], e);
    else
        take_f64(l, &l->edge[n], e);
}

void cell_laws_part_run(const cell_laws *l, int64_t n, void *e)
{
    const cell_law_edges *r = &l->edge[n];
    memcpy(e, l->linear + (size_t)r->linear * l->word, (size_t)r->n * l->word);
}

void cell_laws_keep_run(cell_laws *l, int64_t n, void *e)
{
    if (l->word == sizeof(float))
        keep_f32(l, &l->edge[n], e);
    else
        keep_f64(l, &l->edge[n], e);
}

bool cell_laws_about(const cell_laws *l, int64_t row, int component, int n, int64_t at[2])
{
    for (int q = 0; q < 2; q++) {
        const yee_axis_data *a = &l->problem->grid.axis[l->axis[q]];
        at[q] = l->row[row].at[q] + (q ? n % 2 : n / 2);
        at[q] = a->periodic && at[q] == a->cells ? 0 : at[q];
    }
    return cell_laws_there(l, component, n);
}

void cell_laws_step(cell_laws *l, void *const field[3], char *const *signal, int64_t begin,
                    int64_t end)
{
    const unsigned mode = denormals_off();
    for (int64_t n = begin; n < end; n++) {
        cell_law_field about = {{{NULL}}};
        for (int c = 0; c < 3; c++)
            for (int q = 0; q < 4; q++) {
                int64_t at[2];
                if (cell_laws_about(l, l->run[n].row, l->first + c, q, at))
                    about.e[c][q] = (const char *)field[c] +
                                    (size_t)cell_laws_index(l, l->first + c, at, 0) * l->word;
            }
        cell_laws_step_run(l, n, &about, signal[l->run[n].law]);
    }
    denormals_restore(mode);
}

static void *first_of(const cell_laws *l, void *const field[3], int64_t n)
{
    return (char *)field[l->edge[n].component % 3] + (size_t)l->edge[n].at * l->word;
}

void cell_laws_take(const cell_laws *l, void *const field[3], int64_t begin, int64_t end)
{
    const unsigned mode = denormals_off();
    for (int64_t n = begin; n < end; n++)
        cell_laws_take_run(l, n, first_of(l, field, n));
    denormals_restore(mode);
}

void cell_laws_part(const cell_laws *l, void *const field[3], int64_t begin, int64_t end)
{
    for (int64_t n = begin; n < end; n++)
        cell_laws_part_run(l, n, first_of(l, field, n));
}

void cell_laws_keep(cell_laws *l, void *const field[3], int64_t begin, int64_t end)
{
    const unsigned mode = denormals_off();
    for (int64_t n = begin; n < end; n++)
        cell_laws_keep_run(l, n, first_of(l, field, n));
    denormals_restore(mode);
}
#endif
