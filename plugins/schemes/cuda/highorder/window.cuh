/* window.cuh: parameters of the kernels of the high-order schemes, and how far they reach. A
 * value beyond a wall or a periodic end is read from its image inside, with its sign: there is
 * no halo. */
#ifndef CUDA_WINDOW_CUH
#define CUDA_WINDOW_CUH

#include "../engine/sweep.cuh"
#include "wide.h"

template <int SHAPE, bool ELECTRIC> struct reach {
    static constexpr int PAIRS = 1 + (SHAPE & WIDE_FAR ? 1 : 0) + (SHAPE & WIDE_THIRD ? 1 : 0);
    static constexpr int SIDE = SHAPE & ~(WIDE_FAR | WIDE_THIRD) ? 1 : 0;
    static constexpr int AHEAD = ELECTRIC ? 0 : 1;
    /* planes, rows and columns behind and ahead of an output */
    static constexpr int MORE = PAIRS - 1 > SIDE ? PAIRS - 1 : SIDE;
    static constexpr int LOW = ELECTRIC ? PAIRS : MORE, HIGH = ELECTRIC ? MORE : PAIRS;
    __host__ __device__ static constexpr bool side(int p)
    {
        return (p == 0 && SHAPE & WIDE_NEAR_SIDE) || (p == 1 && SHAPE & WIDE_FAR_SIDE);
    }
    __host__ __device__ static constexpr bool corner(int p)
    {
        return (p == 0 && SHAPE & WIDE_NEAR_CORNER) || (p == 1 && SHAPE & WIDE_FAR_CORNER);
    }
    __host__ __device__ static constexpr bool on_line(int p) { return !side(p) && !corner(p); }
};

/* THREADS of a block: ACROSS along a row, DOWN from row to row, each with COLUMNS rows. Two
 * columns save a third of the reads and cost 128 registers; doubles have registers for one. */
template <class real, int SHAPE, int MODE, bool LEVELS = false> struct tile {
    static constexpr int ACROSS = MODE == WIDE_FULL ? 32 : 64, DOWN = THREADS / ACROSS;
    static constexpr int COLUMNS = MODE == WIDE_FULL || sizeof(real) == 8 ? 1 : 2;
    static constexpr int ROWS = DOWN * COLUMNS;
    static constexpr int RESIDENT =
        sizeof(real) == 4 && !LEVELS &&
                (MODE == WIDE_FULL || (MODE == WIDE_PLAIN && SHAPE == WIDE_FAR))
            ? 3
            : 2;
};

enum { RING = 3 }; /* planes in shared memory */

/* A plane there: the tile and its surroundings, whole packs of 16 bytes. Packs that meet a wall
 * or an end are copied word by word: BESIDE words of a row. */
template <class real, int SHAPE, bool ELECTRIC, int MODE> struct ring {
    typedef reach<SHAPE, ELECTRIC> r;
    typedef tile<real, SHAPE, MODE> t;
    static constexpr int V = 16 / sizeof(real), ROWS = t::ROWS + r::LOW + r::HIGH;
    static constexpr int LEFT = (r::LOW + V - 1) / V * V, RIGHT = (r::HIGH + V - 1) / V * V;
    static constexpr int WIDTH = t::ACROSS + LEFT + RIGHT, WORDS = ROWS * WIDTH;
    static constexpr int COPIES = (WORDS / V + THREADS - 1) / THREADS;
    static constexpr int BESIDE = r::LOW + V + r::HIGH;
    static constexpr size_t BYTES = sizeof(real) * 3 * WORDS * RING;
    static_assert(ROWS * BESIDE <= THREADS, "a thread copies one of these words");
};

template <class real> struct weights {
    real along[WIDE_PAIRS], first[2], second[2], corner[2];
};

template <class real> struct window {
    weights<real> arm[3][2];
    wide_axis axis[3];
    real open[3]; /* 1/h */
    part part;
    parts layers;
    int planes;
    bool flat; /* nothing varies along x: its pairs are in the weights of the others */
    double *partial;
    void *level[3][WIDE_LEVELS - 1];
    const void *level_coefficients;
    real single_coefficients[3][5];
};

/* Where component f of the field that is differentiated sits along an axis. */
template <bool ELECTRIC> __device__ constexpr int kind_of(int f, int axis)
{
    return (f == axis) != ELECTRIC ? HALF : NODE;
}

/* Along which axis derivative n goes; it belongs to component n/2, n odd: less it. */
__device__ constexpr int along(int n) { return n == 0 || n == 5 ? 1 : n < 3 ? 2 : 0; }

/* Where psi of a derivative along a lies for a point, or -1. */
__device__ inline int64_t layer_of(const domain &d, int a, int kind, int i, int j, int k)
{
    const int x = a == 0 ? i : a == 1 ? j : k;
    const line &l = d.line[a][kind];
    if (x >= l.low && x < l.high)
        return -1;
    const int s = x < l.low ? x : x - l.shift;
    return a == 0   ? (int64_t(s) * d.rows + j) * d.pitch + k
           : a == 1 ? (int64_t(i) * l.slab + s) * d.pitch + k
                    : (int64_t(i) * d.rows + j) * l.slab + s;
}

#endif
