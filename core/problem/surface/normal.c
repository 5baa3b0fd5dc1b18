/* core/problem/surface/normal.c: the normal of the surface in a cell that it cuts.
 *
 * If a plane parts two media, the first moment of eps over a ball points along its normal. Over a box
 * it need not: where a plane cuts off a corner it points to that corner. So moments are over a ball
 * of the cells around, R = 1.5 cells or to where the thinnest neighbour ends, weighted by (1 -
 * r^2/R^2)^2, so that what enters the ball far off has no weight. Lengths are in widths of the
 * cell: in these, too, a plane is a plane, and its normal is turned back at the end. Cells behind a
 * wall are the wall's images. */
#include "normal.h"
#include "columns.h"

#include <math.h>

enum { PLACES = 16 }; /* of a cell, at most: lines.c */
#define ROUNDING 1e-4 /* of the whole moment: cuts are rounded to 1.5e-5 of a cell */

/* A neighbour along an axis, or the cell itself. */
typedef struct side {
    int64_t cell;
    bool image;        /* its places come in falling order */
    double from, size; /* where its places begin, from the cell's middle; size of one */
} side;

typedef struct search {
    const yee_voxels *v;
    side side[3][3]; /* by axis; before, itself, behind */
    int sides[3];
    double reach; /* R */
} search;

double yee_normal_number(const yee_material *m)
{
    const yee_response *r = m->electric;
    bool one = m->conductor == YEE_NOT_CONDUCTOR && !m->law;
    for (int a = 0; a < 3; a++)
        one = one && r[a].inf == r[0].inf && r[a].sigma == 0 && r[a].pole_count == 0;
    return one ? r[0].inf : (double)NAN;
}

static void set_sides(search *f, int a, int64_t index)
{
    const yee_axis_data *x = &f->v->grid->axis[a];
    const double own = x->invariant ? 1 : x->node[index + 1] - x->node[index];
    const int64_t cells = f->v->n[a];
    f->sides[a] = 0;
    for (int s = x->invariant ? 0 : -1; s <= !x->invariant; s++) {
        side *at = &f->side[a][f->sides[a]++];
        int64_t cell = index + s;
        cell = x->periodic ? (cell + cells) % cells : cell;
        at->image = cell < 0 || cell >= cells;
        at->cell = at->image ? index : cell;
        const double width =
            x->invariant ? 1 : (x->node[at->cell + 1] - x->node[at->cell]) / own;
        at->from = s < 0 ? -0.5 - width : s > 0 ? 0.5 : -0.5;
        at->size = width / f->v->cuts.sub[a];
        f->reach = s ? fmin(f->reach, 0.5 + width) : f->reach;
    }
}

/* Adds the moment of one cell. */
static void add_cell(const search *f, const side *const s[3], double moment[3], double *all)
{
    const int *sub = f->v->cuts.sub;
    const int64_t at[3] = {s[0]->cell, s[1]->cell, s[2]->cell};
    double eps[PLACES];
    int n[3], place[3];
    yee_columns_places(f->v, at, yee_normal_number, eps);
    for (n[0] = 0; n[0] < sub[0]; n[0]++)
        for (n[1] = 0; n[1] < sub[1]; n[1]++)
            for (n[2] = 0; n[2] < sub[2]; n[2]++) {
                double x[3], square = 0;
                for (int a = 0; a < 3; a++) {
                    const bool flat = f->v->grid->axis[a].invariant;
                    x[a] = flat ? 0 : s[a]->from + (n[a] + 0.5) * s[a]->size;
                    square += x[a] * x[a];
                    place[a] = s[a]->image ? sub[a] - 1 - n[a] : n[a];
                }
                const double part = fmax(0, 1 - square / (f->reach * f->reach));
                const double weight = part * part * s[0]->size * s[1]->size * s[2]->size *
                                      eps[(place[0] * sub[1] + place[1]) * sub[2] + place[2]];
                *all += weight;
                for (int a = 0; a < 3; a++)
                    moment[a] += weight * x[a];
            }
}

bool yee_normal_find(const yee_voxels *v, const int64_t index[3], double normal[3])
{
    search f = {.v = v, .reach = 1.5};
    double moment[3] = {0, 0, 0}, all = 0, most = 0, square = 0;
    for (int a = 0; a < 3; a++)
        set_sides(&f, a, index[a]);
    for (int i = 0; i < f.sides[0]; i++)
        for (int j = 0; j < f.sides[1]; j++)
            for (int k = 0; k < f.sides[2]; k++)
                add_cell(&f,
                         (const side *const[3]){&f.side[0][i], &f.side[1][j], &f.side[2][k]},
                         moment, &all);
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &v->grid->axis[a];
        most = fmax(most, fabs(moment[a]));
        normal[a] = x->invariant ? 0 : moment[a] / (x->node[index[a] + 1] - x->node[index[a]]);
        square += normal[a] * normal[a];
    }
    for (int a = 0; a < 3 && square > 0; a++)
        normal[a] /= sqrt(square);
    return most > ROUNDING * all;
}
