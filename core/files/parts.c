/* core/files/parts.c: part files, and the virtual datasets that show them as one array. */
#include "file.h"
#include "sources.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- part files ---- */

void yee_files_part(yee_files *files, const yee_parting *parting) { files->parting = parting; }

/* The end of a part file's name behind that of its output. */
static void name_part(char *text, size_t size, const yee_parting *p, int process)
{
    if (p->step >= 0)
        snprintf(text, size, ".step%lld.part%d.h5", (long long)p->step, process + 1);
    else
        snprintf(text, size, ".part%d.h5", process + 1);
}

static void name_piece(char *text, size_t size, const yee_parts *a, const yee_piece *piece)
{
    snprintf(text, size, "/array%d/%lld_%lld_%lld", a->number, (long long)piece->at[0],
             (long long)piece->at[1], (long long)piece->at[2]);
}

/* One that a run which went on after this step left belongs to nobody: the main file shows none of
 * its rows. */
static yee_file *part_file(yee_files *f, const yee_host *host, int process)
{
    char suffix[64];
    name_part(suffix, sizeof suffix, f->parting, process);
    char *path = yee_files_path_of(host, f, suffix);
    yee_file *file = f->file;
    while (path && file && strcmp(file->path, path))
        file = file->next;
    const bool again = f->parting->step >= 0;
    if (!path || file || (!again && yee_files_check_free(host, f, path))) {
        free(path);
        return path ? file : NULL;
    }
    file = yee_file_new(host, f->diag, path, f->force || again, NULL, &f->provenance);
    if (!file)
        return NULL;
    file->part = true;
    file->end = file->path + strlen(f->stem);
    file->next = f->file;
    f->file = file;
    return !again || !yee_file_settle(file) ? file : NULL;
}

yee_dataset *yee_files_piece(yee_files *f, const yee_parts *a, const yee_piece *piece)
{
    const yee_host *host = &a->output->host;
    char path[128];
    int64_t dims[4] = {a->rows};
    for (int n = 0; n < 3; n++)
        dims[1 + n] = piece->count[a->turned ? 2 - n : n];
    name_piece(path, sizeof path, a, piece);
    yee_h5_lock();
    yee_file *file = part_file(f, host, piece->process);
    yee_dataset *d = file ? yee_file_dataset(host, file, path, a->type, 4, dims) : NULL;
    yee_h5_unlock();
    return d;
}

yee_status yee_piece_append(yee_dataset *piece, int64_t count, const void *data)
{
    yee_h5_lock();
    const yee_status status = yee_file_append(NULL, piece, count, data);
    yee_h5_unlock();
    return status;
}

/* ---- what virtual datasets show ---- */

/* A box of one, rows first, and where its numbers are. grows: it has all rows from at[0] on. */
typedef struct box {
    int rank, source_rank;
    hsize_t at[8], count[8], source_at[8], source_count[8];
    bool grows;
} box;

/* The space of one side. extent: of the array, whose first axis is 0 where it grows; NULL: that of
 * the box. */
static hid_t space_of(int rank, const hsize_t *at, const hsize_t *count, const hsize_t *extent,
                      bool grows)
{
    hsize_t dims[8], most[8], times[8], block[8];
    for (int i = 0; i < rank; i++) {
        dims[i] = most[i] = extent ? extent[i] : at[i] + count[i];
        block[i] = count[i];
        times[i] = 1;
    }
    if (!extent || !extent[0]) {
        dims[0] = at[0] + (grows ? 1 : count[0]);
        most[0] = H5S_UNLIMITED;
    }
    if (grows) {
        block[0] = 1;
        times[0] = H5S_UNLIMITED;
    }
    const hid_t space = H5Screate_simple(rank, dims, most);
    if (space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, times, block) < 0) {
        H5Sclose(space);
        return -1;
    }
    return space;
}

