/* The state of a run goes from the whole grid or any cut to any other, or is refused with the cut that
 * it belongs to. */
#include "cutter.h"
#include "reshape.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A plan of the whole grid or of its subdomains, as the core has either. */
typedef struct either {
    const yee_subdomains_config *config;
    bool cut;
    const struct yee_local_ids *kept; /* of the cut; NULL: the problem has ids of all points */
} either;
typedef struct either_plan {
    const either *of;
    const yee_problem *problem;
    yee_problem own; /* with the ids that are kept */
    void *plan;
} either_plan;

static const yee_scheme_ops *ops_of(const either *e)
{
    return e->cut ? &yee_subdomains_ops : e->config->ops;
}

static yee_status either_available(const yee_host *host, const void *config)
{
    const either *e = config;
    return e->config->ops->available(host, e->config->config);
}

static yee_status either_make(const yee_host *host, const void *config,
                              const yee_problem *problem, void **made)
{
    const either *e = config;
    either_plan *p = calloc(1, sizeof *p);
    ck_assert_ptr_nonnull(p);
    *p = (either_plan){.of = e, .problem = problem, .own = *problem};
    p->own.kept = e->cut ? e->kept : NULL;
    *made = p;
    return ops_of(e)->plan(host, e->cut ? (const void *)e->config : e->config->config, &p->own,
                           &p->plan);
}

#define EITHER(name, call, ...) \
    static yee_status either_##name(void *made, __VA_ARGS__) \
    { \
        const either_plan *p = made; \
        return ops_of(p->of)->call; \
    }
EITHER(run, run(p->plan, steps, sink), int64_t steps, const yee_sink *sink)
EITHER(finish, finish(p->plan, sink), const yee_sink *sink)
EITHER(read, read(p->plan, c, values), int c, double *values)
EITHER(write, write(p->plan, c, values), int c, const double *values)
EITHER(energy, energy(p->plan, energy), double energy[2])
EITHER(extrema, extrema(p->plan, extrema), yee_extrema *extrema)

static yee_status either_state(const either_plan *p, yee_state *state, bool load)
{
    const yee_subdomains_config *c = p->of->config;
    if (!p->of->cut)
        return yee_whole_state(c->scheme, c->ops, p->plan, p->problem, state, load);
    return load ? yee_subdomains_ops.load(p->plan, state)
                : yee_subdomains_ops.save(p->plan, state);
}

static yee_status either_save(void *made, yee_state *state)
{
    return either_state(made, state, false);
}

static yee_status either_load(void *made, yee_state *state)
{
    return either_state(made, state, true);
}

static int64_t either_step(const void *made)
{
    const either_plan *p = made;
    return ops_of(p->of)->step(p->plan);
}

static void either_destroy(void *made)
{
    either_plan *p = made;
    if (p->plan)
        ops_of(p->of)->destroy(p->plan);
    free(p);
}

static const yee_scheme_ops either_ops = {
    .size = sizeof either_ops,
    .available = either_available,
    .plan = either_make,
    .run = either_run,
    .finish = either_finish,
    .read = either_read,
    .write = either_write,
    .energy = either_energy,
    .extrema = either_extrema,
    .save = either_save,
    .load = either_load,
    .step = either_step,
    .destroy = either_destroy,
};

/* Forms whose memory has no places that another cut knows. */
#define CUT_BOUND (CASE_CELL_LAWS | CASE_FIELD_LAWS | CASE_MAGNETIC_LAWS)

static bool keeps_its_cut(const yee_problem *p)
{
    return p->cell_runs || p->field_cells || p->field_runs || p->magnetic_cells ||
           p->magnetic_runs;
}

/* Whether the core can read all that the scheme's spans() names. */
static bool has_places(const yee_scheme_ops *ops)
{
    return !YEE_HAS(ops, connect) || YEE_HAS(ops, pack);
}

static void counts_of(const either *e, int64_t n[3])
{
    for (int a = 0; a < 3; a++)
        n[a] = e->cut ? e->config->cut.count[a] : 1;
}

/* The sentence names the cut of the checkpoint; false: the run's has as many subdomains. */
static bool refused(const either *from, const either *to, const outcome *many, const char *text)
{
    char cut[96];
    int64_t n[3], m[3];
    counts_of(from, n);
    counts_of(to, m);
    if (!memcmp(n, m, sizeof n))
        return false;
    snprintf(cut, sizeof cut, "belongs to its cut of %lld x %lld x %lld subdomains",
             (long long)n[0], (long long)n[1], (long long)n[2]);
    ck_assert_msg(many->status == YEE_INPUT && strstr(cutter_diag()->error, cut),
                  "%s: status %d, %s instead of '%s'", text, many->status, cutter_diag()->error,
                  cut);
    return true;
}

