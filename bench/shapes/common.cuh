// common.cuh: grid, oracle (plain two kernels), fill, compare, copy bandwidth, tensor maps.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("CUDA %s line %d\n", cudaGetErrorString(e_), __LINE__); exit(1); } } while (0)
typedef long long ll;
// rows interleaved: [k][j][component][i]; NC components a row group, q = pitch of a row
struct G { int nx, ny, nz, q, nc; ll sx, sxy; };
static G mk(int nx, int ny, int nz, int nc) { G g; g.nx = nx; g.ny = ny; g.nz = nz; g.nc = nc; g.q = (nx + 31) / 32 * 32; g.sx = (ll)nc * g.q; g.sxy = g.sx * ny; return g; }
template <class real> static real *grab(const G &g) { real *p; CK(cudaMalloc(&p, g.sxy * g.nz * sizeof(real))); CK(cudaMemset(p, 0, g.sxy * g.nz * sizeof(real))); return p; }
__host__ __device__ inline unsigned hash3(unsigned s, int i, int j, int k) { unsigned v = s ^ (i * 73856093u) ^ (j * 19349663u) ^ (k * 83492791u); v ^= v >> 13; v *= 0x5bd1e995; v ^= v >> 15; return v; }
template <class real> __global__ void fill(real *f, G g, int dead) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z; if (i >= g.nx) return;
  for (int c = 0; c < g.nc; c++) { real r = (hash3(1234u + 77 * c, i, j, k) & 0xffff) / (real)65536 - (real)0.5;
    if (c == 0 && (j == 0 || k == 0)) r = 0; if (c == 1 && (i == 0 || k == 0)) r = 0; if (c == 2 && (i == 0 || j == 0)) r = 0;
    if (c >= 6) r *= (real)0.1; if (dead & 1 << c) r = 0;
    f[k * g.sxy + j * g.sx + (ll)c * g.q + i] = r; } }
// ids: three bytes a cell, pattern of bricks (kind 0: 16^3 cubes shifting; kind 1: 64^3 cubes)
__host__ __device__ inline unsigned id_at(int i, int j, int k, int kind) {
  unsigned q = kind == 0 ? 1 + (i / 16 + j / 16 * 3 + k / 16 * 7) % 8 : kind == 1 ? 1 + (i / 64 + j / 64 * 3 + k / 64 * 7) % 8 : 1 + hash3(5, i, j, k) % 8;
  unsigned a = q, b = q, d = q; if (kind == 2) { b = 1 + hash3(6, i, j, k) % 8; d = 1 + hash3(7, i, j, k) % 8; }
  if (j == 0 || k == 0) a = 0; if (i == 0 || k == 0) b = 0; if (i == 0 || j == 0) d = 0; return a | b << 8 | d << 16; }
__global__ void fill_ids(unsigned *id, G g, int kind) { int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z; if (i < g.nx) id[((ll)k * g.ny + j) * g.q + i] = id_at(i, j, k, kind); }
__host__ __device__ inline float2 law(unsigned id) { return id == 0 ? make_float2(0.f, 0.f) : make_float2(0.5f / (1 + 0.25f * (id - 1)), 0.001f * (id - 1)); } // cb, loss
static double bandwidth() { size_t n = (size_t)1 << 30; float *a, *b; CK(cudaMalloc(&a, n)); CK(cudaMalloc(&b, n)); cudaMemset(a, 1, n); cudaEvent_t s, e; cudaEventCreate(&s); cudaEventCreate(&e); double best = 0;
  for (int i = 0; i < 8; i++) { cudaEventRecord(s); CK(cudaMemcpyAsync(b, a, n, cudaMemcpyDeviceToDevice)); cudaEventRecord(e); cudaEventSynchronize(e); float ms; cudaEventElapsedTime(&ms, s, e); best = std::max(best, 2.0 * n / ms / 1e6); }
  cudaFree(a); cudaFree(b); return best; }
static CUtensorMap map4(void *p, CUtensorMapDataType type, int word, const G &g, int ncomp, int bx, int bc, int by) {
  static decltype(&cuTensorMapEncodeTiled) enc = nullptr;
  if (!enc) { cudaDriverEntryPointQueryResult r; CK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&enc, 12000, cudaEnableDefault, &r)); }
  CUtensorMap m; cuuint64_t dim[4] = {(cuuint64_t)g.nx, (cuuint64_t)ncomp, (cuuint64_t)g.ny, (cuuint64_t)g.nz};
  cuuint64_t st[3] = {(cuuint64_t)g.q * word, (cuuint64_t)g.q * word * ncomp, (cuuint64_t)g.q * word * ncomp * g.ny};
  cuuint32_t box[4] = {(cuuint32_t)bx, (cuuint32_t)bc, (cuuint32_t)by, 1}, es[4] = {1, 1, 1, 1};
  CUresult r = enc(&m, type, 4, p, dim, st, box, es, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (r != CUDA_SUCCESS) { printf("tensor map %d (box %d %d %d)\n", r, bx, bc, by); exit(1); } return m; }
// shared-memory barriers and bulk tensor copies
__device__ __forceinline__ unsigned sa(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bar_init(unsigned b, int n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(n)); }
__device__ __forceinline__ void bar_expect(unsigned b, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(b), "r"(bytes) : "memory"); }
__device__ __forceinline__ void bar_wait(unsigned b, unsigned ph) { asm volatile("{.reg .pred p; L%=: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @p bra D%=; bra L%=; D%=: }" ::"r"(b), "r"(ph) : "memory"); }
__device__ __forceinline__ void tma_load(unsigned dst, const CUtensorMap *m, int x, int c, int y, int z, unsigned bar) {
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2,%3,%4,%5}], [%6];" ::"r"(dst), "l"(m), "r"(x), "r"(c), "r"(y), "r"(z), "r"(bar) : "memory"); }
