/* tiled/pool.h: threads that sleep between runs. */
#ifndef YEE_TILED_POOL_H
#define YEE_TILED_POOL_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct tiled_pool tiled_pool;

tiled_pool *tiled_pool_new(int threads); /* NULL: no memory or no threads */
void tiled_pool_free(tiled_pool *pool);
int tiled_pool_threads(const tiled_pool *pool);
/* Calls work(user, t) for t in [0, threads), once in each thread, with denormals flushed. */
void tiled_pool_run(tiled_pool *pool, void (*work)(void *user, int thread), void *user);

/* A number that only grows; who waits for it spins a little, then sleeps. */
typedef struct tiled_count {
    atomic_uint value, sleepers;
} tiled_count;

void tiled_count_set(tiled_count *count, unsigned value);
void tiled_count_wait(const tiled_pool *pool, tiled_count *count, unsigned value);

/* Waits until all threads of a run are here. */
void tiled_pool_meet(tiled_pool *pool);

#endif
