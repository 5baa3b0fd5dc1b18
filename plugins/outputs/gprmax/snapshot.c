/* plugins/outputs/gprmax/snapshot.c: the fields of cells at one time, <stem>_<instance>.vti.
 *
 * Every cell has the mean of the four edges along each axis, and of the two faces across it. E is at
 * `step` steps, H half a step before. Of gprMax 3 VTK's ImageData, raw and appended, with the vectors
 * E-field and H-field; of gprMax 4 VTKHDF or HDF5 (image.h) with the components Ex to Hz. */
#include "../common/record.h"
#include "image.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct config {
    yee_vec3 from, to;
    yee_reals stride;
    int64_t step;
    int form;
} config;

enum { FORM_VTI, FORM_VTKHDF, FORM_H5 };

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0, "Low corner; the grid's by default."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0, "High corner; the grid's by default."),
    YEE_PARAM_REALS(config, stride, NULL, "1", 1, 1e9, "Takes every n-th cell, one or three."),
    YEE_PARAM_INT(config, step, NULL, 1, 1e15, "Steps after which it is taken."),
    YEE_PARAM_CHOICE(
        config, form, "vti", "vti|vtkhdf|h5",
        "Form, and ending of the file: vti of gprMax 3, vtkhdf and h5 of gprMax 4."),
    YEE_PARAM_TOGETHER("from|to"),
    YEE_PARAM_CORNERS("from|to"),
    YEE_PARAM_PER_AXIS("stride"),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_record *record;
    const yee_grid *grid;
    const char *path;
    int64_t step;
    int form;
    gprmax_cells cells;
    int taps, component[YEE_COMPONENTS]; /* of each tap */
    int64_t n[YEE_COMPONENTS][3];        /* shape of each array, by component */
    double *field[YEE_COMPONENTS];       /* NULL: not there */
    bool taken[YEE_COMPONENTS];
} self;

/* All points of a component around the cells. */
static yee_status tap(const yee_host *host, self *s, yee_tap_list *list, int c, int64_t step)
{
    yee_tap t = {.kind = YEE_TAP_BOX,
                 .component = c,
                 .first = step,
                 .every = step,
                 .last = step,
                 .stride = {1, 1, 1}};
    int64_t points = 1;
    for (int a = 0; a < 3; a++) {
        const int64_t last = s->cells.lo[a] + (s->cells.count[a] - 1) * s->cells.stride[a];
        const int64_t end = last + (yee_half(c, a) ? 1 : 2);
        t.lo[a] = s->cells.lo[a];
        t.hi[a] = end < s->grid->extent[c][a] ? end : s->grid->extent[c][a];
        s->n[c][a] = t.hi[a] - t.lo[a];
        points *= s->n[c][a];
    }
    s->field[c] = host->alloc(host, (size_t)points * sizeof *s->field[c]);
    if (!s->field[c])
        return host->fail(host, YEE_MEMORY, "no memory for %lld points", (long long)points);
    s->component[s->taps++] = c;
    return list->tap(list, &t) < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    self *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a snapshot");
    *out = s;
    s->grid = view->grid;
    s->step = c->step;
    s->form = c->form;
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    if (c->step > view->steps)
        return host->fail(host, YEE_INPUT, "step = %lld is behind the run's last step, %lld",
                          (long long)c->step, (long long)view->steps);
    yee_status status =
        gprmax_choose(host, view->grid, &c->from, &c->to, &c->stride, &s->cells);
    if (!status && s->form == FORM_VTI && s->cells.all > UINT32_MAX / 12)
        return host->fail(host, YEE_DECLINED,
                          "%lld cells are more than a file of this form holds; take a larger "
                          "stride",
                          (long long)s->cells.all);
    for (int k = 0; k < YEE_COMPONENTS && !status; k++)
        if (view->grid->active[k])
            status = tap(host, s, tap_list, k, c->step);
    return status;
}

