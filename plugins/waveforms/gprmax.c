/* plugins/waveforms/gprmax.c: the waveforms of gprMax, each 0 outside of start to stop.
 *
 * With t from start on, f the frequency, u = t - 1/f, z = 2 pi^2 f^2 (of gaussiandotdot and
 * ricker u = t - sqrt(2)/f, z = pi^2 f^2):
 *
 *     gaussian         exp(-z u^2)                     sine       sin(2 pi f t), one period
 *     gaussiandot      -2 z u exp(-z u^2)              contsine   min(1, f t/4) sin(2 pi f t)
 *     gaussiandotdot   2 z (2 z u^2 - 1) exp(-z u^2)   impulse    1 to t = step
 *     ricker           (1 - 2 z u^2) exp(-z u^2)       file       a column, by straight lines
 *
 * and the same with a peak of 1 (norm), gaussianprime being gaussiandot and gaussiandoubleprime
 * gaussiandotdot with the Gaussian's z and u. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/waveform.h>

enum {
    GAUSSIAN,
    DOT,
    DOT_NORM,
    DOT_DOT,
    DOT_DOT_NORM,
    PRIME,
    DOUBLE_PRIME,
    RICKER,
    SINE,
    CONTSINE,
    IMPULSE,
    COLUMN
};

typedef struct config {
    int kind;
    double amplitude, frequency, start, stop, step;
    const char *file, *column;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, kind, NULL,
                     "gaussian|gaussiandot|gaussiandotnorm|gaussiandotdot|gaussiandotdotnorm|"
                     "gaussianprime|gaussiandoubleprime|ricker|sine|contsine|impulse|file",
                     "The formula; file: numbers of a text file."),
    YEE_PARAM_REAL(config, amplitude, NULL, "1", 0, 0, "Factor on the formula."),
    YEE_PARAM_REAL(config, frequency, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "f of the formula; of impulse and file none."),
    YEE_PARAM_REAL(config, start, "s", "0 s", 0, 0, "Time at which it starts."),
    YEE_PARAM_REAL(config, stop, "s", YEE_UNSET, 0, 0,
                   "Time after which it is 0; without it the formula's own end."),
    YEE_PARAM_REAL(config, step, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Length of the impulse; distance of the numbers of a file without times."),
    YEE_PARAM_PATH(
        config, file, YEE_UNSET,
        "file: its first line has the names of the columns; a first one \"time\" has "
        "the times in s."),
    YEE_PARAM_TEXT(config, column, YEE_UNSET, "file: the name of the column."),
    YEE_PARAM_TOGETHER("file|column"),
    YEE_PARAM_END,
};

typedef struct wave {
    const config *c;
    double stop;
    size_t count;
    double *time, *value; /* of a file; shape [count] */
} wave;

/* -- files -- */

typedef struct table {
    FILE *file;
    locale_t plain;
    int column; /* of the numbers */
    bool times; /* the first one is of times */
} table;

static yee_status read_head(const yee_host *host, const config *c, table *t)
{
    char line[4096], *rest = NULL;
    if (!(t->file = fopen(c->file, "r")))
        return host->fail(host, YEE_IO, "file: %s cannot be read: %s", c->file,
                          strerror(errno));
    if (!fgets(line, sizeof line, t->file))
        return host->fail(host, YEE_INPUT, "file: %s has no line with names", c->file);
    t->column = -1;
    int n = 0;
    for (char *word = strtok_r(line, " \t\r\n", &rest); word;
         word = strtok_r(NULL, " \t\r\n", &rest), n++) {
        t->times = t->times || (n == 0 && !strcmp(word, "time"));
        t->column = !strcmp(word, c->column) ? n : t->column;
    }
    if (t->column < 0 || (t->times && t->column == 0))
        return host->fail(host, YEE_INPUT, "column: the first line of %s has no name '%s'",
                          c->file, c->column);
    if (!t->times && isnan(c->step))
        return host->fail(host, YEE_INPUT,
                          "step is missing; %s has no column \"time\" in front", c->file);
    return YEE_OK;
}

