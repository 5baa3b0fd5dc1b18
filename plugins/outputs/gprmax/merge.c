/* plugins/outputs/gprmax/merge.c: the records of all traces of a sweep in one file.
 *
 * Every receiver has a dataset [rows, traces] for each of its components; columns of traces that
 * failed are NaN. Attributes are Title, gprMax, Iterations, dt and nrx, and nothing else, as
 * gprMax's own tools write and read them. */
#include "gprmax.h"
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELD = 1 << 28 }; /* bytes of datasets that are gathered in one pass over the files */

typedef struct merge {
    const yee_host *host;
    const gprmax_record *r;
    const yee_gathering *g;
    int64_t rows;
    size_t each; /* numbers of a dataset */
    float *narrow;
    double *wide; /* one of both is there: shape [datasets of a pass][rows][traces] */
    double *column;
    yee_status status;
} merge;

/* Which component of which receiver a dataset is. */
typedef struct which {
    int64_t receiver;
    int column;
} which;

static bool next(const gprmax_record *r, which *w)
{
    const int columns = r->receiver[w->receiver].currents ? GPRMAX_COLUMNS : YEE_COMPONENTS;
    if (++w->column < columns)
        return true;
    w->column = 0;
    return ++w->receiver < r->receivers;
}

static hid_t open_trace(merge *m, int64_t trace)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", m->g->trace_stem[trace], gprmax_ending(m->r, false));
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        m->status = m->host->fail(m->host, YEE_IO, "trace %lld: %s cannot be read",
                                  (long long)trace, path);
    return file;
}

static hid_t open_set(hid_t file, which w)
{
    char path[64];
    snprintf(path, sizeof path, "/rxs/rx%lld/%s", (long long)w.receiver + 1,
             gprmax_column_name[w.column]);
    return H5Dopen2(file, path, H5P_DEFAULT);
}

/* The number of rows of a dataset; -1: it is not there, or no row of numbers. */
static int64_t rows_of(hid_t set)
{
    const hid_t space = set < 0 ? -1 : H5Dget_space(set);
    hsize_t rows = 0;
    const bool flat = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
                      H5Sget_simple_extent_dims(space, &rows, NULL) == 1;
    if (space >= 0)
        H5Sclose(space);
    return flat ? (int64_t)rows : -1;
}

/* One column of a dataset of the pass. */
static bool read_column(merge *m, hid_t file, which w, int64_t trace, size_t number)
{
    const hid_t set = open_set(file, w);
    const int64_t rows = rows_of(set);
    const bool ok = rows == m->rows && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                               H5P_DEFAULT, m->column) >= 0;
    if (set >= 0)
        H5Dclose(set);
    if (!ok) {
        m->status = m->host->fail(
            m->host, YEE_INPUT,
            "trace %lld has %lld rows where the first one has %lld; only traces of one length "
            "have one file in gprMax's form",
            (long long)trace, (long long)rows, (long long)m->rows);
        return false;
    }
    for (int64_t n = 0; n < m->rows; n++) {
        const size_t at = number * m->each + (size_t)(n * m->g->traces + trace);
        if (m->wide)
            m->wide[at] = m->column[n];
        else
            m->narrow[at] = (float)m->column[n];
    }
    return true;
}

