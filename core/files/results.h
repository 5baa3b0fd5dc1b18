/* core/files/results.h: the records of a finished run, as post-processing steps read them. */
#ifndef YEE_CORE_RESULTS_H
#define YEE_CORE_RESULTS_H

#include "record.h"
#include <hdf5.h>
#include <yee/post.h>

/* An object of an HDF5 file. */
typedef struct yee_item {
    char *path;
    bool dataset;
} yee_item;

typedef struct yee_items {
    size_t count, capacity;
    yee_item *v;
} yee_items;

/* All groups and datasets below a group in the order of their names; soft and external links
 * are not followed. False: no memory. Freed with yee_items_free, after a failure too. */
bool yee_items_list(hid_t file, const char *under, yee_items *objects);
void yee_items_free(yee_items *objects);
/* "; did you mean PATH?" in text, or "", by the datasets of a file. */
void yee_items_suggest(hid_t file, const char *path, char *text, size_t size);

/* A text attribute "object@name", or a dataset that is a text; malloc. NULL: there is none. */
char *yee_h5_read_text(hid_t file, const char *path);
/* One of the file at a path on disk; malloc. NULL: no such file, or no such text. */
char *yee_results_text(const char *file, const char *path);
/* A number of it, at an attribute "object@name"; false: there is none. */
bool yee_results_number(const char *file, const char *path, double *value);
/* Whether the file on disk holds the object, or attribute. */
bool yee_results_has(const char *file, const char *path);

/* Numbers on their way from a file. */
typedef struct yee_load {
    bool in_memory;                           /* of the run, by memory.h */
    const char *name;                         /* of the file, for sentences */
    void *(*alloc)(void *user, size_t bytes); /* of their memory */
    void *user;
    int rank;
    int64_t dims[8];
    yee_status status; /* where it fails */
    char why[1024];
} yee_load;
/* A dataset, or an attribute "object@name", of the file at a place, as doubles; pairs get an axis
 * more. Under the lock. NULL after a sentence in `why`. */
double *yee_h5_load(yee_load *load, const char *place, const char *path);

/* Finds waveforms of the model that a run followed, as yee_results.waveform does. */
typedef struct yee_waveform_finder {
    bool (*find)(void *user, const char *name, yee_waveform *waveform);
    void *user;
} yee_waveform_finder;

/* The results of a main file for a step; of the host's memory. NULL after a sentence. */
const yee_results *yee_results_new(const yee_host *host, const char *path, const char *stem,
                                   const char *group, yee_waveform_finder waveforms);

/* insert.c: copies a group of the file `from` into another, which is valid at every moment.
 * replace: one that is there goes first. */
yee_status yee_files_insert(yee_diag *diag, const char *into, const char *from,
                            const char *group, bool replace);

#endif
