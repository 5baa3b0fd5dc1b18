/* core/files/sources.c: the files that virtual datasets show, which lie beside theirs. */
#include "sources.h"
#include "h5.h"
#include "results.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool yee_h5_is_virtual(hid_t set)
{
    const hid_t list = set < 0 ? -1 : H5Dget_create_plist(set);
    const bool it_is = list >= 0 && H5Pget_layout(list) == H5D_VIRTUAL;
    yee_h5_close(list);
    return it_is;
}

bool yee_h5_source_name(char *text, size_t size, const char *file)
{
    size_t n = 0;
    for (; *file && n + 2 < size; file++) {
        text[n++] = *file;
        if (*file == '%')
            text[n++] = '%';
    }
    text[n] = 0;
    return !*file;
}

/* Makes of a file's name in a mapping the one on disk. */
static void unescape(char *name)
{
    char *to = name;
    for (const char *from = name; *from; from++) {
        *to++ = *from;
        from += from[0] == '%' && from[1] == '%';
    }
    *to = 0;
}

/* The path of a file that is named relative to the one that has the dataset. */
static bool path_beside(hid_t set, const char *name, char *path, size_t size)
{
    char own[1024];
    const ssize_t length = H5Fget_name(set, own, sizeof own);
    if (length < 0 || length >= (ssize_t)sizeof own)
        return false;
    const char *slash = strrchr(own, '/');
    const int folder = slash && *name != '/' ? (int)(slash - own) + 1 : 0;
    return snprintf(path, size, "%.*s%s", folder, own, name) < (int)size;
}

bool yee_h5_each_source(hid_t set, bool (*visit)(void *user, const char *path, const char *set),
                        void *user)
{
    char name[1024] = "", path[2048], dataset[1024];
    const hid_t list = H5Dget_create_plist(set);
    size_t count = 0;
    bool ok = list >= 0;
    if (ok && H5Pget_layout(list) == H5D_VIRTUAL)
        ok = H5Pget_virtual_count(list, &count) >= 0;
    for (size_t n = 0; n < count && ok; n++) {
        ok = H5Pget_virtual_filename(list, n, name, sizeof name) >= 0 &&
             H5Pget_virtual_dsetname(list, n, dataset, sizeof dataset) >= 0;
        unescape(name);
        if (ok && strcmp(name, ".") != 0)
            ok = path_beside(set, name, path, sizeof path) && visit(user, path, dataset);
    }
    yee_h5_close(list);
    return ok;
}

typedef struct missing {
    char *why;
    size_t size;
} missing;

static bool is_there(void *user, const char *path, const char *set)
{
    const missing *m = user;
    (void)set;
    if (!access(path, R_OK))
        return true;
    snprintf(m->why, m->size,
             "its part file %s cannot be read: %s; put the part files of the run beside it",
             path, strerror(errno));
    return false;
}

bool yee_h5_has_sources(hid_t set, char *why, size_t size)
{
    missing m = {why, size};
    snprintf(why, size, "HDF5 does not say what it shows");
    return yee_h5_each_source(set, is_there, &m);
}

bool yee_h5_file_has_sources(hid_t file, char *why, size_t size)
{
    yee_items items;
    bool ok = yee_items_list(file, "/", &items);
    for (size_t n = 0; n < items.count && ok; n++) {
        const hid_t set =
            items.v[n].dataset ? H5Dopen2(file, items.v[n].path, H5P_DEFAULT) : -1;
        ok = set < 0 || yee_h5_has_sources(set, why, size);
        yee_h5_close(set);
    }
    yee_items_free(&items);
    return ok;
}
