/* core/cli/plot/curves.c: probes and normalised fluxes, and what curves over time share. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

double *plot_copy(const double *v, size_t count)
{
    double *c = malloc((count + 1) * sizeof *c);
    if (c)
        memcpy(c, v, count * sizeof *c);
    return c;
}

bool plot_signal_read(plot *p, const char *path, plot_signal *s)
{
    if (!plot_read(p->file, path, &s->a) || !s->a.count) {
        plot_array_free(&s->a);
        return false;
    }
    s->step = plot_number(p->file, path, "time_step", 1);
    s->first = plot_number(p->file, path, "time_first", 0);
    return true;
}

double plot_peak(const double *v, size_t count)
{
    double peak = 0;
    for (size_t i = 0; i < count; i++)
        peak = fmax(peak, fabs(v[i]));
    return peak;
}

void plot_spectra_add(const plot_panel *time, plot_panel *panel)
{
    const size_t n = PLOT_BAND;
    double *re = malloc(n * sizeof *re), *im = malloc(n * sizeof *im), *f = NULL;
    double strongest = 0, peak = 0;
    for (int i = 0; i < time->curves; i++) {
        const plot_curve *c = &time->curve[i];
        const double size = plot_peak(c->y, c->count);
        if (size > strongest && c->count > 1) {
            strongest = size;
            free(f);
            f = plot_band(c->count, c->x[1] - c->x[0], c->y, n);
        }
    }
    for (int i = 0; i < time->curves && f && re && im; i++) {
        const plot_curve *c = &time->curve[i];
        double *size = malloc(n * sizeof *size);
        plot_transform(c->count, c->x[0], c->x[1] - c->x[0], c->y, n, f, re, im);
        for (size_t k = 0; size && k < n; k++) {
            size[k] = hypot(re[k], im[k]);
            peak = fmax(peak, size[k]);
        }
        plot_panel_add(panel, c->name, n, plot_copy(f, n), size);
    }
    for (int i = 0; i < panel->curves; i++)
        for (size_t k = 0; k < n; k++) {
            double *y = &panel->curve[i].y[k];
            *y = *y > 0 ? 20 * log10(*y / peak) : -400;
        }
    free(f);
    free(re);
    free(im);
}

/* Left a time panel, right a frequency panel, of the components with one unit. */
static void probe_panels(plot *p, const char *group, const char *kind, plot_panel panel[2])
{
    plot_signal s[3];
    char name[3][3];
    int found = 0;
    double strongest = 0;
    for (int c = 0; c < 3; c++) {
        char path[512];
        snprintf(name[found], sizeof name[found], "%c%c", *kind, 'x' + c);
        snprintf(path, sizeof path, "%s/%s", group, name[found]);
        if ((p->component && strcmp(p->component, name[found])) ||
            !plot_signal_read(p, path, &s[found]))
            continue;
        strongest = fmax(strongest, plot_peak(s[found].a.v, s[found].a.count));
        found++;
    }
    for (int i = 0; i < found; i++) {
        const size_t rows = s[i].a.dims[0];
        const size_t points = s[i].a.rank > 1 ? s[i].a.dims[1] : 1;
        for (size_t n = 0; n < points && panel[0].curves < PLOT_CURVES; n++) {
            char label[64];
            double *y = malloc(rows * sizeof *y);
            for (size_t r = 0; y && r < rows; r++)
                y[r] = s[i].a.v[r * points + n];
            /* what would not be seen beside the others is left out */
            if (!y || (strongest > 0 && plot_peak(y, rows) < 1e-3 * strongest)) {
                free(y);
                continue;
            }
            snprintf(label, sizeof label, points > 1 ? "%s, point %zu" : "%s", name[i], n + 1);
            plot_panel_add(&panel[0], label, rows, plot_ramp(rows, s[i].first, s[i].step), y);
        }
        plot_array_free(&s[i].a);
    }
    plot_spectra_add(&panel[0], &panel[1]);
}

plot_panel plot_time_panel(const char *name, const char *unit)
{
    return (plot_panel){.x_name = "time",
                        .x_unit = "s",
                        .y_name = name,
                        .y_unit = unit,
                        .y_low = NAN,
                        .y_high = NAN};
}

plot_panel plot_frequency_panel(const char *name, const char *unit, double low, double high)
{
    return (plot_panel){.x_name = "frequency",
                        .x_unit = "Hz",
                        .y_name = name,
                        .y_unit = unit,
                        .y_low = low,
                        .y_high = high};
}

