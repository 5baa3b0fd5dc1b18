/* bench/sentinel.c: the cost of the checks of a run: sentinel, self-test, checkpoint.
 *
 *     bench_sentinel [key=value ...]
 *
 *     schemes=plain,tiled cells=100 precision=f32 threads=1 every=100 rounds=7
 * clock=cpu|wall model=all|vacuum|cpml|debye checks=only
 *
 * The model has layers on all faces, a medium with a pole in an eighth of the grid (model=all),
 * none or one of them, a dipole and a probe. A row is the median over the rounds. steps: what
 * `every` steps take; in one: how much less they take in runs of five times as many; check: one
 * check of the sentinel after them; self-test: all of it, beside a run of 1000 steps;
 * checkpoint: all of it on the wall clock, disk and sync included, beside the 10 min between
 * two. With checks=only neither checkpoints nor the five times as many steps, but the spread of
 * the check's part.
 *
 * A check waits for a device that is still at work, so one that is not timed comes before. */
#include "run/sentinel.h"
#include "api/simulation.h"
#include "selftest/selftest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ROUNDS = 64, CHECKPOINT_INTERVAL = 600, RUN_STEPS = 1000, IN_ONE = 5 };

static const char *schemes = "plain,tiled", *precision = "f32", *threads = "1", *cells = "100",
                  *source = "dipole", *body = "all";
static long every = 100, rounds = 7;
static bool checks_only;
static clockid_t clock_id = CLOCK_PROCESS_CPUTIME_ID;

static double now(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v)
{
    qsort(v, (size_t)rounds, sizeof *v, ascending);
    return v[rounds / 2];
}

static yee_status open_run(yee_session *session, const char *scheme, yee_model **model,
                           yee_simulation **simulation)
{
    static const char form[] =
        "[run]\nsteps = 1e6\nscheme = %s\nprecision = %s\nthreads = %s\nforce = yes\n"
        "output = /tmp/yee-bench-%ld.h5\n[grid]\ncells = %ld, %ld, %ld\nspacing = 1 mm\n"
        "[boundary.all]\ntype = %s\n"
        "[material.soil]\ntype = debye\ndelta_eps = 3\ntau = 9 ps\nsigma = 0.01 S/m\n"
        "[shape.a]\ntype = box\nfrom = %g, %g, %g mm\nto = %g, %g, %g mm\nmaterial = %s\n"
        "[waveform.w]\ntype = gaussian\nfrequency = 10 GHz\n"
        "[output.rx]\ntype = probe\nposition = %g, %g, %g mm\n"
        "[source.s]\nwaveform = w\n%s";
    static const char dipole[] =
        "type = dipole\nposition = 20, 20, 20 mm\ndirection = z\ncurrent = 1 A\n";
    static const char wave[] = "type = plane_wave\nfrom = 15, 15, 15 mm\nto = 85, 85, 85 mm\n"
                               "theta = 60 deg\nphi = 30 deg\npsi = 0 deg\n";
    char text[2048];
    const long n = strtol(cells, NULL, 10);
    const double low = 0.25 * (double)n, high = 0.75 * (double)n;
    const bool all = !strcmp(body, "all"), layers = all || !strcmp(body, "cpml"),
               pole = all || !strcmp(body, "debye");
    snprintf(text, sizeof text, form, scheme, precision, threads, (long)getpid(), n, n, n,
             layers ? "cpml" : "pec", low, low, low, high, high, high, pole ? "soil" : "vacuum",
             low, low, low, strcmp(source, "dipole") ? wave : dipole);
    yee_status status = yee_model_parse(session, "bench.ini", text, 0, NULL, model);
    return status ? status : yee_simulation_plan(*model, simulation);
}

/* Bytes of the run's checkpoint, and what writing it took; it is taken away. */
static double checkpoint(yee_simulation *s, double *bytes)
{
    struct stat st;
    const double start = now(CLOCK_MONOTONIC);
    const yee_status status = yee_simulation_checkpoint(s);
    const double took = now(CLOCK_MONOTONIC) - start;
    const char *path = yee_simulation_checkpoint_file(s);
    char old[4096];
    *bytes = !status && !stat(path, &st) ? (double)st.st_size : 0;
    snprintf(old, sizeof old, "%s.old", path);
    unlink(path);
    unlink(old);
    return took;
}

