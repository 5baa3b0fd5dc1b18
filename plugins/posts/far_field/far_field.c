/* plugins/posts/far_field/far_field.c: power, directivity, gain, polarisation, patterns and
 * cross sections of what leaves a flux box.
 *
 * The currents on the box (surface.c) radiate U joules per hertz and steradian, of which the
 * sphere's integral (beam.c) is the power P, and D = 4 pi U/P the directivity; of the power
 * that ports accept and of what they could (feed.c) 4 pi U is gain and realized gain, and P the
 * radiation and the total efficiency (IEEE Std 145). A wall (pec, pmc) is a ground without end:
 * above it U is that of the currents and their images, below it nothing. In 2-D all of that is
 * of a metre along the invariant axis and of an angle in the plane (contour.c): D = 2 pi
 * U/P. */
#include "beam.h"
#include "closed.h"
#include "cost.h"
#include "incident.h"
#include "pattern.h"
#include "polarization.h"
#include "radiation.h"
#include "totals.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define APART 0.05 /* of the power: more is worth a warning */

typedef struct config {
    const char *box;
    yee_reals cuts, patterns;
    double step, sphere, copolar;
    int axis;
    yee_vec3 origin;
} config;

static const yee_param params[] = {
    YEE_PARAM_REF(config, box, "output", NULL,
                  "The output of type flux, a box with fields = yes around all that radiates."),
    YEE_PARAM_REALS(
        config, cuts, "rad", "0 deg, 90 deg", -YEE_INFINITY, YEE_INFINITY,
        "Patterns are along circles through the axis, theta from -180 to 180 degrees, at "
        "these angles phi, about z from x towards y (of an included model, too); below 0 on "
        "the other side. In 2-D there is one circle, in the plane, phi from -180 to 180 "
        "degrees."),
    YEE_PARAM_REALS(
        config, patterns, "Hz", YEE_UNSET, 0, YEE_INFINITY,
        "Frequencies of the box whose patterns are written; by default all, or, where "
        "they are more than four curves, the middle one. Directivities there below 1e-6 of the "
        "largest are shown as that."),
    YEE_PARAM_REAL(config, step, "rad", "2 deg", 1e-3, YEE_PI, "Step of the patterns."),
    YEE_PARAM_REAL(
        config, sphere, "rad", YEE_UNSET, 1e-3, YEE_PI,
        "Writes the field in all directions, too, at the frequencies of the patterns: "
        "steps of theta and phi of at most this angle."),
    YEE_PARAM_CHOICE(
        config, axis, "z", "z|x|y|-z|-x|-y",
        "Where an antenna looks: theta is measured from it, and phi about z from x towards y, "
        "about x from y towards z, about y from z towards x; about -z from x towards -y, and "
        "so "
        "on. In 2-D it is the invariant axis."),
    YEE_PARAM_REAL(config, copolar, "rad", "0 deg", -YEE_INFINITY, YEE_INFINITY,
                   "The co-polar field's angle phi on the axis (Ludwig's third definition)."),
    YEE_PARAM_VEC3(config, origin, "m", "0, 0, 0", 0, 0,
                   "The point that phases of the far field are measured from."),
    YEE_PARAM_POINTS("origin"),
    YEE_PARAM_INVARIANT("cuts|axis|copolar"),
    YEE_PARAM_END,
};

static pattern_keys keys_of(const config *c, bool flat)
{
    return (pattern_keys){.cuts = c->cuts,
                          .wanted = c->patterns,
                          .step = c->step,
                          .sphere = c->sphere,
                          .copolar = c->copolar,
                          .origin = {c->origin.v[0], c->origin.v[1], c->origin.v[2]},
                          .flat = flat};
}

/* In 2-D there is one axis, one circle and one polarisation: no key may ask for others. */
static yee_status check_flat(const yee_host *host, const config *c, int invariant)
{
    const char *key = !isnan(c->sphere)                           ? "sphere"
                      : c->copolar != 0                           ? "copolar"
                      : c->axis && c->axis != (invariant + 1) % 3 ? "axis"
                                                                  : NULL;
    return key ? host->fail(
                     host, YEE_INPUT,
                     "the key %s is for 3-D models; this one has invariant = %c, and its "
                     "far field is that around the %c axis",
                     key, "xyz"[invariant], "xyz"[invariant])
               : YEE_OK;
}

/* -- before the run -- */

/* The axis along which the model is 2-D; -1: it is 3-D. */
static int invariant_of(const yee_plan *plan)
{
    int invariant = -1;
    for (int a = 0; a < 3; a++)
        invariant = plan->view->grid->axis[a].invariant ? a : invariant;
    return invariant;
}

