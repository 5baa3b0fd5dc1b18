/* shared_lists.cuh: edges beside sources, sources and logged points in a box in shared memory. A
 * thread keeps an entry of each list from step to step; those further down are read again. */
#ifndef CUDA_SHARED_LISTS_CUH
#define CUDA_SHARED_LISTS_CUH

#include "../../engine/entries.cuh"
#include "shared_layout.cuh"

/* ---- edges beside sources ---- */

/* Entry n of the edges of H and then E; what is E stays in shared_state.edge. */
struct kept_edge {
    int n, at, terms,
        term[4]; /* words of shared memory; of a term -1 - edge: it is in double */
    bool electric, here;
    double value, cb, loss, weight[4]; /* value: of H, before the sweep */
};

template <class real> __device__ inline kept_edge edge_of(const shared_state<real> &m, int n)
{
    const between &c = m.c;
    kept_edge e = {};
    int x[3];
    if (n >= c.edges[0] + c.edges[1])
        return e;
    e.electric = n >= c.edges[0];
    e.n = e.electric ? n - c.edges[0] : n;
    const double_edge &own = c.edge[e.electric][e.n];
    positions(m.d, own.at, x);
    e.here = kept(m.box, x);
    if (!e.here)
        return e;
    e.at = int(&m.field(own.component, x) - m.word);
    e.terms = own.terms;
    e.cb = own.cb;
    e.loss = own.loss;
    e.value = own.value;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        if (i >= e.terms)
            continue;
        const double_term &t = own.term[i];
        positions(m.d, t.at, x);
        e.term[i] = t.edge >= 0 ? -1 - t.edge : int(&m.field(t.component, x) - m.word);
        e.weight[i] = t.weight;
    }
    return e;
}

/* An edge of H takes the rounded value that its field has before the sweep. */
template <class real>
__device__ inline void note_edge(const shared_state<real> &m, kept_edge &e)
{
    if (e.here && !e.electric)
        e.value = double(m.word[e.at]);
}

template <class real>
__device__ inline void advance_edge(const shared_state<real> &m, const kept_edge &e,
                                    bool electric)
{
    if (!e.here || e.electric != electric)
        return;
    double term[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        term[i] = e.term[i] < 0 ? m.edge[-1 - e.term[i]] : double(m.word[e.term[i]]);
    const double value =
        advanced_edge(electric ? m.edge[e.n] : e.value, e.cb, e.loss, e.terms, e.weight, term);
    m.word[e.at] = real(value);
    if (electric)
        m.edge[e.n] = value;
}

template <class real>
__device__ inline void store_edge(const shared_state<real> &m, const kept_edge &e)
{
    if (e.here)
        m.c.edge[e.electric][e.n].value = e.electric ? m.edge[e.n] : double(m.word[e.at]);
}

/* Those that no thread keeps. */
template <class real, class action>
__device__ inline void other_edges(const shared_state<real> &m, action act)
{
    for (int n = int(threadIdx.x) + WORKERS; n < m.c.edges[0] + m.c.edges[1]; n += WORKERS) {
        kept_edge e = edge_of(m, n);
        if (e.here)
            act(e);
    }
}

/* Before the sweep; what other edges of H are then waits in their list. */
template <class real>
__device__ inline void note_edges(const shared_state<real> &m, kept_edge &edge)
{
    note_edge(m, edge);
    other_edges(m, [&](kept_edge &e) {
        note_edge(m, e);
        if (!e.electric)
            m.c.edge[0][e.n].value = e.value;
    });
}

/* ---- sources and logged points ---- */

/* Source point n of E or of H, its first term, and the values of that term's signal in a step. */
struct kept_source {
    int at, edge, count; /* word of shared memory; edge: as source_point has it */
    int64_t term;        /* the first one */
    source_term first;
    double signal[4];
};

template <class real>
__device__ inline kept_source source_of(const shared_state<real> &m, int electric, int64_t n)
{
    kept_source k = {};
    if (n >= m.c.sources[electric])
        return k;
    const source_point to = m.c.source[electric][n];
    int x[3];
    positions(m.d, to.at, x);
    if (!kept(m.box, x))
        return k;
    k.at = int(&m.field(to.component, x) - m.word);
    k.edge = to.edge;
    k.count = to.count;
    k.term = to.first;
    k.first = m.c.term[to.first];
    return k;
}

/* Asks for the signal; it comes while the sweep runs. */
__device__ inline void fetch_signal(kept_source &k, const double *signals)
{
    if (k.count == 0 || !signals)
        return;
    const double *v = signals + k.first.signal;
    k.signal[1] = v[0];
    if (k.first.cubic) {
        k.signal[0] = v[-1];
        k.signal[2] = v[1];
        k.signal[3] = v[2];
    }
}

template <class real>
__device__ inline void add_source(const shared_state<real> &m, const kept_source &k,
                                  const double *signals)
{
    if (k.count == 0)
        return;
    const double first = term_amount(k.signal + 1, k.first);
    const source_term *more = m.c.term + k.term;
    if (k.edge >= 0) {
        m.edge[k.edge] = with_terms<double>(m.edge[k.edge], first, more, k.count, signals);
        m.word[k.at] = real(m.edge[k.edge]);
    } else
        m.word[k.at] =
            real(with_terms<real>(double(m.word[k.at]), first, more, k.count, signals));
}

/* kept: the thread's own source, of E. */
template <class real, bool ELECTRIC>
__device__ inline void add_sources(const shared_state<real> &m, const kept_source &kept,
                                   const double *signals)
{
    if (ELECTRIC)
        add_source(m, kept, signals);
    const int from = int(threadIdx.x) + (ELECTRIC ? WORKERS : 0);
    for (int64_t n = from; n < m.c.sources[ELECTRIC]; n += WORKERS) {
        kept_source k = source_of(m, ELECTRIC, n);
        fetch_signal(k, signals);
        add_source(m, k, signals);
    }
}

/* A point that a thread logs. */
struct kept_point {
    int n, at;    /* number, and word of shared memory */
    unsigned due; /* bit s: after step s of the pass */
};

template <class real>
__device__ inline kept_point point_of(const shared_state<real> &m, int n, int64_t clock,
                                      int steps)
{
    kept_point k = {n, 0, 0};
    if (n >= m.c.points)
        return k;
    const logged_point p = m.c.point[n];
    int x[3];
    positions(m.d, p.at, x);
    if (!kept(m.box, x))
        return k;
    k.at = int(&m.field(p.component, x) - m.word);
    const logged_tap tap = m.c.tap[p.tap];
    for (int s = 0; s < steps; s++)
        k.due |= unsigned(due(tap, clock + s + 1)) << s;
    return k;
}

template <class real>
__device__ inline void log_point(const shared_state<real> &m, const kept_point &k, int step,
                                 double *record)
{
    if (k.due >> step & 1)
        record[k.n] = double(m.word[k.at]);
}

#endif
