/* core/cli/plot/radar/steps.c: the processing steps of a radargram: time zero, dewow, background,
 * band-pass, time window, gains. Filters see the whole record, and gains the window. */
#include "base/units.h"
#include "radar.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static double *trace(const radargram *g, size_t n) { return g->v + n * g->rows; }

static size_t all(const radargram *g) { return g->lines * g->traces; }

/* Remembers a step with its numbers. */
static radar_step *remember(radargram *g, const char *name, int count, const double *number)
{
    if (g->steps == RADAR_STEPS)
        g->steps--;
    radar_step *s = &g->done[g->steps++];
    *s = (radar_step){.count = count};
    snprintf(s->name, sizeof s->name, "%s", name);
    for (int n = 0; n < count; n++)
        s->number[n] = number[n];
    return s;
}

__attribute__((format(printf, 2, 3))) static void say(radar_step *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->words, sizeof s->words, format, args);
    va_end(args);
}

/* Samples to each side of one in the middle of a window. */
static size_t half_of(const radargram *g, double window)
{
    const double half = floor(0.5 * window / g->step + 1e-9);
    return half < (double)g->rows ? (size_t)half : g->rows;
}

static yee_status check_window(const radargram *g, const char *option, double window)
{
    return window >= 2 * g->step
               ? YEE_OK
               : cli_fail(YEE_USAGE,
                          "--%s: a window of %s has less than three samples, which are %s "
                          "apart",
                          option, yee_units_si(window, "s").text,
                          yee_units_si(g->step, "s").text);
}

/* Time of the largest magnitude of the mean of all traces, or of the first sample that has a
 * twentieth of it. */
static double find_zero(const radargram *g, bool peak)
{
    double most = 0, *mean = calloc(g->rows + 1, sizeof *mean);
    size_t at = 0;
    for (size_t n = 0; n < all(g) && mean; n++)
        for (size_t r = 0; r < g->rows; r++)
            mean[r] += isfinite(trace(g, n)[r]) ? trace(g, n)[r] : 0;
    for (size_t r = 0; r < g->rows && mean; r++)
        if (fabs(mean[r]) > most) {
            most = fabs(mean[r]);
            at = r;
        }
    for (size_t r = 0; r < at && mean && !peak; r++)
        if (fabs(mean[r]) >= 0.05 * most)
            at = r;
    free(mean);
    return g->first + (double)at * g->step;
}

static yee_status move_zero(const radar_want *w, radargram *g)
{
    static const char *const how[] = {[ZERO_TIME] = "",
                                      [ZERO_PEAK] = " (peak of the mean trace)",
                                      [ZERO_BREAK] = " (first break of the mean trace)"};
    const double zero =
        w->zero == ZERO_TIME ? w->zero_time : find_zero(g, w->zero == ZERO_PEAK);
    const double length = (double)(g->rows - 1) * g->step;
    if (!(fabs(zero - g->first) <= length)) /* a wrong unit */
        return cli_fail(YEE_USAGE,
                        "--time-zero %s is farther from the record, %s to %s, than that is "
                        "long",
                        yee_units_si(zero, "s").text, yee_units_si(g->first, "s").text,
                        yee_units_si(g->first + length, "s").text);
    g->first -= zero;
    say(remember(g, "time_zero", 1, &zero), "time zero at %s%s", yee_units_si(zero, "s").text,
        how[w->zero]);
    return YEE_OK;
}

static yee_status dewow(const radar_want *w, radargram *g)
{
    bool ok = true;
    const yee_status status = check_window(g, "dewow", w->dewow);
    for (size_t n = 0; n < all(g) && ok && !status; n++)
        ok = radar_dewow(g->rows, trace(g, n), half_of(g, w->dewow));
    say(remember(g, "dewow", 1, &w->dewow), "dewow %s", yee_units_si(w->dewow, "s").text);
    return ok ? status : cli_fail(YEE_MEMORY, "no memory for dewow");
}

