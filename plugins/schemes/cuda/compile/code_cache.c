/* code_cache.c: the folder of code_cache.h, its files and its size. */
#include "code_cache.h"
#include "code_file.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096 };

static const char magic[CODE_MAGIC] = "yeelaws";

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
             (unsigned long long)code_hash(CODE_HASH_START, key, bytes));
    return true;
}

bool code_cache_find(const void *key, size_t bytes, nvrtc_code *code)
{
    char path[PATH];
    code_head h;
    struct stat s;
    if (!path_of(key, bytes, path))
        return false;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return false;
    char *data = fstat(file, &s) == 0 && mine(&s) ? code_file_read(file, magic, &h) : NULL;
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
    char path[PATH];
    if (!path_of(key, bytes, path))
        return;
    code_file_write(path, magic, key, bytes, code);
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
