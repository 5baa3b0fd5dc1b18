/* core/selftest/waves.c: the waves of a model in the grid of its scheme. */
#include "waves.h"
#include "plugin/call.h"
#include "problem/paint.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double complex value(const yee_response *r, double base, double omega)
{
    const yee_complex v = yee_response_value(r, base, omega);
    return v.re + I * v.im;
}

/* The wave of the largest index over the directions. */
static void solve(const yee_material *law, yee_wave *w)
{
    double complex n2 = 0;
    for (int q = 0; q < 3; q++)
        for (int r = 0; r < 3; r++) {
            const double complex now = value(&law->electric[q], YEE_EPS0, w->omega) *
                                       value(&law->magnetic[r], YEE_MU0, w->omega);
            n2 = cabs(now) > cabs(n2) ? now : n2;
        }
    const double complex index = csqrt(n2); /* creal >= 0 */
    w->beta = creal(index) * w->omega / YEE_C0;
    w->decay = fabs(cimag(index)) * w->omega / YEE_C0;
}

static double largest(const double width[3])
{
    return fmax(width[0], fmax(width[1], width[2]));
}

/* A shape may have made any number of materials. Those of the n with the shortest and the longest
 * wave in cells, and the one that lets the least in, stand for all. */
static void keep_extremes(size_t n, yee_wave *wave)
{
    size_t kept[3] = {n, n, n};
    for (size_t i = 0; i < n; i++) {
        const double width = largest(wave[i].width), beta = wave[i].beta * width;
        if (!yee_wave_travels(&wave[i])) {
            const double decay = wave[i].decay * width;
            if (decay > 0 &&
                (kept[2] == n || decay > wave[kept[2]].decay * largest(wave[kept[2]].width)))
                kept[2] = i;
            continue;
        }
        if (kept[0] == n || beta > wave[kept[0]].beta * largest(wave[kept[0]].width))
            kept[0] = i;
        if (kept[1] == n || beta < wave[kept[1]].beta * largest(wave[kept[1]].width))
            kept[1] = i;
    }
    for (size_t i = 0; i < n; i++)
        if (i != kept[0] && i != kept[1] && i != kept[2])
            wave[i] = (yee_wave){.omega = wave[i].omega};
}

size_t yee_waves_made(const yee_model *m, size_t first)
{
    const yee_voxel_material *own = m->voxels->own;
    size_t n = first;
    while (n < m->materials && own[first].object && own[n].object == own[first].object)
        n++;
    return n - first;
}

yee_wave *yee_waves_new(const yee_model *m, double frequency)
{
    yee_wave *wave = calloc(m->materials, sizeof *wave);
    double(*width)[3] = calloc(m->materials, sizeof *width);
    if (!wave || !width) {
        free(wave);
        free(width);
        return NULL;
    }
    yee_voxels_widest(m->voxels, width);
    for (size_t i = 0; i < m->materials; i++)
        memcpy(wave[i].width, width[i], sizeof width[i]);
    free(width);
    yee_waves_tune(m, frequency, wave);
    for (size_t i = 0, made; i < m->materials; i += made ? made : 1) {
        made = yee_waves_made(m, i);
        keep_extremes(made, wave + i);
    }
    return wave;
}

void yee_waves_tune(const yee_model *m, double frequency, yee_wave *wave)
{
    for (size_t i = 0; i < m->materials; i++) {
        const double *d = wave[i].width;
        wave[i].omega = 2 * YEE_PI * frequency;
        if (d[0] + d[1] + d[2] > 0 && m->material[i]->conductor == YEE_NOT_CONDUCTOR)
            solve(m->material[i], &wave[i]);
    }
}

bool yee_wave_travels(const yee_wave *w) { return w->beta > 0 && w->decay <= 0.5 * w->beta; }

double yee_wave_number(const yee_model *m, const yee_wave *w, const double direction[3])
{
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    double low = 0.5 * w->beta, high = 4 * w->beta, k[3], sign = 0;
    for (int a = 0; a < 3; a++) /* no grid carries more than half a period per cell */
        if (fabs(direction[a]) * w->width[a] > 0)
            high = fmin(high, YEE_PI / (fabs(direction[a]) * w->width[a]));
    if (!(high > low))
        return NAN;
    for (int pass = -2; pass < 60; pass++) {
        const double middle = pass == -2 ? low : pass == -1 ? high : 0.5 * (low + high);
        for (int a = 0; a < 3; a++)
            k[a] = middle * direction[a];
        const double now = YEE_CALL(m->scheme, ops, dispersion, m->scheme->config, w->width,
                                    m->problem.grid.dt, w->omega / w->beta, w->omega, k);
        if (pass == -2)
            sign = now;
        else if (pass == -1 && !(sign * now < 0))
            return NAN;
        else if (pass >= 0 && now * sign > 0)
            low = middle;
        else if (pass >= 0)
            high = middle;
    }
    return 0.5 * (low + high);
}

/* An octant of directions: the errors of a lattice are alike in all of them. */
static double direction_error(const yee_model *m, const yee_wave *w)
{
    enum { PARTS = 12 }; /* of a right angle */
    double worst = 0;
    for (int t = 0; t <= PARTS; t++)
        for (int p = 0; p <= PARTS; p++) {
            const double theta = 0.5 * YEE_PI * t / PARTS, phi = 0.5 * YEE_PI * p / PARTS;
            double u[3] = {sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta)}, norm = 0;
            for (int a = 0; a < 3; a++) {
                u[a] = m->problem.grid.axis[a].invariant || fabs(u[a]) < 1e-12 ? 0 : u[a];
                norm = hypot(norm, u[a]);
            }
            if (norm < 1e-12)
                continue;
            for (int a = 0; a < 3; a++)
                u[a] /= norm;
            const double k = yee_wave_number(m, w, u);
            worst = isnan(k) ? INFINITY : fmax(worst, fabs(k / w->beta - 1));
        }
    return worst;
}

double yee_waves_error(const yee_model *m)
{
    yee_wave *wave = m->band[1] > 0 ? yee_waves_new(m, m->band[1]) : NULL;
    double worst = NAN;
    for (size_t i = 0; wave && i < m->materials; i++)
        if (yee_wave_travels(&wave[i]))
            worst = fmax(worst, direction_error(m, &wave[i])); /* fmax skips NaN */
    free(wave);
    return worst;
}
