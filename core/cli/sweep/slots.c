/* core/cli/sweep/slots.c: the traces that one process runs.
 *
 * Small grids leave a GPU idle: it does the steps of several plans side by side, each on streams of
 * its own, and the host hands them chunks in turn. How many are fastest depends on card and model:
 * their number is doubled as long as the steps that all do in a second grow. One more is made ready
 * meanwhile, or writes what it has left, so that the device never waits for a model or a file. */
#include "slots.h"
#include "base/clock.h"
#include "common.h"
#include "gpus.h"
#include "run.h"
#include <string.h>

static const double GAIN = 1.05; /* of steps a second, for which it is doubled once more */
static const double SETTLED = 0.05, WINDOW = 0.1; /* s, after the last plan; of a measurement */
/* CHUNKS: of every trace, in a measurement. SMALL: cells of a grid that does not fill a card. */
enum { CHUNKS = 3, SMALL = 1 << 23 };

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
    int wanted;                  /* traces that step side by side from now on */
    int spare;                   /* and one more, which is made ready or closed meanwhile */
    int best;                    /* those that were fastest */
    double rate;                 /* steps a second of `best` */
    bool found;                  /* wanted stays */
    int waiting;                 /* traces that came while there was no memory for one more */
    farm_task wait[SWEEP_SLOTS]; /* they, the first first; shape [waiting] */
    int64_t steps, chunks;       /* of all runs so far */
    window window;
} slots;

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

/* Before the first trace. */
static void start(const sweep_plan *p)
{
    slots.found = p->beside > 0;
    slots.wanted = slots.found ? p->queues ? share_of(p, gpus_process()) : p->beside
                               : 1 + (p->cells < SMALL);
    slots.spare = !slots.found;
    slots.planned[0] = common_simulation(0); /* of the model that was looked at */
}

int slots_capacity(void *plan)
{
    (void)plan;
    const int most = slots.wanted + slots.spare;
    return !most ? 1 : most < SWEEP_SLOTS ? most : SWEEP_SLOTS;
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
    const double t = yee_now();
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

/* Traces that step side by side now. */
static int stepping(void)
{
    int n = 0;
    for (int slot = 0; slot < SWEEP_SLOTS; slot++)
        n += slots.busy[slot] && slots.run[slot].next == RUN_STEPS &&
             slots.run[slot].steps_begun;
    return n;
}

/* There is no memory for the trace beside so many others: it waits for the end of one. */
static void put_off(const sweep_plan *p, int64_t number, int others)
{
    char path[PATH_MAX];
    slots.spare = 0;
    if (others < slots.wanted || !slots.found) {
        slots.wanted = slots.best = others;
        slots.found = true;
    }
    sweep_trace_path(&p->folder, number, ".failed", NULL, path);
    sweep_remove(path);
    slots.wait[slots.waiting++] = (farm_task){TASK_RUN, number};
}

bool slots_begin(sweep_plan *p, const farm_task *task, farm_result *result)
{
    yee_status status;
    if (!slots.wanted)
        start(p);
    if (count(slots.busy) >= slots.wanted + slots.spare) { /* dealt before that shrank */
        slots.wait[slots.waiting++] = *task;
        return false;
    }
    const int slot = free_slot();
    trace_run *run = &slots.run[slot];
    run->plan = p;
    run->number = task->number;
    run->slot = slot;
    slots.busy[slot] = !trace_run_begin(run, &status, &result->taken);
    return !slots.busy[slot] && over(p, status, result);
}

/* Whether the run of a slot may go on: one that is ready waits until fewer step than shall. */
static bool may_go(int slot)
{
    const trace_run *run = &slots.run[slot];
    return slots.busy[slot] &&
           (run->next != RUN_STEPS || run->steps_begun || stepping() < slots.wanted);
}

/* A run is over; true: so is its trace. */
static bool end(sweep_plan *p, const trace_run *run, yee_status status, farm_result *result)
{
    const int others = count(slots.busy);
    const bool no_plan = status == YEE_MEMORY && run->next == RUN_AIM;
    slots.planned[run->slot] = common_simulation(run->slot);
    if (no_plan && others) {
        put_off(p, run->number, others);
        return false;
    }
    *result = (farm_result){.task = {TASK_RUN, run->number}};
    return over(p, status, result);
}

bool slots_turn(void *user, farm_result *result)
{
    sweep_plan *p = user;
    yee_status status;
    if (slots.waiting && count(slots.busy) < slots.wanted + slots.spare) {
        const farm_task task = result->task = slots.wait[0];
        memmove(slots.wait, slots.wait + 1, (size_t)--slots.waiting * sizeof *slots.wait);
        return slots_begin(p, &task, result);
    }
    for (int n = 0; n < SWEEP_SLOTS && !may_go(slots.next); n++)
        slots.next = (slots.next + 1) % SWEEP_SLOTS;
    const int slot = slots.next;
    trace_run *run = &slots.run[slot];
    const int64_t steps = run->steps, chunks = run->chunks;
    const bool ended = trace_run_go(run, &status);
    slots.busy[slot] = !ended;
    slots.planned[slot] = slots.planned[slot] || (!ended && run->next > RUN_AIM);
    slots.steps += run->steps - steps;
    slots.chunks += run->chunks - chunks;
    slots.next = (slot + 1) % SWEEP_SLOTS;
    measure();
    p->together = slots.wanted;
    return ended && end(p, run, status, result);
}
