// Prototype of temporal blocking for the vacuum, id-indexed and one-pole Yee update (feasibility only; see limits-gpu.md, section 6).
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e_=(x); if(e_!=cudaSuccess){printf("CUDA %s line %d\n",cudaGetErrorString(e_),__LINE__); exit(1);} }while(0)
struct F{float*p;};   // rows interleaved: [k][j][comp][i], comp = Ex Ey Ez Hx Hy Hz
struct G{int nx,ny,nz; int sx; long sxy; int q;}; // sx row pitch in floats, sxy plane pitch
__device__ __forceinline__ long at(const G&g,int i,int j,int k){return (long)k*g.sxy+(long)j*g.sx+i;} // sx = 6*pitch (row group), pitch = g.q
#define FP(f,c) ((f).p+(c)*g.q)

// ---- baseline two kernels, one thread per cell
__global__ void kH(F f,G g,float c){int i=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y*blockDim.y+threadIdx.y,k=blockIdx.z*blockDim.z+threadIdx.z;
 if(i>=g.nx||j>=g.ny||k>=g.nz)return; long a=at(g,i,j,k);
 float ex=FP(f,0)[a],ey=FP(f,1)[a],ez=FP(f,2)[a];
 float exj=j+1<g.ny?FP(f,0)[a+g.sx]:0.f, exk=k+1<g.nz?FP(f,0)[a+g.sxy]:0.f;
 float eyi=i+1<g.nx?FP(f,1)[a+1]:0.f, eyk=k+1<g.nz?FP(f,1)[a+g.sxy]:0.f;
 float ezi=i+1<g.nx?FP(f,2)[a+1]:0.f, ezj=j+1<g.ny?FP(f,2)[a+g.sx]:0.f;
 FP(f,3)[a]+=c*((eyk-ey)-(ezj-ez)); FP(f,4)[a]+=c*((ezi-ez)-(exk-ex)); FP(f,5)[a]+=c*((exj-ex)-(eyi-ey));}
__global__ void kE(F f,G g,float c){int i=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y*blockDim.y+threadIdx.y,k=blockIdx.z*blockDim.z+threadIdx.z;
 if(i>=g.nx||j>=g.ny||k>=g.nz)return; long a=at(g,i,j,k);
 float hx=FP(f,3)[a],hy=FP(f,4)[a],hz=FP(f,5)[a];
 if(j>0&&k>0) FP(f,0)[a]+=c*((hz-FP(f,5)[a-g.sx])-(hy-FP(f,4)[a-g.sxy]));
 if(i>0&&k>0) FP(f,1)[a]+=c*((hx-FP(f,3)[a-g.sxy])-(hz-FP(f,5)[a-1]));
 if(i>0&&j>0) FP(f,2)[a]+=c*((hy-FP(f,4)[a-1])-(hx-FP(f,3)[a-g.sx]));}


