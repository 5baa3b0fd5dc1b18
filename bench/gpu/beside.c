/* bench/gpu/beside.c: steps of several plans side by side on a GPU, as sweeps do them, and what a
 * plan takes besides.
 *
 *     bench_beside [key=value ...]
 *
 *     rows=64:cpml,128:cpml plans=1,2,4,8,16 passes=split,0,2,3,4,5 looks=100 seconds=0.25
 *
 * A row of the table is a grid CELLS:BOUNDARY with a dipole and a probe, and passes: split for the
 * scheme cuda.split, else steps_per_pass of cuda.temporal, 0 for what it finds fastest alone.
 * The numbers are Gcells/s of all plans together, each in turn `looks` steps at a time, after which
 * the host waits for them and for a peak estimate; looks=0: 480 steps and no estimate. Then come ms:
 * of the first plan, in which what is tuned is measured, and of the others, on average; of one that
 * is aimed; and of an estimate that waits for nothing. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PLANS = 64, UNSEEN = 480 };

static const char *rows = "64:cpml,128:cpml", *plans = "1,2,4,8,16",
                  *passes = "split,0,2,3,4,5";
static long looks = 100;
static double seconds = 0.25;

typedef struct queue {
    const yee_scheme_ops *ops;
    yee_simulation *simulation[MOST_PLANS];
    void *plan[MOST_PLANS];
    int count;
    double first, others, aim, look; /* ms */
} queue;

static yee_status add(queue *q, yee_model *model)
{
    const void *config;
    const double since = bench_now();
    yee_status status = yee_simulation_plan(model, &q->simulation[q->count]);
    if (status)
        return status;
    const double took = 1e3 * (bench_now() - since);
    q->ops = yee_simulation_scheme(q->simulation[q->count], &config, &q->plan[q->count]);
    q->others += q->count ? took : 0;
    q->first = q->count ? q->first : took;
    q->count++;
    return YEE_OK;
}

/* Waits for the steps of a plan, looks at it, and hands it more. */
static yee_status turn(const queue *q, int n, bool more)
{
    double peak;
    yee_status status = q->ops->run(q->plan[n], 0, NULL);
    if (!status && looks)
        status = q->ops->peak_estimate(q->plan[n], &peak);
    if (!status && more)
        status = q->ops->enqueue(q->plan[n], looks ? looks : UNSEEN, NULL);
    return status;
}

/* Gcells/s of the first `beside` plans. */
static yee_status measure(const queue *q, int beside, double cells, double *rate)
{
    yee_status status = YEE_OK;
    double begun = 0, took = 0;
    int64_t steps = 0;
    for (int round = 0; !status && (round < 4 || took < seconds); round++) {
        if (round ==
            2) { /* graphs are made; as many steps are under way as there will be at the end */
            begun = bench_now();
            steps = 0;
        }
        for (int n = 0; n < beside && !status; n++, steps += looks ? looks : UNSEEN)
            status = turn(q, n, true);
        took = round < 2 ? 0 : bench_now() - begun;
    }
    *rate = 1e-9 * cells * (double)steps / took;
    for (int n = 0; n < beside && !status; n++)
        status = turn(q, n, false);
    return status;
}

static yee_status measure_aim(queue *q, yee_model *model)
{
    enum { TIMES = 10 };
    double peak, since = bench_now();
    yee_status status = YEE_OK;
    for (int n = 0; n < TIMES && !status; n++)
        status = q->ops->aim(q->plan[0], yee_model_problem(model));
    q->aim = 1e3 * (bench_now() - since) / TIMES;
    if (!status)
        status = q->ops->run(q->plan[0], 100, NULL);
    since = bench_now();
    for (int n = 0; n < TIMES && !status; n++)
        status = q->ops->peak_estimate(q->plan[0], &peak);
    q->look = 1e3 * (bench_now() - since) / TIMES;
    return status;
}

