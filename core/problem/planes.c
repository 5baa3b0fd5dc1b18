/* core/problem/planes.c: every point of a component gets the mean of what lies around it.
 *
 * Most points lie inside one object; a row is walked with the numbers of its cells side by
 * side, and only where they differ something is to be found. Threads find what surrounds the
 * points of planes; new media are made afterwards, plane by plane, so that their numbers, and
 * what depends on those made before, are as of one thread. */
#include "planes.h"
#include "base/grow.h"
#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIRS = 16, /* that a thread keeps */
    MET_BITS = 14,
    KNOWN_BITS = 16,
    ENOUGH = 1 << 15 /* points that are worth a thread */
};

/* The kind of a point's surroundings; else surround.c is asked. */
typedef enum late_kind { OTHERS, TWO_MEDIA, EQUAL_CELLS, AS_BEFORE, CUT_CELLS } late_kind;

/* A point whose medium is found at the end of its plane. */
typedef struct late_point {
    int64_t at; /* in the plane */
    late_kind kind;
    union {
        struct { /* TWO_MEDIA: yee_mixer_pair() */
            uint32_t medium[2];
            int level;
            double fill, along;
        } two;
        struct { /* EQUAL_CELLS and AS_BEFORE */
            yee_equal_cells cells;
            uint32_t first; /* AS_BEFORE: the late point of the plane that had them first */
            uint32_t found; /* EQUAL_CELLS: the medium, at the end of the plane */
        } equal;
        size_t mix; /* CUT_CELLS: yee_surround_of_cut() */
    } of;
} late_point;

/* Equal cells whose medium a thread has found in an earlier plane. */
typedef struct known_cells {
    yee_equal_cells cells;
    uint32_t next; /* the medium's number + 1; 0: none */
} known_cells;

/* The rows of cells around a row of points. */
typedef struct sides {
    const uint32_t *beside[4]; /* a row that does not exist repeats one that does */
    const uint32_t *row[4];    /* those that differ */
    int rows;                  /* 0: they do not take equal parts of the points' surroundings */
    bool back;                 /* points lie between two cells of each */
} sides;

/* The work of one thread on a plane. */
typedef struct finder {
    yee_pieces pieces;
    yee_pair pair[PAIRS];
    late_point *late;
    size_t lates, capacity;
    yee_cut_mix *mix; /* of late points of the plane */
    size_t mixes, mix_capacity;
    uint32_t
        *met; /* a late point of equal cells by their hash, of this plane or an earlier one;
                      shape [1 << MET_BITS] */
    known_cells *known;      /* the latest of every hash, shape [1 << KNOWN_BITS] */
    yee_point_counts counts; /* of what is found at once */
    uint32_t *id;            /* of the plane at work */
    uint32_t *plane;         /* memory for it where it is copied to subdomains; NULL: none */
} finder;

typedef struct planes {
    yee_surround *around;
    yee_problem *problem;
    int64_t rows, columns; /* of a plane */
    uint32_t *id;          /* of the whole component; NULL: subdomains keep them */
    bool *wanted[3];       /* along each axis, where points have held cells alone around them */
    bool *even[3];         /* and where these are two as wide as each other, or one */
    yee_point_counts *counts;
    size_t pure;    /* media that there were before the first plane */
    double *number; /* of each, yee_mixer_number() */
    bool solid;     /* 3-D */
    finder *finder; /* shape [threads] */
} planes;

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

static const yee_pair *pair_of(const planes *p, finder *f, const uint32_t medium[2])
{
    yee_pair *own = &f->pair[(medium[0] * 5 + medium[1]) % PAIRS];
    if (own->medium[0] != medium[0] || own->medium[1] != medium[1])
        *own = yee_pair_make(medium,
                             (const double[2]){p->number[medium[0]], p->number[medium[1]]});
    return own;
}

/* Whether cells were met in this plane: what the table says is looked up, for it may be of an
 * earlier one. */
