/* tests/emulator/card.cpp: as much of the CUDA runtime as the schemes call, of cards whose
 * memory is the processor's. Their streams are in streams.cpp: what is asked for is done at once, or in
 * any order that streams and events allow. Memory is NaN until somebody sets it.
 *
 * There is one card, or $YEE_EMULATOR_DEVICES. Each has memory of its own: what lies on others
 * nobody may touch while one is current, but where it has access to them ($YEE_EMULATOR_PEERS = 0:
 * none ever has). A stream or an event of another card than the current one ends the program, and
 * so does a copy from or to another card's memory that does not say so. */
#include "card.h"
#include "block.h"
#include "tma.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <map>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

enum { PROCESSORS = 4, PAGE = 4096, VECTOR = 16 /* bytes that are read at once */ };
enum { MOST_CARDS = 16 };
static const size_t MEMORY = size_t(8) << 30; /* of a card, or $YEE_EMULATOR_BYTES */
static size_t taken[MOST_CARDS];
static int current;                          /* the card of what is called */
static int opened;                           /* the one whose memory can be touched */
static bool reaches[MOST_CARDS][MOST_CARDS]; /* of a card to the memory of another */

/* The bodies of the runtime's own names. */
struct CUgraph_st {
    std::vector<std::function<cudaError_t()>> tasks;
};
struct CUgraphExec_st : CUgraph_st {
};

static CUgraph_st *recorded; /* NULL: tasks are done */
static cudaError_t last;     /* that nobody has asked for */

static void open_memory();

cudaError_t card_run(int card, const card_task &task)
{
    const int before = current;
    current = card;
    open_memory();
    const cudaError_t error = task();
    last = error == cudaSuccess ? last : error;
    current = before;
    return error;
}

cudaError_t card_do(card_task task, cudaStream_t stream)
{
    if (recorded) {
        recorded->tasks.push_back(std::move(task));
        return cudaSuccess;
    }
    return streams_defer(task, stream) ? cudaSuccess : card_run(current, task);
}
int card_current() { return current; }

/* ---- the card ---- */

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}
static int cards()
{
    const char *text = getenv("YEE_EMULATOR_DEVICES");
    const int count = text ? atoi(text) : 1;
    return count < 1 ? 1 : count > MOST_CARDS ? int(MOST_CARDS) : count;
}
cudaError_t cudaGetDeviceCount(int *count)
{
    *count = cards();
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device)
{
    *device = current;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= cards())
        return cudaErrorInvalidDevice;
    current = device;
    return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int from, int to)
{
    const char *text = getenv("YEE_EMULATOR_PEERS");
    *can = from != to && !(text && *text == '0');
    return cudaSuccess;
}

[[noreturn]] static void wrong(const char *what, int card)
{
    fprintf(stderr, "emulator: %s of card %d while card %d is current\n", what, card, current);
    abort();
}
void card_owns(const char *what, int card)
{
    if (card != current)
        wrong(what, card);
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
cudaError_t cudaDeviceSynchronize() { return streams_drain(); }
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
    streams_drain();
    dlclose(library);
    return cudaSuccess;
}

/* ---- memory ---- */

static size_t left()
{
    const char *most = getenv("YEE_EMULATOR_BYTES");
    const size_t all = most ? strtoull(most, nullptr, 10) : MEMORY;
    return all > taken[current] ? all - taken[current] : 0;
}

/* A block ends where a page begins that nobody may touch, and one lies before it. */
struct pages {
    char *first;
    size_t all, bytes;
    int card; /* -1: the host's, which all cards see */
};
static std::map<char *, pages> given;

