/* core/cli/plot/ports.c: voltages and currents of ports, what comes back from a port that is
 * driven, and what comes out of the others.
 *
 * With the waves a = (V + R I)/(2 sqrt R) and b = (V - R I)/(2 sqrt R) of real R, K. Kurokawa,
 * IEEE Trans. Microw. Theory Tech. 13 (1965) 194, eq. (1), S = b/a of the driven port. */
#include "files/results.h"
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct port {
    plot_signal v, i;
    size_t rows;
    double resistance; /* Ohm, 0 of a link */
    bool link;
} port;

static void close_port(port *o)
{
    plot_array_free(&o->v.a);
    plot_array_free(&o->i.a);
}

static bool open_port(plot *p, const char *path, port *o)
{
    char part[600];
    *o = (port){.resistance = plot_number(p->file, path, "resistance", NAN)};
    o->link = isnan(o->resistance);
    o->resistance = o->link ? 0 : o->resistance;
    snprintf(part, sizeof part, "%s/v", path);
    if (!plot_signal_read(p, part, &o->v))
        return false;
    snprintf(part, sizeof part, "%s/i", path);
    if (!plot_signal_read(p, part, &o->i)) {
        plot_array_free(&o->v.a);
        return false;
    }
    o->rows = o->v.a.count < o->i.a.count ? o->v.a.count : o->i.a.count;
    return true;
}

/* Something comes in: at a resistor V + R I is rounding. */
static bool driven(const port *o)
{
    double in = 0, all = 0;
    for (size_t n = 0; n < o->rows; n++) {
        const double v = o->v.a.v[n], ri = o->resistance * o->i.a.v[n];
        in = fmax(in, fabs(v + ri));
        all = fmax(all, fabs(v) + fabs(ri));
    }
    return o->resistance > 0 && in > 1e-4 * all;
}

/* The only driven port of the file; to be freed. NULL: none, or several. */
static char *find_driven(plot *p)
{
    char **names = plot_names(p->file, "/port"), *found = NULL;
    int count = 0;
    for (char **n = names; n && *n; n++) {
        char path[512];
        port o;
        snprintf(path, sizeof path, "/port/%s", *n);
        if (!open_port(p, path, &o))
            continue;
        if (driven(&o) && !count++)
            found = strdup(*n);
        close_port(&o);
    }
    plot_names_free(names);
    if (count != 1) {
        free(found);
        found = NULL;
    }
    return found;
}

/* |V + sign R I|, over sqrt R for a power. */
static bool wave(const port *o, double sign, const double *f, double *size)
{
    enum { N = PLOT_BAND };
    double *w = malloc(4 * N * sizeof *w);
    if (!w)
        return false;
    double *vr = w, *vi = w + N, *ir = w + 2 * N, *ii = w + 3 * N;
    const double r = o->resistance;
    yee_transform(o->rows, o->v.first, o->v.step, o->v.a.v, N, f, vr, vi);
    yee_transform(o->rows, o->i.first, o->i.step, o->i.a.v, N, f, ir, ii);
    for (size_t k = 0; k < N; k++)
        size[k] =
            hypot(vr[k] + sign * r * ir[k], vi[k] + sign * r * ii[k]) / sqrt(r > 0 ? r : 1);
    free(w);
    return true;
}

/* |b/a| in dB where the band of the driven port has power. */
static void add_scattering(const port *from, const port *to, plot_panel *panel)
{
    double *f = yee_transform_band(from->rows, from->v.step, from->v.a.v, PLOT_BAND);
    double *y = malloc(PLOT_BAND * sizeof *y), *in = malloc(PLOT_BAND * sizeof *in);
    if (f && y && in && wave(from, 1, f, in) && wave(to, -1, f, y)) {
        const double peak = plot_peak(in, PLOT_BAND);
        for (size_t k = 0; k < PLOT_BAND; k++)
            y[k] = in[k] > 0.03 * peak ? 20 * log10(fmax(y[k] / in[k], 1e-10)) : NAN;
        plot_panel_add(panel, "", PLOT_BAND, f, y);
        f = y = NULL;
    }
    free(f);
    free(y);
    free(in);
}

/* Keeps z from the first to the last frequency at which both have a signal: at 0 Hz no current
 * flows into a gap, and a quotient of roundings would rule the scale. */
