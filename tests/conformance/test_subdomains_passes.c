/* Passes of several steps in subdomains: all own cells are theirs, and any number of steps goes with a
 * deeper halo. */
#include "cutter.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A few turns of a short suite: 0, 3, 4, ... */
static bool some(void) { return short_on() && few_on(); }
static int turn_of(int i) { return some() ? few_index(i, 2) : i; }

/* The first of nine seeds: in the short form each turn of a loop has one, another one than the
 * turn before, and exchanges after and beside passes take turns. */
static uint64_t few(int turn) { return short_on() ? (uint64_t)(2 * turn % 9) : 0; }

/* Where nothing acts on fields or looks at them, all cells are those of passes: in grids as small as
 * the others', most are done again step by step. */
START_TEST(passes_write_all_own_cells)
{
    static const int64_t cells[][3] = {{30, 24, 66}, {50, 20, 30}, {20, 44, 34}};
    const int turn = turn_of(_i), temporal = TEMPORAL, depth = 2 + turn;
    cutter c;
    char keys[64];
    int done = 0;
    if (!cutter_there(temporal))
        return;
    for (uint64_t seed = few(turn); seed < 9; seed += (uint64_t)short_every(9)) {
        chance r = {seed + 1};
        snprintf(keys, sizeof keys, "steps_per_pass = %d\nexchange = %s", depth,
                 (seed + (uint64_t)turn) % 2 ? "beside" : "after");
        cutter_load(&c, cut_schemes[temporal].name, keys);
        unsigned forms = (unsigned)((seed + 10 * (uint64_t)turn) * 0x9e3779b97f4a7c15u >> 53);
        forms &= seed % 3 ? CASE_MEDIA | CASE_SECTIONS | CASE_GRADED | CASE_LAYERS |
                                CASE_PERIODIC | CASE_PMC
                 : seed % 2 ? CASE_LAYERS | CASE_MEDIA
                            : CASE_PERIODIC;
        test_case *t = case_sized(seed, forms, seed % 2 ? YEE_F32 : YEE_F64, 3 * depth + 1,
                                  cells[seed % 3]);
        ck_assert_ptr_nonnull(t);
        if (random_cut(&c, &r, &t->problem, depth)) {
            t->problem.kept = seed % 4 < 2 ? cutter_ids(&c, t) : NULL;
            cutter_same(&c, t, depth, ROUTE_STRAIGHT);
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 0);
}
END_TEST

static int64_t liked;

/* As if the clock had found one number of steps the fastest. */
static yee_status planted_seconds(void *plan, int64_t most, double *seconds)
{
    (void)plan;
    for (int64_t n = 0; n < most; n++)
        seconds[n] = n + 1 == liked ? 1e-9 : 1;
    return YEE_OK;
}

/* Passes of any number of steps take a deeper halo as it is, and what the clock chooses changes no
 * bit. turn: the number, 1: it is left to the clock. */
START_TEST(any_number_of_steps_goes_with_a_deeper_halo)
{
    static const int64_t cells[][3] = {{26, 14, 34}, {40, 12, 18}, {13, 34, 20}};
    const int turn = 1 + turn_of(_i - 1), temporal = TEMPORAL, depth = 5;
    cutter c;
    yee_scheme_ops planted = {0};
    int done = 0;
    if (!cutter_there(temporal))
        return;
    liked = turn;
    for (uint64_t seed = few(turn); seed < 9; seed += (uint64_t)short_every(9)) {
        chance r = {seed + 11};
        cutter_load(&c, cut_schemes[temporal].name,
                    (seed + (uint64_t)turn) % 2 ? "exchange = after" : "exchange = beside");
        memcpy(&planted, c.config.ops, sizeof planted);
        planted.stride_seconds = planted_seconds;
        c.config.any_stride = true;
        if (liked > 1)
            c.config.ops = &planted;
        unsigned forms = (unsigned)((seed + 10 * (uint64_t)turn) * 0x9e3779b97f4a7c15u >> 53);
        forms &= CASE_MEDIA | CASE_SECTIONS | CASE_GRADED | CASE_LAYERS | CASE_PERIODIC |
                 CASE_POINTS | CASE_TAPS;
        test_case *t = case_sized(seed, seed % 3 ? forms : 0, seed % 2 ? YEE_F32 : YEE_F64,
                                  2 * depth + 1, cells[seed % 3]);
        ck_assert_ptr_nonnull(t);
        if (random_cut(&c, &r, &t->problem, depth)) {
            t->problem.kept = seed % 4 < 2 ? cutter_ids(&c, t) : NULL;
            cutter_same(&c, t, depth, (route)(seed % 3));
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 0);
}
END_TEST

int main(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("subdomains_passes");
    TCase *tcase = tcase_create("subdomains_passes");
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, cutter_setup, cutter_teardown);
    tcase_add_loop_test(tcase, passes_write_all_own_cells, 0, some() ? 2 : 4);
    tcase_add_loop_test(tcase, any_number_of_steps_goes_with_a_deeper_halo, 1, some() ? 4 : 6);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
