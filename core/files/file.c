/* core/files/file.c: an output file from its making to its end. */
#include "file.h"
#include "base/temporary.h"
#include "base/version.h"
#include "driver.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CHUNK_CACHE ((size_t)1 << 20) /* raw data that HDF5 holds back per dataset */

yee_status yee_file_refuse(const yee_host *host, yee_diag *diag, const char *path,
                           const char *why)
{
    return host ? host->fail(host, YEE_IO, "cannot write %s: %s", path, why)
                : yee_diag_fail(diag, YEE_IO, NULL, "cannot write %s: %s", path, why);
}

yee_status yee_file_fail(const yee_host *host, yee_file *file, const char *what)
{
    char why[320];
    if (yee_h5_why(why, sizeof why - 64)) {
        file->broken = true;
        yee_driver_cut(file->id);
        if (!file->aside)
            strcat(why, "; it holds all up to its last flush");
        return yee_file_refuse(host, file->diag, file->path, why);
    }
    if (file->rows) { /* an earlier run has made all this */
        char text[1024];
        file->broken = true;
        yee_driver_cut(file->id);
        snprintf(text, sizeof text,
                 "%.512s in it is not as the run left it (%s): the file is damaged, or not of "
                 "that run",
                 what, why);
        return yee_file_refuse(host, file->diag, file->path, text);
    }
    return host
               ? host->fail(host, YEE_PLUGIN, "cannot make %s of %s: %s", what, file->path, why)
               : yee_diag_fail(file->diag, YEE_PLUGIN, NULL, "cannot make %s of %s: %s", what,
                               file->path, why);
}

/* Where the ports are, for whoever draws the fields around them. */
static bool write_ports(hid_t id, const yee_provenance *p)
{
    const hsize_t dims[2] = {p->ports, 6};
    if (!p->ports)
        return true;
    const hid_t space = H5Screate_simple(2, dims, NULL);
    const hid_t set = H5Dcreate2(id, "/provenance/ports", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = yee_h5_ok(set) && yee_h5_ok(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL,
                                                         H5S_ALL, H5P_DEFAULT, p->port));
    yee_h5_close(set);
    yee_h5_close(space);
    return ok && yee_h5_text(id, "/provenance/port_names", p->port_names);
}

static bool write_provenance(hid_t id, const yee_provenance *p)
{
    char host[256] = "", date[32];
    gethostname(host, sizeof host - 1);
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    const char *const entry[][2] = {
        {"/provenance/yee", yee_version()},
        {"/provenance/revision", yee_revision()},
        {"/provenance/date", date},
        {"/provenance/host", host},
        {"/provenance/command", p->command},
        {"/provenance/model", p->model},
        {"/provenance/resolved", p->resolved},
        {"/provenance/plugins", p->plugins},
        {"/provenance/scheme", p->scheme},
        {"/provenance/inputs", p->inputs},
        {"/provenance/sources", p->sources && *p->sources ? p->sources : NULL},
    };
    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++)
        if (entry[i][1] && !yee_h5_text(id, entry[i][0], entry[i][1]))
            return false;
    return write_ports(id, p);
}

/* Says of every plane of symmetry how the fields of the file go on beyond it. */
static bool write_mirrors(const yee_host *host, yee_file *file, const yee_provenance *p)
{
    bool ok = true;
    for (int n = 0; n < p->mirrors && ok; n++) {
        const yee_mirror *m = &p->mirror[n];
        int32_t parity[YEE_COMPONENTS];
        char path[32];
        for (int c = 0; c < YEE_COMPONENTS; c++)
            parity[c] = yee_parity(c, m->axis, m->electric);
        snprintf(path, sizeof path, "/symmetry/%s", m->face);
        ok = !yee_file_group(host, file, path) &&
             !yee_file_text(host, file, path, "kind", m->electric ? "electric" : "magnetic") &&
             !yee_file_numbers(host, file, path, "position", YEE_NUMBER_F64, 1, &m->position) &&
             !yee_file_numbers(host, file, path, "parity", YEE_NUMBER_I32, YEE_COMPONENTS,
                               parity);
    }
    return ok;
}

/* The times of a run; false after a sentence. */
static bool write_times(const yee_host *host, yee_file *file, const yee_provenance *provenance)
{
    if (provenance->dt == 0)
        return true;
    return !yee_file_numbers(host, file, "/provenance", "time_step", YEE_NUMBER_F64, 1,
                             &provenance->dt) &&
           (!isfinite(provenance->sources_end) ||
            !yee_file_numbers(host, file, "/provenance", "sources_end", YEE_NUMBER_F64, 1,
                              &provenance->sources_end));
}

