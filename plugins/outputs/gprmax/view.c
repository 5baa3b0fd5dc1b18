/* plugins/outputs/gprmax/view.c: a picture of the cells, <stem>_<instance>.vti, or of the edges
 * (edges.c).
 *
 * VTK's ImageData, raw and appended, with the arrays of gprMax's own views: the number of the
 * material, 1 where layers absorb and 2, 3, ... at sources, and 1, 2, ... at receivers. What the
 * numbers stand for is listed behind the closing tag. Of gprMax 4 VTKHDF (image.h), with the
 * material of each cell, and names and places beside it. */
#include "../common/record.h"
#include "edges.h"
#include "image.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct config {
    yee_vec3 from, to;
    yee_reals stride, sources, receivers, source_steps, receiver_steps;
    yee_texts source_types;
    int64_t trace;
    int show, form;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0, "Low corner; the grid's by default."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0, "High corner; the grid's by default."),
    YEE_PARAM_REALS(config, stride, NULL, "1", 1, 1e9, "Takes every n-th cell, one or three."),
    YEE_PARAM_CHOICE(
        config, show, "cells", "cells|edges",
        "cells: <stem>_<name>.vti, the material of each; edges: <stem>_<name>.vtp, the "
        "medium of each."),
    YEE_PARAM_CHOICE(
        config, form, "xml", "xml|vtkhdf",
        "Form. xml: .vti and .vtp of gprMax 3; vtkhdf: .vtkhdf of gprMax 4, of cells."),
    YEE_PARAM_REALS(config, sources, NULL, YEE_UNSET, 0, 1e9,
                    "Cells of sources, three indices each."),
    YEE_PARAM_TEXTS(config, source_types, YEE_UNSET,
                    "Their kinds: VoltageSource, HertzianDipole, MagneticDipole, "
                    "TransmissionLine; dipoles move from trace to trace."),
    YEE_PARAM_REALS(config, receivers, NULL, YEE_UNSET, 0, 1e9,
                    "Cells of receivers, three indices each."),
    YEE_PARAM_INT(config, trace, "0", 0, 1e6,
                  "Number of the trace, from 0: cells move by as many steps."),
    YEE_PARAM_REALS(config, source_steps, NULL, YEE_UNSET, 0, 0,
                    "Cells by which dipoles move from trace to trace."),
    YEE_PARAM_REALS(config, receiver_steps, NULL, YEE_UNSET, 0, 0,
                    "Cells by which receivers do."),
    YEE_PARAM_TOGETHER("from|to"),
    YEE_PARAM_CORNERS("from|to"),
    YEE_PARAM_PER_AXIS("stride"),
    YEE_PARAM_UNMOVED("sources|receivers"),
    YEE_PARAM_UNTURNED("source_steps|receiver_steps"),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_record *record;
    const config *c;
    const yee_grid *grid;
    gprmax_moving moving;
    gprmax_cells cells;
    gprmax_materials materials;
    gprmax_edges edges;
} self;

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    self *s = host->alloc(host, sizeof *s);
    (void)tap_list;
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a view");
    *out = s;
    s->c = c;
    s->grid = view->grid;
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    if (c->sources.count % 3 || c->receivers.count % 3)
        return host->fail(host, YEE_INPUT, "sources and receivers take three indices each");
    if (c->source_types.count && c->source_types.count != c->sources.count / 3)
        return host->fail(host, YEE_INPUT, "source_types: %zu for %zu sources",
                          c->source_types.count, c->sources.count / 3);
    if (gprmax_read_moving(host, c->trace, &c->source_steps, &c->receiver_steps, &s->moving))
        return YEE_INPUT;
    if (c->show && c->form)
        return host->fail(host, YEE_INPUT, "form = vtkhdf has cells; show = edges takes xml");
    const yee_status status =
        gprmax_choose(host, view->grid, &c->from, &c->to, &c->stride, &s->cells);
    if (!status && c->show && s->cells.stride[0] * s->cells.stride[1] * s->cells.stride[2] != 1)
        return host->fail(host, YEE_INPUT, "show = edges has every edge: stride is 1");
    return status    ? status
           : c->show ? gprmax_list_edges(host, view, &s->cells, &s->edges)
                     : gprmax_list(host, view, &s->cells, &s->materials);
}