static void write_set(merge *m, gprmax_out *o, hid_t file, which w, size_t number)
{
    const hsize_t dims[2] = {(hsize_t)m->rows, (hsize_t)m->g->traces};
    const hid_t space = H5Screate_simple(2, dims, NULL);
    hid_t group = -1;
    char path[64];
    snprintf(path, sizeof path, "/rxs/rx%lld", (long long)w.receiver + 1);
    group = w.column ? H5Gopen2(file, path, H5P_DEFAULT)
                     : gprmax_group(o, file, "rx", w.receiver + 1);
    const hid_t set = H5Dcreate2(group, gprmax_column_name[w.column],
                                 m->wide ? H5T_IEEE_F64LE : H5T_IEEE_F32LE, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
    const void *data = m->wide ? (const void *)(m->wide + number * m->each)
                               : (const void *)(m->narrow + number * m->each);
    o->bad = o->bad || set < 0 ||
             H5Dwrite(set, m->wide ? H5T_NATIVE_DOUBLE : H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL,
                      H5P_DEFAULT, data) < 0;
    if (set >= 0)
        H5Dclose(set);
    if (group >= 0)
        H5Gclose(group);
    H5Sclose(space);
}

/* Datasets from *first on that fit into memory; false at the end of all, or after a failure. */
static bool pass(merge *m, gprmax_out *o, hid_t file, size_t most, which *first)
{
    which w = *first;
    size_t count = 0;
    bool more = true;
    for (size_t n = 0; n < most * m->each; n++)
        if (m->wide)
            m->wide[n] = NAN;
        else
            m->narrow[n] = NAN;
    for (int64_t t = 0; t < m->g->traces && !m->status; t++) {
        const hid_t trace = m->g->trace_stem[t] ? open_trace(m, t) : -1;
        w = *first;
        more = trace >= 0;
        for (count = 0; more && count < most && read_column(m, trace, w, t, count); count++)
            more = next(m->r, &w);
        if (trace >= 0)
            H5Fclose(trace);
    }
    w = *first;
    more = true;
    for (size_t n = 0; more && n < most && !m->status; n++) {
        write_set(m, o, file, w, n);
        more = next(m->r, &w);
    }
    *first = w;
    return more && !m->status;
}

static bool write_all(merge *m, const char *path, size_t most)
{
    gprmax_out o = {.r = m->r};
    which first = {0};
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0)
        return false;
    gprmax_text(&o, file, "Title", m->r->title ? m->r->title : "");
    gprmax_text(&o, file, "gprMax", gprmax_version(m->r));
    gprmax_numbers(&o, file, "Iterations", H5T_NATIVE_INT64, 1, &m->rows);
    gprmax_numbers(&o, file, "dt", H5T_NATIVE_DOUBLE, 1, &m->r->grid->dt);
    gprmax_numbers(&o, file, "nrx", H5T_NATIVE_INT64, 1, &m->r->receivers);
    while (pass(m, &o, file, most, &first))
        ;
    return H5Fclose(file) >= 0 && !o.bad;
}

/* The rows of the first trace that is there; 0: none is. */
static int64_t length(merge *m)
{
    int64_t rows = 0;
    for (int64_t t = 0; t < m->g->traces && !rows && !m->status; t++) {
        const hid_t file = m->g->trace_stem[t] ? open_trace(m, t) : -1;
        const hid_t set = file < 0 ? -1 : open_set(file, (which){0});
        rows = set < 0 ? 0 : rows_of(set);
        if (set >= 0)
            H5Dclose(set);
        if (file >= 0)
            H5Fclose(file);
    }
    return rows;
}

static yee_status merge_to(merge *m, const char *path, const char *fresh)
{
    const size_t word = m->r->wide ? sizeof(double) : sizeof(float);
    bool done = false;
    H5E_BEGIN_TRY { m->rows = length(m); }
    H5E_END_TRY
    if (m->status || m->rows < 1)
        return m->status;
    m->each = (size_t)m->rows * (size_t)m->g->traces;
    size_t most = HELD / (m->each * word), all = 0;
    for (which w = {0}; all < 1 || next(m->r, &w); all++)
        ;
    most = most < 1 ? 1 : most < all ? most : all;
    void *data = malloc(most * m->each * word);
    m->wide = m->r->wide ? data : NULL;
    m->narrow = m->r->wide ? NULL : data;
    m->column = malloc((size_t)m->rows * sizeof *m->column);
    if (!data || !m->column) {
        m->status = m->host->fail(m->host, YEE_MEMORY, "no memory for %lld traces",
                                  (long long)m->g->traces);
    } else {
        H5E_BEGIN_TRY { done = write_all(m, fresh, most); }
        H5E_END_TRY
    }
    free(data);
    free(m->column);
    if (!m->status && (!done || rename(fresh, path)))
        m->status = m->host->fail(m->host, YEE_IO, "%s cannot be written: %s", path,
                                  errno ? strerror(errno) : "HDF5 refuses");
    if (m->status)
        unlink(fresh);
    return m->status;
}

yee_status gprmax_merge(const yee_host *host, const gprmax_record *r, const yee_gathering *g)
{
    merge m = {.host = host, .r = r, .g = g};
    const char *ending = gprmax_ending(r, true);
    const size_t size = strlen(g->stem) + strlen(ending) + sizeof ".new";
    char *path = host->alloc(host, size), *fresh = host->alloc(host, size);
    if (!path || !fresh)
        return host->fail(host, YEE_MEMORY, "no memory for a path");
    snprintf(path, size, "%s%s", g->stem, ending);
    snprintf(fresh, size, "%s%s.new", g->stem, ending);
    if (!g->force && !access(path, F_OK))
        return host->fail(host, YEE_IO, "%s is there; `yee sweep --gather --force` replaces it",
                          path);
    const yee_status status = merge_to(&m, path, fresh);
    if (!status && m.rows > 0)
        host->log(host, YEE_INFO, "wrote %s", path);
    return status;
}
