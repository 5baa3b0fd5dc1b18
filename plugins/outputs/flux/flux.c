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
#include "../common/box.h"
#include "../common/components.h"
#include "../common/frequencies.h"
#include "../common/record.h"
#include "surface.h"
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
                   "other.h5:/flux/name: the power is also given divided by its power. Its run "
                   "may differ in objects alone, too."),
    YEE_PARAM_BOOL(config, fields, "yes", "Keeps the fields, so that it can be a reference."),
    YEE_PARAM_END,
};

#define FACES 6

typedef struct self {
    const yee_record *record;
    const yee_grid *grid;
    const char *reference, *normalize;
    bool fields;
    int64_t frequencies;
    const double *frequency;
    int64_t every;
    int64_t lo[3], hi[3]; /* nodes of the corners */
    bool flat;
    double parts; /* of the whole surface: 2 for every axis along which it has an image */
    int faces;
    surface face[FACES];
    const double *divisor; /* shape [frequencies] */
    bool whole;            /* the divisor is all that crosses, and none passes by the side */
    int64_t taps, received;
    struct {
        int face, field;
    } tap[4 * FACES];
} self;

/* Corners as nodes; which axes the surface is flat along. */
static yee_status choose_corners(const yee_host *host, const config *c, self *s, bool flat[3])
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
    return YEE_OK;
}

/* A surface that ends on a plane of symmetry goes on to its image, which has the same power; none
 * lies in such a plane (add_face). */
static double count_parts(const self *s)
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

static yee_status add_face(const yee_host *host, self *s, int axis, int64_t node, double sign)
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
static yee_status add_faces(const yee_host *host, const config *c, self *s, const bool flat[3])
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

/* "file.h5:/flux/name" to "file.h5" and "/flux/name<what>": "/power", "@from". */
static const double *load(const yee_host *host, const self *s, const char *key,
                          const char *place, const char *what, int *rank, int64_t dims[8])
{
    const char *colon = strstr(place, ":/");
    if (!colon || colon == place || strncmp(colon + 1, "/flux/", 6)) {
        host->fail(host, YEE_INPUT, "%s = %s is not of the form other.h5:/flux/name", key,
                   place);
        return NULL;
    }
    char *file = host->alloc(host, strlen(place) + 1);
    char path[512];
    if (!file) {
        host->fail(host, YEE_MEMORY, "no memory for a file name");
        return NULL;
    }
    memcpy(file, place, (size_t)(colon - place));
    snprintf(path, sizeof path, "%s%s", colon + 1, what);
    return s->record->load(host, file, path, rank, dims);
}

static yee_status check_frequencies(const yee_host *host, const self *s, const char *key,
                                    const char *place)
{
    int rank;
    int64_t dims[8];
    const double *f = load(host, s, key, place, "/frequency", &rank, dims);
    if (!f)
        return YEE_INPUT;
    bool same = rank == 1 && dims[0] == s->frequencies;
    for (int64_t i = 0; same && i < s->frequencies; i++)
        same = fabs(f[i] - s->frequency[i]) <= 1e-9 * s->frequency[i];
    return same ? YEE_OK
                : host->fail(host, YEE_INPUT,
                             "%s = %s has other frequencies; both runs need the same ones", key,
                             place);
}

/* Fields of another place would be subtracted without a word. */
static yee_status check_place(const yee_host *host, const self *s)
{
    static const char *const corner[2] = {"@from", "@to"};
    for (int n = 0; n < 2; n++) {
        int rank;
        int64_t dims[8];
        const int64_t *node = n ? s->hi : s->lo;
        const double *x = load(host, s, "reference", s->reference, corner[n], &rank, dims);
        if (!x)
            return YEE_INPUT;
        for (int a = 0; a < 3; a++) {
            const yee_axis_data *axis = &s->grid->axis[a];
            const double cell = (axis->node[axis->cells] - axis->node[0]) / (double)axis->cells;
            const double own = axis->node[node[a]];
            if (rank != 1 || dims[0] != 3 || !(fabs(x[a] - own) <= 1e-6 * cell))
                return host->fail(
                    host, YEE_INPUT,
                    "reference = %s lies elsewhere: its corner '%s' has %c = %.9g "
                    "m and here it is %.9g m; both runs need the same surface",
                    s->reference, corner[n] + 1, 'x' + a, x[a], own);
        }
    }
    return YEE_OK;
}

static yee_status load_reference(const yee_host *host, self *s)
{
    if (check_frequencies(host, s, "reference", s->reference))
        return YEE_INPUT;
    for (int i = 0; i < s->faces; i++)
        for (int q = 0; q < 4; q++) {
            surface_field *f = &s->face[i].field[q];
            char what[64];
            int rank;
            int64_t dims[8];
            if (!f->active)
                continue;
            snprintf(what, sizeof what, "/%s/%s", s->face[i].name,
                     yee_component_key(f->component));
            f->reference = (const yee_complex *)load(host, s, "reference", s->reference, what,
                                                     &rank, dims);
            if (!f->reference)
                return YEE_INPUT;
            if (rank != 5 || dims[1] * dims[2] * dims[3] != f->points)
                return host->fail(host, YEE_INPUT,
                                  "reference = %s has a surface of another size; both runs "
                                  "need the same grid and surface",
                                  s->reference);
        }
    return check_place(host, s);
}

