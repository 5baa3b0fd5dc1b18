/* cost.c: what a plan takes of the card. */
#include "plan.h"

enum { COPIES = 10 };

/* Bytes/s read and written by copies between two blocks beyond the cache; 0: the card has no
 * room for them, or fails. */
static double copy_speed(plan *p)
{
    const size_t bytes = (size_t)256 << 20;
    void *from = NULL, *to = NULL;
    cudaEvent_t start = NULL, end = NULL;
    float took = 0; /* ms */
    bool ok = cudaMalloc(&from, bytes) == cudaSuccess &&
              cudaMalloc(&to, bytes) == cudaSuccess &&
              cudaMemsetAsync(from, 0, bytes, p->work) == cudaSuccess &&
              cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess;
    for (int n = -1; n < COPIES && ok; n++) { /* the first one warms up */
        if (n == 0)
            ok = cudaEventRecord(start, p->work) == cudaSuccess;
        ok = ok &&
             cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, p->work) == cudaSuccess;
    }
    ok = ok && cudaEventRecord(end, p->work) == cudaSuccess &&
         cudaEventSynchronize(end) == cudaSuccess &&
         cudaEventElapsedTime(&took, start, end) == cudaSuccess;
    if (start)
        cudaEventDestroy(start);
    if (end)
        cudaEventDestroy(end);
    cudaFree(from);
    cudaFree(to);
    cudaGetLastError(); /* a card without room for this is no failure of the plan */
    return ok && took > 0 ? 1e3 * 2 * COPIES * (double)bytes / took : 0;
}

yee_status plan_cost(plan *p, yee_scheme_cost *cost)
{
    cost->device = true;
    cost->memory = (double)p->memory.bytes;
    cost->copy = copy_speed(p);
    size_t left, all;
    if (cost->size >= sizeof *cost && cudaMemGetInfo(&left, &all) == cudaSuccess) {
        cost->all = (double)all;
        cost->left = (double)left;
    }
    return YEE_OK;
}
