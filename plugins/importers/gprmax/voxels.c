/* plugins/importers/gprmax/voxels.c: objects from an HDF5 file of material numbers, and the list of
 * their materials, which is a file of commands. */
#include "gprmax.h"
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The full path of a file of the working directory, or else of the input's folder; NULL after a
 * sentence. */
static const char *full(gm *m, const gm_command *c, const char *path)
{
    const char *slash = strrchr(m->path, '/');
    char *found = realpath(path, NULL);
    if (!found && *path != '/' && slash) {
        const char *beside = gm_format(m, "%.*s/%s", (int)(slash - m->path), m->path, path);
        found = beside ? realpath(beside, NULL) : NULL;
    }
    const char *kept = found ? gm_format(m, "%s", found) : NULL;
    free(found);
    if (!kept)
        gm_fail(m, c, "%s is not there", path);
    return kept;
}

/* The file's cells must be those of the model. */
static yee_status check_cells(gm *m, const gm_command *c, const char *path)
{
    double d[3] = {0};
    hid_t file = -1;
    bool read = false;
    H5E_BEGIN_TRY
    {
        file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
        const hid_t at = file < 0 ? -1 : H5Aopen(file, "dx_dy_dz", H5P_DEFAULT);
        const hid_t space = at < 0 ? -1 : H5Aget_space(at);
        read = space >= 0 && H5Sget_simple_extent_npoints(space) == 3 &&
               H5Aread(at, H5T_NATIVE_DOUBLE, d) >= 0;
        if (space >= 0)
            H5Sclose(space);
        if (at >= 0)
            H5Aclose(at);
        if (file >= 0)
            H5Fclose(file);
    }
    H5E_END_TRY
    if (file < 0)
        return gm_fail(m, c, "%s is no HDF5 file that can be read", path);
    if (!read)
        return gm_fail(m, c, "%s has no attribute dx_dy_dz of three numbers", path);
    for (int a = 0; a < 3; a++)
        if (fabs(d[a] / m->d[a] - 1) > 1e-6)
            return gm_fail(m, c,
                           "the cells of %s are %g m along %c, those of the model %g m; they "
                           "must be alike",
                           path, d[a], "xyz"[a], m -> d[a]);
    return YEE_OK;
}

/* Materials of the file get its name behind theirs; pec and free_space are those of every model. */
static yee_status renamed(gm *m, gm_command *c, const char *file, int first)
{
    for (int w = first; w < c->count; w++)
        if (strcmp(c->word[w], "pec") && strcmp(c->word[w], "free_space"))
            if (!(c->word[w] = gm_format(m, "%s{%s}", c->word[w], file)))
                return YEE_MEMORY;
    return YEE_OK;
}

/* Its commands, which are #material and #add_dispersion_*; the sections of the materials, in
 * their order, go into *list. */
static yee_status add_materials(gm *m, const gm_command *by, const char *file,
                                const char **list)
{
    const size_t first = m->command_count;
    yee_status status = gm_include(m, by, file);
    const size_t count = m->command_count - first;
    gm_command *own = m->host->alloc(m->host, count * sizeof *own);
    if (status || !own)
        return status ? status : gm_no_memory(m);
    memcpy(own, m->command + first, count * sizeof *own);
    m->command_count = first;
    for (size_t i = 0; i < count && !status; i++) {
        gm_command *c = &own[i];
        const bool material = !strcmp(c->name, "material");
        if (!material && strncmp(c->name, "add_dispersion_", 15))
            return gm_fail(m, c,
                           "a file of materials has #material and #add_dispersion_ commands "
                           "only");
        if (c->count < c->row->least || (c->row->most >= 0 && c->count > c->row->most))
            return gm_fail(m, c, "has %d words behind it; it takes %s", c->count,
                           c->row->usage);
        const bool every = material && !strcmp(c->word[4], "pec");
        const bool nothing = material && !strcmp(c->word[4], "free_space");
        if (every || nothing) {
            *list = gm_format(m, "%s%s%s", *list, **list ? ", " : "", every ? "pec" : "vacuum");
            continue;
        }
        const int each = c->row->run == gm_lorentz ? 3 : 2;
        const long poles = strtol(c->word[0], NULL, 10);
        const int ids = material                    ? 4
                        : poles > 0 && poles < 1000 ? 1 + (int)poles * each
                                                    : c->count;
        status = renamed(m, c, by->word[4], ids);
        if (!status)
            status = c->row->run(m, c);
        if (!status && material)
            *list = gm_format(m, "%s%s%s", *list, **list ? ", " : "",
                              m->material[m->material_count - 1].section);
        if (!*list)
            return YEE_MEMORY;
    }
    return status ? status : gm_write_media(m);
}

