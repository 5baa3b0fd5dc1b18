/* materials/graphene/interband.c: transitions between the bands of graphene, and their fit.
 *
 *     Y(s) = g + s C + sum a_p s/(s^2 + 2 gamma_p s + omega_p^2),   g, C, a_p >= 0
 *
 * in which every term is passive by itself, whatever the fit. For given omega_p and gamma_p the
 * other numbers are a least-squares problem with x >= 0 (nnls.h), of errors relative to the whole
 * conductivity at frequencies evenly spread over the logarithm; omega_p and gamma_p are searched
 * for as relaxation times are in common/fit.c, for no pole, one, two, ..., until the error is small
 * enough. */
#include "interband.h"
#include "../common/nnls.h"
#include <math.h>

enum {
    POINTS = 48, /* frequencies of the least squares */
    FINER = 4,   /* times as many for the error */
    TURNS = 300, /* of a search, at most */
    OTHERS = 2,  /* unknowns that are no poles: g and C */
    NODES = 40   /* of the quadrature, on each side of a piece's middle */
};
#define FINEST 1e-5 /* step of the search in the logarithms */
#define REACH \
    40.0 /* half width of the Fermi edge that counts, in 2 kT: sech^2 is 1e-34 there */
#define BEYOND 10.0 /* resonances stay within so many times those of the band's ends */

/* e^2/(4 hbar), S. */
static double universal(void) { return CHARGE * CHARGE / (4 * HBAR); }

double complex graphene_within(const graphene *g, double omega)
{
    const double kt = g->thermal,
                 weight = g->potential + (kt > 0 ? 2 * kt * log1p(exp(-g->potential / kt)) : 0);
    return CHARGE * CHARGE / (YEE_PI * HBAR * HBAR) * weight / (I * omega + g->rate);
}

/* sigma at T = 0 of the potential E, in e^2/(4 hbar). */
static double complex cold(const graphene *g, double omega, double energy)
{
    const double e = fabs(energy);
    return e > 0 ? 2 / YEE_PI * catan(HBAR * (I * omega + g->rate) / (2 * e)) : 1;
}

/* The integral over a piece of the Fermi edge at whose ends the logarithm may be infinite: by
 * H. Takahasi and M. Mori, Publ. RIMS 9 (1974) 721. */
static double complex piece(const graphene *g, double omega, double from, double to)
{
    const double half = 0.5 * (to - from), h = 3.2 / NODES;
    double complex sum = 0;
    for (int n = -NODES; n <= NODES; n++) {
        const double u = n * h, v = 0.5 * YEE_PI * sinh(u);
        /* the distance from the nearer end, which the difference would lose */
        const double end = half * exp(-fabs(v)) / cosh(v);
        const double energy = v < 0 ? from + end : to - end;
        const double x = (energy - g->potential) / (2 * g->thermal), edge = 1 / cosh(x);
        const double weight = half * 0.5 * YEE_PI * cosh(u) / (cosh(v) * cosh(v));
        sum += weight * edge * edge / (4 * g->thermal) * cold(g, omega, energy);
    }
    return sum * h;
}

double complex graphene_between(const graphene *g, double omega)
{
    if (!(g->thermal > 0))
        return universal() * cold(g, omega, g->potential);
    const double half = 0.5 * HBAR * omega, reach = 2 * REACH * g->thermal;
    const double low = g->potential - reach, high = g->potential + reach;
    /* pieces end where the logarithm is infinite without scattering, and within the edge */
    const double at[] = {
        -half, 0, half, g->potential - 0.1 * reach, g->potential, g->potential + 0.1 * reach};
    double complex sum = 0;
    for (double from = low; from < high;) {
        double to = high;
        for (int n = 0; n < 6; n++)
            if (at[n] > from && at[n] < to)
                to = at[n];
        sum += piece(g, omega, from, to);
        from = to;
    }
    return universal() * sum;
}

/* Angular frequency and width, by their logarithms, of every pole. */
typedef struct shape {
    double of[2 * INTERBAND_POLES];
} shape;

typedef struct fit {
    const graphene *g;
    double allowed;  /* error, as a part of the whole */
    double range[2]; /* rad/s */
    double omega[POINTS];
    double complex between[POINTS];
    double scale[POINTS]; /* 1 over the error that is allowed, 1/S */
} fit;

