/* code_cache.c: the files of code_cache.h: magic, lengths, compiler, checksum, key, code. */
#include "code_cache.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096, FORMAT = 1 };

typedef struct head {
    char magic[8];
    uint32_t format;
    int32_t version[2];
    uint64_t key, code; /* bytes */
    uint64_t sum;       /* of both */
} head;

static const char magic[8] = "yeelaws";

/* G. Fowler, L. C. Noll, K.-P. Vo: FNV-1a. */
static uint64_t hash(uint64_t h, const void *data, size_t bytes)
{
    for (const unsigned char *c = data, *end = c + bytes; c < end; c++)
        h = (h ^ *c) * 0x100000001b3u;
    return h;
}

static const uint64_t hash_of_nothing = 0xcbf29ce484222325u;

static bool mine(const struct stat *s)
{
    return s->st_uid == geteuid() && (s->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* The folder, made where it is not there; a sentence where it is not used. */
static const char *folder(char path[PATH])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct stat s;
    int used = 0;
    if (cache && *cache == '/')
        used = snprintf(path, PATH, "%s", cache);
    else if (home && *home == '/')
        used = snprintf(path, PATH, "%s/.cache", home);
    else
        return "neither XDG_CACHE_HOME nor HOME names a folder";
    for (int n = 0; n < 3; n++) {
        static const char *const below[] = {"", "/yee", "/laws"};
        if (used < 0 || used + 8 > PATH - 64)
            return "its path is too long";
        used += snprintf(path + used, (size_t)(PATH - used), "%s", below[n]);
        mkdir(path, 0700);
    }
    if (lstat(path, &s) != 0 || !S_ISDIR(s.st_mode))
        return "it cannot be made";
    return mine(&s) ? NULL : "it belongs to another user, or others may write to it";
}

const char *code_cache_refused(void)
{
    char path[PATH];
    return folder(path);
}

static bool path_of(const void *key, size_t bytes, char path[PATH])
{
    if (folder(path))
        return false;
    const size_t used = strlen(path);
    snprintf(path + used, PATH - used, "/%016llx",
             (unsigned long long)hash(hash_of_nothing, key, bytes));
    return true;
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

/* Key and code of a file whose length is that of its head; NULL: it is no such file. */
static char *read_file(int file, head *h)
{
    struct stat s;
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode) || !mine(&s) ||
        s.st_size < (off_t)sizeof *h || s.st_size > CODE_CACHE_BYTES ||
        !read_all(file, h, sizeof *h))
        return NULL;
    const uint64_t left = (uint64_t)s.st_size - sizeof *h;
    if (memcmp(h->magic, magic, sizeof magic) != 0 || h->format != FORMAT || h->key > left ||
        h->code != left - h->key || h->code == 0)
        return NULL;
    char *data = malloc(left);
    if (data && read_all(file, data, left) && hash(hash_of_nothing, data, left) == h->sum)
        return data;
    free(data);
    return NULL;
}

bool code_cache_find(const void *key, size_t bytes, nvrtc_code *code)
{
    char path[PATH];
    head h;
    if (!path_of(key, bytes, path))
        return false;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return false;
    char *data = read_file(file, &h);
    const bool found = data && h.key == bytes && memcmp(data, key, bytes) == 0;
    if (found) {
        memmove(data, data + bytes, h.code);
        *code = (nvrtc_code){data, h.code, {h.version[0], h.version[1]}};
        futimens(file, NULL); /* it was used now */
    } else {
        free(data);
    }
    close(file);
    return found;
}

/* ---- the folder's size ---- */

typedef struct entry {
    char name[256];
    off_t bytes;
    struct timespec used;
} entry;

static int by_use(const void *a, const void *b)
{
    const struct timespec *p = &((const entry *)a)->used, *q = &((const entry *)b)->used;
    if (p->tv_sec != q->tv_sec)
        return p->tv_sec < q->tv_sec ? -1 : 1;
    return (p->tv_nsec > q->tv_nsec) - (p->tv_nsec < q->tv_nsec);
}

/* Removes what was not used for longest until the folder is small enough. */
static void trim(const char *path)
{
    DIR *d = opendir(path);
    entry *list = NULL;
    size_t count = 0, capacity = 0;
    off_t total = 0;
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        struct stat s;
        if (e->d_name[0] == '.' || fstatat(dirfd(d), e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(s.st_mode))
            continue;
        if (count == capacity) {
            entry *more = realloc(list, (2 * capacity + 64) * sizeof *list);
            if (!more)
                break;
            list = more;
            capacity = 2 * capacity + 64;
        }
        list[count] = (entry){.bytes = s.st_size, .used = s.st_mtim};
        snprintf(list[count++].name, sizeof list->name, "%s", e->d_name);
        total += s.st_size;
    }
    if (count > 0)
        qsort(list, count, sizeof *list, by_use);
    for (size_t n = 0; n < count && total > CODE_CACHE_BYTES; n++)
        if (unlinkat(dirfd(d), list[n].name, 0) == 0)
            total -= list[n].bytes;
    free(list);
    if (d)
        closedir(d);
}

void code_cache_store(const void *key, size_t bytes, const nvrtc_code *code)
{
    char path[PATH], fresh[PATH + 16];
    if (!path_of(key, bytes, path))
        return;
    head h = {.format = FORMAT,
              .version = {code->version[0], code->version[1]},
              .key = bytes,
              .code = code->bytes};
    memcpy(h.magic, magic, sizeof magic);
    h.sum = hash(hash(hash_of_nothing, key, bytes), code->data, code->bytes);
    snprintf(fresh, sizeof fresh, "%.*s/.XXXXXX", (int)(strrchr(path, '/') - path), path);
    const int file = mkstemp(fresh);
    if (file < 0)
        return;
    bool whole = write_all(file, &h, sizeof h) && write_all(file, key, bytes) &&
                 write_all(file, code->data, code->bytes);
    whole = close(file) == 0 && whole;
    if (!whole || rename(fresh, path) != 0)
        unlink(fresh);
    *strrchr(path, '/') = 0;
    trim(path);
}

/* ---- keys ---- */

static size_t add(char *key, size_t at, const char *text)
{
    const size_t bytes = strlen(text) + 1;
    if (key)
        memcpy(key + at, text, bytes);
    return at + bytes;
}

static size_t write_key(char *key, const nvrtc_job *job)
{
    char architecture[32];
    snprintf(architecture, sizeof architecture, "sm_%d", job->architecture);
    size_t at = add(key, 0, architecture);
    for (int n = 0; n < NVRTC_OPTIONS; n++)
        at = add(key, at, nvrtc_options[n]);
    at = add(key, at, job->source);
    for (int n = 0; n < job->headers; n++)
        at = add(key, add(key, at, job->header[n].name), job->header[n].text);
    return at;
}

void *code_cache_key(const nvrtc_job *job, size_t *bytes)
{
    *bytes = write_key(NULL, job);
    char *key = malloc(*bytes);
    if (key)
        write_key(key, job);
    return key;
}
