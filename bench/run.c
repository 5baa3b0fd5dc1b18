/* bench/run.c: times a scheme on plain cases and prints a table in Markdown.
 *
 *     bench_run [scheme [threads [cells ...]]]        plain, 1, 100 and 200
 *
 * Every figure is the median of three timings of about a second each, with the distance of the
 * slowest from the fastest, and the threads that were at work on average: fewer than asked for
 * means that others were using the machine. Fields are filled with waves first, so that nothing
 * is zero. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <yee/libyee.h>

enum { TIMINGS = 3 };

typedef struct bench_case {
    const char *name, *ini;
} bench_case;

static const bench_case cases[] = {
    {"vacuum, PEC walls", "[boundary.all]\ntype = pec\n"},
    {"vacuum, CPML of 10 cells on all faces", "[boundary.all]\ntype = cpml\ncells = 10\n"},
    {"Debye medium everywhere, PEC walls",
     "[boundary.all]\ntype = pec\n[material.water]\ntype = debye\neps_inf = 4.9\n"
     "delta_eps = 75.2\ntau = 9.231 ps\n"},
};

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static yee_status fill(yee_simulation *s, const yee_grid *g)
{
    yee_status status = YEE_OK;
    for (int c = 0; c < YEE_COMPONENTS && !status; c++) {
        int64_t points = yee_grid_points(g, c);
        double *v = malloc((size_t)points * sizeof *v);
        if (!v)
            return YEE_MEMORY;
        for (int64_t i = 0; i < points; i++)
            v[i] = sin(0.1 * (double)i) * (yee_is_electric(c) ? 1 : 1 / YEE_ETA0);
        status = yee_simulation_write(s, c, v);
        free(v);
    }
    return status;
}

/* Mcells/s of a planned simulation, three times, and threads at work on average. */
static yee_status measure(yee_simulation *s, double cells, double rate[TIMINGS], double *busy)
{
    int64_t steps = 1;
    double start = seconds(CLOCK_MONOTONIC);
    yee_status status = yee_simulation_run(s, 2, NULL, NULL);
    double pace = 0.5 * (seconds(CLOCK_MONOTONIC) - start);
    if (pace < 1)
        steps = (int64_t)ceil(1 / pace);
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int n = 0; n < TIMINGS && !status; n++) {
        start = seconds(CLOCK_MONOTONIC);
        status = yee_simulation_run(s, steps, NULL, NULL);
        rate[n] = 1e-6 * cells * (double)steps / (seconds(CLOCK_MONOTONIC) - start);
    }
    *busy = (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / (seconds(CLOCK_MONOTONIC) - wall);
    return status;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static yee_status run(yee_session *session, const bench_case *c, const char *scheme,
                      const char *threads, int cells, const char *precision)
{
    char text[1024];
    double rate[TIMINGS], busy = 0;
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    bool debye = c == &cases[2];
    snprintf(text, sizeof text,
             "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\nbackground = %s\n"
             "[run]\nsteps = 1000000\nscheme = %s\nthreads = %s\nprecision = %s\n%s",
             cells, cells, cells, debye ? "water" : "vacuum", scheme, threads, precision,
             c->ini);
    yee_status status = yee_model_parse(session, "bench.ini", text, 0, NULL, &model);
    if (!status)
        status = yee_simulation_plan(model, &s);
    if (!status) {
        yee_simulation_quiet(s);
        status = fill(s, &yee_model_problem(model)->grid);
    }
    if (!status)
        status = measure(s, pow(cells, 3), rate, &busy);
    if (!status) {
        qsort(rate, TIMINGS, sizeof *rate, ascending);
        printf("| %s | %d^3 | %s | %s | %.1f | %.1f | %.2f |\n", c->name, cells, precision,
               threads, rate[TIMINGS / 2], rate[TIMINGS - 1] - rate[0], busy);
        fflush(stdout);
    }
    yee_simulation_free(s);
    yee_model_free(model);
    return status;
}

int main(int count, char **word)
{
    static char *const sizes[] = {"100", "200"};
    const char *scheme = count > 1 ? word[1] : "plain";
    const char *threads = count > 2 ? word[2] : "1";
    char *const *size = count > 3 ? word + 3 : sizes;
    int n = count > 3 ? count - 3 : 2;
    yee_session *session = NULL;
    yee_status status = yee_session_open(NULL, &session);
    if (!status)
        printf("| %s | cells | precision | threads | Mcells/s | spread | busy |\n"
               "|---|---|---|---|---|---|---|\n",
               scheme);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int i = 0; i < n; i++)
            for (int p = 0; p < 2 && !status; p++)
                status =
                    run(session, &cases[c], scheme, threads, atoi(size[i]), p ? "f64" : "f32");
    if (status)
        fprintf(stderr, "%s\n", yee_session_error(session));
    yee_session_close(session);
    return (int)status;
}
