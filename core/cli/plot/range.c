/* core/cli/plot/range.c: what the colours of an image stand for. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>

static int order(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A range that near-source peaks do not stretch: what 95 % of the points that carry a field
 * stay below, and not less than a hundredth of the peak. */
static double common_size(const plot_image *m, double peak)
{
    const size_t count = m->nx * m->ny;
    double range = 0, *size = malloc(count * sizeof *size);
    size_t kept = 0;
    for (size_t i = 0; size && i < count; i++)
        if (isfinite(m->v[i]) && fabs(m->v[i]) > 1e-4 * peak)
            size[kept++] = fabs(m->v[i]);
    if (kept) {
        qsort(size, kept, sizeof *size, order);
        range = size[(size_t)(0.95 * (double)(kept - 1))];
    }
    free(size);
    return fmax(range, 0.01 * peak);
}

plot_range plot_range_of(plot *p, const plot_image *m)
{
    plot_range r = {.least = INFINITY, .most = -INFINITY};
    for (size_t i = 0; i < m->nx * m->ny; i++)
        if (isfinite(m->v[i])) {
            r.least = fmin(r.least, m->v[i]);
            r.most = fmax(r.most, m->v[i]);
        }
    if (r.least > r.most)
        r.least = r.most = 0;
    p->ranged = true;
    if (m->common)
        return *m->common;
    if (isfinite(p->look->low)) {
        r.low = p->look->low;
        r.high = p->look->high;
        return r;
    }
    r.low = m->low;
    r.high = m->high;
    if (m->low == 0 && m->high == 0) {
        const double peak = fmax(fabs(r.least), fabs(r.most));
        r.high = m->field && !p->look->full ? common_size(m, peak) : peak;
        r.high = r.high > 0 ? r.high : 1;
        r.low = m->sign ? -r.high : 0;
    }
    return r;
}
