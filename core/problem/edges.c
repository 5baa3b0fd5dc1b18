/* core/problem/edges.c: every point of every component gets the mean of what lies around it.
 *
 * Most points lie inside one object; a row is walked with the numbers of its cells side by
 * side, and only where they differ the mean is looked up. */
#include "base/grow.h"
#include "paint.h"
#include "problem/media/section.h"
#include "problem/surface/surround.h"

#include <math.h>
#include <string.h>

bool yee_voxels_claimed(const yee_voxels *v, const yee_claim *claim, const int64_t index[3])
{
    int64_t cell[4];
    double part[4];
    const int count = yee_voxels_around(v, claim->component, index, cell, part);
    for (int q = 0; q < count; q++)
        if (v->paint[yee_voxels_middle(v, cell[q])].object <= v->paint[claim->paint].object)
            return true;
    return false;
}

void yee_voxels_clip(const yee_voxels *v, const yee_claim *claim, int64_t lo[3], int64_t hi[3])
{
    for (int a = 0; a < 3; a++) {
        const bool half = yee_half(claim->component, a) || v->grid->axis[a].invariant;
        const int64_t points = half ? v->n[a] : v->n[a] + 1;
        lo[a] = claim->lo[a] > 0 ? claim->lo[a] : 0;
        hi[a] = claim->hi[a] < points ? claim->hi[a] : points;
    }
}

/* The work on one component. */
typedef struct work {
    yee_surround around;
    const yee_voxels *v;
    const yee_grid *grid;
    yee_arena *arena;
    int component;
    uint32_t *id; /* NULL as long as every point met is `uniform` */
    uint32_t uniform;
    int64_t *points; /* of every medium met so far, all components together */
    size_t counted, room;
} work;

/* So many more points have the medium. */
static bool count(work *w, uint32_t medium, int64_t points)
{
    if (medium == YEE_NO_MEDIUM)
        return false;
    for (; w->counted <= medium; w->counted++) {
        if (!yee_room(&w->points, w->counted, &w->room, sizeof *w->points))
            return false;
        w->points[w->counted] = 0;
    }
    w->points[medium] += points;
    return true;
}

/* The array, made when a second medium appears; the first one fills it up to there. False: no
 * memory. */
static bool map(work *w, int64_t filled, uint32_t medium)
{
    if (w->id || medium == w->uniform)
        return true;
    w->id = yee_arena_alloc(w->arena,
                            (size_t)yee_grid_points(w->grid, w->component) * sizeof *w->id);
    for (int64_t i = 0; w->id && i < filled; i++)
        w->id[i] = w->uniform;
    return w->id != NULL;
}

/* Sets the next points in the order of fill(). */
static bool set(work *w, int64_t at, int64_t points, uint32_t medium)
{
    if (at == 0)
        w->uniform = medium;
    if (!count(w, medium, points) || !map(w, at, medium))
        return false;
    for (int64_t i = at; w->id && i < at + points; i++)
        w->id[i] = medium;
    return true;
}

/* Sets a point that was set before. */
static bool change(work *w, int64_t at, uint32_t medium)
{
    const int64_t all = yee_grid_points(w->grid, w->component);
    if (!count(w, w->id ? w->id[at] : w->uniform, -1) || !count(w, medium, 1) ||
        !map(w, all, medium))
        return false;
    if (w->id)
        w->id[at] = medium;
    return true;
}

/* Points from k on that have one number on all sides; 0: k has not. */
static int64_t alike(const uint32_t *const beside[4], int64_t k, int64_t back, int64_t cells)
{
    int64_t run = cells - k + back;
    if (k < back || k >= cells)
        return 0;
    for (int q = 0; q < 4 && run > back; q++)
        if (q == 0 || (beside[q] != beside[0] && beside[q] != beside[q - 1])) {
            const int64_t own = yee_voxels_run(beside[q] + k - back, run);
            run = beside[q][k - back] == beside[0][k - back] ? own : 0;
        }
    return run > back ? run - back : 0;
}

