/* core/cli/plot/attributes.c: pictures of whatever says by its attributes what it is.
 *
 * A dataset of one axis that names its abscissa by `x`, or that has `time_first` and
 * `time_step`, is a curve; one of two axes that names `y` and `x` is an image. What stands in
 * one group is one picture, curves of one abscissa and unit in one panel. docs/results.md lists
 * the attributes. */
#include "attributes.h"
#include "files/results.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PANELS 8

typedef struct panel_key {
    char x[512], units[64], scale[16];
    side part;
} panel_key;

typedef struct figure {
    plot *p;
    const char *kind;    /* first part of the group's path */
    const char *several; /* the name of an axis that curves of several labels share */
    bool by_unit;        /* the unit says more than that */
    int left;            /* curves for which there is no room */
    int panels;
    plot_panel panel[PANELS];
    panel_key key[PANELS];
    char text[PANELS][4][256]; /* of each panel: name and unit of x, name and unit of y */
    char label[PANELS][64];    /* of all curves of a panel; "": they have several */
} figure;

/* The panel of a key, made where there is none; NULL: there are too many. */
static plot_panel *panel_for(figure *f, const panel_key *key, const char *x_name,
                             const char *x_units)
{
    for (int i = 0; i < f->panels; i++)
        if (!memcmp(&f->key[i], key, sizeof *key))
            return &f->panel[i];
    if (f->panels == PANELS)
        return NULL;
    char(*text)[256] = f->text[f->panels];
    f->key[f->panels] = *key;
    snprintf(text[0], sizeof *text, "%s", x_name);
    snprintf(text[1], sizeof *text, "%s", unit_of(x_units));
    snprintf(text[3], sizeof *text, "%s",
             key->part == PHASE              ? "degrees"
             : !strncmp(key->scale, "dB", 2) ? "dB"
                                             : unit_of(key->units));
    plot_panel *panel = &f->panel[f->panels++];
    *panel = (plot_panel){.x_name = text[0],
                          .x_unit = text[1],
                          .y_name = text[2],
                          .y_unit = text[3],
                          .y_low = NAN,
                          .y_high = NAN,
                          .log = key->part != PHASE && !strcmp(key->scale, "log")};
    return panel;
}

static void add_part(figure *f, const source *s, const plot_array *v, size_t column,
                     size_t columns, side part, bool imaginary, const panel_key *base,
                     const char *x_name, const char *x_units, const double *x)
{
    char name[96], label[64];
    const size_t rows = v->count / columns;
    panel_key key = *base;
    key.part = part;
    plot_panel *panel = panel_for(f, &key, x_name, x_units);
    double *y = malloc((rows + 1) * sizeof *y);
    if (!panel || panel->curves == PLOT_CURVES || !y) {
        f->left++;
        free(y);
        return;
    }
    for (size_t r = 0; r < rows; r++) {
        const double *z = &v->v[(r * columns + column) * (v->complex ? 2 : 1)];
        y[r] = v->complex ? drawn_value(s->scale, part, z[imaginary], imaginary ? 0 : z[1])
                          : drawn_value(s->scale, part, *z, 0);
    }
    snprintf(label, sizeof label, columns > 1 ? "%.40s, point %zu" : "%s",
             s->label ? s->label : last_part(s->path), column + 1);
    snprintf(name, sizeof name, "%s%s%s",
             part == MAGNITUDE ? "|"
             : part == PHASE   ? "phase of "
             : part == REAL    ? imaginary ? "Im " : "Re "
                               : "",
             label, part == MAGNITUDE ? "|" : "");
    char *shared = f->label[panel - f->panel];
    if (!panel->curves)
        snprintf(shared, sizeof *f->label, "%s", label);
    else if (strcmp(shared, label))
        *shared = 0;
    const int before = panel->curves;
    plot_panel_add(panel, name, rows, plot_copy(x, rows), y);
    if (panel->curves == before)
        return;
    plot_curve *c = &panel->curve[before];
    c->dashed = is(s->style, "dashed");
    c->points = is(s->style, "points");
}

/* The curves of a dataset: of each column, and of a complex one as its `parts` say. */
static void add_curves(figure *f, const source *s, const plot_array *v, size_t columns,
                       const char *x_path, const char *x_name, const char *x_units,
                       const double *x)
{
    panel_key key;
    memset(&key, 0, sizeof key); /* compared whole */
    snprintf(key.x, sizeof key.x, "%s", x_path);
    snprintf(key.units, sizeof key.units, "%s", s->units ? s->units : "");
    snprintf(key.scale, sizeof key.scale, "%s", s->scale ? s->scale : "");
    for (size_t c = 0; c < columns; c++) {
        if (!v->complex) {
            add_part(f, s, v, c, columns, VALUE, false, &key, x_name, x_units, x);
        } else if (is(s->parts, "real imaginary")) {
            add_part(f, s, v, c, columns, REAL, false, &key, x_name, x_units, x);
            add_part(f, s, v, c, columns, REAL, true, &key, x_name, x_units, x);
        } else {
            add_part(f, s, v, c, columns, MAGNITUDE, false, &key, x_name, x_units, x);
            if (!is(s->parts, "magnitude"))
                add_part(f, s, v, c, columns, PHASE, false, &key, x_name, x_units, x);
        }
    }
}

