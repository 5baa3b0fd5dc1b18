/* Plans of "cuda.split" and "cuda.temporal" that are aimed at other problems: the bits of new
 * plans, by the arrays and bricks that were there. Skipped, and it says so, without a GPU;
 * tests/emulator has what this needs of one. */
#include "reshape.h"
#include "session.h"
#include <string.h>

enum { SEEDS = 44 };

static const struct {
    const char *scheme, *keys;
} way[] = {{"cuda.split", ""},
           {"cuda.temporal", "steps_per_pass = 2"},
           {"cuda.temporal", "steps_per_pass = 4"}};
enum { WAYS = sizeof way / sizeof *way };

static runner scheme_of(int n) { return configured(way[n].scheme, way[n].keys); }

/* Every form alone, then random combinations; walls with sources on them are among them. */
static test_case *draw(uint64_t seed)
{
    unsigned forms =
        seed < CASE_FORMS ? 1u << seed : (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    if (seed % 3 == 0)
        forms |= CASE_LARGE;
    test_case *t = case_new(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, 20 + (int64_t)seed % 6);
    ck_assert_ptr_nonnull(t);
    return t;
}

START_TEST(a_plan_that_is_aimed_has_the_bits_of_a_new_one)
{
    const runner r = scheme_of(_i);
    const uint64_t every = (uint64_t)short_every(WAYS);
    for (uint64_t seed = (uint64_t)_i % every; seed < SEEDS; seed += every) {
        test_case *t = draw(seed);
        outcome *fresh = execute(&r, t, ROUTE_STRAIGHT), *o = execute(&r, t, ROUTE_AIMED);
        char where[256] = "";
        const double error = outcome_difference(fresh, o, where, sizeof where);
        ck_assert_int_eq(o->status, fresh->status);
        ck_assert_msg(o->status != YEE_OK || outcome_same(fresh, o),
                      "%s, %s, %s: other bits (%g, %s)", r.name, way[_i].keys, t->text, error,
                      where);
        outcome_free(fresh);
        outcome_free(o);
        case_free(t);
    }
}
END_TEST

/* The plan's lines, but for memory. */
static void describe(const runner *r, const void *plan, char *text, size_t size)
{
    r->ops->print(plan, text, size);
    char *memory = strstr(text, " MB");
    while (memory && memory > text && memory[-1] != ',')
        *--memory = '_';
}

/* No plan is made behind its back, and passes stay passes. */
START_TEST(aim_keeps_the_plan)
{
    const runner r = scheme_of(_i);
    test_case *t = case_new(5, CASE_LARGE | CASE_POINTS | CASE_PORTS | CASE_TAPS, YEE_F32, 20);
    ck_assert_ptr_nonnull(t);
    clear_walls(t);
    yee_problem bare = t->problem;
    char before[2048], after[2048];
    test_host host;
    void *plan = NULL;
    bare.groups = bare.ports = bare.taps = 0;
    ck_assert(test_host_open(&host));
    ck_assert_msg(!r.ops->plan(&host.host, r.config, &t->problem, &plan), "%s", host.sentence);
    ck_assert_int_eq(r.ops->run(plan, 20, NULL), YEE_OK);
    describe(&r, plan, before, sizeof before);
    ck_assert_int_eq(r.ops->aim(plan, &bare), YEE_OK);
    ck_assert_int_eq(r.ops->step(plan), 0);
    ck_assert_int_eq(r.ops->aim(plan, &t->problem), YEE_OK);
    describe(&r, plan, after, sizeof after);
    ck_assert_str_eq(before, after);
    ck_assert(!_i == !strstr(after, "; bricks"));
    r.ops->destroy(plan);
    test_host_close(&host);
    case_free(t);
}
END_TEST

/* Sums of a transform in many frequencies, 8 MB in doubles, or one fewer, on a card (of the emulator)
 * that has no room for both: those of the problem before make way. */
START_TEST(lists_of_other_sizes_take_the_room_of_the_former)
{
    enum { MANY = 400, BYTES = 8 << 20 };
    static const int64_t cells[3] = {12, 11, 10};
    static double frequency[MANY];
    const runner r = scheme_of(_i);
    test_case *t = case_sized(7, 0, YEE_F32, 8, cells);
    ck_assert_ptr_nonnull(t);
    const yee_problem *q = &t->problem;
    yee_tap tap[2];
    yee_problem problem[2] = {*q, *q};
    for (int n = 0; n < 2; n++) {
        tap[n] = (yee_tap){.kind = YEE_TAP_DFT,
                           .first = 4,
                           .every = 4,
                           .last = 8,
                           .component = YEE_EZ,
                           .hi = {12, 11, 10},
                           .stride = {1, 1, 1},
                           .frequencies = MANY - n,
                           .frequency = frequency};
        tap[n].values = 2 * 12 * 11 * 10 * tap[n].frequencies;
        problem[n].taps = 1;
        problem[n].tap = &tap[n];
    }
    test_host host;
    void *plan = NULL;
    char bytes[32];
    snprintf(bytes, sizeof bytes, "%d", 2 * BYTES);
    ck_assert(test_host_open(&host));
    setenv("YEE_EMULATOR_BYTES", bytes, true);
    ck_assert_msg(!r.ops->plan(&host.host, r.config, &problem[0], &plan), "%s", host.sentence);
    const yee_status status = r.ops->aim(plan, &problem[1]);
    unsetenv("YEE_EMULATOR_BYTES");
    ck_assert_msg(!status, "%s", host.sentence);
    ck_assert_int_eq(r.ops->run(plan, 8, NULL), YEE_OK);
    r.ops->destroy(plan);
    test_host_close(&host);
    case_free(t);
}
END_TEST

int main(void)
{
    if (!open_session())
        return 1;
    if (!battery_there(session, "cuda.split"))
        return SKIPPED;
    Suite *suite = suite_create("cuda_aim");
    TCase *tcase = tcase_create("cuda_aim");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, a_plan_that_is_aimed_has_the_bits_of_a_new_one, 0, WAYS);
    tcase_add_loop_test(tcase, aim_keeps_the_plan, 0, WAYS);
    tcase_add_loop_test(tcase, lists_of_other_sizes_take_the_room_of_the_former, 0, WAYS);
    suite_add_tcase(suite, tcase);
    return play_suite(suite);
}
