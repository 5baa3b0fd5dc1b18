/* law_text.cuh: what the text of a law means in a kernel: that of yee/law_rows.h. `real` and
 * LAW_SUFFIX are defined where a text is included, in a namespace of its own. */
#ifndef CUDA_LAW_TEXT_CUH
#define CUDA_LAW_TEXT_CUH

#define LAW_JOIN_(a, b, c) a##b##c
#define LAW_JOIN(a, b, c) LAW_JOIN_(a, b, c)
#ifdef __CUDACC__
#define LAW_INLINE static __device__ __forceinline__
#define LAW_UNROLL _Pragma("unroll")
#else
#define LAW_INLINE static inline
#define LAW_UNROLL
#endif
#define LAW(number) (real(number))
#define LAW_EDGE(name) \
    LAW_INLINE real LAW_JOIN(name, _edge, LAW_SUFFIX)(const real *p, const real *t, real old, \
                                                      real lin, real *s, const real *m)
#define LAW_ENERGY(name) \
    LAW_INLINE real LAW_JOIN(name, _energy, LAW_SUFFIX)(const real *p, real e, const real *s)
#define law_fma(a, b, c) fma(real(a), real(b), real(c))
#define law_sqrt(a) sqrt(real(a))

/* law_edge() is a switch over the laws of a problem: takes an edge from e and E^ to x, and its
 * words along. from: its words, then its maps, pitch numbers apart. Coefficients are few or a
 * table; few are fetched before. */
enum { LAW_FEW = 16 };
#ifdef __CUDACC__
#define LAW_FETCH(from) __ldg(from)
#else
#define LAW_FETCH(from) (*(from))
#endif
#define LAW_EDGE_BEGIN \
    __device__ inline run_real law_edge(int text, const run_real *p, const double *signals, \
                                        run_real old, run_real linear, run_real *from, \
                                        int64_t pitch) \
    { \
        switch (text) {
#define LAW_EDGE_CASE(number, function, words, maps, played, params) \
    case number: { \
        run_real s[words + 1], m[maps + 1], t[played + 1], few[LAW_FEW]; \
        for (int n = 0; n < words; n++) \
            s[n] = from[n * pitch]; \
        for (int n = 0; n < maps; n++) \
            m[n] = from[(words + n) * pitch]; \
        for (int n = 0; n < played; n++) \
            t[n] = run_real(signals[n]); \
        for (int n = 0; n < params && params <= LAW_FEW; n++) \
            few[n] = LAW_FETCH(p + n); \
        linear = function(params <= LAW_FEW ? few : p, t, old, linear, s, m); \
        for (int n = 0; n < words; n++) \
            from[n * pitch] = s[n]; \
        break; \
    }
#define LAW_EDGE_END \
    } \
    return linear; \
    }

/* law_energy() likewise: J/m^3 that an edge's law holds. */
#define LAW_ENERGY_BEGIN \
    __device__ inline double law_energy(int text, const double *p, double e, \
                                        const run_real *from, int64_t pitch) \
    { \
        switch (text) {
#define LAW_ENERGY_CASE(number, function, words) \
    case number: { \
        double s[words + 1]; \
        for (int n = 0; n < words; n++) \
            s[n] = double(from[n * pitch]); \
        return function(p, e, s); \
    }
#define LAW_ENERGY_END \
    } \
    return 0; \
    }

#endif
