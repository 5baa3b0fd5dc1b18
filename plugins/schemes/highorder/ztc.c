/* ztc.c: the balanced stencil, near and far pairs each with neighbours one cell across, exact
 * at a design wavelength.
 *
 *     w[0][0] = 1 - Cb - Cc - Cd,  w[1][0] = Cb/3,  w[0][1] = w[0][2] = Cc/4,
 *     w[1][1] = w[1][2] = Cd/12
 *
 * A closed form of ours in the spirit of T. T. Zygiridis and T. D. Tsiboukis, J. Comput. Phys.
 * 226 (2007) 2372: with wide_target, for m = 1, 2, 3,
 *
 *     (far - near) Cb + (near one - near) Cc + (far one - near) Cd = value - near.
 *
 * Limit 0.81 in 3-D and 2-D, from max Q = 1/(c dt)^2 with these weights; halo 2. Declines
 * unequal cells. Off the design it is of low order: 1.2e-4 at twice the wavelength. */
#include "family.h"

static void groups(const wide_target *t, double group[3])
{
    group[0] = t->far;
    group[1] = t->near * t->one;
    group[2] = t->far * t->one;
}

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)electric, (void)a, (void)d, (void)s;
    double k[3];
    if (!wide_design(wave, groups, k))
        return;
    w[0][0] = 1 - k[0] - k[1] - k[2];
    w[1][0] = k[0] / 3;
    w[0][1] = w[0][2] = k[1] / 4;
    w[1][1] = w[1][2] = k[2] / 12;
}

const wide_scheme wide_ztc = {
    .name = "ztc",
    .cuda = "cuda.ztc",
    .reach = 2,
    .flops = 45,
    .cubic = true,
    .designed = true,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
