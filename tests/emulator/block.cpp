/* tests/emulator/block.cpp: fibers that take turns, and what a block has. */
#include "block.h"
#include "tma.h"
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <memory>
#include <ucontext.h>
#include <vector>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

/* The extern shared memory of kernels; the bytes behind a kernel's own must stay as they
 * are. */
enum { FENCE = 256, NOTHING = 0xff }; /* bytes of NaN, in float and in double */
alignas(1024) __attribute__((
    visibility("default"))) thread_local unsigned char bytes[BLOCK_BYTES + FENCE];

namespace
{

enum condition { ASLEEP, READY, WAITING, DONE };
enum { KEPT = 64, STACK = 256 << 10, LINE = 64 }; /* words of a lane; bytes */

struct copy {
    void *to;
    const void *from;
    size_t bytes;
    int group;
};

struct fiber;

struct thread {
    condition now;
    fiber *on;
    uint3 index;
    int groups;
    std::vector<copy> copies;
};

/* GCC's own keep the place and the stack alone, and look for nothing to unwind. */
#ifdef __clang__
using place = jmp_buf;
#define PLACE_KEEP _setjmp
#define PLACE_TAKE _longjmp
#else
using place = void *[5];
#define PLACE_KEEP __builtin_setjmp
#define PLACE_TAKE __builtin_longjmp
#endif

struct fiber {
    place here;
    ucontext_t first;
    bool begun;
    thread *runs;
    std::unique_ptr<char[]> stack;
};

thread team[BLOCK_THREADS];
uint64_t sent[BLOCK_THREADS];                    /* words of a thread since the last barrier */
uint64_t word[BLOCK_THREADS / WARP][KEPT][WARP]; /* those of a shuffle side by side */
int me;                                          /* the number of the thread that runs */
int count, cursor, waiting; /* threads; those before the cursor wait or are done */
bool downwards, late;
const std::function<void()> *kernel;
const char *failure;

fiber outer, *current = &outer;
std::vector<std::unique_ptr<fiber>> fibers;
std::vector<fiber *> idle;

/* ---- fibers ---- */

void settle()
{
    if (!current->runs)
        return;
    threadIdx = current->runs->index;
    me = int(current->runs - team);
}

[[noreturn]] __attribute__((noinline)) void enter(fiber *to)
{
    if (to->begun)
        PLACE_TAKE(to->here, 1);
    to->begun = true;
    setcontext(&to->first);
    abort(); /* there is no such context */
}

/* Comes back when another jumps here. */
__attribute__((noinline)) void jump(fiber *to)
{
    fiber *const from = current;
    current = to;
    if (PLACE_KEEP(from->here) == 0) {
        from->begun = true;
        enter(to);
    }
    settle();
}

thread *at(int n) { return &team[downwards ? count - 1 - n : n]; }

/* Lanes that a shuffle has parted would take each other's words. */
void check_shuffles()
{
    int before = -1;
    for (int n = 0; n < count; n++) {
        if (team[n].now == DONE)
            continue;
        if (before >= 0 && before / WARP == n / WARP && sent[before] != sent[n])
            block_fail("lanes of a warp come to a barrier from different shuffles");
        before = n;
    }
}

/* The next that can go on; NULL: all are done. */
thread *next()
{
    for (; cursor < count; cursor++)
        if (at(cursor)->now == ASLEEP || at(cursor)->now == READY)
            return at(cursor);
    if (waiting == 0)
        return nullptr;
    check_shuffles();
    for (int n = 0; n < count; n++) {
        sent[n] = 0;
        if (team[n].now == WAITING)
            team[n].now = READY;
    }
    waiting = cursor = 0;
    return next();
}

void take_up(thread *t)
{
    t->now = READY;
    t->on = current;
    current->runs = t;
}

/* A fiber does one thread after the other; it needs a successor only where it must wait. */
void work()
{
    for (;;) {
        if (current->runs->now == ASLEEP)
            take_up(current->runs);
        settle();
        (*kernel)();
        current->runs->now = DONE;
        thread *const t = next();
        current->runs = t;
        if (t && t->now == ASLEEP)
            continue;
        current->runs = nullptr;
        idle.push_back(current);
        jump(t ? t->on : &outer);
    }
}

fiber *hire()
{
    if (idle.empty()) {
        fibers.push_back(std::make_unique<fiber>());
        fiber *const f = fibers.back().get();
        f->stack.reset(new char[STACK]);
        getcontext(&f->first);
        f->first.uc_stack.ss_sp = f->stack.get();
        /* ends that lie alike in their pages would share a few lines of the processor's caches */
        f->first.uc_stack.ss_size = STACK - fibers.size() * 5 % 64 * LINE;
        makecontext(&f->first, work, 0);
        idle.push_back(f);
    }
    fiber *const f = idle.back();
    idle.pop_back();
    return f;
}

void go(thread *t)
{
    if (t->now == ASLEEP) {
        fiber *const f = hire();
        f->runs = t;
        jump(f);
    } else if (t->on != current) {
        jump(t->on);
    }
}

/* ---- what a block shares ---- */

/* This module's thread_local: `bytes` and what kernels declare as __shared__. */
struct storage {
    unsigned char *from, *to;
};

int find(dl_phdr_info *info, size_t, void *found)
{
    auto *const from = static_cast<unsigned char *>(info->dlpi_tls_data);
    for (int n = 0; from && n < info->dlpi_phnum; n++)
        if (info->dlpi_phdr[n].p_type == PT_TLS && bytes >= from &&
            bytes < from + info->dlpi_phdr[n].p_memsz)
            *static_cast<storage *>(found) = {from, from + info->dlpi_phdr[n].p_memsz};
    return 0;
}

void spoil(size_t used)
{
    static storage all;
    if (!all.from)
        dl_iterate_phdr(find, &all);
    memset(all.from, NOTHING, size_t(bytes - all.from));
    memset(bytes, NOTHING, used + FENCE);
    memset(bytes + sizeof bytes, NOTHING, size_t(all.to - bytes) - sizeof bytes);
}

bool fence_stands(size_t used)
{
    for (int n = 0; n < FENCE; n++)
        if (bytes[used + size_t(n)] != NOTHING)
            return false;
    return true;
}

/* ---- launches ---- */

uint64_t draw()
{
    static uint64_t state;
    uint64_t z = state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void run_block(size_t used)
{
    spoil(used);
    for (int n = 0; n < count; n++) {
        const unsigned x = unsigned(n) % blockDim.x, row = unsigned(n) / blockDim.x;
        team[n].now = ASLEEP;
        team[n].index = {x, row % blockDim.y, row / blockDim.y};
        sent[n] = 0;
        team[n].groups = 0;
        team[n].copies.clear();
    }
    cursor = waiting = 0;
    go(next());
    if (!failure && !fence_stands(used))
        failure = "a word is written beyond the block's shared memory";
    if (!tma_over() && !failure)
        failure = "the block ends while copies are on their way";
}

} // namespace

bool block_possible(dim3 blocks, dim3 threads, size_t used)
{
    const uint64_t many = uint64_t(threads.x) * threads.y * threads.z;
    return blocks.x > 0 && blocks.y > 0 && blocks.z > 0 && blocks.x <= 0x7fffffff &&
           blocks.y <= 65535 && blocks.z <= 65535 && many > 0 && many <= BLOCK_THREADS &&
           used <= BLOCK_BYTES;
}

cudaError_t block_run(dim3 blocks, dim3 threads, size_t used,
                      const std::function<void()> &work_of)
{
    const uint64_t drawn = draw(), all = uint64_t(blocks.x) * blocks.y * blocks.z;
    downwards = drawn & 1;
    late = drawn & 2;
    kernel = &work_of;
    count = int(threads.x * threads.y * threads.z);
    gridDim = blocks;
    blockDim = threads;
    failure = nullptr;
    for (uint64_t n = 0; n < all && !failure; n++) {
        const uint64_t b = drawn & 4 ? all - 1 - n : n, row = b / blocks.x;
        blockIdx = {unsigned(b % blocks.x), unsigned(row % blocks.y), unsigned(row / blocks.y)};
        run_block(used);
    }
    if (!failure)
        return cudaSuccess;
    fprintf(stderr, "block (%u, %u, %u) of %u threads: %s\n", blockIdx.x, blockIdx.y,
            blockIdx.z, count, failure);
    return cudaErrorLaunchFailure;
}

/* Fibers on whose stacks the kernel was left are not used again. */
void block_fail(const char *sentence)
{
    failure = sentence;
    for (auto &f : fibers)
        f.release();
    fibers.clear();
    idle.clear();
    jump(&outer);
    abort(); /* nobody comes back */
}

int block_lane() { return me % WARP; }
bool block_late() { return late; }

void block_barrier()
{
    team[me].now = WAITING;
    waiting++;
    go(next());
}

/* Others run until a thread of the warp has sent a word. */
static void await(int other, uint64_t number)
{
    if (other >= count)
        block_fail("a shuffle takes from a lane that is none");
    while (sent[other] <= number) {
        if (team[other].now == WAITING || team[other].now == DONE)
            block_fail("a shuffle takes from a lane that is not in it");
        go(&team[other]);
    }
}

static void await_all(uint64_t number)
{
    const int first = me / WARP * WARP;
    for (int n = first; n < first + WARP && n < count; n++)
        if (sent[n] <= number && team[n].now != DONE)
            await(n, number);
}

/* Lanes run ahead of each other by no more words than are kept. */
static uint64_t send(uint64_t value)
{
    if (sent[me] > 0 && sent[me] % (KEPT / 2) == 0)
        await_all(sent[me] - KEPT / 2);
    word[me / WARP][sent[me] % KEPT][me % WARP] = value;
    return sent[me]++;
}

void block_warp() { await_all(send(0)); }

uint64_t block_shuffle(uint64_t value, int lane)
{
    const uint64_t number = send(value);
    const int other = me / WARP * WARP + lane;
    if (other >= count || sent[other] <= number)
        await(other, number);
    return word[other / WARP][number % KEPT][lane];
}

void block_until(const std::function<bool()> &so)
{
    for (int turns = 0; !so(); turns++) {
        int n = 1;
        while (n < count &&
               (team[(me + n) % count].now == WAITING || team[(me + n) % count].now == DONE))
            n++;
        if (n == count || turns > BLOCK_THREADS)
            block_fail("a thread waits for what never comes");
        go(&team[(me + n) % count]);
    }
}

void block_copy(void *to, const void *from, size_t size)
{
    if (late)
        team[me].copies.push_back({to, from, size, team[me].groups});
    else
        memcpy(to, from, size);
}

void block_commit() { team[me].groups++; }

void block_await(int groups)
{
    std::vector<copy> &copies = team[me].copies;
    size_t n = 0;
    for (; n < copies.size() && copies[n].group < team[me].groups - groups; n++)
        memcpy(copies[n].to, copies[n].from, copies[n].bytes);
    copies.erase(copies.begin(), copies.begin() + ptrdiff_t(n));
}
