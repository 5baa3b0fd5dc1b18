/* yee/output.h: an output is an observer. It declares taps while a run is planned and receives
 * host memory on the I/O thread; it never stalls the step and never sees the device. */
#ifndef YEE_OUTPUT_H
#define YEE_OUTPUT_H

#include <yee/scheme.h>
#include <yee/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the taps an output asks for. Every call returns the tap's number (0, 1, ... within this
 * output), or -1 after storing an error with its status: plan() then returns any but YEE_OK. The
 * core copies what it is given, points and frequencies too, completes tap->values and checks
 * every index. */
typedef struct yee_tap_list yee_tap_list;
struct yee_tap_list {
    uint32_t size;
    void *core;
    int64_t (*tap)(yee_tap_list *tap_list, const yee_tap *tap);
    /* The number of steps between two samples where the user has not said so. `proposed` may
     * follow from the length of the run: where a run goes on that was shorter, the answer is
     * the interval that this output began with. One answer for all taps of an output. */
    int64_t (*keep_interval)(yee_tap_list *tap_list, int64_t proposed);
    /* The records of a tap (a BOX, or a DFT) are rows of an array of this output, and nothing else:
     * where several processes run the model, each may write its own part of large ones into a file
     * of its own. array: any number from 0 on, one for all taps of equal boxes whose records go
     * into one dataset; turned: the dataset has the axes z, y, x, else x, y, z. open() then makes
     * the dataset by yee_record.joined, and deliveries may come without data. Returns a status. */
    yee_status (*in_parts)(yee_tap_list *tap_list, int64_t tap, int array, bool turned);
};

/* Records held for the I/O thread: `count` consecutive deliveries of one tap. */
typedef struct yee_delivery {
    uint32_t size;
    int64_t tap; /* the number that tap() returned */
    int64_t count;
    int64_t values;          /* numbers in each */
    yee_precision precision; /* of data: that of the problem for BOX and POINTS, else YEE_F64 */
    const int64_t *step;     /* shape [count] */
    /* shape [count, values]; NULL: the records are in part files (in_parts) */
    const void *data;
} yee_delivery;

/* Extension "yee.record/1": writes into the files of a run. Every file carries the run's
 * provenance, is written under its final name and is flushed at the interval the user chose;
 * errors (full disk, ...) are stored like fail()'s. All functions return NULL, for which an
 * output returns YEE_IO, or a status on error. Files and datasets live until close() has
 * returned. Paths are HDF5 paths; missing groups are made. */
#define YEE_RECORD "yee.record/1"

typedef struct yee_file yee_file;
typedef struct yee_dataset yee_dataset;

typedef enum yee_number {
    YEE_NUMBER_F32,
    YEE_NUMBER_F64,
    YEE_NUMBER_I64,
    YEE_NUMBER_I32,
    YEE_NUMBER_U8,
    YEE_NUMBER_C128, /* pairs of double, stored as a compound {r, i} */
} yee_number;

