/* core/api/plan.c: the plan of a simulation: the first one, and those of models that it is aimed
 * at. */
#include "base/process.h"
#include "files/memory.h"
#include "join.h"
#include "plugin/call.h"
#include "run/checkpoint.h"
#include "selftest/selftest.h"
#include "simulation.h"
#include <stdlib.h>

/* A plan of the simulation's model. */
static yee_status make_plan(yee_simulation *s)
{
    yee_model *model = s->model;
    const yee_instance *it = model->scheme;
    yee_scheme_traits traits = {.size = sizeof traits};
    yee_status status = yee_simulation_cut(s);
    if (!status)
        status = YEE_CALL(it, s->ops, available, &it->host, s->config);
    if (!status)
        status = YEE_CALL(it, s->ops, traits, s->config, &traits);
    status = yee_agree(model->session->communicator, status);
    if (!status)
        status = yee_join_compare(s);
    if (!status)
        yee_model_busy(model, "planning");
    if (!status)
        status = YEE_CALL(it, s->ops, plan, &it->host, s->config, &model->problem, &s->plan);
    if (!status && !s->plan)
        status = yee_diag_fail(model->diag, YEE_PLUGIN, &it->place,
                               "scheme '%s' accepted the problem and returned no plan",
                               it->plugin->name);
    return status;
}

/* Before a plan of the model is made, or one is aimed at it. */
static yee_status may_plan(yee_model *model)
{
    yee_diag_clear(model->diag);
    const yee_status status = model->opened ? yee_model_outputs(model) : YEE_OK;
    model->opened = false;
    if (status)
        return status;
    if (model->corner)
        return yee_diag_fail(model->diag, YEE_USAGE, NULL,
                             "the model was read without its cells; it can be estimated only");
    return yee_selftest_fits(model);
}

static yee_status plan(yee_model *model, yee_simulation **out)
{
    yee_status status = yee_agree(model->session->communicator, may_plan(model));
    if (status)
        return status;
    yee_simulation *s = calloc(1, sizeof *s);
    if (!s)
        return yee_diag_fail(model->diag, YEE_MEMORY, NULL, "no memory for the simulation");
    s->model = model;
    s->chunk = 1;
    if ((status = make_plan(s))) {
        free(s);
        return status;
    }
    *out = s;
    return YEE_OK;
}

yee_status yee_simulation_plan(yee_model *model, yee_simulation **out)
{
    yee_process_enter();
    const yee_status status = plan(model, out);
    yee_process_leave();
    return status;
}

void yee_simulation_forget(yee_simulation *s)
{
    yee_checkpoint_close(s->from);
    free(s->files_from);
    free(s->written);
    free(s->folder);
    yee_memory_free(s->memory);
    yee_simulation_drop_numbers(s);
    *s = (yee_simulation){.model = s->model,
                          .ops = s->ops,
                          .config = s->config,
                          .cut = s->cut,
                          .plan = s->plan,
                          .chunk = 1};
}

static yee_status aim(yee_simulation *s, yee_model *model)
{
    const yee_instance *it = s->model->scheme;
    yee_status status = YEE_DECLINED;
    yee_simulation_finish(s);
    const bool quiet = s->quiet, in_memory = s->in_memory;
    const int64_t chunk = s->chunk;
    yee_simulation_forget(s);
    s->quiet = quiet;
    s->in_memory = in_memory;
    s->finished = true; /* until there is a plan */
    const yee_status may = may_plan(model);
    if (!may && s->plan && yee_model_shares(s->model, model) && YEE_HAS(s->ops, aim))
        status = YEE_CALL(it, s->ops, aim, s->plan, &model->problem);
    s->chunk = status ? 1 : chunk; /* the steps take as long as those before */
    if (status && s->plan) {
        YEE_CALL_VOID(it, s->ops, destroy, s->plan);
        s->plan = NULL;
    }
    s->model = model;
    if (status && !may)
        yee_diag_clear(model->diag); /* why it could not be aimed */
    if (status)
        status = may ? may : make_plan(s);
    s->finished = status;
    return status;
}

yee_status yee_simulation_aim(yee_simulation *s, yee_model *model)
{
    yee_process_enter();
    const yee_status status = aim(s, model);
    yee_process_leave();
    return status;
}
