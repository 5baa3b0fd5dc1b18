/* core/cli/plot/radar/scans.c: single traces, and slices of areas of traces. */
#include "base/units.h"
#include "radar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- A-scans -- */

/* "1, 4, 10-20": the next range of numbers; 0: there is none, -1: it is no list. */
static int next_range(const char **at, long range[2])
{
    char *end;
    if (!**at)
        return 0;
    range[0] = range[1] = strtol(*at, &end, 10);
    bool ok = end != *at && range[0] >= 0;
    end += strspn(end, " ");
    if (ok && *end == '-') {
        *at = end + 1;
        range[1] = strtol(*at, &end, 10);
        ok = end != *at;
        end += strspn(end, " ");
    }
    if (!ok || range[0] > range[1] || (*end && *end != ','))
        return -1;
    *at = end + (*end == ',');
    return 1;
}

/* The place of a trace of the file; SIZE_MAX: it has none such. */
static size_t place_of(const radargram *g, long number)
{
    for (size_t n = 0; n < g->lines * g->traces; n++)
        if (g->number[n] == (size_t)number)
            return n;
    return SIZE_MAX;
}

static void add_trace(const radargram *g, size_t n, plot_panel *panel)
{
    char name[64];
    if (g->lines * g->traces > 1)
        snprintf(name, sizeof name, "trace %zu: %s", g->number[n],
                 yee_units_si(g->x[n % g->traces], g->x_unit).text);
    else
        snprintf(name, sizeof name, "%s", g->what);
    plot_panel_add(panel, name, g->rows, yee_ramp(g->rows, g->first, g->step),
                   plot_copy(g->v + n * g->rows, g->rows));
}

yee_status radar_draw_traces(plot *p, const radar_want *w, const radargram *g)
{
    const char *at = w->trace ? w->trace : "";
    char kind[160], title[512];
    long range[2];
    int more, left = 0;
    plot_panel panel[2] = {plot_time_panel(g->what, g->unit ? g->unit : ""),
                           plot_frequency_panel("below the peak", "dB", -60, 3)};
    if (!w->trace)
        add_trace(g, 0, panel);
    while ((more = next_range(&at, range)) > 0)
        for (long number = range[0]; number <= range[1] && !left; number++) {
            const size_t n = place_of(g, number);
            left += panel->curves == PLOT_CURVES && n != SIZE_MAX;
            if (n != SIZE_MAX && !left)
                add_trace(g, n, panel);
            if (n == SIZE_MAX) {
                plot_note(p, true, "%s has no trace %ld", g->output, number);
                break;
            }
        }
    if (more < 0)
        return cli_fail(YEE_USAGE,
                        "--trace %s is not of the form 1, 4, 10-20 (the first trace is 0)",
                        w->trace);
    if (!panel->curves)
        return cli_fail(YEE_USAGE, "--trace %s: %s has %zu traces, from 0 on", w->trace,
                        g->output, g->lines * g->traces);
    if (left)
        plot_note(p, true, "%s: a picture has %d traces at most", g->output, PLOT_CURVES);
    radar_note_steps(p, g);
    plot_spectra_add(&panel[0], &panel[1]);
    snprintf(kind, sizeof kind, "ascan_%s", g->output);
    snprintf(title, sizeof title, "A-scan %s, %s", g->output, g->what);
    const yee_status status = plot_draw_panels(p, kind, g->what, title, 2, panel, 2);
    plot_panel_free(&panel[0]);
    plot_panel_free(&panel[1]);
    return status;
}

/* -- C-scans -- */

/* The number of a trace at a time, between samples, or the root mean square over a range. */
static double value_at(const radargram *g, const double *trace, const double time[2])
{
    const double last = (double)(g->rows - 1);
    const double low = fmax(0, fmin(last, (time[0] - g->first) / g->step));
    const double high = fmax(0, fmin(last, (time[1] - g->first) / g->step));
    if (time[0] == time[1]) {
        const size_t r = (size_t)low < g->rows - 1 ? (size_t)low : g->rows - 2;
        return trace[r] + (low - (double)r) * (trace[r + 1] - trace[r]);
    }
    double sum = 0;
    const size_t begin = (size_t)ceil(low), end = (size_t)floor(high);
    for (size_t r = begin; r <= end; r++)
        sum += trace[r] * trace[r];
    return end >= begin ? sqrt(sum / (double)(end - begin + 1)) : 0;
}

yee_status radar_draw_slice(plot *p, const radar_want *w, const radargram *g)
{
    const radar_antennas a = radar_antennas_of(w, g);
    const double last = g->first + (double)(g->rows - 1) * g->step;
    const char *unit = w->slice_depth ? "m" : "s";
    const bool range = w->slice_at[0] != w->slice_at[1];
    char kind[160], title[512], at[96];
    double time[2];
    for (int n = 0; n < 2; n++)
        time[n] = w->slice_depth ? radar_time(w->slice_at[n], w->velocity, a) : w->slice_at[n];
    if (g->lines < 2 || g->traces < 2)
        return cli_fail(YEE_USAGE,
                        "--slice: %s is a line, no area; a C-scan is of a sweep of two "
                        "variables, one along each side",
                        g->output);
    if (time[1] < g->first || time[0] > last)
        return cli_fail(YEE_USAGE, "--slice %s: the record of %s is from %s to %s",
                        yee_units_si(time[0], "s").text, g->output,
                        yee_units_si(g->first, "s").text, yee_units_si(last, "s").text);
    const bool plane = !strcmp(g->x_unit, "m") && !strcmp(g->y_unit, "m");
    plot_image m = {.x_name = g->x_name,
                    .y_name = g->y_name,
                    .x_unit = plane ? NULL : g->x_unit,
                    .y_unit = plane ? NULL : g->y_unit,
                    .quantity = g->what,
                    .unit = g->unit ? g->unit : "",
                    .sign = !range,
                    .nx = g->traces,
                    .ny = g->lines,
                    .x = g->x,
                    .y = g->y,
                    .v = malloc(g->lines * g->traces * sizeof(double))};
    if (!m.v)
        return cli_fail(YEE_MEMORY, "no memory for a picture");
    for (size_t n = 0; n < g->lines * g->traces; n++)
        m.v[n] = value_at(g, g->v + n * g->rows, time);
    snprintf(at, sizeof at, "%s %s%s%s", w->slice_depth ? "depth" : "time",
             yee_units_si(w->slice_at[0], unit).text, range ? " to " : "",
             range ? yee_units_si(w->slice_at[1], unit).text : "");
    radar_note_steps(p, g);
    radar_note_missing(p, g);
    if (w->slice_depth) {
        plot_note(p, false, "%s after time zero at %.4g m/ns", yee_units_si(time[0], "s").text,
                  1e-9 * w->velocity);
        radar_note_antennas(p, w, g);
    }
    snprintf(kind, sizeof kind, "cscan_%s", g->output);
    snprintf(title, sizeof title, "C-scan %s, %s%s at %s", g->output, range ? "rms of " : "",
             g->what, at);
    const yee_status status = plot_draw_images(p, kind, g->what, title, 1, &m);
    free(m.v);
    p->sliced = true;
    return status;
}
