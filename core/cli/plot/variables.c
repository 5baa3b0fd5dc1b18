/* core/cli/plot/variables.c: the variables of a sweep as axes of pictures. */
#include "plot.h"
#include <stdlib.h>
#include <string.h>

typedef struct placed {
    double x;
    size_t of;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

/* The name of a variable; freed by the caller. */
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

/* A variable of numbers: its values by trace, to be freed whatever is returned, and how many
 * traces have one value in a row. */
static bool read_numbers(hid_t file, size_t traces, size_t back, plot_variable *v,
                         plot_array *numbers, size_t *run)
{
    plot_array shape = {0};
    char path[300];
    bool ok = plot_read(file, "/sweep/shape", &shape) && shape.count > back;
    const size_t at = ok ? shape.count - 1 - back : 0;
    *run = 1;
    for (size_t i = at + 1; i < shape.count && ok; i++)
        *run *= (size_t)shape.v[i];
    const size_t count = ok ? (size_t)shape.v[at] : 0;
    char *name = ok ? read_name(file, at) : NULL;
    plot_array_free(&shape);
    if (!name || !count || traces % (count * *run)) {
        free(name);
        return false;
    }
    snprintf(path, sizeof path, "/sweep/%s", name);
    ok = plot_read(file, path, numbers) && numbers->count == traces;
    if (ok) {
        snprintf(v->name, sizeof v->name, "%s", name);
        v->unit = plot_text(file, path, "units");
        v->count = count;
    }
    free(name);
    return ok;
}

static void by_number(placed *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] = (placed){(double)i, i};
}

bool plot_variable_read(hid_t file, size_t traces, size_t back, plot_variable *v)
{
    plot_array numbers = {0};
    size_t run = 1;
    *v = (plot_variable){.name = "trace", .count = traces};
    const bool numbered = read_numbers(file, traces, back, v, &numbers, &run);
    placed *at = malloc((v->count + 1) * sizeof *at);
    v->x = malloc((v->count + 1) * sizeof *v->x);
    v->of = malloc((v->count + 1) * sizeof *v->of);
    const bool ok = at && v->x && v->of;
    for (size_t i = 0; i < v->count && ok && numbered; i++)
        at[i] = (placed){numbers.v[i * run], i};
    if (ok && numbered)
        qsort(at, v->count, sizeof *at, by_place);
    else if (ok)
        by_number(at, v->count);
    for (size_t i = 1; i < v->count && ok; i++)
        if (!(at[i].x > at[i - 1].x)) { /* a number twice */
            by_number(at, v->count);
            strcpy(v->name, "trace");
            free(v->unit);
            v->unit = NULL;
            break;
        }
    for (size_t i = 0; i < v->count && ok; i++) {
        v->x[i] = at[i].x;
        v->of[i] = at[i].of;
    }
    free(at);
    plot_array_free(&numbers);
    return ok;
}

void plot_variable_free(plot_variable *v)
{
    free(v->unit);
    free(v->x);
    free(v->of);
    *v = (plot_variable){.count = 0};
}
