/* plugins/outputs/gprmax/file.c: the HDF5 file of a record: names, shapes and types as gprMax's
 * own tools read them (plot_Ascan, outputfiles_merge, plot_Bscan, plot_antenna_params). */
#include "gprmax.h"
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef gprmax_out out;

const char *const gprmax_column_name[GPRMAX_COLUMNS] = {"Ex", "Ey", "Ez", "Hx", "Hy",
                                                        "Hz", "Ix", "Iy", "Iz"};

const char *gprmax_ending(const gprmax_record *r, bool merged)
{
    return r->version == 3 ? merged ? "_merged.out" : ".out"
           : merged        ? "_gprmax_merged.h5"
                           : "_gprmax.h5";
}

const char *gprmax_version(const gprmax_record *r)
{
    return r->version == 3 ? "3.1.7" : "4.0.0b0";
}

void gprmax_numbers(out *o, hid_t at, const char *name, hid_t type, int count, const void *v)
{
    const hsize_t dims[1] = {(hsize_t)count};
    const hid_t space = count > 1 ? H5Screate_simple(1, dims, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    o->bad = o->bad || a < 0 || H5Awrite(a, type, v) < 0;
    H5Aclose(a);
    H5Sclose(space);
}

void gprmax_text(out *o, hid_t at, const char *name, const char *value)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    o->bad = o->bad || a < 0 || H5Awrite(a, type, &value) < 0;
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

static void position(out *o, hid_t at, const int64_t node[3])
{
    double where[3];
    for (int a = 0; a < 3; a++) {
        const double *x = o->r->grid->axis[a].node;
        where[a] = (double)node[a] * (x[1] - x[0]);
    }
    gprmax_numbers(o, at, "Position", H5T_NATIVE_DOUBLE, 3, where);
}

hid_t gprmax_group(out *o, hid_t file, const char *kind, int64_t number)
{
    char path[64];
    const hid_t link = H5Pcreate(H5P_LINK_CREATE);
    snprintf(path, sizeof path, "/%ss/%s%lld", kind, kind, (long long)number);
    H5Pset_create_intermediate_group(link, 1);
    const hid_t g = H5Gcreate2(file, path, link, H5P_DEFAULT, H5P_DEFAULT);
    H5Pclose(link);
    o->bad = o->bad || g < 0;
    return g;
}

/* One dataset; values has the shape [rows]. */
static void series(out *o, hid_t at, const char *name, const double *values)
{
    const hsize_t dims[1] = {(hsize_t)o->r->rows};
    const hid_t type = o->r->wide ? H5T_IEEE_F64LE : H5T_IEEE_F32LE;
    const hid_t space = H5Screate_simple(1, dims, NULL);
    const hid_t set = H5Dcreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    o->bad = o->bad || set < 0 ||
             H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0;
    H5Dclose(set);
    H5Sclose(space);
}

static void column(const gprmax_record *r, int64_t number, double *values)
{
    for (int64_t n = 0; n < r->rows; n++)
        values[n] = r->data[n * r->columns + number];
}

static void write_root(out *o, hid_t file)
{
    const gprmax_record *r = o->r;
    const yee_axis_data *a = r->grid->axis;
    const int64_t cells[3] = {a[0].cells, a[1].cells, a[2].cells};
    const double widths[3] = {a[0].node[1] - a[0].node[0], a[1].node[1] - a[1].node[0],
                              a[2].node[1] - a[2].node[0]};
    /* Lines are no sources there. */
    gprmax_text(o, file, "gprMax", gprmax_version(r));
    gprmax_text(o, file, "Title", r->title ? r->title : "");
    gprmax_numbers(o, file, "Iterations", H5T_NATIVE_INT64, 1, &r->rows);
    gprmax_numbers(o, file, "nx_ny_nz", H5T_NATIVE_INT64, 3, cells);
    gprmax_numbers(o, file, "dx_dy_dz", H5T_NATIVE_DOUBLE, 3, widths);
    gprmax_numbers(o, file, "dt", H5T_NATIVE_DOUBLE, 1, &r->grid->dt);
    gprmax_numbers(o, file, "nsrc", H5T_NATIVE_INT64, 1, &r->sources);
    gprmax_numbers(o, file, "nrx", H5T_NATIVE_INT64, 1, &r->receivers);
    gprmax_numbers(o, file, "srcsteps", H5T_NATIVE_INT64, 3, r->moving.source_steps);
    gprmax_numbers(o, file, "rxsteps", H5T_NATIVE_INT64, 3, r->moving.receiver_steps);
}

static void write_receiver(out *o, hid_t file, int64_t n, double *values)
{
    const gprmax_receiver *rx = &o->r->receiver[n];
    const hid_t g = gprmax_group(o, file, "rx", n + 1);
    gprmax_text(o, g, "Name", rx->name);
    position(o, g, rx->node);
    for (int c = 0; c < (rx->currents ? GPRMAX_COLUMNS : YEE_COMPONENTS); c++) {
        column(o->r, rx->first + c, values);
        series(o, g, gprmax_column_name[c], values);
    }
    H5Gclose(g);
}

/* The voltage and current of a port are at (n - 1/2) dt; voltages of gprMax are at n dt. */
static void center(const gprmax_record *r, double *v)
{
    for (int64_t n = 0; n + 1 < r->rows; n++)
        v[n] = 0.5 * (v[n] + v[n + 1]);
}

/* A source of 2 f behind R is a wave f on a line of resistance R. */
static void write_line(out *o, hid_t file, int64_t n, double *values)
{
    const gprmax_record *r = o->r;
    const gprmax_line *line = &r->line[n];
    const double cell = sqrt(3) * YEE_C0 * r->grid->dt, ohm = line->port->resistance;
    const yee_signals *s = line->port->signals;
    const hid_t g = gprmax_group(o, file, "tl", n + 1);
    position(o, g, line->node);
    gprmax_numbers(o, g, "Resistance", H5T_NATIVE_DOUBLE, 1, &ohm);
    gprmax_numbers(o, g, "dl", H5T_NATIVE_DOUBLE, 1, &cell);
    values[0] = 0;
    for (int64_t k = 1; k < r->rows; k++) {
        s->fill(s->self, k - 1, &values[k]);
        values[k] *= 0.5;
    }
    for (int64_t k = 0; k < r->rows; k++)
        values[k] /= ohm;
    series(o, g, "Iinc", values);
    for (int64_t k = 0; k < r->rows; k++)
        values[k] *= ohm;
    center(r, values);
    series(o, g, "Vinc", values);
    column(r, line->first, values);
    center(r, values);
    series(o, g, "Vtotal", values);
    column(r, line->first + 1, values);
    series(o, g, "Itotal", values);
    H5Gclose(g);
}

static bool write_all(const gprmax_record *r, const char *path, double *values)
{
    out o = {.r = r};
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0)
        return false;
    write_root(&o, file);
    for (int64_t n = 0; n < r->sources; n++) {
        const hid_t g = gprmax_group(&o, file, "src", n + 1);
        gprmax_text(&o, g, "Type", r->source[n].type);
        position(&o, g, r->source[n].node);
        H5Gclose(g);
    }
    for (int64_t n = 0; n < r->lines; n++)
        write_line(&o, file, n, values);
    for (int64_t n = 0; n < r->receivers; n++)
        write_receiver(&o, file, n, values);
    return H5Fclose(file) >= 0 && !o.bad;
}

yee_status gprmax_write(const yee_host *host, const gprmax_record *r, const char *path)
{
    char *fresh = malloc(strlen(path) + sizeof ".new");
    double *values = malloc((size_t)r->rows * sizeof *values);
    yee_status status = YEE_OK;
    bool done = false;
    if (!fresh || !values) {
        status = host->fail(host, YEE_MEMORY, "no memory for %lld rows", (long long)r->rows);
    } else {
        sprintf(fresh, "%s.new", path);
        H5E_BEGIN_TRY { done = write_all(r, fresh, values); }
        H5E_END_TRY
        if (!done || rename(fresh, path)) {
            status = host->fail(host, YEE_IO, "%s cannot be written: %s", path,
                                errno ? strerror(errno) : "HDF5 refuses");
            unlink(fresh);
        }
    }
    free(values);
    free(fresh);
    return status;
}
