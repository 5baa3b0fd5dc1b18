/* core/base/parallel.c: items worked on by several threads, finished in their order. */
#include "parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

typedef struct job {
    yee_item_work *work, *finish;
    void *user;
    int64_t count;
    pthread_mutex_t lock;
    pthread_cond_t turn; /* `finished` has grown */
    int64_t next, finished;
    bool ok;
} job;

typedef struct worker {
    pthread_t thread;
    job *job;
    int number;
} worker;

/* The next item to work on; -1: none is left. */
static int64_t take(job *j)
{
    pthread_mutex_lock(&j->lock);
    const int64_t item = j->ok && j->next < j->count ? j->next++ : -1;
    pthread_mutex_unlock(&j->lock);
    return item;
}

/* Every item that was taken comes here, so that no later one waits for ever. */
static void end(job *j, int number, int64_t item, bool ok)
{
    pthread_mutex_lock(&j->lock);
    while (j->finish && j->finished != item)
        pthread_cond_wait(&j->turn, &j->lock);
    j->ok = j->ok && ok;
    ok = j->ok;
    pthread_mutex_unlock(&j->lock);
    if (ok && j->finish)
        ok = j->finish(j->user, number, item);
    pthread_mutex_lock(&j->lock);
    j->ok = j->ok && ok;
    j->finished++;
    pthread_cond_broadcast(&j->turn);
    pthread_mutex_unlock(&j->lock);
}

static void *serve(void *user)
{
    const worker *w = user;
    for (int64_t item; (item = take(w->job)) >= 0;)
        end(w->job, w->number, item, w->job->work(w->job->user, w->number, item));
    return NULL;
}

bool yee_parallel_run(int threads, int64_t count, yee_item_work *work, yee_item_work *finish,
                      void *user)
{
    job j = {.work = work, .finish = finish, .user = user, .count = count, .ok = true};
    worker self = {.job = &j};
    const size_t others = threads > 1 && count > 1 ? (size_t)threads - 1 : 0;
    worker *other = calloc(others + 1, sizeof *other);
    size_t running = 0;
    pthread_mutex_init(&j.lock, NULL);
    pthread_cond_init(&j.turn, NULL);
    for (; other && running < others; running++) {
        other[running] = (worker){.job = &j, .number = (int)running + 1};
        if (pthread_create(&other[running].thread, NULL, serve, &other[running]))
            break;
    }
    serve(&self);
    for (size_t n = 0; n < running; n++)
        pthread_join(other[n].thread, NULL);
    pthread_cond_destroy(&j.turn);
    pthread_mutex_destroy(&j.lock);
    free(other);
    return j.ok;
}

int yee_thread_count(int asked)
{
    cpu_set_t set;
    if (asked > 0)
        return asked;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}
