/* Every scheme on the plugin path, third-party ones too, against "reference". A scheme may
 * decline a problem; what it accepts it must execute. */
#include "session.h"
#include "suite.h"
#include <math.h>
#include <string.h>

enum { MOST = 64, STEPS = 24, SEEDS = 6 };

/* The step of few cases: prime to 2, 3, 4 and 5, by which cases are drawn, so that of 30 cases each of
 * those kinds still has one. */
enum { FEW = 13 };

static runner scheme[MOST];
static int schemes;
static runner reference;

static bool collect(void *user, const yee_plugin *plugin, const yee_module *module,
                    const char *file)
{
    (void)user;
    (void)module;
    (void)file;
    if (plugin->kind == YEE_SCHEME && schemes < MOST)
        scheme[schemes++] = configured(plugin->name, "");
    return true;
}

static void open_schemes(void)
{
    schemes = 0;
    ck_assert(open_session());
    yee_session_plugins(session, collect, NULL);
    for (int n = 0; n < schemes; n++)
        if (!strcmp(scheme[n].name, "reference"))
            reference = scheme[n];
    ck_assert_msg(reference.ops != NULL, "there is no scheme reference to compare with");
}

static void close_schemes(void)
{
    yee_session_close(session);
    yee_arena_free(arena);
}

/* Calls check for all cases of all schemes: every form alone, then combinations; in a short
 * suite a few of each, others with each scheme. Of few it is a case of a dozen, so that a scheme has
 * about half of the forms alone, its neighbour the others, and every scheme some combinations. */
static void all_cases(void (*check)(const runner *, const test_case *))
{
    const uint64_t every = (uint64_t)(short_on() ? 67 : few_every(FEW));
    for (int n = 0; n < schemes; n++)
        for (uint64_t at = 11 * (uint64_t)n % every; at < SEEDS * (CASE_FORMS + 10);
             at += every) {
            unsigned form = (unsigned)(at / SEEDS);
            unsigned forms =
                form < CASE_FORMS ? 1u << form : (unsigned)(at * 0x9e3779b97f4a7c15u >> 53);
            if (forms & CASE_MAGNETIC)
                forms |= CASE_MEDIA | CASE_SECTIONS;
            test_case *t = case_new(at, forms, at % 2 ? YEE_F32 : YEE_F64, STEPS);
            ck_assert_ptr_nonnull(t);
            check(&scheme[n], t);
            case_free(t);
        }
}

static yee_scheme_traits traits_of(const runner *r)
{
    yee_scheme_traits traits = {.size = sizeof traits};
    ck_assert_int_eq(r->ops->traits(r->config, &traits), YEE_OK);
    ck_assert_int_ge(traits.links, 0);
    return traits;
}
static int64_t links_of(const runner *r) { return traits_of(r).links; }
static uint32_t laws_of(const runner *r) { return traits_of(r).laws; }

/* Ports with links, functions alone or laws with a text, alone and among all else, for the schemes that
 * say they execute two. */
static void link_cases(void (*check)(const runner *, const test_case *))
{
    for (int n = 0; n < schemes; n++)
        for (uint64_t at = 0; at < 30 && links_of(&scheme[n]) >= 2;
             at += (uint64_t)(short_on() ? 11 : few_every(FEW))) {
            const unsigned more = (unsigned)(at * 0x9e3779b97f4a7c15u >> 53);
            const unsigned links = at / 2 % 2 ? CASE_PORT_LAWS : CASE_LINKS;
            test_case *t =
                case_new(500 + at, CASE_PORTS | links | (at % 3 ? more | CASE_TAPS : 0),
                         at % 2 ? YEE_F32 : YEE_F64, STEPS);
            ck_assert_ptr_nonnull(t);
            check(&scheme[n], t);
            case_free(t);
        }
}

