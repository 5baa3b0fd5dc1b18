/* fibre.c: a fibre along z whose permittivity falls from its axis to its rim by a power of the
 * distance.
 *
 *     eps = core - (core - cladding) (r/radius)^power
 *
 * The table of permittivities is worked out once, in open(), as a mesh would be read. */
#include <math.h>
#include <yee/yee.h>

enum { LEVELS = 256 };

typedef struct config {
    yee_vec3 center;
    double radius, core, cladding, power;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, center, "m", NULL, 0, 0, "A point of the axis."),
    YEE_PARAM_REAL(config, radius, "m", NULL, YEE_POSITIVE, YEE_INFINITY, "Radius."),
    YEE_PARAM_REAL(config, core, NULL, "2.25", 1, 100, "Relative permittivity on the axis."),
    YEE_PARAM_REAL(config, cladding, NULL, "2.1", 1, 100, "Relative permittivity at the rim."),
    YEE_PARAM_REAL(config, power, NULL, "2", YEE_POSITIVE, 100, "Power of the distance."),
    YEE_PARAM_POINTS("center"),
    YEE_PARAM_UNTURNED("radius"), /* its axis is z */
    YEE_PARAM_END,
};

typedef struct fibre {
    const config *c;
    double eps[LEVELS]; /* from the axis to the rim */
} fibre;

static yee_status open_table(const yee_host *host, const void *config_, void **self)
{
    const config *c = config_;
    fibre *f = host->alloc(host, sizeof *f);
    if (!f)
        return host->fail(host, YEE_MEMORY, "no memory for %d permittivities", LEVELS);
    f->c = c;
    for (int n = 0; n < LEVELS; n++)
        f->eps[n] = c->core - (c->core - c->cladding) * pow((n + 0.5) / LEVELS, c->power);
    *self = f;
    return YEE_OK;
}

static double middle(const yee_axis_data *axis, int64_t i)
{
    return 0.5 * (axis->node[i] + axis->node[i + 1]);
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    const fibre *f = self;
    const yee_axis_data *x = &view->grid->axis[0], *y = &view->grid->axis[1];
    int64_t number[LEVELS];
    uint32_t *cell = host->alloc(host, (size_t)view->grid->axis[2].cells * sizeof *cell);
    if (!cell)
        return host->fail(host, YEE_MEMORY, "no memory for a row of cells");
    for (int n = 0; n < LEVELS; n++) {
        yee_material m = yee_material_vacuum();
        for (int a = 0; a < 3; a++)
            m.electric[a].inf = f->eps[n];
        number[n] = painter->make(painter, NULL, &m);
        if (number[n] < 0)
            return YEE_INPUT;
    }
    for (int64_t i = 0; i < x->cells; i++)
        for (int64_t j = 0; j < y->cells; j++) {
            const double r =
                hypot(middle(x, i) - f->c->center.v[0], middle(y, j) - f->c->center.v[1]) /
                f->c->radius;
            const int64_t cells = view->grid->axis[2].cells;
            for (int64_t k = 0; k < cells; k++)
                cell[k] = r < 1 ? (uint32_t)number[(int)(r * LEVELS)] : YEE_UNPAINTED;
            const yee_status status =
                painter->fill(painter, (const int64_t[]){i, j, 0},
                              (const int64_t[]){i + 1, j + 1, cells}, cell);
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
    .name = "fibre",
    .summary = "graded-index fibre along z",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.guide]\n"
               "type = fibre\n"
               "center = 15, 15, 15 mm\n"
               "radius = 8 mm\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
