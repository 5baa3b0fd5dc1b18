/* oracle.c: the problem, interpreted point by point; its laws are oracle_laws.c. */
#include "oracle.h"
#include "oracle_world.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* D along an axis at a point of component c, of another component; psi moves on. */
static num slope(world *w, int c, place at, int axis, int of)
{
    const yee_axis_data *a = &w->p->grid.axis[axis];
    int64_t i = at.x[axis];
    if (a->invariant)
        return 0;
    bool half = yee_half(c, axis);
    num difference = half ? field(w, of, moved(at, axis, 1)) - field(w, of, at)
                          : field(w, of, at) - field(w, of, moved(at, axis, -1));
    num result = difference * (half ? a->half_inverse[i] : a->node_inverse[i]);
    if (a->layer[0] == 0 && a->layer[1] == 0)
        return result;
    num *psi = &w->psi[c][axis][yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2])];
    *psi = (half ? a->half_b[i] : a->node_b[i]) * *psi +
           (half ? a->half_c[i] : a->node_c[i]) * difference;
    return result + *psi;
}

static void update(world *w, int c, place at)
{
    int d = yee_direction(c), a = (d + 1) % 3, b = (d + 2) % 3;
    int other = yee_is_electric(c) ? 3 : 0;
    num curl = slope(w, c, at, a, other + b) - slope(w, c, at, b, other + a);
    int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    const yee_update *u = &w->p->update[yee_problem_medium(w->p, c, index)];
    num old = w->f[c][index], drive = yee_is_electric(c) ? curl : -curl;
    for (int n = 0; n < u->sections; n++) {
        const yee_section *x = &w->p->section[u->section + n];
        num *s = w->s[c][index][n], s1 = s[0];
        drive -= s1;
        s[0] = s1 + s[1] - x->c1 * s1 + x->r1 * old;
        s[1] = s[1] - x->c0 * s1 + x->rd * old;
    }
    w->f[c][index] = u->ca * old + u->cb * drive;
}

/* Neville's scheme through four values one apart. */
static num interpolate(const double *v, num x)
{
    num q[4] = {v[-1], v[0], v[1], v[2]};
    for (int m = 1; m < 4; m++)
        for (int i = 0; i < 4 - m; i++)
            q[i] = ((i + m - 1 - x) * q[i] + (x - (i - 1)) * q[i + 1]) / m;
    return q[0];
}

static void add_points(world *w, bool electric)
{
    for (int64_t n = 0; n < w->p->groups; n++) {
        const yee_point_group *g = &w->p->group[n];
        double value[16];
        if (yee_is_electric(g->component) != electric)
            continue;
        g->signals->fill(g->signals->self, w->step, value);
        for (int64_t k = 0; k < g->count; k++) {
            const yee_point *x = &g->point[k];
            num v = g->cubic ? interpolate(value + x->signal, x->fraction) : value[x->signal];
            w->f[g->component][x->index] += x->amplitude * v;
        }
    }
}

static num voltage(const world *w, const yee_port *q)
{
    num sum = 0;
    for (int64_t k = 0; k < q->count; k++)
        sum += q->edge[k].voltage * w->f[q->component][q->edge[k].index];
    return sum;
}

static void half_step(world *w, bool electric)
{
    if (electric)
        oracle_take_linear(w);
    for (int c = 0; c < 6; c++)
        if (w->p->grid.active[c] && yee_is_electric(c) == electric)
            each(w, c, update);
    if (electric)
        oracle_lose(w);
    add_points(w, electric);
}

/* d2 x'' + d1 x' + d0 x = F at the middle of two times, P = b0 x + b1 x': what is added to x,
 * and its new rate from the old one. */
static void polarise(world *w, int c, place at)
{
    const int64_t index = yee_grid_index(&w->p->grid, c, at.x[0], at.x[1], at.x[2]);
    const yee_medium *m = &w->p->medium[yee_problem_medium(w->p, c, index)];
    const num dt = w->p->grid.dt, mean = (w->f[c][index] + w->then[c][index]) / 2;
    for (size_t n = 0; n < m->response.pole_count; n++) {
        const yee_pole *p = &m->response.poles[n];
        num *q = w->pole[c][index][n];
        const num x = (mean + 2 * p->d2 * q[1] / dt - p->d0 * q[0]) /
                      (2 * p->d2 / (dt * dt) + p->d1 / dt + (num)p->d0 / 2);
        q[0] += x;
        q[1] = 2 * x / dt - q[1];
    }
    w->then[c][index] = w->f[c][index];
}

