/* The scheme "tiled" against itself, bit by bit: every order of tiles, number of threads and
 * vector width gives what its plain sweep gives, in all that it hands out and in all of its
 * state; and against "plain" on grids of up to 70
 * cells. */
#include "problem/media/section.h"
#include "suite.h"
#include "tiled.h"
#include <math.h>
#include <stdio.h>

static runner tiled, rows;

static void open_schemes(void)
{
    static const tiled_config config = {0, AUTO, TILED};
    tiled = (runner){"tiled", scheme_ops("scheme_tiled"), &config};
    rows = (runner){"plain", scheme_ops("scheme_plain"), NULL};
}

static outcome *execute(const runner *r, const test_case *t, int threads, route way)
{
    outcome *o = battery_run(r, t, threads, way);
    ck_assert_ptr_nonnull(o);
    ck_assert_msg(o->status == YEE_OK, "%s, %s: %s", r->name, t->text, o->sentence);
    return o;
}

static outcome *with(tiled_config config, const test_case *t, int threads, route way)
{
    return execute(&(runner){"tiled", tiled.ops, &config}, t, threads, way);
}

/* Whether two runs have the numbers and the state of each other, bit for bit. */
static bool same(const outcome *a, const outcome *b)
{
    return a->state == b->state && outcome_same(a, b);
}

/* Whether runs with two instruction sets agree bit for bit. valgrind (3.19) takes 0 - 0 x
 * for -0, with vectors only: there the numbers are compared by value. */
static bool alike(const outcome *a, const outcome *b)
{
    char where[256];
    return getenv("YEE_VALGRIND") ? outcome_difference(a, b, where, sizeof where) == 0
                                  : same(a, b);
}

static bool has(int isa)
{
    test_host host;
    ck_assert(test_host_open(&host));
    const bool there = tiled.ops->available(&host.host, &(tiled_config){0, isa, 0}) == YEE_OK;
    test_host_close(&host);
    return there;
}

/* Laws of edges, cells and fields, magnetic ones among them, of which many have none. */
static unsigned laws(uint64_t seed)
{
    return (seed % 5 == 2 ? CASE_LAWS : 0) | (seed % 4 == 1 ? CASE_CELL_LAWS : 0) |
           (seed % 3 ? CASE_FIELD_LAWS : 0) | (seed / 3 % 3 == 1 ? CASE_MAGNETIC_LAWS : 0);
}

/* All forms alone, then random combinations; every third one large. */
static test_case *draw(uint64_t seed, yee_precision precision, int64_t steps)
{
    unsigned forms =
        seed < CASE_FORMS ? 1u << seed : (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    if (seed % 3 == 2)
        forms |= CASE_LARGE;
    if (seed >= CASE_FORMS)
        forms |= laws(seed);
    test_case *t = case_new(seed, forms, precision, steps);
    ck_assert_ptr_nonnull(t);
    /* The energy, the last kind of tap, ends a block of steps: not in every case. */
    yee_problem *p = &t->problem;
    while (seed % 2 && p->taps > 0 && p->tap[p->taps - 1].kind == YEE_TAP_ENERGY)
        p->taps--;
    return t;
}

/* The step through widths and numbers of threads beside one plain sweep: of few cases, in their short
 * form, every case has another third of them. */
static uint64_t thirds(void) { return short_on() && few_on() ? 3 : 1; }

START_TEST(tiles_of_every_width_have_the_bits_of_the_plain_sweep)
{
    static const int64_t widths[] = {1, 2, 3, 4, 5, 7, 8, 13, 32};
    for (uint64_t seed = 0; seed < 120; seed = case_after(seed, 11, 3)) {
        test_case *t = draw(seed, seed / 2 % 2 ? YEE_F32 : YEE_F64, 23);
        outcome *plain = with((tiled_config){0, AUTO, PLAIN}, t, 1, ROUTE_STRAIGHT);
        for (size_t w = seed % thirds(); w < sizeof widths / sizeof *widths; w += thirds()) {
            outcome *o = with((tiled_config){widths[w], AUTO, TILED}, t, 1, ROUTE_STRAIGHT);
            ck_assert_msg(same(plain, o), "width %d: %s", (int)widths[w], t->text);
            outcome_free(o);
        }
        outcome_free(plain);
        case_free(t);
    }
}
END_TEST

/* Links take part in tiles and threads as ports do, and their words are in checkpoints. */
START_TEST(links_have_the_bits_of_the_plain_sweep)
{
    static const int64_t widths[] = {1, 2, 5, 8};
    for (uint64_t seed = 0; seed < 30; seed = case_after(seed, 7, 3)) {
        const unsigned more = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
        test_case *t = case_new(700 + seed,
                                CASE_PORTS | CASE_LINKS | (seed % 3 ? more : 0) |
                                    (seed % 4 == 3 ? CASE_LARGE : 0),
                                seed / 2 % 2 ? YEE_F32 : YEE_F64, 23);
        ck_assert_ptr_nonnull(t);
        outcome *plain = with((tiled_config){0, AUTO, PLAIN}, t, 1, ROUTE_STRAIGHT);
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            outcome *o = with((tiled_config){widths[w], AUTO, TILED}, t, 1 + (int)w,
                              w % 2 ? ROUTE_RELOADED : ROUTE_STRAIGHT);
            ck_assert_msg(same(plain, o), "width %d: %s", (int)widths[w], t->text);
            outcome_free(o);
        }
        outcome_free(plain);
        case_free(t);
    }
}
END_TEST