/* The materials of a file, which is read once; *from: NULL after a sentence. */
static yee_status read_materials(gm *m, const gm_command *by, const char *file,
                                 const gm_material_file **from)
{
    for (size_t i = 0; i < m->material_file_count; i++)
        if (!strcmp(m->material_file[i].path, file)) {
            *from = &m->material_file[i];
            return YEE_OK;
        }
    const size_t first = m->material_count;
    const char *list = "";
    const yee_status status = add_materials(m, by, file, &list);
    if (status)
        return status;
    if (!*list)
        return gm_fail(m, by, "%s has no #material", file);
    gm_material_file *own = GM_ADD(m, material_file);
    if (!own)
        return YEE_MEMORY;
    *own = (gm_material_file){.path = file, .list = list};
    for (size_t i = first; i < m->material_count; i++)
        own->dispersive = own->dispersive || m->material[i].dispersion;
    *from = own;
    return YEE_OK;
}

/* Whether the file has the arrays of edges that gprMax writes, of which smoothed ones are known. */
static bool has_edges(const char *path)
{
    bool found = false;
    H5E_BEGIN_TRY
    {
        const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
        found = file >= 0 && H5Lexists(file, "rigidE", H5P_DEFAULT) > 0;
        if (file >= 0)
            H5Fclose(file);
    }
    H5E_END_TRY
    return found;
}

/* Smoothing is that of the objects which gprMax wrote, where it wrote their edges: means of four
 * cells, unless a medium is dispersive, whose edges have none. */
static yee_status smoothing(gm *m, const gm_command *c, const char *data, bool dispersive,
                            const char **average)
{
    const bool edges = has_edges(data), asked = c->count == 6 && gm_same(c->word[5], "y");
    if (c->count == 6 && !asked && !gm_same(c->word[5], "n"))
        return gm_fail(m, c, "'%s' is neither y nor n", c->word[5]);
    if (asked && !edges)
        gm_say(m, YEE_WARNING, c, "%s has no edges of gprMax's own: nothing is smoothed", data);
    *average = edges && !dispersive && (asked || c->count < 6) ? "cells" : "own";
    return YEE_OK;
}

yee_status gm_objects_read(gm *m, const gm_command *c)
{
    int64_t node[3];
    const char *average = NULL;
    const gm_material_file *from = NULL;
    yee_status status = gm_node(m, c, 0, node);
    const char *data = status ? NULL : full(m, c, c->word[3]);
    const char *materials = data ? full(m, c, c->word[4]) : NULL;
    if (!materials)
        return status ? status : YEE_INPUT;
    if (!(status = check_cells(m, c, data)))
        status = read_materials(m, c, materials, &from);
    if (!status)
        status = smoothing(m, c, data, from->dispersive, &average);
    if (!status)
        status = gm_begin_shape(m, c, "voxels");
    const double at[3] = {(double)node[0], (double)node[1], (double)node[2]};
    const char *origin = gm_point(m, at);
    return status || !origin
               ? status ? status : YEE_MEMORY
               : gm_emit(m, GM_TEXT_SHAPES, c,
                         "file = \"%s\"\nmaterials = %s\norigin = %s\naverage = %s\n", data,
                         from->list, origin, average);
}
