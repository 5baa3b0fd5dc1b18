/* core/problem/surface/surround.c: the medium of a Yee point, from what lies around it.
 *
 * Within whole cells of two or four paints means recur, and are looked up; where surfaces cut
 * the cells, columns.c says what fills the point's surroundings. */
#include "surround.h"
#include "columns.h"
#include "oblique.h"
#include "problem/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOUND_BITS = 16, FOUND = 1 << FOUND_BITS };

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

uint32_t yee_surround_pure(yee_surround *w, int material)
{
    if (w->pure[material] != YEE_NO_MEDIUM)
        return w->pure[material];
    const yee_material *m = w->v->material[material];
    const bool electric = yee_is_electric(w->component);
    const int d = yee_direction(w->component);
    const yee_conductor own = electric ? YEE_PERFECT_ELECTRIC : YEE_PERFECT_MAGNETIC;
    const yee_medium_law law = {m->law, m->law_self, 1, false};
    w->pure[material] = yee_mixer_pure(
        w->mixer, !electric, m->conductor == own ? own : YEE_NOT_CONDUCTOR,
        electric ? &m->electric[d] : &m->magnetic[d],
        electric && m->law && m->law->has & YEE_LAW_EDGE ? &law : NULL, w->v->name[material]);
    return w->pure[material];
}

static uint32_t pure_of(void *user, int material) { return yee_surround_pure(user, material); }

/* Whole cells around a point as columns: E edges lie within one cell along their direction,
 * H edges across two. */
