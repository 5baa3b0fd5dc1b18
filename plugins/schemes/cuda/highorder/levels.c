/* levels.c: four levels in time; schemes/highorder/s44.c has the formula. */
#include "wide_plan.h"
#include <stdio.h>
#include <stdlib.h>

/* E with a loss at (n+1/2) dt from four levels, coefficients of the curl and of the levels; dt
 * over eps and sigma dt over eps follow from the leapfrog's ca and cb. */
void levels_coefficients(const yee_update *u, double x[5])
{
    const double loss = wide_loss(u), lead = 22 + 7.5 * loss;
    x[0] = 24 * u->cb * 2 / (1 + u->ca) / lead;
    x[1] = (17 - 22.5 * loss) / lead;
    x[2] = (9 + 7.5 * loss) / lead;
    x[3] = -(5 + 1.5 * loss) / lead;
    x[4] = 1 / lead;
}

/* The newest level lies one slot lower with every step. */
void levels_rotate(plan *p, int first, int phase)
{
    wide_plan *e = wide_of(p);
    const int newest = (WIDE_LEVELS - phase) % WIDE_LEVELS;
    for (int c = first; c < first + 3 && e->wide.level_coefficients; c++) {
        const size_t guard = (size_t)p->state.field[c].from * p->word;
        p->d.field[c] = (char *)e->slot[c][newest] + guard;
        for (int n = 0; n < WIDE_LEVELS - 1; n++)
            e->wide.level[c][n] = (char *)e->slot[c][(newest + 1 + n) % WIDE_LEVELS] + guard;
    }
}

bool levels_make(plan *p)
{
    wide_plan *e = wide_of(p);
    const yee_problem *q = p->problem;
    double *coefficients = plan_scratch(p, 5 * q->media, sizeof *coefficients);
    for (int64_t m = 0; m < q->media && coefficients; m++)
        if (q->medium[m].conductor == YEE_NOT_CONDUCTOR) /* in one fields stay 0 */
            levels_coefficients(&q->update[m], coefficients + 5 * m);
    const void *table =
        coefficients ? plan_rounded(p, coefficients, 5 * q->media, 5 * q->media) : NULL;
    bool ok = table &&
              device_ask(&e->memory, &e->wide.level_coefficients, 5 * q->media, p->word, table);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const state_array *x = &p->state.array[p->state.field[c].n - 1];
        e->slot[c][0] = x->buffer[0];
        for (int n = 1; n < WIDE_LEVELS && ok; n++)
            ok = device_ask(&e->memory, &e->slot[c][n], x->words, p->word, NULL);
    }
    return ok;
}

double *levels_sources(const yee_problem *q)
{
    double *source = malloc((size_t)(q->media + 1) * sizeof *source);
    for (int64_t m = 0; m < q->media && source; m++) {
        double x[5];
        levels_coefficients(&q->update[m], x);
        source[m] = q->update[m].cb > 0 ? x[0] / q->update[m].cb : 1;
    }
    return source;
}

/* The levels beside those that lie in the arrays of the fields. */
yee_status levels_pieces(plan *p, yee_state *state, bool load)
{
    wide_plan *e = wide_of(p);
    yee_status status = YEE_OK;
    for (int c = 0; c < YEE_COMPONENTS && e->wide.level_coefficients; c++)
        for (int n = 1; n < WIDE_LEVELS && status == YEE_OK; n++) {
            char name[32];
            snprintf(name, sizeof name, "level_%d_%d", c, n);
            status =
                fields_piece(p, state, load, name, e->slot[c][n],
                             (size_t)p->state.array[p->state.field[c].n - 1].words * p->word);
        }
    if (load && status == YEE_OK && e->wide.level_coefficients) {
        p->graph.phase = (int)(p->step % WIDE_LEVELS);
        levels_rotate(p, 0, p->graph.phase);
        levels_rotate(p, 3, p->graph.phase);
    }
    return status;
}
