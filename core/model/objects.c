/* core/model/objects.c: the shapes of the file are painted into the cells, in file order. */
#include "base/parallel.h"
#include "model.h"
#include "plugin/call.h"
#include "problem/paint.h"

yee_status yee_model_objects(yee_model *m)
{
    const size_t count = m->of[YEE_SHAPE].count;
    yee_status status = yee_voxels_new(m->diag, &m->problem.grid, m->materials, m->material,
                                       m->material_name, &m->voxels);
    if (!status && m->clip) {
        yee_voxels_clip_to(m->voxels, m->clip->boxes, m->clip->box, m->clip->margin,
                           m->clip->periodic);
        yee_voxels_ask(m->voxels, &m->clip->answers);
    }
    yee_object *object = yee_arena_alloc(m->arena, count * sizeof *object);
    if (!status && !object)
        status = yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for %zu shapes", count);
    for (size_t i = 0; !status && i < count; i++) {
        yee_instance *it = m->of[YEE_SHAPE].v[i];
        const yee_shape_ops *ops = it->plugin->ops;
        const yee_shape_config *config = &m->shape_config[i];
        object[i] = (yee_object){.instance = it,
                                 .material = -1,
                                 .average = (yee_average)config->average,
                                 .may_be_empty = config->empty,
                                 .view = yee_model_view_for(m, &it->place)};
        if (!object[i].view)
            return YEE_MEMORY;
        if (config->material)
            object[i].material = yee_model_material(m, config->material);
        else if (ops->inside)
            status = yee_diag_fail(m->diag, YEE_INPUT, &it->place, "material is missing");
        if (!status)
            status = yee_instance_open(it, ops->open);
        if (!status && YEE_HAS(ops, fit))
            status = YEE_CALL(it, ops, fit, &it->host, it->self, &m->problem.grid);
    }
    m->painting = true;
    if (!status)
        status =
            yee_voxels_paint(m->voxels, count, object, yee_thread_count((int)m->run.threads));
    m->painting = false;
    if (!status) { /* with those that shapes made */
        m->materials = m->voxels->materials;
        m->material = m->voxels->material;
        m->material_name = m->voxels->name;
    }
    return status;
}
