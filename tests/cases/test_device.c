/* Every scheme that runs on a GPU: restarts, stop criteria and the sentinel through the
 * scheme's table alone. Skipped, and it says so, without a GPU. */
#include "models.h"

enum { SKIPPED = 77, MOST = 32 };

static yee_session *session;
static const char *scheme[MOST]; /* "run.scheme=cuda.split", ... */
static int schemes;

static const char *const precisions[] = {"run.precision=f32", "run.precision=f64"};

static void enter(void)
{
    enter_folder();
    mkdir("a", 0777);
    mkdir("b", 0777);
}

/* cuda.split takes everything; others may decline, with a sentence. */
static bool declined(yee_status status, const char *name)
{
    ck_assert_msg(status == YEE_OK || (status == YEE_DECLINED && !strstr(name, "cuda.split")),
                  "%s: status %d: %s", name, (int)status, yee_session_error(session));
    return status == YEE_DECLINED;
}

/* 2 N = 110 in one piece, and 55, a restart and 55 more. */
START_TEST(a_restarted_run_writes_bit_by_bit_what_one_run_writes)
{
    write_model(_i / 2);
    for (int n = 0; n < schemes; n++) {
        const char *one[] = {scheme[n], precisions[_i % 2], "run.steps=110", "run.force=yes",
                             "run.output=a/m.h5"};
        const char *two[] = {one[0], one[1], one[2], one[3], "run.output=b/m.h5"};
        if (declined(play(session, 5, one, false, -1, NULL), scheme[n]))
            continue;
        ck_assert(!declined(play(session, 5, two, false, 55, NULL), scheme[n]));
        ck_assert(!declined(play(session, 5, two, true, -1, NULL), scheme[n]));
        ck_assert_int_eq(rows_of("b/m.h5", "/energy/joule/total"), 110 / 3);
        ck_assert_int_ge(same_runs("a/", "b/"), 2);
    }
}
END_TEST

static const char *const criteria[] = {"run.stop_dft=1e-5", "run.stop_decay=60 dB"};

START_TEST(a_run_ends_once_nothing_more_happens)
{
    write_file("m.ini", open_model);
    for (int n = 0; n < schemes; n++) {
        const char *set[] = {scheme[n], criteria[_i], "run.force=yes"};
        int64_t step = 0;
        if (declined(play(session, 3, set, false, -1, &step), scheme[n]))
            continue;
        ck_assert_msg(step > 100 && step < 10000 && step % 100 == 0, "%s ends after step %lld",
                      scheme[n], (long long)step);
        ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), step);
    }
}
END_TEST

START_TEST(a_run_that_diverges_is_stopped_with_its_cause)
{
    write_file("m.ini", open_model);
    for (int n = 0; n < schemes; n++) {
        const char *set[] = {scheme[n], "run.courant=1.05", "run.unsafe=yes", "run.force=yes"};
        int64_t step = 0;
        const yee_status status = play(session, 4, set, false, -1, &step);
        if (status != YEE_DIVERGED && declined(status, scheme[n]))
            continue;
        ck_assert_msg(status == YEE_DIVERGED, "%s: status %d", scheme[n], (int)status);
        snprintf(said, sizeof said, "%s", yee_session_error(session));
        says("after step ");
        says(" in cell (");
        says(" cells from face ");
        says("the time step is 1.05 of the stability limit");
        ck_assert_int_le(step, 400);
        ck_assert_int_gt(rows_of("m.h5", "/probe/rx/ez"), 99);
    }
}
END_TEST

static bool collect(void *user, const yee_plugin *plugin, const yee_module *module,
                    const char *file)
{
    static char key[MOST][64];
    (void)user, (void)module, (void)file;
    if (plugin->kind == YEE_SCHEME && !strncmp(plugin->name, "cuda.", 5) && schemes < MOST) {
        snprintf(key[schemes], sizeof key[0], "run.scheme=%s", plugin->name);
        scheme[schemes] = key[schemes];
        schemes++;
    }
    return true;
}

/* Whether a GPU runs the first of them. */
static bool runs(void)
{
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    const bool ok = schemes &&
                    !yee_model_parse(session, "m.ini", open_model, 1, scheme, &model) &&
                    !yee_simulation_plan(model, &simulation);
    if (!ok)
        printf("SKIPPED: %s\n", schemes ? yee_session_error(session)
                                        : "the CUDA schemes are not part of this build");
    yee_simulation_free(simulation);
    yee_model_free(model);
    return ok;
}

int main(void)
{
    if (yee_session_open(NULL, &session) != YEE_OK) {
        printf("%s\n", yee_session_error(NULL));
        return EXIT_FAILURE;
    }
    yee_session_plugins(session, collect, NULL);
    if (!runs()) {
        yee_session_close(session);
        return SKIPPED;
    }
    Suite *suite = suite_create("device");
    TCase *tests = tcase_create("device");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, enter, leave_folder);
    tcase_add_loop_test(tests, a_restarted_run_writes_bit_by_bit_what_one_run_writes, 0,
                        2 * MODELS);
    tcase_add_loop_test(tests, a_run_ends_once_nothing_more_happens, 0, 2);
    tcase_add_test(tests, a_run_that_diverges_is_stopped_with_its_cause);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK); /* a CUDA context does not survive a fork */
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    yee_session_close(session);
    return failed != 0;
}
