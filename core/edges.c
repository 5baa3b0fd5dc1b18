/* core/edges.c: every point of every component gets the mean of what lies around it.
 *
 * Most points lie inside one object; a row is walked with the numbers of its cells side by
 * side, and only where they differ the mean is looked up. */
#include "columns.h"
#include "grid.h"
#include "mixture.h"
#include "paint.h"
#include "pieces.h"
#include "room.h"
#include "section.h"

#include <math.h>
#include <string.h>

int yee_voxels_around(const yee_voxels *v, int component, const int64_t index[3],
                      int64_t cell[4], double part[4])
{
    int count = 1;
    cell[0] = 0;
    part[0] = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &v->grid->axis[a];
        const int64_t n = v->n[a];
        int64_t beside[2] = {index[a] - 1, index[a]};
        int sides = 0;
        double width[2];
        if (yee_half(component, a) || axis->invariant) {
            beside[sides++] = axis->invariant ? 0 : index[a];
            width[0] = 1;
        } else {
            for (int s = 0; s < 2; s++) {
                const int64_t i = axis->periodic ? (beside[s] + n) % n : beside[s];
                if (i < 0 || i >= n)
                    continue;
                width[sides] = axis->node[i + 1] - axis->node[i];
                beside[sides++] = i;
            }
        }
        for (int q = count * sides - 1; q >= 0;
             q--) { /* downwards: old entries are read first */
            part[q] = part[q / sides] * width[q % sides];
            cell[q] = cell[q / sides] * n + beside[q % sides];
        }
        count *= sides;
    }
    return count;
}

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

/* A mean that was found: of two (then UINT32_MAX) or four cells that take equal parts. */
typedef struct found {
    uint32_t number[4], medium; /* YEE_NO_MEDIUM: none yet */
} found;
enum { FOUND = 4096 };

