/* plugins/posts/resonances/resonances.c: frequencies, decay rates and amplitudes of the modes that ring in a
 * probe's record, by filter diagonalisation: V. A. Mandelshtam and H. S. Taylor, J. Chem. Phys.
 * 107 (1997) 6756.
 *
 * A record after the sources have ended is a sum of modes, c_n = sum_k d_k u_k^n. To a basis of
 * J frequencies f_j evenly over the band, with a_j = exp(-2 pi i f_j tau), belong the matrices
 *
 *     U^(p)_jl = sum_{n,m=0}^{M} a_j^n a_l^m c_{n+m+p}
 *
 * and the modes in the band are U^(p) B_k = u_k^p U^(0) B_k, d_k = (sum_j B_jk sum_n a_j^n
 * c_n)^2 where B_k^T U^(0) B_k = 1. The double sums are single ones:
 * with F(a) = sum_{s=0}^{M} c_{s+p} a^s and G(a) = sum_{s=M+1}^{2M} c_{s+p} a^(s-M) the terms
 * of s = n + m are geometric sums, and
 *
 *     U_jl = (a F(a) - b F(b) + a^(M+1) G(b) - b^(M+1) G(a))/(a - b),  a = a_j, b = a_l,
 *
 * on the diagonal sum_{s<=M} (s + 1) c_{s+p} a^s + sum_{s>M} (2M - s + 1) c_{s+p} a^s. J is a
 * little more than the number of modes that the record can tell apart, band times length; what
 * is too many are directions in which U^(0) vanishes, which are left out. */
#include "../common/signal.h"
#include "matrix.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASIS 200     /* most frequencies of a basis */
#define SUM 1e-8      /* s that a row of the record takes, of each frequency */
#define MATRIX 1.5e-9 /* s, times the basis to the fourth: all work on matrices */

typedef struct config {
    const char *probe;
    int component;
    int64_t point;
    double begin, end, frequency_min, frequency_max, weakest, error;
} config;

