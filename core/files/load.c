/* core/files/load.c: numbers of a file that another run wrote. */
#include "file.h"
#include "results.h"

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

const double *yee_file_load(const yee_host *host, const char *name, const char *path, int *rank,
                            int64_t dims[8])
{
    if (!note_input(host, name))
        return NULL;
    double *values = NULL;
    hsize_t size[8], count = 1;
    hid_t space = -1, type = -1, memory = -1;
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (!yee_h5_ok(file)) {
        char why[256];
        yee_h5_why(why, sizeof why);
        host->fail(host, YEE_IO, "cannot read %s: %s", name, why);
        return NULL;
    }
    const source from = open_source(file, path);
    if (!yee_h5_ok(from.id)) {
        char near[512] = "";
        if (!from.attribute)
            yee_items_suggest(file, path, near, sizeof near);
        host->fail(host, YEE_INPUT, "%s holds no %s %s%s", name,
                   from.attribute ? "attribute" : "dataset", path, near);
        goto done;
    }
    space = from.attribute ? H5Aget_space(from.id) : H5Dget_space(from.id);
    type = from.attribute ? H5Aget_type(from.id) : H5Dget_type(from.id);
    const bool pairs = H5Tget_class(type) == H5T_COMPOUND;
    memory = pairs ? yee_h5_complex_type() : H5Tcopy(H5T_NATIVE_DOUBLE);
    *rank = H5Sget_simple_extent_ndims(space);
    if (*rank < 0 || *rank + pairs > 8 || H5Sget_simple_extent_dims(space, size, NULL) < 0) {
        host->fail(host, YEE_INPUT, "%s:%s has too many axes", name, path);
        goto done;
    }
    bool fits = true;
    for (int i = 0; i < *rank; i++) {
        fits = fits && (!size[i] || count <= INT64_MAX / sizeof(double) / 2 / size[i]);
        count *= size[i];
        dims[i] = (int64_t)size[i];
    }
    if (pairs)
        dims[(*rank)++] = 2;
    values = fits ? host->alloc(host, (size_t)count * (pairs ? 2 : 1) * sizeof *values) : NULL;
    if (!values)
        host->fail(host, YEE_MEMORY, "no memory for %s:%s", name, path);
    else if (!yee_h5_ok(from.attribute ? H5Aread(from.id, memory, values)
                                       : H5Dread(from.id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                                 values))) {
        char why[256];
        yee_h5_why(why, sizeof why);
        host->fail(host, YEE_IO, "cannot read %s:%s: %s", name, path, why);
        values = NULL;
    }
done:
    yee_h5_close(memory);
    yee_h5_close(type);
    yee_h5_close(space);
    yee_h5_close(from.id);
    yee_h5_close(file);
    return values;
}
