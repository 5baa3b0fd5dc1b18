/* core/problem/edges.c: the media of all components: what planes.c finds, and claims of edges.
 */
#include "base/parallel.h"
#include "paint.h"
#include "planes.h"
#include "problem/media/section.h"

#include <stdlib.h>

/* The work on one component after the other. */
typedef struct work {
    yee_surround around;
    const yee_voxels *v;
    const yee_grid *grid;
    yee_arena *arena;
    int component, threads;
    uint32_t *id; /* NULL as long as every point is `uniform` */
    uint32_t uniform;
    yee_point_counts counts; /* of all components together */
} work;

/* Sets a point that was set before. */
static bool change(work *w, int64_t at, uint32_t medium)
{
    const int64_t points = yee_grid_points(w->grid, w->component);
    if (!yee_point_counts_add(&w->counts, w->id ? w->id[at] : w->uniform, -1) ||
        !yee_point_counts_add(&w->counts, medium, 1))
        return false;
    if (!w->id && medium != w->uniform) {
        w->id = yee_arena_alloc(w->arena, (size_t)points * sizeof *w->id);
        for (int64_t i = 0; w->id && i < points; i++)
            w->id[i] = w->uniform;
        if (!w->id)
            return false;
    }
    if (w->id)
        w->id[at] = medium;
    return true;
}

/* Edges that sheets and wires claimed get their media, in file order, unless later objects closed
 * over them. */
static bool claims(work *w)
{
    const yee_voxels *v = w->v;
    const int64_t *extent = w->grid->extent[w->component];
    for (size_t q = 0; q < v->claims; q++) {
        const yee_claim *claim = &v->claim[q];
        if (claim->component != w->component)
            continue;
        int64_t lo[3], hi[3], at[3];
        yee_voxels_clip(v, claim, lo, hi);
        for (at[0] = lo[0]; at[0] < hi[0]; at[0]++)
            for (at[1] = lo[1]; at[1] < hi[1]; at[1]++)
                for (at[2] = lo[2]; at[2] < hi[2]; at[2]++) {
                    if (!yee_voxels_claimed(v, claim, at))
                        continue;
                    /* Node n of a periodic axis is node 0. */
                    const int64_t index =
                        yee_grid_index(w->grid, w->component, at[0] % extent[0],
                                       at[1] % extent[1], at[2] % extent[2]);
                    const uint32_t medium =
                        yee_surround_pure(&w->around, v->paint[claim->paint].material);
                    if (!change(w, index, medium))
                        return false;
                }
    }
    return true;
}

/* Points of many media: an array of them all. */
static bool fill_array(work *w)
{
    const int64_t points = yee_grid_points(w->grid, w->component);
    w->id = yee_arena_alloc(w->arena, (size_t)points * sizeof *w->id);
    if (!w->id || !yee_planes_fill(&w->around, w->threads, w->id, &w->counts))
        return false;
    w->uniform = w->id[0];
    for (int64_t i = 1; i < points; i++)
        if (w->id[i] != w->uniform)
            return true;
    w->id = NULL;
    return true;
}

static bool fill(work *w)
{
    w->id = NULL;
    w->uniform = yee_surround_begin(&w->around, w->component);
    const bool ok = w->uniform == YEE_NO_MEDIUM
                        ? fill_array(w)
                        : yee_point_counts_add(&w->counts, w->uniform,
                                               yee_grid_points(w->grid, w->component));
    return ok && claims(w);
}

/* Conductors keep ca = cb = 0. */
bool yee_voxels_updates(yee_arena *arena, yee_problem *p)
{
    size_t poles = 0;
    for (int64_t i = 0; i < p->media; i++)
        poles += p->medium[i].response.pole_count;
    yee_update *update = yee_arena_alloc(arena, (size_t)p->media * sizeof *update);
    yee_section *section = yee_arena_alloc(arena, poles * sizeof *section);
    if (!update || !section)
        return false;
    p->sections = 0;
    for (int64_t i = 0; i < p->media; i++) {
        const yee_medium *m = &p->medium[i];
        if (m->conductor == YEE_NOT_CONDUCTOR)
            yee_update_make(&m->response, m->magnetic ? YEE_MU0 : YEE_EPS0, p->grid.dt,
                            &update[i], section + p->sections);
        update[i].section = p->sections;
        p->sections += update[i].sections;
    }
    p->update = update;
    p->section = section;
    return true;
}

yee_status yee_voxels_media(yee_voxels *voxels, yee_arena *arena, const double band[2],
                            yee_problem *problem)
{
    work w = {.v = voxels,
              .grid = &problem->grid,
              .arena = arena,
              .threads = yee_thread_count(problem->threads)};
    yee_mixer *mixer = yee_mixer_new(arena, band);
    bool ok = mixer && yee_surround_new(&w.around, voxels, &problem->grid, mixer, w.threads);
    for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
        problem->id[c] = NULL;
        problem->uniform[c] = 0;
        if (!problem->grid.active[c])
            continue;
        w.component = c;
        ok = fill(&w);
        problem->id[c] = w.id;
        problem->uniform[c] = w.uniform;
    }
    /* a medium that only means are made of has no points */
    if (ok) {
        problem->media = yee_mixer_count(mixer);
        ok = problem->media == 0 ||
             yee_point_counts_add(&w.counts, (uint32_t)problem->media - 1, 0);
    }
    if (ok) {
        problem->medium = yee_mixer_media(mixer);
        voxels->law = yee_mixer_laws(mixer);
        ok = problem->medium && voxels->law && yee_voxels_updates(arena, problem);
    }
    yee_mixer_free(mixer);
    yee_surround_free(&w.around);
    free(voxels->points);
    voxels->points = w.counts.points;
    return ok ? YEE_OK
              : yee_diag_fail(voxels->diag, YEE_MEMORY, NULL,
                              "no memory for the media of %lld x %lld x %lld cells",
                              (long long)voxels->n[0], (long long)voxels->n[1],
                              (long long)voxels->n[2]);
}

const int64_t *yee_voxels_points(const yee_voxels *voxels) { return voxels->points; }
