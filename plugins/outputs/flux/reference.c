/* plugins/outputs/flux/reference.c: a flux record takes fields or power of another run's record. */
#include "../common/box.h"
#include "../common/record.h"
#include "flux.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* "file.h5:/flux/name" to "file.h5" and "/flux/name<what>": "/power", "@from". */
static const double *load(const yee_host *host, const flux_self *s, const char *key,
                          const char *place, const char *what, int *rank, int64_t dims[8])
{
    const char *colon = strstr(place, ":/");
    if (!colon || colon == place || strncmp(colon + 1, "/flux/", 6)) {
        host->fail(host, YEE_INPUT, "%s = %s is not of the form other.h5:/flux/name", key,
                   place);
        return NULL;
    }
    char *file = host->alloc(host, strlen(place) + 1);
    char path[512];
    if (!file) {
        host->fail(host, YEE_MEMORY, "no memory for a file name");
        return NULL;
    }
    memcpy(file, place, (size_t)(colon - place));
    snprintf(path, sizeof path, "%s%s", colon + 1, what);
    return s->record->load(host, file, path, rank, dims);
}

static yee_status check_frequencies(const yee_host *host, const flux_self *s, const char *key,
                                    const char *place)
{
    int rank;
    int64_t dims[8];
    const double *f = load(host, s, key, place, "/frequency", &rank, dims);
    if (!f)
        return YEE_INPUT;
    bool same = rank == 1 && dims[0] == s->frequencies;
    for (int64_t i = 0; same && i < s->frequencies; i++)
        same = fabs(f[i] - s->frequency[i]) <= 1e-9 * s->frequency[i];
    return same ? YEE_OK
                : host->fail(host, YEE_INPUT,
                             "%s = %s has other frequencies; both runs need the same ones", key,
                             place);
}

/* Fields of another place would be subtracted without a word. */
static yee_status check_place(const yee_host *host, const flux_self *s)
{
    static const char *const corner[2] = {"@from", "@to"};
    for (int n = 0; n < 2; n++) {
        int rank;
        int64_t dims[8];
        const int64_t *node = n ? s->hi : s->lo;
        const double *x = load(host, s, "reference", s->reference, corner[n], &rank, dims);
        if (!x)
            return YEE_INPUT;
        for (int a = 0; a < 3; a++) {
            const yee_axis_data *axis = &s->grid->axis[a];
            const double cell = (axis->node[axis->cells] - axis->node[0]) / (double)axis->cells;
            const double own = axis->node[node[a]];
            if (rank != 1 || dims[0] != 3 || !(fabs(x[a] - own) <= 1e-6 * cell))
                return host->fail(
                    host, YEE_INPUT,
                    "reference = %s lies elsewhere: its corner '%s' has %c = %.9g "
                    "m and here it is %.9g m; both runs need the same surface",
                    s->reference, corner[n] + 1, 'x' + a, x[a], own);
        }
    }
    return YEE_OK;
}

yee_status flux_load_reference(const yee_host *host, flux_self *s)
{
    if (check_frequencies(host, s, "reference", s->reference))
        return YEE_INPUT;
    for (int i = 0; i < s->faces; i++)
        for (int q = 0; q < 4; q++) {
            surface_field *f = &s->face[i].field[q];
            char what[64];
            int rank;
            int64_t dims[8];
            if (!f->active)
                continue;
            snprintf(what, sizeof what, "/%s/%s", s->face[i].name,
                     yee_component_key(f->component));
            f->reference = (const yee_complex *)load(host, s, "reference", s->reference, what,
                                                     &rank, dims);
            if (!f->reference)
                return YEE_INPUT;
            if (rank != 5 || dims[1] * dims[2] * dims[3] != f->points)
                return host->fail(host, YEE_INPUT,
                                  "reference = %s has a surface of another size; both runs "
                                  "need the same grid and surface",
                                  s->reference);
        }
    return check_place(host, s);
}

/* The corners are node's of the same grid; of a box, or across another axis, it is another
 * question that is asked. */
static yee_status compare_areas(const yee_host *host, flux_self *s)
{
    int rank;
    int64_t dims[8];
    const double *from = load(host, s, "normalize", s->normalize, "@from", &rank, dims);
    const double *to =
        from ? load(host, s, "normalize", s->normalize, "@to", &rank, dims) : NULL;
    double area[2] = {1, 1};
    if (!to)
        return YEE_INPUT;
    for (int a = 0; a < 3; a++) {
        const double *node = s->grid->axis[a].node;
        if (a == s->face[0].axis && from[a] != to[a])
            return YEE_OK;
        if (a != s->face[0].axis) {
            area[0] *= to[a] - from[a];
            area[1] *= node[s->hi[a]] - node[s->lo[a]];
        }
    }
    s->whole = s->flat && fabs(area[1] - area[0]) <= 1e-6 * area[0];
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &s->grid->axis[a];
        if (a != s->face[0].axis)
            s->whole = s->whole && !s->lo[a] && s->hi[a] == axis->cells &&
                       !yee_axis_absorbing(axis, 0) && !yee_axis_absorbing(axis, 1);
    }
    if (s->flat && area[0] > 0 && fabs(area[1] - area[0]) > 1e-6 * area[0])
        host->log(
            host, YEE_WARNING,
            "normalize = %s is the power through another area, %.6g of this one: the ratio "
            "is no part of a wave's power",
            s->normalize, area[0] / area[1]);
    return YEE_OK;
}

yee_status flux_load_divisor(const yee_host *host, flux_self *s)
{
    int rank;
    int64_t dims[8];
    if (check_frequencies(host, s, "normalize", s->normalize))
        return YEE_INPUT;
    s->divisor = load(host, s, "normalize", s->normalize, "/power", &rank, dims);
    return s->divisor ? compare_areas(host, s) : YEE_INPUT;
}

/* The power that crosses the grid is a share of that which the other run sent across it: at most
 * all of it, in one sense; docs/results.md has the attributes. */
yee_status flux_write_bounds(const yee_host *host, const flux_self *s, yee_file *file,
                             const char *ratio, double across)
{
    const double bound[2] = {across < 0 ? -1 : 0, across < 0 ? 0 : 1};
    const char way[3] = {s->face[0].sign > 0 ? '+' : '-', (char)('x' + s->face[0].axis)};
    char path[512];
    snprintf(path, sizeof path, "/flux/%s/incident", host->instance);
    yee_status status = write_array(s->record, host, file, path, YEE_NUMBER_F64, 1,
                                    &s->frequencies, s->divisor, "J/Hz");
    if (!status)
        status = s->record->text(host, file, ratio, "bound_x", "frequency");
    if (!status)
        status = s->record->numbers(host, file, ratio, "bound_low", YEE_NUMBER_F64, 1, bound);
    if (!status)
        status =
            s->record->numbers(host, file, ratio, "bound_high", YEE_NUMBER_F64, 1, bound + 1);
    if (!status)
        status = s->record->text(host, file, ratio, "bound_weight", "incident");
    snprintf(path, sizeof path, "%.*s", (int)(strstr(s->normalize, ":/") - s->normalize),
             s->normalize);
    if (!status && across > 0)
        status = s->record->text(host, file, ratio, "share_of", path);
    return status || !(across > 0) ? status : s->record->text(host, file, ratio, "share", way);
}
