/* Checkpoints through the command: N steps, a restart and N more give bit by bit the files of
 * 2 N steps, and a checkpoint of another run is refused with the difference. */
#include "command.h"

#include <yee/libyee.h>

#define BODY \
    "[material.soil]\ntype = debye\ndelta_eps = 3\ntau = 9 ps\nsigma = 0.01 S/m\n" \
    "[material.metal]\ntype = drude\nfp = 20 GHz\ngamma_hz = 2 GHz\n" \
    "[material.glass]\ntype = lorentz\ndelta_eps = 1.5\nf0 = 9 GHz\ngamma_hz = 1 GHz\n" \
    "[material.ferrite]\ntype = lorentz\ndelta_eps = 1.5\nf0 = 7 GHz\ngamma_hz = 1 GHz\n" \
    "magnetic = yes\n" \
    "[waveform.pulse]\ntype = gaussian\nfrequency = 6 GHz\n"

#define BLOCKS \
    "[shape.a]\ntype = box\nfrom = 5, 5, 5 mm\nto = 9, 8, 9 mm\nmaterial = soil\n" \
    "[shape.b]\ntype = box\nfrom = 9, 5, 5 mm\nto = 11, 8, 9 mm\nmaterial = metal\n" \
    "[shape.c]\ntype = box\nfrom = 5, 9, 5 mm\nto = 9, 11, 9 mm\nmaterial = glass\n" \
    "[shape.d]\ntype = box\nfrom = 5, 5, 9 mm\nto = 9, 8, 12 mm\nmaterial = ferrite\n"

#define DIPOLE \
    "[source.tx]\ntype = dipole\nposition = 11, 11, 11 mm\ndirection = z\ncurrent = 1 A\n" \
    "waveform = pulse\n"

#define OUTPUTS \
    "[output.rx]\ntype = probe\nposition = 7, 7, 7, 12, 12, 12 mm\n" \
    "[output.some]\ntype = probe\nposition = 7, 7, 7 mm\nevery = 7\n" \
    "[output.snap]\ntype = snapshot\nevery = 9\ncomponents = all\n" \
    "[output.once]\ntype = snapshot\ntimes = 10 ps, 17 ps\nfrom = 4, 4, 4 mm\nto = 12, 12, " \
    "12 mm\n" \
    "[output.part]\ntype = spectrum\nfrom = 6, 6, 6 mm\nto = 10, 10, 10 mm\n" \
    "frequencies = 2 GHz, 6 GHz\n" \
    "[output.out]\ntype = flux\nfrom = 5, 5, 5 mm\nto = 13, 13, 13 mm\n" \
    "frequencies = 2 GHz, 6 GHz\nevery = 2\n" \
    "[output.joule]\ntype = energy\nevery = 3\n"

#define GRID "[grid]\ncells = 18, 17, 19\nspacing = 1 mm\n"
#define CPML "[boundary.all]\ntype = cpml\ncells = 4\n"

static const struct model {
    const char *name, *text;
} models[] = {
    {"media, a dipole and a port in a layer", GRID CPML BODY BLOCKS DIPOLE
     "[source.port]\ntype = voltage\nnegative = 12, 6, 6 mm\npositive = 12, 6, 8 mm\n"
     "waveform = pulse\n[output.volts]\ntype = probe\nports = port\n" OUTPUTS},
    {"a slanted plane wave on a graded grid",
     "[grid]\nx = 1.2 mm x 4, 1 mm x 11, 1.1 mm x 4\ny = 1 mm x 18\nz = 0.9 mm x 5, 1 mm x "
     "15\n" CPML BODY
     "[shape.a]\ntype = box\nfrom = 8, 7, 8 mm\nto = 11, 9, 11 mm\nmaterial = soil\n"
     "[shape.b]\ntype = sphere\ncenter = 10, 11, 9 mm\nradius = 1.5 mm\nmaterial = glass\n"

     "[source.wave]\ntype = plane_wave\nfrom = 7, 6, 6 mm\nto = 13, 13, 13 mm\n"
     "theta = 60 deg\nphi = 30 deg\npsi = 20 deg\nwaveform = pulse\n" OUTPUTS},
    {"a periodic axis, walls of both kinds", GRID
     "[boundary.x]\ntype = periodic\nfaces = x\n[boundary.low]\ntype = pec\nfaces = y-, z\n"
     "[boundary.high]\ntype = pmc\nfaces = y+\n" BODY BLOCKS DIPOLE OUTPUTS},
    {"2-D, E along the axis",
     "[grid]\ncells = 18, 17, 1\nspacing = 1 mm\ninvariant = z\n" CPML BODY
     "[shape.a]\ntype = box\nfrom = 5, 5, -1 mm\nto = 9, 8, 99 mm\nmaterial = soil\n"
     "[source.tx]\ntype = dipole\nposition = 11, 11, 0 mm\ndirection = z\ncurrent = 1 A\n"
     "waveform = pulse\n[output.rx]\ntype = probe\nposition = 7, 7, 0 mm\n"
     "[output.snap]\ntype = snapshot\nevery = 9\n[output.joule]\ntype = energy\nevery = 3\n"
     "[output.part]\ntype = spectrum\nfrequencies = 2 GHz, 6 GHz\n"},
    {"2-D, H along the axis",
     "[grid]\ncells = 18, 17, 1\nspacing = 1 mm\ninvariant = z\nmode = te\n" CPML BODY
     "[shape.a]\ntype = box\nfrom = 5, 5, -1 mm\nto = 9, 8, 99 mm\nmaterial = metal\n"
     "[source.tx]\ntype = dipole\nposition = 11, 11, 0 mm\ndirection = x\ncurrent = 1 A\n"
     "waveform = pulse\n[output.rx]\ntype = probe\nposition = 7, 7, 0 mm\n"
     "[output.snap]\ntype = snapshot\nevery = 9\n[output.joule]\ntype = energy\nevery = 3\n"},
};
enum { MODELS = sizeof models / sizeof *models, PLANE_WAVE = 1 };

