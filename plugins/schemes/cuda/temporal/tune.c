/* tune.c: the number of steps a pass and the variant of passes that are fastest, by the clock.
 *
 * Which are depends on the card, the classes of bricks, the precision, the cells that are
 * redone within passes, and, for small grids, on launches. So passes of every number of steps
 * that may pay are timed beside single steps, on the plan's own arrays before anything acts on
 * them, and the best is kept in the tuning cache for plans alike. Fields are random meanwhile
 * (warmup.c): power limits a card, and zeros take less of it. Any number gives equal bits. */
#include "../../common/tuning_cache.h"
#include "temporal.h"
#include "warmup.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Rounds that are timed at least, of which the fastest counts; tests/emulator, whose clock stands
 * still, sets one. */
#ifndef CLOCK_ROUNDS
#define CLOCK_ROUNDS 3
#endif

/* RADIX: of a variant and a number of steps in one number; KERNELS: raised when kernels get
 * faster or the key changes, so that what was measured before does not count. */
enum { LEAST = 2, MOST = 5, WITH_LAWS = 4, ROUNDS = CLOCK_ROUNDS, RADIX = 10, KERNELS = 14 };

/* Of the speed of single steps, what passes must have to be taken. Alone they must be faster. Beside
 * other plans a pass gains more, since one plan leaves processors idle between the few bricks of each
 * class: at 128^3 cells with layers 33 to 57 Gcells/s, where single steps gain 29 to 33; at 64^3 in
 * vacuum 13 to 98 and 28 to 60. But by the driver's 8 queues, in which plans wait for each other, passes
 * gain nothing: at 64^3 in vacuum 36. */
static const float ALONE = 1.03f, BESIDE = 0.6f;

bool plans_beside(void)
{
    const char *number = getenv("YEE_PLANS_BESIDE");
    return number && atoi(number) > 1;
}

/* Plans of several streams each do not wait for each other's. */
static bool many_queues(void)
{
    enum { MANY = 32 };
    const char *number = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    return number && atoi(number) >= MANY;
}

/* Other plans are to step beside this one, and may do so. */
static bool gains_beside(void) { return plans_beside() && many_queues(); }

enum { CLASSES_BESIDE = 4, PLANS_BESIDE = 8 };

static int share_beside(void) { return plans_beside() ? PLANS_BESIDE : CLASSES_BESIDE; }

static int magnitude(double count) { return (int)round(2 * log2(count + 1)); }

/* Cells of running transforms that are due within passes of some number of steps, and so done
 * step by step. */
static double transform_cells(const plan *p)
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

/* Bit n: all transforms are due where passes of n steps end. */
static int transforms_at_ends_bits(const plan *p)
{
    int bits = 0;
    for (int n = LEAST; n <= MOST; n++)
        bits |= (int)transforms_at_ends(p, n) << n;
    return bits;
}

/* The key of the tuning cache: all that plans which share a number have in common. */
static void describe(const plan *p, char *key, size_t size)
{
    const yee_problem *q = p->problem;
    const temporal *t = temporal_of(p);
    const pass *x = &t->passes.x;
    const int *n = p->d.cells;
    int64_t points = q->ports;
    for (int64_t g = 0; g < q->groups; g++)
        points += q->group[g].count;
    for (int64_t m = 0; m < q->taps; m++)
        points += q->tap[m].kind == YEE_TAP_POINTS ? q->tap[m].count : 0;
    int uniform = 0;
    for (int a = 0; a < 3; a++)
        uniform |= x->axis[a].uniform << a;
    snprintf(
        key, size,
        "%.80s, float%d, ids %d, losses %d, words %d %d, layers %d, uniform %d, periodic %d, "
        "size %d %d %d, points %d, transforms %d %d, excluded %d %d %d %d %d, laws %d, beside "
        "%d, "
        "kernels %d",
        p->gpu_name, (int)p->word * 8, t->variant[0].need.ids, t->variant[0].need.losses,
        t->variant[0].need.words, t->variant[0].words, p->d.layers, uniform, p->d.periodic,
        magnitude(n[0]), magnitude(n[1]), magnitude(n[2]), magnitude((double)points),
        magnitude(transform_cells(p)), transforms_at_ends_bits(p),
        magnitude((double)t->points_with_poles), magnitude((double)t->points_with_pairs),
        magnitude((double)t->excluded_h_points), magnitude((double)t->rare_points),
        magnitude((double)t->law_points), magnitude((double)t->bare_law_points),
        plans_beside() + gains_beside(), KERNELS);
}

static yee_status two_passes(plan *p)
{
    yee_status status = launch_pass(p, false);
    return status == YEE_OK ? launch_pass(p, false) : status;
}

