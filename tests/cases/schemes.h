/* tests/cases/schemes.h: what every scheme that is found must do through its table alone:
 * restarts, stop criteria, the sentinel. For the schemes of a device and for the others there
 * is a program each. */
#ifndef YEE_TESTS_SCHEMES_H
#define YEE_TESTS_SCHEMES_H

#include "faults.h"
#include "models.h"
#include "suite.h"

#include <math.h>

enum {
    MOST_SCHEMES = 64,
    PLAIN = MODELS, /* a box without anything in it */
    FEW_SCHEMES = 7
};

static yee_session *session;
static const char *scheme[MOST_SCHEMES]; /* "run.scheme=cuda.split", ... */
static int schemes;

static const char *const precisions[] = {"run.precision=f32", "run.precision=f64"};

static inline void enter_schemes(void)
{
    enter_folder();
    mkdir("a", 0777);
    mkdir("b", 0777);
}

static inline bool collect(void *user, const yee_plugin *plugin, const yee_module *module,
                           const char *file)
{
    static char key[MOST_SCHEMES][64];
    const bool *device = user;
    (void)module, (void)file;
    if (plugin->kind == YEE_SCHEME && !strncmp(plugin->name, "cuda.", 5) == *device &&
        schemes < MOST_SCHEMES) {
        snprintf(key[schemes], sizeof key[0], "run.scheme=%s", plugin->name);
        scheme[schemes] = key[schemes];
        schemes++;
    }
    return true;
}

/* Opens the session with the schemes of a device, or with all others, and with the layer that
 * is broken: modules/ lies beside the program. */
static inline bool open_schemes(bool device)
{
    char path[4096] = "";
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    char *slash = length > 0 ? strrchr(path, '/') : NULL;
    strcpy(slash ? slash : path, "/modules/broken");
    const yee_session_options options = {.size = sizeof options, .plugin_path = path};
    if (yee_session_open(&options, &session) != YEE_OK) {
        printf("%s\n", yee_session_error(NULL));
        return false;
    }
    yee_session_plugins(session, collect, &device);
    return true;
}

/* A program's own: whether a scheme must take a model (PLAIN: without media), and the models
 * that are resumed. */
static bool must(const char *scheme, int model);
static int resumed(int i);

/* A scheme may decline a model with a sentence, unless it must take it. */
static inline bool declined(yee_status status, const char *name, bool obliged)
{
    ck_assert_msg(status == YEE_OK || (status == YEE_DECLINED && !obliged), "%s: status %d: %s",
                  name, (int)status, yee_session_error(session));
    return status == YEE_DECLINED;
}

/* The first scheme of a loop test's i-th case: of a short suite it is the only one, and each
 * case has another. Of few it is one of two, and a model that a high-order scheme may decline meets one
 * of those that may not. */
static inline int first_of(int i)
{
    return short_on() ? 5 * i % schemes : few_on() ? 3 * i % FEW_SCHEMES : 0;
}
static inline int every_of(void) { return short_on() ? schemes : few_every(FEW_SCHEMES); }

/* A box without anything in it, which every scheme takes. */
static const char plain[] =
    "[run]\nflush = 0 s\n" GRID CPML
    "[waveform.pulse]\ntype = gaussian\nfrequency = 6 GHz\n" DIPOLE OUTPUTS;

static inline void write_any(int model)
{
    if (model == PLAIN)
        write_file("m.ini", plain);
    else
        write_model(model);
}

/* 110 steps in one piece; a run of 55 and 55 more; and one of 37 that is made longer. */
static inline void resume(int model, int i)
{
    const char *precision = precisions[i % 2];
    write_any(model);
    for (int n = first_of(i); n < schemes; n += every_of()) {
        const char *one[] = {scheme[n], precision, "run.steps=110", "run.force=yes",
                             "run.output=a/m.h5"};
        const char *two[] = {one[0], one[1], one[2], one[3], "run.output=b/m.h5"};
        const char *three[] = {one[0], one[1], "run.steps=37", one[3], two[4]};
        if (declined(play(session, 5, one, false, -1, NULL), scheme[n], must(scheme[n], model)))
            continue;
        /* of few one of both, by turns */
        for (int longer = few_on() ? (i + n) % 2 : 0; longer < 2; longer += few_every(2)) {
            const char **first = longer ? three : two;
            declined(play(session, 5, first, false, longer ? 37 : 55, NULL), scheme[n], true);
            declined(play(session, 5, two, true, -1, NULL), scheme[n], true);
            ck_assert_int_eq(rows_of("b/m.h5", "/energy/joule/total"), 110 / 3);
            ck_assert_int_ge(same_runs("a/", "b/"), 2);
        }
    }
}

static const struct criterion {
    const char *set[2];
} criteria[] = {
    {{"run.stop_dft=1e-5", "run.flush=1 s"}},
    {{"run.stop_decay=60 dB", "run.flush=1 s"}},
    {{"run.stop_decay=60 dB", "run.stop_probe=rx"}},
};
enum { CRITERIA = sizeof criteria / sizeof *criteria };

