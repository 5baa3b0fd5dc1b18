/* core/selftest/backward.c: warns of media in absorbing layers whose modes a layer amplifies.
 */
#include "model/backward.h"
#include "base/units.h"
#include "problem/paint.h"
#include "selftest.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static yee_status note(yee_model *m, const char *name, const yee_backward *b, const char *faces)
{
    char how[256];
    if (b->both)
        snprintf(how, sizeof how,
                 "waves in it run backward, which a layer amplifies, and the run "
                 "will diverge unless losses are larger");
    else if (b->beside)
        snprintf(how, sizeof how,
                 "waves along its surface with '%s' run backward from %s to %s, which a layer "
                 "amplifies, and the run will diverge unless losses are larger",
                 b->beside, yee_units_si(b->beside_from, "Hz").text,
                 yee_units_si(b->beside_to, "Hz").text);
    else if (b->gap < b->thickness)
        snprintf(how, sizeof how,
                 "waves along a gap of %s across %c in it run backward, which a layer "
                 "amplifies, and the run will diverge unless losses are larger",
                 yee_units_si(b->gap, "m").text, "xyz"[b->gap_across]);
    else if (isfinite(b->thickness))
        snprintf(
            how, sizeof how,
            "waves along a film of %s across %c may run backward, which a layer amplifies, and "
            "the run may diverge (the thinner, the sooner)",
            yee_units_si(b->thickness, "m").text, "xyz"[b->across]);
    else
        snprintf(
            how, sizeof how,
            "waves along its surface may run backward, which a layer amplifies, and the run "
            "may diverge (most thick metals do not)");
    return yee_finding_note(
        m, YEE_WARNING, name,
        "its %s negative from %s to %s%s, and it enters the absorbing "
        "layer%s at %s: %s; give type = absorber there, or end the object a cell before the "
        "layer",
        b->both  ? "eps and mu are"
        : b->eps ? "eps is"
                 : "mu is",
        yee_units_si(b->from, "Hz").text, yee_units_si(b->to, "Hz").text,
        b->beyond ? "" : ", where sources play", strchr(faces, ',') ? "s" : "", faces, how);
}

/* Marks the materials of cells [from, to) of a row. */
static void mark(const yee_voxels *v, int64_t i, int64_t j, int64_t from, int64_t to, bool *has)
{
    const uint32_t *row = v->cell + (i * v->n[1] + j) * v->n[2];
    for (int64_t k = from; k < to; k++) {
        if (k > from && row[k] == row[k - 1])
            continue;
        const int number = yee_voxels_material(v, i, j, k);
        if (number >= 0)
            has[number] = true;
    }
}

/* Whether some cell of an absorbing layer, or some edge that a sheet or wire claims, has each
 * material, shape [materials], to be freed; NULL: no memory. Where a process has not all cells
 * each may be there. */
static bool *find_layered(const yee_model *m)
{
    const yee_voxels *v = m->voxels;
    bool *has = calloc(m->materials, sizeof *has);
    for (size_t n = 0; has && m->clip && n < m->materials; n++)
        has[n] = true;
    const yee_axis_data *z = &m->problem.grid.axis[2];
    const int64_t last = v->n[2] - z->layer[1];
    for (int64_t i = 0; has && !m->clip && i < v->n[0]; i++)
        for (int64_t j = 0; j < v->n[1]; j++) {
            const int64_t at[2] = {i, j};
            bool in = false; /* the whole row */
            for (int a = 0; a < 2; a++) {
                const yee_axis_data *x = &m->problem.grid.axis[a];
                in = in || at[a] < x->layer[0] || at[a] >= x->cells - x->layer[1];
            }
            mark(v, i, j, 0, in ? v->n[2] : z->layer[0], has);
            mark(v, i, j, in ? v->n[2] : last, v->n[2], has);
        }
    for (size_t q = 0; has && q < v->claims; q++)
        has[v->paint[v->claim[q].paint].material] = true;
    for (size_t i = 1; has && i < v->named; i++) /* the background is one of the others */
        if (m->material_name[i] == m->material_name[0])
            has[i] = has[0] = has[i] || has[0];
    return has;
}

static bool any_backward(yee_model *m)
{
    yee_backward b;
    bool any = false;
    for (size_t i = 0; i < m->materials && !any; i++)
        for (int f = 0; f < 6 && !any; f++)
            any = yee_backward_find(m, i, f, m->band[0], m->band[1], &b);
    return any;
}

yee_status yee_selftest_backward(yee_model *m)
{
    const yee_voxel_material *own = m->voxels->own;
    uint32_t noted = 0;   /* the shape of whose materials one was spoken of */
    if (!any_backward(m)) /* none need be looked for in the cells */
        return YEE_OK;
    bool *layered = find_layered(m);
    yee_status status = layered ? YEE_OK : YEE_MEMORY;
    for (size_t i = 0; !status && i < m->materials; i++) {
        yee_backward all = {.thickness = INFINITY, .gap = INFINITY}, b;
        if (!layered[i] || (noted && own[i].object == noted))
            continue;
        char faces[32] = "";
        for (int f = 0; f < 6; f++) {
            if (!yee_backward_find(m, i, f, m->band[0], m->band[1], &b))
                continue;
            const size_t used = strlen(faces);
            snprintf(faces + used, sizeof faces - used, "%s%s", used ? ", " : "",
                     yee_face_name[f]);
            if (all.to == 0 || (b.beside && !all.beside) ||
                (!b.beside == !all.beside &&
                 fmin(b.thickness, b.gap) < fmin(all.thickness, all.gap)))
                all = b;
        }
        if (*faces)
            status = note(m, m->material_name[i], &all, faces);
        noted = *faces ? own[i].object : noted;
    }
    free(layered);
    return status;
}
