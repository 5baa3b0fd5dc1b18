/* plugins/outputs/snapshot/snapshot.c: fields in a box at a sequence of times, for ParaView.
 *
 * A file of its own, <stem>_<instance>. On a uniform grid it is VTKHDF ImageData with a Steps
 * group, which ParaView opens as it is; on a graded grid it is HDF5 with an XDMF sidecar of the
 * same name. Point (i, j, k) of the picture is node (i, j, k) of the grid, and its numbers are
 * the components' own at that index: each stands for the place its attribute `offset` gives, up
 * to half a cell away. `material` is the number of the cell above the node along all axes, and
 * `conductor` tells which edges above it are perfect conductors, where any are. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "../common/box.h"
#include "../common/components.h"
#include "../common/record.h"
#include "../common/scene.h"
#include "xdmf.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct config {
    yee_vec3 from, to;
    yee_reals stride;
    yee_texts components;
    int64_t every;
    yee_reals times;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0, "Low corner; the grid's by default."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0, "High corner; the grid's by default."),
    YEE_PARAM_REALS(config, stride, NULL, "1", 1, 1e9, "Takes every n-th cell, one or three."),
    YEE_PARAM_TEXTS(config, components, "e", "ex, ey, ez, hx, hy, hz; e, h or all."),
    YEE_PARAM_INT(config, every, YEE_UNSET, 0, 1e9,
                  "Every n-th step; 0 or not given: twenty over the run, and on at a restart."),
    YEE_PARAM_REALS(config, times, "s", YEE_UNSET, 0, YEE_INFINITY,
                    "Single times instead, each moved to the nearest step."),
    YEE_PARAM_AT_MOST_ONE("every|times"),
    YEE_PARAM_CORNERS("from|to"),
    YEE_PARAM_PER_AXIS("stride"),
    YEE_PARAM_COMPONENTS("components"),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_record *record;
    const yee_grid *grid;
    yee_number number;
    size_t word;
    box box;
    bool uniform;
    double spacing[3];
    const char *root; /* of the numbers in the file */
    int components;
    int component[YEE_COMPONENTS]; /* tap t is component[t % components] */
    scene scene;                   /* shapes [z, y, x] of the box */
    yee_file *file;
    yee_dataset *set[YEE_COMPONENTS], *time;
    yee_dataset *offset[YEE_COMPONENTS + 2]; /* of the components, and what the scene has */
    int64_t rows[YEE_COMPONENTS];
    int64_t whole; /* snapshots that all components have */
    double *at;    /* s: their times, for the sidecar */
    int64_t capacity;
} self;

/* Planning. */

/* Spacing of the points of the box along each axis; false where it varies. */
static bool even(const self *s, double spacing[3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &s->grid->axis[a];
        const int64_t n = s->box.count[a];
        spacing[a] =
            n > 1 ? (box_node(s->grid, &s->box, a, n - 1) - box_node(s->grid, &s->box, a, 0)) /
                        (double)(n - 1)
                  : axis->node[s->box.lo[a] + 1] - axis->node[s->box.lo[a]];
        for (int64_t i = 1; i < n; i++) {
            const double d =
                box_node(s->grid, &s->box, a, i) - box_node(s->grid, &s->box, a, i - 1);
            if (fabs(d - spacing[a]) > 1e-6 * spacing[a])
                return false;
        }
    }
    return true;
}

static yee_status tap_components(yee_tap_list *tap_list, const self *s, int64_t first,
                                 int64_t every, int64_t last)
{
    yee_tap tap = {.kind = YEE_TAP_BOX, .first = first, .every = every, .last = last};
    memcpy(tap.lo, s->box.lo, sizeof tap.lo);
    memcpy(tap.hi, s->box.hi, sizeof tap.hi);
    memcpy(tap.stride, s->box.stride, sizeof tap.stride);
    for (int n = 0; n < s->components; n++) {
        tap.component = s->component[n];
        const int64_t number = tap_list->tap(tap_list, &tap);
        if (number < 0 || tap_list->in_parts(tap_list, number, n, true))
            return YEE_INPUT;
    }
    return YEE_OK;
}

