/* core/cli/check/paint.c: what a shape painted into a grid is what it says of itself: cells
 * within the grid, the same whenever it is asked, and those whose middles a volume holds. */
#include "problem/paint.h"
#include "check.h"
#include "plugin/call.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* -- shapes that paint -- */

/* Calls of the painter, with a hash of their arguments. */
typedef struct strokes {
    const yee_model *model;
    const yee_grid *grid;
    int64_t count, made;
    uint64_t hash;
    const char *own; /* name of the object's material; NULL: none */
    char wrong[160]; /* the first that leaves the grid; "": none */
} strokes;

/* FNV-1a. */
static void add(strokes *s, const void *data, size_t bytes)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < bytes; i++)
        s->hash = (s->hash ^ p[i]) * 1099511628211u;
}

/* Cells and edges are cut at the rim of the grid (whole: they must not be), but they are a box
 * that touches the grid. */
static yee_status take(strokes *s, const char *what, const int64_t extent[3],
                       const int64_t lo[3], const int64_t hi[3], bool whole)
{
    s->count++;
    add(s, lo, 3 * sizeof *lo);
    add(s, hi, 3 * sizeof *hi);
    for (int a = 0; a < 3; a++) {
        const bool within =
            whole ? lo[a] >= 0 && hi[a] <= extent[a] : hi[a] >= 0 && lo[a] <= extent[a];
        if (!*s->wrong && !(lo[a] <= hi[a] && within) && !s->grid->axis[a].invariant)
            snprintf(s->wrong, sizeof s->wrong,
                     "paint() paints %s %" PRId64 " to %" PRId64 " along %c; the grid has 0 to "
                     "%" PRId64 " there",
                     what, lo[a], hi[a], "xyz"[a], extent[a]);
    }
    return YEE_OK;
}

/* Numbers of made materials begin behind those of the model. */
static int64_t named(yee_painter *painter, const char *name)
{
    strokes *s = painter->core;
    add(s, name, strlen(name));
    return yee_voxels_named(s->model->voxels, name);
}

static int64_t make(yee_painter *painter, const char *name, const yee_material *law)
{
    strokes *s = painter->core;
    add(s, name ? name : "", name ? strlen(name) : 0);
    for (int q = 0; q < 9; q++) {
        const yee_response *r = q < 3   ? &law->electric[q]
                                : q < 6 ? &law->magnetic[q - 3]
                                        : &law->sheet[q - 6];
        add(s, &r->inf, sizeof r->inf);
        add(s, &r->sigma, sizeof r->sigma);
        add(s, r->poles, r->pole_count * sizeof *r->poles);
    }
    return (int64_t)s->model->voxels->materials + s->made++;
}

static yee_status take_cells(strokes *s, const int64_t lo[3], const int64_t hi[3], bool whole)
{
    const int64_t n[3] = {s->grid->axis[0].cells, s->grid->axis[1].cells,
                          s->grid->axis[2].cells};
    return take(s, "cells", n, lo, hi, whole);
}

static yee_status cells(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                        int64_t number)
{
    strokes *s = painter->core;
    add(s, &number, sizeof number);
    return take_cells(s, lo, hi, false);
}

static yee_status fill(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                       const uint32_t *number)
{
    strokes *s = painter->core;
    size_t count = 1;
    for (int a = 0; a < 3; a++)
        count *= hi[a] > lo[a] ? (size_t)(hi[a] - lo[a]) : 0;
    const yee_status status = take_cells(s, lo, hi, true);
    if (!*s->wrong)
        add(s, number, count * sizeof *number);
    return status;
}

static yee_status edges(yee_painter *painter, int component, const int64_t lo[3],
                        const int64_t hi[3], int64_t number)
{
    strokes *s = painter->core;
    add(s, &component, sizeof component);
    add(s, &number, sizeof number);
    return take(s, "edges", s->grid->extent[component], lo, hi, false);
}

static yee_status faces(yee_painter *painter, int axis, const int64_t lo[3],
                        const int64_t hi[3], int64_t number)
{
    strokes *s = painter->core;
    int64_t n[3];
    for (int a = 0; a < 3; a++)
        n[a] = s->grid->axis[a].cells + (a == axis);
    add(s, &axis, sizeof axis);
    add(s, &number, sizeof number);
    return take(s, "faces", n, lo, hi, false);
}

