/* "cuda.temporal" against "cuda.split": the same bits whatever the number of steps in a pass,
 * however a run is cut into stretches, and wherever sources and probes lie. Skipped, and it
 * says so, without a GPU. */
#include "battery.h"
#include "model.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 66, SKIPPED = 77, MOST = 4 };

static yee_session *session;
static yee_arena *arena;

static runner configured(const char *name, const char *keys)
{
    char text[256];
    const int length =
        snprintf(text, sizeof text, "[scheme.battery]\ntype = %s\n%s\n", name, keys);
    const yee_plugin *plugin = yee_session_plugin(session, YEE_SCHEME, name);
    yee_config *config = NULL;
    yee_instance *instance = NULL;
    ck_assert_msg(plugin != NULL, "there is no scheme %s", name);
    yee_status status =
        yee_config_parse(&session->diag, arena, "battery", text, (size_t)length, &config);
    if (status == YEE_OK)
        status = yee_instance_new(&session->registry, &session->diag, arena, config,
                                  yee_config_block(config, "scheme.battery"), YEE_SCHEME, NULL,
                                  0, NULL, &instance);
    ck_assert_msg(status == YEE_OK, "%s", yee_session_error(session));
    return (runner){plugin->name, plugin->ops, instance->config};
}

static runner passes_of(int steps)
{
    char keys[64];
    snprintf(keys, sizeof keys, "steps_per_pass = %d", steps);
    return configured("cuda.temporal", keys);
}

/* Every form alone, then random combinations; all but every third one large. Runs end with a
 * remainder of every length: 20 to 25 steps. */
static test_case *draw(uint64_t seed)
{
    unsigned forms =
        seed < CASE_FORMS ? 1u << seed : (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    if (forms & CASE_MAGNETIC && seed % 4 > 0)
        forms &= ~(unsigned)CASE_MAGNETIC; /* these are done in place */
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    if (seed % 3 > 0)
        forms |= CASE_LARGE;
    test_case *t = case_new(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, 20 + (int64_t)seed % 6);
    ck_assert_ptr_nonnull(t);
    return t;
}

static outcome *execute(const runner *r, const test_case *t, route way)
{
    outcome *o = battery_run(r, t, 1, way);
    ck_assert_ptr_nonnull(o);
    ck_assert_msg(o->status == YEE_OK || (o->status == YEE_DECLINED && o->sentence[0]),
                  "%s, %s: status %d, %s", r->name, t->text, o->status, o->sentence);
    return o;
}

START_TEST(passes_have_the_bits_of_single_steps)
{
    const runner split = configured("cuda.split", ""), other = passes_of(_i);
    int compared = 0, wrong = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        test_case *t = draw(seed);
        const route way = seed % 4 == 3   ? ROUTE_RELOADED
                          : seed % 4 == 2 ? ROUTE_SPLIT
                                          : ROUTE_STRAIGHT;
        outcome *o = execute(&other, t, way), *truth = execute(&split, t, ROUTE_STRAIGHT);
        ck_assert_int_eq(o->status, truth->status);
        if (o->status == YEE_OK) {
            char where[256] = "";
            const double error = outcome_difference(truth, o, where, sizeof where);
            if (!outcome_same(truth, o)) {
                printf("%d steps a pass, %s: other bits (%g, %s)\n", _i, t->text, error, where);
                wrong++;
            }
            compared++;
        }
        outcome_free(truth);
        outcome_free(o);
        case_free(t);
    }
    ck_assert_msg(wrong == 0, "%d of %d problems have other bits", wrong, compared);
    ck_assert_int_eq(compared, SEEDS);
}
END_TEST

static bool there(void)
{
    const yee_plugin *scheme = yee_session_plugin(session, YEE_SCHEME, "cuda.temporal");
    test_host host;
    if (!scheme) {
        printf("SKIPPED: the CUDA schemes are not part of this build\n");
        return false;
    }
    if (!test_host_open(&host))
        return false;
    const yee_scheme_ops *ops = scheme->ops;
    const bool runs = ops->available(&host.host, NULL) == YEE_OK;
    if (!runs)
        printf("SKIPPED: %s\n", host.sentence);
    test_host_close(&host);
    return runs;
}

int main(void)
{
    arena = yee_arena_new();
    if (!arena || yee_session_open(NULL, &session) != YEE_OK) {
        printf("%s\n", yee_session_error(NULL));
        return EXIT_FAILURE;
    }
    if (!there())
        return SKIPPED;
    Suite *suite = suite_create("temporal");
    TCase *tcase = tcase_create("temporal");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, passes_have_the_bits_of_single_steps, 0, MOST + 1);
    suite_add_tcase(suite, tcase);
    SRunner *runs = srunner_create(suite);
    srunner_set_fork_status(runs, CK_NOFORK); /* a CUDA context does not survive a fork */
    srunner_run_all(runs, CK_ENV);
    const int failed = srunner_ntests_failed(runs);
    srunner_free(runs);
    yee_session_close(session);
    yee_arena_free(arena);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
