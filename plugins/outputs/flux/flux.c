/* plugins/outputs/flux/flux.c: power spectrum through a rectangle or out of a box.
 *
 * P(f) = 2 Re sum (E x H*).n dA, J/Hz: the energy that passes per hertz of positive frequency,
 * so that its integral over f is the energy that passes at all. E and H are Fourier transforms
 * at their own times, the tangential ones of a plane of nodes; H comes from half a cell below
 * and above it, interpolated to the plane. With these weights the sum over a closed box equals,
 * to rounding, what the sources in it emit and its media absorb: the Yee scheme's own Poynting
 * theorem (K. S. Yee's grid, summed by parts).
 *
 * With `reference` the fields that another run recorded at the same place are subtracted from
 * this run's first (a scattered or reflected field); with `normalize` the power is divided by
 * that of another record. */
#include "flux.h"
#include "../common/box.h"
#include "../common/components.h"
#include "../common/frequencies.h"
#include "../common/record.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct config {
    yee_vec3 from, to;
    int plane;
    double at;
    int direction;
    frequency_keys frequency;
    int64_t every;
    const char *reference, *normalize;
    bool fields;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", YEE_UNSET, 0, 0,
                   "Low corner of a box, or of a rectangle (flat along one axis); by default "
                   "the grid without its absorbing layers. What ends on a plane of symmetry "
                   "goes on to its image: its power is that of both."),
    YEE_PARAM_VEC3(config, to, "m", YEE_UNSET, 0, 0, "High corner."),
    YEE_PARAM_CHOICE(config, plane, "none", "none|x|y|z",
                     "A plane across the whole box instead: the axis it is normal to."),
    YEE_PARAM_REAL(config, at, "m", YEE_UNSET, 0, 0, "Where on that axis."),
    YEE_PARAM_CHOICE(config, direction, "+", "+|-",
                     "Sense in which power through a rectangle counts; a box counts outwards."),
    FREQUENCY_PARAMS(config),
    EVERY_PARAM(config),
    YEE_PARAM_TEXT(config, reference, YEE_UNSET,
                   "other.h5:/flux/name, in the working directory: its fields are subtracted. "
                   "Its run may differ from this one in objects alone (reference_differs of "
                   "[run])."),
    YEE_PARAM_TEXT(config, normalize, YEE_UNSET,
                   "other.h5:/flux/name, in the working directory: the power is also given "
                   "divided by its power. Its run may differ in objects alone, too."),
    YEE_PARAM_BOOL(config, fields, "yes", "Keeps the fields, so that it can be a reference."),
    YEE_PARAM_CORNERS("from|to"),
    YEE_PARAM_COORDINATES("plane", "at"),
    YEE_PARAM_SENSES("plane,from,to", "direction"),
    YEE_PARAM_AXES("plane"),
    YEE_PARAM_END,
};

