/* tests/unit/test_record.c: files, datasets, attributes,
 * and what happens when the disk refuses. */
#include "rig.h"

#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static rig r;
static const yee_record *rec = &yee_record_table;

static void setup(void) { rig_open(&r); }
static void teardown(void) { rig_end(&r); }

static yee_dataset *grow(yee_file *file, const char *path, int64_t inner)
{
    const int64_t dims[2] = {0, inner};
    return rec->dataset(&r.instance.host, file, path, YEE_NUMBER_F64, 2, dims);
}

/* All numbers of a dataset of a file, NULL where it cannot be read. */
static const double *read_back(const char *name, const char *path, int64_t dims[8])
{
    int rank;
    return rec->load(&r.instance.host, rig_path(&r, name), path, &rank, dims);
}

START_TEST(rows_read_back_as_they_were_appended)
{
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    ck_assert_ptr_nonnull(file);
    yee_dataset *d = grow(file, "/probe/rx/ez", 2);
    ck_assert_ptr_nonnull(d);
    double row[10000][2];
    for (int i = 0; i < 10000; i++)
        row[i][0] = i, row[i][1] = -i;
    /* three pieces across several chunks of 1024 rows */
    ck_assert_int_eq(rec->append(&r.instance.host, d, 1, row), YEE_OK);
    ck_assert_int_eq(rec->append(&r.instance.host, d, 4999, row[1]), YEE_OK);
    ck_assert_int_eq(rec->append(&r.instance.host, d, 5000, row[5000]), YEE_OK);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);

    int64_t dims[8];
    const double *v = read_back("a.h5", "/probe/rx/ez", dims);
    ck_assert_ptr_nonnull(v);
    ck_assert_int_eq(dims[0], 10000);
    ck_assert_int_eq(dims[1], 2);
    ck_assert_mem_eq(v, row, sizeof row);
}
END_TEST

START_TEST(rows_longer_than_a_chunk_are_split_and_read_back)
{
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    const int64_t dims[4] = {0, 70, 60, 50}; /* 1.6 MiB a row */
    yee_dataset *d = rec->dataset(&r.instance.host, file, "/big", YEE_NUMBER_F64, 4, dims);
    ck_assert_ptr_nonnull(d);
    const int64_t n = 70 * 60 * 50;
    double *row = malloc((size_t)n * sizeof *row);
    for (int64_t i = 0; i < n; i++)
        row[i] = (double)i;
    ck_assert_int_eq(rec->append(&r.instance.host, d, 1, row), YEE_OK);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    int64_t got[8];
    const double *v = read_back("a.h5", "/big", got);
    ck_assert_ptr_nonnull(v);
    ck_assert_mem_eq(v, row, (size_t)n * sizeof *row);
    free(row);
}
END_TEST

START_TEST(complex_numbers_come_back_as_pairs)
{
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    const int64_t dims[1] = {3};
    const double z[6] = {1, 2, 3, 4, 5, -6};
    yee_dataset *d = rec->dataset(&r.instance.host, file, "/z", YEE_NUMBER_C128, 1, dims);
    ck_assert_int_eq(rec->append(&r.instance.host, d, 3, z), YEE_OK);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    int rank;
    int64_t got[8];
    const double *v = rec->load(&r.instance.host, rig_path(&r, "a.h5"), "/z", &rank, got);
    ck_assert_ptr_nonnull(v);
    ck_assert_int_eq(rank, 2);
    ck_assert_int_eq(got[0], 3);
    ck_assert_int_eq(got[1], 2);
    ck_assert_mem_eq(v, z, sizeof z);
}
END_TEST

START_TEST(attributes_come_back_behind_an_at)
{
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    const double three[3] = {1, 2.5, -3};
    int64_t dims[8];
    rec->group(&r.instance.host, file, "/g");
    rec->numbers(&r.instance.host, file, "/g", "from", YEE_NUMBER_F64, 3, three);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    const double *v = read_back("a.h5", "/g@from", dims);
    ck_assert_ptr_nonnull(v);
    ck_assert_int_eq(dims[0], 3);
    ck_assert_mem_eq(v, three, sizeof three);
    ck_assert_ptr_null(read_back("a.h5", "/g@to", dims));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "holds no attribute /g@to"));
    ck_assert_ptr_null(read_back("a.h5", "/h@from", dims));
}
END_TEST