static yee_status read_row(const yee_host *host, const table *t, char *line, wave *w,
                           size_t capacity)
{
    char *rest = NULL;
    int n = 0;
    bool got = false;
    for (char *word = strtok_r(line, " \t\r\n", &rest); word;
         word = strtok_r(NULL, " \t\r\n", &rest), n++) {
        char *end;
        const double v = strtod_l(word, &end, t->plain);
        if (*end || !isfinite(v))
            return host->fail(host, YEE_INPUT, "file: '%.40s' behind row %zu is not a number",
                              word, w->count);
        if (w->count < capacity && n == 0 && t->times)
            w->time[w->count] = v;
        if (n == t->column) {
            got = true;
            if (w->count < capacity)
                w->value[w->count] = v;
        }
    }
    if (!n)
        return YEE_OK;
    if (!got)
        return host->fail(host, YEE_INPUT, "file: row %zu has %d numbers, too few",
                          w->count + 1, n);
    w->count++;
    return YEE_OK;
}

/* All rows; counts them only where there is no room. */
static yee_status read_rows(const yee_host *host, const table *t, wave *w, size_t capacity)
{
    char *line = NULL;
    size_t size = 0;
    yee_status status = YEE_OK;
    w->count = 0;
    rewind(t->file);
    for (bool head = true; !status && getline(&line, &size, t->file) >= 0; head = false)
        status = head ? YEE_OK : read_row(host, t, line, w, capacity);
    free(line);
    return status;
}

static yee_status check_times(const yee_host *host, const config *c, const table *t, wave *w)
{
    for (size_t i = 0; i < w->count; i++) {
        if (!t->times)
            w->time[i] = (double)i * c->step;
        w->value[i] *= c->amplitude;
        if (i && !(w->time[i] > w->time[i - 1]))
            return host->fail(host, YEE_INPUT,
                              "file: the time of row %zu is not above the one "
                              "before",
                              i + 1);
        if (!isfinite(w->value[i]))
            return host->fail(host, YEE_INPUT,
                              "file: row %zu times the amplitude is not finite", i + 1);
    }
    return w->count < 2 ? host->fail(host, YEE_INPUT,
                                     "file: %s has %zu rows of numbers; two or more are needed",
                                     c->file, w->count)
                        : YEE_OK;
}