static yee_status measure(yee_session *session, const char *scheme)
{
    yee_model *m = NULL;
    yee_simulation *s = NULL;
    double steps[MOST_ROUNDS], check[MOST_ROUNDS], test[MOST_ROUNDS], save[MOST_ROUNDS];
    double whole[MOST_ROUNDS], part[MOST_ROUNDS];
    double bytes = 0;
    yee_status status = open_run(session, scheme, &m, &s);
    if (status)
        goto done;
    yee_simulation_quiet(s);
    status = yee_simulation_run(s, every, NULL, NULL); /* warm */
    for (long r = 0; r < rounds && !status; r++) {
        yee_extrema v = {.size = sizeof v};
        double start = now(clock_id);
        status = s->ops->run(s->plan, every, NULL);
        if (!status)
            status = s->ops->extrema(s->plan, &v);
        steps[r] = now(clock_id) - start;
        start = now(clock_id);
        if (!status)
            status = yee_sentinel_check(s->sentinel, false);
        check[r] = now(clock_id) - start;
        start = now(clock_id);
        if (!status)
            status = yee_selftest(m);
        test[r] = now(clock_id) - start;
        part[r] = 100 * check[r] / steps[r];
        if (checks_only)
            continue;
        start = now(clock_id);
        if (!status)
            status = s->ops->run(s->plan, IN_ONE * every, NULL);
        if (!status)
            status = s->ops->extrema(s->plan, &v);
        whole[r] = now(clock_id) - start;
        start = now(clock_id);
        if (!status)
            status = s->ops->extrema(s->plan, &v);
        const double wait = now(clock_id) - start;
        whole[r] -= wait;
        steps[r] -= wait;
        if (!status)
            save[r] = checkpoint(s, &bytes);
    }
    if (status)
        goto done;
    const double some = median(steps), one = median(check), all = median(test);
    printf("| %s %s, %s, %s | %s^3 | %.4g | %.3g | %.3f | %.3g | %.3f |", scheme, precision,
           body, source, cells, 1e3 * some, 1e3 * one, 100 * one / some, 1e3 * all,
           100 * all / (some / (double)every * RUN_STEPS));
    qsort(part, (size_t)rounds, sizeof *part, ascending);
    if (checks_only)
        printf(" %.3f to %.3f |\n", part[0], part[rounds - 1]);
    else {
        const double kept = median(save);
        printf(" %.2f | %.1f | %.3g | %.3f |\n", 100 * (1 - median(whole) / IN_ONE / some),
               1e-6 * bytes, kept, 100 * kept / CHECKPOINT_INTERVAL);
    }
    fflush(stdout);
done:
    if (status)
        printf("%s: %s\n", scheme, yee_session_error(session));
    yee_simulation_free(s);
    yee_model_free(m);
    return status == YEE_DECLINED ? YEE_OK : status;
}

static bool option(const char *word)
{
    const char *value = strchr(word, '=');
    if (!value)
        return false;
    const size_t n = (size_t)(value++ - word);
#define IS(key) (n == sizeof(key) - 1 && !memcmp(word, key, n))
    if (IS("schemes"))
        schemes = value;
    else if (IS("precision"))
        precision = value;
    else if (IS("threads"))
        threads = value;
    else if (IS("source"))
        source = value;
    else if (IS("model"))
        body = value;
    else if (IS("checks"))
        checks_only = !strcmp(value, "only");
    else if (IS("cells"))
        cells = value;
    else if (IS("every"))
        every = strtol(value, NULL, 10);
    else if (IS("rounds"))
        rounds = strtol(value, NULL, 10);
    else if (IS("clock"))
        clock_id = strcmp(value, "wall") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    else
        return false;
    return every > 0 && rounds > 0 && rounds <= MOST_ROUNDS;
#undef IS
}

int main(int argc, char **argv)
{
    yee_session *session = NULL;
    for (int i = 1; i < argc; i++)
        if (!option(argv[i])) {
            fprintf(stderr, "bench_sentinel: '%s' is no option; see the top of its source\n",
                    argv[i]);
            return EXIT_FAILURE;
        }
    if (yee_session_open(NULL, &session)) {
        fprintf(stderr, "%s\n", yee_session_error(NULL));
        return EXIT_FAILURE;
    }
    printf(
        "| scheme | cells | %ld steps, ms | check, ms | %% | self-test, ms | %% of %d steps |",
        every, RUN_STEPS);
    if (checks_only)
        printf(" check, %% from and to |\n|---|---|---|---|---|---|---|---|\n");
    else
        printf(" %% less in one | checkpoint, MB | s | %% of %d s |\n"
               "|---|---|---|---|---|---|---|---|---|---|---|\n",
               CHECKPOINT_INTERVAL);
    char *list = strdup(schemes);
    bool ok = list != NULL;
    for (char *name = ok ? strtok(list, ",") : NULL; name; name = strtok(NULL, ","))
        ok = measure(session, name) == YEE_OK && ok;
    free(list);
    yee_session_close(session);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
