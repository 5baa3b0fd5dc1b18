/* core/run/writer.h: records on their way from the scheme to the outputs, over the I/O thread.
 */
#ifndef YEE_CORE_WRITER_H
#define YEE_CORE_WRITER_H

#include "problem/taps.h"
#include <yee/scheme.h>

typedef struct yee_writer_thread yee_writer_thread;

/* Starts the I/O thread and calls open() of every output on it; waits until they are open.
 * flush: seconds between flushes. opening is theirs and outlives the thread. Memory held by records that wait is bounded; a scheme that
 * runs ahead of the disk waits in reserve(). */
yee_status yee_writer_start(yee_diag *diag, const yee_problem *problem, const yee_taps *taps,
                            size_t outputs, const yee_instance *const *output,
                            void *const *self, double flush, const yee_opening *opening,
                            yee_writer_thread **writer);
const yee_sink *yee_writer_sink(yee_writer_thread *writer);
/* YEE_OK, or what went wrong on the I/O thread so far. */
yee_status yee_writer_status(yee_writer_thread *writer);
/* Waits until the outputs have received all that was committed. */
yee_status yee_writer_drain(yee_writer_thread *writer);
/* Writes all that waits, calls close() of every output, ends the thread and frees it. */
yee_status yee_writer_finish(yee_writer_thread *writer, yee_status run_status);

#endif
