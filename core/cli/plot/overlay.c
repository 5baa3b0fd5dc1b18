/* core/cli/plot/overlay.c: points of a text file over the curves of the same name, to show a
 * run beside a formula or a measurement. */
#include "base/dimension.h"
#include "plot.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct plot_overlay {
    const char *path;
    char stem[64];
    int columns; /* besides x */
    size_t rows, capacity;
    char name[1 + PLOT_CURVES][64]; /* of x and of the columns */
    char unit[1 + PLOT_CURVES][32]; /* "": SI, as the pictures */
    bool drawn[1 + PLOT_CURVES];
    char clash[256]; /* which unit is none of the axis; "": all are */
    double *v;       /* shape [rows, 1 + columns] */
};

/* Cuts a line into cells at its commas; the number of cells, at most PLOT_CURVES + 2. */
static int split(char *line, char **cell)
{
    int count = 0;
    for (char *at = line; at && count < PLOT_CURVES + 2;) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma++ = 0;
        at += strspn(at, " \t\"");
        char *end = at + strlen(at);
        while (end > at && strchr(" \t\"\r\n", end[-1]))
            *--end = 0;
        cell[count++] = at;
        at = comma;
    }
    return count;
}

/* "frequency [THz]" or "frequency (THz)": what stands in brackets at the end, if it is a unit. */
static void take_unit(char *name, char unit[32])
{
    yee_dimension is;
    const char *bad;
    size_t length;
    const size_t n = strlen(name);
    const char last = n ? name[n - 1] : 0;
    char *open = last == ']' ? strrchr(name, '[') : last == ')' ? strrchr(name, '(') : NULL;
    if (!open || open == name || name + n - 2 - open > 31)
        return;
    char inner[32];
    snprintf(inner, sizeof inner, "%.*s", (int)(name + n - 2 - open), open + 1);
    if (!*inner || !yee_dimension_read(inner, &is, &bad, &length))
        return;
    snprintf(unit, 32, "%s", inner);
    while (open > name && strchr(" \t", open[-1]))
        open--;
    *open = 0;
}

/* The factor from the unit of a column to that of an axis; 0, and o->clash: there is none. */
static double factor_of(plot_overlay *o, int column, const char *axis)
{
    yee_dimension own, its;
    const char *bad;
    size_t length;
    if (!*o->unit[column])
        return 1;
    if (yee_dimension_read(o->unit[column], &own, &bad, &length) &&
        yee_dimension_read(*axis ? axis : "1", &its, &bad, &length) &&
        yee_dimension_same(&own, &its))
        return own.factor / its.factor * pow(10, own.ten - its.ten);
    snprintf(o->clash, sizeof o->clash, "'%s' is in %s, and the axis of the picture %s%s",
             o->name[column], o->unit[column], *axis ? "in " : "has no unit", axis);
    return 0;
}

static yee_status read_names(plot_overlay *o, size_t line, char **cell, int cells)
{
    if (cells < 2 || cells > 1 + PLOT_CURVES)
        return cli_fail(YEE_INPUT,
                        "%s:%zu: the first row names x and 1 to %d columns, as in "
                        "'frequency,reflection'",
                        o->path, line, PLOT_CURVES);
    for (int i = 0; i < cells; i++)
        snprintf(o->name[i], sizeof o->name[i], "%s", cell[i]);
    for (int i = 0; i < cells; i++)
        take_unit(o->name[i], o->unit[i]);
    o->columns = cells - 1;
    return YEE_OK;
}

static yee_status read_row(plot_overlay *o, size_t line, char **cell, int cells)
{
    const size_t width = 1 + (size_t)o->columns;
    if ((size_t)cells != width)
        return cli_fail(YEE_INPUT, "%s:%zu: %d numbers where the first row names %zu columns",
                        o->path, line, cells, width);
    if (o->rows == o->capacity) {
        const size_t capacity = 2 * o->capacity + 64;
        double *v = realloc(o->v, capacity * width * sizeof *v);
        if (!v)
            return cli_fail(YEE_MEMORY, "no memory for %s", o->path);
        o->v = v;
        o->capacity = capacity;
    }
    for (int i = 0; i < cells; i++) {
        char *end;
        o->v[o->rows * width + (size_t)i] = strtod(cell[i], &end);
        if (end == cell[i] || *end)
            return cli_fail(YEE_INPUT, "%s:%zu: '%.40s' is not a number", o->path, line,
                            cell[i]);
    }
    o->rows++;
    return YEE_OK;
}

