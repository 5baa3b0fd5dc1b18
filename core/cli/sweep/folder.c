/* core/cli/sweep/folder.c: folders of traces: what is there is done. */
#include "folder.h"
#include "base/leftover.h"
#include "cli/cli.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define IDENTITY "model.ini" /* resolved text of the model and its sweep, sums of its files */

yee_status sweep_folder_name(sweep_folder *folder, const char *main_file)
{
    char here[PATH_MAX] = "";
    const char *slash = strrchr(main_file, '/'), *name = slash ? slash + 1 : main_file;
    const char *dot = strrchr(main_file, '.');
    const int stem = dot && dot > name ? (int)(dot - main_file) : (int)strlen(main_file);
    if (*main_file != '/' && !getcwd(here, sizeof here))
        return cli_fail(YEE_IO, "cannot tell the working directory: %s", strerror(errno));
    if (snprintf(folder->path, sizeof folder->path, "%s%s%.*s.sweep", here, *here ? "/" : "",
                 stem, main_file) >= (int)sizeof folder->path - 64 ||
        snprintf(folder->main_file, sizeof folder->main_file, "%s", name) >=
            (int)sizeof folder->main_file)
        return cli_fail(YEE_IO, "%s: the path is too long", main_file);
    return YEE_OK;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *ftw)
{
    (void)info;
    (void)type;
    (void)ftw;
    return remove(path);
}

bool sweep_remove(const char *path)
{
    struct stat info;
    if (lstat(path, &info))
        return errno == ENOENT;
    return !nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int remove_aside(const char *path) { return sweep_remove(path) ? 0 : -1; }

void sweep_remove_aside(const sweep_folder *folder)
{
    yee_leftover_remove(folder->path, remove_aside);
}

bool sweep_discard(const sweep_folder *folder, const char *path)
{
    char aside[PATH_MAX + 160];
    if (!yee_leftover_name(folder->path, aside, sizeof aside) || !sweep_remove(aside))
        return false;
    return rename(path, aside) ? errno == ENOENT : sweep_remove(aside);
}

/* -- whose folder it is -- */

/* Keys that may differ between the parts of a sweep. */
static bool may_differ(const char *line)
{
    static const char *const key[] = {"threads =", "force =", "flush =", "checkpoint"};
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        if (!strncmp(line, key[i], strlen(key[i])))
            return true;
    return false;
}

static bool read_line(FILE *file, char **line, size_t *capacity)
{
    do {
        const ssize_t n = getline(line, capacity, file);
        if (n < 0)
            return false;
        if (n && (*line)[n - 1] == '\n')
            (*line)[n - 1] = 0;
    } while (may_differ(*line));
    return true;
}

/* The folder's model is that of the text; else a sentence says what differs first. */
static yee_status same_model(const char *path, const char *resolved, bool force)
{
    FILE *there = fopen(path, "re"),
         *here = fmemopen((void *)(uintptr_t)resolved, strlen(resolved), "r");
    char *a = NULL, *b = NULL;
    size_t a_size = 0, b_size = 0;
    yee_status status = there && here ? YEE_OK : YEE_IO;
    if (status)
        cli_fail(status, "%s: cannot be read: %s", path, strerror(errno));
    while (!status) {
        const bool more = read_line(there, &a, &a_size), own = read_line(here, &b, &b_size);
        if (!more && !own)
            break;
        if (more != own || strcmp(a, b))
            status = cli_fail(YEE_INPUT,
                              "%s is of another model: it has '%s' where this one has '%s'; "
                              "--force%s begins anew",
                              path, more ? a : "", own ? b : "",
                              force ? " without --only, --part, --restart and --gather" : "");
    }
    free(a);
    free(b);
    if (there)
        fclose(there);
    if (here)
        fclose(here);
    return status;
}

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    bool ok = file && fputs(text, file) >= 0 && !fflush(file) && !fsync(fileno(file));
    if (file)
        ok = !fclose(file) && ok;
    return ok;
}

