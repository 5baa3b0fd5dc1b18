/* core/problem/surface/surface_tensor.c: the law of fields of cells that a surface cuts; oblique.h
 * has the equations. */
#include "oblique.h"

#define LAW_NAME surface_tensor
#define LAW_FILE "surface_tensor.law.h"
#define LAW_CELL_WORDS 3
#define LAW_MAPS 6
#include <yee/law_rows.h>

/* The index of the cell that a position along an axis lies in. */
static int64_t cell_at(const yee_axis_data *a, double x)
{
    int64_t low = 0, high = a->cells;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (a->node[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    const yee_oblique *o = self;
    const yee_axis_data *a = o->grid->axis;
    int64_t cell = 0;
    (void)place, (void)state;
    for (int d = 0; d < 3; d++)
        cell = cell * a[d].cells + cell_at(&a[d], at[d]);
    const int64_t n = yee_oblique_at(o, cell);
    for (int d = 0; d < 3; d++) {
        map[d] = n < 0 ? 0 : o->cell[n].joint[d];
        map[3 + d] = n < 0 ? 0 : o->cell[n].part[d];
    }
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    (void)host, (void)self, (void)place, (void)param;
    return YEE_OK;
}

/* The media themselves say how fast waves are. */
static double least(const void *self)
{
    (void)self;
    return 1;
}

/* It is linear. */
static double reach(const void *self)
{
    (void)self;
    return YEE_INFINITY;
}

const yee_law yee_oblique_law = {
    YEE_CELL_LAW(surface_tensor, 1, YEE_LAW_FIELD | YEE_LAW_STEADY),
    .prepare = prepare,
    .begin = begin,
    .least = least,
    .reach = reach,
};
