/* ops.h: the engine's functions as operations of a scheme. The `made` of a scheme is a plan:
 * its own data are plan.scheme, its step is plan.one_step. */
#ifndef CUDA_OPS_H
#define CUDA_OPS_H

#include "../../common/leapfrog.h"
#include "plan.h"

yee_status ops_available(const yee_host *host, const void *config);
/* The traits of Yee's leapfrog in either precision. */
yee_status ops_leapfrog_traits(yee_scheme_traits *traits, double bytes_per_cell);
yee_status ops_run(void *made, int64_t steps, const yee_sink *sink);
yee_status ops_enqueue(void *made, int64_t steps, const yee_sink *sink);
yee_status ops_finish(void *made, const yee_sink *sink);
yee_status ops_read(void *made, int component, double *values);
yee_status ops_write(void *made, int component, const double *values);
yee_status ops_energy(void *made, double energy[2]);
yee_status ops_extrema(void *made, yee_extrema *extrema);
yee_status ops_peak_estimate(void *made, double *electric);
yee_status ops_save(void *made, yee_state *state);
yee_status ops_load(void *made, yee_state *state);
int64_t ops_step(const void *made);
yee_status ops_cost(void *made, yee_scheme_cost *cost);
void ops_destroy(void *made);
yee_status ops_aim(void *made, const yee_problem *problem);
yee_status ops_spans(void *made, const int64_t low[3], const int64_t high[3],
                     yee_state_spans *to);
yee_status ops_connect(void *from, const yee_state_span *from_span, void *to,
                       const yee_state_span *to_span, int64_t spans, void **channel);
yee_status ops_transfer(void *channel, void *message);
yee_status ops_transfer_all(void *const *channels, const int64_t *end, int rounds);
yee_status ops_pack(void *made, const yee_state_span *span, int64_t spans, void *message,
                    bool load);
yee_status ops_sum_energy(void *made, yee_sum sum[2]);
void ops_cuts(const void *config, const yee_problem *problem, yee_scheme_cuts *cuts);

// clang-format off
/* The members of yee_scheme_ops that are the engine's for every scheme of one step at a time. */
#define OPS_ENGINE \
    .size = sizeof(yee_scheme_ops), \
    .available = ops_available, \
    .run = ops_run, \
    .enqueue = ops_enqueue, \
    .finish = ops_finish, \
    .read = ops_read, \
    .write = ops_write, \
    .energy = ops_energy, \
    .extrema = ops_extrema, \
    .step = ops_step, \
    .peak_estimate = ops_peak_estimate

/* The members that Yee's leapfrog adds to them. */
#define OPS_LEAPFROG \
    OPS_ENGINE, \
    .courant = leapfrog_limit, \
    .dispersion = leapfrog_residual, \
    .save = ops_save, \
    .load = ops_load

/* Those of schemes that run subdomains. */
#define OPS_SUBDOMAINS \
    .spans = ops_spans, \
    .connect = ops_connect, \
    .transfer = ops_transfer, \
    .transfer_all = ops_transfer_all, \
    .pack = ops_pack, \
    .sum_energy = ops_sum_energy, \
    .cuts = ops_cuts
// clang-format on

#endif
