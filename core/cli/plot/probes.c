/* core/cli/plot/probes.c: probes: curves of a few points, pictures over place and time of many. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One component of a probe. */
typedef struct record {
    char name[3];
    plot_signal s;
    size_t rows, points; /* in the file */
    double peak;         /* of the wanted points */
} record;

typedef struct probe {
    plot *p;
    const char *path, *name;
    int components;
    record c[6];
    size_t count, *point; /* those that are wanted, from 0 */
    double *position;     /* m, shape [points, 3], of the first component; NULL: unknown */
} probe;

/* "1, 4, 10-20": adds the points in their order. */
static yee_status read_points(probe *o, size_t points)
{
    const char *text = o->p->points, *at = text;
    o->point = calloc(points + 1, sizeof *o->point);
    bool *taken = calloc(points + 1, sizeof *taken);
    yee_status status =
        o->point && taken ? YEE_OK : cli_fail(YEE_MEMORY, "no memory for points");
    for (bool more = text != NULL; more && !status;) {
        char *end;
        const long long low = strtoll(at, &end, 10);
        bool ok = end != at;
        long long high = low;
        end += strspn(end, " ");
        if (ok && *end == '-') {
            at = end + 1;
            high = strtoll(at, &end, 10);
            ok = end != at;
            end += strspn(end, " ");
        }
        more = *end == ',';
        if (!ok || (*end && !more) || low > high || low < 1)
            status = cli_fail(
                YEE_USAGE, "--points %s is not of the form 1, 4, 10-20 (the first point is 1)",
                text);
        for (long long n = low; !status && n <= high && (size_t)n <= points; n++)
            if (!taken[n - 1]) {
                taken[n - 1] = true;
                o->point[o->count++] = (size_t)n - 1;
            }
        at = end + 1;
    }
    for (size_t n = 0; !text && n < points && !status; n++)
        o->point[o->count++] = n;
    free(taken);
    if (!status && !o->count)
        cli_fail(YEE_OK, "--points %s: probe %s has %zu point%s", text, o->name, points,
                 points == 1 ? "" : "s");
    o->p->pointed = o->p->pointed || o->count;
    return status;
}

static double value(const record *c, size_t row, size_t point)
{
    return c->s.a.v[row * c->points + point];
}

/* Reads the components that are there and wanted. */
static yee_status open_probe(probe *o)
{
    plot *p = o->p;
    char path[512];
    for (int i = 0; i < 6; i++) {
        record *c = &o->c[o->components];
        snprintf(path, sizeof path, "%s/%s", o->path, yee_component_key(i));
        if ((p->component && strcmp(p->component, yee_component_key(i))) ||
            !plot_signal_read(p, path, &c->s))
            continue;
        snprintf(c->name, sizeof c->name, "%s", yee_component_key(i));
        c->rows = c->s.a.dims[0];
        c->points = c->s.a.rank > 1 ? c->s.a.dims[1] : 1;
        if (!o->position && (o->position = malloc(3 * c->points * sizeof *o->position)) &&
            !plot_numbers(p->file, path, "position", 3 * c->points, o->position)) {
            free(o->position);
            o->position = NULL;
        }
        o->components++;
    }
    if (!o->components) {
        cli_fail(YEE_OK,
                 p->component ? "%s: probe %s holds no %s and is not drawn"
                              : "%s: probe %s holds no numbers%.0s and is not drawn",
                 p->path, o->name, p->component ? p->component : "");
        return YEE_OK;
    }
    p->components = true;
    const yee_status status = read_points(o, o->c[0].points);
    for (int i = 0; i < o->components && !status; i++)
        for (size_t r = 0; r < o->c[i].rows; r++)
            for (size_t n = 0; n < o->count; n++) {
                const double v = fabs(value(&o->c[i], r, o->point[n]));
                o->c[i].peak = isfinite(v) && v > o->c[i].peak ? v : o->c[i].peak;
            }
    return status;
}

static void close_probe(probe *o)
{
    for (int i = 0; i < o->components; i++)
        plot_array_free(&o->c[i].s.a);
    free(o->point);
    free(o->position);
}

