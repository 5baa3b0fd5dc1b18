/* correction.h: corrections of the differences beside metal and changes of medium, those of
 * schemes/highorder/links.h, as kernels see them. Plain C. */
#ifndef CUDA_CORRECTION_H
#define CUDA_CORRECTION_H

#include "wide.h"

/* The difference at `to` lacks sum weight F[from + offset], offsets in words. */
typedef struct correction_point {
    int64_t to, from;
    int first, terms, component;
} correction_point;

typedef struct correction_term {
    int64_t offset;
    double weight;
} correction_term;

/* Points of [H or E][axis] lie together, no point of a component twice. */
typedef struct correction {
    const correction_point *point; /* on the device */
    const correction_term *term;
    int64_t first[2][3], count[2][3], points;
} correction;

/* Vectors of the recursion of spectral_radius.c, real, shape [words] each: x, the one before
 * it, and -A x, made of x by the sweeps. */
typedef struct recursion {
    void *x[3], *before[3];
    const void *back[3];
    int64_t words;
    double tau;
} recursion;

#ifdef __cplusplus
extern "C" {
#endif

enum { CORRECTION_BLOCKS = BUSY_BLOCKS };

/* Corrects the fields after a half step. With partial, shape [3, CORRECTION_BLOCKS], it leaves
 * them alone: the blocks of each axis add up its part of H*(next H)*energy. */
cudaError_t correction_launch(const domain *d, const wide *w, const correction *m, size_t word,
                              int electric, double *partial, cudaStream_t stream);
/* Noise on the points of E, alike in x and before. */
cudaError_t recursion_start(const recursion *s, const correction *m, size_t word,
                            cudaStream_t stream);
/* before = 2 x - before + tau back; partial, shape [2, CORRECTION_BLOCKS]: x.x, x.back. */
cudaError_t recursion_step(const recursion *s, size_t word, double *partial,
                           cudaStream_t stream);
cudaError_t recursion_scale(const recursion *s, size_t word, double factor,
                            cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
