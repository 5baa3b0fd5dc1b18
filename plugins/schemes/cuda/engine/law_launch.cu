/* law_launch.cu: kernels that were compiled at run time: loaded and launched. */
#include "between.h"
#include "launch.cuh"
#include "law_launch.h"

#if CUDART_VERSION >= 12080 /* the first that loads kernels by the runtime */
cudaError_t law_load(const void *code, unsigned wanted, law_kernels *k)
{
    static const char *const name[LAW_KERNELS] = {
        "law_sweep",          "law_boxes",           "law_late",
        "law_cells",          "law_sweep_h",         "law_field_cells",
        "law_join",           "law_join_pure",       "law_keep",
        "law_guests",         "law_magnet_part",     "law_magnet_cells",
        "law_magnet_join",    "law_ports",           "law_energy_of",
        "law_cell_energy_of", "law_field_energy_of", "law_magnet_energy_of"};
    cudaLibrary_t library = nullptr;
    cudaError_t error =
        cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
    k->library = library;
    for (int n = 0; n < LAW_KERNELS; n++) {
        cudaKernel_t kernel = nullptr;
        if (error == cudaSuccess && wanted >> n & 1)
            error = cudaLibraryGetKernel(&kernel, library, name[n]);
        k->kernel[n] = kernel;
    }
    return error;
}

void law_unload(law_kernels *k)
{
    law_unload_lone(k->library);
    *k = {};
}

cudaError_t law_load_lone(const void *code, void **to, void **kernel, int *registers,
                          int *local)
{
    cudaLibrary_t library = nullptr;
    cudaKernel_t found = nullptr;
    cudaFuncAttributes attributes = {};
    int device = 0, most = 0;
    cudaError_t error =
        cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
    *to = library;
    if (error == cudaSuccess)
        error = cudaLibraryEnumerateKernels(&found, 1, library);
    *kernel = found;
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&attributes, *kernel);
    if (error == cudaSuccess)
        error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (error == cudaSuccess)
        error =
            cudaFuncSetAttribute(*kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    *registers = attributes.numRegs;
    *local = int(attributes.localSizeBytes);
    return error;
}

void law_unload_lone(void *library)
{
    if (library)
        cudaLibraryUnload(static_cast<cudaLibrary_t>(library));
}
#else
cudaError_t law_load(const void *, unsigned, law_kernels *) { return cudaErrorNotSupported; }
void law_unload(law_kernels *) {}
cudaError_t law_load_lone(const void *, void **, void **, int *, int *)
{
    return cudaErrorNotSupported;
}
void law_unload_lone(void *) {}
#endif

/* A kernel of this signature. */
template <class... types>
static cudaError_t launch(void *kernel, int64_t blocks, int threads, bool early,
                          cudaStream_t stream, types... arguments)
{
    return launch_loaded(kernel, dim3(unsigned(blocks)), dim3(unsigned(threads)), 0, early,
                         stream, arguments...);
}

cudaError_t law_boxes_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const stepwise_boxes *where, cudaStream_t stream)
{
    return launch(k->kernel[LAW_KERNEL_BOXES], where->blocks, TILE, k->early, stream, *d, *t,
                  *where);
}

cudaError_t law_late_launch(const law_kernels *k, const domain *d, const law_tables *t,
                            cudaStream_t stream)
{
    const int blocks = (t->lates + THREADS - 1) / THREADS;
    return launch(k->kernel[LAW_KERNEL_LATE], blocks, THREADS, false, stream, *d, *t);
}

cudaError_t law_part_launch(const law_kernels *k, law_kernel which, const domain *d,
                            const law_tables *t, const part *all, int planes,
                            cudaStream_t stream)
{
    return all->blocks == 0 ? cudaSuccess
                            : launch(k->kernel[which], all->blocks, TILE, k->early, stream, *d,
                                     *t, *all, planes);
}

cudaError_t law_keep_launch(const law_kernels *k, law_kernel which, const domain *d,
                            const law_tables *t, const part *all, int planes, int component,
                            cudaStream_t stream)
{
    return all->blocks == 0 ? cudaSuccess
                            : launch(k->kernel[which], all->blocks, TILE, false, stream, *d, *t,
                                     *all, planes, component);
}

cudaError_t law_guests_launch(const law_kernels *k, const domain *d, const law_tables *t,
                              bool enter, cudaStream_t stream)
{
    const int blocks = (t->guests + THREADS - 1) / THREADS;
    return launch(k->kernel[LAW_KERNEL_GUESTS], blocks, THREADS, false, stream, *d, *t,
                  int(enter));
}

cudaError_t law_ports_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const between *c, cudaStream_t stream)
{
    return launch(k->kernel[LAW_KERNEL_PORTS], 1, 32, false, stream, *d, *t, *c);
}

cudaError_t law_energy_launch(const law_kernels *k, law_kernel which, const domain *d,
                              const law_tables *t, const part *all, yee_sum *slots,
                              cudaStream_t stream)
{
    return all->blocks == 0 ? cudaSuccess
                            : launch(k->kernel[which], all->blocks, TILE, false, stream, *d, *t,
                                     *all, int(ENERGY_PLANES), slots);
}
