/* core/base/leftover.c: what processes that were killed have left. */
#include "leftover.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All of the name but the number of the process. */
static bool begin_of(const char *path, char *name, size_t size)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    const int n = snprintf(name, size, "%s.%s.", path, host);
    return n >= 0 && (size_t)n < size;
}

bool yee_leftover_name(const char *path, char *name, size_t size)
{
    if (!begin_of(path, name, size))
        return false;
    const size_t length = strlen(name);
    const int n = snprintf(name + length, size - length, "%ld", (long)getpid());
    return n >= 0 && (size_t)n < size - length;
}

void yee_leftover_remove(const char *path, int (*remove_one)(const char *name))
{
    char begin[PATH_MAX], one[PATH_MAX], folder[PATH_MAX] = ".";
    if (!begin_of(path, begin, sizeof begin))
        return;
    const char *slash = strrchr(path, '/'); /* the host's name has none */
    const char *name = slash ? begin + (slash - path) + 1 : begin;
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash > path ? slash - path : 1), path);
    DIR *list = opendir(folder);
    for (struct dirent *e; list && (e = readdir(list));) {
        char *end;
        if (strncmp(e->d_name, name, strlen(name)))
            continue;
        const long process = strtol(e->d_name + strlen(name), &end, 10);
        const int n = snprintf(one, sizeof one, "%s%s", begin, e->d_name + strlen(name));
        if (process > 0 && !*end && n > 0 && n < (int)sizeof one && kill((pid_t)process, 0) &&
            errno == ESRCH)
            remove_one(one);
    }
    if (list)
        closedir(list);
}
