/* core/cli/geometry/volume.c: the model's cells and edges as a file for ParaView: VTKHDF where the
 * cells are alike, else HDF5 with an XDMF file beside it, as snapshots are. */
#include "files/h5.h"
#include "geometry.h"
#include "problem/paint.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct volume {
    const yee_model *model;
    const yee_grid *grid;
    hid_t file;
    bool even;
    char path[4700], part[4708];
} volume;

/* Widths of the cells along each axis; false where they differ. */
static bool spacing(const yee_grid *g, double width[3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        width[a] = (x->node[x->cells] - x->node[0]) / (double)x->cells;
        for (int64_t i = 0; i < x->cells; i++)
            if (fabs(x->node[i + 1] - x->node[i] - width[a]) > 1e-6 * width[a])
                return false;
    }
    return true;
}

static bool put_numbers(hid_t object, const char *name, hid_t type, hsize_t count,
                        const void *v)
{
    const hid_t space = H5Screate_simple(1, &count, NULL);
    const hid_t at = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = at >= 0 && H5Awrite(at, type, v) >= 0;
    yee_h5_close(at);
    yee_h5_close(space);
    return ok;
}

static bool put_text(hid_t object, const char *name, const char *text)
{
    const hid_t type = yee_h5_text_type(text), space = H5Screate(H5S_SCALAR);
    const hid_t at = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok = at >= 0 && H5Awrite(at, type, text) >= 0;
    yee_h5_close(at);
    yee_h5_close(space);
    yee_h5_close(type);
    return ok;
}

/* An array of shape n in the order z, y, x, made plane by plane across z. */
typedef void fill(const yee_model *m, int64_t k, const int64_t n[3], int32_t *plane);

static bool put_array(const volume *v, const char *path, const int64_t n[3], fill *one)
{
    const hsize_t dims[3] = {(hsize_t)n[2], (hsize_t)n[1], (hsize_t)n[0]};
    const hsize_t count[3] = {1, dims[1], dims[2]};
    const hid_t space = H5Screate_simple(3, dims, NULL),
                some = H5Screate_simple(3, count, NULL);
    const hid_t make = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(make, 1);
    const hid_t set =
        H5Dcreate2(v->file, path, H5T_STD_I32LE, space, make, H5P_DEFAULT, H5P_DEFAULT);
    int32_t *plane = malloc((size_t)(dims[1] * dims[2]) * sizeof *plane);
    bool ok = set >= 0 && plane;
    for (int64_t k = 0; ok && k < n[2]; k++) {
        const hsize_t start[3] = {(hsize_t)k, 0, 0};
        one(v->model, k, n, plane);
        ok = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
             H5Dwrite(set, H5T_NATIVE_INT32, some, space, H5P_DEFAULT, plane) >= 0;
    }
    free(plane);
    yee_h5_close(set);
    yee_h5_close(make);
    yee_h5_close(some);
    yee_h5_close(space);
    return ok;
}

static void material_plane(const yee_model *m, int64_t k, const int64_t n[3], int32_t *plane)
{
    for (int64_t j = 0; j < n[1]; j++)
        for (int64_t i = 0; i < n[0]; i++)
            plane[j * n[0] + i] = yee_voxels_material(m->voxels, i, j, k);
}

/* 1, 2, 4: the edge from the node along x, y, z is a sheet's or a wire's. */
static void claim_plane(const yee_model *m, int64_t k, const int64_t n[3], int32_t *plane)
{
    const yee_voxels *v = m->voxels;
    memset(plane, 0, (size_t)(n[0] * n[1]) * sizeof *plane);
    for (size_t c = 0; c < v->claims; c++) {
        int64_t lo[3], hi[3], at[3] = {0, 0, k};
        yee_voxels_clip(v, &v->claim[c], lo, hi);
        if (!yee_is_electric(v->claim[c].component) || k < lo[2] || k >= hi[2])
            continue;
        for (at[1] = lo[1]; at[1] < hi[1]; at[1]++)
            for (at[0] = lo[0]; at[0] < hi[0]; at[0]++)
                if (yee_voxels_claimed(v, &v->claim[c], at))
                    plane[at[1] * n[0] + at[0]] |= 1 << yee_direction(v->claim[c].component);
    }
}

enum { NAMES = 48 << 10 }; /* bytes of names at most: an attribute of HDF5 holds 64 KiB */

/* "0 vacuum\n1 soil\n" */
static bool put_names(const volume *v, const char *path)
{
    char *text = malloc(NAMES + 1);
    size_t used = 0;
    for (size_t i = 0; text && i < v->model->materials; i++) {
        const int more =
            snprintf(text + used, NAMES - used, "%zu %s\n", i, v->model->material_name[i]);
        if (more < 0 || (size_t)more >= NAMES - used)
            break;
        used += (size_t)more;
    }
    const hid_t set = text ? H5Dopen2(v->file, path, H5P_DEFAULT) : -1;
    if (text)
        text[used] = 0;
    const bool ok = set >= 0 && put_text(set, "names", text);
    yee_h5_close(set);
    free(text);
    return ok;
}

/* Attributes by which VTK knows an image; VTKHDF file format 1.0. */
static bool put_image(const volume *v, hid_t group, const double width[3])
{
    const int64_t version[2] = {1, 0};
    int64_t extent[6];
    double origin[3];
    static const double direction[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int a = 0; a < 3; a++) {
        extent[2 * a] = 0;
        extent[2 * a + 1] = v->grid->axis[a].cells;
        origin[a] = v->grid->axis[a].node[0];
    }
    return put_numbers(group, "Version", H5T_NATIVE_INT64, 2, version) &&
           put_text(group, "Type", "ImageData") &&
           put_numbers(group, "WholeExtent", H5T_NATIVE_INT64, 6, extent) &&
           put_numbers(group, "Origin", H5T_NATIVE_DOUBLE, 3, origin) &&
           put_numbers(group, "Spacing", H5T_NATIVE_DOUBLE, 3, width) &&
           put_numbers(group, "Direction", H5T_NATIVE_DOUBLE, 9, direction);
}

