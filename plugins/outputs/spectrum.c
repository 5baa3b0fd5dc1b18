/* plugins/outputs/spectrum.c: Fourier transform of components in a box, summed up as the run
 * goes.
 *
 * F(f) = sum_n F(t_n) exp(-j 2 pi f t_n) every dt, t_n the component's own time. The number at
 * box point (i, j, k) is the component's own at that index, not interpolated. */
#include "common/box.h"
#include "common/components.h"
#include "common/frequencies.h"
#include "common/record.h"
#include "common/scene.h"
#include <stdio.h>
#include <string.h>

typedef struct config {
    yee_vec3 from, to;
    yee_reals stride;
    yee_texts components;
    frequency_keys frequency;
    int64_t every;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0, "Low corner; the grid's by default."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0, "High corner; the grid's by default."),
    YEE_PARAM_REALS(config, stride, NULL, "1", 1, 1e9, "Takes every n-th cell, one or three."),
    YEE_PARAM_TEXTS(config, components, "all", "ex, ey, ez, hx, hy, hz; e, h or all."),
    FREQUENCY_PARAMS(config),
    EVERY_PARAM(config),
    YEE_PARAM_CORNERS("from|to"),
    YEE_PARAM_PER_AXIS("stride"),
    YEE_PARAM_COMPONENTS("components"),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_record *record;
    const yee_grid *grid;
    box box;
    int64_t frequencies;
    const double *frequency;
    int64_t every;
    int components;
    int component[YEE_COMPONENTS]; /* tap n is component[n] */
    yee_dataset *set[YEE_COMPONENTS];
    scene scene; /* shapes [x, y, z] of the box */
} self;

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    bool chosen[YEE_COMPONENTS];
    self *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a spectrum");
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    s->grid = view->grid;
    *out = s;
    if (components_choose(host, s->grid, &c->components, chosen) ||
        box_choose(host, s->grid, &c->from, &c->to, &c->stride, &s->box) ||
        frequencies_choose(host, &c->frequency, &s->frequencies, &s->frequency))
        return YEE_INPUT;
    if (scene_read(host, view, &s->box, false, &s->scene))
        return YEE_MEMORY;
    s->every = every_choose(view, c->every, s->frequencies, s->frequency);
    yee_tap tap = {.kind = YEE_TAP_DFT,
                   .first = s->every,
                   .every = s->every,
                   .last = view->steps,
                   .frequencies = s->frequencies,
                   .frequency = s->frequency};
    memcpy(tap.lo, s->box.lo, sizeof tap.lo);
    memcpy(tap.hi, s->box.hi, sizeof tap.hi);
    memcpy(tap.stride, s->box.stride, sizeof tap.stride);
    for (int k = 0; k < YEE_COMPONENTS; k++) {
        tap.component = k;
        if (!chosen[k])
            continue;
        const int64_t number = tap_list->tap(tap_list, &tap);
        if (number < 0 || tap_list->in_parts(tap_list, number, s->components, false))
            return YEE_INPUT;
        s->component[s->components++] = k;
    }
    return YEE_OK;
}

/* [frequencies, x, y, z] of each component. */
static yee_status open_component(const yee_host *host, self *s, yee_file *file, int n)
{
    const int c = s->component[n];
    const int64_t *count = s->box.count;
    const int64_t dims[4] = {s->frequencies, count[0], count[1], count[2]};
    char path[512];
    snprintf(path, sizeof path, "/spectrum/%s/%s", host->instance, yee_component_key(c));
    s->set[n] = s->record->joined(host, file, path, YEE_NUMBER_C128, 4, dims, n);
    return s->set[n] ? describe_component(s->record, host, file, path, s->grid, c,
                                          yee_is_electric(c) ? "V s/m" : "A s/m")
                     : YEE_IO;
}

/* [1, x, y, z] */
static yee_status write_scene(const yee_host *host, const self *s, yee_file *file)
{
    const int64_t *count = s->box.count, dims[4] = {1, count[0], count[1], count[2]};
    char path[512];
    yee_status status = YEE_OK;
    snprintf(path, sizeof path, "/spectrum/%s/material", host->instance);
    if (s->scene.material)
        status = write_array(s->record, host, file, path, YEE_NUMBER_I32, 4, dims,
                             s->scene.material, "1");
    if (!status && s->scene.material && s->scene.names)
        status = s->record->text(host, file, path, "names", s->scene.names);
    snprintf(path, sizeof path, "/spectrum/%s/conductor", host->instance);
    if (!status && s->scene.conductor) {
        status = write_array(s->record, host, file, path, YEE_NUMBER_U8, 4, dims,
                             s->scene.conductor, "1");
        if (!status)
            status = s->record->text(host, file, path, "bits", SCENE_BITS);
    }
    return status;
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    char path[512];
    yee_file *file = s->record->file(host, NULL);
    (void)opening;
    snprintf(path, sizeof path, "/spectrum/%s", host->instance);
    yee_status status =
        file ? write_box_axes(s->record, host, file, path, s->grid, &s->box) : YEE_IO;
    if (!status)
        status = s->record->numbers(host, file, path, "every", YEE_NUMBER_I64, 1, &s->every);
    snprintf(path, sizeof path, "/spectrum/%s/frequency", host->instance);
    if (!status)
        status = write_array(s->record, host, file, path, YEE_NUMBER_F64, 1, &s->frequencies,
                             s->frequency, "Hz");
    if (!status)
        status = write_scene(host, s, file);
    for (int n = 0; n < s->components && !status; n++)
        status = open_component(host, s, file, n);
    return status;
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    const self *s = self_;
    return s->record->append(host, s->set[d->tap], s->frequencies, d->data);
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
    .name = "spectrum",
    .summary = "Fourier transform of fields in a box",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.tones]\n"
               "type = spectrum\n"
               "from = 5, 5, 15 mm\n"
               "to = 25, 25, 15 mm\n"
               "components = e\n"
               "frequencies = 2, 4 GHz\n"
               "every = 1\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
