/* "cuda.temporal" where nothing is remembered: whatever a plan holds, measuring the number of
 * steps a pass does, in every way around media that kernels do not know, ends, and leaves no
 * trace in the numbers of the run. Skipped, and it says so, where there is no GPU;
 * tests/emulator has what this needs of one. */
#include "folder.h"
#include "reshape.h"
#include "session.h"
#include <string.h>

enum { STEPS = 11, SECONDS = 60 /* of a test; nothing here is forked, so an alarm ends it */ };

static cache_folder folder;

/* Cells of an axis: a card does many in the time of one,
 * tests/emulator does them one by one. */
static test_case *sized(int i, unsigned forms, int64_t x, int64_t y, int64_t z)
{
    const int64_t n = short_on() ? 2 : 1, cells[3] = {x / n, y / n, z / n};
    test_case *t = case_sized((uint64_t)i, forms, i % 2 ? YEE_F64 : YEE_F32, STEPS, cells);
    ck_assert_ptr_nonnull(t);
    clear_walls(t);
    return t;
}

/* The bits of single steps, after a measurement. */
static void compare(test_case *t)
{
    const runner split = configured("cuda.split", ""), other = configured("cuda.temporal", "");
    char where[256] = "";
    outcome *truth = execute(&split, t, ROUTE_STRAIGHT);
    folder_forget(&folder);
    outcome *o = execute(&other, t, ROUTE_STRAIGHT);
    ck_assert_msg(folder_forget(&folder), "%s: nothing was measured", t->text);
    const double error = outcome_difference(truth, o, where, sizeof where);
    ck_assert_msg(o->status == YEE_OK && outcome_same(truth, o), "%s: other bits (%g, %s)",
                  t->text, error, where);
    outcome_free(truth);
    outcome_free(o);
    case_free(t);
}

/* Where cases are few, one half of a short suite is done beside other plans and one alone, as $YEE_PLANS_BESIDE says. */
static int beside(void) { return getenv("YEE_PLANS_BESIDE") != NULL; }
static bool halves(void) { return short_on() && few_on(); }
static int part_of_few(int i) { return halves() ? 2 * i + beside() : i; }

/* Every form alone, then all but the planar one together. */
START_TEST(every_form_is_measured_without_a_trace)
{
    const unsigned all = (1u << CASE_FORMS) - 1 - CASE_PLANAR;
    const int i = short_index(part_of_few(_i), 2);
    unsigned forms = i / 2 < CASE_FORMS ? 1u << i / 2 : all;
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    compare(sized(i, forms, 9, 21, 40));
}
END_TEST

/* Media with poles, in few points: passes may know them, or leave them to single steps. Media
 * of H that differ are always left. */
START_TEST(every_way_around_media_is_measured_without_a_trace)
{
    const int i = short_index(_i, 4);
    unsigned forms = CASE_MEDIA | CASE_SECTIONS | (i & 4 ? CASE_MAGNETIC : 0);
    forms |= i & 2 ? CASE_LAYERS | CASE_PORTS : CASE_POINTS | CASE_TAPS;
    forms |= i & 8 ? CASE_PERIODIC : CASE_GRADED;
    test_case *t = sized(i, forms, 18, 33, 61);
    exclude_media(t, (uint64_t)i);
    thin_layers(t, 3, true);
    compare(t);
}
END_TEST

/* Ports of 2, 3 and 8 edges along each axis. */
START_TEST(ports_over_several_rows_are_measured)
{
    static const int64_t counts[] = {2, 3, 8}, from[3] = {1, 3, 8};
    const int i = short_index(_i, 3);
    test_case *t = sized(i, i % 2 ? CASE_LAYERS : 0, 20, 33, 40);
    thin_layers(t, 1, true);
    ck_assert(case_add_port(t, i % 2 ? YEE_EZ : YEE_EX, i % 3, counts[i / 3], from));
    compare(t);
}
END_TEST

static void enter(void)
{
    folder_open(&folder, "temporal-steps");
    alarm(SECONDS);
}

static void leave(void)
{
    alarm(0);
    folder_close(&folder);
}

int main(void)
{
    unsetenv("YEE_STEPS_PER_PASS");
    if (!open_session())
        return EXIT_FAILURE;
    if (!battery_there(session, "cuda.temporal"))
        return SKIPPED;
    Suite *suite = suite_create("tune_temporal");
    TCase *tcase = tcase_create("tune_temporal");
    tcase_add_checked_fixture(tcase, enter, leave);
    const int forms = 2 * (CASE_FORMS + 1) / short_every(2);
    tcase_add_loop_test(tcase, every_form_is_measured_without_a_trace, 0,
                        halves() ? (forms + 1 - beside()) / 2 : forms);
    tcase_add_loop_test(tcase, every_way_around_media_is_measured_without_a_trace, 0,
                        16 / short_every(4));
    tcase_add_loop_test(tcase, ports_over_several_rows_are_measured, 0, 9 / short_every(3));
    suite_add_tcase(suite, tcase);
    return play_suite(suite);
}
