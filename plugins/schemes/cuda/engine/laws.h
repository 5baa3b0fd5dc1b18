/* laws.h: the laws of E edges (yee/law.h) of a plan: tables, words, kernels with the laws in
 * them. */
#ifndef CUDA_LAWS_H
#define CUDA_LAWS_H

#include "../compile/nvrtc.h"
#include "law_launch.h"
#include "plan.h"

struct plan_laws {
    law_tables tables;
    law_kernels kernels;
    const yee_law **text; /* the problem's laws, each once; shape [texts] */
    int texts;
    state_address state[3];
    /* Where some port has late edges: ports' meters before the step; else NULL. */
    port_meter *kept;
    bool metered;
    char note[160]; /* for yee plan */
};

/* The template arguments of the sweep of E for a plan, as sweep_choose.cuh has them. */
typedef struct law_sweep_form {
    int points, ids, sections, borders;
} law_sweep_form;
law_sweep_form laws_form(const plan *p);

/* law_source.c: what is compiled for the plan; *source of malloc(), the headers are the plan's
 * scratch memory. YEE_DECLINED where a law cannot be compiled. */
yee_status law_source_make(plan *p, char **source, const nvrtc_header **header, int *headers);

#endif
