/* tests/unit/test_driver.c: a file is read after every single write that its process may have
 * been killed behind. */
#include "files/driver.h"
#include "rig.h"
#include "short.h"
#include "suite.h"

#include <hdf5.h>

enum { WIDE = 2048, FLUSHES = 24, ROWS = 4, SETS = 2 };

static rig r;
static const yee_record *rec = &yee_record_table;
static double row[ROWS * WIDE];

static void setup(void) { rig_open(&r); }
static void teardown(void) { rig_end(&r); }

/* Rows of a chunk each, so that the trees grow past several nodes; an attribute that counts;
 * new groups and datasets at the end. The disk stops after so many writes behind the first
 * flush. Returns how many it would have taken more, -1: it stopped. */
static long write_until(long writes)
{
    yee_dataset *set[SETS];
    const yee_host *host = &r.instance.host;
    const int64_t dims[2] = {0, WIDE};
    rig_files(&r, "a.h5", true);
    yee_file *file = rec->file(host, NULL);
    for (int s = 0; s < SETS; s++) {
        char path[32];
        snprintf(path, sizeof path, "/probe/rx/set%d", s);
        set[s] = rec->dataset(host, file, path, YEE_NUMBER_F64, 2, dims);
        ck_assert_ptr_nonnull(set[s]);
    }
    int64_t count = 0;
    ck_assert_int_eq(rec->numbers(host, file, "/probe", "rows", YEE_NUMBER_I64, 1, &count),
                     YEE_OK);
    ck_assert_int_eq(yee_files_flush(r.files), YEE_OK);
    yee_driver_stop_after(writes);
    for (int f = 0; f < FLUSHES; f++) {
        for (int i = 0; i < ROWS * WIDE; i++)
            row[i] = (double)(f * ROWS + i / WIDE);
        for (int s = 0; s < SETS; s++)
            rec->append(host, set[s], ROWS, row);
        count += ROWS;
        rec->numbers(host, file, "/probe", "rows", YEE_NUMBER_I64, 1, &count);
        yee_files_flush(r.files);
    }
    for (int n = 0; n < 20; n++) {
        const int64_t one[1] = {3};
        char path[64];
        snprintf(path, sizeof path, "/flux/number_%d/a_rather_long_name_%d", n / 10, n);
        yee_dataset *d = rec->dataset(host, file, path, YEE_NUMBER_F64, 1, one);
        if (d)
            rec->append(host, d, 3, row);
    }
    rig_close_files(&r);
    return yee_driver_stop_after(-1);
}

static herr_t read_object(hid_t file, const char *path, const H5O_info_t *info, void *user)
{
    int *rows = user;
    if (info->type != H5O_TYPE_DATASET || !strncmp(path, "provenance", 10))
        return 0;
    hsize_t dims[2] = {0, 0};
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_int_ge(H5Sget_simple_extent_dims(space, dims, NULL), 1);
    double *v = malloc((size_t)H5Sget_simple_extent_npoints(space) * sizeof *v + 1);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    if (!strncmp(path, "probe", 5)) {
        for (hsize_t i = 0; i < dims[0]; i++)
            ck_assert_msg(v[i * WIDE] == (double)i && v[i * WIDE + WIDE - 1] == (double)i,
                          "row %d of %s holds %g", (int)i, path, v[i * WIDE]);
        *rows += (int)dims[0];
    }
    free(v);
    H5Sclose(space);
    H5Dclose(set);
    return 0;
}

