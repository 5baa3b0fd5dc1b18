/* entries.cuh: what kernels do with the entries of between_lists.h, wherever the fields lie. */
#ifndef CUDA_ENTRIES_CUH
#define CUDA_ENTRIES_CUH

#include "source_terms.cuh"

/* A value and every term of a source, each sum rounded to the type that the value is kept in. first: that
 * of the first term; more: the terms, shape [count]. */
template <class kept>
__device__ inline double with_terms(double value, double first, const source_term *more,
                                    int count, const double *signals)
{
    value = double(kept(value + first));
    for (int n = 1; n < count; n++)
        value = double(kept(value + term_value(signals, more[n])));
    return value;
}

/* An edge beside a source after a half step; weight, term: those of its neighbours, and their
 * values. */
__device__ inline double advanced_edge(double value, double cb, double loss, int terms,
                                       const double (&weight)[4], const double (&term)[4])
{
    double curl = 0;
    for (int i = 0; i < 4; i++)
        curl = i < terms ? curl + weight[i] * term[i] : curl;
    return value + (cb * curl - loss * value);
}

/* Whether a tap is logged after so many steps. */
__device__ inline bool due(const logged_tap &w, int64_t step)
{
    return step >= w.first && step <= w.last && (step - w.first) % w.every == 0;
}

#endif
