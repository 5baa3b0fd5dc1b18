/* core/files/results.c: the records of a finished run, for post-processing steps. */
#include "results.h"
#include "file.h"

#include <stdlib.h>
#include <string.h>

typedef struct core {
    const yee_host *host;
    yee_waveform_finder waveforms;
} core;

static const yee_host *host_of(const yee_results *r) { return ((const core *)r->core)->host; }

/* -- texts -- */

/* Reads a text with one of HDF5's two functions; malloc. */
static char *read_text(hid_t id, bool attribute)
{
    const hid_t type = attribute ? H5Aget_type(id) : H5Dget_type(id);
    const hid_t space = attribute ? H5Aget_space(id) : H5Dget_space(id);
    const bool one = H5Sget_simple_extent_npoints(space) == 1;
    char *text = NULL, *variable = NULL;
    if (one && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0) {
        const bool ok = attribute
                            ? H5Aread(id, type, &variable) >= 0
                            : H5Dread(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &variable) >= 0;
        text = ok && variable ? strdup(variable) : NULL;
        H5free_memory(variable);
    } else if (one && H5Tget_class(type) == H5T_STRING) {
        text = calloc(1, H5Tget_size(type) + 1);
        const bool ok =
            text && (attribute ? H5Aread(id, type, text) >= 0
                               : H5Dread(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
        if (!ok) {
            free(text);
            text = NULL;
        }
    }
    yee_h5_close(space);
    yee_h5_close(type);
    return text;
}

/* Splits "object@name"; false: it does not fit. *name is NULL where there is none. */
static bool split(const char *path, char object[1024], const char **name)
{
    const char *at = strrchr(path, '@');
    const size_t length = at ? (size_t)(at - path) : strlen(path);
    *name = at ? at + 1 : NULL;
    if (length >= 1024)
        return false;
    memcpy(object, path, length);
    object[length] = 0;
    return true;
}

static bool has(hid_t file, const char *path)
{
    char object[1024];
    const char *name;
    return split(path, object, &name) && yee_h5_exists(file, object) &&
           (!name || H5Aexists_by_name(file, object, name, H5P_DEFAULT) > 0);
}

char *yee_h5_read_text(hid_t file, const char *path)
{
    char object[1024];
    const char *name;
    if (!has(file, path) || !split(path, object, &name))
        return NULL;
    const hid_t id = name ? H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT)
                          : H5Dopen2(file, object, H5P_DEFAULT);
    char *text = id < 0 ? NULL : read_text(id, name != NULL);
    yee_h5_close(id);
    return text;
}

char *yee_results_text(const char *file, const char *path)
{
    yee_h5_lock();
    const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    char *text = id < 0 ? NULL : yee_h5_read_text(id, path);
    yee_h5_close(id);
    yee_h5_unlock();
    return text;
}

bool yee_results_number(const char *file, const char *path, double *value)
{
    char object[1024];
    const char *name;
    yee_h5_lock();
    const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t at = id >= 0 && split(path, object, &name) && name && has(id, path)
                         ? H5Aopen_by_name(id, object, name, H5P_DEFAULT, H5P_DEFAULT)
                         : -1;
    const hid_t space = at < 0 ? -1 : H5Aget_space(at);
    double read;
    const bool ok = space >= 0 && H5Sget_simple_extent_npoints(space) == 1 &&
                    H5Aread(at, H5T_NATIVE_DOUBLE, &read) >= 0;
    *value = ok ? read : *value;
    yee_h5_close(space);
    yee_h5_close(at);
    yee_h5_close(id);
    yee_h5_unlock();
    return ok;
}

bool yee_results_has(const char *file, const char *path)
{
    yee_h5_lock();
    const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    const bool found = id >= 0 && has(id, path);
    yee_h5_close(id);
    yee_h5_unlock();
    return found;
}

/* -- what a step calls -- */

/* The path of a file beside the main one; of the host's memory, NULL after a sentence. */
static const char *path_of(const yee_results *r, const char *file)
{
    const char *slash = strrchr(r->path, '/');
    if (!file || *file == '/' || !slash)
        return file ? file : r->path;
    const size_t folder = (size_t)(slash - r->path) + 1;
    char *path = host_of(r)->alloc(host_of(r), folder + strlen(file) + 1);
    if (!path) {
        host_of(r)->fail(host_of(r), YEE_MEMORY, "no memory for a file name");
        return NULL;
    }
    memcpy(path, r->path, folder);
    strcpy(path + folder, file);
    return path;
}

static bool results_has(const yee_results *r, const char *file, const char *path)
{
    const char *name = path_of(r, file);
    return name && path && yee_results_has(name, path);
}

static const double *results_read(const yee_results *r, const char *file, const char *path,
                                  int *rank, int64_t dims[8])
{
    const char *name = path_of(r, file);
    return name ? yee_record_table.load(host_of(r), name, path, rank, dims) : NULL;
}

static const char *results_text(const yee_results *r, const char *file, const char *path)
{
    const char *name = path_of(r, file);
    char *text = name && path ? yee_results_text(name, path) : NULL;
    char *kept = text ? host_of(r)->alloc(host_of(r), strlen(text) + 1) : NULL;
    if (kept)
        strcpy(kept, text);
    free(text);
    return kept;
}

/* Fills what is said of a dataset; false where it is none that can be opened. */
static bool describe(hid_t file, yee_result *result)
{
    hsize_t dims[8];
    const hid_t id = H5Dopen2(file, result->path, H5P_DEFAULT);
    const hid_t space = id < 0 ? -1 : H5Dget_space(id), type = id < 0 ? -1 : H5Dget_type(id);
    const H5T_class_t class = type < 0 ? H5T_NO_CLASS : H5Tget_class(type);
    result->rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    const bool ok = result->rank >= 0 && result->rank <= 8 &&
                    H5Sget_simple_extent_dims(space, dims, NULL) >= 0;
    for (int i = 0; ok && i < result->rank; i++)
        result->dims[i] = (int64_t)dims[i];
    result->pairs = class == H5T_COMPOUND;
    result->numeric = class == H5T_COMPOUND || class == H5T_FLOAT || class == H5T_INTEGER;
    yee_h5_close(type);
    yee_h5_close(space);
    yee_h5_close(id);
    return ok;
}

/* Whether an object has the attribute, and, with value, as that text. */
static bool matches(hid_t file, const char *path, const char *attribute, const char *value)
{
    if (!attribute)
        return true;
    if (H5Aexists_by_name(file, path, attribute, H5P_DEFAULT) <= 0)
        return false;
    if (!value)
        return true;
    const hid_t id = H5Aopen_by_name(file, path, attribute, H5P_DEFAULT, H5P_DEFAULT);
    char *text = id < 0 ? NULL : read_text(id, true);
    const bool same = text && !strcmp(text, value);
    free(text);
    yee_h5_close(id);
    return same;
}

static yee_status results_each(const yee_results *r, const char *file, const char *under,
                               const char *attribute, const char *value,
                               bool (*visit)(void *user, const yee_result *result), void *user)
{
    const char *name = path_of(r, file);
    yee_items objects = {0};
    bool more = true;
    if (!name)
        return YEE_MEMORY;
    yee_h5_lock();
    const hid_t id = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    yee_status status =
        id < 0 ? host_of(r)->fail(host_of(r), YEE_IO, "cannot read %s", name) : YEE_OK;
    if (!status && !yee_items_list(id, under, &objects))
        status = host_of(r)->fail(host_of(r), YEE_MEMORY, "no memory for what %s holds", name);
    for (size_t i = 0; i < objects.count && !status && more; i++) {
        const yee_item *o = &objects.v[i];
        yee_result result = {.size = sizeof result, .path = o->path, .dataset = o->dataset};
        if (matches(id, o->path, attribute, value) && (!o->dataset || describe(id, &result)))
            more = visit(user, &result);
    }
    yee_items_free(&objects);
    yee_h5_close(id);
    yee_h5_unlock();
    return status;
}

static bool results_waveform(const yee_results *r, const char *name, yee_waveform *waveform)
{
    const yee_waveform_finder *by = &((const core *)r->core)->waveforms;
    return by->find(by->user, name, waveform);
}

const yee_results *yee_results_new(const yee_host *host, const char *path, const char *stem,
                                   const char *group, yee_waveform_finder waveforms)
{
    yee_results *r = host->alloc(host, sizeof *r);
    core *c = r ? host->alloc(host, sizeof *c) : NULL;
    if (!c) {
        host->fail(host, YEE_MEMORY, "no memory for the results");
        return NULL;
    }
    *c = (core){host, waveforms};
    *r = (yee_results){.size = sizeof *r,
                       .core = c,
                       .path = path,
                       .stem = stem,
                       .group = group,
                       .has = results_has,
                       .read = results_read,
                       .text = results_text,
                       .each = results_each,
                       .waveform = results_waveform};
    return r;
}
