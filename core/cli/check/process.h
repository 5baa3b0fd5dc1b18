/* core/cli/check/process.h: plugins are tried in processes of their own. */
#ifndef YEE_CLI_CHECK_PROCESS_H
#define YEE_CLI_CHECK_PROCESS_H

#include "check.h"

/* Memory that this process shares with those that it forks; NULL: none. */
void *check_shared(size_t bytes);
/* Lets work do its part in a process of its own and waits. A process that ends before work has
 * returned, or in which for so many seconds (0: any number) no call begins or ends and no line
 * is printed, is a failure that names the function and the configuration. False: it failed. */
bool check_process(check *c, void (*work)(check *c, void *user), void *user, double seconds);

#endif
