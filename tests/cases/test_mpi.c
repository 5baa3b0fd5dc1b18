/* One model by several processes, over MPI: every file is bit by bit that of one process, also
 * where processes are killed, and what cannot be run so is refused.
 *
 * Ranks share the cores of the machine, one thread each. Skipped where yee was built without MPI. */
#include "ranks.h"
#include "suite.h"
#include <limits.h>

enum { KILLS = 50, FEW_KILLS = 4 /* in continuous integration */ };

/* Model, processes, scheme, precision and cut. */
static const struct {
    int model, ranks;
    const char *scheme, *precision, *subdomains, *steps;
} cuts[] = {
    {0, 2, "plain", "f64", "1, 3, 1", "1"},
    {1, 4, "reference", "f32", "2, 2, 2", "2"},
    {6, 3, "plain", "f32", "3, 1, 1", "2"},
    {0, 2, "tiled", "f64", "2, 2, 1", "0"},
};

START_TEST(processes_write_bit_by_bit_what_one_writes)
{
    char scheme[64], precision[64], subdomains[64], steps[64];
    snprintf(scheme, sizeof scheme, "run.scheme=%s", cuts[_i].scheme);
    snprintf(precision, sizeof precision, "run.precision=%s", cuts[_i].precision);
    snprintf(subdomains, sizeof subdomains, "run.subdomains=%s", cuts[_i].subdomains);
    snprintf(steps, sizeof steps, "run.subdomain_steps=%s", cuts[_i].steps);
    write_model(cuts[_i].model);
    MUST("m.ini", "--set", "run.steps=40", "--set", "run.threads=1", "--set", scheme, "--set",
         precision, "--set", "run.output=a/m.h5");
    RANKS_MUST(cuts[_i].ranks, "m.ini", "--set", "run.steps=40", "--set", scheme, "--set",
               precision, "--set", "run.output=b/m.h5", "--set", subdomains, "--set", steps);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* Bodies whose surfaces cross the cuts: of whole media and metal, and curved ones of three media. */
static const char *const bodies[] = {
    "[shape.slab]\ntype = box\nfrom = 0, 0, 0 mm\nto = 24, 24, 9.3 mm\nmaterial = soil\n"
    "[shape.rod]\ntype = box\nfrom = 3, 9, 3 mm\nto = 21, 11, 5 mm\nmaterial = pec\n",
    "[shape.slab]\ntype = box\nfrom = 0, 0, 0 mm\nto = 24, 24, 9.3 mm\nmaterial = soil\n"
    "[shape.ball]\ntype = sphere\ncenter = 11.2, 12.1, 9 mm\nradius = 7 mm\n"
    "material = water\n",
};

START_TEST(processes_paint_cells_of_their_own)
{
    FILE *file = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file,
            "[material.soil]\ntype = dielectric\neps = 4\nsigma = 0.01 S/m\n[material.water]\n"
            "type = debye\ndelta_eps = 3\ntau = 9 ps\nsigma = 0.1 S/m\n%s%s"
            "[output.snap]\ntype = snapshot\nevery = 10\ncomponents = ez\n",
            open_model, bodies[_i]);
    fclose(file);
    MUST("m.ini", "--set", "run.scheme=plain", "--set", "run.steps=30", "--set",
         "run.output=a/m.h5");
    const char *const args[] = {"run",   "m.ini",         "--set", "run.scheme=plain",
                                "--set", "run.steps=30",  "--set", "run.output=b/m.h5",
                                "--set", "run.threads=1", "--set", "run.subdomains=2, 2, 1",
                                NULL};
    ck_assert_int_eq(run_ranks(3, "", args), YEE_OK);
    ck_assert_msg(!strstr(said, "all cells have to be painted"), "%s", said);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

#define GROUND \
    "[shape.ground]\ntype = box\nfrom = 0, 0, 0 mm\nto = 22, 139, 9 mm\nmaterial = soil\n"
/* Planes of 77 kB and more, which are sent from the fields to the fields; with soil in every row of
 * tiled, behind which lie its ids, they are packed. */
static const struct {
    const char *scheme, *ground;
} large[] = {
    {"run.scheme=plain", GROUND}, {"run.scheme=tiled", ""}, {"run.scheme=tiled", GROUND}};

START_TEST(large_halos_have_the_bits_of_one_process)
{
    char text[2048];
    snprintf(text, sizeof text,
             "[run]\nsteps = 12\nsubdomain_steps = 3\n[grid]\ncells = 22, 139, 140\n"
             "spacing = 1 mm\n[boundary.all]\ntype = cpml\ncells = 3\n"
             "[waveform.pulse]\ntype = gaussian\nfrequency = 9 GHz\n"
             "[source.tx]\ntype = dipole\nposition = 4, 60, 60 mm\ndirection = z\n"
             "current = 1 A\nwaveform = pulse\n[material.soil]\ntype = dielectric\neps = 4\n%s"
             "[output.snap]\ntype = snapshot\nevery = 12\n",
             large[_i].ground);
    write_file("m.ini", text);
    MUST("m.ini", "--set", large[_i].scheme, "--set", "run.output=a/m.h5");
    RANKS_MUST(2, "m.ini", "--set", large[_i].scheme, "--set", "run.output=b/m.h5", "--set",
               "run.subdomains=2, 1, 1");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

START_TEST(a_law_has_every_process_paint_all_cells_and_that_is_said)
{
    char text[4096];
    snprintf(text, sizeof text,
             "[material.glass]\ntype = kerr\neps = 4\nchi3 = 1e-22 m^2/V^2\n%s"
             "[shape.slab]\ntype = box\nfrom = 0, 0, 0 mm\nto = 24, 24, 9 mm\n"
             "material = glass\n",
             open_model);
    write_file("m.ini", text);
    const char *const args[] = {"run",   "m.ini",         "--set", "run.scheme=plain",
                                "--set", "run.steps=10",  "--set", "run.output=b/m.h5",
                                "--set", "run.threads=1", "--set", "run.subdomains=2, 1, 1",
                                NULL};
    ck_assert_int_eq(run_ranks(2, "", args), YEE_OK);
    says("all cells have to be painted: material 'glass' has a law");
}
END_TEST

#define CUT(cut) \
    "m.ini", "--set", "run.scheme=plain", "--set", "run.subdomains=" cut, "--set", \
        "run.output=b/m.h5"

START_TEST(a_checkpoint_goes_on_with_other_cuts_and_numbers_of_processes)
{
    write_model(1);
    MUST("m.ini", "--set", "run.scheme=plain", "--set", "run.steps=40", "--set",
         "run.output=a/m.h5");
    RANKS_MUST(4, CUT("2, 1, 2"), "--set", "run.steps=13", "--set",
               "run.checkpoint_at_end=yes");
    RANKS_MUST(3, CUT("2, 1, 2"), "--set", "run.steps=20", "--set", "run.checkpoint_at_end=yes",
               "--restart");
    RANKS_MUST(2, CUT("1, 2, 1"), "--set", "run.steps=26", "--set", "run.checkpoint_at_end=yes",
               "--restart");
    MUST(CUT("1"), "--set", "run.threads=1", "--set", "run.transport=none", "--set",
         "run.steps=33", "--set", "run.checkpoint_at_end=yes", "--restart");
    RANKS_MUST(3, CUT("2, 2, 2"), "--set", "run.steps=40", "--restart");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* The criteria look at records, energies and sums, of which the first process has some alone. */
START_TEST(criteria_of_the_end_are_those_of_one_process)
{
#define STOP \
    "m.ini", "--set", "run.scheme=plain", "--set", "run.precision=f64", "--set", \
        "run.steps=2000", "--set", "run.stop_decay=20 dB", "--set", "run.stop_probe=rx", \
        "--set", "run.stop_dft=0.5", "--set", "run.stop_every=20", "--set", \
        "waveform.pulse.type=ricker", "--set"
    write_model(0);
    MUST(STOP, "run.output=a/m.h5");
    RANKS_MUST(2, STOP, "run.subdomains=1, 3, 1", "--set", "run.subdomain_steps=1", "--set",
               "run.output=b/m.h5");
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
    ck_assert_int_lt(rows_of("b/m.h5", "/probe/rx/ez"), 2000);
}
END_TEST

/* ---- what is refused ---- */

/* The second process's yee says another revision. */
static const char other_yee[] =
    "[ $r = 0 ] || { v=$(\"$0\" --version | sed -n 's/.*(\\([^)]*\\)).*/\\1/p'); "
    "sed \"s/$v/x${v#?}/\" \"$0\" >other; chmod +x other; exec ./other \"$@\"; }";

static const struct {
    const char *apart, *set;
    int status;
    const char *words;
} wrong[] = {
    {"", "run.subdomains=1", YEE_USAGE, "each would run the whole model"},
    {"", "run.transport=mpl", YEE_INPUT, "there is no transport 'mpl'"},
    {"[ $r = 1 ] && set -- \"$@\" --set run.transport=none", "run.subdomains=2", YEE_INPUT,
     "others of the 2 processes have"},
    {"[ $r = 1 ] && set -- \"$@\" --set waveform.pulse.frequency=7GHz", "run.subdomains=2",
     YEE_PLUGIN, "frequency = 7"},
    {"[ $r = 1 ] && set -- \"$@\" --set run.stop_every=7", "run.subdomains=2", YEE_PLUGIN,
     "stop_every = 7"},
    {"[ $r = 1 ] && cd /", "run.subdomains=2", YEE_IO, "process 2 of 2"},
    {other_yee, "run.subdomains=2", YEE_PLUGIN, "has \"yee "},
    {"[ $r = 1 ] && export LD_PRELOAD=" OTHER_LIBC, "run.subdomains=2", YEE_PLUGIN,
     "has \"C library 1.99\" where the first has \"C library "},
    {"[ $r = 1 ] && mkdir o && cp " PLUGIN_DIR
     "/source_dipole.so o && echo >>o/source_dipole.so && "
     "export YEE_PLUGIN_PATH=$PWD/o:$YEE_PLUGIN_PATH",
     "run.subdomains=2", YEE_PLUGIN, "has \"the file source_dipole.so with the sum "},
    {"set -- \"$@\" --set run.subdomains=2; [ $r = 1 ] && ulimit -v 500000",
     "grid.cells=360, 360, 360", YEE_MEMORY, "process 2 of 2 ("},
    {"export OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=$r", "run.subdomains=3", YEE_DECLINED,
     "the launcher is that of another library"},
    {"set -- \"$@\" --set run.subdomains=2", "waveform.pulse.frequency=900GHz", YEE_INPUT,
     "the grid does not carry it"},
};

START_TEST(what_processes_cannot_run_together_is_refused)
{
    write_model(0);
    const int code = RANKS_RUN(2, wrong[_i].apart, "m.ini", "--set", "run.steps=10", "--set",
                               "run.scheme=plain", "--set", wrong[_i].set);
    says(wrong[_i].words);
    ck_assert_msg(code == wrong[_i].status, "exit code %d: %s", code, said);
    ck_assert_msg(!there("m.h5"), "a file was begun");
    ck_assert_msg(!strstr(said, "MPI_ABORT"), "not by all together: %s", said);
}
END_TEST

START_TEST(a_file_that_one_process_does_not_see_is_named)
{
    write_model(3);
    write_file("pulse.csv", "0, 0\n1e-9, 1\n2e-9, 0\n");
    FILE *file = fopen("m.ini", "a");
    ck_assert_ptr_nonnull(file);
    fputs("[waveform.told]\ntype = table\nfile = pulse.csv\n[source.more]\ntype = dipole\n"
          "position = 10, 10, 0 mm\ndirection = z\ncurrent = 1 A\nwaveform = told\n",
          file);
    fclose(file);
    const int code =
        RANKS_RUN(2, "[ $r = 1 ] && mkdir o && cp m.ini o && cd o", "m.ini", "--set",
                  "run.steps=10", "--set", "run.scheme=plain", "--set", "run.subdomains=2");
    ck_assert_msg(code == YEE_IO, "exit code %d: %s", code, said);
    says("process 2 of 2 (");
    says("pulse.csv");
    ck_assert(!there("m.h5"));
}
END_TEST

/* The launcher is that of an MPI with which yee was not built: its processes know nothing of each
 * other by the library. */
START_TEST(the_launcher_of_another_mpi_is_refused)
{
    static const char *const launchers[] = {"/usr/bin/mpiexec.mpich",
                                            "/usr/bin/mpiexec.openmpi"};
    char own[PATH_MAX], other[PATH_MAX];
    ck_assert_ptr_nonnull(realpath(MPIRUN, own));
    write_model(0);
    for (int n = 0; n < 2; n++) {
        if (!realpath(launchers[n], other) || !strcmp(own, other))
            continue;
        launcher = launchers[n];
        const int code = RANKS_RUN(2, "", "m.ini", "--set", "run.steps=10", "--set",
                                   "run.scheme=plain", "--set", "run.subdomains=2");
        says("the launcher is that of another library");
        ck_assert_msg(code == YEE_USAGE, "exit code %d: %s", code, said);
        ck_assert(!there("m.h5"));
        launcher = MPIRUN;
    }
}
END_TEST

START_TEST(without_a_transport_each_process_runs_a_model_of_its_own)
{
    write_model(0);
    const int code =
        RANKS_RUN(2, "set -- \"$@\" --set run.output=$r.h5", "m.ini", "--set", "run.steps=40",
                  "--set", "run.scheme=plain", "--set", "run.transport=none");
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    ck_assert_int_eq(rows_of("0.h5", "/probe/rx/ez"), 40);
    ck_assert_int_eq(rows_of("1.h5", "/probe/rx/ez"), 40);
}
END_TEST

/* ---- faults ---- */

/* Files of the first process have room for 500 kB. UCX, which MPICH uses, would have files of its own
 * for the memory that processes share. */
#define SMALL_FILES "export UCX_TLS=self,sysv; [ $r = 0 ] && ulimit -f 1000"

#define LONG \
    "m.ini", "--set", "run.scheme=plain", "--set", "run.steps=1500", "--set", \
        "run.checkpoint_steps=50", "--set", "run.flush=0 s"

/* Any of them, at any moment from the launch on, half of them while a checkpoint is written; each
 * goes on with another cut, and with part files or without. */
START_TEST(a_run_whose_process_is_killed_goes_on)
{
    enum { CUT_AT = 5, PARTS_AT = 7 };
    const char *args[] = {"run",
                          "--quiet",
                          "--set",
                          "run.threads=1",
                          "--set",
                          "run.subdomains=3",
                          "--set",
                          "run.part_files=always",
                          LONG,
                          "--set",
                          "run.output=b/m.h5",
                          "--restart",
                          "--force",
                          NULL};
    const int most = getenv("YEE_TEST_LONG") ? KILLS : FEW_KILLS;
    int hits = 0;
    write_model(3);
    MUST(LONG, "--set", "run.threads=1", "--set", "run.output=a/m.h5");
    srand(1);
    for (int tries = 0; hits < most && tries < 4 * most; tries++) {
        int from;
        args[CUT_AT] = tries % 2 ? "run.subdomains=3" : "run.subdomains=4";
        args[PARTS_AT] = tries % 3 == 2 ? "run.part_files=never" : "run.part_files=always";
        const pid_t child = start_ranks(3, "", args, &from);
        const int rank = rand() % 3;
        for (int wait = 0; !pid_of(rank) && wait < 30000; wait++)
            usleep(1000);
        const double when = (double)rand() / RAND_MAX;
        for (int wait = 0; tries / 2 % 2 && !there("b/m.checkpoint.new") && wait < 20000;
             wait++)
            usleep(100);
        usleep((useconds_t)((tries / 2 % 2 ? 3e3 : 1e6) * when));
        const pid_t pid = pid_of(rank); /* 0 would be this suite */
        const bool hit = pid > 0 && !kill(pid, SIGKILL);
        double took;
        const int code = finish_ranks(child, from, 3, &took);
        ck_assert_msg(took < 90, "the others took %g s to end", took);
        hits += hit && code != YEE_OK;
        if (getenv("YEE_TEST_LONG"))
            printf("kill %d, of rank %d: exit code %d after %.1f s\n", tries, rank, code, took);
        if (there("b/m.h5"))
            ck_assert_int_eq(system("h5dump b/m.h5 >/dev/null 2>&1"), 0);
        if (there("b/m_snap.vtkhdf"))
            ck_assert_int_eq(system("h5dump b/m_snap.vtkhdf >/dev/null 2>&1"), 0);
        if (code == YEE_OK) {
            same_runs("a/", "b/");
            ck_assert_int_eq(chdir("b"), 0);
            clean("");
            ck_assert_int_eq(chdir(".."), 0);
        }
    }
    ck_assert_int_gt(hits, 0);
    const int code = run_ranks(3, "", args);
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* A process that hangs, or whose host does: a minute, and so by YEE_TEST_LONG alone. */
START_TEST(a_process_that_does_not_answer_ends_the_run)
{
    const char *const args[] = {"run",
                                "--quiet",
                                "--set",
                                "run.threads=1",
                                LONG,
                                "--set",
                                "run.steps=10000000",
                                "--set",
                                "run.checkpoint_steps=5000",
                                "--set",
                                "run.subdomains=3",
                                "--set",
                                "run.part_files=always",
                                NULL};
    int from;
    if (!getenv("YEE_TEST_LONG"))
        return;
    write_model(3);
    const pid_t child = start_ranks(3, "", args, &from);
    for (int wait = 0; !there("m.checkpoint") && wait < 60000; wait++)
        usleep(1000);
    usleep(300000); /* at a checkpoint processes wait for an hour */
    ck_assert_int_eq(kill(pid_of(1), SIGSTOP), 0);
    double took;
    const int code = finish_ranks(child, from, 3, &took);
    ck_assert_msg(code == YEE_LOST, "exit code %d: %s", code, said);
    ck_assert_msg(took < 90, "the others took %g s to end", took);
    says("process 2 of 3 has not answered for 60 s");
    ck_assert_int_eq(system("h5dump m.h5 >/dev/null 2>&1"), 0);
    ck_assert_int_eq(system("h5dump m_snap.vtkhdf >/dev/null 2>&1"), 0);
}
END_TEST

START_TEST(a_signal_to_any_process_ends_the_run_with_a_checkpoint)
{
    const char *const args[] = {"run",
                                "--set",
                                "run.threads=1",
                                LONG,
                                "--set",
                                "run.steps=1000000",
                                "--set",
                                "run.subdomains=2",
                                NULL};
    int from;
    write_model(3);
    const pid_t child = start_ranks(2, "", args, &from);
    for (int wait = 0; !there("m.checkpoint") && wait < 60000; wait++)
        usleep(1000);
    ck_assert_int_eq(kill(pid_of(1), SIGTERM), 0);
    const int code = finish(child, from);
    ck_assert_msg(code == YEE_INTERRUPTED, "exit code %d: %s", code, said);
    says("m.checkpoint is written");
    ck_assert(there("m.checkpoint"));
}
END_TEST

START_TEST(a_signal_asks_any_process_for_a_checkpoint_and_the_run_goes_on)
{
    const char *const args[] = {"run",
                                "--set",
                                "run.threads=1",
                                "m.ini",
                                "--set",
                                "run.scheme=plain",
                                "--set",
                                "run.steps=10000000",
                                "--set",
                                "run.subdomains=2",
                                "--set",
                                "run.flush=0 s",
                                NULL};
    int from;
    write_model(3);
    const pid_t child = start_ranks(2, "", args, &from);
    for (int wait = 0; rows_of("m.h5", "/probe/rx/ez") < 10 && wait < 600; wait++)
        usleep(100000);
    ck_assert(!there("m.checkpoint"));
    ck_assert_int_eq(kill(pid_of(1), SIGUSR1), 0);
    for (int wait = 0; !there("m.checkpoint") && wait < 60000; wait++)
        usleep(1000);
    ck_assert(there("m.checkpoint"));
    const long long rows = rows_of("m.h5", "/probe/rx/ez");
    for (int wait = 0; rows_of("m.h5", "/probe/rx/ez") <= rows && wait < 600; wait++)
        usleep(100000);
    ck_assert_int_gt(rows_of("m.h5", "/probe/rx/ez"), rows);
    ck_assert_int_eq(kill(pid_of(0), SIGINT), 0);
    const int code = finish(child, from);
    ck_assert_msg(code == YEE_INTERRUPTED, "exit code %d: %s", code, said);
}
END_TEST

/* Six components of 40^3 floats are 1.5 MB and more; the file of a probe is less. */
START_TEST(a_checkpoint_that_finds_no_room_is_warned_of_and_the_run_goes_on)
{
#define ROOMY \
    "m.ini", "--set", "run.scheme=plain", "--set", "run.steps=60", "--set", \
        "grid.cells=40, 40, 40", "--set"
    write_file("m.ini", open_model);
    MUST(ROOMY, "run.output=a/m.h5");
    const int code = RANKS_RUN(2, SMALL_FILES, ROOMY, "run.output=b/m.h5", "--set",
                               "run.subdomains=2", "--set", "run.checkpoint_steps=20");
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    says("warning: cannot write the checkpoint b/m.checkpoint: File too large; the run goes "
         "on");
    ck_assert(!there("b/m.checkpoint") && !there("b/m.checkpoint.new"));
    ck_assert_int_eq(same_runs("a/", "b/"), 1);
}
END_TEST

START_TEST(a_checkpoint_of_another_model_is_refused_by_all)
{
    write_model(3);
    RANKS_MUST(2, CUT("2"), "--set", "run.steps=20", "--set", "run.checkpoint_at_end=yes");
    const int code = RANKS_RUN(2, "", CUT("2"), "--set", "run.steps=40", "--restart", "--set",
                               "waveform.pulse.frequency=7GHz");
    ck_assert_msg(code == YEE_INPUT, "exit code %d: %s", code, said);
    says("frequency");
    const char *first = strstr(said, "yee: ");
    ck_assert(first && !strstr(first + 1, "yee: "));
}
END_TEST

START_TEST(a_disk_that_is_full_ends_the_run_for_all)
{
    write_model(3);
    const int code = RANKS_RUN(2, SMALL_FILES, "m.ini", "--set", "run.steps=100000", "--set",
                               "run.scheme=plain", "--set", "run.subdomains=1, 2, 1", "--set",
                               "run.flush=0 s");
    ck_assert_msg(code == YEE_IO, "exit code %d: %s", code, said);
    ck_assert_int_eq(system("h5dump m.h5 >/dev/null 2>&1"), 0);
}
END_TEST

/* The medium that gains energy lies in the second process's half. */
START_TEST(a_run_that_diverges_says_so_once)
{
    write_model(3);
    FILE *file = fopen("m.ini", "a");
    ck_assert_ptr_nonnull(file);
    fputs("[material.laser]\ntype = lorentz\ndelta_eps = -0.5\nf0 = 10 GHz\ngamma_hz = 1 GHz\n"
          "[shape.rod]\ntype = box\nfrom = 5, 11, -1 mm\nto = 12, 15, 2 mm\nmaterial = laser\n",
          file);
    fclose(file);
    const int code =
        RANKS_RUN(2, "", "m.ini", "--set", "run.steps=100000", "--set", "run.unsafe=yes",
                  "--set", "run.scheme=plain", "--set", "run.subdomains=1, 2, 1");
    ck_assert_msg(code == YEE_DIVERGED, "exit code %d: %s", code, said);
    says("laser");
    const char *first = strstr(said, "yee: ");
    ck_assert(first && !strstr(first + 1, "yee: "));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mpi");
    TCase *bits = tcase_create("bits"), *refused = tcase_create("refused"),
          *faults = tcase_create("faults");
    if (!*MPIRUN) {
        puts("SKIPPED: no run of many processes was tried: yee was built without MPI "
             "(libopenmpi-dev or libmpich-dev)");
        return 77;
    }
    TCase *const all[] = {bits, refused, faults};
    for (int n = 0; n < 3; n++) {
        tcase_set_timeout(all[n],
                          n == 2 ? 600 : 120); /* a call that one process lacks hangs all */
        tcase_add_checked_fixture(all[n], enter, leave_folder);
        suite_add_tcase(suite, all[n]);
    }
    tcase_add_loop_test(bits, processes_write_bit_by_bit_what_one_writes, 0,
                        sizeof cuts / sizeof *cuts);
    tcase_add_loop_test(bits, processes_paint_cells_of_their_own, 0,
                        sizeof bodies / sizeof *bodies);
    tcase_add_loop_test(bits, large_halos_have_the_bits_of_one_process, 0,
                        sizeof large / sizeof *large);
    tcase_add_test(bits, a_law_has_every_process_paint_all_cells_and_that_is_said);
    tcase_add_test(bits, a_checkpoint_goes_on_with_other_cuts_and_numbers_of_processes);
    tcase_add_test(bits, criteria_of_the_end_are_those_of_one_process);
    tcase_add_loop_test(refused, what_processes_cannot_run_together_is_refused, 0,
                        sizeof wrong / sizeof *wrong);
    tcase_add_test(refused, a_file_that_one_process_does_not_see_is_named);
    tcase_add_test(refused, the_launcher_of_another_mpi_is_refused);
    tcase_add_test(refused, without_a_transport_each_process_runs_a_model_of_its_own);
    tcase_add_test(faults, a_run_whose_process_is_killed_goes_on);
    tcase_add_test(faults, a_process_that_does_not_answer_ends_the_run);
    tcase_add_test(faults, a_signal_to_any_process_ends_the_run_with_a_checkpoint);
    tcase_add_test(faults, a_signal_asks_any_process_for_a_checkpoint_and_the_run_goes_on);
    tcase_add_test(faults, a_checkpoint_that_finds_no_room_is_warned_of_and_the_run_goes_on);
    tcase_add_test(faults, a_checkpoint_of_another_model_is_refused_by_all);
    tcase_add_test(faults, a_disk_that_is_full_ends_the_run_for_all);
    tcase_add_test(faults, a_run_that_diverges_says_so_once);
    return suite_run(suite);
}
