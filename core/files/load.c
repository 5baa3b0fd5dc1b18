/* core/files/load.c: numbers of a file that another run wrote. */
#include "file.h"
#include "results.h"
#include "sources.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The object that is read: a dataset, or an attribute of any object. */
typedef struct source {
    bool attribute;
    hid_t id;
} source;

/* "/flux/front/power", or "/flux/front@from" for the attribute `from` of a group. */
static source open_source(hid_t file, const char *path)
{
    const char *at = strrchr(path, '@');
    if (!at)
        return (source){false, H5Dopen2(file, path, H5P_DEFAULT)};
    char object[512];
    const int length = snprintf(object, sizeof object, "%.*s", (int)(at - path), path);
    const bool fits = length < (int)sizeof object;
    return (source){true, fits ? H5Aopen_by_name(file, object, at + 1, H5P_DEFAULT, H5P_DEFAULT)
                               : -1};
}

/* Notes that the model of an instance reads the file; false after a sentence. */
static bool note_input(const yee_host *host, const char *name)
{
    const yee_instance *it = host->core;
    char reader[256];
    snprintf(reader, sizeof reader, "[%s]", it->place.block ? it->place.block : host->instance);
    if (!it->inputs || yee_inputs_add(it->inputs, name, reader))
        return true;
    host->fail(host, YEE_MEMORY, "no memory for the name of %s", name);
    return false;
}

/* A sentence in l->why; NULL. */
static void *fail(yee_load *l, yee_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void *fail(yee_load *l, yee_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(l->why, sizeof l->why, format, args);
    va_end(args);
    l->status = status;
    return NULL;
}

static void *fail_reading(yee_load *l, const char *path)
{
    char why[256];
    yee_h5_why(why, sizeof why);
    return fail(l, YEE_IO, "cannot read %s%s%s: %s", l->name, path ? ":" : "", path ? path : "",
                why);
}

/* The numbers of an open object. */
static double *read_numbers(yee_load *l, source from, const char *path, hid_t space, hid_t type)
{
    hsize_t size[8], count = 1;
    const bool pairs = H5Tget_class(type) == H5T_COMPOUND;
    l->rank = H5Sget_simple_extent_ndims(space);
    if (l->rank < 0 || l->rank + pairs > 8 || H5Sget_simple_extent_dims(space, size, NULL) < 0)
        return fail(l, YEE_INPUT, "%s:%s has too many axes", l->name, path);
    bool fits = true;
    for (int i = 0; i < l->rank; i++) {
        fits = fits && (!size[i] || count <= INT64_MAX / sizeof(double) / 2 / size[i]);
        count *= size[i];
        l->dims[i] = (int64_t)size[i];
    }
    if (pairs)
        l->dims[l->rank++] = 2;
    double *values =
        fits ? l->alloc(l->user, (size_t)count * (pairs ? 2 : 1) * sizeof *values) : NULL;
    if (!values)
        return fail(l, YEE_MEMORY, "no memory for %s:%s", l->name, path);
    const hid_t memory = pairs ? yee_h5_complex_type() : H5Tcopy(H5T_NATIVE_DOUBLE);
    const bool ok = yee_h5_ok(
        from.attribute ? H5Aread(from.id, memory, values)
                       : H5Dread(from.id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    yee_h5_close(memory);
    return ok ? values : fail_reading(l, path);
}

double *yee_h5_load(yee_load *l, const char *place, const char *path)
{
    /* HDF5's own driver resolves links, and one to memory leads nowhere */
    const hid_t file =
        l->in_memory ? yee_h5_open(place) : H5Fopen(place, H5F_ACC_RDONLY, H5P_DEFAULT);
    double *values = NULL;
    if (!yee_h5_ok(file))
        return fail_reading(l, NULL);
    const source from = open_source(file, path);
    char why[2200];
    if (yee_h5_ok(from.id) && !from.attribute &&
        !yee_h5_has_sources(from.id, why, sizeof why)) {
        fail(l, YEE_IO, "cannot read %s:%s: %.700s", l->name, path, why);
    } else if (from.id >= 0) {
        const hid_t space = from.attribute ? H5Aget_space(from.id) : H5Dget_space(from.id);
        const hid_t type = from.attribute ? H5Aget_type(from.id) : H5Dget_type(from.id);
        values = read_numbers(l, from, path, space, type);
        yee_h5_close(type);
        yee_h5_close(space);
    } else {
        char near[512] = "";
        if (!from.attribute)
            yee_items_suggest(file, path, near, sizeof near);
        fail(l, YEE_INPUT, "%s holds no %s %s%s", l->name,
             from.attribute ? "attribute" : "dataset", path, near);
    }
    yee_h5_close(from.id);
    yee_h5_close(file);
    return values;
}

static void *alloc(void *host, size_t bytes)
{
    return ((const yee_host *)host)->alloc(host, bytes);
}

const double *yee_file_load(const yee_host *host, const char *name, const char *path, int *rank,
                            int64_t dims[8])
{
    if (!note_input(host, name))
        return NULL;
    yee_load l = {.name = name, .alloc = alloc, .user = (void *)(uintptr_t)host};
    const double *values = yee_h5_load(&l, name, path);
    if (!values) {
        host->fail(host, l.status, "%s", l.why);
        return NULL;
    }
    *rank = l.rank;
    memcpy(dims, l.dims, sizeof l.dims);
    return values;
}
