/* shapes.h: which classes of offsets across a difference have weights, and the kernels for
 * them. A mask per pair: 1 none, 2 across along x or y, 4 across along the other of the two or
 * z, 8 both. */
#ifndef HIGHORDER_SHAPES_H
#define HIGHORDER_SHAPES_H

/* X(near, far, third): cheaper ones first; the last one has all. The schemes in 3-D and 2-D. */
#define WIDE_SHAPES(X) \
    X(1, 0, 0) \
    X(1, 1, 0) \
    X(1, 1, 1) \
    X(1, 5, 0) \
    X(1, 9, 0) \
    X(3, 1, 0) \
    X(5, 0, 0) \
    X(5, 1, 0) \
    X(5, 5, 0) \
    X(7, 1, 0) \
    X(15, 0, 0) \
    X(7, 7, 0) \
    X(1, 15, 0) \
    X(15, 15, 15)

#endif
