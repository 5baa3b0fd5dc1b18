/* core/run/remote_state.h: pieces of state that another process than the first has. */
#ifndef YEE_CORE_REMOTE_STATE_H
#define YEE_CORE_REMOTE_STATE_H

#include "communicator.h"

/* On the owner's side: a piece goes to the first process, or comes from it. */
yee_status yee_remote_piece(yee_communicator *c, bool load, const char *name, void *data,
                            int64_t bytes);
/* No more come. */
yee_status yee_remote_end(yee_communicator *c);
/* On the first process: does with its state what a process asks for, until its end. */
yee_status yee_remote_answer(yee_communicator *c, int rank, yee_state *to, bool load);

#endif
