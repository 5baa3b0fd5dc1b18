/* kill -9 at random moments, again and again: the outputs always read, and the run always goes
 * on to the same end. A run is killed until it comes through; what it wrote then equals what a
 * run that nobody disturbed wrote. */
#include "command.h"
#include "suite.h"

#include <time.h>

enum { KILLS = 200, FEW_KILLS = 8 /* of a short suite */ };

static const char model[] =
    "[run]\nsteps = 4000\nflush = 0 s\ncheckpoint_steps = 150\nforce = yes\n"
    "[grid]\ncells = 12, 12, 1\nspacing = 1 mm\ninvariant = z\n"
    "[boundary.all]\ntype = cpml\ncells = 3\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 6 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 6, 6, 0 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 5, 5, 0 mm\n"
    "[output.joule]\ntype = energy\nevery = 2\n"
    "[output.part]\ntype = spectrum\nfrequencies = 2 GHz, 6 GHz\n"
    "[output.snap]\ntype = snapshot\nevery = 40\n";

static const char *const outputs[] = {"m.h5", "m_snap.vtkhdf"};

/* h5dump reads every number of a file that is there. */
static void must_dump(const char *name)
{
    char command[128];
    snprintf(command, sizeof command, "h5dump %s >/dev/null 2>&1", name);
    if (there(name))
        ck_assert_msg(system(command) == 0, "h5dump cannot read %s", name);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

START_TEST(a_run_killed_at_any_moment_goes_on_and_its_files_read)
{
    const char *const argv[] = {"yee",     "run",       "--quiet", "../m.ini",
                                "--force", "--restart", NULL};
    const int most = short_on() ? FEW_KILLS : KILLS / few_every(3);
    const double early = short_on() ? 0.35 : 0; /* a slow tool's beginning: nothing to resume */
    int finished = 0, resumed = 0;
    write_file("m.ini", model);
    mkdir("a", 0777);
    mkdir("b", 0777);
    ck_assert_int_eq(chdir("a"), 0);
    const double begin = now();
    MUST("../m.ini");
    const double whole = now() - begin;
    ck_assert_int_eq(chdir("../b"), 0);
    srand(1);
    for (int kills = 0; kills < most;) {
        int from;
        const pid_t child = start(argv, &from, NULL);
        usleep((useconds_t)(1e6 * whole * (early + 0.6 * rand() / RAND_MAX)));
        kill(child, SIGKILL);
        const int code = finish(child, from);
        ck_assert_msg(code == -SIGKILL || code == YEE_OK, "exit code %d: %s", code, said);
        for (int i = 0; i < 2; i++)
            must_dump(outputs[i]);
        kills += code == -SIGKILL;
        resumed += there("m.checkpoint") || there("m.checkpoint.old");
        if (code != YEE_OK && kills < most)
            continue;
        MUST("../m.ini", "--force", "--restart");
        same_files("m.h5", "../a/m.h5");
        same_files("m_snap.vtkhdf", "../a/m_snap.vtkhdf");
        clean("");
        finished++;
    }
    ck_assert_int_gt(finished, 0);
    ck_assert_int_gt(resumed, most / 4); /* most kills hit a run that had a checkpoint */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kill");
    TCase *tests = tcase_create("kill");
    tcase_set_timeout(tests, 600);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_run_killed_at_any_moment_goes_on_and_its_files_read);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
