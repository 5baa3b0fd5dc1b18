/* bench/cpu.c: what a processor scheme reaches, case by case, beside the machine's own triad.
 *
 *     bench_cpu [key=value ...]
 *
 *     scheme=tiled threads=1 cells=200,100 cases=vacuum,ids,... precision=f32 seconds=1
 *     rounds=5 clock=wall|cpu set=scheme.tiled.width=16 csv=FILE commit=NAME
 *
 * Cases take turns, round after round, so that a slow minute meets all of them; figures are
 * medians over the rounds, spread is (largest - smallest)/median. clock=cpu counts the time the
 * process had a processor: for one thread on a machine that others use. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <yee/libyee.h>

enum { MOST_ROUNDS = 32, MOST_RUNS = 64 };

typedef struct options {
    const char *scheme, *threads, *cells, *cases, *precision, *set, *csv, *commit;
    double seconds;
    int rounds;
    clockid_t clock;
} options;

typedef struct run {
    char name[24];
    int n[3];
    yee_model *model;
    yee_simulation *simulation;
    const yee_scheme_ops *ops;
    void *plan;
    int64_t steps;
    double rate[MOST_ROUNDS];
    double bytes;
} run;

static double now(const options *o)
{
    struct timespec t;
    clock_gettime(o->clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* a = b + s c over arrays far larger than any cache, GB/s, write-allocate not counted. */
static double triad(const options *o)
{
    const size_t n = (size_t)48 << 20;
    float *a = malloc(3 * n * sizeof *a), *b = a + n, *c = b + n;
    double best = 0;
    if (!a)
        return 0;
    for (size_t i = 0; i < 3 * n; i++)
        a[i] = (float)i;
    for (int round = 0; round < 3; round++) {
        const double start = now(o);
        for (size_t i = 0; i < n; i++)
            a[i] = b[i] + 0.5f * c[i];
        const double rate = 1e-9 * (double)(3 * n * sizeof *a) / (now(o) - start);
        best = rate > best && a[n / 2] > 0 ? rate : best;
    }
    free(a);
    return best;
}

/* The model of a case: N^3 cells (2d: N^2), a dipole and a probe in the middle. */
static void describe(const options *o, run *r, int n, char *text, size_t size)
{
    const bool planar = !strcmp(r->name, "2d");
    const char *face = !strcmp(r->name, "cpml") ? "cpml" : "pec";
    const bool poles =
        !strcmp(r->name, "drude") || !strcmp(r->name, "lorentz") || !strcmp(r->name, "debye");
    r->n[0] = r->n[1] = r->n[2] = n;
    if (planar)
        r->n[2] = 1;
    int at = snprintf(text, size,
                      "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\n%sbackground = %s\n"
                      "[run]\nsteps = 100000000\nscheme = %s\nthreads = %s\nprecision = %s\n"
                      "[boundary.all]\ntype = %s\n%s"
                      "[material.m]\n%s\n"
                      "[waveform.w]\ntype = sine\nfrequency = 3 GHz\n"
                      "[source.s]\ntype = dipole\nposition = %g, %g, %g mm\ndirection = z\n"
                      "current = 1 A\nwaveform = w\n"
                      "[output.p]\ntype = probe\nposition = %g, %g, %g mm\ncomponents = ez\n",
                      r->n[0], r->n[1], r->n[2], planar ? "invariant = z\nmode = tm\n" : "",
                      poles ? "m" : "vacuum", o->scheme, o->threads, o->precision, face, "",
                      !strcmp(r->name, "drude") ? "type = drude\nfp = 3 GHz\ngamma_hz = 1 GHz"
                      : !strcmp(r->name, "lorentz")
                          ? "type = lorentz\ndelta_eps = 1.5\nf0 = 10 GHz\n"
                            "gamma_hz = 1 GHz"
                      : !strcmp(r->name, "debye")
                          ? "type = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps"
                          : "type = dielectric\neps = 2",
                      n / 2 + 0.5, n / 2 + 0.5, planar ? 0.5 : n / 2 + 0.5, n / 2 + 3.5,
                      n / 2 + 0.5, planar ? 0.5 : n / 2 + 0.5);
    /* 15 dielectrics in blocks of n/10 cells, so that every row meets several. */
    for (int m = 0; !strcmp(r->name, "ids") && m < 15; m++)
        at += snprintf(text + at, size - (size_t)at,
                       "[material.m%d]\ntype = dielectric\neps = %g\n", m, 1.2 + 0.2 * m);
    const int block = n / 10;
    for (int b = 0; !strcmp(r->name, "ids") && b < 1000; b++) {
        const int i = b / 100, j = b / 10 % 10, k = b % 10;
        const unsigned m =
            ((unsigned)i * 73856093u ^ (unsigned)j * 19349663u ^ (unsigned)k * 83492791u) >> 3;
        at += snprintf(text + at, size - (size_t)at,
                       "[shape.b%d]\ntype = box\nfrom = %d, %d, %d mm\nto = %d, %d, %d mm\n"
                       "material = m%u\naverage = no\n",
                       b, i * block, j * block, k * block, (i + 1) * block, (j + 1) * block,
                       (k + 1) * block, m % 15);
    }
}

