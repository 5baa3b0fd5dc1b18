/* accept.c: which problems the high-order schemes take, whatever runs them. */
#include "accept.h"
#include <math.h>

/* A scheme under the name it runs by, and before the names of its like. */
typedef struct asked {
    const yee_host *host;
    const wide_scheme *scheme;
    const char *name, *prefix;
} asked;

static yee_status grid(const asked *q, const yee_grid *g)
{
    double d[3], equal = 0;
    int64_t i;
    int a = wide_unequal(g, &i);
    wide_cell(g, d);
    for (int n = 0; n < 3; n++)
        if (g->axis[n].face[0] == YEE_FACE_OPEN || g->axis[n].face[1] == YEE_FACE_OPEN)
            return q->host->fail(
                q->host, YEE_DECLINED,
                "a face along %c is open to a neighbouring grid; %s runs whole "
                "grids only",
                ("xyz"[n]), q->name);
    if (a >= 0) {
        const double *x = g->axis[a].node;
        return q->host->fail(q->host, YEE_DECLINED,
                             "cell %lld along %c is %g m wide and the smallest %g m; the wide "
                             "differences of %s need equal cells along an axis",
                             (long long)i, "xyz"[a], x[i + 1] - x[i], d[a], q->name);
    }
    for (a = 0; a < 3; a++) {
        if (g->axis[a].invariant)
            continue;
        if (q->scheme->cubic && equal > 0 && fabs(d[a] - equal) > 1e-9 * equal)
            return q->host->fail(q->host, YEE_DECLINED,
                                 "cells are %g m along %c and %g m along another axis; the "
                                 "weights of %s are for equal ones (%sme44, %shodge44 and "
                                 "%sfang24 take these)",
                                 d[a], ("xyz"[a]), equal, q->name, q->prefix, q->prefix,
                                 q->prefix);
        equal = d[a];
    }
    return YEE_OK;
}

/* What links.h does not keep stable. */
static yee_status media(const asked *q, const yee_problem *problem)
{
    const yee_medium *first[2] = {NULL, NULL};
    for (int64_t n = 0; n < problem->media && q->scheme->inside == WIDE_NOTHING; n++) {
        const yee_medium *m = &problem->medium[n], **f = &first[m->magnetic];
        if (m->conductor != YEE_NOT_CONDUCTOR)
            return q->host->fail(q->host, YEE_DECLINED,
                                 "the perfect conductor '%s' lies inside the grid, and the "
                                 "differences of %s would reach around it; no stable way is "
                                 "known (%shodge44 and %sme44 take it)",
                                 m->name, q->name, q->prefix, q->prefix);
        if (*f)
            return q->host->fail(q->host, YEE_DECLINED,
                                 "the grid holds '%s' and '%s'; the two curls of %s are stable "
                                 "together in one medium only (%sme44 and %shodge44 take "
                                 "several)",
                                 (*f)->name, m->name, q->name, q->prefix, q->prefix);
        *f = m;
    }
    return YEE_OK;
}

/* What has no place in four levels or is unstable in them. */
static yee_status levels(const asked *q, const wide_wave *wave, const yee_problem *problem)
{
    const double room = 1 - wide_number(q->scheme, wave) / wide_limit(q->scheme);
    for (int64_t n = 0; n < problem->media; n++) {
        const yee_medium *m = &problem->medium[n];
        const yee_update *u = &problem->update[n];
        if (m->conductor != YEE_NOT_CONDUCTOR)
            continue;
        if (u->sections > 0)
            return q->host->fail(q->host, YEE_DECLINED,
                                 "medium '%s' has poles, whose state is for two levels in "
                                 "time; %s has four (%sme44 takes them)",
                                 m->name, q->name, q->prefix);
        if (m->magnetic && u->ca != 1)
            return q->host->fail(q->host, YEE_DECLINED,
                                 "medium '%s' has a magnetic loss of %g Ohm/m; %s has electric "
                                 "ones only (%sme44 takes it)",
                                 m->name, m->response.sigma, q->name, q->prefix);
        if (u->ca != 1 && wide_loss(u) > room)
            return q->host->fail(q->host, YEE_DECLINED,
                                 "medium '%s' has sigma dt/eps = %g, and with this dt %s is "
                                 "unstable above %g (a smaller courant; %sme44 takes it)",
                                 m->name, wide_loss(u), q->name, room, q->prefix);
    }
    if (problem->ports > 0)
        return q->host->fail(q->host, YEE_DECLINED,
                             "lumped ports are laws of two levels in time, %s has four; the "
                             "model has %lld (%sme44 takes them)",
                             q->name, (long long)problem->ports, q->prefix);
    return YEE_OK;
}

yee_status wide_accept(const yee_host *host, const wide_scheme *s, bool cuda,
                       const wide_config *config, const yee_problem *problem, wide_wave *wave)
{
    const asked q = {host, s, cuda ? s->cuda : s->name, cuda ? "cuda." : ""};
    double d[3];
    yee_status status;
    if ((status = grid(&q, &problem->grid)) || (status = media(&q, problem)))
        return status;
    wide_cell(&problem->grid, d);
    *wave = wide_wave_of(config, d, problem->grid.dt, links_velocity(problem));
    return s->time == WIDE_BACKWARD ? levels(&q, wave, problem) : YEE_OK;
}
