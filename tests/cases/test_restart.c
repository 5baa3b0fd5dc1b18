/* Checkpoints through the command: N steps, a restart and N more give bit by bit the files of
 * 2 N steps, and a checkpoint of another run is refused with the difference. */
#include "models.h"
#include "suite.h"

static const char *const schemes[] = {"run.scheme=plain", "run.scheme=tiled"};
static const char *const precisions[] = {"run.precision=f32", "run.precision=f64"};

static void enter(void)
{
    enter_folder();
    mkdir("a", 0777);
    mkdir("b", 0777);
    mkdir("c", 0777);
}

/* The first steps of a run of 110, which ends with a checkpoint as by a signal. */
static void begin_run(const char *scheme, const char *precision, int64_t steps)
{
    const char *const set[] = {scheme, precision, "run.steps=110", "run.output=b/m.h5"};
    yee_session *session = NULL;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(play(session, 4, set, false, steps, NULL) == YEE_OK, "%s",
                  yee_session_error(session));
    yee_session_close(session);
}

/* A model, by i / 4, a scheme and a precision; of few each scheme with one precision, and what is
 * `longer` with the other. */
static int combination(int i, bool longer)
{
    return short_on() ? short_index(i, 4) : few_on() ? 2 * i + (i % 2 != longer) : i;
}

/* 2 N = 110 in one piece, and 55, a restart and 55 more. */
START_TEST(a_restarted_run_writes_bit_by_bit_what_one_run_writes)
{
    const int i = combination(_i, false);
    const char *scheme = schemes[i % 2], *precision = precisions[i / 2 % 2];
#define COMMON "m.ini", "--set", scheme, "--set", precision, "--set"
    write_model(i / 4);
    MUST(COMMON, "run.steps=110", "--set", "run.output=a/m.h5");
    begin_run(scheme, precision, 55);
    ck_assert_int_eq(rows_of("b/m.h5", "/energy/joule/total"), 55 / 3);
    MUST(COMMON, "run.steps=110", "--set", "run.output=b/m.h5", "--restart");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* A run made longer twice, at steps that no output's interval divides. */
START_TEST(a_run_made_longer_writes_bit_by_bit_what_a_long_run_writes)
{
    const int i = combination(_i, true);
    const char *scheme = schemes[i % 2], *precision = precisions[i / 2 % 2];
    write_model(i / 4);
    MUST(COMMON, "run.steps=110", "--set", "run.output=a/m.h5");
    MUST(COMMON, "run.steps=37", "--set", "run.output=c/m.h5", "--set",
         "run.checkpoint_at_end=yes");
    MUST(COMMON, "run.steps=101", "--set", "run.output=c/m.h5", "--restart", "--set",
         "run.checkpoint_steps=20");
    MUST(COMMON, "run.steps=110", "--set", "run.output=c/m.h5", "--restart");
    ck_assert_int_ge(same_runs("a/", "c/"), 2);
}
END_TEST

/* Rows beyond the checkpoint are written again; none of them stays behind the end. */
START_TEST(a_run_that_ends_earlier_after_a_restart_holds_no_later_rows)
{
    write_model(0);
    MUST("m.ini", "--set", "run.steps=40", "--set", "run.checkpoint_at_end=yes");
    rename("m.checkpoint", "keep");
    MUST("m.ini", "--set", "run.steps=90", "--restart", "--force");
    rename("keep", "m.checkpoint");
    MUST("m.ini", "--set", "run.steps=60", "--restart");
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), 60);
    MUST("m.ini", "--set", "run.steps=60", "--set", "run.output=a/m.h5");
    same_runs("a/", "");
}
END_TEST

/* The Fourier sums at the last look before the checkpoint belong to it: the first look after a
 * restart compares with them. */
START_TEST(a_run_resumed_between_two_looks_for_its_end_ends_where_one_run_ends)
{
    const char *const set[] = {"run.stop_dft=1e-5", "run.output=a/m.h5", schemes[_i]};
    const char *const again[] = {set[0], "run.output=b/m.h5", set[2]};
    yee_session *session = NULL;
    int64_t one, two;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    write_file("m.ini", open_model); /* a look every 100 steps */
    ck_assert_int_eq(play(session, 3, set, false, -1, &one), YEE_OK);
    ck_assert_int_eq(play(session, 3, again, false, one - 50, NULL), YEE_OK);
    ck_assert_int_eq(play(session, 3, again, true, -1, &two), YEE_OK);
    ck_assert_int_eq(one, two);
    same_files("a/m.h5", "b/m.h5");
    yee_session_close(session);
}
END_TEST

