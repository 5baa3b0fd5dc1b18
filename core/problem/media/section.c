/* core/problem/media/section.c: a response becomes update coefficients.
 *
 * With d = z - 1 the bilinear transform is s = (2/dt) d/(d + 2), and the charge current of a
 * pole over one step is
 *
 *     d chi(d) E = k0 d E + k1 E + (rho1 d + rho0)/(d^2 + a1 d + a0) E .
 *
 * k0 adds to inf, k1 to the loss of a step; only the last, strictly proper term needs state.
 * Writing it in d instead of z keeps a0 and a1, which are small, free of the rounding of
 * numbers near 1; R. H. Middleton and G. C. Goodwin, IEEE Trans. Autom. Control 31 (1986)
 * 1015. */
#include "section.h"

#include <complex.h>
#include <math.h>

/* The parts of a pole in the update of an edge: direct terms, and a section unless words is 0. */
typedef struct parts {
    double k0, k1;             /* relative */
    double sigma;              /* relative: S/m over base */
    double a1, a0, rho1, rho0; /* of the strictly proper rest */
    int words;
} parts;

/* (n2 d^2 + n1 d + n0)/(d^2 + a1 d + a0) */
static parts second_order(const yee_pole *p, double dt)
{
    const double a = 4.0 * p->d2 + 2.0 * dt * p->d1 + p->d0 * dt * dt;
    const double b1 = dt * p->b1 / a, b0 = dt * dt * p->b0 / a;
    const double n2 = 2.0 * b1 + b0, n1 = 4.0 * b1 + 4.0 * b0, n0 = 4.0 * b0;
    const double a0 = 4.0 * p->d0 * dt * dt / a, a1 = 4.0 * dt * p->d1 / a + a0;
    const double m1 = n1 - n2 * a1, m0 = n0 - n2 * a0;
    return (parts){.k0 = n2,
                   .k1 = m1,
                   .a1 = a1,
                   .a0 = a0,
                   .rho1 = m0 - m1 * a1,
                   .rho0 = -m1 * a0,
                   .words = a0 == 0.0 ? 1 : 2};
}

/* d2 = 0: numerator and denominator share the factor d + 2, (n1 d + n0)/(d + a0) is left. */
static parts first_order(const yee_pole *p, double dt)
{
    const double a = 2.0 * p->d1 + p->d0 * dt;
    const double n1 = (2.0 * p->b1 + p->b0 * dt) / a, n0 = 2.0 * p->b0 * dt / a;
    const double a0 = 2.0 * p->d0 * dt / a, m = n0 - n1 * a0;
    return (parts){.k0 = n1, .k1 = m, .a1 = a0, .rho1 = -m * a0, .words = 1};
}

static parts split(const yee_pole *p, double dt)
{
    if (p->b1 == 0.0 && p->b0 == 0.0)
        return (parts){.words = 0};
    if (p->d2 != 0.0)
        return second_order(p, dt);
    if (p->d0 == 0.0) /* b1/d1 + (b0/d1)/s: a constant and a conductivity */
        return (parts){.k0 = p->b1 / p->d1, .sigma = p->b0 / p->d1};
    if (p->d1 == 0.0 && p->b1 == 0.0)
        return (parts){.k0 = p->b0 / p->d0};
    return first_order(p, dt);
}

void yee_update_make(const yee_response *response, double base, double dt, yee_update *update,
                     yee_section *sections)
{
    double direct = response->inf, loss = 0.0, sigma = response->sigma;
    double square = 0.0; /* of the poles */
    update->section = 0;
    update->sections = 0;
    for (size_t i = 0; i < response->pole_count; i++) {
        const parts p = split(&response->poles[i], dt);
        direct += p.k0;
        loss += p.k1;
        sigma += p.sigma * base;
        yee_section own = {.c1 = p.a1,
                           .c0 = p.a0,
                           .r1 = p.rho1 * base / dt,
                           .rd = p.rho0 * base / dt,
                           .words = p.words};
        yee_pole_energy(&response->poles[i], base, dt, &square, own.energy);
        if (base == YEE_MU0)
            own.energy[0] += 0.5 * dt; /* -dt/2 H curl E, see below */
        if (p.words)
            sections[update->sections++] = own;
    }
    const double a = base / dt * direct + 0.5 * sigma;
    update->ca = 1.0 - (sigma + base / dt * loss) / a;
    update->cb = 1.0 / a;
    update->energy[0] = 0.5 * base * response->inf + square;
    update->energy[1] = 0.0;
    if (base == YEE_MU0) { /* -curl E = ((next H) - ca H)/cb + sum s1 */
        update->energy[0] =
            0.5 * (base * (response->inf - direct + loss) + 0.5 * dt * sigma) + square;
        update->energy[1] = 0.5 * (base * direct + 0.5 * dt * sigma);
    }
}