static bool cells(yee_surround *w, int count, const int64_t cell[4], const double part[4],
                  yee_columns *c)
{
    const yee_voxels *v = w->v;
    const bool electric = yee_is_electric(w->component);
    bool others = false;
    double total = 0;
    *c = (yee_columns){.cells = true};
    for (int q = 0; q < count; q++)
        others = others ||
                 v->material[v->paint[yee_voxels_middle(v, cell[q])].material]->conductor ==
                     YEE_NOT_CONDUCTOR;
    for (int q = 0; q < count; q++) {
        const int material = v->paint[yee_voxels_middle(v, cell[q])].material;
        if (others && v->material[material]->conductor != YEE_NOT_CONDUCTOR)
            continue;
        const uint32_t medium = yee_surround_pure(w, material);
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

/* The paints of a cell of this number; returns how many. */
static uint32_t paints_of(const yee_voxels *v, const uint32_t *number, const uint32_t **paint)
{
    *paint = number;
    return *number & YEE_CUT_CELL
               ? yee_cuts_paints(&v->cuts, yee_cuts_at(&v->cuts, *number & ~YEE_CUT_CELL),
                                 paint)
               : 1;
}

/* The medium of a metal's paint, YEE_NO_MEDIUM of any other's. For the self-test the paint is
 * marked. */
static uint32_t metal(yee_surround *w, uint32_t number)
{
    yee_paint *paint = &w->v->paint[number];
    const uint32_t medium = yee_surround_pure(w, paint->material);
    if (medium == YEE_NO_MEDIUM || !yee_mixer_metal(w->mixer, medium))
        return YEE_NO_MEDIUM;
    paint->owns = true;
    return medium;
}

/* Where a metal (eps or mu negative) has a curved surface in 3-D it owns the edges of its
 * cells, as a conductor does, and other edges have nothing of it: a mean passes through 0 or
 * infinity at some frequency of the band and swallows there what none of its media would.
 * Measured on a Drude ball, 10 cells a radius, eps -23 to -1: Q_abs wrong by up to 4.5 times
 * itself with the mean by normal, 3.1 by cells, 0.54 so; test_interface_sphere.c. */
static uint32_t owner(yee_surround *w, int count, const int64_t cell[4], yee_columns *c)
{
    uint32_t own = YEE_NO_MEDIUM;
    for (int q = 0; q < count; q++) {
        const uint32_t number = w->v->cell[cell[q]];
        const uint32_t medium = metal(w, yee_voxels_middle(w->v, cell[q]));
        const uint32_t *paint;
        const uint32_t paints = paints_of(w->v, &number, &paint);
        for (uint32_t n = 0; n < paints; n++)
            metal(w, paint[n]);
        own = own == YEE_NO_MEDIUM ? medium : own;
    }
    if (own != YEE_NO_MEDIUM)
        return own;
    int kept = 0;
    for (int n = 0; n < c->media; n++)
        if (!yee_mixer_metal(w->mixer, c->medium[n])) {
            c->medium[kept] = c->medium[n];
            c->group[kept] = c->group[n];
            c->fill[kept++] = c->fill[n];
        }
    if (!kept) /* metals only, and no cell's middle in them */
        return c->medium[0];
    c->media = kept;
    return yee_mixer_mean(w->mixer, c);
}

bool yee_surround_in_layer(const yee_surround *w, const int64_t index[3])
{
    bool in = false;
    for (int face = 0; face < 6 && w->negative; face++)
        in = in || yee_grid_in_layer(w->grid, w->component, index, face);
    return in;
}

/* Whether a point in such a layer has something around it that is negative somewhere. */
static bool amplified(yee_surround *w, const int64_t index[3], int count, const int64_t cell[4])
{
    const yee_voxels *v = w->v;
    if (!yee_surround_in_layer(w, index))
        return false;
    for (int q = 0; q < count; q++) {
        const uint32_t number = v->cell[cell[q]];
        const uint32_t *paint;
        const uint32_t paints = paints_of(v, &number, &paint);
        for (uint32_t n = 0; n < paints; n++)
            if (yee_mixer_negative(w->mixer, yee_surround_pure(w, v->paint[paint[n]].material)))
                return true;
    }
    return false;
}

/* Such a point takes negative media alone or none of them: a mean of a negative and a positive
 * one carries waves that run backward, which a layer amplifies. E edges of a negative medium's
 * cells are its own; H edges, dually, where all their cells are. Of several media that are left
 * the mean is of whole cells: each may be negative where another is positive, and with E by
 * area and 1/mu by length neither has more of a plane surface than the other, so that its waves
 * do not run backward at any frequency. */
static uint32_t unmixed(yee_surround *w, int count, const int64_t cell[4], const double part[4])
{
    bool sign[4], any[2] = {false, false}; /* positive, negative */
    int64_t left[4];
    double share[4];
    int kept = 0;
    for (int q = 0; q < count; q++) {
        const uint32_t number = yee_voxels_middle(w->v, cell[q]);
        sign[q] =
            yee_mixer_negative(w->mixer, yee_surround_pure(w, w->v->paint[number].material));
        any[sign[q]] = true;
    }
    const bool own = yee_is_electric(w->component) ? any[1] : !any[0];
    for (int q = 0; q < count; q++)
        if (sign[q] == own) {
            left[kept] = cell[q];
            share[kept++] = part[q];
        }
    yee_columns columns;
    return cells(w, kept, left, share, &columns) ? yee_mixer_mean(w->mixer, &columns)
                                                 : YEE_NO_MEDIUM;
}

/* The latest paint of a cell, on any line that meets it. */
static uint32_t latest_of(const yee_voxels *v, int64_t cell)
{
    const uint32_t number = v->cell[cell], *paint;
    const uint32_t paints = paints_of(v, &number, &paint);
    uint32_t latest = yee_voxels_middle(v, cell);
    for (uint32_t n = 0; n < paints; n++)
        latest = paint[n] > latest ? paint[n] : latest;
    return latest;
}

/* Whether the cells around an H edge are of several materials and the latest object wants
 * vacuum's mu there. */
static bool without_mu(const yee_surround *w, uint32_t latest, int count, const int64_t cell[4])
{
    const yee_voxels *v = w->v;
    const int first = v->paint[yee_voxels_middle(v, cell[0])].material;
    bool several = false;
    for (int q = 1; q < count; q++)
        several = several || v->paint[yee_voxels_middle(v, cell[q])].material != first;
    return several && v->paint[latest].average == YEE_AVERAGE_ELECTRIC &&
           !yee_is_electric(w->component);
}

static uint32_t vacuum(yee_surround *w)
{
    const yee_response one = {.inf = 1};
    return yee_mixer_pure(w->mixer, true, YEE_NOT_CONDUCTOR, &one, NULL, "vacuum");
}

/* The paints around a point that decide about its medium. */
typedef struct sight {
    uint32_t latest; /* of the cells' middles */
    uint32_t keeps; /* the latest of these that keeps its edges; 0: the background, none does */
    uint32_t surface; /* the latest on any line */
    int forced;       /* material of a conductor that forces the field; -1: none */
    bool cut;         /* a surface lies within a cell */
} sight;

static sight look(const yee_surround *w, int count, const int64_t cell[4])
{
    const yee_voxels *v = w->v;
    const yee_conductor own =
        yee_is_electric(w->component) ? YEE_PERFECT_ELECTRIC : YEE_PERFECT_MAGNETIC;
    sight s = {.forced = -1};
    for (int q = 0; q < count; q++) {
        const uint32_t number = yee_voxels_middle(v, cell[q]), late = latest_of(v, cell[q]);
        const int material = v->paint[number].material;
        s.latest = number > s.latest ? number : s.latest;
        if (number > s.keeps && v->paint[number].average == YEE_AVERAGE_OWN)
            s.keeps = number;
        if (v->material[material]->conductor == own)
            s.forced = material;
        s.cut = s.cut || v->cell[cell[q]] & YEE_CUT_CELL;
        s.surface = late > s.surface ? late : s.surface;
    }
    return s;
}

/* Cells have the part of eps along the normal of media that are numbers (oblique.h): their
 * edges have what is left, D/<eps>. */
static void part_in_cells(const yee_surround *w, yee_average average, int count,
                          const int64_t cell[4], yee_columns *c)
{
    bool numbers = average == YEE_AVERAGE_TENSOR && yee_is_electric(w->component);
    for (int n = 0; n < c->media && numbers; n++)
        numbers = !isnan(yee_mixer_number(w->mixer, c->medium[n]));
    for (int n = 0; n < count && numbers; n++)
        numbers = yee_oblique_joins(w->v, cell[n]);
    c->joined = numbers;
}

/* The latest object around the point that keeps its edges has it. Else the latest of all
 * decides: without averaging its material is the medium. Else a conductor that forces this
 * field wins, and one that does not force it (PEC and H, PMC and E) leaves the mean to the
 * others. */
static uint32_t mean(yee_surround *w, const int64_t index[3], int count, const int64_t cell[4],
                     const double part[4])
{
    const yee_voxels *v = w->v;
    const sight s = look(w, count, cell);
    if (s.keeps)
        return yee_surround_pure(w, v->paint[s.keeps].material);
    if (v->paint[s.latest].average == YEE_AVERAGE_NO)
        return yee_surround_pure(w, v->paint[s.latest].material);
    if (s.forced >= 0)
        return yee_surround_pure(w, s.forced);
    if (without_mu(w, s.latest, count, cell))
        return vacuum(w);
    if (amplified(w, index, count, cell))
        return unmixed(w, count, cell, part);
    yee_columns columns;
    if (s.cut ? !yee_columns_find(v, w->component, index,
                                  v->paint[s.surface].average != YEE_AVERAGE_LINES, pure_of, w,
                                  &columns)
              : !cells(w, count, cell, part, &columns))
        return YEE_NO_MEDIUM;
    part_in_cells(w, v->paint[s.surface].average, count, cell, &columns);
    if (!columns.count &&
        !columns.media) /* nothing but conductors that leave this field alone */
        return yee_surround_pure(w, v->paint[s.latest].material);
    const uint32_t medium = yee_mixer_mean(w->mixer, &columns);
    return medium == YEE_OWNED ? owner(w, count, cell, &columns) : medium;
}

static uint32_t known_of(void *user, int material)
{
    return ((const yee_surround *)user)->pure[material];
}

bool yee_surround_cut(const yee_surround *w, const int64_t index[3], yee_cut_mix *mix)
{
    const yee_voxels *v = w->v;
    int64_t cell[4];
    double part[4];
    yee_columns columns;
    const int count = yee_voxels_around(v, w->component, index, cell, part);
    const sight s = look(w, count, cell);
    if (!s.cut || s.keeps || v->paint[s.latest].average == YEE_AVERAGE_NO || s.forced >= 0 ||
        without_mu(w, s.latest, count, cell) || yee_surround_in_layer(w, index) ||
        v->paint[s.surface].average == YEE_AVERAGE_LINES ||
        !yee_columns_find(v, w->component, index, true, known_of, (void *)(uintptr_t)w,
                          &columns) ||
        !columns.media)
        return false;
    part_in_cells(w, v->paint[s.surface].average, count, cell, &columns);
    *mix = (yee_cut_mix){.solid = columns.solid,
                         .joined = columns.joined,
                         .media = columns.media,
                         .along = columns.along};
    memcpy(mix->medium, columns.medium, sizeof mix->medium);
    memcpy(mix->group, columns.group, sizeof mix->group);
    memcpy(mix->fill, columns.fill, sizeof mix->fill);
    return true;
}

uint32_t yee_surround_of_cut(yee_surround *w, const yee_cut_mix *mix)
{
    yee_columns columns = {.normal = true,
                           .solid = mix->solid,
                           .joined = mix->joined,
                           .media = mix->media,
                           .along = mix->along};
    memcpy(columns.medium, mix->medium, sizeof mix->medium);
    memcpy(columns.group, mix->group, sizeof mix->group);
    memcpy(columns.fill, mix->fill, sizeof mix->fill);
    return yee_mixer_mean(w->mixer, &columns);
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

static bool equal(const yee_surround *w, const int64_t index[3], int count,
                  const int64_t cell[4], const double part[4], yee_equal_cells *cells)
{
    bool cut = false;
    for (int q = 0; q < 4; q++)
        cells->number[q] = q < count ? w->v->cell[cell[q]] : UINT32_MAX;
    for (int q = 0; q < count; q++)
        cut = cut || cells->number[q] & YEE_CUT_CELL;
    if (cut || !even(count, part) || yee_surround_in_layer(w, index))
        return false;
    yee_equal_cells_sort(cells);
    return true;
}

bool yee_surround_equal(const yee_surround *w, const int64_t index[3], yee_equal_cells *cells)
{
    int64_t cell[4];
    double part[4];
    const int count = yee_voxels_around(w->v, w->component, index, cell, part);
    return equal(w, index, count, cell, part, cells);
}

/* Most means of whole cells recur. */
uint32_t yee_surround_of_equal(yee_surround *w, const int64_t index[3],
                               const yee_equal_cells *cells)
{
    yee_found *f = &w->found[yee_equal_cells_hash(cells, FOUND_BITS)];
    if (f->medium == YEE_NO_MEDIUM || memcmp(&f->cells, cells, sizeof *cells)) {
        int64_t cell[4];
        double part[4];
        const int count = yee_voxels_around(w->v, w->component, index, cell, part);
        f->cells = *cells;
        f->medium = mean(w, index, count, cell, part);
    }
    return f->medium;
}

uint32_t yee_surround_medium(yee_surround *w, const int64_t index[3])
{
    int64_t cell[4];
    double part[4];
    yee_equal_cells cells;
    const int count = yee_voxels_around(w->v, w->component, index, cell, part);
    return equal(w, index, count, cell, part, &cells) ? yee_surround_of_equal(w, index, &cells)
                                                      : mean(w, index, count, cell, part);
}

/* Whether H edges beside a paint may have another mu than its material. */
static bool loses_mu(const yee_surround *w, const yee_paint *paint)
{
    const yee_response *mu =
        &w->v->material[paint->material]->magnetic[yee_direction(w->component)];
    return paint->average == YEE_AVERAGE_ELECTRIC && !yee_is_electric(w->component) &&
           (mu->inf != 1 || mu->sigma != 0 || mu->pole_count);
}

/* Looks at the media of all paints that are left. Returns theirs if they have but one at this
 * component (mostly mu); YEE_NO_MEDIUM: they have not. */
static uint32_t only_medium(yee_surround *w)
{
    uint32_t only = YEE_NO_MEDIUM;
    bool one = true;
    w->negative = false;
    for (size_t i = 0; i < w->v->paints; i++) {
        if (!w->v->paint[i].lives)
            continue;
        const uint32_t own = yee_surround_pure(w, w->v->paint[i].material);
        if (own == YEE_NO_MEDIUM)
            return own;
        one = one && (only == YEE_NO_MEDIUM || own == only) && !loses_mu(w, &w->v->paint[i]);
        only = own;
        w->negative = w->negative || yee_mixer_negative(w->mixer, own);
    }
    return one ? only : YEE_NO_MEDIUM;
}

bool yee_surround_new(yee_surround *w, yee_voxels *voxels, const yee_grid *grid,
                      yee_mixer *mixer, int threads)
{
    *w = (yee_surround){.v = voxels,
                        .grid = grid,
                        .mixer = mixer,
                        .of = malloc((voxels->paints + 1) * sizeof *w->of),
                        .pure = malloc((voxels->materials + 1) * sizeof *w->pure),
                        .found = malloc(FOUND * sizeof *w->found)};
    yee_voxels_census(voxels);
    return w->of && w->pure && w->found && yee_fills_new(&w->fills, voxels, threads);
}

void yee_surround_free(yee_surround *w)
{
    free(w->of);
    free(w->pure);
    free(w->found);
    yee_fills_free(&w->fills);
}

uint32_t yee_surround_begin(yee_surround *w, int component)
{
    w->component = component;
    for (size_t i = 0; i < w->v->materials; i++)
        w->pure[i] = YEE_NO_MEDIUM;
    for (int i = 0; i < FOUND; i++)
        w->found[i].medium = YEE_NO_MEDIUM;
    const uint32_t only = only_medium(w);
    for (uint32_t i = 0; i < w->v->paints; i++)
        w->of[i] = w->v->paint[i].lives && yee_fills_usual(w->v, i)
                       ? w->pure[w->v->paint[i].material]
                       : YEE_PIECES_UNUSUAL;
    return only;
}