/* Whether a cell is within a layer. */
static bool absorbs(const yee_grid *grid, const int64_t at[3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        if (at[a] < axis->layer[0] || at[a] >= axis->cells - axis->layer[1])
            return true;
    }
    return false;
}

/* Numbers the cells that hold points of a list, from 1 on; the first point of a cell counts. */
static void mark(const self *s, bool sources, int8_t *marks)
{
    const gprmax_cells *c = &s->cells;
    const yee_reals *list = sources ? &s->c->sources : &s->c->receivers;
    for (size_t n = list->count / 3; n-- > 0;) {
        int64_t at[3], shift[3];
        bool drawn = true;
        gprmax_shift(&s->moving,
                     sources && s->c->source_types.count ? s->c->source_types.v[n] : "", shift);
        for (int a = 0; a < 3; a++) {
            at[a] = (int64_t)list->v[3 * n + (size_t)a] - c->lo[a] +
                    (sources ? shift[a] : s->moving.trace * s->moving.receiver_steps[a]);
            drawn = drawn && at[a] >= 0 && at[a] % c->stride[a] == 0;
            at[a] /= c->stride[a];
            drawn = drawn && at[a] < c->count[a];
        }
        if (drawn)
            marks[(at[2] * c->count[1] + at[1]) * c->count[0] + at[0]] =
                (int8_t)(n < 100 ? n + 1 : 100);
    }
}

enum { MATERIAL, SOURCES, RECEIVERS };

/* One array: its length in bytes, then its numbers, x fastest; little-endian as the head says. */
static bool write_cells(const self *s, FILE *file, int which)
{
    const gprmax_cells *c = &s->cells;
    const int8_t *marks = NULL;
    int8_t *own = which == MATERIAL ? NULL : calloc((size_t)c->all, 1);
    if (which != MATERIAL && !own)
        return false;
    if (own)
        mark(s, which == SOURCES, own);
    marks = own;
    const uint32_t bytes = (uint32_t)c->all * (which == MATERIAL ? 4 : 1);
    fwrite(&bytes, sizeof bytes, 1, file);
    for (int64_t k = 0; k < c->count[2]; k++)
        for (int64_t j = 0; j < c->count[1]; j++)
            for (int64_t i = 0; i < c->count[0]; i++) {
                const int64_t at[3] = {c->lo[0] + i * c->stride[0], c->lo[1] + j * c->stride[1],
                                       c->lo[2] + k * c->stride[2]};
                const uint32_t material =
                    (uint32_t)s->materials.of[(i * c->count[1] + j) * c->count[2] + k];
                if (which == MATERIAL) {
                    fwrite(&material, sizeof material, 1, file);
                    continue;
                }
                const int8_t number = *marks++;
                const int8_t drawn = (int8_t)(which == RECEIVERS ? number
                                              : number           ? number + 1
                                                                 : absorbs(s->grid, at));
                fwrite(&drawn, 1, 1, file);
            }
    free(own);
    return true;
}

/* A name in XML. */
static void write_name(FILE *file, const char *s)
{
    for (; *s; s++)
        if (strchr("<>&\"", *s))
            fprintf(file, "&#%d;", *s);
        else
            fputc(*s, file);
}

