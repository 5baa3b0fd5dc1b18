/* correction.h: the differences that are other than the bulk's, schemes/highorder/links.h, as
 * kernels see them. Plain C. */
#ifndef CUDA_MEND_H
#define CUDA_MEND_H

#include "wide.h"

/* The difference at `to` lacks sum weight F[from + offset], offsets in words. */
typedef struct mend_point {
    int64_t to, from;
    int first, terms, component;
} mend_point;

typedef struct mend_term {
    int64_t offset;
    double weight;
} mend_term;

/* Points of [H or E][axis] lie together, no point of a component twice. */
typedef struct mend {
    const mend_point *point; /* on the device */
    const mend_term *term;
    int64_t first[2][3], count[2][3], points;
} mend;

/* What a pass of steady.c works on, real, shape [words] each: x, the one before it, and what
 * the sweeps make of x. */
typedef struct steady {
    void *x[3], *before[3];
    const void *back[3];
    int64_t words;
    double tau;
} steady;

#ifdef __cplusplus
extern "C" {
#endif

enum { MEND_BLOCKS = BUSY_BLOCKS };

/* After a half step; with partial nothing changes: MEND_BLOCKS blocks and axis add up what it
 * would add to H*(next H)*energy, shape [3, MEND_BLOCKS]. */
cudaError_t mend_launch(const domain *d, const wide *w, const mend *m, size_t word,
                        int electric, double *partial, cudaStream_t stream);
/* Noise on the points of E, the same in x and before. */
cudaError_t steady_start(const steady *s, const mend *m, size_t word, cudaStream_t stream);
/* before = 2 x - before + tau back; partial, shape [2, MEND_BLOCKS]: x.x, x.back. */
cudaError_t steady_step(const steady *s, size_t word, double *partial, cudaStream_t stream);
cudaError_t steady_scale(const steady *s, size_t word, double factor, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
