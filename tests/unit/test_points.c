/* tests/unit/test_points.c: groups and ports from what a source emits, and every refusal. */
#include "problem/points.h"
#include "suite.h"
#include <check.h>
#include <math.h>
#include <string.h>

/* A grid of 4 x 3 x 2 cells of 1 mm between PEC walls; medium 0 is vacuum with cb = 2, medium 1
 * a conductor on the Ez edge (1, 1, 0), medium 2 has cb = 5. */
enum { NX = 4, NY = 3, NZ = 2 };

static struct fixture {
    yee_diag diag;
    yee_arena *arena;
    yee_problem problem;
    yee_medium medium[3];
    yee_update update[3];
    double node[3][NX + 1];
    uint32_t ez[(NX + 1) * (NY + 1) * NZ];
    yee_points *points;
    yee_instance instance[2];
} f;

static yee_status (*script)(yee_emitter *);

static yee_status emit(const yee_host *host, const void *config, const yee_view *view,
                       yee_emitter *emitter)
{
    (void)host, (void)config, (void)view;
    return script(emitter);
}

static int64_t links(const void *config)
{
    (void)config;
    return 1;
}

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .links = links,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SOURCE,
    .ops = &ops,
};

static void no_fill(void *self, int64_t step, double *value)
{
    (void)self, (void)step, (void)value;
}
static const yee_signals one = {sizeof one, 1, NULL, no_fill};
static const yee_signals ten = {sizeof ten, 10, NULL, no_fill};

static void setup(void)
{
    static const int64_t cells[3] = {NX, NY, NZ};
    memset(&f, 0, sizeof f);
    yee_diag_init(&f.diag, NULL, NULL);
    f.arena = yee_arena_new();
    yee_grid *g = &f.problem.grid;
    for (int a = 0; a < 3; a++) {
        for (int64_t i = 0; i <= cells[a]; i++)
            f.node[a][i] = 1e-3 * (double)i;
        g->axis[a].cells = cells[a];
        g->axis[a].node = f.node[a];
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        g->active[c] = true;
        for (int a = 0; a < 3; a++) {
            bool half = yee_half(c, a);
            g->extent[c][a] = cells[a] + (half ? 0 : 1);
            g->begin[c][a] = half ? 0 : 1;
            g->end[c][a] = cells[a];
        }
    }
    f.update[0].cb = 2;
    f.medium[1] = (yee_medium){.conductor = YEE_PERFECT_ELECTRIC, .name = "copper"};
    f.update[2].cb = 5;
    f.ez[yee_grid_index(g, YEE_EZ, 1, 1, 0)] = 1;
    f.ez[yee_grid_index(g, YEE_EZ, 2, 2, 1)] = 2;
    f.problem.id[YEE_EZ] = f.ez;
    f.problem.media = 3;
    f.problem.medium = f.medium;
    f.problem.update = f.update;
    f.points = yee_points_new(&f.diag, f.arena, &f.problem);
    ck_assert_ptr_nonnull(f.points);
    f.instance[0] = (yee_instance){.host.instance = "tx",
                                   .plugin = &plugin,
                                   .diag = &f.diag,
                                   .place = {"model.ini", 7, "source.tx"}};
    f.instance[1] = (yee_instance){.host.instance = "feed",
                                   .plugin = &plugin,
                                   .diag = &f.diag,
                                   .place = {"model.ini", 12, "source.feed"}};
}

static void teardown(void)
{
    yee_arena_free(f.arena);
    yee_diag_end(&f.diag);
}

static yee_status run(int instance, yee_status (*what)(yee_emitter *))
{
    script = what;
    return yee_points_emit(f.points, &f.instance[instance], NULL);
}

/* The status, and every word in the sentence; "source.tx" must always be there. */
static void refused(yee_status got, yee_status want, const char *a, const char *b,
                    const char *c)
{
    ck_assert_int_eq(got, want);
    const char *const words[] = {"source.", a, b, c};
    for (size_t n = 0; n < 4; n++)
        ck_assert_msg(strstr(f.diag.error, words[n]), "'%s' is not in: %s", words[n],
                      f.diag.error);
}

