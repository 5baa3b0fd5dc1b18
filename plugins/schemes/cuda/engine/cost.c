/* cost.c: memory and registers that a plan takes of the card, and the speed of its copies. */
#include "plan.h"
#include <stdlib.h>

enum { COPIES = 10 };

/* Bytes/s read and written by copies between two blocks beyond the cache; 0: they do not fit
 * the card's memory, or it fails. */
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
    cudaGetLastError(); /* a card without memory for this is no failure of the plan */
    return ok && took > 0 ? 1e3 * 2 * COPIES * (double)bytes / took : 0;
}

/* Registers of a thread of the graph's kernel that has the most threads; the most of several
 * such kernels. */
static cudaError_t most_registers(cudaGraph_t graph, int *registers)
{
    size_t count = 0;
    double most = 0;
    cudaError_t error = cudaGraphGetNodes(graph, NULL, &count);
    cudaGraphNode_t *node = calloc(count + 1, sizeof *node);
    if (!node)
        return cudaErrorMemoryAllocation;
    if (error == cudaSuccess)
        error = cudaGraphGetNodes(graph, node, &count);
    for (size_t n = 0; n < count && error == cudaSuccess; n++) {
        enum cudaGraphNodeType type;
        struct cudaKernelNodeParams launch;
        struct cudaFuncAttributes kernel;
        error = cudaGraphNodeGetType(node[n], &type);
        if (error != cudaSuccess || type != cudaGraphNodeTypeKernel)
            continue;
        error = cudaGraphKernelNodeGetParams(node[n], &launch);
        if (error == cudaSuccess)
            error = cudaFuncGetAttributes(&kernel, launch.func);
        if (error == cudaErrorInvalidDeviceFunction) { /* one that was compiled at run time */
            cudaGetLastError();
            error = cudaSuccess;
            continue;
        }
        const struct dim3 g = launch.gridDim, b = launch.blockDim;
        const double threads = (double)g.x * g.y * g.z * b.x * b.y * b.z;
        if (error != cudaSuccess || threads < most)
            continue;
        *registers =
            threads > most || kernel.numRegs > *registers ? kernel.numRegs : *registers;
        most = threads;
    }
    free(node);
    return error;
}

/* A step is recorded, not done. */
yee_status plan_registers(plan *p, step_launch one, int *registers)
{
    cudaGraph_t graph = NULL;
    yee_status status =
        DEVICE_CALL(p->host, cudaStreamBeginCapture(p->work, cudaStreamCaptureModeThreadLocal));
    if (status != YEE_OK)
        return status;
    status = one(p);
    const yee_status ended = DEVICE_CALL(p->host, cudaStreamEndCapture(p->work, &graph));
    status = status == YEE_OK ? ended : status;
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, most_registers(graph, registers));
    if (graph)
        cudaGraphDestroy(graph);
    return status;
}

yee_status plan_cost(plan *p, yee_scheme_cost *cost)
{
    cost->device = true;
    cost->memory = (double)(p->memory.bytes + p->lists.bytes);
    cost->copy = copy_speed(p);
    size_t left, all;
    if (cost->size >= sizeof *cost && cudaMemGetInfo(&left, &all) == cudaSuccess) {
        cost->all = (double)all;
        cost->left = (double)left;
    }
    if (cost->size >= sizeof *cost && cudaGetDeviceCount(&cost->devices) != cudaSuccess)
        cost->devices = 0;
    return YEE_OK;
}