static int later(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* One tap a time and component, in the order of time. */
static yee_status tap_times(const yee_host *host, const config *c, const yee_view *view,
                            yee_tap_list *tap_list, self *s)
{
    const double end = (double)view->steps * s->grid->dt;
    int64_t *step = host->alloc(host, c->times.count * sizeof *step);
    if (!step)
        return host->fail(host, YEE_MEMORY, "no memory for %zu times", c->times.count);
    for (size_t i = 0; i < c->times.count; i++) {
        if (c->times.v[i] > end + 0.5 * s->grid->dt)
            return host->fail(host, YEE_INPUT, "times: %g s is after the end of the run, %g s",
                              c->times.v[i], end);
        step[i] = llround(c->times.v[i] / s->grid->dt);
        step[i] = step[i] > 1 ? step[i] : 1;
    }
    qsort(step, c->times.count, sizeof *step, later);
    yee_status status = YEE_OK;
    for (size_t i = 0; i < c->times.count && !status; i++)
        if (!i || step[i] != step[i - 1])
            status = tap_components(tap_list, s, step[i], 1, step[i]);
    return status;
}

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    bool chosen[YEE_COMPONENTS];
    self *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a snapshot");
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    s->grid = view->grid;
    s->number = number_of(view->precision);
    s->word = view->precision == YEE_F32 ? sizeof(float) : sizeof(double);
    *out = s;
    if (components_choose(host, s->grid, &c->components, chosen) ||
        box_choose(host, s->grid, &c->from, &c->to, &c->stride, &s->box))
        return YEE_INPUT;
    if (s->box.points == 1)
        return host->fail(host, YEE_INPUT,
                          "the box holds a single point; an output of type probe records that");
    for (int k = 0; k < YEE_COMPONENTS; k++)
        if (chosen[k])
            s->component[s->components++] = k;
    s->uniform = even(s, s->spacing);
    s->root = s->uniform ? "/VTKHDF" : "/snapshot";
    if (scene_read(host, view, &s->box, true, &s->scene))
        return YEE_MEMORY;
    if (c->times.count)
        return tap_times(host, c, view, tap_list, s);
    const int64_t twentieth = view->steps / 20 > 1 ? view->steps / 20 : 1;
    const int64_t every =
        c->every > 0 ? c->every : tap_list->keep_interval(tap_list, twentieth);
    return tap_components(tap_list, s, every, every, INT64_MAX);
}

/* The file. */

/* Attributes by which VTK knows an image; VTKHDF file format 2.0. */
static yee_status write_image(const yee_host *host, const self *s)
{
    const yee_record *r = s->record;
    const int64_t version[2] = {2, 0};
    int64_t extent[6];
    double origin[3];
    static const double direction[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int a = 0; a < 3; a++) {
        extent[2 * a] = 0;
        extent[2 * a + 1] = s->box.count[a] - 1;
        origin[a] = box_node(s->grid, &s->box, a, 0);
    }
    yee_status status = r->text(host, s->file, s->root, "Type", "ImageData");
    if (!status)
        status = r->numbers(host, s->file, s->root, "Version", YEE_NUMBER_I64, 2, version);
    if (!status)
        status = r->numbers(host, s->file, s->root, "WholeExtent", YEE_NUMBER_I64, 6, extent);
    if (!status)
        status = r->numbers(host, s->file, s->root, "Origin", YEE_NUMBER_F64, 3, origin);
    if (!status)
        status = r->numbers(host, s->file, s->root, "Spacing", YEE_NUMBER_F64, 3, s->spacing);
    if (!status)
        status = r->numbers(host, s->file, s->root, "Direction", YEE_NUMBER_F64, 9, direction);
    return status;
}

/* [rows, z, y, x]; VTK wants the flat axes of an image left out. */
static int shape(const self *s, int64_t rows, int64_t dims[4])
{
    int rank = 0;
    dims[rank++] = rows;
    for (int a = 2; a >= 0; a--)
        if (s->box.count[a] > 1 || !s->uniform)
            dims[rank++] = s->box.count[a];
    return rank;
}

/* The array of component n, growing with the steps, or of what stays (-1), one row for all, and
 * where each step finds its numbers in it. */
static yee_dataset *open_array(const yee_host *host, self *s, const char *name,
                               yee_number number, int n, yee_dataset **offset)
{
    int64_t dims[4];
    const int rank = shape(s, n < 0, dims);
    const int64_t none[1] = {0};
    char path[512];
    snprintf(path, sizeof path, "%s/Steps/PointDataOffsets/%s", s->root, name);
    *offset = s->record->dataset(host, s->file, path, YEE_NUMBER_I64, 1, none);
    snprintf(path, sizeof path, "%s/PointData/%s", s->root, name);
    if (!*offset)
        return NULL;
    return n < 0 ? s->record->dataset(host, s->file, path, number, rank, dims)
                 : s->record->joined(host, s->file, path, number, rank, dims, n);
}

