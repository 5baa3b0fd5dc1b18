/* core/cli/sweep/connections.h: the queues through which a process hands a GPU its work. */
#ifndef YEE_CLI_SWEEP_CONNECTIONS_H
#define YEE_CLI_SWEEP_CONNECTIONS_H

#include "trace.h"

/* Before a process calls CUDA: more queues than the default's where the process's share of the
 * traces is large enough to pay for them, by the numbers of the plan that are known. */
void connections_set(const sweep_plan *plan);

#endif
