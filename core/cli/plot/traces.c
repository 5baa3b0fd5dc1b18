/* core/cli/plot/traces.c: pictures of a sweep: each record as an image over its traces and time
 * or frequency, or as curves where one of both has one value. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 6 }; /* images of a picture: values of the variables before the last */

/* The axis of a record besides its traces. */
typedef struct axis {
    double *v; /* NULL: it has none */
    char name[80], unit[32];
} axis;

static void name_axis(axis *x, const char *name, const char *unit)
{
    snprintf(x->name, sizeof x->name, "%s", name);
    snprintf(x->unit, sizeof x->unit, "%s", unit && strcmp(unit, "1") ? unit : "");
}

/* Time by its attributes, or the dataset that its attribute `x` names, or `frequency` beside it.
 * Frequencies that differ from trace to trace are none, and told. */
static axis read_axis(plot *p, const char *path, size_t count)
{
    char beside[600];
    axis x = {NULL, "", ""};
    plot_array f = {0};
    const hid_t file = p->file;
    const double step = plot_number(file, path, "time_step", 0);
    if (step > 0) {
        name_axis(&x, "time", "s");
        x.v = yee_ramp(count, plot_number(file, path, "time_first", 0), step);
        return x;
    }
    char *named = plot_text(file, path, "x");
    const char *set = named ? named : "frequency";
    snprintf(beside, sizeof beside, "%.*s/%s",
             *set == '/' ? 0 : (int)(strrchr(path, '/') - path), path,
             *set == '/' ? set + 1 : set);
    const char *last = strrchr(beside, '/') + 1;
    if (strcmp(beside, path) && plot_rank(file, beside) > 1 && !strcmp(last, "frequency"))
        cli_fail(YEE_OK,
                 "%s: %s is not drawn: its frequencies differ from trace to trace; give "
                 "frequency_min and frequency_max",
                 p->path, path);
    else if (strcmp(beside, path) && plot_rank(file, beside) > 1)
        cli_fail(YEE_OK, "%s: %s is not drawn: its axis %s has values of its own in each trace",
                 p->path, path, last);
    if (strcmp(beside, path) && plot_exists(file, beside) && plot_read(file, beside, &f) &&
        f.count == count && !f.complex) {
        char *label = plot_text(file, beside, "label"),
             *unit = plot_text(file, beside, "units");
        name_axis(&x, label ? label : last, unit ? unit : "");
        free(label);
        free(unit);
        x.v = f.v;
    } else {
        plot_array_free(&f);
    }
    free(named);
    return x;
}

/* The number at a trace and a place of the other axis, of the first point where there are
 * several; decibels: 20 or 10 of its logarithm, 0: itself. */
static double value(const plot_array *a, double decibels, size_t trace, size_t at)
{
    const size_t points = a->rank > 2 ? a->count / (a->dims[0] * a->dims[1]) : 1;
    const size_t n = (trace * a->dims[1] + at) * points;
    const double v = a->complex ? hypot(a->v[2 * n], a->v[2 * n + 1]) : a->v[n];
    return decibels > 0 && !isnan(v) ? decibels * log10(fmax(fabs(v), 1e-300)) : v;
}

/* A ratio counts along its own direction, as in flux.c: what comes back is negative in all traces, and
 * turned. */
static void turn_back(plot_array *a)
{
    double sum = 0;
    for (size_t i = 0; i < a->count; i++)
        sum += isfinite(a->v[i]) ? a->v[i] : 0;
    for (size_t i = 0; i < a->count && sum < 0; i++)
        a->v[i] = -a->v[i];
}

/* Colours from below 0 only where numbers are that show, and of decibels 60 below the largest. */
static void choose_colours(plot_image *m, double decibels)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < m->nx * m->ny; i++)
        if (isfinite(m->v[i])) {
            least = fmin(least, m->v[i]);
            most = fmax(most, m->v[i]);
        }
    m->sign = decibels <= 0 && least < -0.02 * most;
    if (decibels > 0 && most > least) {
        m->high = most;
        m->low = fmax(least, most - 60);
    }
}

/* The values of all variables but the last in the page with this number, of which there are so many;
 * false: one of them has no numbers. */
