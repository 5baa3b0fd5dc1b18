/* plugins/outputs/gprmax/gprmax.c: the record of a run as gprMax writes it, <stem>.out or .h5.
 *
 * Row n has E at n dt and H and currents at (n - 1/2) dt; row 0 is the state before the first step.
 * A receiver at node (i, j, k) reads every component at that index. Ix is the circulation of H
 * around the edge of Ex there, dz [Hz(j) - Hz(j-1)] - dy [Hy(k) - Hy(k-1)], and so on. All rows are
 * held until the run has ended, when the file is written. */
#include "gprmax.h"
#include "../common/box.h"
#include "../common/record.h"
#include "cells.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct config {
    int version;
    int64_t trace;
    yee_reals position, nodes, source_nodes, line_nodes, source_steps, receiver_steps;
    yee_texts names, currents, source_types, lines;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(
        config, version, "3", "3|4",
        "Whose form: 3 is <stem>.out in single precision; 4 is <stem>_gprmax.h5 in the "
        "run's, with receivers in the order of their names."),
    YEE_PARAM_REALS(config, position, "m", YEE_UNSET, 0, 0,
                    "Receivers: three numbers each, x, y, z, moved to the nearest node."),
    YEE_PARAM_REALS(config, nodes, NULL, YEE_UNSET, 0, 0,
                    "Or the indices i, j, k of their nodes, three for each."),
    YEE_PARAM_TEXTS(config, names, YEE_UNSET,
                    "Their names; - stands for Rx(i,j,k), which those have that get none."),
    YEE_PARAM_TEXTS(config, currents, YEE_UNSET,
                    "Names of those that have Ix, Iy and Iz, too."),
    YEE_PARAM_TEXTS(config, source_types, YEE_UNSET,
                    "Sources to list: VoltageSource, HertzianDipole, MagneticDipole."),
    YEE_PARAM_REALS(config, source_nodes, NULL, YEE_UNSET, 0, 0, "The indices of their nodes."),
    YEE_PARAM_REFS(config, lines, "source", YEE_UNSET,
                   "Ports to write as transmission lines: twice the wave behind a resistance."),
    YEE_PARAM_REALS(config, line_nodes, NULL, YEE_UNSET, 0, 0, "The indices of their nodes."),
    YEE_PARAM_INT(config, trace, "0", 0, 1e6,
                  "Number of the trace, from 0: nodes move by as many steps."),
    YEE_PARAM_REALS(config, source_steps, NULL, YEE_UNSET, 0, 0,
                    "Cells by which dipoles move from trace to trace."),
    YEE_PARAM_REALS(config, receiver_steps, NULL, YEE_UNSET, 0, 0,
                    "Cells by which receivers do."),
    YEE_PARAM_AT_MOST_ONE("position|nodes"),
    YEE_PARAM_TOGETHER("source_types|source_nodes"),
    YEE_PARAM_TOGETHER("lines|line_nodes"),
    YEE_PARAM_POINTS("position"),
    YEE_PARAM_UNMOVED("nodes|source_nodes|line_nodes"),
    YEE_PARAM_UNTURNED("source_steps|receiver_steps"),
    YEE_PARAM_END,
};

typedef struct self {
    gprmax_record record;
    const yee_record *core;
    const char *path;
    int64_t tap, points; /* of the fields; -1: none */
    size_t parts;
    gprmax_part *part;
} self;

/* -- plan -- */

/* The node n of a list, and where it is after a shift. */
static yee_status read_nodes(const yee_host *host, const char *key, const yee_reals *list,
                             int64_t count, const yee_grid *grid, int64_t n,
                             const int64_t shift[3], int64_t node[3])
{
    if (list->count != (size_t)(3 * count))
        return host->fail(host, YEE_INPUT,
                          "%s has %zu numbers; three for each of %lld are needed", key,
                          list->count, (long long)count);
    for (int a = 0; a < 3; a++) {
        const double v = list->v[3 * n + a], at = v + (double)shift[a];
        if (!(at >= 0 && at <= (double)grid->axis[a].cells) || v != floor(v))
            return host->fail(host, YEE_INPUT,
                              "%s: %g is no node along %c; there are 0 to %lld", key, at,
                              "xyz"[a], (long long)grid -> axis[a].cells);
        node[a] = (int64_t)at;
    }
    return YEE_OK;
}