#ifndef XO
#define XO 24
#define HX 4
#endif
// ---- v2: neighbour sync by mbarrier, per-cell material ids optional
__device__ __forceinline__ unsigned sa(const void*p){return (unsigned)__cvta_generic_to_shared(p);}
__device__ __forceinline__ void mb_init(unsigned long long*b,int c){asm volatile("mbarrier.init.shared.b64 [%0], %1;"::"r"(sa(b)),"r"(c));}
__device__ __forceinline__ void mb_arrive(unsigned long long*b){asm volatile("{.reg .b64 t; mbarrier.arrive.shared.b64 t, [%0];}"::"r"(sa(b)):"memory");}
__device__ __forceinline__ void mb_wait(unsigned long long*b,unsigned ph){asm volatile("{.reg .pred p; L%=: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @p bra D%=; bra L%=; D%=: }"::"r"(sa(b)),"r"(ph):"memory");}
template<int T,int R,int W,int SY,bool MAT> struct Sh{ float sE[T][W+1][2][32], sH[T][W+1][2][32]; unsigned long long bH[T][W+1],bE[T][W+1]; float2 co[MAT?256:1]; };
template<int T,int R,int W,int SY,bool MAT,bool EDGE,int PF,int U,bool DEB>
__device__ __forceinline__ void march(const F&in,const F&out,const unsigned*id,const G&g,float c,int x,int y0,int z0,int z1,Sh<T,R,W,SY,MAT>&S,float*stage){
 const int lane=threadIdx.x, w=threadIdx.y;
 float e[T][3][R],h[T][3][R],hp[T][2][R],d[DEB?T:1][3][R]; unsigned m[MAT?T:1][R];
#pragma unroll
 for(int s=0;s<T;s++)
#pragma unroll
  for(int r=0;r<R;r++){for(int q=0;q<3;q++){e[s][q][r]=0;h[s][q][r]=0;if(DEB)d[s][q][r]=0;} hp[s][0][r]=hp[s][1][r]=0; if(MAT)m[s][r]=0;}
 float cx[R],cy[R],cz[R]; bool ok[R],st[R];
#pragma unroll
 for(int r=0;r<R;r++){int y=y0+r; bool ins=x>=0&&x<g.nx&&y>=0&&y<g.ny; ok[r]=EDGE?ins:true;
  if(EDGE){cx[r]=ins&&y>0?c:0.f; cy[r]=ins&&x>0?c:0.f; cz[r]=ins&&x>0&&y>0?c:0.f;}
  int ty=w*R+r; st[r]=ins&&lane>=HX&&lane<HX+XO&&ty>=T&&ty<W*R-T;}
 for(int s=0;s<T;s++){S.sE[s][w][0][lane]=0;S.sE[s][w][1][lane]=0;S.sH[s][w][0][lane]=0;S.sH[s][w][1][lane]=0; if(w==0){S.sE[s][W][0][lane]=0;S.sE[s][W][1][lane]=0;}}
 if(SY==1&&w==0&&lane==0){for(int s=0;s<T;s++)for(int q=0;q<=W;q++){mb_init(&S.bH[s][q],1);mb_init(&S.bE[s][q],1);}}
 if(MAT) for(int q=w*32+lane;q<256;q+=32*W) S.co[q]=q==0?make_float2(0,0):make_float2(1.f-0.001f*(q-1),c);
 __syncthreads();
 const int kbeg=z0-T;
 long base=(long)y0*g.sx+x;
 float nE[3][R],nH[3][R],nD[3][R]; unsigned nm[R];
 const unsigned st0=PF?(unsigned)__cvta_generic_to_shared(stage)+(w*32+lane)*4:0u; int slot=0,rslot=0;
 const float*pl=in.p+base+(long)kbeg*g.sxy;
 auto load=[&](int k){ bool kv=k>=0&&k<g.nz;
  if(PF==0){
#pragma unroll
  for(int r=0;r<R;r++){ bool v=(EDGE?ok[r]:true)&&kv; const float*a=pl+r*g.sx;
   if(MAT) nm[r]=v?__ldg(id+((long)k*g.ny+(y0+r))*g.q+x):0u;
#pragma unroll
   for(int q=0;q<3;q++){nE[q][r]=v?__ldg(a+q*g.q):0.f; nH[q][r]=v?__ldg(a+(3+q)*g.q):0.f; if(DEB)nD[q][r]=v?__ldg(a+(6+q)*g.q):0.f;}}
  } else {
#pragma unroll
  for(int r=0;r<R;r++){ int sz=((EDGE?ok[r]:true)&&kv)?4:0; const float*a=sz?pl+r*g.sx:in.p;
   if(MAT) nm[r]=sz?__ldg(id+((long)k*g.ny+(y0+r))*g.q+x):0u;
#pragma unroll
   for(int q=0;q<6;q++) asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"::"r"(st0+((slot*6+q)*R+r)*(W*32*4)),"l"(a+q*g.q),"r"(sz));}
  asm volatile("cp.async.commit_group;"); slot=slot==PF-1?0:slot+1;
  }
  pl+=g.sxy;};
 if(PF){ for(int d=0;d<(PF?PF-1:0);d++) load(kbeg+d); } else load(kbeg);
 unsigned ph=0;
#pragma unroll U
 for(int kin=kbeg; kin<z1+T; kin++,ph^=1){
  if(PF){ asm volatile("cp.async.wait_group %0;"::"n"(PF>1?PF-2:0)); }
  float iE[3][R],iH[3][R],iD[3][R]; unsigned im[R];
#pragma unroll
  for(int r=0;r<R;r++){ if(MAT) im[r]=nm[r];
#pragma unroll
   for(int q=0;q<3;q++){ if(PF){iE[q][r]=stage[((rslot*6+q)*R+r)*(W*32)+w*32+lane];iH[q][r]=stage[((rslot*6+3+q)*R+r)*(W*32)+w*32+lane];} else {iE[q][r]=nE[q][r];iH[q][r]=nH[q][r];if(DEB)iD[q][r]=nD[q][r];}}}
  if(PF){ rslot=rslot==PF-1?0:rslot+1; load(kin+PF-1);} else load(kin+1);
#pragma unroll
  for(int s=0;s<T;s++){
   const int p=kin-1-s;
   const float cz_=(p>=0&&p<g.nz)?c:0.f, cxy=p>0?cz_:0.f;
   float hx[R],hy[R],hz[R];
   if(SY==1&&w<W-1&&kin>kbeg) mb_wait(&S.bE[s][w+1],ph^1);
#pragma unroll
   for(int r=0;r<R;r++){
    float exj=r<R-1?e[s][0][(r+1)%R]:S.sE[s][w+1][0][lane], ezj=r<R-1?e[s][2][(r+1)%R]:S.sE[s][w+1][1][lane];
    float eyi=__shfl_down_sync(~0u,e[s][1][r],1), ezi=__shfl_down_sync(~0u,e[s][2][r],1);
    hx[r]=h[s][0][r]+c*((iE[1][r]-e[s][1][r])-(ezj-e[s][2][r]));
    hy[r]=h[s][1][r]+c*((ezi-e[s][2][r])-(iE[0][r]-e[s][0][r]));
    hz[r]=h[s][2][r]+c*((exj-e[s][0][r])-(eyi-e[s][1][r]));
   }
   S.sH[s][w+1][0][lane]=hx[R-1]; S.sH[s][w+1][1][lane]=hz[R-1];
   if(SY==1){__syncwarp(); if(lane==0) mb_arrive(&S.bH[s][w+1]); if(w>0) mb_wait(&S.bH[s][w],ph);} else __syncthreads();
   float ex[R],ey[R],ez[R];
#pragma unroll
   for(int r=0;r<R;r++){
    float hxj=r>0?hx[(r+R-1)%R]:S.sH[s][w][0][lane], hzj=r>0?hz[(r+R-1)%R]:S.sH[s][w][1][lane];
    float hyi=__shfl_up_sync(~0u,hy[r],1), hzi=__shfl_up_sync(~0u,hz[r],1);
    float jx=(hz[r]-hzj)-(hy[r]-hp[s][1][r]), jy=(hx[r]-hp[s][0][r])-(hz[r]-hzi), jz=(hy[r]-hyi)-(hx[r]-hxj);
    if(MAT){ unsigned mm=m[s][r]; float2 a=S.co[mm&255],b=S.co[(mm>>8)&255],d=S.co[(mm>>16)&255];
     ex[r]=a.x*e[s][0][r]+a.y*jx; ey[r]=b.x*e[s][1][r]+b.y*jy; ez[r]=d.x*e[s][2][r]+d.y*jz;
    } else {
    float ax=EDGE?(cxy!=0.f?cx[r]:0.f):cxy, ay=EDGE?(cxy!=0.f?cy[r]:0.f):cxy, az=EDGE?(cz_!=0.f?cz[r]:0.f):cz_;
    if(DEB){ ex[r]=0.99f*e[s][0][r]+ax*(jx-d[s][0][r]); ey[r]=0.99f*e[s][1][r]+ay*(jy-d[s][1][r]); ez[r]=0.99f*e[s][2][r]+az*(jz-d[s][2][r]);
     d[s][0][r]=0.98f*d[s][0][r]+0.015f*e[s][0][r]; d[s][1][r]=0.98f*d[s][1][r]+0.015f*e[s][1][r]; d[s][2][r]=0.98f*d[s][2][r]+0.015f*e[s][2][r];
    } else { ex[r]=e[s][0][r]+ax*jx; ey[r]=e[s][1][r]+ay*jy; ez[r]=e[s][2][r]+az*jz; } }
   }
   S.sE[s][w][0][lane]=iE[0][0]; S.sE[s][w][1][lane]=iE[2][0];
   if(SY==1){__syncwarp(); if(lane==0) mb_arrive(&S.bE[s][w]);}
#pragma unroll
   for(int r=0;r<R;r++){ hp[s][0][r]=hx[r];hp[s][1][r]=hy[r];
    if(MAT){unsigned t=m[s][r];m[s][r]=im[r];im[r]=t;}
#pragma unroll
    for(int q=0;q<3;q++){e[s][q][r]=iE[q][r];h[s][q][r]=iH[q][r]; if(DEB){float t=d[s][q][r];d[s][q][r]=iD[q][r];iD[q][r]=t;}}
    iE[0][r]=ex[r];iE[1][r]=ey[r];iE[2][r]=ez[r];iH[0][r]=hx[r];iH[1][r]=hy[r];iH[2][r]=hz[r];}
  }
  int ko=kin-T;
  if(ko>=z0&&ko<z1){
#pragma unroll
   for(int r=0;r<R;r++) if(st[r]){ long a=base+(long)r*g.sx+(long)ko*g.sxy;
#pragma unroll
    for(int q=0;q<3;q++){out.p[a+q*g.q]=iE[q][r];out.p[a+(3+q)*g.q]=iH[q][r]; if(DEB)out.p[a+(6+q)*g.q]=iD[q][r];}}
  }
 }
}
template<int T,int R,int W,int MB,int SY,bool MAT,int PF,int U,bool DEB>
__global__ void __launch_bounds__(32*W,MB) tb(F in,F out,const unsigned*id,G g,float c,int zc){
 static_assert(!((MAT||DEB)&&PF),"ids and pole state are not carried through the staged prefetch"); static_assert(HX>=T&&32-HX-XO>=T,"halo");
 __shared__ Sh<T,R,W,SY,MAT> S; extern __shared__ float stage[];
 int x0=blockIdx.x*XO-HX, x=x0+threadIdx.x, ty0=blockIdx.y*(W*R-2*T)-T, y0=ty0+threadIdx.y*R;
 int z0=blockIdx.z*zc, z1=min(g.nz,z0+zc);
 bool inter = x0>0 && x0+32<=g.nx && ty0>0 && ty0+W*R<=g.ny;
 if(inter) march<T,R,W,SY,MAT,false,PF,U,DEB>(in,out,id,g,c,x,y0,z0,z1,S,stage); else march<T,R,W,SY,MAT,true,PF,1,DEB>(in,out,id,g,c,x,y0,z0,z1,S,stage);
}
__global__ void kEd(F f,G g,float c){int i=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y*blockDim.y+threadIdx.y,k=blockIdx.z*blockDim.z+threadIdx.z;
 if(i>=g.nx||j>=g.ny||k>=g.nz)return; long a=at(g,i,j,k);
 float hx=FP(f,3)[a],hy=FP(f,4)[a],hz=FP(f,5)[a];
 if(j>0&&k>0){float e=FP(f,0)[a],s=FP(f,6)[a];FP(f,0)[a]=0.99f*e+c*(((hz-FP(f,5)[a-g.sx])-(hy-FP(f,4)[a-g.sxy]))-s);FP(f,6)[a]=0.98f*s+0.015f*e;}
 if(i>0&&k>0){float e=FP(f,1)[a],s=FP(f,7)[a];FP(f,1)[a]=0.99f*e+c*(((hx-FP(f,3)[a-g.sxy])-(hz-FP(f,5)[a-1]))-s);FP(f,7)[a]=0.98f*s+0.015f*e;}
 if(i>0&&j>0){float e=FP(f,2)[a],s=FP(f,8)[a];FP(f,2)[a]=0.99f*e+c*(((hy-FP(f,4)[a-1])-(hx-FP(f,3)[a-g.sx]))-s);FP(f,8)[a]=0.98f*s+0.015f*e;}}
// reference with material ids
__global__ void kEm(F f,const unsigned*id,G g,float c){int i=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y*blockDim.y+threadIdx.y,k=blockIdx.z*blockDim.z+threadIdx.z;
 if(i>=g.nx||j>=g.ny||k>=g.nz)return; long a=at(g,i,j,k); unsigned m=id[((long)k*g.ny+j)*g.q+i]; auto co=[&](int q){q&=255;return q==0?make_float2(0,0):make_float2(1.f-0.001f*(q-1),c);};
 float hx=FP(f,3)[a],hy=FP(f,4)[a],hz=FP(f,5)[a];
 float hzj=j>0?FP(f,5)[a-g.sx]:0,hyk=k>0?FP(f,4)[a-g.sxy]:0,hxk=k>0?FP(f,3)[a-g.sxy]:0,hzi=i>0?FP(f,5)[a-1]:0,hyi=i>0?FP(f,4)[a-1]:0,hxj=j>0?FP(f,3)[a-g.sx]:0;
 float2 u=co(m),v=co(m>>8),d=co(m>>16);
 FP(f,0)[a]=u.x*FP(f,0)[a]+u.y*((hz-hzj)-(hy-hyk)); FP(f,1)[a]=v.x*FP(f,1)[a]+v.y*((hx-hxk)-(hz-hzi)); FP(f,2)[a]=d.x*FP(f,2)[a]+d.y*((hy-hyi)-(hx-hxj));}
__global__ void initid(unsigned*id,G g){int i=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y,k=blockIdx.z;if(i>=g.nx)return; unsigned q=1+((i/16+j/16*3+k/16*7)%37); unsigned a=q,b=q,d=q; if(j==0||k==0)a=0;if(i==0||k==0)b=0;if(i==0||j==0)d=0; id[((long)k*g.ny+j)*g.q+i]=a|b<<8|d<<16;}
static G mk(int n){G g;g.nx=g.ny=g.nz=n;g.q=(n+31)/32*32;g.sx=9*g.q;g.sxy=(long)g.sx*n;return g;}
static F alloc(const G&g){F f;float*b;CK(cudaMalloc(&b,(g.sxy*g.nz+8192)*4));CK(cudaMemset(b,0,(g.sxy*g.nz+8192)*4));f.p=b+4096;return f;}
static void freeF(F f){cudaFree(f.p-4096);}
__global__ void init(float*p,G g,unsigned seed,int comp){int i=blockIdx.x*blockDim.x+threadIdx.x,j=blockIdx.y,k=blockIdx.z;if(i>=g.nx)return;unsigned v=seed^(i*73856093u)^(j*19349663u)^(k*83492791u);v^=v>>13;v*=0x5bd1e995;v^=v>>15;float r=(v&0xffff)/65536.f-0.5f;
 if(comp==0&&(j==0||k==0))r=0;if(comp==1&&(i==0||k==0))r=0;if(comp==2&&(i==0||j==0))r=0; p[at(g,i,j,k)]=r;}
static void initF(F f,const G&g){for(int q=0;q<6;q++)init<<<dim3((g.nx+127)/128,g.ny,g.nz),128>>>(FP(f,q),g,1234u+q*77,q);CK(cudaDeviceSynchronize());}
static double bw(){size_t n=(size_t)1<<30;float*a,*b;CK(cudaMalloc(&a,n));CK(cudaMalloc(&b,n));cudaMemset(a,1,n);cudaEvent_t s,e;cudaEventCreate(&s);cudaEventCreate(&e);double best=0;for(int i=0;i<8;i++){cudaEventRecord(s);CK(cudaMemcpyAsync(b,a,n,cudaMemcpyDeviceToDevice));cudaEventRecord(e);cudaEventSynchronize(e);float ms;cudaEventElapsedTime(&ms,s,e);best=std::max(best,2.0*n/ms/1e6);}cudaFree(a);cudaFree(b);return best;}

template<int T,int R,int W,int MB,int SY,bool MAT,int PF,int U,bool DEB> void test(int n,int zc,bool verify){
 G g=mk(n);F a=alloc(g),b=alloc(g);float c=0.5f;auto fn=tb<T,R,W,MB,SY,MAT,PF,U,DEB>; size_t sm=(size_t)PF*6*R*W*32*4; CK(cudaFuncSetAttribute(fn,cudaFuncAttributeMaxDynamicSharedMemorySize,(int)sm));unsigned*id;CK(cudaMalloc(&id,(g.sxy*g.nz+256)*4));CK(cudaMemset(id,0,(g.sxy*g.nz+256)*4));initid<<<dim3((g.nx+127)/128,g.ny,g.nz),128>>>(id,g);
 cudaFuncAttributes at_;CK(cudaFuncGetAttributes(&at_,fn));int occ;cudaOccupancyMaxActiveBlocksPerMultiprocessor(&occ,fn,32*W,sm);
 dim3 gr((n+XO-1)/XO,(n+W*R-2*T-1)/(W*R-2*T),(n+zc-1)/zc),bl(32,W);
 double err=-1;
 if(verify){F r=alloc(g);initF(a,g);initF(r,g);dim3 B(32,4,2),Gd((n+31)/32,(n+3)/4,(n+1)/2);
  for(int t=0;t<2*T;t++){kH<<<Gd,B>>>(r,g,c);if(MAT)kEm<<<Gd,B>>>(r,id,g,c);else if(DEB)kEd<<<Gd,B>>>(r,g,c);else kE<<<Gd,B>>>(r,g,c);}
  fn<<<gr,bl,sm>>>(a,b,id,g,c,zc);fn<<<gr,bl,sm>>>(b,a,id,g,c,zc);CK(cudaDeviceSynchronize());
  std::vector<float>u(g.sxy*g.nz),v(g.sxy*g.nz);err=0;for(int q=0;q<6;q++){if(q)break;CK(cudaMemcpy(u.data(),a.p,u.size()*4,cudaMemcpyDeviceToHost));CK(cudaMemcpy(v.data(),r.p,u.size()*4,cudaMemcpyDeviceToHost));for(size_t i=0;i<u.size();i++){double d=fabs((double)u[i]-v[i]);if(!(d<=err))err=d;}}
  freeF(r);}
 initF(a,g);cudaEvent_t s,e;cudaEventCreate(&s);cudaEventCreate(&e);int reps=std::max(4,(int)(2e10/((double)n*n*n*T)));std::vector<double>ts;
 for(int k=0;k<4;k++){cudaEventRecord(s);for(int i=0;i<reps;i++){if(i&1)fn<<<gr,bl,sm>>>(b,a,id,g,c,zc);else fn<<<gr,bl,sm>>>(a,b,id,g,c,zc);}cudaEventRecord(e);CK(cudaEventSynchronize(e));float ms;cudaEventElapsedTime(&ms,s,e);ts.push_back((double)n*n*n*T*reps/ms/1e6);}
 std::sort(ts.begin(),ts.end());
 printf("TB%s PF=%d U=%d n=%d T=%d R=%d W=%d MB=%d zc=%d sync=%s mat=%d regs=%d local=%zu occ=%d: %.1f Gcells/s err=%.2e\n",DEB?"-debye":"",PF,U,n,T,R,W,MB,zc,SY?"mbar":"block",MAT,at_.numRegs,at_.localSizeBytes,occ,ts[2],err);fflush(stdout);freeF(a);freeF(b);cudaFree(id);}
void base(int n){G g=mk(n);F a=alloc(g);initF(a,g);cudaEvent_t s,e;cudaEventCreate(&s);cudaEventCreate(&e);dim3 B(32,4,2),Gd((n+31)/32,(n+3)/4,(n+1)/2);int reps=std::max(4,(int)(1e10/((double)n*n*n)));std::vector<double>ts;for(int k=0;k<4;k++){cudaEventRecord(s);for(int i=0;i<reps;i++){kH<<<Gd,B>>>(a,g,.5f);kE<<<Gd,B>>>(a,g,.5f);}cudaEventRecord(e);CK(cudaEventSynchronize(e));float ms;cudaEventElapsedTime(&ms,s,e);ts.push_back((double)n*n*n*reps/ms/1e6);}std::sort(ts.begin(),ts.end());printf("BASE two kernels n=%d: %.1f Gcells/s (x72B=%.0f GB/s)\n",n,ts[2],ts[2]*72);freeF(a);}




void based(int n){G g=mk(n);F a=alloc(g);initF(a,g);cudaEvent_t s,e;cudaEventCreate(&s);cudaEventCreate(&e);dim3 B(32,4,2),Gd((n+31)/32,(n+3)/4,(n+1)/2);int reps=40;cudaEventRecord(s);for(int i=0;i<reps;i++){kH<<<Gd,B>>>(a,g,.5f);kEd<<<Gd,B>>>(a,g,.5f);}cudaEventRecord(e);CK(cudaEventSynchronize(e));float ms;cudaEventElapsedTime(&ms,s,e);printf("BASE debye two kernels n=%d: %.1f Gcells/s\n",n,(double)n*n*n*reps/ms/1e6);freeF(a);}
int main(){ printf("copy %.0f GB/s\n",bw()); base(512); base(256);
 test<4,3,12,1,0,false,0,1,false>(512,128,false); test<4,4,8,1,0,false,0,1,false>(512,128,false); test<3,3,12,1,0,false,0,1,false>(512,128,false); test<4,3,12,1,0,true,0,1,false>(512,128,false); test<4,3,12,1,0,false,0,1,false>(256,64,false); return 0; }
