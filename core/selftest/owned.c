/* core/selftest/owned.c: metals whose surfaces, where curved, are of whole cells (edges.c). */
#include "problem/paint.h"
#include "selftest.h"
#include "waves.h"
#include <stdlib.h>

/* Whether some paint of each material owns edges, shape [materials], to be freed; NULL: no
 * memory. The background is one of the others, too. */
static bool *find_owners(const yee_model *m)
{
    const yee_voxels *v = m->voxels;
    bool *owns = calloc(m->materials, sizeof *owns);
    for (size_t n = 0; owns && n < v->paints; n++)
        if (v->paint[n].owns)
            owns[v->paint[n].material] = true;
    for (size_t i = 1; owns && i < v->named; i++)
        if (m->material_name[i] == m->material_name[0])
            owns[i] = owns[0] = owns[i] || owns[0];
    return owns;
}

yee_status yee_selftest_owned(yee_model *m)
{
    const yee_voxels *v = m->voxels;
    bool *owns = find_owners(m);
    yee_status status = owns ? YEE_OK : YEE_MEMORY;
    for (size_t i = 0, made; !status && i < m->materials; i += made ? made : 1) {
        size_t own = 0; /* of those that one shape made the first one stands for all */
        made = yee_waves_made(m, i);
        while (own < made && !owns[i + own])
            own++;
        if (own < made || owns[i])
            status = yee_finding_note(
                m, YEE_INFO, m->material_name[i + own],
                "where its surface is curved, or has an edge, it is of whole cells and acts up "
                "to half a cell further outwards: means (average = normal) are not taken "
                "there, for those of a medium of negative eps or mu would absorb what it does "
                "not; smaller cells help");
    }
    free(owns);
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
