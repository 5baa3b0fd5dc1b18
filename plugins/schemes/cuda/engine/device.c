/* device.c: the card: is there one, its memory, and calls that cannot fail unnoticed. */
#include "device.h"
#include "between.h"
#include <stdlib.h>
#include <string.h>

yee_status device_fail(const yee_host *host, cudaError_t error, const char *call,
                       const char *file, int place)
{
    const char *name = strrchr(file, '/');
    int length = (int)strcspn(call, "(");
    cudaGetLastError(); /* the sentence is kept, the runtime need not */
    return host->fail(host, error == cudaErrorMemoryAllocation ? YEE_MEMORY : YEE_INTERNAL,
                      "CUDA call %.*s at %s:%d: %s (error %d)", length, call,
                      name ? name + 1 : file, place, cudaGetErrorString(error), (int)error);
}

yee_status device_available(const yee_host *host)
{
    int count = 0, driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
        cudaGetLastError();
        return host->fail(host, YEE_DECLINED, "this machine has no NVIDIA driver");
    }
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        cudaGetLastError();
        return host->fail(host, YEE_DECLINED, "this machine has no GPU that CUDA can use: %s",
                          error == cudaSuccess ? "no device found" : cudaGetErrorString(error));
    }
    int device = 0;
    struct cudaDeviceProp gpu;
    yee_status status = DEVICE_CALL(host, cudaGetDevice(&device));
    if (status == YEE_OK)
        status = DEVICE_CALL(host, cudaGetDeviceProperties(&gpu, device));
    if (status != YEE_OK)
        return status;
    error = between_available();
    if (error != cudaSuccess) {
        cudaGetLastError();
        return host->fail(host, YEE_DECLINED,
                          "the GPU %s (compute capability %d.%d) cannot run the kernels this "
                          "module was built with: %s; build with CMAKE_CUDA_ARCHITECTURES=%d%d",
                          gpu.name, gpu.major, gpu.minor, cudaGetErrorString(error), gpu.major,
                          gpu.minor);
    }
    return YEE_OK;
}

int device_count(void)
{
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess)
        return count;
    cudaGetLastError(); /* the answer is 0 */
    return 0;
}

bool device_ask(device_memory *m, void *where, int64_t count, size_t size, const void *source)
{
    if (m->requests == m->capacity) {
        const size_t capacity = 2 * m->capacity + 64;
        device_request *request = realloc(m->request, capacity * sizeof *request);
        if (!request)
            return false;
        m->request = request;
        m->capacity = capacity;
    }
    m->request[m->requests++] = (device_request){where, (size_t)count * size, source};
    m->bytes += (size_t)count * size;
    return true;
}

static void free_spare(device_memory *m)
{
    size_t kept = 0;
    for (size_t n = 0; n < m->blocks; n++)
        if (m->block[n].spare)
            cudaFree(m->block[n].address);
        else
            m->block[kept++] = m->block[n];
    m->blocks = kept;
}

/* A spare block of that size, or a new one, for which spare ones of other sizes may make room. */
static yee_status find_block(const yee_host *host, device_memory *m, size_t bytes,
                             void **address)
{
    size_t n = 0;
    while (n < m->blocks && !(m->block[n].spare && m->block[n].bytes == bytes))
        n++;
    if (n < m->blocks) {
        m->block[n].spare = false;
        *address = m->block[n].address;
        return YEE_OK;
    }
    yee_status status = YEE_OK;
    if (cudaMalloc(address, bytes) != cudaSuccess) {
        cudaGetLastError(); /* the answer is to ask once more */
        free_spare(m);
        status = DEVICE_CALL(host, cudaMalloc(address, bytes));
    }
    if (status == YEE_OK)
        m->block[m->blocks++] = (device_block){*address, bytes, false};
    return status;
}

static size_t spare_bytes(const device_memory *m)
{
    size_t bytes = 0;
    for (size_t n = 0; n < m->blocks; n++)
        bytes += m->block[n].spare ? m->block[n].bytes : 0;
    return bytes;
}

/* The memory of one request, zeroed where nothing is copied. */
static yee_status grant(const yee_host *host, device_memory *m, const device_request *r)
{
    void *address = NULL;
    yee_status status = YEE_OK;
    if (r->bytes > 0) {
        status = find_block(host, m, r->bytes, &address);
        if (status == YEE_OK) {
            status = r->source ? DEVICE_CALL(host, cudaMemcpy(address, r->source, r->bytes,
                                                              cudaMemcpyHostToDevice))
                               : DEVICE_CALL(host, cudaMemset(address, 0, r->bytes));
        }
    }
    memcpy(r->where, &address, sizeof address);
    return status;
}

yee_status device_grant(const yee_host *host, device_memory *m)
{
    size_t available = 0, total = 0;
    yee_status status = DEVICE_CALL(host, cudaMemGetInfo(&available, &total));
    available += spare_bytes(m);
    if (status == YEE_OK && m->bytes > available)
        status =
            host->fail(host, YEE_MEMORY,
                       "the model needs %.2f GB on the GPU, which has %.2f GB free of %.2f "
                       "GB; a coarser grid, fewer cells or scheme = tiled would do",
                       1e-9 * (double)m->bytes, 1e-9 * (double)available, 1e-9 * (double)total);
    device_block *more = realloc(m->block, (m->blocks + m->requests + 1) * sizeof *more);
    m->block = more ? more : m->block;
    if (status == YEE_OK && !more)
        status = host->fail(host, YEE_MEMORY, "no host memory for %zu addresses", m->requests);
    for (size_t n = 0; n < m->requests && status == YEE_OK; n++)
        status = grant(host, m, &m->request[n]);
    free_spare(m);
    free(m->request);
    m->request = NULL;
    m->requests = m->capacity = 0;
    return status;
}

void device_reuse(device_memory *m)
{
    for (size_t n = 0; n < m->blocks; n++)
        m->block[n].spare = true;
    m->bytes = m->requests = 0;
}

void device_release(device_memory *m)
{
    device_reuse(m);
    free_spare(m);
    free(m->block);
    free(m->request);
    *m = (device_memory){0};
}
