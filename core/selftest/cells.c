/* core/selftest/cells.c: laws of cells and of fields (yee/law.h) that grow by themselves, or whose
 * currents the grid has no field for.
 *
 * Of a mode with wave vector k in a uniform grid, E real and H imaginary,
 *
 *     H' -= dt/mu0 K x E,   J from M E by the law,   E^ = ca E + cb (-K x H' - sum s1 - M J)
 *     K_a = 2/d_a sin(k_a d_a/2),   M_x = cos(k_y d_y/2) cos(k_z d_z/2), cyclic
 *
 * or of a law of fields, L = ca L + cb (-K x H' - sum s1),  E = L + M x,  x from M inf L by the law,
 * of a magnetic one H' = L + M x with M_x = cos(k_x d_x/2), L -= dt/(mu0 inf) K x E,
 *
 * with H = j H' and the law's own row, a point for each k (J. von Neumann's analysis with the
 * means of steps 1a and 3a of yee/problem.h), in fields so small that a law is linear. */
#include "model/pointwise.h"
#include "plugin/call.h"
#include "problem/surface/oblique.h"
#include "selftest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ANGLES = 8, /* along an axis, from 0 to pi */
    MODES = ANGLES * ANGLES * ANGLES,
    STEPS = 2000,
    EARLY = 400, /* steps at the beginning and at the end that are compared */
    SECTIONS = 16,
};
#define SMALL 1e-6   /* of a law's reach */
#define GROWN 1000.0 /* times that a field may become as large; laws.c says of what */

typedef struct modes {
    double k[3][MODES], mean[3][MODES]; /* K, 1/m, and M */
    double e[3][MODES], h[3][MODES], drive[3][MODES], s[3][SECTIONS][2][MODES];
    double state[YEE_LAW_MOST_WORDS * MODES], map[YEE_LAW_MOST_WORDS * MODES];
    double signal[YEE_LAW_MOST_SIGNALS];
    double linear[3][MODES]; /* L */
    uint32_t medium[3];      /* of the edges */
    bool field;              /* a law of fields, of E, */
    bool magnetic;           /* or of H */
    double mu[3];            /* mu_inf */
} modes;

/* m: the narrowest cell along an axis. */
static double narrowest(const yee_axis_data *x)
{
    double least = INFINITY;
    for (int64_t i = 0; i < x->cells; i++)
        least = fmin(least, x->node[i + 1] - x->node[i]);
    return least;
}

/* Angles of both signs: a turn has a sense. */
static void set_waves(const yee_grid *g, modes *v)
{
    for (int n = 0; n < MODES; n++) {
        const int at[3] = {n % ANGLES, n / ANGLES % ANGLES, n / ANGLES / ANGLES};
        double c[3];
        for (int a = 0; a < 3; a++) {
            const double half = 0.5 * YEE_PI * at[a] / (ANGLES - 1);
            const int sign = (n * 7 + a * 5) % 3 ? 1 : -1;
            const bool flat = g->axis[a].invariant;
            v->k[a][n] = flat ? 0 : 2 * sign * sin(half) / narrowest(&g->axis[a]);
            c[a] = flat ? 1 : cos(half);
        }
        for (int a = 0; a < 3; a++)
            v->mean[a][n] = v->magnetic ? c[a] : c[(a + 1) % 3] * c[(a + 2) % 3];
    }
}

static void begin(const yee_problem *p, const yee_cell_run *run, modes *v)
{
    static const double part[3] = {1, 0.7, -0.6};
    const yee_law_use *use = &p->law[run->law];
    const yee_law_place place = {sizeof place, -1, p->grid.dt, 0, 0};
    const double reach = use->law->reach(use->self), size = reach < 1e30 ? SMALL * reach : 1;
    double at[3];
    memset(v, 0, sizeof *v);
    v->magnetic = use->law->has & YEE_LAW_MAGNETIC;
    v->field = use->law->has & YEE_LAW_FIELD && !v->magnetic;
    set_waves(&p->grid, v);
    for (int a = 0; a < 3; a++) {
        const int64_t i = run->cell[a] + (a == YEE_Z ? run->n / 2 : 0);
        at[a] = 0.5 * (p->grid.axis[a].node[i] + p->grid.axis[a].node[i + 1]);
    }
    for (int c = 0; c < 3; c++)
        v->medium[c] =
            p->grid.active[c]
                ? yee_problem_medium(p, c,
                                     yee_grid_index(&p->grid, c, run->cell[0], run->cell[1],
                                                    run->cell[2] + run->n / 2))
                : 0;
    for (int c = 0; c < 3; c++)
        v->mu[c] = p->grid.active[c + 3]
                       ? p->medium[yee_problem_medium(
                                       p, c + 3,
                                       yee_grid_index(&p->grid, c + 3, run->cell[0],
                                                      run->cell[1], run->cell[2] + run->n / 2))]
                             .response.inf
                       : 1;
    for (int n = 0; n < MODES; n++) {
        double state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
        if (use->law->begin)
            use->law->begin(use->self, &place, at, state, map);
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            v->state[w * MODES + n] = state[w];
            v->map[w * MODES + n] = map[w];
        }
        for (int c = 0; c < 3; c++)
            v->e[c][n] = v->linear[c][n] = p->grid.active[c] ? part[c] * size : 0;
        for (int c = 0; c < 3 && v->magnetic; c++) {
            v->e[c][n] *= YEE_ETA0;
            v->linear[c][n] = 0;
        }
    }
}

