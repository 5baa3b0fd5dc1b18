/* plugins/posts/far_field/pattern.c: what a far field is along cuts, and over the whole sphere. */
#include "pattern.h"
#include "../common/signal.h"
#include "beam.h"
#include "contour.h"
#include "polarization.h"
#include "radiation.h"
#include "writer.h"
#include <math.h>
#include <stdio.h>

#define MOST_CURVES 4 /* of a picture's panel, by default */

/* -- cuts -- */

typedef enum share { WHOLE, CO, CROSS, RIGHT, LEFT, AXIAL_RATIO, SENSE } share;

static void fill(const writer *w, rays *r, share of)
{
    for (int64_t i = 0; i < r->n; i++) {
        const polarization p = polarization_of(r->e[i], r->phi[i], w->keys->copolar);
        const double d = writer_directivity(w, r->e[i]), least = FLOOR * w->directivity;
        const double part[] = {1, p.co, p.cross, p.right, p.left};
        if (of == AXIAL_RATIO) /* next to nothing, in a null or behind a wall, is as a line */
            r->v[i] = d > least ? p.axial_ratio : AXIAL_MOST;
        else if (of == SENSE)
            r->v[i] = d > least ? p.sense : 0;
        else
            r->v[i] = fmax(least, d > 0 ? d * part[of] : 0);
    }
}

static yee_status write_share(const writer *w, rays *r, share of, const char *group,
                              const curve *c)
{
    char name[96];
    curve its = *c;
    snprintf(name, sizeof name, "%s/%s", group, c->name);
    its.name = name;
    its.x = of == SENSE ? NULL : "angle"; /* a word, no curve */
    fill(w, r, of);
    return curve_write(w->host, w->results, YEE_NUMBER_F64, r->n, r->v, &its);
}

static yee_status write_field(const writer *w, rays *r, int c, const char *group)
{
    char name[96];
    double complex *e = w->host->alloc(w->host, (size_t)r->n * sizeof *e);
    if (!e)
        return w->host->fail(w->host, YEE_MEMORY, "no memory for a field");
    for (int64_t i = 0; i < r->n; i++)
        e[i] = r->e[i][c];
    snprintf(name, sizeof name, "%s/e_%s", group, c ? "phi" : "theta");
    return curve_write(w->host, w->results, YEE_NUMBER_C128, r->n, e,
                       &(curve){.name = name,
                                .units = "V s",
                                .label = c ? "r E_phi exp(jkr)" : "r E_theta exp(jkr)"});
}

static yee_status write_polarization(const writer *w, rays *r, const char *group,
                                     const char *title)
{
    static const struct {
        share of;
        curve about;
    } part[] = {
        {CO, {.name = "co", .units = "1", .label = "co-polar", .scale = "dB power"}},
        {CROSS, {.name = "cross", .units = "1", .label = "cross-polar", .scale = "dB power"}},
        {RIGHT, {.name = "right", .units = "1", .label = "right-handed", .scale = "dB power"}},
        {LEFT, {.name = "left", .units = "1", .label = "left-handed", .scale = "dB power"}},
        {AXIAL_RATIO,
         {.name = "axial_ratio", .units = "1", .label = "axial ratio", .scale = "dB"}},
        {SENSE,
         {.name = "sense", .units = "1", .label = "1 right-handed, -1 left-handed, 0 linear"}},
    };
    yee_status status = YEE_OK;
    for (int c = 0; c < 2 && !status; c++)
        status = write_field(w, r, c, group);
    for (size_t i = 0; i < sizeof part / sizeof *part && !status; i++)
        status = write_share(w, r, part[i].of, group, &part[i].about);
    return status ? status : writer_describe(w, group, title);
}

/* Bistatic cross sections of a wave |E_i| in the directions of a cut, D P/S_i (m^2): lim 4 pi r^2
 * |E_s|^2/|E_i|^2 (IEEE Std 145), for 4 pi r^2 |E_s|^2 is D P eta/2. */
static yee_status write_sections(const writer *w, rays *r, size_t cut, const char *cut_label)
{
    char set[64], label[128];
    if (isnan(w->scattered))
        return YEE_OK;
    for (int64_t i = 0; i < r->n; i++)
        r->v[i] *= w->scattered;
    snprintf(set, sizeof set, "cross_section_%lld_%zu", (long long)w->number + 1, cut + 1);
    snprintf(label, sizeof label, "%s, cross section over 1 m^2", cut_label);
    return curve_write(
        w->host, w->results, YEE_NUMBER_F64, r->n, r->v,
        &(curve){
            .name = set, .units = "m^2", .label = label, .x = "angle", .scale = "dB power"});
}

