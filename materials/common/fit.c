/* materials/common/fit.c: laws that are no sum of poles become Debye poles, within a band.
 *
 * For given relaxation times the other numbers are a least-squares problem with x >= 0
 * (nnls.h), of relative errors at frequencies evenly spread over the logarithm. The times are
 * searched for by a compass search (T. G. Kolda, R. M. Lewis and V. Torczon, SIAM Rev. 45
 * (2003) 385), from times evenly spread over the band, for one pole, two, ..., until the error
 * is small enough. All is done in one order, so that a model is one model everywhere. */
#include "fit.h"
#include "nnls.h"

#include <math.h>

enum {
    POINTS = 48, /* frequencies of the least squares */
    FINER = 4,   /* times as many for the error */
    LAWS = 3,    /* of a range, that the times are fitted to: its ends and its middle */
    TURNS = 400, /* of a search, at most */
    OTHERS = 2   /* unknowns that are no poles: eps_inf - 1 and sigma */
};
#define BEYOND 30.0  /* relaxation times stay within so many times those of the band's ends */
#define FINEST 1e-6  /* step of the search in ln tau */
#define LOWEST 1e-3  /* of the highest frequency: low end of a band that begins at 0 */
#define NO_LOSS 1e-4 /* of |eps|: errors of the imaginary part that do not matter */

/* The laws that times are fitted to, as a problem A x = b for each. */
typedef struct fit {
    const fit_keys *keys;
    double range[2]; /* rad/s */
    double omega[POINTS];
    size_t laws;
    double complex value[LAWS][POINTS];
} fit;

yee_status fit_band(const yee_host *host, const fit_keys *keys, const yee_band *band,
                    double range[2])
{
    const bool own = !isnan(keys->frequency_min);
    range[1] = own ? keys->frequency_max : band->high;
    range[0] = own ? keys->frequency_min : fmax(band->low, LOWEST * band->high);
    if (!(range[1] > 0) || !isfinite(range[1]))
        return host->fail(host, YEE_INPUT,
                          "no source says in which band the law is needed; give frequency_min "
                          "and frequency_max");
    if (!(range[1] >= range[0]))
        return host->fail(host, YEE_INPUT,
                          "frequency_min = %g Hz is above frequency_max = %g Hz", range[0],
                          range[1]);
    return YEE_OK;
}

/* Column c of the problem at an angular frequency: eps_inf - 1, sigma (as a part of eps at the
 * band's low end), poles. */
static double complex column(const fit *f, size_t c, const double *log_tau, double omega)
{
    if (c == 0)
        return 1;
    if (c == 1)
        return -I * f->range[0] / omega;
    return 1 / (1 + I * omega * exp(log_tau[c - OTHERS]));
}

/* The largest errors of eps and of its imaginary part that the keys allow. */
static void allow(const fit_keys *keys, double complex eps, double allowed[2])
{
    allowed[0] = keys->max_error * cabs(eps);
    allowed[1] =
        fmax(keys->max_loss_error * fabs(cimag(eps)), fmin(NO_LOSS * cabs(eps), allowed[0]));
}

/* The unknowns of each law by given times, x of shape [laws][NNLS_MOST]; returns the sum of the
 * squares of the errors, in units of what is allowed. */
static double weigh(const fit *f, size_t poles, const double *log_tau, double x[][NNLS_MOST])
{
    const size_t n = poles + OTHERS;
    double sum = 0;
    for (size_t q = 0; q < f->laws; q++) {
        double gram[NNLS_MOST][NNLS_MOST] = {{0}}, right[NNLS_MOST] = {0};
        double row[2 * POINTS][NNLS_MOST], due[2 * POINTS];
        for (size_t m = 0; m < POINTS; m++) {
            const double complex eps = f->value[q][m];
            double allowed[2];
            allow(f->keys, eps, allowed);
            const double scale[2] = {1 / allowed[0], 1 / fmin(allowed[0], allowed[1])};
            due[2 * m] = scale[0] * (creal(eps) - 1);
            due[2 * m + 1] = scale[1] * cimag(eps);
            for (size_t c = 0; c < n; c++) {
                const double complex v = column(f, c, log_tau, f->omega[m]);
                row[2 * m][c] = scale[0] * creal(v);
                row[2 * m + 1][c] = scale[1] * cimag(v);
            }
        }
        for (size_t m = 0; m < 2 * POINTS; m++)
            for (size_t c = 0; c < n; c++) {
                right[c] += row[m][c] * due[m];
                for (size_t d = 0; d < n; d++)
                    gram[c][d] += row[m][c] * row[m][d];
            }
        nnls_solve(n, (const double(*)[NNLS_MOST])gram, right, x[q]);
        for (size_t m = 0; m < 2 * POINTS; m++) {
            double error = -due[m];
            for (size_t c = 0; c < n; c++)
                error += x[q][c] * row[m][c];
            sum += error * error;
        }
    }
    return sum;
}

