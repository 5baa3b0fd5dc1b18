/* bench/cpu: what the processor schemes reach, beside the machine's own triad and other
 * programs.
 *
 *     bench_cpu [key=value ...]
 *
 *     parts=speed,cost,growth,setup,neighbour,highorder   each has its section in md
 *     scheme=tiled,plain          of the part speed; the first one is what all else is for
 *     threads=1,2  cells=64,100,200,300,400,4096  cases=vacuum,ids,cpml,debye,drude,lorentz,f64
 *     peers=openems,meep              none: yee alone; what is not installed is left out
 *     growth=50,100,200,300,400,500,600    cells along an axis
 *     seconds=0.5 rounds=5 clock=wall set=scheme.tiled.width=16
 *     csv=bench/results/cpu.csv md=bench/results/cpu.md python=/usr/bin/python3
 *
 * From the root of the tree, all of it in one command:  build/bench/bench_cpu
 * Cells of 1000 and more are the square case 2d. clock=cpu counts the time the process had a
 * processor: for one thread on a machine that others use. csv=none, md=none: no such file. */
#define _XOPEN_SOURCE 700
#include "bench.h"
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

words split(const char *list)
{
    words w = {0};
    for (const char *at = list; at && *at && w.count < MOST_LIST;) {
        const size_t length = strcspn(at, ",");
        snprintf(w.word[w.count++], sizeof w.word[0], "%.*s", (int)length, at);
        at += length + (at[length] == ',');
    }
    return w;
}

bool has_word(const char *list, const char *word)
{
    const words w = split(list);
    for (int n = 0; n < w.count; n++)
        if (!strcmp(w.word[n], word))
            return true;
    return false;
}

double now(const options *o)
{
    struct timespec t;
    clock_gettime(o->clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* a = b + s c over arrays far larger than any cache, GB/s, write-allocate not counted. */
double measure_triad(const options *o)
{
    const size_t n = (size_t)48 << 20;
    float *a = malloc(3 * n * sizeof *a), *b = a + n, *c = b + n;
    double best = 0;
    if (!a)
        return 0;
    for (size_t i = 0; i < 3 * n; i++)
        a[i] = (float)i;
    for (int round = 0; round < 5; round++) {
        const double start = now(o);
        for (size_t i = 0; i < n; i++)
            a[i] = b[i] + 0.5f * c[i];
        const double rate = 1e-9 * (double)(3 * n * sizeof *a) / (now(o) - start);
        best = rate > best && a[n / 2] > 0 ? rate : best;
    }
    free(a);
    return best;
}

static bool parse(options *o, char *word)
{
    char *value = strchr(word, '=');
    if (!value)
        return false;
    *value++ = 0;
    const struct {
        const char *key;
        const char **to;
    } texts[] = {{"parts", &o->parts},   {"scheme", &o->scheme}, {"threads", &o->threads},
                 {"cells", &o->cells},   {"cases", &o->cases},   {"set", &o->set},
                 {"csv", &o->csv},       {"md", &o->md},         {"peers", &o->peers},
                 {"python", &o->python}, {"growth", &o->growth}};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++)
        if (!strcmp(word, texts[n].key)) {
            *texts[n].to = value;
            return true;
        }
    if (!strcmp(word, "seconds"))
        o->seconds = strtod(value, NULL);
    else if (!strcmp(word, "rounds"))
        o->rounds = atoi(value);
    else if (!strcmp(word, "clock"))
        o->clock = strcmp(value, "cpu") ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    else
        return false;
    return o->rounds >= 1 && o->rounds <= MOST_TURNS;
}

static int drop(const char *path, const struct stat *s, int flag, struct FTW *walk)
{
    (void)s, (void)flag, (void)walk;
    return remove(path);
}

int main(int count, char **word)
{
    options o = {.parts = "speed,cost,growth,setup,neighbour,highorder",
                 .scheme = "tiled,plain",
                 .threads = "1,2",
                 .cells = "64,100,200,300,400,4096",
                 .cases = "vacuum,ids,cpml,debye,drude,lorentz,f64",
                 .peers = "openems,meep",
                 .python = "/usr/bin/python3",
                 .growth = "50,100,200,300,400,500,600",
                 .csv = "bench/results/cpu.csv",
                 .md = "bench/results/cpu.md",
                 .seconds = 0.5,
                 .rounds = 5,
                 .clock = CLOCK_MONOTONIC};
    for (int n = 1; n < count; n++)
        if (!parse(&o, word[n])) {
            fprintf(stderr, "%s: not an option, or out of range; see bench/cpu/main.c\n",
                    word[n]);
            return YEE_USAGE;
        }
    if (!strcmp(o.peers, "none"))
        o.peers = "";
    const char *parent = getenv("TMPDIR");
    snprintf(o.folder, sizeof o.folder, "%s/yee-bench-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(o.folder)) {
        fprintf(stderr, "%s: a folder for the runs cannot be made\n", o.folder);
        return YEE_IO;
    }
    static const struct {
        const char *name;
        yee_status (*part)(options *o);
    } parts[] = {{"speed", part_speed},         {"cost", part_cost},
                 {"growth", part_growth},       {"setup", part_setup},
                 {"neighbour", part_neighbour}, {"highorder", part_highorder}};
    const yee_session_options session = {
        .size = sizeof session, .plugin_path = BENCH_PLUGINS, .command = "bench_cpu"};
    yee_status status = yee_session_open(&session, &o.session);
    o.triad = status ? 0 : measure_triad(&o);
    printf("triad, one thread: %.1f GB/s\n", o.triad);
    for (size_t n = 0; n < sizeof parts / sizeof *parts && !status; n++)
        if (has_word(o.parts, parts[n].name))
            status = parts[n].part(&o);
    if (status)
        fprintf(stderr, "%s\n", yee_session_error(o.session));
    yee_session_close(o.session);
    nftw(o.folder, drop, 8, FTW_DEPTH | FTW_PHYS);
    return (int)status;
}
