/* core/cli/plot/panels.c: pictures of curves over common axes. */
#include "base/units.h"
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Colours that colour-blind readers tell apart; M. Okabe and K. Ito's set. */
static const char *const colour[PLOT_CURVES] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                "#E69F00", "#56B4E9", "#000000", "#8C6D31",
                                                "#7F7F7F", "#F0E442"};

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

/* Least and most of what is finite along an axis; least above most: nothing is. */
static void extent(const plot_panel *panel, bool x, double end[2])
{
    end[0] = INFINITY;
    end[1] = -INFINITY;
    for (int i = 0; i < panel->curves; i++)
        for (size_t n = 0; n < panel->curve[i].count; n++) {
            const plot_curve *c = &panel->curve[i];
            if (!isfinite(c->y[n]) || (panel->log && !(c->y[n] > 0)))
                continue;
            end[0] = fmin(end[0], x ? c->x[n] : c->y[n]);
            end[1] = fmax(end[1], x ? c->x[n] : c->y[n]);
        }
}

static double largest(const double end[2])
{
    return end[0] <= end[1] ? fmax(fabs(end[0]), fabs(end[1])) : 0;
}

/* Two ends that differ: gnuplot takes no empty range. */
static void open_range(double end[2], double part)
{
    if (end[0] > end[1]) {
        end[0] = 0;
        end[1] = 1;
    }
    const double most = largest(end);
    const double wide = end[1] - end[0] > 1e-9 * most ? part * (end[1] - end[0])
                        : most > 0                    ? 0.1 * most
                                                      : 1;
    end[0] -= wide;
    end[1] += wide;
}

/* Sets the label of an axis and returns the factor of its numbers. */
static double label(FILE *out, char axis, const char *name, const char *unit, double most,
                    bool log)
{
    const char *prefix = "";
    char text[128];
    const bool plain = !plot_takes_prefix(unit) || log;
    const double factor = plain ? 1 : plot_prefix(most, &prefix);
    if (*name && *unit)
        snprintf(text, sizeof text, "%s (%s%s)", name, prefix, unit);
    else
        snprintf(text, sizeof text, "%s%s%s", name, prefix, unit);
    fprintf(out, "set %clabel ", axis);
    plot_quote(out, text);
    fputs("\n", out);
    return factor;
}

/* Numbers that have no place leave a gap. */
static void send_curves(FILE *out, const plot_panel *panel, double fx, double fy, int number)
{
    for (int i = 0; i < panel->curves; i++) {
        const plot_curve *c = &panel->curve[i];
        size_t sent = 0;
        fprintf(out, "$d%d_%d << EOD\n", number, i);
        for (size_t n = 0; n < c->count; n++)
            if (isfinite(c->y[n])) {
                fprintf(out, "%.9g %.9g\n", c->x[n] * fx, c->y[n] * fy);
                sent++;
            } else if (n && isfinite(c->y[n - 1])) {
                fputs("\n", out);
            }
        fputs(sent ? "EOD\n" : "0 NaN\nEOD\n", out);
    }
}

static void send_ranges(FILE *out, const plot_panel *panel, double fx, double fy)
{
    double x[2], y[2];
    bool points = panel->curves > 0; /* alone: none of them on the frame */
    for (int i = 0; i < panel->curves; i++)
        points = points && panel->curve[i].points;
    extent(panel, true, x);
    extent(panel, false, y);
    const bool flat = !(y[1] - y[0] > 1e-9 * largest(y));
    if (points || !(x[1] > x[0]))
        open_range(x, 0.05);
    fprintf(out, "set xrange [%.9g:%.9g]\n", x[0] * fx, x[1] * fx);
    char low[32] = "*", high[32] = "*";
    if (flat && !panel->log) {
        open_range(y, 0);
        snprintf(low, sizeof low, "%.9g", y[0] * fy);
        snprintf(high, sizeof high, "%.9g", y[1] * fy);
    } else if (flat) {
        snprintf(low, sizeof low, "%.9g", y[0] > 0 && y[0] <= y[1] ? 0.1 * y[0] * fy : 0.1);
        snprintf(high, sizeof high, "%.9g", y[0] > 0 && y[0] <= y[1] ? 10 * y[1] * fy : 10);
    }
    if (!isnan(panel->y_low))
        snprintf(low, sizeof low, "%.9g", panel->y_low * fy);
    if (!isnan(panel->y_high))
        snprintf(high, sizeof high, "%.9g", panel->y_high * fy);
    fprintf(out, "set yrange [%s:%s]\nset xzeroaxis lc '#888888' lw 1\n", low, high);
}

