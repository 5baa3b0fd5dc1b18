/* plugins/shapes/terrain/terrain.c: the part of a box below, or above, a surface of measured heights.
 *
 * Heights come from a text file, a line of numbers for each point along the first axis across
 * `axis`, from a dataset of that shape in an HDF5 file, or from a GeoTIFF; one column, or one
 * line, is a profile. Between the points they are bilinear. */
#include "../common/surface.h"
#include "geotiff.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct config {
    surface_keys keys;
    const char *file;
    yee_reals origin, spacing;
    double unit, level;
} config;

static const yee_param params[] = {
    SURFACE_PARAMS(config),
    YEE_PARAM_PATH(
        config, file, NULL,
        "Text file (.csv, .txt) of heights, or FILE.h5:/DATASET: shape [u, v], axes in "
        "the order x, y, z without the heights' own. Or a GeoTIFF (.tif): east along u, north "
        "along v."),
    YEE_PARAM_REALS(
        config, origin, "m", YEE_UNSET, 0, 0,
        "Where the first height is, along u and v; by default the box's low corner, of a "
        "GeoTIFF its own coordinates."),
    YEE_PARAM_REALS(config, spacing, "m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                    "Steps between heights along u and v; by default the last ones are at the "
                    "box's high corner, of a GeoTIFF its pixels."),
    YEE_PARAM_REAL(config, unit, "m", "1 m", 0, 0, "What 1 in the file is."),
    YEE_PARAM_REAL(config, level, "m", "0", 0, 0, "Added to the heights."),
    YEE_PARAM_PLANE_POINTS("axis", "origin"),
    YEE_PARAM_COORDINATES("axis", "level"),
    YEE_PARAM_INVARIANT("spacing"),
    YEE_PARAM_UNTURNED("file"),
    YEE_PARAM_END,
};

/* The next number of a line; *at is then behind it and its separator. False: there is none, and
 * *at is at what is there. A separator at the end of a line has nothing behind it. */
static bool next_number(char **at, double *value)
{
    char *end;
    *at += strspn(*at, " \t\r\n");
    *value = strtod(*at, &end);
    if (end == *at || !isfinite(*value) || !strchr(" \t,;\r\n", *end))
        return false;
    *at = end + strspn(end, " \t\r\n");
    *at += **at == ',' || **at == ';';
    return true;
}

/* A line with something else than numbers, from `at` on. */
static yee_status no_height(const yee_host *host, const char *path, size_t number,
                            const char *at)
{
    const int length = (int)strcspn(at, ",;\r\n");
    return host->fail(host, YEE_INPUT, "%s:%zu: %s%.*s%s is no height; write numbers", path,
                      number, length ? "'" : "an empty cell", length < 20 ? length : 20, at,
                      length ? "'" : "");
}

/* Counts the numbers of a text, or stores them where there is memory. */
static yee_status scan(const yee_host *host, const char *path, FILE *file, int64_t n[2],
                       double *height)
{
    char *line = NULL;
    size_t size = 0;
    yee_status status = YEE_OK;
    n[0] = 0;
    for (size_t number = 1; !status && getline(&line, &size, file) >= 0; number++) {
        char *at = line + (number == 1 && !strncmp(line, "\xEF\xBB\xBF", 3) ? 3 : 0);
        int64_t count = 0;
        double value;
        if (at[strspn(at, " \t\r\n")] == '\0' || at[strspn(at, " \t")] == '#')
            continue;
        if (strchr(at, ',') && strchr(at, ';')) {
            status =
                host->fail(host, YEE_INPUT,
                           "%s:%zu has semicolons and commas; write numbers with a decimal "
                           "point",
                           path, number);
            break;
        }
        for (; next_number(&at, &value); count++)
            if (height)
                height[n[0] * n[1] + count] = value;
        if (*at)
            status = no_height(host, path, number, at);
        else if (n[0] && count != n[1])
            status = host->fail(host, YEE_INPUT,
                                "%s:%zu has %lld heights and the lines before %lld; write as "
                                "many on each",
                                path, number, (long long)count, (long long)n[1]);
        n[1] = count;
        n[0]++;
    }
    free(line);
    return status;
}

static yee_status read_text(const yee_host *host, const char *path, int64_t n[2],
                            double **height)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return host->fail(host, YEE_IO, "%s cannot be read: %s", path, strerror(errno));
    yee_status status = scan(host, path, file, n, NULL);
    if (!status && n[0] * n[1] > 0) {
        *height = host->alloc(host, (size_t)(n[0] * n[1]) * sizeof **height);
        rewind(file);
        status = *height ? scan(host, path, file, n, *height)
                         : host->fail(host, YEE_MEMORY, "no memory for %lld x %lld heights",
                                      (long long)n[0], (long long)n[1]);
    }
    fclose(file);
    return status;
}

