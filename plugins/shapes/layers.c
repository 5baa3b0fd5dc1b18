/* plugins/shapes/layers.c: a box of layers from a table of depths and materials.
 *
 * Depths are counted from the box's upper face along `axis` downwards; each is where its layer
 * begins, and the last layer goes on to the lower face. Layers are of whole cells: a cell is of
 * the layer that holds its middle. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/yee.h>

#define SLACK 1e-6 /* of a cell: a middle on a boundary must not depend on rounding */

typedef struct config {
    yee_vec3 from, to;
    int axis;
    const char *file;
    yee_reals depths;
    yee_texts materials;
    double unit;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "One corner of the box."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "The opposite corner."),
    YEE_PARAM_CHOICE(config, axis, "z", "x|y|z", "The axis along which depths are counted."),
    YEE_PARAM_PATH(config, file, YEE_UNSET,
                   "Text file with a depth and the name of a material on each line."),
    YEE_PARAM_REAL(config, unit, "m", "1 m", YEE_POSITIVE, YEE_INFINITY,
                   "What 1 in the file is."),
    YEE_PARAM_REALS(config, depths, "m", YEE_UNSET, 0, YEE_INFINITY,
                    "Depth at which each layer begins, instead of a file."),
    YEE_PARAM_REFS(config, materials, "material", YEE_UNSET, "Material of each of them."),
    YEE_PARAM_ONE_OF("file|depths,materials"),
    YEE_PARAM_SAME_COUNT("depths|materials"),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_INVARIANT("depths"),
    YEE_PARAM_UPRIGHT("axis"),
    YEE_PARAM_END,
};

typedef struct layer {
    double depth; /* m */
    const char *material;
} layer;

typedef struct table {
    const config *c;
    size_t count;
    layer *layer;
} table;

/* A depth and a name, which is copied; false: the line is something else. */
static bool read_line(const yee_host *host, char *line, double unit, layer *out)
{
    char *end;
    out->depth = unit * strtod(line, &end);
    if (end == line || !isfinite(out->depth))
        return false;
    char *name = end + strspn(end, " \t,;\"");
    const size_t length = strcspn(name, " \t,;\"\r\n");
    if (!length || name[length + strspn(name + length, " \t,;\"\r\n")])
        return false;
    char *copy = host->alloc(host, length + 1);
    if (copy)
        memcpy(copy, name, length);
    out->material = copy;
    return true;
}

/* Whether the unit of a heading, as in "depth [cm]", is the one that is counted with; one that is no
 * length says nothing of depths. */
static yee_status check_heading(const yee_host *host, const config *c, const char *heading)
{
    static const struct {
        const char *name;
        double metres;
    } unit[] = {{"m", 1}, {"dm", 0.1}, {"cm", 0.01}, {"mm", 1e-3}, {"um", 1e-6}, {"nm", 1e-9}};
    const char *at = strpbrk(heading, "[(");
    const size_t length = at ? strcspn(at + 1, "])") : 0;
    for (size_t i = 0; at && i < sizeof unit / sizeof *unit; i++)
        if (length == strlen(unit[i].name) && !strncmp(at + 1, unit[i].name, length) &&
            fabs(c->unit - unit[i].metres) > 1e-9 * unit[i].metres)
            return host->fail(
                host, YEE_INPUT,
                "the heading of %s says %s, and 1 in the file is %g m; give unit = "
                "1 %s",
                c->file, unit[i].name, c->unit, unit[i].name);
    return YEE_OK;
}

static yee_status read_file(const yee_host *host, const config *c, table *t)
{
    FILE *file = fopen(c->file, "r");
    if (!file)
        return host->fail(host, YEE_IO, "%s cannot be read: %s", c->file, strerror(errno));
    char *line = NULL;
    size_t size = 0, capacity = 0, number = 0;
    bool heading = true;
    yee_status status = YEE_OK;
    while (!status && getline(&line, &size, file) >= 0) {
        layer own;
        number++;
        char *text = line + (number == 1 && !strncmp(line, "\xEF\xBB\xBF", 3) ? 3 : 0);
        text += strspn(text, " \t\r\n\"");
        if (*text == '\0' || *text == '#')
            continue;
        const bool words = heading && isalpha((unsigned char)*text);
        heading = false;
        if (words) {
            status = check_heading(host, c, text);
            continue;
        }
        if (!read_line(host, text, c->unit, &own)) {
            status =
                host->fail(host, YEE_INPUT,
                           "%s:%zu: '%.40s' is no depth and a material; write a number and "
                           "a name",
                           c->file, number, strtok(text, "\r\n"));
            break;
        }
        if (t->count == capacity) {
            layer *more = host->alloc(host, (2 * capacity + 16) * sizeof *more);
            if (more && capacity)
                memcpy(more, t->layer, capacity * sizeof *more);
            t->layer = more;
            capacity = 2 * capacity + 16;
        }
        if (!t->layer || !own.material)
            status = host->fail(host, YEE_MEMORY, "no memory for the layers of %s", c->file);
        else
            t->layer[t->count++] = own;
    }
    free(line);
    fclose(file);
    if (!status && !t->count)
        status = host->fail(host, YEE_INPUT, "%s has no layers", c->file);
    return status;
}

