/* core/files/whole.c: copies a file object by object, and of virtual datasets what they show. */
#include "whole.h"
#include "driver.h"
#include "file.h"
#include "results.h"
#include "sources.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLAB ((hsize_t)32 << 20) /* bytes in memory at once, but for one row of an inner axis */
#define FLUSH ((size_t)256 << 20)
#define DONE "gathered" /* attribute of a dataset: rows that are whole */
#define OF "gathering"  /* attribute of the file: what it is made of */

typedef struct job {
    yee_diag *diag;
    const char *path, *aside;
    hid_t from, to;
    size_t pending; /* bytes since the last flush */
    char *names, *stamps;
    size_t names_size, stamps_size;
    FILE *list, *stamp;
    char why[1500]; /* not empty: a sentence */
} job;

/* ---- what it is made of ---- */

static void stamp_file(job *j, const char *path)
{
    struct stat st;
    if (!stat(path, &st))
        fprintf(j->stamp, "%s %lld %lld.%09ld\n", path, (long long)st.st_size,
                (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

static bool note_source(void *user, const char *path, const char *set)
{
    job *j = user;
    char line[2100];
    (void)set;
    fflush(j->list);
    snprintf(line, sizeof line, "%s\n", path);
    if (!strstr(j->names, line)) {
        fputs(line, j->list);
        stamp_file(j, path);
    }
    return true;
}

static bool note_sources(job *j, const yee_items *items)
{
    bool ok = true;
    for (size_t n = 0; n < items->count && ok; n++) {
        const hid_t set =
            items->v[n].dataset ? H5Dopen2(j->from, items->v[n].path, H5P_DEFAULT) : -1;
        if (set >= 0 && yee_h5_is_virtual(set))
            ok = yee_h5_has_sources(set, j->why, sizeof j->why) &&
                 yee_h5_each_source(set, note_source, j);
        yee_h5_close(set);
    }
    if (ok)
        j->why[0] = 0;
    stamp_file(j, j->path);
    fflush(j->list);
    fflush(j->stamp);
    return ok;
}

/* ---- copies ---- */

static herr_t copy_attribute(hid_t from, const char *name, const H5A_info_t *info, void *user)
{
    const hid_t to = *(const hid_t *)user, a = H5Aopen(from, name, H5P_DEFAULT);
    const hid_t type = H5Aget_type(a), space = H5Aget_space(a);
    void *bytes = calloc(1, (size_t)info->data_size + 1);
    if (H5Aexists(to, name) > 0)
        H5Adelete(to, name);
    const hid_t b = H5Acreate2(to, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = bytes && yee_h5_ok(b) && yee_h5_ok(H5Aread(a, type, bytes)) &&
                    yee_h5_ok(H5Awrite(b, type, bytes));
    if (bytes)
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, bytes); /* what the read allocated */
    free(bytes);
    yee_h5_close(b);
    yee_h5_close(space);
    yee_h5_close(type);
    yee_h5_close(a);
    return ok ? 0 : -1;
}

static bool copy_attributes(hid_t from, hid_t to)
{
    hsize_t at = 0;
    return yee_h5_ok(H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_INC, &at, copy_attribute, &to));
}

static bool flush(job *j)
{
    const bool ok = yee_h5_flush(j->to, j->pending);
    j->pending = 0;
    return ok;
}

static int64_t rows_done(hid_t set)
{
    int64_t rows = 0;
    const hid_t a = H5Aexists(set, DONE) > 0 ? H5Aopen(set, DONE, H5P_DEFAULT) : -1;
    if (a >= 0 && H5Aread(a, H5T_NATIVE_INT64, &rows) < 0)
        rows = 0;
    yee_h5_close(a);
    return rows;
}

static bool say_rows(hid_t set, int64_t rows)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t a = H5Aexists(set, DONE) > 0 ? H5Aopen(set, DONE, H5P_DEFAULT)
                                             : H5Acreate2(set, DONE, H5T_NATIVE_INT64, space,
                                                          H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = yee_h5_ok(a) && yee_h5_ok(H5Awrite(a, H5T_NATIVE_INT64, &rows));
    yee_h5_close(a);
    yee_h5_close(space);
    return ok;
}

/* A row of a virtual dataset, piece by piece along its next axis. */
static bool copy_row(job *j, hid_t from, hid_t to, hid_t type, int rank, const hsize_t *dims,
                     hsize_t row)
{
    hsize_t at[8] = {row}, count[8], inner = H5Tget_size(type);
    memcpy(count, dims, sizeof count);
    count[0] = 1;
    for (int i = 2; i < rank; i++)
        inner *= dims[i];
    const hsize_t all = rank > 1 ? dims[1] : 1, some = inner < SLAB ? SLAB / inner : 1;
    char *bytes = malloc((size_t)((some < all ? some : all) * inner));
    bool ok = bytes != NULL;
    for (hsize_t n = 0; n < all && ok; n += some) {
        if (rank > 1) {
            at[1] = n;
            count[1] = all - n < some ? all - n : some;
        }
        const hid_t here = H5Dget_space(from), there = H5Dget_space(to);
        const hid_t memory = H5Screate_simple(rank, count, NULL);
        ok = yee_h5_ok(H5Sselect_hyperslab(here, H5S_SELECT_SET, at, NULL, count, NULL)) &&
             yee_h5_ok(H5Sselect_hyperslab(there, H5S_SELECT_SET, at, NULL, count, NULL)) &&
             yee_h5_ok(H5Dread(from, type, memory, here, H5P_DEFAULT, bytes)) &&
             yee_h5_ok(H5Dwrite(to, type, memory, there, H5P_DEFAULT, bytes));
        j->pending += (size_t)((rank > 1 ? count[1] : 1) * inner);
        yee_h5_close(memory);
        yee_h5_close(there);
        yee_h5_close(here);
    }
    free(bytes);
    return ok;
}

static bool copy_rows(job *j, hid_t from, hid_t to, hid_t type, int rank, const hsize_t *dims)
{
    bool ok = true;
    for (hsize_t row = (hsize_t)rows_done(to); row < dims[0] && ok; row++) {
        ok = copy_row(j, from, to, type, rank, dims, row);
        if (ok && (j->pending >= FLUSH || row + 1 == dims[0]))
            ok = say_rows(to, (int64_t)row + 1) && flush(j);
    }
    return ok;
}

/* A dataset as the run would have made it in one process. */
static hid_t make_set(job *j, const char *path, hid_t from, hid_t type, int rank,
                      const hsize_t *dims, const hsize_t *most)
{
    yee_dataset as = {.rank = rank, .row_bytes = H5Tget_size(type)};
    const bool grows = most[0] == H5S_UNLIMITED;
    memcpy(as.dims, dims, (size_t)rank * sizeof *dims);
    for (int i = 1; i < rank; i++)
        as.row_bytes *= dims[i];
    const hid_t space = H5Screate_simple(rank, dims, most);
    const hid_t list = grows ? yee_dataset_chunks(&as, H5Tget_size(type), &as.chunk_bytes)
                             : H5Pcreate(H5P_DATASET_CREATE);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    hid_t set = H5Dcreate2(j->to, path, type, space, links, list, H5P_DEFAULT);
    if (!yee_h5_ok(set) || !copy_attributes(from, set) || !say_rows(set, 0)) {
        yee_h5_close(set);
        set = -1;
    }
    yee_h5_close(links);
    yee_h5_close(list);
    yee_h5_close(space);
    return set;
}

static bool copy_virtual(job *j, const char *path, hid_t from)
{
    hsize_t dims[8], most[8];
    const hid_t type = H5Dget_type(from), space = H5Dget_space(from);
    const int rank = H5Sget_simple_extent_ndims(space);
    bool ok = rank > 0 && rank <= 8 && H5Sget_simple_extent_dims(space, dims, most) >= 0;
    const hid_t to = !ok ? -1
                     : yee_h5_exists(j->to, path)
                         ? H5Dopen2(j->to, path, H5P_DEFAULT)
                         : make_set(j, path, from, type, rank, dims, most);
    ok = to >= 0 && copy_rows(j, from, to, type, rank, dims);
    yee_h5_close(to);
    yee_h5_close(space);
    yee_h5_close(type);
    return ok;
}

static bool copy_group(job *j, const char *path)
{
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t from = H5Gopen2(j->from, path, H5P_DEFAULT);
    const hid_t to = yee_h5_exists(j->to, path)
                         ? H5Gopen2(j->to, path, H5P_DEFAULT)
                         : H5Gcreate2(j->to, path, links, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = from >= 0 && yee_h5_ok(to) && copy_attributes(from, to);
    yee_h5_close(to);
    yee_h5_close(from);
    yee_h5_close(links);
    return ok;
}

/* A dataset that is there is whole: it came with a flush. */
static bool copy_set(job *j, const char *path, hid_t from)
{
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const bool there = yee_h5_exists(j->to, path);
    const bool ok = there || yee_h5_ok(H5Ocopy(j->from, path, j->to, path, H5P_DEFAULT, links));
    if (!there)
        j->pending += (size_t)H5Dget_storage_size(from);
    yee_h5_close(links);
    return ok && (there || j->pending < FLUSH || flush(j));
}

static bool copy_item(job *j, const yee_item *item)
{
    if (!strcmp(item->path, "/rows") || !strncmp(item->path, "/rows/", 6))
        return true; /* virtual datasets show them */
    if (!item->dataset)
        return copy_group(j, item->path);
    const hid_t from = H5Dopen2(j->from, item->path, H5P_DEFAULT);
    const bool ok = from >= 0 && (yee_h5_is_virtual(from) ? copy_virtual(j, item->path, from)
                                                          : copy_set(j, item->path, from));
    yee_h5_close(from);
    return ok;
}

static bool drop_mark(job *j, const yee_item *item)
{
    if (!item->dataset || !yee_h5_exists(j->to, item->path) ||
        H5Aexists_by_name(j->to, item->path, DONE, H5P_DEFAULT) <= 0)
        return true;
    return yee_h5_ok(H5Adelete_by_name(j->to, item->path, DONE, H5P_DEFAULT));
}

/* ---- the new file ---- */

/* One that a call which was ended has left, of these files as they are. */
static bool go_on(job *j)
{
    char *of = access(j->aside, R_OK | W_OK) ? NULL : yee_results_text(j->aside, "/@" OF);
    const bool same = of && !strcmp(of, j->stamps);
    free(of);
    if (same)
        j->to = yee_h5_open(j->aside);
    return same && j->to >= 0;
}

static bool begin(job *j)
{
    if (go_on(j))
        return true;
    unlink(j->aside);
    j->to = yee_h5_create(j->aside);
    const hid_t type = yee_h5_text_type(j->stamps), space = H5Screate(H5S_SCALAR);
    const hid_t a =
        j->to < 0 ? -1 : H5Acreate2(j->to, OF, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok =
        j->to >= 0 && yee_h5_ok(a) && yee_h5_ok(H5Awrite(a, type, j->stamps)) && flush(j);
    yee_h5_close(a);
    yee_h5_close(space);
    yee_h5_close(type);
    return ok;
}

static bool write_all(job *j, const yee_items *items)
{
    bool ok = begin(j) && copy_group(j, "/");
    for (size_t n = 0; n < items->count && ok; n++)
        ok = copy_item(j, &items->v[n]);
    ok = ok && flush(j);
    for (size_t n = 0; n < items->count && ok; n++)
        ok = drop_mark(j, &items->v[n]);
    ok = ok && yee_h5_ok(H5Adelete(j->to, OF)) && flush(j);
    return ok;
}

/* It is on disk before it takes the place of what can still be read. */
static bool settle(const job *j)
{
    const int fd = open(j->aside, O_RDONLY | O_CLOEXEC);
    const bool ok = fd >= 0 && !fsync(fd) && !rename(j->aside, j->path);
    const int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return ok;
}

static void make(job *j)
{
    yee_items items = {0};
    j->from = H5Fopen(j->path, H5F_ACC_RDONLY, H5P_DEFAULT);
    bool ok =
        yee_h5_ok(j->from) && yee_items_list(j->from, "/", &items) && note_sources(j, &items);
    const bool needed = ok && j->names_size > 0;
    if (needed)
        ok = write_all(j, &items);
    if (!ok && !j->why[0]) {
        char why[256];
        const int error = yee_h5_why(why, sizeof why);
        snprintf(j->why, sizeof j->why, "%s%s", why,
                 error ? "; the call goes on from there once there is room" : "");
    }
    if (j->to >= 0 && !ok)
        yee_driver_cut(j->to);
    yee_h5_close(j->to);
    yee_h5_close(j->from);
    yee_items_free(&items);
    if (ok && needed && !settle(j))
        snprintf(j->why, sizeof j->why, "%s", strerror(errno));
}

yee_status yee_whole_make(yee_diag *diag, const char *path, char **parts)
{
    job j = {.diag = diag, .path = path, .from = -1, .to = -1};
    char *aside = malloc(strlen(path) + sizeof ".gathering");
    *parts = NULL;
    j.list = open_memstream(&j.names, &j.names_size);
    j.stamp = open_memstream(&j.stamps, &j.stamps_size);
    if (aside && j.list && j.stamp) {
        fflush(j.list);
        sprintf(aside, "%s.gathering", path);
        j.aside = aside;
        yee_h5_lock();
        make(&j);
        yee_h5_unlock();
    } else {
        snprintf(j.why, sizeof j.why, "no memory");
    }
    if (j.list)
        fclose(j.list);
    if (j.stamp)
        fclose(j.stamp);
    free(j.stamps);
    free(aside);
    *parts = j.names;
    return j.why[0] ? yee_diag_fail(diag, YEE_IO, NULL, "cannot gather %s: %s", path, j.why)
                    : YEE_OK;
}
