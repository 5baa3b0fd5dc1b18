/* boxes.cuh: a half step in boxes: that of sweep.cuh, a cell a thread and plane. */
#ifndef CUDA_BOXES_CUH
#define CUDA_BOXES_CUH

#include "boxes.h"
#include "sweep.cuh"

/* The place of a thread. */
__device__ inline place box_place(const stepwise_boxes &where)
{
    const box_block b = where.block[blockIdx.x];
    return place_of<1>(where.part[b.part], b.block, where.planes);
}

/* The cells of a thread. */
template <class real, bool ELECTRIC, class laws>
__device__ inline void sweep_boxes(const domain &d, const stepwise_boxes &where,
                                   const laws &law)
{
    const place x = box_place(where);
    const part &p = where.part[where.block[blockIdx.x].part];
    const int borders = borders_at < 1, ELECTRIC ? NODE : HALF > (d, p, x);
    if (!x.in)
        return;
    if (borders == 0)
        march<real, 1, ELECTRIC, ANY_IDS, ANY_SECTIONS, 0, true>(d, x.i0, x.i1, x.j, x.k, law);
    else
        march<real, 1, ELECTRIC, ANY_IDS, ANY_SECTIONS, ALL_AXES, true>(d, x.i0, x.i1, x.j, x.k,
                                                                        law);
}

#endif