static yee_status open_table(const yee_host *host, const void *self, void **out)
{
    const config *c = self;
    yee_status status = YEE_OK;
    table *t = host->alloc(host, sizeof *t);
    if (!t)
        return host->fail(host, YEE_MEMORY, "no memory for layers");
    t->c = c;
    if (c->file) {
        status = read_file(host, c, t);
    } else {
        t->count = c->depths.count;
        t->layer = host->alloc(host, t->count * sizeof *t->layer);
        if (!t->layer)
            return host->fail(host, YEE_MEMORY, "no memory for %zu layers", t->count);
        for (size_t n = 0; n < t->count; n++)
            t->layer[n] = (layer){c->depths.v[n], c->materials.v[n]};
    }
    for (size_t n = 1; !status && n < t->count; n++)
        if (!(t->layer[n].depth > t->layer[n - 1].depth))
            status = host->fail(host, YEE_INPUT,
                                "layer %zu begins at %g m, which is not below %g m of the one "
                                "before; order them by depth",
                                n + 1, t->layer[n].depth, t->layer[n - 1].depth);
    *out = t;
    return status;
}

/* The cells of an axis whose middles lie from `from` to `to`, m. */
static void range(const yee_axis_data *axis, double from, double to, int64_t *begin,
                  int64_t *end)
{
    *begin = 0;
    *end = axis->cells;
    if (axis->invariant)
        return;
    const double slack = SLACK * (axis->node[1] - axis->node[0]);
    while (*begin < *end && 0.5 * (axis->node[*begin] + axis->node[*begin + 1]) < from - slack)
        ++*begin;
    while (*end > *begin && 0.5 * (axis->node[*end - 1] + axis->node[*end]) >= to - slack)
        --*end;
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const table *t = self;
    const config *c = t->c;
    const yee_grid *grid = view->grid;
    int64_t lo[3], hi[3];
    (void)host;
    for (int a = 0; a < 3; a++)
        range(&grid->axis[a], fmin(c->from.v[a], c->to.v[a]), fmax(c->from.v[a], c->to.v[a]),
              &lo[a], &hi[a]);
    const double top = fmax(c->from.v[c->axis], c->to.v[c->axis]);
    const double bottom = fmin(c->from.v[c->axis], c->to.v[c->axis]);
    for (size_t n = 0; n < t->count; n++) {
        const double above = top - t->layer[n].depth;
        const double below =
            n + 1 < t->count ? fmax(bottom, top - t->layer[n + 1].depth) : bottom;
        const int64_t number = painter->named(painter, t->layer[n].material);
        if (number < 0)
            return YEE_INPUT;
        if (!(above > below))
            continue;
        range(&grid->axis[c->axis], below, above, &lo[c->axis], &hi[c->axis]);
        const yee_status status = painter->cells(painter, lo, hi, number);
        if (status)
            return status;
    }
    return YEE_OK;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .open = open_table,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "layers",
    .summary = "layers of a box from a table of depths and materials",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "; log.csv: depth_mm, material\n"
               "; log.csv: 0, sand\n"
               "; log.csv: 7.5, clay\n"
               "[shape.ground]\n"
               "type = layers\n"
               "from = 0, 0, 0 mm\n"
               "to = 30, 30, 20 mm\n"
               "axis = z\n"
               "file = log.csv\n"
               "unit = 1 mm\n"
               "\n"
               "[material.sand]\n"
               "type = dielectric\n"
               "eps = 4\n"
               "\n"
               "[material.clay]\n"
               "type = dielectric\n"
               "eps = 12\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
