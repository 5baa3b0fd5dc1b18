/* law_launch.h: the kernels of law_kernels.cuh, loaded and launched. */
#ifndef CUDA_LAW_LAUNCH_H
#define CUDA_LAW_LAUNCH_H

#include "between_lists.h"
#include "boxes.h"
#include "law_tables.h"
#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <yee/sum.h>

typedef enum law_kernel {
    LAW_KERNEL_SWEEP,
    LAW_KERNEL_BOXES,
    LAW_KERNEL_LATE,
    LAW_KERNEL_CELLS,  /* step 1a */
    LAW_KERNEL_WITH_H, /* steps 1 and 1a */
    LAW_KERNEL_FIELD_CELLS,
    LAW_KERNEL_JOIN,      /* E of edges of fields */
    LAW_KERNEL_JOIN_PURE, /* that and the cells, of laws that keep nothing */
    LAW_KERNEL_KEEP,
    LAW_KERNEL_GUESTS,
    LAW_KERNEL_MAGNET_PART, /* L in place of H, step 2a and H of its edges */
    LAW_KERNEL_MAGNET_CELLS,
    LAW_KERNEL_MAGNET_JOIN,
    LAW_KERNEL_PORTS,
    LAW_KERNEL_ENERGY, /* of edges' laws, of cells', of edges of fields */
    LAW_KERNEL_CELL_ENERGY,
    LAW_KERNEL_FIELD_ENERGY,
    LAW_KERNEL_MAGNET_ENERGY,
    LAW_KERNELS
} law_kernel;

/* Kernels as they are loaded; NULL: there is no such one. */
typedef struct law_kernels {
    void *library, *kernel[LAW_KERNELS];
    bool early; /* compiled for a card where a launch may begin before the last one is done */
} law_kernels;

#ifdef __cplusplus
extern "C" {
#endif
/* wanted: bits of law_kernel. */
cudaError_t law_load(const void *code, unsigned wanted, law_kernels *kernels);
void law_unload(law_kernels *kernels);
/* Loads code of one kernel, which may have all the shared memory of a block. registers, local: a
 * thread's registers and bytes of local memory. */
cudaError_t law_load_lone(const void *code, void **library, void **kernel, int *registers,
                          int *local);
void law_unload_lone(void *library);
cudaError_t law_boxes_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const stepwise_boxes *where, cudaStream_t stream);
cudaError_t law_late_launch(const law_kernels *k, const domain *d, const law_tables *t,
                            cudaStream_t stream);
/* A sweep, or a kernel of cells or of the edges beside them. */
cudaError_t law_part_launch(const law_kernels *k, law_kernel which, const domain *d,
                            const law_tables *t, const part *all, int planes,
                            cudaStream_t stream);
/* LAW_KERNEL_KEEP of a component, or LAW_KERNEL_MAGNET_JOIN of those in a set of bits. */
cudaError_t law_keep_launch(const law_kernels *k, law_kernel which, const domain *d,
                            const law_tables *t, const part *all, int planes, int component,
                            cudaStream_t stream);
cudaError_t law_guests_launch(const law_kernels *k, const domain *d, const law_tables *t,
                              bool enter, cudaStream_t stream);
cudaError_t law_ports_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const between *c, cudaStream_t stream);
/* Adds what a part holds to EXACT_SLOTS sums. */
cudaError_t law_energy_launch(const law_kernels *k, law_kernel which, const domain *d,
                              const law_tables *t, const part *all, yee_sum *slots,
                              cudaStream_t stream);
#ifdef __cplusplus
}
#endif

#endif
