/* core/files/memory.c: files that are nowhere but in memory (memfd_create of Linux). While one is
 * kept, the whole process reads it by a path of its own. */
#include "memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct yee_memory_file {
    yee_memory_file *next;
    int fd;
    char path[40]; /* under which it is opened */
    char name[];   /* that it would have on disk */
};

const char *yee_memory_add(yee_memory_file **list, const char *name)
{
    const size_t length = strlen(name);
    yee_memory_file *f = calloc(1, sizeof *f + length + 1);
    const char *last = strrchr(name, '/');
    if (!f)
        return NULL;
    memcpy(f->name, name, length + 1);
    f->fd = memfd_create(last ? last + 1 : name, MFD_CLOEXEC);
    if (f->fd < 0) {
        const int error = errno;
        free(f);
        errno = error;
        return NULL;
    }
    snprintf(f->path, sizeof f->path, "/proc/self/fd/%d", f->fd);
    f->next = *list;
    *list = f;
    return f->path;
}

const char *yee_memory_find(const yee_memory_file *list, const char *name)
{
    while (list && strcmp(list->name, name))
        list = list->next;
    return list ? list->path : NULL;
}

void yee_memory_free(yee_memory_file *list)
{
    for (yee_memory_file *next; list; list = next) {
        next = list->next;
        close(list->fd);
        free(list);
    }
}
