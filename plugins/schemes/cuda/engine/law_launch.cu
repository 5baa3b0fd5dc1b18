/* law_launch.cu: kernels that were compiled at run time: loaded and launched. */
#include "between.h"
#include "launch.cuh"
#include "law_launch.h"

#if CUDART_VERSION >= 12080 /* the first that loads kernels by the runtime */
cudaError_t law_load(const void *code, unsigned wanted, law_kernels *k)
{
    static const char *const name[LAW_KERNELS] = {
        "law_sweep",          "law_boxes",       "law_late",      "law_cells",
        "law_sweep_h",        "law_field_cells", "law_join",      "law_keep",
        "law_guests",         "law_ports",       "law_energy_of", "law_cell_energy_of",
        "law_field_energy_of"};
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
    if (k->library)
        cudaLibraryUnload(static_cast<cudaLibrary_t>(k->library));
    *k = {};
}
#else
cudaError_t law_load(const void *, unsigned, law_kernels *) { return cudaErrorNotSupported; }
void law_unload(law_kernels *) {}
#endif

/* A kernel of this signature. */
template <class... types>
static cudaError_t launch(void *kernel, int64_t blocks, int threads, bool early,
                          cudaStream_t stream, types... arguments)
{
#ifdef __CUDACC__
    void *list[] = {&arguments...};
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = dim3(unsigned(blocks));
    launch.blockDim = dim3(unsigned(threads));
    launch.stream = stream;
    launch.attrs = &attribute;
    launch.numAttrs = early;
    return cudaLaunchKernelExC(&launch, kernel, list);
#else
    (void)early;
    return launch_kernel(reinterpret_cast<void (*)(types...)>(kernel), unsigned(blocks),
                         unsigned(threads), 0, stream, arguments...);
#endif
}

cudaError_t law_sweep_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const part *all, int planes, cudaStream_t stream)
{
    return all->blocks == 0 ? cudaSuccess
                            : launch(k->kernel[LAW_KERNEL_SWEEP], all->blocks, TILE, k->early,
                                     stream, *d, *t, *all, planes);
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

cudaError_t law_keep_launch(const law_kernels *k, const domain *d, const law_tables *t,
                            const part *all, int planes, int component, cudaStream_t stream)
{
    return all->blocks == 0 ? cudaSuccess
                            : launch(k->kernel[LAW_KERNEL_KEEP], all->blocks, TILE, false,
                                     stream, *d, *t, *all, planes, component);
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
                              const law_tables *t, const part *all, double *partial,
                              cudaStream_t stream)
{
    return all->blocks == 0 ? cudaSuccess
                            : launch(k->kernel[which], all->blocks, TILE, false, stream, *d, *t,
                                     *all, int(ENERGY_PLANES), partial);
}