/* Media with laws, alone and among all else, for the schemes that say they execute them. */
static void law_cases(void (*check)(const runner *, const test_case *))
{
    for (int n = 0; n < schemes; n++)
        for (uint64_t at = 0; at < 40 && laws_of(&scheme[n]) & YEE_LAW_EDGE;
             at += (uint64_t)(short_on() ? 11 : few_every(FEW))) {
            const unsigned more = (unsigned)(at * 0x9e3779b97f4a7c15u >> 53);
            const unsigned links =
                at % 4 == 1 && links_of(&scheme[n]) >= 2 ? CASE_PORT_LAWS : 0;
            test_case *t =
                case_new(900 + at, CASE_LAWS | links | (at % 5 ? more | CASE_TAPS : 0),
                         at % 2 ? YEE_F32 : YEE_F64, STEPS);
            ck_assert_ptr_nonnull(t);
            check(&scheme[n], t);
            case_free(t);
        }
}

/* Cells with laws, likewise. */
static void cell_law_cases(void (*check)(const runner *, const test_case *))
{
    for (int n = 0; n < schemes; n++)
        for (uint64_t at = 0; at < 30 && laws_of(&scheme[n]) & YEE_LAW_CELL;
             at += (uint64_t)(short_on() ? 11 : few_every(FEW))) {
            const unsigned more = (unsigned)(at * 0x9e3779b97f4a7c15u >> 53);
            const unsigned edges =
                at % 3 == 1 && laws_of(&scheme[n]) & YEE_LAW_EDGE ? CASE_LAWS : 0;
            test_case *t =
                case_new(1900 + at, CASE_CELL_LAWS | edges | (at % 5 ? more | CASE_TAPS : 0),
                         at % 2 ? YEE_F32 : YEE_F64, STEPS);
            ck_assert_ptr_nonnull(t);
            check(&scheme[n], t);
            case_free(t);
        }
}

/* Fields with laws, likewise. */
static void field_law_cases(void (*check)(const runner *, const test_case *))
{
    for (int n = 0; n < schemes; n++)
        for (uint64_t at = 0; at < 30 && laws_of(&scheme[n]) & YEE_LAW_FIELD;
             at += (uint64_t)(short_on() ? 11 : few_every(FEW))) {
            const unsigned more = (unsigned)(at * 0x9e3779b97f4a7c15u >> 53);
            const unsigned edges =
                at % 3 == 1 && laws_of(&scheme[n]) & YEE_LAW_EDGE ? CASE_LAWS : 0;
            const unsigned cells =
                at % 4 == 1 && laws_of(&scheme[n]) & YEE_LAW_CELL ? CASE_CELL_LAWS : 0;
            test_case *t = case_new(
                2900 + at, CASE_FIELD_LAWS | edges | cells | (at % 5 ? more | CASE_TAPS : 0),
                at % 2 ? YEE_F32 : YEE_F64, STEPS);
            ck_assert_ptr_nonnull(t);
            check(&scheme[n], t);
            case_free(t);
        }
}

/* Magnetic laws, likewise; with laws of fields and edges in every third, of cells in every
 * fourth. */
static void magnetic_law_cases(void (*check)(const runner *, const test_case *))
{
    for (int n = 0; n < schemes; n++)
        for (uint64_t at = 0; at < 30 && laws_of(&scheme[n]) & YEE_LAW_MAGNETIC;
             at += (uint64_t)(short_on() ? 11 : few_every(FEW))) {
            const unsigned more = (unsigned)(at * 0x9e3779b97f4a7c15u >> 53);
            const unsigned others = (at % 3 == 1 ? CASE_FIELD_LAWS | CASE_LAWS : 0) |
                                    (at % 4 == 1 ? CASE_CELL_LAWS : 0);
            test_case *t = case_new(
                3900 + at, CASE_MAGNETIC_LAWS | others | (at % 5 ? more | CASE_TAPS : 0),
                at % 2 ? YEE_F32 : YEE_F64, STEPS);
            ck_assert_ptr_nonnull(t);
            check(&scheme[n], t);
            case_free(t);
        }
}

