/* me44x.c: fourth order in space and time on the balanced stencil, with a limit above Yee's.
 *
 *     Cb = S^2/8 - 1/24,  Cc = S^2/6 + 1/12,  Cd = -1/12,  weights as in ztc.c,  S = c dt/delta
 *
 * A closed form of ours: every Cd with Cb = (S^2 - 1)/8 - Cd and Cc = S^2/6 - Cd has
 * D = d/da (1 + (c dt)^2/24 laplacian) + O(delta^4); this one goes farthest.
 * Limit S = 0.900436 in 3-D and 2-D, 1 in 1-D; halo 2. Declines unequal cells; metal inside the
 * grid lowers the limit to about 0.6. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)electric, (void)d, (void)s;
    const double step = wave->travel / wave->d[a], s2 = step * step;
    w[0][0] = 25.0 / 24 - 7 * s2 / 24;
    w[1][0] = (s2 / 8 - 1.0 / 24) / 3;
    w[0][1] = w[0][2] = (s2 / 6 + 1.0 / 12) / 4;
    w[1][1] = w[1][2] = -1.0 / 144;
}

const wide_scheme wide_me44x = {
    .name = "me44x",
    .cuda = "cuda.me44x",
    .reach = 2,
    .flops = 45,
    .cubic = true,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
