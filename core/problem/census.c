/* core/problem/census.c: which paints are left in cells, and how wide the widest of those are.
 *
 * Whoever asks what is where after painting asks this, so that the cells are walked once. A
 * cell within a part in 10^9 of its axis' widest counts as that: on a uniform axis the first
 * one does, whatever rounding the nodes have. Threads walk planes of cells, each with paints of its
 * own, which are put together at the end: what is found does not depend on who found it. */
#include "base/parallel.h"
#include "paint.h"

#include <math.h>
#include <stdlib.h>

#define NEARLY (1 - 1e-9)

typedef struct axes {
    const double *node[3];
    double widest[3];
} axes;

typedef struct count {
    yee_voxels *v;
    axes axes;
    yee_paint *other; /* what threads but the first find, shape [threads - 1, paints] */
} count;

/* A paint fills cells [from, end) along an axis. */
static void widen(yee_paint *p, const axes *x, int a, int64_t from, int64_t end)
{
    const double *node = x->node[a];
    for (int64_t i = from; i < end && p->width[a] < NEARLY * x->widest[a]; i++)
        p->width[a] = fmax(p->width[a], node[i + 1] - node[i]);
    if (p->width[a] >= NEARLY * x->widest[a])
        p->width[a] = x->widest[a];
}

/* Paints that sample lines meet are left in the cell, too; mostly they were counted before. */
static void count_lines(const yee_voxels *v, const yee_cell_cut *cut, yee_paint *found)
{
    const uint32_t *paint;
    const uint32_t paints = yee_cuts_paints(&v->cuts, cut, &paint);
    bool all = true;
    for (uint32_t n = 0; n < paints; n++)
        all = all && found[paint[n]].lives;
    if (all)
        return;
    yee_lines own;
    const yee_lines *lines = yee_cuts_lines(&v->cuts, cut, &own);
    for (int n = 0; n < v->cuts.lines; n++)
        for (int p = 0; p < lines->line[n].parts; p++)
            found[lines->paint[lines->line[n].paint[p]]].lives = true;
}

static void count_row(const yee_voxels *v, const axes *x, int64_t i, int64_t j,
                      yee_paint *found)
{
    const uint32_t *row = v->cell + (i * v->n[1] + j) * v->n[2];
    yee_voxels_fetch(v, row, v->n[2]);
    for (int64_t k = 0, end, held = 0; k < v->n[2]; k = end) {
        end = k + 1;
        if (!v->held[2][k])
            continue;
        for (held = held > k ? held : k; held < v->n[2] && v->held[2][held];)
            held++;
        yee_paint *p = &found[yee_voxels_middle(v, row + k - v->cell)];
        end = k + yee_voxels_run(row + k, held - k);
        p->lives = true;
        if (row[k] & YEE_CUT_CELL)
            count_lines(v, yee_cuts_at(&v->cuts, row[k] & ~YEE_CUT_CELL), found);
        widen(p, x, 0, i, i + 1);
        widen(p, x, 1, j, j + 1);
        widen(p, x, 2, k, end);
    }
}

/* Whether all cells around a point of a component are held. */
static bool holds_around(const yee_voxels *v, int component, const int64_t at[3])
{
    bool yes = true;
    for (int a = 0; a < 3; a++)
        for (int64_t i = yee_half(component, a) ? at[a] : at[a] - 1; i <= at[a]; i++) {
            const yee_axis_data *x = &v->grid->axis[a];
            const int64_t in = x->invariant   ? 0
                               : x->periodic  ? (i + x->cells) % x->cells
                               : i < 0        ? 0
                               : i < x->cells ? i
                                              : x->cells - 1;
            yes = yes && v->held[a][in];
        }
    return yes;
}

static bool claim_lives(const yee_voxels *v, const yee_claim *claim)
{
    int64_t lo[3], hi[3], at[3];
    yee_voxels_clip(v, claim, lo, hi);
    for (at[0] = lo[0]; at[0] < hi[0]; at[0]++)
        for (at[1] = lo[1]; at[1] < hi[1]; at[1]++)
            for (at[2] = lo[2]; at[2] < hi[2]; at[2]++)
                if (holds_around(v, claim->component, at) && yee_voxels_claimed(v, claim, at))
                    return true;
    return false;
}

static bool count_plane(void *user, int thread, int64_t i)
{
    const count *c = user;
    yee_paint *found = thread ? c->other + (size_t)(thread - 1) * c->v->paints : c->v->paint;
    for (int64_t j = 0; c->v->held[0][i] && j < c->v->n[1]; j++)
        if (c->v->held[1][j])
            count_row(c->v, &c->axes, i, j, found);
    return true;
}

