/* hadi.h: the paper's measurement: one component on its own, every coefficient an array. */
#ifndef BENCH_HADI_H
#define BENCH_HADI_H

#ifdef __cplusplus
extern "C" {
#endif

enum { HADI_FDTD, HADI_FV24, HADI_FV24_WB, HADI_BALANCED, HADI_S44, HADI_KERNELS };

/* Mcells/s by the paper's eq. (5), a component being a sixth of a cell, on n^3 points: on the
 * card in blocks of this shape (x along a row), on one core without. 0: it failed. */
double hadi_card(int kernel, int n, const int block[3], int runs);
double hadi_core(int kernel, int n, int runs);

#ifdef __cplusplus
}
#endif
#endif
