/* core/files/dataset.c: groups, growing datasets and attributes of an output file. */
#include "file.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_SMALL ((size_t)16 << 10) /* bytes: rows are gathered up to here, */
#define CHUNK_LARGE ((size_t)1 << 20)  /* and split above */

static bool is_number(yee_number number) { return (unsigned)number <= YEE_NUMBER_C128; }

static hid_t number_type(yee_number number)
{
    switch (number) {
    case YEE_NUMBER_F32:
        return H5Tcopy(H5T_NATIVE_FLOAT);
    case YEE_NUMBER_F64:
        return H5Tcopy(H5T_NATIVE_DOUBLE);
    case YEE_NUMBER_I64:
        return H5Tcopy(H5T_NATIVE_INT64);
    case YEE_NUMBER_I32:
        return H5Tcopy(H5T_NATIVE_INT32);
    case YEE_NUMBER_U8:
        return H5Tcopy(H5T_NATIVE_UINT8);
    case YEE_NUMBER_C128:
        return yee_h5_complex_type();
    }
    return -1;
}

static hid_t link_list(void)
{
    const hid_t list = H5Pcreate(H5P_LINK_CREATE);
    if (list >= 0)
        H5Pset_create_intermediate_group(list, 1);
    return list;
}

/* A post-processing step keeps to its own group. */
static yee_status check_within(const yee_host *host, const yee_file *file, const char *path)
{
    const size_t length = file->within ? strlen(file->within) : 0;
    if (!length || !host ||
        (!strncmp(path, file->within, length) && (!path[length] || path[length] == '/')))
        return YEE_OK;
    return host->fail(host, YEE_PLUGIN, "writes to %s; all its results lie in %s", path,
                      file->within);
}