static bool name_page(hid_t file, size_t traces, size_t page, size_t pages, char *title,
                      size_t size)
{
    char one[256], number[64];
    *title = 0;
    for (size_t back = 1; pages > 1; back++) {
        plot_variable v;
        bool ok = plot_variable_read(file, traces, back, &v) && strcmp(v.name, "trace") &&
                  v.count && pages % v.count == 0;
        for (size_t n = 0; n < v.count && ok; n++)
            if (v.of[n] == page % v.count) {
                if (v.word)
                    snprintf(number, sizeof number, "%s", v.word[n]);
                else
                    plot_show(number, sizeof number, v.x[n], v.unit ? v.unit : "");
                const size_t old = strlen(title);
                const int more =
                    snprintf(one, sizeof one, "%s = %s%s", v.name, number, old ? ", " : "");
                ok = more >= 0 && (size_t)more < sizeof one && old + (size_t)more < size;
                if (ok)
                    memmove(title + more, title, old + 1);
                if (ok)
                    memcpy(title, one, (size_t)more);
            }
        const size_t count = v.count;
        plot_variable_free(&v);
        if (!ok)
            return false;
        page /= count;
        pages /= count;
    }
    return *title != 0;
}

/* Images of one column or row, of one frequency or one value, are curves over what is left. */
static yee_status draw_curves(plot *p, const char *kind, const char *name, const char *title,
                              int pages, const plot_image *image)
{
    const bool across = image->nx > 1 || image->ny < 2; /* over the variable */
    const size_t count = across ? image->nx : image->ny;
    plot_panel panel = {.x_name = across ? image->x_name : image->y_name,
                        .x_unit = across ? image->x_unit : image->y_unit,
                        .y_name = image->quantity,
                        .y_unit = image->unit,
                        .y_low = NAN,
                        .y_high = NAN};
    for (int g = 0; g < pages; g++) {
        plot_panel_add(&panel, image[g].title, count,
                       plot_copy(across ? image[g].x : image[g].y, count),
                       plot_copy(image[g].v, count));
        panel.curve[g].points = count == 1;
    }
    const yee_status status = plot_draw_panels(p, kind, name, title, 1, &panel, 1);
    plot_panel_free(&panel);
    return status;
}

/* Words have no places on an axis: a curve each over time or frequency, a panel for each image. */
static yee_status draw_words(plot *p, const char *kind, const char *name, const char *title,
                             int pages, const plot_image *image, const plot_variable *words)
{
    plot_panel panel[PAGES];
    for (int g = 0; g < pages; g++) {
        const plot_image *m = &image[g];
        panel[g] = (plot_panel){.title = m->title,
                                .x_name = m->y_name,
                                .x_unit = m->y_unit,
                                .y_name = m->quantity,
                                .y_unit = m->unit,
                                .y_low = NAN,
                                .y_high = NAN};
        for (size_t n = 0; n < words->count; n++) {
            double *v = malloc((m->ny + 1) * sizeof *v);
            for (size_t r = 0; r < m->ny && v; r++)
                v[r] = m->v[r * m->nx + n];
            plot_panel_add(&panel[g], words->word[n], m->ny, plot_copy(m->y, m->ny), v);
        }
    }
    if (words->count > PLOT_CURVES)
        plot_note(p, true, "%s: the first %d of %zu values of %s", name, PLOT_CURVES,
                  words->count, words->name);
    const yee_status status =
        plot_draw_panels(p, kind, name, title, pages, panel, pages > 1 ? 2 : 1);
    for (int g = 0; g < pages; g++)
        plot_panel_free(&panel[g]);
    return status;
}

