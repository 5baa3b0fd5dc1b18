/* core/model/sources.c: the sources of the file become point groups and ports. */
#include "model.h"

yee_status yee_model_sources(yee_model *m)
{
    m->points = yee_points_new(m->diag, m->arena, &m->problem);
    if (!m->points)
        return YEE_MEMORY;
    for (size_t i = 0; i < m->of[YEE_SOURCE].count; i++) {
        const yee_instance *source = m->of[YEE_SOURCE].v[i];
        const yee_view *view = yee_model_view_for(m, &source->place);
        const yee_status status = view ? yee_points_emit(m->points, source, view) : YEE_MEMORY;
        if (status)
            return status;
    }
    return yee_points_freeze(m->points, &m->problem);
}