static yee_status single(plan *p) { return launch_step(p, false); }

/* Whether a launch is timed again: a card that has worked for a while takes more power than it
 * may, and runs slower from then on. */
static bool again(const plan *p, int rounds, float spent)
{
    /* ms; a small grid, of so many cells at most, takes less power than that */
    enum { TRIES = 100, SETTLED = 250, SMALL_SETTLED = 30, SMALL = 1 << 22 };
    const int *n = p->d.cells;
    const bool small = (int64_t)n[0] * n[1] * n[2] <= SMALL;
    return rounds <= ROUNDS ||
           (rounds <= TRIES && spent < (float)(small ? SMALL_SETTLED : SETTLED));
}

/* Times a graph of some `one`; ms, the least of its last few rounds. */
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
    for (int n = 0; status == YEE_OK && again(p, n, spent); n++) { /* the first one warms up */
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

static int64_t bricks_in(const passes *w)
{
    int64_t n = 0;
    for (int class = 0; class < CLASSES; class ++)
        for (int k = 0; k < NEEDS; k++)
            n += w->launch[class][k].count;
    return n;
}

void tune_take_way(plan *p, int way)
{
    temporal_of(p)->share = way & BY_SHARE ? share_beside() : 1;
    temporal_of(p)->boxes_beside = way & BOXES_BESIDE;
}

void tune_share_card(plan *p)
{
    temporal *t = temporal_of(p);
    const yee_subdomain *s = p->problem->subdomain;
    const int others = s && p->d.layers ? s->beside : 1;
    if (others > t->share)
        t->share = others < PLANS_BESIDE ? others : PLANS_BESIDE;
}

/* Times passes of the active variant, of up to `most` steps, in all ways. */
static yee_status measure_variant(plan *p, int most, pass_times *times)
{
    enum { TIMES = 4 };
    float took = 0;
    yee_status status = YEE_OK;
    temporal *t = temporal_of(p);
    const bool laws = t->variant[t->active_variant].need.laws;
    const int first = laws ? WITH_LAWS : LEAST, last = laws ? WITH_LAWS : most;
    int64_t before = 0; /* bricks by the share tried last */
    for (int k = WAYS * first; k < WAYS * (last + 1) && status == YEE_OK; k++) {
        const int wanted = k / WAYS, way = k % WAYS;
        if (way & BOXES_BESIDE && !t->has_room)
            continue;
        tune_take_way(p, way);
        if (p->problem->subdomain) /* which has none with laws */
            t->stride = wanted;
        status = make_passes(p, wanted);
        if (status == YEE_MEMORY) { /* for rows that bricks send each other */
            times->all = false;
            status = YEE_OK;
            continue;
        }
        const int n = t->passes.x.steps; /* with laws fewer will do */
        const int64_t bricks = status == YEE_OK ? bricks_in(&t->passes) : 0;
        const bool alike =
            (way & BY_SHARE && bricks == before) || /* few tiles */
            (way & BOXES_BESIDE && !t->passes.beside && t->passes.shared.count == 0);
        before = bricks;
        if (status != YEE_OK || alike || n < (laws ? LEAST : wanted))
            continue;
        status = clock_graph(p, two_passes, TIMES / 2, &took);
        took /= (float)(n * TIMES);
        if (status == YEE_OK && (times->of[n] == 0 || took < times->of[n])) {
            times->of[n] = took;
            times->variant[n] = t->active_variant;
            times->way[n] = way;
        }
    }
    return status;
}

static yee_status measure(plan *p, int most, pass_times *times)
{
    enum { TIMES = 8 };
    *times = (pass_times){.all = true};
    yee_status status = warmup_fill(p);
    if (status == YEE_OK)
        status = clock_graph(p, single, TIMES, &times->single);
    times->single /= TIMES;
    for (int n = 0; n < temporal_of(p)->variants && status == YEE_OK; n++) {
        status = activate_variant(p, n);
        if (status == YEE_OK)
            status = measure_variant(p, most, times);
    }
    return status == YEE_OK ? warmup_clear(p) : status;
}

/* A variant, a number of steps of its passes, and the way to make them; 0 steps: single ones. */
typedef struct choice {
    int variant, steps, way;
} choice;

/* Beside other plans bricks are cut for a share of the card, whatever is faster alone. */
static choice fastest(const pass_times *t)
{
    choice best = {0, 0, 0};
    float least = t->single / (gains_beside() ? BESIDE : ALONE);
    for (int n = LEAST; n <= MOST; n++)
        if (t->of[n] > 0 && t->of[n] < least) {
            least = t->of[n];
            best = (choice){t->variant[n], n, t->way[n] | (gains_beside() ? BY_SHARE : 0)};
        }
    return best;
}

/* Makes the passes of a choice; *steps: their steps, 0: it is single steps. */
static yee_status make_choice(plan *p, choice found, int *steps)
{
    *steps = found.steps;
    tune_take_way(p, found.way);
    const yee_status status = *steps > 0 ? activate_variant(p, found.variant) : YEE_OK;
    return status == YEE_OK && *steps > 0 ? fit_passes(p, steps) : status;
}

/* A number of the tuning cache. */
static long encode(choice c) { return (c.way * RADIX + c.variant) * RADIX + c.steps; }

static bool decode(long known, const temporal *t, choice *c)
{
    *c = (choice){(int)(known / RADIX % RADIX), (int)(known % RADIX),
                  (int)(known / RADIX / RADIX)};
    return known >= 0 && c->variant < t->variants && c->steps <= MOST_PASS && c->way < WAYS;
}

yee_status tune_passes(plan *p, int *steps)
{
    char key[TUNING_CACHE_KEY], path[TUNING_CACHE_PATH];
    long known = 0;
    yee_status status = YEE_OK;
    temporal *t = temporal_of(p);
    choice found;
    bool done = false;
    pass_times times;
    describe(p, key, sizeof key);
    const bool placed = tuning_cache_path("temporal-steps", path);
    if (placed && tuning_cache_find(path, key, &known) && decode(known, t, &found)) {
        t->origin = "measured earlier";
        status = make_choice(p, found, steps);
        done = status != YEE_OK || !pass_laws_refused(p);
    }
    if (!done) {
        p->host->log(p->host, YEE_INFO, "measuring the number of steps a pass does");
        status = measure(p, MOST, &times);
        found = status == YEE_OK ? fastest(&times) : (choice){0, 0, 0};
        t->origin = "measured now";
        if (status == YEE_OK && placed && times.all && !pass_laws_refused(p))
            tuning_cache_store(path, key, encode(found));
        if (status == YEE_OK)
            status = make_choice(p, found, steps);
    }
    return status;
}

/* ---- subdomains ---- */

/* The key of one number of steps, 0: of single ones; kept are picoseconds of a step and 2^20 cells, for
 * grids of about the same size share a key, the way to make passes, and the variant. */
static void describe_stride(const plan *p, int steps, char *key, size_t size)
{
    int open = 0;
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++)
            open |= (p->grid.axis[a].face[side] == YEE_FACE_OPEN) << (2 * a + side);
    const int used = snprintf(key, size, "halo %d at %d, steps %d by cells, ",
                              (int)p->problem->subdomain->depth, open, steps);
    describe(p, key + used, size - (size_t)used);
}

