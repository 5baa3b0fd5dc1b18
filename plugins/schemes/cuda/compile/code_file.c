/* code_file.c: the files of code_file.h: magic, lengths, compiler, checksum, key, code. */
#include "code_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096, FORMAT = 1 };

uint64_t code_hash(uint64_t h, const void *data, size_t bytes)
{
    for (const unsigned char *c = data, *end = c + bytes; c < end; c++)
        h = (h ^ *c) * 0x100000001b3u;
    return h;
}

static bool read_all(int file, void *to, size_t bytes)
{
    for (char *at = to; bytes > 0;) {
        const ssize_t n = read(file, at, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

static bool write_all(int file, const void *from, size_t bytes)
{
    for (const char *at = from; bytes > 0;) {
        const ssize_t n = write(file, at, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

char *code_file_read(int file, const char magic[CODE_MAGIC], code_head *h)
{
    struct stat s;
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size < (off_t)sizeof *h ||
        s.st_size > CODE_FILE_BYTES || !read_all(file, h, sizeof *h))
        return NULL;
    const uint64_t left = (uint64_t)s.st_size - sizeof *h;
    if (memcmp(h->magic, magic, CODE_MAGIC) != 0 || h->format != FORMAT || h->key > left ||
        h->code != left - h->key || h->code == 0)
        return NULL;
    char *data = malloc(left);
    if (data && read_all(file, data, left) && code_hash(CODE_HASH_START, data, left) == h->sum)
        return data;
    free(data);
    return NULL;
}

bool code_file_write(const char *path, const char magic[CODE_MAGIC], const void *key,
                     size_t bytes, const nvrtc_code *code)
{
    char fresh[PATH + 16];
    code_head h = {.format = FORMAT,
                   .version = {code->version[0], code->version[1]},
                   .key = bytes,
                   .code = code->bytes};
    memcpy(h.magic, magic, CODE_MAGIC);
    h.sum = code_hash(code_hash(CODE_HASH_START, key, bytes), code->data, code->bytes);
    snprintf(fresh, sizeof fresh, "%.*s/.XXXXXX", (int)(strrchr(path, '/') - path), path);
    const int file = mkstemp(fresh);
    if (file < 0)
        return false;
    bool whole = write_all(file, &h, sizeof h) && write_all(file, key, bytes) &&
                 write_all(file, code->data, code->bytes);
    whole = close(file) == 0 && whole;
    if (whole && rename(fresh, path) == 0)
        return true;
    unlink(fresh);
    return false;
}
