/* plugins/waveforms/table.c: a waveform from a file of times and values.
 *
 * Between the samples a natural cubic spline (w'' = 0 at both ends; C. de Boor, A Practical
 * Guide to Splines, Springer 1978, ch. 4), zero before the first and after the last. A text
 * file has two numbers on each line, separated by blanks, tabs, commas or semicolons; lines
 * that start with # are skipped. Times are in s, or in the unit of a heading, "t [ns], v". An
 * HDF5 file has two datasets of equal length. */
#include <ctype.h>
#include <errno.h>
#include <hdf5.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/waveform.h>

typedef struct config {
    const char *file;
    const char *times, *values;
    double amplitude, delay;
    int interpolation;
} config;

enum { CUBIC, LINEAR };

static const yee_param params[] = {
    YEE_PARAM_PATH(
        config, file, NULL,
        "Text file (.csv, .txt) or HDF5 file with the samples. Times of a text are in s, "
        "or in the unit of a heading, as in 't [ns], v'."),
    YEE_PARAM_TEXT(config, times, "/time", "HDF5: dataset of the times in s."),
    YEE_PARAM_TEXT(config, values, "/value", "HDF5: dataset of the values."),
    YEE_PARAM_REAL(config, amplitude, NULL, "1", 0, 0, "Factor on the values."),
    YEE_PARAM_REAL(config, delay, "s", "0", 0, 0, "Added to the times."),
    YEE_PARAM_CHOICE(config, interpolation, "cubic", "cubic|linear", "Between the samples."),
    YEE_PARAM_END,
};

typedef struct table {
    size_t count;
    double *time, *value, *bend; /* shape [count]: s; w; w'' (zero where linear) */
} table;

/* Room for `count` samples in the instance's memory. */
static yee_status reserve(const yee_host *host, table *t, size_t count)
{
    double *all = NULL;
    if (count < SIZE_MAX / (3 * sizeof *all))
        all = host->alloc(host, 3 * count * sizeof *all);
    if (!all)
        return host->fail(host, YEE_MEMORY, "no memory for %zu samples", count);
    *t = (table){count, all, all + count, all + 2 * count};
    return YEE_OK;
}

/* Reads "number separator number" and nothing else. */
static bool read_pair(const char *line, locale_t plain, double pair[2])
{
    for (int n = 0; n < 2; n++) {
        char *end;
        pair[n] = strtod_l(line, &end, plain);
        if (end == line || !isfinite(pair[n]))
            return false;
        line = end;
        if (n == 0)
            line += strspn(line, " \t,;");
    }
    return line[strspn(line, " \t\r\n")] == '\0';
}

/* The unit (s) of the times, by the first cell of a heading. A unit behind several words may be
 * that of the values where blanks separate columns. */
static yee_status read_unit(const yee_host *host, const char *path, const char *heading,
                            double *unit)
{
    static const struct {
        const char *name;
        double seconds;
    } known[] = {{"s", 1},     {"ms", 1e-3},  {"us", 1e-6}, {"\xC2\xB5s", 1e-6},
                 {"ns", 1e-9}, {"ps", 1e-12}, {"fs", 1e-15}};
    const size_t cell = strcspn(heading, ",;\t\r\n"), before = strcspn(heading, "[(");
    const size_t word = strcspn(heading, " ");
    if (before >= cell)
        return YEE_OK;
    const char *name = heading + before + 1;
    const size_t length = strcspn(name, "]),;\t\r\n");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (length == strlen(known[i].name) && !strncmp(name, known[i].name, length)) {
            *unit = known[i].seconds;
            return YEE_OK;
        }
    if (word < before && word + strspn(heading + word, " ") < before)
        return YEE_OK;
    return host->fail(host, YEE_INPUT,
                      "the heading of %s says that times are in '%.*s'; they are in s, ms, us, "
                      "ns, ps or fs",
                      path, length < 20 ? (int)length : 20, name);
}

/* Words, the first of which is no number, as nan is. */
static bool is_heading(const char *text, locale_t plain)
{
    char *end;
    strtod_l(text, &end, plain);
    return end == text && isalpha((unsigned char)(*text == '"' ? text[1] : *text));
}

/* Counts the samples of a text file, and stores them where t has capacity. */
static yee_status scan(const yee_host *host, const char *path, FILE *file, locale_t plain,
                       table *t, size_t *count)
{
    char *line = NULL;
    size_t size = 0;
    bool heading = true;
    double unit = 1;
    yee_status status = YEE_OK;
    *count = 0;
    for (size_t number = 1; !status && getline(&line, &size, file) >= 0; number++) {
        const char *text = line;
        double pair[2];
        if (number == 1 && (!strncmp(line, "\xFF\xFE", 2) || !strncmp(line, "\xFE\xFF", 2))) {
            status = host->fail(host, YEE_INPUT, "%s is UTF-16 text; save it as UTF-8", path);
            break;
        }
        if (number == 1 && !strncmp(line, "\xEF\xBB\xBF", 3))
            text += 3; /* byte order mark, as spreadsheets write it */
        text += strspn(text, " \t\r\n");
        if (*text == '\0' || *text == '#')
            continue;
        if (read_pair(text, plain, pair)) {
            if (t->count) {
                t->time[*count] = unit * pair[0];
                t->value[*count] = pair[1];
            }
            ++*count;
        } else if (heading && is_heading(text, plain)) {
            status = read_unit(host, path, text, &unit);
        } else {
            status = host->fail(host, YEE_INPUT,
                                "%s:%zu: '%.40s' is not a time and a value; write two numbers",
                                path, number, strtok(line, "\r\n"));
        }
        heading = false;
    }
    free(line);
    return status;
}

