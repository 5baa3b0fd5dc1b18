/* core/cli/sweep/slots.c: the traces that one process runs.
 *
 * Small grids leave a GPU idle: it does the steps of several plans side by side, each on streams of
 * its own, and the host hands them chunks in turn. How many are fastest depends on card and model:
 * their number is doubled as long as the steps that all do in a second grow. */
#include "slots.h"
#include "gpus.h"
#include "run.h"
#include <string.h>
#include <time.h>

static const double GAIN = 1.05; /* of steps a second, for which it is doubled once more */
static const double SETTLED = 0.1, WINDOW = 0.2; /* s, after the last plan; of a measurement */
enum { CHUNKS = 3 };                             /* of every trace, in a measurement */

/* A measurement of steps a second. */
typedef struct window {
    int beside;   /* traces side by side that it is of */
    bool counts;  /* what is done counts from `begun` on, else it is time to settle */
    double begun; /* s, clock; 0: some slot has no plan yet */
    int64_t steps, chunks;
} window;

static struct {
    trace_run run[SWEEP_SLOTS];
    bool busy[SWEEP_SLOTS], planned[SWEEP_SLOTS];
    int next;                    /* slot whose turn it is */
    int wanted;                  /* traces side by side from now on */
    int best;                    /* those that were fastest */
    double rate;                 /* steps a second of `best` */
    bool found;                  /* wanted stays */
    int waiting;                 /* traces that came while there was no memory for one more */
    farm_task wait[SWEEP_SLOTS]; /* they, the first first; shape [waiting] */
    int64_t steps, chunks;       /* of all runs so far */
    window window;
} slots;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int count(const bool *of)
{
    int n = 0;
    for (int slot = 0; slot < SWEEP_SLOTS; slot++)
        n += of[slot];
    return n;
}

/* A process's share of the traces that all run side by side. */
static int share_of(const sweep_plan *p, int number)
{
    const int gpus = p->gpus ? p->gpus : 1;
    const int share = p->jobs / gpus + (number < p->jobs % gpus);
    return share < p->beside ? share : p->beside;
}

static void start(void *user, int number)
{
    const sweep_plan *p = user;
    gpus_start(user, number);
    slots.found = p->beside > 0;
    slots.wanted = !slots.found ? 1 : p->queues ? share_of(p, number) : p->beside;
}

static int capacity(void *user)
{
    (void)user;
    return slots.wanted;
}

/* -- how many are fastest -- */

static void decide(double rate)
{
    if (rate > GAIN * slots.rate) {
        slots.best = slots.wanted;
        slots.rate = rate;
        slots.wanted = 2 * slots.wanted < SWEEP_SLOTS ? 2 * slots.wanted : SWEEP_SLOTS;
    } else {
        slots.wanted = slots.best;
    }
    slots.found = slots.wanted == slots.best;
}

static void measure(void)
{
    window *w = &slots.window;
    const double t = now();
    if (slots.found)
        return;
    if (count(slots.planned) < slots.wanted) { /* a plan takes time that no later trace takes */
        *w = (window){0};
    } else if (w->begun <= 0 || (!w->counts && t - w->begun > SETTLED)) {
        *w = (window){slots.wanted, w->begun > 0, t, slots.steps, slots.chunks};
    } else if (w->counts && t - w->begun > WINDOW &&
               slots.chunks - w->chunks >= CHUNKS * slots.wanted) {
        decide((double)(slots.steps - w->steps) / (t - w->begun));
        *w = (window){0};
    }
}

/* -- traces -- */

static bool over(sweep_plan *p, yee_status status, farm_result *result)
{
    result->status = status;
    if (status)
        snprintf(result->message, sizeof result->message, "%s", yee_session_error(p->session));
    return true;
}

/* A free slot, one with a plan if there is one: that has its memory. */
static int free_slot(void)
{
    int slot = 0, any = 0;
    while (slot < SWEEP_SLOTS && (slots.busy[slot] || !slots.planned[slot]))
        slot++;
    while (any < SWEEP_SLOTS - 1 && slots.busy[any])
        any++;
    return slot < SWEEP_SLOTS ? slot : any;
}

/* There is no memory for the trace beside so many others: it waits for the end of one. */
static void put_off(const sweep_plan *p, const farm_task *task, int others)
{
    char path[PATH_MAX];
    slots.wanted = slots.best = others;
    slots.found = true;
    sweep_trace_path(&p->folder, task->number, ".failed", NULL, path);
    sweep_remove(path);
    slots.wait[slots.waiting++] = *task;
}

static bool begin(void *user, const farm_task *task, farm_result *result)
{
    sweep_plan *p = user;
    yee_status status;
    const int others = count(slots.busy), slot = free_slot();
    if (others >= slots.wanted) { /* it was dealt before that shrank */
        slots.wait[slots.waiting++] = *task;
        return false;
    }
    trace_run *run = &slots.run[slot];
    run->plan = p;
    run->number = task->number;
    run->slot = slot;
    const bool ended = trace_run_begin(run, &status, &result->taken);
    slots.busy[slot] = !ended;
    slots.planned[slot] = !ended || (slots.planned[slot] && status != YEE_MEMORY);
    if (status == YEE_MEMORY && others) {
        put_off(p, task, others);
        return false;
    }
    return ended && over(p, status, result);
}

static bool turn(void *user, farm_result *result)
{
    sweep_plan *p = user;
    yee_status status;
    if (slots.waiting && count(slots.busy) < slots.wanted) {
        const farm_task task = result->task = slots.wait[0];
        memmove(slots.wait, slots.wait + 1, (size_t)--slots.waiting * sizeof *slots.wait);
        return begin(user, &task, result);
    }
    for (int n = 0; n < SWEEP_SLOTS && !slots.busy[slots.next]; n++)
        slots.next = (slots.next + 1) % SWEEP_SLOTS;
    const int slot = slots.next;
    trace_run *run = &slots.run[slot];
    const int64_t steps = run->steps, chunks = run->chunks;
    slots.busy[slot] = !trace_run_advance(run, &status);
    slots.steps += run->steps - steps;
    slots.chunks += run->chunks - chunks;
    slots.next = (slot + 1) % SWEEP_SLOTS;
    measure();
    if (slots.busy[slot])
        return false;
    *result = (farm_result){.task = {TASK_RUN, run->number}};
    return over(p, status, result);
}

const farm_work slots_work = {
    .start = start, .begin = begin, .turn = turn, .capacity = capacity};
