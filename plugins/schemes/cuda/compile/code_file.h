/* code_file.h: a file of compiled kernels: what they are known by, and the code. */
#ifndef CUDA_CODE_FILE_H
#define CUDA_CODE_FILE_H

#include "nvrtc.h"
#include <stdint.h>

enum { CODE_MAGIC = 8, CODE_FILE_BYTES = 64 << 20 }; /* no file is larger */

typedef struct code_head {
    char magic[CODE_MAGIC];
    uint32_t format;
    int32_t version[2]; /* of the compiler */
    uint64_t key, code; /* bytes */
    uint64_t sum;       /* of both */
} code_head;

/* G. Fowler, L. C. Noll, K.-P. Vo: FNV-1a, 64 bits; of no bytes, and continued by more. */
#define CODE_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t code_hash(uint64_t h, const void *data, size_t bytes);
/* Key and code of an open file, of malloc(); NULL: it is none of this magic, or not whole. */
char *code_file_read(int file, const char magic[CODE_MAGIC], code_head *head);
/* Writes a file under another name in its folder and then renames it. False: it could not be. */
bool code_file_write(const char *path, const char magic[CODE_MAGIC], const void *key,
                     size_t bytes, const nvrtc_code *code);

#endif
