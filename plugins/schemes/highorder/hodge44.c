/* hodge44.c: Yee's curls of smoothed fields, fourth order in space and time.
 *
 *     E' = E + sum over its six neighbours of weight*link*(neighbour - E), weight = alpha_s
 *     along the field's own axis s and beta_j across it, H' alike,
 *     alpha_s = (1 + (c dt/delta_s)^2)/24,  beta_j = ((c dt/delta_j)^2 - 1)/24,
 *     dH/dt = -curl E'/mu,  dE/dt = curl H'/eps   with Yee's differences
 *
 * A scheme of ours. A link is 1, or 0 where it touches metal or joins different media; with
 * symmetric links the smoothings are symmetric and positive, so for any pattern the spectrum is
 * real and the static fields are Yee's. Links that are 1 are worked into the weights; links.h
 * takes away those that are 0. Q = sum (sin(k_a delta_a/2)/delta_a)^2
 * m_b m_c with m the symbol of the smoothing. A field is the mean over its dual face: point
 * values are F - (delta_b^2 + delta_c^2) F/24; phases and frequencies need no correction. Limit
 * Yee's, c dt = 1/sqrt(sum 1/delta^2) (2-D 0.722640); halo 2. Unequal cells are fine. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)electric;
    wide_fourth(wave, a, d, s, 1, w);
}

const wide_scheme wide_hodge44 = {
    .name = "hodge44",
    .cuda = "cuda.hodge44",
    .reach = 2,
    .flops = 29,
    .inside = WIDE_LINKS,
    .weights = weights,
};
