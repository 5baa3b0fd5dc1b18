/* steady.h: whether the sweeps with links are stable at the time step of a plan. */
#ifndef HIGHORDER_STEADY_H
#define HIGHORDER_STEADY_H

#include "cpu.h"

/* YEE_DECLINED with the number and a time step that is stable. Fields are zero before and after
 * it. c: m/s, in the fastest medium; own is p->scheme. */
yee_status steady_check(const yee_host *host, plan *p, cpu *own, const wide_config *design,
                        double c);

#endif
