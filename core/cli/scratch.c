/* core/cli/scratch.c: a folder for files that nobody shall find afterwards, also where a signal
 * ends the command: what a handler may not call (opendir, malloc) is not called. */
#include "cli.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[PATH_MAX]; /* "": there is none */

const char *cli_scratch_make(void)
{
    const char *base = getenv("TMPDIR");
    char path[PATH_MAX];
    cli_scratch_remove();
    const int length =
        snprintf(path, sizeof path, "%s/yee-plan-XXXXXX", base && *base == '/' ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof path || !mkdtemp(path))
        return NULL;
    memcpy(folder, path, sizeof folder);
    return folder;
}

/* Takes the files out of an open folder that holds no other folders. */
static void empty(int fd)
{
    _Alignas(8) char block[4096];
    for (long n; (n = syscall(SYS_getdents64, fd, block, sizeof block)) > 0;)
        for (long at = 0; at < n;) {
            const struct dirent64 *entry = (const struct dirent64 *)(block + at);
            unlinkat(fd, entry->d_name, 0); /* "." and ".." stay: they are folders */
            at += entry->d_reclen;
        }
}

void cli_scratch_remove(void)
{
    const int fd = *folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        empty(fd);
        close(fd);
        rmdir(folder);
    }
    *folder = '\0';
}
