/* tiled/pool.c: a thread pool whose waiting never takes a processor from a neighbour
 * for long. */
#include "pool.h"
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#ifdef __linux__
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#if defined __x86_64__ || defined __i386__
#include <xmmintrin.h>
#endif

struct tiled_pool {
    int threads;
    int spins;         /* before a waiting thread sleeps */
    pthread_t *thread; /* shape [threads - 1] */
    pthread_mutex_t lock;
    pthread_cond_t start, end;
    long job; /* number of the current one */
    int left; /* threads still at it */
    bool quit;
    void (*work)(void *user, int thread);
    void *user;
    atomic_int here;
    tiled_count round;
};

typedef struct seat {
    tiled_pool *pool;
    int number;
} seat;

static inline void rest(void)
{
#if defined __x86_64__ || defined __i386__
    _mm_pause();
#endif
}

/* Until *value is not `seen`, or for no reason at all. */
static void sleep_on(atomic_uint *value, unsigned seen)
{
#ifdef __linux__
    syscall(SYS_futex, value, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
#else
    (void)value, (void)seen;
    sched_yield();
#endif
}

static void wake_all(atomic_uint *value)
{
#ifdef __linux__
    syscall(SYS_futex, value, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
#else
    (void)value;
#endif
}

/* Either this sees the sleeper, or the sleeper sees the value: both are in one order. */
void tiled_count_set(tiled_count *count, unsigned value)
{
    atomic_store(&count->value, value);
    if (atomic_load(&count->sleepers))
        wake_all(&count->value);
}

void tiled_count_wait(const tiled_pool *pool, tiled_count *count, unsigned value)
{
    for (int spin = 0; spin < pool->spins; spin++) {
        if (atomic_load_explicit(&count->value, memory_order_acquire) >= value)
            return;
        rest();
    }
    atomic_fetch_add(&count->sleepers, 1);
    for (unsigned seen; (seen = atomic_load(&count->value)) < value;)
        sleep_on(&count->value, seen);
    atomic_fetch_sub(&count->sleepers, 1);
}

void tiled_pool_meet(tiled_pool *pool)
{
    const unsigned round = atomic_load_explicit(&pool->round.value, memory_order_relaxed) + 1;
    if (atomic_fetch_add_explicit(&pool->here, 1, memory_order_acq_rel) + 1 < pool->threads) {
        tiled_count_wait(pool, &pool->round, round);
        return;
    }
    atomic_store_explicit(&pool->here, 0, memory_order_relaxed);
    tiled_count_set(&pool->round, round);
}

/* Denormals cost a hundred cycles each and carry no physics:
 * a decaying run must not slow down. */
static unsigned flush_denormals(void)
{
#if defined __x86_64__ || defined __i386__
    const unsigned old = _mm_getcsr();
    _mm_setcsr(old | 0x8040);
    return old;
#elif defined __aarch64__
    unsigned long old;
    __asm__ volatile("mrs %0, fpcr" : "=r"(old));
    __asm__ volatile("msr fpcr, %0" : : "r"(old | 1ul << 24));
    return (unsigned)old;
#else
    return 0;
#endif
}

static void restore(unsigned old)
{
#if defined __x86_64__ || defined __i386__
    _mm_setcsr(old);
#elif defined __aarch64__
    __asm__ volatile("msr fpcr, %0" : : "r"((unsigned long)old));
#else
    (void)old;
#endif
}

/* The processors that this process may use. */
static int processors(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set))
        return CPU_COUNT(&set);
#endif
    return 1;
}

static void *serve(void *given)
{
    const seat place = *(seat *)given;
    tiled_pool *pool = place.pool;
    free(given);
    flush_denormals();
    for (long done = 0;;) {
        pthread_mutex_lock(&pool->lock);
        while (pool->job == done && !pool->quit)
            pthread_cond_wait(&pool->start, &pool->lock);
        const bool quit = pool->quit;
        done = pool->job;
        pthread_mutex_unlock(&pool->lock);
        if (quit)
            return NULL;
        pool->work(pool->user, place.number);
        pthread_mutex_lock(&pool->lock);
        if (--pool->left == 0)
            pthread_cond_signal(&pool->end);
        pthread_mutex_unlock(&pool->lock);
    }
}

tiled_pool *tiled_pool_new(int threads)
{
    tiled_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->end, NULL);
    atomic_init(&pool->here, 0);
    atomic_init(&pool->round.value, 0);
    atomic_init(&pool->round.sleepers, 0);
    pool->spins = threads <= processors() ? 2000 : 10;
    pool->threads = 1;
    pool->thread = calloc((size_t)threads, sizeof *pool->thread);
    if (!pool->thread)
        goto fail;
    while (pool->threads < threads) {
        seat *place = malloc(sizeof *place);
        if (!place)
            goto fail;
        *place = (seat){pool, pool->threads};
        if (pthread_create(&pool->thread[pool->threads - 1], NULL, serve, place)) {
            free(place);
            goto fail;
        }
        pool->threads++;
    }
    return pool;
fail:
    tiled_pool_free(pool);
    return NULL;
}

void tiled_pool_free(tiled_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    for (int t = 0; t + 1 < pool->threads; t++)
        pthread_join(pool->thread[t], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->start);
    pthread_cond_destroy(&pool->end);
    free(pool->thread);
    free(pool);
}

int tiled_pool_threads(const tiled_pool *pool) { return pool->threads; }

void tiled_pool_run(tiled_pool *pool, void (*work)(void *user, int thread), void *user)
{
    pthread_mutex_lock(&pool->lock);
    pool->work = work;
    pool->user = user;
    pool->left = pool->threads - 1;
    pool->job++;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);

    const unsigned old = flush_denormals();
    work(user, 0);
    restore(old);

    pthread_mutex_lock(&pool->lock);
    while (pool->left)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
