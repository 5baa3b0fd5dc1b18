/* core/api/cut.c: the subdomains of a run, where [run] asks for them. */
#include "problem/cut.h"
#include "plugin/call.h"
#include "simulation.h"
#include <math.h>

/* The cut that a scheme steps in the least time. Fewer steps between two exchanges than it likes
 * cost it half of what it likes over what it gets, as a tile that is cut off passes over the memory
 * for fewer steps; more steps cost deeper halos, and obstruct. */
static yee_status choose(yee_simulation *s, const yee_place *place, const int64_t wanted[3],
                         const yee_scheme_cuts *cuts, int radius)
{
    yee_model *m = s->model;
    const int64_t given = m->run.subdomain_steps, liked = cuts->steps > 1 ? cuts->steps : 1;
    yee_status status = YEE_DECLINED, found;
    double best = INFINITY;
    for (int64_t steps = given ? given : liked; steps; steps = given ? 0 : steps / 2) {
        yee_cut cut;
        yee_diag_clear(m->diag);
        found = yee_cut_choose(m->diag, place, m->arena, &m->problem, wanted, cuts->axis,
                               steps * radius, &cut);
        if (found && found != YEE_DECLINED)
            return found;
        const double cost = found ? (double)INFINITY
                                  : yee_cut_largest(&m->problem, &cut) *
                                        (1 + 0.5 * (double)liked / (double)steps);
        if (cost < best) {
            best = cost;
            status = YEE_OK;
            s->cut.cut = cut;
            s->cut.stride = steps;
        }
    }
    return status;
}

yee_status yee_simulation_cut(yee_simulation *s)
{
    yee_model *m = s->model;
    const yee_instance *it = m->scheme;
    const yee_scheme_ops *ops = it->plugin->ops;
    const yee_place place = yee_model_run_place(m, "subdomains");
    yee_scheme_traits traits = {.size = sizeof traits};
    int64_t wanted[3];
    s->ops = ops;
    s->config = it->config;
    yee_status status = yee_model_subdomains(m, wanted);
    if (status || (wanted[0] < 2 && wanted[1] < 2 && wanted[2] < 2))
        return status;
    status = YEE_CALL(it, ops, traits, it->config, &traits);
    yee_scheme_cuts cuts = {.size = sizeof cuts, .axis = {true, true, true}, .steps = 1};
    if (!status && YEE_HAS(ops, cuts))
        YEE_CALL_VOID(it, ops, cuts, it->config, &m->problem, &cuts);
    s->cut = (yee_subdomains_config){.scheme = it, .ops = ops, .config = it->config};
    if (!status)
        status = choose(s, &place, wanted, &cuts, traits.radius);
    if (!status) {
        yee_diag_clear(m->diag); /* of cuts that were not possible */
        s->ops = &yee_subdomains_ops;
        s->config = &s->cut;
    }
    return status;
}
