/* core/cli/sweep/ranks.c: the processes that one launcher has started. */
#include "ranks.h"
#include "base/launcher.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void ranks_read(sweep_ranks *r)
{
    static const char *const job[] = {"PMIX_NAMESPACE", "SLURM_JOB_ID", "PMI_ID", "PBS_JOBID"};
    const yee_launch launch = yee_launcher_read();
    *r = (sweep_ranks){launch.rank, launch.ranks, launch.here, ""};
    size_t n = 0;
    for (size_t i = 0; i < sizeof job / sizeof *job && !n; i++)
        if (getenv(job[i]))
            n = (size_t)snprintf(r->job, sizeof r->job - 24, "%s", getenv(job[i]));
    n = strlen(r->job);
    if (getenv("SLURM_STEP_ID"))
        snprintf(r->job + n, sizeof r->job - n, ".%.16s", getenv("SLURM_STEP_ID"));
    else if (!n) /* a launcher on this machine */
        snprintf(r->job, sizeof r->job, "%ld", (long)getppid());
    for (char *c = r->job; *c; c++)
        *c = *c == '/' ? '_' : *c;
}

static void folder_of(const sweep_ranks *r, const sweep_folder *folder, char *path, size_t size)
{
    snprintf(path, size, "%s/.job.%s", folder->path, r->job);
}

bool ranks_open(const sweep_ranks *r, const sweep_folder *folder)
{
    char path[PATH_MAX + 96];
    folder_of(r, folder, path, sizeof path);
    return r->ranks < 2 || !mkdir(path, 0777) || errno == EEXIST;
}

void ranks_close(const sweep_ranks *r, const sweep_folder *folder)
{
    char path[PATH_MAX + 96];
    folder_of(r, folder, path, sizeof path);
    if (r->ranks > 1 && !r->rank)
        sweep_remove(path);
}

static void mark_of(const sweep_ranks *r, const sweep_folder *folder, const char *what,
                    int rank, char *path, size_t size)
{
    char all[PATH_MAX + 96];
    folder_of(r, folder, all, sizeof all);
    snprintf(path, size, "%s/%s.%d", all, what, rank);
}

void ranks_mark(const sweep_ranks *r, const sweep_folder *folder, const char *what,
                yee_status status)
{
    char path[PATH_MAX + 160], fresh[PATH_MAX + 168];
    if (r->ranks < 2)
        return;
    mark_of(r, folder, what, r->rank, path, sizeof path);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "we");
    bool ok = file && fprintf(file, "%d\n", (int)status) > 0;
    if (file)
        ok = !fclose(file) && ok;
    if (!ok || rename(fresh, path))
        unlink(fresh);
}

yee_status ranks_wait(const sweep_ranks *r, const sweep_folder *folder, const char *what,
                      int count, double patience, bool *late, const volatile int *stopped)
{
    yee_status first = YEE_OK;
    double waited = 0; /* s */
    char path[PATH_MAX + 160];
    *late = false;
    for (int rank = 0; r->ranks > 1 && rank < count; rank++) {
        int status = 0;
        FILE *file;
        mark_of(r, folder, what, rank, path, sizeof path);
        for (long wait = 2; !(file = fopen(path, "re")); wait = wait < 500 ? 2 * wait : 500) {
            if (*stopped)
                return YEE_INTERRUPTED;
            *late = patience > 0 && (waited += 1e-3 * (double)wait) > patience;
            if (*late)
                return YEE_IO;
            nanosleep(&(struct timespec){wait / 1000, wait % 1000 * 1000000}, NULL);
        }
        if (fscanf(file, "%d", &status) == 1 && status && !first)
            first = (yee_status)status;
        fclose(file);
    }
    return first;
}
