/* law_launch.cu: kernels that were compiled at run time: loaded and launched. */
#include "between.h"
#include "launch.cuh"
#include "law_launch.h"

#if CUDART_VERSION >= 12080 /* the first that loads kernels by the runtime */
cudaError_t law_load(const void *code, law_wanted wanted, law_kernels *k)
{
    const struct {
        const char *name;
        void **to;
        bool wanted;
    } kernels[] = {{"law_sweep", &k->sweep, true},
                   {"law_boxes", &k->boxes, wanted.boxes},
                   {"law_late", &k->late, wanted.late},
                   {"law_energy_of", &k->energy, wanted.energy}};
    cudaLibrary_t library = nullptr;
    cudaError_t error =
        cudaLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
    k->library = library;
    for (const auto &x : kernels) {
        cudaKernel_t kernel = nullptr;
        if (error == cudaSuccess && x.wanted)
            error = cudaLibraryGetKernel(&kernel, library, x.name);
        *x.to = kernel;
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
cudaError_t law_load(const void *, law_wanted, law_kernels *) { return cudaErrorNotSupported; }
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
    return all->blocks == 0
               ? cudaSuccess
               : launch(k->sweep, all->blocks, TILE, k->early, stream, *d, *t, *all, planes);
}

cudaError_t law_boxes_launch(const law_kernels *k, const domain *d, const law_tables *t,
                             const stepwise_boxes *where, cudaStream_t stream)
{
    return launch(k->boxes, where->blocks, TILE, k->early, stream, *d, *t, *where);
}

cudaError_t law_late_launch(const law_kernels *k, const domain *d, const law_tables *t,
                            cudaStream_t stream)
{
    const int blocks = (t->lates + THREADS - 1) / THREADS;
    return launch(k->late, blocks, THREADS, false, stream, *d, *t);
}

cudaError_t law_energy_launch(const law_kernels *k, const domain *d, const law_tables *t,
                              double *partial, int64_t *blocks, cudaStream_t stream)
{
    part all;
    *blocks = energy_tile(d, 1, &all);
    return *blocks == 0 ? cudaSuccess
                        : launch(k->energy, *blocks, TILE, false, stream, *d, *t, all,
                                 int(ENERGY_PLANES), partial);
}