static yee_status open_component(const yee_host *host, self *s, int n)
{
    const int c = s->component[n];
    char path[512];
    s->set[n] = open_array(host, s, yee_component_key(c), s->number, n, &s->offset[n]);
    snprintf(path, sizeof path, "%s/PointData/%s", s->root, yee_component_key(c));
    return s->set[n] ? describe_component(s->record, host, s->file, path, s->grid, c,
                                          component_unit(c))
                     : YEE_IO;
}

/* Numbers that do not change: one row. */
static yee_status open_scene(const yee_host *host, self *s)
{
    char path[512];
    int n = s->components;
    yee_status status = YEE_OK;
    if (s->scene.material) {
        yee_dataset *set = open_array(host, s, "material", YEE_NUMBER_I32, -1, &s->offset[n++]);
        snprintf(path, sizeof path, "%s/PointData/material", s->root);
        status = set ? s->record->append(host, set, 1, s->scene.material) : YEE_IO;
        if (!status && s->scene.names)
            status = s->record->text(host, s->file, path, "names", s->scene.names);
    }
    if (!status && s->scene.conductor) {
        yee_dataset *set = open_array(host, s, "conductor", YEE_NUMBER_U8, -1, &s->offset[n]);
        snprintf(path, sizeof path, "%s/PointData/conductor", s->root);
        status = set ? s->record->append(host, set, 1, s->scene.conductor) : YEE_IO;
        if (!status)
            status = s->record->text(host, s->file, path, "bits", SCENE_BITS);
    }
    return status;
}

static yee_status open_steps(const yee_host *host, self *s)
{
    char path[512];
    const int64_t none[1] = {0};
    snprintf(path, sizeof path, "%s/Steps/Values", s->root);
    s->time = s->record->dataset(host, s->file, path, YEE_NUMBER_F64, 1, none);
    if (!s->time)
        return YEE_IO;
    const yee_status status = s->record->text(host, s->file, path, "units", "s");
    snprintf(path, sizeof path, "%s/Steps", s->root);
    return status ? status
                  : s->record->numbers(host, s->file, path, "NSteps", YEE_NUMBER_I64, 1,
                                       &s->whole);
}

/* The main file says where the snapshots are. */
static yee_status mention(const yee_host *host, const self *s)
{
    yee_file *main = s->record->file(host, NULL);
    const char *path = s->record->path(s->file), *name = strrchr(path, '/');
    char group[512];
    snprintf(group, sizeof group, "/snapshot/%s", host->instance);
    if (!main || s->record->group(host, main, group))
        return YEE_IO;
    return s->record->text(host, main, group, "file", name ? name + 1 : path);
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    (void)opening;
    s->file = s->record->file(host, s->uniform ? ".vtkhdf" : ".h5");
    yee_status status = s->file ? s->record->group(host, s->file, s->root) : YEE_IO;
    if (!status && s->uniform)
        status = write_image(host, s);
    if (!status)
        status = write_box_axes(s->record, host, s->file, "/axes", s->grid, &s->box);
    for (int n = 0; n < s->components && !status; n++)
        status = open_component(host, s, n);
    if (!status)
        status = open_scene(host, s);
    if (!status)
        status = open_steps(host, s);
    if (!status)
        status = mention(host, s);
    if (!status && !s->uniform)
        status = s->record->sidecar(host, ".xmf", "");
    return status;
}

/* Snapshots. */

/* [x, y, z] to [z, y, x], the order of VTK. */
static void transpose(const self *s, const char *from, char *to)
{
    const size_t word = s->word;
    const int64_t nx = s->box.count[0], ny = s->box.count[1], nz = s->box.count[2];
    for (int64_t k = 0; k < nz; k++)
        for (int64_t j = 0; j < ny; j++)
            for (int64_t i = 0; i < nx; i++, to += word)
                memcpy(to, from + (size_t)((i * ny + j) * nz + k) * word, word);
}