/* NULL where the scheme declines; any other failure fails the test. */
static outcome *attempt(const runner *r, const test_case *t, int threads, route way)
{
    outcome *o = battery_run(r, t, threads, way);
    ck_assert_ptr_nonnull(o);
    if (o->status == YEE_DECLINED) {
        ck_assert_msg(o->sentence[0], "%s declines without a sentence: %s", r->name, t->text);
        outcome_free(o);
        return NULL;
    }
    ck_assert_msg(o->status == YEE_OK, "%s, %s: status %d, %s", r->name, t->text, o->status,
                  o->sentence);
    return o;
}

/* Whether a scheme solves Yee's equations: only then it has the reference's fields. Waves of
 * ten cells, where no high-order scheme agrees with Yee's relation to 1e-6. */
static bool is_yee(const runner *r)
{
    const double d[3] = {1e-3, 1e-3, 1e-3}, k[3] = {400, 300, 350}, dt = 1e-12;
    const double omega = YEE_C0 * 610;
    const double own = r->ops->dispersion(r->config, d, dt, YEE_C0, omega, k);
    const double truth = reference.ops->dispersion(reference.config, d, dt, YEE_C0, omega, k);
    return fabs(own - truth) <= 1e-6 * 610 * 610 / 4;
}

static void equals_reference(const runner *r, const test_case *t)
{
    char where[256];
    if (!is_yee(r))
        return;
    outcome *truth = attempt(&reference, t, 1, ROUTE_STRAIGHT);
    outcome *o = attempt(r, t, 1, ROUTE_STRAIGHT);
    ck_assert_ptr_nonnull(truth);
    if (o) {
        double error = outcome_difference(truth, o, where, sizeof where);
        ck_assert_msg(error <= battery_tolerance(t), "%s, %s: %g, %s", r->name, t->text, error,
                      where);
    }
    outcome_free(o);
    outcome_free(truth);
}

static void same_bits(const runner *r, const test_case *t, int threads, route way,
                      const char *what)
{
    outcome *plain = attempt(r, t, 1, ROUTE_STRAIGHT);
    outcome *other = attempt(r, t, threads, way);
    ck_assert_msg(!plain == !other, "%s, %s: declines only when %s", r->name, t->text, what);
    if (plain)
        ck_assert_msg(outcome_same(plain, other), "%s, %s: other bits when %s", r->name,
                      t->text, what);
    outcome_free(plain);
    outcome_free(other);
}

static void split(const runner *r, const test_case *t)
{
    same_bits(r, t, 1, ROUTE_SPLIT, "the run is split");
}
static void reloaded(const runner *r, const test_case *t)
{
    same_bits(r, t, 1, ROUTE_RELOADED, "the state is saved and loaded");
}
static void aimed(const runner *r, const test_case *t)
{
    if (YEE_HAS(r->ops, aim))
        same_bits(r, t, 1, ROUTE_AIMED, "the plan is another problem's");
}
static void threaded(const runner *r, const test_case *t)
{
    same_bits(r, t, 2, ROUTE_STRAIGHT, "two threads run");
}

START_TEST(every_scheme_equals_reference) { all_cases(equals_reference); }
END_TEST

START_TEST(the_bits_do_not_depend_on_how_a_run_is_split) { all_cases(split); }
END_TEST

START_TEST(a_saved_and_loaded_run_has_the_bits_of_a_whole_one) { all_cases(reloaded); }
END_TEST

START_TEST(the_bits_do_not_depend_on_the_number_of_threads) { all_cases(threaded); }
END_TEST

START_TEST(a_plan_that_is_aimed_has_the_bits_of_a_new_one) { all_cases(aimed); }
END_TEST

START_TEST(links_equal_those_of_the_reference) { link_cases(equals_reference); }
END_TEST

START_TEST(links_do_not_depend_on_runs_checkpoints_and_threads)
{
    link_cases(split);
    link_cases(reloaded);
    link_cases(aimed);
    link_cases(threaded);
}
END_TEST

