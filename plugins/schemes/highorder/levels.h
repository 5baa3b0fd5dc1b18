/* levels.h: the older levels of backward differentiation; s44.c has the formula.
 *
 * F(n+1) = x0 q + x1 F(n) + x2 F(n-1) + x3 F(n-2) + x4 F(n-3) is leapfrog's F += cb q - loss F
 * with cb = x0, loss = 1 - x1 and q more by (x2 F(n-1) + x3 F(n-2) + x4 F(n-3))/x0. */
#ifndef HIGHORDER_LEVELS_H
#define HIGHORDER_LEVELS_H

#include "../plain/plan.h"
#include "family.h"

enum { LEVELS = 3 };

typedef struct levels {
    /* real, shape extent[c]: at step n slot (n + m) % 3 has F(n-3+m); the one that is read last
     * takes F(n) */
    void *slot[LEVELS][YEE_COMPONENTS];
    const void *part; /* real, shape [media, 3]: x2, x3, x4 over x0 */
} levels;

/* NULL: no memory. Puts the plan's cb, loss and sources right, too. */
levels *levels_make(plan *p);
yee_status levels_pieces(plan *p, levels *l, yee_state *state);

#endif