static yee_status three_currents(yee_emitter *e)
{
    e->group(e, YEE_EZ, false, &ten);
    e->current(e, 2, 2, 1, 3.0, 4, 0.5);
    e->current(e, 1, 2, 1, 0.0, 0, 0);
    return e->current(e, 1, 2, 0, -1.0, 9, 0);
}

START_TEST(amplitudes_are_minus_cb_times_density_sorted_by_index)
{
    ck_assert_int_eq(run(0, three_currents), YEE_OK);
    ck_assert_int_eq(yee_points_freeze(f.points, &f.problem), YEE_OK);
    ck_assert_int_eq(f.problem.groups, 1);
    const yee_point_group *g = f.problem.group;
    ck_assert_int_eq(g->component, YEE_EZ);
    ck_assert_int_eq(g->signals->count, ten.count);
    ck_assert_int_eq(g->count, 2); /* a density of 0 needs no point */
    ck_assert_int_eq(g->point[0].index, yee_grid_index(&f.problem.grid, YEE_EZ, 1, 2, 0));
    ck_assert_double_eq(g->point[0].amplitude, 2.0);
    ck_assert_int_eq(g->point[0].signal, 9);
    ck_assert_int_eq(g->point[1].index, yee_grid_index(&f.problem.grid, YEE_EZ, 2, 2, 1));
    ck_assert_double_eq(g->point[1].amplitude, -15.0);
    ck_assert_double_eq(g->point[1].fraction, 0); /* not cubic */
}
END_TEST

static yee_status cubic(yee_emitter *e)
{
    e->group(e, YEE_HX, true, &ten);
    return e->current(e, 1, 1, 1, 1.0, 7, 0.25);
}

START_TEST(a_cubic_point_keeps_its_fraction)
{
    ck_assert_int_eq(run(0, cubic), YEE_OK);
    ck_assert_int_eq(yee_points_freeze(f.points, &f.problem), YEE_OK);
    ck_assert(f.problem.group[0].cubic);
    ck_assert_double_eq(f.problem.group[0].point[0].fraction, 0.25);
}
END_TEST

static yee_status empty_group(yee_emitter *e) { return e->group(e, YEE_EX, false, &one); }

START_TEST(a_group_without_points_is_dropped)
{
    ck_assert_int_eq(run(0, empty_group), YEE_OK);
    ck_assert_int_eq(yee_points_freeze(f.points, &f.problem), YEE_OK);
    ck_assert_int_eq(f.problem.groups, 0);
}
END_TEST

static yee_status many(yee_emitter *e)
{
    e->group(e, YEE_EX, false, &one);
    for (int n = 0; n < 1000; n++)
        e->current(e, 3 - n % 4, 1 + n % 2, 1, 1 + n, 0, 0);
    return YEE_OK;
}

START_TEST(an_index_may_appear_more_than_once)
{
    ck_assert_int_eq(run(0, many), YEE_OK);
    ck_assert_int_eq(yee_points_freeze(f.points, &f.problem), YEE_OK);
    double sum = 0;
    ck_assert_int_eq(f.problem.group[0].count, 1000);
    for (int64_t n = 0; n < 1000; n++) {
        sum += f.problem.group[0].point[n].amplitude;
        ck_assert(!n ||
                  f.problem.group[0].point[n].index >= f.problem.group[0].point[n - 1].index);
    }
    ck_assert_double_eq(sum, -2.0 * 500500.0);
}
END_TEST

static yee_status outside(yee_emitter *e)
{
    e->group(e, YEE_EZ, false, &one);
    return e->current(e, 1, 7, 0, 1, 0, 0);
}
static yee_status pinned(yee_emitter *e)
{
    e->group(e, YEE_EZ, false, &one);
    return e->current(e, NX, 1, 0, 1, 0, 0);
}
static yee_status conductor(yee_emitter *e)
{
    e->group(e, YEE_EZ, false, &one);
    return e->current(e, 1, 1, 0, 1, 0, 0);
}
static yee_status inactive(yee_emitter *e) { return e->group(e, YEE_HY, false, &one); }

