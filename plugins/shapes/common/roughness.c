/* plugins/shapes/common/roughness.c: surfaces whose heights are a random field. */
#include "surface.h"

#include <math.h>

enum { POINTS = 512 }; /* along the longer side of a random surface */

yee_status surface_random(const yee_host *host, const field_keys *keys, surface *s,
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
