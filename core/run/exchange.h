/* core/run/exchange.h: halos of subdomains: state of own cells copied to the neighbours that have
 * a copy of them. */
#ifndef YEE_CORE_EXCHANGE_H
#define YEE_CORE_EXCHANGE_H

#include "communicator.h"
#include "problem/subdomain.h"
#include <yee/scheme.h>

/* A subdomain that is planned. */
typedef struct yee_planned {
    yee_local local;
    void *plan; /* NULL: another process has it */
    int rank;   /* whose it is */
} yee_planned;

typedef struct yee_exchange yee_exchange;

/* Finds what lies where in the plans of this process, and that its neighbours agree; memory is the
 * arena's. YEE_PLUGIN with a sentence where two disagree about a box. */
yee_status yee_exchange_new(yee_arena *arena, yee_diag *diag, const yee_instance *scheme,
                            const yee_scheme_ops *ops, const yee_cut *cut, yee_planned *all,
                            yee_communicator *communicator, yee_exchange **out);
/* Copies: along x, then y with the halos of x, then z with both, so that corners come too. seconds:
 * what the steps before it took here. YEE_LOST: a neighbour does not answer. */
yee_status yee_exchange_run(yee_exchange *exchange, double seconds);
/* Bytes that one exchange copies, within this process, out of it and into it. */
double yee_exchange_bytes(const yee_exchange *exchange);

#endif
