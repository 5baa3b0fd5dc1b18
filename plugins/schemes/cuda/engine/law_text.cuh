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

/* law_edges() is a switch over the laws of a problem: takes V neighbouring edges of one medium from
 * e and E^ to x, and their words along. from: the words of the first one, then its maps, pitch
 * numbers apart; held.get(n, from, pitch): these of all edges. few: coefficients where they are few,
 * else p is a table of them. */
#define LAW_EDGE_BEGIN \
    template <int V, class coefficients, class words> \
    __device__ inline void law_edges(int text, const coefficients &few, const words &held, \
                                     const run_real *p, const double *signals, \
                                     const pack<run_real, V> &old, pack<run_real, V> &x, \
                                     run_real *from, int64_t pitch) \
    { \
        switch (text) {
#define LAW_EDGE_CASE(number, function, words, maps, played, params) \
    case number: { \
        run_real s[V][words + 1], m[V][maps + 1], t[played + 1], own[LAW_FEW]; \
        for (int n = 0; n < words + maps; n++) { \
            const pack<run_real, V> all = held.get(n, from, pitch); \
            for (int v = 0; v < V; v++) \
                (n < words ? s[v][n] : m[v][n - words]) = all.v[v]; \
        } \
        for (int n = 0; n < played; n++) \
            t[n] = run_real(signals[n]); \
        if (params <= LAW_FEW) \
            few.template get<params>(own); \
        for (int v = 0; v < V; v++) \
            x.v[v] = function(params <= LAW_FEW ? own : p, t, old.v[v], x.v[v], s[v], m[v]); \
        for (int n = 0; n < words; n++) { \
            pack<run_real, V> all; \
            for (int v = 0; v < V; v++) \
                all.v[v] = s[v][n]; \
            store<V>(from + n * pitch, all, (1u << V) - 1); \
        } \
        break; \
    }
#define LAW_EDGE_END \
    } \
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
