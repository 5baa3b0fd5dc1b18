/* tests/unit/test_writer.c: records reach their outputs, in order, and errors come back. */
#include "rig.h"
#include "run/writer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define STEPS 5000

static rig r;
static yee_problem problem;
static yee_taps taps;
static yee_writer_thread *writer;
static pthread_t opener;

/* An output that checks what it receives: number v of the record of step n is n + v. */
static struct {
    _Atomic int64_t next;  /* step expected of tap 0 */
    _Atomic int64_t big;   /* deliveries of tap 1 */
    int64_t largest_batch; /* of tap 0 */
    int64_t fail_at;       /* step at which receive() fails, -1: never */
    yee_status open, told;
    int closed;
    bool wrong;
    _Atomic bool slow;
} out;

static yee_status plan(const yee_host *host, const void *config, const yee_view *view,
                       yee_tap_list *tap_list, void **self)
{
    (void)host, (void)config, (void)view;
    *self = &out;
    const int64_t index[3] = {0, 1, 2};
    const int component[3] = {0, 0, 0};
    yee_tap points = {.kind = YEE_TAP_POINTS,
                      .first = 1,
                      .every = 1,
                      .last = STEPS,
                      .count = 3,
                      .point_component = component,
                      .point_index = index};
    yee_tap box = {.kind = YEE_TAP_BOX,
                   .first = 1,
                   .every = 1,
                   .last = STEPS,
                   .hi = {100, 100, 100},
                   .stride = {1, 1, 1}};
    return tap_list->tap(tap_list, &points) < 0 || tap_list->tap(tap_list, &box) < 0 ? YEE_INPUT
                                                                                     : YEE_OK;
}

static yee_status open_output(const yee_host *host, void *self, const yee_opening *opening)
{
    (void)self;
    out.wrong = out.wrong || !opening || opening->restart || strcmp(opening->stem, "m");
    opener = pthread_self();
    return out.open ? host->fail(host, out.open, "the disk is full") : YEE_OK;
}

static yee_status receive(const yee_host *host, void *self, const yee_delivery *d)
{
    (void)self;
    out.wrong = out.wrong || !pthread_equal(opener, pthread_self());
    if (out.slow)
        usleep(20000);
    if (d->tap == 1) {
        out.big += d->count;
        out.wrong = out.wrong || d->values != 1000000 || d->precision != YEE_F32;
        return YEE_OK;
    }
    const float *v = d->data;
    out.wrong = out.wrong || d->values != 3 || d->precision != YEE_F32;
    out.largest_batch = d->count > out.largest_batch ? d->count : out.largest_batch;
    for (int64_t n = 0; n < d->count; n++, out.next++) {
        if (d->step[n] == out.fail_at)
            return host->fail(host, YEE_IO, "the disk is full");
        out.wrong = out.wrong || d->step[n] != out.next;
        for (int i = 0; i < 3; i++)
            out.wrong = out.wrong || v[3 * n + i] != (float)(d->step[n] + i);
    }
    return YEE_OK;
}

static yee_status close_output(const yee_host *host, void *self, yee_status status)
{
    (void)host, (void)self;
    out.closed++;
    out.told = status;
    return YEE_OK;
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_output,
    .receive = receive,
    .close = close_output,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_OUTPUT,
    .name = "checker",
    .ops = &ops,
};
static const yee_opening opening = {sizeof opening, false, false, 0, "m.h5", "m"};
static const yee_instance *outputs[1];
static void *selves[1];

static void setup(void)
{
    rig_open(&r);
    r.instance.plugin = &plugin;
    problem = (yee_problem){.size = sizeof problem, .steps = STEPS, .precision = YEE_F32};
    problem.grid.active[0] = true;
    for (int a = 0; a < 3; a++)
        problem.grid.extent[0][a] = 100;
    taps = (yee_taps){.arena = r.arena, .diag = &r.diag};
    memset(&out, 0, sizeof out);
    out.next = 1;
    out.fail_at = -1;
    outputs[0] = &r.instance;
    ck_assert_int_eq(yee_taps_plan(&taps, &problem, &r.instance, NULL, &selves[0]), YEE_OK);
}

static void teardown(void) { rig_end(&r); }

static yee_status start(void)
{
    return yee_writer_start(&r.diag, &problem, &taps, 1, outputs, selves, 0.01, &opening,
                            &writer);
}

/* The part of a scheme at a step: it hands one record on; false once it has to stop. */
static bool give(int64_t tap, int64_t step)
{
    const yee_sink *sink = yee_writer_sink(writer);
    float *v = sink->reserve(sink, tap, step);
    if (!v)
        return false;
    for (int i = 0; i < 3; i++)
        v[i] = (float)(step + i);
    return sink->commit(sink, tap, v) == YEE_OK;
}

