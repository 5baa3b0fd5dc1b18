/* core/problem/edges.c: the media of all components: what planes.c finds, and claims of edges.
 */
#include "base/pages.h"
#include "base/parallel.h"
#include "paint.h"
#include "planes.h"
#include "problem/media/section.h"

#include <stdlib.h>
#include <string.h>

/* The work on one component after the other. */
typedef struct work {
    yee_surround around;
    const yee_voxels *v;
    yee_problem *problem;
    yee_arena *arena;
    int component, threads;
    yee_id_target to;        /* its ids of the component are NULL as long as all are uniform */
    yee_point_counts counts; /* of all components together */
} work;

static uint32_t *ids_of(const work *w)
{
    return (uint32_t *)(uintptr_t)w->to.problem->id[w->component]; /* the arena's own */
}

/* Sets a point of the target that was set before; own: whether it owns the point. */
static bool change(work *w, int64_t at, bool own, uint32_t medium)
{
    yee_problem *p = w->to.problem;
    const int c = w->component;
    const int64_t points = yee_grid_points(&p->grid, c);
    uint32_t *id = ids_of(w);
    if (!yee_point_counts_add(&w->counts, id ? id[at] : p->uniform[c], own ? -1 : 0) ||
        !yee_point_counts_add(&w->counts, medium, own))
        return false;
    if (!id && medium != p->uniform[c]) {
        id = yee_arena_alloc(w->arena, (size_t)points * sizeof *id);
        for (int64_t i = 0; id && i < points; i++)
            id[i] = p->uniform[c];
        if (!id)
            return false;
        p->id[c] = id;
    }
    if (id)
        id[at] = medium;
    return true;
}

/* One point of the target that a claim holds, at `whole` in the whole grid. */
static bool claim_point(work *w, const yee_claim *claim, const int64_t at[3],
                        const int64_t whole[3])
{
    const int c = w->component;
    bool own = true;
    if (!yee_voxels_claimed(w->v, claim, whole))
        return true;
    for (int a = 0; a < 3; a++) {
        int64_t b, e;
        yee_id_target_own(&w->to, c, a, &b, &e);
        own = own && at[a] >= b && at[a] < e;
    }
    const uint32_t medium = yee_surround_pure(&w->around, w->v->paint[claim->paint].material);
    return change(w, yee_grid_index(&w->to.problem->grid, c, at[0], at[1], at[2]), own, medium);
}

/* The points of the target that a claim holds. */
static bool claim_all(work *w, const yee_claim *claim)
{
    const int c = w->component;
    int64_t lo[3], hi[3], begin[3], end[3], at[3], whole[3];
    yee_voxels_clip(w->v, claim, lo, hi);
    for (int a = 0; a < 3; a++)
        yee_id_target_range(&w->to, c, a, lo[a], hi[a], &begin[a], &end[a]);
    for (at[0] = begin[0]; at[0] < end[0]; at[0]++)
        for (at[1] = begin[1]; at[1] < end[1]; at[1]++)
            for (at[2] = begin[2]; at[2] < end[2]; at[2]++) {
                bool in = true;
                for (int a = 0; a < 3; a++) {
                    /* Node n of a periodic axis is node 0. */
                    const int64_t extent = w->problem->grid.extent[c][a];
                    whole[a] = yee_id_target_whole(&w->to, a, at[a]) % extent;
                    in = in && ((whole[a] >= lo[a] && whole[a] < hi[a]) ||
                                (whole[a] + extent >= lo[a] && whole[a] + extent < hi[a]));
                }
                const int64_t *e = w->to.problem->grid.extent[c];
                const int64_t here[3] = {at[0] % e[0], at[1] % e[1], at[2] % e[2]};
                if (in && !claim_point(w, claim, here, whole))
                    return false;
            }
    return true;
}

/* Edges that sheets and wires claimed get their media, in file order, unless later objects closed
 * over them. */
static bool claims(work *w)
{
    for (size_t q = 0; q < w->v->claims; q++) {
        const yee_claim *claim = &w->v->claim[q];
        const bool takes = claim->component == w->component && claim->across < 0;
        for (int64_t n = 0; takes && yee_id_target_of(w->problem, n, &w->to); n++)
            if (!claim_all(w, claim))
                return false;
    }
    return true;
}

/* All own points of the target are of one medium. */
static bool count_own(work *w, uint32_t medium)
{
    int64_t points = 1;
    for (int a = 0; a < 3; a++) {
        int64_t b, e;
        yee_id_target_own(&w->to, w->component, a, &b, &e);
        points *= e - b;
    }
    return yee_point_counts_add(&w->counts, medium, points);
}

