/* plugins/shapes/voxels.c: an array of material numbers from an HDF5 file.
 *
 * data[i, j, k] fills the cells whose centres lie in voxel (i, j, k), counted from the origin;
 * a negative number leaves the cells as they are. Numbers index a list of material names, in
 * the model or in the file; without a list every number that is not negative means the object's
 * own material. */
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <yee/yee.h>

#define FITS 0.9999 /* of the voxels: all are in the grid */
#define SLACK 1e-6  /* of a voxel: a centre on a side must not depend on rounding */

typedef struct config {
    const char *file, *dataset, *names;
    yee_texts materials;
    yee_vec3 origin, spacing;
} config;

static const yee_param params[] = {
    YEE_PARAM_PATH(config, file, NULL, "HDF5 file."),
    YEE_PARAM_TEXT(config, dataset, "data",
                   "Whole numbers of shape [nx, ny, nz] in it; a negative one leaves its "
                   "cells as they are."),
    YEE_PARAM_REFS(config, materials, "material", YEE_UNSET, "The materials 0, 1, 2, ..."),
    YEE_PARAM_TEXT(config, names, "materials",
                   "List of these names in the file, where materials is not given."),
    YEE_PARAM_VEC3(config, origin, "m", "0 m, 0 m, 0 m", 0, 0,
                   "Low corner of voxel (0, 0, 0)."),
    YEE_PARAM_VEC3(config, spacing, "m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Widths of a voxel; by default the file's attribute dx_dy_dz, and without "
                   "one the voxels are the cells of the grid."),
    YEE_PARAM_POINTS("origin"),
    YEE_PARAM_PER_AXIS("spacing"),
    YEE_PARAM_UNTURNED("file"),
    YEE_PARAM_END,
};

/* The array while it is painted, one x-plane at a time. */
typedef struct voxels {
    hid_t file, data;
    hsize_t n[3];
    int64_t *from[3]; /* voxel of each cell of the grid, -1: none; shape [cells] */
    int64_t loaded;   /* plane in `plane`, -1: none */
    int64_t *plane;   /* shape [ny, nz] */
    yee_texts names;
} voxels;

static yee_status open_data(const yee_host *host, const config *c, voxels *v)
{
    if (access(c->file, R_OK))
        return host->fail(host, YEE_IO, "file: %s cannot be read: %s", c->file,
                          strerror(errno));
    v->file = H5Fopen(c->file, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (v->file < 0)
        return host->fail(host, YEE_IO, "file: %s is no HDF5 file, or a damaged one", c->file);
    v->data = H5Dopen2(v->file, c->dataset, H5P_DEFAULT);
    if (v->data < 0)
        return host->fail(host, YEE_INPUT,
                          "dataset: %s has no dataset '%s'; name the array of material numbers",
                          c->file, c->dataset);
    const hid_t space = H5Dget_space(v->data), type = H5Dget_type(v->data);
    const int rank = H5Sget_simple_extent_ndims(space);
    const bool whole = H5Tget_class(type) == H5T_INTEGER;
    if (rank == 3)
        H5Sget_simple_extent_dims(space, v->n, NULL);
    H5Sclose(space);
    H5Tclose(type);
    if (rank != 3 || !whole || !v->n[0] || !v->n[1] || !v->n[2])
        return host->fail(host, YEE_INPUT,
                          "dataset: '%s' in %s has %d dimensions of %s; whole numbers of shape "
                          "[nx, ny, nz], none of them 0, are needed",
                          c->dataset, c->file, rank, whole ? "whole numbers" : "other values");
    return YEE_OK;
}

/* The string list of the file, variable or fixed length. */
static yee_status read_names(const yee_host *host, const config *c, voxels *v)
{
    yee_status status = YEE_OK;
    const hid_t set = H5Dopen2(v->file, c->names, H5P_DEFAULT);
    if (set < 0)
        return YEE_OK;
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set), memory = H5Tcopy(H5T_C_S1);
    const hssize_t points = H5Sget_simple_extent_npoints(space);
    const bool text = H5Tget_class(type) == H5T_STRING, variable = H5Tis_variable_str(type) > 0;
    if (!text || points < 1) {
        status = host->fail(host, YEE_INPUT, "names: '%s' in %s is not a list of texts",
                            c->names, c->file);
        goto done;
    }
    const size_t count = (size_t)points, length = variable ? 0 : H5Tget_size(type) + 1;
    const bool fits = count < SIZE_MAX / (length + sizeof(char *));
    char **name = fits ? host->alloc(host, count * sizeof *name) : NULL;
    char *fixed = fits ? host->alloc(host, count * length + 1) : NULL;
    if (!name || !fixed) {
        status = host->fail(host, YEE_MEMORY, "no memory for %zu names", count);
        goto done;
    }
    H5Tset_size(memory, variable ? H5T_VARIABLE : length);
    H5Tset_cset(memory, H5Tget_cset(type));
    if (H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                variable ? (void *)name : (void *)fixed) < 0) {
        status =
            host->fail(host, YEE_IO, "names: '%s' in %s cannot be read", c->names, c->file);
        goto done;
    }
    for (size_t i = 0; i < count; i++) {
        const char *from = variable ? (name[i] ? name[i] : "") : fixed + i * length;
        char *copy = host->alloc(host, strlen(from) + 1);
        if (!copy)
            status = host->fail(host, YEE_MEMORY, "no memory for %zu names", count);
        else
            strcpy(copy, from);
        if (variable)
            H5free_memory(name[i]);
        name[i] = copy;
    }
    v->names = (yee_texts){count, (const char *const *)name};
