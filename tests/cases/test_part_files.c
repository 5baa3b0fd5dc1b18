/* Records that each process writes itself: the files read as those of one process, bit by bit,
 * whatever cuts and numbers of processes the run has gone on with; what is missing is said; and
 * `yee gather` makes them files that need no other. */
#include "ranks.h"
#include "suite.h"

/* Model, processes, scheme and cut: boxes on all and on some processes, several of one process,
 * graded axes (another root of the file), a cut through the seam of a periodic axis, flat images. */
static const struct {
    int model, ranks;
    const char *precision, *subdomains;
} cuts[] = {
    {0, 3, "f32", "2, 1, 2"}, {1, 2, "f64", "1, 1, 3"}, {2, 4, "f32", "2, 1, 2"},
    {3, 2, "f64", "2, 1, 1"}, {4, 2, "f32", "1, 2, 1"},
};

#define PARTS(cut, ...) \
    "m.ini", "--set", "run.scheme=plain", "--set", "run.part_files=always", "--set", \
        "run.output=b/m.h5", "--set", "run.subdomains=" cut, __VA_ARGS__

static int gather(const char *file, bool remove_parts)
{
    return run_with(NULL, remove_parts ? (const char *const[]){"yee", "gather", "--quiet", file,
                                                               "--remove-parts", NULL}
                                       : (const char *const[]){"yee", "gather", file, NULL});
}

static int files_with(const char *folder_name, const char *words)
{
    int count = 0;
    DIR *dir = opendir(folder_name);
    ck_assert_ptr_nonnull(dir);
    for (struct dirent *e; (e = readdir(dir));)
        count += strstr(e->d_name, words) != NULL;
    closedir(dir);
    return count;
}

START_TEST(part_files_show_what_one_process_writes)
{
    char precision[64], subdomains[64];
    snprintf(precision, sizeof precision, "run.precision=%s", cuts[_i].precision);
    snprintf(subdomains, sizeof subdomains, "run.subdomains=%s", cuts[_i].subdomains);
    write_model(cuts[_i].model);
    MUST("m.ini", "--set", "run.steps=40", "--set", "run.threads=1", "--set",
         "run.scheme=plain", "--set", precision, "--set", "run.output=a/m.h5");
    RANKS_MUST(cuts[_i].ranks, "m.ini", "--set", "run.steps=40", "--set", "run.scheme=plain",
               "--set", precision, "--set", "run.output=b/m.h5", "--set", subdomains, "--set",
               "run.part_files=always");
    ck_assert_int_ge(files_with("b", ".part2.h5"), 1);
    const int files = same_runs("a/", "b/");
    ck_assert_int_ge(files, 2);
    ck_assert_msg(gather("b/m.h5", true) == YEE_OK, "%s", said);
    ck_assert_int_eq(files_with("b", ".part"), 0);
    ck_assert_int_eq(files_with("b", ".gathering"), 0);
    ck_assert_int_eq(same_runs("a/", "b/"), files);
}
END_TEST

