/* laws.h: the laws of E edges (yee/law.h) of a plan: tables, words, kernels with the laws in
 * them. */
#ifndef CUDA_LAWS_H
#define CUDA_LAWS_H

#include "../compile/law_source.h"
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

/* law_code.c: the sweep's template arguments; names of the laws, for sentences; the kernels, made and
 * loaded. */
law_sweep_form laws_form(const plan *p);
void laws_name(const plan *p, char *text, size_t size);
yee_status laws_compile(plan *p);
/* Keeps the meters of ports, where laws_after() takes them anew. */
yee_status laws_keep_meters(plan *p);

#endif
