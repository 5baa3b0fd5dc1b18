/* core/problem/agreement.h: what processes that have painted cells of their own must agree on before
 * any of them goes on: which objects and materials there are anywhere, how wide their cells are,
 * and how many cells at each face are of which material. */
#ifndef YEE_CORE_AGREEMENT_H
#define YEE_CORE_AGREEMENT_H

#include "base/arena.h"
#include "voxels.h"

/* Numbers of one process, or of all: their order is that of the objects, which all processes have
 * painted alike. The first `largest` of them are merged by the larger one, which are widths, too
 * (the bits of a double of 0 or more grow with it), the others are sums. */
typedef struct yee_agreement {
    size_t count, largest;
    int64_t *value; /* shape [count], of the arena */
} yee_agreement;

/* The numbers that the voxels of this process say. YEE_MEMORY with a sentence. */
yee_status yee_agreement_of(yee_voxels *voxels, yee_arena *arena, yee_agreement *agreement);
/* Numbers of two processes become those of both. */
static inline void yee_agreement_merge(yee_agreement *to, const yee_agreement *from)
{
    for (size_t n = 0; n < to->count; n++)
        if (n >= to->largest)
            to->value[n] += from->value[n];
        else if (from->value[n] > to->value[n])
            to->value[n] = from->value[n];
}
/* The voxels of this process take what all have said; YEE_INPUT with a sentence where an object
 * paints nothing in any of them. */
yee_status yee_agreement_take(yee_voxels *voxels, const yee_agreement *agreement);
/* Once the media are made: adds the means that this process keeps as they are. Where the sums of
 * all processes are not to be had in any order, yee_mixer_in_any_order(), the processes have to
 * paint all cells, for which means are kept depends on the order of all points. */
void yee_agreement_means(const yee_voxels *voxels, int64_t kept[2]);

#endif
