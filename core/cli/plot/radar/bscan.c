/* core/cli/plot/radar/bscan.c: lines of traces as images or wiggles, with hyperbolas and an axis of
 * depths. */
#include "base/units.h"
#include "radar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 6, POINTS = 200 };

/* 1, 2 or 5 times a power of ten that divides a length into at most eight. */
static double round_gap(double length)
{
    const double power = pow(10, floor(log10(length / 8))), n = length / 8 / power;
    return power * (n <= 1 ? 1 : n <= 2 ? 2 : n <= 5 ? 5 : 10);
}

static void add_depths(const radar_want *w, const radargram *g, plot_over *o, char *label,
                       size_t size)
{
    const radar_antennas a = radar_antennas_of(w, g);
    const double last = g->first + (double)(g->rows - 1) * g->step;
    const double deepest = radar_depth(last, w->velocity, a);
    const char *prefix;
    if (!(deepest > 0))
        return;
    const double factor = plot_prefix(deepest, &prefix);
    const double gap = round_gap(deepest * factor);
    for (int n = 0; n < 24 && n * gap <= deepest * factor; n++) {
        const double t = radar_time(n * gap / factor, w->velocity, a);
        if (t < g->first)
            continue;
        o->tic[o->tics] = t;
        snprintf(o->tic_name[o->tics++], sizeof o->tic_name[0], "%.6g", n * gap);
    }
    snprintf(label, size, "depth (%sm) at %.4g m/ns", prefix, 1e-9 * w->velocity);
    o->axis = label;
}

/* The part of a hyperbola within the picture. */
static bool add_target(const radar_want *w, const radargram *g, const radar_target *t,
                       plot_curve *c)
{
    const double low = g->x[0], high = g->x[g->traces - 1];
    const double last = g->first + (double)(g->rows - 1) * g->step;
    *c = (plot_curve){.x = malloc(POINTS * sizeof(double)),
                      .y = malloc(POINTS * sizeof(double))};
    for (int n = 0; n < POINTS && c->x && c->y; n++) {
        const double x = low + (high - low) * n / (POINTS - 1);
        const double time = radar_hyperbola(x - t->x, t->depth, t->radius,
                                            t->velocity > 0 ? t->velocity : w->velocity,
                                            radar_antennas_of(w, g));
        if (time > last || time < g->first)
            continue;
        c->x[c->count] = x;
        c->y[c->count++] = time;
    }
    return c->count > 0;
}

static void note_target(plot *p, const radar_want *w, const radar_target *t, bool there)
{
    char radius[64] = "";
    const double v = t->velocity > 0 ? t->velocity : w->velocity;
    if (t->radius > 0)
        snprintf(radius, sizeof radius, ", radius %s", yee_units_si(t->radius, "m").text);
    plot_note(p, !there, "%s: hyperbola of x = %s, depth %s%s, %.4g m/ns%s",
              there ? "Dashed" : "Not drawn", yee_units_si(t->x, "m").text,
              yee_units_si(t->depth, "m").text, radius, 1e-9 * v,
              there ? "" : ", which is outside of the picture");
}

void radar_note_antennas(plot *p, const radar_want *w, const radargram *g)
{
    const radar_antennas a = radar_antennas_of(w, g);
    if (w->velocity > 0 || w->targets)
        plot_note(
            p, false, "Antennas %s apart%s%s", yee_units_si(hypot(a.along, a.across), "m").text,
            isnan(w->separation) && !g->antennas_known ? " (not known; --separation)" : "",
            w->zero == ZERO_AS_RECORDED && !g->steps
                ? "; times and depths count from the record's own zero (--time-zero)"
                : "");
}

void radar_note_missing(plot *p, const radargram *g)
{
    size_t missing = 0;
    for (size_t n = 0; n < g->lines * g->traces; n++)
        missing += isnan(g->v[n * g->rows]) ? 1 : 0;
    if (missing)
        plot_note(p, true, "%s: %zu of %zu traces are missing", g->output, missing,
                  g->lines * g->traces);
}

