/* plugins/outputs/probe.c: fields at points, and voltage and current of ports, over time.
 *
 * A point moves to the nearest point of each component; what is recorded is the component
 * there, not interpolated. Each has its own place and time, which its attributes give. */
#include "common/box.h"
#include "common/components.h"
#include "common/record.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct config {
    yee_reals position;
    yee_texts components;
    yee_texts ports;
    bool waves;
    int64_t every;
} config;

static const yee_param params[] = {
    YEE_PARAM_REALS(config, position, "m", YEE_UNSET, 0, 0,
                    "Points, three numbers each: x, y, z."),
    YEE_PARAM_TEXTS(config, components, "all", "ex, ey, ez, hx, hy, hz; e, h or all."),
    YEE_PARAM_REFS(config, ports, "source", YEE_UNSET,
                   "Sources with a port whose voltage and current are recorded."),
    YEE_PARAM_BOOL(
        config, waves, "no",
        "Records of ports, too, the wave that a line of their resistance brings: v_inc "
        "= (v + R i)/2 and i_inc = v_inc/R."),
    YEE_PARAM_INT(config, every, "1", 1, 1e9, "Records every n-th step."),
    YEE_PARAM_POINTS("position"),
    YEE_PARAM_COMPONENTS("components"),
    YEE_PARAM_END,
};

typedef struct port {
    const char *name;
    double resistance;   /* Ohm; NaN: the port has a link, whose law has no such number */
    yee_dataset *set[4]; /* v, i, v_inc, i_inc */
} port;

typedef struct self {
    const yee_record *record;
    const yee_grid *grid;
    yee_number number;
    int64_t every;
    int64_t points;
    int components;
    int component[YEE_COMPONENTS];
    int64_t (*index)[YEE_COMPONENTS][3]; /* [points]: Yee indices */
    yee_dataset *set[YEE_COMPONENTS];
    int64_t field_tap; /* -1: none; the taps of the ports follow */
    int64_t ports;
    int columns; /* of a port: 2, or 4 with waves */
    port *port;
} self;

/* Snaps the points of all components and says by how much. */
static yee_status snap(const yee_host *host, const config *c, self *s)
{
    const yee_grid *g = s->grid;
    double farthest = 0;
    int which = s->component[0];
    for (int64_t p = 0; p < s->points; p++) {
        const double *at = c->position.v + 3 * p;
        for (int a = 0; a < 3; a++)
            if (axis_check(host, g, a, at[a], "position"))
                return YEE_INPUT;
        for (int n = 0; n < s->components; n++) {
            const int comp = s->component[n];
            double shift = 0;
            for (int a = 0; a < 3; a++) {
                int64_t *i = &s->index[p][n][a];
                *i = yee_component_nearest(g, comp, a, at[a]);
                const yee_axis_data *axis = &g->axis[a];
                double d = fabs(yee_grid_position(g, comp, a, *i) - at[a]);
                if (axis->periodic) /* node n is node 0 */
                    d = fmin(d, axis_high(axis) - axis_low(axis) - d);
                shift = axis->invariant ? shift : hypot(shift, d);
            }
            which = shift > farthest ? comp : which;
            farthest = fmax(farthest, shift);
        }
    }
    if (farthest > 1e-6 * (g->axis[0].node[1] - g->axis[0].node[0]))
        host->log(host, YEE_INFO, "moved to the nearest Yee points, at most by %.4g m (%s)",
                  farthest, yee_component_key(which));
    return YEE_OK;
}

