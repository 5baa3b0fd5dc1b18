/* A problem cut into subdomains has the bits of the whole one: fields, records, energies, extrema,
 * for random problems, cuts and steps between two exchanges. */
#include "cutter.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keys of the routes that halos of a scheme take, and of when, by the number of a case; "": it has
 * none. NCCL is tried where $YEE_TEST_NCCL names its file. `tiled` does several steps at a time on
 * grids as small as these where its tiles have a width. */
static const char *route_keys(int scheme, uint64_t number)
{
    static const char *const widths[] = {"", "width = 3", "width = 4", "width = 7"};
    static char text[4300], nccl[4200];
    if (scheme == TILED)
        return widths[number % 4];
    const char *const keys[] = {"", "halos = direct\n", "halos = staged\n", nccl};
    const char *file = getenv("YEE_TEST_NCCL");
    const bool passes = !strcmp(cut_schemes[scheme].name, "cuda.temporal");
    const uint64_t routes = file ? 4 : 3;
    snprintf(nccl, sizeof nccl, "halos = nccl\nnccl = %.4000s\n", file ? file : "");
    snprintf(text, sizeof text, "%s%s", keys[number % routes],
             !passes                    ? ""
             : number / routes % 2 == 0 ? "exchange = beside\n"
                                        : "exchange = after\n");
    return scheme < HERE ? "" : text;
}

START_TEST(a_cut_changes_no_bit)
{
    cutter c;
    const uint64_t every = cutter_every(_i);
    int done = 0;
    if (!cutter_there(_i))
        return;
    for (uint64_t seed = 0; seed < CUT_SEEDS; seed += every) {
        chance r = {seed + 1};
        cutter_load(&c, cut_schemes[_i].name, route_keys(_i, seed / every));
        test_case *t = cutter_case(seed, cut_schemes[_i].without);
        const int64_t stride = 1 + (int64_t)(seed % 5);
        if (random_cut(&c, &r, &t->problem, stride * cutter_reach(t))) {
            t->problem.kept = seed / every % 2 ? cutter_ids(&c, t) : NULL;
            cutter_same(&c, t, stride, (route)(seed / 5 % 3));
            done++;
        }
        case_free(t);
    }
    /* Ports, small sources and wide halos obstruct some; a suite that cuts few shows little. */
    ck_assert_int_ge(done * (int)every, every == 1 ? CUT_SEEDS / 4 : CUT_SEEDS / 8);
}
END_TEST

static int words_of(const yee_problem *p, uint32_t medium)
{
    int words = 0;
    for (int s = 0; s < p->update[medium].sections; s++)
        words += p->section[p->update[medium].section + s].words;
    return words;
}

/* Without ids words lie as a field does, and one behind the other. Three steps between two exchanges,
 * for words in a halo matter from the second one on. */
START_TEST(all_words_of_one_medium_cross_a_cut)
{
    cutter c;
    int several = 0;
    if (!cutter_there(_i))
        return;
    cutter_load(&c, cut_schemes[_i].name, "");
    for (uint64_t seed = 0; seed < 4; seed++) {
        static const int64_t cells[3] = {12, 11, 10};
        chance r = {seed + 1};
        test_case *t =
            case_sized(seed, CASE_SECTIONS, seed % 2 ? YEE_F32 : YEE_F64, CUT_STEPS, cells);
        ck_assert_ptr_nonnull(t);
        if (words_of(&t->problem, t->problem.uniform[0]) > 1 &&
            random_cut(&c, &r, &t->problem, 3)) {
            cutter_same(&c, t, 3, ROUTE_STRAIGHT);
            several++;
        }
        case_free(t);
    }
    ck_assert_int_gt(several, 0);
}
END_TEST

/* A subdomain within a body has one medium where its neighbours have many, or another one: halos
 * are alike all the same. */
