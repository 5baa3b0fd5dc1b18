/* core/api/advance.c: a run in parts, of which a device does those of several simulations side by
 * side. */
#include "base/clock.h"
#include "base/process.h"
#include "plugin/call.h"
#include "simulation.h"
#include <stdlib.h>
#include <string.h>

static void count_time(double since, double *seconds, int64_t *calls)
{
    *seconds += yee_now() - since;
    ++*calls;
}

static yee_status begin(yee_simulation *s)
{
    const bool before = s->begun;
    const double since = yee_now();
    const yee_status status = yee_simulation_begin(s);
    if (!before)
        count_time(since, &s->times.begin, &s->times.begins);
    return status;
}

/* More steps of the chunk for the device, or, where it has all, their end; *wait: the device has
 * some that were not waited for. */
static yee_status go_on(yee_simulation *s, const yee_sink *sink, bool *wait)
{
    const yee_instance *it = s->model->scheme;
    const int64_t left = s->chunk_from + s->chunk_steps - yee_simulation_step(s);
    const bool queues = YEE_HAS(s->ops, enqueue);
    const double since = yee_now();
    *wait = queues && left > 0;
    const yee_status status = *wait
                                  ? YEE_CALL(it, s->ops, enqueue, s->plan, left, sink)
                                  : YEE_CALL(it, s->ops, run, s->plan, queues ? 0 : left, sink);
    if (*wait)
        count_time(since, &s->times.launch, &s->times.launches);
    else
        count_time(since, &s->times.wait, &s->times.waits);
    return status;
}

static yee_status end_chunk(yee_simulation *s, int64_t last, yee_status status,
                            bool (*progress)(void *user, const yee_progress *progress),
                            void *user)
{
    const double since = yee_now();
    status = yee_simulation_end_chunk(s, last, status, progress, user);
    count_time(since, &s->times.looks, &s->times.chunks);
    return status;
}

static yee_status advance(yee_simulation *s,
                          bool (*progress)(void *user, const yee_progress *progress),
                          void *user, bool *done)
{
    const int64_t last = s->model->problem.steps;
    bool wait = false;
    *done = true;
    yee_status status = s->chunk_steps ? YEE_OK : begin(s);
    if (status)
        return status;
    const yee_sink *sink = yee_simulation_sink(s);
    while (!status && !wait && !s->stopped &&
           (s->chunk_steps || yee_simulation_step(s) < last)) {
        if (!s->chunk_steps)
            status = yee_simulation_begin_chunk(s, last);
        if (!status)
            status = go_on(s, sink, &wait);
        if (!wait || status)
            status = end_chunk(s, last, status, progress, user);
    }
    *done = !wait || status;
    s->status = status || !*done ? status : yee_simulation_ended(s);
    return s->status;
}

yee_status yee_simulation_open(yee_simulation *s)
{
    yee_process_enter();
    const yee_status status = begin(s);
    yee_process_leave();
    return status;
}

yee_status yee_simulation_advance(yee_simulation *s,
                                  bool (*progress)(void *user, const yee_progress *progress),
                                  void *user, bool *done)
{
    yee_process_enter();
    const yee_status status = advance(s, progress, user, done);
    yee_process_leave();
    return status;
}

const yee_run_times *yee_simulation_times(const yee_simulation *s) { return &s->times; }

yee_status yee_simulation_folder(yee_simulation *s, const char *path)
{
    char *folder = path ? strdup(path) : NULL;
    if (path && !folder)
        return yee_diag_fail(s->model->diag, YEE_MEMORY, NULL,
                             "no memory for the name of a folder");
    free(s->folder);
    s->folder = folder;
    return YEE_OK;
}
