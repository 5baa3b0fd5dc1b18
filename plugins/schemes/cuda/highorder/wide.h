/* wide.h: the one operator of the high-order schemes as kernels see it, and its launches.
 *
 * The derivative of a component along axis a is a weighted sum of pairs: pair p takes the
 * values p + 1/2 cells ahead less those p + 1/2 cells behind; it enters on the line itself,
 * moved by one cell along the first of the other axes (a+1), along the second (a+2), and along
 * both (four corners). Weights are data; which of them are not zero is the shape, and every
 * shape has kernels of its own. */
#ifndef CUDA_WIDE_H
#define CUDA_WIDE_H

#include "../engine/domain.h"
#include <cuda_runtime_api.h>
#include <stddef.h>

/* Bits of a shape; the nearest pair on the line is always there. */
enum {
    WIDE_FAR = 1,          /* the pair 3/2 cells away */
    WIDE_THIRD = 2,        /* the pair 5/2 cells away */
    WIDE_NEAR_SIDE = 4,    /* the nearest pair, moved along one axis */
    WIDE_FAR_SIDE = 8,     /* the far pair, moved along one axis */
    WIDE_NEAR_CORNER = 16, /* the nearest pair, moved along both */
    WIDE_FAR_CORNER = 32   /* the far pair, moved along both */
};
enum { WIDE_PAIRS = 3, WIDE_LEVELS = 4 };

/* Weights of one derivative, without 1/h. */
typedef struct arm {
    double along[WIDE_PAIRS], first[2], second[2], corner[2];
} arm;

/* A whole operator: [H or E][axis a][component along a+1, along a+2]. */
typedef struct curls {
    arm of[2][3][2];
} curls;

/* Values beyond the ends of an axis are images of those inside. */
typedef struct wide_axis {
    int cells, periodic, invariant;
    int magnetic[2];               /* the face is a PMC: it reflects with the other sign */
    const void *inverse[2], *c[2]; /* real, [NODE or HALF]: 1/(kappa h), and of psi */
    /* [NODE or HALF], shape [cells + 1 + 2 WIDE_PAIRS]: position - WIDE_PAIRS to
     * its image's place, WIDE_FLIP added where the sign changes */
    const unsigned *image[2];
} wide_axis;
enum { WIDE_FLIP = 1 << 30 };

typedef struct image {
    int at;
    int flip;
} image;

#ifdef __CUDACC__
#define WIDE_BOTH __host__ __device__
#else
#define WIDE_BOTH
#endif

/* Where a position within reach of an axis has its image, and whether the sign
 * changes; on a short axis an image may be one of an image. */
WIDE_BOTH static inline image image_of(const wide_axis *x, int kind, int at)
{
    const int last = kind == NODE && !x->periodic ? x->cells : x->cells - 1;
    image m = {x->invariant ? 0 : at, 0};
    while (m.at < 0 || m.at > last) {
        const int side = m.at < 0 ? 0 : 1;
        if (x->periodic) {
            m.at += side ? -x->cells : x->cells;
        } else {
            m.at = (side ? 2 * x->cells : 0) - kind - m.at;
            m.flip ^= (kind == NODE) != (x->magnetic[side] != 0);
        }
    }
    return m;
}

/* The forms that a march executes: one medium a component; media by ids; all of them. */
enum { WIDE_PLAIN, WIDE_MEDIA, WIDE_FULL };

/* The marches of a half step: their forms, planes that a block marches over. */
typedef struct wide_launch {
    part part;
    int mode, planes;
} wide_launch;

/* Boxes of cells without common ones: layers at both ends of x, of y between them, of z between
 * those. */
typedef struct parts {
    part part[6];
    int count;
} parts;

typedef struct wide {
    int shape[2]; /* [H or E] */
    curls curls;
    double h[3]; /* m */
    wide_axis axis[3];
    wide_launch sweep[2]; /* [H or E] */
    wide_launch energy;   /* of H, in all forms */
    parts layers[2];      /* cells in layers, whose psi the marches leave out */
    /* Four levels in time: the three before the newest, [c][age], and their coefficients, real,
     * shape [media, 5]: of the curl, of the field and of those levels. */
    void *level[6][WIDE_LEVELS - 1];
    const void *level_coefficients;
    double single_coefficients
        [6][5]; /* cb and loss of a component's one medium, or its level_coefficients */
} wide;

#ifdef __cplusplus
extern "C" {
#endif

/* Tiles launches for the card; word: bytes of a real. */
cudaError_t wide_tile(wide *w, size_t word, int processors);
cudaError_t wide_sweep(const domain *d, const wide *w, size_t word, int electric,
                       cudaStream_t stream);
/* Each block of w->energy adds up H*(next H)*energy in partial; the fields stay. */
cudaError_t wide_energy(const domain *d, const wide *w, size_t word, double *partial,
                        cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