static yee_status write_count(const yee_host *host, const self *s)
{
    char path[512];
    snprintf(path, sizeof path, "%s/Steps", s->root);
    return s->record->numbers(host, s->file, path, "NSteps", YEE_NUMBER_I64, 1, &s->whole);
}

/* Snapshot number s->whole is there in all components. */
static yee_status complete(const yee_host *host, self *s, int64_t step)
{
    static const int64_t zero = 0;
    const double time = (double)step * s->grid->dt;
    yee_status status = s->record->append(host, s->time, 1, &time);
    for (int n = 0; n < s->components && !status; n++)
        status = s->record->append(host, s->offset[n], 1, &s->whole);
    const int fixed = (s->scene.material != NULL) + (s->scene.conductor != NULL);
    for (int n = 0; n < fixed && !status; n++)
        status = s->record->append(host, s->offset[s->components + n], 1, &zero);
    if (s->whole == s->capacity && !status) {
        const int64_t capacity = s->capacity ? 2 * s->capacity : 64;
        double *at = realloc(s->at, (size_t)capacity * sizeof *at);
        if (!at)
            return host->fail(host, YEE_MEMORY, "no memory for the times of snapshots");
        s->at = at;
        s->capacity = capacity;
    }
    if (status)
        return status;
    s->at[s->whole++] = time;
    return write_count(host, s);
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    self *s = self_;
    const int n = (int)(d->tap % s->components);
    const size_t bytes = (size_t)s->box.points * s->word;
    char *turned = d->data ? malloc(bytes) : NULL; /* else the numbers are in part files */
    if (d->data && !turned)
        return host->fail(host, YEE_MEMORY, "no memory for a snapshot of %zu bytes", bytes);
    yee_status status = YEE_OK;
    for (int64_t r = 0; r < d->count && !status; r++) {
        if (turned)
            transpose(s, (const char *)d->data + (size_t)r * bytes, turned);
        status = s->record->append(host, s->set[n], 1, turned);
        s->rows[n]++;
        int64_t least = s->rows[0];
        for (int k = 1; k < s->components; k++)
            least = s->rows[k] < least ? s->rows[k] : least;
        if (!status && least > s->whole)
            status = complete(host, s, d->step[r]);
    }
    free(turned);
    return status;
}

static yee_status close_files(const yee_host *host, void *self_, yee_status run)
{
    self *s = self_;
    (void)run;
    yee_status status = YEE_OK;
    if (!s->uniform) {
        const char *name[YEE_COMPONENTS + 1];
        for (int n = 0; n < s->components; n++)
            name[n] = yee_component_key(s->component[n]);
        const xdmf x = {.h5 = s->record->path(s->file),
                        .root = s->root,
                        .count = s->box.count,
                        .bytes = (int)s->word,
                        .arrays = s->components,
                        .array = name,
                        .material = s->scene.material != NULL,
                        .conductor = s->scene.conductor != NULL,
                        .steps = s->whole,
                        .time = s->at};
        char *text = xdmf_text(&x);
        status = text ? s->record->sidecar(host, ".xmf", text)
                      : host->fail(host, YEE_MEMORY, "no memory for the XDMF file");
        free(text);
    }
    free(s->at);
    s->at = NULL;
    return status;
}

/* Which snapshots are there, and when they were taken. */
static yee_status state(const yee_host *host, void *self_, yee_state *pieces, bool loading)
{
    self *s = self_;
    yee_status status = pieces->piece(pieces, "rows", s->rows, sizeof s->rows);
    if (!status)
        status = pieces->piece(pieces, "whole", &s->whole, sizeof s->whole);
    if (!status && loading && s->whole > 0) {
        s->at = malloc((size_t)s->whole * sizeof *s->at);
        s->capacity = s->whole;
        if (!s->at)
            return host->fail(host, YEE_MEMORY, "no memory for the times of snapshots");
    }
    if (!status)
        status = pieces->piece(pieces, "at", s->at, s->whole * (int64_t)sizeof *s->at);
    return status || !loading ? status : write_count(host, s);
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_files,
    .receive = receive,
    .close = close_files,
    .state = state,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_OUTPUT,
    .name = "snapshot",
    .summary = "fields in a box over time, for ParaView",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.film]\n"
               "type = snapshot\n"
               "from = 5, 5, 10 mm\n"
               "to = 25, 25, 20 mm\n"
               "stride = 2\n"
               "components = e\n"
               "every = 10\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
