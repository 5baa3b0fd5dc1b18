/* tests/unit/test_taps.c: what outputs may ask for. */
#include "problem/taps.h"
#include "rig.h"

static rig r;
static yee_problem problem;
static yee_taps taps;
static yee_tap asked; /* what the output of these tests asks for */
static int asks;      /* how often */
static int64_t got;   /* what tap() returned */
/* Arguments of in_parts() behind each tap: its number and the array; NULL: it is not called. */
static int (*parts)[2];
static bool turns; /* the second one's axes are turned */
static yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_OUTPUT,
    .name = "asker",
};
static char log_line[512];
static int log_lines;

static yee_status ask(const yee_host *host, const void *config, const yee_view *view,
                      yee_tap_list *tap_list, void **self)
{
    (void)host, (void)config, (void)view;
    for (int i = 0; i < asks; i++) {
        got = tap_list->tap(tap_list, &asked);
        if (parts && tap_list->in_parts(tap_list, parts[i][0], parts[i][1], turns && i == 1))
            got = -1;
        asked.hi[0] -= parts && parts[i][1] == 9; /* the next one's box is smaller */
    }
    *self = &asked;
    return YEE_OK; /* an output that overlooks a refusal */
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = ask,
};

static void keep_line(void *user, yee_level level, const char *line)
{
    (void)user, (void)level;
    snprintf(log_line, sizeof log_line, "%s", line);
    log_lines++;
}

static void setup(void)
{
    rig_open(&r);
    r.diag.log = keep_line;
    plugin.ops = &ops;
    r.instance.plugin = &plugin;
    /* 4 x 5 x 6 cells, TM in z: ex, ey, hz are not there */
    problem = (yee_problem){.size = sizeof problem, .steps = 100, .ports = 1};
    problem.grid.dt = 1e-12;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        problem.grid.active[c] = c == YEE_EZ || c == YEE_HX || c == YEE_HY;
        for (int a = 0; a < 3; a++)
            problem.grid.extent[c][a] = 4 + a + !yee_half(c, a);
    }
    asks = 1;
    parts = NULL;
    turns = false;
    taps = (yee_taps){.arena = r.arena, .diag = &r.diag};
    asked = (yee_tap){.kind = YEE_TAP_BOX,
                      .first = 1,
                      .every = 1,
                      .last = 100,
                      .component = YEE_EZ,
                      .hi = {5, 6, 6},
                      .stride = {2, 1, 4}};
}

static void teardown(void) { rig_end(&r); }

static yee_status plan(void)
{
    void *self;
    yee_diag_clear(&r.diag);
    return yee_taps_plan(&taps, &problem, &r.instance, NULL, &self);
}

static void refuse(yee_status status, const char *part)
{
    ck_assert_int_eq(plan(), status);
    ck_assert_int_eq(got, -1);
    ck_assert_msg(strstr(r.diag.error, part) != NULL, "'%s' lacks '%s'", r.diag.error, part);
}

START_TEST(a_strided_box_counts_its_points)
{
    ck_assert_int_eq(plan(), YEE_OK);
    ck_assert_int_eq(taps.count, 1);
    ck_assert_int_eq(taps.tap[0].values, 3 * 6 * 2); /* ceil(5/2), 6, ceil(6/4) */
    ck_assert_ptr_eq(taps.owner[0].self, &asked);
    ck_assert_ptr_eq(taps.owner[0].output, &r.instance);
}
END_TEST

START_TEST(taps_are_numbered_within_their_output)
{
    asks = 20; /* the tables grow meanwhile */
    ck_assert_int_eq(plan(), YEE_OK);
    ck_assert_int_eq(plan(), YEE_OK);
    ck_assert_int_eq(got, 19);
    ck_assert_int_eq(taps.count, 40);
    for (int i = 0; i < 40; i++)
        ck_assert_int_eq(taps.owner[i].number, i % 20);
}
END_TEST

START_TEST(arrays_of_a_request_are_copied)
{
    int component[2] = {YEE_EZ, YEE_HX};
    int64_t index[2] = {7, 8};
    double frequency[2] = {1e9, 2e9};
    asked.kind = YEE_TAP_POINTS;
    asked.count = 2;
    asked.point_component = component;
    asked.point_index = index;
    ck_assert_int_eq(plan(), YEE_OK);
    asked.kind = YEE_TAP_DFT;
    asked.frequencies = 2;
    asked.frequency = frequency;
    ck_assert_int_eq(plan(), YEE_OK);
    index[1] = component[1] = 0;
    frequency[1] = 0;
    ck_assert_int_eq(taps.tap[0].values, 2);
    ck_assert_int_eq(taps.tap[0].point_index[1], 8);
    ck_assert_int_eq(taps.tap[0].point_component[1], YEE_HX);
    ck_assert_int_eq(taps.tap[1].values, 2 * 36 * 2);
    ck_assert_double_eq(taps.tap[1].frequency[1], 2e9);
}
END_TEST

