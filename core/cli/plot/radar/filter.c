/* core/cli/plot/radar/filter.c: the arithmetic of the processing steps of radargrams. Numbers are
 * double but for the spectra, where kissfft's are float: their rounding is 1e-7 of the trace's peak. */
#include "filter.h"
#include <kiss_fftr.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <yee/types.h>

#define PI 3.14159265358979323846

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* With k from the middle of the window of n samples, the line that fits best is
 * mean + k sum(k v)/sum(k^2), and sum(k^2) = n (n^2 - 1)/12. */
bool radar_dewow(size_t rows, double *v, size_t half)
{
    double *sum = calloc(rows + 1, sizeof *sum), *moment = calloc(rows + 1, sizeof *moment);
    const bool ok = sum && moment;
    for (size_t r = 0; r < rows && ok; r++) {
        sum[r + 1] = sum[r] + v[r];
        moment[r + 1] = moment[r] + (double)r * v[r];
    }
    for (size_t r = 0; r < rows && ok; r++) {
        const size_t low = r > half ? r - half : 0;
        const size_t high = half < rows - 1 - r ? r + half : rows - 1;
        const double n = (double)(high - low + 1), middle = 0.5 * (double)(low + high);
        const double total = sum[high + 1] - sum[low];
        double value = total / n;
        if (n > 1) {
            const double k = moment[high + 1] - moment[low] - middle * total;
            value += ((double)r - middle) * 12 * k / (n * (n * n - 1));
        }
        v[r] -= value;
    }
    free(sum);
    free(moment);
    return ok;
}

bool radar_background(size_t traces, size_t rows, double *v, size_t half)
{
    double *sum = calloc(traces + 1, sizeof *sum);
    size_t *count = calloc(traces + 1, sizeof *count);
    const bool ok = sum && count;
    for (size_t r = 0; r < rows && ok; r++) {
        for (size_t t = 0; t < traces; t++) {
            const double one = v[t * rows + r];
            sum[t + 1] = sum[t] + (isfinite(one) ? one : 0);
            count[t + 1] = count[t] + isfinite(one);
        }
        for (size_t t = 0; t < traces; t++) {
            const size_t low = t > half ? t - half : 0;
            const size_t high = least(half, traces - 1 - t) + t + 1;
            if (isfinite(v[t * rows + r]))
                v[t * rows + r] -= (sum[high] - sum[low]) / (double)(count[high] - count[low]);
        }
    }
    free(sum);
    free(count);
    return ok;
}

/* From 0 at a to 1 at b, as half a period of a cosine. */
static double taper(double f, double a, double b)
{
    return f <= a ? 0 : f >= b ? 1 : 0.5 - 0.5 * cos(YEE_PI * (f - a) / (b - a));
}

double radar_band_gain(int corners, const double *corner, double f)
{
    if (corners == 4)
        return taper(f, corner[0], corner[1]) * (1 - taper(f, corner[2], corner[3]));
    if (f <= 0)
        return corner[0] > 0 ? 0 : 1;
    const double low = pow(corner[0] / f, 8), high = pow(f / corner[1], 8);
    return 1 / sqrt((1 + low) * (1 + high));
}

