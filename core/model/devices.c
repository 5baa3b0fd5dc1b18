/* core/model/devices.c: the devices that [run] deals subdomains to. */
#include "model.h"
#include "plugin/call.h"
#include <stdlib.h>
#include <string.h>

/* Devices that the model's scheme sees. */
static int seen(const yee_model *m)
{
    const yee_instance *it = m->scheme;
    const yee_scheme_ops *ops = it->plugin->ops;
    yee_scheme_cuts cuts = {.size = sizeof cuts, .axis = {true, true, true}, .steps = 1};
    if (YEE_HAS(ops, cuts))
        YEE_CALL_VOID(it, ops, cuts, it->config, &m->problem, &cuts);
    return cuts.devices;
}

/* One of the numbers between commas, a range perhaps; false: it is none. Adds to *count, and to the
 * list where there is one. */
static bool read_range(const char **at, int *list, int *count)
{
    char *end;
    const long from = strtol(*at, &end, 10);
    long to = from;
    if (end == *at || from < 0)
        return false;
    if (*end == '-') {
        *at = end + 1;
        to = strtol(*at, &end, 10);
        if (end == *at || to < from)
            return false;
    }
    while (*end == ' ')
        end++;
    if ((*end && *end != ',') || to >= 4096)
        return false;
    for (long n = from; n <= to; n++, (*count)++)
        if (list)
            list[*count] = (int)n;
    *at = *end ? end + 1 : NULL;
    return *count <= 4096;
}

static bool read_all(const char *text, int *list, int *count)
{
    bool valid = true;
    *count = 0;
    for (const char *at = text; at && valid;)
        valid = read_range(&at, list, count);
    return valid;
}

/* The highest number, and one that is twice there; -1: none is. */
static int highest(const int *list, int count, int *twice)
{
    int most = -1;
    *twice = -1;
    for (int n = 0; n < count; n++) {
        most = list[n] > most ? list[n] : most;
        for (int k = 0; k < n; k++)
            *twice = list[k] == list[n] ? list[n] : *twice;
    }
    return most;
}

yee_status yee_model_devices(const yee_model *m, int **device, int *count)
{
    const char *text = m->run.devices;
    const yee_place place = yee_model_run_place(m, "devices");
    const bool all = text && !strcmp(text, "all");
    int twice = -1;
    *device = NULL;
    *count = 0;
    if (!text)
        return YEE_OK;
    if (!all && !read_all(text, NULL, count))
        return yee_diag_fail(m->diag, YEE_INPUT, &place,
                             "devices: '%s' is neither all nor numbers as in 0,2-3", text);
    const int there = m->scheme ? seen(m) : 0;
    if (m->scheme && !there)
        return yee_diag_fail(m->diag, YEE_INPUT, &place,
                             "devices: scheme '%s' runs subdomains on no GPU, or sees none; "
                             "take cuda.split or cuda.temporal where there are some",
                             m->scheme->plugin->name);
    *count = !all ? *count : m->scheme ? there : 2;
    if (!(*device = yee_arena_alloc(m->arena, (size_t)*count * sizeof **device)))
        return YEE_MEMORY;
    for (int n = 0; n < *count && all; n++)
        (*device)[n] = n;
    if (!all)
        read_all(text, *device, count);
    const int most = highest(*device, *count, &twice);
    if (twice >= 0)
        return yee_diag_fail(m->diag, YEE_INPUT, &place, "devices: %s names GPU %d twice", text,
                             twice);
    if (m->scheme && most >= there)
        return yee_diag_fail(m->diag, YEE_INPUT, &place,
                             "devices: %s: there %s %d GPU%s here, %s%d", text,
                             there == 1 ? "is" : "are", there, there == 1 ? "" : "s",
                             there == 1 ? "" : "0 to ", there - 1);
    return YEE_OK;
}