/* The traces of a window of a length. */
static yee_status traces_of(const radargram *g, double length, int *count)
{
    if (strcmp(g->x_unit, "m") || g->traces < 2)
        return cli_fail(YEE_USAGE,
                        "--background %s: where the traces are is not known; give a "
                        "number of traces, or --spacing",
                        yee_units_si(length, "m").text);
    const double pitch = (g->x[g->traces - 1] - g->x[0]) / (double)(g->traces - 1);
    const double half = floor(0.5 * length / pitch + 1e-9);
    if (half < 1)
        return cli_fail(YEE_USAGE,
                        "--background %s has less than three traces, which are %s apart",
                        yee_units_si(length, "m").text, yee_units_si(pitch, "m").text);
    *count = half < 1e9 ? 2 * (int)half + 1 : RADAR_MEAN;
    return YEE_OK;
}

static yee_status background(const radar_want *w, radargram *g)
{
    int count = w->background;
    bool ok = true;
    const bool area = count == RADAR_AREA;
    const size_t groups = area ? 1 : g->lines, of = all(g) / groups;
    if (of < 2)
        return cli_fail(YEE_USAGE, "--background has no effect: %s is one trace", g->output);
    if (!isnan(w->background_length)) {
        const yee_status status = traces_of(g, w->background_length, &count);
        if (status)
            return status;
    }
    const size_t half = count < 0 ? of : (size_t)count / 2;
    for (size_t l = 0; l < groups && ok; l++)
        ok = radar_background(of, g->rows, trace(g, l * of), half);
    size_t there = of;
    for (size_t n = 0; n < of && groups == 1; n++)
        there -= isnan(*trace(g, n)) ? 1 : 0;
    const double number = count < 0 ? (double)there : count;
    radar_step *s = remember(g, "background", 1, &number);
    if (count < 0)
        say(s, "less the mean of %s %zu traces", groups > 1 ? "each line's" : "all", there);
    else
        say(s, "less the mean of %d traces around", count);
    return ok ? YEE_OK : cli_fail(YEE_MEMORY, "no memory for the background");
}

static yee_status band(const radar_want *w, radargram *g)
{
    bool ok = true;
    char words[96] = "";
    if (w->band[w->corners - 1] > 0.5 / g->step)
        return cli_fail(YEE_USAGE, "--band: %s is above half the sampling rate, %s",
                        yee_units_si(w->band[w->corners - 1], "Hz").text,
                        yee_units_si(0.5 / g->step, "Hz").text);
    for (size_t n = 0; n < all(g) && ok; n++)
        ok = radar_band(g->rows, trace(g, n), g->step, w->corners, w->band);
    for (int n = 0; n < w->corners; n++) {
        const size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", n ? ", " : "",
                 yee_units_si(w->band[n], "Hz").text);
    }
    say(remember(g, "band", w->corners, w->band), "band-pass %s", words);
    return ok ? YEE_OK : cli_fail(YEE_MEMORY, "no memory for the band-pass");
}

bool radar_single(const radar_want *w, const radargram *g) { return w->trace || all(g) == 1; }

/* Keeps the rows of the time window, or where time zero is set those from there on; of single traces
 * all, for a step at the beginning would be in their spectra. */
static yee_status cut_window(const radar_want *w, radargram *g)
{
    const bool given = !isnan(w->window[0]);
    const double from = given                                                ? w->window[0]
                        : w->zero != ZERO_AS_RECORDED && !radar_single(w, g) ? 0
                                                                             : g->first;
    const double to = given ? w->window[1] : INFINITY;
    const double last = g->first + (double)(g->rows - 1) * g->step;
    const double low = fmax(0, ceil((from - g->first) / g->step - 1e-6));
    const double high = floor((fmin(to, last) - g->first) / g->step + 1e-6);
    if (!(high >= low + 1))
        return cli_fail(YEE_USAGE,
                        "%s: the window of %s to %s has no two samples of the record, %s to %s "
                        "after time zero",
                        g->output, yee_units_si(from, "s").text,
                        yee_units_si(fmin(to, last), "s").text,
                        yee_units_si(g->first, "s").text, yee_units_si(last, "s").text);
    const size_t begin = (size_t)low, rows = (size_t)high - begin + 1;
    for (size_t n = 0; n < all(g); n++)
        memmove(g->v + n * rows, trace(g, n) + begin, rows * sizeof *g->v);
    g->rows = rows;
    g->first += low * g->step;
    if (given)
        say(remember(g, "window", 2, w->window), "window %s to %s",
            yee_units_si(from, "s").text, yee_units_si(to, "s").text);
    return YEE_OK;
}

