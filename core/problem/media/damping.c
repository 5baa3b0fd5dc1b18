/* core/problem/media/damping.c: media that are damped in front of faces.
 *
 * A medium with the rate a is the one whose curl equations have s + a for s,
 *
 *     curl H = eps0 (s+a) eps(s+a) E,   -curl E = mu0 (s+a) mu(s+a) H,
 *
 * so that every mode of it fades by exp(-a t), wherever its phase runs, and the ratio of E to H
 * is that of the medium. It is lowered to an ordinary medium eps'(s) = (s+a) eps(s+a)/s: inf
 * stays, and for a pole chi = (b1 s + b0)/(d2 s^2 + d1 s + d0)
 *
 *     (s+a) chi(s+a)/s = R/s + ((b1 - d2 R) s + b0 + 2 a b1 - (d1 + 2 a d2) R)/D(s),
 *     D(s) = d2 s^2 + (d1 + 2 a d2) s + d0 + a d1 + a^2 d2,   R = a (b0 + a b1)/D(0),
 *
 * R being a conductivity; where d0 = 0 the factor s + a cancels and one pole is left. A
 * function of s with a positive real part for Re s > 0 has it at s + a too: a passive medium
 * stays one. */
#include "damping.h"
#include "copies.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Depths are differences of nodes: rates that are nearer to each other, as a part of the
 * largest, differ by rounding. */
#define SAME 1e-9

static yee_pole shifted(const yee_pole *p, double a, double *conductivity)
{
    *conductivity = 0;
    if (p->d0 == 0)
        return (yee_pole){p->b1, p->b0 + a * p->b1, 0, p->d1 + a * p->d2, p->d2};
    const double d1 = p->d1 + 2 * a * p->d2, d0 = p->d0 + a * (p->d1 + a * p->d2);
    const double r = *conductivity = a * (p->b0 + a * p->b1) / d0;
    return (yee_pole){p->b1 - p->d2 * r, p->b0 + 2 * a * p->b1 - d1 * r, d0, d1, p->d2};
}

bool yee_response_damp(yee_arena *arena, const yee_response *r, double base, double rate,
                       yee_response *damped)
{
    yee_pole *poles = yee_arena_alloc(arena, r->pole_count * sizeof *poles);
    *damped = (yee_response){r->inf, r->sigma + rate * r->inf * base, r->pole_count, poles};
    for (size_t i = 0; poles && i < r->pole_count; i++) {
        double conductivity;
        poles[i] = shifted(&r->poles[i], rate, &conductivity);
        damped->sigma += conductivity * base;
    }
    return poles != NULL;
}

/* The work on a problem. Levels number the rates from 1, 0 is none. */
typedef struct work {
    yee_copies copies;
    int levels;
    double *rate;     /* 1/s, ascending, shape [levels + 1], [0]: 0 */
    int *level[3][2]; /* node and half positions of each axis */
} work;

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int level_of(const work *w, double rate)
{
    int low = 0, high = w->levels;
    while (low < high) { /* the first level that is not below the rate, but for rounding */
        const int middle = low + (high - low) / 2;
        if (w->rate[middle] < rate - SAME * w->rate[w->levels])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* All rates, each once, and the levels of all positions. */
static bool find_levels(work *w, const yee_rates rates[3])
{
    size_t most = 1;
    for (int a = 0; a < 3; a++)
        most += rates[a].node ? 2 * (size_t)w->copies.problem->grid.axis[a].cells + 1 : 0;
    w->rate = yee_arena_alloc(w->copies.arena, most * sizeof *w->rate);
    if (!w->rate)
        return false;
    size_t n = 1;
    for (int a = 0; a < 3; a++) {
        const size_t cells = (size_t)w->copies.problem->grid.axis[a].cells;
        if (!rates[a].node)
            continue;
        memcpy(w->rate + n, rates[a].node, (cells + 1) * sizeof *w->rate);
        memcpy(w->rate + n + cells + 1, rates[a].half, cells * sizeof *w->rate);
        n += 2 * cells + 1;
    }
    qsort(w->rate, n, sizeof *w->rate, by_size);
    const double largest = w->rate[n - 1];
    for (size_t i = 1; i < n; i++)
        if (w->rate[i] - w->rate[w->levels] > SAME * largest)
            w->rate[++w->levels] = w->rate[i];
    for (int a = 0; a < 3; a++)
        for (int half = 0; half < 2 && rates[a].node; half++) {
            const int64_t points = w->copies.problem->grid.axis[a].cells + !half;
            int *level = yee_arena_alloc(w->copies.arena, (size_t)points * sizeof *level);
            for (int64_t i = 0; level && i < points; i++)
                level[i] = level_of(w, (half ? rates[a].half : rates[a].node)[i]);
            if (!(w->level[a][half] = level))
                return false;
        }
    return true;
}

static bool damped(void *user, const yee_medium *from, int level, yee_response *response)
{
    const work *w = user;
    return yee_response_damp(w->copies.arena, &from->response,
                             from->magnetic ? YEE_MU0 : YEE_EPS0, w->rate[level], response);
}

static int larger(int a, int b) { return a > b ? a : b; }

static int level_at(const work *w, int c, int axis, int64_t i)
{
    const int *level = w->level[axis][yee_half(c, axis)];
    return level ? level[i] : 0;
}

/* All damped points of a component of a target. */
static bool fill(work *w, const yee_id_target *t, int c)
{
    const int64_t *n = t->problem->grid.extent[c];
    int64_t at[3];
    for (at[0] = 0; at[0] < n[0]; at[0]++)
        for (at[1] = 0; at[1] < n[1]; at[1]++) {
            const int row = larger(level_at(w, c, 0, yee_id_target_whole(t, 0, at[0])),
                                   level_at(w, c, 1, yee_id_target_whole(t, 1, at[1])));
            for (at[2] = 0; at[2] < n[2]; at[2]++) {
                const int level =
                    larger(row, level_at(w, c, 2, yee_id_target_whole(t, 2, at[2])));
                if (level && !yee_copies_point(&w->copies, t, c, at, level))
                    return false;
            }
        }
    return true;
}

yee_status yee_voxels_damp(yee_voxels *voxels, yee_arena *arena, const yee_rates rates[3],
                           yee_problem *problem)
{
    if (!rates[0].node && !rates[1].node && !rates[2].node)
        return YEE_OK;
    work w = {.copies = {.voxels = voxels,
                         .arena = arena,
                         .problem = problem,
                         .word = "damped",
                         .make = damped,
                         .user = &w}};
    bool ok = find_levels(&w, rates);
    w.copies.ways = w.levels;
    ok = ok && yee_copies_begin(&w.copies);
    yee_id_target t;
    for (int c = 0; c < YEE_COMPONENTS && w.levels; c++)
        for (int64_t n = 0; ok && problem->grid.active[c] && yee_id_target_of(problem, n, &t);
             n++)
            ok = fill(&w, &t, c);
    return yee_copies_end(&w.copies, ok);
}
