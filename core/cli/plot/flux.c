/* core/cli/plot/flux.c: normalised fluxes. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* A ratio counts along its own direction: energy that goes back through a plane makes all of it
 * negative, which is turned; what then is below 0 has no meaning, and is shown. */
static void orient(plot_curve *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->count; i++)
        sum += isfinite(c->y[i]) ? c->y[i] : 0;
    for (size_t i = 0; i < c->count && sum < 0; i++)
        c->y[i] = -c->y[i];
}

/* The axis shows the passive range, and what is beyond. */
static void bound_axis(plot_panel *panel)
{
    double least = 0, most = 0;
    for (int i = 0; i < panel->curves; i++)
        for (size_t k = 0; k < panel->curve[i].count; k++) {
            least = fmin(least, panel->curve[i].y[k]);
            most = fmax(most, panel->curve[i].y[k]);
        }
    panel->y_low = 1.05 * least;
    panel->y_high = panel->curves > 1 ? fmax(1.1, 1.05 * most) : NAN;
}

static void add_sum(plot_panel *panel)
{
    const size_t count = panel->curve[0].count;
    for (int i = 1; i < panel->curves; i++)
        if (panel->curve[i].count != count ||
            memcmp(panel->curve[i].x, panel->curve[0].x, count * sizeof *panel->curve[0].x))
            return;
    double *sum = calloc(count + 1, sizeof *sum);
    for (int i = 0; sum && i < panel->curves; i++)
        for (size_t k = 0; k < count; k++)
            sum[k] += panel->curve[i].y[k];
    plot_panel_add(panel, "sum", count, plot_copy(panel->curve[0].x, count), sum);
    panel->curve[panel->curves - 1].dashed = true;
}

/* All normalised fluxes in one picture, and their sum where there are several: reflection,
 * transmission, and 1 without loss. */
yee_status plot_ratios(plot *p)
{
    plot_panel panel = plot_frequency_panel("fraction of the incident power", "", 0, NAN);
    char **names = plot_names(p->file, "/flux");
    int left = 0;
    for (char **n = names; n && *n; n++) {
        char path[512];
        snprintf(path, sizeof path, "/flux/%s/ratio", *n);
        if (!plot_wanted(p, *n) || !plot_exists(p->file, path))
            continue;
        snprintf(path, sizeof path, "/flux/%s", *n);
        const int before = panel.curves;
        if (before >= PLOT_CURVES - 1)
            left++;
        else if (add_over_frequency(p, path, "ratio", *n, &panel) && panel.curves > before)
            orient(&panel.curve[before]);
    }
    plot_names_free(names);
    if (left)
        plot_note(p, true, "%d more normalised fluxes are not drawn; --only NAME draws one",
                  left);
    else if (panel.curves > 1)
        add_sum(&panel);
    bound_axis(&panel);
    for (int i = 0; i < panel.curves; i++) {
        char group[512];
        snprintf(group, sizeof group, "/flux/%s", panel.curve[i].name);
        plot_bounds_note(p, group);
    }
    yee_status status = YEE_OK;
    if (panel.curves)
        status = plot_draw_panels(p, "flux", "ratio", "normalised flux", 1, &panel, 1);
    plot_panel_free(&panel);
    return status;
}
