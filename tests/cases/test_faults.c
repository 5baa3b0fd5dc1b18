/* Disks, folders and readers that fail during a run: a sentence, the exit code, and files that
 * hold all up to their last flush. */
#include "models.h"
#include "suite.h"

#include <sys/mount.h>
#include <sys/resource.h>

static const char model[] =
    "[run]\nsteps = 3000\nflush = 0 s\nforce = yes\n"
    "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n[boundary.all]\ntype = pec\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 6 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 6, 6, 6.5 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[output.rx]\ntype = probe\nposition = 5, 5, 5 mm\n";

static void enter(void)
{
    enter_folder();
    write_file("m.ini", model);
}

static void leave(void)
{
    ck_assert_int_eq(chdir(folder), 0);
    umount2("disk", MNT_DETACH);
    leave_folder();
}

/* A file may get no larger, so that write() fails as on a full disk. */
static rlim_t most;
static void limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, most});
}

START_TEST(a_disk_that_fills_ends_the_run_with_files_up_to_their_last_flush)
{
    const char *const argv[] = {"yee",     "run",
                                "--quiet", "m.ini",
                                "--set",   "run.output=disk/m.h5",
                                "--set",   "run.flush=50 ms",
                                "--set",   "run.scheme=plain", /* slow: flushes between */
                                "--set",   "run.steps=20000",
                                NULL};
    mkdir("disk", 0777);
    const bool mounted = !mount("none", "disk", "tmpfs", 0, "size=400k");
    most = 400 << 10;
    ck_assert_int_eq(run_with(mounted ? NULL : limit, argv), YEE_IO);
    says("cannot write disk/m.h5");
    says(mounted ? "No space left on device" : "File too large");
    says("; it holds all up to its last flush");
    ck_assert_int_gt(rows_of("disk/m.h5", "/probe/rx/ez"), 100);
    ck_assert_int_eq(system("h5dump disk/m.h5 >/dev/null 2>&1"), 0);
}
END_TEST

START_TEST(a_checkpoint_that_finds_no_room_is_warned_of_and_the_run_goes_on)
{
    /* six components of 40^3 floats are 1.5 MB and more; the file of a probe is less */
    const char *const argv[] = {"yee",     "run",
                                "--quiet", "m.ini",
                                "--set",   "run.steps=20",
                                "--set",   "run.checkpoint_steps=10",
                                "--set",   "run.scheme=plain",
                                "--set",   "grid.cells=40, 40, 40",
                                NULL};
    most = 1 << 20;
    ck_assert_msg(run_with(limit, argv) == YEE_OK, "%s", said);
    says("warning: cannot write the checkpoint m.checkpoint: File too large; the run goes on");
    ck_assert(!there("m.checkpoint"));
    ck_assert(!there("m.checkpoint.new"));
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), 20);
}
END_TEST

static void become_nobody(void)
{
    if (setuid(65534))
        _exit(126);
}

START_TEST(a_folder_that_may_not_be_written_is_said_and_nothing_is_left)
{
    const char *const argv[] = {"yee", "run", "--quiet", "m.ini", NULL};
    if (getenv("YEE_VALGRIND"))
        return; /* nobody may not write into valgrind's log of this process */
    chmod(folder, 0555);
    ck_assert_int_eq(run_with(geteuid() ? NULL : become_nobody, argv), YEE_IO);
    chmod(folder, 0755);
    says("cannot write m.h5: Permission denied");
    ck_assert(!there("m.h5") && !there("m.h5.new"));
}
END_TEST

START_TEST(an_output_that_is_removed_during_the_run_ends_it)
{
    const char *const argv[] = {"yee",   "run",           "--quiet", "m.ini",
                                "--set", "run.steps=1e9", NULL};
    int from;
    const pid_t child = start(argv, &from, NULL);
    for (int i = 0; i < 1000 && !there("m.h5"); i++)
        usleep(10000);
    unlink("m.h5");
    ck_assert_int_eq(finish(child, from), YEE_IO);
    says("cannot write m.h5: it was removed or replaced while the run wrote it");
}
END_TEST

START_TEST(a_reader_of_the_progress_that_goes_away_does_not_end_the_run)
{
    const char *const argv[] = {"yee", "run", "m.ini", NULL};
    int from;
    const pid_t child = start(argv, &from, NULL);
    close(from);
    from = open("/dev/null", O_RDONLY);
    ck_assert_int_eq(finish(child, from), YEE_OK);
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), 3000);
}
END_TEST

