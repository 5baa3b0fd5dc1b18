/* general_words.cuh: the copies of words that belong to one point, psi of layers and states of
 * sections, between device memory and the slots of planes under way. */
#ifndef CUDA_GENERAL_WORDS_CUH
#define CUDA_GENERAL_WORDS_CUH

#include "general.cuh"

template <class real, int T, int R, int W, int FEATURES, class laws>
template <int AXIS, int KIND>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::stream_axis(int i, int slot, int r, bool store)
{
    const line &l = from.line[AXIS][KIND];
    const int row = j[r], at = AXIS == 0 ? i : AXIS == 1 ? row : k;
    if (!(x.layers >> AXIS & 1) ||
        (AXIS == 0 ? !in_layer(l, i) : !(layer_bits[KIND] >> (AXIS == 1 ? r : 31) & 1)))
        return;
    const int p = at < l.low ? at : at - l.shift;
    const int64_t n = AXIS == 0   ? (int64_t(p) * from.rows + row) * from.pitch + k
                      : AXIS == 1 ? (int64_t(i) * l.slab + p) * from.pitch + k
                                  : (int64_t(i) * from.rows + row) * l.slab + p;
#pragma unroll
    for (int m = 1; m < 3; m++) {
        const int c = (KIND == NODE ? 0 : 3) + (AXIS + m) % 3;
        real &kept = slot_word(slot, first_of(AXIS) + 2 * KIND + m - 1, r);
        if (!from.psi[c][AXIS])
            continue;
        if (store)
            static_cast<real *>(to.psi[c][AXIS])[n] = kept;
        else
            __pipeline_memcpy_async(&kept, static_cast<const real *>(from.psi[c][AXIS]) + n,
                                    sizeof(real));
    }
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::stream_layers(int i, int slot, int r, bool store)
{
    if (LAYERS_X) {
        stream_axis<0, NODE>(i, slot, r, store);
        stream_axis<0, HALF>(i, slot, r, store);
    }
    if (LAYERS_YZ) {
        stream_axis<1, NODE>(i, slot, r, store);
        stream_axis<1, HALF>(i, slot, r, store);
        stream_axis<2, NODE>(i, slot, r, store);
        stream_axis<2, HALF>(i, slot, r, store);
    }
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::stream_sections(int i, int slot, int r,
                                                              bool store, unsigned id)
{
    const int first = words - 3 * x.words, row = j[r];
#pragma unroll
    for (int c = 0; c < 3; c++) {
        if (!from.state[c])
            continue;
        int64_t at = i * from.plane + int64_t(row) * from.pitch + k;
        int64_t width = from.state_words;
        if (IDS && from.row[c] && from.words_as_fields == 0) {
            const state_row q = from.row[c][int64_t(i) * from.rows + row];
            if (k < q.begin || k >= q.begin + q.width)
                continue;
            at = q.first + (k - q.begin);
            width = q.width;
        }
        int many = x.words_read[c];
        if (store && (IDS || ANY_WORDS))
            many = x.words_of[IDS ? id >> 10 * c & 1023 : c];
        for (int n = 0; n < many; n++, at += width) {
            real &kept = slot_word(slot, first + c * x.words + n, r);
            if (store)
                static_cast<real *>(to.state[c])[at] = kept;
            else
                __pipeline_memcpy_async(&kept, static_cast<const real *>(from.state[c]) + at,
                                        sizeof(real));
        }
    }
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::stream_in(int i, int slot)
{
    i = plane(i);
    if (i >= 0 && i < x.nodes[0] && k >= 0 && k < x.nodes[2])
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (j[r] < 0 || j[r] >= x.nodes[1])
                continue;
            if (LAYERS)
                stream_layers(i, slot, r, false);
            if (ANY_WORDS)
                stream_sections(i, slot, r, false, 0);
        }
    __pipeline_commit();
}

template <class real, int T, int R, int W, int FEATURES, class laws>
__device__ __forceinline__ void
general_march<real, T, R, W, FEATURES, laws>::stream_out(int i, int number, int slot)
{
#pragma unroll
    for (int r = 0; r < R; r++) {
        if (!(written_rows >> r & 1))
            continue;
        if (LAYERS)
            stream_layers(i, slot, r, true);
        if (ANY_WORDS)
            stream_sections(i, slot, r, true,
                            IDS ? s.id[number % smem::RINGS][warp * R + r][lane] : 0);
    }
}

#endif
