/* core/selftest/owned.c: metals whose surfaces, where curved, are of whole cells (edges.c). */
#include "problem/paint.h"
#include "selftest.h"

/* Whether some paint of a material's name owns edges.
 * The background may be one of the others. */
static bool owns(const yee_model *m, size_t material)
{
    const yee_voxels *v = m->voxels;
    for (size_t n = 0; n < v->paints; n++)
        if (v->paint[n].owns &&
            m->material_name[v->paint[n].material] == m->material_name[material])
            return true;
    return false;
}

yee_status yee_selftest_owned(yee_model *m)
{
    const yee_voxels *v = m->voxels;
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->materials; i++)
        if (owns(m, i))
            status = yee_finding_note(
                m, YEE_INFO, m->material_name[i],
                "where its surface is curved, or has an edge, it is of whole cells and acts up "
                "to half a cell further outwards: means (average = normal) are not taken "
                "there, for those of a medium of negative eps or mu would absorb what it does "
                "not; smaller cells help");
    for (size_t n = 0; !status && n < v->paints; n++)
        if (v->paint[n].owns && v->paint[n].lines && !v->paint[n].end[0])
            status = yee_finding_note(
                m, YEE_WARNING, v->object[v->paint[n].object]->place.block,
                "it holds no cell's middle, and where the surface of a metal (%s) is curved, "
                "or has an edge, it is of whole cells: nothing of it is left there; use "
                "smaller cells",
                m->material_name[v->paint[n].material]);
    return status;
}