START_TEST(a_point_where_no_current_can_flow_is_the_users_error)
{
    refused(run(0, outside), YEE_INPUT, "Ez", "(1, 7, 0)", "outside");
    yee_diag_clear(&f.diag);
    refused(run(0, pinned), YEE_INPUT, "Ez", "(0.004, 0.001, 0.0005) m", "high x face");
    yee_diag_clear(&f.diag);
    refused(run(0, conductor), YEE_INPUT, "(0.001, 0.001, 0.0005) m", "'copper'", "Ez");
    yee_diag_clear(&f.diag);
    f.problem.grid.active[YEE_HY] = false;
    refused(run(0, inactive), YEE_INPUT, "Hy", "2-D", "mode");
}
END_TEST

static yee_status nan_density(yee_emitter *e)
{
    e->group(e, YEE_EX, false, &one);
    return e->current(e, 1, 1, 1, NAN, 0, 0);
}
static yee_status wrong_signal(yee_emitter *e)
{
    e->group(e, YEE_EX, false, &ten);
    return e->current(e, 1, 1, 1, 1, 10, 0);
}
static yee_status wrong_cubic(yee_emitter *e)
{
    e->group(e, YEE_EX, true, &ten);
    return e->current(e, 1, 1, 1, 1, 8, 0);
}
static yee_status wrong_fraction(yee_emitter *e)
{
    e->group(e, YEE_EX, true, &ten);
    return e->current(e, 1, 1, 1, 1, 5, 1);
}
static yee_status no_group(yee_emitter *e) { return e->current(e, 1, 1, 1, 1, 0, 0); }
static yee_status no_port(yee_emitter *e)
{
    e->group(e, YEE_EX, false, &one);
    return e->edge(e, 1, 1, 1, 1, 1);
}
static yee_status no_component(yee_emitter *e) { return e->group(e, 6, false, &one); }
static yee_status no_signals(yee_emitter *e) { return e->group(e, YEE_EX, false, NULL); }

START_TEST(a_broken_call_is_the_plugins_error)
{
    static const struct {
        yee_status (*call)(yee_emitter *);
        const char *word;
    } all[] = {{nan_density, "density"},      {wrong_signal, "0 to 9"},
               {wrong_cubic, "1 to 7"},       {wrong_fraction, "fraction"},
               {no_group, "before"},          {no_port, "before"},
               {no_component, "component 6"}, {no_signals, "no signals"}};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        refused(run(0, all[n].call), YEE_PLUGIN, all[n].word, "", "");
        yee_diag_clear(&f.diag);
    }
}
END_TEST

static yee_status ignores_errors(yee_emitter *e)
{
    outside(e);
    three_currents(e);
    return YEE_OK;
}

START_TEST(a_plugin_cannot_hide_a_refusal)
{
    refused(run(0, ignores_errors), YEE_INPUT, "outside", "", "");
}
END_TEST

/* Two edges in series, positive terminal at the high end: V = -sum E dz, 1 A runs upwards. */
static yee_status port(yee_emitter *e)
{
    e->port(e, YEE_EZ, 50, &one);
    e->edge(e, 1, 2, 1, -1e-3, 1e6);
    return e->edge(e, 1, 2, 0, -1e-3, 1e6);
}

START_TEST(a_port_knows_its_name_its_feedback_and_its_sorted_edges)
{
    ck_assert_int_eq(run(0, port), YEE_OK);
    ck_assert_int_eq(yee_points_freeze(f.points, &f.problem), YEE_OK);
    ck_assert_int_eq(f.problem.ports, 1);
    ck_assert_int_eq(f.problem.groups, 0);
    const yee_port *p = f.problem.port;
    ck_assert_str_eq(p->name, "tx");
    ck_assert_int_eq(p->count, 2);
    ck_assert_int_lt(p->edge[0].index, p->edge[1].index);
    ck_assert_double_eq(p->edge[0].current, -2e6);
    ck_assert_double_eq(p->resistance, 50);
    /* 2 edges * (-1e-3 m)(-2 * 1e6) */
    ck_assert_double_eq_tol(p->feedback, 4e3, 1e-9);
}
END_TEST

/* The law of problem.h, solved with this port's numbers, must hold between the mean voltage and
 * the current: V = Vs - R I. */
