/* cpu.h: what the high-order schemes on the CPU add to the plan of ../reference/plan.h. */
#ifndef HIGHORDER_CPU_H
#define HIGHORDER_CPU_H

#include "levels.h"

typedef struct cpu {
    const wide_scheme *scheme;
    wide_weights weights[2][3][3]; /* [H, E][axis of the difference][direction updated], of the
                                      plan's axes */
    wide_wave wave;
    void *lines; /* real, shape [threads, 2, line] */
    int64_t line;
    levels *levels; /* NULL: leapfrog */
} cpu;

yee_status cpu_plan(const yee_host *host, const wide_scheme *s, const void *config,
                    const yee_problem *problem, void **made);
yee_status cpu_state(void *made, yee_state *state); /* save and load */

#endif
