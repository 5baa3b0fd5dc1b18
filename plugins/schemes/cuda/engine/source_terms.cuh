/* source_terms.cuh: what a term of a point source adds in a step. */
#ifndef CUDA_SOURCE_TERMS_CUH
#define CUDA_SOURCE_TERMS_CUH

#include "between_lists.h"

/* Lagrange's cubic through v[-1], v[0], v[1], v[2] at x in [0, 1]. */
__device__ inline double cubic(const double *v, double x)
{
    const double a = x + 1, b = x - 1, c = x - 2;
    return v[1] * (a * x * c) / -2 + v[0] * (a * b * c) / 2 + v[2] * (a * x * b) / 6 +
           v[-1] * (x * b * c) / -6;
}

/* v: the term's signal at the source's point; of a cubic v[-1] to v[2] are read. */
__device__ inline double term_amount(const double *v, const source_term &s)
{
    return s.amplitude * (s.cubic ? cubic(v, s.fraction) : *v);
}

__device__ inline double term_value(const double *signals, const source_term &s)
{
    return term_amount(signals + s.signal, s);
}

__device__ inline const double *signals_now(const between &c)
{
    return c.signals + *c.clock % c.span * c.values;
}

#endif