/* The file that is left after write n, open; rows: what its objects, all of them read, have. */
static hid_t read_all(long n, int *rows)
{
    const hid_t file = H5Fopen(rig_path(&r, "a.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "unreadable after write %ld", n);
    ck_assert_msg(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, read_object, rows) >= 0,
                  "damaged after write %ld", n);
    return file;
}

START_TEST(a_process_killed_behind_any_write_leaves_a_file_that_reads)
{
    int most = 0;
    long n = 0;
    for (long left = -1; left < 0; n += short_every(41)) {
        int rows = 0;
        left = write_until(n);
        const hid_t file = read_all(n, &rows);
        H5Fclose(file);
        ck_assert_msg(rows + SETS * ROWS >= most, "write %ld lost rows", n);
        most = rows > most ? rows : most;
    }
    ck_assert_int_eq(most, SETS * ROWS * FLUSHES);
    ck_assert_int_gt(n, 10 * FLUSHES); /* metadata of every flush goes in several writes */
}
END_TEST

static const char interrupted[] =
    "interrupted after step 8 of 100; the files hold all up to there";
static const char diverged[] =
    "m.ini:4: [run] the run diverged: after step 100 Ez is 1.11e+20 V/m in cell (20, 20, 20) "
    "at "
    "(0.02, 0.02, 0.0205) m in 'vacuum', 19 cells from face z+, growing 1.854 times per step; "
    "likely cause: the time step is 1.05 of the stability limit; use courant = 0.99";

/* An interrupted run goes on and diverges; the disk stops after so many writes
 * of the second. */
static long end_twice(long writes)
{
    const yee_host *host = &r.instance.host;
    const int64_t dims[2] = {0, WIDE};
    for (int again = 0; again < 2; again++) {
        rig_files(&r, "a.h5", true);
        if (again)
            yee_files_resume(r.files, ".h5 /probe/rx/set 4\n");
        yee_driver_stop_after(again ? writes : -1);
        yee_dataset *set =
            rec->dataset(host, rec->file(host, NULL), "/probe/rx/set", YEE_NUMBER_F64, 2, dims);
        ck_assert_ptr_nonnull(set);
        if (again)
            yee_files_go_on(r.files);
        yee_files_flush(r.files);
        for (int i = 0; i < ROWS * WIDE; i++)
            row[i] = (double)(again * ROWS + i / WIDE);
        rec->append(host, set, ROWS, row);
        yee_files_flush(r.files);
        yee_files_ended(r.files, again ? 100 : 8, false, again ? diverged : interrupted, NAN);
        rig_close_files(&r);
    }
    return yee_driver_stop_after(-1);
}

/* The end that the file names: 0 none, 1 the first, 2 the second. */
static int end_of(hid_t file)
{
    char text[sizeof diverged + 1] = "";
    if (H5Aexists_by_name(file, "/provenance", "ended", H5P_DEFAULT) <= 0)
        return 0;
    const hid_t at = H5Aopen_by_name(file, "/provenance", "ended", H5P_DEFAULT, H5P_DEFAULT);
    const hid_t type = H5Aget_type(at);
    ck_assert_uint_le(H5Tget_size(type), sizeof text);
    ck_assert_int_ge(H5Aread(at, type, text), 0);
    H5Tclose(type);
    H5Aclose(at);
    ck_assert_msg(!strcmp(text, interrupted) || !strcmp(text, diverged), "it ended: %s", text);
    return strcmp(text, interrupted) ? 2 : 1;
}

START_TEST(the_end_that_a_file_tells_is_whole_or_not_there)
{
    bool seen[3] = {false, false, false};
    for (long n = 0, left = -1; left < 0; n += short_every(7)) {
        int rows = 0;
        left = end_twice(n);
        const hid_t file = read_all(n, &rows);
        ck_assert_int_ge(rows, ROWS);
        const int now = end_of(file);
        ck_assert_msg(now != 2 || rows == 2 * ROWS, "write %ld: an end before its rows", n);
        seen[now] = true;
        H5Fclose(file);
    }
    ck_assert(seen[2]);
    if (!short_on())
        ck_assert(seen[0] && seen[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("driver");
    TCase *tests = tcase_create("driver");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_process_killed_behind_any_write_leaves_a_file_that_reads);
    tcase_add_test(tests, the_end_that_a_file_tells_is_whole_or_not_there);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