/* An array for the points of many media. */
static bool add_array(work *w)
{
    yee_problem *p = w->to.problem;
    const size_t bytes = (size_t)yee_grid_points(&p->grid, w->component) * sizeof(uint32_t);
    void *id = yee_arena_alloc(w->arena, bytes);
    if (id)
        yee_pages_huge(id, bytes);
    p->id[w->component] = id;
    return id != NULL;
}

/* Points of one medium need no array. */
static void drop_uniform(work *w)
{
    yee_problem *p = w->to.problem;
    const uint32_t *id = p->id[w->component];
    const int64_t points = yee_grid_points(&p->grid, w->component);
    int64_t i = 1;
    while (i < points && id[i] == id[0])
        i++;
    p->uniform[w->component] = id[0];
    p->id[w->component] = i < points ? id : NULL;
}

/* A component of all targets. */
static bool fill(work *w)
{
    const int c = w->component;
    const uint32_t uniform = yee_surround_begin(&w->around, c);
    const bool many = uniform == YEE_NO_MEDIUM;
    bool ok = true;
    for (int64_t n = 0; ok && yee_id_target_of(w->problem, n, &w->to); n++) {
        w->to.problem->id[c] = NULL;
        w->to.problem->uniform[c] = uniform;
        ok = !many || add_array(w);
    }
    ok = ok && (!many || yee_planes_fill(&w->around, w->problem, w->threads, &w->counts));
    for (int64_t n = 0; ok && yee_id_target_of(w->problem, n, &w->to); n++) {
        if (many)
            drop_uniform(w);
        else
            ok = count_own(w, uniform);
    }
    return ok && claims(w);
}

/* Ids from `lowest` on become others, of which there are few. */
static void replace(uint32_t *id, int64_t points, const uint32_t *map, uint32_t lowest)
{
    enum { BLOCK = 32 };
    for (int64_t i = 0; i < points; i += BLOCK) {
        const int64_t end = i + BLOCK < points ? i + BLOCK : points;
        uint32_t above = 0; /* its highest bit: ids are below 2^31 */
        for (int64_t k = i; k < end; k++)
            above |= lowest - 1 - id[k];
        for (int64_t k = i; k < end && above >> 31; k++)
            if (id[k] >= lowest)
                id[k] = map[id[k]];
    }
}

/* The ids and points of all components become those of the media that are left; settle.c. */
static bool settle(work *w, yee_mixer *mixer)
{
    yee_problem *p = w->problem;
    const size_t media = w->counts.media;
    uint32_t *map;
    if (!yee_mixer_settle(mixer, w->counts.points, media, &map))
        return false;
    if (!map)
        return true;
    yee_point_counts counts = {.points = NULL};
    bool ok = true;
    uint32_t lowest = 0;
    while (lowest < media && map[lowest] == lowest)
        lowest++;
    for (uint32_t n = 0; ok && n < media; n++)
        ok = yee_point_counts_add(&counts, map[n], w->counts.points[n]);
    for (int64_t n = 0; ok && yee_id_target_of(p, n, &w->to); n++)
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            yee_problem *own = w->to.problem;
            uint32_t *id = (uint32_t *)(uintptr_t)own->id[c]; /* the arena's own */
            const int64_t points = id ? yee_grid_points(&own->grid, c) : 0;
            replace(id, points, map, lowest);
            if (p->grid.active[c])
                own->uniform[c] = map[own->uniform[c]];
        }
    free(w->counts.points);
    w->counts = counts;
    free(map);
    return ok;
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
              .problem = problem,
              .arena = arena,
              .threads = yee_thread_count(problem->threads)};
    yee_mixer *mixer = yee_mixer_new(arena, band);
    bool ok = mixer && yee_surround_new(&w.around, voxels, &problem->grid, mixer, w.threads);
    memset(problem->id, 0, sizeof problem->id);
    memset(problem->uniform, 0, sizeof problem->uniform);
    for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
        w.component = c;
        ok = !problem->grid.active[c] || fill(&w);
    }
    if (mixer)
        yee_mixer_kept(mixer, voxels->kept);
    ok = ok && settle(&w, mixer);
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
    problem->medium_at = problem->kept ? yee_local_ids_medium : NULL;
    return ok ? YEE_OK
              : yee_diag_fail(voxels->diag, YEE_MEMORY, NULL,
                              "no memory for the media of %lld x %lld x %lld cells",
                              (long long)voxels->n[0], (long long)voxels->n[1],
                              (long long)voxels->n[2]);
}

const int64_t *yee_voxels_points(const yee_voxels *voxels) { return voxels->points; }
