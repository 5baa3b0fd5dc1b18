/* mend.h: adds on the CPU what the differences of links.h lack, after each sweep. */
#ifndef HIGHORDER_MEND_H
#define HIGHORDER_MEND_H

#include "cpu.h"

/* mendrows.h, once per precision: points first <= n < first + count of a run of component c
 * along an axis, both of the plan. look: the energy (J) that they add to H- times H+, and
 * nothing is written. */
typedef double mend_run(plan *p, const wide_links *l, const link_run *run, int c, int axis,
                        bool look);
mend_run mend_f32, mend_f64;

/* Sweeps and energies of the plan come with its links from now on, if it has any, and its limit
 * is looked at. own is p->scheme. */
yee_status mend_plan(const yee_host *host, plan *p, cpu *own, const cpu_config *config);

#endif