START_TEST(ports_and_energy_deliver_two_numbers)
{
    asked.kind = YEE_TAP_PORT;
    ck_assert_int_eq(plan(), YEE_OK);
    asked.kind = YEE_TAP_ENERGY;
    ck_assert_int_eq(plan(), YEE_OK);
    ck_assert_int_eq(taps.tap[0].values, 2);
    ck_assert_int_eq(taps.tap[1].values, 2);
}
END_TEST

START_TEST(what_does_not_exist_is_refused)
{
    asked.hi[1] = 7;
    refuse(YEE_PLUGIN, "ez at y indices 0 to 7");
    asked.hi[1] = 6;
    asked.stride[2] = 0;
    refuse(YEE_PLUGIN, "stride 0");
    asked.stride[2] = 1;
    asked.component = YEE_EX;
    refuse(YEE_INPUT, "ex is not among the components of this 2-D grid");
    asked.component = 6;
    refuse(YEE_PLUGIN, "component 6");
    asked.kind = YEE_TAP_PORT;
    asked.port = 1;
    refuse(YEE_PLUGIN, "port 1; the model has 1");
    const int64_t index = 5 * 6 * 6;
    const int component = YEE_EZ;
    asked.kind = YEE_TAP_POINTS;
    asked.count = 1;
    asked.point_index = &index;
    asked.point_component = &component;
    refuse(YEE_PLUGIN, "point 180 of ez, which has 180 points");
}
END_TEST

START_TEST(arrays_of_parts_that_cannot_be_are_refused)
{
    asks = 2;
    parts = (int[][2]){{0, 9}, {1, 9}};
    refuse(YEE_PLUGIN, "taps 0 and 1 are of array 9, but their boxes differ");
    parts = (int[][2]){{0, 3}, {1, 3}};
    turns = true;
    refuse(YEE_PLUGIN, "taps 0 and 1 are of array 3, but their boxes differ");
    turns = false;
    parts = (int[][2]){{0, 3}, {2, 3}};
    refuse(YEE_PLUGIN, "tap 2 is of array 3; it has 2 taps");
    parts = (int[][2]){{0, -1}, {1, 0}};
    refuse(YEE_PLUGIN, "tap 0 is of array -1");
    asks = 1;
    asked.kind = YEE_TAP_ENERGY;
    parts = (int[][2]){{0, 0}};
    refuse(YEE_PLUGIN, "tap 0, which is of kind");
}
END_TEST

START_TEST(taps_of_equal_boxes_are_rows_of_one_array)
{
    asks = 2;
    parts = (int[][2]){{0, 3}, {1, 3}};
    ck_assert_int_eq(plan(), YEE_OK);
    ck_assert_int_eq(taps.owner[1].array, 3);
}
END_TEST

START_TEST(a_frequency_above_what_the_samples_tell_is_refused)
{
    /* every 4th step of 1 ps: 1/(2*4 ps) = 125 GHz */
    double frequency = 124e9;
    asked.kind = YEE_TAP_DFT;
    asked.every = 4;
    asked.frequencies = 1;
    asked.frequency = &frequency;
    ck_assert_int_eq(plan(), YEE_OK);
    frequency = 126e9;
    refuse(YEE_INPUT, "1.25e+11 Hz");
}
END_TEST

START_TEST(taps_that_are_never_due_are_one_warning)
{
    asked.first = 101;
    asked.last = 200;
    asks = 3;
    log_lines = 0;
    ck_assert_int_eq(plan(), YEE_OK);
    ck_assert_ptr_nonnull(strstr(log_line, "records nothing: it first looks at step 101"));
    ck_assert_int_eq(log_lines, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("taps");
    TCase *c = tcase_create("requests");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_strided_box_counts_its_points);
    tcase_add_test(c, taps_are_numbered_within_their_output);
    tcase_add_test(c, arrays_of_a_request_are_copied);
    tcase_add_test(c, ports_and_energy_deliver_two_numbers);
    tcase_add_test(c, what_does_not_exist_is_refused);
    tcase_add_test(c, arrays_of_parts_that_cannot_be_are_refused);
    tcase_add_test(c, taps_of_equal_boxes_are_rows_of_one_array);
    tcase_add_test(c, a_frequency_above_what_the_samples_tell_is_refused);
    tcase_add_test(c, taps_that_are_never_due_are_one_warning);
    suite_add_tcase(suite, c);
    return rig_main(suite);
}