/* False: no memory. */
static bool write_file(const self *s, FILE *file)
{
    static const char *const name[] = {"Material", "Sources_PML", "Receivers"};
    const gprmax_cells *c = &s->cells;
    double at[3], width[3];
    size_t offset = 0;
    for (int a = 0; a < 3; a++) {
        const double *x = s->grid->axis[a].node;
        at[a] = x[c->lo[a]];
        width[a] = (x[1] - x[0]) * (double)c->stride[a];
    }
    fprintf(file,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
            "byte_order=\"LittleEndian\">\n<ImageData WholeExtent=\"0 %lld 0 %lld 0 %lld\" "
            "Origin=\"%.12g %.12g %.12g\" Spacing=\"%.12g %.12g %.12g\">\n"
            "<Piece Extent=\"0 %lld 0 %lld 0 %lld\">\n<CellData Scalars=\"Material\">\n",
            (long long)c->count[0], (long long)c->count[1], (long long)c->count[2], at[0],
            at[1], at[2], width[0], width[1], width[2], (long long)c->count[0],
            (long long)c->count[1], (long long)c->count[2]);
    for (int n = 0; n < 3; n++) {
        fprintf(file,
                "<DataArray type=\"%s\" Name=\"%s\" format=\"appended\" offset=\"%zu\" />\n",
                n ? "Int8" : "UInt32", name[n], offset);
        offset += 4 + (size_t)c->all * (n ? 1 : 4);
    }
    fprintf(file, "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_");
    bool ok = true;
    for (int n = 0; n < 3; n++)
        ok = ok && write_cells(s, file, n);
    fprintf(file, "\n</AppendedData>\n</VTKFile>\n\n");
    return ok;
}

/* The meaning of the numbers. */
static void write_names(FILE *file, int64_t count, const char *const *name)
{
    fprintf(file, "<gprMax>\n");
    for (int64_t n = 0; n < count; n++) {
        fprintf(file, "<Material name=\"");
        write_name(file, name[n]);
        fprintf(file, "\">%lld</Material>\n", (long long)n);
    }
}

static bool write_view(const self *s, FILE *file)
{
    if (s->c->show) {
        gprmax_write_edges(file, &s->cells, s->grid, &s->edges);
        write_names(file, s->edges.media, s->edges.name);
        fprintf(file, "</gprMax>\n");
        return true;
    }
    if (!write_file(s, file))
        return false;
    write_names(file, s->materials.count, s->materials.name);
    fprintf(file, "<PML name=\"PML boundary region\">1</PML>\n</gprMax>\n");
    return true;
}

/* -- gprMax 4 -- */

/* Cells of layers within the view, at the low faces, then at the high ones. */
static void write_layers(const self *s, gprmax_image *m)
{
    int64_t depth[6], all = 0;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &s->grid->axis[a];
        const int64_t low = x->layer[0] - s->cells.lo[a];
        const int64_t high = s->cells.hi[a] - (x->cells - x->layer[1]);
        depth[a] = low > 0 ? low : 0;
        depth[3 + a] = high > 0 ? high : 0;
        all += x->layer[0] + x->layer[1];
    }
    if (all)
        gprmax_image_array(m, "/VTKHDF/FieldData/pml_thickness", H5T_NATIVE_INT64, 1,
                           &(hsize_t){6}, depth);
}

/* Names and places of sources or receivers; false: no memory. */
static bool write_places(const self *s, gprmax_image *m, bool sources)
{
    enum { LENGTH = 96 };
    const yee_reals *list = sources ? &s->c->sources : &s->c->receivers;
    const size_t count = list->count / 3;
    char(*text)[LENGTH] = malloc((count + 1) * sizeof *text);
    const char **name = malloc((count + 1) * sizeof *name);
    double(*place)[3] = malloc((count + 1) * sizeof *place);
    const bool ok = text && name && place;
    for (size_t n = 0; ok && n < count; n++) {
        const char *type = !sources                   ? "Rx"
                           : s->c->source_types.count ? s->c->source_types.v[n]
                                                      : "Source";
        int64_t shift[3], at[3];
        gprmax_shift(&s->moving, type, shift);
        for (int a = 0; a < 3; a++) {
            const double *x = s->grid->axis[a].node;
            at[a] = (int64_t)list->v[3 * n + (size_t)a] +
                    (sources ? shift[a] : s->moving.trace * s->moving.receiver_steps[a]);
            place[n][a] = x[0] + (double)at[a] * (x[1] - x[0]);
        }
        snprintf(text[n], LENGTH, "%s(%lld,%lld,%lld)", type, (long long)at[0],
                 (long long)at[1], (long long)at[2]);
        name[n] = text[n];
    }
    if (ok && count) {
        gprmax_image_texts(
            m, sources ? "/VTKHDF/FieldData/source_ids" : "/VTKHDF/FieldData/receiver_ids",
            (int64_t)count, name);
        gprmax_image_array(
            m, sources ? "/VTKHDF/FieldData/sources" : "/VTKHDF/FieldData/receivers",
            H5T_NATIVE_DOUBLE, 2, (hsize_t[]){count, 3}, place);
    }
    free(text);
    free(name);
    free(place);
    return ok;
}