static const char *const schemes[] = {"run.scheme=reference", "run.scheme=tiled"};
static const char *const precisions[] = {"run.precision=f32", "run.precision=f64"};

static void enter(void)
{
    enter_folder();
    mkdir("a", 0777);
    mkdir("b", 0777);
    mkdir("c", 0777);
}

static void write_model(int number)
{
    FILE *file = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "[run]\nflush = 0 s\n%s", models[number].text);
    fclose(file);
}

/* Compares every HDF5 file of two runs, by their folders, and says how many there were. */
static int same_runs(const char *one, const char *two)
{
    static const char *const names[] = {"m.h5", "m_snap.vtkhdf", "m_snap.h5", "m_once.vtkhdf",
                                        "m_once.h5"};
    int count = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char a[64], b[64];
        snprintf(a, sizeof a, "%s%s", one, names[i]);
        snprintf(b, sizeof b, "%s%s", two, names[i]);
        ck_assert_msg(there(a) == there(b), "only one of %s and %s is there", a, b);
        if (there(a)) {
            same_files(a, b);
            count++;
        }
    }
    return count;
}

/* The first steps of a run of 110, which ends with a checkpoint as by a signal. */
static void begin_run(const char *scheme, const char *precision, int64_t steps)
{
    const char *const set[] = {scheme, precision, "run.steps=110", "run.output=b/m.h5"};
    yee_session *session = NULL;
    yee_model *model = NULL;
    yee_simulation *simulation = NULL;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_msg(yee_model_read(session, "m.ini", 4, set, &model) == YEE_OK &&
                      yee_simulation_plan(model, &simulation) == YEE_OK &&
                      yee_simulation_run(simulation, steps, NULL, NULL) == YEE_OK &&
                      yee_simulation_checkpoint(simulation) == YEE_OK &&
                      yee_simulation_finish(simulation) == YEE_OK,
                  "%s", yee_session_error(session));
    yee_simulation_free(simulation);
    yee_model_free(model);
    yee_session_close(session);
}