static yee_status read_file(plot_overlay *o, FILE *file)
{
    char *line = NULL, *cell[PLOT_CURVES + 2];
    size_t capacity = 0;
    yee_status status = YEE_OK;
    for (size_t number = 1; !status && getline(&line, &capacity, file) >= 0; number++) {
        const bool marked = number == 1 && !strncmp(line, "\xEF\xBB\xBF", 3);
        char *text = line + (marked ? 3 : 0); /* byte order mark, as spreadsheets write it */
        text += strspn(text, " \t\r\n");
        if (!*text || *text == '#')
            continue;
        const int cells = split(text, cell);
        status =
            o->columns ? read_row(o, number, cell, cells) : read_names(o, number, cell, cells);
    }
    free(line);
    if (!status && ferror(file))
        status = cli_fail(YEE_IO, "cannot read %s", o->path);
    if (!status && !o->rows)
        status = cli_fail(YEE_INPUT,
                          "%s has no points; a row of names and rows of numbers, "
                          "separated by commas, are wanted",
                          o->path);
    return status;
}

yee_status plot_overlay_read(const char *path, plot_overlay **out)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    plot_overlay *o = *out = calloc(1, sizeof *o);
    FILE *file = fopen(path, "r");
    yee_status status = YEE_OK;
    if (!o)
        status = cli_fail(YEE_MEMORY, "no memory for %s", path);
    else if (!file)
        status = cli_fail(YEE_IO, "cannot read %s: %s", path, strerror(errno));
    else {
        o->path = path;
        snprintf(o->stem, sizeof o->stem, "%.*s",
                 dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
        status = read_file(o, file);
    }
    if (file)
        fclose(file);
    return status;
}

/* The name of a curve in the legend, or without one at the axis. */
static const char *called(const plot_panel *panel, const plot_curve *curve)
{
    return *curve->name ? curve->name : panel->y_name;
}

/* Points of a column within the x of a curve, so that they do not widen the axis. */
static void add_points(plot_overlay *o, int column, plot_panel *panel, const plot_curve *under)
{
    const size_t width = 1 + (size_t)o->columns;
    const double fx = factor_of(o, 0, panel->x_unit), fy = factor_of(o, column, panel->y_unit);
    if (!(fx > 0) || !(fy > 0))
        return;
    double *x = calloc(o->rows, sizeof *x), *y = calloc(o->rows, sizeof *y);
    size_t count = 0;
    for (size_t n = 0; x && y && n < o->rows; n++) {
        const double at = fx * o->v[n * width];
        if (at < under->x[0] || at > under->x[under->count - 1])
            continue;
        x[count] = at;
        y[count++] = fy * o->v[n * width + (size_t)column];
    }
    char name[sizeof o->name[0] + sizeof o->stem + 3];
    snprintf(name, sizeof name, "%s, %s", o->name[column], o->stem);
    const int before = panel->curves;
    plot_panel_add(panel, name, count, x, y);
    if (panel->curves > before)
        panel->curve[before].points = o->drawn[column] = true;
}

void plot_overlay_add(plot_overlay *o, plot_panel *panel)
{
    const int curves = panel->curves;
    if (!o || strcmp(o->name[0], panel->x_name))
        return;
    for (int column = 1; column <= o->columns; column++)
        for (int i = 0; i < curves; i++)
            if (panel->curve[i].count &&
                !strcmp(o->name[column], called(panel, &panel->curve[i])))
                add_points(o, column, panel, &panel->curve[i]);
}

yee_status plot_overlay_check(const plot_overlay *o)
{
    for (int column = 1; o && column <= o->columns; column++)
        if (!o->drawn[column] && *o->clash)
            return cli_fail(YEE_USAGE, "%s: %s", o->path, o->clash);
        else if (!o->drawn[column])
            return cli_fail(YEE_USAGE,
                            "%s: no picture has a curve '%s' over '%s'; columns are named as "
                            "the legends, or the axes where there is none",
                            o->path, o->name[column], o->name[0]);
    return YEE_OK;
}

void plot_overlay_free(plot_overlay *o)
{
    if (o)
        free(o->v);
    free(o);
}
