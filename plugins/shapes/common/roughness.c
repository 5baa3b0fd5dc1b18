/* plugins/shapes/common/roughness.c: surfaces whose heights are a random field. */
#include "surface.h"

#include <math.h>

enum { POINTS = 256 }; /* along the longer side of a random surface */

/* Brings heights as they come to those that the keys ask for. */
static yee_status scale(const yee_host *host, const rough_keys *c, int64_t points,
                        double *height)
{
    double least = height[0], most = height[0], mean = 0, square = 0;
    if (!isnan(c->low) && !(c->high >= c->low))
        return host->fail(host, YEE_INPUT, "high = %g m is below low = %g m", c->high, c->low);
    for (int64_t n = 0; n < points; n++) {
        least = fmin(least, height[n]);
        most = fmax(most, height[n]);
        mean += height[n] / (double)points;
    }
    for (int64_t n = 0; n < points; n++)
        square += (height[n] - mean) * (height[n] - mean) / (double)points;
    const bool limits = !isnan(c->low);
    const double from = limits ? least : mean, to = limits ? c->low : c->level;
    const double spread = limits ? most - least : sqrt(square);
    const double factor = spread > 0 ? (limits ? c->high - c->low : c->rms) / spread : 0;
    for (int64_t n = 0; n < points; n++)
        height[n] = to + (height[n] - from) * factor;
    return YEE_OK;
}

/* Heights as they come, on the lattice of the surface. */
static yee_status draw(const yee_host *host, const field_keys *keys, surface *s,
                       double **height)
{
    field f;
    double step[3] = {0, 0, 0};
    const double side[2] = {s->hi[s->u] - s->lo[s->u], s->hi[s->v] - s->lo[s->v]};
    step[s->u] = step[s->v] =
        isnan(keys->resolution) ? fmax(side[0], side[1]) / POINTS : keys->resolution;
    const yee_status status = field_make(host, keys, 1, s->lo, s->hi, step, &f);
    if (status)
        return status;
    const int axis[2] = {s->u, s->v};
    for (int e = 0; e < 2; e++) {
        s->n[e] = f.n[axis[e]];
        s->step[e] = f.step[axis[e]];
        s->first[e] = f.lo[axis[e]] + 0.5 * s->step[e];
    }
    *height = host->alloc(host, (size_t)(s->n[0] * s->n[1]) * sizeof **height);
    for (int64_t i = 0; *height && i < s->n[0]; i++)
        for (int64_t j = 0; j < s->n[1]; j++)
            (*height)[i * s->n[1] + j] = f.value[i * f.row[s->u] + j * f.row[s->v]];
    field_free(&f);
    return *height ? YEE_OK
                   : host->fail(host, YEE_MEMORY, "no memory for %lld x %lld heights",
                                (long long)s->n[0], (long long)s->n[1]);
}

yee_status surface_random(const yee_host *host, const rough_keys *keys, surface *s)
{
    double *height;
    yee_status status;
    if ((status = draw(host, &keys->field, s, &height)) ||
        (status = scale(host, keys, s->n[0] * s->n[1], height)))
        return status;
    return surface_set(host, s, height);
}