yee_status yee_file_group(const yee_host *host, yee_file *file, const char *path)
{
    if (file->broken)
        return YEE_IO;
    if (check_within(host, file, path))
        return YEE_PLUGIN;
    if (H5Lexists(file->id, path, H5P_DEFAULT) > 0)
        return YEE_OK;
    const hid_t list = link_list();
    const hid_t group = H5Gcreate2(file->id, path, list, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = yee_h5_ok(group);
    if (ok)
        H5Gclose(group);
    yee_h5_close(list);
    return ok ? YEE_OK : yee_file_fail(host, file, path);
}

/* Chunks of 16 KiB to 1 MiB: short rows are gathered, long ones are split from the first inner
 * axis on. */
hid_t yee_dataset_chunks(const yee_dataset *d, size_t number_bytes, size_t *chunk_bytes)
{
    hsize_t chunk[8];
    size_t bytes = d->row_bytes;
    memcpy(chunk, d->dims, sizeof chunk);
    chunk[0] = bytes < CHUNK_SMALL ? CHUNK_SMALL / bytes : 1;
    for (int i = 1; i < d->rank && bytes > CHUNK_LARGE; i++) {
        const size_t inner = bytes / chunk[i];
        chunk[i] = inner < CHUNK_LARGE ? CHUNK_LARGE / inner : 1;
        bytes = inner * chunk[i];
    }
    *chunk_bytes = number_bytes;
    for (int i = 0; i < d->rank; i++)
        *chunk_bytes *= chunk[i];
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    if (list >= 0 && (H5Pset_chunk(list, d->rank, chunk) < 0 ||
                      H5Pset_fill_time(list, H5D_FILL_TIME_ALLOC) < 0)) {
        H5Pclose(list);
        return -1;
    }
    return list;
}

void yee_dataset_free(yee_dataset *d)
{
    if (d->id >= 0)
        H5Dclose(d->id);
    yee_h5_close(d->type);
    free(d->path);
    free(d);
}

yee_dataset *yee_dataset_new(yee_file *file, const char *path, yee_number type, int rank,
                             const int64_t *dims)
{
    yee_dataset *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->id = -1;
    d->file = file;
    d->path = strdup(path);
    d->type = number_type(type);
    d->rank = rank;
    d->row_bytes = d->type < 0 ? 0 : H5Tget_size(d->type);
    for (int i = 0; i < rank; i++) {
        d->dims[i] = (hsize_t)dims[i];
        d->row_bytes *= i ? d->dims[i] : 1;
    }
    if (!d->path || !d->row_bytes) {
        yee_dataset_free(d);
        return NULL;
    }
    return d;
}

hsize_t yee_dataset_good_rows(const yee_dataset *d)
{
    const size_t end = strlen(d->file->end), path = strlen(d->path);
    for (const char *line = d->file->rows; line && *line;
         line = strchr(line, '\n'), line = line ? line + 1 : NULL)
        if (!strncmp(line, d->file->end, end) && line[end] == ' ' &&
            !strncmp(line + end + 1, d->path, path) && line[end + 1 + path] == ' ')
            return strtoull(line + end + 1 + path, NULL, 10);
    return 0;
}

/* Takes a dataset of an earlier run over, if it is what would be made now. */
static bool reopen(const yee_host *host, yee_dataset *d, bool grows)
{
    hsize_t dims[8] = {0}, chunk[8];
    d->id = H5Dopen2(d->file->id, d->path, H5P_DEFAULT);
    const hid_t space = d->id < 0 ? -1 : H5Dget_space(d->id);
    const hid_t type = d->id < 0 ? -1 : H5Dget_type(d->id);
    const hid_t list = d->id < 0 ? -1 : H5Dget_create_plist(d->id);
    bool same = type >= 0 && H5Tequal(type, d->type) > 0 &&
                H5Sget_simple_extent_ndims(space) == d->rank &&
                H5Sget_simple_extent_dims(space, dims, NULL) >= 0 &&
                (H5Pget_layout(list) == H5D_CHUNKED) == grows;
    for (int i = grows; same && i < d->rank; i++)
        same = dims[i] == d->dims[i];
    if (same && grows) {
        same = H5Pget_chunk(list, d->rank, chunk) == d->rank;
        d->chunk_bytes = H5Tget_size(d->type);
        for (int i = 0; same && i < d->rank; i++)
            d->chunk_bytes *= chunk[i];
        d->extent = dims[0];
        d->dims[0] = yee_dataset_good_rows(d);
    }
    yee_h5_close(list);
    yee_h5_close(type);
    yee_h5_close(space);
    if (same && d->dims[0] <= dims[0])
        return true;
    if (same)
        host->fail(host, YEE_IO,
                   "cannot go on with %s: %s has %llu rows, the checkpoint %llu; the file is "
                   "not of that run",
                   d->file->path, d->path, (unsigned long long)dims[0],
                   (unsigned long long)d->dims[0]);
    else
        host->fail(host, YEE_IO, "cannot go on with %s: %s has another shape or type",
                   d->file->path, d->path);
    return false;
}

bool yee_dataset_trim(yee_dataset *d)
{
    if (d->extent <= d->dims[0])
        return true;
    d->extent = d->dims[0];
    return yee_h5_ok(H5Dset_extent(d->id, d->dims));
}

/* A probe of each of two users may record one port, an included antenna's and that around it. */
static yee_status check_first(const yee_host *host, const yee_file *file, const char *path)
{
    for (const yee_dataset *d = file->dataset; d; d = d->next)
        if (d->by && d->by != host && !strcmp(d->path, path))
            return host->fail(host, YEE_INPUT,
                              "records %s, which '%s' does already; leave one of the two out",
                              path, d->by->instance);
    return YEE_OK;
}

yee_dataset *yee_file_dataset(const yee_host *host, yee_file *file, const char *path,
                              yee_number type, int rank, const int64_t *dims)
{
    if (file->broken)
        return NULL;
    bool valid = path && dims && rank >= 1 && rank <= 8;
    for (int i = 0; valid && i < rank; i++)
        valid = dims[i] >= (i > 0);
    if (!valid) {
        host->fail(host, YEE_PLUGIN, "asks for a dataset %s whose shape is empty",
                   path ? path : "without a path");
        return NULL;
    }
    if (check_within(host, file, path) || check_first(host, file, path))
        return NULL;
    if (!is_number(type)) {
        host->fail(
            host, YEE_PLUGIN,
            "asks for a dataset %s of the number type %d; 0 (f32) to %d (c128) are right", path,
            (int)type, YEE_NUMBER_C128);
        return NULL;
    }
    yee_dataset *d = yee_dataset_new(file, path, type, rank, dims);
    if (!d) {
        host->fail(host, YEE_MEMORY, "no memory for the dataset %s", path);
        return NULL;
    }
    const bool grows = !dims[0];
    if (file->rows && H5Lexists(file->id, path, H5P_DEFAULT) > 0) {
        if (reopen(host, d, grows))
            goto done;
        yee_dataset_free(d);
        return NULL;
    }
    hsize_t most[8];
    memcpy(most, d->dims, sizeof most);
    if (grows)
        most[0] = H5S_UNLIMITED;
    const hid_t links = link_list(), space = H5Screate_simple(rank, d->dims, most);
    const hid_t list = grows ? yee_dataset_chunks(d, H5Tget_size(d->type), &d->chunk_bytes)
                             : H5Pcreate(H5P_DATASET_CREATE);
    d->id = H5Dcreate2(file->id, path, d->type, space, links, list, H5P_DEFAULT);
    const bool ok = yee_h5_ok(d->id);
    yee_h5_close(list);
    yee_h5_close(space);
    yee_h5_close(links);
    if (!ok) {
        yee_dataset_free(d);
        yee_file_fail(host, file, path);
        return NULL;
    }
done:
    d->by = host;
    d->next = file->dataset;
    file->dataset = d;
    return d;
}

static bool write_rows(yee_dataset *d, hsize_t first, hsize_t count, const void *data)
{
    hsize_t start[8] = {first}, size[8];
    memcpy(size, d->dims, sizeof size);
    size[0] = count;
    const hid_t file_space = H5Dget_space(d->id);
    const hid_t memory = H5Screate_simple(d->rank, size, NULL);
    bool ok =
        yee_h5_ok(file_space) && yee_h5_ok(memory) &&
        yee_h5_ok(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, size, NULL)) &&
        yee_h5_ok(H5Dwrite(d->id, d->type, memory, file_space, H5P_DEFAULT, data));
    yee_h5_close(memory);
    yee_h5_close(file_space);
    return ok;
}

