/* wide_plan.h: the high-order schemes over the engine's plan: a scheme has its weights, all
 * else is shared. */
#ifndef CUDA_WIDE_PLAN_H
#define CUDA_WIDE_PLAN_H

#include "../../highorder/accept.h"
#include "../engine/plan.h"
#include "correction.h"

/* The data of a high-order scheme beside the engine's plan. */
typedef struct wide_plan {
    wide wide;
    bool trimmed; /* plan.trimmed when launches were tiled */
    device_memory memory;
    const wide_scheme *scheme;
    wide_links *links; /* corrections of differences; NULL: none */
    correction correction;
    int passes; /* of the recursion of spectral_radius.c */
    /* Four levels in time, [c][slot] as allocated; NULL: two. */
    void *slot[YEE_COMPONENTS][WIDE_LEVELS];
} wide_plan;

static inline wide_plan *wide_of(const plan *p) { return p->scheme; }

/* A half step of the fields, without sources and taps. */
yee_status wide_plan_sweep(plan *p, int electric);

/* correction.c: the links on the device. False: no host memory. */
bool correction_make(plan *p);

/* spectral_radius.c: whether the sweeps with links are stable at the time step of a plan:
 * YEE_DECLINED with the number and a time step that is. Fields are zero before and after it. */
yee_status spectral_radius_check(plan *p, const wide_wave *wave, const wide_config *design);

/* operator.c. False: no host memory. */
bool operator_axes(plan *p);
void operator_make(plan *p, const wide_scheme *s, const wide_wave *wave);

/* levels.c */
/* E with a loss at (n+1/2) dt: coefficients of the curl and of the levels. */
void levels_coefficients(const yee_update *u, double x[5]);
/* Factors of media on point sources, see plan_options.point_scale; NULL: no host memory. */
double *levels_sources(const yee_problem *q);
bool levels_make(plan *p);
/* The newest level of components first to first + 2 lies one slot lower with every step. */
void levels_rotate(plan *p, int first, int phase);
yee_status levels_pieces(plan *p, yee_state *state, bool load);

yee_status wide_plan_make(const yee_host *host, const wide_scheme *s, const void *config,
                          const yee_problem *problem, void **made);
yee_status wide_plan_save(void *made, yee_state *state);
yee_status wide_plan_load(void *made, yee_state *state);
int wide_plan_print(const void *made, char *text, size_t size);
yee_status wide_plan_cost(void *made, yee_scheme_cost *cost);
void wide_plan_destroy(void *made);

extern const yee_plugin cuda_fang24, cuda_t26, cuda_fv24, cuda_fv24wb, cuda_ztc, cuda_s44,
    cuda_me44, cuda_me44x, cuda_hodge44, cuda_ckc;

#endif
