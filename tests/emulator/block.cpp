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
alignas(1024) __attribute__((visibility("default"))) thread_local unsigned char
    bytes[BLOCK_BYTES + FENCE];

namespace
{

enum condition { ASLEEP, READY, WAITING, DONE };
enum { KEPT = 64, STACK = 256 << 10 }; /* words of a lane; bytes */

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
    uint64_t sent, word[KEPT]; /* in shuffles since the last barrier */
    int groups;
    std::vector<copy> copies;
};

struct fiber {
    jmp_buf here;
    ucontext_t first;
    bool begun;
    thread *runs;
    std::unique_ptr<char[]> stack;
};

thread team[BLOCK_THREADS];
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
    if (current->runs)
        threadIdx = current->runs->index;
}

/* Comes back when another jumps here. */
void jump(fiber *to)
{
    fiber *const from = current;
    current = to;
    if (_setjmp(from->here) == 0) {
        if (to->begun)
            _longjmp(to->here, 1);
        from->begun = to->begun = true;
        setcontext(&to->first);
    }
    settle();
}

thread *at(int n) { return &team[downwards ? count - 1 - n : n]; }

/* Lanes that a shuffle has parted would take each other's words. */
void check_shuffles()
{
    const thread *first[BLOCK_THREADS / WARP] = {};
    for (int n = 0; n < count; n++) {
        if (team[n].now == DONE)
            continue;
        if (first[n / WARP] && first[n / WARP]->sent != team[n].sent)
            block_fail("lanes of a warp come to a barrier from different shuffles");
        first[n / WARP] = &team[n];
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
        team[n].sent = 0;
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
        f->first.uc_stack.ss_size = STACK;
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
        team[n].sent = 0;
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

int block_lane() { return int(current->runs - team) % WARP; }
bool block_late() { return late; }

void block_barrier()
{
    thread *const me = current->runs;
    me->now = WAITING;
    waiting++;
    go(next());
}

static thread *await(int lane, uint64_t number)
{
    thread *const t = team + (current->runs - team) / WARP * WARP + lane;
    if (t >= team + count)
        block_fail("a shuffle takes from a lane that is none");
    while (t->sent <= number) {
        if (t->now == WAITING || t->now == DONE)
            block_fail("a shuffle takes from a lane that is not in it");
        go(t);
    }
    return t;
}

static void await_all(uint64_t number)
{
    const thread *const first = team + (current->runs - team) / WARP * WARP;
    for (int lane = 0; lane < WARP && first + lane < team + count; lane++)
        if (first[lane].now != DONE)
            await(lane, number);
}

/* Lanes run ahead of each other by no more words than are kept. */
static uint64_t send(uint64_t word)
{
    thread *const me = current->runs;
    if (me->sent > 0 && me->sent % (KEPT / 2) == 0)
        await_all(me->sent - KEPT / 2);
    me->word[me->sent % KEPT] = word;
    return me->sent++;
}

void block_warp() { await_all(send(0)); }

uint64_t block_shuffle(uint64_t word, int lane)
{
    const uint64_t number = send(word);
    return await(lane, number)->word[number % KEPT];
}

void block_until(const std::function<bool()> &so)
{
    const int me = int(current->runs - team);
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
    thread *const me = current->runs;
    if (late)
        me->copies.push_back({to, from, size, me->groups});
    else
        memcpy(to, from, size);
}

void block_commit() { current->runs->groups++; }

void block_await(int groups)
{
    std::vector<copy> &copies = current->runs->copies;
    size_t n = 0;
    for (; n < copies.size() && copies[n].group < current->runs->groups - groups; n++)
        memcpy(copies[n].to, copies[n].from, copies[n].bytes);
    copies.erase(copies.begin(), copies.begin() + ptrdiff_t(n));
}
