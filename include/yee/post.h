/* yee/post.h: a post-processing step is a function of the records of a finished run: scattering
 * parameters of a port's voltage and current, resonances of a probe, a far field.
 *
 * [post.NAME] of a model is processed once its run has come to its end and its files are
 * closed, and again, without running anything, by `yee post NAME FILE.h5`. The step reads what
 * outputs wrote and writes through the extension YEE_RECORD: record->file(host, NULL) is a file
 * of its own, in which every path lies within results->group. Only when the step has returned
 * YEE_OK does the core put that group into the run's main file, or the file in its place; what
 * fails leaves nothing behind. */
#ifndef YEE_POST_H
#define YEE_POST_H

#include <yee/output.h>
#include <yee/plugin.h>
#include <yee/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A group or dataset of a result file. */
typedef struct yee_result {
    uint32_t size;
    const char *path; /* "/probe/rx/ez"; lives for the call that got it */
    bool dataset;     /* false: a group */
    bool pairs;       /* complex numbers, {r, i} */
    bool numeric;     /* a dataset that read() takes */
    int rank;         /* of a dataset */
    int64_t dims[8];  /* its shape, without an axis for the pairs */
} yee_result;

/* The records of a run. In every function `file` is NULL for the run's main file, or the name
 * of another one, from the main file's folder: the attribute `file` of /snapshot/NAME. All
 * functions are for the thread that called process(), and for that call. */
typedef struct yee_results yee_results;
struct yee_results {
    uint32_t size;
    void *core;
    const char *path;  /* of the main file */
    const char *stem;  /* the path without its ending */
    const char *group; /* "/post/NAME", within which all that is written lies */
    /* Whether there is such an object, or, with "object@name", such an attribute. */
    bool (*has)(const yee_results *results, const char *file, const char *path);
    /* The numbers of a dataset, or, with "object@name", of an attribute, as double: shape
     * dims[rank], complex ones with one more axis of length 2. Of host->alloc; NULL after a
     * sentence that names the nearest path there is. */
    const double *(*read)(const yee_results *results, const char *file, const char *path,
                          int *rank, int64_t dims[8]);
    /* An attribute that is a text, "object@name", or a dataset that is one; of host->alloc.
     * NULL, without a sentence, where there is none. */
    const char *(*text)(const yee_results *results, const char *file, const char *path);
    /* Calls visit for every object below the group `under` ("/": all), in the order of their
     * names, until it returns false. With attribute only those that have it, with value only
     * those where it is that text. visit may call the other functions. */
    yee_status (*each)(const yee_results *results, const char *file, const char *under,
                       const char *attribute, const char *value,
                       bool (*visit)(void *user, const yee_result *result), void *user);
    /* The waveform of a name in the model that the run followed; it lives as long as the step.
     * False, without a sentence, where there is none, and where a file that it reads is
     * gone. */
    bool (*waveform)(const yee_results *results, const char *name, yee_waveform *waveform);
};

/* The model that a step will follow, for needs() and cost(). Lives for that call. */
typedef struct yee_plan yee_plan;
struct yee_plan {
    uint32_t size;
    void *core;
    const yee_view *view; /* of the step's section: grid, ports, waveforms, steps */
    /* The name of the n-th output, in file order; NULL: there are not so many. */
    const char *(*output)(const yee_plan *plan, int64_t n);
    /* A key of [output.NAME] ("type" too) as in the resolved model: with its default, numbers in
     * SI units; NULL: it has no value. Fails where there is no such output. */
    yee_status (*output_key)(const yee_plan *plan, const char *name, const char *key,
                             const char **value);
    /* The name of the n-th source that plays something, in file order; NULL: there are not so
     * many. The files of the run have them in /provenance/sources, a line each; where none
     * plays, the text is not there. */
    const char *(*playing)(const yee_plan *plan, int64_t n);
    /* A key of the boundary that closes the low (side 0) or high (1) face of an axis, "type" too,
     * as output_key tells those of an output; NULL: it has no value, or the axis is invariant. */
    const char *(*boundary_key)(const yee_plan *plan, int axis, int side, const char *key);
    /* When all that the sources play has ended and has passed by their points, s; infinite: a source
     * plays on, as a sine does. Where it is finite the files of the run have it as the attribute
     * sources_end of /provenance. */
    double sources_end;
};

/* The time and the room on disk that process() takes. */
typedef struct yee_post_cost {
    uint32_t size;
    double seconds; /* s, of one core */
    double bytes;   /* of the numbers that it writes */
} yee_post_cost;

typedef struct yee_post_ops {
    uint32_t size;
    /* Fails where the model does not make what process() will read: a run of hours must not end
     * with that. Called while the model is planned, by `yee plan` too; process() may say its warnings
     * anew, of which those of the same words are left out. NULL: it cannot say. */
    yee_status (*needs)(const yee_host *host, const void *config, const yee_plan *plan);
    /* Reads, computes and writes. Main thread, once the run has ended, with no other function
     * of a plugin at work. */
    yee_status (*process)(const yee_host *host, const void *config, const yee_results *results);
    /* Tells what process() will take, at most about; *cost comes with 0 bytes and NaN seconds,
     * which say nothing. Called by `yee plan` once needs() has returned YEE_OK. `yee plan` has
     * process() work on the records of its own short run where that takes a moment, and nowhere
     * else. NULL: it cannot say. */
    void (*cost)(const yee_host *host, const void *config, const yee_plan *plan,
                 yee_post_cost *cost);
} yee_post_ops;

#ifdef __cplusplus
}
#endif
#endif