/* Makes the file under its first name; false after a sentence. */
static bool create(const yee_host *host, yee_file *file, yee_memory_file **memory,
                   const yee_provenance *provenance)
{
    const char *name = memory        ? yee_memory_add(memory, file->path)
                       : file->aside ? file->aside
                                     : file->path;
    char why[256];
    if (!name) {
        yee_file_refuse(host, file->diag, file->path, strerror(errno));
        return false;
    }
    if (file->aside)
        unlink(name); /* of a run that was killed */
    if (file->aside)
        yee_temporary_add(name);
    file->id = memory ? yee_h5_create_in(name) : yee_h5_create(name);
    if (file->id >= 0 && write_provenance(file->id, provenance) &&
        write_mirrors(host, file, provenance) && write_times(host, file, provenance) &&
        yee_h5_flush(file->id, 0))
        return true;
    yee_h5_why(why, sizeof why);
    if (file->id >= 0) {
        yee_driver_cut(file->id);
        H5Fclose(file->id);
        if (!memory)
            unlink(name);
    }
    yee_file_refuse(host, file->diag, file->path, why);
    return false;
}

static void file_free(yee_file *file)
{
    if (file->aside)
        yee_temporary_drop(file->aside);
    free(file->aside);
    free(file->path);
    free(file);
}

yee_file *yee_file_new(const yee_host *host, yee_diag *diag, char *path, bool replace,
                       yee_memory_file **memory, const yee_provenance *provenance)
{
    struct stat st;
    /* memory, or a device */
    const bool direct = memory || (replace && !stat(path, &st) && !S_ISREG(st.st_mode));
    yee_file *file = calloc(1, sizeof *file);
    char *aside = direct ? NULL : malloc(strlen(path) + sizeof ".new");
    if (!file || !(direct || aside)) {
        free(file);
        free(aside);
        free(path);
        host->fail(host, YEE_MEMORY, "no memory for a file");
        return NULL;
    }
    if (aside)
        sprintf(aside, "%s.new", path);
    file->diag = diag;
    file->path = path;
    file->aside = aside;
    file->memory = memory != NULL;
    if (create(host, file, memory, provenance))
        return file;
    file_free(file);
    return NULL;
}

/* Remembers which file is at the path. */
static void identify(yee_file *file)
{
    struct stat st;
    if (!file->memory && !stat(file->path, &st)) {
        file->device = (uint64_t)st.st_dev;
        file->inode = (uint64_t)st.st_ino;
    }
}

/* Whether somebody took the file away, or put another in its place. */
static bool lost(const yee_file *file)
{
    struct stat st;
    return file->inode && (stat(file->path, &st) || file->inode != (uint64_t)st.st_ino ||
                           file->device != (uint64_t)st.st_dev);
}

yee_file *yee_file_open(const yee_host *host, yee_diag *diag, char *path)
{
    yee_file *file = calloc(1, sizeof *file);
    char why[256];
    if (!file) {
        free(path);
        host->fail(host, YEE_MEMORY, "no memory for a file");
        return NULL;
    }
    file->diag = diag;
    file->path = path;
    file->id = yee_h5_open(path);
    if (file->id >= 0) {
        identify(file);
        return file;
    }
    yee_h5_why(why, sizeof why);
    host->fail(host, YEE_IO, "cannot go on with %s: %s", path, why);
    file_free(file);
    return NULL;
}

yee_status yee_file_flush(yee_file *file)
{
    size_t pending = 0;
    for (yee_dataset *d = file->dataset; d; d = d->next) {
        if (d->fresh)
            pending += (d->fresh < CHUNK_CACHE ? d->fresh : CHUNK_CACHE) + d->chunk_bytes;
        d->fresh = 0;
    }
    if (file->broken)
        return YEE_IO;
    if (lost(file)) {
        file->broken = true;
        yee_driver_cut(file->id);
        return yee_file_refuse(NULL, file->diag, file->path,
                               "it was removed or replaced while the run wrote it");
    }
    return yee_h5_flush(file->id, pending) ? YEE_OK : yee_file_fail(NULL, file, "a part");
}

yee_status yee_file_settle(yee_file *file)
{
    if (file->aside && rename(file->aside, file->path))
        return yee_file_refuse(NULL, file->diag, file->path, strerror(errno));
    if (file->aside)
        yee_temporary_drop(file->aside);
    free(file->aside);
    file->aside = NULL;
    identify(file);
    return YEE_OK;
}

bool yee_file_trim(yee_file *file)
{
    for (yee_dataset *d = file->dataset; d && !file->broken; d = d->next)
        if (!yee_dataset_trim(d))
            return !yee_file_fail(NULL, file, "a part");
    return true;
}

yee_status yee_file_close(yee_file *file, bool keep)
{
    yee_status status = yee_file_flush(file);
    for (yee_dataset *d = file->dataset, *next; d; d = next) {
        next = d->next;
        yee_dataset_free(d);
    }
    if (!yee_h5_ok(H5Fclose(file->id)) && !status)
        status = yee_file_fail(NULL, file, "a part");
    if (!keep && !file->memory)
        unlink(file->aside ? file->aside : file->path);
    file_free(file);
    return status;
}
