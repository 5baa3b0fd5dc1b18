/* core/cli/sweep/warnings.h: what the traces of a sweep were warned of. */
#ifndef YEE_CLI_SWEEP_WARNINGS_H
#define YEE_CLI_SWEEP_WARNINGS_H

#include "folder.h"

/* Prints each kind of warning in the logs once, with the number of traces that have it. */
void sweep_warnings_print(const sweep_folder *folder, int64_t traces);

#endif