START_TEST(a_ports_law_holds_at_the_middle_of_the_step)
{
    const double vs = 1.5, old[2] = {3, -2}, hat[2] = {-7, 4};
    ck_assert_int_eq(run(0, port), YEE_OK);
    ck_assert_int_eq(yee_points_freeze(f.points, &f.problem), YEE_OK);
    const yee_port *p = f.problem.port;
    double v_old = 0, v_hat = 0, v_new = 0;
    for (int n = 0; n < 2; n++) {
        v_old += p->edge[n].voltage * old[n];
        v_hat += p->edge[n].voltage * hat[n];
    }
    double i = (vs - 0.5 * (v_hat + v_old)) / (p->resistance + 0.5 * p->feedback);
    for (int n = 0; n < 2; n++)
        v_new += p->edge[n].voltage * (hat[n] + p->edge[n].current * i);
    /* a dozen roundings of numbers of order 1 */
    ck_assert_double_eq_tol(0.5 * (v_old + v_new), vs - p->resistance * i, 1e-14);
}
END_TEST

/* Answers with the step, or with no number. */
static double answer(void *self, int64_t step, double before, double drive, double load,
                     double *state)
{
    (void)self;
    state[1] += before + drive + load;
    return step == 5 ? NAN : (double)step;
}
static const yee_link two_words = {sizeof two_words, 2, NULL, answer};

static yee_status link_port(yee_emitter *e)
{
    yee_link passing = two_words; /* the table need not live on */
    yee_status status = e->link(e, YEE_EZ, &passing);
    passing.current = NULL;
    return status ? status : e->edge(e, 1, 2, 1, -1e-3, 1e6);
}

START_TEST(a_link_is_a_port_without_resistance_and_signal)
{
    ck_assert_int_eq(run(0, link_port), YEE_OK);
    ck_assert_int_eq(yee_points_freeze(f.points, &f.problem), YEE_OK);
    ck_assert_int_eq(f.problem.ports, 1);
    const yee_port *p = f.problem.port;
    double state[2] = {0}, volts = 1;
    ck_assert_double_eq(p->resistance, 0);
    ck_assert_double_gt(p->feedback, 0);
    p->signals->fill(p->signals->self, 3, &volts);
    ck_assert_double_eq(volts, 0);
    ck_assert_int_eq(p->link->words, 2);
    ck_assert_double_eq(p->link->current(p->link->self, 4, 1, 2, 3, state), 4);
    ck_assert_double_eq(state[1], 6);
    ck_assert_int_eq(yee_points_check_signals(f.points), YEE_OK);
    p->link->current(p->link->self, 5, 1, 2, 3, state);
    refused(yee_points_check_signals(f.points), YEE_PLUGIN, "step 5", "link's current", "");
}
END_TEST

static yee_status too_many(yee_emitter *e)
{
    link_port(e);
    return e->link(e, YEE_EX, &two_words);
}
static yee_status magnetic_link(yee_emitter *e) { return e->link(e, YEE_HX, &two_words); }
static yee_status no_link(yee_emitter *e) { return e->link(e, YEE_EX, NULL); }
static yee_status no_current(yee_emitter *e)
{
    const yee_link link = {.size = sizeof link};
    return e->link(e, YEE_EX, &link);
}
static yee_status no_size(yee_emitter *e)
{
    const yee_link link = {8, 0, NULL, answer};
    return e->link(e, YEE_EX, &link);
}
static yee_status no_words(yee_emitter *e)
{
    const yee_link link = {sizeof link, -1, NULL, answer};
    return e->link(e, YEE_EX, &link);
}

START_TEST(a_link_that_cannot_work_is_refused)
{
    refused(run(0, too_many), YEE_PLUGIN, "more links", "links()", "Ex");
    yee_diag_clear(&f.diag);
    refused(run(0, magnetic_link), YEE_PLUGIN, "Hx", "E component", "");
    yee_diag_clear(&f.diag);
    refused(run(0, no_link), YEE_PLUGIN, "a table of 0 bytes", "", "");
    yee_diag_clear(&f.diag);
    refused(run(0, no_size), YEE_PLUGIN, "a table of 8 bytes", "", "");
    yee_diag_clear(&f.diag);
    refused(run(0, no_current), YEE_PLUGIN, "no current()", "", "");
    yee_diag_clear(&f.diag);
    refused(run(0, no_words), YEE_PLUGIN, "-1 words", "", "");
}
END_TEST

