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
    int64_t wanted[3], steps = m->run.subdomain_steps;
    s->ops = ops;
    s->config = it->config;
    yee_status status = yee_model_subdomains(m, wanted);
    if (status || (wanted[0] < 2 && wanted[1] < 2 && wanted[2] < 2))
        return status;
    status = YEE_CALL(it, ops, traits, it->config, &traits);
    if (!status && steps == 0)
        steps = YEE_HAS(ops, steps_per_pass)
                    ? YEE_CALL(it, ops, steps_per_pass, it->config, &m->problem)
                    : 1;
    steps = steps < 1 ? 1 : steps;
    s->cut = (yee_subdomains_config){
        .scheme = it, .ops = ops, .config = it->config, .stride = steps};
    if (!status)
        status = yee_cut_choose(m->diag, &place, m->arena, &m->problem, wanted,
                                steps * traits.radius, &s->cut.cut);
    if (!status) {
        s->ops = &yee_subdomains_ops;
        s->config = &s->cut;
    }
    return status;
}