yee_status sweep_folder_open(const sweep_folder *folder, const char *resolved, bool force)
{
    char path[PATH_MAX + 64], fresh[PATH_MAX + 160];
    struct stat info;
    snprintf(path, sizeof path, "%s/" IDENTITY, folder->path);
    yee_leftover_name(path, fresh, sizeof fresh);
    if (mkdir(folder->path, 0777) && errno != EEXIST)
        return cli_fail(YEE_IO, "cannot make the folder %s: %s", folder->path, strerror(errno));
    yee_leftover_remove(path, unlink);
    if (!stat(path, &info))
        return same_model(path, resolved, force);
    /* linked under its name once it is whole: another part may do the same */
    if (!write_text(fresh, resolved) || (link(fresh, path) && errno != EEXIST)) {
        const int why = errno;
        unlink(fresh);
        return cli_fail(YEE_IO, "cannot write %s: %s", path, strerror(why));
    }
    unlink(fresh);
    return same_model(path, resolved, force);
}

/* -- traces -- */

void sweep_trace_path(const sweep_folder *folder, int64_t trace, const char *ending,
                      const char *file, char path[PATH_MAX])
{
    const int n = snprintf(path, PATH_MAX, "%s/%06lld%s%s%s", folder->path, (long long)trace,
                           ending, file ? "/" : "", file ? file : "");
    if (n < 0 || n >= PATH_MAX)
        path[0] = 0;
}

static bool there(const sweep_folder *folder, int64_t trace, const char *ending)
{
    char path[PATH_MAX];
    struct stat info;
    sweep_trace_path(folder, trace, ending, NULL, path);
    return !stat(path, &info);
}

trace_state sweep_trace_state(const sweep_folder *folder, int64_t trace)
{
    return there(folder, trace, "")          ? TRACE_DONE
           : there(folder, trace, ".failed") ? TRACE_FAILED
                                             : TRACE_OPEN;
}

/* The ending of the folders that this process works in. */
static const char *own_ending(void)
{
    static char ending[128];
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(ending, sizeof ending, ".new.%s.%ld", host, (long)getpid());
    return ending;
}

bool sweep_trace_forget(const sweep_folder *folder, int64_t trace)
{
    char done[PATH_MAX], failed[PATH_MAX];
    sweep_trace_path(folder, trace, "", NULL, done);
    sweep_trace_path(folder, trace, ".failed", NULL, failed);
    return sweep_discard(folder, done) && sweep_discard(folder, failed);
}

bool sweep_trace_begin(const sweep_folder *folder, int64_t trace, char path[PATH_MAX])
{
    sweep_trace_path(folder, trace, ".failed", NULL, path);
    if (!sweep_remove(path))
        return false;
    sweep_trace_path(folder, trace, own_ending(), NULL, path);
    return sweep_remove(path) && !mkdir(path, 0777);
}

bool sweep_trace_end(const sweep_folder *folder, int64_t trace, yee_status status,
                     const char *message)
{
    char from[PATH_MAX], to[PATH_MAX], file[PATH_MAX], *text = NULL;
    sweep_trace_path(folder, trace, own_ending(), NULL, from);
    sweep_trace_path(folder, trace, status ? ".failed" : "", NULL, to);
    bool ok = true;
    if (status) {
        sweep_trace_path(folder, trace, own_ending(), "message", file);
        ok = asprintf(&text, "%d %s\n", (int)status, message) >= 0 && write_text(file, text);
        free(text);
    }
    if (!ok || !rename(from, to))
        return ok;
    return (errno == EEXIST || errno == ENOTEMPTY) &&
           sweep_remove(from); /* another was first */
}

yee_status sweep_trace_message(const sweep_folder *folder, int64_t trace, char *message,
                               size_t size)
{
    char path[PATH_MAX];
    int status = YEE_INTERNAL;
    message[0] = 0;
    sweep_trace_path(folder, trace, ".failed", "message", path);
    FILE *file = fopen(path, "re");
    if (!file)
        return YEE_INTERNAL;
    if (fscanf(file, "%d ", &status) == 1 && fgets(message, (int)size, file))
        message[strcspn(message, "\n")] = 0;
    fclose(file);
    return (yee_status)status;
}