static yee_status open_run(yee_session *session, const options *o, run *r, int n)
{
    const size_t size = (size_t)1 << 20;
    char *text = malloc(size);
    if (!text)
        return YEE_MEMORY;
    describe(o, r, n, text, size);
    const size_t sets = o->set ? 1 : 0;
    yee_status status = yee_model_parse(session, "bench.ini", text, sets, &o->set, &r->model);
    if (!status)
        status = yee_simulation_plan(r->model, &r->simulation);
    if (!status) {
        char lines[1024];
        yee_simulation_quiet(r->simulation);
        yee_simulation_print(r->simulation, lines, sizeof lines);
        const char *at = strstr(lines, "about ");
        r->bytes = at ? strtod(at + 6, NULL) : 0;
        const void *config;
        r->ops = yee_simulation_scheme(r->simulation, &config, &r->plan);
        r->steps = 64;
        status = r->ops->run(r->plan, 8, NULL);
    }
    free(text);
    return status;
}

/* One turn of a run: about the asked-for time. */
static yee_status turn(const options *o, run *r, int round)
{
    const double cells = (double)r->n[0] * r->n[1] * r->n[2], start = now(o);
    int64_t steps = 0;
    yee_status status = YEE_OK;
    double took = 0;
    while (!status && took < o->seconds) {
        status = r->ops->run(r->plan, r->steps, NULL);
        steps += r->steps;
        took = now(o) - start;
    }
    r->rate[round] = 1e-6 * cells * (double)steps / took;
    return status;
}

static void report(const options *o, run *r, double speed, FILE *csv)
{
    char date[32], cpu[128] = "unknown", line[256];
    const time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info && fgets(line, sizeof line, info))
        if (sscanf(line, "model name : %127[^\n]", cpu) == 1)
            break;
    if (info)
        fclose(info);
    qsort(r->rate, (size_t)o->rounds, sizeof *r->rate, ascending);
    const double median = r->rate[o->rounds / 2];
    char bytes[24] = ""; /* empty: the scheme does not say */
    if (r->bytes > 0)
        snprintf(bytes, sizeof bytes, "%.1f", r->bytes);
    const double spread = 100 * (r->rate[o->rounds - 1] - r->rate[0]) / median;
    printf("%-10s %4d^%d %s %s threads: %7.1f Mcells/s, spread %.1f %%, %s bytes a cell\n",
           r->name, r->n[0], r->n[2] > 1 ? 3 : 2, o->precision, o->threads, median, spread,
           bytes);
    if (csv)
        fprintf(csv, "%s,%s,%s,%s,%s,%s,%d,%d,%d,%s,%lld,%.1f,%.1f,%s,%.1f\n", date, o->commit,
                cpu, o->threads, o->scheme, r->name, r->n[0], r->n[1], r->n[2], o->precision,
                (long long)r->steps, median, spread, bytes, speed);
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
    } texts[] = {{"scheme", &o->scheme}, {"threads", &o->threads},     {"cells", &o->cells},
                 {"cases", &o->cases},   {"precision", &o->precision}, {"set", &o->set},
                 {"csv", &o->csv},       {"commit", &o->commit}};
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
    return o->rounds >= 1 && o->rounds <= MOST_ROUNDS;
}

int main(int count, char **word)
{
    options o = {"tiled", "1",  "200",          "vacuum,ids,cpml,drude,debye,lorentz",
                 "f32",   NULL, NULL,           "",
                 0.7,     5,    CLOCK_MONOTONIC};
    for (int n = 1; n < count; n++)
        if (!parse(&o, word[n])) {
            fprintf(stderr, "%s: not an option, or out of range; see bench/cpu.c\n", word[n]);
            return YEE_USAGE;
        }
    static run runs[MOST_RUNS];
    int used = 0;
    yee_session *session = NULL;
    yee_status status = yee_session_open(NULL, &session);
    for (const char *c = o.cells; c && !status; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL)
        for (const char *k = o.cases; k && !status && used < MOST_RUNS;
             k = strchr(k, ',') ? strchr(k, ',') + 1 : NULL) {
            run *r = &runs[used++];
            snprintf(r->name, sizeof r->name, "%.*s", (int)strcspn(k, ","), k);
            status = open_run(session, &o, r, atoi(c));
        }
    for (int round = 0; round < o.rounds && !status; round++)
        for (int n = 0; n < used && !status; n++)
            status = turn(&o, &runs[n], round);
    if (status)
        fprintf(stderr, "%s\n", yee_session_error(session));
    FILE *csv = o.csv && !status ? fopen(o.csv, "a") : NULL;
    const double speed = status ? 0 : triad(&o);
    printf("triad, one thread: %.1f GB/s\n", speed);
    for (int n = 0; n < used && !status; n++)
        report(&o, &runs[n], speed, csv);
    if (csv)
        fclose(csv);
    for (int n = 0; n < used; n++) {
        yee_simulation_free(runs[n].simulation);
        yee_model_free(runs[n].model);
    }
    yee_session_close(session);
    return (int)status;
}
