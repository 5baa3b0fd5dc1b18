/* plugins/posts/far_field/writer.c: groups of a far field's patterns, and the fields of
 * directions. */
#include "writer.h"
#include "beam.h"
#include "radiation.h"
#include <math.h>
#include <stdio.h>

/* -- groups -- */

const char *writer_label(const writer *w, char label[64])
{
    const double scale = w->f >= 1e12 ? 1e12 : w->f >= 1e9 ? 1e9 : 1e6;
    snprintf(label, 64, "%.4g %s", w->f / scale,
             w->f >= 1e12  ? "THz"
             : w->f >= 1e9 ? "GHz"
                           : "MHz");
    return label;
}

yee_status writer_describe(const writer *w, const char *group, const char *title)
{
    const yee_record *record = w->host->extension(w->host, YEE_RECORD);
    yee_file *file = record ? record->file(w->host, NULL) : NULL;
    char path[512];
    const char axis[] = {'-', "xyz"[w->s->frame.axis[2]], 0};
    const double degrees = w->keys->copolar * 180 / YEE_PI;
    snprintf(path, sizeof path, "%s/%s", w->results->group, group);
    yee_status status = file ? record->text(w->host, file, path, "title", title) : YEE_IO;
    if (!status)
        status = record->numbers(w->host, file, path, "frequency", YEE_NUMBER_F64, 1, &w->f);
    if (!status)
        status =
            record->numbers(w->host, file, path, "origin", YEE_NUMBER_F64, 3, w->keys->origin);
    if (!status)
        status =
            record->text(w->host, file, path, "axis", axis + (w->s->frame.sign[2] > 0 ? 1 : 0));
    return status || w->s->invariant >= 0
               ? status
               : record->numbers(w->host, file, path, "copolar", YEE_NUMBER_F64, 1, &degrees);
}

/* -- directions -- */

bool rays_new(const writer *w, int64_t n, rays *r)
{
    const yee_host *host = w->host;
    const size_t bytes = (size_t)n * sizeof(double);
    *r = (rays){n, host->alloc(host, bytes), host->alloc(host, bytes),
                host->alloc(host, (size_t)n * sizeof *r->e), host->alloc(host, bytes)};
    if (r->theta && r->phi && r->e && r->v)
        return true;
    host->fail(host, YEE_MEMORY, "no memory for %lld directions", (long long)n);
    return false;
}

void writer_look(const writer *w, rays *r)
{
    surface_fields(w->s, w->number, w->f, w->keys->origin, r->n, r->theta, r->phi, r->e);
    for (int64_t i = 0; i < r->n; i++)
        if (beam_behind(w->s, r->theta[i], r->phi[i]))
            r->e[i][0] = r->e[i][1] = 0;
}

double writer_directivity(const writer *w, const double complex e[2])
{
    return surface_around(w->s) * surface_intensity(w->s, e) / w->power;
}