static yee_status open_file(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    static const char *const ending[] = {".vti", ".vtkhdf", ".h5"};
    if (!(s->path = s->record->path_for(host, ending[s->form])))
        return YEE_IO;
    FILE *file = opening->restart ? NULL : fopen(s->path, "a");
    if (!opening->restart && (!file || fclose(file)))
        return host->fail(host, YEE_IO, "%s cannot be written: %s", s->path, strerror(errno));
    return YEE_OK;
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    self *s = self_;
    const int c = s->component[d->tap];
    (void)host;
    for (int64_t n = 0; n < d->values; n++)
        s->field[c][n] = d->precision == YEE_F32 ? (double)((const float *)d->data)[n]
                                                 : ((const double *)d->data)[n];
    s->taken[c] = true;
    return YEE_OK;
}

/* The mean of what lies around the middle of the cell at `at`, counted from the low corner; along
 * an axis where the component sits on nodes, two of them. */
static float mean(const self *s, int c, const int64_t at[3])
{
    double sum = 0, count = 0;
    if (!s->field[c])
        return 0;
    for (int corner = 0; corner < 8; corner++) {
        int64_t i[3];
        bool there = true;
        for (int a = 0; a < 3; a++) {
            const int side = corner >> a & 1;
            i[a] = at[a] + side;
            there = there && (!side || !yee_half(c, a)) && i[a] < s->n[c][a];
        }
        if (!there)
            continue;
        sum += s->field[c][(i[0] * s->n[c][1] + i[1]) * s->n[c][2] + i[2]];
        count++;
    }
    return (float)(count > 0 ? sum / count : 0);
}

/* One component of all cells as gprMax 4 has it: [z, y, x] in VTKHDF, [x, y, z] in HDF5. */
static void write_component(const self *s, gprmax_image *m, int c, float *values)
{
    const gprmax_cells *n = &s->cells;
    const bool reversed = s->form == FORM_VTKHDF;
    hsize_t dims[3];
    char path[32];
    for (int a = 0; a < 3; a++)
        dims[reversed ? 2 - a : a] = (hsize_t)n->count[a];
    for (int64_t i = 0; i < n->count[0]; i++)
        for (int64_t j = 0; j < n->count[1]; j++)
            for (int64_t k = 0; k < n->count[2]; k++) {
                const int64_t at[3] = {i * n->stride[0], j * n->stride[1], k * n->stride[2]};
                values[reversed ? (k * n->count[1] + j) * n->count[0] + i
                                : (i * n->count[1] + j) * n->count[2] + k] = mean(s, c, at);
            }
    snprintf(path, sizeof path, "%s%s", reversed ? "/VTKHDF/CellData/" : "/",
             yee_component_name(c));
    gprmax_image_array(m, path, H5T_NATIVE_FLOAT, 3, dims, values);
}

static void write_facts(const self *s, gprmax_image *m)
{
    const double dt = s->grid->dt, time = (double)s->step * dt;
    const double magnetic = time - 0.5 * dt;
    const int64_t iteration = s->step + 1; /* it is taken as that one begins */
    double origin[3], width[3];
    gprmax_image_place(s->grid, &s->cells, origin, width);
    gprmax_image_text(m, "gprMax", "4.0.0b0");
    gprmax_image_attribute(m, "nx_ny_nz", H5T_NATIVE_INT64, 3, s->cells.count);
    gprmax_image_attribute(m, "dx_dy_dz", H5T_NATIVE_DOUBLE, 3, width);
    gprmax_image_attribute(m, "origin", H5T_NATIVE_DOUBLE, 3, origin);
    gprmax_image_attribute(m, "iteration", H5T_NATIVE_INT64, 1, &iteration);
    gprmax_image_attribute(m, "time", H5T_NATIVE_DOUBLE, 1, &time);
    gprmax_image_attribute(m, "magnetic_time", H5T_NATIVE_DOUBLE, 1, &magnetic);
}

static bool write_image(const self *s)
{
    gprmax_image m = gprmax_image_new(s->path, &s->cells);
    float *values = malloc((size_t)s->cells.all * sizeof *values);
    m.bad = m.bad || !values;
    if (!m.bad && s->form == FORM_VTKHDF)
        gprmax_image_head(&m, s->grid);
    else if (!m.bad)
        write_facts(s, &m);
    for (int c = 0; c < YEE_COMPONENTS && !m.bad; c++)
        write_component(s, &m, c, values);
    free(values);
    return gprmax_image_close(&m);
}

