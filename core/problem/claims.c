/* core/problem/claims.c: edges that sheets and wires claim, against later objects and the grid. */
#include "paint.h"

bool yee_voxels_claimed(const yee_voxels *v, const yee_claim *claim, const int64_t index[3])
{
    int64_t cell[4];
    double part[4];
    const int count = yee_voxels_around(v, claim->component, index, cell, part);
    bool open = false;
    for (int q = 0; q < count; q++) {
        const yee_paint *paint = &v->paint[yee_voxels_middle(v, cell[q])];
        const bool later = paint->object > v->paint[claim->paint].object;
        if (later && paint->average == YEE_AVERAGE_OWN)
            return false;
        open = open || !later;
    }
    return open;
}

void yee_voxels_clip(const yee_voxels *v, const yee_claim *claim, int64_t lo[3], int64_t hi[3])
{
    for (int a = 0; a < 3; a++) {
        const bool half = yee_half(claim->component, a) || v->grid->axis[a].invariant;
        const int64_t points = half ? v->n[a] : v->n[a] + 1;
        lo[a] = claim->lo[a] > 0 ? claim->lo[a] : 0;
        hi[a] = claim->hi[a] < points ? claim->hi[a] : points;
    }
}