static bool map(hid_t list, const box *b, const hsize_t *extent, const char *file,
                const char *path)
{
    const hid_t here = space_of(b->rank, b->at, b->count, extent, b->grows);
    const hid_t there = space_of(b->source_rank, b->source_at, b->source_count, NULL, b->grows);
    const bool ok = yee_h5_ok(here) && yee_h5_ok(there) &&
                    yee_h5_ok(H5Pset_virtual(list, here, file, path, there));
    yee_h5_close(there);
    yee_h5_close(here);
    return ok;
}

/* The box that a mapping selects in one of its two spaces, which is closed. */
static bool selected(hid_t space, int *rank, hsize_t *at, hsize_t *count, bool *grows)
{
    hsize_t stride[8], blocks[8], block[8];
    *rank = H5Sget_simple_extent_ndims(space);
    bool ok = *rank > 0 && *rank <= 8 &&
              H5Sget_regular_hyperslab(space, at, stride, blocks, block) >= 0;
    *grows = ok && (blocks[0] == H5S_UNLIMITED || block[0] == H5S_UNLIMITED);
    for (int i = 0; i < *rank && ok; i++)
        count[i] = i == 0 && *grows ? 0 : blocks[i] * block[i];
    yee_h5_close(space);
    return ok;
}

/* Takes over what the virtual dataset at the path shows of the first rows. */
static bool keep_rows(hid_t file, const char *path, hsize_t rows, const hsize_t *extent,
                      hid_t list)
{
    char from[1024], name[1024];
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    const hid_t old = set < 0 ? -1 : H5Dget_create_plist(set);
    size_t count = 0;
    bool ok = old >= 0 && H5Pget_virtual_count(old, &count) >= 0;
    for (size_t n = 0; n < count && ok; n++) {
        box b;
        bool grows;
        ok = H5Pget_virtual_filename(old, n, from, sizeof from) >= 0 &&
             H5Pget_virtual_dsetname(old, n, name, sizeof name) >= 0 &&
             selected(H5Pget_virtual_vspace(old, n), &b.rank, b.at, b.count, &grows) &&
             selected(H5Pget_virtual_srcspace(old, n), &b.source_rank, b.source_at,
                      b.source_count, &b.grows);
        if (!ok || b.at[0] >= rows)
            continue;
        if (grows || b.at[0] + b.count[0] > rows)
            b.count[0] = rows - b.at[0];
        b.source_count[0] = b.count[0];
        b.grows = false;
        ok = map(list, &b, extent, from, name);
    }
    yee_h5_close(old);
    yee_h5_close(set);
    return ok;
}

static bool is_virtual(hid_t file, const char *path)
{
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    const bool it_is = yee_h5_is_virtual(set);
    yee_h5_close(set);
    return it_is;
}

/* Where rows from a first one on are that this file has itself, beside those of other files. */
static bool own_rows(char *text, size_t size, hsize_t first, const char *path)
{
    return snprintf(text, size, "/rows/from%llu%s", (unsigned long long)first, path) <
           (int)size;
}

/* No number is what is missing. */
static hid_t virtual_list(hid_t type)
{
    static const double none[2] = {(double)NAN, (double)NAN};
    static const float single = (float)NAN;
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    const bool floats = H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) == sizeof single;
    const bool whole = H5Tget_class(type) == H5T_INTEGER;
    if (list >= 0 && !whole &&
        H5Pset_fill_value(list, type, floats ? (const void *)&single : none) < 0) {
        H5Pclose(list);
        return -1;
    }
    return list;
}

static bool make_virtual(const yee_dataset *d, hid_t list, hsize_t rows)
{
    hsize_t dims[8], most[8];
    memcpy(dims, d->dims, sizeof dims);
    memcpy(most, d->dims, sizeof most);
    if (d->chunk_bytes) {
        dims[0] = rows;
        most[0] = H5S_UNLIMITED;
    }
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    const hid_t space = H5Screate_simple(d->rank, dims, most);
    if (links >= 0)
        H5Pset_create_intermediate_group(links, 1);
    const hid_t set =
        H5Dcreate2(d->file->id, d->path, d->type, space, links, list, H5P_DEFAULT);
    const bool ok = yee_h5_ok(set);
    yee_h5_close(set);
    yee_h5_close(space);
    yee_h5_close(links);
    return ok;
}