static void seek_equal(finder *f, late_point *late)
{
    const yee_equal_cells *cells = &late->of.equal.cells;
    uint32_t *met = &f->met[yee_equal_cells_hash(cells, MET_BITS)];
    const late_point *first = &f->late[*met];
    late->kind = EQUAL_CELLS;
    if (*met < f->lates && first->kind == EQUAL_CELLS &&
        !memcmp(&first->of.equal.cells, cells, sizeof *cells)) {
        late->kind = AS_BEFORE;
        late->of.equal.first = *met;
    } else {
        *met = (uint32_t)f->lates;
    }
}

/* Room for one more point that is left, which takes it by counting it; NULL: no memory. */
static late_point *add_late(finder *f, int64_t at)
{
    if (!yee_grow(&f->late, f->lates, &f->capacity, sizeof *f->late))
        return NULL;
    late_point *late = &f->late[f->lates];
    late->at = at;
    late->kind = OTHERS;
    return late;
}

/* A point with whole cells around it that take equal parts. */
static bool find_equal(finder *f, int64_t at, const yee_equal_cells *cells)
{
    const known_cells *known = &f->known[yee_equal_cells_hash(cells, KNOWN_BITS)];
    if (known->next && !memcmp(&known->cells, cells, sizeof *cells)) {
        f->id[at] = known->next - 1;
        return yee_point_counts_add(&f->counts, f->id[at], 1);
    }
    late_point *late = add_late(f, at);
    if (!late)
        return false;
    late->of.equal.cells = *cells;
    seek_equal(f, late);
    f->lates++;
    return true;
}

/* A point whose surroundings are not all of one paint. */
static bool find_point(const planes *p, finder *f, int64_t at, const int64_t index[3], bool cut)
{
    yee_pieces *around = &f->pieces;
    late_point *late = add_late(f, at);
    if (!late)
        return false;
    if (!cut) {
        if (yee_surround_equal(p->around, index, &late->of.equal.cells))
            seek_equal(f, late);
    } else if (!yee_surround_in_layer(p->around, index) && yee_pieces_find(around, index)) {
        if (around->media == 1) {
            f->id[at] = around->medium[0];
            return yee_point_counts_add(&f->counts, around->medium[0], 1);
        }
        late->kind = TWO_MEDIA;
        memcpy(late->of.two.medium, around->medium, sizeof late->of.two.medium);
        late->of.two.fill = around->fill;
        late->of.two.along = around->along;
        late->of.two.level =
            yee_pair_level(pair_of(p, f, around->medium), around->fill, around->along);
    } else {
        if (!yee_grow(&f->mix, f->mixes, &f->mix_capacity, sizeof *f->mix))
            return false;
        if (yee_surround_cut(p->around, index, &f->mix[f->mixes])) {
            late->kind = CUT_CELLS;
            late->of.mix = f->mixes++;
        }
    }
    f->lates++;
    return true;
}

static sides sides_of(const planes *p, int64_t i, int64_t j)
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

/* Whether whole cells of equal parts, not all of one number, are around point k of the row. */
static bool equal_at(const planes *p, const sides *s, int64_t k, yee_equal_cells *cells)
{
    uint32_t any = 0, differ = 0;
    int count = 0;
    if (!s->rows || !p->even[2][k])
        return false;
    for (int n = 0; n < s->rows; n++)
        for (int64_t q = k - s->back; q <= k; q++) {
            const uint32_t number = s->row[n][q];
            any |= number;
            differ |= number ^ s->row[0][k];
            cells->number[count++] = number;
        }
    if (!differ || any & YEE_CUT_CELL)
        return false;
    for (; count < 4; count++)
        cells->number[count] = UINT32_MAX;
    yee_equal_cells_sort(cells);
    return true;
}