START_TEST(every_file_holds_its_provenance)
{
    rig_files(&r, "a.h5", false);
    ck_assert_ptr_nonnull(rec->file(&r.instance.host, ".vtkhdf"));
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    const hid_t file = H5Fopen(rig_path(&r, "a_rx.vtkhdf"), H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    static const char *const name[] = {"yee",   "revision", "date",    "host",   "command",
                                       "model", "resolved", "plugins", "scheme", "inputs"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const char *path = yee_arena_format(r.arena, "/provenance/%s", name[i]);
        ck_assert_msg(H5Lexists(file, path, H5P_DEFAULT) > 0, "%s is missing", path);
    }
    char text[64] = "";
    const hid_t set = H5Dopen2(file, "/provenance/resolved", H5P_DEFAULT);
    const hid_t type = H5Dget_type(set);
    ck_assert_uint_eq(H5Tget_size(type), strlen("[grid]\n"));
    ck_assert_int_ge(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text), 0);
    ck_assert_str_eq(text, "[grid]\n");
    H5Tclose(type);
    H5Dclose(set);
    H5Fclose(file);
}
END_TEST

START_TEST(attributes_are_replaced_by_later_ones)
{
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    const int64_t three[3] = {1, 2, 3}, one = 7;
    const yee_host *h = &r.instance.host;
    ck_assert_int_eq(rec->group(h, file, "/g"), YEE_OK);
    ck_assert_int_eq(rec->group(h, file, "/g"), YEE_OK);
    ck_assert_int_eq(rec->numbers(h, file, "/g", "n", YEE_NUMBER_I64, 3, three), YEE_OK);
    ck_assert_int_eq(rec->numbers(h, file, "/g", "n", YEE_NUMBER_I64, 1, &one), YEE_OK);
    ck_assert_int_eq(rec->text(h, file, "/g", "units", "V/m"), YEE_OK);
    ck_assert_int_eq(rec->text(h, file, "/", "title", "\xc2\xb5"), YEE_OK);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    const hid_t id = H5Fopen(rig_path(&r, "a.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t a = H5Aopen_by_name(id, "/g", "n", H5P_DEFAULT, H5P_DEFAULT);
    int64_t got = 0;
    ck_assert_uint_eq(H5Aget_storage_size(a), sizeof got);
    H5Aread(a, H5T_NATIVE_INT64, &got);
    ck_assert_int_eq(got, 7);
    H5Aclose(a);
    H5Fclose(id);
}
END_TEST

static void put_text(const char *name, const char *text)
{
    FILE *f = fopen(rig_path(&r, name), "w");
    fputs(text, f);
    fclose(f);
}

static void expect_text(const char *name, const char *text)
{
    char got[64] = "";
    FILE *f = fopen(rig_path(&r, name), "r");
    ck_assert_ptr_nonnull(f);
    const size_t n = fread(got, 1, sizeof got - 1, f);
    fclose(f);
    got[n] = 0;
    ck_assert_str_eq(got, text);
}

START_TEST(a_file_that_exists_is_kept_without_force)
{
    put_text("a.h5", "precious");
    put_text("a_rx.xmf", "precious too");
    rig_files(&r, "a.h5", false);
    ck_assert_ptr_null(rec->file(&r.instance.host, NULL));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "it exists"));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "--force"));
    ck_assert_int_eq(rec->sidecar(&r.instance.host, ".xmf", "new"), YEE_IO);
    expect_text("a.h5", "precious");
    expect_text("a_rx.xmf", "precious too");
}
END_TEST

START_TEST(a_folder_is_never_replaced)
{
    for (int force = 0; force < 2; force++) {
        ck_assert_int_eq(mkdir(rig_path(&r, "a.h5"), 0700) && !force, 0);
        rig_files(&r, "a.h5", force);
        ck_assert_ptr_null(rec->file(&r.instance.host, NULL));
        ck_assert_ptr_nonnull(strstr(r.diag.error, "a.h5: it is a folder"));
        yee_diag_clear(&r.diag);
        yee_files_close(r.files);
        r.files = NULL;
    }
}
END_TEST

START_TEST(force_replaces_a_file_and_leaves_no_other)
{
    put_text("a.h5", "old");
    rig_files(&r, "a.h5", true);
    ck_assert_ptr_nonnull(rec->file(&r.instance.host, NULL));
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    ck_assert_int_gt(H5Fis_hdf5(rig_path(&r, "a.h5")), 0);
    ck_assert_int_ne(access(rig_path(&r, "a.h5.new"), F_OK), 0);
}
END_TEST

