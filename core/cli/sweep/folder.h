/* core/cli/sweep/folder.h: <stem>.sweep, where each trace has a folder of its own.
 *
 * A trace runs in 000017.new.HOST.PROCESS, which gets the name 000017 once the run is whole; what
 * failed is in 000017.failed with a file `message`. So a sweep that is killed at any moment goes
 * on with the traces that have no folder of their name, and several processes may work on one. */
#ifndef YEE_CLI_SWEEP_FOLDER_H
#define YEE_CLI_SWEEP_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yee/yee.h>

typedef enum trace_state { TRACE_OPEN, TRACE_DONE, TRACE_FAILED } trace_state;

typedef struct sweep_folder {
    char path[PATH_MAX]; /* absolute */
    char main_file[256]; /* of a trace, in its folder */
} sweep_folder;

/* main: the path of a lone run's main file. Fails with a sentence. */
yee_status sweep_folder_name(sweep_folder *folder, const char *main_file);
/* Makes the folder, or joins one that another made of a model with the same resolved text. Fails
 * with a sentence, which knows whether --force is given. */
yee_status sweep_folder_open(const sweep_folder *folder, const char *resolved, bool force);
/* Removes a folder and all in it; true where nothing is left of it. */
bool sweep_remove(const char *path);
/* Takes the folder, or that of a trace, out of the way at once and then removes it, so that a call that
 * is ended meanwhile leaves no part that looks whole; true where it is not there. */
bool sweep_discard(const sweep_folder *folder, const char *path);
/* Removes what calls have taken out of the way that were ended before they had removed it. */
void sweep_remove_aside(const sweep_folder *folder);

trace_state sweep_trace_state(const sweep_folder *folder, int64_t trace);
/* The path of a trace's folder with an ending, "" or ".failed", or of a file in it. */
void sweep_trace_path(const sweep_folder *folder, int64_t trace, const char *ending,
                      const char *file, char path[PATH_MAX]);
/* The trace was not run, whatever it has come to; false: its folder cannot be removed. */
bool sweep_trace_forget(const sweep_folder *folder, int64_t trace);
/* An empty folder for this process to run the trace in; what it left of an earlier attempt
 * goes. */
bool sweep_trace_begin(const sweep_folder *folder, int64_t trace, char path[PATH_MAX]);
/* The trace that was begun has come to its end: with YEE_OK whole, else with a message. */
bool sweep_trace_end(const sweep_folder *folder, int64_t trace, yee_status status,
                     const char *message);
/* The status and message of a failed trace. */
yee_status sweep_trace_message(const sweep_folder *folder, int64_t trace, char *message,
                               size_t size);

#endif
