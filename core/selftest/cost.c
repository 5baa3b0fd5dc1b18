/* core/selftest/cost.c: what a problem needs: memory by part, bytes moved per step. */
#include "cost.h"
#include "problem/local_ids.h"
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Words of state that all points keep for their media. */
static double section_words(const yee_problem *p, const int64_t *points)
{
    double sum = 0;
    for (int64_t m = 0; m < p->media; m++)
        for (int i = 0; i < p->update[m].sections; i++)
            sum += (double)points[m] * p->section[p->update[m].section + i].words;
    return sum;
}

/* One psi per point of the layers and difference: a component is changed by the differences
 * along the two axes it does not point to, of the partner along the third. */
static double layer_words(const yee_grid *g, int c)
{
    double sum = 0;
    for (int a = 0; a < 3; a++) {
        int direction = yee_direction(c);
        int partner = (yee_is_electric(c) ? 3 : 0) + 3 - a - direction;
        if (a == direction || !g->active[partner] || g->axis[a].invariant)
            continue;
        double slab = (double)(g->axis[a].layer[0] + g->axis[a].layer[1]);
        sum += (double)yee_grid_points(g, c) / (double)g->extent[c][a] * slab;
    }
    return sum;
}

static double deliveries(const yee_problem *p, const yee_tap *tap)
{
    int64_t last = tap->last < p->steps ? tap->last : p->steps;
    if (tap->kind == YEE_TAP_DFT)
        return 1;
    return last < tap->first ? 0 : (double)((last - tap->first) / tap->every + 1);
}

void yee_need_count(const yee_problem *p, const int64_t *points, yee_need *need)
{
    const yee_grid *g = &p->grid;
    const double number = p->precision == YEE_F64 ? 8 : 4;
    yee_need n = {0};
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        if (!g->active[c])
            continue;
        n.fields += number * (double)yee_grid_points(g, c);
        n.ids += p->kept    ? yee_local_ids_bytes(p->kept, c)
                 : p->id[c] ? 4 * (double)yee_grid_points(g, c)
                            : 0;
        n.layers += number * layer_words(g, c);
    }
    n.sections = number * section_words(p, points);
    for (int64_t i = 0; i < p->groups; i++)
        n.points += (double)sizeof(yee_point) * (double)p->group[i].count;
    for (int64_t i = 0; i < p->taps; i++) {
        const yee_tap *t = &p->tap[i];
        bool single = t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_POINTS;
        double record = (single ? number : 8) * (double)t->values;
        n.taps += record;
        n.disk += record * deliveries(p, t);
    }
    n.beside = n.ids + n.points + n.taps;
    n.memory = n.fields + n.sections + n.layers + n.beside;
    /* a half step reads six components and writes three: 9 of 6 words, twice */
    n.moved = 3 * n.fields + n.ids + 2 * (n.sections + n.layers);
    *need = n;
}

/* The number behind a key of a file of the system (NULL: the file's first word); missing where
 * there is none, or the word "max". */
static double number_in(const char *path, const char *key, double missing)
{
    FILE *f = fopen(path, "r");
    char line[128], word[64];
    double value = missing, found;
    while (f && fgets(line, sizeof line, f)) {
        const bool has = key ? sscanf(line, "%63s %lf", word, &found) == 2 && !strcmp(word, key)
                             : sscanf(line, "%lf", &found) == 1;
        if (has) {
            value = found;
            break;
        }
    }
    if (f)
        fclose(f);
    return value;
}

/* A container may have less than its machine; whoever takes more is ended without a word. What
 * its files hold in caches counts as used there, and is given back. */
static void limit_of_group(double *all, double *available)
{
    static const struct {
        const char *limit, *used, *parts, *caches;
    } group[] = {
        {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current",
         "/sys/fs/cgroup/memory.stat", "inactive_file"},
        {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
         "/sys/fs/cgroup/memory/memory.usage_in_bytes", "/sys/fs/cgroup/memory/memory.stat",
         "total_inactive_file"},
    };
    for (size_t i = 0; i < sizeof group / sizeof *group; i++) {
        const double limit = number_in(group[i].limit, NULL, INFINITY);
        const double used = number_in(group[i].used, NULL, INFINITY) -
                            number_in(group[i].parts, group[i].caches, 0);
        *all = fmin(*all, limit);
        if (isfinite(limit) && isfinite(used))
            *available = fmin(*available, fmax(limit - used, 0));
    }
}

/* The memory, bytes, that `ulimit -v`, and with it many a batch system, lets a process
 * have. */
static void limit_of_process(double *all, double *available)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return;
    const double most = (double)limit.rlim_cur;
    const double used =
        number_in("/proc/self/statm", NULL, INFINITY) * (double)sysconf(_SC_PAGESIZE);
    *all = fmin(*all, most);
    if (isfinite(used))
        *available = fmin(*available, fmax(most - used, 0));
}

void yee_memory_of_machine(double *all, double *available)
{
    const double page = (double)sysconf(_SC_PAGESIZE);
    *all = (double)sysconf(_SC_PHYS_PAGES) * page;
    /* the kernel's own figure counts the caches it would give back */
    *available =
        1024 * number_in("/proc/meminfo",
                         "MemAvailable:", (double)sysconf(_SC_AVPHYS_PAGES) * page / 1024);
    limit_of_group(all, available);
    limit_of_process(all, available);
}

double yee_memory_peak(void) { return 1024 * number_in("/proc/self/status", "VmHWM:", NAN); }

/* The work of one core among all that move memory at once: n numbers a pass, two arrays. */
typedef struct mover {
    pthread_t thread;
    size_t n;
    double rate; /* bytes/s; 0: no memory */
} mover;

static void *move(void *user)
{
    mover *m = user;
    float *a = calloc(m->n, sizeof *a), *b = calloc(m->n, sizeof *b);
    double spent = 0;
    for (int pass = 0; a && b && (pass < 3 || spent < 0.05) && pass < 200; pass++) {
        struct timespec t0, t1;
        clock_gettime(CLOCK_MONOTONIC, &t0);
        for (size_t i = 0; i < m->n; i++)
            a[i] += 0.5f * b[i] + (float)pass;
        clock_gettime(CLOCK_MONOTONIC, &t1);
        const double took =
            (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
        const double rate = 3.0 * (double)(m->n * sizeof *a) / took;
        spent += took;
        if (pass && rate > m->rate) /* the first pass pays for the pages */
            m->rate = rate;
    }
    free(a);
    free(b);
    return NULL;
}

double yee_bandwidth_measure(int threads)
{
    const size_t all = (size_t)32 << 20, least = (size_t)4 << 20; /* beyond the caches */
    const size_t count = threads > 1 ? (size_t)threads : 1;
    mover *m = calloc(count, sizeof *m);
    double sum = 0;
    size_t running = 0;
    for (size_t i = 0; m && i < count; i++)
        m[i].n = all / count > least ? all / count : least;
    while (m && running + 1 < count &&
           !pthread_create(&m[running].thread, NULL, move, &m[running]))
        running++;
    if (m)
        move(&m[count - 1]);
    for (size_t i = 0; i < running; i++)
        pthread_join(m[i].thread, NULL);
    for (size_t i = 0; m && i < count; i++)
        sum += m[i].rate;
    free(m);
    return sum;
}
