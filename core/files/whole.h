/* core/files/whole.h: files that show numbers of part files become files that have them. */
#ifndef YEE_CORE_WHOLE_H
#define YEE_CORE_WHOLE_H

#include "base/diag.h"

/* The file at the path gets the numbers of the part files that it shows. <path>.gathering is
 * written, and takes its place once it is whole; one that was left by a call that was ended is gone
 * on with, where the files are as they were. *parts: the paths of the part files that it no longer
 * needs, a line each (malloc); "" where it shows none, and nothing is done. */
yee_status yee_whole_make(yee_diag *diag, const char *path, char **parts);

#endif
