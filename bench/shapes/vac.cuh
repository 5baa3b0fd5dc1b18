// vac.cuh: T steps a pass, V x-cells a lane, planes staged by the tensor copy engine.
// Stage 0 reads planes p and p+1 from the staged ring: no registers, no loads, no walls to ask for (zero fill).
// Stages 1..T-1 keep one plane of E and H in registers; H of the plane before is what the next stage holds.
// One block barrier a stage. AR: 0 c*((a-b)-(c-d)); 1 the product's order fma(-z,t,y*t). MAT: 0 uniform, 1 three 8-bit
// ids a cell (ring of staged id words; cb, loss tables in shared memory), 2 the same without loss.
#pragma once
#include "common.cuh"
struct Par { G g; float c, xi, yi, zi, cb; int xt, yt, tiles, zc, chunks, mode, pace, checks, parity; unsigned *cnt; };
template <int T, int R, int W, int V, int NS, int MAT> struct Shm {
  static constexpr int X = 32 * V, ROWS = R * W, NI = T + NS;
  alignas(128) float in[NS][ROWS][6][X];
  alignas(128) unsigned id[MAT ? NI : 1][MAT ? ROWS : 1][MAT ? X : 1];
  alignas(128) float sH[T][W + 1][2][X], sE[T][W + 1][2][X];
  float cb[MAT ? 256 : 1], loss[MAT ? 256 : 1];
  unsigned long long full[NS + 1], empty[NS + 1];
};
template <int V> struct vec { float v[V]; };
template <int V> __device__ __forceinline__ void ld(float (&d)[V], const float *p) {
  if constexpr (V == 2) { float2 t = *(const float2 *)p; d[0] = t.x; d[1] = t.y; }
  else if constexpr (V == 4) { float4 t = *(const float4 *)p; d[0] = t.x; d[1] = t.y; d[2] = t.z; d[3] = t.w; } else d[0] = *p; }
template <int V> __device__ __forceinline__ void st(float *p, const float (&d)[V]) {
  if constexpr (V == 2) *(float2 *)p = make_float2(d[0], d[1]);
  else if constexpr (V == 4) *(float4 *)p = make_float4(d[0], d[1], d[2], d[3]); else *p = d[0]; }
template <int V, bool CS> __device__ __forceinline__ void put(float *p, const float (&d)[V]) { // to global memory
  if constexpr (!CS) st<V>(p, d); else if constexpr (V == 2) __stcs((float2 *)p, make_float2(d[0], d[1])); else __stcs(p, d[0]); }
template <int V> __device__ __forceinline__ void right(float (&d)[V], const float (&s)[V]) { // value at i+1
#pragma unroll
  for (int v = 0; v + 1 < V; v++) d[v] = s[v + 1];
  d[V - 1] = __shfl_down_sync(~0u, s[0], 1); }
template <int V> __device__ __forceinline__ void left(float (&d)[V], const float (&s)[V]) {
#pragma unroll
  for (int v = 1; v < V; v++) d[v] = s[v - 1];
  d[0] = __shfl_up_sync(~0u, s[V - 1], 1); }