static yee_status needs(const yee_host *host, const void *config_, const yee_plan *plan)
{
    const config *c = config_;
    const int invariant = invariant_of(plan);
    yee_status status = closed_box_needs(host, c->box, plan);
    if (!status && invariant >= 0)
        status = check_flat(host, c, invariant);
    if (!status)
        status = closed_box_has(host, c->box, plan, &c->patterns);
    if (!status)
        feed_expect(host, plan);
    return status;
}

static void cost(const yee_host *host, const void *config_, const yee_plan *plan,
                 yee_post_cost *cost)
{
    const config *c = config_;
    const pattern_keys keys = keys_of(c, invariant_of(plan) >= 0);
    far_field_cost(host, c->box, &keys, plan, cost);
}

/* -- after the run -- */

/* Far field and record are one power, which is worth a look where they are not. */
static yee_status hold_power(const yee_host *host, const yee_results *results, const config *c,
                             const surface *s, int64_t n, const double *f, const double *power)
{
    char path[300];
    int rank;
    int64_t dims[8], at = 0;
    double worst = 0, whole = 0;
    snprintf(path, sizeof path, "/flux/%s/power", c->box);
    const double *record = results->read(results, NULL, path, &rank, dims);
    if (!record || rank != 1 || dims[0] != n)
        return record
                   ? host->fail(host, YEE_INPUT, "%s has not %lld powers", path, (long long)n)
                   : YEE_INPUT;
    for (int64_t k = 0; k < n && !s->differs; k++) {
        if (!(f[k] > 0))
            continue;
        const double its = record[k] * (double)(1 << s->apart) / s->depth;
        const double off = fabs(power[k] - its) / fmax(fabs(its), 1e-300);
        at = off > worst ? k : at;
        whole = off > worst ? its : whole;
        worst = fmax(worst, off);
    }
    if (worst > APART)
        host->log(
            host, YEE_WARNING,
            "at %.4g GHz the far field has %.3g %s and the box %.3g %s: fields ring at the "
            "end of the record, matter or a source crosses the box, a wave comes from outside "
            "of it, or its cells are few to a wave",
            1e-9 * f[at], power[at], totals_unit(s), whole, totals_unit(s));
    return YEE_OK;
}

/* Power, top of the highest lobe and its polarisation at one frequency. */
static yee_status look_around(const yee_host *host, const config *c, const surface *s,
                              int64_t number, double frequency, double *const v[RESULTS])
{
    direction top;
    double complex e[1][2];
    yee_status status = beam_find(host, s, number, frequency, &v[POWER][number], &top);
    v[THETA][number] = top.theta * 180 / YEE_PI;
    v[PHI][number] = top.phi * 180 / YEE_PI;
    v[DIRECTIVITY][number] = surface_around(s) * top.u / v[POWER][number];
    v[AXIAL_RATIO][number] = v[SENSE][number] = NAN;
    if (status || !(frequency > 0))
        return status;
    surface_fields(s, number, frequency, c->origin.v, 1, &top.theta, &top.phi, e);
    const polarization p = polarization_of(e[0], top.phi, c->copolar);
    v[AXIAL_RATIO][number] = p.axial_ratio;
    v[SENSE][number] = p.sense;
    return YEE_OK;
}

/* NaN of a power that is not above 0, or not known. */
static double part_of(double part, double whole) { return whole > 0 ? part / whole : NAN; }

/* Gain and efficiency, by the power of the feed. */
static yee_status find_gain(const yee_host *host, const yee_results *results, const config *c,
                            const surface *s, int64_t n, const double *f,
                            double *const v[RESULTS], feed *by)
{
    double most = 0, at = 0;
    const yee_status status = feed_read(host, results, c->box, s, n, f, by);
    if (status || !by->names)
        return status;
    for (int64_t k = 0; k < n; k++) {
        const double power = v[POWER][k], top = v[DIRECTIVITY][k] * power;
        const double accepted = by->accepted[k] / s->depth;
        v[ACCEPTED][k] = accepted;
        v[RADIATION_EFFICIENCY][k] = part_of(power, accepted);
        v[GAIN][k] = part_of(top, accepted);
        if (v[RADIATION_EFFICIENCY][k] > most) {
            most = v[RADIATION_EFFICIENCY][k];
            at = f[k];
        }
        if (!by->available)
            continue;
        const double available = by->available[k] / s->depth;
        v[AVAILABLE][k] = available;
        v[TOTAL_EFFICIENCY][k] = part_of(power, available);
        v[REALIZED_GAIN][k] = part_of(top, available);
    }
    if (!s->differs && most > 1 + APART)
        host->log(
            host, YEE_WARNING,
            "at %.4g Hz %.4g of the energy that the ports accept is radiated: fields ring "
            "at the end of the record, the ports give next to nothing there, or its cells "
            "are few to a wave",
            at, most);
    return YEE_OK;
}

