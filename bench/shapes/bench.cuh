#pragma once
#include "vac.cuh"
__global__ void differ(const float *a, const float *b, ll n, unsigned long long *count) { ll i = blockIdx.x * 256ll + threadIdx.x, s = gridDim.x * 256ll; unsigned long long c = 0; for (; i < n; i += s) c += __float_as_uint(a[i]) != __float_as_uint(b[i]); if (c) atomicAdd(count, c); }
static Par par(const G &g) { Par P{}; P.g = g; P.c = .5f; P.cb = .5f; P.xi = P.yi = P.zi = 1.f; return P; }
// Gcells/s; verify: differing words after two passes against the oracle at (odd) small size
template <int T, int R, int W, int V, int NS, int MAT, int AR, int U, int CC> void run(int n, int mode, int chunks, int kind, bool verify) {
  auto fn = pass<T, R, W, V, NS, MAT, AR, U, CC>; size_t sm = sizeof(Shm<T, R, W, V, NS, MAT>) + 128;
  if (cudaFuncSetAttribute(fn, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sm) != cudaSuccess) { printf("T%d R%d W%d V%d: %zu B shared: too much\n", T, R, W, V, sm); cudaGetLastError(); return; }
  cudaFuncAttributes fa; CK(cudaFuncGetAttributes(&fa, fn)); int occ; CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&occ, fn, 32 * W, sm));
  if (!occ) { printf("no occupancy\n"); return; }
  G g = mk(n, n, n, 6); Par P = par(g); float *a = grab<float>(g), *b = grab<float>(g); unsigned *id = nullptr; G gi = mk(n, n, n, 1);
  if (MAT) { id = grab<unsigned>(gi); fill_ids<<<dim3((n + 127) / 128, n, n), 128>>>(id, gi, kind); }
  auto fl = [&](float *p) { fill<<<dim3((n + 127) / 128, n, n), 128>>>(p, g, 0); };
  CUtensorMap ma = map4(a, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, g, 6, 32 * V, 6, CC > 1 ? 2 * T : R * W), mb = map4(b, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, g, 6, 32 * V, 6, CC > 1 ? 2 * T : R * W), mi = MAT ? map4(id, CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, gi, 1, 32 * V, 1, R * W) : ma;
  CUtensorMap da = CC > 1 ? map4(a, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, g, 6, 32 * V, 6, R * W - 4 * T) : ma, db = CC > 1 ? map4(b, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, g, 6, 32 * V, 6, R * W - 4 * T) : mb;
  P.xt = (n + 32 * V - 9) / (32 * V - 8); P.yt = (n + R * W - 2 * T - 1) / (R * W - 2 * T); P.yt = (P.yt + CC - 1) / CC * CC; P.tiles = P.xt * P.yt; P.mode = mode & 1; bool pace = mode & 2; static unsigned *cnt; if (!cnt) { CK(cudaMalloc(&cnt, 512)); CK(cudaMemset(cnt, 0, 512)); } P.cnt = cnt; CK(cudaMemset(cnt, 0, 512));
  int per = 132; if (CC == 4) per = 128;
  P.chunks = chunks;
  if (!P.mode && !chunks) { double best = 1e30; for (int c = 1; c <= 24; c++) { double t = (double)((P.tiles * c + per * occ - 1) / (per * occ)) * ((n + c - 1) / c + 2 * T - 1); if (t < best) best = t, chunks = c; } P.chunks = chunks; }
  int grid = P.mode ? 132 * occ : P.tiles * chunks;
  P.pace = pace ? per * occ : 0; P.checks = ((n + P.chunks - 1) / P.chunks + 2 * T - 1) / 4 + 1; if (!P.chunks) P.checks = 0;
  auto go = [&](int i) { P.parity = i & 1; cudaLaunchConfig_t lc{}; lc.gridDim = dim3(grid); lc.blockDim = dim3(32 * W); lc.dynamicSmemBytes = sm; cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x = CC; at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1; lc.attrs = at; lc.numAttrs = CC > 1; CK(cudaLaunchKernelEx(&lc, fn, i & 1 ? mb : ma, i & 1 ? db : da, mi, i & 1 ? a : b, P)); };
  fl(a);
  if (verify) { float *r = grab<float>(g); fl(r); dim3 B(32, 4, 2), Gd((n + 31) / 32, (n + 3) / 4, (n + 1) / 2); for (int t = 0; t < 2 * T; t++) { kH<AR><<<Gd, B>>>(r, P); kE<AR, MAT><<<Gd, B>>>(r, id, P); }
    go(0); go(1); unsigned long long *d, h = 0; CK(cudaMalloc(&d, 8)); CK(cudaMemset(d, 0, 8)); differ<<<132, 256>>>(a, r, g.sxy * g.nz, d); CK(cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost)); cudaFree(d); cudaFree(r);
    printf("verify T%d R%d W%d V%d NS%d mat%d ar%d n=%d mode%d/%d regs=%d local=%zu: %llu words differ\n", T, R, W, V, NS, MAT, AR, n, mode, chunks, fa.numRegs, fa.localSizeBytes, h); }
  else { cudaEvent_t s, e; cudaEventCreate(&s); cudaEventCreate(&e); int reps = std::max(4, (int)(6e9 / ((double)n * n * n * T))) & ~1; std::vector<double> ts;
    for (int k = 0; k < 3; k++) { cudaEventRecord(s); for (int i = 0; i < reps; i++) go(i); cudaEventRecord(e); CK(cudaEventSynchronize(e)); float ms; cudaEventElapsedTime(&ms, s, e); ts.push_back((double)n * n * n * T * reps / ms / 1e6); }
    std::sort(ts.begin(), ts.end());
    printf("T%d R%d W%d V%d NS%d mat%d kind%d ar%d U%d CC%d n=%d mode%d/%d regs=%d local=%zu shm=%zu occ=%d kept=%.2f: %.1f Gcells/s\n", T, R, W, V, NS, MAT, kind, AR, U, CC, n, mode, chunks, fa.numRegs, fa.localSizeBytes, sm, occ, (32. * V - 8) / (32 * V) * (R * W - 2 * T) / (R * W), ts[1]); }
  fflush(stdout); CK(cudaDeviceSynchronize()); cudaFree(a); cudaFree(b); if (id) cudaFree(id);
}
