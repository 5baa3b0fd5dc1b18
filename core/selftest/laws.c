/* core/selftest/laws.c: laws of media (yee/law.h) that grow by themselves, before they do so in a
 * run.
 *
 * Of a mode with one wave number in a uniform medium every edge does the same: H loses k E dt/mu0,
 * E^ takes k H through the medium's update, and the law makes of it the new E. k goes from 0 to
 * the largest that the grid holds, 2 sqrt(sum 1/d^2) (J. von Neumann's analysis, on the law's own
 * row: a point for each k), in fields so small that a law is linear. */
#include "model/pointwise.h"
#include "plugin/call.h"
#include "selftest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MODES = 512,
    STEPS = 3000,
    EARLY = 500, /* steps at the beginning and at the end that are compared */
    SECTIONS = 64,
};
#define SMALL 1e-6 /* of a law's reach */
#define GROWN \
    1000.0 /* times that a field may become as large: of degenerate modes, which grow
                        with the step or its square and not by a factor, 36 are possible */

/* One medium's mode for each k. */
typedef struct modes {
    double e[MODES], h[MODES], old[MODES], s[SECTIONS][2][MODES];
    double state[YEE_LAW_MOST_WORDS * MODES], map[YEE_LAW_MOST_WORDS * MODES];
    double signal[YEE_LAW_MOST_SIGNALS];
} modes;

/* 1/m: the largest wave number in the sense above. */
static double largest(const yee_grid *g)
{
    double sum = 0;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        double least = INFINITY;
        for (int64_t i = 0; !x->invariant && i < x->cells; i++)
            least = fmin(least, x->node[i + 1] - x->node[i]);
        sum += 1 / (least * least);
    }
    return 2 * sqrt(sum);
}

static void begin(const yee_problem *p, uint32_t medium, int c, modes *v)
{
    const yee_law_use *use = &p->law[p->law_medium[medium].law];
    const yee_law_place place = yee_problem_law_place(p, medium, c);
    const double reach = use->law->reach(use->self), size = reach < 1e30 ? SMALL * reach : 1;
    double at[3];
    memset(v, 0, sizeof *v);
    for (int a = 0; a < 3; a++)
        at[a] = p->grid.axis[a].node[p->grid.axis[a].cells / 2];
    for (int n = 0; n < MODES; n++) {
        double state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
        if (use->law->begin)
            use->law->begin(use->self, &place, at, state, map);
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            v->state[w * MODES + n] = state[w];
            v->map[w * MODES + n] = map[w];
        }
        v->e[n] = size;
    }
}

static void step(const yee_problem *p, uint32_t medium, int c, double top, int64_t number,
                 modes *v)
{
    const yee_law_use *use = &p->law[p->law_medium[medium].law];
    const yee_update *u = &p->update[medium];
    for (int n = 0; n < MODES; n++) {
        const double k = top * n / (MODES - 1);
        v->old[n] = v->e[n];
        v->h[n] -= p->grid.dt / YEE_MU0 * k * v->e[n];
        double drive = k * v->h[n];
        for (int q = 0; q < u->sections && q < SECTIONS; q++) {
            const yee_section *x = &p->section[u->section + q];
            const double s1 = v->s[q][0][n], s2 = v->s[q][1][n];
            drive -= s1;
            v->s[q][0][n] = s1 + s2 - x->c1 * s1 + x->r1 * v->old[n];
            v->s[q][1][n] = s2 - x->c0 * s1 + x->rd * v->old[n];
        }
        v->e[n] = u->ca * v->old[n] + u->cb * drive;
    }
    if (use->signals)
        use->signals->fill(use->signals->self, number, v->signal);
    const yee_law_row row = {.size = sizeof row,
                             .n = MODES,
                             .pitch = MODES,
                             .param = p->law_medium[medium].param[c],
                             .signal = v->signal,
                             .old = v->old,
                             .e = v->e,
                             .state = use->law->edge_words ? v->state : NULL,
                             .map = use->law->edge_maps ? v->map : NULL};
    use->law->edge_row[1](&row);
}

/* Growth of the fastest mode by a step, 1: none grows; *at: its part of the largest k. */
static double growth(const yee_problem *p, uint32_t medium, int c, modes *v, double *at)
{
    const double top = largest(&p->grid);
    double before[MODES] = {0}, after[MODES] = {0}, worst = GROWN;
    begin(p, medium, c, v);
    for (int64_t n = 0; n < STEPS; n++) {
        step(p, medium, c, top, n, v);
        for (int q = 0; q < MODES; q++) {
            double *most = n < EARLY ? &before[q] : &after[q];
            const bool counts = n < EARLY || n >= STEPS - EARLY;
            /* a value that is no number is the largest */
            if (counts && !(fabs(v->e[q]) <= *most))
                *most = fabs(v->e[q]);
        }
    }
    double rate = 1;
    for (int q = 0; q < MODES; q++)
        if (!(after[q] <= worst * before[q])) {
            const double ratio = after[q] / before[q];
            worst = ratio;
            rate = isfinite(ratio) ? pow(ratio, 1.0 / (STEPS - EARLY)) : INFINITY;
            *at = (double)q / (MODES - 1);
        }
    return rate;
}

static yee_status judge(yee_model *m, uint32_t medium, int c, double rate, double at)
{
    const yee_law *law = m->problem.law[m->problem.law_medium[medium].law].law;
    const char *name = m->problem.medium[medium].name;
    if (law->has & YEE_LAW_ACTIVE)
        return yee_finding_note(m, YEE_INFO, name,
                                "its law '%s' gives energy: weak fields along %c grow %.6g "
                                "times a step at most",
                                law->name, ("xyz"[c]), rate);
    return yee_finding_note(m, m->run.unsafe ? YEE_WARNING : YEE_ERROR, name,
                            "with its law '%s' weak fields along %c grow %.6g times a step, "
                            "most at %.2g of the grid's largest wave number; a smaller courant "
                            "may help, else the law is at fault",
                            law->name, ("xyz"[c]), rate, at);
}

yee_status yee_selftest_laws(yee_model *m)
{
    const yee_problem *p = &m->problem;
    const int64_t *points = yee_voxels_points(m->voxels);
    yee_status status = YEE_OK;
    modes *v = p->laws ? malloc(sizeof *v) : NULL;
    if (p->laws && !v)
        return YEE_MEMORY;
    for (int64_t n = 0; n < p->media && !status && p->laws; n++)
        for (int c = 0; c < 3 && !status && p->law_medium[n].law >= 0; c++) {
            double at = 0, rate;
            if (!p->grid.active[c] || points[n] == 0 || p->law_medium[n].share < 1)
                continue;
            const yee_law_use *use = &p->law[p->law_medium[n].law];
            yee_call call;
            yee_call_begin(&call, yee_model_law_owner(m, use->law, use->self), "edge_row");
            rate = growth(p, (uint32_t)n, c, v, &at);
            yee_call_end();
            if (rate > 1)
                status = judge(m, (uint32_t)n, c, rate, at);
        }
    free(v);
    return status;
}
