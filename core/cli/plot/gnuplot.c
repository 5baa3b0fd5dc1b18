/* core/cli/plot/gnuplot.c: gnuplot on a pipe: the canvas, line panels and images. */
#include "plot.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Colours that colour-blind readers tell apart; M. Okabe and K. Ito's set. */
static const char *const colour[PLOT_CURVES] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                "#E69F00", "#56B4E9", "#000000", "#8C6D31",
                                                "#7F7F7F", "#F0E442"};

static bool gnuplot_found(void)
{
    const char *at = getenv("PATH");
    while (at && *at) {
        const size_t length = strcspn(at, ":");
        char path[4096];
        snprintf(path, sizeof path, "%.*s/gnuplot", (int)length, at);
        if (length && !access(path, X_OK))
            return true;
        at += length;
        at += *at == ':';
    }
    return false;
}

void plot_quote(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("''", out);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    fputc('\'', out);
}

double plot_prefix(double value, const char **prefix)
{
    static const char *const name[] = {"a", "f", "p", "n", "\xc2\xb5", "m",
                                       "",  "k", "M", "G", "T",        "P"};
    int power = 0;
    if (isfinite(value) && value != 0)
        power = (int)floor(log10(fabs(value)) / 3 + 1e-9);
    if (power < -6 || power > 5)
        power = 0; /* no prefix goes so far: the numbers keep their exponents */
    *prefix = name[power + 6];
    return pow(10, -3 * power);
}

bool plot_canvas_open(plot *p, plot_canvas *c, const char *kind, const char *name, int width,
                      int height)
{
    const bool here = !strcmp(p->folder, ".");
    snprintf(c->path, sizeof c->path, "%s%s%s_%s%s%s.png", here ? "" : p->folder,
             here ? "" : "/", p->stem, kind, name && *name ? "_" : "", name ? name : "");
    if (!gnuplot_found()) {
        cli_fail(YEE_IO, "gnuplot is not installed; it draws the pictures "
                         "(apt-get install gnuplot-nox)");
        return false;
    }
    FILE *probe = fopen(c->path, "w");
    if (!probe || fclose(probe)) {
        cli_fail(YEE_IO, "cannot write %s: %s", c->path, strerror(errno));
        return false;
    }
    c->out = popen("gnuplot", "w");
    if (!c->out) {
        cli_fail(YEE_IO, "cannot start gnuplot: %s", strerror(errno));
        return false;
    }
    fprintf(c->out,
            "set terminal pngcairo size %d,%d font 'DejaVu Sans,12' noenhanced "
            "background '#ffffff'\nset output ",
            width, height);
    plot_quote(c->out, c->path);
    fputs("\nset border 3 lc '#404040' lw 1\nset tics nomirror out scale 0.6\n"
          "set grid lc '#dddddd' lt 1 lw 0.8\nset key above center horizontal samplen 2\n"
          "set encoding utf8\nset locale 'C'\n",
          c->out);
    return true;
}

yee_status plot_canvas_close(plot *p, plot_canvas *c)
{
    fputs("unset multiplot\nunset output\n", c->out);
    if (pclose(c->out))
        return cli_fail(YEE_IO, "gnuplot could not draw %s", c->path);
    printf("%s\n", c->path);
    p->drawn++;
    return YEE_OK;
}

/* Panels of curves. */

