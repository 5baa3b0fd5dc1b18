/* tests/gpu/inverse.cu: law_inverse() of every float on a card against its own quotient, which is
 * rounded as C has it. Arguments below the normal range are 0; results there may be either 0 or
 * what the quotient gives. Exit status: 0 equal, 1 not, 77 there is no card. */
#include "engine/law_text.cuh"
#include <cuda_runtime_api.h>
#include <stdint.h>
#include <stdio.h>

struct tally {
    unsigned long long wrong, first;
};

__global__ static void compare(tally *t)
{
    const uint64_t threads = uint64_t(gridDim.x) * blockDim.x;
    for (uint64_t bits = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; bits >> 32 == 0;
         bits += threads) {
        const float least = 0x1p-126f, own = __uint_as_float(unsigned(bits));
        const float a = fabsf(own) < least ? copysignf(0.0f, own) : own;
        const float is = law_inverse_of(own), wanted = __fdiv_rn(1.0f, a);
        const bool tiny = fabsf(wanted) < least && fabsf(is) < least;
        const bool none = isnan(wanted) && isnan(is);
        if (tiny || none || __float_as_uint(is) == __float_as_uint(wanted))
            continue;
        atomicAdd(&t->wrong, 1ull);
        atomicMin(&t->first, bits);
    }
}

int main(void)
{
    tally *t = nullptr, own = {0, ~0ull};
    int cards = 0;
    if (cudaGetDeviceCount(&cards) != cudaSuccess || cards == 0) {
        printf("SKIPPED: there is no card\n");
        return 77;
    }
    cudaError_t error = cudaMalloc(&t, sizeof *t);
    if (error == cudaSuccess)
        error = cudaMemcpy(t, &own, sizeof own, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        compare<<<4096, 256>>>(t);
    if (error == cudaSuccess)
        error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpy(&own, t, sizeof own, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        return 1;
    }
    printf("Checks: 1\n1/a of 4294967296 floats: %llu differ", own.wrong);
    if (own.wrong > 0)
        printf(", the first one is 0x%08llx", own.first);
    printf("\n");
    return own.wrong > 0;
}
