/* core/cli/sweep/gpus.c: each process of a sweep has a GPU of its own, by CUDA_VISIBLE_DEVICES: what
 * runs on a card need not know of others. */
#include "gpus.h"
#include "common.h"
#include "connections.h"
#include "model/model.h"
#include "plugin/call.h"
#include "problem/grid.h"
#include <stdlib.h>
#include <string.h>

static const char variable[] = "CUDA_VISIBLE_DEVICES";

int gpus_seen(const yee_model *model, yee_simulation *simulation)
{
    const void *config;
    void *plan;
    const yee_scheme_ops *ops = yee_simulation_scheme(simulation, &config, &plan);
    yee_scheme_cost cost = {.size = sizeof cost};
    const bool known = YEE_HAS(ops, cost) && !YEE_CALL(model->scheme, ops, cost, plan, &cost);
    return !known || cost.devices < 0       ? 0
           : cost.devices < (int)SWEEP_GPUS ? cost.devices
                                            : (int)SWEEP_GPUS;
}

/* The name of GPU n of those that are seen: where the variable has a list, its entry. */
static void name_of(int n, char *name, size_t size)
{
    const char *list = getenv(variable);
    snprintf(name, size, "%d", n);
    for (; list && *list && n > 0; n--) {
        list = strchr(list, ',');
        list = list ? list + 1 : NULL;
    }
    if (list && *list)
        snprintf(name, size, "%.*s", (int)strcspn(list, ","), list);
}

static yee_status add(const char *text, sweep_plan *p, long from, long to)
{
    if (from < 0 || to < from || to >= p->devices)
        return cli_fail(YEE_USAGE,
                        "--gpus %s: there are %d GPUs here, 0 to %d; all, or numbers as in "
                        "0,2-3 are wanted",
                        text, p->devices, p->devices - 1);
    for (long n = from; n <= to && p->gpus < SWEEP_GPUS; n++)
        name_of((int)n, p->gpu[p->gpus++], sizeof p->gpu[0]);
    return YEE_OK;
}

yee_status gpus_read(const char *text, sweep_plan *p)
{
    yee_status status = YEE_OK;
    p->gpus = 0;
    if (!text)
        return YEE_OK;
    if (!p->on_device || !p->devices)
        return cli_fail(YEE_USAGE, "--gpus %s: %s", text,
                        p->on_device ? "the model's scheme does not say how many GPUs it sees"
                                     : "the model's scheme runs on no GPU");
    if (!strcmp(text, "all"))
        return add(text, p, 0, p->devices - 1);
    for (const char *at = text; !status && at; at = *at == ',' ? at + 1 : NULL) {
        char *end;
        const long from = strtol(at, &end, 10);
        const bool first = end > at;
        long to = from;
        if (first && *end == '-') {
            at = end + 1;
            to = strtol(at, &end, 10);
        }
        status = add(text, p, first && end > at && (!*end || *end == ',') ? from : -1, to);
        at = end;
    }
    return status;
}

void gpus_foresee(sweep_plan *p)
{
    yee_model *model = NULL;
    if (p->alone || p->only_looks || common_estimate(p, &model))
        return; /* look() says what is wrong with it */
    p->own = 0;
    for (int64_t t = 0; t < (int64_t)yee_model_traces(model); t++)
        p->own += selected(p->selection, t);
    p->cells = yee_grid_cells(&yee_model_problem(model)->grid);
    p->steps = yee_model_problem(model)->steps;
    yee_model_free(model);
    connections_set(p);
}

static int process;

int gpus_process(void) { return process; }

void gpus_start(void *plan, int number)
{
    const sweep_plan *p = plan;
    process = number;
    /* cuda.temporal then chooses passes that gain by others beside them */
    if (!p->alone)
        setenv("YEE_PLANS_BESIDE", "2", 0);
    if (p->on_device) /* the numbers of its traces are known */
        connections_set(p);
    if (p->gpus)
        setenv(variable, p->gpu[number % p->gpus], 1);
}
