/* core/files/gather_axes.c: the axes of gathered datasets get names. */
#include "gather_axes.h"
#include "scale.h"

#include <stdio.h>
#include <string.h>

static const char *const axis_names[] = {"frequency", "x", "y", "z", "angle"};
enum { AXES = sizeof axis_names / sizeof *axis_names };
enum { PATH = 1024, RANK = 8 };

/* All of a file. */
typedef struct gathered {
    size_t count;
    const yee_gathered *v;
} gathered;

bool yee_gather_names_axis(const char *path)
{
    const char *name = strrchr(path, '/');
    for (size_t i = 0; name && i < AXES; i++)
        if (!strcmp(name + 1, axis_names[i]))
            return true;
    return false;
}

/* Whether a dataset is an axis of so many values. */
static bool has_axis(const gathered *g, const char *path, hsize_t count)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->v[i].axis && !strcmp(g->v[i].path, path))
            return g->v[i].dims[0] == count;
    return false;
}

/* The times of d's rows: E and H of a step have their own. */
static bool name_times(const gathered *g, yee_scales *scales, const yee_gathered *d, int group,
                       char path[PATH])
{
    snprintf(path, PATH, "%.*s/time", group, d->path);
    for (size_t i = 0; i < g->count && &g->v[i] != d; i++)
        if (!strncmp(g->v[i].path, d->path, (size_t)group + 1) && g->v[i].time[1] > 0 &&
            (memcmp(g->v[i].time, d->time, 2 * sizeof *d->time) ||
             g->v[i].dims[0] != d->dims[0]))
            snprintf(path, PATH, "%.*s/time_%s", group, d->path, d->path + group + 1);
    return yee_scales_add(scales, path, d->dims[0], d->time[0], d->time[1], "s");
}

/* Axes are named from behind, by those that the group has, in their order; the first of records by
 * its times, others by a count. */
static bool name_axes_of(const gathered *g, yee_scales *scales, const yee_gathered *d)
{
    char path[RANK][PATH];
    const char *name[RANK + 1] = {"/trace"};
    const int group = (int)(strrchr(d->path, '/') - d->path);
    int left = AXES;
    bool ok = true;
    for (int n = d->rank; ok && n > 0; n--) {
        const hsize_t count = d->dims[n - 1];
        char *own = path[n - 1];
        int axis = left - 1;
        name[n] = own;
        if (n == 1 && d->time[1] > 0) {
            ok = name_times(g, scales, d, group, own);
            continue;
        }
        for (; axis >= 0; axis--) {
            snprintf(own, PATH, "%.*s/%s", group, d->path, axis_names[axis]);
            if (has_axis(g, own, count))
                break;
        }
        if (axis < 0)
            snprintf(own, PATH, "/axis_%lld_%d", (long long)count, n);
        else
            left = axis;
        ok = yee_scales_add(scales, own, count, 0, 1, NULL);
    }
    return ok && yee_scales_name(scales, d->path, d->rank + 1, name);
}

bool yee_gather_axes(hid_t into, const yee_sweep *s, size_t count, const yee_gathered *v)
{
    static const char *const trace[] = {"/trace"};
    const gathered all = {count, v};
    yee_scales scales = {.file = into};
    char path[PATH];
    bool ok = yee_scales_add(&scales, *trace, s->traces, 0, 1, NULL) &&
              yee_scales_name(&scales, "/sweep/status", 1, trace) &&
              yee_scales_name(&scales, "/sweep/message", 1, trace);
    for (size_t i = 0; ok && i < s->variables; i++) {
        snprintf(path, sizeof path, "/sweep/%s", s->variable[i].name);
        ok = yee_scales_name(&scales, path, 1, trace);
    }
    for (size_t i = 0; ok && i < count; i++)
        if (!v[i].left_out && !v[i].axis)
            ok = name_axes_of(&all, &scales, &v[i]);
    return yee_scales_end(&scales) && ok;
}
