/* definition.c: a high-order run point by point, as family.h and problem.h say it: images
 * beyond walls, psi, sections, levels. */
#include "definition.h"
#include <check.h>
#include <math.h>
#include <string.h>

typedef struct oracle {
    const test_case *t;
    const wide_scheme *s;
    wide_weights w[2][3][3]; /* [H or E][axis a][direction that is updated] */
    double d[3];
    double *field[4][YEE_COMPONENTS]; /* [levels back][component] */
    double *psi[YEE_COMPONENTS][3];
    double *state[YEE_COMPONENTS]; /* 6 words a point */
} oracle;

static double image(const oracle *o, int c, int64_t x[3])
{
    const yee_grid *g = &o->t->problem.grid;
    double sign = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *l = &g->axis[a];
        const int64_t n = l->cells, half = yee_half(c, a);
        if (l->invariant)
            x[a] = 0;
        else if (l->periodic)
            x[a] = (x[a] % n + n) % n;
        while (x[a] < 0 || x[a] > n - half) { /* both walls, where cells are few */
            const int side = x[a] < 0 ? 0 : 1;
            sign *= (l->face[side] == YEE_FACE_PMC) == (half != 0) ? -1 : 1;
            x[a] = (side ? 2 * n : 0) - half - x[a];
        }
    }
    return sign * o->field[0][c][yee_grid_index(g, c, x[0], x[1], x[2])];
}

/* The weighted difference along a at a point of component c, without 1/delta. */
static double wide_difference(const oracle *o, int c, int a, const int64_t at[3])
{
    const int electric = yee_is_electric(c), d = yee_direction(c), s = 3 - a - d;
    const int from = s + (electric ? 3 : 0);
    const double(*w)[WIDE_ACROSS] = o->w[electric][a][d];
    double sum = 0;
    for (int p = 0; p < WIDE_REACH; p++)
        for (int x = -1; x <= 1; x++)
            for (int y = -1; y <= 1; y++) {
                const double weight = w[p][(x != 0) + 2 * (y != 0)];
                if (weight == 0)
                    continue;
                int64_t ahead[3] = {at[0], at[1], at[2]}, behind[3];
                ahead[d] += x;
                ahead[s] += y;
                memcpy(behind, ahead, sizeof behind);
                ahead[a] += p + !electric;
                behind[a] += !electric - p - 1;
                sum += weight * (image(o, from, ahead) - image(o, from, behind));
            }
    return sum;
}

/* Stretched: at a PMC the problem's node is half a cell wide, an image there a whole one. */
static double derivative(oracle *o, int c, int a, const int64_t at[3], int64_t index)
{
    const yee_axis_data *l = &o->t->problem.grid.axis[a];
    if (l->invariant)
        return 0;
    const int64_t i = at[a], count = yee_half(c, a) || l->periodic ? l->cells : l->cells + 1;
    const bool node = !yee_half(c, a);
    const bool wall = node && !l->periodic &&
                      ((i == 0 && l->face[0] == YEE_FACE_PMC) ||
                       (i == l->cells && l->face[1] == YEE_FACE_PMC));
    const double t = wide_difference(o, c, a, at) * (wall ? 0.5 : 1);
    double v = (node ? l->node_inverse : l->half_inverse)[i] * t;
    if (i < l->layer[0] || i >= count - l->layer[1]) {
        double *psi = &o->psi[c][a][index];
        *psi = (node ? l->node_b : l->half_b)[i] * *psi + (node ? l->node_c : l->half_c)[i] * t;
        v += *psi;
    }
    return v;
}

static double take_sections(oracle *o, int c, int64_t index, const yee_update *u, double old)
{
    double sum = 0, *s = o->state[c] + 6 * index;
    for (int n = 0; n < u->sections; n++, s += 2) {
        const yee_section *x = &o->t->problem.section[u->section + n];
        const double s1 = s[0];
        sum += s1;
        s[0] = s1 + s[1] - x->c1 * s1 + x->r1 * old;
        s[1] += x->rd * old - x->c0 * s1;
    }
    return sum;
}

static void half_step(oracle *o, int electric)
{
    const yee_problem *p = &o->t->problem;
    const yee_grid *g = &p->grid;
    for (int c = electric ? 0 : 3; c < (electric ? 3 : 6); c++) {
        double *oldest = o->field[3][c];
        int64_t x[3];
        for (x[0] = g->begin[c][0]; g->active[c] && x[0] < g->end[c][0]; x[0]++)
            for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
                for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++) {
                    const int64_t i = yee_grid_index(g, c, x[0], x[1], x[2]);
                    const yee_update *u = &p->update[yee_problem_medium(p, c, i)];
                    const int a = (c + 1) % 3, b = (c + 2) % 3;
                    const double old = o->field[0][c][i];
                    const double q = (electric ? 1 : -1) *
                                     (derivative(o, c, a, x, i) - derivative(o, c, b, x, i));
                    if (o->s->time == WIDE_LEAPFROG) {
                        oldest[i] = u->ca * old + u->cb * (q - take_sections(o, c, i, u, old));
                        continue;
                    }
                    /* (22/24 + 5 L/16) F = (17/24 - 15 L/16) F0 + ..., L = sigma dt/eps */
                    const double l = 2 * (1 - u->ca) / (1 + u->ca);
                    oldest[i] = ((17 - 22.5 * l) * old + (9 + 7.5 * l) * o->field[1][c][i] -
                                 (5 + 1.5 * l) * o->field[2][c][i] + oldest[i] +
                                 24 * u->cb * (1 + 0.5 * l) * q) /
                                (22 + 7.5 * l);
                }
        for (int n = 3; n > 0; n--)
            o->field[n][c] = o->field[n - 1][c];
        o->field[0][c] = oldest;
    }
}

static void *zeros(const test_case *t, int64_t count)
{
    void *block = yee_arena_alloc(t->arena, (size_t)(count + 1) * sizeof(double));
    ck_assert_ptr_nonnull(block);
    return block;
}

void definition_run(const test_case *t, const wide_scheme *s, double *field[YEE_COMPONENTS])
{
    const yee_grid *g = &t->problem.grid;
    oracle *o = yee_arena_alloc(t->arena, sizeof *o);
    const wide_config keys = {NAN, 10};
    ck_assert_ptr_nonnull(o);
    o->t = t;
    o->s = s;
    wide_cell(g, o->d);
    const wide_wave wave = wide_wave_of(s->designed ? &keys : NULL, o->d, g->dt, YEE_C0);
    for (int electric = 0; electric < 2; electric++)
        for (int a = 0; a < 3; a++)
            for (int d = 0; d < 3; d++)
                if (a != d && o->d[a] > 0)
                    wide_weigh(s, &wave, electric, a, d, o->w[electric][a][d]);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t n = yee_grid_points(g, c);
        for (int level = 0; level < 4; level++)
            o->field[level][c] = zeros(t, n);
        memcpy(o->field[0][c], t->initial[c], (size_t)n * sizeof(double));
        for (int a = 0; a < 3; a++)
            o->psi[c][a] = zeros(t, n);
        o->state[c] = zeros(t, 6 * n);
    }
    for (int64_t step = 0; step < t->problem.steps; step++) {
        half_step(o, 0);
        half_step(o, 1);
    }
    memcpy(field, o->field[0], sizeof o->field[0]);
}
