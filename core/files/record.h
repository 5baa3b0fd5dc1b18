/* core/files/record.h: the HDF5 files of a run, behind the extension "yee.record/1". */
#ifndef YEE_CORE_RECORD_H
#define YEE_CORE_RECORD_H

#include "memory.h"
#include "plugin/host.h"
#include <yee/output.h>

/* A plane of symmetry of the model. */
typedef struct yee_mirror {
    const char *face; /* "x-" */
    int axis;
    bool electric;
    double position; /* m */
} yee_mirror;

/* The origin that every file names. */
typedef struct yee_provenance {
    const char *model;    /* path of the INI */
    const char *resolved; /* INI with all defaults */
    const char *plugins;  /* "reference 1.0 (scheme_reference.so)\n..." */
    const char *scheme;   /* the scheme's own lines */
    const char *command;  /* "" in programs */
    const char *inputs;   /* a line of each file that the model reads; NULL: nobody knows */
    int mirrors;
    yee_mirror mirror[6];
    double dt;          /* s; 0: of no run */
    double sources_end; /* s, of a run; infinite: they play on */
    size_t ports;
    const double *port;     /* m: two corners of each, x y z x y z; shape [ports, 6] */
    const char *port_names; /* a line each; NULL: there are no ports */
    const char *sources;    /* names of those that play, a line each; NULL: none does */
} yee_provenance;

typedef struct yee_files yee_files;

/* path: of the main file ("model.h5"). force: files that exist are replaced, but for inputs
 * (NULL: none), which the run reads; else an existing file is an error when it is opened.
 * Version, git revision, host and time are added by itself. */
yee_files *yee_files_new(yee_diag *diag, const char *path, bool force, const yee_inputs *inputs,
                         const yee_provenance *provenance);
/* The files of a post-processing step: its main file is <stem of main>_<instance>.h5, or, where
 * the results go into `main` afterwards, <main>.post; all paths in it lie in /post/<instance>.
 * Files beside it are <stem of main>_<instance><suffix>. */
yee_files *yee_files_new_post(yee_diag *diag, const char *main, const char *instance, bool into,
                              bool force, const yee_provenance *provenance);
/* Makes the folders of a main file that are missing. */
yee_status yee_files_make_folder(yee_diag *diag, const char *main);
/* Before any output opens: files are made in this list, and nothing on disk; it may outlive
 * them. */
void yee_files_in_memory(yee_files *files, yee_memory_file **list);
/* The group of such a step. */
const char *yee_files_within(const yee_files *files);
/* Whether the main file was made; whether none was, nor one beside it. */
bool yee_files_has_main(const yee_files *files);
bool yee_files_empty(const yee_files *files);
/* The files of an earlier run are opened and written on: growing datasets from the rows that
 * yee_files_rows gave, the rest as if it were new. rows is copied. Before any output opens. */
yee_status yee_files_resume(yee_files *files, const char *rows);
/* How far every growing dataset is written, a line each; malloc, NULL: no memory. */
char *yee_files_rows(const yee_files *files);
/* Brings all to disk. The first time, when every output is open, the new files take the place
 * of those they replace. */
yee_status yee_files_flush(yee_files *files);
/* The main file, where there is one, says after how many steps the run ended, whether that was
 * its end (the last step, or a criterion), why (NULL: the last step) and how far the magnetic
 * energy was below its peak then, dB (NaN: not known). */
void yee_files_ended(yee_files *files, int64_t steps, bool complete, const char *why,
                     double ringing);
/* Takes the end of the run out of the files again: the run goes on. */
void yee_files_go_on(yee_files *files);
/* The paths of all, the main file's first, a line each; malloc, NULL: no memory. */
char *yee_files_list(const yee_files *files);
/* Flushes, closes, frees. Files that were never flushed before belong to a run that did not
 * begin: they go. */
yee_status yee_files_close(yee_files *files);
const char *yee_files_path(const yee_files *files);
/* The path of the main file without its ending. */
const char *yee_files_stem(const yee_files *files);
/* The extension; instances find their files through instance->context (a yee_files *). */
extern const yee_record yee_record_table;

#endif