static bool move(hid_t file, const char *from, const char *to)
{
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    if (yee_h5_exists(file, to))
        H5Ldelete(file, to, H5P_DEFAULT);
    const bool ok = yee_h5_ok(H5Lmove(file, from, file, to, links, H5P_DEFAULT));
    yee_h5_close(links);
    return ok;
}

/* A dataset that is at the path already goes from there, and its rows come into the list. */
static bool take_rows(const yee_dataset *d, hid_t list)
{
    char own[512];
    const hid_t file = d->file->id;
    const bool there = yee_h5_exists(file, d->path);
    if (!there || !d->before)
        return !there || yee_h5_ok(H5Ldelete(file, d->path, H5P_DEFAULT));
    if (is_virtual(file, d->path))
        return keep_rows(file, d->path, d->before, d->dims, list) &&
               yee_h5_ok(H5Ldelete(file, d->path, H5P_DEFAULT));
    box b = {.rank = d->rank, .source_rank = d->rank};
    memcpy(b.count, d->dims, sizeof b.count);
    b.count[0] = d->before;
    memcpy(b.source_count, b.count, sizeof b.count);
    return own_rows(own, sizeof own, 0, d->path) && move(file, d->path, own) &&
           map(list, &b, d->dims, ".", own);
}

/* ---- joined ---- */

/* Which axes of the box the array has, those of one point or all; false: it is of another shape. */
static bool fit(const yee_parts *a, int rank, const int64_t *dims, bool has[3])
{
    int n = 1;
    for (int i = 0; i < 3; i++) {
        const int axis = a->turned ? 2 - i : i;
        has[axis] = rank == 4 || a->whole[axis] > 1;
        if (has[axis] && (n >= rank || dims[n++] != a->whole[axis]))
            return false;
    }
    return n == rank && dims[0] == a->rows;
}

/* All pieces, from the row on. */
static bool map_pieces(const yee_files *f, const yee_parts *a, const yee_dataset *d,
                       const bool has[3], hid_t list)
{
    bool ok = true;
    for (int64_t n = 0; n < a->pieces && ok; n++) {
        const yee_piece *p = &a->piece[n];
        const hsize_t rows = (hsize_t)a->rows;
        box b = {.rank = 1, .source_rank = 4, .grows = !a->rows};
        char suffix[64], path[128], name[1024];
        b.at[0] = d->before;
        b.count[0] = b.source_count[0] = rows;
        for (int i = 0; i < 3; i++) {
            const int axis = a->turned ? 2 - i : i;
            b.source_count[1 + i] = (hsize_t)p->count[axis];
            if (!has[axis])
                continue;
            b.at[b.rank] = (hsize_t)p->at[axis];
            b.count[b.rank++] = (hsize_t)p->count[axis];
        }
        name_part(suffix, sizeof suffix, f->parting, p->process);
        name_piece(path, sizeof path, a, p);
        char *file = yee_files_path_of(&a->output->host, f, suffix);
        const char *slash = file ? strrchr(file, '/') : NULL;
        ok = file && yee_h5_source_name(name, sizeof name, slash ? slash + 1 : file) &&
             map(list, &b, d->dims, name, path);
        free(file);
    }
    return ok;
}

static const yee_parts *find(const yee_files *f, const yee_host *host, int array)
{
    const yee_parting *p = f->parting;
    for (int64_t n = 0; p && n < p->arrays; n++)
        if (&p->array[n].output->host == host && p->array[n].number == array)
            return &p->array[n];
    return NULL;
}

