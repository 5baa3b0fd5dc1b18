/* core/files/gather_attributes.c: attributes that all runs share are those of the gathered
 * object; those that vary become datasets. */
#include "gather_attributes.h"

#include "base/grow.h"
#include "h5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of an attribute; NULL: there is none, or no memory. To be freed. */
static char *read_bytes(hid_t object, const char *name, hid_t *type, size_t *bytes)
{
    *type = -1;
    if (H5Aexists(object, name) <= 0)
        return NULL;
    const hid_t a = H5Aopen(object, name, H5P_DEFAULT), space = H5Aget_space(a);
    *type = H5Aget_type(a);
    *bytes = (size_t)H5Sget_simple_extent_npoints(space) * H5Tget_size(*type);
    char *value = calloc(1, *bytes + 1);
    if (value && H5Aread(a, *type, value) < 0) {
        free(value);
        value = NULL;
    }
    yee_h5_close(space);
    yee_h5_close(a);
    return value;
}

/* Texts of yee have a fixed length. */
static bool same(hid_t a, hid_t b, const char *name)
{
    hid_t type[2];
    size_t bytes[2] = {0, 0};
    char *value[2] = {read_bytes(a, name, &type[0], &bytes[0]),
                      read_bytes(b, name, &type[1], &bytes[1])};
    const bool equal = value[0] && value[1] && bytes[0] == bytes[1] &&
                       H5Tequal(type[0], type[1]) > 0 && !memcmp(value[0], value[1], bytes[0]);
    for (int i = 0; i < 2; i++) {
        free(value[i]);
        yee_h5_close(type[i]);
    }
    return equal;
}

static bool holds(const yee_varying *varying, const char *path, const char *name)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < varying->count; i++)
        if (!strncmp(varying->v[i], path, length) && varying->v[i][length] == '@' &&
            !strcmp(varying->v[i] + length + 1, name))
            return true;
    return false;
}

typedef struct walk {
    const yee_varying *varying;
    yee_varying *more;
    const char *path;
    hid_t other;
    size_t trace, traces;
    bool ok;
} walk;

static bool each(hid_t object, H5A_operator2_t visit, walk *w)
{
    w->ok = true;
    return H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, NULL, visit, w) >= 0 && w->ok;
}

static herr_t compare_one(hid_t first, const char *name, const H5A_info_t *info, void *user)
{
    walk *w = user;
    (void)info;
    if (holds(w->more, w->path, name) || same(first, w->other, name))
        return 0;
    char *whole = NULL;
    w->ok = yee_grow(&w->more->v, w->more->count, &w->more->capacity, sizeof *w->more->v) &&
            asprintf(&whole, "%s@%s", w->path, name) >= 0;
    if (w->ok)
        w->more->v[w->more->count++] = whole;
    return w->ok ? 0 : -1;
}

bool yee_varying_add(yee_varying *varying, const char *path, hid_t first, hid_t other)
{
    return each(first, compare_one, &(walk){.more = varying, .path = path, .other = other});
}

void yee_varying_free(yee_varying *varying)
{
    for (size_t i = 0; i < varying->count; i++)
        free(varying->v[i]);
    free(varying->v);
    *varying = (yee_varying){0};
}

static herr_t copy_one(hid_t from, const char *name, const H5A_info_t *info, void *user)
{
    walk *w = user;
    (void)info;
    if (holds(w->varying, w->path, name))
        return 0;
    const hid_t old = H5Aopen(from, name, H5P_DEFAULT), type = H5Aget_type(old);
    const hid_t space = H5Aget_space(old);
    char *value =
        calloc(1, (size_t)H5Sget_simple_extent_npoints(space) * H5Tget_size(type) + 1);
    const hid_t fresh = H5Acreate2(w->other, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    w->ok = value && yee_h5_ok(fresh) && yee_h5_ok(H5Aread(old, type, value)) &&
            yee_h5_ok(H5Awrite(fresh, type, value));
    if (value && H5Tis_variable_str(type) > 0)
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, value);
    free(value);
    yee_h5_close(fresh);
    yee_h5_close(space);
    yee_h5_close(type);
    yee_h5_close(old);
    return w->ok ? 0 : -1;
}

bool yee_varying_copy_others(const yee_varying *varying, const char *path, hid_t from, hid_t to)
{
    return each(from, copy_one, &(walk){.varying = varying, .path = path, .other = to});
}

/* Opens the dataset of an attribute, or makes it, full of NaN. */
static hid_t open_table(hid_t into, const char *path, hsize_t traces, hsize_t numbers)
{
    const hsize_t dims[2] = {traces, numbers};
    const double none = NAN;
    if (yee_h5_exists(into, path))
        return H5Dopen2(into, path, H5P_DEFAULT);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE), keep = H5Pcreate(H5P_DATASET_CREATE);
    const hid_t space = H5Screate_simple(2, dims, NULL);
    H5Pset_create_intermediate_group(links, 1);
    H5Pset_fill_value(keep, H5T_NATIVE_DOUBLE, &none);
    const hid_t out =
        H5Dcreate2(into, path, H5T_NATIVE_DOUBLE, space, links, keep, H5P_DEFAULT);
    yee_h5_close(space);
    yee_h5_close(keep);
    yee_h5_close(links);
    return out;
}

/* A run whose attribute has another number of values keeps it to itself. */
static bool write_row(hid_t out, size_t trace, hsize_t numbers, const double *value)
{
    const hsize_t begin[2] = {trace, 0}, one[2] = {1, numbers};
    hsize_t dims[2] = {0, 0};
    const hid_t file = H5Dget_space(out), memory = H5Screate_simple(2, one, NULL);
    const bool fits = H5Sget_simple_extent_dims(file, dims, NULL) == 2 && dims[1] == numbers;
    const bool ok =
        !fits ||
        (H5Sselect_hyperslab(file, H5S_SELECT_SET, begin, NULL, one, NULL) >= 0 &&
         yee_h5_ok(H5Dwrite(out, H5T_NATIVE_DOUBLE, memory, file, H5P_DEFAULT, value)));
    yee_h5_close(memory);
    yee_h5_close(file);
    return ok;
}

static herr_t put_one(hid_t from, const char *name, const H5A_info_t *info, void *user)
{
    walk *w = user;
    char path[1200];
    (void)info;
    if (!holds(w->varying, w->path, name))
        return 0;
    const hid_t a = H5Aopen(from, name, H5P_DEFAULT), type = H5Aget_type(a);
    const hid_t space = H5Aget_space(a);
    const H5T_class_t kind = H5Tget_class(type);
    const hsize_t n = (hsize_t)H5Sget_simple_extent_npoints(space);
    if (kind == H5T_FLOAT || kind == H5T_INTEGER) {
        double *value = calloc(n + 1, sizeof *value);
        snprintf(path, sizeof path, "/sweep/attributes%s/%s", w->path, name);
        const hid_t out = value ? open_table(w->other, path, w->traces, n) : -1;
        w->ok = yee_h5_ok(out) && yee_h5_ok(H5Aread(a, H5T_NATIVE_DOUBLE, value)) &&
                write_row(out, w->trace, n, value);
        yee_h5_close(out);
        free(value);
    }
    yee_h5_close(space);
    yee_h5_close(type);
    yee_h5_close(a);
    return w->ok ? 0 : -1;
}

bool yee_varying_put(const yee_varying *varying, const char *path, hid_t from, hid_t into,
                     size_t trace, size_t traces)
{
    return !varying->count || each(from, put_one,
                                   &(walk){.varying = varying,
                                           .path = path,
                                           .other = into,
                                           .trace = trace,
                                           .traces = traces});
}