static bool can_touch(int card, const pages &p)
{
    return p.card < 0 || p.card == card || reaches[card][p.card];
}
static void protect(const pages &p, bool open)
{
    mprotect(p.first + PAGE, p.all - 2 * PAGE, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/* Kernels of the current card may touch its memory and that to which it has access. */
static void open_memory()
{
    if (opened == current)
        return;
    for (const auto &block : given) {
        const bool now = can_touch(current, block.second);
        if (now != can_touch(opened, block.second))
            protect(block.second, now);
    }
    opened = current;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned)
{
    int can = 0;
    cudaDeviceCanAccessPeer(&can, current, peer);
    if (!can || peer < 0 || peer >= cards())
        return cudaErrorPeerAccessUnsupported;
    if (reaches[current][peer])
        return cudaErrorPeerAccessAlreadyEnabled;
    open_memory();
    reaches[current][peer] = true;
    for (const auto &block : given)
        if (block.second.card == peer)
            protect(block.second, true);
    return cudaSuccess;
}

/* The block that an address lies in; NULL: none, it is memory of the host. */
static const pages *find(const void *address)
{
    char *at = static_cast<char *>(const_cast<void *>(address));
    auto next = given.upper_bound(at);
    if (next == given.begin())
        return nullptr;
    --next;
    return at < next->first + next->second.bytes ? &next->second : nullptr;
}
/* The address must be the host's or of this card. */
static void belongs(const void *address, int card)
{
    const pages *p = find(address);
    if (p && p->card >= 0 && p->card != card)
        wrong("memory", p->card);
}

static cudaError_t allocate(void **memory, size_t bytes, int card)
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
    open_memory();
    mprotect(first + PAGE, inner, PROT_READ | PROT_WRITE);
    *memory = first + PAGE + inner - padded;
    memset(*memory, 0xff, bytes);
    given[static_cast<char *>(*memory)] = {first, inner + 2 * PAGE, bytes, card};
    taken[current] += bytes;
    return cudaSuccess;
}
cudaError_t cudaMalloc(void **memory, size_t bytes) { return allocate(memory, bytes, current); }
cudaError_t cudaFree(void *memory)
{
    streams_drain();
    const auto found = given.find(static_cast<char *>(memory));
    if (found == given.end())
        return cudaSuccess;
    const pages p = found->second;
    taken[p.card < 0 ? current : p.card] -= p.bytes;
    munmap(p.first, p.all);
    given.erase(found);
    return cudaSuccess;
}
cudaError_t cudaMallocHost(void **memory, size_t bytes) { return allocate(memory, bytes, -1); }
cudaError_t cudaFreeHost(void *memory) { return cudaFree(memory); }
cudaError_t cudaMemGetInfo(size_t *free, size_t *all)
{
    *free = left();
    *all = *free + taken[current];
    return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream)
{
    belongs(to, current);
    belongs(from, current);
    const bool pinned = find(to) && find(from); /* else the host has it when this returns */
    return card_do(
        [=] {
            memcpy(to, from, bytes);
            return cudaSuccess;
        },
        pinned ? stream : nullptr);
}
/* By way of memory that both cards' copies may touch. */
cudaError_t cudaMemcpyPeerAsync(void *to, int to_card, const void *from, int from_card,
                                size_t bytes, cudaStream_t stream)
{
    belongs(to, to_card);
    belongs(from, from_card);
    return card_do(
        [=] {
            const int before = current;
            std::vector<char> between(bytes);
            current = from_card;
            open_memory();
            memcpy(between.data(), from, bytes);
            current = to_card;
            open_memory();
            memcpy(to, between.data(), bytes);
            current = before;
            return cudaSuccess;
        },
        stream);
}
/* For nccl.cpp. */
#pragma GCC visibility push(default)
extern "C" void emulator_copy(void *to, int to_card, const void *from, int from_card,
                              size_t bytes)
{
    cudaMemcpyPeerAsync(to, to_card, from, from_card, bytes, nullptr);
}
extern "C" int emulator_current() { return current; }
#pragma GCC visibility pop

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}
cudaError_t cudaMemcpy2D(void *to, size_t step, const void *from, size_t stride, size_t width,
                         size_t height, cudaMemcpyKind)
{
    belongs(to, current);
    belongs(from, current);
    streams_drain();
    open_memory();
    for (size_t n = 0; n < height; n++)
        memcpy(static_cast<char *>(to) + n * step, static_cast<const char *>(from) + n * stride,
               width);
    return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    belongs(to, current);
    return card_do(
        [=] {
            memset(to, value, bytes);
            return cudaSuccess;
        },
        stream);
}
cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    return cudaMemsetAsync(to, value, bytes, nullptr);
}

/* ---- graphs ---- */

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode)
{
    streams_drain();
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
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    for (size_t n = 0; n < graph->tasks.size() && error == cudaSuccess; n++)
        error = card_do(graph->tasks[n], stream);
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