double yee_section_radius(const yee_section *section)
{
    if (section->words == 1)
        return fabs(1.0 - section->c1);
    /* z = 1 - c1/2 +- sqrt(c1^2/4 - c0); the product of the roots is 1 - c1 + c0. */
    const double half = 0.5 * section->c1, square = half * half - section->c0;
    if (square < 0.0)
        return sqrt(fabs(1.0 - section->c1 + section->c0));
    return fabs(1.0 - half) + sqrt(square);
}

static double complex chi(const yee_pole *p, double complex s)
{
    return (p->b1 * s + p->b0) / ((p->d2 * s + p->d1) * s + p->d0);
}

/* The value, and the sum of the magnitudes of its terms as a measure of its rounding; scale NULL:
 * that is not asked for. */
static inline double complex value(const yee_response *r, double base, double omega,
                                   double *scale)
{
    const double complex s = I * omega;
    double complex sum = r->inf;
    double all = fabs(r->inf);
    if (r->sigma != 0.0) {
        sum += r->sigma / (s * base);
        all += fabs(r->sigma / (omega * base));
    }
    for (size_t i = 0; i < r->pole_count; i++) {
        const double complex term = chi(&r->poles[i], s);
        sum += term;
        if (scale)
            all += cabs(term);
    }
    if (scale)
        *scale = all;
    return sum;
}

yee_complex yee_response_value(const yee_response *response, double base, double omega)
{
    const double complex v = value(response, base, omega, NULL);
    return (yee_complex){creal(v), cimag(v)};
}

/* From z E = ca E + cb (C - S E) and C = e^{j omega dt/2} j Omega base eps E, Omega = (2/dt)
 * sin(omega dt/2). */
yee_complex yee_update_value(const yee_update *update, const yee_section *section, double base,
                             double dt, double omega)
{
    const double x = 0.5 * omega * dt, big = 2.0 / dt * sin(x);
    const double complex turn = cos(x) + I * sin(x);
    const double complex d = 2.0 * I * sin(x) * turn;
    double complex sum = (d + (1.0 - update->ca)) / update->cb;
    for (int i = 0; i < update->sections; i++) {
        const yee_section *s = &section[update->section + i];
        sum += s->words == 1 ? s->r1 / (d + s->c1)
                             : (s->r1 * d + s->rd) / ((d + s->c1) * d + s->c0);
    }
    const double complex v = sum / turn / (I * big * base);
    return (yee_complex){creal(v), cimag(v)};
}

static bool active(const yee_response *r, double base, double omega)
{
    double scale;
    return cimag(value(r, base, omega, &scale)) > 1e-12 * scale;
}

/* Every term loses energy by itself, or none: with s = j omega
 *
 *     Im chi = -omega (b0 d1 - b1 d0 + b1 d2 omega^2)/|d2 s^2 + d1 s + d0|^2 . */
static bool each_passive(const yee_response *r)
{
    bool yes = r->sigma >= 0;
    for (size_t i = 0; yes && i < r->pole_count; i++) {
        const yee_pole *p = &r->poles[i];
        yes = p->b0 * p->d1 >= p->b1 * p->d0 && p->b1 * p->d2 >= 0;
    }
    return yes;
}

bool yee_response_passive(const yee_response *response, double base, double low, double high,
                          double *omega)
{
    enum { SAMPLES = 400 };
    if (each_passive(response))
        return true;
    if (low <= 0.0)
        low = 1e-9 * high;
    /* Narrow lines hide between samples, so every pole's own frequency is looked at too. */
    for (size_t i = 0; i < response->pole_count; i++) {
        const yee_pole *p = &response->poles[i];
        const double own = p->d2 != 0.0 ? sqrt(fabs(p->d0 / p->d2)) : fabs(p->d0 / p->d1);
        if (own >= low && own <= high && active(response, base, own)) {
            *omega = own;
            return false;
        }
    }
    for (int i = 0; i <= SAMPLES; i++) {
        const double at = low * pow(high / low, (double)i / SAMPLES);
        if (active(response, base, at)) {
            *omega = at;
            return false;
        }
    }
    return true;
}
