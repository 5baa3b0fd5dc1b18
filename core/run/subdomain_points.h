/* core/run/subdomain_points.h: the state of points in a checkpoint. */
#ifndef YEE_CORE_SUBDOMAIN_POINTS_H
#define YEE_CORE_SUBDOMAIN_POINTS_H

#include "subdomain_plan.h"

/* Not collective: hands over what a subdomain of this process has, its boxes first. */
yee_status yee_subdomain_put_points(const yee_subdomain_plan *plan, int64_t part,
                                    yee_state *to);
/* Takes the own cells' state of all subdomains of this process from a checkpoint of so many;
 * `shared` is that of all processes. */
yee_status yee_subdomain_get_points(const yee_subdomain_plan *plan, yee_state *shared,
                                    int64_t parts);

#endif