/* Corners as nodes; which axes the surface is flat along. */
static yee_status choose_corners(const yee_host *host, const config *c, flux_self *s,
                                 bool flat[3])
{
    if ((c->plane > 0) == isnan(c->at))
        return host->fail(host, YEE_INPUT, "plane and at belong together; give both or none");
    if (c->plane > 0 && (given(&c->from) || given(&c->to)))
        return host->fail(host, YEE_INPUT,
                          "plane is all across the grid, and %s would count for nothing; a "
                          "rectangle is from and to with the same %c",
                          given(&c->from) ? "from" : "to", 'w' + c->plane);
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &s->grid->axis[a];
        const bool here = c->plane == a + 1;
        if ((given(&c->from) && axis_check(host, s->grid, a, c->from.v[a], "from")) ||
            (given(&c->to) && axis_check(host, s->grid, a, c->to.v[a], "to")) ||
            (here && axis_check(host, s->grid, a, c->at, "at")))
            return YEE_INPUT;
        s->lo[a] = given(&c->from) ? yee_axis_nearest(axis, c->from.v[a])
                                   : yee_axis_absorbing(axis, 0);
        s->hi[a] = given(&c->to) ? yee_axis_nearest(axis, c->to.v[a])
                                 : axis->cells - yee_axis_absorbing(axis, 1);
        if (axis->invariant) {
            s->lo[a] = 0;
            s->hi[a] = 1;
        }
        if (here)
            s->lo[a] = s->hi[a] = yee_axis_nearest(axis, c->at);
        flat[a] = s->lo[a] == s->hi[a];
        if (s->lo[a] > s->hi[a])
            return host->fail(host, YEE_INPUT, "from lies above to along %c", 'x' + a);
        if (here && axis->invariant)
            return host->fail(host, YEE_INPUT,
                              "plane = %c: nothing flows along %c, the grid is invariant there",
                              'x' + a, 'x' + a);
    }
    if (flat[0] + flat[1] + flat[2] > 1)
        return host->fail(host, YEE_INPUT,
                          "the surface has no area: from and to share more than one plane");
    if (c->direction && !flat[0] && !flat[1] && !flat[2])
        return host->fail(host, YEE_INPUT,
                          "direction = - is that of a plane or a rectangle, and this is a box, "
                          "whose power counts outwards; drop the key and change the sign");
    return YEE_OK;
}

/* A surface that ends on a plane of symmetry goes on to its image, which has the same power; none
 * lies in such a plane (add_face). */
static double count_parts(const flux_self *s)
{
    double parts = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &s->grid->axis[a];
        const bool ends = (axis->symmetry[0] && s->lo[a] == 0) ||
                          (axis->symmetry[1] && s->hi[a] == axis->cells);
        parts *= ends ? 2 : 1;
    }
    return parts;
}

static yee_status add_face(const yee_host *host, flux_self *s, int axis, int64_t node,
                           double sign)
{
    surface *f = &s->face[s->faces];
    const int64_t cells = s->grid->axis[axis].cells;
    if (s->grid->axis[axis].symmetry[node > 0] && (node == 0 || node == cells))
        return host->fail(
            host, YEE_INPUT,
            "the surface normal to %c lies on the plane of symmetry %c%c: nothing "
            "flows through it",
            'x' + axis, 'x' + axis, node > 0 ? '+' : '-');
    if (node < 1 || node >= cells)
        return host->fail(host, YEE_INPUT,
                          "the surface normal to %c lies on the end of the grid; move it at "
                          "least one cell inside",
                          'x' + axis);
    surface_build(f, s->grid, axis, node, sign, s->lo, s->hi);
    snprintf(f->name, sizeof f->name, "%s%c", s->flat ? "" : sign > 0 ? "+" : "-", 'x' + axis);
    for (int q = 0; q < 4; q++)
        if (f->field[q].active) {
            const size_t n = (size_t)(s->frequencies * f->field[q].points);
            f->field[q].v = host->alloc(host, n * sizeof(yee_complex));
            if (!f->field[q].v)
                return host->fail(host, YEE_MEMORY, "no memory for %zu complex numbers", n);
        }
    s->faces++;
    return YEE_OK;
}

/* One face of a rectangle; up to six of a box. Nothing flows through the closed end of an axis,
 * and what leaves a periodic one comes back: no faces there. */
static yee_status add_faces(const yee_host *host, const config *c, flux_self *s,
                            const bool flat[3])
{
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++) {
        if (flat[a]) {
            s->flat = true;
            s->faces = 0;
            status = add_face(host, s, a, s->lo[a], c->direction ? -1 : 1);
            /* its fields know no sense, so that either sense can be the reference */
            snprintf(s->face[0].name, sizeof s->face[0].name, "%c", 'x' + a);
            return status;
        }
        const yee_axis_data *axis = &s->grid->axis[a];
        const bool ends[2] = {s->lo[a] == 0, s->hi[a] == axis->cells};
        const bool open[2] = {!ends[0] || (axis->periodic && !ends[1]),
                              !ends[1] || (axis->periodic && !ends[0])};
        if (axis->invariant)
            continue;
        if (open[0])
            status = add_face(host, s, a, s->lo[a], -1);
        if (open[1] && !status)
            status = add_face(host, s, a, s->hi[a], 1);
    }
    if (!status && !s->faces)
        return host->fail(host, YEE_INPUT,
                          "the box fills the whole grid: nothing flows out of it");
    return status;
}

