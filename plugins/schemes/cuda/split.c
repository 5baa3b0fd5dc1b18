/* split.c: the scheme "cuda.split": Yee's leapfrog on a GPU in two half steps, a cell per
 * thread, every closed form. It equals the scheme "reference" and is what other CUDA schemes
 * are compared with.
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. Read next: domain.h (what lies where),
 * sweep.cuh (the half step), chores.h (sources and ports), watch.c (taps), steps.c (the loop).
 */
#include "../common/leapfrog.h"
#include "highorder/wide_plan.h"
#include "papers/paper.h"
#include "temporal/temporal.h"
#include <yee/yee.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status available(const yee_host *host, const void *config)
{
    (void)config;
    return device_available(host);
}

/* In vacuum a sweep reads three components, and reads and writes three: 9 words, twice. */
static yee_status card(const void *config, yee_scheme_card *card)
{
    (void)config;
    card->radius = 1;
    card->f32 = card->f64 = card->device = true;
    card->bytes_per_cell = 2 * 9 * sizeof(float);
    return YEE_OK;
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **made)
{
    (void)config;
    plan *p;
    yee_status status = plan_make(host, problem, &p);
    if (status == YEE_OK)
        *made = p;
    return status;
}

static yee_status sweep(plan *p, int electric)
{
    return DEVICE_CALL(p->host, (p->word == sizeof(float) ? sweep_f32 : sweep_f64)(
                                    &p->d, &p->cut, electric, p->work));
}

static yee_status one_step(plan *p)
{
    yee_status status = sweep(p, 0);
    if (status == YEE_OK)
        status = steps_between(p, 0, true);
    if (status == YEE_OK)
        status = sweep(p, 1);
    return status == YEE_OK ? steps_between(p, 1, true) : status;
}

static yee_status launch(plan *p, int64_t steps) { return steps_launch(p, steps, one_step); }

static yee_status run(void *made, int64_t steps, const yee_sink *sink)
{
    return steps_run(made, steps, sink, launch);
}

static yee_status finish(void *made, const yee_sink *sink) { return watch_finish(made, sink); }
static yee_status get(void *made, int c, double *values)
{
    return fields_read(made, c, values);
}
static yee_status set(void *made, int c, const double *values)
{
    return fields_write(made, c, values);
}
static yee_status energy(void *made, double sum[2]) { return fields_energy(made, sum); }
static yee_status vitals(void *made, yee_vitals *v) { return fields_vitals(made, v); }
static yee_status glance(void *made, double *electric) { return fields_glance(made, electric); }
static yee_status save(void *made, yee_state *s) { return fields_pieces(made, s, false); }
static yee_status load(void *made, yee_state *s) { return fields_pieces(made, s, true); }
static int64_t step(const void *made) { return ((const plan *)made)->step; }
static int print(const void *made, char *text, size_t size)
{
    return plan_print(made, "cuda.split", text, size);
}
static void destroy(void *made) { plan_free(made); }
static yee_status cost(void *made, yee_scheme_cost *c)
{
    const yee_status status = plan_cost(made, c);
    return status == YEE_OK ? plan_registers(made, one_step, &c->registers) : status;
}

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = available,
    .card = card,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = get,
    .write = set,
    .energy = energy,
    .vitals = vitals,
    .save = save,
    .load = load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .cost = cost,
    .glance = glance,
};

static const yee_plugin plugin = {
    sizeof plugin,
    YEE_SCHEME,
    "cuda.split",
    "Yee's leapfrog on a GPU in two half steps: every form, both precisions",
    "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    0,
    params,
    &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin, &paper_livesey, &paper_takada, &paper_gprmax,
           &paper_demir, &paper_hadi, &temporal_scheme, &cuda_fang24, &cuda_t26, &cuda_fv24,
           &cuda_fv24wb, &cuda_ztc, &cuda_s44, &cuda_me44, &cuda_me44x, &cuda_hodge44,
           &cuda_ckc)
