/* plugins/posts/far_field/far_field.c: power, directivity and patterns of what leaves a flux box.
 *
 * The currents on the box (surface.c) radiate U joules per hertz and steradian, of which the sphere's
 * integral is the power, and D = 4 pi U/P the directivity (IEEE Std 145). The integral is that of
 * Gauss and Legendre in cos(theta) and of equal steps in phi, exact for the spherical harmonics that a
 * source of its size has: l up to k times its radius, and a few more (J. E. Hansen, Spherical Near-Field
 * Antenna Measurements, 1988, section 2.2.3). A wall (pec, pmc) is a ground without end: above it U is
 * that of the currents and their images, below it nothing. */
#include "../common/signal.h"
#include "closed.h"
#include "sphere.h"
#include "surface.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_CURVES 4 /* of a picture's panel, by default */
#define FLOOR 1e-6    /* of the largest directivity: the lattice's waves cancel no better */
#define LOBES 12      /* that may have the largest directivity */
#define LOWEST 0.5    /* of the highest direction: lobes that look lower are not climbed */
#define AROUND 8      /* directions that are tried around one */
#define SPEED 2e8     /* points and directions in a second, of one core */
#define APART 0.05    /* of the power: more is worth a warning */

typedef struct config {
    const char *box;
    yee_reals cuts, patterns;
    double step;
} config;

static const yee_param params[] = {
    YEE_PARAM_REF(config, box, "output", NULL,
                  "The output of type flux, a box with fields = yes around all that radiates."),
    YEE_PARAM_REALS(
        config, cuts, "rad", "0 deg, 90 deg", -YEE_INFINITY, YEE_INFINITY,
        "Patterns are along circles through the z axis, theta from -180 to 180 degrees, at "
        "these angles phi from x towards y (of an included model, too); below 0 on the other "
        "side."),
    YEE_PARAM_REALS(
        config, patterns, "Hz", YEE_UNSET, 0, YEE_INFINITY,
        "Frequencies of the box whose patterns are written; by default all, or, where "
        "they are more than four curves, the middle one. Directivities there below 1e-6 of the "
        "largest are shown as that."),
    YEE_PARAM_REAL(config, step, "rad", "2 deg", 1e-3, YEE_PI, "Step of the patterns."),
    YEE_PARAM_INVARIANT("cuts"),
    YEE_PARAM_END,
};

/* -- before the run -- */

static yee_status needs(const yee_host *host, const void *config_, const yee_plan *plan)
{
    return closed_box_needs(host, ((const config *)config_)->box, plan);
}

/* -- directions -- */

/* Whether a direction leads behind a wall; those along it do not. */
static bool behind(const surface *s, double theta, double phi)
{
    const double to[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)};
    for (int i = 0; i < s->planes; i++)
        if (to[s->plane[i].axis] * s->plane[i].wall < -1e-9)
            return true;
    return false;
}

/* -- after the run -- */

/* The power of a box at each frequency, its largest directivity and where that is; NaN at 0 Hz. */
typedef struct beam {
    double *power, *directivity, *theta, *phi;
} beam;

typedef struct direction {
    double theta, phi, u;
} direction;

/* A direction that is `by` (rad) from another one, at an angle from its theta towards its phi. */
static void beside(const direction *d, double by, double angle, double *theta, double *phi)
{
    const double st = sin(d->theta), ct = cos(d->theta), sp = sin(d->phi), cp = cos(d->phi);
    const double a = sin(by) * cos(angle), b = sin(by) * sin(angle), c = cos(by);
    const double x = c * st * cp + a * ct * cp - b * sp;
    const double y = c * st * sp + a * ct * sp + b * cp;
    *theta = acos(fmax(-1, fmin(1, c * ct - a * st)));
    *phi = atan2(y, x);
    if (*phi < 0)
        *phi += 2 * YEE_PI;
}

/* Goes from a direction to the top of its lobe: to the best of those around it, and nearer where
 * none is better. A lobe of a ball of k r radians is 1/(k r) wide and `step` less than pi/(k r):
 * the last round, step/256, leaves (pi/256)^2 = 1.5e-4 of its height. */
static void climb(const surface *s, int64_t number, double frequency, double step, direction *d)
{
    for (double by = 0.5 * step; by > step / 300;) {
        double theta[AROUND], phi[AROUND], u[AROUND];
        direction best = *d;
        for (int i = 0; i < AROUND; i++)
            beside(d, by, 2 * YEE_PI * i / AROUND, &theta[i], &phi[i]);
        surface_far(s, number, frequency, AROUND, theta, phi, u);
        for (int i = 0; i < AROUND; i++)
            if (u[i] > best.u && !behind(s, theta[i], phi[i]))
                best = (direction){theta[i], phi[i], u[i]};
        if (best.u > (1 + 1e-6) * d->u)
            *d = best;
        else
            by *= 0.5;
    }
}

/* The largest U, of the lobes that look highest, three steps and more apart: between the
 * directions of the integral another one than the best may reach higher. */