/* Column c of the problem, in e^2/(4 hbar). */
static double complex column(const fit *f, size_t c, const shape *at, double omega)
{
    if (c == 0)
        return 1;
    if (c == 1)
        return I * omega / f->range[1];
    const double resonance = exp(at->of[2 * (c - OTHERS)]),
                 width = exp(at->of[2 * (c - OTHERS) + 1]);
    return 2 * width * I * omega /
           (resonance * resonance - omega * omega + 2 * width * I * omega);
}

/* The unknowns for given poles; returns the sum of the squares of the errors. */
static double weigh(const fit *f, size_t poles, const shape *at, double *x)
{
    const size_t n = poles + OTHERS;
    double gram[NNLS_MOST][NNLS_MOST] = {{0}}, right[NNLS_MOST] = {0}, sum = 0;
    double row[2 * POINTS][NNLS_MOST], due[2 * POINTS];
    for (size_t m = 0; m < POINTS; m++) {
        const double scale = f->scale[m];
        due[2 * m] = scale * creal(f->between[m]);
        due[2 * m + 1] = scale * cimag(f->between[m]);
        for (size_t c = 0; c < n; c++) {
            const double complex v = universal() * column(f, c, at, f->omega[m]);
            row[2 * m][c] = scale * creal(v);
            row[2 * m + 1][c] = scale * cimag(v);
        }
    }
    for (size_t m = 0; m < 2 * POINTS; m++)
        for (size_t c = 0; c < n; c++) {
            right[c] += row[m][c] * due[m];
            for (size_t d = 0; d < n; d++)
                gram[c][d] += row[m][c] * row[m][d];
        }
    nnls_solve(n, (const double(*)[NNLS_MOST])gram, right, x);
    for (size_t m = 0; m < 2 * POINTS; m++) {
        double error = -due[m];
        for (size_t c = 0; c < n; c++)
            error += x[c] * row[m][c];
        sum += error * error;
    }
    return sum;
}

/* Moves poles to less error; returns it. */
static double improve(const fit *f, size_t poles, shape *at)
{
    const double low = log(f->range[0] / BEYOND),
                 high = log(BEYOND * fmax(f->range[1], 2 * f->g->potential / HBAR));
    double x[NNLS_MOST], best = weigh(f, poles, at, x), step = 0.5;
    for (int turn = 0; turn < TURNS && step > FINEST; turn++) {
        bool better = false;
        for (size_t p = 0; p < 2 * poles; p++)
            for (int sign = -1; sign < 2; sign += 2) {
                const double before = at->of[p];
                at->of[p] = fmin(high, fmax(low, before + sign * step));
                const double now = weigh(f, poles, at, x);
                if (now < best) {
                    best = now;
                    better = true;
                } else {
                    at->of[p] = before;
                }
            }
        step *= better ? 1 : 0.5;
    }
    return best;
}

/* Poles of least error: those of the search before and one more, at the onset 2 mu/hbar as wide as
 * the Fermi edge, or elsewhere between the band's low end and beyond its high end. */
static void search(const fit *f, size_t poles, shape *at)
{
    const double onset = fmax(2 * f->g->potential / HBAR, f->range[0]);
    const double edge = fmax(3 * f->g->thermal / HBAR, f->g->rate);
    const double start[][2] = {{onset, edge},
                               {0.8 * onset, edge},
                               {1.2 * onset, edge},
                               {3 * onset, onset},
                               {f->range[1], 0.2 * f->range[1]},
                               {3 * f->range[1], f->range[1]}};
    double best = INFINITY;
    shape found = *at;
    for (size_t n = 0; poles && n < sizeof start / sizeof *start; n++) {
        shape own = *at;
        for (int q = 0; q < 2; q++)
            own.of[2 * (poles - 1) + (size_t)q] = log(start[n][q]);
        const double now = improve(f, poles, &own);
        if (now < best) {
            best = now;
            found = own;
        }
    }
    *at = found;
}

static double spread(const double range[2], int m, int points)
{
    return range[0] * pow(range[1] / range[0], (double)m / (points - 1));
}

