/* code_cache.h: compiled kernels in files of the user, $XDG_CACHE_HOME/yee/laws (~/.cache where
 * that is not set): all that code was made of, and the code. A file is found by a hash of the
 * first and is good only where all of it is there: no two programs are ever taken for each
 * other. A folder or a file that somebody else owns or may write to is not used. Nothing here
 * fails: what cannot be kept is compiled again. */
#ifndef CUDA_CODE_CACHE_H
#define CUDA_CODE_CACHE_H

#include "nvrtc.h"
#include <stdint.h>

enum { CODE_CACHE_BYTES = 64 << 20 }; /* of the folder; files not used for longest go first */

/* Why the folder is not used, for a message; NULL: it is. */
const char *code_cache_refused(void);
bool code_cache_find(const void *key, size_t bytes, nvrtc_code *code);
void code_cache_store(const void *key, size_t bytes, const nvrtc_code *code);
/* All that decides what the code of a job is, of malloc(); NULL: no memory. The version of the
 * compiler is kept beside the code and not asked for: code of any is good. */
void *code_cache_key(const nvrtc_job *job, size_t *bytes);

#endif
