/* tests/emulator/card.cpp: as much of the CUDA runtime as the schemes call, of a card whose
 * memory is the processor's and whose streams are one: what is asked for is done at once.
 * Memory is NaN until somebody sets it. */
#include "card.h"
#include "block.h"
#include "tma.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

enum { PROCESSORS = 4, PAGE = 4096, VECTOR = 16 /* bytes that are read at once */ };
static const size_t MEMORY = size_t(8) << 30; /* or $YEE_EMULATOR_BYTES */
static size_t taken;

/* The bodies of the runtime's own names. */
struct CUgraph_st {
    std::vector<std::function<cudaError_t()>> tasks;
};
struct CUgraphExec_st : CUgraph_st {
};

static CUgraph_st *recorded; /* NULL: tasks are done */
static cudaError_t last;     /* that nobody has asked for */

cudaError_t card_do(std::function<cudaError_t()> task)
{
    if (recorded) {
        recorded->tasks.push_back(std::move(task));
        return cudaSuccess;
    }
    const cudaError_t error = task();
    last = error == cudaSuccess ? last : error;
    return error;
}

/* ---- the card ---- */

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *card, int)
{
    *card = {};
    strcpy(card->name, "no card, a processor");
    card->major = 9;
    card->multiProcessorCount = PROCESSORS;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int)
{
    *value = attribute == cudaDevAttrComputeCapabilityMajor         ? 9
             : attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin ? int(BLOCK_BYTES)
             : attribute == cudaDevAttrMultiProcessorCount          ? int(PROCESSORS)
                                                                    : 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorLaunchFailure ? "a kernel broke a rule" : "not on this processor";
}
cudaError_t cudaGetLastError()
{
    const cudaError_t error = last;
    last = cudaSuccess;
    return error;
}
cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **entry, unsigned,
                                             unsigned long long,
                                             cudaDriverEntryPointQueryResult *result)
{
    const bool known = !strcmp(name, "cuTensorMapEncodeTiled");
    *entry = known ? reinterpret_cast<void *>(tma_encode) : nullptr;
    *result = known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}

/* ---- kernels ---- */

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *)
{
    *attributes = {};
    return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int) { return cudaSuccess; }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int,
                                                          size_t)
{
    *blocks = 1;
    return cudaSuccess;
}

/* ---- kernels that were compiled at run time: shared objects, see nvrtc.cpp ---- */

/* Their undefined names are those of the emulator's own module. */
static bool lend_names()
{
    Dl_info own;
    return dladdr(reinterpret_cast<void *>(&card_do), &own) &&
           dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, cudaJitOption *,
                                void **, unsigned, cudaLibraryOption *, void **, unsigned)
{
    static const bool lent = lend_names();
    uint64_t bytes;
    memcpy(&bytes, code, sizeof bytes);
    const char *object = static_cast<const char *>(code) + sizeof bytes;
    char path[] = "/tmp/yee-emulator-XXXXXX"; /* of a name that no object was ever loaded by */
    const int file = mkstemp(path);
    const bool whole = file >= 0 && write(file, object, bytes) == ssize_t(bytes);
    void *loaded = lent && whole ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!loaded)
        fprintf(stderr, "kernels: %s\n", dlerror());
    if (file >= 0)
        close(file);
    unlink(path);
    *library = static_cast<cudaLibrary_t>(loaded);
    return loaded ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
    *kernel = static_cast<cudaKernel_t>(dlsym(library, name));
    return *kernel ? cudaSuccess : cudaErrorSymbolNotFound;
}
/* That of a library of one, by the name of law_passes.cuh. */
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernel, unsigned, cudaLibrary_t library)
{
    const void *const found = dlsym(library, "law_lone");
    if (!found)
        return cudaErrorSymbolNotFound;
    memcpy(kernel, found, sizeof *kernel);
    return cudaSuccess;
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
    dlclose(library);
    return cudaSuccess;
}

/* ---- memory ---- */

static size_t left()
{
    const char *most = getenv("YEE_EMULATOR_BYTES");
    const size_t all = most ? strtoull(most, nullptr, 10) : MEMORY;
    return all > taken ? all - taken : 0;
}

/* A block ends where a page begins that nobody may touch, and one lies before it. */
struct pages {
    char *first;
    size_t all, bytes;
};
static std::unordered_map<void *, pages> given;

cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    const size_t padded = (bytes + VECTOR - 1) / VECTOR * VECTOR;
    const size_t inner = (padded + PAGE - 1) / PAGE * PAGE;
    *memory = nullptr;
    if (bytes > left())
        return cudaErrorMemoryAllocation;
    void *all = mmap(nullptr, inner + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        return cudaErrorMemoryAllocation;
    char *first = static_cast<char *>(all);
    mprotect(first + PAGE, inner, PROT_READ | PROT_WRITE);
    *memory = first + PAGE + inner - padded;
    memset(*memory, 0xff, bytes);
    given[*memory] = {first, inner + 2 * PAGE, bytes};
    taken += bytes;
    return cudaSuccess;
}
cudaError_t cudaFree(void *memory)
{
    const auto found = given.find(memory);
    if (found == given.end())
        return cudaSuccess;
    taken -= found->second.bytes;
    munmap(found->second.first, found->second.all);
    given.erase(found);
    return cudaSuccess;
}
cudaError_t cudaMallocHost(void **memory, size_t bytes) { return cudaMalloc(memory, bytes); }
cudaError_t cudaFreeHost(void *memory) { return cudaFree(memory); }
cudaError_t cudaMemGetInfo(size_t *free, size_t *all)
{
    *free = left();
    *all = *free + taken;
    return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind,
                            cudaStream_t)
{
    return card_do([=] {
        memcpy(to, from, bytes);
        return cudaSuccess;
    });
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}
cudaError_t cudaMemcpy2D(void *to, size_t step, const void *from, size_t stride, size_t width,
                         size_t height, cudaMemcpyKind)
{
    for (size_t n = 0; n < height; n++)
        memcpy(static_cast<char *>(to) + n * step, static_cast<const char *>(from) + n * stride,
               width);
    return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t)
{
    return card_do([=] {
        memset(to, value, bytes);
        return cudaSuccess;
    });
}
cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    return cudaMemsetAsync(to, value, bytes, nullptr);
}

/* ---- streams and events: there is one order ---- */

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    *stream = nullptr;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    *event = nullptr;
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t)
{
    *milliseconds = 1000; /* none is timed for long */
    return cudaSuccess;
}

/* ---- graphs ---- */

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode)
{
    recorded = new CUgraph_st;
    return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph)
{
    *graph = recorded;
    recorded = nullptr;
    return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long)
{
    *made = new CUgraphExec_st{*graph};
    return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t)
{
    cudaError_t error = cudaSuccess;
    for (size_t n = 0; n < graph->tasks.size() && error == cudaSuccess; n++)
        error = card_do(graph->tasks[n]);
    return error;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph)
{
    delete graph;
    return cudaSuccess;
}
/* Kernels have no registers here that anybody could count. */
cudaError_t cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *nodes)
{
    *nodes = 0;
    return cudaSuccess;
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t, cudaGraphNodeType *)
{
    return cudaErrorInvalidValue;
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t, cudaKernelNodeParams *)
{
    return cudaErrorInvalidValue;
}
