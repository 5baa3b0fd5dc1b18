/* law_access.cuh: the law of an edge, its signals and its coefficients, as kernels find them. */
#ifndef CUDA_LAW_ACCESS_CUH
#define CUDA_LAW_ACCESS_CUH

#include "access.cuh"
#include "law_tables.h"

__device__ inline law_entry law_entry_of(const law_tables &t, int c, unsigned medium)
{
    const int4 e = reinterpret_cast<const int4 *>(t.entry)[3 * medium + c];
    return {e.x, e.y, e.z, e.w};
}

/* Signals' values in the step that is being done, or so many after it. */
__device__ inline const double *law_signals(const law_tables &t, int later = 0)
{
    return t.values == 0 ? t.signals : t.signals + (*t.clock + later) % t.span * t.values;
}

/* Few coefficients, from the card's memory, LAW_ALIGNED of them as one; the array has room for that
 * behind the last ones. */
template <class real> struct law_fetched {
    const real *from;

    template <int COUNT> __device__ inline void get(real *to) const
    {
        constexpr int ONE = 16 / sizeof(real);
        for (int n = 0; n < COUNT; n += ONE) {
            const pack<real, ONE> some = load<ONE>(from + n);
            for (int m = 0; m < ONE && n + m < COUNT; m++)
                to[n + m] = some.v[m];
        }
    }
};

/* Those of a component with one medium, which are arguments of the kernel. */
template <class real> struct law_given {
    const law_tables &t;
    int c;

    template <int COUNT> __device__ inline void get(real *to) const
    {
        for (int n = 0; n < COUNT; n++)
            to[n] =
                sizeof(real) == sizeof(float) ? real(t.few[c].f32[n]) : real(t.few[c].f64[n]);
    }
};

#endif