static yee_status read_hdf5(const yee_host *host, const char *path, const char *colon,
                            int64_t n[2], double **height)
{
    const yee_record *record = host->extension(host, YEE_RECORD);
    const size_t length = (size_t)(colon - path);
    char *file = host->alloc(host, length + 1);
    int rank;
    int64_t dims[8];
    if (!record || !file)
        return host->fail(host, YEE_MEMORY, "no memory for the name of a file");
    memcpy(file, path, length);
    const double *values = record->load(host, file, colon + 1, &rank, dims);
    if (!values)
        return YEE_IO;
    if (rank < 1 || rank > 2)
        return host->fail(host, YEE_INPUT, "%s has %d axes; heights have one or two", path,
                          rank);
    n[0] = dims[0];
    n[1] = rank == 2 ? dims[1] : 1;
    *height = host->alloc(host, (size_t)(n[0] * n[1]) * sizeof **height);
    if (!*height)
        return host->fail(host, YEE_MEMORY, "no memory for %lld x %lld heights",
                          (long long)n[0], (long long)n[1]);
    memcpy(*height, values, (size_t)(n[0] * n[1]) * sizeof **height);
    return YEE_OK;
}

/* Where the points lie, image: by a GeoTIFF that says it; along an axis of one point it does not
 * matter. */
static yee_status place(const yee_host *host, const config *c, const geotiff *image, surface *s)
{
    const struct {
        const char *key;
        const yee_reals *list;
    } lists[2] = {{"origin", &c->origin}, {"spacing", &c->spacing}};
    for (int n = 0; n < 2; n++)
        if (lists[n].list->count > 2)
            return host->fail(host, YEE_INPUT,
                              "%s has %zu numbers; give one, or two along %c and %c",
                              lists[n].key, lists[n].list->count, ("xyz"[s->u]), ("xyz"[s->v]));
    for (int e = 0; e < 2; e++) {
        const int axis = e ? s->v : s->u;
        const yee_reals *o = &c->origin, *d = &c->spacing;
        s->first[e] = o->count        ? o->v[o->count == 2 ? e : 0]
                      : image->placed ? image->first[e]
                                      : s->lo[axis];
        s->step[e] = d->count        ? d->v[d->count == 2 ? e : 0]
                     : image->placed ? image->step[e]
                     : s->n[e] > 1   ? (s->hi[axis] - s->lo[axis]) / (double)(s->n[e] - 1)
                                     : 1;
    }
    return YEE_OK;
}

/* A GeoTIFF with coordinates of its own. */
static yee_status check_place(const yee_host *host, const config *c, const geotiff *image,
                              const surface *s)
{
    if (image->turned && !(c->origin.count && c->spacing.count))
        return host->fail(host, YEE_INPUT,
                          "%s is placed by a matrix (ModelTransformation), which may turn it; "
                          "bring its rows to east and north (gdalwarp), or give origin and "
                          "spacing",
                          c->file);
    if (!image->placed)
        return YEE_OK;
    if (image->degrees && !(c->origin.count && c->spacing.count))
        return host->fail(host, YEE_INPUT,
                          "%s has coordinates in degrees; project it to metres (gdalwarp "
                          "-t_srs), or give origin and spacing",
                          c->file);
    for (int e = 0; e < 2; e++) {
        const int axis = e ? s->v : s->u;
        const double last = s->first[e] + s->step[e] * (double)(s->n[e] - 1);
        if (s->n[e] > 1 && (s->first[e] > s->hi[axis] || last < s->lo[axis]))
            return host->fail(
                host, YEE_INPUT,
                "the heights of %s lie from %.10g to %.10g m along %c and the box "
                "from %.10g to %.10g m; give the origin where its south-west point "
                "is to be, or the grid its coordinates",
                c->file, s->first[e], last, ("xyz"[axis]), s->lo[axis], s->hi[axis]);
    }
    return YEE_OK;
}

static yee_status read_heights(const yee_host *host, const config *c, geotiff *image,
                               surface *s, double **height)
{
    const char *colon = strstr(c->file, ":/");
    if (colon)
        return read_hdf5(host, c->file, colon, s->n, height);
    if (!geotiff_is(c->file))
        return read_text(host, c->file, s->n, height);
    const yee_status status = geotiff_read(host, c->file, image);
    memcpy(s->n, image->n, sizeof s->n);
    *height = image->height;
    return status;
}

static yee_status open_terrain(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    double *height = NULL;
    yee_status status;
    surface *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a surface");
    geotiff image = {.placed = false};
    if ((status = surface_begin(host, &c->keys, s)) ||
        (status = read_heights(host, c, &image, s, &height)))
        return status;
    if (!height || s->n[0] * s->n[1] < 1)
        return host->fail(host, YEE_INPUT, "%s has no heights", c->file);
    for (int64_t n = 0; n < s->n[0] * s->n[1]; n++) {
        height[n] = c->level + c->unit * height[n];
        if (!isfinite(height[n]))
            return host->fail(host, YEE_INPUT, "%s: height %lld is no finite number", c->file,
                              (long long)n + 1);
    }
    if ((status = place(host, c, &image, s)) || (status = check_place(host, c, &image, s)))
        return status;
    *out = s;
    return surface_set(host, s, height);
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .open = open_terrain,
    .bounds = surface_bounds,
    .inside = surface_inside,
    .spans = surface_spans,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "terrain",
    .summary = "part of a box below or above measured heights: CSV, HDF5, GeoTIFF",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "; hill.csv: 10, 11, 12\n"
               "; hill.csv: 12, 14, 15\n"
               "; hill.csv: 13, 16, 18\n"
               "[shape.ground]\n"
               "type = terrain\n"
               "from = 0, 0, 0 mm\n"
               "to = 30, 30, 25 mm\n"
               "axis = z\n"
               "file = hill.csv\n"
               "unit = 1 mm\n"
               "material = glass\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
