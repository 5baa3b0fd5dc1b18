/* prebuilt.h: kernels that were compiled before a plan needs them, in folders laws/ beside the plugins
 * that laws come with and beside the scheme. A file is found by the source that it was made of and
 * the GPU's architecture, and is good where all that this includes is what it was then. */
#ifndef CUDA_PREBUILT_H
#define CUDA_PREBUILT_H

#include "nvrtc.h"

enum { PREBUILT_FOLDERS = 16, PREBUILT_PATH = 4096 };

/* Folders in which files are looked for. */
typedef struct prebuilt_folders {
    char path[PREBUILT_FOLDERS][PREBUILT_PATH];
    int count;
} prebuilt_folders;

/* Adds a folder, once; that of the module which an address is of, with laws/ behind it; and the user's
 * own, ~/.local/lib/yee/<abi major>/laws. */
void prebuilt_add(prebuilt_folders *all, const char *path);
void prebuilt_add_module(prebuilt_folders *all, const void *address);
void prebuilt_add_user(prebuilt_folders *all);

/* The code of a job whose key (code_cache.h) is known, for a driver of that version. False: why, a
 * part of a sentence, says what is wrong with a file that is there for it, or with all. */
bool prebuilt_find(const prebuilt_folders *all, const nvrtc_job *job, const void *key,
                   size_t bytes, int driver, nvrtc_code *code, char *why, size_t size);
/* Writes the file of a job into a folder. maker: who made it, for sentences. False: it could not be
 * written. */
bool prebuilt_store(const char *folder, const nvrtc_job *job, const void *key, size_t bytes,
                    const nvrtc_code *code, const char *maker);

#endif
