/* core/base/transform.c: from time to frequency. */
#include "transform.h"

#include <math.h>
#include <stdlib.h>
#include <yee/types.h>

double *yee_ramp(size_t count, double first, double step)
{
    double *x = malloc((count + 1) * sizeof *x);
    for (size_t i = 0; x && i < count; i++)
        x[i] = first + (double)i * step;
    return x;
}

void yee_transform(size_t count, double first, double step, const double *y, size_t n,
                   const double *f, double *re, double *im)
{
    for (size_t k = 0; k < n; k++) {
        /* the phasor turns by a fixed angle from row to row */
        const double start = -2 * YEE_PI * f[k] * first, turn = -2 * YEE_PI * f[k] * step;
        const double c = cos(turn), s = sin(turn);
        double a = cos(start), b = sin(start), sum[2] = {0, 0};
        for (size_t i = 0; i < count; i++) {
            sum[0] += y[i] * a;
            sum[1] += y[i] * b;
            const double next = a * c - b * s;
            b = a * s + b * c;
            a = next;
        }
        re[k] = sum[0] * step;
        im[k] = sum[1] * step;
    }
}

double *yee_transform_band(size_t count, double step, const double *y, size_t n)
{
    double high = 0.5 / step, *re = malloc(n * sizeof *re), *im = malloc(n * sizeof *im);
    double *f = NULL;
    if (!re || !im)
        goto done;
    /* three looks, each at what carries the signal in the last one */
    for (int pass = 0; pass < 3; pass++) {
        free(f);
        f = yee_ramp(n, 0, high / (double)(n - 1));
        if (!f)
            goto done;
        yee_transform(count, 0, step, y, n, f, re, im);
        double peak = 0, last = 0;
        for (size_t k = 0; k < n; k++)
            peak = fmax(peak, hypot(re[k], im[k]));
        for (size_t k = 0; k < n; k++)
            if (hypot(re[k], im[k]) >= 0.01 * peak)
                last = f[k];
        if (last > 0 && 1.2 * last < high)
            high = 1.2 * last;
        else
            break;
    }
    free(f);
    f = yee_ramp(n, 0, high / (double)(n - 1));
done:
    free(re);
    free(im);
    return f;
}
