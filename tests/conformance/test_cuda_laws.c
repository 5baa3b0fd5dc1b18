/* Laws on a GPU: "cuda.split" with kernels that are compiled for a problem's laws, against
 * "reference". Skipped, and it says so, without a GPU or NVRTC. */
#include "session.h"

enum { STEPS = 24, SEEDS = 40 };

/* Alone every fifth time, else among other forms. */
static test_case *draw(uint64_t seed)
{
    const unsigned more = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    const unsigned large = seed % 4 == 3 ? CASE_LARGE : 0;
    test_case *t = case_new(900 + seed, CASE_LAWS | large | (seed % 5 ? more | CASE_TAPS : 0),
                            seed % 2 ? YEE_F32 : YEE_F64, STEPS);
    ck_assert_ptr_nonnull(t);
    return t;
}

static bool skipped; /* there is no NVRTC */

static void same(const runner *r, const test_case *t, const outcome *truth, route way,
                 const char *what)
{
    outcome *o = execute(r, t, way);
    ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o), "%s: other bits when %s",
                  t->text, what);
    outcome_free(o);
}

START_TEST(laws_equal_those_of_the_reference)
{
    const runner split = configured("cuda.split", ""), reference = configured("reference", "");
    const int every = short_every(4);
    for (uint64_t seed = 0; seed < SEEDS; seed += (uint64_t)every) {
        test_case *t = draw(seed);
        char where[256] = "";
        outcome *truth = execute(&reference, t, ROUTE_STRAIGHT);
        outcome *o = execute(&split, t, ROUTE_STRAIGHT);
        if (seed == 0 && o->status == YEE_DECLINED) {
            printf("SKIPPED: %s\n", o->sentence);
            skipped = true;
            return;
        }
        ck_assert_msg(o->status == YEE_OK, "%s: %s", t->text, o->sentence);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s: %g, %s", t->text, error, where);
        same(&split, t, o, ROUTE_SPLIT, "the run is split");
        same(&split, t, o, ROUTE_RELOADED, "the state is saved and loaded");
        outcome_free(o);
        outcome_free(truth);
        case_free(t);
    }
}
END_TEST

/* Records of ports alone, on edges with laws: there is no point to log. */
START_TEST(ports_alone_are_recorded)
{
    const runner split = configured("cuda.split", ""), reference = configured("reference", "");
    for (uint64_t seed = 0; seed < 6 && !skipped; seed++) {
        test_case *t = case_new(seed, CASE_LAWS | CASE_PORTS | CASE_TAPS,
                                seed % 2 ? YEE_F32 : YEE_F64, STEPS);
        ck_assert_ptr_nonnull(t);
        yee_tap *tap = yee_arena_alloc(t->arena, (size_t)t->problem.taps * sizeof *tap);
        ck_assert_ptr_nonnull(tap);
        int64_t taps = 0;
        for (int64_t n = 0; n < t->problem.taps; n++)
            if (t->problem.tap[n].kind == YEE_TAP_PORT)
                tap[taps++] = t->problem.tap[n];
        t->problem.tap = tap;
        t->problem.taps = taps;
        char where[256] = "";
        outcome *truth = execute(&reference, t, ROUTE_STRAIGHT);
        outcome *o = execute(&split, t, ROUTE_STRAIGHT);
        ck_assert_msg(o->status == YEE_OK, "%s: %s", t->text, o->sentence);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s: %g, %s", t->text, error, where);
        outcome_free(o);
        outcome_free(truth);
        case_free(t);
    }
}
END_TEST

int main(void)
{
    if (!open_session())
        return EXIT_FAILURE;
    if (!battery_there(session, "cuda.split"))
        return SKIPPED;
    Suite *suite = suite_create("cuda_laws");
    TCase *laws = tcase_create("laws");
    tcase_set_timeout(laws, 600);
    tcase_add_test(laws, laws_equal_those_of_the_reference);
    tcase_add_test(laws, ports_alone_are_recorded);
    suite_add_tcase(suite, laws);
    const int result = play_suite(suite);
    return skipped ? SKIPPED : result;
}