/* Up to 16: more than there are tiles side by side, which are then shared. */
START_TEST(threads_do_not_change_the_bits)
{
    for (uint64_t seed = 0; seed < 80; seed = case_after(seed, 11, 3)) {
        test_case *t = draw(seed, seed / 2 % 2 ? YEE_F32 : YEE_F64, 17);
        outcome *plain = with((tiled_config){0, AUTO, PLAIN}, t, 1, ROUTE_STRAIGHT);
        for (int threads = 2 + (int)(seed % 3); threads <= 16; threads += 4 * (int)thirds())
            for (int sweep = 0; sweep < 2; sweep++) {
                const tiled_config config = {1 + (int64_t)(seed + (uint64_t)threads) % 9, AUTO,
                                             sweep};
                outcome *o = with(config, t, threads, ROUTE_STRAIGHT);
                ck_assert_msg(same(plain, o), "%d threads, sweep %d: %s", threads, sweep,
                              t->text);
                outcome_free(o);
            }
        outcome_free(plain);
        case_free(t);
    }
}
END_TEST

/* More than the 64 MiB that rows of diamonds side by side may reach over: 60 x 160 x 150 cells
 * are 48 bytes each and some for padding, 70 MiB. With a smaller cache they group sooner. */
START_TEST(threads_on_groups_of_diamonds_do_not_change_the_bits)
{
    const int64_t n = short_on() ? 6 : 1, cells[3] = {60 / n, 160 / n, 150 / n};
    const unsigned forms[] = {CASE_POINTS | CASE_LAYERS, CASE_SECTIONS | CASE_TAPS};
    test_case *t = case_sized(3, forms[_i], YEE_F64, 14, cells);
    ck_assert_ptr_nonnull(t);
    yee_problem *p = &t->problem; /* an energy would stop the tiles */
    while (p->taps > 0 && p->tap[p->taps - 1].kind == YEE_TAP_ENERGY)
        p->taps--;
    outcome *plain = with((tiled_config){0, AUTO, PLAIN}, t, 1, ROUTE_STRAIGHT);
    for (int threads = 1; threads <= 5; threads += threads > 1 ? 2 : 1) {
        outcome *o = with((tiled_config){3 + 2 * threads, AUTO, TILED}, t, threads,
                          threads == 2 ? ROUTE_RELOADED : ROUTE_STRAIGHT);
        ck_assert_msg(same(plain, o), "%d threads: %s", threads, t->text);
        outcome_free(o);
    }
    outcome_free(plain);
    case_free(t);
}
END_TEST

START_TEST(vector_widths_do_not_change_the_bits)
{
    for (uint64_t seed = 0; seed < 120; seed = case_after(seed, 11, 3)) {
        test_case *t = draw(seed, seed / 2 % 2 ? YEE_F32 : YEE_F64, 12);
        outcome *plain = with((tiled_config){0, PORTABLE, PLAIN}, t, 1, ROUTE_STRAIGHT);
        for (int isa = AVX512; isa <= PORTABLE; isa++) {
            if (!has(isa))
                continue;
            outcome *o = with((tiled_config){4, isa, TILED}, t, 1, ROUTE_STRAIGHT);
            ck_assert_msg(alike(plain, o), "isa %d: %s", isa, t->text);
            outcome_free(o);
        }
        outcome_free(plain);
        case_free(t);
    }
}
END_TEST

START_TEST(a_run_may_be_split_saved_and_loaded_within_tiles)
{
    for (uint64_t seed = 0; seed < 60; seed = case_after(seed, 7, 3)) {
        test_case *t = draw(seed, seed / 2 % 2 ? YEE_F32 : YEE_F64, 21);
        outcome *plain = with((tiled_config){0, AUTO, PLAIN}, t, 1, ROUTE_STRAIGHT);
        for (int way = ROUTE_SPLIT; way <= ROUTE_RELOADED; way++) {
            outcome *o = with((tiled_config){3, AUTO, TILED}, t, 2, (route)way);
            ck_assert_msg(same(plain, o), "route %d: %s", way, t->text);
            outcome_free(o);
        }
        outcome_free(plain);
        case_free(t);
    }
}
END_TEST