done:
    H5Tclose(memory);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    return status;
}

/* Widths of a voxel; *own false: those of the grid. */
static yee_status spacing(const yee_host *host, const config *c, const voxels *v,
                          double width[3], bool *own)
{
    memcpy(width, c->spacing.v, sizeof c->spacing.v);
    *own = true;
    if (!isnan(width[0]))
        return YEE_OK;
    *own = H5Aexists(v->file, "dx_dy_dz") > 0;
    if (!*own)
        return YEE_OK;
    const hid_t attribute = H5Aopen(v->file, "dx_dy_dz", H5P_DEFAULT);
    const hid_t space = H5Aget_space(attribute);
    bool valid = H5Sget_simple_extent_npoints(space) == 3 &&
                 H5Aread(attribute, H5T_NATIVE_DOUBLE, width) >= 0;
    for (int a = 0; a < 3; a++)
        valid = valid && width[a] > 0 && isfinite(width[a]);
    H5Sclose(space);
    H5Aclose(attribute);
    return valid ? YEE_OK
                 : host->fail(host, YEE_INPUT,
                              "file: the attribute dx_dy_dz of %s is not three widths above 0 "
                              "in m; give the key spacing",
                              c->file);
}

/* The part of the array that lies in the grid with its axes taken in an order; begin: of the first
 * voxel, in voxels from the beginning of the grid, cells: of the grid, in voxels. */
static double part_within(const yee_grid *grid, const voxels *v, const int order[3],
                          const double begin[3], const double cells[3])
{
    double part = 1;
    for (int a = 0; a < 3; a++) {
        const double n = (double)v->n[order[a]];
        if (!grid->axis[a].invariant)
            part *= fmax(0, fmin(begin[a] + n, cells[a]) - fmax(begin[a], 0)) / n;
    }
    return part;
}

/* Warns of an array in another order, of those that other programs write, and of one of which most
 * is lost. */
static void judge_shape(const yee_host *host, const yee_grid *grid, const voxels *v,
                        const double begin[3], const double cells[3])
{
    static const int order[3][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}};
    const int orders = grid->axis[2].invariant ? 3 : 2; /* of a picture: rows, then columns */
    const double within = part_within(grid, v, order[0], begin, cells);
    char text[96];
    snprintf(text, sizeof text, "%.3g %% of the %llu x %llu x %llu voxels", 100 * (1 - within),
             (unsigned long long)v->n[0], (unsigned long long)v->n[1],
             (unsigned long long)v->n[2]);
    for (int o = 1; o < orders && within < FITS; o++)
        if (part_within(grid, v, order[o], begin, cells) >= FITS) {
            host->log(host, YEE_WARNING,
                      "%s lie outside of the grid; taken in the order %s all of them would lie "
                      "within: is the array [%s]? It must be [nx, ny, nz]",
                      text, o == 1 ? "z, y, x" : "y, x, z",
                      o == 1 ? "nz, ny, nx" : "ny, nx, nz");
            return;
        }
    if (within < 0.5)
        host->log(host, YEE_WARNING,
                  "%s lie outside of the grid, which has room for %.4g x %.4g x %.4g; are "
                  "origin and spacing right?",
                  text, cells[0], cells[1], cells[2]);
}

/* Which voxel each cell of an axis takes; along an invariant axis the middle one. */
static yee_status map(const yee_host *host, const config *c, const yee_grid *grid, voxels *v)
{
    double width[3], begin[3], cells[3];
    bool own;
    const yee_status status = spacing(host, c, v, width, &own);
    if (status)
        return status;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        int64_t low = 0;
        v->from[a] = host->alloc(host, (size_t)axis->cells * sizeof *v->from[a]);
        if (!v->from[a])
            return host->fail(host, YEE_MEMORY, "no memory for %lld cells",
                              (long long)axis->cells);
        while (low < axis->cells && axis->node[low + 1] + axis->node[low] < 2 * c->origin.v[a])
            low++;
        double first = (double)low;
        if (!own && low == 0 && c->origin.v[a] < axis->node[0]) /* it begins before the grid */
            first = -round((axis->node[0] - c->origin.v[a]) / (axis->node[1] - axis->node[0]));
        begin[a] = own ? (c->origin.v[a] - axis->node[0]) / width[a] : first;
        cells[a] =
            own ? (axis->node[axis->cells] - axis->node[0]) / width[a] : (double)axis->cells;
        for (int64_t i = 0; i < axis->cells; i++) {
            const double middle = 0.5 * (axis->node[i] + axis->node[i + 1]);
            const double at =
                own ? floor((middle - c->origin.v[a]) / width[a] + SLACK) : (double)i - first;
            v->from[a][i] = axis->invariant                   ? (int64_t)(v->n[a] / 2)
                            : at >= 0 && at < (double)v->n[a] ? (int64_t)at
                                                              : -1;
        }
    }
    judge_shape(host, grid, v, begin, cells);
    return YEE_OK;
}