/* Threads have paints of their own, of which it takes some cells each to be worth it. */
static int threads_of(const yee_voxels *v)
{
    const int64_t cells = v->n[0] * v->n[1] * v->n[2];
    const int64_t worth = cells / (int64_t)(16 * v->paints + (1 << 16));
    return worth < 1 ? 1 : worth < v->threads ? (int)worth : v->threads;
}

static void count_all(yee_voxels *v, const axes *x)
{
    int threads = threads_of(v);
    count c = {.v = v, .axes = *x};
    c.other = threads > 1 ? calloc((size_t)(threads - 1) * v->paints, sizeof *c.other) : NULL;
    threads = c.other ? threads : 1;
    yee_parallel_run(threads, v->n[0], count_plane, NULL, &c);
    for (size_t n = 0; n < (size_t)(threads - 1) * v->paints; n++) {
        yee_paint *p = &v->paint[n % v->paints];
        p->lives = p->lives || c.other[n].lives;
        for (int a = 0; a < 3; a++)
            p->width[a] = fmax(p->width[a], c.other[n].width[a]);
    }
    free(c.other);
}

const yee_paint *yee_voxels_census(yee_voxels *v)
{
    axes x = {.widest = {0, 0, 0}};
    if (v->counted)
        return v->paint;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &v->grid->axis[a];
        x.node[a] = axis->node;
        for (int64_t i = 0; i < axis->cells && !axis->invariant; i++)
            x.widest[a] = fmax(x.widest[a], axis->node[i + 1] - axis->node[i]);
    }
    for (size_t i = 0; i < v->paints; i++) {
        v->paint[i].lives = false;
        for (int a = 0; a < 3; a++)
            v->paint[i].width[a] = 0;
    }
    count_all(v, &x);
    for (size_t q = 0; q < v->claims; q++)
        v->claim[q].lives = claim_lives(v, &v->claim[q]);
    v->counted = true;
    return v->paint;
}

void yee_voxels_widest(yee_voxels *v, double (*width)[3])
{
    const yee_paint *paint = yee_voxels_census(v);
    for (size_t i = 0; i < v->paints; i++)
        for (int a = 0; a < 3; a++) {
            double *w = &width[paint[i].material][a];
            *w = fmax(*w, paint[i].width[a]);
        }
}

const yee_law *yee_voxels_law(const yee_voxels *v, int64_t medium, const void **self,
                              double *share, bool *dropped)
{
    const yee_medium_law *own = &v->law[medium];
    *self = own->self;
    *share = own->share;
    *dropped = own->dropped;
    return own->law;
}

double yee_voxels_slowness(yee_voxels *v)
{
    const yee_paint *paint = yee_voxels_census(v);
    double eps = INFINITY, mu = INFINITY;
    for (size_t i = 0; i < v->paints + v->claims; i++) {
        const yee_paint *p = &paint[i < v->paints ? i : v->claim[i - v->paints].paint];
        const yee_material *m = v->material[p->material];
        if ((i < v->paints && !p->lives) || m->conductor != YEE_NOT_CONDUCTOR ||
            yee_material_is_sheet(m))
            continue;
        for (int a = 0; a < 3; a++) {
            eps = fmin(eps, m->electric[a].inf);
            mu = fmin(mu, m->magnetic[a].inf);
        }
        if (m->law) {
            double *own = m->law->has & YEE_LAW_MAGNETIC ? &mu : &eps;
            *own = fmin(*own, m->law->least(m->law_self));
        }
    }
    return isfinite(eps) ? eps * mu : 1;
}

bool *yee_voxels_covered(yee_voxels *v)
{
    const yee_paint *paint = yee_voxels_census(v);
    bool *lives = calloc(v->objects, sizeof *lives);
    if (!lives)
        return NULL;
    for (size_t i = 0; i < v->paints; i++)
        lives[paint[i].object] = lives[paint[i].object] || paint[i].lives;
    for (size_t i = 0; i < v->claims; i++) {
        bool *any = &lives[paint[v->claim[i].paint].object];
        *any = *any || v->claim[i].lives;
    }
    for (size_t i = 0; i < v->objects; i++)
        lives[i] = !lives[i] && i > 0 && v->empty[i] != YEE_EMPTY_FOUND;
    return lives;
}

bool yee_voxels_paints(const yee_voxels *v, int material)
{
    for (size_t i = 0; i < v->paints; i++)
        if (v->paint[i].material == material)
            return true;
    return false;
}
