/* law_text.cuh: what the text of a law means in a kernel: that of yee/law_rows.h and
 * yee/port_law.h. `real` and
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
#define LAW_CELL(name) \
    LAW_INLINE void LAW_JOIN(name, _cell, LAW_SUFFIX)(const real *p, const real *t, \
                                                      const real *e, real *s, const real *m)
#define LAW_FIELD(name) \
    LAW_INLINE void LAW_JOIN(name, _cell, LAW_SUFFIX)(const real *p, const real *t, \
                                                      const real *d, real *s, const real *m)
#define LAW_CELL_ENERGY(name) \
    LAW_INLINE real LAW_JOIN(name, _cell_energy, LAW_SUFFIX)(const real *p, const real *e, \
                                                             const real *s)
#define LAW_PORT(name) \
    LAW_INLINE real LAW_JOIN(name, _port, LAW_SUFFIX)( \
        const real *p, const real *t, real before, real drive, real load, real *s)
#define law_fma(a, b, c) fma(real(a), real(b), real(c))
#define law_sqrt(a) sqrt(real(a))
#define law_inverse(a) law_inverse_of(real(a))
#define law_exp(a) exp(real(a))
#define law_log(a) log(real(a))
#define law_abs(a) fabs(real(a))
#define law_min(a, b) fmin(real(a), real(b))
#define law_max(a, b) fmax(real(a), real(b))

/* 1/a. For a float a quotient has a branch to numbers out of the normal range, at which the points of
 * a thread wait for each other; here is none. The card's estimate is off by one unit in the last
 * place at most, and Newton's step then rounds as 1/a does: the bits are those of a processor, also of
 * 0, infinity and what is not a number, for there the estimate itself is left. Numbers below the
 * normal range are 0 on either side, as they are to a processor here. */
LAW_INLINE double law_inverse_of(double a) { return 1 / a; }
LAW_INLINE float law_inverse_of(float a)
{
#ifdef __CUDACC__
    float estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"(a));
    const float off = fmaf(-a, estimate, 1.0f);
    return fabsf(off) < 0.5f ? fmaf(estimate, off, estimate) : estimate;
#else
    return 1 / a;
#endif
}

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

/* law_cells_of() likewise takes the words of V cells of one law along, those of the mask: e has their
 * three means. */
#define LAW_CELL_BEGIN \
    template <int V, class coefficients> \
    __device__ inline void law_cells_of(int text, const coefficients &few, const run_real *p, \
                                        const double *signals, const pack<run_real, V>(&e)[3], \
                                        run_real *from, int64_t pitch, unsigned mask) \
    { \
        switch (text) {
#define LAW_CELL_CASE(number, function, words, maps, played, params) \
    case number: { \
        run_real s[V][words], m[V][maps + 1], t[played + 1], own[LAW_FEW]; \
        for (int n = 0; n < words + maps; n++) { \
            const pack<run_real, V> all = load<V>(from + n * pitch); \
            for (int v = 0; v < V; v++) \
                (n < words ? s[v][n] : m[v][n - words]) = all.v[v]; \
        } \
        for (int n = 0; n < played; n++) \
            t[n] = run_real(signals[n]); \
        if (params <= LAW_FEW) \
            few.template get<params>(own); \
        for (int v = 0; v < V; v++) { \
            const run_real mean[3] = {e[0].v[v], e[1].v[v], e[2].v[v]}; \
            function(params <= LAW_FEW ? own : p, t, mean, s[v], m[v]); \
        } \
        for (int n = 0; n < words; n++) { \
            pack<run_real, V> all; \
            for (int v = 0; v < V; v++) \
                all.v[v] = s[v][n]; \
            store<V>(from + n * pitch, all, mask); \
        } \
        break; \
    }
#define LAW_CELL_END \
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

/* law_cell_energy() likewise, of a cell. */
#define LAW_CELL_ENERGY_BEGIN \
    __device__ inline double law_cell_energy(int text, const double *p, const double(&e)[3], \
                                             const run_real *from, int64_t pitch) \
    { \
        switch (text) {
#define LAW_CELL_ENERGY_CASE(number, function, words) LAW_ENERGY_CASE(number, function, words)
#define LAW_CELL_ENERGY_END LAW_ENERGY_END

/* law_port() likewise: the current (A) of a port. */
#define LAW_PORT_BEGIN \
    __device__ inline double law_port(int text, const double *p, const double *t, \
                                      double before, double drive, double load, double *s) \
    { \
        switch (text) {
#define LAW_PORT_CASE(number, function) \
    case number: \
        return function(p, t, before, drive, load, s);
#define LAW_PORT_END \
    } \
    return 0; \
    }

#endif