START_TEST(bodies_fill_subdomains)
{
    enum { SEEDS = 24 };
    cutter c;
    int done = 0;
    if (!cutter_there(_i))
        return;
    cutter_load(&c, cut_schemes[_i].name, "");
    for (uint64_t seed = 0; seed < SEEDS; seed = case_after(seed, 8, 5)) {
        const int axis = (int)(seed % 3);
        int64_t cells[3] = {9, 8, 10};
        cells[axis] = 24;
        chance r = {seed + 5};
        const unsigned forms = CASE_MEDIA | CASE_SECTIONS | (seed % 2 ? CASE_MAGNETIC : 0) |
                               (seed % 5 ? 0 : CASE_LAYERS) | (seed % 7 ? 0 : CASE_PERIODIC);
        test_case *t = case_sized(seed, forms & ~cut_schemes[_i].without,
                                  seed % 4 < 2 ? YEE_F32 : YEE_F64, CUT_STEPS, cells);
        ck_assert_ptr_nonnull(t);
        cutter_fill(t, &r, axis);
        const int64_t stride = 1 + (int64_t)(seed % 3);
        if (random_cut(&c, &r, &t->problem, stride)) {
            t->problem.kept = cutter_ids(&c, t);
            cutter_same(&c, t, stride, ROUTE_STRAIGHT);
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 0);
}
END_TEST

/* A halo that is a cell short for the steps between two exchanges leaves wrong own cells: what
 * a_cut_changes_no_bit rests on. */
START_TEST(a_halo_one_cell_short_is_seen)
{
    cutter c;
    if (!cutter_there(_i))
        return;
    cutter_load(&c, cut_schemes[_i].name, _i == TILED ? "width = 3" : "");
    const runner cut = {"subdomains", &yee_subdomains_ops, &c.config};
    int seen = 0;
    for (uint64_t seed = 0; seed < 20 && !(few_on() && seen); seed++) {
        chance r = {seed + 1};
        test_case *t = cutter_case(seed, cut_schemes[_i].without);
        if (random_cut(&c, &r, &t->problem, 3 * cutter_reach(t) - 1)) {
            c.config.stride = 3;
            outcome *one = battery_run(&c.whole, t, 1, ROUTE_STRAIGHT);
            outcome *many = battery_run(&cut, t, 1, ROUTE_STRAIGHT);
            ck_assert(one && many);
            ck_assert_msg(!one->status && !many->status, "%s: %s, %s, %s", t->text,
                          one->sentence, many->sentence, cutter_diag()->error);
            seen += !outcome_same(one, many);
            outcome_free(one);
            outcome_free(many);
        }
        case_free(t);
    }
    ck_assert_int_gt(seen, 0);
}
END_TEST

static const yee_scheme_ops *exact;

/* A subdomain's energies as rounded numbers, as any sum in the order of cells hands them over. */
static yee_status rounded_energy(void *plan, yee_sum sum[2])
{
    yee_sum own[2] = {0};
    const yee_status status = exact->sum_energy(plan, own);
    for (int n = 0; n < 2; n++)
        yee_sum_add(&sum[n], yee_sum_value(&own[n]));
    return status;
}

/* a_cut_changes_no_bit would see energies that depend on the cut. */
START_TEST(energies_that_are_rounded_in_each_subdomain_are_seen)
{
    cutter c;
    yee_scheme_ops planted = {0};
    int seen = 0, done = 0;
    if (!cutter_there(_i))
        return;
    cutter_load(&c, cut_schemes[_i].name, "");
    exact = c.config.ops;
    memcpy(&planted, exact, exact->size < sizeof planted ? exact->size : sizeof planted);
    planted.sum_energy = rounded_energy;
    for (uint64_t seed = 0; seed < 20 && !(few_on() && seen); seed++) {
        chance r = {seed + 1};
        test_case *t = cutter_case(seed, cut_schemes[_i].without);
        if (random_cut(&c, &r, &t->problem, cutter_reach(t))) {
            const runner cut = {"subdomains", &yee_subdomains_ops, &c.config};
            c.config.stride = 1;
            c.config.ops = &planted;
            outcome *one = battery_run(&c.whole, t, 1, ROUTE_STRAIGHT);
            outcome *many = battery_run(&cut, t, 1, ROUTE_STRAIGHT);
            c.config.ops = exact;
            ck_assert(one && many && !one->status && !many->status);
            seen += !outcome_same(one, many);
            done++;
            outcome_free(one);
            outcome_free(many);
        }
        case_free(t);
    }
    ck_assert_msg(seen > 0, "not in one of %d cases", done);
}
END_TEST

int main(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("subdomains");
    TCase *tcase = tcase_create("subdomains");
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, cutter_setup, cutter_teardown);
    tcase_add_loop_test(tcase, a_cut_changes_no_bit, 0, CUT_SCHEMES);
    tcase_add_loop_test(tcase, all_words_of_one_medium_cross_a_cut, 0, CUT_SCHEMES);
    tcase_add_loop_test(tcase, bodies_fill_subdomains, 0, CUT_SCHEMES);
    tcase_add_loop_test(tcase, a_halo_one_cell_short_is_seen, 0, CUT_SCHEMES);
    tcase_add_loop_test(tcase, energies_that_are_rounded_in_each_subdomain_are_seen, 0,
                        CUT_SCHEMES);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
