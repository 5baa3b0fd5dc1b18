/* sources/plane_wave/wave.c: the plane wave that an unbounded uniform grid carries, exactly. */
#include "wave.h"
#include <math.h>

double complex wave_response(const yee_response *r, double base, double complex s)
{
    double complex sum = r->inf + (r->sigma != 0 ? r->sigma / (s * base) : 0);
    for (size_t n = 0; n < r->pole_count; n++) {
        const yee_pole *p = &r->poles[n];
        sum += (p->b1 * s + p->b0) / ((p->d2 * s + p->d1) * s + p->d0);
    }
    return sum;
}

bool wave_conducts(const yee_response *r)
{
    for (size_t n = 0; n < r->pole_count; n++)
        if (r->poles[n].d0 == 0)
            return true;
    return r->sigma != 0;
}

double complex wave_rate(const struct wave *w, double complex omega, double complex *s)
{
    double complex rate = 0, mean = 0;
    for (int n = 0; n < YEE_TIME_LEVELS; n++) {
        const double complex turn = cexp(I * (0.5 - n) * omega * w->dt);
        rate += w->rate[n] * turn / w->dt;
        mean += w->mean[n] * turn;
    }
    *s = rate / mean;
    return rate;
}

/* The symbols of the differences of both curls at wave number k. */
struct symbols {
    double complex of[2][3][3]; /* 1/m, [H, E][axis][updated] */
};

static struct symbols symbols_of(const struct wave *w, double complex k)
{
    struct symbols x = {0};
    double complex cosine[3] = {1, 1, 1};
    for (int a = 0; a < 3; a++)
        if (w->spacing[a] > 0)
            cosine[a] = ccos(k * w->direction[a] * w->spacing[a]);
    for (int a = 0; a < 3; a++)
        for (int p = 0; p < YEE_PAIRS && w->spacing[a] > 0; p++) {
            const double complex sine =
                2 / w->spacing[a] * csin((p + 0.5) * k * w->direction[a] * w->spacing[a]);
            for (int e = 0; e < 2; e++)
                for (int n = 1; n < 3; n++) {
                    const int d = (a + n) % 3;
                    const double *v = w->w[e][a][d][p];
                    const double complex one = cosine[d], other = cosine[3 - a - d];
                    x.of[e][a][d] += sine * (v[0] + 2 * v[1] * one + 2 * v[2] * other +
                                             4 * v[3] * one * other);
                }
        }
    return x;
}

/* The curl of f with these symbols: of E (e = 0), or of H in the update of E (e = 1). */
static void curl(const struct symbols *x, int e, const double complex f[3],
                 double complex out[3])
{
    for (int d = 0; d < 3; d++) {
        const int a = (d + 1) % 3, b = (d + 2) % 3;
        out[d] = x->of[e][a][d] * f[b] - x->of[e][b][d] * f[a];
    }
}

/* Q, half the trace of -C' C. */
static double complex square_of(const struct wave *w, double complex k)
{
    const struct symbols x = symbols_of(w, k);
    double complex sum = 0;
    for (int a = 0; a < 3; a++)
        for (int n = 1; n < 3; n++)
            sum += 0.5 * x.of[0][a][(a + n) % 3] * x.of[1][a][(a + 3 - n) % 3];
    return sum;
}

double complex wave_number(const struct wave *w, double complex continuous)
{
    double complex k = continuous, move = 0;
    const double complex square = k * k;
    for (int n = 0; n < 50; n++) {
        const double complex near = 1e-5 * k;
        const double complex slope =
            (square_of(w, k + near) - square_of(w, k - near)) / (2 * near);
        if (slope == 0)
            break;
        move = (square_of(w, k) - square) / slope;
        k -= move;
        if (cabs(move) <= 1e-15 * cabs(k))
            break;
    }
    return cabs(move) <= 1e-9 * cabs(k) ? k : NAN;
}

double complex wave_amplitude(const struct wave *w, const struct wave_stage *s, size_t n,
                              int component)
{
    const double complex omega = s->omega[n];
    double complex p[3], h[3], e[3], square = 0, z;
    struct symbols x;

    if (omega != 0)
        x = symbols_of(w, s->k[n]);
    for (int a = 0; a < 3; a++) {
        for (int d = 0; d < 3 && omega == 0; d++) /* only the direction counts */
            x.of[0][a][d] = x.of[1][a][d] = w->direction[a];
        p[a] = w->amplitude * w->polarization[a];
    }
    for (int a = 0; a < 3; a++)
        for (int d = 1; d < 3; d++)
            square += 0.5 * x.of[0][a][(a + d) % 3] * x.of[1][a][(a + 3 - d) % 3];
    curl(&x, 0, p, h);
    curl(&x, 1, h, e);
    for (int a = 0; a < 3; a++)
        e[a] /= -square;
    if (component < 3)
        return e[component];
    curl(&x, 0, e, h);
    if (omega != 0) {
        const double complex rate = wave_rate(w, omega, &z);
        return h[component - 3] / (rate / I * YEE_MU0 * wave_response(&w->mu, YEE_MU0, z));
    }
    return h[component - 3] *
           csqrt(wave_response(&w->eps, YEE_EPS0, 0) / wave_response(&w->mu, YEE_MU0, 0)) /
           YEE_ETA0;
}
