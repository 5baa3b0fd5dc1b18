/* accept.c: which problems the high-order schemes take on a GPU. */
#include "engine.h"
#include <math.h>

static yee_status decline_grid(const yee_host *host, const wide_scheme *s, const yee_grid *g)
{
    double d[3], most = 0, least = INFINITY;
    wide_cell(g, d);
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        if (x->invariant)
            continue;
        for (int64_t i = 0; i < x->cells; i++)
            if (fabs(x->node[i + 1] - x->node[i] - d[a]) > 1e-9 * d[a])
                return host->fail(
                    host, YEE_DECLINED,
                    "%s has one set of weights for an axis, but cells along %c are "
                    "%g m and %g m long",
                    s->cuda, "xyz"[a], d[a], x -> node[i + 1] - x -> node[i]);
        most = fmax(most, d[a]);
        least = fmin(least, d[a]);
    }
    if (s->cubic && most - least > 1e-9 * most)
        return host->fail(host, YEE_DECLINED,
                          "%s has weights for equal cells only; these are %g m and %g m long "
                          "(cuda.me44 and cuda.hodge44 take them)",
                          s->cuda, least, most);
    return YEE_OK;
}

/* What links.h does not keep stable. */
static yee_status decline_media(const yee_host *host, const wide_scheme *s,
                                const yee_problem *q)
{
    const yee_medium *first[2] = {NULL, NULL};
    for (int64_t n = 0; n < q->media && s->inside == WIDE_NOTHING; n++) {
        const yee_medium *m = &q->medium[n], **f = &first[m->magnetic];
        if (m->conductor != YEE_NOT_CONDUCTOR || *f)
            return host->fail(
                host, YEE_DECLINED,
                "the grid holds '%s' beside another medium, and no stable way is "
                "known for the two curls of %s (cuda.me44 and cuda.split take it)",
                m->name, s->cuda);
        *f = m;
    }
    return YEE_OK;
}

/* What has no place in four levels or is unstable in them. */
static yee_status decline_levels(const yee_host *host, const wide_scheme *s,
                                 const wide_wave *wave, const yee_problem *q)
{
    const double room = 1 - wide_number(s, wave) / wide_limit(s);
    for (int64_t n = 0; n < q->media; n++) {
        const yee_medium *m = &q->medium[n];
        const yee_update *u = &q->update[n];
        if (m->conductor != YEE_NOT_CONDUCTOR)
            continue;
        if (u->sections > 0)
            return host->fail(host, YEE_DECLINED,
                              "%s has no place for the state of poles; medium '%s' has %d",
                              s->cuda, m->name, u->sections);
        if (m->magnetic && u->ca != 1)
            return host->fail(host, YEE_DECLINED,
                              "%s has no magnetic losses; medium '%s' has %g Ohm/m", s->cuda,
                              m->name, m->response.sigma);
        if (u->ca != 1 && levels_loss(u) > room)
            return host->fail(
                host, YEE_DECLINED,
                "%s is unstable in medium '%s': at this dt sigma dt/eps = %g must "
                "be at most %g",
                s->cuda, m->name, levels_loss(u), room);
    }
    if (q->ports > 0)
        return host->fail(host, YEE_DECLINED,
                          "%s has no lumped ports, which are laws of two levels in time; the "
                          "model has %lld",
                          s->cuda, (long long)q->ports);
    return YEE_OK;
}

yee_status engine_accept(const yee_host *host, const wide_scheme *s, const wide_config *config,
                         const yee_problem *q, wide_wave *wave, wide_links **links)
{
    const wide_config *design = s->designed ? config : NULL;
    double d[3];
    yee_status status;
    if ((status = decline_grid(host, s, &q->grid)) || (status = decline_media(host, s, q)))
        return status;
    wide_cell(&q->grid, d);
    *wave = wide_wave_of(design, d, q->grid.dt, links_velocity(q));
    if (s->time == WIDE_BACKWARD && (status = decline_levels(host, s, wave, q)))
        return status;
    return links_make(host, s, design, wave, q, links);
}
