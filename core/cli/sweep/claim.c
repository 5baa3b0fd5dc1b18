/* core/cli/sweep/claim.c: which process runs a trace. */
#include "claim.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 120, OFTEN = 10 }; /* s: until a claim is void, between two renewals */

/* When a process began, in ticks since the machine did: numbers of processes are given again. 0:
 * there is none. */
static unsigned long long began(long process)
{
    char path[64], line[1024];
    unsigned long long start = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "re");
    const char *at = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (file)
        fclose(file);
    for (int n = 0; at && n < 20; n++) /* field 22; the second ends with the bracket */
        at = strchr(at + 1, ' ');
    return at && sscanf(at, " %llu", &start) == 1 ? start : 0;
}

static void own_words(char *text, size_t size)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(text, size, "%s %ld %llu\n", *host ? host : "?", (long)getpid(), began(getpid()));
}

/* Whether the process that a claim names is at work. now: the clock of the folder's machine. */
static bool holds(const char *path, time_t now)
{
    char words[256] = "", host[64] = "", here[64] = "";
    long process = 0;
    unsigned long long start = 0;
    struct stat info;
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const bool read = fgets(words, sizeof words, file) &&
                      sscanf(words, "%63s %ld %llu", host, &process, &start) == 3;
    const bool fresh = !fstat(fileno(file), &info) && now - info.st_mtime < PATIENCE;
    fclose(file);
    gethostname(here, sizeof here - 1);
    if (read && !strcmp(host, here))
        return began(process) == start;
    return fresh;
}

static void name_of(const sweep_folder *folder, int64_t trace, char path[PATH_MAX])
{
    sweep_trace_path(folder, trace, ".claim", NULL, path);
}

/* The name of a process's own, by its words; false: it would be too long. */
static bool name_of_words(const sweep_folder *folder, const char *words, char path[PATH_MAX])
{
    const int n = snprintf(path, PATH_MAX, "%s/.%s", folder->path, words);
    if (n < 0 || n >= PATH_MAX)
        return false;
    for (char *c = path + strlen(folder->path) + 1; *c; c++)
        *c = *c == ' ' || *c == '\n' ? '_' : *c;
    return true;
}

/* Writes what this process is under a name of its own, which is then linked to that of the claim;
 * *now: the clock of the machine that has the folder. */
static bool write_own(const sweep_folder *folder, char path[PATH_MAX], time_t *now)
{
    char words[256];
    struct stat info;
    own_words(words, sizeof words);
    if (!name_of_words(folder, words, path))
        return false;
    FILE *file = fopen(path, "we");
    bool ok = file && fputs(words, file) >= 0 && !fflush(file) && !fstat(fileno(file), &info);
    *now = ok ? info.st_mtime : 0;
    if (file)
        ok = !fclose(file) && ok;
    return ok;
}

/* The claim of a process that is no more, with the folder it ran in and the name of its own, which is
 * left where it ended between link() and unlink() of a claim. */
static void take_away(const sweep_folder *folder, int64_t trace, const char *path)
{
    char words[256] = "", host[64], left[PATH_MAX], ending[128];
    long process;
    FILE *file = fopen(path, "re");
    const bool read = file && fgets(words, sizeof words, file) &&
                      sscanf(words, "%63s %ld", host, &process) == 2;
    if (file)
        fclose(file);
    unlink(path);
    if (!read)
        return;
    snprintf(ending, sizeof ending, ".new.%s.%ld", host, process); /* folder.c */
    sweep_trace_path(folder, trace, ending, NULL, left);
    sweep_remove(left);
    if (name_of_words(folder, words, left))
        unlink(left);
}

int sweep_claim(const sweep_folder *folder, int64_t trace)
{
    char path[PATH_MAX], own[PATH_MAX];
    time_t now;
    int got = write_own(folder, own, &now) ? 0 : -1;
    name_of(folder, trace, path);
    for (int turn = 0; !got && turn < 2; turn++) {
        if (!link(own, path))
            got = 1;
        else if (errno != EEXIST)
            got = -1;
        else if (holds(path, now))
            break;
        else
            take_away(folder, trace, path);
    }
    const int error = errno;
    unlink(own);
    errno = error;
    return got;
}

bool sweep_claimed(const sweep_folder *folder, int64_t trace)
{
    char path[PATH_MAX];
    name_of(folder, trace, path);
    return holds(path, time(NULL));
}

void sweep_claim_renew(const sweep_folder *folder, int64_t trace, time_t *renewed)
{
    char path[PATH_MAX];
    const time_t now = time(NULL);
    if (now - *renewed < OFTEN)
        return;
    *renewed = now;
    name_of(folder, trace, path);
    utimensat(AT_FDCWD, path, NULL, 0);
}

void sweep_claim_end(const sweep_folder *folder, int64_t trace)
{
    char path[PATH_MAX];
    name_of(folder, trace, path);
    unlink(path);
}