static yee_status plan_fields(const yee_host *host, const config *c, const yee_view *view,
                              yee_tap_list *tap_list, self *s)
{
    bool chosen[YEE_COMPONENTS];
    if (c->position.count % 3)
        return host->fail(host, YEE_INPUT,
                          "position takes three numbers for each point; %zu are given",
                          c->position.count);
    if (components_choose(host, s->grid, &c->components, chosen))
        return YEE_INPUT;
    for (int k = 0; k < YEE_COMPONENTS; k++)
        if (chosen[k])
            s->component[s->components++] = k;
    s->points = (int64_t)(c->position.count / 3);
    s->index = host->alloc(host, (size_t)s->points * sizeof *s->index);
    const size_t count = (size_t)s->points * (size_t)s->components;
    int *component = host->alloc(host, count * sizeof *component);
    int64_t *index = host->alloc(host, count * sizeof *index);
    if (!s->index || !component || !index)
        return host->fail(host, YEE_MEMORY, "no memory for %zu points", count);
    if (snap(host, c, s))
        return YEE_INPUT;
    size_t n = 0;
    for (int k = 0; k < s->components; k++)
        for (int64_t p = 0; p < s->points; p++, n++) {
            const int64_t *i = s->index[p][k];
            component[n] = s->component[k];
            index[n] = yee_grid_index(s->grid, s->component[k], i[0], i[1], i[2]);
        }
    s->field_tap = tap_list->tap(tap_list, &(yee_tap){.kind = YEE_TAP_POINTS,
                                                      .first = c->every,
                                                      .every = c->every,
                                                      .last = view->steps,
                                                      .count = (int64_t)count,
                                                      .point_component = component,
                                                      .point_index = index});
    return s->field_tap < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status plan_ports(const yee_host *host, const config *c, const yee_view *view,
                             yee_tap_list *tap_list, self *s)
{
    s->ports = (int64_t)c->ports.count;
    s->port = host->alloc(host, c->ports.count * sizeof *s->port);
    if (!s->port)
        return host->fail(host, YEE_MEMORY, "no memory for %zu ports", c->ports.count);
    for (size_t i = 0; i < c->ports.count; i++) {
        const yee_port *p = NULL;
        const int64_t number = view->port(view, c->ports.v[i], &p);
        if (number < 0)
            return host->fail(host, YEE_INPUT,
                              "ports: no source '%s' with a port; give the name of a source "
                              "whose type makes one, such as voltage",
                              c->ports.v[i]);
        for (size_t j = 0; j < i; j++)
            if (!strcmp(c->ports.v[j], c->ports.v[i]))
                return host->fail(host, YEE_INPUT, "ports: '%s' is there twice; once is enough",
                                  c->ports.v[i]);
        s->port[i].name = c->ports.v[i];
        s->port[i].resistance = p->link ? NAN : p->resistance;
        if (c->waves && !(s->port[i].resistance > 0))
            return host->fail(
                host, YEE_INPUT,
                "waves: the port '%s' has no resistance above 0 Ohm, and waves are "
                "those of a line that has it; record it by a probe without waves",
                c->ports.v[i]);
        if (tap_list->tap(tap_list, &(yee_tap){.kind = YEE_TAP_PORT,
                                               .first = c->every,
                                               .every = c->every,
                                               .last = view->steps,
                                               .port = number}) < 0)
            return YEE_INPUT;
    }
    return YEE_OK;
}

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    if (!c->position.count && !c->ports.count)
        return host->fail(host, YEE_INPUT, "neither position nor ports is given");
    if (c->waves && !c->ports.count)
        return host->fail(host, YEE_INPUT,
                          "waves = yes is of records of ports, and no ports are given; name "
                          "them, or drop the key");
    self *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a probe");
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    s->grid = view->grid;
    s->number = number_of(view->precision);
    s->every = c->every;
    s->columns = c->waves ? 4 : 2;
    s->field_tap = -1;
    *out = s;
    yee_status status = YEE_OK;
    if (c->position.count)
        status = plan_fields(host, c, view, tap_list, s);
    return status ? status : plan_ports(host, c, view, tap_list, s);
}

/* [steps] for one point, [steps, points] for more. */
static yee_status open_component(const yee_host *host, self *s, yee_file *file, int n)
{
    const int c = s->component[n];
    const int64_t dims[2] = {0, s->points};
    char path[512];
    snprintf(path, sizeof path, "/probe/%s/%s", host->instance, yee_component_key(c));
    s->set[n] = s->record->dataset(host, file, path, s->number, s->points > 1 ? 2 : 1, dims);
    double *position = host->alloc(host, (size_t)s->points * 3 * sizeof *position);
    if (!s->set[n] || !position)
        return YEE_IO;
    for (int64_t p = 0; p < s->points; p++)
        for (int a = 0; a < 3; a++)
            position[3 * p + a] = yee_grid_position(s->grid, c, a, s->index[p][n][a]);
    yee_status status =
        describe_component(s->record, host, file, path, s->grid, c, component_unit(c));
    if (!status)
        status = describe_time(s->record, host, file, path, s->grid, s->every,
                               yee_is_electric(c) ? 0 : -0.5);
    if (!status)
        status = s->record->numbers(host, file, path, "position", YEE_NUMBER_F64, 3 * s->points,
                                    position);
    return status;
}