/* The corners are node's of the same grid; of a box, or across another axis, it is another
 * question that is asked. */
static yee_status compare_areas(const yee_host *host, self *s)
{
    int rank;
    int64_t dims[8];
    const double *from = load(host, s, "normalize", s->normalize, "@from", &rank, dims);
    const double *to =
        from ? load(host, s, "normalize", s->normalize, "@to", &rank, dims) : NULL;
    double area[2] = {1, 1};
    if (!to)
        return YEE_INPUT;
    for (int a = 0; a < 3; a++) {
        const double *node = s->grid->axis[a].node;
        if (a == s->face[0].axis && from[a] != to[a])
            return YEE_OK;
        if (a != s->face[0].axis) {
            area[0] *= to[a] - from[a];
            area[1] *= node[s->hi[a]] - node[s->lo[a]];
        }
    }
    s->whole = s->flat && fabs(area[1] - area[0]) <= 1e-6 * area[0];
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &s->grid->axis[a];
        if (a != s->face[0].axis)
            s->whole = s->whole && !s->lo[a] && s->hi[a] == axis->cells &&
                       !yee_axis_absorbing(axis, 0) && !yee_axis_absorbing(axis, 1);
    }
    if (s->flat && area[0] > 0 && fabs(area[1] - area[0]) > 1e-6 * area[0])
        host->log(
            host, YEE_WARNING,
            "normalize = %s is the power through another area, %.6g of this one: the ratio "
            "is no part of a wave's power",
            s->normalize, area[0] / area[1]);
    return YEE_OK;
}

static yee_status load_divisor(const yee_host *host, self *s)
{
    int rank;
    int64_t dims[8];
    if (check_frequencies(host, s, "normalize", s->normalize))
        return YEE_INPUT;
    s->divisor = load(host, s, "normalize", s->normalize, "/power", &rank, dims);
    return s->divisor ? compare_areas(host, s) : YEE_INPUT;
}

static yee_status add_taps(const yee_view *view, yee_tap_list *tap_list, self *s)
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
    self *s = host->alloc(host, sizeof *s);
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
        status = load_reference(host, s);
    if (!status && s->normalize)
        status = load_divisor(host, s);
    if (!status)
        s->every = every_choose(view, c->every, s->frequencies, s->frequency);
    return status ? status : add_taps(view, tap_list, s);
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    const self *s = self_;
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
    self *s = self_;
    (void)host;
    surface_store(&s->face[s->tap[d->tap].face], s->tap[d->tap].field, s->frequencies, d->data);
    s->received++;
    return YEE_OK;
}

static yee_status write_fields(const yee_host *host, const self *s, yee_file *file)
{
    yee_status status = YEE_OK;
    for (int i = 0; i < s->faces; i++)
        for (int q = 0; q < 4 && !status; q++) {
            const surface_field *f = &s->face[i].field[q];
            const int64_t dims[4] = {s->frequencies, f->count[0], f->count[1], f->count[2]};
            char path[512];
            if (!f->active)
                continue;
            snprintf(path, sizeof path, "/flux/%s/%s/%s", host->instance, s->face[i].name,
                     yee_component_key(f->component));
            status = write_array(s->record, host, file, path, YEE_NUMBER_C128, 4, dims, f->v,
                                 yee_is_electric(f->component) ? "V s/m" : "A s/m");
        }
    return status;
}

/* The power that crosses the grid is a share of that which the other run sent across it: at most
 * all of it, in one sense; docs/results.md has the attributes. */
static yee_status write_bounds(const yee_host *host, const self *s, yee_file *file,
                               const char *ratio, double across)
{
    const double bound[2] = {across < 0 ? -1 : 0, across < 0 ? 0 : 1};
    const char way[3] = {s->face[0].sign > 0 ? '+' : '-', (char)('x' + s->face[0].axis)};
    char path[512];
    snprintf(path, sizeof path, "/flux/%s/incident", host->instance);
    yee_status status = write_array(s->record, host, file, path, YEE_NUMBER_F64, 1,
                                    &s->frequencies, s->divisor, "J/Hz");
    if (!status)
        status = s->record->text(host, file, ratio, "bound_x", "frequency");
    if (!status)
        status = s->record->numbers(host, file, ratio, "bound_low", YEE_NUMBER_F64, 1, bound);
    if (!status)
        status =
            s->record->numbers(host, file, ratio, "bound_high", YEE_NUMBER_F64, 1, bound + 1);
    if (!status)
        status = s->record->text(host, file, ratio, "bound_weight", "incident");
    snprintf(path, sizeof path, "%.*s", (int)(strstr(s->normalize, ":/") - s->normalize),
             s->normalize);
    if (!status && across > 0)
        status = s->record->text(host, file, ratio, "share_of", path);
    return status || !(across > 0) ? status : s->record->text(host, file, ratio, "share", way);
}

/* The spectrum can only be told at the end; a run that failed before has none. */
static yee_status close_files(const yee_host *host, void *self_, yee_status run)
{
    self *s = self_;
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
        status = write_bounds(host, s, file, path, across);
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
