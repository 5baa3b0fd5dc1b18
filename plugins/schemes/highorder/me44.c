/* me44.c: fourth order in space and time on near pairs, far pairs and near pairs one cell
 * across.
 *
 *     w[0][0] = 1 - 3 alpha_a - 2 beta_d - 2 beta_s,  w[1][0] = alpha_a,
 *     w[0][1] = beta_d,  w[0][2] = beta_s,
 *     alpha_a = ((c dt/delta_a)^2 - 1)/24,  beta_b = (c dt/delta_b)^2/24
 *
 * A closed form of ours: D = d/da (1 + (c dt)^2/24 laplacian) + O(delta^4), which takes away
 * leapfrog's own error in time. Limit Yee's, c dt = 1/sqrt(sum 1/delta^2); halo 2. Unequal
 * cells are fine. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)electric;
    wide_fourth(wave, a, d, s, 0, w);
}

const wide_scheme wide_me44 = {
    .name = "me44",
    .cuda = "cuda.me44",
    .reach = 2,
    .flops = 28,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
