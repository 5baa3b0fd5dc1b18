/* core/files/insert.c: a group of one result file becomes one of another. */
#include "driver.h"
#include "file.h"
#include "results.h"

#include <string.h>
#include <sys/stat.h>

/* A group that is there goes, on disk too, before its space is used again: a reader finds the
 * old one, none, or the new one. */
static bool remove_old(hid_t id, const char *group)
{
    return !yee_h5_exists(id, group) ||
           (yee_h5_ok(H5Ldelete(id, group, H5P_DEFAULT)) && yee_h5_flush(id, 0));
}

static bool copy(hid_t id, const char *from, const char *group)
{
    struct stat st;
    const size_t bytes = stat(from, &st) ? 0 : (size_t)st.st_size;
    const hid_t source = H5Fopen(from, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    const bool ok = yee_h5_ok(source) && yee_h5_ok(links) &&
                    yee_h5_ok(H5Pset_create_intermediate_group(links, 1)) &&
                    yee_h5_ok(H5Ocopy(source, group, id, group, H5P_DEFAULT, links)) &&
                    yee_h5_flush(id, bytes);
    yee_h5_close(links);
    yee_h5_close(source);
    return ok;
}

yee_status yee_files_insert(yee_diag *diag, const char *into, const char *from,
                            const char *group, bool replace)
{
    char why[256] = "it has this group already";
    yee_h5_lock();
    const hid_t id = yee_h5_open(into);
    bool ok = id >= 0 && (replace || !yee_h5_exists(id, group));
    if (ok)
        ok = remove_old(id, group) && copy(id, from, group);
    if (id < 0 || (!ok && (replace || !yee_h5_exists(id, group))))
        yee_h5_why(why, sizeof why);
    if (id >= 0 && !ok)
        yee_driver_cut(id);
    if (id >= 0 && H5Fclose(id) < 0)
        ok = false;
    yee_h5_unlock();
    return ok ? YEE_OK
              : yee_diag_fail(diag, YEE_IO, NULL, "cannot write %s into %s: %s", group, into,
                              why);
}