/* Points of the tap, with what each adds to which column. */
typedef struct tapped {
    self *s;
    int *component;
    int64_t *index;
} tapped;

/* A component that there is not, or an index beyond the grid's, stays 0. */
static void sample(tapped *t, int64_t column, int component, const int64_t at[3], double weight)
{
    self *s = t->s;
    const yee_grid *g = s->record.grid;
    bool there = g->active[component];
    for (int a = 0; a < 3; a++)
        there = there && at[a] >= 0 && at[a] < g->extent[component][a];
    if (!there)
        return;
    s->part[s->parts++] = (gprmax_part){column, s->points, weight};
    t->component[s->points] = component;
    t->index[s->points++] = yee_grid_index(g, component, at[0], at[1], at[2]);
}

static void circulation(tapped *t, int64_t column, int axis, const int64_t node[3])
{
    const yee_grid *g = t->s->record.grid;
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    for (int side = 0; side < 2; side++) {
        int64_t one[3] = {node[0], node[1], node[2]}, two[3] = {node[0], node[1], node[2]};
        one[b] -= side && !g->axis[b].invariant ? 1 : 0;
        two[c] -= side && !g->axis[c].invariant ? 1 : 0;
        const double sign = side ? -1 : 1;
        sample(t, column, YEE_HX + c, one, sign * (g->axis[c].node[1] - g->axis[c].node[0]));
        sample(t, column, YEE_HX + b, two, -sign * (g->axis[b].node[1] - g->axis[b].node[0]));
    }
}

static bool listed(const yee_texts *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->v[i], name))
            return true;
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const gprmax_receiver *)a)->name, ((const gprmax_receiver *)b)->name);
}

/* The nodes of the receivers, by either key. */
static yee_status nodes_of(const yee_host *host, const config *c, const yee_grid *grid,
                           yee_reals *nodes)
{
    *nodes = c->nodes;
    if (!c->position.count)
        return YEE_OK;
    double *v = host->alloc(host, c->position.count * sizeof *v);
    if (!v)
        return host->fail(host, YEE_MEMORY, "no memory for the receivers");
    if (c->position.count % 3)
        return host->fail(host, YEE_INPUT, "position has %zu numbers; it takes three for each",
                          c->position.count);
    for (size_t n = 0; n < c->position.count; n++) {
        const int a = (int)(n % 3);
        if (axis_check(host, grid, a, c->position.v[n], "position"))
            return YEE_INPUT;
        v[n] = grid->axis[a].invariant
                   ? 0
                   : (double)yee_axis_nearest(&grid->axis[a], c->position.v[n]);
    }
    *nodes = (yee_reals){c->position.count, v};
    return YEE_OK;
}

static yee_status plan_receivers(const yee_host *host, const config *c, self *s)
{
    gprmax_record *r = &s->record;
    yee_status status = YEE_OK;
    int64_t shift[3];
    yee_reals nodes;
    for (int a = 0; a < 3; a++)
        shift[a] = r->moving.trace * r->moving.receiver_steps[a];
    if ((status = nodes_of(host, c, r->grid, &nodes)))
        return status;
    r->receivers = (int64_t)(nodes.count / 3);
    r->receiver = host->alloc(host, (size_t)r->receivers * sizeof *r->receiver);
    if (!r->receiver)
        return host->fail(host, YEE_MEMORY, "no memory for the receivers");
    if (c->names.count && c->names.count != (size_t)r->receivers)
        return host->fail(host, YEE_INPUT, "names: %zu for %lld receivers", c->names.count,
                          (long long)r->receivers);
    for (int64_t n = 0; n < r->receivers && !status; n++) {
        gprmax_receiver *rx = &r->receiver[n];
        char *name = host->alloc(host, 80);
        status = read_nodes(host, "nodes", &nodes, r->receivers, r->grid, n, shift, rx->node);
        if (!name)
            return host->fail(host, YEE_MEMORY, "no memory for a name");
        if (!status) /* that of the first trace, as in gprMax */
            snprintf(name, 80, "Rx(%lld,%lld,%lld)", (long long)(rx->node[0] - shift[0]),
                     (long long)(rx->node[1] - shift[1]), (long long)(rx->node[2] - shift[2]));
        rx->name = c->names.count && strcmp(c->names.v[n], "-") ? c->names.v[n] : name;
        rx->currents = listed(&c->currents, rx->name);
    }
    if (!status && r->version == 4)
        qsort(r->receiver, (size_t)r->receivers, sizeof *r->receiver, by_name);
    for (int64_t n = 0; n < r->receivers; n++) {
        r->receiver[n].first = r->columns;
        r->columns += r->receiver[n].currents ? GPRMAX_COLUMNS : YEE_COMPONENTS;
    }
    return status;
}

