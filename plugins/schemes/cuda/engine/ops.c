/* ops.c: the engine's functions as operations of a scheme. */
#include "ops.h"

yee_status ops_available(const yee_host *host, const void *config)
{
    (void)config;
    return device_available(host);
}

yee_status ops_leapfrog_traits(yee_scheme_traits *traits, double bytes_per_cell)
{
    traits->radius = 1;
    traits->f32 = traits->f64 = traits->device = true;
    traits->bytes_per_cell = bytes_per_cell;
    return YEE_OK;
}

static plan *enter(void *made) { return plan_enter(made); }

static yee_status launch(plan *p, int64_t steps) { return steps_launch(p, steps, p->one_step); }

yee_status ops_run(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = enter(made);
    p->ahead = p->problem->subdomain ? steps : -1;
    return steps_run(p, steps, sink, launch);
}

yee_status ops_enqueue(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = enter(made);
    p->ahead = p->problem->subdomain ? steps : -1;
    return steps_enqueue(p, steps, sink, launch);
}

yee_status ops_finish(void *made, const yee_sink *sink)
{
    return taps_finish(enter(made), sink);
}

yee_status ops_read(void *made, int component, double *values)
{
    return fields_read(enter(made), component, values);
}

yee_status ops_write(void *made, int component, const double *values)
{
    return fields_write(enter(made), component, values);
}

yee_status ops_energy(void *made, double energy[2])
{
    return fields_energy(enter(made), energy);
}

yee_status ops_extrema(void *made, yee_extrema *extrema)
{
    return fields_extrema(enter(made), extrema);
}

yee_status ops_peak_estimate(void *made, double *electric)
{
    return fields_peak_estimate(enter(made), electric);
}

yee_status ops_save(void *made, yee_state *state)
{
    return fields_pieces(enter(made), state, false);
}

yee_status ops_load(void *made, yee_state *state)
{
    return fields_pieces(enter(made), state, true);
}

int64_t ops_step(const void *made) { return ((const plan *)made)->step; }

yee_status ops_cost(void *made, yee_scheme_cost *cost)
{
    plan *p = enter(made);
    const yee_status status = plan_cost(p, cost);
    return status == YEE_OK ? plan_registers(p, p->one_step, &cost->registers) : status;
}

void ops_destroy(void *made) { plan_free(made); }

yee_status ops_aim(void *made, const yee_problem *problem)
{
    return plan_aim(enter(made), problem);
}

yee_status ops_spans(void *made, const int64_t low[3], const int64_t high[3],
                     yee_state_spans *to)
{
    return plan_spans(enter(made), low, high, to);
}

yee_status ops_connect(void *from, const yee_state_span *from_span, void *to,
                       const yee_state_span *to_span, int64_t spans, void **made)
{
    plan_channel *channel = NULL;
    const yee_status status = plan_connect(from, from_span, to, to_span, spans, &channel);
    *made = channel;
    return status;
}

yee_status ops_transfer(void *channel, void *message)
{
    return plan_transfer(channel, message);
}

yee_status ops_transfer_all(void *const *channels, const int64_t *end, int rounds)
{
    return plan_transfer_all((plan_channel *const *)channels, end, rounds);
}

yee_status ops_pack(void *made, const yee_state_span *span, int64_t spans, void *message,
                    bool load)
{
    return plan_pack(enter(made), span, spans, message, load);
}

yee_status ops_sum_energy(void *made, yee_sum sum[2])
{
    return fields_sum_energy(enter(made), sum);
}

void ops_cuts(const void *config, const yee_problem *problem, yee_scheme_cuts *cuts)
{
    (void)config;
    (void)problem;
    if (cuts->size >= sizeof *cuts)
        cuts->devices = device_count();
}