static void add_over_axis(figure *f, const source *s, const plot_array *v)
{
    char path[512];
    plot_array x;
    if (!read_axis(f->p, s, s->x, v->count, path, &x))
        return;
    char *label = plot_text(f->p->file, path, "label");
    char *units = plot_text(f->p->file, path, "units");
    add_curves(f, s, v, 1, path, label ? label : last_part(path), units, x.v);
    free(label);
    free(units);
    plot_array_free(&x);
}

static void add_over_time(figure *f, const source *s, const plot_array *v)
{
    const double first = plot_number(f->p->file, s->path, "time_first", 0);
    const double step = plot_number(f->p->file, s->path, "time_step", 1);
    double *x = yee_ramp(v->dims[0], first, step);
    if (x)
        add_curves(f, s, v, v->rank == 2 ? v->dims[1] : 1, "time", "time", "s", x);
    free(x);
}

/* -- a picture -- */

/* The words with which all names of a panel's curves end: "efficiency" of two kinds of it, and
 * of "2 GHz, directivity" and "3 GHz, directivity" those behind the comma; "": none. */
static void common_words(const plot_panel *panel, char *text, size_t size)
{
    const char *const first = panel->curve[0].name;
    const char *at = first;
    while ((at = strchr(at, ' ')) != NULL) {
        const size_t length = strlen(at);
        int same = 1;
        for (int i = 1; i < panel->curves; i++) {
            const size_t own = strlen(panel->curve[i].name);
            same += own > length && !strcmp(panel->curve[i].name + own - length, at);
        }
        if (same == panel->curves)
            break;
        at++;
    }
    for (const char *comma = at; comma && (comma = strstr(comma, ", ")) != NULL;)
        at = ++comma;
    snprintf(text, size, "%s", at && strncmp(at, " of ", 4) ? at + 1 : "");
}

/* The axis y is named by its only curve, by what all curves are, by their unit, or by the group. */
static void name_axes(figure *f)
{
    static const char *const word[] = {
        [VALUE] = NULL, [MAGNITUDE] = "magnitude", [PHASE] = "phase", [REAL] = NULL};
    for (int i = 0; i < f->panels; i++) {
        plot_panel *panel = &f->panel[i];
        char common[64];
        common_words(panel, common, sizeof common);
        const char *several = word[f->key[i].part]           ? word[f->key[i].part]
                              : *f->label[i]                 ? f->label[i]
                              : *common                      ? common
                              : *panel->y_unit && f->by_unit ? ""
                                                             : f->several;
        snprintf(f->text[i][2], sizeof *f->text[i], "%s",
                 panel->curves == 1 ? panel->curve[0].name : several);
        if (panel->curves == 1)
            *panel->curve[0].name = 0;
    }
}

/* A logarithmic axis ends at a billionth of the peak, or at half of the least number above. */
static void bound_logarithms(plot_panel *panel)
{
    double peak = 0, least = INFINITY;
    for (int i = 0; i < panel->curves; i++)
        for (size_t n = 0; n < panel->curve[i].count; n++) {
            const double y = panel->curve[i].y[n];
            peak = y > peak ? y : peak;
            least = y < least ? y : least;
        }
    if (panel->log && peak > 0)
        panel->y_low = fmax(1e-9 * peak, 0.5 * least);
}

/* A single null, as |S11| at 0 Hz, is not to press all else together: a picture of decibels ends 100 below
 * the peak. */
static void bound_decibels(figure *f, plot_panel *panel)
{
    enum { DEEP = 100 };
    double peak = -INFINITY, least = INFINITY;
    for (int i = 0; i < panel->curves; i++)
        for (size_t n = 0; n < panel->curve[i].count; n++)
            if (isfinite(panel->curve[i].y[n])) {
                peak = fmax(peak, panel->curve[i].y[n]);
                least = fmin(least, panel->curve[i].y[n]);
            }
    if (strcmp(panel->y_unit, "dB") || !(least < peak - DEEP))
        return;
    panel->y_low = 10 * floor((peak - DEEP) / 10);
    plot_note(f->p, false, "%s: down to %.4g dB", *panel->y_name ? panel->y_name : "curves",
              least);
}

