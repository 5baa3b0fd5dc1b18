/* core/plugin/elf.h: is a file a shared object of this machine, whole? */
#ifndef YEE_CORE_ELF_H
#define YEE_CORE_ELF_H

#include <stdbool.h>

/* False: *reason says why not. The loader maps what the headers promise, so that a file that
 * was cut short kills the program when the missing pages are touched; this looks first. */
bool yee_elf_valid(const char *path, const char **reason);

#endif
