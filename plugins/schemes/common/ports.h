/* schemes/common/ports.h: the check of ports that schemes do before they plan. */
#ifndef YEE_SCHEMES_PORTS_H
#define YEE_SCHEMES_PORTS_H

#include <yee/problem.h>

/* YEE_DECLINED with a sentence where the law of a port has no solution. */
static inline yee_status ports_check(const yee_host *host, const yee_problem *q)
{
    for (int64_t n = 0; n < q->ports; n++)
        if (!(q->port[n].resistance + 0.5 * q->port[n].feedback > 0))
            return host->fail(host, YEE_DECLINED,
                              "port %s has resistance %g Ohm and feedback %g Ohm; their sum "
                              "resistance + feedback/2 must be above 0",
                              q->port[n].name ? q->port[n].name : "without a name",
                              q->port[n].resistance, q->port[n].feedback);
    return YEE_OK;
}

#endif