static yee_status plan_fields(const yee_host *host, const yee_view *view,
                              yee_tap_list *tap_list, self *s)
{
    const gprmax_record *r = &s->record;
    const size_t most = (size_t)r->receivers * (YEE_COMPONENTS + 12);
    tapped t = {s, host->alloc(host, most * sizeof *t.component),
                host->alloc(host, most * sizeof *t.index)};
    s->part = host->alloc(host, most * sizeof *s->part);
    if (!t.component || !t.index || !s->part)
        return host->fail(host, YEE_MEMORY, "no memory for %zu points", most);
    for (int64_t n = 0; n < r->receivers; n++) {
        const gprmax_receiver *rx = &r->receiver[n];
        for (int c = 0; c < YEE_COMPONENTS; c++)
            sample(&t, rx->first + c, c, rx->node, 1);
        for (int a = 0; a < 3 && rx->currents; a++)
            circulation(&t, rx->first + YEE_COMPONENTS + a, a, rx->node);
    }
    s->tap = -1;
    if (!s->points)
        return YEE_OK;
    s->tap = tap_list->tap(tap_list, &(yee_tap){.kind = YEE_TAP_POINTS,
                                                .first = 1,
                                                .every = 1,
                                                .last = view->steps,
                                                .count = s->points,
                                                .point_component = t.component,
                                                .point_index = t.index});
    return s->tap < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status plan_lines(const yee_host *host, const config *c, const yee_view *view,
                             yee_tap_list *tap_list, self *s)
{
    static const int64_t here[3] = {0};
    gprmax_record *r = &s->record;
    yee_status status = YEE_OK;
    r->lines = (int64_t)c->lines.count;
    r->line = host->alloc(host, c->lines.count * sizeof *r->line);
    if (!r->line)
        return host->fail(host, YEE_MEMORY, "no memory for %zu lines", c->lines.count);
    for (int64_t n = 0; n < r->lines && !status; n++) {
        gprmax_line *line = &r->line[n];
        const int64_t port = view->port(view, c->lines.v[n], &line->port);
        if (port < 0 || line->port->link || !(line->port->resistance > 0))
            return host->fail(host, YEE_INPUT,
                              "lines: '%s' is no voltage source with a resistance",
                              c->lines.v[n]);
        status = read_nodes(host, "line_nodes", &c->line_nodes, r->lines, r->grid, n, here,
                            line->node);
        line->first = r->columns;
        r->columns += 2;
        if (!status && tap_list->tap(tap_list, &(yee_tap){.kind = YEE_TAP_PORT,
                                                          .first = 1,
                                                          .every = 1,
                                                          .last = view->steps,
                                                          .port = port}) < 0)
            return YEE_INPUT;
    }
    return status;
}

static yee_status plan_sources(const yee_host *host, const config *c, gprmax_record *r)
{
    yee_status status = YEE_OK;
    r->sources = (int64_t)c->source_types.count;
    r->source = host->alloc(host, c->source_types.count * sizeof *r->source);
    if (!r->source)
        return host->fail(host, YEE_MEMORY, "no memory for %lld sources",
                          (long long)r->sources);
    for (int64_t n = 0; n < r->sources && !status; n++) {
        int64_t shift[3];
        r->source[n].type = c->source_types.v[n];
        gprmax_shift(&r->moving, r->source[n].type, shift);
        status = read_nodes(host, "source_nodes", &c->source_nodes, r->sources, r->grid, n,
                            shift, r->source[n].node);
    }
    return status;
}

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    self *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a record");
    *out = s;
    if (!(s->core = record_of(host)))
        return YEE_PLUGIN;
    s->record = (gprmax_record){.version = c->version ? 4 : 3,
                                .wide = c->version && view->precision == YEE_F64,
                                .title = view->title,
                                .grid = view->grid,
                                .iterations = view->steps + 1,
                                .rows = 1};
    yee_status status = gprmax_uniform(host, view->grid);
    if (!status)
        status = gprmax_read_moving(host, c->trace, &c->source_steps, &c->receiver_steps,
                                    &s->record.moving);
    if (!status)
        status = plan_receivers(host, c, s);
    if (!status)
        status = plan_fields(host, view, tap_list, s);
    if (!status)
        status = plan_lines(host, c, view, tap_list, s);
    if (!status)
        status = plan_sources(host, c, &s->record);
    if (!status && !s->record.columns && !s->record.sources)
        status = host->fail(host, YEE_INPUT, "neither receivers, lines nor sources are given");
    if (!s->record.columns) /* nothing will come that tells how many there are */
        s->record.rows = s->record.iterations;
    return status;
}

