/* core/run/subdomain_plan.h: the plan of all subdomains, as the files subdomain*.c see it. */
#ifndef YEE_CORE_SUBDOMAIN_PLAN_H
#define YEE_CORE_SUBDOMAIN_PLAN_H

#include "assembly.h"
#include "exchange.h"
#include "subdomains.h"

typedef struct yee_subdomain_plan {
    yee_arena *arena;
    yee_diag *diag;
    yee_communicator *communicator;
    const yee_instance *scheme;
    const yee_scheme_ops *ops;
    const yee_problem *whole;
    const yee_taps *taps; /* NULL: no record goes into part files */
    yee_cut cut;
    int64_t stride, step;
    int64_t count;
    int64_t *first;    /* of each process's subdomains, shape [ranks + 1] */
    yee_planned *part; /* shape [count]; this process has the plans of its own */
    yee_exchange *exchange;
    yee_assembly *records;
    yee_subdomain_pace pace;
} yee_subdomain_plan;

/* subdomain_pace.c: chooses the steps between two exchanges by the clock. Collective. */
yee_status yee_subdomains_choose_stride(yee_subdomain_plan *plan);
/* subdomain_steps.c: waits for all that this process's subdomains have begun. */
yee_status yee_subdomains_wait(const yee_subdomain_plan *plan);

/* subdomains.c, subdomain_steps.c, subdomain_fields.c and subdomain_state.c: functions of a plan. */
yee_status yee_subdomains_energy(void *plan, double energy[2]);
yee_status yee_subdomains_run(void *plan, int64_t steps, const yee_sink *sink);
yee_status yee_subdomains_finish(void *plan, const yee_sink *sink);
yee_status yee_subdomains_read(void *plan, int component, double *values);
yee_status yee_subdomains_write(void *plan, int component, const double *values);
yee_status yee_subdomains_save(void *plan, yee_state *state);
yee_status yee_subdomains_load(void *plan, yee_state *state);

#endif
