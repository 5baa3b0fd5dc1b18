/* plugins/posts/common/signal.c: recorded signals and their spectra; curves. */
#include "signal.h"
#include <math.h>
#include <stdio.h>

/* A number that is an attribute of a dataset; NaN after a sentence. */
static double number(const yee_host *host, const yee_results *results, const char *path,
                     const char *name)
{
    char whole[600];
    int rank;
    int64_t dims[8];
    snprintf(whole, sizeof whole, "%s@%s", path, name);
    const double *v = results->read(results, NULL, whole, &rank, dims);
    if (v && rank == 0)
        return *v;
    if (v)
        host->fail(host, YEE_INPUT, "%s is not one number", whole);
    return NAN;
}

yee_status signal_read(const yee_host *host, const yee_results *results, const char *path,
                       int64_t point, signal *s)
{
    int rank;
    int64_t dims[8];
    const double *v = results->read(results, NULL, path, &rank, dims);
    if (!v)
        return YEE_INPUT;
    if (rank > 2)
        return host->fail(host, YEE_INPUT, "%s has %d axes; a record has rows, and points",
                          path, rank);
    const int64_t points = rank == 2 ? dims[1] : 1;
    if (rank < 1 || dims[0] < 2)
        return host->fail(host, YEE_INPUT, "%s has fewer than two rows", path);
    if (point < 0 || point >= points)
        return host->fail(host, YEE_INPUT, "%s has %lld point%s; there is no point %lld", path,
                          (long long)points, points == 1 ? "" : "s", (long long)point + 1);
    double *column = host->alloc(host, (size_t)dims[0] * sizeof *column);
    if (!column)
        return host->fail(host, YEE_MEMORY, "no memory for %lld rows", (long long)dims[0]);
    for (int64_t n = 0; n < dims[0]; n++)
        column[n] = v[n * points + point];
    *s = (signal){.count = dims[0],
                  .first = number(host, results, path, "time_first"),
                  .step = number(host, results, path, "time_step"),
                  .v = column};
    if (isnan(s->first) || isnan(s->step))
        return YEE_INPUT;
    return s->step > 0
               ? YEE_OK
               : host->fail(host, YEE_INPUT, "%s has the time_step %g s", path, s->step);
}

void signal_transform(const signal *s, int64_t n, const double *f, double complex *out)
{
    for (int64_t k = 0; k < n; k++) {
        /* the phasor turns by a fixed angle from row to row */
        const double complex turn = cexp(-2 * I * YEE_PI * f[k] * s->step);
        double complex phasor = cexp(-2 * I * YEE_PI * f[k] * s->first), sum = 0;
        for (int64_t i = 0; i < s->count; i++) {
            sum += s->v[i] * phasor;
            phasor *= turn;
        }
        out[k] = sum * s->step;
    }
}

/* Three looks at n frequencies from 0, each up to 1.2 times where the last one found anything:
 * a pulse has many rows a period. */
bool signal_band(const yee_host *host, const signal *s, double part, double band[2],
                 double *peak)
{
    enum { N = 512 };
    double *f = host->alloc(host, N * sizeof *f), high = 0.5 / s->step;
    double complex *v = host->alloc(host, N * sizeof *v);
    band[0] = band[1] = 0;
    for (int look = 0; look < 3 && f && v; look++) {
        *peak = 0;
        for (int k = 0; k < N; k++)
            f[k] = high * k / (N - 1);
        signal_transform(s, N, f, v);
        for (int k = 0; k < N; k++)
            *peak = fmax(*peak, cabs(v[k]));
        band[0] = high;
        band[1] = 0;
        for (int k = 0; k < N; k++)
            if (cabs(v[k]) > part * *peak) {
                band[0] = fmin(band[0], f[k]);
                band[1] = f[k];
            }
        if (!(*peak > 0))
            return false;
        if (1.2 * band[1] >= high)
            break;
        high = 1.2 * fmax(band[1], f[1]);
    }
    return band[1] > band[0];
}

yee_status curve_write(const yee_host *host, const yee_results *results, yee_number type,
                       int64_t n, const void *v, const curve *c)
{
    const yee_record *record = host->extension(host, YEE_RECORD);
    char path[512], x[512];
    if (!record)
        return host->fail(host, YEE_PLUGIN, "there is no extension " YEE_RECORD);
    yee_file *file = record->file(host, NULL);
    snprintf(path, sizeof path, "%s/%s", results->group, c->name);
    snprintf(x, sizeof x, "%s/%s", results->group, c->x ? c->x : "");
    yee_dataset *set = file ? record->dataset(host, file, path, type, 1, &n) : NULL;
    yee_status status = set ? YEE_OK : YEE_IO;
    if (!status)
        status = record->append(host, set, n, v);
    if (!status)
        status = record->text(host, file, path, "units", c->units);
    if (!status && c->x)
        status = record->text(host, file, path, "x", x);
    if (!status)
        status = record->text(host, file, path, "label", c->label ? c->label : c->name);
    if (!status && c->scale)
        status = record->text(host, file, path, "scale", c->scale);
    if (!status && c->parts)
        status = record->text(host, file, path, "parts", c->parts);
    if (!status && c->style)
        status = record->text(host, file, path, "style", c->style);
    if (!status && c->share)
        status = record->text(host, file, path, "share", c->share);
    if (!status && c->share)
        status = record->text(host, file, path, "share_of", c->whole);
    if (!status && c->share)
        status = record->text(host, file, path, "bound_weight", c->weight);
    if (!status && c->share)
        status = record->numbers(host, file, path, "bound_high", YEE_NUMBER_F64, 1,
                                 &(const double){1});
    if (!status && c->share)
        status = record->numbers(host, file, path, "bound_peak", YEE_NUMBER_F64, 1, &c->peak);
    return status;
}

yee_status title_write(const yee_host *host, const yee_results *results, const char *title)
{
    const yee_record *record = host->extension(host, YEE_RECORD);
    yee_file *file = record ? record->file(host, NULL) : NULL;
    return file ? record->text(host, file, results->group, "title", title) : YEE_IO;
}