static void polarise_all(world *w, bool electric)
{
    for (int c = 0; c < 6; c++)
        if (w->p->grid.active[c] && yee_is_electric(c) == electric)
            each(w, c, polarise);
}

static void step(world *w)
{
    for (int c = 0; c < 3; c++)
        memcpy(w->old[c], w->f[c], (size_t)yee_grid_points(&w->p->grid, c) * sizeof **w->old);
    for (int64_t n = 0; n < w->p->ports; n++)
        w->before[n] = voltage(w, &w->p->port[n]);
    oracle_swirl(w);
    half_step(w, false);
    polarise_all(w, false);
    half_step(w, true);
    for (int64_t n = 0; n < w->p->ports; n++) {
        const yee_port *q = &w->p->port[n];
        const num mean = (voltage(w, q) + w->before[n]) / 2;
        double source;
        q->signals->fill(q->signals->self, w->step, &source);
        w->current[n] = q->link ? q->link->current(q->link->self, w->step, (double)w->before[n],
                                                   (double)mean, q->feedback / 2, w->link[n])
                                : (source - mean) / (q->resistance + q->feedback / 2);
        for (int64_t k = 0; k < q->count; k++)
            w->f[q->component][q->edge[k].index] += q->edge[k].current * w->current[n];
    }
    oracle_wobble(w);
    polarise_all(w, true);
    oracle_twist(w);
    w->step++;
}

/* ---- looking ---- */

/* The part of an axis that is nearer to this point than to its neighbours. */
static num reach(const yee_grid *g, int c, int axis, int64_t i)
{
    const yee_axis_data *a = &g->axis[axis];
    int64_t n = a->cells;
    if (a->invariant || yee_half(c, axis))
        return a->node[i + 1] - a->node[i];
    num left = i > 0         ? a->node[i] - a->node[i - 1]
               : a->periodic ? a->node[n] - a->node[n - 1]
                             : 0;
    num right = i < n ? a->node[i + 1] - a->node[i] : 0;
    return (left + right) / 2;
}

/* The energy density at a point, J/m^3; for H less dt/2 H curl E, which is what the next
 * half step of H changes in B and loses. */
static num density(const world *w, const world *next, int c, int64_t at)
{
    const yee_medium *m = &w->p->medium[yee_problem_medium(w->p, c, at)];
    const num base = m->magnetic ? YEE_MU0 : YEE_EPS0, f = w->f[c][at], g = next->f[c][at];
    num sum =
            m->response.inf * f * (!m->magnetic && w->parted[c][at] ? w->linear[c][at] : f) / 2,
        flux = m->response.inf * (g - f);
    for (size_t n = 0; n < m->response.pole_count; n++) {
        const yee_pole *p = &m->response.poles[n];
        const num *q = w->pole[c][at][n];
        const num *then = next->pole[c][at][n];
        if (p->b0 > 0) /* with b1 <= 0, as damped media have it, that of b1 = 0; storage.c */
            sum += p->b0 * (p->d2 * q[1] * q[1] + p->d0 * q[0] * q[0]) / 2;
        flux += p->b0 * (then[0] - q[0]) + p->b1 * (then[1] - q[1]);
    }
    const double *p = m->magnetic ? NULL : oracle_law_numbers(w, c, at);
    if (p) {
        const num *s = w->wobble[c][at];
        sum += (num)p[4] / base * (f * f * s[0] + s[1] * s[1]) *
               w->p->law_medium[yee_problem_medium(w->p, c, at)].share;
    }
    if (m->magnetic)
        sum += f * (flux + m->response.sigma * w->p->grid.dt * (f + g) / 2 / base) / 2;
    return base * sum;
}

static num weighted(const world *w, const world *next, int c)
{
    const yee_grid *grid = &w->p->grid;
    const int64_t *n = grid->extent[c];
    num sum = 0;
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t k = 0; k < n[2]; k++) {
                int64_t at = yee_grid_index(grid, c, i, j, k);
                const yee_medium *m = &w->p->medium[yee_problem_medium(w->p, c, at)];
                if (grid->active[c] && m->conductor == YEE_NOT_CONDUCTOR)
                    sum += density(w, next, c, at) * reach(grid, c, 0, i) *
                           reach(grid, c, 1, j) * reach(grid, c, 2, k);
            }
    return sum;
}

