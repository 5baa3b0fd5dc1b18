/* core/cli/plot/radar/read.c: the records of a result of yee as traces. */
#include "radar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool radar_new(radargram *g)
{
    const size_t all = g->lines * g->traces;
    g->v = malloc((all * g->rows + 1) * sizeof *g->v);
    g->number = calloc(all + 1, sizeof *g->number);
    g->x = yee_ramp(g->traces, 0, 1);
    g->y = yee_ramp(g->lines, 0, 1);
    g->steps = 0;
    for (size_t i = 0; g->number && i < all; i++)
        g->number[i] = i;
    if (!g->v || !g->number || !g->x || !g->y) {
        cli_fail(YEE_MEMORY, "no memory for a radargram of %zu traces", all);
        return false;
    }
    return true;
}

void radar_free(radargram *g)
{
    free(g->unit);
    free(g->v);
    free(g->number);
    free(g->x);
    free(g->y);
    plot_names_free(g->y_word);
    memset(g, 0, sizeof *g);
}

static void name(char *to, size_t size, const char *text) { snprintf(to, size, "%s", text); }

/* A variable of a sweep becomes an axis. */
static void take_axis(const plot_variable *v, double *x, char *x_name, size_t name_size,
                      char x_unit[16])
{
    memcpy(x, v->x, v->count * sizeof *x);
    name(x_name, name_size, v->name);
    name(x_unit, 16, v->unit ? v->unit : "");
}

/* Lines, traces and their places, by the variable that is `back` places before the last one; false: no
 * memory. *v is to be freed. */
static bool lay_out(plot *p, const plot_array *a, size_t back, plot_variable *v, radargram *g)
{
    bool ok = plot_variable_read(p->file, a->dims[0], back, v);
    g->traces = ok ? v->count : 1;
    g->lines = a->dims[0] / g->traces;
    g->rows = a->dims[1];
    ok = ok && radar_new(g);
    if (ok)
        take_axis(v, g->x, g->x_name, sizeof g->x_name, g->x_unit);
    return ok;
}

static void leave_out(radargram *g)
{
    char *unit = g->unit;
    radargram left = {.first = g->first, .step = g->step};
    memcpy(left.output, g->output, sizeof left.output);
    memcpy(left.what, g->what, sizeof left.what);
    g->unit = NULL;
    radar_free(g);
    *g = left;
    g->unit = unit;
}

/* The variable along which lines are, laid out: the last one that moves the antennas, or else the last. */
static bool find_line(plot *p, const char *path, const plot_array *a, size_t *back,
                      plot_variable *line, radargram *g)
{
    enum { MOST = 16 };
    for (*back = 0; *back < MOST; ++*back) {
        if (!lay_out(p, a, *back, line, g))
            return false;
        const bool none = *back && !strcmp(line->name, "trace");
        radar_find_antennas(p, path, g->x_name, g);
        if (g->antennas_known)
            return true;
        plot_variable_free(line);
        leave_out(g);
        if (none)
            break;
    }
    *back = 0;
    return lay_out(p, a, 0, line, g);
}

/* a: [traces, rows] or [traces, rows, points], of which the first point is taken. */
static bool of_sweep(plot *p, const char *path, const plot_array *a, radargram *g)
{
    plot_variable line = {.count = 0}, other = {.count = 0};
    size_t back;
    const size_t points = a->rank > 2 ? a->count / (a->dims[0] * a->dims[1]) : 1;
    const bool ok = find_line(p, path, a, &back, &line, g);
    /* lines along one other variable, or numbered */
    const bool placed = ok && g->lines > 1 &&
                        plot_variable_read(p->file, a->dims[0], back ? 0 : 1, &other) &&
                        other.count == g->lines;
    name(g->y_name, sizeof g->y_name, "line");
    if (placed)
        take_axis(&other, g->y, g->y_name, sizeof g->y_name, g->y_unit);
    if (placed) {
        g->y_word = other.word; /* in the order of their numbers */
        other.word = NULL;
    }
    for (size_t l = 0; l < g->lines && ok; l++)
        for (size_t t = 0; t < g->traces; t++) {
            const size_t k =
                placed ? other.of[l] : l; /* before the line's values, and behind */
            const size_t n = (k / line.run * g->traces + line.of[t]) * line.run + k % line.run;
            g->number[l * g->traces + t] = n;
            for (size_t r = 0; r < g->rows; r++)
                g->v[(l * g->traces + t) * g->rows + r] = a->v[(n * g->rows + r) * points];
        }
    if (ok && points > 1)
        plot_note(p, true, "%s: the first of %zu points", path, points);
    plot_variable_free(&other);
    plot_variable_free(&line);
    return ok;
}