/* The pulse is over after 300 steps of Yee's limit and the layers swallow it. */
static inline void stop(int i)
{
    const struct criterion *c = &criteria[i];
    write_file("m.ini", open_model);
    for (int n = first_of(i); n < schemes; n += every_of()) {
        const char *set[] = {scheme[n], c->set[0], c->set[1], "run.force=yes"};
        int64_t step = 0;
        if (declined(play(session, 4, set, false, -1, &step), scheme[n],
                     must(scheme[n], PLAIN)))
            continue;
        ck_assert_msg(step >= 100 && step < 10000 && step % 100 == 0, "%s ends after step %lld",
                      scheme[n], (long long)step);
        ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), step);
    }
}

/* The step after which a run with a fault is stopped that is looked at as `every` says; -1: the
 * scheme declines it. */
static inline int64_t diverge_looked_at(const char *name, const struct fault *f,
                                        const char *every)
{
    const char *const set[] = {name, every, f->set[0], f->set[1]};
    long long step = 0; /* the simulation's is where the sentence looked ahead to */
    const yee_status status = play(session, 4, set, false, -1, NULL);
    if (status != YEE_DIVERGED && declined(status, name, must(name, *f->extra ? 0 : PLAIN)))
        return -1;
    ck_assert_msg(status == YEE_DIVERGED, "%s, %s: status %d", name, f->name, (int)status);
    snprintf(said, sizeof said, "%s", yee_session_error(session));
    says("after step ");
    sscanf(strstr(said, "after step "), "after step %lld", &step);
    says(" in cell (");
    says(" cells from face ");
    says(f->cause);
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), step);
    return step;
}

/* A look after every step says when the run leaves the physical range. */
static inline void diverge(int i)
{
    const struct fault *f = &faults[i];
    char text[2048];
    snprintf(text, sizeof text, "%s%s", diverging, f->extra);
    write_file("m.ini", text);
    for (int n = first_of(i); n < schemes; n += every_of()) {
        const int64_t left = diverge_looked_at(scheme[n], f, "run.sentinel=1");
        const int64_t end =
            left < 0 ? left : diverge_looked_at(scheme[n], f, "run.sentinel=100");
        ck_assert_msg(left <= end && end <= left + 100,
                      "%s, %s: leaves after step %lld and is stopped after %lld", scheme[n],
                      f->name, (long long)left, (long long)end);
    }
}

/* One value of E, huge or no number, somewhere; seen at the next look, four steps on. */
static inline void one_cell(const char *name, int n)
{
    static uint64_t chance = 1;
    const char *const set[] = {name, "run.sentinel=4", "run.steps=200"};
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    yee_status status = yee_model_parse(session, "m.ini", open_model, 3, set, &model);
    if (!status)
        status = yee_simulation_plan(model, &simulation);
    if (!declined(status, name, false)) {
        yee_simulation_quiet(simulation);
        declined(yee_simulation_run(simulation, 100, NULL, NULL), name, true);
        const yee_grid *g = &yee_model_problem(model)->grid;
        const int c = n % 3;
        int64_t at[3];
        for (int a = 0; a < 3; a++) {
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            at[a] = g->begin[c][a] + (int64_t)(chance >> 33) % (g->end[c][a] - g->begin[c][a]);
        }
        double *values = calloc((size_t)yee_grid_points(g, c), sizeof *values);
        ck_assert_int_eq(yee_simulation_read(simulation, c, values), YEE_OK);
        values[yee_grid_index(g, c, at[0], at[1], at[2])] = n % 2 ? 1e15 : (double)NAN;
        ck_assert_int_eq(yee_simulation_write(simulation, c, values), YEE_OK);
        ck_assert_msg(yee_simulation_run(simulation, 8, NULL, NULL) == YEE_DIVERGED &&
                          strstr(yee_session_error(session), "after step 104 "),
                      "%s, component %d at (%d, %d, %d): %s", name, c, (int)at[0], (int)at[1],
                      (int)at[2], yee_session_error(session));
        free(values);
    }
    yee_simulation_free(simulation);
    yee_model_free(model);
}

START_TEST(a_restarted_or_longer_run_writes_bit_by_bit_what_one_run_writes)
{
    resume(resumed(_i / 2), _i);
}
END_TEST

START_TEST(a_run_ends_once_nothing_more_happens) { stop(_i); }
END_TEST

START_TEST(a_run_that_diverges_is_stopped_within_100_steps_with_its_cause) { diverge(_i); }
END_TEST

START_TEST(one_cell_out_of_range_is_seen_wherever_it_is)
{
    for (int n = first_of(_i); n < schemes; n += every_of())
        one_cell(scheme[n], _i);
}
END_TEST

/* Runs the suite, closes the session; returns the exit status. A CUDA context does not survive
 * a fork. */
static inline int play_suite(const char *name, int resumes, int cells, int timeout, bool forks)
{
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, timeout);
    tcase_add_checked_fixture(tests, enter_schemes, leave_folder);
    tcase_add_loop_test(tests, a_restarted_or_longer_run_writes_bit_by_bit_what_one_run_writes,
                        0, 2 * resumes);
    tcase_add_loop_test(tests, a_run_ends_once_nothing_more_happens, 0, CRITERIA);
    tcase_add_loop_test(tests, a_run_that_diverges_is_stopped_within_100_steps_with_its_cause,
                        0, FAULTS);
    tcase_add_loop_test(tests, one_cell_out_of_range_is_seen_wherever_it_is, 0, cells);
    suite_add_tcase(suite, tests);
    const int result = suite_run_as(suite, forks ? CK_FORK_GETENV : CK_NOFORK);
    yee_session_close(session);
    return result;
}

#endif
