/* core/problem/fields.c: the edges beside cells with a law of fields (steps 5b and 2a of
 * yee/problem.h), and what of the law they have. What is said of E, D and eps is as true of H, B and
 * mu of magnetic ones.
 *
 * Per volume V of an edge and with u = g D/eps0, E = L + g (mean of x) has the energy
 *
 *     sum over edges of V d D D + sum over cells of V' u.(xi - diag xi) u,   d = 1/inf
 *
 * xi being a cell's tensor. The mean of D D over the edges of a cell is no less than the square of
 * their mean, and the mean over the cells is the transpose of that over the edges, so that the sum
 * is no less than that of V (d - g g s) D D >= 0, s the shares of the cells around the edge times
 * their xi along it: positive where g g <= d/s. Where the medium is the cells' own, d = s and
 * g = 1; beside a medium of smaller eps, too. The whole of a cell that a surface cuts
 * (surface/oblique.h) is no less than 0 by itself, and takes nothing of d. */
#include "fields.h"
#include "base/grow.h"
#include <math.h>
#include <stdlib.h>

/* Relative: d and s are sums of the same few numbers. */
#define ROUNDING 1e-9

typedef struct work {
    const yee_problem *p;
    const yee_rates *rates;
    const double *inf;
    const yee_oblique *oblique;
    const yee_cell_run *cell;
    int64_t cells;
    int32_t *law; /* of every cell, NONE: it has none */
} work;

/* In work.law: no law, and that of surfaces. */
enum { NONE = -1, SURFACE = -2 };

/* False: no memory. */
static bool mark_cells(work *w)
{
    const yee_axis_data *a = w->p->grid.axis;
    const int64_t cells = a[0].cells * a[1].cells * a[2].cells;
    w->law = malloc((size_t)cells * sizeof *w->law);
    for (int64_t n = 0; w->law && n < cells; n++)
        w->law[n] = NONE;
    for (int64_t r = 0; w->law && r < w->cells; r++) {
        const yee_cell_run *run = &w->cell[r];
        const int64_t first =
            (run->cell[0] * a[1].cells + run->cell[1]) * a[2].cells + run->cell[2];
        for (int64_t n = 0; n < run->n; n++)
            w->law[first + n] = (int32_t)run->law;
    }
    for (int64_t n = 0; w->law && n < w->oblique->cells; n++)
        w->law[w->oblique->cell[n].cell] = SURFACE;
    return w->law != NULL;
}

/* The sum s at an edge; *beside: a cell around it has a law of fields. */
static double cells_part(const work *w, int c, const int64_t x[3], bool *beside)
{
    double sum = 0;
    *beside = false;
    for (int n = 0; n < 4; n++) {
        const yee_axis_data *a = w->p->grid.axis;
        int64_t cell[3];
        double share;
        if (!yee_cell_around(&w->p->grid, c, x, n, cell, &share))
            continue;
        const int32_t law = w->law[(cell[0] * a[1].cells + cell[1]) * a[2].cells + cell[2]];
        sum += law >= 0 ? share / w->inf[3 * law + c % 3] : 0;
        *beside = *beside || law != NONE;
    }
    return sum;
}

static bool has_port(const yee_problem *p, int c, int64_t index)
{
    for (int64_t n = 0; n < p->ports; n++)
        for (int64_t e = 0; p->port[n].component == c && e < p->port[n].count; e++)
            if (p->port[n].edge[e].index == index)
                return true;
    return false;
}

/* The rate at which the media of an edge are damped, 1/s. */
static double rate_at(const work *w, int c, const int64_t x[3])
{
    double most = 0;
    for (int a = 0; a < 3; a++) {
        const double *rate = yee_half(c, a) ? w->rates[a].half : w->rates[a].node;
        most = rate ? fmax(most, rate[x[a]]) : most;
    }
    return most;
}

/* Whether a medium is one of D alone, whose only loss may be that of a damped copy. */
static bool plain(const work *w, int c, const int64_t x[3], uint32_t medium)
{
    const yee_medium *v = &w->p->medium[medium];
    const double loss =
        rate_at(w, c, x) * v->response.inf * (yee_is_electric(c) ? YEE_EPS0 : YEE_MU0);
    return v->conductor == YEE_NOT_CONDUCTOR && v->response.pole_count == 0 &&
           fabs(v->response.sigma - loss) <= ROUNDING * fabs(loss) &&
           yee_problem_law(w->p, medium) < 0;
}

/* The run of one edge; false: it has no such cell. */
static bool run_at(const work *w, int c, const int64_t x[3], yee_field_run *run,
                   uint32_t *medium)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, x[0], x[1], x[2]);
    bool beside;
    const double s = cells_part(w, c, x, &beside);
    if (!beside)
        return false;
    *medium = yee_problem_medium(w->p, c, index);
    const double inf = w->p->medium[*medium].response.inf;
    const double most = s > 0 ? 1 / (inf * s) : 1;
    const double g = !plain(w, c, x, *medium) || has_port(w->p, c, index) ? 0
                     : most > 1 - ROUNDING                                ? 1
                                                                          : sqrt(most);
    *run = (yee_field_run){c, {x[0], x[1], x[2]}, 1, g * inf, g};
    return true;
}

yee_status yee_field_edges(yee_diag *diag, yee_arena *arena, const yee_rates rates[3],
                           const double *inf, const yee_oblique *oblique, bool magnetic,
                           yee_problem *p)
{
    work w = {.p = p,
              .rates = rates,
              .inf = inf,
              .oblique = oblique,
              .cell = magnetic ? p->magnetic_cell : p->field_cell,
              .cells = magnetic ? p->magnetic_cells : p->field_cells};
    const int begin = magnetic ? YEE_HX : YEE_EX;
    const yee_grid *g = &p->grid;
    yee_field_run *run = NULL, one;
    size_t runs = 0, capacity = 0;
    uint32_t medium, before = 0;
    int64_t x[3];
    bool ok = w.cells == 0 || mark_cells(&w);
    for (int c = begin; c < begin + 3 && ok && w.cells; c++)
        for (x[0] = g->begin[c][0]; g->active[c] && x[0] < g->end[c][0]; x[0]++)
            for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
                for (x[2] = g->begin[c][2]; ok && x[2] < g->end[c][2]; x[2]++) {
                    if (!run_at(&w, c, x, &one, &medium))
                        continue;
                    yee_field_run *last = runs ? &run[runs - 1] : NULL;
                    if (last && last->component == c && last->edge[0] == x[0] &&
                        last->edge[1] == x[1] && last->edge[2] + last->n == x[2] &&
                        medium == before && last->to_edge == one.to_edge) {
                        last->n++;
                        continue;
                    }
                    before = medium;
                    ok = yee_grow(&run, runs, &capacity, sizeof *run);
                    if (ok)
                        run[runs++] = one;
                }
    const yee_field_run *own =
        ok && runs ? yee_arena_copy(arena, run, runs * sizeof *run) : NULL;
    *(magnetic ? &p->magnetic_run : &p->field_run) = own;
    *(magnetic ? &p->magnetic_runs : &p->field_runs) = (int64_t)runs;
    free(run);
    free(w.law);
    return ok && (!runs || own) ? YEE_OK
                                : yee_diag_fail(diag, YEE_MEMORY, NULL,
                                                "no memory for the edges of laws of fields");
}
