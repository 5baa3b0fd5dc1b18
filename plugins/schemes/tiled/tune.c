/* tiled/tune.c: whether tiles are worth it, and how wide.
 *
 * A first guess comes from the second-level cache and the bytes of a row. On grids where it
 * matters the guess and its neighbours are timed once, on the plan's own rows while all fields
 * are zero, and the best is remembered for plans alike in a file of the user's cache folder.
 * A trial puts in order what a run does, units of rows that ports join, but for points, ports
 * and records, which are not made yet and few. Every width gives the same bits, so neither the
 * clock nor the file can change a result; a file that cannot be read or written is as good as
 * none. Steps of a subdomain are timed in the same way, all rows of it. */
#include "../common/tuning_cache.h"
#include "sweep.h"
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LEAST = 4, MOST = 64, TRIES = 5, ROUNDS = 3 };

static double row_bytes(const tiled_plan *t)
{
    return (double)(t->end_memory - t->memory) / (double)(t->nx * t->ny);
}

/* W^2/2 rows of a wave share the cache. They may take 0.42 of it, the best of what
 * bench/notes/2026-11.md lists. */
static int64_t guess(const tiled_plan *t, double cache)
{
    const int64_t width = (int64_t)sqrt(2 * 0.42 * cache / row_bytes(t)) / 2 * 2;
    /* A tile for every thread, unless they got narrower than 8 rows: then threads share. */
    const int64_t share = t->uy / tiled_pool_threads(t->pool) / 2 * 2;
    const int64_t least = share > 8 ? share : 8, fits = width < least ? width : least;
    return fits < LEAST ? LEAST : fits > 32 ? 32 : fits;
}

/* ---- memory ---- */

/* The properties that plans with one width have in common, as one line up to '='. */
static void describe(const tiled_plan *t, long cache, char *key, size_t size)
{
    char model[128] = "processor", line[256];
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info && fgets(line, sizeof line, info))
        if (sscanf(line, "model name : %127[^\n=]", model) == 1)
            break;
    if (info)
        fclose(info);
    snprintf(key, size, "%s, %ld kB, %s, float%d, %.1f words, %lld x %lld points, %d threads%s",
             model, cache >> 10, t->isa->name, t->f64 ? 64 : 32,
             row_bytes(t) / (double)(t->n * t->real), (long long)t->ny, (long long)t->np,
             tiled_pool_threads(t->pool),
             t->passes > 2   ? ", three passes"
             : t->passes > 1 ? ", two passes"
                             : "");
}

/* ---- the clock ---- */

static double now(const tiled_plan *t)
{
    struct timespec at;
    clock_gettime(tiled_pool_threads(t->pool) > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID,
                  &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* A width as the grid takes it: all tiles alike. */
typedef struct trial {
    int64_t cuts; /* tiles side by side in the grid */
    double took;  /* s a point, the least so far */
} trial;

/* Seconds a point and step for two rows of diamonds of a part of the grid, whole units: for all
 * widths the same shape, two tiles a thread wide, two tiles high, four of their widths long.
 * Each turn takes another part: rows that were used a moment ago would be in a cache. A part
 * is a ring where it goes all around one. INFINITY: no memory. */
static double try(const tiled_plan *t, int64_t cuts, int turn)
{
    const int64_t side =
        2 * tiled_pool_threads(t->pool) < cuts ? 2 * tiled_pool_threads(t->pool) : cuts;
    const int64_t rows = t->uy * side / cuts, width = (rows + side - 1) / side;
    const int64_t planes = 4 * width < t->ux ? 4 * width : t->ux;
    tiled_plan part = *t;
    part.xs += turn * planes % (t->ux - planes + 1);
    part.ys += turn * rows % (t->uy - rows + 1);
    part.ux = planes;
    part.uy = rows;
    part.wrap[0] = t->wrap[0] && planes == t->ux;
    part.wrap[1] = t->wrap[1] && rows == t->uy;
    part.tile = width;
    part.until = INT64_MAX / 2; /* all of it is needed */
    const int64_t lines = (part.xs[planes] - part.xs[0]) * (part.ys[rows] - part.ys[0]);
    const double start = now(t);
    return tiled_diamonds(&part, 2 * width)
               ? (now(t) - start) / (double)(lines * t->np * 2 * width)
               : INFINITY;
}

/* The fastest of the guess and widths around it, unless it beats the guess by the noise only.
 * Who is far behind is not tried again. */
static int64_t measure(const tiled_plan *t, int64_t first)
{
    static const double factor[TRIES] = {1, 0.67, 0.83, 1.2, 1.45};
    trial of[TRIES];
    int best = 0;
    for (int n = 0; n < TRIES; n++) {
        const double width = fmax(LEAST, fmin(MOST, factor[n] * (double)first));
        of[n] = (trial){(int64_t)ceil((double)t->uy / width), INFINITY};
    }
    for (int round = 0; round < ROUNDS; round++) {
        const double close = 1.1 * of[best].took;
        for (int n = 0; n < TRIES; n++)
            if (!round || of[n].took <= close)
                of[n].took = fmin(of[n].took, try(t, of[n].cuts, round * TRIES + n));
        for (int n = 0; n < TRIES; n++)
            best = of[n].took < of[best].took ? n : best;
    }
    best = of[best].took < 0.95 * of[0].took ? best : 0;
    return (t->uy + of[best].cuts - 1) / of[best].cuts;
}

void tiled_tune(tiled_plan *t)
{
    const int64_t bytes = t->end_memory - t->memory;
    const long found = sysconf(_SC_LEVEL2_CACHE_SIZE), cache = found > 0 ? found : 1 << 20;
    char key[TUNING_CACHE_KEY], path[TUNING_CACHE_PATH];
    long known = 0;
    t->why = t->config.sweep ? "as asked"
             : !t->config.width && tiled_pool_threads(t->pool) == 1 && bytes < cache / 2
                 ? "the fields fit the cache"
                 : NULL;
    t->tiled = !t->why;
    t->tile = t->config.width ? t->config.width : guess(t, (double)cache);
    t->origin = t->config.width ? "as asked" : "by the cache";
    if (!t->tiled || t->config.width || bytes < 16 * cache || t->ux < MOST || t->uy < MOST)
        return;
    describe(t, cache, key, sizeof key);
    const bool placed = tuning_cache_path("tiled-widths", path);
    if (placed && tuning_cache_find(path, key, &known) && known >= LEAST && known <= MOST) {
        t->tile = known;
        t->origin = "measured earlier";
        return;
    }
    t->host->log(t->host, YEE_INFO, "measuring the width of tiles");
    t->tile = measure(t, t->tile);
    t->origin = "measured now";
    if (placed)
        tuning_cache_store(path, key, (long)t->tile);
}

double tiled_time_steps(const tiled_plan *t, int64_t steps)
{
    tiled_plan all = *t;
    all.until = INT64_MAX / 2; /* halos to their ends */
    const double start = now(t);
    if (!t->tiled || !tiled_diamonds(&all, steps * t->passes))
        tiled_sweep(&all, steps * t->passes);
    return (now(t) - start) / (double)steps;
}