/* A criterion may come and go: its sums are in the checkpoint, or not. */
START_TEST(a_criterion_may_be_brought_in_or_left_out_at_a_restart)
{
    write_file("m.ini", open_model);
    MUST("m.ini", "--set", "run.steps=150", "--set", "run.checkpoint_at_end=yes");
    MUST("m.ini", "--restart", "--set", "run.steps=250", "--set", "run.stop_dft=1e-30", "--set",
         "run.checkpoint_at_end=yes");
    MUST("m.ini", "--restart", "--set", "run.steps=350");
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), 350);
}
END_TEST

static const struct change {
    const char *set, *words[3];
} changes[] = {
    {"material.soil.tau=8 ps", {"[material.soil] tau", "8e-12 s", "9e-12 s"}},
    {"run.precision=f64", {"[run] precision", "f64", "f32"}},
    {"run.scheme=tiled", {"[run] scheme", "tiled", "plain"}},
    {"grid.cells=18, 17, 20", {"[grid] cells", "20", "19"}},
    {"boundary.all.cells=5", {"[boundary.all] cells", "5", "4"}},
    {"shape.a.material=glass", {"[shape.a] material", "glass", "soil"}},
    {"output.rx.every=2", {"[output.rx] every", "2", "1"}},
    {"run.courant=0.9", {"[run] courant", "0.9", "0.99"}},
};

/* One scheme as it was built at other times: its version, a piece of another length, a
 * piece of another name. */
static const struct build {
    const char *module;
    const char *words[2];
} builds[] = {
    {MODULE_STILL_1_1_WORD_2, {"scheme still of version 1.1", "scheme still of version 1.0"}},
    {MODULE_STILL_1_0_WORD_3, {"it has scheme/word of 16 bytes", "scheme/word of 24"}},
    {MODULE_STILL_1_0_SWORD_2, {"it has scheme/word of 16 bytes", "scheme/sword of 16"}},
};

START_TEST(a_checkpoint_of_another_model_is_refused_with_the_difference)
{
    const struct change *c = &changes[_i];
    write_model(0);
    MUST("m.ini", "--set", "run.scheme=plain", "--set", "run.steps=20", "--set",
         "run.checkpoint_at_end=yes");
    const long long before = rows_of("m.h5", "/probe/rx/ez");
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.scheme=plain", "--set",
                         "run.steps=40", "--set", c->set),
                     YEE_INPUT);
    says("m.checkpoint");
    says("; put that back, or begin anew");
    for (int i = 0; i < 3; i++)
        says(c->words[i]);
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), before);
}
END_TEST

/* No key says that a file of samples has changed. */
START_TEST(a_checkpoint_of_other_samples_is_refused)
{
    static const char *const samples[] = {"0, 0\n1e-10, 1\n2e-10, 0\n3e-10, 0\n",
                                          "0, 0\n1e-10, 2\n2e-10, 0\n3e-10, 0\n"};
    write_file("m.ini", GRID "[boundary.all]\ntype = pec\n[run]\nsteps = 40\n"
                             "[waveform.w]\ntype = table\nfile = pulse.csv\n"
                             "[source.s]\ntype = dipole\nposition = 3, 3, 3 mm\n"
                             "direction = z\ncurrent = 1 A\nwaveform = w\n");
    write_file("pulse.csv", samples[0]);
    MUST("m.ini", "--set", "run.steps=20", "--set", "run.checkpoint_at_end=yes");
    write_file("pulse.csv", samples[1]);
    ck_assert_int_eq(RUN("m.ini", "--restart"), YEE_INPUT);
    says("it is of another model; the model has \"file pulse.csv of [waveform.w] file");
    write_file("pulse.csv", samples[0]);
    MUST("m.ini", "--restart");
}
END_TEST

START_TEST(a_checkpoint_of_another_build_of_the_scheme_is_refused_with_the_difference)
{
    write_file("m.ini", GRID "[boundary.all]\ntype = pec\n[run]\nscheme = still\n");
    MUST("m.ini", "--plugin-path", MODULE_STILL_1_0_WORD_2, "--set", "run.steps=20", "--set",
         "run.checkpoint_at_end=yes");
    ck_assert_int_eq(
        RUN("m.ini", "--restart", "--plugin-path", builds[_i].module, "--set", "run.steps=40"),
        YEE_INPUT);
    says("cannot use the checkpoint m.checkpoint");
    for (int i = 0; i < 2; i++)
        says(builds[_i].words[i]);
    MUST("m.ini", "--restart", "--plugin-path", MODULE_STILL_1_0_WORD_2, "--set",
         "run.steps=40");
}
END_TEST

