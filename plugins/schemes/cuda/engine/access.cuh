/* access.cuh: points of a row, read and written. */
#ifndef CUDA_ACCESS_CUH
#define CUDA_ACCESS_CUH

#include "domain.h"

enum { ANY_IDS = -1 };

template <class real> struct pair {
    real cb, loss;
};
template <class real> struct alignas(4 * sizeof(real)) quad {
    real c1, c0, r1, rd;
};

template <class real> __device__ inline real *field_of(const domain &d, int c)
{
    return static_cast<real *>(d.field[c]);
}

template <class real> __device__ inline real *psi_of(const domain &d, int c, int axis)
{
    return static_cast<real *>(d.psi[c][axis]);
}

/* The places of the words of a point of component c, one after the other. row: of the point's row of
 * words; k: the point in it. */
template <class real> struct word_places {
    real *place, *rows;
    int64_t width, row_width;
    int before; /* words until those in rows; 0: all lie alike */

    __device__ inline word_places(const domain &d, int c, int64_t at, int64_t row, int k)
        : place(static_cast<real *>(d.state[c]) + at), rows(nullptr), width(d.state_words),
          row_width(0), before(0)
    {
        if (!d.row[c])
            return;
        const state_row r = d.row[c][row];
        rows = static_cast<real *>(d.state[c]) + r.first + (k - r.begin);
        row_width = r.width;
        before = d.words_as_fields;
        if (before == 0) {
            place = rows;
            width = row_width;
        }
    }
    __device__ inline real *next()
    {
        real *const own = place;
        place += width;
        if (--before == 0) {
            place = rows;
            width = row_width;
        }
        return own;
    }
};

/* Medium at offset `at`; IDS: bytes of an id if the sweep has any. */
template <int IDS> __device__ inline unsigned medium_at(const domain &d, int c, int64_t at)
{
    if (IDS == 0 || !d.id[c])
        return d.uniform[c];
    int bytes = IDS == ANY_IDS ? d.id_bytes[c < 3] : IDS;
    return bytes == 1   ? static_cast<const uint8_t *>(d.id[c])[at]
           : bytes == 2 ? static_cast<const uint16_t *>(d.id[c])[at]
                        : static_cast<const uint32_t *>(d.id[c])[at];
}

template <int IDS, int V>
__device__ inline void load_ids(const domain &d, int c, int64_t at, unsigned (&medium)[V])
{
    if (V == 1 || IDS <= 0 || !d.id[c]) {
        for (int v = 0; v < V; v++)
            medium[v] = medium_at<IDS>(d, c, at + v);
        return;
    }
    constexpr int BYTES = IDS > 0 ? IDS : 1;
    alignas(V * BYTES) unsigned char raw[V * BYTES];
    if (V * BYTES == 16)
        *reinterpret_cast<uint4 *>(raw) =
            *reinterpret_cast<const uint4 *>(static_cast<const char *>(d.id[c]) + at * BYTES);
    else if (V * BYTES == 8)
        *reinterpret_cast<uint2 *>(raw) =
            *reinterpret_cast<const uint2 *>(static_cast<const char *>(d.id[c]) + at * BYTES);
    else if (V * BYTES == 4)
        *reinterpret_cast<unsigned *>(raw) = *reinterpret_cast<const unsigned *>(
            static_cast<const char *>(d.id[c]) + at * BYTES);
    else
        *reinterpret_cast<uint16_t *>(raw) = *reinterpret_cast<const uint16_t *>(
            static_cast<const char *>(d.id[c]) + at * BYTES);
    for (int v = 0; v < V; v++)
        medium[v] = BYTES == 1   ? raw[v]
                    : BYTES == 2 ? reinterpret_cast<const uint16_t *>(raw)[v]
                                 : reinterpret_cast<const uint32_t *>(raw)[v];
}

__device__ inline bool inside(const domain &d, int c, int axis, int at)
{
    return at >= d.begin[c][axis] && at < d.end[c][axis];
}

/* Keeps the copies of a written value along periodic axes in an array that lies as component c. */
template <class real>
__device__ inline void mirror_in(const domain &d, real *array, int c, const int at[3],
                                 int64_t offset, real value)
{
    bool electric = c < 3;
    for (int a = 0; a < 3; a++)
        if (d.periodic >> a & 1 && c % 3 != a && at[a] == (electric ? 0 : d.cells[a] - 1)) {
            int64_t span = d.cells[a] * d.stride[a];
            array[offset + (electric ? span : -span)] = value;
        }
}

template <class real>
__device__ inline void mirror(const domain &d, int c, const int at[3], int64_t offset,
                              real value)
{
    mirror_in(d, field_of<real>(d, c), c, at, offset, value);
}

/* V neighbouring points of a row, read and written as one. */
template <class real, int V> struct alignas(V * sizeof(real)) pack {
    real v[V];
};

template <int V, class real> __device__ inline pack<real, V> load(const real *f)
{
    return *reinterpret_cast<const pack<real, V> *>(f);
}

/* Zeros, not read, if the component is no part of a 2-D mode. */
template <int V, class real>
__device__ inline pack<real, V> load_of(const domain &d, int c, const real *f, int64_t at)
{
    return d.active >> c & 1 ? load<V>(f + at) : pack<real, V>{};
}

template <int V, class real>
__device__ inline void store(real *f, const pack<real, V> &values, unsigned mask)
{
    if (mask == (1u << V) - 1)
        *reinterpret_cast<pack<real, V> *>(f) = values;
    else
        for (int v = 0; v < V; v++)
            if (mask >> v & 1)
                f[v] = values.v[v];
}

#endif
