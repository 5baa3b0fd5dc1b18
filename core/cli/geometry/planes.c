/* core/cli/geometry/planes.c: planes of the grid, and those that show most. */
#include "base/units.h"
#include "geometry.h"
#include "problem/paint.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

slice slice_at(const yee_grid *g, int normal, double position)
{
    const yee_axis_data *x = &g->axis[normal];
    slice s = {.u = normal == 0, .v = normal == 2 ? 1 : 2, .normal = normal, .at = position};
    s.cell = yee_grid_cell(g, normal, position);
    s.node = x->invariant ? 0 : yee_axis_nearest(x, position);
    const double width = x->node[s.cell + 1] - x->node[s.cell];
    if (s.node < x->cells && fabs(x->node[s.node] - position) < 1e-6 * width)
        s.cell = s.node; /* at a node, but for rounding: the cells above it */
    return s;
}

bool slice_meets(const yee_grid *g, const slice *s, const mark *m)
{
    const yee_axis_data *x = &g->axis[s->normal];
    if (x->invariant)
        return true;
    const double slack = 0.51 * (x->node[s->cell + 1] - x->node[s->cell]);
    return m->lo[s->normal] <= s->at + slack && m->hi[s->normal] >= s->at - slack;
}

yee_status slice_read(const char *text, const yee_grid *g, slice *s)
{
    const char *reason = "", *at = text + strspn(text, " ");
    double position = 0;
    const char letter = *at ? *at++ : 0;
    at += strspn(at, " ");
    if (letter < 'x' || letter > 'z' || *at != '=' ||
        !yee_units_read(at + 1 + strspn(at + 1, " "), "m", &position, &reason))
        return cli_fail(YEE_USAGE, "--slice %s is not of the form z=2mm%s%s", text,
                        *reason ? ": " : "", reason);
    const yee_axis_data *x = &g->axis[letter - 'x'];
    const int flat = g->axis[0].invariant ? 0 : g->axis[1].invariant ? 1 : 2;
    if (g->axis[flat].invariant)
        return cli_fail(YEE_USAGE,
                        "--slice %s: the grid has no cells along %c and is drawn as it is; "
                        "--slice is for three dimensions",
                        text, 'x' + flat);
    if (!(position >= x->node[0] && position <= x->node[x->cells]))
        return cli_fail(YEE_USAGE, "--slice %s is outside the grid, which has %c = %s to %s",
                        text, letter, yee_units_si(x->node[0], "m").text,
                        yee_units_si(x->node[x->cells], "m").text);
    *s = slice_at(g, letter - 'x', position);
    return YEE_OK;
}

bool slice_materials(const yee_model *m, const slice *s, int **material)
{
    const yee_axis_data *x = m->problem.grid.axis;
    const int64_t nu = x[s->u].cells, nv = x[s->v].cells;
    int *v = *material = malloc((size_t)(nu * nv) * sizeof *v);
    int64_t at[3];
    at[s->normal] = s->cell;
    for (at[s->v] = 0; v && at[s->v] < nv; at[s->v]++)
        for (at[s->u] = 0; at[s->u] < nu; at[s->u]++)
            *v++ = yee_voxels_material(m->voxels, at[0], at[1], at[2]);
    return *material != NULL;
}

bool slice_claims(const yee_model *m, const slice *s, double **claims)
{
    const yee_voxels *v = m->voxels;
    const yee_axis_data *x = m->problem.grid.axis;
    const int64_t nu = x[s->u].cells + 1, nv = x[s->v].cells + 1;
    double *bits = *claims = calloc((size_t)(nu * nv), sizeof *bits);
    for (size_t n = 0; bits && n < v->claims; n++) {
        const yee_claim *c = &v->claim[n];
        int64_t lo[3], hi[3], at[3];
        if (!yee_is_electric(c->component))
            continue;
        yee_voxels_clip(v, c, lo, hi);
        const bool across = yee_direction(c->component) == s->normal;
        const int64_t plane = across ? s->cell : s->node;
        if (x[s->normal].invariant ? false : plane < lo[s->normal] || plane >= hi[s->normal])
            continue;
        at[s->normal] = x[s->normal].invariant ? lo[s->normal] : plane;
        for (at[s->v] = lo[s->v]; at[s->v] < hi[s->v]; at[s->v]++)
            for (at[s->u] = lo[s->u]; at[s->u] < hi[s->u]; at[s->u]++) {
                double *b = &bits[at[s->v] * nu + at[s->u]];
                if (yee_voxels_claimed(v, c, at))
                    *b = (double)((int)*b | 1 << yee_direction(c->component));
            }
    }
    return bits != NULL;
}

/* -- the plane that shows most -- */

/* How much a plane shows: each material and each object or mark once. */
static double worth(const yee_model *m, const mark_list *marks, const group_list *groups,
                    const slice *s, bool *seen)
{
    const yee_voxels *v = m->voxels;
    int *material;
    double sum = 0;
    if (!slice_materials(m, s, &material))
        return -1;
    memset(seen, 0, m->materials + v->objects);
    const yee_axis_data *x = m->problem.grid.axis;
    for (int64_t q = 0; q < x[s->u].cells * x[s->v].cells; q++) {
        bool *group = &seen[groups->of[material[q]]];
        sum += !*group;
        *group = true;
    }
    free(material);
    for (size_t n = 0; n < v->claims; n++) {
        const yee_claim *c = &v->claim[n];
        bool *object = &seen[m->materials + v->paint[c->paint].object];
        const int64_t at = yee_direction(c->component) == s->normal ? s->cell : s->node;
        if (!*object && at >= c->lo[s->normal] && at < c->hi[s->normal]) {
            *object = true;
            sum += 1.5;
        }
    }
    for (size_t n = 0; n < marks->count; n++)
        sum += !slice_meets(&m->problem.grid, s, &marks->v[n]) ? 0
               : marks->v[n].kind == MARK_PORT                 ? 2
               : marks->v[n].kind == MARK_BOX                  ? 0.2
                                                               : 1;
    return sum;
}

yee_status slice_choose(const yee_model *m, const mark_list *marks, const group_list *groups,
                        int normal, slice *best)
{
    enum { MOST = 128 }; /* planes that are looked at */
    const yee_axis_data *x = &m->problem.grid.axis[normal];
    const double middle = 0.5 * (x->node[0] + x->node[x->cells]);
    const int64_t step = 1 + (x->cells - 1) / MOST;
    double most = -1;
    bool *seen = malloc(m->materials + m->voxels->objects);
    *best = slice_at(&m->problem.grid, normal, middle);
    if (!seen)
        return cli_fail(YEE_MEMORY, "no memory for the planes of the model");
    for (int64_t i = 0; i < x->cells && !x->invariant; i += step) {
        const double half = 0.5 * (x->node[i] + x->node[i + 1]);
        for (int at = 0; at < 2; at++) { /* at a node, and in the middle of a cell */
            const slice s = slice_at(&m->problem.grid, normal, at ? half : x->node[i]);
            const double value = worth(m, marks, groups, &s, seen);
            if (value > most + 1e-9 ||
                (value > most - 1e-9 && fabs(s.at - middle) < fabs(best->at - middle))) {
                most = value;
                *best = s;
            }
        }
    }
    free(seen);
    return YEE_OK;
}
