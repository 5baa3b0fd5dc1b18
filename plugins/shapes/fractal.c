/* plugins/shapes/fractal.c: a box of a mixture that varies at random, as soils do.
 *
 * A random field (common/field.h) is cut into bins, each of which is one material: equal parts
 * of the range of one material (the water of a soil), or the materials of a list. I.
 * Giannakis, A. Giannopoulos and C. Warren, IEEE J. Sel. Top. Appl. Earth Obs. Remote Sens. 9
 * (2016) 37, model soils so, after D. L. Turcotte, Fractals and Chaos in Geology and
 * Geophysics (Cambridge, 2nd ed. 1997).
 *
 * The field belongs to the box, its seed and its resolution, not to the grid: a cell takes the
 * value at its middle, on graded axes too. In 2-D it is a field of two dimensions. */
#include "common/field.h"
#include "common/mix.h"

#include <math.h>
#include <string.h>

enum { BY_WIDTH, BY_VOLUME };

typedef struct config {
    yee_vec3 from, to;
    const char *mixture;
    yee_texts materials;
    int64_t bins;
    int binning;
    yee_reals fractions;
    field_keys field;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "One corner."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "The opposite corner."),
    YEE_PARAM_REF(config, mixture, "material", YEE_UNSET,
                  "A material with a range (peplinski, crim), which the bins divide evenly."),
    YEE_PARAM_REFS(config, materials, "material", YEE_UNSET,
                   "Materials of the bins, from the least value to the largest."),
    YEE_PARAM_INT(config, bins, YEE_UNSET, 1, 10000,
                  "Number of bins: 50 of a mixture by default; of materials as many as there "
                  "are, and with more of them the bins between are means of neighbours."),
    YEE_PARAM_CHOICE(config, binning, "width", "width|volume",
                     "width: the bins are equal parts between the least value and the largest; "
                     "volume: each has the same volume."),
    YEE_PARAM_REALS(config, fractions, NULL, YEE_UNSET, 0, 1,
                    "Part of the volume that each bin has, 1 together; instead of binning."),
    FIELD_PARAMS(config, field,
                 "Spacing of the field's own lattice, in which cells find their values; by "
                 "default the smallest cell in the box along each axis."),
    YEE_PARAM_ONE_OF("mixture|materials"),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_END,
};

typedef struct fractal {
    const yee_host *host;
    const config *c;
    double lo[3], hi[3];
    int64_t begin[3], end[3]; /* cells whose middles are in the box */
    int64_t bins;
    float *limit;     /* upper end of each bin but the last, shape [bins] */
    uint32_t *number; /* material of each bin, shape [bins] */
    field field;
} fractal;

static double middle(const yee_axis_data *axis, int64_t i)
{
    return 0.5 * (axis->node[i] + axis->node[i + 1]);
}

/* The cells of the box; along an invariant axis all of them. step: the smallest of them, m. */
static yee_status place(fractal *f, const yee_grid *grid, double step[3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        f->lo[a] = fmin(f->c->from.v[a], f->c->to.v[a]);
        f->hi[a] = fmax(f->c->from.v[a], f->c->to.v[a]);
        if (!axis->invariant && !(f->hi[a] > f->lo[a]))
            return f->host->fail(f->host, YEE_INPUT,
                                 "from and to are equal along %c; a box has a width",
                                 ("xyz"[a]));
        f->begin[a] = 0;
        f->end[a] = axis->cells;
        const double slack = 1e-9 * (f->hi[a] - f->lo[a]);
        while (!axis->invariant && f->begin[a] < f->end[a] &&
               middle(axis, f->begin[a]) < f->lo[a] - slack)
            f->begin[a]++;
        while (!axis->invariant && f->end[a] > f->begin[a] &&
               middle(axis, f->end[a] - 1) >= f->hi[a] - slack)
            f->end[a]--;
        step[a] = 0;
        for (int64_t i = f->begin[a]; !axis->invariant && i < f->end[a]; i++)
            step[a] = step[a] > 0 ? fmin(step[a], axis->node[i + 1] - axis->node[i])
                                  : axis->node[i + 1] - axis->node[i];
        if (step[a] > 0 && !isnan(f->c->field.resolution))
            step[a] = f->c->field.resolution;
    }
    return YEE_OK;
}

/* -- materials of the bins -- */