/* -- run -- */

/* The file is there from now on, so that a restart finds it. */
static yee_status open_file(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    gprmax_record *r = &s->record;
    (void)opening;
    if (!(s->path = s->core->path_of_run(host, gprmax_ending(r, false))))
        return YEE_IO;
    FILE *file = fopen(s->path, "a");
    if (!file || fclose(file))
        return host->fail(host, YEE_IO, "%s cannot be written", s->path);
    r->data = calloc((size_t)r->iterations, (size_t)r->columns * sizeof *r->data);
    return r->data ? YEE_OK
                   : host->fail(host, YEE_MEMORY, "no memory for %lld rows of %lld numbers",
                                (long long)r->iterations, (long long)r->columns);
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    self *s = self_;
    gprmax_record *r = &s->record;
    for (int64_t n = 0; n < d->count; n++) {
        const int64_t row = d->step[n];
        if (row < 1 || row >= r->iterations)
            return host->fail(host, YEE_INTERNAL, "step %lld has no row", (long long)row);
        double *to = r->data + row * r->columns;
        r->rows = row >= r->rows ? row + 1 : r->rows;
        if (d->tap != s->tap) {
            const gprmax_line *line = &r->line[d->tap - (s->tap < 0 ? 0 : 1)];
            memcpy(to + line->first, (const double *)d->data + 2 * n, 2 * sizeof *to);
            continue;
        }
        for (size_t p = 0; p < s->parts; p++) {
            const gprmax_part *part = &s->part[p];
            const int64_t at = n * d->values + part->point;
            to[part->column] +=
                part->weight * (d->precision == YEE_F32 ? (double)((const float *)d->data)[at]
                                                        : ((const double *)d->data)[at]);
        }
    }
    return YEE_OK;
}

static yee_status close_file(const yee_host *host, void *self_, yee_status run)
{
    self *s = self_;
    (void)run;
    const yee_status status = s->record.data ? gprmax_write(host, &s->record, s->path) : YEE_OK;
    free(s->record.data);
    s->record.data = NULL;
    return status;
}

/* The rows so far. */
static yee_status state(const yee_host *host, void *self_, yee_state *pieces, bool loading)
{
    self *s = self_;
    gprmax_record *r = &s->record;
    yee_status status = pieces->piece(pieces, "rows", &r->rows, sizeof r->rows);
    if (!status && loading && (r->rows < 1 || r->rows > r->iterations))
        return host->fail(host, YEE_INPUT, "the checkpoint has %lld rows, the run has %lld",
                          (long long)r->rows, (long long)r->iterations);
    return status ? status
                  : pieces->piece(pieces, "data", r->data,
                                  r->rows * r->columns * (int64_t)sizeof *r->data);
}

static yee_status gather(const yee_host *host, void *self_, const yee_gathering *gathering)
{
    const self *s = self_;
    return s->record.receivers ? gprmax_merge(host, &s->record, gathering) : YEE_OK;
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_file,
    .receive = receive,
    .close = close_file,
    .state = state,
    .gather = gather,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_OUTPUT,
    .name = "gprmax",
    .summary = "record of receivers, sources and lines as gprMax writes it",
    .reference = "https://doi.org/10.1016/j.cpc.2016.08.020",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.record]\n"
               "type = gprmax\n"
               "nodes = 20, 20, 15, 12, 14, 15\n"
               "names = north, south\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin, &gprmax_view, &gprmax_objects, &gprmax_snapshot)
