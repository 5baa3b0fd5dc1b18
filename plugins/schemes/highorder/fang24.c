/* fang24.c: Fang's (2,4): fourth order in space, second in time.
 *
 *     w[0] = 9/8,  w[1] = -1/24
 *
 * J. Fang, Time domain finite difference computation for Maxwell's equations, PhD thesis,
 * University of California, Berkeley, 1989.
 * Limit c dt = 6/(7 sqrt(sum 1/delta^2)); Q = sum (sum_p w[p] sin((p + 1/2) k delta)/delta)^2;
 * halo 2. The error in time dominates: use a small Courant number. Unequal cells are fine. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)wave, (void)electric, (void)a, (void)d, (void)s;
    w[0][0] = 9.0 / 8;
    w[1][0] = -1.0 / 24;
}

const wide_scheme wide_fang24 = {
    .name = "fang24",
    .cuda = "cuda.fang24",
    .reach = 2,
    .flops = 11,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