/* Hyperbolas; the number of those that are in the picture. */
static int add_targets(plot *p, const radar_want *w, const radargram *g, plot_curve *curve)
{
    int count = 0;
    if (w->targets && strcmp(g->x_unit, "m")) {
        plot_note(p, true,
                  "%s: hyperbolas are not drawn, for it is not known where its traces "
                  "are (--spacing)",
                  g->output);
        return 0;
    }
    for (int n = 0; n < w->targets; n++) {
        const bool there = add_target(w, g, &w->target[n], &curve[count]);
        note_target(p, w, &w->target[n], there);
        if (there) {
            count++;
        } else {
            free(curve[count].x);
            free(curve[count].y);
        }
    }
    return count;
}

static bool line_image(const radargram *g, size_t line, double *time, const char *quantity,
                       const plot_over *over, plot_image *m)
{
    *m = (plot_image){.x_name = g->x_name,
                      .y_name = "time",
                      .quantity = quantity,
                      .unit = g->unit ? g->unit : "",
                      .x_unit = g->x_unit,
                      .y_unit = "s",
                      .field = true,
                      .sign = true,
                      .down = true,
                      .nx = g->traces,
                      .ny = g->rows,
                      .x = g->x,
                      .y = time,
                      .v = malloc((g->traces * g->rows + 1) * sizeof(double)),
                      .over = over};
    if (g->lines > 1)
        snprintf(m->title, sizeof m->title, "%.40s = %.50s", g->y_name,
                 g->y_word ? g->y_word[line] : yee_units_si(g->y[line], g->y_unit).text);
    for (size_t r = 0; r < g->rows && m->v; r++)
        for (size_t t = 0; t < g->traces; t++)
            m->v[r * g->traces + t] = g->v[(line * g->traces + t) * g->rows + r];
    return m->v != NULL;
}

yee_status radar_draw_lines(plot *p, const radar_want *w, const radargram *g)
{
    const int pages = g->lines < PAGES ? (int)g->lines : PAGES;
    char kind[160], title[512], label[64];
    plot_curve curve[RADAR_HYPERBOLAS] = {{.count = 0}};
    plot_over over = {
        .image = w->style != STYLE_WIGGLE, .wiggle = w->style != STYLE_IMAGE, .curve = curve};
    plot_image image[PAGES] = {0};
    double *time = yee_ramp(g->rows, g->first, g->step);
    bool ok = time != NULL;
    p->lined = true;
    radar_note_steps(p, g);
    radar_note_missing(p, g);
    radar_note_antennas(p, w, g);
    over.curves = add_targets(p, w, g, curve);
    if (w->velocity > 0)
        add_depths(w, g, &over, label, sizeof label);
    if ((size_t)pages < g->lines)
        plot_note(p, true, "%s: the first %d of %zu lines", g->output, pages, g->lines);
    for (int l = 0; l < pages && ok; l++)
        ok = line_image(g, (size_t)l, time, g->what, &over, &image[l]);
    if (ok && over.wiggle && plot_over_stride(&image[0]) > 1)
        plot_note(p, false, "Wiggles: one trace of %zu", plot_over_stride(&image[0]));
    snprintf(kind, sizeof kind, "radargram_%s", g->output);
    snprintf(title, sizeof title, "radargram %s, %s, %zu traces", g->output, g->what,
             g->lines * g->traces);
    const yee_status status = ok ? plot_draw_images(p, kind, g->what, title, pages, image)
                                 : cli_fail(YEE_MEMORY, "no memory for a picture");
    for (int l = 0; l < pages; l++)
        free(image[l].v);
    for (int n = 0; n < over.curves; n++) {
        free(curve[n].x);
        free(curve[n].y);
    }
    free(time);
    return status;
}