static yee_status add_taps(const yee_view *view, yee_tap_list *tap_list, flux_self *s)
{
    for (int i = 0; i < s->faces; i++)
        for (int q = 0; q < 4; q++) {
            const surface_field *f = &s->face[i].field[q];
            yee_tap tap = {.kind = YEE_TAP_DFT,
                           .first = s->every,
                           .every = s->every,
                           .last = view->steps,
                           .component = f->component,
                           .stride = {1, 1, 1},
                           .frequencies = s->frequencies,
                           .frequency = s->frequency};
            if (!f->active)
                continue;
            memcpy(tap.lo, f->lo, sizeof tap.lo);
            memcpy(tap.hi, f->hi, sizeof tap.hi);
            if (tap_list->tap(tap_list, &tap) < 0)
                return YEE_INPUT;
            s->tap[s->taps].face = i;
            s->tap[s->taps++].field = q;
        }
    return YEE_OK;
}

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    bool flat[3];
    flux_self *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a flux record");
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    s->grid = view->grid;
    s->reference = c->reference;
    s->normalize = c->normalize;
    s->fields = c->fields;
    *out = s;
    yee_status status = frequencies_choose(host, &c->frequency, &s->frequencies, &s->frequency);
    if (!status)
        status = choose_corners(host, c, s, flat);
    if (!status) {
        s->parts = count_parts(s);
        status = add_faces(host, c, s, flat);
    }
    if (!status && s->reference)
        status = flux_load_reference(host, s);
    if (!status && s->normalize)
        status = flux_load_divisor(host, s);
    if (!status)
        s->every = every_choose(view, c->every, s->frequencies, s->frequency);
    return status ? status : add_taps(view, tap_list, s);
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    const flux_self *s = self_;
    char path[512],
        direction[3] = {s->face[0].sign > 0 ? '+' : '-', (char)('x' + s->face[0].axis)};
    double corner[2][3];
    yee_file *file = s->record->file(host, NULL);
    (void)opening;
    if (!file)
        return YEE_IO;
    for (int a = 0; a < 3; a++) {
        corner[0][a] = s->grid->axis[a].node[s->lo[a]];
        corner[1][a] = s->grid->axis[a].node[s->hi[a]];
    }
    snprintf(path, sizeof path, "/flux/%s/frequency", host->instance);
    yee_status status = write_array(s->record, host, file, path, YEE_NUMBER_F64, 1,
                                    &s->frequencies, s->frequency, "Hz");
    snprintf(path, sizeof path, "/flux/%s", host->instance);
    if (!status)
        status = s->record->numbers(host, file, path, "from", YEE_NUMBER_F64, 3, corner[0]);
    if (!status)
        status = s->record->numbers(host, file, path, "to", YEE_NUMBER_F64, 3, corner[1]);
    if (!status)
        status = s->record->numbers(host, file, path, "every", YEE_NUMBER_I64, 1, &s->every);
    if (!status)
        status =
            s->record->text(host, file, path, "direction", s->flat ? direction : "outward");
    char title[600];
    snprintf(title, sizeof title, "flux %s, %s", host->instance,
             s->flat ? direction : "outward");
    return status ? status : s->record->text(host, file, path, "title", title);
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    flux_self *s = self_;
    (void)host;
    surface_store(&s->face[s->tap[d->tap].face], s->tap[d->tap].field, s->frequencies, d->data);
    s->received++;
    return YEE_OK;
}

