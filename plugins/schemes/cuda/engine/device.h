/* device.h: the card: is there one, its memory, and calls that cannot fail unnoticed. */
#ifndef CUDA_DEVICE_H
#define CUDA_DEVICE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <yee/plugin.h>

/* Whether kernels of this module run here: YEE_OK, or YEE_DECLINED with the reason. */
yee_status device_available(const yee_host *host);

/* GPUs that this process sees; 0 where there is no driver. */
int device_count(void);

/* Stores a sentence that names call and place. */
yee_status device_fail(const yee_host *host, cudaError_t error, const char *call,
                       const char *file, int place);

/* status = DEVICE_CALL(host, cudaMemcpy(...)): YEE_OK or device_fail(). */
#define DEVICE_CALL(host, call) device_check(host, call, #call, __FILE__, __LINE__)

static inline yee_status device_check(const yee_host *host, cudaError_t error, const char *call,
                                      const char *file, int place)
{
    return error == cudaSuccess ? YEE_OK : device_fail(host, error, call, file, place);
}

/* Device memory of a plan: first everything is asked for, then the sum is compared with the
 * card's free memory, then all of it is allocated, zeroed and filled. */
typedef struct device_request {
    void **where;       /* gets the address */
    size_t bytes;       /* 0: *where becomes NULL */
    const void *source; /* copied there; NULL: zeros */
} device_request;

/* Memory that was allocated; spare: no request has it now. */
typedef struct device_block {
    void *address;
    size_t bytes;
    bool spare;
} device_block;

typedef struct device_memory {
    device_request *request;
    size_t requests, capacity;
    device_block *block;
    size_t blocks;
    size_t bytes;
} device_memory;

/* False: no host memory. source must live until device_grant(). */
bool device_ask(device_memory *m, void *where, int64_t count, size_t size, const void *source);
/* Blocks that are spare are given to requests of their size, then freed: to allocate and free
 * waits for all that a card does, other plans' work too. */
yee_status device_grant(const yee_host *host, device_memory *m);
/* All blocks are spare, and there is no request: others come. */
void device_reuse(device_memory *m);
void device_release(device_memory *m);

#endif