/* Relaxation times of least error. */
static void search(const fit *f, size_t poles, double *log_tau)
{
    const double first = -log(f->range[1]), last = -log(f->range[0]);
    const double low = first - log(BEYOND), high = last + log(BEYOND);
    double x[LAWS][NNLS_MOST];
    for (size_t p = 0; p < poles; p++)
        log_tau[p] = first + (last - first) * ((double)p + 0.5) / (double)poles;
    double best = weigh(f, poles, log_tau, x);
    double step = fmax(0.25, 0.5 * (last - first) / (double)poles);
    for (int turn = 0; turn < TURNS && step > FINEST; turn++) {
        bool better = false;
        for (size_t p = 0; p < poles; p++)
            for (int sign = -1; sign < 2; sign += 2) {
                const double before = log_tau[p];
                log_tau[p] = fmin(high, fmax(low, before + sign * step));
                const double now = weigh(f, poles, log_tau, x);
                if (now < best) {
                    best = now;
                    better = true;
                } else {
                    log_tau[p] = before;
                }
            }
        step *= better ? 1 : 0.5;
    }
}

/* Errors of a response in a band, the largest of each. */
typedef struct gap {
    double excess;           /* in units of what is allowed */
    double error, omega;     /* as a part of |eps|, and at which angular frequency, rad/s */
    double loss, loss_omega; /* of the imaginary part, as a part of it; and where */
} gap;

static double complex response(const yee_response *r, double omega)
{
    double complex sum = r->inf - I * r->sigma / (omega * YEE_EPS0);
    for (size_t p = 0; p < r->pole_count; p++)
        sum += r->poles[p].b0 / (r->poles[p].d0 + I * omega * r->poles[p].d1);
    return sum;
}

static double spread(const double range[2], int m, int points)
{
    return range[0] * pow(range[1] / range[0], (double)m / (points - 1));
}

static void widen(gap *g, const gap *other)
{
    if (other->error > g->error || !g->omega) {
        g->error = other->error;
        g->omega = other->omega;
    }
    if (other->loss > g->loss || !g->loss_omega) {
        g->loss = other->loss;
        g->loss_omega = other->loss_omega;
    }
    g->excess = fmax(g->excess, other->excess);
}

static gap measure(const fit_keys *keys, const double range[2], size_t count,
                   const fit_law *law, const yee_material *material)
{
    gap worst = {0};
    for (size_t n = 0; n < count; n++)
        for (int m = 0; m < FINER * POINTS; m++) {
            const double omega = spread(range, m, FINER * POINTS);
            const double complex due = law[n].value(law[n].user, omega);
            const double complex off = response(&material[n].electric[0], omega) - due;
            double allowed[2];
            allow(keys, due, allowed);
            const double loss = cimag(due) < 0 ? fabs(cimag(off) / cimag(due)) : 0;
            const double excess = fmax(cabs(off) / allowed[0], fabs(cimag(off)) / allowed[1]);
            widen(&worst, &(gap){excess, cabs(off) / cabs(due), omega,
                                 fabs(cimag(off)) > NO_LOSS * cabs(due) ? loss : 0, omega});
        }
    return worst;
}

/* Puts x on a material; poles: room for all of them. */
static void set(const fit *f, size_t poles, const double *log_tau, const double *x,
                yee_pole *pole, yee_material *material)
{
    yee_response r = {.inf = 1 + x[0], .sigma = x[1] * f->range[0] * YEE_EPS0, .poles = pole};
    for (size_t p = 0; p < poles; p++)
        if (x[OTHERS + p] > 0)
            pole[r.pole_count++] =
                (yee_pole){.b0 = x[OTHERS + p], .d0 = 1, .d1 = exp(log_tau[p])};
    for (int a = 0; a < 3; a++)
        material->electric[a] = r;
}

