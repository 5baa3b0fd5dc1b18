/* plugins/posts/far_field/cost.h: the time and the room that a far field takes. */
#ifndef YEE_POSTS_COST_H
#define YEE_POSTS_COST_H

#include "pattern.h"

void far_field_cost(const yee_host *host, const char *box, const pattern_keys *keys,
                    const yee_plan *plan, yee_post_cost *cost);

#endif