static void step_cells(const yee_problem *p, const yee_law_use *use, int64_t number, modes *v)
{
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < MODES; n++)
            v->drive[c][n] =
                v->mean[c][n] * (v->magnetic ? v->mu[c] * v->linear[c][n]
                                 : v->field
                                     ? p->medium[v->medium[c]].response.inf * v->linear[c][n]
                                     : v->e[c][n]);
    if (use->signals)
        use->signals->fill(use->signals->self, number, v->signal);
    const yee_law_row row = {.size = sizeof row,
                             .n = MODES,
                             .pitch = MODES,
                             .param = use->cell_param,
                             .signal = v->signal,
                             .e = v->drive,
                             .state = v->state,
                             .map = use->law->cell_maps ? v->map : NULL,
                             .e_pitch = MODES};
    use->law->cell_row[1](&row);
}

static void step(const yee_problem *p, const yee_law_use *use, int64_t number, modes *v)
{
    double(*const h)[MODES] = v->magnetic ? v->linear : v->h;
    if (!v->field && !v->magnetic)
        step_cells(p, use, number, v);
    for (int c = 0; c < 3; c++) {
        const int a = (c + 1) % 3, b = (c + 2) % 3;
        const double factor = p->grid.dt / (YEE_MU0 * (v->magnetic ? v->mu[c] : 1));
        for (int n = 0; p->grid.active[c + 3] && n < MODES; n++)
            h[c][n] -= factor * (v->k[a][n] * v->e[b][n] - v->k[b][n] * v->e[a][n]);
    }
    if (v->magnetic)
        step_cells(p, use, number, v);
    for (int c = 0; c < 3 && v->magnetic; c++)
        for (int n = 0; p->grid.active[c + 3] && n < MODES; n++)
            v->h[c][n] = h[c][n] + v->mean[c][n] * v->state[c * MODES + n];
    for (int c = 0; c < 3; c++) {
        const yee_update *u = &p->update[v->medium[c]];
        const int a = (c + 1) % 3, b = (c + 2) % 3;
        for (int n = 0; p->grid.active[c] && n < MODES; n++) {
            double *e = v->field ? &v->linear[c][n] : &v->e[c][n];
            const double old = *e;
            double drive =
                v->k[b][n] * v->h[a][n] - v->k[a][n] * v->h[b][n] -
                (v->field || v->magnetic ? 0 : v->mean[c][n] * v->state[c * MODES + n]);
            for (int q = 0; q < u->sections && q < SECTIONS; q++) {
                const yee_section *x = &p->section[u->section + q];
                const double s1 = v->s[c][q][0][n], s2 = v->s[c][q][1][n];
                drive -= s1;
                v->s[c][q][0][n] = s1 + s2 - x->c1 * s1 + x->r1 * old;
                v->s[c][q][1][n] = s2 - x->c0 * s1 + x->rd * old;
            }
            *e = u->ca * old + u->cb * drive;
        }
    }
    if (v->field)
        step_cells(p, use, number, v);
    for (int c = 0; c < 3 && v->field; c++)
        for (int n = 0; n < MODES; n++)
            v->e[c][n] = v->linear[c][n] + v->mean[c][n] * v->state[c * MODES + n];
}

