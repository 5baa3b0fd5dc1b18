/* tests/emulator/streams.cpp: streams and events. There is one order, that of the calls, and everything is
 * done at once; or, with $YEE_EMULATOR_STREAMS = 1, when the host waits, in an order that is drawn
 * anew each time among all that streams and events allow: an event that nobody waits for may then
 * change numbers. */
#include "card.h"
#include <cstdint>
#include <cstdlib>
#include <cuda_runtime.h>
#include <memory>
#include <vector>

struct task {
    card_task what; /* empty: a mark in a stream */
    int card;
    std::vector<std::shared_ptr<task>> before; /* that must be done */
    bool done;
};
typedef std::shared_ptr<task> shared_task;

/* The bodies of the runtime's own names. */
struct CUstream_st {
    int card;
    shared_task last;                 /* that was asked for */
    std::vector<shared_task> awaited; /* by what will be asked for next */
};
struct CUevent_st {
    int card;
    shared_task recorded;
};

static std::vector<shared_task> waiting;

static bool in_any_order()
{
    static const char *const text = getenv("YEE_EMULATOR_STREAMS");
    return text && *text == '1';
}

static bool ready(const task &t)
{
    for (const auto &other : t.before)
        if (!other->done)
            return false;
    return true;
}

/* One of the tasks whose turn it may be. */
static size_t draw()
{
    static uint32_t state = 1;
    std::vector<size_t> possible;
    for (size_t n = 0; n < waiting.size(); n++)
        if (ready(*waiting[n]))
            possible.push_back(n);
    state = 1664525 * state + 1013904223;
    return possible[(state >> 8) % possible.size()];
}

cudaError_t streams_drain()
{
    cudaError_t first = cudaSuccess;
    while (!waiting.empty()) {
        const size_t n = draw();
        const shared_task t = waiting[n];
        waiting.erase(waiting.begin() + int64_t(n));
        const cudaError_t error = t->what ? card_run(t->card, t->what) : cudaSuccess;
        first = first == cudaSuccess ? error : first;
        t->done = true;
        t->before.clear();
    }
    return first;
}

static void add(cudaStream_t stream, const card_task &what)
{
    const shared_task t =
        std::make_shared<task>(task{what, stream->card, stream->awaited, false});
    if (stream->last)
        t->before.push_back(stream->last);
    stream->awaited.clear();
    stream->last = t;
    waiting.push_back(t);
}

bool streams_defer(const card_task &what, cudaStream_t stream)
{
    if (stream)
        card_owns("a stream", stream->card);
    if (stream && in_any_order()) {
        add(stream, what);
        return true;
    }
    streams_drain();
    return false;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    *stream = new CUstream_st{card_current(), nullptr, {}};
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    streams_drain();
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return streams_drain(); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    if (!event)
        return cudaErrorInvalidResourceHandle;
    if (stream && event->recorded && !event->recorded->done)
        stream->awaited.push_back(event->recorded);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    *event = new CUevent_st{card_current(), nullptr};
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return cudaSuccess;
}
/* An event is recorded in streams of its own card. */
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!event)
        return cudaErrorInvalidResourceHandle;
    card_owns("an event", event->card);
    if (stream)
        card_owns("a stream", stream->card);
    if (stream && in_any_order()) {
        add(stream, nullptr);
        event->recorded = stream->last;
    }
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return streams_drain(); }
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t)
{
    *milliseconds = 1000; /* none is timed for long */
    return cudaSuccess;
}
