/* Processes whose messages come late, twice or never, and that die or stop without a launcher that
 * would end the others: a run has the bits of one process, or ends with a sentence, and the files
 * and the checkpoint are of use. */
#include "letters.h"
#include "models.h"
#include "ranks.h"
#include "suite.h"

/* Patience: a minute and twenty times a step become a second and a little, an hour five. */
#define SECOND "0.0167 5"

static const char *const plugins = "YEE_PLUGIN_PATH";

static void enter_with_letters(void)
{
    char path[4096];
    enter();
    snprintf(path, sizeof path, "%.*s:%s", (int)(strrchr(MODULE_LETTERS, '/') - MODULE_LETTERS),
             MODULE_LETTERS, PLUGIN_DIR);
    setenv(plugins, path, 1);
}

#define CUT(...) \
    (const char *const[]) \
    { \
        "m.ini", "--quiet", "--set", "run.scheme=plain", "--set", "run.output=b/m.h5", \
            "--set", "run.subdomains=2, 2, 1", __VA_ARGS__, NULL \
    }

static void one_process(const char *steps)
{
    MUST("m.ini", "--set", "run.threads=1", "--set", "run.scheme=plain", "--set",
         "run.output=a/m.h5", "--set", steps);
}

START_TEST(messages_that_come_late_change_no_bit)
{
    together t;
    write_model(1);
    one_process("run.steps=40");
    begin(&t, 2 + _i, _i, "LETTERS_FAULT=delay 4", "1",
          CUT("--set", "run.steps=40", "--set", "run.checkpoint_steps=15"));
    const int code = end(&t);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* Whichever message it is: the run ends, and not with other files than those of one process. */
static int number_of_tries(void) { return getenv("YEE_TEST_LONG") ? 120 : 9; }

static void with_a_fault(const char *kind, int tries, bool *noticed)
{
    together t;
    char fault[64];
    /* the first ones are those of the set-up, in which the first process waits without a bound */
    snprintf(fault, sizeof fault, "LETTERS_FAULT=%s %d", kind, 260 + 17 * tries);
    begin(&t, 2, tries % 2, fault, SECOND,
          CUT("--set", "run.steps=60", "--set", "run.checkpoint_steps=20", "--force"));
    const int code = end(&t);
    *noticed = code == YEE_LOST;
    ck_assert_msg(code == YEE_LOST || code == YEE_OK, "%s: exit code %d: %s", fault, code,
                  said);
    if (code == YEE_LOST)
        says("process ");
    else
        same_runs("a/", "b/");
}

START_TEST(a_message_that_comes_twice_ends_the_run)
{
    int noticed = 0;
    write_model(3);
    one_process("run.steps=60");
    for (int n = 0; n < number_of_tries(); n++) {
        bool this;
        with_a_fault("double", n, &this);
        noticed += this;
    }
    ck_assert_int_gt(noticed, 0);
}
END_TEST

START_TEST(a_message_that_is_lost_ends_the_run)
{
    int noticed = 0;
    write_model(3);
    one_process("run.steps=60");
    for (int n = 0; n < number_of_tries() / 3; n++) {
        bool this;
        with_a_fault("lose", n, &this);
        noticed += this;
    }
    ck_assert_int_gt(noticed, 0);
}
END_TEST

/* ---- processes that are gone, or stopped ---- */

#define ENDLESS \
    CUT("--set", "run.steps=10000000", "--set", "run.checkpoint_steps=50", "--set", \
        "run.flush=0 s", "--force")

static void wait_for_file(const char *name)
{
    for (int wait = 0; !there(name) && wait < 60000; wait++)
        usleep(1000);
    ck_assert_msg(there(name), "%s never came", name);
}

static void files_are_valid(void)
{
    ck_assert_int_eq(system("h5dump b/m.h5 >/dev/null 2>&1"), 0);
    ck_assert_int_eq(system("h5dump b/m_snap.vtkhdf >/dev/null 2>&1"), 0);
}

/* Nobody but the transport tells the others. */
START_TEST(a_process_that_is_killed_ends_the_others)
{
    together t;
    write_model(3);
    begin(&t, 3, 0, NULL, "1", ENDLESS);
    wait_for_file("b/m.checkpoint");
    kill(t.pid[_i], SIGKILL);
    const double begun = now();
    const int code = end(&t);
    ck_assert_msg(code == YEE_LOST, "exit code %d: %s", code, said);
    ck_assert_msg(now() - begun < 90, "the others took %g s to end", now() - begun);
    says("is gone");
    files_are_valid();
}
END_TEST

START_TEST(a_process_that_is_stopped_ends_the_others)
{
    together t;
    write_model(3);
    begin(&t, 3, 0, NULL, SECOND, ENDLESS);
    wait_for_file("b/m.checkpoint");
    kill(t.pid[_i], SIGSTOP);
    for (int n = 0; n < 3; n++)
        if (n != _i)
            waitid(P_PID, (id_t)t.pid[n], &(siginfo_t){0}, WEXITED | WNOWAIT);
    kill(t.pid[_i], SIGKILL);
    const int code = end(&t);
    ck_assert_msg(code == YEE_LOST, "exit code %d: %s", code, said);
    says("has not answered for "); /* 60 s, or 3600 where it was at a checkpoint */
    files_are_valid();
}
END_TEST

/* For less than its patience. */
START_TEST(a_process_that_is_stopped_for_a_while_only_slows_the_run)
{
    together t;
    write_model(3);
    one_process("run.steps=3000");
    begin(&t, 3, 0, NULL, "1",
          CUT("--set", "run.steps=3000", "--set", "run.checkpoint_steps=500"));
    wait_for_file("b/m.checkpoint");
    kill(t.pid[_i], SIGSTOP);
    usleep(500000);
    kill(t.pid[_i], SIGCONT);
    const int code = end(&t);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* ---- schemes ---- */

/* The second process has a `tiled` that says that it cannot run, and all take `plain`. */
START_TEST(auto_takes_what_all_have_and_says_who_lacks_what)
{
    together t;
    char path[8192];
    write_model(0);
    one_process("run.steps=40");
    snprintf(path, sizeof path, "%s=%s:%s", plugins, MODULE_LACKING, getenv(plugins));
    begin(&t, 2, 1, path, "1",
          (const char *const[]){"m.ini", "--set", "run.output=b/m.h5", "--set",
                                "run.subdomains=2", "--set", "run.steps=40", NULL});
    const int code = end(&t);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    says("scheme = auto takes what all have: process 2 of 2: tiled is not available: ");
    says("there is no abacus in this machine");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* A scheme that the model names is not exchanged for another one: all processes end, before the first
 * file, and whose fault it is is said. */
START_TEST(a_named_scheme_that_one_process_lacks_is_refused_by_all)
{
    together t;
    char path[8192], who[64];
    write_model(0);
    snprintf(path, sizeof path, "%s=%s:%s", plugins, MODULE_LACKING, getenv(plugins));
    begin(&t, 2, _i, path, "1",
          (const char *const[]){"m.ini", "--set", "run.output=b/m.h5", "--set",
                                "run.subdomains=2", "--set", "run.steps=40", "--set",
                                "run.scheme=tiled", NULL});
    end(&t);
    for (int r = 0; r < t.ranks; r++)
        ck_assert_msg(t.code[r] == YEE_DECLINED, "process %d: exit code %d: %s", r + 1,
                      t.code[r], said);
    snprintf(who, sizeof who, "process %d of 2", _i + 1);
    says("there is no abacus in this machine");
    if (_i) /* what the first one cannot do needs no name */
        says(who);
    ck_assert(!there("b/m.h5"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("transport");
    TCase *tcase = tcase_create("transport");
    tcase_set_timeout(tcase, 300); /* a call that one process lacks hangs all */
    tcase_add_checked_fixture(tcase, enter_with_letters, leave_folder);
    tcase_add_loop_test(tcase, messages_that_come_late_change_no_bit, 0, 2);
    tcase_add_test(tcase, a_message_that_comes_twice_ends_the_run);
    tcase_add_test(tcase, a_message_that_is_lost_ends_the_run);
    tcase_add_loop_test(tcase, a_process_that_is_killed_ends_the_others, 0, 3);
    tcase_add_loop_test(tcase, a_process_that_is_stopped_ends_the_others, 0, 3);
    tcase_add_loop_test(tcase, a_process_that_is_stopped_for_a_while_only_slows_the_run, 0, 3);
    tcase_add_test(tcase, auto_takes_what_all_have_and_says_who_lacks_what);
    tcase_add_loop_test(tcase, a_named_scheme_that_one_process_lacks_is_refused_by_all, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