static bool write_image(const self *s, const char *path)
{
    const gprmax_cells *c = &s->cells;
    const yee_axis_data *axis = s->grid->axis;
    const hsize_t dims[3] = {(hsize_t)c->count[2], (hsize_t)c->count[1], (hsize_t)c->count[0]};
    const int32_t cells[3] = {(int32_t)axis[0].cells, (int32_t)axis[1].cells,
                              (int32_t)axis[2].cells};
    const double width[3] = {axis[0].node[1] - axis[0].node[0],
                             axis[1].node[1] - axis[1].node[0],
                             axis[2].node[1] - axis[2].node[0]};
    gprmax_image m = gprmax_image_new(path, c);
    uint32_t *material = malloc((size_t)c->all * sizeof *material);
    m.bad = m.bad || !material;
    if (m.bad) {
        free(material);
        gprmax_image_close(&m);
        return false;
    }
    int64_t to = 0;
    for (int64_t k = 0; k < c->count[2]; k++)
        for (int64_t j = 0; j < c->count[1]; j++)
            for (int64_t i = 0; i < c->count[0]; i++)
                material[to++] =
                    (uint32_t)s->materials.of[(i * c->count[1] + j) * c->count[2] + k];
    gprmax_image_head(&m, s->grid);
    gprmax_image_array(&m, "/VTKHDF/CellData/Material", H5T_NATIVE_UINT32, 3, dims, material);
    gprmax_image_texts(&m, "/VTKHDF/FieldData/gprMax_version", 1, &(const char *){"4.0.0b0"});
    gprmax_image_array(&m, "/VTKHDF/FieldData/dx_dy_dz", H5T_NATIVE_DOUBLE, 1, &(hsize_t){3},
                       width);
    gprmax_image_array(&m, "/VTKHDF/FieldData/nx_ny_nz", H5T_NATIVE_INT32, 1, &(hsize_t){3},
                       cells);
    gprmax_image_texts(&m, "/VTKHDF/FieldData/material_ids", s->materials.count,
                       s->materials.name);
    write_layers(s, &m);
    const bool ok = write_places(s, &m, true) && write_places(s, &m, false);
    free(material);
    return gprmax_image_close(&m) && ok;
}

static yee_status open_file(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    const char *path = s->record->path_for(host, s->c->show   ? ".vtp"
                                                 : s->c->form ? ".vtkhdf"
                                                              : ".vti");
    if (!path)
        return YEE_IO;
    if (opening->restart)
        return YEE_OK;
    if (s->c->form)
        return write_image(s, path) ? YEE_OK
                                    : host->fail(host, YEE_IO, "%s cannot be written", path);
    if (s->cells.all > UINT32_MAX / 4)
        return host->fail(host, YEE_DECLINED,
                          "%lld cells are more than a file of this form holds; take a larger "
                          "stride",
                          (long long)s->cells.all);
    FILE *file = fopen(path, "wb");
    const bool bad = !file || !write_view(s, file) || ferror(file);
    if ((file && fclose(file)) || bad)
        return host->fail(host, YEE_IO, "%s cannot be written: %s", path, strerror(errno));
    return YEE_OK;
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    (void)host, (void)self_, (void)d;
    return YEE_OK;
}

static yee_status close_file(const yee_host *host, void *self_, yee_status status)
{
    (void)host, (void)self_, (void)status;
    return YEE_OK;
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_file,
    .receive = receive,
    .close = close_file,
};
const yee_plugin gprmax_view = {
    .size = sizeof gprmax_view,
    .kind = YEE_OUTPUT,
    .name = "gprmax_view",
    .summary = "materials, layers, sources and receivers of cells, as gprMax draws them",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.view]\n"
               "type = gprmax_view\n"
               "stride = 2\n",
};
