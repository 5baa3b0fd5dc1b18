/* plugins/outputs/gprmax/image.c: files of cells in the forms of gprMax 4. */
#include "image.h"
#include <string.h>

gprmax_image gprmax_image_new(const char *path, const gprmax_cells *cells)
{
    gprmax_image m = {cells, H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), false};
    m.bad = m.file < 0;
    return m;
}

static void attribute(gprmax_image *m, const char *at, const char *name, hid_t type,
                      int64_t count, const void *values)
{
    const hsize_t dims[1] = {(hsize_t)count};
    const hid_t space = count > 1 ? H5Screate_simple(1, dims, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate_by_name(m->file, at, name, type, space, H5P_DEFAULT, H5P_DEFAULT,
                                      H5P_DEFAULT);
    m->bad = m->bad || a < 0 || H5Awrite(a, type, values) < 0;
    H5Aclose(a);
    H5Sclose(space);
}

void gprmax_image_attribute(gprmax_image *m, const char *name, hid_t type, int64_t count,
                            const void *values)
{
    attribute(m, "/", name, type, count, values);
}

void gprmax_image_text(gprmax_image *m, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    attribute(m, "/", name, type, 1, &text);
    H5Tclose(type);
}

void gprmax_image_array(gprmax_image *m, const char *path, hid_t type, int rank,
                        const hsize_t *dims, const void *values)
{
    const hid_t space = H5Screate_simple(rank, dims, NULL), links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t set = H5Dcreate2(m->file, path, type, space, links, H5P_DEFAULT, H5P_DEFAULT);
    m->bad =
        m->bad || set < 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0;
    H5Dclose(set);
    H5Pclose(links);
    H5Sclose(space);
}

/* VTK reads texts of any length in ASCII. */
void gprmax_image_texts(gprmax_image *m, const char *path, int64_t count,
                        const char *const *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    gprmax_image_array(m, path, type, 1, &(hsize_t){(hsize_t)count}, text);
    H5Tclose(type);
}

void gprmax_image_place(const yee_grid *grid, const gprmax_cells *c, double origin[3],
                        double width[3])
{
    for (int a = 0; a < 3; a++) {
        const double *x = grid->axis[a].node;
        origin[a] = x[c->lo[a]];
        width[a] = (x[1] - x[0]) * (double)c->stride[a];
    }
}

void gprmax_image_head(gprmax_image *m, const yee_grid *grid)
{
    static const double unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const int64_t version[2] = {2, 2};
    const int64_t extent[6] = {0, m->cells->count[0], 0, m->cells->count[1],
                               0, m->cells->count[2]};
    double origin[3], width[3];
    gprmax_image_place(grid, m->cells, origin, width);
    const hid_t root = H5Gcreate2(m->file, "/VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t type = H5Tcopy(H5T_C_S1);
    m->bad = m->bad || root < 0;
    H5Gclose(root);
    H5Tset_size(type, strlen("ImageData"));
    attribute(m, "/VTKHDF", "Type", type, 1, "ImageData");
    H5Tclose(type);
    attribute(m, "/VTKHDF", "Version", H5T_NATIVE_INT64, 2, version);
    attribute(m, "/VTKHDF", "WholeExtent", H5T_NATIVE_INT64, 6, extent);
    attribute(m, "/VTKHDF", "Origin", H5T_NATIVE_DOUBLE, 3, origin);
    attribute(m, "/VTKHDF", "Spacing", H5T_NATIVE_DOUBLE, 3, width);
    attribute(m, "/VTKHDF", "Direction", H5T_NATIVE_DOUBLE, 9, unturned);
}

bool gprmax_image_close(gprmax_image *m)
{
    return m->file >= 0 && H5Fclose(m->file) >= 0 && !m->bad;
}