/* Makes the virtual dataset d, which is in no list yet, of the pieces of a, or where that is NULL of
 * rows in this file. */
static bool join(const yee_host *host, const yee_files *f, const yee_parts *a, yee_dataset *d,
                 const char *own)
{
    bool has[3];
    int64_t dims[8];
    for (int i = 0; i < d->rank; i++)
        dims[i] = (int64_t)d->dims[i];
    if (a && !fit(a, d->rank, dims, has)) {
        host->fail(host, YEE_PLUGIN, "joins the array %d into %s, which has another shape",
                   a->number, d->path);
        return false;
    }
    const hid_t list = virtual_list(d->type);
    box b = {.rank = d->rank, .source_rank = d->rank, .grows = true};
    memcpy(b.count, d->dims, sizeof b.count);
    memcpy(b.source_count, b.count, sizeof b.count);
    b.at[0] = d->before;
    const bool ok = yee_h5_ok(list) && take_rows(d, list) &&
                    (a ? map_pieces(f, a, d, has, list) : map(list, &b, d->dims, ".", own)) &&
                    make_virtual(d, list, d->before);
    yee_h5_close(list);
    if (!ok)
        yee_file_fail(host, d->file, d->path);
    return ok;
}

/* Rows go on in this file, behind those that a virtual dataset d shows. */
static yee_dataset *go_on_here(const yee_host *host, yee_file *file, yee_dataset *d,
                               yee_number type)
{
    char own[512];
    int64_t dims[8] = {0};
    for (int i = 1; i < d->rank; i++)
        dims[i] = (int64_t)d->dims[i];
    if (!own_rows(own, sizeof own, d->before, d->path) ||
        (yee_h5_exists(file->id, own) && H5Ldelete(file->id, own, H5P_DEFAULT) < 0) ||
        !join(host, yee_files_of(host), NULL, d, own))
        return NULL;
    yee_dataset *rows = yee_file_dataset(host, file, own, type, d->rank, dims);
    if (rows) { /* checkpoints know it by the array's path */
        char *path = rows->path;
        rows->path = d->path;
        d->path = path;
        rows->before = d->before;
    }
    return rows;
}

/* A dataset at the path, as one of an earlier run that goes on has it; NULL: no memory. */
static yee_dataset *array_new(yee_file *file, const char *path, yee_number type, int rank,
                              const int64_t *dims)
{
    yee_dataset *d = yee_dataset_new(file, path, type, rank, dims);
    if (d && !dims[0]) {
        d->chunk_bytes = 1; /* it grows */
        d->before = yee_dataset_good_rows(d);
    }
    return d;
}

yee_dataset *yee_file_joined(const yee_host *host, yee_file *file, const char *path,
                             yee_number type, int rank, const int64_t *dims, int array)
{
    const yee_files *f = yee_files_of(host);
    const yee_parts *a = f ? find(f, host, array) : NULL;
    const bool valid = path && dims && rank >= 1 && rank <= 4 && !file->broken;
    const bool before =
        valid && file->rows && yee_h5_exists(file->id, path) && is_virtual(file->id, path);
    if (!f || !valid || (!a && !before))
        return f ? yee_file_dataset(host, file, path, type, rank, dims) : NULL;
    yee_dataset *d = array_new(file, path, type, rank, dims), *made = NULL;
    if (!d) {
        host->fail(host, YEE_MEMORY, "no memory for the dataset %s", path);
        return NULL;
    }
    if (!a && dims[0]) { /* numbers that come once, and go into this file now */
        if (yee_h5_ok(H5Ldelete(file->id, path, H5P_DEFAULT)))
            made = yee_file_dataset(host, file, path, type, rank, dims);
    } else if (!a) {
        made = go_on_here(host, file, d, type);
    } else if (join(host, f, a, d, NULL)) {
        d->parted = true;
        d->next = file->dataset;
        file->dataset = d;
        return d;
    }
    yee_dataset_free(d);
    return made;
}
