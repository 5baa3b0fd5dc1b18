/* core/problem/cut_laws.h: cells with laws, and edges beside them, of a subdomain. */
#ifndef YEE_CORE_CUT_LAWS_H
#define YEE_CORE_CUT_LAWS_H

#include "subdomain.h"

/* The parts of the whole problem's runs that lie in a subdomain, its halo too. Edges at the low end
 * of a halo may be beside cells that it has not. local: its grid is made. False: no memory. */
bool yee_cut_laws(yee_arena *arena, const yee_problem *whole, yee_local *local);

#endif