static void keep_band(const double *v, const double *i, double *z)
{
    enum { N = PLOT_BAND };
    const double least[2] = {0.03 * plot_peak(v, N), 0.03 * plot_peak(i, N)};
    size_t first = N, last = 0;
    for (size_t k = 0; k < N; k++)
        if (v[k] > least[0] && i[k] > least[1]) {
            first = k < first ? k : first;
            last = k;
        }
    for (size_t k = 0; k < N; k++)
        if (k < first || k > last)
            z[k] = NAN;
}

/* |V/I| of a source without resistance, or of a link. */
static void add_impedance(const port *o, plot_panel *panel)
{
    port none = *o;
    double *f = yee_transform_band(o->rows, o->v.step, o->v.a.v, PLOT_BAND);
    double *v = malloc(PLOT_BAND * sizeof *v), *i = malloc(PLOT_BAND * sizeof *i);
    double *z = malloc(PLOT_BAND * sizeof *z);
    none.v = none.i;
    if (f && v && i && z && wave(o, 0, f, v) && wave(&none, 0, f, i)) {
        for (size_t k = 0; k < PLOT_BAND; k++)
            z[k] = v[k] / fmax(i[k], 1e-300);
        keep_band(v, i, z);
        plot_panel_add(panel, "", PLOT_BAND, f, z);
        f = z = NULL;
    }
    free(z);
    free(f);
    free(v);
    free(i);
}

/* Says which sources play beside the port that drives: what they send into a port is in its S. */
static void note_players(plot *p, const char *driven)
{
    char *lines = yee_h5_read_text(p->file, "/provenance/sources"), others[256] = "", *rest;
    size_t used = 0;
    for (const char *name = lines ? strtok_r(lines, "\n", &rest) : NULL; name;
         name = strtok_r(NULL, "\n", &rest))
        if (strcmp(name, driven) && used < sizeof others)
            used += (size_t)snprintf(others + used, sizeof others - used, "%s%s",
                                     used ? ", " : "", name);
    if (used)
        plot_note(p, true, "beside %s these sources play: %s%s; |S| has what they send, too",
                  driven, others, used < sizeof others ? "" : "...");
    free(lines);
}

/* The fourth panel; without a curve where nothing can be said. label: room for its name. */
static plot_panel describe(plot *p, const char *name, const port *o, char *label, size_t size)
{
    plot_panel panel = plot_frequency_panel(label, "dB", NAN, NAN);
    if (!(o->resistance > 0)) {
        panel = plot_frequency_panel("|V/I|", "Ohm", NAN, NAN);
        add_impedance(o, &panel);
    } else if (driven(o)) {
        snprintf(label, size, "|S11|");
        add_scattering(o, o, &panel);
        note_players(p, name);
    } else {
        char *from = find_driven(p), path[512];
        port source;
        snprintf(path, sizeof path, "/port/%s", from ? from : "");
        snprintf(label, size, "|S| from %s to %s", from ? from : "", name);
        if (from && open_port(p, path, &source)) {
            add_scattering(&source, o, &panel);
            note_players(p, from);
            close_port(&source);
        }
        free(from);
    }
    return panel;
}

static yee_status draw_port(plot *p, const char *path, const char *name)
{
    port o;
    char title[600], label[600];
    if (!open_port(p, path, &o))
        return YEE_OK;
    plot_panel panel[4] = {
        plot_time_panel("voltage", "V"), plot_frequency_panel("|V| below peak", "dB", -60, 3),
        plot_time_panel("current", "A"), describe(p, name, &o, label, sizeof label)};
    plot_panel_add(&panel[0], "", o.rows, yee_ramp(o.rows, o.v.first, o.v.step),
                   plot_copy(o.v.a.v, o.rows));
    plot_panel_add(&panel[2], "", o.rows, yee_ramp(o.rows, o.i.first, o.i.step),
                   plot_copy(o.i.a.v, o.rows));
    plot_spectra_add(&panel[0], &panel[1]);
    plot_bounds_note(p, path);
    if (o.link)
        snprintf(title, sizeof title, "port %s", name);
    else
        snprintf(title, sizeof title, "port %s, %g Ohm", name, o.resistance);
    const yee_status status =
        plot_draw_panels(p, "port", name, title, panel[3].curves ? 4 : 3, panel, 2);
    for (int k = 0; k < 4; k++)
        plot_panel_free(&panel[k]);
    close_port(&o);
    return status;
}

yee_status plot_ports(plot *p) { return plot_each(p, "/port", draw_port); }
