/* plugins/posts/far_field/contour.c: the far field of a 2-D model around its plane.
 *
 * With U(phi) = 2 r |E|^2/eta joules per hertz, metre and radian, of which the power P is the
 * integral over phi, the directivity is D = 2 pi U/P, and the scattering width of a wave |E_i|
 * (C. A. Balanis, Advanced Engineering Electromagnetics, 2nd ed., 2012, eq. (11-21b))
 *
 *     sigma = lim 2 pi r |E_s|^2/|E_i|^2 = 2 pi U/S_i = D P/S_i,  S_i = 2 |E_i|^2/eta. */
#include "contour.h"
#include "../common/signal.h"
#include <math.h>
#include <stdio.h>

/* TM: E along the invariant axis; TE: E along phi, of which that along theta is none. */
static yee_status write_field(const writer *w, const rays *r, bool te, const char *title)
{
    const yee_host *host = w->host;
    const char axis[] = {"xyz"[w->s->invariant], 0};
    char group[64], set[96], label[64];
    double complex *e = host->alloc(host, (size_t)r->n * sizeof *e);
    if (!e)
        return host->fail(host, YEE_MEMORY, "no memory for a field");
    for (int64_t i = 0; i < r->n; i++)
        e[i] = te ? r->e[i][1] : -r->e[i][0];
    snprintf(group, sizeof group, "field_%lld", (long long)w->number + 1);
    snprintf(set, sizeof set, "%s/e_%s", group, te ? "phi" : axis);
    snprintf(label, sizeof label, "sqrt(r) E_%s exp(jkr)", te ? "phi" : axis);
    const yee_status status =
        curve_write(host, w->results, YEE_NUMBER_C128, r->n, e,
                    &(curve){.name = set, .units = "V s/sqrt(m)", .label = label});
    return status ? status : writer_describe(w, group, title);
}

yee_status contour_write(const writer *w, int64_t n, const double *angle)
{
    const yee_host *host = w->host;
    const double least = FLOOR * w->directivity;
    char set[64], label[128], frequency[64], title[400];
    bool te = false;
    rays r;
    if (!rays_new(w, n, &r))
        return YEE_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        r.theta[i] = 0.5 * YEE_PI;
        r.phi[i] = angle[i] * YEE_PI / 180;
    }
    /* M = -n x E is across the plane where E lies in it */
    for (int i = 0; i < w->s->sheets; i++)
        te = te || (!w->s->sheet[i].electric && w->s->sheet[i].axis == w->s->invariant);
    writer_look(w, &r);
    for (int64_t i = 0; i < n; i++)
        r.v[i] = fmax(least, writer_directivity(w, r.e[i]));
    writer_label(w, frequency);
    snprintf(label, sizeof label, "%s, directivity", frequency);
    snprintf(set, sizeof set, "pattern_%lld", (long long)w->number + 1);
    snprintf(title, sizeof title, "%s: far field, %s", host->instance, frequency);
    yee_status status = curve_write(
        host, w->results, YEE_NUMBER_F64, n, r.v,
        &(curve){.name = set, .units = "1", .label = label, .x = "angle", .scale = "dB power"});
    if (!status)
        status = write_field(w, &r, te, title);
    if (status || isnan(w->scattered))
        return status;
    for (int64_t i = 0; i < n; i++)
        r.v[i] *= w->scattered;
    snprintf(label, sizeof label, "%s, scattering width over 1 m", frequency);
    snprintf(set, sizeof set, "scattering_width_%lld", (long long)w->number + 1);
    return curve_write(
        host, w->results, YEE_NUMBER_F64, n, r.v,
        &(curve){.name = set, .units = "m", .label = label, .x = "angle", .scale = "dB power"});
}
