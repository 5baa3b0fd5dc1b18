/* core/base/parallel.h: items worked on by several threads. */
#ifndef YEE_CORE_PARALLEL_H
#define YEE_CORE_PARALLEL_H

#include <stdbool.h>
#include <stdint.h>

/* Threads to use where so many are asked for; 0: as many as this process may run on. */
int yee_thread_count(int asked);

/* thread: 0 <= thread < threads, never two calls at once with one number. False: no memory. */
typedef bool yee_item_work(void *user, int thread, int64_t item);

/* Calls work() for every item in [0, count), by at most so many threads (fewer where the system
 * has no more), and, where it is not NULL, finish() after it: in the order of the items, one at
 * a time, while other threads go on with later items. False where a call returned false; later
 * items may be left out then. */
bool yee_parallel_run(int threads, int64_t count, yee_item_work *work, yee_item_work *finish,
                      void *user);

#endif
