/* The scheme "tiled" where nothing is remembered: whatever a plan holds, measuring the width of
 * its tiles ends, and leaves no trace in the numbers of the run. The scheme is told of small
 * second-level caches, so that small grids are large for it. */
#include "folder.h"
#include "suite.h"
#include "tiled.h"
#include <check.h>
#include <unistd.h>

extern const yee_module scheme_tiled_LTX_yee_module;

enum { STEPS = 9, SECONDS = 60 /* of a test; the slowest takes six */ };

static cache_folder folder;

/* ---- a machine with small caches ---- */

static long cache; /* bytes */
long __real_sysconf(int name);
long __wrap_sysconf(int name);

long __wrap_sysconf(int name)
{
    return name == _SC_LEVEL2_CACHE_SIZE ? cache : __real_sysconf(name);
}

/* ---- cases ---- */

static outcome *run(const test_case *t, int threads, int sweep)
{
    const tiled_config config = {0, AUTO, sweep};
    const runner tiled = {"tiled", scheme_tiled_LTX_yee_module.plugins[0]->ops, &config};
    outcome *o = battery_run(&tiled, t, threads, ROUTE_STRAIGHT);
    ck_assert_ptr_nonnull(o);
    ck_assert_msg(o->status == YEE_OK, "%s: %s", t->text, o->sentence);
    return o;
}

/* The bits of the plain sweep, state and all, after a width was measured or not. */
static void compare(const test_case *t, int threads, bool measured)
{
    outcome *plain = run(t, 1, PLAIN), *o = run(t, threads, TILED);
    ck_assert_msg(folder_forget(&folder) == measured, "%s: %s", t->text,
                  measured ? "no width was measured" : "a width was measured");
    ck_assert_msg(plain->state == o->state && outcome_same(plain, o), "%s: other bits",
                  t->text);
    outcome_free(plain);
    outcome_free(o);
}

/* Widths are measured where the grid has 64 planes of 64 rows and more than 16 caches. Flat
 * grids have rows along the short axis, unless planes are periodic. Two words of caches: tiles
 * of about 6 rows, and of 16. */
static test_case *draw(uint64_t seed, unsigned forms, yee_precision precision)
{
    static const int64_t flat[3] = {82, 82, 14}, cube[3] = {66, 67, 68};
    cache = seed / 2 % 2 ? 16 << 10 : 96 << 10;
    test_case *t = case_sized(seed, forms | CASE_LARGE, precision, STEPS,
                              forms & CASE_PERIODIC ? cube : flat);
    ck_assert_ptr_nonnull(t);
    return t;
}

/* Every form alone, then all but the planar one together, at last with laws of all kinds. A planar
 * grid has one plane of rows. */
START_TEST(every_form_is_measured_without_a_trace)
{
    const unsigned all = (1u << CASE_FORMS) - 1 - CASE_PLANAR;
    const unsigned laws = CASE_LAWS | CASE_CELL_LAWS | CASE_FIELD_LAWS;
    const int i = short_on() ? 5 * _i + _i % 2 : few_index(_i, 2);
    unsigned forms = i / 2 < CASE_FORMS ? 1u << i / 2 : all;
    if (i / 2 > CASE_FORMS)
        forms |= laws;
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    test_case *t = draw(7 + 3 * (uint64_t)i, forms, i % 2 ? YEE_F64 : YEE_F32);
    compare(t, 1 + i % 2, !(forms & CASE_PLANAR));
    case_free(t);
}
END_TEST

/* Ports of 2, 3 and 8 edges along each axis, from many places: parts that are tried begin and
 * end before, within and behind them. */
START_TEST(ports_over_several_rows_are_measured)
{
    static const int64_t counts[] = {2, 3, 8};
    const int i = short_index(_i, 3), axis = i % 3;
    const int64_t count = counts[i / 3];
    for (int64_t place = 1; place < 72; place += few_on() ? 23 : 7 * short_every(5)) {
        test_case *t = draw((uint64_t)place, place % 3 ? 0 : CASE_LAYERS | CASE_MEDIA,
                            place % 2 ? YEE_F32 : YEE_F64);
        int64_t from[3] = {place, 73 - place, 1 + place % 5};
        ck_assert(case_add_port(t, (axis + (int)place) % 3, axis, count, from));
        compare(t, 1 + (int)place % 3, true);
        case_free(t);
    }
}
END_TEST

/* The second one joins lines beside those of the first, or some that the first joins too. */
START_TEST(ports_beside_each_other_are_measured)
{
    for (int64_t apart = few_on() ? 1 + _i % 2 : 1; apart < 6; apart += few_every(2)) {
        test_case *t = draw((uint64_t)apart, 0, apart % 2 ? YEE_F32 : YEE_F64);
        const int64_t one[3] = {12, 15, 4}, other[3] = {12 + apart, 15 + apart, 5};
        ck_assert(case_add_port(t, 2, _i, 3, one));
        ck_assert(case_add_port(t, 2, (_i + 1) % 3, 4, other));
        compare(t, 1 + (int)apart % 3, true);
        case_free(t);
    }
}
END_TEST

/* Where ports join so many lines that few units are left nothing is measured. */
START_TEST(long_ports_are_planned_without_a_measurement)
{
    test_case *t = draw(1, 0, YEE_F32);
    const int64_t from[3] = {5, 5, 5};
    ck_assert(case_add_port(t, 2, _i, 40, from));
    compare(t, 2, false);
    case_free(t);
}
END_TEST

static void enter(void) { folder_open(&folder, "tiled-widths"); }
static void leave(void) { folder_close(&folder); }

int main(void)
{
    Suite *suite = suite_create("tune");
    TCase *tcase = tcase_create("tune");
    tcase_set_timeout(tcase, SECONDS);
    tcase_add_checked_fixture(tcase, enter, leave);
    tcase_add_loop_test(tcase, every_form_is_measured_without_a_trace, 0,
                        2 * (CASE_FORMS + 2) / (short_on() ? 5 : few_every(2)));
    tcase_add_loop_test(tcase, ports_over_several_rows_are_measured, 0, 9 / short_every(3));
    tcase_add_loop_test(tcase, ports_beside_each_other_are_measured, 0, 3 / short_every(3));
    tcase_add_loop_test(tcase, long_ports_are_planned_without_a_measurement, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
