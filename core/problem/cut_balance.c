/* core/problem/cut_balance.c: cuts moved by the times that subdomains were measured to take.
 *
 * Where the cells of a subdomain take longer than the scheme's weights say, by their media or by the
 * machine that steps them, its planes get as much more weight along each axis that is cut. */
#include "cut.h"
#include <math.h>

/* Work and weights of the planes along one axis. */
typedef struct slabs {
    double *sum;   /* work of all planes before one, shape [cells + 1] */
    double *scale; /* of the work of each plane, shape [cells] */
} slabs;

typedef struct balancing {
    const yee_problem *p;
    const yee_scheme_cuts *scheme;
    const yee_cut *cut;
    const double *seconds;
    slabs axis[3];
} balancing;

/* The places of subdomain n along the axes. */
static void place_of(const yee_cut *cut, int64_t n, int64_t at[3])
{
    at[2] = n % cut->count[2];
    at[1] = n / cut->count[2] % cut->count[1];
    at[0] = n / cut->count[2] / cut->count[1];
}

/* Seconds of all subdomains of slab number n along an axis. */
static double slab_seconds(const balancing *e, int axis, int64_t n)
{
    double sum = 0;
    for (int64_t k = 0; k < yee_cut_count(e->cut); k++) {
        int64_t at[3];
        place_of(e->cut, k, at);
        sum += at[axis] == n ? e->seconds[k] : 0;
    }
    return sum;
}

/* The weight of each plane: seconds of its slab a unit of work. */
static bool weigh(balancing *e, yee_arena *arena, int axis)
{
    const yee_grid *g = &e->p->grid;
    const int64_t cells = g->axis[axis].cells, *at = e->cut->at[axis];
    slabs *s = &e->axis[axis];
    s->sum = yee_arena_alloc(arena, (size_t)(cells + 1) * sizeof *s->sum);
    s->scale = yee_arena_alloc(arena, (size_t)cells * sizeof *s->scale);
    if (!s->sum || !s->scale)
        return false;
    s->sum[0] = 0;
    for (int64_t i = 0; i < cells; i++)
        s->sum[i + 1] = s->sum[i] + yee_cut_plane_work(g, e->scheme, axis, i);
    const double halo = e->scheme->halo * (double)e->cut->depth * s->sum[cells] / (double)cells;
    double mean = 0;
    for (int64_t n = 0; n < e->cut->count[axis]; n++)
        mean += slab_seconds(e, axis, n) / s->sum[cells];
    for (int64_t n = 0; n < e->cut->count[axis]; n++) {
        const double work =
            s->sum[at[n + 1]] - s->sum[at[n]] + yee_cut_halos(g, e->cut, axis, n) * halo;
        for (int64_t i = at[n]; i < at[n + 1]; i++)
            s->scale[i] = slab_seconds(e, axis, n) / work / mean;
    }
    return true;
}

/* The part of old slab n's work that lies in new slab m. */
static double shared(const balancing *e, const yee_cut *better, int axis, int64_t m, int64_t n)
{
    const int64_t *old = e->cut->at[axis], *new = better->at[axis];
    const double *sum = e->axis[axis].sum;
    const int64_t low = new[m] > old[n] ? new[m] : old[n];
    const int64_t high = new[m + 1] < old[n + 1] ? new[m + 1] : old[n + 1];
    return high > low ? (sum[high] - sum[low]) / (sum[old[n + 1]] - sum[old[n]]) : 0;
}

/* Seconds of a step of the slowest subdomain of the new cut. */
static double slowest(const balancing *e, const yee_cut *better)
{
    double most = 0;
    for (int64_t m = 0; m < yee_cut_count(better); m++) {
        double sum = 0;
        for (int64_t n = 0; n < yee_cut_count(better); n++) {
            int64_t new[3], old[3];
            double part = e->seconds[n];
            place_of(better, m, new);
            place_of(better, n, old);
            for (int a = 0; a < 3; a++)
                part *= shared(e, better, a, new[a], old[a]);
            sum += part;
        }
        most = fmax(most, sum);
    }
    return most;
}

yee_status yee_cut_balance(yee_diag *diag, yee_arena *arena, const yee_problem *p,
                           const yee_scheme_cuts *scheme, const yee_cut *cut,
                           const double *seconds, yee_cut *better, double *took)
{
    balancing e = {.p = p, .scheme = scheme, .cut = cut, .seconds = seconds};
    yee_cut_wish wish = {.count = {cut->count[0], cut->count[1], cut->count[2]}};
    for (int a = 0; a < 3; a++) {
        if (!weigh(&e, arena, a))
            return YEE_MEMORY;
        wish.scale[a] = e.axis[a].scale;
    }
    const yee_status status =
        yee_cut_choose(diag, NULL, arena, p, &wish, scheme, cut->depth, better);
    if (!status)
        *took = slowest(&e, better);
    return status;
}
