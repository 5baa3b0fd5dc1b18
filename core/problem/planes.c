/* core/problem/planes.c: every point of a component gets the mean of what lies around it.
 *
 * Threads find what surrounds the points of planes (plane.c); new media are made afterwards, plane
 * by plane, so that their numbers, and what depends on those made before, are as of one thread. */
#include "planes.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 1 << 15 /* points that are worth a thread */ };

bool yee_point_counts_add(yee_point_counts *c, uint32_t medium, int64_t points)
{
    if (medium == YEE_NO_MEDIUM)
        return false;
    for (; c->media <= medium; c->media++) {
        if (!yee_grow(&c->points, c->media, &c->capacity, sizeof *c->points))
            return false;
        c->points[c->media] = 0;
    }
    c->points[medium] += points;
    return true;
}

static bool find_plane(void *user, int thread, int64_t i)
{
    const yee_planes *p = user;
    return yee_plane_find(p, &p->finder[thread], i);
}

/* A row of `columns` points of the whole grid to one of a target, in pieces where it goes around a
 * ring. */
static void copy_row(const yee_id_target *t, int64_t points, const uint32_t *row,
                     int64_t columns, uint32_t *to)
{
    for (int64_t z = 0, count; z < points; z += count) {
        const int64_t from = yee_id_target_whole(t, 2, z), left = points - z;
        const bool around = yee_id_target_whole(t, 2, points - 1) != from + left - 1;
        count = around ? columns - from : left;
        memcpy(to + z, row + from, (size_t)count * sizeof *to);
    }
}

static bool count_row(yee_point_counts *counts, const uint32_t *id, const uint32_t *end)
{
    bool ok = true;
    for (const uint32_t *next; id < end && ok; id = next) {
        for (next = id + 1; next < end && *next == *id;)
            next++;
        ok = yee_point_counts_add(counts, *id, next - id);
    }
    return ok;
}

/* The rows of a plane to the subdomains that have it, and points to the counts where not all are
 * found here. */
static bool copy_plane(const yee_planes *p, const yee_finder *f, int64_t i)
{
    const int c = p->around->component;
    const bool clipped = p->around->v->clipped;
    yee_id_target t;
    for (int64_t n = 0; yee_id_target_of(p->problem, n, &t); n++) {
        const yee_grid *g = &t.problem->grid;
        uint32_t *id = (uint32_t *)(uintptr_t)t.problem->id[c]; /* the arena's own */
        int64_t begin, end, own[3][2];
        for (int a = 0; a < 3; a++)
            yee_id_target_own(&t, c, a, &own[a][0], &own[a][1]);
        yee_id_target_range(&t, c, 0, i, i + 1, &begin, &end);
        for (int64_t x = begin; x < end; x++)
            for (int64_t y = 0; yee_id_target_whole(&t, 0, x) == i && y < g->extent[c][1];
                 y++) {
                const bool counts = clipped && x >= own[0][0] && x < own[0][1] &&
                                    y >= own[1][0] && y < own[1][1];
                const uint32_t *row = f->id + yee_id_target_whole(&t, 1, y) * p->columns;
                uint32_t *to = id + yee_grid_index(g, c, x, y, 0);
                copy_row(&t, g->extent[c][2], row, p->columns, to);
                if (counts && !count_row(p->counts, to + own[2][0], to + own[2][1]))
                    return false;
            }
    }
    return true;
}

/* The points of a plane that were left, in their order. */
static bool end_plane(void *user, int thread, int64_t i)
{
    const yee_planes *p = user;
    yee_finder *f = &p->finder[thread];
    for (size_t n = 0; n < f->lates; n++) {
        yee_late_point *own = &f->late[n];
        const int64_t index[3] = {i, own->at / p->columns, own->at % p->columns};
        uint32_t medium = YEE_OWNED;
        if (own->kind == YEE_LATE_AS_BEFORE)
            medium = f->late[own->of.equal.first].of.equal.found;
        else if (own->kind == YEE_LATE_EQUAL_CELLS) {
            const yee_equal_cells *cells = &own->of.equal.cells;
            medium = own->of.equal.found = yee_surround_of_equal(p->around, index, cells);
            if (medium < YEE_OWNED)
                f->known[yee_equal_cells_hash(cells, YEE_KNOWN_BITS)] =
                    (yee_known_cells){*cells, medium + 1};
        } else if (own->kind == YEE_LATE_TWO_MEDIA) {
            medium = yee_mixer_pair(p->around->mixer, own->of.two.medium, own->of.two.fill,
                                    own->of.two.along, p->solid, own->of.two.level);
            if (medium < YEE_OWNED && own->of.two.level >= 0)
                yee_plane_pair(p, f, own->of.two.medium)->next[own->of.two.level] = medium + 1;
        } else if (own->kind == YEE_LATE_CUT_CELLS)
            medium = yee_surround_of_cut(p->around, &f->mix[own->of.mix]);
        if (medium == YEE_OWNED)
            medium = yee_surround_medium(p->around, index);
        f->id[own->at] = medium;
        if (!yee_point_counts_add(p->counts, medium, !p->around->v->clipped))
            return false;
    }
    return p->id || copy_plane(p, f, i);
}