typedef struct yee_record {
    uint32_t size;
    /* The run's main file (suffix NULL) or another one beside it, <stem>_<instance><suffix>. */
    yee_file *(*file)(const yee_host *host, const char *suffix);
    yee_status (*group)(const yee_host *host, yee_file *file, const char *path);
    /* A dataset of shape dims[rank]; dims[0] = 0 makes it growing along the first axis. */
    yee_dataset *(*dataset)(const yee_host *host, yee_file *file, const char *path,
                            yee_number type, int rank, const int64_t *dims);
    /* Adds `count` rows at the end of a growing dataset, or fills a fixed one at once
     * (count = dims[0]). */
    yee_status (*append)(const yee_host *host, yee_dataset *dataset, int64_t count,
                         const void *data);
    /* Attributes of the object at path ("/probe/rx", "/"); one number is stored as a scalar. */
    yee_status (*text)(const yee_host *host, yee_file *file, const char *path, const char *name,
                       const char *value);
    yee_status (*numbers)(const yee_host *host, yee_file *file, const char *path,
                          const char *name, yee_number type, int64_t count, const void *values);
    /* The path of a file on disk, for sidecars such as XDMF. */
    const char *(*path)(const yee_file *file);
    /* Writes <stem>_<instance><suffix> beside the files, all of it at once; another call
     * replaces it. */
    yee_status (*sidecar)(const yee_host *host, const char *suffix, const char *text);
    /* The path <stem>_<instance><suffix> of a file that the output writes by its own means, from
     * open() on and under this name only; the string lives as long as the run. One that exists
     * is refused, as the run's own files are. With force it is put aside first, and comes back
     * where the run does not begin. At a restart it must exist and stays as it is: longer than
     * at the checkpoint, perhaps, so that state() keeps the length to which loading cuts it.
     * The run lists it among what it wrote. */
    const char *(*path_for)(const yee_host *host, const char *suffix);
    /* Reads a dataset of another file, or with "object@name" an attribute of it, while planning
     * too. A complex one becomes pairs: one more axis of length 2. values is host->alloc's,
     * NULL on error. For an output the core first holds the model that a result file keeps against
     * this run's: one that differs in more than objects, materials, outputs and titles, or whose
     * run did not come to its end, is refused with what differs, unless [run] has
     * reference_differs = allowed. What a record has of its own (frequencies, places) is the
     * output's to compare. */
    const double *(*load)(const yee_host *host, const char *file, const char *path, int *rank,
                          int64_t dims[8]);
    /* As path_for, of <stem><suffix>, without the name of the output: for files of other
     * programs' forms, which find them by the name of the run. Only one
     * output may have it. */
    const char *(*path_of_run)(const yee_host *host, const char *suffix);
    /* As dataset(), of the records of the taps of an array (yee_tap_list.in_parts): dims has their
     * number (0: growing, and the frequencies of a DFT), then the points of the box along its axes
     * in the array's order, where axes of a single point may all be left out. Where the records are
     * in part files the dataset is a virtual one that shows these as if they were here; append()
     * then takes data NULL, and counts the rows. */
    yee_dataset *(*joined)(const yee_host *host, yee_file *file, const char *path,
                           yee_number type, int rank, const int64_t *dims, int array);
} yee_record;

/* How a run begins, for outputs that write files of their own (yee_record.path_for names them
 * and does most of it). */
typedef struct yee_opening {
    uint32_t size;
    bool force;       /* the user allows that files which exist are replaced */
    bool restart;     /* the run goes on from a checkpoint: state() loads after open() */
    int64_t step;     /* steps that have been done: 0 at the beginning of a run */
    const char *path; /* of the run's main file, there or not */
    const char *stem; /* the path without its ending: "results/gpr" of "results/gpr.h5" */
} yee_opening;

/* The runs of a sweep, for outputs that make one file of the files that they have written in all
 * of them. Lives for the duration of gather(). */
typedef struct yee_gathering {
    uint32_t size;
    bool force;       /* the user allows that a file which exists is replaced */
    const char *stem; /* of the sweep's main file, as yee_opening.stem */
    int64_t traces;
    /* Stem of each trace's files; NULL: the trace has none, as it failed or was not run. Shape
     * [traces]. */
    const char *const *trace_stem;
} yee_gathering;

/* All of them must be there, but for state and gather. */
typedef struct yee_output_ops {
    uint32_t size;
    /* Declares the taps and prepares *self (host->alloc). No file is touched: `yee plan` calls
     * it too, and a resumed run perhaps a second time, with another self. */
    yee_status (*plan)(const yee_host *host, const void *config, const yee_view *view,
                       yee_tap_list *tap_list, void **self);
    /* Creates files, groups and datasets. I/O thread, like the next two. *opening lives as long
     * as the run. */
    yee_status (*open)(const yee_host *host, void *self, const yee_opening *opening);
    /* Takes records. */
    yee_status (*receive)(const yee_host *host, void *self, const yee_delivery *delivery);
    /* The run has ended, cleanly or not (status); computes and writes what needs all of it. */
    yee_status (*close)(const yee_host *host, void *self, yee_status status);
    /* Saves or loads, for checkpoints, the state that self gathered from the records so far (as
     * a scheme's save and load, one function for both: loading is true when pieces are read,
     * after open()). The rows of growing datasets are the core's. No other function of the
     * output runs meanwhile. NULL: there is no state. */
    yee_status (*state)(const yee_host *host, void *self, yee_state *state, bool loading);
    /* The traces of a sweep have been run, by other processes perhaps; self is that of plan() for
     * the first trace, and no run begins. NULL: there is nothing to be made of all. */
    yee_status (*gather)(const yee_host *host, void *self, const yee_gathering *gathering);
} yee_output_ops;

#ifdef __cplusplus
}
#endif
#endif
