/* core/file.h: an output file and its datasets, for record.c and dataset.c. */
#ifndef YEE_CORE_FILE_H
#define YEE_CORE_FILE_H

#include "h5.h"
#include "record.h"

struct yee_dataset {
    yee_dataset *next;
    yee_file *file;
    char *path;
    hid_t id, type; /* type: of the numbers in memory */
    int rank;
    hsize_t dims[8];
    size_t row_bytes, chunk_bytes;
    size_t fresh; /* bytes since the last flush */
};

struct yee_file {
    yee_file *next;
    yee_files *files;
    char *path;
    hid_t id;
    bool broken; /* a write failed; the disk has the state of the last flush */
    yee_dataset *dataset;
};

/* The files an instance writes into; NULL while it is planned. */
yee_files *yee_files_of(const yee_host *host);
/* A failed HDF5 call on a file becomes a sentence. What the disk refused breaks the file. host
 * NULL: the sentence goes to the run. */
yee_status yee_file_fail(const yee_host *host, yee_file *file, const char *what);
void yee_dataset_free(yee_dataset *dataset); /* closes it too */

/* The members of the extension, without the lock. */
yee_status yee_file_group(const yee_host *host, yee_file *file, const char *path);
yee_dataset *yee_file_dataset(const yee_host *host, yee_file *file, const char *path,
                              yee_number type, int rank, const int64_t *dims);
yee_status yee_file_append(const yee_host *host, yee_dataset *dataset, int64_t count,
                           const void *data);
yee_status yee_file_text(const yee_host *host, yee_file *file, const char *path,
                         const char *name, const char *value);
yee_status yee_file_numbers(const yee_host *host, yee_file *file, const char *path,
                            const char *name, yee_number type, int64_t count,
                            const void *values);
const double *yee_file_load(const yee_host *host, const char *file, const char *path, int *rank,
                            int64_t dims[8]);

#endif
