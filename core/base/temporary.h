/* core/base/temporary.h: files that have no worth of their own, and go where a signal ends the
 * process before they took their place. */
#ifndef YEE_CORE_TEMPORARY_H
#define YEE_CORE_TEMPORARY_H

/* Notes a path, where there is room for one more and it is not too long; the same one may be noted
 * twice. */
void yee_temporary_add(const char *path);
/* The file is gone, or is one of worth. */
void yee_temporary_drop(const char *path);
/* Removes all that are noted; may be called by a signal's handler. */
void yee_temporary_remove(void);

#endif
