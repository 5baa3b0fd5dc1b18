/* tune.c: how many steps a pass does, and whether it knows poles, by the clock.
 *
 * What is fastest depends on the card, the classes of bricks, the precision, what is looked at
 * within passes, and, for small grids, on launches. So passes of every number of steps that may
 * pay are timed beside single steps, on the plan's own arrays before anything acts on them, and
 * the best is remembered for plans alike. Fields are noise meanwhile: zeros take less power,
 * and power is what limits a card. Any number gives the same bits. */
#include "../../common/tuning_cache.h"
#include "temporal.h"
#include "warmup.h"
#include <math.h>
#include <stdio.h>

/* RADIX: of a way and a number of steps in one; KERNELS: raised when they get faster, so that
 * what was remembered of others is not. */
enum { LEAST = 2, MOST = 5, ROUNDS = 3, RADIX = 10, KERNELS = 7 };

static int magnitude(double count) { return (int)round(2 * log2(count + 1)); }

/* Cells where running transforms are due within passes of some number of steps; they are done
 * step by step there. */
static double looked_at(const plan *p)
{
    double cells = 0;
    for (int64_t n = 0; n < p->transforms.frequent; n++) {
        const yee_tap *t = &p->problem->tap[p->transforms.tap[n]];
        double volume = 1;
        for (int a = 0; a < 3; a++)
            volume *= (double)(t->hi[a] - t->lo[a]);
        cells += volume;
    }
    return cells;
}

/* Of which numbers of steps passes know nothing of transforms: bit n. */
static int apart_of(const plan *p)
{
    int bits = 0;
    for (int n = LEAST; n <= MOST; n++)
        bits |= (int)pass_apart(p, n) << n;
    return bits;
}

/* What plans that share a number have in common. */
static void describe(const plan *p, char *key, size_t size)
{
    const yee_problem *q = p->problem;
    const temporal *t = temporal_of(p);
    const pass *x = &t->passes.x;
    const int *n = p->d.cells;
    int64_t spots = q->ports;
    for (int64_t g = 0; g < q->groups; g++)
        spots += q->group[g].count;
    for (int64_t m = 0; m < q->taps; m++)
        spots += q->tap[m].kind == YEE_TAP_POINTS ? q->tap[m].count : 0;
    snprintf(key, size,
             "%.120s, float%d, forms %d, layers %d, bare %d, words %d, periodic %d, "
             "size %d %d %d, spots %d, transforms %d %d, islands %d %d %d, kernels %d",
             p->gpu_name, (int)p->word * 8, t->way[0].forms, p->d.layers, x->bare,
             t->way[0].words, p->d.periodic, magnitude(n[0]), magnitude(n[1]), magnitude(n[2]),
             magnitude((double)spots), magnitude(looked_at(p)), apart_of(p),
             magnitude((double)t->poled), magnitude((double)t->magnetic),
             magnitude((double)t->rare), KERNELS);
}

static yee_status two_passes(plan *p)
{
    yee_status status = pass_launch_all(p, false);
    return status == YEE_OK ? pass_launch_all(p, false) : status;
}

static yee_status single(plan *p) { return pass_single(p, false); }

/* Whether it is to be timed again: a card that is at work for a while takes more power than it
 * may, and runs slower from then on. */
static bool again(int rounds, float spent)
{
    enum { TRIES = 100, SETTLED = 250 /* ms */ };
    return rounds <= ROUNDS || (rounds <= TRIES && spent < SETTLED);
}

/* ms of a graph of some `one`: the least of its last few rounds. */
static yee_status clock_graph(plan *p, step_launch one, int times, float *took)
{
    cudaGraphExec_t graph = NULL;
    cudaEvent_t start = NULL, end = NULL;
    float last[ROUNDS] = {0}, spent = 0;
    yee_status status = steps_graph(p, one, times, &graph);
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventCreate(&start));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaEventCreate(&end));
    for (int n = 0; status == YEE_OK && again(n, spent); n++) { /* the first one warms up */
        float *now = &last[n % ROUNDS];
        status = DEVICE_CALL(p->host, cudaEventRecord(start, p->work));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaGraphLaunch(graph, p->work));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaEventRecord(end, p->work));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaEventSynchronize(end));
        if (status == YEE_OK)
            status = DEVICE_CALL(p->host, cudaEventElapsedTime(now, start, end));
        spent += *now;
    }
    *took = last[0];
    for (int n = 1; n < ROUNDS; n++)
        *took = fminf(*took, last[n]);
    if (graph)
        cudaGraphExecDestroy(graph);
    if (start)
        cudaEventDestroy(start);
    if (end)
        cudaEventDestroy(end);
    return status;
}

/* A way and a number of steps. */
typedef struct choice {
    int way, steps;
} choice;

/* Of the way taken, those faster than *best ms a step. all: false if the card had no room for
 * some number. */
static yee_status measure_way(plan *p, float *best, choice *found, bool *all)
{
    enum { TIMES = 4 };
    float took = 0;
    yee_status status = YEE_OK;
    for (int n = LEAST; n <= MOST && status == YEE_OK; n++) {
        status = pass_cut(p, n);
        if (status == YEE_MEMORY) { /* for rows that bricks hand each other */
            *all = false;
            status = YEE_OK;
            continue;
        }
        if (status != YEE_OK || temporal_of(p)->passes.x.steps != n)
            continue;
        status = clock_graph(p, two_passes, TIMES / 2, &took);
        took /= (float)(n * TIMES);
        if (status == YEE_OK && took < *best) {
            *best = took;
            *found = (choice){temporal_of(p)->taken, n};
        }
    }
    return status;
}

static yee_status measure(plan *p, choice *found, bool *all)
{
    enum { TIMES = 8 };
    float took = 0;
    yee_status status = clock_graph(p, single, TIMES, &took);
    float best = 0.97f * took / TIMES; /* of a step */
    for (int n = 0; n < temporal_of(p)->ways && status == YEE_OK; n++) {
        status = pass_take(p, n);
        if (status == YEE_OK)
            status = measure_way(p, &best, found, all);
    }
    return status;
}

yee_status pass_tune(plan *p, int *steps)
{
    char key[TUNING_CACHE_KEY], path[TUNING_CACHE_PATH];
    long known = 0;
    yee_status status = YEE_OK;
    temporal *t = temporal_of(p);
    choice found = {0, 0};
    bool all = true;
    describe(p, key, sizeof key);
    const bool placed = tuning_cache_path("temporal-steps", path);
    if (placed && tuning_cache_find(path, key, &known) && known >= 0 &&
        known / RADIX < t->ways && known % RADIX <= MOST_PASS) {
        found = (choice){(int)known / RADIX, (int)known % RADIX};
        t->origin = "measured earlier";
    } else {
        p->host->log(p->host, YEE_INFO, "measuring the number of steps a pass does");
        status = noise_fill(p);
        if (status == YEE_OK)
            status = measure(p, &found, &all);
        if (status == YEE_OK)
            status = noise_clear(p);
        t->origin = "measured now";
        if (status == YEE_OK && placed && all)
            tuning_cache_store(path, key, RADIX * found.way + found.steps);
    }
    *steps = found.steps;
    if (status == YEE_OK && *steps > 0)
        status = pass_take(p, found.way);
    return status == YEE_OK && *steps > 0 ? pass_fit(p, steps) : status;
}
