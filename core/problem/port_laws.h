/* core/problem/port_laws.h: port laws (yee/port_law.h) as links. */
#ifndef YEE_CORE_PORT_LAWS_H
#define YEE_CORE_PORT_LAWS_H

#include "base/arena.h"
#include "plugin/host.h"
#include <yee/problem.h>

/* Whether a law's name is a word of letters, digits and '_'; NULL is none. */
bool yee_is_law_name(const char *name);
/* The fault of a port law's table; NULL: it has none. */
const char *yee_port_law_fault(const yee_port_law *law);
/* Has the parameters prepared, and makes a link that calls the law; both are of the arena. */
yee_status yee_port_law_link(yee_arena *arena, yee_diag *diag, const yee_instance *source,
                             const yee_port_law *law, const void *self, double dt,
                             yee_link *link, const double **param);

#endif