START_TEST(every_record_arrives_once_and_in_order)
{
    ck_assert_int_eq(start(), YEE_OK);
    for (int64_t n = 1; n <= STEPS; n++)
        ck_assert(give(0, n));
    ck_assert_int_eq(yee_writer_status(writer), YEE_OK);
    ck_assert_int_eq(yee_writer_finish(writer, YEE_OK), YEE_OK);
    ck_assert_int_eq(out.next, STEPS + 1);
    ck_assert(!out.wrong);
    ck_assert_int_eq(out.closed, 1);
    ck_assert_int_eq(out.told, YEE_OK);
    ck_assert_int_gt(out.largest_batch, 100); /* small records travel together */
}
END_TEST

START_TEST(big_records_wait_for_a_slow_disk)
{
    /* 4 MB each: 256 MiB of room holds 67 of them, whatever the disk does */
    out.slow = true;
    ck_assert_int_eq(start(), YEE_OK);
    for (int64_t n = 1; n <= 100; n++) {
        ck_assert(give(1, n));
        ck_assert(give(0, n));
    }
    ck_assert_int_ge(out.big, 100 - 68 - 1);
    out.slow = false;
    ck_assert_int_eq(yee_writer_finish(writer, YEE_OK), YEE_OK);
    ck_assert_int_eq(out.big, 100);
    ck_assert_int_eq(out.next, 101);
    ck_assert(!out.wrong);
}
END_TEST

START_TEST(a_rare_record_does_not_wait_for_its_batch)
{
    ck_assert_int_eq(start(), YEE_OK);
    ck_assert(give(1, 1));
    ck_assert(give(0, 1));
    usleep(600000); /* longer than any record may wait */
    ck_assert(give(1, 2));
    for (int i = 0; i < 500 && out.next < 2; i++)
        usleep(10000);
    ck_assert_int_eq(out.next, 2);
    ck_assert_int_eq(yee_writer_finish(writer, YEE_OK), YEE_OK);
}
END_TEST

START_TEST(a_failure_while_writing_stops_the_scheme)
{
    out.fail_at = 3000;
    ck_assert_int_eq(start(), YEE_OK);
    int64_t n = 1;
    while (n < 100 * STEPS && give(0, n)) /* batches let it run on for a while */
        n++;
    ck_assert_int_lt(n, 100 * STEPS);
    ck_assert_int_eq(yee_writer_status(writer), YEE_IO);
    ck_assert_ptr_nonnull(strstr(r.diag.error, "the disk is full"));
    ck_assert_int_eq(yee_writer_finish(writer, YEE_IO), YEE_IO);
    ck_assert_int_eq(out.closed, 1);
    ck_assert_int_eq(out.told, YEE_IO);
    ck_assert_int_eq(out.next, 3000);
}
END_TEST

START_TEST(an_output_that_does_not_open_fails_the_start)
{
    out.open = YEE_IO;
    ck_assert_int_eq(start(), YEE_IO);
    ck_assert_ptr_nonnull(strstr(r.diag.error, "the disk is full"));
    ck_assert_int_eq(out.closed, 0);
}
END_TEST

START_TEST(close_is_told_how_the_run_ended)
{
    ck_assert_int_eq(start(), YEE_OK);
    ck_assert(give(0, 1));
    ck_assert_int_eq(yee_writer_finish(writer, YEE_DIVERGED), YEE_OK);
    ck_assert_int_eq(out.told, YEE_DIVERGED);
    ck_assert_int_eq(out.next, 2); /* what was recorded is delivered all the same */
}
END_TEST

START_TEST(a_foreign_record_is_refused)
{
    float foreign[3];
    ck_assert_int_eq(start(), YEE_OK);
    const yee_sink *sink = yee_writer_sink(writer);
    ck_assert_ptr_nonnull(sink->reserve(sink, 0, 1));
    ck_assert_int_eq(sink->commit(sink, 0, foreign), YEE_PLUGIN);
    ck_assert_int_eq(yee_writer_finish(writer, YEE_OK), YEE_OK);
    ck_assert_int_eq(out.next, 1); /* and a reserved one that was not committed is dropped */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("writer");
    TCase *c = tcase_create("records");
    tcase_set_timeout(c, 30);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, every_record_arrives_once_and_in_order);
    tcase_add_test(c, big_records_wait_for_a_slow_disk);
    tcase_add_test(c, a_rare_record_does_not_wait_for_its_batch);
    tcase_add_test(c, a_failure_while_writing_stops_the_scheme);
    tcase_add_test(c, an_output_that_does_not_open_fails_the_start);
    tcase_add_test(c, close_is_told_how_the_run_ended);
    tcase_add_test(c, a_foreign_record_is_refused);
    suite_add_tcase(suite, c);
    return rig_main(suite);
}
