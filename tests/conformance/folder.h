/* folder.h: a cache folder of a test's own, in which nothing is remembered yet. */
#ifndef CONFORMANCE_FOLDER_H
#define CONFORMANCE_FOLDER_H

#include <check.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct cache_folder {
    char path[64], file[128]; /* file: what a scheme remembers in it */
} cache_folder;

static inline void folder_open(cache_folder *f, const char *file)
{
    strcpy(f->path, "/tmp/yee-cache-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(f->path));
    snprintf(f->file, sizeof f->file, "%s/yee/%s", f->path, file);
    ck_assert_int_eq(setenv("XDG_CACHE_HOME", f->path, 1), 0);
}

/* Whether something was measured, and kept, since the folder was empty; it is again. */
static inline bool folder_forget(const cache_folder *f) { return unlink(f->file) == 0; }

static inline void folder_close(const cache_folder *f)
{
    char path[96], file[512];
    folder_forget(f);
    snprintf(path, sizeof path, "%s/yee/laws", f->path); /* code that was compiled */
    DIR *laws = opendir(path);
    for (struct dirent *d; laws && (d = readdir(laws)) != NULL;) {
        snprintf(file, sizeof file, "%s/%s", path, d->d_name);
        unlink(file);
    }
    if (laws)
        closedir(laws);
    rmdir(path);
    snprintf(path, sizeof path, "%s/yee", f->path);
    rmdir(path);
    rmdir(f->path);
}

#endif