static yee_status open_port(const yee_host *host, self *s, yee_file *file, port *p)
{
    const int64_t dims[1] = {0};
    static const char *const name[4] = {"v", "i", "v_inc", "i_inc"};
    yee_status status = YEE_OK;
    char path[512];
    for (int n = 0; n < s->columns && !status; n++) {
        snprintf(path, sizeof path, "/port/%s/%s", p->name, name[n]);
        p->set[n] = s->record->dataset(host, file, path, YEE_NUMBER_F64, 1, dims);
        if (!p->set[n])
            return YEE_IO;
        status = s->record->text(host, file, path, "units", n % 2 ? "A" : "V");
        if (!status)
            status = describe_time(s->record, host, file, path, s->grid, s->every, -0.5);
    }
    snprintf(path, sizeof path, "/port/%s", p->name);
    return status || isnan(p->resistance)
               ? status
               : s->record->numbers(host, file, path, "resistance", YEE_NUMBER_F64, 1,
                                    &p->resistance);
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    yee_file *file = s->record->file(host, NULL);
    yee_status status = file ? YEE_OK : YEE_IO;
    (void)opening;
    for (int n = 0; n < s->components && !status; n++)
        status = open_component(host, s, file, n);
    for (int64_t p = 0; p < s->ports && !status; p++)
        status = open_port(host, s, file, &s->port[p]);
    return status;
}

/* Rows of all components to columns: one component's numbers of all rows. */
static yee_status receive_fields(const yee_host *host, self *s, const yee_delivery *d)
{
    const size_t word = d->precision == YEE_F32 ? sizeof(float) : sizeof(double);
    const size_t piece = (size_t)s->points * word, row = (size_t)s->components * piece;
    char *column = malloc((size_t)d->count * piece);
    if (!column)
        return host->fail(host, YEE_MEMORY, "no memory for %lld rows", (long long)d->count);
    yee_status status = YEE_OK;
    for (int n = 0; n < s->components && !status; n++) {
        for (int64_t r = 0; r < d->count; r++)
            memcpy(column + (size_t)r * piece,
                   (const char *)d->data + (size_t)r * row + (size_t)n * piece, piece);
        status = s->record->append(host, s->set[n], d->count, column);
    }
    free(column);
    return status;
}

static yee_status receive_port(const yee_host *host, self *s, port *p, const yee_delivery *d)
{
    const double *vi = d->data; /* shape [count, 2] */
    double *column = malloc((size_t)d->count * sizeof *column);
    if (!column)
        return host->fail(host, YEE_MEMORY, "no memory for %lld rows", (long long)d->count);
    yee_status status = YEE_OK;
    for (int n = 0; n < s->columns && !status; n++) {
        for (int64_t r = 0; r < d->count; r++) {
            const double incident = 0.5 * (vi[2 * r] + p->resistance * vi[2 * r + 1]);
            column[r] = n == 2 ? incident : n == 3 ? incident / p->resistance : vi[2 * r + n];
        }
        status = s->record->append(host, p->set[n], d->count, column);
    }
    free(column);
    return status;
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    self *s = self_;
    if (d->tap == s->field_tap)
        return receive_fields(host, s, d);
    return receive_port(host, s, &s->port[d->tap - s->field_tap - 1], d);
}

static yee_status close_files(const yee_host *host, void *self_, yee_status status)
{
    (void)host, (void)self_, (void)status;
    return YEE_OK;
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_files,
    .receive = receive,
    .close = close_files,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_OUTPUT,
    .name = "probe",
    .summary = "fields at points and port voltages over time",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.receiver]\n"
               "type = probe\n"
               "position = 20, 20, 15 mm\n"
               "components = e\n"
               "ports = feed\n"
               "\n"
               "[source.feed]\n"
               "type = voltage\n"
               "negative = 15, 12, 15 mm\n"
               "positive = 15, 16, 15 mm\n"
               "waveform = pulse\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
