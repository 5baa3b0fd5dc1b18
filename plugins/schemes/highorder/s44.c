/* s44.c: S44: fourth order in space (fang24.c) and in time by staggered backward
 * differentiation over four levels.
 *
 *     H(n+1/2) = (17 H(n-1/2) + 9 H(n-3/2) - 5 H(n-5/2) + H(n-7/2))/22 - 24/22 c dt curl E(n)
 *
 * and E alike; with z = e^{j omega dt} and P = (22 z^4 - 17 z^3 - 9 z^2 + 5 z - 1)/24 it obeys
 * P^2 = -mu^2 z^7, mu = 2 c dt sqrt(Q), and all |z| <= 1 where mu <= 1 (leapfrog: 2).
 * The weights of a derivative half a step back: B. Fornberg, Math. Comput. 51 (1988) 699. It
 * dissipates: |z| - 1 = -0.0415 mu^6. A conductivity sigma takes the value at n + 1/2 from four
 * levels and lowers the limit to mu^2 <= 1 - sigma dt/eps.
 * Limit c dt = 3/(7 sqrt(sum 1/delta^2)); halo 2; four levels of every field. Declines
 * dispersive media, lumped ports and magnetic losses. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    wide_fang24.weights(wave, electric, a, d, s, w);
}

const wide_scheme wide_s44 = {
    .name = "s44",
    .cuda = "cuda.s44",
    .reach = 2,
    .flops = 17,
    .time = WIDE_BACKWARD,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
