/* fv24wb.c: FV24 with one group of points less, of fourth order in space and time.
 *
 *     Kb = S^2/24 - 1/8,  Kc = 0,  Kd = S^2/12,  weights as in fv24.c,  S = c dt/delta
 *
 * The stencil of the wide-band variant of M. F. Hadi, IEEE Trans. Antennas Propag. 55 (2007)
 * 2287; the coefficients are ours: they make D = d/dx (1 + (c dt)^2/24 laplacian) + O(delta^4),
 * which takes away leapfrog's own error in time.
 * Limit S = 0.514306 in 3-D, 0.629893 in 2-D, 1 in 1-D; halo 2. Declines unequal cells. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)electric, (void)d, (void)s;
    const double step = wave->travel / wave->d[a], s2 = step * step;
    w[0][0] = 9.0 / 8 - s2 / 8;
    w[1][0] = (s2 / 24 - 1.0 / 8) / 3;
    w[1][3] = s2 / 144;
}

const wide_scheme wide_fv24wb = {
    .name = "fv24wb",
    .cuda = "cuda.fv24wb",
    .reach = 2,
    .flops = 28,
    .cubic = true,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
