/* core/files/h5.c: HDF5 files that survive a full disk. */
#include "h5.h"
#include "base/process.h"
#include "driver.h"
#include <yee/types.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define PAGE 4096
#define NODE_BYTES 320 /* smallest node of a tree, or leaf of a group */
#define TREE_HALF 20   /* half the chunks in a node of a tree: with 8 axes it fits a page */
#define METADATA_ROOM ((size_t)64 << 10) /* a flush may add this much metadata */

static pthread_mutex_t h5_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void yee_h5_lock(void)
{
    pthread_mutex_lock(&h5_lock);
    yee_process_restore();                 /* files lie where they should */
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* failures become sentences, not traces */
}

void yee_h5_unlock(void) { pthread_mutex_unlock(&h5_lock); }

/* The cause of a failure by HDF5's error stack: the innermost description, and the errno in
 * any of them. */
static struct cause {
    int error;
    char text[256];
} cause;

static herr_t collect_cause(unsigned n, const H5E_error2_t *e, void *user)
{
    struct cause *c = user;
    const char *number = e->desc ? strstr(e->desc, "errno = ") : NULL;
    if (number)
        sscanf(number, "errno = %d", &c->error);
    if (!n && e->desc)
        snprintf(c->text, sizeof c->text, "%s", e->desc);
    return 0;
}

bool yee_h5_ok(int64_t result)
{
    if (result >= 0)
        return true;
    cause = (struct cause){0, "HDF5 gives no reason"};
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect_cause, &cause);
    const int error = yee_driver_error();
    cause.error = error ? error : cause.error;
    return false;
}

int yee_h5_why(char *text, size_t size)
{
    snprintf(text, size, "%s", cause.error ? strerror(cause.error) : cause.text);
    return cause.error;
}

/* How files are written; negative where HDF5 refuses. */
static hid_t access_list(void)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    /* The oldest format that holds what is written, so that every reader opens it; it also has
     * no mark that a crash would leave set. */
    H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
    if (!yee_h5_ok(access) ||
        !yee_h5_ok(H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V110)) ||
        !yee_h5_ok(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG)) ||
        !yee_h5_ok(yee_driver_use(access) ? 0 : -1) ||
        !yee_h5_ok(H5Pset_alignment(access, NODE_BYTES, PAGE)) ||
        !yee_h5_ok(H5Pget_mdc_config(access, &cache)))
        goto failed;
    cache.evictions_enabled = 0;
    cache.incr_mode = H5C_incr__off;
    cache.flash_incr_mode = H5C_flash_incr__off;
    cache.decr_mode = H5C_decr__off;
    if (yee_h5_ok(H5Pset_mdc_config(access, &cache)))
        return access;
failed:
    if (access >= 0)
        H5Pclose(access);
    return -1;
}

static hid_t create(const char *path, unsigned flags)
{
    const hid_t access = access_list();
    if (access < 0)
        return -1;
    const hid_t make = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (yee_h5_ok(make) && yee_h5_ok(H5Pset_istore_k(make, TREE_HALF)))
        file = H5Fcreate(path, flags, make, access);
    yee_h5_ok(file);
    if (make >= 0)
        H5Pclose(make);
    H5Pclose(access);
    return file;
}

hid_t yee_h5_create(const char *path) { return create(path, H5F_ACC_EXCL); }
hid_t yee_h5_create_in(const char *path) { return create(path, H5F_ACC_TRUNC); }

hid_t yee_h5_open(const char *path)
{
    const hid_t access = access_list();
    if (access < 0)
        return -1;
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
    yee_h5_ok(file);
    H5Pclose(access);
    return file;
}

bool yee_h5_flush(hid_t file, size_t pending)
{
    const int error = yee_driver_reserve(file, pending + METADATA_ROOM);
    if (error) {
        cause.error = error;
        return false;
    }
    if (!yee_h5_ok(H5Fflush(file, H5F_SCOPE_LOCAL)))
        return false;
    cause.error = yee_driver_commit(file);
    return !cause.error;
}

bool yee_h5_exists(hid_t file, const char *path)
{
    char part[1024];
    const size_t length = strlen(path);
    if (!strcmp(path, "/"))
        return true;
    if (!length || length >= sizeof part)
        return false;
    /* HDF5 wants every group on the way to exist before it answers */
    for (size_t i = 1; i <= length; i++)
        if (path[i] == '/' || !path[i]) {
            memcpy(part, path, i);
            part[i] = 0;
            if (H5Lexists(file, part, H5P_DEFAULT) <= 0)
                return false;
        }
    return true;
}

void yee_h5_close(hid_t id)
{
    switch (id < 0 ? H5I_BADID : H5Iget_type(id)) {
    case H5I_FILE:
        H5Fclose(id);
        break;
    case H5I_DATASET:
        H5Dclose(id);
        break;
    case H5I_ATTR:
        H5Aclose(id);
        break;
    case H5I_DATATYPE:
        H5Tclose(id);
        break;
    case H5I_DATASPACE:
        H5Sclose(id);
        break;
    case H5I_GENPROP_LST:
        H5Pclose(id);
        break;
    default:
        break;
    }
}

hid_t yee_h5_complex_type(void)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(yee_complex));
    if (type >= 0) {
        H5Tinsert(type, "r", offsetof(yee_complex, re), H5T_NATIVE_DOUBLE);
        H5Tinsert(type, "i", offsetof(yee_complex, im), H5T_NATIVE_DOUBLE);
    }
    return type;
}

hid_t yee_h5_text_type(const char *text)
{
    const size_t length = strlen(text);
    bool ascii = true;
    for (size_t i = 0; i < length; i++)
        ascii = ascii && !(text[i] & 0x80);
    const hid_t type = H5Tcopy(H5T_C_S1);
    if (yee_h5_ok(type) && yee_h5_ok(H5Tset_size(type, length ? length : 1)) &&
        yee_h5_ok(H5Tset_strpad(type, H5T_STR_NULLPAD)) &&
        yee_h5_ok(H5Tset_cset(type, ascii ? H5T_CSET_ASCII : H5T_CSET_UTF8)))
        return type;
    yee_h5_close(type);
    return -1;
}

bool yee_h5_text(hid_t file, const char *path, const char *text)
{
    bool ok = false;
    hid_t set = -1;
    const hid_t type = yee_h5_text_type(text);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t link = H5Pcreate(H5P_LINK_CREATE);
    if (type < 0 || !yee_h5_ok(space) || !yee_h5_ok(link) ||
        !yee_h5_ok(H5Pset_create_intermediate_group(link, 1)))
        goto done;
    set = H5Dcreate2(file, path, type, space, link, H5P_DEFAULT, H5P_DEFAULT);
    ok = yee_h5_ok(set) && yee_h5_ok(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text));
done:
    yee_h5_close(set);
    yee_h5_close(link);
    yee_h5_close(space);
    yee_h5_close(type);
    return ok;
}