/* One row along z at (i, j). */
static bool find_row(const planes *p, finder *f, int64_t i, int64_t j)
{
    const yee_surround *w = p->around;
    const yee_voxels *v = w->v;
    const int64_t points = p->columns, start = j * p->columns;
    const sides s = sides_of(p, i, j);
    for (int64_t k = 0, run; k < points; k += run) {
        yee_equal_cells equal;
        run = 1;
        if (!p->wanted[2][k])
            continue;
        if (equal_at(p, &s, k, &equal)) {
            if (!find_equal(f, start + k, &equal))
                return false;
            continue;
        }
        run = alike(s.beside, k, s.back, v->n[2]);
        run = run && s.beside[0][k] & YEE_CUT_CELL ? 0 : run;
        if (run) {
            const uint32_t medium = w->pure[v->paint[s.beside[0][k]].material];
            for (int64_t q = k; q < k + run; q++)
                f->id[start + q] = medium;
            if (!yee_point_counts_add(&f->counts, medium, run))
                return false;
        } else {
            run = 1;
            /* The cells on both sides along z, of which a wall may leave one. */
            const int64_t cells = v->n[2], wrapped = v->grid->axis[2].periodic ? cells - 1 : 0;
            const int64_t low = k >= s.back ? k - s.back : wrapped, high = k < cells ? k : low;
            bool cut = false;
            for (int q = 0; q < 4; q++)
                cut = cut || (s.beside[q][low] | s.beside[q][high]) & YEE_CUT_CELL;
            if (!find_point(p, f, start + k, (const int64_t[3]){i, j, k}, cut))
                return false;
        }
    }
    return true;
}

static bool find_plane(void *user, int thread, int64_t i)
{
    const planes *p = user;
    finder *f = &p->finder[thread];
    bool ok = true;
    f->lates = 0;
    f->mixes = 0;
    f->id = p->id ? p->id + i * p->rows * p->columns : f->plane;
    for (int64_t j = 0; ok && p->wanted[0][i] && j < p->rows; j++)
        ok = !p->wanted[1][j] || find_row(p, f, i, j);
    return ok;
}

/* The rows of a plane to the subdomains that have it, and points to the counts where not all are
 * found here. */
static bool copy_plane(const planes *p, const finder *f, int64_t i)
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
                for (int64_t z = 0; z < g->extent[c][2]; z++)
                    to[z] = row[yee_id_target_whole(&t, 2, z)];
                for (int64_t z = own[2][0]; counts && z < own[2][1]; z++)
                    if (!yee_point_counts_add(p->counts, to[z], 1))
                        return false;
            }
    }
    return true;
}

/* The points of a plane that were left, in their order. */
static bool end_plane(void *user, int thread, int64_t i)
{
    const planes *p = user;
    finder *f = &p->finder[thread];
    for (size_t n = 0; n < f->lates; n++) {
        late_point *own = &f->late[n];
        const int64_t index[3] = {i, own->at / p->columns, own->at % p->columns};
        uint32_t medium = YEE_OWNED;
        if (own->kind == AS_BEFORE)
            medium = f->late[own->of.equal.first].of.equal.found;
        else if (own->kind == EQUAL_CELLS) {
            const yee_equal_cells *cells = &own->of.equal.cells;
            medium = own->of.equal.found = yee_surround_of_equal(p->around, index, cells);
            if (medium < YEE_OWNED)
                f->known[yee_equal_cells_hash(cells, KNOWN_BITS)] =
                    (known_cells){*cells, medium + 1};
        } else if (own->kind == TWO_MEDIA)
            medium = yee_mixer_pair(p->around->mixer, own->of.two.medium, own->of.two.fill,
                                    own->of.two.along, p->solid, own->of.two.level);
        else if (own->kind == CUT_CELLS)
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
static bool find_wanted(planes *p)
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

static bool begin(planes *p, int threads)
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
        finder *f = &p->finder[t];
        yee_pieces_begin(&f->pieces, w->v, &w->fills, w->component, w->of);
        for (int n = 0; n < PAIRS; n++)
            f->pair[n].medium[0] = YEE_NO_MEDIUM;
        f->met = calloc((size_t)1 << MET_BITS, sizeof *f->met);
        f->known = calloc((size_t)1 << KNOWN_BITS, sizeof *f->known);
        f->plane = p->id ? NULL : malloc((size_t)(p->rows * p->columns) * sizeof *f->plane);
        ok = f->known && f->met && (p->id || f->plane);
    }
    return ok;
}

bool yee_planes_fill(yee_surround *w, yee_problem *problem, int threads,
                     yee_point_counts *counts)
{
    const int64_t *extent = problem->grid.extent[w->component];
    planes p = {.around = w,
                .problem = problem,
                .rows = extent[1],
                .columns = extent[2],
                .id = (uint32_t *)(uintptr_t)problem->id[w->component], /* the arena's own */
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
