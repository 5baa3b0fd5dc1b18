/* peer.c: how halos come from one GPU of the process to another: stored there by a kernel, where
 * the two have peer access, or copied by the driver, through the host's memory if there is no other
 * way. */
#include "channel.h"
#include "nccl.h"
#include <stdlib.h>
#include <string.h>

enum { PATTERN = 1 << 16 }; /* bytes */

/* A byte that a cell of memory that was not written hardly has. */
static unsigned char pattern(int n) { return (unsigned char)(n * 73 + n / 256 * 41 + 5); }

/* What one GPU stores is what is found in the other: machines are known that report peer access and
 * lose or mix up what is written. The memory is that of `here`, 2 * PATTERN bytes, and of `there`. */
static cudaError_t compare(const plan *from, const plan *to, void *here, void *there,
                           unsigned char *bytes, bool *same)
{
    const halo_span list[2] = {{.base = here, .row = PATTERN / 16, .rows = 1, .unit = 16},
                               {.base = there, .row = PATTERN / 16, .rows = 1, .unit = 16}};
    enum { PIECES = PATTERN / 16 / HALO_PIECE };
    halo_piece piece[PIECES];
    struct {
        halo_span span[2];
        halo_piece piece[PIECES];
    } *lists = (void *)((char *)here + PATTERN);
    for (int n = 0; n < PIECES; n++)
        piece[n] = (halo_piece){.column = (unsigned)(n * HALO_PIECE), .count = HALO_PIECE};
    for (int n = 0; n < PATTERN; n++)
        bytes[n] = pattern(n);
    const halo_copy copy = {&lists->span[0], &lists->span[1], lists->piece, NULL, PIECES};
    cudaError_t error = cudaMemcpy(here, bytes, PATTERN, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(lists->span, list, sizeof list, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemcpy(lists->piece, piece, sizeof piece, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = halo_launch(&copy, 1, from->work);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(from->work);
    memset(bytes, 0, PATTERN);
    cudaSetDevice(to->device);
    if (error == cudaSuccess)
        error = cudaMemcpy(bytes, there, PATTERN, cudaMemcpyDeviceToHost);
    *same = error == cudaSuccess;
    for (int n = 0; n < PATTERN; n++)
        *same = *same && bytes[n] == pattern(n);
    return error;
}

/* Whether a kernel on the GPU of one plan may store to that of another, and that arrives. */
static yee_status try_stores(const plan *from, const plan *to, bool *works)
{
    void *here = NULL, *there = NULL;
    unsigned char *bytes = malloc(PATTERN);
    if (!bytes)
        return from->host->fail(from->host, YEE_MEMORY, "no host memory for a test of halos");
    cudaSetDevice(to->device);
    cudaError_t error = cudaMalloc(&there, PATTERN);
    if (error == cudaSuccess)
        error = cudaMemset(there, 0, PATTERN);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    cudaSetDevice(from->device);
    if (error == cudaSuccess)
        error = cudaMalloc(&here, 2 * PATTERN);
    if (error == cudaSuccess)
        error = compare(from, to, here, there, bytes, works);
    cudaFree(here);
    cudaFree(there);
    free(bytes);
    return DEVICE_CALL(from->host, error);
}

/* Peer access from one GPU to another: none, or what is stored arrives. */
static yee_status find_stores(const plan *from, const plan *to, bool *works)
{
    int can = 0;
    *works = from->device == to->device;
    if (*works)
        return YEE_OK;
    cudaSetDevice(from->device);
    yee_status status =
        DEVICE_CALL(from->host, cudaDeviceCanAccessPeer(&can, from->device, to->device));
    if (status != YEE_OK || !can)
        return status;
    const cudaError_t error = cudaDeviceEnablePeerAccess(to->device, 0);
    if (error != cudaSuccess)
        cudaGetLastError(); /* there is none, or it was there already */
    if (error != cudaSuccess && error != cudaErrorPeerAccessAlreadyEnabled)
        return YEE_OK;
    status = try_stores(from, to, works);
    if (status == YEE_OK && !*works)
        from->host->log(
            from->host, YEE_WARNING,
            "GPU %d reports peer access to GPU %d, and what it stores there does not "
            "arrive: halos are copied by the driver",
            from->device, to->device);
    return status;
}

yee_status peer_route(const plan *from, const plan *to, halo_route *route)
{
    bool stores = false;
    *route = from->halos;
    if (from->halos == HALO_STAGED || (from->halos == HALO_AUTO && from->device == to->device))
        return YEE_OK;
    if (from->halos == HALO_NCCL) {
        const yee_status joined = nccl_join(from->host, from->nccl, from->device);
        return joined == YEE_OK ? nccl_join(from->host, from->nccl, to->device) : joined;
    }
    const yee_status status = find_stores(from, to, &stores);
    if (status != YEE_OK)
        return status;
    if (from->halos == HALO_DIRECT && !stores)
        return from->host->fail(from->host, YEE_DECLINED,
                                "halos: direct takes peer access from GPU %d to GPU %d, which "
                                "there is not; auto or staged would do",
                                from->device, to->device);
    *route = stores ? HALO_DIRECT : HALO_STAGED;
    return YEE_OK;
}
