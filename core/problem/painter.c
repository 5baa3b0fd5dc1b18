/* core/problem/painter.c: objects that paint themselves: cells, cells one by one, edges, with
 * materials of the model or of their own. */
#include "base/grow.h"
#include "base/nearest.h"
#include "paint.h"
#include "plugin/call.h"

#include <stdio.h>
#include <string.h>

/* One object at work. */
typedef struct brush {
    yee_voxels *voxels;
    const yee_object *object;
    int64_t painted; /* cells and edges so far */
} brush;

/* The material of a name that the object has from a file: of an included model one of its own, or
 * of the models that include it, as its keys are looked up. */
static int64_t find_from(const yee_voxels *v, const yee_block *block, const char *name)
{
    const char *scope = block ? block->scope : NULL;
    char own[512];
    for (size_t n = scope ? strlen(scope) : 0; n;) {
        if ((size_t)snprintf(own, sizeof own, "%.*s.%s", (int)n, scope, name) < sizeof own) {
            const int64_t number = yee_voxels_named(v, own);
            if (number >= 0)
                return number;
        }
        while (--n && scope[n] != '.')
            continue;
    }
    return yee_voxels_named(v, name);
}

static int64_t find_named(yee_painter *painter, const char *name)
{
    const brush *b = painter->core;
    const yee_voxels *v = b->voxels;
    const int64_t number = name ? find_from(v, b->object->instance->block, name) : -1;
    if (number >= 0)
        return number;
    const char *near = name ? yee_text_nearest(name, v->named - 1, v->name + 1) : NULL;
    yee_diag_fail(v->diag, YEE_INPUT, &b->object->instance->place,
                  "there is no material '%s'%s%s%s", name ? name : "",
                  near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
    return -1;
}

static int64_t make_material(yee_painter *painter, const char *name, const yee_material *law)
{
    const brush *b = painter->core;
    return yee_voxels_make(b->voxels, name, law);
}

/* The key of a shape that names materials instead of the object's own, NULL: it has none. */
static const char *names_materials(const yee_plugin *plugin)
{
    for (const yee_param *p = plugin->params; p && p->key; p++)
        if (p->type == YEE_TYPE_REFS && !strcmp(p->choices, "material"))
            return p->key;
    return NULL;
}

/* The paint of a material's number, a sheet's too; UINT32_MAX after storing an error. */
static uint32_t find_any_paint(const brush *b, int64_t number)
{
    yee_voxels *v = b->voxels;
    const yee_instance *it = b->object->instance;
    if (number < 0 || (uint64_t)number >= v->materials) {
        yee_diag_fail(v->diag, YEE_PLUGIN, &it->place,
                      "plugin '%s' painted with material number %lld; there are 0, the "
                      "object's own, to %zu, and named() and make() say which is which",
                      it->plugin->name, (long long)number, v->materials - 1);
        return UINT32_MAX;
    }
    const int material = number ? (int)number : b->object->material;
    if (material < 0) {
        const char *key = names_materials(it->plugin);
        yee_diag_fail(v->diag, YEE_INPUT, &it->place, "material is missing%s%s",
                      key ? "; give it, or the key " : "", key ? key : "");
        return UINT32_MAX;
    }
    const uint32_t paint = yee_voxels_new_paint(v, material, b->object->average);
    if (paint == UINT32_MAX)
        yee_voxels_no_memory(v);
    return paint;
}

/* The paint of a material that is no sheet. */
static uint32_t find_paint(const brush *b, int64_t number)
{
    const uint32_t paint = find_any_paint(b, number);
    if (paint == UINT32_MAX || !yee_voxels_refuse_sheet(b->voxels, b->object->instance,
                                                        b->voxels->paint[paint].material))
        return paint;
    return UINT32_MAX;
}

static const yee_material *find_law(yee_painter *painter, int64_t number)
{
    const brush *b = painter->core;
    const int64_t own = number ? number : b->object->material;
    if (own < 0 || (uint64_t)own >= b->voxels->materials)
        return NULL;
    b->voxels->own[own].read = true;
    return b->voxels->material[own];
}

static void note_asked(const brush *b, const int64_t lo[3], const int64_t hi[3])
{
    yee_asked *asked = &b->voxels->asked[b->voxels->objects - 1];
    for (int a = 0; a < 3; a++) {
        asked->lo[a] = lo[a] < asked->lo[a] ? lo[a] : asked->lo[a];
        asked->hi[a] = hi[a] > asked->hi[a] ? hi[a] : asked->hi[a];
    }
}

/* The status of an error that was stored. */
static yee_status failed(const brush *b) { return b->voxels->diag->status; }

static yee_status paint_cells(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                              int64_t number)
{
    brush *b = painter->core;
    yee_voxels *v = b->voxels;
    const uint32_t paint = find_paint(b, number);
    if (paint == UINT32_MAX)
        return failed(b);
    int64_t begin[3], end[3];
    note_asked(b, lo, hi);
    for (int a = 0; a < 3; a++) {
        begin[a] = lo[a] > 0 ? lo[a] : 0;
        end[a] = hi[a] < v->n[a] ? hi[a] : v->n[a];
    }
    for (int64_t i = begin[0]; i < end[0]; i++)
        for (int64_t j = begin[1]; j < end[1]; j++) {
            const int64_t row = (i * v->n[1] + j) * v->n[2];
            for (int64_t k = begin[2]; k < end[2] && v->held[0][i] && v->held[1][j]; k++)
                if (v->held[2][k])
                    yee_voxels_set(v, &v->strip[0].stock, row + k, paint);
            b->painted += end[2] > begin[2] ? end[2] - begin[2] : 0;
        }
    return YEE_OK;
}

static yee_status paint_each(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                             const uint32_t *number)
{
    brush *b = painter->core;
    yee_voxels *v = b->voxels;
    const yee_instance *it = b->object->instance;
    for (int a = 0; a < 3; a++)
        if (lo[a] < 0 || hi[a] > v->n[a] || lo[a] > hi[a])
            return yee_diag_fail(v->diag, YEE_PLUGIN, &it->place,
                                 "plugin '%s' filled cells %lld to %lld along %c; the grid has "
                                 "0 to %lld",
                                 it->plugin->name, (long long)lo[a], (long long)hi[a],
                                 ("xyz"[a]), (long long)v->n[a]);
    uint32_t last = YEE_UNPAINTED, paint = 0;
    for (int64_t i = lo[0]; i < hi[0]; i++)
        for (int64_t j = lo[1]; j < hi[1]; j++) {
            const int64_t row = (i * v->n[1] + j) * v->n[2];
            for (int64_t k = lo[2]; k < hi[2]; k++, number++) {
                if (*number == YEE_UNPAINTED)
                    continue;
                if (*number != last && (paint = find_paint(b, *number)) == UINT32_MAX)
                    return failed(b);
                last = *number;
                if (yee_voxels_holds(v, (const int64_t[3]){i, j, k}))
                    yee_voxels_set(v, &v->strip[0].stock, row + k, paint);
                b->painted++;
            }
        }
    return YEE_OK;
}

static yee_status claim_edges(brush *b, const yee_claim *claim)
{
    yee_voxels *v = b->voxels;
    int64_t from[3], to[3];
    if (!yee_grow(&v->claim, v->claims, &v->claim_capacity, sizeof *v->claim))
        return yee_voxels_no_memory(v);
    note_asked(b, claim->lo, claim->hi);
    yee_voxels_clip(v, claim, from, to);
    if (!v->grid->active[claim->component] || from[0] >= to[0] || from[1] >= to[1] ||
        from[2] >= to[2])
        return YEE_OK;
    v->claim[v->claims++] = *claim;
    b->painted += (to[0] - from[0]) * (to[1] - from[1]) * (to[2] - from[2]);
    return YEE_OK;
}

static yee_status paint_edges(yee_painter *painter, int component, const int64_t lo[3],
                              const int64_t hi[3], int64_t number)
{
    brush *b = painter->core;
    yee_voxels *v = b->voxels;
    if (component < 0 || component >= YEE_COMPONENTS)
        return yee_diag_fail(v->diag, YEE_PLUGIN, &b->object->instance->place,
                             "plugin '%s' painted edges of component %d; there are 0 to 5",
                             b->object->instance->plugin->name, component);
    yee_claim claim = {.component = component, .across = -1, .paint = find_paint(b, number)};
    if (claim.paint == UINT32_MAX)
        return failed(b);
    memcpy(claim.lo, lo, sizeof claim.lo);
    memcpy(claim.hi, hi, sizeof claim.hi);
    return claim_edges(b, &claim);
}

/* The edges of the faces. */
static yee_status paint_faces(yee_painter *painter, int across, const int64_t lo[3],
                              const int64_t hi[3], int64_t number)
{
    brush *b = painter->core;
    yee_voxels *v = b->voxels;
    if (across < 0 || across > 2)
        return yee_diag_fail(v->diag, YEE_PLUGIN, &b->object->instance->place,
                             "plugin '%s' painted faces across axis %d; there are 0 to 2",
                             b->object->instance->plugin->name, across);
    const uint32_t paint = find_any_paint(b, number);
    if (paint == UINT32_MAX)
        return failed(b);
    const bool sheet = yee_material_is_sheet(v->material[v->paint[paint].material]);
    yee_status status = YEE_OK;
    for (int d = 0; d < 3 && !status; d++) {
        if (d == across)
            continue;
        const int sideways = 3 - d - across;
        yee_claim claim = {.component = d, .across = sheet ? across : -1, .paint = paint};
        memcpy(claim.lo, lo, sizeof claim.lo);
        memcpy(claim.hi, hi, sizeof claim.hi);
        claim.hi[sideways] += v->grid->axis[sideways].invariant ? 0 : 1;
        status = claim_edges(b, &claim);
    }
    return status;
}

yee_status yee_voxels_paint_itself(yee_voxels *v, const yee_object *object)
{
    const yee_instance *it = object->instance;
    const yee_shape_ops *ops = it->plugin->ops;
    brush b = {v, object, 0};
    yee_painter painter = {
        .size = sizeof painter,
        .core = &b,
        .named = find_named,
        .make = make_material,
        .cells = paint_cells,
        .fill = paint_each,
        .edges = paint_edges,
        .law = find_law,
        .faces = paint_faces,
    };
    const yee_status status =
        YEE_CALL(it, ops, paint, &it->host, yee_instance_self(it), object->view, &painter);
    return status || b.painted > 0 ? status : yee_voxels_nothing(v, v->objects - 1);
}
