/* tests/emulator/nccl.cpp: stands in for NCCL (libnccl.so.2): as much of it as engine/nccl.c calls,
 * for cards of the emulator. What is sent is received when its group ends: every send must have a
 * receive of as many bytes, in the order of both, each of a rank whose card is current; a group
 * that breaks a rule ends the program. */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime_api.h>
#include <deque>
#include <dlfcn.h>
#include <map>

extern "C" {
struct ncclComm {
    int rank, ranks, card;
};
}

struct message {
    void *data;
    size_t bytes;
    int card;
};
static std::map<std::pair<int, int>, std::deque<message>> sent, wanted; /* sender, receiver */
static int depth;
static void (*copy)(void *, int, const void *, int, size_t);
static int (*current)();

[[noreturn]] static void broken(const char *rule)
{
    fprintf(stderr, "emulator: NCCL: %s\n", rule);
    abort();
}

/* The functions of the module that calls. */
static void find(void *caller)
{
    Dl_info module;
    void *handle =
        dladdr(caller, &module) ? dlopen(module.dli_fname, RTLD_NOW | RTLD_NOLOAD) : nullptr;
    if (!handle)
        broken("who calls?");
    copy = reinterpret_cast<decltype(copy)>(dlsym(handle, "emulator_copy"));
    current = reinterpret_cast<decltype(current)>(dlsym(handle, "emulator_current"));
    if (!copy || !current)
        broken("the caller is no emulator");
}

static void check(const ncclComm *c, int peer, const char *name)
{
    if (depth != 1)
        broken("a send or a receive outside of a group waits for ever");
    if (peer < 0 || peer >= c->ranks)
        broken("a rank that there is not");
    if (current() != c->card)
        broken(name);
}

extern "C" {
int ncclCommInitAll(ncclComm **made, int count, const int *card)
{
    find(__builtin_return_address(0));
    for (int n = 0; n < count; n++)
        for (int k = 0; k < n; k++)
            if (card[n] == card[k])
                return 5; /* two ranks on one card */
    for (int n = 0; n < count; n++)
        made[n] = new ncclComm{n, count, card[n]};
    return 0;
}
int ncclCommDestroy(ncclComm *c)
{
    delete c;
    return 0;
}
int ncclGroupStart()
{
    depth++;
    return 0;
}
int ncclSend(const void *data, size_t bytes, int type, int peer, ncclComm *c, cudaStream_t)
{
    check(c, peer, "a send while another card is current");
    if (type != 0)
        broken("halos are bytes");
    sent[{c->rank, peer}].push_back({const_cast<void *>(data), bytes, c->card});
    return 0;
}
int ncclRecv(void *data, size_t bytes, int type, int peer, ncclComm *c, cudaStream_t)
{
    check(c, peer, "a receive while another card is current");
    if (type != 0)
        broken("halos are bytes");
    wanted[{peer, c->rank}].push_back({data, bytes, c->card});
    return 0;
}
int ncclGroupEnd()
{
    if (--depth)
        return 0;
    for (auto &pair : sent)
        for (; !pair.second.empty(); pair.second.pop_front()) {
            auto &there = wanted[pair.first];
            if (there.empty())
                broken("a send without a receive");
            const message from = pair.second.front(), to = there.front();
            there.pop_front();
            if (from.bytes != to.bytes)
                broken("a send and its receive are of other lengths");
            copy(to.data, to.card, from.data, from.card, from.bytes);
        }
    for (auto &pair : wanted)
        if (!pair.second.empty())
            broken("a receive without a send");
    return 0;
}
int ncclCommGetAsyncError(ncclComm *, int *error)
{
    *error = 0;
    return 0;
}
const char *ncclGetErrorString(int) { return "the emulator's"; }
}