static yee_status read_text(const yee_host *host, const char *path, table *t)
{
    yee_status status = YEE_OK;
    size_t count;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    FILE *file = fopen(path, "r");
    if (!file) {
        status = host->fail(host, YEE_IO, "%s cannot be read: %s", path, strerror(errno));
        goto done;
    }
    if (!plain) {
        status = host->fail(host, YEE_MEMORY, "no memory for a locale");
        goto done;
    }
    if ((status = scan(host, path, file, plain, t, &count)) || !count ||
        (status = reserve(host, t, count)))
        goto done;
    rewind(file);
    status = scan(host, path, file, plain, t, &count);
done:
    if (file)
        fclose(file);
    if (plain)
        freelocale(plain);
    return status;
}

/* Number of values of a one-dimensional dataset; 0 where there is none. */
static size_t dataset_count(hid_t dataset)
{
    hid_t space = dataset >= 0 ? H5Dget_space(dataset) : -1;
    hsize_t count = 0;
    if (space >= 0 && H5Sget_simple_extent_ndims(space) == 1)
        H5Sget_simple_extent_dims(space, &count, NULL);
    if (space >= 0)
        H5Sclose(space);
    return (size_t)count;
}

static yee_status read_hdf5(const yee_host *host, const config *c, table *t)
{
    yee_status status = YEE_OK;
    hid_t file = H5Fopen(c->file, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t times = file >= 0 ? H5Dopen2(file, c->times, H5P_DEFAULT) : -1;
    hid_t values = file >= 0 ? H5Dopen2(file, c->values, H5P_DEFAULT) : -1;
    size_t count = dataset_count(times);
    if (times < 0 || values < 0)
        status =
            host->fail(host, YEE_INPUT, "%s has no dataset %s; name it in the key %s", c->file,
                       times < 0 ? c->times : c->values, times < 0 ? "times" : "values");
    else if (!count || count != dataset_count(values))
        status =
            host->fail(host, YEE_INPUT,
                       "%s: %s (%zu numbers) and %s (%zu) must be one-dimensional, equally "
                       "long and not empty",
                       c->file, c->times, count, c->values, dataset_count(values));
    else if (!(status = reserve(host, t, count)) &&
             (H5Dread(times, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t->time) < 0 ||
              H5Dread(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t->value) < 0))
        status = host->fail(host, YEE_IO, "%s: %s and %s cannot be read as numbers", c->file,
                            c->times, c->values);
    if (values >= 0)
        H5Dclose(values);
    if (times >= 0)
        H5Dclose(times);
    if (file >= 0)
        H5Fclose(file);
    return status;
}

/* Second derivatives of the natural spline: the tridiagonal system, solved in place. */
static yee_status bend(const yee_host *host, table *t)
{
    const double *x = t->time, *y = t->value;
    double *m = t->bend, *ratio = host->alloc(host, t->count * sizeof *ratio);
    if (!ratio)
        return host->fail(host, YEE_MEMORY, "no memory for %zu samples", t->count);
    for (size_t i = 1; i + 1 < t->count; i++) {
        double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
        double pivot = 2 * (before + after) - before * ratio[i - 1];
        ratio[i] = after / pivot;
        m[i] =
            (6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before) - before * m[i - 1]) /
            pivot;
    }
    for (size_t i = t->count - 1; i-- > 1;)
        m[i] -= ratio[i] * m[i + 1];
    return YEE_OK;
}

/* Numbers so far apart, or times so close, that the curve between them or its band leaves the
 * range of double. */
static yee_status bounded(const yee_host *host, const char *path, const table *t)
{
    const double length = t->time[t->count - 1] - t->time[0];
    for (size_t i = 0; i + 1 < t->count; i++) {
        const double h = t->time[i + 1] - t->time[i];
        const double curve = h * h * (fabs(t->bend[i]) + fabs(t->bend[i + 1]));
        if (!isfinite(curve + fabs(t->value[i]) + fabs(t->value[i + 1])))
            return host->fail(host, YEE_INPUT,
                              "%s: between samples %zu and %zu, %g s apart, the curve is not "
                              "finite; use other times or values",
                              path, i + 1, i + 2, h);
    }
    if (!isfinite(length) || !isfinite((double)t->count / length))
        return host->fail(host, YEE_INPUT,
                          "%s: %zu samples in %g s have no band; use other times", path,
                          t->count, length);
    return YEE_OK;
}

