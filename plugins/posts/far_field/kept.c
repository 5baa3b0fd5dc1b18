/* plugins/posts/far_field/kept.c: what a far field needs of the model that a file keeps. */
#include "kept.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *kept_value(const char *at, const char *key, char *value, size_t size)
{
    const size_t length = strlen(key);
    for (at = strchr(at, '\n'); at && at[1] != '['; at = strchr(at + 1, '\n'))
        if (!strncmp(at + 1, key, length) && !strncmp(at + 1 + length, " = ", 3)) {
            const char *text = at + 1 + length + 3;
            snprintf(value, size, "%.*s", (int)strcspn(text, "\n"), text);
            return value;
        }
    return NULL;
}

/* Whether a list "x-, y" has a word. */
static bool lists(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *list; list += strcspn(list, ", "), list += strspn(list, ", "))
        if (strcspn(list, ", ") == length && !strncmp(list, word, length))
            return true;
    return false;
}

const char *kept_boundary(const char *model, const char *face, char type[64])
{
    const char axis[] = {face[0], 0};
    const char *const word[] = {face, axis, "all"};
    char faces[256];
    snprintf(type, 64, "none");
    for (int w = 0; w < 3; w++)
        for (const char *at = model; (at = strstr(at, "[boundary.")); at++)
            if (kept_value(at, "faces", faces, sizeof faces) && lists(faces, word[w]) &&
                kept_value(at, "type", type, 64))
                return at;
    return NULL;
}

bool kept_difference(const char *model, const char *name)
{
    char head[300], other[256];
    snprintf(head, sizeof head, "[output.%s]", name);
    const char *at = strstr(model, head);
    return at && kept_value(at, "reference", other, sizeof other);
}

int kept_invariant(const char *model)
{
    const char *grid = strstr(model, "[grid]");
    char axis[64];
    return grid && kept_value(grid, "invariant", axis, sizeof axis) && *axis >= 'x' &&
                   *axis <= 'z' && !axis[1]
               ? *axis - 'x'
               : -1;
}

/* The number that all of a list "2" or "2, 2, 2" are; NaN: they differ. */
static double same_number(const char *list)
{
    char *end;
    const double first = strtod(list, &end);
    for (const char *at = end + strspn(end, ", "); *at; at = end + strspn(end, ", ")) {
        const double next = strtod(at, &end);
        if (end == at) /* the unit */
            break;
        if (next != first)
            return NAN;
    }
    return first;
}

/* A key of a section that is a list of one number; otherwise: it is not there. */
static double number_of(const char *section, const char *key, double otherwise)
{
    char text[256];
    return kept_value(section, key, text, sizeof text) ? same_number(text) : otherwise;
}

yee_status kept_background(const yee_host *host, const char *model, double *eps, double *mu)
{
    const char *grid = strstr(model, "[grid]");
    char name[256] = "vacuum", head[300], type[64] = "", more[64];
    *eps = *mu = 1;
    if (!grid || !kept_value(grid, "background", name, sizeof name) || !strcmp(name, "vacuum"))
        return YEE_OK;
    snprintf(head, sizeof head, "[material.%s]", name);
    const char *section = strstr(model, head);
    if (section) {
        kept_value(section, "type", type, sizeof type);
        *eps = number_of(section, "eps", 1);
        *mu = number_of(section, "mu", 1);
    }
    return !strcmp(type, "dielectric") && *eps > 0 && *mu > 0 &&
                   number_of(section, "sigma", 0) == 0 &&
                   number_of(section, "sigma_m", 0) == 0 &&
                   !kept_value(section, "add", more, sizeof more)
               ? YEE_OK
               : host->fail(
                     host, YEE_INPUT,
                     "far fields are those in vacuum or in a dielectric without loss and "
                     "axes; the background is '%s'",
                     name);
}
