/* nccl.h: halos that NVIDIA's NCCL carries from GPU to GPU of a process. The library is loaded when
 * it is asked for, and never linked. */
#ifndef CUDA_NCCL_H
#define CUDA_NCCL_H

#include <cuda_runtime_api.h>
#include <yee/plugin.h>

/* Loads the library, from a file or, NULL, where the loader looks; the GPU takes part in what is
 * sent later. YEE_DECLINED with what to install. */
yee_status nccl_join(const yee_host *host, const char *file, int device);
/* What is sent between both calls is one group, for which the streams wait. */
yee_status nccl_begin(const yee_host *host);
yee_status nccl_end(const yee_host *host);
/* From the memory of a GPU, behind what is in its stream, to that of another one. */
yee_status nccl_send(const yee_host *host, const void *from, int from_device,
                     cudaStream_t from_stream, void *to, int to_device, cudaStream_t to_stream,
                     size_t bytes);

#endif
