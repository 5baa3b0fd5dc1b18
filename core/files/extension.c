/* core/files/extension.c: "yee.record/1", through which outputs write: what file.h has, under
 * the lock of HDF5. */
#include "file.h"
#include "plugin/call.h"

static yee_file *ext_file(const yee_host *host, const char *suffix)
{
    yee_h5_lock();
    yee_file *file = yee_files_file(host, suffix);
    yee_h5_unlock();
    return file;
}

static yee_status ext_group(const yee_host *host, yee_file *file, const char *path)
{
    yee_h5_lock();
    const yee_status status = yee_file_group(host, file, path);
    yee_h5_unlock();
    return status;
}

static yee_dataset *ext_dataset(const yee_host *host, yee_file *file, const char *path,
                                yee_number type, int rank, const int64_t *dims)
{
    yee_h5_lock();
    yee_dataset *d = yee_file_dataset(host, file, path, type, rank, dims);
    yee_h5_unlock();
    return d;
}

static yee_dataset *ext_joined(const yee_host *host, yee_file *file, const char *path,
                               yee_number type, int rank, const int64_t *dims, int array)
{
    yee_h5_lock();
    yee_dataset *d = yee_file_joined(host, file, path, type, rank, dims, array);
    yee_h5_unlock();
    return d;
}

static yee_status ext_append(const yee_host *host, yee_dataset *dataset, int64_t count,
                             const void *data)
{
    yee_h5_lock();
    const yee_status status = yee_file_append(host, dataset, count, data);
    yee_h5_unlock();
    return status;
}

static yee_status ext_text(const yee_host *host, yee_file *file, const char *path,
                           const char *name, const char *value)
{
    yee_h5_lock();
    const yee_status status = yee_file_text(host, file, path, name, value);
    yee_h5_unlock();
    return status;
}

static yee_status ext_numbers(const yee_host *host, yee_file *file, const char *path,
                              const char *name, yee_number type, int64_t count,
                              const void *values)
{
    yee_h5_lock();
    const yee_status status = yee_file_numbers(host, file, path, name, type, count, values);
    yee_h5_unlock();
    return status;
}

/* A record of a run that is no match for this one is not read. */
static const double *ext_load(const yee_host *host, const char *file, const char *path,
                              int *rank, int64_t dims[8])
{
    const yee_instance *it = host->core;
    if (it->judge.call && it->judge.call(it->judge.model, it, file)) {
        yee_call_failed();
        return NULL;
    }
    yee_h5_lock();
    const double *values = yee_file_load(host, file, path, rank, dims);
    yee_h5_unlock();
    return values;
}

static const char *ext_path(const yee_file *file) { return file->path; }

const yee_record yee_record_table = {
    .size = sizeof yee_record_table,
    .file = ext_file,
    .group = ext_group,
    .dataset = ext_dataset,
    .append = ext_append,
    .text = ext_text,
    .numbers = ext_numbers,
    .path = ext_path,
    .sidecar = yee_files_sidecar,
    .path_for = yee_files_path_for,
    .path_of_run = yee_files_path_of_run,
    .load = ext_load,
    .joined = ext_joined,
};