/* A hundred-thousandth of the highest level of a line is more than float32 leaves of silence, where a
 * direct wave a hundred times as strong was taken away. */
static bool agc(radargram *g, double window)
{
    bool ok = true;
    double *level = malloc((g->rows + 1) * sizeof *level);
    for (size_t l = 0; l < g->lines && ok; l++) {
        double most = 0;
        for (size_t t = 0; t < g->traces && ok; t++) {
            ok = level &&
                 radar_level(g->rows, trace(g, l * g->traces + t), half_of(g, window), level);
            for (size_t r = 0; r < g->rows && ok; r++)
                most = fmax(most, level[r]);
        }
        for (size_t t = 0; t < g->traces && ok; t++)
            ok = radar_agc(g->rows, trace(g, l * g->traces + t), half_of(g, window),
                           1e-5 * most);
    }
    free(level);
    return ok;
}

static yee_status gain(const radar_gain *gain, radargram *g)
{
    const double end = g->first + (double)(g->rows - 1) * g->step;
    yee_status status = YEE_OK;
    bool ok = true;
    if (gain->kind == GAIN_AGC) {
        status = check_window(g, "gain agc", gain->number);
        ok = status || agc(g, gain->number);
        free(g->unit);
        g->unit = NULL;
        say(remember(g, "gain_agc", 1, &gain->number), "gain: AGC %s",
            yee_units_si(gain->number, "s").text);
    } else if (gain->kind == GAIN_POWER) {
        const double number[2] = {gain->number, end};
        if (!(end > 0))
            return cli_fail(YEE_USAGE, "--gain: the record ends before time zero");
        for (size_t n = 0; n < all(g); n++)
            radar_power_gain(g->rows, trace(g, n), g->first, g->step, gain->number, end);
        if (gain->number == 1)
            say(remember(g, "gain_power", 2, number), "gain: spherical, t/%s",
                yee_units_si(end, "s").text);
        else
            say(remember(g, "gain_power", 2, number), "gain: (t/%s)^%g",
                yee_units_si(end, "s").text, gain->number);
    } else {
        const double most = fmax(gain->number * g->first, gain->number * end);
        if (!(most < 600)) /* nepers: 260 decades */
            return cli_fail(YEE_USAGE,
                            "--gain exp: %.4g/ns raises the record by exp(%.4g), beyond the "
                            "range of numbers",
                            1e-9 * gain->number, most);
        for (size_t n = 0; n < all(g); n++)
            radar_exponential_gain(g->rows, trace(g, n), g->first, g->step, gain->number);
        say(remember(g, "gain_exponential", 1, &gain->number), "gain: exp(t %.4g/ns)",
            1e-9 * gain->number);
    }
    return ok ? status : cli_fail(YEE_MEMORY, "no memory for the gain");
}

yee_status radar_process(const radar_want *w, radargram *g)
{
    yee_status status = YEE_OK;
    if (w->zero != ZERO_AS_RECORDED)
        status = move_zero(w, g);
    if (!status && !isnan(w->dewow))
        status = dewow(w, g);
    if (!status && (w->background || !isnan(w->background_length)))
        status = background(w, g);
    if (!status && w->corners)
        status = band(w, g);
    if (!status)
        status = cut_window(w, g);
    for (int n = 0; n < w->gains && !status; n++)
        status = gain(&w->gain[n], g);
    return status;
}

void radar_note_steps(plot *p, const radargram *g)
{
    char text[1100] = "";
    for (int n = 0; n < g->steps; n++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", n ? "; " : "", g->done[n].words);
    }
    plot_note(p, false, "Processing: %s", g->steps ? text : "none");
}