/* 2 N = 110 in one piece, and 55, a restart and 55 more. */
START_TEST(a_restarted_run_writes_bit_by_bit_what_one_run_writes)
{
    const char *scheme = schemes[_i % 2], *precision = precisions[_i / 2 % 2];
#define COMMON "m.ini", "--set", scheme, "--set", precision, "--set"
    write_model(_i / 4);
    MUST(COMMON, "run.steps=110", "--set", "run.output=a/m.h5");
    begin_run(scheme, precision, 55);
    ck_assert_int_eq(rows_of("b/m.h5", "/energy/joule/total"), 55 / 3);
    MUST(COMMON, "run.steps=110", "--set", "run.output=b/m.h5", "--restart");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* A run made longer twice, at steps that no output's interval divides. Not for plane waves:
 * their sum of frequencies, and so its rounding, goes with the length of the run. */
START_TEST(a_run_made_longer_writes_bit_by_bit_what_a_long_run_writes)
{
    const char *scheme = schemes[_i % 2], *precision = precisions[_i / 2 % 2];
    if (_i / 4 == PLANE_WAVE)
        return;
    write_model(_i / 4);
    MUST(COMMON, "run.steps=110", "--set", "run.output=a/m.h5");
    MUST(COMMON, "run.steps=37", "--set", "run.output=c/m.h5", "--set",
         "run.checkpoint_at_end=yes");
    MUST(COMMON, "run.steps=101", "--set", "run.output=c/m.h5", "--restart", "--set",
         "run.checkpoint_steps=20");
    MUST(COMMON, "run.steps=110", "--set", "run.output=c/m.h5", "--restart");
    ck_assert_int_ge(same_runs("a/", "c/"), 2);
}
END_TEST

/* What lies beyond the checkpoint is written again; nothing of it stays behind the end. */
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

static const struct change {
    const char *set, *words[3];
} changes[] = {
    {"material.soil.tau=8 ps", {"[material.soil] tau", "8e-12 s", "9e-12 s"}},
    {"run.precision=f64", {"[run] precision", "f64", "f32"}},
    {"run.scheme=tiled", {"[run] scheme", "tiled", "reference"}},
    {"grid.cells=18, 17, 20", {"[grid] cells", "20", "19"}},
    {"boundary.all.cells=5", {"[boundary.all] cells", "5", "4"}},
    {"shape.a.material=glass", {"[shape.a] material", "glass", "soil"}},
    {"output.rx.every=2", {"[output.rx] every", "2", "1"}},
    {"run.courant=0.9", {"[run] courant", "0.9", "0.99"}},
};

/* The same scheme as it was built at other times: its version, a piece of another length, a
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
    MUST("m.ini", "--set", "run.scheme=reference", "--set", "run.steps=20", "--set",
         "run.checkpoint_at_end=yes");
    const long long before = rows_of("m.h5", "/probe/rx/ez");
    ck_assert_int_eq(RUN("m.ini", "--restart", "--set", "run.scheme=reference", "--set",
                         "run.steps=40", "--set", c->set),
                     YEE_INPUT);
    says("m.checkpoint");
    for (int i = 0; i < 3; i++)
        says(c->words[i]);
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), before);
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

/* The interval of the snapshots is a twentieth of the run where it is not given. */
START_TEST(an_output_whose_interval_changes_with_the_length_is_refused)
{
    write_model(0);
    MUST("m.ini", "--set", "output.snap.every=0", "--set", "run.steps=40", "--set",
         "run.checkpoint_at_end=yes");
    ck_assert_int_eq(
        RUN("m.ini", "--restart", "--set", "output.snap.every=0", "--set", "run.steps=80"),
        YEE_INPUT);
    says("[output.snap]");
    says("every 4 steps");
    says("every 2 steps");
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

START_TEST(output_files_of_another_run_are_refused)
{
    write_model(0);
    MUST("m.ini", "--set", "run.steps=50", "--set", "run.checkpoint_at_end=yes");
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

/* The run is long; a signal ends it after a checkpoint, and the restart ends at once. */
static void interrupted_by(int number)
{
    const char *const argv[] = {"yee", "run", "m.ini", "--set", "run.steps=1e8", NULL};
    int from;
    write_model(3);
    const pid_t child = start(argv, &from, NULL);
    for (int i = 0; i < 500 && !there("m.h5"); i++)
        usleep(10000);
    usleep(300000);
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

START_TEST(a_signal_ends_the_run_with_a_checkpoint) { interrupted_by(_i ? SIGTERM : SIGINT); }
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

int main(void)
{
    Suite *suite = suite_create("restart");
    TCase *tests = tcase_create("restart");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter, leave_folder);
    tcase_add_loop_test(tests, a_restarted_run_writes_bit_by_bit_what_one_run_writes, 0,
                        4 * MODELS);
    tcase_add_loop_test(tests, a_run_made_longer_writes_bit_by_bit_what_a_long_run_writes, 0,
                        4 * MODELS);
    tcase_add_test(tests, a_run_that_ends_earlier_after_a_restart_holds_no_later_rows);
    tcase_add_loop_test(tests, a_checkpoint_of_another_model_is_refused_with_the_difference, 0,
                        (int)(sizeof changes / sizeof *changes));
    tcase_add_loop_test(
        tests, a_checkpoint_of_another_build_of_the_scheme_is_refused_with_the_difference, 0,
        (int)(sizeof builds / sizeof *builds));
    tcase_add_test(tests, a_checkpoint_of_another_layout_of_a_scheme_is_refused_with_the_key);
    tcase_add_test(tests, a_checkpoint_beyond_the_end_of_the_run_is_refused);
    tcase_add_test(tests, an_output_whose_interval_changes_with_the_length_is_refused);
    tcase_add_test(tests, without_a_checkpoint_the_run_starts_at_its_beginning);
    tcase_add_test(tests, a_damaged_checkpoint_gives_way_to_the_one_before);
    tcase_add_test(tests, output_files_of_another_run_are_refused);
    tcase_add_test(tests, an_earlier_checkpoint_is_only_replaced_by_force);
    tcase_add_loop_test(tests, a_signal_ends_the_run_with_a_checkpoint, 0, 2);
    tcase_add_test(tests, a_user_signal_writes_a_checkpoint_and_the_run_goes_on);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