/* -- the end of a run -- */

static const struct stop {
    const char *set, *set2, *says;
} stops[] = {
    {"run.stop_decay=60 dB", "run.flush=1 s", "the energy fell by 60 dB"},
    {"run.stop_decay=60 dB", "run.stop_probe=rx", "the largest value of rx fell by 60 dB"},
    {"run.stop_dft=1e-5", "run.flush=1 s", "the Fourier sums changed by"},
    {"run.stop_decay=40 dB", "run.stop_dft=1e-5", "fell by 40 dB; the Fourier sums changed by"},
};

/* The pulse is over after 300 steps and the layers swallow it; 20000 is never needed. */
START_TEST(a_run_ends_once_nothing_more_happens_and_the_file_says_why)
{
    const char *const argv[] = {"yee",         "run",   "m.ini",        "--set",
                                stops[_i].set, "--set", stops[_i].set2, NULL};
    char text[256];
    write_file("m.ini", open_model);
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    says("ends after step");
    says(stops[_i].says);
    const long long rows = rows_of("m.h5", "/probe/rx/ez");
    ck_assert_int_gt(rows, 100);
    ck_assert_int_lt(rows, 10000);
    ck_assert_int_eq(rows % 100, 0);
    snprintf(text, sizeof text,
             "h5dump -a /provenance/ended m.h5 | grep -q '%.20s' && "
             "h5dump -a /provenance/steps m.h5 | grep -q ' %lld$'",
             stops[_i].says, rows);
    ck_assert_int_eq(system(text), 0);
}
END_TEST

/* The charges of a current with a mean stay where they are, and their field with them. */
START_TEST(a_run_that_its_criterion_did_not_end_says_so)
{
    write_file("m.ini", open_model);
    ck_assert_int_eq(RUN("m.ini", "--set", "run.stop_decay=60 dB", "--set",
                         "waveform.pulse.type=gaussian", "--set", "run.steps=2000", "--set",
                         "run.checkpoint_at_end=yes"),
                     YEE_OK);
    says("the last step came before what was to end the run: stop_decay = 60 dB (at the last "
         "look the energy was ");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.stop_decay=60 dB", "--set",
                         "waveform.pulse.type=gaussian", "--set", "run.steps=2000",
                         "--restart"),
                     YEE_OK); /* does no step, and cannot say how far anything fell */
    ck_assert_ptr_null(strstr(said, "the last step came"));
    ck_assert_int_eq(
        RUN("m.ini", "--force", "--set", "run.stop_dft=1e-9", "--set", "run.steps=200"),
        YEE_OK);
    says("stop_dft = 1e-09 (the last change was ");
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", "run.steps=200"), YEE_OK);
    ck_assert_ptr_null(strstr(said, "the last step came"));
}
END_TEST

START_TEST(a_criterion_without_what_it_looks_at_is_refused)
{
    ck_assert_int_eq(
        RUN("m.ini", "--set", "run.stop_decay=60 dB", "--set", "run.stop_probe=none"),
        YEE_INPUT);
    says("stop_probe: there is no output 'none'; define it as an [output.NAME] section");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.stop_decay=60 dB", "--set", "run.stop_probe=e",
                         "--set", "output.e.type=energy"),
                     YEE_INPUT);
    says("stop_probe: there is no [output.e] of type probe with a position");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.stop_dft=1e-3"), YEE_INPUT);
    says("stop_dft: no output has a Fourier transform");
    ck_assert(!there("m.h5"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("faults");
    TCase *tests = tcase_create("faults");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_test(tests, a_disk_that_fills_ends_the_run_with_files_up_to_their_last_flush);
    tcase_add_test(tests, a_checkpoint_that_finds_no_room_is_warned_of_and_the_run_goes_on);
    tcase_add_test(tests, a_folder_that_may_not_be_written_is_said_and_nothing_is_left);
    tcase_add_test(tests, an_output_that_is_removed_during_the_run_ends_it);
    tcase_add_test(tests, a_reader_of_the_progress_that_goes_away_does_not_end_the_run);
    tcase_add_test(tests, a_run_that_its_criterion_did_not_end_says_so);
    tcase_add_loop_test(tests, a_run_ends_once_nothing_more_happens_and_the_file_says_why, 0,
                        (int)(sizeof stops / sizeof *stops));
    tcase_add_test(tests, a_criterion_without_what_it_looks_at_is_refused);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
