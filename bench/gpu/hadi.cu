/* hadi.cu: updates of Hx as in M. F. Hadi and S. A. Esmaeili, CUDA Fortran acceleration for the
 * finite-difference time-domain method: a thread for every point in three-dimensional blocks,
 * all coefficients arrays (table 1 counts the reads), nothing kept from point to point. The
 * same text serves a core of the host. S44's levels in time change places from run to run. */
#include "hadi.h"
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { EDGE = 2, ROOM = 32, COEFFICIENTS = 6, LEVELS = 4 };

struct setup {
    int n;
    int64_t row, plane;   /* words from j to j+1, k to k+1 */
    float *level[LEVELS]; /* Hx, the newest first; the oldest is overwritten by S44 */
    const float *ey, *ez;
    const float *by[COEFFICIENTS];
};

/* Pairs of Ey along z less pairs of Ez along y, 2*reach - 1 apart. */
__host__ __device__ static inline float pairs(const float *y, const float *z, int64_t row,
                                              int64_t plane, int reach)
{
    const int64_t up = reach, down = 1 - reach;
    return y[up * plane] - y[down * plane] - z[up * row] + z[down * row];
}

/* The sum of pairs() at the four places one cell across. */
__host__ __device__ static inline float sides(const float *y, const float *z, int64_t row,
                                              int64_t plane, int reach)
{
    return pairs(y - 1, z - 1, row, plane, reach) + pairs(y + 1, z + 1, row, plane, reach) +
           pairs(y - row, z - plane, row, plane, reach) +
           pairs(y + row, z + plane, row, plane, reach);
}

__host__ __device__ static inline float corners(const float *y, const float *z, int64_t row,
                                                int64_t plane, int reach)
{
    return pairs(y - 1 - row, z - 1 - plane, row, plane, reach) +
           pairs(y + 1 - row, z + 1 - plane, row, plane, reach) +
           pairs(y - 1 + row, z - 1 + plane, row, plane, reach) +
           pairs(y + 1 + row, z + 1 + plane, row, plane, reach);
}

template <int KERNEL> __host__ __device__ static inline void update(const setup &s, int64_t at)
{
    const float *y = s.ey + at, *z = s.ez + at;
    float v = s.by[0][at] * s.level[0][at] + s.by[1][at] * pairs(y, z, s.row, s.plane, 1);
    if (KERNEL != HADI_FDTD)
        v += s.by[2][at] * pairs(y, z, s.row, s.plane, 2);
    if (KERNEL == HADI_FV24 || KERNEL == HADI_BALANCED)
        v += s.by[3][at] * sides(y, z, s.row, s.plane, 2);
    if (KERNEL == HADI_FV24 || KERNEL == HADI_FV24_WB)
        v += s.by[4][at] * corners(y, z, s.row, s.plane, 2);
    if (KERNEL == HADI_BALANCED)
        v += s.by[4][at] * sides(y, z, s.row, s.plane, 1);
    if (KERNEL == HADI_S44)
        for (int n = 1; n < LEVELS; n++)
            v += s.by[2 + n][at] * s.level[n][at];
    s.level[KERNEL == HADI_S44 ? LEVELS - 1 : 0][at] = v;
}

template <int KERNEL> __global__ void points(const __grid_constant__ setup s)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int j = int(blockIdx.y * blockDim.y + threadIdx.y);
    const int k = int(blockIdx.z * blockDim.z + threadIdx.z);
    if (i < s.n && j < s.n && k < s.n)
        update<KERNEL>(s, k * s.plane + j * s.row + i);
}

template <int KERNEL> static void sweep_core(const setup &s)
{
    for (int k = 0; k < s.n; k++)
        for (int j = 0; j < s.n; j++)
            for (int i = 0; i < s.n; i++)
                update<KERNEL>(s, k * s.plane + j * s.row + i);
}

typedef void (*card_kernel)(const setup);
typedef void (*core_kernel)(const setup &);
static const card_kernel on_card[HADI_KERNELS] = {points<HADI_FDTD>, points<HADI_FV24>,
                                                  points<HADI_FV24_WB>, points<HADI_BALANCED>,
                                                  points<HADI_S44>};
