/* core/cli/plot/curves.c: what curves over time share. */
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
    double peak = 0, top = -1;
    for (int i = 0; i < time->curves; i++)
        peak = fmax(peak, plot_peak(time->curve[i].y, time->curve[i].count));
    for (int i = 0; i < time->curves; i++) { /* the widest band: media may make harmonics */
        const plot_curve *c = &time->curve[i];
        if (c->count < 2 || plot_peak(c->y, c->count) < 0.01 * peak)
            continue;
        double *own = yee_transform_band(c->count, c->x[1] - c->x[0], c->y, n);
        if (own && own[n - 1] > top) {
            top = own[n - 1];
            free(f);
            f = own;
        } else {
            free(own);
        }
    }
    peak = 0;
    for (int i = 0; i < time->curves && f && re && im; i++) {
        const plot_curve *c = &time->curve[i];
        double *size = malloc(n * sizeof *size);
        yee_transform(c->count, c->x[0], c->x[1] - c->x[0], c->y, n, f, re, im);
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