static yee_status write_cut(const writer *w, size_t cut, int64_t n, const double *angle)
{
    rays r;
    char set[64], group[64], label[96], title[400], frequency[64];
    if (!rays_new(w, n, &r))
        return YEE_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        r.theta[i] = fabs(angle[i]) * YEE_PI / 180;
        r.phi[i] = w->keys->cuts.v[cut] + (angle[i] < 0 ? YEE_PI : 0);
    }
    writer_look(w, &r);
    fill(w, &r, WHOLE);
    const double degrees = w->keys->cuts.v[cut] * 180 / YEE_PI;
    snprintf(set, sizeof set, "pattern_%lld_%zu", (long long)w->number + 1, cut + 1);
    snprintf(group, sizeof group, "polarization_%lld_%zu", (long long)w->number + 1, cut + 1);
    snprintf(label, sizeof label, "%s, phi = %.4g", writer_label(w, frequency), degrees);
    snprintf(title, sizeof title, "%s: directivity, %s degrees", w->host->instance, label);
    yee_status status = curve_write(
        w->host, w->results, YEE_NUMBER_F64, n, r.v,
        &(curve){.name = set, .units = "1", .label = label, .x = "angle", .scale = "dB power"});
    if (!status)
        status = write_sections(w, &r, cut, label);
    return status ? status : write_polarization(w, &r, group, title);
}

/* -- the sphere -- */

/* Numbers of shape [theta, phi] in a group, an image where they are real. */
static yee_status write_map(const writer *w, const char *group, const char *name,
                            const int64_t dims[2], yee_number type, const void *v,
                            const char *units, const char *label)
{
    const yee_host *host = w->host;
    const yee_record *record = host->extension(host, YEE_RECORD);
    yee_file *file = record ? record->file(host, NULL) : NULL;
    char path[512], axis[512];
    snprintf(path, sizeof path, "%s/%s/%s", w->results->group, group, name);
    yee_dataset *set = file ? record->dataset(host, file, path, type, 2, dims) : NULL;
    yee_status status = set ? record->append(host, set, dims[0], v) : YEE_IO;
    if (!status)
        status = record->text(host, file, path, "units", units);
    if (!status)
        status = record->text(host, file, path, "label", label);
    for (int a = 0; a < 2 && !status && type == YEE_NUMBER_F64; a++) {
        snprintf(axis, sizeof axis, "%s/%s/%s", w->results->group, group, a ? "phi" : "theta");
        status = record->text(host, file, path, a ? "x" : "y", axis);
    }
    return status || type != YEE_NUMBER_F64
               ? status
               : record->text(host, file, path, "scale", "dB power");
}

/* Equal steps of at most `sphere`: theta from pole to pole, phi all around. */
static yee_status write_sphere(const writer *w)
{
    const yee_host *host = w->host;
    const int64_t half = (int64_t)ceil(YEE_PI / w->keys->sphere - 1e-9);
    const int64_t dims[2] = {half + 1, 2 * half};
    const char *const name[2] = {"theta", "phi"};
    char group[64], set[96], title[400], frequency[64];
    rays r;
    if (!rays_new(w, dims[0] * dims[1], &r))
        return YEE_MEMORY;
    if ((double)r.n * surface_points(w->s) > 60 * SPEED)
        host->log(host, YEE_INFO, "sphere: %lld directions of %.3g points, about %.0f min",
                  (long long)r.n, surface_points(w->s),
                  (double)r.n * surface_points(w->s) / SPEED / 60);
    for (int64_t i = 0; i < r.n; i++) {
        r.theta[i] = YEE_PI * (double)(i / dims[1]) / (double)half;
        r.phi[i] = YEE_PI * (double)(i % dims[1]) / (double)half;
    }
    writer_look(w, &r);
    snprintf(group, sizeof group, "sphere_%lld", (long long)w->number + 1);
    snprintf(title, sizeof title, "%s: all directions, %s", host->instance,
             writer_label(w, frequency));
    double complex *e = host->alloc(host, (size_t)r.n * sizeof *e);
    if (!e)
        return host->fail(host, YEE_MEMORY, "no memory for a field");
    yee_status status = YEE_OK;
    for (int a = 0; a < 2 && !status; a++) {
        for (int64_t i = 0; i < dims[a]; i++)
            r.v[i] = 180 * (double)i / (double)half;
        snprintf(set, sizeof set, "%s/%s", group, name[a]);
        status = curve_write(host, w->results, YEE_NUMBER_F64, dims[a], r.v,
                             &(curve){.name = set, .units = "degrees", .label = name[a]});
    }
    for (int c = 0; c < 2 && !status; c++) {
        for (int64_t i = 0; i < r.n; i++)
            e[i] = r.e[i][c];
        status = write_map(w, group, c ? "e_phi" : "e_theta", dims, YEE_NUMBER_C128, e, "V s",
                           c ? "r E_phi exp(jkr)" : "r E_theta exp(jkr)");
    }
    fill(w, &r, WHOLE);
    if (!status)
        status =
            write_map(w, group, "directivity", dims, YEE_NUMBER_F64, r.v, "1", "directivity");
    for (int64_t i = 0; i < r.n; i++)
        r.v[i] *= w->scattered;
    if (!status && !isnan(w->scattered))
        status = write_map(w, group, "cross_section", dims, YEE_NUMBER_F64, r.v, "m^2",
                           "cross section over 1 m^2");
    return status ? status : writer_describe(w, group, title);
}

