/* entry.cuh: kernels by the shape of an operator. They come in three groups, each compiled in a
 * file of its own for either precision. */
#ifndef CUDA_WIDE_ENTRY_CUH
#define CUDA_WIDE_ENTRY_CUH

#include "window.cuh"

/* The kernels of an operator's shape and what their launches need to know; kernel NULL: there
 * are none of this shape. */
template <class real> struct entry {
    void (*kernel)(const domain, const window<real>);
    void (*layers)(const domain, const window<real>);
    int across, rows, before; /* of a tile; planes read before the first output */
    size_t shared;
};

enum group { NARROW, CROSSED, BROAD }; /* no neighbours across; across one pair; across both */

/* The kernels of the first shape in a group that has all an operator needs. */
template <class real, group GROUP>
entry<real> kernels_of(const wide *w, int electric, int mode);

#endif
