/* ckc.c: Cole, Karkkainen, Cowan: a wide difference in the update of H, Yee's in that of E.
 *
 *     w[0][0] = 7/12,  w[0][1] = w[0][2] = 1/12,  w[0][3] = 1/48    (H; E: w[0][0] = 1)
 *
 * B. M. Cowan, D. L. Bruhwiler, J. R. Cary, E. Cormier-Michel, C. G. R. Geddes, Phys. Rev. ST
 * Accel. Beams 16 (2013) 041303, for cubic cells. Limit S = 1 in any dimension, where it has
 * no dispersion along the axes; below it is worse than Yee's scheme. Halo 1. The divergence of
 * E is Yee's. Declines unequal cells, metal inside the grid and several media: D_a = G_a M_bc
 * with M_bc = ((2 + cos b)(2 + cos c) + 3)/12, so that the product of the two curls is
 * symmetric in the weight M_ab M_ca of E along a. That neither ends at metal nor commutes with
 * eps, and fields grow there. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)wave, (void)a, (void)d, (void)s;
    w[0][0] = electric ? 1 : 7.0 / 12;
    w[0][1] = w[0][2] = electric ? 0 : 1.0 / 12;
    w[0][3] = electric ? 0 : 1.0 / 48;
}

const wide_scheme wide_ckc = {
    .name = "ckc",
    .cuda = "cuda.ckc",
    .reach = 1,
    .flops = 23,
    .cubic = true,
    .inside = WIDE_NOTHING,
    .weights = weights,
};