yee_status plot_each(plot *p, const char *group,
                     yee_status (*draw)(plot *p, const char *path, const char *name))
{
    char **names = plot_names(p->file, group);
    yee_status status = YEE_OK;
    for (char **n = names; n && *n && !status; n++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", group, *n);
        if (plot_wanted(p, *n))
            status = draw(p, path, *n);
    }
    plot_names_free(names);
    return status;
}

static yee_status draw_probe(plot *p, const char *path, const char *name)
{
    plot_panel panel[4] = {
        plot_time_panel("E", "V/m"), plot_frequency_panel("|E| below peak", "dB", -60, 3),
        plot_time_panel("H", "A/m"), plot_frequency_panel("|H| below peak", "dB", -60, 3)};
    char title[600], part[520];
    double at[3] = {0, 0, 0};
    int first = 0, panels = 4;
    probe_panels(p, path, "e", &panel[0]);
    probe_panels(p, path, "h", &panel[2]);
    if (!panel[0].curves)
        first = panels = 2;
    else if (!panel[2].curves)
        panels = 2;
    const char *component = "ex\0ey\0ez\0hx\0hy\0hz";
    for (int c = 0; c < 6; c++) {
        snprintf(part, sizeof part, "%s/%s", path, component + 3 * c);
        if (plot_exists(p->file, part))
            break;
    }
    plot_numbers(p->file, part, "position", 3, at);
    if (at[0] != 0 || at[1] != 0 || at[2] != 0)
        snprintf(title, sizeof title, "probe %s, about (%.4g, %.4g, %.4g) mm", name,
                 1e3 * at[0], 1e3 * at[1], 1e3 * at[2]);
    else
        snprintf(title, sizeof title, "probe %s", name);
    yee_status status = YEE_OK;
    if (panel[first].curves)
        status = plot_draw_panels(p, "probe", name, title, panels, panel + first, 2);
    for (int i = 0; i < 4; i++)
        plot_panel_free(&panel[i]);
    return status;
}

yee_status plot_probes(plot *p) { return plot_each(p, "/probe", draw_probe); }

/* Adds what a dataset of a flux holds over its frequencies. */
static bool add_over_frequency(plot *p, const char *path, const char *what, const char *name,
                               plot_panel *panel)
{
    plot_array f, v;
    char part[600];
    snprintf(part, sizeof part, "%s/frequency", path);
    if (!plot_read(p->file, part, &f))
        return false;
    snprintf(part, sizeof part, "%s/%s", path, what);
    if (!plot_read(p->file, part, &v)) {
        plot_array_free(&f);
        return false;
    }
    if (v.count != f.count) {
        plot_array_free(&f);
        plot_array_free(&v);
        return false;
    }
    plot_panel_add(panel, name, f.count, f.v, v.v);
    return true;
}

/* All normalised fluxes in one picture, as magnitudes, and their sum where there are several:
 * reflection, transmission, and 1 without loss. */
yee_status plot_ratios(plot *p)
{
    plot_panel panel = plot_frequency_panel("fraction of the incident power", "", 0, NAN);
    char **names = plot_names(p->file, "/flux");
    for (char **n = names; n && *n; n++) {
        char path[512];
        snprintf(path, sizeof path, "/flux/%s", *n);
        const int before = panel.curves;
        if (!plot_wanted(p, *n) || panel.curves >= PLOT_CURVES - 1 ||
            !add_over_frequency(p, path, "ratio", *n, &panel) || panel.curves == before)
            continue;
        for (size_t i = 0; i < panel.curve[before].count; i++)
            panel.curve[before].y[i] = fabs(panel.curve[before].y[i]);
    }
    plot_names_free(names);
    bool same = panel.curves > 1;
    for (int i = 1; i < panel.curves; i++)
        same = same && panel.curve[i].count == panel.curve[0].count &&
               !memcmp(panel.curve[i].x, panel.curve[0].x,
                       panel.curve[0].count * sizeof *panel.curve[0].x);
    if (same) {
        const size_t count = panel.curve[0].count;
        double *sum = calloc(count + 1, sizeof *sum);
        for (int i = 0; sum && i < panel.curves; i++)
            for (size_t k = 0; k < count; k++)
                sum[k] += panel.curve[i].y[k];
        plot_panel_add(&panel, "sum", count, plot_copy(panel.curve[0].x, count), sum);
        panel.curve[panel.curves - 1].dashed = true;
        panel.y_high = 1.1;
    }
    yee_status status = YEE_OK;
    if (panel.curves)
        status = plot_draw_panels(p, "flux", "ratio", "normalised flux", 1, &panel, 1);
    plot_panel_free(&panel);
    return status;
}
