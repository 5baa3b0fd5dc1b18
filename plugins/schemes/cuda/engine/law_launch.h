/* law_launch.h: the kernels of law_kernels.cuh, loaded and launched. */
#ifndef CUDA_LAW_LAUNCH_H
#define CUDA_LAW_LAUNCH_H

#include "boxes.h"
#include "law_tables.h"
#include <cuda_runtime_api.h>
#include <stdbool.h>

/* Kernels as they are loaded; NULL: there is no such one. */
typedef struct law_kernels {
    void *library, *sweep, *boxes, *late, *energy;
    bool early; /* compiled for a card where a launch may begin before the last one is done */
} law_kernels;

/* Those of the kernels that are wanted beside the sweep. */
typedef struct law_wanted {
    bool boxes, late, energy;
} law_wanted;

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t law_load(const void *code, law_wanted wanted, law_kernels *kernels);
void law_unload(law_kernels *kernels);
cudaError_t law_sweep_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const part *all, int planes, cudaStream_t stream);
cudaError_t law_boxes_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const stepwise_boxes *where, cudaStream_t stream);
cudaError_t law_late_launch(const law_kernels *k, const domain *d, const law_tables *t,
                            cudaStream_t stream);
cudaError_t law_energy_launch(const law_kernels *k, const domain *d, const law_tables *t,
                              double *partial, int64_t *blocks, cudaStream_t stream);
#ifdef __cplusplus
}
#endif

#endif
