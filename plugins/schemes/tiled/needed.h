/* tiled/needed.h: what of a subdomain's halo has to be stepped. */
#ifndef YEE_TILED_NEEDED_H
#define YEE_TILED_NEEDED_H

#include "plan.h"

/* Planes (axis 0) or rows (1), H and E, that own cells need after pass n of the block: halos are
 * copied once the run ends, and a step carries what was left out of one a cell farther. All of
 * them where the grid was not cut, and with laws whose steps are several passes. H at position j
 * needs E of j and j + 1, E of j the H of j - 1 and j. Units of several lines, of ports, lie within
 * the own cells. */
static inline void tiled_needed(const tiled_plan *t, int axis, int64_t n, int64_t low[2],
                                int64_t high[2])
{
    const yee_subdomain *s = t->p->subdomain;
    const int user = tiled_axis(t, axis);
    const int64_t lines = axis ? t->ny : t->nx, units = axis ? t->uy : t->ux;
    low[0] = low[1] = 0;
    high[0] = high[1] = units;
    if (!s || t->passes > 1)
        return;
    const int64_t left = t->until - (t->step + n + 1);
    const yee_face_rule *face = t->p->grid.axis[user].face;
    for (int e = 0; e < 2; e++) {
        if (face[0] == YEE_FACE_OPEN)
            low[e] = s->low[user] - left - !e > 0 ? s->low[user] - left - !e : 0;
        if (face[1] == YEE_FACE_OPEN)
            high[e] =
                s->high[user] + left < lines ? units - lines + s->high[user] + left : units;
    }
}

#endif
