/* core/run/checkpoint.h: the file of a checkpoint: named pieces in a fixed order.
 *
 * A line "yee checkpoint 1", then for every piece: length of its name (8 bytes), the name, its
 * length (8 bytes), its bytes, and the sum of all that (8 bytes); the last piece is named "end"
 * and empty. Numbers are the machine's own. */
#ifndef YEE_CORE_CHECKPOINT_H
#define YEE_CORE_CHECKPOINT_H

#include "base/diag.h"
#include <yee/scheme.h>

typedef struct yee_checkpoint yee_checkpoint;

/* Makes a checkpoint under another name first. NULL after a sentence, like the next. */
yee_checkpoint *yee_checkpoint_create(yee_diag *diag, const char *path);
/* Reads the whole file once: one that is cut off or damaged is refused. */
yee_checkpoint *yee_checkpoint_open(yee_diag *diag, const char *path);
/* Pieces are written, or read, under "<group>/<name>". Reading one of another name or length is
 * refused with both. */
yee_state *yee_checkpoint_state(yee_checkpoint *checkpoint, const char *group);
/* A piece whose length the file knows: reading gives a text to free. */
yee_status yee_checkpoint_text(yee_checkpoint *checkpoint, const char *name, char **text);
/* Writing: brings all to disk and takes its place at its path; what was there becomes
 * <path>.old. Reading: fails unless all was read. */
yee_status yee_checkpoint_settle(yee_checkpoint *checkpoint);
/* Closes and frees; one that was not settled leaves no trace. */
void yee_checkpoint_close(yee_checkpoint *checkpoint);

#endif