/* Points of a probe along one axis are placed by it. */
static void place_points(plot *p, const char *path, radargram *g)
{
    double *at = malloc(3 * g->traces * sizeof *at);
    int along = -1;
    if (!at || !plot_numbers(p->file, path, "position", 3 * g->traces, at)) {
        free(at);
        return;
    }
    for (int a = 0; a < 3; a++) {
        bool rises = true;
        for (size_t t = 1; t < g->traces; t++)
            rises = rises && at[3 * t + (size_t)a] > at[3 * (t - 1) + (size_t)a];
        along = rises && along < 0 ? a : along;
    }
    for (size_t t = 0; t < g->traces && along >= 0; t++)
        g->x[t] = at[3 * t + (size_t)along];
    if (along >= 0) {
        name(g->x_name, sizeof g->x_name, ((const char *[]){"x", "y", "z"})[along]);
        name(g->x_unit, sizeof g->x_unit, "m");
    }
    free(at);
}

/* a: [rows] or [rows, points]; points are traces. */
static bool of_run(plot *p, const char *path, const plot_array *a, radargram *g)
{
    g->lines = 1;
    g->rows = a->dims[0];
    g->traces = a->count / a->dims[0];
    if (!radar_new(g))
        return false;
    for (size_t t = 0; t < g->traces; t++)
        for (size_t r = 0; r < g->rows; r++)
            g->v[t * g->rows + r] = a->v[r * g->traces + t];
    name(g->x_name, sizeof g->x_name, "point");
    if (g->traces > 1)
        place_points(p, path, g);
    else
        radar_find_places(p, path, g);
    return true;
}

static yee_status read_record(plot *p, const radar_want *want, const char *path,
                              const char *output, const char *what, bool sweep, radar_take take)
{
    radargram g = {.lines = 0};
    plot_array a = {0};
    yee_status status = YEE_OK;
    g.step = plot_number(p->file, path, "time_step", 0);
    g.first = plot_number(p->file, path, "time_first", 0);
    if (!(g.step > 0) || !plot_read(p->file, path, &a) || a.complex || !a.count ||
        a.rank < (sweep ? 2 : 1) || a.rank > (sweep ? 3 : 2)) {
        plot_array_free(&a);
        return YEE_OK;
    }
    name(g.output, sizeof g.output, output);
    name(g.what, sizeof g.what, what);
    g.unit = plot_text(p->file, path, "units");
    if (sweep ? of_sweep(p, path, &a, &g) : of_run(p, path, &a, &g))
        status = take(p, want, &g);
    else
        status = YEE_MEMORY;
    plot_array_free(&a);
    radar_free(&g);
    return status;
}

/* The wanted component of a probe, or its strongest of E, or else of H. */
static const char *component(plot *p, const char *group)
{
    const char *found = NULL;
    double most = -1;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        char path[600];
        plot_array a = {0};
        snprintf(path, sizeof path, "%s/%s", group, yee_component_key(c));
        if ((p->component && strcmp(p->component, yee_component_key(c))) ||
            (c == YEE_HX && found) || (c > YEE_HX && found && *found == 'e') ||
            !plot_read(p->file, path, &a))
            continue;
        for (size_t i = 0; i < a.count && !a.complex; i++)
            if (fabs(a.v[i]) > most) {
                most = fabs(a.v[i]);
                found = yee_component_key(c);
            }
        plot_array_free(&a);
    }
    return found;
}

yee_status radar_read(plot *p, const radar_want *want, radar_take take)
{
    static const char *const kind[] = {"/probe", "/port"};
    const bool sweep = plot_exists(p->file, "/sweep/variables");
    yee_status status = YEE_OK;
    for (size_t k = 0; k < 2; k++) {
        char **names = plot_names(p->file, kind[k]), group[300], path[600];
        for (char **n = names; n && *n && !status; n++) {
            snprintf(group, sizeof group, "%s/%s", kind[k], *n);
            const char *what = !plot_wanted(p, *n) ? NULL
                               : k                 ? p->component ? NULL : "v"
                                                   : component(p, group);
            snprintf(path, sizeof path, "%s/%s", group, what ? what : "");
            if (what)
                status = read_record(p, want, path, *n, what, sweep, take);
            p->components |= what && !k;
        }
        plot_names_free(names);
    }
    return status;
}