static yee_status read_file(const yee_host *host, const config *c, wave *w)
{
    table t = {.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (!t.plain)
        return host->fail(host, YEE_MEMORY, "no memory for a locale");
    yee_status status = read_head(host, c, &t);
    if (!status && !(status = read_rows(host, &t, w, 0))) {
        const size_t rows = w->count;
        w->time = host->alloc(host, (rows + 1) * sizeof *w->time);
        w->value = host->alloc(host, (rows + 1) * sizeof *w->value);
        status = w->time && w->value
                     ? read_rows(host, &t, w, rows)
                     : host->fail(host, YEE_MEMORY, "no memory for %zu rows", rows);
    }
    if (!status)
        status = check_times(host, c, &t, w);
    if (t.file)
        fclose(t.file);
    freelocale(t.plain);
    return status;
}

/* -- formulas -- */

static yee_status open_wave(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    wave *w = host->alloc(host, sizeof *w);
    if (!w)
        return host->fail(host, YEE_MEMORY, "no memory for a waveform");
    *w = (wave){.c = c, .stop = isnan(c->stop) ? YEE_INFINITY : c->stop};
    *out = w;
    if (c->kind == COLUMN && !c->file)
        return host->fail(host, YEE_INPUT, "kind = file needs the keys file and column");
    if (c->kind == IMPULSE && isnan(c->step))
        return host->fail(host, YEE_INPUT, "kind = impulse needs the key step, its length");
    if (c->kind != IMPULSE && c->kind != COLUMN && isnan(c->frequency))
        return host->fail(host, YEE_INPUT,
                          "frequency is missing; every formula but impulse has "
                          "one");
    if (w->stop <= c->start)
        return host->fail(host, YEE_INPUT, "stop = %g s is not behind start = %g s", w->stop,
                          c->start);
    return c->kind == COLUMN ? read_file(host, c, w) : YEE_OK;
}

/* Straight lines between rows, 0 outside. */
static double column(const wave *w, double t)
{
    size_t low = 0, high = w->count - 1;
    if (!(t >= w->time[0] && t <= w->time[high]))
        return 0;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (w->time[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    const double part = (t - w->time[low]) / (w->time[high] - w->time[low]);
    return (1 - part) * w->value[low] + part * w->value[high];
}

static double formula(const wave *w, double t)
{
    const double f = w->c->frequency, turn = 2 * YEE_PI * f * t;
    const bool second =
        w->c->kind == DOT_DOT || w->c->kind == DOT_DOT_NORM || w->c->kind == RICKER;
    const double z = (second ? 1 : 2) * YEE_PI * YEE_PI * f * f;
    const double u = t - (second ? sqrt(2) : 1) / f, bell = exp(-z * u * u);
    const double bent = (2 * z * u * u - 1) * bell;
    switch (w->c->kind) {
    case GAUSSIAN:
        return bell;
    case DOT:
    case PRIME:
        return -2 * z * u * bell;
    case DOT_NORM: /* the peak of gaussiandot is sqrt(2 z/e) */
        return -2 * z * u * bell / sqrt(2 * z * exp(-1));
    case DOT_DOT:
    case DOUBLE_PRIME:
        return 2 * z * bent;
    case DOT_DOT_NORM:
        return bent;
    case RICKER:
        return -bent;
    case SINE:
        return t * f > 1 ? 0 : sin(turn);
    default: /* CONTSINE */
        return fmin(1, 0.25 * t * f) * sin(turn);
    }
}

static double value(const void *self, double time)
{
    const wave *w = self;
    const config *c = w->c;
    const double t = time - c->start;
    if (!(t >= 0 && time <= w->stop))
        return 0;
    if (c->kind == IMPULSE)
        return t < c->step ? c->amplitude : 0;
    return c->kind == COLUMN ? column(w, t) : c->amplitude * formula(w, t);
}

/* -40 dB of the pulses as in gaussian.c, gaussian_derivative.c and ricker.c. The spectrum of one
 * period of a sine is |sin(pi r)/(1 - r^2)|, r = nu/f, of peak 1.63: 0.0163 at r = 0.0052, and never
 * above it from r = 7.9 on. What jumps is judged up to a tenth of the rate at which it does. */
static yee_status band(const void *self, yee_band *band)
{
    const wave *w = self;
    const config *c = w->c;
    const double f = c->frequency;
    double end = c->start;
    band->low = 0;
    switch (c->kind) {
    case GAUSSIAN:
        band->high = sqrt(2 * log(100)) * f;
        end += 2 / f;
        break;
    case DOT:
    case DOT_NORM:
    case PRIME:
        band->low = 0.006065418174389749 * f;
        band->high = 3.571606252443768 * f;
        end += 2.1 / f;
        break;
    case DOT_DOT:
    case DOT_DOT_NORM:
    case RICKER:
        band->low = 0.060765147186383324 * f;
        band->high = 2.7637568757026734 * f;
        end += 3 / f;
        break;
    case DOUBLE_PRIME:
        band->low = 0.060765147186383324 * sqrt(2) * f;
        band->high = 2.7637568757026734 * sqrt(2) * f;
        end += 2.1 / f;
        break;
    case SINE:
        band->low = 0.005 * f;
        band->high = 8 * f;
        end += 1 / f;
        break;
    case CONTSINE:
        band->low = band->high = f;
        end = YEE_INFINITY;
        break;
    case IMPULSE:
        band->high = 0.1 / c->step;
        end += c->step;
        break;
    default:
        band->high = 0.05 * (double)(w->count - 1) / (w->time[w->count - 1] - w->time[0]);
        end += w->time[w->count - 1];
    }
    band->end_time = fmin(end, w->stop);
    return YEE_OK;
}

static const yee_waveform_ops ops = {
    .size = sizeof ops,
    .open = open_wave,
    .value = value,
    .band = band,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_WAVEFORM,
    .name = "gprmax",
    .summary = "the waveforms of gprMax, between a start and a stop",
    .reference = "https://doi.org/10.1016/j.cpc.2016.08.020",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[waveform.tone]\n"
               "type = gprmax\n"
               "kind = contsine\n"
               "frequency = 5 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