static yee_status draw_record(plot *p, const char *kind, const char *name, const char *what,
                              const char *path)
{
    plot_array a = {0};
    plot_variable x = {0};
    char *unit = NULL, *scale = NULL, title[512], quantity[80];
    axis other = {NULL, "", ""};
    plot_image image[PAGES] = {0};
    yee_status status = YEE_OK;
    int pages = 0;
    if (!plot_read(p->file, path, &a) || a.rank < 2 || !a.count ||
        !(other = read_axis(p, path, a.dims[1])).v)
        goto done;
    if (!strcmp(kind, "flux") && !strcmp(what, "ratio"))
        turn_back(&a);
    bool ok = plot_variable_read(p->file, a.dims[0], 0, &x);
    const size_t all = ok ? a.dims[0] / x.count : 0;
    unit = plot_text(p->file, path, "units");
    scale = plot_text(p->file, path, "scale");
    const double decibels = !scale                       ? 0
                            : !strcmp(scale, "dB")       ? 20
                            : !strcmp(scale, "dB power") ? 10
                                                         : 0;
    snprintf(quantity, sizeof quantity, a.complex ? "|%s|" : "%s", what);
    pages = all < PAGES ? (int)all : PAGES;
    if ((size_t)pages < all)
        plot_note(p, true, "%s: the first %d of %zu combinations of the other variables", path,
                  pages, all);
    if (a.rank > 2)
        plot_note(p, true, "%s: the first of %zu points", path,
                  (size_t)(a.count / (a.dims[0] * a.dims[1])));
    for (int g = 0; g < pages && ok; g++) {
        plot_image *m = &image[g];
        *m = (plot_image){.x_name = x.name,
                          .y_name = other.name,
                          .quantity = quantity,
                          .unit = decibels > 0                ? "dB"
                                  : unit && strcmp(unit, "1") ? unit
                                                              : "",
                          .x_unit = x.unit ? x.unit : "",
                          .y_unit = other.unit,
                          .field = strcmp(kind, "flux") && strcmp(kind, "post"),
                          .down = !strcmp(other.name, "time"),
                          .nx = x.count,
                          .ny = a.dims[1],
                          .x = x.x,
                          .y = other.v,
                          .v = malloc((x.count * a.dims[1] + 1) * sizeof(double))};
        if (all > 1 &&
            !name_page(p->file, a.dims[0], (size_t)g, all, m->title, sizeof m->title))
            snprintf(m->title, sizeof m->title, "traces %zu to %zu", (size_t)g * x.count,
                     (size_t)(g + 1) * x.count - 1);
        ok = m->v != NULL;
        for (size_t r = 0; r < a.dims[1] && ok; r++)
            for (size_t n = 0; n < x.count; n++)
                m->v[r * x.count + n] = value(&a, decibels, (size_t)g * x.count + x.of[n], r);
        if (ok)
            choose_colours(m, decibels);
    }
    snprintf(title, sizeof title, "%s %s, %s of %zu traces", kind, name, what,
             (size_t)a.dims[0]);
    char file_kind[128];
    snprintf(file_kind, sizeof file_kind, "%s_%s", kind, name);
    status = !ok      ? cli_fail(YEE_MEMORY, "no memory for a picture")
             : x.word ? draw_words(p, file_kind, what, title, pages, image, &x)
             : image->nx > 1 && image->ny > 1
                 ? plot_draw_images(p, file_kind, what, title, pages, image)
                 : draw_curves(p, file_kind, what, title, pages, image);
done:
    for (int g = 0; g < pages; g++)
        free(image[g].v);
    free(other.v);
    plot_variable_free(&x);
    free(unit);
    free(scale);
    plot_array_free(&a);
    return status;
}

static yee_status draw_group(plot *p, const char *kind, const char *name)
{
    char group[300], path[600];
    yee_status status = YEE_OK;
    snprintf(group, sizeof group, "/%s/%s", kind, name);
    char **sets = plot_names(p->file, group);
    for (char **set = sets; !status && set && *set; set++) {
        if (p->component && !strncmp(kind, "probe", 5) && strcmp(*set, p->component))
            continue;
        if (!strcmp(kind, "spectrum") &&
            (!strcmp(*set, "material") || !strcmp(*set, "conductor")))
            continue; /* lines in the pictures of one run */
        snprintf(path, sizeof path, "%s/%s", group, *set);
        if (plot_rank(p->file, path) >= 2)
            status = draw_record(p, kind, name, *set, path);
    }
    if (sets)
        plot_names_free(sets);
    p->components |= p->component != NULL;
    return status;
}

yee_status plot_traces(plot *p)
{
    yee_status status = YEE_OK;
    char **kinds = plot_names(p->file, "/"), path[300];
    for (char **kind = kinds; !status && kind && *kind; kind++) {
        if (!strcmp(*kind, "sweep") || !strcmp(*kind, "provenance"))
            continue;
        snprintf(path, sizeof path, "/%s", *kind);
        char **names = plot_names(p->file, path);
        for (char **name = names; !status && name && *name; name++)
            if (plot_wanted(p, *name))
                status = draw_group(p, *kind, *name);
        if (names)
            plot_names_free(names);
    }
    if (kinds)
        plot_names_free(kinds);
    return status;
}