/* -- all of it -- */

/* The number of a frequency of the box; -1 after a sentence. */
static int64_t number_of(const yee_host *host, const char *box, int64_t n, const double *f,
                         double wanted)
{
    int64_t best = 0;
    for (int64_t k = 1; k < n; k++)
        best = fabs(f[k] - wanted) < fabs(f[best] - wanted) ? k : best;
    if (fabs(f[best] - wanted) <= 1e-6 * wanted)
        return best;
    host->fail(host, YEE_INPUT,
               "patterns has %g Hz, which [output.%s] has not; the nearest is %g Hz", wanted,
               box, f[best]);
    return -1;
}

int64_t patterns_count(const pattern_keys *keys, int64_t n, int64_t *cuts)
{
    *cuts = keys->flat ? 1 : (int64_t)keys->cuts.count;
    return keys->wanted.count ? (int64_t)keys->wanted.count : n * *cuts <= MOST_CURVES ? n : 1;
}

int64_t patterns_angles(const pattern_keys *keys)
{
    return 2 * (int64_t)floor(YEE_PI / keys->step + 1e-9) + 1;
}

yee_status patterns_write(const yee_host *host, const yee_results *results, const char *box,
                          const pattern_keys *keys, const surface *s, int64_t n,
                          const double *f, const double *power, const double *directivity,
                          const double *scattered)
{
    const int64_t angles = patterns_angles(keys), half = angles / 2;
    const yee_reals *wanted = &keys->wanted;
    int64_t cuts;
    double *angle = host->alloc(host, (size_t)angles * sizeof *angle);
    if (!angle)
        return host->fail(host, YEE_MEMORY, "no memory for angles");
    for (int64_t i = 0; i < angles; i++)
        angle[i] = (double)(i - half) * keys->step * 180 / YEE_PI;
    yee_status status = curve_write(
        host, results, YEE_NUMBER_F64, angles, angle,
        &(curve){.name = "angle", .units = "degrees", .label = keys->flat ? "phi" : "theta"});
    const int64_t patterns = patterns_count(keys, n, &cuts);
    for (int64_t p = 0; p < patterns && !status; p++) {
        const int64_t number = wanted->count   ? number_of(host, box, n, f, wanted->v[p])
                               : patterns == n ? p
                                               : n / 2;
        if (number < 0)
            return YEE_INPUT;
        if (!(f[number] > 0) && wanted->count)
            return host->fail(host, YEE_INPUT, "patterns has 0 Hz, where nothing radiates");
        bool again = false;
        for (int64_t i = 0; i < p && wanted->count; i++)
            again = again || number_of(host, box, n, f, wanted->v[i]) == number;
        if (!(f[number] > 0) || again)
            continue;
        const writer w = {.host = host,
                          .results = results,
                          .keys = keys,
                          .s = s,
                          .number = number,
                          .f = f[number],
                          .power = power[number],
                          .directivity = directivity[number],
                          .scattered = scattered ? scattered[number] : (double)NAN};
        if (keys->flat)
            status = contour_write(&w, angles, angle);
        for (int64_t cut = 0; cut < cuts && !status && !keys->flat; cut++)
            status = write_cut(&w, (size_t)cut, angles, angle);
        if (!status && !isnan(keys->sphere) && !keys->flat)
            status = write_sphere(&w);
    }
    return status;
}
