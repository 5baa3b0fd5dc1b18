/* core/cli/plot/data.c: reads a result file. */
#include "files/h5.h"
#include "files/results.h"
#include "plot.h"
#include <stdlib.h>
#include <string.h>

bool plot_exists(hid_t file, const char *path) { return yee_h5_exists(file, path); }

void plot_array_free(plot_array *a)
{
    free(a->v);
    a->v = NULL;
}

/* The memory type of a dataset: double, or a pair of them. */
static hid_t memory_type(hid_t set, bool *complex)
{
    const hid_t type = H5Dget_type(set);
    *complex = type >= 0 && H5Tget_class(type) == H5T_COMPOUND;
    if (type >= 0)
        H5Tclose(type);
    if (!*complex)
        return H5Tcopy(H5T_NATIVE_DOUBLE);
    const hid_t pair = H5Tcreate(H5T_COMPOUND, 2 * sizeof(double));
    H5Tinsert(pair, "r", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(pair, "i", sizeof(double), H5T_NATIVE_DOUBLE);
    return pair;
}

int plot_rank(hid_t file, const char *path)
{
    const hid_t set = plot_exists(file, path) ? H5Dopen2(file, path, H5P_DEFAULT) : -1;
    if (set < 0)
        return 0;
    const hid_t space = H5Dget_space(set);
    const int rank = H5Sget_simple_extent_ndims(space);
    H5Sclose(space);
    H5Dclose(set);
    return rank;
}

bool plot_read_box(hid_t file, const char *path, const hsize_t *start, const hsize_t *count,
                   plot_array *a)
{
    memset(a, 0, sizeof *a);
    if (!plot_exists(file, path))
        return false;
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    if (set < 0)
        return false;
    bool ok = false;
    const hid_t space = H5Dget_space(set), type = memory_type(set, &a->complex);
    hid_t memory = -1;
    hsize_t first[8] = {0};
    a->rank = H5Sget_simple_extent_ndims(space);
    if (a->rank < 1 || a->rank > 8 || H5Sget_simple_extent_dims(space, a->dims, NULL) < 0)
        goto done;
    if (start) {
        memcpy(first, start, (size_t)a->rank * sizeof *first);
        memcpy(a->dims, count, (size_t)a->rank * sizeof *first);
    }
    a->count = 1;
    for (int i = 0; i < a->rank; i++)
        a->count *= a->dims[i];
    a->v = calloc(a->count + 1, (a->complex ? 2 : 1) * sizeof *a->v);
    if (!a->v)
        goto done;
    if (a->count == 0) {
        ok = true;
        goto done;
    }
    memory = H5Screate_simple(a->rank, a->dims, NULL);
    ok = H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, a->dims, NULL) >= 0 &&
         H5Dread(set, type, memory, space, H5P_DEFAULT, a->v) >= 0;
done:
    if (memory >= 0)
        H5Sclose(memory);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    if (!ok)
        plot_array_free(a);
    return ok;
}

bool plot_read(hid_t file, const char *path, plot_array *a)
{
    return plot_read_box(file, path, NULL, NULL, a);
}

static hid_t open_attribute(hid_t file, const char *path, const char *name)
{
    if (!plot_exists(file, path) || H5Aexists_by_name(file, path, name, H5P_DEFAULT) <= 0)
        return -1;
    return H5Aopen_by_name(file, path, name, H5P_DEFAULT, H5P_DEFAULT);
}

double plot_number(hid_t file, const char *path, const char *name, double otherwise)
{
    const hid_t a = open_attribute(file, path, name);
    double v = otherwise;
    if (a >= 0) {
        if (H5Aget_storage_size(a) <= sizeof v)
            H5Aread(a, H5T_NATIVE_DOUBLE, &v);
        H5Aclose(a);
    }
    return v;
}

bool plot_numbers(hid_t file, const char *path, const char *name, size_t count, double *v)
{
    const hid_t a = open_attribute(file, path, name);
    if (a < 0)
        return false;
    const hid_t space = H5Aget_space(a);
    const bool ok = H5Sget_simple_extent_npoints(space) == (hssize_t)count &&
                    H5Aread(a, H5T_NATIVE_DOUBLE, v) >= 0;
    H5Sclose(space);
    H5Aclose(a);
    return ok;
}

char *plot_text(hid_t file, const char *path, const char *name)
{
    char whole[1200];
    snprintf(whole, sizeof whole, "%s@%s", path, name);
    return yee_h5_read_text(file, whole);
}

char **plot_names(hid_t file, const char *path)
{
    H5G_info_t info = {0};
    if (plot_exists(file, path))
        H5Gget_info_by_name(file, path, &info, H5P_DEFAULT);
    char **names = calloc(info.nlinks + 1, sizeof *names);
    for (hsize_t i = 0; names && i < info.nlinks; i++) {
        const ssize_t length =
            H5Lget_name_by_idx(file, path, H5_INDEX_NAME, H5_ITER_INC, i, NULL, 0, H5P_DEFAULT);
        names[i] = calloc(1, (size_t)(length < 0 ? 0 : length) + 1);
        if (!names[i])
            break;
        H5Lget_name_by_idx(file, path, H5_INDEX_NAME, H5_ITER_INC, i, names[i],
                           (size_t)length + 1, H5P_DEFAULT);
    }
    return names;
}

void plot_names_free(char **names)
{
    for (char **n = names; n && *n; n++)
        free(*n);
    free(names);
}

void plot_say_names(hid_t file, char *text, size_t size)
{
    static const char *const kinds[] = {"/probe", "/port",   "/snapshot",  "/spectrum",
                                        "/flux",  "/energy", "/radargram", "/post"};
    size_t used = 0;
    *text = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char **names = plot_names(file, kinds[k]);
        for (char **n = names; n && *n && used < size; n++)
            used += (size_t)snprintf(text + used, size - used, "%s%s",
                                     used ? ", " : "; the file has ", *n);
        plot_names_free(names);
    }
}