/* Tiles are laid out otherwise: the same scheme, but not the same pieces. */
START_TEST(a_checkpoint_of_another_layout_of_a_scheme_is_refused_with_the_key)
{
    write_model(0);
#define TILED "m.ini", "--set", "run.scheme=tiled", "--set"
    MUST(TILED, "run.steps=20", "--set", "run.checkpoint_at_end=yes", "--set",
         "scheme.tiled.width=16");
    ck_assert_int_eq(RUN(TILED, "run.steps=40", "--set", "scheme.tiled.width=12", "--restart"),
                     YEE_INPUT);
    says("[scheme.tiled] width = 12");
    says("[scheme.tiled] width = 16");
    MUST(TILED, "run.steps=40", "--set", "scheme.tiled.width=16", "--restart");
}
END_TEST

START_TEST(a_checkpoint_beyond_the_end_of_the_run_is_refused)
{
    write_model(0);
    MUST("m.ini", "--set", "run.steps=20", "--set", "run.checkpoint_at_end=yes");
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.steps=15"), YEE_INPUT);
    says("step 20");
    says("15");
}
END_TEST

/* The interval of the snapshots is a twentieth of the run where it is not given: 2 steps of 40,
 * 4 of 80. The whole run is told 2. */
START_TEST(a_run_made_longer_keeps_the_interval_it_chose_for_its_outputs)
{
    const char *scheme = schemes[_i % 2];
    const char *const argv[] = {"yee",
                                "run",
                                "m.ini",
                                "--set",
                                "output.snap.every=0",
                                "--set",
                                "run.steps=80",
                                "--set",
                                scheme,
                                "--set",
                                "run.output=b/m.h5",
                                "--restart",
                                NULL};
    write_model(_i / 2);
    MUST("m.ini", "--set", scheme, "--set", "output.snap.every=2", "--set", "run.steps=80",
         "--set", "run.output=a/m.h5");
    MUST("m.ini", "--set", scheme, "--set", "output.snap.every=0", "--set", "run.steps=40",
         "--set", "run.output=b/m.h5", "--set", "run.checkpoint_at_end=yes");
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    says("[output.snap] goes on every 2 steps as the run began, not every 4");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

START_TEST(an_output_that_insists_on_another_interval_is_refused)
{
    write_file("m.ini", GRID "[boundary.all]\ntype = pec\n[output.all]\ntype = tenth\n");
    MUST("m.ini", "--plugin-path", MODULE_TENTH, "--set", "run.steps=40", "--set",
         "run.checkpoint_at_end=yes");
    ck_assert_int_eq(
        RUN("m.ini", "--plugin-path", MODULE_TENTH, "--restart", "--set", "run.steps=80"),
        YEE_INPUT);
    says("[output.all]");
    says("every 4 steps");
    says("every 8 steps");
}
END_TEST

START_TEST(without_a_checkpoint_the_run_starts_at_its_beginning)
{
    write_model(0);
    MUST("m.ini", "--restart", "--set", "run.steps=20");
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), 20);
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.steps=20"), YEE_IO);
    says("--force");
}
END_TEST

