/* core/api/cut.c: the subdomains of a run, where [run] asks for them. */
#include "problem/cut.h"
#include "simulation.h"

/* The cut that the ids were made for, or a new one where there are none. */
static yee_status find(yee_model *m, const int64_t wanted[3], yee_subdomains_config *config)
{
    const yee_local_ids *kept = m->problem.kept;
    const yee_place place = yee_model_run_place(m, "subdomains");
    if (!kept)
        return yee_model_cut(m, wanted, &config->cut, &config->stride);
    config->cut = kept->cut;
    config->stride = kept->steps;
    return yee_cut_check(m->diag, &place, &m->problem, &kept->cut);
}

yee_status yee_simulation_cut(yee_simulation *s)
{
    yee_model *m = s->model;
    const yee_instance *it = m->scheme;
    int64_t wanted[3];
    s->ops = it->plugin->ops;
    s->config = it->config;
    yee_status status = yee_model_subdomains(m, wanted);
    if (status || (wanted[0] < 2 && wanted[1] < 2 && wanted[2] < 2))
        return status;
    s->cut = (yee_subdomains_config){.scheme = it, .ops = s->ops, .config = it->config};
    status = find(m, wanted, &s->cut);
    if (!status) {
        yee_diag_clear(m->diag); /* of cuts that were not possible */
        s->ops = &yee_subdomains_ops;
        s->config = &s->cut;
    }
    return status;
}