template <int T, int R, int W, int V, int NS, int MAT, int AR, int U, int CC, bool EDGE>
__device__ __forceinline__ void march(const CUtensorMap *mIn, const CUtensorMap *mMid, const CUtensorMap *mId, float *__restrict__ out, const Par &P,
                                      Shm<T, R, W, V, NS, MAT> &S, int x0, int y0, int z0, int z1, unsigned &it) {
  constexpr int X = 32 * V, ROWS = R * W, HX = V == 1 ? 4 : 4, XK = X - 8, NI = T + NS;
  const G &g = P.g;
  const int lane = threadIdx.x & 31, w = threadIdx.x >> 5, lx = lane * V, x = x0 + lx, yb = y0 + w * R;
  float e[T][3][R][V], h[T][3][R][V], hl[2][R][V]; // e[0], h[0] unused (stage 0 reads shared memory)
#pragma unroll
  for (int s = 0; s < T; s++)
#pragma unroll
    for (int q = 0; q < 3; q++)
#pragma unroll
      for (int r = 0; r < R; r++)
#pragma unroll
        for (int v = 0; v < V; v++) { e[s][q][r][v] = 0; h[s][q][r][v] = 0; hl[q > 0][r][v] = 0; }
  float cA[V], cB[V];
#pragma unroll
  for (int v = 0; v < V; v++) { cA[v] = x + v >= 0 && x + v < g.nx ? P.c : 0.f; cB[v] = x + v > 0 && x + v < g.nx ? P.c : 0.f; }
  const int kbeg = z0 - T, last = z1 - 1 + T;
  const unsigned bytes = ROWS * 6 * X * 4 + (MAT ? ROWS * X * 4 : 0);
  const int rank = CC > 1 ? blockIdx.x % CC : 0, odd = CC > 1 ? rank & 1 : 0;
  auto place = [&](int ty) { return !odd ? ty : ty < 2 * T ? ty + ROWS - 2 * T : ty >= ROWS - 2 * T ? ty - (ROWS - 2 * T) : ty; };
  const float *src[R + 1]; // rows of slot 0
#pragma unroll
  for (int r = 0; r <= R; r++) src[r] = &S.in[0][place(min(w * R + r, ROWS - 1))][0][lx];
  auto share = [&](int k, unsigned slot) { // rows this block and the one above it both need: one copy for two
    unsigned d = sa(&S.in[slot][odd ? ROWS - 2 * T : 0][0][0]), b = sa(&S.full[slot]); unsigned short mask = rank ? 3 << (rank - 1) : 1;
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2,%3,%4,%5}], [%6], %7;" ::"r"(d), "l"(mIn), "r"(x0), "r"(0), "r"(y0), "r"(k), "r"(b), "h"(mask) : "memory"); };
  auto fetch = [&](int k, unsigned slot, unsigned islot) { // one thread
    unsigned b = sa(&S.full[slot]); bar_expect(b, bytes);
    if (CC == 1) tma_load(sa(&S.in[slot][0][0][0]), mIn, x0, 0, y0, k, b);
    else { tma_load(sa(&S.in[slot][2 * T][0][0]), mMid, x0, 0, y0 + 2 * T, k, b);
      if (rank == CC - 1) tma_load(sa(&S.in[slot][odd ? 0 : ROWS - 2 * T][0][0]), mIn, x0, 0, y0 + ROWS - 2 * T, k, b); }
    if (MAT) tma_load(sa(&S.id[islot][0][0]), mId, x0, 0, y0, k, b); };
  // ring state continues over segments: `it` counts planes ever fetched by this block
  __syncthreads();
  const unsigned base = it;
  if (threadIdx.x == 0)
    for (int d = 0; d < NS && kbeg + d <= last; d++) fetch(kbeg + d, (base + d) % NS, (base + d) % NI);
  if (CC > 1) { __syncthreads(); asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    if (threadIdx.x == 0) for (int d = 0; d < NS && kbeg + d <= last; d++) share(kbeg + d, (base + d) % NS); }
  it += last - kbeg + 1;
  for (int s = 0; s < T; s++) for (int q = 0; q < 2; q++) { st<V>(&S.sE[s][w][q][lx], e[0][0][0]); st<V>(&S.sH[s][w][q][lx], e[0][0][0]); }
  if (w == 0) for (int s = 0; s < T; s++) for (int q = 0; q < 2; q++) { st<V>(&S.sE[s][W][q][lx], e[0][0][0]); }
  unsigned seen = 0, n = base; // counter of plane kin-1
  unsigned sl0 = n % NS, ph0 = n / NS & 1;
  bar_wait(sa(&S.full[sl0]), ph0);
  __syncthreads();
  bool keep = lane * V >= HX && lane * V < HX + XK && x < g.nx;
  float *op = out + (ll)(z0 - 2 * T + 1) * g.sxy + (ll)yb * g.sx + x; // plane kin - T at kin = kbeg+1 -> z0-2T+1
  unsigned is = base % NI; // id slot of plane kin-1
