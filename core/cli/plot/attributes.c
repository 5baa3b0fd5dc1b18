/* core/cli/plot/attributes.c: pictures of whatever says by its attributes what it is.
 *
 * A dataset of one axis that names its abscissa by `x`, or that has `time_first` and
 * `time_step`, is a curve; one of two axes that names `y` and `x` is an image. What stands in
 * one group is one picture, curves of one abscissa and unit in one panel. docs/results.md lists
 * the attributes. */
#include "files/results.h"
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PANELS 8

typedef enum side { VALUE, MAGNITUDE, PHASE, REAL } side; /* of a number */

/* A dataset by its attributes; texts are free()d with it. */
typedef struct source {
    const char *path;
    char *x, *y, *units, *label, *scale, *parts, *style;
} source;

typedef struct panel_key {
    char x[512], units[64], scale[16];
    side part;
} panel_key;

typedef struct figure {
    plot *p;
    const char *kind;    /* first part of the group's path */
    const char *several; /* the name of an axis that curves of several labels share */
    int panels;
    plot_panel panel[PANELS];
    panel_key key[PANELS];
    char text[PANELS][4][256]; /* of each panel: name and unit of x, name and unit of y */
    char label[PANELS][64];    /* of all curves of a panel; "": they have several */
} figure;

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is(const char *text, const char *word) { return text && !strcmp(text, word); }

static void source_free(source *s)
{
    char *const text[] = {s->x, s->y, s->units, s->label, s->scale, s->parts, s->style};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        free(text[i]);
}

static source source_of(plot *p, const char *path)
{
    return (source){path,
                    plot_text(p->file, path, "x"),
                    plot_text(p->file, path, "y"),
                    plot_text(p->file, path, "units"),
                    plot_text(p->file, path, "label"),
                    plot_text(p->file, path, "scale"),
                    plot_text(p->file, path, "parts"),
                    plot_text(p->file, path, "style")};
}

/* An abscissa: its path, "/a/b" or one in the group of the dataset. */
static void path_of(const source *s, const char *name, char *path, size_t size)
{
    const int folder = *name == '/' ? 0 : (int)(last_part(s->path) - s->path);
    snprintf(path, size, "%.*s%s", folder, s->path, name);
}

/* Reads an abscissa of `count` numbers; what is wrong with it is said, and is no reason to draw
 * nothing else. */
static bool read_axis(plot *p, const source *s, const char *name, size_t count, char path[512],
                      plot_array *axis)
{
    path_of(s, name, path, 512);
    if (!plot_read(p->file, path, axis)) {
        cli_fail(YEE_OK, "%s: %s is not drawn: its abscissa %s is no dataset", p->path, s->path,
                 path);
        return false;
    }
    if (axis->count == count && axis->rank == 1 && !axis->complex)
        return true;
    cli_fail(YEE_OK, "%s: %s is not drawn: its abscissa %s has %zu numbers, not %zu", p->path,
             s->path, path, axis->count, count);
    plot_array_free(axis);
    return false;
}

static const char *unit_of(const char *units) { return !units || is(units, "1") ? "" : units; }

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

/* One part of a number as it is drawn; NaN: it has no place. */
static double drawn(const char *scale, side part, double re, double im)
{
    const double size = part == MAGNITUDE ? hypot(re, im) : re;
    if (part == PHASE)
        return atan2(im, re) * 180 / YEE_PI;
    if (is(scale, "dB"))
        return size > 0 ? 20 * log10(size) : NAN;
    if (is(scale, "dB power"))
        return size > 0 ? 10 * log10(size) : NAN;
    return is(scale, "log") && !(size > 0) ? NAN : size;
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
        free(y);
        return;
    }
    for (size_t r = 0; r < rows; r++) {
        const double *z = &v->v[(r * columns + column) * (v->complex ? 2 : 1)];
        y[r] = v->complex ? drawn(s->scale, part, z[imaginary], imaginary ? 0 : z[1])
                          : drawn(s->scale, part, *z, 0);
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
    plot_panel_add(panel, name, rows, plot_copy(x, rows), y);
    if (panel->curves) {
        panel->curve[panel->curves - 1].dashed = is(s->style, "dashed");
        panel->curve[panel->curves - 1].points = is(s->style, "points");
    }
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
    double *x = plot_ramp(v->dims[0], first, step);
    if (x)
        add_curves(f, s, v, v->rank == 2 ? v->dims[1] : 1, "time", "time", "s", x);
    free(x);
}

