/* core/model/estimate.c: a corner of the grid in place of all of it. */
#include "estimate.h"
#include <math.h>
#include <string.h>

/* Cells of the corner: the caches of a processor hold fewer, so that it is as fast as large grids
 * are, and a step takes some milliseconds. */
static const double most = 4e6;

/* The axes of the grid, cut so that no more cells are left; the long ones are cut first. */
static void cut(const yee_grid *whole, yee_grid *corner)
{
    *corner = *whole;
    while (yee_grid_cells(corner) > most) {
        int a = 0;
        for (int b = 1; b < 3; b++)
            a = corner->axis[b].cells > corner->axis[a].cells ? b : a;
        const int64_t n = corner->axis[a].cells;
        corner->axis[a].cells = n > 4000000 ? 4000000 : n - (n + 9) / 10;
    }
}

yee_status yee_estimate_corner(yee_model *m)
{
    m->corner = yee_arena_alloc(m->arena, sizeof *m->corner);
    if (!m->corner)
        return YEE_MEMORY;
    *m->corner = (yee_problem){.size = sizeof *m->corner};
    cut(&m->problem.grid, &m->corner->grid);
    return yee_voxels_new(m->diag, &m->corner->grid, m->materials, m->material,
                          m->material_name, &m->voxels);
}

/* Whether cells may be of a material: it is the background, or an object's. */
static bool is_used(const yee_model *m, size_t material)
{
    bool used = material == 0;
    for (size_t i = 0; i < m->of[YEE_SHAPE].count && !used; i++) {
        const char *name = m->shape_config[i].material;
        used = name && yee_model_material(m, name) == (int)material;
    }
    return used;
}

double yee_estimate_slowness(const yee_model *m)
{
    double eps = INFINITY, mu = INFINITY;
    for (size_t i = 0; i < m->materials; i++) {
        const yee_material *v = m->material[i];
        if (v->conductor != YEE_NOT_CONDUCTOR || !is_used(m, i))
            continue;
        for (int a = 0; a < 3; a++) {
            eps = fmin(eps, v->electric[a].inf);
            mu = fmin(mu, v->magnetic[a].inf);
        }
        if (v->law) {
            double *own = v->law->has & YEE_LAW_MAGNETIC ? &mu : &eps;
            *own = fmin(*own, v->law->least(v->law_self));
        }
    }
    return isfinite(eps) ? eps * mu : 1;
}

yee_status yee_estimate_media(yee_model *m, const double band[2])
{
    yee_problem *p = &m->problem, *corner = m->corner;
    const yee_place place = {m->config->path, 0, "grid"};
    static const yee_profile none[3];
    corner->grid.dt = p->grid.dt;
    corner->steps = p->steps;
    corner->precision = p->precision;
    corner->threads = p->threads;
    yee_status status = yee_grid_close(m->diag, &place, &corner->grid);
    if (!status)
        status = yee_grid_stretch(m->diag, m->arena, none, &corner->grid);
    if (!status)
        status = yee_voxels_media(m->voxels, m->arena, band, corner);
    p->media = corner->media;
    p->medium = corner->medium;
    p->update = corner->update;
    p->sections = corner->sections;
    p->section = corner->section;
    memcpy(p->uniform, corner->uniform, sizeof p->uniform);
    return status;
}

/* Words of state that the poles of a material take at most, of a cell's three edges or faces. */
static double words(const yee_response response[3])
{
    double sum = 0;
    for (int a = 0; a < 3; a++)
        sum += 2 * (double)response[a].pole_count;
    return sum;
}

void yee_estimate_memory(const yee_model *m, double *ids, double *poles, const char **name)
{
    const yee_grid *g = &m->problem.grid;
    const double number = m->problem.precision == YEE_F64 ? 8 : 4;
    double largest = 0;
    bool magnetic = false;
    *ids = 0;
    *name = NULL;
    for (size_t i = 0; i < m->materials; i++) {
        const yee_material *v = m->material[i];
        if (!is_used(m, i))
            continue;
        const double state = words(v->electric) + words(v->magnetic);
        if (state > largest) {
            largest = state;
            *name = m->material_name[i];
        }
        for (int a = 0; a < 3; a++)
            magnetic |= v->magnetic[a].inf != 1 || v->magnetic[a].sigma != 0 ||
                        v->magnetic[a].pole_count;
    }
    *poles = largest * number * yee_grid_cells(g);
    for (int c = 0; c < YEE_COMPONENTS && m->of[YEE_SHAPE].count; c++)
        *ids += g->active[c] && (magnetic || yee_is_electric(c))
                    ? 4 * (double)yee_grid_points(g, c)
                    : 0;
}