START_TEST(a_damaged_checkpoint_gives_way_to_the_one_before)
{
    write_model(0);
    MUST("m.ini", "--set", "run.steps=80", "--set", "run.output=a/m.h5");
    MUST("m.ini", "--set", "run.steps=50", "--set", "run.checkpoint_steps=20");
    ck_assert(there("m.checkpoint.old"));
    struct stat st;
    stat("m.checkpoint", &st);
    FILE *file = fopen("m.checkpoint", "r+");
    fseek(file, st.st_size / 2, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, st.st_size / 2, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    MUST("m.ini", "--restart", "--set", "run.steps=80");
    says("damaged; going on from the one before");
    same_runs("a/", "");

    write_file("m.checkpoint", "yee checkpoint 1\n");
    unlink("m.checkpoint.old");
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.steps=80"), YEE_IO);
    says("cut off or damaged");
}
END_TEST

/* The nodes of all trees of chunks lose their first letter. */
static void spoil_trees(const char *name)
{
    static char bytes[1 << 20];
    FILE *file = fopen(name, "r+");
    const size_t n = fread(bytes, 1, sizeof bytes, file);
    int spoilt = 0;
    for (char *at = bytes; (at = memmem(at, (size_t)(bytes + n - at), "TREE\1", 5)); at++) {
        fseek(file, at - bytes, SEEK_SET);
        fputc('X', file);
        spoilt++;
    }
    fclose(file);
    ck_assert_int_gt(spoilt, 0);
}

START_TEST(output_files_of_another_run_are_refused)
{
    write_model(0);
    MUST("m.ini", "--set", "run.steps=50", "--set", "run.checkpoint_at_end=yes");
    /* HDF5 names no cause of the system: it is the file's fault all the same, and no plugin's */
    spoil_trees("m.h5");
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.steps=80"), YEE_IO);
    says("is not as the run left it");
    rename("m.checkpoint", "keep");
    MUST("m.ini", "--force", "--set", "run.steps=10");
    rename("keep", "m.checkpoint");
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.steps=80"), YEE_IO);
    says("the file is not of that run");
    unlink("m.h5");
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.steps=80"), YEE_IO);
    says("cannot go on with m.h5: No such file");
}
END_TEST

START_TEST(an_earlier_checkpoint_is_only_replaced_by_force)
{
    write_model(0);
    MUST("m.ini", "--set", "run.steps=20", "--set", "run.checkpoint_at_end=yes");
    clean(".h5");
    clean(".vtkhdf");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.steps=20"), YEE_IO);
    says("m.checkpoint exists; --restart goes on from it, --force replaces it");
    MUST("m.ini", "--set", "run.steps=20", "--force");
    ck_assert(!there("m.checkpoint"));
}
END_TEST

/* Runs m.ini for long, and sends a signal once it has begun. */
static int long_run(int number, const char *restart)
{
    const char *const argv[] = {"yee",   "run",           "--quiet", "m.ini",
                                "--set", "run.steps=1e8", restart,   NULL};
    int from;
    struct stat before = {0}, now = {0};
    stat("m.h5", &before);
    const pid_t child = start(argv, &from, NULL);
    for (int i = 0; i < 1000 && (stat("m.h5", &now) || now.st_size <= before.st_size + 8192);
         i++)
        usleep(10000);
    kill(child, number);
    return finish(child, from);
}

START_TEST(a_file_says_how_its_run_ended_and_nothing_of_one_that_was_killed)
{
    write_model(3);
    MUST("m.ini", "--set", "run.steps=20", "--set", "run.checkpoint_at_end=yes");
    ck_assert_str_eq(ended_of("m.h5"), "after the last step");
    ck_assert_int_eq(long_run(SIGINT, "--restart"), YEE_INTERRUPTED);
    ck_assert_msg(!strncmp(ended_of("m.h5"), "interrupted after step ", 23), "%s",
                  ended_of("m.h5"));
    ck_assert_int_eq(long_run(SIGKILL, "--restart"), -SIGKILL);
    ck_assert_str_eq(ended_of("m.h5"), "");
}
END_TEST

/* The run is long; a signal ends it after a checkpoint, and the restart ends at once. */
static void interrupted_by(int number, bool twice)
{
    const char *const argv[] = {"yee", "run", "m.ini", "--set", "run.steps=1e8", NULL};
    int from;
    write_model(3);
    const pid_t child = start(argv, &from, NULL);
    for (int i = 0; i < 500 && !there("m.h5"); i++)
        usleep(10000);
    usleep(300000);
    kill(child, number);
    usleep(2000);
    if (twice)
        kill(child, number);
    ck_assert_int_eq(finish(child, from), YEE_INTERRUPTED);
    says("interrupted after step");
    says("the checkpoint m.checkpoint is written");
    ck_assert(there("m.checkpoint"));
    long long rows = rows_of("m.h5", "/probe/rx/ez");
    ck_assert_int_gt(rows, 0);
    char steps[64];
    snprintf(steps, sizeof steps, "run.steps=%lld", rows + 10);
    MUST("m.ini", "--restart", "--set", steps);
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), rows + 10);
}

/* _i 2 and 3: twice, a moment apart, as timeout(1) does. */
START_TEST(a_signal_ends_the_run_with_a_checkpoint)
{
    interrupted_by(_i % 2 ? SIGTERM : SIGINT, _i > 1);
}
END_TEST