static direction find_top(const surface *s, int64_t number, double frequency, const sphere *all,
                          const double *u)
{
    direction lobe[LOBES], top = {NAN, NAN, -1};
    for (int n = 0; n < LOBES; n++) {
        lobe[n] = (direction){NAN, NAN, -1};
        for (int64_t d = 0; d < all->n; d++) {
            bool apart = u[d] > lobe[n].u && !behind(s, all->theta[d], all->phi[d]);
            for (int i = 0; i < n && apart; i++)
                apart =
                    sin(all->theta[d]) * sin(lobe[i].theta) * cos(all->phi[d] - lobe[i].phi) +
                        cos(all->theta[d]) * cos(lobe[i].theta) <
                    cos(3 * all->step);
            if (apart)
                lobe[n] = (direction){all->theta[d], all->phi[d], u[d]};
        }
        direction d = lobe[n];
        if (!(d.u > LOWEST * lobe[0].u))
            break;
        climb(s, number, frequency, all->step, &d);
        if (d.u > (1 + 1e-6) * top.u)
            top = d;
    }
    return top;
}

static yee_status look_around(const yee_host *host, const surface *s, int64_t number,
                              double frequency, beam *b)
{
    sphere all = {0};
    b->power[number] = 0;
    b->directivity[number] = b->theta[number] = b->phi[number] = NAN;
    if (!(frequency > 0)) /* a charge that stays radiates nothing */
        return YEE_OK;
    if (!sphere_new(host, 2 * YEE_PI * frequency / YEE_C0 * s->radius, &all))
        return host->fail(host, YEE_MEMORY, "no memory for directions");
    double *u = host->alloc(host, (size_t)all.n * sizeof *u);
    if (!u)
        return host->fail(host, YEE_MEMORY, "no memory for directions");
    const double work = (double)all.n * surface_points(s);
    if (work > 60 * SPEED)
        host->log(host, YEE_INFO, "%.4g Hz: %lld directions of %.3g points, about %.0f min",
                  frequency, (long long)all.n, surface_points(s), work / SPEED / 60);
    surface_far(s, number, frequency, all.n, all.theta, all.phi, u);
    for (int64_t d = 0; d < all.n; d++)
        b->power[number] += all.weight[d] * u[d] / (double)(1 << s->walls);
    if (!(b->power[number] > 0))
        return host->fail(host, YEE_INPUT, "nothing leaves the box at %g Hz", frequency);
    const direction top = find_top(s, number, frequency, &all, u);
    b->theta[number] = top.theta * 180 / YEE_PI;
    b->phi[number] = top.phi * 180 / YEE_PI;
    b->directivity[number] = 4 * YEE_PI * top.u / b->power[number];
    return YEE_OK;
}

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
        const double its = record[k] * (double)(1 << s->apart);
        const double off = fabs(power[k] - its) / fmax(fabs(its), 1e-300);
        at = off > worst ? k : at;
        whole = off > worst ? its : whole;
        worst = fmax(worst, off);
    }
    if (worst > APART)
        host->log(
            host, YEE_WARNING,
            "at %.4g Hz the far field has %.3g J/Hz and the box %.3g J/Hz: fields ring at the "
            "end of the record, matter or a source crosses the box, a wave comes from outside "
            "of it, or its cells are few to a wave",
            f[at], power[at], whole);
    return YEE_OK;
}

static yee_status write_pattern(const yee_host *host, const yee_results *results,
                                const config *c, const surface *s, int64_t number, double f,
                                const beam *b, size_t cut, int64_t n, const double *angle)
{
    double *theta = host->alloc(host, (size_t)n * sizeof *theta);
    double *phi = host->alloc(host, (size_t)n * sizeof *phi);
    double *u = host->alloc(host, (size_t)n * sizeof *u);
    char set[64], label[96];
    if (!theta || !phi || !u)
        return host->fail(host, YEE_MEMORY, "no memory for a pattern");
    for (int64_t i = 0; i < n; i++) {
        theta[i] = fabs(angle[i]) * YEE_PI / 180;
        phi[i] = c->cuts.v[cut] + (angle[i] < 0 ? YEE_PI : 0);
    }
    surface_far(s, number, f, n, theta, phi, u);
    for (int64_t i = 0; i < n; i++)
        u[i] = fmax(FLOOR * b->directivity[number],
                    behind(s, theta[i], phi[i]) ? 0 : 4 * YEE_PI * u[i] / b->power[number]);
    const double degrees = c->cuts.v[cut] * 180 / YEE_PI;
    const double scale = f >= 1e12 ? 1e12 : f >= 1e9 ? 1e9 : 1e6;
    snprintf(set, sizeof set, "pattern_%lld_%zu", (long long)number + 1, cut + 1);
    snprintf(label, sizeof label, "%.4g %s, phi = %.4g", f / scale,
             f >= 1e12  ? "THz"
             : f >= 1e9 ? "GHz"
                        : "MHz",
             degrees);
    return curve_write(
        host, results, YEE_NUMBER_F64, n, u,
        &(curve){.name = set, .units = "1", .label = label, .x = "angle", .scale = "dB power"});
}

