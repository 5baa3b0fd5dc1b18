/* The command on a terminal: how far a run is, and the stages before its first step. */
#include "models.h"
#include "suite.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>

static char shown[1 << 16];

static void columns(int terminal, unsigned short n)
{
    const struct winsize size = {.ws_col = n, .ws_row = 24};
    ck_assert_int_eq(ioctl(terminal, TIOCSWINSZ, &size), 0);
}

/* Runs the command with its standard error on a terminal; narrow: its columns from the first
 * update on, 0: as before. What was shown is in shown; the number of bytes before the change. */
static size_t on_terminal(const char *term, unsigned short wide, unsigned short narrow,
                          const char *const *argv)
{
    struct termios raw;
    size_t n = 0, changed = 0;
    int status;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(terminal, 0);
    ck_assert_int_eq(grantpt(terminal), 0);
    ck_assert_int_eq(unlockpt(terminal), 0);
    columns(terminal, wide);
    const int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    ck_assert_int_eq(tcgetattr(slave, &raw), 0);
    cfmakeraw(&raw);
    ck_assert_int_eq(tcsetattr(slave, TCSANOW, &raw), 0);
    const pid_t child = fork();
    if (!child) {
        setenv("TERM", term, 1);
        dup2(slave, 2);
        dup2(open("/dev/null", O_WRONLY), 1);
        close(slave);
        close(terminal);
        execv(YEE_COMMAND, (char *const *)argv);
        _exit(127);
    }
    close(slave);
    for (ssize_t got; (got = read(terminal, shown + n, sizeof shown - 1 - n)) > 0;) {
        n += (size_t)got;
        shown[n] = 0;
        if (narrow && !changed && strchr(shown, '\r')) {
            columns(terminal, narrow);
            changed = n;
        }
    }
    shown[n] = 0;
    close(terminal);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "it ended with %d: %s", status,
                  shown);
    return changed;
}

#define ON_TERMINAL(term, wide, narrow, ...) \
    on_terminal(term, wide, narrow, (const char *const[]){"yee", __VA_ARGS__, NULL})

/* About a second of steps, and endless without --set. */
static const char model[] = GRID CPML BODY DIPOLE
    "[output.rx]\ntype = probe\nposition = 7, 7, 7 mm\n[run]\nsteps = 20000\n";

static void setup(void)
{
    enter_folder();
    write_file("m.ini", model);
}

static int updates(const char *text)
{
    int n = 0;
    for (; (text = strchr(text, '\r')); text++)
        n++;
    return n;
}

START_TEST(an_update_takes_one_line_whatever_becomes_of_the_terminal)
{
    enum { NARROW = 30, LATE = 2 }; /* one that is on its way may be as long as before */
    const size_t changed = ON_TERMINAL("xterm", 100, NARROW, "run", "m.ini");
    ck_assert_ptr_nonnull(strstr(shown, "Mcells/s"));
    ck_assert_uint_gt(changed, 0);
    int n = 0;
    for (const char *at = shown + changed; (at = strchr(at, '\r')); n++) {
        const size_t length = strcspn(++at, "\r\033\n");
        ck_assert_msg(n < LATE || length < NARROW, "%zu columns of %d: %.*s", length, NARROW,
                      (int)length, at);
    }
    ck_assert_int_gt(n, LATE);
}
END_TEST

START_TEST(a_short_run_shows_no_bar)
{
    ON_TERMINAL("xterm", 100, 0, "run", "m.ini", "--set", "run.steps=20");
    ck_assert_msg(updates(shown) == 0, "%d updates: %s", updates(shown), shown);
}
END_TEST

/* An update every 0.1 s, and the one at the end. */
START_TEST(updates_come_ten_times_a_second_at_most)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    ON_TERMINAL("xterm", 100, 0, "run", "m.ini", "--quiet", "--force");
    ck_assert_int_eq(updates(shown), 0);
    clock_gettime(CLOCK_MONOTONIC, &from);
    ON_TERMINAL("xterm", 100, 0, "run", "m.ini", "--force");
    clock_gettime(CLOCK_MONOTONIC, &to);
    const double took =
        (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    ck_assert_int_gt(updates(shown), 0);
    ck_assert_msg(updates(shown) <= 10 * took + 2, "%d updates in %g s", updates(shown), took);
}
END_TEST

START_TEST(a_terminal_without_escapes_gets_lines)
{
    ON_TERMINAL("dumb", 100, 0, "run", "m.ini");
    ck_assert_msg(!strpbrk(shown, "\033\r"), "%s", shown);
    ck_assert_ptr_nonnull(strstr(shown, "step 20000 of 20000"));
}
END_TEST

START_TEST(a_plan_says_what_it_is_at)
{
    ON_TERMINAL("xterm", 100, 0, "plan", "m.ini", "--set", "run.steps=100000000");
    ck_assert_msg(strstr(shown, "timing the first steps") != NULL, "%s", shown);
    const size_t length = strlen(shown);
    ck_assert_msg(length >= 4 && !strcmp(shown + length - 4, "\r\033[K"),
                  "the line is left behind: %s", shown);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal");
    TCase *tests = tcase_create("terminal");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, setup, leave_folder);
    tcase_add_test(tests, an_update_takes_one_line_whatever_becomes_of_the_terminal);
    tcase_add_test(tests, a_short_run_shows_no_bar);
    tcase_add_test(tests, updates_come_ten_times_a_second_at_most);
    tcase_add_test(tests, a_terminal_without_escapes_gets_lines);
    tcase_add_test(tests, a_plan_says_what_it_is_at);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