static const core_kernel on_core[HADI_KERNELS] = {
    sweep_core<HADI_FDTD>, sweep_core<HADI_FV24>, sweep_core<HADI_FV24_WB>,
    sweep_core<HADI_BALANCED>, sweep_core<HADI_S44>};

/* Arrays of noise in one block; rows start on whole lines. */
enum { ARRAYS = LEVELS + 2 + COEFFICIENTS };

static int64_t shape(setup *s, int n)
{
    s->n = n;
    s->row = (n + 2 * EDGE + ROOM - 1) / ROOM * ROOM;
    s->plane = s->row * (n + 2 * EDGE);
    return s->plane * (n + 2 * EDGE) + ROOM;
}

static void place(setup *s, float *block, int64_t words)
{
    float *array[ARRAYS];
    for (int n = 0; n < ARRAYS; n++)
        array[n] = block + n * words + EDGE * (s->plane + s->row) + ROOM;
    for (int n = 0; n < LEVELS; n++)
        s->level[n] = array[n];
    s->ey = array[LEVELS];
    s->ez = array[LEVELS + 1];
    for (int n = 0; n < COEFFICIENTS; n++)
        s->by[n] = array[LEVELS + 2 + n];
}

static float *noise(int64_t words)
{
    float *block = (float *)malloc(ARRAYS * (size_t)words * sizeof *block);
    uint32_t seed = 1;
    for (int64_t n = 0; block && n < ARRAYS * words; n++) {
        seed = seed * 1664525u + 1013904223u;
        block[n] = 1e-3f * (float)(seed >> 8) / 16777216.0f;
    }
    return block;
}

static void turn(setup *s, int kernel)
{
    if (kernel != HADI_S44)
        return;
    float *oldest = s->level[LEVELS - 1];
    for (int n = LEVELS - 1; n > 0; n--)
        s->level[n] = s->level[n - 1];
    s->level[0] = oldest;
}

double hadi_card(int kernel, int n, const int block[3], int runs)
{
    setup s;
    const int64_t words = shape(&s, n);
    const size_t bytes = ARRAYS * (size_t)words * sizeof(float);
    float *host = noise(words), *device = NULL, ms = 0;
    cudaEvent_t start = NULL, end = NULL;
    const dim3 threads{unsigned(block[0]), unsigned(block[1]), unsigned(block[2])};
    const dim3 blocks{(n + threads.x - 1) / threads.x, (n + threads.y - 1) / threads.y,
                      (n + threads.z - 1) / threads.z};
    bool ok = host && cudaMalloc((void **)&device, bytes) == cudaSuccess &&
              cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice) == cudaSuccess &&
              cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess;
    if (ok)
        place(&s, device, words);
    for (int run = -2; run < runs && ok; run++) { /* the first two warm up */
        if (run == 0)
            ok = cudaEventRecord(start) == cudaSuccess;
        on_card[kernel]<<<blocks, threads>>>(s);
        turn(&s, kernel);
    }
    ok = ok && cudaEventRecord(end) == cudaSuccess &&
         cudaEventSynchronize(end) == cudaSuccess && cudaGetLastError() == cudaSuccess &&
         cudaEventElapsedTime(&ms, start, end) == cudaSuccess;
    if (start)
        cudaEventDestroy(start);
    if (end)
        cudaEventDestroy(end);
    cudaFree(device);
    free(host);
    return ok && ms > 0 ? 1e-3 * n * (double)n * n * runs / ms / 6 : 0;
}

double hadi_core(int kernel, int n, int runs)
{
    setup s;
    const int64_t words = shape(&s, n);
    float *host = noise(words);
    struct timespec from, to;
    if (!host)
        return 0;
    place(&s, host, words);
    on_core[kernel](s);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (int run = 0; run < runs; run++) {
        on_core[kernel](s);
        turn(&s, kernel);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    free(host);
    return 1e-6 * n * (double)n * n * runs / 6 /
           (double(to.tv_sec - from.tv_sec) + 1e-9 * double(to.tv_nsec - from.tv_nsec));
}