static void write_vectors(const self *s, FILE *file, int first)
{
    const gprmax_cells *c = &s->cells;
    const uint32_t bytes = (uint32_t)c->all * 12;
    fwrite(&bytes, sizeof bytes, 1, file);
    for (int64_t k = 0; k < c->count[2]; k++)
        for (int64_t j = 0; j < c->count[1]; j++)
            for (int64_t i = 0; i < c->count[0]; i++) {
                const int64_t at[3] = {i * c->stride[0], j * c->stride[1], k * c->stride[2]};
                const float v[3] = {mean(s, first, at), mean(s, first + 1, at),
                                    mean(s, first + 2, at)};
                fwrite(v, sizeof v, 1, file);
            }
}

static void write_file(const self *s, FILE *file)
{
    const gprmax_cells *c = &s->cells;
    double at[3], width[3];
    for (int a = 0; a < 3; a++) {
        const double *x = s->grid->axis[a].node;
        at[a] = x[c->lo[a]];
        width[a] = (x[1] - x[0]) * (double)c->stride[a];
    }
    fprintf(file,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
            "byte_order=\"LittleEndian\">\n<ImageData WholeExtent=\"0 %lld 0 %lld 0 %lld\" "
            "Origin=\"%.12g %.12g %.12g\" Spacing=\"%.12g %.12g %.12g\">\n"
            "<Piece Extent=\"0 %lld 0 %lld 0 %lld\">\n"
            "<CellData Vectors=\"E-field H-field\">\n"
            "<DataArray type=\"Float32\" Name=\"E-field\" NumberOfComponents=\"3\" "
            "format=\"appended\" offset=\"0\" />\n"
            "<DataArray type=\"Float32\" Name=\"H-field\" NumberOfComponents=\"3\" "
            "format=\"appended\" offset=\"%lld\" />\n"
            "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_",
            (long long)c->count[0], (long long)c->count[1], (long long)c->count[2], at[0],
            at[1], at[2], width[0], width[1], width[2], (long long)c->count[0],
            (long long)c->count[1], (long long)c->count[2], (long long)(4 + c->all * 12));
    write_vectors(s, file, YEE_EX);
    write_vectors(s, file, YEE_HX);
    fprintf(file, "\n</AppendedData>\n</VTKFile>\n");
}

/* A run that ended before leaves the file empty. */
static yee_status close_file(const yee_host *host, void *self_, yee_status run)
{
    const self *s = self_;
    (void)run;
    for (int n = 0; n < s->taps; n++)
        if (!s->taken[s->component[n]])
            return YEE_OK;
    if (s->form != FORM_VTI)
        return s->path && write_image(s)
                   ? YEE_OK
                   : host->fail(host, YEE_IO, "the snapshot cannot be written");
    FILE *file = s->path ? fopen(s->path, "wb") : NULL;
    if (file)
        write_file(s, file);
    const bool bad = !file || ferror(file);
    return (file && fclose(file)) || bad
               ? host->fail(host, YEE_IO, "the snapshot cannot be written: %s", strerror(errno))
               : YEE_OK;
}

static yee_status state(const yee_host *host, void *self_, yee_state *pieces, bool loading)
{
    self *s = self_;
    (void)host, (void)loading;
    yee_status status = pieces->piece(pieces, "taken", s->taken, sizeof s->taken);
    for (int n = 0; n < s->taps && !status; n++) {
        const int c = s->component[n];
        char name[16];
        snprintf(name, sizeof name, "field%d", c);
        if (s->taken[c])
            status = pieces->piece(pieces, name, s->field[c],
                                   s->n[c][0] * s->n[c][1] * s->n[c][2] *
                                       (int64_t)sizeof *s->field[c]);
    }
    return status;
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_file,
    .receive = receive,
    .close = close_file,
    .state = state,
};
const yee_plugin gprmax_snapshot = {
    .size = sizeof gprmax_snapshot,
    .kind = YEE_OUTPUT,
    .name = "gprmax_snapshot",
    .summary = "fields of cells at one time, as gprMax writes them",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.film]\n"
               "type = gprmax_snapshot\n"
               "step = 30\n",
};