bool radar_band(size_t rows, double *v, double step, int corners, const double *corner)
{
    double peak = 0;
    for (size_t r = 0; r < rows; r++)
        peak = fmax(peak, fabs(v[r]));
    if (rows == 0 || !(peak > 0) || !isfinite(peak) || rows > INT_MAX / 4)
        return rows <= INT_MAX / 4;
    /* as many zeros behind the trace: what the filter spreads beyond an end does not come back at
     * the other */
    const int n = kiss_fftr_next_fast_size_real(2 * (int)rows);
    kiss_fftr_cfg to = kiss_fftr_alloc(n, 0, NULL, NULL),
                  back = kiss_fftr_alloc(n, 1, NULL, NULL);
    kiss_fft_scalar *t = calloc((size_t)n, sizeof *t);
    kiss_fft_cpx *f = calloc((size_t)n / 2 + 1, sizeof *f);
    const bool ok = to && back && t && f;
    for (size_t r = 0; r < rows && ok; r++)
        t[r] = (kiss_fft_scalar)(v[r] / peak);
    if (ok)
        kiss_fftr(to, t, f);
    for (int k = 0; k <= n / 2 && ok; k++) {
        const double gain = radar_band_gain(corners, corner, k / (n * step)) / n;
        f[k].r = (kiss_fft_scalar)(f[k].r * gain);
        f[k].i = (kiss_fft_scalar)(f[k].i * gain);
    }
    if (ok)
        kiss_fftri(back, f, t);
    for (size_t r = 0; r < rows && ok; r++)
        v[r] = peak * t[r];
    free(t);
    free(f);
    kiss_fftr_free(to);
    kiss_fftr_free(back);
    return ok;
}

/* Sums of squares over a window that slides are made of sums from the ends of blocks of its width
 * (M. van Herk, Pattern Recogn. Lett. 13 (1992) 517, for the largest number): no term is taken
 * away, and a weak echo behind a strong wave keeps its digits. */
bool radar_level(size_t rows, const double *v, size_t half, double *level)
{
    half = least(half, rows);
    const size_t width = 2 * half + 1, padded = rows + 2 * half;
    double *from = calloc(padded + 1, sizeof *from), *to = calloc(padded + 1, sizeof *to);
    const bool ok = from && to;
    for (size_t r = 0; r < rows && ok; r++)
        from[half + r] = to[half + r] = v[r] * v[r];
    for (size_t i = 1; i < padded && ok; i++)
        if (i % width)
            to[i] += to[i - 1]; /* from the beginning of its block */
    for (size_t i = padded - 1; i-- > 0 && ok;)
        if ((i + 1) % width)
            from[i] += from[i + 1]; /* to the end of its block */
    for (size_t r = 0; r < rows && ok; r++) {
        const size_t end = r + width - 1;
        const size_t low = r > half ? r - half : 0, high = least(r + half, rows - 1);
        const double sum = r % width ? from[r] + to[end] : to[end];
        level[r] = sqrt(sum / (double)(high - low + 1));
    }
    free(from);
    free(to);
    return ok;
}

bool radar_agc(size_t rows, double *v, size_t half, double floor)
{
    double *level = malloc((rows + 1) * sizeof *level);
    const bool ok = level && radar_level(rows, v, half, level);
    for (size_t r = 0; r < rows && ok; r++) {
        const double over = fmax(level[r], floor);
        v[r] = over > 0 ? v[r] / over : v[r];
    }
    free(level);
    return ok;
}

void radar_power_gain(size_t rows, double *v, double first, double step, double power,
                      double end)
{
    for (size_t r = 0; r < rows; r++) {
        const double t = first + (double)r * step;
        v[r] *= t > 0 ? pow(t / end, power) : 0;
    }
}

void radar_exponential_gain(size_t rows, double *v, double first, double step, double rate)
{
    for (size_t r = 0; r < rows; r++)
        v[r] *= exp(rate * (first + (double)r * step));
}

double radar_time(double depth, double velocity, radar_antennas a)
{
    return sqrt(4 * depth * depth + a.along * a.along + a.across * a.across) / velocity;
}

double radar_depth(double time, double velocity, radar_antennas a)
{
    const double way = velocity * time;
    const double square = way * way - a.along * a.along - a.across * a.across;
    return way >= 0 && square >= 0 ? 0.5 * sqrt(square) : NAN;
}

double radar_hyperbola(double x, double depth, double radius, double velocity, radar_antennas a)
{
    const double down = depth + radius, aside = 0.5 * a.across;
    double way = -2 * radius;
    for (int side = -1; side <= 1; side += 2) {
        const double along = x + 0.5 * side * a.along;
        way += sqrt(down * down + along * along + aside * aside);
    }
    return way / velocity;
}
