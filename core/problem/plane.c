/* core/problem/plane.c: the points of one plane.
 *
 * Most points lie inside one object; a row is walked with the numbers of its cells side by side,
 * and only where they differ something is to be found. What needs a medium that there may not be
 * yet is left, planes.c. */
#include "plane.h"
#include "base/grow.h"

#include <string.h>

/* The rows of cells around a row of points. */
typedef struct sides {
    const uint32_t *beside[4]; /* a row that does not exist repeats one that does */
    const uint32_t *row[4];    /* those that differ */
    int rows;                  /* 0: they do not take equal parts of the points' surroundings */
    bool back;                 /* points lie between two cells of each */
} sides;

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

yee_known_levels *yee_plane_pair(const yee_planes *p, yee_finder *f, const uint32_t medium[2])
{
    yee_known_levels *own = &f->pair[(medium[0] * 5 + medium[1]) % YEE_KNOWN_PAIRS];
    if (own->pair.medium[0] != medium[0] || own->pair.medium[1] != medium[1])
        *own =
            (yee_known_levels){yee_pair_make(medium, (const double[2]){p->number[medium[0]],
                                                                       p->number[medium[1]]}),
                               {0}};
    return own;
}

/* Whether cells were met in this plane: what the table says is looked up, for it may be of an
 * earlier one. */
static void seek_equal(yee_finder *f, yee_late_point *late)
{
    const yee_equal_cells *cells = &late->of.equal.cells;
    uint32_t *met = &f->met[yee_equal_cells_hash(cells, YEE_MET_BITS)];
    const yee_late_point *first = &f->late[*met];
    late->kind = YEE_LATE_EQUAL_CELLS;
    if (*met < f->lates && first->kind == YEE_LATE_EQUAL_CELLS &&
        !memcmp(&first->of.equal.cells, cells, sizeof *cells)) {
        late->kind = YEE_LATE_AS_BEFORE;
        late->of.equal.first = *met;
    } else {
        *met = (uint32_t)f->lates;
    }
}

/* Room for one more point that is left, which takes it by counting it; NULL: no memory. */
static yee_late_point *add_late(yee_finder *f, int64_t at)
{
    if (!yee_grow(&f->late, f->lates, &f->capacity, sizeof *f->late))
        return NULL;
    yee_late_point *late = &f->late[f->lates];
    late->at = at;
    late->kind = YEE_LATE_OTHERS;
    return late;
}

/* A point with whole cells around it that take equal parts. */
static bool find_equal(yee_finder *f, int64_t at, const yee_equal_cells *cells)
{
    const yee_known_cells *known = &f->known[yee_equal_cells_hash(cells, YEE_KNOWN_BITS)];
    if (known->next && !memcmp(&known->cells, cells, sizeof *cells)) {
        f->id[at] = known->next - 1;
        return yee_point_counts_add(&f->counts, f->id[at], 1);
    }
    yee_late_point *late = add_late(f, at);
    if (!late)
        return false;
    late->of.equal.cells = *cells;
    seek_equal(f, late);
    f->lates++;
    return true;
}

/* Whether the eighths of a point's surroundings are alike. */
static bool even_at(const yee_planes *p, const int64_t index[3])
{
    return p->solid && p->even[0][index[0]] && p->even[1][index[1]] && p->even[2][index[2]];
}

/* A point with a medium or two around it. */
static bool find_pieces(const yee_planes *p, yee_finder *f, int64_t at)
{
    const yee_pieces *around = &f->pieces;
    if (around->media == 1) {
        f->id[at] = around->medium[0];
        return yee_point_counts_add(&f->counts, around->medium[0], 1);
    }
    const yee_known_levels *known = yee_plane_pair(p, f, around->medium);
    const int level = yee_pair_level(&known->pair, around->fill, around->along);
    if (level >= 0 && known->next[level]) {
        f->id[at] = known->next[level] - 1;
        return yee_point_counts_add(&f->counts, f->id[at], 1);
    }
    yee_late_point *late = add_late(f, at);
    if (!late)
        return false;
    late->kind = YEE_LATE_TWO_MEDIA;
    memcpy(late->of.two.medium, around->medium, sizeof late->of.two.medium);
    late->of.two.fill = around->fill;
    late->of.two.along = around->along;
    late->of.two.level = level;
    f->lates++;
    return true;
}

/* A point beside a cell that a surface cuts. */
static bool find_cut(const yee_planes *p, yee_finder *f, int64_t at, const int64_t index[3])
{
    if (!yee_surround_in_layer(p->around, index) &&
        (even_at(p, index) ? yee_pieces_find_even(&f->pieces, index)
                           : yee_pieces_find(&f->pieces, index)))
        return find_pieces(p, f, at);
    yee_late_point *late = add_late(f, at);
    if (!late || !yee_grow(&f->mix, f->mixes, &f->mix_capacity, sizeof *f->mix))
        return false;
    if (yee_surround_cut(p->around, index, &f->mix[f->mixes])) {
        late->kind = YEE_LATE_CUT_CELLS;
        late->of.mix = f->mixes++;
    }
    f->lates++;
    return true;
}

