/* core/cli/plot/curves.c: probes, ports, energies and fluxes. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAND_POINTS 400

static double *copy(const double *v, size_t count)
{
    double *c = malloc((count + 1) * sizeof *c);
    if (c)
        memcpy(c, v, count * sizeof *c);
    return c;
}

/* One recorded signal: y at first + n step. */
typedef struct signal_data {
    plot_array a;
    double first, step;
} signal_data;

static bool read_signal(plot *p, const char *path, signal_data *s)
{
    if (!plot_read(p->file, path, &s->a) || !s->a.count) {
        plot_array_free(&s->a);
        return false;
    }
    s->step = plot_number(p->file, path, "time_step", 1);
    s->first = plot_number(p->file, path, "time_first", 0);
    return true;
}

static double peak_of(const double *v, size_t count)
{
    double peak = 0;
    for (size_t i = 0; i < count; i++)
        peak = fmax(peak, fabs(v[i]));
    return peak;
}

/* Spectra of the curves of a time panel, in dB below the highest of them, over the band of the
 * strongest. */
static void add_spectra(const plot_panel *time, plot_panel *panel)
{
    const size_t n = BAND_POINTS;
    double *re = malloc(n * sizeof *re), *im = malloc(n * sizeof *im), *f = NULL;
    double strongest = 0, peak = 0;
    for (int i = 0; i < time->curves; i++) {
        const plot_curve *c = &time->curve[i];
        const double size = peak_of(c->y, c->count);
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
        plot_panel_add(panel, c->name, n, copy(f, n), size);
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
    signal_data s[3];
    char name[3][3];
    int found = 0;
    double strongest = 0;
    for (int c = 0; c < 3; c++) {
        char path[512];
        snprintf(name[found], sizeof name[found], "%c%c", *kind, 'x' + c);
        snprintf(path, sizeof path, "%s/%s", group, name[found]);
        if ((p->component && strcmp(p->component, name[found])) ||
            !read_signal(p, path, &s[found]))
            continue;
        strongest = fmax(strongest, peak_of(s[found].a.v, s[found].a.count));
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
            if (!y || (strongest > 0 && peak_of(y, rows) < 1e-3 * strongest)) {
                free(y);
                continue;
            }
            snprintf(label, sizeof label, points > 1 ? "%s, point %zu" : "%s", name[i], n + 1);
            plot_panel_add(&panel[0], label, rows, plot_ramp(rows, s[i].first, s[i].step), y);
        }
        plot_array_free(&s[i].a);
    }
    add_spectra(&panel[0], &panel[1]);
}

static plot_panel time_panel(const char *name, const char *unit)
{
    return (plot_panel){.x_name = "time",
                        .x_unit = "s",
                        .y_name = name,
                        .y_unit = unit,
                        .y_low = NAN,
                        .y_high = NAN};
}

static plot_panel frequency_panel(const char *name, const char *unit, double low, double high)
{
    return (plot_panel){.x_name = "frequency",
                        .x_unit = "Hz",
                        .y_name = name,
                        .y_unit = unit,
                        .y_low = low,
                        .y_high = high};
}

/* Calls draw for each wanted member of a group. */
static yee_status each(plot *p, const char *group,
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
        time_panel("E", "V/m"), frequency_panel("|E| below peak", "dB", -60, 3),
        time_panel("H", "A/m"), frequency_panel("|H| below peak", "dB", -60, 3)};
    char title[600], part[520];
    double at[3];
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
    plot_numbers(p->file, part, "position", at);
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

yee_status plot_probes(plot *p) { return each(p, "/probe", draw_probe); }

/* Reflection at a port, (V - R I)/(V + R I), where the source's band has power; else, without a
 * resistance, the impedance |V/I|. */
static void add_reflection(plot *p, const char *path, const signal_data *v,
                           const signal_data *i, plot_panel *panel)
{
    const size_t n = BAND_POINTS, rows = v->a.count < i->a.count ? v->a.count : i->a.count;
    const double r = plot_number(p->file, path, "resistance", 0);
    double *f = plot_band(rows, v->step, v->a.v, n), *w = malloc(5 * n * sizeof *w);
    if (!f || !w) {
        free(f);
        free(w);
        return;
    }
    double *vr = w + n, *vi = w + 2 * n, *ir = w + 3 * n, *ii = w + 4 * n, peak = 0;
    plot_transform(rows, v->first, v->step, v->a.v, n, f, vr, vi);
    plot_transform(rows, i->first, i->step, i->a.v, n, f, ir, ii);
    for (size_t k = 0; k < n; k++)
        peak = fmax(peak, hypot(vr[k] + r * ir[k], vi[k] + r * ii[k]));
    for (size_t k = 0; k < n; k++) {
        const double in = hypot(vr[k] + r * ir[k], vi[k] + r * ii[k]);
        const double out = hypot(vr[k] - r * ir[k], vi[k] - r * ii[k]);
        if (r > 0)
            w[k] = in > 0.03 * peak ? 20 * log10(fmax(out / in, 1e-10)) : NAN;
        else
            w[k] = hypot(vr[k], vi[k]) / fmax(hypot(ir[k], ii[k]), 1e-300);
    }
    if (r > 0) {
        panel->y_name = "|S11|";
        panel->y_unit = "dB";
        panel->y_high = 3;
    } else {
        panel->y_name = "|V/I|";
        panel->y_unit = "Ohm";
    }
    plot_panel_add(panel, "", n, f, w);
}