/* Another width, order, number of vectors: a checkpoint is of the fields, not of the way. */
START_TEST(a_checkpoint_goes_on_in_any_order)
{
    static const tiled_config orders[] = {
        {3, AUTO, TILED}, {0, AUTO, PLAIN}, {8, PORTABLE, TILED}, {1, AUTO, TILED}};
    enum { ORDERS = sizeof orders / sizeof *orders };
    for (uint64_t seed = 0; seed < 40; seed = case_after(seed, 7, 3)) {
        test_case *t = draw(seed, seed / 2 % 2 ? YEE_F32 : YEE_F64, 21);
        outcome *plain = with((tiled_config){0, AUTO, PLAIN}, t, 1, ROUTE_STRAIGHT);
        for (size_t n = 0; n < ORDERS; n++) {
            const runner r = {"tiled", tiled.ops, &orders[n]};
            outcome *o = battery_relay(&r, &orders[(n + 1) % ORDERS], t, 1 + (int)(seed % 3));
            ck_assert_ptr_nonnull(o);
            ck_assert_msg(o->status == YEE_OK, "%s: %s", t->text, o->sentence);
            ck_assert_msg(alike(plain, o), "from order %d: %s", (int)n, t->text);
            outcome_free(o);
        }
        outcome_free(plain);
        case_free(t);
    }
}
END_TEST

START_TEST(tiles_equal_the_scheme_plain)
{
    char where[256];
    for (uint64_t seed = 0; seed < 400; seed = case_after(seed, 17, 3)) {
        test_case *t = draw(seed, seed / 2 % 2 ? YEE_F32 : YEE_F64, 24);
        outcome *truth = execute(&rows, t, 1, ROUTE_STRAIGHT);
        outcome *o = with((tiled_config){1 + (int64_t)(seed % 7), AUTO, TILED}, t,
                          1 + (int)(seed % 3), ROUTE_STRAIGHT);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s: %g, %s", t->text, error, where);
        outcome_free(o);
        outcome_free(truth);
        case_free(t);
    }
}
END_TEST

/* Every remainder of chunks, tiles and units, on each axis. */
START_TEST(every_size_of_an_axis_has_the_bits_of_the_plain_sweep)
{
    char where[256];
    for (int64_t n = few_on() ? _i : 0; n < 2 * 70;
         n = (int64_t)case_after((uint64_t)n, 29, 4)) {
        int64_t cells[3] = {7, 9, 8};
        cells[_i] = n / 2 + 1;
        unsigned forms = n % 2 ? 1u << n / 2 % CASE_FORMS : 0;
        if (forms & CASE_MAGNETIC)
            forms |= CASE_MEDIA | CASE_SECTIONS;
        forms |= laws((uint64_t)n / 2);
        test_case *t = case_sized((uint64_t)n, forms, n / 4 % 2 ? YEE_F64 : YEE_F32, 11, cells);
        ck_assert_ptr_nonnull(t);
        outcome *truth = execute(&rows, t, 1, ROUTE_STRAIGHT);
        outcome *plain = with((tiled_config){0, AUTO, PLAIN}, t, 1, ROUTE_STRAIGHT);
        outcome *o = with((tiled_config){1 + n % 9, AUTO, TILED}, t, 1 + (int)(n % 5 / 2),
                          ROUTE_STRAIGHT);
        ck_assert_msg(same(plain, o), "%s", t->text);
        const double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s: %g, %s", t->text, error, where);
        outcome_free(o);
        outcome_free(plain);
        outcome_free(truth);
        case_free(t);
    }
}
END_TEST

/* The text that the scheme prints of its plan for a case. */
static const char *printed(const test_case *t)
{
    static char text[1024];
    static const tiled_config config = {8, AUTO, TILED};
    test_host h;
    void *plan = NULL;
    ck_assert(test_host_open(&h));
    ck_assert_int_eq(tiled.ops->plan(&h.host, &config, &t->problem, &plan), YEE_OK);
    ck_assert_int_lt(tiled.ops->print(plan, text, sizeof text), (int)sizeof text);
    tiled.ops->destroy(plan);
    test_host_close(&h);
    return text;
}

/* The energy needs all fields at one step. Tiles of 8 rows pass over the memory once in 4
 * steps; a block of n steps between two fences 2n/8 + 1 times: 1 + 4/n times as often, but
 * never more often than once a step. */