/* way 0: from one cut to another, 1: from the whole grid to a cut, 2: back. Whether it was refused. */
static bool relayed(cutter *first, cutter *second, const test_case *t, int way)
{
    char where[256];
    const bool kept = t->seed % 2;
    const either from = {&first->config, way != 1, kept ? cutter_ids(first, t) : NULL};
    const either to = {&second->config, way != 2, kept ? cutter_ids(second, t) : NULL};
    const runner r = {"relay", &either_ops, &from};
    yee_diag_clear(cutter_diag());
    outcome *many = battery_relay(&r, &to, t, 1);
    ck_assert(many);
    if (keeps_its_cut(&t->problem) || !has_places(first->config.ops)) {
        const bool done = refused(&from, &to, many, t->text);
        outcome_free(many);
        return done;
    }
    outcome *one = battery_run(&first->whole, t, 1, ROUTE_STRAIGHT);
    ck_assert(one);
    ck_assert_msg(!one->status && !many->status, "%s, %s, way %d: status %d and %d, %s, %s",
                  first->whole.name, t->text, way, one->status, many->status, many->sentence,
                  cutter_diag()->error);
    if (!outcome_same(one, many)) {
        const double error = outcome_difference(one, many, where, sizeof where);
        const int64_t *n = first->config.cut.count, *m = second->config.cut.count;
        ck_abort_msg("%s, %s, way %d, from %lld x %lld x %lld to %lld x %lld x %lld: %g, %s",
                     first->whole.name, t->text, way, (long long)n[0], (long long)n[1],
                     (long long)n[2], (long long)m[0], (long long)m[1], (long long)m[2], error,
                     where);
    }
    outcome_free(one);
    outcome_free(many);
    return false;
}

START_TEST(state_goes_from_any_cut_to_any_other)
{
    cutter first, second;
    const uint64_t every = cutter_every(_i);
    int done = 0, refusals = 0;
    if (!cutter_there(_i))
        return;
    cutter_load(&first, cut_schemes[_i].name, "");
    cutter_load(&second, cut_schemes[_i].name, "");
    for (uint64_t seed = 0; seed < CUT_SEEDS; seed += every) {
        chance r = {seed + 7};
        const int way = (int)(seed / every % 4 % 3);
        test_case *t =
            cutter_case(seed, cut_schemes[_i].without | (seed / every % 3 ? CUT_BOUND : 0));
        first.config.stride = 1 + (int64_t)(seed % 4);
        second.config.stride = 1 + (int64_t)(seed / 2 % 3);
        if (random_cut(&first, &r, &t->problem, first.config.stride * cutter_reach(t)) &&
            random_cut(&second, &r, &t->problem, second.config.stride * cutter_reach(t))) {
            refusals += relayed(&first, &second, t, way);
            done += !keeps_its_cut(&t->problem);
        }
        case_free(t);
    }
    ck_assert_int_ge(done * (int)every, CUT_SEEDS / 8);
    ck_assert_int_ge(refusals, _i < HERE && every == 1);
}
END_TEST

/* Subdomains within a body, of one medium, beside others of many. */
START_TEST(state_of_bodies_goes_from_any_cut_to_any_other)
{
    cutter first, second;
    int done = 0;
    if (!cutter_there(_i))
        return;
    cutter_load(&first, cut_schemes[_i].name, "");
    cutter_load(&second, cut_schemes[_i].name, "");
    for (uint64_t seed = 1; seed < 24; seed = case_after(seed, 8, 5)) {
        const int axis = (int)(seed % 3);
        int64_t cells[3] = {9, 8, 10};
        cells[axis] = 24;
        chance r = {seed + 5};
        test_case *t =
            case_sized(seed | 1, CASE_MEDIA | CASE_SECTIONS | (seed % 2 ? CASE_MAGNETIC : 0),
                       seed % 4 < 2 ? YEE_F32 : YEE_F64, CUT_STEPS, cells);
        ck_assert_ptr_nonnull(t);
        cutter_fill(t, &r, axis);
        first.config.stride = second.config.stride = 1;
        if (random_cut(&first, &r, &t->problem, 1) && random_cut(&second, &r, &t->problem, 1)) {
            relayed(&first, &second, t, (int)(seed / 3 % 3));
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 0);
}
END_TEST

/* Where few points have many words a whole grid keeps the first two of all points as fields lie, and
 * the others by rows; subdomains have all by rows. */
START_TEST(words_of_few_points_go_from_any_cut_to_any_other)
{
    static const int64_t cells[][3] = {{20, 24, 40}, {16, 30, 34}};
    const int temporal = TEMPORAL;
    cutter first, second;
    int done = 0;
    if (!cutter_there(temporal))
        return;
    cutter_load(&first, cut_schemes[temporal].name, "steps_per_pass = 2");
    cutter_load(&second, cut_schemes[temporal].name, "steps_per_pass = 2");
    for (uint64_t seed = 0; seed < 12; seed++) {
        chance r = {seed + 3};
        test_case *t = case_sized(seed + 60, CASE_MEDIA | CASE_SECTIONS,
                                  seed % 2 ? YEE_F32 : YEE_F64, CUT_STEPS, cells[seed / 2 % 2]);
        ck_assert_ptr_nonnull(t);
        (seed % 3 ? take_sections : take_third_words)(t);
        first.config.stride = second.config.stride = 2;
        if (plant_words(t, seed) && random_cut(&first, &r, &t->problem, 2) &&
            random_cut(&second, &r, &t->problem, 2)) {
            relayed(&first, &second, t, 1 + (int)(seed / 2 % 2));
            done++;
        }
        case_free(t);
    }
    ck_assert_int_gt(done, 2);
}
END_TEST

int main(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0);
    Suite *suite = suite_create("subdomains_state");
    TCase *tcase = tcase_create("subdomains_state");
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, cutter_setup, cutter_teardown);
    tcase_add_loop_test(tcase, state_goes_from_any_cut_to_any_other, 0, CUT_SCHEMES);
    tcase_add_loop_test(tcase, state_of_bodies_goes_from_any_cut_to_any_other, 0, CUT_SCHEMES);
    tcase_add_test(tcase, words_of_few_points_go_from_any_cut_to_any_other);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