static yee_status draw_figure(figure *f, const char *group, const char *name)
{
    char title[600];
    char *said = plot_text(f->p->file, group, "title");
    snprintf(title, sizeof title, "%s%s%s", said ? said : f->kind, said ? "" : " ",
             said ? "" : name);
    free(said);
    name_axes(f);
    plot_bounds_note(f->p, group);
    if (f->left)
        plot_note(f->p, true, "%s: %d curves more are not drawn", group, f->left);
    for (int i = 0; i < f->panels; i++)
        if (f->panel[i].log)
            bound_logarithms(&f->panel[i]);
        else
            bound_decibels(f, &f->panel[i]);
    const yee_status status = plot_draw_panels(f->p, f->kind, name, title, f->panels, f->panel,
                                               f->panels > 1 ? 2 : 1);
    for (int i = 0; i < f->panels; i++)
        plot_panel_free(&f->panel[i]);
    return status;
}

/* -- a file -- */

/* Groups whose members plot.c has drawn in their own way. */
static bool drawn_elsewhere(const char *path)
{
    static const char *const group[] = {"/probe/", "/port/"};
    for (size_t i = 0; i < sizeof group / sizeof *group; i++)
        if (!strncmp(path, group[i], strlen(group[i])))
            return true;
    return false;
}

/* Adds what a dataset shows to the figure of its group, or draws it as an image. */
static yee_status add(figure *f, const char *path, bool dashed)
{
    source s = source_of(f->p, path);
    const bool over_time = !isnan(plot_number(f->p->file, path, "time_step", NAN));
    const int rank = plot_rank(f->p->file, path);
    plot_array v = {0};
    yee_status status = YEE_OK;
    const bool image = s.x && s.y && rank == 2, curve = s.x && !s.y && rank == 1;
    const bool series = !s.x && over_time && !drawn_elsewhere(path) && rank <= 2;
    if (is(s.style, "dashed") == dashed && (image || curve || series) &&
        plot_read(f->p->file, path, &v) && v.count) {
        if (series && rank == 2 && v.dims[1] > PLOT_CURVES && !v.complex)
            status = draw_columns(f->p, &s, &v);
        else if (image)
            status = draw_map(f->p, &s, &v);
        else if (curve)
            add_over_axis(f, &s, &v);
        else
            add_over_time(f, &s, &v);
    }
    plot_array_free(&v);
    source_free(&s);
    return status;
}

static size_t folder_length(const char *path) { return (size_t)(last_part(path) - path); }

/* The datasets of one group, which begin at number `first`. Dashed curves come last. */
static yee_status draw_group(plot *p, const yee_items *items, size_t first)
{
    const size_t length = folder_length(items->v[first].path);
    char group[512], kind[256], name[256];
    yee_status status = YEE_OK;
    figure *f = calloc(1, sizeof *f);
    if (!f)
        return cli_fail(YEE_MEMORY, "no memory for a picture");
    snprintf(group, sizeof group, "%.*s", length > 1 ? (int)length - 1 : 1,
             items->v[first].path);
    file_names(group, kind, name);
    f->p = p;
    f->kind = kind;
    f->by_unit = !strcmp(kind, "post");
    f->several = f->by_unit ? name : kind;
    for (int dashed = 0; dashed < 2; dashed++)
        for (size_t i = first; i < items->count && !status; i++) {
            const yee_item *o = &items->v[i];
            if (o->dataset && folder_length(o->path) == length &&
                !strncmp(o->path, items->v[first].path, length))
                status = add(f, o->path, dashed);
        }
    if (!status && f->panels)
        status = draw_figure(f, group, name);
    free(f);
    return status;
}

/* True where no earlier dataset is of its group. */
static bool begins_group(const yee_items *items, size_t number)
{
    const char *path = items->v[number].path;
    const size_t length = folder_length(path);
    for (size_t i = 0; i < number; i++)
        if (items->v[i].dataset && folder_length(items->v[i].path) == length &&
            !strncmp(items->v[i].path, path, length))
            return false;
    return items->v[number].dataset;
}

/* The output, or step, of a path: "rx" of "/probe/rx/ez", the group of others. */
static bool wanted(const plot *p, const char *path)
{
    char part[256];
    const char *first = path + 1, *second = strchr(first, '/');
    const char *name = second && strchr(second + 1, '/') ? second + 1 : first;
    snprintf(part, sizeof part, "%.*s", (int)strcspn(name, "/"), name);
    return plot_wanted(p, part);
}

yee_status plot_by_attributes(plot *p)
{
    yee_items items;
    yee_status status = YEE_OK;
    if (!yee_items_list(p->file, "/", &items))
        status = cli_fail(YEE_MEMORY, "no memory for what %s holds", p->path);
    for (size_t i = 0; i < items.count && !status; i++)
        if (begins_group(&items, i) && wanted(p, items.v[i].path))
            status = draw_group(p, &items, i);
    yee_items_free(&items);
    return status;
}