START_TEST(the_plan_says_what_fences_cost)
{
    test_case *t = case_new(1, CASE_TAPS, YEE_F32, 24);
    ck_assert_ptr_nonnull(t);
    yee_problem *p = &t->problem;
    char text[64];
    int64_t every = 0;
    for (int64_t n = 0; n < p->taps; n++)
        if (p->tap[n].kind == YEE_TAP_ENERGY && (!every || p->tap[n].every < every))
            every = p->tap[n].every;
    ck_assert_int_gt(every, 0);
    snprintf(text, sizeof text, " every %lld steps: %.1f times", (long long)every,
             fmin(4, 1 + 4 / (double)every));
    ck_assert_msg(strstr(printed(t), text) != NULL, "'%s' is not in:\n%s", text, printed(t));
    while (p->taps > 0 && p->tap[p->taps - 1].kind == YEE_TAP_ENERGY)
        p->taps--;
    ck_assert_msg(!strstr(printed(t), "the tiles every"), "%s", printed(t));
    case_free(t);
}
END_TEST

/* E of every edge for itself (cb of H is 0, H begins as 0) beside a pole so slow that a factor
 * 1 - c1, rounded to float32, would be off by up to 2^-25/c1 = 1e-3 of c1, and a recurrence of
 * s1(n) and s1(n-1) by 2^-25/c0 = 0.03 of the resonance's frequency squared. The roundings of
 * the steps have all signs: sqrt(steps) 2^-25 = 4e-6 of the largest value for each of some five
 * at one point, less for the mean of all; the tolerance is 4e-5. */
START_TEST(a_slow_pole_keeps_its_digits_in_f32)
{
    enum { STEPS = 20000 };
    static const char *const kind[] = {"one pole and no more", "one pole and no more",
                                       "one resonance and no more"};
    test_case *t = case_new(2, CASE_PERIODIC, YEE_F32, STEPS);
    ck_assert_ptr_nonnull(t);
    yee_problem *p = &t->problem;
    const double dt = p->grid.dt, w = 1e-3 / dt;
    const yee_pole poles[] = {{0, 1, 1, dt / 3.05e-5, 0},              /* Debye */
                              {0, 1e-8 / dt / dt, 0, 3.05e-5 / dt, 1}, /* Drude */
                              {0, w * w, w * w, 0.05 * w, 1}};         /* Lorentz */
    yee_section sections[1];
    yee_update update[2] = {{0}, {.ca = 1}};
    const yee_response response = {1, 0, 1, &poles[_i]};
    yee_update_make(&response, YEE_EPS0, dt, &update[0], sections);
    p->update = update;
    p->section = sections;
    p->sections = 1;
    for (int c = 3; c < 6; c++)
        memset(t->initial[c], 0, (size_t)yee_grid_points(&p->grid, c) * sizeof *t->initial[c]);
    ck_assert_msg(strstr(printed(t), kind[_i]) != NULL, "%s", printed(t));
    double mean[2] = {0, 0};
    for (int n = 0; n < 2; n++) {
        p->precision = n ? YEE_F64 : YEE_F32;
        outcome *o = execute(n ? &rows : &tiled, t, 1, ROUTE_STRAIGHT);
        double points = 0;
        for (int c = 0; c < 3; c++)
            for (int64_t i = 0; i < yee_grid_points(&p->grid, c); i++)
                if (t->initial[c][i] != 0) {
                    mean[n] += o->field[c][i] / t->initial[c][i];
                    points++;
                }
        ck_assert_double_gt(points, 0);
        mean[n] /= points;
        outcome_free(o);
    }
    ck_assert_double_eq_tol(mean[0], mean[1], 4e-5);
    case_free(t);
}
END_TEST

int main(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("tiled");
    TCase *tcase = tcase_create("tiled");
    tcase_set_timeout(tcase, 600);
    tcase_add_unchecked_fixture(tcase, open_schemes, NULL);
    tcase_add_test(tcase, tiles_of_every_width_have_the_bits_of_the_plain_sweep);
    tcase_add_test(tcase, links_have_the_bits_of_the_plain_sweep);
    tcase_add_test(tcase, threads_do_not_change_the_bits);
    tcase_add_loop_test(tcase, threads_on_groups_of_diamonds_do_not_change_the_bits, 0, 2);
    tcase_add_test(tcase, vector_widths_do_not_change_the_bits);
    tcase_add_test(tcase, a_run_may_be_split_saved_and_loaded_within_tiles);
    tcase_add_test(tcase, a_checkpoint_goes_on_in_any_order);
    tcase_add_test(tcase, tiles_equal_the_scheme_plain);
    tcase_add_loop_test(tcase, every_size_of_an_axis_has_the_bits_of_the_plain_sweep, 0, 3);
    tcase_add_test(tcase, the_plan_says_what_fences_cost);
    tcase_add_loop_test(tcase, a_slow_pole_keeps_its_digits_in_f32, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