START_TEST(a_run_that_does_not_begin_leaves_all_as_it_was)
{
    put_text("a.h5", "old");
    put_text("a_rx.xmf", "old too");
    rig_files(&r, "a.h5", true);
    ck_assert_ptr_nonnull(rec->file(&r.instance.host, NULL));
    ck_assert_ptr_nonnull(rec->file(&r.instance.host, ".vtkhdf"));
    ck_assert_int_eq(rec->sidecar(&r.instance.host, ".xmf", "new"), YEE_OK);
    yee_files_close(r.files);
    r.files = NULL;
    expect_text("a.h5", "old");
    expect_text("a_rx.xmf", "old too");
    ck_assert_int_ne(access(rig_path(&r, "a.h5.new"), F_OK), 0);
    ck_assert_int_ne(access(rig_path(&r, "a_rx.vtkhdf"), F_OK), 0);
}
END_TEST

START_TEST(a_sidecar_may_be_written_again_by_the_same_run)
{
    rig_files(&r, "a.h5", false);
    ck_assert_int_eq(rec->sidecar(&r.instance.host, ".xmf", "one"), YEE_OK);
    ck_assert_int_eq(yee_files_flush(r.files), YEE_OK);
    expect_text("a_rx.xmf", "one");
    ck_assert_int_eq(rec->sidecar(&r.instance.host, ".xmf", "two"), YEE_OK);
    expect_text("a_rx.xmf", "two");
}
END_TEST

START_TEST(an_own_file_replaces_another_with_force_only_and_once_the_run_has_begun)
{
    put_text("a_rx.csv", "precious");
    rig_files(&r, "a.h5", false);
    ck_assert_ptr_null(rec->path_for(&r.instance.host, ".csv"));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "a_rx.csv: it exists"));
    yee_diag_clear(&r.diag);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    expect_text("a_rx.csv", "precious");
    for (int begins = 0; begins < 2; begins++) {
        rig_files(&r, "a.h5", true);
        const char *path = rec->path_for(&r.instance.host, ".csv");
        ck_assert_str_eq(path, rig_path(&r, "a_rx.csv"));
        ck_assert_ptr_eq(rec->path_for(&r.instance.host, ".csv"), path);
        put_text("a_rx.csv", "new");
        expect_text("a_rx.csv.old", "precious");
        if (begins)
            ck_assert_int_eq(yee_files_flush(r.files), YEE_OK);
        char *written = yee_files_list(r.files);
        ck_assert_ptr_nonnull(strstr(written, "a_rx.csv\n"));
        free(written);
        yee_files_close(r.files);
        r.files = NULL;
        expect_text("a_rx.csv", begins ? "new" : "precious");
        ck_assert_int_ne(access(rig_path(&r, "a_rx.csv.old"), F_OK), 0);
    }
}
END_TEST

START_TEST(an_own_file_of_a_run_that_does_not_begin_goes)
{
    rig_files(&r, "a.h5", false);
    ck_assert_ptr_nonnull(rec->path_for(&r.instance.host, ".csv"));
    put_text("a_rx.csv", "new");
    yee_files_close(r.files);
    r.files = NULL;
    ck_assert_int_ne(access(rig_path(&r, "a_rx.csv"), F_OK), 0);
}
END_TEST

START_TEST(a_file_of_the_runs_own_name_has_no_instance_in_it)
{
    rig_files(&r, "a.h5", false);
    ck_assert_str_eq(rec->path_of_run(&r.instance.host, ".out"), rig_path(&r, "a.out"));
    const char *name = r.instance.host.instance;
    r.instance.host.instance = "another";
    ck_assert_ptr_null(rec->path_of_run(&r.instance.host, ".out"));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "a.out in two ways"));
    r.instance.host.instance = name;
    yee_diag_clear(&r.diag);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    put_text("a.out", "precious");
    rig_files(&r, "a.h5", false);
    ck_assert_ptr_null(rec->path_of_run(&r.instance.host, ".out"));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "a.out: it exists"));
    yee_diag_clear(&r.diag);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
}
END_TEST

START_TEST(an_own_file_must_be_there_at_a_restart_and_stays)
{
    rig_files(&r, "a.h5", false);
    ck_assert_int_eq(yee_files_resume(r.files, ""), YEE_OK);
    ck_assert_ptr_null(rec->path_for(&r.instance.host, ".csv"));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "cannot go on with"));
    yee_diag_clear(&r.diag);
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    put_text("a_rx.csv", "rows");
    rig_files(&r, "a.h5", false);
    ck_assert_int_eq(yee_files_resume(r.files, ""), YEE_OK);
    ck_assert_ptr_nonnull(rec->path_for(&r.instance.host, ".csv"));
    expect_text("a_rx.csv", "rows");
    ck_assert_int_eq(rig_close_files(&r), YEE_OK);
    expect_text("a_rx.csv", "rows");
}
END_TEST