static const yee_param params[] = {
    YEE_PARAM_REF(config, probe, "output", NULL, "The output of type probe."),
    YEE_PARAM_CHOICE(config, component, "ez", "ex|ey|ez|hx|hy|hz", "Which of its components."),
    YEE_PARAM_INT(config, point, "1", 1, 1e9, "Which of its points."),
    YEE_PARAM_REAL(config, begin, "s", YEE_UNSET, 0, YEE_INFINITY,
                   "Time from which the fields ring freely; by default when all sources have "
                   "ended, a plane wave with its way across its box."),
    YEE_PARAM_REAL(config, end, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Time up to which the record is used; by default all of it."),
    YEE_PARAM_REAL(config, frequency_min, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Lowest frequency that is looked for."),
    YEE_PARAM_REAL(config, frequency_max, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Highest one."),
    YEE_PARAM_REAL(config, weakest, NULL, "1e-4", 0, 1,
                   "Modes below this part of the strongest one's amplitude are left out."),
    YEE_PARAM_REAL(config, error, NULL, "1e-4", YEE_POSITIVE, 1,
                   "Modes whose frequency two estimates, of p and of 2p records, give so "
                   "differently, against itself, are left out."),
    YEE_PARAM_COMPONENTS("component"),
    YEE_PARAM_END,
};

#define PLAYS_ON \
    "a source of the run plays on and never ends, so that nothing rings freely; " \
    "give the time begin from which the fields do, or waveforms that end"

/* Lines of a record's own width on either side of the band, which take what modes beside it
 * leave. */
#define MARGIN 3.0

static int basis_of(double band, double length)
{
    return (int)fmin(1.1 * (band + 2 * (MARGIN / length)) * length + 2, 1e6);
}

/* -- before the run -- */

static yee_status needs(const yee_host *host, const void *config_, const yee_plan *plan)
{
    const config *c = config_;
    const char *type = NULL;
    yee_status status = plan->output_key(plan, c->probe, "type", &type);
    const double dt = plan->view->grid->dt, end = (double)plan->view->steps * dt;
    if (!status && (!type || strcmp(type, "probe")))
        return host->fail(host, YEE_INPUT, "[output.%s] is of type %s, not probe", c->probe,
                          type ? type : "?");
    if (!status && isnan(c->begin) && !(plan->sources_end < YEE_INFINITY))
        return host->fail(host, YEE_INPUT, PLAYS_ON);
    if (!status && isnan(c->begin) && plan->sources_end >= end)
        return host->fail(
            host, YEE_INPUT,
            "the sources end at %g s only, the run at %g s, so that nothing of it "
            "rings freely; make the run longer",
            plan->sources_end, end);
    if (!status && c->begin >= end)
        return host->fail(host, YEE_INPUT, "begin = %g s is not before the run's end at %g s",
                          c->begin, end);
    return status;
}

/* The sums run over the record for each frequency of the basis; singular values and the vectors
 * of the modes take of the order of the basis to the fourth. */
static void cost(const yee_host *host, const void *config_, const yee_plan *plan,
                 yee_post_cost *cost)
{
    const config *c = config_;
    const double end = (double)plan->view->steps * plan->view->grid->dt;
    const double begin = isnan(c->begin) ? plan->sources_end : c->begin;
    const double length = (isnan(c->end) ? end : fmin(end, c->end)) - begin;
    const double band = c->frequency_max - c->frequency_min;
    const double basis = length > 0 ? fmin(BASIS, basis_of(band, length)) : 0;
    (void)host;
    cost->seconds = SUM * basis * (double)plan->view->steps + MATRIX * pow(basis, 4);
    cost->bytes = basis * (4 * 8 + 16);
}

/* -- the matrices -- */

/* The part of a record that is used. */
typedef struct record {
    const double *c;
    int64_t m;         /* M */
    int64_t hop;       /* p, in rows: a mode of the band turns by less than a right angle */
    int basis;         /* J */
    double complex *a; /* shape [basis] */
} record;

/* F(a), G(a) and a^(M+1) of an offset, and the entry on the diagonal. */
static void sums(const record *r, int64_t offset, double complex a, double complex *f,
                 double complex *g, double complex *top, double complex *diagonal)
{
    const double *c = r->c + offset;
    double complex power = 1, low = 0, weighted = 0, high = 0;
    for (int64_t s = 0; s <= r->m; s++, power *= a) {
        low += c[s] * power;
        weighted += (double)(s + 1) * c[s] * power;
    }
    *top = power; /* as it was rounded on the way: differences of these are divided by a - b */
    power = a;
    for (int64_t s = r->m + 1; s <= 2 * r->m; s++, power *= a) {
        high += c[s] * power;
        weighted += (double)(2 * r->m - s + 1) * c[s] * power * (*top) / a;
    }
    *f = low;
    *g = high;
    *diagonal = weighted;
}

/* U^(offset); work: room for 3 basis numbers. f of it is left in work: sum_n a^n c_(n+offset). */
static void fill(const record *r, int64_t offset, double complex *u, double complex *work)
{
    const int n = r->basis;
    double complex *f = work, *g = work + n, *top = work + 2 * n;
    for (int j = 0; j < n; j++)
        sums(r, offset, r->a[j], &f[j], &g[j], &top[j], &u[j * n + j]);
    for (int j = 0; j < n; j++)
        for (int l = 0; l < j; l++) {
            const double complex a = r->a[j], b = r->a[l];
            u[j * n + l] = u[l * n + j] =
                (a * f[j] - b * f[l] + top[j] * g[l] - top[l] * g[j]) / (a - b);
        }
}

/* -- the modes -- */

typedef struct mode {
    double frequency, decay, error; /* Hz, 1/s, relative */
    double complex amplitude;       /* of the record, at its begin */
} mode;

/* x^T u y */
static double complex form(int n, const double complex *x, const double complex *u,
                           const double complex *y)
{
    double complex sum = 0;
    for (int i = 0; i < n; i++) {
        double complex row = 0;
        for (int j = 0; j < n; j++)
            row += u[i * n + j] * y[j];
        sum += x[i] * row;
    }
    return sum;
}

/* All that the search needs of memory. */
typedef struct space {
    double complex *u0, *u1, *u2, *left, *right, *small, *copy; /* shape [basis, basis] */
    double complex *work;                                       /* shape [3, basis] */
    double complex *value, *y, *b;                              /* shape [basis] */
    double *s;                                                  /* shape [basis] */
} space;

static bool space_new(const yee_host *host, int n, space *w)
{
    double complex **const square[] = {&w->u0,    &w->u1,    &w->u2,  &w->left,
                                       &w->right, &w->small, &w->copy};
    double complex **const line[] = {&w->value, &w->y, &w->b};
    const size_t one = (size_t)n * sizeof(double complex);
    bool ok = true;
    for (size_t i = 0; i < sizeof square / sizeof *square; i++)
        ok = (*square[i] = host->alloc(host, (size_t)n * one)) && ok;
    for (size_t i = 0; i < sizeof line / sizeof *line; i++)
        ok = (*line[i] = host->alloc(host, one)) && ok;
    w->work = host->alloc(host, 3 * one);
    w->s = host->alloc(host, (size_t)n * sizeof *w->s);
    return ok && w->work && w->s;
}

/* S^-1/2 V^H U^(p) W S^-1/2 of the directions in which U^(0) = V S W^H does not vanish: their
 * number. Below 1e-13 of the largest singular value is rounding of sums of doubles. */
static int project(int n, space *w)
{
    int rank = 0;
    memcpy(w->left, w->u0, (size_t)n * (size_t)n * sizeof *w->left);
    matrix_singular(n, w->left, w->right, w->s);
    while (rank < n && w->s[rank] > 1e-13 * w->s[0])
        rank++;
    for (int k = 0; k < rank; k++)
        for (int i = 0; i < n; i++) {
            w->left[i * n + k] /= w->s[k] * sqrt(w->s[k]); /* it held V S */
            w->right[i * n + k] /= sqrt(w->s[k]);
        }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < rank; k++) {
            double complex sum = 0;
            for (int j = 0; j < n; j++)
                sum += w->u1[i * n + j] * w->right[j * n + k];
            w->copy[i * n + k] = sum;
        }
    for (int k = 0; k < rank; k++)
        for (int l = 0; l < rank; l++) {
            double complex sum = 0;
            for (int i = 0; i < n; i++)
                sum += conj(w->left[i * n + k]) * w->copy[i * n + l];
            w->small[k * rank + l] = sum;
        }
    return rank;
}

/* The eigenvector of a value by inverse iteration, into w->b as one of the whole basis. */
static void vector_of(int n, int rank, double complex value, space *w)
{
    for (int k = 0; k < rank; k++)
        w->y[k] = 1 + 0.1 * (k % 7);
    for (int turn = 0; turn < 3; turn++) {
        double size = 0;
        memcpy(w->copy, w->small, (size_t)rank * (size_t)rank * sizeof *w->copy);
        for (int k = 0; k < rank; k++)
            w->copy[k * rank + k] -= value;
        matrix_solve(rank, w->copy, w->y, 1e-15);
        for (int k = 0; k < rank; k++)
            size = fmax(size, cabs(w->y[k]));
        for (int k = 0; k < rank; k++)
            w->y[k] /= size;
    }
    for (int i = 0; i < n; i++) {
        w->b[i] = 0;
        for (int k = 0; k < rank; k++)
            w->b[i] += w->right[i * n + k] * w->y[k];
    }
}

static mode mode_of(const record *r, double complex value, double hop, const space *w)
{
    const int n = r->basis;
    const double complex norm = form(n, w->b, w->u0, w->b);
    const double complex twice = form(n, w->b, w->u2, w->b) / norm;
    const double complex log_u = clog(value);
    double complex sum = 0;
    for (int j = 0; j < n; j++)
        sum += w->b[j] * w->work[j]; /* F of U^(0) */
    return (mode){.frequency = cimag(log_u) / (2 * YEE_PI * hop),
                  .decay = -creal(log_u) / hop,
                  .error = cabs(clog(twice / (value * value)) / (2 * log_u)),
                  .amplitude = 2 * sum * sum / norm}; /* and the conjugate mode */
}

static int by_frequency(const void *a, const void *b)
{
    const mode *p = a, *q = b;
    return (p->frequency > q->frequency) - (p->frequency < q->frequency);
}

/* -1: the eigenvalues did not converge; else the number of modes, in the order of their
 * frequencies. */
static int find(const config *c, const record *r, double step, space *w, mode *found)
{
    const int n = r->basis;
    const double hop = (double)r->hop * step; /* s */
    int count = 0, kept = 0;
    double strongest = 0;
    fill(r, 2 * r->hop, w->u2, w->work);
    fill(r, r->hop, w->u1, w->work);
    fill(r, 0, w->u0, w->work);
    const int rank = project(n, w);
    memcpy(w->copy, w->small, (size_t)rank * (size_t)rank * sizeof *w->copy);
    if (!matrix_eigenvalues(rank, w->copy, w->value))
        return -1;
    for (int k = 0; k < rank; k++) {
        vector_of(n, rank, w->value[k], w);
        const mode m = mode_of(r, w->value[k], hop, w);
        if (!(m.frequency >= c->frequency_min && m.frequency <= c->frequency_max) ||
            !(m.error <= c->error) || !isfinite(cabs(m.amplitude)))
            continue;
        found[count++] = m;
        strongest = fmax(strongest, cabs(m.amplitude));
    }
    for (int k = 0; k < count; k++)
        if (cabs(found[k].amplitude) >= c->weakest * strongest)
            found[kept++] = found[k];
    qsort(found, (size_t)kept, sizeof *found, by_frequency);
    return kept;
}

/* -- results -- */

static yee_status write_modes(const yee_host *host, const yee_results *results, int n,
                              const mode *found, const char *units)
{
    double *column = host->alloc(host, (size_t)n * sizeof *column);
    double complex *amplitude = host->alloc(host, (size_t)n * sizeof *amplitude);
    static const curve set[4] = {
        {.name = "frequency", .units = "Hz"},
        {.name = "decay",
         .units = "1/s",
         .label = "decay rate",
         .x = "frequency",
         .style = "points"},
        {.name = "quality",
         .units = "1",
         .label = "Q",
         .x = "frequency",
         .scale = "log",
         .style = "points"},
        {.name = "error", .units = "1", .label = "relative error"},
    };
    yee_status status = YEE_OK;
    if (!column || !amplitude)
        return host->fail(host, YEE_MEMORY, "no memory for %d modes", n);
    for (int i = 0; i < 4 && !status; i++) {
        for (int k = 0; k < n; k++)
            column[k] = i == 0   ? found[k].frequency
                        : i == 1 ? found[k].decay
                        : i == 2 ? fabs(YEE_PI * found[k].frequency / found[k].decay)
                                 : found[k].error;
        status = curve_write(host, results, YEE_NUMBER_F64, n, column, &set[i]);
    }
    for (int k = 0; k < n; k++)
        amplitude[k] = found[k].amplitude;
    if (!status)
        status = curve_write(host, results, YEE_NUMBER_C128, n, amplitude,
                             &(curve){.name = "amplitude",
                                      .units = units,
                                      .x = "frequency",
                                      .scale = "log",
                                      .parts = "magnitude",
                                      .style = "points"});
    return status;
}

/* When the fields begin to ring freely, s; NaN after a sentence. */
static double begin_of(const yee_host *host, const config *c, const yee_results *results)
{
    static const char path[] = "/provenance@sources_end";
    int rank;
    int64_t dims[8];
    if (!isnan(c->begin))
        return c->begin;
    if (!results->has(results, NULL, path)) {
        host->fail(host, YEE_INPUT, PLAYS_ON);
        return NAN;
    }
    const double *end = results->read(results, NULL, path, &rank, dims);
    return end ? *end : NAN;
}

/* The rows from begin to end, and the basis; fails where they are too few or too many. */
static yee_status prepare(const yee_host *host, const config *c, double begin, const signal *s,
                          record *r)
{
    const double end = isnan(c->end) ? YEE_INFINITY : c->end;
    int64_t first = 0, last = s->count;
    while (first < last && s->first + (double)first * s->step < begin)
        first++;
    while (last > first && s->first + (double)(last - 1) * s->step > end)
        last--;
    const double length = (double)(last - first) * s->step;
    const double band = c->frequency_max - c->frequency_min;
    if (!(band > 0) || c->frequency_max * s->step > 0.25)
        return host->fail(
            host, YEE_INPUT,
            "frequencies from %g to %g Hz; they must rise, up to %g Hz, where the "
            "record has four rows a period",
            c->frequency_min, c->frequency_max, 0.25 / s->step);
    if (length * c->frequency_max < 2)
        return host->fail(
            host, YEE_INPUT,
            "the record has %g s from begin, %g s, on; at least two periods of %g "
            "s are needed",
            length, begin, 1 / c->frequency_max);
    const double margin = MARGIN / length;
    r->basis = basis_of(band, length);
    const int most = (int)((BASIS - 2) / 1.1 - 6);
    if (r->basis > BASIS)
        return host->fail(host, YEE_INPUT,
                          "band times length of the record is %.4g; at most %d are possible: "
                          "narrow the band to %.3g Hz, or give end = %.3g s",
                          band * length, most, 0.99 * most / length,
                          s->first + (double)first * s->step + 0.99 * most / band);
    r->hop = (int64_t)fmax(1, 0.2 / (c->frequency_max * s->step));
    r->c = s->v + first;
    r->m = (last - first - 1 - 2 * r->hop) / 2;
    r->a = host->alloc(host, (size_t)r->basis * sizeof *r->a);
    if (!r->a)
        return host->fail(host, YEE_MEMORY, "no memory for %d frequencies", r->basis);
    for (int j = 0; j < r->basis; j++)
        r->a[j] = cexp(-2 * I * YEE_PI * s->step *
                       (c->frequency_min - margin + (band + 2 * margin) * j / (r->basis - 1)));
    return YEE_OK;
}

static yee_status process(const yee_host *host, const void *config_, const yee_results *results)
{
    const config *c = config_;
    char path[512], units[520];
    signal s;
    record r;
    space w;
    double begin = NAN;
    snprintf(path, sizeof path, "/probe/%s/%s", c->probe, yee_component_key(c->component));
    yee_status status = signal_read(host, results, path, c->point - 1, &s);
    if (!status)
        status = isnan(begin = begin_of(host, c, results)) ? YEE_INPUT
                                                           : prepare(host, c, begin, &s, &r);
    if (status)
        return status;
    mode *found = host->alloc(host, (size_t)r.basis * sizeof *found);
    if (!found || !space_new(host, r.basis, &w))
        return host->fail(host, YEE_MEMORY, "no memory for a basis of %d", r.basis);
    const int n = find(c, &r, s.step, &w, found);
    if (n < 0)
        return host->fail(host, YEE_INTERNAL,
                          "the eigenvalues of a basis of %d did not converge", r.basis);
    if (!n)
        return host->fail(
            host, YEE_INPUT,
            "no mode between %g and %g Hz stands out of %s after %g s; the sources must have "
            "ended by then, and a longer record tells more",
            c->frequency_min, c->frequency_max, path, begin);
    snprintf(units, sizeof units, "%s@units", path);
    const char *unit = results->text(results, NULL, units);
    char title[1100];
    snprintf(title, sizeof title, "%s: modes in %s", host->instance, path);
    status = write_modes(host, results, n, found, unit ? unit : "1");
    return status ? status : title_write(host, results, title);
}

static const yee_post_ops ops = {
    .size = sizeof ops,
    .needs = needs,
    .process = process,
    .cost = cost,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_POST,
    .name = "resonances",
    .summary = "frequencies and decay rates of the modes that ring in a probe's record",
    .reference = "V. A. Mandelshtam and H. S. Taylor, J. Chem. Phys. 107 (1997) 6756; "
                 "doi:10.1063/1.475324",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[post.modes]\n"
               "type = resonances\n"
               "probe = inside\n"
               "frequency_min = 4 GHz\n"
               "frequency_max = 8 GHz\n\n"
               "[grid]\n"
               "spacing = 5 mm\n"
               "cells = 8, 8, 8\n\n"
               "[run]\n"
               "steps = 2000\n\n"
               "[output.inside]\n"
               "type = probe\n"
               "position = 10, 15, 10 mm\n\n"
               "[source.spark]\n"
               "type = dipole\n"
               "position = 15, 25, 20 mm\n"
               "direction = z\n"
               "current = 1 A\n"
               "waveform = pulse\n\n"
               "[waveform.pulse]\n"
               "type = ricker\n"
               "frequency = 4 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