/* From a plain file to parts and back, each with another cut; gathered in between. */
START_TEST(a_run_goes_on_in_part_files_and_without)
{
    write_model(1);
    MUST("m.ini", "--set", "run.scheme=plain", "--set", "run.steps=60", "--set",
         "run.output=a/m.h5");
#define TO(steps) "--set", "run.steps=" steps, "--set", "run.checkpoint_at_end=yes", "--restart"
    MUST(PARTS("1", TO("13"), "--set", "run.transport=none"));
    RANKS_MUST(3, PARTS("2, 1, 2", TO("20")));
    RANKS_MUST(2, PARTS("1, 2, 1", TO("31")));
    MUST(PARTS("1", TO("40"), "--set", "run.transport=none"));
    MUST(PARTS("1", TO("47"), "--set", "run.transport=none"));
    ck_assert_msg(gather("b/m.h5", true) == YEE_OK, "%s", said);
    RANKS_MUST(2, PARTS("1, 2, 1", TO("52"), "--set", "run.part_files=never"));
    RANKS_MUST(4, PARTS("2, 2, 1", TO("60")));
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
    ck_assert_msg(gather("b/m.h5", true) == YEE_OK, "%s", said);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* HDF5 takes a % in the name of a source for a number of a block. */
START_TEST(part_files_may_have_percent_signs_in_their_names)
{
    write_model(0);
    MUST(PARTS("1", "--set", "run.steps=20", "--set", "run.transport=none", "--set",
               "run.output=a/50%b%.h5"));
    RANKS_MUST(2, PARTS("2, 1, 1", "--set", "run.steps=20", "--set", "run.output=b/50%b%.h5"));
    ck_assert(there("b/50%b%_snap.part2.h5"));
    same_files("a/50%b%_snap.vtkhdf", "b/50%b%_snap.vtkhdf");
    ck_assert_msg(gather("b/50%b%.h5", true) == YEE_OK, "%s", said);
    ck_assert_int_eq(files_with("b", ".part"), 0);
    same_files("a/50%b%_snap.vtkhdf", "b/50%b%_snap.vtkhdf");
}
END_TEST

START_TEST(small_records_stay_with_the_first_process)
{
    write_model(0);
    RANKS_MUST(2, PARTS("2, 1, 1", "--set", "run.steps=20", "--set", "run.part_files=auto"));
    ck_assert_int_eq(files_with("b", ".part"), 0);
    ck_assert_int_eq(gather("b/m.h5", false), YEE_OK);
}
END_TEST

START_TEST(a_part_file_that_is_missing_is_named)
{
    write_model(0);
    RANKS_MUST(2, PARTS("2, 1, 1", "--set", "run.steps=20"));
    ck_assert_int_eq(unlink("b/m_snap.part2.h5"), 0);
    ck_assert_int_eq(gather("b/m.h5", true), YEE_IO);
    says("b/m_snap.part2.h5 cannot be read: No such file or directory");
    ck_assert(there("b/m_snap.part1.h5"));
    ck_assert_int_eq(run_with(NULL, (const char *const[]){"yee", "plot", "b/m.h5", NULL}),
                     YEE_IO);
    says("b/m_snap.part2.h5 cannot be read: No such file or directory");
}
END_TEST

/* The second process's files may have so many bytes. */
START_TEST(a_disk_that_is_full_for_one_process_ends_the_run_for_all)
{
    write_model(3);
    const int code = RANKS_RUN(2, "export UCX_TLS=self,sysv; [ $r = 1 ] && ulimit -f 1000",
                               PARTS("1, 2, 1", "--set", "run.steps=100000"));
    ck_assert_msg(code == YEE_IO, "exit code %d: %s", code, said);
    says("process 2 of 2");
    says("cannot write b/m_snap.part2.h5: File too large; it holds all up to its last flush");
    ck_assert_int_eq(system("h5dump b/m.h5 >/dev/null 2>&1"), 0);
    ck_assert_int_eq(system("h5dump b/m_snap.vtkhdf >/dev/null 2>&1"), 0);
    ck_assert_int_gt(rows_of("b/m_snap.vtkhdf", "/VTKHDF/PointData/ez"), 10);
}
END_TEST

START_TEST(part_files_that_exist_are_refused_without_force)
{
    write_model(3);
    write_file("b/m_snap.part2.h5", "mine");
    const int code = RANKS_RUN(2, "", PARTS("1, 2, 1", "--set", "run.steps=20"));
    ck_assert_msg(code == YEE_IO, "exit code %d: %s", code, said);
    says("m_snap.part2.h5: it exists");
    ck_assert(!there("b/m.h5") && !there("b/m_snap.part1.h5"));
    RANKS_MUST(2, PARTS("1, 2, 1", "--set", "run.steps=20", "--force"));
    ck_assert_int_eq(rows_of("b/m_snap.vtkhdf", "/VTKHDF/PointData/ez"), 2);
}
END_TEST

/* Killed at any moment, and called again: what there was can be read until it is replaced. The
 * moments are spread over the time that gathering a copy takes, the early ones first. */
START_TEST(gathering_that_is_killed_goes_on)
{
    const int most = getenv("YEE_TEST_LONG") ? 50 : 5;
    int killed = 0;
    struct timespec begun, ended;
    write_model(3);
    MUST("m.ini", "--set", "run.scheme=plain", "--set", "run.steps=9000", "--set",
         "run.output=a/m.h5");
    RANKS_MUST(2, PARTS("1, 2, 1", "--set", "run.steps=9000"));
    ck_assert_int_eq(system("cp -r b copy"), 0);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    ck_assert_msg(gather("copy/m.h5", false) == YEE_OK, "%s", said);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    const double took =
        (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec);
    for (int n = 0; n < most; n++) {
        int from;
        const pid_t child =
            start((const char *const[]){"yee", "gather", "b/m.h5", NULL}, &from, NULL);
        usleep((useconds_t)(1e6 * took * (n + 0.5) / most));
        kill(child, SIGKILL);
        killed += finish(child, from) == -SIGKILL;
        same_files("a/m_snap.vtkhdf", "b/m_snap.vtkhdf");
    }
    ck_assert_int_gt(killed, 0);
    ck_assert_msg(gather("b/m.h5", true) == YEE_OK, "%s", said);
    ck_assert_int_eq(files_with("b", ".gathering"), 0);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

START_TEST(a_run_that_goes_on_is_not_gathered)
{
    write_model(3);
    RANKS_MUST(2, PARTS("1, 2, 1", "--set", "run.steps=20"));
    const hid_t file = H5Fopen("b/m.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    H5Adelete_by_name(file, "/provenance", "ended", H5P_DEFAULT);
    H5Fclose(file);
    ck_assert_int_eq(gather("b/m.h5", true), YEE_USAGE);
    says("has not come to an end");
    ck_assert_int_eq(gather("b/m_snap.vtkhdf", true), YEE_USAGE);
    says("the run of b/m_snap.vtkhdf has not come to an end");
    ck_assert(there("b/m_snap.part2.h5"));
    ck_assert_int_eq(rename("b/m.h5", "b/kept"), 0); /* nothing says that it goes on */
    ck_assert_msg(gather("b/m_snap.vtkhdf", true) == YEE_OK, "%s", said);
    ck_assert(!there("b/m_snap.part2.h5"));
}
END_TEST

/* Its main file has the virtual datasets itself. */
START_TEST(a_run_of_spectra_alone_that_goes_on_is_not_gathered)
{
    write_file("m.ini", open_model);
    RANKS_MUST(2, PARTS("1, 2, 1", "--set", "run.steps=20"));
    const hid_t file = H5Fopen("b/m.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert_int_eq(H5Lexists(file, "/snapshot", H5P_DEFAULT), 0);
    H5Adelete_by_name(file, "/provenance", "ended", H5P_DEFAULT);
    H5Fclose(file);
    ck_assert_int_eq(gather("b/m.h5", true), YEE_USAGE);
    says("has not come to an end");
}
END_TEST

START_TEST(files_that_hold_no_results_are_not_gathered)
{
    write_file("m.txt", "no results");
    ck_assert_int_eq(gather("none.h5", false), YEE_IO);
    says("cannot read none.h5: No such file or directory");
    ck_assert_int_eq(gather("m.txt", false), YEE_INPUT);
    says("m.txt is not a result of yee (not an HDF5 file)");
    ck_assert_int_eq(gather(".", false), YEE_INPUT);
    says(". is not a result of yee (not an HDF5 file)");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("part_files");
    TCase *bits = tcase_create("bits"), *faults = tcase_create("faults");
    TCase *const all[] = {bits, faults};
    if (!*MPIRUN) {
        puts("SKIPPED: no part file was written: yee was built without MPI (libopenmpi-dev or "
             "libmpich-dev)");
        return 77;
    }
    for (int n = 0; n < 2; n++) {
        tcase_set_timeout(all[n], 300); /* a call that one process lacks hangs all */
        tcase_add_checked_fixture(all[n], enter, leave_folder);
        suite_add_tcase(suite, all[n]);
    }
    tcase_add_loop_test(bits, part_files_show_what_one_process_writes, 0,
                        sizeof cuts / sizeof *cuts);
    tcase_add_test(bits, a_run_goes_on_in_part_files_and_without);
    tcase_add_test(bits, part_files_may_have_percent_signs_in_their_names);
    tcase_add_test(bits, small_records_stay_with_the_first_process);
    tcase_add_test(faults, a_part_file_that_is_missing_is_named);
    tcase_add_test(faults, a_disk_that_is_full_for_one_process_ends_the_run_for_all);
    tcase_add_test(faults, part_files_that_exist_are_refused_without_force);
    tcase_add_test(faults, gathering_that_is_killed_goes_on);
    tcase_add_test(faults, a_run_that_goes_on_is_not_gathered);
    tcase_add_test(faults, a_run_of_spectra_alone_that_goes_on_is_not_gathered);
    tcase_add_test(faults, files_that_hold_no_results_are_not_gathered);
    return suite_run(suite);
}