START_TEST(a_file_has_one_owner)
{
    rig_files(&r, "a.h5", false);
    ck_assert_ptr_nonnull(rec->file(&r.instance.host, ".h5"));
    ck_assert_ptr_null(rec->path_for(&r.instance.host, ".h5"));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "a_rx.h5 in two ways"));
    yee_diag_clear(&r.diag);
    ck_assert_ptr_nonnull(rec->path_for(&r.instance.host, ".xmf"));
    ck_assert_int_ne(rec->sidecar(&r.instance.host, ".xmf", "text"), YEE_OK);
}
END_TEST

START_TEST(a_missing_folder_and_a_long_name_are_sentences)
{
    char name[400];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    rig_files(&r, name, false);
    ck_assert_ptr_null(rec->file(&r.instance.host, NULL));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "File name too long"));
    rig_close_files(&r);
    yee_diag_clear(&r.diag);
    rig_files(&r, "none/a.h5", false);
    ck_assert_ptr_null(rec->file(&r.instance.host, NULL));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "none/a.h5: No such file or directory"));
}
END_TEST

START_TEST(hdf5_refusals_name_the_object)
{
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    ck_assert_ptr_nonnull(grow(file, "/d", 1));
    ck_assert_ptr_null(grow(file, "/d", 1));
    ck_assert_int_eq(r.diag.status, YEE_PLUGIN);
    ck_assert_ptr_nonnull(strstr(r.diag.error, "/d of "));
}
END_TEST

START_TEST(a_number_type_that_is_none_is_a_sentence)
{
    static const int64_t dims[1] = {0};
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    ck_assert_ptr_null(rec->dataset(&r.instance.host, file, "/d", (yee_number)44, 1, dims));
    ck_assert_int_eq(r.diag.status, YEE_PLUGIN);
    ck_assert_ptr_nonnull(strstr(r.diag.error, "dataset /d of the number type 44"));
    yee_diag_clear(&r.diag);
    ck_assert_int_eq(rec->numbers(&r.instance.host, file, "/", "a", (yee_number)44, 1, dims),
                     YEE_PLUGIN);
    ck_assert_ptr_nonnull(strstr(r.diag.error, "attribute a of / numbers of the type 44"));
}
END_TEST

/* A limit that stops a process from writing beyond 1 MiB stands for a full disk. */
static void limit(rlim_t bytes)
{
    struct rlimit l;
    getrlimit(RLIMIT_FSIZE, &l);
    l.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &l);
    signal(SIGXFSZ, SIG_IGN);
}

START_TEST(a_full_disk_leaves_the_file_as_it_was_flushed_last)
{
    limit(((rlim_t)1 << 20) - (rlim_t)_i * 17000); /* a write or a flush hits it */
    rig_files(&r, "a.h5", false);
    yee_file *file = rec->file(&r.instance.host, NULL);
    yee_dataset *big = grow(file, "/big", 4096), *small = grow(file, "/small", 1);
    ck_assert_ptr_nonnull(big);
    ck_assert_ptr_nonnull(small);
    double *row = calloc(4096, sizeof *row);
    int64_t rows = 0, flushed = 0;
    yee_status status = YEE_OK;
    while (!status && rows < 1000) {
        row[0] = (double)rows;
        status = rec->append(&r.instance.host, small, 1, row);
        if (!status)
            status = rec->append(&r.instance.host, big, 1, row);
        rows += !status;
        if (!status && rows % 4 == 0) {
            status = yee_files_flush(r.files);
            flushed = status ? flushed : rows;
        }
    }
    free(row);
    ck_assert_int_eq(status, YEE_IO);
    ck_assert_ptr_nonnull(strstr(r.diag.error, "a.h5: File too large"));
    ck_assert_int_gt(flushed, 8); /* 32 KiB a row: some groups of four fit in 1 MiB */
    /* later writes fail quietly, closing does no harm */
    ck_assert_int_eq(rec->append(&r.instance.host, small, 1, &(double){0}), YEE_IO);
    ck_assert_int_eq(rig_close_files(&r), YEE_IO);

    int64_t dims[8];
    const double *v = read_back("a.h5", "/big", dims);
    ck_assert_ptr_nonnull(v);
    ck_assert_int_eq(dims[0], flushed);
    for (int64_t i = 0; i < flushed; i++)
        ck_assert_double_eq(v[i * 4096], (double)i);
    v = read_back("a.h5", "/small", dims);
    ck_assert_int_eq(dims[0], flushed);
    for (int64_t i = 0; i < flushed; i++)
        ck_assert_double_eq(v[i], (double)i);
}
END_TEST

