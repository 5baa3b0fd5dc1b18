/* schemes/common/ports.h: the relations of ports, and the check of them that schemes do before they
 * plan. */
#ifndef YEE_SCHEMES_PORTS_H
#define YEE_SCHEMES_PORTS_H

#include <yee/problem.h>

/* I (A) of a port at (step + 1/2) dt by its relation, from its voltage (V) before the step and with
 * the field so far; source: its signal's value, state: the words of its link. */
static inline double ports_current(const yee_port *q, int64_t step, double before, double hat,
                                   double source, double *state)
{
    const double mean = 0.5 * (hat + before);
    if (q->link)
        return q->link->current(q->link->self, step, before, mean, 0.5 * q->feedback, state);
    return (source - mean) / (q->resistance + 0.5 * q->feedback);
}

/* Words of the links of the first `ports` ports. */
static inline int64_t ports_words(const yee_problem *q, int64_t ports)
{
    int64_t words = 0;
    for (int64_t n = 0; n < ports; n++)
        words += q->port[n].link ? q->port[n].link->words : 0;
    return words;
}

/* YEE_DECLINED with a sentence where the relation of a port has no solution. */
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
