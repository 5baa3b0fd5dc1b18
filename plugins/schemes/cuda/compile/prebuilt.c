/* prebuilt.c: the files of prebuilt.h, <hash of the source>.sm_<architecture>. In place of the key they
 * have its hash and length: their folders are trusted as the modules beside them are. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr() */
#endif
#include "prebuilt.h"
#include "code_file.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[CODE_MAGIC] = "yeebuilt";

/* What a file has in place of a key. */
typedef struct stamp {
    uint64_t hash, bytes; /* of the key */
    char maker[112];
} stamp;

static stamp stamp_of(const void *key, size_t bytes)
{
    return (stamp){.hash = code_hash(CODE_HASH_START, key, bytes), .bytes = bytes};
}

void prebuilt_add(prebuilt_folders *all, const char *path)
{
    bool known = all->count == PREBUILT_FOLDERS || strlen(path) >= PREBUILT_PATH - 64;
    for (int n = 0; n < all->count; n++)
        known = known || !strcmp(all->path[n], path);
    if (!known)
        strcpy(all->path[all->count++], path);
}

void prebuilt_add_module(prebuilt_folders *all, const void *address)
{
    char path[PREBUILT_PATH];
    Dl_info module;
    if (!address || !dladdr(address, &module) || !module.dli_fname)
        return;
    const char *slash = strrchr(module.dli_fname, '/');
    const int folder = slash ? (int)(slash - module.dli_fname) : 0;
    if (slash && folder < PREBUILT_PATH - 8) {
        snprintf(path, sizeof path, "%.*s/laws", folder, module.dli_fname);
        prebuilt_add(all, path);
    }
}

void prebuilt_add_user(prebuilt_folders *all)
{
    char path[PREBUILT_PATH];
    const char *home = getenv("HOME");
    if (home && *home == '/' && strlen(home) < PREBUILT_PATH - 64) {
        snprintf(path, sizeof path, "%s/.local/lib/yee/%d/laws", home, YEE_ABI_MAJOR);
        prebuilt_add(all, path);
    }
}

/* The name of a job's file without its architecture. */
static void stem_of(const nvrtc_job *job, char stem[32])
{
    snprintf(stem, 32, "%016llx.sm_",
             (unsigned long long)code_hash(CODE_HASH_START, job->source, strlen(job->source)));
}

/* As of modules: the user's own or root's, and nobody else may write to it. */
static bool trusted(const struct stat *s)
{
    return (s->st_uid == geteuid() || s->st_uid == 0) &&
           (s->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Architectures that a folder has a job's code for, " 8.0 9.0". */
static void list_others(const char *folder, const char *stem, char *text, size_t size)
{
    DIR *d = opendir(folder);
    size_t used = strlen(text);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        const int other =
            strncmp(e->d_name, stem, strlen(stem)) ? 0 : atoi(e->d_name + strlen(stem));
        if (other > 0 && used < size)
            used +=
                (size_t)snprintf(text + used, size - used, " %d.%d", other / 10, other % 10);
    }
    if (d)
        closedir(d);
}

/* The code of a file; NULL: what is wrong with it, "" where there is none. */
static char *code_of(const char *folder, const char *path, const stamp *wanted, int driver,
                     code_head *h, char *why, size_t size)
{
    struct stat s, in;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    char *data = NULL;
    if (stat(folder, &in) != 0 || fstat(file, &s) != 0 || !trusted(&in) || !trusted(&s))
        snprintf(why, size, "%s is not used, for others than you and root may write to it",
                 path);
    else if (!(data = code_file_read(file, magic, h)) || h->key != sizeof(stamp))
        snprintf(why, size, "%s is damaged: make it anew", path);
    else if (memcmp(data, wanted, offsetof(stamp, maker)) != 0)
        snprintf(why, size,
                 "%s, made by %.*s, is of another text of the law or of yee's kernels: make it "
                 "anew",
                 path, (int)sizeof wanted->maker, data + offsetof(stamp, maker));
    else if (h->version[0] > driver / 1000)
        snprintf(why, size, "%s is code of CUDA %d, but this machine's driver of CUDA %d", path,
                 h->version[0], driver / 1000);
    close(file);
    if (*why) {
        free(data);
        return NULL;
    }
    return data;
}

bool prebuilt_find(const prebuilt_folders *all, const nvrtc_job *job, const void *key,
                   size_t bytes, int driver, nvrtc_code *code, char *why, size_t size)
{
    char path[PREBUILT_PATH + 64], stem[32], wrong[PREBUILT_PATH + 256], others[128] = "";
    const stamp wanted = stamp_of(key, bytes);
    code_head h;
    stem_of(job, stem);
    *why = 0;
    for (int n = 0; n < all->count; n++) {
        snprintf(path, sizeof path, "%s/%s%d", all->path[n], stem, job->architecture);
        wrong[0] = 0;
        char *data = code_of(all->path[n], path, &wanted, driver, &h, wrong, sizeof wrong);
        if (data) {
            memmove(data, data + sizeof(stamp), h.code);
            *code = (nvrtc_code){data, h.code, {h.version[0], h.version[1]}};
            return true;
        }
        if (wrong[0] && !*why)
            snprintf(why, size, "%s", wrong);
        list_others(all->path[n], stem, others, sizeof others);
    }
    if (!*why && others[0])
        snprintf(why, size,
                 "there is prebuilt code for compute capability%s, and none for %d.%d", others,
                 job->architecture / 10, job->architecture % 10);
    return false;
}

bool prebuilt_store(const char *folder, const nvrtc_job *job, const void *key, size_t bytes,
                    const nvrtc_code *code, const char *maker)
{
    char path[PREBUILT_PATH + 64], stem[32];
    stamp s = stamp_of(key, bytes);
    snprintf(s.maker, sizeof s.maker, "%s", maker);
    stem_of(job, stem);
    snprintf(path, sizeof path, "%s/%s%d", folder, stem, job->architecture);
    return strlen(folder) < PREBUILT_PATH && code_file_write(path, magic, &s, sizeof s, code);
}