static yee_status open_table(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    yee_status status = YEE_OK;
    htri_t hdf5 = 0;
    table *t = host->alloc(host, sizeof *t);
    if (!t)
        return host->fail(host, YEE_MEMORY, "no memory for a waveform");
    H5E_BEGIN_TRY
    {
        hdf5 = H5Fis_hdf5(c->file);
        if (hdf5 > 0)
            status = read_hdf5(host, c, t);
    }
    H5E_END_TRY;
    if (status || (hdf5 <= 0 && (status = read_text(host, c->file, t))))
        return status;
    if (t->count < 2)
        return host->fail(host, YEE_INPUT, "%s has %zu sample%s; two or more are needed",
                          c->file, t->count, t->count == 1 ? "" : "s");
    for (size_t i = 0; i < t->count; i++) {
        t->time[i] += c->delay;
        t->value[i] *= c->amplitude;
        if (!isfinite(t->time[i]) || !isfinite(t->value[i]))
            return host->fail(host, YEE_INPUT, "%s: sample %zu is not finite", c->file, i + 1);
        if (i > 0 && t->time[i] <= t->time[i - 1])
            return host->fail(host, YEE_INPUT,
                              "%s: the time of sample %zu, %g s, does not come after the one "
                              "before, %g s; times must rise",
                              c->file, i + 1, t->time[i] - c->delay, t->time[i - 1] - c->delay);
    }
    if ((c->interpolation == CUBIC && (status = bend(host, t))) ||
        (status = bounded(host, c->file, t)))
        return status;
    *out = t;
    return YEE_OK;
}

static double value(const void *self, double time)
{
    const table *t = self;
    size_t low = 0, high = t->count - 1;
    if (!(time >= t->time[0] && time <= t->time[high]))
        return 0;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->time[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    double h = t->time[high] - t->time[low];
    double b = (time - t->time[low]) / h, a = 1 - b;
    return a * t->value[low] + b * t->value[high] +
           h * h / 6 * ((a * a * a - a) * t->bend[low] + (b * b * b - b) * t->bend[high]);
}

/* |W|^2 at a frequency by the trapezoid rule over the samples. */
static double power(const table *t, double frequency)
{
    double re = 0, im = 0;
    for (size_t i = 0; i < t->count; i++) {
        double left = i > 0 ? t->time[i] - t->time[i - 1] : 0;
        double right = i + 1 < t->count ? t->time[i + 1] - t->time[i] : 0;
        double angle = 2 * YEE_PI * frequency * (t->time[i] - t->time[0]);
        re += 0.5 * (left + right) * t->value[i] * cos(angle);
        im -= 0.5 * (left + right) * t->value[i] * sin(angle);
    }
    return re * re + im * im;
}

/* Frequencies that are looked at, from 0 to half the mean sampling rate: enough for two to a
 * resolvable line, as far as the work stays below a second or so. */
#define BAND_WORK 2e7

static yee_status band(const void *self, yee_band *band)
{
    const table *t = self;
    double length = t->time[t->count - 1] - t->time[0];
    double count = (double)t->count;
    size_t lines = (size_t)fmax(16, fmin(count, BAND_WORK / count));
    double step = 0.5 * (count - 1) / length / (double)lines;
    double peak = 0, largest = 0;
    for (size_t i = 0; i < t->count; i++)
        largest = fmax(largest, fabs(t->value[i]));
    band->end_time = t->time[0];
    for (size_t i = 0; i < t->count; i++)
        if (fabs(t->value[i]) > 1e-8 * largest)
            band->end_time = t->time[i + 1 < t->count ? i + 1 : i];
    for (size_t i = 0; i <= lines; i++)
        peak = fmax(peak, power(t, step * (double)i));
    size_t low = 0, high = lines;
    while (low < high && power(t, step * (double)low) < 1e-4 * peak)
        low++;
    while (high > low && power(t, step * (double)high) < 1e-4 * peak)
        high--;
    band->low = step * (double)low;
    band->high = step * (double)high;
    return YEE_OK;
}

static const yee_waveform_ops ops = {
    .size = sizeof ops,
    .open = open_table,
    .value = value,
    .band = band,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_WAVEFORM,
    .name = "table",
    .summary = "samples from a text or HDF5 file",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "; pulse.csv: 0, 0\n"
               "; pulse.csv: 40e-12, 0.000597614\n"
               "; pulse.csv: 80e-12, 0.00727761\n"
               "; pulse.csv: 120e-12, 0.0549462\n"
               "; pulse.csv: 160e-12, 0.252855\n"
               "; pulse.csv: 200e-12, 0.685178\n"
               "; pulse.csv: 240e-12, 0.999987\n"
               "; pulse.csv: 280e-12, 0.519868\n"
               "; pulse.csv: 320e-12, -0.519868\n"
               "; pulse.csv: 360e-12, -0.999987\n"
               "; pulse.csv: 400e-12, -0.685178\n"
               "; pulse.csv: 440e-12, -0.252855\n"
               "; pulse.csv: 480e-12, -0.0549462\n"
               "; pulse.csv: 520e-12, -0.00727761\n"
               "; pulse.csv: 560e-12, -0.000597614\n"
               "; pulse.csv: 600e-12, 0\n"
               "[waveform.measured]\n"
               "type = table\n"
               "file = pulse.csv\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