static void write_model(char *text, size_t size, const char *row, const char *pass)
{
    const int n = atoi(row), half = n / 2;
    const char *boundary = strchr(row, ':');
    char keys[128] = "[scheme.timed]\ntype = cuda.split\n";
    if (strcmp(pass, "split"))
        snprintf(keys, sizeof keys,
                 "[scheme.timed]\ntype = cuda.temporal\nsteps_per_pass = %s\n", pass);
    snprintf(
        text, size,
        "[run]\nsteps = 1e6\nscheme = timed\n%s[grid]\ncells = %d, %d, %d\nspacing = 1 mm\n"
        "[boundary.all]\ntype = %s\n[waveform.pulse]\ntype = ricker\nfrequency = 8 GHz\n"
        "[source.tx]\ntype = dipole\nposition = 14, %d, %d.5 mm\ndirection = z\n"
        "current = 1 A\nwaveform = pulse\n"
        "[output.rx]\ntype = probe\nposition = 14, %d, %d mm\n",
        keys, n, n, n, boundary ? boundary + 1 : "cpml", half, half, half, half + 4);
}

static yee_status time_row(yee_session *session, const char *row, const char *pass)
{
    char text[1024], list[256], *rest = list;
    yee_model *model = NULL;
    queue q = {.count = 0};
    write_model(text, sizeof text, row, pass);
    yee_status status = yee_model_parse(session, "beside.ini", text, 0, NULL, &model);
    if (!status)
        printf("| %s | %s |", row, pass);
    snprintf(list, sizeof list, "%s", plans);
    for (const char *word; !status && (word = strtok_r(NULL, ",", &rest));) {
        const int beside = atoi(word) < MOST_PLANS ? atoi(word) : MOST_PLANS;
        const double cells = (double)atoi(row) * atoi(row) * atoi(row);
        double rate = 0;
        while (!status && q.count < beside)
            status = add(&q, model);
        if (!status)
            status = measure(&q, beside, cells, &rate);
        if (!status)
            printf(" %s: %.1f", word, rate);
    }
    if (!status)
        status = measure_aim(&q, model);
    if (!status)
        printf(" | %.1f, %.1f | %.2f | %.3f |\n", q.first,
               q.count > 1 ? q.others / (q.count - 1) : 0.0, q.aim, q.look);
    else
        printf(" %s\n", yee_session_error(session));
    fflush(stdout);
    for (int n = 0; n < q.count; n++)
        yee_simulation_free(q.simulation[n]);
    yee_model_free(model);
    return status;
}

static void take(const char *word)
{
    const char *value = strchr(word, '=');
    value = value ? value + 1 : word;
    if (!strncmp(word, "rows=", 5))
        rows = value;
    else if (!strncmp(word, "plans=", 6))
        plans = value;
    else if (!strncmp(word, "passes=", 7))
        passes = value;
    else if (!strncmp(word, "looks=", 6))
        looks = strtol(value, NULL, 10);
    else if (!strncmp(word, "seconds=", 8))
        seconds = strtod(value, NULL);
    else {
        fprintf(stderr, "bench_beside: %s: rows, plans, passes, looks or seconds = VALUE\n",
                word);
        exit(YEE_USAGE);
    }
}

int main(int count, char **word)
{
    yee_session *session = NULL;
    char list[256], each[256], *more = list;
    for (int n = 1; n < count; n++)
        take(word[n]);
    setenv("YEE_PLANS_BESIDE", "2", 0); /* as sweeps do */
    yee_status status = yee_session_open(NULL, &session);
    if (!status)
        printf("| grid | steps a pass | Gcells/s by plans | plan, others, ms | aim, ms | look, "
               "ms |\n|---|---|---|---|---|---|\n");
    snprintf(list, sizeof list, "%s", rows);
    for (const char *row; !status && (row = strtok_r(NULL, ",", &more));) {
        char *rest = each;
        snprintf(each, sizeof each, "%s", passes);
        for (const char *pass; !status && (pass = strtok_r(NULL, ",", &rest));)
            status = time_row(session, row, pass);
    }
    yee_session_close(session);
    return (int)status;
}
