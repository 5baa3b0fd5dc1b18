/* core/run/part_writer.h: a process's own parts of large records, on their way into its part files
 * (files/parts.h), by a thread of their own. */
#ifndef YEE_CORE_PART_WRITER_H
#define YEE_CORE_PART_WRITER_H

#include "files/parts.h"
#include "files/record.h"
#include "problem/subdomain.h"
#include "problem/taps.h"

typedef struct yee_part_writer yee_part_writer;

/* The arrays of all taps whose records go into part files, and their boxes: subdomain n of process
 * r, first[r] <= n < first[r + 1]. Of the arena; false: no memory. */
bool yee_parting_make(yee_arena *arena, const yee_problem *whole, const yee_taps *taps,
                      int64_t count, const yee_local *const *local, const int64_t *first,
                      yee_parting *parting);

/* Makes the part files of a process and starts the thread; parting, taps and files outlive it.
 * flush: s between flushes. */
yee_status yee_part_writer_start(yee_diag *diag, const yee_taps *taps, yee_files *files,
                                 const yee_parting *parting, int process, double flush,
                                 yee_part_writer **writer);
/* Takes over a malloced record of a tap (its number in the whole problem), whose first point is at
 * `at` in the tap's box: it is freed once it is written. What is queued is bounded; this waits. */
yee_status yee_part_writer_put(yee_part_writer *writer, int64_t tap, const int64_t at[3],
                               void *record);
/* YEE_OK, or what went wrong so far. */
yee_status yee_part_writer_status(const yee_part_writer *writer);
/* Waits until all is written, and brings it to disk. */
yee_status yee_part_writer_flush(yee_part_writer *writer);
/* Writes all that waits, brings it to disk, ends the thread and frees it; the files are the caller's
 * to close. */
yee_status yee_part_writer_finish(yee_part_writer *writer);

#endif
