/* law_passes.cuh: laws of edges in the kernels of passes. One is compiled where a problem's bricks
 * need it, when that is planned, behind the laws' texts (compile/law_source.c). The source defines,
 * as that of engine/law_kernels.cuh, run_real and law_edges(), and
 *
 *     LAW_LONE           number of the text where there is one, else -1
 *     LAW_PASS(kernel)   a kernel of this name and template arguments
 *
 * A law acts where E is written, on every edge that the march updates; at level s it takes the
 * signals of the pass's step s. Such laws have no words and no maps, so that nothing of theirs comes
 * from memory. Edges with sources or ports are done once more beside the pass (redo.c). */
#ifndef CUDA_LAW_PASSES_CUH
#define CUDA_LAW_PASSES_CUH

#include "../../engine/law_access.cuh"
#include "general_kernels.cuh"
#include "layered_kernels.cuh"
#include "skewed.cuh"
#include "uniform.cuh"

/* Words and maps of laws that have none. */
template <class real, int V> struct law_without_words {
    __device__ inline pack<real, V> get(int, const real *, int64_t) const { return {}; }
};

/* Laws as marches call them. t: its entries are by the places of media in the tables of passes. */
template <class real, bool IDS> struct pass_laws {
    static constexpr bool ACTS = true;
    law_tables t;

    template <int V, class coefficients>
    __device__ __forceinline__ void edges(const law_entry &e, const coefficients &few,
                                          int level, const pack<real, V> &old,
                                          pack<real, V> &x) const
    {
        law_edges<V>(LAW_LONE < 0 ? e.text : LAW_LONE, few, law_without_words<real, V>{},
                     static_cast<const real *>(t.param) + e.param,
                     law_signals(t, level) + e.signal, old, x, nullptr, 0);
    }

    /* The laws of component c at a lane's cells: x is E^ and becomes E. id: places of the cells'
     * media; updated: bit 3*v + c, as of e_updated_in_row(). */
    template <int V>
    __device__ __forceinline__ void act(int c, int level, const pack<unsigned, V> &id,
                                        unsigned updated, const pack<real, V> &old,
                                        pack<real, V> &x) const
    {
        law_entry e[V];
        bool any = false;
#pragma unroll
        for (int v = 0; v < V; v++) {
            e[v] = IDS ? law_entry_of(t, c, id.v[v] >> 10 * c & 1023) : t.alone[c];
            any = any || e[v].text >= 0;
        }
        if (!any)
            return;
        pack<real, V> is = x;
        if constexpr (!IDS)
            edges(e[0], law_given<real>{t, c}, level, old, is);
#pragma unroll
        for (int v = 0; v < V; v++) {
            if constexpr (IDS) {
                const pack<real, 1> was = {{old.v[v]}};
                pack<real, 1> one = {{x.v[v]}};
                edges(e[v], law_fetched<real>{static_cast<const real *>(t.param) + e[v].param},
                      level, was, one);
                is.v[v] = one.v[0];
            }
            x.v[v] = updated >> (3 * v + c) & 1 && e[v].text >= 0 ? is.v[v] : x.v[v];
        }
    }
};

#ifdef __CUDACC__
#define LAW_PASS(...) \
    template __global__ void __VA_ARGS__( \
        const __grid_constant__ domain, const __grid_constant__ domain, \
        const __grid_constant__ pass, const __grid_constant__ tensor_maps, const brick *, \
        const __grid_constant__ law_of_pass);
#else /* the processor's linker knows it by a name of its own */
#define LAW_PASS(...) \
    extern "C" __attribute__((visibility("default"))) void *const law_lone = \
        reinterpret_cast<void *>(&__VA_ARGS__);
#endif

#endif