/* The work on one component. */
typedef struct work {
    const yee_voxels *v;
    const yee_grid *grid;
    yee_mixer *mixer;
    yee_arena *arena;
    int component;
    yee_pieces pieces;
    bool negative;  /* some medium's response is, at some frequency */
    uint32_t *of;   /* what a paint is, yee_paint_medium(), shape [paints] */
    uint32_t *pure; /* medium of a material, YEE_NO_MEDIUM: not met yet; shape [materials] */
    found *found;   /* shape [FOUND], the latest mean with its hash */
    uint32_t *id;   /* NULL as long as every point met is `uniform` */
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

static uint32_t pure(work *w, int material)
{
    if (w->pure[material] != YEE_NO_MEDIUM)
        return w->pure[material];
    const yee_material *m = w->v->material[material];
    const bool electric = yee_is_electric(w->component);
    const int d = yee_direction(w->component);
    const yee_conductor own = electric ? YEE_PERFECT_ELECTRIC : YEE_PERFECT_MAGNETIC;
    w->pure[material] =
        yee_mixer_pure(w->mixer, !electric, m->conductor == own ? own : YEE_NOT_CONDUCTOR,
                       electric ? &m->electric[d] : &m->magnetic[d], w->v->name[material]);
    return w->pure[material];
}

static uint32_t pure_of(void *user, int material) { return pure(user, material); }

static uint32_t paint_of(void *user, uint32_t paint)
{
    work *w = user;
    if (w->of[paint] == YEE_NO_MEDIUM) {
        const yee_paint *p = &w->v->paint[paint];
        const bool usual =
            w->v->material[p->material]->conductor == YEE_NOT_CONDUCTOR &&
            (p->average == YEE_AVERAGE_NORMAL || p->average == YEE_AVERAGE_CELLS);
        w->of[paint] = usual ? pure(w, p->material) : YEE_PIECES_UNUSUAL;
    }
    return w->of[paint];
}

/* Whole cells around a point as columns: E edges lie within one cell along their direction,
 * H edges across two. */
static bool cells(work *w, int count, const int64_t cell[4], const double part[4],
                  yee_columns *c)
{
    const yee_voxels *v = w->v;
    const bool electric = yee_is_electric(w->component);
    bool others = false;
    double total = 0;
    *c = (yee_columns){.cells = true};
    for (int q = 0; q < count; q++)
        others = others || v->material[v->paint[v->cell[cell[q]]].material]->conductor ==
                               YEE_NOT_CONDUCTOR;
    for (int q = 0; q < count; q++) {
        const int material = v->paint[v->cell[cell[q]]].material;
        if (others && v->material[material]->conductor != YEE_NOT_CONDUCTOR)
            continue;
        const uint32_t medium = pure(w, material);
        if (medium == YEE_NO_MEDIUM)
            return false;
        yee_column *own = &c->column[electric ? c->count++ : 0];
        own->weight = electric ? part[q] : 1;
        own->medium[own->parts] = medium;
        own->share[own->parts++] = electric ? 1 : part[q];
        total += part[q];
    }
    if (!electric) {
        c->count = 1;
        c->column[0].series = true;
        for (int q = 0; q < c->column[0].parts; q++)
            c->column[0].share[q] /= total;
    }
    return true;
}

/* The medium of a metal's paint, YEE_NO_MEDIUM of any other's. For the self-test the paint is
 * marked. */
static uint32_t metal(work *w, uint32_t number)
{
    yee_paint *paint = &w->v->paint[number];
    const uint32_t medium = pure(w, paint->material);
    if (medium == YEE_NO_MEDIUM || !yee_mixer_metal(w->mixer, medium))
        return YEE_NO_MEDIUM;
    paint->owns = true;
    return medium;
}

/* Where a metal (eps or mu negative) has a curved surface in 3-D it owns the edges of its
 * cells, as a conductor does, and other edges have nothing of it: a mean passes through 0 or
 * infinity at some frequency of the band and swallows there what none of its media would.
 * Measured on a Drude ball, 10 cells a radius, eps -23 to -1: Q_abs wrong by up to 4.5 times
 * itself with the mean by normal, 1.9 by lines, 3.1 by cells, 0.96 so; test_interface_sphere.c.
 */
static uint32_t owner(work *w, int count, const int64_t cell[4], yee_columns *c)
{
    uint32_t own = YEE_NO_MEDIUM;
    for (int q = 0; q < count; q++) {
        const uint32_t number = w->v->cell[cell[q]];
        const uint32_t medium = metal(w, yee_voxels_middle(w->v, cell[q]));
        const yee_cut *cut =
            number & YEE_CUT_CELL ? yee_cuts_at(&w->v->cuts, number & ~YEE_CUT_CELL) : NULL;
        for (uint32_t n = 0; cut && n < cut->paints; n++)
            metal(w, cut->paint[n]);
        own = own == YEE_NO_MEDIUM ? medium : own;
    }
    if (own != YEE_NO_MEDIUM)
        return own;
    int kept = 0;
    for (int n = 0; n < c->media; n++)
        if (!yee_mixer_metal(w->mixer, c->medium[n])) {
            c->medium[kept] = c->medium[n];
            c->fill[kept++] = c->fill[n];
        }
    c->media = kept;
    return yee_mixer_mean(w->mixer, c);
}

/* Whether the point lies in an absorbing layer and something around it is negative somewhere.
 */
static bool amplified(work *w, const int64_t index[3], int count, const int64_t cell[4])
{
    const yee_voxels *v = w->v;
    if (!w->negative || yee_grid_layer(w->grid, w->component, index) < 0)
        return false;
    for (int q = 0; q < count; q++) {
        const uint32_t number = v->cell[cell[q]];
        const yee_cut *cut =
            number & YEE_CUT_CELL ? yee_cuts_at(&v->cuts, number & ~YEE_CUT_CELL) : NULL;
        for (uint32_t n = 0; n < (cut ? cut->paints : 1); n++)
            if (yee_mixer_negative(w->mixer,
                                   pure(w, v->paint[cut ? cut->paint[n] : number].material)))
                return true;
    }
    return false;
}

/* Such a point takes one medium: a mean of a negative and a positive one carries waves that run
 * backward, which a layer amplifies. E edges of a negative medium's cells are its own; H edges,
 * dually, where all their cells are. */
static uint32_t unmixed(work *w, int count, const int64_t cell[4])
{
    uint32_t latest[2] = {0, 0};
    bool any[2] = {false, false};
    for (int q = 0; q < count; q++) {
        const uint32_t number = yee_voxels_middle(w->v, cell[q]);
        const bool sign = yee_mixer_negative(w->mixer, pure(w, w->v->paint[number].material));
        latest[sign] = number > latest[sign] ? number : latest[sign];
        any[sign] = true;
    }
    const bool own = yee_is_electric(w->component) ? any[1] : !any[0];
    return pure(w, w->v->paint[latest[own]].material);
}

/* The latest paint of a cell, on any line that meets it. */
static uint32_t latest_of(const yee_voxels *v, int64_t cell)
{
    const uint32_t number = v->cell[cell];
    if (!(number & YEE_CUT_CELL))
        return number;
    const yee_cut *cut = yee_cuts_at(&v->cuts, number & ~YEE_CUT_CELL);
    uint32_t latest = cut->middle;
    for (uint32_t n = 0; n < cut->paints; n++)
        latest = cut->paint[n] > latest ? cut->paint[n] : latest;
    return latest;
}

/* The latest object around the point decides: without averaging its material is the medium.
 * Else a conductor that forces this field wins, and one that does not force it (PEC and H, PMC
 * and E) leaves the mean to the others. */
static uint32_t mean(work *w, const int64_t index[3], int count, const int64_t cell[4],
                     const double part[4])
{
    const yee_voxels *v = w->v;
    const bool electric = yee_is_electric(w->component);
    const yee_conductor own = electric ? YEE_PERFECT_ELECTRIC : YEE_PERFECT_MAGNETIC;
    uint32_t latest = 0, surface = 0;
    int forced = -1;
    bool cut = false;
    for (int q = 0; q < count; q++) {
        const uint32_t number = yee_voxels_middle(v, cell[q]);
        const int material = v->paint[number].material;
        latest = number > latest ? number : latest;
        if (v->material[material]->conductor == own)
            forced = material;
        cut = cut || v->cell[cell[q]] & YEE_CUT_CELL;
        surface = latest_of(v, cell[q]) > surface ? latest_of(v, cell[q]) : surface;
    }
    if (v->paint[latest].average == YEE_AVERAGE_NO)
        return pure(w, v->paint[latest].material);
    if (forced >= 0)
        return pure(w, forced);
    if (amplified(w, index, count, cell))
        return unmixed(w, count, cell);
    yee_columns columns;
    if (cut ? !yee_columns_find(v, w->component, index,
                                v->paint[surface].average != YEE_AVERAGE_LINES, pure_of, w,
                                &columns)
            : !cells(w, count, cell, part, &columns))
        return YEE_NO_MEDIUM;
    if (!columns.count &&
        !columns.media) /* nothing but conductors that leave this field alone */
        return pure(w, v->paint[latest].material);
    const uint32_t medium = yee_mixer_mean(w->mixer, &columns);
    return medium == YEE_OWNED ? owner(w, count, cell, &columns) : medium;
}

/* Of cells that surfaces cut: mostly two media meet. */
static uint32_t cut_mean(work *w, const int64_t index[3])
{
    yee_pieces *p = &w->pieces;
    const bool solid = w->grid->active[YEE_EX] && w->grid->active[YEE_HX];
    int64_t cell[4];
    double part[4];
    const bool layer = w->negative && yee_grid_layer(w->grid, w->component, index) >= 0;
    if (!layer && yee_pieces_find(p, index)) {
        const uint32_t medium =
            p->media == 1 ? p->medium[0]
                          : yee_mixer_pair(w->mixer, p->medium, p->fill, p->along, solid);
        if (medium != YEE_OWNED)
            return medium;
    }
    return mean(w, index, yee_voxels_around(w->v, w->component, index, cell, part), cell, part);
}

/* Widths that come from differences of nodes are equal but for rounding; shares in units of
 * 1/YEE_WHOLE, about 1e-6, do not see it. */
static bool even(int count, const double part[4])
{
    bool yes = count == 2 || count == 4;
    for (int q = 1; q < count; q++)
        yes = yes && fabs(part[q] - part[0]) <= 1e-8 * part[0];
    return yes;
}

/* The same from the cells around a point; most means of a model recur. */
static uint32_t around(work *w, const int64_t index[3])
{
    int64_t cell[4];
    double part[4];
    const int count = yee_voxels_around(w->v, w->component, index, cell, part);
    for (int q = 0; q < count; q++)
        if (w->v->cell[cell[q]] & YEE_CUT_CELL)
            return cut_mean(w, index);
    if (!even(count, part) ||
        (w->negative && yee_grid_layer(w->grid, w->component, index) >= 0))
        return mean(w, index, count, cell, part);
    uint32_t number[4], hash = 0;
    for (int q = 0; q < 4; q++) {
        number[q] = q < count ? w->v->cell[cell[q]] : UINT32_MAX;
        hash = (hash ^ number[q]) * UINT32_C(0x9e3779b1);
    }
    found *f = &w->found[hash >> 20];
    if (memcmp(f->number, number, sizeof number) || f->medium == YEE_NO_MEDIUM) {
        memcpy(f->number, number, sizeof number);
        f->medium = mean(w, index, count, cell, part);
    }
    return f->medium;
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
        const uint32_t medium = run ? pure(w, v->paint[beside[0][k]].material)
                                    : around(w, (const int64_t[3]){i, j, k});
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
                    const uint32_t medium = pure(w, v->paint[claim->paint].material);
                    if (!change(w, index, medium))
                        return false;
                }
    }
    return true;
}

