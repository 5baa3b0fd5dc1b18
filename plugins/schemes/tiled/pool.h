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

/* Waits until all threads of a run are here. */
void tiled_pool_meet(tiled_pool *pool);
/* Waits until the flag is set: spins a little, then gives the processor away. */
void tiled_wait(const atomic_uchar *flag);

#endif
