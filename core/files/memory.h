/* core/files/memory.h: files that are nowhere but in memory. */
#ifndef YEE_CORE_MEMORY_FILE_H
#define YEE_CORE_MEMORY_FILE_H

typedef struct yee_memory_file yee_memory_file;

/* Makes an empty file and puts it into the list; the path under which this process opens it.
 * NULL, and errno: it cannot be had. */
const char *yee_memory_add(yee_memory_file **list, const char *name);
/* That path by the file's name; NULL: there is none. */
const char *yee_memory_find(const yee_memory_file *list, const char *name);
/* Frees all files of a list. */
void yee_memory_free(yee_memory_file *list);

#endif