static float kept_cells(const plan *p)
{
    const int *n = p->d.cells;
    return (float)n[0] * (float)n[1] * (float)n[2] / (float)(1 << 20);
}

static bool remember(const plan *p, const char *path, int most, pass_times *times)
{
    char key[TUNING_CACHE_KEY];
    bool known = true;
    *times = (pass_times){.all = true};
    for (int n = 0; n <= most && known; n += n == 0 ? LEAST : 1) {
        long value = 0;
        describe_stride(p, n, key, sizeof key);
        known = tuning_cache_find(path, key, &value) && value >= 0 &&
                value % RADIX < temporal_of(p)->variants;
        *(n == 0 ? &times->single : &times->of[n]) =
            1e-9f * kept_cells(p) * (float)(value / RADIX / RADIX);
        times->way[n] = (int)(value / RADIX % RADIX);
        times->variant[n] = (int)(value % RADIX);
    }
    return known && times->single > 0;
}

static void keep(const plan *p, const char *path, int most, const pass_times *times)
{
    char key[TUNING_CACHE_KEY];
    for (int n = 0; n <= most; n += n == 0 ? LEAST : 1) {
        describe_stride(p, n, key, sizeof key);
        const float ms = n == 0 ? times->single : times->of[n];
        const long kept = (long)(1e9f * ms / kept_cells(p));
        tuning_cache_store(path, key,
                           (RADIX * kept + times->way[n]) * RADIX + times->variant[n]);
    }
}

yee_status tune_strides(plan *p, int most, pass_times *times)
{
    char path[TUNING_CACHE_PATH];
    temporal *t = temporal_of(p);
    most = most < MOST ? most : MOST;
    const bool placed = tuning_cache_path("temporal-steps", path);
    if (placed && remember(p, path, most, times)) {
        t->origin = "measured earlier";
        return YEE_OK;
    }
    p->host->log(p->host, YEE_INFO, "measuring the number of steps between two exchanges");
    const yee_status status = measure(p, most, times);
    t->origin = "measured now";
    if (status == YEE_OK && placed && times->all)
        keep(p, path, most, times);
    return status;
}