yee_status yee_file_append(const yee_host *host, yee_dataset *d, int64_t count,
                           const void *data)
{
    if (d->file->broken)
        return YEE_IO;
    const bool grows = d->chunk_bytes > 0;
    if (count < 0 || (!grows && (hsize_t)count != d->dims[0]))
        return host->fail(host, YEE_PLUGIN, "gives %lld rows to %s, which takes %lld",
                          (long long)count, d->path, (long long)d->dims[0]);
    if (d->parted) {
        d->dims[0] += grows ? (hsize_t)count : 0;
        return YEE_OK;
    }
    if (count && !data)
        return host->fail(host, YEE_PLUGIN, "gives %lld rows of nothing to %s",
                          (long long)count, d->path);
    if (!count)
        return YEE_OK;
    const hsize_t first = grows ? d->dims[0] : 0;
    if (grows)
        d->dims[0] += (hsize_t)count;
    if (grows && d->dims[0] > d->extent) {
        if (!yee_h5_ok(H5Dset_extent(d->id, d->dims)))
            return yee_file_fail(host, d->file, d->path);
        d->extent = d->dims[0];
    }
    d->fresh += (size_t)count * d->row_bytes;
    return write_rows(d, first, (hsize_t)count, data) ? YEE_OK
                                                      : yee_file_fail(host, d->file, d->path);
}

/* The attribute of a name, where it has room for these numbers already;
 * else it is taken away. */
static hid_t attribute_there(hid_t object, const char *name, hid_t type, hid_t space)
{
    if (H5Aexists(object, name) <= 0)
        return -1;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    const hid_t old_type = H5Aget_type(attribute), old_space = H5Aget_space(attribute);
    const bool fits = H5Tequal(old_type, type) > 0 && H5Sextent_equal(old_space, space) > 0;
    yee_h5_close(old_space);
    yee_h5_close(old_type);
    if (fits)
        return attribute;
    H5Aclose(attribute);
    H5Adelete(object, name);
    return -1;
}

/* An attribute that exists is written over. */
static yee_status put_attribute(const yee_host *host, yee_file *file, const char *path,
                                const char *name, hid_t type, int64_t count, const void *values)
{
    if (file->broken)
        return YEE_IO;
    if (check_within(host, file, path))
        return YEE_PLUGIN;
    const hsize_t n = (hsize_t)count;
    bool ok = false;
    hid_t attribute = -1;
    const hid_t space = count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &n, NULL);
    const hid_t object = H5Oopen(file->id, path, H5P_DEFAULT);
    if (!yee_h5_ok(space) || !yee_h5_ok(object))
        goto done;
    attribute = attribute_there(object, name, type, space);
    if (attribute < 0)
        attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ok = yee_h5_ok(attribute) && yee_h5_ok(H5Awrite(attribute, type, values));
done:
    if (attribute >= 0)
        H5Aclose(attribute);
    if (object >= 0)
        H5Oclose(object);
    yee_h5_close(space);
    return ok ? YEE_OK : yee_file_fail(host, file, path);
}

yee_status yee_file_text(const yee_host *host, yee_file *file, const char *path,
                         const char *name, const char *value)
{
    const hid_t type = yee_h5_text_type(value);
    const yee_status status = put_attribute(host, file, path, name, type, 1, value);
    yee_h5_close(type);
    return status;
}

yee_status yee_file_numbers(const yee_host *host, yee_file *file, const char *path,
                            const char *name, yee_number number, int64_t count,
                            const void *values)
{
    if (count < 1)
        return host->fail(host, YEE_PLUGIN, "gives the attribute %s of %s no number", name,
                          path);
    if (!is_number(number))
        return host->fail(host, YEE_PLUGIN,
                          "gives the attribute %s of %s numbers of the type %d; 0 (f32) to %d "
                          "(c128) are right",
                          name, path, (int)number, YEE_NUMBER_C128);
    const hid_t type = number_type(number);
    const yee_status status = put_attribute(host, file, path, name, type, count, values);
    yee_h5_close(type);
    return status;
}