/* Growth of the fastest mode by a step, 1: none grows. */
static double growth(const yee_problem *p, const yee_cell_run *run, modes *v)
{
    double before[MODES] = {0}, after[MODES] = {0}, rate = 1, worst = GROWN;
    begin(p, run, v);
    for (int64_t n = 0; n < STEPS; n++) {
        step(p, &p->law[run->law], n, v);
        if (n >= EARLY && n < STEPS - EARLY)
            continue;
        for (int c = 0; c < 3; c++)
            for (int q = 0; q < MODES; q++) {
                double *most = n < EARLY ? &before[q] : &after[q];
                if (!(fabs(v->e[c][q]) <= *most)) /* no number is the largest, too */
                    *most = fabs(v->e[c][q]);
            }
    }
    for (int q = 0; q < MODES; q++)
        if (!(after[q] <= worst * before[q])) {
            worst = after[q] / before[q];
            rate = isfinite(worst) ? pow(worst, 1.0 / (STEPS - EARLY)) : INFINITY;
        }
    return rate;
}

/* A component without a field that has a current; -1: none. */
static int lost_current(const yee_grid *g, const modes *v)
{
    double most = 0;
    int found = -1;
    for (int n = 0; n < 3 * MODES; n++)
        most = fmax(most, fabs(v->state[n]));
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < MODES && !g->active[v->magnetic ? c + 3 : c]; n++)
            if (fabs(v->state[c * MODES + n]) > 1e-9 * most) /* rounding: 1e-16 a step */
                found = c;
    return found;
}

static yee_status judge(yee_model *m, const yee_cell_run *run, modes *v)
{
    const yee_problem *p = &m->problem;
    const yee_law_use *use = &p->law[run->law];
    const yee_instance *owner = yee_model_law_owner(m, use->law, use->self);
    const char *name = owner->host.instance;
    yee_call call;
    yee_call_begin(&call, owner, "cell_row");
    const double rate = growth(p, run, v);
    yee_call_end();
    const int lost = lost_current(&p->grid, v);
    if (lost >= 0)
        return yee_finding_note(m, m->run.unsafe ? YEE_WARNING : YEE_ERROR, name,
                                "its law '%s' makes a %s along %c, where a 2-D grid of "
                                "this mode has no field; a 3-D grid would be right, or a "
                                "material that does not turn %c out of the fields of the mode",
                                use->law->name,
                                v->magnetic ? "magnetisation"
                                : v->field  ? "field"
                                            : "current",
                                ("xyz"[lost]), v->magnetic ? 'H' : 'E');
    if (!(rate > 1))
        return YEE_OK;
    if (use->law->has & YEE_LAW_ACTIVE)
        return yee_finding_note(m, YEE_INFO, name,
                                "its law '%s' gives energy: weak fields grow %.6g times a step "
                                "at most",
                                use->law->name, rate);
    return yee_finding_note(m, m->run.unsafe ? YEE_WARNING : YEE_ERROR, name,
                            "with its law '%s' weak fields grow %.6g times a step; a smaller "
                            "courant may help, else the law is at fault",
                            use->law->name, rate);
}

/* The longest run of cells with a law; NULL: none has it. */
static const yee_cell_run *longest(const yee_problem *p, int64_t law)
{
    const uint32_t has = p->law[law].law->has;
    const yee_cell_run *first = has & YEE_LAW_MAGNETIC ? p->magnetic_cell
                                : has & YEE_LAW_FIELD  ? p->field_cell
                                                       : p->cell_run;
    const int64_t runs = has & YEE_LAW_MAGNETIC ? p->magnetic_cells
                         : has & YEE_LAW_FIELD  ? p->field_cells
                                                : p->cell_runs;
    const yee_cell_run *run = NULL;
    for (const yee_cell_run *r = first; r < first + runs; r++)
        if (r->law == law && (!run || r->n > run->n))
            run = r;
    return run;
}

yee_status yee_selftest_cells(yee_model *m)
{
    const yee_problem *p = &m->problem;
    yee_status status = YEE_OK;
    const bool any = p->cell_runs || p->field_cells || p->magnetic_cells;
    modes *v = any ? malloc(sizeof *v) : NULL;
    if (any && !v)
        return YEE_MEMORY;
    for (int64_t n = 0; v && n < p->laws && !status; n++) {
        const yee_cell_run *run = longest(p, n);
        /* fields.c sees to that of surfaces, which is of single cells beside others */
        if (run && p->law[n].law != &yee_oblique_law)
            status = judge(m, run, v);
    }
    free(v);
    return status;
}
