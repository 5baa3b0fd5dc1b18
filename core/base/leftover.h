/* core/base/leftover.h: names of what lies aside of a path for a while, PATH.HOST.PROCESS, by
 * which that of a process that was killed is known. */
#ifndef YEE_CORE_LEFTOVER_H
#define YEE_CORE_LEFTOVER_H

#include <stdbool.h>
#include <stddef.h>

/* The name aside of this process; false: it has no room. */
bool yee_leftover_name(const char *path, char *name, size_t size);
/* Calls remove_one, as unlink(), for what lies aside of processes of this machine that are no more. */
void yee_leftover_remove(const char *path, int (*remove_one)(const char *name));

#endif