static yee_status make(fractal *f, yee_painter *painter, int64_t bin, const yee_material *law)
{
    const int64_t number = painter->make(painter, NULL, law);
    f->number[bin] = (uint32_t)number;
    return number < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status make_mixture(fractal *f, const yee_view *view, yee_painter *painter)
{
    yee_material *law = f->host->alloc(f->host, (size_t)f->bins * sizeof *law);
    if (!law)
        return f->host->fail(f->host, YEE_MEMORY, "no memory for %lld bins",
                             (long long)f->bins);
    yee_status status = view->range_of(view, f->c->mixture, (size_t)f->bins, law);
    for (int64_t b = 0; !status && b < f->bins; b++)
        status = make(f, painter, b, &law[b]);
    return status;
}

/* Bin b of more bins than materials: a mean of two neighbours of the list. */
static yee_status make_mean(fractal *f, const yee_view *view, yee_painter *painter, int64_t b)
{
    const yee_texts *names = &f->c->materials;
    const double at = ((double)b + 0.5) / (double)f->bins * (double)(names->count - 1);
    const size_t n = (size_t)at;
    const yee_material *end[2];
    yee_material law;
    for (size_t e = 0; e < 2; e++) {
        const yee_status status = view->material_of(view, names->v[n + e], &end[e]);
        if (status)
            return status;
        if (end[e]->conductor != YEE_NOT_CONDUCTOR)
            return f->host->fail(f->host, YEE_INPUT,
                                 "materials: '%s' is a perfect conductor, and there is nothing "
                                 "between it and another material; let bins be the number of "
                                 "materials",
                                 names->v[n + e]);
    }
    const yee_status status = mix_laws(f->host, end[0], end[1], at - (double)n, &law);
    return status ? status : make(f, painter, b, &law);
}

static yee_status make_bins(fractal *f, const yee_view *view, yee_painter *painter)
{
    const config *c = f->c;
    const int64_t names = (int64_t)c->materials.count;
    f->bins = c->bins > 0 ? c->bins : c->mixture ? 50 : names;
    if (c->fractions.count)
        f->bins = c->bins > 0 ? c->bins : (int64_t)c->fractions.count;
    f->limit = f->host->alloc(f->host, (size_t)f->bins * sizeof *f->limit);
    f->number = f->host->alloc(f->host, (size_t)f->bins * sizeof *f->number);
    if (!f->limit || !f->number)
        return f->host->fail(f->host, YEE_MEMORY, "no memory for %lld bins",
                             (long long)f->bins);
    if (c->mixture)
        return make_mixture(f, view, painter);
    if (f->bins < names || (f->bins > names && names < 2))
        return f->host->fail(f->host, YEE_INPUT,
                             "bins = %lld with %lld materials; as many bins, or more of them "
                             "between two materials at least",
                             (long long)f->bins, (long long)names);
    yee_status status = YEE_OK;
    for (int64_t b = 0; !status && b < f->bins; b++) {
        if (f->bins > names) {
            status = make_mean(f, view, painter, b);
            continue;
        }
        const int64_t number = painter->named(painter, c->materials.v[b]);
        f->number[b] = (uint32_t)number;
        status = number < 0 ? YEE_INPUT : YEE_OK;
    }
    return status;
}

/* -- limits of the bins -- */

/* Where so much of the volume, from 0 to 1, lies below. cumulative: values in each of so many
 * equal parts between the least and the largest, and before. */
enum { PARTS = 1 << 20 };

static void limits_by_volume(fractal *f, const int64_t *cumulative, double least, double most)
{
    double below = 0;
    int64_t p = 0;
    for (int64_t b = 0; b < f->bins; b++) {
        below += f->c->fractions.count ? f->c->fractions.v[b] : 1.0 / (double)f->bins;
        while (p < PARTS && (double)cumulative[p] < below * (double)cumulative[PARTS - 1] - 0.5)
            p++;
        f->limit[b] = (float)(least + (most - least) * (double)(p + 1) / PARTS);
    }
}

typedef struct visit {
    float least, most;
    int64_t *count; /* shape [PARTS]; NULL: the ends are looked for */
} visit;

static void look(const field *all, visit *v)
{
    for (int64_t i = 0; i < all->n[0]; i++)
        for (int64_t j = 0; j < all->n[1]; j++) {
            const float *row = all->value + i * all->row[0] + j * all->row[1];
            for (int64_t k = 0; k < all->n[2]; k++) {
                const float x = row[k * all->row[2]];
                if (v->count) {
                    const double at = ((double)x - v->least) / ((double)v->most - v->least);
                    v->count[at >= 1 ? PARTS - 1 : (int64_t)(at * PARTS)]++;
                } else {
                    v->least = x < v->least ? x : v->least;
                    v->most = x > v->most ? x : v->most;
                }
            }
        }
}

static yee_status find_limits(fractal *f)
{
    const yee_reals *fractions = &f->c->fractions;
    double sum = 0;
    for (size_t n = 0; n < fractions->count; n++)
        sum += fractions->v[n];
    if (fractions->count && fractions->count != (size_t)f->bins)
        return f->host->fail(f->host, YEE_INPUT, "fractions has %zu numbers for %lld bins",
                             fractions->count, (long long)f->bins);
    if (fractions->count && !(fabs(sum - 1) < 1e-6))
        return f->host->fail(f->host, YEE_INPUT,
                             "fractions adds up to %g; the parts of a volume add up to 1", sum);
    visit v = {.least = INFINITY, .most = -INFINITY};
    look(&f->field, &v);
    for (int64_t b = 0; b < f->bins; b++)
        f->limit[b] = (float)(v.least + (v.most - v.least) * (double)(b + 1) / (double)f->bins);
    if (f->c->binning == BY_WIDTH && !fractions->count)
        return YEE_OK;
    v.count = f->host->alloc(f->host, PARTS * sizeof *v.count);
    if (!v.count)
        return f->host->fail(f->host, YEE_MEMORY, "no memory for the volumes of bins");
    look(&f->field, &v);
    for (int64_t p = 1; p < PARTS; p++)
        v.count[p] += v.count[p - 1];
    limits_by_volume(f, v.count, v.least, v.most);
    return YEE_OK;
}

static uint32_t material_at(const fractal *f, float value)
{
    int64_t lo = 0, hi = f->bins - 1; /* the first bin whose upper end is not below the value */
    while (lo < hi) {
        const int64_t mid = (lo + hi) / 2;
        if (value <= f->limit[mid])
            hi = mid;
        else
            lo = mid + 1;
    }
    return f->number[lo];
}

static yee_status paint_planes(const fractal *f, const yee_grid *grid, yee_painter *painter)
{
    const int64_t *begin = f->begin, *end = f->end;
    const int64_t ny = end[1] - begin[1], nz = end[2] - begin[2];
    uint32_t *plane = f->host->alloc(f->host, (size_t)(ny * nz) * sizeof *plane);
    if (!plane)
        return f->host->fail(f->host, YEE_MEMORY, "no memory for a plane of %lld x %lld cells",
                             (long long)ny, (long long)nz);
    yee_status status = YEE_OK;
    for (int64_t i = begin[0]; !status && i < end[0]; i++) {
        for (int64_t j = 0; j < ny; j++)
            for (int64_t k = 0; k < nz; k++) {
                const double at[3] = {middle(&grid->axis[0], i),
                                      middle(&grid->axis[1], begin[1] + j),
                                      middle(&grid->axis[2], begin[2] + k)};
                plane[j * nz + k] = material_at(f, field_nearest(&f->field, at));
            }
        status = painter->fill(painter, (const int64_t[]){i, begin[1], begin[2]},
                               (const int64_t[]){i + 1, end[1], end[2]}, plane);
    }
    return status;
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    fractal f = {.host = host, .c = self};
    double step[3];
    yee_status status;
    if ((status = place(&f, view->grid, step)))
        return status;
    for (int a = 0; a < 3; a++)
        if (f.end[a] <= f.begin[a])
            return YEE_OK; /* the core says that nothing is painted */
    if ((status = make_bins(&f, view, painter)) ||
        (status = field_make(host, &f.c->field, 0, f.lo, f.hi, step, &f.field)))
        return status;
    if (!(status = find_limits(&f)))
        status = paint_planes(&f, view->grid, painter);
    field_free(&f.field);
    return status;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .paint = paint,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "fractal",
    .summary = "box of a random mixture: soils, clutter",
    .reference = "https://doi.org/10.1109/JSTARS.2015.2468597",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[shape.ground]\n"
               "type = fractal\n"
               "from = 0, 0, 0 mm\n"
               "to = 30, 30, 20 mm\n"
               "mixture = soil\n"
               "bins = 10\n"
               "exponent = 1.5\n"
               "seed = 7\n"
               "\n"
               "[material.soil]\n"
               "type = peplinski\n"
               "sand = 0.5\n"
               "clay = 0.1\n"
               "bulk_density = 1.5 g/cm^3\n"
               "water = 0.05, 0.15\n"
               "frequency_min = 0.3 GHz\n"
               "frequency_max = 1.3 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
