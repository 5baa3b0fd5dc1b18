/* tests/unit/test_farm.c: tasks are dealt to processes; each is done once, and no process has more of
 * them than it has said that it does at a time. */
#include "cli/sweep/farm.h"
#include "suite.h"
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TASKS = 200, WIDE = 4, NARROW = 1 };
enum { KIND = 5 };

/* In memory that all processes share. */
typedef struct tally {
    int begun[TASKS], over[TASKS]; /* of each task, in processes */
    int told[TASKS];               /* results that the caller heard of */
    int failed[TASKS];             /* of these, those with a status */
    char message[2000];            /* of the last one that failed */
    _Atomic int starts, excess;    /* excess: tasks beyond what their process does at a time */
    _Atomic int shrunk;            /* processes that have been wide, and are no more */
    int processes;                 /* that the farm has at a time */
    int results;                   /* that the caller heard of */
    int fatal;                     /* task that ends its process; -1: none */
    int end;                       /* signal that it ends by; 0: exit code 3 */
    int stop;                      /* result that is the last; -1: none */
} tally;

static tally *t;

static void setup(void)
{
    t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert(t != MAP_FAILED);
    t->fatal = t->stop = -1;
    t->processes = 1;
}

static void teardown(void) { munmap(t, sizeof *t); }

/* A process: it begins with one task, takes WIDE, and, once it has them all, one again. While it
 * has them all no other is on its way: from then on all that comes is counted by the number told. It
 * does none before the other processes have come to that, for whom there might be none left. */
static enum { FIRST, GROWN, SHRUNK } phase;
static int held;
static farm_task has[TASKS];

static void start(void *user, int number)
{
    tally *all = user;
    (void)number;
    all->starts++;
    phase = FIRST;
    held = 0;
}

static int capacity(void *user)
{
    (void)user;
    return phase == GROWN ? WIDE : NARROW;
}

static bool begin(void *user, const farm_task *task, farm_result *result)
{
    tally *all = user;
    (void)result;
    all->begun[task->number]++;
    has[held++] = *task;
    all->excess += held > capacity(user);
    return false;
}

static bool turn(void *user, farm_result *result)
{
    tally *all = user;
    all->excess += phase == GROWN && held > WIDE;
    if (phase == FIRST) {
        phase = GROWN;
        return false;
    }
    if (phase == GROWN) {
        phase = held == WIDE ? SHRUNK : GROWN;
        all->shrunk += phase == SHRUNK;
        return false;
    }
    if (all->shrunk < all->processes)
        return false;
    const farm_task task = has[--held];
    if (task.number == all->fatal) {
        all->fatal = -1;
        if (all->end)
            raise(all->end);
        _exit(3);
    }
    all->over[task.number]++;
    result->task = task;
    return true;
}

static const farm_work work = {
    .start = start, .begin = begin, .turn = turn, .capacity = capacity};

static bool done(void *user, const farm_result *result)
{
    tally *all = user;
    ck_assert(result->task.kind == KIND && result->task.number >= 0 &&
              result->task.number < TASKS);
    all->told[result->task.number]++;
    if (result->status) {
        all->failed[result->task.number]++;
        snprintf(all->message, sizeof all->message, "%s", result->message);
    }
    return ++all->results != all->stop;
}

static void list(farm_task task[TASKS])
{
    for (int i = 0; i < TASKS; i++)
        task[i] = (farm_task){KIND, i};
}

START_TEST(a_process_that_takes_fewer_has_no_more_than_it_says)
{
    farm_task task[TASKS];
    list(task);
    t->processes = _i;
    ck_assert(farm_run(_i, TASKS, task, &work, t, done, t));
    ck_assert_int_eq(t->starts, _i);
    for (int i = 0; i < TASKS; i++)
        ck_assert_msg(t->begun[i] == 1 && t->over[i] == 1 && t->told[i] == 1 && !t->failed[i],
                      "task %d: begun %d times, done %d, told %d, failed %d", i, t->begun[i],
                      t->over[i], t->told[i], t->failed[i]);
    ck_assert_msg(!t->excess, "%d tasks more than a process does at a time", t->excess);
}
END_TEST

/* The tasks that it has are told as failed, with its end; another does what is left. */
START_TEST(a_process_that_ends_is_replaced)
{
    farm_task task[TASKS];
    int failed = 0;
    list(task);
    t->fatal = _i ? 2 : 90; /* while it has several, or one */
    t->end = _i ? SIGKILL : 0;
    ck_assert(farm_run(1, TASKS, task, &work, t, done, t));
    for (int i = 0; i < TASKS; i++) {
        failed += t->failed[i];
        ck_assert_msg(t->told[i] == 1 && t->over[i] == !t->failed[i],
                      "task %d: told %d times, done %d, failed %d", i, t->told[i], t->over[i],
                      t->failed[i]);
    }
    ck_assert_int_eq(t->starts, 2);
    ck_assert(t->failed[_i ? 2 : 90]);
    ck_assert_int_eq(failed, _i ? WIDE - 1 : 1); /* the last of its WIDE was done before */
    ck_assert_str_eq(t->message, _i ? "its process was ended by signal 9 (Killed)"
                                    : "its process ended with exit code 3");
    ck_assert_int_eq(t->excess, 0);
}
END_TEST

/* Those that a process has are still done; the farm does others when it is asked again. */
START_TEST(no_more_are_begun_once_the_caller_says_so)
{
    farm_task task[TASKS];
    list(task);
    t->stop = 10;
    farm *f = farm_open(1, &work, t);
    ck_assert_ptr_nonnull(f);
    ck_assert(farm_do(f, TASKS / 2, task, done, t));
    ck_assert_int_eq(t->results, 10); /* it had one at a time by then */
    for (int i = 0; i < TASKS; i++)
        ck_assert_int_eq(t->begun[i], i < 10);
    ck_assert(farm_do(f, TASKS / 2, task + TASKS / 2, done, t));
    farm_close(f);
    ck_assert_int_eq(t->results, 10 + TASKS / 2);
    ck_assert_int_eq(t->starts, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("farm");
    TCase *tests = tcase_create("farm");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, a_process_that_takes_fewer_has_no_more_than_it_says, 1, 3);
    tcase_add_loop_test(tests, a_process_that_ends_is_replaced, 0, 2);
    tcase_add_test(tests, no_more_are_begun_once_the_caller_says_so);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
