/* core/problem/volumes.c: volumes are painted into cells, in file order, by several threads.
 *
 * Each thread paints all volumes into strips of the grid of its own, across x, so that every
 * cell sees them in their order. */
#include "base/grow.h"
#include "base/parallel.h"
#include "paint.h"
#include "plugin/call.h"

#include <math.h>

enum {
    WIDTH = 16,      /* cells, of a strip at least */
    EACH = 2,        /* strips a thread: volumes are not spread evenly */
    ENOUGH = 1 << 14 /* cells that are worth a second thread */
};

static void range(const yee_voxels *v, int a, double lo, double hi, int64_t *begin,
                  int64_t *end)
{
    *begin = 0;
    *end = v->n[a];
    if (v->grid->axis[a].invariant)
        return;
    while (*begin < *end && v->middle[a][*begin] < lo)
        ++*begin;
    while (*end > *begin && v->middle[a][*end - 1] > hi)
        --*end;
}

/* Whether surfaces of the object lie within cells. */
static bool has_lines(const yee_voxels *v, const yee_object *o)
{
    return (o->average == YEE_AVERAGE_NORMAL || o->average == YEE_AVERAGE_LINES ||
            o->average == YEE_AVERAGE_TENSOR) &&
           v->material[o->material]->conductor == YEE_NOT_CONDUCTOR;
}

yee_status yee_volume_begin(yee_voxels *v, const yee_object *object, yee_volume *volume)
{
    const yee_instance *it = object->instance;
    const yee_shape_ops *ops = it->plugin->ops;
    double lo[3] = {-INFINITY, -INFINITY, -INFINITY}, hi[3] = {INFINITY, INFINITY, INFINITY};
    const yee_status status =
        YEE_CALL(it, ops, bounds, &it->host, yee_instance_self(it), lo, hi);
    if (status != YEE_OK)
        return status;
    *volume = (yee_volume){.shape = it};
    for (int a = 0; a < 3; a++) {
        if (isnan(lo[a]) || isnan(hi[a]))
            return yee_diag_fail(v->diag, YEE_PLUGIN, &it->place,
                                 "plugin '%s' returned bounds that are not numbers",
                                 it->plugin->name);
        range(v, a, lo[a], hi[a], &volume->begin[a], &volume->end[a]);
        volume->lo[a] = lo[a];
        volume->hi[a] = hi[a];
        volume->cut[a] = 0.5 * (lo[a] + hi[a]);
    }
    if (yee_voxels_refuse_sheet(v, it, object->material))
        return v->diag->status;
    volume->paint = yee_voxels_new_paint(v, object->material, object->average);
    if (volume->paint == UINT32_MAX)
        return yee_voxels_no_memory(v);
    v->paint[volume->paint].volume = true;
    v->paint[volume->paint].lines = has_lines(v, object);
    return YEE_OK;
}

bool yee_voxels_strips(yee_voxels *v, size_t count)
{
    for (; v->strips < count; v->strips++) {
        if (!yee_grow(&v->strip, v->strips, &v->strip_capacity, sizeof *v->strip))
            return false;
        v->strip[v->strips] = (yee_strip){.stock = yee_cut_stock_begin()};
    }
    return true;
}

/* The cells of a strip that a volume holds. */
typedef struct extent {
    int64_t painted; /* cells, and cells that its surface cuts */
    int64_t begin[3], end[3];
} extent;

typedef struct work {
    yee_voxels *v;
    size_t volumes;
    const yee_volume *volume;
    extent *extent; /* shape [strips, volumes] */
} work;

static void reach(extent *e, const int64_t cell[3])
{
    const bool first = !e->end[0];
    for (int a = 0; a < 3; a++) {
        e->begin[a] = first || cell[a] < e->begin[a] ? cell[a] : e->begin[a];
        e->end[a] = cell[a] >= e->end[a] ? cell[a] + 1 : e->end[a];
    }
}

/* A row along x of cells whose middles the volume holds. */
static void paint_row(yee_voxels *v, yee_strip *strip, const yee_volume *o,
                      const int64_t first[3], const unsigned char *in, int64_t run, extent *e)
{
    const int64_t cell = (first[0] * v->n[1] + first[1]) * v->n[2] + first[2];
    int64_t low = run, high = -1;
    for (int64_t i = 0; i < run; i++)
        if (in[i]) {
            yee_voxels_set(v, &strip->stock, cell + i * v->n[1] * v->n[2], o->paint);
            low = i < low ? i : low;
            high = i;
            e->painted++;
        }
    if (high >= 0) {
        reach(e, (const int64_t[3]){first[0] + low, first[1], first[2]});
        reach(e, (const int64_t[3]){first[0] + high, first[1], first[2]});
    }
}