static int by_place(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/* Frequencies are in the order of the model's list; a line through them goes one way. */
static void order(plot_curve *c)
{
    bool ordered = true;
    for (size_t n = 1; n < c->count; n++)
        ordered = ordered && c->x[n] >= c->x[n - 1];
    double(*pair)[2] = ordered ? NULL : malloc(c->count * sizeof *pair);
    if (!pair)
        return;
    for (size_t n = 0; n < c->count; n++) {
        pair[n][0] = c->x[n];
        pair[n][1] = c->y[n];
    }
    qsort(pair, c->count, sizeof *pair, by_place);
    for (size_t n = 0; n < c->count; n++) {
        c->x[n] = pair[n][0];
        c->y[n] = pair[n][1];
    }
    free(pair);
}

void plot_panel_add(plot_panel *panel, const char *name, size_t count, double *x, double *y)
{
    if (panel->curves == PLOT_CURVES || !x || !y) {
        free(x);
        free(y);
        return;
    }
    plot_curve *c = &panel->curve[panel->curves++];
    snprintf(c->name, sizeof c->name, "%s", name);
    c->count = count;
    c->x = x;
    c->y = y;
    c->dashed = c->points = false;
    order(c);
}

void plot_panel_free(plot_panel *panel)
{
    for (int i = 0; i < panel->curves; i++) {
        free(panel->curve[i].x);
        free(panel->curve[i].y);
    }
    panel->curves = 0;
}

static double largest(const plot_panel *panel, bool x)
{
    double most = 0;
    for (int i = 0; i < panel->curves; i++)
        for (size_t n = 0; n < panel->curve[i].count; n++) {
            const double v = fabs(x ? panel->curve[i].x[n] : panel->curve[i].y[n]);
            most = isfinite(v) && v > most ? v : most;
        }
    return most;
}

bool plot_takes_prefix(const char *unit)
{
    const bool word = (*unit >= 'A' && *unit <= 'Z') || (*unit >= 'a' && *unit <= 'z');
    return word && strcmp(unit, "dB") && strcmp(unit, "degrees");
}

/* Sets the label of an axis and returns the factor of its numbers. */
static double label(FILE *out, char axis, const char *name, const char *unit, double most,
                    bool log)
{
    const char *prefix = "";
    char text[128];
    const bool plain = !plot_takes_prefix(unit) || log;
    const double factor = plain ? 1 : plot_prefix(most, &prefix);
    snprintf(text, sizeof text, *unit ? "%s (%s%s)" : "%s", name, prefix, unit);
    fprintf(out, "set %clabel ", axis);
    plot_quote(out, text);
    fputs("\n", out);
    return factor;
}

static void send_curves(FILE *out, const plot_panel *panel, double fx, double fy, int number)
{
    for (int i = 0; i < panel->curves; i++) {
        const plot_curve *c = &panel->curve[i];
        fprintf(out, "$d%d_%d << EOD\n", number, i);
        for (size_t n = 0; n < c->count; n++)
            if (isfinite(c->y[n]))
                fprintf(out, "%.9g %.9g\n", c->x[n] * fx, c->y[n] * fy);
        fputs("EOD\n", out);
    }
}

static void draw_panel(FILE *out, const plot_panel *panel, int number)
{
    fputs("set title ", out);
    plot_quote(out, panel->title ? panel->title : "");
    fputs(" font ',12'\n", out);
    const double fx =
        label(out, 'x', panel->x_name, panel->x_unit, largest(panel, true), false);
    const double most = largest(panel, false);
    const double fy = label(out, 'y', panel->y_name, panel->y_unit, most, panel->log);
    send_curves(out, panel, fx, fy, number);
    fputs(panel->log ? "set logscale y\nset format y '%.0e'\n"
                     : "unset logscale y\nset format y '%g'\n",
          out);
    bool points = panel->curves > 0; /* alone: none of them on the frame */
    for (int i = 0; i < panel->curves; i++)
        points = points && panel->curve[i].points;
    fputs(points ? "set offsets graph 0.05, graph 0.05, 0, 0\n" : "unset offsets\n", out);
    char low[32] = "*", high[32] = "*";
    if (most == 0 && !panel->log) { /* gnuplot has no range of its own for zeros */
        strcpy(low, "-1");
        strcpy(high, "1");
    }
    if (!isnan(panel->y_low))
        snprintf(low, sizeof low, "%.9g", panel->y_low * fy);
    if (!isnan(panel->y_high))
        snprintf(high, sizeof high, "%.9g", panel->y_high * fy);
    fprintf(out, "set yrange [%s:%s]\nset autoscale xfix\nset xzeroaxis lc '#888888' lw 1\n",
            low, high);
    if (!panel->curves) {
        fputs("plot [0:1][0:1] NaN notitle\n", out);
        return;
    }
    fputs("plot ", out);
    for (int i = 0; i < panel->curves; i++) {
        const plot_curve *c = &panel->curve[i];
        fprintf(out, "%s$d%d_%d using 1:2 with ", i ? ", " : "", number, i);
        if (c->points)
            fprintf(out, "points pt %d ps 1 lw 1.5 lc rgb '#333333' ", 4 + 2 * (i % 5));
        else
            fprintf(out, "lines lw %s lc rgb '%s'%s ", c->dashed ? "1.5" : "2", colour[i],
                    c->dashed ? " dt 2" : "");
        if (*c->name) {
            fputs("title ", out);
            plot_quote(out, c->name);
        } else {
            fputs("notitle", out);
        }
    }
    fputs("\n", out);
}

yee_status plot_draw_panels(plot *p, const char *kind, const char *name, const char *title,
                            int panels, plot_panel *panel, int columns)
{
    plot_canvas canvas;
    const int rows = (panels + columns - 1) / columns;
    if (!plot_canvas_open(p, &canvas, kind, name, columns == 1 ? 900 : 640 * columns,
                          40 + (rows == 1 ? 460 : 350 * rows)))
        return YEE_IO;
    fputs("set multiplot title ", canvas.out);
    plot_quote(canvas.out, title);
    fprintf(canvas.out, " font ',14' layout %d,%d\nset lmargin 12\nset rmargin 3\n", rows,
            columns);
    for (int i = 0; i < panels; i++) {
        plot_overlay_add(p->overlay, &panel[i]);
        draw_panel(canvas.out, &panel[i], i);
    }
    return plot_canvas_close(p, &canvas);
}
