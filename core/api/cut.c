/* core/api/cut.c: the subdomains of a run, where [run] asks for them. */
#include "problem/cut.h"
#include "plugin/call.h"
#include "simulation.h"

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
    if (cuts.steps < 1)
        cuts.steps = 1;
    /* Deep halos obstruct: fewer steps where the scheme's wish has no place. */
    int64_t steps = m->run.subdomain_steps ? m->run.subdomain_steps : cuts.steps;
    for (yee_status found = YEE_DECLINED; !status && found == YEE_DECLINED; steps /= 2) {
        s->cut = (yee_subdomains_config){
            .scheme = it, .ops = ops, .config = it->config, .stride = steps};
        yee_diag_clear(m->diag);
        found = yee_cut_choose(m->diag, &place, m->arena, &m->problem, wanted, cuts.axis,
                               steps * traits.radius, &s->cut.cut);
        if (found != YEE_DECLINED || steps <= 1 || m->run.subdomain_steps)
            status = found;
        if (status)
            return status;
    }
    if (!status) {
        yee_diag_clear(m->diag); /* of cuts that were not possible */
        s->ops = &yee_subdomains_ops;
        s->config = &s->cut;
    }
    return status;
}