START_TEST(a_user_signal_writes_a_checkpoint_and_the_run_goes_on)
{
    const char *const argv[] = {"yee",   "run",           "--quiet", "m.ini",
                                "--set", "run.steps=1e8", NULL};
    int from;
    write_model(3);
    const pid_t child = start(argv, &from, NULL);
    for (int i = 0; i < 500 && !there("m.h5"); i++)
        usleep(10000);
    usleep(300000);
    kill(child, SIGUSR1);
    for (int i = 0; i < 500 && !there("m.checkpoint"); i++)
        usleep(10000);
    ck_assert(there("m.checkpoint"));
    kill(child, SIGKILL);
    ck_assert_int_eq(finish(child, from), -SIGKILL);
    ck_assert_int_gt(rows_of("m.h5", "/probe/rx/ez"), 0);
}
END_TEST

/* The model comes through a pipe, so that the run has not begun when the signal comes. */
START_TEST(a_checkpoint_that_is_asked_for_before_the_run_begins_is_written)
{
    const char *const argv[] = {"yee",   "run",          "--quiet", "m.ini",
                                "--set", "run.steps=20", NULL};
    char text[4096];
    int from;
    write_model(3);
    FILE *file = fopen("m.ini", "r");
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    unlink("m.ini");
    ck_assert_int_eq(mkfifo("m.ini", 0600), 0);
    const pid_t child = start(argv, &from, NULL);
    const int to = open("m.ini", O_WRONLY); /* returns when the run opens it, too */
    kill(child, SIGUSR1);
    usleep(100000);
    ck_assert_int_eq(write(to, text, size), (ssize_t)size);
    close(to);
    ck_assert_msg(finish(child, from) == YEE_OK, "%s", said);
    ck_assert(there("m.checkpoint"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("restart");
    TCase *tests = tcase_create("restart");
    const int combinations = 4 * MODELS / (short_on() ? 4 : few_every(2));
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter, leave_folder);
    tcase_add_loop_test(tests, a_restarted_run_writes_bit_by_bit_what_one_run_writes, 0,
                        combinations);
    tcase_add_loop_test(tests, a_run_made_longer_writes_bit_by_bit_what_a_long_run_writes, 0,
                        combinations);
    tcase_add_test(tests, a_run_that_ends_earlier_after_a_restart_holds_no_later_rows);
    tcase_add_loop_test(
        tests, a_run_resumed_between_two_looks_for_its_end_ends_where_one_run_ends, 0, 2);
    tcase_add_test(tests, a_criterion_may_be_brought_in_or_left_out_at_a_restart);
    tcase_add_loop_test(tests, a_checkpoint_of_another_model_is_refused_with_the_difference, 0,
                        (int)(sizeof changes / sizeof *changes));
    tcase_add_test(tests, a_checkpoint_of_other_samples_is_refused);
    tcase_add_loop_test(
        tests, a_checkpoint_of_another_build_of_the_scheme_is_refused_with_the_difference, 0,
        (int)(sizeof builds / sizeof *builds));
    tcase_add_test(tests, a_checkpoint_of_another_layout_of_a_scheme_is_refused_with_the_key);
    tcase_add_test(tests, a_checkpoint_beyond_the_end_of_the_run_is_refused);
    tcase_add_loop_test(tests, a_run_made_longer_keeps_the_interval_it_chose_for_its_outputs, 0,
                        2 * MODELS);
    tcase_add_test(tests, an_output_that_insists_on_another_interval_is_refused);
    tcase_add_test(tests, without_a_checkpoint_the_run_starts_at_its_beginning);
    tcase_add_test(tests, a_damaged_checkpoint_gives_way_to_the_one_before);
    tcase_add_test(tests, output_files_of_another_run_are_refused);
    tcase_add_test(tests, an_earlier_checkpoint_is_only_replaced_by_force);
    tcase_add_loop_test(tests, a_signal_ends_the_run_with_a_checkpoint, 0, 4);
    tcase_add_test(tests, a_file_says_how_its_run_ended_and_nothing_of_one_that_was_killed);
    tcase_add_test(tests, a_checkpoint_that_is_asked_for_before_the_run_begins_is_written);
    tcase_add_test(tests, a_user_signal_writes_a_checkpoint_and_the_run_goes_on);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