/* What of a wave is scattered in all, P/S (m^2, in 2-D m). *found: there is a wave. */
static yee_status find_scattered(const yee_host *host, const yee_results *results,
                                 const surface *s, int64_t n, const double *f,
                                 double *const v[RESULTS], bool *found)
{
    double *wave = NULL;
    const yee_status status = incident_read(host, results, s->invariant >= 0, n, f, &wave);
    *found = wave != NULL;
    for (int64_t k = 0; k < n && wave; k++) {
        v[INCIDENT][k] = wave[k];
        v[TOTAL_SCATTERING][k] =
            f[k] > 0 ? part_of(v[POWER][k], 2 * wave[k] * wave[k] / s->eta) : (double)NAN;
    }
    return status;
}

static yee_status process(const yee_host *host, const void *config_, const yee_results *results)
{
    const config *c = config_;
    surface s = {0};
    feed by = {0};
    char path[300];
    int rank;
    int64_t n[8];
    snprintf(path, sizeof path, "/flux/%s/frequency", c->box);
    const double *f = results->read(results, NULL, path, &rank, n);
    if (!f)
        return YEE_INPUT;
    if (results->has(results, NULL, "/sweep"))
        return host->fail(host, YEE_INPUT,
                          "the file has all traces of a sweep, and a far field is that of one: "
                          "with [post.%s] in the model each trace computes its own",
                          host->instance);
    double *v[RESULTS];
    for (int i = 0; i < RESULTS; i++)
        if (!(v[i] = host->alloc(host, (size_t)n[0] * sizeof **v)))
            return host->fail(host, YEE_MEMORY, "no memory for %lld frequencies",
                              (long long)n[0]);
    bool scatters = false;
    yee_status status = surface_read(host, results, c->box, n[0],
                                     frame_about((c->axis % 3 + 2) % 3, c->axis > 2), &s);
    if (!status && s.invariant >= 0)
        status = check_flat(host, c, s.invariant);
    for (int64_t k = 0; k < n[0] && !status; k++)
        status = look_around(host, c, &s, k, f[k], v);
    double most = 0;
    for (int64_t k = 0; k < n[0]; k++)
        most = fmax(most, f[k]);
    if (!status && !(most > 0))
        return host->fail(host, YEE_INPUT, "nothing leaves the box at 0 Hz");
    if (!status)
        status = hold_power(host, results, c, &s, n[0], f, v[POWER]);
    if (!status)
        status = find_gain(host, results, c, &s, n[0], f, v, &by);
    if (!status)
        status = find_scattered(host, results, &s, n[0], f, v, &scatters);
    if (!status)
        status = totals_write(host, results, c->box, &s, n[0], f, v, &by, scatters);
    const pattern_keys keys = keys_of(c, s.invariant >= 0);
    return status ? status
                  : patterns_write(host, results, c->box, &keys, &s, n[0], f, v[POWER],
                                   v[DIRECTIVITY], scatters ? v[TOTAL_SCATTERING] : NULL);
}

static const yee_post_ops ops = {
    .size = sizeof ops,
    .needs = needs,
    .process = process,
    .cost = cost,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_POST,
    .name = "far_field",
    .summary = "far field of a flux box: power, directivity, gain, polarisation, patterns, and "
               "cross sections of what scatters a plane wave",
    .reference = "A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed., 2005, "
                 "section 8.6",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[post.far]\n"
               "type = far_field\n"
               "box = around\n\n"
               "[grid]\n"
               "spacing = 2 mm\n"
               "cells = 20, 20, 20\n\n"
               "[run]\n"
               "steps = 200\n\n"
               "[boundary.all]\n"
               "type = cpml\n"
               "cells = 6\n\n"
               "[output.around]\n"
               "type = flux\n"
               "from = 14, 14, 14 mm\n"
               "to = 26, 26, 26 mm\n"
               "frequencies = 5 GHz\n\n"
               "[source.antenna]\n"
               "type = dipole\n"
               "position = 20, 20, 21 mm\n"
               "direction = z\n"
               "current = 1 A\n"
               "waveform = pulse\n\n"
               "[waveform.pulse]\n"
               "type = ricker\n"
               "frequency = 5 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