START_TEST(laws_equal_those_of_the_reference) { law_cases(equals_reference); }
END_TEST

START_TEST(laws_of_cells_equal_those_of_the_reference) { cell_law_cases(equals_reference); }
END_TEST

START_TEST(laws_of_fields_equal_those_of_the_reference) { field_law_cases(equals_reference); }
END_TEST

START_TEST(magnetic_laws_equal_those_of_the_reference) { magnetic_law_cases(equals_reference); }
END_TEST

START_TEST(magnetic_laws_do_not_depend_on_runs_checkpoints_and_threads)
{
    magnetic_law_cases(split);
    magnetic_law_cases(reloaded);
    magnetic_law_cases(threaded);
}
END_TEST

START_TEST(laws_of_fields_do_not_depend_on_runs_checkpoints_and_threads)
{
    field_law_cases(split);
    field_law_cases(reloaded);
    field_law_cases(threaded);
}
END_TEST

START_TEST(laws_of_cells_do_not_depend_on_runs_checkpoints_and_threads)
{
    cell_law_cases(split);
    cell_law_cases(reloaded);
    cell_law_cases(threaded);
}
END_TEST

START_TEST(laws_do_not_depend_on_runs_checkpoints_and_threads)
{
    law_cases(split);
    law_cases(reloaded);
    law_cases(threaded);
}
END_TEST

/* The tables and the forms above rest on what a scheme says of itself. */
START_TEST(every_scheme_says_what_it_is)
{
    for (int n = 0; n < schemes; n++) {
        yee_scheme_traits traits = {.size = sizeof traits};
        ck_assert_int_eq(scheme[n].ops->traits(scheme[n].config, &traits), YEE_OK);
        ck_assert_msg(traits.radius >= 1, "%s: stencil radius %d", scheme[n].name,
                      traits.radius);
        ck_assert_msg(traits.f32 || traits.f64, "%s: no precision", scheme[n].name);
    }
}
END_TEST

int main(void)
{
    /* Threads of tiny grids on a busy machine: sleeping at barriers is faster than spinning. */
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("schemes");
    TCase *tcase = tcase_create("schemes");
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, open_schemes, close_schemes);
    tcase_add_test(tcase, every_scheme_equals_reference);
    tcase_add_test(tcase, the_bits_do_not_depend_on_how_a_run_is_split);
    tcase_add_test(tcase, a_saved_and_loaded_run_has_the_bits_of_a_whole_one);
    tcase_add_test(tcase, the_bits_do_not_depend_on_the_number_of_threads);
    tcase_add_test(tcase, a_plan_that_is_aimed_has_the_bits_of_a_new_one);
    tcase_add_test(tcase, links_equal_those_of_the_reference);
    tcase_add_test(tcase, links_do_not_depend_on_runs_checkpoints_and_threads);
    tcase_add_test(tcase, every_scheme_says_what_it_is);
    suite_add_tcase(suite, tcase);
    TCase *laws = tcase_create("laws");
    tcase_set_timeout(laws, 600);
    tcase_add_checked_fixture(laws, open_schemes, close_schemes);
    tcase_add_test(laws, laws_equal_those_of_the_reference);
    tcase_add_test(laws, laws_of_cells_equal_those_of_the_reference);
    tcase_add_test(laws, laws_of_fields_equal_those_of_the_reference);
    tcase_add_test(laws, magnetic_laws_equal_those_of_the_reference);
    tcase_add_test(laws, magnetic_laws_do_not_depend_on_runs_checkpoints_and_threads);
    tcase_add_test(laws, laws_of_fields_do_not_depend_on_runs_checkpoints_and_threads);
    tcase_add_test(laws, laws_of_cells_do_not_depend_on_runs_checkpoints_and_threads);
    tcase_add_test(laws, laws_do_not_depend_on_runs_checkpoints_and_threads);
    suite_add_tcase(suite, laws);
    return suite_run(suite);
}