static bool put_axes(const volume *v)
{
    bool ok = true;
    const hid_t axes = H5Gcreate2(v->file, "axes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (int a = 0; a < 3 && ok; a++) {
        const yee_axis_data *x = &v->grid->axis[a];
        const hsize_t n = (hsize_t)x->cells + 1;
        const hid_t space = H5Screate_simple(1, &n, NULL);
        const hid_t set =
            H5Dcreate2(axes, (const char *const[]){"x", "y", "z"}[a], H5T_IEEE_F64LE, space,
                       H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        ok = set >= 0 &&
             H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x->node) >= 0 &&
             put_text(set, "units", "m");
        yee_h5_close(set);
        yee_h5_close(space);
    }
    if (axes >= 0)
        H5Gclose(axes);
    return ok;
}

static bool put_all(const volume *v, const double width[3])
{
    const yee_axis_data *x = v->grid->axis;
    const int64_t cells[3] = {x[0].cells, x[1].cells, x[2].cells},
                  nodes[3] = {x[0].cells + 1, x[1].cells + 1, x[2].cells + 1};
    bool ok = put_axes(v);
    const hid_t group = H5Gcreate2(v->file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ok = ok && group >= 0 && (!v->even || put_image(v, group, width));
    if (group >= 0)
        H5Gclose(group);
    return ok && put_array(v, "VTKHDF/CellData/material", cells, material_plane) &&
           put_names(v, "VTKHDF/CellData/material") &&
           put_array(v, "VTKHDF/PointData/thin", nodes, claim_plane);
}

/* XDMF 3 of a graded grid. */
static bool write_xdmf(const volume *v, const char *path)
{
    const yee_axis_data *x = v->grid->axis;
    const char *slash = strrchr(v->path, '/'), *h5 = slash ? slash + 1 : v->path;
    const long long n[3] = {x[0].cells, x[1].cells, x[2].cells};
    char part[4720];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *out = fopen(part, "w");
    if (!out)
        return false;
    fprintf(out,
            "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\"><Domain><Grid Name=\"geometry\">\n"
            "<Topology TopologyType=\"3DRectMesh\" Dimensions=\"%lld %lld %lld\"/>\n"
            "<Geometry GeometryType=\"VXVYVZ\">\n",
            n[2] + 1, n[1] + 1, n[0] + 1);
    for (int a = 0; a < 3; a++)
        fprintf(out,
                "<DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"8\" "
                "Dimensions=\"%lld\">%s:/axes/%c</DataItem>\n",
                n[a] + 1, h5, 'x' + a);
    fprintf(out,
            "</Geometry>\n<Attribute Name=\"material\" Center=\"Cell\"><DataItem "
            "Format=\"HDF\" NumberType=\"Int\" Precision=\"4\" Dimensions=\"%lld %lld "
            "%lld\">%s:/VTKHDF/CellData/material</DataItem></Attribute>\n"
            "<Attribute Name=\"thin\" Center=\"Node\"><DataItem Format=\"HDF\" "
            "NumberType=\"Int\" Precision=\"4\" Dimensions=\"%lld %lld "
            "%lld\">%s:/VTKHDF/PointData/thin</DataItem></Attribute>\n"
            "</Grid></Domain></Xdmf>\n",
            n[2], n[1], n[0], h5, n[2] + 1, n[1] + 1, n[0] + 1, h5);
    const bool ok = !ferror(out), closed = !fclose(out);
    if (ok && closed && !rename(part, path))
        return true;
    unlink(part);
    return false;
}

yee_status geometry_check_free(const yee_model *m, const char *path)
{
    const yee_input *input = yee_inputs_find(m->config->inputs, path);
    return input ? cli_fail(YEE_IO,
                            "%s is a file that the model reads (%s) and stays as it is; "
                            "give another place by --output",
                            path, input->reader)
                 : YEE_OK;
}

yee_status geometry_write(const plot *p, const yee_model *m)
{
    volume v = {.model = m, .grid = &m->problem.grid};
    double width[3];
    char beside[4712];
    v.even = spacing(v.grid, width);
    const bool here = !*p->folder || !strcmp(p->folder, ".");
    snprintf(v.path, sizeof v.path, "%s%s%s_geometry.%s", here ? "" : p->folder,
             here ? "" : "/", p->stem, v.even ? "vtkhdf" : "h5");
    snprintf(v.part, sizeof v.part, "%s.part", v.path);
    snprintf(beside, sizeof beside, "%.*s.xmf", (int)strlen(v.path) - 3, v.path);
    yee_status status = geometry_check_free(m, v.path);
    if (!status && !v.even)
        status = geometry_check_free(m, beside);
    if (status)
        return status;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* failures become sentences, not traces */
    v.file = H5Fcreate(v.part, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    bool ok = v.file >= 0 && put_all(&v, width);
    ok = (v.file < 0 || H5Fclose(v.file) >= 0) && ok;
    ok = ok && !rename(v.part, v.path) && (v.even || write_xdmf(&v, beside));
    if (!ok) {
        const int why = errno;
        unlink(v.part);
        return cli_fail(YEE_IO, "cannot write %s%s%s", v.path, why ? ": " : "",
                        why ? strerror(why) : "");
    }
    printf("%s\n", v.even ? v.path : beside);
    return YEE_OK;
}