static yee_status draw_port(plot *p, const char *path, const char *name)
{
    signal_data v, i = {0};
    char part[600], title[600];
    snprintf(part, sizeof part, "%s/v", path);
    if (!read_signal(p, part, &v))
        return YEE_OK;
    snprintf(part, sizeof part, "%s/i", path);
    yee_status status = YEE_OK;
    if (read_signal(p, part, &i)) {
        plot_panel panel[4] = {
            time_panel("voltage", "V"), frequency_panel("|V| below peak", "dB", -60, 3),
            time_panel("current", "A"), frequency_panel("|S11|", "dB", NAN, NAN)};
        add_reflection(p, path, &v, &i, &panel[3]);
        plot_panel_add(&panel[0], "", v.a.count, plot_ramp(v.a.count, v.first, v.step),
                       copy(v.a.v, v.a.count));
        plot_panel_add(&panel[2], "", i.a.count, plot_ramp(i.a.count, i.first, i.step),
                       copy(i.a.v, i.a.count));
        add_spectra(&panel[0], &panel[1]);
        snprintf(title, sizeof title, "port %s, %g Ohm", name,
                 plot_number(p->file, path, "resistance", 0));
        status = plot_draw_panels(p, "port", name, title, 4, panel, 2);
        for (int k = 0; k < 4; k++)
            plot_panel_free(&panel[k]);
    }
    plot_array_free(&v.a);
    plot_array_free(&i.a);
    return status;
}

yee_status plot_ports(plot *p) { return each(p, "/port", draw_port); }

static yee_status draw_energy(plot *p, const char *path, const char *name)
{
    static const char *const part_name[3] = {"total", "electric", "magnetic"};
    plot_panel panel = time_panel("energy (J)", "");
    char title[600];
    double peak = 0;
    panel.log = true;
    for (int i = 0; i < 3; i++) {
        signal_data s;
        char part[600];
        snprintf(part, sizeof part, "%s/%s", path, part_name[i]);
        if (!read_signal(p, part, &s))
            continue;
        peak = fmax(peak, peak_of(s.a.v, s.a.count));
        for (size_t n = 0; n < s.a.count; n++)
            s.a.v[n] = s.a.v[n] > 0 ? s.a.v[n] : NAN; /* no place on a logarithmic axis */
        plot_panel_add(&panel, part_name[i], s.a.count, plot_ramp(s.a.count, s.first, s.step),
                       s.a.v);
        panel.curve[panel.curves - 1].dashed = i > 0;
    }
    snprintf(title, sizeof title, "energy %s", name);
    panel.y_low = 1e-9 * peak;
    double least = INFINITY;
    for (int i = 0; i < panel.curves; i++)
        for (size_t n = 0; n < panel.curve[i].count; n++)
            least = fmin(least, isfinite(panel.curve[i].y[n]) ? panel.curve[i].y[n] : INFINITY);
    panel.y_low = fmax(panel.y_low, 0.5 * least);
    const yee_status status =
        peak > 0 ? plot_draw_panels(p, "energy", name, title, 1, &panel, 1) : YEE_OK;
    plot_panel_free(&panel);
    return status;
}

yee_status plot_energies(plot *p) { return each(p, "/energy", draw_energy); }

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

static yee_status draw_flux(plot *p, const char *path, const char *name)
{
    plot_panel panel = frequency_panel("energy through the surface", "J/Hz", NAN, NAN);
    char title[600];
    if (!add_over_frequency(p, path, "power", "", &panel))
        return YEE_OK;
    char *direction = plot_text(p->file, path, "direction");
    snprintf(title, sizeof title, "flux %s, %s", name, direction ? direction : "");
    free(direction);
    const yee_status status = plot_draw_panels(p, "flux", name, title, 1, &panel, 1);
    plot_panel_free(&panel);
    return status;
}

/* All normalised fluxes in one picture, as magnitudes, and their sum where there are several:
 * reflection, transmission, and 1 without loss. */
static yee_status draw_ratios(plot *p)
{
    plot_panel panel = frequency_panel("fraction of the incident power", "", 0, NAN);
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
        plot_panel_add(&panel, "sum", count, copy(panel.curve[0].x, count), sum);
        panel.curve[panel.curves - 1].dashed = true;
        panel.y_high = 1.1;
    }
    yee_status status = YEE_OK;
    if (panel.curves)
        status = plot_draw_panels(p, "flux", "ratio", "normalised flux", 1, &panel, 1);
    plot_panel_free(&panel);
    return status;
}

yee_status plot_fluxes(plot *p)
{
    const yee_status status = each(p, "/flux", draw_flux);
    return status ? status : draw_ratios(p);
}
