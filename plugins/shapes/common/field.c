/* plugins/shapes/common/field.c: a random field of a given spectrum in a box.
 *
 * One inverse transform (kissfft: one thread, no instructions of certain processors, so that a
 * seed is one field everywhere but for the rounding of the C library's functions). Power
 * spectra in E dimensions of the correlations exp(-(r/l)^2), exp(-r/l), and T. von Karman's,
 * J. Aeronaut. Sci. 15 (1948) 520, with exponent H:
 *
 *     exp(-(k l)^2/4),  (1 + (k l)^2)^(-(E + 1)/2),  (1 + (k l)^2)^(-(H + E/2))
 *
 * A(k) is their square root; P. M. Shearer, Introduction to Seismology (Cambridge, 2nd ed.
 * 2009), and H. Sato, M. C. Fehler and T. Maeda, Seismic Wave Propagation and Scattering in
 * the Heterogeneous Earth (Springer, 2nd ed. 2012). The mean is 0; the height is as it comes,
 * for those who use a field scale it. */
#include "field.h"
#include "philox.h"

#include <kiss_fftr.h>
#include <math.h>
#include <stdlib.h>

#define MOST_POINTS 2e9 /* of a lattice */
#define SLACK 1e-6      /* of a box: a point on a side must not depend on rounding */

/* A lattice at work: axes that vary, in their order, behind axes of one point. */
typedef struct lattice {
    const field_keys *keys;
    int axis[3], dims[3];
    int rank;
    double wave[3]; /* 2 pi/L times the weight, 1/m */
    double exponent;
} lattice;

static yee_status check(const yee_host *host, const field_keys *k)
{
    const bool power = k->spectrum == FIELD_POWER_LAW;
    if (power && isnan(k->exponent) && isnan(k->hurst))
        return host->fail(host, YEE_INPUT, "spectrum = power_law needs exponent or hurst");
    if (!power && isnan(k->correlation))
        return host->fail(host, YEE_INPUT,
                          "correlation is missing; this spectrum needs a length");
    if (k->spectrum == FIELD_VON_KARMAN && isnan(k->hurst))
        return host->fail(host, YEE_INPUT, "spectrum = von_karman needs hurst");
    if (!isnan(k->exponent) && !power)
        return host->fail(host, YEE_INPUT, "exponent goes with spectrum = power_law only");
    return YEE_OK;
}

static double amplitude(const lattice *l, double k2)
{
    const field_keys *keys = l->keys;
    const double kl2 = k2 * keys->correlation * keys->correlation;
    switch (keys->spectrum) {
    case FIELD_GAUSSIAN:
        return exp(-kl2 / 8);
    case FIELD_EXPONENTIAL:
        return pow(1 + kl2, -0.25 * (l->rank + 1));
    case FIELD_VON_KARMAN:
        return pow(1 + kl2, -0.5 * l->exponent);
    default:
        return pow(k2, -0.5 * l->exponent);
    }
}

/* The wave number of an index, -n/2 < m < n/2; those at n/2 have no sign and stay out. */
static int64_t signed_index(int64_t i, int n) { return 2 * i < n ? i : i - n; }

/* Half a box from the lattice's corner to the middle of the first box: exp(j pi m/n) of every
 * index, shape [n]. NULL: no memory. */
static kiss_fft_cpx *half_steps(int n)
{
    kiss_fft_cpx *turn = malloc((size_t)n * sizeof *turn);
    for (int i = 0; turn && i < n; i++) {
        const double angle = YEE_PI * (double)signed_index(i, n) / n;
        turn[i] = (kiss_fft_cpx){(float)cos(angle), (float)sin(angle)};
    }
    return turn;
}

static kiss_fft_cpx product(kiss_fft_cpx a, kiss_fft_cpx b)
{
    return (kiss_fft_cpx){a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r};
}

/* The wave with the whole numbers m along the axes of the grid, and its conjugate for -m. */
static kiss_fft_cpx wave(const lattice *l, uint32_t stream, const int64_t m[3], double k2)
{
    int64_t first = 0;
    for (int a = 2; a >= 0; a--)
        first = m[a] ? m[a] : first;
    const int64_t sign = first < 0 ? -1 : 1;
    const philox random = philox_at((uint64_t)l->keys->seed, (uint32_t)(sign * m[0]),
                                    (uint32_t)(sign * m[1]), (uint32_t)(sign * m[2]), stream);
    double c[2];
    philox_normal(random.v, c);
    const double scale = amplitude(l, k2);
    return (kiss_fft_cpx){(float)(scale * c[0]), (float)((double)sign * scale * c[1])};
}

/* False: no memory. */
static bool fill(const lattice *l, uint32_t stream, kiss_fft_cpx *out)
{
    const int *n = l->dims, half = n[2] / 2 + 1;
    kiss_fft_cpx *turn[3];
    for (int d = 0; d < 3; d++)
        turn[d] = half_steps(n[d]);
    const bool ok = turn[0] && turn[1] && turn[2];
    for (int64_t line = 0; ok && line < (int64_t)n[0] * n[1]; line++) {
        const int64_t i = line / n[1], j = line % n[1];
        const kiss_fft_cpx across = product(turn[0][i], turn[1][j]);
        for (int64_t k = 0; k < half; k++) {
            const int64_t own[3] = {signed_index(i, n[0]), signed_index(j, n[1]), k};
            int64_t m[3] = {0, 0, 0};
            double k2 = 0;
            bool edge = false;
            for (int d = 0; d < 3; d++) {
                edge = edge || (n[d] > 1 && 2 * llabs(own[d]) == n[d]);
                if (l->axis[d] < 0)
                    continue;
                m[l->axis[d]] = own[d];
                const double w = l->wave[d] * (double)own[d];
                k2 += w * w;
            }
            out[line * half + k] = edge || !(k2 > 0) ? (kiss_fft_cpx){0, 0}
                                                     : product(wave(l, stream, m, k2),
                                                               product(across, turn[2][k]));
        }
    }
    for (int d = 0; d < 3; d++)
        free(turn[d]);
    return ok;
}