/* Takes away components that would not be seen beside others of their unit, and says so. */
static void drop_weak(probe *o)
{
    char left[32] = "";
    double strongest[2] = {0, 0};
    int kept = 0;
    for (int i = 0; i < o->components; i++) {
        double *most = &strongest[*o->c[i].name == 'h'];
        *most = fmax(*most, o->c[i].peak);
    }
    for (int i = 0; i < o->components; i++) {
        if (o->c[i].peak >= 1e-3 * strongest[*o->c[i].name == 'h']) {
            o->c[kept++] = o->c[i];
            continue;
        }
        sprintf(left + strlen(left), "%s%s", *left ? ", " : "", o->c[i].name);
        plot_array_free(&o->c[i].s.a);
    }
    o->components = kept;
    if (*left)
        plot_note(o->p, false,
                  "Not drawn: %s, a thousand times weaker than the strongest of their unit",
                  left);
}

/* Whether all is few enough for curves. */
static bool few(const probe *o)
{
    size_t curves[2] = {0, 0};
    for (int i = 0; i < o->components; i++)
        curves[*o->c[i].name == 'h'] += o->count;
    return curves[0] <= PLOT_CURVES && curves[1] <= PLOT_CURVES;
}

static void write_title(const probe *o, char *title, size_t size)
{
    char place[128];
    const size_t all = o->c[0].points;
    int used = snprintf(title, size, "probe %s", o->name);
    if (all > 1)
        used +=
            snprintf(title + used, size - (size_t)used,
                     o->count < all ? ", %zu of %zu points" : ", %zu points", o->count, all);
    if (!o->position || !o->count)
        return;
    plot_place(place, sizeof place, o->position + 3 * o->point[0], o->p->invariant);
    used += snprintf(title + used, size - (size_t)used,
                     o->count > 1 ? ", from %s" : ", near %s", place);
    if (o->count < 2)
        return;
    plot_place(place, sizeof place, o->position + 3 * o->point[o->count - 1], o->p->invariant);
    snprintf(title + used, size - (size_t)used, " to %s", place);
}

/* -- curves -- */

/* The curves of a component over time. */
static void add_component(const probe *o, const record *c, plot_panel *panel)
{
    for (size_t n = 0; n < o->count; n++) {
        char label[64];
        double *y = malloc((c->rows + 1) * sizeof *y);
        for (size_t r = 0; y && r < c->rows; r++)
            y[r] = value(c, r, o->point[n]);
        snprintf(label, sizeof label, c->points > 1 ? "%s, point %zu" : "%s", c->name,
                 o->point[n] + 1);
        plot_panel_add(panel, label, c->rows, yee_ramp(c->rows, c->s.first, c->s.step), y);
    }
}

/* Left a time panel, right a frequency panel, of the components with one unit. */
static void fill_panels(const probe *o, char kind, plot_panel panel[2])
{
    for (int i = 0; i < o->components; i++)
        if (*o->c[i].name == kind)
            add_component(o, &o->c[i], &panel[0]);
    plot_spectra_add(&panel[0], &panel[1]);
}

/* A panel over time for each component. */
static yee_status draw_components(const probe *o, const char *title)
{
    plot_panel panel[6];
    for (int i = 0; i < o->components; i++) {
        panel[i] = plot_time_panel(*o->c[i].name == 'e' ? "E" : "H",
                                   *o->c[i].name == 'e' ? "V/m" : "A/m");
        add_component(o, &o->c[i], &panel[i]);
    }
    const yee_status status =
        plot_draw_panels(o->p, "probe", o->name, title, o->components, panel, 2);
    for (int i = 0; i < o->components; i++)
        plot_panel_free(&panel[i]);
    return status;
}

static yee_status draw_curves(const probe *o, const char *title)
{
    plot_panel panel[4] = {
        plot_time_panel("E", "V/m"), plot_frequency_panel("|E| below peak", "dB", -60, 3),
        plot_time_panel("H", "A/m"), plot_frequency_panel("|H| below peak", "dB", -60, 3)};
    fill_panels(o, 'e', &panel[0]);
    fill_panels(o, 'h', &panel[2]);
    const int first = panel[0].curves ? 0 : 2;
    const int panels = panel[0].curves && panel[2].curves ? 4 : 2;
    const yee_status status =
        plot_draw_panels(o->p, "probe", o->name, title, panels, panel + first, 2);
    for (int i = 0; i < 4; i++)
        plot_panel_free(&panel[i]);
    return status;
}

/* -- pictures -- */

/* Where the wanted points lie: along a line, in the order of their places, or, where they do not,
 * by their numbers. */
typedef struct trace_axis {
    const char *name, *unit;
    double *x;     /* rising */
    size_t *order; /* the point at each x */
} trace_axis;

