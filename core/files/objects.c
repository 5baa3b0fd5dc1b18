/* core/files/objects.c: what an HDF5 file holds, and the nearest path to one that it does not
 * hold. */
#include "base/nearest.h"
#include "h5.h"
#include "results.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH 32 /* groups within groups that are looked at */

static bool add(yee_items *o, char *path, bool dataset)
{
    if (o->count == o->capacity) {
        const size_t capacity = o->capacity ? 2 * o->capacity : 64;
        yee_item *v = realloc(o->v, capacity * sizeof *v);
        if (!v)
            return false;
        o->v = v;
        o->capacity = capacity;
    }
    o->v[o->count++] = (yee_item){path, dataset};
    return true;
}

static bool list(hid_t group, const char *path, int depth, yee_items *objects);

/* The link of a number, and what lies below it. */
static bool list_link(hid_t group, hsize_t number, const char *path, int depth,
                      yee_items *objects)
{
    const ssize_t length = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, number,
                                              NULL, 0, H5P_DEFAULT);
    H5L_info_t link;
    if (length < 0)
        return true;
    const size_t folder = strcmp(path, "/") ? strlen(path) : 0;
    char *whole = malloc(folder + (size_t)length + 2);
    if (!whole)
        return false;
    memcpy(whole, path, folder);
    whole[folder] = '/';
    H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, number, whole + folder + 1,
                       (size_t)length + 1, H5P_DEFAULT);
    const bool hard = H5Lget_info(group, whole + folder + 1, &link, H5P_DEFAULT) >= 0 &&
                      link.type == H5L_TYPE_HARD;
    const hid_t object = hard ? H5Oopen(group, whole + folder + 1, H5P_DEFAULT) : -1;
    const H5I_type_t type = object < 0 ? H5I_BADID : H5Iget_type(object);
    bool ok = true;
    if (type != H5I_GROUP && type != H5I_DATASET)
        free(whole);
    else if (!(ok = add(objects, whole, type == H5I_DATASET)))
        free(whole);
    else if (type == H5I_GROUP && depth < DEPTH)
        ok = list(object, whole, depth + 1, objects);
    if (object >= 0)
        H5Oclose(object);
    return ok;
}

static bool list(hid_t group, const char *path, int depth, yee_items *objects)
{
    H5G_info_t info = {0};
    bool ok = true;
    if (H5Gget_info(group, &info) >= 0)
        for (hsize_t i = 0; i < info.nlinks && ok; i++)
            ok = list_link(group, i, path, depth, objects);
    return ok;
}

bool yee_items_list(hid_t file, const char *under, yee_items *objects)
{
    *objects = (yee_items){0};
    const hid_t group = yee_h5_exists(file, under) ? H5Gopen2(file, under, H5P_DEFAULT) : -1;
    const bool ok = group < 0 || list(group, under, 0, objects);
    if (group >= 0)
        H5Gclose(group);
    return ok;
}

void yee_items_free(yee_items *objects)
{
    for (size_t i = 0; i < objects->count; i++)
        free(objects->v[i].path);
    free(objects->v);
    *objects = (yee_items){0};
}

void yee_items_suggest(hid_t file, const char *path, char *text, size_t size)
{
    yee_items o;
    *text = 0;
    if (yee_items_list(file, "/", &o) && o.count) {
        const char **word = calloc(o.count, sizeof *word);
        size_t words = 0;
        for (size_t i = 0; word && i < o.count; i++)
            if (o.v[i].dataset)
                word[words++] = o.v[i].path;
        const char *nearest = words ? yee_text_nearest(path, words, word) : NULL;
        if (nearest)
            snprintf(text, size, "; did you mean %s?", nearest);
        free(word);
    }
    yee_items_free(&o);
}