/* One row along z at (i, j). */
static bool row(work *w, int64_t i, int64_t j)
{
    const yee_voxels *v = w->v;
    const int c = w->component;
    const int64_t points = w->grid->extent[c][2];
    const int64_t start = yee_grid_index(w->grid, c, i, j, 0);
    const int64_t back = yee_half(c, 2) || v->grid->axis[2].invariant ? 0 : 1;
    /* The rows of cells on both sides; a row that does not exist repeats one that does. */
    const uint32_t *beside[4];
    for (int q = 0; q < 4; q++) {
        int64_t at[2] = {i, j};
        for (int a = 0; a < 2; a++) {
            if ((q >> a & 1) && !yee_half(c, a) && !v->grid->axis[a].invariant)
                at[a] = at[a] > 0 ? at[a] - 1 : v->grid->axis[a].periodic ? v->n[a] - 1 : 0;
            at[a] = at[a] < v->n[a] ? at[a] : v->n[a] - 1;
        }
        beside[q] = v->cell + (at[0] * v->n[1] + at[1]) * v->n[2];
    }
    for (int64_t k = 0, run; k < points; k += run) {
        run = alike(beside, k, back, v->n[2]);
        run = run && beside[0][k] & YEE_CUT_CELL ? 0 : run;
        const uint32_t medium =
            run ? yee_surround_pure(&w->around, v->paint[beside[0][k]].material)
                : yee_surround_medium(&w->around, (const int64_t[3]){i, j, k});
        run = run ? run : 1;
        if (!set(w, start + k, run, medium))
            return false;
    }
    return true;
}

/* What sheets and wires claimed, in file order, unless later objects closed over it. */
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

static bool fill(work *w)
{
    const int64_t *extent = w->grid->extent[w->component];
    w->id = NULL;
    w->uniform = YEE_NO_MEDIUM;
    const uint32_t only = yee_surround_begin(&w->around, w->component);
    if (only != YEE_NO_MEDIUM)
        return set(w, 0, yee_grid_points(w->grid, w->component), only) && claims(w);
    for (int64_t i = 0; i < extent[0]; i++)
        for (int64_t j = 0; j < extent[1]; j++)
            if (!row(w, i, j))
                return false;
    return claims(w);
}

/* Conductors keep ca = cb = 0. */
bool yee_voxels_updates(yee_arena *arena, yee_problem *p)
{
    size_t room = 0;
    for (int64_t i = 0; i < p->media; i++)
        room += p->medium[i].response.pole_count;
    yee_update *update = yee_arena_alloc(arena, (size_t)p->media * sizeof *update);
    yee_section *section = yee_arena_alloc(arena, room * sizeof *section);
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
    work w = {.v = voxels, .grid = &problem->grid, .arena = arena};
    yee_mixer *mixer = yee_mixer_new(arena, band);
    bool sound = mixer && yee_surround_new(&w.around, voxels, &problem->grid, mixer);
    for (int c = 0; c < YEE_COMPONENTS && sound; c++) {
        problem->id[c] = NULL;
        problem->uniform[c] = 0;
        if (!problem->grid.active[c])
            continue;
        w.component = c;
        sound = fill(&w);
        problem->id[c] = w.id;
        problem->uniform[c] = w.uniform;
    }
    /* a medium that only means are made of has no points */
    if (sound) {
        problem->media = yee_mixer_count(mixer);
        sound = problem->media == 0 || count(&w, (uint32_t)problem->media - 1, 0);
    }
    if (sound) {
        problem->medium = yee_mixer_media(mixer);
        sound = problem->medium && yee_voxels_updates(arena, problem);
    }
    yee_mixer_free(mixer);
    yee_surround_free(&w.around);
    free(voxels->points);
    voxels->points = w.points;
    return sound ? YEE_OK
                 : yee_diag_fail(voxels->diag, YEE_MEMORY, NULL,
                                 "no memory for the media of %lld x %lld x %lld cells",
                                 (long long)voxels->n[0], (long long)voxels->n[1],
                                 (long long)voxels->n[2]);
}

const int64_t *yee_voxels_points(const yee_voxels *voxels) { return voxels->points; }
