/* plugins/posts/far_field/incident.c: the plane wave that a model scatters, by the waveform
 * of the source of type plane_wave, whose E is amplitude times waveform at the corner that it
 * meets first. */
#include "incident.h"
#include "../common/signal.h"
#include "kept.h"
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAINT 0.01 /* of the peak: what is scattered at such frequencies may be far off */

/* The section of a source of the model; NULL: it is not there. */
static const char *section_of(const char *model, const char *name, int length)
{
    char head[300];
    snprintf(head, sizeof head, "[source.%.*s]", length, name);
    return strstr(model, head);
}

/* The section of the plane wave that plays alone; NULL: there is none. */
static const char *find_wave(const yee_host *host, const char *players, const char *model,
                             const char *measure)
{
    const char *wave = NULL;
    char type[64];
    int count = 0;
    for (const char *at = players; *at; at += strspn(at, "\n")) {
        const int length = (int)strcspn(at, "\n");
        const char *section = section_of(model, at, length);
        if (section && kept_value(section, "type", type, sizeof type) &&
            !strcmp(type, "plane_wave"))
            wave = section;
        count++;
        at += length;
    }
    if (wave && count > 1)
        host->log(host, YEE_INFO,
                  "%s are left out: %d sources play, and not one plane wave alone", measure,
                  count);
    return count == 1 ? wave : NULL;
}

/* Warns of frequencies at which the wave has next to nothing. */
static void tell_faint(const yee_host *host, const signal *s, int64_t n, const double *f,
                       const double complex *wave, const char *measure)
{
    double band[2], peak, worst = 0;
    int64_t faint = 0;
    if (!signal_band(host, s, FAINT, band, &peak))
        return;
    for (int64_t k = 0; k < n; k++)
        if (f[k] > 0 && cabs(wave[k]) < FAINT * peak) {
            worst = f[k];
            faint++;
        }
    if (faint)
        host->log(
            host, YEE_WARNING,
            "at %lld of the %lld frequencies, as at %.4g GHz, the plane wave has less than "
            "1 %% of its peak, and %s there may be far off; give a waveform "
            "that plays these frequencies, or others",
            (long long)faint, (long long)n, 1e-9 * worst, measure);
}

/* The E of the wave, step by step; false: no memory. */
static bool play(const yee_host *host, const yee_waveform *w, double amplitude, int64_t steps,
                 double dt, signal *s)
{
    double *v = host->alloc(host, (size_t)(steps + 1) * sizeof *v);
    for (int64_t i = 0; i <= steps && v; i++)
        v[i] = amplitude * yee_waveform_value(w, (double)i * dt);
    *s = (signal){.count = steps + 1, .step = dt, .v = v};
    return v != NULL;
}

/* A number that is an attribute of the file; NaN: it is not there. */
static double number(const yee_results *results, const char *path)
{
    int rank;
    int64_t dims[8];
    const double *v = results->has(results, NULL, path)
                          ? results->read(results, NULL, path, &rank, dims)
                          : NULL;
    return v && !rank ? *v : (double)NAN;
}

yee_status incident_read(const yee_host *host, const yee_results *results, bool flat, int64_t n,
                         const double *f, double **magnitude)
{
    const char *measure = flat ? "scattering widths" : "cross sections";
    const char *players = results->text(results, NULL, "/provenance/sources");
    const char *model = results->text(results, NULL, "/provenance/resolved");
    const char *wave = players && model ? find_wave(host, players, model, measure) : NULL;
    const double dt = number(results, "/provenance@time_step");
    const double steps = number(results, "/provenance@steps");
    char name[256], amplitude[64];
    yee_waveform waveform;
    signal s;
    *magnitude = NULL;
    if (!wave || !(dt > 0) || !(steps > 0) ||
        !kept_value(wave, "amplitude", amplitude, sizeof amplitude))
        return YEE_OK;
    if (!kept_value(wave, "waveform", name, sizeof name) || !YEE_HAS(results, waveform) ||
        !results->waveform(results, name, &waveform)) {
        host->log(host, YEE_WARNING,
                  "%s are left out: the waveform of the plane wave cannot be made anew, for a "
                  "file that "
                  "it reads is gone",
                  measure);
        return YEE_OK;
    }
    double complex *v = host->alloc(host, (size_t)n * sizeof *v);
    double *out = host->alloc(host, (size_t)n * sizeof *out);
    if (!v || !out || !play(host, &waveform, strtod(amplitude, NULL), (int64_t)steps, dt, &s))
        return host->fail(host, YEE_MEMORY, "no memory for a wave of %.0f steps", steps);
    signal_transform(&s, n, f, v);
    tell_faint(host, &s, n, f, v, measure);
    for (int64_t k = 0; k < n; k++)
        out[k] = cabs(v[k]);
    *magnitude = out;
    return YEE_OK;
}
