/* core/files/gather_sweep.c: what a file of many runs says about them. */
#include "gather_sweep.h"
#include "h5.h"
#include <stdlib.h>

static bool put_numbers(hid_t group, const char *name, hsize_t n, hid_t type,
                        const void *values, const char *units)
{
    const hid_t space = H5Screate_simple(1, &n, NULL);
    const hid_t set =
        H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool ok =
        yee_h5_ok(set) && yee_h5_ok(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    if (ok && units && *units) {
        const hid_t text = yee_h5_text_type(units), one = H5Screate(H5S_SCALAR);
        const hid_t a = H5Acreate2(set, "units", text, one, H5P_DEFAULT, H5P_DEFAULT);
        ok = yee_h5_ok(a) && yee_h5_ok(H5Awrite(a, text, units));
        yee_h5_close(a);
        yee_h5_close(one);
        yee_h5_close(text);
    }
    yee_h5_close(set);
    yee_h5_close(space);
    return ok;
}

static bool put_texts(hid_t group, const char *name, hsize_t n, char *const *values)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const bool ok = put_numbers(group, name, n, type, values, NULL);
    yee_h5_close(type);
    return ok;
}

/* The values of a variable in each trace. */
static bool put_variable(const yee_sweep *s, hid_t group, size_t number)
{
    const yee_sweep_variable *v = &s->variable[number];
    double *value = calloc(s->traces, sizeof *value);
    char **text = calloc(s->traces, sizeof *text);
    bool ok = value && text;
    for (size_t t = 0; ok && t < s->traces; t++) {
        const size_t n = yee_sweep_value(s, t, number);
        if (v->number)
            value[t] = v->number[n];
        text[t] = (char *)(uintptr_t)v->text[n * v->keys];
    }
    if (ok)
        ok = v->number
                 ? put_numbers(group, v->name, s->traces, H5T_NATIVE_DOUBLE, value, v->unit)
                 : put_texts(group, v->name, s->traces, text);
    free(value);
    free(text);
    return ok;
}

/* The names and numbers of values of the variables, in the order in which the last runs
 * fastest. */
static bool put_shape(const yee_sweep *s, hid_t group)
{
    const hsize_t n = s->together ? 1 : s->variables;
    int64_t *shape = calloc(s->variables + 1, sizeof *shape);
    char **name = calloc(s->variables + 1, sizeof *name);
    bool ok = shape && name;
    for (size_t i = 0; ok && i < s->variables; i++) {
        shape[i] = (int64_t)s->variable[i].values;
        name[i] = (char *)(uintptr_t)s->variable[i].name;
    }
    ok = ok && put_numbers(group, "shape", n, H5T_NATIVE_INT64, shape, NULL) &&
         put_texts(group, "variables", s->variables, name);
    free(shape);
    free(name);
    return ok;
}

bool yee_gather_put_sweep(hid_t into, const yee_gather *given, const int32_t *status,
                          char *const *message)
{
    const yee_sweep *s = given->sweep;
    const hid_t group = yee_h5_exists(into, "/sweep")
                            ? H5Gopen2(into, "/sweep", H5P_DEFAULT)
                            : H5Gcreate2(into, "/sweep", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool ok = yee_h5_ok(group) && put_shape(s, group) &&
              put_numbers(group, "status", s->traces, H5T_NATIVE_INT32, status, NULL) &&
              put_texts(group, "message", s->traces, message) &&
              yee_h5_text(into, "/sweep/model", given->resolved);
    for (size_t i = 0; ok && i < s->variables; i++)
        ok = put_variable(s, group, i);
    yee_h5_close(group);
    return ok;
}