typedef struct placed {
    double x;
    size_t point;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

/* Sorts the points along the line from the first to the last; false: they are on none, or two of
 * them at one place. */
static bool sort_along(const probe *o, placed *at, const char **name)
{
    static const char *const axis[3] = {"x", "y", "z"};
    const size_t n = o->count;
    if (!o->position)
        return false;
    const double *first = o->position + 3 * o->point[0];
    const double *last = o->position + 3 * o->point[n - 1];
    double d[3], length = 0;
    int along = -1, axes = 0;
    for (int a = 0; a < 3; a++) {
        d[a] = last[a] - first[a];
        length = hypot(length, d[a]);
    }
    if (!(length > 0))
        return false;
    for (int a = 0; a < 3; a++)
        if (fabs(d[a]) > 1e-9 * length) {
            along = a;
            axes++;
        }
    for (size_t i = 0; i < n; i++) {
        const double *x = o->position + 3 * o->point[i];
        double t = 0, off = 0;
        for (int a = 0; a < 3; a++)
            t += (x[a] - first[a]) * d[a] / length;
        for (int a = 0; a < 3; a++)
            off = hypot(off, x[a] - first[a] - t * d[a] / length);
        if (off > 0.01 * length)
            return false;
        at[i] = (placed){axes == 1 ? x[along] : t, o->point[i]};
    }
    qsort(at, n, sizeof *at, by_place);
    for (size_t i = 1; i < n; i++)
        if (!(at[i].x - at[i - 1].x > 1e-9 * length))
            return false;
    *name = axes == 1 ? axis[along] : "distance from the first point";
    return true;
}

static bool find_axis(const probe *o, trace_axis *t)
{
    const size_t n = o->count;
    placed *at = malloc((n + 1) * sizeof *at);
    *t = (trace_axis){"point", "", malloc((n + 1) * sizeof *t->x),
                      malloc((n + 1) * sizeof *t->order)};
    const bool ok = at && t->x && t->order;
    const bool line = ok && sort_along(o, at, &t->name);
    t->unit = line ? "m" : "";
    for (size_t i = 0; i < n && ok; i++) {
        t->x[i] = line ? at[i].x : (double)(i + 1);
        t->order[i] = line ? at[i].point : o->point[i];
    }
    free(at);
    return ok;
}

/* Components as images over place and time; all arrays are of the caller. */
static yee_status draw_images(const probe *o, const char *title)
{
    plot_image image[6] = {0};
    char quantity[6][4];
    trace_axis t;
    bool ok = find_axis(o, &t);
    for (int i = 0; i < o->components && ok; i++) {
        const record *c = &o->c[i];
        snprintf(quantity[i], sizeof quantity[i], "%c%c", c->name[0] - 'a' + 'A', c->name[1]);
        image[i] = (plot_image){.x_name = t.name,
                                .y_name = "time",
                                .quantity = quantity[i],
                                .unit = *c->name == 'e' ? "V/m" : "A/m",
                                .x_unit = t.unit,
                                .y_unit = "s",
                                .field = true,
                                .sign = true,
                                .nx = o->count,
                                .ny = c->rows,
                                .x = t.x,
                                .y = yee_ramp(c->rows, c->s.first, c->s.step),
                                .v = malloc((c->rows * o->count + 1) * sizeof(double))};
        ok = image[i].y && image[i].v;
        for (size_t r = 0; r < c->rows && ok; r++)
            for (size_t n = 0; n < o->count; n++)
                image[i].v[r * o->count + n] = value(c, r, t.order[n]);
    }
    const yee_status status =
        ok ? plot_draw_images(o->p, "probe", o->name, title, o->components, image)
           : cli_fail(YEE_MEMORY, "no memory for the picture of probe %s", o->name);
    for (int i = 0; i < o->components; i++) {
        free(image[i].y);
        free(image[i].v);
    }
    free(t.x);
    free(t.order);
    return status;
}

static yee_status draw_probe(plot *p, const char *path, const char *name)
{
    probe o = {.p = p, .path = path, .name = name};
    char title[600];
    yee_status status = open_probe(&o);
    if (!status && o.components && o.count) {
        drop_weak(&o);
        write_title(&o, title, sizeof title);
        status = (few(&o)                  ? draw_curves
                  : o.count <= PLOT_CURVES ? draw_components
                                           : draw_images)(&o, title);
    }
    close_probe(&o);
    return status;
}

yee_status plot_probes(plot *p) { return plot_each(p, "/probe", draw_probe); }
