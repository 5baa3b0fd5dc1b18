/* shared_layout.cuh: the cells of a box in shared memory: their places, those of psi, and the threads
 * that work on them. */
#ifndef CUDA_SHARED_LAYOUT_CUH
#define CUDA_SHARED_LAYOUT_CUH

#include "../../engine/access.cuh"
#include "shared_boxes.h"

/* Threads of a block that does steps. */
enum { WORKERS = 512 };

/* ---- the cells of a box ---- */

/* Words of shared memory: fields of a box and the cells around it at walls, then psi of each axis, four
 * components that lie one behind the other. Rows begin and end at 16 bytes, as copies need it. */
struct box_layout {
    int low[3], count[3], size; /* size: words of a component */
    int psi[3], psi_size[3];    /* word of the first psi; words of a component of it */

    __device__ inline int place(int i, int j, int k) const
    {
        return ((i - low[0]) * count[1] + (j - low[1])) * count[2] + (k - low[2]);
    }
};

template <class real>
__device__ inline box_layout layout_of(const shared_box &b, const int *end)
{
    constexpr int UNIT = 16 / sizeof(real);
    box_layout n;
    for (int a = 0; a < 3; a++) {
        n.low[a] = b.from[a] - (b.from[a] == 0);
        n.count[a] = b.to[a] + (b.to[a] == end[a]) - n.low[a];
    }
    n.count[2] += n.low[2] & (UNIT - 1);
    n.low[2] &= -UNIT;
    n.count[2] = (n.count[2] + UNIT - 1) & -UNIT;
    n.size = n.count[0] * n.count[1] * n.count[2];
    int used = 6 * n.size;
    for (int a = 0; a < 3; a++) {
        n.psi[a] = used;
        n.psi_size[a] = (b.low[a] - b.from[a] + b.to[a] - b.high[a]) * n.count[(a + 1) % 3] *
                        n.count[(a + 2) % 3];
        used += 4 * n.psi_size[a];
    }
    return n;
}

/* Cells [from, to). */
struct cell_range {
    int from[3], to[3];
};

/* The cells whose neighbours are still right in a half step: one less in each, where the box ends
 * within the grid. */
template <bool ELECTRIC>
__device__ inline cell_range right_cells(const shared_box &b, const int *end, int step)
{
    cell_range r;
    for (int a = 0; a < 3; a++) {
        r.from[a] = b.from[a] == 0 ? 0 : b.from[a] + step + ELECTRIC;
        r.to[a] = b.to[a] == end[a] ? b.to[a] : b.to[a] - 1 - step;
    }
    return r;
}

/* Deals columns of cells, or where there are few of them pieces of columns, to threads. */
template <class action> __device__ inline void by_columns(const cell_range &r, action act)
{
    const int planes = r.to[0] - r.from[0], rows = r.to[1] - r.from[1],
              columns = r.to[2] - r.from[2], all = rows * columns;
    if (planes <= 0 || rows <= 0 || columns <= 0)
        return;
    const int pieces = max(1, min(WORKERS / all, planes));
    for (int n = int(threadIdx.x); n < all * pieces; n += WORKERS) {
        const int piece = n / all, column = n % all;
        act(r.from[0] + planes * piece / pieces, r.from[0] + planes * (piece + 1) / pieces,
            r.from[1] + column / columns, r.from[2] + column % columns);
    }
}

/* The three positions of an offset. */
__device__ inline void positions(const domain &d, int64_t at, int (&x)[3])
{
    x[0] = at >> 31 ? int(at / d.plane) : int(unsigned(at) / unsigned(d.plane));
    const int left = int(at - x[0] * d.plane);
    x[1] = left / d.pitch;
    x[2] = left - x[1] * d.pitch;
}

__device__ inline bool kept(const shared_box &b, const int (&x)[3])
{
    bool in = true;
    for (int a = 0; a < 3; a++)
        in = in && x[a] >= b.keep_from[a] && x[a] < b.keep_to[a];
    return in;
}

/* Number of psi of component c along axis a among those of a cell. */
__device__ inline constexpr int psi_number(int c, int a)
{
    return 4 * a + (c % 3 == (a + 1) % 3 ? 0 : 1) + (c < 3 ? 0 : 2);
}

/* All that the threads of a block share. */
template <class real> struct shared_state {
    const domain &d; /* of media */
    const between &c;
    const shared_box &box;
    const box_layout &layout;
    real *word;   /* as layout says */
    double *edge; /* shape [c.edges[1]] */

    __device__ inline real &field(int component, const int (&x)[3]) const
    {
        return word[component * layout.size + layout.place(x[0], x[1], x[2])];
    }
    /* Whether position x has psi along an axis; *n: its place among those that have. */
    __device__ inline bool in_layer(int a, int x, int *n) const
    {
        *n = x - box.from[a] - (x < box.low[a] ? 0 : box.high[a] - box.low[a]);
        return x < box.low[a] || x >= box.high[a];
    }
    /* psi of component c along axis a, of cell x whose place among those that have some is n. */
    __device__ inline real *psi(int c, int a, int n, const int (&x)[3]) const
    {
        const int b = (a + 1) % 3, e = (a + 2) % 3;
        return word + layout.psi[a] + psi_number(c, a) % 4 * layout.psi_size[a] +
               (n * layout.count[b] + x[b] - layout.low[b]) * layout.count[e] + x[e] -
               layout.low[e];
    }
};

/* ---- psi and its place in the arrays ---- */

/* The word of psi of component c along axis a in the arrays; nullptr: the cell has none. */
template <class real>
__device__ inline real *psi_word(const domain &d, int c, int a, const int (&x)[3])
{
    const line &l = d.line[a][(c % 3 == a) == (c < 3) ? HALF : NODE];
    if (!d.psi[c][a] || x[a] < 0 || x[a] >= l.count || (x[a] >= l.low && x[a] < l.high))
        return nullptr;
    const int p = x[a] < l.low ? x[a] : x[a] - l.shift;
    const int64_t n = a == 0   ? (int64_t(p) * d.rows + x[1]) * d.pitch + x[2]
                      : a == 1 ? (int64_t(x[0]) * l.slab + p) * d.pitch + x[2]
                               : (int64_t(x[0]) * d.rows + x[1]) * l.slab + p;
    return psi_of<real>(d, c, a) + n;
}

/* Calls act(component, axis, word of the arrays) for each psi of a cell. */
template <class real, class action>
__device__ inline void for_psi(const shared_box &b, const domain &d, const int (&x)[3],
                               action act)
{
    for (int a = 0; a < 3; a++)
        for (int c = 0; c < 6 && (x[a] < b.low[a] || x[a] >= b.high[a]); c++)
            if (c % 3 != a)
                if (real *const own = psi_word<real>(d, c, a, x))
                    act(c, a, own);
}

#endif