/* The object's own law, and those of the model; of those that it makes NULL. */
static const yee_material *law(yee_painter *painter, int64_t number)
{
    const strokes *s = painter->core;
    const char *own = s->own;
    const int64_t at = number ? number : own ? yee_model_material(s->model, own) : -1;
    return at < 0 || at >= (int64_t)s->model->voxels->materials
               ? NULL
               : s->model->voxels->material[at];
}

static strokes paint(yee_model *m, const yee_instance *it)
{
    const yee_shape_ops *ops = it->plugin->ops;
    strokes s = {.model = m,
                 .grid = &m->problem.grid,
                 .own = m->shape_config[it->order].material,
                 .hash = 14695981039346656037u};
    yee_painter painter = {
        .size = sizeof painter,
        .core = &s,
        .named = named,
        .make = make,
        .cells = cells,
        .fill = fill,
        .edges = edges,
        .law = law,
        .faces = faces,
    };
    if (YEE_CALL(it, ops, paint, &it->host, yee_instance_self(it),
                 yee_model_view_for(m, &it->place), &painter))
        s.hash = 0;
    return s;
}

static void judge_strokes(check *c, yee_model *m, const yee_instance *it)
{
    const strokes one = paint(m, it), two = paint(m, it);
    if (*one.wrong)
        check_judge(c, false, "%s", one.wrong);
    else if (one.hash != two.hash || one.count != two.count)
        check_judge(c, false,
                    "paint() is not repeatable: %" PRId64 " calls of the painter, then %" PRId64
                    " others",
                    one.count, two.count);
}

/* -- volumes -- */

/* The material of every cell whose middle the volume holds, and of no other, is the object's. */
static void judge_cells(check *c, const yee_model *m, size_t shape)
{
    const yee_instance *it = m->of[YEE_SHAPE].v[shape];
    const yee_shape_ops *ops = it->plugin->ops;
    const int number = yee_model_material(m, m->shape_config[shape].material);
    const yee_axis_data *axis = m->problem.grid.axis;
    const int64_t n[3] = {axis[0].cells, axis[1].cells, axis[2].cells};
    int64_t held = 0;
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t k = 0; k < n[2]; k++) {
                const double x = 0.5 * (axis[0].node[i] + axis[0].node[i + 1]);
                const double y = 0.5 * (axis[1].node[j] + axis[1].node[j + 1]);
                const double z = 0.5 * (axis[2].node[k] + axis[2].node[k + 1]);
                unsigned char in = 0;
                YEE_CALL_VOID(it, ops, inside, yee_instance_self(it), 1, &x, y, z, &in);
                held += in != 0;
                if (!in == (yee_voxels_material(m->voxels, i, j, k) != number))
                    continue;
                check_judge(c, false,
                            "the cell at (%g, %g, %g) m is %s, but inside() says it is %s", x,
                            y, z, in ? "not painted" : "painted", in ? "inside" : "outside");
                return;
            }
    if (!held)
        check_judge(c, false, "inside() holds no middle of a cell");
    else if (!YEE_HAS(ops, spans))
        snprintf(c->note, sizeof c->note,
                 "without spans(), surfaces within cells are searched for by inside()");
}

void check_painting(check *c, const check_case *k, yee_model *m)
{
    const yee_instances *of = &m->of[YEE_SHAPE];
    for (size_t i = 0; i < of->count; i++) {
        const yee_shape_ops *ops = of->v[i]->plugin->ops;
        if (of->v[i]->plugin != c->plugin)
            continue;
        /* objects of a user's model cover each other, and the grid's rim cuts some of them */
        const bool three = !m->problem.grid.axis[0].invariant &&
                           !m->problem.grid.axis[1].invariant &&
                           !m->problem.grid.axis[2].invariant;
        const bool alone = of->count == 1 && m->shape_config[i].material &&
                           strcmp(m->shape_config[i].material, "vacuum") != 0;
        if (ops->paint && !k->varied)
            judge_strokes(c, m, of->v[i]);
        else if (ops->inside && alone && three)
            judge_cells(c, m, i);
    }
}
