/* core/cli/gather.c: `yee gather`: result files that show part files become files that need none. */
#include "base/diag.h"
#include "cli.h"
#include "files/h5.h"
#include "files/results.h"
#include "files/sources.h"
#include "files/whole.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    bool remove_parts, force, quiet;
} given;

static const cli_option options[] = {
    {"remove-parts", NULL, "Removes the part files that are no longer needed.",
     &given.remove_parts, NULL, NULL},
    {"force", NULL, "Gathers what there is of a run that has not come to its end.",
     &given.force, NULL, NULL},
    {"quiet", NULL, "Prints warnings and errors only.", &given.quiet, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* The part files of a list, a line each. */
static void tell(const char *path, char *parts)
{
    if (!given.quiet && *parts)
        printf("wrote %s\n", path);
    else if (!given.quiet)
        printf("%s needs no other file\n", path);
    for (char *line = parts, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (given.remove_parts && unlink(line))
            fprintf(stderr, "warning: %s cannot be removed\n", line);
        else if (!given.quiet)
            printf("%s: %s\n", given.remove_parts ? "removed" : "no longer needed", line);
    }
}

static yee_status gather_one(const char *path)
{
    yee_diag diag;
    char *parts = NULL;
    yee_diag_init(&diag, NULL, NULL);
    yee_status status = yee_whole_make(&diag, path, &parts);
    if (status)
        status = cli_fail(status, "%s", diag.error);
    else
        tell(path, parts);
    free(parts);
    yee_diag_end(&diag);
    return status;
}

/* The files of snapshots, which a main file names; malloc, and so is each. */
static char **named_files(const char *main)
{
    yee_items items = {0};
    yee_h5_lock();
    const hid_t file = H5Fopen(main, H5F_ACC_RDONLY, H5P_DEFAULT);
    char **names = NULL;
    if (file >= 0 && yee_items_list(file, "/snapshot", &items))
        names = calloc(items.count + 1, sizeof *names);
    size_t count = 0;
    for (size_t n = 0; n < items.count && names; n++) {
        char path[1100];
        snprintf(path, sizeof path, "%s@file", items.v[n].path);
        names[count] = yee_h5_read_text(file, path);
        count += names[count] != NULL;
    }
    yee_items_free(&items);
    yee_h5_close(file);
    yee_h5_unlock();
    return names;
}

static yee_status gather_named(const char *main)
{
    char **names = named_files(main);
    const char *slash = strrchr(main, '/');
    yee_status status = YEE_OK;
    for (char **name = names; name && *name; name++) {
        const size_t folder = slash ? (size_t)(slash - main) + 1 : 0;
        char *path = malloc(folder + strlen(*name) + 1);
        if (path && !status) {
            memcpy(path, main, folder);
            strcpy(path + folder, *name);
            status = gather_one(path);
        }
        free(path);
        free(*name);
    }
    free(names);
    return status;
}

/* Whether part files are shown by a file, or by those of its snapshots. */
static bool shows_parts(const char *path)
{
    yee_items items = {0};
    yee_h5_lock();
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    bool shows = file >= 0 && yee_h5_exists(file, "/snapshot");
    if (file >= 0 && !shows && yee_items_list(file, "/", &items))
        for (size_t n = 0; n < items.count && !shows; n++) {
            const hid_t set =
                items.v[n].dataset ? H5Dopen2(file, items.v[n].path, H5P_DEFAULT) : -1;
            shows = yee_h5_is_virtual(set);
            yee_h5_close(set);
        }
    yee_items_free(&items);
    yee_h5_close(file);
    yee_h5_unlock();
    return shows;
}

static bool is_snapshot(const char *path)
{
    return yee_results_has(path, "/VTKHDF") || yee_results_has(path, "/snapshot/PointData");
}

/* Whether a main file says that the file of a snapshot, without its folder, is one of its own. */
static bool names(const char *main, const char *snapshot)
{
    char **const files = named_files(main);
    bool found = false;
    for (char **file = files; file && *file; file++) {
        found = found || !strcmp(*file, snapshot);
        free(*file);
    }
    free(files);
    return found;
}

/* The main file of a snapshot's, STEM_NAME.vtkhdf: the file STEM.h5, or STEM with another ending,
 * beside it that names it. malloc; NULL: there is none. */
static char *main_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t folder = (size_t)(name - path);
    char *at = strndup(path, folder), *main = NULL;
    DIR *dir = at ? opendir(folder ? at : ".") : NULL;
    for (struct dirent *e; dir && !main && (e = readdir(dir));) {
        const char *dot = strrchr(e->d_name, '.');
        const size_t stem = dot ? (size_t)(dot - e->d_name) : strlen(e->d_name);
        if (!stem || strncmp(e->d_name, name, stem) || name[stem] != '_')
            continue;
        main = malloc(folder + strlen(e->d_name) + 1);
        if (main)
            sprintf(main, "%s%s", at, e->d_name);
        if (main && !names(main, name)) {
            free(main);
            main = NULL;
        }
    }
    if (dir)
        closedir(dir);
    free(at);
    return main;
}

/* A run that goes on would find its files replaced. Its main file says when it has ended, also for
 * those of snapshots; where it is not there, the run is taken to have ended. */
static bool goes_on(const char *path)
{
    char *const main = is_snapshot(path) ? main_of(path) : strdup(path);
    const bool on = main && !yee_results_has(main, "/provenance@ended") && shows_parts(path);
    free(main);
    return on;
}

static yee_status readable(const char *path)
{
    if (access(path, R_OK))
        return cli_fail(YEE_IO, "cannot read %s: %s", path, strerror(errno));
    yee_h5_lock();
    const bool result = H5Fis_hdf5(path) > 0;
    yee_h5_unlock();
    return result ? YEE_OK
                  : cli_fail(YEE_INPUT, "%s is not a result of yee (not an HDF5 file)", path);
}

static yee_status run(int argc, char **argv)
{
    yee_status status = YEE_OK;
    for (int i = 0; i < argc && !status; i++) {
        if ((status = readable(argv[i])))
            return status;
        if (!given.force && goes_on(argv[i]))
            return cli_fail(YEE_USAGE,
                            "the run of %s has not come to an end; let it, go on with it by "
                            "--restart, or say --force to gather what there is once it is over",
                            argv[i]);
        status = gather_one(argv[i]);
        if (!status)
            status = gather_named(argv[i]);
    }
    return status;
}

const cli_command cli_gather = {
    .name = "gather",
    .arguments = "FILE ...",
    .summary = "Makes results that lie in part files of several processes files of their own.",
    .options = options,
    .least = 1,
    .most = -1,
    .run = run,
};