/* Where all cells around a point are held, and where they are of equal widths but for rounding
 * (their products then differ by less than even() of surround.c sees), along each axis. False: no
 * memory. */
static bool find_wanted(yee_planes *p)
{
    const yee_voxels *v = p->around->v;
    const int c = p->around->component;
    bool ok = true;
    for (int a = 0; a < 3; a++) {
        const int64_t points = p->problem->grid.extent[c][a];
        const yee_axis_data *x = &v->grid->axis[a];
        p->wanted[a] = malloc((size_t)points);
        p->even[a] = malloc((size_t)points);
        ok = ok && p->wanted[a] && p->even[a];
        for (int64_t i = 0; ok && i < points; i++) {
            const bool half = yee_half(c, a) || x->invariant;
            const int64_t below = half || i > 0 ? i - !half : x->periodic ? x->cells - 1 : 0;
            const int64_t above = i < x->cells ? i : x->cells - 1;
            p->wanted[a][i] = v->held[a][below] && v->held[a][above];
            const bool two = i > 0 && i < x->cells; /* and no wall or period beside it */
            p->even[a][i] = (half && i < x->cells) ||
                            (two && fabs(x->node[i + 1] - 2 * x->node[i] + x->node[i - 1]) <=
                                        1e-9 * (x->node[i + 1] - x->node[i]));
        }
    }
    return ok;
}

static bool begin(yee_planes *p, int threads)
{
    const yee_surround *w = p->around;
    p->pure = (size_t)yee_mixer_count(w->mixer);
    p->number = malloc(p->pure * sizeof *p->number);
    p->finder = calloc((size_t)threads, sizeof *p->finder);
    for (uint32_t n = 0; p->number && n < p->pure; n++)
        p->number[n] = yee_mixer_number(w->mixer, n);
    bool ok = p->number && p->finder && find_wanted(p);
    for (size_t n = 0; ok && n < w->v->paints; n++)
        ok = !w->v->paint[n].lives || w->pure[w->v->paint[n].material] != YEE_NO_MEDIUM;
    for (int t = 0; ok && t < threads; t++) {
        yee_finder *f = &p->finder[t];
        yee_pieces_begin(&f->pieces, w->v, &w->fills, w->component, w->of);
        for (int n = 0; n < YEE_KNOWN_PAIRS; n++)
            f->pair[n].pair.medium[0] = YEE_NO_MEDIUM;
        f->met = calloc((size_t)1 << YEE_MET_BITS, sizeof *f->met);
        f->known = calloc((size_t)1 << YEE_KNOWN_BITS, sizeof *f->known);
        f->plane = p->id ? NULL : malloc((size_t)(p->rows * p->columns) * sizeof *f->plane);
        ok = f->known && f->met && (p->id || f->plane);
    }
    return ok;
}

bool yee_planes_fill(yee_surround *w, yee_problem *problem, int threads,
                     yee_point_counts *counts)
{
    const int64_t *extent = problem->grid.extent[w->component];
    yee_planes p = {.around = w,
                    .problem = problem,
                    .rows = extent[1],
                    .columns = extent[2],
                    .id =
                        (uint32_t *)(uintptr_t)problem->id[w->component], /* the arena's own */
                    .counts = counts,
                    .solid = w->grid->active[YEE_EX] && w->grid->active[YEE_HX]};
    const int64_t points = extent[0] * extent[1] * extent[2];
    threads = threads < 1 + points / ENOUGH ? threads : 1 + (int)(points / ENOUGH);
    bool ok =
        begin(&p, threads) && yee_parallel_run(threads, extent[0], find_plane, end_plane, &p);
    for (int t = 0; p.finder && t < threads; t++) {
        const yee_point_counts *own = &p.finder[t].counts;
        for (uint32_t n = 0; ok && n < own->media && !w->v->clipped; n++)
            ok = yee_point_counts_add(counts, n, own->points[n]);
        free(own->points);
        free(p.finder[t].known);
        free(p.finder[t].late);
        free(p.finder[t].mix);
        free(p.finder[t].met);
        free(p.finder[t].plane);
    }
    for (int a = 0; a < 3; a++) {
        free(p.wanted[a]);
        free(p.even[a]);
    }
    free(p.finder);
    free(p.number);
    return ok;
}