static yee_status check_law(const yee_host *host, const double range[2], const fit_law *law)
{
    for (int m = 0; m < POINTS; m++) {
        const double omega = spread(range, m, POINTS);
        const double complex v = law->value(law->user, omega);
        if (!isfinite(creal(v)) || !isfinite(cimag(v)) || !(cabs(v) > 0))
            return host->fail(host, YEE_INPUT, "the law has no finite value at %g Hz",
                              omega / (2 * YEE_PI));
        if (cimag(v) > 1e-12 * cabs(v))
            return host->fail(host, YEE_INPUT,
                              "the law has a gain at %g Hz, eps = %g %+g j; its imaginary part "
                              "must not be above 0",
                              omega / (2 * YEE_PI), creal(v), cimag(v));
    }
    return YEE_OK;
}

static void sample(fit *f, size_t count, const fit_law *law)
{
    const size_t at[LAWS] = {0, count / 2, count - 1};
    f->laws = count < LAWS ? count : LAWS;
    for (int m = 0; m < POINTS; m++) {
        f->omega[m] = spread(f->range, m, POINTS);
        for (size_t q = 0; q < f->laws; q++) {
            const fit_law *own = &law[count < LAWS ? q : at[q]];
            f->value[q][m] = own->value(own->user, f->omega[m]);
        }
    }
}

yee_status fit_judge(const yee_host *host, const fit_keys *keys, const double range[2],
                     size_t count, const fit_law *law, const yee_material *material,
                     const char *advice)
{
    const double hz = 2 * YEE_PI, giga = 1e9 * hz;
    const double omega[2] = {hz * range[0], hz * range[1]};
    const gap worst = measure(keys, omega, count, law, material);
    const size_t poles = material[count / 2].electric[0].pole_count;
    const char *plural = poles == 1 ? "" : "s";
    if (worst.excess > 1)
        return host->fail(
            host, YEE_INPUT,
            "%zu Debye pole%s, from %.4g to %.4g GHz: off the law by up to %.2g %% "
            "of |eps| (at %.4g GHz; max_error allows %g %%) and %.2g %% of its loss (at "
            "%.4g GHz; max_loss_error allows %g %%); %s",
            poles, plural, omega[0] / giga, omega[1] / giga, 100 * worst.error,
            worst.omega / giga, 100 * keys->max_error, 100 * worst.loss,
            worst.loss_omega / giga, 100 * keys->max_loss_error, advice);
    host->log(host, YEE_INFO,
              "%zu law%s by %zu Debye pole%s, from %.4g to %.4g GHz: off by up to %.2g %% of "
              "|eps| (at %.4g GHz) and %.2g %% of its loss (at %.4g GHz)",
              count, count == 1 ? "" : "s", poles, plural, omega[0] / giga, omega[1] / giga,
              100 * worst.error, worst.omega / giga, 100 * worst.loss, worst.loss_omega / giga);
    return YEE_OK;
}

yee_status fit_debye(const yee_host *host, const fit_keys *keys, const yee_band *band,
                     size_t count, const fit_law *law, yee_material *material)
{
    fit f = {.keys = keys}, one = {.keys = keys};
    double range[2], log_tau[FIT_POLES], x[LAWS][NNLS_MOST];
    yee_status status = fit_band(host, keys, band, range);
    for (int e = 0; !status && e < 2; e++)
        f.range[e] = one.range[e] = 2 * YEE_PI * range[e];
    for (size_t n = 0; !status && n < count; n++)
        status = check_law(host, f.range, &law[n]);
    if (status)
        return status;
    const size_t most = (size_t)keys->poles;
    yee_pole *pole = host->alloc(host, count * most * sizeof *pole);
    if (!pole)
        return host->fail(host, YEE_MEMORY, "no memory for %zu poles", count * most);
    sample(&f, count, law);
    double excess = INFINITY;
    for (size_t poles = 1; poles <= most && excess > 1; poles++) {
        search(&f, poles, log_tau);
        for (size_t n = 0; n < count; n++) {
            sample(&one, 1, &law[n]);
            weigh(&one, poles, log_tau, x);
            set(&one, poles, log_tau, x[0], pole + n * most, &material[n]);
        }
        excess = measure(keys, f.range, count, law, material).excess;
    }
    return fit_judge(host, keys, range, count, law, material,
                     "give more of them (poles), a narrower band (frequency_min, "
                     "frequency_max), or larger errors");
}