/* The number of a frequency of the box; -1 after a sentence. */
static int64_t number_of(const yee_host *host, const config *c, int64_t n, const double *f,
                         double wanted)
{
    int64_t best = 0;
    for (int64_t k = 1; k < n; k++)
        best = fabs(f[k] - wanted) < fabs(f[best] - wanted) ? k : best;
    if (fabs(f[best] - wanted) <= 1e-6 * wanted)
        return best;
    host->fail(host, YEE_INPUT,
               "patterns has %g Hz, which [output.%s] has not; the nearest is %g Hz", wanted,
               c->box, f[best]);
    return -1;
}

static yee_status write_patterns(const yee_host *host, const yee_results *results,
                                 const config *c, const surface *s, int64_t n, const double *f,
                                 const beam *b)
{
    const int64_t half = (int64_t)floor(YEE_PI / c->step + 1e-9), angles = 2 * half + 1;
    double *angle = host->alloc(host, (size_t)angles * sizeof *angle);
    if (!angle)
        return host->fail(host, YEE_MEMORY, "no memory for angles");
    for (int64_t i = 0; i < angles; i++)
        angle[i] = (double)(i - half) * c->step * 180 / YEE_PI;
    yee_status status =
        curve_write(host, results, YEE_NUMBER_F64, angles, angle,
                    &(curve){.name = "angle", .units = "degrees", .label = "theta"});
    const bool all = n * (int64_t)c->cuts.count <= MOST_CURVES;
    const int64_t patterns = c->patterns.count ? (int64_t)c->patterns.count : all ? n : 1;
    for (int64_t p = 0; p < patterns && !status; p++) {
        const int64_t number = c->patterns.count ? number_of(host, c, n, f, c->patterns.v[p])
                               : all             ? p
                                                 : n / 2;
        if (number < 0)
            return YEE_INPUT;
        if (!(f[number] > 0) && c->patterns.count)
            return host->fail(host, YEE_INPUT, "patterns has 0 Hz, where nothing radiates");
        bool again = false;
        for (int64_t i = 0; i < p && c->patterns.count; i++)
            again = again || number_of(host, c, n, f, c->patterns.v[i]) == number;
        if (!(f[number] > 0) || again)
            continue;
        for (size_t cut = 0; cut < c->cuts.count && !status; cut++)
            status =
                write_pattern(host, results, c, s, number, f[number], b, cut, angles, angle);
    }
    return status;
}

static yee_status process(const yee_host *host, const void *config_, const yee_results *results)
{
    const config *c = config_;
    surface s = {0};
    char path[300], title[300];
    int rank;
    int64_t n[8];
    snprintf(path, sizeof path, "/flux/%s/frequency", c->box);
    const double *f = results->read(results, NULL, path, &rank, n);
    if (!f)
        return YEE_INPUT;
    double *v[4];
    for (int i = 0; i < 4; i++)
        if (!(v[i] = host->alloc(host, (size_t)n[0] * sizeof **v)))
            return host->fail(host, YEE_MEMORY, "no memory for %lld frequencies",
                              (long long)n[0]);
    beam b = {v[0], v[1], v[2], v[3]};
    yee_status status = surface_read(host, results, c->box, n[0], &s);
    for (int64_t k = 0; k < n[0] && !status; k++)
        status = look_around(host, &s, k, f[k], &b);
    double most = 0;
    for (int64_t k = 0; k < n[0]; k++)
        most = fmax(most, f[k]);
    if (!status && !(most > 0))
        return host->fail(host, YEE_INPUT, "nothing leaves the box at 0 Hz");
    if (!status)
        status = hold_power(host, results, c, &s, n[0], f, b.power);
    const curve about[] = {
        {.name = "power", .units = "J/Hz", .label = "radiated energy", .x = "frequency"},
        {.name = "directivity",
         .units = "1",
         .label = "largest directivity",
         .x = "frequency",
         .scale = "dB power"},
        {.name = "theta",
         .units = "degrees",
         .label = "theta of it",
         .x = "frequency",
         .style = "points"},
        {.name = "phi",
         .units = "degrees",
         .label = "phi of it",
         .x = "frequency",
         .style = "points"}};
    if (!status)
        status = curve_write(host, results, YEE_NUMBER_F64, n[0], f,
                             &(curve){.name = "frequency", .units = "Hz"});
    for (int i = 0; i < 4 && !status; i++)
        status = curve_write(host, results, YEE_NUMBER_F64, n[0], v[i], &about[i]);
    if (!status)
        status = write_patterns(host, results, c, &s, n[0], f, &b);
    snprintf(title, sizeof title, "%s: far field of %s", host->instance, c->box);
    return status ? status : title_write(host, results, title);
}

static const yee_post_ops ops = {
    .size = sizeof ops,
    .needs = needs,
    .process = process,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_POST,
    .name = "far_field",
    .summary = "far field of a flux box: power, directivity and patterns",
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
