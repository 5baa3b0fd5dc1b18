/* core/files/file.h: an output file and its datasets, for record.c, beside.c, extension.c,
 * file.c, dataset.c and load.c. */
#ifndef YEE_CORE_FILE_H
#define YEE_CORE_FILE_H

#include "h5.h"
#include "memory.h"
#include "parts.h"
#include "record.h"
#include <stdio.h>

struct yee_dataset {
    yee_dataset *next;
    const yee_host *by; /* who made it; NULL: the core */
    yee_file *file;
    char *path;
    hid_t id, type; /* type: of the numbers in memory */
    int rank;
    hsize_t dims[8];
    size_t row_bytes, chunk_bytes;
    size_t fresh;   /* bytes since the last flush */
    hsize_t extent; /* rows in the file; more than dims[0] when an earlier run came farther */
    hsize_t before; /* rows of earlier runs, which lie elsewhere (parts.c) */
    bool parted;    /* the rows are in part files: id is none, dims[0] counts them */
};

struct yee_file {
    yee_file *next;
    yee_diag *diag;
    char *path;
    char *aside; /* its name until it replaces the file at path; NULL: it is there */
    hid_t id;
    uint64_t device, inode; /* of the file at its path; 0: it is not there yet */
    bool broken;            /* a write failed; the disk has the state of the last flush */
    bool memory;            /* it is in memory alone, and whoever made it keeps it there */
    const char *rows; /* of an earlier run that goes on: how far its datasets are good; NULL */
    const char *within; /* the group that all paths lie in; NULL: anywhere */
    const char *end;    /* of the path, behind the stem of the main file: names it in rows */
    bool part;          /* of this process alone: checkpoints know nothing of its rows */
    yee_dataset *dataset;
};

/* A file beside the run's HDF5 files: a sidecar, which is a text of the core's, or one that an
 * output writes by itself. */
typedef struct yee_beside {
    struct yee_beside *next;
    char *path;
    const char *instance; /* that asked for it first */
    char *text;           /* waits for the run to begin; NULL: written, or none of the core's */
    char *kept; /* where the file is that it replaces, until the run has begun; NULL: none */
    bool own;   /* an output writes it */
} yee_beside;

enum { ORIGINS = 8 }; /* texts of a provenance */

struct yee_files {
    yee_diag *diag;
    char *path; /* of the main file */
    char *stem; /* the path without its ending */
    bool force;
    const yee_inputs *inputs; /* never replaced; NULL: none */
    bool open;                /* all outputs are */
    bool begun;               /* flushed once: every output is open, files may be replaced */
    char *origin[ORIGINS];    /* copies of the provenance's texts, in its order */
    double *port;             /* and of its ports */
    yee_provenance provenance;
    char *rows;   /* of an earlier run that goes on; NULL: a new one */
    char *within; /* the group of a post-processing step; NULL: the files of a run */
    yee_memory_file **memory;   /* the list that files are made in; NULL: they are on disk */
    const yee_parting *parting; /* the arrays in part files; NULL: there are none */
    yee_file *file;
    yee_beside *beside;
};

/* record.c: the files of the host's run; NULL after a sentence. */
yee_files *yee_files_of(const yee_host *host);
/* The main file's path where suffix is NULL, or <stem>_<instance><suffix>; malloc. */
char *yee_files_path_of(const yee_host *host, const yee_files *files, const char *suffix);
/* Whether a file may be made at the path. */
yee_status yee_files_check_free(const yee_host *host, const yee_files *files, const char *path);

/* beside.c. The run begins: sidecars are written, what was put aside goes. */
yee_status yee_beside_begin(yee_files *files);
/* The run ends. Where it did not begin its own files go and those that were there come back. */
void yee_beside_end(yee_files *files);
/* Writes the paths, a line each. */
void yee_beside_list(const yee_files *files, FILE *out);

/* "cannot write PATH: WHY" through the host, or the diag where that is NULL. */
yee_status yee_file_refuse(const yee_host *host, yee_diag *diag, const char *path,
                           const char *why);

/* Makes a file that holds its provenance; NULL after a sentence. One that exists may only be
 * there with replace, and stays until the new one is settled. Takes path, which is free()d.
 * memory: the list of files that it is made in instead; NULL: it is on disk. */
yee_file *yee_file_new(const yee_host *host, yee_diag *diag, char *path, bool replace,
                       yee_memory_file **memory, const yee_provenance *provenance);
/* Opens one of an earlier run, to write on. Takes path. */
yee_file *yee_file_open(const yee_host *host, yee_diag *diag, char *path);
yee_status yee_file_flush(yee_file *file);
/* Takes its place at its path. */
yee_status yee_file_settle(yee_file *file);
/* Closes and frees; without keep it leaves no trace. */
yee_status yee_file_close(yee_file *file, bool keep);
/* A failed HDF5 call on a file becomes a sentence. What the disk refused breaks the file. host
 * NULL: the sentence goes to the run. */
yee_status yee_file_fail(const yee_host *host, yee_file *file, const char *what);
void yee_dataset_free(yee_dataset *dataset); /* closes it too */
/* Takes away what an earlier run wrote behind the rows of this one; false after a sentence. */
bool yee_file_trim(yee_file *file);
bool yee_dataset_trim(yee_dataset *dataset); /* the same, without a sentence */

/* The members of the extension, without the lock; record.c has the first, beside.c two. */
yee_file *yee_files_file(const yee_host *host, const char *suffix);
yee_status yee_files_sidecar(const yee_host *host, const char *suffix, const char *text);
const char *yee_files_path_for(const yee_host *host, const char *suffix);
const char *yee_files_path_of_run(const yee_host *host, const char *suffix);
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
/* parts.c */
yee_dataset *yee_file_joined(const yee_host *host, yee_file *file, const char *path,
                             yee_number type, int rank, const int64_t *dims, int array);
/* dataset.c, for parts.c: how far the checkpoint vouches for a dataset; 0: not at all. */
hsize_t yee_dataset_good_rows(const yee_dataset *dataset);
/* Sizes and types of a dataset to be, which is in no list yet; NULL: no memory. */
yee_dataset *yee_dataset_new(yee_file *file, const char *path, yee_number type, int rank,
                             const int64_t *dims);
/* dataset.c, for whole.c: how a growing dataset of its shape and row_bytes is stored. */
hid_t yee_dataset_chunks(const yee_dataset *dataset, size_t number_bytes, size_t *chunk_bytes);
const double *yee_file_load(const yee_host *host, const char *file, const char *path, int *rank,
                            int64_t dims[8]);

#endif