/* The number that the unit along x suits: H ends half a step before E, at 999 ps beside 1 ns, and
 * both are to have one unit. */
static double longest(const plot_panel *all, int panels, int number)
{
    double x[2];
    extent(&all[number], true, x);
    const double own = largest(x);
    double most = own;
    for (int i = 0; i < panels; i++) {
        extent(&all[i], true, x);
        if (!strcmp(all[i].x_name, all[number].x_name) &&
            !strcmp(all[i].x_unit, all[number].x_unit) && largest(x) <= 2 * own)
            most = fmax(most, largest(x));
    }
    return most;
}

static void draw_panel(FILE *out, const plot_panel *all, int panels, int number)
{
    const plot_panel *panel = &all[number];
    double y[2];
    extent(panel, false, y);
    fputs("set title ", out);
    plot_quote(out, panel->title ? panel->title : "");
    fputs("\n", out);
    const double fx =
        label(out, 'x', panel->x_name, panel->x_unit, longest(all, panels, number), false);
    const double fy = label(out, 'y', panel->y_name, panel->y_unit, largest(y), panel->log);
    send_curves(out, panel, fx, fy, number);
    fputs(panel->log ? "set logscale y\nset format y '%.0e'\n"
                     : "unset logscale y\nset format y '%g'\n",
          out);
    send_ranges(out, panel, fx, fy);
    if (!panel->curves) {
        fputs("plot NaN notitle\n", out);
        return;
    }
    fputs("plot ", out);
    for (int i = 0; i < panel->curves; i++) {
        const plot_curve *c = &panel->curve[i];
        fprintf(out, "%s$d%d_%d using 1:2 with ", i ? ", " : "", number, i);
        if (c->points)
            fprintf(out, "points pt %d ps 1 lw 1.5 lc rgb '#333333' ", 4 + 2 * (i % 5));
        else if (c->count == 1) /* no line to see; of equal values all marks are */
            fprintf(out, "points pt %d ps 1.2 lw 2 lc rgb '%s' ", 4 + 2 * (i % 5), colour[i]);
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

/* Says what a panel shows that is no curve to look at. */
static void note_flat(plot *p, const plot_panel *panel)
{
    double y[2];
    char text[64];
    extent(panel, false, y);
    if (!panel->curves)
        return;
    if (y[0] > y[1])
        plot_note(p, true, "%s: there is no number to draw",
                  *panel->y_name ? panel->y_name : panel->curve[0].name);
    if (y[0] != y[1] || !isnan(panel->y_low))
        return;
    plot_show(text, sizeof text, y[0], panel->y_unit);
    plot_note(p, true, "%s is %s throughout",
              *panel->y_name ? panel->y_name : panel->curve[0].name, text);
}

yee_status plot_draw_panels(plot *p, const char *kind, const char *name, const char *title,
                            int panels, plot_panel *panel, int columns)
{
    plot_canvas canvas;
    const int rows = (panels + columns - 1) / columns;
    const plot_sheet sheet = {.kind = kind,
                              .name = name,
                              .title = title,
                              .rows = rows,
                              .columns = columns,
                              .width = columns == 1 ? 900 : 640 * columns,
                              .height = rows == 1 ? 460 : 350 * rows};
    for (int i = 0; i < panels; i++) {
        plot_overlay_add(p->overlay, &panel[i]);
        note_flat(p, &panel[i]);
    }
    const yee_status opened = plot_canvas_open(p, &canvas, &sheet);
    if (opened)
        return opened;
    fputs("set lmargin 12\nset rmargin 3\n", canvas.out);
    for (int i = 0; i < panels; i++) {
        plot_canvas_panel(&canvas, i);
        draw_panel(canvas.out, panel, panels, i);
    }
    return plot_canvas_close(p, &canvas);
}
