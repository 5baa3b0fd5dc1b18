/* core/cli/sweep/claim.h: which process runs a trace, for processes of any machines that share the
 * folder: those of `mpirun`, of a job array, of several shells.
 *
 * A claim is a file 000017.claim beside the trace's folder, which names host and process. It is
 * void once that process has ended, or, of another host, when nobody has renewed it for two minutes:
 * then another takes it. Two that run one trace do harm to nobody, for the second one's folder goes. */
#ifndef YEE_CLI_SWEEP_CLAIM_H
#define YEE_CLI_SWEEP_CLAIM_H

#include "folder.h"
#include <time.h>

/* Claims a trace for this process: 1 it has it, 0 another has, -1 with errno: no claim can be
 * written. */
int sweep_claim(const sweep_folder *folder, int64_t trace);
/* Whether sweep_claim would find one that holds. */
bool sweep_claimed(const sweep_folder *folder, int64_t trace);
/* Says that this process is still at its trace; cheap. renewed: when it has last said so, 0 at
 * first. */
void sweep_claim_renew(const sweep_folder *folder, int64_t trace, time_t *renewed);
void sweep_claim_end(const sweep_folder *folder, int64_t trace);

#endif