enum { LINES = 16 }; /* that are gathered together, neighbours in memory */

/* Transforms `lines` lines of n waves in place, the points of each `stride` apart. False: no
 * memory. / */
static bool transform_lines(int n, int64_t lines, int64_t stride, kiss_fft_cpx *at)
{
    kiss_fft_cfg plan = kiss_fft_alloc(n, 1, NULL, NULL);
    kiss_fft_cpx *in = malloc((size_t)n * LINES * sizeof *in);
    kiss_fft_cpx *out = malloc((size_t)n * LINES * sizeof *out);
    const bool ok = plan && in && out;
    for (int64_t first = 0; ok && first < lines; first += LINES) {
        const int64_t count = lines - first < LINES ? lines - first : LINES;
        for (int i = 0; i < n; i++)
            for (int64_t q = 0; q < count; q++)
                in[q * n + i] = at[i * stride + first + q];
        for (int64_t q = 0; q < count; q++)
            kiss_fft(plan, in + q * n, out + q * n);
        for (int i = 0; i < n; i++)
            for (int64_t q = 0; q < count; q++)
                at[i * stride + first + q] = out[q * n + i];
    }
    free(in);
    free(out);
    kiss_fft_free(plan);
    return ok;
}

/* Waves of shape [n0][n1][n2/2 + 1] to values of shape [n0][n1][n2]. False: no memory. */
static bool transform(const int n[3], kiss_fft_cpx *waves, float *value)
{
    const int64_t half = n[2] / 2 + 1;
    bool ok = n[0] == 1 || transform_lines(n[0], n[1] * half, n[1] * half, waves);
    for (int64_t i = 0; ok && n[1] > 1 && i < n[0]; i++)
        ok = transform_lines(n[1], half, half, waves + i * n[1] * half);
    kiss_fftr_cfg plan = kiss_fftr_alloc(n[2], 1, NULL, NULL);
    ok = ok && plan;
    for (int64_t line = 0; ok && line < (int64_t)n[0] * n[1]; line++)
        kiss_fftri(plan, waves + line * half, value + line * n[2]);
    kiss_fftr_free(plan);
    return ok;
}

static yee_status make(const yee_host *host, const lattice *l, uint32_t stream, field *f)
{
    const int *n = l->dims;
    const size_t lines = (size_t)n[0] * (size_t)n[1];
    kiss_fft_cpx *waves = malloc(lines * (size_t)(n[2] / 2 + 1) * sizeof *waves);
    f->value = malloc(lines * (size_t)n[2] * sizeof *f->value);
    bool ok = waves && f->value;
    ok = ok && fill(l, stream, waves) && transform(n, waves, f->value);
    free(waves);
    if (ok)
        return YEE_OK;
    field_free(f);
    return host->fail(host, YEE_MEMORY, "no memory for a random field of %d x %d x %d points",
                      n[0], n[1], n[2]);
}

/* At least so many, even, with no prime factor above 5. */
static int fast_size(double least)
{
    int n = (int)fmax(2, ceil(least * (1 - 1e-9)));
    for (n += n % 2;; n += 2) {
        int rest = n;
        for (int p = 2; p < 6; p++)
            while (rest % p == 0)
                rest /= p;
        if (rest == 1)
            return n;
    }
}

yee_status field_make(const yee_host *host, const field_keys *keys, uint32_t stream,
                      const double lo[3], const double hi[3], const double step[3], field *out)
{
    lattice l = {.keys = keys, .axis = {-1, -1, -1}, .dims = {1, 1, 1}};
    double points = 1;
    yee_status status = check(host, keys);
    if (status)
        return status;
    for (int a = 0; a < 3; a++)
        l.rank += step[a] > 0;
    *out = (field){.n = {1, 1, 1}};
    for (int a = 0, d = 3 - l.rank; a < 3; a++) {
        const double length = (hi[a] - lo[a]) * (keys->periodic ? 1 : 2);
        out->lo[a] = lo[a];
        out->step[a] = hi[a] - lo[a];
        if (!(step[a] > 0))
            continue;
        points *= length / step[a];
        if (!(points < MOST_POINTS))
            return host->fail(host, YEE_INPUT,
                              "a random field of more than %g points is too large; give a "
                              "coarser resolution than %g m",
                              MOST_POINTS, step[a]);
        l.axis[d] = a;
        l.dims[d] = fast_size(length / step[a]);
        l.wave[d] = 2 * YEE_PI / length * keys->weights.v[a];
        out->step[a] = length / l.dims[d];
        out->n[a] = keys->periodic ? l.dims[d] : l.dims[d] / 2;
        d++;
    }
    int64_t row = 1;
    for (int d = 2; d >= 0; d--) {
        if (l.axis[d] >= 0)
            out->row[l.axis[d]] = row;
        row *= l.dims[d];
    }
    l.exponent = isnan(keys->hurst) ? keys->exponent : keys->hurst + 0.5 * l.rank;
    return make(host, &l, stream, out);
}

void field_free(field *f)
{
    free(f->value);
    f->value = NULL;
}

float field_nearest(const field *f, const double at[3])
{
    int64_t index = 0;
    for (int a = 0; a < 3; a++) {
        const int64_t i = (int64_t)floor((at[a] - f->lo[a]) / f->step[a] + SLACK);
        index += f->row[a] * (i < 0 ? 0 : i < f->n[a] ? i : f->n[a] - 1);
    }
    return f->value[index];
}