START_TEST(a_disk_that_is_full_from_the_start_leaves_no_file)
{
    limit(512);
    rig_files(&r, "a.h5", false);
    ck_assert_ptr_null(rec->file(&r.instance.host, NULL));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "File too large"));
    ck_assert_int_ne(access(rig_path(&r, "a.h5"), F_OK), 0);
}
END_TEST

START_TEST(a_full_disk_keeps_the_file_that_force_would_replace)
{
    put_text("a.h5", "old");
    limit(512);
    rig_files(&r, "a.h5", true);
    ck_assert_ptr_null(rec->file(&r.instance.host, NULL));
    expect_text("a.h5", "old");
    ck_assert_int_ne(access(rig_path(&r, "a.h5.new"), F_OK), 0);
}
END_TEST

START_TEST(a_killed_process_leaves_what_was_flushed)
{
    const char *path = rig_path(&r, "a.h5");
    const pid_t child = fork();
    if (!child) {
        rig_files(&r, "a.h5", false);
        yee_file *file = rec->file(&r.instance.host, NULL);
        yee_dataset *d = grow(file, "/d", 1);
        double v[5000] = {0};
        v[4999] = 3;
        rec->append(&r.instance.host, d, 5000, v);
        yee_files_flush(r.files);
        rec->append(&r.instance.host, d, 5000, v);
        raise(SIGKILL);
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    int64_t dims[8];
    const double *v = read_back("a.h5", "/d", dims);
    ck_assert_msg(v != NULL, "%s: %s", path, r.diag.error);
    ck_assert_int_eq(dims[0], 5000);
    ck_assert_double_eq(v[4999], 3);
}
END_TEST

START_TEST(a_missing_file_or_dataset_is_a_sentence)
{
    int64_t dims[8];
    ck_assert_ptr_null(read_back("none.h5", "/x", dims));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "none.h5: No such file or directory"));
    yee_diag_clear(&r.diag);
    rig_files(&r, "a.h5", false);
    rec->file(&r.instance.host, NULL);
    rig_close_files(&r);
    ck_assert_ptr_null(read_back("a.h5", "/x", dims));
    ck_assert_ptr_nonnull(strstr(r.diag.error, "holds no dataset /x"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("record");
    TCase *c = tcase_create("files");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, rows_read_back_as_they_were_appended);
    tcase_add_test(c, rows_longer_than_a_chunk_are_split_and_read_back);
    tcase_add_test(c, complex_numbers_come_back_as_pairs);
    tcase_add_test(c, attributes_come_back_behind_an_at);
    tcase_add_test(c, every_file_holds_its_provenance);
    tcase_add_test(c, attributes_are_replaced_by_later_ones);
    tcase_add_test(c, a_file_that_exists_is_kept_without_force);
    tcase_add_test(c, a_folder_is_never_replaced);
    tcase_add_test(c, force_replaces_a_file_and_leaves_no_other);
    tcase_add_test(c, a_run_that_does_not_begin_leaves_all_as_it_was);
    tcase_add_test(c, a_sidecar_may_be_written_again_by_the_same_run);
    tcase_add_test(c, an_own_file_replaces_another_with_force_only_and_once_the_run_has_begun);
    tcase_add_test(c, an_own_file_of_a_run_that_does_not_begin_goes);
    tcase_add_test(c, an_own_file_must_be_there_at_a_restart_and_stays);
    tcase_add_test(c, a_file_of_the_runs_own_name_has_no_instance_in_it);
    tcase_add_test(c, a_file_has_one_owner);
    tcase_add_test(c, a_missing_folder_and_a_long_name_are_sentences);
    tcase_add_test(c, hdf5_refusals_name_the_object);
    tcase_add_test(c, a_number_type_that_is_none_is_a_sentence);
    tcase_add_loop_test(c, a_full_disk_leaves_the_file_as_it_was_flushed_last, 0, 8);
    tcase_add_test(c, a_disk_that_is_full_from_the_start_leaves_no_file);
    tcase_add_test(c, a_full_disk_keeps_the_file_that_force_would_replace);
    tcase_add_test(c, a_killed_process_leaves_what_was_flushed);
    tcase_add_test(c, a_missing_file_or_dataset_is_a_sentence);
    suite_add_tcase(suite, c);
    return rig_main(suite);
}