static yee_status backwards(yee_emitter *e)
{
    e->port(e, YEE_EZ, 50, &one);
    return e->edge(e, 1, 2, 1, 1e-3, 1e6);
}
static yee_status magnetic_port(yee_emitter *e) { return e->port(e, YEE_HZ, 50, &one); }
static yee_status bare_port(yee_emitter *e) { return e->port(e, YEE_EZ, 50, &one); }
static yee_status negative(yee_emitter *e) { return e->port(e, YEE_EZ, -1, &one); }
static yee_status group_then_edge(yee_emitter *e)
{
    e->port(e, YEE_EZ, 50, &one);
    return e->edge(e, 1, 1, 0, 1, -1);
}

START_TEST(a_port_that_cannot_work_is_refused)
{
    refused(run(0, backwards), YEE_PLUGIN, "feedback", "-2000 Ohm", "");
    yee_diag_clear(&f.diag);
    refused(run(0, magnetic_port), YEE_PLUGIN, "Hz", "E component", "");
    yee_diag_clear(&f.diag);
    refused(run(0, bare_port), YEE_PLUGIN, "0 edges", "", "");
    yee_diag_clear(&f.diag);
    refused(run(0, negative), YEE_INPUT, "-1 Ohm", "", "");
    yee_diag_clear(&f.diag);
    refused(run(0, group_then_edge), YEE_INPUT, "copper", "Ez", "");
}
END_TEST

START_TEST(two_ports_may_not_share_an_edge)
{
    ck_assert_int_eq(run(0, port), YEE_OK);
    ck_assert_int_eq(run(1, port), YEE_OK);
    refused(yee_points_freeze(f.points, &f.problem), YEE_INPUT, "source.feed", "'tx'", "Ez");
}
END_TEST

START_TEST(a_source_does_not_continue_the_group_of_another)
{
    ck_assert_int_eq(run(0, three_currents), YEE_OK);
    refused(run(1, no_group), YEE_PLUGIN, "source.feed", "before", "");
}
END_TEST

static yee_status gap_of_none(yee_emitter *e) { return e->gap_meant(e); }
static yee_status port_with_gap(yee_emitter *e)
{
    const yee_status status = port(e);
    return status ? status : e->gap_meant(e);
}

START_TEST(a_gap_is_meant_by_the_port_that_was_opened_last)
{
    refused(run(0, gap_of_none), YEE_PLUGIN, "a gap is meant before it opened a port", "", "");
    yee_diag_clear(&f.diag);
    ck_assert_int_eq(run(0, port), YEE_OK);
    ck_assert(!yee_points_gap_meant(f.points, f.instance[0].host.instance));
    ck_assert_int_eq(run(1, port_with_gap), YEE_OK);
    ck_assert(yee_points_gap_meant(f.points, f.instance[1].host.instance));
    ck_assert(!yee_points_gap_meant(f.points, f.instance[0].host.instance));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("points");
    TCase *t = tcase_create("points");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, amplitudes_are_minus_cb_times_density_sorted_by_index);
    tcase_add_test(t, a_cubic_point_keeps_its_fraction);
    tcase_add_test(t, a_group_without_points_is_dropped);
    tcase_add_test(t, an_index_may_appear_more_than_once);
    tcase_add_test(t, a_point_where_no_current_can_flow_is_the_users_error);
    tcase_add_test(t, a_broken_call_is_the_plugins_error);
    tcase_add_test(t, a_plugin_cannot_hide_a_refusal);
    tcase_add_test(t, a_port_knows_its_name_its_feedback_and_its_sorted_edges);
    tcase_add_test(t, a_ports_law_holds_at_the_middle_of_the_step);
    tcase_add_test(t, a_link_is_a_port_without_resistance_and_signal);
    tcase_add_test(t, a_link_that_cannot_work_is_refused);
    tcase_add_test(t, a_port_that_cannot_work_is_refused);
    tcase_add_test(t, two_ports_may_not_share_an_edge);
    tcase_add_test(t, a_source_does_not_continue_the_group_of_another);
    tcase_add_test(t, a_gap_is_meant_by_the_port_that_was_opened_last);
    suite_add_tcase(s, t);
    return suite_run(s);
}