/* -- a picture -- */

/* The axis y is named by its only curve, or by the group. */
static void name_axes(figure *f)
{
    static const char *const word[] = {
        [VALUE] = NULL, [MAGNITUDE] = "magnitude", [PHASE] = "phase", [REAL] = NULL};
    for (int i = 0; i < f->panels; i++) {
        plot_panel *panel = &f->panel[i];
        const char *several = word[f->key[i].part] ? word[f->key[i].part]
                              : *f->label[i]       ? f->label[i]
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

static void file_names(const char *group, char kind[256], char name[256])
{
    const char *first = group + (*group == '/');
    const size_t length = strcspn(first, "/");
    snprintf(kind, 256, "%.*s", length ? (int)length : 4, length ? first : "data");
    snprintf(name, 256, "%s", first[length] ? first + length + 1 : "");
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '_' : *c;
}

static yee_status draw_figure(figure *f, const char *group, const char *name)
{
    char title[600];
    char *said = plot_text(f->p->file, group, "title");
    snprintf(title, sizeof title, "%s%s%s", said ? said : f->kind, said ? "" : " ",
             said ? "" : name);
    free(said);
    name_axes(f);
    for (int i = 0; i < f->panels; i++)
        bound_logarithms(&f->panel[i]);
    const yee_status status = plot_draw_panels(f->p, f->kind, name, title, f->panels, f->panel,
                                               f->panels > 1 ? 2 : 1);
    for (int i = 0; i < f->panels; i++)
        plot_panel_free(&f->panel[i]);
    return status;
}

/* -- images -- */

static void to_image(const source *s, const plot_array *v, plot_image *m)
{
    double peak = -INFINITY;
    for (size_t i = 0; i < v->count; i++) {
        const double *z = &v->v[i * (v->complex ? 2 : 1)];
        m->v[i] = drawn(s->scale, v->complex ? MAGNITUDE : VALUE, *z, v->complex ? z[1] : 0);
        peak = isfinite(m->v[i]) && m->v[i] > peak ? m->v[i] : peak;
        m->sign = m->sign || m->v[i] < 0;
    }
    if (!s->scale || strncmp(s->scale, "dB", 2))
        return;
    m->sign = false;
    m->low = peak - 60;
    m->high = peak;
}

/* A raster has its axes in rising order. */
static bool rises(const plot *p, const source *s, const plot_array *axis)
{
    for (size_t i = 1; i < axis->count; i++)
        if (!(axis->v[i] > axis->v[i - 1])) {
            cli_fail(YEE_OK, "%s: %s is not drawn: its abscissas must rise", p->path, s->path);
            return false;
        }
    return true;
}

static yee_status draw_image(plot *p, const source *s, const plot_array *v)
{
    char path[2][512], kind[256], name[256];
    plot_array x, y;
    yee_status status = YEE_OK;
    if (!read_axis(p, s, s->x, v->dims[1], path[0], &x))
        return YEE_OK;
    if (!read_axis(p, s, s->y, v->dims[0], path[1], &y)) {
        plot_array_free(&x);
        return YEE_OK;
    }
    char *x_units = plot_text(p->file, path[0], "units");
    char *y_units = plot_text(p->file, path[1], "units");
    plot_image m = {.x_name = last_part(path[0]),
                    .y_name = last_part(path[1]),
                    .x_unit = unit_of(x_units),
                    .y_unit = unit_of(y_units),
                    .quantity = s->label ? s->label : last_part(s->path),
                    .unit = s->scale && !strncmp(s->scale, "dB", 2) ? "dB" : unit_of(s->units),
                    .nx = v->dims[1],
                    .ny = v->dims[0],
                    .x = x.v,
                    .y = y.v,
                    .v = malloc(v->count * sizeof *m.v)};
    file_names(s->path, kind, name);
    if (m.v && rises(p, s, &x) && rises(p, s, &y)) {
        to_image(s, v, &m);
        char *title = plot_text(p->file, s->path, "title");
        status = plot_draw_images(p, kind, name, title ? title : s->path + 1, 1, &m);
        free(title);
    }
    free(m.v);
    free(x_units);
    free(y_units);
    plot_array_free(&x);
    plot_array_free(&y);
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
        if (image)
            status = draw_image(f->p, &s, &v);
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
    f->several = strcmp(kind, "post") ? kind : name;
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