/* The fields of a face; all lie in its plane, to which H is brought. */
static yee_status write_face(const yee_host *host, const flux_self *s, yee_file *file,
                             const surface *face)
{
    yee_status status = YEE_OK;
    char path[512];
    for (int q = 0; q < 4 && !status; q++) {
        const surface_field *f = &face->field[q];
        const int64_t dims[4] = {s->frequencies, f->count[0], f->count[1], f->count[2]};
        double offset[3];
        if (!f->active)
            continue;
        for (int a = 0; a < 3; a++)
            offset[a] =
                a != face->axis && (yee_half(f->component, a) || s->grid->axis[a].invariant)
                    ? 0.5
                    : 0;
        snprintf(path, sizeof path, "/flux/%s/%s/%s", host->instance, face->name,
                 yee_component_key(f->component));
        status = write_array(s->record, host, file, path, YEE_NUMBER_C128, 4, dims, f->v,
                             yee_is_electric(f->component) ? "V s/m" : "A s/m");
        if (!status)
            status = s->record->numbers(host, file, path, "offset", YEE_NUMBER_F64, 3, offset);
    }
    for (int a = 0; a < 3 && !status; a++) {
        const int64_t nodes = face->hi[a] - face->lo[a] + 1;
        snprintf(path, sizeof path, "/flux/%s/%s/%c", host->instance, face->name, "xyz"[a]);
        status = write_array(s->record, host, file, path, YEE_NUMBER_F64, 1, &nodes,
                             s->grid->axis[a].node + face->lo[a], "m");
    }
    return status;
}

static yee_status write_fields(const yee_host *host, const flux_self *s, yee_file *file)
{
    yee_status status = YEE_OK;
    for (int i = 0; i < s->faces && !status; i++)
        status = write_face(host, s, file, &s->face[i]);
    return status;
}

/* The spectrum can only be told at the end; a run that failed before has none. */
static yee_status close_files(const yee_host *host, void *self_, yee_status run)
{
    flux_self *s = self_;
    (void)run;
    if (s->received < s->taps)
        return YEE_OK;
    yee_file *file = s->record->file(host, NULL);
    double across = 0;
    double *power = host->alloc(host, (size_t)s->frequencies * sizeof *power);
    double *ratio = host->alloc(host, (size_t)s->frequencies * sizeof *ratio);
    if (!file || !power || !ratio)
        return host->fail(host, YEE_MEMORY, "no memory for the power spectrum");
    for (int64_t f = 0; f < s->frequencies; f++) {
        for (int i = 0; i < s->faces; i++)
            power[f] += s->parts * surface_power(&s->face[i], s->grid, f);
        ratio[f] = s->divisor ? power[f] / s->divisor[f] : 0;
        across += s->divisor ? ratio[f] * fabs(s->divisor[f]) : 0;
    }
    char path[512];
    snprintf(path, sizeof path, "/flux/%s/power", host->instance);
    yee_status status = write_array(s->record, host, file, path, YEE_NUMBER_F64, 1,
                                    &s->frequencies, power, "J/Hz");
    if (!status)
        status = s->record->text(host, file, path, "x", "frequency");
    if (!status)
        status = s->record->text(host, file, path, "label", "energy through the surface");
    if (!status && s->reference)
        status = s->record->text(host, file, path, "reference", s->reference);
    snprintf(path, sizeof path, "/flux/%s/ratio", host->instance);
    if (!status && s->divisor)
        status = write_array(s->record, host, file, path, YEE_NUMBER_F64, 1, &s->frequencies,
                             ratio, "1");
    if (!status && s->divisor)
        status = s->record->text(host, file, path, "normalize", s->normalize);
    if (!status && s->divisor && s->whole)
        status = flux_write_bounds(host, s, file, path, across);
    return status || !s->fields ? status : write_fields(host, s, file);
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
    .name = "flux",
    .summary = "power spectrum through a rectangle or out of a box",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.outwards]\n"
               "type = flux\n"
               "from = 5, 5, 5 mm\n"
               "to = 25, 25, 25 mm\n"
               "frequencies = 2, 4 GHz\n"
               "every = 1\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
