/* tests/unit/test_disk.c: a file is read after every single write that its process may have
 * been killed behind. */
#include "disk.h"
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
    yee_disk_stop_after(writes);
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
    return yee_disk_stop_after(-1);
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

START_TEST(a_process_killed_behind_any_write_leaves_a_file_that_reads)
{
    int most = 0;
    long n = 0;
    for (long left = -1; left < 0; n += short_every(41)) {
        int rows = 0;
        left = write_until(n);
        const hid_t file = H5Fopen(rig_path(&r, "a.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
        ck_assert_msg(file >= 0, "unreadable after write %ld", n);
        ck_assert_msg(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, read_object, &rows) >= 0,
                      "damaged after write %ld", n);
        H5Fclose(file);
        ck_assert_msg(rows + SETS * ROWS >= most, "write %ld lost rows", n);
        most = rows > most ? rows : most;
    }
    ck_assert_int_eq(most, SETS * ROWS * FLUSHES);
    ck_assert_int_gt(n, 10 * FLUSHES); /* metadata of every flush goes in several writes */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("disk");
    TCase *tests = tcase_create("disk");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_process_killed_behind_any_write_leaves_a_file_that_reads);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
