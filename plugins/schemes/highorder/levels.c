/* levels.c: what four levels in time take and keep. */
#include "levels.h"
#include <stdio.h>

/* (22/24 + 5 L/16) E = (17/24 - 15 L/16) E0 + (9/24 + 5 L/16) E1 - (5/24 + L/16) E2 + E3/24 +
 * dt/eps q; leapfrog's cb is dt/eps/(1 + L/2). */
static void law_of(const yee_update *u, double x[5])
{
    const double loss = wide_loss(u), lead = 22 + 7.5 * loss;
    x[0] = 24 * u->cb * (1 + 0.5 * loss) / lead;
    x[1] = (17 - 22.5 * loss) / lead;
    x[2] = (9 + 7.5 * loss) / lead;
    x[3] = -(5 + 1.5 * loss) / lead;
    x[4] = 1 / lead;
}

static void put(const plan *p, void *to, int64_t n, double value)
{
    if (p->word == sizeof(float))
        ((float *)to)[n] = (float)value;
    else
        ((double *)to)[n] = value;
}

levels *levels_make(plan *p)
{
    const yee_problem *q = p->problem;
    levels *l = plan_take(p, 1, sizeof *l);
    void *part = plan_take(p, LEVELS * q->media, p->word);
    void *cb = plan_take(p, q->media, p->word), *loss = plan_take(p, q->media, p->word);
    bool ok = l && part && cb && loss;
    for (int n = 0; n < LEVELS; n++)
        for (int c = 0; c < YEE_COMPONENTS && ok; c++) {
            l->slot[n][c] = plan_take(p, yee_grid_points(&p->grid, c), p->word);
            ok = l->slot[n][c] != NULL;
        }
    if (!ok)
        return NULL;
    for (int64_t m = 0; m < q->media; m++) {
        double x[5];
        put(p, loss, m, 1);
        if (q->medium[m].conductor != YEE_NOT_CONDUCTOR)
            continue; /* nothing is kept there */
        law_of(&q->update[m], x);
        put(p, cb, m, x[0]);
        put(p, loss, m, 1 - x[1]);
        for (int n = 0; n < LEVELS; n++)
            put(p, part, LEVELS * m + n, x[2 + n] / x[0]);
        p->medium[m].source = x[0] / q->update[m].cb;
        if (q->medium[m].magnetic) {
            p->medium[m].now = 0;
            p->medium[m].next = 0.5 * YEE_MU0 * q->medium[m].response.inf;
        }
    }
    l->part = part;
    p->cb = cb;
    p->loss = loss;
    return l;
}

yee_status levels_pieces(plan *p, levels *l, yee_state *state)
{
    yee_status status = plan_pieces(p, state);
    for (int n = 0; n < LEVELS; n++)
        for (int c = 0; c < YEE_COMPONENTS && status == YEE_OK; c++) {
            char text[24];
            const int to = p->as[c];
            snprintf(text, sizeof text, "%s_level_%d", yee_component_key(c), n);
            status = state->piece(state, text, l->slot[n][to],
                                  yee_grid_points(&p->grid, to) * (int64_t)p->word);
        }
    return status;
}