static bool world_open(world *w, const yee_problem *p);
static void world_close(world *w);

/* A copy of the world makes half a step, and is thrown away. */
static bool energy(const world *w, double energy[2])
{
    world next;
    if (!world_open(&next, w->p))
        return false;
    next.step = w->step; /* half a step: no port acts */
    num sum[2] = {0, 0};
    for (int c = 0; c < 6; c++) {
        size_t points = (size_t)yee_grid_points(&w->p->grid, c);
        memcpy(next.f[c], w->f[c], points * sizeof **w->f);
        memcpy(next.s[c], w->s[c], points * sizeof **w->s);
        memcpy(next.pole[c], w->pole[c], points * sizeof **w->pole);
        memcpy(next.then[c], w->then[c], points * sizeof **w->then);
        for (int a = 0; a < 3; a++)
            memcpy(next.psi[c][a], w->psi[c][a], points * sizeof ***w->psi);
    }
    half_step(&next, false);
    polarise_all(&next, false);
    for (int c = 0; c < 6; c++)
        sum[c / 3] += weighted(w, &next, c);
    sum[0] += oracle_cell_energy(w);
    energy[0] = (double)sum[0];
    energy[1] = (double)sum[1];
    world_close(&next);
    return true;
}

static bool sample(world *w, outcome *o, int64_t n)
{
    const yee_tap *t = &w->p->tap[n];
    if (w->step < t->first || w->step > t->last || (w->step - t->first) % t->every)
        return true;
    int64_t count = o->deliveries[n], v = 0;
    double *value = realloc(o->value[n], (size_t)((count + 1) * t->values) * sizeof *value);
    int64_t *when = realloc(o->when[n], (size_t)(count + 1) * sizeof *when);
    o->value[n] = value ? value : o->value[n];
    o->when[n] = when ? when : o->when[n];
    if (!value || !when)
        return false;
    double *to = value + count * t->values;
    if (t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_DFT) {
        num time = (w->step - (yee_is_electric(t->component) ? 0.0L : 0.5L)) * w->p->grid.dt;
        for (int64_t i = t->lo[0]; i < t->hi[0]; i += t->stride[0])
            for (int64_t j = t->lo[1]; j < t->hi[1]; j += t->stride[1])
                for (int64_t k = t->lo[2]; k < t->hi[2]; k += t->stride[2], v++) {
                    num f = field(w, t->component, (place){{i, j, k}});
                    if (t->kind == YEE_TAP_BOX)
                        to[v] = (double)f;
                    int64_t box = t->values / 2 / (t->frequencies ? t->frequencies : 1);
                    for (int64_t q = 0; q < t->frequencies; q++) {
                        num angle = 2 * acosl(-1) * t->frequency[q] * time;
                        num *sum = w->dft[n] + 2 * (q * box + v);
                        sum[0] += f * cosl(angle) * t->every * w->p->grid.dt;
                        sum[1] -= f * sinl(angle) * t->every * w->p->grid.dt;
                    }
                }
        if (t->kind == YEE_TAP_DFT)
            return true;
    } else if (t->kind == YEE_TAP_POINTS) {
        for (; v < t->count; v++)
            to[v] = (double)w->f[t->point_component[v]][t->point_index[v]];
    } else if (t->kind == YEE_TAP_PORT) {
        to[0] = (double)((w->before[t->port] + voltage(w, &w->p->port[t->port])) / 2);
        to[1] = (double)w->current[t->port];
    } else if (!energy(w, to)) {
        return false;
    }
    when[count] = w->step;
    o->deliveries[n]++;
    return true;
}

/* ---- the whole run ---- */

