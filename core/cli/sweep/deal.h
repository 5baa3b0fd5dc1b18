/* core/cli/sweep/deal.h: traces that are missing are checked and run. */
#ifndef YEE_CLI_SWEEP_DEAL_H
#define YEE_CLI_SWEEP_DEAL_H

#include "select.h"
#include "trace.h"

/* Checks all that are selected and missing, then runs them, together with the other ranks. jobs 0:
 * as cores and memory allow. *ran: the check let them run, or none is missing. Says what fails. */
yee_status deal_missing(sweep_plan *plan, const selection *s, int jobs, bool *ran);

#endif