/* The cells whose middles the volume holds, of those that are held. */
static bool paint_middles(yee_voxels *v, yee_strip *strip, const yee_volume *o, extent *e)
{
    const yee_shape_ops *ops = o->shape->plugin->ops;
    const int64_t from = o->begin[0] > strip->begin ? o->begin[0] : strip->begin;
    const int64_t to = o->end[0] < strip->end ? o->end[0] : strip->end;
    const double *at[3];
    if (to <= from)
        return true;
    for (int a = 0; a < 3; a++)
        at[a] = v->grid->axis[a].invariant && isfinite(o->cut[a]) ? &o->cut[a] : v->middle[a];
    unsigned char *in = malloc((size_t)(to - from));
    if (!in)
        return false;
    yee_call call; /* of all rows: a short one costs as little as a note of it */
    yee_call_begin(&call, o->shape, "inside");
    for (int64_t i = from, end; i < to; i = end) {
        const bool held = v->held[0][i];
        for (end = i; end < to && v->held[0][end] == held;)
            end++;
        for (int64_t j = o->begin[1]; held && j < o->end[1]; j++)
            for (int64_t k = o->begin[2]; v->held[1][j] && k < o->end[2]; k++) {
                if (!v->held[2][k])
                    continue;
                memset(in, 0, (size_t)(end - i));
                ops->inside(yee_instance_self(o->shape), end - i, at[0] + i, at[1][j], at[2][k],
                            in);
                paint_row(v, strip, o, (const int64_t[3]){i, j, k}, in, end - i, e);
            }
    }
    yee_call_end();
    free(in);
    return true;
}

static bool paint_strip(void *user, int thread, int64_t number)
{
    const work *w = user;
    yee_voxels *v = w->v;
    yee_strip *strip = &v->strip[number];
    const yee_axis_data *x = &v->grid->axis[0];
    (void)thread;
    for (size_t n = 0; n < w->volumes; n++) {
        const yee_volume *o = &w->volume[n];
        extent *e = &w->extent[(size_t)number * w->volumes + n];
        if (strip->begin >= v->hull[0][1] || strip->end <= v->hull[0][0])
            continue;
        if (!x->invariant &&
            (o->hi[0] < x->node[strip->begin] || o->lo[0] > x->node[strip->end]))
            continue;
        if (v->paint[o->paint].lines) {
            if (!yee_voxels_cut(v, strip, o->shape, o->paint, o->lo, o->hi, o->cut))
                return false;
            e->painted = (int64_t)strip->touches;
        }
        if (!paint_middles(v, strip, o, e))
            return false;
    }
    return true;
}

/* As many as there are threads and work for. */
static size_t count_strips(const yee_voxels *v, size_t volumes, const yee_volume *volume,
                           int threads)
{
    double cells = 0;
    for (size_t n = 0; n < volumes; n++) {
        double own = 1;
        for (int a = 0; a < 3; a++)
            own *= (double)(volume[n].end[a] - volume[n].begin[a]);
        cells += own;
    }
    const int64_t most = cells < ENOUGH || threads < 2 ? 1 : EACH * threads;
    const int64_t fit = v->n[0] / WIDTH;
    return (size_t)(most < fit ? most : fit > 0 ? fit : 1);
}

yee_status yee_volumes_paint(yee_voxels *v, size_t volumes, const yee_volume *volume,
                             int threads)
{
    if (!volumes)
        return YEE_OK;
    const size_t strips = count_strips(v, volumes, volume, threads);
    work w = {v, volumes, volume, calloc(strips * volumes, sizeof *w.extent)};
    bool ok = w.extent && yee_voxels_strips(v, strips);
    for (size_t s = 0; ok && s < strips; s++) {
        v->strip[s].begin = v->n[0] * (int64_t)s / (int64_t)strips;
        v->strip[s].end = v->n[0] * (int64_t)(s + 1) / (int64_t)strips;
    }
    ok = ok && yee_parallel_run(threads, (int64_t)strips, paint_strip, NULL, &w);
    yee_status status = ok ? YEE_OK : yee_voxels_no_memory(v);
    for (size_t n = 0; !status && n < volumes; n++) {
        yee_paint *paint = &v->paint[volume[n].paint];
        extent all = {.painted = 0};
        for (size_t s = 0; s < strips; s++) {
            const extent *own = &w.extent[s * volumes + n];
            all.painted += own->painted;
            if (!own->end[0])
                continue;
            reach(&all, own->begin);
            reach(&all, (const int64_t[3]){own->end[0] - 1, own->end[1] - 1, own->end[2] - 1});
        }
        memcpy(paint->begin, all.begin, sizeof all.begin);
        memcpy(paint->end, all.end, sizeof all.end);
        v->painted[paint->object] = all.painted;
        if (!all.painted && !v->clipped)
            status = yee_voxels_nothing(v, paint->object);
    }
    free(w.extent);
    return status;
}
