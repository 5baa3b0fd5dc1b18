/* core/cli/plot/traces.c: pictures of a sweep: each record as an image over its traces and time
 * or frequency. */
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES = 6 }; /* images of a picture: values of the variables before the last */

/* The variable along x, or the trace's number. */
typedef struct axis {
    const char *name;
    char *unit; /* NULL: none */
    double *x;  /* rising, shape [count] */
    size_t *of; /* place among its values of each x */
    size_t count, pages;
} axis;

typedef struct placed {
    double x;
    size_t of;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

/* Texts of a dataset of them; freed by the caller. */
static char *read_name(hid_t file, size_t number)
{
    const hid_t set = H5Dopen2(file, "/sweep/variables", H5P_DEFAULT);
    const hid_t type = H5Tcopy(H5T_C_S1), space = set < 0 ? -1 : H5Dget_space(set);
    const hssize_t n = space < 0 ? 0 : H5Sget_simple_extent_npoints(space);
    char **names = calloc((size_t)n + 1, sizeof *names), *name = NULL;
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    if (names && (hssize_t)number < n &&
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0)
        name = names[number] ? strdup(names[number]) : NULL;
    if (names && n > 0 && space >= 0)
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, names);
    free(names);
    H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    if (set >= 0)
        H5Dclose(set);
    return name;
}

/* The last variable, which runs fastest, where its values are different numbers; numbers: to be
 * freed, whatever is returned. */
static bool read_last(hid_t file, size_t traces, axis *a, char **name, plot_array *numbers)
{
    plot_array shape = {0};
    char path[300];
    bool ok = plot_read(file, "/sweep/shape", &shape) && shape.count;
    const size_t last = ok ? (size_t)shape.v[shape.count - 1] : 0;
    *name = ok ? read_name(file, shape.count - 1) : NULL;
    plot_array_free(&shape);
    if (!*name || !last || traces % last)
        return false;
    snprintf(path, sizeof path, "/sweep/%s", *name);
    if (!plot_read(file, path, numbers) || numbers->count != traces)
        return false;
    a->name = *name;
    a->unit = plot_text(file, path, "units");
    a->count = last;
    a->pages = traces / last;
    return true;
}

static void by_number(placed *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] = (placed){(double)i, i};
}

static bool read_axis(hid_t file, size_t traces, axis *a, char **name)
{
    plot_array numbers = {0};
    *a = (axis){.name = "trace", .count = traces, .pages = 1};
    const bool numbered = read_last(file, traces, a, name, &numbers);
    placed *at = malloc((a->count + 1) * sizeof *at);
    a->x = malloc((a->count + 1) * sizeof *a->x);
    a->of = malloc((a->count + 1) * sizeof *a->of);
    const bool ok = at && a->x && a->of;
    for (size_t i = 0; i < a->count && ok && numbered; i++)
        at[i] = (placed){numbers.v[i], i};
    if (ok && numbered)
        qsort(at, a->count, sizeof *at, by_place);
    else if (ok)
        by_number(at, a->count);
    for (size_t i = 1; i < a->count && ok; i++)
        if (!(at[i].x > at[i - 1].x)) { /* a number twice */
            by_number(at, a->count);
            a->name = "trace";
            free(a->unit);
            a->unit = NULL;
            break;
        }
    for (size_t i = 0; i < a->count && ok; i++) {
        a->x[i] = at[i].x;
        a->of[i] = at[i].of;
    }
    free(at);
    plot_array_free(&numbers);
    return ok;
}

/* The axis of a record besides its traces: time by its attributes, or the axis `frequency`
 * beside it; NULL: neither. */
static double *read_other(hid_t file, const char *path, size_t count, const char **name,
                          const char **unit)
{
    char beside[600];
    plot_array f = {0};
    const double step = plot_number(file, path, "time_step", 0);
    if (step > 0) {
        *name = "time";
        *unit = "s";
        return yee_ramp(count, plot_number(file, path, "time_first", 0), step);
    }
    snprintf(beside, sizeof beside, "%.*s/frequency", (int)(strrchr(path, '/') - path), path);
    if (!plot_exists(file, beside) || !plot_read(file, beside, &f) || f.count != count) {
        plot_array_free(&f);
        return NULL;
    }
    *name = "frequency";
    *unit = "Hz";
    return f.v;
}

/* The number at a trace and a place of the other axis, of the first point where there are
 * several. */
static double value(const plot_array *a, size_t trace, size_t at)
{
    const size_t points = a->rank > 2 ? a->count / (a->dims[0] * a->dims[1]) : 1;
    const size_t n = (trace * a->dims[1] + at) * points;
    return a->complex ? hypot(a->v[2 * n], a->v[2 * n + 1]) : a->v[n];
}

static yee_status draw_record(plot *p, const char *kind, const char *name, const char *what,
                              const char *path)
{
    plot_array a = {0};
    axis x = {0};
    char *variable = NULL, *unit = NULL, title[512], quantity[80];
    const char *other, *other_unit;
    plot_image image[PAGES] = {0};
    yee_status status = YEE_OK;
    double *y = NULL;
    int pages = 0;
    if (!plot_read(p->file, path, &a) || a.rank < 2 || !a.count ||
        !(y = read_other(p->file, path, a.dims[1], &other, &other_unit)))
        goto done;
    bool ok = read_axis(p->file, a.dims[0], &x, &variable);
    unit = plot_text(p->file, path, "units");
    snprintf(quantity, sizeof quantity, a.complex ? "|%s|" : "%s", what);
    pages = x.pages < PAGES ? (int)x.pages : PAGES;
    if ((size_t)pages < x.pages)
        plot_note(p, true, "%s: the first %d of %zu combinations of the other variables", path,
                  pages, x.pages);
    if (a.rank > 2)
        plot_note(p, true, "%s: the first of %zu points", path,
                  (size_t)(a.count / (a.dims[0] * a.dims[1])));
    for (int g = 0; g < pages && ok; g++) {
        plot_image *m = &image[g];
        *m = (plot_image){.x_name = x.name,
                          .y_name = other,
                          .quantity = quantity,
                          .unit = unit ? unit : "",
                          .x_unit = x.unit ? x.unit : "",
                          .y_unit = other_unit,
                          .field = true,
                          .sign = !a.complex,
                          .down = !strcmp(other, "time"),
                          .nx = x.count,
                          .ny = a.dims[1],
                          .x = x.x,
                          .y = y,
                          .v = malloc((x.count * a.dims[1] + 1) * sizeof(double))};
        if (x.pages > 1)
            snprintf(m->title, sizeof m->title, "traces %zu to %zu", (size_t)g * x.count,
                     (size_t)(g + 1) * x.count - 1);
        ok = m->v != NULL;
        for (size_t r = 0; r < a.dims[1] && ok; r++)
            for (size_t n = 0; n < x.count; n++)
                m->v[r * x.count + n] = value(&a, (size_t)g * x.count + x.of[n], r);
    }
    snprintf(title, sizeof title, "%s %s, %s of %zu traces", kind, name, what,
             (size_t)a.dims[0]);
    char file_kind[128];
    snprintf(file_kind, sizeof file_kind, "%s_%s", kind, name);
    status = ok ? plot_draw_images(p, file_kind, what, title, pages, image)
                : cli_fail(YEE_MEMORY, "no memory for a picture");
done:
    for (int g = 0; g < pages; g++)
        free(image[g].v);
    free(y);
    free(x.x);
    free(x.of);
    free(x.unit);
    free(variable);
    free(unit);
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
