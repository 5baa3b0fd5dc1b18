/* core/problem/surface/oblique.c: the cells that a surface cuts, and what joins
 * the components of E in them. */
#include "oblique.h"
#include "base/grow.h"
#include "columns.h"
#include "normal.h"
#include "problem/paint.h"

#include <math.h>
#include <stdlib.h>

/* Relative: a cell of one eps has more by rounding alone. */
#define ROUNDING 1e-12

/* Whether the latest object on any line of a cut cell wants its tensor. The mean is of media that
 * are numbers alone: *known. */
static bool wanted(const yee_voxels *v, int64_t cell, bool *known)
{
    const uint32_t number = v->cell[cell] & ~YEE_CUT_CELL, *paint;
    const yee_cell_cut *record = yee_cuts_at(&v->cuts, number);
    const uint32_t paints = yee_cuts_paints(&v->cuts, record, &paint);
    uint32_t latest = record->middle;
    *known = !isnan(yee_normal_number(v->material[v->paint[latest].material]));
    for (uint32_t n = 0; n < paints; n++) {
        latest = paint[n] > latest ? paint[n] : latest;
        *known = *known && !isnan(yee_normal_number(v->material[v->paint[paint[n]].material]));
    }
    return v->paint[latest].average == YEE_AVERAGE_TENSOR;
}

/* Whether a cell lies in an absorbing layer, whose stretch is of an edge's own E and D. */
static bool in_layer(const yee_voxels *v, int64_t cell)
{
    const int64_t index[3] = {cell / (v->n[1] * v->n[2]), cell / v->n[2] % v->n[1],
                              cell % v->n[2]};
    bool in = false;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &v->grid->axis[a];
        in = in || index[a] < x->layer[0] || index[a] >= v->n[a] - x->layer[1];
    }
    return in;
}

bool yee_oblique_joins(const yee_voxels *v, int64_t cell)
{
    bool known = false;
    if (in_layer(v, cell))
        return false;
    return v->cell[cell] & YEE_CUT_CELL
               ? wanted(v, cell, &known) && known
               : !isnan(yee_normal_number(v->material[v->paint[v->cell[cell]].material]));
}

/* Whether all edges of a cell leave the part along the normal to cells: the cells about them do. */
static bool edges_joined(const yee_voxels *v, const yee_grid *g, const int64_t index[3])
{
    bool joined = true;
    for (int n = 0; joined && n < 27; n++) {
        int64_t x[3] = {index[0] + n / 9 - 1, index[1] + n / 3 % 3 - 1, index[2] + n % 3 - 1};
        bool there = true;
        for (int a = 0; a < 3; a++) {
            if (g->axis[a].periodic)
                x[a] = (x[a] + v->n[a]) % v->n[a];
            there = there && x[a] >= 0 && x[a] < v->n[a];
        }
        joined = !there || yee_oblique_joins(v, (x[0] * v->n[1] + x[1]) * v->n[2] + x[2]);
    }
    return joined;
}

/* The entries of a cell's law; false: they are 0. */
static bool find_joint(const yee_voxels *v, const yee_columns *c, const int64_t index[3],
                       const bool *active, yee_oblique_cell *cell)
{
    double mean = 0, inverse = 0, normal[3];
    for (int n = 0; n < c->media; n++) {
        const double eps = yee_normal_number(v->material[c->medium[n]]);
        mean += c->fill[n] * eps;
        inverse += c->fill[n] / eps;
    }
    const double excess = inverse - 1 / mean;
    if (!(excess > ROUNDING * inverse))
        return false;
    /* without a normal, alike in all directions */
    const bool known = yee_normal_find(v, index, normal);
    for (int a = 0; a < 3; a++) {
        const int first = a == 2 ? 1 : 0, second = a == 0 ? 1 : 2; /* pairs xy, xz, yz */
        const bool pair = active[first] && active[second];
        cell->joint[a] = pair && known ? excess * normal[first] * normal[second] : 0;
        cell->part[a] = active[a] ? excess * (known ? normal[a] * normal[a] : 1. / 3) : 0;
    }
    return true;
}

yee_status yee_oblique_find(const yee_voxels *v, yee_arena *arena, const yee_grid *grid,
                            yee_oblique *o)
{
    const int64_t *n = v->n;
    yee_oblique_cell *cell = NULL, own;
    size_t cells = 0, capacity = 0;
    bool ok = true, known;
    *o = (yee_oblique){.grid = grid};
    for (int64_t at = 0; ok && at < n[0] * n[1] * n[2]; at++) {
        if (!(v->cell[at] & YEE_CUT_CELL) || !wanted(v, at, &known))
            continue;
        yee_columns columns;
        const int64_t index[3] = {at / (n[1] * n[2]), at / n[2] % n[1], at % n[2]};
        known = known && edges_joined(v, grid, index);
        o->left += !known;
        if (!known || !yee_columns_find(v, YEE_CELL_MIDDLE, index, true, yee_material_itself,
                                        NULL, &columns))
            continue;
        own.cell = at;
        if (!find_joint(v, &columns, index, grid->active, &own))
            continue;
        ok = yee_grow(&cell, cells, &capacity, sizeof *cell);
        if (ok)
            cell[cells++] = own;
    }
    o->cells = (int64_t)cells;
    o->cell = ok && cells ? yee_arena_copy(arena, cell, cells * sizeof *cell) : NULL;
    free(cell);
    return ok && (!cells || o->cell) ? YEE_OK : yee_voxels_no_memory(v);
}

int64_t yee_oblique_at(const yee_oblique *o, int64_t cell)
{
    int64_t low = 0, high = o->cells;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (o->cell[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low < o->cells && o->cell[low].cell == cell ? low : -1;
}