/* Looks at the media of all paints that are left. Returns theirs if they have but one at this
 * component (mostly mu); YEE_NO_MEDIUM: they have not. */
static uint32_t only_medium(work *w)
{
    uint32_t only = YEE_NO_MEDIUM;
    bool one = true;
    w->negative = false;
    for (size_t i = 0; i < w->v->paints; i++) {
        if (!w->v->paint[i].lives)
            continue;
        const uint32_t own = pure(w, w->v->paint[i].material);
        if (own == YEE_NO_MEDIUM)
            return own;
        one = one && (only == YEE_NO_MEDIUM || own == only);
        only = own;
        w->negative = w->negative || yee_mixer_negative(w->mixer, own);
    }
    return one ? only : YEE_NO_MEDIUM;
}

static bool fill(work *w)
{
    const int64_t *extent = w->grid->extent[w->component];
    w->id = NULL;
    w->uniform = YEE_NO_MEDIUM;
    for (size_t i = 0; i < w->v->materials; i++)
        w->pure[i] = YEE_NO_MEDIUM;
    for (size_t i = 0; i < w->v->paints; i++)
        w->of[i] = YEE_NO_MEDIUM;
    yee_pieces_begin(&w->pieces, w->v, w->component, paint_of, w);
    const uint32_t only = only_medium(w);
    if (only != YEE_NO_MEDIUM)
        return set(w, 0, yee_grid_points(w->grid, w->component), only) && claims(w);
    for (int i = 0; i < FOUND; i++)
        w->found[i].medium = YEE_NO_MEDIUM;
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
    work w = {.v = voxels,
              .grid = &problem->grid,
              .mixer = yee_mixer_new(arena, band),
              .arena = arena,
              .of = malloc((voxels->paints + 1) * sizeof *w.of),
              .pure = yee_arena_alloc(arena, voxels->materials * sizeof *w.pure),
              .found = yee_arena_alloc(arena, FOUND * sizeof *w.found)};
    bool sound = w.mixer && w.of && w.pure && w.found;
    yee_voxels_census(voxels);
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
        problem->media = yee_mixer_count(w.mixer);
        sound = problem->media == 0 || count(&w, (uint32_t)problem->media - 1, 0);
    }
    if (sound) {
        problem->medium = yee_mixer_media(w.mixer);
        sound = problem->medium && yee_voxels_updates(arena, problem);
    }
    yee_mixer_free(w.mixer);
    free(w.of);
    free(voxels->points);
    voxels->points = w.points;
    return sound ? YEE_OK
                 : yee_diag_fail(voxels->diag, YEE_MEMORY, NULL,
                                 "no memory for the media of %lld x %lld x %lld cells",
                                 (long long)voxels->n[0], (long long)voxels->n[1],
                                 (long long)voxels->n[2]);
}

const int64_t *yee_voxels_points(const yee_voxels *voxels) { return voxels->points; }
