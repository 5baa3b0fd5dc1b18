/* core/plugin/elf.h: is a file a shared object of this machine, whole, and does it export a
 * symbol? */
#ifndef YEE_CORE_ELF_H
#define YEE_CORE_ELF_H

#include <stdbool.h>

/* False: *reason says why not. The loader maps what the headers promise, so that a file that
 * was cut short kills the program when the missing pages are touched; this looks first. */
bool yee_elf_valid(const char *path, const char **reason);
/* Whether a valid file defines a symbol that others can see. The loader runs the constructors
 * of all it maps, so that a library that is no plugin is told from one without loading it. */
bool yee_elf_exports(const char *path, const char *symbol);

#endif