#pragma unroll (U % 10)
  for (int kin = kbeg + 1; kin <= last; kin++) {
    unsigned sl1 = sl0 + 1 == NS ? 0 : sl0 + 1, ph1 = sl1 == 0 ? ph0 ^ 1 : ph0;
    bar_wait(sa(&S.full[sl1]), ph1);
    float iE[3][R][V], iH[3][R][V];
#pragma unroll
    for (int s = 0; s < T; s++) {
      const int p = kin - 1 - s;
      const bool pin = p >= 0 && p < g.nz, pin1 = p > 0 && p < g.nz;
      float a[3][R][V]; // E of plane p (this stage's own), b: Ex, Ey of plane p+1
      if (s == 0) {
#pragma unroll
        for (int r = 0; r < R; r++) {
#pragma unroll
          for (int q = 0; q < 3; q++) { ld<V>(a[q][r], src[r] + (sl0 * ROWS * 6 + q) * X); ld<V>(h[0][q][r], src[r] + (sl0 * ROWS * 6 + 3 + q) * X); }
          ld<V>(iE[0][r], src[r] + sl1 * ROWS * 6 * X); ld<V>(iE[1][r], src[r] + (sl1 * ROWS * 6 + 1) * X);
        }
      } else
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
          for (int q = 0; q < 3; q++)
#pragma unroll
            for (int v = 0; v < V; v++) a[q][r][v] = e[s][q][r][v];
      float dX[V], dZ[V]; // Ex, Ez of the row below the last
      if (s == 0) { ld<V>(dX, src[R] + sl0 * ROWS * 6 * X); ld<V>(dZ, src[R] + (sl0 * ROWS * 6 + 2) * X); }
      else { ld<V>(dX, &S.sE[s][w + 1][0][lx]); ld<V>(dZ, &S.sE[s][w + 1][1][lx]); }
      float hx[R][V], hy[R][V], hz[R][V];
#pragma unroll
      for (int r = 0; r < R; r++) {
        float yi[V], zi[V]; right<V>(yi, a[1][r]); right<V>(zi, a[2][r]);
#pragma unroll
        for (int v = 0; v < V; v++) {
          float exj = r < R - 1 ? a[0][(r + 1) % R][v] : dX[v], ezj = r < R - 1 ? a[2][(r + 1) % R][v] : dZ[v];
          float tz1 = iE[1][r][v] - a[1][r][v], ty2 = ezj - a[2][r][v], tx2 = zi[v] - a[2][r][v], tz0 = iE[0][r][v] - a[0][r][v],
                ty0 = exj - a[0][r][v], tx1 = yi[v] - a[1][r][v];
          if (AR == 0) { hx[r][v] = h[s][0][r][v] + P.c * (tz1 - ty2); hy[r][v] = h[s][1][r][v] + P.c * (tx2 - tz0); hz[r][v] = h[s][2][r][v] + P.c * (ty0 - tx1); }
          else { hx[r][v] = fmaf(P.cb, fmaf(P.zi, tz1, -P.yi * ty2), h[s][0][r][v]); hy[r][v] = fmaf(P.cb, fmaf(P.xi, tx2, -P.zi * tz0), h[s][1][r][v]);
            hz[r][v] = fmaf(P.cb, fmaf(P.yi, ty0, -P.xi * tx1), h[s][2][r][v]); }
        }
      }
      st<V>(&S.sH[s][w + 1][0][lx], hx[R - 1]); st<V>(&S.sH[s][w + 1][1][lx], hz[R - 1]);
      __syncthreads();
      if (s == 0 && threadIdx.x == 0) { // everyone has read plane kin-1
        if (kin - 1 + NS <= last) { unsigned f = n + NS; fetch(kin - 1 + NS, f % NS, f % NI); }
        if (CC > 1 && rank < CC - 1) asm volatile("{.reg .b32 a; mapa.shared::cluster.u32 a, %0, %1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a];}" ::"r"(sa(&S.empty[sl0])), "r"(rank + 1) : "memory");
      }
      if (CC > 1 && s == 1 && threadIdx.x == 0 && kin - 1 + NS <= last) { unsigned f = n + NS; if (rank) bar_wait(sa(&S.empty[sl0]), (f / NS - 1) & 1); share(kin - 1 + NS, sl0); }
      if (s == 1 && P.pace && threadIdx.x == 0 && (kin - kbeg) % 4 == 0) { // keep the wave's blocks at the same plane
        volatile unsigned *cn = P.cnt + P.parity * 64 + blockIdx.x / P.pace; unsigned act = min(P.pace, (int)gridDim.x - (int)(blockIdx.x / P.pace) * P.pace), m = (kin - kbeg) / 4;
        atomicAdd((unsigned *)cn, 1u); if (m > 2) { if (seen < act * (m - 2)) while (*cn < act * (m - 2)) __nanosleep(40); } seen = *cn;
      }
      float uX[V], uZ[V]; ld<V>(uX, &S.sH[s][w][0][lx]); ld<V>(uZ, &S.sH[s][w][1][lx]);
      float ex[R][V], ey[R][V], ez[R][V];
#pragma unroll
      for (int r = 0; r < R; r++) {
        float yi[V], zi[V]; left<V>(yi, hy[r]); left<V>(zi, hz[r]);
        unsigned m[V];
        if (MAT) { int i_ = (int)is - s; i_ += i_ < 0 ? NI : 0; float t[V]; ld<V>(t, (const float *)&S.id[i_][w * R + r][lx]);
#pragma unroll
          for (int v = 0; v < V; v++) m[v] = __float_as_uint(t[v]); }
        const int y = yb + r; const bool yin = y >= 0 && y < g.ny, yin1 = y > 0 && y < g.ny;
#pragma unroll
        for (int v = 0; v < V; v++) {
          float hxj = r > 0 ? hx[(r + R - 1) % R][v] : uX[v], hzj = r > 0 ? hz[(r + R - 1) % R][v] : uZ[v];
          float pX = s < T - 1 ? h[(s + 1) % T][0][r][v] : hl[0][r][v], pY = s < T - 1 ? h[(s + 1) % T][1][r][v] : hl[1][r][v];
          float ty2 = hz[r][v] - hzj, tz1 = hy[r][v] - pY, tz0 = hx[r][v] - pX, tx2 = hz[r][v] - zi[v], tx1 = hy[r][v] - yi[v], ty0 = hx[r][v] - hxj;
          float q0, q1, q2;
          if (AR == 0) { q0 = ty2 - tz1; q1 = tz0 - tx2; q2 = tx1 - ty0; }
          else { q0 = fmaf(-P.zi, tz1, P.yi * ty2); q1 = fmaf(-P.xi, tx2, P.zi * tz0); q2 = fmaf(-P.yi, ty0, P.xi * tx1); }
          if (MAT) {
            unsigned i0 = m[v] & 255, i1 = __byte_perm(m[v], 0, 0x4441), i2 = __byte_perm(m[v], 0, 0x4442);
            float o0 = a[0][r][v], o1 = a[1][r][v], o2 = a[2][r][v];
            if (MAT == 1) { o0 = fmaf(-S.loss[i0], o0, o0); o1 = fmaf(-S.loss[i1], o1, o1); o2 = fmaf(-S.loss[i2], o2, o2); }
            ex[r][v] = fmaf(S.cb[i0], q0, o0); ey[r][v] = fmaf(S.cb[i1], q1, o1); ez[r][v] = fmaf(S.cb[i2], q2, o2);
          } else {
            float c0 = EDGE ? (yin1 && pin1 ? cA[v] : 0.f) : (pin1 ? P.c : 0.f), c1 = EDGE ? (yin && pin1 ? cB[v] : 0.f) : (pin1 ? P.c : 0.f), c2 = EDGE ? (yin1 && pin ? cB[v] : 0.f) : (pin ? P.c : 0.f);
            ex[r][v] = fmaf(c0, q0, a[0][r][v]); ey[r][v] = fmaf(c1, q1, a[1][r][v]); ez[r][v] = fmaf(c2, q2, a[2][r][v]);
          }
        }
      }
      if (s > 0) { st<V>(&S.sE[s][w][0][lx], iE[0][0]); st<V>(&S.sE[s][w][1][lx], iE[2][0]); }
#pragma unroll
      for (int r = 0; r < R; r++)
#pragma unroll
        for (int v = 0; v < V; v++) {
          if (s == T - 1) { hl[0][r][v] = hx[r][v]; hl[1][r][v] = hy[r][v]; }
          if (s > 0)
#pragma unroll
            for (int q = 0; q < 3; q++) { e[s][q][r][v] = iE[q][r][v]; h[s][q][r][v] = iH[q][r][v]; }
          iE[0][r][v] = ex[r][v]; iE[1][r][v] = ey[r][v]; iE[2][r][v] = ez[r][v];
          iH[0][r][v] = hx[r][v]; iH[1][r][v] = hy[r][v]; iH[2][r][v] = hz[r][v];
        }
    }
    if (kin - T >= z0) {
#pragma unroll
      for (int r = 0; r < R; r++) { int ty = w * R + r;
        if (keep && ty >= T && ty < ROWS - T && yb + r < g.ny) { float *o = op + r * g.sx;
#pragma unroll
          for (int q = 0; q < 3; q++) { put<V, U >= 10>(o + q * g.q, iE[q][r]); put<V, U >= 10>(o + (3 + q) * g.q, iH[q][r]); } } }
    }
    op += g.sxy; n++; sl0 = sl1; ph0 = ph1; is = is + 1 == NI ? 0 : is + 1;
  }
}
template <int T, int R, int W, int V, int NS, int MAT, int AR, int U, int CC>
__global__ void __launch_bounds__(32 * W, 1) pass(const __grid_constant__ CUtensorMap mIn, const __grid_constant__ CUtensorMap mMid, const __grid_constant__ CUtensorMap mId, float *out, const __grid_constant__ Par P) {
  extern __shared__ char raw[];
  auto &S = *(Shm<T, R, W, V, NS, MAT> *)(((size_t)raw + 127) & ~(size_t)127);
  if (threadIdx.x == 0) { for (int i = 0; i < NS; i++) bar_init(sa(&S.full[i]), 1), bar_init(sa(&S.empty[i]), 1); asm volatile("fence.proxy.async;" ::: "memory"); }
  if (MAT) for (int q = threadIdx.x; q < 256; q += 32 * W) { float2 l = law(q); S.cb[q] = l.x; S.loss[q] = l.y; }
  unsigned it = 0;
  ll lo, hi;
  if (P.mode == 0) { int ch = blockIdx.x / P.tiles, t = blockIdx.x % P.tiles; int a = (ll)P.g.nz * ch / P.chunks, b = (ll)P.g.nz * (ch + 1) / P.chunks; lo = (ll)t * P.g.nz + a; hi = (ll)t * P.g.nz + b; }
  else { ll all = (ll)P.tiles * P.g.nz; lo = all * blockIdx.x / gridDim.x; hi = all * (blockIdx.x + 1) / gridDim.x; }
  while (lo < hi) {
    int t = lo / P.g.nz; if (CC > 1) { int c = t % CC, q = t / CC; t = (q / P.xt * CC + c) * P.xt + q % P.xt; } int z0 = lo % P.g.nz, z1 = min((ll)P.g.nz, z0 + hi - lo);
    int x0 = t % P.xt * (32 * V - 8) - 4, y0 = t / P.xt * (R * W - 2 * T) - T;
    bool inner = x0 > 0 && x0 + 32 * V <= P.g.nx && y0 > 0 && y0 + R * W <= P.g.ny;
    if (MAT || inner) march<T, R, W, V, NS, MAT, AR, U, CC, false>(&mIn, &mMid, &mId, out, P, S, x0, y0, z0, z1, it);
    else march<T, R, W, V, NS, MAT, AR, 1, CC, true>(&mIn, &mMid, &mId, out, P, S, x0, y0, z0, z1, it);
    lo += z1 - z0;
    if (P.pace && threadIdx.x == 0) { int m = (z1 - z0 + 2 * T - 1) / 4; if (P.checks > m) atomicAdd(P.cnt + P.parity * 64 + blockIdx.x / P.pace, (unsigned)(P.checks - m)); }
  }
  if (P.pace && blockIdx.x == 0 && threadIdx.x < 64) P.cnt[(P.parity ^ 1) * 64 + threadIdx.x] = 0;
  if (CC > 1) asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
// ---- oracle
template <int AR> __global__ void kH(float *f, Par P) { const G &g = P.g; int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 4 + threadIdx.y, k = blockIdx.z * 2 + threadIdx.z; if (i >= g.nx || j >= g.ny || k >= g.nz) return;
  float *p = f + k * g.sxy + j * g.sx + i; float ex = p[0], ey = p[g.q], ez = p[2 * g.q];
  float exj = j + 1 < g.ny ? p[g.sx] : 0, ezj = j + 1 < g.ny ? p[g.sx + 2 * g.q] : 0, exk = k + 1 < g.nz ? p[g.sxy] : 0, eyk = k + 1 < g.nz ? p[g.sxy + g.q] : 0, eyi = i + 1 < g.nx ? p[g.q + 1] : 0, ezi = i + 1 < g.nx ? p[2 * g.q + 1] : 0;
  float tz1 = eyk - ey, ty2 = ezj - ez, tx2 = ezi - ez, tz0 = exk - ex, ty0 = exj - ex, tx1 = eyi - ey;
  if (AR == 0) { p[3 * g.q] = fmaf(P.c, tz1 - ty2, p[3 * g.q]); p[4 * g.q] = fmaf(P.c, tx2 - tz0, p[4 * g.q]); p[5 * g.q] = fmaf(P.c, ty0 - tx1, p[5 * g.q]); }
  else { p[3 * g.q] = fmaf(P.cb, fmaf(P.zi, tz1, -P.yi * ty2), p[3 * g.q]); p[4 * g.q] = fmaf(P.cb, fmaf(P.xi, tx2, -P.zi * tz0), p[4 * g.q]); p[5 * g.q] = fmaf(P.cb, fmaf(P.yi, ty0, -P.xi * tx1), p[5 * g.q]); } }
template <int AR, int MAT> __global__ void kE(float *f, const unsigned *id, Par P) { const G &g = P.g; int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 4 + threadIdx.y, k = blockIdx.z * 2 + threadIdx.z; if (i >= g.nx || j >= g.ny || k >= g.nz) return;
  float *p = f + k * g.sxy + j * g.sx + i, *H = p + 3 * g.q; float hx = H[0], hy = H[g.q], hz = H[2 * g.q];
  float hxj = j ? H[-g.sx] : 0, hzj = j ? H[2 * g.q - g.sx] : 0, hxk = k ? H[-g.sxy] : 0, hyk = k ? H[g.q - g.sxy] : 0, hyi = i ? H[g.q - 1] : 0, hzi = i ? H[2 * g.q - 1] : 0;
  float ty2 = hz - hzj, tz1 = hy - hyk, tz0 = hx - hxk, tx2 = hz - hzi, tx1 = hy - hyi, ty0 = hx - hxj, q0, q1, q2;
  if (AR == 0) { q0 = ty2 - tz1; q1 = tz0 - tx2; q2 = tx1 - ty0; } else { q0 = fmaf(-P.zi, tz1, P.yi * ty2); q1 = fmaf(-P.xi, tx2, P.zi * tz0); q2 = fmaf(-P.yi, ty0, P.xi * tx1); }
  if (MAT) { unsigned m = id[((ll)k * g.ny + j) * g.q + i]; float2 l[3] = {law(m & 255), law(m >> 8 & 255), law(m >> 16 & 255)};
    float q[3] = {q0, q1, q2}; for (int c = 0; c < 3; c++) { float o = p[c * g.q]; if (MAT == 1) o = fmaf(-l[c].y, o, o); p[c * g.q] = fmaf(l[c].x, q[c], o); } }
  else { if (j && k) p[0] = fmaf(P.c, q0, p[0]); if (i && k) p[g.q] = fmaf(P.c, q1, p[g.q]); if (i && j) p[2 * g.q] = fmaf(P.c, q2, p[2 * g.q]); } }