static bool world_open(world *w, const yee_problem *p)
{
    bool ok = true;
    *w = (world){.p = p};
    for (int c = 0; c < 6; c++) {
        size_t points = (size_t)yee_grid_points(&p->grid, c);
        ok = ok && (w->f[c] = calloc(points, sizeof **w->f)) &&
             (w->s[c] = calloc(points, sizeof **w->s)) &&
             (w->pole[c] = calloc(points, sizeof **w->pole)) &&
             (w->then[c] = calloc(points, sizeof **w->then));
        for (int a = 0; a < 3; a++)
            ok = ok && (w->psi[c][a] = calloc(points, sizeof ***w->psi));
    }
    for (int c = 0; c < 3; c++) {
        size_t points = (size_t)yee_grid_points(&p->grid, c);
        ok = ok && (w->linear[c] = calloc(points, sizeof **w->linear)) &&
             (w->part[c][0] = calloc(points, sizeof *w->part[c][0])) &&
             (w->part[c][1] = calloc(points, sizeof *w->part[c][1])) &&
             (w->parted[c] = calloc(points, sizeof **w->parted)) &&
             (w->old[c] = calloc(points, sizeof **w->old)) &&
             (w->wobble[c] = calloc(points, sizeof **w->wobble));
    }
    ok = ok &&
         (w->swirl = calloc(
              (size_t)(p->grid.axis[0].cells * p->grid.axis[1].cells * p->grid.axis[2].cells),
              sizeof *w->swirl)) &&
         (w->twist = calloc(
              (size_t)(p->grid.axis[0].cells * p->grid.axis[1].cells * p->grid.axis[2].cells),
              sizeof *w->twist));
    if (ok)
        oracle_mark_fields(w);
    for (int64_t n = 0; n < p->taps; n++)
        ok = ok && (w->dft[n] = calloc((size_t)p->tap[n].values, sizeof **w->dft));
    if (!ok)
        world_close(w);
    return ok;
}

static void world_close(world *w)
{
    for (int c = 0; c < 6; c++) {
        free(w->f[c]);
        free(w->s[c]);
        free(w->pole[c]);
        free(w->then[c]);
        for (int a = 0; a < 3; a++)
            free(w->psi[c][a]);
    }
    for (int c = 0; c < 3; c++) {
        free(w->linear[c]);
        free(w->part[c][0]);
        free(w->part[c][1]);
        free(w->parted[c]);
        free(w->old[c]);
        free(w->wobble[c]);
    }
    free(w->swirl);
    free(w->twist);
    for (int n = 0; n < 16; n++)
        free(w->dft[n]);
}

static bool conclude(world *w, outcome *o)
{
    const yee_problem *p = w->p;
    for (int64_t n = 0; n < p->taps; n++) {
        if (p->tap[n].kind != YEE_TAP_DFT)
            continue;
        free(o->value[n]);
        free(o->when[n]);
        o->value[n] = malloc((size_t)p->tap[n].values * sizeof **o->value);
        o->when[n] = malloc(sizeof **o->when);
        if (!o->value[n] || !o->when[n])
            return false;
        for (int64_t i = 0; i < p->tap[n].values; i++)
            o->value[n][i] = (double)w->dft[n][i];
        o->when[n][0] = w->step;
        o->deliveries[n] = 1;
    }
    for (int c = 0; c < 6; c++)
        for (int64_t i = 0; i < yee_grid_points(&p->grid, c); i++) {
            double v = o->field[c][i] = (double)w->f[c][i];
            double *most = yee_is_electric(c) ? &o->extrema.electric : &o->extrema.magnetic;
            *most = fmax(*most, fabs(v));
        }
    o->step = w->step;
    return energy(w, o->energy);
}

outcome *oracle_run(const test_case *t)
{
    world w;
    outcome *o = outcome_new(t);
    if (!o || !world_open(&w, &t->problem)) {
        outcome_free(o);
        return NULL;
    }
    for (int c = 0; c < 6; c++)
        for (int64_t i = 0; i < yee_grid_points(&t->problem.grid, c); i++)
            w.f[c][i] = t->initial[c][i];
    oracle_begin_laws(&w);
    polarise_all(&w, false); /* from nothing a step before, as sections start */
    polarise_all(&w, true);
    bool ok = true;
    for (int64_t n = 0; ok && n < t->problem.steps; n++) {
        step(&w);
        for (int64_t k = 0; ok && k < t->problem.taps; k++)
            ok = sample(&w, o, k);
    }
    ok = ok && conclude(&w, o);
    world_close(&w);
    if (ok)
        return o;
    outcome_free(o);
    return NULL;
}
