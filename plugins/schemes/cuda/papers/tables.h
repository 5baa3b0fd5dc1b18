/* tables.h: data of single mappings beside the engine's, as kernels see it. Plain C. */
#ifndef CUDA_TABLES_H
#define CUDA_TABLES_H

#include "../engine/domain.h"
#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Per point, in the layout of the fields; NULL where a mapping does without. */
typedef struct tables {
    void *cb[6], *loss[6]; /* real: coefficients of the point's medium */
    void *inverse[6];      /* real, 1/m: of the first difference of component c, along c+1 */
    uint32_t *id[6];       /* medium of the point */
} tables;

/* Fills the tables that are there from the domain's media. */
cudaError_t tables_fill(const domain *d, const tables *t, size_t word, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