/* A point with whole cells around it that are not all of one paint. */
static bool find_whole(const yee_planes *p, yee_finder *f, int64_t at, const int64_t index[3])
{
    yee_late_point *late = add_late(f, at);
    if (!late)
        return false;
    if (yee_surround_equal(p->around, index, &late->of.equal.cells))
        seek_equal(f, late);
    f->lates++;
    return true;
}

static sides sides_of(const yee_planes *p, int64_t i, int64_t j)
{
    const yee_surround *w = p->around;
    const yee_voxels *v = w->v;
    const int c = w->component;
    sides s = {.back = !yee_half(c, 2) && !v->grid->axis[2].invariant};
    for (int q = 0; q < 4; q++) {
        int64_t at[2] = {i, j};
        for (int a = 0; a < 2; a++) {
            if ((q >> a & 1) && !yee_half(c, a) && !v->grid->axis[a].invariant)
                at[a] = at[a] > 0 ? at[a] - 1 : v->grid->axis[a].periodic ? v->n[a] - 1 : 0;
            at[a] = at[a] < v->n[a] ? at[a] : v->n[a] - 1;
        }
        s.beside[q] = v->cell + (at[0] * v->n[1] + at[1]) * v->n[2];
    }
    /* Where some medium is negative points in layers are others'. */
    for (int q = 0; q < 4 && p->even[0][i] && p->even[1][j] && !w->negative; q++) {
        bool met = false;
        for (int n = 0; n < s.rows; n++)
            met = met || s.row[n] == s.beside[q];
        if (!met)
            s.row[s.rows++] = s.beside[q];
    }
    return s;
}

/* Whether the cells around point k of the row, which are whole, take equal parts and are not all of
 * one number. */
static bool equal_at(const yee_planes *p, const sides *s, int64_t k, yee_equal_cells *cells)
{
    uint32_t differ = 0;
    int count = 0;
    if (!s->rows || !p->even[2][k])
        return false;
    for (int n = 0; n < s->rows; n++)
        for (int64_t q = k - s->back; q <= k; q++) {
            const uint32_t number = s->row[n][q];
            differ |= number ^ s->row[0][k];
            cells->number[count++] = number;
        }
    if (!differ)
        return false;
    for (; count < 4; count++)
        cells->number[count] = UINT32_MAX;
    yee_equal_cells_sort(cells);
    return true;
}

/* Whether a surface cuts a cell around point k of the row. */
static bool cut_at(const yee_planes *p, const sides *s, int64_t k)
{
    /* The cells on both sides along z, of which a wall may leave one. */
    const yee_voxels *v = p->around->v;
    const int64_t cells = v->n[2], wrapped = v->grid->axis[2].periodic ? cells - 1 : 0;
    const int64_t low = k >= s->back ? k - s->back : wrapped, high = k < cells ? k : low;
    uint32_t any = 0;
    for (int q = 0; q < 4; q++)
        any |= s->beside[q][low] | s->beside[q][high];
    return any & YEE_CUT_CELL;
}

/* One row along z at (i, j). */
static bool find_row(const yee_planes *p, yee_finder *f, int64_t i, int64_t j)
{
    const yee_surround *w = p->around;
    const yee_voxels *v = w->v;
    const int64_t points = p->columns, start = j * p->columns;
    const sides s = sides_of(p, i, j);
    bool ok = true;
    for (int64_t k = 0, run; ok && k < points; k += run) {
        const int64_t index[3] = {i, j, k};
        yee_equal_cells equal;
        run = 1;
        if (!p->wanted[2][k])
            continue;
        if (cut_at(p, &s, k))
            ok = find_cut(p, f, start + k, index);
        else if (equal_at(p, &s, k, &equal))
            ok = find_equal(f, start + k, &equal);
        else if ((run = alike(s.beside, k, s.back, v->n[2]))) {
            const uint32_t medium = w->pure[v->paint[s.beside[0][k]].material];
            /* A whole component's array is zero as it comes, and its pages take no memory as long
             * as nothing is written. */
            for (int64_t q = k; q < k + run && (medium || !p->id); q++)
                f->id[start + q] = medium;
            ok = yee_point_counts_add(&f->counts, medium, run);
        } else {
            run = 1;
            ok = find_whole(p, f, start + k, index);
        }
    }
    return ok;
}

bool yee_plane_find(const yee_planes *p, yee_finder *f, int64_t i)
{
    bool ok = true;
    f->lates = 0;
    f->mixes = 0;
    f->id = p->id ? p->id + i * p->rows * p->columns : f->plane;
    for (int64_t j = 0; ok && p->wanted[0][i] && j < p->rows; j++)
        ok = !p->wanted[1][j] || find_row(p, f, i, j);
    return ok;
}