static bool load(voxels *v, int64_t x)
{
    if (v->loaded == x)
        return true;
    const hsize_t start[3] = {(hsize_t)x, 0, 0}, count[3] = {1, v->n[1], v->n[2]};
    const hid_t in = H5Dget_space(v->data), out = H5Screate_simple(3, count, NULL);
    const bool valid = H5Sselect_hyperslab(in, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                       H5Dread(v->data, H5T_NATIVE_INT64, out, in, H5P_DEFAULT, v->plane) >= 0;
    H5Sclose(in);
    H5Sclose(out);
    v->loaded = valid ? x : -1;
    return valid;
}

static yee_status fill(const yee_host *host, yee_painter *painter, const voxels *v,
                       int64_t number, const int64_t lo[3], const int64_t hi[3])
{
    if (number < 0)
        return YEE_OK;
    if (v->names.count && (uint64_t)number >= v->names.count)
        return host->fail(
            host, YEE_INPUT,
            "number %lld in the voxels of cell (%lld, %lld, %lld) has no name; there "
            "are %zu names, for 0 to %zu",
            (long long)number, (long long)lo[0], (long long)lo[1], (long long)lo[2],
            v->names.count, v->names.count - 1);
    const int64_t material = v->names.count ? painter->named(painter, v->names.v[number]) : 0;
    return material < 0 ? YEE_INPUT : painter->cells(painter, lo, hi, material);
}

/* Paints runs of equal numbers along z. */
static yee_status paint_cells(const yee_host *host, const yee_grid *grid, yee_painter *painter,
                              voxels *v)
{
    yee_status status = YEE_OK;
    for (int64_t i = 0; i < grid->axis[0].cells; i++) {
        if (v->from[0][i] < 0)
            continue;
        if (!load(v, v->from[0][i]))
            return host->fail(host, YEE_IO, "plane %lld of the voxels cannot be read",
                              (long long)v->from[0][i]);
        for (int64_t j = 0; j < grid->axis[1].cells; j++) {
            if (v->from[1][j] < 0)
                continue;
            const int64_t *row = v->plane + v->from[1][j] * (int64_t)v->n[2];
            const int64_t cells = grid->axis[2].cells;
            for (int64_t k = 0, end; k < cells && status == YEE_OK; k = end) {
                const int64_t number = v->from[2][k] < 0 ? -1 : row[v->from[2][k]];
                for (end = k + 1; end < cells; end++)
                    if ((v->from[2][end] < 0 ? -1 : row[v->from[2][end]]) != number)
                        break;
                status = fill(host, painter, v, number, (const int64_t[3]){i, j, k},
                              (const int64_t[3]){i + 1, j + 1, end});
            }
            if (status != YEE_OK)
                return status;
        }
    }
    return YEE_OK;
}

static yee_status read_and_paint(const yee_host *host, const config *c, const yee_grid *grid,
                                 yee_painter *painter, voxels *v)
{
    yee_status status = open_data(host, c, v);
    if (status == YEE_OK && v->names.count == 0)
        status = read_names(host, c, v);
    if (status == YEE_OK)
        status = map(host, c, grid, v);
    if (status != YEE_OK)
        return status;
    if (v->n[1] <= SIZE_MAX / sizeof *v->plane / v->n[2])
        v->plane = host->alloc(host, (size_t)(v->n[1] * v->n[2]) * sizeof *v->plane);
    if (!v->plane)
        return host->fail(host, YEE_MEMORY, "no memory for a plane of %llu x %llu voxels",
                          (unsigned long long)v->n[1], (unsigned long long)v->n[2]);
    return paint_cells(host, grid, painter, v);
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const config *c = self;
    yee_status status = YEE_OK;
    voxels v = {.file = -1, .data = -1, .loaded = -1, .names = c->materials};
    H5E_BEGIN_TRY
    {
        status = read_and_paint(host, c, view->grid, painter, &v);
        if (v.data >= 0)
            H5Dclose(v.data);
        if (v.file >= 0)
            H5Fclose(v.file);
    }
    H5E_END_TRY
    return status;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "voxels",
    .summary = "array of material numbers from an HDF5 file",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "; phantom.h5: tissue[3, 2, 2] = 0, 1, 1, 2, 0, 1, 2, 2, 0, 0, 1, 1\n"
               "[shape.phantom]\n"
               "type = voxels\n"
               "file = phantom.h5\n"
               "dataset = tissue\n"
               "materials = vacuum, fat, muscle\n"
               "origin = 16, 16, 10 mm\n"
               "spacing = 4, 5, 5 mm\n"
               "\n"
               "[material.fat]\n"
               "type = dielectric\n"
               "eps = 5\n"
               "\n"
               "[material.muscle]\n"
               "type = dielectric\n"
               "eps = 50\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
