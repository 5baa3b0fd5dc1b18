/* core/files/scale.c: axes with a name, as HDF5's dimension scales are laid down (HDF5 Dimension
 * Scale Specification 1.0): h5py, netCDF and xarray know an axis by them. Written here, for the
 * high-level library that has the functions is not needed for anything else. */
#include "scale.h"
#include "base/grow.h"
#include "h5.h"

#include <stdlib.h>
#include <string.h>

/* An axis of a dataset. */
typedef struct user {
    hobj_ref_t set;
    int32_t axis;
} user;

typedef struct yee_scale {
    char *path;
    size_t count, capacity;
    user *user;
} yee_scale;

enum { MOST = 3000 }; /* users that an attribute of 64 kB has room for */

static bool put(hid_t object, const char *name, hid_t type, hid_t space, const void *value)
{
    const hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = yee_h5_ok(a) && yee_h5_ok(H5Awrite(a, type, value));
    yee_h5_close(a);
    return ok;
}

/* With its closing zero, as readers want it here. */
static bool put_text(hid_t object, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1), one = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(text) + 1);
    const bool ok = put(object, name, type, one, text);
    yee_h5_close(one);
    yee_h5_close(type);
    return ok;
}

static hid_t make(hid_t file, const char *path, hsize_t n, double first, double step,
                  const char *unit)
{
    double *value = malloc((size_t)n * sizeof *value + 1);
    const hid_t space = H5Screate_simple(1, &n, NULL);
    const hid_t type = unit ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
    hid_t set = H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (hsize_t i = 0; value && i < n; i++)
        value[i] = first + (double)i * step;
    if (!(value && yee_h5_ok(set) &&
          yee_h5_ok(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value)) &&
          (!unit || put_text(set, "units", unit)))) {
        yee_h5_close(set);
        set = -1;
    }
    free(value);
    yee_h5_close(space);
    return set;
}

static yee_scale *find(const yee_scales *s, const char *path)
{
    for (size_t i = 0; i < s->count; i++)
        if (!strcmp(s->v[i].path, path))
            return &s->v[i];
    return NULL;
}

bool yee_scales_has(const yee_scales *s, const char *path) { return find(s, path) != NULL; }

bool yee_scales_add(yee_scales *s, const char *path, hsize_t n, double first, double step,
                    const char *unit)
{
    if (find(s, path))
        return true;
    const char *name = strrchr(path, '/');
    const hid_t set = yee_h5_exists(s->file, path) ? H5Dopen2(s->file, path, H5P_DEFAULT)
                                                   : make(s->file, path, n, first, step, unit);
    char *own = strdup(path);
    const bool ok = own && yee_h5_ok(set) && put_text(set, "CLASS", "DIMENSION_SCALE") &&
                    put_text(set, "NAME", name ? name + 1 : path) &&
                    yee_grow(&s->v, s->count, &s->capacity, sizeof *s->v);
    yee_h5_close(set);
    if (ok)
        s->v[s->count++] = (yee_scale){.path = own};
    else
        free(own);
    return ok;
}

static bool add_user(yee_scale *scale, hobj_ref_t set, int axis)
{
    if (!yee_grow(&scale->user, scale->count, &scale->capacity, sizeof *scale->user))
        return false;
    scale->user[scale->count++] = (user){.set = set, .axis = axis};
    return true;
}

bool yee_scales_name(yee_scales *s, const char *path, int rank, const char *const *scale)
{
    const hsize_t axes = (hsize_t)rank;
    hvl_t of[H5S_MAX_RANK]; /* the scales of each axis */
    hobj_ref_t to[H5S_MAX_RANK], self;
    const hid_t set = H5Dopen2(s->file, path, H5P_DEFAULT);
    const hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ), list = H5Screate_simple(1, &axes, NULL);
    bool ok = yee_h5_ok(set) && yee_h5_ok(H5Rcreate(&self, s->file, path, H5R_OBJECT, -1));
    for (int i = 0; i < rank && ok; i++) {
        yee_scale *v = find(s, scale[i]);
        of[i] = (hvl_t){1, &to[i]};
        ok = v && yee_h5_ok(H5Rcreate(&to[i], s->file, scale[i], H5R_OBJECT, -1)) &&
             add_user(v, self, i);
    }
    ok = ok && put(set, "DIMENSION_LIST", type, list, of);
    yee_h5_close(list);
    yee_h5_close(type);
    yee_h5_close(set);
    return ok;
}

static bool end(const yee_scales *s, const yee_scale *scale)
{
    const hsize_t n = scale->count;
    const hid_t set = H5Dopen2(s->file, scale->path, H5P_DEFAULT);
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(user));
    const hid_t space = H5Screate_simple(1, &n, NULL);
    H5Tinsert(type, "dataset", HOFFSET(user, set), H5T_STD_REF_OBJ);
    H5Tinsert(type, "dimension", HOFFSET(user, axis), H5T_NATIVE_INT32);
    const bool ok = yee_h5_ok(set) &&
                    (!n || n > MOST || put(set, "REFERENCE_LIST", type, space, scale->user));
    yee_h5_close(space);
    yee_h5_close(type);
    yee_h5_close(set);
    return ok;
}

bool yee_scales_end(yee_scales *s)
{
    bool ok = true;
    for (size_t i = 0; i < s->count; i++) {
        ok = ok && end(s, &s->v[i]);
        free(s->v[i].path);
        free(s->v[i].user);
    }
    free(s->v);
    *s = (yee_scales){.file = s->file};
    return ok;
}