/* The conductivity that errors are parts of. Where its two lines nearly cancel, at 1.67 mu, it is
 * less than e^2/(4 hbar), of which an hundredth changes a wave's amplitude in vacuum by 1e-4. */
static double whole(const graphene *g, double omega, double complex between)
{
    return fmax(universal(), cabs(between + graphene_within(g, omega)));
}

/* The largest error, as a part of the whole conductivity, and its angular frequency. */
static double worst(const fit *f, size_t poles, const shape *at, const double *x, double *where)
{
    double most = 0;
    *where = f->range[0];
    for (int m = 0; m < FINER * POINTS; m++) {
        const double omega = spread(f->range, m, FINER * POINTS);
        const double complex due = graphene_between(f->g, omega);
        double complex off = -due;
        for (size_t c = 0; c < poles + OTHERS; c++)
            off += universal() * x[c] * column(f, c, at, omega);
        const double error = cabs(off) / whole(f->g, omega, due);
        if (error > most) {
            most = error;
            *where = omega;
        }
    }
    return most;
}

static size_t set(const fit *f, size_t poles, const shape *at, const double *x, yee_pole *pole,
                  yee_response *sheet)
{
    size_t count = 0;
    sheet->sigma += universal() * x[0];
    sheet->inf += universal() * x[1] / (f->range[1] * YEE_EPS0);
    for (size_t p = 0; p < poles; p++) {
        const double resonance = exp(at->of[2 * p]), width = exp(at->of[2 * p + 1]);
        if (x[OTHERS + p] > 0)
            pole[sheet->pole_count + count++] =
                (yee_pole){.b0 = universal() * x[OTHERS + p] * 2 * width / YEE_EPS0,
                           .d0 = resonance * resonance,
                           .d1 = 2 * width,
                           .d2 = 1};
    }
    sheet->pole_count += count;
    return count;
}

yee_status graphene_fit(const yee_host *host, const graphene *g, const fit_keys *keys,
                        const yee_band *band, yee_pole *pole, yee_response *sheet)
{
    const double tera = 2e12 * YEE_PI;
    double hz[2], x[NNLS_MOST], where = 0, error = INFINITY;
    fit f = {.g = g, .allowed = keys->max_error};
    shape at = {{0}};
    const yee_status status = fit_band(host, keys, band, hz);
    if (status)
        return status;
    for (int e = 0; e < 2; e++)
        f.range[e] = 2 * YEE_PI * hz[e];
    for (int m = 0; m < POINTS; m++) {
        f.omega[m] = spread(f.range, m, POINTS);
        f.between[m] = graphene_between(g, f.omega[m]);
        f.scale[m] = 1 / (f.allowed * whole(g, f.omega[m], f.between[m]));
    }
    size_t poles = 0;
    for (; poles <= (size_t)keys->poles; poles++) {
        search(&f, poles, &at);
        weigh(&f, poles, &at, x);
        error = worst(&f, poles, &at, x, &where);
        if (error <= f.allowed)
            break;
    }
    if (error > f.allowed)
        return host->fail(
            host, YEE_INPUT,
            "transitions between bands by %lld poles, from %.4g to %.4g THz: off by up to %.2g "
            "%% "
            "of the conductivity (at %.4g THz; max_error allows %g %%); give %sa narrower band "
            "(frequency_min, frequency_max) or a larger error: the edge at 2 mu, %.4g THz, is "
            "hard "
            "to fit where it is sharp, by a low temperature",
            (long long)keys->poles, f.range[0] / tera, f.range[1] / tera, 100 * error,
            where / tera, 100 * f.allowed,
            keys->poles < INTERBAND_POLES ? "more of them (poles), " : "",
            2 * g->potential / HBAR / tera);
    const size_t count = set(&f, poles, &at, x, pole, sheet);
    host->log(
        host, YEE_INFO,
        "transitions between bands by %zu pole%s, from %.4g to %.4g THz: off by up to %.2g "
        "%% of the conductivity (at %.4g THz)",
        count, count == 1 ? "" : "s", f.range[0] / tera, f.range[1] / tera, 100 * error,
        where / tera);
    return YEE_OK;
}
