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

/* All texts of a dataset, NULL-terminated, to be freed with plot_names_free; NULL: none. */
static char **read_texts(hid_t file, const char *path, size_t *count)
{
    const hid_t set = plot_exists(file, path) ? H5Dopen2(file, path, H5P_DEFAULT) : -1;
    const hid_t type = H5Tcopy(H5T_C_S1), space = set < 0 ? -1 : H5Dget_space(set);
    const hid_t own = set < 0 ? -1 : H5Dget_type(set);
    const hssize_t n =
        own < 0 || H5Tis_variable_str(own) <= 0 ? 0 : H5Sget_simple_extent_npoints(space);
    char **read = n > 0 ? calloc((size_t)n, sizeof *read) : NULL;
    char **texts = n > 0 ? calloc((size_t)n + 1, sizeof *texts) : NULL;
    *count = 0;
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    if (read && texts && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, read) >= 0)
        while (*count < (size_t)n && read[*count] && (texts[*count] = strdup(read[*count])))
            ++*count;
    if (read)
        H5Dvlen_reclaim(type, space, H5P_DEFAULT, read);
    free(read);
    H5Tclose(type);
    if (own >= 0)
        H5Tclose(own);
    if (space >= 0)
        H5Sclose(space);
    if (set >= 0)
        H5Dclose(set);
    return texts;
}

/* The name of a variable; false: there is none such. */
static bool read_name(hid_t file, size_t number, char name[64])
{
    size_t count;
    char **names = read_texts(file, "/sweep/variables", &count);
    const bool there = number < count;
    if (there)
        snprintf(name, 64, "%s", names[number]);
    plot_names_free(names);
    return there;
}

/* Name, number of values and run of a variable; false: there is none. Of several that change together
 * each has all traces. */
static bool read_place(hid_t file, size_t traces, size_t back, plot_variable *v)
{
    plot_array shape = {0};
    bool ok = plot_read(file, "/sweep/shape", &shape) && shape.count > 0 &&
              (shape.count > back || shape.count == 1);
    const size_t at = !ok ? 0 : shape.count > back ? shape.count - 1 - back : back;
    const size_t axis = ok && shape.count > 1 ? at : 0;
    size_t run = 1;
    for (size_t i = axis + 1; i < shape.count && ok; i++)
        run *= (size_t)shape.v[i];
    const size_t count = ok ? (size_t)shape.v[axis] : 0;
    plot_array_free(&shape);
    ok = ok && count && traces % (count * run) == 0 && read_name(file, at, v->name);
    if (ok) {
        v->count = count;
        v->run = run;
    }
    return ok;
}

/* The values that are no numbers, one for each. */
static char **take_words(char **all, const plot_variable *v)
{
    char **word = calloc(v->count + 1, sizeof *word);
    bool ok = word != NULL;
    for (size_t i = 0; i < v->count && ok; i++)
        ok = (word[i] = strdup(all[i * v->run])) != NULL;
    if (ok || !word)
        return word;
    plot_names_free(word);
    return NULL;
}

static void by_number(placed *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] = (placed){(double)i, i};
}

/* Its values by trace: numbers, to be freed whatever is returned, or words; false: neither. */
static bool read_values(hid_t file, size_t traces, plot_variable *v, plot_array *numbers)
{
    char path[300];
    size_t count = 0;
    snprintf(path, sizeof path, "/sweep/%s", v->name);
    char **all = read_texts(file, path, &count);
    if (all) {
        v->word = count == traces ? take_words(all, v) : NULL;
        plot_names_free(all);
        return v->word != NULL;
    }
    if (!plot_read(file, path, numbers) || numbers->count != traces)
        return false;
    v->unit = plot_text(file, path, "units");
    if (v->unit && !strcmp(v->unit, "rad")) { /* as results of steps, and users, have angles */
        for (size_t t = 0; t < traces; t++)
            numbers->v[t] *= 180 / YEE_PI;
        free(v->unit);
        v->unit = strdup("degrees");
    }
    return true;
}

bool plot_variable_read(hid_t file, size_t traces, size_t back, plot_variable *v)
{
    plot_array numbers = {0};
    *v = (plot_variable){.name = "trace", .count = traces, .run = 1};
    if (read_place(file, traces, back, v) && !read_values(file, traces, v, &numbers)) {
        strcpy(v->name, "trace");
        v->count = traces;
        v->run = 1;
    }
    const bool numbered = numbers.v && numbers.count == traces;
    placed *at = malloc((v->count + 1) * sizeof *at);
    v->x = malloc((v->count + 1) * sizeof *v->x);
    v->of = malloc((v->count + 1) * sizeof *v->of);
    const bool ok = at && v->x && v->of;
    for (size_t i = 0; i < v->count && ok && numbered; i++)
        at[i] = (placed){numbers.v[i * v->run], i};
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
    if (v->word)
        plot_names_free(v->word);
    free(v->unit);
    free(v->x);
    free(v->of);
    *v = (plot_variable){.count = 0};
}
